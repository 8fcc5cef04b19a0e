package runs

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// What threads give to a shared queue is done in the order of their calls. For whatever its strands do first there is mostly an order of the calls.
// But calls on two queues may contradict each other, and so may a call and what ended a wait of its thread before it:
//
//	thread one   q0: a  q1: b        b before c on q1 and d before a on q0 would need a before b, b before c,
//	thread two   q1: c  q0: d        c before d and d before a: there is no such run
//
// So where a search has found a run, and threads share a queue, it is made once more with the calls as steps: who gives something first that may hold
// up others is a choice.

// share prepares a search that looks at the order of calls. It reports false where that order is forgotten.
func (s *search) share() bool {
	s.gives = map[Point][]Point{}
	for q := range s.p.Agents {
		a := &s.p.Agents[q]
		used, known := 0, []Point(nil)
		for _, strand := range a.Strands {
			g := &s.p.Agents[strand]
			if len(g.Items) > 0 {
				used++
			}
			before := len(known)
			for i := range g.Items {
				p, it := Point{strand, g.Base + uint32(i) + 1}, &g.Items[i]
				if call := (Point{it.By, it.call()}); call.Pos > s.p.Agents[it.By].Base {
					s.gives[call] = append(s.gives[call], p)
				} else if known = append(known, p); before > 0 {
					return false
				}
			}
		}
		if used > 1 {
			s.shared, s.given = append(s.shared, clock.Agent(q)), append(s.given, known)
		}
	}
	return true
}

// lane is the number of the shared queue of a strand, -1: it is none.
func (s *search) lane(a clock.Agent) int {
	if len(s.shared) == 0 || !s.p.Agents[a].Queue {
		return -1
	}
	return slices.Index(s.shared, s.p.Agents[a].Root)
}

// held says whether something else stands in front of the next item of a strand, or it is not given yet.
func (s *search) held(m *moment, a clock.Agent) bool {
	k := s.lane(a)
	return k >= 0 && (len(m.given[k]) == 0 || m.given[k][0] != Point{a, m.at[a] + 1})
}

// give takes what an agent has done out of its shared queue, or, of a thread, gives what that call gives.
func (s *search) give(m *moment, a clock.Agent) {
	if k := s.lane(a); k >= 0 {
		m.given[k] = m.given[k][1:]
	}
	for _, p := range s.gives[Point{a, m.at[a]}] {
		if k := s.lane(p.Queue); k >= 0 {
			m.given[k] = append(m.given[k], p)
		}
	}
}

// chooses says whether the next item of an agent may hinder something: a signal that takes a fence down, or a call that gives a shared queue what may
// hold it up.
func (s *search) chooses(m *moment, a clock.Agent, it *Item) bool {
	restless := func(it *Item) bool { return it.Kind == Signal && s.p.Fences[it.Fence].Restless }
	if restless(it) {
		return true
	}
	return slices.ContainsFunc(s.gives[Point{a, m.at[a] + 1}], func(p Point) bool {
		g := &s.p.Agents[p.Queue]
		given := &g.Items[p.Pos-g.Base-1]
		return s.lane(p.Queue) >= 0 && (p == s.x || given.Kind == Wait || restless(given))
	})
}

// clonesOf are lists that may be changed.
func clonesOf(lists [][]Point) [][]Point {
	out := make([][]Point, len(lists))
	for i := range lists {
		out[i] = slices.Clone(lists[i])
	}
	return out
}
