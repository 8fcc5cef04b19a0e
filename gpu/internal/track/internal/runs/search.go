package runs

import (
	"encoding/binary"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"
)

// maxStates bounds a search. Programs whose fences only go up, each signalled by one agent, need a single one.
const maxStates = 1 << 13

// Without says whether there is a run in which y happens and x does not, or so many runs that it is not known.
func (p *Program) Without(x, y Point) bool {
	s := search{p: p, x: x, y: y, seen: map[string]bool{}}
	if s.begin(); s.found && s.share() {
		s.seen, s.found, s.states = map[string]bool{}, false, 0
		s.begin()
	}
	return s.found
}

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
	states int
	// Where the order of calls is looked at, too: the queues that threads share, what is given to them with each action of a thread, and at the beginning.
	shared []clock.Agent
	gives  map[Point][]Point
	given  [][]Point
}

// begin starts from what is forgotten, with every value that restless fences can have then.
func (s *search) begin() {
	s.at, s.value = s.at[:0], s.value[:0]
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
		if it := s.next(&m, clock.Agent(a)); it != nil && s.p.ready(m.at, m.value, clock.Agent(a), it) && s.chooses(&m, clock.Agent(a), it) && !s.found {
			next := moment{slices.Clone(m.at), slices.Clone(m.value), clonesOf(m.given)}
			s.do(&next, clock.Agent(a), it)
			s.run(next)
		}
	}
}

// settle does everything that is no choice.
func (s *search) settle(m *moment) {
	for again := true; again; {
		again = false
		for a := range s.p.Agents {
			for {
				it := s.next(m, clock.Agent(a))
				if it == nil || !s.p.ready(m.at, m.value, clock.Agent(a), it) || s.chooses(m, clock.Agent(a), it) {
					break
				}
				s.do(m, clock.Agent(a), it)
				again = true
			}
		}
	}
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
	g := &s.p.Agents[a]
	i := m.at[a] - g.Base
	if int(i) >= len(g.Items) || a == s.x.Queue && m.at[a]+1 >= s.x.Pos || s.held(m, a) {
		return nil
	}
	return &g.Items[i]
}

// ready says whether an item can be done.
func (p *Program) ready(at []uint32, value []uint64, a clock.Agent, it *Item) bool {
	g := &p.Agents[a]
	switch {
	case g.Queue && at[it.By] < it.call(), !g.Queue && at[g.Born.Queue] < g.Born.Pos:
		return false
	case slices.ContainsFunc(it.Behind, func(b Point) bool { return at[b.Queue] < b.Pos }):
		return false
	case it.Kind == Wait:
		return it.Past || value[it.Fence] >= it.Value
	case it.Kind == Poll:
		have := value[it.Fence]
		return have == it.Value || have > it.Value && !p.Fences[it.Fence].Restless
	case it.Kind == Learn:
		return covers(at, it.Issue)
	}
	return true
}

// covers says whether so much is done that a clock covers no more.
func covers(at []uint32, c clock.Clock) (all bool) {
	all = true
	c.Beyond(clock.Clock{}, func(other clock.Agent, n uint32) { all = all && at[other] >= n })
	return all
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
