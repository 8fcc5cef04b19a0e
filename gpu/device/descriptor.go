package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// DescriptorHeap is an array of descriptors, real records in VRAM that are read when commands execute.
type DescriptorHeap struct {
	object
	exec exec.DescriptorHeap
}

// DescriptorHeapDesc implements gpu.DescriptorHeap.
func (h *DescriptorHeap) DescriptorHeapDesc() *gpu.DescriptorHeapDesc { return &h.exec.Desc }

// GetCPUDescriptorHandle is the handle of a slot.
func (h *DescriptorHeap) GetCPUDescriptorHandle(index uint32) gpu.CPUDescriptorHandle {
	return gpu.CPUDescriptorHandle{Heap: h.id, Index: index}
}

// GetGPUDescriptorHandle is the handle of a slot for descriptor tables. The heap must be shader-visible.
func (h *DescriptorHeap) GetGPUDescriptorHandle(index uint32) (gpu.GPUDescriptorHandle, error) {
	call := &gpu.HandleCall{CallHead: h.head("GetGPUDescriptorHandle"), Heap: h.id, Index: index, GPU: true}
	err := h.adapter.issue(sched.CallQuery, call, nothing)
	return gpu.GPUDescriptorHandle{Heap: h.id, Index: index}, err
}

// Release gives the heap up. No work in flight may use it.
func (h *DescriptorHeap) Release() error {
	return h.release(func() {
		h.adapter.free(h.exec.Base)
		h.adapter.destroy(h.id)
	})
}

// CreateDescriptorHeap makes an array of descriptors, none of which is written yet.
func (d *Device) CreateDescriptorHeap(desc gpu.DescriptorHeapDesc) (*DescriptorHeap, error) {
	h := &DescriptorHeap{}
	call := d.begin(d.head("CreateDescriptorHeap"), h, gpu.KindDescriptorHeap, "descriptor heap", &desc.Name, &desc)
	h.exec = exec.DescriptorHeap{ID: h.id, Desc: desc}
	return h, d.adapter.createArray(call, h, h.exec.Size(), &h.exec.Base)
}

// GetDescriptorHandleIncrementSize is the distance of two handles: handles count slots, so it is 1.
func (d *Device) GetDescriptorHandleIncrementSize(gpu.DescriptorHeapType) uint32 {
	d.adapter.sim.Call(sched.CallQuery)
	return 1
}

// CreateShaderResourceView writes an SRV. A nil resource with a description makes a null descriptor; a nil description means the whole resource in
// its own format.
func (d *Device) CreateShaderResourceView(r gpu.Resource, view *gpu.ViewDesc, at gpu.CPUDescriptorHandle) error {
	call := d.view("CreateShaderResourceView", gpu.DescriptorSRV, r, view, at)
	return d.describe(call, func() { d.adapter.machine.WriteSRV(at, execOf(r), view) })
}

// CreateUnorderedAccessView writes a UAV. The counter resource may be nil.
func (d *Device) CreateUnorderedAccessView(r, counter gpu.Resource, view *gpu.ViewDesc, at gpu.CPUDescriptorHandle) error {
	call := d.view("CreateUnorderedAccessView", gpu.DescriptorUAV, r, view, at)
	call.Counter = gpu.IDOf(counter)
	return d.describe(call, func() { d.adapter.machine.WriteUAV(at, execOf(r), execOf(counter), view) })
}

// CreateConstantBufferView writes a CBV; nil makes a null descriptor.
func (d *Device) CreateConstantBufferView(view *gpu.ConstantBufferViewDesc, at gpu.CPUDescriptorHandle) error {
	call := d.view("CreateConstantBufferView", gpu.DescriptorCBV, nil, nil, at)
	call.Constant = view
	if view != nil {
		call.Resource, _, _ = d.adapter.ResourceAt(view.BufferLocation)
	}
	return d.describe(call, func() { d.adapter.machine.WriteCBV(at, view) })
}

// CreateSampler writes a sampler.
func (d *Device) CreateSampler(desc gpu.SamplerDesc, at gpu.CPUDescriptorHandle) error {
	call := d.view("CreateSampler", gpu.DescriptorSampler, nil, nil, at)
	call.Sampler = &desc
	return d.describe(call, func() { d.adapter.machine.WriteSampler(at, &desc) })
}

func (d *Device) view(method string, typ gpu.DescriptorType, r gpu.Resource, view *gpu.ViewDesc, at gpu.CPUDescriptorHandle) *gpu.DescriptorCall {
	return &gpu.DescriptorCall{CallHead: d.head(method), Device: d.id, Type: typ, Dest: at, Resource: gpu.IDOf(r), View: view}
}

func (d *Device) describe(call *gpu.DescriptorCall, write func()) error {
	return d.adapter.issue(sched.CallView, call, func() error {
		write()
		return nil
	})
}

func execOf(r gpu.Resource) *exec.Resource {
	if r == nil {
		return nil
	}
	return r.(*Resource).exec
}

// CopyDescriptors copies descriptors piece by piece; sources must stand in heaps that are not shader-visible.
func (d *Device) CopyDescriptors(copies []gpu.DescriptorCopy, typ gpu.DescriptorHeapType) error {
	return d.copyDescriptors("CopyDescriptors", copies, typ)
}

// simpleCopy is a call with its one piece.
type simpleCopy struct {
	gpu.DescriptorCall
	piece [1]gpu.DescriptorCopy
}

// CopyDescriptorsSimple copies count descriptors in a row.
func (d *Device) CopyDescriptorsSimple(count uint32, dst, src gpu.CPUDescriptorHandle, typ gpu.DescriptorHeapType) error {
	a, piece := d.adapter, gpu.DescriptorCopy{Dest: dst, Src: src, Count: count}
	head := d.head("CopyDescriptorsSimple")
	if a.layers.Empty() {
		err := a.tick(sched.CallView)
		if err == nil {
			a.machine.CopyDescriptors(piece)
		}
		return err
	}
	call := &simpleCopy{gpu.DescriptorCall{CallHead: head, Device: d.id, HeapType: typ}, [1]gpu.DescriptorCopy{piece}}
	call.Copies = call.piece[:]
	if ok, err := a.enter(sched.CallView, &call.DescriptorCall); !ok {
		return err
	}
	a.machine.CopyDescriptors(piece)
	return a.leave(&call.DescriptorCall)
}

func (d *Device) copyDescriptors(method string, copies []gpu.DescriptorCopy, typ gpu.DescriptorHeapType) error {
	call := &gpu.DescriptorCall{CallHead: d.head(method), Device: d.id, Copies: copies, HeapType: typ}
	return d.adapter.issue(sched.CallView, call, func() error {
		for _, c := range copies {
			d.adapter.machine.CopyDescriptors(c)
		}
		return nil
	})
}
