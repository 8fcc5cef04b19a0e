package standing

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

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
