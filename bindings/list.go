package bindings

import (
	"math"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/bindings/internal/usual"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

type list = *device.CommandList

var commandListClass = luabind.Class{
	Kind: "CommandList",
	Type: luabind.TypeOf[list](),
	Doc:  "Records commands for a queue of its type; from CreateCommandList.",
	Methods: withUnsupported(append(luabind.Methods{
		{Name: "BeginEvent", Doc: "Opens a named region for traces and messages.", Params: rows.Params(text),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).BeginEvent(c.String(1))) })},
		{Name: "ClearState", Doc: "Forgets the list's state and sets the pipeline, which may be nil.",
			Params: rows.Params(luabind.Opt("pipeline", "PipelineState", "")),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).ClearState(optPipeline(c, 1))) })},
		{Name: "ClearUnorderedAccessViewFloat", Doc: "Writes four floats to a view, or to rectangles of it.", Params: clearParams,
			Fn: luabind.Raw(clearFloat)},
		{Name: "ClearUnorderedAccessViewUint", Doc: "Writes four integers to a view, or to rectangles of it.",
			Params: clearParams, Fn: luabind.Raw(clearUint)},
		{Name: "Close", Doc: "Ends the recording.", Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).Close()) })},
		{Name: "CopyBufferRegion", Doc: "Copies bytes between buffers.", Params: rows.Params(luabind.P("dst", "Resource", "destination buffer"),
			luabind.P("dstOffset", "integer", "bytes"), luabind.P("src", "Resource", "source buffer"), luabind.P("srcOffset", "integer", "bytes"),
			luabind.P("numBytes", "integer", "bytes")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).CopyBufferRegion(resourceArg(c, 1), c.Uint64(2), resourceArg(c, 3), c.Uint64(4), c.Uint64(5)))
			})},
		{Name: "CopyResource", Doc: "Copies a whole resource to another of the same shape.",
			Params: rows.Params(luabind.P("dst", "Resource", ""), luabind.P("src", "Resource", "")),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).CopyResource(resourceArg(c, 1), resourceArg(c, 2))) })},
		{Name: "CopyTextureRegion", Doc: "Copies a box of texels between subresources and placed footprints.", Params: rows.Params(
			luabind.Of[gpu.TextureCopyLocation]("dst", ""), luabind.P("dstX", "integer", "texels"), luabind.P("dstY", "integer", "texels"),
			luabind.P("dstZ", "integer", "texels"), luabind.Of[gpu.TextureCopyLocation]("src", ""),
			luabind.OptOf[gpu.Box]("srcBox", "nil: all of it")),
			Fn: luabind.Raw(copyTextureRegion)},
		{Name: "DiscardResource", Doc: "Says that a resource's contents are not needed any more.",
			Params: rows.Params(luabind.P("resource", "Resource", ""),
				luabind.OptOf[gpu.DiscardRegion]("region", "nil: all of it")), Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).DiscardResource(resourceArg(c, 1), rows.OptDesc[gpu.DiscardRegion](c, 2)))
			})},
		{Name: "Dispatch", Doc: "Runs thread groups of the bound compute pipeline.", Params: rows.Params(luabind.P("x", "integer", "groups"),
			luabind.P("y", "integer", "groups"), luabind.P("z", "integer", "groups")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).Dispatch(c.Uint32(1), c.Uint32(2), c.Uint32(3))) })},
		{Name: "EndEvent", Doc: "Closes the region that was opened last.",
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).EndEvent()) })},
		{Name: "EndQuery", Doc: "Ends a query: a timestamp takes the time, others what was counted since BeginQuery.",
			Params: rows.Params(queryHeap, queryType, queryIndex),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).EndQuery(luabind.Object[*device.QueryHeap](c, 1), luabind.Enum[gpu.QueryType](c, 2), c.Uint32(3)))
			})},
		{Name: "ExecuteIndirect", Doc: "Runs dispatches or draws whose arguments are in a buffer.",
			Params: rows.Params(luabind.P("signature", "CommandSignature", ""),
				luabind.P("maxCommandCount", "integer", ""), luabind.P("argumentBuffer", "Resource", ""),
				luabind.Opt("argumentOffset", "integer", "bytes; default 0"),
				luabind.Opt("countBuffer", "Resource", "nil: maxCommandCount commands"), luabind.Opt("countOffset", "integer", "bytes; default 0")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).ExecuteIndirect(luabind.Object[*device.CommandSignature](c, 1), c.Uint32(2),
					resourceArg(c, 3), c.OptUint64(4, 0),
					optResource(c, 5), c.OptUint64(6, 0)))
			})},
		getDevice[list](),
		rows.GetName[list](),
		{Name: "GetType", Doc: "The list's type.", Fn: luabind.Get(func(l list) gpu.CommandListType { return l.CommandListType() })},
		rows.Release[list](),
		{Name: "Reset", Doc: "Opens the list again on an allocator; the list may still be in flight, the allocator's contents may not be reset.",
			Params: rows.Params(luabind.P("allocator", "CommandAllocator", ""), luabind.Opt("initialState", "PipelineState", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).Reset(luabind.Object[*device.CommandAllocator](c, 1), optPipeline(c, 2)))
			})},
		{Name: "ResolveQueryData", Doc: "Copies query results into a buffer: 8 bytes each, 88 of pipeline statistics.",
			Params: rows.Params(queryHeap, queryType,
				luabind.P("startIndex", "integer", "query"), luabind.P("numQueries", "integer", "queries"), luabind.P("dst", "Resource", "buffer"),
				luabind.P("dstOffset", "integer", "bytes")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).ResolveQueryData(luabind.Object[*device.QueryHeap](c, 1),
					luabind.Enum[gpu.QueryType](c, 2), c.Uint32(3), c.Uint32(4),
					resourceArg(c, 5), c.Uint64(6)))
			})},
		{Name: "ResourceBarrier", Doc: "Records barriers, which act in order.", Params: rows.Params(luabind.Of[[]gpu.BarrierDesc]("barriers", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				var room [1]gpu.BarrierDesc
				c.Check(self[list](c).ResourceBarrier(usual.Barriers(c, 1, room[:0])))
			})},
		{Name: "SetComputeRoot32BitConstant", Doc: "Sets one root constant.",
			Params: rows.Params(parameter, luabind.P("value", "number|Word", "a float, or gpu.AsUint(n)"),
				luabind.Opt("index", "integer", "values; default 0")),
			Fn: luabind.Raw(func(c *luabind.Args) { setConstant(c, false) })},
		{Name: "SetComputeRoot32BitConstants", Doc: "Sets root constants: floats, or integers through gpu.AsUint.", Params: rows.Params(parameter,
			luabind.P("values", "(number|Word)[]", ""), luabind.Opt("first", "integer", "values; default 0")),
			Fn: luabind.Raw(func(c *luabind.Args) { setConstants(c, false) })},
		rootView("SetComputeRootConstantBufferView", "CBV", list.SetComputeRootConstantBufferView),
		{Name: "SetComputeRootDescriptorTable", Doc: "Points a table parameter at descriptors of a bound heap.", Params: rows.Params(parameter,
			luabind.P("base", "GPUDescriptorHandle", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).SetComputeRootDescriptorTable(c.Uint32(1), luabind.Object[gpu.GPUDescriptorHandle](c, 2)))
			})},
		rootView("SetComputeRootShaderResourceView", "SRV", list.SetComputeRootShaderResourceView),
		{Name: "SetComputeRootSignature", Doc: "Sets the root signature of the following dispatches.",
			Params: rows.Params(luabind.P("rootSignature", "RootSignature", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).SetComputeRootSignature(luabind.Object[*device.RootSignature](c, 1)))
			})},
		rootView("SetComputeRootUnorderedAccessView", "UAV", list.SetComputeRootUnorderedAccessView),
		{Name: "SetDescriptorHeaps", Doc: "Replaces the set of bound shader-visible heaps: at most one of each type.",
			Params: rows.Params(luabind.P("heaps", "DescriptorHeap[]", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).SetDescriptorHeaps(luabind.Decode[[]gpu.DescriptorHeap](c, 1)))
			})},
		{Name: "SetMarker", Doc: "Puts a label into traces and messages.", Params: rows.Params(text),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).SetMarker(c.String(1))) })},
		named[list](),
		{Name: "SetPipelineState", Doc: "Sets the pipeline of the following dispatches or draws.",
			Params: rows.Params(luabind.P("pipeline", "PipelineState", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[list](c).SetPipelineState(luabind.Object[*device.PipelineState](c, 1)))
			})},
		{Name: "WriteBufferImmediate", Doc: "Writes 32-bit values to GPU virtual addresses.",
			Params: rows.Params(luabind.Of[[]gpu.WriteBufferImmediateParameter]("params", ""),
				luabind.OptOf[[]gpu.WriteBufferImmediateMode]("modes", "of each, in place of the fields Mode")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[list](c).WriteBufferImmediate(immediateWrites(c))) })},
	}, graphicsMethods...)),
}

// immediateWrites are the arguments of WriteBufferImmediate, whose modes C has in a list of their own.
func immediateWrites(c *luabind.Args) []gpu.WriteBufferImmediateParameter {
	writes := luabind.Decode[[]gpu.WriteBufferImmediateParameter](c, 1)
	if !c.Has(2) {
		return writes
	}
	modes := luabind.Decode[[]gpu.WriteBufferImmediateMode](c, 2)
	if len(modes) != len(writes) {
		c.Raise(diag.New(diag.WrongType, "WriteBufferImmediate: modes must have an entry for each of params, which are %d, got %d", len(writes),
			len(modes)))
	}
	for i := range writes {
		writes[i].Mode = modes[i]
	}
	return writes
}

var (
	text      = luabind.P("text", "string", "")
	parameter = luabind.P("rootParameterIndex", "integer", "parameter")
	queryHeap = luabind.P("heap", "QueryHeap", "")
	queryType = luabind.Of[gpu.QueryType]("type", "")

	clearParams = rows.Params(luabind.P("tableHandle", "GPUDescriptorHandle", "in the bound heap"),
		luabind.P("viewHandle", "CPUDescriptorHandle", "of the same view, in a heap that is not shader-visible"),
		luabind.P("resource", "Resource", ""), luabind.P("values", "number[]", "four"), luabind.OptOf[[]gpu.Rect]("rects", "nil: all of it"))
)

// resourceArg reads a resource.
func resourceArg(c *luabind.Args, i int) gpu.Resource { return luabind.Object[*device.Resource](c, i) }

// optPipeline reads a pipeline that may be missing: a nil interface then, not a nil pointer in one.
func optPipeline(c *luabind.Args, i int) gpu.PipelineState {
	if p := luabind.OptObject[*device.PipelineState](c, i); p != nil {
		return p
	}
	return nil
}

// rootView is the row of a method that points a root descriptor at an address.
func rootView(name, kind string, set func(list, uint32, uint64) error) luabind.Method {
	return luabind.Method{Name: name, Doc: "Points a root " + kind + " at a GPU virtual address.",
		Params: rows.Params(parameter, luabind.P("address", "integer", "GPU virtual address")),
		Fn:     luabind.Raw(func(c *luabind.Args) { c.Check(set(self[list](c), c.Uint32(1), c.Uint64(2))) })}
}

func copyTextureRegion(c *luabind.Args) {
	dst, src := luabind.Decode[gpu.TextureCopyLocation](c, 1), luabind.Decode[gpu.TextureCopyLocation](c, 5)
	var box *gpu.Box
	if c.Has(6) {
		b := luabind.Decode[gpu.Box](c, 6)
		box = &b
	}
	c.Check(self[list](c).CopyTextureRegion(dst, c.Uint32(2), c.Uint32(3), c.Uint32(4), src, box))
}

func clearUint(c *luabind.Args) {
	values := luabind.Decode[[4]uint32](c, 4)
	c.Check(self[list](c).ClearUnorderedAccessViewUint(luabind.Object[gpu.GPUDescriptorHandle](c, 1), luabind.Object[gpu.CPUDescriptorHandle](c, 2),
		resourceArg(c, 3), values, rectsAt(c, 5)))
}

func clearFloat(c *luabind.Args) {
	values := luabind.DecodeAny[[4]float32](c, 4)
	var bits [4]uint32
	for i, v := range values {
		bits[i] = math.Float32bits(v)
	}
	c.Check(self[list](c).ClearUnorderedAccessViewFloat(luabind.Object[gpu.GPUDescriptorHandle](c, 1), luabind.Object[gpu.CPUDescriptorHandle](c, 2),
		resourceArg(c, 3), bits, rectsAt(c, 5)))
}
