package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Settled says whether every thread knew, when Settle was called last, that a submission is finished, and whether all did so of those that its thread
// made before.
func (d *Detector) Settled(queue gpu.ID, submission uint64) (itself, before bool) {
	w := d.workOf(queue, submission)
	if w == nil {
		return true, true // dropped: after works that are all admitted
	}
	return w.admitted, d.rows.first(w)
}

// Precedes says whether a submission has certainly ended when another one starts.
func (d *Detector) Precedes(queue gpu.ID, submission uint64, other gpu.ID, later uint64) bool {
	a, b := d.workOf(queue, submission), d.workOf(other, later)
	if a == nil || b == nil {
		return a == nil
	}
	return d.order.Start(b.side.Point).At(a.side.Point.Queue) >= a.side.Point.Pos
}

// Writers calls f for the writes to a memory by works that some thread may not know to be finished, which have executed.
func (d *Detector) Writers(memory gpu.ID, f func(*Side)) {
	for _, w := range d.rows.all() {
		d.add(w)
		for i := range w.parts {
			if w.parts[i].memory != memory || !w.parts[i].writes {
				continue
			}
			d.unfold(&w.parts[i])
			for _, s := range w.parts[i].spans {
				if s.writes() && s.by.op != gpu.OpResourceBarrier {
					side := s.side()
					f(&side)
				}
			}
		}
	}
}

// Given says which thread gave a submission to its queue, and which one of all works that is in the order of the calls; zeros: it is not known any
// more.
func (d *Detector) Given(queue gpu.ID, submission uint64) (by track.Agent, seq uint64) {
	if w := d.workOf(queue, submission); w != nil {
		by, seq = w.call.By, w.side.seq
	}
	return by, seq
}
