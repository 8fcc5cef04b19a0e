package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// problem words a list that does not find a subresource as it expects it.
func (v *Validator) problem(p *course.Problem) *diag.Diagnostic {
	d := v.headline(p)
	d.WithResource(v.ref(p.Resource)).Prop("have", p.Found.State).Prop("subresource", uint64(p.Subresource))
	d.Labels[0].Text = "submitted here"
	d.Via(p.Expects.EntrySite, fmt.Sprintf("%s, %s", v.ref(p.List), p.Expects.EntryOp))
	switch f := &p.Found; {
	case f.Split.Before != f.Split.After:
		d.Also(f.Begun, fmt.Sprintf("a split barrier from %s to %s begins here", f.Split.Before, f.Split.After))
	case f.Site != 0:
		d.Also(f.Submit, fmt.Sprintf("%s leaves it in %s", v.ref(f.Queue), f.State)).Via(f.Site, fmt.Sprintf("%s, %s", v.ref(f.List), f.Op))
	default:
		d.Also(v.createdAt(p.Resource), fmt.Sprintf("it is in %s since it was created, or since it decayed", f.State))
	}
	if r := v.resource(p.Resource); r != nil && r.subs > 1 {
		d.Note("It is subresource %d of %d.", p.Subresource, r.subs)
	}
	v.repair(d, p)
	words.Fold(d)
	return d
}

// headline says what is expected and what is found.
func (v *Validator) headline(p *course.Problem) *diag.Diagnostic {
	e, r := &p.Expects, v.ref(p.Resource)
	switch {
	case p.Verdict == track.SplitUse:
		return words.New(diag.SplitPending, p.Submit, "%s uses %s as %s between the halves of a split barrier", v.ref(p.List), r, e.First)
	case p.Verdict == track.SplitAgain:
		return words.New(diag.SplitMismatch, p.Submit, "a barrier of %s begins for %s, whose split barrier has not ended", v.ref(p.List), r)
	case p.Verdict == track.SplitEnd:
		return words.New(diag.SplitMismatch, p.Submit, "a split barrier of %s ends for %s from %s to %s, and no such one has begun", v.ref(p.List), r, e.First, e.FirstAfter)
	case p.Verdict == track.OtherClass:
		return words.New(diag.CopyStateOfOtherClass, p.Submit, "%s uses %s as %s, and it is in %s of direct and compute queues", v.ref(p.List), r, e.First, p.Found.State)
	case p.Verdict == track.WrongBefore:
		return words.New(diag.WrongBefore, p.Submit, "a barrier of %s takes %s from %s, and it is in %s then", v.ref(p.List), r, e.First, p.Found.State)
	}
	return words.New(diag.WrongState, p.Submit, "%s in %s needs %s in %s, and it is in %s then", e.EntryOp, v.ref(p.List), r, e.First, p.Found.State)
}

// repair adds what to change.
func (v *Validator) repair(d *diag.Diagnostic, p *course.Problem) {
	e := &p.Expects
	switch {
	case p.Copy:
		d.Because("Copy queues know resources in COMMON only: their COPY states are others than those of direct and compute queues.").
			HelpText("leave %s in COMMON before it goes to a copy queue: create it in COMMON, or record a TRANSITION from %s to COMMON on the other queue", v.ref(p.Resource), p.Found.State)
	case p.Verdict == track.WrongBefore:
		d.HelpText("Before = %q", p.Found.State)
	case p.Verdict == track.WrongState:
		d.WithHelp(v.barrierBefore(e.EntrySite, e.EntryOp, p.List, p.Resource, p.Found.State, e.First))
	case p.Verdict == track.SplitEnd:
		d.HelpText("execute the BEGIN_ONLY half with the same states before it, or remove the flag")
	default:
		d.HelpText("execute the END_ONLY half before it: Before = %q, After = %q", p.Found.Split.Before, p.Found.Split.After)
	}
}

// barrierBefore proposes a transition before a command. Which text of the script stands for the resource is known for copies.
func (v *Validator) barrierBefore(site gpu.Site, op gpu.Op, list, id gpu.ID, before, after gpu.ResourceStates) diag.Help {
	h := diag.Help{Text: fmt.Sprintf("call ResourceBarrier on %s before it: a TRANSITION of %s with Before = %q, After = %q", v.ref(list), v.ref(id), before, after)}
	argument := 0
	switch {
	case op == gpu.OpCopyBufferRegion && after == gpu.StateCopySource:
		argument = 3
	case op == gpu.OpCopyResource && after == gpu.StateCopySource:
		argument = 2
	case (op == gpu.OpCopyBufferRegion || op == gpu.OpCopyResource) && after == gpu.StateCopyDest:
		argument = 1
	}
	if argument != 0 {
		h.Site, h.Edit, h.Snippets = site, diag.EditInsertBefore, []diag.Snippet{{Site: site}, {Site: site, Argument: argument}}
		h.Replace = fmt.Sprintf("%%1:ResourceBarrier { { Type = \"TRANSITION\", Resource = %%2, Before = %q, After = %q } }", before, after)
	}
	return h
}
