package diag

// Kernels: names and values, GS0201 to GS0209.
const (
	// UnknownName occurs when a kernel uses a name that is neither a local, nor captured, nor an intrinsic.
	//
	// Rule: Every name of a kernel is declared in it, captured from the script, or an HLSL intrinsic (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = satturate(1.5)
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
	UnknownName Code = 201

	// HostValue occurs when a kernel uses a table, string, library function or other value of the script that has no meaning on the GPU.
	//
	// Rule: A kernel captures numbers, booleans, lists of numbers, resource declarations and functions (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = math.sin(1.5)
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
	//	    out[i] = sin(1.5)
	//	  end,
	//	}
	HostValue Code = 202

	// UnsupportedLua occurs when a kernel uses a part of Lua that cannot be compiled for the GPU: tables, nil, strings, goto, for … in, varargs.
	//
	// Rule: A kernel is written in the subset of Lua that maps to HLSL (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local t = { 1.0, 2.0 }
	//	    out[i] = t[1]
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
	//	    local t = float2(1.0, 2.0)
	//	    out[i] = t.x
	//	  end,
	//	}
	UnsupportedLua Code = 203

	// GlobalAssignment occurs when a kernel assigns to a name that is not one of its locals.
	//
	// Rule: A kernel changes nothing but its locals and the resources it can write (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    total = 1.0
	//	    out[i] = 1.0
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
	//	    local total = 1.0
	//	    out[i] = total
	//	  end,
	//	}
	GlobalAssignment Code = 204

	// Recursion occurs when a function that a kernel calls calls itself, directly or through others.
	//
	// Rule: Functions of a shader must not be recursive (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local function f(x) return f(x) end
	//	    out[i] = f(1.0)
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
	//	    local function f(x) return x * 2.0 end
	//	    out[i] = f(1.0)
	//	  end,
	//	}
	Recursion Code = 205

	// NotAValue occurs when a function, a type, a string or a call without a result is used where a value is needed.
	//
	// Rule: Values of a kernel are numbers, vectors, matrices, structs and arrays (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local f = sin
	//	    out[i] = f(1.0)
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
	//	    out[i] = sin(1.0)
	//	  end,
	//	}
	NotAValue Code = 206

	// NotCallable occurs when a kernel calls something that is not a function.
	//
	// Rule: Only functions, types and intrinsics can be called (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local x = 2.0
	//	    out[i] = x(1.0)
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
	//	    local x = 2.0
	//	    out[i] = x * 1.0
	//	  end,
	//	}
	NotCallable Code = 207

	// NeverAssigned occurs when a local is read that never gets a value, or only further down.
	//
	// Rule: A local that is declared without a value gets its type from its first assignment (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local x
	//	    out[i] = x
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
	//	    local x = 0.5
	//	    out[i] = x
	//	  end,
	//	}
	NeverAssigned Code = 208
)
