package bindings

import (
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

type context = *engine.DeviceContext

var deviceContextClass = luabind.Class{
	Kind: "DeviceContext",
	Type: luabind.TypeOf[context](),
	Doc:  "Records commands: an immediate context for its queue, a deferred one for the immediate context that Begin names.",
	Methods: withRefused[context](luabind.Methods{
		{Name: "Begin", Doc: "Starts recording on a deferred context.",
			Params: rows.Params(luabind.P("immediate", "", "the context that will execute the list")), Fn: luabind.Do(context.Begin)},
		{Name: "BeginQuery", Doc: "Starts a measurement.", Params: rows.Params(luabind.P("query", "", "")), Fn: luabind.Do(context.BeginQuery)},
		{Name: "ClearDepthStencil", Doc: "Fills depth, stencil or both.",
			Params: rows.Params(luabind.P("view", "", ""), luabind.P("flags", "", ""), luabind.Opt("depth", "", "default 0"),
				luabind.Opt("stencil", "", "default 0"), transitionParam), Fn: luabind.Do5(context.ClearDepthStencil)},
		{Name: "ClearRenderTarget", Doc: "Fills a render target with a colour.",
			Params: rows.Params(luabind.P("view", "", ""), luabind.P("color", "", "red, green, blue, alpha"), transitionParam),
			Fn:     luabind.Do3(context.ClearRenderTarget)},
		{Name: "CommitShaderResources", Doc: "Binds a binding object to the following commands.",
			Params: rows.Params(luabind.P("srb", "", ""), transitionParam), Fn: luabind.Do2(context.CommitShaderResources)},
		{Name: "CopyBuffer", Doc: "Copies bytes between buffers.",
			Params: rows.Params(luabind.P("source", "Buffer", ""), luabind.P("sourceOffset", "integer", "bytes"),
				luabind.P("destination", "Buffer", ""),
				luabind.P("destinationOffset", "integer", "bytes"), luabind.P("size", "integer", "bytes"),
				luabind.OptOf[desc.Transition]("sourceMode", "default TRANSITION"),
				luabind.OptOf[desc.Transition]("destinationMode", "default TRANSITION")), Fn: luabind.Raw(copyBuffer)},
		{Name: "CopyTexture", Doc: "Copies a subresource, or a box of it, into another texture.", Fn: luabind.Do(copyTexture)},
		{Name: "DeviceWaitForFence", Doc: "Holds the commands of the next Flush back until a fence has reached a value.",
			Params: rows.Params(luabind.P("fence", "", ""), luabind.P("value", "", "")),
			Fn:     luabind.Do2(context.DeviceWaitForFence)},
		{Name: "DispatchCompute", Doc: "Runs thread groups of the compute pipeline.", Fn: luabind.Do(context.DispatchCompute)},
		{Name: "DispatchComputeIndirect", Doc: "Runs thread groups whose numbers the GPU reads from a buffer.",
			Fn: luabind.Do(context.DispatchComputeIndirect)},
		{Name: "Draw", Doc: "Draws vertices in their order.", Fn: luabind.Do(context.Draw)},
		{Name: "DrawIndexed", Doc: "Draws the vertices that the index buffer names.", Fn: luabind.Do(context.DrawIndexed)},
		{Name: "DrawIndexedIndirect", Doc: "Draws indexed vertices with arguments that the GPU reads from a buffer.",
			Fn: luabind.Do(context.DrawIndexedIndirect)},
		{Name: "DrawIndirect", Doc: "Draws with arguments that the GPU reads from a buffer.", Fn: luabind.Do(context.DrawIndirect)},
		{Name: "EndQuery", Doc: "Ends a measurement.", Params: rows.Params(luabind.P("query", "", "")), Fn: luabind.Do(context.EndQuery)},
		{Name: "EnqueueSignal", Doc: "Sets a fence to a value after the commands of the next Flush.",
			Params: rows.Params(luabind.P("fence", "", ""), luabind.P("value", "", "")),
			Fn:     luabind.Do2(context.EnqueueSignal)},
		{Name: "ExecuteCommandLists", Doc: "Submits what the immediate context recorded, and then the lists.",
			Params: rows.Params(luabind.P("lists", "", "")), Fn: luabind.Do(context.ExecuteCommandLists)},
		{Name: "FinishCommandList", Doc: "Ends the recording of a deferred context and returns the list.",
			Fn: luabind.Call0(context.FinishCommandList)},
		{Name: "FinishFrame", Doc: "Ends the context's frame: its dynamic memory and descriptors go back.", Fn: luabind.Run(context.FinishFrame)},
		{Name: "Flush", Doc: "Submits what was recorded.", Fn: luabind.Run(context.Flush)},
		{Name: "GenerateMips", Doc: "Fills the mip levels after the first one that a view shows. What is bound is forgotten.",
			Params: rows.Params(luabind.P("view", "", "a SHADER_RESOURCE view of a texture with MiscFlags GENERATE_MIPS")),
			Fn:     luabind.Do(context.GenerateMips)},
		{Name: "GetCompletedCommandListCount", Doc: "How many submissions the GPU has completed.",
			Fn: luabind.Call0(context.GetCompletedCommandListCount)},
		{Name: "GetFrameNumber", Doc: "The number of the context's frame, from 1.", Fn: luabind.Get(context.GetFrameNumber)},
		rows.GetName[context](),
		{Name: "GetNextCommandListNumber", Doc: "The number of the submission that is recorded now, from 0.",
			Fn: luabind.Get(context.GetNextCommandListNumber)},
		{Name: "GetUploadStats", Doc: "The numbers of the context's dynamic memory, now and at their peak.", Fn: luabind.Get(context.GetUploadStats)},
		{Name: "InvalidateState", Doc: "Forgets what is bound.", Fn: luabind.Run(context.InvalidateState)},
		{Name: "IsDeferred", Doc: "Whether the context records lists for others.", Fn: luabind.Get(context.IsDeferred)},
		{Name: "MapBuffer", Doc: "Gives the CPU access to a buffer until UnmapBuffer.",
			Params: rows.Params(luabind.P("buffer", "Buffer", ""), luabind.Of[desc.MapType]("type", "READ or WRITE"),
				luabind.OptOf[desc.MapFlags]("flags", "DISCARD or NO_OVERWRITE for DYNAMIC buffers")), Fn: luabind.Call3(context.MapBuffer)},
		{Name: "MapTextureSubresource", Returns: "MappedData",
			Doc: "Gives the CPU access to the texels of one subresource until UnmapTextureSubresource.",
			Params: rows.Params(luabind.P("texture", "Texture", ""),
				luabind.P("mip", "integer", "from 0"), luabind.P("slice", "integer", "from 0"), luabind.Of[desc.MapType]("type", "READ or WRITE"),
				luabind.OptOf[desc.MapFlags]("flags", "DISCARD for DYNAMIC textures"),
				luabind.OptOf[gpu.Box]("region", "of a DYNAMIC texture; default: all")), Fn: luabind.Raw(mapTexture)},
		{Name: "ResolveTextureSubresource", Doc: "Makes one texel of the samples of each.",
			Params: rows.Params(luabind.P("source", "Texture", "multisampled"), luabind.P("destination", "Texture", ""),
				luabind.OptOf[resolveTextureSubresourceAttribs]("attribs", "")), Fn: luabind.Raw(resolveTexture)},
		{Name: "SetBlendFactors", Doc: "Sets the constant of BLEND_FACTOR.", Params: rows.Params(luabind.P("factors", "", "red, green, blue, alpha")),
			Fn: luabind.Do(context.SetBlendFactors)},
		{Name: "SetIndexBuffer", Doc: "Binds the index buffer; nil unbinds it.",
			Params: rows.Params(luabind.Opt("buffer", "Buffer", ""), luabind.Opt("offset", "integer", "bytes; default 0"), transitionParam),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Done(self[context](c).SetIndexBuffer(luabind.OptObject[*engine.Buffer](c, 1), c.OptUint64(2, 0), transition(c, 3)))
			})},
		{Name: "SetPipelineState", Doc: "Sets the pipeline of the following commands.", Params: rows.Params(luabind.P("pipeline", "", "")),
			Fn: luabind.Do(context.SetPipelineState)},
		{Name: "SetRenderTargets", Doc: "Binds render targets and a depth buffer, with a viewport and a scissor rectangle of their size.",
			Params: rows.Params(luabind.P("targets", "TextureView[]", ""),
				luabind.Opt("depth", "TextureView", ""), transitionParam), Fn: luabind.Do3(context.SetRenderTargets)},
		{Name: "SetScissorRects", Doc: "Sets all scissor rectangles.", Params: rows.Params(luabind.P("rects", "", "")),
			Fn: luabind.Do(context.SetScissorRects)},
		{Name: "SetStencilRef", Doc: "Sets the reference value of stencil tests.", Params: rows.Params(luabind.P("ref", "", "")),
			Fn: luabind.Do(context.SetStencilRef)},
		{Name: "SetVertexBuffers", Doc: "Binds vertex buffers to slots from first on.",
			Params: rows.Params(luabind.P("first", "integer", "slot, from 0"), luabind.P("buffers", "Buffer[]", ""),
				luabind.Opt("offsets", "integer[]", "bytes; default 0"), transitionParam), Fn: luabind.Do4(context.SetVertexBuffers)},
		{Name: "SetViewports", Doc: "Sets all viewports.", Params: rows.Params(luabind.P("viewports", "", "")), Fn: luabind.Do(context.SetViewports)},
		{Name: "TransitionResourceStates", Doc: "Brings resources into states.",
			Params: rows.Params(luabind.Of[[]stateTransitionDesc]("transitions", "")), Fn: luabind.Raw(transitionStates)},
		{Name: "UnmapBuffer", Doc: "Ends the CPU's access to a buffer.", Params: rows.Params(luabind.P("buffer", "", "")),
			Fn: luabind.Do(context.UnmapBuffer)},
		{Name: "UnmapTextureSubresource", Doc: "Ends the CPU's access to texels; for DYNAMIC textures it records their copy.",
			Params: rows.Params(luabind.P("texture", "Texture", ""),
				luabind.P("mip", "integer", "from 0"), luabind.P("slice", "integer", "from 0")), Fn: luabind.Raw(unmapTexture)},
		{Name: "UpdateBuffer", Doc: "Writes bytes into a DEFAULT buffer, in the order of commands.",
			Params: rows.Params(luabind.P("buffer", "", ""), luabind.P("offset", "", "bytes"),
				luabind.P("data", "", "bytes, as of engine.Pack"), transitionParam), Fn: luabind.Do4(context.UpdateBuffer)},
		{Name: "UpdateTexture", Doc: "Writes texels of one subresource: all of it, or a box.",
			Params: rows.Params(luabind.P("texture", "Texture", ""), luabind.P("mip", "integer", "from 0"),
				luabind.P("slice", "integer", "from 0"), luabind.Of[*gpu.Box]("box", "nil: all"), luabind.Of[desc.SubresourceData]("data", ""),
				transitionParam), Fn: luabind.Raw(updateTexture)},
		{Name: "WaitForIdle", Doc: "Flushes and waits until the queue has completed everything.", Fn: luabind.Run(context.WaitForIdle)},
	}, "BeginRenderPass", "BindSparseResourceMemory", "BuildBLAS", "BuildTLAS", "CopyBLAS", "CopyTLAS", "DispatchTile", "DrawMesh", "EndRenderPass",
		"MultiDraw", "MultiDrawIndexed", "NextSubpass", "SetShadingRate", "TraceRays",
		"TraceRaysIndirect", "UpdateSBT"),
}

func copyBuffer(c *luabind.Args) {
	src, dst := luabind.Object[*engine.Buffer](c, 1), luabind.Object[*engine.Buffer](c, 3)
	c.Done(self[context](c).CopyBuffer(src, c.Uint64(2), transition(c, 6), dst, c.Uint64(4), c.Uint64(5), transition(c, 7)))
}

// copyTextureAttribs is Diligent's CopyTextureAttribs.
type copyTextureAttribs struct {
	SrcTexture               *engine.Texture `lua:",required"`
	SrcMipLevel              uint32
	SrcSlice                 uint32
	SrcBox                   *gpu.Box
	SrcTextureTransitionMode desc.Transition
	DstTexture               *engine.Texture `lua:",required"`
	DstMipLevel              uint32
	DstSlice                 uint32
	DstX, DstY, DstZ         uint32
	DstTextureTransitionMode desc.Transition
}

func copyTexture(c context, a copyTextureAttribs) error {
	return c.CopyTexture(a.SrcTexture, subresourceOf(a.SrcTexture, a.SrcMipLevel, a.SrcSlice), a.SrcBox, a.SrcTextureTransitionMode,
		a.DstTexture, subresourceOf(a.DstTexture, a.DstMipLevel, a.DstSlice), a.DstX, a.DstY, a.DstZ, a.DstTextureTransitionMode)
}

// subresourceOf is the number of a subresource. A mip level or a slice that the texture does not have gives a number that it does not have.
func subresourceOf(t *engine.Texture, mip, slice uint32) uint32 {
	d := t.Desc()
	if mip >= d.MipLevels {
		return d.MipLevels*max(d.ArraySize, 1) + mip
	}
	return uint32(min(uint64(slice)*uint64(d.MipLevels)+uint64(mip), gpu.AllSubresources-1))
}

func updateTexture(c *luabind.Args) {
	t := luabind.Object[*engine.Texture](c, 1)
	at := subresourceOf(t, c.Uint32(2), c.Uint32(3))
	c.Done(self[context](c).UpdateTexture(t, at, rows.OptDesc[gpu.Box](c, 4), luabind.Decode[desc.SubresourceData](c, 5), transition(c, 6)))
}

func mapTexture(c *luabind.Args) {
	t := luabind.Object[*engine.Texture](c, 1)
	m, err := self[context](c).MapTextureSubresource(t, subresourceOf(t, c.Uint32(2), c.Uint32(3)), luabind.Enum[desc.MapType](c, 4),
		luabind.OptEnum[desc.MapFlags](c, 5, 0), rows.OptDesc[gpu.Box](c, 6))
	c.Check(err)
	c.Return(m)
}

func unmapTexture(c *luabind.Args) {
	t := luabind.Object[*engine.Texture](c, 1)
	c.Done(self[context](c).UnmapTextureSubresource(t, subresourceOf(t, c.Uint32(2), c.Uint32(3))))
}

// resolveTextureSubresourceAttribs is Diligent's ResolveTextureSubresourceAttribs.
type resolveTextureSubresourceAttribs struct {
	SrcMipLevel              uint32
	SrcSlice                 uint32
	SrcTextureTransitionMode desc.Transition
	DstMipLevel              uint32
	DstSlice                 uint32
	DstTextureTransitionMode desc.Transition
	Format                   gpu.Format // default: the target's
}

func resolveTexture(c *luabind.Args) {
	src, dst, a := luabind.Object[*engine.Texture](c, 1), luabind.Object[*engine.Texture](c, 2), resolveTextureSubresourceAttribs{}
	if c.Has(3) {
		a = luabind.Decode[resolveTextureSubresourceAttribs](c, 3)
	}
	c.Done(self[context](c).ResolveTextureSubresource(src, subresourceOf(src, a.SrcMipLevel, a.SrcSlice), a.SrcTextureTransitionMode,
		dst, subresourceOf(dst, a.DstMipLevel, a.DstSlice), a.DstTextureTransitionMode, a.Format))
}

// stateTransitionDesc is Diligent's StateTransitionDesc.
type stateTransitionDesc struct {
	Resource desc.Resource      `lua:",required"`
	NewState gpu.ResourceStates `lua:",required"`

	FirstMipLevel   uint32
	MipLevelsCount  uint32 // 0: all that follow
	FirstArraySlice uint32
	ArraySliceCount uint32 // 0: all that follow
}

func transitionStates(c *luabind.Args) {
	var all []engine.StateTransitionDesc
	for _, t := range luabind.Decode[[]stateTransitionDesc](c, 1) {
		d := engine.StateTransitionDesc{NewState: t.NewState, FirstMipLevel: t.FirstMipLevel, MipLevelsCount: t.MipLevelsCount,
			FirstArraySlice: t.FirstArraySlice, ArraySliceCount: t.ArraySliceCount}
		d.Texture, _ = t.Resource.(*engine.Texture)
		d.Buffer, _ = t.Resource.(*engine.Buffer)
		all = append(all, d)
	}
	c.Done(self[context](c).TransitionResourceStates(all))
}
