package cases

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// sources are the texts of files by name, read when they are asked for.
type sources map[string]string

// of returns the text of a file.
func (s sources) of(t *testing.T, file string) string {
	if _, ok := s[file]; !ok {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		s[file] = string(text)
	}
	return s[file]
}

// edited has the files that the edits of a suggestion change, as they are then.
func edited(t *testing.T, original sources, h diag.Help) sources {
	changed := sources{}
	for _, e := range slices.Backward(h.Edits()) {
		text, ok := changed[e.Span.File]
		if !ok {
			text = original.of(t, e.Span.File)
		}
		changed[e.Span.File] = edit(t, text, e)
	}
	return changed
}

// edit makes one edit in a text, as docs/diagnostics.md describes it.
func edit(t *testing.T, text string, e diag.Help) string {
	lines, first, last := strings.Split(text, "\n"), e.Span.Line-1, max(e.Span.EndLine, e.Span.Line)-1
	require.True(t, 0 <= first && last < len(lines), "the edit has no place: %+v", e)
	indented := indentation(lines[first]) + e.Replace
	var put []string
	switch e.Edit {
	case diag.EditDeleteLine:
	case diag.EditReplaceLine:
		put = []string{indented}
	case diag.EditInsertBefore:
		put, last = []string{indented}, first-1
	case diag.EditInsertAfter:
		put, first = []string{indented}, last+1
	case diag.EditReplace:
		end := e.Span.EndCol
		if e.Span.EndLine == 0 {
			end = e.Span.Col
		}
		put = []string{lines[first][:e.Span.Col-1] + e.Replace + lines[last][end-1:]}
	default:
		require.Fail(t, "no such edit", "%+v", e)
	}
	return strings.Join(slices.Concat(lines[:first], put, lines[last+1:]), "\n")
}

// indentation is the white space that a line begins with.
func indentation(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

func TestEdited(t *testing.T) {
	original := sources{"x.lua": "a\n  b(c)\nd\n", "y.lua": "z"}
	at := func(line, col, endLine, endCol int) diag.Span {
		return diag.Span{File: "x.lua", Line: line, Col: col, EndLine: endLine, EndCol: endCol}
	}
	other := diag.Help{Edit: diag.EditReplace, Span: diag.Span{File: "y.lua", Line: 1, Col: 1, EndLine: 1, EndCol: 2}, Replace: "w"}
	for _, tt := range []struct {
		help diag.Help
		want sources
	}{
		{diag.Help{Text: "words only"}, sources{}},
		{diag.Help{Edit: diag.EditReplace, Span: at(2, 5, 2, 6), Replace: "e"}, sources{"x.lua": "a\n  b(e)\nd\n"}},
		{diag.Help{Edit: diag.EditReplace, Span: at(2, 5, 0, 0), Replace: "e"}, sources{"x.lua": "a\n  b(ec)\nd\n"}},
		{diag.Help{Edit: diag.EditReplace, Span: at(2, 4, 3, 2)}, sources{"x.lua": "a\n  b\n"}},
		{diag.Help{Edit: diag.EditReplaceLine, Span: at(2, 3, 2, 7), Replace: "e"}, sources{"x.lua": "a\n  e\nd\n"}},
		{diag.Help{Edit: diag.EditInsertBefore, Span: at(2, 3, 2, 7), Replace: "e"}, sources{"x.lua": "a\n  e\n  b(c)\nd\n"}},
		{diag.Help{Edit: diag.EditInsertAfter, Span: at(2, 3, 2, 7), Replace: "e"}, sources{"x.lua": "a\n  b(c)\n  e\nd\n"}},
		{diag.Help{Edit: diag.EditDeleteLine, Span: at(2, 3, 3, 2)}, sources{"x.lua": "a\n"}},
		{diag.Help{Edit: diag.EditReplace, Span: at(1, 1, 1, 2), Replace: "x\ny", And: []diag.Help{{Edit: diag.EditDeleteLine, Span: at(3, 1, 3, 2)}, other}},
			sources{"x.lua": "x\ny\n  b(c)\n", "y.lua": "w"}},
	} {
		require.Equal(t, tt.want, edited(t, original, tt.help), "%v", tt.help.Edit)
	}
}
