package heaps

import (
	"errors"
	"fmt"
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
)

// The ids of the two managers of a GPUHeap (H5).
const (
	StaticManager  = 0 // static and mutable descriptors
	DynamicManager = 1 // chunks of dynamic descriptors
)

// GPUHeap is one shader-visible descriptor heap in two parts. Long-lived ranges come from the first part, chunks for dynamic
// descriptors from the second. Safe for concurrent use.
//
//	slot 0                     Static                       Static + Dynamic        + Reserve
//	  │ manager 0: ranges of      │ manager 1: chunks of         │ the second part      │
//	  │ resource bindings         │ contexts                     │ grows into it        │
type GPUHeap struct {
	device  Device
	o       GPUHeapOptions
	heap    DescriptorHeap
	static  *Manager
	dynamic *Manager

	mu      sync.Mutex
	reserve uint32 // descriptors that the dynamic part has not grown into yet
}

// GPUHeapOptions describe a GPUHeap. Static + Dynamic + Reserve is at most 1,000,000 descriptors of type CBV_SRV_UAV or 2048 samplers.
type GPUHeapOptions struct {
	Name        string
	Type        gpu.DescriptorHeapType // HeapCBVSRVUAV or HeapSampler
	Static      uint32                 // descriptors of the first part, at least 1
	Dynamic     uint32                 // descriptors of the second part, at least 1
	Reserve     uint32                 // descriptors that the policy Grow adds to the second part
	Chunk       uint32                 // descriptors of a chunk, at least 1
	StaticSpace Space                  // nil: BestFit
	ChunkSpace  Space                  // nil: BestFit
	Releaser    Releaser               // required
	OnExhausted []Policy               // nil: Fail
	Waiter      Waiter                 // required by the policy Wait
}

// NewGPUHeap creates the descriptor heap. It returns a LimitError for more descriptors than a shader-visible heap can hold, and
// other errors that wrap ErrInvalid.
func NewGPUHeap(device Device, o GPUHeapOptions) (*GPUHeap, error) {
	h := &GPUHeap{device: device, o: o, reserve: o.Reserve}
	if err := h.check(); err != nil {
		return nil, err
	}
	heap, err := device.CreateDescriptorHeap(gpu.DescriptorHeapDesc{
		Name: o.Name, Type: o.Type, NumDescriptors: o.Static + o.Dynamic + o.Reserve, Flags: gpu.ShaderVisible,
	})
	if err != nil {
		return nil, err
	}
	h.heap = heap
	if err := h.divide(); err != nil {
		return nil, errors.Join(err, heap.Release())
	}
	return h, nil
}

// divide makes the managers of the two parts.
func (h *GPUHeap) divide() (err error) {
	o := &h.o
	h.static, err = NewManager(h.heap, ManagerOptions{
		Name: "static part of " + h.title(), ID: StaticManager, Count: o.Static, Visible: true, Space: o.StaticSpace,
		Releaser: o.Releaser, Remedy: h.remedy("Static", o.Static, "release shader resource bindings that are no longer used"),
	})
	if err != nil {
		return err
	}
	h.dynamic, err = NewManager(h.heap, ManagerOptions{
		Name: "dynamic part of " + h.title(), ID: DynamicManager, First: o.Static, Count: o.Dynamic, Block: o.Chunk, Visible: true,
		Space: o.ChunkSpace, Releaser: o.Releaser,
		Remedy: h.remedy("Dynamic", o.Dynamic, "finish frames more often, or make variables static or mutable"),
	})
	return err
}

func (h *GPUHeap) remedy(setting string, now uint32, otherwise string) string {
	s := fmt.Sprintf("raise %s (now %d), %s", setting, now, otherwise)
	if h.o.Type == gpu.HeapSampler {
		s += ", or use static samplers, which need no heap"
	}
	return s
}

func (h *GPUHeap) title() string {
	return fmt.Sprintf("GPU descriptor heap %q (%s)", h.o.Name, h.o.Type)
}

func (h *GPUHeap) check() error {
	o := &h.o
	limit, remedy := uint64(gpu.MaxShaderVisibleDescriptors), "lower Static, Dynamic or Reserve"
	if o.Type == gpu.HeapSampler {
		limit, remedy = gpu.MaxShaderVisibleSamplers, "use static samplers, which need no heap"
	}
	total := uint64(o.Static) + uint64(o.Dynamic) + uint64(o.Reserve)
	switch {
	case o.Type > gpu.HeapSampler:
		return fmt.Errorf("%w %s: only heaps of type CBV_SRV_UAV and SAMPLER can be shader-visible", ErrInvalid, h.title())
	case o.Static == 0 || o.Dynamic == 0 || o.Chunk == 0 || o.Releaser == nil:
		return fmt.Errorf("%w %s: it needs Static, Dynamic and Chunk of at least 1, and a Releaser", ErrInvalid, h.title())
	case o.Chunk > o.Dynamic:
		return fmt.Errorf("%w %s: a chunk of %d descriptors is larger than the dynamic part of %d", ErrInvalid, h.title(), o.Chunk, o.Dynamic)
	case total > limit:
		return &LimitError{Heap: h.title(), Got: total, Limit: limit, Remedy: remedy}
	}
	if err := checkPolicies(h.title(), o.OnExhausted, o.Waiter); err != nil {
		return fmt.Errorf("%w %w", ErrInvalid, err)
	}
	return nil
}

// Type is the type of the descriptors.
func (h *GPUHeap) Type() gpu.DescriptorHeapType { return h.o.Type }

// DescriptorHeap is the heap to bind with SetDescriptorHeaps.
func (h *GPUHeap) DescriptorHeap() DescriptorHeap { return h.heap }

// Allocate takes count descriptors of the static part, for the static and mutable variables of a shader resource binding. It
// returns an ExhaustedError when the policies did not help; Grow cannot help this part.
func (h *GPUHeap) Allocate(name string, count uint32) (*Allocation, error) {
	return h.allocate(h.static, name, count, func() (bool, error) { return false, nil })
}

// AllocateDynamic takes a chunk of the dynamic part, of at least count descriptors and at least Chunk. A Suballocator calls it.
func (h *GPUHeap) AllocateDynamic(name string, count uint32) (*Allocation, error) {
	if count == 0 {
		return nil, emptyRequest(h.title(), name)
	}
	count = max(count, h.o.Chunk)
	return h.allocate(h.dynamic, name, count, func() (bool, error) { return h.grow(count) })
}

func (h *GPUHeap) allocate(m *Manager, name string, count uint32, grow func() (bool, error)) (*Allocation, error) {
	if count == 0 {
		return nil, emptyRequest(m.title, name)
	}
	a := m.allocate(name, count)
	if a != nil {
		return a, nil
	}
	err := overcome(h.o.OnExhausted, h.o.Waiter, func() *ExhaustedError {
		if a = m.allocate(name, count); a == nil {
			return m.exhausted(count)
		}
		return nil
	}, grow)
	return a, err
}

// grow moves part of the reserve to the dynamic part: as many whole chunks as the request has, or what is left.
func (h *GPUHeap) grow(count uint32) (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	chunk := uint64(h.o.Chunk)
	extra := uint32(min((uint64(count)+chunk-1)/chunk*chunk, uint64(h.reserve)))
	if extra == 0 {
		return false, nil
	}
	if err := h.dynamic.extend(extra); err != nil {
		return false, nil // a Space of whole chunks cannot use the last few descriptors
	}
	h.reserve -= extra
	return true, nil
}

// GPUHeapStats are the numbers of a GPUHeap at one moment, in descriptors.
type GPUHeapStats struct {
	Static, Dynamic ManagerStats
	Reserve         uint32 // what the dynamic part can still grow by
	Chunks          int    // chunks that contexts hold
	ChunksStale     int    // chunks that wait for the GPU
}

// ChunksInFlight is how many chunks are not free.
func (s GPUHeapStats) ChunksInFlight() int { return s.Chunks + s.ChunksStale }

// Stats reads the numbers.
func (h *GPUHeap) Stats() GPUHeapStats {
	h.mu.Lock()
	reserve := h.reserve
	h.mu.Unlock()
	d := h.dynamic.Stats()
	return GPUHeapStats{Static: h.static.Stats(), Dynamic: d, Reserve: reserve, Chunks: d.Allocations, ChunksStale: d.StaleAllocations}
}

// Validate checks both parts.
func (h *GPUHeap) Validate() error {
	if err := h.static.Validate(); err != nil {
		return err
	}
	return h.dynamic.Validate()
}

// Close releases the descriptor heap. While something is live or stale it returns a LeakError and closes nothing.
func (h *GPUHeap) Close() error {
	return closeManagers(h.title(), []*Manager{h.static, h.dynamic}, []*Manager{h.static})
}
