package examples

// withoutEdit are the codes whose examples get no exact edit, by the reason. A code that gets one leaves the table; the test says so.
var withoutEdit = map[string][]string{
	"the code has no example": {
		"BadShaderStage", "Cancelled", "ElementFormatMismatch", "FenceValueTooLarge", "Internal", "PageFault", "PausedWait",
		"ShaderResourceDenied", "StageMismatch",
	},
	"only the author knows which value, name or object was meant": {
		"AliasingNotPlaced", "AllocatorTypeMismatch", "ArgumentCount", "BadAddress", "BadBarrierFlags", "BadBlend", "BadBuffer", "BadClear",
		"BadClearValue", "BadCommandSignature", "BadConstantBufferView", "BadCounter", "BadDescriptorCopy", "BadDescriptorHandle",
		"BadDescriptorHeap", "BadDiscard", "BadElementLayout", "BadFootprint", "BadHeap", "BadIndexBuffer", "BadIndirectBuffer",
		"BadInitialState", "BadInputLayout", "BadInterpolation", "BadMapRange", "BadPipelineSamples", "BadPipelineTopology", "BadPlacement",
		"BadPredication", "BadPrintfFormat", "BadQuery", "BadQueryDestination", "BadQueryHeap", "BadQueuePriority", "BadQueueType",
		"BadRangeFlags", "BadRasterizer", "BadRegister", "BadResolve", "BadResourceFlags", "BadSampleCount", "BadSampler", "BadStageInput",
		"BadStageOutput", "BadSubresource", "BadSwapChain", "BadTargetFormat", "BadTargetView", "BadTexture", "BadTextureFormat",
		"BadTextureSize", "BadTopology", "BadVertexBuffer", "BadViewDimension", "BadViewFormat", "BadViewRange", "BadViewport",
		"BarrierOnCPUHeap", "BarrierSameStates", "BarrierStateCombination", "BarrierWithoutResource", "BoolAsNumber", "BufferStateIgnored",
		"CallOfNonFunction", "ConditionNotBool", "ConstantOutOfRange", "CopyCutsBlocks", "CopyFormatMismatch", "CopyOutOfBounds",
		"DerivativesInCompute", "DescriptorOutOfHeap", "DivergentIndex", "DuplicateTransition", "FieldAssignment", "GlobalAssignment",
		"GraphicsLimit", "HeapStateFixed", "HostValue", "ImplicitTruncation", "IndexOfNil", "InputMissing", "MissingField", "MissingSelf",
		"NarrowingConversion", "NoMember", "NotCallable", "NotInteger", "NothingDrawn", "NullVertices", "NullViewNeedsDescription",
		"NumberAsBool", "NumberOutOfRange", "ObjectOfAnotherDevice", "ReadbackWrite", "Recursion", "ReturnMismatch", "RootConstantsOutOfRange",
		"ShaderOutOfBounds", "SplitMismatch", "TargetTypeMismatch", "TwoHeapsOfOneType", "TypeMismatch", "UnsupportedLua",
		"WrongArgumentCount", "WrongArgumentType", "WrongBefore", "WrongIndex", "WrongObjectKind", "WrongOperand", "WrongStage", "WrongType",
	},
	"the repair is another call, another object or another order, of which the script has several places": {
		"AllocatorInFlight", "AllocatorInUse", "DescriptorInFlight", "StaticDescriptorChanged", "AllocatorRecording", "AtomicTarget", "BackBufferNotCurrent", "BadBufferView", "BadBundle", "BadClearHandle",
		"BadFenceFlags", "BadMultipleWait", "BadRootArgument", "BadRootParameter", "BadTargetHandle", "BarrierFlagMissing",
		"BarrierStateOfList", "BundleInUse", "BundleMismatch", "CopyNeedsBuffer", "CopyOntoItself", "CopyShapeMismatch", "CopyStateOfOtherClass",
		"CopyTwoFootprints", "Deadlock", "DescriptorFault", "DivergentBarrier", "DrawTargetMismatch", "DrawTopologyMismatch", "HeapNotBound",
		"HeapNotShaderVisible", "IdleWait", "IndirectTooManyGroups", "InheritedStaticTable", "ListClosed", "ListFailed", "ListInFlight", "ListOpen", "MapNotAllowed",
		"MissingRootArgument", "MissingSignal", "NeverAssigned", "NoPipeline", "NoRootSignature", "NotAValue", "NotAssignable", "NotInCPUHeap",
		"NotMapped", "NotUnorderedAccess", "PipelineKindMismatch", "PresentState", "QueryNeverEnded", "QueryPairing", "ReadUpload", "RegisterNotInRootSignature",
		"RegisterOverlap", "ReleasedInFlight", "ReleasedObject", "ResizeInFlight", "RewindPastWait", "RootRegisterOverlap", "RootSignatureMismatch", "RootSignatureTooLarge",
		"SplitPending", "StaticDataChanged", "StuckAtEnd", "SubmitNeverRecorded", "SubmitOpenList", "SubmitReleased", "SubmitResetAllocator", "SubmitWrongType", "TargetNeverFilled",
		"TooManyGroups", "TwoSignalers", "UnknownParameter", "UselessSplit", "WrongComponents", "WrongListType",
	},
	"the repair is outside of the line: a file, a limit, or another way to do it": {
		"BrokenImage", "BrokenModel", "DeviceHung", "DeviceRemoved", "FileOutsideSandbox", "FileUnreadable", "GroupSharedTooLarge", "GroupTooLarge",
		"KernelTooLarge", "MemoryLimit", "ModuleCycle", "NotInSandbox", "NotSupported", "ObjectLimit", "OutputLimit", "RuntimeError",
		"ScriptError", "StackOverflow", "StepLimit", "TimeLimit",
	},
	"the repair is a call of the engine level, whose place the application chooses": {
		"EngineBindingChanged", "EngineBindingInFlight", "EngineBindingKind", "EngineBindingMissing", "EngineBindingOverwritten",
		"EngineBindingShared", "EngineContextMask", "EngineContextUse", "EngineDescription", "EngineExhausted", "EngineFenceOrder",
		"EngineFenceValue", "EngineFrameBeforeExecution", "EngineFrameGrows", "EngineFrameMapped", "EngineFrameOpen", "EngineLateList",
		"EngineLeak", "EngineListDropped", "EngineListTwice", "EngineMap", "EngineQuery", "EngineRange", "EngineReleasedBeforeExecution",
		"EngineReleasedTwice", "EngineStagingRead", "EngineStaleContents", "EngineStaleMapping", "EngineState", "EngineUseAfterRelease",
		"EngineWrongContext",
	},
}
