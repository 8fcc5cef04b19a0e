package cases

import (
	"bytes"
	"flag"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/gpu/explore"
	"github.com/gpuscript/gpuscript/host"
)

// mostExplored is how many schedules of a case run without a flag.
const mostExplored = 12

var explored = flag.Int("explored", mostExplored, "schedules of a case that are explored, at most")

// late are those of the cases below that say something else in schedules after the first ones only.
var late = []string{
	"queues/polled_values/one more is less, the value before the work",
}

// otherwise are the cases of which something else is said in another schedule, by the reason. One of which the same is said leaves the table; the
// test says so. All of them are the script's own doing: where it branches on what it has read, it makes other calls, or has learned from another one;
// and what a run that stands still does not do is not wrong there. That one signal of a fence may undo another (GS0906, GS0914, GS0507), and that an
// event may be set twice before a wait (GS0506), is said in all schedules.
var otherwise = map[string][]string{
	"the script asks how far the GPU is, and goes another way": {
		"queues/polled_values/a wait between two polls that the second one makes needless, the value before the work",
		"queues/polled_values/if it is less, an event and a wait, the value before the work",
		"queues/polled_values/one more is less, the value before the work",
		"frames/engines/contexts with pools: one list for both queues",
		"frames/samples/frames in flight: the signal comes before the work",
		"cpu/handed_over/a poll that decides what to do",
		"cpu/handed_over/the number of frames between poll and use",
		"frames/whole_data/textures streamed through a list of what is to be released, one value too early",
		"rulebook/traps/any of two events: the one that it was is known",
	},
	"one thread reads what another one writes to a Lua table": {
		"frames/samples/lists of threads: the lists are submitted before the threads have ended",
	},
	"a signal undoes another one before it is seen, so somebody waits for ever": {
		"queues/schedules/a poll of one fence, work of another queue, and mapped memory",
		"queues/events/an event is reset after it was armed",
		"queues/events/an event that stays set is reset after it was armed",
	},
}

// TestExplored runs each case on the schedules that could do something else: all of them say the same, in the same words.
func TestExplored(t *testing.T) {
	if testing.Short() {
		t.Skip("some schedules for each of thousands of cases")
	}
	differs := map[string]string{}
	for reason, ids := range otherwise {
		for _, id := range ids {
			differs[id] = reason
		}
	}
	for _, c := range chosen(t) {
		reason, known := differs[c.id()]
		delete(differs, c.id())
		t.Run(c.id(), func(t *testing.T) {
			t.Parallel()
			fault := differenceOf(t, c)
			if !known {
				require.Empty(t, fault)
			} else if *explored == mostExplored && !slices.Contains(late, c.id()) {
				require.NotEmpty(t, fault, "says the same in all schedules now, so it leaves the table: %s", reason)
			}
		})
	}
	for _, c := range all(t) {
		delete(differs, c.id()) // not chosen
	}
	require.Empty(t, differs, "there are no such cases")
}

// differenceOf is what the first schedule of a case says otherwise than the timeline, "" if none does. Kernels are interpreted: most run once, and
// compiling them takes longer.
func differenceOf(t *testing.T, c one) string {
	x := explore.New(*explored)
	timeline := ""
	for runs := x.Next(1); len(runs) > 0; runs = x.Next(1) {
		r := runs[0]
		_, said := run(t, c.file, func(o *host.Options) { o.Schedule, o.Interpreter = r, true }, c.name)
		now := words(t, said)
		if x.Outcome().Runs == 1 {
			timeline = now
		}
		if now != timeline {
			return "schedule " + string(r.Token()) + ", in which " + r.Turned().Now + " before " + r.Turned().Then + ", says\n" + now + "\nthe timeline says\n" + timeline
		}
		x.Finish(r)
	}
	return ""
}

// words are all that diagnostics say.
func words(t *testing.T, said []*diag.Diagnostic) string {
	var b bytes.Buffer
	require.NoError(t, render.Write(&b, said, render.Files{}, render.Options{Style: render.JSON}))
	return b.String()
}
