package conformance

import (
	"fmt"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/renderpass"
)

// build makes the resources of stageGrounds.
func (y *yard) build(grounds []ground) {
	y.furnish(nil)
	heap := func(flags gpu.HeapFlags) *device.Heap {
		h, err := y.device.CreateHeap(gpu.HeapDesc{SizeInBytes: 1 << 16, Flags: flags})
		require.NoError(y.t, err)
		return h
	}
	heaps := []*device.Heap{nil, heap(0), heap(gpu.HeapDenyBuffers | gpu.HeapDenyNonRTDS)}
	for i, g := range grounds {
		d := gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 4, Height: 4, MipLevels: 1, Format: gpu.FormatR32Float, Flags: gpu.AllowRenderTarget}
		switch {
		case g.buffer:
			d = gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: stageBytes[i], Flags: gpu.AllowUnorderedAccess}
		case i == stageDepth:
			d.Format, d.Flags = gpu.FormatR32G8X24Typeless, gpu.AllowDepthStencil
		case i == stageSamples:
			d.SampleDesc.Count = 4
		}
		var r *device.Resource
		var err error
		if g.memory != 0 {
			r, err = y.device.CreatePlacedResource(gpu.PlacedResourceDesc{Heap: heaps[g.memory], ResourceDesc: d, InitialState: g.initial})
		} else {
			r, err = y.device.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: d, InitialState: g.initial})
		}
		require.NoError(y.t, err)
		y.resources = append(y.resources, r)
	}
	var err error
	y.depths, err = y.device.CreateDescriptorHeap(gpu.DescriptorHeapDesc{Type: gpu.HeapDSV, NumDescriptors: 64})
	require.NoError(y.t, err)
}

// aliasing is an aliasing barrier.
func (y *yard) aliasing(w wall) gpu.BarrierDesc {
	b := gpu.BarrierDesc{Type: gpu.BarrierAliasing}
	if w.resource >= 0 {
		b.ResourceBefore = y.resources[w.resource]
	}
	if w.next >= 0 {
		b.ResourceAfter = y.resources[w.next]
	}
	return b
}

// perform records a command of programs for pictures and shared memory.
func (y *yard) perform(l *device.CommandList, x *device.Resource, a *act) error {
	samples := y.resources[stageSamples]
	switch a.deed {
	case clearDepth:
		return l.ClearDepthStencilView(y.depth(0), gpu.ClearFlags(a.planes), 0, 0, nil)
	case drawDepth:
		return y.test(l, a.planes)
	case discard:
		return l.DiscardResource(x, &gpu.DiscardRegion{FirstSubresource: uint32(a.x.subresource), NumSubresources: 1})
	case fillIn:
		print := gpu.TextureCopyLocation{Resource: y.up, Format: gpu.FormatR32Float, Width: 4, Height: 4, Depth: 1, RowPitch: 256}
		return l.CopyTextureRegion(gpu.TextureCopyLocation{Resource: x}, 0, 0, 0, print, nil)
	case resolve:
		return l.ResolveSubresource(x, 0, samples, 0, gpu.FormatR32Float)
	case pass:
		begin := renderpass.PassBeginningAccess{Type: []renderpass.PassBeginning{passClears: renderpass.PassBeginClear, passKeeps: 1, passDiscards: renderpass.PassBeginDiscard}[a.planes], ClearValue: gpu.ClearValue{Format: gpu.FormatR32Float}}
		return first(l.BeginRenderPass([]renderpass.RenderPassTarget{{CPUDescriptor: y.target(x), BeginningAccess: begin, EndingAccess: renderpass.PassEndingAccess{Type: 1}}}, nil, 0),
			y.point(l, "nowhere", "white"), l.DrawInstanced(1, 1, 0, 0), l.EndRenderPass())
	case resolvePass:
		end := renderpass.PassEndingAccess{Type: renderpass.PassEndResolve, Resolve: &renderpass.PassResolve{PreserveResolveSource: true, DstResource: x, Format: gpu.FormatR32Float, ResolveMode: gpu.ResolveAverage}}
		return first(l.BeginRenderPass([]renderpass.RenderPassTarget{{CPUDescriptor: y.target(samples), BeginningAccess: renderpass.PassBeginningAccess{Type: 1}, EndingAccess: end}}, nil, 0), l.EndRenderPass())
	}
	return y.bundle(l, a)
}

// target is a new view of a render target.
func (y *yard) target(x *device.Resource) gpu.CPUDescriptorHandle {
	at := y.targets.GetCPUDescriptorHandle(y.slot())
	require.NoError(y.t, y.device.CreateRenderTargetView(x, nil, at))
	return at
}

// depth is a new view of the depth texture.
func (y *yard) depth(flags gpu.BufferViewFlags) gpu.CPUDescriptorHandle {
	at := y.depths.GetCPUDescriptorHandle(y.slot())
	require.NoError(y.t, y.device.CreateDepthStencilView(y.resources[stageDepth], &gpu.ViewDesc{Format: gpu.FormatD32FloatS8X24Uint, Flags: flags}, at))
	return at
}

// point sets what a draw of one point needs beside its target.
func (y *yard) point(l *device.CommandList, vs, ps string, layout ...gpu.InputElement) error {
	return first(l.SetPipelineState(y.graphics(vs, ps, layout...)), l.SetGraphicsRootSignature(y.plain), y.window(l), l.IASetPrimitiveTopology(gpu.TopologyPointList))
}

func (y *yard) window(l *device.CommandList) error {
	return first(l.RSSetViewports([]gpu.Viewport{{Width: 1, Height: 1, MaxDepth: 1}}), l.RSSetScissorRects([]gpu.Rect{{Right: 1, Bottom: 1}}))
}

// test draws a point that tests depth and stencil, and writes the planes.
func (y *yard) test(l *device.CommandList, planes int) error {
	y.signatures()
	name := fmt.Sprint("depth ", planes)
	if y.pipelines[name] == nil {
		face := gpu.StencilFaceDesc{StencilFunc: gpu.CompareAlways}
		if planes&2 != 0 {
			face.StencilPassOp = gpu.StencilReplace
		}
		d := gpu.GraphicsPipelineStateDesc{RootSignature: y.plain, VS: shader(y.t, "nowhere"), SampleMask: ^uint32(0), PrimitiveTopologyType: gpu.TopologyTypePoint, DSVFormat: gpu.FormatD32FloatS8X24Uint,
			DepthStencilState: gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: gpu.CompareAlways, StencilEnable: true, StencilReadMask: 255, FrontFace: face, BackFace: face}}
		if planes&1 == 0 {
			d.DepthStencilState.DepthWriteMask = gpu.DepthWriteZero
		}
		if planes&2 != 0 {
			d.DepthStencilState.StencilWriteMask = 255
		}
		p, err := y.device.CreateGraphicsPipelineState(d)
		require.NoError(y.t, err)
		y.pipelines[name] = p
	}
	flags := gpu.BufferViewFlags(0)
	if planes&1 == 0 {
		flags |= gpu.ViewReadOnlyDepth
	}
	if planes&2 == 0 {
		flags |= gpu.ViewReadOnlyStencil
	}
	at := y.depth(flags)
	return first(l.OMSetRenderTargets(nil, &at), l.SetPipelineState(y.pipelines[name]), l.SetGraphicsRootSignature(y.plain), y.window(l), l.IASetPrimitiveTopology(gpu.TopologyPointList),
		l.DrawInstanced(1, 1, 0, 0))
}

// bundle records a bundle with what is inside, and executes it.
func (y *yard) bundle(l *device.CommandList, a *act) error {
	allocator, err := y.device.CreateCommandAllocator(gpu.ListBundle, "")
	require.NoError(y.t, err)
	b, err := y.device.CreateCommandList(gpu.CommandListDesc{Type: gpu.ListBundle, Allocator: allocator})
	require.NoError(y.t, err)
	for i := range a.inner {
		in := &a.inner[i]
		if in.deed != drawVertices {
			err = first(err, y.dispatch(b, y.resources[in.x.resource], in))
			continue
		}
		p := y.graphics("point", "white", vertexLayout)
		views := []gpu.VertexBufferView{{BufferLocation: y.resources[in.y.resource].GetGPUVirtualAddress(), SizeInBytes: 64, StrideInBytes: 4}}
		err = first(err, b.SetPipelineState(p), b.SetGraphicsRootSignature(y.plain), b.IASetPrimitiveTopology(gpu.TopologyPointList), b.IASetVertexBuffers(0, views), b.DrawInstanced(1, 1, 0, 0))
		err = first(err, l.OMSetRenderTargets([]gpu.CPUDescriptorHandle{y.target(y.resources[in.x.resource])}, nil), y.window(l))
	}
	return first(err, b.Close(), l.ExecuteBundle(b))
}
