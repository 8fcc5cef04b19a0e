// Package cnames knows what the documentation of Direct3D 12 calls in C what has another name here: fields of descriptions, and the members of
// unions, whose fields stand in the description itself here. A description may use them, so that a snippet of the documentation carries over.
//
// It also knows the order of arguments of the calls that take one table here.
//
// It is tables of words. The package must not know Lua, classes or messages.
package cnames

import (
	"slices"
	"strings"
)

// keys are the names of fields that differ by more than a prefix. A row holds for every description that has the field and none of the name in C.
var keys = map[string]string{
	"Clear":                "ClearValue",
	"First2DArrayFace":     "FirstArraySlice",
	"HeapProperties":       "HeapType",
	"InitialResourceState": "InitialState",
	"ParameterType":        "Type",
	"Properties":           "HeapType",
	"RangeType":            "Type",
	"SamplerOrTextureName": "Name",
	"StateAfter":           "After",
	"StateBefore":          "Before",
	"SubresourceIndex":     "Subresource",
	"Type":                 "HeapType", // of D3D12_HEAP_PROPERTIES

	"back": "Back", "bottom": "Bottom", "cpuDescriptor": "CPUDescriptor", "front": "Front", "left": "Left", "right": "Right", "top": "Top",

	"DescriptorRanges":  "Ranges",
	"pCommandAllocator": "Allocator",
	"pDescriptorRanges": "Ranges",
	"pHeapProperties":   "HeapType",
}

// unions are the members of unions, and of structs in structs, by the description in whose place their fields stand.
var unions = map[string][]string{
	"BarrierDesc":           {"Aliasing", "Transition", "UAV"},
	"Binding":               {"Desc"},                       // DML_BINDING_DESC
	"ClearValue":            {"ClearValue", "DepthStencil"}, // Clear = { ClearValue = { … } } of a render pass
	"CommittedResourceDesc": {"Desc", "ResourceDesc", "pDesc", "pResourceDesc"},
	"Desc":                  {"Desc"}, // DML_TENSOR_DESC
	"IndirectArgument":      {"Constant", "ConstantBufferView", "ShaderResourceView", "UnorderedAccessView", "VertexBuffer"},
	"PassResolve":           {"pSubresourceParameters"},
	"PlacedResourceDesc":    {"Desc", "ResourceDesc", "pDesc", "pResourceDesc"},
	"RootParameter":         {"Constants", "Descriptor", "DescriptorTable"},
	"SwapChainDesc":         {"BufferDesc"},
	"TextureCopyLocation":   {"Footprint", "PlacedFootprint"},
	"ViewDesc": {"Buffer", "Texture1D", "Texture1DArray", "Texture2D", "Texture2DArray", "Texture2DMS",
		"Texture2DMSArray", "Texture3D", "TextureCube",
		"TextureCubeArray"},
}

// members are the fields of members of unions, and of structs in structs, in the order of C, where they are the same wherever the member stands: a
// list under the member has them without their names.
var members = map[string][]string{
	"Aliasing":           {"ResourceBefore", "ResourceAfter"},
	"Constants":          {"ShaderRegister", "RegisterSpace", "Num32BitValues"},
	"ConstantBufferView": {"RootParameterIndex"},
	"DepthStencil":       {"Depth", "Stencil"},
	"Descriptor":         {"ShaderRegister", "RegisterSpace", "Flags"},
	"DescriptorTable":    {"NumDescriptorRanges", "Ranges"},
	"Footprint":          {"Format", "Width", "Height", "Depth", "RowPitch"},
	"PlacedFootprint":    {"Offset", "Footprint"},
	"Transition":         {"Resource", "Subresource", "StateBefore", "StateAfter"},
	"UAV":                {"Resource"},
}

// Members are the fields of a member of a union in the order of C; nil if there is none that holds everywhere.
func Members(key string) []string { return members[key] }

// said are fields that say what other fields say here already, with the values that they can have; none: any. Those of a placed footprint are what
// GetCopyableFootprints tells of it besides.
var said = map[string][]string{
	"BufferDesc.RefreshRate":               {}, // of full screens
	"BufferDesc.Scaling":                   {},
	"BufferDesc.ScanlineOrdering":          {},
	"Desc.Type":                            {"BUFFER"},
	"FeatureQuery.CommandListType":         {},
	"FeatureQuery.HighestShaderModel":      {}, // up to which the program knows them
	"FeatureQuery.HighestVersion":          {},
	"FeatureQuery.NumFeatureLevels":        {},
	"FeatureQuery.Priority":                {},
	"FeatureQuery.pFeatureLevelsRequested": {},
	"FormatQuery.Flags":                    {"0", "NONE"},
	"FormatQuery.NumQualityLevels":         {}, // what is asked for
	"FormatQuery.Support1":                 {},
	"FormatQuery.Support2":                 {},
	"PlacedFootprint.MipLevel":             {},
	"PlacedFootprint.RowSizeInBytes":       {},
	"PlacedFootprint.SamplePitch":          {},
	"PlacedFootprint.SizeInBytes":          {},
	"PlacedFootprint.SlicePitch":           {},
	"PlacedFootprint.Subresource":          {},
	"SamplerDesc.MaxLOD":                   {"+Inf"}, // there is no largest level
	"StaticSampler.MaxLOD":                 {"+Inf"},
	"SwapChainDesc.AlphaMode":              {"IGNORE", "UNSPECIFIED"},
	"SwapChainDesc.BufferUsage":            {"RENDER_TARGET_OUTPUT"},
	"SwapChainDesc.OutputWindow":           {},
	"SwapChainDesc.Scaling":                {"NONE", "STRETCH"},
	"SwapChainDesc.Stereo":                 {},
	"SwapChainDesc.Windowed":               {},
	"Texture1D.MipLevels":                  {all},
	"Texture1DArray.ArraySize":             {all},
	"Texture1DArray.MipLevels":             {all},
	"Texture2D.MipLevels":                  {all},
	"Texture2DArray.ArraySize":             {all},
	"Texture2DArray.MipLevels":             {all},
	"Texture2DMSArray.ArraySize":           {all},
	"Texture3D.MipLevels":                  {all},
	"Texture3D.WSize":                      {all},
	"TextureCube.MipLevels":                {all},
	"TextureCubeArray.MipLevels":           {all},
	"TextureCopyLocation.Type":             {"PLACED_FOOTPRINT", "SUBRESOURCE_INDEX"},
	"ViewDesc.ArraySize":                   {all},
	"ViewDesc.MipLevels":                   {all},
	"ViewDesc.Shader4ComponentMapping":     {"DEFAULT", "DEFAULT_SHADER_4_COMPONENT_MAPPING"},
}

// all is how many levels, slices or layers a view shows: those that follow, as where nothing is said.
const all = "-1"

// saidPrefixes are what may stand before the values of said.
var saidPrefixes = []string{"", "D3D12_", "D3D12_TEXTURE_COPY_TYPE_", "DML_TENSOR_TYPE_", "DXGI_ALPHA_MODE_", "DXGI_SCALING_", "DXGI_USAGE_"}

// counts are fields that say how long a list of the same description is.
var counts = map[string]string{
	"BindingCount":          "Bindings",
	"DimensionCount":        "Sizes",
	"InputEdgeCount":        "InputEdges",
	"IntermediateEdgeCount": "IntermediateEdges",
	"NodeCount":             "Nodes",
	"NumArgumentDescs":      "ArgumentDescs",
	"NumDescriptorRanges":   "Ranges",
	"NumParameters":         "Parameters",
	"NumRects":              "Rects",
	"NumRenderTargets":      "RTVFormats",
	"NumStaticSamplers":     "StaticSamplers",
	"OutputEdgeCount":       "OutputEdges",
	"SubresourceCount":      "SubresourceParameters",
}

// lists are the members of descriptions that hold a list and its length in C, where the list itself stands here.
var lists = map[string]string{"InputLayout": "pInputElementDescs"}

// Listed is the member of a field that holds the list which the field is here; "" if there is none.
func Listed(key string) string { return lists[key] }

// Counted is the list whose length a field of C says; "" if it says none.
func Counted(key string) string { return counts[key] }

// Key is the name here of a field that C calls name; "" where C has no other name for anything. Pointers of C begin with a p, lists of pointers with
// two.
func Key(name string) string {
	if key := keys[name]; key != "" {
		return key
	}
	for range 2 {
		if len(name) > 1 && name[0] == 'p' {
			if name = name[1:]; name[0] >= 'A' && name[0] <= 'Z' {
				return name
			}
		}
	}
	return ""
}

// Depth is how deep members of unions stand in each other: PlacedFootprint.Footprint. A script's tables may go on for ever.
const Depth = 2

// implied are the values of a field that members of unions stand for, where the field is not said.
var implied = map[string][2]string{
	"BarrierDesc.Aliasing":          {"Type", "ALIASING"},
	"BarrierDesc.UAV":               {"Type", "UAV"},
	"RootParameter.Constants":       {"Type", "32BIT_CONSTANTS"},
	"RootParameter.DescriptorTable": {"Type", "DESCRIPTOR_TABLE"},
	"RootParameter.Num32BitValues":  {"Type", "32BIT_CONSTANTS"},
	"RootParameter.Ranges":          {"Type", "DESCRIPTOR_TABLE"},
}

// Implied is the field that a member of a union stands for by itself, or that a field of the description decides, and its value; "" if there is none.
func Implied(description, member string) (field, value string) {
	pair := implied[description+"."+member]
	return pair[0], pair[1]
}

// Union says whether the fields of the table under a key stand in the description itself here.
func Union(description, key string) bool { return slices.Contains(unions[description], key) }

// Unfolds is Union for a description that is not known.
func Unfolds(key string) bool {
	for description := range unions {
		if Union(description, key) {
			return true
		}
	}
	return false
}

// Said says whether a field is left out here, because others say the same. of is the description, or the member of a union in which it stands. What
// is left out may have its prefix.
func Said(of, key, value string) bool {
	values, ok := said[of+"."+key]
	return ok && (len(values) == 0 || slices.ContainsFunc(values, func(name string) bool {
		before, found := strings.CutSuffix(value, name)
		return found && slices.Contains(saidPrefixes, before)
	}))
}

// Orders are the parameters of calls of Direct3D 12 that take one table here, by "Class.Method", as the fields that they stand for. A table of C in
// the place of the type of a heap is asked for its Type, as D3D12_HEAP_PROPERTIES has it.
var Orders = map[string][]string{
	"Device.CreateCommandList":        {"NodeMask", "Type", "Allocator", "InitialState"},
	"Device.CreateCommandList1":       {"NodeMask", "Type", Dropped}, // flags, of which there are none
	"Device.CreateCommandSignature":   {Description, "RootSignature"},
	"Device.CreateCommittedResource":  {"HeapType", "HeapFlags", Description, "InitialState", "OptimizedClearValue"},
	"Device.CreateCommittedResource1": {"HeapType", "HeapFlags", Description, "InitialState", "OptimizedClearValue", Dropped},
	"Device.CreateCommittedResource2": {"HeapType", "HeapFlags", Description, "InitialState", "OptimizedClearValue", Dropped},
	"Device.CreateHeap1":              {Description, Dropped},
	"Device.CreatePlacedResource1":    {"Heap", "HeapOffset", Description, "InitialState", "OptimizedClearValue"},
	"Device.CreatePlacedResource":     {"Heap", "HeapOffset", Description, "InitialState", "OptimizedClearValue"},

	"Device.CreateRootSignature": {Dropped, Description}, // a mask of nodes

	"Device.GetResourceAllocationInfo": {Dropped, Dropped, Description}, // a mask of nodes, and how many descriptions follow

	"DeviceContext.DispatchCompute": {"ThreadGroupCountX", "ThreadGroupCountY", "ThreadGroupCountZ"},
	"RenderDevice.CreateBuffer":     {Description, "Data"},
	"RenderDevice.CreateTexture":    {Description, "Data"},

	"gpu.CreateEvent": {Dropped, "ManualReset", "InitialState", "Name"},
}

// What stands in Orders for a parameter that is no field.
const (
	Description = "{}" // a table whose fields stand in the one table
	Dropped     = ""   // what the call here does not ask for
)

// Argument is the number, from 1, of the argument of C that stands for a field of the one table, and whether it is the field itself and not a table
// that has it; 0 for a call that has no other order of arguments.
func Argument(method, field string) (number int, itself bool) {
	for call, order := range Orders {
		if _, name, _ := strings.Cut(call, "."); name != method {
			continue
		}
		if i := slices.Index(order, field); i >= 0 {
			return i + 1, true
		}
		return slices.Index(order, Description) + 1, false
	}
	return 0, false
}

// Counts are the orders of arguments of calls that say in C how long a list is, by "Class.Method": a letter for each argument there.
//
//	.  it is an argument here, too
//	n  the length of the list that follows
//	v  the length of the list of numbers that follows
//	N  the length of the list before
//	x  a number that means nothing here
//	s  it is an argument here, too: a list of numbers, or one number for a list of one before it
//	r  whether the one handle before stands for as many in a row as its length says, which is the last argument here
//	f  what is false or 0 where nothing is said
var Counts = map[string]string{
	"BindingTable.BindInputs":  "n.",
	"BindingTable.BindOutputs": "n.",

	"CommandList.BeginEvent":                    "x.x", // how its text is coded, and its bytes
	"CommandList.BeginRenderPass":               "n...",
	"CommandList.ClearDepthStencilView":         "....n.",
	"CommandList.ClearRenderTargetView":         "..n.",
	"CommandList.ClearUnorderedAccessViewFloat": "....n.",
	"CommandList.ClearUnorderedAccessViewUint":  "....n.",
	"CommandList.IASetVertexBuffers":            ".n.",
	"CommandList.OMSetRenderTargets":            "n.r.",
	"CommandList.RSSetScissorRects":             "n.",
	"CommandList.RSSetViewports":                "n.",
	"CommandList.ResourceBarrier":               "n.",
	"CommandList.SetComputeRoot32BitConstants":  ".v..",
	"CommandList.SetDescriptorHeaps":            "n.",
	"CommandList.SetGraphicsRoot32BitConstants": ".v..",
	"CommandList.SetMarker":                     "x.x",
	"CommandList.WriteBufferImmediate":          "n..",

	"CommandQueue.ExecuteCommandLists": "n.",

	"DMLDevice.CreateOperatorInitializer": "n.",
	"DMLDevice.Evict":                     "n.",
	"DMLDevice.MakeResident":              "n.",

	"Device.CopyDescriptors":                   "n.sn.s.",
	"Device.EnqueueMakeResident":               ".n...",
	"Device.Evict":                             "n.",
	"Device.MakeResident":                      "n.",
	"Device.SetEventOnMultipleFenceCompletion": "..N..",
	"Device.SetResidencyPriority":              "n..",

	"DeviceContext.ExecuteCommandLists":      "n.",
	"DeviceContext.SetRenderTargets":         "n...",
	"DeviceContext.SetScissorRects":          "n.ff",
	"DeviceContext.SetVertexBuffers":         ".n...",
	"DeviceContext.SetViewports":             "n.ff",
	"DeviceContext.TransitionResourceStates": "n.",

	"gpu.WaitForMultipleObjects": "n...",
}

// Shifted is the number, from 1, in C's order of arguments of the argument that has a number here, where a call of a method has some arguments: the
// same one where they stand in the order here. number says whether one of them, from 1, is certainly a number.
func Shifted(method string, argument, arguments int, number func(int) bool) int {
	for call, order := range Counts {
		if _, name, _ := strings.Cut(call, "."); name != method {
			continue
		}
		first := strings.IndexAny(order, "nNvx") + 1
		if arguments <= strings.Count(order, ".")+strings.Count(order, "s") && (first > arguments || !number(first)) {
			return argument
		}
		for i := range order {
			if order[i] != '.' && order[i] != 's' && i < argument {
				argument++
			}
		}
		return argument
	}
	return argument
}
