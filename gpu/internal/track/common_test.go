package track

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCommon compares what all threads know with the least that each other one knows, while threads come, learn and go: with all that they have
// learned it is that, and before it is no more.
func TestCommon(t *testing.T) {
	most, evens := 0, 0
	for seed := range int64(4) { // four short histories: a step takes longer, the longer the one after it is
		m, e := compareCommon(t, rand.New(rand.NewSource(8+seed)))
		most, evens = max(most, m), evens+e
	}
	require.Greater(t, most, 3)
	require.Greater(t, evens, 500)
}

// compareCommon makes a history of 1000 steps. It returns how many threads there were at most, and how often all had learned everything.
func compareCommon(t *testing.T, r *rand.Rand) (most, evens int) {
	o := NewOrder()
	q, f, values := []Agent{}, []int{}, []uint64{}
	for range 12 {
		q, f, values = append(q, o.AddQueue()), append(f, o.AddFence(0)), append(values, 0)
	}
	for range 2000 {
		by, k := o.live[r.Intn(len(o.live))], r.Intn(len(q))
		switch r.Intn(8) {
		case 0:
			if len(o.live) < 6 {
				o.AddThread(by)
			}
		case 1:
			if other := o.live[len(o.live)-1]; other != by {
				o.Join(by, other)
			}
		case 2, 3:
			if values[k] > 0 {
				o.CPUWait(by, Need{f[k], 1 + uint64(r.Int63n(int64(values[k])))})
			}
		default:
			values[k]++
			o.Submit(by, q[k], 0)
			o.QueueSignal(by, q[k], Need{f[k], values[k]}, 0)
		}
		most = max(most, len(o.live))
		for r.Intn(4) == 0 && o.Step(true) {
		}
		even := true // all that they have learned counts
		for _, t := range o.live {
			even = even && o.threads.Even(t)
		}
		evens += map[bool]int{true: 1}[even]
		for of := range o.agents {
			want := ^uint32(0)
			for _, t := range o.live {
				if t != Agent(of) || len(o.live) == 1 {
					want = min(want, o.agents[t].clock.At(Agent(of)))
				}
			}
			require.LessOrEqual(t, o.threads.Common().At(Agent(of)), want)
			if even && len(o.threads.Counting()) == len(o.live) && (len(o.live) > 1 || of != 0) {
				require.Equal(t, want, o.threads.Common().At(Agent(of)))
			}
		}
		require.True(t, slices.IsSorted(o.live))
	}
	return most, evens
}

// turn is what a thread of a program does: it gives work to its queue and signals its fence, or signals another one itself (tell), or it waits for a
// fence of another, or for the end of that.
type turn struct {
	wait, join bool
	tell       bool
	other      int
	value      uint64
}

// commons runs a program of threads in an order by chance, and returns what all of them know of the work and of the signals of each one, whenever
// that changes.
func commons(r *rand.Rand, threads [][]turn) (out [][]uint32) {
	o := NewOrder()
	o.Hold()
	agents, queues, fences := []Agent{main}, []Agent{}, [2][]int{} // [1]: those that the threads signal themselves
	for range threads {
		queues, fences[0], fences[1] = append(queues, o.AddQueue()), append(fences[0], o.AddFence(0)), append(fences[1], o.AddFence(0))
	}
	for range threads[1:] {
		agents = append(agents, o.AddThread(main))
	}
	look := func() {
		now := make([]uint32, len(queues))
		known, _, _ := o.Common()
		for i, q := range queues {
			now[i] = known.At(q)
		}
		for _, t := range agents {
			now = append(now, uint32(o.toldBy(t, known.At(t))))
		}
		if len(out) == 0 || !slices.Equal(out[len(out)-1], now) {
			out = append(out, now)
		}
	}
	done, values := make([]int, len(threads)), [2][]uint64{make([]uint64, len(threads)), make([]uint64, len(threads))}
	for idle := 0; idle < 200; idle++ {
		k := r.Intn(len(threads))
		if done[k] == len(threads[k]) {
			continue
		}
		x, kind := threads[k][done[k]], 0
		if x.tell {
			kind = 1
		}
		switch {
		case x.join && done[x.other] < len(threads[x.other]) || x.wait && values[kind][x.other] < x.value:
			continue
		case x.join:
			o.Join(agents[k], agents[x.other])
		case x.wait:
			o.CPUWait(agents[k], Need{fences[kind][x.other], x.value})
		case x.tell:
			values[1][k]++
			o.CPUSignal(agents[k], Need{fences[1][k], values[1][k]}, 0)
		default:
			values[0][k]++
			o.Submit(agents[k], queues[k], 0)
			o.QueueSignal(agents[k], queues[k], Need{fences[0][k], values[0][k]}, 0)
		}
		done[k], idle = done[k]+1, 0
		for look(); o.Step(false); look() {
		}
	}
	for o.Step(true) {
		look()
	}
	return out
}

// chatter is a program of threads that ends: each wait is for what was signalled before in one of its runs.
func chatter(r *rand.Rand) [][]turn {
	threads := make([][]turn, 2+r.Intn(3))
	values, ended := [2][]uint64{make([]uint64, len(threads)), make([]uint64, len(threads))}, make([]bool, len(threads))
	tells := r.Intn(3) // how many of three signals are given by the threads themselves
	for range 60 {
		k, other := r.Intn(len(threads)), r.Intn(len(threads))
		kind := 0
		if r.Intn(3) < tells {
			kind = 1
		}
		x := turn{other: other, tell: kind == 1}
		switch seen := values[kind][other]; {
		case ended[k]:
			continue
		case r.Intn(30) == 0 && k != other && other > 0:
			ended[other], x.join = true, true
		case r.Intn(3) > 0 && seen > 0:
			x.wait, x.value = true, seen-uint64(r.Intn(int(min(2, seen))))
		default:
			values[kind][k]++
		}
		threads[k] = append(threads[k], x)
	}
	return threads
}

// TestCommonInEveryRun: what all threads know grows by the same steps, in whatever order the threads make their calls.
func TestCommonInEveryRun(t *testing.T) {
	r := rand.New(rand.NewSource(11))
	steps := 0
	for program := range 2000 {
		threads := chatter(r)
		first := commons(r, threads)
		steps += len(first)
		for range 6 {
			require.Equal(t, first, commons(r, threads), "program %d", program)
		}
	}
	require.Greater(t, steps, 5000)
}

// TestJoinedThreadsThatJoined: who sees the end of a thread knows of the ends that this one has seen, so that what it does later is forgotten when it
// knows of it. A thread whose end nobody has seen may still know less.
func TestJoinedThreadsThatJoined(t *testing.T) {
	for _, joined := range []bool{false, true} {
		o := NewOrder()
		q, f := o.AddQueue(), o.AddFence(0)
		value := uint64(0)
		frame := func(thread Agent) {
			value++
			o.Submit(thread, q, 0)
			o.QueueSignal(thread, q, Need{f, value}, 0)
			o.CPUWait(thread, Need{f, value})
		}
		threads := []Agent{main}
		for i := range 5 {
			threads = append(threads, o.AddThread(threads[i]))
			frame(threads[i+1])
		}
		for i := 4; i >= 0; i-- {
			if joined || i != 3 {
				o.Join(threads[i], threads[i+1])
			}
		}
		for range 100 {
			frame(main)
		}
		kept := 0
		for i := range o.agents {
			kept += o.agents[i].items.Len()
		}
		if joined {
			require.Equal(t, []Agent{main}, o.threads.Counting())
			require.Less(t, kept, 20)
		} else {
			require.Equal(t, []Agent{main, threads[4]}, o.threads.Counting())
			require.Greater(t, kept, 100)
		}
	}
}
