package check

import (
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// The filters that the tests use.
const (
	pointFilter     = 0x00
	mipLinear       = 0x01
	magLinear       = 0x04
	minLinear       = 0x10
	linearFilter    = 0x15
	anisotropic     = 0x55
	comparisonPoint = 0x80
	comparisonLerp  = 0x94
)

// pyramid is a texture of float4 whose red component is value(mip, x, y, z), with the record of its levels. Slices of arrays and faces of cubes
// are counted by d; volumes halve it.
func pyramid(w, h, d, levels uint32, volume bool, value func(mip, x, y, z uint32) float32) ([]uint32, ir.Record) {
	r := ir.Record{Stride: 16, Width: w, Height: h, Depth: d, Levels: levels}
	if volume {
		r.Flags = ir.FlagVolume
	}
	var words []uint32
	for mip := range levels {
		mw, mh, md := r.Extent(mip)
		r.Mips[mip] = ir.Mip{Offset: uint32(4 * len(words)), RowPitch: 16 * mw, SlicePitch: 16 * mw * mh}
		for z := range md {
			for y := range mh {
				for x := range mw {
					words = append(words, math.Float32bits(value(mip, x, y, z)), math.Float32bits(100), 0, math.Float32bits(1))
				}
			}
		}
	}
	r.Size = uint32(4 * len(words))
	return words, r
}

// filtered evaluates a body that writes out[0]… with one texture and one sampler of either kind.
func filtered(t *testing.T, register string, words []uint32, r ir.Record, s ir.SamplerFields, body string, n int) []float32 {
	t.Helper()
	if s.MaxLOD == 0 {
		s.MaxLOD = math.Float32bits(10)
	}
	m := &machine{buffers: map[string][]uint32{register: words, "u0": make([]uint32, n)},
		records: map[string]ir.Record{register: r, "s0": {Sampler: s}, "s1": {Sampler: s}}}
	out, _ := m.run(t, kernel(body))
	return floats(out["u0"])
}

// TestMips: level m holds 10*m everywhere, so the result tells which levels were read.
func TestMips(t *testing.T) {
	words, r := pyramid(4, 4, 1, 3, false, func(mip, _, _, _ uint32) float32 { return float32(10 * mip) })
	tests := []struct {
		name  string
		s     ir.SamplerFields
		level string
		want  float32
	}{
		{"point rounds to the nearest level", ir.SamplerFields{}, "0.4", 0},
		{"point rounds a half up", ir.SamplerFields{}, "0.5", 10},
		{"linear between levels", ir.SamplerFields{Filter: mipLinear}, "0.25", 2.5},
		{"linear at a level", ir.SamplerFields{Filter: linearFilter}, "1", 10},
		{"anisotropic is trilinear", ir.SamplerFields{Filter: anisotropic, MaxAnisotropy: 16}, "1.5", 15},
		{"beyond the last level", ir.SamplerFields{Filter: linearFilter}, "7", 20},
		{"below level 0", ir.SamplerFields{Filter: linearFilter}, "-3", 0},
		{"bias", ir.SamplerFields{Filter: linearFilter, MipLODBias: math.Float32bits(0.5)}, "1", 15},
		{"MinLOD", ir.SamplerFields{Filter: linearFilter, MinLOD: math.Float32bits(1)}, "0", 10},
		{"MaxLOD", ir.SamplerFields{Filter: linearFilter, MaxLOD: math.Float32bits(0.5)}, "2", 5},
		{"bias is before the clamp", ir.SamplerFields{Filter: linearFilter, MipLODBias: math.Float32bits(5), MaxLOD: math.Float32bits(1)}, "0", 10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := filtered(t, "t1", words, r, tt.s, "out[0] = tex:SampleLevel(smp, float2(0.4, 0.4), "+tt.level+").x", 1)
			require.Equal(t, tt.want, got[0])
		})
	}
	got := filtered(t, "t1", words, r, ir.SamplerFields{}, `out[0] = tex:Load(int3(1, 1, 1)).x out[1] = tex:Load(int3(3, 3, 1)).x out[2] = tex:Load(int3(0, 0, 3)).x
		local w, h, n = tex:GetDimensions(1) out[3] = w * 100 + h * 10 + n`, 4)
	require.Equal(t, []float32{10, 0, 0, 223}, got, "level 1 is 2 × 2, level 3 does not exist")
}

// TestMagnification: level 0 is read by the magnification filter up to level 0, by the minification filter above.
func TestMagnification(t *testing.T) {
	words, r := pyramid(2, 1, 1, 1, false, func(_, x, _, _ uint32) float32 { return float32(x) })
	for _, tt := range []struct {
		filter uint32
		level  string
		want   float32
	}{{magLinear, "0", 0.25}, {magLinear, "0.1", 0}, {minLinear, "0", 0}, {minLinear, "0.1", 0.25}, {magLinear | minLinear, "0", 0.25}, {pointFilter, "0", 0}} {
		s := ir.SamplerFields{Filter: tt.filter, AddressU: uint32(gpu.AddressClamp), AddressV: uint32(gpu.AddressClamp)}
		require.Equal(t, tt.want, filtered(t, "t1", words, r, s, "out[0] = tex:SampleLevel(smp, float2(0.375, 0.5), "+tt.level+").x", 1)[0], "%x %s", tt.filter, tt.level)
	}
}

// TestSampleGrad: a gradient of 2^m texels chooses level m; the longer one counts.
func TestSampleGrad(t *testing.T) {
	level := func(mip, _, _, _ uint32) float32 { return float32(mip) }
	flat, flatRecord := pyramid(16, 8, 1, 5, false, level)
	s := ir.SamplerFields{Filter: linearFilter}
	got := filtered(t, "t1", flat, flatRecord, s, `local c = float2(0.5, 0.5)
		out[0] = tex:SampleGrad(smp, c, float2(1 / 16, 0), float2(0, 0)).x
		out[1] = tex:SampleGrad(smp, c, float2(1 / 8, 0), float2(0, 0)).x
		out[2] = tex:SampleGrad(smp, c, float2(0, 0), float2(0, 0.5)).x
		out[3] = tex:SampleGrad(smp, c, float2(1 / 8, 0), float2(0.5, 0)).x
		out[4] = tex:SampleGrad(smp, c, float2(0, 0), float2(0, 0)).x
		out[5] = tex:SampleGrad(smp, c, float2(3 / 16, 4 / 8), float2(0, 0)).x`, 6)
	require.InDeltaSlice(t, []float64{0, 1, 2, 3, 0, math.Log2(5)}, wide(got), 1e-5)

	deep, deepRecord := pyramid(2, 2, 16, 5, true, level)
	got = filtered(t, "t8", deep, deepRecord, s, `local c = float3(0.5, 0.5, 0.5) out[0] = volume:SampleGrad(smp, c, float3(0, 0, 0.25), float3(0, 0, 0)).x`, 1)
	require.InDelta(t, 2, got[0], 1e-6, "a quarter of 16 slices is 4 texels")

	faces, cubeRecord := pyramid(16, 16, 6, 5, false, level)
	got = filtered(t, "t6", faces, cubeRecord, s, `local z = float3(0, 0, 0)
		out[0] = cube:SampleGrad(smp, float3(1, 0, 0), float3(0, 0.5, 0), z).x
		out[1] = cube:SampleGrad(smp, float3(2, 0, 0), float3(0, 0.5, 0), z).x
		out[2] = cube:SampleGrad(smp, float3(1, 0, 0), float3(0.5, 0, 0), z).x`, 3)
	require.InDeltaSlice(t, []float64{2, 1, 0}, wide(got), 1e-6, "a face is 2 wide, so half of one of its 16 texels' width is 4 texels; along the axis nothing moves")
}

func wide(list []float32) (out []float64) {
	for _, x := range list {
		out = append(out, float64(x))
	}
	return out
}

// TestCube: each direction meets its face, in D3D's order, at the corner that the functional specification says.
func TestCube(t *testing.T) {
	// Texel (x, y) of face z holds 100*z + 10*y + x.
	words, r := pyramid(2, 2, 6, 1, false, func(_, x, y, z uint32) float32 { return float32(100*z + 10*y + x) })
	got := filtered(t, "t6", words, r, ir.SamplerFields{}, `
		out[0] = cube:SampleLevel(smp, float3(1, 0.5, -0.5), 0).x
		out[1] = cube:SampleLevel(smp, float3(-1, 0.5, 0.5), 0).x
		out[2] = cube:SampleLevel(smp, float3(0.5, 1, 0.5), 0).x
		out[3] = cube:SampleLevel(smp, float3(0.5, -1, -0.5), 0).x
		out[4] = cube:SampleLevel(smp, float3(0.5, -0.5, 1), 0).x
		out[5] = cube:SampleLevel(smp, float3(-0.5, 0.5, -1), 0).x
		local g = cube:Gather(smp, float3(3, 0, 0)) for i = 0, 3 do out[6 + i] = g[i] end`, 10)
	// +x: u = -z, v = -y. -x: u = z. +y: v = z. -y: v = -z. +z: u = x, v = -y. -z: u = -x. Down the face is y = 1.
	require.Equal(t, []float32{1, 101, 211, 311, 411, 501, 10, 11, 1, 0}, got)
}

// TestDimensionsOfTextures: lines, volumes and arrays; the slice is rounded and clamped, never filtered.
func TestDimensionsOfTextures(t *testing.T) {
	number := func(_, x, y, z uint32) float32 { return float32(100*z + 10*y + x) }
	clamp := uint32(gpu.AddressClamp)
	s := ir.SamplerFields{Filter: linearFilter, AddressU: clamp, AddressV: clamp, AddressW: clamp}
	words, r := pyramid(4, 1, 1, 1, false, number)
	require.Equal(t, []float32{1.5, 3, 2}, filtered(t, "t7", words, r, s, "out[0] = line:SampleLevel(smp, 0.5, 0).x out[1] = line:Load(int2(3, 0)).x out[2] = line[2].x", 3))
	words, r = pyramid(2, 2, 2, 1, true, number)
	require.Equal(t, []float32{55.5, 50, 111}, filtered(t, "t8", words, r, s,
		"out[0] = volume:SampleLevel(smp, float3(0.5, 0.5, 0.5), 0).x out[1] = volume:SampleLevel(smp, float3(0, 0, 0.5), 0).x out[2] = volume:Load(int4(1, 1, 1, 0)).x", 3))
	words, r = pyramid(2, 2, 3, 1, false, number)
	require.Equal(t, []float32{105.5, 205.5, 205.5, 5.5, 210, 223}, filtered(t, "t9", words, r, s,
		`local c = float2(0.5, 0.5) out[0] = layers:SampleLevel(smp, float3(c, 1.4), 0).x out[1] = layers:SampleLevel(smp, float3(c, 1.6), 0).x
		out[2] = layers:SampleLevel(smp, float3(c, 9), 0).x out[3] = layers:SampleLevel(smp, float3(c, -1), 0).x out[4] = layers[int3(0, 1, 2)].x
		local w, h, n = layers:GetDimensions() out[5] = w * 100 + h * 10 + n`, 6))
	words, r = pyramid(4, 1, 2, 1, false, number)
	require.Equal(t, []float32{101.5, 2, 103}, filtered(t, "t10", words, r, s,
		"out[0] = strips:SampleLevel(smp, float2(0.5, 1), 0).x local w, n = strips:GetDimensions() out[1] = n out[2] = strips:Load(int3(3, 1, 0)).x", 3))
}

// TestOffsets: an offset moves by texels, before the address mode.
func TestOffsets(t *testing.T) {
	words, r := pyramid(4, 4, 1, 1, false, func(_, x, y, _ uint32) float32 { return float32(10*y + x) })
	clamp := ir.SamplerFields{AddressU: uint32(gpu.AddressClamp), AddressV: uint32(gpu.AddressWrap)}
	got := filtered(t, "t1", words, r, clamp, `local c = float2(0.4, 0.4)
		out[0] = tex:SampleLevel(smp, c, 0, int2(1, -1)).x
		out[1] = tex:SampleLevel(smp, c, 0, int2(7, -2)).x
		out[2] = tex:Load(int3(1, 1, 0), int2(2, 1)).x
		out[3] = tex:Load(int3(1, 1, 0), int2(-2, 0)).x
		out[4] = tex:Gather(smp, float2(0.5, 0.5), int2(1, 0)).w
		out[5] = tex:SampleGrad(smp, c, float2(0, 0), float2(0, 0), int2(1, 0)).x
		out[6] = tex:GatherGreen(smp, float2(0.5, 0.5)).y + tex:GatherBlue(smp, float2(0.5, 0.5)).x + tex:GatherAlpha(smp, float2(0.5, 0.5)).x`, 7)
	require.Equal(t, []float32{2, 33, 23, 0, 12, 12, 101}, got)
}

// TestComparison: 1 where the value passes against the texel, filtered.
func TestComparison(t *testing.T) {
	words, r := pyramid(2, 1, 1, 1, false, func(_, x, _, _ uint32) float32 { return float32(x)/2 + 0.25 }) // 0.25, 0.75
	clamp := uint32(gpu.AddressClamp)
	tests := []struct {
		how  gpu.ComparisonFunc
		want [3]float32 // 0.25 with 0.5, with 0.25, with 0
	}{
		{gpu.CompareNever, [3]float32{0, 0, 0}},
		{gpu.CompareLess, [3]float32{0, 0, 1}},
		{gpu.CompareEqual, [3]float32{0, 1, 0}},
		{gpu.CompareLessEqual, [3]float32{0, 1, 1}},
		{gpu.CompareGreater, [3]float32{1, 0, 0}},
		{gpu.CompareNotEqual, [3]float32{1, 0, 1}},
		{gpu.CompareGreaterEqual, [3]float32{1, 1, 0}},
		{gpu.CompareAlways, [3]float32{1, 1, 1}},
	}
	for _, tt := range tests {
		s := ir.SamplerFields{Filter: comparisonPoint, AddressU: clamp, AddressV: clamp, Comparison: uint32(tt.how)}
		got := filtered(t, "t1", words, r, s, `local c = float2(0.2, 0.5) out[0] = tex:SampleCmpLevelZero(shadow, c, 0.5) out[1] = tex:SampleCmpLevelZero(shadow, c, 0.25)
			out[2] = tex:SampleCmpLevel(shadow, c, 0, 0)
			local nan = sqrt(-1.0) out[3] = tex:SampleCmpLevelZero(shadow, c, nan)`, 4)
		unordered := float32(0)
		if tt.how == gpu.CompareNotEqual || tt.how == gpu.CompareAlways {
			unordered = 1
		}
		require.Equal(t, append(tt.want[:], unordered), got, tt.how)
	}
	s := ir.SamplerFields{Filter: comparisonLerp, AddressU: clamp, AddressV: clamp, Comparison: uint32(gpu.CompareLess)}
	got := filtered(t, "t1", words, r, s, `out[0] = tex:SampleCmpLevelZero(shadow, float2(0.5, 0.5), 0.5) out[1] = tex:SampleCmpLevelZero(shadow, float2(0.625, 0.5), 0.5)
		local g = tex:GatherCmp(shadow, float2(0.5, 0.5), 0.5) out[2] = g.x out[3] = g.y out[4] = tex:SampleCmpLevelZero(shadow, float2(0.5, 0.5), 0.5, int2(1, 0))`, 5)
	require.Equal(t, []float32{0.5, 0.75, 0, 1, 1}, got, "the outcomes are filtered, not the depths")
}

// TestIntegerTextures: UINT and SINT go through their formats without loss, stores clamp to the range.
func TestIntegerTextures(t *testing.T) {
	m := &machine{formats: allFormats(gpu.FormatR8G8B8A8Uint), buffers: map[string][]uint32{"t11": {0x04_03_02_ff}, "u8": {0}, "u0": make([]uint32, 8)},
		records: map[string]ir.Record{"t11": texture(1, 1, 1, 4), "u8": texture(1, 1, 1, 4), "s0": {}}}
	out, _ := m.run(t, kernel(`local v = itex:Load(int3(0, 0, 0)) for i = 0, 3 do out[i] = v[i] end out[4] = itex:Gather(smp, float2(0.5, 0.5)).x grid[int2(0, 0)] = 300`))
	require.Equal(t, []float32{255, 2, 3, 4, 255, 0, 0, 0}, floats(out["u0"]))
	require.Equal(t, []uint32{0x01_00_00_ff}, out["u8"], "300 is stored as 255; alpha, which the element does not have, as 1")
}

// TestEveryFormat stores a texel of each format that a declared type can have, and reads it back: the exact numbers where the format
// holds them, the nearest where it does not, clamped to its range.
func TestEveryFormat(t *testing.T) {
	for f := gpu.FormatUnknown + 1; f.Info().Name != ""; f++ {
		info := f.Info()
		kind := map[gpu.NumericType]string{gpu.NumericFloat: "float4", gpu.NumericUnorm: "float4", gpu.NumericSnorm: "float4", gpu.NumericUint: "uint4", gpu.NumericSint: "int4"}[info.Numeric]
		if kind == "" || f.Planes() > 1 || f.Compressed() || f == gpu.FormatR9G9B9E5SharedExp { // which no shader writes
			continue
		}
		t.Run(info.Name, func(t *testing.T) {
			stored, want := formatCase(info)
			source := `local out = gpu.RWStructuredBuffer("u0", "float")
local image = gpu.RWTexture2D("u1", "` + kind + `")
local list = gpu.RWBuffer("u2", "` + kind + `")
local view = gpu.Texture2D("t0", "` + kind + `")
gpu.ComputeShader { Name = "formats", NumThreads = { 1, 1, 1 }, Main = function()
	image[int2(1, 0)] = ` + kind + stored + `
	list[1] = ` + kind + stored + `
	local a, b, c = image[int2(1, 0)], list[1], view:Load(int3(1, 0, 0))
	for i = 0, 3 do out[i] = a[i] out[4 + i] = b[i] out[8 + i] = c[i] end
end }`
			size := f.Bytes()
			words := func() []uint32 { return make([]uint32, (2*size+3)/4) }
			m := &machine{formats: allFormats(f), buffers: map[string][]uint32{"u0": make([]uint32, 12), "u1": words(), "u2": words(), "t0": words()},
				records: map[string]ir.Record{"u1": texture(2, 1, 1, size), "t0": texture(2, 1, 1, size), "u2": {Size: 2 * size, Stride: size, Count: 2}}}
			first, _ := m.run(t, source)
			require.Equal(t, first["u1"], first["u2"], "a buffer and a texture hold the same bytes")
			m.buffers["t0"] = first["u1"]
			out, _ := m.run(t, source)
			for i := range 12 {
				require.InDelta(t, want[i%4], floats(out["u0"])[i], tolerance(info), "component %d", i)
			}
		})
	}
}

// TestSharedExponent reads texels of R9G9B9E5_SHAREDEXP: fractions of 512ths times two to the exponent less 15.
func TestSharedExponent(t *testing.T) {
	for word, want := range map[uint32][]float32{
		0:                             {0, 0, 0, 1},
		15<<27 | 256:                  {0.5, 0, 0, 1},
		16<<27 | 511<<18 | 256<<9 | 1: {2.0 / 512, 1, 2 * 511.0 / 512, 1},
		31<<27 | 511<<18:              {0, 0, 65408, 1},
		1 << 9:                        {0, 1.0 / 512 / 32768, 0, 1},
	} {
		m := &machine{formats: allFormats(gpu.FormatR9G9B9E5SharedExp), buffers: map[string][]uint32{"u0": make([]uint32, 4), "t0": {word}}, records: map[string]ir.Record{"t0": texture(1, 1, 1, 4)}}
		out, _ := m.run(t, `local out = gpu.RWStructuredBuffer("u0", "float")
local view = gpu.Texture2D("t0", "float4")
gpu.ComputeShader { Name = "shared", NumThreads = { 1, 1, 1 }, Main = function()
	local c = view:Load(int3(0, 0, 0))
	for i = 0, 3 do out[i] = c[i] end
end }`)
		require.Equal(t, want, floats(out["u0"]), "%#x", word)
	}
}

// formatCase is a texel to store and what comes back: too large, too small, in range, alpha.
func formatCase(f gpu.FormatInfo) (stored string, want []float32) {
	switch f.Numeric {
	case gpu.NumericUint:
		stored, want = "(0xffffffff, 0, 7, 3)", []float32{float32(uint64(1)<<f.Bits - 1), 0, 7, 3}
	case gpu.NumericSint:
		stored, want = "(0x7fffffff, -2147483648, -7, 3)", []float32{float32(uint64(1)<<(f.Bits-1) - 1), -float32(uint64(1) << (f.Bits - 1)), -7, 3}
	case gpu.NumericUnorm:
		stored, want = "(2, -2, 0.5, 0.25)", []float32{1, 0, 0.5, 0.25}
	case gpu.NumericSnorm:
		stored, want = "(2, -2, -0.5, 0.25)", []float32{1, -1, -0.5, 0.25}
	default:
		stored, want = "(1000.5, -2, -0.125, 0.25)", []float32{1000.5, -2, -0.125, 0.25}
	}
	switch f.Layout {
	case gpu.TexelR10G10B10A2:
		if f.Numeric == gpu.NumericUint {
			want[0] = 1023
		} else {
			want[3] = 1.0 / 3 // two bits
		}
	case gpu.TexelR11G11B10:
		want = []float32{1000, 0, 0, 1} // 6 bits of fraction between 512 and 1024 are steps of 8, cut; no sign
	case gpu.TexelA8:
		want = []float32{0, 0, 0, 0.25}
	case gpu.TexelB5G5R5A1:
		want[3] = 0 // one bit
	case gpu.TexelStencil:
		want = []float32{0, 0, 0, 1} // green is the one that is too small
	}
	for i := f.Components; i < 4; i++ {
		want[i] = map[bool]float32{true: 1}[i == 3]
	}
	return stored, want
}

// tolerance is half a step of a normalised format, a little more where sRGB stretches the steps; other formats hold the numbers exactly.
func tolerance(f gpu.FormatInfo) float64 {
	switch {
	case f.SRGB:
		return 1.2 / 255
	case f.Layout == gpu.TexelR10G10B10A2 && f.Numeric == gpu.NumericUnorm:
		return 0.5001 / 1023
	case f.Layout == gpu.TexelB5G6R5 || f.Layout == gpu.TexelB5G5R5A1:
		return 0.5001 / 31
	case f.Layout == gpu.TexelB4G4R4A4 || f.Layout == gpu.TexelA4B4G4R4:
		return 0.5001 / 15
	case f.Layout == gpu.TexelA8 || f.Layout == gpu.TexelB8G8R8X8:
		return 0.5001 / 255
	case f.Layout == gpu.TexelDepth24:
		return 0.5001 / (1<<24 - 1)
	case f.Numeric == gpu.NumericUnorm:
		return 0.5001 / float64(uint64(1)<<f.Bits-1)
	case f.Numeric == gpu.NumericSnorm:
		return 0.5001 / float64(uint64(1)<<(f.Bits-1)-1)
	}
	return 0
}

// TestCubeTies: where components are equally large, z comes before y, and y before x. The directions meet their faces in the middle of an edge where
// u or v is 0.
func TestCubeTies(t *testing.T) {
	cube, r := pyramid(4, 4, 6, 1, false, func(_, _, _, face uint32) float32 { return float32(face) })
	got := filtered(t, "t6", cube, r, ir.SamplerFields{}, `out[0] = cube:SampleLevel(smp, float3(-1, 1, 0), 0).x out[1] = cube:SampleLevel(smp, float3(-1, -1, 0), 0).x
		out[2] = cube:SampleLevel(smp, float3(-1, 0, 1), 0).x out[3] = cube:SampleLevel(smp, float3(0, 1, -1), 0).x out[4] = cube:SampleLevel(smp, float3(-1, 1, 1), 0).x
		out[5] = cube:SampleLevel(smp, float3(-1, 0.99, 0.99), 0).x`, 6)
	require.Equal(t, []float32{2, 3, 4, 5, 4, 1}, got)
}

// TestCubeEdges: filters go over the edges of a cube. Face f has the value f everywhere, so a weight shows on which side a texel was.
func TestCubeEdges(t *testing.T) {
	words, r := pyramid(4, 4, 12, 1, false, func(_, _, _, face uint32) float32 { return float32(face) })
	cube, cubeRecord := pyramid(4, 4, 6, 1, false, func(_, _, _, face uint32) float32 { return float32(face) })
	for _, tt := range []struct {
		name, direction string
		want            float64
	}{
		{"the middle of +x", "1, 0.1, 0.1", 0},
		{"the edge between +x and +z", "1, 0.1, 0.99999", 0.5 * 4},
		{"the other side of it", "0.99999, 0.1, 1", 0.5 * 4},
		{"a quarter of a texel from it", "1, 0.1, 0.875", 0.25 * 4},
		{"between -y and -z", "0.2, -1, -0.99999", (3 + 5) / 2.0},
		{"between -x and +y", "-1, 0.99999, 0.3", (1 + 2) / 2.0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := filtered(t, "t6", cube, cubeRecord, ir.SamplerFields{Filter: linearFilter}, "out[0] = cube:SampleLevel(smp, float3("+tt.direction+"), 0).x", 1)
			require.InDelta(t, tt.want, got[0], 1e-3)
			got = filtered(t, "t12", words, r, ir.SamplerFields{Filter: linearFilter}, "out[0] = cubes:SampleLevel(smp, float4("+tt.direction+", 1), 0).x", 1)
			require.InDelta(t, tt.want+6, got[0], 1e-3, "the second cube of an array")
		})
	}
	got := filtered(t, "t12", words, r, ir.SamplerFields{}, `local w, h, n = cubes:GetDimensions() out[0] = w * 100 + h * 10 + n
		out[1] = cubes:SampleLevel(smp, float4(0, 1, 0, 7), 0).x`, 2)
	require.Equal(t, []float32{442, 8}, got, "two cubes; the index is clamped")
}

// TestLevelsByIndex: texture.mips[level] is indexed as the texture itself.
func TestLevelsByIndex(t *testing.T) {
	words, r := pyramid(4, 4, 1, 3, false, func(mip, x, y, _ uint32) float32 { return float32(100*mip + 10*y + x) })
	got := filtered(t, "t1", words, r, ir.SamplerFields{}, `out[0] = tex.mips[0][int2(3, 2)].x out[1] = tex.mips[1][int2(1, 0)].x
		local level = 2 if GroupIndex > 100 then level = 1 end
		out[2] = tex.mips[level][int2(0, 0)].x out[3] = tex.mips[1][int2(2, 0)].x out[4] = tex.mips[3][int2(0, 0)].x`, 5)
	require.Equal(t, []float32{23, 101, 200, 0, 0}, got, "outside of a level, and of the levels, there is 0")
}

// TestSamplesOfTexels: the record's levels are samples, all of one size.
func TestSamplesOfTexels(t *testing.T) {
	r := ir.Record{Stride: 16, Width: 2, Height: 2, Depth: 1, Levels: 4, Flags: ir.FlagSamples}
	var words []uint32
	for s := range uint32(4) {
		r.Mips[s] = ir.Mip{Offset: 64 * s, RowPitch: 32, SlicePitch: 64}
		for i := range uint32(4) {
			words = append(words, math.Float32bits(float32(10*s+i)), 0, 0, 0)
		}
	}
	r.Size = 256
	got := filtered(t, "t13", words, r, ir.SamplerFields{}, `out[0] = samples:Load(int2(1, 1), 0).x out[1] = samples:Load(int2(1, 1), 3).x out[2] = samples:Load(int2(0, 1), 4).x
		local sum = 0.0 for s = 0, 3 do sum = sum + samples:Load(int2(1, 0), s).x end out[3] = sum
		out[4] = samples:Load(int2(1, 0), int(GroupIndex % 4)).x
		local w, h, n = samples:GetDimensions() out[5] = w * 100 + h * 10 + n`, 6)
	require.Equal(t, []float32{3, 33, 0, 64, 31, 224}, got)
}
