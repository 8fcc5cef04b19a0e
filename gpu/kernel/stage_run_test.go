package kernel

import (
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

func TestVertexProgram(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.VertexStage, "position, uv, InstanceID", `
		local p = position * 2.0
		return { Position = float4(p, 1.0), id = InstanceID + 5, uv = uv.yx }`, "POSITION float3", "TEXCOORD float2"))
	require.Equal(t, gpu.StageVertex, k.ShaderStage())
	require.Equal(t, []gpu.StageElement{{Name: "POSITION", Numeric: gpu.NumericFloat, Components: 3}, {Name: "TEXCOORD", Numeric: gpu.NumericFloat, Components: 2}}, k.StageInputs())
	outputs := k.StageOutputs()
	require.Len(t, outputs, 2)
	require.Equal(t, "id", outputs[0].Name)
	require.Equal(t, gpu.NumericUint, outputs[0].Numeric)
	require.Equal(t, gpu.InterpolateNone, outputs[0].Interpolation)
	require.Equal(t, gpu.UsesInstanceID, k.StageUses())

	r := newStageRig(t)
	const pitch, items = 1024, 70
	for i := range items {
		for c := range 5 {
			r.put(rigInput+c*pitch+4*i, math.Float32bits(float32(100*c+i)))
		}
		r.put(rigInput+5*pitch+4*i, uint32(i))
		r.put(rigInput+6*pitch+4*i, uint32(1000+i))
	}
	result := r.run(k, pitch, items)
	require.EqualValues(t, items, result.WorkItems)
	for i := range items {
		for c := range 3 {
			require.Equal(t, 2*float32(100*c+i), r.output(c, pitch, i))
		}
		require.Equal(t, float32(1), r.output(3, pitch, i))
		require.Equal(t, uint32(1005+i), r.word(rigOutput+4*pitch+4*i))
		require.Equal(t, float32(400+i), r.output(5, pitch, i))
		require.Equal(t, float32(300+i), r.output(6, pitch, i))
	}
}

func TestPixelProgram(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v, IsFrontFace, PrimitiveID", `
		if PrimitiveID == 9 then discard() end
		return { Target0 = float4(v.uv, v.flat, IsFrontFace and 1.0 or 0.0), Depth = v.Position.z }`, "uv float2", "flat float nointerpolation"))
	r := newStageRig(t)
	r.outputs = stage.PixelOutputs{Depth: true}
	r.outputs.Targets[0].Used = true
	const pitch = 256
	a := r.triangle(0, 8, 8, 1, 3, [3]float32{0.5, 0, 0.25}, [3]float32{0, 0, 0.5}, [3]float32{1, 0, 10}, [3]float32{0, 2, 20}, [3]float32{7, 7, 42})
	b := r.triangle(1, 0, 0, 0, 9, [3]float32{}, [3]float32{0, 0, 1}, [3]float32{}, [3]float32{}, [3]float32{})
	r.quad(0, 10.5, 12.5, a, 0xb, 0, 0)
	r.quad(1, 20.5, 2.5, b, 0xf, 0, 0)
	r.run(k, pitch, 8)
	for lane := range 4 {
		x, y := 10.5+float32(lane&1)-8, 12.5+float32(lane>>1)-8
		want := uint32(0xffffffff)
		if lane == 2 {
			want = 0
		}
		require.Equal(t, want, r.word(rigOutput+4*lane), "helper lanes do not count")
		require.Equal(t, 0.5*x+0.25, r.output(1, pitch, lane), "depth is linear")
		require.Equal(t, 2*(x+10), r.output(2, pitch, lane), "divided by 1/w")
		require.Equal(t, 2*(2*y+20), r.output(3, pitch, lane))
		require.Equal(t, float32(42), r.output(4, pitch, lane))
		require.Equal(t, float32(1), r.output(5, pitch, lane))
		require.Zero(t, r.word(rigOutput+4*(4+lane)), "discarded")
	}
}
