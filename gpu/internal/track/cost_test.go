package track

import "testing"

// TestManyRewindsStayCheap: a fence that goes up and down between two queues, never observed, then observed once.
func TestManyRewindsStayCheap(t *testing.T) {
	o := NewOrder()
	q1, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
	for n := range uint64(24) {
		o.QueueSignal(main, q1, Need{f, n % 3}, 0)
		o.QueueWait(main, q2, Need{f, 1 + n%2}, 0)
		o.QueueSignal(main, q2, Need{g, n % 3}, 0)
		o.QueueWait(main, q1, Need{g, 1 + n%2}, 0)
	}
	o.CPUWait(main, Need{g, 1})
}
