package merge

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// TestUnorm8: two products and a sum are the quotient, rounded once, for all bytes; one product is not.
func TestUnorm8(t *testing.T) {
	once := true
	for i := range 256 {
		n := float32(i)
		got := float32(n*math.Float32frombits(unorm8[0])) + float32(n*math.Float32frombits(unorm8[1]))
		require.Equal(t, n/255, got)
		once = once && float32(n*float32(1.0/255)) == n/255
	}
	require.False(t, once)
}

// Programs differ only in what they have to do: one that adds has neither factors nor a clamp from below.
func TestLength(t *testing.T) {
	length := func(f gpu.Format, source gpu.Blend, op gpu.BlendOp) int {
		m := stage.Merge{Format: f, Bytes: f.Bytes(), Mask: [4]uint32{math.MaxUint32, math.MaxUint32}, Pitch: 4352, Blend: gpu.RenderTargetBlendDesc{BlendEnable: true, SrcBlend: source, DestBlend: gpu.BlendOne,
			SrcBlendAlpha: source, DestBlendAlpha: gpu.BlendOne, BlendOp: op, BlendOpAlpha: op, RenderTargetWriteMask: gpu.WriteAllChannels}}
		require.True(t, Knows(&m))
		return len(Module(&m, 1).Funcs[0].Body)
	}
	const rgba8, half = gpu.FormatR8G8B8A8Unorm, gpu.FormatR16G16B16A16Float
	add := length(rgba8, gpu.BlendOne, gpu.BlendOpAdd)
	require.Greater(t, length(rgba8, gpu.BlendSrcAlpha, gpu.BlendOpAdd), add)
	require.Greater(t, length(rgba8, gpu.BlendOne, gpu.BlendOpSubtract), add)
	require.Equal(t, length(half, gpu.BlendOne, gpu.BlendOpSubtract), length(half, gpu.BlendOne, gpu.BlendOpAdd))
}
