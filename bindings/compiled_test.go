package bindings_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/host"
)

// kernels collects what a script compiles.
type kernels struct {
	host.NoObserver
	made []*kernel.Kernel
}

// OnKernel implements host.Observer.
func (k *kernels) OnKernel(made *kernel.Kernel) { k.made = append(k.made, made) }

func TestKernelsAreCompiledOnceForTheSameCaptures(t *testing.T) {
	k := &kernels{}
	h := host.New(host.Options{Observer: k})
	defer h.Close()
	require.NoError(t, h.RunString(context.Background(), "t.lua", `
local gpu = require "gpu"
local function make(factor, double)
  local out = gpu.RWStructuredBuffer("u0", "float")
  local function twice(x) if double then return x * 2.0 end return x end
  return gpu.ComputeShader { Name = "scale", NumThreads = { 64, 1, 1 },
    Main = function(DispatchThreadID) out[DispatchThreadID.x] = twice(out[DispatchThreadID.x]) * factor end }
end
a, b, c, d = make(2, true), make(2, true), make(3, true), make(2, false)
assert(a == b and a ~= c and a ~= d and c ~= d)
`))
	require.Len(t, k.made, 4)
	require.Same(t, k.made[0], k.made[1], "the same captures")
	require.NotSame(t, k.made[0], k.made[2], "another number")
	require.NotSame(t, k.made[0], k.made[3], "another value in a captured function")
}

func TestListsOfNumbersAreConstantsOfKernels(t *testing.T) {
	var out bytes.Buffer
	h := host.New(host.Options{Stdout: &out})
	defer h.Close()
	require.NoError(t, h.RunString(context.Background(), "t.lua", `
local gpu = require "gpu"
local weights, offsets = { 0.5, 0.25, 0.125 }, { { -1, 0 }, { 1, 2 } }
local device = gpu.CreateDevice()
local root = device:CreateRootSignature()
local cs = gpu.ComputeShader { NumThreads = { 3 }, Main = function(GroupIndex)
  printf("%g %g", weights[GroupIndex + 1], offsets[2].y)
end }
local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE",
  InitialState = device:CreateComputePipelineState { RootSignature = root, CS = cs } }
list:SetComputeRootSignature(root)
list:Dispatch(1, 1, 1)
list:Close()
device:CreateCommandQueue { Type = "COMPUTE" }:ExecuteCommandLists { list }
`))
	require.Equal(t, "0.5 2\n0.25 2\n0.125 2\n", out.String())
	for _, table := range []string{"{}", "{ 1, 'two' }", "{ x = 1 }", "{ 1, nil, 3 }", "{ { 1 } }", "{ { { 1, 2 }, { 3, 4 } } }", "{ 1, { 2, 3 } }"} {
		err := h.RunString(context.Background(), "bad.lua", `
local gpu = require "gpu"
local t = `+table+`
gpu.ComputeShader { NumThreads = { 1 }, Main = function(GroupIndex) printf("%g", float(t[1])) end }`)
		require.Error(t, err, table)
		require.Contains(t, err.Error(), "error[GS02", table)
	}
}
