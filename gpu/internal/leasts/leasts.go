// Package leasts keeps values of which the least one is wanted next. It knows nothing of what they are.
package leasts

// Heap is values in a tree: none comes before the one above it, so that the first is the least.
//
//	    2           All  2 5 3 9 6
//	 5     3
//	9 6
type Heap[T interface{ Before(T) bool }] struct {
	All   []T
	limit int // when it is looked through for what is not needed any more
}

// Push adds a value.
func (h *Heap[T]) Push(x T) {
	h.All = append(h.All, x)
	for i := len(h.All) - 1; i > 0 && h.All[i].Before(h.All[(i-1)/2]); i = (i - 1) / 2 {
		h.All[i], h.All[(i-1)/2] = h.All[(i-1)/2], h.All[i]
	}
}

// PushAmong adds a value to those that are still needed, as keep says. They are looked through when twice as many have come as there were then.
func (h *Heap[T]) PushAmong(x T, keep func(T) bool) {
	if len(h.All) >= max(h.limit, 16) {
		h.Keep(keep)
		h.limit = 2 * len(h.All)
	}
	h.Push(x)
}

// Pop takes the least value out. There is one.
func (h *Heap[T]) Pop() T {
	x, n := h.All[0], len(h.All)-1
	h.All[0] = h.All[n]
	h.All = h.All[:n]
	h.sink(0)
	return x
}

// Replace puts another value in the place of the least one.
func (h *Heap[T]) Replace(x T) {
	h.All[0] = x
	h.sink(0)
}

// Keep leaves the values for which f says yes.
func (h *Heap[T]) Keep(f func(T) bool) {
	kept := h.All[:0]
	for _, x := range h.All {
		if f(x) {
			kept = append(kept, x)
		}
	}
	h.All = kept
	for i := len(kept)/2 - 1; i >= 0; i-- {
		h.sink(i)
	}
}

// sink moves the value at i down to its place.
func (h *Heap[T]) sink(i int) {
	for {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < len(h.All); k++ {
			if h.All[k].Before(h.All[least]) {
				least = k
			}
		}
		if least == i {
			return
		}
		h.All[i], h.All[least] = h.All[least], h.All[i]
		i = least
	}
}
