package diag

// The codes of data that views promise not to change, and of what was never written: GS0607 to GS0610.
const (
	// StaticDataChanged occurs when a command reads data through a view of a range with DATA_STATIC, and the data was written after the argument was
	// set during recording, or the write was not known to be finished by then.
	//
	// Rule: DATA_STATIC promises that the data is there when the argument is set in a recording, and stays until the list has been executed
	// for the last time (source: root signature 1.1, descriptors and data volatility).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local settings, out = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = settings[0]
	//	end }
	//	local data = device:CreateCommittedResource { Name = "data", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "SRV", ShaderRegister = 0, Flags = "DATA_STATIC" }, { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootShaderResourceView(0, data:GetGPUVirtualAddress())
	//	list:SetComputeRootUnorderedAccessView(1, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	data:Map():Write(0, "float", { 3 })
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local settings, out = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = settings[0]
	//	end }
	//	local data = device:CreateCommittedResource { Name = "data", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "SRV", ShaderRegister = 0, Flags = "DATA_STATIC" }, { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	data:Map():Write(0, "float", { 3 })
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootShaderResourceView(0, data:GetGPUVirtualAddress())
	//	list:SetComputeRootUnorderedAccessView(1, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	StaticDataChanged Code = 607

	// DataChangedWhileSet occurs when a command reads data through a view that was set before the data was written, and the range promises
	// DATA_STATIC_WHILE_SET_AT_EXECUTE, which is the default of views for reading.
	//
	// Rule: Unless its flags say otherwise, data that a read-only view shows does not change from when the argument is set on the queue until the
	// last command that reads it (source: root signature 1.1, descriptors and data volatility).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local settings, out = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = settings[0]
	//	end }
	//	local upload = device:CreateCommittedResource { Name = "upload", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local data = device:CreateCommittedResource { Name = "data", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
	//	local address = data:GetGPUVirtualAddress()
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	upload:Map():Write(0, "float", { 3 })
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootShaderResourceView(0, address)
	//	list:SetComputeRootUnorderedAccessView(1, buffer:GetGPUVirtualAddress())
	//	list:CopyBufferRegion(data, 0, upload, 0, 256)
	//	list:ResourceBarrier { { Resource = data, Before = "COPY_DEST", After = "NON_PIXEL_SHADER_RESOURCE" } }
	//	list:Dispatch(1, 1, 1)
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
	//	local settings, out = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = settings[0]
	//	end }
	//	local upload = device:CreateCommittedResource { Name = "upload", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local data = device:CreateCommittedResource { Name = "data", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
	//	local address = data:GetGPUVirtualAddress()
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	upload:Map():Write(0, "float", { 3 })
	//	list:CopyBufferRegion(data, 0, upload, 0, 256)
	//	list:ResourceBarrier { { Resource = data, Before = "COPY_DEST", After = "NON_PIXEL_SHADER_RESOURCE" } }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootShaderResourceView(0, address)
	//	list:SetComputeRootUnorderedAccessView(1, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	DataChangedWhileSet Code = 608

	// QueryNeverEnded occurs when ResolveQueryData resolves a query that no EndQuery has ended.
	//
	// Rule: A query is resolved after EndQuery has ended it (source: ID3D12GraphicsCommandList::ResolveQueryData).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local times = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 }
	//	local result = device:CreateCommittedResource { Name = "result", HeapType = "READBACK", Dimension = "BUFFER", Width = 16, InitialState = "COPY_DEST" }
	//	list:EndQuery(times, "TIMESTAMP", 0)
	//	list:ResolveQueryData(times, "TIMESTAMP", 0, 2, result, 0)
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
	//	local times = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 }
	//	local result = device:CreateCommittedResource { Name = "result", HeapType = "READBACK", Dimension = "BUFFER", Width = 16, InitialState = "COPY_DEST" }
	//	list:EndQuery(times, "TIMESTAMP", 0)
	//	list:EndQuery(times, "TIMESTAMP", 1)
	//	list:ResolveQueryData(times, "TIMESTAMP", 0, 2, result, 0)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	QueryNeverEnded Code = 609
)
