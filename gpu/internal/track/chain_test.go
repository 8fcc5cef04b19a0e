package track

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChain: queues hand one fence on, in whatever order they are told so. Who waits for a value knows of all that comes before it, and of nothing
// after it.
func TestChain(t *testing.T) {
	const n = 100
	for name, turn := range map[string]func(i int) int{
		"the first one first": func(i int) int { return i },
		"the last one first":  func(i int) int { return n - 1 - i },
		"in no order":         func(i int) int { return i * 37 % n },
	} {
		t.Run(name, func(t *testing.T) {
			o := NewOrder()
			f, works := o.AddFence(0), make([]Point, n)
			for i := range n {
				o.AddQueue()
				require.Equal(t, i+1, int(o.Root(Agent(i+1))))
			}
			for i := range n {
				k := turn(i)
				q := Agent(k + 1)
				o.QueueWait(main, q, Need{f, uint64(k)}, 0)
				works[k] = o.Submit(main, q, 0)
				o.QueueSignal(main, q, Need{f, uint64(k + 1)}, 0)
			}
			require.False(t, o.fences[f].Rewinds, "it only goes up")
			require.False(t, o.Unsure(f))
			o.CPUWait(main, Need{f, n / 2})
			for k, w := range works {
				require.Equal(t, k < n/2, o.Done(main, w), "%d", k)
			}
		})
	}
}

// TestChainBreaks: a signal that is in no order with the others may end each wait that its value is for.
func TestChainBreaks(t *testing.T) {
	tests := []struct {
		name string
		more func(o *Order, q []Agent, f, g int)
		want bool
	}{
		{"nothing", func(*Order, []Agent, int, int) {}, true},
		{"another queue", func(o *Order, q []Agent, f, _ int) { o.QueueSignal(main, q[3], Need{f, 5}, 0) }, false},
		{"another queue, behind them", func(o *Order, q []Agent, f, _ int) {
			o.QueueWait(main, q[3], Need{f, 3}, 0)
			o.QueueSignal(main, q[3], Need{f, 5}, 0)
		}, true},
		{"the CPU", func(o *Order, _ []Agent, f, _ int) { o.CPUSignal(main, Need{f, 5}, 0) }, false},
		{"what the second one waits for comes from elsewhere, too", func(o *Order, q []Agent, _, g int) { o.QueueSignal(main, q[3], Need{g, 7}, 0) }, false},
		{"the same, behind them", func(o *Order, q []Agent, f, g int) {
			o.QueueWait(main, q[3], Need{f, 3}, 0)
			o.QueueSignal(main, q[3], Need{g, 7}, 0)
		}, true},
	}
	for _, tt := range tests {
		for _, asked := range []bool{false, true} {
			o := NewOrder()
			q := []Agent{o.AddQueue(), o.AddQueue(), o.AddQueue(), o.AddQueue()}
			f, g := o.AddFence(0), o.AddFence(0)
			first := o.Submit(main, q[0], 0)
			o.QueueSignal(main, q[0], Need{f, 1}, 0)
			o.QueueSignal(main, q[0], Need{g, 1}, 0)
			o.QueueWait(main, q[1], Need{g, 1}, 0) // the second link hangs on the other fence
			o.QueueSignal(main, q[1], Need{f, 2}, 0)
			o.QueueWait(main, q[2], Need{f, 2}, 0)
			o.QueueSignal(main, q[2], Need{f, 3}, 0)
			if asked {
				require.False(t, o.Race(main, q[2], Need{f, 4}).Racing)
			}
			tt.more(o, q, f, g)
			if asked {
				o.Race(main, q[2], Need{f, 9})
			}
			o.CPUWait(main, Need{f, 1})
			require.Equal(t, tt.want, o.Done(main, first), "%s, asked %v", tt.name, asked)
		}
	}
}

// handed is a random program whose queues hand one fence on, issued in no order, with some that do what they like in between.
func handed(r *rand.Rand) *model {
	m := &model{queues: 3, final: Need{0, uint64(1 + r.Intn(4))}}
	var steps [][]modelItem
	for v := range uint64(3 + r.Intn(2)) {
		q := r.Intn(m.queues)
		step := []modelItem{{q, itemWait, Need{0, v}}, {q, itemSignal, Need{0, v + 1}}}
		switch r.Intn(16) {
		case 0:
			step = step[1:] // forgets to wait
		case 1:
			step[0].need = Need{1, 1} // waits for another fence
		}
		steps = append(steps, step)
	}
	if r.Intn(2) == 0 {
		steps = append(steps, []modelItem{{r.Intn(m.queues), itemWait, Need{0, uint64(r.Intn(4))}}, {r.Intn(m.queues), itemSignal, Need{1, 1}}})
	}
	r.Shuffle(len(steps), func(i, k int) { steps[i], steps[k] = steps[k], steps[i] })
	for _, s := range steps {
		m.items = append(m.items, s...)
	}
	return m
}

// TestChainsAgainstEverySchedule compares what is known of chains with the truth, and with what asking every pair of waits and signals finds, which
// is never more.
func TestChainsAgainstEverySchedule(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	chains, proven := 0, 0
	for range 8000 {
		m := handed(r)
		want, reachable := m.certain()
		if !reachable {
			continue
		}
		curious := r.Intn(2) == 0
		replay := func(pairs bool) (got []bool, parted bool) {
			o := NewOrder()
			for range 2 {
				o.fences[o.AddFence(0)].Parted = pairs
			}
			got = m.replay(o, curious, func([]Agent) { o.CPUWait(main, m.final) })
			return got, o.fences[0].Parted
		}
		got, parted := replay(false)
		less, _ := replay(true)
		if !parted {
			chains++
		}
		for i := range want {
			require.True(t, want[i] || !got[i], "claimed but not certain: %+v, item %d", m, i)
			require.True(t, got[i] || !less[i], "known but by chains: %+v, item %d", m, i)
			if got[i] {
				proven++
			}
		}
	}
	require.Greater(t, chains, 1000)
	require.Greater(t, proven, 5000)
}

// TestOwnSignalIsAskedFor: what a queue would signal itself ends no wait in front of it, and asking for that changes nothing for the signals of
// others.
func TestOwnSignalIsAskedFor(t *testing.T) {
	o := NewOrder()
	a, b, c := o.AddQueue(), o.AddQueue(), o.AddQueue()
	f, g := o.AddFence(0), o.AddFence(0)
	o.QueueWait(main, a, Need{g, 1}, 0)
	o.Race(main, a, Need{g, 2})
	o.QueueSignal(main, a, Need{f, 3}, 0)
	signal := o.QueueSignal(main, b, Need{f, 3}, 0)
	require.True(t, o.Hangs(main, a))
	o.QueueSignal(main, c, Need{g, 2}, 0)
	require.False(t, o.Hangs(main, a))
	o.CPUWait(main, Need{f, 3})
	require.False(t, o.Done(main, signal), "the other queue may have been first")
}

// TestUnorderedSignalsThatGoDown: what is found out about one signal of a fence says that the fence goes down, while another one is looked at.
func TestUnorderedSignalsThatGoDown(t *testing.T) {
	o := NewOrder()
	a, b, f := o.AddQueue(), o.AddQueue(), o.AddFence(0)
	o.QueueSignal(main, a, Need{f, 2}, 0)
	o.QueueWait(main, a, Need{f, 3}, 0)
	o.QueueSignal(main, a, Need{f, 4}, 0)
	o.QueueWait(main, b, Need{f, 3}, 0)
	reader := o.Submit(main, b, 0)
	o.QueueSignal(main, b, Need{f, 2}, 0)
	o.CPUWait(main, Need{f, 2})
	o.CPUSignal(main, Need{f, 3}, 0)
	require.True(t, o.fences[f].Rewinds)
	require.Equal(t, o.Knows(main).At(main), o.Start(reader).At(main), "only the CPU can have ended the first wait, and so the other one")
}
