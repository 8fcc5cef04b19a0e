package bindings

import (
	"github.com/gpuscript/gpuscript/bindings/internal/elements"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/mapped"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/swapchain"
	"github.com/gpuscript/gpuscript/heaps/heapmap"
)

var engineModule = luabind.Module{
	Name: "gpu.engine",
	Doc:  "The engine level: render devices and contexts that look after lifetimes, descriptors, dynamic memory and states.",
	Functions: luabind.Methods{
		{Name: "CreateDeviceAndContexts", Returns: "RenderDevice, DeviceContext ...",
			Doc: "Makes a render device: returns it, its immediate contexts, and after them its deferred ones.", Fn: luabind.Call((*env).createRenderDevice)},
		{Name: "Pack", Returns: "string", Doc: "Numbers as the bytes of one type after the other: contents for Data, UpdateBuffer and UpdateTexture.",
			Params: rows.Params(elementParam,
				luabind.P("values", "number|number[]", "")),
			Fn: luabind.Raw(func(c *luabind.Args) {
				c.ReturnString(string(elements.Pack(c, luabind.Enum[mapped.MappedType](c, 1), 2)))
			})},
	},
}

type createRenderDeviceDesc struct {
	desc.DeviceDesc
	Site gpu.Site
}

func (e *env) createRenderDevice(d createRenderDeviceDesc) (luabind.Values, error) {
	show := e.options.OnHeaps
	if d.DeviceDesc = d.Normalized(); show != nil {
		show(d.Name, "", nil)
		d.OnHeaps = func(label string, heaps []heapmap.Heap) { show(d.Name, label, heaps) }
	}
	r, err := engine.CreateDeviceAndContexts(e.adapter, d.DeviceDesc, d.Site)
	if err != nil {
		return nil, err
	}
	out := luabind.Values{r}
	for i := 0; r.GetImmediateContext(i) != nil; i++ {
		out = append(out, r.GetImmediateContext(i))
	}
	for i := 0; r.GetDeferredContext(i) != nil; i++ {
		out = append(out, r.GetDeferredContext(i))
	}
	return out, nil
}

type renderDevice = *engine.RenderDevice

var renderDeviceClass = luabind.Class{
	Kind: "RenderDevice",
	Type: luabind.TypeOf[renderDevice](),
	Doc:  "Makes the objects of the engine level and looks after what becomes of them; from engine.CreateDeviceAndContexts.",
	Methods: withRefused[renderDevice](luabind.Methods{
		{Name: "CreateBuffer", Doc: "Makes a buffer, with contents if Data has them.", Fn: luabind.Call(renderDevice.CreateBuffer)},
		{Name: "CreateComputePipelineState", Doc: "Makes a compute pipeline.", Fn: luabind.Call(renderDevice.CreateComputePipelineState)},
		{Name: "CreateDeferredContext", Doc: "Makes one more deferred context.", Fn: luabind.Call0(renderDevice.CreateDeferredContext)},
		{Name: "CreateFence", Doc: "Makes a fence of value 0.", Fn: luabind.Call(renderDevice.CreateFence)},
		{Name: "CreateGraphicsPipelineState", Doc: "Makes a graphics pipeline.", Fn: luabind.Call(renderDevice.CreateGraphicsPipelineState)},
		{Name: "CreatePipelineResourceSignature", Doc: "Makes a signature that pipelines and binding objects share.",
			Fn: luabind.Call(renderDevice.CreatePipelineResourceSignature)},
		{Name: "CreateQuery", Doc: "Makes a query.", Fn: luabind.Call(renderDevice.CreateQuery)},
		{Name: "CreateSampler", Doc: "Makes a sampler.", Fn: luabind.Call(renderDevice.CreateSampler)},
		{Name: "CreateSwapChain", Doc: "Makes back buffers that a context presents.",
			Params: rows.Params(luabind.P("desc", "", ""), luabind.P("context", "", "an immediate one of a DIRECT queue")),
			Fn: luabind.Call3(func(d renderDevice, of swapchain.Desc, c context, site gpu.Site) (*swapchain.SwapChain, error) {
				return swapchain.Create(d, of, c, site)
			})},
		{Name: "CreateTexture", Doc: "Makes a texture, with contents if Data has them.", Fn: luabind.Call(renderDevice.CreateTexture)},
		{Name: "GetCommandAllocatorStats", Doc: "The command allocators of a type: Created, Free, InFlight, Lent.",
			Params: rows.Params(luabind.P("type", "", "")),
			Fn:     luabind.Get1(renderDevice.GetCommandAllocatorStats)},
		{Name: "GetDeferredContext", Returns: "DeviceContext?", Doc: "A deferred context, counted from 1; nil if there is none.",
			Params: rows.Params(luabind.P("index", "integer", "")),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Return(self[renderDevice](c).GetDeferredContext(int(c.Uint32(1)) - 1)) })},
		{Name: "GetDescriptorHeapStats", Returns: "table",
			Doc:    "The numbers of the descriptor heaps of a type: the CPU heap that views are in, or the shader-visible GPU heap.",
			Params: rows.Params(luabind.Of[gpu.DescriptorHeapType]("type", ""), luabind.Of[heapSide]("where", "CPU or GPU")),
			Fn:     luabind.Raw(descriptorHeapStats)},
		{Name: "GetDynamicHeapStats", Doc: "The numbers of the pages that dynamic memory comes from.",
			Fn: luabind.Get(renderDevice.GetDynamicHeapStats)},
		{Name: "GetImmediateContext", Returns: "DeviceContext?", Doc: "An immediate context, counted from 1; nil if there is none.",
			Params: rows.Params(luabind.P("index", "integer", "")),
			Fn:     luabind.Raw(func(c *luabind.Args) { c.Return(self[renderDevice](c).GetImmediateContext(int(c.Uint32(1)) - 1)) })},
		{Name: "GetLiveObjectCount", Doc: "How many objects are not destroyed.", Fn: luabind.Get(renderDevice.GetLiveObjectCount)},
		rows.GetName[renderDevice](),
		{Name: "GetNativeDevice", Doc: "The device of the explicit level below. Objects made with it are not looked after.",
			Fn: luabind.Get(renderDevice.Native)},
		{Name: "GetReleaseQueueStats", Doc: "What waits to be destroyed: Stale for the next submission, Pending for the GPU.",
			Fn: luabind.Get(renderDevice.GetReleaseQueueStats)},
		{Name: "IdleGPU", Doc: "Waits for all queues and destroys what they have passed; flushes no context.", Fn: luabind.Run(renderDevice.IdleGPU)},
		{Name: "PurgeReleaseQueues", Doc: "Destroys what the GPU has passed.", Fn: luabind.Run(renderDevice.PurgeReleaseQueues)},
		rows.Release[renderDevice](),
		{Name: "ReleaseStaleResources", Doc: "Destroys what the GPU has passed, also what waits for queues that record nothing.",
			Fn: luabind.Run(renderDevice.ReleaseStaleResources)},
		step[renderDevice](),
	}, "CreateBLAS", "CreateDeviceMemory", "CreateFramebuffer", "CreatePipelineStateCache", "CreateRayTracingPipelineState",
		"CreateRenderPass", "CreateSBT", "CreateTLAS", "CreateTilePipelineState"),
}

// heapSide says which descriptor heaps are meant.
type heapSide uint8

const (
	heapCPU heapSide = iota
	heapGPU
)

// LuaNames implements the enum contract of luabind.
func (heapSide) LuaNames() []string { return []string{"CPU", "GPU"} }

func descriptorHeapStats(c *luabind.Args) {
	d, t := self[renderDevice](c), luabind.Enum[gpu.DescriptorHeapType](c, 1)
	switch {
	case luabind.Enum[heapSide](c, 2) == heapCPU:
		c.Return(d.GetCPUDescriptorHeapStats(t))
	case t <= gpu.HeapSampler:
		c.Return(d.GetGPUDescriptorHeapStats(t))
	default:
		c.Raise(diag.New(diag.NumberOutOfRange, "GetDescriptorHeapStats: there is no shader-visible %s heap", t).
			HelpText("ask for the heaps of the \"CPU\", or for CBV_SRV_UAV or SAMPLER"))
	}
}

// shaderType is Diligent's SHADER_TYPE.
type shaderType gpu.ShaderStage

// LuaNames implements the enum contract of luabind: in the order of gpu.ShaderStage.
func (shaderType) LuaNames() []string { return []string{"COMPUTE", "VERTEX", "PIXEL"} }

// transitionParam is the last parameter of many methods of a context.
var transitionParam = luabind.OptOf[desc.Transition]("mode", "TRANSITION, VERIFY or NONE; default TRANSITION")

func transition(c *luabind.Args, i int) desc.Transition {
	return luabind.OptEnum(c, i, desc.TransitionAuto)
}
