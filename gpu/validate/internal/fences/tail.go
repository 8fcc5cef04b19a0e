package fences

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Tail is the work of a queue after its last signal, and the last places that gave it work. A nil Tail is that of no queue.
type Tail struct {
	recent         [3]gpu.Site // the last one first
	last           gpu.Site    // 0: there is none
	signal         gpu.Site    // after all of its work, 0: there is none
	fence          gpu.ID      // of the last signal
	thread         gpu.ID      // that gave work or a signal to the queue
	begun, several bool        // threads have
	pace           pace
	use            usage
}

// Given is the queue that a call gives work, a signal or a wait. 0: there is none.
func Given(call gpu.Call) gpu.ID {
	switch c := call.(type) {
	case *gpu.SubmitCall:
		return c.Queue
	case *gpu.PresentCall:
		return c.Queue
	case *gpu.FenceCall:
		return c.Queue
	}
	return 0
}

// Submits follows a call that gives work to a queue, before the order learns of it.
func (b *Book) Submits(t *Tail, by track.Agent, call gpu.Call) {
	b.apart.use(&t.use, by)
	t.Follow(b.order, by, call)
}

// Follow follows what a call gives to the queue, or was to give where it is dropped: whether a call is that has no order with one of another thread
// may be up to the schedule.
func (t *Tail) Follow(order *track.Order, by track.Agent, call gpu.Call) {
	if t == nil {
		return
	}
	switch c := call.(type) {
	case *gpu.SubmitCall:
		t.work(&c.CallHead)
	case *gpu.PresentCall:
		t.work(&c.CallHead)
		t.pace.follow(order, by, true)
	case *gpu.FenceCall:
		switch c.Act {
		case gpu.FenceQueueSignal:
			t.give(&c.CallHead, 0)
			t.signal, t.fence = c.Site, c.Fence
		case gpu.FenceQueueWait:
			t.pace.follow(order, by, false)
		}
	}
}

// Paces says that a thread presents on the queue beside another one that presents on it, or lets it wait: whether one of them waits for it in
// Present, and for which frame, may be up to the schedule.
func (t *Tail) Paces() bool { return t != nil && t.pace.any() }

// work is given to the queue.
func (t *Tail) work(c *gpu.CallHead) {
	t.give(c, c.Site)
	t.signal = 0
	last := c.Site
	for i, site := range t.recent {
		t.recent[i], last = last, site
		if site == c.Site {
			break
		}
	}
}

// Recent are the last places that gave work to the queue, the last one first; none if it depends on the schedule which those are.
func (t *Tail) Recent() (places []gpu.Site) {
	if t == nil || t.several {
		return nil
	}
	for _, site := range t.recent {
		if site != 0 {
			places = append(places, site)
		}
	}
	return places
}

// give follows work, at the place last, or a signal.
func (t *Tail) give(c *gpu.CallHead, last gpu.Site) {
	t.several = t.several || t.begun && t.thread != c.Thread
	t.last, t.thread, t.begun = last, c.Thread, true
}

// Last is the last call that gave work to the queue after its last signal; 0: there is none, or it depends on the schedule which one that is.
func (t *Tail) Last() gpu.Site {
	if t == nil || t.several {
		return 0
	}
	return t.last
}

// Signal is the last signal of a queue that was given work, and nothing since; 0: there is none, or it depends on the schedule which one that is.
func (t *Tail) Signal() gpu.Site {
	if !t.Covered() {
		return 0
	}
	return t.signal
}

// Fence is that of Signal.
func (t *Tail) Fence() gpu.ID { return t.fence }

// Covered says that the queue was given work, and a signal after all of it.
func (t *Tail) Covered() bool { return t != nil && !t.several && t.last == 0 && t.recent[0] != 0 }
