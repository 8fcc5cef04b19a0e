package conformance

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// namesScript lets threads make objects without names. Who makes one first is up to the run.
const namesScript = `local gpu, dml, engine = require "gpu", require "gpu.dml", require "gpu.engine"
local device = gpu.CreateDevice { Name = "d" }
local operators, above = dml.CreateDevice(device), engine.CreateDeviceAndContexts {}
local said = {}
local function make(by)
  local list = {}
  local function note(o) list[#list + 1] = o:GetName(); gpu.Work(2) end
  note(device:CreateFence(0))
  note(device:CreateCommandQueue { Type = "COPY", Name = "own" })
  note(device:CreateCommandQueue { Type = "COPY" })
  note(device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" })
  note(operators:CreateCommandRecorder())
  note(above:CreateFence {})
  said[#said + 1] = by .. ": " .. table.concat(list, ", ")
end
local threads = {}
for i = 1, 2 do threads[i] = gpu.Thread("worker", function() make("worker " .. i) end) end
threads[3] = gpu.Thread(function()
  local inner = gpu.Thread("worker", function() make("worker of a thread") end)
  local other = gpu.Thread(function() make("thread of a thread") end)
  make("a thread"); inner:Join(); other:Join()
end)
make("main")
for _, t in ipairs(threads) do t:Join() end
table.sort(said)
print(table.concat(said, "\n"))
`

// TestThreadsThatNameNothing: objects without a name have made-up ones, which are the same in every run, and of one kind no two are the same.
func TestThreadsThatNameNothing(t *testing.T) {
	first := ""
	for seed := range schedules() {
		var out bytes.Buffer
		options := host.Options{Stdout: &out}
		schedule(seed, host.StopOnError)(&options)
		h := host.New(options)
		require.NoError(t, h.RunString(context.Background(), "p.lua", namesScript), "seed %d", seed)
		require.NoError(t, h.Close())
		if first == "" {
			first = out.String()
		}
		require.Equal(t, first, out.String(), "seed %d", seed)
	}
	require.Contains(t, first, "main: fence 2, own, queue 3, buffer 1", "the engine has made a fence and a queue")
	require.Contains(t, first, "command recorder 1, Fence 1\n")
	require.Contains(t, first, "worker 1: fence 1 of worker, own, queue 2 of worker, buffer 1 of worker")
	require.Contains(t, first, "worker 2: fence 1 of worker (2)")
	require.Contains(t, first, "a thread: fence 1 of thread 3,")
	require.Contains(t, first, "worker of a thread: fence 1 of worker of thread 3,")
	require.Contains(t, first, "thread of a thread: fence 1 of thread 2 of thread 3,")
	seen := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(first), "\n") {
		_, names, _ := strings.Cut(line, ": ")
		for _, name := range strings.Split(names, ", ") {
			require.True(t, name == "own" || !seen[name], "%s is there twice in\n%s", name, first)
			seen[name] = true
		}
	}
}
