package cases

// unrepaired are the cases and codes with an exact suggestion after which something is still said, by the reason. One that repairs leaves the table;
// the test says so.
var unrepaired = map[string][]string{
	"the script has a second mistake, which the first one hid": {
		"engine/a list that was released is executed: GS0653",           // it is executed in the next line
		"engine_calls/DeviceWaitForFence on a deferred context: GS0645", // nothing signals the fence
		"graphics/a draw without a topology: GS0822",                    // nor is there a viewport
		"lifetime/draw on a compute list: GS0337",                       // nor is there a pipeline
		"lifetime/dispatch on a copy list: GS0337",                      // nor is there a pipeline
		"recovery/another queue uses the texture between the halves: GS0519",
		"sync_copies/two queues change different mips: GS0519", // the second one expects COMMON all the same
		"traps/transitions of a texture on two queues: GS0519", // the second one expects COMMON all the same
	},
	"two mistakes are what the case is about": {
		"schedules/chosen textures in wrong states, on two queues: GS0402",
		"schedules/out of bounds before a deadlock: GS0621",
		"schedules/out of bounds on two queues at once: GS0621",
		"schedules/out of bounds, and a call that is wrong before anybody waits: GS0333",
	},
	"the larger value is wanted at the waits too": {
		"sync_fences/a fence used again for each frame, rewound without a wait: GS0914",
	},
	"GetBuffer is called before a Present, and the index changes with it": {
		"schedules/a swap chain whose buffers another queue draws: GS0612",
	},
	"bundles record no barriers": {
		"graphics/kernels of two bundles write the same: GS0517",
		"graphics/a list with a bundle finds a texture in another state: GS0402",
	},
	"the state fits one subresource, or one use, and not the others": {
		"states/a texture goes from 3D COPY_DEST to a copy queue: GS0406",
	},
	"the shader reads the descriptor": {
		"lifetime/static descriptor never written: GS0626",
	},
}

// shapeless are the cases and codes whose message lacks something that it must have, by the reason. One that has it leaves the table.
var shapeless = map[string][]string{
	"a helper that another helper calls is as far as the callers go": {
		"corners/an address of the second resource without a barrier: GS0518",
		"schedules/two threads record lists on one allocator: GS0530",
		"schedules/two threads record one list: GS0530",
		"graphics/kernels of two bundles write the same: GS0517",
		"graphics/a clear, then a kernel, no barrier: GS0517",
		"memory/a kernel writes twice to the same bytes: GS0517",
		"memory/a barrier of another buffer: GS0517",
		"memory/kernels overlap in one element: GS0517",
		"memory/lists of one submission need a barrier: GS0517",
		"memory/an atomic count behind a plain write: GS0517",
		"memory/a kernel reads what another one wrote: GS0517",
		"memory/a kernel overwrites what another one read: GS0517",
		"pairs/copy to, kernel write: unordered: GS0512",
		"pairs/copy to, kernel write: other bytes: GS0514",
		"pairs/copy to, structured read: unordered: GS0512",
		"pairs/kernel write, immediate write: unordered: GS0512",
		"pairs/kernel write, immediate write: other bytes: GS0514",
		"pairs/kernel write, query results: unordered: GS0512",
		"pairs/kernel write, query results: other bytes: GS0514",
		"pairs/kernel write, copy from: unordered: GS0512",
		"pairs/kernel write, structured read: unordered: GS0512",
		"pairs/kernel write, constants: unordered: GS0512",
		"pairs/kernel write, vertices: unordered: GS0512",
		"pairs/kernel write, indices: unordered: GS0512",
		"pairs/kernel write, indirect arguments: unordered: GS0512",
		"pairs/kernel write, predicate: unordered: GS0512",
		"pairs/immediate write, structured read: unordered: GS0512",
		"pairs/query results, structured read: unordered: GS0512",
		"sync_kernels/the barrier stands before both: GS0517",
		"sync_kernels/the barrier stands behind both: GS0517",
		"sync_kernels/the first and the third meet: GS0517",
		"sync_kernels/a list with nothing but the barrier, in the wrong place: GS0517",
		"sync_kernels/the barrier is in another submission's list: GS0517",
		"sync_kernels/a transition of another buffer: GS0517",
		"sync_kernels/written, read behind a barrier, written again: GS0517",
		"sync_kernels/two buffers, a barrier for one of them: GS0517",
		"sync_kernels/a split transition of the buffer between: GS0517",
		"sync_kernels/a kernel reads what the next one overwrites: GS0517",
		"sync_kernels/a kernel reads one element that the one before wrote: GS0517",
		"sync_mixed/a UAV barrier is no aliasing barrier: GS0518",
		"sync_mixed/a clear of a part of a buffer, and a kernel beside it: GS0517",
		"sync_passes/a draw and a kernel write one buffer: GS0517",
	},
	"no text names the object": {
		"lifetime/other heaps unset the tables: GS0355",
		"states/a state that writes is joined: GS0378",
	},
	"there is no help": {
		"engine/a mask of no context of the device: GS0657",
		"engine_calls/first contents uploaded by a deferred context: GS0657",
		"engine_calls/first contents uploaded by a context that the mask does not have: GS0657",
		"engine_calls/first contents uploaded by a context of another device: GS0657",
		"engine_calls/a swap chain of a context of another device: GS0657",
	},
}
