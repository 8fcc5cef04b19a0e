package kernel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/opt"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// A vertex program gives 1 for w if it says so, whatever it reads.
func TestGivesAffine(t *testing.T) {
	for body, want := range map[string]bool{
		"return { Position = float4(p.xyz, 1) }":                                                            true,
		"return { Position = float4(p.xyz, 0.5 + 0.5) }":                                                    true,
		"return { Position = float4(p.xyz, 1.5) }":                                                          false,
		"return { Position = float4(p.xyz, p.w) }":                                                          false,
		"if p.x > 0 then return { Position = float4(p.xyz, 2) } end return { Position = float4(p.xyz, 1) }": false,
	} {
		k := compiledShader(t, shader(t, syntax.VertexStage, "p", body, "POSITION float4"))
		require.Equal(t, want, k.natural.affine(), body)
	}
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", "return float4(v.at, 1, 1)", "at float2"))
	require.False(t, k.natural.affine(), "no vertex program")
}

// Where 1/w is 1, the program for such draws gives the bytes of the other one at the same cost, and does less.
func TestAffineAgrees(t *testing.T) {
	for _, c := range []struct {
		body string
		less bool
	}{
		{"return float4(v.at, v.flat, 1)", true},
		{"return v.Position", true},
		{"local sum = v.at for i = 1, 3 do if v.at.x > float(i) then sum = sum + ddx(v.at * v.at) end end return float4(sum, v.Position.w, 1)", true},
		{"return float4(EvaluateAttributeSnapped(v.at, int2(3, -4)), v.flat, 1)", true},
		{"return float4(v.flat, 1, 1, 1)", false},
		{"return float4(0, 1, 0, 1)", false},
	} {
		t.Run(c.body, func(t *testing.T) {
			k := compiledShader(t, shader(t, syntax.PixelStage, "v", c.body, "at float2", "flat float noperspective"))
			r := newStageRig(t)
			r.outputs.Targets[0].Used = true
			at := r.triangle(0, 8, 16, 1, 0, [3]float32{0.25, -0.125, 0.5}, [3]float32{0, 0, 1}, [3]float32{0.3, -0.7, 2.1}, [3]float32{1e-30, 0.1, -1}, [3]float32{3, 1, 4})
			for n := range 40 {
				r.quad(n, 0.5+float32(2*n), 20.5, at, 0xf, 0, 0x01010101)
			}
			before := append([]byte(nil), r.bytes()...)
			want := r.run(k, 1024, 160)
			bytes := append([]byte(nil), r.bytes()...)
			copy(r.bytes(), before)
			r.affine = true
			require.Equal(t, want, r.run(k, 1024, 160))
			require.Equal(t, bytes, r.bytes())
			require.Equal(t, c.less, opt.Affine(k.natural.program()) != k.natural.program())
		})
	}
}

// The plane of 1/w is read where something is divided by it. A program for draws in which it is 1 does without.
func TestReadsW(t *testing.T) {
	for body, want := range map[string]bool{
		"return float4(v.at, v.flat, 1)":    true,
		"return v.Position":                 true,
		"return float4(v.Position.xyz, 1)":  false,
		"return float4(v.flat, 1, 1, 1)":    false,
		"return float4(ddx(v.flat), 0,0,1)": false,
	} {
		k := compiledShader(t, shader(t, syntax.PixelStage, "v", body, "at float2", "flat float noperspective"))
		require.Equal(t, want, k.natural.readsW(), body)
		require.False(t, readsW(opt.Affine(k.natural.program())), body)
	}
}
