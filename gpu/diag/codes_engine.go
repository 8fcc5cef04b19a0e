package diag

// The codes of lifetimes, lists and frames of the engine level: GS0641 to GS0653.
const (
	// EngineUseAfterRelease occurs when a call of the engine level uses an object that the application has released.
	//
	// Rule: An object is not released before the last command that references it was invoked on the immediate context
	// (source: Diligent, Managing Resource Lifetimes, basic requirement).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	a:Release()
	//	context:UpdateBuffer(a, 0, "four")
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	context:UpdateBuffer(a, 0, "four")
	//	a:Release()
	EngineUseAfterRelease Code = 641

	// EngineReleasedBeforeExecution occurs when a deferred list is executed that needs an object which was released after it
	// was recorded.
	//
	// Rule: Objects that a deferred context uses live until its list was executed by an immediate context (source: Diligent, Managing Resource
	// Lifetimes, basic requirement).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	a:Release()
	//	context:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	context:ExecuteCommandLists { list }
	//	a:Release()
	EngineReleasedBeforeExecution Code = 642

	// EngineReleasedTwice occurs when an object of the engine level is released a second time, or although another object owns it: a default view is
	// released with its texture or buffer, a back buffer with its swap chain.
	//
	// Rule: An object has one owner, who releases it once (source: Diligent, Managing Resource Lifetimes).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	a:Release()
	//	a:Release()
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	a:Release()
	EngineReleasedTwice Code = 643

	// EngineContextMask occurs when an object is used on a context that its ImmediateContextMask does not include.
	//
	// Rule: An object is destroyed once all queues of its mask are done with it, so other queues may not use it (source: Diligent,
	// ImmediateContextMask).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1,
	//	  ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	copies:UpdateBuffer(a, 0, "four")
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1,
	//	  ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
	//	local a = device:CreateBuffer { Name = "a", Size = 16, ImmediateContextMask = 3 }
	//	copies:UpdateBuffer(a, 0, "four")
	EngineContextMask Code = 644

	// EngineContextUse occurs when a method is called on a context of the wrong kind or at the wrong time: Flush on a
	// deferred context, a command before Begin.
	//
	// Rule: Immediate contexts flush and execute; deferred contexts record between Begin and FinishCommandList (source:
	// Diligent, IDeviceContext).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	deferred:Flush()
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	context:Flush()
	EngineContextUse Code = 645

	// EngineListTwice occurs when a deferred list is executed again.
	//
	// Rule: A list is executed once (source: Diligent, ExecuteCommandLists).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	context:ExecuteCommandLists { list }
	//	context:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	context:ExecuteCommandLists { list }
	EngineListTwice Code = 646

	// EngineWrongContext occurs when a deferred list is executed on another immediate context than it was begun for.
	//
	// Rule: A list is executed by the immediate context that Begin named (source: Diligent, Begin).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1,
	//	  ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
	//	local deferred = device:GetDeferredContext(1)
	//	deferred:Begin(main)
	//	local list = deferred:FinishCommandList()
	//	copies:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1,
	//	  ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
	//	local deferred = device:GetDeferredContext(1)
	//	deferred:Begin(copies)
	//	local list = deferred:FinishCommandList()
	//	copies:ExecuteCommandLists { list }
	EngineWrongContext Code = 647

	// EngineLateList occurs when a deferred list is executed in a later frame than it was begun in.
	//
	// Rule: The list of a deferred context is finished and executed in the frame in which it was begun (source: Diligent, Managing Resource
	// Lifetimes, dynamic descriptors).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	context:FinishFrame()
	//	context:ExecuteCommandLists { list }
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	context:ExecuteCommandLists { list }
	//	context:FinishFrame()
	EngineLateList Code = 648

	// EngineFrameOpen occurs when FinishFrame is called on a context that records or holds commands which were not
	// submitted.
	//
	// Rule: All commands of a frame are submitted before FinishFrame (source: Diligent, FinishFrame).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	context:UpdateBuffer(a, 0, "four")
	//	context:FinishFrame()
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	context:UpdateBuffer(a, 0, "four")
	//	context:Flush()
	//	context:FinishFrame()
	EngineFrameOpen Code = 649

	// EngineFrameBeforeExecution occurs when FinishFrame is called on a deferred context whose list was not executed.
	//
	// Rule: Dynamic descriptors and memory of a deferred context live until the end of its frame, so its lists are executed
	// before (source: Diligent, Managing Resource Lifetimes, dynamic descriptors).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	deferred:FinishFrame()
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	context:ExecuteCommandLists { list }
	//	deferred:FinishFrame()
	EngineFrameBeforeExecution Code = 650

	// EngineFrameMapped occurs when FinishFrame is called while a buffer is mapped.
	//
	// Rule: All dynamic buffers are unmapped in the frame in which they were mapped (source: Diligent, Managing Resource Lifetimes, upload heaps).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
	//	context:MapBuffer(d, "WRITE", "DISCARD"):WriteString(0, "four")
	//	context:FinishFrame()
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
	//	context:MapBuffer(d, "WRITE", "DISCARD"):WriteString(0, "four")
	//	context:UnmapBuffer(d)
	//	context:FinishFrame()
	EngineFrameMapped Code = 651

	// EngineFrameGrows occurs when a context takes more and more dynamic memory without ending its frame.
	//
	// Rule: Dynamic memory is recycled by FinishFrame (source: Diligent, dynamic heap).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DynamicHeapPageSize = 256 }
	//	local a = device:CreateBuffer { Name = "a", Size = 256 }
	//	for _ = 1, 100 do
	//	  context:UpdateBuffer(a, 0, string.rep("x", 256))
	//	  context:Flush()
	//	end
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DynamicHeapPageSize = 256 }
	//	local a = device:CreateBuffer { Name = "a", Size = 256 }
	//	for _ = 1, 100 do
	//	  context:UpdateBuffer(a, 0, string.rep("x", 256))
	//	  context:Flush()
	//	  context:FinishFrame()
	//	end
	EngineFrameGrows Code = 652

	// EngineListDropped occurs when commands are dropped that were never submitted.
	//
	// Rule: What is recorded is meant to be executed (source: Diligent, command lists).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	list:Release()
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
	//	local deferred = device:GetDeferredContext(1)
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	deferred:Begin(context)
	//	deferred:UpdateBuffer(a, 0, "four")
	//	local list = deferred:FinishCommandList()
	//	context:ExecuteCommandLists { list }
	EngineListDropped Code = 653
)
