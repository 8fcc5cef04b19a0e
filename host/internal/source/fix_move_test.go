package source

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// afterEdits is a script after all edits of a suggestion, "" if it has none.
func afterEdits(script string, h diag.Help) string {
	lines := strings.Split(script, "\n")
	for _, e := range slices.Backward(h.Edits()) {
		from, to := e.Span.Line-1, max(e.Span.Line, e.Span.EndLine)
		switch e.Edit {
		case diag.EditDeleteLine:
			lines = slices.Delete(lines, from, to)
		case diag.EditInsertAfter:
			lines = slices.Insert(lines, to, e.Replace)
		case diag.EditInsertBefore:
			lines = slices.Insert(lines, from, lines[from][:e.Span.Col-1]+e.Replace)
		default:
			end := e.Span.EndCol
			if e.Span.EndLine == 0 {
				end = e.Span.Col
			}
			lines[from] = lines[from][:e.Span.Col-1] + e.Replace + lines[to-1][end-1:]
			lines = slices.Delete(lines, from+1, to)
		}
	}
	if h.Edit == diag.EditNone {
		return ""
	}
	return strings.Join(lines, "\n")
}

// place makes the edits of a fix at a site.
func place(s *Set, site gpu.Site, fix diag.Fix) diag.Help {
	d := diag.New(diag.WrongType, "x").HelpFix(site, fix, "help")
	d.Place(s.Fix)
	d.Join(s.Line)
	return d.Help[0]
}

// TestFixWithObject: an edit names an object where its name is certain.
func TestFixWithObject(t *testing.T) {
	only := diag.PutObject("Find", 1, "", diag.Only("CreateFence"))
	direct := diag.PutObject("Find", 1, "A", diag.Only("CreateAllocator").With("", "DIRECT"))
	target := diag.PutObject("Find", 1, "A", diag.Only("CreateBuffer|CreateTexture").With("Flags", "TARGET"))
	for _, tt := range []struct {
		name, script string
		fix          diag.Fix
		want         string
	}{
		{"only one", "local f = d:CreateFence(0)\nq:Find(q)", only, "local f = d:CreateFence(0)\nq:Find(f)"},
		{"one of a statement", "local a, f = 1, d:CreateFence(0)\nq:Find(q)", only, "local a, f = 1, d:CreateFence(0)\nq:Find(f)"},
		{"none", "local f = d:CreateQueue(0)\nq:Find(q)", only, ""},
		{"two", "local f, g = d:CreateFence(0), d:CreateFence(0)\nq:Find(q)", only, ""},
		{"later", "q:Find(q)\nlocal f = d:CreateFence(0)", only, ""},
		{"in a block that has ended", "do local f = d:CreateFence(0) end\nq:Find(q)", only, ""},
		{"set again", "local f = d:CreateFence(0)\nf = 1\nq:Find(q)", only, ""},
		{"made in a loop", "for i = 1, 2 do\nlocal f = d:CreateFence(0)\nend q:Find(q)", only, ""},
		{"a value that makes something", "local f = d:CreateFence(0)\nq:Find(g())", only, ""},
		{"of a type", "local a, b = d:CreateAllocator('COPY'), d:CreateAllocator('DIRECT')\nq:Find { A = a }", direct,
			"local a, b = d:CreateAllocator('COPY'), d:CreateAllocator('DIRECT')\nq:Find { A = b }"},
		{"of a type that is a local", "local T = 'DIRECT'\nlocal b = d:CreateAllocator(T)\nq:Find {}", direct, "local T = 'DIRECT'\nlocal b = d:CreateAllocator(T)\nq:Find { A = b }"},
		{"of another type", "local a = d:CreateAllocator('COPY')\nq:Find { A = a }", direct, ""},
		{"of a type that is computed", "local a = d:CreateAllocator(f())\nq:Find { A = a }", direct, ""},
		{"with a flag", "local t = d:CreateTexture { Flags = 'COPY|TARGET' }\nlocal u = d:CreateTexture {}\nq:Find {}", target,
			"local t = d:CreateTexture { Flags = 'COPY|TARGET' }\nlocal u = d:CreateTexture {}\nq:Find { A = t }"},
		{"receiver", "local e = g.CreateDevice()\na.b:Find(1)", diag.Fix{Argument: 1, Action: diag.FixReceiver, Text: "%o", Object: diag.Only("CreateDevice")},
			"local e = g.CreateDevice()\ne:Find(1)"},
		{"receiver that is an argument", "local e = g.CreateDevice()\na.b:Find(e, 1, 2)", diag.Fix{Argument: 1, Action: diag.FixReceiver, Text: "%o", Object: diag.Only("CreateDevice")},
			"local e = g.CreateDevice()\ne:Find(1, 2)"},
		{"call", "local gpu = require 'gpu'\nlocal t = os.Find()", diag.Fix{Method: "Find", Argument: 1, Action: diag.FixCall, Text: "%o.Now() / 2", Object: diag.Only("require").With("", "gpu")},
			"local gpu = require 'gpu'\nlocal t = gpu.Now() / 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, callOf(t, s, "Find"), tt.fix)))
		})
	}
}

// TestFixMade: an object that a call made has the name that the script gives it.
func TestFixMade(t *testing.T) {
	const script = "local f = d:CreateFence(0)\nd:CreateFence(1)\nq:Find(q)"
	s := NewSet()
	_, err := s.Load("t.lua", script)
	require.NoError(t, err)
	made := callOf(t, s, "CreateFence")
	require.Equal(t, "local f = d:CreateFence(0)\nd:CreateFence(1)\nq:Find(f)", afterEdits(script, place(s, callOf(t, s, "Find"), diag.PutObject("Find", 1, "", diag.The(made)))))
	require.Empty(t, afterEdits(script, place(s, callOf(t, s, "Find"), diag.PutObject("Find", 1, "", diag.The(FirstSite+500)))))
}

// TestFixStatements: edits of whole statements.
func TestFixStatements(t *testing.T) {
	within, returned := diag.Fix{Action: diag.FixWithin}, diag.Fix{Action: diag.FixReturned, Text: "%1:Close()"}
	behind := diag.Fix{Method: "Find", Argument: 1, Action: diag.FixBehind, Text: "Run", Object: diag.Only("CreateList")}
	remove := diag.Fix{Argument: 1, Action: diag.FixRemove}
	const list = "local l = d:CreateList()\n"
	for _, tt := range []struct {
		name, script string
		fix          diag.Fix
		want         string
	}{
		{"behind", list + "  b:Find(a)\nq:Run { l }\nc()", behind, list + "q:Run { l }\nb:Find(a)\nc()"},
		{"behind another call", list + "b:Find()\nl:Close()\nq:Run { l }", behind, list + "l:Close()\nq:Run { l }\nb:Find()"},
		{"behind the right one", list + "b:Find()\nq:Run { m }\nq:Run { m, l }", behind, list + "q:Run { m }\nq:Run { m, l }\nb:Find()"},
		{"in a function", list + "function f()\nb:Find()\nq:Run { l }\nend", behind, list + "function f()\nq:Run { l }\nb:Find()\nend"},
		{"in an else", list + "if x then\nelse\nb:Find()\nq:Run { l }\nend", behind, list + "if x then\nelse\nq:Run { l }\nb:Find()\nend"},
		{"nothing to go behind", list + "b:Find()\nq:Run { m }", behind, ""},
		{"in another block", list + "do\nb:Find()\nend\nq:Run { l }", behind, ""},
		{"used between", list + "b:Find()\nb:Record()\nq:Run { l }", behind, ""},
		{"a statement between", list + "b:Find()\nx = 1\nq:Run { l }", behind, ""},
		{"a local between", list + "b:Find(y)\nlocal x = y\nq:Run { l }", behind, list + "local x = y\nq:Run { l }\nb:Find(y)"},
		{"a local of its name between", list + "b:Find(x)\nlocal x = 1\nq:Run { l }", behind, ""},
		{"a local that it is used for between", list + "b:Find(y)\nlocal x = b:Get()\nq:Run { l }", behind, ""},
		{"on a line with another", list + "b:Find() c()\nq:Run { l }", behind, ""},
		{"behind a line with another", list + "b:Find()\nq:Run { l } c()", behind, ""},
		{"with its comment", list + "b:Find() -- too early\nq:Run { l }; -- goes first\nc()", behind, list + "q:Run { l }; -- goes first\nb:Find() -- too early\nc()"},
		{"with a comment that goes on below", list + "b:Find() --[[ and\n]] q:Run { l }", behind, ""},
		{"its value is used", list + "local x = b:Find()\nq:Run { l }", behind, ""},
		{"remove", "a()\nb:Find()\nc()", remove, "a()\nc()"},
		{"remove with its comment", "a()\nb:Find() -- c()\nc()", remove, "a()\nc()"},
		{"remove by name", "a()\nb:Find()\nc()", diag.Fix{Method: "Find", Action: diag.FixRemove}, "a()\nc()"},
		{"remove another call", "a()\nb:Find()\nc()", diag.Fix{Method: "Lose", Action: diag.FixRemove}, ""},
		{"remove a value", "local x = b:Find()\nc()", remove, ""},
		{"remove from a line", "a() b:Find()\nc()", remove, "a() \nc()"},
		{"remove from a line, before a bracket", "a() b:Find(); (c)()", remove, "a() ; (c)()"},
		{"within nothing", "local x = Find 'm'\nreturn 1", within, "return 1"},
		{"within nothing, on a line with more", "local x = Find 'm'; return 1", within, "return 1"},
		{"within functions", "local x = Find 'm'\nfunction f()\n  return x\nend\nlocal g = function(a, ...) return x.y end", within,
			"function f()\n  local x = Find 'm'\n  return x\nend\nlocal g = function(a, ...) local x = Find 'm'; return x.y end"},
		{"within a function in a function", "local x = Find 'm'\nfunction f()\n  g(function() return x end)\nend", within,
			"function f()\n  local x = Find 'm'\n  g(function() return x end)\nend"},
		{"used at once", "local x = Find 'm'\nfunction f() return x end\nreturn x", within, ""},
		{"one of two", "local x, y = Find 'm', 1\nreturn y", within, ""},
		{"no local", "Find 'm'", within, ""},
		{"set again", "local x = Find 'm'\nfunction f() x = 1 end", within, ""},
		{"before the return of it", "function f()\n  local x = Find 'm'\n  g(x)\n  return x, 1\nend", returned, "function f()\n  local x = Find 'm'\n  g(x)\n  x:Close()\n  return x, 1\nend"},
		{"before the return of something else", "function f()\nlocal x = Find 'm'\nlocal y = x\nreturn y\nend", returned, ""},
		{"before a return on a line with more", "function f() local x = Find 'm' return x end", returned, ""},
		{"before no return", "function f()\nlocal x = Find 'm'\ng(x)\nend", returned, ""},
		{"in no function", "local x = Find 'm'\nreturn x", returned, ""},
		{"set again before the return", "function f()\nlocal x = Find 'm'\nx = 1\nreturn x\nend", returned, ""},
		{"behind itself", "b:Find()\nb:Run()", diag.Fix{Method: "Find", Argument: 1, Action: diag.FixBehind, Object: diag.The(FirstSite)}, ""},
		{"the only entry", "b:Find { { A = 1, B = 2 } }", diag.Drop("Find", diag.Entry("A")), "b:Find { { B = 2 } }"},
		{"one of two entries", "b:Find { { A = 1 }, { A = 2 } }", diag.Drop("Find", diag.Entry("A")), ""},
		{"a product", "x = Find(3)", diag.Fix{Argument: 1, Action: diag.FixCall, Text: "%f * %p"}, "x = Find * 3"},
		{"a product of a sum", "x = a.Find(3 + y)", diag.Fix{Argument: 1, Action: diag.FixCall, Text: "%f * %p"}, "x = a.Find * (3 + y)"},
		{"a product of nothing", "x = Find()", diag.Fix{Argument: 1, Action: diag.FixCall, Text: "%f * %p"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, callOf(t, s, "Find"), tt.fix)))
		})
	}
}

// TestFixOfExpressions: guards of elements, other operators, and values in the place of locals.
func TestFixOfExpressions(t *testing.T) {
	guard := diag.Fix{Method: "RWBuffer", Action: diag.FixGuard, Text: "%1 < 8"}
	inline := diag.Fix{Action: diag.FixInline}
	element := func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.AttrGetExpr](t, s, "o[") }
	sum := func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.ArithmeticOpExpr](t, s, "a") }
	sine := func(t *testing.T, s *Set) gpu.Site { return siteOfNode[*ast.IdentExpr](t, s, "sin") }
	const buffer = "local o = gpu.RWBuffer('u0', 'float')\n"
	for _, tt := range []struct {
		name, script string
		site         func(*testing.T, *Set) gpu.Site
		fix          diag.Fix
		want         string
	}{
		{"guard", buffer + "o[i.x] = 1", element, guard, buffer + "if i.x < 8 then o[i.x] = 1 end"},
		{"guard of a sum", buffer + "o[i + 1] = 1", element, guard, buffer + "if (i + 1) < 8 then o[i + 1] = 1 end"},
		{"guard of a call", buffer + "o[f()] = 1", element, guard, ""},
		{"guard of two", buffer + "o[1], o[2] = 1, 2", element, guard, ""},
		{"guard of a value", buffer + "x = o[1]", element, guard, ""},
		{"guard of another thing", "local o = gpu.RWTexture('u0', 'float')\no[i] = 1", element, guard, ""},
		{"guard of what is set again", buffer + "o = p\no[i] = 1", element, guard, ""},
		{"operator", "x = a+b", sum, diag.Fix{Action: diag.FixOperator, Text: ".."}, "x = a .. b"},
		{"operator with spaces", "x = a  +  b", sum, diag.Fix{Action: diag.FixOperator, Text: ".."}, "x = a .. b"},
		{"inline", "local f = sin\nx = f(1) + f(2)", sine, inline, "x = sin(1) + sin(2)"},
		{"inline nothing", "local f = sin\nx = 1", sine, inline, "x = 1"},
		{"inline of one that is set again", "local f = sin\nf = cos\nx = f(1)", sine, inline, ""},
		{"inline of two", "local f, g = sin, cos\nx = f(1)", sine, inline, ""},
		{"inline where it means something else", "local f = sin\nlocal sin = 1\nx = f(1)", sine, inline, ""},
		{"inline of a use on another line", "x = sin(1)", sine, inline, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSet()
			_, err := s.Load("t.lua", tt.script)
			require.NoError(t, err)
			require.Equal(t, tt.want, afterEdits(tt.script, place(s, tt.site(t, s), tt.fix)))
		})
	}
}
