package runs

import (
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// A thread in Present waits until so many frames of its swap chain are done that few enough are left. They come after all that the queue was given
// before. If that is a wait which ends only with something that the thread does after the Present, both stand still for ever:
//
//	thread one   q: Wait(F, 1)                     the wait comes first: the frame is never done, and F never becomes 1
//	thread two   q: Present ─ F.Signal(1)          the Present comes first: nothing is wrong
//
// Which frame a Present waits for depends on the Presents of other threads. So a search takes all calls as steps that give something to a queue that
// threads share, but for work, and looks for runs in which nobody can do anything and a thread stands in Present, behind a wait that ends in other
// runs.

// maxFrameStates bounds a search. Where there are more states, nothing is found.
const maxFrameStates = 1 << 11

// Frames finds waits and signals as Standstill does, where a thread stands in Present between them. sure is how many items of each agent are done in
// every run.
func (p *Program) Frames() (held []Held, sure []uint32) {
	m := p.beginning()
	if p.large() || !p.stop(&m) || !p.lacking(&m) {
		return nil, nil
	}
	s := pacing{search: search{p: p, x: Point{Pos: math.MaxUint32}, seen: map[string]bool{}}, ended: map[Point]bool{}}
	if !s.share() {
		return nil, nil
	}
	s.visit(s.start())
	if s.states > maxFrameStates {
		return nil, nil
	}
	for _, h := range s.held {
		if s.ended[h.Wait.At] {
			held = append(held, h)
		}
	}
	if len(held) > 0 {
		sure = m.at
	}
	return held, sure
}

// stop goes on to what is done although no thread gets beyond a Present, and whatever waits come first in their queues. It reports whether there is a
// Present.
func (p *Program) stop(m *moment) (any bool) {
	p.advance(m, func(a clock.Agent, it *Item) bool {
		presents := !p.Agents[a].Queue && it.Chain > 0
		any = any || presents
		return presents || p.heldUp(m, a, it, nil)
	})
	return any
}

// lacking says whether a wait of a queue is for something that is not done then.
func (p *Program) lacking(m *moment) bool {
	return slices.ContainsFunc(p.Agents, func(g Agent) bool {
		return g.Queue && slices.ContainsFunc(g.Items, func(it Item) bool { return it.Kind == Wait && !it.Past && m.value[it.Fence] < it.Value })
	})
}

// pacing looks for runs that stand still because of frames.
type pacing struct {
	search
	chains []uint32
	ended  map[Point]bool // waits that end in some run
	held   []Held
}

// What a search notes in the place of the values of further fences: of each chain the frames that are called and that are done, and of each agent the
// number of its last one.
func (s *pacing) called(chain uint32) int {
	return len(s.p.Fences) + 2*slices.Index(s.chains, chain)
}
func (s *pacing) done(chain uint32) int    { return s.called(chain) + 1 }
func (s *pacing) number(a clock.Agent) int { return len(s.p.Fences) + 2*len(s.chains) + int(a) }

// start is where a search begins.
func (s *pacing) start() moment {
	m := s.p.start()
	for a := range s.p.Agents {
		for i := range s.p.Agents[a].Items {
			if c := s.p.Agents[a].Items[i].Chain; c > 0 && !slices.Contains(s.chains, c) {
				s.chains = append(s.chains, c)
			}
		}
	}
	m.value = append(m.value, make([]uint64, 2*len(s.chains)+len(s.p.Agents))...)
	m.given = clonesOf(s.given)
	for a := range s.p.Agents {
		for _, it := range s.p.Agents[a].Items {
			if s.p.Agents[a].Queue && it.Chain > 0 && it.call() <= s.p.Agents[it.By].Base {
				m.value[s.called(it.Chain)]++
			}
		}
	}
	return m
}

// visit goes on from a state, which it changes.
func (s *pacing) visit(m moment) {
	for s.forced(&m) {
	}
	key := m.key()
	if s.seen[key] || s.states > maxFrameStates {
		return
	}
	s.seen[key] = true
	s.states++
	over := true
	for a := range s.p.Agents {
		if it := s.next(&m, clock.Agent(a)); it != nil && s.ready(&m, clock.Agent(a), it) {
			over = false
			n := m.clone()
			s.step(&n, clock.Agent(a), it)
			s.visit(n)
		}
	}
	if over {
		s.stands(&m)
	}
}

// forced does what is no choice, and reports whether there was anything.
func (s *pacing) forced(m *moment) (any bool) {
	for a := range s.p.Agents {
		a := clock.Agent(a)
		for it := s.next(m, a); it != nil && !s.chooses(m, a, it) && s.ready(m, a, it); it = s.next(m, a) {
			s.step(m, a, it)
			any = true
		}
	}
	return any
}

// chooses says whether the next item of an agent may hinder something: it takes a fence down, or gives a shared queue something but work.
func (s *pacing) chooses(m *moment, a clock.Agent, it *Item) bool {
	return s.search.chooses(m, a, it) || slices.ContainsFunc(s.gives[Point{a, m.at[a] + 1}], func(p Point) bool {
		given := s.p.Item(p)
		return s.lane(p.Queue) >= 0 && (given.Kind != Work || given.Chain > 0)
	})
}

// ready says whether an agent can do its next item: a thread in Present if less frames are left than the latency allows.
func (s *pacing) ready(m *moment, a clock.Agent, it *Item) bool {
	if !s.p.Agents[a].Queue && it.Chain > 0 && m.value[s.done(it.Chain)]+it.Value <= m.value[s.number(a)] {
		return false
	}
	return s.p.ready(m.at, m.value, a, it)
}

// step does the next item of an agent.
func (s *pacing) step(m *moment, a clock.Agent, it *Item) {
	here := Point{a, m.at[a] + 1}
	switch {
	case it.Kind == Wait && s.p.Agents[a].Queue:
		s.ended[here] = true
	case it.Chain > 0 && s.p.Agents[a].Queue:
		m.value[s.done(it.Chain)]++
	}
	for _, p := range s.gives[here] {
		if c := s.p.Item(p).Chain; c > 0 {
			m.value[s.called(c)]++
			m.value[s.number(a)] = m.value[s.called(c)]
		}
	}
	s.do(m, a, it)
}

// stands keeps what threads in Present stand behind, at the end of a run. Who reads a value goes on in a way that is not known.
func (s *pacing) stands(m *moment) {
	var presents []Point
	for a := range s.p.Agents {
		switch it := s.next(m, clock.Agent(a)); {
		case it == nil || s.p.Agents[a].Queue:
		case it.Kind == Poll:
			return
		case it.Chain > 0:
			gives := s.gives[Point{clock.Agent(a), m.at[a]}]
			presents = append(presents, gives[len(gives)-1])
		}
	}
	for _, present := range presents {
		if k := s.lane(present.Queue); k >= 0 && len(m.given[k]) > 0 && s.p.Item(m.given[k][0]).Kind == Wait {
			s.keep(m, Held{Wait: s.p.given(m.given[k][0]), Present: s.p.given(present)})
		}
	}
}

// keep keeps a wait and a Present with each signal that would end the wait and does not itself stand behind it. Where there is one that does, of a
// thread that could have given it first, that is the cause, as in orders.
func (s *pacing) keep(m *moment, h Held) {
	w := s.p.Item(h.Wait.At)
	var held, first []Held
	for a := range s.p.Agents {
		g := &s.p.Agents[a]
		for i := m.at[a] - g.Base; int(i) < len(g.Items); i++ {
			it := &g.Items[i]
			if it.Kind != Signal || it.Fence != h.Wait.Fence || it.Value < h.Wait.Value {
				continue
			}
			signal := s.p.given(Point{clock.Agent(a), g.Base + i + 1})
			switch behind := g.Queue && g.Root == s.p.queue(h.Wait.At) && m.at[it.By] >= it.call(); {
			case !behind:
				held = append(held, Held{Wait: h.Wait, Signal: signal, Present: h.Present, After: it.Issue.At(w.By) >= w.call()})
			case apart(w, it):
				first = append(first, Held{Wait: h.Wait, Signal: signal})
			}
		}
	}
	if len(first) > 0 && len(held) > 0 {
		held = first
	}
	for _, h := range held {
		if !slices.Contains(s.held, h) {
			s.held = append(s.held, h)
		}
	}
}
