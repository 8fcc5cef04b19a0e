package diag

// Background processing (GS0780 to GS0799).
const (
	// EventWithoutCommit occurs when SetBackgroundProcessingMode is given an event with an action that commits nothing.
	//
	// Rule: The event must be left out unless the action is COMMIT_RESULTS or COMMIT_RESULTS_HIGH_PRIORITY (source: D3D12
	// background processing, hEventToSignalUponCompletion).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local done = gpu.CreateEvent { Name = "done" }
	//	device:SetBackgroundProcessingMode("ALLOWED", "KEEP_ALL", done)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local done = gpu.CreateEvent { Name = "done" }
	//	device:SetBackgroundProcessingMode("ALLOWED", "COMMIT_RESULTS", done)
	EventWithoutCommit Code = 780

	// DeveloperModeNeeded occurs when a mode or an action of background processing is asked for that only developer mode has.
	//
	// Rule: DISABLE_BACKGROUND_WORK, DISABLE_PROFILING_BY_SYSTEM and COMMIT_RESULTS_HIGH_PRIORITY need developer mode, which a
	// script cannot grant to itself (source: D3D12 background processing, developer mode).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:SetBackgroundProcessingMode("DISABLE_BACKGROUND_WORK", "KEEP_ALL")
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	device:SetBackgroundProcessingMode("ALLOWED", "KEEP_ALL")
	DeveloperModeNeeded Code = 781

	// VariantDiffers occurs when a variant of a kernel, made in the background, gives other results than the kernel itself. Only --background=verify
	// looks for it. The results of the kernel itself are kept.
	//
	// Rule: Background processing never changes a result (source: D3D12 background processing, work items only optimise).
	//
	// No example: the script is correct; the fault is in gpuscript (kernel: TestVerifyTellsOfAnotherResult,
	// TestVerifyDraws).
	VariantDiffers Code = 782
)
