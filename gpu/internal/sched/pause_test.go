package sched

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// While paused nothing arrives and nothing finishes; Resume shifts all of it.
//
//	running   [c0 0..100]               pause 30..80     c0 ends at 150
//	submitted at 40 (latency 10)        arrives at 90 (10 after Resume), runs at 150
func TestPauseShiftsTheClock(t *testing.T) {
	p := bare()
	p.SubmitLatency = 10
	w := newWorld(p, nil)
	defer w.Shutdown()
	q, k, f := w.queue(Direct, 0, "q"), w.queue(Copy, 0, "k"), w.fence("F")
	q.Submit(batch(100), 1)
	w.Charge(30)
	w.g.Pause()
	w.g.Pause()
	require.True(t, w.g.Paused())
	w.Charge(10)
	k.Submit(batch(5), 2)
	w.Charge(40)
	f.Signal(4, 0) // the CPU still signals
	require.EqualValues(t, 4, f.Value())
	require.Equal(t, []string{"10 start q 1.0 on 3D"}, w.tape.only("start", "done"))
	w.g.Resume()
	w.g.Resume()
	require.Nil(t, w.Drain())
	require.Equal(t, []string{
		"10 start q 1.0 on 3D", "90 start k 2.0 on COPY", "95 done k 2.0 on COPY", "160 done q 1.0 on 3D",
	}, w.tape.only("start", "done"))
}

func TestStep(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, k, f, g := w.queue(Direct, 0, "q"), w.queue(Copy, 0, "k"), w.fence("F"), w.fence("G")
	w.g.Pause()
	q.Submit(batch(10, 10), 1)
	q.Signal(f, 1, 0)
	q.Submit(batch(10), 2)
	k.Submit(batch(25), 3)
	k.Wait(g, 1, 0)
	k.Submit(batch(1000), 4)
	w.Charge(5) // the steps begin at 5
	step := func(u Until, reached bool, now Time) {
		t.Helper()
		require.Equal(t, reached, w.g.Step(u, 0))
		require.Equal(t, now, w.Now())
		require.True(t, w.g.Paused())
	}
	step(Until{Kind: UntilCommand}, true, 15)
	w.Charge(100) // the GPU's clock stands still
	step(Until{Kind: UntilTime, Time: 100}, true, 115)
	step(Until{Kind: UntilTime, Time: 120}, true, 120)
	require.EqualValues(t, 0, f.Value())
	step(Until{Kind: UntilFence, Fence: f, Value: 1}, true, 125)
	require.EqualValues(t, 1, f.Value())
	step(Until{Kind: UntilBatch}, true, 130)           // k's first batch: 25 after 5, and 100 of pause
	step(Until{Kind: UntilIdle}, true, 135)            // k waits
	step(Until{Kind: UntilIdle}, true, 135)            // at once
	step(Until{Kind: UntilCommand}, false, 135)        // nothing left
	step(Until{Kind: UntilFence, Fence: g}, true, 135) // already there
	step(Until{Kind: UntilFence, Fence: f, Value: 2}, false, 135)
	step(Until{Kind: UntilTime, Time: 150}, true, 150) // time passes all the same
	g.Signal(1, 0)
	step(Until{Kind: UntilTime, Time: 200}, true, 200)
	w.g.Resume()
	require.Nil(t, w.Drain())
	require.Equal(t, Time(1150), w.Now())
}

// A step ends where another thread's CPU signal ends it.
func TestStepEndsByCPUSignal(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	w.g.Pause()
	q.Submit(batch(1000), 0)
	w.Go("signaler", func() {
		w.Work(50)
		require.False(t, w.g.Step(Until{Kind: UntilCommand}, 0), "another thread steps")
		f.Signal(1, 0)
	})
	require.True(t, w.g.Step(Until{Kind: UntilFence, Fence: f, Value: 1}, 0))
	require.Equal(t, Time(50), w.Now())
	require.True(t, w.g.Paused())
}

func TestRemoveEndsStep(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q := w.queue(Direct, 0, "q")
	w.g.Pause()
	b := batch(10, 10)
	b.fault = 2
	q.Submit(b, 0)
	require.True(t, w.g.Step(Until{Kind: UntilCommand}, 0))
	require.False(t, w.g.Step(Until{Kind: UntilCommand}, 0))
	require.True(t, w.g.Removed())
	require.Equal(t, Time(10), w.Now())
}

func TestPausedDeadlock(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	q.Submit(batch(10), 0)
	q.Signal(f, 1, 8)
	w.g.Pause()
	r := w.WaitFence(f, 1, Infinite, 9)
	require.Equal(t, Deadlocked, r.Status)
	require.True(t, r.Deadlock.Paused)
	require.Len(t, r.Deadlock.Waiters, 1)
	require.Equal(t, []Lack{{Fence: f, Value: 1, Pending: []PendingSignal{{Queue: q, Value: 1, Tag: 8, Enough: true}}}},
		r.Deadlock.Waiters[0].Lacks)
	require.True(t, w.Drain().Paused)
	w.g.Resume()
	require.Equal(t, Satisfied, w.WaitFence(f, 1, Infinite, 9).Status)
	require.Nil(t, w.Drain())
}

// A step until idle does not end inside of the signal that the queue makes before it goes on.
func TestStepUntilIdleGoesOnBehindASignal(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	w.g.Pause()
	for i := range uint64(3) {
		q.Submit(batch(10), 0)
		q.Signal(f, i+1, 0)
	}
	require.True(t, w.g.Step(Until{Kind: UntilIdle}, 0))
	require.EqualValues(t, 3, f.Value())
	require.Equal(t, Time(30), w.Now())
}

// A callback that pauses the GPU stops it after the command that it belongs to,
// as a pause from the script does: the rest comes after Resume.
func TestPauseFromACommand(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	b := batch(10, 10, 10)
	b.step = func(i int) {
		if i == 1 {
			w.g.Pause()
		}
	}
	w.queue(Direct, 0, "q").Submit(b, 1)
	w.Charge(100)
	require.Equal(t, []string{"0 start q 1.0 on 3D", "10 done q 1.0 on 3D", "10 start q 1.1 on 3D"}, w.tape.only("start", "done"))
	w.g.Resume()
	require.Nil(t, w.Drain())
	require.Equal(t, []string{"110 done q 1.1 on 3D", "110 start q 1.2 on 3D", "120 done q 1.2 on 3D"}, w.tape.only("start", "done")[3:])
}
