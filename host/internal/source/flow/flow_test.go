package flow

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// read is the tree of a text; its nodes do not count from 0.
func read(t *testing.T, text string) *Tree {
	t.Helper()
	tree, err := parse.Read(text, parse.Options{Base: 100})
	require.Nil(t, err)
	return New(tree)
}

// node is the last node of a type whose text is the one.
func node[T ast.PositionHolder](t *testing.T, tree *Tree, text, want string) (n T) {
	t.Helper()
	found := false
	for _, r := range tree.Records {
		if of, ok := r.Node.(T); ok && text[r.Extent.Start:r.Extent.End] == want {
			n, found = of, true
		}
	}
	require.True(t, found, "%s in %s", want, text)
	return n
}

// here is where the call here() stands.
func here(text string) int { return strings.Index(text, "here()") }

// shown is the text of a node, "" for none.
func shown(tree *Tree, text string, n ast.PositionHolder) string {
	if n == nil {
		return ""
	}
	at := tree.Record(n).Extent
	return text[at.Start:at.End]
}

// TestLocal: what the last x of a text is all its life, how often it gets a value, and how often it is used.
func TestLocal(t *testing.T) {
	for _, tt := range []struct {
		text, want     string
		assigned, uses int
	}{
		{"local x = 4 f(x)", "4", 1, 1},
		{"local y, x = 1, {} f(x, x)", "{}", 1, 2},
		{"local y, x = g() f(x)", "", 1, 1},
		{"local x f(x)", "", 0, 1},
		{"local x x = 4 f(x)", "", 1, 2},
		{"local x = 4 x = 5 f(x)", "", 2, 2},
		{"local x = {} x.a[1] = 5 f(x)", "", 1, 2},
		{"local x = {} y.x = 5 f(x)", "{}", 1, 1},
		{"local x = 4 do local x = 5 x = 6 end f(x)", "4", 1, 1},
		{"local x = 4 do local x = 5 f(x) end", "5", 1, 1},
		{"local x = 4 function x() end f(x)", "4", 2, 2},
		{"x = 4 f(x)", "", 1, 2},
	} {
		tree := read(t, tt.text)
		x := node[*ast.IdentExpr](t, tree, tt.text, "x")
		if got := tree.Local(x); tt.want == "" {
			require.Nil(t, got, tt.text)
		} else {
			require.Equal(t, tt.want, shown(tree, tt.text, got), tt.text)
		}
		v := tree.Variable(x)
		require.Equal(t, "x", v.Name)
		require.Equal(t, tt.assigned, tree.Assigned(v), tt.text)
		if v.Decl != 0 {
			require.Equal(t, tt.uses, tree.Uses(v.Decl), tt.text)
		}
	}
}

// TestParameter: which parameter the x before here() is, and which parameters its function has.
func TestParameter(t *testing.T) {
	for _, tt := range []struct {
		text       string
		want       int
		parameters []string
	}{
		{"local function f(a, x) x:here() end", 1, []string{"a", "x"}},
		{"local y = 1 function t:f(a, x) x:here() end", 1, []string{"self", "a", "x"}},
		{"function t.f(x) x:here() end", 0, []string{"x"}},
		{"local function f(x) x = 1 x:here() end", -1, []string{"x"}},
		{"local function f(x) g(function(y) x:here() end) end", -1, []string{"y"}},
		{"local function f(a) local x = a x:here() end", -1, []string{"a"}},
		{"local function f() x:here() end", -1, nil},
	} {
		tree := read(t, tt.text)
		pos := here(tt.text)
		x := node[*ast.FuncCallExpr](t, tree, tt.text, "x:here()").Receiver
		require.Equal(t, tt.want, tree.Parameter(x, pos), tt.text)
		require.Equal(t, -1, tree.Parameter(&ast.NilExpr{}, pos), tt.text)
		var names []string
		for _, v := range tree.Parameters(tree.FunctionAt(tree.FunctionAround(pos))) {
			names = append(names, v.Name)
			if v.Name == "x" && tt.want >= 0 {
				require.Equal(t, tree.Variable(x.(*ast.IdentExpr)), v, tt.text)
			}
		}
		require.Equal(t, tt.parameters, names, tt.text)
	}
}

// TestLoops: the loops around here(), the loop or the function that it is in, and the loop that comes by there in each pass.
func TestLoops(t *testing.T) {
	const while, counted = "while a do", "for i = 1, 2 do"
	for _, tt := range []struct {
		text             string
		loops            []string
		pass, each, body string // the beginning of each
	}{
		{"here()", nil, "", "", ""},
		{"while a do here() end", []string{while}, while, while, ""},
		{"while a do for i = 1, 2 do here() end end", []string{while, counted}, counted, counted, ""},
		{"while a do if b then here() end end", []string{while}, while, "", ""},
		{"while a do f(function() here() end) end", nil, "function()", "", "function()"},
		{"f(function() while a do here() end end)", []string{while}, while, while, "function()"},
		{"while a do end here()", nil, "", "", ""},
		{"repeat for k in p do end here() until c", []string{"repeat"}, "repeat", "repeat", ""},
	} {
		tree, pos := read(t, tt.text), here(tt.text)+1
		var loops []string
		for i, l := range tree.Loops(pos) {
			text := shown(tree, tt.text, l)
			require.Less(t, i, len(tt.loops), tt.text)
			loops = append(loops, text[:len(tt.loops[i])])
		}
		require.Equal(t, tt.loops, loops, tt.text)
		begins := func(want string) int {
			if want == "" {
				return -1
			}
			return strings.Index(tt.text, want)
		}
		require.Equal(t, begins(tt.pass), tree.Pass(pos), tt.text)
		require.Equal(t, begins(tt.body), tree.FunctionAround(pos), tt.text)
		require.Equal(t, tt.loops != nil, tree.InLoop(pos), tt.text)
		each := -1
		if l := tree.LoopOf(pos); l != nil {
			each = l.Extent.Start
		}
		require.Equal(t, begins(tt.each), each, tt.text)
		require.Nil(t, tree.FunctionAt(len(tt.text)), tt.text)
	}
}

// TestRises: whether v rises by 1 in each pass of the loop around here(), and whether it does between here() and there().
func TestRises(t *testing.T) {
	for _, tt := range []struct {
		text string
		now  int
		ok   bool
	}{
		{"local v = 0 while a do here() v = v + 1 there() end f(v)", 1, true},
		{"local v = 0 while a do here() there() v = v + 1 end f(v)", 0, true},
		{"local v = 0 while a do here() v = v + 2 there() end f(v)", 0, false},
		{"local v = 0 while a do here() v = v - 1 there() end f(v)", 0, false},
		{"local v = 0 while a do here() if b then v = v + 1 end there() end f(v)", 0, false},
		{"local v = 0 while a do here() v = v + 1 there() v = v + 1 end f(v)", 0, false},
		{"local v = 0 while a do here() there() end f(v)", 0, false},
	} {
		tree := read(t, tt.text)
		v := tree.Variable(node[*ast.IdentExpr](t, tree, tt.text, "v"))
		first, second := here(tt.text), strings.Index(tt.text, "there()")
		now, ok := tree.Rises(v, tree.LoopOf(first), first, second)
		require.Equal(t, tt.ok, ok, tt.text)
		if ok {
			require.Equal(t, tt.now, now, tt.text)
		}
	}
}

// TestSum: a variable and what is added to it.
func TestSum(t *testing.T) {
	for _, tt := range []struct {
		text string
		more int
		ok   bool
	}{
		{"v", 0, true},
		{"v + 3", 3, true},
		{"v - 3", -3, true},
		{"v * 3", 0, false},
		{"v + 3 - 1", 2, true},
		{"v - (two)", -2, true},
		{"v + other", 0, false},
		{"v + 0.5", 0, false},
		{"3 + v", 0, false},
		{"v.x", 0, false},
	} {
		tree := read(t, "local two, other = 2, f() f("+tt.text+")")
		name, more, ok := tree.Sum(tree.Stmts[1].(*ast.FuncCallStmt).Expr.(*ast.FuncCallExpr).Args[0])
		require.Equal(t, tt.ok, ok, tt.text)
		if ok {
			require.Equal(t, "v", name.Value, tt.text)
			require.Equal(t, tt.more, more, tt.text)
		}
	}
}

// TestOnce: whether here() is reached once at most, and whether a function around it may be called more than once.
func TestOnce(t *testing.T) {
	for _, tt := range []struct {
		text         string
		once, reused bool
	}{
		{"here()", true, false},
		{"while a do here() end", false, false},
		{"pcall(function() here() end)", true, false},
		{"each(function() here() end)", false, true},
		{"x(1, pcall(2, function() here() end))", false, true},
		{"while a do pcall(function() here() end) end", false, true},
		{"local function f() here() end f()", true, false},
		{"local function f() here() end f() f()", false, true},
		{"local function f() here() end f = g f()", false, true},
		{"function f() here() end f()", false, true},
		{"local function run(body) body() end run(function() here() end)", true, false},
		{"local function run(body) body() body() end run(function() here() end)", false, true},
		{"local function run(body) while a do body() end end run(function() here() end)", false, true},
	} {
		tree, pos := read(t, tt.text), here(tt.text)+1
		require.Equal(t, tt.once, tree.Once(pos), tt.text)
		require.Equal(t, tt.reused, tree.Reused(pos), tt.text)
	}
	require.True(t, CallsOnce("pcall"))
	require.False(t, CallsOnce("each"))
}

// TestIs: the function itself, and a local that is used once. Such a use may be the only one of the function.
func TestIs(t *testing.T) {
	const text = "local function f() end local function g() end pcall(f) b(g, g)"
	tree := read(t, text)
	f, g := node[*ast.IdentExpr](t, tree, text, "f"), node[*ast.IdentExpr](t, tree, text, "g")
	function := tree.Local(f).(*ast.FunctionExpr)
	require.True(t, tree.Is(function, function))
	require.True(t, tree.Is(f, function))
	require.False(t, tree.Is(g, function))
	require.False(t, tree.Is(g, tree.Local(g).(*ast.FunctionExpr)), "it is used twice")
	require.Equal(t, "pcall(f)", shown(tree, text, tree.OnlyUse(function).Node))
	require.Nil(t, tree.OnlyUse(tree.Local(g).(*ast.FunctionExpr)))
}

// TestRegister: the register of the last x of a text.
func TestRegister(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int
	}{
		{"local x f(x)", 0},
		{"local a, x f(x)", 1},
		{"local a for i = 1, 3 do local x f(x) end", 5},
		{"local a for x = 1, 3 do f(x) end", 4},
		{"local a for k, x in p do f(x) end", 5},
		{"local a for i = 1, 3 do local b end local x f(x)", 1},
		{"local a do local b, c end while a do local d local x f(x) end", 2},
		{"local a if a then local b else local x f(x) end", 1},
		{"repeat local a local x until x", 1},
		{"local a function t:f(b, x) return x end", 2},
		{"local a function t.f(b, x) return x end", 1},
		{"local a function t.f(b, ...) local x return x end", 2},
		{"local x local x f(x)", 1},
		{"local x f(function() return x end)", -1},
		{"f(x)", -1},
	} {
		tree := read(t, tt.text)
		require.Equal(t, tt.want, tree.Register(node[*ast.IdentExpr](t, tree, tt.text, "x")), tt.text)
	}
}

// TestInnermost: the innermost statement around a call, and the name that it calls.
func TestInnermost(t *testing.T) {
	for _, tt := range []struct{ text, call, want, callee string }{
		{"if a then f(1) end", "f(1)", "f(1)", "f"},
		{"if a.b(1) then c() end", "a.b(1)", "if a.b(1) then c() end", "b"},
		{"do local x = y:m() end", "y:m()", "local x = y:m()", "m"},
		{"return t[1]()", "t[1]()", "return t[1]()", ""},
	} {
		tree := read(t, tt.text)
		call := node[*ast.FuncCallExpr](t, tree, tt.text, tt.call)
		require.Equal(t, tt.want, shown(tree, tt.text, tree.Innermost(tree.Record(call)).Node), tt.text)
		require.Equal(t, tt.callee, Callee(call), tt.text)
	}
	tree := read(t, "")
	require.Nil(t, tree.Innermost(&parse.Record{}))
}
