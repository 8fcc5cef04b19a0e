package examples

// withoutEdit are the codes whose examples get no exact edit, by the reason. A code that gets one leaves the table; the test says so.
var withoutEdit = map[string][]string{
	"the code has no example": {
		"BadShaderStage", "Cancelled", "ElementFormatMismatch", "FenceValueTooLarge", "Internal", "PageFault", "PausedWait", "ShaderResourceDenied",
		"StageMismatch",
	},
	"only the author knows which value, name or object was meant": {
		"AliasingNotPlaced", "AllocatorTypeMismatch", "ArgumentCount", "BadAddress", "BadBarrierFlags", "BadDescriptorCopy", "BadDescriptorHandle",
		"BadDiscard", "BadElementLayout", "BadIndirectBuffer", "BadInterpolation", "BadMapRange", "BadPresent", "BadRenderPass", "BadPrintfFormat", "BadQueryHeap", "BadRegister",
		"BadStageInput", "BadStageOutput", "BadSubresource", "BadSwapChain", "BarrierOnCPUHeap", "BarrierSameStates", "BarrierStateCombination",
		"BarrierWithoutResource", "BoolAsNumber", "CallOfNonFunction", "ConditionNotBool", "ConstantOutOfRange", "DerivativesInCompute",
		"DescriptorOutOfHeap", "DivergentIndex", "DuplicateTransition", "FieldAssignment", "GlobalAssignment", "HeapStateFixed", "HostValue",
		"ImplicitTruncation", "IndexOfNil", "MissingField", "MissingSelf", "NarrowingConversion", "NoMember", "NotCallable", "NotInteger",
		"NullVertices", "NumberAsBool", "NumberOutOfRange", "ObjectOfAnotherDevice", "ReadbackWrite", "Recursion", "ReturnMismatch",
		"RootConstantsOutOfRange", "ShaderOutOfBounds", "SplitMismatch", "TwoHeapsOfOneType", "TypeMismatch", "UnsupportedLua", "WrongArgumentCount",
		"WrongArgumentType", "WrongBefore", "WrongIndex", "WrongObjectKind", "WrongOperand", "WrongStage", "WrongType",
	},
	"the repair is another call, another object or another order, of which the script has several places": {
		"AllocatorInFlight", "AllocatorInUse", "DescriptorInFlight", "StaticDescriptorChanged", "AllocatorRecording", "AtomicTarget",
		"BadClearHandle", "BadMultipleWait", "BadRootArgument", "BadTargetHandle", "BarrierFlagMissing", "BarrierStateOfList", "CopyOntoItself",
		"CopyStateOfOtherClass", "CopyTwoFootprints", "Deadlock", "DescriptorFault", "DivergentBarrier", "HeapNotBound", "HeapNotShaderVisible",
		"IdleWait", "IndirectTooManyGroups", "ListClosed", "ListFailed", "ListInFlight", "ListOpen", "MapNotAllowed", "MissingRootArgument",
		"MissingSignal", "NeverAssigned", "NoPipeline", "NoRootSignature", "NotAValue", "NotAssignable", "NotMapped", "NotUnorderedAccess",
		"PipelineKindMismatch", "PresentState", "QueryNeverEnded", "ReadUpload", "RegisterOverlap", "ReleasedInFlight", "ReleasedObject", "RootSignatureMismatch",
		"RootSignatureTooLarge", "SplitPending", "StuckAtEnd", "SubmitNeverRecorded", "SubmitOpenList", "SubmitReleased", "SubmitResetAllocator",
		"SubmitWrongType", "TooManyGroups", "TwoSignalers", "UnknownParameter", "UselessSplit", "WrongComponents", "WrongListType",
	},
	"the repair is outside of the line: a file, a limit, or another way to do it": {
		"BrokenImage", "BrokenModel", "DeviceHung", "DeviceRemoved", "FileOutsideSandbox", "FileUnreadable", "GroupSharedTooLarge", "GroupTooLarge",
		"KernelTooLarge", "MemoryLimit", "ModuleCycle", "NotInSandbox", "NotSupported", "ObjectLimit", "OutputLimit", "RuntimeError", "ScriptError",
		"StackOverflow", "StepLimit", "TimeLimit",
	},
	"the repair is a call of the engine level, whose place the application chooses": {
		"EngineBindingChanged", "EngineBindingInFlight", "EngineBindingKind", "EngineBindingMissing", "EngineBindingOverwritten",
		"EngineBindingShared", "EngineContextMask", "EngineContextUse", "EngineDescription", "EngineExhausted", "EngineFenceOrder",
		"EngineFenceValue", "EngineFrameBeforeExecution", "EngineFrameGrows", "EngineFrameMapped", "EngineFrameOpen", "EngineLateList", "EngineLeak",
		"EngineListDropped", "EngineListTwice", "EngineMap", "EngineQuery", "EngineRange", "EngineReleasedBeforeExecution", "EngineReleasedTwice",
		"EngineStagingRead", "EngineStaleContents", "EngineStaleMapping", "EngineState", "EngineUseAfterRelease", "EngineWrongContext",
	},
}
