package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// descriptorHead makes a kernel that reads t0 and writes u0 through one table, as the script sets it up; ROOT and FLAGS are
// replaced.
const descriptorHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local main, other = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateCommandQueue { Type = "COMPUTE", Name = "other" }
local fence = device:CreateFence(0, "fence")
local from, to = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local shader = gpu.ComputeShader { Name = "copy", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) to[DispatchThreadID.x] = from[DispatchThreadID.x] end }
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" } end
local a, b, c = buffer "a", buffer "b", buffer "c"
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
local function srv(r, i, h) device:CreateShaderResourceView(r, { StructureByteStride = 4 }, (h or heap):GetCPUDescriptorHandle(i)) end
local function uav(r, i) device:CreateUnorderedAccessView(r, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(i)) end
local root = device:CreateRootSignature { Name = "root", Version = "VERSION", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
  { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "FLAGS" }, { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "FLAGS" } } } } }
local pipeline = device:CreateComputePipelineState { Name = "copy", RootSignature = root, CS = shader }
local function list(record)
  local l = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
  l:SetDescriptorHeaps { heap }; l:SetPipelineState(pipeline); l:SetComputeRootSignature(root)
  record(l); l:Close(); return l
end
local function set(l, i) l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(i or 0)) end
local function move(l, r, x, y) l:ResourceBarrier { { Type = "TRANSITION", Resource = r, Before = x, After = y } } end
local function run(l) main:ExecuteCommandLists { l } end
local done = 0
local function wait() done = done + 1; main:Signal(fence, done); fence:WaitCPU(done) end
`

// volatility is a way in which a root signature describes its ranges.
type volatility struct{ version, flags string }

var (
	static   = volatility{"1_1", "NONE"}
	volatile = volatility{"1_1", "DESCRIPTORS_VOLATILE"}
	classic  = volatility{"1_0", "NONE"}
)

// TestDescriptors: static descriptors stay from the moment their table is set, volatile ones from the submission, both until
// the work has finished; what they show is in the state that a view needs when the list executes.
func TestDescriptors(t *testing.T) {
	for _, c := range []struct {
		name   string
		script string
		want   [3]diag.Code // static, volatile, version 1.0
	}{
		{"written before", `srv(a, 0); uav(b, 1); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{}},
		{"written between set and submit", `srv(a, 0); uav(b, 1); local l = list(function(l) set(l); l:Dispatch(1, 1, 1) end); srv(c, 0); run(l); wait()`, [3]diag.Code{diag.StaticDescriptorChanged, 0, 0}},
		{"written first after set", `uav(b, 1); local l = list(function(l) set(l); l:Dispatch(1, 1, 1) end); srv(a, 0); run(l); wait()`, [3]diag.Code{diag.StaticDescriptorChanged, 0, 0}},
		{"written between set and dispatch", `srv(a, 0); uav(b, 1); run(list(function(l) set(l); srv(c, 0); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{diag.StaticDescriptorChanged, 0, 0}},
		{"set again after the write", `srv(a, 0); uav(b, 1); run(list(function(l) set(l); srv(c, 0); set(l); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{}},
		{"a slot that no shader reads", `srv(a, 0); uav(b, 1); local l = list(function(l) set(l); l:Dispatch(1, 1, 1) end); srv(c, 2); run(l); srv(c, 3); wait()`, [3]diag.Code{}},
		{"a table that no dispatch reads", `srv(a, 0); uav(b, 1); srv(a, 2); uav(b, 3); local l = list(function(l) set(l); set(l, 2); l:Dispatch(1, 1, 1) end); srv(c, 0); run(l); wait()`, [3]diag.Code{}},
		{"written in flight", `srv(a, 0); uav(b, 1); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); srv(c, 0); wait()`, [3]diag.Code{diag.DescriptorInFlight, diag.DescriptorInFlight, diag.DescriptorInFlight}},
		{"written when finished", `srv(a, 0); uav(b, 1); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); wait(); srv(c, 0)`, [3]diag.Code{}},
		{"copied over in flight", `srv(a, 0); uav(b, 1); srv(c, 0, cpu); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end))
device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV"); wait()`, [3]diag.Code{diag.DescriptorInFlight, diag.DescriptorInFlight, diag.DescriptorInFlight}},
		{"the source of a copy is free", `srv(a, 0, cpu); uav(b, 1); device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(0), cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); srv(c, 0, cpu); wait()`, [3]diag.Code{}},
		{"rewritten before the second run", `srv(a, 0); uav(b, 1); local l = list(function(l) set(l); l:Dispatch(1, 1, 1) end); run(l); wait(); srv(c, 0); run(l); wait()`, [3]diag.Code{diag.StaticDescriptorChanged, 0, 0}},
		{"waited for another value", `srv(a, 0); uav(b, 1); run(list(function(l) end)); wait(); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); fence:WaitCPU(1); srv(c, 0); wait()`,
			[3]diag.Code{diag.DescriptorInFlight, diag.DescriptorInFlight, diag.DescriptorInFlight}},
		{"one resource as both views", `srv(a, 0); uav(a, 1); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{diag.TwoStates, diag.TwoStates, diag.TwoStates}},
		{"a barrier before puts another state", `srv(a, 0); uav(b, 1); run(list(function(l) move(l, b, "COMMON", "COPY_DEST"); set(l); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{diag.WrongState, diag.WrongState, diag.WrongState}},
		{"a barrier before puts the state", `srv(a, 0); uav(b, 1); run(list(function(l) move(l, b, "COMMON", "UNORDERED_ACCESS"); set(l); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{}},
		{"a copy before without a barrier", `srv(a, 0); uav(b, 1); run(list(function(l) l:CopyBufferRegion(b, 0, c, 0, 4); set(l); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{diag.WrongState, diag.WrongState, diag.WrongState}},
		{"a copy before with a barrier", `srv(a, 0); uav(b, 1); run(list(function(l) l:CopyBufferRegion(b, 0, c, 0, 4); move(l, b, "COPY_DEST", "UNORDERED_ACCESS"); set(l); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{}},
		{"a barrier behind", `srv(a, 0); uav(b, 1); run(list(function(l) set(l); l:Dispatch(1, 1, 1); move(l, b, "UNORDERED_ACCESS", "COPY_SOURCE") end)); wait()`, [3]diag.Code{}},
		{"a split barrier around", `srv(a, 0); uav(b, 1); run(list(function(l)
  l:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST", Flags = "BEGIN_ONLY" } }
  set(l); l:Dispatch(1, 1, 1)
  l:ResourceBarrier { { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST", Flags = "END_ONLY" } } end)); wait()`, [3]diag.Code{diag.SplitPending, diag.SplitPending, diag.SplitPending}},
		{"a list before leaves another state", `srv(a, 0); uav(b, 1); main:ExecuteCommandLists { list(function(l) l:CopyBufferRegion(b, 0, c, 0, 4) end), list(function(l) set(l); l:Dispatch(1, 1, 1) end) }; wait()`,
			[3]diag.Code{diag.WrongState, diag.WrongState, diag.WrongState}},
		{"a call before leaves another state, which decays", `srv(a, 0); uav(b, 1); run(list(function(l) l:CopyBufferRegion(b, 0, c, 0, 4) end)); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{}},
		{"the resource dies in flight", `srv(a, 0); uav(b, 1); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); a:Release(); wait()`, [3]diag.Code{diag.ReleasedInFlight, diag.ReleasedInFlight, diag.ReleasedInFlight}},
		{"the resource dies before", `srv(a, 0); uav(b, 1); local l = list(function(l) set(l); l:Dispatch(1, 1, 1) end); a:Release(); run(l); wait()`, [3]diag.Code{diag.DescriptorFault, diag.DescriptorFault, diag.DescriptorFault}},
		{"never written", `srv(a, 0); run(list(function(l) set(l); l:Dispatch(1, 1, 1) end)); wait()`, [3]diag.Code{diag.StaticDescriptorUnwritten, diag.DescriptorFault, diag.DescriptorFault}},
	} {
		for i, as := range []volatility{static, volatile, classic} {
			t.Run(fmt.Sprintf("%s/%s %s", c.name, as.version, as.flags), func(t *testing.T) {
				script := strings.NewReplacer("VERSION", as.version, "FLAGS", as.flags).Replace(descriptorHead) + c.script
				expect(t, script, c.want[i])
			})
		}
	}
}

// expect runs a script and expects one code, or silence for 0. Advice does not count.
func expect(t *testing.T, script string, want diag.Code) {
	t.Helper()
	found := outcome(t, script, func(o *host.Options) { o.Errors = host.StopOnError })
	if want == 0 {
		require.Empty(t, words(found), script)
		return
	}
	require.Len(t, found, 1, script)
	require.Equal(t, want, found[0].Code, words(found))
}
