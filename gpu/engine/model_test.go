package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// model is a device with two queues and three deferred contexts on a GPU that runs step by step, and an oracle beside it: it knows who needs which
// source. The validation below is the other oracle: it refuses every release of memory that the GPU still needs.
type model struct {
	*world
	rng       *rand.Rand
	immediate [2]*engine.DeviceContext
	targets   [2]*engine.Buffer // that each queue copies to
	sources   []*engine.Buffer
	released  []bool
	open      [2]map[int]bool // sources that a queue's open list needs
	deferred  [3]recording
}

// recording is what a deferred context has recorded.
type recording struct {
	queue int
	uses  map[int]bool
	list  *engine.CommandList // finished
	ctx   *engine.DeviceContext
	busy  bool
}

func newModel(t *testing.T, n desc.Numbering, seed uint64, sources int) *model {
	w := newWorld(t, desc.DeviceDesc{Numbering: n, DeferredContexts: 3, DynamicHeapPageSize: 1024, UploadRingSize: 1024,
		ImmediateContexts: []desc.ImmediateContextDesc{{Name: "a"}, {Name: "b"}}})
	m := &model{world: w, rng: rand.New(rand.NewPCG(seed, 1))}
	for q := range 2 {
		m.immediate[q], m.open[q] = w.GetImmediateContext(q), map[int]bool{}
		b, err := w.CreateBuffer(desc.BufferDesc{Name: fmt.Sprint("target ", q), Size: 16, ImmediateContextMask: 1 << q})
		w.ok(err)
		m.targets[q] = b
	}
	for i := range m.deferred {
		m.deferred[i].ctx = w.GetDeferredContext(i)
	}
	for i := range sources {
		b, err := w.CreateBuffer(desc.BufferDesc{Name: fmt.Sprint("source ", i), Size: 16, Usage: desc.UsageImmutable, Data: make([]byte, 16), ImmediateContextMask: 3})
		w.ok(err)
		m.sources = append(m.sources, b)
	}
	m.released = make([]bool, sources)
	w.ok(w.IdleGPU())
	w.ok(w.adapter.Work(1000, 0))
	w.Native().Pause()
	return m
}

// source is one that is not released, -1 if there is none.
func (m *model) source() int {
	from := m.rng.IntN(len(m.sources))
	for i := range m.sources {
		if k := (from + i) % len(m.sources); !m.released[k] {
			return k
		}
	}
	return -1
}

// act does one random thing that an application may do.
func (m *model) act() {
	q, d, k := m.rng.IntN(2), &m.deferred[m.rng.IntN(3)], m.source()
	switch what := m.rng.IntN(10); {
	case what <= 1 && k >= 0: // record
		m.ok(m.immediate[q].CopyBuffer(m.sources[k], 0, 0, m.targets[q], 0, 16, 0))
		m.open[q][k] = true
	case what == 2 && k >= 0 && d.list == nil: // record on a deferred context, with dynamic memory
		if !d.busy {
			m.ok(d.ctx.Begin(m.immediate[q]))
			d.busy, d.queue, d.uses = true, q, map[int]bool{}
		}
		m.ok(d.ctx.CopyBuffer(m.sources[k], 0, 0, m.targets[d.queue], 0, 16, 0))
		m.ok(d.ctx.UpdateBuffer(m.targets[d.queue], 0, make([]byte, 16), 0))
		d.uses[k] = true
	case what == 3 && d.busy && d.list == nil:
		list, err := d.ctx.FinishCommandList()
		m.ok(err)
		d.list = list
	case what == 4 && d.list != nil:
		m.execute(d)
	case what == 5:
		m.ok(m.immediate[q].Flush())
		m.open[q] = map[int]bool{}
	case what == 6 && k >= 0 && m.mayRelease(k): // the basic requirement: not while a deferred list needs it
		m.ok(m.sources[k].Release())
		m.released[k] = true
	case what == 7:
		_, err := m.StepGpu(gpu.StepDesc{Time: uint64(m.rng.IntN(20_000))}) // none, a few or all of what was submitted
		m.ok(err)
	case what == 8:
		m.ok(m.PurgeReleaseQueues())
	case what == 9:
		m.ok(m.ReleaseStaleResources())
	}
	m.check()
}

func (m *model) execute(d *recording) {
	m.ok(m.immediate[d.queue].ExecuteCommandLists([]*engine.CommandList{d.list}))
	m.ok(d.ctx.FinishFrame())
	m.open[d.queue], d.list, d.busy, d.uses = map[int]bool{}, nil, false, nil
}

func (m *model) mayRelease(k int) bool {
	for i := range m.deferred {
		if m.deferred[i].uses[k] {
			return false
		}
	}
	return true
}

// needed is how many sources must not be destroyed: those of the application, and those that open lists use.
func (m *model) needed() (n int) {
	for k := range m.sources {
		if !m.released[k] || m.open[0][k] || m.open[1][k] {
			n++
		}
	}
	return n
}

// check holds what is alive to the oracle: the sources that are needed, the targets and finished lists.
func (m *model) check() {
	alive := m.needed() + len(m.targets)
	for i := range m.deferred {
		if m.deferred[i].list != nil {
			alive++
		}
	}
	require.GreaterOrEqual(m.t, m.GetLiveObjectCount(), alive)
	require.Empty(m.t, m.told)
}

// finish executes everything and purges: then what is alive is what the application has.
func (m *model) finish() {
	m.Native().Resume()
	for i := range m.deferred {
		d := &m.deferred[i]
		if d.busy && d.list == nil {
			list, err := d.ctx.FinishCommandList()
			m.ok(err)
			d.list = list
		}
		if d.list != nil {
			m.execute(d)
		}
	}
	for _, c := range m.immediate {
		m.ok(c.Flush())
		m.ok(c.FinishFrame())
	}
	m.open = [2]map[int]bool{}
	m.ok(m.IdleGPU())
	require.Equal(m.t, m.needed()+len(m.targets), m.GetLiveObjectCount(), "nothing is kept after everything has completed and was purged")
	s := m.GetReleaseQueueStats()
	require.Zero(m.t, s.Stale)
	for k, b := range m.sources {
		if !m.released[k] {
			m.release(b)
		}
	}
	m.release(m.targets[0], m.targets[1])
	m.end()
}

// TestRandomFrames: record, defer, execute, flush, release, let the GPU run and purge in random orders, on two queues and three lists: nothing is
// destroyed early, nothing is kept.
func TestRandomFrames(t *testing.T) {
	runs := uint64(60)
	if testing.Short() {
		runs = 10
	}
	for _, n := range []desc.Numbering{desc.NumberingModern, desc.NumberingSeed} {
		for seed := range runs {
			m := newModel(t, n, seed, 12)
			for range 120 {
				m.act()
			}
			m.finish()
		}
	}
}
