package explore

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
)

// play explores a script on a machine with two queues, and returns what it did in each run, with what was turned round.
func play(t *testing.T, limit int, script func(w *world)) (seen []string, turns []Turn, o Outcome) {
	t.Helper()
	x := New(limit)
	for {
		runs := x.Next(1)
		if len(runs) == 0 {
			return seen, turns, x.Outcome()
		}
		p, _ := profile.Find("default")
		s := sched.New(p, runs[0].Policy())
		g := s.NewGPU("gpu", p)
		w := &world{sim: s, event: s.NewEvent("done", false, false, 0), seen: make([]string, 1)}
		w.fences = []*sched.Fence{g.NewFence(0, "F", 0), g.NewFence(0, "G", 0)}
		for i, name := range []string{"a", "b"} {
			w.queues = append(w.queues, g.NewQueue(sched.QueueDesc{Kind: sched.Kind(i), Name: name}))
		}
		script(w)
		s.Drain()
		s.Shutdown()
		seen, turns = append(seen, w.seen[0]), append(turns, runs[0].Turned())
		x.Finish(runs[0])
	}
}

// poll asks for the value of a fence at a place.
func (w *world) poll(f *sched.Fence, place sched.Tag) uint64 {
	w.sim.Call(sched.CallSync)
	w.sim.Touch(sched.Touch{Kind: sched.Look, Object: f, Value: f.Value(), Tag: place})
	return f.Value()
}

// TestOrdered: where waits order all that touches the same, one run is all there is: queues may overlap as they like.
func TestOrdered(t *testing.T) {
	_, _, o := play(t, 100, func(w *world) {
		for i := range uint64(5) {
			w.queues[0].Submit(&commands{w, 0, []act{{kind: cellWrite, cell: 0}, {kind: cellWrite, cell: 0}}}, 0)
			w.queues[1].Submit(&commands{w, 0, []act{{kind: cellWrite, cell: 1}}}, 0)
			w.queues[0].Signal(w.fences[0], i+1, 0)
			w.queues[1].Wait(w.fences[0], i+1, 0)
			w.queues[1].Submit(&commands{w, 0, []act{{kind: cellWrite, cell: 0}}}, 0)
			w.queues[1].Signal(w.fences[1], i+1, 0)
			w.fences[1].SetEventOnCompletion(i+1, w.event, 0)
			w.sim.WaitEvent(w.event, sched.Infinite, 0)
			w.queues[0].Wait(w.fences[1], i+1, 0)
		}
	})
	require.Equal(t, Outcome{Runs: 1, Kinds: 1}, o)
}

// TestTurned: what is turned round is told in words.
func TestTurned(t *testing.T) {
	seen, turns, o := play(t, 100, func(w *world) {
		w.queues[0].Signal(w.fences[0], 7, 0)
		w.see(0, w.poll(w.fences[0], 1))
		w.sim.Work(1 << 20)
		w.see(0, w.poll(w.fences[0], 2))
	})
	require.Equal(t, []string{"0 7 ", "7 7 ", "0 0 "}, seen)
	require.Equal(t, []Turn{{},
		{`queue "a" signals fence "F" = 7`, `thread "main" looks at fence "F"`},
		{`thread "main" looks at fence "F"`, `queue "a" signals fence "F" = 7`}}, turns)
	require.Equal(t, Outcome{Runs: 3, Kinds: 3}, o)
}

// TestCommuting: additions may come in any order, and reads too; a write may not.
func TestCommuting(t *testing.T) {
	for kinds, want := range map[[2]int]int{{cellAdd, cellAdd}: 1, {cellRead, cellRead}: 1, {cellAdd, cellRead}: 2, {cellWrite, cellAdd}: 2, {cellWrite, cellWrite}: 2} {
		_, _, o := play(t, 100, func(w *world) {
			w.queues[0].Submit(&commands{w, 0, []act{{kind: kinds[0]}}}, 0)
			w.queues[1].Submit(&commands{w, 0, []act{{kind: kinds[1]}}}, 0)
		})
		require.Equal(t, want, o.Kinds, "%v", kinds)
	}
}

// TestSpins: a thread that asks in a loop asks in vain some times, not any number of times; one that does something between two questions is another
// matter.
func TestSpins(t *testing.T) {
	_, _, o := play(t, 1000, func(w *world) {
		w.queues[0].Signal(w.fences[0], 1, 0)
		for w.poll(w.fences[0], 1) < 1 {
			w.sim.Work(10)
		}
	})
	require.Equal(t, Outcome{Runs: Spins + 1, Kinds: Spins + 1, Spins: true}, o)
	_, _, o = play(t, 1000, func(w *world) {
		w.queues[0].Signal(w.fences[0], 1, 0)
		for range 6 {
			w.poll(w.fences[0], 1)
			w.queues[1].Signal(w.fences[1], 1, 0)
		}
	})
	require.Equal(t, Outcome{Runs: 7, Kinds: 7}, o, "before, between and behind six questions")
}

// TestLimit: no more runs than wanted, and it is said that there are others.
func TestLimit(t *testing.T) {
	_, _, o := play(t, 2, func(w *world) {
		w.queues[0].Signal(w.fences[0], 1, 0)
		w.poll(w.fences[0], 1)
		w.poll(w.fences[0], 2)
	})
	require.Equal(t, Outcome{Runs: 2, Kinds: 2, Left: true}, o)
}

// TestTimeouts: a wait with a timeout may end either way where the clock allows it.
func TestTimeouts(t *testing.T) {
	seen, _, _ := play(t, 100, func(w *world) {
		w.queues[0].Signal(w.fences[0], 1, 0)
		w.sim.Call(sched.CallSync)
		w.see(0, w.sim.WaitFence(w.fences[0], 1, 0, 1).Status)
		w.sim.Call(sched.CallSync)
		w.see(0, w.sim.WaitFence(w.fences[0], 1, 1<<20, 2).Status)
	})
	found := map[string]bool{}
	for _, s := range seen {
		found[s] = true
	}
	require.Equal(t, []string{fmt.Sprintf("%d %d ", sched.Satisfied, sched.Satisfied), fmt.Sprintf("%d %d ", sched.TimedOut, sched.Satisfied)}, sorted(found))
}

// TestSetTwice: a signal for which an event is armed twice sets it once if it comes before a wait for the event, and once more after that wait if the
// thread waits by then.
func TestSetTwice(t *testing.T) {
	seen, _, o := play(t, 100, func(w *world) {
		w.fences[0].SetEventOnCompletion(1, w.event, 0)
		w.queues[0].Signal(w.fences[0], 1, 0)
		w.sim.Work(1 << 20)
		w.sim.Call(sched.CallSync)
		w.fences[0].SetEventOnCompletion(1, w.event, 0)
		w.sim.Call(sched.CallSync)
		w.sim.WaitEvent(w.event, sched.Infinite, 0)
		w.sim.Call(sched.CallSync)
		w.see(0, uint64(w.sim.WaitEvent(w.event, 0, 0).Status))
	})
	require.False(t, o.Left)
	require.Contains(t, seen, fmt.Sprintf("%d ", sched.TimedOut))
	require.Contains(t, seen, fmt.Sprintf("%d ", 0))
}

// TestFirstOfSeveral: an event that any one of two values sets is set by the one that comes first, which may be either: what comes after the wait for
// the event is before the other one, or not.
func TestFirstOfSeveral(t *testing.T) {
	seen, turns, o := play(t, 100, func(w *world) {
		w.sim.SetEventOnFences(false, []sched.Need{{Fence: w.fences[0], Value: 1}, {Fence: w.fences[1], Value: 1}}, w.event, 0)
		w.queues[0].Signal(w.fences[0], 1, 0)
		w.queues[1].Signal(w.fences[1], 1, 0)
		w.sim.Call(sched.CallSync)
		w.sim.WaitEvent(w.event, sched.Infinite, 0)
		w.see(0, w.poll(w.fences[0], 1))
		w.see(0, w.poll(w.fences[1], 2))
	})
	require.False(t, o.Left)
	require.Subset(t, seen, []string{"0 1 ", "1 0 ", "1 1 "})
	require.Contains(t, turns, Turn{`queue "b" gives a value that sets event "done"`, `queue "a" gives a value that sets event "done"`})
}

// TestIdleAtAWait: a queue that is idle when it gets a wait is at it then, so a value that the fence has for a moment ends it; one that still does
// something may come too late. That the value was there before the wait orders nothing else.
func TestIdleAtAWait(t *testing.T) {
	seen, _, o := play(t, 100, func(w *world) {
		w.queues[0].Signal(w.fences[0], 1, 0)
		w.sim.Work(1 << 20)
		w.sim.Call(sched.CallSync)
		w.queues[0].Wait(w.fences[1], 1, 0)
		w.queues[0].Submit(&commands{w, 0, []act{{kind: cellRead}}}, 0)
		w.fences[1].Signal(1, 0)
		w.fences[1].Signal(0, 0)
	})
	require.False(t, o.Left)
	require.Contains(t, seen, "")
	require.Contains(t, seen, "0 ")
	seen, _, o = play(t, 100, func(w *world) {
		w.queues[0].Signal(w.fences[1], 1, 0)
		w.sim.Work(1 << 20)
		w.sim.Call(sched.CallSync)
		w.queues[0].Wait(w.fences[1], 1, 0)
		w.see(0, w.poll(w.fences[1], 1))
	})
	require.False(t, o.Left)
	require.Contains(t, seen, "0 ")
	require.Contains(t, seen, "1 ")
}
