package sched

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
)

// first is the timeline by way of the general path: it always takes the first
// choice, and checks that the choices come in its order.
type first struct{ t *testing.T }

func (f first) Pick(choices []Choice) int {
	require.GreaterOrEqual(f.t, len(choices), 2)
	for i := range choices[1:] {
		require.LessOrEqual(f.t, choices[i].At, choices[i+1].At)
	}
	return 0
}

// The fast path and the general path are two implementations of one order.
func TestTimelineEqualsFirstChoice(t *testing.T) {
	for _, p := range profile.All() {
		fast, slow := newWorld(p, Timeline()), newWorld(p, first{t})
		require.Nil(t, fast.policy)
		require.Equal(t, busyScript(fast), busyScript(slow), p.Name)
		fast.Shutdown()
		slow.Shutdown()
	}
}

func TestRandomIsReproducible(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		var runs [2]string
		for i := range runs {
			w := newWorld(defaultProfile(), Random(seed))
			runs[i] = busyScript(w)
			w.Shutdown()
		}
		require.Equal(t, runs[0], runs[1])
		seen[runs[0]] = true
	}
	require.Len(t, seen, 20, "every seed is a schedule of its own")
}

// SplitMix64 as published: the first outputs for seed 0.
func TestRandomGenerator(t *testing.T) {
	r := random{}
	require.Equal(t, uint64(0xe220a8397b1dcdaf), r.next())
	require.Equal(t, uint64(0x6e789e6aa1b965f4), r.next())
}

// Every schedule keeps what is promised in all: the order of a queue, waits
// after signals, one command an engine, monotone time.
func TestRandomSchedulesAreLegal(t *testing.T) {
	for seed := range uint64(200) {
		w := newWorld(defaultProfile(), Random(seed))
		f := w.fence("F")
		k, d, d2 := w.queue(Copy, 0, "k"), w.queue(Direct, 0, "d"), w.queue(Direct, 100, "d2")
		var got []string
		add := func(q *Queue, name string) {
			b := batch(10, 10)
			b.step = func(i int) { got = append(got, fmt.Sprint(name, i)) }
			q.Submit(b, 0)
		}
		w.Go("waiter", func() {
			require.Equal(t, Satisfied, w.WaitFence(f, 1, Infinite, 0).Status)
			got = append(got, "cpu")
		})
		d.Wait(f, 1, 0)
		add(d, "d")
		w.Charge(10)
		add(d2, "e")
		add(k, "k")
		w.Charge(10)
		k.Signal(f, 1, 0)
		require.Nil(t, w.Drain())
		all := strings.Join(got, " ")
		order := func(names ...string) {
			for i := range names[1:] {
				require.Less(t, strings.Index(all, names[i]), strings.Index(all, names[i+1]), "seed %d: %s", seed, all)
			}
		}
		order("k0", "k1", "d0", "d1")
		order("k1", "cpu")
		order("e0", "e1")
		require.Len(t, got, 7)
		checkTape(t, w.tape)
		w.Shutdown()
	}
}

// checkTape holds that time never runs back and that no engine is used twice.
func checkTape(t *testing.T, tp *tape) {
	t.Helper()
	var last Time
	busy := map[string]bool{}
	for _, l := range tp.lines {
		var at Time
		_, err := fmt.Sscan(l, &at)
		require.NoError(t, err)
		require.GreaterOrEqual(t, at, last, l)
		last = at
		words := strings.Fields(l)
		_, engine, _ := strings.Cut(l, " on ")
		switch words[1] {
		case "start":
			require.False(t, busy[engine], l)
			busy[engine] = true
		case "done":
			busy[engine] = false
		}
	}
}

// Random schedules reach both orders of two unordered batches, though the
// timeline has one of them only, and although one has the higher priority.
func TestRandomReachesOtherOrders(t *testing.T) {
	orders := map[string]int{}
	for seed := range uint64(40) {
		w := newWorld(defaultProfile(), Random(seed))
		var got string
		for i, name := range []string{"a", "b"} {
			b := batch(10)
			b.step = func(int) { got += name }
			w.queue(Direct, i*100, name).Submit(b, 0)
		}
		require.Nil(t, w.Drain())
		orders[got]++
		w.Shutdown()
	}
	require.Greater(t, orders["ab"], 5)
	require.Greater(t, orders["ba"], 5)
}

// A timeout is not drawn before its time while something else can happen.
func TestRandomTimeouts(t *testing.T) {
	for seed := range uint64(50) {
		w := newWorld(bare(), Random(seed))
		q, f := w.queue(Direct, 0, "q"), w.fence("F")
		q.Submit(batch(10), 0)
		q.Signal(f, 1, 0)
		require.Equal(t, Satisfied, w.WaitFence(f, 1, 1000, 0).Status)
		require.Equal(t, TimedOut, w.WaitFence(f, 2, 1000, 0).Status)
		w.Shutdown()
	}
}

// stubborn picks the same number always.
type stubborn int

func (s stubborn) Pick([]Choice) int {
	if s == 0 {
		panic("enough")
	}
	return int(s)
}

// A policy may end an exploration by a panic, also while a thread ends.
func TestPolicyPanicReachesMain(t *testing.T) {
	for policy, want := range map[stubborn]string{0: "enough", -1: "BUG: the policy picks what is no choice", 99: "BUG: the policy picks what is no choice"} {
		w := newWorld(bare(), policy)
		e := w.NewEvent("e", false, false, 0)
		w.Go("a", func() { w.Go("b", func() {}); w.Go("c", func() {}) })
		require.Equal(t, want, caught(t, func() { w.WaitEvent(e, Infinite, 0) }))
		w.Shutdown()
	}
	require.Zero(t, Timeline().Pick(nil))
}
