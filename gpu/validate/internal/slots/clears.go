package slots

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
)

// Clears are the clears of UAVs of a recording, in the order of its commands, with what their CPU handles showed. Its memory is reused by the next
// recording.
type Clears []cleared

// cleared is a clear that was recorded after so many writes of descriptors.
type cleared struct {
	by     tables.Clear
	own    Slot // of its CPU handle, without readers
	writes uint64
}

// Add adds a clear whose CPU handle is of a heap; of no heap it was refused.
func (l *Clears) Add(c *gpu.Command, read *Heap, writes uint64) {
	if own := read.Slot(c.CPUHandle.Index); own != nil {
		k := cleared{tables.Clear{Op: c.Op, Site: c.Site, At: c.GPUHandle, Resource: c.Dst}, *own, writes}
		k.own.Readers = nil
		*l = append(*l, k)
	}
}

// Submitted appends what is wrong with the first clear whose GPU handle got another view than that of its CPU handle between its recording and a
// submission of its list. What was there before was looked at when the clear was recorded, except for a null view: the right one may be written until
// the submission.
func (l Clears) Submitted(to []*diag.Diagnostic, w World, list gpu.ID, submit gpu.Site) []*diag.Diagnostic {
	for i := range l {
		k := &l[i]
		s := w.Slots(k.by.At.Heap).Slot(k.by.At.Index)
		if s == nil || s.Written == 0 || w.Dead(k.by.At.Heap) {
			continue
		}
		before := s.Written <= k.writes
		what := ""
		switch {
		case s.Resource == 0 && k.own.Resource != 0:
			what = "a null view"
		case before:
		case s.Resource != k.own.Resource:
			what = w.Ref(s.Resource)
		case s.Unordered == nil: // both show nothing, or it is no UAV, which the execution finds
		case k.own.Unordered == nil:
			what = "a view of another kind"
		default:
			what = differs(&k.own, s)
		}
		if what != "" {
			return append(to, tables.ClearChanged(w, &k.by, list, submit, what, s.Site, k.own.Site, before))
		}
	}
	return to
}
