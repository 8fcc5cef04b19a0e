package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHeeded: a wait of a thread for a smaller value could have been for a signal that was given before, unless that needs what the thread does
// later.
func TestHeeded(t *testing.T) {
	for _, tt := range []struct {
		name string
		rest func(o *Order, q, other Agent, f, g int)
		want bool
	}{
		{"a smaller value", func(o *Order, q, _ Agent, f, _ int) {
			o.QueueSignal(main, q, Need{f, 2}, 7)
			wait(o, f, 1)
		}, true},
		{"before the signal is given", func(o *Order, q, _ Agent, f, _ int) {
			wait(o, f, 1)
			o.QueueSignal(main, q, Need{f, 2}, 7)
		}, false},
		{"of no use, before the signal is given", func(o *Order, q, _ Agent, f, _ int) {
			wait(o, f, 0)
			o.QueueSignal(main, q, Need{f, 2}, 7)
		}, false},
		{"of no use", func(o *Order, q, _ Agent, f, _ int) {
			o.QueueSignal(main, q, Need{f, 2}, 7)
			wait(o, f, 0)
		}, true},
		{"work is given behind it", func(o *Order, q, _ Agent, f, _ int) {
			o.QueueSignal(main, q, Need{f, 2}, 7)
			wait(o, f, 1)
			o.Submit(main, q, 5)
		}, true},
		{"for another fence", func(o *Order, q, _ Agent, f, g int) {
			o.QueueSignal(main, q, Need{f, 2}, 7)
			wait(o, g, 1)
		}, false},
		{"another signal is given behind it", func(o *Order, q, _ Agent, f, _ int) {
			o.QueueSignal(main, q, Need{f, 2}, 7)
			wait(o, f, 1)
			o.QueueSignal(main, q, Need{f, 3}, 7)
		}, false},
		{"the signal needs what the thread does behind it", func(o *Order, q, _ Agent, f, g int) {
			o.QueueWait(main, q, Need{g, 5}, 0)
			o.QueueSignal(main, q, Need{f, 2}, 7)
			wait(o, f, 1)
			o.CPUSignal(main, Need{g, 5}, 0)
		}, false},
		{"the signal needs what another queue has done", func(o *Order, q, other Agent, f, g int) {
			o.QueueSignal(main, other, Need{g, 5}, 0)
			o.QueueWait(main, q, Need{g, 5}, 0)
			o.QueueSignal(main, q, Need{f, 2}, 7)
			wait(o, f, 1)
		}, true},
	} {
		o := NewOrder()
		q, other, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		o.QueueSignal(main, q, Need{f, 1}, 6)
		work := o.Submit(main, q, 5)
		tt.rest(o, q, other, f, g)
		c, found := o.Covering(work, o.Next(main))
		require.True(t, found, tt.name)
		h, ok := o.Heeded(main, work, &c.Signal)
		require.Equal(t, tt.want, ok, tt.name)
		if ok {
			require.Less(t, h.Value, uint64(2), tt.name)
			require.NotZero(t, h.Site, tt.name)
		}
	}
}

// wait is a wait of the main thread at a place.
func wait(o *Order, fence int, value uint64) {
	o.Heed(main, Need{fence, value}, 9)
	o.CPUWait(main, Need{fence, value})
}

// TestCouldAwait: a wait of a queue for a smaller value could have been for a signal, unless that was given later or needs what is after the wait.
func TestCouldAwait(t *testing.T) {
	for _, tt := range []struct {
		name string
		rest func(o *Order, q, q2 Agent, f, g int) Point
		want bool
	}{
		{"behind the signal", func(o *Order, q, q2 Agent, f, _ int) Point {
			o.QueueSignal(main, q, Need{f, 2}, 7)
			return o.QueueWait(main, q2, Need{f, 1}, 8)
		}, true},
		{"before the signal is given", func(o *Order, q, q2 Agent, f, _ int) Point {
			at := o.QueueWait(main, q2, Need{f, 1}, 8)
			o.QueueSignal(main, q, Need{f, 2}, 7)
			return at
		}, false},
		{"the signal needs what comes behind the wait", func(o *Order, q, q2 Agent, f, g int) Point {
			o.QueueWait(main, q, Need{g, 5}, 0)
			o.QueueSignal(main, q, Need{f, 2}, 7)
			at := o.QueueWait(main, q2, Need{f, 1}, 8)
			o.QueueSignal(main, q2, Need{g, 5}, 0)
			return at
		}, false},
		{"the signal needs what came before the wait", func(o *Order, q, q2 Agent, f, g int) Point {
			o.QueueSignal(main, q2, Need{g, 5}, 0)
			o.QueueWait(main, q, Need{g, 5}, 0)
			o.QueueSignal(main, q, Need{f, 2}, 7)
			return o.QueueWait(main, q2, Need{f, 1}, 8)
		}, true},
	} {
		o := NewOrder()
		q, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		o.QueueSignal(main, q, Need{f, 1}, 6)
		work := o.Submit(main, q, 5)
		at := tt.rest(o, q, q2, f, g)
		second := o.Submit(main, q2, 9)
		c, found := o.Covering(work, second)
		require.True(t, found, tt.name)
		require.Equal(t, tt.want, o.CouldAwait(work, at, &c.Signal), tt.name)
		_, _, last, waited := o.WaitBefore(second, f)
		require.True(t, waited, tt.name)
		require.Equal(t, at, last, tt.name)
	}
}
