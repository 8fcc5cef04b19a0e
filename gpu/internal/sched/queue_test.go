package sched

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
)

// One queue: latency, commands one after another, signal, then the CPU.
//
//	cpu   0      5 submit,signal          wait ............................ 142+6
//	queue         ~~~~ 10 ~~~~ 15 [c0 20 35 ][c1 35 .. 135] ~2~ F=1 at 137
func TestQueueOneBatch(t *testing.T) {
	p := bare()
	p.SubmitLatency, p.SignalLatency, p.WakeLatency = 10, 2, 6
	w := newWorld(p, nil)
	defer w.Shutdown()
	q, f := w.queue(Direct, 0, "q"), w.fence("F")
	retired := Time(-1)
	b := batch(20, 100)
	b.retired = func(ok bool) { require.True(t, ok); retired = w.Now() }
	w.Charge(5)
	q.Submit(b, 7)
	q.Signal(f, 1, 8)
	require.Equal(t, 2, q.Pending())
	require.Equal(t, Satisfied, w.WaitFence(f, 1, Infinite, 0).Status)
	require.Equal(t, Time(135), retired)
	require.Equal(t, Time(137+6), w.Now())
	require.Equal(t, []string{
		"15 start q 7.0 on 3D", "35 done q 7.0 on 3D", "35 start q 7.1 on 3D", "135 done q 7.1 on 3D", "137 signal q F=1",
	}, w.tape.only("start", "done", "signal"))
	require.Zero(t, q.Pending())
	require.EqualValues(t, 1, q.Retired())
	require.True(t, w.g.Idle())
}

// Queues of different kinds overlap; a fence orders them, and the wait may be
// submitted before the signal.
//
//	copy     [=== 0..50 ===]F=1
//	compute  [= 0..30 =]
//	direct                 wait F 1 [== 50..70 ==]
func TestQueuesOverlapAndWaitBeforeSignal(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	d, c, k, f := w.queue(Direct, 0, "d"), w.queue(Compute, 0, "c"), w.queue(Copy, 0, "k"), w.fence("F")
	d.Wait(f, 1, 0)
	d.Submit(batch(20), 1)
	c.Submit(batch(30), 2)
	k.Submit(batch(50), 3)
	k.Signal(f, 1, 0)
	require.Nil(t, w.Drain())
	require.Equal(t, []string{
		"0 start c 2.0 on COMPUTE", "0 start k 3.0 on COPY", "30 done c 2.0 on COMPUTE", "50 done k 3.0 on COPY",
		"50 start d 1.0 on 3D", "70 done d 1.0 on 3D",
	}, w.tape.only("start", "done"))
	require.Equal(t, Time(70), w.Now())
}

// The frame of "Multi-engine synchronization": who waits for whom decides the order.
//
//	copy    [geo 0..10]C1 [tex 10..110]C2
//	render            C1[pre 10..40]R1              C2[final 110..150]R2
//	compute                           R1[light 40..90]L1
func TestMultiEngineFrame(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	r, c, k := w.queue(Direct, 0, "render"), w.queue(Compute, 0, "compute"), w.queue(Copy, 0, "copy")
	cf, rf, lf := w.fence("C"), w.fence("R"), w.fence("L")
	k.Submit(batch(10), 1)
	k.Signal(cf, 101, 0)
	k.Submit(batch(100), 2)
	k.Signal(cf, 102, 0)
	r.Wait(cf, 101, 0)
	r.Submit(batch(30), 3)
	r.Signal(rf, 201, 0)
	c.Wait(rf, 201, 0)
	c.Submit(batch(50), 4)
	c.Signal(lf, 301, 0)
	r.Wait(lf, 301, 0)
	r.Wait(cf, 102, 0)
	r.Submit(batch(40), 5)
	r.Signal(rf, 202, 0)
	require.Equal(t, Result{}, w.WaitFence(rf, 202, Infinite, 0))
	require.Equal(t, []string{
		"10 signal copy C=101", "40 signal render R=201", "90 signal compute L=301", "110 signal copy C=102", "150 signal render R=202",
	}, w.tape.only("signal"))
}

// Between two commands the higher priority goes first, and pays.
//
//	low   [l0 0..10]                 [l1 33..43]
//	high      ^5 submitted [~3~][h0 13..33]
func TestPreemptionBetweenCommands(t *testing.T) {
	for _, tt := range []struct {
		name        string
		granularity profile.Granularity
		want        []string
	}{
		{"command", profile.PreemptCommand, []string{
			"0 start low 1.0 on 3D", "10 preempted low", "13 start high 2.0 on 3D", "33 start low 1.1 on 3D"}},
		{"batch", profile.PreemptBatch, []string{
			"0 start low 1.0 on 3D", "10 start low 1.1 on 3D", "20 start high 2.0 on 3D"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := bare()
			p.Preemption, p.PreemptCost = tt.granularity, 3
			w := newWorld(p, nil)
			defer w.Shutdown()
			low, high := w.queue(Direct, 0, "low"), w.queue(Direct, 100, "high")
			low.Submit(batch(10, 10), 1)
			w.Charge(5)
			high.Submit(batch(20), 2)
			require.Nil(t, w.Drain())
			require.Equal(t, tt.want, w.tape.only("start", "preempted"))
		})
	}
}

// A queue that becomes ready at the very instant at which a command ends is
// considered for the engine, whatever event came first.
func TestPriorityAtTheSameInstant(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	low, high := w.queue(Direct, 0, "low"), w.queue(Direct, 1, "high")
	low.Submit(batch(10, 10), 1)
	w.Charge(9)
	w.Charge(1) // the command ended now; the submit below is at the same time, but later
	high.Submit(batch(5), 2)
	f := w.fence("F")
	low2 := w.queue(Direct, 0, "low2")
	low2.Wait(f, 1, 0)
	low2.Submit(batch(1), 3)
	require.NotNil(t, w.Drain()) // low2 is stuck
	f.Signal(1, 0)
	require.Nil(t, w.Drain())
	require.Equal(t, []string{
		"0 start low 1.0 on 3D", "10 start low 1.1 on 3D", "20 start high 2.0 on 3D", "25 start low2 3.0 on 3D",
	}, w.tape.only("start"))

	// The same with the arrival scheduled before the end of the command.
	p := bare()
	p.SubmitLatency = 10
	w = newWorld(p, nil)
	defer w.Shutdown()
	low, high = w.queue(Direct, 0, "low"), w.queue(Direct, 1, "high")
	low.Submit(batch(10, 10), 1) // arrives 10, ends 20
	w.Charge(10)
	high.Submit(batch(5), 2) // arrives 20
	require.Nil(t, w.Drain())
	require.Equal(t, []string{"10 start low 1.0 on 3D", "20 start high 2.0 on 3D", "25 start low 1.1 on 3D"}, w.tape.only("start"))
}

// Equal priorities take turns: at the ends of batches, or within them when the
// quantum is used up.
//
//	quantum 0   a a | b b | a          quantum 10   a b a b a
func TestRoundRobin(t *testing.T) {
	for _, tt := range []struct {
		quantum Time
		want    []string
	}{
		{0, []string{"0 start a 1.0 on 3D", "10 start a 1.1 on 3D", "20 start b 2.0 on 3D", "30 start b 2.1 on 3D", "40 start a 3.0 on 3D"}},
		{11, []string{"0 start a 1.0 on 3D", "10 start a 1.1 on 3D", "20 start b 2.0 on 3D", "30 start b 2.1 on 3D", "40 start a 3.0 on 3D"}},
		{10, []string{"0 start a 1.0 on 3D", "10 start b 2.0 on 3D", "20 start a 1.1 on 3D", "30 start b 2.1 on 3D", "40 start a 3.0 on 3D"}},
	} {
		p := bare()
		p.Quantum = tt.quantum
		w := newWorld(p, nil)
		a, b := w.queue(Direct, 0, "a"), w.queue(Direct, 0, "b")
		a.Submit(batch(10, 10), 1)
		b.Submit(batch(10, 10), 2)
		a.Submit(batch(10), 3)
		require.Nil(t, w.Drain())
		require.Equal(t, tt.want, w.tape.only("start"), "quantum %d", tt.quantum)
		w.Shutdown()
	}
}

// Two copy engines: two copy queues overlap. One: they do not. None: copies
// share the 3D engine.
func TestEngineCounts(t *testing.T) {
	for _, tt := range []struct {
		engines int
		want    []string
	}{
		{2, []string{"0 start a 1.0 on COPY", "0 start b 2.0 on COPY 1", "0 start d 3.0 on 3D"}},
		{1, []string{"0 start a 1.0 on COPY", "0 start d 3.0 on 3D", "10 start b 2.0 on COPY"}},
		{0, []string{"0 start a 1.0 on 3D", "10 start b 2.0 on 3D", "20 start d 3.0 on 3D"}},
	} {
		p := bare()
		p.Engines[Copy].Count = tt.engines
		w := newWorld(p, nil)
		w.queue(Copy, 0, "a").Submit(batch(10), 1)
		w.queue(Copy, 0, "b").Submit(batch(10), 2)
		w.queue(Direct, 0, "d").Submit(batch(10), 3)
		require.Nil(t, w.Drain())
		require.Equal(t, tt.want, w.tape.only("start"), "%d engines", tt.engines)
		w.Shutdown()
	}
}

// A free engine is taken before another batch is interrupted.
//
//	COPY    [low0 0..10][low1 10..20]
//	COPY 1  [other 0..10][high 10..15]
func TestNoPreemptionWhileAnEngineIsFree(t *testing.T) {
	p := bare()
	p.Engines[Copy].Count, p.PreemptCost = 2, 100
	w := newWorld(p, nil)
	defer w.Shutdown()
	w.queue(Copy, 0, "low").Submit(batch(10, 10), 1)
	w.queue(Copy, 0, "other").Submit(batch(10), 2)
	w.Charge(5)
	w.queue(Copy, 100, "high").Submit(batch(5), 3)
	require.Nil(t, w.Drain())
	require.Equal(t, []string{
		"0 start low 1.0 on COPY", "0 start other 2.0 on COPY 1", "10 start high 3.0 on COPY 1", "10 start low 1.1 on COPY",
	}, w.tape.only("start", "preempted"))
}

// flip is a present: it ends at the next vertical blank.
type flip struct {
	p     *Profile
	ended []bool
}

func (f *flip) Begin(now Time) Time { return f.p.NextVsync(now + 1) }
func (f *flip) End(ok bool)         { f.ended = append(f.ended, ok) }

// An operation takes no engine, but its queue's time.
//
//	vsync  |0          |100         |200
//	queue  [c 0..30]op .|            [c 100..110]
func TestOpWaitsForVsync(t *testing.T) {
	p := bare()
	p.VsyncPeriod = 100
	w := newWorld(p, nil)
	defer w.Shutdown()
	q, o := w.queue(Direct, 0, "q"), &flip{p: &p}
	q.Submit(batch(30), 1)
	q.Enqueue(o, 2)
	q.Submit(batch(10), 3)
	require.Nil(t, w.Drain())
	require.Equal(t, []bool{true}, o.ended)
	require.Equal(t, []string{"30 op q", "100 opdone q"}, w.tape.only("op", "opdone"))
	require.Equal(t, Time(110), w.Now())
}

// Empty batches and batches queued while one retires keep the order of the queue.
func TestEmptyBatchAndSubmitFromRetire(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q := w.queue(Compute, 0, "q")
	first := batch()
	first.retired = func(bool) { q.Submit(batch(5), 9) }
	q.Submit(first, 1)
	q.Submit(batch(), 2)
	require.Nil(t, w.Drain())
	require.Equal(t, []string{"0 retired q", "0 retired q", "5 retired q"}, w.tape.only("retired"))
}

// A fault removes the GPU: everything is dropped, fences read Removed, waits end.
func TestFaultRemovesTheDevice(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, other, f, g := w.queue(Direct, 0, "q"), w.queue(Copy, 0, "k"), w.fence("F"), w.fence("G")
	var got []string
	log := func(name string) func(bool) {
		return func(ok bool) {
			if ok {
				name += "+"
			}
			got = append(got, name)
		}
	}
	bad := batch(10, 10)
	bad.fault, bad.retired = 2, log("bad")
	next, far := batch(10), batch(100)
	next.retired, far.retired = log("next"), log("far")
	op := &flip{p: &w.g.profile}
	q.Submit(bad, 5)
	q.Submit(next, 6)
	q.Enqueue(op, 7)
	q.Signal(f, 1, 0)
	other.Submit(far, 8)
	other.Wait(g, 5, 0)
	e := w.NewEvent("e", false, false, 0)
	g.SetEventOnCompletion(7, e, 0)
	require.Equal(t, Satisfied, w.WaitFence(f, 1, Infinite, 0).Status)
	require.Equal(t, Time(10), w.Now())
	require.Equal(t, []string{"bad", "next", "far"}, got)
	require.Equal(t, []bool{false}, op.ended)
	require.True(t, w.g.Removed())
	require.True(t, e.set)
	require.EqualValues(t, uint64(Removed), f.Value())
	f.Signal(3, 0)
	require.EqualValues(t, uint64(Removed), g.Value())
	late := batch(1)
	late.retired = log("late")
	q.Submit(late, 0)
	require.Equal(t, "late", got[3])
	require.Nil(t, w.Drain())
}

// A removed GPU's queue that waited for another GPU's fence is not woken by it.
func TestRemoveWhileWaitingAcrossGPUs(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	g2 := w.NewGPU("gpu2", bare())
	f := g2.NewFence(0, "F", 0)
	q, q2 := w.queue(Direct, 0, "q"), g2.NewQueue(QueueDesc{Name: "q2"})
	own := w.fence("own")
	q.Wait(f, 1, 0)
	q2.Wait(own, 9, 0)
	q2.Submit(batch(10), 1)
	w.Charge(1)
	w.g.Remove(0)
	f.Signal(1, 0)
	require.Nil(t, w.Drain())
	require.Equal(t, []string{"1 start q2 1.0 on 3D of gpu2"}, w.tape.only("start"))
}

func TestQueueRingKeepsOrderWhileItGrows(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q := w.queue(Direct, 0, "q")
	var got []int
	n := 0
	for round := range 5 {
		for range 3 * (round + 1) {
			b, id := batch(1), n
			b.step = func(int) { got = append(got, id) }
			q.Submit(b, 0)
			n++
		}
		w.Charge(2)
	}
	require.Nil(t, w.Drain())
	require.Len(t, got, n)
	require.IsIncreasing(t, got)
}

func TestCloseQueue(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q := w.queue(Direct, 0, "q")
	q.Submit(batch(1), 0)
	require.Panics(t, q.Close)
	require.Nil(t, w.Drain())
	q.Close()
	require.Empty(t, w.g.Queues())
}

// The priority counts at every choice of an engine, so a change of it takes
// effect between two commands.
func TestPriorityCountsAtEachChoice(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	a, b := w.queue(Direct, 0, "a"), w.queue(Direct, 0, "b")
	a.Submit(batch(10, 10, 10), 1)
	b.Submit(batch(10), 2)
	w.Charge(15)
	b.priority = 1
	require.Nil(t, w.Drain())
	require.Equal(t, []string{
		"0 start a 1.0 on 3D", "10 start a 1.1 on 3D", "20 start b 2.0 on 3D", "30 start a 1.2 on 3D",
	}, w.tape.only("start"))
}

func TestQueueQueries(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q := w.g.NewQueue(QueueDesc{Kind: Copy, Name: "q", Tag: 4})
	require.Equal(t, []any{"q", Copy, Tag(4), w.g, "gpu"}, []any{q.Name(), q.Kind(), q.Tag(), q.GPU(), w.g.Name()})
	require.Same(t, w.g, w.gpus[0])
	require.Equal(t, "bare", w.cpu.Name)
	_, _, ok := q.Current()
	require.False(t, ok)
	q.Submit(batch(10, 10), 8)
	w.Charge(15)
	tag, command, ok := q.Current()
	require.Equal(t, []any{Tag(8), 1, true}, []any{tag, command, ok})
	require.False(t, w.g.Idle())
	require.EqualValues(t, 1, w.g.Commands())
	require.Nil(t, w.Drain())
	require.True(t, w.g.Idle())
}

// Removing the GPU from within a command, and twice, and from the CPU.
func TestRemoveFromAnywhere(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q := w.queue(Direct, 0, "q")
	b := batch(10, 10)
	b.step = func(int) { w.g.Remove(0) }
	dropped := 0
	b.retired = func(ok bool) { require.False(t, ok); dropped++ }
	q.Submit(b, 0)
	w.Charge(100)
	w.g.Remove(0)
	require.True(t, w.g.Removed())
	require.Equal(t, 1, dropped)
	require.Nil(t, w.Drain())
	require.Equal(t, []string{"0 removed"}, w.tape.only("removed"))
}

// removing is an operation during which the GPU is removed.
type removing struct {
	g     *GPU
	ended []bool
}

func (r *removing) Begin(now Time) Time { r.g.Remove(0); return now }
func (r *removing) End(ok bool)         { r.ended = append(r.ended, ok) }

func TestRemoveFromOp(t *testing.T) {
	w := newWorld(bare(), nil)
	defer w.Shutdown()
	q, op := w.queue(Direct, 0, "q"), &removing{g: w.g}
	q.Enqueue(op, 0)
	q.Submit(batch(1), 0)
	require.Nil(t, w.Drain())
	require.Equal(t, []bool{false}, op.ended)
	require.Zero(t, q.Pending())
}

// TestCommandsOfNoCostTogether: what commands of no cost do, and when, is the same whether they are performed one at a time, where somebody watches
// or another queue may come between them, or together.
func TestCommandsOfNoCostTogether(t *testing.T) {
	run := func(watched, second bool) (began []Time, runs int, commands uint64) {
		w := newWorld(bare(), nil)
		if !watched {
			w.SetObserver(nil)
		}
		q, b := w.queue(Compute, 0, "q"), batch(0, 0, 5, 0, 0, 7, 0)
		b.step = func(int) { began = append(began, w.Now()) }
		q.Submit(b, 0)
		if second {
			w.queue(Compute, 0, "r").Submit(batch(0, 3), 0)
		}
		w.Drain()
		return began, b.runs, w.g.Commands()
	}
	for _, watched := range []bool{false, true} {
		began, runs, commands := run(watched, false)
		require.Equal(t, []Time{0, 0, 0, 5, 5, 5, 12}, began)
		require.EqualValues(t, 7, commands)
		require.Equal(t, map[bool]int{false: 3, true: 7}[watched], runs)
	}
	apart, _, _ := run(true, true)
	together, _, commands := run(false, true)
	require.Equal(t, apart, together)
	require.EqualValues(t, 9, commands)
}

func TestEngineNames(t *testing.T) {
	require.Equal(t, "3D", EngineID{}.String())
	require.Equal(t, "COPY 1", EngineID{Kind: Copy, Index: 1}.String())
	unusable := defaultProfile()
	unusable.WakeLatency = -1
	require.Panics(t, func() { New(unusable, nil) })
}
