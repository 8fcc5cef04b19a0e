package track

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

const main Agent = 0

// covering is the signal that the main thread can wait for.
func covering(o *Order, p Point) (Signal, bool) {
	c, ok := o.Covering(p, o.Next(main))
	return c.Signal, ok
}

// TestSignalCoversEarlierWorkOnly is the picture of the package comment.
func TestSignalCoversEarlierWorkOnly(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(0)
	a := o.Submit(main, q, 0)
	o.QueueSignal(main, q, Need{f, 1}, 0)
	b := o.Submit(main, q, 0)
	require.False(t, o.Done(main, a))
	o.CPUWait(main, Need{f, 1})
	require.True(t, o.Done(main, a))
	require.False(t, o.Done(main, b))
	_, ok := covering(o, b)
	require.False(t, ok, "nothing is signalled behind b")
	o.QueueSignal(main, q, Need{f, 2}, 0)
	s, ok := covering(o, b)
	require.True(t, ok)
	require.Equal(t, uint64(2), s.Value)
	o.Poll(main, Need{f, 2})
	require.True(t, o.Done(main, b))
}

// TestWaitsCarryOrderBetweenQueues: the CPU sees the second queue only, and knows the first.
func TestWaitsCarryOrderBetweenQueues(t *testing.T) {
	for _, waitFirst := range []bool{false, true} {
		o := NewOrder()
		q1, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		var p Point
		first := func() { p = o.Submit(main, q1, 0); o.QueueSignal(main, q1, Need{f, 1}, 0) }
		second := func() { o.QueueWait(main, q2, Need{f, 1}, 0); o.QueueSignal(main, q2, Need{g, 1}, 0) }
		if waitFirst {
			second()
			first()
		} else {
			first()
			second()
		}
		o.CPUWait(main, Need{g, 1})
		require.True(t, o.Done(main, p), "waitFirst %v", waitFirst)
	}
}

// TestTwoSignalersGiveNothing: either queue may have ended the wait.
func TestTwoSignalersGiveNothing(t *testing.T) {
	o := NewOrder()
	q1, q2, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
	a, b := o.Submit(main, q1, 0), o.Submit(main, q2, 0)
	o.QueueSignal(main, q1, Need{f, 1}, 0)
	o.QueueSignal(main, q2, Need{f, 2}, 0)
	o.CPUWait(main, Need{f, 1})
	require.False(t, o.Done(main, a))
	require.False(t, o.Done(main, b))
	o.CPUWait(main, Need{f, 2}) // only the second queue signals 2
	require.False(t, o.Done(main, a))
	require.True(t, o.Done(main, b))
}

// TestSignalBehindTheWaitDoesNotCount: the larger signal is ordered after the wait and so cannot have ended it.
func TestSignalBehindTheWaitDoesNotCount(t *testing.T) {
	o := NewOrder()
	q1, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
	a := o.Submit(main, q1, 0)
	o.QueueSignal(main, q1, Need{f, 1}, 0)
	o.QueueWait(main, q2, Need{f, 1}, 0)
	o.QueueSignal(main, q2, Need{f, 2}, 0)
	o.QueueSignal(main, q2, Need{g, 1}, 0)
	o.CPUWait(main, Need{g, 1})
	require.True(t, o.Done(main, a))
}

// TestSignalBehindTheWaitThroughAnotherQueue is the same over a third queue that waits for the second.
func TestSignalBehindTheWaitThroughAnotherQueue(t *testing.T) {
	o := NewOrder()
	q1, q2, q3, f, g := o.AddQueue(), o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
	a := o.Submit(main, q1, 0)
	o.QueueSignal(main, q1, Need{f, 1}, 0)
	o.QueueWait(main, q2, Need{f, 1}, 0)
	o.QueueSignal(main, q2, Need{g, 1}, 0)
	o.QueueWait(main, q3, Need{g, 1}, 0)
	o.QueueSignal(main, q3, Need{f, 2}, 0)
	o.CPUWait(main, Need{g, 1})
	require.True(t, o.Done(main, a))
}

// TestRewind: after a rewind that the CPU has seen, an old larger value does not satisfy a new wait.
func TestRewind(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(0)
	o.QueueSignal(main, q, Need{f, 10}, 0)
	o.CPUWait(main, Need{f, 10})
	o.CPUSignal(main, Need{f, 0}, 0)
	p := o.Submit(main, q, 0)
	o.QueueSignal(main, q, Need{f, 5}, 0)
	require.False(t, o.Initially(Need{f, 5}))
	o.CPUWait(main, Need{f, 5})
	require.True(t, o.Done(main, p))
}

// TestInitialValueGivesNothing: a wait for what is there orders nothing, with or without a later signal.
func TestInitialValueGivesNothing(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(3)
	p := o.Submit(main, q, 0)
	o.QueueSignal(main, q, Need{f, 4}, 0)
	require.True(t, o.Initially(Need{f, 3}))
	require.False(t, o.Initially(Need{f, 4}))
	o.CPUWait(main, Need{f, 3})
	require.False(t, o.Done(main, p))
	o.Poll(main, Need{f, 4})
	require.True(t, o.Done(main, p))
}

func TestEvents(t *testing.T) {
	o := NewOrder()
	q, f, g := o.AddQueue(), o.AddFence(0), o.AddFence(0)
	e := o.AddEvent(false, false)
	a := o.Submit(main, q, 0)
	o.QueueSignal(main, q, Need{f, 1}, 0)
	b := o.Submit(main, q, 0)
	o.QueueSignal(main, q, Need{g, 1}, 0)
	o.Arm(main, e, []Need{{f, 1}}, true)
	o.Arm(main, e, []Need{{g, 1}}, true)
	o.Arm(main, e, []Need{{g, 2}}, true) // nothing signals it: it cannot have set the event
	o.WaitEvent(main, e)
	require.True(t, o.Done(main, a), "both requests give a")
	require.False(t, o.Done(main, b))
	o.WaitEvent(main, e)
	require.True(t, o.Done(main, b), "two waits, two requests")
	m := o.AddEvent(true, true)
	c := o.Submit(main, q, 0)
	o.QueueSignal(main, q, Need{g, 2}, 0)
	o.Arm(main, m, []Need{{g, 2}}, true)
	o.WaitEvent(main, m)
	require.False(t, o.Done(main, c), "it was set from the beginning")
	o.ResetEvent(main, m)
	o.WaitEvent(main, m)
	require.True(t, o.Done(main, c))
}

// TestEventsWithManyRequests: requests by which everybody knows what they give are left out. What a thread knew to have set an event that unsets
// itself ends one wait, and the next one is ended by what comes later; one that stays set may have been set by any.
func TestEventsWithManyRequests(t *testing.T) {
	for _, manual := range []bool{false, true} {
		o := NewOrder()
		q, f, e := o.AddQueue(), o.AddFence(0), o.AddEvent(manual, false)
		ask := func(i uint64) Point {
			p := o.Submit(main, q, 0)
			o.QueueSignal(main, q, Need{f, i}, 0)
			o.Arm(main, e, []Need{{f, i}}, true)
			return p
		}
		for i := range uint64(100) {
			ask(i + 1)
			o.CPUWait(main, Need{f, i + 1})
			if i%2 == 0 {
				o.WaitEvent(main, e)
			}
		}
		require.Less(t, len(o.events.Of(e).Requests()), 40)
		last := ask(101)
		o.WaitEvent(main, e)
		require.False(t, o.Done(main, last), "the request before has set it")
		for range 50 {
			o.WaitEvent(main, e)
			require.Equal(t, !manual, o.Done(main, last))
		}
		o.ResetEvent(main, e)
		o.WaitEvent(main, e)
		if manual {
			require.True(t, o.Done(main, last))
		}
	}
}

func TestThreads(t *testing.T) {
	o := NewOrder()
	q, f := o.AddQueue(), o.AddFence(0)
	p := o.Submit(main, q, 0)
	o.QueueSignal(main, q, Need{f, 1}, 0)
	th := o.AddThread(main)
	o.CPUWaitMany(th, []Need{{f, 1}}, false)
	require.True(t, o.Done(th, p))
	require.False(t, o.Done(main, p), "another thread saw it")
	o.Join(main, th)
	require.True(t, o.Done(main, p))
	other := o.AddQueue()
	o.Remove([]Agent{q})
	require.True(t, o.Done(main, o.Submit(main, q, 0)))
	require.False(t, o.Done(main, o.Submit(main, other, 0)), "another device lives")
}

// TestMemoryStaysFlat: what all threads know is forgotten.
func TestMemoryStaysFlat(t *testing.T) {
	o := NewOrder()
	q1, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
	for n := uint64(1); n <= 1000; n++ {
		o.Submit(main, q1, 0)
		o.QueueSignal(main, q1, Need{f, n}, 0)
		o.QueueWait(main, q2, Need{f, n}, 0)
		o.QueueSignal(main, q2, Need{g, n}, 0)
		if n > 2 {
			o.CPUWait(main, Need{g, n - 2})
		}
		require.LessOrEqual(t, o.agents[q1].items.Len()+o.agents[q2].items.Len()+len(o.fences[f].Signals), 16)
		require.LessOrEqual(t, o.agents[q1].items.Room()+o.agents[q2].items.Room()+cap(o.fences[f].All.Fresh.All)+cap(o.fences[f].Waiters[0].At)+o.users.Links(), 128)
	}
}

// TestMemoryStaysFlatWhereFencesGoDown: the CPU stays two rounds behind, so that there is never a moment at which everybody knows all signals.
func TestMemoryStaysFlatWhereFencesGoDown(t *testing.T) {
	o := NewOrder()
	q1, q2, f, g, h := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0), o.AddFence(0)
	for n := uint64(1); n <= 1000; n++ {
		work := o.Submit(main, q1, 0)
		o.QueueSignal(main, q1, Need{f, 1}, 0)
		o.QueueWait(main, q2, Need{f, 1}, 0)
		reader := o.Submit(main, q2, 0)
		require.GreaterOrEqual(t, o.Start(reader).At(q1), work.Pos, "it waits for this round, not for another one")
		o.QueueSignal(main, q2, Need{f, 0}, 0)
		o.QueueSignal(main, q2, Need{g, 1}, 0)
		o.QueueSignal(main, q2, Need{h, n}, 0)
		o.QueueWait(main, q1, Need{g, 1}, 0)
		require.GreaterOrEqual(t, o.Ahead(main, q1).At(q2), reader.Pos)
		o.QueueSignal(main, q1, Need{g, 0}, 0)
		if n > 2 {
			o.CPUWait(main, Need{h, n - 2})
		}
		require.LessOrEqual(t, o.agents[q1].items.Len()+o.agents[q2].items.Len()+len(o.fences[f].Signals)+len(o.fences[g].Signals), 128)
	}
	require.True(t, o.fences[f].Rewinds)
}

// TestAgainstEverySchedule compares the order with the truth: all interleavings of random small programs.
func TestAgainstEverySchedule(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	for range 2000 {
		m := randomModel(r)
		want, reachable := m.certain()
		if !reachable {
			continue
		}
		o := NewOrder()
		got := m.replay(o, r.Intn(2) == 0, func([]Agent) { o.CPUWait(main, m.final) })
		hasty := NewOrder()
		hasty.passes.Most = 1 // whatever is in a circle is not worked out to the end
		less := m.replay(hasty, r.Intn(2) == 0, func([]Agent) { hasty.CPUWait(main, m.final) })
		for i := range want {
			require.True(t, got[i] || !less[i], "known with fewer passes: %+v, item %d", m, i)
			if got[i] {
				require.True(t, want[i], "claimed but not certain: %+v, item %d", m, i)
			}
			if m.simple() {
				require.Equal(t, want[i], got[i], "%+v, item %d", m, i)
			}
		}
	}
}

// TestIdleAgainstEverySchedule compares what an idle device tells with the ends of all interleavings.
func TestIdleAgainstEverySchedule(t *testing.T) {
	r := rand.New(rand.NewSource(11))
	for range 2000 {
		m := randomModel(r)
		want := m.idle()
		o := NewOrder()
		got := m.replay(o, r.Intn(2) == 0, func(queues []Agent) { o.Idle(main, queues) })
		for i := range want {
			if got[i] {
				require.True(t, want[i], "claimed but not certain: %+v, item %d", m, i)
			}
			if m.simple() {
				require.Equal(t, want[i], got[i], "%+v, item %d", m, i)
			}
		}
	}
}

// TestIdleCarriesOrderOfOtherDevices: what the idle queue had to wait for is finished, too.
func TestIdleCarriesOrderOfOtherDevices(t *testing.T) {
	o := NewOrder()
	q, other, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
	o.QueueWait(main, q, Need{f, 1}, 0)
	a := o.Submit(main, q, 0)
	b := o.Submit(main, other, 0)
	o.QueueSignal(main, other, Need{f, 1}, 0)
	o.Idle(main, []Agent{q})
	require.False(t, o.Done(main, a), "whether the other device has signalled is not known")
	o.CPUWait(main, Need{f, 1})
	o.Idle(main, []Agent{q})
	require.True(t, o.Done(main, a))
	require.True(t, o.Done(main, b))
	o.CPUSignal(main, Need{f, 2}, 0)
	o.QueueWait(main, q, Need{f, 2}, 0)
	c := o.Submit(main, q, 0)
	o.Idle(main, []Agent{q})
	require.True(t, o.Done(main, c), "the thread has signalled itself")
}

// TestRetired: one queue gives the first piece of work; of two queues, two steps give both pieces, one step none.
func TestRetired(t *testing.T) {
	o := NewOrder()
	q1, q2, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
	both := []Agent{q1, q2}
	var steps Steps
	a, b := o.Submit(main, q1, 0), o.Submit(main, q1, 0)
	o.Retired(main, both, &steps)
	require.True(t, o.Done(main, a))
	require.False(t, o.Done(main, b))
	c := o.Submit(main, q2, 0)
	o.Retired(main, both, &steps)
	require.False(t, o.Done(main, b))
	require.False(t, o.Done(main, c))
	o.Retired(main, both, &steps)
	require.True(t, o.Done(main, b))
	require.True(t, o.Done(main, c))
	d, e := o.Submit(main, q1, 0), o.Submit(main, q2, 0)
	o.Retired(main, both, &steps)
	o.QueueSignal(main, q1, Need{f, 1}, 0)
	o.CPUWait(main, Need{f, 1}) // d may be what the step has finished
	o.Submit(main, q1, 0)
	o.Retired(main, both, &steps)
	require.True(t, o.Done(main, d))
	require.False(t, o.Done(main, e))
}

// race says whether a signal would race with another one.
func race(o *Order, q Agent, n Need) (Signal, bool) {
	r := o.Race(main, q, n)
	return r.Rival, r.Racing
}

// TestRace: a timeline that is handed on by waits is no race, in either order of issue; without the wait it is one.
func TestRace(t *testing.T) {
	o := NewOrder()
	q1, q2, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
	o.QueueSignal(main, q1, Need{f, 1}, 7)
	_, racing := race(o, q1, Need{f, 2})
	require.False(t, racing, "one queue signals in order")
	s, racing := race(o, q2, Need{f, 2})
	require.True(t, racing)
	require.Equal(t, q1, s.Agent)
	_, racing = race(o, main, Need{f, 2})
	require.True(t, racing, "the CPU has not seen the signal")
	o.QueueWait(main, q2, Need{f, 1}, 0)
	_, racing = race(o, q2, Need{f, 2})
	require.False(t, racing)
	o.QueueSignal(main, q2, Need{f, 2}, 0)
	_, racing = race(o, q1, Need{f, 3})
	require.True(t, racing, "the first queue did not wait for 2")
	o.CPUWait(main, Need{f, 2})
	_, racing = race(o, main, Need{f, 3})
	require.False(t, racing)
	_, racing = race(o, q1, Need{f, 3})
	require.False(t, racing, "it is asked for after the CPU has seen 2")
}

// TestRaceWithWaitIssuedFirst: the signal that ends the wait is issued last.
func TestRaceWithWaitIssuedFirst(t *testing.T) {
	o := NewOrder()
	q1, q2, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
	o.QueueWait(main, q2, Need{f, 1}, 0)
	o.QueueSignal(main, q2, Need{f, 2}, 0)
	_, racing := race(o, q1, Need{f, 1})
	require.False(t, racing)
	_, racing = race(o, main, Need{f, 1})
	require.False(t, racing)
	_, racing = race(o, q1, Need{f, 3})
	require.False(t, racing, "3 ends the wait as well, and before 2")
}

// TestPeeksOrderNothing: what a level above has looked at counts for its own objects (Done, Sees), and neither for the thread nor for work that it
// submits later. Asking does.
func TestPeeksOrderNothing(t *testing.T) {
	o := NewOrder()
	q, r, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
	a := o.Submit(main, q, 0)
	o.QueueSignal(main, q, Need{f, 1}, 0)
	o.Peek(main, Need{f, 0})
	require.False(t, o.Done(main, a), "the fence had not moved")
	before := o.Touch(main, false)
	o.Peek(main, Need{f, 1})
	require.NotEqual(t, before, o.Touch(main, false), "a mark behind the peek")
	require.True(t, o.Done(main, a))
	require.Equal(t, a.Pos+1, o.Sees(main).At(q), "and the signal")
	require.Zero(t, o.Knows(main).At(q))
	require.Zero(t, o.Start(o.Submit(main, r, 0)).At(q))
	known, seen, _ := o.Common()
	require.Zero(t, known.At(q))
	require.Equal(t, a.Pos+1, seen.At(q))
	require.True(t, o.Done(o.AddThread(main), a), "a thread starts with what its maker has seen")

	o.Poll(main, Need{f, 1})
	require.Equal(t, a.Pos+1, o.Start(o.Submit(main, r, 0)).At(q))
}

// TestOpenRace: a signal after a wait that nothing ends yet is neither before nor after another one, until the wait has a signal.
func TestOpenRace(t *testing.T) {
	for _, behind := range []bool{true, false} { // the signal that ends the wait comes after the other one, or may come before it
		o := NewOrder()
		q1, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		o.QueueWait(main, q1, Need{g, 1}, 0)
		o.QueueSignal(main, q1, Need{f, 10}, 0)
		r := o.Race(main, main, Need{f, 0})
		require.False(t, r.Racing)
		require.Len(t, r.Open, 1)
		o.CPUSignal(main, Need{f, 0}, 0)
		racing, open := o.Decide(r.Signal, r.Open[0])
		require.False(t, racing)
		require.True(t, open)
		if behind {
			o.CPUSignal(main, Need{g, 1}, 0)
		} else {
			early := o.Race(main, q2, Need{f, 20})
			require.False(t, early.Racing, "it is asked for behind the signal of the CPU")
			require.Len(t, early.Open, 1)
			o.QueueSignal(main, q2, Need{f, 20}, 0)
			o.CPUSignal(main, Need{g, 1}, 0)
			racing, open = o.Decide(early.Signal, r.Open[0])
			require.True(t, racing, "the two queues have nothing to do with each other")
			require.False(t, open)
		}
		racing, open = o.Decide(r.Signal, r.Open[0])
		require.False(t, racing)
		require.False(t, open)
	}
}

// TestSinks: what goes up only once the signal is there is not taken down by it.
func TestSinks(t *testing.T) {
	for _, held := range []bool{true, false} {
		o := NewOrder()
		q1, q2, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
		if held {
			o.QueueWait(main, q1, Need{f, 1}, 0)
		}
		o.QueueSignal(main, q1, Need{f, 2}, 0)
		o.Submit(main, q2, 0)
		o.QueueWait(main, q2, Need{f, 2}, 0)
		require.Equal(t, !held, len(o.Overtaken(main, main, Need{f, 1})) > 0)
	}
}

// TestPollOfSeveral: a value that another agent may overtake says nothing of the agent that signals it; of one agent it does.
func TestPollOfSeveral(t *testing.T) {
	for _, several := range []bool{true, false} {
		o := NewOrder()
		q1, q2, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
		p := o.Submit(main, q1, 0)
		o.QueueSignal(main, q1, Need{f, 3}, 0)
		if several {
			o.QueueSignal(main, q2, Need{f, 4}, 0)
		} else {
			o.QueueSignal(main, q1, Need{f, 4}, 0)
		}
		o.Poll(main, Need{f, 3})
		require.Equal(t, !several, o.Done(main, p))
	}
}

// TestStuckSignalsEndNothing: a signal after a wait that nothing has ended cannot be what a thread has seen.
func TestStuckSignalsEndNothing(t *testing.T) {
	for _, stuck := range []bool{true, false} {
		o := NewOrder()
		q1, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		p := o.Submit(main, q1, 0)
		o.QueueSignal(main, q1, Need{f, 1}, 0)
		if !stuck {
			o.CPUSignal(main, Need{g, 1}, 0)
		}
		o.QueueWait(main, q2, Need{g, 1}, 0)
		o.QueueSignal(main, q2, Need{f, 2}, 0)
		o.CPUWait(main, Need{f, 1})
		require.Equal(t, stuck, o.Done(main, p))
	}
}
