package course

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
)

// maxMoments bounds how many moments of the orders of one block are looked at.
const maxMoments = 1 << 12

// close judges the blocks at the beginning of the uses of a resource that are ripe, and forgets them. The resource is then as one order leaves it
// that no run changes, so that no later list depends on the run.
func (c *Course) close(r *resource, ripe func(*use) bool) {
	uses, from := c.line(r.open), 0
	for _, to := range blocks(r.open, uses) {
		if slices.ContainsFunc(uses[from:to], func(u *use) bool { return !ripe(u) }) {
			break
		}
		c.judge(r, uses[from:to])
		from = to
	}
	for i := range r.open {
		r.open[i] = slices.DeleteFunc(r.open[i], func(u *use) bool { return u.index < from })
	}
	r.gone += from
	r.tidy()
}

// blocks are the ends of blocks among uses in an order that is that of some run.
func blocks(files []file, uses []*use) (ends []int) {
	all := len(uses)
	for i := len(uses) - 1; i >= 0; i-- {
		if i+1 <= all {
			ends = append(ends, i+1)
		}
		for _, f := range files { // the first use that does not certainly come before this one
			if n := f.count(uses[i].start); n < len(f) {
				all = min(all, f[n].index)
			}
		}
	}
	slices.Reverse(ends)
	return ends
}

// trial is one look at all orders of the uses of a block.
type trial struct {
	c       *Course
	r       *resource
	uses    []*use
	first   []substate.Actual
	seen    map[string]bool
	moments int
	told    bool // what is found is told once: that the two lists find each other's states
	// left are the states that orders leave, by their essence the first of them, in the order in which they were found.
	left []outcome
}

type outcome struct {
	essence string
	states  []substate.Actual
}

// judge looks at a block: at what comes certainly before each use that was not looked at yet, and at all orders, from all states that the blocks
// before it may have left.
func (c *Course) judge(r *resource, uses []*use) {
	t := trial{c: c, r: r, uses: uses, first: slices.Clone(r.subs), seen: map[string]bool{}}
	agree := len(r.others) == 0
	for _, u := range uses {
		var problems []Problem
		if r.subs, problems = c.apply(r, u, r.subs); len(problems) > 0 || !slices.EqualFunc(r.subs, t.states(len(r.subs)), resemble) {
			agree = false
		}
	}
	if r.join(); agree {
		return
	}
	for _, u := range uses {
		if t.raced(u) {
			continue
		}
		if problems := t.behind(u); len(problems) > 0 {
			if t.told, u.told = t.told || len(uses) == 1, true; !u.checked {
				c.found = append(c.found, finding{u, problems[0]})
			}
		}
	}
	firsts := append([][]substate.Actual{t.first}, r.others...)
	if r.others = nil; len(uses) == 1 && len(firsts) == 1 || t.races() {
		return
	}
	for _, first := range firsts {
		t.visit(make([]byte, len(uses)), first)
	}
	for _, o := range t.left {
		if !t.told && o.essence != resembling(r.subs) {
			r.others = append(r.others, o.states)
		}
	}
}

// states are the first ones, n of them.
func (t *trial) states(n int) []substate.Actual {
	if n > 1 && len(t.first) == 1 {
		return slices.Repeat(t.first, n)
	}
	return slices.Clone(t.first)
}

// races says whether two uses on two queues come in no order.
func (t *trial) races() bool {
	for i, u := range t.uses {
		for _, other := range t.uses[:i] {
			if u.lane != other.lane && !other.before(u.start) && !u.before(other.start) {
				return true
			}
		}
	}
	return false
}

// behind is what is wrong with a use after those that certainly come before it.
func (t *trial) behind(u *use) []Problem {
	states := slices.Clone(t.first)
	for _, other := range t.uses {
		if other != u && other.before(u.start) {
			states, _ = t.c.apply(t.r, other, states)
		}
	}
	_, problems := t.c.apply(t.r, u, states)
	return problems
}

// visit goes on from a moment at which some of the uses have happened.
func (t *trial) visit(done []byte, states []substate.Actual) {
	key := string(done) + resembling(states)
	if t.seen[key] || t.told || t.moments == maxMoments {
		return
	}
	t.seen[key] = true
	t.moments++
	if !slices.Contains(done, 0) {
		t.leave(states)
	}
	for k, u := range t.uses {
		if done[k] != 0 || !t.ready(done, u) {
			continue
		}
		next, problems := t.c.apply(t.r, u, slices.Clone(states))
		if len(problems) > 0 && !u.told && !t.told {
			u.told, t.told = true, true
			problems[0].Open = true
			t.c.found = append(t.c.found, finding{u, problems[0]})
		}
		more := slices.Clone(done)
		more[k] = 1
		t.visit(more, next)
	}
}

// leave notes what an order leaves.
func (t *trial) leave(states []substate.Actual) {
	key := resembling(states)
	if !slices.ContainsFunc(t.left, func(o outcome) bool { return o.essence == key }) {
		t.left = append(t.left, outcome{key, states})
	}
}

// ready says whether all uses have happened that certainly come before one.
func (t *trial) ready(done []byte, u *use) bool {
	for i, other := range t.uses {
		if done[i] == 0 && other != u && other.before(u.start) {
			return false
		}
	}
	return true
}

// essence is what of a state decides how work goes on from it.
type essence struct {
	state                  gpu.ResourceStates
	promoted, copy, unsure bool
	split                  gpu.Barrier
	other                  gpu.ResourceStates
	torn                   bool
	early                  substate.Early
}

func essenceOf(a *substate.Actual) essence {
	return essence{a.State, a.Promoted, a.Copy && a.State&gpu.StateCopyBits != 0, a.Unsure, a.Split, a.Else.State, a.Torn, a.Early}
}

// resemble says whether work goes on alike from two states.
func resemble(a, b substate.Actual) bool { return essenceOf(&a) == essenceOf(&b) }

// resembling is the essence of states, to find them again.
func resembling(states []substate.Actual) string {
	var b strings.Builder
	if !slices.ContainsFunc(states, func(a substate.Actual) bool { return !resemble(a, states[0]) }) {
		states = states[:1]
	}
	for i := range states {
		fmt.Fprint(&b, essenceOf(&states[i]))
	}
	return b.String()
}
