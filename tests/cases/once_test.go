package cases

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// once are cases of one mistake each: a call that is left out, or done all the same, where errors are reported, and what becomes of it in the rest of
// the script.
var once = []struct{ file, name string }{
	{"messages/forms_of_c.lua", "a transition of C between a state and itself"},            // so Close fails
	{"graphics/draws.lua", "a bundle draws without a topology"},                            // and the bundle cannot be run
	{"states/halves.lua", "a texture is read between the halves, and written behind them"}, // and the other half ends what was begun
	{"states/halves.lua", "begun, never ended, and written in three lists"},                // each of which writes between the halves
	{"lifetimes/rules.lua", "root signature used after its release"},                       // and the pipeline finds none
	{"lifetimes/given_up.lua", "a root constant buffer, given up and then recorded"},       // and the argument is missing
	{"frames/present.lua", "released with all buffers in flight"},                          // and the work misses them
	{"commands/corners.lua", "a counter released in flight"},                               // and the view misses it
	{"dml/mistakes.lua", "the operator is released while the GPU uses it"},                 // and so are its pipelines
	{"engine/rules.lua", "ALLOW_OVERWRITE while the GPU may read"},                         // and so does the write of its descriptors
	{"rulebook/asked_elsewhere.lua", "a view of more mips than there are"},                 // and so the table misses it
	{"rulebook/asked_elsewhere.lua", "nothing was written, as C says it"},                  // and so nothing is mapped
	{"rulebook/asked_elsewhere.lua", "a buffer is given up behind its copy, and the script goes on"},
	{"frames/samples.lua", "frames in flight: the list is not reset"},                         // and nothing can be recorded
	{"rulebook/traps.lua", "a query that stays open"},                                         // so the list stays open
	{"lifetimes/given_up.lua", "the source of a copy, given up behind the submission"},        // and the copy misses it
	{"frames/samples.lua", "frames in flight: the constants lie at a multiple of 64"},         // and are missing
	{"commands/corners.lua", "the program's arguments are set behind another root signature"}, // so Close fails
	{"dml/mistakes.lua", "the persistent is released while the GPU uses it"},                  // and the execution finds another one
	{"dml/mistakes.lua", "no heap is set before the initialisation, and what it initialises is executed"},
	{"dml/mistakes.lua", "one range for initialisation and execution, without a wait"},
	{"dml/mistakes.lua", "a closed list with static descriptors is bound again while the GPU runs it"},
	{"frames/in_flight.lua", "allocators of three frames, of which there are two"},
	{"lifetimes/who_needs_what.lua", "a queue of things to release, the value before each frame"},
	{"lifetimes/given_up.lua", "a query heap, given up and then recorded"}, // and used by another command
	{"frames/engines.lua", "a ring of descriptors: descriptors are copied behind the submission"},
	{"frames/samples.lua", "frames in flight: no transition to show"},                             // so the next frame finds a target
	{"frames/samples_of_work.lua", "predicated draws: the result is in a buffer for the CPU"},     // to which a barrier takes it, and where it is used
	{"lifetimes/resets_and_releases.lua", "descriptors of the next frame over those of this one"}, // and the kernel finds these
	{"graphics/passes.lua", "a pass goes on in another submission"},                               // whose halves are both alone
	{"messages/one_cause.lua", "a view is refused, and its table misses it in two lists"},
	{"messages/one_cause.lua", "a view is refused in a heap from which it is copied"},
	{"messages/one_cause.lua", "a view is written behind the descriptors of its heap"},
	{"messages/one_cause.lua", "the view comes behind the submission that reads it"},
	{"messages/one_cause.lua", "the views of all tables that a loop sets come behind the submission that reads them"},
	{"messages/one_cause.lua", "two descriptors of a submission are overwritten in flight"},
	{"messages/one_cause.lua", "what a submission needs is released in flight, all of it"},
	{"messages/one_cause.lua", "an allocator of three is reset a frame too early, and so are the others"},
	{"messages/one_cause.lua", "an allocator is reset and constants are written too early"},
	{"messages/one_cause.lua", "nobody waits for the frame before last, and all that it uses comes too early"},
	{"messages/one_cause.lua", "no transition to PRESENT"},
	{"messages/one_cause.lua", "no transition to PRESENT, and the next frame begins with a target"},
	{"states/bound.lua", "the predicate is overwritten between setting and draw"}, // and the barrier after it finds what it names
	{"messages/one_cause.lua", "a barrier comes behind the use that needs it"},
	{"messages/one_cause.lua", "a barrier comes in the next list"},
	{"messages/one_cause.lua", "a texture is written and read in turn without barriers"},
	{"frames/samples.lua", "frames in flight: no transition to draw"}, // of any of the buffers
	{"frames/samples.lua", "frames in flight: the script counts the buffers from the wrong end"},
	{"messages/one_cause.lua", "no transition to RENDER_TARGET, in four frames"},
	{"messages/one_cause.lua", "a buffer for the CPU is brought to where it is read"},
	{"messages/one_cause.lua", "a released buffer is copied from twice"},
	{"messages/one_cause.lua", "a list is given up for an allocator of another type, and recorded"},
	{"messages/in_loops.lua", "refused in a loop: four textures of one place have no subresource 1"},
	{"messages/in_loops.lua", "a list is begun with an allocator of another type, and given to the queue of that"},
	{"messages/in_loops.lua", "in a loop two textures are copied to and read without barriers"},
	{"frames/engines.lua", "contexts with pools: one list for both queues"}, // so the list stays of its type
	{"frames/engines.lua", "a ring of descriptors: no heap is bound"},       // in five frames
	{"frames/engines.lua", "a ring of descriptors: the heap is bound behind the table"},
	{"frames/engines.lua", "results that come later: a copy queue measures in a heap of another type"}, // twice, and resolves
	{"frames/samples.lua", "frames in flight: the transition to show comes first"},                     // so the last one leaves a target
	{"frames/samples_of_work.lua", "textures that are streamed: a subresource that is not there"},
	{"frames/samples_of_work.lua", "textures that are streamed: the format of the rows is another one"}, // of both mips, and one edit repairs both
	{"frames/samples_of_work.lua", "textures that are streamed: the view shows more mips than there are"},
	{"commands/queries.lua", "begun in one list, ended in the next"},
	{"dml/rules.lua", "descriptors are staged and never copied"},   // none of an operator's
	{"engine/rules.lua", "an object released behind its device"},   // which the device did
	{"rulebook/queues.lua", "list: of type COMPUTE begins a pass"}, // in one call of several commands
	{"frames/engines.lua", "a ring of descriptors: one descriptor too many is copied"},
	{"frames/engines.lua", "transient targets: the targets are released in flight, and made anew for the next frame"},
	{"frames/samples_of_work.lua", "commands of the GPU: the signature is released before the submission"}, // in each frame
	{"lifetimes/resets_and_releases.lua", "a fence released in flight, and a value of it that was needed"}, // whose waits end with it
	{"messages/one_cause.lua", "textures of one place are uploaded and used in a loop, without a wait"},
	{"messages/one_cause.lua", "a pass begins where none can"},
	{"frames/samples.lua", "frames in flight: nobody waits for the frame before last"}, // of which constants are written before the Reset
	{"frames/samples.lua", "frames in flight: the signal comes before the work"},
	{"frames/samples.lua", "a simulation beside drawing: one state"}, // so it writes what is drawn
	{"messages/slips_in_scripts.lua", "a dispatch reads what it writes, and another queue reads it"},
	{"engine/rules.lua", "objects of a loop used on a queue that their mask does not have"},
	{"engine/rules.lua", "frames of two deferred contexts end before the execution of their lists"},         // which come in a later frame
	{"dml/rules.lua", "initialised in a list that is refused"},                                              // so the operator is executed without
	{"messages/one_cause.lua", "the heap of a list is bound before it begins"},                              // and is missing
	{"messages/one_cause.lua", "views are written one place too late in a heap from which they are copied"}, // so the first place is empty
	{"messages/one_cause.lua", "a loop reads one mip after the other, and writes the first one each time"},  // which is in the state of the first read
	{"messages/one_cause.lua", "a list is refused, and the next one stands on its barrier"},
	{"messages/one_cause.lua", "two lists are refused, and the third one stands on their barriers"},
	{"messages/one_cause.lua", "a list is refused that is to be executed behind a wait"},
	{"messages/one_cause.lua", "a list is refused that begins a barrier, and the next one ends it"},
	{"messages/one_cause.lua", "a list is refused that ends a barrier, and the next one stands on it"},
	{"messages/one_cause.lua", "a slice is cleared and read by a static descriptor without a barrier, and the next list takes it back"},
	{"messages/one_cause.lua", "the barrier before a static descriptor is that of another slice"},
	{"messages/one_cause.lua", "a slice is cleared and read by a volatile descriptor without a barrier, and the next list takes it back"},
	{"messages/one_cause.lua", "the barrier before a volatile descriptor is that of another slice"},
	{"states/numbers.lua", "a mip is filled and read behind a barrier of the next one, and taken back"}, // which is written in the next list
	{"states/numbers.lua", "each mip is made of the one before, and a barrier takes the wrong one of the two"},
	{"messages/one_cause.lua", "a queue is released before it signals, and the thread waits for that"},
	{"messages/one_cause.lua", "a queue is released before it signals, and another queue waits for that"},
	{"messages/one_cause.lua", "a queue is released before it signals, and another one waits for that in the end"},
	{"messages/one_cause.lua", "a queue is released before it signals, and a thread waits for that"},
	{"messages/one_cause.lua", "a fence of another device is signalled, and waited for"},
	{"messages/one_cause.lua", "a released fence is to set an event, and that is waited for"},
	{"messages/one_cause.lua", "two threads fill on one queue what another one reads without a wait"},
	{"messages/one_cause.lua", "two threads fill on one queue, which signals, what another one reads without a wait"},
	{"messages/one_cause.lua", "two threads read on one queue, without a wait, what another one was given and signals"},
	{"messages/one_cause.lua", "a view is missing that a list clears and sets"},
	{"messages/one_cause.lua", "a query that is resolved in two frames has ended in none"},
	{"engine/rules.lua", "a staging buffer mapped behind Flush, and read"},
	{"engine/rules.lua", "staging buffers in turn mapped behind Flush, and read"},
	{"engine/rules.lua", "a staging buffer read before the command was submitted, which nobody submits in the frame"},
	{"dml/mistakes.lua", "a dispatch of the program behind an operator, which needs no barrier"}, // nor does the operator, which is not to run again
	{"dml/mistakes.lua", "two dispatches of the program behind an operator"},
	{"dml/mistakes.lua", "the output of an operator is bound behind the recording, to what another one writes"}, // so the two overlap
	{"dml/mistakes.lua", "the input of an operator is bound behind the recording, to what another one writes"},
	{"messages/one_cause.lua", "a static descriptor is written behind its table, and shows what another table of the list shows"},
	{"messages/one_cause.lua", "a static descriptor is written behind its table, and shows what another queue writes"},
	{"messages/one_cause.lua", "a turn is not waited for on a fence that goes to and fro"},
	{"messages/one_cause.lua", "a turn is not waited for on a fence that goes to and fro, and the CPU waits for the last one"},
	{"messages/one_cause.lua", "two threads submit on one queue what the CPU reads without a wait"},
	{"messages/one_cause.lua", "two buffers are written on a queue and read on another one, and nothing is signalled"},
	{"messages/one_cause.lua", "a list is submitted to another queue while it may still be executed"}, // and races with itself
	{"messages/one_cause.lua", "a list whose bundle writes is submitted twice in one call"},
}

// alone are cases of one mistake each of which nothing more is said, no advice either.
var alone = []struct{ file, name string }{
	{"commands/feeds.lua", "the counter of a feed of many work items released in flight"}, // so all of them write the first element
	{"commands/left_behind.lua", "a viewport that is refused"},
	{"commands/left_behind.lua", "an index buffer that is refused"},
	{"commands/left_behind.lua", "a vertex buffer that is refused"},
	{"commands/left_behind.lua", "a clear of depth that is refused"},
	{"commands/left_behind.lua", "a larger index buffer that is refused"},
}

// TestAlone: where errors are reported, what is missing because a command was refused or an object is gone is no matter of advice or warnings.
func TestAlone(t *testing.T) {
	for _, c := range alone {
		_, said := run(t, c.file, func(o *host.Options) { o.Errors = host.ReportErrors }, c.name)
		require.Len(t, said, 1, "%s: %s", c.name, text(said))
	}
}

// twice are cases of two mistakes that look like one: neither hides the other.
var twice = []struct{ file, name string }{
	{"messages/one_cause.lua", "a view is refused, and another heap is never written"},
	{"messages/one_cause.lua", "a view is refused, and another descriptor of the heap is never written"},
	{"messages/one_cause.lua", "a view is refused, made well, and overwritten in flight"},
	{"messages/one_cause.lua", "a descriptor is overwritten in flight, and one of later work, too"},
	{"messages/one_cause.lua", "a buffer is released in flight, and the work that needs it races with that of another queue"},
	{"messages/one_cause.lua", "what two queues need is released in flight"},
	{"messages/one_cause.lua", "constants are written and an allocator is reset too early"}, // a wait before the Reset comes too late for the constants
	{"messages/one_cause.lua", "no transition to PRESENT, and the next frame takes the buffer from a third state"},
	{"messages/one_cause.lua", "a barrier is missing, and a later one names a third state"},
	{"messages/one_cause.lua", "a barrier is missing, and behind the right one another is missing"},
	{"messages/in_loops.lua", "two lists that are recorded in two places read what others write, without barriers, and submitted together"},
	{"messages/one_cause.lua", "a buffer for the CPU is brought to one state and used in another"},
	{"messages/one_cause.lua", "a released buffer is copied from, and released again"},
	{"messages/one_cause.lua", "two released buffers are copied from"},
	{"messages/one_cause.lua", "a fence is given up before it is waited for, and another one is not waited for at all"},
	{"messages/in_loops.lua", "refused in a loop: textures of two places have no subresource 1"},
	{"messages/in_loops.lua", "refused in a loop: rows at a wrong place, and rows of a wrong length"},
	{"messages/in_loops.lua", "refused in two places: neither list binds its heap"},
	{"messages/in_loops.lua", "a query stays open, and another one ends that has not begun"},
	{"messages/in_loops.lua", "a list is begun with an allocator of another type, and another list goes to a wrong queue"},
	{"messages/in_loops.lua", "two textures, copied to in two places, are read in a loop without barriers"},
	{"messages/slips_in_scripts.lua", "a buffer is read without a transition, and later written twice without a barrier"},
	{"messages/slips_in_scripts.lua", "a dispatch reads what it writes, and another queue reads what the next one writes"},
	{"messages/slips_in_scripts.lua", "a dispatch reads what it writes, and another queue reads it, which yet another one writes"},
	{"messages/one_cause.lua", "a list is refused, and the next one does not stand on its barrier"},
	{"states/numbers.lua", "a barrier of the next mip, and another texture without one"},
	{"messages/one_cause.lua", "a queue is released before it signals, and a larger value is waited for"},
	{"messages/one_cause.lua", "a queue is released before it signals, and another fence is waited for"},
	{"messages/one_cause.lua", "a released fence is to set an event, and another one is waited for"},
	{"messages/one_cause.lua", "two threads fill on a queue each what a third one reads without waits"},
	{"messages/one_cause.lua", "two threads read, without a wait, what another queue signals one after the other"},
	{"messages/one_cause.lua", "two views are missing that a list clears and sets"},
	{"engine/rules.lua", "a staging buffer mapped behind Flush, and one that stays mapped read before that"},
	{"engine/rules.lua", "a staging buffer read before the command was submitted, and another command behind that"}, // which is to be flushed, too
	{"dml/mistakes.lua", "the input of an operator is bound behind the recording, and another list executes one twice"},
	{"messages/one_cause.lua", "a static descriptor is written behind its table, and the next list lacks a barrier"},
	{"queues/schedules.lua", "out of bounds before a kernel without an end"}, // which ends the script
	{"messages/one_cause.lua", "a turn is not waited for on a fence that goes to and fro, and two queues signal another one beside each other"},
	{"messages/one_cause.lua", "a queue signals a fence that another one signals, and then reads too early what that has written"},
	{"messages/one_cause.lua", "two queues signal a fence beside each other, and a third one reads before it waits"},
	{"messages/one_cause.lua", "two queues signal a fence beside each other, and a third one reads what comes after that"},
	{"messages/one_cause.lua", "two threads submit on one queue, each behind its own signal, what the CPU reads without a wait"},
	{"messages/one_cause.lua", "a buffer is written on a queue and read on another one, and then another buffer, and nothing is signalled"},
	{"messages/one_cause.lua", "a list is submitted to another queue while it may still be executed, and another list races"},
}

// TestOnce: where errors are reported, a mistake is told once, and what becomes of it is not told besides. The list with a refused call, and the
// device, are of no use then, which is another matter.
func TestOnce(t *testing.T) {
	for _, c := range once {
		t.Run(c.file+"/"+c.name, func(t *testing.T) { reported(t, c.file, c.name, 1) })
	}
}

// TestTwice: where errors are reported, a second mistake is told beside the first one.
func TestTwice(t *testing.T) {
	for _, c := range twice {
		t.Run(c.file+"/"+c.name, func(t *testing.T) { reported(t, c.file, c.name, 2) })
	}
}

// TestReportedInEverySchedule: where errors are reported, work that misses what was given up goes on as if it did not, so what else is said does not
// depend on how far the work was.
func TestReportedInEverySchedule(t *testing.T) {
	for _, c := range slices.Concat(once, twice) {
		_, want := inReports(t, one{file: c.file, name: c.name})
		for seed := range uint64(3) {
			_, said := run(t, c.file, func(o *host.Options) { o.Errors, o.Seed = host.ReportErrors, &seed }, c.name)
			require.Equal(t, text(want), text(said), "%s: %s, seed %d", c.file, c.name, seed)
		}
	}
}

// reported runs a case where errors are reported, and counts them.
func reported(t *testing.T, file, name string, want int) {
	out, said := inReports(t, one{file: file, name: name})
	require.Contains(t, out, "case "+name)
	require.Equal(t, want, errors(said), text(said))
}

// errors counts those of diagnostics.
func errors(said []*diag.Diagnostic) (n int) {
	for _, d := range said {
		if d.Severity == diag.SeverityError {
			n++
		}
	}
	return n
}

// several are the cases that expect one error, of which more is told where errors are only reported, by the reason. One that is told once leaves the
// table; the test says so.
var several = map[string][]string{
	"each is a mistake, and repaired by itself": {
		"frames/ported/a graph of passes: what a pass reads stays a target",                                    // nor is what the last draw shows
		"frames/ported/a tracker of states: a mip is forgotten",                                                // in each round
		"frames/whole_data/textures streamed through a list of what is to be released, one value too early",    // another queue needs the second
		"commands/copies_that_meet/from level to level, and back with one transition of all levels",            // the other level needs one, too
		"frames/samples/a simulation beside drawing: the list is submitted again before its last step is done", // nor is the drawing of the step before done
		"frames/samples_of_work/commands of the GPU: the arguments are released in flight",                     // and used in the next frame
		"queues/schedules/a swap chain whose buffers another queue draws",                                      // and nothing orders the queues, one way or the other
		"queues/schedules/chosen textures in wrong states, on two queues",
		"queues/schedules/out of bounds before a deadlock",
		"queues/schedules/out of bounds on queues of two priorities",
		"queues/schedules/out of bounds on two queues at once",
		"queues/schedules/out of bounds on two queues at once, the second is waited for first",
		"queues/schedules/out of bounds, and a call that is wrong before anybody waits",
		"queues/schedules/out of bounds, polled for",
		"queues/schedules/races of two threads of one thread",
		"queues/schedules/races of two threads, and work that nobody waits for",
		"queues/schedules/races of two threads, each of which hears of the other's first",
		"queues/schedules/work of a thread that may miss its buffer does not hide a release that is too early",                // nor are the threads ordered
		"graphics/sampled_and_written/a draw samples through a volatile table what it paints, behind a transition to be read", // that it samples it, too
		"accesses/unordered/ping and pong between two buffers without transitions",                                            // of either buffer, nor any barrier between the writes
	},
	"the same mistake stands in two places, each with its edit": {
		"frames/samples_of_work/textures that are streamed: a part of the ring is at a multiple of 256",
	},
	"the state that a barrier was to give is not there, where the barrier is left out or stands too late": {
		"messages/slips_in_scripts/a barrier names the state behind it twice",
	},
}

// TestSeveral: where errors are only reported, a case that expects one error is told once, with the exceptions of the tables. A call on a device that
// the mistake has removed ends the script, and says so.
func TestSeveral(t *testing.T) {
	met, cases := map[string]bool{}, 0
	for _, c := range all(t) {
		if c.expected == "silent" || strings.Contains(c.expected, ";") {
			continue
		}
		cases++
		_, said := inReports(t, c)
		lost := func(d *diag.Diagnostic) bool { return d.Code == diag.DeviceRemoved }
		switch n := errors(slices.DeleteFunc(slices.Clone(said), lost)); {
		case n < 2:
		case slices.ContainsFunc(twice, func(o struct{ file, name string }) bool { return o.file == c.file && o.name == c.name }):
		case listed(several, c.id()):
			met[c.id()] = true
		default:
			t.Errorf("%s: %d errors are told of one mistake:\n%s", c.id(), n, text(said))
		}
	}
	stale(t, several, met)
	t.Logf("of %d cases with one mistake %d are told more", cases, len(met))
}
