package diag

// Kernels: parameters, groups and size, GS0211 to GS0219.
const (
	// UnknownParameter occurs when a parameter of a kernel is not a system value.
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
	// Rule: A group has at most 1024 work items, at most 64 in z (source: D3D12_CS_THREAD_GROUP_MAX_THREADS_PER_GROUP).
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
	// Rule: A group has at most 32 KiB of groupshared memory (source: HLSL shader model 5).
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

	// WrongStage occurs when a vertex or pixel shader uses what only compute shaders have: groupshared memory and barriers.
	//
	// Rule: Groupshared memory and barriers of a group belong to compute shaders (source: HLSL).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "uint")
	//	gpu.VertexShader {
	//	  Name = "example",
	//	  Main = function(VertexID)
	//	    out[VertexID] = VertexID
	//	    AllMemoryBarrierWithGroupSync()
	//	    return { Position = float4(0.0, 0.0, 0.0, 1.0) }
	//	  end,
	//	}
	//
	// Fixed:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "uint")
	//	gpu.VertexShader {
	//	  Name = "example",
	//	  Main = function(VertexID)
	//	    out[VertexID] = VertexID
	//	    AllMemoryBarrier()
	//	    return { Position = float4(0.0, 0.0, 0.0, 1.0) }
	//	  end,
	//	}
	WrongStage Code = 214

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
)
