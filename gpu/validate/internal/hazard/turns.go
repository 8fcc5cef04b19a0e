package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// turns says which resource has memory after which other one, in one submission: aliasing barriers hand it on, and what they order is
// transitive.
//
//	one ──ALIASING(one, two)──▶ two ──ALIASING(two, three)──▶ three      three is after one, too
//
// Resources have numbers from 1 in the order in which barriers name them; 0 stands for all of them. A clock says up to which command the accesses to a resource
// come first. What comes before a resource is known only for those that are named, else it is what comes before everything.
type turns struct {
	numbers map[gpu.ID]track.Agent
	before  []track.Clock // by number; [0]: what comes before all
}

// number is that of a resource, and of none.
func (t *turns) number(id gpu.ID) track.Agent {
	if t.numbers == nil {
		t.numbers, t.before = map[gpu.ID]track.Agent{0: 0}, make([]track.Clock, 1)
	}
	n, ok := t.numbers[id]
	if !ok {
		n = track.Agent(len(t.before))
		t.numbers[id], t.before = n, append(t.before, track.Clock{})
	}
	return n
}

// hand follows a barrier, which comes after so many commands, from a resource to another; 0 is any.
func (t *turns) hand(from, to gpu.ID, commands uint32) {
	x, y := t.number(from), t.number(to)
	c := t.before[0].With(x, commands)
	if x != 0 {
		c = c.Join(t.before[x])
	}
	t.before[y] = t.before[y].Join(c)
}

// upTo is the last command whose accesses to another resource what is done to a resource now comes after, 0 if there is none.
func (t *turns) upTo(now, other gpu.ID) uint32 {
	if t.numbers == nil {
		return 0
	}
	x, named := t.numbers[other]
	covers := func(c track.Clock) uint32 {
		if named {
			return max(c.At(0), c.At(x))
		}
		return c.At(0)
	}
	return max(covers(t.before[0]), covers(t.before[t.numbers[now]]))
}
