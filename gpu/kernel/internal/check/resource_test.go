package check

import (
	"math"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

func allFormats(f gpu.Format) Formats { return func(syntax.Register) gpu.Format { return f } }

// texture is the record of a tightly packed texture of one mip level.
func texture(w, h, d, bytes uint32) ir.Record {
	r := ir.Record{Size: w * h * d * bytes, Stride: bytes, Width: w, Height: h, Depth: d, Levels: 1}
	r.Mips[0] = ir.Mip{RowPitch: w * bytes, SlicePitch: w * h * bytes}
	return r
}

func floats(words []uint32) (out []float32) {
	for _, w := range words {
		out = append(out, math.Float32frombits(w))
	}
	return out
}

func TestConstantBuffer(t *testing.T) {
	// direction 0, width 12, w[3] at 16, 32, 48, m at 64 in columns of 16 bytes.
	cb := make([]uint32, 32)
	copy(cb, floatBits(1, 2, 3))
	cb[3] = 7
	cb[4], cb[8], cb[12] = floatBits(10)[0], floatBits(20)[0], floatBits(30)[0]
	copy(cb[16:], floatBits(1, 4, 7))
	copy(cb[20:], floatBits(2, 5, 8))
	copy(cb[24:], floatBits(3, 6, 9))
	m := &machine{buffers: map[string][]uint32{"b0": cb, "u0": make([]uint32, 8)}}
	out, _ := m.run(t, kernel(`if GroupIndex == 0 then out[0] = sun.direction.z out[1] = sun.width out[2] = sun.w[2] out[3] = sun.w[GroupIndex + 1]
		out[4] = sun.m[1].z out[5] = mul(sun.m, float3(1, 0, 0)).y out[6] = mul(float3(1, 0, 0), sun.m).y out[7] = sun.m[GroupIndex][GroupIndex + 2] end`))
	require.Equal(t, []float32{3, 7, 30, 20, 6, 4, 2, 3}, floats(out["u0"]))
}

func TestRawBuffer(t *testing.T) {
	m := &machine{buffers: map[string][]uint32{"u4": {1, 2, 3, 4, 5, 6, 7, 8}, "u0": make([]uint32, 4)}}
	out, _ := m.run(t, kernel(`if GroupIndex == 0 then out[0] = raw:Load(4) out[1] = raw:Load3(8).z out[2] = raw:GetDimensions()
		raw:Store2(16, uint2(50, 60)) raw:Store(28, asuint(1.0)) out[3] = raw:InterlockedAdd(0, 9) end`))
	require.Equal(t, []float32{2, 5, 32, 1}, floats(out["u0"]))
	require.Equal(t, []uint32{10, 2, 3, 4, 50, 60, 7, 0x3f800000}, out["u4"])

	m = &machine{buffers: map[string][]uint32{"u4": {0, 0x80000000}, "u0": make([]uint32, 3)}}
	out, _ = m.run(t, kernel(`if GroupIndex == 0 then out[0] = raw:InterlockedCompareExchangeFloatBitwise(0, 0.0, 1.5) + 1
		out[1] = raw:InterlockedCompareExchangeFloatBitwise(0, 0.0, 2.5) raw:InterlockedCompareStoreFloatBitwise(4, 0.0, 3.5) end`))
	require.Equal(t, []float32{1, 1.5, 0}, floats(out["u0"]))
	require.Equal(t, []uint32{0x3fc00000, 0x80000000}, out["u4"], "-0 is not 0")
}

func TestTypedFormats(t *testing.T) {
	tests := []struct {
		format gpu.Format
		words  []uint32 // one texel
		want   []float32
	}{
		{gpu.FormatR8G8B8A8Unorm, []uint32{0xff_00_33_66}, []float32{0.4, 0.2, 0, 1}},
		{gpu.FormatB8G8R8A8Unorm, []uint32{0xff_00_33_66}, []float32{0, 0.2, 0.4, 1}},
		{gpu.FormatR8G8B8A8Snorm, []uint32{0x80_81_00_7f}, []float32{1, 0, -1, -1}},
		{gpu.FormatR16G16B16A16Float, []uint32{0x4000_3c00, 0x0000_b800}, []float32{1, 2, -0.5, 0}},
		{gpu.FormatR32G32B32A32Float, floatBits(1, 2, 3, 4), []float32{1, 2, 3, 4}},
		{gpu.FormatR16Unorm, []uint32{0xffff}, []float32{1, 0, 0, 1}},
		{gpu.FormatR32G32Float, floatBits(5, 6), []float32{5, 6, 0, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.format.String(), func(t *testing.T) {
			m := &machine{formats: allFormats(tt.format), buffers: map[string][]uint32{"t1": tt.words, "u5": make([]uint32, len(tt.words)), "u0": make([]uint32, 4)},
				records: map[string]ir.Record{"t1": texture(1, 1, 1, tt.format.Bytes()), "u5": texture(1, 1, 1, tt.format.Bytes())}}
			out, _ := m.run(t, kernel("local v = tex:Load(int3(0, 0, 0)) for i = 0, 3 do out[i] = v[i] end img[int2(0, 0)] = v"))
			require.Equal(t, tt.want, floats(out["u0"]))
			if tt.format == gpu.FormatR8G8B8A8Snorm { // -128 and -127 are both -1
				tt.words = []uint32{0x81_81_00_7f}
			}
			require.Equal(t, tt.words, out["u5"], "stored again")
		})
	}
}

func TestSRGB(t *testing.T) {
	words := []uint32{0x80_ff_bc_00}
	f := gpu.FormatR8G8B8A8UnormSRGB
	m := &machine{formats: allFormats(f), buffers: map[string][]uint32{"t1": words, "u5": {0}, "u0": make([]uint32, 4)},
		records: map[string]ir.Record{"t1": texture(1, 1, 1, 4), "u5": texture(1, 1, 1, 4)}}
	out, _ := m.run(t, kernel("local v = tex[int2(0, 0)] for i = 0, 3 do out[i] = v[i] end img[int2(0, 0)] = v"))
	got := floats(out["u0"])
	require.InDeltaSlice(t, []float64{0, math.Pow((188.0/255+0.055)/1.055, 2.4), 1, 128.0 / 255}, []float64{float64(got[0]), float64(got[1]), float64(got[2]), float64(got[3])}, 1e-6)
	require.Equal(t, words, out["u5"])
}

func TestFormatMismatch(t *testing.T) {
	_, k, diags := compile(t, kernel("out[0] = tex[int2(0, 0)].x"), allFormats(gpu.FormatR32Uint))
	require.Nil(t, k)
	require.Contains(t, texts(diags)[0], "GS0244: Texture2D tex has elements of type float4, but its view has the format R32_UINT")
}

// sampleAt gives the red component of tex, a row of texels 0, 1, 2, 3, at u.
func sampleAt(t *testing.T, sampler ir.SamplerFields, u string) float32 {
	t.Helper()
	sampler.MaxLOD = math.Float32bits(10)
	words := make([]uint32, 16)
	for i := range 4 {
		words[4*i] = math.Float32bits(float32(i))
	}
	m := &machine{buffers: map[string][]uint32{"t1": words, "u0": make([]uint32, 1)},
		records: map[string]ir.Record{"t1": texture(4, 1, 1, 16), "s0": {Sampler: sampler}}}
	out, _ := m.run(t, kernel("out[0] = tex:SampleLevel(smp, float2("+u+", 0.5), 0).x"))
	return floats(out["u0"])[0]
}

func TestSampleLevel(t *testing.T) {
	const linear = 0x15
	border := [4]uint32{math.Float32bits(9)}
	tests := []struct {
		name   string
		filter uint32
		mode   uint32
		u      string
		want   float32
	}{
		{"point", 0, 2, "0.3", 1},
		{"linear at a centre", linear, 2, "0.375", 1},
		{"linear between", linear, 2, "0.5", 1.5},
		{"wrap", 0, 0, "1.1", 0},
		{"wrap below", 0, 0, "-0.1", 3},
		{"wrap linear", linear, 0, "0.0", 1.5},
		{"mirror", 0, 1, "1.1", 3},
		{"mirror below", 0, 1, "-0.3", 1},
		{"clamp", 0, 2, "1.5", 3},
		{"clamp below", 0, 2, "-1.5", 0},
		{"border", 0, 3, "1.5", 9},
		{"border inside", 0, 3, "0.9", 3},
		{"border linear", linear, 3, "0.0", 4.5},
		{"mirror once", 0, 4, "-0.3", 1},
		{"mirror once far", 0, 4, "-3.0", 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := ir.SamplerFields{Filter: tt.filter, AddressU: tt.mode, AddressV: 2, Border: border}
			require.Equal(t, tt.want, sampleAt(t, s, tt.u))
		})
	}
}

func TestGatherAndDimensions(t *testing.T) {
	words := make([]uint32, 16)
	for i := range 4 {
		words[4*i] = math.Float32bits(float32(i + 1)) // 1 2 over 3 4
	}
	m := &machine{buffers: map[string][]uint32{"t1": words, "u0": make([]uint32, 8)},
		records: map[string]ir.Record{"t1": texture(2, 2, 1, 16), "s0": {Sampler: ir.SamplerFields{AddressU: 2, AddressV: 2}}}}
	out, _ := m.run(t, kernel(`local g = tex:Gather(smp, float2(0.5, 0.5)) for i = 0, 3 do out[i] = g[i] end
		local w, h, levels = tex:GetDimensions(0) out[4] = w * 100 + h * 10 + levels local n, stride = data:GetDimensions() out[5] = stride`))
	require.Equal(t, []float32{3, 4, 2, 1, 221, 4}, floats(out["u0"])[:6])
}

func TestArrayOfResources(t *testing.T) {
	m := &machine{buffers: map[string][]uint32{"t2": floatBits(1), "t3": floatBits(2), "t4": floatBits(3), "t5": floatBits(4), "u0": make([]uint32, 4), "b0": {0, 0, 0, 2}}}
	out, _ := m.run(t, kernel("out[0] = tables[1][0] out[1] = tables[sun.width][0] for i = 0, 1 do out[2 + i] = tables[i + 2][0] end"))
	require.Equal(t, []float32{2, 3, 3, 4}, floats(out["u0"]))
}

// TestNonUniformResourceIndex: work items of a group read different buffers, and what none of them has is nothing.
func TestNonUniformResourceIndex(t *testing.T) {
	m := &machine{buffers: map[string][]uint32{"t2": floatBits(1), "t3": floatBits(2), "t4": floatBits(3), "t5": floatBits(4), "u0": make([]uint32, 8)}}
	out, _ := m.run(t, kernel("out[GroupIndex] = tables[NonUniformResourceIndex(7 - GroupIndex)][0]"))
	require.Equal(t, []float32{0, 0, 0, 0, 4, 3, 2, 1}, floats(out["u0"]))
	_, _, diags := compile(t, kernel("out[GroupIndex] = tables[NonUniformResourceIndex(GroupIndex) % 4][0]"), nil)
	require.Len(t, diags, 1, "the index itself must say it")
	require.Equal(t, diag.DivergentIndex, diags[0].Code)
}

func TestPrintf(t *testing.T) {
	m := &machine{buffers: map[string][]uint32{}}
	_, res := m.run(t, kernel(`if GroupIndex == 3 then printf("v = %g %g %d%%", float2(1, 2), GroupIndex) end`))
	require.Len(t, res.Prints, 1)
	require.Equal(t, append(floatBits(1, 2), 3), res.Prints[0].Args)
	require.Equal(t, uint32(3), res.Prints[0].Item)
}

// TestIR shows what some statements become.
func TestIR(t *testing.T) {
	_, k, diags := compile(t, kernel("if GroupIndex >= sun.width then return end out[GroupIndex] = data[GroupIndex] * HALF"), nil)
	require.Empty(t, texts(diags))
	text := ir.Print(k)
	require.Contains(t, text, "leu")
	require.NotContains(t, text, "select")
	parsed, err := ir.Parse(text)
	require.NoError(t, err)
	require.Equal(t, text, ir.Print(parsed))
	_, again, _ := compile(t, kernel("if GroupIndex >= sun.width then return end out[GroupIndex] = data[GroupIndex] * HALF"), nil)
	require.Equal(t, text, ir.Print(again))
}

func TestTree(t *testing.T) {
	s, err := readScript(kernel("local xy = DispatchThreadID.xy out[xy.x] = HALF"))
	require.NoError(t, err)
	tree, diags := Tree(*s.input, nil)
	require.Empty(t, diags)
	require.Contains(t, tree, "    .xy : uint2\n      DispatchThreadID : uint3\n")
	require.Contains(t, tree, "    HALF : 0.5\n")
}

// TestArraysOfArrays: HLSL's float2 grid[3][2] is three times two elements, one after the other; in constant buffers each of them has a register.
func TestArraysOfArrays(t *testing.T) {
	element := make([]uint32, 2*14)
	for i := range element {
		element[i] = math.Float32bits(float32(i))
	}
	constants := make([]uint32, 20)
	for i := range constants {
		constants[i] = math.Float32bits(float32(100 + i))
	}
	m := &machine{buffers: map[string][]uint32{"t14": element, "b2": constants, "u0": make([]uint32, 6)}}
	got, _ := m.run(t, kernel(`out[0] = grids[1].grid[2][1].y out[1] = grids[0].grid[1][0].x out[2] = grids[1].tail
		local i, j = GroupID.x, GroupID.x + 1 out[3] = grids[0].grid[j][i].x out[4] = gridc.grid[1][0] out[5] = gridc.tail`))
	require.Equal(t, []float32{14 + 1 + 11, 1 + 4, 14 + 13, 1 + 4, 100 + 4*3, 100 + 4*4 + 1}, floats(got["u0"]))
}
