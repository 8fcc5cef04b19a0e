package cnames

// A Helper is a function, macro or struct of a header that programs in C++ use beside Direct3D 12, and that is not here.
type Helper struct {
	Instead string // what to do here, as a phrase
	Call    string // what to write instead of a call of it, with %1, %2 … for its arguments and %a for all of them, as a diag.FixCall has it; "": what comes instead is no call of the same shape
}

// Helpers are those of d3dx12.h, of the samples and of PIX, by name.
func Helpers() map[string]Helper {
	return map[string]Helper{
		"CD3DX12_BLEND_DESC":                    {standard, ""},
		"CD3DX12_BOX":                           {"a box is a table of its corners: { Left = 0, Top = 0, Front = 0, Right = 8, Bottom = 8, Back = 1 }", ""},
		"CD3DX12_CLEAR_VALUE":                   {"a clear value is a table: { Format = \"R8G8B8A8_UNORM\", Color = { 0, 0, 0, 1 } }, or with DepthStencil = { Depth = 1, Stencil = 0 }", ""},
		"CD3DX12_CPU_DESCRIPTOR_HANDLE":         {"handle:Offset(slots) is the handle some slots further, and heap:GetCPUDescriptorHandle(i) that of slot i", "%1:Offset(%2, %3)"},
		"CD3DX12_DEPTH_STENCIL_DESC":            {standard, ""},
		"CD3DX12_DESCRIPTOR_RANGE":              {ranges, ""},
		"CD3DX12_DESCRIPTOR_RANGE1":             {ranges, ""},
		"CD3DX12_GPU_DESCRIPTOR_HANDLE":         {"handle:Offset(slots) is the handle some slots further, and heap:GetGPUDescriptorHandle(i) that of slot i", "%1:Offset(%2, %3)"},
		"CD3DX12_HEAP_PROPERTIES":               {"the type of the heap says all: \"DEFAULT\", \"UPLOAD\" or \"READBACK\"", "%1"},
		"CD3DX12_RANGE":                         {"a range is a table: { Begin = 0, End = 16 }", "{ %a }"},
		"CD3DX12_RASTERIZER_DESC":               {standard, ""},
		"CD3DX12_RECT":                          {"a rectangle is a table: { Left = 0, Top = 0, Right = 64, Bottom = 64 }", "{ %a }"},
		"CD3DX12_RESOURCE_BARRIER":              {barriers, ""},
		"CD3DX12_RESOURCE_DESC":                 {"a description is a table: { Dimension = \"BUFFER\", Width = bytes }, or { Dimension = \"TEXTURE2D\", Width = w, Height = h, Format = \"R8G8B8A8_UNORM\" }", ""},
		"CD3DX12_ROOT_PARAMETER":                {parameters, ""},
		"CD3DX12_ROOT_PARAMETER1":               {parameters, ""},
		"CD3DX12_ROOT_SIGNATURE_DESC":           {signature, ""},
		"CD3DX12_SHADER_BYTECODE":               {"a pipeline takes the shader itself, as gpu.ComputeShader makes it", "%1"},
		"CD3DX12_STATIC_SAMPLER_DESC":           {"a static sampler is a table: { ShaderRegister = 0, Filter = \"MIN_MAG_MIP_LINEAR\" }", ""},
		"CD3DX12_TEXTURE_COPY_LOCATION":         {"a location is a table: { Resource = texture, Subresource = 0 }, or a buffer with a footprint: { Resource = buffer, PlacedFootprint = footprint }", ""},
		"CD3DX12_VERSIONED_ROOT_SIGNATURE_DESC": {signature, ""},
		"CD3DX12_VIEWPORT":                      {"a viewport is a table: { Width = 64, Height = 64 }", "{ %a }"},

		"NAME_D3D12_OBJECT":         {"write Name = \"...\" where the object is made, or object:SetName(name)", ""},
		"NAME_D3D12_OBJECT_INDEXED": {"write Name = \"...\" where the object is made, or object:SetName(name)", ""},

		"PIXBeginEvent": {"write list:BeginEvent(text)", ""},
		"PIXEndEvent":   {"write list:EndEvent()", "%1:EndEvent()"},
		"PIXSetMarker":  {"write list:SetMarker(text)", ""},
	}
}

// What several rows say.
const (
	barriers   = "write list:ResourceBarrier { { Type = \"TRANSITION\", Resource = r, Before = \"COPY_DEST\", After = \"COMMON\" } }, or in it { Type = \"UAV\", Resource = r } or { Type = \"ALIASING\", ResourceBefore = a, ResourceAfter = b }"
	parameters = "a root parameter is a table: { Type = \"CBV\", ShaderRegister = 0 }, for example"
	ranges     = "a range of a descriptor table is a table: { Type = \"SRV\", NumDescriptors = 1, BaseShaderRegister = 0 }"
	signature  = "pass the description itself: device:CreateRootSignature { Parameters = { ... } }"
	standard   = "leave it out: what is not said has the default of Direct3D 12"
)
