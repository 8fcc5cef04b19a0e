package track

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/track/internal/runs"
)

// step is a call of the main thread: for a queue, or, where that is main, of its own.
type step struct {
	queue Agent
	kind  runs.Kind
	need  Need
}

func (s step) String() string {
	return fmt.Sprintf("%d %s %v", s.queue, [...]string{"works", "signals", "waits"}[s.kind], s.need)
}

// scene is a small program of one thread and some queues, of which every run is looked at.
type scene struct {
	queues int
	steps  []step
	of     [][]int      // by agent: its steps
	before []uint64     // by step: which steps are finished in every run in which it is next and can go on; nothing is next in no run
	seen   map[any]bool // states that were looked at
	ends   bool         // a run comes to the last call
}

func randomScene(r *rand.Rand) *scene {
	s := &scene{queues: 2 + r.Intn(2)}
	for range 5 + r.Intn(8) {
		kind, q := runs.Kind(r.Intn(3)), Agent(r.Intn(s.queues+1))
		if q == main && kind == itemWork {
			kind = itemWait
		}
		s.steps = append(s.steps, step{q, kind, Need{r.Intn(2), uint64(r.Intn(4))}})
	}
	return s
}

// moment is a state of a run: how many steps of each agent are finished, and the values of the fences.
type moment struct {
	done   [4]int
	fences [2]uint64
}

func (s *scene) run() {
	s.of, s.before, s.seen = make([][]int, s.queues+1), make([]uint64, len(s.steps)), map[any]bool{}
	for i, st := range s.steps {
		s.of[st.queue] = append(s.of[st.queue], i)
		s.before[i] = 1<<len(s.steps) - 1
	}
	s.look(moment{})
}

// look goes on from a moment in every way.
func (s *scene) look(m moment) {
	if s.seen[m] {
		return
	}
	s.seen[m] = true
	finished, given := uint64(0), len(s.steps)
	for a, of := range s.of {
		for _, i := range of[:m.done[a]] {
			finished |= 1 << i
		}
	}
	if own := s.of[main]; m.done[main] < len(own) {
		given = own[m.done[main]] // what comes after it is not given
	} else {
		s.ends = true
	}
	for a, of := range s.of {
		if m.done[a] == len(of) || of[m.done[a]] > given {
			continue
		}
		i, next := of[m.done[a]], m
		switch st := s.steps[i]; {
		case st.kind == itemWait && m.fences[st.need.Fence] < st.need.Value:
			continue
		case st.kind == itemSignal:
			next.fences[st.need.Fence] = st.need.Value
		}
		s.before[i] &= finished
		next.done[a]++
		s.look(next)
	}
}

// tell tells the program to an order, and returns the items of the queues.
func (s *scene) tell(o *Order, curious bool) []Point {
	for range s.queues {
		o.AddQueue()
	}
	o.AddFence(0)
	o.AddFence(0)
	items := make([]Point, len(s.steps))
	for i, st := range s.steps {
		switch {
		case st.queue == main && st.kind == itemSignal:
			o.CPUSignal(main, st.need, 0)
		case st.queue == main:
			o.CPUWait(main, st.need)
		case st.kind == itemSignal:
			items[i] = o.QueueSignal(main, st.queue, st.need, 0)
		case st.kind == itemWait:
			items[i] = o.QueueWait(main, st.queue, st.need, 0)
		default:
			items[i] = o.Submit(main, st.queue, 0)
		}
		if p := items[i*5/7]; curious && p.Pos > o.agents[p.Queue].base {
			o.Start(p)
		}
	}
	return items
}

// TestForgottenAgainstEverySchedule: the CPU waits now and then, so signals are forgotten that may have ended waits which are still there. What comes
// before an item is what an order says that forgets nothing, and true in every run. One that keeps no signal for a wait knows less.
func TestForgottenAgainstEverySchedule(t *testing.T) {
	scenes := *programs
	if testing.Short() {
		scenes = 300
	}
	checked, forgotten := 0, 0
	for seed := range scenes {
		s := randomScene(rand.New(rand.NewSource(int64(seed))))
		if s.run(); !s.ends {
			continue
		}
		whole, o, hasty := NewOrder(), NewOrder(), NewOrder()
		whole.Hold()
		o.shedAt, hasty.shedAt, hasty.maxHeld = 1, 1, 0 // the last one keeps no signal for a wait
		o.maxStays, hasty.maxStays = 0, 0               // and both forget also what comes in no order with what is left
		s.tell(whole, false)
		s.tell(hasty, false)
		items := s.tell(o, seed%2 == 0)
		known := o.Knows(main)
		for i, p := range items {
			if p.Pos == 0 || p.Pos <= o.agents[p.Queue].base || s.before[i] == 1<<len(s.steps)-1 {
				continue
			}
			got, want, less := o.Start(p), whole.Start(p), hasty.Start(p)
			for k, x := range items {
				if x.Pos == 0 || x.Pos <= known.At(x.Queue) {
					continue
				}
				says := got.At(x.Queue) >= x.Pos
				require.True(t, says || less.At(x.Queue) < x.Pos, "program %d: %v\nitem %v before %v, if no signal is kept for a wait", seed, s.steps, x, p)
				require.Equal(t, want.At(x.Queue) >= x.Pos, says, "program %d: %v\nitem %v before %v, other than without forgetting", seed, s.steps, x, p)
				require.False(t, says && s.before[i]>>k&1 == 0, "program %d: %v\n%v is not before %v in every run", seed, s.steps, x, p)
			}
			checked++
			if len(o.fences[0].Signals) < len(whole.fences[0].Signals) {
				forgotten++
			}
		}
	}
	require.Greater(t, checked, scenes/2)
	require.Greater(t, forgotten, scenes/10)
}

// TestForgottenSignalsAreAsked are programs in which what a wait gives, after the signal that may have ended it is forgotten, says which values of
// another fence it came after.
func TestForgottenSignalsAreAsked(t *testing.T) {
	for _, lowered := range []bool{true, false} {
		o := NewOrder()
		o.maxStays = 0
		a, b, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		o.CPUSignal(main, Need{g, 3}, 0)
		o.QueueWait(main, b, Need{f, 2}, 0)
		o.QueueWait(main, b, Need{g, 3}, 0)
		reader := o.Submit(main, b, 0)
		signal := o.QueueSignal(main, a, Need{g, 3}, 0)
		if lowered {
			o.CPUSignal(main, Need{g, 2}, 0)
		}
		o.CPUSignal(main, Need{f, 4}, 0)
		o.CPUWait(main, Need{f, 2})
		require.Empty(t, o.fences[f].Signals, "forgotten")
		require.Equal(t, lowered, o.Start(reader).At(a) >= signal.Pos, "behind F = 4, and so behind G = 2: then the queue's signal has ended the wait for G")
	}
}

// TestHeldSignals: a wait of which nobody knows that it has ended keeps the signals of a fence that goes down, but no more than so many. Then it
// gives nothing. One that its queue never comes to keeps none.
func TestHeldSignals(t *testing.T) {
	for _, dead := range []bool{false, true} {
		o := NewOrder()
		a, b, f, g, never := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0), o.AddFence(0)
		work := o.Submit(main, a, 0)
		if dead {
			o.QueueWait(main, b, Need{never, 1}, 0)
		}
		o.QueueWait(main, b, Need{f, 1}, 0)
		reader := o.Submit(main, b, 0)
		most := 0
		for n := uint64(1); n <= 4*maxHeld; n++ {
			o.QueueSignal(main, a, Need{f, 1}, 0)
			o.QueueSignal(main, a, Need{f, 0}, 0)
			o.QueueSignal(main, a, Need{g, n}, 0)
			o.CPUWait(main, Need{g, n})
			most = max(most, len(o.fences[f].Signals))
			if n == 100 {
				require.Equal(t, !dead, o.Start(reader).At(a) >= work.Pos)
				require.Equal(t, dead, len(o.fences[f].Signals) < 100)
			}
		}
		require.LessOrEqual(t, most, 2*maxHeld)
		require.Equal(t, dead, most < 100)
		require.Equal(t, dead, o.Stuck(reader))
		require.Less(t, o.Start(reader).At(a), work.Pos)
	}
}
