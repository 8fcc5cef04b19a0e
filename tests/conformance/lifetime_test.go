package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// lifeHead makes one object of each kind, and a list that needs all of them: a placed copy, a dispatch through a table, a draw,
// an indirect draw, queries, predication and a bundle.
const lifeHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local main, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
local function buffer(name, more)
  local d = { Name = name, Dimension = "BUFFER", Width = 512, InitialState = "COMMON" }
  for k, v in pairs(more or {}) do d[k] = v end
  return device:CreateCommittedResource(d)
end
local heap = device:CreateHeap { Name = "heap", SizeInBytes = 65536 }
local placed = device:CreatePlacedResource { Name = "placed", Heap = heap, Dimension = "BUFFER", Width = 512, InitialState = "COMMON" }
local source, counted, predicate = buffer "source", buffer "counted", buffer "predicate"
local viewed = buffer("viewed", { Flags = "ALLOW_UNORDERED_ACCESS" })
local vertices, indices = buffer "vertices", buffer "indices"
local arguments = buffer "arguments"
local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
local rtv = rtvs:GetCPUDescriptorHandle(0)
device:CreateRenderTargetView(target, nil, rtv)
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateUnorderedAccessView(viewed, nil, { StructureByteStride = 4 }, views:GetCPUDescriptorHandle(0))
local out = gpu.RWStructuredBuffer("u0", "uint")
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 1, 1, 1 }, Main = function(DispatchThreadID) out[DispatchThreadID.x] = 1 end }
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
local compute = device:CreateComputePipelineState { Name = "compute", RootSignature = root, CS = fill }
local plain = device:CreateRootSignature { Name = "plain", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0, 1) } end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }
local graphics = device:CreateGraphicsPipelineState { Name = "graphics", RootSignature = plain, VS = vs, PS = ps, InputLayout = { { "POSITION", "R32G32_FLOAT" } },
  PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
local signature = device:CreateCommandSignature { Name = "signature", ByteStride = 16, ArgumentDescs = { { Type = "DRAW" } } }
local queries = device:CreateQueryHeap { Name = "queries", Type = "TIMESTAMP", Count = 1 }
local bundled = device:CreateCommandAllocator("BUNDLE", "bundled")
local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = bundled }
bundle:SetPipelineState(graphics); bundle:IASetPrimitiveTopology "TRIANGLELIST"; bundle:DrawInstanced(3, 1); bundle:Close()
local allocator = device:CreateCommandAllocator("DIRECT", "allocator")
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
list:CopyBufferRegion(placed, 0, source, 0, 8)
list:SetDescriptorHeaps { views }; list:SetPipelineState(compute); list:SetComputeRootSignature(root)
list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0)); list:Dispatch(1, 1, 1)
list:SetPipelineState(graphics); list:SetGraphicsRootSignature(plain); list:OMSetRenderTargets { rtv }
list:RSSetViewports { { Width = 16, Height = 16 } }; list:RSSetScissorRects { { Right = 16, Bottom = 16 } }; list:IASetPrimitiveTopology "TRIANGLELIST"
list:IASetVertexBuffers(0, { { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = 512, StrideInBytes = 8 } })
list:IASetIndexBuffer { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = 512, Format = "R16_UINT" }
list:SetPredication(predicate, 0, "NOT_EQUAL_ZERO")
list:DrawInstanced(3, 1); list:DrawIndexedInstanced(3, 1); list:ExecuteIndirect(signature, 1, arguments)
list:ExecuteBundle(bundle)
list:SetPredication(nil, 0, "NOT_EQUAL_ZERO")
list:EndQuery(queries, "TIMESTAMP", 0); list:ResolveQueryData(queries, "TIMESTAMP", 0, 1, counted, 0)
list:Close()
local function run() main:ExecuteCommandLists { list } end
local function wait() main:Signal(fence, 1); fence:WaitCPU(1) end
`

// needed are the objects of lifeHead that the GPU needs until the list has finished.
var needed = strings.Fields("placed heap source counted predicate viewed vertices indices arguments target views root compute plain graphics signature queries allocator bundled")

// TestLifetimes: what a list needs is released neither before it is submitted nor while it runs, and may be released after it.
func TestLifetimes(t *testing.T) {
	for _, name := range needed {
		before := diag.SubmitReleased
		switch name {
		case "viewed":
			before = diag.DescriptorFault // a descriptor may show what does not exist, until it is read
		}
		for _, c := range []verdict{
			{"never", `run(); wait()`, 0},
			{"behind", fmt.Sprintf(`run(); wait(); %s:Release()`, name), 0},
			{"in flight", fmt.Sprintf(`run(); %s:Release()`, name), diag.ReleasedInFlight},
			{"behind a wait for something else", fmt.Sprintf(`main:Signal(fence, 1); run(); fence:WaitCPU(1); %s:Release()`, name), diag.ReleasedInFlight},
			{"before", fmt.Sprintf(`%s:Release(); run(); wait()`, name), before},
			{"twice", fmt.Sprintf(`run(); wait(); %s:Release(); %s:Release()`, name, name), diag.ReleasedObject},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				expect(t, lifeHead+c.script+"\n", c.want)
			})
		}
	}
}

// TestFree: what the GPU does not need any more once a call has been made may be released at once.
func TestFree(t *testing.T) {
	for _, c := range []verdict{
		{"the bundle's allocator is reset before", `bundled:Reset(); run()`, diag.SubmitResetAllocator},
		{"the bundle's allocator is reset in flight", `run(); bundled:Reset(); wait()`, diag.AllocatorInFlight},
		{"the bundle's allocator is reset behind", `run(); wait(); bundled:Reset()`, 0},
		{"the bundle is recorded anew before", `bundle:Reset(device:CreateCommandAllocator("BUNDLE", "more")); bundle:Close(); run(); wait()`, diag.BundleInUse},
		{"the bundle is recorded anew in flight, on another allocator", `run(); bundle:Reset(device:CreateCommandAllocator("BUNDLE", "more")); bundle:Close(); wait()`, 0},
		{"the list", `run(); list:Release(); wait()`, 0},
		{"the fence", `run(); fence:Release()`, 0},
		{"render target views", `run(); rtvs:Release(); wait()`, 0},
		{"overwritten render target views", `run(); device:CreateRenderTargetView(target, nil, rtv); wait()`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			expect(t, lifeHead+c.script+"\n", c.want)
		})
	}
}
