package diag

// The codes of the engine level: GS0641 to GS0671.
const (
	// EngineUseAfterRelease occurs when a call of the engine level uses an object that the application has released.
	//
	// Rule: An object is not released before the last command that references it was invoked on the immediate context
	// (source: seed 000, basic requirement).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineUseAfterRelease Code = 641

	// EngineReleasedBeforeExecution occurs when a deferred list is executed that needs an object which was released after it
	// was recorded.
	//
	// Rule: Objects that a deferred context uses live until its list was executed by an immediate context (source: seed 000,
	// basic requirement).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineReleasedBeforeExecution Code = 642

	// EngineReleasedTwice occurs when an object of the engine level is released a second time.
	//
	// Rule: An object has one owner, who releases it once (source: seed 000).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineReleasedTwice Code = 643

	// EngineContextMask occurs when an object is used on a context that its ImmediateContextMask does not have.
	//
	// Rule: An object is destroyed when every queue of its mask has passed, so other queues may not use it (source:
	// Diligent, ImmediateContextMask).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineContextMask Code = 644

	// EngineContextUse occurs when a method is called on a context of the wrong kind or at the wrong time: Flush on a
	// deferred context, a command before Begin.
	//
	// Rule: Immediate contexts flush and execute; deferred contexts record between Begin and FinishCommandList (source:
	// Diligent, IDeviceContext).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineContextUse Code = 645

	// EngineListTwice occurs when a deferred list is executed again.
	//
	// Rule: A list is executed once (source: Diligent, ExecuteCommandLists).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineListTwice Code = 646

	// EngineWrongContext occurs when a deferred list is executed on another immediate context than it was begun for.
	//
	// Rule: A list is executed by the immediate context that Begin named (source: Diligent, Begin).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineWrongContext Code = 647

	// EngineLateList occurs when a deferred list is executed in a later frame than it was begun in.
	//
	// Rule: A deferred context is closed and executed in the frame it was started in (source: seed 000, dynamic
	// descriptors).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineLateList Code = 648

	// EngineFrameOpen occurs when FinishFrame is called on a context that records or holds commands which were not
	// submitted.
	//
	// Rule: All commands of a frame are submitted before FinishFrame (source: Diligent, FinishFrame).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineFrameOpen Code = 649

	// EngineFrameBeforeExecution occurs when FinishFrame is called on a deferred context whose list was not executed.
	//
	// Rule: Dynamic descriptors and memory of a deferred context live until the end of its frame, so its lists are executed
	// before (source: seed 000, dynamic descriptors).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineFrameBeforeExecution Code = 650

	// EngineFrameMapped occurs when FinishFrame is called while a buffer is mapped.
	//
	// Rule: All dynamic buffers are unmapped in the frame in which they were mapped (source: seed 000, upload heaps).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineFrameMapped Code = 651

	// EngineFrameGrows occurs when a context takes more and more dynamic memory and its frame does not end.
	//
	// Rule: Dynamic memory is recycled by FinishFrame (source: Diligent, dynamic heap).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineFrameGrows Code = 652

	// EngineListDropped occurs when commands are dropped that were never submitted.
	//
	// Rule: What is recorded is meant to be executed (source: Diligent, command lists).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineListDropped Code = 653

	// EngineStaleContents occurs when a command uses the contents of a dynamic buffer that was not mapped in this context
	// and frame.
	//
	// Rule: The contents of a dynamic buffer are gone at the end of the frame (source: seed 000, upload heaps).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineStaleContents Code = 654

	// EngineStaleMapping occurs when bytes are accessed through a mapping that has ended.
	//
	// Rule: A mapping is valid until UnmapBuffer, and no longer than the frame (source: seed 000, upload heaps).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineStaleMapping Code = 655

	// EngineMap occurs when a buffer is mapped, unmapped or updated in a way that its usage does not allow.
	//
	// Rule: DYNAMIC buffers are mapped for WRITE with DISCARD or NO_OVERWRITE, STAGING buffers as their CPU access says,
	// DEFAULT buffers are updated (source: Diligent, MapBuffer).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineMap Code = 656

	// EngineDescription occurs when a description of the engine level contradicts itself, or a call contradicts an object's
	// description.
	//
	// Rule: Usage, CPU access and bind flags fit each other (source: Diligent, BufferDesc and TextureDesc).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineDescription Code = 657

	// EngineRange occurs when a call names bytes or subresources outside of an object.
	//
	// Rule: A range lies inside of its object and is not empty (source: Diligent, CopyBuffer).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineRange Code = 658

	// EngineStagingRead occurs when a staging buffer is mapped for READ while the application cannot know that the GPU has
	// written it.
	//
	// Rule: The engine never waits in MapBuffer; the application does, for a fence or for idle (source: Diligent,
	// MAP_FLAG_DO_NOT_WAIT).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineStagingRead Code = 659

	// EngineState occurs when a command finds a resource in another state than it needs and may not, or cannot, change it.
	//
	// Rule: VERIFY means that the application has made the transition; each queue type knows certain states (source:
	// Diligent, RESOURCE_STATE_TRANSITION_MODE).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineState Code = 660

	// EngineFenceValue occurs when a signal does not raise a fence, or a queue is made to wait for a value that nothing
	// signals.
	//
	// Rule: Values of a fence rise, and a wait follows the signal that ends it (source: Diligent, EnqueueSignal and
	// DeviceWaitForFence).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineFenceValue Code = 661

	// EngineFenceOrder occurs when a context waits for a fence behind a signal of its own that was not flushed.
	//
	// Rule: A flush waits first, executes, and signals last (source: Diligent, Flush).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineFenceOrder Code = 662

	// EngineBindingMissing occurs when a draw or a dispatch runs without what its pipeline needs: a pipeline, a binding
	// object, or a resource in a variable.
	//
	// Rule: Every variable of a pipeline has a resource when a command uses it (source: Diligent, CommitShaderResources).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineBindingMissing Code = 663

	// EngineLeak occurs when a render device is released while objects of it were not.
	//
	// Rule: Every object is released before its device (source: Diligent, device destruction).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineLeak Code = 664

	// EngineBindingKind occurs when a variable is set to something that the shader does not declare there.
	//
	// Rule: A resource fits the type, the view and the bind flags that its variable needs (source: Diligent, shader resource
	// variables).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineBindingKind Code = 665

	// EngineBindingOverwritten occurs when a static or mutable variable is set a second time.
	//
	// Rule: Static and mutable variables are set once; dynamic ones at any time (source: Diligent, shader resource
	// variables).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineBindingOverwritten Code = 666

	// EngineBindingInFlight occurs when a variable is overwritten while work that may not have finished uses its binding
	// object.
	//
	// Rule: Descriptors that a command references are valid until it was executed (source: seed 000, descriptor heaps).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineBindingInFlight Code = 667

	// EngineBindingChanged occurs when a variable was set after CommitShaderResources and the next command would not see it.
	//
	// Rule: Resources that changed are committed again (source: Diligent, CommitShaderResources).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineBindingChanged Code = 668

	// EngineBindingShared occurs when two contexts record with the same binding object at a time.
	//
	// Rule: A shader resource binding belongs to one context while it records (source: Diligent, IShaderResourceBinding).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineBindingShared Code = 669

	// EngineExhausted occurs when a heap of the engine has no room: descriptors or dynamic memory.
	//
	// Rule: The parts of GPU descriptor heaps have fixed sizes (source: seed 001, GPU descriptor heap).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineExhausted Code = 670

	// EngineQuery occurs when a query is begun, ended or read out of turn: begun twice, ended without having been begun or on another
	// context, left open at the end of a list, measured again before its last result is there, or read before it was ended.
	//
	// Rule: A query begins and ends in one list, and measures again when its last result is there (source: Diligent, IQuery).
	//
	// No example: The engine level is a Go API; the tests of gpu/engine show both sides.
	EngineQuery Code = 671
)
