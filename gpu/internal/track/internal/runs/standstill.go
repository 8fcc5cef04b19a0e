package runs

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// Which of two threads gives something to a queue first is up to the run. If a wait of the one holds up a signal of the other that somebody needs to go on, the queue stands still in
// runs in which the wait comes first, and does not in others:
//
//	thread one   q: Wait(F, 1)        the wait comes first: F never becomes 1
//	thread two   q: Signal(F, 1)      the signal comes first: nothing is wrong
//
// So all orders of the calls on such queues are tried, as long as there are not too many.

// maxItems bounds the programs that are looked at.
const maxItems = 1 << 12

// Held is a wait and a signal of one queue, of two threads and in no order: in some runs the wait holds the signal up for ever, and in some it ends.
type Held struct{ Wait, Signal Given }

// Given is a wait, or a signal, that a thread has given to a queue.
type Given struct {
	At    Point
	Fence int
	Value uint64
	By    clock.Agent
	Mark  uint32
}

// givenAt is an item of a queue.
func (s *search) givenAt(p Point) Given {
	it := s.item(p)
	return Given{p, it.Fence, it.Value, it.By, it.Mark}
}

// Standstill looks for runs that come to a standstill in which others go on. sure is how many items of each agent are done in every run, or in which a thread makes no more calls; nil:
// there are no such runs, or too many runs to know.
func (p *Program) Standstill() (held []Held, sure []uint32) {
	s, items := search{p: p, x: nowhere, y: nowhere, seen: map[string]bool{}, ends: &ends{}}, 0
	for i := range p.Agents {
		items += len(p.Agents[i].Items)
	}
	if items > maxItems || !s.share() || !s.waits() || s.surely() {
		return nil, nil
	}
	if s.begin(); s.found {
		return nil, nil
	}
	e := s.ends
	held = slices.DeleteFunc(e.held, func(h Held) bool {
		return e.most[h.Wait.At.Queue] < h.Wait.At.Pos || !s.called(h.Wait.At) || !s.called(h.Signal.At)
	})
	if len(held) == 0 || !e.whole {
		return nil, nil
	}
	s.heldBack()
	return held, e.least
}

// waits says whether a wait was given to a shared queue: nothing else holds up what other threads give to it.
func (s *search) waits() bool {
	for _, q := range s.shared {
		for _, strand := range s.p.Agents[q].Strands {
			if slices.ContainsFunc(s.p.Agents[strand].Items, func(it Item) bool { return it.Kind == Wait }) {
				return true
			}
		}
	}
	return false
}

// heldBack takes from what is done in every run the work that a wait may hold up which does not end in every run: where its calls come among the others was not tried.
func (s *search) heldBack() {
	m := moment{at: s.ends.least}
	for a := range s.p.Agents {
		g := &s.p.Agents[a]
		for i := g.Base; i < m.at[a]; i++ {
			if s.heldUp(&m, clock.Agent(a), &g.Items[i-g.Base]) {
				m.at[a] = i
			}
		}
	}
}

// nowhere is no item.
var nowhere = Point{Queue: ^clock.Agent(0)}

// ends is what is known of the ends of runs.
type ends struct {
	held        []Held
	least, most []uint32 // by agent: items done
	whole       bool     // one run does all that there is
	past        []past
}

// past is a call that every thread knows, so that it is no item of its thread any more. Which of them came first is still open.
type past struct {
	by    Point
	knew  clock.Clock
	gives []Point
}

// give keeps an item that such a call gave.
func (e *ends) give(call Point, it *Item, p Point) {
	at := slices.IndexFunc(e.past, func(x past) bool { return x.by == call })
	if at < 0 {
		at, e.past = len(e.past), append(e.past, past{by: call, knew: it.Issue})
	}
	e.past[at].gives = append(e.past[at].gives, p)
}

// places says whether such a call may come now: it has not, and all have that its thread knew of.
func (s *search) places(m *moment, i int) bool {
	return !m.placed[i] && !s.lacks(m, s.ends.past[i].by.Queue, s.ends.past[i].knew, i)
}

// place lets such a call give what it gives.
func (s *search) place(m *moment, i int) {
	m.placed[i] = true
	for _, p := range s.ends.past[i].gives {
		if k := s.lane(p.Queue); k >= 0 {
			m.given[k] = append(m.given[k], p)
		}
	}
}

// lacks says whether such a call has not come that a thread knows of, or has made itself, but for one of them.
func (s *search) lacks(m *moment, thread clock.Agent, knows clock.Clock, but int) bool {
	for k, x := range s.ends.past {
		if k != but && !m.placed[k] && (but < 0 && x.by.Queue == thread || knows.At(x.by.Queue) >= x.by.Pos) {
			return true
		}
	}
	return false
}

// behind says whether all such calls have come that come before an item.
func (s *search) behind(m *moment, a clock.Agent, it *Item) bool {
	if len(m.placed) == 0 {
		return true
	}
	if s.p.Agents[a].Queue {
		return !s.lacks(m, it.By, it.Issue, -1)
	}
	if it.Kind == Learn && s.lacks(m, a, it.Issue, -1) {
		return false
	}
	for _, p := range s.gives[Point{a, m.at[a] + 1}] {
		if s.lacks(m, a, s.item(p).Issue, -1) {
			return false
		}
	}
	return !s.lacks(m, a, clock.Clock{}, -1)
}

// called says whether the call that gives an item to its queue is made in every run.
func (s *search) called(p Point) bool {
	it := s.item(p)
	return s.ends.least[it.By] >= it.Issue.At(it.By)
}

func (s *search) item(p Point) *Item {
	g := &s.p.Agents[p.Queue]
	return &g.Items[p.Pos-g.Base-1]
}

// orders says whether an item's call gives a queue that threads share something whose place there matters.
func (s *search) orders(p Point) bool { return s.lane(p.Queue) >= 0 && s.item(p).Kind != Work }

// end looks at the end of a run.
func (s *search) end(m *moment) {
	e := s.ends
	if e.least == nil {
		e.least, e.most = slices.Clone(m.at), slices.Clone(m.at)
	}
	whole := true
	for a, n := range m.at {
		g := &s.p.Agents[a]
		whole = whole && int(n-g.Base) == len(g.Items)
		e.least[a], e.most[a] = min(e.least[a], n), max(e.most[a], n)
		if it := s.first(m, clock.Agent(a)); it != nil && it.Kind == Poll {
			s.found = true // what the script does then is not known
		}
	}
	e.whole = e.whole || whole
	for _, given := range m.given {
		if len(given) == 0 || s.item(given[0]).Kind != Wait {
			continue
		}
		for _, p := range given[1:] {
			if h := (Held{s.givenAt(given[0]), s.givenAt(p)}); s.item(p).Kind == Signal && s.apart(given[0], p) && s.needed(m, s.item(p)) && !slices.Contains(e.held, h) {
				e.held = append(e.held, h)
			}
		}
	}
}

// apart says whether nothing orders the calls of a wait and a signal.
func (s *search) apart(wait, signal Point) bool {
	w, g := s.item(wait), s.item(signal)
	return w.By != g.By && g.Issue.At(w.By) < w.Issue.At(w.By) && w.Issue.At(g.By) < g.Issue.At(g.By)
}

// first is the item that an agent does not get beyond, nil if there is none or it has not been given.
func (s *search) first(m *moment, a clock.Agent) *Item {
	g := &s.p.Agents[a]
	if i := m.at[a] - g.Base; int(i) < len(g.Items) && (!g.Queue || m.at[g.Items[i].By] >= g.Items[i].Issue.At(g.Items[i].By)) {
		return &g.Items[i]
	}
	return nil
}

// needed says whether something waits for a signal.
func (s *search) needed(m *moment, signal *Item) bool {
	for a := range s.p.Agents {
		if it := s.first(m, clock.Agent(a)); it != nil && it.Kind == Wait && it.Fence == signal.Fence && it.Value <= signal.Value && m.value[it.Fence] < it.Value {
			return true
		}
	}
	return false
}

// surely says whether all that there is is done in every run, as far as that follows without a look at the runs: what may be given to a shared queue first holds up all of it.
func (s *search) surely() bool {
	m := moment{value: make([]uint64, len(s.p.Fences))}
	for i := range s.p.Agents {
		m.at = append(m.at, s.p.Agents[i].Base)
	}
	for i := range s.p.Fences {
		m.value[i] = s.p.Fences[i].Known
	}
	for again := true; again; {
		again = false
		for a := range s.p.Agents {
			g := &s.p.Agents[a]
			for int(m.at[a]-g.Base) < len(g.Items) {
				it := &g.Items[m.at[a]-g.Base]
				if !s.ready(m.at, m.value, clock.Agent(a), it) || s.heldUp(&m, clock.Agent(a), it) {
					break
				}
				if it.Kind == Signal {
					m.value[it.Fence] = max(m.value[it.Fence], it.Value)
				}
				m.at[a]++
				again = true
			}
		}
	}
	for a := range s.p.Agents {
		if g := &s.p.Agents[a]; int(m.at[a]-g.Base) < len(g.Items) {
			return false
		}
	}
	return true
}

// heldUp says whether a wait of another thread may stand before an item in its queue that is not known to end.
func (s *search) heldUp(m *moment, a clock.Agent, it *Item) bool {
	if s.lane(a) < 0 {
		return false
	}
	for _, strand := range s.p.Agents[s.p.Agents[a].Root].Strands {
		g := &s.p.Agents[strand]
		if strand == a {
			continue
		}
		for i := m.at[strand] - g.Base; int(i) < len(g.Items); i++ {
			if w := &g.Items[i]; w.Kind == Wait && w.Issue.At(it.By) < it.Issue.At(it.By) {
				return true
			}
		}
	}
	return false
}
