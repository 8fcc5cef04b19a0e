package diag

// The codes of advice, which refuses nothing: GS09xx.
const (
	// EmptyDispatch occurs when a dispatch has no thread groups in a dimension, and so runs nothing.
	//
	// Rule: A dispatch with a dimension of 0 is legal and does nothing (source: ID3D12GraphicsCommandList::Dispatch).
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
	//	list:Dispatch(4, 1, 0)
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
	EmptyDispatch Code = 901

	// EmptyCopy occurs when the box of a texture copy has no texels, a copy of buffers no bytes, or a resolve of queries none, and so copies nothing.
	//
	// Rule: A copy of an empty box, of 0 bytes or of 0 queries is legal and does nothing (source:
	// ID3D12GraphicsCommandList::CopyTextureRegion).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, state)
	//	  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = 8, Height = 8,
	//	    Format = "R8_UNORM", InitialState = state }
	//	end
	//	local a, b = texture("a", "COPY_SOURCE"), texture("b", "COPY_DEST")
	//	list:CopyTextureRegion({ Resource = b }, 0, 0, 0, { Resource = a }, { Left = 0, Top = 0, Right = 4, Bottom = 0 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, state)
	//	  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = 8, Height = 8,
	//	    Format = "R8_UNORM", InitialState = state }
	//	end
	//	local a, b = texture("a", "COPY_SOURCE"), texture("b", "COPY_DEST")
	//	list:CopyTextureRegion({ Resource = b }, 0, 0, 0, { Resource = a }, { Left = 0, Top = 0, Right = 4, Bottom = 4 })
	EmptyCopy Code = 925

	// NoBarriers occurs when ResourceBarrier is called without barriers.
	//
	// Rule: A call without barriers is legal and does nothing (source: D3D12 resource barriers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:ResourceBarrier {}
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:ResourceBarrier { { Type = "UAV" } }
	NoBarriers Code = 902

	// DuplicateTransition occurs when one call takes the same subresource through two transitions.
	//
	// Rule: Transitions of one call act in order; one does the same (source: D3D12 resource barriers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function buffer(name, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER",
	//	    Width = 1024, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local b = buffer("b")
	//	list:ResourceBarrier {
	//	  { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST" },
	//	  { Type = "TRANSITION", Resource = b, Before = "COPY_DEST", After = "COPY_SOURCE" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function buffer(name, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER",
	//	    Width = 1024, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local b = buffer("b")
	//	list:ResourceBarrier {
	//	  { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_SOURCE" } }
	DuplicateTransition Code = 903

	// BufferStateIgnored occurs when a buffer in a DEFAULT heap is created in another state than COMMON, which has no
	// effect.
	//
	// Rule: Buffers start in COMMON, whatever is asked for (source: ID3D12Device::CreateCommittedResource).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, InitialState = "COPY_DEST" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	BufferStateIgnored Code = 904

	// IdleWait occurs when a queue waits for a value that the fence has had from the beginning, which orders nothing. It is reported at the end, and
	// only if the same call never waits for more: a loop may begin with such a wait.
	//
	// Rule: A wait for the initial value is satisfied at once (source: D3D12 multi-engine synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	queue:Wait(fence, 0)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	queue:Wait(fence, 1)
	IdleWait Code = 905

	// TwoSignalers occurs when a fence is signalled by two queues, or by a queue and the CPU, and no wait orders the signals, so that its value
	// depends on which comes last. Signals of several queues are fine if waits order them.
	//
	// Rule: One timeline per fence is recommended (source: D3D12 multi-engine synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	fence:Signal(2)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local other = device:CreateFence(0, "other")
	//	queue:Signal(fence, 1)
	//	other:Signal(2)
	TwoSignalers Code = 906

	// ReadUpload occurs when the CPU reads from UPLOAD memory, which is write-combined and slow to read.
	//
	// Rule: UPLOAD memory is for writing (source: ID3D12Resource::Map).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	//	local map = b:Map()
	//	map:Read(0, "float", 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "READBACK", Dimension = "BUFFER", Width = 1024, InitialState = "COPY_DEST" }
	//	local map = b:Map()
	//	map:Read(0, "float", 1)
	ReadUpload Code = 907

	// ReadOutsideRange occurs when the CPU reads bytes of a mapped READBACK buffer that are outside of the read range of Map.
	//
	// Rule: The read range of Map is what the CPU might read; without one it might read everything (source: ID3D12Resource::Map, pReadRange).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local results = device:CreateCommittedResource { Name = "results", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
	//	local mapping = results:Map(0, { Begin = 0, End = 64 })
	//	print(mapping:Read(60, "uint", 2)[1])
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local results = device:CreateCommittedResource { Name = "results", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
	//	local mapping = results:Map(0, { Begin = 0, End = 68 })
	//	print(mapping:Read(60, "uint", 2)[1])
	ReadOutsideRange Code = 924

	// EmptySubmit occurs when ExecuteCommandLists is called without lists.
	//
	// Rule: A call without lists is legal and does nothing (source: ID3D12CommandQueue::ExecuteCommandLists).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	queue:ExecuteCommandLists {}
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
	EmptySubmit Code = 908

	// UnbalancedEvent occurs when BeginEvent and EndEvent of a list do not pair.
	//
	// Rule: BeginEvent and EndEvent come in pairs in a list (source: ID3D12GraphicsCommandList::EndEvent).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:EndEvent()
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:BeginEvent("shadows")
	//	list:EndEvent()
	UnbalancedEvent Code = 909

	// UselessSplit occurs when a split barrier of a buffer, of a texture with ALLOW_SIMULTANEOUS_ACCESS, or on a copy queue does not end in its
	// submission, although these resources go back to COMMON when that is finished.
	//
	// Rule: Buffers, textures with simultaneous access, and all that a copy queue uses decay to COMMON at the end of ExecuteCommandLists (source:
	// D3D12 resource barriers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function buffer(name, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER",
	//	    Width = 1024, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local b = buffer("b")
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST", Flags = "BEGIN_ONLY" } }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function buffer(name, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER",
	//	    Width = 1024, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local b = buffer("b")
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST" } }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	UselessSplit Code = 910

	// EmptyIndirect occurs when ExecuteIndirect has a maximum of 0 commands, and so runs nothing.
	//
	// Rule: A maximum of 0 commands is legal and does nothing (source: ID3D12GraphicsCommandList::ExecuteIndirect).
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
	//	args:Map():Write(0, "uint", { 1, 1, 1, 2, 1, 1 })
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:ExecuteIndirect(work, 0, args)
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
	//	args:Map():Write(0, "uint", { 1, 1, 1, 2, 1, 1 })
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:ExecuteIndirect(work, 1, args)
	EmptyIndirect Code = 911

	// RewindPastWait occurs when a signal lowers a fence while a queue may not have reached its wait for a larger value yet.
	//
	// Rule: A fence is lowered only when the queues have passed their waits for larger values: a wait compares with what the fence has now, not with
	// what it had before (source: ID3D12Fence, rewinding).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local copies, fence = device:CreateCommandQueue { Type = "COPY", Name = "copies" }, device:CreateFence(0, "fence")
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local passed = device:CreateFence(0, "passed")
	//	copies:Signal(passed, 1)
	//	copies:Wait(fence, 2)
	//	copies:Signal(passed, 2)
	//	queue:Signal(fence, 2)
	//	queue:Signal(fence, 1)
	//	queue:Signal(fence, 2)
	//	passed:WaitCPU(2)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local copies, fence = device:CreateCommandQueue { Type = "COPY", Name = "copies" }, device:CreateFence(0, "fence")
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local passed = device:CreateFence(0, "passed")
	//	copies:Signal(passed, 1)
	//	copies:Wait(fence, 2)
	//	copies:Signal(passed, 2)
	//	queue:Signal(fence, 2)
	//	queue:Wait(passed, 2)
	//	queue:Signal(fence, 1)
	//	queue:Signal(fence, 2)
	//	passed:WaitCPU(2)
	RewindPastWait Code = 914
)
