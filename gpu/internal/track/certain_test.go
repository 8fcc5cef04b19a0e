package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestStandstillNeedsAWait: a queue to which threads give signals alone never stands still; a wait that may hold up the signal of another thread is
// found.
func TestStandstillNeedsAWait(t *testing.T) {
	due := func(Point) bool { return true }
	needs := func(int, uint64, uint64) bool { return false } // no thread waits
	o := NewOrder()
	o.Hold()
	one, two := o.AddThread(0), o.AddThread(0)
	q, f, g := o.AddQueue(), o.AddFence(0), o.AddFence(0)
	for i := range uint64(3) {
		o.QueueSignal(one, q, Need{Fence: f, Value: i + 1}, 1)
		o.QueueSignal(two, q, Need{Fence: g, Value: i + 1}, 1)
	}
	held, sure := o.Standstill(due, needs)
	require.Empty(t, held)
	require.Nil(t, sure, "no runs were looked at")
	other := o.AddQueue()
	o.QueueWait(one, other, Need{Fence: g, Value: 3}, 2)
	held, _ = o.Standstill(due, needs)
	require.Empty(t, held, "a queue of one thread")
	o.QueueWait(one, q, Need{Fence: g, Value: 4}, 3)
	o.QueueSignal(two, q, Need{Fence: g, Value: 4}, 4)
	held, _ = o.Standstill(due, needs)
	require.Len(t, held, 2, "the wait may hold up its own signal, and the one that the other queue needs")
	require.Equal(t, []uint64{3, 4}, []uint64{held[0].Signal.Value, held[1].Signal.Value})
}
