package course

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// turns are the queues that can go on, each once. They do so in the order in which they were made, round by round: a queue that may go on because of
// what another one has done is met in the same round if it comes after that one. Queues that stand at a wait are not looked at.
//
//	queue      a    b    c    d
//	round 1    go   ·    go   ·       c gives b and d their signals
//	round 1                   go
//	round 2         go
type turns struct {
	list  []turn // in their order
	round int
	at    int // the number of the queue whose turn it is, and one
}

type turn struct {
	round int
	lane  *lane
}

// add gives a queue its turn.
func (t *turns) add(l *lane) {
	x := turn{t.round, l}
	if l.number < t.at {
		x.round++
	}
	at, _ := slices.BinarySearchFunc(t.list, x, func(a, b turn) int {
		return cmp.Or(cmp.Compare(b.round, a.round), cmp.Compare(b.lane.number, a.lane.number))
	})
	t.list = slices.Insert(t.list, at, x)
}

// next takes out the queue whose turn it is, nil if there is none.
func (t *turns) next() *lane {
	n := len(t.list) - 1
	if n < 0 {
		t.round, t.at = 0, 0
		return nil
	}
	x := t.list[n]
	t.list = t.list[:n]
	t.round, t.at = x.round, x.lane.number+1
	return x.lane
}

// Set gives a fence a value, as a signal of the CPU or the making of the fence does, and lets the queues go on that waited for it.
func (c *Course) Set(n track.Need) {
	c.put(n)
	c.wake(n.Fence)
	for l := c.turns.next(); l != nil; l = c.turns.next() {
		c.proceed(l)
	}
}

// put gives a fence a value.
func (c *Course) put(n track.Need) {
	for n.Fence >= len(c.values) {
		c.values = append(c.values, 0)
	}
	c.values[n.Fence] = n.Value
}

// value is that of a fence.
func (c *Course) value(fence int) uint64 {
	if fence >= len(c.values) {
		return 0
	}
	return c.values[fence]
}

// wake gives the queues a turn whose wait for a fence has ended.
func (c *Course) wake(fence int) {
	list := c.heads[fence]
	if len(list) == 0 {
		return
	}
	kept := list[:0]
	for _, l := range list {
		if c.value(fence) < l.backlog[0].need.Value {
			kept = append(kept, l)
		} else {
			c.turns.add(l)
		}
	}
	clear(list[len(kept):])
	if c.heads[fence] = kept; len(kept) == 0 {
		delete(c.heads, fence)
	}
}

// proceed lets a queue go on up to its next signal, or to a wait that does not end.
func (c *Course) proceed(l *lane) {
	for len(l.backlog) > 0 {
		s := &l.backlog[0]
		if s.lists == nil && !s.signal && c.value(s.need.Fence) < s.need.Value {
			c.heads[s.need.Fence] = append(c.heads[s.need.Fence], l)
			return
		}
		if c.pop(l) {
			c.turns.add(l) // others may have been waiting for the value
			return
		}
	}
}

// Retired tells that a submission has been executed. One that the course has not come to, because a fence went down before the
// queue was there, is looked at now.
func (c *Course) Retired(queue gpu.ID, submission uint64) {
	l := c.queues.Get(queue)
	if l == nil {
		return
	}
	l.retired = max(l.retired, submission)
	if l.passed < l.retired && len(l.backlog) > 0 && !l.overdue {
		l.overdue = true
		c.overdue = append(c.overdue, l)
	}
}

// Settled says that there is nothing to tell as long as no thread learns anything: Decide and Late, and Suspects after it, have nothing.
func (c *Course) Settled() bool {
	return len(c.contests)+len(c.overdue)+len(c.late)+len(c.suspects) == 0
}

// Late are the problems of submissions that had to wait, since it was asked for last.
func (c *Course) Late() []Problem {
	slices.SortFunc(c.overdue, func(a, b *lane) int { return cmp.Compare(a.number, b.number) })
	for _, l := range c.overdue {
		c.leave(l)
		for l.passed < l.retired && len(l.backlog) > 0 {
			c.pop(l)
		}
		l.overdue = false
		c.turns.add(l)
	}
	c.overdue = c.overdue[:0]
	out := c.late
	c.late = nil
	return out
}

// leave takes a queue away from where it stands: it is no turn's and no fence's.
func (c *Course) leave(l *lane) {
	c.turns.list = slices.DeleteFunc(c.turns.list, func(t turn) bool { return t.lane == l })
	if len(l.backlog) == 0 {
		return
	}
	fence := l.backlog[0].need.Fence
	if c.heads[fence] = slices.DeleteFunc(c.heads[fence], func(x *lane) bool { return x == l }); len(c.heads[fence]) == 0 {
		delete(c.heads, fence)
	}
}

// Lose drops what a queue has not come to: its device was removed.
func (c *Course) Lose(agent track.Agent) {
	for _, l := range c.queues.All() {
		if l.Agent == agent {
			c.leave(l)
			l.backlog = nil
		}
	}
}
