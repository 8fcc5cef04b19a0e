package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSeated: a queue that nothing is before the wait of is at it from the call on, so a signal after that takes nothing away.
func TestSeated(t *testing.T) {
	for _, busy := range []bool{false, true} {
		for _, known := range []bool{false, true} {
			o := NewOrder()
			q, done, f := o.AddQueue(), o.AddFence(0), o.AddFence(0)
			if busy {
				o.Submit(main, q, 0)
				o.QueueSignal(main, q, Need{done, 1}, 0)
			}
			if known {
				o.CPUWait(main, Need{done, 1})
			}
			o.QueueWait(main, q, Need{f, 2}, 0)
			o.CPUSignal(main, Need{f, 2}, 0)
			require.Equal(t, busy && !known, len(o.Overtaken(main, main, Need{f, 1})) > 0, "busy %v, known %v", busy, known)
		}
	}
}

// TestKnownValueOfASeat: a queue that is at a wait from its call on passes it if another thread gives the value after the call, even though everybody
// knows of that, and a lower value may come later. If it was given before the call, the wait may miss it.
func TestKnownValueOfASeat(t *testing.T) {
	for _, early := range []bool{false, true} {
		o := NewOrder()
		q, p, done, f := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		wait := func() { o.QueueWait(main, q, Need{f, 2}, 0) }
		o.QueueSignal(main, p, Need{f, 0}, 1)
		if early {
			wait()
		}
		o.QueueSignal(main, p, Need{f, 1}, 1)
		other := o.AddThread(main)
		o.CPUSignal(other, Need{f, 2}, 2)
		o.Join(main, other)
		if !early {
			wait()
		}
		o.QueueSignal(main, q, Need{done, 1}, 3)
		_, found := o.Stall(Awaits([]Need{{done, 1}}, true), func(int) bool { return true })
		require.Equal(t, !early, found)
	}
}
