package fault

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Astray moves a statement to the other side of where a block begins or ends, if its indentation says that it belongs there: what else was proposed
// makes something for where it is. An error that tells nothing of it may still follow from where it is, if it is the only one in the file.
//
//	  queue:Signal(fence, frame)
//	fence:WaitCPU(3)                 nothing signals that value
//	end                        ◀──
func (h *Hearing) Astray(d *diag.Diagnostic) {
	primary := d.Primary().Site
	places := []gpu.Site{primary}
	for _, l := range d.Labels {
		places = append(places, l.Site)
		for _, via := range l.Via {
			places = append(places, via.Site)
		}
	}
	for _, f := range d.Stack {
		places = append(places, f.Site)
	}
	a, told, ok := h.Source.Astray(places)
	if !ok || !told && d.Severity != diag.SeverityError {
		return
	}
	where := "behind the end of the block, or before its beginning"
	if a.Within {
		where = "into the block beside it"
	}
	if !told {
		where += ", if it belongs there"
	}
	help := exchange(fmt.Sprintf("Move line %d %s: it is indented like what stands there.", a.Line, where), a.Change)
	help.Astray = true
	if len(d.Help) == 0 || !d.Help[0].Astray { // a diagnostic may be located twice
		d.Help = append([]diag.Help{help}, d.Help...)
	}
}
