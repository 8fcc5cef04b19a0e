package host

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
)

func TestNothingDangerousIsThere(t *testing.T) {
	for code, texts := range map[diag.Code][]string{
		diag.NotInSandbox: {"os.execute('ls')", "os.getenv('HOME')", "io.popen('ls')", "os.remove('x')", "os.rename('a', 'b')",
			"os.tmpname()", "io.read()", "os.clock()", "os.time()", "os.date()"},
		diag.FileOutsideSandbox: {"io.open('x')", "io.open('x', 'w')", "dofile('/etc/passwd')", "io.lines('/etc/passwd')", "loadfile('x')"},
	} {
		for _, text := range texts {
			d, _ := failure1(t, Options{}, text)
			require.Equal(t, code, d.Code, text)
			require.NotEmpty(t, d.Why, text)
			require.Equal(t, "1:", at(d)[:2], text)
		}
	}
	require.Equal(t, "nil\tnil\tnil\tnil\tnil\n", output(t, "print(module, newproxy, _printregs, channel, package.loadlib)"))
}

func TestPrint(t *testing.T) {
	require.Equal(t, "1\t0.33333333333333\t1e+20\t-2.5\tinf\t-inf\tnan\n", output(t, "print(1, 1/3, 1e20, -2.5, 1/0, -1/0, 0/0)"))
	require.Equal(t, "4294967296\t1e-07\tnil\ttrue\tx\n", output(t, "print(2^32, 1e-7, nil, true, 'x')"))
	require.Equal(t, "table: 0x00000001\ttable: 0x00000002\ttable: 0x00000001\n",
		output(t, "local a, b = {}, {} print(a, b, tostring(a))"))
	require.Equal(t, "T nil 3\n", output(t, "print(string.format('%s %s %d', setmetatable({}, { __tostring = function() return 'T' end }), nil, 3))"))
	require.Equal(t, "a1b", output(t, "io.write('a', 1):write('b')"))
}

// TestPairsOrder: a table is walked in the order in which its keys came, numbers of the list part first, on every run.
func TestPairsOrder(t *testing.T) {
	text := `local t = { 10, 20, z = 1, a = 2, [3.5] = 3 }
for i = 1, 50 do t["k" .. (i * 7919 % 101)] = i end
t.z = nil t.q = 1 t.z = 5
local out = {} for k in pairs(t) do out[#out + 1] = tostring(k) end
print(table.concat(out, " "))
local names = {} for k in pairs(math) do names[#names + 1] = k end for k in pairs(_G) do names[#names + 1] = k end
print(table.concat(names, " "))`
	first := output(t, text)
	require.True(t, strings.HasPrefix(first, "1 2 z a 3.5 k"), first)
	require.Contains(t, first, "abs acos asin")
	for range 5 {
		require.Equal(t, first, output(t, text))
	}
}

func TestRandomIsTheSameEverywhere(t *testing.T) {
	// SplitMix64 from seed 0 gives e220a8397b1dcdaf, 6e789e6aa1b965f4 first (the generator's reference vectors).
	r := newRandom(0)
	require.Equal(t, uint64(0xe220a8397b1dcdaf), r.next())
	require.Equal(t, uint64(0x6e789e6aa1b965f4), r.next())
	text := "print(math.random(), math.random(10), math.random(-5, 5)) math.randomseed(7) print(math.random(100))"
	require.Equal(t, output(t, text), output(t, text))
	require.Equal(t, "true\n", output(t, `
local seen, ok = {}, true
for i = 1, 2000 do local n = math.random(3, 6) seen[n] = true ok = ok and n >= 3 and n <= 6 and n % 1 == 0 end
print(ok and seen[3] and seen[4] and seen[5] and seen[6])`))
	require.Equal(t, "true\n", output(t, "math.randomseed(5) local a = math.random() math.randomseed(5) print(a == math.random() and a < 1)"))
	d, _ := failure1(t, Options{}, "math.random(0)")
	require.Contains(t, d.Title, "interval is empty")
	require.Equal(t, "inf\n", output(t, "print(math.huge)"))
	require.True(t, math.IsInf(math.Inf(1), 1))
}

func TestDatesAreUTC(t *testing.T) {
	require.Equal(t, "0\t1970-01-02\t60\n", output(t,
		"print(os.time { year = 1970, month = 1, day = 1, hour = 0 }, os.date('%Y-%m-%d', 86400), os.date('*t', 59 * 86400).yday)"))
	require.Equal(t, "5\n", output(t, "print(os.difftime(7, 2))"))
}

func TestExit(t *testing.T) {
	_, h, err := run(t, Options{}, "pcall(os.exit, 7) print('not here')")
	require.NoError(t, err)
	require.Equal(t, 7, h.Result().ExitCode)
	_, h, err = run(t, Options{}, "coroutine.wrap(function() pcall(os.exit) end)() error('not here')")
	require.NoError(t, err)
	require.Equal(t, 0, h.Result().ExitCode)
}

func TestLimits(t *testing.T) {
	tests := []struct {
		limits Limits
		text   string
		code   diag.Code
		line   string
	}{
		{Limits{LuaSteps: 10_000}, "local x = 1\nwhile true do end", diag.StepLimit, "2:1"},
		{Limits{LuaSteps: 10_000}, "local x = 1\nwhile true do\n  pcall(function() while true do end end)\nend", diag.StepLimit, ""},
		{Limits{LuaSteps: 10_000}, "coroutine.wrap(function()\n while true do end end)()", diag.StepLimit, "2:2"},
		{Limits{LuaSteps: 10_000}, "while true do coroutine.resume(coroutine.create(function()\n while true do end end)) end", diag.StepLimit, "2:2"},
		{Limits{LuaSteps: 10_000}, "local function f() return f() end f()", diag.StepLimit, "1:27"},
		{Limits{LuaSteps: 100_000}, "xpcall(function() while true do end end, function() while true do end end)", diag.StepLimit, ""},
		{Limits{LuaSteps: Unlimited, WallTime: time.Millisecond}, "while true do end", diag.TimeLimit, ""}, // it may be over in front of the first instruction
		{Limits{OutputBytes: 10}, "print('12345')\npcall(print, '6789')\nprint('a')", diag.OutputLimit, ""},
	}
	for _, tt := range tests {
		d, h := failure1(t, Options{Limits: tt.limits}, tt.text)
		require.Equal(t, tt.code, d.Code, tt.text)
		require.Equal(t, ExitLimit, h.Result().ExitCode)
		if tt.line != "" {
			require.Equal(t, tt.line, at(d), tt.text)
		}
	}
}

// TestLoopsWithoutTurns: a loop that waits for another thread without a call that takes time is told what it lacks, and one that has such a call
// ends.
func TestLoopsWithoutTurns(t *testing.T) {
	script := "local gpu, ready = require 'gpu', false\ngpu.Thread(function() gpu.Work(5) ready = true end)\nwhile not ready do %s end"
	d, _ := failure1(t, Options{Limits: Limits{LuaSteps: 100_000}}, fmt.Sprintf(script, ""))
	require.Equal(t, diag.StepLimit, d.Code)
	require.Contains(t, strings.Join(d.Notes, " "), "Another thread waits for its turn.")
	d, _ = failure1(t, Options{Limits: Limits{LuaSteps: 100_000}}, "local gpu = require 'gpu'\ngpu.CreateDevice()\nwhile true do end")
	require.Equal(t, diag.StepLimit, d.Code)
	require.Empty(t, d.Notes)
	for _, call := range []string{"gpu.Work(1)", "gpu.Now()"} {
		h := New(Options{Limits: Limits{LuaSteps: 100_000}})
		require.NoError(t, h.RunString(context.Background(), "turns.lua", fmt.Sprintf(script, call)), call)
		require.NoError(t, h.Close())
	}
}

// TestTimeLimitInALoop: the time is over while the script is in a loop, however long it took to come there.
func TestTimeLimitInALoop(t *testing.T) {
	h := New(Options{Limits: Limits{LuaSteps: Unlimited, WallTime: 24 * time.Hour}})
	defer h.Close()
	ctx, end := context.WithCancelCause(context.Background())
	h.Expose("midnight", func() { end(errWallTime) })
	var de *diag.Error
	require.ErrorAs(t, h.RunString(ctx, "c.lua", "local x = 1\nmidnight()\nwhile true do end"), &de)
	require.Len(t, de.Diagnostics, 1)
	require.Equal(t, diag.TimeLimit, de.Diagnostics[0].Code)
	require.Equal(t, []string{"The limit of real time, Limits.WallTime, is 24h0m0s."}, de.Diagnostics[0].Why)
	require.Equal(t, "3:1", at(de.Diagnostics[0]))
	require.Equal(t, ExitLimit, h.Result().ExitCode)
}

func TestStepLimitIsExact(t *testing.T) {
	text := "for i = 1, 5000 do end"
	_, h, err := run(t, Options{}, text)
	require.NoError(t, err)
	steps := h.Result().Stats.LuaSteps
	require.Greater(t, steps, int64(5000))
	_, h, err = run(t, Options{Limits: Limits{LuaSteps: steps}}, text)
	require.NoError(t, err)
	require.Equal(t, steps, h.Result().Stats.LuaSteps)
	_, h, err = run(t, Options{Limits: Limits{LuaSteps: steps - 1}}, text)
	require.Error(t, err)
	require.Equal(t, steps-1, h.Result().Stats.LuaSteps)
}

func TestOutputLimitIsExact(t *testing.T) {
	out, _, err := run(t, Options{Limits: Limits{OutputBytes: 6}}, "print('12345')")
	require.NoError(t, err)
	require.Equal(t, "12345\n", out)
	out, _, err = run(t, Options{Limits: Limits{OutputBytes: 5}}, "print('12345')")
	require.Error(t, err)
	require.Empty(t, out)
}

func TestCancel(t *testing.T) {
	h := New(Options{Limits: Limits{LuaSteps: Unlimited, WallTime: Unlimited, Memory: Unlimited}})
	defer h.Close()
	ctx, cancel := context.WithCancel(context.Background())
	h.Expose("cancel", func() { cancel() })
	err := h.RunString(ctx, "c.lua", "cancel()\nwhile true do end")
	require.Error(t, err)
	require.Equal(t, diag.Cancelled, h.Result().Diagnostics[0].Code)
	require.Equal(t, ExitLimit, h.Result().ExitCode)
	require.NoError(t, h.RunString(context.Background(), "d.lua", "for i = 1, 10000 do end"))
	require.Equal(t, int64(0), h.Result().Stats.LuaSteps, "nothing asked for counting")
}

// write makes files below a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o755))
		require.NoError(t, os.WriteFile(p, []byte(text), 0o644))
	}
}

func TestFiles(t *testing.T) {
	base := t.TempDir()
	write(t, base, map[string]string{"dir/a.txt": "one\r\ntwo\n3.5 rest", "allow/b.txt": "b", "secret.txt": "no"})
	require.NoError(t, os.MkdirAll(filepath.Join(base, "out"), 0o755))
	link := os.Symlink(filepath.Join(base, "secret.txt"), filepath.Join(base, "dir", "link.txt")) == nil
	o := Options{Dir: filepath.Join(base, "dir"), Allow: []string{filepath.Join(base, "allow")}, Out: filepath.Join(base, "out"),
		Args: []string{filepath.Join(base, "allow", "b.txt")}}
	out, _, err := run(t, o, `
local f = assert(io.open("a.txt"))
print(f:read(), f:read("*l"), f:read("*n"), f:read(2), f:read("*a"), f:read("*l"))
print(f:seek("set", 1), f:read(2), io.type(f), f:close(), io.type(f), io.type(1))
for l in io.lines("b.txt") do print(l) end
print(io.open(arg[1]):read("*a"), io.open("../allow/b.txt"):read("*a"), (...) == arg[1])
print(io.open("none.txt"))
local w = io.open("sub/c.txt", "w") w:write("x", 1, "\n") w:close()
local a = io.open("sub/c.txt", "a") a:write("y") a:close()
print(io.open("sub/c.txt"):read("*a"), tostring(w))
print(dofile, loadfile("none.lua"))`)
	require.NoError(t, err)
	require.Contains(t, out, "one\ttwo\t3.5\t r\test\tnil\n1\tne\tfile\ttrue\tclosed file\tnil\nb\nb\tb\ttrue\nnil\tnone.txt: ")
	require.Contains(t, out, "x1\ny\tfile (sub/c.txt)\n")
	refused := []string{"io.open('../secret.txt')", "io.open('a.txt', 'w'):write(('x'):rep(1)) io.open('../x', 'w')", "io.open('/etc/passwd')"}
	if link {
		refused = append(refused, "io.open('link.txt')")
	}
	for _, text := range refused {
		d, _ := failure1(t, o, text)
		require.Equal(t, diag.FileOutsideSandbox, d.Code, text)
	}
	data, err := os.ReadFile(filepath.Join(base, "dir", "a.txt"))
	require.NoError(t, err)
	require.Equal(t, "one\r\ntwo\n3.5 rest", string(data), "the folder of the script is never written")
}

func TestRequire(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"util.lua": "print('once', ...) return { n = 1 }", "sub/init.lua": "return 'sub'", "sub/x.lua": "return require('util').n",
		"a.lua": "return require 'b'", "b.lua": "return require 'a'", "bad.lua": "x = = 1", "fails.lua": "\nerror('at load')",
		"nothing.lua": "",
	})
	o := Options{
		Dir:     dir,
		Library: fstest.MapFS{"lib/pipelined.lua": {Data: []byte("return { lib = true }")}},
		Files:   fstest.MapFS{"given/init.lua": {Data: []byte("return ...")}, "sub/x.lua": {Data: []byte("return 'instead'")}, "photo.png": {}},
		Modules: map[string]func(*lua.LState) int{"tool": func(L *lua.LState) int { L.Push(lua.LString("tool!")); return 1 }, "absent": nil},
	}
	out, _, err := run(t, o, `print(require("util").n, require("util") == require "util", require "sub", require "sub.x", require "given")
print(require "tool", require("lib.pipelined").lib, require "nothing", package.loaded.util.n, require "math" == math)
package.preload.mine = function(name) return name .. "!" end
print(require "mine")`)
	require.NoError(t, err)
	require.Equal(t, "once\tutil\n1\ttrue\tsub\tinstead\tgiven\ntool!\ttrue\ttrue\t1\ttrue\nmine!\n", out)

	d, _ := failure1(t, o, "require 'absent'")
	require.Equal(t, diag.ModuleNotFound, d.Code)
	require.Empty(t, d.Help, "what is no module is not proposed")
	d, _ = failure1(t, o, "require 'gpuu'")
	require.Equal(t, diag.ModuleNotFound, d.Code)
	require.Contains(t, d.Help[0].Text, `"gpu"`)
	require.Contains(t, d.Notes[0], "gpuu.lua")
	d, _ = failure1(t, o, "require 'lib.pipelind'")
	require.Contains(t, d.Help[0].Text, `"lib.pipelined"`)
	d, _ = failure1(t, o, "require '../secret'")
	require.Equal(t, diag.ModuleNotFound, d.Code)
	d, _ = failure1(t, o, "require 'a'")
	require.Equal(t, "modules require each other: a → b → a", d.Title)
	d, _ = failure1(t, o, "require 'bad'")
	require.Equal(t, diag.SyntaxError, d.Code)
	require.Equal(t, "1:5", at(d))
	d, _ = failure1(t, o, "require 'fails'")
	require.Equal(t, "2:1", at(d))
	require.True(t, strings.HasSuffix(d.Primary().Span.File, "fails.lua"))
	d, _ = failure1(t, Options{}, "require 'util'")
	require.Contains(t, d.Notes[1], "No script folder")
}

func TestLoadKeepsPositions(t *testing.T) {
	require.Equal(t, "3\nnil\tchunk:2: expected an expression, found the end of the file\nfalse\tchunk:2: x\n5\n", output(t, `
print(loadstring("return 1 + 2")())
print(loadstring("x = \n1 +", "@chunk"))
print(pcall(loadstring("\nerror('x')", "=chunk")))
local parts = { "return ", "5" } local i = 0
print(load(function() i = i + 1 return parts[i] end)())`))
}

func TestErrorsOfBindings(t *testing.T) {
	refused := diag.New(diag.WrongType, "Width is a string")
	o := Options{Modules: map[string]func(*lua.LState) int{"m": func(L *lua.LState) int {
		t := L.NewTable()
		t.RawSetString("panics", L.NewFunction(func(*lua.LState) int { var p *int; return *p }))
		t.RawSetString("table", L.NewFunction(func(L *lua.LState) int {
			e := L.NewTable()
			e.RawSetString("__diagnostic", &lua.LUserData{Value: refused, Metatable: lua.LNil})
			L.Error(e, 1)
			return 0
		}))
		t.RawSetString("error", L.NewFunction(func(L *lua.LState) int { panic(diag.AsError(refused)) }))
		L.Push(t)
		return 1
	}}}
	d, _ := failure1(t, o, "local m = require 'm'\nm.panics()")
	require.Equal(t, diag.Internal, d.Code)
	require.Contains(t, d.Notes[0], "sandbox_test.go")
	require.Equal(t, "2:3", at(d))
	for _, call := range []string{"table", "error"} {
		refused.Labels = nil
		d, _ = failure1(t, o, "local m = require 'm'\nm."+call+"()")
		require.Same(t, refused, d)
		require.Equal(t, "2:3", at(d))
	}
	out, _, err := run(t, o, "print((function(ok, e) return ok, type(e), e.__diagnostic ~= nil end)(pcall(require('m').table)))")
	require.NoError(t, err)
	require.Equal(t, "false\ttable\ttrue\n", out)
}

func TestUpvaluesSurviveACaughtPanic(t *testing.T) {
	require.Equal(t, "3\t3\n", output(t, `
local get
pcall(function() local v = 3 get = function() return v end string.rep() end)
local a, b, c = 7, 8, 9
local get2
pcall(function() local v = 3 get2 = function() return v end error({}) end)
local d, e, f = 7, 8, 9
print(get(), get2())`))
}

type recorder struct {
	NoObserver
	printed []string
	found   []*diag.Diagnostic
}

func (r *recorder) OnPrint(s string)                { r.printed = append(r.printed, s) }
func (r *recorder) OnDiagnostic(d *diag.Diagnostic) { r.found = append(r.found, d) }

func TestObserver(t *testing.T) {
	r := &recorder{}
	_, h, err := run(t, Options{Observer: r}, "print('a', 1)\nx.y = 1")
	require.Error(t, err)
	require.Equal(t, []string{"a\t1\n"}, r.printed)
	require.Len(t, r.found, 1)
	h.Report(r.found[0])
	require.Len(t, r.found, 1, "a repeat is not news")
	var b bytes.Buffer
	require.NoError(t, h.WriteDiagnostics(&b, render.Options{}))
	require.Contains(t, b.String(), "2 | x.y = 1\n")
	require.Contains(t, b.String(), "--> s.lua:2:1")
}

func TestReportedErrorsMakeTheRunFail(t *testing.T) {
	h := New(Options{Errors: ReportErrors})
	defer h.Close()
	h.L.SetGlobal("report", h.L.NewFunction(func(*lua.LState) int {
		h.Report(diag.New(diag.WrongType, "wrong"))
		return 0
	}))
	require.Error(t, h.RunString(context.Background(), "r.lua", "report() report()"))
	require.Equal(t, ExitScript, h.Result().ExitCode)
	require.Len(t, h.Result().Diagnostics, 1)
	require.NoError(t, h.RunString(context.Background(), "r.lua", "local x = 1"))
}

func TestHostsAreIndependent(t *testing.T) {
	var wg sync.WaitGroup
	texts := make([]string, 4)
	for i := range texts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var b bytes.Buffer
			h := New(Options{Stdout: &b, Args: []string{string(rune('a' + i))}})
			defer h.Close()
			h.RunString(context.Background(), "p.lua", //nolint:errcheck // it fails on purpose
				"shared = ... for i = 1, 20000 do shared = shared end print(shared, math.random(1000))\nnope()")
			texts[i] = b.String()
		}()
	}
	wg.Wait()
	for i, s := range texts {
		require.Equal(t, string(rune('a'+i))+texts[0][1:], s)
	}
}

func TestNamedFilesAreReadAndNothingBesideThem(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	write(t, elsewhere, map[string]string{"given.txt": "given", "other.txt": "other"})
	given := filepath.Join(elsewhere, "given.txt")
	o := Options{Dir: dir, Named: []string{given}, Args: []string{given}}
	out, _, err := run(t, o, `print(io.open(arg[1]):read("*a"))`)
	require.NoError(t, err)
	require.Equal(t, "given\n", out)
	d, _ := failure1(t, o, "io.open((arg[1]:gsub('given', 'other')))")
	require.Equal(t, diag.FileOutsideSandbox, d.Code)
}

// imageNames keeps the names of the pictures that an observer gets.
type imageNames struct {
	NoObserver
	names []string
}

// OnImage implements Observer.
func (o *imageNames) OnImage(name string, _ []byte) { o.names = append(o.names, name) }

// TestImageOfFileThatCannotBeMade: the observer hears of a picture when its file is there, and without folder at once.
func TestImageOfFileThatCannotBeMade(t *testing.T) {
	const script = `local gpu = require "gpu"
local device = gpu.CreateDevice {}
local texture = device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
gpu.SavePNG("t.png", texture)`
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	for out, c := range map[string]struct {
		names []string
		want  string
	}{
		filepath.Join(dir, "out"):  {[]string{"t.png"}, ""},
		filepath.Join(file, "out"): {nil, `the folder "` + filepath.ToSlash(filepath.Join(file, "out")) + `" cannot be made: `},
		"":                         {[]string{"t.png"}, `the script may not write "t.png"`},
	} {
		o := &imageNames{}
		h := New(Options{Out: out, Observer: o})
		err := h.RunString(context.Background(), "a.lua", script)
		require.Equal(t, c.names, o.names)
		if c.want == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, c.want)
		}
		require.NoError(t, h.Close())
	}
}
