package sched

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// othersStory is three threads of which one calls Others, and what they have done in the order of that.
func othersStory(policy Policy, main func(w *world, f *Fence, say func(string))) (got []string) {
	w := newWorld(bare(), policy)
	defer w.Shutdown()
	f := w.fence("F")
	say := func(what string) { got = append(got, what) }
	w.Go("a", func() {
		for range 3 {
			w.Charge(5)
			say("a")
		}
		w.WaitFence(f, 1, Infinite, 0)
		say("a behind F")
	})
	main(w, f, say)
	return got
}

// TestOthers: a thread that lets the others go on sees all that they do until they wait for it, whatever the schedule.
func TestOthers(t *testing.T) {
	for seed := range uint64(50) {
		var policy Policy
		if seed > 0 {
			policy = Random(seed)
		}
		got := othersStory(policy, func(w *world, f *Fence, say func(string)) {
			w.Others(0, always)
			say("main")
			f.Signal(1, 0)
			require.Nil(t, w.Drain())
		})
		require.Equal(t, []string{"a", "a", "a", "main", "a behind F"}, got, "seed %d", seed)
	}
}

// TestOthersAlone: where there is no other thread, or all has ended, nobody waits.
func TestOthersAlone(t *testing.T) {
	w := newWorld(bare(), nil)
	w.Others(0, always)
	require.Equal(t, Time(0), w.Now())
	w.Shutdown()
	w.Others(0, always)
}

// TestOthersWithTheGPU: what the GPU does happens, too, and what waits for that.
func TestOthersWithTheGPU(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, f, woken := w.queue(Direct, 0, "q"), w.fence("F"), false
	w.Go("a", func() {
		w.WaitFence(f, 1, Infinite, 0)
		woken = true
	})
	q.Submit(batch(1000), 0)
	q.Signal(f, 1, 0)
	w.Others(0, always)
	require.True(t, woken)
	require.Equal(t, Time(1000), w.Now())
}

// TestOthersOfSeveral: of threads that wait so the eldest goes on first, whichever came last, and the next one when that cannot go on.
func TestOthersOfSeveral(t *testing.T) {
	for seed := range uint64(20) {
		w := newWorld(bare(), Random(seed))
		var got []string
		for i := range 3 {
			w.Go(fmt.Sprint(i), func() {
				w.Charge(Time(10 - i))
				w.Others(0, always)
				got = append(got, fmt.Sprint(i))
				w.Charge(100)
				got = append(got, fmt.Sprint(i))
			})
		}
		require.Nil(t, w.Drain())
		require.Equal(t, []string{"0", "0", "1", "1", "2", "2"}, got)
		w.Shutdown()
	}
}

// TestOthersThatPoll: a thread that never stops is waited for so long, and no longer.
func TestOthersThatPoll(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	polls, done := 0, false
	w.Go("a", func() {
		for !done {
			w.Charge(1)
			polls++
		}
	})
	w.Others(0, always)
	done = true
	require.InDelta(t, patience, polls, 2)
	require.Nil(t, w.Drain())
}

func always() bool { return true }
