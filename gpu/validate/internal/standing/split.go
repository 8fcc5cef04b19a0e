package standing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

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

// Half is the use of a subresource whose split barrier began together with those of all others: where some of these have ended, its own half is missing.
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
	if want&s.Split.After != want { // behind the second half it would be in a wrong state
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
	d := words.New(diag.SplitMismatch, u.Command.Site, "a split barrier ends for %s from %s to %s, but none like it has begun", n.Ref(u.Resource), b.Before, b.After).WithResource(n.Ref(u.Resource))
	if !s.Pending() && s.State == b.After {
		u.entries(d.Also(s.Site, fmt.Sprintf("%s %s", s.Op, leaves(s))), b)
		return leftOut(d, u, b, "leave this half out: the state is there")
	}
	if !s.Pending() {
		return d.Also(s.Site, "its state comes from here").HelpFix(u.Command.Site, diag.Drop("ResourceBarrier", u.path(b, "Flags")), "add the BEGIN_ONLY half, or remove the flag")
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
