package cases

import "slices"

// repairedIn are the cases and codes with an exact suggestion after which something is still said, by how many edits it takes, each one the first
// that is suggested then, until nothing else is said than at first: one mistake hides another one, or the program makes it in several places.
var repairedIn = map[int][]string{
	2: {
		"frames/ported/drawing beside post-processing: post-processing does not wait: GS0512", // the next frame has the other target
		"frames/ported/drawing beside post-processing: post-processing waits for the frame before: GS0512",
		"frames/ported/drawing beside post-processing: drawing does not wait: GS0512",
		"frames/paced/contexts of frames with several queues: compute does not wait for the copies: GS0512", // each frame has copies of its own
		"frames/paced/contexts of frames with several queues: compute does not wait for the draws: GS0512",
		"commands/feeds/an index that is copied on another queue, and leads outside: GS0512", // what follows from the race is told when it is repaired
		"commands/feeds/indices that are made of raced ones, behind a fence: GS0512",
		"commands/feeds/an index that is copied on one queue, and leads to what another queue writes: GS0512",
		"commands/feeds/a predicate that is copied on another queue, and leaves out what is outside: GS0512",
		"rulebook/one_by_one/ClearState with a pipeline, then a dispatch: GS0353", // which clears the arguments, too
		"dml/mistakes/a dispatch of the program behind an operator: GS0722",       // nor are its arguments set
		"dml/mistakes/a dispatch of the program behind an operator, which needs no barrier: GS0722",
		"dml/mistakes/two dispatches of the program behind an operator: GS0722",
		"messages/one_cause/a queue is released before it signals, and a larger value is waited for: GS0330",
		"messages/one_cause/two threads read on one queue, without a wait, what another one was given and signals: GS0512", // a line in each
		"states/numbers/a barrier of the next mip, and another texture without one: GS0402",
		"messages/one_cause/a static descriptor is written behind its table, and shows what another table of the list shows: GS0606", // volatile, it is meant
		"messages/one_cause/a static descriptor is written behind its table, and shows what another queue writes: GS0606",
		"messages/one_cause/a static descriptor is written behind its table, and the next list lacks a barrier: GS0606",
		"engine/rules/a staging buffer mapped behind Flush, and one that stays mapped read before that: GS0659",        // which is a mistake by itself
		"engine/rules/a staging buffer read before the command was submitted, and another command behind that: GS0659", // which is to be flushed by itself
		"states/barriers_left_out/halves for a shader step 4 before step 3, one list: GS0404",
		"states/barriers_left_out/halves for a shader step 5 before step 4, one list: GS0402",
		"states/barriers_left_out/halves for a shader step 5 before step 4, two calls: GS0402",
		"states/barriers_left_out/three states step 4 before step 3, one list: GS0402",
		"states/barriers_left_out/three states step 4 before step 3, two calls: GS0402",
		"messages/other_apis/a root parameter that is called a constant buffer: GS0131",
		"engine/rules/a list that was released is executed: GS0653",
		"graphics/draws/a discard beside a reader on another queue: GS0512",
		"graphics/discarded/a discard beside a write that nothing orders is told as a race, and nothing else: GS0512",
		"frames/whole_data/textures streamed through a list of what is to be released, one value too early: GS0601",
		"states/split_barriers/halves of a buffer in two calls: GS0910",
		"states/order_of_lists/the list behind goes on to another state: GS0402",
		"graphics/limits/targets: of two formats, exchanged: GS0823",
		"frames/engines/a ring of descriptors: descriptors are copied behind the submission: GS0626",
		"frames/samples/a simulation beside drawing: the list is submitted again before its last step is done: GS0603",
		"frames/samples/frames in flight: no root signature is set: GS0353",
		"frames/samples/frames in flight: the constants are written behind the submission: GS0513",
		"frames/samples_of_work/commands of the GPU: the arguments are released in flight: GS0601",
		"queues/schedules/out of bounds before a deadlock: GS0621",
		"queues/schedules/out of bounds on two queues at once: GS0621",
		"queues/schedules/out of bounds, and a call that is wrong before anybody waits: GS0333",
		"queues/schedules/races of two threads of one thread: GS0512",
		"queues/lowered/the CPU lowers a fence while a queue is held up before its wait, and nothing ends that: GS0504",
		"queues/schedules/races of two threads, and work that nobody waits for: GS0512",
		"queues/schedules/races of two threads, each of which hears of the other's first: GS0512",
		"states/bound/a pass resolves a target that left its state inside of it: GS0833",
		"messages/one_cause/a buffer is released in flight, and the work that needs it races with that of another queue: GS0601",
		"messages/one_cause/a descriptor is overwritten in flight, and one of later work, too: GS0605",
		"messages/one_cause/a fence is given up before it is waited for, and another one is not waited for at all: GS0330",
		"messages/one_cause/a view is refused, made well, and overwritten in flight: GS0397",
		"messages/one_cause/constants are written and an allocator is reset too early: GS0602",
		"messages/one_cause/two released buffers are copied from: GS0330",
		"messages/slips_in_scripts/a buffer is read without a transition, and later written twice without a barrier: GS0402",
		"messages/in_loops/a list is begun with an allocator of another type, and another list goes to a wrong queue: GS0331",
		"messages/in_loops/a list is begun with an allocator of another type, and given to the queue of that: GS0331",
		"messages/in_loops/refused in two places: neither list binds its heap: GS0358",
		"states/corners/the halves of a texture with simultaneous access in two calls: GS0910",
		"states/corners/the second mip of one begins in a list and ends in another one: GS0910",
		"states/splits_over_calls/a copy queue begins a barrier of a texture in one call and ends it in the next: GS0910",
		"states/splits_over_calls/a copy queue begins a barrier to COPY_DEST, another copy queue ends it: GS0910",
		"descriptors/indices/a kernel and a draw choose of one array, and one is for the draw alone: GS0402",
		"descriptors/clears/the CPU handle of a clear lies outside of its heap: GS0359", // and in a larger one nothing is written there
	},
	3: {
		"frames/ported/a tracker of states: nothing is pending: GS0402",                                                              // of three lists, one after the other
		"accesses/parts_of_views/a slice is a target while a kernel of another queue reads the others through a view of all: GS0519", // there and back, with a fence for each way
		"engine/rules/a buffer is mapped on a context that another thread has begun, or not: GS0530",                                 // the first suggestion lets the thread map it before, and then nobody has begun
		"descriptors/arrays/a chosen buffer is released in flight, and raced for: GS0601",                                            // the work of two queues needs it, and they race for it
		"frames/whole_data/threads record a frame on allocators of a pool that come back too early: GS0602",
		"accesses/one_queue/of two barriers in a chain the second comes first: GS0401",
		"frames/engines/a ring of descriptors: one descriptor too many is copied: GS0359",
		"frames/engines/results that come later: the end of the pass is not measured: GS0609",
		"queues/schedules/a swap chain whose buffers another queue draws: GS0612",
		"queues/schedules/chosen textures in wrong states, on two queues: GS0402",
		"accesses/copies_and_clears/two barriers for one buffer in one call, in the wrong order: GS0401",
	},
	4: {
		"lifetimes/rules/dispatch on a copy list: GS0337", // on which nothing can be set for it
		"queues/schedules/work of a thread that may miss its buffer does not hide a release that is too early: GS0601",
		"frames/engines/results that come later: read in the frame that asks: GS0513",
	},
	5: {
		"frames/engines/results that come later: resolved behind the end of the memory: GS0375",
	},
	7: {
		"lifetimes/rules/draw on a compute list: GS0337", // on which nothing can be set for it
	},
}

// unrepaired are those after which words alone are left, by the reason. One that repairs leaves the table; the test says so.
var unrepaired = map[string][]string{
	"behind a race numbers of data come to light, which no edit can give": {
		"commands/feeds/arguments that are too many, copied on another queue: GS0512",
		"commands/feeds/indices of vertices that are not there, copied on another queue: GS0512",
	},
	"a second mistake, for which the script has nothing that an edit could name": {
		"queues/schedules/a race of work that may stand after another thread's wait, which never ends: GS0504", // nor does anything order the two copies
	},
}

// editsOf is how many edits the suggestions of a case and code take.
func editsOf(key string) (edits int, ok bool) {
	for n, keys := range repairedIn {
		if slices.Contains(keys, key) {
			return n, true
		}
	}
	return 0, false
}

// unfinished are cases of which a suggestion depends on what would be done if nobody waited, or if no error ended a thread: that is not written down.
var unfinished = []string{
	"queues/rivals/what a thread brings is waited for, which waits for an event beside another one",
	"queues/workers/a worker is never told to begin",
	"queues/workers/a worker that gives the queue its signal is never told to begin",
	"queues/workers/a worker that would not signal what is waited for",
	"queues/workers/threads alone: the worker is never told to begin",
	"rulebook/asked_elsewhere/a worker gives a buffer up too early, and main waits for its last signal",
}

// unwritten are the cases that cannot be written down as a script that says the same, by the reason.
var unwritten = map[string][]string{
	"what a call returns gets a name when it is written down, so nothing is thrown away": {
		"messages/other_apis/a handle that is to move by itself, as with D3DX12",
	},
	"what a script finds out by comparing is no longer seen when the comparison is left out": {
		"engine/calls/a query read in a loop that nobody submits",
		"engine/calls/a query read in a loop whose end waits for a signal that was not flushed",
		"queues/endless_polls/a fence is compared for equality with a value that is never signalled",
		"queues/endless_polls/a fence is polled for a value that nobody signals",
		"queues/endless_polls/a function returns the value of a fence, and its caller polls",
		"queues/endless_polls/an event is looked at again and again, and nothing sets it",
		"frames/engines/contexts with pools: pages come back with the value before",
		"queues/schedules/out of bounds, polled for",
		"rulebook/traps/any of two events: the one that it was is known",
	},
	"what the turns of a loop do is told once, and written down they are calls of their own": {
		"frames/ported/a graph of passes: no target gets its memory",
		"frames/ported/a tracker of states: what a list leaves is forgotten",
		"messages/in_loops/each of the passes that a table describes gets its memory, and discards nothing",
		"frames/repeats/chosen: a loop of dispatches without barriers",
		"messages/one_cause/two textures that a loop clears are in another state",
		"messages/in_loops/in a loop lists are recorded that read what others write, without barriers, and submitted together",
		"frames/loops/passes: two buffers in turn, without a barrier",
		"frames/engines/transient targets: the aliasing barrier names the wrong pair",
		"frames/engines/transient targets: the first target is read when the second was drawn",
		"frames/engines/transient targets: the second target is read before anything was drawn",
		"frames/samples/a simulation beside drawing: drawing waits for the step before",
		"frames/samples/a simulation beside drawing: drawing does not wait",
		"frames/samples/a simulation beside drawing: drawing signals before it reads",
		"frames/samples/a simulation beside drawing: the simulation does not wait for drawing",
		"frames/samples/a simulation beside drawing: the simulation waits for the drawing of three steps ago",
		"frames/samples/a simulation beside drawing: the step is signaled before it",
		"frames/samples_of_work/textures that are streamed: drawing does not wait for the copy",
		"frames/engines/contexts with pools: pages come back when they are full",
		"frames/in_flight/history of the frame before, written by this one",
		"frames/in_flight/simulation three steps ahead of the picture with two states",
		"frames/in_flight/streamed textures in two places, the third comes too early",
		"frames/loops/pages in turn, the wait that is missing: before the page is read",
		"frames/loops/pages in turn, the wait that is missing: before the page is written",
		"frames/porting/a queue fills again what the other one may still take",
		"frames/porting/a queue takes what the other one may still fill",
		"frames/whole_pictures/particles simulated ahead of the picture, one wait too low",
		"messages/one_cause/textures of one place are uploaded and used in a loop, without a wait",
		"messages/one_cause/textures of two places are uploaded and used in a loop, without a wait",
		"frames/samples/lists of threads: a thread writes constants behind the submission",
	},
	"the mistake is none of a call": {
		"messages/slips_of_calls/a buffer of a shader is declared with a field",
		"messages/slips_of_calls/a picture is read by another name",
		"messages/slips_of_calls/a thread is made by its name elsewhere",
		"messages/slips_of_words/a thread is made with a name and a function elsewhere",
		"messages/slips_of_calls/a result is asked whether it failed",
		"messages/slips_of_calls/a struct is declared apart from its buffer",
		"messages/slips_of_calls/a fence is asked by a function of the module",
		"messages/slips_of_calls/an event is closed as a handle",
		"messages/slips_of_calls/an event is reset by a function of the module",
		"messages/slips_of_calls/an event is set as a handle",
		"messages/slips/a field of a frame that nobody has set",
		"messages/slips/a frame behind the last one",
		"messages/slips/a list of frames that begins at 0",
		"messages/slips/a function gets a name that is declared later",
		"messages/slips/the label of a list in the place of the list",
		"frames/porting/a barrier is made by a function",
		"frames/porting/a struct comes before its register",
		"messages/slips_of_names/states that are added",
		"messages/slips_of_names/values that the module is asked for",
		"messages/names_of_headers/a constant of an enumeration in module gpu",
		"messages/names_of_headers/a constant without the prefix of its API",
		"messages/names_of_headers/a flag that is none",
		"messages/names_of_headers/a format as DXGI calls it",
		"messages/names_of_headers/a number of the headers is no text",
		"messages/names_of_headers/the properties of a heap by a helper",
		"messages/names_of_headers/the properties of a heap by a helper that is looked for among globals",
		"messages/names_of_headers/a barrier by a helper",
		"messages/names_of_headers/a viewport by a helper",
		"messages/names_of_headers/the next handle by a helper",
		"messages/names_of_headers/a name in wide letters",
		"engine/names/flags that the module is asked for",
		"engine/names/the samples of a query by another name",
	},
	"a shader that is refused is not written down": {
		"messages/names_of_headers/a shader that is a text",
		"messages/names_of_headers/an input of a shader as an input layout calls it",
		"messages/other_apis/a field of a constant buffer without the buffer",
		"messages/left_out/an input has a format, as in an input layout",
		"messages/left_out/an input has the index of its semantic, as in an input layout",
		"messages/left_out/the format of an input has a name",
		"messages/first_scripts/a distance to a plane as HLSL calls it",
		"messages/first_scripts/a position in short, before other outputs",
		"messages/first_scripts/a position that is misspelt",
		"messages/slips_of_names/a shader of a function alone",
		"messages/slips_of_names/groupshared memory is declared inside of the kernel",
		"messages/slips_of_names/a constant has its type first",
		"messages/slips_of_names/a type with two letters swapped",
		"messages/slips_of_names/an input of a vertex has its type first",
		"messages/slips_of_names/an input without a name",
	},
	"a table that contains itself, or many others, has no text": {
		"dml/hostile/a description that contains itself",
		"dml/hostile/activations in activations",
	},
}
