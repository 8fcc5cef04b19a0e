package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestThreadsThatShareAQueue: a signal covers what another thread gave to the queue only if its own thread knew of that.
func TestThreadsThatShareAQueue(t *testing.T) {
	for _, told := range []bool{false, true} {
		o := NewOrder()
		q, r, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
		one, two := o.AddThread(main), o.AddThread(main)
		first, own := o.Submit(one, q, 0), o.Submit(two, q, 0)
		if told {
			o.Join(two, one)
		}
		o.QueueSignal(two, q, Need{f, 1}, 0)
		o.QueueWait(main, r, Need{f, 1}, 0)
		behind := o.Submit(main, r, 0)
		start := o.Start(behind)
		require.GreaterOrEqual(t, start.At(own.Queue), own.Pos, "the work of the thread itself is covered")
		require.Equal(t, told, start.At(first.Queue) >= first.Pos)
		require.Equal(t, told, o.Certain(first, behind))
		require.Equal(t, q, o.Root(first.Queue))
		require.Equal(t, q, o.Root(own.Queue))
		require.NotEqual(t, first.Queue, own.Queue)
	}
}

// TestStrandsAreUsedAgain: threads that come one after the other, and whose work everybody knows to be finished, need no more strands.
func TestStrandsAreUsedAgain(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(0)
	strands := 0
	for i := range uint64(50) {
		thread := o.AddThread(main)
		o.Submit(thread, q, 0)
		o.QueueSignal(thread, q, Need{f, i + 1}, 0)
		o.Join(main, thread)
		o.CPUWait(main, Need{f, i + 1})
		if i == 4 {
			strands = len(o.strandsOf(q))
		}
	}
	require.Len(t, o.strandsOf(q), strands)
}

// TestPeekingUnderALock: a level that signals rising values from several threads to one queue knows that all lower ones have come, and the program
// does not. Of values that fall, and of two queues, it knows no more than the program.
func TestPeekingUnderALock(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values [2]uint64
		queues int
		sinks  bool
		seen   bool
	}{{"rising", [2]uint64{1, 2}, 1, false, true}, {"rising, and to the program either may come last", [2]uint64{1, 2}, 1, true, true}, {"falling", [2]uint64{2, 1}, 1, false, false},
		{"two queues", [2]uint64{1, 2}, 2, false, false}} {
		t.Run(tt.name, func(t *testing.T) {
			o := NewOrder()
			f := o.AddFence(0)
			queues := []Agent{o.AddQueue(), o.AddQueue()}
			other := o.AddThread(main)
			first := o.Submit(main, queues[0], 0)
			o.QueueSignal(main, queues[0], Need{f, tt.values[0]}, 0)
			second := o.Submit(other, queues[tt.queues-1], 0)
			o.QueueSignal(other, queues[tt.queues-1], Need{f, tt.values[1]}, 0)
			if tt.sinks {
				o.sink(o.fences[f])
			}
			require.False(t, o.Done(other, first))
			o.Peek(other, Need{f, 2})
			require.Equal(t, tt.seen, o.Done(other, first) && o.Done(other, second))
			require.False(t, o.Told(other).At(first.Queue) >= first.Pos, "the program knows nothing of it")
		})
	}
}

// TestCallsOfTwoSharedQueues: two threads give a wait and a signal crosswise to two queues. One of the waits was given first, and the signal after
// it, so whoever waits for both signals comes after what both waits are for. It is not so where the second thread signals first.
func TestCallsOfTwoSharedQueues(t *testing.T) {
	for _, crosswise := range []bool{true, false} {
		o := NewOrder()
		q := []Agent{o.AddQueue(), o.AddQueue(), o.AddQueue(), o.AddQueue()}
		f := []int{o.AddFence(0), o.AddFence(0), o.AddFence(0)}
		one, two := o.AddThread(main), o.AddThread(main)
		x := o.Submit(main, q[2], 0)
		o.QueueSignal(main, q[2], Need{f[0], 1}, 0)
		o.QueueWait(one, q[0], Need{f[0], 1}, 0)
		o.QueueSignal(one, q[1], Need{f[1], 1}, 0)
		if crosswise {
			o.QueueWait(two, q[1], Need{f[0], 1}, 0)
		}
		o.QueueSignal(two, q[0], Need{f[2], 1}, 0)
		if !crosswise {
			o.QueueWait(two, q[1], Need{f[0], 1}, 0)
		}
		o.QueueWait(main, q[3], Need{f[1], 1}, 0)
		o.QueueWait(main, q[3], Need{f[2], 1}, 0)
		y := o.Submit(main, q[3], 0)
		require.Equal(t, crosswise, o.Certain(x, y))
		require.False(t, o.Certain(y, x))
	}
}

// TestItemsOfTheCreator: what a thread gives to a queue comes after what its creator gave, as far as the thread knows of those calls; what the
// creator gives besides takes nothing of that. Here it knows of two calls, because both signals that may have ended its wait come after them, and not
// that the work is finished.
func TestItemsOfTheCreator(t *testing.T) {
	for besides := range 3 {
		o := NewOrder()
		q, f := o.AddQueue(), o.AddFence(0)
		thread := o.AddThread(main)
		first := o.Submit(main, q, 0)
		o.QueueSignal(main, q, Need{f, 1}, 0)
		other := o.AddThread(main)
		o.CPUSignal(other, Need{f, 1}, 0)
		for range besides {
			o.Submit(main, q, 0)
		}
		o.CPUWait(thread, Need{f, 1})
		require.False(t, o.Done(thread, first))
		own := o.Submit(thread, q, 0)
		require.Equal(t, uint32(2), o.Start(own).At(first.Queue), "%d besides", besides)
		require.True(t, o.Certain(first, own), "%d besides", besides)
	}
}

// TestCertainSeesWhatClocksCannot: either of two signals may end the wait, and both come after the work.
func TestCertainSeesWhatClocksCannot(t *testing.T) {
	o := NewOrder()
	o.Hold()
	q1, q2, q3, f := o.AddQueue(), o.AddQueue(), o.AddQueue(), o.AddFence(0)
	a := o.Submit(main, q1, 0)
	o.QueueSignal(main, q1, Need{f, 1}, 0)
	b := o.Submit(main, q2, 0)
	o.QueueSignal(main, q2, Need{f, 1}, 0)
	o.QueueWait(main, q3, Need{f, 1}, 0)
	c := o.Submit(main, q3, 0)
	require.False(t, o.Certain(a, c), "the second queue may have ended the wait")
	require.False(t, o.Certain(b, c))
	require.True(t, o.Certain(a, Point{q1, 2}), "one queue is in order")
	require.False(t, o.Certain(Point{q1, 2}, a))
	mark := o.Touch(main, false)
	require.Equal(t, mark, o.Touch(main, false), "nobody was told")
	require.NotEqual(t, mark, o.Touch(main, true))
	d := o.Submit(main, q1, 0)
	require.True(t, o.Certain(mark, d), "the thread submits behind the mark")
	require.False(t, o.Certain(d, mark))
	require.NotEqual(t, mark, o.Touch(main, false), "the submission tells the queue")
}

// TestStandstillLooksWhereSomethingIsDue: a program is looked at only where a queue that threads share has a wait, and something of that queue is
// due.
func TestStandstillLooksWhereSomethingIsDue(t *testing.T) {
	nothing, all := func(Point) bool { return false }, func(Point) bool { return true }
	needs := func(int, uint64, uint64) bool { return false }
	for _, waits := range []bool{false, true} {
		o := NewOrder()
		q, f := o.AddQueue(), o.AddFence(0)
		other := o.AddThread(0)
		if waits {
			o.QueueWait(0, q, Need{f, 1}, 7)
		}
		for i := range uint64(100) {
			o.QueueSignal(other, q, Need{f, i + 1}, 8)
		}
		require.Zero(t, testing.AllocsPerRun(1, func() { o.Standstill(nothing, needs) }))
		require.Equal(t, waits, testing.AllocsPerRun(1, func() { o.Standstill(all, needs) }) > 0)
		held, _ := o.Standstill(all, needs)
		require.Equal(t, waits, len(held) > 0)
		for _, h := range held {
			require.Equal(t, uint32(7), h.Wait.Mark)
		}
	}
}

// TestGivenUpAfterPeeks: a level that has seen a queue pass a wait gives the fence up, which ends no wait then; the program knows nothing of it. Who
// has not seen it may end the wait before its signal comes.
func TestGivenUpAfterPeeks(t *testing.T) {
	for _, seen := range []bool{true, false} {
		o := NewOrder()
		q, r, f, progress := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		a := o.Submit(main, q, 0)
		o.QueueSignal(main, q, Need{f, 1}, 0)
		o.QueueWait(main, r, Need{f, 1}, 0)
		b := o.Submit(main, r, 0)
		o.QueueSignal(main, r, Need{progress, 1}, 0)
		if seen {
			o.Peek(main, Need{progress, 1})
		}
		o.ReleaseFence(main, f)
		require.Equal(t, seen, o.Start(b).At(q) >= a.Pos)
		require.Zero(t, o.Knows(main).At(q))
	}
}

// TestSignalBehindItsWait: a signal that another thread gives to a queue behind a wait does not come before the wait ends, whoever is asked about
// first.
func TestSignalBehindItsWait(t *testing.T) {
	for first := range 4 {
		o := NewOrder()
		q, f := o.AddQueue(), o.AddFence(0)
		var items []Point
		for _, give := range []func(t Agent) Point{
			func(t Agent) Point { return o.QueueSignal(t, q, Need{f, 1}, 0) },
			func(t Agent) Point { return o.QueueWait(t, q, Need{f, 2}, 0) },
			func(t Agent) Point { return o.QueueSignal(t, q, Need{f, 2}, 0) },
			func(t Agent) Point { return o.QueueSignal(t, q, Need{f, 0}, 0) },
		} {
			thread := o.AddThread(main)
			items = append(items, give(thread))
			o.Join(main, thread)
		}
		for i := range items {
			at := (first + i) % len(items)
			require.Equal(t, at > 0, o.Stuck(items[at]), "item %d, from %d on", at, first)
		}
	}
}
