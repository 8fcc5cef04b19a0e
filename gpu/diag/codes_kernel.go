package diag

// Kernels: GS02xx.
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
	// Rule: Akernel captures numbers, booleans, resource declarations and functions (source: gpuscript kernels).
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
	// Rule: Akernel is the subset of Lua that maps to HLSL (source: gpuscript kernels).
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
	// Rule: Akernel changes nothing but its locals and the resources it can write (source: gpuscript kernels).
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

	// NotAValue occurs when a function, a type, a string or a call without result stands where a value is needed.
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

	// NeverAssigned occurs when a local is read that has no value.
	//
	// Rule: Alocal without a first value gets its type from an assignment (source: gpuscript kernels).
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

	// UnknownParameter occurs when a parameter of a kernel is no system value.
	//
	// Rule: Parameters of a compute kernel are DispatchThreadID, GroupID, GroupThreadID and GroupIndex (source: HLSL system values).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadId)
	//	    out[DispatchThreadId.x] = 1.0
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
	UnknownParameter Code = 211

	// GroupTooLarge occurs when NumThreads asks for more work items than a group can have.
	//
	// Rule: Agroup has at most 1024 work items, at most 64 in z (source: D3D12_CS_THREAD_GROUP_MAX_THREADS_PER_GROUP).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 32, 1 },
	//	  Main = function(DispatchThreadID)
	//	    out[DispatchThreadID.x] = 1.0
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 16, 1 },
	//	  Main = function(DispatchThreadID)
	//	    out[DispatchThreadID.x] = 1.0
	//	  end,
	//	}
	GroupTooLarge Code = 212

	// GroupSharedTooLarge occurs when the groupshared memory of a kernel exceeds what a group can have.
	//
	// Rule: Agroup has at most 32 KiB of groupshared memory (source: HLSL shader model 5).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local shared = gpu.GroupShared("float", 8193)
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    shared[0] = 1.0
	//	    out[i] = shared[0]
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local shared = gpu.GroupShared("float", 8192)
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    shared[0] = 1.0
	//	    out[i] = shared[0]
	//	  end,
	//	}
	GroupSharedTooLarge Code = 213

	// StageUnsupported occurs when a shader of a stage is compiled that this version cannot compile.
	//
	// Rule: This version compiles compute shaders (source: gpuscript kernels).
	//
	// No example: Scripts with vertex and pixel shaders become valid when draws exist.
	StageUnsupported Code = 214

	// KernelTooLarge occurs when a kernel has more instructions, local memory or nesting than the compiler takes.
	//
	// Rule: Functions are inlined at each call; local arrays have at most 16 KiB (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local big = Array("float", 5000)
	//	    big[0] = 1.0
	//	    out[i] = big[0]
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
	//	    local big = Array("float", 4096)
	//	    big[0] = 1.0
	//	    out[i] = big[0]
	//	  end,
	//	}
	KernelTooLarge Code = 215

	// TypeMismatch occurs when the two sides of an operator, or a value and its place, have types that do not go together.
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
	// Rule: Avector is never cut short silently: gpuscript refuses where HLSL warns (source: HLSL X3206).
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
	// Rule: Aconversion that drops the fraction is written out: gpuscript refuses where HLSL warns (source: gpuscript kernels).
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
	// Rule: Abool is not a number: select chooses between numbers (source: gpuscript kernels).
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

	// ConditionNotBool occurs when the condition of if, while, until, and, or, not is no single bool.
	//
	// Rule: Acondition is one bool: compare numbers, and use all or any for vectors (source: gpuscript kernels).
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

	// ConstantOutOfRange occurs when a number does not fit its type, or an index is outside of its array.
	//
	// Rule: Integers have 32 bits; elements of arrays and vectors are numbered from 0 (source: HLSL).
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
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = float3(1, 2).x
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
	WrongComponents Code = 228

	// NoMember occurs when a field or a component is named that the value does not have.
	//
	// Rule: Members are the fields of a struct and .xyzw or .rgba of a vector (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    local v = float2(1, 2)
	//	    out[i] = v.z
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
	//	    local v = float2(1, 2)
	//	    out[i] = v.y
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

	// WrongArgumentCount occurs when a call has too many or too few arguments, or an assignment values.
	//
	// Rule: Acall gives one argument for each parameter (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = lerp(0.0, 1.0)
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
	//	    out[i] = lerp(0.0, 1.0, 0.5)
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
	//	    out[i] = cross(float2(1, 2), float2(3, 4)).x
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
	//	    out[i] = cross(float3(1, 2, 0), float3(3, 4, 0)).x
	//	  end,
	//	}
	WrongArgumentType Code = 235

	// ReturnMismatch occurs when returns of a function do not agree, one is missing, or a kernel returns a value.
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

	// UnknownResourceMethod occurs when a method is called that the resource does not have.
	//
	// Rule: Methods are those of HLSL for the kind of the resource (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tex = gpu.Texture2D("t0", "float4")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tex:Lood(int3(0, 0, 0)).x
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tex = gpu.Texture2D("t0", "float4")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tex:Load(int3(0, 0, 0)).x
	//	  end,
	//	}
	UnknownResourceMethod Code = 241

	// DerivativesInCompute occurs when a compute kernel uses derivatives: ddx, ddy, Sample.
	//
	// Rule: Derivatives are available in pixel shaders only (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tex = gpu.Texture2D("t0", "float4")
	//	local s = gpu.SamplerState("s0")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tex:Sample(s, float2(0, 0)).x
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tex = gpu.Texture2D("t0", "float4")
	//	local s = gpu.SamplerState("s0")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tex:SampleLevel(s, float2(0, 0), 0).x
	//	  end,
	//	}
	DerivativesInCompute Code = 242

	// RegisterOverlap occurs when two resources of one kernel share a register.
	//
	// Rule: Aregister of one class and space belongs to one resource of a shader (source: HLSL register).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.RWStructuredBuffer("u0", "float")
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
	//	local other = gpu.RWStructuredBuffer("u1", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = other[i]
	//	  end,
	//	}
	RegisterOverlap Code = 243

	// ElementFormatMismatch occurs when the format of a view holds another kind of number than the kernel declares.
	//
	// Rule: Float elements need a FLOAT, UNORM or SNORM format, uint elements UINT, int elements SINT (source: D3D12 typed views).
	//
	// No example: It needs a pipeline, a view and a dispatch, and is found when the kernel is specialised for the view.
	ElementFormatMismatch Code = 244

	// DivergentIndex occurs when an array of resources is indexed by a value that differs between work items.
	//
	// Rule: The index into an array of resources is uniform over the group (source: HLSL without NonUniformResourceIndex).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tables = gpu.StructuredBuffer("t0", "float", 4)
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tables[i][0]
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local tables = gpu.StructuredBuffer("t0", "float", 4)
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = tables[3][0]
	//	  end,
	//	}
	DivergentIndex Code = 245

	// DivergentBarrier occurs when a barrier stands in control flow that differs between the work items of a group.
	//
	// Rule: All work items of a group execute the same barriers (source: HLSL, GroupMemoryBarrierWithGroupSync).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(GroupIndex)
	//	    if GroupIndex < 8 then GroupMemoryBarrierWithGroupSync() end
	//	    out[GroupIndex] = 1.0
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(GroupIndex)
	//	    GroupMemoryBarrierWithGroupSync()
	//	    out[GroupIndex] = 1.0
	//	  end,
	//	}
	DivergentBarrier Code = 246

	// AtomicTarget occurs when an Interlocked operation gets something that it cannot work on.
	//
	// Rule: Atomics work on one int or uint of 32 bits in an RW resource or groupshared memory (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    InterlockedAdd(out[i], 1)
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "uint")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    InterlockedAdd(out[i], 1)
	//	  end,
	//	}
	AtomicTarget Code = 247

	// BadPrintfFormat occurs when a printf format has places that printf does not know, or not one for each component.
	//
	// Rule: Aformat has one place for each component of the arguments (source: gpuscript printf).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    printf("%d %d", DispatchThreadID.x)
	//	    out[0] = 1.0
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
	//	    printf("%d", DispatchThreadID.x)
	//	    out[0] = 1.0
	//	  end,
	//	}
	BadPrintfFormat Code = 248

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
	// Rule: Tregisters hold shader resources, u unordered access, b constant buffers, s samplers (source: HLSL register).
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
	//	    out[i] = other[i].x
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local other = gpu.Buffer("t0", "float4")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(DispatchThreadID)
	//	    local i = DispatchThreadID.x
	//	    out[i] = other[i].x
	//	  end,
	//	}
	BadElementLayout Code = 253
)
