package track

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/leasts"

// waiting is a wait of a queue for a value of a fence, as it stood when it had been worked out so often.
type waiting struct {
	value uint64
	at    Point
	turn  uint32
}

// waits are waits of which those for the smallest value come first.
type waits struct{ leasts.Heap[waiting] }

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

// pop takes a wait for at most so much.
func (h *waits) pop(value uint64) (w waiting, ok bool) {
	if len(h.All) == 0 || h.All[0].value > value {
		return waiting{}, false
	}
	return h.Pop(), true
}
