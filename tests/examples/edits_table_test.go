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
		"AllocatorTypeMismatch", "BackBufferNotCurrent", "BadClearHandle", "BadDescriptorHandle", "BadShaderStage", "BadTargetHandle", "ObjectOfAnotherDevice",
		"PipelineKindMismatch", "SubmitWrongType", "TwoHeapsOfOneType", "WrongListType", "WrongObjectKind",
	},
	"another algorithm is needed": {
		"CopyOntoItself", "DeviceHung", "DivergentIndex", "HeapStateFixed", "IndirectTooManyGroups", "MapNotAllowed", "NotAValue", "ReadUpload",
		"Recursion", "RootSignatureTooLarge", "ShaderOutOfBounds", "StackOverflow", "TooManyGroups", "UnsupportedLua",
	},
	"data is missing that only the author has": {
		"BadMultipleWait", "DescriptorFault", "MissingRootArgument", "NullVertices",
	},
	"only the author knows which value, state or resource was meant": {
		"BadDescriptorCopy", "BadDiscard", "BadMapRange", "BadQueryHeap", "BadSubresource", "BarrierStateCombination", "BarrierWithoutResource",
	},
	"two places change at once: the list and its allocator, the heap and the state, two barriers, two calls that change places": {
		"BarrierStateOfList", "BundleInUse", "DuplicateTransition", "ReadbackWrite",
	},
	"what follows has to be recorded anew, too: the arguments of a root signature, the commands of a list": {
		"ListFailed", "RootSignatureMismatch", "SubmitNeverRecorded",
	},
	"the repair needs an order between two queues, and which of them is to wait only the author knows": {
		"RewindPastWait", "StuckAtEnd", "TwoSignalers",
	},
	"the rule knows the work that was executed, and not which list could record the repair": {
		"CopyStateOfOtherClass", "PresentState", "TargetNeverFilled",
	},
	"the rule knows the call that began, and not which of its barriers": {
		"UselessSplit",
	},
	"the rule finds out at the end of a recording, and the repair belongs into the middle": {
		"InheritedStaticTable",
	},
	"the repair is outside of the line: a file, a limit, or another way to do it": {
		"BrokenImage", "BrokenModel", "DeviceRemoved", "MemoryLimit", "ModuleCycle", "NotInSandbox", "NotSupported", "ObjectLimit", "OutputLimit",
		"ScriptMemoryLimit", "StepLimit", "TimeLimit",
	},
	"the repair is a call of the engine level, whose place the application chooses": {
		"EngineBindingKind", "EngineBindingMissing",
		"EngineBindingShared", "EngineContextUse", "EngineDescription",
		"EngineFrameGrows", "EngineLateList",
		"EngineMap", "EngineRange", "EngineReleasedBeforeExecution",
		"EngineStaleContents", "EngineStaleMapping", "EngineUseAfterRelease",
	},
}
