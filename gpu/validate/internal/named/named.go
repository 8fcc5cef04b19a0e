// Package named follows the buffers whose addresses ExecuteIndirect reads from memory, and the resources whose descriptors programs choose: which
// ones these are is known when the command runs, so states and lifetimes of them cannot be looked at before. What is found depends on the submission
// alone, not on the time at which it runs.
//
//	submission   barrier x → COPY_DEST    ExecuteIndirect: u0 is x     x is not in UNORDERED_ACCESS
//	submission   ExecuteIndirect: u0 is x    copy from x               x is not in COPY_SOURCE
//	submission   dispatch chooses t3, x      dispatch chooses u3, x    x is not in UNORDERED_ACCESS
//
// Buffers, and textures with simultaneous access, are in COMMON when a submission begins, because they decay at the end of the one before. Values in,
// uses and misuses out: it must not know words or calls.
package named

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/repeat"
)

// Kind is what the states of a resource depend on. Only those are followed that are in COMMON whenever a submission begins.
type Kind struct {
	Heap   gpu.HeapType
	Pieces []uint64           // the bounds of the subresources of a texture; nil: a buffer
	Comes  gpu.ResourceStates // to which it comes from COMMON by being used
}

// subresources are those of which bytes [begin, end) are parts.
func (k *Kind) subresources(begin, end uint64) (first, behind uint32) {
	if len(k.Pieces) == 0 {
		return 0, 1
	}
	for int(first)+2 < len(k.Pieces) && k.Pieces[first+1] <= begin {
		first++
	}
	for behind = first + 1; int(behind)+1 < len(k.Pieces) && k.Pieces[behind] < end; {
		behind++
	}
	return first, behind
}

// meant are those that a barrier means.
func (k *Kind) meant(b *gpu.Barrier) (first, behind uint32) {
	if b.Subresource == gpu.AllSubresources || len(k.Pieces) == 0 {
		return 0, uint32(max(len(k.Pieces), 2) - 1)
	}
	return b.Subresource, b.Subresource + 1
}

// Misuse is a subresource that a command finds in another state than it needs, because it is such a command or one before it was.
type Misuse struct {
	Origin      gpu.Origin
	Resource    gpu.ID
	Subresource uint32
	State       substate.Subresource // before the command
	Want        gpu.ResourceStates
	Verdict     substate.Verdict
	// Heap is where it stays in one state; DEFAULT: it does not.
	Heap gpu.HeapType
	// Barrier is the one of Barriers that names another state; nil: it is a use. They are valid as long as what was executed.
	Barrier  *gpu.Barrier
	Barriers []gpu.Barrier
	// Chosen says that a program chose the descriptor, not that arguments named the address: of this use, or of the one before that has changed the
	// state.
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
	runs   map[repeat.Submission]*run
	found  []Misuse
	uses   []Use
	quiet  [repeat.Most]quiet // by place
	idle   idle.List[*run]
	number uint64 // of runs
}

// quiet is a command that may be repeated, and found all in its state.
type quiet struct {
	entry        uint64 // its number
	run, changes uint64 // of the run, and what that had changed before
}

// run is what a submission has done so far.
type run struct {
	point    track.Point
	commands []Command
	number   uint64 // no other submission has it
	since    uint64 // the number of the submission whose states it goes on with, its own where it does not
	changes  uint64 // of states
	states   map[part]*state
	order    []*state // those that the last commands used, by their places there: the next one often uses the same
	at       int      // the place in the command that is looked at
	began    bool     // a command was followed
	first    first
	told     map[gpu.ID]bool // what was told of: one misuse of a resource is enough
}

// first is the first command of a submission, if that may be repeated and found all in its state. A submission that begins with the same one finds
// the states of the last one with this memory as it left them, if nothing has changed since: frames of one dispatch are followed once.
type first struct {
	entry   uint64 // its number, 0: another
	chosen  []bool // by access
	changes uint64 // what was changed when it was done
}

// part is a subresource.
type part struct {
	resource    gpu.ID
	subresource uint32
}

// state is that of a subresource.
type state struct {
	part
	run   uint64 // since of its run when it was used; of an earlier one, it is in COMMON
	all   substate.Subresource
	plain substate.Subresource // as it is without what indirect commands name: what is wrong with that is known when the list is recorded or submitted
	named bool                 // it was used so that it is known only now
	chose bool                 // the last time by a program that chose it
}

// Begin tells of a submission, and of indirect commands in it that name buffers; none where programs choose. It may be called for several lists of
// one submission.
func (f *Follower) Begin(queue gpu.ID, number uint64, at track.Point, commands []Command) {
	if f.runs == nil {
		f.runs = map[repeat.Submission]*run{}
	}
	r := f.runs[repeat.Submission{Queue: queue, Number: number}]
	if r == nil {
		if r = idle.New(&f.idle); r.states == nil {
			r.states, r.told = map[part]*state{}, map[gpu.ID]bool{}
		}
		f.number++
		r.number, r.began = f.number, false
		f.runs[repeat.Submission{Queue: queue, Number: number}] = r
	}
	r.point = at
	r.commands = append(r.commands, commands...)
}

// Idle says whether there is nothing to follow.
func (f *Follower) Idle() bool { return len(f.runs) == 0 }

// Running is the submission of a queue that is executed, if it is followed: the first one that has not ended.
func (f *Follower) Running(queue gpu.ID) (p track.Point, ok bool) {
	first := ^uint64(0)
	for k, r := range f.runs {
		if k.Queue == queue && k.Number < first && len(r.commands) > 0 {
			first, p, ok = k.Number, r.point, true
		}
	}
	return p, ok
}

// Retired tells that a submission has ended.
func (f *Follower) Retired(queue gpu.ID, number uint64) {
	r := f.runs[repeat.Submission{Queue: queue, Number: number}]
	if r == nil {
		return
	}
	delete(f.runs, repeat.Submission{Queue: queue, Number: number})
	if len(r.states) <= mostStates { // most submissions use what the one before has used
		r.commands, r.at = r.commands[:0], 0
		clear(r.told)
		f.idle.Put(r, fewRuns)
	}
}

// fewRuns are kept for later submissions, with no more than mostStates states each.
const (
	fewRuns    = 4
	mostStates = 1 << 10
)

// Executed follows one command; same is its entry among those that may be repeated, nil if it has none. kind tells the resources that are followed
// from others, and chosen, by access, which of them go through descriptors that a program chose: none of those that it has not. The uses, those of
// indirect commands, are valid until the next call.
func (f *Follower) Executed(e *gpu.Executed, same *repeat.Entry, kind func(gpu.ID) (Kind, bool), chosen []bool) []Use {
	if len(f.runs) == 0 {
		return nil
	}
	r := f.runs[repeat.Of(e)]
	if r == nil {
		return nil
	}
	slots, begins := r.slots(e), !r.began
	if begins && f.begin(r, same, slots, chosen) || same != nil && f.quiet[same.Place] == (quiet{same.Number, r.number, r.changes}) {
		return nil
	}
	f.uses = f.uses[:0]
	before, found := r.changes, len(f.found)
	r.at = 0
	for i := range e.Barriers {
		b := &e.Barriers[i]
		if k, is := kind(b.Resource); is && k.Heap == gpu.HeapDefault && b.Type == gpu.BarrierTransition {
			f.barrier(r, e, b, &k)
		}
	}
	loud := f.accesses(r, e, kind, slots, chosen)
	if same == nil || loud {
		return f.uses
	}
	if r.changes == before {
		f.quiet[same.Place] = quiet{same.Number, r.number, r.changes}
	}
	if begins && len(f.found) == found {
		r.first = first{same.Number, append(r.first.chosen[:0], chosen...), r.changes}
	}
	return f.uses
}

// begin follows the first command of a submission. It says whether the states are those that it leaves, and nothing is wrong with it.
func (f *Follower) begin(r *run, same *repeat.Entry, slots []string, chosen []bool) bool {
	r.began = true
	if n := &r.first; same != nil && len(slots) == 0 && n.entry == same.Number && n.changes == r.changes && slices.Equal(n.chosen, chosen) {
		return true
	}
	r.since, r.first.entry = r.number, 0
	return false
}

// accesses follows those of a command, and says whether there is one of which more is to be known each time.
func (f *Follower) accesses(r *run, e *gpu.Executed, kind func(gpu.ID) (Kind, bool), slots []string, chosen []bool) (loud bool) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		k, is := kind(a.Resource)
		if !is {
			continue
		}
		indirect := slices.Contains(slots, a.Slot)
		late := indirect || i < len(chosen) && chosen[i]
		have, _ := k.Heap.InitialState()
		loud = loud || indirect || k.Heap != gpu.HeapDefault && !have.Has(a.As)
		if k.Heap != gpu.HeapDefault {
			if !have.Has(a.As) && !r.told[a.Resource] && late {
				r.told[a.Resource] = true
				f.found = append(f.found, Misuse{Origin: e.Origin, Resource: a.Resource, Want: a.As, Slot: a.Slot, Heap: k.Heap, Chosen: !indirect})
			}
			continue
		}
		if indirect {
			f.uses = append(f.uses, Use{a.Resource, r.point})
		}
		for sub, behind := k.subresources(a.Begin, a.End); sub < behind; sub++ {
			f.access(r, e, a, &k, sub, late, indirect)
		}
	}
	return loud
}

// barrier follows a transition.
func (f *Follower) barrier(r *run, e *gpu.Executed, b *gpu.Barrier, k *Kind) {
	r.changes++
	for sub, behind := k.meant(b); sub < behind; sub++ {
		s, m := r.of(b.Resource, sub), Misuse{Origin: e.Origin, Resource: b.Resource, Subresource: sub, Want: b.Before,
			Barrier: b, Barriers: e.Barriers}
		m.State = s.all
		m.Verdict = s.all.Transition(b, k.Comes, e.Op, e.RecordSite)
		f.tell(r, s, m, s.plain.Transition(b, k.Comes, e.Op, e.RecordSite))
	}
}

// access follows an access to a subresource. late says that which resource it is of is known only now, and indirect, that arguments name it.
func (f *Follower) access(r *run, e *gpu.Executed, a *gpu.Access, k *Kind, sub uint32, late, indirect bool) {
	s := r.next(a.Resource, sub)
	if s.all.Serves(a.As) && (late || s.plain.Serves(a.As)) {
		if late {
			s.late(r, !indirect)
		}
		return
	}
	r.changes++
	m := Misuse{Origin: e.Origin, Resource: a.Resource, Subresource: sub, Want: a.As, Slot: a.Slot}
	m.State = s.all
	m.Verdict = s.all.Use(a.As, k.Comes, e.Op, e.RecordSite)
	if m.Verdict == substate.WrongState {
		m.Clash = clash(e.Accesses, a)
	}
	if !late {
		f.tell(r, s, m, s.plain.Use(a.As, k.Comes, e.Op, e.RecordSite))
		return
	}
	s.late(r, !indirect)
	f.tell(r, s, m, substate.Fine)
}

// late notes that which resource is used is known only now: a program chose it, or arguments name it.
func (s *state) late(r *run, chose bool) {
	if !s.named || s.chose != chose {
		r.changes++
	}
	s.named, s.chose = true, chose
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
func (f *Follower) tell(r *run, s *state, m Misuse, known substate.Verdict) {
	if s.named && !r.told[m.Resource] && m.Verdict != substate.Fine && known == substate.Fine {
		r.told[m.Resource], m.Chosen = true, s.chose
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

// next is the state of a subresource that the command uses.
func (r *run) next(id gpu.ID, sub uint32) *state {
	at := r.at
	r.at++
	if at == len(r.order) {
		r.order = append(r.order, nil)
	}
	if s := r.order[at]; s == nil || s.part != (part{id, sub}) {
		r.order[at] = r.of(id, sub)
	} else if s.run != r.since {
		s.begin(r.since)
	}
	return r.order[at]
}

// of is the state of a subresource.
func (r *run) of(id gpu.ID, sub uint32) *state {
	p := part{id, sub}
	s := r.states[p]
	if s == nil {
		s = &state{part: p}
		r.states[p] = s
	}
	if s.run != r.since {
		s.begin(r.since)
	}
	return s
}

// begin puts it into COMMON, as it is when a run begins.
func (s *state) begin(run uint64) {
	common := substate.Subresource{How: substate.Explicit, State: gpu.StateCommon}
	s.run, s.all, s.plain, s.named, s.chose = run, common, common, false, false
}

// Found are the misuses since it was asked last. What they hold of a command is valid as long as that.
func (f *Follower) Found() []Misuse {
	out := f.found
	f.found = nil
	return out
}
