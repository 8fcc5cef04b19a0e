package diag

// Codes of root signatures whose parameters do not fit shaders: GS03xx.
const (
	// RootDescriptorNotEnough occurs when a pipeline is created whose shader declares a texture, a typed buffer or a buffer with a counter at a
	// register for which the root signature has a root descriptor.
	//
	// Rule: Root descriptors show raw and structured buffers, without a counter: everything else needs a descriptor table (source: root signatures,
	// using descriptors directly in the root signature).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local kept = gpu.AppendStructuredBuffer("u0", "float")
	//	local keep = gpu.ComputeShader { Name = "keep", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
	//	  kept:Append(float(GroupIndex))
	//	end }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" } } }
	//	device:CreateComputePipelineState { Name = "keep", RootSignature = root, CS = keep }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local kept = gpu.AppendStructuredBuffer("u0", "float")
	//	local keep = gpu.ComputeShader { Name = "keep", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
	//	  kept:Append(float(GroupIndex))
	//	end }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
	//	device:CreateComputePipelineState { Name = "keep", RootSignature = root, CS = keep }
	RootDescriptorNotEnough Code = 327
)
