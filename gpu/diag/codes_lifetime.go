package diag

// The codes of lifetimes, and of descriptors and memory in flight: GS06xx.
const (
	// ReleasedInFlight occurs when an object is released while submitted work that needs it may not have finished. Whether
	// it has is decided by what the script has waited for, not by time.
	//
	// Rule: An object lives until the GPU has finished all work that needs it (source: D3D12 object lifetimes).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local source = device:CreateCommittedResource { Name = "source", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	list:CopyBufferRegion(target, 0, source, 0, 1024)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	source:Release()
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local source = device:CreateCommittedResource { Name = "source", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	list:CopyBufferRegion(target, 0, source, 0, 1024)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//	source:Release()
	ReleasedInFlight Code = 601

	// AllocatorInFlight occurs when an allocator is reset while the GPU may still execute a list that was recorded on it.
	//
	// Rule: An allocator is reset when the GPU has finished all lists recorded on it (source:
	// ID3D12CommandAllocator::Reset).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	allocator:Reset()
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//	allocator:Reset()
	AllocatorInFlight Code = 602

	// ListInFlight occurs when a list is submitted again while the GPU may still execute it, or appears twice in one call. After Reset it is
	// another recording, which may be submitted at once.
	//
	// Rule: A list is submitted again when its last execution has finished (source:
	// ID3D12CommandQueue::ExecuteCommandLists).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	queue:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//	queue:ExecuteCommandLists { list }
	ListInFlight Code = 603

	// SubmitReleased occurs when a list is submitted that needs an object which was released after it was recorded.
	//
	// Rule: A list holds no references; what it needs lives until it has been executed (source: D3D12 object lifetimes).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local source = device:CreateCommittedResource { Name = "source", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	list:CopyBufferRegion(target, 0, source, 0, 1024)
	//	list:Close()
	//	source:Release()
	//	queue:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local source = device:CreateCommittedResource { Name = "source", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	list:CopyBufferRegion(target, 0, source, 0, 1024)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	SubmitReleased Code = 604

	// DescriptorInFlight occurs when a descriptor is overwritten while submitted work that reads it may not have finished.
	//
	// Rule: A descriptor that a submitted list reads stays as it is until the list has been executed (source: root signature
	// 1.1, descriptors and data volatility).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(buffer, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	list:SetDescriptorHeaps { heap }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:Dispatch(4, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	device:CreateUnorderedAccessView(buffer, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(buffer, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	list:SetDescriptorHeaps { heap }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:Dispatch(4, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//	device:CreateUnorderedAccessView(buffer, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	DescriptorInFlight Code = 605

	// StaticDescriptorChanged occurs when a list is submitted, and a static descriptor of a table was written after the list had
	// set the table.
	//
	// Rule: Static descriptors are valid when the table is set, and stay until the list has been executed for the last time
	// (source: root signature 1.1, descriptors and data volatility).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	list:SetDescriptorHeaps { heap }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:Dispatch(4, 1, 1)
	//	list:Close()
	//	device:CreateUnorderedAccessView(buffer, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = {
	//	  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(buffer, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	list:SetDescriptorHeaps { heap }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:Dispatch(4, 1, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	StaticDescriptorChanged Code = 606

	// ShaderOutOfBounds occurs when a kernel reads or writes outside of a resource, of groupshared memory or of an array. Reads return 0 and writes
	// are dropped.
	//
	// Rule: Shaders access elements that exist (source: HLSL out-of-bounds rules).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(5, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(4, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	ShaderOutOfBounds Code = 621

	// DescriptorFault occurs when a dispatch or a clear reads a descriptor that was never written, whose resource does not
	// exist any more, or that is not the kind of view that the shader declares, or when ExecuteIndirect finds an address among
	// its arguments that its view cannot have. It acts as a null view.
	//
	// Rule: Descriptors that a command reads are valid until it has been executed (source: D3D12 descriptor heaps).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
	//	device:CreateUnorderedAccessView(buffer, nil, { Format = "R32_UINT" }, cpu:GetCPUDescriptorHandle(0))
	//	list:SetDescriptorHeaps { heap }
	//	list:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), buffer, { 0, 0, 0, 0 })
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
	//	device:CreateUnorderedAccessView(buffer, nil, { Format = "R32_UINT" }, cpu:GetCPUDescriptorHandle(0))
	//	device:CreateUnorderedAccessView(buffer, nil, { Format = "R32_UINT" }, heap:GetCPUDescriptorHandle(0))
	//	list:SetDescriptorHeaps { heap }
	//	list:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), buffer, { 0, 0, 0, 0 })
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	DescriptorFault Code = 622

	// PageFault occurs when a command runs that needs an object which does not exist any more. The device is removed.
	//
	// Rule: What a command needs lives until it has been executed (source: D3D12 device removed extended data).
	//
	// No example: the release is reported before (GS0601, GS0604); this code follows only with --errors=report or without validation
	// (gpu/device: TestReleasedResourceInFlightRemovesTheDevice).
	PageFault Code = 623

	// IndirectTooManyGroups occurs when the arguments of a command of ExecuteIndirect ask for more than 65535 thread groups in a
	// dimension. The command is left out.
	//
	// Rule: A dispatch has at most 65535 groups in each dimension (source: D3D12 compute limits).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x % 256] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local work = device:CreateCommandSignature { Name = "work", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
	//	local args = device:CreateCommittedResource { Name = "args", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 24, InitialState = "GENERIC_READ" }
	//	args:Map():Write(0, "uint", { 65536, 1, 1, 2, 1, 1 })
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:ExecuteIndirect(work, 1, args)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x % 256] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local work = device:CreateCommandSignature { Name = "work", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
	//	local args = device:CreateCommittedResource { Name = "args", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 24, InitialState = "GENERIC_READ" }
	//	args:Map():Write(0, "uint", { 65535, 1, 1, 2, 1, 1 })
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:ExecuteIndirect(work, 1, args)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	IndirectTooManyGroups Code = 624
)
