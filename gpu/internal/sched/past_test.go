package sched

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLost: what is lost of a value is the last signal that was enough, and the first one after it.
func TestLost(t *testing.T) {
	const none = -1
	for _, tt := range []struct {
		initial     uint64
		signals     []uint64
		want        uint64
		had, lowers int // of the signals; -1: the initial value
	}{
		{0, []uint64{10, 0}, 10, 0, 1},
		{0, []uint64{10, 5, 0}, 10, 0, 1},
		{0, []uint64{10, 5, 0}, 5, 1, 2},
		{0, []uint64{10, 0, 5}, 10, 0, 1},
		{0, []uint64{10, 0, 10, 3}, 10, 2, 3},
		{0, []uint64{10, 0, 12, 3}, 10, 2, 3},
		{0, []uint64{12, 0, 9, 3}, 10, 0, 1},
		{7, []uint64{3}, 5, none, 0},
		{7, []uint64{3, 2}, 4, none, 0},
	} {
		w := newWorld(bare(), nil)
		f := w.g.NewFence(tt.initial, "F", 0)
		given := func(i int) Given {
			if i == none {
				return Given{Value: tt.initial}
			}
			return Given{Tag: Tag(i + 1), Value: tt.signals[i], Call: uint64(i + 1)}
		}
		for i, v := range tt.signals {
			f.Signal(v, Tag(i+1))
		}
		had, lowered := f.lost(tt.want)
		require.Equal(t, []Given{given(tt.had), given(tt.lowers)}, []Given{had, lowered}, "%v", tt)
		had, lowered = f.lost(13)
		require.Equal(t, []Given{{}, {}}, []Given{had, lowered}, "it has never had 13")
		w.Shutdown()
	}
}

// TestPastIsBounded: a fence that counts down keeps its last values.
func TestPastIsBounded(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	f := w.fence("F")
	for v := uint64(1000); v > 0; v-- {
		f.Signal(v, 0)
	}
	require.Len(t, f.past, mostPast)
	had, lowered := f.lost(2)
	require.Equal(t, []uint64{2, 1}, []uint64{had.Value, lowered.Value})
	had, _ = f.lost(1000)
	require.Zero(t, had)
}

// TestDeadlockOfALoweredFence: whether a queue was given its wait before the signal that lowers the fence, and whether several signal that.
func TestDeadlockOfALoweredFence(t *testing.T) {
	for _, ahead := range []bool{true, false} {
		w := newWorld(bare(), nil)
		q, p := w.queue(Direct, 0, "q"), w.queue(Copy, 0, "p")
		f, g := w.fence("F"), w.fence("G")
		q.Wait(g, 1, 1)
		if ahead {
			q.Wait(f, 2, 2)
		}
		p.Signal(f, 2, 3)
		p.Signal(f, 0, 4)
		if !ahead {
			q.Wait(f, 2, 2)
		}
		p.Signal(g, 1, 5)
		d := w.Drain()
		require.NotNil(t, d)
		require.Equal(t, []Lack{{Fence: f, Value: 2, Given: Given{p, 4, 0, 2}, Had: Given{p, 3, 2, 1}, Lowered: Given{p, 4, 0, 2}, Ahead: ahead}}, d.Waiters[0].Lacks)
		f.Signal(1, 6)
		require.True(t, w.Stuck().Waiters[0].Lacks[0].Mixed)
		w.Shutdown()
	}
}

// TestForgo: a queue that stands at a value which its fence had goes on, and one at a value that it never had does not.
func TestForgo(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	f, done := w.fence("F"), w.fence("done")
	q, p := w.g.NewQueue(QueueDesc{Name: "q"}), w.g.NewQueue(QueueDesc{Name: "p"})
	f.Signal(2, 1)
	f.Signal(1, 2)
	q.Wait(f, 2, 3)
	q.Signal(done, 1, 4)
	p.Wait(f, 3, 5)
	p.Signal(done, 2, 6)
	require.NotNil(t, w.Drain())
	require.True(t, w.Forgo())
	require.NotNil(t, w.Drain())
	require.EqualValues(t, 1, done.Value())
	require.False(t, w.Forgo())
}
