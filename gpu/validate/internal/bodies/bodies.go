// Package bodies has what the rules need of objects of which no other package has a picture: queues, allocators, devices, heaps and resources. It is
// data, with what follows from a description. It must not know lists, rules, or which objects there are.
package bodies

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/fences"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/place"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/present"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/use"
)

// Queue is a CommandQueue.
type Queue struct {
	Type  gpu.CommandListType
	Agent track.Agent
	Any   bool // it reads resources in any state
	Shows bool // a swap chain presents on it
	Tail  fences.Tail
}

// Allocator is a CommandAllocator.
type Allocator struct {
	Type  gpu.CommandListType
	Open  gpu.ID   // the list that records on it, 0 if none
	Reset uint32   // how often it was reset
	Site  gpu.Site // where a recording began on it, or it was reset, last
	Empty gpu.Site // the last Reset
}

// Clear follows a Reset.
func (a *Allocator) Clear(site gpu.Site) {
	a.Reset++
	a.Site, a.Empty = site, site
}

// Free says that the list which records on it does so no more.
func (a *Allocator) Free(list gpu.ID) {
	if a != nil && a.Open == list {
		a.Open = 0
	}
}

// Device is what is needed of a Device.
type Device struct {
	Queues []track.Agent
	Left   []track.Agent                // those of queues that were released
	Steps  map[track.Agent]*track.Steps // by thread
	// Disjoint says that two queues may write different bytes of a resource at a time.
	Disjoint bool
	Lost     bool        // it was removed
	Pager    track.Agent // that signals for EnqueueMakeResident, 0: there was none
}

// NewDevice returns a device without queues.
func NewDevice() *Device { return &Device{Steps: map[track.Agent]*track.Steps{}} }

// Gone says whether it was removed.
func (d *Device) Gone() bool { return d != nil && d.Lost }

// Heap is a Heap.
type Heap struct{ Desc gpu.HeapDesc }

// QueryHeap is a QueryHeap.
type QueryHeap struct{ Desc gpu.QueryHeapDesc }

// Resource is a Resource. Its description is normalized.
type Resource struct {
	use.Resource
	Parent  gpu.ID          // the heap of a placed resource
	Chain   *present.Chain  // of a back buffer
	Address uint64          // in GPU virtual memory
	Offset  uint64          // in the heap of a placed resource
	Clear   *gpu.ClearValue // that it is made for, nil: none
	Pieces  []uint64        // the bounds of the subresources of a texture
	// Occupied is how many bytes of its heap a placed texture takes; 0 of others.
	Occupied uint64
}

// Committed is a new resource with a heap of its own.
func Committed(c *gpu.CreateCall, d *gpu.CommittedResourceDesc) *Resource {
	return of(c, d.Normalized(), d.HeapType, d.InitialState, Resource{Clear: d.OptimizedClearValue})
}

// Placed is a new resource in a heap.
func Placed(c *gpu.CreateCall, d *gpu.PlacedResourceDesc) *Resource {
	return of(c, d.Normalized(), use.HeapType(d.Heap), d.InitialState,
		Resource{Parent: gpu.IDOf(d.Heap), Offset: d.HeapOffset, Clear: d.OptimizedClearValue})
}

// of adds what follows from the description.
func of(c *gpu.CreateCall, d gpu.ResourceDesc, heap gpu.HeapType, initial gpu.ResourceStates, r Resource) *Resource {
	r.Resource = use.Of(c.Object, &d, heap, initial)
	r.Address, r.Pieces = c.Address, place.BoundsOf(&d)
	if r.Parent != 0 && r.Pieces != nil {
		r.Occupied = d.AllocationInfo().SizeInBytes
	}
	return &r
}

// Buffer says whether it is a buffer, and no texture.
func (r *Resource) Buffer() bool { return r.Desc.Dimension == gpu.DimensionBuffer }

// Noun is what messages call it.
func (r *Resource) Noun() string {
	if r.Buffer() {
		return "buffer"
	}
	return "texture"
}
