// Package named follows the buffers whose addresses ExecuteIndirect reads from memory: which ones these are is known when the command runs, so states
// and lifetimes of them cannot be looked at before. What is found depends on the submission alone, not on the time at which it runs.
//
//	submission   barrier x → COPY_DEST    ExecuteIndirect: u0 is x     x is not in UNORDERED_ACCESS
//
// Buffers are in COMMON when a submission begins, because they decay at the end of the one before. Values in, uses and misuses out: it must not know words
// or calls.
package named

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Misuse is a buffer that an indirect command finds in another state than it needs.
type Misuse struct {
	Origin   gpu.Origin
	Resource gpu.ID
	State    substate.Subresource // before the command
	Want     gpu.ResourceStates
	Verdict  substate.Verdict
}

// Command is an ExecuteIndirect that names buffers, by its place in its recording. Slots are those of the accesses to them.
type Command struct {
	List  gpu.ID
	Index uint32
	Slots []string
}

// Use is a buffer that an indirect command has used, and the submission.
type Use struct {
	Resource gpu.ID
	Point    track.Point
}

// Follower follows the submissions that hold such commands. The zero value is ready.
type Follower struct {
	runs  map[key]*run
	found []Misuse
	uses  []Use
}

// key is a submission.
type key struct {
	queue  gpu.ID
	number uint64
}

// Run is a submission that has not ended.
type Run struct {
	Point track.Point
	Site  gpu.Site
	List  gpu.ID // the first one with such commands
}

// run is what a submission has done so far.
type run struct {
	Run
	commands []Command
	states   map[gpu.ID]*substate.Subresource
	told     map[gpu.ID]bool
}

// promotable are the states to which a buffer in COMMON comes by being used.
var promotable = substate.Promotable(true, false)

// Begin tells of a submission, and of commands in it that name buffers. It may be called for several lists of one submission.
func (f *Follower) Begin(queue gpu.ID, number uint64, at Run, commands []Command) {
	if f.runs == nil {
		f.runs = map[key]*run{}
	}
	r := f.runs[key{queue, number}]
	if r == nil {
		r = &run{Run: at, states: map[gpu.ID]*substate.Subresource{}, told: map[gpu.ID]bool{}}
		f.runs[key{queue, number}] = r
	}
	r.commands = append(r.commands, commands...)
}

// Idle says whether there is nothing to follow.
func (f *Follower) Idle() bool { return len(f.runs) == 0 }

// Running is the submission of a queue that is executed, if it is followed: the first one that has not ended.
func (f *Follower) Running(queue gpu.ID) (p track.Point, ok bool) {
	first := ^uint64(0)
	for k, r := range f.runs {
		if k.queue == queue && k.number < first {
			first, p, ok = k.number, r.Point, true
		}
	}
	return p, ok
}

// Runs are the submissions that are followed and have not ended, in no order.
func (f *Follower) Runs() (out []Run) {
	for _, r := range f.runs {
		out = append(out, r.Run)
	}
	return out
}

// Retired tells that a submission has ended.
func (f *Follower) Retired(queue gpu.ID, number uint64) {
	if len(f.runs) > 0 {
		delete(f.runs, key{queue, number})
	}
}

// Executed follows one command. buffer tells buffers from other resources. The uses are valid until the next call.
func (f *Follower) Executed(e *gpu.Executed, buffer func(gpu.ID) bool) []Use {
	r := f.runs[key{e.Queue, e.Submission}]
	f.uses = f.uses[:0]
	if r == nil {
		return nil
	}
	slots := r.slots(e)
	for i := range e.Barriers {
		if b := &e.Barriers[i]; b.Type == gpu.BarrierTransition && buffer(b.Resource) {
			r.of(b.Resource).Transition(b, promotable, e.Op, e.RecordSite)
		}
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if !buffer(a.Resource) {
			continue
		}
		s := r.of(a.Resource)
		before := *s
		verdict := s.Use(a.As, promotable, e.Op, e.RecordSite)
		if !slices.Contains(slots, a.Slot) {
			continue
		}
		if verdict != substate.Fine && !r.told[a.Resource] {
			r.told[a.Resource] = true
			f.found = append(f.found, Misuse{e.Origin, a.Resource, before, a.As, verdict})
		}
		f.uses = append(f.uses, Use{a.Resource, r.Point})
	}
	return f.uses
}

// slots are those of the buffers that a command names.
func (r *run) slots(e *gpu.Executed) []string {
	for i := range r.commands {
		if c := &r.commands[i]; e.Op == gpu.OpExecuteIndirect && c.List == e.List && c.Index == e.Index {
			return c.Slots
		}
	}
	return nil
}

// of is the state of a buffer.
func (r *run) of(id gpu.ID) *substate.Subresource {
	s := r.states[id]
	if s == nil {
		s = &substate.Subresource{How: substate.Explicit, State: gpu.StateCommon}
		r.states[id] = s
	}
	return s
}

// Found are the misuses since it was asked last.
func (f *Follower) Found() []Misuse {
	out := f.found
	f.found = nil
	return out
}
