package render

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

func TestFilesLine(t *testing.T) {
	f := Files{"a": "one\r\n\nthree", "b": "one\n"}
	tests := []struct {
		file string
		line int
		want string
		ok   bool
	}{
		{"a", 1, "one", true}, {"a", 2, "", true}, {"a", 3, "three", true}, {"a", 4, "", false}, {"a", 0, "", false},
		{"b", 1, "one", true}, {"b", 2, "", false}, {"c", 1, "", false},
	}
	for _, tt := range tests {
		got, ok := f.Line(tt.file, tt.line)
		require.Equal(t, tt.want, got, "%v", tt)
		require.Equal(t, tt.ok, ok, "%v", tt)
	}
}

func TestCellsOf(t *testing.T) {
	tests := []struct {
		text, want string
		at         []int // column of each byte and of the end
	}{
		{"ab", "ab", []int{0, 1, 2}},
		{"\tb", "    b", []int{0, 4, 5}},
		{"abc\td", "abc d", []int{0, 1, 2, 3, 4, 5}},
		{"abcd\te", "abcd    e", []int{0, 1, 2, 3, 4, 8, 9}},
		{"ä", "ä", []int{0, 0, 1}},
		{"漢a", "漢a", []int{0, 0, 0, 2, 3}},
		{"e\u0301x", "e\u0301x", []int{0, 1, 1, 1, 2}},
		{"\u0301", `\u{301}`, []int{0, 0, 7}},
		{"\x1b", `\x1B`, []int{0, 4}},
		{"\x7f", `\x7F`, []int{0, 4}},
		{"\xff", `\xFF`, []int{0, 4}},
		{"\ufffd", "\ufffd", []int{0, 0, 0, 1}},
		{"\u0085", `\u{85}`, []int{0, 0, 6}},
		{"\u200d", `\u{200D}`, []int{0, 0, 0, 8}},
		{"\u2028", `\u{2028}`, []int{0, 0, 0, 8}},
	}
	for _, tt := range tests {
		cells, at := cellsOf(tt.text, 4, stylePlain)
		var got strings.Builder
		for _, c := range cells {
			got.WriteString(c.text)
		}
		require.Equal(t, tt.want, got.String(), "%q", tt.text)
		require.Equal(t, tt.at, at, "%q", tt.text)
		require.Equal(t, at[len(at)-1], cells.width(), "%q", tt.text)
	}
}

func TestCutSplitsWideCharacters(t *testing.T) {
	cells, _ := cellsOf("a漢b", 4, stylePlain)
	for _, tt := range []struct {
		lo, hi int
		want   string
	}{{0, 4, "a漢b"}, {0, 3, "a漢"}, {0, 2, "a "}, {2, 4, " b"}, {1, 3, "漢"}, {4, 4, ""}} {
		got := cells.cut(tt.lo, tt.hi)
		require.Equal(t, tt.hi-tt.lo, got.width())
		text := ""
		for _, c := range got {
			text += c.text
		}
		require.Equal(t, tt.want, text)
	}
}

// TestTrimKeepsTheMark shows for all places of a mark that a trimmed line fits and that the mark is in it.
func TestTrimKeepsTheMark(t *testing.T) {
	const total, room = 60, 20
	for _, dots := range []string{"...", "…"} {
		for lo := range total {
			for _, width := range []int{0, 1, 5, 14, 40} {
				s := &sourceLine{}
				s.cells, s.at = cellsOf(strings.Repeat("x", total), 4, stylePlain)
				s.trim(room, lo, min(lo+width, total), dots)
				require.LessOrEqual(t, s.cells.width(), room)
				require.LessOrEqual(t, s.lo, lo)
				require.Less(t, lo, s.hi)
				if width <= room-2*textWidth(dots) {
					require.LessOrEqual(t, min(lo+width, total), s.hi)
				}
			}
		}
	}
	s := &sourceLine{}
	s.cells, s.at = cellsOf(strings.Repeat("x", room), 4, stylePlain)
	s.trim(room, 0, 1, "...")
	require.Equal(t, row(s.cells).width(), room)
	require.Equal(t, "x", s.cells[room-1].text, "a line that just fits is not trimmed")
}

func TestWrap(t *testing.T) {
	require.Equal(t, []string{"a b c"}, wrap("a b c", 0))
	require.Equal(t, []string{"a b c"}, wrap("a b c", 5))
	require.Equal(t, []string{"a b", "c"}, wrap("a b c", 4))
	require.Equal(t, []string{"toolong", "c"}, wrap("toolong c", 4))
	require.Equal(t, []string{"a", "", "b"}, wrap("a\r\n\nb\n", 4))
	require.Equal(t, []string{""}, wrap("", 4))
}

func TestWrite(t *testing.T) {
	list := []*diag.Diagnostic{diag.New(101, "a"), diag.New(901, "b")}
	for style, want := range map[Style]string{
		Rich:  "error[GS0101]: a\n\nadvice[GS0901]: b\n",
		Short: "error[GS0101]: a\nadvice[GS0901]: b\n",
		JSON: `{"version":1,"code":"GS0101","name":"SyntaxError","severity":"error","title":"a","message":"error[GS0101]: a"}` + "\n" +
			`{"version":1,"code":"GS0901","name":"EmptyDispatch","severity":"advice","title":"b","message":"advice[GS0901]: b",` +
			`"d3d12":{"name":"D3D12_MESSAGE_ID_EMPTY_DISPATCH","number":1254}}` + "\n",
	} {
		var out strings.Builder
		require.NoError(t, Write(&out, list, nil, Options{Style: style}))
		require.Equal(t, want, out.String())
	}
	require.ErrorIs(t, Write(brokenWriter{}, list, nil, Options{}), errBroken)
	require.Equal(t, "1 error, 1 piece of advice", Summary(list))
	require.Empty(t, Summary(nil))
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

// TestSpotSpans shows how spans that do not fit their text are made sound. Line 1 has 3 bytes, line 2 has 6, line 3 has none.
func TestSpotSpans(t *testing.T) {
	const max = int(^uint(0) >> 1)
	l := newLayout(diag.New(1, "x"), Files{"f": "abc\n  defg\n\n"}, Options{})
	type span struct{ line, col, endLine, endCol int }
	tests := []struct {
		name      string
		got, want span
	}{
		{"as it is", span{1, 2, 1, 3}, span{1, 2, 1, 3}},
		{"to the end", span{1, 2, 1, 4}, span{1, 2, 1, 4}},
		{"past the end", span{1, 2, 1, 5}, span{1, 2, 1, 4}},
		{"behind the line", span{1, 9, 1, 12}, span{1, 4, 1, 4}},
		{"point", span{1, 2, 0, 0}, span{1, 2, 1, 2}},
		{"ends before it begins", span{2, 4, 1, 9}, span{2, 4, 2, 4}},
		{"whole line", span{2, 0, 0, 0}, span{2, 3, 2, 7}},
		{"two lines", span{1, 2, 2, 4}, span{1, 2, 2, 4}},
		{"to the start of the next line", span{1, 2, 2, 1}, span{1, 2, 1, 4}},
		{"to the start of the last line", span{1, 2, 3, 1}, span{1, 2, 2, 7}},
		{"to the line behind the last", span{1, 2, 4, 1}, span{1, 2, 3, 1}},
		{"far behind the last line", span{1, 2, max, 1}, span{1, 2, 1, 4}},
		{"whole lines", span{1, 0, 2, 0}, span{1, 1, 2, 7}},
		{"line behind the last", span{4, 1, 4, 1}, span{4, 1, 4, 1}},
	}
	for _, tt := range tests {
		s := l.newSpot(diag.Label{Span: diag.Span{File: "f", Line: tt.got.line, Col: tt.got.col, EndLine: tt.got.endLine, EndCol: tt.got.endCol}})
		require.True(t, s.source, tt.name)
		require.Equal(t, tt.want, span{s.span.Line, s.span.Col, s.span.EndLine, s.span.EndCol}, tt.name)
	}
	require.False(t, l.newSpot(diag.Label{Span: diag.Span{File: "f", Line: 5, Col: 1}}).source)
	require.False(t, l.newSpot(diag.Label{Span: diag.Span{File: "f", Line: -1, Col: 1}}).source)
}

// FuzzText renders arbitrary spans over arbitrary texts in all styles. Nothing panics, and nothing that a terminal would obey
// comes out.
func FuzzText(f *testing.F) {
	f.Add("local a = 1\n\tfoo(\x1b[31m)\n", "text\nmore", []byte{1, 1, 2, 9, 2, 1, 2, 5, 1, 3, 1, 1}, uint16(0))
	f.Add("漢字 = \"\xff\"", "\x00", []byte{1, 2, 1, 4, 1, 0, 1, 0, 3, 3, 3, 3}, uint16(0x1ff))
	f.Add(strings.Repeat("a = b + ", 60)+"\n"+strings.Repeat("x\n", 30), "", []byte{1, 200, 2, 3, 1, 250, 1, 255, 3, 1, 30, 2}, uint16(0x50))
	f.Fuzz(func(t *testing.T, source, text string, places []byte, bits uint16) {
		d := fuzzDiagnostic(text, places, bits)
		sources := Files{"f": source}
		options := Options{Unicode: bits&1 != 0, Width: int(bits >> 6), TabWidth: int(bits>>1) % 20, MaxFrames: int(bits>>2) % 5}
		for _, style := range []Style{Rich, Short, JSON} {
			options.Style = style
			out := Text(d, sources, options)
			require.True(t, strings.HasSuffix(out, "\n"))
			for line := range strings.Lines(out) {
				checkLine(t, strings.TrimSuffix(line, "\n"), style)
			}
			options.Colour = true
			require.Equal(t, out, stripColour(Text(d, sources, options)), "colour changes nothing else")
			options.Colour = false
		}
	})
}

// checkLine requires a line that a terminal shows as it stands. JSON leaves characters above ASCII to its readers.
func checkLine(t *testing.T, line string, style Style) {
	require.True(t, utf8.ValidString(line))
	for _, r := range line {
		require.False(t, r < ' ', "%q", line)
		require.False(t, style != JSON && (unicode.IsControl(r) || r == '\u202e'), "%q", line)
	}
}

// stripColour removes the sequences of the printer, which are the only escapes in its output.
func stripColour(text string) string {
	for _, codes := range append([]string{"0"}, ansi[:]...) {
		text = strings.ReplaceAll(text, fmt.Sprintf("\x1b[%sm", codes), "")
	}
	return text
}

// fuzzDiagnostic makes labels, help and frames of four bytes each; 255 is a very large number and 254 a negative one.
func fuzzDiagnostic(text string, places []byte, bits uint16) *diag.Diagnostic {
	number := func(b byte) int {
		switch b {
		case 255:
			return int(^uint(0) >> 1)
		case 254:
			return -int(^uint(0)>>1) - 1
		}
		return int(b)
	}
	d := diag.New(512, "%s", text).Because("%s", text).Note("%s", text).WithRule(text)
	for i := 0; i+4 <= len(places) && i < 64; i += 4 {
		span := diag.Span{File: "f", Line: number(places[i]), Col: number(places[i+1]), EndLine: number(places[i+2]), EndCol: number(places[i+3])}
		label := diag.Label{Span: span, Text: text, Primary: places[i]%2 == 0}
		if bits&8 != 0 {
			label.Via = []diag.Place{{Span: span, Text: text}}
		}
		d.WithLabel(label)
		d.WithHelp(diag.Help{Span: span, Text: text, Replace: text, Edit: diag.EditKind(places[i+1] % 8)})
		d.Stack = append(d.Stack, diag.Frame{Span: span, Function: text})
	}
	return d
}
