package sched

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
)

// validate holds the invariants of every structure of the machine.
func validate(t *testing.T, s *Sim) {
	t.Helper()
	for i := range s.waiting.a {
		th := s.waiting.a[i]
		require.Equal(t, i, th.slot)
		require.False(t, i > 0 && s.waiting.before(i, (i-1)/2), "thread heap")
		require.Contains(t, []threadState{threadRunnable, threadBlocked}, th.state)
	}
	for _, g := range s.gpus {
		onHeap := map[*Queue]int{}
		for i := range g.events.a {
			require.False(t, i > 0 && g.events.a[i].before(&g.events.a[(i-1)/2]), "event heap")
			if q := g.events.a[i].q; q != nil {
				onHeap[q]++
			}
		}
		for _, q := range g.queues {
			want := map[queueState]int{queueArriving: 1, queueRunning: 1, queueBusy: 1}[q.state]
			require.Equal(t, want, onHeap[q], "events of a queue in state %d", q.state)
			require.Equal(t, q.state == queueRunning, q.engine != nil)
			require.Equal(t, q.state == queueReady, containsQueue(q.pool.ready, q))
			require.False(t, q.state == queueIdle && q.count > 0)
			for i := q.count; i < len(q.ring); i++ {
				it := q.at(i)
				require.True(t, it.fence == nil && it.batch == nil && it.op == nil, "completed items keep nothing alive")
			}
		}
		for _, f := range g.awaited {
			require.NotEmpty(t, f.waiters)
			for _, w := range f.waiters {
				require.GreaterOrEqual(t, w.value, f.waiters[0].value)
				require.Greater(t, w.value, f.value)
			}
		}
	}
}

func containsQueue(list []*Queue, q *Queue) bool {
	for _, x := range list {
		if x == q {
			return true
		}
	}
	return false
}

// oracleWait is an outstanding wait as the oracle sees it: it looks at every
// value that its fences ever take.
type oracleWait struct {
	needs []Need
	met   []bool
	all   bool
	fired *bool
}

func (o *oracleWait) look() {
	for i, n := range o.needs {
		o.met[i] = o.met[i] || n.Fence.value >= n.Value
	}
}

func (o *oracleWait) done() bool {
	n := 0
	for _, m := range o.met {
		if m {
			n++
		}
	}
	return n == len(o.met) || n > 0 && !o.all
}

// newOracleWait starts a wait of a queue, a thread, or an event, for one value
// or for all or any of several.
func newOracleWait(t *testing.T, w *world, rng *rand.Rand, fences []*Fence) *oracleWait {
	o := &oracleWait{fired: new(bool), all: rng.Intn(2) == 0}
	for range 1 + rng.Intn(3) {
		o.needs = append(o.needs, Need{fences[rng.Intn(len(fences))], uint64(rng.Intn(12))})
	}
	how := rng.Intn(3)
	if how == 0 {
		o.needs = o.needs[:1]
	}
	o.met = make([]bool, len(o.needs))
	switch how {
	case 0:
		q := w.queue(Kind(rng.Intn(3)), 0, "q")
		b := batch()
		b.retired = func(bool) { *o.fired = true }
		q.Wait(o.needs[0].Fence, o.needs[0].Value, 0)
		q.Submit(b, 0)
	case 1:
		w.Go("t", func() { *o.fired = w.WaitFences(o.all, o.needs, Infinite, 0).Status == Satisfied })
	case 2:
		e := w.NewEvent("e", false, false, 0)
		w.SetEventOnFences(o.all, o.needs, e, 0)
		w.Go("t", func() { *o.fired = w.WaitEvent(e, Infinite, 0).Status == Satisfied })
	}
	w.Charge(1) // a queue or thread looks at the fence at its own time, before the next signal
	return o
}

// TestFenceModel compares waits of queues, threads and events with an oracle
// that evaluates every outstanding wait again after each signal.
func TestFenceModel(t *testing.T) {
	for seed := range int64(60) {
		rng := rand.New(rand.NewSource(seed))
		w := newWorld(bare(), nil)
		fences := []*Fence{w.fence("A"), w.fence("B"), w.fence("C")}
		signaler := w.queue(Direct, 0, "signaler")
		var waits []*oracleWait
		for range 150 {
			f, v := fences[rng.Intn(len(fences))], uint64(rng.Intn(12))
			switch rng.Intn(4) {
			case 0:
				f.Signal(v, 0)
			case 1:
				signaler.Signal(f, v, 0)
				w.Charge(1)
				require.Equal(t, v, f.Value())
			default:
				waits = append(waits, newOracleWait(t, w, rng, fences))
			}
			w.Charge(1)
			for n, o := range waits {
				o.look()
				require.Equal(t, o.done(), *o.fired, "seed %d wait %d: %+v", seed, n, o)
			}
			validate(t, w.Sim)
		}
		w.Shutdown()
	}
}

// program is a random legal program: every queue has an engine of its own, and
// fence i is signalled by queue i only, with rising values.
type program struct {
	items [][]step
}

type step struct {
	kind  itemKind
	cost  Time
	from  int // fence and queue of a wait
	value uint64
}

func newProgram(rng *rand.Rand) *program {
	p := &program{items: make([][]step, profile.Kinds)}
	value := [profile.Kinds]uint64{}
	for range 60 { // in one global order, so that waits are for earlier signals
		q := rng.Intn(int(profile.Kinds))
		switch rng.Intn(3) {
		case 0:
			p.items[q] = append(p.items[q], step{kind: itemBatch, cost: Time(rng.Intn(50))})
		case 1:
			value[q]++
			p.items[q] = append(p.items[q], step{kind: itemSignal, value: value[q]})
		case 2:
			from := rng.Intn(int(profile.Kinds))
			if value[from] > 0 {
				p.items[q] = append(p.items[q], step{kind: itemWait, from: from, value: 1 + uint64(rng.Int63n(int64(value[from])))})
			}
		}
	}
	return p
}

// longestPath returns when each signal of the program happens, as the longest
// path to it: the definition, without any queue, heap or engine. A wait that
// meets its signal at the very instant may or may not pay the wait latency: the
// path does not know, and clear is false.
func (p *program) longestPath(prof *Profile) (out map[string]Time, clear bool) {
	out, clear = map[string]Time{}, true
	var end func(q, i int) Time
	memo := map[[2]int]Time{}
	end = func(q, i int) Time {
		if i < 0 {
			return prof.SubmitLatency
		}
		if at, ok := memo[[2]int{q, i}]; ok {
			return at
		}
		at, s := end(q, i-1), p.items[q][i]
		switch s.kind {
		case itemBatch:
			at += s.cost
		case itemSignal:
			at += prof.SignalLatency
			out[fmt.Sprint(q, "=", s.value)] = at
		case itemWait:
			for j, other := range p.items[s.from] {
				if other.kind == itemSignal && other.value == s.value {
					signal := end(s.from, j)
					clear = clear && (signal != at || prof.WaitLatency == 0)
					if signal > at {
						at = signal + prof.WaitLatency
					}
				}
			}
		}
		memo[[2]int{q, i}] = at
		return at
	}
	for q := range p.items {
		end(q, len(p.items[q])-1)
	}
	return out, clear
}

// TestTimesAreLongestPaths compares the times of signals with the definition.
func TestTimesAreLongestPaths(t *testing.T) {
	compared := 0
	for seed := range int64(200) {
		rng := rand.New(rand.NewSource(seed))
		prof := bare()
		prof.SubmitLatency, prof.SignalLatency, prof.WaitLatency = Time(rng.Intn(20)), Time(rng.Intn(5)), 4*Time(rng.Intn(2))
		p := newProgram(rng)
		s := New(prof, nil)
		g := s.NewGPU("gpu", prof)
		got := map[string]Time{}
		var fences []*Fence
		for i := range p.items {
			fences = append(fences, g.NewFence(0, fmt.Sprint(i), 0))
		}
		s.SetObserver(signalTimes(got))
		for k, items := range p.items {
			q := g.NewQueue(QueueDesc{Kind: Kind(k)})
			for _, it := range items {
				switch it.kind {
				case itemBatch:
					q.Submit(batch(it.cost), 0)
				case itemSignal:
					q.Signal(fences[k], it.value, 0)
				case itemWait:
					q.Wait(fences[it.from], it.value, 0)
				}
			}
		}
		validate(t, s)
		require.Nil(t, s.Drain())
		validate(t, s)
		if want, clear := p.longestPath(&prof); clear {
			require.Equal(t, want, got, "seed %d", seed)
			compared++
		}
		s.Shutdown()
	}
	require.Greater(t, compared, 100)
}

// signalTimes is an observer that notes when each signal happened.
type signalTimes map[string]Time

func (m signalTimes) Observe(r Record) {
	if r.Kind == Signalled {
		m[fmt.Sprint(r.Fence.name, "=", r.Value)] = r.At
	}
}

// TestChaos drives two GPUs and several threads by random calls under several
// policies, with pauses, steps, timeouts and a removal; the invariants hold
// after every call, equal seeds give equal tapes, and nothing stays behind.
func TestChaos(t *testing.T) {
	for seed := range uint64(40) {
		var runs [2][]string
		for i := range runs {
			var policy Policy
			if seed%2 == 1 {
				policy = Random(seed)
			}
			runs[i] = chaos(t, int64(seed), defaultProfile(), 30_000, policy)
		}
		require.Equal(t, runs[0], runs[1], "seed %d", seed)
	}
}

// TestChaosEqualsFirstChoice holds the timeline, which runs commands of a batch
// in a row where nothing can come between, against the path that asks about
// every step. Short times make many things happen at one instant.
func TestChaosEqualsFirstChoice(t *testing.T) {
	for seed := range int64(30) {
		p, longest := defaultProfile(), 30_000
		if seed%3 > 0 {
			p, longest = bare(), 3
			p.Call[CallSync], p.PreemptCost, p.Quantum = Time(seed%4), Time(seed%2), Time(seed%5)
		}
		require.Equal(t, chaos(t, seed, p, longest, first{t}), chaos(t, seed, p, longest, nil), "seed %d", seed)
	}
}

// chaos is the tape of random calls. Commands cost less than longest.
func chaos(t *testing.T, seed int64, p Profile, longest int, policy Policy) []string {
	w := newWorld(p, policy)
	defer w.Shutdown()
	p.Preemption = profile.PreemptBatch
	gpus := []*GPU{w.g, w.NewGPU("gpu2", p)}
	var queues []*Queue
	var fences []*Fence
	for i := range 6 {
		g := gpus[i%2]
		queues = append(queues, g.NewQueue(QueueDesc{Kind: Kind(i % 3), Priority: i / 3, Name: fmt.Sprint("q", i)}))
		fences = append(fences, g.NewFence(uint64(i), fmt.Sprint("F", i), 0))
	}
	e := w.NewEvent("e", seed%3 == 0, false, 0)
	drive := func(rng *rand.Rand) func() {
		return func() {
			for n := range 60 {
				w.Call(CallClass(rng.Intn(int(profile.CallClasses))))
				chaosCall(w, rng, longest, gpus[rng.Intn(2)], queues[rng.Intn(6)], fences[rng.Intn(6)], e, n)
				validate(t, w.Sim)
			}
		}
	}
	for i := range int64(3) {
		w.Go(fmt.Sprint("t", i), drive(rand.New(rand.NewSource(seed*10+i))))
	}
	drive(rand.New(rand.NewSource(seed*10 + 9)))()
	for _, g := range gpus {
		g.Resume()
	}
	w.Drain()
	validate(t, w.Sim)
	checkTape(t, w.tape)
	return w.tape.lines
}

func chaosCall(w *world, rng *rand.Rand, longest int, g *GPU, q *Queue, f *Fence, e *Event, n int) {
	v := uint64(rng.Intn(20))
	timeout := Time(rng.Intn(3 * longest))
	switch rng.Intn(14) {
	case 0, 1, 2:
		q.Submit(batch(Time(rng.Intn(longest)), Time(rng.Intn(longest)), Time(rng.Intn(longest))), Tag(n))
	case 3, 4:
		q.Signal(f, v, Tag(n))
	case 5:
		q.Wait(f, v/4, Tag(n))
	case 6:
		f.Signal(v, Tag(n))
	case 7:
		w.WaitFence(f, v, timeout, Tag(n))
	case 8:
		f.SetEventOnCompletion(v, e, Tag(n))
		w.WaitEvent(e, timeout, Tag(n))
	case 9:
		w.WaitFences(n%2 == 0, []Need{{f, v}, {f, v / 2}}, Infinite, Tag(n)) // may end in a deadlock
	case 10:
		g.Pause()
	case 11:
		g.Resume()
	case 12:
		g.Step(Until{Kind: UntilKind(rng.Intn(5)), Fence: f, Value: v, Time: w.Now() + timeout}, Tag(n))
	case 13:
		if rng.Intn(40) == 0 {
			g.Remove(Tag(n))
		}
		e.Set()
	}
}
