package host

import (
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"

	"github.com/yuin/gopher-lua"
	"layeh.com/gopher-luar"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/host/internal/folders"
	"github.com/gpuscript/gpuscript/host/internal/heapwatch"
	"github.com/gpuscript/gpuscript/host/internal/source"
	"github.com/gpuscript/gpuscript/scripts"
)

// A Host is one Lua state in its sandbox. Its methods belong to one goroutine at a time.
type Host struct {
	options Options
	limits  Limits
	L       *lua.LState
	source  *source.Set
	files   *folders.Files
	modules *modules

	fileMeta *lua.LTable
	random   random
	ids      map[lua.LValue]int // numbers that tostring gives tables and functions instead of addresses

	gpu     *bindings.Module
	watcher *heapwatch.Watcher // of the machine, nil if no heap maps are wanted
	meter   *meter             // of the current or last run
	guard   *lua.LFunction
	thrown  thrown
	caught  []*failure // failures that pcall handed out, newest last, so that throwing one again keeps its place
	printed int64
	image   image    // the picture that a script saves at the moment
	exit    *int     // os.exit
	stopped *failure // where a limit stopped the run
	found   *diag.Collector
	code    int
}

// Stack sizes of the Lua state. Call frames are allocated as needed, so a coroutine costs little.
const (
	callDepth     = 16_000
	registerStart = 1_024
	registerStep  = 16_384
	registerLimit = 1 << 20
)

// New makes a host. It touches no file until the script does.
func New(options Options) *Host {
	h := &Host{
		options: options,
		limits:  options.Limits.withDefaults(),
		source:  source.NewSet(),
		ids:     map[lua.LValue]int{},
		found:   diag.NewCollector(0),
		random:  newRandom(0),
	}
	if h.options.Stdout == nil {
		h.options.Stdout = io.Discard
	}
	if h.options.Library == nil {
		h.options.Library = scripts.Files
	}
	if h.options.Observer == nil {
		h.options.Observer = NoObserver{}
	}
	h.options.Modules = maps.Clone(options.Modules)
	h.files = folders.New(options.Dir, options.Allow, options.Named, options.Out, maxString)
	h.meter = newMeter(context.Background(), Limits{LuaSteps: Unlimited, WallTime: Unlimited, Memory: Unlimited}, nil)
	h.L = lua.NewState(lua.Options{
		SkipOpenLibs: true, MinimizeStackMemory: true, CallStackSize: callDepth,
		RegistrySize: registerStart, RegistryGrowStep: registerStep, RegistryMaxSize: registerLimit,
	})
	h.openLibraries()
	h.openGPU()
	return h
}

// Close frees the Lua state and the folders it had opened. Results stay readable.
func (h *Host) Close() error {
	if h.L.IsClosed() {
		return nil
	}
	err := h.closeGPU()
	h.L.Close()
	return errors.Join(err, h.files.Close())
}

// ErrClosed is the error of a run on a Host that was closed.
var ErrClosed = errors.New("the host is closed")

// Expose makes a Go value a global variable of the script. gopher-luar decides how it looks there: methods and exported
// fields of structs, elements of maps and slices, calls of functions. Call it before Run. On a Host that was closed it does nothing.
func (h *Host) Expose(name string, value any) {
	if !h.L.IsClosed() {
		h.L.SetGlobal(name, luar.New(h.L, value))
	}
}

// RunFile reads and runs a script. The path is the embedding program's word and not subject to the sandbox. The error is
// a *diag.Error with all errors of the run, or ErrClosed; Result has the rest.
func (h *Host) RunFile(ctx context.Context, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		h.code = ExitUsage
		d := diag.New(diag.FileUnreadable, "cannot read script %s: %s", filepath.ToSlash(path), folders.Reason(err))
		h.Report(d)
		return diag.AsError(d)
	}
	return h.RunString(ctx, filepath.ToSlash(path), string(text))
}

// RunString runs a text. The name is the file name in its diagnostics. Globals stay between runs of one host. A closed host
// runs nothing and returns an error that is no *diag.Error: the mistake is the program's.
func (h *Host) RunString(ctx context.Context, name, text string) error {
	if h.L.IsClosed() {
		h.code = ExitUsage
		return ErrClosed
	}
	h.code = ExitOK
	before := h.found.Counts().Errors
	stop := h.startMeter(ctx)
	defer stop()
	proto, err := h.source.LoadContext(h.Context(), name, text)
	if errors.Is(err, source.ErrStopped) {
		return h.finishUnread(name)
	}
	if err != nil {
		h.code = ExitScript
		return h.reportAll(err)
	}
	h.startGPU()
	f := h.call(h.L.NewFunctionFromProto(proto), h.setArguments(name))
	if f == nil {
		f = h.finishGPU()
	}
	if h.watcher != nil {
		h.watcher.End()
	}
	if f != nil {
		return h.finish(f)
	}
	if h.found.Counts().Errors > before {
		h.code = ExitScript
		return &diag.Error{Diagnostics: h.found.Diagnostics()}
	}
	return nil
}

// finish turns an uncaught failure into the result of the run.
func (h *Host) finish(f *failure) error {
	h.meter.notice()
	if h.exit != nil {
		h.code = *h.exit
		h.exit = nil
		return nil
	}
	h.code = ExitScript
	if h.meter.stopped() {
		h.code = ExitLimit
	}
	return h.reportAll(&diag.Error{Diagnostics: h.diagnose(f)})
}

// finishUnread is finish for a script that was stopped before it was compiled.
func (h *Host) finishUnread(name string) error {
	h.meter.notice()
	h.code = ExitLimit
	return h.reportAll(diag.AsError(h.meter.stop.Because("Script %s was being compiled.", name)))
}

// reportAll reports the diagnostics of an error and returns it.
func (h *Host) reportAll(err error) error {
	var de *diag.Error
	if !errors.As(err, &de) {
		de = &diag.Error{Diagnostics: []*diag.Diagnostic{diag.New(diag.Internal, "%s", err.Error())}}
	}
	for _, d := range de.Diagnostics {
		h.Report(d)
	}
	return de
}

// Report adds a diagnostic to the result and tells the observer. Layers that go on after an error call it too.
func (h *Host) Report(d *diag.Diagnostic) {
	h.locate(d)
	if h.found.Add(d) {
		h.options.Observer.OnDiagnostic(d)
	}
}

// setArguments sets the global arg and returns the values of `...`.
func (h *Host) setArguments(name string) []lua.LValue {
	table := h.L.NewTable()
	table.RawSetInt(0, lua.LString(name))
	values := make([]lua.LValue, len(h.options.Args))
	for i, a := range h.options.Args {
		values[i] = lua.LString(a)
		table.RawSetInt(i+1, values[i])
	}
	h.L.SetGlobal("arg", table)
	return values
}

// Result returns how the last run ended and all diagnostics so far.
func (h *Host) Result() Result {
	return Result{
		ExitCode:    h.code,
		Diagnostics: h.found.Diagnostics(),
		Stats:       Stats{LuaSteps: h.meter.steps(), OutputBytes: h.printed},
	}
}

// Sources resolves the sites of this host's scripts, for renderers. It may be used from other goroutines.
func (h *Host) Sources() render.Sources { return h.source }

// WriteDiagnostics renders all diagnostics so far.
func (h *Host) WriteDiagnostics(w io.Writer, options render.Options) error {
	options.Colour = options.Colour || h.options.Colour
	return render.Write(w, h.found.Diagnostics(), h.source, options)
}
