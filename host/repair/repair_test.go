package repair

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// script writes the files of a script below a folder, and returns the path of the first.
func script(t *testing.T, text string, modules map[string]string) string {
	dir := t.TempDir()
	modules["frame.lua"] = text
	for name, text := range modules {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return filepath.Join(dir, "frame.lua")
}

// codes are those of the steps.
func codes(o *Outcome) (all []string) {
	for _, s := range o.Steps {
		all = append(all, s.Diagnostic.Code.String())
	}
	return all
}

const raced = `local gpu = require "gpu"
local device = gpu.CreateDevice { Nmae = "demo" }
local copies, main = device:CreateCommandQueue { Type = "COPY" }, device:CreateCommandQueue { Type = "DIRECT" }
local fence = device:CreateFence(0)
local function buffer(heap) return device:CreateCommittedResource { HeapType = heap, Dimension = "BUFFER", Width = 256 } end
local function copy(type, dst, src)
  local list = device:CreateCommandList { Type = type, Allocator = device:CreateCommandAllocator(type) }
  list:CopyBufferRegion(dst, 0, src, 0, 256)
  list:Close()
  return list
end
local up, data, back = buffer "UPLOAD", buffer "DEFAULT", buffer "READBACK"
copies:ExecuteCommandLists { copy("COPY", data, up) }
copies:Signal(fence, 1)
main:ExecuteCommandLists { copy("DIRECT", back, data) }
`

// TestScript: what is reported first is repaired first, and what is then reported next.
func TestScript(t *testing.T) {
	path := script(t, raced, map[string]string{})
	o, err := Script(context.Background(), path, host.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"GS0131", "GS0512"}, codes(o))
	require.Empty(t, o.Left)
	require.Equal(t, host.ExitOK, o.Exit)
	file := filepath.ToSlash(path)
	require.Equal(t, raced, o.Before[file])
	require.Contains(t, o.After[file], `{ Name = "demo" }`)
	require.Contains(t, o.After[file], "main:Wait(fence, 1)\nmain:ExecuteCommandLists")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, raced, string(text), "the file is as it was")
}

// TestScriptThatIsRight: nothing changes.
func TestScriptThatIsRight(t *testing.T) {
	o, err := Script(context.Background(), script(t, "print(1)\n", map[string]string{}), host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.Steps)
	require.Empty(t, o.After)
	require.Empty(t, o.Left)
}

// TestScriptInModules: an edit may be in a module, which keeps its place below the folder of the script.
func TestScriptInModules(t *testing.T) {
	const module = "local gpu = require \"gpu\"\nreturn { make = function() return gpu.CreateDevise { Name = \"demo\" } end }\n"
	path := script(t, "local machine = require \"lib.machine\"\nprint(machine.make():GetNmae())\n", map[string]string{"lib/machine.lua": module})
	o, err := Script(context.Background(), path, host.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"GS0122", "GS0121"}, codes(o))
	require.Empty(t, o.Left)
	require.Len(t, o.After, 2)
	file := filepath.ToSlash(filepath.Join(filepath.Dir(path), "lib", "machine.lua"))
	require.Equal(t, module, o.Before[file])
	require.Contains(t, o.After[file], "gpu.CreateDevice {")
}

// TestScriptWithoutEdit: what has words only is left, with its place in the text after the steps.
func TestScriptWithoutEdit(t *testing.T) {
	o, err := Script(context.Background(), script(t, "local t = {}\nprint(t.x + 1)\n", map[string]string{}), host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.Steps)
	require.Len(t, o.Left, 1)
	require.Equal(t, host.ExitScript, o.Exit)
}

// TestComputedPlaces: a place of results that is computed is not rounded where they are written, since it would be computed in the same way where
// they are read; a number is changed.
func TestComputedPlaces(t *testing.T) {
	const text = `local gpu = require "gpu"
local device = gpu.CreateDevice()
local queue = device:CreateCommandQueue { Type = "DIRECT" }
local results = device:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
local heap = device:CreateQueryHeap { Type = "TIMESTAMP", Count = 4 }
local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
for i = 1, 2 do
  list:EndQuery(heap, "TIMESTAMP", i)
  list:ResolveQueryData(heap, "TIMESTAMP", i, 1, results, PLACE)
end
`
	for place, steps := range map[string][]string{"12 * i": nil, "12": {"GS0375"}} {
		o, err := Script(context.Background(), script(t, strings.ReplaceAll(text, "PLACE", place), map[string]string{}), host.Options{})
		require.NoError(t, err)
		require.Equal(t, steps, codes(o), place)
	}
}

// TestScriptThatStays: an edit after which the same is reported is undone.
func TestScriptThatStays(t *testing.T) {
	const stays = "local gpu = require \"gpu\"\nlocal name = \"CreateDevise\"\nlocal ok = gpu[name]\n"
	o, err := Script(context.Background(), script(t, stays, map[string]string{}), host.Options{})
	require.NoError(t, err)
	require.Empty(t, o.After)
	require.NotEmpty(t, o.Left)
}

// TestScriptCancelled: the error is that of the context.
func TestScriptCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Script(ctx, script(t, "while true do end", map[string]string{}), host.Options{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = Script(context.Background(), filepath.Join(t.TempDir(), "missing.lua"), host.Options{})
	require.ErrorIs(t, err, os.ErrNotExist)
}

// TestCircle: steps after which the texts are what they were are taken back, and what they were about is not tried again.
func TestCircle(t *testing.T) {
	one, two := map[string]string{"a.lua": "one"}, map[string]string{"a.lua": "two"}
	r := &repairer{texts: maps.Clone(one), stuck: map[string]bool{}}
	o := &Outcome{Steps: make([]Step, 3)}
	r.states = []map[string]string{{"a.lua": "before"}, one, two}
	r.keys = []string{"right", "there", "back"}
	r.circle(o)
	require.Len(t, o.Steps, 1)
	require.Equal(t, []string{"right"}, r.keys)
	require.Equal(t, map[string]bool{"there": true, "back": true}, r.stuck)
	r.texts["a.lua"] = "three"
	r.circle(o)
	require.Len(t, o.Steps, 1)
}

// TestCircleThatGrows: steps that call for each other, each of which adds to the text, are taken back as well.
func TestCircleThatGrows(t *testing.T) {
	r := &repairer{texts: map[string]string{}, stuck: map[string]bool{}}
	o := &Outcome{}
	for i, key := range []string{"right", "there", "back", "there", "back", "there"} {
		r.keys, r.states, o.Steps = append(r.keys, key), append(r.states, maps.Clone(r.texts)), append(o.Steps, Step{})
		r.texts["a.lua"] = strings.Repeat("x", i+1)
		r.circle(o)
	}
	require.Len(t, o.Steps, 1)
	require.Equal(t, map[string]string{"a.lua": "x"}, r.texts)
	require.Equal(t, map[string]bool{"there": true, "back": true}, r.stuck)
}

// TestScriptThatFillsATable: a value that a statement gives a table before the call is spelt right where it stands, one of several flags as well.
func TestScriptThatFillsATable(t *testing.T) {
	const text = `local device = require("gpu").CreateDevice {}
local desc = { Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R32_UINT" }
desc.HeapType = "DEFALT"
desc.Flags = "ALLOW_UNORDERED_ACCESS|ALLOW_SIMULTANEOUS_ACESS"
device:CreateCommittedResource(desc)
`
	path := script(t, text, map[string]string{})
	o, err := Script(context.Background(), path, host.Options{})
	require.NoError(t, err)
	require.Equal(t, []string{"GS0136", "GS0136"}, codes(o))
	require.Empty(t, o.Left)
	require.Equal(t, strings.NewReplacer("DEFALT", "DEFAULT", "ACESS", "ACCESS").Replace(text), o.After[filepath.ToSlash(path)])
}

// TestScriptWhoseListIsNeverReset: a list that is closed where it is not created, before anybody has opened it, is not to be closed less often, and
// nothing is built on such an edit.
func TestScriptWhoseListIsNeverReset(t *testing.T) {
	text, err := os.ReadFile("testdata/frames/classes.lua")
	require.NoError(t, err)
	for _, line := range []string{"run(compute:Begin(), view, state)", "run(graphics:Begin(), state, view)"} {
		path := script(t, strings.Replace(string(text), line, "", 1), map[string]string{})
		o, err := Script(context.Background(), path, host.Options{})
		require.NoError(t, err)
		require.Len(t, o.Left, 1)
		require.Contains(t, o.Left[0].Title, "Close is called on")
		require.Len(t, o.Left[0].Help, 1)
		require.Equal(t, "leave this call out, or open the list with Reset and an allocator first", o.Left[0].Help[0].Text)
		require.Empty(t, o.Steps)
	}
}

// TestWaitBeforeLoop: a wait goes before a loop that only writes, and into one that does more in each pass.
func TestWaitBeforeLoop(t *testing.T) {
	const text = `local gpu = require "gpu"
local device = gpu.CreateDevice()
local queue, fence = device:CreateCommandQueue { Type = "DIRECT" }, device:CreateFence(0)
local up = device:CreateCommittedResource { HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
local data = device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64 }
local allocator = device:CreateCommandAllocator { Type = "DIRECT" }
local map = up:Map()
local function twice(x) return 2 * x end
for frame = 1, 3 do
  %
  local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
  list:CopyBufferRegion(data, 0, up, 0, 64)
  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, frame)
end
fence:WaitCPU(3)
`
	const wait = "fence:WaitCPU(math.max(0, frame - 1))"
	for from, to := range map[string]string{
		"for y = 0, 7 do map:Write(y * 8, \"uint\", { y }) end":                     wait + "\n  for y = 0, 7 do map",
		"for y = 0, 7 do\n    map:Write(y * 8, \"uint\", { y })\n  end":             wait + "\n  for y = 0, 7 do\n    map",
		"for y = 0, 7 do map:Write(twice(y) * 4, \"uint\", { y }) end":              "for y = 0, 7 do " + wait + "; map",
		"for _ = 1, 2 do for y = 0, 7 do map:Write(y * 8, \"uint\", { y }) end end": wait + "\n  for _ = 1, 2 do for y",
	} {
		path := script(t, strings.Replace(text, "%", from, 1), map[string]string{})
		o, err := Script(context.Background(), path, host.Options{})
		require.NoError(t, err)
		require.Empty(t, o.Left, from)
		require.Equal(t, []string{"GS0513"}, codes(o), from)
		require.Contains(t, o.After[filepath.ToSlash(path)], to)
	}
}
