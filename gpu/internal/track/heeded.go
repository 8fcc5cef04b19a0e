package track

import "github.com/gpuscript/gpuscript/gpu"

// A Moment is what a thread has done and knows.
type Moment struct {
	at    Point // the action of the thread that comes next
	knew  Clock
	given uint32 // how many items queues have got
}

// Pos is the number of the action of the thread that comes next.
func (m Moment) Pos() uint64 { return uint64(m.at.Pos) }

// Now writes the moment of a thread.
func (o *Order) Now(t Agent, m *Moment) {
	clock := &o.agents[t].clock
	m.at, m.knew, m.given = Point{t, clock.At(t) + 1}, *clock, o.given
}

// Before is the moment of a thread before an action that it has just begun.
func (o *Order) Before(p Point) Moment { return Moment{p, o.agents[p.Queue].clock, o.given} }

// Ends says whether a wait of a thread at a moment could be for a signal after an item, and would prove that the item is finished: the signal was
// given before, and comes without anything that the thread does later.
func (o *Order) Ends(p Point, m Moment, s *Signal) bool {
	return o.callBefore(o.item(pointOf(s)), m.at.Queue, m.given, m.knew) && o.cover(p, *s, m.knew, Point{}, m.at).Proves
}

// callBefore says whether an item was given to its queue before a thread had given so many items to queues, and knew so much.
func (o *Order) callBefore(it *item, t Agent, given uint32, knew Clock) bool {
	return it.by == t && it.nth <= given || it.by != t && it.knownTo(knew)
}

// CouldAwait says whether a wait of a queue at a place could wait for a signal after an item, and would then prove that the item is finished: the
// signal was given before it, and comes without anything that is after it.
func (o *Order) CouldAwait(p, at Point, s *Signal) bool {
	wait := o.item(at)
	return o.callBefore(o.item(pointOf(s)), wait.by, wait.nth, wait.issue) && o.cover(p, *s, o.Start(at), at, at).Proves
}

// A Heeded is the last wait of a thread for a fence.
type Heeded struct {
	Value uint64
	Site  gpu.Site
	Moment
}

// Heed keeps where thread t waits for a fence, before that is told with CPUWait.
func (o *Order) Heed(t Agent, n Need, site gpu.Site) {
	h := &o.fences[n.Fence].heeded
	h.Value, h.Site = n.Value, site
	o.Now(t, &h.Moment)
}

// Heeded is the last wait for the fence of a signal, if it is one of thread t for a smaller value that could have been for the signal as well, as
// Ends says. Where the call that gave the signal has given another one since then, the wait is not one of the same pass of a loop. With several
// threads it is not known: another one may have waited since, or not.
func (o *Order) Heeded(t Agent, p Point, s *Signal) (h Heeded, ok bool) {
	h = o.fences[s.Fence].heeded
	if o.crowd || h.Site == 0 || h.at.Queue != t || h.Value >= s.Value || !o.Ends(p, h.Moment, s) {
		return h, false
	}
	a := &o.agents[s.Agent]
	for i := a.items.Len() - 1; i >= 0 && a.items.At(i).nth > h.given; i-- {
		if it := a.items.At(i); it.kind == itemSignal && it.site == s.Site {
			return h, false
		}
	}
	return h, true
}

// Preceding is the signal that a queue was given right before the call that gave it an item. With several threads it is not known, as it may be
// forgotten.
func (o *Order) Preceding(p Point) (s Signal, ok bool) {
	for pos := p.Pos; pos > o.agents[p.Queue].base && !o.crowd; pos-- {
		if it := o.item(Point{p.Queue, pos}); it.site != o.item(p).site {
			return Signal{Fence: it.need.Fence, Value: it.need.Value, Site: it.site, Agent: p.Queue, Pos: pos}, it.kind == itemSignal
		}
	}
	return s, false
}
