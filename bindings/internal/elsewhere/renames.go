package elsewhere

import (
	"fmt"
	"maps"
	"regexp"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// Renames says what replaces a word, so that the message has an edit: values of enumerations by "Enum.NAME", in capitals; what parameters that are
// left out usually are, by "Class:Method.parameter"; what is around an object in the place of what is made of it, by "Class.Class" or
// "parameter.Class"; what is in the place of a key, by "Struct.Key", or of a method, by "Class.Method"; what a number is that is written in another
// way, by "Field.text"; and the value of an enumeration that has a number in C, by "Enum#number".
func Renames() map[string]string {
	all := formats()
	for _, rows := range []map[string]string{usual, made, arguments, methods, meant, registers(), blends(), numbers()} {
		maps.Copy(all, rows)
	}
	return all
}

// made are what objects give that are in their place. A descriptor heap without more words is its start.
var made = map[string]string{
	"BufferLocation.Resource":            "%1:GetGPUVirtualAddress()",
	"CPUDescriptorHandle.DescriptorHeap": "%1:GetCPUDescriptorHandle(0)",
	"GPUDescriptorHandle.DescriptorHeap": "%1:GetGPUDescriptorHandle(0)",
	"address.Resource":                   "%1:GetGPUVirtualAddress()",
}

// arguments are short forms of root parameters, whose fields here are the type and what belongs to it, and other names for sizes, types and shaders.
// Where %1 stands for the value, or %0 for nothing, the whole field is written.
var arguments = map[string]string{
	"CommittedResourceDesc.ClearValue": "OptimizedClearValue",
	"PlacedResourceDesc.ClearValue":    "OptimizedClearValue",

	"CommittedResourceDesc.ArraySize":   "DepthOrArraySize",
	"CommittedResourceDesc.ByteWidth":   "Width",
	"CommittedResourceDesc.Depth":       "DepthOrArraySize",
	"CommittedResourceDesc.Mips":        "MipLevels",
	"CommittedResourceDesc.NumMips":     "MipLevels",
	"CommittedResourceDesc.Size":        "Width",
	"CommittedResourceDesc.SizeInBytes": "Width",
	"PlacedResourceDesc.ArraySize":      "DepthOrArraySize",
	"PlacedResourceDesc.ByteWidth":      "Width",
	"PlacedResourceDesc.Depth":          "DepthOrArraySize",
	"PlacedResourceDesc.Mips":           "MipLevels",
	"PlacedResourceDesc.NumMips":        "MipLevels",
	"PlacedResourceDesc.Size":           "Width",
	"PlacedResourceDesc.SizeInBytes":    "Width",

	"CommandListDesc.PSO":           "InitialState",
	"CommandListDesc.Pipeline":      "InitialState",
	"CommandListDesc.PipelineState": "InitialState",

	"BarrierDesc.ALIASING.Resource": "ResourceAfter",

	"BarrierDesc.From":     "Before",
	"BarrierDesc.Mip":      "Subresource",
	"BarrierDesc.New":      "After",
	"BarrierDesc.NewState": "After",
	"BarrierDesc.Old":      "Before",
	"BarrierDesc.OldState": "Before",
	"BarrierDesc.To":       "After",
	"BarrierDesc.UAV":      `Type = "UAV", Resource`,

	"CommittedResourceDesc.AllowDepthStencil":    `Flags = "ALLOW_DEPTH_STENCIL"%0`,
	"CommittedResourceDesc.AllowRenderTarget":    `Flags = "ALLOW_RENDER_TARGET"%0`,
	"CommittedResourceDesc.AllowUAV":             `Flags = "ALLOW_UNORDERED_ACCESS"%0`,
	"CommittedResourceDesc.AllowUnorderedAccess": `Flags = "ALLOW_UNORDERED_ACCESS"%0`,
	"CommittedResourceDesc.BindFlags":            "Flags",
	"CommittedResourceDesc.Heap":                 "HeapType",
	"CommittedResourceDesc.Usage":                "Flags",
	"DescriptorHeapDesc.ShaderVisible":           `Flags = "SHADER_VISIBLE"%0`,
	"PlacedResourceDesc.AllowUAV":                `Flags = "ALLOW_UNORDERED_ACCESS"%0`,
	"PlacedResourceDesc.AllowUnorderedAccess":    `Flags = "ALLOW_UNORDERED_ACCESS"%0`,
	"PlacedResourceDesc.Usage":                   "Flags",

	"ConstantBufferViewDesc.Address": "BufferLocation",
	"ConstantBufferViewDesc.Size":    "SizeInBytes",
	"IndexBufferView.Address":        "BufferLocation",
	"IndexBufferView.Size":           "SizeInBytes",
	"VertexBufferView.Address":       "BufferLocation",
	"VertexBufferView.Size":          "SizeInBytes",

	"QueryHeapDesc.NumDescriptors": "Count",
	"QueryHeapDesc.NumQueries":     "Count",
	"QueryHeapDesc.Size":           "Count",

	"SamplerDesc.Address":       "AddressU = %1, AddressV = %1, AddressW = %1",
	"SamplerDesc.AddressMode":   "AddressU = %1, AddressV = %1, AddressW = %1",
	"StaticSampler.Address":     "AddressU = %1, AddressV = %1, AddressW = %1",
	"StaticSampler.AddressMode": "AddressU = %1, AddressV = %1, AddressW = %1",

	"ViewDesc.Count":  "NumElements",
	"ViewDesc.Offset": "FirstElement",

	"CommittedResourceDesc.SampleCount":     "SampleDesc = { Count = %1 }",
	"GraphicsPipelineStateDesc.SampleCount": "SampleDesc = { Count = %1 }",
	"PlacedResourceDesc.SampleCount":        "SampleDesc = { Count = %1 }",
	"SwapChainDesc.SampleCount":             "SampleDesc = { Count = %1 }",

	"ComputePipelineStateDesc.Compute":       "CS",
	"ComputePipelineStateDesc.ComputeShader": "CS",
	"ComputePipelineStateDesc.Shader":        "CS",

	"GraphicsPipelineStateDesc.ColorFormats":        "RTVFormats",
	"GraphicsPipelineStateDesc.DepthFormat":         "DSVFormat",
	"GraphicsPipelineStateDesc.DepthStencilFormat":  "DSVFormat",
	"GraphicsPipelineStateDesc.FragmentShader":      "PS",
	"GraphicsPipelineStateDesc.InputElements":       "InputLayout",
	"GraphicsPipelineStateDesc.PixelShader":         "PS",
	"GraphicsPipelineStateDesc.RTVFormat":           "RTVFormats = { %1 }",
	"GraphicsPipelineStateDesc.RenderTargetFormat":  "RTVFormats = { %1 }",
	"GraphicsPipelineStateDesc.RenderTargetFormats": "RTVFormats",
	"GraphicsPipelineStateDesc.VertexLayout":        "InputLayout",
	"GraphicsPipelineStateDesc.VertexShader":        "VS",

	"DescriptorRange.Count":    "NumDescriptors",
	"DescriptorRange.Num":      "NumDescriptors",
	"DescriptorRange.Register": "BaseShaderRegister",

	"SwapChainDesc.Buffers":    "BufferCount",
	"SwapChainDesc.NumBuffers": "BufferCount",

	"DescriptorHeapDesc.Capacity": "NumDescriptors",
	"DescriptorHeapDesc.Count":    "NumDescriptors",
	"DescriptorHeapDesc.Size":     "NumDescriptors",

	"MappedType.FLOAT16": "half",
	"MappedType.FLOAT32": "float",
	"MappedType.FLOAT64": "double",
	"MappedType.INT16":   "short",
	"MappedType.INT32":   "int",
	"MappedType.INT8":    "sbyte",
	"MappedType.UINT16":  "ushort",
	"MappedType.UINT32":  "uint",
	"MappedType.UINT8":   "byte",

	"InputElement.BufferSlot":     "InputSlot",
	"InputElement.Frequency":      "InputSlotClass",
	"InputElement.RelativeOffset": "AlignedByteOffset",
	"InputElement.Semantic":       "SemanticName",

	"StageInput.Format":       "Type",
	"StageInput.Semantic":     "Name",
	"StageInput.SemanticName": "Name",

	"RootParameter.Count":        "Num32BitValues",
	"RootParameter.Num":          "Num32BitValues",
	"RootParameter.NumConstants": "Num32BitValues",
	"RootParameter.NumValues":    "Num32BitValues",
	"RootParameter.CBV":          `Type = "CBV", ShaderRegister`,
	"RootParameter.Register":     "ShaderRegister",
	"RootParameter.SRV":          `Type = "SRV", ShaderRegister`,
	"RootParameter.Table":        `Type = "DESCRIPTOR_TABLE", Ranges`,
	"RootParameter.UAV":          `Type = "UAV", ShaderRegister`,
}

// meant are values of other APIs, and short forms that people write from memory; of a number, what it is called.
var meant = map[string]string{
	"AddressMode.CLAMP_TO_BORDER":      "BORDER",
	"AddressMode.CLAMP_TO_EDGE":        "CLAMP",
	"AddressMode.MIRRORED_REPEAT":      "MIRROR",
	"AddressMode.MIRROR_CLAMP_TO_EDGE": "MIRROR_ONCE",
	"AddressMode.REPEAT":               "WRAP",

	"CommandListType.GRAPHICS": "DIRECT",
	"CommandListType.TRANSFER": "COPY",

	"Filter.BILINEAR":  "MIN_MAG_LINEAR_MIP_POINT",
	"Filter.LINEAR":    "MIN_MAG_MIP_LINEAR",
	"Filter.NEAREST":   "MIN_MAG_MIP_POINT",
	"Filter.POINT":     "MIN_MAG_MIP_POINT",
	"Filter.TRILINEAR": "MIN_MAG_MIP_LINEAR",

	"ComparisonFunc.GEQUAL":           "GREATER_EQUAL",
	"ComparisonFunc.GREATER_OR_EQUAL": "GREATER_EQUAL",
	"ComparisonFunc.LEQUAL":           "LESS_EQUAL",
	"ComparisonFunc.LESS_OR_EQUAL":    "LESS_EQUAL",
	"ComparisonFunc.NEQUAL":           "NOT_EQUAL",

	"CullMode.NO":   "NONE",
	"FillMode.LINE": "WIREFRAME",

	"HeapType.CPU_TO_GPU": "UPLOAD",
	"HeapType.DYNAMIC":    "UPLOAD",
	"HeapType.GPU":        "DEFAULT",
	"HeapType.GPU_ONLY":   "DEFAULT",
	"HeapType.GPU_TO_CPU": "READBACK",

	"ResourceDimension.1D":      "TEXTURE1D",
	"ResourceDimension.2D":      "TEXTURE2D",
	"ResourceDimension.3D":      "TEXTURE3D",
	"ResourceDimension.TEX1D":   "TEXTURE1D",
	"ResourceDimension.TEX2D":   "TEXTURE2D",
	"ResourceDimension.TEX3D":   "TEXTURE3D",
	"ResourceDimension.TEXTURE": "TEXTURE2D",

	"ResourceFlags.ALLOW_DSV": "ALLOW_DEPTH_STENCIL",
	"ResourceFlags.ALLOW_RTV": "ALLOW_RENDER_TARGET",
	"ResourceFlags.ALLOW_UAV": "ALLOW_UNORDERED_ACCESS",
	"ResourceFlags.UAV":       "ALLOW_UNORDERED_ACCESS",

	"ClearFlags.CLEAR_DEPTH_FLAG":   "DEPTH",
	"ClearFlags.CLEAR_STENCIL_FLAG": "STENCIL",

	"InputClassification.PER_INSTANCE": "PER_INSTANCE_DATA",
	"InputClassification.PER_VERTEX":   "PER_VERTEX_DATA",

	"PrimitiveTopology.LINE":           "LINELIST",
	"PrimitiveTopology.LINES":          "LINELIST",
	"PrimitiveTopology.LINE_LIST":      "LINELIST",
	"PrimitiveTopology.LINE_STRIP":     "LINESTRIP",
	"PrimitiveTopology.POINT":          "POINTLIST",
	"PrimitiveTopology.POINTS":         "POINTLIST",
	"PrimitiveTopology.POINT_LIST":     "POINTLIST",
	"PrimitiveTopology.TRIANGLE":       "TRIANGLELIST",
	"PrimitiveTopology.TRIANGLES":      "TRIANGLELIST",
	"PrimitiveTopology.TRIANGLE_LIST":  "TRIANGLELIST",
	"PrimitiveTopology.TRIANGLE_STRIP": "TRIANGLESTRIP",

	"ResourceStates.CONSTANT_BUFFER": "VERTEX_AND_CONSTANT_BUFFER",
	"ResourceStates.DEPTH":           "DEPTH_WRITE",
	"ResourceStates.DEPTH_STENCIL":   "DEPTH_WRITE",
	"ResourceStates.DSV":             "DEPTH_WRITE",
	"ResourceStates.RTV":             "RENDER_TARGET",
	"ResourceStates.SHADER_RESOURCE": "ALL_SHADER_RESOURCE",
	"ResourceStates.SRV":             "ALL_SHADER_RESOURCE",
	"ResourceStates.TRANSFER_DST":    "COPY_DEST",
	"ResourceStates.TRANSFER_SRC":    "COPY_SOURCE",
	"ResourceStates.UAV":             "UNORDERED_ACCESS",
	"ResourceStates.UNDEFINED":       "COMMON",
	"ResourceStates.UNKNOWN":         "COMMON",
	"ResourceStates.VERTEX_BUFFER":   "VERTEX_AND_CONSTANT_BUFFER",

	"ShaderVisibility.COMPUTE":  "ALL",
	"ShaderVisibility.FRAGMENT": "PIXEL",
	"ShaderVisibility.PS":       "PIXEL",
	"ShaderVisibility.VS":       "VERTEX",

	"ViewDimension.2D":         "TEXTURE2D",
	"ViewDimension.3D":         "TEXTURE3D",
	"ViewDimension.CUBE":       "TEXTURECUBE",
	"ViewDimension.TEX2D":      "TEXTURE2D",
	"ViewDimension.TEX2DARRAY": "TEXTURE2DARRAY",
	"ViewDimension.TEX3D":      "TEXTURE3D",

	"AlignedByteOffset.-1":     `"APPEND_ALIGNED_ELEMENT"`,
	"CullMode.false":           `"NONE"`,
	"DepthWriteMask.false":     `"ZERO"`,
	"DepthWriteMask.true":      `"ALL"`,
	"RenderTargetWriteMask.15": `"ALL"`,
	"SampleDesc.2":             "{ Count = 2 }",
	"SampleDesc.4":             "{ Count = 4 }",
	"SampleDesc.8":             "{ Count = 8 }",
	"SampleMask.-1":            "4294967295",
	"Subresource.-1":           `"ALL_SUBRESOURCES"`,
	"Subresource.ALL":          `"ALL_SUBRESOURCES"`,
}

// maxRegister is the last register whose name is known in the place of its number.
const maxRegister = 15

// registers are the registers as shaders write them, b0, in the places of root signatures, where the type says which letter it is.
func registers() map[string]string {
	rows := map[string]string{}
	for _, field := range []string{"BaseShaderRegister", "ShaderRegister"} {
		for _, letter := range []string{"b", "s", "t", "u"} {
			for i := range maxRegister + 1 {
				rows[fmt.Sprintf("%s.%s%d", field, letter, i)] = fmt.Sprint(i)
			}
		}
	}
	return rows
}

// blends are the factors that Direct3D 12 calls INV_SRC_ALPHA, for example, by the name that others have for them.
func blends() map[string]string {
	rows := map[string]string{}
	for _, name := range gpu.Blend(0).LuaNames() {
		if of, inverse := strings.CutPrefix(name, "INV_"); inverse {
			for _, prefix := range []string{"", "BLEND_FACTOR_", "GL_", "VK_BLEND_FACTOR_"} {
				rows["Blend."+prefix+"ONE_MINUS_"+of] = name
			}
		}
	}
	return rows
}

// methods are methods that have another name here and the same arguments.
var methods = map[string]string{
	"CommandList.BindPipeline":             "SetPipelineState",
	"CommandList.SetComputeConstants":      "SetComputeRoot32BitConstants",
	"CommandList.SetComputeRootConstants":  "SetComputeRoot32BitConstants",
	"CommandList.SetGraphicsConstants":     "SetGraphicsRoot32BitConstants",
	"CommandList.SetGraphicsRootConstants": "SetGraphicsRoot32BitConstants",
	"CommandList.SetPipeline":              "SetPipelineState",
	"DescriptorHeap.CPU":                   "GetCPUDescriptorHandle",
	"DescriptorHeap.CPUHandle":             "GetCPUDescriptorHandle",
	"DescriptorHeap.GPU":                   "GetGPUDescriptorHandle",
	"DescriptorHeap.GPUHandle":             "GetGPUDescriptorHandle",
	"DescriptorHeap.GetCPUHandle":          "GetCPUDescriptorHandle",
	"DescriptorHeap.GetGPUHandle":          "GetGPUDescriptorHandle",
	"Event.Reset":                          "ResetEvent",
	"Event.Set":                            "SetEvent",
	"Event.Signal":                         "SetEvent",
	"Fence.Completed":                      "GetCompletedValue",
	"Resource.GetAddress":                  "GetGPUVirtualAddress",
	"Resource.GetGPUAddress":               "GetGPUVirtualAddress",
	"Thread.Wait":                          "Join",
}

// usual are the values that other APIs have as defaults.
var usual = map[string]string{
	"CommandList:ClearDepthStencilView.depth":        "1",
	"CommandList:ClearDepthStencilView.flags":        "\"DEPTH\"",
	"CommandList:Dispatch.y":                         "1",
	"CommandList:Dispatch.z":                         "1",
	"CommandList:DrawIndexedInstanced.instanceCount": "1",
	"CommandList:DrawInstanced.instanceCount":        "1",
	"Device:CreateCommandAllocator.type":             "\"DIRECT\"",
	"MappedBuffer:Read.type":                         "\"float\"",
	"MappedBuffer:Write.type":                        "\"float\"",
	"Mapping:Read.type":                              "\"float\"",
	"Mapping:Write.type":                             "\"float\"",
	"Device:CreateCommandQueue.desc":                 "{ Type = \"DIRECT\" }",
}

// components are the parts of the name of a format without compression: R8G8B8A8, and UNORM_SRGB.
var components = regexp.MustCompile(`^((?:[RGBA]\d+)+)_(\w+)$`)

// formats are the names that Vulkan, Metal, OpenGL, WebGPU and Diligent Engine have for formats: letters first, and the bits once.
//
//	R8G8B8A8_UNORM_SRGB    RGBA8_UNORM_SRGB  RGBA8UNORM_SRGB  RGBA8UNORM-SRGB  TEX_FORMAT_RGBA8_UNORM_SRGB
//	R32G32_FLOAT           RG32_FLOAT  RG32FLOAT  RG32F  GL_RG32F
func formats() map[string]string {
	rows := map[string]string{"Format.D16": "D16_UNORM", "Format.D24S8": "D24_UNORM_S8_UINT",
		"Format.D24_S8": "D24_UNORM_S8_UINT", "Format.D32": "D32_FLOAT",
		"Format.D32S8": "D32_FLOAT_S8X24_UINT", "Format.DEPTH24_STENCIL8": "D24_UNORM_S8_UINT",
		"Format.UINT16": "R16_UINT", "Format.UINT32": "R32_UINT"}
	for i := range 256 {
		f := gpu.Format(i)
		m := components.FindStringSubmatch(f.String())
		if m == nil {
			continue
		}
		letters, bits := strings.FieldsFunc(m[1], func(r rune) bool { return r < 'A' }),
			strings.FieldsFunc(m[1], func(r rune) bool { return r >= 'A' })
		one := strings.Repeat(bits[0], len(bits)) == strings.Join(bits, "")
		if !one || len(letters) == 1 && !strings.HasPrefix(m[2], "FLOAT") {
			continue
		}
		short := strings.Join(letters, "") + bits[0]
		names := []string{short + "_" + m[2], short + m[2], short + strings.ReplaceAll(m[2], "_", "-"),
			"TEX_FORMAT_" + short + "_" + m[2], "VK_FORMAT_" + f.String()}
		switch m[2] {
		case "FLOAT":
			names = append(names, short+"F", "GL_"+short+"F", "VK_FORMAT_"+m[1]+"_SFLOAT")
			if bits[0] == "32" && len(letters) > 1 {
				names = append(names, m[1]) // there is no UNORM of 32 bits
			}
		case "UNORM":
			names = append(names, short, "GL_"+short, m[1])
		case "UNORM_SRGB":
			names = append(names, "VK_FORMAT_"+m[1]+"_SRGB", "S"+short, "GL_S"+short)
		}
		for _, name := range names {
			if name != f.String() {
				rows["Format."+name] = f.String()
			}
		}
	}
	return rows
}
