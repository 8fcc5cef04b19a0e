package examples

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
	edits "github.com/gpuscript/gpuscript/host/repair"
)

// apply makes the edits of a suggestion in a script.
func apply(t *testing.T, script string, h diag.Help) string {
	for _, e := range slices.Backward(h.Edits()) {
		script = applyOne(t, script, e)
	}
	return script
}

// applyOne makes one edit in a script, or in a file of one line that a comment of it puts beside it.
func applyOne(t *testing.T, script string, h diag.Help) string {
	lines := strings.Split(script, "\n")
	begin := "-- file: " + filepath.Base(h.Span.File) + " text "
	if i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, begin) }); i >= 0 {
		require.Equal(t, diag.EditReplace, h.Edit, "the file is one line")
		h.Span.Line, h.Span.Col, h.Span.EndCol = i+1, h.Span.Col+len(begin), h.Span.EndCol+len(begin)
		if h.Span.EndLine > 0 {
			h.Span.EndLine = h.Span.Line
		}
	}
	changed, err := edits.Apply(h, func(string) (string, bool) { return script, true })
	require.NoError(t, err)
	return changed[h.Span.File]
}

// TestEdits applies every edit that a diagnostic of an example proposes, each by itself: the script then passes. Codes without an
// edit stand in the table with the reason.
func TestEdits(t *testing.T) {
	listed := map[string]bool{}
	for _, names := range withoutEdit {
		for _, name := range names {
			require.False(t, listed[name], "%s stands twice in the table", name)
			listed[name] = true
		}
	}
	docs, edits, with := diag.Docs(), 0, 0
	for _, d := range docs {
		var example outcome
		if d.Example != "" {
			var err error
			example, err = run(d.Example, t.TempDir())
			require.NoError(t, err)
		}
		require.Equal(t, len(example.edits) == 0, listed[d.Name], "%v %s: the table withoutEdit is wrong", d.Code, d.Name)
		delete(listed, d.Name)
		if len(example.edits) > 0 {
			with++
		}
		for _, h := range example.edits {
			repaired, err := run(apply(t, d.Example, h), t.TempDir())
			require.NoError(t, err)
			require.Empty(t, repaired.codes, "%v: %s: %s", d.Code, h, repaired.text)
			require.Equal(t, host.ExitOK, repaired.exit, "%v: %s", d.Code, h)
			edits++
		}
	}
	require.Empty(t, listed, "the table names codes that do not exist")
	t.Logf("%d of %d codes have an exact edit; %d edits applied", with, len(docs), edits)
}

func TestApply(t *testing.T) {
	const script = "a\nb(c)\nd\n"
	at := func(line, col, endLine, endCol int) diag.Span {
		return diag.Span{File: "x.lua", Line: line, Col: col, EndLine: endLine, EndCol: endCol}
	}
	for _, tt := range []struct {
		help diag.Help
		want string
	}{
		{diag.Help{Edit: diag.EditReplace, Span: at(2, 3, 2, 4), Replace: "e"}, "a\nb(e)\nd\n"},
		{diag.Help{Edit: diag.EditReplace, Span: at(2, 3, 0, 0), Replace: "e"}, "a\nb(ec)\nd\n"},
		{diag.Help{Edit: diag.EditReplace, Span: at(2, 2, 3, 2), Replace: ""}, "a\nb\n"},
		{diag.Help{Edit: diag.EditReplaceLine, Span: at(2, 1, 2, 4), Replace: "e"}, "a\ne\nd\n"},
		{diag.Help{Edit: diag.EditInsertBefore, Span: at(2, 1, 2, 4), Replace: "e"}, "a\ne\nb(c)\nd\n"},
		{diag.Help{Edit: diag.EditInsertAfter, Span: at(2, 1, 2, 4), Replace: "e"}, "a\nb(c)\ne\nd\n"},
		{diag.Help{Edit: diag.EditDeleteLine, Span: at(2, 1, 2, 4)}, "a\nd\n"},
		{diag.Help{Edit: diag.EditReplace, Span: at(1, 1, 1, 2), Replace: "x\ny", And: []diag.Help{{Edit: diag.EditDeleteLine, Span: at(3, 1, 3, 2)}}}, "x\ny\nb(c)\n"},
	} {
		require.Equal(t, tt.want, apply(t, script, tt.help), "%v", tt.help.Edit)
	}
}
