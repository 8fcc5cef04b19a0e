package heaps

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/heaps/alloc"
)

func newGPUHeap(t *testing.T, o GPUHeapOptions) (*GPUHeap, *fakeDevice, *fakeGPU) {
	t.Helper()
	d, g := &fakeDevice{}, newGPU()
	o.Name, o.Releaser, o.Waiter = "frame", g, g
	h, err := NewGPUHeap(d, o)
	require.NoError(t, err)
	return h, d, g
}

// small is a heap of 16 static and 1024 dynamic descriptors in chunks of 256.
var small = GPUHeapOptions{Static: 16, Dynamic: 1024, Chunk: 256}

func TestGPUHeapIsOneHeapInTwoParts(t *testing.T) {
	h, d, g := newGPUHeap(t, GPUHeapOptions{Static: 16, Dynamic: 64, Chunk: 32, Reserve: 8})
	require.Equal(t, []gpu.DescriptorHeapDesc{{Name: "frame", NumDescriptors: 88, Flags: gpu.ShaderVisible}}, d.created)
	a := must(t, h, "material", 5)
	checkPlace(t, a, StaticManager, 0, 5)
	b, err := h.AllocateDynamic("context 0", 3)
	require.NoError(t, err)
	checkPlace(t, b, DynamicManager, 16, 32)
	handle, err := b.GPU(31)
	require.NoError(t, err)
	require.Equal(t, gpu.GPUDescriptorHandle{Heap: 1, Index: 47}, handle)
	c, err := h.AllocateDynamic("context 1", 32)
	require.NoError(t, err)
	checkPlace(t, c, DynamicManager, 48, 32)
	require.NoError(t, c.Free(1))
	s := h.Stats()
	require.Equal(t, []int{1, 1, 2}, []int{s.Chunks, s.ChunksStale, s.ChunksInFlight()})
	require.EqualValues(t, 8, s.Reserve)
	require.Error(t, h.Close())
	require.NoError(t, a.Free(AllQueues))
	require.NoError(t, b.Free(AllQueues))
	g.idle()
	require.NoError(t, h.Validate())
	require.NoError(t, h.Close())
	require.Equal(t, []gpu.ID{1}, d.released)
}

// TestDynamicExample: 200, 100, 300 take 812 of 1024 descriptors in chunks, then 10 do not fit although 600 are in use.
func TestDynamicExample(t *testing.T) {
	h, _, g := newGPUHeap(t, small)
	s := h.NewSuballocator("context 0")
	for _, c := range []struct{ count, slot, room uint32 }{{200, 16, 56}, {100, 16 + 256, 156}, {300, 16 + 512, 0}} {
		r, err := s.Allocate(c.count)
		require.NoError(t, err)
		require.Equal(t, gpu.CPUDescriptorHandle{Heap: 1, Index: c.slot}, r.CPU)
		require.Equal(t, gpu.GPUDescriptorHandle{Heap: 1, Index: c.slot + 7}, r.GPUAt(7))
		require.Equal(t, gpu.CPUDescriptorHandle{Heap: 1, Index: c.slot + 7}, r.CPUAt(7))
		require.Equal(t, c.room, s.room)
		require.True(t, s.Valid(r))
	}
	_, err := s.Allocate(10)
	require.EqualError(t, err, `the dynamic part of GPU descriptor heap "frame" (CBV_SRV_UAV) is exhausted: 256 descriptors requested, 212 of 1024 free (largest block 212), 812 in use, 0 waiting for the GPU; raise Dynamic (now 1024), finish frames more often, or make variables static or mutable`)
	require.Equal(t, SuballocatorStats{Chunks: 3, Requests: 3, Used: 600, Allocated: 812, PeakUsed: 600, PeakAllocated: 812}, s.Stats())
	require.InDelta(t, 600.0/812, s.Stats().Efficiency(), 1e-12)
	require.EqualValues(t, 812, h.Stats().Dynamic.Peak)

	none, err := s.Allocate(0)
	require.ErrorIs(t, err, ErrInvalid)
	require.Zero(t, none)
	require.NoError(t, s.Release(1))
	require.Equal(t, SuballocatorStats{PeakUsed: 600, PeakAllocated: 812}, s.Stats())
	require.InDelta(t, 1, s.Stats().Efficiency(), 0)
	require.Equal(t, 3, h.Stats().ChunksStale)
	_, err = s.Allocate(1)
	require.ErrorContains(t, err, "0 in use, 812 waiting for the GPU")
	g.idle()
	r, err := s.Allocate(1)
	require.NoError(t, err)
	require.EqualValues(t, 16, r.CPU.Index)
}

// TestFixedChunks: with blocks of a chunk each, a large request has whole chunks, and uses what is left of them.
func TestFixedChunks(t *testing.T) {
	o := small
	o.ChunkSpace = FixedChunks
	h, _, _ := newGPUHeap(t, o)
	s := h.NewSuballocator("context 0")
	_, err := s.Allocate(300)
	require.NoError(t, err)
	r, err := s.Allocate(212)
	require.NoError(t, err)
	require.EqualValues(t, 16+300, r.CPU.Index)
	require.EqualValues(t, 512, s.Stats().Allocated)
	require.Equal(t, 1, s.Stats().Chunks)
	require.EqualValues(t, 512, h.Stats().Dynamic.Live)
	require.NoError(t, h.Validate())
}

func TestRangesEndWithTheFrame(t *testing.T) {
	h, d, g := newGPUHeap(t, small)
	views, _, _ := newCPUHeap(t, CPUHeapOptions{Size: 16})
	must(t, views, "other", 3)
	src := must(t, views, "dynamic variables", 4)
	s := h.NewSuballocator("context 0")
	r, err := s.AllocateCopy(src)
	require.NoError(t, err)
	require.Equal(t, []string{"4 CBV_SRV_UAV from 1:3 to 1:16"}, d.copies)
	require.True(t, s.Valid(r))
	require.False(t, s.Valid(Range{}))
	require.NoError(t, s.Release(1))
	require.False(t, s.Valid(r))
	require.NoError(t, s.Release(1)) // a frame without descriptors
	g.idle()
	require.Zero(t, h.Stats().ChunksInFlight())

	require.NoError(t, src.Free(AllQueues))
	_, err = s.AllocateCopy(src)
	require.ErrorContains(t, err, "it was freed before")
	d.fail = errDevice
	_, err = s.AllocateCopy(must(t, views, "again", 1))
	require.ErrorIs(t, err, errDevice)
}

func TestGPUHeapGrowsIntoItsReserve(t *testing.T) {
	o := small
	o.Dynamic, o.Reserve, o.OnExhausted = 256, 300, []Policy{Grow}
	h, _, _ := newGPUHeap(t, o)
	s := h.NewSuballocator("context 0")
	for range 2 {
		_, err := s.Allocate(256)
		require.NoError(t, err)
	}
	require.EqualValues(t, 44, h.Stats().Reserve)
	require.EqualValues(t, 512, h.Stats().Dynamic.Capacity)
	_, err := s.Allocate(1)
	require.ErrorContains(t, err, "256 descriptors requested, 44 of 556 free (largest block 44), 512 in use, 0 waiting for the GPU, after 0 waits and 1 growth; raise Dynamic (now 256)")
	require.Zero(t, h.Stats().Reserve)
	_, err = h.Allocate("static", 17)
	require.ErrorContains(t, err, "the static part of")

	o.ChunkSpace = FixedChunks
	h, _, _ = newGPUHeap(t, o)
	s = h.NewSuballocator("context 0")
	for range 2 {
		_, err = s.Allocate(256)
		require.NoError(t, err)
	}
	_, err = s.Allocate(1)
	require.ErrorContains(t, err, "0 of 512 free") // 44 are no whole chunk
}

func TestGPUHeapWaits(t *testing.T) {
	o := small
	o.OnExhausted = []Policy{Wait}
	h, _, g := newGPUHeap(t, o)
	s := h.NewSuballocator("context 0")
	for frame := range 6 {
		for range 2 {
			_, err := s.Allocate(256)
			require.NoError(t, err, "frame %d", frame)
		}
		require.NoError(t, s.Release(1))
		g.submit()
	}
	require.Equal(t, 4, g.waits) // two frames fit, each later one waits for the one two before it
	static := must(t, h, "all", 16)
	require.NoError(t, static.Free(AllQueues)) // paired with a list that is never submitted
	_, err := h.Allocate("one", 1)
	require.ErrorContains(t, err, "0 of 16 free, 0 in use, 16 waiting for the GPU, after 2 waits and 0 growths; raise Static (now 16)")
}

func TestGPUHeapLimits(t *testing.T) {
	for _, c := range []struct {
		o    GPUHeapOptions
		want string
	}{
		{GPUHeapOptions{Type: gpu.HeapSampler, Static: 1024, Dynamic: 1025, Chunk: 32},
			`GPU descriptor heap "h" (SAMPLER): 2049 descriptors asked for, at most 2048 are possible; use static samplers, which need no heap`},
		{GPUHeapOptions{Static: 900_000, Dynamic: 100_000, Reserve: 1, Chunk: 1},
			`GPU descriptor heap "h" (CBV_SRV_UAV): 1000001 descriptors asked for, at most 1000000 are possible; lower Static, Dynamic or Reserve`},
		{GPUHeapOptions{Static: math.MaxUint32, Dynamic: math.MaxUint32, Reserve: 3, Chunk: 1}, "8589934593 descriptors asked for"},
		{GPUHeapOptions{Type: gpu.HeapRTV, Static: 1, Dynamic: 1, Chunk: 1}, "only heaps of type CBV_SRV_UAV and SAMPLER can be shader-visible"},
		{GPUHeapOptions{Dynamic: 1, Chunk: 1}, "needs Static, Dynamic and Chunk"},
		{GPUHeapOptions{Static: 1, Dynamic: 4, Chunk: 5}, "a chunk of 5 descriptors is larger than the dynamic part of 4"},
		{GPUHeapOptions{Static: 1, Dynamic: 4, Chunk: 4, OnExhausted: []Policy{Wait}}, "the policy wait needs a Waiter"},
	} {
		c.o.Name, c.o.Releaser = "h", newGPU()
		_, err := NewGPUHeap(&fakeDevice{}, c.o)
		require.ErrorContains(t, err, c.want)
	}
	h, _, _ := newGPUHeap(t, GPUHeapOptions{Type: gpu.HeapSampler, Static: 1024, Dynamic: 1024, Chunk: 32})
	require.Equal(t, gpu.HeapSampler, h.Type())
	require.NotNil(t, h.DescriptorHeap())
	_, err := h.Allocate("samplers", 1025)
	require.ErrorContains(t, err, "or use static samplers, which need no heap")
	_, err = h.Allocate("none", 0)
	require.ErrorIs(t, err, ErrInvalid)
	_, err = h.AllocateDynamic("none", 0)
	require.ErrorIs(t, err, ErrInvalid)
	_, err = NewGPUHeap(&fakeDevice{fail: errDevice}, GPUHeapOptions{Static: 1, Dynamic: 1, Chunk: 1, Releaser: newGPU()})
	require.ErrorIs(t, err, errDevice)
}

// TestNothingIsLeftBehind: a heap without GPU handles is released again.
func TestNothingIsLeftBehind(t *testing.T) {
	d := &fakeDevice{invisible: true}
	_, err := NewGPUHeap(d, GPUHeapOptions{Static: 1, Dynamic: 1, Chunk: 1, Releaser: newGPU()})
	require.ErrorIs(t, err, errDevice)
	require.Equal(t, []gpu.ID{1}, d.released)
}

// TestDynamicPathTakesNoLock: with every shared lock held, descriptors and memory come from the chunk and the page at hand. A path
// that took a lock would never end.
func TestDynamicPathTakesNoLock(t *testing.T) {
	h, _, _ := newGPUHeap(t, small)
	s := h.NewSuballocator("context 0")
	pool, _, g := newPool(t, PagePoolOptions{PageSize: 1024})
	pages := NewDynamicHeap(pool, "context 0")
	rings, _, _ := newRings(t, RingHeapOptions{Size: 1024})
	_, err := s.Allocate(1)
	require.NoError(t, err)
	place(t, pages, 1, 1, "P0/0")

	for _, mu := range []*sync.Mutex{&h.mu, &h.static.mu, &h.dynamic.mu, &pool.mu, &g.mu} {
		mu.Lock()
		defer mu.Unlock()
	}
	allocations := testing.AllocsPerRun(100, func() {
		_, err1 := s.Allocate(2)
		_, err2 := pages.Allocate(8, 8)
		_, err3 := rings.Allocate(8, 8)
		err = errors.Join(err1, err2, err3)
	})
	require.NoError(t, err)
	require.Zero(t, allocations)
}

func TestManagerErrors(t *testing.T) {
	heap := &fakeHeap{&fakeDevice{}, 1}
	for name, o := range map[string]ManagerOptions{
		"no slots":    {Releaser: newGPU()},
		"too many":    {Releaser: newGPU(), First: 2, Count: math.MaxUint32 - 1},
		"no releaser": {Count: 1},
	} {
		_, err := NewManager(heap, o)
		require.ErrorIs(t, err, ErrInvalid, name)
	}
	m, err := NewManager(heap, ManagerOptions{Name: "part", First: 2, Count: 3, Releaser: newGPU(), Space: TwoLevel, Remedy: "ask for less"})
	require.NoError(t, err)
	_, err = m.Allocate("none", 0)
	require.ErrorIs(t, err, ErrInvalid)
	_, err = m.Allocate("four", 4)
	require.EqualError(t, err, "the part is exhausted: 4 descriptors requested, 3 of 3 free (largest block 3), 0 in use, 0 waiting for the GPU; ask for less")
	a := must(t, m, "three", 3)
	checkPlace(t, a, 0, 2, 3)
	require.Zero(t, m.Stats().Fragmentation())
	require.Panics(t, func() { m.reclaim(a) }, "it was never freed")
}

// TestContextsInParallel: several contexts record frames, an application thread frees views, a GPU completes. Run with -race.
func TestContextsInParallel(t *testing.T) {
	const contexts, frames = 4, 40
	g, d := newGPU(), &fakeDevice{}
	h, err := NewGPUHeap(d, GPUHeapOptions{Name: "frame", Static: 64, Dynamic: 1 << 14, Chunk: 16, Releaser: g, ChunkSpace: FixedChunks})
	require.NoError(t, err)
	views, err := NewCPUHeap(d, CPUHeapOptions{Name: "views", Size: 8, Releaser: g, Space: TwoLevel})
	require.NoError(t, err)
	cache := NewCache[int](h)
	var owners sync.Map // GPU slot → context that has it in this frame
	work := func(context int) error {
		s := h.NewSuballocator(fmt.Sprint("context ", context))
		for range frames {
			var mine []uint32
			for range 12 {
				r, err := s.Allocate(3)
				if err != nil {
					return err
				}
				for i := range r.Count {
					slot := r.GPUAt(i).Index
					if other, taken := owners.LoadOrStore(slot, context); taken {
						return fmt.Errorf("slot %d belongs to contexts %d and %v", slot, context, other)
					}
					mine = append(mine, slot)
				}
			}
			view, err := views.Allocate("view", uint32(context+1))
			if err != nil {
				return err
			}
			sampler, err := cache.Acquire(context/2, "sampler", 2, func(*Allocation) error { return nil })
			if err != nil {
				return err
			}
			for _, slot := range mine {
				owners.Delete(slot)
			}
			for _, err := range []error{view.Free(AllQueues), sampler.Release(1), s.Release(1)} {
				if err != nil {
					return err
				}
			}
			g.submit()
			g.complete(1)
		}
		return nil
	}
	failures := make(chan error, contexts)
	for i := range contexts {
		go func() { failures <- work(i) }()
	}
	for range contexts {
		require.NoError(t, <-failures)
	}
	g.idle()
	require.NoError(t, h.Validate())
	require.NoError(t, views.Validate())
	require.Zero(t, h.Stats().ChunksInFlight())
	require.Zero(t, g.queue.Len())
	require.Equal(t, CacheStats{Hits: cache.Stats().Hits, Misses: cache.Stats().Misses}, cache.Stats())
	require.EqualValues(t, contexts*frames, cache.Stats().Hits+cache.Stats().Misses)
	require.NoError(t, h.Close())
	require.NoError(t, views.Close())
}

// FuzzHeaps plays a CPU heap and a GPU heap against their slots: what is live or stale is never handed out.
func FuzzHeaps(f *testing.F) {
	f.Add([]byte{1, 7, 1, 3, 100, 0, 150, 2, 1, 9, 200, 0})
	f.Add([]byte{50, 5, 50, 60, 120, 0, 180, 1, 160, 0, 200, 2})
	f.Fuzz(playHeaps)
}

func TestHeapsAgainstTheirSlots(t *testing.T) {
	for seed := range uint64(20) {
		playHeaps(t, randomProgram(seed, 800))
	}
}

// randomProgram makes steps for the players.
func randomProgram(seed uint64, length int) []byte {
	r := rand.New(rand.NewPCG(seed, 7))
	program := make([]byte, length)
	for i := range program {
		program[i] = byte(r.Uint32())
	}
	return program
}

func playHeaps(t *testing.T, program []byte) {
	d, g := &fakeDevice{}, newGPU()
	cpu, err := NewCPUHeap(d, CPUHeapOptions{Name: "views", Size: 16, Releaser: g})
	require.NoError(t, err)
	vis, err := NewGPUHeap(d, GPUHeapOptions{Name: "frame", Static: 32, Dynamic: 64, Chunk: 16, Releaser: g, ChunkSpace: TwoLevel})
	require.NoError(t, err)
	type slot struct {
		heap gpu.ID
		i    uint32
	}
	free := map[slot]uint64{} // taken slots; the value is the list that may still use it, or live for ever
	const forever = math.MaxUint64
	var all []*Allocation
	take := func(a *Allocation, err error) {
		if err != nil {
			require.ErrorAs(t, err, new(*ExhaustedError))
			return
		}
		for i := range a.Count() {
			c, err := a.CPU(i)
			require.NoError(t, err)
			s := slot{c.Heap, c.Index}
			until, taken := free[s]
			require.False(t, taken && !alloc.ByCount.Passed(until, g.completed), "%v", s)
			free[s] = forever
		}
		all = append(all, a)
	}
	for ; len(program) >= 2; program = program[2:] {
		op, x := program[0], program[1]
		switch {
		case op < 40:
			take(cpu.Allocate("view", uint32(x%20)+1))
		case op < 70:
			take(vis.Allocate("binding", uint32(x%12)+1))
		case op < 100:
			take(vis.AllocateDynamic("chunk", uint32(x%24)+1))
		case op < 170 && len(all) > 0:
			i := int(x) % len(all)
			for k := range all[i].Count() {
				c, _ := all[i].CPU(k)
				free[slot{c.Heap, c.Index}] = g.next
			}
			require.NoError(t, all[i].Free(AllQueues))
			require.Error(t, all[i].Free(AllQueues))
			all = append(all[:i], all[i+1:]...)
		case op < 200:
			g.submit()
		default:
			g.complete(uint64(x % 4))
		}
		require.NoError(t, cpu.Validate())
		require.NoError(t, vis.Validate())
	}
	for _, a := range all {
		require.NoError(t, a.Free(AllQueues))
	}
	g.idle()
	require.NoError(t, cpu.Close())
	require.NoError(t, vis.Close())
}

// TestValidateFindsDamage damages heaps in every way that Validate knows.
func TestValidateFindsDamage(t *testing.T) {
	for name, damage := range map[string]func(h *CPUHeap){
		"unavailable":  func(h *CPUHeap) { h.available = nil },
		"available":    func(h *CPUHeap) { h.available = []uint16{0, 1} },
		"lost":         func(h *CPUHeap) { h.managers[1].unlink(h.managers[1].first) },
		"moved":        func(h *CPUHeap) { h.managers[1].first.space.Offset++ },
		"free as well": func(h *CPUHeap) { require.NoError(t, h.managers[1].space.Free(h.managers[1].first.space)) },
	} {
		h, _, _ := newCPUHeap(t, CPUHeapOptions{Size: 4})
		must(t, h, "all", 4)
		must(t, h, "some", 2)
		require.NoError(t, h.Validate())
		damage(h)
		require.Error(t, h.Validate(), name)
	}
	h, _, _ := newGPUHeap(t, small)
	require.NoError(t, h.Validate())
	_, err := h.static.space.Allocate(16, 1)
	require.NoError(t, err)
	require.Error(t, h.Validate()) // 16 descriptors that nobody has
}
