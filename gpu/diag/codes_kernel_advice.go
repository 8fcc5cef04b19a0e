package diag

// Codes of advice on kernels: GS09xx.
const (
	// BareDivision occurs when a kernel divides a local that is an int only because integers are assigned to it elsewhere.
	//
	// Rule: A local that begins as a bare number and is assigned again has the type that its assignments need, and int / int is an integer; a local
	// that is never assigned again is divided as in Lua (source: gpuscript kernels).
	//
	// Example:
	//
	//	local gpu = require "gpu"
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	gpu.ComputeShader {
	//	  Name = "example", NumThreads = { 64, 1, 1 },
	//	  Main = function(GroupIndex)
	//	    local x = 7
	//	    out[GroupIndex] = x / 2
	//	    x = x + 1
	//	    out[GroupIndex + 64] = x
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
	//	    local x = 7
	//	    out[GroupIndex] = float(x) / 2
	//	    x = x + 1
	//	    out[GroupIndex + 64] = x
	//	  end,
	//	}
	BareDivision Code = 945
)
