package diag

// Kernels: types and conversions, GS0221 to GS0229.
const (
	// TypeMismatch occurs when the two sides of an operator, or a value and its place, have types that do not match.
	//
	// Rule: Operands have the same number of components, or one of them is a scalar (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local v = float3(1, 2, 3) + float2(1, 2)
	//	    out[i] = v.x
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
	//	    local v = float3(1, 2, 3) + float3(1, 2, 0)
	//	    out[i] = v.x
	//	  end,
	//	}
	TypeMismatch Code = 221

	// ImplicitTruncation occurs when a vector is used where a shorter one is needed.
	//
	// Rule: A vector is never cut short silently: gpuscript refuses where HLSL warns (source: HLSL X3206).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = float3(1, 2, 3)
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
	//	    out[i] = float3(1, 2, 3).x
	//	  end,
	//	}
	ImplicitTruncation Code = 222

	// NarrowingConversion occurs when a float is used where an integer is needed.
	//
	// Rule: A conversion that drops the fraction is written out: gpuscript refuses where HLSL warns (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local counts = gpu.RWStructuredBuffer("u0", "int")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    counts[i] = sqrt(2.0)
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local counts = gpu.RWStructuredBuffer("u0", "int")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    counts[i] = int(sqrt(2.0))
	//	  end,
	//	}
	NarrowingConversion Code = 223

	// BoolAsNumber occurs when a bool is used as a number.
	//
	// Rule: A bool is not a number: select chooses between numbers (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = (i < 4) + 1.0
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
	//	    out[i] = select(i < 4, 1.0, 0.0) + 1.0
	//	  end,
	//	}
	BoolAsNumber Code = 224

	// NumberAsBool occurs when a number is used where a bool is needed.
	//
	// Rule: Numbers are neither true nor false, because HLSL and Lua disagree about 0 (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local found = false
	//	    found = i
	//	    out[i] = select(found, 1.0, 0.0)
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
	//	    local found = false
	//	    found = i ~= 0
	//	    out[i] = select(found, 1.0, 0.0)
	//	  end,
	//	}
	NumberAsBool Code = 225

	// ConditionNotBool occurs when the condition of if, while, until, and, or, not is not a single bool.
	//
	// Rule: A condition is one bool: compare numbers, and use all or any for vectors (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    if i then out[i] = 1.0 end
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
	//	    if i ~= 0 then out[i] = 1.0 end
	//	  end,
	//	}
	ConditionNotBool Code = 226

	// ConstantOutOfRange occurs when a number does not fit its type, an index is outside of its array, or an address of a raw buffer is no multiple
	// of 4.
	//
	// Rule: Integers have 32 bits; elements of arrays and vectors are numbered from 0; addresses of raw buffers are multiples of 4 (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local v = float3(1, 2, 3)
	//	    out[i] = v[3]
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
	//	    local v = float3(1, 2, 3)
	//	    out[i] = v[2]
	//	  end,
	//	}
	ConstantOutOfRange Code = 227

	// WrongComponents occurs when a constructor gets too few or too many components.
	//
	// Rule: The components given to a constructor add up to those of the type, or are a single number (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", { { "mass", "float" }, { "age", "uint" } })
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = { mass = 1.0 }
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
	//	    out[i] = { mass = 1.0, age = 0 }
	//	  end,
	//	}
	WrongComponents Code = 228
)
