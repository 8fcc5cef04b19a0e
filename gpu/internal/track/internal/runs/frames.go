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

// maxFrameStates bounds a search. Where there are more states, those runs are looked at in which one thread makes its calls before all others.
const maxFrameStates = 1 << 11

// maxFrameItems bounds the programs that are looked at.
const maxFrameItems = 1 << 14

// Frames finds waits and signals as Standstill does, where a thread stands in Present between them, or until another frame may be begun, and threads
// of which one takes the leave that another one needs (leaves.go). sure is how many items of each agent are done in every run.
func (p *Program) Frames() (held []Held, sure []uint32) {
	if len(p.Chains) == 0 || p.size() > maxFrameItems {
		return nil, nil
	}
	s := pacing{search: search{p: p, x: Point{Pos: math.MaxUint32}, seen: map[string]bool{}}, screens: p.screens(), ended: map[Point]bool{}}
	m := p.beginning()
	if !s.stop(&m) || !p.lacking(&m) && !s.contends(&m) || !s.share() || len(s.shared) == 0 && !s.contends(&m) {
		return nil, nil
	}
	s.begin()
	if s.states = maxFrameStates; !p.large() {
		s.states = 0
		s.visit(s.start())
	}
	if s.states >= maxFrameStates {
		s.held, s.ended = nil, map[Point]bool{}
		s.each()
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

// stop goes on to what is done although a thread gets beyond no wait for the screen that may last, and whatever waits come first in their queues. It
// reports whether a thread stands at one.
func (s *pacing) stop(m *moment) (stands bool) {
	s.p.advance(m, func(a clock.Agent, it *Item) bool {
		if !s.p.Agents[a].Queue && it.Chain > 0 {
			return !s.screens[it.Chain].passes(m, a, it)
		}
		return s.p.heldUp(m, a, it, nil)
	})
	for a := range s.p.Agents {
		it := s.p.next(m, clock.Agent(a))
		stands = stands || it != nil && !s.p.Agents[a].Queue && it.Chain > 0
	}
	return stands
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
	screens map[uint32]*screen
	ended   map[Point]bool // waits of queues, and for leaves, that end in some run
	held    []Held
	idle    []bool // by shared queue: all that it was or will be given ends at once
}

// number is the place of the number of an agent's last frame, behind the values of the fences.
func (s *pacing) number(a clock.Agent) int { return len(s.p.Fences) + int(a) }

// begin finds the frames that calls give to queues which threads do not share.
func (s *pacing) begin() {
	s.idle = make([]bool, len(s.shared))
	for a := range s.p.Agents {
		g := &s.p.Agents[a]
		for i := 0; g.Queue && g.Strands == nil && g.Root == clock.Agent(a) && i < len(g.Items); i++ {
			if it := &g.Items[i]; it.Chain > 0 && it.call() > s.p.Agents[it.By].Base {
				call := Point{it.By, it.call()}
				s.gives[call] = append(s.gives[call], Point{clock.Agent(a), g.Base + uint32(i) + 1})
			}
		}
	}
}

// start is where a run begins.
func (s *pacing) start() moment {
	m := s.p.start()
	m.value = append(m.value, make([]uint64, len(s.p.Agents))...)
	m.given = clonesOf(s.given)
	return m
}

// visit goes on from a state, which it changes.
func (s *pacing) visit(m moment) {
	for s.forced(&m) {
	}
	key := m.key()
	if s.seen[key] || s.states >= maxFrameStates {
		return
	}
	s.seen[key] = true
	s.states++
	if s.ends(&m) {
		return
	}
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

// ends says whether all waits of queues end from here on, in whatever order the threads make their calls, and notes that they do.
func (s *pacing) ends(m *moment) bool {
	n := moment{at: slices.Clone(m.at), value: slices.Clone(m.value)}
	if s.stop(&n); s.p.lacking(&n) || s.contends(&n) {
		return false
	}
	for a := range s.p.Agents {
		g := &s.p.Agents[a]
		for i := m.at[a] - g.Base; int(i) < len(g.Items); i++ {
			if it := &g.Items[i]; g.Queue && it.Kind == Wait || s.scarce(clock.Agent(a), it) {
				s.ended[Point{clock.Agent(a), g.Base + i + 1}] = true
			}
		}
	}
	return true
}

// each looks at the runs in which one thread makes its calls as early as it can, and the others in the order of their ages.
func (s *pacing) each() {
	threads := s.p.byBirth()
	for i, first := range threads {
		order := append([]clock.Agent{first}, slices.Delete(slices.Clone(threads), i, i+1)...)
		for a := range s.p.Agents {
			if s.p.Agents[a].Queue {
				order = append(order, clock.Agent(a))
			}
		}
		m := s.start()
		for s.forced(&m) || s.goes(&m, order) {
		}
		s.stands(&m)
	}
}

// goes lets the first one of some agents do its next item that can, and reports whether one could.
func (s *pacing) goes(m *moment, order []clock.Agent) bool {
	for _, a := range order {
		if it := s.next(m, a); it != nil && s.ready(m, a, it) {
			s.step(m, a, it)
			return true
		}
	}
	return false
}

// byBirth are the threads in an order that no run changes: each after its creator, and before those that this one created later.
func (p *Program) byBirth() (threads []clock.Agent) {
	for a := range p.Agents {
		if !p.Agents[a].Queue {
			threads = append(threads, clock.Agent(a))
		}
	}
	line := func(a clock.Agent) (births []uint32) {
		for ; a != 0; a = p.Agents[a].Born.Queue {
			births = append(births, p.Agents[a].Born.Pos)
		}
		slices.Reverse(births)
		return births
	}
	slices.SortStableFunc(threads, func(a, b clock.Agent) int { return slices.Compare(line(a), line(b)) })
	return threads
}

// forced does what is no choice, and reports whether there was anything.
func (s *pacing) forced(m *moment) (any bool) {
	for k, q := range s.shared {
		s.idle[k] = !slices.ContainsFunc(s.p.Agents[q].Strands, func(strand clock.Agent) bool { return s.awaits(m, strand) })
	}
	for a := range s.p.Agents {
		a := clock.Agent(a)
		for it := s.next(m, a); it != nil && !s.chooses(m, a, it) && s.ready(m, a, it); it = s.next(m, a) {
			s.step(m, a, it)
			any = true
		}
	}
	return any
}

// awaits says whether a strand has a wait, or will get one, for a value that its fence does not have, or may lose.
func (s *pacing) awaits(m *moment, strand clock.Agent) bool {
	g := &s.p.Agents[strand]
	return slices.ContainsFunc(g.Items[m.at[strand]-g.Base:], func(it Item) bool {
		return it.Kind == Wait && !it.Past && (m.value[it.Fence] < it.Value || s.p.Fences[it.Fence].Restless)
	})
}

// chooses says whether the next item of an agent may hinder something: it takes a fence down, or a leave, or gives something but work to a shared
// queue that may have to wait.
func (s *pacing) chooses(m *moment, a clock.Agent, it *Item) bool {
	if it.Kind == Signal && s.p.Fences[it.Fence].Restless || s.scarce(a, it) {
		return true
	}
	return slices.ContainsFunc(s.gives[Point{a, m.at[a] + 1}], func(p Point) bool {
		given, k := s.p.Item(p), s.lane(p.Queue)
		return k >= 0 && !s.idle[k] && (given.Kind != Work || given.Chain > 0) || given.Kind == Signal && s.p.Fences[given.Fence].Restless
	})
}

// ready says whether an agent can do its next item: a thread in Present if less frames are left than the latency allows.
func (s *pacing) ready(m *moment, a clock.Agent, it *Item) bool {
	if !s.p.Agents[a].Queue && it.Chain > 0 {
		c := s.screens[it.Chain]
		called, done, taken := c.counts(m)
		if it.Value > 0 && done+it.Value <= m.value[s.number(a)] || it.Value == 0 && !c.left(called, done, taken) {
			return false
		}
	}
	return s.p.ready(m.at, m.value, a, it)
}

// step does the next item of an agent.
func (s *pacing) step(m *moment, a clock.Agent, it *Item) {
	here := Point{a, m.at[a] + 1}
	if it.Kind == Wait && s.p.Agents[a].Queue || s.scarce(a, it) {
		s.ended[here] = true
	}
	s.do(m, a, it)
	for _, p := range s.gives[here] {
		if c := s.screens[s.p.Item(p).Chain]; c != nil {
			m.value[s.number(a)], _, _ = c.counts(m)
		}
	}
}

// stands keeps what threads that wait for the screen stand behind, at the end of a run. Who reads a value goes on in a way that is not known.
func (s *pacing) stands(m *moment) {
	var waits []Given
	for a := range s.p.Agents {
		here := Point{clock.Agent(a), m.at[a] + 1}
		switch it := s.next(m, clock.Agent(a)); {
		case it == nil || s.p.Agents[a].Queue:
		case it.Kind == Poll:
			return
		case it.Chain > 0 && it.Value > 0:
			gives := s.gives[Point{here.Queue, m.at[a]}]
			waits = append(waits, s.p.given(gives[len(gives)-1]))
		case it.Chain > 0:
			if called, done, taken := s.screens[it.Chain].counts(m); called > done && s.screens[it.Chain].left(called, called, taken) {
				waits = append(waits, s.p.given(here))
			}
			if s.scarce(here.Queue, it) {
				s.outrun(m, here)
			}
		}
	}
	for _, wait := range waits {
		k := s.lane(s.screens[s.p.Item(wait.At).Chain].Queue)
		if k >= 0 && len(m.given[k]) > 0 && s.p.Item(m.given[k][0]).Kind == Wait {
			s.keep(m, Held{Wait: s.p.given(m.given[k][0]), Present: wait})
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
