package diag

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// lines is a script of which Join reads lines.
func lines(text string) func(string, int) (string, bool) {
	all := strings.Split(text, "\n")
	return func(_ string, n int) (string, bool) {
		if n < 1 || n > len(all) {
			return "", false
		}
		return all[n-1], true
	}
}

func put(line, col, endLine, endCol int, text string) Help {
	return Help{Span: Span{"a.lua", line, col, endLine, endCol}, Edit: EditReplace, Replace: text}
}

func lineEdit(kind EditKind, line int, text string) Help {
	return Help{Span: Span{"a.lua", line, 3, line, 5}, Edit: kind, Replace: text}
}

// TestJoin: edits come into the order of the script, those of one line become one, and where that cannot be there is none.
func TestJoin(t *testing.T) {
	const script = "f(one, two)\ng({\n  a = 1,\n})\nh()"
	other := put(1, 1, 1, 2, "x")
	other.Span.File = "b.lua"
	for name, tt := range map[string]struct{ edits, want []Help }{
		"order":              {[]Help{put(5, 1, 5, 2, "i"), put(1, 1, 1, 2, "e")}, []Help{put(1, 1, 1, 2, "e"), put(5, 1, 5, 2, "i")}},
		"two files":          {[]Help{other, put(1, 1, 1, 2, "e")}, []Help{put(1, 1, 1, 2, "e"), other}},
		"one line":           {[]Help{put(1, 8, 1, 11, "2"), put(1, 3, 1, 6, "1")}, []Help{put(1, 3, 1, 11, "1, 2")}},
		"three on one line":  {[]Help{put(1, 8, 1, 11, "2"), put(1, 1, 1, 2, "k"), put(1, 3, 1, 6, "1")}, []Help{put(1, 1, 1, 11, "k(1, 2")}},
		"touching":           {[]Help{put(1, 3, 1, 6, "1"), put(1, 6, 1, 7, ";")}, []Help{put(1, 3, 1, 7, "1;")}},
		"a point":            {[]Help{put(1, 3, 1, 6, "1"), put(1, 11, 0, 0, ", 3")}, []Help{put(1, 3, 1, 11, "1, two, 3")}},
		"behind a point":     {[]Help{put(1, 3, 0, 0, "0, "), put(1, 8, 1, 11, "2")}, []Help{put(1, 3, 1, 11, "0, one, 2")}},
		"end of many lines":  {[]Help{put(2, 3, 4, 2, "{}"), put(4, 2, 4, 3, ");")}, []Help{put(2, 3, 4, 3, "{});")}},
		"overlap":            {[]Help{put(1, 3, 1, 7, "1"), put(1, 6, 1, 7, ";")}, nil},
		"neighbours":         {[]Help{put(1, 3, 1, 8, ""), put(1, 6, 1, 11, "")}, nil}, // of a call
		"same text":          {[]Help{put(1, 3, 1, 6, "1"), put(1, 3, 1, 6, "1")}, nil},
		"before a change":    {[]Help{put(5, 1, 5, 2, "i"), lineEdit(EditInsertBefore, 5, "n()")}, []Help{lineEdit(EditInsertBefore, 5, "n()"), put(5, 1, 5, 2, "i")}},
		"after a change":     {[]Help{lineEdit(EditInsertAfter, 5, "n()"), put(5, 1, 5, 2, "i")}, []Help{put(5, 1, 5, 2, "i"), lineEdit(EditInsertAfter, 5, "n()")}},
		"moved":              {[]Help{lineEdit(EditDeleteLine, 1, ""), lineEdit(EditInsertAfter, 5, "f()")}, []Help{lineEdit(EditDeleteLine, 1, ""), lineEdit(EditInsertAfter, 5, "f()")}},
		"in a deleted line":  {[]Help{lineEdit(EditDeleteLine, 1, ""), put(1, 3, 1, 6, "1")}, nil},
		"in a replaced line": {[]Help{lineEdit(EditReplaceLine, 1, "f()"), put(1, 3, 1, 6, "1")}, nil},
		"one is not known":   {[]Help{put(1, 3, 1, 6, "1"), {Span: Span{File: "a.lua", Line: 5}}}, nil},
		"the first is not":   {[]Help{{Span: Span{File: "a.lua", Line: 5}}, put(1, 3, 1, 6, "1")}, nil},
		"beyond the text":    {[]Help{put(9, 3, 9, 6, "1"), put(9, 7, 9, 8, "1")}, nil},
	} {
		d := New(WrongType, "x").HelpText("change them")
		d.Help[0] = tt.edits[0]
		d.Help[0].Text, d.Help[0].And = "change them", tt.edits[1:]
		d.Join(lines(script))
		require.Equal(t, tt.want, d.Help[0].Edits(), name)
		require.Equal(t, "change them", d.Help[0].Text, name)
		d.Help[0] = tt.edits[0]
		d.Help[0].And = tt.edits[1:]
		d.Join(lines(script))
		require.Len(t, d.Help, min(len(tt.want), 1), "%s: without a text there is nothing left", name)
	}
}

// TestJoinOfDeletions: neighbours that are removed, each with one of the separators around it, leave a table that can be read.
func TestJoinOfDeletions(t *testing.T) {
	for _, tt := range []struct{ script, first, second, want string }{
		{"f { a, b = 1, c = 2 }", "b = 1, ", ", c = 2", "f { a }"},
		{"f { a, b = 1, c = 2, }", "b = 1, ", ", c = 2", "f { a}"},
		{"f { b = 1, c = 2, }", "b = 1, ", ", c = 2", "f { }"},
		{"f { b = 1, c = 2, d }", "b = 1, ", "c = 2, ", "f { d }"},
		{"f { a,\n  b = 1,\n  c = 2,\n}", "b = 1,\n  ", ",\n  c = 2", "f { a,\n  \n}"},
		{"f { a,\n  b = 1,\n  c = 2\n}", "b = 1,\n  ", ",\n  c = 2", "f { a,\n  \n}"},
	} {
		removed := func(text string) Help {
			at := strings.Index(tt.script, text)
			place := func(i int) (line, col int) {
				return 1 + strings.Count(tt.script[:i], "\n"), i - strings.LastIndex(tt.script[:i], "\n")
			}
			h := put(0, 0, 0, 0, "")
			h.Span.Line, h.Span.Col = place(at)
			h.Span.EndLine, h.Span.EndCol = place(at + len(text))
			return h
		}
		d := New(WrongType, "x").HelpText("remove them")
		d.Help[0] = removed(tt.first)
		d.Help[0].And = []Help{removed(tt.second)}
		d.Join(lines(tt.script))
		edits := d.Help[0].Edits()
		require.Len(t, edits, 1, tt.script)
		at := func(line, col int) int {
			i := 0
			for range line - 1 {
				i += strings.Index(tt.script[i:], "\n") + 1
			}
			return i + col - 1
		}
		s := edits[0].Span
		require.Equal(t, tt.want, tt.script[:at(s.Line, s.Col)]+edits[0].Replace+tt.script[at(s.EndLine, s.EndCol):], tt.script)
	}
}

// TestAnd: further edits are resolved, placed, filled and copied as the first.
func TestAnd(t *testing.T) {
	d := New(WrongType, "x").HelpFix(7, Put("M", "A", 1), "change both").AndFix(9, Put("N", "B", 2)).AndFix(1, Fix{}).AndBefore(9, "%1:Close()", []Snippet{{Site: 9}})
	clone := d.Clone()
	clone.Help[0].And[0].Fix.Text, clone.Help[0].And[1].Draft.Snippets[0].Site = "3", 1
	require.Equal(t, "2", d.Help[0].And[0].Fix.Text)
	require.Equal(t, gpu.Site(9), d.Help[0].And[1].Draft.Snippets[0].Site)
	d.Resolve(func(s gpu.Site) (Span, bool) { return Span{File: "a.lua", Line: int(s), Col: 1}, true })
	d.Fill(everywhere{})
	d.Place(func(s gpu.Site, f Fix) (Change, bool) {
		return Change{Span: Span{File: "a.lua", Line: int(s), Col: 2, EndLine: int(s), EndCol: 3}, Edit: EditReplace, Text: f.Text}, true
	})
	d.Join(lines(""))
	require.Equal(t, []Help{
		put(7, 2, 7, 3, "1"),
		{Site: 9, Span: Span{File: "a.lua", Line: 9, Col: 1}, Edit: EditInsertBefore, Replace: "list:Close()"},
		{Span: Span{"a.lua", 9, 2, 9, 3}, Edit: EditReplace, Replace: "2"},
	}, d.Help[0].Edits())
	d.Help[0].Text = ""
	require.Equal(t, "a.lua:7:2: put 1; a.lua:9:1: insert before it list:Close(); a.lua:9:2: put 2", d.Help[0].String())
	encoded, err := json.Marshal(d)
	require.NoError(t, err)
	require.Contains(t, string(encoded), `"help":[{"edits":[{"span":{"file":"a.lua","line":7,"col":2,"endLine":7,"endCol":3},"edit":"replace","replace":"1"},`)
	require.Panics(t, func() { New(WrongType, "x").AndFix(1, Drop("M", "A")) })
}

// everywhere is a script in which every piece is a list.
type everywhere struct{}

func (everywhere) Stray(gpu.Site, string) (sp Span, ok bool) { return sp, false }

func (everywhere) Snippet(gpu.Site, Snippet) (string, bool)       { return "list", true }
func (everywhere) After(gpu.Site) (at Span, ok bool)              { return Span{}, true }
func (everywhere) Insertable(gpu.Site) bool                       { return true }
func (everywhere) Places(site gpu.Site, _ ...gpu.Site) []gpu.Site { return []gpu.Site{site} }
func (everywhere) Before(gpu.Site) (Span, EditKind, bool) {
	return Span{File: "a.lua", Line: 9, Col: 1}, EditInsertBefore, true
}
func (everywhere) Once(gpu.Site) bool                           { return true }
func (everywhere) Ahead(gpu.Site, string, ...gpu.Site) gpu.Site { return 0 }
func (everywhere) GoesOn(Onward) bool                           { return false }
func (everywhere) Since(at, before gpu.Site) bool               { return false }
func (everywhere) Last(_, _ gpu.Site) (gpu.Site, Span)          { return 0, Span{} }
func (everywhere) Together(a, b gpu.Site) bool                  { return false }
func (everywhere) Sole(from, to gpu.Site) bool                  { return true }

// TestSpare: a suggestion that is spare is there where the one before has no exact edit.
func TestSpare(t *testing.T) {
	edit := put(1, 1, 1, 2, "x")
	edit.Text = "raise it"
	spare := func(text string) Help { return Help{Text: text, Spare: true} }
	d := New(WrongType, "x").WithHelp(edit).WithHelp(spare("not here")).WithHelp(Help{Text: "not found", Exact: true}).WithHelp(spare("here")).WithHelp(spare("here, too"))
	d.Join(lines("a"))
	var texts []string
	for _, h := range d.Help {
		texts = append(texts, h.Text)
	}
	require.Equal(t, []string{"raise it", "here", "here, too"}, texts)
}

// TestOnlyWithItsEdit: a suggestion that is nothing without its edit goes with it, and so does a draft without text.
func TestOnlyWithItsEdit(t *testing.T) {
	edit := put(1, 1, 1, 2, "x")
	edit.Text, edit.Exact = "with its edit", true
	draft := &Draft{Edit: EditInsertBefore, Replace: "%1", Snippets: []Snippet{{Fresh: "x"}}}
	d := New(WrongType, "x").WithHelp(edit).WithHelp(Help{Text: "not found", Exact: true}).WithHelp(Help{Draft: draft}).WithHelp(Help{Text: "in words", Draft: draft})
	d.Join(lines("a"))
	require.Len(t, d.Help, 2)
	require.Equal(t, []string{"with its edit", "in words"}, []string{d.Help[0].Text, d.Help[1].Text})
}

// twice is a script that comes by everywhere more than once.
type twice struct{ everywhere }

func (twice) Once(gpu.Site) bool { return false }

// TestDraftInThePlaceOfAnother: what a help says goes with the draft that is taken, and stays where none fits.
func TestDraftInThePlaceOfAnother(t *testing.T) {
	help := func(other *Draft) Help {
		return Help{Site: 1, Text: "wait for it", Draft: &Draft{Edit: EditInsertBefore, Replace: "wait()", Once: true, Or: other}}
	}
	for _, c := range []struct {
		script     Script
		other      *Draft
		text, edit string
	}{
		{everywhere{}, &Draft{Edit: EditInsertBefore, Replace: "signal()", Text: "signal it"}, "wait for it", "wait()"},
		{twice{}, &Draft{Edit: EditInsertBefore, Replace: "signal()", Text: "signal it"}, "signal it", "signal()"},
		{twice{}, &Draft{Edit: EditInsertBefore, Replace: "signal()"}, "wait for it", "signal()"},
		{twice{}, &Draft{Edit: EditInsertBefore, Replace: "signal()", Text: "signal it", Once: true}, "wait for it", ""},
		{twice{}, nil, "wait for it", ""},
	} {
		d := New(WrongType, "x").At(1, "").WithHelp(help(c.other))
		d.Fill(c.script)
		require.Equal(t, []string{c.text, c.edit}, []string{d.Help[0].Text, d.Help[0].Replace})
	}
}
