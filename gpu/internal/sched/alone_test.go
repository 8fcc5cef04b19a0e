package sched

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// lonely runs a program of one thread that submits and waits, drawn from a seed, and writes down when everything happened. Somebody who watches
// makes WaitFence block as a thread among others does; without, the thread lets the events happen itself. faults ends the GPU at some command.
func lonely(seed uint64, watched, faults bool) (out []string) {
	r := rand.New(rand.NewPCG(seed, 1))
	p := defaultProfile()
	s := New(p, nil)
	if watched {
		s.SetObserver(&tape{})
	}
	g := s.NewGPU("gpu", p)
	say := func(format string, args ...any) {
		out = append(out, fmt.Sprintf("%d ", s.Now())+fmt.Sprintf(format, args...))
	}
	queues := []*Queue{g.NewQueue(QueueDesc{Kind: Direct, Name: "d"}), g.NewQueue(QueueDesc{Kind: Compute, Name: "c", Priority: 1}), g.NewQueue(QueueDesc{Kind: Copy, Name: "k"})}
	fences := []*Fence{g.NewFence(0, "A", 0), g.NewFence(5, "B", 0), g.NewFence(0, "C", 0)}
	deadly := 0
	if faults {
		deadly = 10 + r.IntN(20)
	}
	for i := range 60 {
		s.Call(CallSubmit)
		q, f := queues[r.IntN(len(queues))], fences[r.IntN(len(fences))]
		switch r.IntN(8) {
		case 0, 1, 2:
			b := batch()
			for range r.IntN(5) {
				b.costs = append(b.costs, Time(r.IntN(3)*r.IntN(4000)))
			}
			if i == deadly {
				b.costs, b.fault = []Time{10, 0, 20}, 2
			}
			b.retired = func(ok bool) { say("%s retires %d: %t", q.Name(), i, ok) }
			q.Submit(b, Tag(i))
		case 3, 4:
			q.Signal(f, uint64(i), Tag(i))
		case 5:
			q.Wait(f, uint64(i-r.IntN(20)), Tag(i))
		case 6:
			f.Signal(uint64(i), Tag(i))
		case 7:
			v := uint64(max(i-r.IntN(20), 0))
			res := s.WaitFence(f, v, Infinite, Tag(i))
			say("waited for %s=%d, which is %d: %d", f.Name(), v, f.Value(), res.Status)
		}
		say("%d %d", g.Commands(), queues[0].Pending()+queues[1].Pending()+queues[2].Pending())
	}
	say("stuck: %t", s.Drain() != nil)
	return out
}

// TestWaitAlone: whoever waits alone sees everything at the times at which it would as one of several.
func TestWaitAlone(t *testing.T) {
	deadlocks, removals, waits := 0, 0, 0
	for seed := range uint64(300) {
		faults := seed%3 == 0
		got := lonely(seed, false, faults)
		require.Equal(t, lonely(seed, true, faults), got, "seed %d", seed)
		count := func(end string) int {
			n := 0
			for _, line := range got {
				if len(line) > len(end) && line[len(line)-len(end):] == end {
					n++
				}
			}
			return n
		}
		deadlocks, waits, removals = deadlocks+count(": 2"), waits+count(": 0"), removals+min(count(": false"), 1)
	}
	require.Greater(t, deadlocks, 50, "waits for what never comes")
	require.Greater(t, waits, 500)
	require.Greater(t, removals, 20)
}

// TestWaitAloneBreaks: what goes wrong in an event reaches the thread that let it happen, before the value has come and after.
func TestWaitAloneBreaks(t *testing.T) {
	for _, before := range []bool{true, false} {
		p := defaultProfile()
		s := New(p, nil)
		g := s.NewGPU("gpu", p)
		q, f := g.NewQueue(QueueDesc{}), g.NewFence(0, "F", 0)
		bad, good := batch(1), batch(1)
		bad.step = func(int) { panic("BUG: step") }
		batches := []*cmds{good, bad}
		if before {
			slices.Reverse(batches)
		}
		q.Submit(batches[0], 0)
		q.Signal(f, 1, 0)
		q.Submit(batches[1], 0)
		s.cpu.WakeLatency = Second // so that the second one comes before the thread does
		require.Equal(t, "BUG: step", caught(t, func() { s.WaitFence(f, 1, Infinite, 0) }))
		require.Nil(t, s.alone.Fence)
		f.Signal(1, 0)
		require.Equal(t, Satisfied, s.WaitFence(f, 1, Infinite, 0).Status, "it may go on")
		s.Shutdown()
	}
}
