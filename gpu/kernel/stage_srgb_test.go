package kernel

import (
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

// TestTargetsInSRGBAreExact: at each threshold, and just below it, the bytes are those of the codec.
func TestTargetsInSRGBAreExact(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(v.a, v.b, v.a * 2.0, v.b)", "a float nointerpolation", "b float nointerpolation"))
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	r.outputs.Targets[0].Format = gpu.FormatR8G8B8A8UnormSRGB
	values := [][2]float32{{-1, 2}, {float32(math.NaN()), float32(math.Inf(1))}}
	for _, v := range texel.SRGBThresholds() {
		values = append(values, [2]float32{v, math.Nextafter32(v, -1)})
	}
	for i, v := range values {
		at := r.triangle(i, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1}, [3]float32{0, 0, v[0]}, [3]float32{0, 0, v[1]})
		r.quad(i, 0.5, 0.5, at, 0xf, 0, 0)
	}
	r.run(k, 8192, 4*len(values))
	for i, v := range values {
		var want [4]byte
		texel.Encode(gpu.FormatR8G8B8A8UnormSRGB, want[:], [4]float32{v[0], v[1], 2 * v[0], v[1]})
		got := r.bytes()[rigOutput+8192+16*i:][:4]
		require.Equal(t, want[:], got, "%v", v)
		if i >= 3 { // the first threshold is 0
			require.Equal(t, byte(i-2), got[0])
			require.Equal(t, byte(i-3), got[1])
		}
	}
}
