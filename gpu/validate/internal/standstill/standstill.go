// Package standstill tells of queues that stand still in some runs only: one thread lets a queue wait, another one gives it, in no order with that, the signal that somebody needs to go on.
//
//	thread one   q:Wait(F, 1)         if it calls first, F never becomes 1
//	thread two   q:Signal(F, 1)       if it calls first, nothing is wrong
//
// In every run the same is told: at the call with which every thread knows that the wait has ended, where it does, and where nothing can happen any more, where it does not. What comes
// behind such a wait is not there in all runs, so what is wrong with that is not told besides.
//
// It must not know how threads came by their order.
package standstill

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/owner"
)

// Names tells of objects and of what queues were given.
type Names interface {
	owner.Names
	// QueueOf is the queue of a strand, ThreadOf the thread of an agent, 0: the main thread, and FenceOf a fence by its number.
	QueueOf(agent track.Agent) gpu.ID
	ThreadOf(agent track.Agent) gpu.ID
	FenceOf(number int) gpu.ID
}

// Ledger has what was told. The zero value has nothing.
type Ledger struct {
	sure []uint32 // by agent: how much of what it does is done in every run; nil: all
	told *diag.Diagnostic
}

// Look looks for such waits, and tells of the first of them, in an order that no run changes, where one is due: whoever calls later knows that the wait, or the signal, has ended. What
// else there is comes beside it or after it, and is told when that is repaired.
// Where one thread's call waits for ever, that is told alone which is due: what is called later in other runs is not known.
func (l *Ledger) Look(n Names, order *track.Order, due func(*track.Held) bool, alone bool) []*diag.Diagnostic {
	if l.told != nil && !alone {
		return nil
	}
	found := l.refresh(order)
	isDue := func(h track.Held) bool { return due(&h) }
	if alone {
		found = slices.DeleteFunc(found, func(h track.Held) bool { return !isDue(h) })
	}
	if !slices.ContainsFunc(found, isDue) {
		return nil
	}
	if l.told != nil { // and this is why
		return []*diag.Diagnostic{l.told}
	}
	track.Sequence(order, found, func(h track.Held) track.Call { return order.Call(track.Point(h.Wait.At)) })
	first := found[0]
	for _, h := range found {
		if h.Wait == first.Wait && compare(order, &h, &first) < 0 {
			first = h
		}
	}
	w, g := &first.Wait, &first.Signal
	wait := owner.Caller{ID: n.ThreadOf(w.By), Site: gpu.Site(w.Mark), Call: fmt.Sprintf("lets it wait for %s >= %d", n.Ref(n.FenceOf(w.Fence)), w.Value)}
	signal := owner.Caller{ID: n.ThreadOf(g.By), Site: gpu.Site(g.Mark), Call: fmt.Sprintf("lets it signal %s = %d", n.Ref(n.FenceOf(g.Fence)), g.Value)}
	l.told = owner.HeldUp(n, n.QueueOf(w.At.Queue), wait, signal)
	return []*diag.Diagnostic{l.told}
}

// compare orders pairs by their signals: the eldest thread's first.
func compare(order *track.Order, a, b *track.Held) int {
	x, y := &a.Signal, &b.Signal
	switch {
	case x.By == y.By:
		return cmp.Or(cmp.Compare(x.At.Queue, y.At.Queue), cmp.Compare(x.At.Pos, y.At.Pos))
	case order.Elder(x.By, y.By):
		return -1
	}
	return 1
}

// Halts says whether a thread would not come so far in another run, as far as is known now.
func (l *Ledger) Halts(order *track.Order, thread track.Agent) bool {
	l.refresh(order)
	return l.Unsure(track.Point{Queue: thread, Pos: order.Knows(thread).At(thread)})
}

func (l *Ledger) refresh(order *track.Order) []track.Held {
	found, sure := order.Standstill()
	if l.told == nil {
		l.sure = sure
	}
	return found
}

// Unsure says whether something that an agent does is not done in every run.
func (l *Ledger) Unsure(p track.Point) bool {
	return l.sure != nil && (int(p.Queue) >= len(l.sure) || p.Pos > l.sure[p.Queue])
}
