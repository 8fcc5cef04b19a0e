package trace

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

var update = flag.Bool("update", false, "write the golden files of this package")

// frame is an upload that a second queue waits for, with every kind of event once.
var frame = []Event{
	{Kind: ThreadStart, Thread: "main"},
	{Kind: Memory, Time: 500, Value: 65_536},
	{Kind: Works, Time: 1_000, Thread: "main", Value: 750},
	{Kind: Touches, Time: 1_750, Thread: "main", Done: &Done{Accesses: []Access{{"staging", gpu.AccessWrite, 0, 64}}}, Site: 6},
	{Kind: Submits, Time: 1_750, Thread: "main", Device: "demo", Queue: "upload", List: "copy", Submission: 1, Site: 7},
	{Kind: BatchStart, Time: 2_000, Device: "demo", Queue: "upload", Site: 7},
	{Kind: CommandStart, Time: 2_500, Device: "demo", Engine: "copy 0", Queue: "upload", Op: gpu.OpCopyBufferRegion, List: "copy", Site: 3},
	{Kind: QueueWaits, Time: 3_001, Device: "demo", Queue: "main", Fence: "F", Value: 3, Site: 8},
	{Kind: ThreadBlocks, Time: 4_000, Thread: "main", Object: "done", Site: 9},
	{Kind: Preempted, Time: 4_100, Queue: "upload"},
	{Kind: CommandEnd, Time: 12_345, Device: "demo", Engine: "copy 0", Queue: "upload", Op: gpu.OpCopyBufferRegion, List: "copy", Site: 3},
	{Kind: CommandStart, Time: 12_345, Engine: "copy 0", Queue: "upload", Op: gpu.OpSetMarker, List: "copy", Index: 1, Text: "uploaded\n", Site: 4},
	{Kind: BatchRetired, Time: 13_000, Queue: "upload"},
	{Kind: Signal, Time: 13_000, Queue: "upload", Fence: "F", Value: 3, Site: 10},
	{Kind: QueueGoesOn, Time: 13_000, Queue: "main", Fence: "F", Value: 3},
	{Kind: EventSet, Time: 13_000, Queue: "upload", Object: "done"},
	{Kind: Presents, Time: 14_000, Device: "demo", Queue: "main", Object: "screen", Value: 1, Submission: 2, Site: 11},
	{Kind: Shows, Time: 16_667_000, Device: "demo", Queue: "screen", Object: "screen", Value: 1, Site: 11},
	{Kind: ThreadWakes, Time: 1_234_567_890, Thread: "main", Object: "done"},
	{Kind: EventReset, Time: 1_234_567_890, Thread: "main", Object: "done"},
	{Kind: Paused, Time: 1_234_567_890, Device: "demo"},
	{Kind: Resumed, Time: 1_234_567_891, Device: "demo"},
	{Kind: BackgroundMode, Time: 1_234_567_891, Device: "demo", Text: "ALLOWED, COMMIT_RESULTS"},
	{Kind: BackgroundStart, Time: 1_234_567_891, Device: "demo", Thread: "background 1", Value: 1, Text: "task 1, idle: hills: c = 0x1"},
	{Kind: BackgroundCancel, Time: 1_234_567_891, Device: "demo", Value: 2, Text: "task 2: hills: d = 0x1"},
	{Kind: BackgroundFinish, Time: 1_234_567_892, Device: "demo", Thread: "background 1", Value: 1, Text: "task 1, published"},
	{Kind: BackgroundCommit, Time: 1_234_567_892, Device: "demo", Value: 1, Text: "commit 1"},
	{Kind: Removed, Time: 1_234_567_892, Device: "demo"},
	{Kind: BatchDropped, Time: 1_234_567_892, Queue: "a queue with a long name"},
	{Kind: ThreadEnd, Time: 1_234_567_899, Thread: "wörker 画"},
	{Kind: ThreadEnd, Time: 1_234_567_899, Thread: "bell\a"},
}

func TestTextGolden(t *testing.T) {
	var b strings.Builder
	text := NewText(&b, func(s gpu.Site) string { return fmt.Sprintf("scene.lua:%d:8", s) })
	for _, e := range frame {
		text.Event(e)
	}
	require.NoError(t, text.Err())
	const file = "testdata/frame.txt"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
}

func TestTextWithoutPlaces(t *testing.T) {
	var b strings.Builder
	text := NewText(&b, nil)
	text.Event(Event{Kind: ThreadStart, Thread: "main", Site: 5})
	require.Equal(t, "     time us  engine     who             what          details                                       script\n"+
		"       0.000             main            thread start\n", b.String())
}

func TestMicroseconds(t *testing.T) {
	for ns, want := range map[uint64]string{
		0: "0.000", 1: "0.001", 999: "0.999", 1_000: "1.000", 999_999: "999.999", 1_000_000: "1,000.000", 1<<64 - 1: "18,446,744,073,709,551.615",
	} {
		require.Equal(t, want, microseconds(ns))
	}
}

// failing takes a number of writes and refuses the rest.
type failing struct{ left int }

func (f *failing) Write(p []byte) (int, error) {
	if f.left == 0 {
		return 0, errors.New("full")
	}
	f.left--
	return len(p), nil
}

func TestTextKeepsTheFirstError(t *testing.T) {
	w := &failing{left: 2}
	text := NewText(w, nil)
	text.Event(Event{Kind: ThreadStart})
	require.NoError(t, text.Err())
	text.Event(Event{Kind: ThreadEnd})
	require.EqualError(t, text.Err(), "full")
	w.left = 1
	text.Event(Event{Kind: ThreadEnd})
	require.Equal(t, 1, w.left)
}
