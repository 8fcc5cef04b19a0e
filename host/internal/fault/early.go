package fault

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Early exchanges two lines where a wait waits for what is not signalled: the wait and the signal of the very value right behind it, or, if nothing
// else is known, a signal and what raises its number right behind it, where the next value is waited for. Of a barrier between equal states it
// exchanges what notes the new state before it.
func (h *Hearing) Early(d *diag.Diagnostic) {
	states := d.Code == diag.BarrierSameStates
	if d.Code != diag.MissingSignal && d.Code != diag.Deadlock && !states {
		return
	}
	if len(d.Help) > 0 && strings.HasSuffix(d.Help[0].Text, ": exchange the two.") { // a diagnostic may be located twice
		return
	}
	sure, likely := h.Source.Early(d.Primary().Site, states)
	exact := slices.ContainsFunc(d.Help, func(h diag.Help) bool { return h.Edit != diag.EditNone })
	switch {
	case sure.Edit != diag.EditNone && states:
		d.Help = []diag.Help{exchange("Note the new state after the barrier: exchange the two.", sure)}
	case sure.Edit != diag.EditNone:
		d.Help = []diag.Help{exchange("Wait after the signal: exchange the two.", sure)}
	case likely.Edit != diag.EditNone && !exact && !d.Awaited.Far:
		d.Help = append([]diag.Help{exchange("Signal the number when it is raised: exchange the two.", likely)}, d.Help...)
	}
}

// exchange is the suggestion that a line moves.
func exchange(text string, change diag.Change) diag.Help {
	to := change.And[0]
	return diag.Help{Text: text, Span: change.Span, Edit: change.Edit, And: []diag.Help{{Span: to.Span, Edit: to.Edit, Replace: to.Text}}}
}
