package source

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestWritten: the call of a function that is one call of a method is known as that call.
func TestWritten(t *testing.T) {
	const local = "local function go(l, x, to) l:Barrier { x, After = to } end\n"
	for _, tt := range []struct{ name, script, want string }{
		{"a local function", local + "go(list, s.tex, 'COPY')", "list:Barrier { s.tex, After = 'COPY' }"},
		{"what is set outside", "local n = 1\nfunction go(l) l:Wait(n, m) end\ngo(list)", "list:Wait(n, m)"},
		{"with a condition", "local go = function(l, x)\nif x then\nl:Barrier(\nx)\nend\nend\ngo(list, a)", "list:Barrier( a)"},
		{"of a table", "function states.go(l) l:Close() end\nstates.go(list)", "list:Close()"},
		{"a method", "function frame:go(n) self.list:Wait(n) end\nframe:go(2)", "frame.list:Wait(2)"},
		{"an entry of a table", "local m = { go = function(l) l:Close() end }\nm.go(list)", "list:Close()"},
		{"one of two of the name", local + "function go(l) l:Close() end\ngo(list)", ""},
		{"what may be a function", "local go = make()\ngo(list)", ""},
		{"two calls", "local function go(l) l:Close() l:Close() end\ngo(list)", ""},
		{"two methods", "local function go(l) l:Close() l:Reset() end\ngo(list)", ""},
		{"no call of a method", "local function go(l) return l end\ngo(list)", ""},
		{"a local of the function", "local function go(l) local n = 1 l:Wait(n) end\ngo(list)", ""},
		{"an argument that is not there", "local function go(l, n) l:Wait(n) end\ngo(list)", ""},
		{"a method of the API", "list:Close()", ""},
		{"a call that does not begin the line", local + "x = 1 go(list, a, b)", ""},
		{"no call", local + "x = 1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			got, ok := s.Written("t.lua", strings.Count(tt.script, "\n")+1)
			require.Equal(t, tt.want, got)
			require.Equal(t, tt.want != "", ok)
		})
	}
	s := NewSet()
	for file, text := range map[string]string{"lib.lua": "local M = {}\nfunction M.go(l) l:Close() end\nreturn M", "t.lua": "lib.go(list)"} {
		_, err := s.Load(file, text)
		require.NoError(t, err)
	}
	got, ok := s.Written("t.lua", 1)
	require.True(t, ok, "a function of another text")
	require.Equal(t, "list:Close()", got)
	_, ok = s.Written("other.lua", 1)
	require.False(t, ok)
}

// TestExchanged: two calls of functions are exchanged if they are neighbours, and one of them does nothing else.
func TestExchanged(t *testing.T) {
	const find, run, mixed = "local function f(b)\nb:Find()\nend\n", "local function g(q)\nq:Run()\nend\n", "local function g(q)\nq:Set()\nq:Run()\nend\n"
	for _, tt := range []struct{ name, head, calls, want string }{
		{"one does nothing else", find + mixed, "one(f(b))\ntwo(g(q))", "two(g(q))\none(f(b))"},
		{"the other one does", "local function f(b)\nb:Set()\nb:Find()\nend\n" + run, "one(f(b))\ntwo(g(q))", "two(g(q))\none(f(b))"},
		{"both do", "local function f(b)\nb:Set()\nb:Find()\nend\n" + mixed, "one(f(b))\ntwo(g(q))", ""},
		{"something between", find + run, "one(f(b))\nx = 1\ntwo(g(q))", ""},
		{"on one line", find + run, "one(f(b)) two(g(q))", ""},
		{"in another block", find + run, "do\none(f(b))\nend\ntwo(g(q))", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			at := marked(t, s, "t.lua", tt.head+tt.calls)
			got := afterEdits(tt.head+tt.calls, place(s, at("Find one"), diag.Fix{Method: "Find", Argument: 1, Action: diag.FixBehind, Object: diag.The(at("Run two"))}))
			if tt.want != "" {
				tt.want = tt.head + tt.want
			}
			require.Equal(t, tt.want, got)
		})
	}
}

// TestCallerBehind: the call of a function is moved behind what is set on the object that it gets.
func TestCallerBehind(t *testing.T) {
	const head = "local function f(b)\nb:Set(1)\nb:Find()\nend\n"
	for _, tt := range []struct{ name, head, calls, want string }{
		{"right behind", head, "f(list)\nlist:Bind(2)", "list:Bind(2)\nf(list)"},
		{"of another number", head, "f(list)\nlist:Bind(3)", ""},
		{"of another object", head, "f(list)\nother:Bind(2)", ""},
		{"not right behind", head, "f(list)\nlist:Close()\nlist:Bind(2)", ""},
		{"an object of its own", "local function f(b)\nq:Find()\nend\n", "f(list)\nlist:Bind(2)", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			at := marked(t, s, "t.lua", tt.head+tt.calls)
			got := afterEdits(tt.head+tt.calls, place(s, at("Find f"), diag.Fix{Method: "Find", Argument: 1, Action: diag.FixBehind, Text: "Bind", Path: "=2"}))
			if tt.want != "" {
				tt.want = tt.head + tt.want
			}
			require.Equal(t, tt.want, got)
		})
	}
}
