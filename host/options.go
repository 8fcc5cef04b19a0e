package host

import (
	"io"
	"io/fs"
	"time"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/filter"
	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

// Exit codes of a run.
const (
	ExitOK     = 0 // the script ended normally, without an error
	ExitScript = 1 // an error, of the script or reported by a layer
	ExitUsage  = 2 // the script could not be read
	ExitLimit  = 3 // a limit was hit, or the context was cancelled
)

// Unlimited switches one limit off.
const Unlimited = -1

// Limits bound what a script can use. 0 is the default given at the field, Unlimited (any negative number) is no limit.
//
// Memory is what the heap of the process holds beyond what it held when the run began; garbage is collected before a script is ended for it. So
// parallel runs and the program itself count too, and a single operation of a script may exceed it for a moment. It keeps a script from taking all
// memory of the machine; like WallTime, and unlike the other limits, it is not the same everywhere. Video memory counts only on systems other than
// Linux, macOS and Windows.
type Limits struct {
	VRAMBytes   int64         // memory of the simulated device; default 1 GiB; from 128 KiB to 4 GiB − 64 KiB, others count as the nearest of these
	LuaSteps    int64         // instructions of the Lua machine, coroutines included; default 2,000,000,000
	WallTime    time.Duration // real time of one Run; default 10 minutes
	Memory      int64         // bytes of the script's values, see above; default 4 GiB
	OutputBytes int64         // bytes printed and written to files; default 64 MiB
	OpenObjects int           // device objects that exist at once; default 65,536
	KernelSteps int64         // instructions of one work group of a dispatch; default 1,073,741,824
}

var defaultLimits = Limits{
	VRAMBytes: 1 << 30, LuaSteps: 2_000_000_000, WallTime: 10 * time.Minute, Memory: 4 << 30, OutputBytes: 64 << 20, OpenObjects: 65_536,
	KernelSteps: device.DefaultInstructionBudget,
}

// withDefaults replaces the zero fields.
func (l Limits) withDefaults() Limits {
	d := defaultLimits
	set(&d.VRAMBytes, l.VRAMBytes)
	set(&d.LuaSteps, l.LuaSteps)
	set(&d.WallTime, l.WallTime)
	set(&d.Memory, l.Memory)
	set(&d.OutputBytes, l.OutputBytes)
	set(&d.OpenObjects, l.OpenObjects)
	set(&d.KernelSteps, l.KernelSteps)
	return d
}

func set[T comparable](to *T, v T) {
	var zero T
	if v != zero {
		*to = v
	}
}

// ErrorMode says what a broken rule does.
type ErrorMode uint8

// The error modes.
const (
	StopOnError  ErrorMode = iota // a broken rule is a Lua error at the call that breaks it
	ReportErrors                  // broken rules are collected, and the script continues
)

// Validation switches the checking of rules.
type Validation uint8

// The validation modes.
const (
	ValidationOn Validation = iota
	ValidationOff
)

// Background says whether devices do background processing. It never changes a result.
type Background uint8

// The kinds of background processing.
const (
	BackgroundOn     Background = iota // shaders are measured and optimised
	BackgroundOff                      // every call is a benign no-op
	BackgroundVerify                   // as BackgroundOn, and work with an optimised shader is repeated with the original one and compared
)

// An Observer is told what happens as it happens, on the goroutine of the run. Embed NoObserver to implement only a part of it.
type Observer interface {
	OnPrint(text string)               // what the script printed or wrote, as it was written
	OnDiagnostic(d *diag.Diagnostic)   // every distinct diagnostic, its places resolved
	OnImage(name string, image []byte) // a picture the script saved or presented, PNG
	OnKernel(k *kernel.Kernel)         // a shader that the script compiled
	OnTrace(event trace.Event)         // what happens on the simulated machine, with Options.Trace
}

// NoObserver ignores everything.
type NoObserver struct{}

// OnPrint does nothing.
func (NoObserver) OnPrint(string) {}

// OnDiagnostic does nothing.
func (NoObserver) OnDiagnostic(*diag.Diagnostic) {}

// OnImage does nothing.
func (NoObserver) OnImage(string, []byte) {}

// OnKernel does nothing.
func (NoObserver) OnKernel(*kernel.Kernel) {}

// OnTrace does nothing.
func (NoObserver) OnTrace(trace.Event) {}

// Options say what a script may do and where its results go. The zero value lets it compute and nothing else.
type Options struct {
	Dir     string   // folder in which require looks and io.open may read; "" for none
	Allow   []string // additional folders that io.open may read
	Named   []string // single files that it may read too, under exactly these names, such as those on a command line
	Files   fs.FS    // files and modules that take precedence over those in folders: embedded ones, an archive, a fstest.MapFS; nil for none
	Out     string   // folder for files the script writes, made with the first one, readable too; "" for none
	Library fs.FS    // modules searched after those of Dir: "lib.pipelined" is lib/pipelined.lua; nil: those of package scripts

	// Save gets the pictures that the script saves, as PNG, instead of the folder Out. The name is what the script wrote; do not trust it as a path.
	// Its error becomes an error of the saving call. nil: pictures are files in Out.
	Save func(name string, picture []byte) error

	Stdout   io.Writer // what the script prints; nil discards it. A Write that blocks stops the run; limits are checked when it returns
	Args     []string  // the script's arguments, `arg` and `...`
	Observer Observer  // nil for none

	Limits        Limits
	Errors        ErrorMode
	Validation    Validation
	Filter        *filter.Filter   // which diagnostics are shown, and with which severity; overrides the script's own filters; nil: all, unchanged
	Adapter       string           // one of device.ProfileNames, "" is "default"; with another name the first require of a module fails (GS0136)
	Seed          *uint64          // explores another legal schedule than the virtual timeline; nil is the timeline
	Schedule      explore.Schedule // a particular schedule, instead of that of Seed or the timeline; nil: none
	Interpreter   bool             // kernels are interpreted, not compiled: slower, the same bytes
	Trace         bool             // the observer gets the events of the machine
	DeveloperMode bool             // allows what background processing requires it for; a script cannot grant it to itself
	Background    Background       // background processing of devices

	// HeapMaps gets maps of video memory, heaps and descriptor heaps at every submission and frame before which they changed, and
	// at the end of a run; nil costs nothing. Levels above the explicit one may add maps of theirs.
	HeapMaps *heapmap.Recorder

	// OnFrame gets every frame that a swap chain presents, on the goroutine of the run; nil costs nothing.
	OnFrame func(device.Frame)

	// OnFile gets the absolute path of every file in Out that the script opens for writing, on the goroutine of the run; nil costs nothing.
	OnFile func(path string)

	// Modules are what require finds before any file. Each function is called once, on the first require, and returns the
	// module as its one result. A nil function is no module.
	Modules map[string]func(*lua.LState) int
}

// Stats counts what a host did.
type Stats struct {
	LuaSteps    int64 // 0 if neither a limit of steps, time or memory nor a cancellable context asked for counting
	OutputBytes int64
}

// Result is how a run ended.
type Result struct {
	ExitCode    int
	Diagnostics []*diag.Diagnostic // distinct ones in the order of occurrence, places resolved
	Stats       Stats
}
