package track

// Cover is a signal behind an item in its queue, which comes when that is finished, and what a wait for it is worth.
type Cover struct {
	Signal Signal
	// Proves says that whoever waits for the value of the signal knows that the item is finished.
	Proves bool
	// Held says that the signal stands behind a wait that nothing has ended by then: a wait for it now would never end.
	Held bool
	// Before is the value that ends such a wait without the signal, because the fence had it before the others; Early: there is one.
	Before uint64
	Early  bool
	// Other is another signal that may end it; Overtaken: there is one.
	Other     Signal
	Overtaken bool
	// Above is a value that the fence never had and no wait was for.
	Above uint64
}

// maxCovers bounds how many signals behind an item are looked at.
const maxCovers = 8

// Covering is the first signal behind an item in its queue whose wait proves that the item is finished, for somebody who waits right before another item, or
// action of a thread. Where none does, it is the first one.
func (o *Order) Covering(p, at Point) (first Cover, found bool) {
	before, wait := o.agents[at.Queue].clock, Point{}
	if o.agents[at.Queue].queue {
		before, wait = o.Start(at), at
	}
	a, tried := &o.agents[p.Queue], 0
	for pos := max(p.Pos, a.base+1); pos <= a.base+uint32(len(a.items)) && tried < maxCovers; pos++ {
		it := &a.items[pos-a.base-1]
		if it.kind != itemSignal {
			continue
		}
		tried++
		c := o.cover(p, Signal{Fence: it.need.Fence, Value: it.need.Value, Site: it.site, Agent: p.Queue, pos: pos}, before, wait, at)
		if c.Proves {
			return c, true
		}
		if !found {
			first, found = c, true
		}
	}
	return first, found
}

// Next is the action of a thread that comes next.
func (o *Order) Next(t Agent) Point { return Point{t, o.agents[t].clock.At(t) + 1} }

// cover is what a wait for a signal is worth. wait is the place of a wait of a queue, and at the item behind it.
func (o *Order) cover(p Point, s Signal, before Clock, wait, at Point) (c Cover) {
	f := &o.fences[s.Fence]
	n := Need{s.Fence, s.Value}
	c.Signal, c.Above = s, max(f.highest, f.waited)+1
	arrives, stuck := o.arrival(&s)
	c.Held = stuck || arrives.At(at.Queue) >= at.Pos
	var gives Clock
	var found bool
	o.settle(func() { gives, found = o.meet(n, false, before, wait) })
	if c.Proves = found && gives.At(p.Queue) >= p.Pos && !c.Held; c.Proves || c.Held {
		return c
	}
	if c.Early = f.known >= n.Value && !o.overwritten(f, nil, n, before); c.Early {
		c.Before = f.known
		return c
	}
	for i := range f.signals {
		r := &f.signals[i]
		if r.Value < n.Value || r.Agent == s.Agent && r.pos >= s.pos || o.overwritten(f, r, n, before) {
			continue
		}
		comes, stuck := o.arrival(r)
		if !stuck && comes.At(p.Queue) < p.Pos && (wait.Pos == 0 || comes.At(wait.Queue) < wait.Pos) {
			c.Other, c.Overtaken = *r, true
			return c
		}
	}
	return c
}

// Hangs says whether a queue stands, or will stand, at a wait that nothing so far can end: a signal that it is given now does not come.
func (o *Order) Hangs(q Agent) bool {
	a := &o.agents[q]
	if len(a.items) == 0 {
		return false
	}
	o.settle(func() { o.finish(q, a.base+uint32(len(a.items))) })
	return a.items[len(a.items)-1].stuck
}
