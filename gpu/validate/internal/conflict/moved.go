package conflict

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
)

// moved adds that a command which comes after a change of state, as a suggestion has it, finds the other state: it needs a barrier of its own as well, and both are one
// suggestion where both have a place.
//
//	a   [ COPY_SOURCE ▶ COPY_DEST ] ─ signal
//	b                                  wait ─ [ COPY_DEST ▶ COPY_SOURCE ] copies from it
func (s speaker) moved(d *diag.Diagnostic, h *diag.Help) {
	first, second := &s.c.First, &s.c.Second
	have, want, id := first.Access.As, second.Access.As, second.Access.Resource
	if s.c.Kind != hazard.Moved || first.Access.Resource != id || !moves(first) || moves(second) || second.Queue == 0 || have.Has(want) {
		return
	}
	d.Note("%s needs it in %s, and after the change it is in %s: to come after it, it needs a barrier of its own; to come before it, submit it first, and let %s wait.",
		called(second), want, have, s.Ref(first.Queue))
	r := s.Resource(id)
	if r == nil || r.Subresources() > 1 || second.Bundle != 0 || h.Spare || h.Draft == nil {
		return
	}
	joined := *h
	joined.Exact, joined.Text = true, fmt.Sprintf("%s; and take it to %s in %s", h.Text, want, s.Ref(second.List))
	joined.And = []diag.Help{{Site: second.Record, Draft: &diag.Draft{Edit: diag.EditInsertBefore, Once: true,
		Replace:  fmt.Sprintf("%%1:ResourceBarrier { { Type = \"TRANSITION\", Resource = %%2, Before = %q, After = %q } }", have, want),
		Snippets: []diag.Snippet{{Site: second.Record, Method: called(second).String(), Made: s.Created(second.List)}, {Made: s.Created(id)}}}}}
	d.WithHelp(joined)
	h.Spare = true
}
