package conformance

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// endScript lets one thread give up what another one uses: %s are what the thread does, what the main thread does, and what it does after the Join.
const endScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F = device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateFence(0, "F")
local function buffer(name, heap, state, flags) return device:CreateCommittedResource { Name = name, HeapType = heap or "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = state or "COMMON", Flags = flags } end
local x, y, back, view = buffer "x", buffer "y", buffer("back", "READBACK", "COPY_DEST"), buffer("view", nil, nil, "ALLOW_UNORDERED_ACCESS")
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
local alloc, more = device:CreateCommandAllocator("COPY"), device:CreateCommandAllocator("COPY")
local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = alloc }
l:CopyBufferRegion(x, 0, y, 0, 64); l:Close()
local event = gpu.CreateEvent { Name = "event", ManualReset = true, InitialState = true }
local r = device:CreateCommandList { Type = "COPY", Name = "r", Allocator = more }
local function put(at) device:CreateUnorderedAccessView(view, nil, { Format = "R32_UINT", NumElements = 64 }, heap:GetCPUDescriptorHandle(at)) end
local t = gpu.Thread("t", function() gpu.Work(3); %s; gpu.Work(3) end)
gpu.Work(3)
%s
t:Join()
%s
`

// TestThreadsThatGiveUpWhatOthersUse: whether the Release comes before the use or after it is up to the schedule, and the same is said in every run:
// not that one of the two is too late. Behind a Join there is nothing to say.
func TestThreadsThatGiveUpWhatOthersUse(t *testing.T) {
	const done = `local e = device:CreateFence(0, "e"); q:Signal(e, 1); e:WaitCPU(1)`
	pairs := []struct{ use, end, object string }{
		{"q:ExecuteCommandLists { l }", "x:Release()", `buffer "x"`},
		{"q:ExecuteCommandLists { l }", "y:Release()", `buffer "y"`},
		{"q:ExecuteCommandLists { l }", "alloc:Reset()", `allocator "allocator 1"`},
		{"q:ExecuteCommandLists { l }", "alloc:Release()", `allocator "allocator 1"`},
		{"r:CopyBufferRegion(x, 0, y, 0, 64)", "x:Release()", `buffer "x"`},
		{"r:CopyBufferRegion(x, 0, y, 0, 64); r:CopyBufferRegion(x, 64, y, 0, 64)", "x:Release()", `buffer "x"`},
		{"back:Map(); back:Unmap()", "back:Release()", `buffer "back"`},
		{"put(0)", "view:Release()", `buffer "view"`},
		{"put(1)", "heap:Release()", `descriptor heap "heap"`},
		{"x:Release()", "x:Release()", `buffer "x"`},
		{"q:Signal(F, 1)", "F:Release()", `fence "F"`},
		{"q:Signal(F, 1); q:Signal(F, 2)", "F:Release()", `fence "F"`},
		{"F:Signal(1)", "F:Release()", `fence "F"`},
		{"q:Wait(F, 0)", "F:Release()", `fence "F"`},
		{"F:WaitCPU(0)", "F:Release()", `fence "F"`},
		{"F:GetCompletedValue()", "F:Release()", `fence "F"`},
		{"F:SetEventOnCompletion(1, gpu.CreateEvent())", "F:Release()", `fence "F"`},
		{"q:Signal(F, 1)", "q:Release()", `copy queue "q"`},
		{"q:ExecuteCommandLists { l }", "q:Release()", `copy queue "q"`},
		{"event:SetEvent()", "event:Release()", `event "event"`},
		{"gpu.WaitForSingleObject(event)", "event:Release()", `event "event"`},
	}
	for _, p := range pairs {
		for _, calls := range [][2]string{{p.use, p.end}, {p.end, p.use}} {
			script, first := fmt.Sprintf(endScript, calls[0], calls[1], ""), ""
			for seed := range schedules() {
				found := outcome(t, script, schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
				require.Len(t, found, 1, "%s beside %s, seed %d\n%s", calls[0], calls[1], seed, words(found))
				require.Equal(t, diag.TwoThreads, found[0].Code)
				require.Contains(t, found[0].Title, p.object)
				if first == "" {
					first = words(found)
				}
				require.Equal(t, first, words(found), "%s beside %s, seed %d", calls[0], calls[1], seed)
			}
		}
		if p.use != p.end {
			script := fmt.Sprintf(endScript, p.use, "", done+"; "+p.end)
			require.Empty(t, outcome(t, script, schedule(1, host.ReportErrors)), "%s, and %s behind a Join", p.use, p.end)
		}
	}
}

// stallScript ends in a deadlock: %s is what the threads do.
const stallScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local p, q, F = device:CreateCommandQueue { Type = "COPY", Name = "p" }, device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateFence(0, "F")
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" } end
local x, y, z = buffer "x", buffer "y", buffer "z"
local function copy(to, from)
  local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = device:CreateCommandAllocator("COPY") }
  l:CopyBufferRegion(to, 0, from, 0, 64); l:Close(); return l
end
%s`

// TestDeadlocksOfThreads: a deadlock that comes in every run is told in the same words. Where signals come in no order it is up to the run which
// value the fence has, so it is not said; and whether work stands after a signal follows from what the threads know of each other.
func TestDeadlocksOfThreads(t *testing.T) {
	seeds := min(*seeds, 64)
	if testing.Short() {
		seeds = 10
	}
	tests := []struct {
		name, calls string
		says, not   string
	}{
		{"two threads signal on one queue", `local a = gpu.Thread("a", function() p:Signal(F, 1) end)
local b = gpu.Thread("b", function() p:Signal(F, 2) end)
a:Join(); b:Join(); F:WaitCPU(3)`, `waits for fence "F" >= 3, and nothing signals that value`, "is at"},
		{"two threads signal on two queues", `local a = gpu.Thread("a", function() p:Signal(F, 1) end)
local b = gpu.Thread("b", function() q:Signal(F, 2) end)
F:WaitCPU(3)`, `waits for fence "F" >= 3, and nothing signals that value`, "is at"},
		{"one thread signals behind the other", `local a = gpu.Thread("a", function() p:Signal(F, 1) end)
a:Join()
local b = gpu.Thread("b", function() p:Signal(F, 2) end)
F:WaitCPU(3)`, `waits for fence "F" >= 3, which is at 2, and nothing signals that value`, "signal 3 after the work"},
		{"a list beside the signal of a thread", `local t = gpu.Thread("loader", function() q:ExecuteCommandLists { copy(x, y) }; gpu.Work(10); q:Signal(F, 1) end)
q:Wait(F, 2)
q:ExecuteCommandLists { copy(z, y) }
t:Join()`, "signal 2 after the work", "wait for 1"},
		{"two threads give waits to one queue", `local a = gpu.Thread("a", function() q:Wait(F, 2); q:ExecuteCommandLists { copy(x, y) } end)
local b = gpu.Thread("b", function() q:Wait(F, 3) end)
a:Join(); b:Join()
local G = device:CreateFence(0, "G")
q:Signal(G, 1); G:WaitCPU(1)`, `p.lua:9:40 copy queue "q" waits for fence "F" >= 2`, ">= 3"},
		{"two threads give waits to one queue, and the elder signals what it waits for", `local G = device:CreateFence(0, "G")
local a = gpu.Thread("a", function() q:Signal(F, 2); q:Wait(F, 2) end)
local b = gpu.Thread("b", function() q:Wait(G, 3) end)
a:Join(); b:Join(); q:Signal(G, 1); G:WaitCPU(1)`, `p.lua:11:40 copy queue "q" waits for fence "G" >= 3`, ">= 2"},
		{"threads that other threads have made", `local function wait(name, value) return function() gpu.Thread(name, function() q:Wait(F, value) end):Join() end end
local a, b = gpu.Thread("a", wait("c", 2)), gpu.Thread("b", wait("d", 3))
a:Join(); b:Join()
local G = device:CreateFence(0, "G")
q:Signal(G, 1); G:WaitCPU(1)`, `copy queue "q" waits for fence "F" >= 2`, ">= 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			first := ""
			for seed := range seeds {
				found := outcome(t, fmt.Sprintf(stallScript, tt.calls), schedule(seed, host.ReportErrors))
				require.NotEmpty(t, found, "seed %d", seed)
				if first == "" {
					first = words(found)
				}
				require.Equal(t, first, words(found), "seed %d", seed)
			}
			require.Contains(t, first, tt.says)
			require.NotContains(t, first, tt.not)
		})
	}
}

// TestThreadsThatGiveUpASwapChain: two threads that release one, or resize it, are told in the same words, however far the one is with the buffers
// when the other one begins.
func TestThreadsThatGiveUpASwapChain(t *testing.T) {
	const script = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q = device:CreateCommandQueue { Type = "DIRECT", Name = "q" }
local chain = q:CreateSwapChain { Name = "chain", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", BufferCount = 3 }
local t = gpu.Thread("t", function() gpu.Work(1); chain:%s end)
gpu.Work(1)
chain:%s
t:Join()
`
	for _, call := range []string{"Release()", "ResizeBuffers(2, 16, 16)"} {
		for seed := range schedules() {
			found := outcome(t, fmt.Sprintf(script, call, call), schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
			require.Len(t, found, 1, "%s, seed %d\n%s", call, seed, words(found))
			require.Equal(t, diag.TwoThreads, found[0].Code)
			require.Contains(t, found[0].Title, `swap chain "chain"`, "%s, seed %d", call, seed)
		}
	}
}
