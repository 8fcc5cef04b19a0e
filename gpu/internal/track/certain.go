package track

import (
	"encoding/binary"
	"slices"
)

// maxStates bounds a search. Programs whose fences only go up, each signalled by one agent, need a single one.
const maxStates = 1 << 13

// Start is what has certainly happened before an item of a queue starts, the items before it in its queue included. The item is not forgotten.
func (o *Order) Start(p Point) Clock {
	a := &o.agents[p.Queue]
	if !a.queue {
		panic("BUG: track: a thread knows what has happened")
	}
	var c Clock
	o.settle(func() { c = o.finish(p.Queue, p.Pos) })
	return c.With(p.Queue, p.Pos-1)
}

// Knows is what a thread knows now.
func (o *Order) Knows(t Agent) Clock { return o.agents[t].clock }

// Sees is what a thread knows now if peeks count.
func (o *Order) Sees(t Agent) Clock { return o.agents[t].clock.Join(o.agents[t].peeked) }

// Certain says whether x happens before y in every run of the program in which y happens at all. Clocks say so at once in most
// cases; what they cannot see, because one signal or another may have ended a wait, is looked for among the runs. Neither is
// forgotten.
func (o *Order) Certain(x, y Point) bool {
	if x.Queue == y.Queue {
		return x.Pos < y.Pos
	}
	s := search{o: o, x: x, y: y, seen: map[string]bool{}}
	if s.begin(); s.found && s.share() {
		s.seen, s.found, s.states = map[string]bool{}, false, 0
		s.begin()
	}
	return !s.found
}

// search looks for a run in which y happens and x does not.
//
// Only signals of restless fences, those whose value can go down, are a choice: everything else is done as soon as it can be,
// because it never hinders anything.
type search struct {
	o      *Order
	x, y   Point
	at     []uint32 // by agent: items done
	value  []uint64 // by fence
	seen   map[string]bool
	found  bool
	states int
	// Where the order of calls is looked at, too: the queues that threads share, what is given to them with each action of a thread, and at the beginning.
	shared []Agent
	gives  map[Point][]Point
	given  [][]Point
}

// restless says whether the value of a fence can go down.
func (f *fence) restless() bool { return f.rewinds || f.several }

// begin starts from what is forgotten, with every value that restless fences can have then.
func (s *search) begin() {
	s.at, s.value = s.at[:0], s.value[:0]
	for i := range s.o.agents {
		s.at = append(s.at, s.o.agents[i].base)
	}
	for i := range s.o.fences {
		s.value = append(s.value, s.o.fences[i].known)
	}
	s.choose(0)
}

// choose gives fence number i and those behind it each value that they may have at the beginning.
func (s *search) choose(i int) {
	for ; i < len(s.value); i++ {
		if values := s.o.beginnings(s.o.fences[i]); len(values) > 0 {
			for _, v := range values {
				s.value[i] = v
				s.choose(i + 1)
			}
			return
		}
	}
	s.run(moment{slices.Clone(s.at), slices.Clone(s.value), clonesOf(s.given)})
}

// beginnings are the values that the forgotten signals of a restless fence can have left; none: the known one.
func (o *Order) beginnings(f *fence) []uint64 {
	if !f.rewinds {
		return nil
	}
	var out []uint64
	for i := range f.signals {
		if s := &f.signals[i]; s.pos <= o.agents[s.Agent].base && !o.replaced(f, s) {
			out = append(out, s.Value)
		}
	}
	return out
}

// replaced says whether another forgotten signal certainly came after s.
func (o *Order) replaced(f *fence, s *Signal) bool {
	for i := range f.signals {
		r := &f.signals[i]
		if r.pos > o.agents[r.Agent].base || r == s {
			continue
		}
		var c Clock
		o.settle(func() { c = o.clockOf(r) })
		if r.Agent == s.Agent && r.pos > s.pos || r.Agent != s.Agent && c.At(s.Agent) >= s.pos {
			return true
		}
	}
	return false
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
	for a := range s.o.agents {
		if it := s.next(&m, Agent(a)); it != nil && s.ready(m.at, m.value, Agent(a), it) && s.chooses(&m, Agent(a), it) && !s.found {
			next := moment{slices.Clone(m.at), slices.Clone(m.value), clonesOf(m.given)}
			s.do(&next, Agent(a), it)
			s.run(next)
		}
	}
}

// settle does everything that is no choice.
func (s *search) settle(m *moment) {
	for again := true; again; {
		again = false
		for a := range s.o.agents {
			for {
				it := s.next(m, Agent(a))
				if it == nil || !s.ready(m.at, m.value, Agent(a), it) || s.chooses(m, Agent(a), it) {
					break
				}
				s.do(m, Agent(a), it)
				again = true
			}
		}
	}
}

// do lets an agent do its next item.
func (s *search) do(m *moment, a Agent, it *item) {
	if it.kind == itemSignal {
		if f := it.need.Fence; s.o.fences[f].restless() {
			m.value[f] = it.need.Value
		} else {
			m.value[f] = max(m.value[f], it.need.Value)
		}
	}
	m.at[a]++
	s.give(m, a)
}

// next is the item that an agent has to do, nil if there is none or it is x.
func (s *search) next(m *moment, a Agent) *item {
	g := &s.o.agents[a]
	i := m.at[a] - g.base
	if int(i) >= len(g.items) || a == s.x.Queue && m.at[a]+1 >= s.x.Pos || s.held(m, a) {
		return nil
	}
	return &g.items[i]
}

// ready says whether an item can be done.
func (s *search) ready(at []uint32, value []uint64, a Agent, it *item) bool {
	g := &s.o.agents[a]
	switch {
	case g.queue && at[it.by] < it.issue.At(it.by), !g.queue && at[g.born.Queue] < g.born.Pos:
		return false
	case slices.ContainsFunc(it.behind, func(p Point) bool { return at[p.Queue] < p.Pos }):
		return false
	case it.kind == itemWait:
		return it.past || value[it.need.Fence] >= it.need.Value
	case it.kind == itemPoll:
		have := value[it.need.Fence]
		return have == it.need.Value || have > it.need.Value && !s.o.fences[it.need.Fence].restless()
	case it.kind == itemLearn:
		learned := true
		it.issue.Beyond(Clock{}, func(other Agent, n uint32) { learned = learned && at[other] >= n })
		return learned
	}
	return true
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

// Crowd says whether there was another thread than the main one.
func (o *Order) Crowd() bool { return o.crowd }

// Alone says whether there is one thread that has not been joined: it knows all that any thread knows.
func (o *Order) Alone() bool { return len(o.live) == 1 }
