package lifetime_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gpuscript/gpuscript/lifetime"
	"github.com/stretchr/testify/require"
)

// act is what a program of the model does.
type act uint8

const (
	record    act = iota // a command of the immediate context of a queue uses an object
	deferred             // a command of a deferred list uses an object
	execute              // the deferred list is executed with the next submission of a queue
	submit               // the open list of a queue is submitted
	transient            // an upload is submitted between
	complete             // the GPU completes one more submission of a queue
	release              // the application gives an object up
	purge
	retire // stale objects of a queue without open commands go with its last submission
	actCount
)

var actNames = [actCount]string{"record", "deferred", "execute", "submit", "transient", "complete", "release", "purge", "retire"}

// step is one act of a program; queue and object count where the act uses them.
type step struct {
	do            act
	queue, object int
}

func (s step) String() string { return fmt.Sprintf("%s q%d o%d", actNames[s.do], s.queue, s.object) }

// work is a submission that the GPU has not completed.
type work struct {
	value uint64
	uses  []int
}

// world is the oracle beside a domain: who uses what, by name.
type world struct {
	fail     func(format string, args ...any)
	domain   *lifetime.Domain
	objects  *lifetime.ReleaseQueue[int]
	fences   []*gpu
	open     [][]int // objects used by the list that each queue records
	flying   [][]work
	apart    []int // objects used by the deferred list
	masks    []lifetime.Mask
	released []bool
	gone     []int // how often each object was destroyed
}

func newWorld(n lifetime.Numbering, queues, objects int, fail func(string, ...any)) *world {
	w := &world{fail: fail, open: make([][]int, queues), flying: make([][]work, queues), masks: make([]lifetime.Mask, objects),
		released: make([]bool, objects), gone: make([]int, objects)}
	o := lifetime.Options{Numbering: n}
	for i := range queues {
		w.fences = append(w.fences, &gpu{})
		o.Queues = append(o.Queues, lifetime.QueueDesc{Name: fmt.Sprint(i), Fence: w.fences[i]})
	}
	w.domain, _ = lifetime.NewDomain(o)
	w.objects = lifetime.NewReleaseQueue(w.domain, "objects", w.destroyed)
	for i := range w.masks {
		w.masks[i] = lifetime.AllQueues // odd objects may be used everywhere, even ones on one queue
		if i%2 == 0 {
			w.masks[i] = lifetime.MaskOf(i / 2 % queues)
		}
	}
	return w
}

// destroyed is the oracle's verdict: nobody uses the object any more.
func (w *world) destroyed(object int) error {
	w.gone[object]++
	if !w.released[object] || w.gone[object] > 1 {
		w.fail("object %d: released %v, destroyed %d times", object, w.released[object], w.gone[object])
	}
	for q := range w.open {
		if slices.Contains(w.open[q], object) {
			w.fail("object %d was destroyed while queue %d records with it", object, q)
		}
		for _, f := range w.flying[q] {
			if slices.Contains(f.uses, object) {
				w.fail("object %d was destroyed while value %d of queue %d is in flight", object, f.value, q)
			}
		}
	}
	if slices.Contains(w.apart, object) {
		w.fail("object %d was destroyed while a deferred list holds it", object)
	}
	return nil
}

// legal says whether an application may do a step now.
func (w *world) legal(s step) bool {
	switch s.do {
	case record:
		return !w.released[s.object] && w.masks[s.object].Has(s.queue)
	case deferred:
		return !w.released[s.object]
	case execute:
		return len(w.apart) > 0 && !slices.ContainsFunc(w.apart, func(o int) bool { return !w.masks[o].Has(s.queue) })
	case complete:
		return len(w.flying[s.queue]) > 0
	case release: // the basic requirement
		return !w.released[s.object] && !slices.Contains(w.apart, s.object)
	case retire:
		return len(w.open[s.queue]) == 0
	default:
		return true
	}
}

// must stops the test on an error that a legal program cannot meet.
func (w *world) must(err error) {
	if err != nil {
		w.fail("%v", err)
	}
}

func (w *world) run(s step) {
	q := w.domain.Queue(s.queue)
	switch s.do {
	case record:
		w.open[s.queue] = append(w.open[s.queue], s.object)
	case deferred:
		w.apart = append(w.apart, s.object)
	case execute: // own commands and the list in one submission
		w.open[s.queue], w.apart = append(w.open[s.queue], w.apart...), nil
		w.run(step{submit, s.queue, 0})
	case submit:
		_, err := q.Submit(func(v uint64) error {
			w.flying[s.queue], w.open[s.queue] = append(w.flying[s.queue], work{v, w.open[s.queue]}), nil
			return nil
		})
		w.must(err)
	case transient:
		_, err := q.SubmitTransient(func(v uint64) error {
			w.flying[s.queue] = append(w.flying[s.queue], work{v, nil})
			return nil
		})
		w.must(err)
	case complete:
		first := w.flying[s.queue][0]
		w.flying[s.queue] = w.flying[s.queue][1:]
		w.fences[s.queue].value = max(w.fences[s.queue].value, first.value)
	case release:
		w.released[s.object] = true
		w.must(w.objects.Release(s.object, w.masks[s.object]))
	case purge:
		_, err := w.domain.Purge()
		w.must(err)
	case retire:
		_, err := q.RetireStale()
		w.must(err)
	}
}

// finish submits and completes everything, and then nothing that was released may be left.
func (w *world) finish() {
	w.apart = nil // a list that is dropped uses nothing
	for q := range w.open {
		w.run(step{submit, q, 0})
		for len(w.flying[q]) > 0 {
			w.run(step{complete, q, 0})
		}
	}
	w.run(step{do: purge})
	for o, released := range w.released {
		if released != (w.gone[o] == 1) {
			w.fail("object %d: released %v, destroyed %d times", o, released, w.gone[o])
		}
	}
	if s := w.domain.Stats(); s.Stale+s.Pending != 0 {
		w.fail("%d stale, %d pending behind everything", s.Stale, s.Pending)
	}
}

// play runs the legal steps of a program and says what the oracle minds.
func play(n lifetime.Numbering, queues, objects int, program []step) (complaint string) {
	w := newWorld(n, queues, objects, func(format string, args ...any) {
		if complaint == "" {
			complaint = fmt.Sprintf(format, args...)
		}
	})
	for _, s := range program {
		if w.legal(s) {
			w.run(s)
		}
	}
	w.finish()
	return complaint
}

// interleavings calls do with every merge of the threads in which each step is legal.
func interleavings(n lifetime.Numbering, queues, objects int, threads [][]step, do func([]step)) int {
	left, total := 0, 0
	for _, t := range threads {
		left += len(t)
	}
	at, path := make([]int, len(threads)), make([]step, 0, left)
	var next func()
	next = func() {
		if len(path) == left {
			total++
			do(path)
			return
		}
		for i, t := range threads {
			if at[i] == len(t) || !allowed(n, queues, objects, path, t[at[i]]) {
				continue
			}
			path, at[i] = append(path, t[at[i]]), at[i]+1
			next()
			path, at[i] = path[:len(path)-1], at[i]-1
		}
	}
	next()
	return total
}

// allowed says whether a step is legal after a path.
func allowed(n lifetime.Numbering, queues, objects int, path []step, s step) bool {
	w := newWorld(n, queues, objects, func(string, ...any) {})
	for _, p := range path {
		w.run(p)
	}
	return w.legal(s)
}

func TestEveryInterleaving(t *testing.T) {
	rec := func(q, o int) step { return step{record, q, o} }
	sub, com := func(q int) step { return step{submit, q, 0} }, func(q int) step { return step{complete, q, 0} }
	rel, pur := func(o int) step { return step{release, 0, o} }, step{do: purge}
	for _, c := range []struct {
		name    string
		queues  int
		threads [][]step
	}{
		{"three lists, one queue", 1, [][]step{{rec(0, 0), sub(0), rec(0, 1), sub(0), sub(0)}, {com(0), com(0), com(0)}, {rel(0)}, {pur, pur}}},
		{"an upload between", 1, [][]step{{rec(0, 0), sub(0), sub(0)}, {{transient, 0, 0}}, {com(0), com(0)}, {rel(0)}, {pur, pur}}},
		{"a deferred list", 1, [][]step{{rec(0, 1), sub(0)}, {{deferred, 0, 0}, {execute, 0, 0}}, {com(0), com(0)}, {rel(0), rel(1)}, {pur}}},
		{"two queues", 2, [][]step{{rec(0, 1), sub(0)}, {rec(1, 1), sub(1)}, {com(0)}, {com(1)}, {rel(1)}, {pur, pur}}},
		{"three lists, two queues", 2, [][]step{{rec(0, 1), sub(0), sub(0)}, {rec(1, 1), sub(1)}, {com(0), com(1)}, {rel(1)}, {pur}, {{retire, 1, 0}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
				total := interleavings(n, c.queues, 2, c.threads, func(path []step) {
					if complaint := play(n, c.queues, 2, path); complaint != "" {
						t.Fatalf("%s: %s: %s", n, path, complaint)
					}
				})
				require.Greater(t, total, 100)
				t.Logf("%s: %d interleavings", n, total)
			}
		})
	}
}

// TestTheOracleSees: the model is worth something only if it notices the two mistakes that it is about.
func TestTheOracleSees(t *testing.T) {
	early := false
	w := newWorld(lifetime.Modern, 1, 1, func(string, ...any) { early = true })
	w.run(step{record, 0, 0})
	w.run(step{release, 0, 0})
	_, err := w.domain.PurgeAll()
	require.NoError(t, err)
	require.True(t, early, "a forced purge while the list is open destroys early")
	kept := false
	w = newWorld(lifetime.Modern, 1, 1, func(string, ...any) { kept = true })
	w.run(step{release, 0, 0})
	w.released[0] = false
	w.finish()
	require.True(t, kept)
}

// program makes steps of bytes, three a step.
func program(data []byte, queues, objects int) []step {
	var out []step
	for ; len(data) >= 3; data = data[3:] {
		out = append(out, step{act(data[0]) % actCount, int(data[1]) % queues, int(data[2]) % objects})
	}
	return out
}

func TestRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		data := make([]byte, 3*(1+r.IntN(40)))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		queues := 1 + r.IntN(2)
		for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
			p := program(data, queues, 4)
			require.Empty(t, play(n, queues, 4, p), "%s: %s", n, p)
		}
	}
}

func FuzzLifetimes(f *testing.F) {
	f.Add([]byte{0, 0, 0, 6, 0, 0, 4, 0, 0, 5, 0, 0, 7, 0, 0, 3, 0, 0, 7, 0, 0})
	f.Add([]byte{1, 0, 1, 2, 1, 0, 6, 0, 1, 5, 1, 0, 7, 0, 0, 8, 0, 0, 7, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, n := range []lifetime.Numbering{lifetime.Seed, lifetime.Modern} {
			for queues := 1; queues <= 3; queues++ {
				p := program(data, queues, 5)
				require.Empty(t, play(n, queues, 5, p), "%s: %s", n, p)
			}
		}
	})
}
