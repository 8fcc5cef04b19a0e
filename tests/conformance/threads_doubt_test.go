package conformance

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// doubtKinds are what threads do besides: accesses after the waits, and signals that may have ended them.
var doubtKinds = []kind{submit, submit, signal, signal, wait, cpuSignal, cpuSignal, cpuWait, cpuWait, cpuTouch}

// randomDoubt is a program of two or three threads, one of which waits for a fence that another one signals in no order with the wait. In the program
// that is changed here, what the CPU reads is not finished in some run:
//
//	thread 0    queue 0: write, signal 0        wait 0, read
//	thread 1    signal 0
//
// looks: threads poll as well, and set events and wait for them.
func randomDoubt(r *rand.Rand, looks bool) *fork {
	op := func(k kind, queue int) operation {
		return operation{kind: k, queue: queue, value: 1, write: true, end: 64}
	}
	lines := [][]operation{{op(submit, 0), op(signal, 0), op(cpuWait, 0), op([]kind{cpuTouch, submit}[r.Intn(2)], 1)}, {op(cpuSignal, 0)}, {}}
	switch r.Intn(6) {
	case 0, 1:
		lines[1] = []operation{op(signal, 1)}
	case 2, 3: // it knows that the wait may end
		lines[1] = []operation{op(cpuWait, 0), op(cpuSignal, 0)}
	}
	if r.Intn(3) == 0 {
		lines[2], lines[0] = slices.Clone(lines[0][:2]), lines[0][2:]
	}
	threads := 2 + min(len(lines[2])+r.Intn(4)/3, 1)
	rewinds := r.Intn(4) == 0
	if looks {
		lines[0][len(lines[0])-2].look(r)
	}
	for range r.Intn(6) {
		o := operation{kind: doubtKinds[r.Intn(len(doubtKinds))], queue: r.Intn(2), fence: r.Intn(2), value: uint64(1 + r.Intn(2)), write: r.Intn(2) == 0}
		o.begin = uint64(r.Intn(3)) * 64
		o.end = o.begin + 64
		t := r.Intn(threads)
		if (o.kind == signal || o.kind == cpuSignal) && !rewinds {
			o.value = 1
		}
		if looks {
			o.look(r)
		}
		lines[t] = slices.Insert(lines[t], r.Intn(len(lines[t])+1), o)
	}
	f := &fork{starts: make([]int, threads), joins: make([]int, threads)}
	for left := len(lines[0]) + len(lines[1]) + len(lines[2]); left > 0; {
		if t := r.Intn(threads); len(lines[t]) > 0 {
			f.calls, f.thread, lines[t] = append(f.calls, lines[t][0]), append(f.thread, t), lines[t][1:]
			left--
		}
	}
	for t := range threads {
		f.starts[t], f.joins[t] = r.Intn(3), len(f.calls)
		if r.Intn(3) > 0 {
			f.joins[t] = f.starts[t] + r.Intn(len(f.calls))
		}
	}
	return f
}

// uncertain says whether the CPU waits for a fence that several threads signal: what the end of such a wait says is not known before all of them
// have.
func (f *fork) uncertain() bool {
	var by, waits [4]uint
	for i := range f.calls {
		switch o := &f.calls[i]; o.kind {
		case signal, cpuSignal:
			by[o.fence] |= 1 << f.thread[i]
		case cpuWait, poll, arm:
			waits[o.fence] = 1
		}
	}
	for i := range by {
		if waits[i] != 0 && by[i]&(by[i]-1) != 0 {
			return true
		}
	}
	return false
}

// TestThreadsWhoseWaitsOthersEnd: threads wait on the CPU for fences that others signal, too, in no order with them, against all runs: whatever order
// a run has, the same races are told in the same words, and there are some if and only if a run has one.
func TestThreadsWhoseWaitsOthersEnd(t *testing.T) {
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			racing, clean := 0, 0
			for i := 0; racing+clean < count()/2/shards; i++ {
				seed := int64(i*shards + shard)
				r := rand.New(rand.NewSource(seed))
				f := randomDoubt(r, i%2 == 1)
				if !f.uncertain() {
					continue
				}
				truth := f.enumerate()
				if !truth.always {
					continue // somebody may wait for ever
				}
				want := f.races(&truth)
				first := ""
				for run := range 6 {
					text, got := told(f.judge(f.run(r)))
					require.Subset(t, want, got, "program %d\n%s\n%s", seed, f, text)
					require.Equal(t, len(want) > 0, len(got) > 0, "program %d: races %v, reports %v (from 0)\n%s", seed, want, got, f)
					if run == 0 {
						first = text
					}
					require.Equal(t, first, text, "program %d, run %d\n%s", seed, run, f)
				}
				if len(want) > 0 {
					racing++
				} else {
					clean++
				}
			}
			t.Logf("%d programs race, %d do not", racing, clean)
			require.Greater(t, racing, count()/2/shards/10)
			require.Greater(t, clean, count()/2/shards/20)
		})
	}
}

// doubtScript reads mapped memory after a wait for a fence that another thread signals as well.
const doubtScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F, e = device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateFence(0, "F"), gpu.CreateEvent { Name = "e" }
local function buffer(heap, state) return device:CreateCommittedResource { HeapType = heap, Dimension = "BUFFER", Width = 256, InitialState = state } end
local back, from = buffer("READBACK", "COPY_DEST"), buffer("DEFAULT", "COMMON")
local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = device:CreateCommandAllocator("COPY") }
l:CopyBufferRegion(back, 0, from, 0, 64); l:Close()
local map = back:Map()
local t = gpu.Thread("t", function() gpu.Work(20); %s end)
q:ExecuteCommandLists { l }; q:Signal(F, 1)
%s
map:Read(0, "uint")
t:Join()
`

// TestDoubtUnderSchedules: whether the other thread signals before the wait ends or after it, the same is said in every run.
func TestDoubtUnderSchedules(t *testing.T) {
	seeds := min(*seeds, 64)
	if testing.Short() {
		seeds = 12
	}
	waits := []string{"F:WaitCPU(1)", "F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)", "while F:GetCompletedValue() < 1 do gpu.Work(1) end",
		`device:SetEventOnMultipleFenceCompletion({ F, device:CreateFence(0) }, { 1, 1 }, "ANY")`}
	for _, wait := range waits {
		for signal, races := range map[string]bool{"F:Signal(1)": true, "F:WaitCPU(1); F:Signal(1)": false} {
			first := ""
			for seed := range seeds {
				found := outcome(t, fmt.Sprintf(doubtScript, signal, wait), schedule(seed, host.ReportErrors))
				require.Equal(t, races, len(found) == 1, "%s beside %s, seed %d\n%s", signal, wait, seed, words(found))
				if seed == 0 {
					first = words(found)
				}
				require.Equal(t, first, words(found), "%s beside %s, seed %d", signal, wait, seed)
			}
		}
	}
}

// giveUpScript gives up what work needs, or gives it to the queue again, after a wait for a fence that another thread signals as well.
const giveUpScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F, e = device:CreateCommandQueue { Type = "COPY", Name = "q" }, device:CreateFence(0, "F"), gpu.CreateEvent { Name = "e" }
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" } end
local a, b, alloc = buffer "a", buffer "b", device:CreateCommandAllocator("COPY")
local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = alloc }
l:CopyBufferRegion(a, 0, b, 0, 64); l:Close()
local t = gpu.Thread("t", function() gpu.Work(20); %s end)
q:ExecuteCommandLists { l }; q:Signal(F, 1)
%s
%s
t:Join()
`

// overwriteScript writes a descriptor that work reads, after such a wait.
const overwriteScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F, e = device:CreateCommandQueue { Type = "COMPUTE", Name = "q" }, device:CreateFence(0, "F"), gpu.CreateEvent { Name = "e" }
local target, view = gpu.RWBuffer("u0", "uint"), { Format = "R32_UINT", NumElements = 64 }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" } end
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } } } }
local pso = device:CreateComputePipelineState { Name = "pso", RootSignature = root, CS = gpu.ComputeShader { Name = "cs", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) target[GroupIndex] = 1 end } }
local function write(name) device:CreateUnorderedAccessView(buffer(name), nil, view, heap:GetCPUDescriptorHandle(0)) end
write "a"
local l = device:CreateCommandList { Type = "COMPUTE", Name = "l", Allocator = device:CreateCommandAllocator("COMPUTE") }
l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetDescriptorHeaps { heap }; l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0)); l:Dispatch(1, 1, 1); l:Close()
local t = gpu.Thread("t", function() gpu.Work(20); %s end)
q:ExecuteCommandLists { l }; q:Signal(F, 1)
%s
%s
t:Join()
`

// TestDoubtfulCallsUnderSchedules: what gives up an object is refused, or told after, in the same words, whether the other thread signals before it
// or after it.
func TestDoubtfulCallsUnderSchedules(t *testing.T) {
	seeds := min(*seeds, 64)
	if testing.Short() {
		seeds = 12
	}
	waits := []string{"F:WaitCPU(1)", "F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)", "while F:GetCompletedValue() < 1 do gpu.Work(1) end"}
	codes := map[string]diag.Code{"a:Release()": diag.ReleasedInFlight, "alloc:Reset()": diag.AllocatorInFlight, "q:ExecuteCommandLists { l }": diag.ListInFlight, `write "b"`: diag.DescriptorInFlight}
	for call, code := range codes {
		script := giveUpScript
		if code == diag.DescriptorInFlight {
			script = overwriteScript
		}
		for _, wait := range waits {
			for signal, wrong := range map[string]int{"F:Signal(1)": 1, "F:WaitCPU(1); F:Signal(1)": 0} {
				first := ""
				for seed := range seeds {
					for _, mode := range []host.ErrorMode{host.ReportErrors, host.StopOnError} {
						found := slices.DeleteFunc(outcome(t, fmt.Sprintf(script, signal, wait, call), schedule(seed, mode)), func(d *diag.Diagnostic) bool { return d.Code != code })
						require.Len(t, found, wrong, "%s behind %s beside %s, seed %d\n%s", call, wait, signal, seed, words(found))
						if first == "" {
							first = words(found)
						}
						require.Equal(t, first, words(found), "%s behind %s beside %s, seed %d", call, wait, signal, seed)
					}
				}
			}
		}
	}
}

// resizeScript gives the buffers of a swap chain up after such a wait, or maps what work writes.
const resizeScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local q, F, e = device:CreateCommandQueue { Type = "DIRECT", Name = "q" }, device:CreateFence(0, "F"), gpu.CreateEvent { Name = "e" }
local chain = q:CreateSwapChain { Name = "chain", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", BufferCount = 3 }
local function buffer(heap, state) return device:CreateCommittedResource { Name = "b", HeapType = heap, Dimension = "BUFFER", Width = 256, InitialState = state } end
local back, from = buffer("READBACK", "COPY_DEST"), buffer("DEFAULT", "COMMON")
local l = device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = device:CreateCommandAllocator("DIRECT") }
l:CopyBufferRegion(back, 0, from, 0, 64); l:Close()
local t = gpu.Thread("t", function() gpu.Work(20); %s end)
q:ExecuteCommandLists { l }; chain:Present(); chain:Present(); q:Signal(F, 1)
%s
%s
t:Join()
`

// TestDoubtfulEndsUnderSchedules: what ResizeBuffers gives up too early, and what Map gives too early, is told in the same words and with the same
// code, whether the other thread signals before it or after it; also where the script holds a buffer, which is refused in every run.
func TestDoubtfulEndsUnderSchedules(t *testing.T) {
	for call, codes := range map[string][2]diag.Code{
		"chain:ResizeBuffers(3, 32, 32)":                               {diag.ResizeInFlight},
		"local b = chain:GetBuffer(0); chain:ResizeBuffers(3, 32, 32)": {diag.BackBufferHeld, diag.BackBufferHeld},
		`back:Map():Read(0, "uint"); back:Unmap()`:                     {diag.MappedRace},
	} {
		for _, wait := range []string{"F:WaitCPU(1)", "F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)", "while F:GetCompletedValue() < 1 do gpu.Work(1) end"} {
			for k, signal := range []string{"F:Signal(1)", "F:WaitCPU(1); F:Signal(1)"} {
				t.Run(fmt.Sprint(call, " behind ", wait, " beside ", signal), func(t *testing.T) {
					t.Parallel()
					first := ""
					for seed := range schedules() {
						found := outcome(t, fmt.Sprintf(resizeScript, signal, wait, call), schedule(seed, []host.ErrorMode{host.ReportErrors, host.StopOnError}[seed%2]))
						if codes[k] == 0 {
							require.Empty(t, words(found), "seed %d", seed)
							continue
						}
						require.Len(t, found, 1, "seed %d\n%s", seed, words(found))
						require.Equal(t, codes[k], found[0].Code, "seed %d\n%s", seed, words(found))
						if first == "" {
							first = words(found)
						}
						require.Equal(t, first, words(found), "seed %d", seed)
					}
				})
			}
		}
	}
}

// ownerScript lets two threads record one list, the second after a wait for a fence that a third thread signals as well.
const ownerScript = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local F, e = device:CreateFence(0, "F"), gpu.CreateEvent { Name = "e" }
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" } end
local a, b = buffer "a", buffer "b"
local l = device:CreateCommandList { Type = "COPY", Name = "l", Allocator = device:CreateCommandAllocator("COPY") }
local t = gpu.Thread("t", function() gpu.Work(10); l:CopyBufferRegion(a, 0, b, 0, 64); F:Signal(1) end)
local u = gpu.Thread("u", function() gpu.Work(20); %s end)
%s
l:CopyBufferRegion(a, 64, b, 0, 64); l:CopyBufferRegion(a, 128, b, 0, 64)
t:Join()
u:Join()
`

// TestDoubtfulOwnersUnderSchedules: two threads that record one list are told in the same words, whether the other signal comes before the wait has
// ended or after it.
func TestDoubtfulOwnersUnderSchedules(t *testing.T) {
	seeds := min(*seeds, 64)
	if testing.Short() {
		seeds = 12
	}
	for _, wait := range []string{"F:WaitCPU(1)", "F:SetEventOnCompletion(1, e); gpu.WaitForSingleObject(e)", "while F:GetCompletedValue() < 1 do gpu.Work(1) end"} {
		for signal, wrong := range map[string]int{"F:Signal(1)": 1, "F:WaitCPU(1); F:Signal(1)": 0} {
			first := ""
			for seed := range seeds {
				for _, mode := range []host.ErrorMode{host.ReportErrors, host.StopOnError} {
					found := slices.DeleteFunc(outcome(t, fmt.Sprintf(ownerScript, signal, wait), schedule(seed, mode)), func(d *diag.Diagnostic) bool { return d.Severity != diag.SeverityError })
					require.Len(t, found, wrong, "%s beside %s, seed %d\n%s", wait, signal, seed, words(found))
					if first == "" {
						first = words(found)
					}
					require.Equal(t, first, words(found), "%s beside %s, seed %d", wait, signal, seed)
					for _, d := range found {
						require.Equal(t, diag.TwoThreads, d.Code)
					}
				}
			}
		}
	}
}
