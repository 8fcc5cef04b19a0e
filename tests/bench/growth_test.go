package bench

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// growthScripts do N of something that a rule has to follow. All of them break no rule.
var growthScripts = []struct {
	name, script string
	n            int // of the smaller run
}{
	{"dispatches", validationScripts["dispatches"], 10_000},
	{"dispatches-whose-places-are-data", validationScripts["scattered dispatches"], 4_000},
	{"disjoint-ranges", disjointRanges, 10_000},
	{"data-that-stays", promisedData, 10_000},
	{"volatile-descriptors", volatileDescriptors, 4_000},
	{"barriers-of-one-resource", `local to = buffer "to"
for _ = 1, N / 2 do
  list:ResourceBarrier { { Type = "TRANSITION", Resource = to, Before = "COMMON", After = "COPY_DEST" } }
  list:ResourceBarrier { { Type = "TRANSITION", Resource = to, Before = "COPY_DEST", After = "COMMON" } }
end
run()`, 10_000},
	{"barriers-of-a-call", smallBuffers + `local list_of, back = {}, {}
for i = 1, N do
  list_of[i] = { Type = "TRANSITION", Resource = all[i], Before = "COMMON", After = "COPY_DEST" }
  back[i] = { Type = "TRANSITION", Resource = all[i], Before = "COPY_DEST", After = "COMMON" }
end
for _ = 1, 4 do list:ResourceBarrier(list_of); list:ResourceBarrier(back) end
run()`, 300},
	{"small-resources", smallBuffers + `for i = 2, N do list:CopyBufferRegion(all[i], 0, all[1], 0, 256) end
run()
for i = 1, N do all[i]:Release() end`, 1_000},
	{"lists-of-a-submit", `local from, to, lists = buffer "from", buffer "to", {}
list:Close()
for k = 1, N do
  local l = device:CreateCommandList { Type = "DIRECT", Name = "list " .. k, Allocator = device:CreateCommandAllocator("DIRECT") }
  l:CopyBufferRegion(to, 256 * (k - 1), from, 256 * (k - 1), 256)
  l:Close()
  lists[k] = l
end
queue:ExecuteCommandLists(lists); queue:Signal(fence, 1); fence:WaitCPU(1)`, 1_000},
	{"submits", submits, 10_000},
	{"chain-of-fences", `list:Close()
local other, fences = device:CreateCommandQueue { Type = "COMPUTE", Name = "other" }, {}
for i = 1, N do fences[i] = device:CreateFence(0, "f" .. i) end
for i = 1, N do
  local a, b = queue, other
  if i % 2 == 0 then a, b = other, queue end
  a:Signal(fences[i], 1)
  b:Wait(fences[i], 1)
end
fences[N]:WaitCPU(1)`, 4_096},
	{"fence-of-two-queues", `list:Close()
local other = device:CreateCommandQueue { Type = "COMPUTE", Name = "other" }
for i = 1, N do
  queue:Signal(fence, 2 * i - 1)
  other:Wait(fence, 2 * i - 1)
  other:Signal(fence, 2 * i)
  queue:Wait(fence, 2 * i)
end
fence:WaitCPU(2 * N)`, 4_096},
	{"queues-that-hand-a-fence-on", `list:Close()
for i = 1, N do
  local q = device:CreateCommandQueue { Type = "DIRECT", Name = "queue " .. i }
  if i > 1 then q:Wait(fence, i - 1) end
  q:Signal(fence, i)
end
fence:WaitCPU(N)`, 400},
	{"queues-that-hand-a-fence-on-last-first", `list:Close()
local queues = {}
for i = 1, N do queues[i] = device:CreateCommandQueue { Type = "DIRECT", Name = "queue " .. i } end
for i = N, 1, -1 do
  if i > 1 then queues[i]:Wait(fence, i - 1) end
  queues[i]:Signal(fence, i)
end
fence:WaitCPU(N)`, 400},
	{"queues-that-write-in-turn", `list:Close()
local from, to = buffer "from", buffer "to"
for i = 1, N do
  local q = device:CreateCommandQueue { Type = "DIRECT", Name = "queue " .. i }
  local l = device:CreateCommandList { Type = "DIRECT", Name = "list " .. i, Allocator = device:CreateCommandAllocator("DIRECT") }
  l:CopyBufferRegion(to, 0, from, 0, 256)
  l:Close()
  if i > 1 then q:Wait(fence, i - 1) end
  q:ExecuteCommandLists { l }
  q:Signal(fence, i)
end
fence:WaitCPU(N)`, 400},
	{"a-ring-of-queues-last-first", `list:Close()
local queues = {}
for i = 1, 4 do queues[i] = device:CreateCommandQueue { Type = "DIRECT", Name = "queue " .. i } end
for k = 0, N - 1 do
  for i = 4, 1, -1 do
    if k + i > 1 then queues[i]:Wait(fence, 4 * k + i - 1) end
    queues[i]:Signal(fence, 4 * k + i)
  end
end`, 1_000},
	{"frames-that-are-stepped", `device:Pause()
local from, to = buffer "from", buffer "to"
list:Close()
for i = 1, N do
  allocator:Reset(); list:Reset(allocator); list:CopyBufferRegion(to, 0, from, 0, 256); list:Close()
  queue:ExecuteCommandLists { list }; queue:Signal(fence, i)
  device:StepGpu { Until = "IDLE" }
end`, 1_000},
	{"waits-that-give-less-in-each-round", revisions, 400},
	{"threads-one-after-the-other", `list:Close()
for i = 1, N do
  gpu.Thread("t" .. i, function() queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:WaitCPU(i) end):Join()
end`, 1_000},
	{"threads-that-wait-for-the-end-of-one-another", `list:Close()
local threads = {}
for i = 1, N do
  threads[i] = gpu.Thread("t" .. i, function()
    if i > 1 then threads[i - 1]:Join() end
    queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:WaitCPU(i)
    allocator:Reset(); list:Reset(allocator); list:Close()
  end)
end
threads[N]:Join()`, 100},
	{"threads-that-make-one-another", `list:Close()
local function go(i)
  queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:WaitCPU(i)
  if i < N then gpu.Thread("t" .. i, function() go(i + 1) end):Join() end
end
go(1)`, 100},
	{"threads-beside-one-that-waits", `list:Close()
local last = device:CreateFence(0, "last")
local deaf = gpu.Thread("deaf", function() last:WaitCPU(1) end)
for i = 1, N do
  gpu.Thread("t" .. i, function()
    allocator:Reset(); list:Reset(allocator); list:Close()
    queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:WaitCPU(i)
  end):Join()
end
last:Signal(1); deaf:Join()`, 200},
	{"threads-that-set-events-in-turn", `list:Close()
local events, threads = {}, {}
for t = 0, 3 do events[t] = gpu.CreateEvent { Name = "event " .. t } end
for t = 1, 3 do
  threads[t] = gpu.Thread("thread " .. t, function() for i = 1, N do gpu.WaitForSingleObject(events[t - 1]); events[t]:SetEvent() end end)
end
for i = 1, N do events[0]:SetEvent(); gpu.WaitForSingleObject(events[3]) end
for t = 1, 3 do threads[t]:Join() end`, 1_000},
	{"queues-that-come-and-go", `local from, to = buffer "from", buffer "to"
list:Close()
for i = 1, N do
  local q = device:CreateCommandQueue { Type = "DIRECT", Name = "queue " .. i }
  allocator:Reset(); list:Reset(allocator); list:CopyBufferRegion(to, 0, from, 0, 256); list:Close()
  q:ExecuteCommandLists { list }; q:Signal(fence, i); fence:WaitCPU(i)
  q:Release()
end`, 10_000},
	{"queues", `local from, queues, fences = buffer "from", {}, {}
list:Close()
for i = 1, N do
  local l = device:CreateCommandList { Type = "DIRECT", Name = "list " .. i, Allocator = device:CreateCommandAllocator("DIRECT") }
  queues[i], fences[i] = device:CreateCommandQueue { Type = "DIRECT", Name = "queue " .. i }, device:CreateFence(0, "fence " .. i)
  l:CopyBufferRegion(device:CreateCommittedResource { Name = "to " .. i, Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }, 0, from, 0, 256)
  l:Close()
  queues[i]:ExecuteCommandLists { l }
  if i % 2 == 0 then queues[i - 1]:Signal(fences[i - 1], 1); queues[i]:Wait(fences[i - 1], 1) end
  queues[i]:Signal(fences[i], 1)
end
for i = 1, N do fences[i]:WaitCPU(1) end`, 400},
	{"events-of-one-fence", `list:Close()
local events = {}
for i = 1, N do events[i] = gpu.CreateEvent { Name = "event " .. i }; fence:SetEventOnCompletion(i, events[i]) end
for i = 1, N do queue:Signal(fence, i) end
for i = 1, N do gpu.WaitForSingleObject(events[i]) end`, 1_000},
	{"resources-of-a-list", smallBuffers + `for i = 1, N do list:ResourceBarrier { { Type = "TRANSITION", Resource = all[i], Before = "COMMON", After = "COPY_DEST", Flags = "BEGIN_ONLY" } } end
for i = 1, N do list:ResourceBarrier { { Type = "TRANSITION", Resource = all[i], Before = "COMMON", After = "COPY_DEST", Flags = "END_ONLY" } } end
run()`, 1_000},
	{"submits-of-one-subresource-of-2048", subresourceSubmits, 400},
	{"lists-that-choose-textures", choosingLists, 100},
	{"placed-in-turns", inTurns("ResourceAfter = all[i]"), 1_000},
	{"placed-in-named-turns", inTurns("ResourceBefore = all[i - 1], ResourceAfter = all[i]"), 1_000},
	{"disjoint-writers", `device = gpu.CreateDevice { Name = "other", AllowDisjointWriters = true }
local from, to, one, two = buffer "from", buffer "to", device:CreateCommandQueue { Type = "DIRECT", Name = "one" }, device:CreateCommandQueue { Type = "COPY", Name = "two" }
list:Close()
for i = 0, N - 1 do
  local q = i % 2 == 0 and one or two
  local l = device:CreateCommandList { Type = q == one and "DIRECT" or "COPY", Name = "list " .. i, Allocator = device:CreateCommandAllocator(q == one and "DIRECT" or "COPY") }
  l:CopyBufferRegion(to, 256 * i, from, 256 * i, 128)
  l:Close()
  q:ExecuteCommandLists { l }
end
local a, b = device:CreateFence(0, "a"), device:CreateFence(0, "b")
one:Signal(a, 1); two:Signal(b, 1); a:WaitCPU(1); b:WaitCPU(1)`, 1_000},
}

// inTurns gives one range of a heap to many buffers, one after the other.
func inTurns(barrier string) string {
	return `local from, heap, all = buffer "from", device:CreateHeap { Name = "heap", SizeInBytes = 65536, Flags = "ALLOW_ONLY_BUFFERS" }, {}
for i = 1, N do all[i] = device:CreatePlacedResource { Heap = heap, HeapOffset = 0, Name = "placed " .. i, Dimension = "BUFFER", Width = 256, InitialState = "COMMON" } end
for i = 1, N do
  list:ResourceBarrier { { Type = "ALIASING", ` + barrier + ` } }
  list:CopyBufferRegion(all[i], 0, from, 0, 256)
end
run()`
}

// revisions are rounds in which two threads set one event in no order: what the first one's gives to a wait goes when the second one sets it.
const revisions = `list:Close()
local event, go = gpu.CreateEvent { Name = "event", ManualReset = true }, device:CreateFence(0, "go")
local done, threads = {}, {}
for t = 1, 2 do
  done[t] = device:CreateFence(0, "done " .. t)
  local q = device:CreateCommandQueue { Type = "DIRECT", Name = "queue " .. t }
  threads[t] = gpu.Thread("thread " .. t, function()
    for i = 1, N do
      go:WaitCPU(i)
      gpu.Work(10 * t)
      event:SetEvent()
      q:Signal(done[t], i)
    end
  end)
end
for i = 1, N do
  go:Signal(i)
  gpu.WaitForSingleObject(event)
  done[1]:WaitCPU(i); done[2]:WaitCPU(i)
  event:ResetEvent()
end
for t = 1, 2 do threads[t]:Join() end`

// subresourceSubmits moves one subresource of many in each submission.
const subresourceSubmits = `local array = device:CreateCommittedResource { Name = "array", Dimension = "TEXTURE2D", Width = 1, Height = 1, DepthOrArraySize = 2048, MipLevels = 1,
  Format = "R8G8B8A8_UNORM", InitialState = "PIXEL_SHADER_RESOURCE" }
list:Close()
for i = 1, N do
  allocator:Reset(); list:Reset(allocator)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = array, Subresource = i % 2048, Before = "PIXEL_SHADER_RESOURCE", After = "COPY_DEST" } }
  list:ResourceBarrier { { Type = "TRANSITION", Resource = array, Subresource = i % 2048, Before = "COPY_DEST", After = "PIXEL_SHADER_RESOURCE" } }
  list:Close(); queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:WaitCPU(i)
end`

// choosingLists are lists of one submission, each with a program that chooses one of some textures.
const choosingLists = `local pictures, out = gpu.Texture2D("t0", "float4", 8), gpu.RWStructuredBuffer("u0", "float4")
local C, to = gpu.ConstantBuffer("b0", { { "which", "uint" } }), buffer("to", "ALLOW_UNORDERED_ACCESS")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 }, { Type = "UAV", ShaderRegister = 0 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 8, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } } } }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
for i = 0, 7 do
  device:CreateShaderResourceView(device:CreateCommittedResource { Name = "picture " .. i, Dimension = "TEXTURE2D", Width = 4, Height = 4, MipLevels = 1, Format = "R8G8B8A8_UNORM",
    InitialState = "NON_PIXEL_SHADER_RESOURCE" }, nil, heap:GetCPUDescriptorHandle(i))
end
local pso = device:CreateComputePipelineState { Name = "pick", RootSignature = root,
  CS = gpu.ComputeShader { Name = "pick", NumThreads = { 1, 1, 1 }, Main = function() out[0] = pictures[C.which][uint2(0, 0)] end } }
list:Close()
local lists = {}
for i = 1, N do
  lists[i] = device:CreateCommandList { Type = "DIRECT", Name = "list " .. i, Allocator = device:CreateCommandAllocator "DIRECT" }
  lists[i]:SetDescriptorHeaps { heap }; lists[i]:SetPipelineState(pso); lists[i]:SetComputeRootSignature(root); lists[i]:SetComputeRootDescriptorTable(2, heap:GetGPUDescriptorHandle(0))
  lists[i]:SetComputeRoot32BitConstant(0, gpu.AsUint(i % 8)); lists[i]:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress() + 16 * i); lists[i]:Dispatch(1, 1, 1)
  lists[i]:Close()
end
queue:ExecuteCommandLists(lists); queue:Signal(fence, 1); fence:WaitCPU(1)`

const smallBuffers = `local all = {}
for i = 1, N do all[i] = device:CreateCommittedResource { Name = "b" .. i, Dimension = "BUFFER", Width = 256, InitialState = "COMMON" } end
`

// disjointRanges copies parts of a buffer in an order without a pattern, on two queues.
const disjointRanges = `local from, to, other = buffer "from", buffer "to", device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local copies = device:CreateCommandList { Type = "COPY", Name = "copies", Allocator = device:CreateCommandAllocator("COPY") }
for i = 0, N - 1 do
  local at, l = i * 7919 % N, list
  if at < N / 2 then l = copies end
  l:CopyBufferRegion(to, 256 * at, from, 256 * at, 128)
end
copies:Close()
other:ExecuteCommandLists { copies }
other:Signal(fence, 1)
queue:Wait(fence, 1)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 2)
fence:WaitCPU(2)`

// promisedData reads a buffer again and again through an argument that promises not to change, while others are written.
const promisedData = `local out, from = gpu.RWStructuredBuffer("u0", "float"), gpu.StructuredBuffer("t0", "float")
local to, data, other, third = buffer("to", "ALLOW_UNORDERED_ACCESS"), buffer "data", buffer "other", buffer "third"
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "SRV", ShaderRegister = 0 } } }
list:SetPipelineState(device:CreateComputePipelineState { Name = "copy", RootSignature = root,
  CS = gpu.ComputeShader { Name = "copy", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) out[DispatchThreadID.x] = from[0] end } })
list:SetComputeRootSignature(root)
list:SetComputeRootShaderResourceView(1, data:GetGPUVirtualAddress())
local base = to:GetGPUVirtualAddress()
for i = 0, N - 1 do
  list:CopyBufferRegion(other, 256 * i, third, 0, 256)
  if i == 0 then list:ResourceBarrier { { Type = "TRANSITION", Resource = other, Before = "COPY_DEST", After = "COMMON" } } end
  list:SetComputeRootUnorderedAccessView(0, base + 256 * i)
  list:Dispatch(1, 1, 1)
end
run()`

// volatileDescriptors reads descriptors that are looked at when the list is submitted, between barriers of other resources.
const volatileDescriptors = `local out, from = gpu.RWStructuredBuffer("u0", "float"), gpu.StructuredBuffer("t0", "float")
local to, data, other = buffer("to", "ALLOW_UNORDERED_ACCESS"), buffer "data", buffer "other"
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = N, Flags = "SHADER_VISIBLE" }
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "DESCRIPTORS_VOLATILE" } } } } }
list:SetDescriptorHeaps { heap }
list:SetPipelineState(device:CreateComputePipelineState { Name = "copy", RootSignature = root,
  CS = gpu.ComputeShader { Name = "copy", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) out[DispatchThreadID.x] = from[0] end } })
list:SetComputeRootSignature(root)
local base = to:GetGPUVirtualAddress()
for i = 0, N - 1 do
  device:CreateShaderResourceView(data, { ViewDimension = "BUFFER", FirstElement = 64 * i, NumElements = 64, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(i))
  list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(i))
  list:SetComputeRootUnorderedAccessView(0, base + 256 * i)
  list:Dispatch(1, 1, 1)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = other, Before = "COMMON", After = "COPY_DEST" } }
  list:ResourceBarrier { { Type = "TRANSITION", Resource = other, Before = "COPY_DEST", After = "COMMON" } }
end
run()`

// submits records and submits one list again and again.
const submits = `local from, to = buffer "from", buffer "to"
list:Close()
for i = 1, N do
  allocator:Reset(); list:Reset(allocator)
  list:CopyBufferRegion(to, 0, from, 0, 256)
  list:Close()
  queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:WaitCPU(i)
end`

func growthScript(n int, script string) string {
	return fmt.Sprintf("local N = %d\n", n) + validationHead + script
}

// BenchmarkValidationGrowth reports, with validation on, the time of ten times as many over ten times the time: 1 where the time grows with the
// number.
func BenchmarkValidationGrowth(b *testing.B) {
	for _, g := range growthScripts {
		b.Run(g.name, func(b *testing.B) {
			few, many := time.Hour, time.Hour // the shortest of all runs
			for range b.N {
				few = min(few, runScript(b, growthScript(g.n, g.script), host.ValidationOn))
				many = min(many, runScript(b, growthScript(10*g.n, g.script), host.ValidationOn))
			}
			b.ReportMetric(float64(many.Nanoseconds())/float64(10*g.n), "ns/each")
			b.ReportMetric(many.Seconds()/few.Seconds()/10, "growth")
		})
	}
}

// reportScripts are scripts of so many lines, each with a mistake of its own. They stop at the thousandth report.
var reportScripts = map[string]func(n int) string{
	"two-queues": func(n int) string {
		var b strings.Builder
		b.WriteString("local from, to = buffer 'from', buffer 'to'\nlocal queues = { queue, device:CreateCommandQueue { Type = 'DIRECT', Name = 'other' } }\n")
		b.WriteString(recorded)
		for i := range n {
			fmt.Fprintf(&b, "queues[%d]:ExecuteCommandLists { record(function(l) l:CopyBufferRegion(to, %d, from, 0, 256) end) }\n", 1+i%2, i/2*256)
		}
		return b.String()
	},
	"released-in-flight": func(n int) string {
		return recorded + strings.Repeat(`do local b = buffer "b" queue:ExecuteCommandLists { record(function(l) l:CopyBufferRegion(b, 0, b, 128, 64) end) } b:Release() end
`, n)
	},
}

// recorded makes a closed list of what a function records.
const recorded = `list:Close()
local function record(body)
  local l = device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = device:CreateCommandAllocator "DIRECT" }
  body(l)
  l:Close()
  return l
end
`

// reports runs a script of so many lines, and returns how many mistakes were reported and how long that took. The run makes the text another one than
// before: one that was compiled before would not be read again.
func reports(run, n int, script func(n int) string) (said int, took time.Duration) {
	h := host.New(host.Options{Errors: host.ReportErrors})
	defer h.Close()
	begin := time.Now()
	_ = h.RunString(context.Background(), "reports.lua", growthScript(n, script(n))+fmt.Sprintf("-- %d", run)) // what it returns is among the diagnostics
	return len(h.Result().Diagnostics), time.Since(begin)
}

// BenchmarkReportGrowth reports the time of eight times as many mistakes over eight times the time.
func BenchmarkReportGrowth(b *testing.B) {
	for _, name := range slices.Sorted(maps.Keys(reportScripts)) {
		b.Run(name, func(b *testing.B) {
			few, many := time.Hour, time.Hour // the shortest of all runs
			for run := range b.N {
				_, took := reports(run, 120, reportScripts[name])
				few = min(few, took)
				_, took = reports(run, 960, reportScripts[name])
				many = min(many, took)
			}
			b.ReportMetric(float64(many.Nanoseconds())/960, "ns/each")
			b.ReportMetric(many.Seconds()/few.Seconds()/8, "growth")
		})
	}
}

// TestReportScripts: each line is reported, in the first script but for the one that races with nothing before it.
func TestReportScripts(t *testing.T) {
	for name, script := range reportScripts {
		said, _ := reports(0, 20, script)
		require.GreaterOrEqual(t, said, 19, name)
	}
}

// BenchmarkSubmitMemory reports how much more memory is in use after ten times as many submissions, for each of them.
func BenchmarkSubmitMemory(b *testing.B) {
	inUse := func(n int) float64 {
		h := host.New(host.Options{Validation: host.ValidationOn})
		defer h.Close()
		require.NoError(b, h.RunString(context.Background(), "submits.lua", growthScript(n, submits)))
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		runtime.KeepAlive(h)
		return float64(m.HeapAlloc)
	}
	for range b.N {
		inUse(100) // what is made once for the process
		b.ReportMetric((inUse(100_000)-inUse(10_000))/90_000, "B/submit")
	}
}

// TestGrowthScripts: the scripts break no rule.
func TestGrowthScripts(t *testing.T) {
	for _, g := range growthScripts {
		t.Run(g.name, func(t *testing.T) { runScript(t, growthScript(64, g.script), host.ValidationOn) })
	}
}
