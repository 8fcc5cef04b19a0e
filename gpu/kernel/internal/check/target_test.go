package check

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLightKernel compiles the compute kernel of the multi-engine frame.
func TestLightKernel(t *testing.T) {
	_, k, diags := compile(t, `
local normals = gpu.Texture2D("t0", "float4")
local lit     = gpu.RWStructuredBuffer("u0", "float")
local sun     = gpu.ConstantBuffer("b0", { { "direction", "float3" }, { "width", "uint" } })
gpu.ComputeShader {
  Name = "light_cs", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local xy = DispatchThreadID.xy
    local n = normals:Load(int3(xy, 0)).xyz
    lit[xy.y * sun.width + xy.x] = saturate(dot(normalize(n), -sun.direction))
  end,
}`, nil)
	require.Empty(t, texts(diags))
	require.Len(t, k.Bindings, 3)
	require.Equal(t, [3]uint32{8, 8, 1}, k.NumThreads)
}
