package hazard

import (
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/hazard/internal/assumed"
)

// Where it was reported that nothing orders two works, the first counts as finished before the second from then on: what follows from the same
// missing wait is not reported again. With the wait, whatever comes before the first work would come before the second one, and before all that comes
// after that:
//
//	queue A   ──[a]──              reported: a and b. What a comes after, and a itself, comes before b, and c,
//	queue B        [b]──┐          which reads what a writes as well
//	queue C             └─[c]──
//
// With several threads, too: works are settled in one order, whatever the run (track/internal/hearsay).

// ahead is what comes before a work, certainly or because it is taken so, when there were so many assumptions.
type ahead struct {
	clock track.Clock
	count uint64
}

// assume takes a as finished before b, after a conflict of the two.
func (d *Detector) assume(a, b *work, atomics bool) {
	done := d.ahead(a, atomics)
	d.taken(atomics).Add(b.side.Point, done.With(a.side.Point.Queue, a.side.Point.Pos))
}

func (d *Detector) taken(atomics bool) *assumed.Set {
	if atomics {
		return &d.assumed[1]
	}
	return &d.assumed[0]
}

// ahead is what comes before a work, certainly or because it is taken so.
func (d *Detector) ahead(w *work, atomics bool) track.Clock {
	s, known := d.taken(atomics), &w.ahead[0]
	if atomics {
		known = &w.ahead[1]
	}
	if s.Count() == 0 {
		return w.start
	}
	if known.count != s.Count() {
		*known = ahead{s.Before(w.side.Point, w.start), s.Count()}
	}
	return known.clock
}

// assumedBefore is up to which item of an agent everything is taken as finished before a work.
func (d *Detector) assumedBefore(w *work, agent track.Agent) uint32 {
	return d.ahead(w, false).At(agent)
}

// forgetAssumptions drops those about works that are dropped.
func (d *Detector) forgetAssumptions(clock track.Clock) {
	for i := range d.assumed {
		d.assumed[i].Forget(clock)
	}
}
