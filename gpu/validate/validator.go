package validate

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/residency"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/fences"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/mapping"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/markers"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/named"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
	ledger "github.com/gpuscript/gpuscript/gpu/validate/internal/residency"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/roster"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/standstill"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/suspects"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/withheld"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Level says how much is checked.
type Level uint8

// The levels.
const (
	// On checks every rule.
	On Level = iota
	// Off checks what the device has to rely on: descriptions, ranges and the protocol of lists (GS03xx). It follows no states and no order, and
	// gives no advice.
	Off
)

// Options of a Validator. The zero value checks every rule but those about GPU virtual addresses.
type Options struct {
	Level Level
	// ResourceAt finds the buffer at a GPU virtual address and the offset in it. The device offers it; nil: rules about
	// addresses are left out. It may be set with SetResourceAt after the device was made.
	ResourceAt func(address uint64) (gpu.ID, uint64, bool)
}

// Validator checks calls. It is a device.Layer, a device.Swift, a device.Explainer, a device.Follower, a device.Dropper and a device.Remover, and
// wavers (Wavers).
type Validator struct {
	level      Level
	resourceAt func(uint64) (gpu.ID, uint64, bool)
	objects    *roster.Roster
	asked      drawWorld
	views      viewWorld
	out        []*diag.Diagnostic
	removes    gpu.RemovedReason
	markers    markers.Follower
	remover    gpu.CallHead                // of the call that does
	chosen     withheld.List[tables.Found] // what commands were found to do with resources that they chose
	scope      gpu.ID                      // the device that the call works on, 0: none
	subject    gpu.ID                      // the object that says so, 0: the device itself
	order      *track.Order
	learned    uint64                          // of the order, when it was looked at what follows from it last
	recorder   track.Agent                     // the thread of the command that is looked at,
	calm       bool                            // and where there are others, and no device was removed: what it does with an object may be what it did last
	asks       track.Agent                     // the thread whose work in flight was asked for last
	flying     flight.Flying                   // what the call that is looked at found of that
	threads    byid.Table[gpu.ID, track.Agent] // besides the main one
	fenceIDs   []gpu.ID                        // by number in order
	book       *fences.Book
	layouts    program.Layouts
	stamp      uint32                          // of the last recording
	queues     byid.Table[track.Agent, gpu.ID] // by agent
	devices    byid.Table[gpu.ID, *device]
	mapped     *mapping.Table   // buffers that are mapped
	writes     uint64           // of descriptors
	races      *hazard.Detector // nil: off
	doubts     flight.Doubts
	given      flight.Given // calls that give up what work may choose
	late       flight.Late  // what commands that come again have chosen
	things     []flight.Thing
	owners     owner.Book
	halts      standstill.Ledger
	still      bool             // nothing can happen any more, and somebody waits
	content    *content.Ledger  // nil: off
	course     *course.Course   // the states of resources as work executes
	resident   ledger.Ledger    // which memory the GPU may access
	tables     tables.Follower  // descriptors that programs choose
	suspects   *suspects.Finder // and the states of what they may choose
	named      named.Follower   // buffers that indirect commands name
	needs      *use.Book        // the states that commands need
	written    []role.Need      // of it, those in states for writing
	presents   substate.Table   // what a Present expects
	inner      gpu.Command      // of the bundle that is gone through
	running    []course.List    // of the submission that is looked at
	expected   bool             // and what its lists expect of volatile descriptors is worked out
	signals    fenceWorld       // of the call about fences that is looked at
}

// New returns a Validator.
func New(o Options) *Validator {
	v := &Validator{objects: roster.New(), level: o.Level, resourceAt: o.ResourceAt, order: track.NewOrder(),
		layouts: program.Layouts{}, mapped: mapping.New()}
	v.owners.Mapped, v.owners.Resident, v.owners.Unsure, v.owners.Beyond = v.mapped, &v.resident, v.halts.Unsure, v.halts.Beyond
	v.needs = use.New(names{v}, &v.out, v.on())
	v.course = course.New(v.order)
	v.suspects = suspects.New(names{v}, v.needs, v.course, &v.tables)
	v.book = fences.New(v.order, v.course)
	if v.on() {
		v.races = hazard.New(v.order, hazard.Options{Locate: v.locate, DisjointWriters: v.allowsDisjoint})
		v.content = content.New(v.order, content.Options{Locate: v.locate, Describe: names{v}.Resource, Unfinished: v.races.Writers,
			Users: v.users})
	}
	return v
}

// SetResourceAt sets Options.ResourceAt.
func (v *Validator) SetResourceAt(f func(address uint64) (gpu.ID, uint64, bool)) { v.resourceAt = f }

// Removes implements device.Remover: whether the submission that was just refused removes the device, as the runtime of Direct3D 12 does.
func (v *Validator) Removes() gpu.RemovedReason {
	if v.removes != gpu.RemovedNot {
		v.remove(v.scope, &v.remover)
	}
	return v.removes
}

// Check implements device.Layer. The result is valid until the next call.
func (v *Validator) Check(call gpu.Call) []*diag.Diagnostic {
	v.out, v.removes, v.scope, v.subject, v.expected, v.flying = v.out[:0], gpu.RemovedNot, 0, 0, false, v.flying[:0]
	v.owners.Begin()
	switch c := call.(type) {
	case *gpu.Command:
		v.checkCommand(c)
	case *gpu.CreateCall:
		v.checkCreate(c)
	case *gpu.DescriptorCall:
		v.checkDescriptor(c)
	case *gpu.EventCall:
		v.checkEvent(c)
	case *gpu.FenceCall:
		v.checkFence(c)
	case *gpu.HandleCall:
		v.checkHandle(c)
	case *gpu.ListCall:
		v.checkListCall(c)
	case *gpu.MapCall:
		v.checkMap(c)
	case *gpu.MultipleFenceCall:
		v.checkMultipleFence(c)
	case *gpu.PresentCall:
		v.checkPresent(c)
	case *gpu.ReleaseCall:
		v.checkRelease(c)
	case *gpu.ResizeCall:
		v.checkResize(c)
	case *residency.Call:
		v.checkResidency(c)
	case *gpu.StepCall:
		v.checkStep(c)
	case *gpu.SubmitCall:
		v.checkSubmit(c)
	case *gpu.UnsupportedCall:
		v.checkUnsupported(c)
	}
	if len(v.out) == 0 {
		return nil
	}
	if halts := v.owners.Anew() && v.hangs(call.CallThread()); halts || v.owners.Disputed() {
		owner.Follow(v.out, halts)
	}
	words.Finish(v.out, v.objects.Nameless)
	return v.out
}

// Record implements device.Layer.
func (v *Validator) Record(call gpu.Call) {
	if _, writes := call.(*gpu.DescriptorCall); !writes {
		v.given.Stale()
	}
	switch c := call.(type) {
	case *gpu.Command:
		v.recordCommand(c)
	case *gpu.DescriptorCall:
		v.recordOverwrites(c)
	case *gpu.CreateCall:
		v.recordCreate(c)
	case *gpu.EventCall:
		v.races.Hear(v.thread(&c.CallHead), c)
		v.recordEvent(c)
	case *gpu.FenceCall:
		v.recordFence(c)
	case *gpu.ListCall:
		v.recordListCall(c)
	case *gpu.MapCall:
		v.recordMap(c)
	case *gpu.MultipleFenceCall:
		v.races.Hear(v.thread(&c.CallHead), c)
		v.recordMultipleFence(c)
	case *gpu.NameCall:
		if o := v.objects.Get(c.Object); o != nil {
			o.Name = c.Name
		}
	case *gpu.PresentCall:
		v.recordPresent(c)
	case *gpu.ReleaseCall:
		v.recordRelease(c)
	case *gpu.RemoveCall:
		v.remove(c.Device, &c.CallHead)
	case *residency.Call:
		v.recordResidency(c)
	case *gpu.StepCall:
		v.recordStep(c)
	case *gpu.SubmitCall:
		v.recordSubmit(c)
	}
}

// PassesFence implements device.Swift: what Check looks at where it is switched off.
func (v *Validator) PassesFence(c *gpu.FenceCall) bool {
	scope := v.objects.Device(c.Queue)
	return c.Value <= gpu.MaxFenceValue && c.Event == 0 && v.sound(c.Fence, scope) && v.sound(c.Queue, scope)
}

// PassesSubmit implements device.Swift.
func (v *Validator) PassesSubmit(c *gpu.SubmitCall) bool {
	q, scope := bodyOf[queue](v, c.Queue), v.objects.Device(c.Queue)
	for _, id := range c.Lists {
		l := v.list(id)
		if l == nil || q == nil || l.Type != q.Type || l.Records || l.Dead || l.Suspect.Is || !v.sound(id, scope) {
			return false
		}
		if a := bodyOf[allocator](v, l.Alloc); a == nil || a.Reset != l.Resets {
			return false
		}
	}
	return v.sound(c.Queue, scope)
}

// sound says that an object, which stands in no heap, is not unusable for calls on a device.
func (v *Validator) sound(id, device gpu.ID) bool {
	return id == 0 || v.objects.Get(id).Sound(device)
}

// on says whether states, order, lifetimes and advice are looked at.
func (v *Validator) on() bool { return v.level == On }

// thread is the agent of the CPU thread that makes a call.
func (v *Validator) thread(h *gpu.CallHead) track.Agent { return v.threads.Get(h.Thread) }

// within says on which device the call works: that of an object, which is remembered for messages.
func (v *Validator) within(subject gpu.ID) {
	v.scope, v.subject = v.objects.Device(subject), subject
}

// refused says whether the call that is being checked broke a rule.
func (v *Validator) refused() bool {
	return slices.ContainsFunc(v.out, func(d *diag.Diagnostic) bool { return d.Severity == diag.SeverityError })
}
