package diag

// The codes of a run that is ended from outside the script: limits, cancellation, a fault of gpuscript itself.
const (
	// StepLimit occurs when a script executes more Lua instructions than its host allows.
	//
	// Rule: The instructions of a run are limited (source: gpuscript, sandbox and limits).
	//
	// Example:
	//	-- limits: steps=100000
	//	local frame = 0
	//	while frame >= 0 do frame = frame + 1 end
	//
	// Fixed:
	//	-- limits: steps=100000
	//	local frame = 0
	//	while frame < 10 do frame = frame + 1 end
	StepLimit Code = 151

	// TimeLimit occurs when a script runs longer than its host allows, measured in real time.
	//
	// Rule: The time of a run is limited (source: gpuscript, sandbox and limits).
	//
	// Example:
	//	-- limits: time=500
	//	local frame = 0
	//	while frame >= 0 do frame = frame + 1 end
	//
	// Fixed:
	//	-- limits: time=500
	//	local frame = 0
	//	while frame < 10 do frame = frame + 1 end
	TimeLimit Code = 152

	// OutputLimit occurs when a script prints or saves more bytes than its host allows.
	//
	// Rule: The output of a run is limited (source: gpuscript, sandbox and limits).
	//
	// Example:
	//	-- limits: output=100
	//	for frame = 1, 1000 do print("frame", frame) end
	//
	// Fixed:
	//	-- limits: output=100
	//	for frame = 1, 10 do print("frame", frame) end
	OutputLimit Code = 153

	// MemoryLimit occurs when a script creates a resource or heap that needs more video memory than its host allows.
	//
	// Rule: The video memory of a run is limited (source: gpuscript, sandbox and limits).
	//
	// Example:
	//	-- limits: vram=1048576
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 4194304, InitialState = "COMMON" }
	//
	// Fixed:
	//	-- limits: vram=1048576
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 65536, InitialState = "COMMON" }
	MemoryLimit Code = 154

	// ObjectLimit occurs when a script has more live objects at one time than its host allows.
	//
	// Rule: The number of live objects is limited (source: gpuscript, sandbox and limits).
	//
	// Example:
	//	-- limits: objects=16
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local fences = {}
	//	for i = 1, 100 do fences[i] = device:CreateFence(0, "fence " .. i) end
	//
	// Fixed:
	//	-- limits: objects=16
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local fences = {}
	//	for i = 1, 4 do fences[i] = device:CreateFence(0, "fence " .. i) end
	ObjectLimit Code = 155

	// Cancelled occurs when the program that runs the script stops it, for example because a person has pressed Ctrl-C.
	//
	// Rule: The program that runs a script may stop it at any time (source: gpuscript, sandbox and limits).
	//
	// No example: the script is correct; what stops it comes from outside, the end of the context that the program gave (host:
	// TestCancel).
	Cancelled Code = 156

	// ScriptMemoryLimit occurs when the values of a script (its strings, tables and functions) take more memory than its host allows. Unused memory
	// is collected first. The bytes are those of the whole process and depend on the machine: the limit is for safety, and where exactly it stops a
	// script may differ between runs.
	//
	// Rule: The memory that a script keeps is limited (source: gpuscript, sandbox and limits).
	//
	// Example:
	//	-- limits: memory=16777216
	//	local pages = {}
	//	for i = 1, 100000 do pages[i] = string.rep("page " .. i, 100000) end
	//
	// Fixed:
	//	-- limits: memory=16777216
	//	local pages = {}
	//	for i = 1, 100 do pages[i % 4] = string.rep("page " .. i, 100000) end
	ScriptMemoryLimit Code = 157

	// Internal occurs when gpuscript reaches a state that should be impossible: the error is in gpuscript, not in the script.
	//
	// Rule: gpuscript never fails for a reason of its own (source: gpuscript, internal invariants).
	//
	// No example: a script that shows it is a bug report; programs see it when a function of theirs panics (host: TestGoPanic).
	Internal Code = 191
)
