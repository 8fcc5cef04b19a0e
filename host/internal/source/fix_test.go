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

// edited is the script after the fix of its call of Find, "" if there is none.
func edited(t *testing.T, script string, fix diag.Fix) string {
	return editedCall(t, script, "Find", fix)
}

// editedCall is edited for the call of a name.
func editedCall(t *testing.T, script, name string, fix diag.Fix) string {
	s := NewSet()
	_, err := s.Load("t.lua", script)
	require.NoError(t, err)
	change, ok := s.Fix(callOf(t, s, name), fix)
	span, text := change.Span, change.Text
	if !ok {
		return ""
	}
	lines := strings.Split(script, "\n")
	if change.Edit == diag.EditDeleteLine {
		return strings.Join(slices.Delete(lines, span.Line-1, max(span.EndLine, span.Line)), "\n")
	}
	endLine, endCol := span.EndLine, span.EndCol
	if endLine == 0 {
		endLine, endCol = span.Line, span.Col
	}
	rest := lines[endLine-1][endCol-1:] + strings.Join(append([]string{""}, lines[endLine:]...), "\n")
	return strings.Join(append(lines[:span.Line-1:span.Line-1], lines[span.Line-1][:span.Col-1]), "\n") + text + rest
}

// callOf is the site of the call of a name.
func callOf(t *testing.T, s *Set, name string) gpu.Site {
	for site := FirstSite; site < s.next; site++ {
		if node, ok := s.Node(site); ok {
			if call, ok := node.(*ast.FuncCallExpr); ok && flow.Callee(call) == name {
				return site
			}
		}
	}
	require.Fail(t, "no call")
	return 0
}

// A fixCase is a script with a call of Find, an edit of it, and what that makes of the script; "": nothing.
type fixCase struct {
	name, script string
	fix          diag.Fix
	want         string
}

func put(path string, value any) diag.Fix { return diag.Put("Find", path, value) }

func drop(path string) diag.Fix { return diag.Drop("Find", path) }

func append7(path string) diag.Fix {
	return diag.Fix{Argument: 1, Path: path, Action: diag.FixAppend, Text: "7"}
}

// roundedUp rounds what a script computes.
var roundedUp = diag.Fix{Argument: 1, Path: "A", Text: "256", Computed: "up(%p, 256)"}

// shifted makes 3 of a number that is 1, and adds 2 to one that is computed; next makes 2 of it.
var shifted, next = diag.Shift("Find", 1, 1, 3), diag.Shift("Find", 1, 1, 2)

// later adds 1 to what is computed, and leaves a number alone.
var later = diag.Fix{Method: "Find", Argument: 1, Add: 1}

var shiftFixes = []fixCase{
	{"a number", "d:Find(1)", shifted, "d:Find(3)"},
	{"a name", "d:Find(n)", shifted, ""},
	{"the next of a name", "d:Find(n)", next, "d:Find(n + 1)"},
	{"the one before", "d:Find(n)", diag.Shift("Find", 1, 2, 1), "d:Find(n - 1)"},
	{"a number at the end", "d:Find(n - AHEAD - 3)", shifted, "d:Find(n - AHEAD - 1)"},
	{"a number at the end that goes", "d:Find(n - AHEAD - 2)", shifted, "d:Find(n - AHEAD)"},
	{"a number at the end that changes its sign", "d:Find(n - 1)", shifted, "d:Find(n + 1)"},
	{"a number at the end of a sum", "d:Find(n + 1)", shifted, "d:Find(n + 3)"},
	{"a field", "d:Find(frame.value)", next, ""},
	{"a field and a number", "d:Find(frame.value - 1)", next, "d:Find(frame.value)"},
	{"a variable that is set again", "local n = 0; d:Find(n); n = n + 1", next, ""},
	{"a local", "local n = m; d:Find(n)", next, "local n = m; d:Find(n + 1)"},
	{"what is kept above 0", "d:Find(math.max(0, n - 3))", shifted, ""},
	{"a factor", "d:Find(n * 2)", next, ""},
	{"a sum of factors", "d:Find(n * 2 + m)", next, ""},
	{"a choice", "d:Find(x and n or 2)", next, ""},
	{"a call", "d:Find(f())", next, ""},
	{"a computed one only", "d:Find(1)", later, ""},
	{"a computed one", "d:Find(n)", later, "d:Find(n + 1)"},
}

// ofMethod sets an argument of Bind, which a pcall calls.
func ofMethod(argument int, path string) diag.Fix {
	return diag.Fix{Method: "Bind", Argument: argument, Path: path, Text: "3"}
}

var protectedFixes = []fixCase{
	{"a method", "pcall(t.Bind, t, { A = 1 })", ofMethod(1, "A"), "pcall(t.Bind, t, { A = 3 })"},
	{"its second argument", "pcall(t.Bind, t, 1, 2)", ofMethod(2, ""), "pcall(t.Bind, t, 1, 3)"},
	{"one that is not there yet", "pcall(t.Bind, t, 1)", ofMethod(2, ""), "pcall(t.Bind, t, 1, 3)"},
	{"a function", "pcall(t.Bind, { A = 1 })", ofMethod(1, "A"), "pcall(t.Bind, { A = 3 })"},
	{"another method", "pcall(t.Draw, t, { A = 1 })", ofMethod(1, "A"), ""},
	{"a function of no table", "pcall(Bind, { A = 1 })", ofMethod(1, "A"), ""},
	{"nothing", "pcall()", ofMethod(1, "A"), ""},
}

// aligned makes a number a multiple of 512 where others have to agree on it; alone where nobody has.
var aligned, alone = diag.Fix{Argument: 1, Action: diag.FixAlign, Text: "512"}, diag.Fix{Argument: 1, Action: diag.FixAlign, Text: "512", Alone: true}

var alignFixes = []fixCase{
	{"a distance", "local at = i * 100 w(at) d:Find(at)", aligned, "local at = i * 512 w(at) d:Find(at)"},
	{"a distance with a name", "local SIZE = 100 local at = i * SIZE w(at) d:Find(at)", aligned, "local SIZE = 100 local at = i * math.ceil(SIZE / 512) * 512 w(at) d:Find(at)"},
	{"a distance that comes first", "local at = 100 * (i - 1) w(at) d:Find(at)", aligned, "local at = 512 * (i - 1) w(at) d:Find(at)"},
	{"a distance from an address", "local at = i * 100 w(at) d:Find(b:GetGPUVirtualAddress() + at)", aligned, "local at = i * 512 w(at) d:Find(b:GetGPUVirtualAddress() + at)"},
	{"another name for a distance", "local a = i * 100 local b = a w(b) d:Find(b)", aligned, "local a = i * 512 local b = a w(b) d:Find(b)"},
	{"a distance that nobody else uses", "local at = i * 100 d:Find(at)", aligned, ""},
	{"a distance alone", "d:Find(i * 100)", alone, "d:Find(i * 512)"},
	{"a distance beside that of others", "w(i * 100) d:Find(i * 100)", aligned, ""},
	{"a distance that is a multiple", "d:Find(i * 1024)", alone, ""},
	{"two numbers that change", "d:Find(i * size)", alone, ""},
	{"growth", "local at = 0 for i = 1, 2 do w(at) d:Find(at) at = at + size end", aligned, "local at = 0 for i = 1, 2 do w(at) d:Find(at) at = math.ceil((at + size) / 512) * 512 end"},
	{"growth that nobody else uses", "local at = 0 for i = 1, 2 do d:Find(at) at = at + size end", aligned, ""},
	{"growth alone", "local at = 0 for i = 1, 2 do d:Find(at) at = at + size end", alone, "local at = 0 for i = 1, 2 do d:Find(at) at = math.ceil((at + size) / 512) * 512 end"},
	{"growth from elsewhere", "local at = 8 for i = 1, 2 do d:Find(at) at = at + size end", alone, ""},
	{"growth in two places", "local at = 0 for i = 1, 2 do d:Find(at) at = at + size at = at + size end", alone, ""},
	{"a computed place in a loop", "for i = 1, 2 do d:Find { A = f(i) } end", diag.Fix{Argument: 1, Path: "A", Text: "256", Computed: "up(%p, 256)", Apart: true}, ""},
}

var fieldFixes = []fixCase{
	{"field", "d:Find { A = 1, B = 2 }", put("B", 3), "d:Find { A = 1, B = 3 }"},
	{"name", `d:Find { A = "X" }`, put("A", "Y"), `d:Find { A = "Y" }`},
	{"in brackets", `d:Find { ["A"] = 1 }`, put("A", 2), `d:Find { ["A"] = 2 }`},
	{"parentheses of the call", "d:Find({ A = 1 })", put("A", 3), "d:Find({ A = 3 })"},
	{"nested", "d:Find { L = { { A = 1 }, { A = 2 } } }", put("L[2].A", 3), "d:Find { L = { { A = 1 }, { A = 3 } } }"},
	{"list", "d:Find { { A = 1 } }", put("[1].A", 3), "d:Find { { A = 3 } }"},
	{"new field", "d:Find { A = 1 }", put("B", true), "d:Find { A = 1, B = true }"},
	{"new field behind a comma", "d:Find {\n  A = 1,\n}", put("B", 2), "d:Find {\n  A = 1, B = 2,\n}"},
	{"new field alone", "d:Find {}", put("B", 2), "d:Find { B = 2 }"},
	{"new table", "d:Find { A = 1 }", put("S.C", 2), "d:Find { A = 1, S = { C = 2 } }"},
	{"no new entry", "d:Find { A = 1 }", put("S[1].C", 2), ""},
	{"no name in a list", `d:Find { "X", 2 }`, put("B", 2), ""},
	{"name or entry", `d:Find { "X", 2 }`, put("B@2", 3), `d:Find { "X", 3 }`},
	{"name and not entry", `d:Find { "X", B = 2 }`, put("B@2", 3), `d:Find { "X", B = 3 }`},
	{"neither", `d:Find { "X" }`, put("B@2", 3), `d:Find { "X", B = 3 }`},
	{"computed", "d:Find { A = f() }", put("A", 2), ""},
	{"computed of constants", "d:Find { A = 2 * -3 }", put("A", 2), "d:Find { A = 2 }"},
	{"around", "d:Find { A = n + 1 }", roundedUp, "d:Find { A = up((n + 1), 256) }"},
	{"around a name", "d:Find { A = n }", roundedUp, "d:Find { A = up(n, 256) }"},
	{"local number", "local n = 1\nd:Find { A = n }", put("A", 2), "local n = 1\nd:Find { A = 2 }"},
	{"local table", "local t = { A = 1 }\nd:Find(t)", put("A", 2), "local t = { A = 2 }\nd:Find(t)"},
	{"local that is assigned", "local t = { A = 1 }\nt = {}\nd:Find(t)", put("A", 2), ""},
	{"local with an assigned field", "local t = { A = 1 }\nt.A = 3\nd:Find(t)", put("A", 2), "local t = { A = 1 }\nt.A = 2\nd:Find(t)"},
	{"local with a field that is assigned twice", "local t = { A = 1 }\nt.A = 3\nt.A = 4\nd:Find(t)", put("A", 2), ""},
	{"local with a field that may be assigned", "local t = { A = 1 }\nif x then t.A = 3 end\nd:Find(t)", put("A", 2), ""},
	{"local of two blocks", "do local t = {} end\nlocal t = { A = 1 }\nd:Find(t)", put("A", 2), "do local t = {} end\nlocal t = { A = 2 }\nd:Find(t)"},
	{"local of two blocks, assigned to", "do local t = {} end\nlocal t = { A = 1 }\nt = {}\nd:Find(t)", put("A", 2), ""},
	{"parameter", "function f(t) d:Find(t) end", put("A", 2), ""},
	{"global", "t = {}\nd:Find(t)", put("A", 2), ""},
}

func call(text string) diag.Fix {
	return diag.Fix{Method: "Find", Argument: 1, Action: diag.FixCall, Text: text}
}

var callFixes = []fixCase{
	{"as one table", "d:Find(0, 2, { A = 1; }, nil)", call("%r:Find { N = %2, %i3 }"), "d:Find { N = 2, A = 1 }"},
	{"as one table, of a table with a comment", "d:Find({ A = 1 -- one\n})", call("%r:Find { %i1 }"), ""},
	{"as one table, of what is no table", "d:Find(a)", call("%r:Find { %i1 }"), ""},
	{"as one table, of an argument that is not there", "d:Find({ A = 1 })", call("%r:Find { %i2 }"), ""},
	{"fields one after the other", "d:Find { Src = a, SrcOffset = 4 }", call("%r:Find(%1.Src, %1.SrcOffset)"), "d:Find(a, 4)"},
	{"fields of a local", "d:Find(t)", call("%r:Find(%1.Src)"), "d:Find(t.Src)"},
	{"a field that is not there", "d:Find { Src = a }", call("%r:Find(%1.Dst)"), ""},
	{"fields of what a call returns", "d:Find(f())", call("%r:Find(%1.Src)"), ""},
	{"unfold", "d:Find { A = 1, S = { B = 2, C = {} }, D = 3 }", diag.Fix{Method: "Find", Argument: 1, Path: "S", Action: diag.FixUnfold}, "d:Find { A = 1, B = 2, C = {}, D = 3 }"},
	{"unfold in brackets", `d:Find { ["S"] = { B = 2, } }`, diag.Fix{Method: "Find", Argument: 1, Path: "S", Action: diag.FixUnfold}, "d:Find { B = 2 }"},
	{"unfold nothing", "d:Find { S = {} }", diag.Fix{Method: "Find", Argument: 1, Path: "S", Action: diag.FixUnfold}, ""},
	{"unfold what is no table", "d:Find { S = s }", diag.Fix{Method: "Find", Argument: 1, Path: "S", Action: diag.FixUnfold}, ""},
	{"unfold an entry of a list", "d:Find { { 1 } }", diag.Fix{Method: "Find", Argument: 1, Path: "[1]", Action: diag.FixUnfold}, ""},
	{"argument", "d:Find(a, 2)", diag.PutArgument("Find", 2, 4), "d:Find(a, 4)"},
	{"next argument", "d:Find(a)", diag.PutArgument("Find", 2, 4), "d:Find(a, 4)"},
	{"first argument", "d:Find()", diag.PutArgument("Find", 1, 4), "d:Find(4)"},
	{"the argument after the next", "d:Find(a)", diag.PutArgument("Find", 3, 4), ""},
	{"an argument beside a table", "d:Find {}", diag.PutArgument("Find", 2, 4), ""},
	{"another call", "d:Find { A = 1 }", diag.Put("Search", "A", 2), ""},
	{"one of two calls", "d:Find { A = 1 }", diag.Put("Search|Find", "A", 2), "d:Find { A = 2 }"},
	{"nil", "d:Find(r, nil, h)", put("S.A", 1).At(2), "d:Find(r, { S = { A = 1 } }, h)"},
	{"drop of nil", "d:Find(r, nil, h)", drop("A").At(2), ""},
	{"drop the first", "d:Find { A = 1, B = 2 }", drop("A"), "d:Find { B = 2 }"},
	{"drop the last", "d:Find { A = 1, B = (2) }", drop("B"), "d:Find { A = 1 }"},
	{"drop the last of lines", "d:Find {\n  A = 1,\n  B = 2,\n}", drop("B"), "d:Find {\n  A = 1,\n}"},
	{"drop a line", "d:Find {\n  A = 1,\n  B = 2,\n}", drop("A"), "d:Find {\n  B = 2,\n}"},
	{"drop of a line with another field", "d:Find {\n  A = 1, B = 2,\n  C = 3 }", drop("B"), "d:Find {\n  A = 1, C = 3 }"},
	{"drop beside a comment", "d:Find {\n  A = 1, -- one\n  B = 2 }", drop("A"), "d:Find {\n  B = 2 }"},
	{"drop the only one", "d:Find { A = 1, }", drop("A"), "d:Find {}"},
	{"drop nothing", "d:Find { A = 1 }", drop("B"), ""},
	{"drop an argument", "d:Find(a, (b))", drop("").At(2), "d:Find(a)"},
	{"drop the only argument", "d:Find(a)", drop(""), "d:Find()"},
	{"drop an argument without parentheses", "d:Find {}", drop(""), ""},
	{"append", "d:Find { L = { 1, 2 } }", append7("L"), "d:Find { L = { 1, 2, 7 } }"},
	{"append to nothing", "d:Find { A = 1 }", append7("L"), "d:Find { A = 1, L = { 7 } }"},
	{"append to no table", "d:Find { L = 1 }", append7("L"), ""},
	{"key", "d:Find { A = 1 }", diag.Fix{Argument: 1, Path: "A", Action: diag.FixKey, Text: "B"}, "d:Find { B = 1 }"},
	{"key around the value", "d:Find { A = 1 + n, C = 2 }", diag.Fix{Argument: 1, Path: "A", Action: diag.FixKey, Text: "B = { D = %1 }"}, "d:Find { B = { D = 1 + n }, C = 2 }"},
	{"key without the value", "d:Find { C = 2, A = true }", diag.Fix{Argument: 1, Path: "A", Action: diag.FixKey, Text: "B = 'a'%0"}, "d:Find { C = 2, B = 'a' }"},
	{"an argument that is assigned", "d:Find(a, b.c)", call("%2 = %r:Find(%1)"), "b.c = d:Find(a)"},
	{"a number is not assigned", "d:Find(a, 1)", call("%2 = %r:Find(%1)"), ""},
	{"all arguments", "d:Find(a, (b), {})", call("%r:All(%a)"), "d:All(a, (b), {})"},
	{"all of no arguments", "d:Find()", call("%r:All(%a)"), ""},
	{"a list of the only argument", "d:Find(a)", call("%r:All %l"), "d:All { a }"},
	{"a list that is the only argument", "d:Find({ a, b })", call("%r:All %l"), "d:All { a, b }"},
	{"a list of several arguments", "d:Find(a, b)", call("%r:All %l"), ""},
	{"key in brackets", `d:Find { ["A"] = 1 }`, diag.Fix{Argument: 1, Path: "A", Action: diag.FixKey, Text: "B"}, ""},
	{"wrap", "d:Find(a + b)", diag.Fix{Argument: 1, Action: diag.FixWrap, Text: "f(%1)"}, "d:Find(f(a + b))"},
	{"wrap the call", "local x = a.Find(1)", diag.Around("f(%1)"), "local x = f(a.Find(1))"},
	{"a field of a table at the site", "local t = { A = d:Find { B = 1 } }", diag.Fix{Path: "B", Text: "2"}, ""},
	{"rewrite", "a.b:Find(1, f(2))", diag.Fix{Argument: 1, Action: diag.FixCall, Text: "%r:Lose(%2, 0, %1)"}, "a.b:Lose(f(2), 0, 1)"},
	{"rewrite of a function", "Find(1)", diag.Fix{Argument: 1, Action: diag.FixCall, Text: "Lose(%1)"}, "Lose(1)"},
	{"rewrite with a missing argument before others", "d:Find(1, 2)", diag.Fix{Argument: 1, Action: diag.FixCall, Text: "%r:Lose(%4, %1, %2)"}, ""},
	{"rewrite with a missing argument", "d:Find(1)", diag.Fix{Argument: 1, Action: diag.FixCall, Text: "%r:Lose(%2)"}, ""},
	{"callee", "a.b:Find(1)", diag.Fix{Argument: 1, Action: diag.FixCallee, Text: "Lose"}, "a.b:Lose(1)"},
	{"colon", "a.b.Find(1)", diag.Fix{Argument: 1, Action: diag.FixColon}, "a.b:Find(1)"},
	{"colon of a function", "Find(1)", diag.Fix{Argument: 1, Action: diag.FixColon}, ""},
}

// TestFix: what each action makes of a call of Find, and where it leaves the script alone.
func TestFix(t *testing.T) {
	for _, tt := range slices.Concat(fieldFixes, callFixes, alignFixes) {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, edited(t, tt.script, tt.fix))
		})
	}
}

func TestFixWithoutCall(t *testing.T) {
	_, ok := NewSet().Fix(5, diag.Put("Find", "A", 1))
	require.False(t, ok)
}

// siteOfNode is the site of the first node of a kind whose text begins so.
func siteOfNode[N ast.PositionHolder](t *testing.T, s *Set, text string) gpu.Site {
	for site := FirstSite; site < s.next; site++ {
		node, _ := s.Node(site)
		at, _ := s.Extent(site)
		line, _ := s.Line(at.File, at.Line)
		if _, ok := node.(N); ok && strings.HasPrefix(line[max(at.Col, 1)-1:max(at.EndCol, 1)-1], text) {
			return site
		}
	}
	require.Fail(t, "no such node")
	return 0
}

// TestFixOfNumbers: edits that make another number of a number, or add to what is computed.
func TestFixOfNumbers(t *testing.T) {
	for _, tt := range shiftFixes {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, editedCall(t, tt.script, "Find", tt.fix)) })
	}
}

// TestFixOfProtected: edits of arguments that a pcall hands on.
func TestFixOfProtected(t *testing.T) {
	for _, tt := range protectedFixes {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.want, editedCall(t, tt.script, "pcall", tt.fix)) })
	}
}

// TestFixOfNodes: edits of what is no call.
func TestFixOfNodes(t *testing.T) {
	for _, tt := range []struct {
		name, script string
		site         func(*testing.T, *Set) gpu.Site
		fix          diag.Fix
		want         string // "": no edit
	}{
		{"declare", "x = 1", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.IdentExpr](t, s, "x") }, diag.Fix{Action: diag.FixDeclare}, "local "},
		{"declare, and use it in the block", "if a then x = 1 f(x) end", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.IdentExpr](t, s, "x") }, diag.Fix{Action: diag.FixDeclare}, "local "},
		{"declare, and use it behind the block", "if a then x = 1 end f(x)", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.IdentExpr](t, s, "x") }, diag.Fix{Action: diag.FixDeclare}, ""},
		{"declare, of itself", "x = x * 7", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.IdentExpr](t, s, "x") }, diag.Fix{Action: diag.FixDeclare}, ""},
		{"declare, in one of two functions", "function a() x = 1 return x end function b() x = 2 return x end", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.IdentExpr](t, s, "x") }, diag.Fix{Action: diag.FixDeclare}, "local "},
		{"declare one of two", "x, y = 1, 2", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.IdentExpr](t, s, "x") }, diag.Fix{Action: diag.FixDeclare}, ""},
		{"first value", "local x", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.LocalAssignStmt](t, s, "local") },
			diag.Fix{Action: diag.FixLocal, Text: "0"}, " = 0"},
		{"first value of two", "local x, y", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.LocalAssignStmt](t, s, "local") },
			diag.Fix{Action: diag.FixLocal, Text: "0"}, ""},
		{"another value", "local x = 1", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.LocalAssignStmt](t, s, "local") },
			diag.Fix{Action: diag.FixLocal, Text: "0"}, ""},
		{"setter", "a.b.Name = f(1)", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.AttrGetExpr](t, s, "a.b.Name") },
			diag.Fix{Action: diag.FixSetter, Text: "SetName"}, "a.b:SetName(f(1))"},
		{"setter of an index", "a[1] = 2", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.AttrGetExpr](t, s, "a[1]") },
			diag.Fix{Action: diag.FixSetter, Text: "SetName"}, ""},
		{"rename", "local f = function(id) return id.x + idx.id + id end", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.FunctionExpr](t, s, "function") },
			diag.Fix{Action: diag.FixRename, Path: "id", Text: "ID"}, "ID) return ID.x + idx.id + ID"},
		{"rename nothing", "local f = function(id) end", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.FunctionExpr](t, s, "function") },
			diag.Fix{Action: diag.FixRename, Path: "i", Text: "ID"}, ""},
		{"field of a table", "local t = { A = 1 }", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.TableExpr](t, s, "{") }, diag.Fix{Path: "A", Text: "2"}, "2"},
		{"operation", "local x = a + b", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.ArithmeticOpExpr](t, s, "a") }, diag.Around("%p.x"), "(a + b).x"},
		{"statement", "function f() end", func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.FuncDefStmt](t, s, "function") }, diag.Around("local %1"), "local function f() end"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			change, ok := s.Fix(tt.site(t, s), tt.fix)
			require.Equal(t, tt.want != "", ok)
			if ok {
				require.Equal(t, tt.want, change.Text)
			}
		})
	}
}
