package track

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// hands are ways in which a thread hands on that it has done something, in round n: to one that waits for it.
var hands = map[string]func(o *Order) (tell, hear func(t Agent, from int, n uint64)){
	"fences": func(o *Order) (tell, hear func(Agent, int, uint64)) {
		f := []int{o.AddFence(0), o.AddFence(0), o.AddFence(0), o.AddFence(0)}
		return func(t Agent, to int, n uint64) { o.CPUSignal(t, Need{f[to], n}, 0) },
			func(t Agent, from int, n uint64) { o.CPUWait(t, Need{f[from], n}) }
	},
	"events": func(o *Order) (tell, hear func(Agent, int, uint64)) {
		e := []int{o.AddEvent(false, false), o.AddEvent(false, false), o.AddEvent(false, false), o.AddEvent(false, false)}
		return func(t Agent, to int, _ uint64) { o.SetEvent(t, e[to]) },
			func(t Agent, from int, _ uint64) { o.WaitEvent(t, e[from]) }
	},
	"both, and one thread waits more often than the others": func(o *Order) (tell, hear func(Agent, int, uint64)) {
		f := []int{o.AddFence(0), o.AddFence(0), o.AddFence(0), o.AddFence(0)}
		e := o.AddEvent(false, false)
		tell = func(t Agent, to int, n uint64) {
			if to == 2 {
				o.SetEvent(t, e)
			}
			o.CPUSignal(t, Need{f[to], n}, 0)
		}
		return tell, func(t Agent, from int, n uint64) {
			if from == 2 {
				o.WaitEvent(t, e)
			}
			o.CPUWait(t, Need{f[from], n})
		}
	},
}

// TestRoundsOfThreadsAloneAreForgotten: threads hand something round, and give nothing to a queue. What all of them know is forgotten, so that a
// round costs the same however many came before it, and memory does not grow. If one of them never hears of the others, all stays.
func TestRoundsOfThreadsAloneAreForgotten(t *testing.T) {
	for name, ways := range hands {
		for _, deaf := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				cost := func(rounds uint64) (steps uint64, kept int) {
					o := NewOrder()
					tell, hear := ways(o)
					threads := []Agent{main, o.AddThread(main), o.AddThread(main), o.AddThread(main)}
					if deaf {
						o.AddThread(main)
					}
					for n := uint64(1); n <= rounds; n++ {
						for i, thread := range threads {
							if i > 0 {
								hear(thread, i-1, n)
							}
							tell(thread, i, n)
						}
						hear(main, len(threads)-1, n)
					}
					for i := range o.agents {
						kept += o.agents[i].items.Len()
					}
					return o.steps, kept
				}
				few, _ := cost(100)
				many, kept := cost(400)
				if deaf {
					require.Greater(t, kept, 400)
					return
				}
				require.GreaterOrEqual(t, many, uint64(400))
				require.LessOrEqual(t, many, 4*few*11/10)
				require.Less(t, kept, 40)
			})
		}
	}
}

// TestRoundsInNoOrder: threads signal one fence in no order, so that what a wait for it gave goes with the signal of the next one. Where the thread
// knows that all the same, as each here has signalled the fence itself, nothing is learned anew; where it does not, all is that is kept. If all hear
// of each other once a round, each round costs the same.
func TestRoundsInNoOrder(t *testing.T) {
	cost := func(rounds uint64, own, deaf bool) (steps uint64, revisions, kept int) {
		o := NewOrder()
		begin, shared := o.AddFence(0), o.AddFence(0)
		threads := []Agent{o.AddThread(main), o.AddThread(main), o.AddThread(main)}
		if deaf {
			o.AddThread(main)
		}
		done := []int{o.AddFence(0), o.AddFence(0), o.AddFence(0)}
		for n := uint64(1); n <= rounds; n++ {
			o.CPUSignal(main, Need{begin, n}, 0)
			for i, thread := range threads {
				o.CPUWait(thread, Need{begin, n})
				if own || i != 1 {
					o.CPUSignal(thread, Need{shared, n}, 0)
				}
				o.CPUWait(thread, Need{shared, n})
				o.CPUSignal(thread, Need{done[i], n}, 0)
			}
			for _, f := range done {
				o.CPUWait(main, Need{f, n})
			}
		}
		for i := range o.agents {
			kept += o.agents[i].items.Len()
		}
		return o.steps, o.revisions, kept
	}
	for _, own := range []bool{true, false} {
		few, _, _ := cost(100, own, false)
		many, revisions, kept := cost(400, own, false)
		if own {
			require.Zero(t, revisions)
		} else {
			require.GreaterOrEqual(t, revisions, 400, "the second thread waits for what the first one signals: once a round, at least")
		}
		require.LessOrEqual(t, many, 4*few*11/10)
		require.Less(t, kept, 60)
	}
	few, _, _ := cost(100, true, true)
	many, revisions, kept := cost(400, true, true)
	require.Zero(t, revisions)
	require.Greater(t, kept, 4000, "beside a thread that hears nobody")
	require.LessOrEqual(t, many, 4*few*11/10)
}
