package bindings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	lua "github.com/yuin/gopher-lua"
)

// owned runs a script in a Lua state that the test owns, as a tool would.
func owned(t *testing.T, text string) (*lua.LState, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tool.lua")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	L := lua.NewState()
	m := Preload(L, Options{})
	t.Cleanup(func() {
		require.NoError(t, m.Close())
		L.Close()
	})
	return L, L.DoFile(path)
}

func TestPreloadCompilesShadersOfAnOwnedState(t *testing.T) {
	L, err := owned(t, `
local gpu = require "gpu"
local out = gpu.RWStructuredBuffer("u0", "float")
local function square(x)
  return x * x
end
local cs = gpu.ComputeShader {
  Name = "square", NumThreads = { 4, 1, 1 },
  Main = function(DispatchThreadID)
    out[DispatchThreadID.x] = square(float(DispatchThreadID.x))
  end,
}
local device = gpu.CreateDevice()
local root = device:CreateRootSignature { Parameters = { { Type = "UAV" } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = cs }
local buffer = device:CreateCommittedResource { Dimension = "BUFFER", Width = 16, Flags = "ALLOW_UNORDERED_ACCESS" }
local back = device:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 16, InitialState = "COPY_DEST" }
local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE", InitialState = pso }
list:SetComputeRootSignature(root)
list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
list:Dispatch(1, 1, 1)
list:ResourceBarrier { { Resource = buffer, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
list:CopyResource(back, buffer)
list:Close()
local queue, fence = device:CreateCommandQueue { Type = "COMPUTE" }, device:CreateFence()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
result = table.concat(back:Map():Read(0, "float", 4), " ")`)
	require.NoError(t, err)
	require.Equal(t, "0 1 4 9", L.GetGlobal("result").String())
}

func TestShaderMistakesOfAnOwnedStateNameTheLine(t *testing.T) {
	_, err := owned(t, `
local gpu = require "gpu"
gpu.ComputeShader { NumThreads = { 4 },
  Main = function(DispatchThreadID)
    local x = sinn(1.0)
  end }`)
	d := ErrorDiagnostics(err.(*lua.ApiError).Object)
	require.Len(t, d, 1)
	require.Contains(t, d[0].Title, "sinn")
}

func TestFunctionsOfOneLineAreNotGuessed(t *testing.T) {
	_, err := owned(t, `
local gpu = require "gpu"
gpu.ComputeShader { NumThreads = { 4 }, Main = (function() return function(GroupIndex) end end)() }`)
	d := ErrorDiagnostics(err.(*lua.ApiError).Object)
	require.Len(t, d, 1)
	require.Contains(t, d[0].Title, "the source of the shader's function is not known")
}
