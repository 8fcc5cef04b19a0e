package diag

// The codes of work items that nothing orders: GS0520, GS0522 and GS0523.
const (
	// GroupSharedRace occurs when two work items of a group touch an element of groupshared memory with no barrier between them, and one of them
	// writes it. For each compute shader with such memory up to five groups of its first dispatch are checked: the first one, its neighbours, and the
	// last; all of a dispatch of at most 16. Two atomic operations do not race, and neither does a write of the value that is already there.
	//
	// Rule: GroupMemoryBarrierWithGroupSync comes between a write of groupshared memory and the accesses of other work items to the written
	// elements (source: HLSL, GroupMemoryBarrierWithGroupSync).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local out = gpu.RWStructuredBuffer("u0", "uint")
	//	local tile = gpu.GroupShared("uint", 64)
	//	local turn = gpu.ComputeShader { Name = "turn", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex)
	//	  tile[GroupIndex] = GroupIndex + 1
	//	  out[GroupIndex] = tile[63 - GroupIndex]
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "turn", RootSignature = root, CS = turn })
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local out = gpu.RWStructuredBuffer("u0", "uint")
	//	local tile = gpu.GroupShared("uint", 64)
	//	local turn = gpu.ComputeShader { Name = "turn", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex)
	//	  tile[GroupIndex] = GroupIndex + 1
	//	  GroupMemoryBarrierWithGroupSync()
	//	  out[GroupIndex] = tile[63 - GroupIndex]
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "turn", RootSignature = root, CS = turn })
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	GroupSharedRace Code = 520

	// TwoWriters occurs when two work items of a dispatch write different values to one element of a buffer or texture, neither of them atomically,
	// with no barrier between them. It is a warning, because a program may not care which value remains. For each compute shader up to five groups of
	// its first dispatch are checked: the first one, its neighbours, and the last; all of a dispatch of at most 16.
	//
	// Rule: If several work items write one element, it is undefined which of the values remains (source: HLSL, unordered access views).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local out, input = gpu.RWStructuredBuffer("u0", "uint"), gpu.StructuredBuffer("t0", "uint")
	//	local find = gpu.ComputeShader { Name = "find", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  if input[DispatchThreadID.x] == 0 then
	//	    out[0] = DispatchThreadID.x
	//	  end
	//	end }
	//	local function buffer(name, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" }, { Type = "SRV" } } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "find", RootSignature = root, CS = find })
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer("out", "ALLOW_UNORDERED_ACCESS"):GetGPUVirtualAddress())
	//	list:SetComputeRootShaderResourceView(1, buffer("input"):GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local out, input = gpu.RWStructuredBuffer("u0", "uint"), gpu.StructuredBuffer("t0", "uint")
	//	local find = gpu.ComputeShader { Name = "find", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  if input[DispatchThreadID.x] == 0 then
	//	    InterlockedMax(out[0], DispatchThreadID.x)
	//	  end
	//	end }
	//	local function buffer(name, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" }, { Type = "SRV" } } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "find", RootSignature = root, CS = find })
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer("out", "ALLOW_UNORDERED_ACCESS"):GetGPUVirtualAddress())
	//	list:SetComputeRootShaderResourceView(1, buffer("input"):GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	TwoWriters Code = 522

	// UnorderedRead occurs when a work item reads an element of a buffer or texture that another one of the same dispatch changes, with no barrier or
	// atomic that orders the two, and the result depends on which of them comes first. A barrier orders work items of one group; nothing but atomics
	// orders those of two. It is a warning, because some searches do not care. For each compute shader up to five groups of its first dispatch are
	// run in several orders: the first one, its neighbours, and the last; all of a dispatch of at most 16. If all orders leave the same, nothing is
	// reported.
	//
	// Rule: Work items of a dispatch run in no defined order: AllMemoryBarrierWithGroupSync orders those of one group, a UAV barrier those of two
	// dispatches (source: HLSL, unordered access views).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local out = gpu.RWStructuredBuffer("u0", "uint")
	//	local turn = gpu.ComputeShader { Name = "turn", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = GroupIndex + 1
	//	  out[GroupIndex + 64] = out[63 - GroupIndex]
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 512, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "turn", RootSignature = root, CS = turn })
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local out = gpu.RWStructuredBuffer("u0", "uint")
	//	local turn = gpu.ComputeShader { Name = "turn", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex)
	//	  out[GroupIndex] = GroupIndex + 1
	//	  AllMemoryBarrierWithGroupSync()
	//	  out[GroupIndex + 64] = out[63 - GroupIndex]
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 512, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "turn", RootSignature = root, CS = turn })
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	UnorderedRead Code = 523
)
