package track

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/runs"
)

// Start is what has certainly happened before an item of a queue starts, the items before it in its queue included. The item is not forgotten.
func (o *Order) Start(p Point) Clock {
	if !o.agents[p.Queue].queue {
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

// Certain says whether x happens before y in every run of the program in which y happens at all. Clocks say so at once in most cases; what they
// cannot see, because one signal or another may have ended a wait, is looked for among the runs. Neither is forgotten.
func (o *Order) Certain(x, y Point) bool { return o.Certainty()(x, y) }

// Certainty is Certain as long as nothing changes: the runs that one answer takes help with the next one.
func (o *Order) Certainty() func(x, y Point) bool {
	known := runs.NewKnown(o.program)
	return func(x, y Point) bool {
		return x.Queue == y.Queue && x.Pos < y.Pos || x.Queue != y.Queue && !known.Without(runs.Point(x), runs.Point(y))
	}
}

// Held is a wait of a queue and a signal that it may hold up.
type Held = runs.Held

// Standstill is what package runs says of queues to which threads give waits and signals in no order, where something is due that such a queue was
// given. What is due of an agent comes before what is not.
func (o *Order) Standstill(due func(Point) bool, needs func(fence int, above, upTo uint64) bool) (held []Held, sure []uint32) {
	if !slices.ContainsFunc(o.shared, func(q Agent) bool { return o.halts(q, due) }) && !o.scarce(due) {
		return nil, nil
	}
	return o.program().Standstill(func(p runs.Point) bool { return due(Point(p)) }, needs)
}

// Sure is how many items of each agent are done in every run, as far as queues stand still in none because of the order in which threads let them
// wait; nil: all.
func (o *Order) Sure() []uint32 {
	if !slices.ContainsFunc(o.shared, func(q Agent) bool { return o.halts(q, func(Point) bool { return true }) }) {
		return nil
	}
	return o.program().Sure()
}

// scarce says whether a thread has taken a leave to begin a frame that lacks others in some runs, where that is so.
func (o *Order) scarce(is func(Point) bool) bool {
	if !slices.ContainsFunc(o.chains, func(c runs.Chain) bool { return c.Scarce && !c.Stray }) {
		return false
	}
	for of := range o.agents {
		a := &o.agents[of]
		for i := 0; !a.queue && i < a.items.Len(); i++ {
			if it := a.items.At(i); it.chain > 0 && it.need.Value == 0 && is(Point{Agent(of), a.base + uint32(i) + 1}) {
				return true
			}
		}
	}
	return false
}

// halts says whether a queue to which several threads give has a wait, and something is due.
func (o *Order) halts(q Agent, due func(Point) bool) bool {
	waits, is := uint32(0), false
	for _, s := range o.agents[q].strands.All {
		g := &o.agents[s]
		waits, is = waits+g.waits, is || g.items.Len() > 0 && due(Point{s, g.base + 1})
	}
	return is && waits > 0 && !o.agents[q].removed
}

// program is what is not forgotten, for a search among its runs.
func (o *Order) program() *runs.Program {
	p := &runs.Program{Agents: make([]runs.Agent, len(o.agents)), Fences: make([]runs.Fence, len(o.fences)), Chains: slices.Clone(o.chains)}
	for i := range o.agents {
		a := &o.agents[i]
		to := runs.Agent{Queue: a.queue, Root: a.root, Born: runs.Point(a.born), Base: a.base, Items: make([]runs.Item, a.items.Len())}
		if a.strands != nil && !a.removed {
			to.Strands = a.strands.All
		}
		for k := range a.items.Len() {
			it := a.items.At(k)
			to.Items[k] = runs.Item{Kind: it.kind, Fence: it.need.Fence, Value: it.need.Value, By: it.by, Issue: it.issue, Past: it.past,
				Mark: uint32(it.site), Nth: it.nth, Chain: it.chain}
			if !a.queue && it.kind != itemLearn {
				to.Items[k].Issue = it.memo
			}
			for _, p := range it.front() {
				to.Items[k].Behind = append(to.Items[k].Behind, runs.Point(p))
			}
		}
		p.Agents[i] = to
	}
	for i, f := range o.fences {
		p.Fences[i] = runs.Fence{Known: f.known, Restless: f.restless(), Beginnings: o.beginnings(f)}
	}
	return p
}

// restless says whether the value of a fence can go down.
func (f *fence) restless() bool { return f.Rewinds || f.Several }

// beginnings are the values that the forgotten signals of a restless fence can have left; none: the known one.
func (o *Order) beginnings(f *fence) (out []uint64) {
	for i := 0; f.Rewinds && i < len(f.Signals); i++ {
		if s := &f.Signals[i]; o.forgotten(s) && !o.replaced(f, s) {
			out = append(out, s.Value)
		}
	}
	return out
}

// replaced says whether another forgotten signal certainly came after s.
func (o *Order) replaced(f *fence, s *Signal) bool {
	for i := range f.Signals {
		r, c := &f.Signals[i], Clock{}
		if !o.forgotten(r) || r == s {
			continue
		}
		o.settle(func() { c = o.clockOf(r) })
		if r.Agent == s.Agent && r.Pos > s.Pos || r.Agent != s.Agent && c.At(s.Agent) >= s.Pos {
			return true
		}
	}
	return false
}

// Crowd says whether there was another thread than the main one.
func (o *Order) Crowd() bool { return o.crowd }

// Spent says that the only thread there ever was knows of all that a queue was given: whatever comes next comes after it, and may have its agent.
func (o *Order) Spent(q Agent) bool { return !o.crowd && o.agents[q].items.Len() == 0 }

// Alone says whether there is one thread that has not been joined: it knows all that any thread knows.
func (o *Order) Alone() bool { return len(o.live) == 1 }
