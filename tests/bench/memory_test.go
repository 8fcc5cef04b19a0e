package bench

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// memoryHead is what the scripts of memoryScripts share: a list that is recorded anew for each frame.
const memoryHead = `list:Close()
local n = 0
local function frame(record)
  n = n + 1
  allocator:Reset(); list:Reset(allocator); record(list); list:Close(); queue:ExecuteCommandLists { list }; queue:Signal(fence, n); fence:WaitCPU(n)
end
local function texture(name, flags, state)
  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = 16, Height = 16, MipLevels = 1, Format = "R8G8B8A8_UNORM", Flags = flags, InitialState = state }
end
`

const memoryDraws = `local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(VertexID % 2, VertexID / 2, 0, 1) } end }
local ps = gpu.PixelShader { Name = "ps", Main = function() return float4(1, 0, 0, 1) end }
local root = device:CreateRootSignature { Name = "root" }
local target = texture("target", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(target, nil, views:GetCPUDescriptorHandle(0))
local function pipeline() return device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE" } end
local pso = pipeline()
local function setup(l) l:SetPipelineState(pso); l:SetGraphicsRootSignature(root); l:IASetPrimitiveTopology "TRIANGLELIST"
  l:RSSetViewports { { Width = 16, Height = 16 } }; l:RSSetScissorRects { { Right = 16, Bottom = 16 } }; l:OMSetRenderTargets({ views:GetCPUDescriptorHandle(0) }) end
`

const memoryDispatches = `local out = gpu.RWStructuredBuffer("u0", "float")
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) out[DispatchThreadID.x] = 1 end }
local to = buffer("to", "ALLOW_UNORDERED_ACCESS")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
local pso = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
`

const memoryEngine = `local engine = require "gpu.engine"
local render, context = engine.CreateDeviceAndContexts { Name = "engine", DeferredContexts = 1 }
local g_constants, g_picture = gpu.StructuredBuffer("t0", "float4"), gpu.Texture2D("t1", "float4")
local pipeline = render:CreateGraphicsPipelineState { Name = "scene",
  VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(g_constants[0].xy + float(VertexID % 3), 0.5, 1.0) } end },
  PS = gpu.PixelShader { Name = "ps", Main = function() return g_picture[int2(0, 0)] end },
  GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RTVFormats = {}, DepthStencilDesc = { DepthEnable = false } },
  ResourceLayout = { DefaultVariableType = "MUTABLE", Variables = { { "g_picture", "DYNAMIC" } } } }
local constants = render:CreateBuffer { Name = "constants", Size = 16, Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 16 }
local pictures, binding = {}, pipeline:CreateShaderResourceBinding "binding"
for i = 1, 3 do
  pictures[i] = render:CreateTexture { Name = "picture " .. i, Width = 1, Format = "R8G8B8A8_UNORM", Usage = "IMMUTABLE", BindFlags = "SHADER_RESOURCE", Data = { { Data = engine.Pack("byte", { 1, 2, 3, 4 }) } } }
end
binding:GetVariableByName("VERTEX", "g_constants"):Set(constants)
local moved = binding:GetVariableByName("PIXEL", "g_picture")
`

// fewBytes is what each of most kinds may leave: places in lists by number, and what the Lua machine and the collector have not given back.
const fewBytes = 300

// remembered is how many make the validator remember as many released objects as it does.
const remembered = 8_500

// memoryScripts do N of one kind of thing, one after the other, and wait for each: what is in use in the end does not follow their number, but for so
// many bytes of each. None of them breaks a rule.
var memoryScripts = []struct {
	name   string
	few    int // of the smaller run
	bytes  float64
	script string
}{
	{"copies", 1_500, fewBytes, memoryHead + `local a, b = buffer "a", buffer "b"
for i = 1, N do frame(function(l) l:CopyBufferRegion(b, i % 256 * 256, a, 0, 256) end) end`},
	{"dispatches", 1_500, fewBytes, memoryHead + memoryDispatches + `for i = 1, N do frame(function(l) l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetComputeRootUnorderedAccessView(0, to:GetGPUVirtualAddress() + i % 64 * 256); l:Dispatch(1, 1, 1) end) end`},
	{"draws", 1_500, fewBytes, memoryHead + memoryDraws + `for i = 1, N do frame(function(l) setup(l); l:DrawInstanced(3, 1, 0, 0) end) end`},
	{"barriers", 1_500, fewBytes, memoryHead + `local all = {}; for i = 0, 63 do all[i] = buffer("b" .. i) end
for i = 1, N do frame(function(l) l:ResourceBarrier { { Type = "TRANSITION", Resource = all[i % 64], Before = "COMMON", After = "COPY_DEST" } }; l:ResourceBarrier { { Type = "TRANSITION", Resource = all[i % 64], Before = "COPY_DEST", After = "COMMON" }, { Type = "UAV" }, { Type = "ALIASING" } } end) end`},
	{"bundles", 1_500, fewBytes, memoryHead + memoryDraws + `local ba = device:CreateCommandAllocator "BUNDLE"
local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = ba }
bundle:SetGraphicsRootSignature(root); bundle:SetPipelineState(pso); bundle:IASetPrimitiveTopology "TRIANGLELIST"; bundle:DrawInstanced(3, 1, 0, 0); bundle:Close()
for i = 1, N do
  if i % 2 == 0 then ba:Reset(); bundle:Reset(ba); bundle:SetGraphicsRootSignature(root); bundle:SetPipelineState(pso); bundle:IASetPrimitiveTopology "TRIANGLELIST"; bundle:DrawInstanced(3, 1, 0, 0); bundle:Close() end
  frame(function(l) setup(l); l:ExecuteBundle(bundle) end)
end`},
	{"queries", 1_500, fewBytes, memoryHead + memoryDraws + `local qh, oh = device:CreateQueryHeap { Name = "q", Type = "TIMESTAMP", Count = 2 }, device:CreateQueryHeap { Name = "o", Type = "OCCLUSION", Count = 16 }
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
for i = 1, N do frame(function(l) setup(l); l:EndQuery(qh, "TIMESTAMP", 0); l:BeginQuery(oh, "OCCLUSION", i % 16); l:EndQuery(oh, "OCCLUSION", i % 16); l:EndQuery(qh, "TIMESTAMP", 1)
  l:ResolveQueryData(qh, "TIMESTAMP", 0, 2, back, 0); l:ResolveQueryData(oh, "OCCLUSION", i % 16, 1, back, 16) end)
  local m = back:Map(); local x = m:Read(0, "uint", 4); back:Unmap() end`},
	{"presents", 1_500, fewBytes, memoryHead + `local chain = queue:CreateSwapChain { Name = "chain", BufferCount = 2, Width = 16, Height = 16, Format = "R8G8B8A8_UNORM" }
local buffers = { chain:GetBuffer(0), chain:GetBuffer(1) }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 2 }
for i = 1, 2 do device:CreateRenderTargetView(buffers[i], nil, rtvs:GetCPUDescriptorHandle(i - 1)) end
for i = 1, N do
  local k = chain:GetCurrentBackBufferIndex()
  allocator:Reset(); list:Reset(allocator)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = buffers[k + 1], Before = "PRESENT", After = "RENDER_TARGET" } }
  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(k), { 0, 0, 0, 1 })
  list:ResourceBarrier { { Type = "TRANSITION", Resource = buffers[k + 1], Before = "RENDER_TARGET", After = "PRESENT" } }
  list:Close(); queue:ExecuteCommandLists { list }; chain:Present(0, "NONE"); queue:Signal(fence, i); fence:WaitCPU(i)
end`},
	{"descriptors made and copied", 1_500, fewBytes, memoryHead + `local a = buffer "a"
local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 16 }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1024, Flags = "SHADER_VISIBLE" }
for i = 1, N do
  device:CreateShaderResourceView(a, { StructureByteStride = 4 }, cpu:GetCPUDescriptorHandle(i % 16))
  device:CopyDescriptorsSimple(1, heap:GetCPUDescriptorHandle(i % 1024), cpu:GetCPUDescriptorHandle(i % 16), "CBV_SRV_UAV")
  frame(function(l) l:SetDescriptorHeaps { heap } end)
end`},
	{"resources made and released", remembered, fewBytes, memoryHead + `local a = buffer "a"
for i = 1, N do
  local b = buffer("b" .. i % 7)
  frame(function(l) l:CopyBufferRegion(b, 0, a, 0, 256) end)
  b:Release()
end`},
	{"targets made and released", remembered, fewBytes, memoryHead + memoryDraws + `for i = 1, N do
  local t = texture("t", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
  device:CreateRenderTargetView(t, nil, views:GetCPUDescriptorHandle(0))
  frame(function(l) setup(l); l:ClearRenderTargetView(views:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 }); l:DrawInstanced(3, 1, 0, 0) end)
  t:Release()
end`},
	{"lists and allocators made and released", remembered, fewBytes, memoryHead + `local a, b = buffer "a", buffer "b"
for i = 1, N do
  local al = device:CreateCommandAllocator "DIRECT"
  local l = device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = al }
  l:CopyBufferRegion(b, 0, a, 0, 256); l:Close(); queue:ExecuteCommandLists { l }; queue:Signal(fence, i); fence:WaitCPU(i)
  l:Release(); al:Release()
end`},
	{"heaps and placed resources", remembered, fewBytes, memoryHead + `local a = buffer "a"
for i = 1, N do
  local h = device:CreateHeap { Name = "heap", SizeInBytes = 65536, Flags = "ALLOW_ONLY_BUFFERS" }
  local b = device:CreatePlacedResource { Heap = h, HeapOffset = 0, Name = "placed", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
  local d = device:CreateDescriptorHeap { Name = "d", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
  device:CreateShaderResourceView(b, { StructureByteStride = 4 }, d:GetCPUDescriptorHandle(0))
  frame(function(l) l:SetDescriptorHeaps { d }; l:ResourceBarrier { { Type = "ALIASING", ResourceAfter = b } }; l:CopyBufferRegion(b, 0, a, 0, 256) end)
  b:Release(); h:Release(); d:Release()
end`},
	{"pipelines made and released", remembered, fewBytes, memoryHead + memoryDraws + `for i = 1, N do
  local old = pso
  pso = pipeline()
  frame(function(l) setup(l); l:DrawInstanced(3, 1, 0, 0) end)
  old:Release()
end`},
	{"indirect dispatches", 1_500, fewBytes, memoryHead + memoryDispatches + `local args = device:CreateCommittedResource { Name = "args", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
args:Map():Write(0, "uint", { 1, 1, 1 })
local signature = device:CreateCommandSignature { Name = "s", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
for i = 1, N do frame(function(l) l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetComputeRootUnorderedAccessView(0, to:GetGPUVirtualAddress()); l:ExecuteIndirect(signature, 1, args, 0) end) end`},
	{"waits for an event", 1_500, fewBytes, memoryHead + `local e = gpu.CreateEvent { Name = "e" }
for i = 1, N do queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:SetEventOnCompletion(i, e); gpu.WaitForSingleObject(e) end`},
	{"events made and closed", remembered, fewBytes, memoryHead + `for i = 1, N do local e = gpu.CreateEvent { Name = "e" }; queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:SetEventOnCompletion(i, e); gpu.WaitForSingleObject(e); gpu.CloseHandle(e) end`},
	{"polls", 1_500, fewBytes, memoryHead + `for i = 1, N do queue:ExecuteCommandLists { list }; queue:Signal(fence, i); while fence:GetCompletedValue() < i do gpu.Work(1) end end`},
	{"fences made and released", remembered, fewBytes, memoryHead + `for i = 1, N do local f = device:CreateFence(0, "f"); queue:ExecuteCommandLists { list }; queue:Signal(f, 1); f:WaitCPU(1); f:Release() end`},
	{"fences between queues", remembered, fewBytes, memoryHead + `local other = device:CreateCommandQueue { Type = "COMPUTE", Name = "other" }
for i = 1, N do local f = device:CreateFence(0, "f"); queue:ExecuteCommandLists { list }; queue:Signal(f, 1); other:Wait(f, 1); other:Signal(fence, i); fence:WaitCPU(i); f:Release() end`},
	{"threads made and joined", 1_500, 2_000, memoryHead + `for i = 1, N do gpu.Thread("t", function() queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:WaitCPU(i) end):Join() end`},
	{"a worker", 1_500, 1_000, memoryHead + `local a, b, go, done = buffer "a", buffer "b", device:CreateFence(0, "go"), device:CreateFence(0, "done")
local q2, al2 = device:CreateCommandQueue { Type = "COMPUTE", Name = "q2" }, device:CreateCommandAllocator "COMPUTE"
local l2 = device:CreateCommandList { Type = "COMPUTE", Name = "l2", Allocator = al2 }; l2:Close()
local t = gpu.Thread("worker", function() for i = 1, N do go:WaitCPU(i); al2:Reset(); l2:Reset(al2); l2:CopyBufferRegion(b, 0, a, 0, 256); l2:Close(); q2:ExecuteCommandLists { l2 }; q2:Signal(done, i); done:WaitCPU(i) end end)
for i = 1, N do go:Signal(i); done:WaitCPU(i); local x = buffer "x"; frame(function(l) l:CopyBufferRegion(x, 0, b, 0, 256) end); x:Release() end
t:Join()`},
	{"maps", 1_500, fewBytes, memoryHead + `local up, b = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096, InitialState = "GENERIC_READ" }, buffer "b"
for i = 1, N do local m = up:Map(); m:Write(i % 16 * 4, "uint", i); up:Unmap(); frame(function(l) l:CopyBufferRegion(b, 0, up, 0, 256) end) end`},
	{"swap chains made and released", 1_500, 2_000, memoryHead + `for i = 1, N do
  local chain = queue:CreateSwapChain { Name = "chain", BufferCount = 2, Width = 16, Height = 16, Format = "R8G8B8A8_UNORM" }
  chain:Present(0, "NONE"); queue:Signal(fence, i); fence:WaitCPU(i); chain:Release()
end`},
	{"residency", 1_500, fewBytes, memoryHead + `local b, a = buffer "b", buffer "a"
for i = 1, N do device:MakeResident { b }; frame(function(l) l:CopyBufferRegion(b, 0, a, 0, 256) end); device:Evict { b } end`},
	{"residency without work", 10_000, 50, memoryHead + `local b = buffer "b"
for i = 1, N do device:MakeResident { b }; device:Evict { b } end`},
	{"operators", 1_500, fewBytes, memoryHead + `local dml = require "gpu.dml"
local ml = dml.CreateDevice(device, { Name = "dml" })
local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 4, 4 } }
local compiled = ml:CompileOperator(ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = A, BTensor = A, OutputTensor = A }, { Flags = "NONE", Name = "add" })
local init = ml:CreateOperatorInitializer { compiled }
local count = math.max(1, init:GetBindingProperties().RequiredDescriptorCount, compiled:GetBindingProperties().RequiredDescriptorCount)
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 17 * count, Flags = "SHADER_VISIBLE" }
local recorder = ml:CreateCommandRecorder()
local function table_of(what, k)
  return ml:CreateBindingTable { Dispatchable = what, SizeInDescriptors = count, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(k * count), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(k * count) }
end
local bx, by, bz = buffer("x", "ALLOW_UNORDERED_ACCESS"), buffer("y", "ALLOW_UNORDERED_ACCESS"), buffer("z", "ALLOW_UNORDERED_ACCESS")
local ti, t = table_of(init, 0), nil
frame(function(l) l:SetDescriptorHeaps { heap }; recorder:RecordDispatch(l, init, ti) end)
t = table_of(compiled, 1)
t:BindInputs { { Buffer = bx, Offset = 0, SizeInBytes = 64 }, { Buffer = by, Offset = 0, SizeInBytes = 64 } }
t:BindOutputs { { Buffer = bz, Offset = 0, SizeInBytes = 64 } }
for i = 1, N do
  if i % 2 == 0 then t:Reset { Dispatchable = compiled, SizeInDescriptors = count, CPUDescriptorHandle = heap:GetCPUDescriptorHandle((1 + i % 8) * count), GPUDescriptorHandle = heap:GetGPUDescriptorHandle((1 + i % 8) * count) }
    t:BindInputs { { Buffer = bx, Offset = 0, SizeInBytes = 64 }, { Buffer = by, Offset = 0, SizeInBytes = 64 } }
    t:BindOutputs { { Buffer = bz, Offset = 0, SizeInBytes = 64 } } end
  frame(function(l) l:SetDescriptorHeaps { heap }; recorder:RecordDispatch(l, compiled, t) end)
end`},
	{"engine frames", 1_500, 1_000, memoryHead + memoryEngine + `for frame = 1, N do
  context:SetPipelineState(pipeline)
  for i = 1, 2 do
    local m = context:MapBuffer(constants, "WRITE", "DISCARD")
    m:Write(0, "float", { i, frame, 0, 1 })
    context:UnmapBuffer(constants)
    moved:Set(pictures[i % 3 + 1])
    context:CommitShaderResources(binding)
    context:Draw { NumVertices = 3 }
  end
  context:Flush()
  context:FinishFrame()
end
context:WaitForIdle()`},
	{"deferred contexts", 1_500, 1_000, memoryHead + memoryEngine + `local ctx = render:GetDeferredContext(1)
for frame = 1, N do
  ctx:Begin(context)
  ctx:SetPipelineState(pipeline)
  local m = ctx:MapBuffer(constants, "WRITE", "DISCARD"); m:Write(0, "float", { 1, frame, 0, 1 }); ctx:UnmapBuffer(constants)
  moved:Set(pictures[frame % 3 + 1]); ctx:CommitShaderResources(binding); ctx:Draw { NumVertices = 3 }
  context:ExecuteCommandLists { ctx:FinishCommandList() }
  ctx:FinishFrame(); context:FinishFrame()
end
context:WaitForIdle()`},
	{"deferred contexts of threads", 1_500, 4_000, memoryHead + memoryEngine + `local ctx = render:GetDeferredContext(1)
for frame = 1, N do
  local made
  gpu.Thread("rec", function()
  ctx:Begin(context)
  ctx:SetPipelineState(pipeline)
  local m = ctx:MapBuffer(constants, "WRITE", "DISCARD"); m:Write(0, "float", { 1, frame, 0, 1 }); ctx:UnmapBuffer(constants)
  moved:Set(pictures[frame % 3 + 1]); ctx:CommitShaderResources(binding); ctx:Draw { NumVertices = 3 }
  made = ctx:FinishCommandList()
  end):Join()
  context:ExecuteCommandLists { made }
  ctx:FinishFrame(); context:FinishFrame()
end
context:WaitForIdle()`},
	{"resources of the engine", 1_500, 4_000, memoryHead + memoryEngine + `for frame = 1, N do
  local b = render:CreateBuffer { Name = "b", Size = 256, BindFlags = "SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 16 }
  local s = pipeline:CreateShaderResourceBinding "s"
  s:GetVariableByName("VERTEX", "g_constants"):Set(b); s:GetVariableByName("PIXEL", "g_picture"):Set(pictures[1])
  context:SetPipelineState(pipeline); context:CommitShaderResources(s); context:Draw { NumVertices = 3 }
  context:Flush(); context:FinishFrame(); b:Release(); s:Release()
end
context:WaitForIdle()`},
}

// memoryScript is a script of n of something.
func memoryScript(n int, script string) string {
	return fmt.Sprintf("local N = %d\n", n) + strings.Replace(validationHead, "N * 256", "65536", 1) + script
}

// inUse is how much memory is in use after a script.
func inUse(t testing.TB, n int, script string) float64 {
	h := host.New(host.Options{})
	defer h.Close()
	require.NoError(t, h.RunString(context.Background(), "memory.lua", memoryScript(n, script)))
	collect() // after which the Lua machine's values are given up
	collect() // and the objects of which they were the values
	collect()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	runtime.KeepAlive(h)
	return float64(m.HeapAlloc)
}

// collect gives up what is over, and lets finalizers run, which they do on a goroutine of their own: on a busy machine much later.
func collect() {
	done := make(chan struct{})
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) { close(done) })
	runtime.GC()
	<-done
	runtime.GC()
}

// measurements is how often the memory of a kind is measured at most: what is left behind is there each time, and what the collector has not found
// yet is not.
const measurements = 4

// TestMemoryFollowsWhatIsInFlight: what is over leaves nothing behind, or a few bytes.
func TestMemoryFollowsWhatIsInFlight(t *testing.T) {
	for _, s := range memoryScripts {
		t.Run(s.name, func(t *testing.T) {
			inUse(t, 100, s.script) // what is made once for the process
			left := math.Inf(1)
			for range measurements {
				if left = min(left, (inUse(t, 3*s.few, s.script)-inUse(t, s.few, s.script))/float64(2*s.few)); left <= s.bytes {
					break
				}
			}
			require.LessOrEqual(t, left, s.bytes)
		})
	}
}

// ofOneHost is what a host may leave behind: what the process keeps for the next one, the less the more hosts there were.
const ofOneHost = 2_000

// TestHostsLeaveNothing: a program that runs one host after another holds nothing of those that are over.
func TestHostsLeaveNothing(t *testing.T) {
	for _, s := range memoryScripts {
		t.Run(s.name, func(t *testing.T) {
			before, left := inUse(t, 100, s.script), math.Inf(1)
			for range 2 * measurements {
				after := inUse(t, 100, s.script)
				if left = min(left, after-before); left <= ofOneHost {
					break
				}
				before = after
			}
			require.LessOrEqual(t, left, float64(ofOneHost))
		})
	}
}

// BenchmarkMemory reports how much more memory is in use after ten times as many of each kind, for each of them.
func BenchmarkMemory(b *testing.B) {
	for _, s := range memoryScripts {
		b.Run(s.name, func(b *testing.B) {
			for range b.N {
				inUse(b, 100, s.script)
				b.ReportMetric((inUse(b, 100_000, s.script)-inUse(b, 10_000, s.script))/90_000, "B/each")
			}
		})
	}
}
