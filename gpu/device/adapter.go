package device

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/background"
	"github.com/gpuscript/gpuscript/gpu/device/internal/batch"
	"github.com/gpuscript/gpuscript/gpu/device/internal/costs"
	"github.com/gpuscript/gpuscript/gpu/device/internal/layers"
	"github.com/gpuscript/gpuscript/gpu/device/internal/recording"
	"github.com/gpuscript/gpuscript/gpu/device/internal/rehearsal"
	"github.com/gpuscript/gpuscript/gpu/device/internal/spans"
	"github.com/gpuscript/gpuscript/gpu/device/internal/tuning"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// DefaultVRAMBytes is the VRAM of an adapter whose Options say nothing: 1 GiB, committed as touched.
const DefaultVRAMBytes = 1 << 30

// DefaultInstructionBudget is the number of instructions after which a work group counts as hung.
const DefaultInstructionBudget = 1 << 30

// NoInstructionBudget lets kernels run for ever; only the context ends them.
const NoInstructionBudget = ^uint64(0)

// Options describe a simulated machine. The zero value is a default adapter without layers.
type Options struct {
	// Context cancels kernels and waits; nil: never.
	Context context.Context
	// Profile is the name of an adapter profile ("default", "integrated", "slow-copy" …); "" is "default".
	Profile string
	// VRAMBytes is the size of video memory; 0 is DefaultVRAMBytes, the most is gpu.MaxVRAMBytes.
	VRAMBytes uint64
	// MaxObjects bounds the objects that are alive at a time; 0: no bound.
	MaxObjects int
	// Layers see every call, in this order.
	Layers []Layer
	// Errors says what happens to error diagnostics.
	Errors ErrorMode
	// CheckKernels reports accesses of kernels outside their resources.
	CheckKernels bool
	// OnDiagnostic receives diagnostics that stop nothing: warnings, advice and, with ErrorsReport, errors.
	OnDiagnostic func(*diag.Diagnostic)
	// OnPrintf receives what kernels print, ordered by work item.
	OnPrintf func(text string)
	// OnEvent receives what happens on the machine, in the order in which it happens; nil costs nothing.
	OnEvent func(trace.Event)
	// OnFrame receives every frame that a swap chain presents, in the order in which the GPU comes to it; nil costs nothing.
	OnFrame func(Frame)
	// Seed explores another legal schedule than the virtual timeline, drawn at random; nil is the timeline. Schedule, unless nil, is one that is
	// known.
	Seed     *uint64
	Schedule explore.Schedule
	// InstructionBudget is the number of instructions after which a work group counts as hung; 0 is DefaultInstructionBudget, NoInstructionBudget is
	// none.
	InstructionBudget uint64
	// Interpreter runs shaders without compiling them: slower, the same bytes.
	Interpreter bool
	// DeveloperMode allows the modes and actions of background processing that need it.
	DeveloperMode bool
	// Background is what devices make of background processing.
	Background background.Support
}

// Adapter is a simulated machine: CPU threads, VRAM and GPUs on one virtual clock. A Device is a view of it with its own
// queues. It and everything of it are used by one goroutine at a time; Thread makes simulated CPU threads.
type Adapter struct {
	ctx          context.Context
	layers       *layers.Chain
	checkKernels bool
	onEvent      func(trace.Event)
	usedMemory   uint64            // of objects, for events
	held         map[uint64]uint64 // its parts: sizes by their beginnings
	onFrame      func(Frame)
	maxObjects   int

	sim     *sched.Sim
	profile sched.Profile
	vram    *mem.Space
	machine *exec.Machine
	work    *batch.Machine          // what queues were given
	objects byid.Table[gpu.ID, any] // those that commands may refer to
	lastID  gpu.ID                  // that was given out
	counts  map[counted]uint32
	ticks   uint64 // calls so far
	vain    vain
	clock   clock
	leaving leaving
	live    int // objects created and not released
	peak    int // the most of them at a time
	devices []*Device
	ranges  spans.Map[any]
	threads map[*sched.Thread]*Thread
	started []*Thread // in order; those that were released, too, and joined ones until they are many
	joined  int       // of these
	crowd   bool      // a thread was started
	kernels *kernel.Runner
	// namesakes is how many threads have a name.
	namesakes map[string]int
	// siblings are the threads that each call has started.
	siblings map[gpu.Site]*siblings
	// rehearsed are the kernels that pipelines have, as far as they are looked at.
	rehearsed rehearsal.Kernels
	stats     Stats

	developerMode bool
	background    background.Support
	workers       *tuning.Clock // that background tasks run on

	submits recording.Reuse[gpu.SubmitCall]
	fences  recording.Reuse[gpu.FenceCall]
	lists   recording.Reuse[gpu.ListCall]
	mapped  recording.Reuse[accessCall]
}

// Stats are counts since the adapter was made.
type Stats struct {
	Commands, Submits, Dispatches, Copies uint64
	Frames                                uint64
	Draws, Primitives                     uint64
	WorkItems, Instructions               uint64
	BytesCopied                           uint64
	ObjectsPeak                           int
	VRAMPeak, VRAMInUse, VRAMLimit        uint64 // bytes
	VirtualTime                           uint64 // nanoseconds
	// Background is what background processing did on all devices; Mode and MostAtOnce are not counted.
	Background BackgroundProcessingStats
}

// NewAdapter makes a machine. It fails for an unknown profile and when the address space cannot be reserved.
func NewAdapter(o Options) (*Adapter, error) {
	if o.Profile == "" {
		o.Profile = "default"
	}
	machine, ok := profile.Find(o.Profile)
	if !ok {
		return nil, fmt.Errorf("no adapter profile %q; there are %v", o.Profile, ProfileNames())
	}
	if o.VRAMBytes == 0 {
		o.VRAMBytes = DefaultVRAMBytes
	}
	vram, err := mem.New(min(o.VRAMBytes, gpu.MaxVRAMBytes))
	if err != nil {
		return nil, err
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	a := &Adapter{ctx: o.Context, layers: layers.New(o.Layers, o.Errors, o.OnDiagnostic), checkKernels: o.CheckKernels,
		onEvent: o.OnEvent, onFrame: o.OnFrame,
		maxObjects: o.MaxObjects, profile: machine, vram: vram, threads: map[*sched.Thread]*Thread{}, siblings: map[gpu.Site]*siblings{},
		counts: map[counted]uint32{}, namesakes: map[string]int{},
		kernels:       kernel.NewRunner(kernel.Options{Interpreter: o.Interpreter, Verify: o.Background == background.SupportVerify}),
		rehearsed:     rehearsal.New(o.CheckKernels),
		developerMode: o.DeveloperMode, background: o.Background}
	budget := o.InstructionBudget
	if budget == 0 {
		budget = DefaultInstructionBudget
	}
	a.sim = sched.New(machine, explore.PolicyOf(o.Schedule, o.Seed))
	a.layers.Await(func(need func() bool) { a.sim.Others(0, need) })
	a.workers = tuning.NewClock(a.sim)
	if o.OnEvent != nil {
		a.held = map[uint64]uint64{}
		a.sim.SetObserver(observer{a})
	}
	if err = a.kernels.Attach(vram); err == nil {
		a.machine, err = exec.New(vram, env{a}, a.kernels, exec.Options{InstructionBudget: budget, Report: o.CheckKernels,
			Track: a.layers.Followed() || a.sim.Watched(), Uncounted: o.OnEvent == nil && !a.sim.Watched()})
	}
	if err != nil {
		return nil, errors.Join(err, a.kernels.Close(), vram.Close())
	}
	a.work = &batch.Machine{World: env{a}, Exec: a.machine, Layers: a.layers, Kernels: a.kernels, VRAM: vram, Sim: a.sim,
		Profile: &a.profile, Budget: budget,
		Rehearse: o.CheckKernels, Watched: o.OnEvent != nil, OnPrintf: o.OnPrintf}
	return a, nil
}

// ProfileNames are the names of the adapter profiles, "default" first.
func ProfileNames() []string { return costs.ProfileNames() }

// ProfileInfo is a row of the table of adapter profiles.
type ProfileInfo = costs.ProfileInfo

// Profiles is the table of adapter profiles, "default" first.
func Profiles() []ProfileInfo { return costs.Profiles() }

// Close ends all simulated threads and returns the memory. No object of the adapter may be used after it.
func (a *Adapter) Close() error {
	a.sim.Shutdown()
	for _, d := range a.devices {
		d.tuner.Close()
	}
	return errors.Join(a.kernels.Close(), a.vram.Close())
}

// Stats returns the counts so far.
func (a *Adapter) Stats() Stats {
	s, done := a.stats, &a.work.Counts
	s.Submits, s.Dispatches, s.Copies, s.Draws, s.Primitives = done.Submits, done.Dispatches, done.Copies, done.Draws, done.Primitives
	s.WorkItems, s.Instructions, s.BytesCopied = done.WorkItems, done.Instructions, done.BytesCopied
	s.ObjectsPeak, s.VRAMPeak, s.VRAMInUse, s.VRAMLimit = a.peak, a.vram.Peak(), a.vram.InUse(), a.vram.Limit()
	s.VirtualTime = uint64(a.sim.Now())
	for _, d := range a.devices {
		s.Background.Add(d.tuner.Report())
	}
	return s
}

// Now is the clock of the running CPU thread in virtual nanoseconds.
func (a *Adapter) Now() uint64 { return uint64(a.sim.Now()) }

// Crowded says whether another CPU thread could go on if the running one made a call: threads take turns in calls.
func (a *Adapter) Crowded() bool { return a.sim.Crowded() }

// Work lets the running CPU thread compute for d virtual nanoseconds, but not beyond the end of time. site is the call in the script, 0 if there is
// none.
func (a *Adapter) Work(d uint64, site gpu.Site) error {
	if a.onEvent != nil {
		a.event(trace.Event{Kind: trace.Works, Thread: a.sim.Running().Name(), ThreadID: a.sim.Running().ID(), Value: d, Site: site})
	}
	a.sim.Work(sched.Time(min(d, math.MaxInt64)))
	return a.layers.Pending()
}
