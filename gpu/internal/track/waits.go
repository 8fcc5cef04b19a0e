package track

// waiting is a wait of a queue for a value of a fence, as it stood when it had been worked out so often.
type waiting struct {
	value uint64
	at    Point
	turn  uint32
}

// waits are waits of which those for the smallest value come first: a heap.
type waits struct {
	list  []waiting
	limit int // when it is looked through for what is not needed any more
}

// before orders waits; those for one value as their queues have them.
func (w waiting) before(x waiting) bool {
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
	if len(h.list) >= max(h.limit, 16) {
		kept := h.list[:0]
		for _, x := range h.list {
			if keep(x) {
				kept = append(kept, x)
			}
		}
		h.list, h.limit = kept, 2*len(kept)
		for i := len(kept)/2 - 1; i >= 0; i-- {
			h.sink(i)
		}
	}
	h.list = append(h.list, w)
	for i := len(h.list) - 1; i > 0 && h.list[i].before(h.list[(i-1)/2]); i = (i - 1) / 2 {
		h.list[i], h.list[(i-1)/2] = h.list[(i-1)/2], h.list[i]
	}
}

// pop takes a wait for at most so much.
func (h *waits) pop(value uint64) (w waiting, ok bool) {
	if len(h.list) == 0 || h.list[0].value > value {
		return waiting{}, false
	}
	w = h.list[0]
	n := len(h.list) - 1
	h.list[0] = h.list[n]
	h.list = h.list[:n]
	h.sink(0)
	return w, true
}

// sink moves the wait at i down to its place.
func (h *waits) sink(i int) {
	for {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < len(h.list); k++ {
			if h.list[k].before(h.list[least]) {
				least = k
			}
		}
		if least == i {
			return
		}
		h.list[i], h.list[least] = h.list[least], h.list[i]
		i = least
	}
}
