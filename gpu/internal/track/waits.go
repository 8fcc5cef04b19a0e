package track

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/leasts"

// waiting is a wait of a queue for a value of a fence, as it stood when it had been worked out so often.
type waiting struct {
	value uint64
	at    Point
	turn  uint32
}

// waits are waits of which those for the smallest value come first.
type waits struct {
	heap  leasts.Heap[waiting]
	limit int // when it is looked through for what is not needed any more
}

// Before orders waits; those for one value as their queues have them.
func (w waiting) Before(x waiting) bool {
	switch {
	case w.value != x.value:
		return w.value < x.value
	case w.at.Queue != x.at.Queue:
		return w.at.Queue < x.at.Queue
	}
	return w.at.Pos < x.at.Pos
}

// push adds a wait. keep says which ones are still needed.
func (h *waits) push(w waiting, keep func(waiting) bool) {
	if len(h.heap.All) >= max(h.limit, 16) {
		h.heap.Keep(keep)
		h.limit = 2 * len(h.heap.All)
	}
	h.heap.Push(w)
}

// pop takes a wait for at most so much.
func (h *waits) pop(value uint64) (w waiting, ok bool) {
	if len(h.heap.All) == 0 || h.heap.All[0].value > value {
		return waiting{}, false
	}
	return h.heap.Pop(), true
}
