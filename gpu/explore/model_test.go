package explore

import (
	"flag"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/internal/sched/profile"
)

// programs is how many of them are compared with schedules drawn at random.
var programs = flag.Int("programs", 150, "random programs to compare with schedules drawn at random")

// act is one call of a thread in a random program, or a command of a batch.
type act struct {
	kind  int
	queue int
	fence int
	value uint64
	cell  int
	batch []act
}

// Kinds of calls, and of commands.
const (
	callSubmit = iota
	callSignal // of a queue
	callWait   // of a queue
	callCPUSignal
	callCPUWait
	callPoll
	callArm  // an event for a fence
	callHear // waits for it
	callSet
	kinds

	cellRead = iota
	cellWrite
	cellAdd
)

// program is what some threads call.
type program struct {
	queues, fences int
	threads        [][]act
}

func (p *program) String() string {
	var b strings.Builder
	for i, t := range p.threads {
		fmt.Fprintf(&b, "thread %d: %v\n", i, t)
	}
	return b.String()
}

// randomProgram is small enough for all its schedules to be made.
func randomProgram(r *rand.Rand, calls int) *program {
	p := &program{queues: 1 + r.Intn(min(calls, 4)-1), fences: 1 + r.Intn(2)}
	first := calls + r.Intn(2)
	if r.Intn(3) == 0 {
		first = calls - 1
		p.threads = append(p.threads, randomCalls(r, p, 1+r.Intn(calls-1)))
	}
	p.threads = append([][]act{randomCalls(r, p, first)}, p.threads...)
	return p
}

func randomCalls(r *rand.Rand, p *program, n int) (calls []act) {
	for range n {
		a := act{kind: r.Intn(kinds), queue: r.Intn(p.queues), fence: r.Intn(p.fences), value: uint64(r.Intn(3))}
		if a.kind == callSubmit {
			for range 1 + r.Intn(2) {
				a.batch = append(a.batch, act{kind: cellRead + r.Intn(3), cell: r.Intn(2)})
			}
		}
		calls = append(calls, a)
	}
	return calls
}

// world runs a program and keeps what can be seen of the run.
type world struct {
	sim    *sched.Sim
	fences []*sched.Fence
	queues []*sched.Queue
	event  *sched.Event
	cells  [2]uint64
	seen   []string // by each thread and queue
}

// commands is a batch of commands on cells.
type commands struct {
	w    *world
	q    int
	list []act
}

func (c *commands) Len() int    { return len(c.list) }
func (c *commands) Retire(bool) {}
func (c *commands) Step(i int, _ bool) sched.Cost {
	a, w := c.list[i], c.w
	cell := &w.cells[a.cell]
	t := sched.Touch{Object: w, Begin: uint64(a.cell), End: uint64(a.cell) + 1}
	switch a.kind {
	case cellRead:
		t.Kind = sched.Look
		w.see(len(w.seen)-1-c.q, *cell)
	case cellWrite:
		t.Kind = sched.Lower
		*cell = *cell*7 + uint64(c.q) + 1
	case cellAdd:
		t.Kind = sched.Add
		*cell += 1000
	}
	w.sim.Touch(t)
	return sched.Cost{Time: 10}
}

func (w *world) see(who int, what any) { w.seen[who] += fmt.Sprint(what, " ") }

// outcome runs the program on a schedule.
func (p *program) outcome(policy sched.Policy) string {
	machine, _ := profile.Find("default")
	s := sched.New(machine, policy)
	g := s.NewGPU("gpu", machine)
	w := &world{sim: s, event: s.NewEvent("e", false, false, 0), seen: make([]string, len(p.threads)+p.queues)}
	for i := range p.fences {
		w.fences = append(w.fences, g.NewFence(0, fmt.Sprint("F", i), 0))
	}
	for i := range p.queues {
		w.queues = append(w.queues, g.NewQueue(sched.QueueDesc{Kind: sched.Kind(i % 2), Name: fmt.Sprint("q", i)}))
	}
	for i := range p.threads[1:] {
		s.Go(fmt.Sprint("t", i+1), func() { w.calls(i+1, p.threads[i+1]) })
	}
	w.calls(0, p.threads[0])
	s.Drain()
	out := fmt.Sprint(w.seen, w.cells)
	for _, f := range w.fences {
		out += fmt.Sprint(" ", f.Value())
	}
	s.Shutdown()
	return out
}

func (w *world) calls(thread int, list []act) {
	for _, a := range list {
		w.sim.Call(sched.CallSync)
		f, q := w.fences[a.fence], w.queues[a.queue]
		switch a.kind {
		case callSubmit:
			q.Submit(&commands{w, a.queue, a.batch}, 0)
		case callSignal:
			q.Signal(f, a.value, 0)
		case callWait:
			q.Wait(f, a.value, 0)
		case callCPUSignal:
			f.Signal(a.value, 0)
		case callCPUWait:
			w.see(thread, w.sim.WaitFence(f, a.value, sched.Infinite, 0).Status)
		case callPoll:
			v := f.Value()
			w.sim.Touch(sched.Touch{Kind: sched.Look, Object: f, Value: v})
			w.see(thread, v)
		case callArm:
			f.SetEventOnCompletion(a.value, w.event, 0)
		case callHear:
			w.see(thread, w.sim.WaitEvent(w.event, sched.Infinite, 0).Status)
		case callSet:
			w.event.Set()
		}
	}
}

// path is a schedule of all schedules: the choices that it takes, and how many there were.
type path struct {
	picks, of []int
	at        int
}

func (p *path) Pick(choices []sched.Choice) int {
	if p.at == len(p.picks) {
		p.picks, p.of = append(p.picks, 0), append(p.of, len(choices))
	}
	p.at++
	return p.picks[p.at-1]
}

// next is the path after this one, false if it is the last.
func (p *path) next() bool {
	p.at = 0
	for n := len(p.picks); n > 0; n-- {
		if p.picks[n-1]++; p.picks[n-1] < p.of[n-1] {
			p.picks, p.of = p.picks[:n], p.of[:n]
			return true
		}
	}
	return false
}

// all is what a program does in all its n schedules, nil if there are more than a limit.
func (p *program) all(limit int) (found map[string]bool, n int) {
	found = map[string]bool{}
	for way := (&path{}); ; {
		found[p.outcome(way)] = true
		n++
		if !way.next() {
			return found, n
		}
		if n == limit {
			return nil, 0
		}
	}
}

// explored is what a program does in the schedules of an exploration.
func (p *program) explored(t *testing.T, limit int) (found map[string]bool, o Outcome) {
	x := New(limit)
	found = map[string]bool{}
	for {
		runs := x.Next(2)
		if len(runs) == 0 {
			return found, x.Outcome()
		}
		for _, r := range runs {
			out := p.outcome(r.Policy())
			found[out] = true
			require.Equal(t, out, p.outcome(r.Token().Policy()), "token %s", r.Token())
		}
		for _, r := range runs {
			x.Finish(r)
		}
	}
}

// TestAllSchedules: an exploration finds everything that a program can do, and nothing else, in fewer runs than there are schedules.
func TestAllSchedules(t *testing.T) {
	compared, several, schedules, runs, kinds := 0, 0, 0, 0, 0
	for seed := int64(0); compared < 60; seed++ {
		p := randomProgram(rand.New(rand.NewSource(seed)), 3)
		want, n := p.all(30000)
		if len(want) < 2 && seed%8 > 0 {
			continue // too many, or hardly worth a look
		}
		compared++
		got, o := p.explored(t, 10000)
		require.False(t, o.Left, "program %d\n%s", seed, p)
		require.Equal(t, sorted(want), sorted(got), "program %d\n%s", seed, p)
		schedules, runs, kinds = schedules+n, runs+o.Runs, kinds+o.Kinds
		if len(want) > 1 {
			several++
		}
	}
	t.Logf("%d programs with %d schedules, %d of which do several things: %d runs of %d kinds", compared, schedules, several, runs, kinds)
	require.Greater(t, several, compared/3)
	require.Less(t, runs, schedules/10)
}

// TestDrawnSchedules: what larger programs do in schedules drawn at random, an exploration has found.
func TestDrawnSchedules(t *testing.T) {
	compared, several, runs, kinds := 0, 0, 0, 0
	for seed := int64(0); compared < *programs; seed++ {
		p := randomProgram(rand.New(rand.NewSource(seed)), 6)
		got, o := p.explored(t, 3000)
		if o.Left {
			continue
		}
		compared++
		for drawn := range uint64(100) {
			require.Contains(t, got, p.outcome(sched.Random(drawn)), "program %d, seed %d\n%s", seed, drawn, p)
		}
		runs, kinds = runs+o.Runs, kinds+o.Kinds
		if len(got) > 1 {
			several++
		}
	}
	t.Logf("%d programs, %d of which do several things: %d runs of %d kinds", compared, several, runs, kinds)
	require.Greater(t, several, compared/5)
}

func sorted(m map[string]bool) (list []string) {
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}
