package diag

// The codes of swap chains: GS0841 and GS0842.
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
	// Rule: Present needs the current back buffer in state PRESENT, which is COMMON (source: IDXGISwapChain::Present).
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
)
