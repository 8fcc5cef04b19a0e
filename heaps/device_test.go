package heaps

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/heaps/alloc"
)

// fakeDevice creates heaps with ids 1, 2, 3 … and remembers what it was asked.
type fakeDevice struct {
	mu        sync.Mutex
	created   []gpu.DescriptorHeapDesc
	released  []gpu.ID
	copies    []string
	fail      error
	invisible bool // GPU handles fail
}

type fakeHeap struct {
	device *fakeDevice
	id     gpu.ID
}

func (d *fakeDevice) CreateDescriptorHeap(desc gpu.DescriptorHeapDesc) (DescriptorHeap, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fail != nil {
		return nil, d.fail
	}
	d.created = append(d.created, desc)
	return &fakeHeap{d, gpu.ID(len(d.created))}, nil
}

func (d *fakeDevice) CopyDescriptorsSimple(n uint32, dst, src gpu.CPUDescriptorHandle, typ gpu.DescriptorHeapType) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.copies = append(d.copies, fmt.Sprintf("%d %s from %d:%d to %d:%d", n, typ, src.Heap, src.Index, dst.Heap, dst.Index))
	return d.fail
}

func (h *fakeHeap) GetCPUDescriptorHandle(i uint32) gpu.CPUDescriptorHandle {
	return gpu.CPUDescriptorHandle{Heap: h.id, Index: i}
}

func (h *fakeHeap) GetGPUDescriptorHandle(i uint32) (gpu.GPUDescriptorHandle, error) {
	if h.device.invisible {
		return gpu.GPUDescriptorHandle{}, errDevice
	}
	return gpu.GPUDescriptorHandle{Heap: h.id, Index: i}, nil
}

func (h *fakeHeap) Release() error {
	h.device.mu.Lock()
	defer h.device.mu.Unlock()
	h.device.released = append(h.device.released, h.id)
	return h.device.fail
}

// fakeGPU is a queue of the article "Managing Resource Lifetimes": the number of the next list, and how many lists have completed.
type fakeGPU struct {
	mu              sync.Mutex
	next, completed uint64
	queue           *StaleQueue
	waits           int
}

func newGPU() *fakeGPU {
	g := &fakeGPU{}
	g.queue = NewStaleQueue(alloc.ByCount, func() uint64 {
		g.mu.Lock()
		defer g.mu.Unlock()
		return g.next
	})
	return g
}

func (g *fakeGPU) Release(queues uint64, r Reclaimer) error { return g.queue.Release(queues, r) }

// submit submits the next list.
func (g *fakeGPU) submit() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next++
}

// complete lets the GPU finish n lists, and purges.
func (g *fakeGPU) complete(n uint64) {
	g.mu.Lock()
	g.completed = min(g.completed+n, g.next)
	completed := g.completed
	g.mu.Unlock()
	g.queue.Purge(completed)
}

// idle submits a list and completes everything.
func (g *fakeGPU) idle() {
	g.submit()
	g.complete(g.next)
}

// WaitForGPU implements Waiter.
func (g *fakeGPU) WaitForGPU() bool {
	if g.completed == g.next {
		return false
	}
	g.waits++
	g.complete(1)
	return true
}

var errDevice = errors.New("the device is lost")

// brokenReleaser fails.
type brokenReleaser struct{}

func (brokenReleaser) Release(uint64, Reclaimer) error { return errDevice }

type reclaimed struct {
	name string
	log  *[]string
}

func (r reclaimed) Reclaim() { *r.log = append(*r.log, r.name) }

func TestStaleQueue(t *testing.T) {
	for _, c := range []struct {
		rule alloc.Rule
		want []int // reclaimed by Purge(5), (6), (7)
	}{{alloc.ByCount, []int{0, 2, 1}}, {alloc.ByFence, []int{2, 1, 0}}} {
		var log []string
		next := uint64(5)
		q := NewStaleQueue(c.rule, func() uint64 { return next })
		require.NoError(t, q.Release(AllQueues, reclaimed{"a", &log}))
		require.NoError(t, q.Release(1, reclaimed{"b", &log}))
		next = 6
		require.NoError(t, q.Release(0, reclaimed{"c", &log}))
		require.Equal(t, 3, q.Len())
		require.Zero(t, q.Purge(4))
		for i, completed := range []uint64{5, 6, 7} {
			require.Equal(t, c.want[i], q.Purge(completed), "Purge(%d)", completed)
		}
		require.Equal(t, []string{"a", "b", "c"}, log)
		require.Zero(t, q.Len())
	}
}

// TestStaleQueueMayBeUsedWhileReclaiming: what is reclaimed can release other things.
func TestStaleQueueMayBeUsedWhileReclaiming(t *testing.T) {
	q := NewStaleQueue(alloc.ByFence, func() uint64 { return 1 })
	var log []string
	require.NoError(t, q.Release(0, again{q, &log}))
	require.Equal(t, 1, q.Purge(1))
	require.Equal(t, 1, q.Purge(1))
	require.Equal(t, []string{"second"}, log)
}

type again struct {
	q   *StaleQueue
	log *[]string
}

func (a again) Reclaim() { _ = a.q.Release(0, reclaimed{"second", a.log}) }
