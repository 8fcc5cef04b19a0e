package diag

// The codes of accesses that nothing orders: GS0512 to GS0519.
const (
	// DataRace occurs when two queues touch the same bytes, at least one of them writes, and no fence orders the two. Where a texel of a texture lies
	// in memory that it shares is not defined, so it touches all of that which another resource has there.
	//
	// Rule: A fence orders a write before another queue reads or writes the written bytes (source: D3D12 multi-engine
	// synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "F")
	//	local function buffer(name, heap, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 4096, InitialState = state }
	//	end
	//	local staging, back = buffer("staging", "UPLOAD", "GENERIC_READ"), buffer("back", "READBACK", "COPY_DEST")
	//	local verts, other = buffer("verts", "DEFAULT", "COMMON"), buffer("other", "DEFAULT", "COMMON")
	//	local function copy(type, name, to, from, offset)
	//	  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
	//	  list:CopyBufferRegion(to, offset, from, 0, 1024)
	//	  list:Close()
	//	  return list
	//	end
	//	upload:ExecuteCommandLists { copy("COPY", "fill", verts, staging, 0) }
	//	upload:Signal(fence, 1)
	//	main:ExecuteCommandLists { copy("DIRECT", "draw", other, verts, 0) }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "F")
	//	local function buffer(name, heap, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 4096, InitialState = state }
	//	end
	//	local staging, back = buffer("staging", "UPLOAD", "GENERIC_READ"), buffer("back", "READBACK", "COPY_DEST")
	//	local verts, other = buffer("verts", "DEFAULT", "COMMON"), buffer("other", "DEFAULT", "COMMON")
	//	local function copy(type, name, to, from, offset)
	//	  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
	//	  list:CopyBufferRegion(to, offset, from, 0, 1024)
	//	  list:Close()
	//	  return list
	//	end
	//	upload:ExecuteCommandLists { copy("COPY", "fill", verts, staging, 0) }
	//	upload:Signal(fence, 1)
	//	main:Wait(fence, 1)
	//	main:ExecuteCommandLists { copy("DIRECT", "draw", other, verts, 0) }
	DataRace Code = 512

	// MappedRace occurs when the CPU touches mapped bytes that a queue may still write, or writes bytes that a queue may still read.
	//
	// Rule: The CPU waits for a fence that is signalled after the work before it touches the bytes that the work uses (source: ID3D12Resource::Map).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "F")
	//	local function buffer(name, heap, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 4096, InitialState = state }
	//	end
	//	local staging, back = buffer("staging", "UPLOAD", "GENERIC_READ"), buffer("back", "READBACK", "COPY_DEST")
	//	local verts, other = buffer("verts", "DEFAULT", "COMMON"), buffer("other", "DEFAULT", "COMMON")
	//	local function copy(type, name, to, from, offset)
	//	  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
	//	  list:CopyBufferRegion(to, offset, from, 0, 1024)
	//	  list:Close()
	//	  return list
	//	end
	//	upload:ExecuteCommandLists { copy("COPY", "fetch", back, verts, 0) }
	//	upload:Signal(fence, 1)
	//	print(back:Map():Read(0, "float"))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "F")
	//	local function buffer(name, heap, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 4096, InitialState = state }
	//	end
	//	local staging, back = buffer("staging", "UPLOAD", "GENERIC_READ"), buffer("back", "READBACK", "COPY_DEST")
	//	local verts, other = buffer("verts", "DEFAULT", "COMMON"), buffer("other", "DEFAULT", "COMMON")
	//	local function copy(type, name, to, from, offset)
	//	  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
	//	  list:CopyBufferRegion(to, offset, from, 0, 1024)
	//	  list:Close()
	//	  return list
	//	end
	//	upload:ExecuteCommandLists { copy("COPY", "fetch", back, verts, 0) }
	//	upload:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//	print(back:Map():Read(0, "float"))
	MappedRace Code = 513

	// DisjointWriters occurs when two queues write to one resource, at different bytes, and no fence orders the two.
	//
	// Rule: One queue at a time writes to a resource (source: D3D12 multi-engine synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "F")
	//	local function buffer(name, heap, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 4096, InitialState = state }
	//	end
	//	local staging, back = buffer("staging", "UPLOAD", "GENERIC_READ"), buffer("back", "READBACK", "COPY_DEST")
	//	local verts, other = buffer("verts", "DEFAULT", "COMMON"), buffer("other", "DEFAULT", "COMMON")
	//	local function copy(type, name, to, from, offset)
	//	  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
	//	  list:CopyBufferRegion(to, offset, from, 0, 1024)
	//	  list:Close()
	//	  return list
	//	end
	//	upload:ExecuteCommandLists { copy("COPY", "low", verts, staging, 0) }
	//	main:ExecuteCommandLists { copy("DIRECT", "high", verts, staging, 1024) }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "F")
	//	local function buffer(name, heap, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 4096, InitialState = state }
	//	end
	//	local staging, back = buffer("staging", "UPLOAD", "GENERIC_READ"), buffer("back", "READBACK", "COPY_DEST")
	//	local verts, other = buffer("verts", "DEFAULT", "COMMON"), buffer("other", "DEFAULT", "COMMON")
	//	local function copy(type, name, to, from, offset)
	//	  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
	//	  list:CopyBufferRegion(to, offset, from, 0, 1024)
	//	  list:Close()
	//	  return list
	//	end
	//	upload:ExecuteCommandLists { copy("COPY", "low", verts, staging, 0) }
	//	upload:Signal(fence, 1)
	//	main:Wait(fence, 1)
	//	main:ExecuteCommandLists { copy("DIRECT", "high", verts, staging, 1024) }
	DisjointWriters Code = 514

	// SharedSubresource occurs when a queue writes to a subresource of a texture that another queue uses at different texels, or needs in a state
	// without touching it, and no fence orders the two.
	//
	// Rule: A subresource of a texture without ALLOW_SIMULTANEOUS_ACCESS has one state, so that readers and a writer come
	// one after the other (source: D3D12 multi-engine synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local main = device:CreateCommandQueue { Type = "COPY", Name = "main" }
	//	local fence = device:CreateFence(0, "F")
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, InitialState = "COMMON" }
	//	end
	//	local t, a, b = texture("t", "R8_UNORM"), texture("a", "R8_UNORM"), texture("b", "R8_UNORM")
	//	local function copy(name, to, y, from, top)
	//	  local list = device:CreateCommandList { Type = "COPY", Name = name, Allocator = device:CreateCommandAllocator("COPY") }
	//	  list:CopyTextureRegion({ Resource = to }, 0, y, 0, { Resource = from }, { Top = top, Right = 64, Bottom = top + 32 })
	//	  list:Close()
	//	  return list
	//	end
	//	upload:ExecuteCommandLists { copy("top", t, 0, a, 0) }
	//	main:ExecuteCommandLists { copy("bottom", b, 0, t, 32) }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local main = device:CreateCommandQueue { Type = "COPY", Name = "main" }
	//	local fence = device:CreateFence(0, "F")
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, InitialState = "COMMON" }
	//	end
	//	local t, a, b = texture("t", "R8_UNORM"), texture("a", "R8_UNORM"), texture("b", "R8_UNORM")
	//	local function copy(name, to, y, from, top)
	//	  local list = device:CreateCommandList { Type = "COPY", Name = name, Allocator = device:CreateCommandAllocator("COPY") }
	//	  list:CopyTextureRegion({ Resource = to }, 0, y, 0, { Resource = from }, { Top = top, Right = 64, Bottom = top + 32 })
	//	  list:Close()
	//	  return list
	//	end
	//	upload:ExecuteCommandLists { copy("top", t, 0, a, 0) }
	//	upload:Signal(fence, 1)
	//	main:Wait(fence, 1)
	//	main:ExecuteCommandLists { copy("bottom", b, 0, t, 32) }
	SharedSubresource Code = 515

	// UnorderedTransition occurs when a queue changes the state of a texture that another queue uses, or hands its memory on by an aliasing barrier,
	// and no fence orders the two.
	//
	// Rule: A fence orders a change of state, or an aliasing barrier, before another queue uses the subresource (source: D3D12 multi-engine
	// synchronization, CreatePlacedResource).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
	//	local fence = device:CreateFence(0, "F")
	//	local function texture(name, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = "R8_UNORM", InitialState = state }
	//	end
	//	local t, copy = texture("t", "COPY_DEST"), texture("copy", "COPY_DEST")
	//	local function list(type, name) return device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) } end
	//	local before, after = list("DIRECT", "before"), list("COMPUTE", "after")
	//	before:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COPY_DEST", After = "COPY_SOURCE" } }
	//	before:Close()
	//	after:CopyResource(copy, t)
	//	after:Close()
	//	main:ExecuteCommandLists { before }
	//	compute:ExecuteCommandLists { after }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
	//	local fence = device:CreateFence(0, "F")
	//	local function texture(name, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = "R8_UNORM", InitialState = state }
	//	end
	//	local t, copy = texture("t", "COPY_DEST"), texture("copy", "COPY_DEST")
	//	local function list(type, name) return device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) } end
	//	local before, after = list("DIRECT", "before"), list("COMPUTE", "after")
	//	before:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COPY_DEST", After = "COPY_SOURCE" } }
	//	before:Close()
	//	after:CopyResource(copy, t)
	//	after:Close()
	//	main:ExecuteCommandLists { before }
	//	main:Signal(fence, 1)
	//	compute:Wait(fence, 1)
	//	compute:ExecuteCommandLists { after }
	UnorderedTransition Code = 519

	// UnorderedAtomics occurs when two queues update the same bytes with atomic operations, and no fence orders the two. It is a warning: no
	// update is lost.
	//
	// Rule: One queue at a time writes to a resource (source: D3D12 multi-engine synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local counter = gpu.RWStructuredBuffer("u0", "uint")
	//	local count = gpu.ComputeShader { Name = "count", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  InterlockedAdd(counter[0], 1)
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "counter", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 4, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "count", RootSignature = root, CS = count }
	//	local fence = device:CreateFence(0, "F")
	//	local function run(type)
	//	  local queue = device:CreateCommandQueue { Type = type, Name = type }
	//	  local list = device:CreateCommandList { Type = type, Name = "count", Allocator = device:CreateCommandAllocator(type) }
	//	  list:SetPipelineState(pipeline)
	//	  list:SetComputeRootSignature(root)
	//	  list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	  list:Dispatch(4, 1, 1)
	//	  list:Close()
	//	  return queue, list
	//	end
	//	local main, first = run("DIRECT")
	//	local side, second = run("COMPUTE")
	//	main:ExecuteCommandLists { first }
	//	side:ExecuteCommandLists { second }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local counter = gpu.RWStructuredBuffer("u0", "uint")
	//	local count = gpu.ComputeShader { Name = "count", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  InterlockedAdd(counter[0], 1)
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "counter", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 4, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "count", RootSignature = root, CS = count }
	//	local fence = device:CreateFence(0, "F")
	//	local function run(type)
	//	  local queue = device:CreateCommandQueue { Type = type, Name = type }
	//	  local list = device:CreateCommandList { Type = type, Name = "count", Allocator = device:CreateCommandAllocator(type) }
	//	  list:SetPipelineState(pipeline)
	//	  list:SetComputeRootSignature(root)
	//	  list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	  list:Dispatch(4, 1, 1)
	//	  list:Close()
	//	  return queue, list
	//	end
	//	local main, first = run("DIRECT")
	//	local side, second = run("COMPUTE")
	//	main:ExecuteCommandLists { first }
	//	main:Signal(fence, 1)
	//	side:Wait(fence, 1)
	//	side:ExecuteCommandLists { second }
	UnorderedAtomics Code = 516

	// MissingUAVBarrier occurs when a command touches bytes as UNORDERED_ACCESS that an earlier command of the same ExecuteCommandLists wrote as
	// UNORDERED_ACCESS, or the other way round, and there is no UAV barrier between them.
	//
	// Rule: A UAV barrier orders the unordered accesses before it and after it (source: D3D12 resource barriers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local data = gpu.RWStructuredBuffer("u0", "float")
	//	local double = gpu.ComputeShader { Name = "double", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  data[DispatchThreadID.x] = data[DispatchThreadID.x] * 2
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "data", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "double", RootSignature = root, CS = double })
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(4, 1, 1)
	//	list:Dispatch(4, 1, 1)
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
	//	local data = gpu.RWStructuredBuffer("u0", "float")
	//	local double = gpu.ComputeShader { Name = "double", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  data[DispatchThreadID.x] = data[DispatchThreadID.x] * 2
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "data", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "double", RootSignature = root, CS = double })
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(4, 1, 1)
	//	list:ResourceBarrier { { Type = "UAV", Resource = buffer } }
	//	list:Dispatch(4, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	MissingUAVBarrier Code = 517

	// MissingAliasingBarrier occurs when a command uses a placed resource in memory that an earlier command of the same ExecuteCommandLists used as
	// another resource, or took to another state as another texture, and there is no aliasing barrier between them; when an aliasing barrier there
	// has given the memory to another resource; or when one command uses both, where no barrier can be. Where a texel of a texture lies in its memory
	// is not defined, so for textures it does not matter which texels are used; for buffers the bytes count.
	//
	// Rule: An aliasing barrier comes between the uses of two resources that share memory (source: D3D12 memory aliasing
	// and data inheritance).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local heap = device:CreateHeap { Name = "heap", SizeInBytes = 65536, HeapType = "DEFAULT" }
	//	local function placed(name)
	//	  return device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = 0, Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	end
	//	local source = device:CreateCommittedResource { Name = "source", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local first, second = placed("first"), placed("second")
	//	list:CopyBufferRegion(first, 0, source, 0, 1024)
	//	list:CopyBufferRegion(second, 0, source, 0, 1024)
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
	//	local heap = device:CreateHeap { Name = "heap", SizeInBytes = 65536, HeapType = "DEFAULT" }
	//	local function placed(name)
	//	  return device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = 0, Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	end
	//	local source = device:CreateCommittedResource { Name = "source", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local first, second = placed("first"), placed("second")
	//	list:CopyBufferRegion(first, 0, source, 0, 1024)
	//	list:ResourceBarrier { { Type = "ALIASING", ResourceBefore = first, ResourceAfter = second } }
	//	list:CopyBufferRegion(second, 0, source, 0, 1024)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	MissingAliasingBarrier Code = 518

	// MarkerOvertaken occurs when a command writes bytes that a marker before it in the same ExecuteCommandLists writes: a value of
	// WriteBufferImmediate with mode MARKER_IN or MARKER_OUT.
	//
	// Rule: The GPU may run later commands of a submission ahead of a marker (source: D3D12 WriteBufferImmediate).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("COPY")
	//	local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = allocator }
	//	local progress = device:CreateCommittedResource { Name = "progress", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
	//	local source = device:CreateCommittedResource { Name = "source", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
	//	list:WriteBufferImmediate { { Dest = progress:GetGPUVirtualAddress(), Value = 1, Mode = "MARKER_OUT" } }
	//	list:CopyBufferRegion(progress, 0, source, 0, 256)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "COPY", Name = "copies" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("COPY")
	//	local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = allocator }
	//	local progress = device:CreateCommittedResource { Name = "progress", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
	//	local source = device:CreateCommittedResource { Name = "source", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
	//	list:WriteBufferImmediate { { Dest = progress:GetGPUVirtualAddress(), Value = 1, Mode = "DEFAULT" } }
	//	list:CopyBufferRegion(progress, 0, source, 0, 256)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "COPY", Name = "copies" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	MarkerOvertaken Code = 524
)
