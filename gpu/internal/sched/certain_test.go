package sched

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// stuckStory lets threads give items to two queues in any order, and tells what is said of the deadlock: who waits for what.
func stuckStory(t *testing.T, seed uint64, threads ...func(p, q *Queue, f, g *Fence)) string {
	var policy Policy
	if seed > 0 {
		policy = Random(seed)
	}
	w := newWorld(bare(), policy)
	defer w.Shutdown()
	p, q, f, g := w.queue(Direct, 0, "p"), w.queue(Direct, 0, "q"), w.fence("F"), w.fence("G")
	var all []*Thread
	for i, fn := range threads {
		all = append(all, w.Go(fmt.Sprint(i), func() {
			w.Charge(5)
			fn(p, q, f, g)
			w.Charge(5)
		}))
	}
	for _, one := range all {
		_, r := one.Join(Infinite, 0)
		require.Equal(t, Satisfied, r.Status)
	}
	var out strings.Builder
	if d := w.Drain(); d != nil {
		for _, u := range d.Waiters {
			fmt.Fprintf(&out, "%s %s %d, ", u.Queue.name, u.Lacks[0].Fence.Name(), u.Lacks[0].Value)
		}
		fmt.Fprint(&out, len(d.Cycle))
	}
	return out.String()
}

// TestDeadlocksOfThreads: what is said of a queue that several threads have given items to does not depend on which came first.
func TestDeadlocksOfThreads(t *testing.T) {
	never := func(p, _ *Queue, _, g *Fence) { p.Wait(g, 1, 0); p.Signal(g, 1, 0) }
	for _, tt := range []struct {
		name    string
		want    string
		threads []func(p, q *Queue, f, g *Fence)
	}{
		{"another thread's signal may come first", "p G 1, 1", []func(p, q *Queue, f, g *Fence){
			never, func(p, q *Queue, f, _ *Fence) { p.Signal(f, 1, 0); q.Wait(f, 1, 0) }}},
		{"its own comes behind", "p G 1, q F 1, 1", []func(p, q *Queue, f, g *Fence){
			func(p, q *Queue, f, g *Fence) { never(p, q, f, g); p.Signal(f, 1, 0); q.Wait(f, 1, 0) }, func(p, _ *Queue, _, _ *Fence) { p.Submit(batch(5), 0) }}},
		{"the eldest thread's wait that does not end", "p G 1, 1", []func(p, q *Queue, f, g *Fence){
			func(p, _ *Queue, f, g *Fence) { p.Wait(f, 1, 0); p.Wait(g, 1, 0) }, func(p, q *Queue, f, g *Fence) { q.Signal(f, 1, 0); never(p, q, f, g) }}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range uint64(50) {
				require.Equal(t, tt.want, stuckStory(t, seed, tt.threads...), "seed %d", seed)
			}
		})
	}
}

// TestDeadlockOfThisRun: where some order of the calls ends well, the waits of the run are told; in that order nothing is.
func TestDeadlockOfThisRun(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(50) {
		seen[stuckStory(t, seed, func(p, _ *Queue, f, _ *Fence) { p.Wait(f, 1, 0) }, func(p, _ *Queue, f, _ *Fence) { p.Signal(f, 1, 0) })] = true
	}
	require.Equal(t, map[string]bool{"": true, "p F 1, 1": true}, seen)
}

// TestDeadlockBesideTrails: a wait for a queue that only trails another one is not named beside one that stands still, although its thread is older:
// it ends as soon as the queue comes on.
func TestDeadlockBesideTrails(t *testing.T) {
	for seed := range uint64(50) {
		w := newWorld(bare(), Random(seed))
		p, f, done, shown := w.queue(Direct, 0, "p"), w.fence("F"), w.fence("done"), w.fence("shown")
		screen := w.g.NewQueue(QueueDesc{Kind: Direct, Name: "screen", Trails: true})
		older := w.Go("older", func() {
			w.Charge(5)
			p.Signal(done, 1, 0)
			screen.Wait(done, 1, 0)
			screen.Signal(shown, 1, 0)
			p.Wait(shown, 1, 0)
		})
		younger := w.Go("younger", func() {
			w.Charge(5)
			p.Wait(f, 1, 0)
		})
		last := w.Go("last", func() {
			w.Charge(5)
			p.Signal(f, 1, 0) // could come first
			w.Charge(50)
		})
		for _, thread := range []*Thread{older, younger, last} {
			thread.Join(Infinite, 0)
		}
		if d := w.Drain(); d != nil {
			require.Equal(t, "F", d.Waiters[0].Lacks[0].Fence.Name(), "seed %d", seed)
		}
		w.Shutdown()
	}
}

// TestEpochs: what was given before there were two threads comes first, and what is given when all have been joined comes last.
func TestEpochs(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	p, q, f, g := w.queue(Direct, 0, "p"), w.queue(Direct, 0, "q"), w.fence("F"), w.fence("G")
	one := w.Go("one", func() { p.Wait(f, 1, 0) })
	one.Join(Infinite, 0)
	p.Signal(g, 1, 0) // after the wait
	q.Wait(g, 1, 0)
	d := w.Drain()
	require.Len(t, d.Waiters, 2)
	require.Equal(t, []*Queue{p, q}, []*Queue{d.Waiters[0].Queue, d.Waiters[1].Queue})
}
