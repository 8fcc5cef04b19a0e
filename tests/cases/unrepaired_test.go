package cases

// unrepaired are the cases and codes with an exact suggestion after which something is still said, by the reason. One that repairs leaves the table;
// the test says so.
var unrepaired = map[string][]string{
	"the script has a second mistake, which the first one hid": {
		"dml_hostile/an operator of a type that is a number: GS0133",                                             // which is the name of no operator
		"dml_mistakes/a dispatch of the program behind an operator: GS0722",                                      // nor are its arguments set
		"slips_calls/a picture is read by another name: GS0122",                                                  // nor is there such a file
		"engine_calls/a binding object that initialises static resources, as in C++: GS0133",                     // which nothing is set to
		"halves/the second half names another state, which is used: GS0405",                                      // the copy after it needs the other one
		"engine/a list that was released is executed: GS0653",                                                    // it is executed in the next line
		"engine_calls/DeviceWaitForFence on a deferred context: GS0645",                                          // nothing signals the fence
		"graphics/a draw without a topology: GS0822",                                                             // nor is there a viewport
		"lifetime/draw on a compute list: GS0337",                                                                // nor is there a pipeline
		"lifetime/dispatch on a copy list: GS0337",                                                               // nor is there a pipeline
		"outsider_lists/of two barriers in a chain the second comes first: GS0401",                               // so does the first
		"outsider_pictures/begun with a read, and read by another queue in the old state: GS0519",                // the reader expects COPY_SOURCE all the same
		"outsider_data/textures streamed through a list of what is to be released, one value too early: GS0601",  // so is the texture, which another queue needs
		"turns/a list is begun with an allocator of another type, and given to the queue of that: GS0331",        // which is the wrong one for the list
		"outsider_queues/a fence that begins high is set back when the wait has been given: GS0914",              // which is for less than the fence begins with
		"peers_parts/a slice is a target while a kernel of another queue reads it through a view of all: GS0519", // which expects it as it was all the same
		"peers_split/halves of a buffer in two calls: GS0910",                                                    // and the other half is left
		"foreign/a queue makes a target of what another one copies, in no order: GS0519",                         // the reader, whose list a function makes, expects COPY_SOURCE all the same
		"planes/a queue changes all mips for the smaller one while another reads the larger: GS0519",             // the reader expects COPY_SOURCE all the same
		"portable_copies/layouts: more rows than the buffer has: GS0370",                                         // nor has the texture so many
		"recovery/another queue uses the texture between the halves: GS0519",
		"samples_engines/a ring of descriptors: one descriptor too many is copied: GS0359",                             // to a ring that is too small for them
		"samples_frames/a simulation beside drawing: the list is submitted again before its last step is done: GS0603", // nor is the drawing of the step before done
		"samples_frames/frames in flight: no root signature is set: GS0353",                                            // and so the constants that were set are none of it
		"samples_work/predicated draws: three queries of two are resolved: GS0374",                                     // nor were they measured
		"schedules/races of two threads of one thread: GS0512",                                                         // the other one races, too
		"schedules/races of two threads, and work that nobody waits for: GS0512",                                       // the other one races, too
		"schedules/races of two threads, each of which hears of the other's first: GS0512",                             // the other one races, too
		"sync_copies/two queues change different mips: GS0519",                                                         // the second one expects COMMON all the same
		"told/a buffer for the CPU is brought to where it is read: GS0380",                                             // where it is read all the same
		"told/a view is written behind the descriptors of its heap: GS0359",                                            // the last of which nobody writes
		"validation_copies/two barriers for one buffer in one call, in the wrong order: GS0401",                        // and one call takes it through two
		"validation_shaders/a kernel and a draw choose of one array, and one is for the draw alone: GS0402",            // for which it has to be back in its state
		"traps/transitions of a texture on two queues: GS0519",                                                         // the second one expects COMMON all the same
	},
	"the other half stands in another list, where it is to be left out, too": {
		"validation2_states/the halves of a texture with simultaneous access in two calls: GS0910",
		"validation2_states/the second mip of one begins in a list and ends in another one: GS0910",
		"validation3_splits/a copy queue begins a barrier of a texture in one call and ends it in the next: GS0910",
		"validation3_splits/a copy queue begins a barrier to COPY_DEST, another copy queue ends it: GS0910",
	},
	madeAgain: {
		"validation2_memory/textures next to each other, and one over both: GS0518",
		"validation2_memory/two textures in turn, whose other mips are touched: GS0518",
		"outsider_data/threads record a frame on allocators of a pool that come back too early: GS0602",
		"samples_work/textures that are streamed: a part of the ring is at a multiple of 256: GS0370",
		"samples_work/commands of the GPU: the arguments are released in flight: GS0601", // the other queue has a fence of its own
		"samples_frames/frames in flight: the constants are written behind the submission: GS0513",
		"samples_engines/results that come later: resolved behind the end of the memory: GS0375",
		"samples_engines/results that come later: resolved to a place that is not a multiple of 8: GS0375",
		"samples_engines/results that come later: the end of the pass is not measured: GS0609",
		"samples_engines/results that come later: read in the frame that asks: GS0513",
		"samples_engines/a ring of descriptors: descriptors are copied behind the submission: GS0626",
	},
	"two mistakes are what the case is about": {
		"told/a buffer for the CPU is brought to one state and used in another: GS0380",
		"told/a buffer is released in flight, and the work that needs it races with that of another queue: GS0601",
		"told/a descriptor is overwritten in flight, and one of later work, too: GS0605",
		"told/a fence is given up before it is waited for, and another one is not waited for at all: GS0330",
		"told/a released buffer is copied from, and released again: GS0330",
		"told/a view is refused, and another descriptor of the heap is never written: GS0397",
		"told/a view is refused, and another heap is never written: GS0397",
		"told/a view is refused, made well, and overwritten in flight: GS0397",
		"told/constants are written and an allocator is reset too early: GS0602",
		"told/two released buffers are copied from: GS0330",
		"told_again/a buffer is read without a transition, and later written twice without a barrier: GS0402",
		"portable_draws/targets: of two formats, exchanged: GS0823",
		"samples_engines/transient targets: the first target is read when the second was drawn: GS0518",
		"elsewhere/a root parameter that is called a constant buffer: GS0131",
		"schedules/chosen textures in wrong states, on two queues: GS0402",
		"schedules/out of bounds before a deadlock: GS0621",
		"turns/a list is begun with an allocator of another type, and another list goes to a wrong queue: GS0331",
		"turns/refused in two places: neither list binds its heap: GS0358",
		"schedules/out of bounds on two queues at once: GS0621",
		"schedules/out of bounds, and a call that is wrong before anybody waits: GS0333",
	},
	"a step of the program is left out or at the wrong place, and the edit changes the other of two steps that belong together": {
		"peers7_mutants/halves after halves step 5 before step 4, one list: GS0405",
		"peers7_mutants/halves after halves without BEGIN_ONLY COPY_SOURCE to RENDER_TARGET, step 4, one list: GS0405",
		"peers7_mutants/halves after halves without BEGIN_ONLY COPY_SOURCE to RENDER_TARGET, step 4, two lists: GS0405",
		"peers7_mutants/halves for a shader step 3 before step 2, one list: GS0405",
		"peers7_mutants/halves for a shader step 4 before step 3, one list: GS0404",
		"peers7_mutants/halves for a shader step 5 before step 4, one list: GS0402",
		"peers7_mutants/halves for a shader step 5 before step 4, two calls: GS0402",
		"peers7_mutants/halves step 3 before step 2, one list: GS0405",
		"peers7_mutants/three states step 4 before step 3, one list: GS0402",
		"peers7_mutants/three states step 4 before step 3, two calls: GS0402",
		"peers7_orders/a ring without c's signal, step 3: GS0502",
	},
	"the script asserts that the call is refused which the help repairs": {
		"dml_memory/what a removed device can do: GS0733",
	},
}

// madeAgain is the reason for which a mistake is said again when one place of it is repaired.
const madeAgain = "the program makes the mistake again further down, in its next frame or for the next object"

// unwritten are the cases that cannot be written down as a script that says the same, by the reason.
var unwritten = map[string][]string{
	"what a call returns gets a name when it is written down, so nothing is thrown away": {
		"elsewhere/a handle that is to move by itself, as with D3DX12",
	},
	"what a script finds out by comparing is no longer seen when the comparison is left out": {
		"engine_calls/a query read in a loop that nobody submits",
		"engine_calls/a query read in a loop whose end waits for a signal that was not flushed",
		"polls/a fence is compared for equality with a value that is never signalled",
		"polls/a fence is polled for a value that nobody signals",
		"polls/a function returns the value of a fence, and its caller polls",
		"polls/an event is looked at again and again, and nothing sets it",
		"samples_engines/contexts with pools: pages come back with the value before",
		"schedules/out of bounds, polled for",
	},
	"what the turns of a loop do is told once, and written down they are calls of their own": {
		"samples_engines/transient targets: the aliasing barrier names the wrong pair",
		"samples_engines/transient targets: the first target is read when the second was drawn",
		"samples_engines/transient targets: the second target is read before anything was drawn",
		"samples_frames/a simulation beside drawing: drawing waits for the step before",
		"samples_frames/lists of threads: a thread writes constants behind the submission",
	},
	"the mistake is none of a call": {
		"slips_calls/a buffer of a shader is declared with a field",
		"slips_calls/a picture is read by another name",
		"slips_calls/a thread is made by its name elsewhere",
		"slips_calls/a struct is declared apart from its buffer",
		"slips/a field of a frame that nobody has set",
		"slips/a frame behind the last one",
		"slips/a list of frames that begins at 0",
		"slips/the label of a list in the place of the list",
		"porting/a barrier is made by a function",
		"porting/a struct comes before its register",
		"slips_names/states that are added",
		"slips_names/values that the module is asked for",
	},
	"a shader that is refused is not written down": {
		"elsewhere/a field of a constant buffer without the buffer",
		"readable/a distance to a plane as HLSL calls it",
		"readable/a position that is misspelt",
		"slips_names/a shader of a function alone",
		"slips_names/groupshared memory is declared inside of the kernel",
	},
	"a table that contains itself, or many others, has no text": {
		"dml_hostile/a description that contains itself",
		"dml_hostile/activations in activations",
	},
}
