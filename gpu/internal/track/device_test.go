package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRetiredCountsWorks: pieces of work that finish one by one are known by their number, whatever stands between them and is forgotten.
func TestRetiredCountsWorks(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(0)
	var works []Point
	for i := range uint64(200) {
		if i%3 == 0 {
			o.QueueSignal(main, q, Need{f, i + 1}, 0)
		}
		works = append(works, o.Submit(main, q, 0))
	}
	var steps Steps
	for i, p := range works {
		require.False(t, o.Done(main, p))
		o.Retired(main, []Agent{q}, &steps)
		require.True(t, o.Done(main, p))
		require.Equal(t, uint32(i+1), o.worksUpTo(q, p.Pos))
	}
}

// TestLose: the removal of a device may have ended a wait for its fence. So the wait proves what the thread knew that removed it, and what the signal
// of the fence proves only where that was known before.
func TestLose(t *testing.T) {
	for _, tt := range []struct {
		name        string
		turn        func(o *Order, other Agent, f, known int)
		work, start bool // the main thread knows that the work before the signal is finished, and so does what a queue does after a wait
	}{
		{"not removed", func(o *Order, _ Agent, f, _ int) { o.CPUWait(main, Need{f, 1}) }, true, true},
		{"removed before the wait", func(o *Order, _ Agent, f, _ int) { o.Lose(main, f, 1); o.CPUWait(main, Need{f, 1}) }, false, false},
		{"removed after the wait", func(o *Order, _ Agent, f, _ int) { o.CPUWait(main, Need{f, 1}); o.Lose(main, f, 1) }, true, true},
		{"removed by another thread before the wait", func(o *Order, other Agent, f, _ int) { o.Lose(other, f, 1); o.CPUWait(main, Need{f, 1}) }, false, false},
		{"removed by another thread after the wait, of which it does not know", func(o *Order, other Agent, f, _ int) { o.CPUWait(main, Need{f, 1}); o.Lose(other, f, 1) }, false, false},
		{"removed by another thread that knows of the wait", func(o *Order, other Agent, f, known int) {
			o.CPUWait(main, Need{f, 1})
			o.CPUSignal(main, Need{known, 1}, 0)
			o.CPUWait(other, Need{known, 1})
			o.Lose(other, f, 1)
		}, true, true},
		{"removed by another thread that waited itself", func(o *Order, other Agent, f, _ int) {
			o.CPUWait(other, Need{f, 1})
			o.Lose(other, f, 1)
			o.CPUWait(main, Need{f, 1})
		}, true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := NewOrder()
			q, r, f, known := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
			other := o.AddThread(main)
			work := o.Submit(main, q, 0)
			o.QueueSignal(main, q, Need{f, 1}, 0)
			o.QueueWait(main, r, Need{f, 1}, 0)
			reader := o.Submit(main, r, 0)
			tt.turn(o, other, f, known)
			require.Equal(t, tt.work, o.Done(main, work))
			require.False(t, o.Stuck(reader))
			require.Equal(t, tt.start, o.Start(reader).At(q) >= work.Pos)
			require.Equal(t, tt.start, o.Certain(work, reader))
		})
	}
}

// TestLoseEndsEveryWait: it ends also those for which there is no signal, and these prove what the thread knew that removed the device.
func TestLoseEndsEveryWait(t *testing.T) {
	o := NewOrder()
	q, r, f, done := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
	other := o.AddThread(main)
	work := o.Submit(main, q, 0)
	o.QueueSignal(main, q, Need{done, 1}, 0)
	later := o.Submit(main, q, 0)
	o.QueueWait(main, r, Need{f, 5}, 0)
	reader := o.Submit(main, r, 0)
	require.True(t, o.Stuck(reader))
	o.CPUWait(main, Need{done, 1})
	o.Lose(main, f, 1)
	require.False(t, o.Stuck(reader))
	require.Equal(t, work.Pos, min(work.Pos, o.Start(reader).At(q)))
	require.Less(t, o.Start(reader).At(q), later.Pos)
	require.False(t, o.Done(other, work))
	o.CPUWait(other, Need{f, 7})
	require.True(t, o.Done(other, work))
	require.False(t, o.Done(other, later))
}

// TestLost: a thread knows that a device was removed if it did that, or has seen something that comes after it. A wait that a signal may have ended
// as well does not tell.
func TestLost(t *testing.T) {
	for _, signalled := range []bool{false, true} {
		o := NewOrder()
		q, f, told := o.AddQueue(), o.AddFence(0), o.AddFence(0)
		other := o.AddThread(main)
		if signalled {
			o.QueueSignal(main, q, Need{f, 1}, 0)
		}
		lost := func() []bool { return []bool{o.Lost(main, f), o.Lost(other, f)} }
		require.Equal(t, []bool{false, false}, lost())
		o.Lose(main, f, 1)
		require.Equal(t, []bool{true, false}, lost())
		o.CPUWait(other, Need{f, 1})
		require.Equal(t, []bool{true, !signalled}, lost())
		o.CPUSignal(main, Need{told, 1}, 0)
		o.CPUWait(other, Need{told, 1})
		require.Equal(t, []bool{true, true}, lost())
		require.True(t, o.Lost(o.AddThread(other), f))
		require.False(t, o.Lost(main, told), "of another fence")
	}
}

// TestLostIsForgotten: when all threads know of it the signal is forgotten, and the fence stays lost.
func TestLostIsForgotten(t *testing.T) {
	o := NewOrder()
	f := o.AddFence(0)
	o.Lose(main, f, 1)
	o.CPUWait(main, Need{f, 3})
	require.Empty(t, o.fences[f].Signals)
	require.True(t, o.Lost(main, f))
}
