package source

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// TestSnippets: pieces of calls as the script writes them, and where a line may be put before them.
func TestSnippets(t *testing.T) {
	tests := []struct {
		name, script string
		argument     int
		want         string // "": no piece
		insertable   bool
	}{
		{"receiver", `main:Find(fence, 1)`, 0, "main", true},
		{"argument", `main:Find(fence, 1)`, 1, "fence", true},
		{"number", `main:Find(fence, 1)`, 2, "1", true},
		{"missing argument", `main:Find(fence, 1)`, 3, "", true},
		{"field", `p.queues.main:Find(p.fence)`, 0, "p.queues.main", true},
		{"a call makes something", `queue():Find()`, 0, "", true},
		{"an argument that makes something", `main:Find(value())`, 1, "", true},
		{"inside of another call", `print(main:Find())`, 0, "main", true},
		{"in a function on the same line", `run(function(l) l:Find() end)`, 0, "l", false},
		{"behind another statement", `a = 1; main:Find()`, 0, "main", false},
		{"a word that looks like one", `dot:Find()`, 0, "dot", true},
		{"no method", `Find(1)`, 0, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", "local x = 0\n"+tt.script+"\n")
			require.NoError(t, err)
			site := findCall(t, s)
			text, ok := s.Snippet(site, diag.Snippet{Site: site, Argument: tt.argument})
			require.Equal(t, tt.want != "", ok)
			require.Equal(t, tt.want, text)
			require.Equal(t, tt.insertable, s.Insertable(site))
		})
	}
	require.False(t, NewSet().Insertable(5))
}

// TestSnippetElsewhere: a piece of the call of From in a line before Find, by its own name, by the name of what Make made, or not at all.
func TestSnippetElsewhere(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"a local", "local q = 0\nq:From()\np:Find()", "q"},
		{"a global", "q:From()\np:Find()", "q"},
		{"a field of a local", "local q = {}\nq.a:From()\np:Find()", "q.a"},
		{"an upvalue", "local q = 0\nq:From()\nlocal function f() p:Find() end f() f()", "q"},
		{"declared later", "p:Find()\nlocal q = 0\nq:From()", ""},
		{"in a block that has ended", "do local q = 0\nq:From() end\np:Find()", ""},
		{"another local of that name", "local q = 0\nq:From()\nlocal q = 1\np:Find()", ""},
		{"a local in front of a global", "q:From()\nlocal q = 1\np:Find()", ""},
		{"a parameter", "local function f(q) q:From() end f(1)\np:Find()", ""},
		{"a parameter in its function", "local function f(q) q:From()\np:Find() end f(1) f(2)", ""},
		{"the function is called once", "local function f(q) q:From()\np:Find() end f(1)", "q"},
		{"the function is called in a loop", "local function f(q) q:From()\np:Find() end for i = 1, 2 do f(i) end", ""},
		{"the function calls itself", "local function f(q) q:From()\np:Find() f(q) end f(1)", ""},
		{"the function of a thread", "gpu.Thread(function(q) q:From()\np:Find() end)", "q"},
		{"a named function of a thread", "local function f(q) q:From()\np:Find() end gpu.Thread(f)", "q"},
		{"a function that is handed on", "run(function(q) q:From()\np:Find() end)", ""},
		{"of a loop", "for i = 1, 2 do local q = i\nq:From()\np:Find() end", ""},
		{"by a variable of a loop", "for i = 1, 2 do\nq[i]:From() end\np:Find()", ""},
		{"set twice", "local q = 0\nq:From() q = 1\np:Find()", ""},
		{"set once, later", "local q\nq = 0\nq:From()\np:Find()", "q"},
		{"a global that is set twice", "q = 0\nq:From() q = 1\np:Find()", ""},
		{"the name where it was made", "local a = Make()\nlocal function f(q) q:From() end f(a) f(a)\np:Find()", "a"},
		{"the field where it was made", "local t = {} t.a = Make()\nlocal function f(q) q:From() end f(a) f(a)\np:Find()", "t.a"},
		{"made and not used", "local a = Make()\np:Find()", "a"},
		{"made later", "p:Find()\nlocal a = Make()", ""},
		{"made in a function", "local function g() local a = Make() return a end\nlocal function f(q) q:From() end f(g()) f(g())\np:Find()", ""},
		{"made without a name", "local function f(q) q:From() end f(Make()) f(0)\np:Find()", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script+"\n")
			require.NoError(t, err)
			text, ok := s.Snippet(findCall(t, s), diag.Snippet{Site: siteOf(s, "From"), Made: siteOf(s, "Make")})
			require.Equal(t, tt.want != "", ok)
			require.Equal(t, tt.want, text)
		})
	}
}

// TestSnippetListed: the list in which a line before Find has what the calls of Make made.
func TestSnippetListed(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"a loop that counts", "local q = {}\nfor i = 1, 4 do q[i] = Make() end\np:Find()", "q"},
		{"a loop over a list", "local q = {}\nfor i, x in ipairs(list) do q[i] = Make(x) end\np:Find()", "q"},
		{"behind the last entry", "local q = {}\nwhile next() do q[#q + 1] = Make() end\np:Find()", "q"},
		{"inserted", "local q = {}\nfor i = 1, 4 do table.insert(q, Make()) end\np:Find()", "q"},
		{"in each frame", "for frame = 1, 2 do local q = {}\nfor i = 1, 4 do q[i] = Make() end\np:Find() end", "q"},
		{"further in", "local q = {}\nfor i = 1, 4 do q[i] = Make() end\nfor i = 1, 4 do\np:Find() end", "q"},
		{"in the loop", "local q = {}\nfor i = 1, 4 do q[i] = Make()\np:Find() end", ""},
		{"before the loop", "local q = {}\nwhile next() do\np:Find()\nfor i = 1, 4 do q[i] = Make() end end", ""},
		{"a loop over names", "local q = {}\nfor k, x in pairs(list) do q[k] = Make(x) end\np:Find()", ""},
		{"a field", "local q = {}\nfor i = 1, 4 do q.a = Make() end\np:Find()", ""},
		{"no list", "local q\nfor i = 1, 4 do q = Make() end\np:Find()", ""},
		{"behind the last entry of another list", "local q = {}\nwhile next() do q[#r + 1] = Make() end\np:Find()", ""},
		{"a list that has gone", "do local q = {}\nfor i = 1, 4 do q[i] = Make() end end\np:Find()", ""},
		{"another list of that name", "local q = {}\nfor i = 1, 4 do q[i] = Make() end\nlocal q = {}\np:Find()", ""},
		{"a list that is made again", "local q = {}\nfor i = 1, 4 do q[i] = Make() end q = {}\np:Find()", ""},
		{"in another function", "local q = {}\nfor i = 1, 4 do q[i] = Make() end\nlocal function f() p:Find() end f()", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script+"\n")
			require.NoError(t, err)
			text, ok := s.Snippet(findCall(t, s), diag.Snippet{Made: siteOf(s, "Make"), Listed: true})
			require.Equal(t, tt.want != "", ok)
			require.Equal(t, tt.want, text)
		})
	}
}

// TestSnippetOfFiles: globals are the same in all files, locals are not.
func TestSnippetOfFiles(t *testing.T) {
	s := NewSet()
	for name, text := range map[string]string{"a.lua": "local q = 0\nq:From() r:Global() s:Hidden()", "b.lua": "local s = 0\nlocal done2\nprint(done) p:Find()"} {
		_, err := s.Load(name, text)
		require.NoError(t, err)
	}
	at := findCall(t, s)
	_, ok := s.Snippet(at, diag.Snippet{Site: siteOf(s, "From")})
	require.False(t, ok)
	text, ok := s.Snippet(at, diag.Snippet{Site: siteOf(s, "Global")})
	require.True(t, ok)
	require.Equal(t, "r", text)
	_, ok = s.Snippet(at, diag.Snippet{Site: siteOf(s, "Hidden")})
	require.False(t, ok)
	for want, name := range map[string]string{"done3": "done", "fence": "fence"} {
		text, ok = s.Snippet(at, diag.Snippet{Fresh: name})
		require.True(t, ok)
		require.Equal(t, want, text)
	}
	_, ok = s.Snippet(5, diag.Snippet{Fresh: "done"})
	require.False(t, ok)
}

// TestSnippetOfEarlier: at its own place a piece means the same, unless it is of an earlier call there.
func TestSnippetOfEarlier(t *testing.T) {
	s := NewSet()
	_, err := s.Load("t.lua", "local function f(q) q:Find() end f(1) f(2)")
	require.NoError(t, err)
	at := findCall(t, s)
	_, ok := s.Snippet(at, diag.Snippet{Site: at})
	require.True(t, ok)
	_, ok = s.Snippet(at, diag.Snippet{Site: at, Earlier: true})
	require.False(t, ok)
}

// siteOf is the site of the call of a name, 0 if there is none.
func siteOf(s *Set, name string) gpu.Site {
	for site := FirstSite; site < s.next; site++ {
		if node, ok := s.Node(site); ok {
			if call, ok := node.(*ast.FuncCallExpr); ok && flow.Callee(call) == name {
				return site
			}
		}
	}
	return 0
}

// findCall is the site of the call of Find.
func findCall(t *testing.T, s *Set) gpu.Site {
	for site := FirstSite; site < s.next; site++ {
		node, ok := s.Node(site)
		if call, isCall := node.(*ast.FuncCallExpr); ok && isCall {
			at, _ := s.Span(site)
			line, _ := s.Line(at.File, at.Line)
			if strings.HasPrefix(line[at.Col-1:], "Find(") && (call.Method == "Find" || call.Method == "") {
				return site
			}
		}
	}
	require.Fail(t, "no call of Find")
	return 0
}

// TestOnce: a place that a script comes to once, also in a function that is handed to one that calls it.
func TestOnce(t *testing.T) {
	const record = "local function record(name, body) local l = make(name) body(l) return l end\n"
	for _, tt := range []struct {
		name, script string
		want         bool
	}{
		{"the main chunk", "d:Find()", true},
		{"a loop", "for i = 1, 2 do d:Find() end", false},
		{"a function that is called once", "local function f() d:Find() end\nf()", true},
		{"a function that is called twice", "local function f() d:Find() end\nf() f()", false},
		{"a function that is handed on", record + "record('a', function(l) d:Find() end)", true},
		{"two that are", record + "record('a', function(l) d:Find() end)\nrecord('b', function(l) end)", true},
		{"one that is handed on in a loop", record + "for i = 1, 2 do record('a', function(l) d:Find() end) end", false},
		{"to another parameter", record + "record(function(l) d:Find() end, 'a')", false},
		{"to a function that calls it in a loop", "local function each(f) for i = 1, 3 do f(i) end end\neach(function() d:Find() end)", false},
		{"to one that calls it twice", "local function twice(f) f() f() end\ntwice(function() d:Find() end)", false},
		{"to one that keeps it", "local kept\nlocal function keep(f) kept = f end\nkeep(function() d:Find() end)", false},
		{"to one that hands it on", "local function keep(f) return function() f() end end\nlocal g = keep(function() d:Find() end)\ng() g()", false},
		{"to one that is set again", "local function call(f) f() end\ncall = other\ncall(function() d:Find() end)", false},
		{"to a function of a table", "t.run(function() d:Find() end)", false},
	} {
		s := NewSet()
		_, err := s.Load("a.lua", tt.script)
		require.NoError(t, err)
		require.Equal(t, tt.want, s.Once(findCall(t, s)), tt.name)
	}
}

// TestLater: a local that is declared after the use of its name, and the edit that declares it before.
func TestLater(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		line         int    // of the declaration, 0: none
		want         string // "": no edit
	}{
		{"the next line", "x()\nlocal x = f", 2, "local x = f\nx()"},
		{"lines between", "x()\ny()\nlocal x = f", 3, "local x = f\nx()\ny()"},
		{"in a function that is called behind it", "local function g() x() end\nlocal x = f\ng()", 2, "local x = f\nlocal function g() x() end\ng()"},
		{"in the same function", "function g()\n  x()\n  local x = f\nend", 3, "function g()\n  local x = f\n  x()\nend"},
		{"it names what is between", "x()\nlocal y = 1\nlocal x = y", 3, ""},
		{"it names what is before", "local y = 1\nx()\nlocal x = y", 3, "local y = 1\nlocal x = y\nx()"},
		{"more on its line", "x()\nlocal x = f y()", 2, ""},
		{"several lines", "x()\nlocal x = {\n}", 2, ""},
		{"in a block of its own", "x()\ndo local x = f end", 0, ""},
		{"before", "do local x = f end\nx()", 0, ""},
		{"never", "x()\nlocal y = f", 0, ""},
	} {
		s := NewSet()
		_, err := s.Load("a.lua", tt.script)
		require.NoError(t, err, tt.name)
		call, _ := s.Node(siteOf(s, "x"))
		site, change, exact := s.Later(call.(*ast.FuncCallExpr).Func.(*ast.IdentExpr), false)
		span, _ := s.Span(site)
		require.Equal(t, tt.line, span.Line, tt.name)
		require.Equal(t, tt.want != "", exact, tt.name)
		if exact {
			lines := strings.Split(tt.script, "\n")
			lines = slices.Delete(lines, change.And[0].Span.Line-1, change.And[0].Span.Line)
			indent := tt.script[strings.LastIndex(tt.script[:strings.Index(tt.script, "x()")], "\n")+1 : strings.Index(tt.script, "x()")]
			if strings.TrimSpace(indent) != "" {
				indent = ""
			}
			lines = slices.Insert(lines, change.Span.Line-1, indent+change.Text)
			require.Equal(t, tt.want, strings.Join(lines, "\n"), tt.name)
		}
	}
}

// TestSnippetsOfLongTexts: a piece at another site of a text costs no more memory where the text is long, so it is not read again.
func TestSnippetsOfLongTexts(t *testing.T) {
	cost := func(lines int) float64 {
		s := NewSet()
		_, err := s.Load("t.lua", "local q, done = {}, 0\n"+strings.Repeat("do local b = q b:Find(done) end\n", lines))
		require.NoError(t, err)
		var sites []gpu.Site
		for site := FirstSite; ; site++ {
			node, ok := s.Node(site)
			if !ok {
				break
			}
			if call, is := node.(*ast.FuncCallExpr); is && call.Method == "Find" {
				sites = append(sites, site)
			}
		}
		next := 0
		ask := func() {
			text, ok := s.Snippet(sites[next], diag.Snippet{Site: sites[0], Argument: 1})
			require.Equal(t, "done", text)
			require.True(t, ok)
			text, ok = s.Snippet(sites[next], diag.Snippet{Fresh: "done"})
			require.Equal(t, "done2", text)
			require.True(t, ok)
			next++
		}
		ask() // what is made once
		return testing.AllocsPerRun(20, ask)
	}
	require.LessOrEqual(t, cost(500), cost(50)+2)
}
