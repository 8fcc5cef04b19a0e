package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestSettled: a submission is settled when the thread has waited for it, and what comes before it is another question.
func TestSettled(t *testing.T) {
	o := track.NewOrder()
	d := New(o, Options{Locate: func(gpu.ID, *Place) bool { return false }})
	a, b := o.AddQueue(), o.AddQueue()
	f := o.AddFence(0)
	first := d.Submit(1, 0, o.Submit(0, a, 0), 0)
	second := d.Submit(2, 0, o.Submit(0, b, 0), 0)

	settled := func(queue gpu.ID, n uint64) [2]bool {
		itself, before := d.Settled(queue, n)
		return [2]bool{itself, before}
	}
	d.Settle(false)
	require.Equal(t, [2]bool{false, true}, settled(1, first))
	require.Equal(t, [2]bool{false, false}, settled(2, second))

	o.QueueSignal(0, b, track.Need{Fence: f, Value: 1}, 0)
	o.QueueWait(0, a, track.Need{Fence: f, Value: 1}, 0)
	third := d.Submit(1, 0, o.Submit(0, a, 0), 0)
	require.True(t, d.Precedes(2, second, 1, third), "by the fence")
	require.True(t, d.Precedes(1, first, 1, third), "of one queue")
	require.False(t, d.Precedes(1, first, 2, second))
	require.False(t, d.Precedes(1, third, 1, first))

	o.CPUWait(0, track.Need{Fence: f, Value: 1})
	d.Settle(false)
	require.Equal(t, [2]bool{true, false}, settled(2, second), "queue 1 may still run what was submitted before")
}
