package track

import (
	"slices"
	"sort"

	"github.com/gpuscript/gpuscript/gpu/internal/fifo"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/leavings"
	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/timeline"
)

// Forget drops the items and signals that a clock covers, one that Common has returned. Agents of which nothing new is covered are not looked at.
func (o *Order) Forget(common Clock) {
	if o.crowd && o.wavers(common) || o.Falls() && o.parts(common) {
		return
	}
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
	o.dropped, o.gone = common.Join(o.dropped), gone // in this order: what comes next shares its trees with common
	o.leave()
	for _, f := range o.sunk {
		if e := o.fences[f]; e.Rewinds && !o.rise(e, common) {
			o.shed(e, common)
		}
	}
	o.sunk = o.sunk[:0]
	o.retire()
}

// maxStays bounds how many items are kept because of what wavers and parts find.
const maxStays = 256

// wavers says whether a queue to which several threads give has a wait of which a clock does not say that it has ended: in another run it may come
// before what ends it in this one. Whether it does follows from all that came before, so nothing is forgotten meanwhile, as long as that is little.
// The same goes for a thread that has begun a frame in the place of another one.
func (o *Order) wavers(common Clock) bool {
	waits := func(q Agent) bool {
		return !o.agents[q].removed && slices.ContainsFunc(o.agents[q].strands.All, func(s Agent) bool { return o.awaits(s, common.At(s)) })
	}
	unknown := func(p Point) bool { return common.At(p.Queue) < p.Pos }
	return (slices.ContainsFunc(o.shared, waits) || o.scarce(unknown)) && o.holds(o.maxStays)
}

// parts says whether a clock covers a signal of a fence that can go down, and does not cover another one that comes in no order with it: in another
// run that one came before. Whether a wait ends is up to which of the two comes last, so nothing is forgotten meanwhile, as long as that is little.
func (o *Order) parts(common Clock) bool {
	loose := func(f *fence) bool { return f.Loose(common, f.gone, o.arrival) }
	return (slices.ContainsFunc(o.falling, loose) || slices.ContainsFunc(o.parted, loose)) && o.holds(o.maxStays)
}

// holds says whether no more than so many items are kept.
func (o *Order) holds(most int) bool {
	kept := 0
	for i := range o.agents { // which are large
		if kept += o.agents[i].items.Len(); kept > most {
			return false
		}
	}
	return true
}

// awaits says whether a queue has a wait after a place.
func (o *Order) awaits(q Agent, pos uint32) bool {
	a := &o.agents[q]
	for i := max(pos, a.base) - a.base; a.waits > 0 && int(i) < a.items.Len(); i++ { // which are large
		if a.items.At(int(i)).kind == itemWait {
			return true
		}
	}
	return false
}

// drop forgets the items of an agent up to pos.
func (o *Order) drop(of Agent, pos uint32) {
	a := &o.agents[of]
	n := int(pos - a.base)
	for i := range n {
		it := a.items.At(i)
		for it.users != 0 {
			_, it.users = o.users.Take(it.users)
		}
		switch {
		case it.kind == itemSignal:
			o.known(Point{of, a.base + uint32(i) + 1}, it)
		case it.kind == itemWait && a.queue:
			a.waits--
			f := o.fences[it.need.Fence]
			f.Spend(of)
			o.resink(it.need.Fence)
		}
	}
	if n > 0 && !a.queue {
		a.told = a.at(pos).works
	}
	a.items.Drop(n)
	a.base, a.done = pos, a.done-min(a.done, uint32(n))
	if a.joined && a.items.Len() == 0 && o.threads.Common().Covers(a.clock) { // who sees its end now learns nothing
		a.items, a.clock, a.peeked = fifo.Pages[item]{}, Clock{}, Clock{}
	}
}

// add adds an item.
func (a *agent) add(it *item) { *a.items.Next() = *it }

// last is the position of the last item, that of the last one that is forgotten if there is none.
func (a *agent) last() uint32 { return a.base + uint32(a.items.Len()) }

// at is the item at a position, which is not forgotten.
func (a *agent) at(pos uint32) *item { return a.items.At(int(pos - a.base - 1)) }

// firstOf is the position of the first item that is so, where all after one that is so are as well; that after the last one if none is.
func (a *agent) firstOf(is func(*item) bool) uint32 {
	return a.base + 1 + uint32(sort.Search(a.items.Len(), func(i int) bool { return is(a.items.At(i)) }))
}

// resink keeps a fence, if it went down, of which everybody has come to know something.
func (o *Order) resink(f int) {
	if k := len(o.sunk); o.fences[f].Rewinds && (k == 0 || o.sunk[k-1] != f) {
		o.sunk = append(o.sunk, f)
	}
}

// known forgets the first signal of an agent that is not forgotten. A fence that went down keeps its signals until rise.
func (o *Order) known(at Point, it *item) {
	n, of := it.need, at.Queue
	f := o.fences[n.Fence]
	if n.Value == givenUp {
		o.ending = append(o.ending, n.Fence)
	}
	if f.Rewinds {
		f.Fix(of, at.Pos, it.memo)
		o.resink(n.Fence)
		return
	}
	if f.Waits() > 0 {
		o.leaving.Add(leavings.Leaving{At: timeline.Point(at), Fence: n.Fence, Value: n.Value, Clock: f.Covered(n.Value, it.memo).With(of, at.Pos),
			Above: f.above(of)})
	}
	f.known, f.gone = max(f.known, n.Value), f.gone.With(of, at.Pos)
	if f.Parted {
		l := f.LineOf(of)
		l.Gone = max(l.Gone, n.Value)
	}
	if p := &f.past; p.Value == 0 || o.prior(n.Value, at, p) {
		*p = Signal{}
		p.Fence, p.Value, p.Site, p.Agent, p.Pos = n.Fence, n.Value, it.site, of, at.Pos
	}
	f.Forget(of, it.memo.With(of, at.Pos), func(a Agent) bool { return o.agents[a].joined })
}

// rise forgets the signals of a fence that went down as soon as all of them are known, and which one is the last, and all waits that are still there
// come after that.
func (o *Order) rise(f *fence, common Clock) (risen bool) {
	last := f.Final(common)
	if last == nil || o.unheld(f, common).At(last.Agent) < last.Pos {
		return false
	}
	f.last = last.Value
	f.known, f.highest, f.initial, f.gone, f.past, f.fell = f.last, f.last, f.last, Clock{}, *last, false
	f.Clear(f.last)
	o.passes.Renew()
	return true
}

// halted says whether nothing so far can bring a wait of a queue.
func (o *Order) halted(wait Point) (stuck bool) {
	o.settle(func() { _, stuck = o.follow(Point{wait.Queue, wait.Pos - 1}, Point{}) })
	return stuck
}
