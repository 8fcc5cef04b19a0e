package diag

// The codes of resource states: GS04xx.
const (
	// WrongBefore occurs when the Before state of a transition is not the state in which the list, or the work executed before the list, has left the
	// resource.
	//
	// Rule: Before names the state that the subresource is in (source: D3D12 resource barriers).
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST" } }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_SOURCE" } }
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COPY_DEST", After = "COPY_SOURCE" } }
	WrongBefore Code = 401

	// WrongState occurs when a command uses a resource that is not in the state which the command needs: the list, or the work executed before the
	// list, has left it in another one.
	//
	// Rule: A resource is in the state that its use needs (source: D3D12 resource barriers).
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
	//	local a, b, c = buffer("a"), buffer("b"), buffer("c")
	//	list:CopyBufferRegion(b, 0, a, 0, 1024)
	//	list:CopyBufferRegion(c, 0, b, 0, 1024)
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
	//	local a, b, c = buffer("a"), buffer("b"), buffer("c")
	//	list:CopyBufferRegion(b, 0, a, 0, 1024)
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COPY_DEST", After = "COPY_SOURCE" } }
	//	list:CopyBufferRegion(c, 0, b, 0, 1024)
	WrongState Code = 402

	// HeapStateFixed occurs when a command writes to a buffer in an UPLOAD heap, or reads one in a READBACK heap.
	//
	// Rule: The GPU reads UPLOAD memory and copies into READBACK memory (source: D3D12_HEAP_TYPE).
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
	//	local up = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
	//	list:CopyBufferRegion(up, 0, buffer("b"), 0, 1024)
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
	//	local down = device:CreateCommittedResource { Name = "down", HeapType = "READBACK", Dimension = "BUFFER", Width = 1024, InitialState = "COPY_DEST" }
	//	list:CopyBufferRegion(down, 0, buffer("b"), 0, 1024)
	HeapStateFixed Code = 403

	// SplitPending occurs when a command uses a resource between the halves of a split barrier.
	//
	// Rule: Between BEGIN_ONLY and END_ONLY the GPU does not use the subresource (source: D3D12 resource barriers).
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
	//	local a, t = texture("a", "R8_UNORM"), texture("t", "R8_UNORM")
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COMMON", After = "COPY_DEST", Flags = "BEGIN_ONLY" } }
	//	list:CopyResource(t, a)
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
	//	local a, t = texture("a", "R8_UNORM"), texture("t", "R8_UNORM")
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COMMON", After = "COPY_DEST", Flags = "BEGIN_ONLY" } }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COMMON", After = "COPY_DEST", Flags = "END_ONLY" } }
	//	list:CopyResource(t, a)
	SplitPending Code = 404

	// SplitMismatch occurs when the halves of a split barrier do not match: an end names other states than the beginning, or something else begins in
	// between.
	//
	// Rule: Both halves name the same subresource and states, the beginning first (source: D3D12 resource barriers).
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COMMON", After = "COPY_DEST", Flags = "BEGIN_ONLY" } }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COMMON", After = "COPY_SOURCE", Flags = "END_ONLY" } }
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
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COMMON", After = "COPY_DEST", Flags = "BEGIN_ONLY" } }
	//	list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Before = "COMMON", After = "COPY_DEST", Flags = "END_ONLY" } }
	SplitMismatch Code = 405

	// CopyStateOfOtherClass occurs when a copy queue uses a resource that is in COPY_SOURCE or COPY_DEST of direct and compute queues. As initial
	// states, too, they belong to direct and compute queues.
	//
	// Rule: COPY_SOURCE and COPY_DEST are different states on copy queues and elsewhere; a resource crosses in COMMON (source:
	// D3D12 multi-engine synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local function texture(name, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = "R8_UNORM", InitialState = state }
	//	end
	//	local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = device:CreateCommandAllocator("COPY") }
	//	list:CopyResource(texture("to", "COPY_DEST"), texture("from", "COMMON"))
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
	//	local function texture(name, state)
	//	  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D",
	//	    Width = 64, Height = 64, MipLevels = 1, Format = "R8_UNORM", InitialState = state }
	//	end
	//	local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = device:CreateCommandAllocator("COPY") }
	//	list:CopyResource(texture("to", "COMMON"), texture("from", "COMMON"))
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	CopyStateOfOtherClass Code = 406

	// TwoStates occurs when one command needs a subresource in two states at once, one of which is for writing: through two of its bindings, or as a
	// target and through a binding. No barrier can give both.
	//
	// Rule: A write state cannot be combined with any other state, and a subresource is in one state while a command runs (source: D3D12 resource
	// barriers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator("COMPUTE"), Name = "down" }
	//	local t = device:CreateCommittedResource { Name = "pyramid", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 3,
	//	  Format = "R32_FLOAT", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
	//	device:CreateShaderResourceView(t, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D" }, heap:GetCPUDescriptorHandle(0))
	//	device:CreateUnorderedAccessView(t, nil, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = 1 }, heap:GetCPUDescriptorHandle(1))
	//	local src, dst = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
	//	local cs = gpu.ComputeShader { Name = "down", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
	//	  dst[DispatchThreadID.xy] = src:Load(int3(DispatchThreadID.xy, 0))
	//	end }
	//	local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE",
	//	  Ranges = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1 } } } } }
	//	list:SetDescriptorHeaps { heap }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { RootSignature = root, CS = cs })
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:ResourceBarrier { { Resource = t, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE", Subresource = 0 } }
	//	list:Dispatch(1, 1, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator("COMPUTE"), Name = "down" }
	//	local t = device:CreateCommittedResource { Name = "pyramid", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 3,
	//	  Format = "R32_FLOAT", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
	//	local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
	//	device:CreateShaderResourceView(t, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MipLevels = 1 }, heap:GetCPUDescriptorHandle(0))
	//	device:CreateUnorderedAccessView(t, nil, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = 1 }, heap:GetCPUDescriptorHandle(1))
	//	local src, dst = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
	//	local cs = gpu.ComputeShader { Name = "down", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
	//	  dst[DispatchThreadID.xy] = src:Load(int3(DispatchThreadID.xy, 0))
	//	end }
	//	local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE",
	//	  Ranges = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1 } } } } }
	//	list:SetDescriptorHeaps { heap }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(device:CreateComputePipelineState { RootSignature = root, CS = cs })
	//	list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
	//	list:ResourceBarrier { { Resource = t, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE", Subresource = 0 } }
	//	list:Dispatch(1, 1, 1)
	TwoStates Code = 407
)
