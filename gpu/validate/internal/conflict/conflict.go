// Package conflict words the conflicts that package hazard finds. Values in, diagnostics out.
//
// It knows objects only by name, through Names, and must not know how conflicts are found.
package conflict

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Names tells how objects are called, and what they are.
type Names interface {
	// Ref is the object as messages name it: copy queue "upload".
	Ref(id gpu.ID) string
	// Name is the name alone.
	Name(id gpu.ID) string
	// Created is the place where the object was made.
	Created(id gpu.ID) gpu.Site
	// Released is the place where the object was released, 0 if it was not.
	Released(id gpu.ID) gpu.Site
	// Fence is the object of a fence of the order.
	Fence(number int) gpu.ID
	// Unheeded is a fence that a queue has signalled more than once, for which nothing has waited so far, and where; 0: there is none, or that is
	// up to the run.
	Unheeded(queue gpu.ID) (fence gpu.ID, signal gpu.Site)
	// Armed is an event that a fence sets when it has a value, or a larger one, and for which nothing has waited since the call that asked for it,
	// and the place of the call; 0: there is none, or that is up to the run.
	Armed(fence gpu.ID, value uint64) (event gpu.ID, site gpu.Site)
	// Arming is the place of the last call that lets the fence set an event, if that asks for a value; 0: it does not, or that is up to the run.
	Arming(fence, event gpu.ID, value uint64) gpu.Site
	// Resource is the normalized description of a resource, nil for other objects.
	Resource(id gpu.ID) *gpu.ResourceDesc
	// Device is the device of an object.
	Device(id gpu.ID) gpu.ID
	// Shown says whether a resource is a back buffer of a swap chain.
	Shown(id gpu.ID) bool
	// ReadsBack says whether a queue reads back for the CPU, which waits for it at once.
	ReadsBack(queue gpu.ID) bool
	// Barriers are those of a list, nil where they are not known any more.
	Barriers(list gpu.ID) *passage.List
	// Closed is the place where a list was closed that has not begun another recording since; 0 for others.
	Closed(list gpu.ID) gpu.Site
	// Does is as what a command that needs a resource in a state uses it, by the number of a claim: reads it as t0 of …; "" where the command itself
	// says it.
	Does(role uint32, want gpu.ResourceStates) string
	// States are the states that lists of the type of one have.
	States(list gpu.ID) gpu.ResourceStates
}

// codes are the codes by kind of conflict.
var codes = map[hazard.Kind]diag.Code{hazard.Overlap: diag.DataRace, hazard.Writers: diag.DisjointWriters, hazard.Shared: diag.SharedSubresource,
	hazard.Moved:   diag.UnorderedTransition,
	hazard.Atomics: diag.UnorderedAtomics, hazard.Unordered: diag.MissingUAVBarrier, hazard.Aliased: diag.MissingAliasingBarrier}

// speaker words one conflict.
type speaker struct {
	Names
	c    *hazard.Conflict
	more []gpu.ID // the resources of other conflicts that have the same cause
}

// Explain returns the diagnostics of conflicts. known is what every thread knows to be finished.
func Explain(names Names, found []hazard.Conflict, known track.Clock) (out []*diag.Diagnostic) {
	alike := map[gap][]gpu.ID{}
	for i := range found {
		if at := gapOf(&found[i]); found[i].Kind == hazard.Unordered && !slices.Contains(alike[at], found[i].Second.Access.Resource) {
			alike[at] = append(alike[at], found[i].Second.Access.Resource)
		}
	}
	for i := range found {
		at := gapOf(&found[i])
		if all, is := alike[at]; !is || found[i].Kind != hazard.Unordered {
			out = append(out, explain(names, &found[i], nil))
			out[len(out)-1].Shows = shows(&found[i], known)
		} else if len(all) > 0 {
			out = append(out, explain(names, &found[i], all[1:]))
			alike[at] = nil
		}
	}
	return out
}

// shows is the work of the first side, where every thread knows that the second side is finished and not that the first is: had the queue of the
// second waited for it, they would know both.
//
//	compute   [skin] ── Signal(S, 1)
//	graphics     [draw] ── Signal(D, 1)      Wait(S, 1) is missing before it
//	CPU                      WaitCPU(D, 1)   Reset of the allocator of skin ◀── why nobody knows that this is finished
func shows(c *hazard.Conflict, known track.Clock) diag.Wait {
	first, second := &c.First, &c.Second
	if first.Queue == 0 || second.Queue == 0 || !c.Cover.Proves || known.At(second.Point.Queue) < second.Point.Pos ||
		known.At(first.Point.Queue) >= first.Point.Pos {
		return diag.Wait{}
	}
	return diag.Wait{For: int(first.Point.Queue), Item: uint64(first.Point.Pos)}
}

// gap is where the two sides of a conflict of one submission stand: one barrier between them is missing, whatever resources they share.
type gap struct{ first, second, submit gpu.Site }

func gapOf(c *hazard.Conflict) gap {
	return gap{c.First.Record, c.Second.Record, c.Second.Submit}
}

func explain(names Names, c *hazard.Conflict, more []gpu.ID) *diag.Diagnostic {
	s := speaker{names, c, more}
	code := codes[c.Kind]
	if c.Kind == hazard.Overlap && (c.First.Queue == 0 || c.Second.Queue == 0) {
		code = diag.MappedRace
	}
	d := words.New(code, s.place(&c.Second), "%s", s.headline())
	d.Labels[0].Text = s.label(&c.Second)
	s.recorded(d, &c.Second)
	if s.inside() {
		d.Labels[0].Text += words.In(c.Second.Region)
		d.Also(s.place(&c.First), s.label(&c.First)+words.In(c.First.Region))
		s.recorded(d, &c.First)
	} else {
		d.Also(c.First.Submit, s.label(&c.First))
		s.recorded(d, &c.First)
	}
	if c.Open || c.Together || s.parts() {
		d.Meanwhile()
	}
	d.WithObject(c.Second.Access.Resource, s.Ref(c.Second.Access.Resource)).WithRange(c.Begin, c.End)
	first, second := &c.First, &c.Second
	d.Runs = []diag.Run{{List: first.List, Submit: first.Submit}, {List: second.List, Submit: second.Submit}}
	d.Runs[1].Again = first.List != 0 && first.List == second.List && (!s.inside() || first.Bundle == second.Bundle && first.Index >= second.Index)
	d.Apart, d.Open = diag.Apart(c.Apart), c.Maybe
	if s.inside() { // of each resource a barrier is missing; what orders two submissions serves all that they touch
		d.Turn = fmt.Sprint(s.Created(first.Access.Resource), s.Created(second.Access.Resource), " ")
	}
	d.Turn += fmt.Sprint(first.Queue, second.Queue, first.Submit, first.Record, second.Submit, second.Record)
	s.explain(d)
	words.Fold(d)
	return d
}

// place is where a side stands: its submission, or the command itself where both sides are of one submission.
func (s speaker) place(side *hazard.Side) gpu.Site {
	if s.inside() {
		return side.Record
	}
	return side.Submit
}

// inside says whether both sides are of one submission.
func (s speaker) inside() bool { return s.c.Kind == hazard.Unordered || s.c.Kind == hazard.Aliased }

// recorded adds where the command of a side was recorded, or submitted.
func (s speaker) recorded(d *diag.Diagnostic, side *hazard.Side) {
	switch {
	case side.Queue == 0 || side.Record == 0:
	case s.inside():
		if side.Bundle != 0 {
			d.Via(side.Bundle, fmt.Sprintf("%s of %s", gpu.OpExecuteBundle, s.Ref(side.List)))
		}
		d.Submitted(side.Submit, "to "+s.Ref(side.Queue))
	default:
		d.Via(side.Record, s.Ref(side.List)+", "+numbered(side)+words.In(side.Region))
	}
}

// who is the queue, or the CPU.
func (s speaker) who(side *hazard.Side) string {
	switch {
	case side.Queue != 0:
		return s.Ref(side.Queue)
	case side.Thread != 0 || s.threads():
		return words.Thread(s, side.Thread)
	}
	return "the CPU"
}

// threads says whether both sides are CPU threads.
func (s speaker) threads() bool { return s.c.First.Queue == 0 && s.c.Second.Queue == 0 }

func (s speaker) headline() string {
	a, b := &s.c.First, &s.c.Second
	target := s.Ref(b.Access.Resource)
	switch s.c.Kind {
	case hazard.Unordered:
		if s.parts() {
			return fmt.Sprintf("command %d of %s #%d %s %s, which command %d of it %s, with nothing to order them", b.Access.Part, b.Op, b.Index,
				b.Access.Kind, target, a.Access.Part, a.Access.Kind)
		}
		if a.List == b.List && a.Index == b.Index {
			return fmt.Sprintf("%s of %s %s %s, which it %s in %s before without a UAV barrier between them", numbered(b),
				s.Ref(b.List), b.Access.Kind, target, a.Access.Kind, execution(a, b))
		}
		return fmt.Sprintf("%s %s %s, which %s %s before it without a UAV barrier between them", command(s, b, a), b.Access.Kind, target,
			command(s, a, b), a.Access.Kind)
	case hazard.Aliased:
		if s.c.Together {
			return fmt.Sprintf("%s %s %s in memory that it %s as %s", numbered(b), b.Access.Kind, target, a.Access.Kind, s.Ref(a.Access.Resource))
		}
		return fmt.Sprintf("%s %s %s in memory that %s %s as %s, without an aliasing barrier between them", command(s, b, a), b.Access.Kind, target,
			command(s, a, b), verb(a), s.Ref(a.Access.Resource))
	}
	subject, other := b, a // a writing side is the subject, or else the CPU
	if a.Queue == 0 || b.Queue != 0 && b.Access.Kind == gpu.AccessRead || moves(a) && !moves(b) {
		subject, other = a, b
	}
	if x, y := subject.Access.Resource, other.Access.Resource; x != y {
		return fmt.Sprintf("%s %s %s while %s %s %s in the same memory", s.who(subject), verb(subject), s.Ref(x), s.who(other), verb(other), s.Ref(y))
	}
	if other.Claims {
		return fmt.Sprintf("%s %s %s while %s needs it in %s", s.who(subject), verb(subject), target, s.who(other), other.Access.As)
	}
	return fmt.Sprintf("%s %s %s while %s %s it", s.who(subject), verb(subject), target, s.who(other), verb(other))
}

// command is the command of a side, with its list where the other side's has the same number in another one.
func command(n Names, side, other *hazard.Side) string {
	text := numbered(side)
	if side.List != other.List && text == numbered(other) {
		text += " of " + n.Ref(side.List)
	}
	return text
}

// numbered is the command of a side, by its number in its list. What is composed of several commands has none of its own.
func numbered(side *hazard.Side) string {
	if side.By != gpu.OpNone {
		return side.By.String()
	}
	return fmt.Sprintf("%s #%d", side.Op, side.Index)
}

// called is the call that recorded the command of a side.
func called(side *hazard.Side) gpu.Op {
	if side.By != gpu.OpNone {
		return side.By
	}
	return side.Op
}

// moves says whether a side is a barrier.
func moves(side *hazard.Side) bool { return side.Op == gpu.OpResourceBarrier }

// activates says whether a side is an aliasing barrier that activates a resource.
func activates(side *hazard.Side) bool { return moves(side) && side.Access.Slot == "" }

// hands says whether a side is an aliasing barrier.
func hands(side *hazard.Side) bool { return activates(side) || givesUp(side) }

// givesUp says whether a side is an aliasing barrier that activates no certain resource.
func givesUp(side *hazard.Side) bool { return moves(side) && side.Access.Slot == hazard.GivesUp }

// presents says whether a side is a Present, whose place names a swap chain and no queue.
func presents(side *hazard.Side) bool { return side.Queue != 0 && side.Op == gpu.OpNone }

// explain adds why nothing orders the two, and what would.
func (s speaker) explain(d *diag.Diagnostic) {
	switch s.c.Kind {
	case hazard.Unordered:
		s.unordered(d)
		return
	case hazard.Aliased:
		s.aliased(d)
		return
	case hazard.Overlap:
		s.overlap(d)
	case hazard.Writers:
		d.Note("The bytes are different, but only one queue at a time may write to a resource.")
	case hazard.Shared:
		if s.c.First.Claims || s.c.Second.Claims {
			d.Note("A subresource of a texture has one state, and writing takes it from COMMON to COPY_DEST.")
			s.claimed(d)
		} else if s.c.First.Access.Kind != gpu.AccessRead && s.c.Second.Access.Kind != gpu.AccessRead {
			d.Note("The texels are different, but only one queue at a time may write to a subresource.")
		} else {
			d.Note("The texels are different, but a subresource has one state at a time, and writing and reading need different states.")
		}
	case hazard.Moved:
		if hands(&s.c.First) || hands(&s.c.Second) {
			d.Note("An aliasing barrier hands memory from one resource to another. It may rewrite what a texture holds there, so no other queue may use the memory meanwhile.")
			break
		}
		if s.c.First.Access.Resource != s.c.Second.Access.Resource {
			d.Note("Both have the same memory. A change of state may rewrite what is there, so only one of the two can be in use.")
			s.claimed(d)
			break
		}
		d.Note("A subresource of a texture has one state, which belongs to the queue that changes it until a fence signals that the change is done.")
		s.claimed(d)
	case hazard.Atomics:
		d.WithSeverity(diag.SeverityWarning).Note("Both are atomic operations that may come in any order, so no update is lost.")
	}
	if s.c.First.Queue == 0 {
		s.behindCPU(d)
		return
	}
	s.behindQueue(d)
	if first, second := &s.c.First, &s.c.Second; s.c.Open && !s.byCPU() && first.Access.Kind == gpu.AccessRead && s.c.Kind == hazard.Overlap {
		d.HelpText("or, if %s is to read what %s writes, let it wait for that: call Wait on it before its submission",
			s.Ref(first.Queue), s.Ref(second.Queue))
	}
	if s.c.Kind == hazard.Writers {
		d.HelpText("or allow it: create the device with AllowDisjointWriters = true")
	}
}

// overlap adds what both sides touch, where that is not what each of them says.
func (s speaker) overlap(d *diag.Diagnostic) {
	first, a := &s.c.First.Access, &s.c.Second.Access
	name, desc := s.Name(a.Resource), s.Resource(a.Resource)
	both, ok := common(first, a)
	switch {
	case desc == nil: // queries, which both sides name
	case s.c.Whole:
		d.Note("%s", onePlace)
	case s.c.First.Pieces > 0 || s.c.Second.Pieces > 0:
		d.Note("The first bytes that both touch are %s.", Range(name, desc, s.c.Begin, s.c.End, 0, 0))
	case first.Resource == a.Resource && first.Begin == a.Begin && first.End == a.End && first.Stride == a.Stride && first.Size == a.Size:
	case ok:
		d.Note("Both touch %s.", Range(name, desc, both.Begin, both.End, both.Stride, both.Size))
	case first.Stride != 0 || a.Stride != 0:
		d.Note("The first bytes that both touch are %s.", Range(name, desc, s.c.Begin, s.c.End, 0, 0))
	default:
		d.Note("Both touch %s.", Range(name, desc, s.c.Begin, s.c.End, 0, 0))
	}
}

// behindCPU: the CPU comes first, and another thread submits, or touches the memory, without having heard of it.
func (s speaker) behindCPU(d *diag.Diagnostic) {
	if s.threads() {
		d.Because("Neither thread waits for a Join, an event or a fence that comes after the access of the other.").
			WithHelp(s.join("let one thread wait for the other before it touches the memory: Join, or an event that the other sets after its access"))
		return
	}
	d.Because("The thread that submits to %s does not know that the access of %s is over.", s.Ref(s.c.Second.Queue), s.who(&s.c.First)).
		WithHelp(s.join("wait for the thread before the submission: Join, or an event that it sets after the access"))
}

// behindQueue: a queue comes first.
func (s speaker) behindQueue(d *diag.Diagnostic) {
	c := s.c
	first := s.Ref(c.First.Queue)
	if at := c.Second.Point; s.byCPU() {
		if c.Second.Queue != 0 {
			at = c.Action
		}
		d.Lacks = lacks(at, c.First.Point, c.First.Submit)
	}
	if !c.Covered {
		if c.Early {
			d.Also(c.Beside.Site, fmt.Sprintf("another thread signals %s = %d on it", s.Ref(s.Fence(c.Beside.Fence)), c.Beside.Value)).
				Because("Nothing decides whether that or the work of %s comes first, so a wait for it proves nothing about the work.", first)
		} else {
			d.Because("Nothing is signalled on %s after its work, so nobody can wait for it.", first)
			d.Awaited, d.Between = diag.Awaited{Of: c.First.Queue, By: c.Second.Queue}, between(c)
		}
		s.heard(d)
		s.helpSignal(d)
		return
	}
	signal := &c.Cover.Signal
	fence := s.Ref(s.Fence(signal.Fence))
	d.Awaited = diag.Awaited{Fence: s.Fence(signal.Fence), Value: signal.Value, Of: c.First.Queue, By: c.Second.Queue}
	d.Between = between(c)
	d.Also(signal.Site, fmt.Sprintf("%s = %d is signalled when that is finished", fence, signal.Value))
	switch {
	case s.byCPU():
		d.Because("The CPU has not waited for %s >= %d first.", fence, signal.Value)
	case c.Waited:
		d.Also(c.WaitSite, fmt.Sprintf("waits for %s >= %d", fence, c.Wait.Value)).
			Because("%s waits for %s >= %d, which does not prove that the work of %s is finished.",
				words.Capital(s.Ref(c.Second.Queue)), fence, c.Wait.Value, first)
	default:
		d.Because("%s does not wait for %s first.", words.Capital(s.Ref(c.Second.Queue)), fence)
	}
	s.unheeded(d)
	s.heard(d)
	if !c.Cover.Proves {
		Unproved(s, d, &c.Cover, c.Wait.Value)
		s.helpSignal(d)
		return
	}
	s.helpWait(d)
}

// unheeded names a fence that the second queue signals for nobody, where the program goes round in a loop: the first queue may have to wait for it,
// before it uses again what the second one is not done with.
func (s speaker) unheeded(d *diag.Diagnostic) {
	if s.byCPU() || !s.c.Again {
		return
	}
	if id, signal := s.Unheeded(s.c.Second.Queue); id != 0 {
		d.Also(signal, fmt.Sprintf("%s is signalled here, and nothing has waited for it so far", s.Ref(id))).
			Note("If %s has to wait for %s before it uses %s again, it is that Wait that is missing.", s.Ref(s.c.First.Queue), s.Ref(id),
				s.Ref(s.c.First.Access.Resource))
	}
}

// givenUp is the value that a fence has when it was released, lost the one that it has when its device was removed. No signal has one that is so
// high.
const givenUp, lost = ^uint64(0), ^uint64(0) - 1

// Unproved adds why a wait for the signal after the first side would not help. waits is the value that is waited for, 0 for none.
func Unproved(n Names, d *diag.Diagnostic, c *track.Cover, waits uint64) {
	fence := n.Ref(n.Fence(c.Signal.Fence))
	switch {
	case c.Held:
		d.Because("%s = %d does not come before this, so a wait for it here would never end.", words.Capital(fence), c.Signal.Value)
	case initial(c):
		d.Because("%s was at %d before, which ends a wait for %s >= %d without that signal.", words.Capital(fence),
			c.Other.Value, fence, c.Signal.Value)
	case c.Early:
		d.Because("%s was at %d before, which ends a wait for %s >= %d without that signal.", words.Capital(fence), c.Before, fence, c.Signal.Value)
	case c.Overtaken && c.Other.Value == givenUp:
		d.Awaited.Freed = n.Released(n.Fence(c.Signal.Fence))
		d.Also(d.Awaited.Freed, fence+" is released here, which ends all waits for it").
			Because("The Release of %s may end a wait for %s >= %d before the work is finished, so the wait proves nothing about the work.",
				fence, fence, c.Signal.Value)
		if waits > c.Signal.Value { // without the Release it might never end
			d.HelpText("wait for %s >= %d, and move the Release after the work that waits", fence, c.Signal.Value)
		} else {
			d.HelpEdit(d.Awaited.Freed, diag.EditDeleteLine, "", "move the Release after the work that waits, or leave it out")
		}
	case c.Overtaken && c.Other.Value == lost:
		d.Also(c.Other.Site, "this removes the device of "+fence+", which ends all waits for it").
			Because("The removal of the device may end a wait for %s >= %d before the work is finished, so the wait proves nothing about the work.",
				fence, c.Signal.Value)
	case repeated(c):
		d.Because("%s is signalled with %d each time, and the first of these signals ends all waits for that.", words.Capital(fence), c.Signal.Value)
	case c.Overtaken:
		d.Also(c.Other.Site, fmt.Sprintf("%s = %d may come without that", fence, c.Other.Value)).
			Because("Another signal of %s may end a wait for %s >= %d as well, so the wait proves nothing about the work.",
				fence, fence, c.Signal.Value)
	}
}

// initial says whether a signal proves nothing because its fence has the value from the beginning.
func initial(c *track.Cover) bool { return c.Overtaken && c.Other.Site == 0 && c.Other.Value < lost }

// repeated says whether a signal proves nothing because its place gives the fence one value again and again.
func repeated(c *track.Cover) bool {
	return c.Overtaken && c.Other.Site == c.Signal.Site && c.Other.Value == c.Signal.Value
}

// byCPU says whether the second side is the CPU, or reads back for it.
func (s speaker) byCPU() bool { return s.c.Second.Queue == 0 || s.ReadsBack(s.c.Second.Queue) }
