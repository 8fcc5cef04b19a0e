package sched

// waiters are those of a fence, of which one with the smallest value comes first: a heap. So a value costs those that it releases, and not those that
// go on waiting.
type waiters []waiter

func (h *waiters) push(w waiter) {
	*h = append(*h, w)
	a := *h
	for i := len(a) - 1; i > 0 && a[i].value < a[(i-1)/2].value; i = (i - 1) / 2 {
		a[i], a[(i-1)/2] = a[(i-1)/2], a[i]
	}
}

// pop takes out the first one.
func (h *waiters) pop() waiter {
	a := *h
	w, last := a[0], len(a)-1
	a[0] = a[last]
	a[last] = waiter{}
	*h = a[:last]
	h.sink(0)
	return w
}

// order makes it a heap, whatever order it has.
func (h *waiters) order() {
	for i := len(*h)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
}

// sink moves the waiter at i down to its place.
func (h *waiters) sink(i int) {
	a := *h
	for {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < len(a); k++ {
			if a[k].value < a[least].value {
				least = k
			}
		}
		if least == i {
			return
		}
		a[i], a[least] = a[least], a[i]
		i = least
	}
}
