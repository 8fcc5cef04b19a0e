package diag

// The codes of back buffers, and of targets that share memory: GS0612 to GS0614.
const (
	// BackBufferNotCurrent occurs when a list is submitted that uses a back buffer which is not the one that the next Present shows.
	//
	// Rule: A list uses the current back buffer of a swap chain and no other (source: IDXGISwapChain3::GetCurrentBackBufferIndex).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local buffer = chain:GetBuffer(1)
	//	device:CreateRenderTargetView(buffer, nil, views:GetCPUDescriptorHandle(0))
	//	list:ResourceBarrier { { Resource = buffer, Before = "PRESENT", After = "RENDER_TARGET" } }
	//	list:ClearRenderTargetView(views:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
	//	list:ResourceBarrier { { Resource = buffer, Before = "RENDER_TARGET", After = "PRESENT" } }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	chain:Present(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local buffer = chain:GetBuffer(0)
	//	device:CreateRenderTargetView(buffer, nil, views:GetCPUDescriptorHandle(0))
	//	list:ResourceBarrier { { Resource = buffer, Before = "PRESENT", After = "RENDER_TARGET" } }
	//	list:ClearRenderTargetView(views:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
	//	list:ResourceBarrier { { Resource = buffer, Before = "RENDER_TARGET", After = "PRESENT" } }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	chain:Present(1)
	BackBufferNotCurrent Code = 612

	// ResizeInFlight occurs when ResizeBuffers releases a back buffer that submitted work may still need.
	//
	// Rule: The GPU has finished with all back buffers before ResizeBuffers is called (source: IDXGISwapChain::ResizeBuffers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local buffer = chain:GetBuffer(chain:GetCurrentBackBufferIndex())
	//	device:CreateRenderTargetView(buffer, nil, views:GetCPUDescriptorHandle(0))
	//	list:ResourceBarrier { { Resource = buffer, Before = "PRESENT", After = "RENDER_TARGET" } }
	//	list:ClearRenderTargetView(views:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
	//	list:ResourceBarrier { { Resource = buffer, Before = "RENDER_TARGET", After = "PRESENT" } }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	chain:Present(1)
	//	queue:Signal(fence, 1)
	//	buffer:Release()
	//	chain:ResizeBuffers(2, 32, 32)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local buffer = chain:GetBuffer(chain:GetCurrentBackBufferIndex())
	//	device:CreateRenderTargetView(buffer, nil, views:GetCPUDescriptorHandle(0))
	//	list:ResourceBarrier { { Resource = buffer, Before = "PRESENT", After = "RENDER_TARGET" } }
	//	list:ClearRenderTargetView(views:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
	//	list:ResourceBarrier { { Resource = buffer, Before = "RENDER_TARGET", After = "PRESENT" } }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	chain:Present(1)
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//	buffer:Release()
	//	chain:ResizeBuffers(2, 32, 32)
	ResizeInFlight Code = 613

	// TargetNeverFilled occurs when a placed render target or depth-stencil buffer is drawn to or read before it is cleared, discarded or copied to:
	// after it was created, after an aliasing barrier activated it, or after another resource was written in its memory.
	//
	// Rule: A render target or depth-stencil buffer that shares memory is cleared, discarded or copied to, all of a subresource at once, before its
	// first other use (source: ID3D12Device::CreatePlacedResource).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	local heap = device:CreateHeap { Name = "heap", SizeInBytes = 65536, Flags = "ALLOW_ONLY_RT_DS_TEXTURES" }
	//	local target = device:CreatePlacedResource { Heap = heap, HeapOffset = 0, Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local copy = device:CreateCommittedResource { Name = "copy", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
	//	list:ResourceBarrier { { Resource = target, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
	//	list:CopyResource(copy, target)
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
	//	local heap = device:CreateHeap { Name = "heap", SizeInBytes = 65536, Flags = "ALLOW_ONLY_RT_DS_TEXTURES" }
	//	local target = device:CreatePlacedResource { Heap = heap, HeapOffset = 0, Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local copy = device:CreateCommittedResource { Name = "copy", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
	//	list:ClearRenderTargetView(view, { 0, 0, 0, 0 })
	//	list:ResourceBarrier { { Resource = target, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
	//	list:CopyResource(copy, target)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	TargetNeverFilled Code = 614
)
