package examples

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

const head = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
`

// mistake is a script that says one code, with how many edits are proposed. Each repairs the script.
type mistake struct {
	name, script string
	code         diag.Code
	edits        int
}

// further are mistakes beside those of the examples.
var further = []mistake{
	{"two queues wait for each other", head + `local a = device:CreateCommandQueue { Type = "DIRECT", Name = "a" }
local b = device:CreateCommandQueue { Type = "COMPUTE", Name = "b" }
local fa, fb = device:CreateFence(0, "fa"), device:CreateFence(0, "fb")
a:Wait(fb, 1)
a:Signal(fa, 1)
b:Wait(fa, 1)
b:Signal(fb, 1)
fb:WaitCPU(1)`, diag.Deadlock, 2},
	{"list and allocator on one line", head + `local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local list = device:CreateCommandList { Type = "COPY", Name = "list", Allocator = device:CreateCommandAllocator("COPY") }
list:Close()
queue:ExecuteCommandLists { list }`, diag.SubmitWrongType, 1},
	{"a copy list for a compute queue", head + `local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "main" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
list:Close()
queue:ExecuteCommandLists { list }`, diag.SubmitWrongType, 1},
	{"an allocator that other lists record on", head + `local allocator = device:CreateCommandAllocator("COPY")
device:CreateCommandList { Type = "COPY", Name = "first", Allocator = allocator }:Close()
device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }`, diag.AllocatorTypeMismatch, 0},
	{"two dimensions", head + `local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
local root = device:CreateRootSignature { Name = "root" }
local cs = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = function() end }
list:SetPipelineState(device:CreateComputePipelineState { Name = "p", RootSignature = root, CS = cs })
list:SetComputeRootSignature(root)
list:Dispatch(65536, 1, 70000)`, diag.TooManyGroups, 1},
	{"three states", head + `local b = device:CreateCommittedResource { Name = "b", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM", InitialState = "COMMON" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
list:ResourceBarrier {
  { Resource = b, Before = "COMMON", After = "COPY_DEST" },
  { Resource = b, Before = "COPY_DEST", After = "COMMON" } }`, diag.DuplicateTransition, 1},
	{"a range of Map", head + `local b = device:CreateCommittedResource { Name = "b", HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
b:Map(0, { Begin = 0, End = 65 })`, diag.BadMapRange, 1},
	{"a written range", head + `local b = device:CreateCommittedResource { Name = "b", HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
b:Map()
b:Unmap(0, { Begin = 0, End = 64 })`, diag.ReadbackWrite, 1},
	{"a rectangle beyond an edge", head + `local t = device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
list:DiscardResource(t, { Rects = { { Right = 16, Bottom = 16 }, { Left = 8, Right = 17, Bottom = 16 } } })`, diag.BadDiscard, 1},
	{"a rectangle beyond two edges", head + `local t = device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
list:DiscardResource(t, { Rects = { { Right = 17, Bottom = 17 } } })`, diag.BadDiscard, 0},
	{"an empty rectangle", head + `local t = device:CreateCommittedResource { Name = "t", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
list:DiscardResource(t, { Rects = { { Left = 8, Right = 8, Bottom = 16 } } })`, diag.BadDiscard, 0},
	{"another root signature", head + `local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
local root, other = device:CreateRootSignature { Name = "root" }, device:CreateRootSignature { Name = "other", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
local cs = gpu.ComputeShader { Name = "cs", NumThreads = { 1, 1, 1 }, Main = function() end }
list:SetPipelineState(device:CreateComputePipelineState { Name = "p", RootSignature = root, CS = cs })
list:SetComputeRootSignature(other)
list:Dispatch(1, 1, 1)`, diag.RootSignatureMismatch, 1},
	{"a number that is called", "local scale = 2\nprint(scale(320))", diag.CallOfNonFunction, 1},
}

// TestFurtherEdits: what is proposed where a code has several repairs.
func TestFurtherEdits(t *testing.T) {
	for _, tt := range slices.Concat(further, furtherOfEngine) {
		t.Run(tt.name, func(t *testing.T) {
			o, err := run(tt.script, t.TempDir())
			require.NoError(t, err)
			require.Equal(t, []diag.Code{tt.code}, o.codes, o.text)
			require.Len(t, o.edits, tt.edits)
			for _, h := range o.edits {
				repaired, err := run(apply(t, tt.script, h), t.TempDir())
				require.NoError(t, err)
				require.Empty(t, repaired.text)
				require.Equal(t, host.ExitOK, repaired.exit)
			}
		})
	}
}
