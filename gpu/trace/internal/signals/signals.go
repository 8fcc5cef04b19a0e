// Package signals finds the signal that ended a wait for a value of a fence, from what the fence was set to so far.
//
//	F = 1   F = 4   F = 6          a wait for F >= 2 ended with the second
//
// The package must not know where signals come from: the caller decides what is kept of each.
package signals

import "sort"

// Most is how many signals a History keeps at most.
const Most = 1024

// History is the last signals of a fence, which begins at 0. The zero value is ready.
type History[T any] struct {
	values []uint64 // rising
	kept   []T
	value  uint64 // of the fence now
	lost   bool   // whether older ones were forgotten
}

// Set says that the fence was set to a value. One that does not raise it takes the signals to this value and higher ones away: they
// no longer end a wait.
func (h *History[T]) Set(value uint64, keep T) {
	if value <= h.value {
		i := h.first(value)
		h.values, h.kept = h.values[:i], h.kept[:i]
	}
	h.value = value
	if len(h.values) == Most {
		n := copy(h.values, h.values[Most/2:])
		copy(h.kept, h.kept[Most/2:])
		h.values, h.kept, h.lost = h.values[:n], h.kept[:n], true
	}
	h.values, h.kept = append(h.values, value), append(h.kept, keep)
}

// first is the place of the first signal that reached a value.
func (h *History[T]) first(value uint64) int {
	return sort.Search(len(h.values), func(i int) bool { return h.values[i] >= value })
}

// Reached is what was kept of the signal that ended waits for a value; ok is false if none did, or if it may have been forgotten.
func (h *History[T]) Reached(value uint64) (kept T, ok bool) {
	i := h.first(value)
	if i == len(h.values) || i == 0 && h.lost {
		return kept, false
	}
	return h.kept[i], true
}
