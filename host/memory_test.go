package host

import (
	"context"
	std "image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// memory is the limit of these tests.
const memory = 16 << 20

// TestMemoryLimit: every way to keep ever more ends with the limit, on its line. The steps are a second fence: a test that does not
// work ends too.
func TestMemoryLimit(t *testing.T) {
	notInShort(t)
	tests := []struct{ name, text string }{
		{"texts", "local t = {}\nfor i = 1, 1e6 do t[i] = string.rep('x', 2^20 + i) end"},
		{"one text", "local t = 1\nt = string.rep('x', 2^28)"},
		{"joined", "local s = 'abc'\nwhile true do s = s .. s end"},
		{"joined to a short one", "local s, t = string.rep('x', 2^20), {}\nfor i = 1, 1e6 do t[i] = s .. i end"},
		{"concat", "local s, t, u = string.rep('x', 2^20), {}, {} for i = 1, 32 do t[i] = s end\nfor i = 1, 1e6 do u[i] = table.concat(t) end"},
		{"upper", "local s, t = string.rep('x', 2^20), {}\nfor i = 1, 1e6 do t[i] = s:upper() end"},
		{"gsub", "local s, t = string.rep('x', 2^10), {}\nfor i = 1, 1e6 do t[i] = ('a'):rep(100):gsub('a', s) end"},
		{"tables", "local t = {}\nwhile true do t[#t + 1] = {} end"},
		{"chain", "local t = {}\nwhile true do t = { t } end"},
		{"keys", "local t, i = {}, 0\nwhile true do i = i + 1 t['key' .. i] = i end"},
		{"list", "local t, i = {}, 0\nwhile true do i = i + 1 t[i] = i end"},
		{"closures", "local t = {}\nwhile true do local n = {} t[#t + 1] = function() return n end end"},
		{"coroutines", "local t = {}\nwhile true do t[#t + 1] = coroutine.create(print) end"},
		{"caught", "local t = {}\nwhile true do pcall(function() while true do t[#t + 1] = {} end end) end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, r := first(t, context.Background(), Limits{Memory: memory, LuaSteps: 100_000_000}, tt.text)
			require.NotNil(t, d)
			require.Equal(t, diag.ScriptMemoryLimit, d.Code, d.Title)
			require.Equal(t, ExitLimit, r.ExitCode)
			require.Equal(t, "script stopped: its values need more than 16,777,216 bytes of memory", d.Title)
			require.Equal(t, 2, d.Primary().Span.Line)
			require.Contains(t, strings.Join(d.Why, " "), "Limits.Memory, is 16,777,216 bytes")
			require.Contains(t, d.Help[0].Text, "run with --limit-memory=33,554,432")
		})
	}
}

// TestGarbageIsFree: scripts that use many times the limit and keep little run to their end.
func TestGarbageIsFree(t *testing.T) {
	for _, text := range []string{
		"local s for i = 1, 60 do s = string.rep('x', 2^20) end",
		"local s = string.rep('x', 2^18) for i = 1, 200 do local t = s .. i end",
		"local t for i = 1, 3e5 do t = { i, i } end",
		"local t = {} for i = 1, 60 do t[i % 4] = string.rep('x', 2^20) end",
		"local keep = {} for i = 1, 55 do keep[i] = string.rep('x', 2^18) end for i = 1, 60 do local s = string.rep('x', 2^20) end",
	} {
		d, r := first(t, context.Background(), Limits{Memory: memory}, text)
		require.Nil(t, d, text)
		require.Equal(t, ExitOK, r.ExitCode)
	}
}

// TestMemoryOfCompiling: a text whose tree is larger than the limit is not compiled to its end.
func TestMemoryOfCompiling(t *testing.T) {
	const text = "local s = ('f(x, y, z) '):rep(2^17)\nlocal f = loadstring(s)"
	d, r := first(t, context.Background(), Limits{Memory: memory}, text)
	require.NotNil(t, d)
	require.Equal(t, diag.ScriptMemoryLimit, d.Code)
	require.Equal(t, ExitLimit, r.ExitCode)
	require.Equal(t, 2, d.Primary().Span.Line)
}

// TestMemoryIsOfOneRun: what a run before kept is not counted again.
func TestMemoryIsOfOneRun(t *testing.T) {
	h := New(Options{Limits: Limits{Memory: memory}})
	defer h.Close()
	const text = "local t = {} for i = 1, 40 do t[i] = string.rep('x', 2^18) end _G[name] = t"
	for _, name := range []string{"a", "b", "c"} {
		require.NoError(t, h.RunString(context.Background(), "m.lua", "name = '"+name+"' "+text))
	}
}

// The time of a script with and without the limit of memory.
func BenchmarkMemoryLimit(b *testing.B) {
	const text = "local t = {} for i = 1, 1000000 do t[i % 100] = { i } end"
	for _, tt := range []struct {
		name   string
		memory int64
	}{{"default", 0}, {"none", Unlimited}} {
		b.Run(tt.name, func(b *testing.B) {
			for b.Loop() {
				h := New(Options{Limits: Limits{Memory: tt.memory}})
				require.NoError(b, h.RunString(context.Background(), "b.lua", text))
				require.NoError(b, h.Close())
			}
		})
	}
}

// A key far beyond the end of a list, whose elements before it are filled with nils: the limits hold before it is done.
func TestFarKeys(t *testing.T) {
	for _, text := range []string{
		"local t = {} t[60000000] = 1",
		"rawset({}, 60000000, 1)",
		"table.insert({}, 60000000, 1)",
		"setmetatable({}, { __newindex = {} })[60000000] = 1",
		"local t = { [60000000] = 1 }",
		"local t = {} coroutine.wrap(function() pcall(function() t[60000000] = 1 end) end)()",
	} {
		d, _ := failure1(t, Options{Limits: Limits{Memory: memory}}, text)
		require.Equal(t, diag.ScriptMemoryLimit, d.Code, text)
		require.Equal(t, 1, d.Primary().Span.Line, text)
		d, _ = failure1(t, Options{Limits: Limits{LuaSteps: 1_000_000}}, text)
		require.Equal(t, diag.StepLimit, d.Code, text)
	}
	require.Equal(t, "200000\t1\tnil\n", output(t, "local t = {} t[200000] = 1 print(#t, t[200000], t[199999])"))
}

// What a call of the GPU's modules gives to the script is within the limit before it is made.
func TestResultsOfCalls(t *testing.T) {
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "grey.png"))
	require.NoError(t, err)
	require.NoError(t, (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(file, std.NewGray(std.Rect(0, 0, 4096, 4096)))) // 96 MiB on the way to 64
	require.NoError(t, file.Close())
	const buffer = `local gpu = require "gpu"
local device = gpu.CreateDevice()
local memory = device:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 2^27, InitialState = "COPY_DEST" }:Map()
`
	for _, text := range []string{
		buffer + `memory:Read(0, "byte", 2^22)`, // 96 MiB of numbers
		buffer + `memory:ReadString(0, 2^27)`,
		`require "gpu".LoadImage("grey.png")`,
	} {
		d, _ := failure1(t, Options{Dir: dir, Limits: Limits{Memory: memory}}, text)
		require.Equal(t, diag.ScriptMemoryLimit, d.Code, text)
	}
	_, _, err = run(t, Options{Dir: dir, Limits: Limits{Memory: memory}}, buffer+`assert(#memory:Read(0, "byte", 2^18) == 2^18 and #memory:ReadString(0, 2^18) == 2^18)`)
	require.NoError(t, err)
}
