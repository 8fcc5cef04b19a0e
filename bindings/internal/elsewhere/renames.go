package elsewhere

import (
	"maps"
	"regexp"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// Renames says what replaces a word, so that the message has an edit: values of enumerations by "Enum.NAME", in capitals; what parameters that are left out
// usually are, by "Class:Method.parameter"; what stands around an object in the place of what is made of it, by "Class.Class" or "parameter.Class"; and what stands in the place of a key, by "Struct.Key", or of a method,
// by "Class.Method".
func Renames() map[string]string {
	all := formats()
	maps.Copy(all, usual)
	maps.Copy(all, made)
	maps.Copy(all, arguments)
	maps.Copy(all, methods)
	return all
}

// made are what objects give that stand in their place. A descriptor heap without more words is its start.
var made = map[string]string{
	"BufferLocation.Resource":            "%1:GetGPUVirtualAddress()",
	"CPUDescriptorHandle.DescriptorHeap": "%1:GetCPUDescriptorHandle(0)",
	"GPUDescriptorHandle.DescriptorHeap": "%1:GetGPUDescriptorHandle(0)",
	"address.Resource":                   "%1:GetGPUVirtualAddress()",
}

// arguments are short forms of root parameters, whose fields here are the type and what belongs to it, and other names for sizes and types.
var arguments = map[string]string{
	"CommittedResourceDesc.ClearValue": "OptimizedClearValue",
	"PlacedResourceDesc.ClearValue":    "OptimizedClearValue",

	"CommittedResourceDesc.ByteWidth":   "Width",
	"CommittedResourceDesc.Size":        "Width",
	"CommittedResourceDesc.SizeInBytes": "Width",
	"PlacedResourceDesc.ByteWidth":      "Width",
	"PlacedResourceDesc.Size":           "Width",
	"PlacedResourceDesc.SizeInBytes":    "Width",

	"MappedType.FLOAT16": "half",
	"MappedType.FLOAT32": "float",
	"MappedType.FLOAT64": "double",
	"MappedType.INT16":   "short",
	"MappedType.INT32":   "int",
	"MappedType.INT8":    "sbyte",
	"MappedType.UINT16":  "ushort",
	"MappedType.UINT32":  "uint",
	"MappedType.UINT8":   "byte",

	"RootParameter.CBV":   `Type = "CBV", ShaderRegister`,
	"RootParameter.SRV":   `Type = "SRV", ShaderRegister`,
	"RootParameter.Table": `Type = "DESCRIPTOR_TABLE", Ranges`,
	"RootParameter.UAV":   `Type = "UAV", ShaderRegister`,
}

// methods are methods that have another name here and the same arguments.
var methods = map[string]string{
	"DescriptorHeap.CPU":          "GetCPUDescriptorHandle",
	"DescriptorHeap.CPUHandle":    "GetCPUDescriptorHandle",
	"DescriptorHeap.GPU":          "GetGPUDescriptorHandle",
	"DescriptorHeap.GPUHandle":    "GetGPUDescriptorHandle",
	"DescriptorHeap.GetCPUHandle": "GetCPUDescriptorHandle",
	"DescriptorHeap.GetGPUHandle": "GetGPUDescriptorHandle",
	"Event.Reset":                 "ResetEvent",
	"Event.Set":                   "SetEvent",
	"Event.Signal":                "SetEvent",
	"Fence.Completed":             "GetCompletedValue",
	"Resource.GetAddress":         "GetGPUVirtualAddress",
	"Resource.GetGPUAddress":      "GetGPUVirtualAddress",
}

// usual are the values that other APIs have as defaults.
var usual = map[string]string{
	"CommandList:ClearDepthStencilView.depth":        "1",
	"CommandList:ClearDepthStencilView.flags":        "\"DEPTH\"",
	"CommandList:Dispatch.y":                         "1",
	"CommandList:Dispatch.z":                         "1",
	"CommandList:DrawIndexedInstanced.instanceCount": "1",
	"CommandList:DrawInstanced.instanceCount":        "1",
}

// components are the parts of the name of a format without compression: R8G8B8A8, and UNORM_SRGB.
var components = regexp.MustCompile(`^((?:[RGBA]\d+)+)_(\w+)$`)

// formats are the names that Vulkan, Metal, OpenGL, WebGPU and Diligent Engine have for formats: letters first, and the bits once.
//
//	R8G8B8A8_UNORM_SRGB    RGBA8_UNORM_SRGB  RGBA8UNORM_SRGB  RGBA8UNORM-SRGB  TEX_FORMAT_RGBA8_UNORM_SRGB
//	R32G32_FLOAT           RG32_FLOAT  RG32FLOAT  RG32F  GL_RG32F
func formats() map[string]string {
	rows := map[string]string{}
	for i := range 256 {
		f := gpu.Format(i)
		m := components.FindStringSubmatch(f.String())
		if m == nil {
			continue
		}
		letters, bits := strings.FieldsFunc(m[1], func(r rune) bool { return r < 'A' }), strings.FieldsFunc(m[1], func(r rune) bool { return r >= 'A' })
		one := strings.Repeat(bits[0], len(bits)) == strings.Join(bits, "")
		if !one || len(letters) == 1 && !strings.HasPrefix(m[2], "FLOAT") {
			continue
		}
		short := strings.Join(letters, "") + bits[0]
		names := []string{short + "_" + m[2], short + m[2], short + strings.ReplaceAll(m[2], "_", "-"), "TEX_FORMAT_" + short + "_" + m[2], "VK_FORMAT_" + f.String()}
		switch m[2] {
		case "FLOAT":
			names = append(names, short+"F", "GL_"+short+"F", "VK_FORMAT_"+m[1]+"_SFLOAT")
		case "UNORM":
			names = append(names, short, "GL_"+short)
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
