package conformance

import (
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// indirectHead runs two dispatches in one ExecuteIndirect, which write from element FIRST and SECOND on; COUNT of them run.
const indirectHead = `local gpu = require "gpu"; local device = gpu.CreateDevice { Name = "d" }
local main, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
local to, start = gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "first", "uint" } })
local shader = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) BODY end }
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1, ShaderRegister = 0 } } }
local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = shader }
local work = device:CreateCommandSignature { Name = "work", ByteStride = 16, RootSignature = root,
  ArgumentDescs = { { Type = "CONSTANT", RootParameterIndex = 1, Num32BitValuesToSet = 1 }, { Type = "DISPATCH" } } }
local out = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 1024, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
local args = device:CreateCommittedResource { Name = "args", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 32, InitialState = "GENERIC_READ" }
args:Map():Write(0, "uint", { FIRST, 1, 1, 1, SECOND, 1, 1, 1 })
local l = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
l:SetPipelineState(pipeline); l:SetComputeRootSignature(root); l:SetComputeRootUnorderedAccessView(0, out:GetGPUVirtualAddress())
RECORD
l:Close(); main:ExecuteCommandLists { l }; main:Signal(fence, 1); fence:WaitCPU(1)
`

// TestIndirectCommands: the commands of one ExecuteIndirect are not ordered against each other.
func TestIndirectCommands(t *testing.T) {
	const (
		write  = "to[DispatchThreadID.x + start.first] = 1"
		add    = "InterlockedAdd(to[DispatchThreadID.x + start.first], 1)"
		all    = "l:ExecuteIndirect(work, 2, args)"
		single = "l:ExecuteIndirect(work, 1, args)"
		apart  = `l:ExecuteIndirect(work, 1, args); BARRIER; l:ExecuteIndirect(work, 1, args, 16)`
	)
	for _, c := range []struct {
		name, body, first, second, record string
		want                              diag.Code
	}{
		{"the same bytes", write, "0", "0", all, diag.MissingUAVBarrier},
		{"one element in common", write, "0", "63", all, diag.MissingUAVBarrier},
		{"bytes that touch", write, "0", "64", all, 0},
		{"atomic operations", add, "0", "0", all, 0},
		{"one command runs", write, "0", "0", single, 0},
		{"two calls without a barrier", write, "0", "0", strings.Replace(apart, "BARRIER;", "", 1), diag.MissingUAVBarrier},
		{"two calls with a barrier", write, "0", "0", strings.Replace(apart, "BARRIER", `l:ResourceBarrier { { Type = "UAV", Resource = out } }`, 1), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			expect(t, strings.NewReplacer("BODY", c.body, "FIRST", c.first, "SECOND", c.second, "RECORD", c.record).Replace(indirectHead), c.want)
		})
	}
}
