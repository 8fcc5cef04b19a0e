package standing

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
)

// helpForeign proposes what there is where a list finds a resource in a state that lists of its type do not have, so that no barrier of its own can
// take it from there. Two states for reading go together: whoever put it into the one puts it into both. Else the other queue takes it to what the
// list needs.
//
//	direct    RENDER_TARGET ▶ PIXEL_SHADER_RESOURCE                    RENDER_TARGET ▶ PIXEL_SHADER_RESOURCE|COPY_SOURCE
//	compute   copies from it, for which it has to be in COPY_SOURCE
func helpForeign(n Names, d *diag.Diagnostic, p *course.Problem) {
	f, want := &p.Found, p.Expects.First
	d.Because("Compute lists have no state %s, so none of their barriers can take it from there.", f.State&^p.Bits)
	if both := f.State | want; p.Verdict == substate.WrongState && both.Writes() == 0 && f.State != gpu.StateCommon {
		want = both
	}
	switch b := n.Barriers(f.List).At(f.Site, p.Resource, p.Subresource); {
	case f.Site == 0 && (f.LastQueue == 0 || want.Has(f.State)):
		d.HelpFix(n.Created(p.Resource), diag.Put("CreateCommittedResource|CreatePlacedResource", "InitialState", want),
			"create %s in %s", n.Ref(p.Resource), want)
	case want.Has(f.State) && b != nil && f.Op == gpu.OpResourceBarrier:
		helpBoth(n, d, p, want)
	default:
		d.WithHelp(diag.Help{Site: n.Closed(f.List), Draft: leaveIn(n, p, want, want.String()),
			Text: fmt.Sprintf("let a direct queue take %s to %s before: a TRANSITION with %sBefore = %q, After = %q", n.Ref(p.Resource),
				want, only(n, p), f.State, want)})
	}
}

// helpBoth proposes two states for reading where a barrier puts a resource into one of them. Where the same list takes it from there the next time,
// that barrier names both as well, and so does the call that creates the resource, if it begins there.
func helpBoth(n Names, d *diag.Diagnostic, p *course.Problem, both gpu.ResourceStates) {
	const method = "ResourceBarrier"
	f := &p.Found
	b, first := n.Barriers(f.List).At(f.Site, p.Resource, p.Subresource), n.Barriers(f.List).At(0, p.Resource, p.Subresource)
	fix := diag.Put(method, fmt.Sprintf("[%d].After", b.Entry+1), both)
	again := first.Before == f.State && first.Site != b.Site
	fix.Once = !again
	d.HelpFix(f.Site, fix, "let the barrier before take it to both states: After = %q", both)
	if again {
		d.AndFix(first.Site, diag.Put(method, fmt.Sprintf("[%d].Before", first.Entry+1), both))
	}
	if again && p.Initial == f.State {
		d.AndFix(n.Created(p.Resource), diag.Put("CreateCommittedResource|CreatePlacedResource", "InitialState", both))
	}
}
