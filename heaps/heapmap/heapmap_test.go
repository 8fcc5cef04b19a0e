package heapmap

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the pictures in testdata")

// article are the figures of "Managing Descriptor Heaps": the CPU heap before and after two requests, and the GPU heap with chunks of contexts.
func article() []Moment {
	full := Part{"manager 0", 8, []Range{{0, 8, Live, "views"}}}
	second := Part{"manager 1", 8, []Range{{2, 4, Live, "1b"}, {6, 2, Live, "1c"}}}
	third := Part{"manager 2", 8, []Range{{6, 1, Live, ""}, {7, 1, Live, ""}}}
	five := Part{"manager 2", 8, []Range{{0, 5, Live, "five"}, {6, 1, Live, ""}, {7, 1, Live, ""}}}
	three := Part{"manager 3", 8, []Range{{0, 3, Live, "three"}}}
	gpu := func(static, dynamic []Range) Heap {
		return Heap{`GPU descriptor heap "frame"`, "descriptors", []Part{{"static, mutable", 16, static}, {"dynamic", 16, dynamic}}}
	}
	cpu := func(parts ...Part) Heap { return Heap{`CPU descriptor heap "views"`, "descriptors", parts} }
	material := Range{0, 6, Live, "material"}
	return []Moment{
		{"at first", []Heap{cpu(full, second, third), gpu([]Range{material}, nil)}},
		{"five", []Heap{cpu(full, second, five), gpu([]Range{material}, []Range{{0, 4, Live, "context 0"}, {4, 4, Live, "context 1"}})}},
		{"three", []Heap{cpu(full, second, five, three), gpu([]Range{{0, 6, Stale, "material"}}, []Range{{0, 4, Stale, "context 0"}, {4, 4, Stale, "context 1"}, {8, 4, Live, "context 0"}})}},
	}
}

func draw(t *testing.T, moments []Moment) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, Draw(&out, moments))
	return out.String()
}

// elements counts the elements of a picture and requires that it is XML.
func elements(t *testing.T, picture string) map[string]int {
	t.Helper()
	count := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return count
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
}

func TestPictureOfTheArticle(t *testing.T) {
	got := draw(t, article())
	const file = "testdata/article.svg"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
	count := elements(t, got)
	// A rectangle for the ground, 3 in the legend, 2 for each of 16 parts, and one for each range.
	ranges := 0
	for _, m := range article() {
		for _, h := range m.Heaps {
			for _, p := range h.Parts {
				ranges += len(p.Ranges)
			}
		}
	}
	require.Equal(t, 1+3+2*16+ranges, count["rect"])
	require.Equal(t, ranges, count["title"])
	require.Contains(t, got, "24 live, 0 stale, 8 free descriptors, largest 5")   // 8 + 6 + 7 + 3
	require.Contains(t, got, "4 live, 14 stale, 14 free descriptors, largest 10") // 6 + 4 + 4 stale
}

func TestTextsAreEscapedAndCut(t *testing.T) {
	got := draw(t, []Moment{{"<&>", []Heap{{strings.Repeat("é", 500), "bytes", []Part{{`"part" & more`, 4, []Range{{0, 4, Live, "</svg>"}}}}}}}})
	elements(t, got)
	require.Contains(t, got, "é…")
	require.NotContains(t, got, "</svg> [")
}

// TestManyRanges: more ranges than pixels become columns.
func TestManyRanges(t *testing.T) {
	p := Part{Name: "part", Capacity: 1 << 20}
	for i := range uint64(1 << 19) {
		p.Ranges = append(p.Ranges, Range{First: i, Count: 1, State: Live + State(i&1)})
	}
	got := draw(t, []Moment{{"now", []Heap{{"heap", "descriptors", []Part{p}}}}})
	require.Less(t, len(got), 4000)
	require.Contains(t, got, `<rect x="152" y="74" width="360" height="14" style="fill:#3b7dd8" />`) // half of 720, live before stale
	require.Contains(t, got, "262144 live, 262144 stale, 524288 free descriptors, largest 524288")
}

func TestManyPartsAndNone(t *testing.T) {
	var many []Part
	for range 900 {
		many = append(many, Part{Name: "page", Capacity: 1, Ranges: []Range{{0, 1, Live, ""}}})
	}
	elements(t, draw(t, []Moment{{"now", []Heap{{"pages", "bytes", many}, {"empty", "bytes", nil}, {"nothing", "bytes", []Part{{}}}}}}))
	require.Equal(t, 4, elements(t, draw(t, nil))["rect"])
}

// TestHeapsOfOneName: two heaps of a moment are two panels.
func TestHeapsOfOneName(t *testing.T) {
	h := Heap{"views", "descriptors", []Part{{"manager 0", 4, nil}}}
	full := Heap{"views", "descriptors", []Part{{"manager 0", 4, []Range{{0, 4, Live, ""}}}}}
	moments := []Moment{{"1", []Heap{h, h}}, {"2", []Heap{h, full}}}
	require.Len(t, panels(moments), 2)
	require.Len(t, panels(moments)[0].rows, 1)
	require.Len(t, panels(moments)[1].rows, 2)
}

// TestRowsThatRepeat: what did not change is one row, and a heap that comes back to what it was is not.
func TestRowsThatRepeat(t *testing.T) {
	empty := Heap{"views", "descriptors", []Part{{"all", 4, nil}}}
	one := Heap{"views", "descriptors", []Part{{"all", 4, []Range{{0, 1, Live, "a"}}}}}
	other := Heap{"views", "descriptors", []Part{{"all", 4, []Range{{0, 1, Live, "b"}}}}}
	var moments []Moment
	for _, m := range []struct {
		label string
		heap  Heap
	}{{"frame 1", empty}, {"frame 2", one}, {"frame 3", one}, {"frame 4", one}, {"frame 5", empty}, {"frame 6", other}, {"end", other}} {
		moments = append(moments, Moment{m.label, []Heap{m.heap}})
	}
	var spans []string
	for _, r := range panels(moments)[0].rows {
		spans = append(spans, r.span())
	}
	require.Equal(t, []string{"frame 1", "frame 2 – 4", "frame 5", "frame 6 – end"}, spans)
	require.Contains(t, draw(t, moments), "frame 2 – 4")
}

func TestWrongRanges(t *testing.T) {
	for _, ranges := range [][]Range{
		{{0, 5, Live, ""}}, {{4, 1, Live, ""}}, {{0, 0, Live, ""}}, {{2, 1, Live, ""}, {1, 1, Live, ""}}, {{0, 2, Live, ""}, {1, 1, Free, ""}}, {{0, 1, 3, ""}}, {{1, ^uint64(0), Live, ""}},
	} {
		p := Part{"part", 4, ranges}
		require.Error(t, p.Validate(), "%v", ranges)
		require.ErrorContains(t, Draw(io.Discard, []Moment{{"now", []Heap{{"heap", "bytes", []Part{p}}}}}), `heap "heap" at "now": part "part"`)
	}
	require.NoError(t, Part{"part", 4, []Range{{0, 1, Live, ""}, {1, 3, Free, ""}}}.Validate())
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(Range{1, 2, Stale, "view"})
	require.NoError(t, err)
	require.JSONEq(t, `{"First": 1, "Count": 2, "State": "stale", "Label": "view"}`, string(text))
}

func TestLargestFree(t *testing.T) {
	for _, c := range []struct {
		ranges []Range
		want   uint64
	}{
		{nil, 10}, {[]Range{{0, 10, Live, ""}}, 0}, {[]Range{{3, 2, Stale, ""}}, 5}, {[]Range{{6, 1, Live, ""}}, 6},
		{[]Range{{0, 2, Live, ""}, {2, 3, Free, ""}, {5, 1, Free, ""}, {6, 1, Stale, ""}}, 4},
	} {
		require.Equal(t, c.want, Part{"part", 10, c.ranges}.LargestFree(), "%v", c.ranges)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestDrawReportsTheWriter(t *testing.T) {
	require.EqualError(t, Draw(fullDisk{}, nil), "the disk is full")
}

func TestRecorder(t *testing.T) {
	r := NewRecorder(4)
	label := func() (all string) {
		for _, m := range r.Moments() {
			all += m.Label
		}
		return all
	}
	for _, l := range []string{"a", "b", "c", "d"} {
		r.Add(l)
	}
	require.Equal(t, "abcd", label())
	r.Add("e")
	require.Equal(t, "ace", label())
	require.Equal(t, 2, r.Dropped())
	r.Add("f")
	r.Add("g")
	require.Equal(t, "aeg", label())
	one := NewRecorder(1)
	one.Add("a")
	one.Add("b")
	require.Equal(t, "b", one.Moments()[0].Label)
	require.Equal(t, 1, one.Dropped())
	all := NewRecorder(0)
	for range 100 {
		all.Add("x", Heap{Name: "h"})
	}
	require.Len(t, all.Moments(), 100)
	require.Equal(t, "h", all.Moments()[99].Heaps[0].Name)
}
