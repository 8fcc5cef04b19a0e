package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// left is how many items are not forgotten.
func (o *Order) left() (n int) {
	for i := range o.agents {
		n += o.agents[i].items.Len()
	}
	return n
}

// waverer is a program of two threads that hand something round, and give to a queue.
type waverer struct {
	o               *Order
	one             Agent
	q               Agent
	there, back     int // fences
	opens, finished int
	rounds          uint64
}

func newWaverer() *waverer {
	w := &waverer{o: NewOrder()}
	w.one, w.q = w.o.AddThread(main), w.o.AddQueue()
	w.there, w.back, w.opens, w.finished = w.o.AddFence(0), w.o.AddFence(0), w.o.AddFence(0), w.o.AddFence(0)
	return w
}

// round lets both threads know all that the other one does.
func (w *waverer) round() {
	w.rounds++
	w.o.CPUSignal(main, Need{w.there, w.rounds}, 0)
	w.o.CPUWait(w.one, Need{w.there, w.rounds})
	w.o.CPUSignal(w.one, Need{w.back, w.rounds}, 0)
	w.o.CPUWait(main, Need{w.back, w.rounds})
}

// most plays rounds, and returns how many items there were at most after one.
func (w *waverer) most(rounds int) (n int) {
	for range rounds {
		w.round()
		n = max(n, w.o.left())
	}
	return n
}

// open gives the queue a wait of one thread, and then a signal, which says that the wait has ended.
func (w *waverer) open(by Agent) {
	w.o.QueueWait(by, w.q, Need{w.opens, 1}, 0)
	w.o.QueueSignal(by, w.q, Need{w.finished, 1}, 0)
}

// end ends the wait, and lets both threads know that.
func (w *waverer) end() {
	w.o.CPUSignal(main, Need{w.opens, 1}, 0)
	w.o.CPUWait(main, Need{w.finished, 1})
	w.o.CPUWait(w.one, Need{w.finished, 1})
}

// TestKeptForAWaver: as long as a queue to which two threads give has a wait that is not known to have ended, what both of them know is kept, up to a
// bound. A queue that one thread uses, and one that was removed, keep nothing, and neither does a wait that has ended.
func TestKeptForAWaver(t *testing.T) {
	for _, tt := range []struct {
		name  string
		begin func(w *waverer)
		keeps bool
	}{
		{"the queue has no wait", func(w *waverer) { w.o.Submit(main, w.q, 0); w.o.Submit(w.one, w.q, 0) }, false},
		{"one thread gives to the queue", func(w *waverer) { w.o.Submit(w.one, w.q, 0); w.open(w.one) }, false},
		{"two threads do, and the first one waits", func(w *waverer) { w.o.Submit(w.one, w.q, 0); w.open(main) }, true},
		{"two threads do, and the second one waits", func(w *waverer) { w.o.Submit(main, w.q, 0); w.open(w.one) }, true},
		{"the queue is removed", func(w *waverer) { w.o.Submit(main, w.q, 0); w.open(w.one); w.o.Remove([]Agent{w.q}) }, false},
		{"the wait has ended", func(w *waverer) { w.o.Submit(main, w.q, 0); w.open(w.one); w.end() }, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWaverer()
			tt.begin(w)
			few := w.o.left()
			most := w.most(1000)
			require.LessOrEqual(t, most, maxStays+8, "the bound holds, but for a round")
			if !tt.keeps {
				require.LessOrEqual(t, most, few+8)
				return
			}
			require.Greater(t, most, maxStays-8)
			w.end()
			w.round()
			require.Less(t, w.most(100), 16, "the wait has ended")
		})
	}
}

// TestForgottenAfterAWaver: what was kept for a wait goes as soon as both threads know that it has ended.
func TestForgottenAfterAWaver(t *testing.T) {
	w := newWaverer()
	w.o.Submit(main, w.q, 0)
	w.open(w.one)
	first := w.o.Next(main)
	before := w.most(20)
	require.Greater(t, before, 80, "each round is four items")
	w.round()
	require.Less(t, w.o.agents[main].base, first.Pos)
	w.end()
	w.round()
	require.Less(t, w.o.left(), 16)
	require.Greater(t, w.o.agents[main].base, first.Pos)
}

// TestKeptIsSearched: what both threads know is kept with a wait that it may have ended, so that a search among the runs sees it.
func TestKeptIsSearched(t *testing.T) {
	for _, both := range []bool{false, true} {
		w := newWaverer()
		w.o.Submit(main, w.q, 0)
		wait := w.o.QueueWait(w.one, w.q, Need{w.opens, 1}, 0)
		reader := w.o.Submit(w.one, w.q, 0)
		before := w.o.Touch(main, true)
		w.o.CPUSignal(main, Need{w.opens, 1}, 0)
		if both {
			w.o.CPUSignal(w.one, Need{w.opens, 1}, 0)
		}
		w.most(10)
		require.Less(t, w.o.agents[main].base, before.Pos, "kept, though both threads know of it")
		require.Less(t, w.o.agents[wait.Queue].base, wait.Pos)
		require.Equal(t, !both, w.o.Certain(before, reader), "the other signal may have ended the wait")
	}
}

// TestHolds: the bound counts the items of all agents.
func TestHolds(t *testing.T) {
	o := NewOrder()
	o.Hold()
	q, r := o.AddQueue(), o.AddQueue()
	for range 3 {
		o.Submit(main, q, 0)
		o.Submit(main, r, 0)
	}
	n := o.left()
	require.GreaterOrEqual(t, n, 6)
	require.True(t, o.holds(n))
	require.False(t, o.holds(n-1))
}
