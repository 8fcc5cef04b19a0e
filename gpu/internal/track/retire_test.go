package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// retired counts the fences of which nothing is left.
func (o *Order) retired() (n int) {
	for _, f := range o.fences {
		if f == &o.noFence {
			n++
		}
	}
	return n
}

// TestRetire: a fence goes when everybody knows that it was given up, and nobody waits for it any more.
func TestRetire(t *testing.T) {
	const fences = 100
	tests := []struct {
		name string
		turn func(o *Order, q Agent, f int)
		want int
	}{
		{"never used", func(o *Order, _ Agent, f int) { o.ReleaseFence(0, f) }, fences},
		{"signalled and waited for", func(o *Order, q Agent, f int) {
			o.QueueSignal(0, q, Need{f, 1}, 1)
			o.CPUWait(0, Need{f, 1})
			o.ReleaseFence(0, f)
		}, fences}, // all that was done with it is known by then
		{"down and up again", func(o *Order, q Agent, f int) {
			o.CPUSignal(0, Need{f, 5}, 1)
			o.CPUSignal(0, Need{f, 2}, 1)
			o.QueueSignal(0, q, Need{f, 3}, 1)
			o.CPUWait(0, Need{f, 3})
			o.ReleaseFence(0, f)
		}, fences - 1},
		{"a queue waits and goes on", func(o *Order, q Agent, f int) {
			o.QueueWait(0, q, Need{f, 1}, 1)
			o.ReleaseFence(0, f)
			done := o.AddFence(0)
			o.QueueSignal(0, q, Need{done, 1}, 1)
			o.CPUWait(0, Need{done, 1})
		}, fences},
		{"a queue waits, and nobody knows whether it went on", func(o *Order, q Agent, f int) {
			o.QueueWait(0, q, Need{f, 1}, 1)
			o.ReleaseFence(0, f)
		}, 0},
		{"not given up", func(o *Order, q Agent, f int) {
			o.QueueSignal(0, q, Need{f, 1}, 1)
			o.CPUWait(0, Need{f, 1})
		}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := NewOrder()
			q := o.AddQueue()
			for range fences {
				tt.turn(o, q, o.AddFence(0))
			}
			require.Equal(t, tt.want, o.retired())
		})
	}
}

// TestRetireWithThreads: as long as a thread does not know that a fence was given up, it stays.
func TestRetireWithThreads(t *testing.T) {
	o := NewOrder()
	q, p := o.AddQueue(), o.AddQueue()
	other := o.AddThread(0)
	f, there, back := o.AddFence(0), o.AddFence(0), o.AddFence(0)
	o.QueueSignal(0, q, Need{f, 1}, 1)
	o.CPUWait(0, Need{f, 1})
	o.ReleaseFence(0, f)
	for i := range uint64(8) {
		require.Zero(t, o.retired())
		o.QueueSignal(0, q, Need{there, i + 1}, 1)
		o.CPUWait(0, Need{there, i + 1})
	}
	for i := range uint64(8) {
		o.QueueSignal(0, q, Need{there, i + 9}, 1)
		o.CPUWait(other, Need{there, i + 9})
		o.QueueSignal(other, p, Need{back, i + 1}, 1)
		o.CPUWait(0, Need{back, i + 1})
	}
	require.Equal(t, 1, o.retired())
}

// TestCloseEvent: an event goes when nobody has to hear of those who set it.
func TestCloseEvent(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(0)
	for i := range 100 {
		n := Need{f, uint64(i) + 1}
		e := o.AddEvent(i%2 == 0, false)
		o.QueueSignal(0, q, n, 1)
		o.Arm(0, e, []Need{n}, true)
		o.WaitEvent(0, e)
		o.CloseEvent(e)
		require.Same(t, o.events.Of(0), o.events.Of(e), "one value stands for all")
		require.True(t, o.Done(0, Point{q, uint32(i) + 1}), "what the event told is still known")
	}
}
