// Package withheld keeps what was found of submissions while they ran until these are settled: when they ran is up to the schedule, and when every
// thread knows that they are finished is not. It must not know what was found.
package withheld

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard"
)

// List are such things. The zero value has none.
type List[T any] struct{ list []one[T] }

type one[T any] struct {
	queue      gpu.ID
	submission uint64
	by         track.Agent // the thread that made the submission
	seq        uint64      // among all works
	ask        *hazard.Ask // whether it is up to the schedule
	what       T
}

// None says that nothing waits.
func (l *List[T]) None() bool { return len(l.list) == 0 }

// Keep adds what was found of a command, whose submission has not ended. slot is which of the slots of its accesses something is about; "": any.
func (l *List[T]) Keep(d *hazard.Detector, e *gpu.Executed, slot func(T) string, found ...T) {
	for _, what := range found {
		x := one[T]{queue: e.Queue, submission: e.Submission, what: what}
		x.by, x.seq = d.Given(e.Queue, e.Submission)
		if e.Feeds != nil {
			x.ask = d.Asks(e.Queue, e.Submission, e.Number, e.Feeds(slot(what)))
		}
		l.list = append(l.list, x)
	}
}

// Settled takes out what was found of submissions that every thread knows to be finished, or all, and goes through it in the order in which each
// thread made them: no schedule changes it. What follows from data that a race decides is left out. missing says that the submission may be missing
// in another run.
func (l *List[T]) Settled(d *hazard.Detector, all bool, each func(what T, queue gpu.ID, submission uint64, missing bool)) {
	slices.SortStableFunc(l.list, func(a, b one[T]) int { return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.seq, b.seq)) })
	l.list = slices.DeleteFunc(l.list, func(x one[T]) bool {
		settled, _ := d.Settled(x.queue, x.submission)
		settled = settled && x.ask.Known()
		if (settled || all) && !x.ask.Raced() {
			each(x.what, x.queue, x.submission, d.Missing(x.queue, x.submission, true))
		}
		return settled || all
	})
}
