package slots

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/reading"
)

// Told is what was told of a table of a list, after which no more is said of the list: descriptors of the same heap that are missing in other tables
// for the same root parameter are no other mistake.
type Told struct {
	heap gpu.ID
	slot uint32
	d    *diag.Diagnostic
}

// Keep takes what was told of a table, the last one.
func (o *Told) Keep(t *reading.Table, out []*diag.Diagnostic) {
	if len(out) > 0 {
		o.heap, o.slot, o.d = t.Base.Heap, t.Slot, out[len(out)-1]
	}
}

// But says that nothing need be known of a table.
func (o *Told) But(t *reading.Table) bool {
	return o.d != nil && (t.Base.Heap != o.heap || t.Slot != o.slot || o.d.Code != diag.StaticDescriptorUnwritten)
}

// Beside is what is told of a table: nothing, where something was. What programs find there follows from that.
func (o *Told) Beside(out []*diag.Diagnostic) []*diag.Diagnostic {
	if o.d == nil {
		return out
	}
	for _, d := range out {
		if d.Code == o.d.Code {
			o.d.Descriptors = append(o.d.Descriptors, d.Descriptors...)
			for i, h := range o.d.Help { // the edit would write one of them
				o.d.Help[i] = diag.Help{Text: h.Text}
			}
		}
	}
	return nil
}
