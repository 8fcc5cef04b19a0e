// Package handover says which resource has memory after which other one, in one submission: aliasing barriers hand it on, and what they order is
// transitive.
//
//	one ──ALIASING(one, two)──▶ two ──ALIASING(two, three)──▶ three      three is after one, too
//
// Each resource has a clock, which says up to which command the accesses to each other one come first. It must not know which accesses there are, nor
// where resources stand.
package handover

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Order is that of the resources of one submission. The zero value has none, before the first barrier.
//
// Resources have numbers from 1 in the order in which barriers name them; 0 stands for all of them. What comes before a resource is known only for
// those that are named, else it is what comes before everything.
type Order struct {
	numbers map[gpu.ID]track.Agent
	before  []track.Clock // by number; [0]: what comes before all
}

// number is that of a resource, and of none.
func (o *Order) number(id gpu.ID) track.Agent {
	if o.numbers == nil {
		o.numbers, o.before = map[gpu.ID]track.Agent{0: 0}, make([]track.Clock, 1)
	}
	n, ok := o.numbers[id]
	if !ok {
		n = track.Agent(len(o.before))
		o.numbers[id], o.before = n, append(o.before, track.Clock{})
	}
	return n
}

// Hand follows a barrier, which comes after so many commands, from a resource to another; 0 is any.
func (o *Order) Hand(from, to gpu.ID, commands uint32) {
	x, y := o.number(from), o.number(to)
	c := o.before[0].With(x, commands)
	if x != 0 {
		c = c.Join(o.before[x])
	}
	o.before[y] = o.before[y].Join(c)
}

// UpTo is the last command whose accesses to another resource what is done to a resource now comes after, 0 if there is none.
func (o *Order) UpTo(now, other gpu.ID) uint32 {
	if o.numbers == nil {
		return 0
	}
	x, named := o.numbers[other]
	covers := func(c track.Clock) uint32 {
		if named {
			return max(c.At(0), c.At(x))
		}
		return c.At(0)
	}
	return max(covers(o.before[0]), covers(o.before[o.numbers[now]]))
}
