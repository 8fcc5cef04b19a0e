package repair

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// at is a span in the file of TestApply.
func at(line, col, endLine, endCol int) diag.Span {
	return diag.Span{File: "x.lua", Line: line, Col: col, EndLine: endLine, EndCol: endCol}
}

func TestApply(t *testing.T) {
	const script = "a\n  b(c)\nd\n"
	for _, tt := range []struct {
		name string
		help diag.Help
		want string
	}{
		{"a part", diag.Help{Edit: diag.EditReplace, Span: at(2, 5, 2, 6), Replace: "e"}, "a\n  b(e)\nd\n"},
		{"a point", diag.Help{Edit: diag.EditReplace, Span: at(2, 5, 0, 0), Replace: "e, "}, "a\n  b(e, c)\nd\n"},
		{"a part of two lines", diag.Help{Edit: diag.EditReplace, Span: at(2, 4, 3, 2)}, "a\n  b\n"},
		{"a line", diag.Help{Edit: diag.EditReplaceLine, Span: at(2, 3, 2, 7), Replace: "e"}, "a\n  e\nd\n"},
		{"before a line", diag.Help{Edit: diag.EditInsertBefore, Span: at(2, 3, 2, 7), Replace: "e"}, "a\n  e\n  b(c)\nd\n"},
		{"two lines before a line", diag.Help{Edit: diag.EditInsertBefore, Span: at(2, 3, 2, 7), Replace: "e\nf"}, "a\n  e\n  f\n  b(c)\nd\n"},
		{"after a line", diag.Help{Edit: diag.EditInsertAfter, Span: at(2, 3, 2, 7), Replace: "e"}, "a\n  b(c)\n  e\nd\n"},
		{"no line", diag.Help{Edit: diag.EditDeleteLine, Span: at(2, 3, 2, 7)}, "a\nd\n"},
		{"several places", diag.Help{Edit: diag.EditReplace, Span: at(1, 1, 1, 2), Replace: "x", And: []diag.Help{{Edit: diag.EditDeleteLine, Span: at(3, 1, 3, 2)}}}, "x\n  b(c)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			changed, err := Apply(tt.help, func(file string) (string, bool) { return script, file == "x.lua" })
			require.NoError(t, err)
			require.Equal(t, map[string]string{"x.lua": tt.want}, changed)
		})
	}
}

// TestApplyKeepsEnds: lines end as in the file, and a last line without an end gets one where another line follows.
func TestApplyKeepsEnds(t *testing.T) {
	after := diag.Help{Edit: diag.EditInsertAfter, Span: at(2, 1, 2, 2), Replace: "c"}
	for script, want := range map[string]string{"a\r\nb\r\n": "a\r\nb\r\nc\r\n", "a\nb": "a\nb\nc\n"} {
		changed, err := Apply(after, func(string) (string, bool) { return script, true })
		require.NoError(t, err)
		require.Equal(t, want, changed["x.lua"])
	}
}

// TestApplyAllOrNone: an edit without a place leaves everything as it is.
func TestApplyAllOrNone(t *testing.T) {
	there := diag.Help{Edit: diag.EditReplace, Span: at(1, 1, 1, 2), Replace: "x"}
	for want, part := range map[string]diag.Help{
		"the edit of x.lua:9:1 has no place":  {Edit: diag.EditDeleteLine, Span: at(9, 1, 9, 2)},
		"the edit of x.lua:1:9 has no place":  {Edit: diag.EditReplace, Span: at(1, 9, 1, 10)},
		"the edit of x.lua:1:2 has no place":  {Edit: diag.EditReplace, Span: at(1, 2, 1, 1)},
		"there is no text of lib/missing.lua": {Edit: diag.EditDeleteLine, Span: diag.Span{File: "lib/missing.lua", Line: 1}},
	} {
		both := there
		both.And = []diag.Help{part}
		changed, err := Apply(both, func(file string) (string, bool) { return "a\n", file == "x.lua" })
		require.EqualError(t, err, want)
		require.Nil(t, changed)
	}
	changed, err := Apply(diag.Help{Text: "words only"}, nil)
	require.NoError(t, err)
	require.Empty(t, changed)
}
