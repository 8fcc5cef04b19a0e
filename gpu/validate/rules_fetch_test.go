package validate

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// fetches draws with 12 bytes of each vertex from a view of a buffer, and with 16-bit indices in a view of some bytes of it.
func fetches(size, stride uint32, indexBytes uint64, c gpu.Command) func(*world) {
	return func(w *world) {
		p := graphicsPipeline(w, func(d *gpu.GraphicsPipelineStateDesc) {
			d.VS = shaderOf(gpu.StageVertex, position, nil)
			d.InputLayout = []gpu.InputElement{{SemanticName: "POSITION", Format: gpu.FormatR32G32B32Float, AlignedByteOffset: gpu.AppendAligned}}
		})
		t := w.target(plain)
		for _, k := range []gpu.Command{{Op: gpu.OpSetGraphicsRootSignature, Object: p.root0}, {Op: gpu.OpSetPipelineState, Object: p.id},
			{Op: gpu.OpIASetPrimitiveTopology, Slot: uint32(gpu.TopologyTriangleList)}, viewports(gpu.Viewport{Width: 8, Height: 8, MaxDepth: 1}),
			{Op: gpu.OpRSSetScissorRects, Rects: []gpu.Rect{{Right: 8, Bottom: 8}}},
			targets(gpu.OpOMSetRenderTargets, gpu.TargetView{Type: gpu.DescriptorRTV, Resource: t.id, Format: plain, Slices: 1}),
			vertexBuffers(0, gpu.VertexBufferView{BufferLocation: w.base[w.up.id], SizeInBytes: size, StrideInBytes: stride}),
			{Op: gpu.OpIASetIndexBuffer, Address: w.base[w.up.id], Size: indexBytes, Format: gpu.FormatR16Uint}, c} {
			w.rec(k)
		}
	}
}

// cleared clears a target that is made for depth 1 and stencil 3, or for opaque black, to other values.
func cleared(op gpu.Op, words ...uint32) func(*world) {
	return func(w *world) {
		d := &gpu.CommittedResourceDesc{InitialState: gpu.StateRenderTarget, OptimizedClearValue: &gpu.ClearValue{Format: plain, Color: [4]float32{3: 1}},
			ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 8, Height: 8, Format: plain, Flags: gpu.AllowRenderTarget}}
		v := gpu.TargetView{Type: gpu.DescriptorRTV, Format: plain, Slices: 1}
		if op == gpu.OpClearDepthStencilView {
			f := gpu.FormatD24UnormS8Uint
			d.InitialState, d.Format, d.Flags, d.OptimizedClearValue = gpu.StateDepthWrite, f, gpu.AllowDepthStencil, &gpu.ClearValue{Format: f, Depth: 1, Stencil: 3}
			v.Type, v.Format = gpu.DescriptorDSV, f
		}
		v.Resource = w.create("CreateCommittedResource", gpu.KindResource, "rt", d).id
		w.rec(gpu.Command{Op: op, Slot: uint32(gpu.ClearDepth | gpu.ClearStencil), Words: words, Graphics: &gpu.GraphicsArgs{Targets: []gpu.TargetView{v}}})
	}
}

// readOnly draws with a pipeline that tests depth, through a view that does not write it.
func readOnly(mask gpu.DepthWriteMask) func(*world) {
	return func(w *world) {
		f := gpu.FormatD32Float
		p := graphicsPipeline(w, func(d *gpu.GraphicsPipelineStateDesc) {
			d.RTVFormats, d.DSVFormat = nil, f
			d.DepthStencilState = gpu.DepthStencilDesc{DepthEnable: true, DepthWriteMask: mask}
		})
		t := w.create("CreateCommittedResource", gpu.KindResource, "depth", &gpu.CommittedResourceDesc{InitialState: gpu.StateDepthRead,
			ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 8, Height: 8, Format: f, Flags: gpu.AllowDepthStencil}})
		for _, k := range []gpu.Command{{Op: gpu.OpSetGraphicsRootSignature, Object: p.root0}, {Op: gpu.OpSetPipelineState, Object: p.id},
			{Op: gpu.OpIASetPrimitiveTopology, Slot: uint32(gpu.TopologyTriangleList)}, viewports(gpu.Viewport{Width: 8, Height: 8, MaxDepth: 1}),
			{Op: gpu.OpRSSetScissorRects, Rects: []gpu.Rect{{Right: 8, Bottom: 8}}},
			{Op: gpu.OpOMSetRenderTargets, Graphics: &gpu.GraphicsArgs{Targets: []gpu.TargetView{{Type: gpu.DescriptorDSV, Resource: t.id, Format: f, Slices: 1, Flags: gpu.ViewReadOnlyDepth}}}}, triangle} {
			w.rec(k)
		}
	}
}

// sized draws with a viewport of some pixels to 8 x 8 and to a depth buffer of some pixels.
func sized(viewport float32, depth uint64) func(*world) {
	return func(w *world) {
		f := gpu.FormatD32Float
		p := graphicsPipeline(w, func(d *gpu.GraphicsPipelineStateDesc) { d.DSVFormat = f })
		t := w.create("CreateCommittedResource", gpu.KindResource, "depth", &gpu.CommittedResourceDesc{InitialState: gpu.StateDepthWrite,
			ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: depth, Height: uint32(depth), Format: f, Flags: gpu.AllowDepthStencil}})
		bound := targets(gpu.OpOMSetRenderTargets, gpu.TargetView{Type: gpu.DescriptorRTV, Resource: w.target(plain).id, Format: plain, Slices: 1},
			gpu.TargetView{Type: gpu.DescriptorDSV, Resource: t.id, Format: f, Slices: 1})
		bound.X = 1
		for _, k := range []gpu.Command{{Op: gpu.OpSetGraphicsRootSignature, Object: p.root0}, {Op: gpu.OpSetPipelineState, Object: p.id},
			{Op: gpu.OpIASetPrimitiveTopology, Slot: uint32(gpu.TopologyTriangleList)}, viewports(gpu.Viewport{Width: viewport, Height: viewport, MaxDepth: 1}),
			{Op: gpu.OpRSSetScissorRects, Rects: []gpu.Rect{{Right: 80, Bottom: 80}}}, bound, triangle} {
			w.rec(k)
		}
	}
}

var fetchCases = []ruleCase{
	{"a depth buffer of another size", sized(8, 4), sized(8, 8),
		`advice[GS0922]: DrawInstanced draws to texture "rt" of 8 x 8 pixels and to texture "depth" of 4 x 4: only pixels that both have are drawn`},
	{"one pixel beyond it", sized(5, 4), sized(4, 4),
		`advice[GS0922]: DrawInstanced draws to texture "rt" of 8 x 8 pixels and to texture "depth" of 4 x 4: only pixels that both have are drawn`},
	{"a larger one", sized(80, 9), sized(8, 9),
		`advice[GS0922]: DrawInstanced draws to texture "depth" of 9 x 9 pixels and to texture "rt" of 8 x 8: only pixels that both have are drawn`},
	{"the last vertex", fetches(47, 16, 0, gpu.Command{Op: gpu.OpDrawInstanced, X: 4, Y: 1}), fetches(60, 16, 0, gpu.Command{Op: gpu.OpDrawInstanced, X: 4, Y: 1}),
		`advice[GS0920]: DrawInstanced reads vertices [0, 4) of vertex buffer 0, but its view holds 3`}, // the third ends at 44, a fourth at 60
	{"the first vertex counts", fetches(48, 12, 0, gpu.Command{Op: gpu.OpDrawInstanced, X: 3, Y: 1, Slot: 2}), fetches(48, 12, 0, gpu.Command{Op: gpu.OpDrawInstanced, X: 3, Y: 1, Slot: 1}),
		`advice[GS0920]: DrawInstanced reads vertices [2, 5) of vertex buffer 0, but its view holds 4`},
	{"the last index", fetches(48, 12, 10, gpu.Command{Op: gpu.OpDrawIndexedInstanced, X: 3, Y: 1, Slot: 3}), fetches(48, 12, 12, gpu.Command{Op: gpu.OpDrawIndexedInstanced, X: 3, Y: 1, Slot: 3}),
		`advice[GS0920]: DrawIndexedInstanced reads indices [3, 6), but the view of the index buffer holds 5`},
	{"a stride of 0", fetches(11, 0, 0, triangle), fetches(12, 0, 0, triangle), `advice[GS0920]: DrawInstanced reads 12 bytes of vertex buffer 0 for every vertex, but its view has 11`},
	{"a stride of less than a vertex", fetches(48, 8, 0, triangle), fetches(48, 0, 0, triangle),
		`advice[GS0919]: vertex buffer 0 has a stride of 8 bytes, but the input layout reads 12 bytes of a vertex`},
	{"another colour", cleared(gpu.OpClearRenderTargetView, 0, 0, 0, 0), cleared(gpu.OpClearRenderTargetView, 0, 0, 0, math.Float32bits(1)),
		`advice[GS0916]: ClearRenderTargetView clears texture "rt" to { 0, 0, 0, 0 }, but its OptimizedClearValue is { 0, 0, 0, 1 }`},
	{"another depth", cleared(gpu.OpClearDepthStencilView, math.Float32bits(0.5), 3), cleared(gpu.OpClearDepthStencilView, math.Float32bits(1), 3),
		`advice[GS0916]: ClearDepthStencilView clears texture "rt" to depth 0.5, but its OptimizedClearValue is 1`},
	{"a depth above 1", cleared(gpu.OpClearDepthStencilView, math.Float32bits(1.5), 3), cleared(gpu.OpClearDepthStencilView, math.Float32bits(1), 3),
		`advice[GS0929]: ClearDepthStencilView clears texture "rt" to depth 1.5, which is clamped to 1`},
	{"another stencil", cleared(gpu.OpClearDepthStencilView, math.Float32bits(1), 2), cleared(gpu.OpClearDepthStencilView, math.Float32bits(1), 3),
		`advice[GS0916]: ClearDepthStencilView clears texture "rt" to stencil 2, but its OptimizedClearValue is 3`},
	{"depth that is not written", readOnly(gpu.DepthWriteAll), readOnly(gpu.DepthWriteZero),
		`advice[GS0918]: pipeline "g" writes depth, but the bound view of texture "depth" has READ_ONLY_DEPTH: nothing is written`},
	{"a target without a colour", pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.RTVFormats = []gpu.Format{plain, plain} }), pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) {
		d.RTVFormats = []gpu.Format{plain, gpu.FormatUnknown}
	}), `advice[GS0917]: RTVFormats[2] of pipeline "g" is R8G8B8A8_UNORM, but pixel shader "pixelS" gives no color for target 1`},
	{"a second source without a colour", blends(gpu.RenderTargetBlendDesc{BlendEnable: true, SrcBlend: gpu.BlendOne, DestBlend: gpu.BlendInvSrc1Alpha, RenderTargetWriteMask: gpu.WriteAllChannels}),
		blends(gpu.RenderTargetBlendDesc{BlendEnable: true, SrcBlend: gpu.BlendOne, DestBlend: gpu.BlendInvSrcAlpha, RenderTargetWriteMask: gpu.WriteAllChannels}),
		`advice[GS0917]: pipeline "g" blends with a second source, but pixel shader "pixelS" gives no color for target 1`},
	{"a colour without a target", pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) {
		d.RTVFormats = []gpu.Format{gpu.FormatUnknown, plain}
		d.BlendState = unwritten(2)
	}), pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) {
		d.RTVFormats, d.BlendState = []gpu.Format{plain, plain}, unwritten(2)
	}), `advice[GS0917]: pixel shader "pixelS" gives a color for target 0, but pipeline "g" has no format there`},
}

// unwritten is a blend state that writes the first of some targets only.
func unwritten(n int) (d gpu.BlendDesc) {
	d.IndependentBlendEnable = true
	d.RenderTarget = make([]gpu.RenderTargetBlendDesc, n)
	for i := range d.RenderTarget {
		d.RenderTarget[i] = gpu.RenderTargetBlendDesc{SrcBlend: gpu.BlendOne, SrcBlendAlpha: gpu.BlendOne}
	}
	d.RenderTarget[0].RenderTargetWriteMask = gpu.WriteAllChannels
	return d
}
