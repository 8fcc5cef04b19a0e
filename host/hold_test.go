package host

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Coroutines that resume each other, functions that catch errors of each other and tail calls without end: the stack is bounded, and what
// is said of it does not take longer than the run.
func TestDeepStacks(t *testing.T) {
	notInShort(t)
	tests := []struct{ text, want string }{
		{"local function f(k) if k > 0 then coroutine.wrap(f)(k - 1) end end print(pcall(f, 20000))", "false\ts.lua:1: stack overflow: more than 16,000 calls are open\n"},
		{"local function f(k) if k > 0 then coroutine.wrap(f)(k - 1) end end print(pcall(f, 1000))", "true\n"},
		{"local n = 0 local function f() n = n + 1 return pcall(f) end local a, b = f(), 1 print(a, b, n > 5000)", "true\t1\ttrue\n"},
		{"local function g(n) local ok, e = pcall(g, n + 1) return ok, n end print(g(1)) print(g(1))", "true\t1\ntrue\t1\n"},
		{"local function g(n) local ok, e = xpcall(function() return 1 + g(n + 1) end, tostring) return n end print(g(1))", "1\n"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, output(t, tt.text), tt.text)
	}
	for _, text := range []string{
		"local m = {} m.__call = function(self) return self() end setmetatable({}, m)()",
		"local function f() return f() end f()",
	} {
		d, _ := failure1(t, Options{Limits: Limits{LuaSteps: 2_000_000}}, text)
		require.Equal(t, diag.StepLimit, d.Code, text)
	}
}

// A coroutine is suspended where only functions of the script are open, and resumed by one at a time.
func TestYieldAnywhere(t *testing.T) {
	refused := []string{
		"(('abc'):gsub('.', function(c) coroutine.yield(c) end))",
		"table.sort({ 3, 2, 1 }, function(a, b) coroutine.yield(1) return a < b end)",
		"tostring(setmetatable({}, { __tostring = function() coroutine.yield(1) return 'x' end }))",
		"setmetatable({}, { __index = function() return coroutine.yield(7) end }).x",
		"setmetatable({}, { __index = coroutine.yield }).x",
	}
	for _, text := range refused {
		out := output(t, "local co = coroutine.create(function() local x = "+text+" end) print(coroutine.resume(co)) print(coroutine.status(co))")
		require.Contains(t, out, "false\ts.lua:1: attempt to yield in a function that a metamethod", text)
		require.Contains(t, out, "\ndead\n", text)
	}
	tests := []struct{ text, want string }{
		{"local co = coroutine.wrap(function() return coroutine.yield(5) end) print(co(), co(6))", "5\t6\n"},
		{"local co = coroutine.wrap(function() return pcall(function() return coroutine.yield(5) end) end) print(co()) print(co(6, 7))", "5\ntrue\t6\t7\n"},
		{"local co = coroutine.wrap(function() local t = setmetatable({}, { __call = function(_, v) return coroutine.yield(v) end }) return t(1) end) print(co(), co(2))", "1\t2\n"},
		{"print(pcall(coroutine.yield, 1))", "false\ts.lua:1: attempt to yield outside of a coroutine\n"},
		{"local co co = coroutine.create(function() return coroutine.resume(co) end) print(select('#', coroutine.resume(co)), coroutine.status(co))", "3\tdead\n"},
		{`local a, b a = coroutine.create(function() return coroutine.resume(b) end)
b = coroutine.create(function() print(coroutine.status(a), coroutine.status(b)) return coroutine.resume(a) end) print(coroutine.resume(a))`,
			"normal\trunning\ntrue\ttrue\tfalse\tcannot resume a coroutine that is running or waits for one that it resumed\n"},
		{"local co = coroutine.create(print) coroutine.resume(co) print(coroutine.resume(co))", "\nfalse\tcannot resume dead coroutine\n"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, output(t, tt.text), tt.text)
	}
	out, d := runExposed(t, `local gpu = require "gpu"
local thread gpu.Thread("a", function() thread = coroutine.running() gpu.Work(100) end)
local b = gpu.Thread("b", function() gpu.Work(5) print(coroutine.resume(thread)) gpu.Work(1000) print(coroutine.resume(thread)) end) b:Join()`)
	require.Nil(t, d)
	require.Equal(t, "false\tcannot resume a coroutine that is running or waits for one that it resumed\nfalse\tcannot resume dead coroutine\n", out)
}

// A handler of xpcall that fails says where, and an error that cannot show itself says so.
func TestErrorsOfErrors(t *testing.T) {
	require.Equal(t, "false\ts.lua:2: attempt to index local 'x' (a nil value)\n", output(t, "print(xpcall(function() error('a') end, function()\nlocal x x.y = 1 end))"))
	d, _ := failure1(t, Options{}, "error(setmetatable({}, { __tostring = function() error('b') end }))")
	require.Equal(t, "the script raised a table as an error whose __tostring fails", d.Title)
	d, h := failure1(t, Options{Limits: Limits{LuaSteps: 10_000}}, "error(setmetatable({}, { __tostring = function() while true do end end }))")
	require.Equal(t, diag.StepLimit, d.Code)
	require.Equal(t, ExitLimit, h.Result().ExitCode)
	_, h, err := run(t, Options{}, "error(setmetatable({}, { __tostring = function() os.exit(5) end }))")
	require.NoError(t, err)
	require.Equal(t, 5, h.Result().ExitCode)
}

// What one call of a library can take long for ends with the run.
func TestLibrariesEndWithTheRun(t *testing.T) {
	notInShort(t)
	for _, text := range []string{
		"local set, text = '[' .. ('ab'):rep(2e6) .. ']', ('x'):rep(1e6) text:find(set)",
		"(('x'):rep(2e5) .. 'y'):find('(.*)%1%1%1%1z')",
		"local t = {} for i = 1, 2e5 do t[i] = i * 7919 % 100003 end table.sort(t)",
	} {
		d, _ := failure1(t, Options{Limits: Limits{LuaSteps: 2_100_000}}, text)
		require.Equal(t, diag.StepLimit, d.Code, text)
	}
	require.Equal(t, "1 2 3\n3 2 1\n", output(t, "local t = { 3, 1, 2 } table.sort(t) print(table.concat(t, ' ')) table.sort(t, function(a, b) return a > b end) print(table.concat(t, ' '))"))
}

// Numbers that no whole number holds mean the same on every processor.
func TestNumbersBeyondWholeOnes(t *testing.T) {
	tests := []struct{ text, want string }{
		{"table.concat({}, '', 1, math.huge)", "invalid value (nil) at index 1"},
		{"table.insert({}, 1 / 0, 1)", "position out of range"},
		{"os.date('%c', 1e300)", "time is out of range"},
		{"os.time { year = 1e300, month = 1, day = 1 }", "field 'year' is out of range"},
		{"os.date(('%c'):rep(5e6), 0)", "os.date would make a string of more than"},
	}
	for _, tt := range tests {
		d, _ := failure1(t, Options{}, tt.text)
		require.Contains(t, d.Title, tt.want, tt.text)
	}
	require.Equal(t, "inf\t1\n", output(t, "local t = {} table.insert(t, math.huge) print(t[1], #t)"))
	require.Equal(t, "2038-01-19\n", output(t, "print(os.date('%Y-%m-%d', 2^31 - 1))"))
}

type holder struct{ F func() }

func (o *holder) Each(f func(int)) {
	for i := range 3 {
		f(i)
	}
}
func (o *holder) Fill(p struct {
	Done func(int) int
	N    int
}) int {
	return p.Done(p.N)
}
func (o *holder) Run()                 { o.F() }
func (o *holder) Self() *holder        { return &holder{} }
func (o *holder) Maker() func(func())  { return func(f func()) { f() } }
func (o *holder) Any(v any)            { v.(func(...any) []any)(1) }
func (o *holder) List() []func(func()) { return []func(func()){func(f func()) { f() }} }

// A function of the script that the program calls is within the limits, however the program got it.
func TestCallbacksAreWithinTheLimits(t *testing.T) {
	const forever = "function() while true do end end"
	runWith := func(text string) (string, *diag.Diagnostic) {
		var out strings.Builder
		h := New(Options{Stdout: &out, Limits: Limits{LuaSteps: 300_000, WallTime: 20 * time.Second}})
		defer h.Close()
		h.Expose("each", func(f func()) { f() })
		h.Expose("o", &holder{})
		_ = h.RunString(context.Background(), "a.lua", text)
		if all := h.Result().Diagnostics; len(all) > 0 {
			return out.String(), all[0]
		}
		return out.String(), nil
	}
	for _, text := range []string{"each(%)", "o:Each(%)", "o:Fill { Done = %, N = 1 }", "o.F = % o:Run()", "o:Self():Maker()(%)", "o:Any(%)",
		"o:List()[1](%)", "for _, f in o:List()() do f(%) end", "pcall(each, %)", "coroutine.wrap(function() each(%) end)()"} {
		_, d := runWith(strings.ReplaceAll(text, "%", forever))
		require.NotNil(t, d, text)
		require.Equal(t, diag.StepLimit, d.Code, text)
	}
	out, d := runWith("o:Each(print) print(o:Fill { Done = function(n) return 2 * n end, N = 21 }) print(pcall(o.Each, o, function() error 'a' end))")
	require.Nil(t, d)
	require.Equal(t, "0\n1\n2\n42\nfalse\ta.lua:1: a\n", out)
	_, d = runWith("local function f() each(f) end f()")
	require.Equal(t, "stack overflow: the program calls functions of the script from within each other, more than 200 deep", d.Title)
	_, d = runWith("each(function()\n local x x.y = 1 end)")
	require.Equal(t, "attempt to index local 'x' (a nil value)", d.Title)
	require.Equal(t, "2:10", at(d))
	_, d = runWith("each(function() coroutine.yield() end)")
	require.Contains(t, d.Title, "attempt to yield in a function")
}

// Calls of Go functions that take long, and texts of errors that are long.
func TestLongCallsAndMessages(t *testing.T) {
	d, _ := failure1(t, Options{Limits: Limits{WallTime: 10 * time.Millisecond}}, "local s = ('x'):rep(1e7) for i = 1, 1000 do s:reverse() end")
	require.Equal(t, diag.TimeLimit, d.Code)
	for _, text := range []string{"error(('x'):rep(2e7))", "error { message = ('x'):rep(2e7) }", "error(setmetatable({}, { __tostring = function() return ('x'):rep(2e7) end }))"} {
		d, _ = failure1(t, Options{}, text)
		require.Equal(t, strings.Repeat("x", 1<<14)+"… (20,000,000 bytes)", d.Title)
	}
	require.Equal(t, "20000005\n", output(t, "local ok, e = pcall(error, ('x'):rep(2e7), 0) print(#e + 5)"))
	d, _ = failure1(t, Options{}, "local x x[('k'):rep(1e7)] = 1")
	require.Less(t, len(d.Title), 1<<15)
}

// Files that a script does not close are closed with the host, and there are not more of them than the program can spare.
func TestOpenFiles(t *testing.T) {
	dir := t.TempDir()
	h := New(Options{Out: dir})
	require.NoError(t, h.RunString(context.Background(), "f.lua", `files = {}
for i = 1, 256 do files[i] = assert(io.open("f" .. i, "w")) end
local f, why = io.open("more", "w")
assert(f == nil and why == "more: more than 256 files are open for writing", why)
files[7]:close() assert(io.open("more", "w")):write("text")
files = nil
for i = 1, 600 do assert(io.open("g", "w")) end`))
	require.NoError(t, h.Close())
	data, err := os.ReadFile(filepath.Join(dir, "more"))
	require.NoError(t, err)
	require.Equal(t, "text", string(data))
}

// file:read("*n") reads what C does: the longest number, and leaves the rest.
func TestReadNumbers(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "n"), []byte(" 1.5-2 0x1F,.5e1x"), 0o644))
	out, _, err := run(t, Options{Dir: dir}, `local f = io.open "n"
print(f:read("*n", "*n", "*n")) print(f:read(1), f:read("*n"), f:read("*n"), f:read(1 / 0)) print(f:seek("set", 1 / 0), f:seek("cur", -1 / 0))`)
	require.NoError(t, err)
	require.Equal(t, "1.5\t-2\t31\n,\t5\tnil\tx\n17\t0\n", out)
}
