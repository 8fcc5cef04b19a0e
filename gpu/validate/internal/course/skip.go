package course

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// A call that was left out, because of what was told of it, has not changed any state. What follows may stand on what the call would have done, and
// on what is there: it is told only where it fits neither.

// Meant tells that a call was left out which was told not to find a resource in a state: from then on it counts as there as well.
func (c *Course) Meant(id gpu.ID, state gpu.ResourceStates, site gpu.Site) {
	if r := c.resources.Get(id); r != nil && len(r.open) == 0 {
		for i := range r.subs {
			r.subs[i].Means(state, site)
		}
	}
}

// Skip tells that a submission was left out because of what was told of it: from then on each resource counts as in the state as well in which its
// lists would have left it.
func (c *Course) Skip(queue gpu.ID, lists []List, site gpu.Site) {
	l := c.queues.Get(queue)
	if l == nil || !expects(lists) {
		return
	}
	s := c.step(lists, track.Point{}, site)
	if s.skipped = true; len(l.backlog) > 0 {
		l.backlog = append(l.backlog, s)
		return
	}
	c.skip(l, &s)
}

// skip goes through a submission that was left out, on copies of the states. Those of resources whose uses are kept are not known yet.
func (c *Course) skip(l *lane, s *step) {
	left := map[*resource][]substate.Actual{}
	for i := range s.lists {
		for _, e := range s.lists[i].resources {
			r := c.resources.Get(e.id)
			if r == nil || len(r.open) > 0 {
				continue
			}
			if left[r] == nil {
				r.subs = r.expanded(int(r.Subresources))
				left[r] = slices.Clone(r.subs)
			}
			for k := range left[r] {
				if sub := &e.subs[min(k, len(e.subs)-1)]; sub.How != substate.Unseen {
					left[r][k].Pass(sub, r.Promotable, l.Copy)
				}
			}
		}
	}
	for r, states := range left {
		for k := range states {
			states[k].Decay(r.Always, l.Copy)
			r.subs[k].Might(&states[k], s.site)
		}
		r.join()
	}
}
