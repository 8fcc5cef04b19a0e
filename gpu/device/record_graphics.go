package device

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/recording"
)

// The methods of this file record the commands of the graphics pipeline, as those of record.go.

// DrawInstanced draws vertices [firstVertex, firstVertex+vertices) of instances [firstInstance, firstInstance+instances).
func (l *CommandList) DrawInstanced(vertices, instances, firstVertex, firstInstance uint32) error {
	c := l.begin(gpu.OpDrawInstanced)
	c.X, c.Y, c.Slot, c.Z = vertices, instances, firstVertex, firstInstance
	return l.commit()
}

// DrawIndexedInstanced draws the vertices that indices [firstIndex, firstIndex+indices) name, after base was added to each.
func (l *CommandList) DrawIndexedInstanced(indices, instances, firstIndex uint32, base int32, firstInstance uint32) error {
	c := l.begin(gpu.OpDrawIndexedInstanced)
	c.X, c.Y, c.Slot, c.Base, c.Z = indices, instances, firstIndex, base, firstInstance
	return l.commit()
}

// IASetPrimitiveTopology says how vertices make primitives.
func (l *CommandList) IASetPrimitiveTopology(t gpu.PrimitiveTopology) error {
	c := l.begin(gpu.OpIASetPrimitiveTopology)
	c.Slot = uint32(t)
	return l.commit()
}

// IASetVertexBuffers sets the vertex buffers of slots from first on.
func (l *CommandList) IASetVertexBuffers(first uint32, views []gpu.VertexBufferView) error {
	c := l.begin(gpu.OpIASetVertexBuffers)
	c.Slot, c.Graphics = first, l.stream.VertexBuffers(views)
	return l.commit()
}

// IASetIndexBuffer sets the index buffer; nil and a view of 0 bytes unset it.
func (l *CommandList) IASetIndexBuffer(view *gpu.IndexBufferView) error {
	c := l.begin(gpu.OpIASetIndexBuffer)
	if view != nil && view.SizeInBytes != 0 {
		c.Address, c.Size, c.Format = view.BufferLocation, uint64(view.SizeInBytes), view.Format
	}
	return l.commit()
}

// RSSetViewports sets all viewports.
func (l *CommandList) RSSetViewports(viewports []gpu.Viewport) error {
	c := l.begin(gpu.OpRSSetViewports)
	c.Graphics = l.stream.Viewports(viewports)
	return l.commit()
}

// RSSetScissorRects sets all scissor rectangles.
func (l *CommandList) RSSetScissorRects(rects []gpu.Rect) error {
	c := l.begin(gpu.OpRSSetScissorRects)
	c.Rects = l.stream.Rects(rects)
	return l.commit()
}

// OMSetRenderTargets binds render targets and a depth buffer; depth may be nil. Descriptors are read now.
func (l *CommandList) OMSetRenderTargets(targets []gpu.CPUDescriptorHandle, depth *gpu.CPUDescriptorHandle) error {
	c := l.begin(gpu.OpOMSetRenderTargets)
	c.X, c.Graphics = uint32(len(targets)), l.stream.Targets(targets, depth, l.adapter.target)
	return l.commit()
}

// target reads the descriptor of a render target or depth buffer. A slot that does not exist is one that was never written: the layers refuse it.
func (a *Adapter) target(at gpu.CPUDescriptorHandle) gpu.TargetView {
	if h, ok := a.objects.Get(at.Heap).(*DescriptorHeap); !ok || at.Index >= h.exec.Desc.NumDescriptors {
		return gpu.TargetView{Handle: at, Type: gpu.DescriptorNone}
	}
	return a.machine.ReadTarget(at)
}

// OMSetBlendFactor sets the constant of the blend factors BLEND_FACTOR and INV_BLEND_FACTOR.
func (l *CommandList) OMSetBlendFactor(factor [4]float32) error {
	c := l.begin(gpu.OpOMSetBlendFactor)
	c.Words = l.stream.Floats(factor[:])
	return l.commit()
}

// OMSetDepthBounds sets the range of stored depths, ends included, that the depth bounds test lets through: 0 to 1 at first. NaN becomes 0, and a
// minimum above the maximum lets nothing through.
func (l *CommandList) OMSetDepthBounds(least, most float32) error {
	c := l.begin(gpu.OpOMSetDepthBounds)
	c.Words = l.stream.Floats([]float32{least, most})
	return l.commit()
}

// OMSetStencilRef sets the reference value of stencil tests.
func (l *CommandList) OMSetStencilRef(ref uint8) error {
	c := l.begin(gpu.OpOMSetStencilRef)
	c.Slot = uint32(ref)
	return l.commit()
}

// ClearRenderTargetView fills a render target, or rectangles of it, with a colour. Integer formats take the numbers as they are.
func (l *CommandList) ClearRenderTargetView(at gpu.CPUDescriptorHandle, colour [4]float32, rects []gpu.Rect) error {
	c := l.begin(gpu.OpClearRenderTargetView)
	c.Words = l.stream.Floats(colour[:])
	return l.clearTarget(c, at, rects)
}

// ClearDepthStencilView fills depth, stencil or both, or rectangles of them.
func (l *CommandList) ClearDepthStencilView(at gpu.CPUDescriptorHandle, flags gpu.ClearFlags, depth float32, stencil uint8, rects []gpu.Rect) error {
	c := l.begin(gpu.OpClearDepthStencilView)
	c.Slot, c.Words = uint32(flags), l.stream.Words(math.Float32bits(depth), uint32(stencil))
	return l.clearTarget(c, at, rects)
}

func (l *CommandList) clearTarget(c *gpu.Command, at gpu.CPUDescriptorHandle, rects []gpu.Rect) error {
	c.Rects, c.Graphics = l.stream.Rects(rects), l.stream.Targets(nil, &at, l.adapter.target)
	c.Dst = c.Graphics.Targets[0].Resource
	return l.commit()
}

// ResolveSubresource makes one texel of the samples of each: the average of floats, the first of integers.
func (l *CommandList) ResolveSubresource(dst gpu.Resource, dstSub uint32, src gpu.Resource, srcSub uint32, format gpu.Format) error {
	return l.resolve(gpu.OpResolveSubresource, recording.Resolve(dst, dstSub, 0, 0, src, srcSub, nil), format, gpu.ResolveAverage)
}

// ResolveSubresourceRegion resolves a rectangle (nil: all of the source) to a place in the destination.
func (l *CommandList) ResolveSubresourceRegion(dst gpu.Resource, dstSub, x, y uint32, src gpu.Resource, srcSub uint32, rect *gpu.Rect,
	format gpu.Format, mode gpu.ResolveMode) error {
	return l.resolve(gpu.OpResolveSubresourceRegion, recording.Resolve(dst, dstSub, x, y, src, srcSub, rect), format, mode)
}

func (l *CommandList) resolve(op gpu.Op, copy gpu.TextureCopy, format gpu.Format, mode gpu.ResolveMode) error {
	c := l.begin(op)
	c.Dst, c.Src, c.Copy, c.Format, c.Slot = copy.Dst.Resource, copy.Src.Resource, l.stream.Copy(copy), format, uint32(mode)
	return l.commit()
}

// BeginQuery starts an occlusion or statistics query.
func (l *CommandList) BeginQuery(heap gpu.QueryHeap, typ gpu.QueryType, index uint32) error {
	c := l.begin(gpu.OpBeginQuery)
	c.Object, c.Query, c.Slot = heap.ID(), typ, index
	return l.commit()
}

// SetPredication leaves the following draws, dispatches, copies, clears and resolves out where the 64 bits in a buffer fulfil op; nil ends it.
func (l *CommandList) SetPredication(buffer gpu.Resource, offset uint64, op gpu.PredicationOp) error {
	c := l.begin(gpu.OpSetPredication)
	c.Src, c.SrcOffset, c.Slot = gpu.IDOf(buffer), offset, uint32(op)
	return l.commit()
}

// ExecuteBundle runs the commands of a closed bundle as they are now: a later Reset of the bundle does not change the list.
func (l *CommandList) ExecuteBundle(bundle gpu.CommandList) error {
	c := l.begin(gpu.OpExecuteBundle)
	c.Object, c.Slot = bundle.ID(), uint32(len(l.stream.Bundles()))
	before := len(l.stream.Commands)
	err := l.commit()
	if len(l.stream.Commands) > before {
		l.stream.AddBundle(bundle.(*CommandList).stream)
	}
	return err
}

// SetGraphicsRootSignature sets the root signature of draws; another one than before forgets the arguments.
func (l *CommandList) SetGraphicsRootSignature(root gpu.RootSignature) error {
	return l.rootSignature(gpu.OpSetGraphicsRootSignature, root)
}

// SetGraphicsRootDescriptorTable points a table parameter of draws at descriptors of a bound heap.
func (l *CommandList) SetGraphicsRootDescriptorTable(parameter uint32, base gpu.GPUDescriptorHandle) error {
	return l.rootTable(gpu.OpSetGraphicsRootDescriptorTable, parameter, base)
}

// SetGraphicsRoot32BitConstants sets constants of a parameter of draws from value number first on.
func (l *CommandList) SetGraphicsRoot32BitConstants(parameter uint32, values []uint32, first uint32) error {
	return l.rootConstants(gpu.OpSetGraphicsRoot32BitConstants, parameter, first, values...)
}

// SetGraphicsRoot32BitConstant sets one constant of draws.
func (l *CommandList) SetGraphicsRoot32BitConstant(parameter, value, index uint32) error {
	return l.rootConstants(gpu.OpSetGraphicsRoot32BitConstant, parameter, index, value)
}

// SetGraphicsRootConstantBufferView points a root CBV of draws at a GPU virtual address.
func (l *CommandList) SetGraphicsRootConstantBufferView(parameter uint32, address uint64) error {
	return l.rootView(gpu.OpSetGraphicsRootConstantBufferView, parameter, address)
}

// SetGraphicsRootShaderResourceView points a root SRV of draws at a GPU virtual address.
func (l *CommandList) SetGraphicsRootShaderResourceView(parameter uint32, address uint64) error {
	return l.rootView(gpu.OpSetGraphicsRootShaderResourceView, parameter, address)
}

// SetGraphicsRootUnorderedAccessView points a root UAV of draws at a GPU virtual address.
func (l *CommandList) SetGraphicsRootUnorderedAccessView(parameter uint32, address uint64) error {
	return l.rootView(gpu.OpSetGraphicsRootUnorderedAccessView, parameter, address)
}
