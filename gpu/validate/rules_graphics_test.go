package validate

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// stageFake is a shader of the graphics pipeline.
type stageFake struct {
	fake
	inputs, outputs []gpu.StageElement
}

func (s *stageFake) StageInputs() []gpu.StageElement  { return s.inputs }
func (s *stageFake) StageOutputs() []gpu.StageElement { return s.outputs }
func (s *stageFake) StageUses() gpu.StageUses         { return 0 }

func shaderOf(stage gpu.ShaderStage, inputs, outputs []gpu.StageElement) *stageFake {
	return &stageFake{fake: fake{name: stage.String() + "S", stage: stage}, inputs: inputs, outputs: outputs}
}

var position = []gpu.StageElement{{Name: "POSITION", Numeric: gpu.NumericFloat, Components: 3}}
var colour = []gpu.StageElement{{Name: "Target", Numeric: gpu.NumericFloat, Components: 4}}

// graphicsPipeline makes a pipeline without inputs that draws one target, changed by edit.
func graphicsPipeline(w *world, edit func(d *gpu.GraphicsPipelineStateDesc)) *fake {
	d := gpu.GraphicsPipelineStateDesc{RootSignature: w.plainRoot(), VS: shaderOf(gpu.StageVertex, nil, nil), PS: shaderOf(gpu.StagePixel, nil, colour),
		PrimitiveTopologyType: gpu.TopologyTypeTriangle, RTVFormats: []gpu.Format{gpu.FormatR8G8B8A8Unorm}}
	if edit != nil {
		edit(&d)
	}
	f := w.create("CreateGraphicsPipelineState", gpu.KindPipelineState, "g", &d)
	f.root0 = d.RootSignature.ID()
	return f
}

func (w *world) plainRoot() *fake {
	r := w.root("empty")
	r.root.Flags = gpu.AllowInputLayout
	return r
}

func pipelineWith(edit func(d *gpu.GraphicsPipelineStateDesc)) func(*world) {
	return func(w *world) { graphicsPipeline(w, edit) }
}

func takes(format gpu.Format, name string, flags ...gpu.RootSignatureFlags) func(*world) {
	return pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) {
		if len(flags) > 0 {
			d.RootSignature.RootSignatureDesc().Flags = flags[0]
		}
		d.VS = shaderOf(gpu.StageVertex, position, nil)
		d.InputLayout = []gpu.InputElement{{SemanticName: name, Format: format, AlignedByteOffset: gpu.AppendAligned}}
	})
}

func blends(t gpu.RenderTargetBlendDesc) func(*world) {
	return pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.BlendState.RenderTarget = []gpu.RenderTargetBlendDesc{t} })
}

// command records one command into the open list.
func command(c gpu.Command) func(*world) { return func(w *world) { w.rec(c) } }

func viewports(v ...gpu.Viewport) gpu.Command {
	return gpu.Command{Op: gpu.OpRSSetViewports, Graphics: &gpu.GraphicsArgs{Viewports: v}}
}

func vertexBuffers(slot uint32, v ...gpu.VertexBufferView) gpu.Command {
	return gpu.Command{Op: gpu.OpIASetVertexBuffers, Slot: slot, Graphics: &gpu.GraphicsArgs{VertexBuffers: v}}
}

func targets(op gpu.Op, v ...gpu.TargetView) gpu.Command {
	return gpu.Command{Op: op, X: uint32(len(v)), Words: make([]uint32, 4), Graphics: &gpu.GraphicsArgs{Targets: v}}
}

// draws records all state of a draw, changed by skip, and the draw.
func draws(topology gpu.PrimitiveTopology, format gpu.Format, skip gpu.Op, c gpu.Command) func(*world) {
	return func(w *world) {
		t := w.targetOf(format)
		p := graphicsPipeline(w, nil)
		for _, k := range []gpu.Command{{Op: gpu.OpSetGraphicsRootSignature, Object: p.root0}, {Op: gpu.OpSetPipelineState, Object: p.id},
			{Op: gpu.OpIASetPrimitiveTopology, Slot: uint32(topology)}, viewports(gpu.Viewport{Width: 8, Height: 8, MaxDepth: 1}),
			{Op: gpu.OpRSSetScissorRects, Rects: []gpu.Rect{{Right: 8, Bottom: 8}}},
			targets(gpu.OpOMSetRenderTargets, t)} {
			if k.Op != skip {
				w.rec(k)
			}
		}
		w.rec(c)
	}
}

// deep draws with a depth buffer bound to a pipeline without DSVFormat, which compares depths like that.
func deep(compare gpu.ComparisonFunc) func(*world) {
	return func(w *world) {
		d := w.create("CreateCommittedResource", gpu.KindResource, "ds", &gpu.CommittedResourceDesc{InitialState: gpu.StateDepthWrite,
			ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 8, Height: 8, Format: gpu.FormatD32Float, Flags: gpu.AllowDepthStencil}})
		p := graphicsPipeline(w, func(d *gpu.GraphicsPipelineStateDesc) {
			d.DepthStencilState = gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: compare, DepthWriteMask: gpu.DepthWriteZero}
		})
		bound := targets(gpu.OpOMSetRenderTargets, w.targetOf(plain))
		bound.Graphics.Targets = append(bound.Graphics.Targets, gpu.TargetView{Type: gpu.DescriptorDSV, Resource: d.id, Format: gpu.FormatD32Float, Slices: 1})
		for _, k := range []gpu.Command{{Op: gpu.OpSetGraphicsRootSignature, Object: p.root0}, {Op: gpu.OpSetPipelineState, Object: p.id},
			{Op: gpu.OpIASetPrimitiveTopology, Slot: uint32(gpu.TopologyTriangleList)}, viewports(gpu.Viewport{Width: 8, Height: 8, MaxDepth: 1}),
			{Op: gpu.OpRSSetScissorRects, Rects: []gpu.Rect{{Right: 8, Bottom: 8}}}, bound, triangle} {
			w.rec(k)
		}
	}
}

var triangle = gpu.Command{Op: gpu.OpDrawInstanced, X: 3, Y: 1}

func (w *world) target(f gpu.Format) *fake {
	return w.create("CreateCommittedResource", gpu.KindResource, "rt", &gpu.CommittedResourceDesc{InitialState: gpu.StateRenderTarget,
		ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 8, Height: 8, Format: f, Flags: gpu.AllowRenderTarget}})
}

// targetOf is a view of a new render target.
func (w *world) targetOf(f gpu.Format) gpu.TargetView {
	return gpu.TargetView{Type: gpu.DescriptorRTV, Resource: w.target(f).id, Format: f, Slices: 1}
}

const plain = gpu.FormatR8G8B8A8Unorm

var graphicsCases = []ruleCase{
	{"missing input", takes(gpu.FormatR32G32B32Float, "NORMAL"), takes(gpu.FormatR32G32B32Float, "position"), `error[GS0801]: vertex shader "vertexS" takes POSITION, but the input layout does not have it`},
	{"input type", takes(gpu.FormatR32G32B32Uint, "POSITION"), takes(gpu.FormatR8G8B8A8Unorm, "POSITION"), `error[GS0802]: vertex shader "vertexS" takes POSITION as float, but the input layout has it as R32G32B32_UINT`},
	{"input layout without the flag", func(w *world) { takes(gpu.FormatR32G32B32Float, "POSITION", 0)(w) }, takes(gpu.FormatR32G32B32Float, "POSITION"),
		`advice[GS0915]: pipeline "g" has an InputLayout, but root signature "empty" does not have ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT`},
	{"target format", pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.RTVFormats[0] = gpu.FormatD32Float }), pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.DSVFormat = gpu.FormatD32Float }),
		`error[GS0803]: pipeline "g" cannot draw to RTVFormats[1] = D32_FLOAT`},
	{"alpha factor", blends(gpu.RenderTargetBlendDesc{BlendEnable: true, SrcBlendAlpha: gpu.BlendDestColor}), blends(gpu.RenderTargetBlendDesc{SrcBlendAlpha: gpu.BlendDestColor}),
		`error[GS0804]: pipeline "g" cannot blend: RenderTarget[1] has an alpha factor that names a color`},
	{"conservative", pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.RasterizerState.ConservativeRaster = gpu.ConservativeOn }), pipelineWith(nil), `error[GS0805]: pipeline "g" cannot rasterize conservatively`},
	{"patches", pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.PrimitiveTopologyType = gpu.TopologyTypePatch }), pipelineWith(nil),
		`error[GS0806]: pipeline "g" cannot take primitives of type PATCH: there are no hull and domain shaders`},
	{"sixteen samples", pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.SampleDesc.Count = 16 }), pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.SampleDesc.Count = 8 }), `error[GS0807]: pipeline "g" cannot draw to 16 samples of quality 0`},
	{"float to uint", pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.RTVFormats[0] = gpu.FormatR32Uint }), pipelineWith(func(d *gpu.GraphicsPipelineStateDesc) { d.RTVFormats[0] = gpu.FormatR32Float }),
		`error[GS0808]: pixel shader "pixelS" gives float for target 0, but RTVFormats[1] is R32_UINT`},
	{"no flag", func(w *world) { w.targetView(w.texture("t", plain, 0)) }, func(w *world) { w.targetView(w.target(plain)) }, `error[GS0811]: CreateView cannot show texture "t": it does not have ALLOW_RENDER_TARGET`},
	{"no view", command(targets(gpu.OpClearRenderTargetView, gpu.TargetView{Type: gpu.DescriptorNone})), command(targets(gpu.OpClearRenderTargetView, gpu.TargetView{Type: gpu.DescriptorRTV})),
		`error[GS0812]: view of ClearRenderTargetView is a slot that holds no descriptor`},
	{"slots", command(vertexBuffers(31, gpu.VertexBufferView{}, gpu.VertexBufferView{})), command(vertexBuffers(31, gpu.VertexBufferView{})), `error[GS0813]: IASetVertexBuffers sets slots [31, 33), but there are 32`},
	{"infinite viewport", command(viewports(gpu.Viewport{Width: float32(math.Inf(1))})), command(viewports(gpu.Viewport{Width: 32767})), `error[GS0814]: viewports[1] holds a number that is not finite`},
	{"far viewport", command(viewports(gpu.Viewport{Width: 32768})), command(viewports(gpu.Viewport{TopLeftX: -32768, Width: 65535})), `error[GS0814]: viewports[1] extends beyond the bounds of -32768 to 32767 pixels`},
	{"stride", command(vertexBuffers(0, gpu.VertexBufferView{StrideInBytes: 2052})), command(vertexBuffers(0, gpu.VertexBufferView{StrideInBytes: 2048})), `error[GS0815]: views[1].StrideInBytes is 2052 bytes`},
	{"index format", command(gpu.Command{Op: gpu.OpIASetIndexBuffer, Size: 6, Format: gpu.FormatR8Uint}), command(gpu.Command{Op: gpu.OpIASetIndexBuffer, Format: gpu.FormatR8Uint}), `error[GS0816]: indices cannot have format R8_UINT`},
	{"indices nowhere", command(gpu.Command{Op: gpu.OpIASetIndexBuffer, Size: 6, Format: gpu.FormatR16Uint}), command(gpu.Command{Op: gpu.OpIASetIndexBuffer, Format: gpu.FormatR16Uint}), `error[GS0816]: the view has 6 bytes at no address`},
	{"vertices nowhere", command(vertexBuffers(0, gpu.VertexBufferView{SizeInBytes: 12, StrideInBytes: 4})), command(vertexBuffers(0, gpu.VertexBufferView{BufferLocation: 3, StrideInBytes: 4})), `error[GS0815]: views[1] has 12 bytes at no address`},
	{"fan", command(gpu.Command{Op: gpu.OpIASetPrimitiveTopology, Slot: uint32(gpu.TopologyTriangleFan)}), command(gpu.Command{Op: gpu.OpIASetPrimitiveTopology, Slot: uint32(gpu.TopologyTriangleStrip)}),
		`error[GS0817]: topology TRIANGLEFAN does not exist in Direct3D 12`},
	{"dispatch of graphics", func(w *world) {
		w.rec(gpu.Command{Op: gpu.OpSetPipelineState, Object: graphicsPipeline(w, nil).id})
		w.rec(gpu.Command{Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1})
	}, func(*world) {}, `error[GS0821]: Dispatch needs a compute pipeline, but pipeline "g" is a graphics pipeline`},
	{"topology", draws(gpu.TopologyLineList, plain, 0, triangle), draws(gpu.TopologyTriangleStrip, plain, 0, triangle), `error[GS0822]: topology LINELIST makes primitives of type LINE, but pipeline "g" takes TRIANGLE`},
	{"bound format", draws(gpu.TopologyTriangleList, gpu.FormatB8G8R8A8Unorm, 0, triangle), draws(gpu.TopologyTriangleList, plain, 0, triangle),
		`error[GS0823]: render target 0 has format B8G8R8A8_UNORM, but pipeline "g" draws to R8G8B8A8_UNORM`},
	{"bound depth without a format", deep(gpu.CompareLess), deep(gpu.CompareAlways),
		`error[GS0823]: the depth buffer has format D32_FLOAT, but pipeline "g" tests depth or stencil without a DSVFormat`},
	{"no target bound", draws(gpu.TopologyTriangleList, plain, gpu.OpOMSetRenderTargets, triangle), draws(gpu.TopologyTriangleList, plain, 0, triangle),
		`error[GS0835]: DrawInstanced draws to render target 0 of format R8G8B8A8_UNORM with pipeline "g", but none is bound`},
	{"empty rectangle", command(gpu.Command{Op: gpu.OpClearRenderTargetView, Rects: []gpu.Rect{{Left: 4, Right: 4, Bottom: 1}}, Graphics: &gpu.GraphicsArgs{Targets: []gpu.TargetView{{Type: gpu.DescriptorRTV}}}}),
		command(gpu.Command{Op: gpu.OpClearRenderTargetView, Rects: []gpu.Rect{{Left: 4, Right: 5, Bottom: 1}}, Graphics: &gpu.GraphicsArgs{Targets: []gpu.TargetView{{Type: gpu.DescriptorRTV}}}}),
		`error[GS0824]: rects[1] of ClearRenderTargetView is empty or ends before it begins: Left 4, Right 4, Top 0, Bottom 1`},
	{"one sample", func(w *world) {
		w.rec(gpu.Command{Op: gpu.OpResolveSubresource, Src: w.target(plain).id, Dst: w.target(plain).id, Slot: uint32(gpu.ResolveAverage), Copy: &gpu.TextureCopy{}})
	}, func(*world) {}, `error[GS0825]: ResolveSubresource cannot resolve texture "rt" to texture "rt": the source has one sample`},
	{"predicate", func(w *world) { w.rec(gpu.Command{Op: gpu.OpSetPredication, Src: w.a.id, SrcOffset: 1020}) }, func(w *world) { w.rec(gpu.Command{Op: gpu.OpSetPredication, Src: w.a.id, SrcOffset: 1016}) },
		`error[GS0826]: the predicate at offset 1020 of buffer "a" is not 8 aligned bytes of its 1024`},
	{"query begins twice", queried(gpu.OpBeginQuery, gpu.OpBeginQuery), queried(gpu.OpBeginQuery, gpu.OpEndQuery, gpu.OpBeginQuery), `error[GS0827]: query 0 of query heap "q" has begun already`},
	{"query is resolved before it ends", queried(gpu.OpBeginQuery, gpu.OpResolveQueryData), queried(gpu.OpBeginQuery, gpu.OpEndQuery, gpu.OpResolveQueryData),
		`error[GS0827]: query 0 of query heap "q" is resolved before it ends`},
	{"query ends twice beside ClearState", queried(gpu.OpBeginQuery, gpu.OpEndQuery, gpu.OpClearState, gpu.OpEndQuery), queried(gpu.OpBeginQuery, gpu.OpClearState, gpu.OpEndQuery),
		`error[GS0827]: query 0 of query heap "q" ends and has not begun in this list`},
	{"query ends first", queried(gpu.OpEndQuery), queried(gpu.OpBeginQuery, gpu.OpEndQuery), `error[GS0827]: query 0 of query heap "q" ends and has not begun in this list`},
	{"half a block", blocks(6), blocks(8), `error[GS0829]: CopyTextureRegion copies texels [0, 6) x [0, 4) of format BC1_UNORM to (0, 0), which cuts blocks of 4 x 4`},
	{"open bundle", func(w *world) {
		w.rec(gpu.Command{Op: gpu.OpExecuteBundle, Object: w.list(gpu.ListBundle, "b", w.allocator(gpu.ListBundle, "ba")).id})
	}, func(*world) {}, `error[GS0831]: ExecuteBundle cannot run bundle "b": it is still open`},
	{"bundle without root", bundled(false), bundled(true), `error[GS0832]: DrawInstanced of bundle "b" needs the root signature of pipeline "g", but the list has another one or none`},
	{"bundle without viewport", bundledWith(true, false), bundled(true), `advice[GS0912]: DrawInstanced of bundle "b" draws nothing: no viewport is set`},
	{"one buffer", chainOf(1), chainOf(2), `error[GS0841]: swap chain "s" cannot be made: BufferCount is 1`},
	{"clear in a pass", func(w *world) { w.pass(gpu.OpBeginRenderPass, gpu.OpClearState) }, func(w *world) { w.pass(gpu.OpBeginRenderPass, gpu.OpEndRenderPass, gpu.OpClearState) },
		`error[GS0833]: ClearState is called inside a render pass`},
	{"pass in a pass", func(w *world) { w.pass(gpu.OpBeginRenderPass, gpu.OpBeginRenderPass) },
		func(w *world) { w.pass(gpu.OpBeginRenderPass, gpu.OpEndRenderPass, gpu.OpBeginRenderPass) }, `error[GS0833]: BeginRenderPass is called inside a render pass`},
	{"end without a pass", func(w *world) { w.pass(gpu.OpEndRenderPass) }, func(w *world) { w.pass(gpu.OpBeginRenderPass, gpu.OpSetMarker, gpu.OpEndRenderPass) },
		`error[GS0833]: EndRenderPass ends no render pass`},
	{"work in a suspended pass", func(w *world) { w.passes(2, 0); w.pass(gpu.OpClearState, gpu.OpDiscardResource) }, func(w *world) { w.passes(2, 0); w.pass(gpu.OpClearState); w.passes(4, 0) },
		`error[GS0834]: DiscardResource comes between a suspended render pass and the one that resumes it`},
	{"not resumed in the list", func(w *world) { w.passes(2, 0); w.passes(0, 0) }, func(w *world) { w.passes(2, 0); w.passes(6, 0) }, `error[GS0834]: a render pass begins, but a suspended one was not resumed`},
	{"resumed behind work", func(w *world) { w.rec(gpu.Command{Op: gpu.OpWriteBufferImmediate}); w.passes(4, 0) }, func(w *world) { w.rec(gpu.Command{Op: gpu.OpSetMarker}); w.passes(4, 0) },
		`error[GS0834]: a render pass is resumed after WriteBufferImmediate`},
	{"resumed with a target", func(w *world) { w.passes(2, 0); w.passes(4, 1) }, func(w *world) { w.passes(2, 1); w.passes(4, 1) }, `error[GS0834]: a render pass resumes another one with other targets`},
	{"executed while suspended", func(w *world) { w.passes(2, 0); w.close(w.open); w.submit(w.main, w.open) }, func(w *world) { w.passes(2, 0); w.passes(4, 0); w.close(w.open); w.submit(w.main, w.open) },
		`error[GS0834]: a render pass is suspended, but no list after it resumes it`},
	{"executed without the suspended", func(w *world) { w.passes(4, 0); w.close(w.open); w.submit(w.main, w.open) }, func(w *world) { w.passes(0, 0); w.close(w.open); w.submit(w.main, w.open) },
		`error[GS0834]: a render pass resumes one that was not suspended`},
	{"presented to tear", func(w *world) { w.tear(0) }, func(w *world) { w.tear(gpu.SwapChainTearing) }, `error[GS0843]: Present of no object has ALLOW_TEARING, but the swap chain was created without it`},
	{"presented as target", func(w *world) { w.present(w.target(plain)) }, func(w *world) { w.present(w.texture("t", plain, 0)) }, `error[GS0842]: Present needs texture "rt" in PRESENT, but it is in RENDER_TARGET`},
	{"no scissor", draws(gpu.TopologyTriangleList, plain, gpu.OpRSSetScissorRects, triangle), draws(gpu.TopologyTriangleList, plain, 0, triangle), `advice[GS0912]: DrawInstanced draws nothing: no scissor rectangle is set`},
	{"no vertices", draws(gpu.TopologyTriangleList, plain, 0, gpu.Command{Op: gpu.OpDrawInstanced, Y: 1}), draws(gpu.TopologyTriangleList, plain, 0, triangle), `advice[GS0912]: DrawInstanced draws nothing: 0 vertices of 1 instances`},
	{"no indices", draws(gpu.TopologyTriangleList, plain, 0, gpu.Command{Op: gpu.OpDrawIndexedInstanced, X: 3, Y: 1}), draws(gpu.TopologyTriangleList, plain, 0, triangle),
		`advice[GS0913]: DrawIndexedInstanced reads indices, but no index buffer is set: all of them are 0`},
}

func (w *world) targetView(r *fake) {
	h := w.descriptors("rtvs", gpu.HeapRTV, 1, 0)
	w.do(&gpu.DescriptorCall{CallHead: w.head("CreateView"), Type: gpu.DescriptorRTV, Dest: gpu.CPUDescriptorHandle{Heap: h.id}, Resource: r.id})
}

func queried(ops ...gpu.Op) func(*world) {
	return func(w *world) {
		h := w.create("CreateQueryHeap", gpu.KindQueryHeap, "q", &gpu.QueryHeapDesc{Type: gpu.QueryHeapOcclusion, Count: 1})
		for _, op := range ops {
			w.rec(gpu.Command{Op: op, Object: h.id, Query: gpu.QueryOcclusion, Size: 1, Dst: w.a.id})
		}
	}
}

// bundled records a draw into a bundle, and executes it in a list with or without the root signature.
func bundled(root bool) func(*world) { return bundledWith(root, true) }

func bundledWith(root, area bool) func(*world) {
	return func(w *world) {
		p := graphicsPipeline(w, nil)
		b := w.list(gpu.ListBundle, "b", w.allocator(gpu.ListBundle, "ba"))
		for _, c := range []gpu.Command{{Op: gpu.OpSetPipelineState, Object: p.id}, {Op: gpu.OpIASetPrimitiveTopology, Slot: uint32(gpu.TopologyTriangleList)}, triangle} {
			w.record(b, c)
		}
		w.do(&gpu.ListCall{CallHead: w.head("Close"), Act: gpu.ListClose, List: b.id})
		if root {
			w.rec(gpu.Command{Op: gpu.OpSetGraphicsRootSignature, Object: p.root0})
		}
		w.rec(targets(gpu.OpOMSetRenderTargets, w.targetOf(plain)))
		w.rec(gpu.Command{Op: gpu.OpRSSetScissorRects, Rects: []gpu.Rect{{Right: 8, Bottom: 8}}})
		if area {
			w.rec(viewports(gpu.Viewport{Width: 8, Height: 8, MaxDepth: 1}))
		}
		w.rec(gpu.Command{Op: gpu.OpExecuteBundle, Object: b.id})
	}
}

func chainOf(buffers uint32) func(*world) {
	return func(w *world) {
		w.do(&gpu.CreateCall{CallHead: w.head("CreateSwapChain"), Kind: gpu.KindSwapChain, Object: 99, Name: "s", Queue: w.main.id, Desc: &gpu.SwapChainDesc{Name: "s", Width: 8, Height: 8, BufferCount: buffers, Format: plain}})
	}
}

func (w *world) present(r *fake) {
	w.do(&gpu.PresentCall{CallHead: w.head("Present"), Queue: w.main.id, Buffer: r.id})
}

// pass records commands without arguments.
func (w *world) pass(ops ...gpu.Op) {
	for _, op := range ops {
		w.rec(gpu.Command{Op: op})
	}
}

// passes records a render pass with flags and one target or none.
func (w *world) passes(flags uint32, targets uint32) {
	views := make([]gpu.TargetView, targets)
	for i := range views {
		views[i] = gpu.TargetView{Type: gpu.DescriptorRTV, Format: plain, Handle: gpu.CPUDescriptorHandle{Heap: 1}}
	}
	w.rec(gpu.Command{Op: gpu.OpOMSetRenderTargets, X: targets, Graphics: &gpu.GraphicsArgs{Targets: views}})
	before := len(w.said)
	if w.rec(gpu.Command{Op: gpu.OpBeginRenderPass, X: flags}); len(w.said) == before {
		w.rec(gpu.Command{Op: gpu.OpEndRenderPass})
	}
}

// tear presents with ALLOW_TEARING on a chain with some flags.
func (w *world) tear(flags gpu.SwapChainFlags) {
	w.do(&gpu.PresentCall{CallHead: w.head("Present"), Queue: w.main.id, Buffer: w.texture("t", plain, 0).id, Flags: gpu.PresentTearing, ChainFlags: flags})
}

// blocks copies some columns of a texture of blocks.
func blocks(columns uint32) func(*world) {
	return func(w *world) {
		a, b := w.texture("x", gpu.FormatBC1Unorm, 0), w.texture("y", gpu.FormatBC1Unorm, 0)
		w.rec(gpu.Command{Op: gpu.OpCopyTextureRegion, Src: a.id, Dst: b.id, Copy: &gpu.TextureCopy{Src: gpu.CopySide{Resource: a.id}, Dst: gpu.CopySide{Resource: b.id},
			Box: gpu.Box{Right: columns, Bottom: 4, Back: 1}}})
	}
}
