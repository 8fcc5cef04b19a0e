package examples

// withoutEdit are the codes whose examples get no exact edit, by the reason. A code that gets one leaves the table; the test says so.
var withoutEdit = map[string][]string{
	"the code has no example": {
		"BadShaderStage", "Cancelled", "ElementFormatMismatch", "FenceValueTooLarge", "Internal", "PageFault", "PausedWait",
		"ShaderResourceDenied", "StageUnsupported",
	},
	"only the author knows which value, name or object was meant": {
		"AliasingNotPlaced", "AllocatorTypeMismatch", "ArgumentCount", "BadAddress", "BadBarrierFlags", "BadBuffer", "BadClearValue",
		"BadCommandSignature", "BadConstantBufferView", "BadCounter", "BadDescriptorCopy", "BadDescriptorHandle", "BadDescriptorHeap",
		"BadDiscard", "BadElementLayout", "BadFootprint", "BadHeap", "BadIndirectBuffer", "BadInitialState", "BadMapRange", "BadPlacement",
		"BadPrintfFormat", "BadQuery", "BadQueryDestination", "BadQueryHeap", "BadQueuePriority", "BadQueueType", "BadRangeFlags",
		"BadRegister", "BadResourceFlags", "BadSampleCount", "BadSampler", "BadSubresource", "BadTexture", "BadTextureFormat",
		"BadTextureSize", "BadViewDimension", "BadViewFormat", "BadViewRange", "BarrierOnCPUHeap", "BarrierSameStates",
		"BarrierStateCombination", "BarrierWithoutResource", "BoolAsNumber", "BufferStateIgnored", "CallOfNonFunction", "ConditionNotBool",
		"ConstantOutOfRange", "CopyFormatMismatch", "CopyOutOfBounds", "DerivativesInCompute", "DescriptorOutOfHeap", "DivergentIndex",
		"DuplicateTransition", "FieldAssignment", "GlobalAssignment", "HeapStateFixed", "HostValue", "ImplicitTruncation", "IndexOfNil",
		"MissingField", "MissingSelf", "NarrowingConversion", "NoMember", "NotCallable", "NotInteger", "NullViewNeedsDescription",
		"NumberAsBool", "NumberOutOfRange", "ObjectOfAnotherDevice", "ReadbackWrite", "Recursion", "ReturnMismatch", "RootConstantsOutOfRange",
		"ShaderOutOfBounds", "SplitMismatch", "TwoHeapsOfOneType", "TypeMismatch", "UnsupportedLua", "WrongArgumentCount", "WrongArgumentType",
		"WrongBefore", "WrongIndex", "WrongObjectKind", "WrongOperand", "WrongType",
	},
	"the repair is another call, another object or another order, of which the script has several places": {
		"UnknownParameter",
		"AllocatorInFlight", "AllocatorInUse", "AllocatorRecording", "AtomicTarget", "BadBufferView", "BadClearHandle", "BadFenceFlags",
		"BadMultipleWait", "BadRootArgument", "BadRootParameter", "BarrierFlagMissing", "BarrierStateOfList", "CopyNeedsBuffer",
		"CopyOntoItself", "CopyShapeMismatch", "CopyStateOfOtherClass", "CopyTwoFootprints", "Deadlock", "DescriptorFault", "DivergentBarrier",
		"HeapNotBound", "HeapNotShaderVisible", "IdleWait", "IndirectTooManyGroups", "ListClosed", "ListFailed", "ListInFlight", "ListOpen",
		"MapNotAllowed", "MissingRootArgument", "MissingSignal", "NeverAssigned", "NoPipeline", "NoRootSignature", "NotAValue",
		"NotAssignable", "NotInCPUHeap", "NotMapped", "NotUnorderedAccess", "ReadUpload", "RegisterNotInRootSignature", "RegisterOverlap",
		"ReleasedInFlight", "ReleasedObject", "RootRegisterOverlap", "RootSignatureMismatch", "RootSignatureTooLarge", "SplitPending",
		"StuckAtEnd", "SubmitNeverRecorded", "SubmitOpenList", "SubmitReleased", "SubmitResetAllocator", "SubmitWrongType", "TooManyGroups",
		"TwoSignalers", "UselessSplit", "WrongComponents", "WrongListType",
	},
	"the repair is outside of the line: a file, a limit, or another way to do it": {
		"BrokenImage", "DeviceHung", "DeviceRemoved", "FileOutsideSandbox", "FileUnreadable", "GroupSharedTooLarge", "GroupTooLarge",
		"KernelTooLarge", "MemoryLimit", "ModuleCycle", "NotInSandbox", "NotSupported", "ObjectLimit", "OutputLimit", "RuntimeError",
		"ScriptError", "StackOverflow", "StepLimit", "TimeLimit",
	},
}
