package hazard

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Settled says whether every thread knew, when Settle was called last, that a submission is finished, and whether all did so of those that its thread made before.
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
			for k := range w.parts[i].spans {
				if s := w.parts[i].spans[k]; w.parts[i].memory == memory && s.writes() && s.by.op != gpu.OpResourceBarrier {
					side := s.side()
					f(&side)
				}
			}
		}
	}
}

// Kept are things that were found of submissions while they ran, and that wait until these are settled. The zero value has none.
type Kept[T any] struct{ list []kept[T] }

type kept[T any] struct {
	queue      gpu.ID
	submission uint64
	by         track.Agent // the thread that made the submission
	seq        uint64      // among its submissions
	what       T
}

// None says that nothing waits.
func (k *Kept[T]) None() bool { return len(k.list) == 0 }

// Keep adds what was found of a submission that has not ended.
func (k *Kept[T]) Keep(d *Detector, queue gpu.ID, submission uint64, found ...T) {
	for _, what := range found {
		one := kept[T]{queue: queue, submission: submission, what: what}
		if w := d.workOf(queue, submission); w != nil {
			one.by, one.seq = w.call.By, w.side.seq
		}
		k.list = append(k.list, one)
	}
}

// Settled takes out what was found of submissions that every thread knows to be finished, or all, in the order in which each thread made them: no schedule
// changes it. maybe is called for those of submissions that may be missing in another run.
func (k *Kept[T]) Settled(d *Detector, all bool, maybe func(T)) (out []T) {
	slices.SortStableFunc(k.list, func(a, b kept[T]) int { return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.seq, b.seq)) })
	k.list = slices.DeleteFunc(k.list, func(one kept[T]) bool {
		settled, _ := d.Settled(one.queue, one.submission)
		if settled || all {
			if d.Missing(one.queue, one.submission) {
				maybe(one.what)
			}
			out = append(out, one.what)
		}
		return settled || all
	})
	return out
}
