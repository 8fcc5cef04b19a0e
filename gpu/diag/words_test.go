package diag

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestFindWords(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		span Span
		col  int // of the edit, 0 for none
	}{
		"whole label":   {"queue:Signl(f)", Span{Line: 1, Col: 7, EndLine: 1, EndCol: 12}, 7},
		"in the label":  {`f { Type = "Signl" }`, Span{Line: 1, Col: 12, EndLine: 1, EndCol: 19}, 13},
		"many lines":    {"queue:Signl(f,", Span{Line: 1, Col: 1, EndLine: 2, EndCol: 3}, 7},
		"point":         {"queue:Signl(f)", Span{Line: 1, Col: 7}, 7},
		"before it":     {"Signl(f) g()", Span{Line: 1, Col: 10, EndLine: 1, EndCol: 13}, 0},
		"ends too soon": {"queue:Signl(f)", Span{Line: 1, Col: 7, EndLine: 1, EndCol: 11}, 0},
		"twice":         {"Signl(Signl)", Span{Line: 1, Col: 1, EndLine: 1, EndCol: 13}, 0},
		"part":          {"mySignl(f)", Span{Line: 1, Col: 1, EndLine: 1, EndCol: 11}, 0},
		"part and word": {"Signl1(Signl)", Span{Line: 1, Col: 1, EndLine: 1, EndCol: 14}, 8},
		"no such line":  {"", Span{Line: 2, Col: 1, EndLine: 2, EndCol: 6}, 0},
		"beyond":        {"Signl", Span{Line: 1, Col: 1, EndLine: 1, EndCol: 60}, 0},
		"no place":      {"Signl", Span{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := New(UnknownMethod, "x").AtSpan(tt.span, "").HelpSpelling("Signl", "Signal", "did you mean %s?", "Signal")
			d.FindWords(func(_ string, n int) (string, bool) { return tt.text, n == 1 })
			h := d.Help[0]
			require.Equal(t, "did you mean Signal?", h.Text)
			require.Equal(t, tt.col, h.Span.Col)
			require.Equal(t, tt.col != 0, h.Edit == EditReplace)
			if tt.col != 0 {
				require.Equal(t, "Signl", tt.text[h.Span.Col-1:h.Span.EndCol-1])
			}
		})
	}
}

func TestCheckLines(t *testing.T) {
	for text, tt := range map[string]struct {
		endCol int
		begins bool
		keeps  bool
	}{
		"f()":             {4, true, true},
		"f() -- why":      {4, true, true},
		"f();":            {4, true, true},
		"f() g()":         {4, true, false},
		"if x then f() ":  {14, false, false},
		"f() end":         {4, true, false},
		"f( -- no column": {0, true, false},
		"f(":              {9, true, false},
	} {
		d := New(EmptySubmit, "x").WithHelp(Help{Site: 7, Span: Span{File: "a.lua", Line: 1, Col: 1, EndLine: 1, EndCol: tt.endCol}, Edit: EditDeleteLine})
		d.CheckLines(func(string, int) (string, bool) { return text, true }, func(gpu.Site) bool { return tt.begins })
		require.Equal(t, tt.keeps, d.Help[0].Edit == EditDeleteLine, text)
	}
	d := New(EmptySubmit, "x").WithHelp(Help{Site: 7, Edit: EditInsertAfter, Replace: "g()"})
	d.CheckLines(func(string, int) (string, bool) { return "", false }, nil)
	require.Equal(t, EditInsertAfter, d.Help[0].Edit, "what is added harms nothing")
}

// TestOrFix: what only knows a word gets the edit of the value, and suggestions without a word stay as they are.
func TestOrFix(t *testing.T) {
	fix := Put("CreateCommittedResource", "Flags", "")
	fix.Text = "OTHER|ACESS"
	d := New(UnknownMethod, "x").HelpText("one of these").HelpSpelling("ACESS", "ACCESS", "did you mean %s?", "ACCESS").OrFix(fix)
	require.Nil(t, d.Help[0].Fix)
	require.Equal(t, `"OTHER|ACCESS"`, d.Help[1].Fix.Text)
	fix.Text = "OTHER"
	require.Nil(t, New(UnknownMethod, "x").HelpSpelling("ACESS", "ACCESS", "did you mean %s?", "ACCESS").OrFix(fix).Help[0].Fix, "it does not stand there")
}
