package fences

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// An auto-reset event ends one wait each time it is set. Where threads wait for it in no order, it is up to the run which of them goes on, and which
// one waits for ever if it is set too few times:
//
//	one   WaitForSingleObject(e)      Set once: in one run the first thread goes on, in the next run the second. So both are told of, in each.
//	two   WaitForSingleObject(e)

// Waiting is a thread that waits for an event, or has waited.
type Waiting struct {
	Thread gpu.ID // 0: the main thread
	Site   gpu.Site
}

// taken is the last wait of a thread that an event has ended.
type taken struct {
	Waiting
	at track.Point // the next action of the thread
}

// take notes that an event has ended the wait of a thread. What the only thread does has an order with all waits after it.
func (b *Book) take(e *Event, t track.Agent, c *gpu.EventCall) {
	if e.Manual || e.Chain != 0 {
		return
	}
	if b.order.Alone() {
		e.taken = nil
		return
	}
	now := taken{Waiting: Waiting{Thread: c.Thread, Site: c.Site}, at: b.order.Next(t)}
	if i := slices.IndexFunc(e.taken, func(o taken) bool { return o.at.Queue == t }); i >= 0 {
		e.taken[i] = now
	} else if len(e.taken) < fewUsers {
		e.taken = append(e.taken, now)
	}
}

// Rivals are the threads that stand at waits for an event, and those of which it has ended a wait that some of them know nothing of, the eldest
// first, and the main thread last: a report tells where another one was started, whichever run it is. It is nil where there is none of the latter,
// and of a nil event. once says that none of them has waited for the event before.
func (b *Book) Rivals(w World, e *Event, stand []Waiting) (all []Waiting, once bool) {
	if e == nil {
		return nil, false
	}
	waits := make([]taken, len(stand))
	for i, x := range stand {
		agent, _ := w.Thread(x.Thread)
		waits[i] = taken{x, b.order.Next(agent)}
	}
	stands := waits
	for _, o := range e.taken {
		again := slices.ContainsFunc(stands, func(x taken) bool { return x.at.Queue == o.at.Queue })
		if !again && slices.ContainsFunc(stands, func(x taken) bool { return !b.follows(x.at, o.at) }) {
			waits = append(waits, o)
		}
	}
	if len(waits) == len(stand) {
		return nil, false
	}
	slices.SortStableFunc(waits, func(x, y taken) int {
		if x.Thread != 0 && (y.Thread == 0 || b.order.Elder(x.at.Queue, y.at.Queue)) {
			return -1
		}
		return 1
	})
	for _, x := range waits {
		all = append(all, x.Waiting)
	}
	return all, e.waits == len(waits)-len(stand)
}

// follows says whether a thread that stands at a point knows that another one has come to its own.
func (b *Book) follows(stands, at track.Point) bool {
	return b.order.Knows(stands.Queue).At(at.Queue) >= at.Pos || b.order.Leads(at, stands)
}
