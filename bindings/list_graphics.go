package bindings

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/pieces"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/renderpass"
)

// graphicsMethods are the methods of lists that belong to the graphics pipeline.
var graphicsMethods = luabind.Methods{
	{Name: "BeginQuery", Doc: "Starts an occlusion or statistics query.", Params: rows.Params(queryHeap, queryType, queryIndex),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).BeginQuery(luabind.Object[*device.QueryHeap](c, 1), luabind.Enum[gpu.QueryType](c, 2), c.Uint32(3)))
		})},
	{Name: "BeginRenderPass", Doc: "Binds targets for some draws, and clears or discards them first; it composes OMSetRenderTargets, clears and DiscardResource.",
		Params: rows.Params(luabind.Of[*[]renderpass.RenderPassTarget]("renderTargets", "up to eight"),
			luabind.OptOf[renderpass.RenderPassDepthStencil]("depthStencil", ""),
			luabind.OptOf[renderpass.RenderPassFlags]("flags", `default "NONE"`)), Fn: luabind.Raw(beginPass)},
	{Name: "ClearDepthStencilView", Doc: "Fills depth, stencil or both, or rectangles of them.",
		Params: rows.Params(luabind.P("view", "CPUDescriptorHandle", ""),
			luabind.Of[gpu.ClearFlags]("flags", `"DEPTH", "STENCIL" or "DEPTH|STENCIL"`), luabind.P("depth", "number", "0 to 1"),
			luabind.Opt("stencil", "integer", "0 to 255; default 0"),
			luabind.OptOf[[]gpu.Rect]("rects", "nil: all of it")), Fn: luabind.Raw(clearDepth)},
	{Name: "ClearRenderTargetView", Doc: "Fills a render target, or rectangles of it.",
		Params: rows.Params(luabind.P("view", "CPUDescriptorHandle", ""),
			luabind.P("color", "number[]", "four"), luabind.OptOf[[]gpu.Rect]("rects", "nil: all of it")), Fn: luabind.Raw(clearTarget)},
	{Name: "DrawIndexedInstanced", Doc: "Draws the vertices that indices name.",
		Params: rows.Params(luabind.P("indexCountPerInstance", "integer", "indices"),
			luabind.P("instanceCount", "integer", "instances"), luabind.Opt("startIndexLocation", "integer", "index; default 0"),
			luabind.Opt("baseVertexLocation", "integer", "added to each index; default 0"),
			luabind.Opt("startInstanceLocation", "integer", "instance; default 0")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).DrawIndexedInstanced(c.Uint32(1), c.Uint32(2), c.OptUint32(3, 0), optInt32(c, 4), c.OptUint32(5, 0)))
		})},
	{Name: "DrawInstanced", Doc: "Draws vertices in order.",
		Params: rows.Params(luabind.P("vertexCountPerInstance", "integer", "vertices"), luabind.P("instanceCount", "integer", "instances"),
			luabind.Opt("startVertexLocation", "integer", "vertex; default 0"),
			luabind.Opt("startInstanceLocation", "integer", "instance; default 0")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).DrawInstanced(c.Uint32(1), c.Uint32(2), c.OptUint32(3, 0), c.OptUint32(4, 0)))
		})},
	{Name: "EndRenderPass", Doc: "Ends the render pass: resolves or discards its targets, and unbinds them.",
		Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).EndRenderPass()) })},
	{Name: "ExecuteBundle", Doc: "Runs the commands of a closed bundle.", Params: rows.Params(luabind.P("bundle", "CommandList", "of type BUNDLE")),
		Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).ExecuteBundle(luabind.Object[list](c, 1))) })},
	{Name: "IASetIndexBuffer", Doc: "Sets the index buffer; nil unsets it.", Params: rows.Params(luabind.Of[*gpu.IndexBufferView]("view", "")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).IASetIndexBuffer(rows.OptDesc[gpu.IndexBufferView](c, 1)))
		})},
	{Name: "IASetPrimitiveTopology", Doc: "Says how vertices make primitives.",
		Params: rows.Params(luabind.Of[gpu.PrimitiveTopology]("topology", "")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).IASetPrimitiveTopology(luabind.Enum[gpu.PrimitiveTopology](c, 1)))
		})},
	{Name: "IASetVertexBuffers", Doc: "Sets the vertex buffers of slots in a row.",
		Params: rows.Params(luabind.P("startSlot", "integer", "slot"), luabind.Of[[]gpu.VertexBufferView]("views", "")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).IASetVertexBuffers(c.Uint32(1), luabind.Decode[[]gpu.VertexBufferView](c, 2)))
		})},
	{Name: "OMSetBlendFactor", Doc: "Sets the constant of the factors BLEND_FACTOR and INV_BLEND_FACTOR.",
		Params: rows.Params(luabind.P("factor", "number[]|nil", "four; nil: 1 each")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			factor := [4]float32{1, 1, 1, 1}
			if c.Value(1) != lua.LNil {
				factor = luabind.Decode[[4]float32](c, 1)
			}
			c.Check(self[list](c).OMSetBlendFactor(factor))
		})},
	{Name: "OMSetDepthBounds", Doc: "Sets the range of stored depths that DepthBoundsTestEnable lets through, ends included.",
		Params: rows.Params(luabind.P("min", "number", "0 at first"), luabind.P("max", "number", "1 at first")),
		Fn:     luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).OMSetDepthBounds(c.Float32(1), c.Float32(2))) })},
	{Name: "OMSetRenderTargets", Doc: "Binds render targets and a depth buffer.",
		Params: rows.Params(luabind.P("renderTargets", "CPUDescriptorHandle[]|nil", "up to eight"),
			luabind.Opt("depthStencil", "CPUDescriptorHandle", ""),
			luabind.Opt("inARow", "integer", "render targets whose handles follow the last one in a row, as RTsSingleHandleToDescriptorRange says; default 1")), Fn: luabind.Raw(setTargets)},
	{Name: "OMSetStencilRef", Doc: "Sets the reference value of stencil tests.", Params: rows.Params(luabind.P("stencilRef", "integer", "0 to 255")),
		Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).OMSetStencilRef(byteArg(c, 1))) })},
	{Name: "RSSetScissorRects", Doc: "Sets all scissor rectangles.", Params: rows.Params(luabind.Of[[]gpu.Rect]("rects", "up to 16")),
		Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).RSSetScissorRects(oneOrMore[gpu.Rect](c, 1))) })},
	{Name: "RSSetViewports", Doc: "Sets all viewports.", Params: rows.Params(luabind.Of[[]gpu.Viewport]("viewports", "up to 16")),
		Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).RSSetViewports(oneOrMore[gpu.Viewport](c, 1))) })},
	{Name: "ResolveSubresource", Doc: "Makes one texel of the samples of each.",
		Params: rows.Params(luabind.P("dst", "Resource", "with one sample"), luabind.P("dstSubresource", "integer", ""),
			luabind.P("src", "Resource", "with several samples"), luabind.P("srcSubresource", "integer", ""),
			luabind.OptOf[gpu.Format]("format", "default: that of src")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).ResolveSubresource(resourceArg(c, 1), c.Uint32(2), resourceArg(c, 3), c.Uint32(4),
				luabind.OptEnum[gpu.Format](c, 5, gpu.FormatUnknown)))
		})},
	{Name: "ResolveSubresourceRegion", Doc: "Resolves a rectangle to a place in the destination.",
		Params: rows.Params(luabind.P("dst", "Resource", "with one sample"),
			luabind.P("dstSubresource", "integer", ""), luabind.P("dstX", "integer", "texels"), luabind.P("dstY", "integer", "texels"),
			luabind.P("src", "Resource", "with several samples"),
			luabind.P("srcSubresource", "integer", ""), luabind.OptOf[gpu.Rect]("srcRect", "nil: all of it"),
			luabind.OptOf[gpu.Format]("format", "default: that of src"),
			luabind.OptOf[gpu.ResolveMode]("mode", "default AVERAGE")), Fn: luabind.Raw(resolveRegion)},
	{Name: "SetGraphicsRoot32BitConstant", Doc: "Sets one root constant of draws.",
		Params: rows.Params(parameter, luabind.P("value", "number|Word", "a float, or gpu.AsUint(n)"),
			luabind.Opt("index", "integer", "values; default 0")), Fn: luabind.Raw(func(c *luabind.Args) { setConstant(c, true) })},
	{Name: "SetGraphicsRoot32BitConstants", Doc: "Sets root constants of draws: floats, or integers through gpu.AsUint.",
		Params: rows.Params(parameter,
			luabind.P("values", "(number|Word)[]", ""), luabind.Opt("first", "integer", "values; default 0")),
		Fn: luabind.Raw(func(c *luabind.Args) { setConstants(c, true) })},
	rootView("SetGraphicsRootConstantBufferView", "CBV", list.SetGraphicsRootConstantBufferView),
	{Name: "SetGraphicsRootDescriptorTable", Doc: "Points a table parameter of draws at descriptors of a bound heap.", Params: rows.Params(parameter,
		luabind.P("base", "GPUDescriptorHandle", "")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).SetGraphicsRootDescriptorTable(c.Uint32(1), luabind.Object[gpu.GPUDescriptorHandle](c, 2)))
		})},
	rootView("SetGraphicsRootShaderResourceView", "SRV", list.SetGraphicsRootShaderResourceView),
	{Name: "SetGraphicsRootSignature", Doc: "Sets the root signature of the following draws.",
		Params: rows.Params(luabind.P("rootSignature", "RootSignature", "")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).SetGraphicsRootSignature(luabind.Object[*device.RootSignature](c, 1)))
		})},
	rootView("SetGraphicsRootUnorderedAccessView", "UAV", list.SetGraphicsRootUnorderedAccessView),
	{Name: "SetPredication", Doc: "Leaves the following draws, dispatches, copies, clears and resolves out where the 64 bits in a buffer fulfil an operation; nil ends it.",
		Params: rows.Params(luabind.P("buffer", "Resource|nil", ""), luabind.Opt("offset", "integer", "bytes; default 0"),
			luabind.OptOf[gpu.PredicationOp]("operation", "default EQUAL_ZERO")),
		Fn: luabind.Raw(func(c *luabind.Args) {
			c.Check(self[list](c).SetPredication(optResource(c, 1), c.OptUint64(2, 0),
				luabind.OptEnum[gpu.PredicationOp](c, 3, gpu.PredicationEqualZero)))
		})},
}

func beginPass(c *luabind.Args) {
	var targets []renderpass.RenderPassTarget
	if c.Has(1) {
		targets = luabind.Decode[[]renderpass.RenderPassTarget](c, 1)
	}
	c.Check(self[list](c).BeginRenderPass(targets, rows.OptDesc[renderpass.RenderPassDepthStencil](c, 2),
		luabind.OptEnum[renderpass.RenderPassFlags](c, 3, 0)))
}

var queryIndex = luabind.P("index", "integer", "query")

// optInt32 reads an integer that may be missing.
func optInt32(c *luabind.Args, i int) int32 {
	if !c.Has(i) {
		return 0
	}
	return c.Int32(i)
}

// byteArg reads an integer from 0 to 255.
func byteArg(c *luabind.Args, i int) uint8 { return luabind.Decode[uint8](c, i) }

func clearTarget(c *luabind.Args) {
	c.Check(self[list](c).ClearRenderTargetView(cpuHandle(c, 1), luabind.DecodeAny[[4]float32](c, 2), rectsAt(c, 3)))
}

func clearDepth(c *luabind.Args) {
	flags, stencil := luabind.Enum[gpu.ClearFlags](c, 2), uint8(0)
	if c.Has(4) {
		stencil = byteArg(c, 4)
	}
	c.Check(self[list](c).ClearDepthStencilView(cpuHandle(c, 1), flags, float32(c.Float64(3)), stencil, rectsAt(c, 5)))
}

// rectsAt reads rectangles that may be missing.
func rectsAt(c *luabind.Args, i int) []gpu.Rect {
	if !c.Has(i) {
		return nil
	}
	return oneOrMore[gpu.Rect](c, i)
}

// oneOrMore reads a list of descriptions that are lists of numbers themselves, as { { 0, 0, 64, 64 } }. One of them may stand alone: { 0, 0, 64, 64
// }.
func oneOrMore[T any](c *luabind.Args, i int) []T {
	if t, ok := c.Value(i).(*lua.LTable); ok && t.RawGetInt(1).Type() == lua.LTNumber {
		return []T{luabind.Decode[T](c, i)}
	}
	return luabind.Decode[[]T](c, i)
}

func setTargets(c *luabind.Args) {
	var targets []gpu.CPUDescriptorHandle
	if c.Has(1) {
		targets = luabind.Decode[[]gpu.CPUDescriptorHandle](c, 1)
	}
	var depth *gpu.CPUDescriptorHandle
	if c.Has(2) {
		depth = new(cpuHandle(c, 2))
	}
	c.Check(self[list](c).OMSetRenderTargets(pieces.Row(targets, c.OptUint32(3, 1)), depth))
}

func resolveRegion(c *luabind.Args) {
	c.Check(self[list](c).ResolveSubresourceRegion(resourceArg(c, 1), c.Uint32(2), c.Uint32(3), c.Uint32(4), resourceArg(c, 5), c.Uint32(6),
		rows.OptDesc[gpu.Rect](c, 7),
		luabind.OptEnum[gpu.Format](c, 8, gpu.FormatUnknown), luabind.OptEnum[gpu.ResolveMode](c, 9, gpu.ResolveAverage)))
}
