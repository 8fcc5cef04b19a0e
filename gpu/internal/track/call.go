package track

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/lineage"

// Call is a call of a thread: who made it, and what that thread knew, the call included.
type Call = lineage.Call

// Call is the call that gave an item to a queue, or an action of a thread itself. The item is not forgotten.
func (o *Order) Call(p Point) Call {
	a := &o.agents[p.Queue]
	it := a.at(p.Pos)
	if !a.queue {
		return Call{By: p.Queue, Knew: it.memo}
	}
	return Call{By: it.by, Knew: it.issue}
}

// Action is the action of its thread that comes next where an item of a queue was given to it, which is not forgotten.
func (o *Order) Action(p Point) Point {
	c := o.Call(p)
	return Point{c.By, c.Knew.At(c.By) + 1}
}

// Again is a call with what its thread is known to have known: less than it was, if a signal came since then that could have ended a wait before it.
func (o *Order) Again(c Call) Call {
	if o.revisions > 0 {
		c.Knew = o.lately(c.By, c.Knew)
	}
	return c
}

// Comes compares the calls of two threads: before says that a comes before b, and certain that it does so in every run. Where it is not, the threads
// themselves give an order that no run changes, as if a thread made its calls when it is created, but after those of its creator.
func (o *Order) Comes(a, b Call) (before, certain bool) { return o.lines.Comes(a, b) }

// Apart are two threads, and how far each of them knew of the other one when it made a call.
type Apart = lineage.Apart

// Apart are the threads of two calls that nothing orders.
func (o *Order) Apart(a, b Call) Apart { return lineage.Between(a, b) }

// Leads says whether an action of a thread comes before one of another thread whatever is signalled: the one has made the other, or that has seen its
// end.
func (o *Order) Leads(p, q Point) bool {
	return o.lines.Leads(lineage.Action{By: p.Queue, Pos: p.Pos}, lineage.Action{By: q.Queue, Pos: q.Pos})
}

// Sequence brings things that calls did, those of each thread in its order, into an order that no run changes: the eldest thread's comes next, or
// what certainly comes before that.
func Sequence[T any](o *Order, things []T, call func(T) Call) {
	o.steps += lineage.Sequence(&o.sequence, things, call, o.Elder)
}

// Elder says whether thread a comes before thread b: a creator before what it has created, and of two threads the one whose line left the other's
// earlier.
func (o *Order) Elder(a, b Agent) bool { return o.lines.Elder(a, b) }
