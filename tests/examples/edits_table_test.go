package examples

// withoutEdit are the codes whose examples get no exact edit, by the reason. A code that gets one leaves the table; the test says so.
var withoutEdit = map[string][]string{
	"the code has no example": {
		"BadShaderStage", "Cancelled", "ElementFormatMismatch", "FenceValueTooLarge", "Internal", "PageFault", "PausedWait", "StageMismatch",
	},
	"only the author knows which value, name or object was meant": {
		"AliasingNotPlaced", "AllocatorTypeMismatch", "BadAddress", "BadBarrierFlags", "BadDescriptorCopy", "BadDescriptorHandle", "BadDiscard",
		"BadIndirectBuffer", "BadMapRange", "BadPresent", "BadQueryHeap", "BadSubresource", "BadSwapChain", "BarrierOnCPUHeap", "BarrierSameStates",
		"BarrierStateCombination", "BarrierWithoutResource", "CallOfNonFunction", "DescriptorOutOfHeap", "DivergentIndex", "DuplicateTransition",
		"HeapStateFixed", "IndexOfNil", "NotCallable", "NullVertices", "ObjectOfAnotherDevice", "ReadbackWrite", "Recursion",
		"RootConstantsOutOfRange", "ShaderOutOfBounds", "SplitMismatch", "TwoHeapsOfOneType", "UnsupportedLua", "WrongBefore", "WrongObjectKind",
		"WrongOperand",
	},
	"the repair is another call, another object or another order, of which the script has several places": {
		"AllocatorInFlight", "AllocatorInUse", "DescriptorInFlight", "StaticDataChanged", "StaticDescriptorChanged", "AllocatorRecording",
		"BadClearHandle", "BadMultipleWait", "BadRootArgument", "BadTargetHandle", "BarrierFlagMissing", "BarrierStateOfList", "CopyOntoItself",
		"CopyStateOfOtherClass", "Deadlock", "DescriptorFault", "HeapNotBound", "HeapNotShaderVisible", "IdleWait", "IndirectTooManyGroups",
		"ListClosed", "ListFailed", "ListInFlight", "ListOpen", "MapNotAllowed", "MissingRootArgument", "MissingSignal", "NoPipeline",
		"NoRootSignature", "NotAValue", "NotMapped", "NotUnorderedAccess", "PipelineKindMismatch", "PresentState", "QueryNeverEnded", "ReadUpload",
		"ReleasedInFlight", "ReleasedObject", "RootSignatureMismatch", "RootSignatureTooLarge", "SplitPending", "StuckAtEnd", "SubmitNeverRecorded",
		"SubmitOpenList", "SubmitReleased", "SubmitResetAllocator", "SubmitWrongType", "TooManyGroups", "TwoSignalers", "UselessSplit",
		"WrongListType",
	},
	"the repair is outside of the line: a file, a limit, or another way to do it": {
		"BrokenImage", "BrokenModel", "DeviceHung", "DeviceRemoved", "MemoryLimit", "ModuleCycle", "NotInSandbox", "NotSupported", "ObjectLimit",
		"OutputLimit", "RuntimeError", "ScriptError", "StackOverflow", "StepLimit", "TimeLimit",
	},
	"the repair is a call of the engine level, whose place the application chooses": {
		"EngineBindingChanged", "EngineBindingInFlight", "EngineBindingKind", "EngineBindingMissing", "EngineBindingOverwritten",
		"EngineBindingShared", "EngineContextMask", "EngineContextUse", "EngineDescription", "EngineExhausted", "EngineFenceOrder",
		"EngineFenceValue", "EngineFrameBeforeExecution", "EngineFrameGrows", "EngineFrameMapped", "EngineFrameOpen", "EngineLateList", "EngineLeak",
		"EngineListDropped", "EngineListTwice", "EngineMap", "EngineQuery", "EngineRange", "EngineReleasedBeforeExecution", "EngineReleasedTwice",
		"EngineStagingRead", "EngineStaleContents", "EngineStaleMapping", "EngineState", "EngineUseAfterRelease", "EngineWrongContext",
	},
}
