package diag

// The codes of memory, states, descriptions and fences of the engine level: GS0654 to GS0662, GS0672 and GS0673.
const (
	// EngineStaleContents occurs when a command uses the contents of a dynamic buffer that was not mapped in this context
	// and frame.
	//
	// Rule: The contents of a dynamic buffer are gone at the end of the frame (source: Diligent, Managing Resource Lifetimes, upload heaps).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
	//	context:MapBuffer(d, "WRITE", "DISCARD"):WriteString(0, "sixteen bytes...")
	//	context:UnmapBuffer(d)
	//	context:FinishFrame()
	//	context:CopyBuffer(d, 0, a, 0, 16)
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
	//	context:MapBuffer(d, "WRITE", "DISCARD"):WriteString(0, "sixteen bytes...")
	//	context:UnmapBuffer(d)
	//	context:CopyBuffer(d, 0, a, 0, 16)
	EngineStaleContents Code = 654

	// EngineStaleMapping occurs when bytes are accessed through a mapping that has ended.
	//
	// Rule: A mapping is valid until UnmapBuffer, and no longer than the frame (source: Diligent, Managing Resource Lifetimes, upload heaps).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
	//	local mapped = context:MapBuffer(d, "WRITE", "DISCARD")
	//	context:UnmapBuffer(d)
	//	mapped:WriteString(0, "four")
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
	//	local mapped = context:MapBuffer(d, "WRITE", "DISCARD")
	//	mapped:WriteString(0, "four")
	//	context:UnmapBuffer(d)
	EngineStaleMapping Code = 655

	// EngineMap occurs when a buffer is mapped, unmapped or updated in a way that its usage does not allow.
	//
	// Rule: DYNAMIC buffers are mapped for WRITE with DISCARD or NO_OVERWRITE, STAGING buffers as their CPU access says,
	// DEFAULT buffers are updated (source: Diligent, MapBuffer).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	context:MapBuffer(a, "WRITE", "DISCARD")
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	context:UpdateBuffer(a, 0, "four")
	EngineMap Code = 656

	// EngineDescription occurs when a description of the engine level contradicts itself, or a call contradicts an object's
	// description.
	//
	// Rule: The fields of a description fit each other, and a call fits the object that it is made with (source: Diligent, checks of descriptions).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	device:CreateBuffer { Name = "a", Size = 16, Usage = "IMMUTABLE" }
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	device:CreateBuffer { Name = "a", Size = 16, Usage = "IMMUTABLE", Data = "sixteen bytes..." }
	EngineDescription Code = 657

	// EngineRange occurs when a call names bytes or subresources outside of an object.
	//
	// Rule: A range lies inside of its object and is not empty (source: Diligent, CopyBuffer).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	context:UpdateBuffer(a, 13, "four")
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	context:UpdateBuffer(a, 12, "four")
	EngineRange Code = 658

	// EngineStagingRead occurs when a staging buffer is mapped for READ while the application cannot know that the GPU has
	// written it.
	//
	// Rule: The engine never waits in MapBuffer; the application waits, for a fence or until the GPU is idle (source: Diligent,
	// MAP_FLAG_DO_NOT_WAIT).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16, Data = "sixteen bytes..." }
	//	local s = device:CreateBuffer { Name = "s", Size = 16, Usage = "STAGING", CPUAccessFlags = "READ" }
	//	context:CopyBuffer(a, 0, s, 0, 16)
	//	context:Flush()
	//	print(context:MapBuffer(s, "READ"):Read(0, "byte"))
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16, Data = "sixteen bytes..." }
	//	local s = device:CreateBuffer { Name = "s", Size = 16, Usage = "STAGING", CPUAccessFlags = "READ" }
	//	context:CopyBuffer(a, 0, s, 0, 16)
	//	context:WaitForIdle()
	//	print(context:MapBuffer(s, "READ"):Read(0, "byte"))
	EngineStagingRead Code = 659

	// EngineState occurs when a command finds a resource in another state than it needs and may not, or cannot, change it.
	//
	// Rule: VERIFY means that the application has made the transition; each queue type supports certain states (source: Diligent,
	// RESOURCE_STATE_TRANSITION_MODE).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local b = device:CreateBuffer { Name = "b", Size = 16 }
	//	context:UpdateBuffer(a, 0, "sixteen bytes...")
	//	context:CopyBuffer(a, 0, b, 0, 16, "VERIFY")
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local b = device:CreateBuffer { Name = "b", Size = 16 }
	//	context:UpdateBuffer(a, 0, "sixteen bytes...")
	//	context:TransitionResourceStates { { Resource = a, NewState = "COPY_SOURCE" } }
	//	context:CopyBuffer(a, 0, b, 0, 16, "VERIFY")
	EngineState Code = 660

	// EngineFenceValue occurs when a signal does not raise a fence, or a queue is made to wait for a value that nothing
	// signals.
	//
	// Rule: The values of a fence increase, and a wait follows the signal that ends it (source: Diligent, EnqueueSignal and DeviceWaitForFence).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local fence = device:CreateFence { Name = "fence" }
	//	context:EnqueueSignal(fence, 1)
	//	context:EnqueueSignal(fence, 1)
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local fence = device:CreateFence { Name = "fence" }
	//	context:EnqueueSignal(fence, 1)
	//	context:EnqueueSignal(fence, 2)
	EngineFenceValue Code = 661

	// EngineFenceOrder occurs when a context waits for a fence after a signal of its own that was not flushed.
	//
	// Rule: A flush waits first, executes, and signals last (source: Diligent, Flush).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1,
	//	  ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
	//	local ready, copied = device:CreateFence { Name = "ready" }, device:CreateFence { Name = "copied" }
	//	copies:EnqueueSignal(copied, 1)
	//	main:EnqueueSignal(ready, 1)
	//	main:DeviceWaitForFence(copied, 1)
	//	copies:Flush()
	//	main:Flush()
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1,
	//	  ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
	//	local ready, copied = device:CreateFence { Name = "ready" }, device:CreateFence { Name = "copied" }
	//	copies:EnqueueSignal(copied, 1)
	//	main:EnqueueSignal(ready, 1)
	//	main:Flush()
	//	main:DeviceWaitForFence(copied, 1)
	//	copies:Flush()
	//	main:Flush()
	EngineFenceOrder Code = 662

	// EngineOverwrite occurs when the CPU writes bytes of a dynamic buffer that an earlier command reads, and the application does not know that the
	// command is done. What shaders read is known once they have run.
	//
	// Rule: MAP_FLAG_NO_OVERWRITE is a promise not to change bytes that commands use until the GPU is done with them
	// (source: Diligent, MapBuffer).
	//
	// Example:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local ring = device:CreateBuffer { Name = "ring", Size = 32, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
	//	context:MapBuffer(ring, "WRITE", "DISCARD"):WriteString(0, "sixteen bytes...")
	//	context:UnmapBuffer(ring)
	//	context:CopyBuffer(ring, 0, a, 0, 16)
	//	context:Flush()
	//	context:MapBuffer(ring, "WRITE", "NO_OVERWRITE"):WriteString(8, "sixteen more ...")
	//	context:UnmapBuffer(ring)
	//
	// Fixed:
	//	local gpu, engine = require "gpu", require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	local ring = device:CreateBuffer { Name = "ring", Size = 32, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
	//	context:MapBuffer(ring, "WRITE", "DISCARD"):WriteString(0, "sixteen bytes...")
	//	context:UnmapBuffer(ring)
	//	context:CopyBuffer(ring, 0, a, 0, 16)
	//	context:Flush()
	//	context:MapBuffer(ring, "WRITE", "NO_OVERWRITE"):WriteString(16, "sixteen more ...")
	//	context:UnmapBuffer(ring)
	EngineOverwrite Code = 672

	// EngineOtherDevice occurs when an object of one render device is used with those of another.
	//
	// Rule: Objects belong to the render device that made them (source: Diligent, IRenderDevice).
	//
	// Example:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local other = engine.CreateDeviceAndContexts { Name = "other" }
	//	local a = other:CreateBuffer { Name = "a", Size = 16 }
	//	context:UpdateBuffer(a, 0, "four")
	//
	// Fixed:
	//	local engine = require "gpu.engine"
	//	local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
	//	local other = engine.CreateDeviceAndContexts { Name = "other" }
	//	local a = device:CreateBuffer { Name = "a", Size = 16 }
	//	context:UpdateBuffer(a, 0, "four")
	EngineOtherDevice Code = 673
)
