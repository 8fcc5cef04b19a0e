package track

import "slices"

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
		if e := o.fences[f]; e.rewinds && !o.rise(e, common) {
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
			o.fences[it.need.Fence].spend(of)
		}
	}
	n := len(gone)
	a.list.Drop(n)
	a.items, a.base, a.done = a.list.All(), pos, a.done-min(a.done, uint32(n))
}

// add adds an item.
func (a *agent) add(it item) {
	a.list.Push(it)
	a.items = a.list.All()
}

// known forgets the first signal of an agent that is not forgotten. A fence that went down keeps its signals until rise.
func (o *Order) known(at Point, it *item) {
	n, of := it.need, at.Queue
	f := o.fences[n.Fence]
	if n.Value == givenUp {
		o.ending = append(o.ending, n.Fence)
	}
	if f.rewinds {
		l := f.lineOf(of)
		k := l.behind(f, at.Pos-1)
		if s := &f.signals[l.at[k]]; !s.fixed {
			s.clock, s.fixed = it.memo.With(of, at.Pos), true
		}
		if k := len(o.sunk); k == 0 || o.sunk[k-1] != n.Fence {
			o.sunk = append(o.sunk, n.Fence)
		}
		return
	}
	f.known = max(f.known, n.Value)
	if s := (Signal{Fence: n.Fence, Value: n.Value, Site: it.site, Agent: of, pos: at.Pos}); f.past.Value == 0 || o.prior(&s, &f.past) {
		f.past = s
	}
	f.lineOf(of).dead++
	if f.dead++; 2*f.dead >= len(f.signals) {
		f.compact()
		f.lines = slices.DeleteFunc(f.lines, func(l line) bool { return len(l.at) == 0 && (!f.parted || o.agents[l.agent].joined) })
		f.linesOf = nil
	}
}

// compact takes the signals that are forgotten out of the lists.
func (f *fence) compact() {
	if f.dead == 0 {
		return
	}
	for i := range f.lines {
		l := &f.lines[i]
		for _, at := range l.at[:l.dead] {
			f.signals[at].Fence = -1
		}
		l.at, l.dead = l.at[:0], 0
	}
	kept := f.signals[:0]
	for _, s := range f.signals {
		if s.Fence >= 0 {
			l := f.lineOf(s.Agent)
			l.at = append(l.at, len(kept))
			kept = append(kept, s)
		}
	}
	clear(f.signals[len(kept):])
	f.signals, f.dead = kept, 0
	switch {
	case f.rewinds:
		f.measure()
	case !f.parted:
		f.order.Renew(len(f.signals), f.valueOf)
	}
}

// measure makes the values of all lines anew.
func (f *fence) measure() {
	for i := range f.lines {
		l := &f.lines[i]
		l.values.Reset(len(l.at), func(i int) uint64 { return f.signals[l.at[i]].Value })
	}
}

// spend forgets the first wait of a queue that is not forgotten.
func (f *fence) spend(q Agent) {
	w := f.waiter(q)
	if w.dead++; 2*w.dead < len(w.at) {
		return
	}
	n, values := copy(w.at, w.at[w.dead:]), w.values.All[w.dead:]
	w.values.Reset(n, func(i int) uint64 { return values[i] })
	w.at, w.dead, w.risen = w.at[:n], 0, w.risen-min(w.risen, w.dead)
}

// rise forgets the signals of a fence that went down as soon as all of them are known, and which one is the last. Waits that are still
// there may have ended when the fence was higher.
func (o *Order) rise(f *fence, common Clock) (risen bool) {
	last := f.final(common)
	if last == nil {
		return false
	}
	for i := range f.waiters {
		o.outlive(f, &f.waiters[i])
	}
	f.last = last.Value
	f.known, f.highest, f.initial, f.rewinds, f.past = f.last, f.last, f.last, false, *last
	clear(f.signals)
	f.signals, f.dead = f.signals[:0], 0
	for i := range f.lines {
		l := &f.lines[i]
		l.at, l.dead, l.top = l.at[:0], 0, f.last
		l.values.Reset(0, nil)
	}
	o.renew()
	return true
}

// outlive marks the waits of a queue that may have ended when a fence had been at its highest value.
func (o *Order) outlive(f *fence, w *waiter) {
	a := &o.agents[w.queue]
	w.risen = max(w.dead, w.risen)
	for k := w.risen; k < len(w.at); k++ {
		if w.values.All[k] <= f.highest {
			a.items[w.at[k]-a.base-1].past = true
			o.truncate(Point{w.queue, w.at[k]})
		}
		if k == w.risen && a.items[w.at[k]-a.base-1].past {
			w.risen++
		}
	}
}

// final is the signal that certainly comes behind all others, where all are known; nil: there is none.
func (f *fence) final(common Clock) *Signal {
	var last []*Signal
	for i := range f.lines {
		if l := &f.lines[i]; len(l.at) > 0 {
			last = append(last, &f.signals[l.at[len(l.at)-1]])
		}
	}
	for _, s := range last {
		if common.At(s.Agent) < s.pos {
			return nil
		}
	}
	for _, s := range last {
		behind := true
		for _, r := range last {
			behind = behind && s.clock.At(r.Agent) >= r.pos
		}
		if behind {
			return s
		}
	}
	return nil
}
