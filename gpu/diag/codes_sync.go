package diag

// The codes of fences, order and hangs: GS05xx.
const (
	// Deadlock occurs when CPU threads and queues wait for each other, so that none of them can go on.
	//
	// Rule: A wait needs a signal that is not itself queued after the wait (source: D3D12 multi-engine synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Wait(fence, 1)
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	queue:Wait(fence, 1)
	//	fence:WaitCPU(1)
	Deadlock Code = 501

	// MissingSignal occurs when a CPU thread waits for a fence value, or an event, that nothing will signal.
	//
	// Rule: Every wait has a signal that satisfies it (source: D3D12 multi-engine synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(2)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	MissingSignal Code = 502

	// PausedWait occurs when a CPU thread waits for work of a GPU that is paused, or when the script ends before such work has run.
	//
	// Rule: A paused GPU runs only in StepGpu (source: gpuscript).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo", Paused = true }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo", Paused = true }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	device:StepGpu { Until = "IDLE" }
	//	fence:WaitCPU(1)
	PausedWait Code = 503

	// StuckAtEnd occurs when the script ends while a queue waits for a value that nothing signals, so that the work after
	// the wait never runs.
	//
	// Rule: Every wait has a signal that satisfies it (source: D3D12 multi-engine synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence, done = device:CreateFence(0, "fence"), device:CreateFence(0, "done")
	//	queue:Wait(fence, 1)
	//	queue:Signal(done, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence, done = device:CreateFence(0, "fence"), device:CreateFence(0, "done")
	//	fence:Signal(1)
	//	queue:Wait(fence, 1)
	//	queue:Signal(done, 1)
	StuckAtEnd Code = 504

	// SignalHeldUp occurs when one CPU thread lets a queue wait, another one gives the queue a signal that somebody needs to go on, and nothing
	// orders their calls: if the Wait is called first, it holds the signal up for ever. A Present is held up in the same way, and its thread stands
	// there until the frame is shown: what it would signal after that does not come either. So does a thread that waits for the object of
	// GetFrameLatencyWaitableObject until it may begin another frame. Where two threads wait for one such object in no order, and there are too few
	// frames, the first one takes what the other one needs.
	//
	// Rule: A wait needs a signal that is not itself queued after the wait, whichever thread calls first (source: D3D12 multi-engine
	// synchronization).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local reader = gpu.Thread("reader", function()
	//	  queue:Wait(fence, 1)
	//	end)
	//	queue:Signal(fence, 1)
	//	reader:Join()
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	local reader = gpu.Thread("reader", function()
	//	  fence:WaitCPU(1)
	//	  queue:Wait(fence, 1)
	//	end)
	//	queue:Signal(fence, 1)
	//	reader:Join()
	SignalHeldUp Code = 505

	// EventSetTwice occurs when a CPU thread waits for an event, and all that sets it may have done so before another wait for it ended, or before
	// ResetEvent.
	//
	// Rule: An auto-reset event that is set while it is set ends one wait, and ResetEvent undoes what was before it (source: Win32 event objects).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local drawn, copied = device:CreateFence(0, "drawn"), device:CreateFence(0, "copied")
	//	local done = gpu.CreateEvent { Name = "done" }
	//	device:CreateCommandQueue { Type = "DIRECT", Name = "main" }:Signal(drawn, 1)
	//	device:CreateCommandQueue { Type = "COPY", Name = "copies" }:Signal(copied, 1)
	//	drawn:SetEventOnCompletion(1, done)
	//	copied:SetEventOnCompletion(1, done)
	//	gpu.WaitForSingleObject(done)
	//	gpu.WaitForSingleObject(done)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local drawn, copied = device:CreateFence(0, "drawn"), device:CreateFence(0, "copied")
	//	local done = gpu.CreateEvent { Name = "done" }
	//	device:CreateCommandQueue { Type = "DIRECT", Name = "main" }:Signal(drawn, 1)
	//	device:CreateCommandQueue { Type = "COPY", Name = "copies" }:Signal(copied, 1)
	//	drawn:SetEventOnCompletion(1, done)
	//	gpu.WaitForSingleObject(done)
	//	copied:SetEventOnCompletion(1, done)
	//	gpu.WaitForSingleObject(done)
	EventSetTwice Code = 506

	// LoweredBeforeWait occurs when a wait may find its fence lowered below the value, and nothing gives it the value again. It ends where the CPU
	// thread or the queue comes to it in time.
	//
	// Rule: A wait compares with the value that the fence has when the thread or the queue comes to it, and what was larger before does not count
	// (source: ID3D12Fence, rewinding).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:Signal(fence, 2)
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(2)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:Signal(fence, 2)
	//	fence:WaitCPU(2)
	//	queue:Signal(fence, 1)
	LoweredBeforeWait Code = 507

	// DeviceHung occurs when a kernel does not end within its instruction budget. The device is removed.
	//
	// Rule: A dispatch ends; the GPU of a real machine is reset after two seconds (source: D3D12 timeout detection and
	// recovery).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	local spin = gpu.ComputeShader { Name = "spin", NumThreads = { 1, 1, 1 }, Main = function()
	//	  while out[0] < 1 do out[1] = 0 end
	//	end }
	//	list:SetPipelineState(device:CreateComputePipelineState { Name = "spin", RootSignature = root, CS = spin })
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local out = gpu.RWStructuredBuffer("u0", "float")
	//	local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
	//	  out[DispatchThreadID.x] = 1
	//	end }
	//	local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
	//	  Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
	//	local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
	//	local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
	//	list:SetPipelineState(pipeline)
	//	list:SetComputeRootSignature(root)
	//	list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
	//	list:Dispatch(1, 1, 1)
	//	list:Close()
	//	local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
	//	queue:ExecuteCommandLists { list }
	//	queue:Signal(fence, 1)
	//	fence:WaitCPU(1)
	DeviceHung Code = 511

	// TwoThreads occurs when two CPU threads use a command list, an allocator or a binding table of DirectML, or one releases, evicts or overwrites
	// what the other uses, and nothing orders their calls.
	//
	// Rule: One thread at a time uses a command list, an allocator or a binding table, and none releases, resets, evicts or overwrites what another
	// one may be using (source: D3D12, ID3D12GraphicsCommandList).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local from = device:CreateCommittedResource { Name = "from", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local to = device:CreateCommittedResource { Name = "to", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
	//	local function record(offset)
	//	  list:CopyBufferRegion(to, offset, from, offset, 128)
	//	end
	//	local a = gpu.Thread("a", function() record(0) end)
	//	local b = gpu.Thread("b", function() record(128) end)
	//	a:Join()
	//	b:Join()
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local allocator = device:CreateCommandAllocator("DIRECT")
	//	local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
	//	local from = device:CreateCommittedResource { Name = "from", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
	//	local to = device:CreateCommittedResource { Name = "to", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
	//	local function record(offset)
	//	  list:CopyBufferRegion(to, offset, from, offset, 128)
	//	end
	//	local a = gpu.Thread("a", function() record(0) end)
	//	a:Join()
	//	local b = gpu.Thread("b", function() record(128) end)
	//	b:Join()
	TwoThreads Code = 530

	// DeviceRemoved occurs when a call is made on a device that has been removed.
	//
	// Rule: After removal everything of the device is created again (source: ID3D12Device::GetDeviceRemovedReason).
	//
	// Example:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	device:RemoveDevice()
	//	queue:Signal(fence, 1)
	//
	// Fixed:
	//	local gpu = require "gpu"
	//	local device = gpu.CreateDevice { Name = "demo" }
	//	local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
	//	local fence = device:CreateFence(0, "fence")
	//	queue:Signal(fence, 1)
	//	device:RemoveDevice()
	DeviceRemoved Code = 521
)
