package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// samplerHead is a kernel that samples with one of four samplers, whose number is a root constant. sampler(n) writes that of slot n, and choose(n)
// runs the kernel.
const samplerHead = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local main, fence, done = device:CreateCommandQueue { Type = "COMPUTE", Name = "main" }, device:CreateFence(0, "fence"), 0
local function wait() done = done + 1 main:Signal(fence, done) fence:WaitCPU(done) end
local picture, number, out = gpu.Texture2D("t0", "float4"), gpu.ConstantBuffer("b0", { { "at", "uint" } }), gpu.RWStructuredBuffer("u0", "float")
local array = gpu.SamplerState("s0", 4)
local root = device:CreateRootSignature { Name = "root", Version = "VERSION", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 }, { Type = "UAV" },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SAMPLER", NumDescriptors = 4, Flags = "FLAGS" } } }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
local pso = device:CreateComputePipelineState { Name = "pso", RootSignature = root, CS = gpu.ComputeShader { Name = "k", NumThreads = { 4, 1, 1 },
  Main = function(GroupIndex) out[GroupIndex] = picture:SampleLevel(array[number.at], float2(0.5, 0.5), 0).x end } }
local texture = device:CreateCommittedResource { Name = "texture", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
local to = device:CreateCommittedResource { Name = "to", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
local heap = device:CreateDescriptorHeap { Name = "samplers", Type = "SAMPLER", NumDescriptors = 5, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(texture, nil, views:GetCPUDescriptorHandle(0))
local function sampler(n, filter) device:CreateSampler({ Filter = filter or "MIN_MAG_MIP_LINEAR" }, heap:GetCPUDescriptorHandle(n)) end
local function choose(n)
  local allocator = device:CreateCommandAllocator("COMPUTE")
  local l = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = allocator }
  l:SetDescriptorHeaps { views, heap }
  l:SetComputeRootSignature(root)
  l:SetPipelineState(pso)
  l:SetComputeRoot32BitConstants(0, { gpu.AsUint(n) })
  l:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
  l:SetComputeRootDescriptorTable(2, heap:GetGPUDescriptorHandle(0))
  l:SetComputeRootDescriptorTable(3, views:GetGPUDescriptorHandle(0))
  l:Dispatch(1, 1, 1)
  l:Close()
  main:ExecuteCommandLists { l }
end
`

// TestChosenSamplers: of volatile samplers only the one counts that a program chooses when it runs, from the submission until the work has finished;
// static ones are all written before their table is set.
func TestChosenSamplers(t *testing.T) {
	const all = `sampler(0); sampler(1); sampler(2); sampler(3); `
	for _, c := range []struct {
		name, script string
		want         [3]diag.Code // static, volatile, version 1.0
	}{
		{"all are written", all + `choose(0); choose(3); wait()`, [3]diag.Code{}},
		{"the chosen one is written", `sampler(2); choose(2); wait()`, [3]diag.Code{diag.StaticDescriptorUnwritten, 0, 0}},
		{"the chosen one was never written", `sampler(2); choose(1); wait()`, [3]diag.Code{diag.StaticDescriptorUnwritten, diag.DescriptorFault, diag.DescriptorFault}},
		{"one is chosen that is not in the table", all + `sampler(4); choose(4); wait()`, [3]diag.Code{diag.ShaderOutOfBounds, diag.ShaderOutOfBounds, diag.ShaderOutOfBounds}},
		{"the chosen one is written in flight", all + `choose(1); sampler(1); wait()`, [3]diag.Code{diag.DescriptorInFlight, diag.DescriptorInFlight, diag.DescriptorInFlight}},
		{"another one is written in flight", all + `choose(1); sampler(2); wait()`, [3]diag.Code{diag.DescriptorInFlight, 0, 0}},
		{"the chosen one is written when the work has finished", all + `choose(1); wait(); sampler(1)`, [3]diag.Code{}},
		{"it is written for the second run", `sampler(0); choose(0); wait(); sampler(1); choose(1); wait()`, [3]diag.Code{diag.StaticDescriptorUnwritten, 0, 0}},
		{"the chosen one compares", all + `sampler(1, "COMPARISON_MIN_MAG_MIP_POINT"); choose(1); wait()`, [3]diag.Code{diag.SamplerMismatch, diag.SamplerMismatch, diag.SamplerMismatch}},
		{"another one compares", all + `sampler(1, "COMPARISON_MIN_MAG_MIP_POINT"); choose(2); wait()`, [3]diag.Code{diag.SamplerMismatch, 0, 0}},
	} {
		for i, as := range []volatility{static, volatile, classic} {
			t.Run(fmt.Sprintf("%s/%s %s", c.name, as.version, as.flags), func(t *testing.T) {
				expect(t, strings.NewReplacer("VERSION", as.version, "FLAGS", as.flags).Replace(samplerHead)+c.script, c.want[i])
			})
		}
	}
}
