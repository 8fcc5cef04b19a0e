package diag

const (
	// EvictedInFlight occurs when an object is evicted while submitted work that needs it may not have finished. What is placed in a heap is needed
	// with the heap.
	//
	// Rule: Evict comes after the GPU's last access to the object (source: ID3D12Device::MakeResident, remarks).
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
	//	device:Evict { source }
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
	//	device:Evict { source }
	EvictedInFlight Code = 615

	// NotResident occurs when work may execute while memory that it needs is not resident: it was evicted, or created with CREATE_NOT_RESIDENT, and
	// nothing that certainly comes before the work has made it resident. EnqueueMakeResident is done when its fence is signalled.
	//
	// Rule: MakeResident returns before the GPU executes a list that needs the object (source: ID3D12Device::MakeResident, remarks).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local source = device:CreateCommittedResource { Name = "source", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	device:Evict { source }
	//	list:CopyBufferRegion(target, 0, source, 0, 1024)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local source = device:CreateCommittedResource { Name = "source", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	device:Evict { source }
	//	list:CopyBufferRegion(target, 0, source, 0, 1024)
	//	list:Close()
	//	device:MakeResident { source }
	//	queue:ExecuteCommandLists { list }
	NotResident Code = 616

	// NotPageable occurs when MakeResident or Evict is called for an object whose residency cannot change: a placed resource follows its heap, and
	// pipelines, lists and fences are always resident.
	//
	// Rule: Residency changes for heaps, committed resources, descriptor heaps and query heaps (source: ID3D12Device::Evict).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateHeap { Name = "pool", SizeInBytes = 65536 }
	//	local placed = device:CreatePlacedResource { Name = "placed", Heap = heap, Dimension = "BUFFER", Width = 1024 }
	//	device:Evict { placed }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local heap = device:CreateHeap { Name = "pool", SizeInBytes = 65536 }
	//	local placed = device:CreatePlacedResource { Name = "placed", Heap = heap, Dimension = "BUFFER", Width = 1024 }
	//	device:Evict { heap }
	NotPageable Code = 617

	// EvictedTwice occurs when an object is evicted that is not resident.
	//
	// Rule: MakeResident and Evict are counted, and an object counts 1 when it is created (source: ID3D12Device::MakeResident, remarks).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local texture = device:CreateCommittedResource { Name = "texture", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM" }
	//	device:Evict { texture }
	//	device:Evict { texture }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local texture = device:CreateCommittedResource { Name = "texture", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM" }
	//	device:Evict { texture }
	EvictedTwice Code = 618
)
