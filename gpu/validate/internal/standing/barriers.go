package standing

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// exchanged proposes to record a barrier and its neighbour the other way round: the next one, if that brings the resource from where it is to where
// this one takes it from, or the one before, if that comes first in the list and takes it from where this one brings it.
//
//	list   [ B ▶ C ]  [ A ▶ B ]      A chain from A to C: the second one comes first
func exchanged(d *diag.Diagnostic, n Names, u Use, b *gpu.Barrier) {
	const method = "ResourceBarrier"
	s, site, fix := u.State, u.Command.Site, diag.Fix{Method: method, Argument: 1, Action: diag.FixBehind}
	other := fmt.Sprintf("the next barrier, which takes %s from %s to %s", n.Ref(u.Resource), s.State, b.Before)
	if s.Op == gpu.OpResourceBarrier && s.Site == s.EntrySite && s.First == b.After && s.First != s.State {
		site, fix.Object, fix.Path = s.Site, diag.The(u.Command.Site), fmt.Sprintf("[1].Before=%s;[1].After=%s", b.After, s.State)
		other = fmt.Sprintf("the barrier before, which takes %s from %s to %s", n.Ref(u.Resource), b.After, s.State)
		d.Object, d.Wants = u.Resource, s.First // which the list is said to find
	} else {
		fix.Object, fix.Text, fix.Path = diag.The(n.Created(u.Resource)), method, fmt.Sprintf("[1].Before=%s;[1].After=%s", s.State, b.Before)
	}
	d.WithHelp(diag.Help{Site: site, Fix: &fix, Exact: true, Text: "exchange it with " + other})
}

// swapped says what else a barrier to the state that is there can have meant: the way back.
func swapped(d *diag.Diagnostic, n Names, id gpu.ID, b *gpu.Barrier) {
	if b.Before != gpu.StateCommon && b.Flags == 0 {
		d.HelpText("if %s is to be in %s from here on, exchange the two: Before = %q, After = %q", n.Ref(id), b.Before, b.After, b.Before)
	}
}

// transition is the line of barriers of a resource before a command of a list.
func transition(n Names, site gpu.Site, op gpu.Op, list, id gpu.ID, fields ...string) *diag.Draft {
	entries := make([]string, len(fields))
	for i, f := range fields {
		entries[i] = `{ Type = "TRANSITION", Resource = %2, ` + f + " }"
	}
	resource := diag.Snippet{Made: n.Created(id)}
	if n.Shown(id) { // it is made where its chain is, and what stands there is the chain
		resource = diag.Snippet{}
		if p := n.Barriers(list).At(0, id, gpu.AllSubresources); p != nil {
			resource = diag.Snippet{Site: p.Site, Argument: 1, Path: fmt.Sprintf("[%d/%d].Resource", p.Entry+1, p.Of),
				Method: "ResourceBarrier", Together: true}
		}
	}
	again := gpu.Site(0)
	if r := n.Resource(id); r != nil && r.Dimension == gpu.DimensionBuffer { // it is in COMMON again when the next recording begins
		again = n.Opened(list)
	}
	return &diag.Draft{Edit: diag.EditInsertBefore, Once: true, Of: again, Replace: "%1:ResourceBarrier { " + strings.Join(entries, ", ") + " }",
		Snippets: []diag.Snippet{{Site: site, Method: op.String(), Made: n.Created(list)}, resource}}
}
