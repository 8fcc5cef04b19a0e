// Package heard keeps the last wait of each CPU thread that has ended: what the works that the thread makes after it can have learned of.
//
//	thread   work ── wait ── work, work        both have that wait; its memory serves again when they are gone and it is not the last one
//
// It must not know what the works touch, nor what orders them.
package heard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/byid"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Wait is one of a CPU thread that has ended: what it can have learned of, and no more.
type Wait struct {
	Site   gpu.Site
	When   track.Moment // of a wait for one fence, or for objects
	Thread gpu.ID       // 0 is the main thread
	// TimedOut says that the wait ended because its time was up.
	TimedOut bool
	// Unheeded says that it may have ended so, and that the program does not look.
	Unheeded bool
	// Any says that one of the fences, or of the objects, has ended it, and Among how many objects there were.
	Any   bool
	Among int
	// Polled says that the value of a fence was read: which one it was is another in another run.
	Polled bool
	// Fences and Values are what was waited for, where that was fences.
	Fences []gpu.ID
	Values []uint64
	// Object is the event or thread, where that was one, or the one that ended the wait; 0 where it was several.
	Object gpu.ID
	// Setters are what can have set the event.
	Setters []track.Setter
	own     uint64 // how many works its thread had made before
	works   int    // that came after it, as its thread's last wait, and are not dropped
	// The memory of Fences and Values where that is one.
	fence [1]gpu.ID
	value [1]uint64
}

// SetBy is what one fence alone sets the event with that a wait is for; nil where that is not so.
func (w *Wait) SetBy() *track.Need {
	if len(w.Setters) != 1 || len(w.Setters[0].Needs) != 1 {
		return nil
	}
	return &w.Setters[0].Needs[0]
}

// Threads has the last wait of each thread. The zero value has none.
type Threads struct {
	by    byid.Table[gpu.ID, *thread]
	waits idle.List[*Wait]
}

type thread struct {
	heard *Wait  // the last one
	own   uint64 // the works that it has made
}

// fewWaits is how many are kept for later.
const fewWaits = 128

// of finds or makes that of a thread.
func (l *Threads) of(id gpu.ID) *thread {
	t := l.by.Get(id)
	if t == nil {
		t = &thread{}
		l.by.Set(id, t)
	}
	return t
}

// Makes tells that a thread makes a work. It returns which one of its it is, and its last wait, which is kept for it until Gone; nil: there is none.
func (l *Threads) Makes(id gpu.ID) (own uint64, last *Wait) {
	t := l.of(id)
	if t.own++; t.heard != nil {
		t.heard.works++
	}
	return t.own, t.heard
}

// Gone tells that a work is dropped that has a wait.
func (l *Threads) Gone(h *Wait) {
	h.works--
	l.unheard(h)
}

// Own is how many works the thread of a wait had made before it.
func (h *Wait) Own() uint64 { return h.own }

// unheard takes the memory of a wait back that is not the last one of its thread, if no work came after it that is there still.
func (l *Threads) unheard(h *Wait) {
	if t := l.by.Get(h.Thread); h.works == 0 && (t == nil || t.heard != h) {
		l.waits.Put(h, fewWaits)
	}
}

// Hear follows a wait that has ended, before the order learns of it; other calls are none.
func (l *Threads) Hear(order *track.Order, thread track.Agent, call gpu.Call) {
	switch c := call.(type) {
	case *gpu.FenceCall:
		switch c.Act {
		case gpu.FenceCPUWait:
			l.fence(order, thread, c)
		case gpu.FencePoll, gpu.FenceCompare:
			l.poll(c)
		}
	case *gpu.MultipleFenceCall:
		if c.Event == 0 {
			l.keep(&c.CallHead, &Wait{Any: c.Mode == gpu.WaitAny, Fences: c.Fences, Values: c.Values})
		}
	case *gpu.EventCall:
		if len(c.Events) > 0 {
			l.objects(order, thread, c)
		}
	}
}

// Event tells of a wait that Hear has followed which event has ended it, before the order learns of that.
func (l *Threads) Event(order *track.Order, c *gpu.EventCall, event int) {
	if h := l.of(c.Thread).heard; h.Object != 0 {
		h.Setters = order.Setters(event)
	}
}

// Over forgets the waits of threads whose end is seen.
func (l *Threads) Over(c *gpu.EventCall) {
	for i, id := range c.Events {
		if t := l.by.Get(id); t != nil && (c.All || i == c.Index) {
			if l.by.Drop(id); t.heard != nil {
				l.unheard(t.heard)
			}
		}
	}
}

// fence follows a wait for one fence.
func (l *Threads) fence(order *track.Order, thread track.Agent, c *gpu.FenceCall) {
	h := l.fresh()
	h.fence[0], h.value[0] = c.Fence, c.Value
	order.Now(thread, &h.When)
	h.Fences, h.Values = h.fence[:], h.value[:]
	l.keep(&c.CallHead, h)
}

// fresh is a wait of which nothing is said.
func (l *Threads) fresh() *Wait {
	h := idle.New(&l.waits)
	*h = Wait{} // a conflict that was found last may have it until now
	return h
}

// poll follows a thread that reads a fence. A wait since the last submission says more than that. Of several reads of one fence in a row the first is
// named: whether there is another one may depend on what that returned.
func (l *Threads) poll(c *gpu.FenceCall) {
	t := l.of(c.Thread)
	h, own := t.heard, t.own
	switch {
	case h != nil && !h.Polled && h.own == own:
	case h != nil && h.Polled && h.own == own && h.Fences[0] == c.Fence: // a loop that polls
	default:
		h := l.fresh()
		h.fence[0], h.Polled = c.Fence, true
		h.Fences = h.fence[:]
		l.keep(&c.CallHead, h)
	}
}

// objects follows a wait for events and threads. One that proves nothing says no more than a read of a fence since the last submission: whether it is
// made may depend on that.
func (l *Threads) objects(order *track.Order, thread track.Agent, c *gpu.EventCall) {
	t := l.of(c.Thread)
	if p := t.heard; c.Unheeded && p != nil && p.Polled && p.own == t.own {
		return
	}
	h := l.fresh()
	h.TimedOut, h.Unheeded, h.Any, h.Among = c.TimedOut, c.Unheeded, !c.All, len(c.Events)
	switch {
	case h.Unheeded, h.TimedOut, c.Whichever:
	case len(c.Events) == 1:
		h.Object = c.Events[0]
	case h.Any:
		h.Object = c.Events[c.Index]
	}
	order.Now(thread, &h.When)
	l.keep(&c.CallHead, h)
}

// keep makes a wait the last one of its thread.
func (l *Threads) keep(head *gpu.CallHead, h *Wait) {
	t := l.of(head.Thread)
	h.Site, h.Thread, h.own = head.Site, head.Thread, t.own
	last := t.heard
	if t.heard = h; last != nil {
		l.unheard(last)
	}
}
