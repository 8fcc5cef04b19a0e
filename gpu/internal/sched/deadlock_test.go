package sched

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Nothing pending signals the fence; a too small signal is named.
func TestDeadlockMissingSignal(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	q.Submit(batch(10), 0)
	q.Signal(f, 2, 0)
	q.Wait(f, 9, 21)
	q.Signal(f, 4, 22)
	r := w.WaitFence(f, 5, Infinite, 11)
	require.Equal(t, Deadlocked, r.Status)
	require.Equal(t, Time(10), w.Now(), "the GPU got as far as it could")
	given, pending := Given{Queue: q, Value: 2, Call: 1}, []PendingSignal{{Queue: q, Value: 4, Tag: 22}}
	lacks := []Lack{{Fence: f, Value: 5, Current: 2, Given: given, Pending: pending}}
	require.Equal(t, &Deadlock{Blocked: lacks, Waiters: []Waiter{
		{Thread: w.Main(), Kind: WaitFence, Tag: 11, Lacks: lacks},
		{Queue: q, Kind: WaitQueue, Tag: 21, Lacks: []Lack{{Fence: f, Value: 9, Current: 2, Given: given, Pending: pending}}, Behind: 1},
	}}, r.Deadlock)
	require.True(t, r.Deadlock.Waiters[0].Lacks[0].Missing())
	require.Empty(t, f.waiters[1:], "the thread waits no more")

	f.Signal(9, 0) // and the script may go on
	require.Nil(t, w.Drain())
}

// Whether what another thread gives to the queue stands behind the wait or in front of it is up to the schedule.
func TestDeadlockCountsWhatOneThreadHasGiven(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	w.Go("worker", func() {
		q.Wait(f, 1, 1)
		q.Submit(batch(10), 2)
	}).Join(Infinite, 0)
	q.Submit(batch(10), 3)
	d := w.Drain()
	require.NotNil(t, d)
	require.Len(t, d.Waiters, 1)
	require.Equal(t, 1, d.Waiters[0].Behind)
	require.Equal(t, 3, q.Pending())
}

// Of the waits that two threads give to a queue the eldest thread's is told that nothing ends, whichever came first.
func TestDeadlockNamesTheEldest(t *testing.T) {
	for seed := range uint64(20) {
		w := newWorld(bare(), Random(seed))
		q, f, g := w.queue(Direct, 0, "q"), w.fence("F"), w.fence("G")
		w.Go("one", func() {
			w.Charge(5)
			q.Signal(f, 1, 0)
			q.Wait(f, 1, 1) // which its own signal ends
			q.Wait(f, 2, 2)
			q.Signal(g, 7, 3)
		})
		w.Go("two", func() {
			w.Charge(5)
			q.Wait(g, 1, 4)
			q.Signal(g, 8, 5)
			q.Submit(batch(10), 0)
		})
		d := w.Drain()
		require.NotNil(t, d)
		require.Len(t, d.Waiters, 1)
		require.Equal(t, []Tag{2, 1}, []Tag{d.Waiters[0].Tag, Tag(d.Waiters[0].Behind)}, "seed %d", seed)
		require.Equal(t, []PendingSignal{{Queue: q, Value: 7, Tag: 3, Enough: true}, {Queue: q, Value: 8, Tag: 5, Enough: true}}, q.pending(g, 1))
		w.Shutdown()
	}
}

// TestByAge: a thread comes after its creator, and of two the one whose line left the other's earlier, in whatever order they were created.
func TestByAge(t *testing.T) {
	for seed := range uint64(20) {
		w := newWorld(bare(), Random(seed))
		hold := w.NewEvent("hold", true, false, 0)
		born := func(name string, make ...func()) func() {
			return func() {
				w.Go(name, func() {
					w.Charge(1)
					for _, m := range make {
						m()
					}
					w.WaitEvent(hold, Infinite, 0)
				})
			}
		}
		born("a", born("c"), born("d", born("e")))()
		born("b", born("f"))()
		w.Charge(100)
		for range 100 {
			w.Charge(1)
		}
		w.Others(0, always)
		var names []string
		for _, u := range w.threads {
			names = append(names, u.name)
		}
		require.Equal(t, []string{"main", "a", "c", "d", "e", "b", "f"}, names, "seed %d", seed)
		hold.Set()
		require.Nil(t, w.Drain())
		w.Shutdown()
	}
}

// A waits for what B signals after its wait for A's signal.
//
//	a   wait G 1 | signal F 1
//	b   wait F 1 | signal G 1
func TestDeadlockCycle(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	a, b, f, g := w.queue(Direct, 0, "a"), w.queue(Compute, 0, "b"), w.fence("F"), w.fence("G")
	a.Wait(g, 1, 1)
	a.Signal(f, 1, 2)
	b.Wait(f, 1, 3)
	b.Signal(g, 1, 4)
	d := w.Drain()
	require.NotNil(t, d)
	require.Equal(t, []int{0, 1}, d.Cycle)
	require.Same(t, a, d.Waiters[0].Queue)
	require.Same(t, b, d.Waiters[1].Queue)
	require.False(t, d.Waiters[0].Lacks[0].Missing())
	require.Equal(t, []PendingSignal{{Queue: b, Value: 1, Tag: 4, Enough: true}}, d.Waiters[0].Lacks[0].Pending)

	// The CPU waits for F, whose signal sits in the cycle but is not of it.
	r := w.WaitFence(f, 1, Infinite, 0)
	require.Equal(t, Deadlocked, r.Status)
	require.Equal(t, []int{1, 2}, r.Deadlock.Cycle)
}

// Queues that wait for each other are not why the CPU stands still, which waits for a fence that nothing signals, nor is an older queue whose wait
// nothing ends.
//
//	old   wait H 1
//	a     wait G 1 | signal G 2
//	b     wait I 1 | signal F 1
func TestDeadlockBesideAnother(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	old, a, b := w.queue(Copy, 0, "old"), w.queue(Direct, 0, "a"), w.queue(Compute, 0, "b")
	f, g, h, i := w.fence("F"), w.fence("G"), w.fence("H"), w.fence("I")
	old.Wait(h, 1, 1)
	a.Wait(g, 1, 2)
	a.Signal(g, 2, 3)
	b.Wait(i, 1, 4)
	b.Signal(f, 1, 5)
	queues := func(d *Deadlock) (list []*Queue) {
		for _, w := range d.Waiters {
			list = append(list, w.Queue)
		}
		return list
	}
	d := w.Drain()
	require.Equal(t, []int{1}, d.Cycle, "at the end each of them counts")
	require.Equal(t, []*Queue{old, a, b}, queues(d))
	d = w.WaitFence(f, 1, Infinite, 0).Deadlock
	require.Empty(t, d.Cycle)
	require.Equal(t, []*Queue{nil, b, old, a}, queues(d), "b holds the CPU back")
	d = w.WaitFence(f, 2, Infinite, 0).Deadlock
	require.Empty(t, d.Cycle)
	require.Equal(t, []*Queue{nil, old, a, b}, queues(d))
}

// Two queues take turns on one fence, and neither begins. Both have a larger signal after their own wait, which does not make a queue wait for
// itself.
//
//	a   wait F 2 | signal F 3
//	b   wait F 1 | signal F 2
func TestDeadlockOfTurns(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	a, b, f := w.queue(Direct, 0, "a"), w.queue(Compute, 0, "b"), w.fence("F")
	a.Wait(f, 2, 1)
	a.Signal(f, 3, 2)
	b.Wait(f, 1, 3)
	b.Signal(f, 2, 4)
	require.Equal(t, []int{0, 1}, w.Drain().Cycle)
}

// A queue that waits for its own later signal is a cycle of one.
func TestDeadlockOwnSignal(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f := w.queue(Copy, 0, "q"), w.fence("F")
	q.Wait(f, 1, 1)
	q.Signal(f, 1, 2)
	require.Equal(t, []int{0}, w.Drain().Cycle)
}

// The blame goes to the thread with the hopeless wait, not to the one that
// joins it; it may repair the matter.
func TestDeadlockVictim(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	f, e := w.fence("F"), w.NewEvent("e", false, false, 0)
	var got *Deadlock
	a := w.Go("a", func() {
		f.SetEventOnCompletion(3, e, 31)
		r := w.WaitEvent(e, Infinite, 32)
		require.Equal(t, Deadlocked, r.Status)
		got = r.Deadlock
	})
	exit, r := a.Join(Infinite, 1)
	require.Equal(t, Satisfied, r.Status)
	require.Equal(t, ExitReturned, exit.Status)
	require.Equal(t, []Waiter{
		{Thread: a, Kind: WaitAnyEvent, Tag: 32, Lacks: []Lack{{Fence: f, Value: 3, Event: e, RequestTag: 31}}},
		{Thread: w.Main(), Kind: WaitJoin, Tag: 1, Lacks: []Lack{{Join: a}}},
	}, got.Waiters)
	require.Empty(t, got.Cycle)
}

func TestDeadlockOfThreads(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	var a, b *Thread
	var results []Status
	a = w.Go("a", func() { _, r := b.Join(Infinite, 0); results = append(results, r.Status) })
	b = w.Go("b", func() {
		_, r := a.Join(Infinite, 0)
		results = append(results, r.Status)
		e := w.NewEvent("e", false, false, 0)
		r = w.WaitEvent(e, Infinite, 0)
		require.Equal(t, []Lack{{Event: e}}, r.Deadlock.Waiters[0].Lacks)
		results = append(results, r.Status)
	})
	require.Nil(t, w.Drain())
	require.Equal(t, []Status{Deadlocked, Satisfied, Deadlocked}, results)

	// A thread that joins itself.
	var self *Thread
	self = w.Go("self", func() {
		_, r := self.Join(Infinite, 0)
		require.Equal(t, Deadlocked, r.Status)
		require.Equal(t, []int{0}, r.Deadlock.Cycle)
	})
	exit, _ := self.Join(Infinite, 0)
	require.Equal(t, ExitReturned, exit.Status)
}

// Wait before signal, and a GPU that stalls while a CPU thread goes on, are no
// deadlocks; nor is a wait with a timeout.
func TestNoDeadlockWhileSomethingCanHappen(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f, e := w.queue(Direct, 0, "q"), w.fence("F"), w.NewEvent("e", false, false, 0)
	q.Wait(f, 1, 0)
	q.Signal(f, 2, 0)
	w.Go("late", func() {
		require.Equal(t, TimedOut, w.WaitEvent(e, 500, 0).Status)
		f.Signal(1, 0)
	})
	require.Len(t, w.Stuck().Waiters, 0)
	require.Equal(t, Satisfied, w.WaitFence(f, 2, Infinite, 0).Status)
	require.Equal(t, Time(500), w.Now())
}

func TestDeadlockOfAllAndAny(t *testing.T) {
	for _, all := range []bool{true, false} {
		w := newWorld(bare(), nil)
		a, b := w.fence("A"), w.fence("B")
		b.Signal(1, 0)
		needs := []Need{{a, 2}, {b, 2}}
		if all {
			needs = []Need{{a, 1}, {b, 1}} // b is met already
		}
		r := w.WaitFences(all, needs, Infinite, 7)
		require.Equal(t, Deadlocked, r.Status)
		if all {
			require.Equal(t, []Lack{{Fence: a, Value: 1}}, r.Deadlock.Waiters[0].Lacks)
		} else {
			require.Equal(t, []Lack{{Fence: a, Value: 2}, {Fence: b, Value: 2, Current: 1, Given: Given{Value: 1, Call: 1}}}, r.Deadlock.Waiters[0].Lacks)
		}
		w.Shutdown()
	}
}
