package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// TestFixInCalls: paths lead into calls that stand in an argument, and through locals that are calls.
func TestFixInCalls(t *testing.T) {
	number := diag.Fix{Method: "Find", Argument: 2, Path: "(1)", Text: "9"}
	receiver := diag.Fix{Method: "Find", Argument: 2, Path: "(0)", Text: "%o", Object: diag.Only("CreateHeap")}
	const heap = "local h = d:CreateHeap()\n"
	for _, tt := range []struct {
		name, script string
		fix          diag.Fix
		want         string
	}{
		{"an argument", "d:Find(1, h:Get(2))", number, "d:Find(1, h:Get(9))"},
		{"an argument of a local", "local a = h:Get(2)\nd:Find(1, a)", number, "local a = h:Get(9)\nd:Find(1, a)"},
		{"an argument that is computed", "d:Find(1, h:Get(i))", number, ""},
		{"an argument that is not there", "d:Find(1, h:Get())", number, "d:Find(1, h:Get(9))"},
		{"no call", "d:Find(1, h.Get)", number, ""},
		{"a receiver", heap + "d:Find(1, g:Get(2))", receiver, heap + "d:Find(1, h:Get(2))"},
		{"no receiver", heap + "d:Find(1, Get(2))", receiver, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, callOf(t, s, "Find"), tt.fix)))
		})
	}
}

// TestFixOfBareArguments: an argument that stands without parentheses gets them, on the line of the call, unless it is a text or a table.
func TestFixOfBareArguments(t *testing.T) {
	for _, tt := range []struct{ name, script, text, want string }{
		{"a number", "d:Find 'a'", "7", "d:Find(7)"},
		{"a text", "d:Find 'a'", "\"b\"", "d:Find \"b\""},
		{"a table", "d:Find 'a'", "{ 1 }", "d:Find { 1 }"},
		{"on the next line", "d:Find\n  'a'", "7", "d:Find(7)"},
		{"behind a comment", "d:Find -- the first\n  'a'", "7", ""},
		{"in parentheses", "d:Find('a')", "7", "d:Find(7)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, callOf(t, s, "Find"), diag.Fix{Method: "Find", Argument: 1, Text: tt.text})))
		})
	}
}

// TestFixOfParameters: what a function got as a parameter is changed where it was called.
func TestFixOfParameters(t *testing.T) {
	const body = " return d:Find { State = state } end\n"
	put := diag.Put("Find", "State", "NEW")
	for _, tt := range []struct{ name, script, want string }{
		{"a parameter", "local function f(name, state)" + body + "f('a', 'b')", "local function f(name, state)" + body + `f('a', "NEW")`},
		{"a parameter that is left out", "local function f(name, state)" + body + "f('a')", "local function f(name, state)" + body + `f('a', "NEW")`},
		{"two that are left out", "local function f(size, name, state)" + body + "f('a')", ""},
		{"a parameter that is set", "local function f(state) state = 'c'" + body + "f('a')", ""},
		{"a local of the function", "local function f(x) local state = x" + body + "f('a')", ""},
		{"a computed argument", "local function f(state)" + body + "f(g())", ""},
		{"a parameter of the function around", "local function g(state) local function f()" + body + "f() end", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			site := s.Through(callOf(t, s, "Find"), callOf(t, s, "f"))
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, site, put)))
		})
	}
}

// TestFixOfOnePassedValue: what is right once is changed where one call passes it to a function that many call, if that call comes by once and the
// function uses it once.
func TestFixOfOnePassedValue(t *testing.T) {
	put := diag.Put("Find", "State", "NEW")
	put.Once = true
	const f = "local function f(state) d:Find { State = state } end\n"
	const loop = "local function f(state) for i = 1, 2 do d:Find { State = state } end end\n"
	const again = "local function f(state, n) d:Find { State = state } if n then f(state) end end\n"
	const own = "local function f(state) d:Find { State = 'a' } end\n"
	for _, tt := range []struct{ name, script, want string }{
		{"one of two calls", f + "f('a')\nf('b')", f + "f(\"NEW\")\nf('b')"},
		{"a call in a loop", f + "for i = 1, 2 do f('a') end", ""},
		{"a call in a function that two call", f + "local function g() f('a') end\ng() g()", ""},
		{"a loop in the function", loop + "f('a')\nf('b')", ""},
		{"a function that calls itself", again + "f('a', 1)", ""},
		{"a value that stands in the function", own + "f('a')\nf('b')", ""},
		{"a value that has a name", f + "local state = 'a'\nf(state)\nf(state)", f + "local state = 'a'\nf(\"NEW\")\nf(state)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			site := s.Through(callOf(t, s, "Find"), callAfter(t, s, "f", tt.script))
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, site, put)))
		})
	}
}

// callAfter is the first call of a name after the first line of a script.
func callAfter(t *testing.T, s *Set, name, script string) gpu.Site {
	for site := FirstSite; site < s.next; site++ {
		node, _ := s.Node(site)
		call, is := node.(*ast.FuncCallExpr)
		if c, r, ok := s.find(site); is && ok && flow.Callee(call) == name && c.tree() != nil && r.Extent.Start > strings.IndexByte(script, '\n') {
			return site
		}
	}
	require.Fail(t, "no call")
	return 0
}

// TestFixOfPassedValues: a value is followed out of functions that call each other, and out of tables that they got.
func TestFixOfPassedValues(t *testing.T) {
	put := diag.Put("Find", "Desc.State", "NEW")
	const f = "local function f(a, o) return d:Find { Desc = { State = o.state or 'OLD' } } end\n"
	const whole = "local function f(desc) return d:Find(desc) end\n"
	const g = "local function g(x) return f(1, x) end\n"
	for _, tt := range []struct{ name, script, want string }{
		{"a field of a table", f + "g(1, { size = 2, state = 'OLD' })", f + `g(1, { size = 2, state = "NEW" })`},
		{"a field that is not there", f + "g(1, { size = 2 })", f + `g(1, { size = 2, state = "NEW" })`},
		{"a table that is not there", f + "g(1)", f + `g(1, { state = "NEW" })`},
		{"a table too few", f + "g()", ""},
		{"a table that is computed", f + "g(1, make())", ""},
		{"the whole description", whole + "g { Desc = { State = 'OLD' } }", whole + `g { Desc = { State = "NEW" } }`},
		{"a part of it", "local function f(o) return d:Find { Desc = o } end\ng { State = 'OLD' }", "local function f(o) return d:Find { Desc = o } end\n" + `g { State = "NEW" }`},
		{"a table with a name", whole + "local o = { Desc = { State = 'OLD' } }\ng(o)", whole + `local o = { Desc = { State = "NEW" } }` + "\ng(o)"},
		{"another default", "local function f(o) return d:Find { Desc = { State = 'OLD' or o } } end\ng('x')", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			site := s.Through(callOf(t, s, "Find"), callOf(t, s, "g"))
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, site, put)))
		})
	}
	through := func(s *Set, sites ...gpu.Site) gpu.Site { return s.At(sites) }
	s, script := NewSet(), f+g+"h({ state = 'OLD' })"
	_, err := s.Load("t.lua", script)
	require.NoError(t, err)
	find, inner, outer := callOf(t, s, "Find"), callOf(t, s, "f"), callOf(t, s, "h")
	require.Equal(t, f+g+`h({ state = "NEW" })`, afterEdits(script, place(s, through(s, find, inner, outer), put)))
	require.Empty(t, afterEdits(script, place(s, through(s, find, inner, 1, outer), put)), "behind a call that nobody saw")
}

// TestFixOfMadeTables: a field of a table that a function of the script makes of its arguments is changed where that was called.
func TestFixOfMadeTables(t *testing.T) {
	put := diag.Put("Find", "[1/1].Before", "NEW")
	const change = "local function change(r, before, after) return { Type = 'TRANSITION', Resource = r, Before = before, After = after or 'C' } end\n"
	const inC = "local function change(r, before) return { Transition = { pResource = r, StateBefore = before } } end\n"
	for _, tt := range []struct{ name, script, want string }{
		{"a field", change + "l:Find { change(t, 'OLD', 'B') }", change + `l:Find { change(t, "NEW", 'B') }`},
		{"a field of a table in C", inC + "l:Find { change(t, 'OLD') }", inC + `l:Find { change(t, "NEW") }`},
		{"a table with a name", change + "local b = { change(t, 'OLD') }\nl:Find(b)", change + "local b = { change(t, \"NEW\") }\nl:Find(b)"},
		{"a computed argument", change + "l:Find { change(t, f()) }", ""},
		{"an argument that is not there", change + "l:Find { change(t) }", ""},
		{"a function that is set later", change + "change = f\nl:Find { change(t, 'OLD') }", ""},
		{"a function that does more", "local function change(r, before) f() return { Before = before } end\nl:Find { change(t, 'OLD') }", ""},
		{"a function of a table", "local m = { change = function(r, before) return { Before = before } end }\nl:Find { m.change(t, 'OLD') }", ""},
		{"a field that every call gets", "local function change(r) return { Before = 'OLD' } end\nl:Find { change(t) }", ""},
		{"a field of an argument", "local function change(r, o) return { Before = o.before } end\nl:Find { change(t, { before = 'OLD' }) }", ""},
		{"no table", "local function change(r, before) return before end\nl:Find { change(t, 'OLD') }", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, callOf(t, s, "Find"), put)))
		})
	}
}

// TestFixPrograms: edits of the statements of shaders.
func TestFixPrograms(t *testing.T) {
	atomic := diag.Fix{Method: "RWBuffer", Action: diag.FixAtomic, Text: "InterlockedMax"}
	bound := diag.Fix{Action: diag.FixBound, Text: "10"}
	element := func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.AttrGetExpr](t, s, "o[") }
	loop := func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.WhileStmt](t, s, "while") }
	table := func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.TableExpr](t, s, "{ 1") }
	value := func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.NumberExpr](t, s, "7") }
	const whole, real = "local o = gpu.RWBuffer('u0', 'uint')\n", "local o = gpu.RWBuffer('u0', 'float')\n"
	drop := diag.Fix{Action: diag.FixDrop}
	for _, tt := range []struct {
		name, script string
		site         func(*testing.T, *Set) gpu.Site
		fix          diag.Fix
		want         string
	}{
		{"the largest", whole + "o[0] = i", element, atomic, whole + "InterlockedMax(o[0], i)"},
		{"a sum", whole + "o[0] = o[0] + i * 2", element, atomic, whole + "InterlockedAdd(o[0], i * 2)"},
		{"an element of fractions", real + "o[0] = i", element, atomic, ""},
		{"a loop that is bounded", "while a < b do f() end", loop, bound, "for _ = 1, 10 do if not (a < b) then break end f() end"},
		{"a loop with parentheses", "while (a < b) do f() end", loop, bound, "for _ = 1, 10 do if not (a < b) then break end f() end"},
		{"a field", "return { a = 1, b = 7 }", value, drop, "return { a = 1 }"},
		{"the only field", "return { b = 7 }", value, drop, "return {}"},
		{"no field", "return { 7 }", value, drop, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, tt.site(t, s), tt.fix)))
		})
	}
	for _, tt := range []struct{ name, script, want string }{
		{"a table", "f {\n  g = function()\n    local t = { 1, 2 }\n    return t[1]\n  end\n}", "local t = { 1, 2 }"},
		{"a table that changes", "f {\n  g = function()\n    local t = { 1, 2 }\n    t[1] = 2\n  end\n}", ""},
		{"a table of what is computed", "f {\n  g = function(x)\n    local t = { 1, x }\n    return t[1]\n  end\n}", ""},
		{"a name that is used elsewhere", "local t = 3\nf {\n  g = function()\n    local t = { 1, 2 }\n    return t[1]\n  end\n}", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			h := place(s, table(t, s), diag.Fix{Action: diag.FixHoist})
			require.Equal(t, tt.want, h.Replace)
			if tt.want != "" {
				require.Len(t, h.And, 1)
				require.Equal(t, diag.EditDeleteLine, h.And[0].Edit)
			}
		})
	}
}
