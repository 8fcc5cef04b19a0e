package sched

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFenceComparison(t *testing.T) {
	for _, tt := range []struct {
		value, wait uint64
		want        Status
	}{
		{0, 0, Satisfied}, {0, 1, TimedOut}, {5, 4, Satisfied}, {5, 5, Satisfied}, {5, 6, TimedOut},
		{1 << 60, 1<<60 + 1, TimedOut}, {1<<64 - 2, 1<<64 - 2, Satisfied}, {1<<64 - 2, 1<<64 - 1, TimedOut},
	} {
		w := newWorld(bare(), nil)
		f := w.g.NewFence(tt.value, "F", 3)
		require.Equal(t, tt.want, w.WaitFence(f, tt.wait, 0, 0).Status, "%d >= %d", tt.value, tt.wait)
		require.Empty(t, f.waiters)
		require.EqualValues(t, 3, f.Tag())
		w.Shutdown()
	}
}

// A wait that was outstanding when a satisfying value appeared stays satisfied,
// though the value drops at the same instant; a new wait compares anew.
//
//	cpu     signal 10, signal 0 (both at 5)      wait 9 ...
//	queue   wait 9 (outstanding) -> goes on      wait 9 -> stuck
func TestTicketSurvivesRewind(t *testing.T) {
	p := bare()
	p.WaitLatency = 4
	w := newWorld(p, nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	e := w.NewEvent("e", false, false, 0)
	q.Wait(f, 9, 0)
	q.Submit(batch(10), 1)
	q.Wait(f, 9, 0)
	q.Submit(batch(10), 2)
	f.SetEventOnCompletion(9, e, 0)
	woken := Time(-1)
	w.Go("worker", func() {
		require.Equal(t, Satisfied, w.WaitFence(f, 9, Infinite, 0).Status)
		woken = w.Now()
	})
	w.Charge(5)
	f.Signal(10, 0)
	f.Signal(0, 0)
	require.NotNil(t, w.Drain())
	require.Equal(t, []string{"9 start q 1.0 on 3D"}, w.tape.only("start"))
	require.Equal(t, Time(5), woken)
	require.True(t, e.set)
	f.Signal(9, 0)
	require.Nil(t, w.Drain())
}

// A queue with nothing before a wait is at it before the GPU sees it; behind
// other work it compares when it comes to it.
//
//	cpu    wait 9, signal 10, signal 0 (all at 0)
//	queue  (nothing)    wait 9 -> goes on
//	       work to 8 -> wait 9 -> stuck
func TestFirstWaitTakesItsTicketAtOnce(t *testing.T) {
	for _, busy := range []bool{false, true} {
		p := bare()
		p.SubmitLatency = 3
		w := newWorld(p, nil)
		q, f := w.queue(Direct, 0, "q"), w.fence("F")
		if busy {
			q.Submit(batch(5), 1)
		}
		q.Wait(f, 9, 0)
		f.Signal(10, 0)
		f.Signal(0, 0)
		q.Submit(batch(10), 2)
		require.Equal(t, busy, w.Drain() != nil)
		require.Equal(t, busy, w.Now() == 8, "%d", w.Now())
		f.Signal(9, 0)
		require.Nil(t, w.Drain())
		w.Shutdown()
	}
}

// The fence has the value at the call, and is lowered before the GPU sees it.
func TestFirstWaitForAValueThatIsThere(t *testing.T) {
	p := bare()
	p.SubmitLatency = 3
	w := newWorld(p, nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.g.NewFence(10, "F", 0)
	q.Wait(f, 9, 0)
	f.Signal(0, 0)
	require.Nil(t, w.Drain())
	q.Wait(f, 9, 0)
	require.NotNil(t, w.Drain())
	w.g.Remove(0)
	require.Nil(t, w.Drain())
}

// CPU rewinds to 0 while a queue signal of 10 is pending: a new wait for 9
// blocks until the 10 arrives.
func TestRewindWithPendingSignal(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.g.NewFence(20, "F", 0)
	q.Submit(batch(100), 0)
	q.Signal(f, 10, 0)
	w.Charge(1)
	f.Signal(0, 0)
	require.Equal(t, Satisfied, w.WaitFence(f, 9, Infinite, 0).Status)
	require.Equal(t, Time(100), w.Now())
	require.EqualValues(t, 10, f.Value())
}

// A queue signal may lower the value, and only after the earlier work.
func TestQueueSignalLowers(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.g.NewFence(7, "F", 0)
	q.Submit(batch(50), 0)
	q.Signal(f, 3, 0)
	w.Charge(49)
	require.EqualValues(t, 7, f.Value())
	w.Charge(1)
	require.EqualValues(t, 3, f.Value())
	require.Equal(t, TimedOut, w.WaitFence(f, 4, 0, 0).Status)
}

func TestSignalThenWaitOnOneQueuePasses(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	q.Signal(f, 1, 0)
	q.Wait(f, 1, 0)
	q.Submit(batch(1), 0)
	require.Nil(t, w.Drain())
}

// Releasing a fence releases everything that waits for it.
func TestReleaseFence(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	q.Wait(f, 5, 0)
	q.Submit(batch(1), 0)
	e := w.NewEvent("e", true, false, 0)
	f.SetEventOnCompletion(1<<64-1, e, 0)
	w.Charge(3)
	require.False(t, e.set)
	f.Release()
	require.True(t, e.set)
	require.Nil(t, w.Drain())
	require.Equal(t, Satisfied, w.WaitFence(f, 6, 0, 0).Status)
}

func TestMultipleFences(t *testing.T) {
	for _, tt := range []struct {
		name  string
		all   bool
		clock Time
		index int
	}{{"all", true, 30, 0}, {"any", false, 10, 2}} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(bare(), nil)
			defer w.Shutdown()
			var needs []Need
			for i, at := range []Time{30, 20, 10} {
				q, f := w.queue(Kind(i), 0, "q"), w.fence(fmt.Sprint("F", i))
				q.Submit(batch(at), 0)
				q.Signal(f, 1, 0)
				needs = append(needs, Need{f, 1})
			}
			e := w.NewEvent("e", false, false, 0)
			w.SetEventOnFences(tt.all, needs, e, 0)
			require.Equal(t, Result{Index: tt.index}, w.WaitFences(tt.all, needs, Infinite, 0))
			require.Equal(t, tt.clock, w.Now())
			require.True(t, e.set)
			if !tt.all {
				require.Empty(t, w.g.awaited, "the others must not be waited for any more")
			}
			require.Equal(t, Result{Index: tt.index}, w.WaitFences(tt.all, needs, 0, 0))
			needs[0].Value, needs[1].Value, needs[2].Value = 2, 2, 2
			require.Equal(t, TimedOut, w.WaitFences(tt.all, needs, 5, 0).Status)
			require.Empty(t, w.g.awaited)
		})
	}
}

// Each need of a wait for all keeps its own ticket.
func TestAllFencesKeepTickets(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	a, b := w.fence("A"), w.fence("B")
	e := w.NewEvent("e", false, false, 0)
	w.SetEventOnFences(true, []Need{{a, 1}, {b, 1}, {a, 2}}, e, 0)
	a.Signal(2, 0)
	a.Signal(0, 0)
	require.False(t, e.set)
	b.Signal(1, 0)
	require.True(t, e.set)
}

// A request for values that are there sets the event at once, for any as soon
// as one is; no need at all is a bug of the caller.
func TestEventRequestsThatAreMet(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	a, b := w.g.NewFence(3, "A", 0), w.fence("B")
	for _, tt := range []struct {
		all   bool
		needs []Need
		set   bool
	}{
		{true, []Need{{a, 3}}, true}, {true, []Need{{a, 4}}, false},
		{false, []Need{{b, 1}, {a, 3}}, true}, {true, []Need{{b, 1}, {a, 3}}, false},
	} {
		e := w.NewEvent("e", true, false, 0)
		w.SetEventOnFences(tt.all, tt.needs, e, 0)
		require.Equal(t, tt.set, e.set)
	}
	require.Panics(t, func() { w.SetEventOnFences(true, nil, nil, 0) })
	require.Panics(t, func() { w.WaitFences(true, nil, 0, 0) })
	require.Equal(t, "A", a.Name())
	require.Same(t, w.g, a.GPU())
}

// A wait for any of the same fence twice is released once.
func TestAnyOfOneFenceTwice(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	f, e := w.fence("F"), w.NewEvent("e", false, false, 0)
	w.SetEventOnFences(false, []Need{{f, 1}, {f, 2}}, e, 0)
	f.Signal(2, 0)
	require.Equal(t, Satisfied, w.WaitEvent(e, 0, 0).Status)
	f.Signal(3, 0)
	require.False(t, e.set)
}

func TestOneEventForSeveralValues(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	e := w.NewEvent("e", false, false, 0)
	for i := range uint64(3) {
		q.Submit(batch(10), 0)
		q.Signal(f, i+1, 0)
		f.SetEventOnCompletion(i+1, e, 0)
	}
	for i := range 3 {
		require.Equal(t, Satisfied, w.WaitEvent(e, Infinite, 0).Status)
		require.Equal(t, Time(10*(i+1)), w.Now())
	}
	require.Equal(t, TimedOut, w.WaitEvent(e, 0, 0).Status)
}
