package track

import (
	"cmp"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/strands"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// What threads that know nothing of each other give to one queue comes in an order that is up to the schedule. So a queue is several agents, a strand
// for each thread that uses it. The items of a strand come one after the other, and after those items of other strands of whose calls the thread
// knew:
//
//	thread one   a ─── b ──┬────────────▶ c         strand 1   a  b        c      c is after b, and after x
//	thread two     x ──────┴─ (tells one) ── y      strand 2     x     y          y is after x alone: c comes before it, or after it
//
// The first strand has the number of the queue. A strand of which everything is forgotten, and whose thread was joined, is used again.

// Root is the queue of a strand, as AddQueue returned it. A thread is its own.
func (o *Order) Root(a Agent) Agent {
	if o.agents[a].queue {
		return o.agents[a].root
	}
	return a
}

// Compare orders agents in a way that no run changes: strands of one queue as their threads.
func (o *Order) Compare(a, b Agent) int {
	x, y := o.Root(a), o.Root(b)
	switch {
	case a == b:
		return 0
	case x != y:
		return cmp.Compare(x, y)
	case o.Elder(o.agents[a].owner, o.agents[b].owner):
		return -1
	}
	return 1
}

// strandsOf are the strands of a queue.
func (o *Order) strandsOf(q Agent) []Agent {
	if s := o.agents[q].strands; s != nil {
		return s.All
	}
	return []Agent{q}
}

// knownTo says whether somebody knows of the call that gave an item to its queue.
func (it *item) knownTo(c Clock) bool { return c.At(it.by) >= it.issue.At(it.by) }

// front is the strand of a queue to which thread t gives items; false: it has none.
func (o *Order) front(t, q Agent) (Agent, bool) {
	a := &o.agents[q]
	if a.strands != nil {
		return a.strands.Of(t)
	}
	return q, a.owner == t || o.free(q)
}

// free says whether a strand may get another thread.
func (o *Order) free(s Agent) bool {
	a := &o.agents[s]
	return a.items.Len() == 0 && (a.base == 0 || o.agents[a.owner].joined)
}

// strand is front, and makes a strand where there is none.
func (o *Order) strand(t, q Agent) Agent {
	at, found := o.front(t, q)
	if found {
		o.agents[at].owner = t
		return at
	}
	a := &o.agents[q]
	if a.strands == nil {
		a.strands = strands.New(q, a.owner, a.last(), &o.steps)
		o.shared = append(o.shared, q)
	}
	s := a.strands
	if at, found = s.Spare(o.free); found {
		s.Pass(at, o.agents[at].owner, t)
	} else {
		at = o.AddQueue()
		o.agents[at].root, o.agents[at].removed = q, o.agents[q].removed
		s.Add(at, t)
	}
	o.agents[at].owner = t
	return at
}

// upTo is the last item of a strand of whose call somebody knows.
func (o *Order) upTo(s Agent, c Clock) uint32 {
	a := &o.agents[s]
	return a.firstOf(func(it *item) bool { return !it.knownTo(c) }) - 1
}

// strandItems is the items of strands as package strands knows them.
type strandItems struct{ *Order }

// Known says whether somebody knows of the call that gave an item. Of one that is forgotten everybody does.
func (g strandItems) Known(p timeline.Point, to Clock) bool {
	a := &g.agents[p.Queue]
	return p.Pos <= a.base || a.at(p.Pos).knownTo(to)
}

// UpTo is the last item of a strand of whose call somebody knows.
func (g strandItems) UpTo(strand Agent, known Clock) uint32 { return g.upTo(strand, known) }

// Issue is what the thread knew that gave an item. It reports false for one that is forgotten.
func (g strandItems) Issue(p timeline.Point) (knew Clock, kept bool) {
	a := &g.agents[p.Queue]
	if kept = p.Pos > a.base; kept {
		knew = a.at(p.Pos).issue
	}
	return knew, kept
}

// Creator is the thread that made a thread.
func (g strandItems) Creator(thread Agent) Agent { return g.agents[thread].born.Queue }

// follow is what is covered after an item of another strand, and whether nothing so far can bring that. user is the item that is worked out with it.
func (o *Order) follow(p, user Point) (c Clock, stuck bool) {
	c = o.finish(p.Queue, p.Pos).With(p.Queue, p.Pos)
	if o.depend(p, user); p.Pos <= o.agents[p.Queue].base {
		return c, false
	}
	if it := o.workedAt(p); it != nil {
		return c, it.stuck
	}
	return c, !o.item(p).Ends() // a wait that is being worked on, as waited has it
}

// Ahead is what would certainly have happened before an item that thread t gave to a queue now, or before something that t itself did.
func (o *Order) Ahead(t, q Agent) (c Clock) {
	if o.agents[q].queue {
		c, _ = o.reach(t, q)
	}
	return c.Join(o.agents[t].clock)
}

// Decided is what would certainly have happened before an item that thread t gave to a queue now, and whether calls of which t knows say so: every
// wait in front of it is for a signal that was given, and t knows of that. What other threads may have given by now, or not, is up to the run.
func (o *Order) Decided(t, q Agent) (c Clock, yes bool) {
	c, stuck := o.reach(t, q)
	known := o.agents[t].clock
	c = c.Join(known)
	return c, !stuck && o.heard(c, known)
}

// DecidedAt is Decided for an item that was given to a queue and is not forgotten, as it was decided then.
func (o *Order) DecidedAt(p Point) (c Clock, yes bool) {
	c = o.Start(p)
	return c, !o.Stuck(p) && o.heard(c, o.Call(p).Knew.With(p.Queue, p.Pos))
}

// DecidedTo is DecidedAt as a thread knows it now.
func (o *Order) DecidedTo(t Agent, p Point) bool {
	return !o.Stuck(p) && o.heard(o.Start(p), o.agents[t].clock)
}

// Stuck says whether nothing so far can bring an item of a queue, which is not forgotten.
func (o *Order) Stuck(p Point) (stuck bool) {
	o.settle(func() { _, stuck = o.follow(p, Point{}) })
	return stuck
}

// heard says whether somebody knows of all calls that a clock covers, or that gave what it covers to queues.
func (o *Order) heard(c, known Clock) (all bool) {
	all = true
	c.Beyond(o.dropped, func(of Agent, n uint32) {
		if a := &o.agents[of]; all && known.At(of) < n {
			all = a.queue && (n <= a.base || a.at(n).knownTo(known))
		}
	})
	return all
}

// Hangs says whether a queue stands, or will stand, at a wait that nothing so far can end: a signal that thread t gives it now does not come.
func (o *Order) Hangs(t, q Agent) bool {
	_, stuck := o.reach(t, q)
	return stuck
}

// reach is what is covered when a queue has done all that certainly comes before an item that thread t gave to it now, and whether nothing so far can
// bring that.
func (o *Order) reach(t, q Agent) (c Clock, stuck bool) {
	at, found := o.front(t, q)
	var ends []timeline.Point
	switch s, known := o.agents[q].strands, o.agents[t].clock; {
	case s != nil && !found:
		ends = s.Behind(t, t, known, strandItems{o})
	case s != nil:
		ends = append(s.Behind(at, t, known, strandItems{o}), timeline.Point{Queue: at, Pos: o.agents[at].last()})
	case found:
		ends = []timeline.Point{{Queue: at, Pos: o.agents[at].last()}}
	default:
		ends = []timeline.Point{{Queue: q, Pos: o.upTo(q, known)}}
	}
	return o.behindAll(ends)
}

// behindAll is what is covered when all of some items are finished, and whether nothing so far can bring that.
func (o *Order) behindAll(points []timeline.Point) (c Clock, stuck bool) {
	o.settle(func() {
		c, stuck = Clock{}, false // an earlier pass may have known more
		for _, p := range points {
			done, halts := o.follow(Point(p), Point{})
			c, stuck = c.Join(done), stuck || halts
		}
	})
	return c, stuck
}
