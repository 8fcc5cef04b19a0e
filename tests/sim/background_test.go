package sim

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/host"
)

// tasks keeps the events of background processing.
type tasks struct {
	host.NoObserver
	events []trace.Event
	other  []trace.Event // that concern workers
}

// OnTrace implements host.Observer.
func (o *tasks) OnTrace(e trace.Event) {
	switch {
	case strings.HasPrefix(string(e.Kind), "bg "):
		o.events = append(o.events, e)
	case strings.HasPrefix(e.Thread, "background"):
		o.other = append(o.other, e)
	}
}

// background runs a script in developer mode.
func background(t *testing.T, script string, change func(*host.Options)) (out string, seen *tasks) {
	t.Helper()
	var stdout bytes.Buffer
	seen = &tasks{}
	o := host.Options{Dir: "../../scripts", Stdout: &stdout, Observer: seen, Trace: true, DeveloperMode: true}
	change(&o)
	h := host.New(o)
	require.NoError(t, h.RunString(context.Background(), "test.lua", script))
	require.NoError(t, h.Close())
	return stdout.String(), seen
}

// flight trains the driver with several settings and prints pictures, times and counts.
const flight = `
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "flight" }
local f, done = require("lib.flythrough").Create(device, 1), gpu.CreateEvent { Name = "done" }
for _, settings in ipairs { { hills = 1, light = 1 }, { octaves = 7 }, { hills = 3 }, { hills = 0 } } do
  f.Set(settings)
  for round = 1, 3 do
    device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", "KEEP_ALL")
    local time = f.Render()
    print(f.Hash(), TIMES and time or "")
    device:SetBackgroundProcessingMode("DISABLE_BACKGROUND_WORK", "COMMIT_RESULTS_HIGH_PRIORITY", done)
    gpu.WaitForSingleObject(done)
  end
end
if TIMES then print(device:GetBackgroundProcessingStats().VariantsInstalled) end
`

// TestBackgroundChangesNoResult: rule Q6. With and without variants, verified or not, interpreted or compiled, checked or not.
func TestBackgroundChangesNoResult(t *testing.T) {
	off, seen := background(t, flight, func(o *host.Options) { o.Background = host.BackgroundOff })
	require.Equal(t, 12, strings.Count(off, "\n"))
	require.Len(t, seen.events, 24, "the calls alone")
	for name, change := range map[string]func(*host.Options){
		"on":             func(*host.Options) {},
		"verified":       func(o *host.Options) { o.Background = host.BackgroundVerify },
		"interpreted":    func(o *host.Options) { o.Interpreter = true },
		"not checked":    func(o *host.Options) { o.Validation = host.ValidationOff },
		"other schedule": func(o *host.Options) { o.Seed = new(uint64) },
	} {
		t.Run(name, func(t *testing.T) {
			on, seen := background(t, flight, change)
			require.Equal(t, off, on)
			require.Len(t, seen.events, 24+12+2*6, "calls, commits, begins and ends of six tasks")
		})
	}
}

// TestBackgroundIsTheSameEverywhere: times, counts and events do not depend on cores, executors, or what is looked at.
func TestBackgroundIsTheSameEverywhere(t *testing.T) {
	const script = "TIMES = true\n" + flight
	want, first := background(t, script, func(*host.Options) {})
	require.Contains(t, want, "\n6\n", "two rounds of hills, one of octaves, two of valleys, one of the plain")
	for name, change := range map[string]func(*host.Options){
		"again":       func(*host.Options) {},
		"interpreted": func(o *host.Options) { o.Interpreter = true },
		"not checked": func(o *host.Options) { o.Validation = host.ValidationOff },
		"verified":    func(o *host.Options) { o.Background = host.BackgroundVerify },
	} {
		t.Run(name, func(t *testing.T) {
			cores(t, 1, func() {
				got, seen := background(t, script, change)
				require.Equal(t, want, got)
				require.Equal(t, first.events, seen.events)
			})
		})
	}
}

// TestBackgroundSavesInstructions: the twin of the flight of scripts/background_processing.lua, on an adapter without overheads, where time is
// instructions. What the level does not want is at least three instructions in ten.
func TestBackgroundSavesInstructions(t *testing.T) {
	const script = `
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "flight" }
local f, done = require("lib.flythrough").Create(device), gpu.CreateEvent { Name = "done" }
local plain = f.Render()
for _ = 1, 2 do
  device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", "KEEP_ALL")
  f.Render()
  device:SetBackgroundProcessingMode("DISABLE_PROFILING_BY_SYSTEM", "COMMIT_RESULTS_HIGH_PRIORITY", done)
  gpu.WaitForSingleObject(done)
end
print(f.Render() <= 0.7 * plain)
`
	out, _ := background(t, script, func(o *host.Options) { o.Adapter = "instant" })
	require.Equal(t, "true\n", out)
}

// TestBackgroundTrace: rule T5. Every start has its finish, in the order of the tasks; workers show up with their tasks alone.
func TestBackgroundTrace(t *testing.T) {
	_, seen := background(t, flight, func(*host.Options) {})
	require.Empty(t, seen.other)
	started, running, most := uint64(0), map[uint64]bool{}, 0
	for _, e := range seen.events {
		switch e.Kind {
		case trace.BackgroundStart:
			started++
			require.Equal(t, started, e.Value)
			require.True(t, strings.HasPrefix(e.Text, fmt.Sprintf("task %d, normal: hills: settings.", e.Value)), e.Text)
			running[e.Value] = true
			most = max(most, len(running))
		case trace.BackgroundFinish:
			require.True(t, running[e.Value])
			delete(running, e.Value)
		case trace.BackgroundCancel:
			require.Fail(t, "nothing is cancelled")
		}
	}
	require.Empty(t, running)
	require.Positive(t, most)
}

// fiveTasks has five pipelines measured, and commits: two tasks run, three wait.
const fiveTasks = `
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local out, b = gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "mode", "uint" } })
local queue, fence = device:CreateCommandQueue { Type = "COMPUTE" }, device:CreateFence(0)
local buffer = device:CreateCommittedResource { HeapType = "DEFAULT", Dimension = "BUFFER", Width = 128, InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" }
local root = device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
local allocator = device:CreateCommandAllocator "COMPUTE"
local list, pipelines = device:CreateCommandList { Type = "COMPUTE", Allocator = allocator }, {}
list:SetComputeRootSignature(root)
list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
list:SetComputeRoot32BitConstants(1, { gpu.AsUint(1) })
for i = 1, 5 do
  local shader = gpu.ComputeShader { Name = "k" .. i, NumThreads = { 32, 1, 1 }, Main = function(DispatchThreadID)
    local x = DispatchThreadID.x
    if b.mode == 1 then for turn = 1, 40 do x = x * uint(7) + uint(i) end else for turn = 1, 50 do x = x * x + uint(i) end end
    out[DispatchThreadID.x] = x
  end }
  pipelines[i] = device:CreateComputePipelineState { RootSignature = root, CS = shader }
  list:SetPipelineState(pipelines[i])
  list:Dispatch(1, 1, 1)
  list:ResourceBarrier { { Type = "UAV", Resource = buffer } }
end
list:Close()
device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", "KEEP_ALL")
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
local done = gpu.CreateEvent { Name = "done" }
device:SetBackgroundProcessingMode("ALLOWED", "COMMIT_RESULTS", done)
`

// count is how many tasks began, ended, and were cancelled.
func (o *tasks) count() (n [3]int) {
	for _, e := range o.events {
		switch e.Kind {
		case trace.BackgroundStart:
			n[0]++
		case trace.BackgroundFinish:
			n[1]++
		case trace.BackgroundCancel:
			n[2]++
		}
	}
	return n
}

// TestBackgroundEnds: a script that ends, fails, or gives its device up while tasks run and wait.
func TestBackgroundEnds(t *testing.T) {
	t.Run("end", func(t *testing.T) {
		_, seen := background(t, fiveTasks, func(*host.Options) {})
		require.Equal(t, [3]int{5, 5, 0}, seen.count(), "the end of a script waits for what goes on")
	})
	t.Run("release of pipelines", func(t *testing.T) {
		_, seen := background(t, fiveTasks+"for _, p in ipairs(pipelines) do p:Release() end gpu.WaitForSingleObject(done) print(device:GetBackgroundProcessingStats().VariantsInstalled)", func(*host.Options) {})
		require.Equal(t, [3]int{5, 5, 0}, seen.count())
		for _, e := range seen.events {
			if e.Kind == trace.BackgroundFinish {
				require.Contains(t, e.Text, "abandoned")
			}
		}
	})
	t.Run("release of the device", func(t *testing.T) {
		out, seen := background(t, fiveTasks+`
for _, o in ipairs { queue, fence, buffer, root, list, allocator, pipelines[1], pipelines[2], pipelines[3], pipelines[4], pipelines[5] } do o:Release() end
device:Release()
gpu.WaitForSingleObject(done)
print "the event is set"`, func(*host.Options) {})
		require.Equal(t, [3]int{2, 2, 3}, seen.count(), "two ran, three waited")
		require.Equal(t, "the event is set\n", out)
	})
	t.Run("error", func(t *testing.T) {
		h := host.New(host.Options{Dir: "../../scripts"})
		require.Error(t, h.RunString(context.Background(), "test.lua", fiveTasks+"error 'x'"))
		require.NoError(t, h.Close())
	})
}
