package bench

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// frameHead makes what the scripts of BenchmarkFrameCost share. Each makes N frames that submit little, and waits for each of them.
const frameHead = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "d" }
local function queue(type, name) return device:CreateCommandQueue { Type = type, Name = name } end
local function allocator(type) return device:CreateCommandAllocator(type or "DIRECT") end
local function recorder(type, a, name) local l = device:CreateCommandList { Type = type, Allocator = a, Name = name }; l:Close(); return l end
local function buffer(name, more)
  local d = { Name = name, Dimension = "BUFFER", Width = 65536, InitialState = "COMMON" }
  for k, v in pairs(more or {}) do d[k] = v end
  return device:CreateCommittedResource(d)
end
local function upload(name) return buffer(name, { HeapType = "UPLOAD", InitialState = "GENERIC_READ" }) end
local function texture(name, state, flags)
  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = 16, Height = 16, MipLevels = 1, Format = "R8G8B8A8_UNORM", Flags = flags or "NONE", InitialState = state }
end
local main, F, al = queue("DIRECT", "main"), device:CreateFence(0, "F"), allocator()
local l = recorder("DIRECT", al, "l")
local function frames(record, behind)
  for i = 1, N do
    al:Reset(); l:Reset(al); record(l, i); l:Close(); main:ExecuteCommandLists { l }
    if behind then behind(i) end
    main:Signal(F, i); F:WaitCPU(i)
  end
end
local out, kept = gpu.RWStructuredBuffer("u0", "float"), gpu.ConstantBuffer("b0", { { "first", "uint" } })
local function fill(parameters, main)
  local root = device:CreateRootSignature { Name = "root", Parameters = parameters }
  local cs = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = main or function(DispatchThreadID) out[DispatchThreadID.x] = 1 end }
  return root, device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = cs }
end
local uav = { Type = "UAV", ShaderRegister = 0 }
local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(VertexID % 2, VertexID / 2, 0, 1) } end }
local ps = gpu.PixelShader { Name = "ps", Main = function() return float4(1, 0, 0, 1) end }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 4 }
local function draw(root, pixel)
  return device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, VS = vs, PS = pixel or ps, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE" }
end
local function begin(l, at, root, pso)
  l:SetPipelineState(pso); l:SetGraphicsRootSignature(root); l:IASetPrimitiveTopology "TRIANGLELIST"
  l:RSSetViewports { { Width = 16, Height = 16 } }; l:RSSetScissorRects { { Right = 16, Bottom = 16 } }; l:OMSetRenderTargets({ rtvs:GetCPUDescriptorHandle(at) })
end
`

// frameScripts are kinds of frames, in the order of the report.
var frameScripts = []struct{ name, script string }{
	{"nothing", `frames(function() end)`},
	{"a copy", `local from, to = upload "from", buffer "to"
frames(function(l) l:CopyBufferRegion(to, 0, from, 0, 4096) end)`},
	{"a dispatch", `local root, pso = fill { uav }
local to = buffer("to", { Flags = "ALLOW_UNORDERED_ACCESS" })
frames(function(l) l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetComputeRootUnorderedAccessView(0, to:GetGPUVirtualAddress()); l:Dispatch(1, 1, 1) end)`},
	{"a dispatch that chooses", `local ins, outs = gpu.StructuredBuffer("t0", "float", 16), gpu.RWStructuredBuffer("u0", "float", 16)
local function range(type) return { Type = type, NumDescriptors = 16, Flags = "DESCRIPTORS_VOLATILE" } end
local root, pso = fill({ { Type = "DESCRIPTOR_TABLE", Ranges = { range "SRV", range "UAV" } } }, function(DispatchThreadID)
  local i = DispatchThreadID.x
  outs[NonUniformResourceIndex(i / 4)][i] = ins[NonUniformResourceIndex(i / 4)][i]
end)
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 32, Flags = "SHADER_VISIBLE" }
for i = 0, 15 do
  device:CreateShaderResourceView(buffer("in" .. i), { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(i))
  device:CreateUnorderedAccessView(buffer("out" .. i, { Flags = "ALLOW_UNORDERED_ACCESS" }), nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(16 + i))
end
local heaps, at = { heap }, heap:GetGPUDescriptorHandle(0)
frames(function(l) l:SetDescriptorHeaps(heaps); l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetComputeRootDescriptorTable(0, at); l:Dispatch(1, 1, 1) end)`},
	{"three queues", `local copies, computes = queue("COPY", "copies"), queue("COMPUTE", "computes")
local root, pso = fill { uav }
local from, a, b, c = upload "from", buffer "a", buffer("b", { Flags = "ALLOW_UNORDERED_ACCESS" }), buffer "c"
local X, Y, al1, al2 = device:CreateFence(0, "X"), device:CreateFence(0, "Y"), allocator "COPY", allocator "COMPUTE"
local l1, l2 = recorder("COPY", al1, "l1"), recorder("COMPUTE", al2, "l2")
for i = 1, N do
  al1:Reset(); l1:Reset(al1); l1:CopyBufferRegion(a, 0, from, 0, 4096); l1:Close(); copies:ExecuteCommandLists { l1 }; copies:Signal(X, i)
  computes:Wait(X, i); al2:Reset(); l2:Reset(al2); l2:SetPipelineState(pso); l2:SetComputeRootSignature(root)
  l2:SetComputeRootUnorderedAccessView(0, b:GetGPUVirtualAddress()); l2:Dispatch(1, 1, 1); l2:Close(); computes:ExecuteCommandLists { l2 }; computes:Signal(Y, i)
  main:Wait(Y, i); al:Reset(); l:Reset(al); l:CopyBufferRegion(c, 0, b, 0, 4096); l:Close(); main:ExecuteCommandLists { l }; main:Signal(F, i); F:WaitCPU(i)
end`},
	{"two frames in flight", `local from, to, als, lists = upload "from", buffer "to", { allocator(), allocator() }, {}
for k = 1, 2 do lists[k] = recorder("DIRECT", als[k], "l" .. k) end
for i = 1, N do
  local k = i % 2 + 1
  if i > 2 then F:WaitCPU(i - 2) end
  als[k]:Reset(); lists[k]:Reset(als[k]); lists[k]:CopyBufferRegion(to, 0, from, 0, 4096); lists[k]:Close()
  main:ExecuteCommandLists { lists[k] }; main:Signal(F, i)
end
F:WaitCPU(N)`},
	{"eight submissions", `local from, to, als, lists = upload "from", buffer "to", {}, {}
for k = 1, 8 do als[k] = allocator(); lists[k] = recorder("DIRECT", als[k], "l" .. k) end
for i = 1, N do
  for k = 1, 8 do
    als[k]:Reset(); lists[k]:Reset(als[k]); lists[k]:CopyBufferRegion(to, 0, from, 0, 4096); lists[k]:Close(); main:ExecuteCommandLists { lists[k] }
  end
  main:Signal(F, i); F:WaitCPU(i)
end`},
	{"a worker that records", `local from, to, go, done = upload "from", buffer "to", gpu.CreateEvent { Name = "go" }, gpu.CreateEvent { Name = "done" }
local worker = gpu.Thread("worker", function()
  for i = 1, N do
    gpu.WaitForSingleObject(go); al:Reset(); l:Reset(al); l:CopyBufferRegion(to, 0, from, 0, 4096); l:Close(); done:SetEvent()
  end
end)
for i = 1, N do go:SetEvent(); gpu.WaitForSingleObject(done); main:ExecuteCommandLists { l }; main:Signal(F, i); F:WaitCPU(i) end
worker:Join()`},
	{"20 barriers", `local there, back = {}, {}
for i = 1, 20 do
  local b = buffer("b" .. i)
  there[i] = { Type = "TRANSITION", Resource = b, Before = "COMMON", After = "COPY_DEST" }
  back[i] = { Type = "TRANSITION", Resource = b, Before = "COPY_DEST", After = "COMMON" }
end
frames(function(l) l:ResourceBarrier(there); l:ResourceBarrier(back) end)`},
	{"descriptors and draws", `local picture = gpu.Texture2D("t0", "float4")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
local pso = draw(root, gpu.PixelShader { Name = "ps", Main = function() return picture[uint2(0, 0)] end })
local target, from = texture("target", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), texture("from", "PIXEL_SHADER_RESOURCE")
device:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
frames(function(l)
  for i = 0, 3 do device:CreateShaderResourceView(from, nil, heap:GetCPUDescriptorHandle(i)) end
  l:SetDescriptorHeaps { heap }; begin(l, 0, root, pso)
  for i = 0, 3 do l:SetGraphicsRootDescriptorTable(0, heap:GetGPUDescriptorHandle(i)); l:DrawInstanced(3, 1, 0, 0) end
end)`},
	{"constants by Map", `local root, pso = fill({ uav, { Type = "CBV", ShaderRegister = 0 } }, function(DispatchThreadID) out[DispatchThreadID.x + kept.first] = 1 end)
local to, constants = buffer("to", { Flags = "ALLOW_UNORDERED_ACCESS" }), upload "constants"
local m = constants:Map()
frames(function(l, i)
  m:Write(0, "uint", i % 64)
  l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetComputeRootUnorderedAccessView(0, to:GetGPUVirtualAddress())
  l:SetComputeRootConstantBufferView(1, constants:GetGPUVirtualAddress()); l:Dispatch(1, 1, 1)
end)`},
	{"a bundle", `local root = device:CreateRootSignature { Name = "root" }
local pso = draw(root)
device:CreateRenderTargetView(texture("target", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), nil, rtvs:GetCPUDescriptorHandle(0))
local own = allocator "BUNDLE"
local b = device:CreateCommandList { Type = "BUNDLE", Allocator = own, Name = "bundle" }
b:SetGraphicsRootSignature(root); b:SetPipelineState(pso); b:IASetPrimitiveTopology "TRIANGLELIST"; b:DrawInstanced(3, 1, 0, 0); b:Close()
frames(function(l) begin(l, 0, root, pso); l:ExecuteBundle(b) end)`},
	{"indirect", `local root, pso = fill { uav }
local to, args = buffer("to", { Flags = "ALLOW_UNORDERED_ACCESS" }), upload "args"
args:Map():Write(0, "uint", { 1, 1, 1 })
local signature = device:CreateCommandSignature { Name = "s", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
frames(function(l)
  l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetComputeRootUnorderedAccessView(0, to:GetGPUVirtualAddress()); l:ExecuteIndirect(signature, 1, args, 0)
end)`},
	{"present", `local chain = main:CreateSwapChain { Name = "chain", BufferCount = 2, Width = 16, Height = 16, Format = "R8G8B8A8_UNORM" }
local buffers = { chain:GetBuffer(0), chain:GetBuffer(1) }
for i = 1, 2 do device:CreateRenderTargetView(buffers[i], nil, rtvs:GetCPUDescriptorHandle(i - 1)) end
frames(function(l)
  local k = chain:GetCurrentBackBufferIndex()
  l:ResourceBarrier { { Type = "TRANSITION", Resource = buffers[k + 1], Before = "PRESENT", After = "RENDER_TARGET" } }
  l:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(k), { 0, 0, 0, 1 })
  l:ResourceBarrier { { Type = "TRANSITION", Resource = buffers[k + 1], Before = "RENDER_TARGET", After = "PRESENT" } }
end, function() chain:Present(0, "NONE") end)`},
}

// BenchmarkFrameCost reports, for frames that submit little, the time with validation over the time without it, what is made once left out.
func BenchmarkFrameCost(b *testing.B) {
	const few, many = 200, 4200
	for _, f := range frameScripts {
		b.Run(f.name, func(b *testing.B) {
			var shortest [2][2]time.Duration
			for range b.N {
				for v, validation := range []host.Validation{host.ValidationOff, host.ValidationOn} {
					for k, n := range []int{few, many} {
						if d := runScript(b, frameScript(n, f.script), validation); shortest[v][k] == 0 || d < shortest[v][k] {
							shortest[v][k] = d
						}
					}
				}
			}
			frame := func(v int) float64 { return (shortest[v][1] - shortest[v][0]).Seconds() / (many - few) }
			b.ReportMetric(frame(1)/frame(0), "on/off")
			b.ReportMetric(frame(1)*1e9, "ns/frame")
		})
	}
}

// moreMemory are the kinds of frames that need more memory for each frame with validation than without it, and how often at most: kernels report what
// they touch, the executor says what the arguments of ExecuteIndirect were, and what threads learn of each other is kept until all know of it.
var moreMemory = map[string]float64{"constants by Map": 10, "indirect": 2, "a worker that records": 9}

// TestFramesUseMemoryAgain: validation allocates nothing for a frame, but for those of moreMemory.
func TestFramesUseMemoryAgain(t *testing.T) {
	const few, many = 100, 1100
	objects := func(n int, script string, v host.Validation) float64 {
		var before, after runtime.MemStats
		h := host.New(host.Options{Validation: v})
		defer h.Close()
		runtime.ReadMemStats(&before)
		require.NoError(t, h.RunString(context.Background(), "frames.lua", frameScript(n, script)))
		runtime.ReadMemStats(&after)
		return float64(after.Mallocs - before.Mallocs)
	}
	for _, f := range frameScripts {
		frame := func(v host.Validation) float64 {
			objects(many, f.script, v) // what is made once for a text, and kept
			objects(few, f.script, v)
			return (objects(many, f.script, v) - objects(few, f.script, v)) / (many - few)
		}
		require.LessOrEqual(t, frame(host.ValidationOn), frame(host.ValidationOff)+moreMemory[f.name]+0.5, f.name)
	}
}

// TestFrameScripts: the scripts break no rule.
func TestFrameScripts(t *testing.T) {
	for _, f := range frameScripts {
		t.Run(f.name, func(t *testing.T) {
			h := host.New(host.Options{})
			defer h.Close()
			require.NoError(t, h.RunString(context.Background(), f.name, frameScript(8, f.script)))
			require.Empty(t, h.Result().Diagnostics)
		})
	}
}

// frameScript is a script of so many frames.
func frameScript(n int, script string) string {
	return fmt.Sprintf("local N = %d\n%s%s", n, frameHead, script)
}
