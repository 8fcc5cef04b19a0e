package check

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// libraryTests are small kernels; what follows is calculated by hand from the definitions of HLSL.
var libraryTests = []struct {
	name, body string
	want       []float32
}{
	{"inverse of 2x2", "local m = inverse(float2x2(2, 1, 1, 1)) out[0] = m[0][0] out[1] = m[0][1] out[2] = m[1][0] out[3] = m[1][1]", []float32{1, -1, -1, 2}},
	{"inverse of 3x3", "local m = inverse(float3x3(1, 2, 3, 0, 1, 4, 5, 6, 0)) for i = 0, 2 do out[i] = m[0][i] out[3 + i] = m[2][i] end", []float32{-24, 18, 5, -5, 4, 1}},
	{"inverse of 4x4", "local m = float4x4(2,0,0,1, 0,4,0,0, 0,0,8,0, 0,0,0,1) local i = mul(inverse(m), m) out[0] = i[0][0] out[1] = i[0][3] out[2] = i[3][3] out[3] = inverse(m)[0][3]", []float32{1, 0, 1, -0.5}},
	{"inverse of a singular matrix", "local m = inverse(float2x2(1, 2, 2, 4)) out[0] = isfinite(m[0][0]) and 1 or 2", []float32{2}},
	{"determinant of 4x4", "out[0] = determinant(float4x4(1,2,0,0, 3,4,0,0, 0,0,5,6, 0,0,7,8)) out[1] = determinant(float3x3(1, 2, 3, 0, 1, 4, 5, 6, 0))", []float32{4, 1}},
	{"matrix accessors", "local m = float3x3(0,1,2, 3,4,5, 6,7,8) out[0] = m._m12 out[1] = m._23 local d = m._m00_m11_m22 out[2] = d.z m._m01_m10 = m._m10_m01 out[3] = m[0][1] out[4] = m[1][0]", []float32{5, 5, 8, 3, 1}},
	{"matrix accessors in memory", "particles[0].m._m02_m11 = float2(7, 8) out[0] = particles[0].m[0].z out[1] = particles[0].m._22", []float32{7, 8}},
	{"matrix products", "local a = float2x3(1,2,3, 4,5,6) local b = float3x2(1,2, 3,4, 5,6) local c = mul(a, b) out[0] = c._m00 out[1] = c._m01 out[2] = c._m10 out[3] = c._m11 out[4] = mul(float2(1, 2), float2(3, 4)) out[5] = (a * 2)._m12 out[6] = mul(2, a)._m02 out[7] = (a * a)._m12", []float32{22, 28, 49, 64, 11, 12, 6, 36}},
	{"integer matrix product", "out[0] = mul(int2x2(1, 2, 3, 4), int2(5, 6)).y / 2", []float32{19}},
	{"sincos", "local s, c = sincos(float2(0, 1)) out[0] = s.x out[1] = c.x out[2] = s.y - sin(1) out[3] = c.y - cos(1)", []float32{0, 1, 0, 0}},
	{"frexp", "local m, e = frexp(float4(8, -0.75, 0, 3)) out[0] = m.x out[1] = e.x out[2] = m.y out[3] = e.y out[4] = m.z out[5] = e.z out[6] = m.w out[7] = e.w", []float32{0.5, 4, -0.75, 0, 0, 0, 0.75, 2}},
	{"frexp of a denormal", "local m, e = frexp(asfloat(1)) out[0] = m out[1] = e", []float32{0.5, -148}},
	{"modf", "local f, w = modf(float3(2.25, -2.25, 3)) out[0] = f.x out[1] = w.x out[2] = f.y out[3] = w.y out[4] = f.z out[5] = w.z", []float32{0.25, 2, -0.25, -2, 0, 3}},
	{"first of two results", "out[0] = modf(2.5) out[1] = modf(2.5) * 2", []float32{0.5, 1}},
	{"ldexp", "out[0] = ldexp(0.75, 2) out[1] = ldexp(asfloat(1), 149) out[2] = ldexp(asfloat(1), 200) == ldexp(1, 51) and 1 or 0 out[3] = ldexp(4, 0.5) / sqrt(32)", []float32{3, 1, 1, 1}},
	{"fma and mad", "out[0] = fma(2, 3, 4) out[1] = mad(int(2), 3, 4) out[2] = mad(float2(1, 2), 3, 4).y", []float32{10, 10, 10}},
	{"halves", "local h = f32tof16(float2(1, -2)) out[0] = h.x == 0x3c00 and h.y == 0xc000 and 1 or 0 local v = f16tof32(uint2(0x3800, 0x7c00)) out[1] = v.x out[2] = isinf(v.y) and 1 or 0 out[3] = f16tof32(or_bits(0x3c00, shift_left(5, 16)))", []float32{1, 0.5, 1, 1}},
	{"first bits", "out[0] = firstbitlow(12) out[1] = firstbitlow(uint(0)) out[2] = firstbithigh(int(-2)) out[3] = firstbithigh(uint(0x80000000)) out[4] = firstbitlow(uint2(2, 0x80000000)).y", []float32{2, -1, 0, 31, 31}},
	{"table by constant", "out[0] = weights[1] + weights[2] out[1] = #weights out[2] = offsets[2].y out[3] = weights[3] * 4", []float32{0.75, 3, 3, 1}},
	{"table by variable", "out[GroupIndex] = weights[GroupIndex]", []float32{0, 0.25, 0.5, 0.25, 0, 0, 0, 0}},
	{"table in a loop", "local s = 0 for i = 1, #weights do s = s + weights[i] * data[i] end out[0] = s for i = 1, #offsets do out[i] = offsets[i].y end", []float32{3, 1, 3}},
	{"table of what no integer can be", "out[0] = far[GroupIndex * 0 + 1] out[1] = far[GroupIndex * 0 + 3] out[2] = far[GroupIndex * 0 + 2]", []float32{1e30, 5e9, 4294967296}},
	{"table in a branch", "if GroupIndex > 3 then out[GroupIndex] = weights[GroupIndex - 3] end out[0] = weights[2]", []float32{0.5, 0, 0, 0, 0.25, 0.5, 0.25}},
	{"waves of integers", "local x = int(GroupIndex) - 2 out[0] = WaveReadLaneFirst(WaveActiveMin(x)) out[1] = WaveActiveMax(uint(x)) == 0xffffffff and 1 or 0 out[2] = WaveActiveProduct(GroupIndex % 4 + 1) out[3] = WaveActiveBitXor(GroupIndex % 4)", []float32{2, 0, 24, 0}},
	{"waves of one wave", "if GroupIndex < 4 then local x = int(GroupIndex) - 2 out[0] = WaveActiveMin(x) out[1] = WaveActiveMax(x) out[2] = WaveActiveBitOr(GroupIndex) out[3] = WaveActiveBitAnd(GroupIndex + 4) out[4] = WaveActiveSum(float2(x, 1)).y out[5] = WaveActiveMax(-float(GroupIndex)) end", []float32{-2, 1, 3, 4, 4, 0}},
	{"wave votes", "if GroupIndex < 4 then local b = GroupIndex > 1 out[0] = WaveActiveAllTrue(b) and 1 or 2 out[1] = WaveActiveAnyTrue(b) and 1 or 2 out[2] = WaveActiveBallot(b).x out[3] = WaveActiveCountBits(b) out[4 + GroupIndex] = WavePrefixCountBits(b) end", []float32{2, 1, 12, 2, 0, 0, 0, 1}},
	{"all equal", "if GroupIndex < 4 then local e = WaveActiveAllEqual(float2(1, GroupIndex)) out[0] = e.x and 1 or 2 out[1] = e.y and 1 or 2 out[2] = WaveActiveAllEqual(GroupIndex / 4) and 1 or 2 end", []float32{1, 2, 1}},
	{"wave prefixes", "if GroupIndex < 4 then out[GroupIndex] = WavePrefixSum(GroupIndex) out[4 + GroupIndex] = WavePrefixProduct(GroupIndex + 2) end", []float32{0, 0, 1, 3, 1, 2, 6, 24}},
	{"inactive lanes", "if GroupIndex == 2 then out[0] = WaveActiveSum(1.0) out[1] = WaveIsFirstLane() and 1 or 2 out[2] = WaveReadLaneAt(5.0, 0) out[3] = WaveGetLaneIndex() end", []float32{1, 1, 0, 2}},
	{"last lane", "out[GroupIndex] = WaveReadLaneAt(float(GroupIndex), WaveGetLaneCount() - 1)", []float32{3, 3, 3, 3, 7, 7, 7, 7}},
	{"lane of another", "out[GroupIndex] = WaveReadLaneAt(float(GroupIndex), 3 - WaveGetLaneIndex()) ", []float32{3, 2, 1, 0, 7, 6, 5, 4}},
	{"atomics on a field", "InterlockedAdd(cells[GroupIndex % 2 + 2], GroupIndex) GroupMemoryBarrierWithGroupSync() out[0] = cells[2] out[1] = cells[3]", []float32{12, 16}},
	{"every atomic", "if GroupIndex == 0 then local c = counts c[0] = 12 out[0] = InterlockedAnd(c[0], 10) out[1] = InterlockedOr(c[0], 3) out[2] = InterlockedXor(c[0], 1) out[3] = InterlockedMin(c[0], -5) out[4] = InterlockedMax(c[0], 6) out[5] = InterlockedExchange(c[0], 9) out[6] = InterlockedCompareExchange(c[0], 9, 4) InterlockedCompareStore(c[0], 5, 7) out[7] = c[0] end", []float32{12, 8, 11, 10, -5, 6, 9, 4}},
	{"unsigned atomics", "flags[0] = 1 InterlockedMin(flags[0], 0xffffffff) InterlockedMax(flags[1], 0x80000000) out[0] = flags[0] out[1] = flags[1] == 0x80000000 and 1 or 0", []float32{1, 1}},
	{"struct from a table", "particles[1] = { mass = 2, pos = float3(1, 2, 3), alive = true, w = { 4, 5, 6, 7 }, m = float2x3(1, 2, 3, 4, 5, 6) } local p = particles[1] out[0] = p.mass out[1] = p.pos.z out[2] = p.w[3] out[3] = p.m[1].y out[4] = p.alive and 1 or 2", []float32{2, 3, 7, 5, 1}},
	{"bools in memory", "particles[0].alive = GroupIndex < 100 local p = particles[0] out[0] = p.alive and 1 or 2 p.alive = not p.alive particles[1] = p out[1] = particles[1].alive and 1 or 2", []float32{1, 2}},
}

// TestLibrary evaluates the kernels of libraryTests.
func TestLibrary(t *testing.T) {
	for _, tt := range libraryTests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, evalFloats(t, tt.body, max(8, len(tt.want)))[:len(tt.want)])
		})
	}
}

// TestAppend: eight work items add an element each where only six have room; the counter counts all.
func TestAppend(t *testing.T) {
	m := &machine{buffers: map[string][]uint32{"u6": make([]uint32, 18)}, counters: map[string]uint32{"u6": 0}}
	out, _ := m.run(t, kernel("queue:Append { id = GroupIndex, pos = float2(1, GroupIndex) }"))
	words := out["u6"]
	for i := range uint32(6) {
		require.Equal(t, append(floatBits(1, float32(i)), i), words[3*i:3*i+3])
	}
	require.Equal(t, uint32(8), m.counters["u6"])
}

// TestCounters: the counter of a buffer is memory of its own.
func TestCounters(t *testing.T) {
	m := &machine{buffers: map[string][]uint32{"u0": make([]uint32, 8), "u7": floatBits(10, 11, 12)}, counters: map[string]uint32{"u0": 5, "u7": 3}}
	out, _ := m.run(t, kernel(`local s = stack:Consume() if GroupIndex == 0 then out[0] = s out[1] = out:IncrementCounter() out[2] = out:IncrementCounter() out[3] = out:DecrementCounter() end
		if GroupIndex < 4 then out[4 + GroupIndex] = s end`))
	require.Equal(t, []float32{12, 5, 6, 6, 12, 11, 10, 0}, floats(out["u0"]))
	require.Equal(t, uint32(6), m.counters["u0"])
	require.Equal(t, ^uint32(4), m.counters["u7"], "eight were taken from three: -5")
}

func TestArrayOfStructsInConstantBuffer(t *testing.T) {
	// A light is pos 0..12, on 12..16, w[0] 16..20, w[1] 32..36; the next light starts at 48; last follows the third light's w[1] at 132.
	cb := make([]uint32, 64)
	for i := range 3 {
		copy(cb[12*i:], floatBits(float32(i), float32(10*i), float32(100*i)))
		cb[12*i+3] = uint32(i % 2)
		cb[12*i+4], cb[12*i+8] = floatBits(float32(i) + 0.5)[0], floatBits(float32(i) + 0.25)[0]
	}
	cb[33] = 77
	m := &machine{buffers: map[string][]uint32{"b1": cb, "u0": make([]uint32, 8)}}
	out, _ := m.run(t, kernel(`if GroupIndex == 1 then out[0] = scene.lights[2].pos.y out[1] = scene.lights[GroupIndex].on and 1 or 0 out[2] = scene.lights[2].w[1]
		out[3] = scene.lights[GroupIndex + 1].w[GroupIndex] out[4] = scene.last local l = scene.lights[1] out[5] = l.w[0] out[6] = l.pos.z out[7] = #scene.lights end`))
	require.Equal(t, []float32{20, 1, 2.25, 2.25, 77, 1.5, 100, 3}, floats(out["u0"]))
}

func TestTypedAtomics(t *testing.T) {
	m := &machine{buffers: map[string][]uint32{"u0": make([]uint32, 8), "u8": make([]uint32, 4), "u9": make([]uint32, 2)}, records: map[string]ir.Record{"u8": texture(2, 2, 1, 4)}}
	out, _ := m.run(t, kernel(`InterlockedAdd(grid[uint2(1, GroupIndex % 2)], GroupIndex) InterlockedMax(words[1], -int(GroupIndex)) InterlockedAdd(words[0], 1)`))
	require.Equal(t, []uint32{0, 12, 0, 16}, out["u8"])
	require.Equal(t, []uint32{8, 0}, out["u9"])
}

// TestAtomicsOnFields: an atomic reaches every number of 32 bits of a struct, in a buffer and in groupshared memory.
func TestAtomicsOnFields(t *testing.T) {
	m := &machine{buffers: map[string][]uint32{"u0": make([]uint32, 8)}}
	out, _ := m.run(t, `local cells = gpu.RWStructuredBuffer("u0", { {"n","uint"}, {"pair","int2"}, {"list","int",1} })
local stats = gpu.GroupShared({ {"low","int"}, {"sums","uint",2} }, 2)
gpu.ComputeShader { Name = "fields", NumThreads = { 8, 1, 1 }, Main = function(GroupIndex)
	InterlockedAdd(cells[1].n, 1)
	InterlockedMin(cells[GroupIndex % 2].pair.y, -int(GroupIndex))
	InterlockedAdd(cells[1].list[GroupIndex * 0], 2)
	InterlockedAdd(stats[1].sums[GroupIndex % 2], GroupIndex)
	InterlockedMax(stats[0].low, int(GroupIndex))
	GroupMemoryBarrierWithGroupSync()
	if GroupIndex == 0 then cells[0].n = stats[1].sums[1] cells[0].list[0] = stats[0].low end
end }`)
	minus := func(n int32) uint32 { return uint32(-n) }
	require.Equal(t, []uint32{16, 0, minus(6), 7, 8, 0, minus(7), 16}, out["u0"])
}
