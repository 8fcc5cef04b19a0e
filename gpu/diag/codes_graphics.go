package diag

// The codes of graphics in lists: what is bound, GS0811 to GS0817.
const (
	// BadTargetView occurs when a render target or depth-stencil view is created for a resource, or for a part of one, that cannot be a target.
	//
	// Rule: The resource has ALLOW_RENDER_TARGET or ALLOW_DEPTH_STENCIL, and the view shows one mip of slices that it has
	// (source: CreateRenderTargetView, CreateDepthStencilView).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "NONE", InitialState = "COMMON" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	BadTargetView Code = 811

	// BadTargetHandle occurs when a target is bound or cleared with a descriptor handle whose slot holds no view of that kind.
	//
	// Rule: The descriptor is written before the command that names it is recorded: it is read then (source:
	// OMSetRenderTargets).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ClearRenderTargetView(view, { 0, 0, 0, 1 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ClearRenderTargetView(view, { 0, 0, 0, 1 })
	BadTargetHandle Code = 812

	// GraphicsLimit occurs when a command sets more targets, viewports, scissor rectangles or vertex buffers than there are slots.
	//
	// Rule: There are 8 render targets, 16 viewports and scissor rectangles, and 32 vertex buffers (source: d3d12.h).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:IASetVertexBuffers(32, { {} })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:IASetVertexBuffers(31, { {} })
	GraphicsLimit Code = 813

	// BadViewport occurs when a viewport or scissor rectangle is outside its limits.
	//
	// Rule: A viewport has a size that is not negative, bounds of -32768 to 32767 pixels and depths of 0 to 1; a rectangle does not end before it
	// begins (source: D3D12_VIEWPORT).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:RSSetViewports { { Width = 16, Height = -16 } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	BadViewport Code = 814

	// BadVertexBuffer occurs when a vertex buffer view is not aligned, or has a size and no address.
	//
	// Rule: Addresses and strides of vertices are multiples of 4 bytes, and a stride is at most 2048; a view of 0 bytes empties
	// its slot (source: D3D12_VERTEX_BUFFER_VIEW).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:IASetVertexBuffers(0, { { StrideInBytes = 14 } })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:IASetVertexBuffers(0, { { StrideInBytes = 16 } })
	BadVertexBuffer Code = 815

	// BadIndexBuffer occurs when an index buffer view has no format of indices, is not aligned, or has a size and no address.
	//
	// Rule: Indices are R16_UINT or R32_UINT at a multiple of their size; a view of 0 bytes has none (source:
	// D3D12_INDEX_BUFFER_VIEW).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local buffer = device:CreateCommittedResource { Name = "buffer", Dimension = "BUFFER", Width = 1024 }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:IASetIndexBuffer { BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = 6, Format = "R8_UINT" }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local buffer = device:CreateCommittedResource { Name = "buffer", Dimension = "BUFFER", Width = 1024 }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:IASetIndexBuffer { BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = 6, Format = "R16_UINT" }
	BadIndexBuffer Code = 816

	// BadTopology occurs when a topology is set that cannot be drawn.
	//
	// Rule: Topologies are lists and strips of points, lines and triangles: there are no fans, and adjacency needs geometry shaders (source:
	// D3D_PRIMITIVE_TOPOLOGY).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:IASetPrimitiveTopology "TRIANGLELIST_ADJ"
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	BadTopology Code = 817
)
