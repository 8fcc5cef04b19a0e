package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// effortOfRewinds is how many waits are worked out for fences that go up and down between two queues n times, never observed, then observed once.
func effortOfRewinds(n uint64) uint64 {
	o := NewOrder()
	q1, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
	for i := range n {
		o.QueueSignal(main, q1, Need{f, i % 3}, 0)
		o.QueueWait(main, q2, Need{f, 1 + i%2}, 0)
		o.QueueSignal(main, q2, Need{g, i % 3}, 0)
		o.QueueWait(main, q1, Need{g, 1 + i%2}, 0)
	}
	o.CPUWait(main, Need{g, 1})
	return o.efforts
}

// TestManyRewindsStayCheap: each wait depends on all signals of the other queue, and these on its waits. Following every path would double the effort with
// each round; twice as many rounds may cost eight times as much, for each pass, wait and signal, and the number of passes is bounded.
func TestManyRewindsStayCheap(t *testing.T) {
	few, many := effortOfRewinds(12), effortOfRewinds(24)
	require.NotZero(t, few)
	require.LessOrEqual(t, many, 8*few)
	const passes, waits = maxPasses, 2 * 24
	require.LessOrEqual(t, many, uint64(passes*waits*waits))
	t.Log(few, many, effortOfRewinds(48), effortOfRewinds(96))
}
