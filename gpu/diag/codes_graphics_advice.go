package diag

// The codes of advice about draws and pipelines: GS0912, GS0913, and those from GS0915 on.
const (
	// NothingDrawn occurs when a draw leaves no trace: no vertices, no viewport or no scissor rectangle.
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

	// NullVertices occurs when a draw reads vertices or indices, and no buffer is set: they are 0.
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
)
