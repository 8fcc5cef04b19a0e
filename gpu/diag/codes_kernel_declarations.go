package diag

// Kernels: declarations, GS0251 to GS0259.
const (
	// UnknownTypeName occurs when a declaration names a type that kernels do not have.
	//
	// Rule: Types are float, half, int, uint, bool, their vectors and matrices (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.StructuredBuffer("t0", "flaot")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = float(other[i])
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.StructuredBuffer("t0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = float(other[i])
	//	  end,
	//	}
	UnknownTypeName Code = 251

	// BadRegister occurs when a declaration names a register that does not exist or is of another class.
	//
	// Rule: Shader resources are in t registers, unordered access in u, constant buffers in b and samplers in s registers (source: HLSL register).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.StructuredBuffer("u1", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = other[i]
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.StructuredBuffer("t1", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = other[i]
	//	  end,
	//	}
	BadRegister Code = 252

	// BadElementLayout occurs when the element type or the fields of a declaration are not possible.
	//
	// Rule: Typed elements are scalars and vectors of numbers; a constant buffer is a list of fields (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.Buffer("t0", "float4x4")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = other[i][0][0]
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.StructuredBuffer("t0", "float4x4")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = other[i][0][0]
	//	  end,
	//	}
	BadElementLayout Code = 253
)
