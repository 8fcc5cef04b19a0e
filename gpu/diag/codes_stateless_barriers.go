package diag

// The codes of barriers and of mapped memory: GS0376 to GS0387.
const (
	// BarrierWithoutResource occurs when a transition names no resource.
	//
	// Rule: A transition names a resource (source: D3D12 resource barriers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	list:ResourceBarrier { { Type = "TRANSITION", Before = "COMMON", After = "COPY_DEST" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST" } }
	BarrierWithoutResource Code = 376

	// BarrierSameStates occurs when a transition has the same state before and after.
	//
	// Rule: Before and After differ (source: D3D12 resource barriers).
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COMMON" } }
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST" } }
	BarrierSameStates Code = 377

	// BarrierStateCombination occurs when a transition combines a state that writes with another state.
	//
	// Rule: A write state cannot be combined with any other state; read states can be combined (source: D3D12 resource barriers).
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST|COPY_SOURCE" } }
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "INDEX_BUFFER|COPY_SOURCE" } }
	BarrierStateCombination Code = 378

	// BarrierFlagMissing occurs when a transition names a state that needs a flag which the resource lacks, or that its flags deny.
	//
	// Rule: RENDER_TARGET, UNORDERED_ACCESS and the depth states need the ALLOW flag of the resource, and DENY_SHADER_RESOURCE excludes
	// the states of shader resources (source: D3D12_RESOURCE_FLAGS).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "UNORDERED_ACCESS" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON",
	//	  Flags = "ALLOW_UNORDERED_ACCESS" }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "UNORDERED_ACCESS" } }
	BarrierFlagMissing Code = 379

	// BarrierSampleCount occurs when a transition takes a resource to or from a resolve state that does not fit its number of samples.
	//
	// Rule: RESOLVE_SOURCE is for textures of several samples, RESOLVE_DEST for resources of one (source:
	// ID3D12GraphicsCommandList::ResolveSubresource).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local t = device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM" }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COMMON", After = "RESOLVE_SOURCE" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local t = device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM" }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COMMON", After = "COPY_SOURCE" } }
	BarrierSampleCount Code = 345

	// BarrierOnCPUHeap occurs when a transition names a resource in an UPLOAD or READBACK heap.
	//
	// Rule: Resources in UPLOAD heaps stay in GENERIC_READ, those in READBACK heaps in COPY_DEST (source: D3D12 resource
	// barriers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "GENERIC_READ", After = "COPY_SOURCE" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_SOURCE" } }
	BarrierOnCPUHeap Code = 380

	// BarrierStateOfList occurs when a transition names a state that lists of this type do not support.
	//
	// Rule: Both states of a transition are supported by the type of the list (source: D3D12 resource barriers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local allocator = device:CreateCommandAllocator("COMPUTE")
	//	local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = allocator }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "PIXEL_SHADER_RESOURCE" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "PIXEL_SHADER_RESOURCE" } }
	BarrierStateOfList Code = 381

	// BadBarrierFlags occurs when a barrier is both halves of a split barrier at once.
	//
	// Rule: A barrier has BEGIN_ONLY, END_ONLY or neither (source: D3D12 resource barriers).
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST", Flags = "BEGIN_ONLY|END_ONLY" } }
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST" } }
	BadBarrierFlags Code = 382

	// AliasingNotPlaced occurs when an aliasing barrier names a resource with memory of its own.
	//
	// Rule: Placed resources share memory; committed resources do not (source: D3D12 resource barriers).
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
	//	list:ResourceBarrier { { Type = "ALIASING", ResourceAfter = buffer("b") } }
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
	//	list:ResourceBarrier { { Type = "ALIASING" } }
	AliasingNotPlaced Code = 383

	// MapNotAllowed occurs when a resource is mapped that the CPU cannot see.
	//
	// Rule: Buffers in UPLOAD and READBACK heaps can be mapped (source: ID3D12Resource::Map).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	b:Map()
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	//	b:Map()
	MapNotAllowed Code = 384

	// NotMapped occurs when a buffer that is not mapped is unmapped, or accessed through an old mapping.
	//
	// Rule: Unmap pairs with Map, and the mapping ends there (source: ID3D12Resource::Unmap).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	//	local map = b:Map()
	//	b:Unmap()
	//	map:Write(0, "float", { 1 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	//	local map = b:Map()
	//	map:Write(0, "float", { 1 })
	//	b:Unmap()
	NotMapped Code = 385

	// BadMapRange occurs when a range of Map or Unmap, or an access through a mapping, ends outside of the buffer.
	//
	// Rule: Ranges are inside of the buffer (source: ID3D12Resource::Map).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	//	b:Map():Write(1024, "float", { 1 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	//	b:Map():Write(1020, "float", { 1 })
	BadMapRange Code = 386

	// ReadbackWrite occurs when the CPU writes to a READBACK buffer, or passes a written range to Unmap.
	//
	// Rule: The written range of a READBACK buffer is empty (source: ID3D12Resource::Unmap).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "READBACK", Dimension = "BUFFER", Width = 1024, InitialState = "COPY_DEST" }
	//	b:Map():Write(0, "float", { 1 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	//	b:Map():Write(0, "float", { 1 })
	ReadbackWrite Code = 387
)
