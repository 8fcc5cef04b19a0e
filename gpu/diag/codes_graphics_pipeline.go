package diag

// The codes of graphics pipelines: GS0801 to GS0808.
const (
	// InputMissing occurs when a vertex shader takes an input that the input layout does not give.
	//
	// Rule: Each input of the vertex shader has an element of the same semantic name and index in the input layout
	// (source: D3D12_INPUT_LAYOUT_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local root = device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = nil, PrimitiveTopologyType = "TRIANGLE", RTVFormats = {}, InputLayout = { { "NORMAL", "R32G32B32_FLOAT" } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local root = device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = nil, PrimitiveTopologyType = "TRIANGLE", RTVFormats = {}, InputLayout = { { "POSITION", "R32G32B32_FLOAT" } } }
	InputMissing Code = 801

	// BadInputLayout occurs when an element of an input layout cannot be fetched, or has another type than the vertex
	// shader takes.
	//
	// Rule: An element has a format of vertices whose numbers are of the type that the shader takes, at a multiple of 4
	// bytes or of its size, and each semantic is given once (source: D3D12_INPUT_ELEMENT_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local root = device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = nil, PrimitiveTopologyType = "TRIANGLE", RTVFormats = {}, InputLayout = { { "POSITION", "R32G32B32_UINT" } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" } }, Main = function(p) return { Position = float4(p, 1) } end }
	//	local root = device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = nil, PrimitiveTopologyType = "TRIANGLE", RTVFormats = {}, InputLayout = { { "POSITION", "R32G32B32_FLOAT" } } }
	BadInputLayout Code = 802

	// BadTargetFormat occurs when a pipeline or a view names a format that cannot be drawn to.
	//
	// Rule: Render targets have color formats that are not block-compressed, and depth buffers D16_UNORM, D24_UNORM_S8_UINT,
	// D32_FLOAT or D32_FLOAT_S8X24_UINT (source: D3D12_GRAPHICS_PIPELINE_STATE_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "BC1_UNORM" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
	BadTargetFormat Code = 803

	// BadBlend occurs when a blend state is not possible.
	//
	// Rule: Blending needs a format of floats or normalized numbers; alpha factors name no color; logic operations need UINT targets and no blending;
	// a second source color needs a single target (source: D3D12_RENDER_TARGET_BLEND_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, BlendState = { RenderTarget = { { BlendEnable = true, SrcBlendAlpha = "SRC_COLOR" } } } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, BlendState = { RenderTarget = { { BlendEnable = true, SrcBlendAlpha = "SRC_ALPHA" } } } }
	BadBlend Code = 804

	// BadRasterizer occurs when a rasterizer state asks for a feature that this device does not have.
	//
	// Rule: ConservativeRaster is OFF, ForcedSampleCount 0, and lines are smoothed by multisampling (source:
	// D3D12_RASTERIZER_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, RasterizerState = { ConservativeRaster = "ON" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
	BadRasterizer Code = 805

	// BadPipelineTopology occurs when a pipeline takes primitives that cannot be drawn, or has a strip cut value although it draws no strips.
	//
	// Rule: PrimitiveTopologyType is POINT, LINE or TRIANGLE, and a strip cut value belongs to lines or triangles (source:
	// D3D12_PRIMITIVE_TOPOLOGY_TYPE).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "PATCH", RTVFormats = { "R8G8B8A8_UNORM" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
	BadPipelineTopology Code = 806

	// BadPipelineSamples occurs when a pipeline draws to a number of samples that targets cannot have.
	//
	// Rule: SampleDesc.Count is 1, 2, 4 or 8, and SampleDesc.Quality 0 (source: DXGI_SAMPLE_DESC).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, SampleDesc = { Count = 3 } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, SampleDesc = { Count = 4 } }
	BadPipelineSamples Code = 807

	// TargetTypeMismatch occurs when a pixel shader writes numbers of another type than its render target holds.
	//
	// Rule: UINT targets take uint, SINT targets int, and all others float (source: D3D12 output merger).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R32_UINT" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
	//	local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R32_FLOAT" } }
	TargetTypeMismatch Code = 808
)
