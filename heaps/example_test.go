package heaps_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/heaps"
	"github.com/gpuscript/gpuscript/heaps/alloc"
	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

// array is a device whose descriptor heaps are nothing but numbers.
type array struct{}

func (array) CreateDescriptorHeap(gpu.DescriptorHeapDesc) (heaps.DescriptorHeap, error) {
	return array{}, nil
}

func (array) CopyDescriptorsSimple(uint32, gpu.CPUDescriptorHandle, gpu.CPUDescriptorHandle, gpu.DescriptorHeapType) error {
	return nil
}

func (array) GetCPUDescriptorHandle(i uint32) gpu.CPUDescriptorHandle {
	return gpu.CPUDescriptorHandle{Index: i}
}

func (array) GetGPUDescriptorHandle(i uint32) (gpu.GPUDescriptorHandle, error) {
	return gpu.GPUDescriptorHandle{Index: i}, nil
}

func (array) Release() error { return nil }

// The life of a view's descriptor: it is stale until the GPU has passed the list that was next when it was freed.
func ExampleCPUHeap() {
	next := uint64(7) // the number of the next command list
	queue := heaps.NewStaleQueue(alloc.ByCount, func() uint64 { return next })
	views, _ := heaps.NewCPUHeap(array{}, heaps.CPUHeapOptions{Name: "views", Type: gpu.HeapCBVSRVUAV, Size: 64, Releaser: queue})
	show := func(what string) {
		s := views.Stats()
		fmt.Printf("%-20s live %d, stale %d, free %d\n", what, s.Live, s.Stale, s.Free)
	}

	a, _ := views.Allocate("albedo", 1)
	show("created")
	_ = a.Free(heaps.AllQueues)
	show("freed")
	next++ // list 7 was submitted
	queue.Purge(7)
	show("7 lists completed")
	queue.Purge(8)
	show("8 lists completed")
	_, err := a.CPU(0)
	fmt.Println(err)
	// Output:
	// created              live 1, stale 0, free 63
	// freed                live 0, stale 1, free 63
	// 7 lists completed    live 0, stale 1, free 63
	// 8 lists completed    live 0, stale 0, free 64
	// allocation "albedo" [0, 1) of manager 0 of CPU descriptor heap "views" (CBV_SRV_UAV): it was freed before
}

// The example of the article "Managing Descriptor Heaps": manager 0 is full, manager 1 has two descriptors in a row, manager 2 has enough for
// five. Then nobody has three in a row, so a manager is added.
func ExampleCPUHeap_article() {
	queue := heaps.NewStaleQueue(alloc.ByCount, func() uint64 { return 0 })
	views, _ := heaps.NewCPUHeap(array{}, heaps.CPUHeapOptions{Name: "views", Type: gpu.HeapCBVSRVUAV, Size: 8, Releaser: queue})
	take := func(count uint32) *heaps.Allocation {
		a, _ := views.Allocate("", count)
		return a
	}
	take(8)
	one := take(2)
	take(6)
	two := take(6)
	take(2)
	_ = one.Free(heaps.AllQueues)
	_ = two.Free(heaps.AllQueues)
	queue.Purge(1)

	show := func() {
		for i, m := range views.Stats().Managers {
			fmt.Printf("  manager %d: %d live, %d free, %d in a row\n", i, m.Live, m.Free, m.LargestFree)
		}
	}
	show()
	for _, count := range []uint32{5, 3} {
		a := take(count)
		fmt.Printf("%d descriptors: manager %d, from %d on\n", count, a.ManagerID(), a.First())
	}
	show()
	// Output:
	//   manager 0: 8 live, 0 free, 0 in a row
	//   manager 1: 6 live, 2 free, 2 in a row
	//   manager 2: 2 live, 6 free, 6 in a row
	// 5 descriptors: manager 2, from 0 on
	// 3 descriptors: manager 3, from 0 on
	//   manager 0: 8 live, 0 free, 0 in a row
	//   manager 1: 6 live, 2 free, 2 in a row
	//   manager 2: 7 live, 1 free, 1 in a row
	//   manager 3: 3 live, 5 free, 5 in a row
}

// A context takes dynamic descriptors from chunks, and gives all chunks back after the frame's lists were submitted.
func ExampleSuballocator() {
	fence := uint64(1) // the value that the next submission signals
	queue := heaps.NewStaleQueue(alloc.ByFence, func() uint64 { return fence })
	heap, _ := heaps.NewGPUHeap(array{}, heaps.GPUHeapOptions{
		Name: "frame", Type: gpu.HeapCBVSRVUAV, Static: 16, Dynamic: 1024, Chunk: 256, Releaser: queue,
	})
	context := heap.NewSuballocator("context 0")
	for _, count := range []uint32{200, 100, 300, 10} {
		r, err := context.Allocate(count)
		if err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("%d descriptors at slot %d\n", r.Count, r.GPU.Index)
	}
	_ = context.Release(1)
	s := heap.Stats()
	fmt.Printf("chunks in flight %d, peak %d descriptors\n", s.ChunksInFlight(), s.Dynamic.Peak)
	queue.Purge(fence)
	fmt.Printf("chunks in flight %d\n", heap.Stats().ChunksInFlight())
	// Output:
	// 200 descriptors at slot 16
	// 100 descriptors at slot 272
	// 300 descriptors at slot 528
	// the dynamic part of GPU descriptor heap "frame" (CBV_SRV_UAV) is exhausted: 256 descriptors requested, 212 of 1024 free (largest block 212), 812 in use, 0 waiting for the GPU; raise Dynamic (now 1024), finish frames more often, or make variables static or mutable
	// chunks in flight 3, peak 812 descriptors
	// chunks in flight 0
}

// bytes is a source of pages of plain memory.
type bytes struct{}

func (bytes) CreatePage(size uint64) ([]byte, error) { return make([]byte, size), nil }

func (bytes) DestroyPage([]byte) error { return nil }

// A context takes memory for the constants of a draw.
func ExampleDynamicHeap() {
	queue := heaps.NewStaleQueue(alloc.ByFence, func() uint64 { return 1 })
	pool, _ := heaps.NewPagePool[[]byte](bytes{}, heaps.PagePoolOptions{Name: "upload", PageSize: 1024, Releaser: queue})
	context := heaps.NewDynamicHeap(pool, "context 0")
	var offsets []uint64
	for range 5 {
		u, _ := context.Allocate(100, 256)
		copy(u.Page[u.Offset:], "the constants")
		offsets = append(offsets, u.Offset)
	}
	fmt.Println(offsets)
	s := context.Stats()
	fmt.Printf("%d pages, %d of %d bytes\n", s.Current.Pages, s.Current.Used, s.Current.Allocated)
	_ = context.FinishFrame(1)
	queue.Purge(1)
	fmt.Println(pool.Stats().Free, "pages free")
	// Output:
	// [0 256 512 768 0]
	// 2 pages, 500 of 2048 bytes
	// 2 pages free
}

// One sampler for all who describe it in the same way.
func ExampleCache() {
	queue := heaps.NewStaleQueue(alloc.ByFence, func() uint64 { return 1 })
	samplers, _ := heaps.NewCPUHeap(array{}, heaps.CPUHeapOptions{Name: "samplers", Type: gpu.HeapSampler, Size: 64, Releaser: queue})
	cache := heaps.NewCache[heaps.SamplerKey](samplers)
	create := func(a *heaps.Allocation) error {
		at, err := a.CPU(0)
		fmt.Println("create a sampler at", at.Index)
		return err
	}
	for _, maxLOD := range []float32{0, 8, 0} {
		desc := gpu.SamplerDesc{MaxLOD: maxLOD}
		_, _ = cache.Acquire(heaps.KeyOfSampler(desc), "sampler", 1, create)
	}
	fmt.Printf("%+v\n", cache.Stats())
	// Output:
	// create a sampler at 0
	// create a sampler at 1
	// {Entries:2 References:3 Hits:1 Misses:2}
}

// The picture of a heap over three moments.
func ExampleGPUHeap_Map() {
	queue := heaps.NewStaleQueue(alloc.ByFence, func() uint64 { return 1 })
	heap, _ := heaps.NewGPUHeap(array{}, heaps.GPUHeapOptions{Name: "frame", Static: 16, Dynamic: 64, Chunk: 16, Releaser: queue})
	context := heap.NewSuballocator("context 0")
	recorder := heapmap.NewRecorder(100)

	_, _ = context.Allocate(4)
	recorder.Add("recorded", heap.Map())
	_ = context.Release(1)
	recorder.Add("submitted", heap.Map())
	queue.Purge(1)
	recorder.Add("completed", heap.Map())

	var svg strings.Builder
	if err := heapmap.Draw(&svg, recorder.Moments()); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	for _, m := range recorder.Moments() {
		dynamic := m.Heaps[0].Parts[1]
		live, stale := dynamic.Counts()
		fmt.Printf("%-10s live %d, stale %d, largest free %d\n", m.Label, live, stale, dynamic.LargestFree())
	}
	fmt.Println(strings.Count(svg.String(), "<text"), "texts")
	// Output:
	// recorded   live 16, stale 0, largest free 48
	// submitted  live 0, stale 16, largest free 48
	// completed  live 0, stale 0, largest free 64
	// 14 texts
}
