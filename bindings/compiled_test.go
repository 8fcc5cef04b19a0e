package bindings_test

import (
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
