package exec

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/descriptor"
)

// DescriptorBytes is the size of one descriptor in the memory of its heap.
const DescriptorBytes = descriptor.Bytes

// Descriptor is one descriptor, unpacked.
type Descriptor = descriptor.Descriptor

// slots is the memory of count descriptors from h on, and their heap.
func (m *Machine) slots(h gpu.CPUDescriptorHandle, count uint32) (heap *DescriptorHeap, memory []byte) {
	heap = m.env.DescriptorHeap(h.Heap)
	if heap == nil || uint64(h.Index)+uint64(count) > uint64(heap.Desc.NumDescriptors) {
		panic(fmt.Sprintf("BUG: exec: descriptors [%d, %d) of heap %d do not exist", h.Index, uint64(h.Index)+uint64(count), h.Heap))
	}
	return heap, m.bytes(heap.Base+uint64(h.Index)*DescriptorBytes, uint64(count)*DescriptorBytes)
}

// written is slots, which get other descriptors. Where rules are checked, submissions that were made before find the old ones, if they can see the
// heap.
func (m *Machine) written(h gpu.CPUDescriptorHandle, count uint32) []byte {
	m.Changed()
	heap, s := m.slots(h, count)
	if m.options.Report && heap.Desc.Flags&gpu.ShaderVisible != 0 {
		m.earlier.Keep(h, s, DescriptorBytes)
	}
	return s
}

// found is the descriptor that the running submission finds in a slot of a heap.
func (m *Machine) found(heap *DescriptorHeap, h gpu.GPUDescriptorHandle) Descriptor {
	if old := m.earlier.Find(gpu.CPUDescriptorHandle(h)); old != nil {
		return descriptor.Load(old)
	}
	return descriptor.Load(m.bytes(heap.Base+uint64(h.Index)*DescriptorBytes, DescriptorBytes))
}

// Submitted tells of a new submission: they are numbered from 1.
func (m *Machine) Submitted() { m.earlier.Submitted() }

// Runs tells whose commands are done from now on.
func (m *Machine) Runs(submission uint64) {
	if m.earlier.Runs(submission) {
		m.Changed()
	}
}

// Finished tells that a submission is finished.
func (m *Machine) Finished(submission uint64) { m.earlier.Finished(submission) }

// WriteSRV creates a shader resource view; see ViewOf for the meaning of nil.
func (m *Machine) WriteSRV(at gpu.CPUDescriptorHandle, r *Resource, v *gpu.ViewDesc) {
	d := ViewOf(gpu.DescriptorSRV, r, nil, v)
	d.Put(m.written(at, 1))
}

// WriteUAV creates an unordered access view, with a counter buffer or nil.
func (m *Machine) WriteUAV(at gpu.CPUDescriptorHandle, r, counter *Resource, v *gpu.ViewDesc) {
	d := ViewOf(gpu.DescriptorUAV, r, counter, v)
	d.Put(m.written(at, 1))
}

// WriteTarget creates a render target view or a depth-stencil view, by t. r is nil for a null descriptor.
func (m *Machine) WriteTarget(at gpu.CPUDescriptorHandle, t gpu.DescriptorType, r *Resource, v *gpu.ViewDesc) {
	d := ViewOf(t, r, nil, v)
	d.Put(m.written(at, 1))
}

// ReadTarget reads a render target view or depth-stencil view for a command that is being recorded: its handle must be of a slot that exists.
func (m *Machine) ReadTarget(at gpu.CPUDescriptorHandle) gpu.TargetView {
	d := m.ReadDescriptor(at)
	return gpu.TargetView{Handle: at, Type: d.Type, Resource: d.Resource, Format: d.Format, Dimension: d.Dimension,
		Flags: d.ReadOnly, Mip: d.FirstMip,
		FirstSlice: d.FirstSlice, Slices: d.Slices}
}

// WriteCBV creates a constant buffer view. nil, or address 0, is the null view. An address outside all buffers makes a
// descriptor of a destroyed resource, and a view never reaches past its buffer.
func (m *Machine) WriteCBV(at gpu.CPUDescriptorHandle, v *gpu.ConstantBufferViewDesc) {
	d := Descriptor{Type: gpu.DescriptorCBV, Dimension: gpu.ViewBuffer, Null: true}
	if v != nil && v.BufferLocation != 0 {
		d.Null = false
		if r, ok := m.env.ResourceAt(v.BufferLocation); ok {
			at := r.At(v.BufferLocation)
			d.Resource, d.Offset, d.Size = r.ID, at-r.Base, min(uint64(v.SizeInBytes), r.End()-at)
		}
	}
	d.Put(m.written(at, 1))
}

// WriteSampler creates a sampler.
func (m *Machine) WriteSampler(at gpu.CPUDescriptorHandle, s *gpu.SamplerDesc) {
	d := Descriptor{Type: gpu.DescriptorSampler, Sampler: *s}
	d.Put(m.written(at, 1))
}

// CopyDescriptors copies one piece, whatever its slots hold. The ranges do not overlap.
func (m *Machine) CopyDescriptors(c gpu.DescriptorCopy) {
	_, src := m.slots(c.Src, c.Count)
	copy(m.written(c.Dest, c.Count), src)
}

// ReadDescriptor reads the descriptor in a slot, which may never have been written (Type DescriptorNone).
func (m *Machine) ReadDescriptor(at gpu.CPUDescriptorHandle) Descriptor {
	_, d := m.slots(at, 1)
	return descriptor.Load(d)
}
