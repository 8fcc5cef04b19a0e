package diag

// The codes of copies, clears and queries: GS0364 to GS0375, GS0338 and GS0339.
const (
	// CopyNeedsBuffer occurs when a command that works on buffers gets a texture.
	//
	// Rule: CopyBufferRegion and ResolveQueryData work on buffers (source: ID3D12GraphicsCommandList::CopyBufferRegion).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local a, b = texture("a", "R8_UNORM"), texture("b", "R8_UNORM")
	//	list:CopyBufferRegion(a, 0, b, 0, 64)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local a, b = texture("a", "R8_UNORM"), texture("b", "R8_UNORM")
	//	list:CopyResource(a, b)
	CopyNeedsBuffer Code = 364

	// CopyOntoItself occurs when a copy has the same subresource on both sides.
	//
	// Rule: Source and destination are different subresources (source: ID3D12GraphicsCommandList::CopyResource).
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
	//	list:CopyResource(b, b)
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
	//	local a, b = buffer("a"), buffer("b")
	//	list:CopyResource(b, a)
	CopyOntoItself Code = 365

	// CopyOutOfBounds occurs when a copy reads or writes outside of a resource.
	//
	// Rule: Copies stay inside of both resources (source: ID3D12GraphicsCommandList::CopyBufferRegion).
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
	//	local a, b = buffer("a"), buffer("b")
	//	list:CopyBufferRegion(b, 0, a, 512, 1024)
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
	//	local a, b = buffer("a"), buffer("b")
	//	list:CopyBufferRegion(b, 0, a, 512, 512)
	CopyOutOfBounds Code = 366

	// CopyShapeMismatch occurs when CopyResource gets resources of different shapes.
	//
	// Rule: CopyResource copies between resources of one shape (source: ID3D12GraphicsCommandList::CopyResource).
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
	//	local a = buffer("a")
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 2048, InitialState = "COMMON" }
	//	list:CopyResource(b, a)
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
	//	local a = buffer("a")
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON" }
	//	list:CopyResource(b, a)
	CopyShapeMismatch Code = 367

	// CopyFormatMismatch occurs when a copy goes between formats of different families.
	//
	// Rule: A copy moves bits between formats with the same components (source: D3D12 copy format rules).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local a = texture("a", "R8G8B8A8_UNORM")
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 1, Format = "R32_FLOAT" }
	//	list:CopyResource(b, a)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local a = texture("a", "R8G8B8A8_UNORM")
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 1, Format = "R8G8B8A8_UINT" }
	//	list:CopyResource(b, a)
	CopyFormatMismatch Code = 368

	// CopyTwoFootprints occurs when both sides of CopyTextureRegion are footprints in buffers.
	//
	// Rule: At least one side of CopyTextureRegion is a texture (source: ID3D12GraphicsCommandList::CopyTextureRegion).
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
	//	local a, b = buffer("a"), buffer("b")
	//	list:CopyTextureRegion({ Resource = b, Format = "R8_UNORM", Width = 16, Height = 1, RowPitch = 256 }, 0, 0, 0,
	//	  { Resource = a, Format = "R8_UNORM", Width = 16, Height = 1, RowPitch = 256 })
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
	//	local a, b = buffer("a"), buffer("b")
	//	list:CopyBufferRegion(b, 0, a, 0, 16)
	CopyTwoFootprints Code = 369

	// BadFootprint occurs when the footprint of a texture copy is not aligned or does not fit into its buffer, or when a texture has
	// one, or a buffer a subresource.
	//
	// Rule: Rows are 256-byte aligned, footprints start at multiples of 512 bytes and end inside of the buffer; a texture has a
	// subresource instead (source: D3D12 texture data placement).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local t = texture("t", "R8_UNORM")
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 65536, InitialState = "COMMON" }
	//	list:CopyTextureRegion({ Resource = t }, 0, 0, 0, { Resource = b, Format = "R8_UNORM", Width = 64, Height = 64, RowPitch = 64 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local t = texture("t", "R8_UNORM")
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "BUFFER", Width = 65536, InitialState = "COMMON" }
	//	list:CopyTextureRegion({ Resource = t }, 0, 0, 0, { Resource = b, Format = "R8_UNORM", Width = 64, Height = 64, RowPitch = 256 })
	BadFootprint Code = 370

	// BadSubresource occurs when a call names a subresource that the resource does not have.
	//
	// Rule: Subresources are counted from 0: mip plus slice times mips (source: D3D12 subresources).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local t = texture("t", "R8_UNORM")
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Subresource = 1, Before = "COMMON", After = "COPY_DEST" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	local t = texture("t", "R8_UNORM")
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Subresource = 0, Before = "COMMON", After = "COPY_DEST" } }
	BadSubresource Code = 371

	// BadDiscard occurs when a resource is discarded in a list of a type that cannot discard it.
	//
	// Rule: DIRECT lists discard render targets, depth buffers and resources with unordered access, COMPUTE lists the last (source:
	// ID3D12GraphicsCommandList::DiscardResource).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	list:DiscardResource(texture("t", "R8_UNORM"))
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local function texture(name, format, flags)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = format, Flags = flags, InitialState = "COMMON" }
	//	end
	//	list:DiscardResource(texture("t", "R8_UNORM", "ALLOW_RENDER_TARGET"))
	BadDiscard Code = 372

	// BadClearHandle occurs when the CPU handle of a clear is in a shader-visible heap, when its GPU handle is of a view of another resource, or when
	// its two handles are not of the same view, also because the descriptor of the GPU handle is written again before the list is submitted.
	//
	// Rule: A clear names one view twice: in the bound heap, and in a heap that is not shader-visible (source:
	// ID3D12GraphicsCommandList::ClearUnorderedAccessViewUint).
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
	//	local b = buffer("b", "ALLOW_UNORDERED_ACCESS")
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT" }, heap:GetCPUDescriptorHandle(0))
	//	list:SetDescriptorHeaps { heap }
	//	list:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(0), heap:GetCPUDescriptorHandle(0), b, { 0, 0, 0, 0 })
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
	//	local b = buffer("b", "ALLOW_UNORDERED_ACCESS")
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
	//	device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT" }, heap:GetCPUDescriptorHandle(0))
	//	device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT" }, cpu:GetCPUDescriptorHandle(0))
	//	list:SetDescriptorHeaps { heap }
	//	list:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), b, { 0, 0, 0, 0 })
	BadClearHandle Code = 373

	// BadQuery occurs when a query is outside of its heap, or does not fit the type of the heap or list.
	//
	// Rule: A query lies inside of its heap, and COPY lists use COPY_QUEUE_TIMESTAMP heaps, other lists TIMESTAMP heaps (source: D3D12 queries).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local heap = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 }
	//	list:EndQuery(heap, "TIMESTAMP", 2)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local heap = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 }
	//	list:EndQuery(heap, "TIMESTAMP", 1)
	BadQuery Code = 374

	// BadQueryDestination occurs when query results are resolved to an unaligned place or outside of the buffer.
	//
	// Rule: Results are 8 bytes each at a multiple of 8 bytes (source: ID3D12GraphicsCommandList::ResolveQueryData).
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
	//	local heap = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 }
	//	list:ResolveQueryData(heap, "TIMESTAMP", 0, 2, b, 4)
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
	//	local heap = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 }
	//	list:ResolveQueryData(heap, "TIMESTAMP", 0, 2, b, 8)
	BadQueryDestination Code = 375

	// StructuredClear occurs when an unordered access view of a structured buffer is cleared.
	//
	// Rule: Clears of unordered access views work through formats or raw bytes; a view with a StructureByteStride has neither (source: the Direct3D
	// 12 debug layer, message 1156).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024,
	//	  InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" }
	//	local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(b, nil, { StructureByteStride = 4 }, cpu:GetCPUDescriptorHandle(0))
	//	device:CreateUnorderedAccessView(b, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
	//	list:SetDescriptorHeaps { heap }
	//	list:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), b, { 0, 0, 0, 0 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local b = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024,
	//	  InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" }
	//	local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
	//	local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
	//	device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT" }, cpu:GetCPUDescriptorHandle(0))
	//	device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT" }, heap:GetCPUDescriptorHandle(0))
	//	list:SetDescriptorHeaps { heap }
	//	list:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), b, { 0, 0, 0, 0 })
	StructuredClear Code = 338

	// CopyNeedsWhole occurs when CopyTextureRegion names a part of a subresource that can only be copied as a whole.
	//
	// Rule: A subresource of a depth-stencil buffer or of a multisampled texture is copied as a whole (source:
	// ID3D12GraphicsCommandList::CopyTextureRegion, D3D12_RESOURCE_FLAG_ALLOW_DEPTH_STENCIL).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local function depth(name, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 64,
	//	    Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL", InitialState = state }
	//	end
	//	local a, b = depth("a", "COPY_DEST"), depth("b", "COPY_SOURCE")
	//	list:CopyTextureRegion({ Resource = a }, 0, 0, 0, { Resource = b }, { Right = 32, Bottom = 64 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local function depth(name, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 64,
	//	    Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL", InitialState = state }
	//	end
	//	local a, b = depth("a", "COPY_DEST"), depth("b", "COPY_SOURCE")
	//	list:CopyTextureRegion({ Resource = a }, 0, 0, 0, { Resource = b })
	CopyNeedsWhole Code = 339
)
