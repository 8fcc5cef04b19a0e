package fences

import "github.com/gpuscript/gpuscript/gpu"

// heed is whether anybody has done something with what a fence says.
type heed struct {
	is      bool   // a wait was for it, or somebody has asked for its value
	queue   gpu.ID // that has signalled it,
	site    gpu.Site
	signals int // so many times
	// given are how many signals it was given, unseen how many of them before anybody did something with it.
	given, unseen uint64
}

// follow keeps what a call does.
func (h *heed) follow(c *gpu.FenceCall) {
	if c.Act == gpu.FenceCPUSignal || c.Act == gpu.FenceQueueSignal {
		h.given++
	}
	switch {
	case c.Act == gpu.FenceQueueSignal && (h.queue == 0 || h.queue == c.Queue):
		h.queue, h.site = c.Queue, c.Site
		h.signals++
	case c.Act != gpu.FenceCPUSignal && c.Act != gpu.FenceQueueSignal:
		h.look()
	}
}

// look follows that somebody does something with what the fence says.
func (h *heed) look() {
	if !h.is {
		h.is, h.unseen = true, h.given
	}
}

// Unheeded is where a queue has signalled the fence last, if it did so more than once, no wait was for it, and nobody has asked for its value; 0: not
// so.
func (f *Fence) Unheeded(queue gpu.ID) gpu.Site {
	if f.heed.signals > 1 {
		return f.Unwaited(queue)
	}
	return 0
}

// Unwaited is Unheeded, also of the only signal.
func (f *Fence) Unwaited(queue gpu.ID) gpu.Site {
	if h := &f.heed; !h.is && h.queue == queue {
		return h.site
	}
	return 0
}

// armed is the last call that lets a fence set an event.
type armed struct {
	event gpu.ID
	site  gpu.Site
	value uint64 // of the fence
	waits int    // for the event, before
}

// Armed is the event that a fence sets when it has a value, or a larger one, and for which nothing has waited since the last call that asked for
// that, and the place of the call; 0: there is none, or that is up to the run. body knows the events.
func (b *Book) Armed(f *Fence, value uint64, body func(gpu.ID) *Event) (event gpu.ID, site gpu.Site) {
	if f == nil || b.order.Crowd() {
		return 0, 0
	}
	if e := body(f.armed.event); e == nil || f.armed.value < value || e.waits != f.armed.waits {
		return 0, 0
	}
	return f.armed.event, f.armed.site
}

// Arming is the place of the last call that lets a fence set an event, if it asks for a value; 0: it does not, or that is up to the run.
func (b *Book) Arming(f *Fence, event gpu.ID, value uint64) gpu.Site {
	if f == nil || b.order.Crowd() || f.armed.event != event || f.armed.value != value {
		return 0
	}
	return f.armed.site
}
