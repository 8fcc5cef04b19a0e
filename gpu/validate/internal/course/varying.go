package course

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// What a list may come to need, because programs choose among descriptors, is looked at with all lists of the submission: it may be wrong, and it may
// leave something that a later one does not find. Mostly it is neither: the resource is in the state, and stays as it is. Then the lists after it go
// on as they do without it.

// Varying says what is wrong with a submission that thread t is about to make if a list comes to need what it may, each part alone: see is called
// with the list, the part, and each thing that is not wrong without that.
func (c *Course) Varying(t track.Agent, queue gpu.ID, lists []List, site gpu.Site, see func(list, part int, p *Problem)) {
	w, known := c.begin(t, queue, site)
	if !known {
		return
	}
	w.every = true
	var doubtful [][2]int
	for i := range lists {
		for k, part := range lists[i].Varying {
			if part != nil && (k >= Behind && i+1 < len(lists) || k < Behind && !w.idle(part)) {
				doubtful = append(doubtful, [2]int{i, k})
			}
		}
		w.list(&lists[i])
	}
	for _, d := range doubtful {
		l := List{ID: lists[d[0]].ID, States: lists[d[0]].Varying[d[1]], Late: true}
		problems := c.check(t, queue, slices.Insert(slices.Clone(lists), d[0]+d[1]/Behind, l), site, true)
		for i := range problems {
			if p := &problems[i]; !slices.ContainsFunc(w.problems, p.Same) {
				see(d[0], d[1], p)
			}
		}
	}
}

// idle says whether what a list may need is there, and stays as it is when it is used.
func (w *walk) idle(part *substate.Table) (idle bool) {
	idle = true
	part.Few(func(id gpu.ID, subs []substate.Subresource, at []uint32) {
		r := w.c.resources.Get(id)
		if r == nil || !idle {
			return
		}
		actual := w.states(r, len(subs), at)
		for k := range named(actual, at) {
			w.c.looks++
			i, s := k, &subs[min(k, len(subs)-1)]
			if len(at) > 0 {
				i = int(at[k])
			}
			idle = idle && (s.How == substate.Unseen || w.stays(r, &actual[i], s))
		}
	})
	return idle
}

// stays says whether a subresource, of which it is known where it is, is as a list expects it, and so after the list.
func (w *walk) stays(r *resource, a *substate.Actual, s *substate.Subresource) bool {
	if !w.ordered(a) || a.Enter(s, r.Promotable, w.lane.Copy) != substate.Fine {
		return false
	}
	behind := *a
	behind.Pass(s, r.Promotable, w.lane.Copy)
	return resemble(behind, *a)
}
