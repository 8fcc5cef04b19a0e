// Package standstill tells of queues that stand still in some runs only: one thread lets a queue wait, another one gives it, in no order with that,
// the signal that somebody needs to go on.
//
//	thread one   q:Wait(F, 1)         if it calls first, F never becomes 1
//	thread two   q:Signal(F, 1)       if it calls first, nothing is wrong
//
// In every run the same is told: at the call with which every thread knows that the wait has ended, where it does, and where nothing can happen any
// more, where it does not. What comes behind such a wait is not there in all runs, so what is wrong with that is not told besides.
//
// It must not know how threads came by their order.
package standstill

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Names tells of objects and of what queues were given.
type Names interface {
	Ref(id gpu.ID) string
	// Created is the place where an object was made.
	Created(id gpu.ID) gpu.Site
	// QueueOf is the queue of a strand, ThreadOf the thread of an agent, 0: the main thread, and FenceOf a fence by its number.
	QueueOf(agent track.Agent) gpu.ID
	ThreadOf(agent track.Agent) gpu.ID
	FenceOf(number int) gpu.ID
}

// Ledger has what was told. The zero value has nothing.
type Ledger struct {
	sure []uint32 // by agent: how much of what it does is done in every run; nil: all
	ends []uint32 // sure, of a run in which nothing can happen any more
	told *diag.Diagnostic
}

// Needs says whether a thread waits for a value of a fence that is above one and up to another.
type Needs func(fence int, above, upTo uint64) bool

// Look looks for such waits where something is due, and tells of the first of them, in an order that no run changes: whoever calls later knows that
// what is due has ended. What else there is comes beside it, and is told when that is repaired. needs, where nothing can happen any more, is what
// threads wait for: then what was told before is told again, because that is why. stalled says that an error tells of that, whichever thread was the
// first: then what may stand behind a wait that never ends is not told besides.
func (l *Ledger) Look(n Names, order *track.Order, due func(track.Point) bool, needs Needs, stalled bool) []*diag.Diagnostic {
	if l.told != nil {
		if needs == nil {
			return nil
		}
		return []*diag.Diagnostic{l.told}
	}
	found, sure := l.look(order, due, needs)
	if !slices.ContainsFunc(found, func(h track.Held) bool { return due(track.Point(h.Wait.At)) || due(track.Point(h.Signal.At)) }) {
		if stalled {
			l.ends = order.Sure()
		}
		return nil
	}
	l.sure = sure
	call := func(h track.Held) track.Call { return order.Call(track.Point(h.Wait.At)) }
	slices.SortFunc(found, func(a, b track.Held) int { return cmp.Compare(call(a).Knew.At(a.Wait.By), call(b).Knew.At(b.Wait.By)) })
	track.Sequence(order, found, call)
	first := found[0]
	for _, h := range found {
		if h.Wait == first.Wait && compare(order, &h, &first) < 0 {
			first = h
		}
	}
	l.told = tell(n, order, &first)
	return []*diag.Diagnostic{l.told}
}

// Within says how much of what each agent does is done in every run, where nothing can happen any more, and it was told why.
func (l *Ledger) Within(least []uint32) { l.ends = least }

// tell words what was found.
func tell(n Names, order *track.Order, h *track.Held) *diag.Diagnostic {
	p := &h.Present
	switch {
	case h.Chain != 0:
		return sayTaken(n, h)
	case p.Mark == 0:
		return say(n, h)
	case p.Begins():
		return sayFrame(n, h, false)
	}
	_, ordered := order.Comes(order.Call(track.Point(h.Wait.At)), order.Call(track.Point(p.At)))
	return sayFrame(n, h, !ordered)
}

// compare orders what one wait holds up by the Presents, if there are some, and the signals: the eldest thread's first.
func compare(order *track.Order, a, b *track.Held) int {
	x, y := a.Present, b.Present
	if x == y {
		x, y = a.Signal, b.Signal
	}
	switch {
	case x.By == y.By:
		return cmp.Or(cmp.Compare(x.Call, y.Call), cmp.Compare(x.At.Queue, y.At.Queue), cmp.Compare(x.At.Pos, y.At.Pos))
	case order.Elder(x.By, y.By):
		return -1
	}
	return 1
}

// Halts says whether a thread would not come so far in another run, as far as is known now.
func (l *Ledger) Halts(order *track.Order, thread track.Agent) bool {
	if l.told == nil {
		_, l.sure = l.look(order, func(track.Point) bool { return true }, nil)
	}
	return l.Unsure(track.Point{Queue: thread, Pos: order.Knows(thread).At(thread)})
}

func (l *Ledger) look(order *track.Order, due func(track.Point) bool, needs Needs) (held []track.Held, sure []uint32) {
	if needs == nil {
		needs = func(int, uint64, uint64) bool { return false }
	}
	if held, sure = order.Standstill(due, needs); len(held) == 0 {
		return nil, nil
	}
	return held, sure
}

// Told says whether a queue stands still in some run, as was told.
func (l *Ledger) Told() bool { return l.told != nil }

// Unsure says whether something that an agent does is not done in every run.
func (l *Ledger) Unsure(p track.Point) bool { return beyond(l.sure, p) }

// Beyond is Unsure for work, which may also stand behind a wait that never ends.
func (l *Ledger) Beyond(p track.Point) bool { return l.Unsure(p) || beyond(l.ends, p) }

// beyond says whether something is not done in every run; nil: all is.
func beyond(sure []uint32, p track.Point) bool {
	return sure != nil && (int(p.Queue) >= len(sure) || p.Pos > sure[p.Queue])
}
