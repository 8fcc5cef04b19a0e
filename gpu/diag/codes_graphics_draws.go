package diag

// The codes of draws, resolves, queries and bundles: GS0821 to GS0835.
const (
	// PipelineKindMismatch occurs when a draw finds a compute pipeline, or a dispatch a graphics pipeline.
	//
	// Rule: Draws run graphics pipelines, and dispatches compute pipelines (source: SetPipelineState).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
	//	local cs = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = function() end }
	//	local fill = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = cs }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(p)
	//	list:Dispatch(1, 1, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
	//	local cs = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = function() end }
	//	local fill = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = cs }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetComputeRootSignature(root)
	//	list:SetPipelineState(fill)
	//	list:Dispatch(1, 1, 1)
	PipelineKindMismatch Code = 821

	// DrawTopologyMismatch occurs when a draw has no topology, or one of another type than the pipeline takes.
	//
	// Rule: The topology of IASetPrimitiveTopology makes primitives of the pipeline's PrimitiveTopologyType (source:
	// D3D12_GRAPHICS_PIPELINE_STATE_DESC).
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
	//	list:IASetPrimitiveTopology "LINELIST"
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
	DrawTopologyMismatch Code = 822

	// DrawTargetMismatch occurs when a target is bound whose format or number of samples is not the pipeline's.
	//
	// Rule: Formats and samples of the bound views are RTVFormats, DSVFormat and SampleDesc of the pipeline (source:
	// D3D12_GRAPHICS_PIPELINE_STATE_DESC).
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
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "B8G8R8A8_UNORM" } }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
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
	DrawTargetMismatch Code = 823

	// BadClear occurs when a clear of a target names nothing that can be cleared.
	//
	// Rule: Flags name depth, stencil or both, of planes that the view has and may write; rectangles are not empty
	// (source: ClearDepthStencilView).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "DSV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateDepthStencilView(target, nil, view)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ClearDepthStencilView(view, "STENCIL", 1, 0)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "D32_FLOAT",
	//	  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "DSV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateDepthStencilView(target, nil, view)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ClearDepthStencilView(view, "DEPTH", 1, 0)
	BadClear Code = 824

	// BadResolve occurs when the resources or formats of a resolve do not fit.
	//
	// Rule: The source has several samples, the destination one, their formats are of one family, and the average needs
	// floats or normalized numbers (source: ResolveSubresource).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local src = device:CreateCommittedResource { Name = "src", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  SampleDesc = { Count = 4 }, Flags = "ALLOW_RENDER_TARGET", InitialState = "RESOLVE_SOURCE" }
	//	local dst = device:CreateCommittedResource { Name = "dst", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  SampleDesc = { Count = 4 }, Flags = "ALLOW_RENDER_TARGET", InitialState = "RESOLVE_DEST" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ResolveSubresource(dst, 0, src, 0)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local src = device:CreateCommittedResource { Name = "src", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  SampleDesc = { Count = 4 }, Flags = "ALLOW_RENDER_TARGET", InitialState = "RESOLVE_SOURCE" }
	//	local dst = device:CreateCommittedResource { Name = "dst", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  SampleDesc = { Count = 1 }, Flags = "ALLOW_RENDER_TARGET", InitialState = "RESOLVE_DEST" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:ResolveSubresource(dst, 0, src, 0)
	BadResolve Code = 825

	// BadPredication occurs when a predicate is not 8 aligned bytes of a buffer.
	//
	// Rule: SetPredication reads 64 bits at a multiple of 8 bytes (source: SetPredication).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local buffer = device:CreateCommittedResource { Name = "buffer", Dimension = "BUFFER", Width = 1024 }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetPredication(buffer, 4)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local buffer = device:CreateCommittedResource { Name = "buffer", Dimension = "BUFFER", Width = 1024 }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetPredication(buffer, 8)
	BadPredication Code = 826

	// QueryPairing occurs when BeginQuery and EndQuery do not belong together.
	//
	// Rule: A query begins once and ends once, in one list; a timestamp only ends (source: BeginQuery).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queries = device:CreateQueryHeap { Name = "queries", Type = "OCCLUSION", Count = 1 }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:BeginQuery(queries, "OCCLUSION", 0)
	//	list:Close()
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queries = device:CreateQueryHeap { Name = "queries", Type = "OCCLUSION", Count = 1 }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:BeginQuery(queries, "OCCLUSION", 0)
	//	list:EndQuery(queries, "OCCLUSION", 0)
	//	list:Close()
	QueryPairing Code = 827

	// CopyCutsBlocks occurs when a box of a block-compressed texture begins or ends inside of a block.
	//
	// Rule: Boxes of block-compressed textures begin at multiples of 4 texels and end at them or at the edge (source:
	// CopyTextureRegion).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local a = device:CreateCommittedResource { Name = "a", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "BC1_UNORM", InitialState = "COMMON" }
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "BC1_UNORM", InitialState = "COMMON" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:CopyTextureRegion({ Resource = b }, 0, 0, 0, { Resource = a }, { Right = 6, Bottom = 4 })
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local a = device:CreateCommittedResource { Name = "a", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "BC1_UNORM", InitialState = "COMMON" }
	//	local b = device:CreateCommittedResource { Name = "b", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "BC1_UNORM", InitialState = "COMMON" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:CopyTextureRegion({ Resource = b }, 0, 0, 0, { Resource = a }, { Right = 8, Bottom = 4 })
	CopyCutsBlocks Code = 829

	// BadBundle occurs when ExecuteBundle names a list that is not a closed bundle.
	//
	// Rule: A bundle is a list of type BUNDLE that was recorded and closed, and whose allocator was not reset since
	// (source: ExecuteBundle).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE" }
	//	list:ExecuteBundle(bundle)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE" }
	//	bundle:Close()
	//	list:ExecuteBundle(bundle)
	BadBundle Code = 831

	// BundleMismatch occurs when a list has not set what a bundle inherits from it.
	//
	// Rule: A bundle inherits root signatures and root arguments, so the list sets those that the bundle reads and does not set itself (source:
	// Direct3D 12 bundles).
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
	//	local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE" }
	//	bundle:SetPipelineState(p)
	//	bundle:IASetPrimitiveTopology "TRIANGLELIST"
	//	bundle:DrawInstanced(3, 1)
	//	bundle:Close()
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:ExecuteBundle(bundle)
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
	//	local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE" }
	//	bundle:SetPipelineState(p)
	//	bundle:IASetPrimitiveTopology "TRIANGLELIST"
	//	bundle:DrawInstanced(3, 1)
	//	bundle:Close()
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:ExecuteBundle(bundle)
	BundleMismatch Code = 832

	// BadRenderPass occurs when a command is recorded inside a render pass that cannot contain it, or a pass has no beginning or no end.
	//
	// Rule: A render pass begins and ends in one list and holds draws, what sets their state, queries, and barriers by which nothing is read that the
	// pass writes, but no copies, clears, resolves, dispatches or other targets (source: ID3D12GraphicsCommandList4::BeginRenderPass).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:BeginRenderPass { { CPUDescriptor = view, BeginningAccess = { Type = "CLEAR" }, EndingAccess = { Type = "PRESERVE" } } }
	//	list:ClearRenderTargetView(view, { 1, 0, 0, 1 })
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
	//	list:BeginRenderPass { { CPUDescriptor = view, BeginningAccess = { Type = "CLEAR" }, EndingAccess = { Type = "PRESERVE" } } }
	//	list:EndRenderPass()
	//	list:ClearRenderTargetView(view, { 1, 0, 0, 1 })
	BadRenderPass Code = 833

	// BrokenPass occurs when a render pass is suspended and not resumed, resumed and not suspended, or something comes between.
	//
	// Rule: A pass with SUSPENDING_PASS is followed by one with RESUMING_PASS and the same targets, in the same list or in the next list of the same
	// ExecuteCommandLists, with no work of the GPU between (source: D3D12 render passes, D3D12_RENDER_PASS_FLAGS).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	local passes = { { CPUDescriptor = view, BeginningAccess = { Type = "CLEAR" }, EndingAccess = { Type = "PRESERVE" } } }
	//	list:BeginRenderPass(passes, nil, "SUSPENDING_PASS")
	//	list:EndRenderPass()
	//	list:Close()
	//	device:CreateCommandQueue({ Type = "DIRECT" }):ExecuteCommandLists { list }
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
	//	local passes = { { CPUDescriptor = view, BeginningAccess = { Type = "CLEAR" }, EndingAccess = { Type = "PRESERVE" } } }
	//	list:BeginRenderPass(passes, nil, "SUSPENDING_PASS")
	//	list:EndRenderPass()
	//	list:BeginRenderPass(passes, nil, "RESUMING_PASS")
	//	list:EndRenderPass()
	//	list:Close()
	//	device:CreateCommandQueue({ Type = "DIRECT" }):ExecuteCommandLists { list }
	BrokenPass Code = 834

	// DrawTargetMissing occurs when a pipeline draws to a target and nothing is bound there.
	//
	// Rule: A slot of RTVFormats that the pixel shader writes, and the DSVFormat of a pipeline that tests or writes depth or stencil, need a view,
	// which may be a null view, when something is drawn (source: D3D12_GRAPHICS_PIPELINE_STATE_DESC, OMSetRenderTargets).
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
	//	list:ClearRenderTargetView(view, { 0, 0, 0, 1 })
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
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
	//	list:ClearRenderTargetView(view, { 0, 0, 0, 1 })
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:OMSetRenderTargets { view }
	//	list:DrawInstanced(3, 1)
	DrawTargetMissing Code = 835
)
