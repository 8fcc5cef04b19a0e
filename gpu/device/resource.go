package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/spans"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Heap is memory that placed resources stand in (CreateHeap).
type Heap struct {
	object
	desc    gpu.HeapDesc
	base    uint64                  // VRAM offset
	buffers spans.Layers[*Resource] // that are alive: those of one layer share no memory
}

// HeapDesc implements gpu.Heap.
func (h *Heap) HeapDesc() *gpu.HeapDesc { return &h.desc }

// Release gives the heap up. Resources placed in it must not be used afterwards.
func (h *Heap) Release() error {
	return h.release(func() {
		h.adapter.ranges.Remove(h.base)
		h.adapter.free(h.base)
		h.adapter.destroy(h.id)
	})
}

// Resource is a buffer or a texture.
type Resource struct {
	object
	exec  *exec.Resource // what the executor knows: description, VRAM range, layout
	heap  *Heap          // nil: committed
	maps  int            // Map calls without Unmap
	chain *SwapChain
	held  bool // a back buffer that Acquire gave and nobody has released since

	heapFlags gpu.HeapFlags // of a committed resource
}

// ResourceDesc implements gpu.Resource: the description with its defaults filled in.
func (r *Resource) ResourceDesc() *gpu.ResourceDesc { return &r.exec.Desc }

// GetHeapProperties is the memory that it stands in: that of its heap, or its own.
func (r *Resource) GetHeapProperties() (gpu.HeapProperties, gpu.HeapFlags) {
	flags := r.heapFlags
	if r.heap != nil {
		flags = r.heap.desc.Flags
	}
	return gpu.HeapProperties{Type: r.exec.HeapType, CreationNodeMask: 1, VisibleNodeMask: 1}, flags
}

// HeapType is the type of the memory it stands in.
func (r *Resource) HeapType() gpu.HeapType { return r.exec.HeapType }

// GetGPUVirtualAddress is the address of a buffer's first byte; 0 for textures, as in Direct3D 12. Buffers that share memory have different
// addresses.
func (r *Resource) GetGPUVirtualAddress() uint64 {
	if !r.buffer() {
		return 0
	}
	return r.exec.Address
}

// Release gives the resource up and destroys it. The GPU must not need it any more (L6). A back buffer belongs to its swap chain: it stays.
func (r *Resource) Release() error {
	if r.chain != nil {
		r.held = false
		return nil
	}
	return r.release(r.destroy)
}

// destroy gives the memory back.
func (r *Resource) destroy() {
	a := r.adapter
	if r.heap == nil {
		a.ranges.Remove(r.exec.Base)
		a.free(r.exec.Base)
	} else if r.buffer() {
		r.heap.buffers.Remove(int(r.exec.Address/window), r.exec.Base, r.exec.End())
	}
	a.destroy(r.id)
}

// free gives a back buffer up.
func (r *Resource) free() {
	r.released = true
	r.destroy()
	r.adapter.live--
}

// CreateHeap takes memory for placed resources.
func (d *Device) CreateHeap(desc gpu.HeapDesc) (*Heap, error) {
	if desc.Alignment == 0 {
		desc.Alignment = gpu.ResourcePlacementAlignment
	}
	a, h := d.adapter, &Heap{desc: desc}
	call := d.begin(d.head("CreateHeap"), h, gpu.KindHeap, "heap", &h.desc.Name, &h.desc)
	return h, a.create(sched.CallCreate, call, h, func() (err error) {
		if h.base, err = a.alloc(call, h.name, desc.SizeInBytes, desc.Alignment, desc.Flags); err != nil {
			return err
		}
		call.Begin, call.End = h.base, h.base+desc.SizeInBytes
		a.ranges.Insert(spans.Span[any]{Begin: call.Begin, End: call.End, Owner: h})
		return nil
	})
}

// CreateCommittedResource makes a resource with memory of its own.
func (d *Device) CreateCommittedResource(desc gpu.CommittedResourceDesc) (*Resource, error) {
	return d.createCommitted(nil, desc)
}

// createCommitted makes a resource, which is a back buffer unless chain is nil.
func (d *Device) createCommitted(chain *SwapChain, desc gpu.CommittedResourceDesc) (*Resource, error) {
	a, r := d.adapter, &Resource{chain: chain, heapFlags: desc.HeapFlags}
	call := d.begin(d.head("CreateCommittedResource"), r, gpu.KindResource, resourceNoun(desc.Dimension), &desc.Name, &desc)
	if chain != nil {
		call.Chain = chain.id
	}
	return r, a.create(sched.CallCreate, call, r, func() error {
		n := desc.ResourceDesc.Normalized()
		base, err := a.alloc(call, r.name, n.SizeInBytes(), committedAlignment(n), desc.HeapFlags)
		if err != nil {
			return err
		}
		r.place(n, desc.HeapType, base)
		call.Begin, call.End, call.Address = base, base+n.SizeInBytes(), r.GetGPUVirtualAddress()
		a.ranges.Insert(spans.Span[any]{Begin: call.Begin, End: call.End, Owner: r})
		return nil
	})
}

// CreatePlacedResource makes a resource at an offset of a heap.
func (d *Device) CreatePlacedResource(desc gpu.PlacedResourceDesc) (*Resource, error) {
	r := &Resource{}
	call := d.begin(d.head("CreatePlacedResource"), r, gpu.KindResource, resourceNoun(desc.Dimension), &desc.Name, &desc)
	return r, d.adapter.create(sched.CallCreate, call, r, func() error {
		n := desc.ResourceDesc.Normalized()
		r.heap = desc.Heap.(*Heap)
		r.place(n, r.heap.desc.HeapType, r.heap.base+desc.HeapOffset)
		call.Begin, call.End = r.exec.Base, r.exec.Base+n.SizeInBytes()
		if r.buffer() { // addresses that no living one with the same bytes has
			r.exec.Address += window * uint64(r.heap.buffers.Insert(spans.Span[*Resource]{Begin: r.exec.Base, End: r.exec.End(), Owner: r}))
		}
		call.Address = r.GetGPUVirtualAddress()
		return nil
	})
}

// place tells the executor where the resource is.
func (r *Resource) place(desc gpu.ResourceDesc, heap gpu.HeapType, base uint64) {
	r.exec = exec.NewResource(r.id, r.name, desc, heap, base)
}

func resourceNoun(d gpu.ResourceDimension) string {
	if d == gpu.DimensionBuffer {
		return "buffer"
	}
	return "texture"
}

// committedAlignment keeps placed-footprint and constant-buffer alignment without wasting 64 KiB on a small buffer.
func committedAlignment(desc gpu.ResourceDesc) uint64 {
	if desc.Dimension == gpu.DimensionBuffer {
		return gpu.ConstantBufferAlignment * 2
	}
	return gpu.SmallResourceAlignment
}

// GetResourceAllocationInfo is the size and alignment that a placed resource needs. A description of which no resource can be made is an
// error, where Direct3D 12 returns the size 2^64 - 1.
func (d *Device) GetResourceAllocationInfo(desc gpu.ResourceDesc) (gpu.AllocationInfo, error) {
	d.adapter.sim.Call(sched.CallQuery)
	if desc.Name == "" {
		desc.Name = resourceNoun(desc.Dimension)
	}
	call := &gpu.CreateCall{CallHead: d.head("GetResourceAllocationInfo"), Device: d.id, Kind: gpu.KindResource, Name: desc.Name,
		Desc: &gpu.CommittedResourceDesc{ResourceDesc: desc}}
	if _, err := d.adapter.layers.Check(call); err != nil {
		return gpu.AllocationInfo{}, err
	}
	return AllocationInfo(desc), nil
}

// AllocationInfo is what GetResourceAllocationInfo answers.
func AllocationInfo(desc gpu.ResourceDesc) gpu.AllocationInfo { return desc.AllocationInfo() }

// bufferAt returns the buffer that holds an address.
func (a *Adapter) bufferAt(address uint64) *Resource {
	owner, _ := a.ranges.Find(address % window)
	switch o := owner.(type) {
	case *Resource:
		if address < window && o.buffer() {
			return o
		}
	case *Heap:
		r, _ := o.buffers.Find(int(address/window), address%window)
		return r
	}
	return nil
}

func (r *Resource) buffer() bool { return r.exec.Desc.Dimension == gpu.DimensionBuffer }

// window is the distance of the addresses of buffers that share memory: VRAM is smaller.
//
//	heap      [0, 128K) at VRAM 4096
//	  one     [0, 64K)      addresses [4096, 69632)
//	  two     [32K, 96K)    addresses [window + 36864, window + 102400)
//
// So an address says which buffer is meant: pages of memory may have several addresses. Direct3D 12 does not promise that such addresses are equal.
const window = 1 << 32
