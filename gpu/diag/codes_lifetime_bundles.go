package diag

// The codes of what bundles take over, and of their recordings: GS0610 and GS0611.
const (
	// InheritedStaticTable occurs when a dispatch or a draw of a bundle reads static descriptors of a table that the bundle does not set.
	//
	// Rule: Static descriptors are valid when their table is set in the recording that reads them, so a bundle sets such tables itself
	// (source: root signature 1.1, descriptors and data volatility).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator("BUNDLE") }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(buffer, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	bundle:SetDescriptorHeaps { heap }
	//	bundle:SetPipelineState(pipeline)
	//	bundle:SetComputeRootSignature(root)
	//	bundle:Dispatch(1, 1, 1)
	//	bundle:Close()
	//	list:SetDescriptorHeaps { heap }
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:ExecuteBundle(bundle)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator("BUNDLE") }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(buffer, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	bundle:SetDescriptorHeaps { heap }
	//	bundle:SetPipelineState(pipeline)
	//	bundle:SetComputeRootSignature(root)
	//	bundle:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	bundle:Dispatch(1, 1, 1)
	//	bundle:Close()
	//	list:SetDescriptorHeaps { heap }
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:ExecuteBundle(bundle)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	InheritedStaticTable Code = 610

	// BundleInUse occurs when a bundle is reset while a list that executes it is not submitted yet.
	//
	// Rule: A bundle keeps its recording until the lists that execute it have been submitted (source: Direct3D 12 bundles).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator("BUNDLE") }
	//	local again = device:CreateCommandAllocator("BUNDLE", "again")
	//	bundle:Close()
	//	list:ExecuteBundle(bundle)
	//	list:Close()
	//	bundle:Reset(again)
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator("BUNDLE") }
	//	local again = device:CreateCommandAllocator("BUNDLE", "again")
	//	bundle:Close()
	//	list:ExecuteBundle(bundle)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	bundle:Reset(again)
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	BundleInUse Code = 611
)
