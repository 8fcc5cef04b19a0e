package diag

// The codes of swap chains: GS0841 to GS0843.
const (
	// BadSwapChain occurs when a swap chain cannot be made.
	//
	// Rule: A DIRECT queue presents, from 2 to 16 buffers of R8G8B8A8_UNORM, B8G8R8A8_UNORM, R10G10B10A2_UNORM or
	// R16G16B16A16_FLOAT (source: CreateSwapChainForHwnd).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16, BufferCount = 1 }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16, BufferCount = 2 }
	BadSwapChain Code = 841

	// PresentState occurs when a back buffer is presented in another state than PRESENT.
	//
	// Rule: Present needs the current back buffer in state PRESENT, which is the same as COMMON (source: IDXGISwapChain::Present).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ResourceBarrier { { Resource = chain:GetBuffer(0), Before = "PRESENT", After = "RENDER_TARGET" } }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	chain:Present(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ResourceBarrier { { Resource = chain:GetBuffer(0), Before = "PRESENT", After = "RENDER_TARGET" } }
	//	list:ResourceBarrier { { Resource = chain:GetBuffer(0), Before = "RENDER_TARGET", After = "PRESENT" } }
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	chain:Present(1)
	PresentState Code = 842

	// BadPresent occurs when a swap chain is asked for flags that it was not made with, or for flags that exclude each other.
	//
	// Rule: DXGI_PRESENT_ALLOW_TEARING needs a swap chain with ALLOW_TEARING and a sync interval of 0; ResizeBuffers keeps ALLOW_TEARING and
	// FRAME_LATENCY_WAITABLE_OBJECT as they are (source: DXGI_PRESENT, IDXGISwapChain::ResizeBuffers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
	//	chain:Present(0, "ALLOW_TEARING")
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16, Flags = "ALLOW_TEARING" }
	//	chain:Present(0, "ALLOW_TEARING")
	BadPresent Code = 843

	// BackBufferHeld occurs when ResizeBuffers is called while the script still holds a back buffer that it has got from GetBuffer.
	//
	// Rule: ResizeBuffers needs that every reference to a back buffer is released (source: IDXGISwapChain::ResizeBuffers).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
	//	local back = chain:GetBuffer(0)
	//	chain:ResizeBuffers(0, 32, 32)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
	//	local chain = queue:CreateSwapChain { Name = "chain", Width = 16, Height = 16 }
	//	local back = chain:GetBuffer(0)
	//	back:Release()
	//	chain:ResizeBuffers(0, 32, 32)
	BackBufferHeld Code = 844
)
