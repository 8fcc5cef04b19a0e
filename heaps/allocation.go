package heaps

import (
	"fmt"
	"sync/atomic"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/heaps/alloc"
)

// The lives of an allocation.
const (
	live uint32 = iota
	freed
	moved
)

// Allocation is a range of descriptors in a heap. It has one owner, who frees it once or moves it; any later use is a UseError. Reading is safe for
// concurrent use.
type Allocation struct {
	manager *Manager
	name    string
	cpu     gpu.CPUDescriptorHandle // of the first descriptor
	gpu     gpu.GPUDescriptorHandle // zero if the heap is not shader-visible
	count   uint32
	space   alloc.Allocation
	state   atomic.Uint32

	// In the manager's list of live or stale allocations, under its lock.
	previous, next *Allocation
	waits          bool // it is stale: the GPU may still use it
}

// Name is what the owner called it.
func (a *Allocation) Name() string { return a.name }

// Count is the number of descriptors.
func (a *Allocation) Count() uint32 { return a.count }

// ManagerID is the number of the manager in its heap: m_AllocationManagerId of the article.
func (a *Allocation) ManagerID() uint16 { return a.manager.id }

// First is the slot of the first descriptor in the descriptor heap.
func (a *Allocation) First() uint32 { return a.cpu.Index }

// ShaderVisible reports whether the allocation has GPU handles.
func (a *Allocation) ShaderVisible() bool { return a.manager.visible }

// String names the allocation and its place.
func (a *Allocation) String() string {
	return fmt.Sprintf("allocation %s [%d, %d) of %s", quotedOr(a.name, "without a name"), a.First(), a.First()+a.count, a.manager.title)
}

// check returns why descriptor i cannot be used.
func (a *Allocation) check(i uint32) error {
	switch state := a.state.Load(); {
	case state == freed:
		return &UseError{a.String(), "it was freed before"}
	case state == moved:
		return &UseError{a.String(), "it was moved to another owner"}
	case i >= a.count:
		return &UseError{a.String(), fmt.Sprintf("there is no descriptor %d, it has %d", i, a.count)}
	}
	return nil
}

// CPU is the handle of descriptor i, 0 ≤ i < Count. It returns a UseError otherwise, or after Free or Move.
func (a *Allocation) CPU(i uint32) (gpu.CPUDescriptorHandle, error) {
	if err := a.check(i); err != nil {
		return gpu.CPUDescriptorHandle{}, err
	}
	h := a.cpu
	h.Index += i
	return h, nil
}

// GPU is the handle of descriptor i for shaders. In addition to the errors of CPU, it fails if the heap is not shader-visible.
func (a *Allocation) GPU(i uint32) (gpu.GPUDescriptorHandle, error) {
	if err := a.check(i); err != nil {
		return gpu.GPUDescriptorHandle{}, err
	}
	if !a.manager.visible {
		return gpu.GPUDescriptorHandle{}, &UseError{a.String(), "the heap is not shader-visible, so there are no GPU handles"}
	}
	h := a.gpu
	h.Index += i
	return h, nil
}

// Free gives the range back once the queues of the mask are done with it; use AllQueues if they are not known. It returns a UseError if the
// allocation was freed or moved before, and errors of the Releaser.
func (a *Allocation) Free(queues uint64) error { return a.manager.free(a, queues) }

// Move makes a new owner: the result owns the range, and a becomes unusable. It returns a UseError if the allocation was freed or moved before.
func (a *Allocation) Move() (*Allocation, error) { return a.manager.move(a) }

// stale is an allocation that waits for the GPU.
type stale Allocation

// Reclaim implements Reclaimer.
func (s *stale) Reclaim() { s.manager.reclaim((*Allocation)(s)) }
