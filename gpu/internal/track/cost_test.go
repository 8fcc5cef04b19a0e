package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// effortOfRewinds is how many waits are worked out for fences that go up and down between two queues n times, never observed, then observed once.
func effortOfRewinds(n uint64) uint64 {
	o := NewOrder()
	q1, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
	for i := range n {
		o.QueueSignal(main, q1, Need{f, i % 3}, 0)
		o.QueueWait(main, q2, Need{f, 1 + i%2}, 0)
		o.QueueSignal(main, q2, Need{g, i % 3}, 0)
		o.QueueWait(main, q1, Need{g, 1 + i%2}, 0)
	}
	o.CPUWait(main, Need{g, 1})
	return o.efforts
}

// TestManyRewindsStayCheap: each wait depends on all signals of the other queue, and these on its waits. Following every path would double the effort with
// each round; a wait is worked out once in a pass, so twice as many rounds cost twice as much, and a few passes more.
func TestManyRewindsStayCheap(t *testing.T) {
	few, many := effortOfRewinds(24), effortOfRewinds(48)
	require.GreaterOrEqual(t, few, uint64(24), "half of the waits stand before what is observed, at least")
	require.LessOrEqual(t, many, 3*few)
}

// effortOfTurns is how many waits are worked out where two queues hand one fence to and fro n times, and somebody asks with each signal whether it is ordered.
// cpu: a thread waits two rounds behind.
func effortOfTurns(n uint64, cpu bool) uint64 {
	o := NewOrder()
	q1, q2, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
	signal := func(q Agent, v uint64) {
		if r := o.Race(main, q, Need{f, v}); r.Racing || len(r.Open) > 0 {
			panic("the signals are ordered")
		}
		o.QueueSignal(main, q, Need{f, v}, 0)
	}
	for i := range n {
		signal(q1, 2*i+1)
		o.QueueWait(main, q2, Need{f, 2*i + 1}, 0)
		signal(q2, 2*i+2)
		o.QueueWait(main, q1, Need{f, 2*i + 2}, 0)
		if cpu && i >= 2 {
			o.CPUWait(main, Need{f, 2 * (i - 1)})
		}
	}
	o.CPUWait(main, Need{f, 2 * n})
	return o.efforts
}

// TestTurnsOfAFenceAreLinear: a signal behind all waits for its fence changes nothing that was worked out, so that each wait is worked out about once.
func TestTurnsOfAFenceAreLinear(t *testing.T) {
	for _, cpu := range []bool{false, true} {
		few, many := effortOfTurns(200, cpu), effortOfTurns(400, cpu)
		require.GreaterOrEqual(t, few, uint64(200))
		require.LessOrEqual(t, many, 2*few+8)
		require.LessOrEqual(t, many, uint64(4*400))
	}
}
