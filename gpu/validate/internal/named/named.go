// Package named follows the buffers whose addresses ExecuteIndirect reads from memory, and those whose descriptors programs choose: which ones these are is
// known when the command runs, so states and lifetimes of them cannot be looked at before. What is found depends on the submission alone, not on the time at which it runs.
//
//	submission   barrier x → COPY_DEST    ExecuteIndirect: u0 is x     x is not in UNORDERED_ACCESS
//	submission   ExecuteIndirect: u0 is x    copy from x               x is not in COPY_SOURCE
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

// Misuse is a buffer that an indirect command finds in another state than it needs, or that a command finds in another one because of such a command.
type Misuse struct {
	Origin   gpu.Origin
	Resource gpu.ID
	State    substate.Subresource // before the command
	Want     gpu.ResourceStates
	Verdict  substate.Verdict
	// Barrier is the one of Barriers that names another state; nil: it is a use. They are valid as long as what was executed.
	Barrier  *gpu.Barrier
	Barriers []gpu.Barrier
	// Chosen says that a program chose the descriptor, not that arguments named the address: of this use, or of the one before that has changed the state.
	Chosen bool
	// Slot is what the use is called, and Clash another access of the same command that no state can serve together with it; nil: none.
	Slot  string
	Clash *gpu.Access
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

// Run is a submission that has not ended, and holds indirect commands that name buffers.
type Run struct {
	Point track.Point
	Site  gpu.Site
	List  gpu.ID // the first one with such commands
}

// run is what a submission has done so far.
type run struct {
	Run
	commands []Command
	states   map[gpu.ID]*state
}

// state is that of a buffer.
type state struct {
	all   substate.Subresource
	plain substate.Subresource // as it is without what indirect commands name: what is wrong with that is known when the list is recorded or submitted
	named bool                 // it was used so that it is known only now
	chose bool                 // the last time by a program that chose it
	told  bool
}

// promotable are the states to which a buffer in COMMON comes by being used.
var promotable = substate.Promotable(true, false)

// Begin tells of a submission, and of indirect commands in it that name buffers; none where programs choose. It may be called for several lists of one submission.
func (f *Follower) Begin(queue gpu.ID, number uint64, at Run, commands []Command) {
	if f.runs == nil {
		f.runs = map[key]*run{}
	}
	r := f.runs[key{queue, number}]
	if r == nil {
		r = &run{states: map[gpu.ID]*state{}}
		f.runs[key{queue, number}] = r
	}
	if len(r.commands) == 0 {
		r.Run = at
	}
	r.commands = append(r.commands, commands...)
}

// Idle says whether there is nothing to follow.
func (f *Follower) Idle() bool { return len(f.runs) == 0 }

// Running is the submission of a queue that is executed, if it is followed: the first one that has not ended.
func (f *Follower) Running(queue gpu.ID) (p track.Point, ok bool) {
	first := ^uint64(0)
	for k, r := range f.runs {
		if k.queue == queue && k.number < first && len(r.commands) > 0 {
			first, p, ok = k.number, r.Point, true
		}
	}
	return p, ok
}

// Runs are the submissions that are followed and have not ended, in no order.
func (f *Follower) Runs() (out []Run) {
	for _, r := range f.runs {
		if len(r.commands) > 0 {
			out = append(out, r.Run)
		}
	}
	return out
}

// Retired tells that a submission has ended.
func (f *Follower) Retired(queue gpu.ID, number uint64) {
	if len(f.runs) > 0 {
		delete(f.runs, key{queue, number})
	}
}

// Executed follows one command. buffer tells buffers from other resources, and chosen what goes through descriptors that a program chose. The uses, those of
// indirect commands, are valid until the next call.
func (f *Follower) Executed(e *gpu.Executed, buffer func(gpu.ID) bool, chosen func(*gpu.Executed, *gpu.Access) bool) []Use {
	r := f.runs[key{e.Queue, e.Submission}]
	f.uses = f.uses[:0]
	if r == nil {
		return nil
	}
	slots := r.slots(e)
	for i := range e.Barriers {
		if b := &e.Barriers[i]; b.Type == gpu.BarrierTransition && buffer(b.Resource) {
			s, m := r.of(b.Resource), Misuse{Origin: e.Origin, Resource: b.Resource, Want: b.Before, Barrier: b, Barriers: e.Barriers}
			m.State = s.all
			m.Verdict = s.all.Transition(b, promotable, e.Op, e.RecordSite)
			f.tell(s, m, s.plain.Transition(b, promotable, e.Op, e.RecordSite))
		}
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if !buffer(a.Resource) {
			continue
		}
		s, m := r.of(a.Resource), Misuse{Origin: e.Origin, Resource: a.Resource, Want: a.As, Slot: a.Slot}
		m.State = s.all
		m.Verdict = s.all.Use(a.As, promotable, e.Op, e.RecordSite)
		if m.Verdict == substate.WrongState {
			m.Clash = clash(e.Accesses, a)
		}
		switch {
		case slices.Contains(slots, a.Slot):
			s.named, s.chose = true, false
			f.uses = append(f.uses, Use{a.Resource, r.Point})
		case chosen(e, a):
			s.named, s.chose = true, true
		default:
			f.tell(s, m, s.plain.Use(a.As, promotable, e.Op, e.RecordSite))
			continue
		}
		f.tell(s, m, substate.Fine)
	}
	return f.uses
}

// clash is an access that no state can serve together with another one; nil if there is none.
func clash(all []gpu.Access, a *gpu.Access) *gpu.Access {
	i := slices.IndexFunc(all, func(b gpu.Access) bool {
		return b.Resource == a.Resource && b.As != a.As && (b.As|a.As).Writes() != 0
	})
	if i < 0 {
		return nil
	}
	return &all[i]
}

// tell adds a misuse that is known only now. known is what was known without what indirect commands name.
func (f *Follower) tell(s *state, m Misuse, known substate.Verdict) {
	if s.named && !s.told && m.Verdict != substate.Fine && known == substate.Fine {
		s.told, m.Chosen = true, s.chose
		f.found = append(f.found, m)
	}
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
func (r *run) of(id gpu.ID) *state {
	s := r.states[id]
	if s == nil {
		common := substate.Subresource{How: substate.Explicit, State: gpu.StateCommon}
		s = &state{all: common, plain: common}
		r.states[id] = s
	}
	return s
}

// Found are the misuses since it was asked last. What they hold of a command is valid as long as that.
func (f *Follower) Found() []Misuse {
	out := f.found
	f.found = nil
	return out
}
