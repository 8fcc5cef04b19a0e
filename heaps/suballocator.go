package heaps

import (
	"errors"

	"github.com/gpuscript/gpuscript/gpu"
)

// Range is descriptors that live until the end of the frame. It is a value without an owner.
type Range struct {
	CPU   gpu.CPUDescriptorHandle // of the first descriptor
	GPU   gpu.GPUDescriptorHandle
	Count uint32
	frame uint64
}

// CPUAt is the handle of descriptor i, 0 ≤ i < Count.
func (r Range) CPUAt(i uint32) gpu.CPUDescriptorHandle {
	r.CPU.Index += i
	return r.CPU
}

// GPUAt is the handle of descriptor i for shaders, 0 ≤ i < Count.
func (r Range) GPUAt(i uint32) gpu.GPUDescriptorHandle {
	r.GPU.Index += i
	return r.GPU
}

// Suballocator gives one context its dynamic descriptors (H6): linearly from chunks of a GPUHeap, without a lock as long as the chunk
// lasts. Ranges are not freed one by one; all chunks go back together.
//
//	chunk of 256      ██████████████████░░░░░░   200, then 100 does not fit: 56 are lost for the frame
//	chunk of 256      ██████████▲                100
//	                            └ the next range
//
// It belongs to one context and is not safe for concurrent use; several Suballocators of one heap are.
type Suballocator struct {
	heap   *GPUHeap
	name   string
	chunks []*Allocation
	cpu    gpu.CPUDescriptorHandle // the next descriptor
	gpu    gpu.GPUDescriptorHandle
	room   uint32 // descriptors left in the last chunk
	frame  uint64
	stats  SuballocatorStats
}

// NewSuballocator makes an empty one. The name is that of the context; chunks carry it.
func (h *GPUHeap) NewSuballocator(name string) *Suballocator {
	return &Suballocator{heap: h, name: name, frame: 1}
}

// Allocate takes count descriptors. It returns errors of GPUHeap.AllocateDynamic when it needs a chunk and there is none.
func (s *Suballocator) Allocate(count uint32) (Range, error) {
	if count > s.room || count == 0 {
		if err := s.nextChunk(count); err != nil {
			return Range{}, err
		}
	}
	r := Range{CPU: s.cpu, GPU: s.gpu, Count: count, frame: s.frame}
	s.cpu.Index += count
	s.gpu.Index += count
	s.room -= count
	s.stats.Requests++
	s.stats.Used += uint64(count)
	s.stats.PeakUsed = max(s.stats.PeakUsed, s.stats.Used)
	return r, nil
}

// nextChunk leaves the rest of the last chunk unused.
func (s *Suballocator) nextChunk(count uint32) error {
	c, err := s.heap.AllocateDynamic(s.name, count)
	if err != nil {
		return err
	}
	s.chunks = append(s.chunks, c)
	s.cpu, s.gpu, s.room = c.cpu, c.gpu, uint32(c.space.Size)
	s.stats.Chunks++
	s.stats.Allocated += c.space.Size
	s.stats.PeakAllocated = max(s.stats.PeakAllocated, s.stats.Allocated)
	return nil
}

// AllocateCopy takes as many descriptors as src has and copies them: what committing the dynamic variables of a shader resource
// binding does. Beside those of Allocate it returns a UseError if src cannot be read, and errors of the device.
func (s *Suballocator) AllocateCopy(src *Allocation) (Range, error) {
	from, err := src.CPU(0)
	if err != nil {
		return Range{}, err
	}
	r, err := s.Allocate(src.count)
	if err != nil {
		return Range{}, err
	}
	return r, s.heap.device.CopyDescriptorsSimple(src.count, r.CPU, from, s.heap.o.Type)
}

// Valid reports whether a range of this Suballocator is still one: whether its frame has not been released.
func (s *Suballocator) Valid(r Range) bool { return r.frame == s.frame }

// Release ends the frame: all chunks go back to the heap once the queues of the mask have passed. The mask is of the queues that
// execute the frame's command lists; call it after they were submitted. Errors are those of the Releaser; all chunks are handed
// over in any case.
func (s *Suballocator) Release(queues uint64) error {
	var errs []error
	for _, c := range s.chunks {
		errs = append(errs, c.Free(queues))
	}
	clear(s.chunks)
	s.chunks, s.room = s.chunks[:0], 0
	s.frame++
	s.stats.Chunks, s.stats.Used, s.stats.Allocated, s.stats.Requests = 0, 0, 0, 0
	return errors.Join(errs...)
}

// SuballocatorStats are the numbers of the current frame, and the largest of all frames.
type SuballocatorStats struct {
	Chunks                  int
	Requests                uint64
	Used, Allocated         uint64 // descriptors handed out, and in chunks
	PeakUsed, PeakAllocated uint64
}

// Efficiency is Used / Allocated, 1 if nothing is allocated.
func (s SuballocatorStats) Efficiency() float64 { return share(s.Used, s.Allocated) }

// Stats reads the numbers. Only the context may call it.
func (s *Suballocator) Stats() SuballocatorStats { return s.stats }
