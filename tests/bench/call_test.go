package bench

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// call is something a script does again and again.
type call struct {
	name  string
	plain bool   // the device is not called: validation makes no difference
	hot   bool   // must not allocate
	warm  bool   // must not, with validation off
	body  string // in a loop over i
	setup string // once
	turn  string // before every loop
}

// world is what the bodies use.
const world = `
local gpu, bench = require "gpu", require "bench"
local device = gpu.CreateDevice { Name = "bench" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local fence, value = device:CreateFence(0, "done"), 0
local allocator = device:CreateCommandAllocator("COMPUTE")
local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = allocator }
list:Close()
local empty = device:CreateCommandList { Type = "COMPUTE", Name = "empty", Allocator = device:CreateCommandAllocator("COMPUTE") }
empty:Close()
local lists = { empty }
local function buffer(name)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 65536, InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" }
end
local a, b = buffer("a"), buffer("b")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 4 } } }
local out = gpu.RWStructuredBuffer("u0", "float")
local function pipeline(cs) return device:CreateComputePipelineState { RootSignature = root, CS = cs } end
local one = pipeline(gpu.ComputeShader { Name = "one group", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  out[DispatchThreadID.x] = 1.0
end })
local function bind()
  list:SetComputeRootSignature(root)
  list:SetPipelineState(one)
  list:SetComputeRootUnorderedAccessView(0, a:GetGPUVirtualAddress())
end
local function open() allocator:Reset() list:Reset(allocator) bind() end
local function submit(l)
  value = value + 1
  queue:ExecuteCommandLists(l)
  queue:Signal(fence, value)
  fence:WaitCPU(value)
end
local single = device:CreateCommandList { Type = "COMPUTE", Name = "single", Allocator = device:CreateCommandAllocator("COMPUTE") }
list, single = single, list
bind()
list:Dispatch(1, 1, 1)
list:Close()
list, single = single, list
local singles = { single }
local lots = { list }
`

// A turn that records opens the list before it and closes it after it.
const (
	openList  = `open()`
	closeList = `list:Close()`
)

func calls() []call {
	return []call{
		{name: "empty loop", plain: true},
		{name: "empty bound method, three numbers", plain: true, body: `bound:Method(1, 2, 3)`},
		{name: "luar method, three numbers", plain: true, body: `luared:Method(1, 2, 3)`},
		{name: "Dispatch", hot: true, turn: openList, body: `list:Dispatch(1, 2, 3)`},
		{name: "SetComputeRoot32BitConstant", hot: true, turn: openList, body: `list:SetComputeRoot32BitConstant(1, 0.5, 2)`},
		{name: "CopyBufferRegion", hot: true, turn: openList, body: `list:CopyBufferRegion(b, 0, a, 256, 64)`},
		{name: "CreateCommittedResource, Release", body: `local r = buffer("c") r:Release()`},
		{name: "ExecuteCommandLists of an empty list, Signal, WaitCPU", warm: true, body: `submit(lists)`},
		{name: "the same with one group", warm: true, body: `submit(singles)`},
		{name: "one group in a long list", turn: `open() for i = 1, n do list:Dispatch(1, 1, 1) list:ResourceBarrier(uav) end list:Close() submit(lots)`,
			setup: `local uav = { { Type = "UAV" } }`},
		{name: "kernel of 50 lines, new", setup: longKernel, body: `seed = seed + 1 list = use(pipeline(long(seed)))`},
		{name: "kernel of 50 lines, known", setup: longKernel, body: `list = use(pipeline(long(0.5)))`},
	}
}

// longKernel defines long(k), a shader of 50 lines that captures k, and use(pipeline), which runs one group of it.
var longKernel = `
local seed = 1.0
local function long(k)
  return gpu.ComputeShader { Name = "long", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
    local x = float(DispatchThreadID.x) * 0.01 + k
    local v = float3(x, x * 2.0, x * 3.0)
` + strings.Repeat(`
    if v.x > v.y then
      v = normalize(v + float3(0.1, 0.2, 0.3))
    else
      v = v * v.zxy - float3(x, 1.0, 0.5)
    end
    for i = 0, 3 do
      x = x + dot(v, float3(0.3, 0.4, 0.5)) * float(i)
    end
`, 5) + `
    out[DispatchThreadID.x] = x
  end }
end
local function use(p)
  list:Reset(allocator)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(p)
  list:SetComputeRootUnorderedAccessView(0, a:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
  list:Close()
  submit(lots)
  allocator:Reset()
  return list
end
`

// script is the call as a script.
func (c call) script() string {
	end := ""
	if c.turn == openList {
		end = closeList
	}
	return fmt.Sprintf("%s\n%s\nfor n in bench.step do\n%s\nfor i = 1, n do %s end\n%s\nend\n", world, c.setup, c.turn, c.body, end)
}

// peer is a Go value with a method, for luar.
type peer struct{ calls int }

// Method does as little as a method can.
func (p *peer) Method(_, _, _ float64) { p.calls++ }

// bindMethod makes the global bound: a userdata whose method is found in a table and reads three numbers, as the fastest binding would.
func bindMethod(L *lua.LState) {
	methods := L.SetFuncs(L.NewTable(), map[string]lua.LGFunction{"Method": func(L *lua.LState) int {
		p := L.CheckUserData(1).Value.(*peer)
		_, _, _ = L.CheckNumber(2), L.CheckNumber(3), L.CheckNumber(4)
		p.calls++
		return 0
	}})
	meta := L.NewTable()
	meta.RawSetString("__index", methods)
	L.SetGlobal("bound", &lua.LUserData{Value: &peer{}, Env: L.Env, Metatable: meta})
}

func callVariant(t testing.TB, c call, validation bool) *variant {
	name := c.name
	if validation {
		name += ", validation on"
	}
	return scriptVariant(t, workload{name: name}, name, session{cores: 1, text: c.script(), validation: validation, expose: map[string]any{"luared": &peer{}}})
}

// callVariants are all calls with validation off and, where the device is called, on.
func callVariants(t testing.TB) []*variant {
	var all []*variant
	t.Cleanup(func() {
		for _, v := range all {
			v.close()
		}
	})
	for _, c := range calls() {
		all = append(all, callVariant(t, c, false))
		if !c.plain {
			all = append(all, callVariant(t, c, true))
		}
	}
	return all
}

// allocations is what one of n calls allocates.
func allocations(t testing.TB, v *variant, n int) float64 {
	_, err := v.run(n)
	require.NoError(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = v.run(n)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	return float64(after.Mallocs-before.Mallocs) / float64(n)
}

// TestHotCallsDoNotAllocate counts what recording allocates beyond what the loop around it does: gopher-lua boxes loop counters.
func TestHotCallsDoNotAllocate(t *testing.T) {
	const n = 4096
	for _, c := range calls() {
		for _, validation := range []bool{false, true} {
			if !c.hot && (validation || !c.warm) {
				continue
			}
			v := callVariant(t, c, validation)
			least := allocations(t, v, n)
			for range 2 { // others of this process allocate too: the collector, the runner of tests
				least = min(least, allocations(t, v, n))
			}
			require.Less(t, least, 0.1, v.name)
			v.close()
		}
	}
}

// BenchmarkCalls reports the 10th percentile and the median of a call, and its allocations.
func BenchmarkCalls(b *testing.B) {
	all := callVariants(b)
	times := measure(b, all, 20)
	for _, v := range all {
		b.Run(v.name, func(b *testing.B) {
			b.ReportMetric(float64(times[v.name].p10), "ns/op")
			b.ReportMetric(float64(times[v.name].median), "ns-median")
			b.ReportMetric(allocations(b, v, 64), "allocs/call")
		})
	}
}
