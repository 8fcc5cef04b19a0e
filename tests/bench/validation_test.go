package bench

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// validationHead makes what the scripts of BenchmarkValidationCost share: a list, and how it is run.
const validationHead = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "d" }
local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
local allocator = device:CreateCommandAllocator("DIRECT")
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
local function buffer(name, flags) return device:CreateCommittedResource { Name = name, Dimension = "BUFFER", Width = N * 256, Flags = flags or "NONE", InitialState = "COMMON" } end
local function run() list:Close(); queue:ExecuteCommandLists { list }; queue:Signal(fence, 1); fence:WaitCPU(1) end
`

// validationScripts do one thing many times, N of them, and little of it each time: that is where validation costs most.
var validationScripts = map[string]string{
	"copies": `local from, to = buffer "from", buffer "to"
for i = 0, N - 1 do list:CopyBufferRegion(to, 256 * i, from, 256 * (N - 1 - i), 256) end
run()`,
	"dispatches": `local out = gpu.RWStructuredBuffer("u0", "float")
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) out[DispatchThreadID.x] = 1 end }
local to = buffer("to", "ALLOW_UNORDERED_ACCESS")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
list:SetPipelineState(device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill })
list:SetComputeRootSignature(root)
local base = to:GetGPUVirtualAddress()
for i = 0, N - 1 do list:SetComputeRootUnorderedAccessView(0, base + 256 * i); list:Dispatch(1, 1, 1) end
run()`,
	"constants": `local out, C = gpu.RWStructuredBuffer("u0", "float"), gpu.ConstantBuffer("b0", { { "first", "uint" } })
local to = buffer("to", "ALLOW_UNORDERED_ACCESS")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
list:SetPipelineState(device:CreateComputePipelineState { Name = "fill", RootSignature = root,
  CS = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) out[DispatchThreadID.x + C.first] = 1 end } })
list:SetComputeRootSignature(root)
list:SetComputeRootUnorderedAccessView(0, to:GetGPUVirtualAddress())
for i = 0, N - 1 do list:SetComputeRoot32BitConstant(1, gpu.AsUint(64 * i)); list:Dispatch(1, 1, 1) end
run()`,
	"scattered dispatches": `local out, place = gpu.RWStructuredBuffer("u0", "uint"), gpu.StructuredBuffer("t0", "uint")
local to, from = buffer("to", "ALLOW_UNORDERED_ACCESS"), buffer "from"
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "SRV", ShaderRegister = 0 } } }
list:SetPipelineState(device:CreateComputePipelineState { Name = "scatter", RootSignature = root,
  CS = gpu.ComputeShader { Name = "scatter", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) out[place[DispatchThreadID.x] + DispatchThreadID.x] = 1 end } })
list:SetComputeRootSignature(root)
list:SetComputeRootShaderResourceView(1, from:GetGPUVirtualAddress())
local base = to:GetGPUVirtualAddress()
for i = 0, N - 1 do list:SetComputeRootUnorderedAccessView(0, base + 256 * i); list:Dispatch(1, 1, 1) end
run()`,
	"sprites": `local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(VertexID % 2, VertexID / 2, 0, 1), uv = float2(VertexID % 2, VertexID / 2) } end }
local picture, linear = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0")
local ps = gpu.PixelShader { Name = "ps", Main = function(input) return picture:Sample(linear, input.uv) end }
local root = device:CreateRootSignature { Name = "root", StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR", ShaderRegister = 0 } },
  Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
local function texture(name, size, flags, state)
  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = size, Height = size, MipLevels = 1, Format = "R8G8B8A8_UNORM", Flags = flags, InitialState = state }
end
local atlas, target = texture("atlas", 2048, "NONE", "PIXEL_SHADER_RESOURCE"), texture("target", 64, "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
device:CreateShaderResourceView(atlas, nil, heap:GetCPUDescriptorHandle(0))
device:CreateRenderTargetView(target, nil, views:GetCPUDescriptorHandle(0))
list:SetDescriptorHeaps { heap }
list:SetPipelineState(device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE" })
list:SetGraphicsRootSignature(root)
list:SetGraphicsRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
list:IASetPrimitiveTopology "TRIANGLELIST"
list:RSSetViewports { { Width = 64, Height = 64 } }
list:RSSetScissorRects { { Right = 64, Bottom = 64 } }
list:OMSetRenderTargets({ views:GetCPUDescriptorHandle(0) })
for _ = 1, N / 16 do list:DrawInstanced(3, 1, 0, 0) end
run()`,
	"draws": `local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(VertexID % 2, VertexID / 2, 0, 1) } end }
local ps = gpu.PixelShader { Name = "ps", Main = function() return float4(1, 0, 0, 1) end }
local root = device:CreateRootSignature { Name = "root" }
local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(target, nil, views:GetCPUDescriptorHandle(0))
list:SetPipelineState(device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE" })
list:SetGraphicsRootSignature(root)
list:IASetPrimitiveTopology "TRIANGLELIST"
list:RSSetViewports { { Width = 64, Height = 64 } }
list:RSSetScissorRects { { Right = 64, Bottom = 64 } }
list:OMSetRenderTargets({ views:GetCPUDescriptorHandle(0) })
for _ = 1, N / 8 do list:DrawInstanced(3, 1, 0, 0) end
run()`,
}

// runScript runs a script in a new host and returns how long that took.
func runScript(t testing.TB, script string, v host.Validation) time.Duration {
	h := host.New(host.Options{Validation: v})
	defer h.Close()
	begin := time.Now()
	require.NoError(t, h.RunString(context.Background(), "validation.lua", script))
	return time.Since(begin)
}

// BenchmarkValidationCost reports, for whole runs of scripts that do little but copy, dispatch or draw, the time with validation over the time
// without it, at two sizes: the ratio does not grow with the number of commands.
func BenchmarkValidationCost(b *testing.B) {
	scripts := costScripts()
	for _, name := range slices.Sorted(maps.Keys(scripts)) {
		for _, n := range []string{"4096", "32768"} {
			script := "local N = " + n + "\n" + validationHead + scripts[name]
			b.Run(name+"/"+n, func(b *testing.B) {
				off, on := time.Hour, time.Hour // the shortest of all runs
				for range b.N {
					off = min(off, runScript(b, script, host.ValidationOff))
					on = min(on, runScript(b, script, host.ValidationOn))
				}
				b.ReportMetric(on.Seconds()/off.Seconds(), "on/off")
			})
		}
	}
}

// TestValidationScripts: the scripts break no rule.
func TestValidationScripts(t *testing.T) {
	for name, script := range costScripts() {
		t.Run(name, func(t *testing.T) {
			h := host.New(host.Options{})
			defer h.Close()
			require.NoError(t, h.RunString(context.Background(), name, "local N = 256\n"+validationHead+script))
			require.Empty(t, h.Result().Diagnostics)
		})
	}
}
