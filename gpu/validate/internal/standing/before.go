package standing

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/passage"
)

// helpBefore proposes what a barrier needs that leaves another state than its list finds. Where the script comes by once, the barrier is changed.
// Where it comes by again, the barrier was right the first time, and what followed it has to be undone:
//
//	each frame   [ Before = A, After = B ]                          the second frame finds B: a barrier from B to A before Close
//	once         … After = B ]   [ Before = A, After = C ]          Before = B
func helpBefore(n Names, d *diag.Diagnostic, p *course.Problem) {
	f, site := &p.Found, p.Expects.EntrySite
	back := leaveIn(n, p, p.Expects.First, p.Expects.First.String())
	if back != nil && n.Closed(f.List) == n.Closed(p.List) { // recorded by the same lines
		back.Again = true
		d.WithHelp(diag.Help{Site: n.Closed(f.List), Draft: back, Exact: f.Site != site,
			Text: fmt.Sprintf("the recording before left it there: take it back after its last use, by a TRANSITION with Before = %q, After = %q",
				f.State, p.Expects.First)})
		if f.Site == site { // which was right the first time
			return
		}
	}
	b := n.Barriers(p.List).At(site, p.Resource, p.Subresource)
	text := fmt.Sprintf("Before = %q", f.State)
	switch r := n.Resource(p.Resource); {
	case b == nil, r != nil && r.Subresources() > 1 && b.Subresource == gpu.AllSubresources: // others may be in other states
		d.HelpText("%s", text)
	case b.After == f.State:
		d.WithHelp(diag.Help{Site: site, Fix: leave(b), Text: "leave the barrier out: the state is there"})
		swapped(d, n, p.Resource, &b.Barrier)
	default:
		fix := diag.Put("ResourceBarrier", fmt.Sprintf("[%d].Before", b.Entry+1), f.State)
		fix.Once = true
		d.WithHelp(diag.Help{Site: site, Fix: &fix, Text: text})
	}
}

// helpBack proposes what a use needs whose state the recording before has left, made by the same lines: the way back before Close, if the barrier
// that left it comes by each time.
func helpBack(n Names, d *diag.Diagnostic, p *course.Problem) {
	f := &p.Found
	back := leaveIn(n, p, p.Expects.First, needed(p.Expects.EntryOp, p.Expects.First))
	if back == nil || n.Closed(f.List) != n.Closed(p.List) || len(p.Missed) != 1 || n.Barriers(f.List).
		Trails(p.Resource) { // another list uses it then
		return
	}
	if r := n.Resource(p.Resource); p.Missed[0].Subresource != gpu.AllSubresources && (r == nil || r.Subresources() > 1) {
		return
	}
	back.Again, back.Once, back.Since = true, true, f.Site
	d.WithHelp(diag.Help{Site: n.Closed(f.List), Draft: back, Exact: true, Spare: true,
		Text: fmt.Sprintf("the recording before left it there: take it back after its last use, by a TRANSITION with Before = %q, After = %q",
			f.State, p.Expects.First)})
}

// helpEnd proposes what a second half needs whose first one is lost, because the resource is in COMMON after each submission: the flag goes where the
// barrier can still be made, and the half where it has been made. Where nothing is lost, the first half may be about to come, or may have begun for
// other subresources.
func helpEnd(n Names, d *diag.Diagnostic, p *course.Problem) {
	f, site := &p.Found, p.Expects.EntrySite
	b := n.Barriers(p.List).At(site, p.Resource, p.Subresource)
	switch {
	case b == nil || f.Decayed == substate.NoDecay:
		d.HelpText("execute the BEGIN_ONLY half with the same states before it, or remove the flag")
	case f.State == b.After:
		d.WithHelp(diag.Help{Site: site, Fix: leave(b), Text: "leave this half out: the state is there"})
	default:
		fix := diag.Drop("ResourceBarrier", fmt.Sprintf("[%d].Flags", b.Entry+1))
		d.HelpFix(site, fix, "execute the BEGIN_ONLY half with the same states before it, or remove the flag")
	}
}

// leave is the edit that takes a barrier out of its call, or the call away.
func leave(b *passage.Passage) *diag.Fix {
	if b.Of == 1 {
		return &diag.Fix{Method: "ResourceBarrier", Action: diag.FixRemove, Once: true}
	}
	fix := diag.Drop("ResourceBarrier", fmt.Sprintf("[%d]", b.Entry+1))
	fix.Once = true
	return &fix
}
