package dml

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/words"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// AllocateTensor makes a buffer in the DEFAULT heap that a tensor fits into. It composes CreateCommittedResource.
func AllocateTensor(d *device.Device, t *tensor.Desc, name string, site gpu.Site) (*device.Resource, error) {
	d.SetSite(site)
	return d.CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapDefault,
		ResourceDesc: gpu.ResourceDesc{Name: name, Dimension: gpu.DimensionBuffer, Width: t.TotalSize(), Flags: gpu.AllowUnorderedAccess}})
}

// transfer is one copy between a buffer and the CPU on a queue, and the wait for it.
type transfer struct {
	queue *device.CommandQueue
	site  gpu.Site
	alloc *device.CommandAllocator
	list  *device.CommandList
	fence *device.Fence
	err   error
}

func (t *transfer) at() *device.Device {
	d := t.queue.GetDevice()
	d.SetSite(t.site)
	return d
}

// do calls a method of an object until one has failed.
func (t *transfer) do(o interface{ SetSite(gpu.Site) }, call func() error) {
	if t.err == nil {
		o.SetSite(t.site)
		t.err = call()
	}
}

// run records a copy, submits it and waits for it.
func (t *transfer) run(record func(*device.CommandList) error) error {
	typ := t.queue.Desc().Type
	if t.alloc, t.err = t.at().CreateCommandAllocator(typ, ""); t.err != nil {
		return t.err
	}
	if t.list, t.err = t.at().CreateCommandList(gpu.CommandListDesc{Type: typ, Allocator: t.alloc}); t.err != nil {
		return t.err
	}
	if t.fence, t.err = t.at().CreateFence(0, 0, ""); t.err != nil {
		return t.err
	}
	t.do(t.list, func() error { return record(t.list) })
	t.do(t.list, t.list.Close)
	t.do(t.queue, func() error { return t.queue.ExecuteCommandLists([]gpu.CommandList{t.list}) })
	t.do(t.queue, func() error { return t.queue.Signal(t.fence, 1) })
	t.do(t.fence, func() error { return t.fence.WaitCPU(1) })
	t.do(t.list, t.list.Release)
	t.do(t.alloc, t.alloc.Release)
	t.do(t.fence, t.fence.Release)
	return t.err
}

// PackTensor is the bytes of a tensor, as many as its size in bytes, with elements in the order of memory, as many as the tensor spans (GS0736): the
// data of a CONSTANT node.
func PackTensor(of *tensor.Desc, values []float64, site gpu.Site) ([]byte, error) {
	data, err := encode("PackTensor", of, values, site)
	if err != nil {
		return nil, err
	}
	return append(data, make([]byte, of.TotalSize()-uint64(len(data)))...), nil
}

// encode is elements of a tensor in the order of memory as bytes.
func encode(method string, of *tensor.Desc, values []float64, site gpu.Site) ([]byte, error) {
	data, err := tensor.Encode(of.DataType, values)
	if err == nil && uint64(len(values)) != of.Span() {
		err = fmt.Errorf("%d values for a tensor that spans %d", len(values), of.Span())
	}
	if err == nil {
		return data, nil
	}
	size := 0
	if of.Rank() == 1 && of.IsPacked() && uint64(len(values)) != of.Span() {
		size = len(values)
	}
	argument := 2
	if method == "PackTensor" {
		argument = 1
	}
	return nil, (&words.Reporter{}).Refuse(words.Values(site, method, argument, err.Error(), size))
}

// UploadTensor makes a buffer as AllocateTensor does and fills it through an UPLOAD buffer on a queue: it composes Map, CopyBufferRegion,
// ExecuteCommandLists, Signal and a wait of the CPU. values are the elements in the order of memory, as many as the tensor spans (GS0736).
func UploadTensor(q *device.CommandQueue, of *tensor.Desc, values []float64, name string, site gpu.Site) (*device.Resource, error) {
	t := transfer{queue: q, site: site}
	data, err := encode("UploadTensor", of, values, site)
	if err != nil {
		return nil, err
	}
	out, err := AllocateTensor(t.at(), of, name, site)
	if err != nil {
		return nil, err
	}
	from, err := t.buffer(gpu.HeapUpload, gpu.StateGenericRead, uint64(len(data)))
	if err != nil {
		return nil, err
	}
	m, err := from.Map(0, &gpu.MapRange{})
	if err != nil {
		return nil, err
	}
	m.SetSite(site)
	t.do(from, func() error { return m.WriteBytes(0, data) })
	t.do(from, func() error { return from.Unmap(0, nil) })
	if t.err != nil {
		return nil, t.err
	}
	if err := t.run(func(l *device.CommandList) error { return l.CopyBufferRegion(out, 0, from, 0, uint64(len(data))) }); err != nil {
		return nil, err
	}
	t.do(from, from.Release)
	return out, t.err
}

// ReadTensor copies the elements of a tensor from a buffer, through a READBACK buffer on a queue, and waits. The result is in the order of memory.
func ReadTensor(q *device.CommandQueue, of *tensor.Desc, from *device.Resource, offset uint64, site gpu.Site) ([]float64, error) {
	t := transfer{queue: q, site: site}
	size := of.Bytes()
	to, err := t.buffer(gpu.HeapReadback, gpu.StateCopyDest, size)
	if err != nil {
		return nil, err
	}
	if err := t.run(func(l *device.CommandList) error { return l.CopyBufferRegion(to, 0, from, offset, size) }); err != nil {
		return nil, err
	}
	to.SetSite(site)
	m, err := to.Map(0, nil)
	if err != nil {
		return nil, err
	}
	m.SetSite(site)
	bytes, err := m.ReadBytes(0, size)
	if err != nil {
		return nil, err
	}
	out := tensor.Decode(of.DataType, bytes)[:of.Span()]
	t.do(to, func() error { return to.Unmap(0, &gpu.MapRange{}) })
	t.do(to, to.Release)
	return out, t.err
}

func (t *transfer) buffer(heap gpu.HeapType, state gpu.ResourceStates, size uint64) (*device.Resource, error) {
	return t.at().CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: heap, InitialState: state,
		ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: size}})
}
