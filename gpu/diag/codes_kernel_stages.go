package diag

// Kernels: shaders of the graphics pipeline, GS0216 to GS0220.
const (
	// BadStageInput occurs when a vertex or pixel shader declares an input that is not possible.
	//
	// Rule: Inputs of vertex shaders are numbers, vectors and matrices of float, int or uint, at most 32 elements; each input has a name of its own
	// (source: HLSL, D3D12_IA_VERTEX_INPUT_STRUCTURE_ELEMENT_COUNT).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	gpu.VertexShader {
	//	  Name = "example", Inputs = { { "POSITION", "bool3" } },
	//	  Main = function(position)
	//	    return { Position = float4(float3(position), 1.0) }
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	gpu.VertexShader {
	//	  Name = "example", Inputs = { { "POSITION", "uint3" } },
	//	  Main = function(position)
	//	    return { Position = float4(float3(position), 1.0) }
	//	  end,
	//	}
	BadStageInput Code = 216

	// BadStageOutput occurs when a vertex or pixel shader returns what the next stage cannot take.
	//
	// Rule: A vertex shader returns a table with a float4 Position; fields named as HLSL's system values have their types: ClipDistance and
	// CullDistance, of 8 components together, RenderTargetArrayIndex and ViewportArrayIndex. A pixel shader returns a colour, or a table of Target0
	// to Target7, Depth and Coverage (source: HLSL semantics SV_Position, SV_ClipDistance, SV_RenderTargetArrayIndex, SV_Target, SV_Depth,
	// SV_Coverage).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	gpu.VertexShader {
	//	  Name = "example", Inputs = { { "POSITION", "float3" } },
	//	  Main = function(position)
	//	    return { Position = position }
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	gpu.VertexShader {
	//	  Name = "example", Inputs = { { "POSITION", "float3" } },
	//	  Main = function(position)
	//	    return { Position = float4(position, 1.0) }
	//	  end,
	//	}
	BadStageOutput Code = 217

	// StageMismatch occurs when a pixel shader has an input that the vertex shader does not output, or outputs with another type.
	//
	// Rule: Each input of the pixel shader is an output of the vertex shader, of the same type (source: D3D12, linkage of shader signatures).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID)
	//	  return { Position = float4(0, 0, 0, 1), Light = float3(1, 1, 1) }
	//	end }
	//	local ps = gpu.PixelShader { Name = "ps", Inputs = { { "Light", "float" } }, Main = function(v)
	//	  return float4(1, 1, 1, 1) * v.Light.x
	//	end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  RTVFormats = { "R8G8B8A8_UNORM" } }
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID)
	//	  return { Position = float4(0, 0, 0, 1), Light = float3(1, 1, 1) }
	//	end }
	//	local ps = gpu.PixelShader { Name = "ps", Inputs = { { "Light", "float3" } }, Main = function(v)
	//	  return float4(1, 1, 1, 1) * v.Light.x
	//	end }
	//	local root = device:CreateRootSignature { Name = "root" }
	//	device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
	//	  RTVFormats = { "R8G8B8A8_UNORM" } }
	StageMismatch Code = 218

	// BadInterpolation occurs when a shader asks for an interpolation mode that does not exist, or that the type of the input does not allow.
	//
	// Rule: Floats are interpolated linear, noperspective or nointerpolation, the first two also centroid or sample; integers and bools always
	// nointerpolation (source: HLSL, interpolation modifiers).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	gpu.PixelShader {
	//	  Name = "example", Inputs = { { "uv", "float2", "flat" } },
	//	  Main = function(v)
	//	    return float4(v.uv, 0.0, 1.0)
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	gpu.PixelShader {
	//	  Name = "example", Inputs = { { "uv", "float2", "nointerpolation" } },
	//	  Main = function(v)
	//	    return float4(v.uv, 0.0, 1.0)
	//	  end,
	//	}
	BadInterpolation Code = 219

	// EarlyDepthOutput occurs when a pixel shader with EarlyDepthStencil returns a depth.
	//
	// Rule: With EarlyDepthStencil, depth and stencil are tested and written before the pixel shader runs, so it cannot output a depth (source: HLSL,
	// earlydepthstencil; D3D11.3 functional specification, early depth and stencil tests).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	gpu.PixelShader {
	//	  Name = "example", Inputs = { { "uv", "float2" } }, EarlyDepthStencil = true,
	//	  Main = function(v)
	//	    return { Target0 = float4(1.0), Depth = 0.5 }
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	gpu.PixelShader {
	//	  Name = "example", Inputs = { { "uv", "float2" } },
	//	  Main = function(v)
	//	    return { Target0 = float4(1.0), Depth = 0.5 }
	//	  end,
	//	}
	EarlyDepthOutput Code = 220
)
