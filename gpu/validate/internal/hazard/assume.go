package hazard

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Where it was reported that nothing orders two works, the first counts as finished before the second from then on: what follows from the same missing wait is not
// reported again. With the wait, whatever comes before the first work would come before the second one, and before all that comes after that:
//
//	queue A   ──[a]──              reported: a and b. What a comes after, and a itself, comes before b, and c,
//	queue B        [b]──┐          which reads what a writes as well
//	queue C             └─[c]──
//
// With several threads, too: works are settled in one order, whatever the run (track/internal/hearsay).

// assumption is that a clock is covered before the item at pos of an agent, and those after it.
type assumption struct {
	pos  uint32
	done track.Clock
}

// assumptions are those about each agent that comes after another one, in the order of its items: the clocks go up. count is how often there was a new one.
type assumptions struct {
	about  map[track.Agent][]assumption
	agents []track.Agent // of about, sorted
	count  uint64
}

// ahead is what comes before a work, certainly or because it is taken so, when there were so many assumptions.
type ahead struct {
	clock track.Clock
	count uint64
}

// assume takes a as finished before b, after a conflict of the two.
func (d *Detector) assume(a, b *work, atomics bool) {
	s, done := d.taken(atomics), d.ahead(a, atomics)
	done = done.With(a.side.Point.Queue, a.side.Point.Pos)
	agent, pos := b.side.Point.Queue, b.side.Point.Pos
	list := s.about[agent]
	at, found := slices.BinarySearchFunc(list, pos, byPos)
	if !found {
		if at > 0 {
			if list[at-1].done.Covers(done) {
				return
			}
			done = done.Join(list[at-1].done)
		} else if k, known := slices.BinarySearch(s.agents, agent); !known {
			s.agents = slices.Insert(s.agents, k, agent)
		}
		list = slices.Insert(list, at, assumption{pos: pos})
	}
	for i := at; i < len(list) && !list[i].done.Covers(done); i++ {
		list[i].done = list[i].done.Join(done)
	}
	if s.about == nil {
		s.about = map[track.Agent][]assumption{}
	}
	s.about[agent] = list
	s.count++
}

func (d *Detector) taken(atomics bool) *assumptions {
	if atomics {
		return &d.assumed[1]
	}
	return &d.assumed[0]
}

func byPos(s assumption, pos uint32) int { return int(int64(s.pos) - int64(pos)) }

// ahead is what comes before a work, certainly or because it is taken so.
func (d *Detector) ahead(w *work, atomics bool) track.Clock {
	s, known := d.taken(atomics), &w.ahead[0]
	if atomics {
		known = &w.ahead[1]
	}
	if s.count == 0 {
		return w.start
	}
	if known.count == s.count {
		return known.clock
	}
	c := w.start
	for _, agent := range s.agents {
		n := w.start.At(agent)
		if agent == w.side.Point.Queue {
			n = w.side.Point.Pos
		}
		list := s.about[agent]
		if at, _ := slices.BinarySearchFunc(list, n+1, byPos); at > 0 {
			c = c.Join(list[at-1].done)
		}
	}
	*known = ahead{c, s.count}
	return c
}

// assumedBefore is up to which item of an agent everything is taken as finished before a work.
func (d *Detector) assumedBefore(w *work, agent track.Agent) uint32 {
	return d.ahead(w, false).At(agent)
}

// forgetAssumptions drops those about works that are dropped.
func (d *Detector) forgetAssumptions(clock track.Clock) {
	for i := range d.assumed {
		s := &d.assumed[i]
		if len(s.agents) == 0 {
			continue
		}
		s.agents = slices.DeleteFunc(s.agents, func(agent track.Agent) bool {
			list := slices.DeleteFunc(s.about[agent], func(a assumption) bool { return clock.Covers(a.done) })
			if s.about[agent] = list; len(list) == 0 {
				delete(s.about, agent)
			}
			return len(list) == 0
		})
	}
}
