package bindings

import (
	"github.com/gpuscript/gpuscript/bindings/internal/elements"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/swapchain"
)

// given adapts Release of the engine level.
func given[T interface{ Release() error }]() luabind.Method {
	return luabind.Method{Name: "Release", Doc: "Gives the object up; it is destroyed when the GPU has passed it.", Fn: luabind.Run(T.Release)}
}

// nativeResource adapts Native of a buffer or texture.
func nativeResource[T any](native func(T) any) luabind.Method {
	return luabind.Method{Name: "GetNativeResource",
		Doc: "The resource of the explicit level below; nil for a DYNAMIC buffer without one.", Fn: luabind.Get(native)}
}

var viewTypeParam = luabind.P("type", "", "SHADER_RESOURCE, RENDER_TARGET, DEPTH_STENCIL or UNORDERED_ACCESS")

var engineBufferClass = luabind.Class{
	Kind: "Buffer",
	Type: luabind.TypeOf[*engine.Buffer](),
	Doc:  "A buffer of the engine level; from RenderDevice:CreateBuffer.",
	Methods: luabind.Methods{
		{Name: "CreateView", Doc: "Makes a view of a part of the buffer.", Fn: luabind.Call((*engine.Buffer).CreateView)},
		{Name: "GetDefaultView", Doc: "The view of all of the buffer; nil if there is none of the type.", Params: rows.Params(viewTypeParam),
			Fn: luabind.Get1((*engine.Buffer).GetDefaultView)},
		rows.GetName[*engine.Buffer](),
		nativeResource(func(b *engine.Buffer) any { return b.Native() }),
		given[*engine.Buffer](),
	},
}

var engineTextureClass = luabind.Class{
	Kind: "Texture",
	Type: luabind.TypeOf[*engine.Texture](),
	Doc:  "A texture of the engine level; from RenderDevice:CreateTexture.",
	Methods: luabind.Methods{
		{Name: "CreateView", Doc: "Makes a view of a part of the texture.", Fn: luabind.Call((*engine.Texture).CreateView)},
		{Name: "GetDefaultView", Doc: "The view of all of the texture; nil if there is none of the type.", Params: rows.Params(viewTypeParam),
			Fn: luabind.Get1((*engine.Texture).GetDefaultView)},
		rows.GetName[*engine.Texture](),
		nativeResource(func(t *engine.Texture) any { return t.Native() }),
		given[*engine.Texture](),
	},
}

var bufferViewClass = luabind.Class{
	Kind: "BufferView",
	Type: luabind.TypeOf[*engine.BufferView](),
	Doc:  "A view of a buffer; from Buffer:CreateView and Buffer:GetDefaultView.",
	Methods: luabind.Methods{
		{Name: "GetBuffer", Doc: "What the view shows.", Fn: luabind.Get((*engine.BufferView).Buffer)},
		rows.GetName[*engine.BufferView](),
		given[*engine.BufferView](),
	},
}

var textureViewClass = luabind.Class{
	Kind: "TextureView",
	Type: luabind.TypeOf[*engine.TextureView](),
	Doc:  "A view of a texture; from Texture:CreateView and Texture:GetDefaultView.",
	Methods: luabind.Methods{
		rows.GetName[*engine.TextureView](),
		{Name: "GetTexture", Doc: "What the view shows.", Fn: luabind.Get((*engine.TextureView).Texture)},
		given[*engine.TextureView](),
	},
}

var samplerClass = luabind.Class{
	Kind:    "Sampler",
	Type:    luabind.TypeOf[*engine.Sampler](),
	Doc:     "A sampler; from RenderDevice:CreateSampler.",
	Methods: luabind.Methods{rows.GetName[*engine.Sampler](), given[*engine.Sampler]()},
}

var engineListClass = luabind.Class{
	Kind:    "EngineCommandList",
	Type:    luabind.TypeOf[*engine.CommandList](),
	Doc:     "What a deferred context recorded; from DeviceContext:FinishCommandList. It is executed once.",
	Methods: luabind.Methods{rows.GetName[*engine.CommandList](), given[*engine.CommandList]()},
}

var engineFenceClass = luabind.Class{
	Kind: "EngineFence",
	Type: luabind.TypeOf[*engine.Fence](),
	Doc:  "Orders contexts and tells the CPU how far the GPU is; from RenderDevice:CreateFence.",
	Methods: luabind.Methods{
		polled((*engine.Fence).CompareCompletedValue, "The fence's value now."),
		rows.GetName[*engine.Fence](),
		given[*engine.Fence](),
		{Name: "Wait", Doc: "Blocks the thread until the fence has reached a value.", Params: rows.Params(luabind.P("value", "", "")),
			Fn: luabind.Do((*engine.Fence).Wait)},
	},
}

var queryClass = luabind.Class{
	Kind: "Query",
	Type: luabind.TypeOf[*engine.Query](),
	Doc:  "Measures something on the GPU; from RenderDevice:CreateQuery.",
	Methods: luabind.Methods{
		{Name: "GetData", Returns: "table?", Doc: "The result, nil as long as it is not there. It never waits.",
			Fn: luabind.Raw(func(c *luabind.Args) {
				data, ok, err := self[*engine.Query](c).GetData()
				c.Check(err)
				if ok {
					c.Return(data)
				}
			})},
		rows.GetName[*engine.Query](),
		given[*engine.Query](),
	},
}

type mappedData = *engine.MappedData

var mappedBufferClass = luabind.Class{
	Kind: "MappedBuffer",
	Type: luabind.TypeOf[mappedData](),
	Doc:  "The CPU's view of a mapped buffer or of texels; from DeviceContext:MapBuffer and DeviceContext:MapTextureSubresource.",
	Methods: luabind.Methods{
		{Name: "GetDepthStride", Doc: "Bytes from one depth slice of texels to the next; 0 for buffers.", Fn: luabind.Get(mappedData.DepthStride)},
		{Name: "GetStride", Doc: "Bytes from one row of texels to the next; 0 for buffers.", Fn: luabind.Get(mappedData.Stride)},
		{Name: "Read", Doc: "Reads values: a list, or one number if no count is given.",
			Params: rows.Params(offsetParam, elementParam, luabind.Opt("count", "integer", "values")),
			Fn:     luabind.Raw(func(c *luabind.Args) { elements.Read(c, self[mappedData](c)) })},
		{Name: "Write", Doc: "Writes a number or a list of numbers.",
			Params: rows.Params(offsetParam, elementParam, luabind.P("values", "number|number[]", "")),
			Fn:     luabind.Raw(func(c *luabind.Args) { elements.Write(c, self[mappedData](c)) })},
		{Name: "WriteString", Doc: "Writes the bytes of a string.", Params: rows.Params(offsetParam, luabind.P("bytes", "string", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Done(self[mappedData](c).WriteBytes(c.Uint64(1), []byte(c.String(2)))) })},
	},
	Name: func(o any) string { return o.(mappedData).Name() },
}

type engineChain = *swapchain.SwapChain

var engineChainClass = luabind.Class{
	Kind: "EngineSwapChain",
	Type: luabind.TypeOf[engineChain](),
	Doc:  "Back buffers that an immediate context presents; from RenderDevice:CreateSwapChain.",
	Methods: luabind.Methods{
		{Name: "GetCurrentBackBufferRTV", Doc: "The view to draw the running frame into.", Fn: luabind.Get(engineChain.GetCurrentBackBufferRTV)},
		{Name: "GetDepthBufferDSV", Doc: "The view of the depth buffer; nil if there is none.", Fn: luabind.Get(engineChain.GetDepthBufferDSV)},
		{Name: "GetDesc", Doc: "The description with its defaults filled in.", Fn: luabind.Get(engineChain.Desc)},
		rows.GetName[engineChain](),
		{Name: "Present", Doc: "Shows the back buffer and ends the context's frame.",
			Params: rows.Params(luabind.Opt("syncInterval", "integer", "vertical blanks since the frame before, 0 to 4; default 1")),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Done(self[engineChain](c).Present(syncInterval(c))) })},
		given[engineChain](),
		{Name: "Resize", Doc: "Makes buffers of another size.",
			Params: rows.Params(luabind.P("width", "", "pixels"), luabind.P("height", "", "pixels")), Fn: luabind.Do2(engineChain.Resize)},
	},
}
