package track

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"

// Forget drops what a clock covers. It must be one that Common has returned. Agents of which nothing new is covered are not looked at.
func (o *Order) Forget(common Clock) { o.forget(common) }

// forget drops items and signals that every thread knows to have happened.
func (o *Order) forget(common Clock) {
	gone := o.gone[:0]
	common.Beyond(o.dropped, func(of Agent, pos uint32) { gone = append(gone, Point{of, pos}) })
	for _, p := range gone {
		if a := &o.agents[p.Queue]; a.queue {
			o.settle(func() { a.next = o.finish(p.Queue, p.Pos) })
		}
	}
	for _, p := range gone {
		if a := &o.agents[p.Queue]; a.queue {
			a.floor, a.next = a.next, Clock{}
		}
		o.drop(p.Queue, p.Pos)
	}
	o.dropped, o.gone = o.dropped.Join(common), gone
	for _, f := range o.sunk {
		if e := o.fences[f]; e.Rewinds && !o.rise(e, common) {
			o.shed(e, common)
		}
	}
	o.sunk = o.sunk[:0]
	o.retire()
}

// drop forgets the items of an agent up to pos.
func (o *Order) drop(of Agent, pos uint32) {
	a := &o.agents[of]
	gone := a.items[:pos-a.base]
	for i := range gone {
		it := &gone[i]
		for it.users != 0 {
			_, it.users = o.users.Take(it.users)
		}
		switch {
		case it.kind == itemSignal:
			o.known(Point{of, a.base + uint32(i) + 1}, it)
		case it.kind == itemWait && a.queue:
			o.fences[it.need.Fence].Spend(of)
		}
	}
	n := len(gone)
	if n > 0 && !a.queue {
		a.told = gone[n-1].works
	}
	a.list.Drop(n)
	a.items, a.base, a.done = a.list.All(), pos, a.done-min(a.done, uint32(n))
}

// add adds an item.
func (a *agent) add(it *item) {
	*a.list.Next() = *it
	a.items = a.list.All()
}

// known forgets the first signal of an agent that is not forgotten. A fence that went down keeps its signals until rise.
func (o *Order) known(at Point, it *item) {
	n, of := it.need, at.Queue
	f := o.fences[n.Fence]
	if n.Value == givenUp {
		o.ending = append(o.ending, n.Fence)
	}
	if f.Rewinds {
		l := f.LineOf(of)
		k := l.Behind(f.Signals, at.Pos-1)
		if s := &f.Signals[l.At[k]]; !s.Fixed {
			s.Clock, s.Fixed = it.memo.With(of, at.Pos), true
		}
		if k := len(o.sunk); k == 0 || o.sunk[k-1] != n.Fence {
			o.sunk = append(o.sunk, n.Fence)
		}
		return
	}
	f.known = max(f.known, n.Value)
	if p := &f.past; p.Value == 0 || o.prior(n.Value, at, p) {
		*p = Signal{}
		p.Fence, p.Value, p.Site, p.Agent, p.Pos = n.Fence, n.Value, it.site, of, at.Pos
	}
	f.Forget(of, func(a Agent) bool { return o.agents[a].joined })
}

// rise forgets the signals of a fence that went down as soon as all of them are known, and which one is the last. Waits that are still
// there may have ended when the fence was higher.
func (o *Order) rise(f *fence, common Clock) (risen bool) {
	last := f.Final(common)
	if last == nil {
		return false
	}
	for i := range f.Waiters {
		o.outlive(f, &f.Waiters[i])
	}
	f.last = last.Value
	f.known, f.highest, f.initial, f.past = f.last, f.last, f.last, *last
	f.Clear(f.last)
	o.renew()
	return true
}

// outlive marks the waits of a queue that may have ended when a fence had been at its highest value.
func (o *Order) outlive(f *fence, w *timeline.Waiter) {
	a := &o.agents[w.Queue]
	w.Risen = max(w.Dead, w.Risen)
	for k := w.Risen; k < len(w.At); k++ {
		if w.Values.All[k] <= f.highest {
			a.items[w.At[k]-a.base-1].past = true
			o.truncate(Point{w.Queue, w.At[k]})
		}
		if k == w.Risen && a.items[w.At[k]-a.base-1].past {
			w.Risen++
		}
	}
}
