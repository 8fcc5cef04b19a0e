package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// effortOfRewinds is how many waits are worked out for fences that go up and down between two queues n times, never observed, then observed once.
func effortOfRewinds(n uint64, dead bool) uint64 {
	o := NewOrder()
	q1, q2, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
	for i := range n {
		value := 1 + i%2
		if dead {
			value = i % 3 // the first round waits for what the second one signals
		}
		o.QueueSignal(main, q1, Need{f, value}, 0)
		o.QueueWait(main, q2, Need{f, 1 + i%2}, 0)
		o.QueueSignal(main, q2, Need{g, value}, 0)
		o.QueueWait(main, q1, Need{g, 1 + i%2}, 0)
	}
	o.Start(Point{q2, uint32(2 * n)})
	o.CPUWait(main, Need{g, 1})
	return o.efforts
}

// TestManyRewindsStayCheap: each wait depends on all signals of the other queue, and these on its waits. Following every path would double the effort
// with each round; a wait is worked out once in a pass, so twice as many rounds cost twice as much, and a few passes more. Behind a wait that never
// ends none is worked out.
func TestManyRewindsStayCheap(t *testing.T) {
	few, many := effortOfRewinds(24, false), effortOfRewinds(48, false)
	require.GreaterOrEqual(t, few, uint64(24), "half of the waits stand before what is observed, at least")
	require.LessOrEqual(t, many, 3*few)
	few, many = effortOfRewinds(24, true), effortOfRewinds(48, true)
	require.GreaterOrEqual(t, few, uint64(2), "those at which the queues stay")
	require.LessOrEqual(t, many, few+8)
}

// effortOfTurns is how many waits are worked out where two queues hand one fence to and fro n times, and somebody asks with each signal whether it is
// ordered. cpu: a thread waits two rounds behind.
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

// TestTurnsOfAFenceAreLinear: a signal after all waits for its fence changes nothing that was worked out, so that each wait is worked out about once.
func TestTurnsOfAFenceAreLinear(t *testing.T) {
	for _, cpu := range []bool{false, true} {
		few, many := effortOfTurns(200, cpu), effortOfTurns(400, cpu)
		require.GreaterOrEqual(t, few, uint64(200))
		require.LessOrEqual(t, many, 2*few+8)
		require.LessOrEqual(t, many, uint64(4*400))
	}
}

// rounds are programs of n rounds whose queues are never looked at by a CPU before the end. In each of them something is issued before what it waits
// for.
var rounds = map[string]func(o *Order, n uint64){
	"a fence a queue, consumers first": func(o *Order, n uint64) {
		a, b, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		for i := uint64(1); i <= n; i++ {
			o.QueueWait(main, b, Need{f, i}, 0)
			o.Submit(main, b, 0)
			o.QueueSignal(main, b, Need{g, i}, 0)
			o.Submit(main, a, 0)
			o.QueueSignal(main, a, Need{f, i}, 0)
			o.QueueWait(main, a, Need{g, i}, 0)
		}
	},
	"one fence, consumers first": func(o *Order, n uint64) {
		a, b, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
		for i := uint64(1); i <= n; i++ {
			o.QueueWait(main, b, Need{f, 2*i - 1}, 0)
			o.Race(main, b, Need{f, 2 * i})
			o.QueueSignal(main, b, Need{f, 2 * i}, 0)
			o.Race(main, a, Need{f, 2*i - 1})
			o.Overtaken(main, a, Need{f, 2*i - 1})
			o.QueueSignal(main, a, Need{f, 2*i - 1}, 0)
			o.QueueWait(main, a, Need{f, 2 * i}, 0)
		}
	},
	"four queues in a ring, the last one first": func(o *Order, n uint64) {
		var q [4]Agent
		var f [4]int
		for k := range q {
			q[k], f[k] = o.AddQueue(), o.AddFence(0)
		}
		for i := uint64(1); i <= n; i++ {
			for k := len(q) - 1; k >= 0; k-- {
				if k > 0 || i > 1 {
					o.QueueWait(main, q[k], Need{f[(k+3)%4], i - uint64((4-k)/4)}, 0)
				}
				o.Submit(main, q[k], 0)
				o.QueueSignal(main, q[k], Need{f[k], i}, 0)
			}
		}
	},
	"a fence a step, the last one first": func(o *Order, n uint64) {
		q := [2]Agent{o.AddQueue(), o.AddQueue()}
		for i := n; i > 0; i-- {
			f := o.AddFence(0)
			o.QueueWait(main, q[i%2], Need{f, 1}, 0)
			o.QueueSignal(main, q[(i+1)%2], Need{f, 1}, 0)
		}
	},
	"all waits first": func(o *Order, n uint64) {
		q, f := o.AddQueue(), o.AddFence(0)
		for i := range n {
			o.QueueWait(main, q, Need{f, i + 1}, 0)
			o.Submit(main, q, 0)
		}
		for i := range n {
			o.CPUSignal(main, Need{f, i + 1}, 0)
		}
	},
	"a fence that is set back in each round": func(o *Order, n uint64) {
		a, b, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		for i := range n {
			o.QueueSignal(main, a, Need{f, 1}, 0)
			o.QueueWait(main, b, Need{f, 1}, 0)
			o.QueueSignal(main, b, Need{g, i + 1}, 0)
			o.QueueWait(main, a, Need{g, i + 1}, 0)
			o.QueueSignal(main, a, Need{f, 0}, 0)
		}
	},
	"a fence that the CPU sets back": func(o *Order, n uint64) {
		q, f, g := o.AddQueue(), o.AddFence(0), o.AddFence(0)
		for i := range n {
			o.QueueWait(main, q, Need{f, 1}, 0)
			o.QueueSignal(main, q, Need{g, i + 1}, 0)
			o.CPUSignal(main, Need{f, 1}, 0)
			o.CPUWait(main, Need{g, i + 1})
			o.CPUSignal(main, Need{f, 0}, 0)
		}
	},
	"queues that hand one fence on": func(o *Order, n uint64) {
		f := o.AddFence(0)
		for i := range n {
			q := o.AddQueue()
			o.QueueWait(main, q, Need{f, i}, 0)
			o.Submit(main, q, 0)
			o.Race(main, q, Need{f, i + 1})
			o.QueueSignal(main, q, Need{f, i + 1}, 0)
		}
		o.CPUWait(main, Need{f, n})
	},
	"queues that all wait before a fence is handed on": func(o *Order, n uint64) {
		q, f := make([]Agent, n), o.AddFence(0)
		for i := range n {
			q[i] = o.AddQueue()
			o.QueueWait(main, q[i], Need{f, i}, 0)
		}
		for i := range n {
			o.QueueSignal(main, q[i], Need{f, i + 1}, 0)
		}
	},
	"queues that hand one fence on, the last one first": func(o *Order, n uint64) {
		f := o.AddFence(0)
		for i := n; i > 0; i-- {
			q := o.AddQueue()
			o.QueueWait(main, q, Need{f, i - 1}, 0)
			o.QueueSignal(main, q, Need{f, i}, 0)
		}
		o.CPUWait(main, Need{f, n})
	},
	"four queues in a ring that hand one fence on, the last one first": func(o *Order, n uint64) {
		q, f := [4]Agent{o.AddQueue(), o.AddQueue(), o.AddQueue(), o.AddQueue()}, o.AddFence(0)
		for i := range n {
			for k := uint64(4); k > 0; k-- {
				o.QueueWait(main, q[k-1], Need{f, 4*i + k - 1}, 0)
				o.QueueSignal(main, q[k-1], Need{f, 4*i + k}, 0)
			}
		}
	},
	"queues that hand a fence on through others, and the CPU waits": func(o *Order, n uint64) {
		f, g := o.AddFence(0), o.AddFence(0)
		for i := range n {
			a, b := o.AddQueue(), o.AddQueue()
			o.QueueSignal(main, a, Need{g, i + 1}, 0)
			o.QueueWait(main, b, Need{g, i + 1}, 0)
			o.QueueSignal(main, b, Need{f, i + 1}, 0)
			o.CPUWait(main, Need{f, i + 1})
		}
	},
	"an event that is set for ever": func(o *Order, n uint64) {
		q, f, e := o.AddQueue(), o.AddFence(0), o.AddEvent(true, false)
		for i := range n {
			o.QueueSignal(main, q, Need{f, i + 1}, 0)
			o.Arm(main, e, []Need{{f, i + 1}}, true)
			o.WaitEvent(main, e)
			o.CPUWait(main, Need{f, i + 1})
		}
	},
	"an event that is set for ever, and nobody else looks": func(o *Order, n uint64) {
		q, f, e := o.AddQueue(), o.AddFence(0), o.AddEvent(true, false)
		for i := range n {
			o.QueueSignal(main, q, Need{f, i + 1}, 0)
			o.Arm(main, e, []Need{{f, i + 1}}, true)
			o.Setters(e)
			o.WaitEvent(main, e)
		}
	},
	"threads that end one after the other": func(o *Order, n uint64) {
		q, f := o.AddQueue(), o.AddFence(0)
		for i := range n {
			t := o.AddThread(main)
			o.Submit(t, q, 0)
			o.QueueSignal(t, q, Need{f, i + 1}, 0)
			o.CPUWait(t, Need{f, i + 1})
			o.Join(main, t)
		}
	},
	"threads that each signal one fence": func(o *Order, n uint64) {
		q, f, g := o.AddQueue(), o.AddFence(0), o.AddFence(0)
		for i := range n {
			t := o.AddThread(main)
			o.CPUSignal(t, Need{f, i + 1}, 0)
			o.Join(main, t)
			o.QueueWait(main, q, Need{f, i + 1}, 0)
			o.QueueSignal(main, q, Need{g, i + 1}, 0)
			o.CPUWait(main, Need{g, i + 1})
		}
	},
	"an event that is asked for twice and waited for once": func(o *Order, n uint64) {
		q, f, e := o.AddQueue(), o.AddFence(0), o.AddEvent(false, false)
		for i := range n {
			o.QueueSignal(main, q, Need{f, i + 1}, 0)
			o.Arm(main, e, []Need{{f, i + 1}}, true)
			o.Arm(main, e, []Need{{f, i + 1}}, true)
			o.WaitEvent(main, e)
			o.CPUWait(main, Need{f, i + 1})
		}
	},
	"an event that two threads ask for and wait for in no order": func(o *Order, n uint64) {
		e := o.AddEvent(false, false)
		threads := []Agent{o.AddThread(main), o.AddThread(main)}
		queues, fences := []Agent{o.AddQueue(), o.AddQueue()}, []int{o.AddFence(0), o.AddFence(0)}
		for i := range n {
			for k, t := range threads {
				o.QueueSignal(t, queues[k], Need{fences[k], i + 1}, 0)
				o.Arm(t, e, []Need{{fences[k], i + 1}}, true)
			}
			for _, t := range threads {
				o.WaitEvent(t, e)
			}
			common, _, _ := o.Common()
			o.Forget(common)
		}
	},
	"waits for the first of many signals": func(o *Order, n uint64) {
		a, b, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
		for i := range n {
			o.QueueSignal(main, a, Need{f, i + 1}, 0)
		}
		for i := range n {
			o.QueueWait(main, b, Need{f, i + 1}, 0)
			o.CPUWait(main, Need{f, i + 1})
		}
	},
}

// searched are the programs that look something up by halving what is sorted: now and then a look-up among twice as many goes one step further.
var searched = map[string]bool{"an event that is set for ever, and nobody else looks": true}

// TestRoundsAreLinear: twice as many rounds cost twice as much, whether somebody asks about each piece of work as it is issued or in the end only.
func TestRoundsAreLinear(t *testing.T) {
	for name, program := range rounds {
		t.Run(name, func(t *testing.T) {
			steps := func(n uint64) uint64 {
				o := NewOrder()
				program(o, n)
				for i := range o.agents {
					if a := &o.agents[i]; a.queue {
						for k := range a.items.Len() {
							o.Start(Point{Agent(i), a.base + uint32(k) + 1})
						}
					}
				}
				return o.steps
			}
			few, many := steps(200), steps(400)
			require.GreaterOrEqual(t, few, uint64(200))
			slack := uint64(16)
			if searched[name] {
				slack += few / 20
			}
			require.LessOrEqual(t, many, 2*few+slack)
			require.LessOrEqual(t, many, uint64(100*400))
		})
	}
}

// asked are the calls of a program whose fences go down, with the questions that rules ask about each.
type asked struct{ *Order }

func (a asked) submit(q Agent) {
	a.Submit(main, q, 0)
	a.Ahead(main, q)
	a.Hangs(main, q)
}

func (a asked) signal(q Agent, n Need) {
	a.Race(main, q, n)
	a.Overtaken(main, q, n)
	if q == main {
		a.CPUSignal(main, n, 0)
	} else {
		a.QueueSignal(main, q, n, 0)
	}
}

func (a asked) wait(q Agent, n Need) { a.QueueWait(main, q, n, 0) }

// sinking are programs of n rounds in which fences go down and up again, and no CPU thread ever waits.
var sinking = map[string]func(o asked, n uint64){
	"set back by who set it, and a fence that says so": func(o asked, n uint64) {
		a, b, f, g, h := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0), o.AddFence(0)
		for i := uint64(1); i <= n; i++ {
			o.submit(a)
			o.signal(a, Need{f, 1})
			o.wait(b, Need{f, 1})
			o.submit(b)
			o.signal(b, Need{g, i})
			o.wait(a, Need{g, i})
			o.signal(a, Need{f, 0})
			o.signal(a, Need{h, i})
			o.wait(b, Need{h, i})
		}
	},
	"two fences, each set back by who waited": func(o asked, n uint64) {
		a, b, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		for range n {
			o.submit(a)
			o.signal(a, Need{f, 1})
			o.wait(b, Need{f, 1})
			o.submit(b)
			o.signal(b, Need{f, 0})
			o.signal(b, Need{g, 1})
			o.wait(a, Need{g, 1})
			o.signal(a, Need{g, 0})
		}
	},
	"the wait first": func(o asked, n uint64) {
		a, b, f, g := o.AddQueue(), o.AddQueue(), o.AddFence(0), o.AddFence(0)
		for range n {
			o.wait(b, Need{f, 1})
			o.submit(b)
			o.signal(b, Need{f, 0})
			o.signal(b, Need{g, 1})
			o.submit(a)
			o.signal(a, Need{f, 1})
			o.wait(a, Need{g, 1})
			o.signal(a, Need{g, 0})
		}
	},
	"set back once, and counted up for ever": func(o asked, n uint64) {
		a, b, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
		o.signal(a, Need{f, 9})
		o.signal(a, Need{f, 0})
		for i := uint64(1); i <= n; i++ {
			o.submit(a)
			o.signal(a, Need{f, i})
			o.wait(b, Need{f, i})
			o.submit(b)
		}
	},
	"waits for values that it takes the fence below": func(o asked, n uint64) {
		a, b, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
		for i := range n {
			o.signal(a, Need{f, 9})
			o.wait(b, Need{f, 5})
			o.submit(b)
			o.signal(a, Need{f, i % 3})
		}
	},
	"three queues in turn, a fence each, and all set back": func(o asked, n uint64) {
		var q [3]Agent
		var f [3]int
		for k := range q {
			q[k], f[k] = o.AddQueue(), o.AddFence(0)
		}
		for range n {
			for k := range q {
				o.submit(q[k])
				o.signal(q[k], Need{f[k], 1})
				next := (k + 1) % 3
				o.wait(q[next], Need{f[k], 1})
				o.signal(q[next], Need{f[k], 0})
			}
		}
	},
	"set and set back by the CPU": func(o asked, n uint64) {
		q, f := o.AddQueue(), o.AddFence(0)
		for i := range n {
			o.wait(q, Need{f, 1})
			o.submit(q)
			o.signal(main, Need{f, i % 3})
		}
	},
}

// TestRewindsAreLinear: a round costs the same, however many came before it.
func TestRewindsAreLinear(t *testing.T) {
	for name, program := range sinking {
		t.Run(name, func(t *testing.T) {
			var few uint64
			for _, n := range []uint64{400, 1600, 12800} {
				o := NewOrder()
				program(asked{o}, n)
				if few == 0 {
					few = o.steps
					require.Less(t, few, 100*n)
				}
				require.LessOrEqual(t, o.steps*400, few*n*5/4, "%d rounds", n)
			}
		})
	}
}
