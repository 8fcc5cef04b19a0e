// Package elsewhere recognises what people write who come from other APIs: methods of COM, fields for stages that gpuscript does not have, and the
// names that other APIs and engines use for a call.
//
// It consists of tables: a name, and what to write instead. They are consulted only when a name does not exist, so a row costs nothing. The package
// must not know who asks, nor what a message looks like.
package elsewhere

import (
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

// Names says what to write instead of a name: the whole help of the message about it. A key is "Class.Method", "Struct.Field", "Enum.NAME" or
// "module.Name"; "*.Name" holds for all classes, and "Value.Class" for objects under a key that a description does not have.
func Names() map[string]string {
	all := texts()
	maps.Copy(all, helpers())
	maps.Copy(all, reductions())
	for _, rows := range []map[string]string{com, fields, values, calls} {
		maps.Copy(all, rows)
	}
	return all
}

// com are the methods that every object of COM has.
var com = map[string]string{
	"*.AddRef":                  "pass the object on as any Lua value: it lives until Release",
	"*.GetPrivateData":          "keep values of your own in a table with the object as key",
	"*.Name":                    "write GetName(): the name, or what messages call an object without one",
	"*.QueryInterface":          "call the method itself: an object has those of all its interfaces",
	"*.SetPrivateData":          "keep values of your own in a table with the object as key",
	"*.SetPrivateDataInterface": "keep values of your own in a table with the object as key",
}

// noLayouts is said of what CreateCommittedResource3 and CreatePlacedResource2 take.
const noLayouts = "write InitialState: enhanced barriers, which know layouts, are not part of gpuscript"

// fields are fields of descriptions whose stages or mechanisms are not part of gpuscript.
var fields = map[string]string{
	"GraphicsPipelineStateDesc.AS":               "leave it out: there are no mesh shaders. A compute shader can write the arguments of ExecuteIndirect",
	"GraphicsPipelineStateDesc.CachedPSO":        "leave it out: compiled shaders are kept by content already",
	"GraphicsPipelineStateDesc.DS":               "leave it out: there is no tessellation. Make the vertices in a compute shader and draw them with DrawInstanced",
	"GraphicsPipelineStateDesc.Flags":            "leave it out: there are no flags of pipelines",
	"GraphicsPipelineStateDesc.GS":               "leave it out: there is no geometry shader. Use instances, or make the vertices in a compute shader",
	"GraphicsPipelineStateDesc.HS":               "leave it out: there is no tessellation. Make the vertices in a compute shader and draw them with DrawInstanced",
	"GraphicsPipelineStateDesc.MS":               "leave it out: there are no mesh shaders. Make the vertices in a compute shader and draw them with ExecuteIndirect",
	"GraphicsPipelineStateDesc.NumRenderTargets": "leave it out: the list RTVFormats knows its length",
	"GraphicsPipelineStateDesc.StreamOutput":     "leave it out: there is no stream output. Write the vertices to a buffer in a compute shader",

	"CommittedResourceDesc.InitialLayout": noLayouts,
	"PlacedResourceDesc.InitialLayout":    noLayouts,

	"CreateDeviceDesc.Adapter":      "leave it out: the simulated adapter is that of the run, gpuscript --adapter=integrated script.lua for example, or Options.Adapter of the program",
	"CreateDeviceDesc.FeatureLevel": "leave it out: there is one adapter, and CheckFeatureSupport says what it can do",
	"CreateDeviceDesc.Validation":   "leave it out: the rules are checked in the whole run or not at all, gpuscript --validation=off script.lua, or Options.Validation of the program",

	"Desc.Type": "write Type = \"BUFFER\", or leave it out: every tensor is a buffer. The type of its elements is DataType",

	"Footprint.Footprint": "leave it out: a footprint has Offset, Format, Width, Height, Depth and RowPitch side by side",
	"Footprint.NumRows":   "write Height: it is the number of rows, and of texels; blocks of a compressed format have four of them",

	"RenderPassDepthStencil.CPUDescriptorHandle": "say what happens to the depths before and after: { CPUDescriptor = view, DepthBeginningAccess = { Type = \"PRESERVE\" }, DepthEndingAccess = { Type = \"PRESERVE\" } }",
	"RenderPassTarget.CPUDescriptorHandle":       "say what happens to it before and after: { CPUDescriptor = view, BeginningAccess = { Type = \"PRESERVE\" }, EndingAccess = { Type = \"PRESERVE\" } }",

	"ComputeShaderDesc.EntryPoint": lua,
	"ComputeShaderDesc.HLSL":       lua,
	"ComputeShaderDesc.Source":     lua,
	"PixelShaderDesc.EntryPoint":   lua,
	"PixelShaderDesc.HLSL":         lua,
	"PixelShaderDesc.Source":       lua,
	"VertexShaderDesc.EntryPoint":  lua,
	"VertexShaderDesc.HLSL":        lua,
	"VertexShaderDesc.Source":      lua,

	"StageInput.Index":         semantic,
	"StageInput.SemanticIndex": semantic,
	"VertexShader.Type.0":      "leave it out: an input has its semantic and then its type, and a semantic without a number has index 0",
	"VertexShader.Type.number": "an input has its semantic and then its type: " + semantic,
	"PixelShader.Type.number":  "an input has its name and then its type: { \"uv\", \"float2\" }",

	"PixelShader.Interpolation.number":  interpolation,
	"VertexShader.Interpolation.number": interpolation,

	"CreateOperator.any.number":  "write the name of the value that is meant, as DirectML has it, in quotes",
	"CreateOperator.Type.number": "write the name of an operator, as Type = \"ELEMENT_WISE_ADD\"",

	"SwapChainDesc.Queue": "leave it out: the chain presents on the queue whose CreateSwapChain makes it",

	"ConstantBufferViewDesc.Resource": "a view has the place and the size: { BufferLocation = b:GetGPUVirtualAddress(), SizeInBytes = 256 }",
	"Rect.Height":                     "a rectangle has its corners: Right = Left + width, Bottom = Top + height",
	"Rect.Width":                      "a rectangle has its corners: Right = Left + width, Bottom = Top + height",
	"IndexBufferView.Resource":        "a view has the place and the size: { BufferLocation = b:GetGPUVirtualAddress(), SizeInBytes = 4 * indices, Format = \"R32_UINT\" }",
	"VertexBufferView.Resource":       "a view has the place, the size and how far vertices lie apart: { BufferLocation = b:GetGPUVirtualAddress(), SizeInBytes = stride * vertices, StrideInBytes = stride }",

	"DrawAttribs.Flags":                "leave it out: every draw is checked",
	"DrawIndexedAttribs.Flags":         "leave it out: every draw is checked",
	"DrawIndexedIndirectAttribs.Flags": "leave it out: every draw is checked",
	"DrawIndirectAttribs.Flags":        "leave it out: every draw is checked",
	"FenceDesc.Type":                   "leave it out: contexts and the CPU can wait for every fence",
	"QueryData.AnySamplePassed":        "write Counter > 0: it is 1 if any sample passed",
	"QueryData.NumSamples":             "write Counter: it is the number of samples",

	"ComputePipelineStateDesc.PipelineType":  pipelineType,
	"GraphicsPipelineStateDesc.PipelineType": pipelineType,

	"CreateGraphicsPipelineState.SemanticName.number": layoutElement,

	"InputElement.InputIndex":     layoutElement,
	"InputElement.IsNormalized":   layoutElement,
	"InputElement.LayoutElements": "write the elements alone, in their order: InputLayout = { ... }; " + layoutElement,
	"InputElement.NumComponents":  layoutElement,
	"InputElement.ValueType":      layoutElement,

	"SamplerDesc.MagFilter":   filters,
	"SamplerDesc.MinFilter":   filters,
	"SamplerDesc.MipFilter":   filters,
	"StaticSampler.MagFilter": filters,
	"StaticSampler.MinFilter": filters,
	"StaticSampler.MipFilter": filters,

	"InputGraphEdge.Type":        edgeType,
	"IntermediateGraphEdge.Type": edgeType,
	"OutputGraphEdge.Type":       edgeType,

	"ImmutableSamplerDesc.ShaderStages": allStages,
	"ShaderVariableDesc.ShaderStages":   allStages,

	"BindingTableDesc.Heap":              "write CPUDescriptorHandle = heap:GetCPUDescriptorHandle(0), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(0)",
	"BufferDesc.SizeInBytes":             "write Size = ...",
	"BufferDesc.uiSizeInBytes":           "write Size = ...",
	"StateTransitionDesc.Flags":          "leave it out: the device keeps the states of resources up to date",
	"StateTransitionDesc.OldState":       "leave it out: the device knows the state that the resource is in",
	"StateTransitionDesc.TransitionType": "leave it out: a transition begins and ends at once",

	"RootParameter.Type": "add Type = \"CBV\" for a constant buffer, \"SRV\" for what shaders read or \"UAV\" for what they write; \"32BIT_CONSTANTS\" has Num32BitValues, \"DESCRIPTOR_TABLE\" Ranges",

	"ViewDesc.ViewType": "write Type = \"SHADER_RESOURCE\", for example, in a view of the engine level; at the explicit level each kind of view has a call",
	"ViewDesc.NumCubes": "write ArraySize: it counts faces here, six for each cube",

	"ComputePipelineStateDesc.CachedPSO": "leave it out: compiled shaders are kept by content already",
	"ComputePipelineStateDesc.Flags":     "leave it out: there are no flags of pipelines",
}

// edgeType is what sort of edge of a graph one is.
const edgeType = "leave it out: the list that an edge is in says what it connects"

// filters are three fields in other APIs.
const filters = "one field stands for three: Filter = \"MIN_MAG_MIP_LINEAR\", or \"MIN_MAG_LINEAR_MIP_POINT\", \"MIN_MAG_MIP_POINT\" and so on"

// allStages is which shaders a name of a ResourceLayout is about.
const allStages = "leave it out: a name is that of the register in all shaders of the pipeline that capture it"

// pipelineType is where the type of a pipeline stands.
const pipelineType = "leave it out: the call says which type of pipeline it makes"

// layoutElement is how an input layout of Diligent Engine is written.
const layoutElement = "an element has the semantic of an input and a format, { \"ATTRIB\", 0, \"R32G32B32_FLOAT\" } for { 0, 0, 3, VT_FLOAT32 }"

// lua is what shaders are written in.
const lua = "write the shader as a Lua function: Main = function(...) ... end"

// interpolation is how a pixel shader gets what lies between vertices.
const interpolation = `write one of "linear", "nointerpolation", "noperspective", "centroid" and "sample"`

// semantic is how an input of a shader has an index.
const semantic = "the index stands behind the name, { \"TEXCOORD1\", \"float2\" }; without one it is 0"

// reductions are the reduction filters of Direct3D 12, whose names end like those of filters that there are.
func reductions() map[string]string {
	rows := map[string]string{}
	for _, f := range gpu.Filter(0).LuaValueNames() {
		if f.Bits&uint64(gpu.FilterComparison) == 0 {
			for _, reduction := range []string{"MINIMUM", "MAXIMUM"} {
				rows["Filter."+reduction+"_"+f.Name] = "there are no reduction filters: take the " +
					strings.ToLower(reduction) + " of what Gather reads"
			}
		}
	}
	return rows
}

// enumerations are those whose values scripts look for in a module.
var enumerations = map[string][]any{
	"gpu": {gpu.BarrierFlags(0), gpu.BarrierType(0), gpu.Blend(0), gpu.BlendOp(0), gpu.ClearFlags(0), gpu.CommandListType(0),
		gpu.ComparisonFunc(0), gpu.CullMode(0),
		gpu.DescriptorHeapFlags(0), gpu.DescriptorHeapType(0), gpu.FenceFlags(0), gpu.FillMode(0), gpu.Filter(0), gpu.Format(0), gpu.HeapFlags(0),
		gpu.HeapType(0), gpu.IndirectArgumentType(0), gpu.PrimitiveTopology(0), gpu.PrimitiveTopologyType(0), gpu.QueryHeapType(0),
		gpu.QueryType(0), gpu.QueuePriority(0),
		gpu.ResourceDimension(0), gpu.ResourceFlags(0), gpu.ResourceStates(0), gpu.RootParameterType(0), gpu.ShaderVisibility(0),
		gpu.StencilOp(0), gpu.SwapEffect(0),
		gpu.AddressMode(0), gpu.ViewDimension(0)},
	"gpu.engine": {desc.BindFlags(0), desc.BufferMode(0), desc.CPUAccess(0), desc.MapFlags(0), desc.MapType(0), desc.MiscTextureFlags(0),
		desc.QueryType(0), desc.ShaderStages(0),
		desc.TextureType(0), desc.Transition(0), desc.Usage(0), desc.VariableType(0), desc.ViewType(0), gpu.Format(0),
		gpu.PrimitiveTopology(0), gpu.ResourceStates(0)},
}

// names are the names of all values of enumerations of a module.
func names(module string) []string {
	all := []string{"NONE"}
	for _, kind := range enumerations[module] {
		all = append(all, enums.Of(reflect.TypeOf(kind)).List...)
	}
	return all
}

// texts are the enumerations and their values: they are texts.
func texts() map[string]string {
	rows := map[string]string{}
	for module, kinds := range enumerations {
		for _, name := range names(module) {
			rows[module+"."+name] = fmt.Sprintf("write \"%s\": values of enumerations are strings", name)
		}
		for _, kind := range kinds {
			table := enums.Of(reflect.TypeOf(kind))
			rows[module+"."+table.Type] = fmt.Sprintf("write \"%s\", for example: values of enumerations are strings", table.List[len(table.List)-1])
		}
	}
	return rows
}

// helpers are what headers of C++ have beside Direct3D 12, looked for in module gpu.
func helpers() map[string]string {
	rows := map[string]string{}
	for name, helper := range cnames.Helpers() {
		rows["gpu."+name] = helper.Instead
	}
	return rows
}
