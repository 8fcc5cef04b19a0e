package fences

import "github.com/gpuscript/gpuscript/gpu"

// heed is whether anybody has done something with what a fence says.
type heed struct {
	is      bool   // a wait was for it, or somebody has asked for its value
	queue   gpu.ID // that has signalled it,
	site    gpu.Site
	signals int // so many times
}

// follow keeps what a call does.
func (h *heed) follow(c *gpu.FenceCall) {
	switch {
	case c.Act == gpu.FenceQueueSignal && (h.queue == 0 || h.queue == c.Queue):
		h.queue, h.site = c.Queue, c.Site
		h.signals++
	case c.Act != gpu.FenceCPUSignal:
		h.is = true
	}
}

// Unheeded is where a queue has signalled the fence last, if it did so more than once, no wait was for it, and nobody has asked for its value; 0: not
// so.
func (f *Fence) Unheeded(queue gpu.ID) gpu.Site {
	if h := &f.heed; !h.is && h.signals > 1 && h.queue == queue {
		return h.site
	}
	return 0
}
