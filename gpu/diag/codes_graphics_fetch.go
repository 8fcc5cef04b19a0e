package diag

// The codes of advice about what draws fetch: GS0919 and GS0920.
const (
	// StrideTooSmall occurs when the stride of a vertex buffer is smaller than what the input layout reads of a vertex, so that vertices overlap.
	//
	// Rule: The stride of a vertex buffer is at least as large as its part of a vertex (source: D3D12_VERTEX_BUFFER_VIEW).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local vertices = device:CreateCommittedResource { Name = "vertices", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  InputLayout = { { "POSITION", "R32G32B32_FLOAT" } }, RTVFormats = { "R8G8B8A8_UNORM" } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:IASetVertexBuffers(0, { { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = 36, StrideInBytes = 8 } })
	//	list:DrawInstanced(3, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local vertices = device:CreateCommittedResource { Name = "vertices", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  InputLayout = { { "POSITION", "R32G32B32_FLOAT" } }, RTVFormats = { "R8G8B8A8_UNORM" } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:IASetVertexBuffers(0, { { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = 36, StrideInBytes = 12 } })
	//	list:DrawInstanced(3, 1)
	StrideTooSmall Code = 919

	// FetchOutOfBuffer occurs when a draw, also one of ExecuteIndirect, asks for vertices, instances or indices beyond the end of the view that is
	// bound: they read as 0.
	//
	// Rule: A draw reads inside of the views of its vertex and index buffers (source: D3D12_VERTEX_BUFFER_VIEW, D3D12_INDEX_BUFFER_VIEW).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local vertices = device:CreateCommittedResource { Name = "vertices", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  InputLayout = { { "POSITION", "R32G32B32_FLOAT" } }, RTVFormats = { "R8G8B8A8_UNORM" } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:IASetVertexBuffers(0, { { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = 35, StrideInBytes = 12 } })
	//	list:DrawInstanced(3, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
	//	local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
	//	  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
	//	local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
	//	local view = views:GetCPUDescriptorHandle(0)
	//	device:CreateRenderTargetView(target, nil, view)
	//	local vertices = device:CreateCommittedResource { Name = "vertices", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local p = device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  InputLayout = { { "POSITION", "R32G32B32_FLOAT" } }, RTVFormats = { "R8G8B8A8_UNORM" } }
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
	//	list:SetGraphicsRootSignature(root)
	//	list:RSSetViewports { { Width = 16, Height = 16 } }
	//	list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
	//	list:OMSetRenderTargets { view }
	//	list:SetPipelineState(p)
	//	list:IASetPrimitiveTopology "TRIANGLELIST"
	//	list:IASetVertexBuffers(0, { { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = 36, StrideInBytes = 12 } })
	//	list:DrawInstanced(3, 1)
	FetchOutOfBuffer Code = 920
)
