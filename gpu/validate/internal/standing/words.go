// Package standing words what is wrong with states of resources: inside a list, and where a list executes. Values in,
// diagnostics out.
//
// It knows objects only by name, through Names, and must not know how states are followed.
package standing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Names tells how objects are called, and what they are.
type Names interface {
	// Ref is the object as messages name it: copy queue "upload".
	Ref(id gpu.ID) string
	// Created is the place where the object was made.
	Created(id gpu.ID) gpu.Site
	// Resource is the normalized description of a resource, nil for other objects.
	Resource(id gpu.ID) *gpu.ResourceDesc
	// Closed is the place where a list was closed that has not begun another recording since; 0 for others.
	Closed(list gpu.ID) gpu.Site
	// Opened is the place where the recording of a list began; 0: not known.
	Opened(list gpu.ID) gpu.Site
	// Barriers are those of a list, nil where they are not known any more.
	Barriers(list gpu.ID) *passage.List
	// Unneeded says whether a list does nothing with what the last barrier of it takes to a state.
	Unneeded(list gpu.ID, p *passage.Passage) bool
	// Shown says whether a resource is a back buffer.
	Shown(id gpu.ID) bool
	// Does is what a list does with a resource by the number of the role in its states, "" where that is not known.
	Does(role uint32, want gpu.ResourceStates) string
	// Inner is the command of a bundle that does it, by the same number.
	Inner(role uint32) role.Inner
}

// state is a state of a resource as its users call it: back buffers have two names for one.
func state(n Names, id gpu.ID, s gpu.ResourceStates) string {
	if s == gpu.StatePresent && n.Shown(id) {
		return "COMMON (PRESENT)"
	}
	return s.String()
}

// written is a state as barriers of a resource write it.
func written(n Names, id gpu.ID, s gpu.ResourceStates) string {
	if s == gpu.StatePresent && n.Shown(id) {
		return "PRESENT"
	}
	return s.String()
}

// needed is a state as the command that needs it calls it: predicates and the arguments of ExecuteIndirect have two names for one.
func needed(op gpu.Op, s gpu.ResourceStates) string {
	if op == gpu.OpSetPredication && s == gpu.StatePredication {
		return "PREDICATION"
	}
	return s.String()
}

// Problem words a list that does not find a subresource as it expects it.
func Problem(n Names, p *course.Problem) *diag.Diagnostic {
	d := headline(n, p)
	d.WithResource(n.Ref(p.Resource)).Prop("have", p.Found.State).Prop("subresource", uint64(p.Subresource))
	d.Labels[0].Text = "submitted here"
	d.Via(p.Expects.EntrySite, fmt.Sprintf("%s, %s", n.Ref(p.List), p.Expects.EntryOp))
	op := p.Expects.EntryOp
	if in := n.Inner(p.Expects.Role); in.Site != 0 {
		op = in.Op
		d.Via(in.Site, fmt.Sprintf("%s, %s", n.Ref(in.Bundle), op))
	}
	switch f := &p.Found; {
	case f.Split.Before != f.Split.After:
		d.Also(f.Begun, fmt.Sprintf("a split barrier from %s to %s begins here", f.Split.Before, f.Split.After))
	case f.Site != 0:
		d.Also(f.Submit, fmt.Sprintf("%s %s it in %s", n.Ref(f.Queue), map[bool]string{true: "leaves", false: "uses"}[f.Op == gpu.OpResourceBarrier],
			f.State)).Via(f.Site, fmt.Sprintf("%s, %s", n.Ref(f.List), f.Op))
	case f.Decayed != substate.NoDecay:
		d.Also(f.Submit, fmt.Sprintf("%s uses it in %s, and it decays to %s after that", n.Ref(f.Queue), f.Was, f.State))
		d.Because("%s", decays(n.Resource(p.Resource), f.Decayed))
	default:
		d.Also(n.Created(p.Resource), fmt.Sprintf("it has been in %s since it was created", state(n, p.Resource, f.State)))
	}
	if p.Together {
		d.Meanwhile()
	}
	if r := n.Resource(p.Resource); r != nil && r.Subresources() > 1 && p.Verdict != substate.WrongState {
		which(d, r, p.Subresource)
	}
	if does := n.Does(p.Expects.Role, p.Expects.First); does != "" {
		d.Note("%s %s.", op, does)
	}
	if p.Open {
		d.Meanwhile()
		d.Because("Two threads submit the lists to %s, and nothing decides which comes first: this is the state where the one comes after the other.",
			n.Ref(p.Queue)).
			HelpText("let each list begin and end with the resource in the same state, or let one thread wait for the other before it submits")
	} else {
		d.Turn = fmt.Sprint(n.Created(p.Resource), p.Found.State, p.Expects.First)
		repair(n, d, p)
	}
	words.Fold(d)
	return d
}

// decays says why a resource is in COMMON when a submission that used it has ended. (Source: D3D12, implicit state transitions, decay to COMMON.)
func decays(r *gpu.ResourceDesc, why substate.Decay) string {
	switch {
	case why == substate.DecayCopy:
		return "What a copy queue has used is in COMMON when the ExecuteCommandLists ends."
	case why == substate.DecayPromoted:
		return "A texture that came to a state for reading by being used, without a barrier, goes back to COMMON when the ExecuteCommandLists ends."
	case r != nil && r.Dimension != gpu.DimensionBuffer:
		return "Textures with ALLOW_SIMULTANEOUS_ACCESS go back to COMMON when the ExecuteCommandLists ends."
	}
	return "Buffers go back to COMMON when the ExecuteCommandLists ends."
}

// which says where a subresource stands in its texture.
func which(d *diag.Diagnostic, r *gpu.ResourceDesc, sub uint32) {
	d.Note("It is subresource %d of %d: mip %d of slice %d.", sub, r.Subresources(), r.Mip(sub), sub/r.MipLevels%r.ArraySize())
}

// shownSplit words a back buffer that is shown between the halves of a split barrier: the list with the second half comes too late, or is missing.
func shownSplit(n Names, c *gpu.PresentCall, f *substate.Actual) *diag.Diagnostic {
	r, text := n.Ref(c.Buffer), "record the END_ONLY half before the Present"
	d := words.New(diag.SplitPending, c.Site, "Present shows %s between the halves of a split barrier", r).WithObject(c.Buffer, r).
		Also(f.Begun, fmt.Sprintf("it leaves %s for %s here", f.Split.Before, f.Split.After))
	if f.Split.After != gpu.StatePresent {
		return d.HelpText("%s, and a TRANSITION to PRESENT after that half", text)
	}
	return d.WithHelp(diag.Help{Site: c.Site, Exact: true, Text: "submit the list with the END_ONLY half first: exchange the two",
		Fix: &diag.Fix{Method: "Present", Argument: 1, Action: diag.FixBehind, Text: "ExecuteCommandLists", Object: diag.The(n.Created(c.Queue))}}).
		WithHelp(diag.Help{Spare: true, Text: text})
}

// Shown words a back buffer that is not in state PRESENT when it is shown.
func Shown(n Names, c *gpu.PresentCall, p *course.Problem) *diag.Diagnostic {
	r, f := n.Ref(c.Buffer), &p.Found
	if f.Split.Before != f.Split.After {
		return shownSplit(n, c, f)
	}
	d := words.New(diag.PresentState, c.Site, "Present needs %s in PRESENT, but it is in %s", r, f.State)
	d.Object, d.Wants = c.Buffer, f.State
	if f.Site != 0 {
		d.Also(f.Site, "it goes to "+f.State.String()+" here")
	}
	text := fmt.Sprintf("record a TRANSITION with Before = %q, After = \"PRESENT\" after the last draw", f.State)
	if closing := leaveIn(n, p, gpu.StatePresent, "PRESENT"); closing != nil {
		end := closing.Copy() // of the function that takes it out of PRESENT
		end.Edit, end.Last, end.Snippets[0] = diag.EditInsertAfter, true, diag.Snippet{Site: f.Site, Method: "ResourceBarrier", Together: true}
		d.WithHelp(diag.Help{Site: n.Closed(f.List), Draft: closing, Exact: true, Text: text}).
			WithHelp(diag.Help{Site: f.Site, Draft: end, Exact: true, Spare: true, Text: text})
	}
	return d.WithHelp(diag.Help{Spare: len(d.Help) > 0, Text: text})
}

// headline says what is expected and what is found.
func headline(n Names, p *course.Problem) *diag.Diagnostic {
	e, r := &p.Expects, n.Ref(p.Resource)
	switch {
	case p.Verdict == substate.SplitUse:
		return words.New(diag.SplitPending, p.Submit, "%s uses %s as %s between the halves of a split barrier", n.Ref(p.List), r, e.First)
	case p.Verdict == substate.SplitAgain:
		return words.New(diag.SplitMismatch, p.Submit, "a barrier of %s begins for %s, whose split barrier has not ended", n.Ref(p.List), r)
	case p.Verdict == substate.SplitEnd:
		return words.New(diag.SplitMismatch, p.Submit, "a split barrier of %s ends for %s from %s to %s, but none like it has begun",
			n.Ref(p.List), r, e.First, e.FirstAfter)
	case p.Verdict == substate.OtherClass:
		return words.New(diag.CopyStateOfOtherClass, p.Submit, "%s uses %s as %s, but it is in %s of direct and compute queues",
			n.Ref(p.List), r, e.First, p.Found.State)
	case p.Verdict == substate.WrongBefore:
		d := words.New(diag.WrongBefore, p.Submit, "a barrier of %s takes %s from %s, but it is in %s by then", n.Ref(p.List), r,
			state(n, p.Resource, e.First), state(n, p.Resource, p.Found.State))
		d.Object, d.Wants = p.Resource, e.First
		return d
	}
	list, op := p.List, e.EntryOp
	if in := n.Inner(e.Role); in.Site != 0 {
		list, op = in.Bundle, in.Op
	}
	return words.New(diag.WrongState, p.Submit, "%s in %s needs %s in %s, but it is in %s by then", op, n.Ref(list), r, needed(op, e.First),
		state(n, p.Resource, p.Found.State))
}

// repair adds what to change.
func repair(n Names, d *diag.Diagnostic, p *course.Problem) {
	e := &p.Expects
	switch {
	case (p.Verdict == substate.WrongState || p.Verdict == substate.SplitEnd) && p.Late:
		helpOrder(n, d, p)
	case p.Verdict == substate.SplitEnd && p.Found.Split.Before == e.First && p.Found.Split.After == e.FirstAfter:
		d.Because("The half that has begun is of the other class of queues: COPY_DEST and COPY_SOURCE of copy queues are not the states of that name on direct and compute queues.").
			HelpText("execute both halves on queues of one class, or let the barrier lead to COMMON")
	case p.Copy && p.Found.State != gpu.StateCommon && !p.Found.Copy && !p.Found.Promoted: // else a copy queue has put it there, or this list
		d.Because("Copy queues take resources over in COMMON only: their COPY_DEST and COPY_SOURCE are not the states of that name on direct and compute queues.")
		help := fmt.Sprintf(
			"leave %s in COMMON before it goes to a copy queue: create it in COMMON, or record a TRANSITION from %s to COMMON on the other queue",
			n.Ref(p.Resource), p.Found.State)
		switch {
		case p.Found.Site == 0 && p.Found.LastQueue != 0: // whoever used it since would leave it in another state than COMMON
			d.HelpText("%s", help)
			return
		case p.Found.Site == 0:
			d.HelpFix(n.Created(p.Resource), diag.Put("CreateCommittedResource|CreatePlacedResource", "InitialState", gpu.StateCommon), "%s", help)
			return
		}
		d.WithHelp(diag.Help{Site: n.Closed(p.Found.List), Draft: leaveIn(n, p, gpu.StateCommon, "COMMON"), Text: help})
	case p.Found.State&^p.Bits != 0 && (p.Verdict == substate.WrongBefore || p.Verdict == substate.WrongState):
		helpForeign(n, d, p)
	case p.Verdict == substate.WrongBefore && p.Late:
		helpOrder(n, d, p)
	case p.Verdict == substate.WrongBefore:
		helpBefore(n, d, p)
	case p.Verdict == substate.WrongState:
		m := missed{e.EntrySite, e.EntryOp, p.List, p.Resource, false}
		helpNumber(n, d, m, p.Missed, e.EntryAt)
		helpLate(n, d, m, p.Found.State, e.First)
		helpMissed(n, d, m, p.Missed)
		last := &d.Help[len(d.Help)-1]
		if last.Spare = len(d.Help) > 1; n.Opened(p.List) != 0 {
			last.Draft.Behind = []gpu.Site{n.Opened(p.List)}
			if back := takesBack(n.Barriers(p.List), p); back != 0 {
				with := last.Draft.Copy() // wherever the script comes by the way back each time as well
				with.Of, last.Draft.Of, last.Draft.Or = back, n.Opened(p.List), with
			}
		}
		helpBack(n, d, p)
	case p.Verdict == substate.SplitEnd:
		helpEnd(n, d, p)
	default:
		d.HelpText("execute the END_ONLY half before it: Before = %q, After = %q", p.Found.Split.Before, p.Found.Split.After)
	}
}

// WrongState words a use in another state than the list left.
func WrongState(n Names, u Use, want gpu.ResourceStates) *diag.Diagnostic {
	s, c := u.State, u.Command
	d := u.begin(n, diag.WrongState, "%s needs %s in %s, but it is in %s", c.Called(), n.Ref(u.Resource), needed(c.Op, want),
		state(n, u.Resource, s.State)).
		Also(s.Site, fmt.Sprintf("%s %s", s.Op, leaves(s))).WithObject(u.Resource, n.Ref(u.Resource)).Prop("have", s.State).Prop("want", want)
	d.Turn = fmt.Sprint(s.Site, s.State, want)
	if s.Joined != 0 {
		d.Also(s.Joined, fmt.Sprintf("%s uses it in %s here", s.JoinedOp, s.JoinedAs))
	}
	switch {
	case u.Does == "":
	case u.Told == 0:
		d.Labels[0].Text = u.Does
	default:
		d.Note("%s %s.", c.Called(), u.Does)
	}
	if r := n.Resource(u.Resource); r != nil && promoted(s, r) {
		d.Because("Its use promoted it to %s without a barrier; the next use needs another state, so a barrier belongs between the two.", s.State)
	}
	if u.Missed == nil {
		u.Missed = []course.Miss{{Subresource: gpu.AllSubresources, Have: s.State, Want: want}}
	}
	if u.Inside {
		return d.HelpText("bundles record no barriers: record this command into another bundle, and between the two into the list a TRANSITION of %s with Before = %q, After = %q",
			n.Ref(u.Resource), written(n, u.Resource, u.Missed[0].Have), needed(c.Op, u.Missed[0].Want))
	}
	m := missed{c.Site, c.Called(), u.List, u.Resource, false}
	if u.Told != 0 {
		m.site, m.op, m.bundled = u.Told, gpu.OpExecuteBundle, u.List == c.List
	}
	if p := u.early(n, want); p != nil {
		d.WithHelp(diag.Help{Site: p.Site, Exact: true,
			Text: fmt.Sprintf("record the barrier after %s, which still needs %s", c.Called(), written(n, u.Resource, p.Before)),
			Fix:  &diag.Fix{Method: "ResourceBarrier", Argument: 1, Action: diag.FixBehind, Object: diag.The(c.Site)}})
	}
	if u.Told == 0 { // known where the use is found when the command runs
		helpNumber(n, d, m, u.Missed, c.Index)
		helpLate(n, d, m, s.State, want)
	}
	whole := u.whole(n)
	if whole {
		helpAgain(n, d, m, s, want)
	}
	helpMissed(n, d, m, u.Missed)
	last := &d.Help[len(d.Help)-1]
	again := last.Draft.Copy()
	again.Since, again.Each = s.Site, !whole // a loop may go through the subresources
	if last.Draft.Or, last.Spare = again, len(d.Help) > 1; whole {
		helpCopied(n, d, m, s, want)
	}
	return d
}

// whole says whether a command of a list itself misses the state of all that there is of the resource.
func (u *Use) whole(n Names) bool {
	return len(u.Missed) == 1 && u.Told == 0 && (u.Missed[0].Subresource == gpu.AllSubresources || n.Resource(u.Resource).Subresources() == 1)
}

// early is the barrier that took the resource out of the state that the command needs, and nothing else anywhere but what was in that state, too; nil
// if there is none.
func (u *Use) early(n Names, want gpu.ResourceStates) *passage.Passage {
	if u.State.How != substate.Explicit || u.State.Op != gpu.OpResourceBarrier || u.Told != 0 || u.State.Joined != 0 {
		return nil
	}
	p := n.Barriers(u.List).At(u.State.Site, u.Resource, gpu.AllSubresources)
	if p == nil || p.Before != want || !n.Barriers(u.List).Together(p) {
		return nil
	}
	return p
}

// leaves is how a command left a subresource in its state: only barriers change a state.
func leaves(s *substate.Subresource) string {
	if s.Op == gpu.OpResourceBarrier {
		return fmt.Sprintf("leaves it in %s here", s.State)
	}
	return fmt.Sprintf("uses it in %s here", s.Own)
}

// promoted says whether a subresource can have come to its state from COMMON by being used.
func promoted(s *substate.Subresource, r *gpu.ResourceDesc) bool {
	decays := r.Dimension == gpu.DimensionBuffer || r.Flags&gpu.AllowSimultaneousAccess != 0 // so it was in COMMON
	return s.How == substate.Promoted || s.How == substate.Assumed && decays
}

// Barrier words what is wrong with a barrier of a list. Where the script has none, because its call is composed of one, that needs its state.
func Barrier(n Names, u Use, b *gpu.Barrier, v substate.Verdict) *diag.Diagnostic {
	switch {
	case v == substate.SplitAgain:
		return splitAgain(n, u, b)
	case v == substate.SplitEnd:
		return splitEnd(n, u, b)
	case u.Command.By != gpu.OpNone:
		u.Missed = []course.Miss{{Subresource: b.Subresource, Have: u.State.State, Want: b.Before}}
		return WrongState(n, u, b.Before)
	}
	return wrongBefore(n, u, b)
}

// wrongBefore words a barrier that leaves another state than the list left.
func wrongBefore(n Names, u Use, b *gpu.Barrier) *diag.Diagnostic {
	s := u.State
	d := words.New(diag.WrongBefore, u.Command.Site, "a barrier takes %s from %s, but it is in %s", n.Ref(u.Resource), state(n, u.Resource, b.Before),
		state(n, u.Resource, s.State)).
		Also(s.Site, fmt.Sprintf("%s %s", s.Op, leaves(s))).WithResource(n.Ref(u.Resource)).Prop("have", s.State).Prop("before", b.Before)
	u.entries(d, b)
	r := n.Resource(u.Resource)
	switch {
	case s.Site == u.Command.Site && !d.Labels[1].Meanwhile && b.After == s.State: // a loop: it was right the first time
		d.HelpText("record it once, before the loop, or take %s back to %s after its last use in each pass", n.Ref(u.Resource), b.Before)
	case len(u.Missed) == 1 && r != nil && s.State == b.After:
		which(d, r, u.Missed[0].Subresource)
		d.HelpText("give the other subresources barriers of their own: this one is in %s already", b.After)
	case len(u.Missed) == 1 && r != nil:
		which(d, r, u.Missed[0].Subresource)
		d.HelpText("give each subresource a barrier of its own, because they are in different states: for this one Subresource = %d, Before = %q",
			u.Missed[0].Subresource, s.State)
	case s.Exchanged(b):
		d.WithHelp(diag.Help{Site: s.Site, Text: "record the two halves the other way round: BEGIN_ONLY comes first",
			Fix: &diag.Fix{Method: "ResourceBarrier", Argument: 1, Action: diag.FixBehind, Object: diag.The(u.Command.Site)}})
	case s.State != b.After:
		exchanged(d, n, u, b)
		d.HelpFix(u.Command.Site, diag.Put("ResourceBarrier", u.path(b, "Before"), s.State), "Before = %q", s.State).Help[len(d.Help)-1].Spare = true
	default:
		late := u.late(b)
		if late != nil {
			d.WithHelp(*late)
		}
		leftOut(d, u, b, "leave the barrier out")
		d.Help[len(d.Help)-1].Spare = late != nil
		swapped(d, n, u.Resource, b)
	}
	return d
}

// late proposes to record a barrier before the command that has used a resource in the state to which the barrier takes it: the list has not brought
// it there, so the barrier may be right, and stand after what needs it. nil: it cannot be so.
func (u Use) late(b *gpu.Barrier) *diag.Help {
	s := u.State
	used := !s.Pending() && s.State == b.After && s.How == substate.Assumed && s.EntrySite == s.Site && s.Op != gpu.OpResourceBarrier
	if !used || b.Flags&gpu.BarrierBeginOnly != 0 || len(u.Command.Barriers) != 1 {
		return nil
	}
	return &diag.Help{Site: s.Site, Exact: true, Text: fmt.Sprintf("record the barrier before %s, which needs %s", s.Op, b.After),
		Fix: &diag.Fix{Method: s.Op.String(), Argument: 1, Action: diag.FixBehind, Object: diag.The(u.Command.Site)}}
}

// endBefore proposes the second half of a split barrier before a command.
func endBefore(d *diag.Diagnostic, n Names, u Use, text string) *diag.Diagnostic {
	split := &u.State.Split
	fields := fmt.Sprintf("Before = %q, After = %q, Flags = \"END_ONLY\"", split.Before, split.After)
	if split.Subresource != gpu.AllSubresources {
		fields = fmt.Sprintf("Subresource = %d, ", split.Subresource) + fields
	}
	site, op := u.Command.Site, u.Command.Called()
	if u.Told != 0 {
		site, op = u.Told, gpu.OpExecuteBundle
	}
	return d.WithHelp(diag.Help{Site: site, Text: text, Draft: transition(n, site, op, u.List, u.Resource, fields)})
}

// Half is the use of a subresource whose split barrier began together with those of all others: where some of these have ended, its own half is
// missing.
func (u Use) Half(sub uint32, all []substate.Subresource) Use {
	if slices.ContainsFunc(all, func(s substate.Subresource) bool { return !s.Pending() }) {
		s := *u.State
		s.Split.Subresource = sub
		u.State = &s
	}
	return u
}

// SplitUse words a use between the halves of a split barrier.
func SplitUse(n Names, u Use, want gpu.ResourceStates) *diag.Diagnostic {
	s := u.State
	d := u.begin(n, diag.SplitPending, "%s uses %s as %s between the halves of a split barrier", u.Command.Called(), n.Ref(u.Resource), want).
		Also(s.Begun, fmt.Sprintf("it leaves %s for %s here", s.Split.Before, s.Split.After)).WithResource(n.Ref(u.Resource))
	if want&s.Split.After != want { // after the second half it would be in a wrong state
		return d.HelpText("record this command before the BEGIN_ONLY half, as long as %s is in %s", n.Ref(u.Resource), s.Split.Before)
	}
	return endBefore(d, n, u, "record the END_ONLY half before this command")
}

// splitAgain words a barrier between the halves of another one.
func splitAgain(n Names, u Use, b *gpu.Barrier) *diag.Diagnostic {
	s := u.State
	d := words.New(diag.SplitMismatch, u.Command.Site, "a barrier begins for %s, whose split barrier has not ended", n.Ref(u.Resource)).
		Also(s.Begun, "it begins here").WithResource(n.Ref(u.Resource))
	u.entries(d, b)
	end := fmt.Sprintf("end it first: Before = %q, After = %q, Flags = \"END_ONLY\"", s.Split.Before, s.Split.After)
	switch same := b.Before == s.Split.Before && b.After == s.Split.After; {
	case same && b.Flags&gpu.BarrierBeginOnly != 0:
		return leftOut(d, u, b, "it has begun: leave this half out")
	case same:
		return d.HelpFix(u.Command.Site, diag.Put("ResourceBarrier", u.path(b, "Flags"), gpu.BarrierEndOnly), `it ends with its second half: Flags = "END_ONLY"`)
	case b.Before == s.Split.After:
		return endBefore(d, n, u, end)
	}
	return d.HelpText("%s; then this barrier begins with Before = %q", end, s.Split.After)
}

// leftOut offers to take a barrier away.
func leftOut(d *diag.Diagnostic, u Use, b *gpu.Barrier, why string) *diag.Diagnostic {
	if len(u.Command.Barriers) == 1 {
		return d.HelpEdit(u.Command.Site, diag.EditDeleteLine, "", why)
	}
	return d.HelpFix(u.Command.Site, diag.Drop("ResourceBarrier", strings.TrimSuffix(u.path(b, ""), ".")), "%s", why)
}

// splitEnd words an END half without its BEGIN half.
func splitEnd(n Names, u Use, b *gpu.Barrier) *diag.Diagnostic {
	s := u.State
	d := words.New(diag.SplitMismatch, u.Command.Site, "a split barrier ends for %s from %s to %s, but none like it has begun", n.Ref(u.Resource),
		b.Before, b.After).WithResource(n.Ref(u.Resource))
	if late := u.late(b); late != nil { // the other half may be in a list before, and this one after what needs it
		d.Title = fmt.Sprintf("a split barrier ends for %s from %s to %s, but %s has used it in %s before that", n.Ref(u.Resource),
			b.Before, b.After, s.Op, b.After)
		late.Exact, late.Text = false, fmt.Sprintf(
			"record this half before %s, which needs %s; if no BEGIN_ONLY half is in a list before, leave it out", s.Op, b.After)
		return d.Also(s.Site, fmt.Sprintf("%s %s", s.Op, leaves(s))).WithHelp(*late)
	}
	if !s.Pending() && s.State == b.After {
		u.entries(d.Also(s.Site, fmt.Sprintf("%s %s", s.Op, leaves(s))), b)
		return leftOut(d, u, b, "leave this half out: the state is there")
	}
	if !s.Pending() {
		return d.Also(s.Site, "its state comes from here").HelpFix(u.Command.Site, diag.Drop("ResourceBarrier", u.path(b, "Flags")),
			"add the BEGIN_ONLY half, or remove the flag")
	}
	var fix diag.Fix // of the one state that differs
	switch {
	case b.Before == s.Split.Before:
		fix = diag.Put("ResourceBarrier", u.path(b, "After"), s.Split.After)
	case b.After == s.Split.After:
		fix = diag.Put("ResourceBarrier", u.path(b, "Before"), s.Split.Before)
	}
	return d.Also(s.Begun, fmt.Sprintf("one from %s to %s begins here", s.Split.Before, s.Split.After)).
		HelpFix(u.Command.Site, fix, "both halves name the same states: Before = %q, After = %q", s.Split.Before, s.Split.After)
}
