package diag

// The codes of advice about draws and pipelines: GS0912, GS0913, and those from GS0915 on.
const (
	// NothingDrawn occurs when a draw has no effect: no vertices, no viewport or no scissor rectangle.
	//
	// Rule: A draw has vertices and instances, a viewport, and a scissor rectangle, which is empty at first (source:
	// RSSetScissorRects).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:DrawInstanced(3, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:DrawInstanced(3, 1)
	NothingDrawn Code = 912

	// NullVertices occurs when a draw reads vertices or indices, and no buffer is set: they read as 0.
	//
	// Rule: Buffers that are not set read as 0 (source: IASetVertexBuffers, IASetIndexBuffer).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:DrawIndexedInstanced(3, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	local buffer = device:CreateCommittedResource { Name = "buffer", Dimension = "BUFFER", Width = 1024 }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:IASetIndexBuffer { BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = 6, Format = "R16_UINT" }
	//	list:DrawIndexedInstanced(3, 1)
	NullVertices Code = 913

	// InputLayoutNotAllowed occurs when a pipeline has an InputLayout and its root signature does not have the flag
	// ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT. Direct3D 12 refuses such a pipeline; here it is made.
	//
	// Rule: The root signature of a pipeline with an InputLayout has ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT (source: D3D12_ROOT_SIGNATURE_FLAGS).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" },
	//	  InputLayout = { { "POSITION", "R32G32B32_FLOAT" } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" },
	//	  InputLayout = { { "POSITION", "R32G32B32_FLOAT" } } }
	InputLayoutNotAllowed Code = 915

	// ClearValueMismatch occurs when a target is cleared to another value than the OptimizedClearValue of its texture.
	//
	// Rule: Clears to the OptimizedClearValue are fast on hardware; others give the same result (source: D3D12_CLEAR_VALUE).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET", OptimizedClearValue = { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 1 } } }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	device:CreateRenderTargetView(target, nil, views:GetCPUDescriptorHandle(0))
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ClearRenderTargetView(views:GetCPUDescriptorHandle(0), { 0, 0, 1, 1 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET", OptimizedClearValue = { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 1 } } }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	device:CreateRenderTargetView(target, nil, views:GetCPUDescriptorHandle(0))
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ClearRenderTargetView(views:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
	ClearValueMismatch Code = 916

	// PixelOutputMismatch occurs when a pixel shader outputs a color for a target that its pipeline does not have, or none for a target that it
	// writes or for the second source that it blends with.
	//
	// Rule: The colors of a pixel shader and the formats of the render targets belong together one by one (source:
	// D3D12_GRAPHICS_PIPELINE_STATE_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return { Target0 = float4(1, 1, 1, 1), Target1 = float4(0, 0, 0, 1) } end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  RTVFormats = { "R8G8B8A8_UNORM" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return { Target0 = float4(1, 1, 1, 1), Target1 = float4(0, 0, 0, 1) } end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  RTVFormats = { "R8G8B8A8_UNORM", "R8G8B8A8_UNORM" } }
	PixelOutputMismatch Code = 917

	// DepthWriteDropped occurs when a pipeline that writes depth draws through a depth-stencil view that only reads.
	//
	// Rule: Through a view with READ_ONLY_DEPTH nothing is written, whatever the pipeline asks for (source: D3D12_DSV_FLAGS).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_READ" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "DSV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateDepthStencilView(depth, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D", Flags = "READ_ONLY_DEPTH" }, view)
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PrimitiveTopologyType = "TRIANGLE", DSVFormat = "D32_FLOAT",
	//	  DepthStencilState = { DepthEnable = true, DepthWriteMask = "ALL" } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets({}, view)
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:DrawInstanced(3, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_READ" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "DSV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateDepthStencilView(depth, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D", Flags = "READ_ONLY_DEPTH" }, view)
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PrimitiveTopologyType = "TRIANGLE", DSVFormat = "D32_FLOAT",
	//	  DepthStencilState = { DepthEnable = true, DepthWriteMask = "ZERO" } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets({}, view)
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:DrawInstanced(3, 1)
	DepthWriteDropped Code = 918

	// TargetSizesDiffer occurs when targets of several sizes are bound together, and a draw reaches beyond the smallest.
	//
	// Rule: All targets of a draw contain the pixels that the draw reaches; a pixel that one of them lacks is drawn to none (source:
	// OMSetRenderTargets).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local color = device:CreateCommittedResource { Name = "color", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
	//	local colors = device:CreateDescriptorHeap { Name = "colors", Type = "RTV", NumDescriptors = 1 }
	//	local depths = device:CreateDescriptorHeap { Name = "depths", Type = "DSV", NumDescriptors = 1 }
	//	local rtv, dsv = colors:GetCPUDescriptorHandle(0), depths:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(color, nil, rtv)
	//	device:CreateDepthStencilView(depth, nil, dsv)
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 64, Height = 64 } }
	//	list:RSSetScissorRects { { Right = 64, Bottom = 64 } }
	//	list:OMSetRenderTargets({ rtv }, dsv)
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:DrawInstanced(3, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local color = device:CreateCommittedResource { Name = "color", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
	//	local colors = device:CreateDescriptorHeap { Name = "colors", Type = "RTV", NumDescriptors = 1 }
	//	local depths = device:CreateDescriptorHeap { Name = "depths", Type = "DSV", NumDescriptors = 1 }
	//	local rtv, dsv = colors:GetCPUDescriptorHandle(0), depths:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(color, nil, rtv)
	//	device:CreateDepthStencilView(depth, nil, dsv)
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 64, Height = 64 } }
	//	list:RSSetScissorRects { { Right = 64, Bottom = 64 } }
	//	list:OMSetRenderTargets({ rtv }, dsv)
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:DrawInstanced(3, 1)
	TargetSizesDiffer Code = 922

	// DepthNeverFilled occurs when a draw tests depth or stencil, and nothing was cleared, drawn or copied there since the buffer was created or
	// discarded.
	//
	// Rule: Depth and stencil are cleared, or written, before a test compares with them (source: ClearDepthStencilView, DiscardResource).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(VertexID / 2, VertexID % 2, 0.5, 1) } end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "DSV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateDepthStencilView(depth, nil, view)
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PrimitiveTopologyType = "TRIANGLE", DSVFormat = "D32_FLOAT" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets({}, view)
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:DrawInstanced(3, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(VertexID / 2, VertexID % 2, 0.5, 1) } end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "DSV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateDepthStencilView(depth, nil, view)
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PrimitiveTopologyType = "TRIANGLE", DSVFormat = "D32_FLOAT" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:ClearDepthStencilView(view, "DEPTH", 1, 0)
	//	list:OMSetRenderTargets({}, view)
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:DrawInstanced(3, 1)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	DepthNeverFilled Code = 923

	// DiscardedRead occurs when a command reads contents that were discarded, by DiscardResource or a render pass, and not written since.
	//
	// Rule: What was discarded is undefined until it is written again (source: ID3D12GraphicsCommandList::DiscardResource,
	// D3D12_RENDER_PASS_BEGINNING_ACCESS_TYPE).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local copy = device:CreateCommittedResource { Name = "copy", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:DiscardResource(target)
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
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local copy = device:CreateCommittedResource { Name = "copy", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
	//	list:ResourceBarrier { { Resource = target, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
	//	list:CopyResource(copy, target)
	//	list:Close()
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	DiscardedRead Code = 926

	// DepthClamped occurs when a depth buffer is cleared to a depth that is not from 0 to 1, or is created for such clears.
	//
	// Rule: The depth of a clear is clamped between 0 and 1 (source: ID3D12GraphicsCommandList::ClearDepthStencilView).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "DSV", NumDescriptors = 1 }
	//	device:CreateDepthStencilView(depth, nil, views:GetCPUDescriptorHandle(0))
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ClearDepthStencilView(views:GetCPUDescriptorHandle(0), "DEPTH", 1000, 0)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local depth = device:CreateCommittedResource { Name = "depth", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "DSV", NumDescriptors = 1 }
	//	device:CreateDepthStencilView(depth, nil, views:GetCPUDescriptorHandle(0))
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ClearDepthStencilView(views:GetCPUDescriptorHandle(0), "DEPTH", 1, 0)
	DepthClamped Code = 929
)
