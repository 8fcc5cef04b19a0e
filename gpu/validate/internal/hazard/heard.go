package hazard

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/idle"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// Heard is a wait of a CPU thread that has ended: what it can have learned of, and no more.
type Heard struct {
	Site   gpu.Site
	When   track.Moment // of a wait for one fence
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
	Setters []Setter
	own     uint64 // how many works its thread had made before
	works   int    // that came after it, as its thread's last wait, and are not dropped
	// The memory of Fences and Values where that is one.
	fence [1]gpu.ID
	value [1]uint64
}

// Wrote is the first access of a CPU thread to mapped memory since its last submission, while work may be in flight: a read only where no write comes after it.
type Wrote struct {
	Site  gpu.Site // 0: there is none
	Reads bool
	When  track.Moment
}

// Wrote is that of a thread.
func (d *Detector) Wrote(thread track.Agent) Wrote {
	if d == nil {
		return Wrote{}
	}
	return d.wrote[thread]
}

// Setter is one way for an event to have become set.
type Setter = track.Setter

// Hear follows a wait of a CPU thread that has ended, before the order learns of it; other calls are none. A nil Detector hears nothing.
func (d *Detector) Hear(thread track.Agent, call gpu.Call) {
	if d == nil {
		return
	}
	if c, is := call.(*gpu.EventCall); is && !c.TimedOut && !c.Unheeded {
		d.over(c)
	}
	if d.open == 0 {
		return
	}
	switch c := call.(type) {
	case *gpu.FenceCall:
		switch c.Act {
		case gpu.FenceCPUWait:
			d.hearFence(thread, c)
		case gpu.FencePoll, gpu.FenceCompare:
			d.hearPoll(c)
		}
	case *gpu.MultipleFenceCall:
		if c.Event == 0 {
			d.keepHeard(&c.CallHead, &Heard{Any: c.Mode == gpu.WaitAny, Fences: c.Fences, Values: c.Values})
		}
	case *gpu.EventCall:
		if len(c.Events) > 0 {
			d.hearObjects(c)
		}
	}
}

// over forgets the waits of threads whose end is seen.
func (d *Detector) over(c *gpu.EventCall) {
	for i, id := range c.Events {
		if t := d.threads.Get(id); t != nil && (c.All || i == c.Index) {
			if d.threads.Drop(id); t.heard != nil {
				d.unheard(t.heard)
			}
		}
	}
}

// hearFence follows a wait for one fence.
func (d *Detector) hearFence(thread track.Agent, c *gpu.FenceCall) {
	h := idle.New(&d.waits)
	*h = Heard{} // a conflict that was found last may have it until now
	h.fence[0], h.value[0] = c.Fence, c.Value
	d.order.Now(thread, &h.When)
	h.Fences, h.Values = h.fence[:], h.value[:]
	d.keepHeard(&c.CallHead, h)
}

// hearPoll follows a thread that reads a fence. A wait since the last submission says more than that. Of several reads of one fence in a row the first is named: whether
// there is another one may depend on what that returned.
func (d *Detector) hearPoll(c *gpu.FenceCall) {
	t := d.teller(c.Thread)
	h, own := t.heard, t.own
	switch {
	case h != nil && !h.Polled && h.own == own:
	case h != nil && h.Polled && h.own == own && h.Fences[0] == c.Fence: // a loop that polls
	default:
		d.keepHeard(&c.CallHead, &Heard{Polled: true, Fences: []gpu.ID{c.Fence}})
	}
}

// hearObjects follows a wait for events and threads. One that proves nothing says no more than a read of a fence since the last submission: whether it is made may depend on that.
func (d *Detector) hearObjects(c *gpu.EventCall) {
	t := d.teller(c.Thread)
	if p := t.heard; c.Unheeded && p != nil && p.Polled && p.own == t.own {
		return
	}
	h := &Heard{TimedOut: c.TimedOut, Unheeded: c.Unheeded, Any: !c.All, Among: len(c.Events)}
	switch {
	case h.Unheeded, h.TimedOut:
	case len(c.Events) == 1:
		h.Object = c.Events[0]
	case h.Any:
		h.Object = c.Events[c.Index]
	}
	d.keepHeard(&c.CallHead, h)
}

// HearEvent follows a wait that Hear has followed, and that was told to the order up to here: event is the number of an event that has
// ended it, before the order learns of that.
func (d *Detector) HearEvent(c *gpu.EventCall, event int) {
	if d == nil || d.open == 0 {
		return
	}
	if h := d.teller(c.Thread).heard; h.Object != 0 {
		h.Setters = d.order.Setters(event)
	}
}

func (d *Detector) keepHeard(head *gpu.CallHead, h *Heard) {
	t := d.teller(head.Thread)
	h.Site, h.Thread, h.own = head.Site, head.Thread, t.own
	last := t.heard
	if t.heard = h; last != nil {
		d.unheard(last)
	}
}
