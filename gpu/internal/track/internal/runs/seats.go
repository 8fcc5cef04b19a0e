package runs

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// A queue with nothing before a wait is at it from the call on. So when the call comes matters:
//
//	queue A   F = 1 ─ F = 0      the call after F = 0: the wait never ends
//	queue B   wait F >= 1        the call before that: it ends, also if the queue goes on after F = 0 only
//
// A search for a wait that never ends takes such a call as a step. What was given after it comes after it.

// What a search notes of each seat, in the place of the value of a further fence: that the wait is not given yet, that it is, and that its fence has
// had the value since then.
const open, seated, met = 0, 1, 2

// ready says whether an agent can do its next item.
func (s *stalls) ready(m *moment, a clock.Agent, it *Item) bool {
	here := Point{a, m.at[a] + 1}
	for i, w := range s.p.Seats {
		if m.value[s.seats+i] == open && (w == here || s.p.calledAfter(here, it, w)) {
			return false
		}
	}
	if s.past(m, here) {
		return s.p.reached(m, a, it)
	}
	return s.p.ready(m.at, m.value, a, it)
}

// past says whether a wait is one that has ended although its fence may be lower by now.
func (s *stalls) past(m *moment, at Point) bool {
	i := slices.Index(s.p.Seats, at)
	return i >= 0 && m.value[s.seats+i] == met
}

// calledAfter says whether an item of a queue is given, or an action of a thread done, after the call that gives a wait.
func (p *Program) calledAfter(at Point, it *Item, wait Point) bool {
	w := p.Item(wait)
	later := it.Nth > w.Nth || !p.Agents[at.Queue].Queue && it.Nth == w.Nth
	return later && it.Issue.At(w.By) >= w.call() && (at.Queue != w.By || at.Pos > w.call())
}

// callable says whether a wait can be given now: it is not, and all is done of which its thread knows, and given that is given before.
func (s *stalls) callable(m *moment, i int) bool {
	if m.value[s.seats+i] != open {
		return false
	}
	at := s.p.Seats[i]
	it := s.p.Item(at)
	for k, w := range s.p.Seats {
		if k != i && m.value[s.seats+k] == open && s.p.calledAfter(at, it, w) {
			return false
		}
	}
	return covers(m.at, it.Issue)
}

// matters says whether it matters when a wait is given: its fence may get another value before that.
func (s *stalls) matters(m *moment, i int) bool {
	at := s.p.Seats[i]
	w := s.p.Item(at)
	for j := range s.await {
		if m.value[s.ways+2*j] == unasked && s.await[j].after(at, w) {
			return true
		}
	}
	if slices.ContainsFunc(s.p.Windows, func(o Window) bool {
		return m.at[o.Wait.Queue] < o.Wait.Pos && slices.Contains(o.Calls, at) && s.opened(m, &o)
	}) {
		return true
	}
	for a := range s.p.Agents {
		g := &s.p.Agents[a]
		for k := m.at[a] - g.Base; int(k) < len(g.Items); k++ {
			it, x := &g.Items[k], Point{clock.Agent(a), g.Base + k + 1}
			if it.Kind == Signal && it.Fence == w.Fence && !s.p.calledAfter(x, it, at) {
				return true
			}
		}
	}
	return false
}

// call gives a wait.
func (s *stalls) call(m *moment, i int) {
	at := s.p.Seats[i]
	s.ask(m, func(w *Awaited) bool { return w.after(at, s.p.Item(at)) })
	m.value[s.seats+i] = seated
	s.look(m)
	s.ask(m, nobody)
}

// look notes which fences have the values that seats wait for.
func (s *stalls) look(m *moment) {
	for i, at := range s.p.Seats {
		if w := s.p.Item(at); m.value[s.seats+i] == seated && m.value[w.Fence] >= w.Value {
			m.value[s.seats+i] = met
		}
	}
}

// opened says whether nothing is done or given yet that comes after a window.
func (s *stalls) opened(m *moment, w *Window) bool {
	return w.open(m.at) && !slices.ContainsFunc(w.Calls, func(at Point) bool {
		return m.value[s.seats+slices.Index(s.p.Seats, at)] != open
	})
}

// Mixed says whether it is up to the run what of a queue comes first that several threads have used: of two items the thread that gave the later one
// did not know of the other. What is forgotten came before.
func (p *Program) Mixed() bool {
	return slices.ContainsFunc(p.Agents, func(q Agent) bool {
		var items []*Item
		for _, strand := range q.Strands {
			a := &p.Agents[strand]
			for i := range a.Items {
				items = append(items, &a.Items[i])
			}
		}
		slices.SortFunc(items, func(x, y *Item) int { return cmp.Compare(x.Nth, y.Nth) })
		for i, it := range items {
			if i > 0 && it.By != items[i-1].By && it.Issue.At(items[i-1].By) < items[i-1].call() {
				return true
			}
		}
		return false
	})
}
