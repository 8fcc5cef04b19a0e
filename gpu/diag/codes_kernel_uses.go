package diag

// Kernels: members, calls and assignments, GS0231 to GS0239.
const (
	// NoMember occurs when a kernel names a field or component that the value does not have.
	//
	// Rule: Members are the fields of a struct and .xyzw or .rgba of a vector (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", { { "mass", "float" }, { "age", "uint" } })
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i].mas = 1.0
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", { { "mass", "float" }, { "age", "uint" } })
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i].mass = 1.0
	//	  end,
	//	}
	NoMember Code = 231

	// WrongIndex occurs when something is indexed that has no elements, or with an index of the wrong type.
	//
	// Rule: An index is int or uint, with as many components as the resource has dimensions (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[float(i)] = 1.0
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = 1.0
	//	  end,
	//	}
	WrongIndex Code = 232

	// NotAssignable occurs when something is assigned to that cannot be written.
	//
	// Rule: Only locals, RW resources and groupshared memory are written (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local data = gpu.StructuredBuffer("t0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    data[i] = 1.0
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local data = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    data[i] = 1.0
	//	  end,
	//	}
	NotAssignable Code = 233

	// WrongArgumentCount occurs when a call has too many or too few arguments, or an assignment too many or too few values.
	//
	// Rule: A call gives one argument for each parameter (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = saturate(1.5, 1.0)
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = saturate(1.5)
	//	  end,
	//	}
	WrongArgumentCount Code = 234

	// WrongArgumentType occurs when an argument of an intrinsic or method has a type that it does not take.
	//
	// Rule: Each intrinsic says which arguments it takes (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = countbits(out[i])
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = countbits(uint(out[i]))
	//	  end,
	//	}
	WrongArgumentType Code = 235

	// ReturnMismatch occurs when the return statements of a function do not agree, when one is missing, or when a kernel returns a value.
	//
	// Rule: All returns of a function give the same number of values (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    return 1.0
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    out[DispatchThreadID.x] = 1.0
	//	  end,
	//	}
	ReturnMismatch Code = 236
)
