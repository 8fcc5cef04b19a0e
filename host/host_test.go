package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// run runs a text with options and returns what it printed and its error.
func run(t *testing.T, o Options, text string) (string, *Host, error) {
	t.Helper()
	var out bytes.Buffer
	o.Stdout = &out
	h := New(o)
	t.Cleanup(func() { require.NoError(t, h.Close()) })
	err := h.RunString(context.Background(), "s.lua", text)
	return out.String(), h, err
}

// output runs a text that must succeed.
func output(t *testing.T, text string) string {
	t.Helper()
	out, h, err := run(t, Options{}, text)
	if err != nil {
		require.NoError(t, err, "%s", out)
	}
	require.Equal(t, ExitOK, h.Result().ExitCode)
	return out
}

// failure1 runs a text that must fail with one diagnostic.
func failure1(t *testing.T, o Options, text string) (*diag.Diagnostic, *Host) {
	t.Helper()
	_, h, err := run(t, o, text)
	var de *diag.Error
	require.True(t, errors.As(err, &de), "no error from %q", text)
	require.Len(t, de.Diagnostics, 1)
	return de.Diagnostics[0], h
}

func at(d *diag.Diagnostic) string {
	sp := d.Primary().Span
	return fmt.Sprintf("%d:%d", sp.Line, sp.Col)
}

// TestOtherThings: a value that is missing is not what has a word less, or another number.
func TestOtherThings(t *testing.T) {
	for _, text := range []string{"local compute = {} print(computeList.x)", "local list1 = {} print(list2.x)", "local fence = 1 print(fenceValue + 1)", "local compute = {} math.floor(computeList)"} {
		_, _, err := run(t, Options{}, text)
		var de *diag.Error
		require.ErrorAs(t, err, &de, text)
		require.Empty(t, de.Diagnostics[0].Help, text)
	}
}

func TestRuntimeErrors(t *testing.T) {
	tests := []struct {
		text  string
		code  diag.Code
		at    string
		title string
		help  string
	}{
		{"local device = {}\nprint(devcie.x)", diag.IndexOfNil, "2:7", "attempt to index global 'devcie' (a nil value)", "did you mean 'device'?"},
		{"local d\nd.x = 1", diag.IndexOfNil, "2:1", "attempt to index local 'd' (a nil value)", ""},
		{"local t = { window = { width = 1 } }\nprint(t.windwo.width)", diag.IndexOfNil, "2:9", "attempt to index field 'windwo' (a nil value)", "did you mean 'window'?"},
		{"local t = { compute = {} }\nprint(t.computeList.x)", diag.IndexOfNil, "2:9", "attempt to index field 'computeList' (a nil value)", "Give t.computeList a value before it is used."},
		{"local gpu = require 'gpu'\nlocal w = gpu.AsUint(0.1)", diag.NotInteger, "2:22", "gpu.AsUint: value must be a whole number, got 0.1", "for one that it reads as a float, write the number alone"},
		{"local q = setmetatable({ lists = {} }, {})\nlocal function begin(q) q.list = {} end\nq.list.n = 1", diag.IndexOfNil, "3:3", "attempt to index field 'list' (a nil value)", ""},
		{"local u\nlocal function f() return u.x end\nf()", diag.IndexOfNil, "2:27", "attempt to index upvalue 'u' (a nil value)", ""},
		{"local function f() end\nprint(f().x)", diag.IndexOfNil, "2:7", "attempt to index result of 'f' (a nil value)", ""},
		{"local q\nq:Signal(1)", diag.IndexOfNil, "2:1", "attempt to index local 'q' (a nil value)", ""},
		{"local a = {}\nfunction a.b:c() end", diag.IndexOfNil, "2:12", "attempt to index field 'b' (a nil value)", ""},
		{"local n = 5\nn.x = 1", diag.IndexOfNil, "2:1", "attempt to index local 'n' (a number value)", ""},
		{"print(concat[1])", diag.IndexOfNil, "1:7", "attempt to index global 'concat' (a nil value)", ""},
		{"print(concat(1))", diag.CallOfNonFunction, "1:7", "attempt to call global 'concat' (a nil value)", "It is in module table: table.concat."},
		{"prnt(1)", diag.CallOfNonFunction, "1:1", "attempt to call global 'prnt' (a nil value)", "did you mean 'print'?"},
		{"local n = 5\nprint(n(2))", diag.CallOfNonFunction, "2:7", "attempt to call local 'n' (a number value)", ""},
		{"local t = { Draw = print }\nt:Drw(2)", diag.CallOfNonFunction, "2:3", "attempt to call method 'Drw' (a nil value)", "did you mean 'Draw'?"},
		{"math.flor(2)", diag.CallOfNonFunction, "1:6", "attempt to call field 'flor' (a nil value)", "did you mean 'floor'?"},
		{"local function f() end\nf(1)(2, 3)", diag.CallOfNonFunction, "2:1", "attempt to call result of 'f' (a nil value)", ""},
		{"local function f() return 3 end\nlocal function g()\n  return f()(2)\nend\ng()", diag.CallOfNonFunction, "3:10", "attempt to call result of 'f' (a number value)", "written with '*'"},
		{"local t, i = { 'a' }, 1\npcall(t[i])\nt[i]()", diag.CallOfNonFunction, "3:2", "attempt to call element 't[i]' (a string value)", ""},
		{"for k in {} do end", diag.CallOfNonFunction, "1:10", "the 'for' loop has nothing to call: its expression is not an iterator", "pairs"},
		{"local a\nprint(1 + 2 * a)", diag.WrongOperand, "2:15", "attempt to perform arithmetic on local 'a' (a nil value)", ""},
		{"local a = 'x'\nprint(a + 1)", diag.WrongOperand, "2:7", "attempt to perform arithmetic on local 'a' (a string value)", "'..' joins strings"},
		{"local a = 'COPY_SOURCE' + 'COPY_DEST'", diag.WrongOperand, "1:11", "attempt to perform arithmetic on a string value", "flags are joined by '|'"},
		{"local a = 'x'\nprint(a - 1)", diag.WrongOperand, "2:7", "attempt to perform arithmetic on local 'a' (a string value)", "not a number"},
		{"local a = 2\nprint(a(1 + 1))", diag.CallOfNonFunction, "2:7", "attempt to call local 'a' (a number value)", "written with '*'"},
		{"print(1 + {})", diag.WrongOperand, "1:11", "attempt to perform arithmetic on a table value", ""},
		{"print(-{})", diag.WrongOperand, "1:8", "attempt to perform arithmetic on a table value", ""},
		{"local x\nprint('a' .. 1 .. x .. 'b')", diag.WrongOperand, "2:19", "attempt to concatenate local 'x' (a nil value)", ""},
		{"local x\nprint('a' .. x)", diag.WrongOperand, "2:14", "attempt to concatenate local 'x' (a nil value)", ""},
		{"local x\nprint(1 < x)", diag.WrongOperand, "2:11", "attempt to compare number with nil", ""},
		{"local x\nprint(x > 1)", diag.WrongOperand, "2:7", "attempt to compare nil with number", ""},
		{"print({} < {})", diag.WrongOperand, "1:7", "attempt to compare two table values", "order"},
		{"print(#5)", diag.WrongOperand, "1:8", "attempt to get length of a number value", ""},
		{"for i = 1, 'x' do end", diag.RuntimeError, "1:12", "the last value of 'for' is not a number", ""},
		{"local t = {}\nt[nil] = 1", diag.RuntimeError, "2:2", "table index is nil", ""},
		{"local s = 'a'\nprint(s:rep({}))", diag.RuntimeError, "2:13", "bad argument #1 to 'rep' (number expected, got table)", ""},
		{"print(1)\nerror('broken')", diag.ScriptError, "2:1", "broken", ""},
		{"local function check() error('broken', 2) end\ncheck()", diag.ScriptError, "2:1", "broken", ""},
		{"assert(1 > 2, 'nothing to draw')", diag.ScriptError, "1:1", "nothing to draw", ""},
		{"assert(nil)", diag.ScriptError, "1:1", "assertion failed!", ""},
		{"error({ message = 'm' })", diag.ScriptError, "1:1", "m", ""},
		{"error(setmetatable({}, {}))", diag.ScriptError, "1:1", "the script raised a table without message", ""},
		{"error()", diag.ScriptError, "1:1", "the script raised nil as an error", ""},
		{"error(12)", diag.ScriptError, "1:1", "12", ""},
		{"local function f() return 1 + f() end\nf()", diag.StackOverflow, "1:31", "stack overflow: more than 16,000 calls are open", "case"},
		{"local t = {} for i = 1, 2e6 do t[i] = i end\nprint(unpack(t))", diag.StackOverflow, "2:7", "stack overflow: too many local values are alive at once", ""},
		{"coroutine.wrap(function()\n  local x\n  x.y = 1\nend)()", diag.IndexOfNil, "3:3", "attempt to index local 'x' (a nil value)", ""},
		{"local ok, e = pcall(error, 'x')\nlocal ok, e = pcall(function()\n  error('first')\nend)\nerror(e, 0)", diag.ScriptError, "3:3", "first", ""},
		{"table.sort({ 3, 1, 2 }, function(a, b)\n  return a.x < b.x\nend)", diag.IndexOfNil, "2:10", "attempt to index local 'a' (a number value)", ""},
		{"local t = setmetatable({}, { __index = function(t, k)\n  return nope()\nend })\nprint(t.x)", diag.CallOfNonFunction, "2:10", "attempt to call global 'nope' (a nil value)", ""},
	}
	for _, tt := range tests {
		requireFailure(t, tt.text, tt.code, tt.at, tt.title, tt.help)
	}
}

// requireFailure runs a text that ends in one error.
func requireFailure(t *testing.T, text string, code diag.Code, where, title, help string) {
	d, h := failure1(t, Options{}, text)
	require.Equal(t, title, d.Title, text)
	require.Equal(t, code.String(), d.Code.String(), text)
	require.Equal(t, where, at(d), text)
	said := ""
	for _, x := range d.Help {
		said += x.Text
	}
	require.Contains(t, said, help, text)
	require.Equal(t, ExitScript, h.Result().ExitCode)
	require.Len(t, h.Result().Diagnostics, 1)
}

// TestErrorsOfNil: what is nil is looked for where it should have been set.
func TestErrorsOfNil(t *testing.T) {
	requireFailure(t, "local only = { x = 1 }\nsetfenv(1, only)\nprint(x)", diag.CallOfNonFunction, "3:1", "attempt to call global 'print' (a nil value)", "")
	const reason = "loadstring returns nil where it fails, and then the reason: assert(loadstring(...)) ends the script with the reason."
	requireFailure(t, "local f = loadstring('x =')\nf()", diag.CallOfNonFunction, "2:1", "attempt to call local 'f' (a nil value)", reason)
	requireFailure(t, "local f = loadstring('x =')\nf:read()", diag.IndexOfNil, "2:1", "attempt to index local 'f' (a nil value)", reason)
	requireFailure(t, "loadstring('x =')()", diag.CallOfNonFunction, "1:1", "attempt to call result of 'loadstring' (a nil value)", reason)
	for _, tt := range []struct{ text, at, what, help string }{
		{"local c = { size = 1 }\nprint(c.colour.r)", "2:9", "field 'colour'", "Give c.colour a value before it is used. Its table has size."},
		{"local c = {}\nprint(c.colour.r)", "2:9", "field 'colour'", "Give c.colour a value before it is used. Its table has no fields."},
		{"local c = {}\nc.items[1] = 4", "2:3", "field 'items'", "Make the table first: c.items = c.items or {}."},
		{"local c, i = { {} }, 2\nc[i].x = 4", "2:2", "element 'c[i]'", "Make the table first: c[i] = c[i] or {}."},
		{"local c = {}\nc[#c].x = 4", "2:2", "element 'c[#c]'", "The list is empty, so it has no last element."},
		{"local c = {}\nprint(c[#c].x)", "2:8", "element 'c[#c]'", "The list is empty, so it has no last element."},
		{"local c, i = { {}, {} }, 0\nprint(c[i].x)", "2:8", "element 'c[i]'", "Look at the key: the list has the elements 1 to 2, and i is 0 here."},
	} {
		requireFailure(t, tt.text, diag.IndexOfNil, tt.at, "attempt to index "+tt.what+" (a nil value)", tt.help)
	}
}

func TestPCallGivesTrueLines(t *testing.T) {
	require.Equal(t, strings.Join([]string{
		"false\ts.lua:3: attempt to index local 'x' (a nil value)",
		"false\ts.lua:6: boom",
		"false\tboom",
		"false\ttable",
		"false\ts.lua:9: attempt to perform arithmetic on a tab",
		"true\t1\t2",
		"false\tattempt to call a nil value",
		"handled s.lua:13: deep",
		"false\ts.lua:15: in co",
		"false\ts.lua:16: in wrap", ""}, "\n"),
		output(t, `
print(pcall(function() local x
  return x.y end))

print(pcall(function()
  error("boom") end))
print(pcall(function() error("boom", 0) end))
print((function(ok, e) return ok, type(e) end)(pcall(error, {})))
print((function(ok, e) return ok, e:sub(1, 47) end)(pcall(function() return {} + 1 end)))
print(pcall(function(...) return ... end, 1, 2))
print(pcall(nil))
print(select(2, xpcall(function()
  error("deep") end, function(m) return "handled " .. m end)))
print(coroutine.resume(coroutine.create(function()
  error("in co") end)))
print(pcall(coroutine.wrap(function() error("in wrap") end)))`))
}

func TestTracebackHasTrueLines(t *testing.T) {
	require.Equal(t, "m\nstack traceback:\n\ts.lua:1: in function 'f'\n\ts.lua:2: in main chunk\n",
		output(t, "local function f() print((debug.traceback('m'))) end\nf()"))
	require.Equal(t, "s.lua\t2\n", output(t, "\nlocal i = debug.getinfo(1) print(i.short_src, i.currentline)"))
	require.Contains(t, output(t, "print(select(2, xpcall(function()\n local x = nil + 1 end, debug.traceback)))"), "\n\ts.lua:2: in function <s.lua:1>")
}

func TestYieldAcrossPCall(t *testing.T) {
	require.Equal(t, "1\n2\ntrue\tdone\nfalse\ts.lua:6: late\n", output(t, `
local co = coroutine.wrap(function()
  local ok, v = pcall(function() coroutine.yield(1) return "done" end)
  coroutine.yield(2)
  print(ok, v)
  print(pcall(function() coroutine.yield() error("late") end))
end)
print(co()) print(co()) co() co()`))
}

func TestStackOfADiagnostic(t *testing.T) {
	d, _ := failure1(t, Options{}, "local function inner() error('x') end\nlocal function outer()\n  inner() end\nouter()")
	var lines []string
	for _, f := range d.Stack {
		lines = append(lines, fmt.Sprintf("%d %s", f.Span.Line, f.Function))
	}
	require.Equal(t, []string{`1 function "inner"`, `3 function "outer"`, "4 main chunk"}, lines)
}

// TestStackOfALateDiagnostic: a race that shows only when a later call lets the GPU go on is not blamed on that call.
func TestStackOfALateDiagnostic(t *testing.T) {
	const script = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue, fence = device:CreateCommandQueue { Type = "COPY", Name = "copy" }, device:CreateFence(0, "F")
local up = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
local to = device:CreateCommittedResource { Name = "to", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 }
local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = device:CreateCommandAllocator("COPY") }
list:CopyResource(to, up)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
local memory = up:Map()
%s
memory:Write(0, "uint", 7)
%s`
	in := func(f string) string { return "local function later() fence:WaitCPU(1) end " + f }
	d, _ := failure1(t, Options{}, fmt.Sprintf(script, in(""), "later()"))
	require.Equal(t, diag.MappedRace, d.Code)
	require.Equal(t, 13, d.Primary().Span.Line)
	require.Empty(t, d.Stack, "it is about the main chunk, which called nobody")
}

func TestThrowingAgain(t *testing.T) {
	for text, want := range map[string]string{
		"local ok, e = pcall(function()\n error('a') end)\nerror(e, 0)":             "2:2",
		"local ok, e = pcall(function()\n error({}) end)\nerror(e)":                 "2:2",
		"local ok, e = pcall(function()\n error('a', 0) end)\n\nerror('a', 0)":      "4:1",
		"loadstring('\\nlocal y = \"s.lua:5: b\" + 1')()":                           "2:11",
		"assert(pcall(function()\n local x = nil + 1 end))":                         "2:12",
		"local ok, e = pcall(function()\n error('a') end)\nerror('more: ' .. e, 0)": "3:1",
	} {
		d, _ := failure1(t, Options{}, text)
		require.Equal(t, want, at(d), text)
	}
}

func TestLongStacksAreShortened(t *testing.T) {
	for depth, want := range map[int]int{48: 50, 49: 51, 50: 51, 1000: 51} { // the main chunk and the innermost call add two
		d, _ := failure1(t, Options{}, fmt.Sprintf("local function f(n) if n == 0 then error('x') end return 1 + f(n - 1) end f(%d)", depth))
		require.Len(t, d.Stack, want, "%d", depth)
	}
	d, _ := failure1(t, Options{}, "local function f() return 1 + f() end f()")
	require.Len(t, d.Stack, 51)
	require.Regexp(t, `^1\d,\d{3} more calls$`, d.Stack[40].Function)
}

func TestSyntaxErrorEndsTheRun(t *testing.T) {
	d, h := failure1(t, Options{}, "if x then\n")
	require.Equal(t, diag.SyntaxError, d.Code)
	require.Equal(t, ExitScript, h.Result().ExitCode)
}

func TestMissingScriptIsAUsageError(t *testing.T) {
	h := New(Options{})
	defer h.Close()
	require.Error(t, h.RunFile(context.Background(), "no/such/file.lua"))
	require.Equal(t, ExitUsage, h.Result().ExitCode)
}

func TestAThreadThatNobodyJoinsStillReportsItsError(t *testing.T) {
	h := New(Options{})
	defer h.Close()
	err := h.RunString(context.Background(), "t.lua", `local gpu = require "gpu"
gpu.Thread("worker", function() local x; print(x.y) end)
gpu.Thread("other", function() error { code = 7 } end)`)
	require.Error(t, err)
	all := h.Result().Diagnostics
	require.Len(t, all, 2)
	codes := []diag.Code{all[0].Code, all[1].Code}
	require.ElementsMatch(t, []diag.Code{diag.IndexOfNil, diag.ScriptError}, codes)
	for _, d := range all {
		require.NotContains(t, d.Title, "0x")
		require.NotZero(t, d.Primary().Span.Line)
	}
}

// TestErrorsOfThreadsNameThem: where one function is run by several threads, its place alone does not say which of them has failed.
func TestErrorsOfThreadsNameThem(t *testing.T) {
	const text = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "d" }
local function job(k) return function()
  local lost
  if k == 1 then lost.x = 1 elseif k == 2 then error "no luck" elseif k == 3 then device:CreateFence(-1) end
end end
local first, second = %s
local t = { gpu.Thread("one", job(first)), gpu.Thread("two", job(second)) }
local _, e = pcall(t[1].Join, t[1])
gpu.Thread("three", function() t[2]:Join(); error(e, 0) end):Join()`
	for jobs, want := range map[string]string{"1, 0": "one", "0, 1": "two", "2, 0": "one", "0, 2": "two", "3, 0": "one", "0, 3": "two"} {
		d, _ := failure1(t, Options{}, fmt.Sprintf(text, jobs))
		via := d.Primary().Via
		require.Len(t, via, 1, jobs)
		require.Equal(t, diag.StartedAt, via[0].Verb)
		require.Equal(t, fmt.Sprintf("thread %q", want), via[0].Text, jobs)
		require.Equal(t, 8, via[0].Span.Line)
	}
	both := `local gpu = require "gpu"
local function job() local lost; lost.x = 1 end
local one, two = gpu.Thread("one", job), gpu.Thread("two", job)
gpu.Work(1000)
`
	for _, name := range []string{"one", "two"} { // their errors have the same text
		d, _ := failure1(t, Options{}, both+name+":Join()")
		require.Equal(t, fmt.Sprintf("thread %q", name), d.Primary().Via[0].Text)
	}
	_, h, err := run(t, Options{}, both)
	require.Error(t, err)
	names := []string{}
	for _, d := range h.Result().Diagnostics {
		names = append(names, d.Primary().Via[0].Text)
	}
	require.ElementsMatch(t, []string{`thread "one"`, `thread "two"`}, names)
	d, _ := failure1(t, Options{}, "local gpu = require 'gpu'\nlocal lost; gpu.Thread(function() end):Join(); lost.x = 1")
	require.Empty(t, d.Primary().Via, "the main thread was not started")
}

func TestAssignmentsEvaluateEverythingFirst(t *testing.T) {
	out, _, err := run(t, Options{}, `
local a, b, c = 1, 2, 3
a, b = b, a
print(a, b)
a, b, c = c, a
print(a, b, c)
local i, t = 1, { 10, 20 }
i, t[i] = i + 1, 99
print(i, t[1], t[2])
local function two() return 7, 8 end
a, b, c = two()
print(a, b, c)
a, b, c = 0, two()
print(a, b, c)
t.x, t.y = t[1], t.x
print(t.x, t.y)
local function up() a, b = b, a end
a, b = 1, 2
up()
print(a, b)
g, a = a, 5
print(g, a)`)
	require.NoError(t, err)
	require.Equal(t, "2\t1\n3\t2\tnil\n2\t99\t20\n7\t8\tnil\n0\t7\t8\n99\tnil\n2\t1\n2\t5\n", out)

	_, _, err = run(t, Options{}, "local t, x\nx, t.y = 1, 2")
	require.ErrorContains(t, err, "attempt to index local 't' (a nil value)")
}

// TestParametersAreAssignedLast: what is assigned to the last parameter is made of its old value.
func TestParametersAreAssignedLast(t *testing.T) {
	out, _, err := run(t, Options{}, `
local p = { name = "p" }
local function show(f, ...) print((f(...))) end
show(function(a, n) n = n .. a return n end, 1, "s")
show(function(a, n) n = a .. n return n end, 1, "s")
show(function(n) n = p.name .. " " .. n return n end, "s")
show(function(n) n = n .. n return n end, "s")
show(function(a, n) n = a ^ n return n end, 2, 3)
show(function(a, n) n = n ^ a return n end, 2, 3)
show(function(n) n = (tostring(n)) return type(n) end, 3)
show(function(a, n) n = (math.max(n, a)) return n end, 2, 3)
show(function(a, n) n = a and n .. a or a return n end, 1, "s")
show(function(a, n) n = a and (math.max(n, a)) return n end, 2, 3)
show(function(a, n) for i = 1, 3 do n = n .. i .. a end return n end, "-", "s")
show(function(n, ...) n = n .. select("#", ...) return n end, "s", 1, 2)
show(function(a, n) local function add() n = n .. a end add() return n end, 1, "s")
show(function(a, n) n, a = n .. a, n return n .. a end, 1, "s")
show(function(a, n) n = (nil) return n end, 1, 2)`)
	require.NoError(t, err)
	require.Equal(t, "s1\n1s\np s\nss\n8\n9\nstring\n3\ns1\n3\ns1-2-3-\ns2\ns1\ns1s\nnil\n", out)
}

// TestErrorsReadLocals: the value of a local is read for a help wherever blocks before it began and ended, and whatever stands in registers around
// it.
func TestErrorsReadLocals(t *testing.T) {
	for _, before := range []string{
		"",
		"for i = 1, 2 do local q = i end",
		"for _, v in ipairs { 1, 2 } do local q, r = v, v end local z = 1",
		"local a = 1 do local b = 2 local window = {} end",
		"local a if not a then local b = 1 elseif a then local c = 2 else local d = 3 end",
		"local n = 0 while n < 2 do local m = n n = n + 1 end",
		"local n = 0 repeat local m = n n = n + 1 until m > 0",
		"local function f(a, ...) return a end f(1)",
		"local a, b = 1, 2 a, b = b, a",
	} {
		for _, use := range []string{
			"local window = { width = {} } print(window.wdith.x)",
			"local function f(a, ...) local window = { width = a } print(window.wdith.x) end f({}, 2)",
			"local T = {} function T:f(a) local window = { width = a } print(window.wdith.x) end T:f({})",
			"for i = 3, 4 do local window = { width = {} } print(window.wdith.x) end",
			"for k, v in pairs { 5 } do local window = { width = {} } print(window.wdith.x) end",
			"local window = { width = {} } repeat local w = window until w.wdith.x",
			"local window = { width = {} } if window.wdith.x then local a = 1 end",
			"local window = { width = {} } for i = 1, window.wdith.x do local a = 1 end",
		} {
			d, _ := failure1(t, Options{}, before+"\n"+use)
			require.Len(t, d.Help, 1, "%s\n%s", before, use)
			require.Equal(t, "did you mean 'width'?", d.Help[0].Text, "%s\n%s", before, use)
		}
	}
}

// TestErrorsOfReceivers: what a method is called on is named where it does not have the method.
func TestErrorsOfReceivers(t *testing.T) {
	for text, note := range map[string]string{
		"local list = 'shadow pass'\nlist:DrawInstanced(3, 1)":             `'list' is the text "shadow pass".`,
		"local mesh = { vertices = 1, indices = 2 }\nmesh:DrawInstanced()": "'mesh' is a table. It has vertices, indices.",
		"local mesh = {}\nmesh:DrawInstanced(3, 1)":                        "'mesh' is a table. It has no fields.",
	} {
		d, _ := failure1(t, Options{}, text)
		require.Equal(t, diag.CallOfNonFunction, d.Code, text)
		require.Equal(t, []string{note}, d.Notes, text)
	}
	d, _ := failure1(t, Options{}, "local mesh = { Draw = print }\nmesh:Drwa()")
	require.Empty(t, d.Notes, "what was meant is known")
}

// TestRunWithoutContext: nil is no context that ends a run, and nothing is left of it.
func TestRunWithoutContext(t *testing.T) {
	h := New(Options{})
	defer h.Close()
	var none context.Context
	require.NoError(t, h.RunString(none, "n.lua", "function double(x) return 2 * x end"))
	results, err := h.Call(none, "double", 2)
	require.NoError(t, err)
	require.Equal(t, []any{4.0}, results)
}
