package track

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// trees counts the trees of all clocks that an order keeps, each once.
func trees(o *Order) int {
	seen := map[any]bool{}
	count := func(c Clock) {
		c.Trees(func(tree any) bool {
			known := seen[tree]
			seen[tree] = true
			return !known
		})
	}
	for i := range o.agents {
		a := &o.agents[i]
		count(a.clock)
		count(a.floor)
		for k := range a.items.Len() {
			count(a.items.At(k).memo)
			count(a.items.At(k).issue)
			count(a.items.At(k).Gives)
		}
	}
	return len(seen)
}

// crowds are programs with n queues or threads.
var crowds = map[string]func(o *Order, n int){
	"queues that hand on": func(o *Order, n int) {
		before := -1
		for range n {
			q, f := o.AddQueue(), o.AddFence(0)
			if before >= 0 {
				o.QueueWait(main, q, Need{before, 1}, 0)
			}
			o.Submit(main, q, 0)
			o.QueueSignal(main, q, Need{f, 1}, 0)
			o.Start(Point{q, uint32(o.agents[q].items.Len())})
			before = f
		}
	},
	"queues that the CPU waits for in turns": func(o *Order, n int) {
		var q []Agent
		var f []int
		for range n {
			q, f = append(q, o.AddQueue()), append(f, o.AddFence(0))
		}
		for round := range uint64(3) {
			for i := range q {
				o.Submit(main, q[i], 0)
				o.QueueSignal(main, q[i], Need{f[i], round + 1}, 0)
				o.CPUWait(main, Need{f[i], round + 1})
			}
		}
	},
	"threads, each joined before the next": func(o *Order, n int) {
		q, f := o.AddQueue(), o.AddFence(0)
		for i := range n {
			t := o.AddThread(main)
			o.Submit(t, q, 0)
			o.QueueSignal(t, q, Need{f, uint64(i + 1)}, 0)
			o.CPUWait(t, Need{f, uint64(i + 1)})
			o.Join(main, t)
		}
	},
	"threads, all alive, that share a queue": func(o *Order, n int) {
		q := o.AddQueue()
		threads := make([]Agent, n)
		for i := range threads {
			threads[i] = o.AddThread(main)
		}
		for range 3 {
			for _, t := range threads {
				o.Submit(t, q, 0)
			}
		}
		for range n {
			o.Submit(main, q, 0)
			o.Submit(o.AddThread(main), q, 0)
		}
		o.Start(Point{q, uint32(o.agents[q].items.Len())})
	},
	"threads that hand one fence on": func(o *Order, n int) {
		var threads []Agent
		f := o.AddFence(0)
		for range n {
			threads = append(threads, o.AddThread(main))
		}
		for i, t := range threads {
			o.CPUWait(t, Need{f, uint64(i)})
			o.CPUSignal(t, Need{f, uint64(i + 1)}, 0)
		}
	},
	"threads that each wait for the end of the one before": func(o *Order, n int) {
		q, f := o.AddQueue(), o.AddFence(0)
		threads := []Agent{}
		for range n {
			threads = append(threads, o.AddThread(main))
		}
		for i, t := range threads {
			if i > 0 {
				o.Join(t, threads[i-1])
			}
			o.Submit(t, q, 0)
			o.QueueSignal(t, q, Need{f, uint64(i + 1)}, 0)
			o.CPUWait(t, Need{f, uint64(i + 1)})
		}
		o.Join(main, threads[n-1])
	},
	"threads, each with a queue, the last one joined first": func(o *Order, n int) {
		var threads []Agent
		for range n {
			t, q, f := o.AddThread(main), o.AddQueue(), o.AddFence(0)
			o.Submit(t, q, 0)
			o.QueueSignal(t, q, Need{f, 1}, 0)
			o.CPUWait(t, Need{f, 1})
			threads = append(threads, t)
		}
		for _, t := range slices.Backward(threads) {
			o.Join(main, t)
		}
	},
}

// TestCrowdsAreLinear: twice as many queues or threads cost about twice as much, and the clocks take about twice the memory.
func TestCrowdsAreLinear(t *testing.T) {
	for name, program := range crowds {
		t.Run(name, func(t *testing.T) {
			cost := func(n int) (steps, memory float64) {
				o := NewOrder()
				program(o, n)
				return float64(o.steps), float64(trees(o))
			}
			few, memory := cost(300)
			many, more := cost(1200)
			require.Greater(t, few, 300.0)
			require.LessOrEqual(t, many, 4*few*5/4)
			require.LessOrEqual(t, more, 4*memory*3/2+64)
		})
	}
}

// TestThreadsInNoOrderThatSignalOneFence: each wait of a queue is worked out with every thread that may end it, once, when somebody asks, and not
// with each signal anew.
func TestThreadsInNoOrderThatSignalOneFence(t *testing.T) {
	steps := func(n uint64) uint64 {
		o := NewOrder()
		q, f := o.AddQueue(), o.AddFence(0)
		for i := range n {
			o.QueueWait(main, q, Need{f, i + 1}, 0)
		}
		for i := range n {
			o.CPUSignal(o.AddThread(main), Need{f, i + 1}, 0)
		}
		o.Start(Point{q, uint32(n)})
		return o.steps
	}
	few, many := steps(60), steps(240)
	require.GreaterOrEqual(t, few, uint64(60*60/2), "a wait for i may end by n - i signals")
	require.LessOrEqual(t, many, 16*few*5/4)
}
