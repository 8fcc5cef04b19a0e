package examples

// withoutEdit are the codes whose examples get no exact edit, by the reason. A code that gets one leaves the table; the test says so.
var withoutEdit = map[string][]string{
	"the code has no example": {
		"Cancelled", "ElementFormatMismatch", "FenceValueTooLarge", "Internal", "PageFault", "PausedWait", "StageMismatch",
	},
	"what was meant stands nowhere in the script": {
		"BadAddress", "CallOfNonFunction", "IndexOfNil", "NotCallable", "RuntimeError", "ScriptError", "WrongOperand",
	},
	"an object of another kind, type or device was given, and only the author knows which is the right one": {
		"AllocatorTypeMismatch", "BadClearHandle", "BadDescriptorHandle", "BadShaderStage", "BadTargetHandle", "ObjectOfAnotherDevice",
		"PipelineKindMismatch", "SubmitWrongType", "TwoHeapsOfOneType", "WrongListType", "WrongObjectKind",
	},
	"another algorithm is needed": {
		"CopyOntoItself", "DeviceHung", "DivergentIndex", "HeapStateFixed", "IndirectTooManyGroups", "MapNotAllowed", "NotAValue", "ReadUpload",
		"Recursion", "RootSignatureTooLarge", "ShaderOutOfBounds", "StackOverflow", "TooManyGroups", "UnsupportedLua",
	},
	"data is missing that only the author has": {
		"DescriptorFault", "MissingRootArgument", "NullVertices",
	},
	"the values say the edit, and the rule says it in words only": {
		"AliasingNotPlaced", "BadBarrierFlags", "BadDescriptorCopy", "BadIndirectBuffer", "BadMapRange", "BadPresent", "BadRootArgument",
		"BadSubresource", "BadSwapChain", "BarrierFlagMissing", "BarrierOnCPUHeap", "BarrierSameStates", "BarrierStateCombination",
		"BarrierWithoutResource", "DescriptorOutOfHeap", "DuplicateTransition", "HeapNotShaderVisible", "NotUnorderedAccess", "ReadbackWrite",
		"RootConstantsOutOfRange", "SplitMismatch", "WrongBefore",
	},
	"only the author knows which value or resource was meant": {
		"BadDiscard", "BadQueryHeap",
	},
	"the repair is another call, another object or another order, of which the script has several places": {
		"AllocatorInFlight", "AllocatorInUse", "AllocatorRecording", "BackBufferNotCurrent", "BadMultipleWait", "BadRenderPass", "BarrierStateOfList", "BundleInUse",
		"CopyStateOfOtherClass", "Deadlock",
		"DescriptorInFlight", "HeapNotBound", "IdleWait", "InheritedStaticTable", "ListClosed", "ListFailed", "ListInFlight", "ListOpen", "MissingSignal", "NoPipeline",
		"NoRootSignature", "NotMapped", "PresentState", "QueryNeverEnded", "ReleasedInFlight", "ReleasedObject", "ResizeInFlight", "RewindPastWait", "RootSignatureMismatch",
		"SplitPending", "StaticDataChanged", "StaticDescriptorChanged", "StuckAtEnd", "SubmitNeverRecorded", "SubmitOpenList", "SubmitReleased",
		"SubmitResetAllocator", "TargetNeverFilled", "TwoSignalers", "UselessSplit",
	},
	"the repair is outside of the line: a file, a limit, or another way to do it": {
		"BrokenImage", "BrokenModel", "DeviceRemoved", "MemoryLimit", "ModuleCycle", "NotInSandbox", "NotSupported", "ObjectLimit", "OutputLimit",
		"ScriptMemoryLimit", "StepLimit", "TimeLimit",
	},
	"the repair is a call of the engine level, whose place the application chooses": {
		"EngineBindingChanged", "EngineBindingInFlight", "EngineBindingKind", "EngineBindingMissing", "EngineBindingOverwritten",
		"EngineBindingShared", "EngineContextUse", "EngineDescription", "EngineExhausted",
		"EngineFrameBeforeExecution", "EngineFrameGrows", "EngineLateList", "EngineLeak",
		"EngineListDropped", "EngineMap", "EngineQuery", "EngineRange", "EngineReleasedBeforeExecution",
		"EngineStaleContents", "EngineStaleMapping", "EngineState", "EngineUseAfterRelease", "EngineWrongContext",
	},
}
