package sched

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWaitFrame: where nothing can happen any more, waits for frames are given up if that is up to the schedule, the eldest thread's first, and what
// the threads do then may help others. Who waits for a frame otherwise is told that nothing brings it.
func TestWaitFrame(t *testing.T) {
	for _, loose := range []bool{true, false} {
		w := newWorld(bare(), nil)
		f, g := w.fence("F"), w.fence("G")
		is := func() bool { return loose }
		w.Go("a", func() {
			if w.WaitFrame(f, 1, 0, is).Status == Satisfied {
				g.Signal(1, 0)
			}
		})
		first := w.WaitFrame(f, 2, 0, is)
		require.Equal(t, loose, first.Status == Satisfied)
		require.Equal(t, loose, w.WaitFence(g, 1, Infinite, 0).Status == Satisfied)
		require.Equal(t, uint64(0), f.Value())
		w.Shutdown()
	}
}

// TestWaitFrameBounds: a thread that presents for ever does not go on for ever, and a frame that comes is waited for.
func TestWaitFrameBounds(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	f := w.fence("F")
	w.Go("a", func() {
		w.Charge(5)
		f.Signal(1, 0)
	})
	loose := func() bool { return true }
	require.Equal(t, Satisfied, w.WaitFrame(f, 1, 0, loose).Status)
	require.Zero(t, w.leaps, "it has come")
	n := 0
	for w.WaitFrame(f, 2, 0, loose).Status == Satisfied {
		n++
	}
	require.Equal(t, maxLeaps, n)
	require.Equal(t, Deadlocked, w.WaitFence(f, 2, Infinite, 0).Status, "any other wait")
}

// TestWaitFrameEvent: a wait for a semaphore is given up in the same way, and who sets it next makes up for that; another wait of the thread before
// does not matter.
func TestWaitFrameEvent(t *testing.T) {
	for _, loose := range []bool{true, false} {
		w := newWorld(bare(), nil)
		e := w.NewSemaphore("s", 0)
		is := func() bool { return loose }
		require.Equal(t, Satisfied, w.WaitFrameEvent(e, 0, is).Status)
		require.Zero(t, w.leaps, "it was set")
		require.Equal(t, loose, w.WaitFrameEvent(e, 0, is).Status == Satisfied)
		require.Equal(t, loose, w.WaitFrame(w.fence("F"), 1, 0, is).Status == Satisfied)
		e.Set()
		require.Equal(t, !loose, w.WaitEvent(e, 0, 0).Status == Satisfied)
		e.Set()
		require.Equal(t, Satisfied, w.WaitEvent(e, 0, 0).Status)
		w.Shutdown()
	}
}
