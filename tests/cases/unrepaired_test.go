package cases

import "slices"

// repairedIn are the cases and codes with an exact suggestion after which something is still said, by how many edits it takes, each one the first that is suggested
// then, until nothing is said: one mistake hides another one, or the program makes it in several places.
var repairedIn = map[int][]string{}

// unrepaired are those after which words alone are left, by the reason. One that repairs leaves the table; the test says so.
var unrepaired = map[string][]string{}

// editsOf is how many edits the suggestions of a case and code take.
func editsOf(key string) (edits int, ok bool) {
	for n, keys := range repairedIn {
		if slices.Contains(keys, key) {
			return n, true
		}
	}
	return 0, false
}

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
