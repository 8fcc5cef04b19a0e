package diag

// Codes of advice on root constants: GS09xx.
const (
	// RootConstantType occurs when a dispatch or a draw reads a root constant as an integer that was set as a float, or the other way round.
	//
	// Rule: Root constants are 32 bits: numbers are written as floats, and gpu.AsUint and gpu.AsInt write integers, as the shader declares them
	// (source: ID3D12GraphicsCommandList::SetComputeRoot32BitConstants).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator("COMPUTE") }
	//	local out, step = gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "size", "uint" } })
	//	local double = gpu.ComputeShader { Name = "double", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = GroupIndex * step.size
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "double", RootSignature = root, CS = double })
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:SetComputeRoot32BitConstants(1, { 4 })
	//	list:Dispatch(1, 1, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator("COMPUTE") }
	//	local out, step = gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "size", "uint" } })
	//	local double = gpu.ComputeShader { Name = "double", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = GroupIndex * step.size
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "double", RootSignature = root, CS = double })
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:SetComputeRoot32BitConstants(1, { gpu.AsUint(4) })
	//	list:Dispatch(1, 1, 1)
	RootConstantType Code = 940
)
