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
			_, _, _, found := o.Overtaken(main, main, Need{f, 1})
			require.Equal(t, busy && !known, found, "busy %v, known %v", busy, known)
		}
	}
}
