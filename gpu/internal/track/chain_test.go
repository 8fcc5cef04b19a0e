package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChain: queues hand one fence on, in whatever order they are told so. Who waits for a value knows of all that comes before it, and of nothing behind it.
func TestChain(t *testing.T) {
	const n = 100
	for name, turn := range map[string]func(i int) int{
		"the first one first": func(i int) int { return i },
		"the last one first":  func(i int) int { return n - 1 - i },
		"in no order":         func(i int) int { return i * 37 % n },
	} {
		t.Run(name, func(t *testing.T) {
			o := NewOrder()
			f, works := o.AddFence(0), make([]Point, n)
			for i := range n {
				o.AddQueue()
				require.Equal(t, i+1, int(o.Root(Agent(i+1))))
			}
			for i := range n {
				k := turn(i)
				q := Agent(k + 1)
				o.QueueWait(main, q, Need{f, uint64(k)}, 0)
				works[k] = o.Submit(main, q, 0)
				o.QueueSignal(main, q, Need{f, uint64(k + 1)}, 0)
			}
			require.False(t, o.fences[f].rewinds, "it only goes up")
			require.False(t, o.Unsure(f))
			o.CPUWait(main, Need{f, n / 2})
			for k, w := range works {
				require.Equal(t, k < n/2, o.Done(main, w), "%d", k)
			}
		})
	}
}

// TestChainBreaks: a signal that is in no order with the others may end each wait that its value is for.
func TestChainBreaks(t *testing.T) {
	tests := []struct {
		name string
		more func(o *Order, q []Agent, f, g int)
		want bool
	}{
		{"nothing", func(*Order, []Agent, int, int) {}, true},
		{"another queue", func(o *Order, q []Agent, f, _ int) { o.QueueSignal(main, q[3], Need{f, 5}, 0) }, false},
		{"another queue, behind them", func(o *Order, q []Agent, f, _ int) {
			o.QueueWait(main, q[3], Need{f, 3}, 0)
			o.QueueSignal(main, q[3], Need{f, 5}, 0)
		}, true},
		{"the CPU", func(o *Order, _ []Agent, f, _ int) { o.CPUSignal(main, Need{f, 5}, 0) }, false},
		{"what the second one waits for comes from elsewhere, too", func(o *Order, q []Agent, _, g int) { o.QueueSignal(main, q[3], Need{g, 7}, 0) }, false},
		{"the same, behind them", func(o *Order, q []Agent, f, g int) {
			o.QueueWait(main, q[3], Need{f, 3}, 0)
			o.QueueSignal(main, q[3], Need{g, 7}, 0)
		}, true},
	}
	for _, tt := range tests {
		for _, asked := range []bool{false, true} {
			o := NewOrder()
			q := []Agent{o.AddQueue(), o.AddQueue(), o.AddQueue(), o.AddQueue()}
			f, g := o.AddFence(0), o.AddFence(0)
			first := o.Submit(main, q[0], 0)
			o.QueueSignal(main, q[0], Need{f, 1}, 0)
			o.QueueSignal(main, q[0], Need{g, 1}, 0)
			o.QueueWait(main, q[1], Need{g, 1}, 0) // the second link hangs on the other fence
			o.QueueSignal(main, q[1], Need{f, 2}, 0)
			o.QueueWait(main, q[2], Need{f, 2}, 0)
			o.QueueSignal(main, q[2], Need{f, 3}, 0)
			if asked {
				require.False(t, o.Race(main, q[2], Need{f, 4}).Racing)
			}
			tt.more(o, q, f, g)
			if asked {
				o.Race(main, q[2], Need{f, 9})
			}
			o.CPUWait(main, Need{f, 1})
			require.Equal(t, tt.want, o.Done(main, first), "%s, asked %v", tt.name, asked)
		}
	}
}
