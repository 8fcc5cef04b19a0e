package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// marked loads a text and returns the sites of calls by what is called, each with its way: "Find Use main" is the call of Find in a function that a
// call of Use called, that a call of main called.
func marked(t *testing.T, s *Set, file, text string) func(way string) gpu.Site {
	_, err := s.Load(file, text)
	require.NoError(t, err)
	return func(way string) gpu.Site {
		var chain []gpu.Site
		for name := range strings.FieldsSeq(way) {
			site := siteOf(s, name)
			require.NotZero(t, site, name)
			chain = append(chain, site)
		}
		return s.At(chain)
	}
}

// TestPlaces: a line that has to come before Find and after From stands where their ways part, or in a function that nothing else calls, further in.
func TestPlaces(t *testing.T) {
	for _, tt := range []struct{ name, text, site, behind, want string }{
		{"one function", "From()\nFind()", "Find", "From", "Find()"},
		{"nothing to come behind", "local function f()\n Find()\nend\none(f())\ntwo(f())", "Find f", "", "Find()"},
		{"a helper that both share", "local function f()\n Find()\n end\none(f())\ntwo(f())", "Find two", "Find one", "two(f()) | Find()"},
		{"both in one call of a helper", "local function f()\n From()\n Find()\nend\none(f())\ntwo(f())", "Find two", "From two", "Find()"},
		{"helpers of their own", "local function f()\n From()\nend\nlocal function g()\n Find()\nend\none(f())\ntwo(g())", "Find two", "From one", "Find() | two(g())"},
		{"a helper in a helper", "local function f()\n Find()\nend\nlocal function g()\n deep(f())\nend\none(g())\ntwo(g())", "Find deep two", "Find deep one", "two(g()) | deep(f()) | Find()"},
		{"the ways part inside", "local function f()\n Find()\nend\nlocal function g()\n deep(f())\n last(f())\nend\none(g())\ntwo(g())", "Find last two", "Find deep two", "last(f()) | Find()"},
		{"a loop around a call", "local function f()\n Find()\nend\nf()\nfor i = 1, 2 do\n one(f())\nend", "Find one", "Find one", "one(f()) | Find()"},
		{"a loop inside", "local function f()\n for i = 1, 2 do\n  Find()\n end\nend\none(f())\ntwo(f())", "Find two", "Find two", "Find()"},
		{"the pass before", "local function f()\n Find()\n From()\nend\nf()\nfor i = 1, 2 do\n one(f())\nend", "Find one", "From one", "one(f()) | Find()"},
		{"a function that is handed over", "function lib.run(body)\n body(1)\nend\nlib.run(function(l)\n From()\n Find()\nend)\nlib.run(1)", "Find body run", "From body run", "Find()"},
		{"the other of two that must come before parts further in", "local function f()\n From()\n Find()\nend\nother()\none(f())\ntwo(f())", "Find two", "From two; other", "Find()"},
		{"before a loop", "From()\nfor i = 1, 2 do\n Find()\nend", "Find", "From", "Find() | for i = 1, 2 do"},
		{"before the outer loop", "From()\nwhile x do\n for i = 1, 2 do\n  Find()\n end\nend", "Find", "From", "Find() | while x do"},
		{"before the inner loop", "while x do\n From()\n repeat\n  Find()\n until y\nend", "Find", "From", "Find() | repeat"},
		{"a loop that holds both", "for i = 1, 2 do\n From()\n Find()\nend", "Find", "From", "Find()"},
		{"a loop that holds the call of the other", "local function f()\n From()\nend\nfor i = 1, 2 do\n one(f())\n Find()\nend", "Find", "From one", "Find()"},
		{"another thread", "local function f()\n Find()\nend\nlocal function g()\n From()\nend\nrun(f, f)\nrun(g)", "Find", "From", "Find()"},
	} {
		s := NewSet()
		at := marked(t, s, "a.lua", tt.text)
		var behind []gpu.Site
		for way := range strings.SplitSeq(tt.behind, ";") {
			if way != "" {
				behind = append(behind, at(way))
			}
		}
		var got []string
		for _, p := range s.Places(at(tt.site), behind...) {
			span, ok := s.Span(p)
			require.True(t, ok)
			line, _ := s.Line("a.lua", span.Line)
			got = append(got, strings.TrimSpace(line))
		}
		require.Equal(t, tt.want, strings.Join(got, " | "), tt.name)
	}
	require.Empty(t, NewSet().Places(5))
}

// TestHeld: what Make made, in a line before the call of Find, by the name that it has there.
func TestHeld(t *testing.T) {
	for _, tt := range []struct{ name, text, made, at, want string }{
		{"a local that a function returns", "local function one() local a = Make() a:x() return a end\nlocal q = one()\nFind()", "Make one", "Find", "q"},
		{"the second of two", "local function one() local a = Make() return 1, a end\nlocal p, q = one()\nFind()", "Make one", "Find", "q"},
		{"a field of a table", "local q = { a = Make(), 2 }\nFind()", "Make", "Find", "q.a"},
		{"an entry of a list", "local q = { a = 1, 2, Make() }\nFind()", "Make", "Find", "q[2]"},
		{"a field of what a function returns", "local function one() local a = Make() return { t = a } end\nlocal q = one()\nFind()", "Make one", "Find", "q.t"},
		{"a field that a constructor sets", "local function one() local self = setmetatable({}, C) self.t = Make() return self end\nlocal q = one()\nFind()", "Make one", "Find", "q.t"},
		{"a parameter", "local a = Make()\nlocal function one(to, p)\nFind()\nend\none(1, a)\none(2, b)", "Make", "Find one", "p"},
		{"a field of a parameter", "local function g()\n local r = { a = Make() }\n local function h() end\n one(r)\nend\nfunction one(p)\nFind()\nend\ng()", "Make g", "Find one g", "p.a"},
		{"a field of self", "local q = { a = Make() }\nfunction C:one()\nFind()\nend\nq:one()\nr:one()", "Make", "Find one", "self.a"},
		{"a parameter that is set", "local a = Make()\nlocal function one(p)\np = 1\nFind()\nend\none(a)\none(b)", "Make", "Find one", "a"},
		{"a local of a call that came before", "local function one() local a = Make()\nFind()\nend\none()\ntwo(one())", "Make one", "Find one", "a"},
		{"a local of another call", "local function f() local a = Make()\nFind()\nend\none(f())\ntwo(f())", "Make one", "Find two", ""},
		{"a local of a call in a loop", "local function one() local a = Make()\nFind()\nend\nfor i = 1, 2 do one() end", "Make one", "Find one", ""},
		{"set twice", "local a = Make()\na = 1\nFind()", "Make", "Find", ""},
	} {
		s := NewSet()
		at := marked(t, s, "a.lua", tt.text)
		name, ok := s.Snippet(at(tt.at), diag.Snippet{Made: at(tt.made)})
		require.Equal(t, tt.want, name, tt.name)
		require.Equal(t, tt.want != "", ok, tt.name)
	}
}

// TestRendered: a piece of the call of From, in a line before the call that led there, or elsewhere.
func TestRendered(t *testing.T) {
	for _, tt := range []struct{ name, text, from, at, want string }{
		{"what the call gives", "local function one(l) l:From() end\none(list)\none(other)", "From one", "one", "list"},
		{"a field of what it gives", "local function one(f) f.list:From() end\none(a.b)\none(other)", "From one", "one", "a.b.list"},
		{"of self", "function C:one() self.list:From() end\nq:one()\nr:one()", "From one", "one", "q.list"},
		{"by a local", "function C:one() local l = self.list l:From() end\nq:one()\nr:one()", "From one", "one", "q.list"},
		{"through two calls", "local function deep(l) l:From() end\nlocal function one(p, x) deep(x) end\none(1, list)\none(2, x)", "From deep one", "one", "list"},
		{"of a local of the function", "local function one() local l = make() l:From() end\none()\none()", "From one", "one", ""},
		{"of what the call makes", "local function one(l) l:From() end\none(make())\none()", "From one", "one", ""},
		{"of a parameter that is set", "local function one(l) l = 1 l:From() end\none(list)\none()", "From one", "one", ""},
	} {
		s := NewSet()
		at := marked(t, s, "a.lua", tt.text)
		name, ok := s.Snippet(at(tt.at), diag.Snippet{Site: at(tt.from)})
		require.Equal(t, tt.want, name, tt.name)
		require.Equal(t, tt.want != "", ok, tt.name)
	}
}

// TestBefore: where a line goes that comes before Find, and where none can stand.
func TestBefore(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		edit       diag.EditKind // EditNone: nowhere
		line, col  int
	}{
		{"a line of its own", "x = 1\n  Find()", diag.EditInsertBefore, 2, 3},
		{"behind a statement", "x = 1 Find()", diag.EditReplace, 1, 7},
		{"in a function on one line", "f(function() x() Find() end)", diag.EditReplace, 1, 18},
		{"in a statement of several lines", "x = f(\n  1,\n  Find())", diag.EditInsertBefore, 1, 1},
		{"in the condition of an if", "if Find() then end", diag.EditInsertBefore, 1, 4},
		{"in that of an elseif", "if x then elseif Find() then end", diag.EditNone, 0, 0},
		{"in that of a loop", "while Find() do end", diag.EditNone, 0, 0},
		{"behind a loop", "repeat until Find()", diag.EditNone, 0, 0},
		{"in the bounds of a loop", "for i = 1, Find() do end", diag.EditInsertBefore, 1, 12},
	} {
		s := NewSet()
		site := marked(t, s, "a.lua", tt.text)("Find")
		at, edit, ok := s.Before(site)
		require.Equal(t, tt.edit != diag.EditNone, ok, tt.name)
		require.Equal(t, []int{tt.line, tt.col, int(tt.edit)}, []int{at.Line, at.Col, int(edit)}, tt.name)
	}
	_, _, ok := NewSet().Before(5)
	require.False(t, ok)
}
