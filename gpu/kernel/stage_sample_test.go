package kernel

import (
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

// image is a texture of float4 with levels, whose red component is known; the reference samples it in double precision.
type image struct {
	size   int
	levels [][]float64 // by level: size × size
}

func newImage(size int) *image {
	m := &image{size: size}
	for n, level := size, 0; n > 0; n, level = n/2, level+1 {
		texels := make([]float64, n*n)
		for i := range texels {
			texels[i] = float64((i*2654435761>>7)%64) + 100*float64(level)
		}
		m.levels = append(m.levels, texels)
	}
	return m
}

// place writes the image as record 0, and a sampler as record 1.
func (m *image) place(r *stageRig, s ir.SamplerFields) {
	rec := ir.Record{Base: r.base + rigExtra, Stride: 16, Width: uint32(m.size), Height: uint32(m.size), Depth: 1, Levels: uint32(len(m.levels)),
		Format: uint32(gpu.FormatR32G32B32A32Float)}
	at := uint32(0)
	for level, texels := range m.levels {
		n := uint32(m.size >> level)
		rec.Mips[level] = ir.Mip{Offset: at, RowPitch: 16 * n, SlicePitch: 16 * n * n}
		for i, v := range texels {
			r.put(rigExtra+int(at)+16*i, math.Float32bits(float32(v)), 0, 0, math.Float32bits(1))
		}
		at += 16 * n * n
	}
	rec.Size = at
	rec.Put(r.bytes()[rigTable:])
	sampler := ir.Record{Sampler: s}
	sampler.Put(r.bytes()[rigTable+ir.RecordBytes:])
}

// bilinear is the filter of one level with the address mode WRAP.
func (m *image) bilinear(level int, u, v float64) float64 {
	n := m.size >> level
	x, y := u*float64(n)-0.5, v*float64(n)-0.5
	fx, fy := x-math.Floor(x), y-math.Floor(y)
	texel := func(i, j int) float64 {
		wrap := func(i int) int { return ((i % n) + n) % n }
		return m.levels[level][wrap(j)*n+wrap(i)]
	}
	i, j := int(math.Floor(x)), int(math.Floor(y))
	return (texel(i, j)*(1-fx)+texel(i+1, j)*fx)*(1-fy) + (texel(i, j+1)*(1-fx)+texel(i+1, j+1)*fx)*fy
}

// trilinear is the filter between two levels.
func (m *image) trilinear(lod, u, v float64) float64 {
	lod = min(max(lod, 0), float64(len(m.levels)-1))
	near := math.Floor(lod)
	c := m.bilinear(int(near), u, v)
	if lod == near {
		return c
	}
	return c + (lod-near)*(m.bilinear(int(near)+1, u, v)-c)
}

// anisotropic takes the mean of probes along the longer gradient.
func (m *image) anisotropic(most, u, v, rightU, rightV, downU, downV float64) float64 {
	n := float64(m.size)
	right2, down2 := n*n*(rightU*rightU+rightV*rightV), n*n*(downU*downU+downV*downV)
	major2 := max(right2, down2)
	ratio := max(1, min(most, major2/(n*n*math.Abs(rightU*downV-rightV*downU))))
	alongU, alongV := rightU, rightV
	if down2 > right2 {
		alongU, alongV = downU, downV
	}
	probes := math.Ceil(ratio)
	sum := 0.0
	for i := range int(probes) {
		away := (float64(i)+0.5)/probes - 0.5
		sum += m.trilinear(math.Log2(math.Sqrt(major2)/ratio), u+away*alongU, v+away*alongV)
	}
	return sum / probes
}

// sampled runs a pixel shader over one quad at (0.5, 0.5) whose input uv is a plane, and gives Target0 of its pixels.
func sampled(t *testing.T, body string, s ir.SamplerFields, m *image, u, v [3]float32) [4]float64 {
	t.Helper()
	k := compiledShader(t, shader(t, syntax.PixelStage, "p", body, "uv float2 noperspective"))
	r := newStageRig(t)
	r.outputs.Targets[0].Used = true
	s.MaxLOD = math.Float32bits(100)
	m.place(r, s)
	at := r.triangle(0, 0.5, 0.5, 1, 0, [3]float32{}, [3]float32{0, 0, 1}, u, v)
	r.quad(0, 0.5, 0.5, at, 0xf, 0, 0)
	r.run(k, 256, 4)
	var out [4]float64
	for lane := range out {
		out[lane] = float64(r.output(1, 256, lane))
	}
	return out
}

// TestSampleAgainstReference: the level follows from the quad's derivatives, weights are full floats.
func TestSampleAgainstReference(t *testing.T) {
	m := newImage(16)
	tests := []struct {
		name string
		u, v [3]float32 // per pixel to the right, per pixel downward, at the first pixel
	}{
		{"magnified", [3]float32{0.01, 0, 0.3}, [3]float32{0, 0.01, 0.4}},
		{"a texel a pixel", [3]float32{1. / 16, 0, 0.1}, [3]float32{0, 0.9 / 16, 0.2}},
		{"between levels", [3]float32{3. / 16, 0, 0.1}, [3]float32{0, 2. / 16, 0.7}},
		{"rotated", [3]float32{0.2, -0.1, 0.5}, [3]float32{0.15, 0.1, 0.5}},
		{"stretched", [3]float32{0.4, 0, 0.5}, [3]float32{0, 0.05, 0.5}},
		{"stretched downward", [3]float32{0.03, 0.02, 0.5}, [3]float32{0.01, 0.6, 0.25}},
		{"smaller than a texel", [3]float32{5, 0, 0.1}, [3]float32{0, 7, 0.2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := float64(m.size)
			length := func(i int) float64 { return n * math.Hypot(float64(tt.u[i]), float64(tt.v[i])) }
			lod := math.Log2(max(length(0), length(1)))
			linear := sampled(t, "return tex:Sample(smp, p.uv)", ir.SamplerFields{Filter: 0x15, AddressU: uint32(gpu.AddressWrap), AddressV: uint32(gpu.AddressWrap)}, m, tt.u, tt.v)
			bias := sampled(t, "return tex:SampleBias(smp, p.uv, 0.5)", ir.SamplerFields{Filter: 0x15, AddressU: uint32(gpu.AddressWrap), AddressV: uint32(gpu.AddressWrap)}, m, tt.u, tt.v)
			long := sampled(t, "return tex:Sample(smp, p.uv)", ir.SamplerFields{Filter: 0x55, AddressU: uint32(gpu.AddressWrap), AddressV: uint32(gpu.AddressWrap), MaxAnisotropy: 4}, m, tt.u, tt.v)
			level := sampled(t, "return tex:CalculateLevelOfDetailUnclamped(smp, p.uv)", ir.SamplerFields{Filter: 0x15}, m, tt.u, tt.v)
			clamped := sampled(t, "return tex:CalculateLevelOfDetail(smp, p.uv)", ir.SamplerFields{Filter: 0x15}, m, tt.u, tt.v)
			for lane := range 4 {
				x, y := float64(lane&1), float64(lane>>1)
				u := float64(tt.u[0])*x + float64(tt.u[1])*y + float64(tt.u[2])
				v := float64(tt.v[0])*x + float64(tt.v[1])*y + float64(tt.v[2])
				require.InDelta(t, m.trilinear(lod, u, v), linear[lane], 2e-3)
				require.InDelta(t, m.trilinear(lod+0.5, u, v), bias[lane], 2e-3)
				require.InDelta(t, m.anisotropic(4, u, v, float64(tt.u[0]), float64(tt.v[0]), float64(tt.u[1]), float64(tt.v[1])), long[lane], 4e-3)
				require.InDelta(t, lod, level[lane], 1e-5)
				require.InDelta(t, min(max(lod, 0), 4), clamped[lane], 1e-5)
			}
		})
	}
}

// TestDerivatives: uv is a function whose differences are known at each of the four pixels.
func TestDerivatives(t *testing.T) {
	m := newImage(1)
	// q has the value 0 1 at the top and 4 16 below.
	const q = "local x, y = p.uv.x, p.uv.y local q = select(y < 0.5, x, 4 + 12 * x)"
	u, v := [3]float32{1, 0, 0}, [3]float32{0, 1, 0}
	tests := []struct {
		expr string
		want [4]float64
	}{
		{"q", [4]float64{0, 1, 4, 16}},
		{"ddx(q)", [4]float64{1, 1, 1, 1}},
		{"ddy(q)", [4]float64{4, 4, 4, 4}},
		{"ddx_coarse(q)", [4]float64{1, 1, 1, 1}},
		{"ddy_coarse(q)", [4]float64{4, 4, 4, 4}},
		{"ddx_fine(q)", [4]float64{1, 1, 12, 12}},
		{"ddy_fine(q)", [4]float64{4, 15, 4, 15}},
		{"fwidth(q)", [4]float64{5, 5, 5, 5}},
		{"QuadReadAcrossX(q)", [4]float64{1, 0, 16, 4}},
		{"QuadReadAcrossY(q)", [4]float64{4, 16, 0, 1}},
		{"QuadReadAcrossDiagonal(q)", [4]float64{16, 4, 1, 0}},
		{"QuadReadLaneAt(q, 2)", [4]float64{4, 4, 4, 4}},
		{"select(QuadAny(q > 5), 1, 0)", [4]float64{1, 1, 1, 1}},
		{"select(QuadAll(q > 5), 1, 0)", [4]float64{0, 0, 0, 0}},
		{"select(QuadAll(q >= 0), 1, 0)", [4]float64{1, 1, 1, 1}},
		{"WaveGetLaneCount() + float(WaveGetLaneIndex())", [4]float64{4, 5, 6, 7}},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, sampled(t, q+" return float("+tt.expr+")", ir.SamplerFields{}, m, u, v), tt.expr)
	}
	// A lane that did not come into the branch gives its reader the reader's own value; where all read one lane, the first active one stands for it.
	require.Equal(t, [4]float64{-1, 16, -1, 1}, sampled(t, q+" local r = -1.0 if x > 0.5 then r = QuadReadAcrossY(q * 1.0) end return r", ir.SamplerFields{}, m, u, v))
	require.Equal(t, [4]float64{-1, 1, -1, 16}, sampled(t, q+" local r = -1.0 if x > 0.5 then r = QuadReadAcrossX(q * 1.0) end return r", ir.SamplerFields{}, m, u, v))
	require.Equal(t, [4]float64{-1, 1, -1, 1}, sampled(t, q+" local r = -1.0 if x > 0.5 then r = QuadReadLaneAt(q * 1.0, 0) end return r", ir.SamplerFields{}, m, u, v))
}

// TestWrappedSizes: a repeated texture is the same everywhere, whether its size is a power of two, for which programs are made specially, or not.
func TestWrappedSizes(t *testing.T) {
	s := ir.SamplerFields{Filter: 0x14, AddressU: uint32(gpu.AddressWrap), AddressV: uint32(gpu.AddressWrap)}
	for _, size := range []int{16, 12} {
		m := newImage(size)
		for _, u := range []float64{-1000.265625, -1, -1.0 / 64, 0, 1.0 / 64, 0.5, 63.0 / 64, 1, 7.765625, 9000.984375} { // floats have them, and 16 times as much
			v := 1 - u
			got := sampled(t, "return tex:SampleLevel(smp, p.uv, 0.0)", s, m, [3]float32{0, 0, float32(u)}, [3]float32{0, 0, float32(v)})
			require.InDelta(t, m.bilinear(0, u, v), got[0], 1e-3, "size %d at %v", size, u)
		}
	}
}
