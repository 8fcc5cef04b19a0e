package course

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Two threads that give lists to one queue in no order leave it to the schedule which of them finds what the other has left. So a list is judged at once by what certainly
// comes before it alone, and the uses of the resource are kept; when all threads know of them, every order is tried that the program allows:
//
//	thread one   [ COMMON → COPY_DEST ]  ─────────────▶     one, two: the second list finds COPY_DEST, where it names COMMON
//	thread two   ──────────────  [ COMMON → COPY_SOURCE ]   two, one: the other way round
//
// Lists that leave what they find agree in every order, and nothing is said. Uses on two queues that nothing orders are a race, which is told as that.

// horizon is how many uses of a resource are kept while there are several threads. The first of more than these is taken as the first one in every order.
const horizon = 6

// use is a submission that uses a resource.
type use struct {
	point track.Point
	lane  *lane
	site  gpu.Site
	call  track.Call
	parts []part
	// checked says that its call has looked at what comes certainly before it, and told that something is wrong with it.
	checked, told bool
}

// part is a list of it.
type part struct {
	list gpu.ID
	subs []track.Subresource
	late bool
}

// keepUse keeps what a list of a submission that is made does with a resource, as long as there are threads that may not know of it. before are the states that it finds.
func (w *walk) keepUse(r *resource, list gpu.ID, subs []track.Subresource, late bool) {
	if w.trial != 0 || w.point.Pos == 0 {
		return
	}
	n := len(r.open)
	if n > 0 && r.open[n-1].point == w.point {
		r.open[n-1].parts = append(r.open[n-1].parts, part{list, slices.Clone(subs), late})
		return
	}
	if w.c.order.Alone() {
		w.c.close(r)
		return
	}
	if n == 0 {
		r.first = slices.Clone(r.subs)
	}
	known := w.knows()
	u := &use{point: w.point, lane: w.lane, site: w.site, call: w.c.order.Call(w.point), checked: !w.report, parts: []part{{list, slices.Clone(subs), late}}}
	if !r.contested && slices.ContainsFunc(r.open, func(o *use) bool { return o.lane == u.lane && !o.before(known) }) {
		r.contested = true
		w.c.contests = append(w.c.contests, r)
	}
	r.open = append(r.open, u)
}

// before says whether a use is among what is known.
func (u *use) before(known track.Clock) bool { return known.At(u.point.Queue) >= u.point.Pos }

// past are the states that a submission finds if only what certainly comes before it does; false: they are those of the run.
func (w *walk) past(r *resource) (states []track.Actual, differ bool) {
	if len(r.open) == 0 || w.c.order.Alone() && !r.contested {
		return nil, false
	}
	known := w.knows()
	var open []*use
	for _, u := range r.open {
		if u.before(known) {
			open = append(open, u)
		} else if u.lane != w.lane {
			return nil, false // a race, if it matters
		}
	}
	if len(open) == len(r.open) && !r.contested {
		return nil, false
	}
	track.Sequence(w.c.order, open, func(u *use) track.Call { return u.call })
	states = slices.Clone(r.first)
	for _, u := range open {
		states, _ = w.c.apply(r, u, states)
	}
	return states, true
}

// knows is what certainly comes before the submission.
func (w *walk) knows() track.Clock {
	switch {
	case w.asked:
	case w.trial != 0:
		w.known = w.c.order.Ahead(w.thread, w.lane.Agent)
	default:
		w.known = w.c.order.Start(w.point)
	}
	w.asked = true
	return w.known
}

// apply lets a use happen, with states that it may change, and says what is wrong with it.
func (c *Course) apply(r *resource, u *use, states []track.Actual) ([]track.Actual, []Problem) {
	w := walk{c: c, lane: u.lane, site: u.site, point: u.point, alone: true, report: true}
	for i := range u.parts {
		p := &u.parts[i]
		if len(p.subs) > 1 && len(states) == 1 {
			states = slices.Repeat(states, int(r.Subresources))
		}
		w.follow(r, states, p.list, p.subs, p.late)
	}
	for i := range states {
		if states[i].Last == u.point {
			states[i].Decay(r.Always, u.lane.Copy)
		}
	}
	return states, w.problems
}

// close ends the contest of a resource: whoever uses it now knows of all uses. What the run has left counts where it is what every order leaves.
func (c *Course) close(r *resource) {
	if r.contested {
		c.judge(r)
		c.contests = slices.DeleteFunc(c.contests, func(x *resource) bool { return x == r })
	}
	r.open, r.first, r.contested = nil, nil, false
}

// trim keeps no more uses than the horizon.
func (c *Course) trim(r *resource) {
	if len(r.open) <= horizon {
		return
	}
	if r.contested {
		c.judge(r)
	}
	track.Sequence(c.order, r.open, func(u *use) track.Call { return u.call })
	r.first, _ = c.apply(r, r.open[0], r.first)
	r.open = slices.Clone(r.open[1:])
}

// trial is one look at all orders of the uses of a resource.
type trial struct {
	c      *Course
	r      *resource
	uses   []*use
	before [][]bool // before[i][k]: use i certainly comes before use k
	seen   map[string]bool
	last   []track.Actual // what the first order leaves
	told   bool           // what is found is told once: that the two lists find each other's states
}

// judge tries every order of the uses of a resource. The resource is then as the first order leaves it, so that no later list depends on the run.
func (c *Course) judge(r *resource) {
	t := trial{c: c, r: r, uses: slices.Clone(r.open), seen: map[string]bool{}}
	track.Sequence(c.order, t.uses, func(u *use) track.Call { return u.call })
	known := make([]track.Clock, len(t.uses))
	for i, u := range t.uses {
		known[i] = c.order.Start(u.point)
	}
	for i, u := range t.uses {
		row := make([]bool, len(t.uses))
		for k, other := range t.uses {
			row[k] = i != k && u.before(known[k])
			if i != k && !row[k] && other.lane != u.lane && !other.before(known[i]) {
				return // a race
			}
		}
		t.before = append(t.before, row)
	}
	if !t.agree() {
		for k, u := range t.uses {
			u.told = u.told || u.checked && t.wrong(k)
		}
		t.visit(0, slices.Clone(r.first))
	}
	if t.last != nil {
		r.subs = t.last
		r.join()
	}
}

// agree says whether all uses find what they expect, in every order, because each leaves what it finds, as most do: what is read, and buffers that decay.
func (t *trial) agree() bool {
	states := slices.Clone(t.r.first)
	for _, u := range t.uses {
		var problems []Problem
		if states, problems = t.c.apply(t.r, u, states); len(problems) > 0 || !slices.EqualFunc(states, t.r.first, resemble) {
			return false
		}
	}
	t.last = states
	return true
}

// essence is what of a state decides how work goes on from it.
type essence struct {
	state                  gpu.ResourceStates
	promoted, copy, unsure bool
	split                  gpu.Barrier
}

func essenceOf(a *track.Actual) essence {
	return essence{a.State, a.Promoted, a.Copy, a.Unsure, a.Split}
}

// resemble says whether work goes on alike from two states.
func resemble(a, b track.Actual) bool { return essenceOf(&a) == essenceOf(&b) }

// wrong says whether a use does not find what it expects behind those that certainly come before it.
func (t *trial) wrong(k int) bool {
	states := slices.Clone(t.r.first)
	for i, u := range t.uses {
		if t.before[i][k] {
			states, _ = t.c.apply(t.r, u, states)
		}
	}
	_, problems := t.c.apply(t.r, t.uses[k], states)
	return len(problems) > 0
}

// visit goes on from a moment at which some of the uses have happened.
func (t *trial) visit(done uint, states []track.Actual) {
	if done == 1<<len(t.uses)-1 && t.last == nil {
		t.last = states
	}
	key := fmt.Sprint(done, " ", resembling(states))
	if t.seen[key] {
		return
	}
	t.seen[key] = true
	for k, u := range t.uses {
		if done>>k&1 != 0 || !t.ready(done, k) {
			continue
		}
		next, problems := t.c.apply(t.r, u, slices.Clone(states))
		if len(problems) > 0 && !u.told && !t.told {
			u.told, t.told = true, true
			problems[0].Open = true
			t.c.late = append(t.c.late, problems[0])
		}
		t.visit(done|1<<k, next)
	}
}

// ready says whether all uses have happened that certainly come before one.
func (t *trial) ready(done uint, k int) bool {
	for i := range t.uses {
		if t.before[i][k] && done>>i&1 == 0 {
			return false
		}
	}
	return true
}

// resembling is the essence of states, to find them again.
func resembling(states []track.Actual) string {
	var b strings.Builder
	for i := range states {
		fmt.Fprint(&b, essenceOf(&states[i]))
	}
	return b.String()
}

// Decide looks at the uses of resources of which every thread knows, or at all at the end. It has to be called before the order forgets them.
func (c *Course) Decide(atEnd bool) {
	known, _, learned := c.order.Common()
	if len(c.contests) == 0 || learned == c.learned && !atEnd {
		return
	}
	c.learned = learned
	for _, r := range slices.Clone(c.contests) {
		if atEnd || !slices.ContainsFunc(r.open, func(u *use) bool { return !u.before(known) }) {
			c.close(r)
		}
	}
}
