package track

import "slices"

// What threads give to a shared queue is done in the order of their calls. For whatever its strands do first there is mostly an order of the calls. But calls on two queues may
// contradict each other, and so may a call and what ended a wait of its thread before it:
//
//	thread one   q0: a  q1: b        b before c on q1 and d before a on q0 would need a before b, b before c,
//	thread two   q1: c  q0: d        c before d and d before a: there is no such run
//
// So where a search has found a run, and threads share a queue, it is made once more with the calls as steps: who gives something first that may hold up others is a choice.

// share prepares a search that looks at the order of calls. It reports false where that cannot say more: threads share no queue, or that order is forgotten.
func (s *search) share() bool {
	s.gives = map[Point][]Point{}
	for q := range s.o.agents {
		a := &s.o.agents[q]
		if a.strands == nil || a.removed {
			continue
		}
		used, known := 0, []Point(nil)
		for _, strand := range a.strands.all {
			g := &s.o.agents[strand]
			if len(g.items) > 0 {
				used++
			}
			before := len(known)
			for i := range g.items {
				p, it := Point{strand, g.base + uint32(i) + 1}, &g.items[i]
				if call := (Point{it.by, it.issue.At(it.by)}); call.Pos > s.o.agents[it.by].base {
					s.gives[call] = append(s.gives[call], p)
				} else if known = append(known, p); before > 0 {
					return false
				}
			}
		}
		if used > 1 {
			s.shared, s.given = append(s.shared, Agent(q)), append(s.given, known)
		}
	}
	return len(s.shared) > 0
}

// lane is the number of the shared queue of a strand, -1: it is none.
func (s *search) lane(a Agent) int {
	if len(s.shared) == 0 || !s.o.agents[a].queue {
		return -1
	}
	return slices.Index(s.shared, s.o.agents[a].root)
}

// held says whether something else stands in front of the next item of a strand, or it is not given yet.
func (s *search) held(m *moment, a Agent) bool {
	k := s.lane(a)
	return k >= 0 && (len(m.given[k]) == 0 || m.given[k][0] != Point{a, m.at[a] + 1})
}

// give takes what an agent has done out of its shared queue, or, of a thread, gives what that call gives.
func (s *search) give(m *moment, a Agent) {
	if k := s.lane(a); k >= 0 {
		m.given[k] = m.given[k][1:]
	}
	for _, p := range s.gives[Point{a, m.at[a]}] {
		if k := s.lane(p.Queue); k >= 0 {
			m.given[k] = append(m.given[k], p)
		}
	}
}

// chooses says whether the next item of an agent may hinder something: a signal that takes a fence down, or a call that gives a shared queue what may hold it up.
func (s *search) chooses(m *moment, a Agent, it *item) bool {
	restless := func(it *item) bool { return it.kind == itemSignal && s.o.fences[it.need.Fence].restless() }
	if restless(it) {
		return true
	}
	return slices.ContainsFunc(s.gives[Point{a, m.at[a] + 1}], func(p Point) bool {
		g := &s.o.agents[p.Queue]
		given := &g.items[p.Pos-g.base-1]
		return s.lane(p.Queue) >= 0 && (p == s.x || given.kind == itemWait || restless(given))
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
