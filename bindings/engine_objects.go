package bindings

import (
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/swapchain"
)

// given adapts Release of the engine level.
func given[T interface{ Release() error }]() luabind.Method {
	return luabind.Method{Name: "Release", Doc: "Gives the object up; it is destroyed when the GPU has passed it.", Fn: luabind.Run(T.Release)}
}

// nativeResource adapts Native of a buffer or texture.
func nativeResource[T any](native func(T) any) luabind.Method {
	return luabind.Method{Name: "GetNativeResource", Doc: "The resource of the explicit level below; nil for a DYNAMIC buffer without one.", Fn: luabind.Get(native)}
}

var viewTypeParam = luabind.P("type", "", "SHADER_RESOURCE, RENDER_TARGET, DEPTH_STENCIL or UNORDERED_ACCESS")

var engineBufferClass = luabind.Class{
	Kind: "Buffer",
	Type: luabind.TypeOf[*engine.Buffer](),
	Doc:  "A buffer of the engine level; from RenderDevice:CreateBuffer.",
	Methods: luabind.Methods{
		{Name: "CreateView", Doc: "Makes a view of a part of the buffer.", Fn: luabind.Call((*engine.Buffer).CreateView)},
		{Name: "GetDefaultView", Doc: "The view of all of the buffer; nil if there is none of the type.", Params: params(viewTypeParam), Fn: luabind.Get1((*engine.Buffer).GetDefaultView)},
		getName[*engine.Buffer](),
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
		{Name: "GetDefaultView", Doc: "The view of all of the texture; nil if there is none of the type.", Params: params(viewTypeParam), Fn: luabind.Get1((*engine.Texture).GetDefaultView)},
		getName[*engine.Texture](),
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
		getName[*engine.BufferView](),
		given[*engine.BufferView](),
	},
}

var textureViewClass = luabind.Class{
	Kind: "TextureView",
	Type: luabind.TypeOf[*engine.TextureView](),
	Doc:  "A view of a texture; from Texture:CreateView and Texture:GetDefaultView.",
	Methods: luabind.Methods{
		getName[*engine.TextureView](),
		{Name: "GetTexture", Doc: "What the view shows.", Fn: luabind.Get((*engine.TextureView).Texture)},
		given[*engine.TextureView](),
	},
}

var samplerClass = luabind.Class{
	Kind:    "Sampler",
	Type:    luabind.TypeOf[*engine.Sampler](),
	Doc:     "A sampler; from RenderDevice:CreateSampler.",
	Methods: luabind.Methods{getName[*engine.Sampler](), given[*engine.Sampler]()},
}

var enginePipelineClass = luabind.Class{
	Kind: "EnginePipelineState",
	Type: luabind.TypeOf[*engine.PipelineState](),
	Doc:  "A pipeline of the engine level with its variables; from RenderDevice:CreateGraphicsPipelineState and RenderDevice:CreateComputePipelineState.",
	Methods: luabind.Methods{
		{Name: "CreateShaderResourceBinding", Doc: "Makes a binding object; all static variables must be set before.", Params: params(luabind.Opt("name", "string", "")),
			Fn: luabind.Call((*engine.PipelineState).CreateShaderResourceBinding)},
		getName[*engine.PipelineState](),
		{Name: "GetStaticVariableByName", Returns: "ShaderVariable?", Doc: "A static variable.", Params: variableParams, Fn: luabind.Raw(func(c *luabind.Args) {
			v, err := self[*engine.PipelineState](c).GetStaticVariableByName(gpu.ShaderStage(luabind.Enum[shaderType](c, 1)), c.String(2))
			c.Check(err)
			c.Return(v)
		})},
		given[*engine.PipelineState](),
	},
}

var variableParams = params(luabind.P("stage", "ShaderType", "VERTEX, PIXEL or COMPUTE"), luabind.P("name", "string", "as the shader captures it"))

var bindingClass = luabind.Class{
	Kind: "ShaderResourceBinding",
	Type: luabind.TypeOf[*engine.ShaderResourceBinding](),
	Doc:  "Resources for the mutable and dynamic variables of a pipeline; from EnginePipelineState:CreateShaderResourceBinding.",
	Methods: luabind.Methods{
		getName[*engine.ShaderResourceBinding](),
		{Name: "GetVariableByName", Returns: "ShaderVariable?", Doc: "A mutable or dynamic variable.", Params: variableParams, Fn: luabind.Raw(func(c *luabind.Args) {
			v, err := self[*engine.ShaderResourceBinding](c).GetVariableByName(gpu.ShaderStage(luabind.Enum[shaderType](c, 1)), c.String(2))
			c.Check(err)
			c.Return(v)
		})},
		given[*engine.ShaderResourceBinding](),
	},
}

type variable = *engine.ShaderVariable

var variableClass = luabind.Class{
	Kind: "ShaderVariable",
	Type: luabind.TypeOf[variable](),
	Doc:  "A variable of a pipeline or a binding object; from GetStaticVariableByName and GetVariableByName.",
	Methods: luabind.Methods{
		{Name: "GetType", Doc: "How often the variable changes: STATIC, MUTABLE or DYNAMIC.", Fn: luabind.Get(variable.Type)},
		{Name: "Set", Doc: "Puts a resource into the variable.", Params: params(luabind.P("resource", "Buffer|BufferView|Texture|TextureView|Sampler", ""),
			luabind.Opt("flags", "SetFlags", "ALLOW_OVERWRITE for one that is set")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.Check(self[variable](c).Set(settable(c, c.Value(1), "resource"), luabind.OptEnum[desc.SetFlags](c, 2, 0)))
			})},
		{Name: "SetArray", Doc: "Puts resources into elements of an array.", Params: params(luabind.P("resources", "any[]", "as for Set"), luabind.Opt("first", "integer", "element, from 0; default 0"),
			luabind.Opt("flags", "SetFlags", "ALLOW_OVERWRITE for elements that are set")), Fn: luabind.Raw(setArray)},
	},
	Name: func(o any) string { return o.(variable).Name() },
}

// settable is an object that may fit a variable. Whether it does is the engine's to say.
func settable(c *luabind.Args, v lua.LValue, path string) any {
	if ud, ok := v.(*lua.LUserData); ok {
		return ud.Value
	}
	c.Raise(diag.New(diag.WrongType, "%s must be a Buffer, BufferView, Texture, TextureView or Sampler, got %s", path, c.Binder().Describe(v)))
	return nil
}

func setArray(c *luabind.Args) {
	var all []any
	for i, v := range luabind.Decode[[]lua.LValue](c, 1) {
		all = append(all, settable(c, v, fmt.Sprintf("resources[%d]", i+1)))
	}
	c.Check(self[variable](c).SetArray(all, int(c.OptUint32(2, 0)), luabind.OptEnum[desc.SetFlags](c, 3, 0)))
}

var engineListClass = luabind.Class{
	Kind:    "EngineCommandList",
	Type:    luabind.TypeOf[*engine.CommandList](),
	Doc:     "What a deferred context recorded; from DeviceContext:FinishCommandList. It is executed once.",
	Methods: luabind.Methods{getName[*engine.CommandList](), given[*engine.CommandList]()},
}

var engineFenceClass = luabind.Class{
	Kind: "EngineFence",
	Type: luabind.TypeOf[*engine.Fence](),
	Doc:  "Orders contexts and tells the CPU how far the GPU is; from RenderDevice:CreateFence.",
	Methods: luabind.Methods{
		{Name: "GetCompletedValue", Doc: "The fence's value now.", Fn: luabind.Call0((*engine.Fence).GetCompletedValue)},
		getName[*engine.Fence](),
		given[*engine.Fence](),
		{Name: "Wait", Doc: "Blocks the thread until the fence has reached a value.", Params: params(luabind.P("value", "", "")), Fn: luabind.Do((*engine.Fence).Wait)},
	},
}

var queryClass = luabind.Class{
	Kind: "Query",
	Type: luabind.TypeOf[*engine.Query](),
	Doc:  "Measures something on the GPU; from RenderDevice:CreateQuery.",
	Methods: luabind.Methods{
		{Name: "GetData", Returns: "table?", Doc: "The result, nil as long as it is not there. It never waits.", Fn: luabind.Raw(func(c *luabind.Args) {
			data, ok, err := self[*engine.Query](c).GetData()
			c.Check(err)
			if ok {
				c.Return(data)
			}
		})},
		getName[*engine.Query](),
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
		{Name: "Read", Doc: "Reads values: a list, or one number if no count is given.", Params: params(offsetParam, elementParam, luabind.Opt("count", "integer", "values")),
			Fn: luabind.Raw(func(c *luabind.Args) { readMapped(c, self[mappedData](c)) })},
		{Name: "Write", Doc: "Writes a number or a list of numbers.", Params: params(offsetParam, elementParam, luabind.P("values", "number|number[]", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { writeMapped(c, self[mappedData](c)) })},
		{Name: "WriteString", Doc: "Writes the bytes of a string.", Params: params(offsetParam, luabind.P("bytes", "string", "")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[mappedData](c).WriteBytes(c.Uint64(1), []byte(c.String(2)))) })},
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
		getName[engineChain](),
		{Name: "Present", Doc: "Shows the back buffer and ends the context's frame.", Params: params(luabind.Opt("syncInterval", "integer", "vertical blanks since the frame before, 0 to 4; default 1")),
			Fn: luabind.Raw(func(c *luabind.Args) { c.Check(self[engineChain](c).Present(syncInterval(c))) })},
		given[engineChain](),
		{Name: "Resize", Doc: "Makes buffers of another size.", Params: params(luabind.P("width", "", "pixels"), luabind.P("height", "", "pixels")), Fn: luabind.Do2(engineChain.Resize)},
	},
}
