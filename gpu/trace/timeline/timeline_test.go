package timeline

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

var update = flag.Bool("update", false, "write the picture in testdata")

// scene builds the events of a run.
type scene struct{ events []trace.Event }

func (s *scene) add(e trace.Event) { s.events = append(s.events, e) }

// batch is a submission of one list at a time, whose commands take 10 µs each. It returns when it ended.
func (s *scene) batch(at uint64, queue, engine, list string, number uint64, ops ...gpu.Op) uint64 {
	s.add(trace.Event{Kind: trace.BatchStart, Time: at, Device: "d", Queue: queue, Submission: number, Site: 10})
	for i, op := range ops {
		e := trace.Event{Kind: trace.CommandStart, Time: at, Device: "d", Queue: queue, Engine: engine, Op: op, List: list, Index: uint32(i), Site: gpu.Site(20 + i), Submission: number}
		s.add(e)
		switch op {
		case gpu.OpBeginEvent, gpu.OpEndEvent, gpu.OpSetMarker:
			e.Text = fmt.Sprintf("region %d", i)
		default:
			at += 10_000
			e.Done = &trace.Done{Written: 64}
		}
		e.Kind, e.Time = trace.CommandEnd, at
		s.add(e)
	}
	s.add(trace.Event{Kind: trace.BatchRetired, Time: at, Device: "d", Queue: queue, Submission: number})
	return at
}

// frame is an upload that another queue waits for, with its submissions, a present, a thread that waits, and a queue of a helper after all else.
func frame() *scene {
	s := &scene{}
	for _, e := range []trace.Event{
		{Kind: trace.Submits, Time: 5_000, Thread: "main", Device: "d", Queue: "upload", List: "copy", Submission: 1, Site: 1},
		{Kind: trace.Works, Time: 5_000, Thread: "main", Value: 8_000},
		{Kind: trace.Submits, Time: 14_000, Thread: "main", Device: "d", Queue: "render", List: "draw", Submission: 1, Site: 2},
		{Kind: trace.QueueWaits, Time: 16_000, Device: "d", Queue: "render", Fence: "F", Value: 1, Site: 3},
		{Kind: trace.ThreadBlocks, Time: 20_000, Thread: "main", Fence: "G", Value: 1, Site: 4},
	} {
		s.add(e)
	}
	end := s.batch(10_000, "upload", "COPY", "copy", 1, gpu.OpCopyResource, gpu.OpCopyBufferRegion)
	s.add(trace.Event{Kind: trace.Signal, Time: end + 1000, Device: "d", Queue: "upload", Fence: "F", Value: 1, Site: 5})
	s.add(trace.Event{Kind: trace.QueueGoesOn, Time: end + 1000, Device: "d", Queue: "render", Fence: "F", Value: 1, Site: 3})
	end = s.batch(end+3000, "render", "3D", "draw", 1, gpu.OpBeginEvent, gpu.OpDrawInstanced, gpu.OpDispatch, gpu.OpEndEvent, gpu.OpResourceBarrier)
	for _, e := range []trace.Event{
		{Kind: trace.Presents, Time: end, Device: "d", Queue: "render", Object: "screen", Value: 1, Site: 6},
		{Kind: trace.Signal, Time: end + 1000, Device: "d", Queue: "render", Fence: "G", Value: 1, Site: 7},
		{Kind: trace.ThreadWakes, Time: end + 6000, Thread: "main", Fence: "G", Value: 1, Site: 4},
		{Kind: trace.Shows, Time: end + 9000, Device: "d", Queue: "screen", Object: "screen", Value: 1, Site: 6},
	} {
		s.add(e)
	}
	s.batch(end+50_000, "gpu.Hash", "3D", "gpu.Hash", 1, gpu.OpCopyTextureRegion)
	return s
}

// of is a timeline of events.
func of(events ...trace.Event) *Timeline {
	t := New()
	for _, e := range events {
		t.Event(e)
	}
	return t
}

func drawn(t *testing.T, line *Timeline) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, line.Draw(&out, Options{Title: "test <&>", Place: func(s gpu.Site) string { return fmt.Sprintf("scene.lua:%d:1", s) }}))
	return out.String()
}

// element is an element of a picture, with the text of its title if it is a group.
type element struct {
	name, class, title string
	x, width           int
}

// elements reads a picture: each rectangle, circle, path and polygon with the tooltip of its group, and every text.
func elements(t *testing.T, picture string) (out []element, texts []string) {
	t.Helper()
	title, in := "", ""
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return out, texts
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			in = token.Name.Local
			if in == "g" {
				title = ""
			}
			e := element{name: in, title: title}
			for _, a := range token.Attr {
				switch a.Name.Local {
				case "class":
					e.class = a.Value
				case "x":
					e.x, _ = strconv.Atoi(a.Value)
				case "width":
					e.width, _ = strconv.Atoi(a.Value)
				}
			}
			if in != "title" && in != "text" {
				out = append(out, e)
			}
		case xml.EndElement:
			if token.Name.Local == "g" {
				title = ""
			}
			in = ""
		case xml.CharData:
			switch in {
			case "title":
				title = string(token)
			case "text":
				texts = append(texts, string(token))
			}
		}
	}
}

// ofClass are the elements of a class that have a tooltip; the legend has none.
func ofClass(all []element, class string) (out []element) {
	for _, e := range all {
		if e.class == class && e.title != "" {
			out = append(out, e)
		}
	}
	return out
}

func TestPicture(t *testing.T) {
	got := drawn(t, of(frame().events...))
	const file = "testdata/frame.svg"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), got)
	require.Equal(t, got, drawn(t, of(frame().events...)), "the same events give the same bytes")
	for _, not := range []string{"<script", "font-face", "http://localhost", "read back"} {
		require.NotContains(t, got, not)
	}
}

// TestPictureShows: each kind of thing is there, as often as it happened.
func TestPictureShows(t *testing.T) {
	all, texts := elements(t, drawn(t, of(frame().events...)))
	for class, want := range map[string]int{"copy": 2, "draw": 1, "dispatch": 1, "barrier": 1, "list": 2, "region": 1, "wait": 2, "work": 1, "runs": 2, "signal": 2,
		"present": 1, "order": 2, "submission": 2, "call": 2, "frame": 1, "missing": 0, "ready": 0} {
		require.Len(t, ofClass(all, class), want, class)
	}
	for _, text := range []string{"main", "upload", "render", "screen", "waits F >= 1", "F = 1", "CopyResource", "test <&>", "command list", "signal to wait"} {
		require.Contains(t, texts, text)
	}
	require.NotContains(t, texts, "bubble")
	wait := ofClass(all, "wait")[1]
	require.Equal(t, "waits F >= 1\n15 µs, from 16 µs to 31 µs\nscene.lua:3:1", wait.title) // 10 + 2 * 10 + 1
	require.Equal(t, "DrawInstanced\nDrawInstanced, command 2 of \"draw\"\n64 bytes written\n10 µs, from 33 µs to 43 µs\nscene.lua:21:1\nsubmitted at scene.lua:10:1", ofClass(all, "draw")[0].title)
	require.InDelta(t, 1.5*float64(ofClass(all, "draw")[0].width), wait.width, 4, "one scale for all")
}

// TestEngineIsTaken: a queue whose batch has begun stands until it gets the engine.
func TestEngineIsTaken(t *testing.T) {
	s := &scene{}
	s.add(trace.Event{Kind: trace.BatchStart, Time: 12_000, Device: "d", Queue: "second", Submission: 1})
	s.batch(10_000, "first", "3D", "a", 1, gpu.OpDispatch)
	for _, k := range []trace.Kind{trace.CommandStart, trace.CommandEnd} {
		at := uint64(20_000)
		if k == trace.CommandEnd {
			at += 5_000
		}
		s.add(trace.Event{Kind: k, Time: at, Device: "d", Queue: "second", Engine: "3D 1", Op: gpu.OpDispatch, List: "b"})
	}
	all, texts := elements(t, drawn(t, of(s.events...)))
	ready := ofClass(all, "ready")
	require.Len(t, ready, 1)
	require.Contains(t, ready[0].title, "3D 1 is taken\n8 µs, from 12 µs to 20 µs")
	require.Contains(t, texts, "3D", "both share one bracket")
	require.NotContains(t, texts, "3D 1")
}

// TestFencesOfOneName: an arrow comes from a signal of the fence that was waited for.
func TestFencesOfOneName(t *testing.T) {
	line := of(
		trace.Event{Kind: trace.Signal, Time: 1000, Device: "d", Queue: "one", Fence: "F", ID: 1, Value: 5},
		trace.Event{Kind: trace.QueueWaits, Time: 1500, Device: "d", Queue: "three", Fence: "F", ID: 2, Value: 3},
		trace.Event{Kind: trace.Signal, Time: 2000, Device: "d", Queue: "two", Fence: "F", ID: 2, Value: 3},
		trace.Event{Kind: trace.QueueGoesOn, Time: 2000, Device: "d", Queue: "three", Fence: "F", ID: 2, Value: 3})
	require.Len(t, line.arrows, 1)
	require.Equal(t, moment{line.lane(laneQueue, "d", "two", 0).number, 2000}, line.arrows[0].from)
}

// TestLongRun: what is narrower than a column becomes one box with a count; nothing is lost from the counts, and the picture stays small.
func TestLongRun(t *testing.T) {
	const n = 60_000
	line := New()
	for i := range uint64(n) {
		s := &scene{}
		s.batch(1000+i*10_500, "q", "COPY", fmt.Sprintf("list %d", i), i+1, gpu.OpCopyResource)
		s.add(trace.Event{Kind: trace.Signal, Time: 1000 + i*10_500 + 10_200, Device: "d", Queue: "q", Fence: "F", Value: i + 1})
		s.add(trace.Event{Kind: trace.QueueGoesOn, Time: 1000 + i*10_500 + 10_200, Device: "d", Queue: "other", Fence: "F", Value: i + 1})
		for _, e := range s.events {
			line.Event(e)
		}
	}
	l := line.lane(laneQueue, "d", "q", 0)
	require.Less(t, len(l.bars), 2*mostBoxes)
	require.LessOrEqual(t, len(l.signals), mostMarks)
	require.LessOrEqual(t, len(line.arrows), mostArrows)
	picture := drawn(t, line)
	require.Less(t, len(picture), 1<<20)
	all, _ := elements(t, picture)
	total := 0
	count := regexp.MustCompile(`^(\d+) of these`)
	for _, e := range ofClass(all, "copy") {
		total++
		if m := count.FindStringSubmatch(e.title); m != nil {
			more, err := strconv.Atoi(m[1])
			require.NoError(t, err)
			total += more - 1
		}
	}
	require.Equal(t, n, total)
	require.Empty(t, ofClass(all, "order"), "so many arrows would hide all else")
}

func TestJoin(t *testing.T) {
	row := func() []box {
		return []box{{begin: 0, end: 4, class: classCopy, count: 1, longest: 4, label: "a", site: 1}, {begin: 5, end: 10, class: classCopy, count: 2, longest: 5, label: "b"},
			{begin: 10, end: 11, class: classDraw, count: 1, longest: 1}}
	}
	require.Len(t, join(row(), 10), 3, "from 0 to 10 is not less than 10")
	got := join(row(), 11)
	require.Len(t, got, 2, "other classes stay apart")
	require.Equal(t, box{begin: 0, end: 10, class: classCopy, count: 3, longest: 5, label: "b"}, got[0])
}

// TestLanes: a picture has so many lanes and says how many more there are.
func TestLanes(t *testing.T) {
	line := New()
	for i := range mostLanes {
		line.Event(trace.Event{Kind: trace.Works, Thread: fmt.Sprint(i), Value: 1000})
	}
	require.NotContains(t, drawn(t, line), "not shown")
	line.Event(trace.Event{Kind: trace.Works, Thread: "one more", Value: 1000})
	require.Contains(t, drawn(t, line), "1 more lanes are not shown")
}

// TestLanesOfOneName: queues and threads of one name have a lane each, and the queues of functions such as gpu.SavePNG share one.
func TestLanesOfOneName(t *testing.T) {
	line := of(
		trace.Event{Kind: trace.Works, Thread: "worker", ThreadID: 1, Value: 1000},
		trace.Event{Kind: trace.Works, Time: 1000, Thread: "worker", ThreadID: 2, Value: 1000},
		trace.Event{Kind: trace.Submits, Time: 2000, Device: "d", Thread: "worker", ThreadID: 2, Queue: "copy", QueueID: 7, Submission: 1},
		trace.Event{Kind: trace.BatchStart, Time: 3000, Device: "d", Queue: "copy", QueueID: 7, Submission: 1},
		trace.Event{Kind: trace.BatchStart, Time: 3000, Device: "d", Queue: "copy", QueueID: 8, Submission: 1},
		trace.Event{Kind: trace.BatchStart, Time: 3000, Device: "d", Queue: "gpu.SavePNG", QueueID: 9, Submission: 1},
		trace.Event{Kind: trace.BatchStart, Time: 4000, Device: "d", Queue: "gpu.SavePNG", QueueID: 10, Submission: 1})
	require.Len(t, line.lanes, 5)
	require.Len(t, line.arrows, 1)
	require.Equal(t, line.lane(laneThread, "", "worker", 2).number, line.arrows[0].from.lane)
}

// TestWaitsFor: what is waited for keeps its name, whatever letters it ends with.
func TestWaitsFor(t *testing.T) {
	for want, e := range map[string]trace.Event{
		"waits F >= 2":         {Fence: "F", Value: 2},
		"waits for the editor": {Object: "the editor"},
		"waits for proof":      {Object: "proof"},
		"waits":                {},
	} {
		require.Equal(t, want, waitsFor(e))
	}
}

func TestDevices(t *testing.T) {
	s := &scene{}
	s.batch(0, "q", "3D", "a", 1, gpu.OpDispatch)
	_, texts := elements(t, drawn(t, of(s.events...)))
	require.NotContains(t, texts, "device d")
	for _, e := range s.events {
		e.Device = "other"
		s.add(e)
	}
	_, texts = elements(t, drawn(t, of(s.events...)))
	require.Contains(t, texts, "device d")
	require.Contains(t, texts, "device other")
}

// TestFrames: a frame stands on the screen until the next one, and a queue that only feeds the screen has no lane of its own.
func TestFrames(t *testing.T) {
	all, texts := elements(t, drawn(t, of(
		trace.Event{Kind: trace.Works, Thread: "main", Value: 40_000},
		trace.Event{Kind: trace.QueueWaits, Device: "d", Queue: "screen", Fence: "rendered", Value: 1},
		trace.Event{Kind: trace.Shows, Time: 10_000, Device: "d", Queue: "screen", Object: "screen", Value: 1},
		trace.Event{Kind: trace.Shows, Time: 26_000, Device: "d", Queue: "screen", Object: "screen", Value: 2},
		trace.Event{Kind: trace.BackgroundStart, Time: 27_000, Device: "d", Thread: "background 1", Text: "task 1"},
		trace.Event{Kind: trace.BackgroundFinish, Time: 30_000, Device: "d", Thread: "background 1", Text: "published"},
	)))
	frames := ofClass(all, "frame")
	require.Len(t, frames, 2)
	require.Contains(t, frames[0].title, "frame 1\n16 µs, from 10 µs to 26 µs")
	require.Contains(t, frames[1].title, "frame 2\n14 µs, from 26 µs to 40 µs")
	require.Len(t, ofClass(all, "task"), 1)
	screens := 0
	for _, text := range texts {
		if text == "screen" {
			screens++
		}
	}
	require.LessOrEqual(t, screens, 2, "the lane, and its bracket if it has room")
	require.Empty(t, ofClass(all, "wait"))
}

func TestEmpty(t *testing.T) {
	all, texts := elements(t, drawn(t, New()))
	require.NotEmpty(t, all)
	require.Contains(t, texts, "test <&>")
	require.Contains(t, drawn(t, of(trace.Event{Kind: trace.Memory, Time: 1 << 62})), "</svg>")
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriterFails(t *testing.T) {
	require.EqualError(t, New().Draw(full{}, Options{}), "full")
}
