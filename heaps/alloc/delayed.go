package alloc

import "fmt"

// Rule says when the GPU has passed a number.
type Rule uint8

const (
	// ByFence is the rule of fence values: an allocation freed with value v is free once v <= completed. This is how fences of
	// Direct3D 12 count, from 1.
	ByFence Rule = iota
	// ByCount is the rule of the article "Managing Resource Lifetimes": the number is the 0-based ordinal of a command list, and the fence holds how
	// many lists have completed, so an allocation freed with number n is free once n < completed.
	ByCount
)

// Passed reports whether the GPU has passed a number.
func (r Rule) Passed(number, completed uint64) bool {
	if r == ByCount {
		return number < completed
	}
	return number <= completed
}

// Delayed puts a queue before the frees of an allocator: a range that the GPU may still use is stale until the GPU has passed
// the number it was freed with, and counts as used until then.
//
//	Free(a, 7)  Free(b, 7)  Free(c, 8)          stale: a b c
//	ReleaseStale(7)                             stale: c
//
// The queue is first in, first out: a range with a smaller number waits behind one with a larger number. It is freed later than
// possible then, never earlier.
type Delayed struct {
	space Allocator
	rule  Rule
	queue []staleRange
	known map[uint64]struct{} // offsets in the queue
	size  uint64
}

type staleRange struct {
	a      Allocation
	number uint64
}

// NewDelayed takes over an allocator. Nobody else may free its ranges from then on.
func NewDelayed(space Allocator, rule Rule) *Delayed {
	return &Delayed{space: space, rule: rule, known: map[uint64]struct{}{}}
}

// Space is the allocator, for reading its numbers.
func (d *Delayed) Space() Allocator { return d.space }

// Allocate hands out a range; see Allocator. Stale ranges are not available.
func (d *Delayed) Allocate(size, alignment uint64) (Allocation, error) {
	return d.space.Allocate(size, alignment)
}

// Free queues a range until the GPU has passed number. Errors are those of Allocator.Check, and for ranges that are queued
// already; they wrap ErrNotLive.
func (d *Delayed) Free(a Allocation, number uint64) error {
	if err := d.space.Check(a); err != nil {
		return err
	}
	if _, queued := d.known[a.Offset]; queued {
		return fmt.Errorf("%w: %s was freed before and waits for the GPU", ErrNotLive, a)
	}
	d.known[a.Offset] = struct{}{}
	d.queue = append(d.queue, staleRange{a, number})
	d.size += a.Size
	return nil
}

// ReleaseStale really frees the ranges at the front of the queue that the GPU has passed, and returns how many. An error
// means that ranges were freed that overlap; those that do not are freed.
func (d *Delayed) ReleaseStale(completed uint64) (int, error) {
	var failed error
	n := 0
	for ; n < len(d.queue) && d.rule.Passed(d.queue[n].number, completed); n++ {
		a := d.queue[n].a
		delete(d.known, a.Offset)
		d.size -= a.Size
		if err := d.space.Free(a); err != nil && failed == nil {
			failed = err
		}
	}
	d.queue = d.queue[n:]
	return n, failed
}

// StaleSize is how many units wait for the GPU. They are part of the used ones.
func (d *Delayed) StaleSize() uint64 { return d.size }

// StaleCount is how many ranges wait for the GPU.
func (d *Delayed) StaleCount() int { return len(d.queue) }
