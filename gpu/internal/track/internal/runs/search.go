package runs

import (
	"encoding/binary"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// maxStates bounds a search. Programs whose fences only go up, each signalled by one agent, need a single one.
const maxStates = 1 << 13

// search looks for a run in which y happens and x does not.
//
// Only signals of restless fences, those whose value can go down, are a choice: everything else is done as soon as it can be,
// because it never hinders anything.
type search struct {
	p      *Program
	x, y   Point
	at     []uint32 // by agent: items done
	value  []uint64 // by fence
	seen   map[string]bool
	found  bool
	far    []uint32 // by agent: how many items it has done at most, in whichever run
	states int
	steps  int // how often an agent was asked for what it has to do

	waiting waiting
	// Where the order of calls is looked at, too: the queues that threads share, what is given to them with each action of a thread, and at the
	// beginning.
	shared []clock.Agent
	gives  map[Point][]Point
	given  [][]Point
}

// begin starts from what is forgotten, with every value that restless fences can have then.
func (s *search) begin() {
	s.at, s.value, s.far = s.at[:0], s.value[:0], nil
	for i := range s.p.Agents {
		s.at = append(s.at, s.p.Agents[i].Base)
	}
	for i := range s.p.Fences {
		s.value = append(s.value, s.p.Fences[i].Known)
	}
	s.choose(0)
}

// choose gives fence number i and those after it each value that they may have at the beginning.
func (s *search) choose(i int) {
	for ; i < len(s.value); i++ {
		if values := s.p.Fences[i].Beginnings; len(values) > 0 {
			for _, v := range values {
				s.value[i] = v
				s.choose(i + 1)
			}
			return
		}
	}
	s.run(moment{slices.Clone(s.at), slices.Clone(s.value), clonesOf(s.given)})
}

// moment is a state of a run.
type moment struct {
	at    []uint32  // by agent: items done
	value []uint64  // by fence
	given [][]Point // by shared queue: what it has not done, in the order of the calls
}

// run goes on from a state, which it changes.
func (s *search) run(m moment) {
	s.settle(&m)
	s.far = furthest(s.far, m.at)
	if s.found {
		return
	}
	if m.at[s.y.Queue] >= s.y.Pos {
		s.found = true
		return
	}
	key := m.key()
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	if s.states++; s.states > maxStates {
		s.found = true // what is not certain counts as not ordered
		return
	}
	for a := range s.p.Agents {
		if it := s.next(&m, clock.Agent(a)); it != nil && s.p.ready(m.at, m.value, clock.Agent(a), it) &&
			s.chooses(&m, clock.Agent(a), it) && !s.found {
			next := moment{slices.Clone(m.at), slices.Clone(m.value), clonesOf(m.given)}
			s.do(&next, clock.Agent(a), it)
			s.run(next)
		}
	}
}

// settle does everything that is no choice. Each agent goes on as far as it can, and then waits for what its next item lacks.
func (s *search) settle(m *moment) {
	if len(s.shared) > 0 {
		for s.pass(m) {
		}
		return
	}
	w := &s.waiting
	w.begin(len(s.p.Agents))
	for len(w.ready) > 0 {
		a := w.ready[len(w.ready)-1]
		w.ready = w.ready[:len(w.ready)-1]
		for it := s.next(m, a); it != nil && !s.chooses(m, a, it); it = s.next(m, a) {
			if l, is := s.p.lacks(m.at, m.value, a, it); is {
				w.add(a, l)
				break
			}
			s.do(m, a, it)
			w.done(Point{a, m.at[a]})
			if it.Kind == Signal {
				w.signalled(it.Fence, m.value[it.Fence])
			}
		}
	}
}

// pass lets each agent go on as far as it can, and reports whether one did.
func (s *search) pass(m *moment) (any bool) {
	for a := range s.p.Agents {
		for {
			it := s.next(m, clock.Agent(a))
			if it == nil || !s.p.ready(m.at, m.value, clock.Agent(a), it) || s.chooses(m, clock.Agent(a), it) {
				break
			}
			s.do(m, clock.Agent(a), it)
			any = true
		}
	}
	return any
}

// do lets an agent do its next item.
func (s *search) do(m *moment, a clock.Agent, it *Item) {
	if it.Kind == Signal {
		if f := it.Fence; s.p.Fences[f].Restless {
			m.value[f] = it.Value
		} else {
			m.value[f] = max(m.value[f], it.Value)
		}
	}
	m.at[a]++
	s.give(m, a)
}

// next is the item that an agent has to do, nil if there is none or it is x.
func (s *search) next(m *moment, a clock.Agent) *Item {
	s.steps++
	g := &s.p.Agents[a]
	i := m.at[a] - g.Base
	if int(i) >= len(g.Items) || a == s.x.Queue && m.at[a]+1 >= s.x.Pos || s.held(m, a) {
		return nil
	}
	return &g.Items[i]
}

// key is a state as a map key.
func (m *moment) key() string {
	b := make([]byte, 0, 4*len(m.at)+8*len(m.value))
	for _, n := range m.at {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	for _, v := range m.value {
		b = binary.LittleEndian.AppendUint64(b, v)
	}
	for _, list := range m.given {
		for _, p := range list {
			b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, uint32(p.Queue)), p.Pos)
		}
		b = append(b, '|')
	}
	return string(b)
}
