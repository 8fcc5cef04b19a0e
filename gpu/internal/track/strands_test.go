package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestThreadsThatShareAQueue: a signal covers what another thread gave to the queue only if its own thread knew of that.
func TestThreadsThatShareAQueue(t *testing.T) {
	for _, told := range []bool{false, true} {
		o := NewOrder()
		q, r, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
		one, two := o.AddThread(main), o.AddThread(main)
		first, own := o.Submit(one, q, 0), o.Submit(two, q, 0)
		if told {
			o.Join(two, one)
		}
		o.QueueSignal(two, q, Need{f, 1}, 0)
		o.QueueWait(main, r, Need{f, 1}, 0)
		behind := o.Submit(main, r, 0)
		start := o.Start(behind)
		require.GreaterOrEqual(t, start.At(own.Queue), own.Pos, "the work of the thread itself is covered")
		require.Equal(t, told, start.At(first.Queue) >= first.Pos)
		require.Equal(t, told, o.Certain(first, behind))
		require.Equal(t, q, o.Root(first.Queue))
		require.Equal(t, q, o.Root(own.Queue))
		require.NotEqual(t, first.Queue, own.Queue)
	}
}

// TestStrandsAreUsedAgain: threads that come one after the other, and whose work everybody knows to be finished, need no more strands.
func TestStrandsAreUsedAgain(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(0)
	strands := 0
	for i := range uint64(50) {
		thread := o.AddThread(main)
		o.Submit(thread, q, 0)
		o.QueueSignal(thread, q, Need{f, i + 1}, 0)
		o.Join(main, thread)
		o.CPUWait(main, Need{f, i + 1})
		if i == 4 {
			strands = len(o.strandsOf(q))
		}
	}
	require.Len(t, o.strandsOf(q), strands)
}
