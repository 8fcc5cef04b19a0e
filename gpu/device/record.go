package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/recording"
)

// The methods of this file record one command each: they fill in a gpu.Command and commit it. Rules are in package
// validate; see gpu.Command for the fields that each command uses.

// CopyBufferRegion copies size bytes between buffers.
func (l *CommandList) CopyBufferRegion(dst gpu.Resource, dstOffset uint64, src gpu.Resource, srcOffset, size uint64) error {
	c := l.begin(gpu.OpCopyBufferRegion)
	c.Dst, c.DstOffset, c.Src, c.SrcOffset, c.Size = dst.ID(), dstOffset, src.ID(), srcOffset, size
	return l.commit()
}

// CopyResource copies a whole resource to another of the same shape.
func (l *CommandList) CopyResource(dst, src gpu.Resource) error {
	c := l.begin(gpu.OpCopyResource)
	c.Dst, c.Src = dst.ID(), src.ID()
	return l.commit()
}

// CopyTextureRegion copies a box of texels between subresources and placed footprints; nil is the whole source.
func (l *CommandList) CopyTextureRegion(dst gpu.TextureCopyLocation, x, y, z uint32, src gpu.TextureCopyLocation, box *gpu.Box) error {
	c := l.begin(gpu.OpCopyTextureRegion)
	c.Dst, c.Src, c.Copy = dst.Resource.ID(), src.Resource.ID(), l.stream.Copy(recording.TextureCopy(dst, x, y, z, src, box))
	return l.commit()
}

// ResourceBarrier records barriers, which act in order.
func (l *CommandList) ResourceBarrier(barriers []gpu.BarrierDesc) error {
	c := l.begin(gpu.OpResourceBarrier)
	c.Barriers = l.stream.Barriers(barriers)
	return l.commit()
}

// SetPipelineState sets the pipeline of the following dispatches.
func (l *CommandList) SetPipelineState(pso gpu.PipelineState) error {
	c := l.begin(gpu.OpSetPipelineState)
	c.Object = gpu.IDOf(pso)
	return l.commit()
}

// SetComputeRootSignature sets the root signature; another one than before forgets the arguments.
func (l *CommandList) SetComputeRootSignature(root gpu.RootSignature) error {
	return l.rootSignature(gpu.OpSetComputeRootSignature, root)
}

func (l *CommandList) rootSignature(op gpu.Op, root gpu.RootSignature) error {
	c := l.begin(op)
	c.Object = gpu.IDOf(root)
	return l.commit()
}

// SetDescriptorHeaps replaces the set of bound shader-visible heaps: at most one of each type.
func (l *CommandList) SetDescriptorHeaps(heaps []gpu.DescriptorHeap) error {
	c := l.begin(gpu.OpSetDescriptorHeaps)
	for i := range min(len(heaps), len(c.Heaps)) {
		c.Heaps[i] = heaps[i].ID()
	}
	c.Words = l.stream.Heaps(heaps)
	return l.commit()
}

// SetComputeRootDescriptorTable points a table parameter at descriptors of a bound heap.
func (l *CommandList) SetComputeRootDescriptorTable(parameter uint32, base gpu.GPUDescriptorHandle) error {
	return l.rootTable(gpu.OpSetComputeRootDescriptorTable, parameter, base)
}

func (l *CommandList) rootTable(op gpu.Op, parameter uint32, base gpu.GPUDescriptorHandle) error {
	c := l.begin(op)
	c.Slot, c.GPUHandle = parameter, base
	return l.commit()
}

// SetComputeRoot32BitConstants sets constants of a parameter from value number first on.
func (l *CommandList) SetComputeRoot32BitConstants(parameter uint32, values []uint32, first uint32) error {
	return l.rootConstants(gpu.OpSetComputeRoot32BitConstants, parameter, first, values...)
}

// SetComputeRoot32BitConstant sets one constant.
func (l *CommandList) SetComputeRoot32BitConstant(parameter, value, index uint32) error {
	return l.rootConstants(gpu.OpSetComputeRoot32BitConstant, parameter, index, value)
}

func (l *CommandList) rootConstants(op gpu.Op, parameter, first uint32, values ...uint32) error {
	c := l.begin(op)
	c.Slot, c.X, c.Words = parameter, first, l.stream.Words(values...)
	return l.commit()
}

// SetRootConstants is SetComputeRoot32BitConstants, or that of draws, with values whose types are known, so that they can be compared with what
// shaders declare. single says that the script gave one value and no list.
func (l *CommandList) SetRootConstants(graphics bool, parameter uint32, values []gpu.RootConstant, first uint32, single bool) error {
	op := gpu.OpSetComputeRoot32BitConstants
	switch {
	case graphics && single:
		op = gpu.OpSetGraphicsRoot32BitConstant
	case graphics:
		op = gpu.OpSetGraphicsRoot32BitConstants
	case single:
		op = gpu.OpSetComputeRoot32BitConstant
	}
	c := l.begin(op)
	c.Slot, c.X, c.Words = parameter, first, l.stream.Constants(values)
	for i, v := range values {
		switch v.Type {
		case gpu.ConstantFloat:
			c.Size |= 1 << i
		case gpu.ConstantInteger:
			c.DstOffset |= 1 << i
		}
	}
	return l.commit()
}

// SetComputeRootConstantBufferView points a root CBV at a GPU virtual address.
func (l *CommandList) SetComputeRootConstantBufferView(parameter uint32, address uint64) error {
	return l.rootView(gpu.OpSetComputeRootConstantBufferView, parameter, address)
}

// SetComputeRootShaderResourceView points a root SRV at a GPU virtual address.
func (l *CommandList) SetComputeRootShaderResourceView(parameter uint32, address uint64) error {
	return l.rootView(gpu.OpSetComputeRootShaderResourceView, parameter, address)
}

// SetComputeRootUnorderedAccessView points a root UAV at a GPU virtual address.
func (l *CommandList) SetComputeRootUnorderedAccessView(parameter uint32, address uint64) error {
	return l.rootView(gpu.OpSetComputeRootUnorderedAccessView, parameter, address)
}

func (l *CommandList) rootView(op gpu.Op, parameter uint32, address uint64) error {
	c := l.begin(op)
	c.Slot, c.Address = parameter, address
	return l.commit()
}

// Dispatch runs x*y*z thread groups of the bound compute pipeline.
func (l *CommandList) Dispatch(x, y, z uint32) error {
	c := l.begin(gpu.OpDispatch)
	c.X, c.Y, c.Z = x, y, z
	return l.commit()
}

// ExecuteIndirect runs up to most commands whose arguments stand in a buffer; the number is the least of most and, with a
// count buffer, the 32-bit value in it. count may be nil.
func (l *CommandList) ExecuteIndirect(sig gpu.CommandSignature, most uint32, args gpu.Resource, argsOffset uint64,
	count gpu.Resource, countOffset uint64) error {
	c := l.begin(gpu.OpExecuteIndirect)
	c.Object, c.Size, c.Src, c.SrcOffset, c.Dst, c.DstOffset = sig.ID(), uint64(most), args.ID(), argsOffset, gpu.IDOf(count), countOffset
	return l.commit()
}

// ClearUnorderedAccessViewUint writes four component values, as integers, to a view or to rectangles of it.
func (l *CommandList) ClearUnorderedAccessViewUint(table gpu.GPUDescriptorHandle, view gpu.CPUDescriptorHandle, r gpu.Resource,
	values [4]uint32, rects []gpu.Rect) error {
	return l.clearUAV(gpu.OpClearUnorderedAccessViewUint, table, view, r, values, rects)
}

// ClearUnorderedAccessViewFloat writes four component values, given as the bits of float32, to a view or to rectangles of it.
func (l *CommandList) ClearUnorderedAccessViewFloat(table gpu.GPUDescriptorHandle, view gpu.CPUDescriptorHandle, r gpu.Resource,
	bits [4]uint32, rects []gpu.Rect) error {
	return l.clearUAV(gpu.OpClearUnorderedAccessViewFloat, table, view, r, bits, rects)
}

func (l *CommandList) clearUAV(op gpu.Op, table gpu.GPUDescriptorHandle, view gpu.CPUDescriptorHandle, r gpu.Resource,
	values [4]uint32, rects []gpu.Rect) error {
	c := l.begin(op)
	c.GPUHandle, c.CPUHandle, c.Dst, c.Words, c.Rects = table, view, r.ID(), l.stream.Words(values[:]...), l.stream.Rects(rects)
	return l.commit()
}

// DiscardResource says that the contents of a resource, or of a region of it, are not needed any more. region may be nil.
func (l *CommandList) DiscardResource(r gpu.Resource, region *gpu.DiscardRegion) error {
	c := l.begin(gpu.OpDiscardResource)
	c.Dst = r.ID()
	if region != nil {
		c.Slot, c.X, c.Rects = region.FirstSubresource, region.NumSubresources, l.stream.Rects(region.Rects)
	}
	return l.commit()
}

// ClearState forgets the list's state and sets the pipeline, which may be nil.
func (l *CommandList) ClearState(pso gpu.PipelineState) error {
	c := l.begin(gpu.OpClearState)
	c.Object = gpu.IDOf(pso)
	return l.commit()
}

// WriteBufferImmediate writes 32-bit values to GPU virtual addresses.
func (l *CommandList) WriteBufferImmediate(writes []gpu.WriteBufferImmediateParameter) error {
	c := l.begin(gpu.OpWriteBufferImmediate)
	c.Writes = l.stream.Writes(writes)
	return l.commit()
}

// EndQuery ends a query: a timestamp takes the time, others the counts since BeginQuery.
func (l *CommandList) EndQuery(heap gpu.QueryHeap, typ gpu.QueryType, index uint32) error {
	c := l.begin(gpu.OpEndQuery)
	c.Object, c.Query, c.Slot = heap.ID(), typ, index
	return l.commit()
}

// ResolveQueryData copies count query results into a buffer: 8 bytes each, 88 of pipeline statistics.
func (l *CommandList) ResolveQueryData(heap gpu.QueryHeap, typ gpu.QueryType, first, count uint32, dst gpu.Resource, offset uint64) error {
	c := l.begin(gpu.OpResolveQueryData)
	c.Object, c.Query, c.Slot, c.Size, c.Dst, c.DstOffset = heap.ID(), typ, first, uint64(count), dst.ID(), offset
	return l.commit()
}

// SetMarker puts a label into traces and messages.
func (l *CommandList) SetMarker(text string) error { return l.annotate(gpu.OpSetMarker, text) }

// BeginEvent opens a named region for traces and messages.
func (l *CommandList) BeginEvent(text string) error { return l.annotate(gpu.OpBeginEvent, text) }

// EndEvent closes the region that was opened last.
func (l *CommandList) EndEvent() error { return l.annotate(gpu.OpEndEvent, "") }

func (l *CommandList) annotate(op gpu.Op, text string) error {
	c := l.begin(op)
	c.Text = text
	return l.commit()
}
