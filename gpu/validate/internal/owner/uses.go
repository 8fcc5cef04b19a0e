package owner

import "github.com/gpuscript/gpuscript/gpu/internal/track"

// others are the uses among which those of other threads stand that one must not stand beside; nil: there are none. Most objects are used by one
// thread, or by several that do not disturb each other: what not every thread knows of is not gone through then.
func (o *Owner) others(than *use) []use {
	switch {
	case o.classes&disturbing[than.As] == 0:
		return nil
	case o.uses[o.run].Agent == than.Agent:
		return o.uses[:o.run]
	}
	return o.uses
}

// forget forgets the uses that every thread knows of, and all submissions that may still choose the object.
func (o *Owner) forget(order *track.Order, doubts *Doubts) {
	known, _, learned := order.Common()
	if learned == o.learned && learned > 0 {
		return
	}
	o.learned, o.classes = learned, 0
	o.list.Keep(func(u *use) bool {
		if known.At(u.Agent) >= u.point.Pos {
			if !doubts.needed(u) {
				return false
			}
			o.learned = 0 // not for ever
		}
		o.classes |= 1 << u.As
		return true
	})
	o.uses = o.list.All()
	o.findRun()
}

// pass forgets the first uses, as far as every thread knows of them and nobody asks whether they were there.
func (o *Owner) pass(order *track.Order) {
	known, n := order.Known(), 0
	for n < len(o.uses) && known.At(o.uses[n].Agent) >= o.uses[n].point.Pos && !o.uses[n].As.over() {
		n++
	}
	if n > 0 {
		o.list.Drop(n)
		o.uses, o.run = o.list.All(), max(o.run-n, 0)
	}
	if len(o.uses) == 0 {
		o.classes = 0
	}
}

// findRun finds out which uses are the last ones of one thread.
func (o *Owner) findRun() {
	for o.run = max(len(o.uses)-1, 0); o.run > 0 && o.uses[o.run-1].Agent == o.uses[o.run].Agent; o.run-- {
	}
}

// begin begins a call of a thread on the object, which is compared with all uses that are left, and says when it is.
func (o *Owner) begin(order *track.Order, thread track.Agent) track.Point {
	o.revised = order.Revisions()
	o.pass(order)
	return order.Touch(thread, false)
}

// add makes room for the use that such a call is, which is numbered, and written there.
func (o *Owner) add(order *track.Order, doubts *Doubts, by track.Agent, as Class) *use {
	doubts.calls++
	o.latest = doubts.calls
	return o.room(order, doubts, by, as)
}

// room makes room for a use of a class, which is written there.
func (o *Owner) room(order *track.Order, doubts *Doubts, by track.Agent, as Class) *use {
	o.make(order, doubts)
	u := o.list.Next()
	if n := len(o.uses); n > 0 && o.uses[o.run].Agent != by {
		o.run = n
	}
	o.uses, o.classes = o.list.All(), o.classes|1<<as
	return u
}

// make forgets uses where there are many.
func (o *Owner) make(order *track.Order, doubts *Doubts) {
	if len(o.uses) >= max(8, o.limit) {
		o.forget(order, doubts)
		o.limit = min(2*len(o.uses), maxUses)
	}
	if len(o.uses) == maxUses { // several at a time: each is looked at a few times, however many come
		o.list.Delete(maxUses/2, maxUses*3/4)
		o.uses = o.list.All()
		o.findRun()
	}
}
