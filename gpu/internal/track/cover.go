package track

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Cover is a signal after an item in its queue, which is signalled when that is finished, and what a wait for it is worth.
type Cover struct {
	Signal Signal
	// Proves says that whoever waits for the value of the signal knows that the item is finished.
	Proves bool
	// Held says that the signal stands after a wait that nothing has ended by then: a wait for it now would never end.
	Held bool
	// Before is the value that ends such a wait without the signal, because the fence had it before the others; Early: there is one.
	Before uint64
	Early  bool
	// Other is another signal that may end it; Overtaken: there is one.
	Other     Signal
	Overtaken bool
	// Above is a value that the fence never had and no wait was for.
	Above uint64
	// Turns is how many passes of a loop the signal lies back, if it proves the end and a loop gives one more each time. 0: that does not look like a
	// loop.
	Turns int
}

const (
	maxCovers = 8   // how many signals after an item are looked at
	maxTurns  = 256 // how many items after one of them
)

// Covering is the first signal after an item in its queue whose wait proves that the item is finished, for somebody who waits right before another
// item, or action of a thread. Where none does, it is the first one.
func (o *Order) Covering(p, at Point) (first Cover, found bool) {
	before, wait := o.knew(at, o.agents[at.Queue].clock), Point{}
	if o.agents[at.Queue].queue {
		before, wait = o.Start(at), at
	}
	for _, s := range o.signalsBehind(p) {
		c := o.cover(p, s, before, wait, at)
		if c.Proves {
			c.Turns = o.turns(s, before, at)
			return c, true
		}
		if !found {
			first, found = c, true
		}
	}
	return first, found
}

// turns counts the signals of the place of one since then, and the next one, up to another item, or an action of a thread with which it knew so much.
func (o *Order) turns(s Signal, knew Clock, at Point) (n int) {
	a, last := &o.agents[s.Agent], o.upTo(s.Agent, knew)
	if o.agents[at.Queue].queue {
		last = o.GivenBefore(s.Agent, at)
	}
	if last < s.Pos || last-s.Pos > maxTurns {
		return 0
	}
	for pos := s.Pos + 1; pos <= last; pos++ {
		it := a.at(pos)
		if it.kind != itemSignal || it.need.Fence != s.Fence ||
			it.by == at.Queue && it.issue.At(it.by) >= at.Pos { // the last is given after the action
			continue
		}
		if n++; it.site != s.Site || it.need.Value != s.Value+uint64(n) {
			return 0
		}
	}
	return n + 1
}

// signalsBehind are the first signals that certainly come after an item in its queue.
func (o *Order) signalsBehind(p Point) (out []Signal) {
	all := o.strandsOf(o.Root(p.Queue))
	for _, strand := range all {
		a := &o.agents[strand]
		from, count := max(p.Pos, a.base+1), 0
		if strand != p.Queue {
			from = o.firstBehind(strand, p)
		}
		for pos := from; pos <= a.last() && count < maxCovers; pos++ {
			if it := a.at(pos); it.kind == itemSignal {
				count++
				out = append(out, Signal{Fence: it.need.Fence, Value: it.need.Value, Site: it.site, Agent: strand, Pos: pos})
			}
		}
	}
	if len(all) > 1 {
		slices.SortStableFunc(out, func(a, b Signal) int { return o.order(pointOf(&a), pointOf(&b)) })
	}
	return out[:min(len(out), maxCovers)]
}

// Beside is a signal that another thread gives to the queue of an item, and that comes after it in some runs and before it in others; of several the
// first that the eldest thread gives.
func (o *Order) Beside(p Point) (s Signal, found bool) {
	root := o.Root(p.Queue)
	all := slices.Clone(o.strandsOf(root))
	slices.SortFunc(all, o.Compare)
	for _, strand := range all {
		if strand == p.Queue || p.Pos <= o.agents[p.Queue].base {
			continue
		}
		a := &o.agents[strand]
		from := max(o.upTo(strand, o.Call(p).Knew), a.base)
		for pos := from + 1; pos < o.firstBehind(strand, p); pos++ {
			if it := a.at(pos); it.kind == itemSignal {
				return Signal{Fence: it.need.Fence, Value: it.need.Value, Site: it.site, Agent: strand, Pos: pos}, true
			}
		}
	}
	return Signal{}, false
}

// Halts says whether a queue stays, with what it had been given when a thread came to an action, at a wait that nothing ends before that: a signal
// that it got there would come too late for the thread, if it waited for it.
func (o *Order) Halts(q Agent, at Call) bool {
	mark := at.Knew.At(at.By)
	for _, strand := range o.strandsOf(o.Root(q)) {
		a, pos := &o.agents[strand], o.upTo(strand, at.Knew)
		for pos > a.base && a.at(pos).by == at.By && a.at(pos).issue.At(at.By) >= mark {
			pos-- // the thread gave it after the action
		}
		var c Clock
		var stuck bool
		if pos > a.base {
			o.settle(func() { c, stuck = o.follow(Point{strand, pos}, Point{}) })
		}
		if stuck || c.At(at.By) >= mark {
			return true
		}
	}
	return false
}

// Awaits says whether a queue stays, with what it had been given when a thread gave item p to another one, at a wait that nothing ends before that
// item: a signal that it got there would come too late for p. If that is a wait after an item of the queue, such that the other queue could wait as
// early for that item, site is the call that gave it, and else 0.
func (o *Order) Awaits(item, p Point) (site gpu.Site, stays bool) {
	for _, strand := range o.strandsOf(o.Root(item.Queue)) {
		if pos := o.GivenBefore(strand, p); pos > o.agents[strand].base {
			o.settle(func() {
				c, stuck := o.follow(Point{strand, pos}, Point{})
				stays = stays || stuck || c.At(p.Queue) >= p.Pos
			})
		}
	}
	a, end := &o.agents[item.Queue], o.GivenBefore(item.Queue, p)
	for pos := item.Pos + 1; stays && pos > a.base && pos <= end; pos++ {
		if it := a.at(pos); it.kind == itemWait {
			if o.Start(item).At(p.Queue) <= o.GivenBefore(p.Queue, Point{item.Queue, pos}) {
				site = it.site
			}
			break
		}
	}
	return site, stays
}

// GivenBefore is the last item of a strand that was certainly given to it before an item of another queue was.
func (o *Order) GivenBefore(strand Agent, p Point) uint32 {
	a, of := &o.agents[strand], &o.agents[p.Queue]
	by := of.at(p.Pos)
	return a.firstOf(func(it *item) bool {
		return it.by == by.by && it.nth >= by.nth || it.by != by.by && !it.knownTo(by.issue)
	}) - 1
}

// firstBehind is the first item of a strand whose thread knew of the call that gave an item of another strand to the queue.
func (o *Order) firstBehind(strand Agent, p Point) uint32 {
	a, from := &o.agents[strand], &o.agents[p.Queue]
	if p.Pos <= from.base {
		return a.last() + 1
	}
	it := from.at(p.Pos)
	return a.firstOf(func(x *item) bool { return it.knownTo(x.issue) })
}

// byCall are the signals of a fence in an order of their calls that no run changes, those that are forgotten first.
func (o *Order) byCall(f *fence) (out []*Signal) {
	var open []*Signal
	for i := range f.Signals {
		if s := &f.Signals[i]; s.Pos <= o.agents[s.Agent].base {
			out = append(out, s)
		} else {
			open = append(open, s)
		}
	}
	if o.crowd {
		slices.SortStableFunc(out, func(a, b *Signal) int { return cmp.Or(o.Compare(a.Agent, b.Agent), cmp.Compare(a.Pos, b.Pos)) })
		Sequence(o, open, o.callOf)
	}
	return append(out, open...)
}

// callOf is the call that gave a signal, which is not forgotten.
func (o *Order) callOf(s *Signal) Call {
	if !o.agents[s.Agent].queue {
		return Call{By: s.Agent, Knew: s.Clock}
	}
	return o.Call(pointOf(s))
}

// pointOf is the item that a signal is.
func pointOf(s *Signal) Point { return Point{s.Agent, s.Pos} }

// order compares the calls that gave two items, which are not forgotten, to one queue.
func (o *Order) order(a, b Point) int {
	if a.Queue == b.Queue {
		return cmp.Compare(a.Pos, b.Pos)
	}
	if before, _ := o.Comes(o.Call(a), o.Call(b)); before {
		return -1
	}
	return 1
}

// WaitBefore is the last wait for a fence that certainly comes before an item of a queue there, and its place in the queue.
func (o *Order) WaitBefore(p Point, fence int) (Need, gpu.Site, Point, bool) {
	last, found := Point{}, false
	knew := o.Call(p).Knew
	for _, strand := range o.strandsOf(o.Root(p.Queue)) {
		a, pos := &o.agents[strand], p.Pos
		if strand != p.Queue {
			pos = o.upTo(strand, knew)
		}
		for ; pos > a.base; pos-- {
			if it := a.at(pos); it.kind == itemWait && it.need.Fence == fence {
				break
			}
		}
		if at := (Point{strand, pos}); pos > a.base && (!found || o.order(last, at) < 0) {
			last, found = at, true
		}
	}
	if !found {
		return Need{}, 0, last, false
	}
	it := o.agents[last.Queue].at(last.Pos)
	return it.need, it.site, last, true
}

// Next is the action of a thread that comes next.
func (o *Order) Next(t Agent) Point { return Point{t, o.agents[t].clock.At(t) + 1} }

// prior says whether a signal of a value has a larger one than another signal, or is that of an earlier agent, or the earlier one.
func (o *Order) prior(value uint64, at Point, than *Signal) bool {
	switch {
	case value != than.Value:
		return value > than.Value
	case at.Queue != than.Agent:
		return o.Compare(at.Queue, than.Agent) < 0
	}
	return at.Pos < than.Pos
}

// cover is what a wait for a signal is worth. wait is the place of a wait of a queue, and at the item after it.
func (o *Order) cover(p Point, s Signal, before Clock, wait, at Point) (c Cover) {
	f := o.fences[s.Fence]
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
	if c.Early = f.known >= n.Value && !o.overwritten(f, nil, n, before) && (!o.crowd || f.past.Value < n.Value); c.Early {
		c.Before = f.known
		return c
	}
	// Whether signals that everybody knows are forgotten yet is up to the run where there are several threads: of all that may end the wait the one
	// is told that would be kept.
	if c.Overtaken = o.crowd && f.past.Value >= n.Value && !o.overwritten(f, nil, n, before); c.Overtaken {
		c.Other = f.past
	}
	for _, r := range o.byCall(f) {
		if r.Value < n.Value || r.Agent == s.Agent && r.Pos >= s.Pos || o.overwritten(f, r, n, before) ||
			c.Overtaken && (!o.crowd || !o.prior(r.Value, pointOf(r), &c.Other)) {
			continue
		}
		comes, stuck := o.arrival(r)
		if !stuck && comes.At(p.Queue) < p.Pos && (wait.Pos == 0 || comes.At(wait.Queue) < wait.Pos) {
			c.Other, c.Overtaken = *r, true
		}
	}
	return c
}
