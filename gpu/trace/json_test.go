package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/trace/internal/signals"
)

// line is a record as a reader of the format sees it.
type line struct {
	Name string         `json:"name"`
	Ph   string         `json:"ph"`
	Ts   float64        `json:"ts"`
	Dur  float64        `json:"dur"`
	Pid  int            `json:"pid"`
	Tid  int            `json:"tid"`
	ID   int            `json:"id"`
	Args map[string]any `json:"args"`
}

// read reads a trace as its readers do: by time, and where times are equal, as it stands. It requires that slices nest, that arrows come in
// pairs and lead forward in time, and returns the lines.
func read(t *testing.T, text string) []line {
	t.Helper()
	var file struct {
		TraceEvents []line `json:"traceEvents"`
	}
	require.NoError(t, json.Unmarshal([]byte(text), &file))
	lines := slices.Clone(file.TraceEvents)
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.Ts, b.Ts) })
	open, starts := map[int][]line{}, map[int]float64{}
	for _, l := range lines {
		stack := open[l.Tid]
		for len(stack) > 0 && stack[len(stack)-1].Ph == "X" && stack[len(stack)-1].Ts+stack[len(stack)-1].Dur <= l.Ts+1e-6 && l.Ph != "s" && l.Ph != "f" {
			stack = stack[:len(stack)-1]
		}
		switch l.Ph {
		case "B":
			stack = append(stack, l)
		case "X":
			if n := len(stack); n > 0 && stack[n-1].Ph == "X" {
				require.LessOrEqual(t, l.Ts+l.Dur, stack[n-1].Ts+stack[n-1].Dur+1e-6, "%s does not lie within %s", l.Name, stack[n-1].Name)
			}
			stack = append(stack, l)
		case "E":
			require.NotEmpty(t, stack, "%s ends at %v", l.Name, l.Ts)
			require.Equal(t, stack[len(stack)-1].Name, l.Name)
			stack = stack[:len(stack)-1]
		case "s":
			require.NotEmpty(t, stack, "an arrow begins outside of slices: %v", l)
			starts[l.ID] = l.Ts
		case "f":
			require.NotEmpty(t, stack, "an arrow ends outside of slices: %v", l)
			begin, ok := starts[l.ID]
			require.True(t, ok)
			require.LessOrEqual(t, begin, l.Ts)
			delete(starts, l.ID)
		}
		open[l.Tid] = stack
	}
	require.Empty(t, starts, "arrows without an end")
	for _, stack := range open {
		for _, l := range stack {
			require.Equal(t, "X", l.Ph, "%s never ends", l.Name)
		}
	}
	return lines
}

// with are the lines of one phase whose name begins with a text.
func with(lines []line, phase, name string) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.Ph != phase || !strings.HasPrefix(l.Name, name) })
}

func written(t *testing.T, events ...Event) string {
	t.Helper()
	var b strings.Builder
	j := NewJSON(&b, func(s gpu.Site) string { return fmt.Sprintf("scene.lua:%d:8", s) })
	for _, e := range events {
		j.Event(e)
	}
	require.NoError(t, j.Close())
	require.NoError(t, j.Err())
	return b.String()
}

func TestJSONGolden(t *testing.T) {
	got := written(t, frame...)
	const file = "testdata/frame.json"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
	read(t, got)
}

// TestJSONFrame: what a reader finds of a copy that another queue waits for.
func TestJSONFrame(t *testing.T) {
	lines := read(t, written(t,
		Event{Kind: Memory, Time: 10, Value: 4096},
		Event{Kind: Submits, Time: 100, Thread: "main", Device: "d", Queue: "upload", List: "copy", Submission: 1, Site: 3},
		Event{Kind: QueueWaits, Time: 150, Device: "d", Queue: "main", Fence: "F", Value: 2},
		Event{Kind: BatchStart, Time: 200, Device: "d", Queue: "upload", Submission: 1},
		Event{Kind: CommandStart, Time: 200, Device: "d", Queue: "upload", Engine: "COPY", Op: gpu.OpBeginEvent, List: "copy", Text: "textures"},
		Event{Kind: CommandEnd, Time: 200, Device: "d", Queue: "upload", Engine: "COPY", Op: gpu.OpBeginEvent, List: "copy", Text: "textures"},
		Event{Kind: CommandStart, Time: 200, Device: "d", Queue: "upload", Engine: "COPY", Op: gpu.OpCopyResource, List: "copy", Index: 1},
		Event{Kind: CommandEnd, Time: 1700, Device: "d", Queue: "upload", Engine: "COPY", Op: gpu.OpCopyResource, List: "copy", Index: 1,
			Done: &Done{Written: 64, Accesses: []Access{{"a", gpu.AccessWrite, 0, 64}}}},
		Event{Kind: CommandStart, Time: 1700, Device: "d", Queue: "upload", Engine: "COPY", Op: gpu.OpEndEvent, List: "copy", Index: 2},
		Event{Kind: CommandEnd, Time: 1700, Device: "d", Queue: "upload", Engine: "COPY", Op: gpu.OpEndEvent, List: "copy", Index: 2},
		Event{Kind: BatchRetired, Time: 1700, Device: "d", Queue: "upload", Submission: 1},
		Event{Kind: Signal, Time: 2700, Device: "d", Queue: "upload", Fence: "F", Value: 3},
		Event{Kind: QueueGoesOn, Time: 2700, Device: "d", Queue: "main", Fence: "F", Value: 2},
		Event{Kind: QueueGoesOn, Time: 2800, Device: "d", Queue: "main", Fence: "F", Value: 4}, // of a signal that nobody saw
	))
	require.Equal(t, map[string]any{"bytes": 4096.0}, with(lines, "C", "video memory")[0].Args)
	require.Equal(t, map[string]any{"value": 3.0}, with(lines, "C", "fence F")[0].Args)
	copies := with(lines, "X", "CopyResource")
	require.Len(t, copies, 1)
	require.Equal(t, []float64{0.2, 1.5}, []float64{copies[0].Ts, copies[0].Dur})
	require.Equal(t, map[string]any{"list": "copy", "command": 2.0, "engine": "COPY", "bytes written": 64.0, "accesses": []any{"writes a[0, 64)"}}, copies[0].Args)
	require.Len(t, with(lines, "B", "textures"), 1)
	require.Len(t, with(lines, "B", "upload: copy"), 1, "who has the engine")
	require.Len(t, with(lines, "B", "waits F >= 2"), 1)
	require.Len(t, with(lines, "B", "waits F >= 4"), 1, "a wait that need not wait is there too")
	require.Len(t, with(lines, "s", "submission"), 1)
	arrows := with(lines, "s", "F")
	require.Len(t, arrows, 1)
	require.Equal(t, 2.699, arrows[0].Ts, "within the slice of the signal")
	require.Equal(t, copies[0].Tid, arrows[0].Tid)
}

// TestJSONFencesOfOneName: each has a counter, and arrows of its own.
func TestJSONFencesOfOneName(t *testing.T) {
	lines := read(t, written(t,
		Event{Kind: Signal, Time: 1000, Device: "d", Queue: "one", Fence: "F", ID: 1, Value: 5},
		Event{Kind: QueueWaits, Time: 1500, Device: "d", Queue: "three", Fence: "F", ID: 2, Value: 3},
		Event{Kind: Signal, Time: 2000, Device: "d", Queue: "two", Fence: "F", ID: 2, Value: 3},
		Event{Kind: QueueGoesOn, Time: 2000, Device: "d", Queue: "three", Fence: "F", ID: 2, Value: 3},
		Event{Kind: Signal, Time: 3000, Device: "d", Queue: "two", Fence: "F", ID: 2, Value: 4}))
	var counters []string
	for _, c := range with(lines, "C", "fence F") {
		counters = append(counters, c.Name)
	}
	require.Equal(t, []string{"fence F", "fence F (2)", "fence F (2)"}, counters)
	arrows := with(lines, "s", "F")
	require.Len(t, arrows, 1)
	require.Equal(t, with(lines, "X", "signal F")[1].Tid, arrows[0].Tid, "from the second queue, not from the first, whose fence has more")
}

// TestJSONTracksOfOneName: queues and threads of one name have a track each; the queues of functions such as gpu.SavePNG share one, and their fences
// have no counters.
func TestJSONTracksOfOneName(t *testing.T) {
	lines := read(t, written(t,
		Event{Kind: ThreadBlocks, Time: 1000, Thread: "worker", ThreadID: 1, Object: "done"},
		Event{Kind: ThreadBlocks, Time: 1500, Thread: "worker", ThreadID: 2, Object: "done"},
		Event{Kind: ThreadWakes, Time: 2000, Thread: "worker", ThreadID: 1, Object: "done"},
		Event{Kind: Submits, Time: 2000, Thread: "worker", ThreadID: 1, Device: "d", Queue: "copy", QueueID: 7, List: "seven", Submission: 1},
		Event{Kind: Submits, Time: 2000, Thread: "worker", ThreadID: 1, Device: "d", Queue: "copy", QueueID: 8, List: "eight", Submission: 1},
		Event{Kind: BatchStart, Time: 3000, Device: "d", Queue: "copy", QueueID: 7, Submission: 1},
		Event{Kind: BatchStart, Time: 3500, Device: "d", Queue: "copy", QueueID: 8, Submission: 1},
		Event{Kind: BatchRetired, Time: 4000, Device: "d", Queue: "copy", QueueID: 7, Submission: 1},
		Event{Kind: BatchRetired, Time: 5000, Device: "d", Queue: "copy", QueueID: 8, Submission: 1},
		Event{Kind: Signal, Time: 5100, Device: "d", Queue: "gpu.SavePNG", QueueID: 9, Fence: "gpu.SavePNG", ID: 9, Value: 1},
		Event{Kind: Signal, Time: 5200, Device: "d", Queue: "gpu.SavePNG", QueueID: 10, Fence: "gpu.SavePNG", ID: 10, Value: 1}))
	var tracks []string
	for _, l := range with(lines, "M", "thread_name") {
		tracks = append(tracks, l.Args["name"].(string))
	}
	require.Equal(t, []string{"worker", "worker (2)", "queue copy", "queue copy (2)", "queue gpu.SavePNG"}, tracks)
	ends := func(name string) []float64 {
		var at []float64
		for _, l := range with(lines, "E", name) {
			at = append(at, l.Ts)
		}
		return at
	}
	require.Equal(t, []float64{2, 5.2}, ends("waits for done"), "one wakes, the other still waits at the end")
	require.Equal(t, []float64{4}, ends("seven"))
	require.Equal(t, []float64{5}, ends("eight"))
	require.Empty(t, with(lines, "C", "fence"))
}

// TestJSONEndsWhatIsOpen: a run that stops in the middle is still a trace.
func TestJSONEndsWhatIsOpen(t *testing.T) {
	lines := read(t, written(t,
		Event{Kind: BatchStart, Time: 5, Queue: "q", Submission: 1},
		Event{Kind: CommandStart, Time: 5, Queue: "q", Engine: "3D", Op: gpu.OpBeginEvent},
		Event{Kind: CommandEnd, Time: 5, Queue: "q", Engine: "3D", Op: gpu.OpBeginEvent, Text: "region"},
		Event{Kind: ThreadBlocks, Time: 9, Thread: "main", Object: "done"}))
	require.Equal(t, 0.009, with(lines, "E", "region")[0].Ts)
	require.Len(t, with(lines, "E", "waits for done"), 1)
	require.Empty(t, with(read(t, written(t)), "B", ""), "no events are a trace, too")
}

// TestJSONForgets: however long the run, only what is open is kept.
func TestJSONForgets(t *testing.T) {
	var n counting
	j := NewJSON(&n, nil)
	for i := range uint64(20_000) {
		at := i * 100
		j.Event(Event{Kind: Submits, Time: at, Thread: "main", Queue: "q", Submission: i + 1})
		j.Event(Event{Kind: BatchStart, Time: at + 10, Queue: "q", Submission: i + 1})
		j.Event(Event{Kind: BatchRetired, Time: at + 20, Queue: "q", Submission: i + 1})
		j.Event(Event{Kind: Signal, Time: at + 30, Queue: "q", Fence: "F", Value: i + 1})
	}
	q := j.track("GPU ", "queue q", 0)
	require.Empty(t, q.from)
	require.Empty(t, q.open)
	_, ok := j.fences[FenceKey{Name: "F"}].Reached(20_000 - signals.Most)
	require.False(t, ok)
	require.NoError(t, j.Close())
	require.Greater(t, int(n), 20_000*4*50)
}

// counting counts bytes.
type counting int

func (c *counting) Write(p []byte) (int, error) { *c += counting(len(p)); return len(p), nil }

func TestJSONKeepsTheFirstError(t *testing.T) {
	j := NewJSON(&failing{}, nil)
	for range 1000 { // more than the buffer takes
		j.Event(Event{Kind: Signal, Queue: "q", Fence: "F", Value: 1})
	}
	require.EqualError(t, j.Err(), "full")
	require.EqualError(t, j.Close(), "full")
	require.EqualError(t, NewJSON(&failing{}, nil).Close(), "full")
}

func TestDone(t *testing.T) {
	var none *Done
	require.Empty(t, none.String())
	d := Done{Pipeline: "p", Size: "1 x 1 x 1 groups", Items: 64}
	d.Add(Access{"a", gpu.AccessWrite, 8, 16})
	d.Add(Access{"a", gpu.AccessRead, 0, 4})
	d.Add(Access{"a", gpu.AccessWrite, 32, 40})
	require.Equal(t, `pipeline "p", 1 x 1 x 1 groups, 64 items, writes a[8, 40), reads a[0, 4)`, d.String())
	for i := range 2 * MostAccesses {
		d.Add(Access{fmt.Sprint(i), gpu.AccessRead, 0, 1})
	}
	require.Len(t, d.Accesses, MostAccesses)
	d.Add(Access{"a", gpu.AccessRead, 0, 8}) // one that is there still grows
	require.Equal(t, uint64(8), d.Accesses[1].End)
}
