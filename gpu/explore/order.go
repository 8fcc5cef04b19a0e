package explore

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// bound says of two kinds of touches of one thing whether the steps may not
// change places.
var bound = [...][8]bool{
	//            Look   Await  Pass   Take   Raise  Lower  Add    Stand
	sched.Look:  {false, false, false, true, true, true, true, false},
	sched.Await: {false, false, false, false, true, true, false, false},
	sched.Pass:  {false, false, false, false, false, true, false, false},
	sched.Take:  {true, false, false, true, true, true, false, false},
	sched.Raise: {true, true, false, true, true, true, false, false},
	sched.Lower: {true, true, true, true, true, true, true, true},
	sched.Add:   {true, false, false, false, false, true, false, false},
	sched.Stand: {false, false, false, false, false, true, false, false},
}

// clock holds how many steps of each process have come before.
type clock []int32

func (c *clock) join(d clock) {
	for len(*c) < len(d) {
		*c = append(*c, 0)
	}
	for i, n := range d {
		(*c)[i] = max((*c)[i], n)
	}
}

// placed is a step in the order of its run.
type placed struct {
	slot  int   // of its process in clocks
	nth   int32 // of its process, from 1
	clock clock // with itself
	hash  uint64
}

// before reports whether p is in a clock.
func (p *placed) before(c clock) bool { return p.slot < len(c) && c[p.slot] >= p.nth }

// earlier is a touch of a thing by a step before.
type earlier struct {
	step  int32
	touch sched.Touch
}

// thing is what steps touch.
type thing struct {
	touches []earlier
	given   []earlier // those that a wait goes on after: of an event the first since it was waited for, of a fence all, with what is left of their values
	blocked []int32   // steps that wait for an event which is not set
}

// looks is how often a process has asked for the same value in a row, and has done nothing else.
type looks struct {
	of    any
	tag   sched.Tag
	value uint64
	times int
}

// race is two steps that could have come the other way round, with what they
// touch.
type race struct {
	first, second int32
	touches       [2]sched.Touch
	hash          uint64 // of the second, if it comes first
}

// order works out what happened before what in a run.
type order struct {
	r      *Run
	placed []placed
	slots  map[process]int
	made   [][]int32 // the steps of each slot
	things map[any]*thing
	asked  map[process]looks
	all    []int32 // steps that concern everything
	races  []race
	spins  int
	spun   bool // some were left out because a thread asks again and again
}

// orderOf reads a run that is over.
func orderOf(r *Run, spins int) *order {
	o := &order{r: r, slots: map[process]int{}, things: map[any]*thing{}, asked: map[process]looks{}, spins: spins}
	for i := range r.steps {
		o.place(int32(i))
	}
	return o
}

// bond is an earlier step that one depends on.
type bond struct {
	step    int32
	touches [2]sched.Touch
	fixed   bool // the two cannot be turned round
}

// place adds the next step.
func (o *order) place(n int32) {
	s := &o.r.steps[n]
	slot, known := o.slots[s.by]
	if !known {
		slot = len(o.made)
		o.slots[s.by] = slot
		o.made = append(o.made, nil)
	}
	var c clock
	nth := int32(len(o.made[slot])) + 1
	if nth > 1 {
		c = slices.Clone(o.nth(slot, nth-1).clock)
	}
	for _, f := range s.follows {
		c.join(o.placed[f].clock)
	}
	if s.behind {
		for other, made := range o.made {
			if len(made) > 0 {
				c.join(o.nth(other, int32(len(made))).clock)
			}
		}
	}
	bonds := o.bonds(n, s)
	slices.SortStableFunc(bonds, func(a, b bond) int { return cmp.Compare(b.step, a.step) })
	for i := range bonds {
		b := &bonds[i]
		if p := &o.placed[b.step]; !b.fixed && !p.before(c) {
			o.races = append(o.races, race{b.step, n, b.touches, o.turned(n, b.step, slot, nth, bonds)})
			c.join(p.clock)
		}
	}
	for i := range bonds { // after the rest: what a wait goes on after does not say that it could not have gone on after something else
		if bonds[i].fixed {
			c.join(o.placed[bonds[i].step].clock)
		}
	}
	for len(c) <= slot {
		c = append(c, 0)
	}
	c[slot] = nth
	o.placed = append(o.placed, placed{slot, nth, c, o.hash(s, slot, c)})
	o.made[slot] = append(o.made[slot], n)
}

// turned is the hash that a step has without an earlier one, and without what needs that.
func (o *order) turned(n, first int32, slot int, nth int32, bonds []bond) uint64 {
	s := &o.r.steps[n]
	var c clock
	if nth > 1 {
		c = slices.Clone(o.nth(slot, nth-1).clock)
	}
	for _, f := range s.follows {
		c.join(o.placed[f].clock)
	}
	for i := range bonds {
		if p := &o.placed[bonds[i].step]; bonds[i].step != first && !o.placed[first].before(p.clock) {
			c.join(p.clock)
		}
	}
	for len(c) <= slot {
		c = append(c, 0)
	}
	c[slot] = nth
	return o.hash(s, slot, c)
}

// hash names a step by all that came before it, whatever the schedule was.
func (o *order) hash(s *step, slot int, c clock) uint64 {
	h := mix(mix(uint64(s.by)+1) ^ uint64(s.kind))
	var sum uint64
	for i, n := range c {
		if i == slot {
			n--
		}
		if n > 0 {
			sum += mix(o.nth(i, n).hash)
		}
	}
	return mix(h + mix(sum))
}

// nth is a step of a slot by its number, from 1.
func (o *order) nth(slot int, n int32) *placed { return &o.placed[o.made[slot][n-1]] }

// mix spreads a number over all bits.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// bonds are the earlier steps of others that a step depends on.
func (o *order) bonds(n int32, s *step) (found []bond) {
	for _, a := range o.all {
		found = append(found, bond{step: a})
	}
	asks := o.asksAgain(s)
	for i := range s.touches {
		t := &s.touches[i]
		if _, ok := t.Object.(*sched.GPU); ok { // it is gone, with all that was to come
			for k := range n {
				found = append(found, bond{step: k, touches: [2]sched.Touch{{}, *t}})
			}
			o.all = append(o.all, n)
			continue
		}
		found = o.bind(n, t, asks, found)
	}
	return slices.DeleteFunc(found, func(b bond) bool { return o.r.steps[b.step].by == s.by })
}

// bind finds what one touch depends on, and keeps it for later ones. Of a thread that asks again and again neither is open.
func (o *order) bind(n int32, t *sched.Touch, asks bool, found []bond) []bond {
	th := o.things[t.Object]
	if th == nil {
		th = &thing{}
		o.things[t.Object] = th
	}
	woken, from := th.changes(n, t), th.lets(t)
	asks = asks && t.Kind == sched.Look
	ended := false
	for i := len(th.touches) - 1; i >= 0; i-- {
		e := &th.touches[i]
		if !bound[e.touch.Kind][t.Kind] && !(e.touch.Kind == sched.Add && t.Kind == sched.Add && e.touch.Value != t.Value) {
			continue
		}
		if t.End > 0 && (e.touch.End <= t.Begin || t.End <= e.touch.Begin) || e.step == woken || e.step == n {
			continue
		}
		if e.step == from && !(t.Kind == sched.Take && ended) { // a step that sets an event twice can end this wait and another one
			ended = true
			continue
		}
		found = append(found, bond{step: e.step, touches: [2]sched.Touch{e.touch, *t}, fixed: asks})
		if e.touch.Kind == sched.Lower && e.touch.Begin <= t.Begin && t.End <= e.touch.End {
			break // and by that on all before it
		}
	}
	if from >= 0 && from != n {
		found = append(found, bond{step: from, fixed: true})
	}
	if !asks {
		th.touches = append(th.touches, earlier{n, *t})
	}
	if woken < 0 {
		th.give(n, t)
	}
	return found
}

// asksAgain counts how often a thread asks for one value in a row and does nothing else, and reports whether it is believed to go on so until the
// value comes.
func (o *order) asksAgain(s *step) (again bool) {
	var look *sched.Touch
	for i := range s.touches {
		switch t := &s.touches[i]; {
		case t.Object == script:
		case t.Kind == sched.Look && t.End == 0 && look == nil:
			look = t
		default:
			delete(o.asked, s.by)
			return false
		}
	}
	switch {
	case s.leaves:
		delete(o.asked, s.by)
		return false
	case look == nil:
		return false
	}
	l := o.asked[s.by]
	again = l.of == look.Object && l.tag == look.Tag && l.times >= o.spins
	if l.of != look.Object || l.tag != look.Tag || l.value != look.Value {
		l = looks{of: look.Object, tag: look.Tag, value: look.Value}
	}
	l.times++
	o.asked[s.by] = l
	o.spun = o.spun || again
	return again
}

// changes says which step was waiting for what a touch gives, -1 if none was:
// the two may change places, since the wait goes on either way.
func (th *thing) changes(n int32, t *sched.Touch) (woken int32) {
	woken = -1
	if _, event := t.Object.(*sched.Event); !event {
		return woken
	}
	switch {
	case t.Kind == sched.Raise && len(th.blocked) > 0:
		woken, th.blocked = th.blocked[0], th.blocked[1:]
	case t.Kind == sched.Take && len(th.given) == 0:
		th.blocked = append(th.blocked, n)
	}
	return woken
}

// lets is the step that has given what a wait goes on after, -1 if there is
// none, or not yet.
func (th *thing) lets(t *sched.Touch) int32 {
	if t.Kind != sched.Pass && t.Kind != sched.Take {
		return -1
	}
	for _, g := range th.given {
		if g.touch.Value >= t.Value {
			return g.step
		}
	}
	return -1
}

// give keeps what later waits go on after.
func (th *thing) give(n int32, t *sched.Touch) {
	_, event := t.Object.(*sched.Event)
	switch {
	case t.Kind == sched.Lower && !event: // what is still there was there before
		for i := range th.given {
			th.given[i].touch.Value = min(th.given[i].touch.Value, t.Value)
		}
	case t.Kind == sched.Lower, t.Kind == sched.Take:
		th.given = th.given[:0]
	case t.Kind == sched.Raise && (!event || len(th.given) == 0):
		th.given = append(th.given, earlier{n, *t})
	}
}
