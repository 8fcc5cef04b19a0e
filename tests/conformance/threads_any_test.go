package conformance

import (
	"context"
	"flag"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// anyScript has one object of most kinds, which the threads share.
const anyScript = `local gpu, dml, engine = require "gpu", require "gpu.dml", require "gpu.engine"
local device = gpu.CreateDevice { Name = "d" }
local p, q = device:CreateCommandQueue { Type = "DIRECT", Name = "p" }, device:CreateCommandQueue { Type = "COPY", Name = "q" }
local F, G = device:CreateFence(0, "F"), device:CreateFence(0, "G")
local H = { device:CreateFence(0, "H1"), device:CreateFence(0, "H2"), device:CreateFence(0, "H3") }
local auto, hand = gpu.CreateEvent { Name = "auto" }, gpu.CreateEvent { Name = "hand", ManualReset = true }
local function buffer(name, heap, state, flags) return device:CreateCommittedResource { Name = name, HeapType = heap or "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = state or "COMMON", Flags = flags } end
local x, y, view, other = buffer "x", buffer "y", buffer("view", nil, nil, "ALLOW_UNORDERED_ACCESS"), buffer("other", nil, nil, "ALLOW_UNORDERED_ACCESS")
local up, back = buffer("up", "UPLOAD", "GENERIC_READ"), buffer("back", "READBACK", "COPY_DEST")
local map, read = up:Map(), back:Map()
local tex = device:CreateCommittedResource { Name = "tex", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
local spare = device:CreateDescriptorHeap { Name = "spare", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
local function put(at, what, to) device:CreateUnorderedAccessView(what or view, nil, { Format = "R32_UINT", NumElements = 64 }, (to or heap):GetCPUDescriptorHandle(at)) end
put(0); put(1); put(0, other, spare)
local queries = device:CreateQueryHeap { Name = "queries", Type = "TIMESTAMP", Count = 4 }
local chain = p:CreateSwapChain { Name = "chain", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", BufferCount = 2 }
local target = gpu.RWBuffer("u0", "uint")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } } } }
local pso = device:CreateComputePipelineState { Name = "pso", RootSignature = root, CS = gpu.ComputeShader { Name = "cs", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) target[GroupIndex] = 1 end } }
local made = 0
local function list(type, name, body)
  local l = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
  if body then body(l); l:Close() end
  return l
end
local a1, a2 = device:CreateCommandAllocator { Type = "COPY", Name = "a1" }, device:CreateCommandAllocator { Type = "COPY", Name = "a2" }
local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = a1 }
local write = { list("COPY", "write1", function(l) l:CopyBufferRegion(x, 0, y, 0, 64) end), list("COPY", "write2", function(l) l:CopyBufferRegion(x, 0, y, 0, 64) end), list("COPY", "write3", function(l) l:CopyBufferRegion(x, 64, y, 0, 64) end) }
local reads = { list("COPY", "read1", function(l) l:CopyBufferRegion(back, 0, x, 0, 64) end), list("DIRECT", "read2", function(l) l:CopyBufferRegion(back, 64, x, 0, 64) end) }
local fill = { list("COPY", "fill1", function(l) l:CopyBufferRegion(y, 0, up, 0, 64) end), list("DIRECT", "fill2", function(l) l:CopyBufferRegion(y, 0, up, 0, 64) end) }
local function run(name)
  return list("DIRECT", name, function(l) l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetDescriptorHeaps { heap }; l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0)); l:Dispatch(1, 1, 1) end)
end
local runs = { run "run1", run "run2", run "run3" }
local function turn(name, from, to) return list("DIRECT", name, function(l) l:ResourceBarrier { { Type = "TRANSITION", Resource = tex, StateBefore = from, StateAfter = to } } end) end
local turns = { turn("turn1", "COPY_DEST", "COPY_SOURCE"), turn("turn2", "COPY_SOURCE", "COPY_DEST"), turn("turn3", "COPY_DEST", "COPY_SOURCE") }
local stamps, solve = list("DIRECT", "stamps", function(l) l:EndQuery(queries, "TIMESTAMP", 0) end), list("DIRECT", "solve", function(l) l:ResolveQueryData(queries, "TIMESTAMP", 0, 1, view, 0) end)
%s
local done = device:CreateFence(0, "done")
p:Signal(done, 1); done:WaitCPU(1); q:Signal(done, 2); done:WaitCPU(2)
`

// anyCalls are what the threads do with them. No two wait for an event that a wait unsets: who gets it is up to the run. No queue waits for what
// another thread signals on the same queue: q signals, and p waits. TestThreadsThatLetQueuesWait is about those.
var anyCalls = []string{
	"l:CopyBufferRegion(x, 0, y, 0, 64)", "l:CopyBufferRegion(x, 128, y, 0, 64)", "l:Close()", "l:Reset(a1)", "l:Reset(a2)", "q:ExecuteCommandLists { l }", "a1:Reset()", "a2:Reset()",
	"q:ExecuteCommandLists { write[1] }", "q:ExecuteCommandLists { write[2] }", "q:ExecuteCommandLists { write[2], write[3] }", "q:ExecuteCommandLists { reads[1] }", "p:ExecuteCommandLists { reads[2] }",
	"q:ExecuteCommandLists { fill[1] }", "p:ExecuteCommandLists { fill[2] }",
	"p:ExecuteCommandLists { runs[1] }", "p:ExecuteCommandLists { runs[2] }", "p:ExecuteCommandLists { runs[3] }",
	"p:ExecuteCommandLists { turns[1] }", "p:ExecuteCommandLists { turns[2] }", "p:ExecuteCommandLists { turns[3] }", "p:ExecuteCommandLists { turns[1], turns[2] }",
	"p:ExecuteCommandLists { stamps }", "p:ExecuteCommandLists { solve }",
	"put(0, other)", "put(0)", "put(2)", `device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(0), spare:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")`,
	`map:Write(0, "uint", { 1 })`, `read:Read(0, "uint")`, `read:Read(64, "uint")`, "up:Unmap()", "up:Map()", "back:Unmap()",
	"q:Signal(F, 1)", "q:Signal(F, 2)", "F:Signal(1)", "p:Wait(F, 1)", "q:Signal(G, 1)", "p:Wait(G, 1)", "F:WaitCPU(1)", "G:WaitCPU(1)",
	"if G:GetCompletedValue() >= 0 then gpu.Work(1) end",
	"x:Release()", "y:Release()", "view:Release()", "heap:Release()", "a1:Release()", "l:Release()", "F:Release()", "queries:Release()", "pso:Release()", "root:Release()",
	"auto:SetEvent()", "hand:SetEvent()", "hand:ResetEvent()", "F:SetEventOnCompletion(1, hand)", "gpu.WaitForSingleObject(hand)", "auto:Release()",
	"chain:Present()", "chain:GetBuffer(0)", "device:Evict { x }", "device:MakeResident { y }",
	`x:SetName("z")`, "gpu.Work(5)", "p:GetTimestampFrequency()",
}

// once are programs, by their seeds, of which something else was told in another schedule once: an Evict or an Unmap of several, a Release after work
// that another thread may keep from being made, an object that a call did not come to use, work cut short by a Release in flight, a descriptor
// written into a heap that was gone, a wait that the removal of the device ends, a list or a Release that several give up, a queue that is named in
// the help.
var once = []int64{654, 821, 2065, 2939, 4460, 4493, 4712, 6096, 6232, 7199, 7218, 7494, 7958, 9897, 9933, 10199, 11504, 11672, 18491, 19256, 1003992, 1004857, 2001165, 2001550}

// from is the number of the first random program of the tests that compare schedules alone.
var from = flag.Int64("from", 0, "number of the first random program whose schedules are compared")

// randomAny is a program of two or three threads.
func randomAny(r *rand.Rand, calls []string) string {
	threads := make([][]string, 2+r.Intn(2))
	few := make([]string, 3+r.Intn(4)) // so that threads meet
	for i := range few {
		few[i] = calls[r.Intn(len(calls))]
	}
	for t := range threads {
		for range 1 + r.Intn(3) {
			threads[t] = append(threads[t], few[r.Intn(len(few))])
		}
	}
	order := r.Perm(len(threads)) // a thread waits for those before it
	for value := range r.Intn(3) {
		one := r.Intn(len(threads) - 1)
		two := one + 1 + r.Intn(len(threads)-1-one)
		from, to := &threads[order[one]], &threads[order[two]]
		*from = append(*from, fmt.Sprintf("H[%d]:Signal(1)", value+1))
		*to = append([]string{fmt.Sprintf("H[%d]:WaitCPU(1)", value+1)}, *to...)
	}
	var b strings.Builder
	for t := 1; t < len(threads); t++ {
		fmt.Fprintf(&b, "local t%d = gpu.Thread(\"t%d\", function()\n  gpu.Work(3)\n  %s\n  gpu.Work(1)\nend)\n", t, t, strings.Join(threads[t], "\n  "))
	}
	fmt.Fprintf(&b, "gpu.Work(3)\n%s\n", strings.Join(threads[0], "\n"))
	for t := 1; t < len(threads); t++ {
		fmt.Fprintf(&b, "t%d:Join()\n", t)
	}
	return b.String()
}

// everyWord is all that a script is told, in the order in which it is.
func everyWord(t *testing.T, script string, change func(*host.Options)) string {
	options := host.Options{}
	change(&options)
	h := host.New(options)
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), "p.lua", script) // its errors are diagnostics of the result
	return words(h.Result().Diagnostics)
}

// TestThreadsThatDoAnything runs random programs of two or three threads, which make a few calls of all kinds, perhaps wrong by themselves, perhaps
// in no order. In every schedule and profile each word is the same, and they come in the same order, whether errors stop the script or not; and
// something is told where they do if something is where they do not.
func TestThreadsThatDoAnything(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			told, silent := 0, 0
			var seeds []int64
			for i := shard; i < len(once); i += shards {
				seeds = append(seeds, once[i])
			}
			for i := range max(count()/40/shards, 10) {
				seeds = append(seeds, *from+int64(i*shards+shard))
			}
			for _, seed := range seeds {
				part := randomAny(rand.New(rand.NewSource(seed)), anyCalls)
				script, words := fmt.Sprintf(anyScript, part), [2]string{}
				for i, mode := range []host.ErrorMode{host.StopOnError, host.ReportErrors} {
					first := everyWord(t, script, schedule(1, mode))
					for _, s := range []uint64{0, 3, 6, 9, 12, 15, 18, 21, 24} {
						require.Equal(t, first, everyWord(t, script, schedule(s, mode)), "program %d, seed %d\n%s", seed, s, part)
					}
					words[i] = first
				}
				require.Equal(t, words[0] == "", words[1] == "", "program %d\n%s", seed, part)
				if words[0] == "" {
					silent++
				} else {
					told++
				}
			}
			t.Logf("%d programs are told, %d are not", told, silent)
			require.Positive(t, told)
			require.Positive(t, silent)
		})
	}
}
