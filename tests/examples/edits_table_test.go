package examples

// withoutEdit are the codes whose examples get no exact edit, by the reason. A code that gets one leaves the table; the test says so.
var withoutEdit = map[string][]string{
	"the code has no example": {
		"Cancelled", "FenceValueTooLarge", "Internal", "PageFault",
	},
	"what was meant stands nowhere in the script: a key, a condition of the application, an address": {
		"BadAddress", "RuntimeError", "ScriptError",
	},
	"the buffer that is meant is known by its number in the chain, and the number may come from anywhere": {
		"BackBufferNotCurrent",
	},
	"descriptors are needed in a further heap, or in one heap where there are two, and how they are counted there is the author's": {
		"BadClearHandle", "BadDescriptorCopy", "BadDescriptorHandle", "DescriptorFault", "TwoHeapsOfOneType",
	},
	"the command belongs into a list of another type, and which queue is to execute that only the author knows": {
		"WrongListType",
	},
	"a buffer for the counter is needed, and the script may have none": {
		"CounterMissing",
	},
	"which list goes on with the render pass, or that none does, only the author knows": {
		"BrokenPass",
	},
	"which work item is to write the element, or whether that matters, only the author knows": {
		"TwoWriters",
	},
	"which of the two values, colors or formats is meant, and whether the view or the draw is too long, only the author knows": {
		"ClearValueMismatch", "FetchOutOfBuffer", "PixelOutputMismatch",
	},
	"which thread is to wait, or have a list of its own, only the author knows": {
		"TwoThreads",
	},
	"the loop or the recursion needs an end that only the author knows": {
		"DeviceHung", "Recursion", "StackOverflow",
	},
	"the index differs between work items because the algorithm wants it so": {
		"DivergentIndex",
	},
	"the number stands in memory when the command runs, and what wrote it there is not known": {
		"IndirectIndexFormat", "IndirectTooManyGroups",
	},
	"the data has to be copied to, or from, a further buffer": {
		"MapNotAllowed", "ReadUpload",
	},
	"which parameters move into a constant buffer or a table changes the shaders, too": {
		"RootSignatureTooLarge",
	},
	"what a table of the kernel stands for, a vector, an array or a struct, is seen from all of its uses": {
		"UnsupportedLua",
	},
	"how many there should be only the author knows: the fences, the indices, the queries": {
		"BadMultipleWait", "BadQueryHeap", "NullVertices",
	},
	"the list is lost: what follows has to be recorded anew": {
		"ListFailed",
	},
	"the repair needs an order between two queues, and which of them is to wait only the author knows": {
		"RewindPastWait", "StuckAtEnd", "TwoSignalers",
	},
	"the rule knows the work that was executed, and not which list could record the repair": {
		"CopyStateOfOtherClass", "PresentState", "TargetNeverFilled",
	},
	"the repair is a file, or how two files belong together": {
		"BrokenImage", "BrokenModel", "ModuleCycle",
	},
	"the repair is less work, or a flag of the command: the help names it": {
		"MemoryLimit", "ObjectLimit", "OutputLimit", "ScriptMemoryLimit", "StepLimit", "TimeLimit",
	},
	"the device is gone, and the cause stands in an earlier message": {
		"DeviceRemoved",
	},
}
