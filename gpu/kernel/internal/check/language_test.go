package check

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/stretchr/testify/require"
)

// later are the codes that are not found when a kernel is compiled: where its view is known, and where it meets another shader.
var later = map[diag.Code]bool{diag.ElementFormatMismatch: true, diag.StageMismatch: true}

// TestExamples compiles the script of every kernel code: the example must give that code and its twin nothing. tests/examples runs them.
func TestExamples(t *testing.T) {
	for _, doc := range diag.Docs() {
		if doc.Code/100 != 2 || doc.NoExample != "" {
			continue
		}
		t.Run(doc.Name, func(t *testing.T) {
			_, _, diags := compile(t, doc.Example, nil)
			if later[doc.Code] {
				require.Empty(t, texts(diags))
				return
			}
			require.NotEmpty(t, diags)
			require.Equal(t, doc.Code, diags[0].Code, texts(diags))
			require.NotZero(t, diags[0].Primary().Site)
			_, _, diags = compile(t, doc.Fixed, nil)
			require.Empty(t, texts(diags))
		})
	}
}

var inf = float32(math.Inf(1))

// valueTests are small kernels; what follows is calculated by hand from the rules of the language.
var valueTests = []struct {
	name, body string
	want       []float32
}{
	{"constants follow Lua", "out[0] = 1 / 2 out[1] = -7 % 3 out[2] = W / 3 * 3 out[3] = 2 ^ -1", []float32{0.5, 2, 256, 0.5}},
	{"zero keeps the sign it is written with", "local z = -0.0 local y = 0.0 if GroupIndex > 7 then y = 1.0 end local v = float2(0.0, -0.0) local s = 0 if GroupIndex < 8 then s = -0.0 end " +
		"out[0] = 1.0 / z out[1] = 1.0 / (z * (y + 1.0)) out[2] = 1.0 / v.x out[3] = 1.0 / v.y out[4] = 1.0 / s out[5] = 1.0 / (y + -0.0) out[6] = 1.0 / -y out[7] = 1.0 / (-0.0 - y)",
		[]float32{-inf, -inf, inf, -inf, -inf, inf, -inf, -inf}},
	{"integers follow HLSL", "local a = int(7) local b = int(-7) out[0] = a / 2 out[1] = b / 2 out[2] = b % 3 out[3] = uint(7) / 2", []float32{3, -3, -1, 3}},
	{"constant with integer", "local a = int(3) out[0] = a * 0.5 out[1] = a * 2 out[2] = a / 2 out[3] = a / 2.0", []float32{1.5, 6, 1, 1.5}},
	{"unassigned local is its value", "local k = 1 out[0] = k / 2", []float32{0.5}},
	{"assigned local of integers is int", "local k = 1 k = k + 2 out[0] = k / 2", []float32{1}},
	{"assigned local becomes float", "local s = 0 for i = 0, 7 do s = s + data[i] end out[0] = s / 8", []float32{4.5}},
	{"assigned local becomes a vector", "local v = 0 v = v + float3(1, 2, 3) out[0] = v.x + v.y * 10 + v.z * 100", []float32{321}},
	{"local without value", "local x if W == 256 then x = 1.5 else x = 2 end out[0] = x", []float32{1.5}},
	{"local without value, varying", "local x if GroupIndex < 4 then x = 1.5 else x = 2 end out[GroupIndex] = x", []float32{1.5, 1.5, 1.5, 1.5, 2, 2, 2, 2}},
	{"swizzles", "local v = float4(1, 2, 3, 4) v.xy = v.yx v.w = 9 out[0] = v.x out[1] = v.y out[2] = v.bgr.x out[3] = v.a", []float32{2, 1, 3, 9}},
	{"swizzle swap of two", "local v = float2(1, 2) v.x, v.y = v.y, v.x out[0] = v.x out[1] = v.y", []float32{2, 1}},
	{"locals swap", "local a, b = 1.5, 2.5 a, b = b, a out[0] = a out[1] = b", []float32{2.5, 1.5}},
	{"vector index", "local v = float3(5, 6, 7) for i = 0, 2 do out[i] = v[i] end v[1] = 9 out[3] = v.y", []float32{5, 6, 7, 9}},
	{"varying vector index", "local v = float4(5, 6, 7, 8) v[GroupIndex % 4] = 0 out[GroupIndex] = v[1] + v[3]", []float32{14, 8, 14, 6, 14, 8, 14, 6}},
	{"matrix rows", "local m = float2x2(1, 2, 3, 4) out[0] = m[0].y out[1] = m[1].x m[1] = float2(7, 8) out[2] = m[1][1] out[3] = m[GroupIndex * 0 + 1].x", []float32{2, 3, 8, 7}},
	{"mul", "local m = float2x3(1, 2, 3, 4, 5, 6) local a = mul(m, float3(1, 1, 1)) local b = mul(float2(1, 10), m) out[0] = a.x out[1] = a.y out[2] = b.x out[3] = b.z", []float32{6, 15, 41, 63}},
	{"break", "local n = 0 for i = 0, 99 do if i == 5 then break end n = n + 1 end out[0] = n", []float32{5}},
	{"break in while", "local n = 0 while true do n = n + 1 if n >= 3 then break end end out[0] = n", []float32{3}},
	{"repeat sees its locals", "local n = 0 repeat local done = n >= 4 n = n + 1 until done out[0] = n", []float32{5}},
	{"break in repeat", "local n = 0 repeat n = n + 1 if n == 2 then break end until n == 10 out[0] = n", []float32{2}},
	{"nested break leaves one loop", "local n = 0 for i = 0, 2 do for j = 0, 9 do if j > i then break end n = n + 1 end end out[0] = n", []float32{6}},
	{"early return", "if GroupIndex >= 2 then return end out[GroupIndex] = 1", []float32{1, 1, 0, 0}},
	{"return in loop", "for i = 0, 9 do if i == GroupIndex then return end if i == 3 then out[GroupIndex] = 1 return end end", []float32{0, 0, 0, 0, 1, 1, 1, 1}},
	{"statements after return in loop", "local s = 0.0 for i = 0, 9 do if i > GroupIndex then break end s = s + 1 end out[GroupIndex] = s", []float32{1, 2, 3, 4}},
	{"loop down", "local n = 0 for i = 3, 1, -1 do n = n * 10 + i end out[0] = n", []float32{321}},
	{"loop of uint does not wrap", "local n = uint(0) local c = 0 for i = 0, n - 1 do c = c + 1 end out[0] = c", []float32{0}},
	{"loop of floats", "local n = 0 for x = 0, 1, 0.25 do n = n + x end out[0] = n", []float32{2.5}},
	{"loop step unknown", "local n = 0 local st = -int(sun.width) - 1 for i = 2, 0, st do n = n + 1 end out[0] = n", []float32{3}},
	{"loop counter is a copy", "local n = 0 for i = 0, 3 do i = i * 2 n = n + i end out[0] = n", []float32{12}},
	{"function", "out[0] = twice(3) out[1] = twice(float2(1, 2)).y", []float32{6, 4}},
	{"function with returns", "local function f(x) if x < 2 then return 10 elseif x < 4 then return 20.5 end return 30 end out[GroupIndex] = f(GroupIndex)", []float32{10, 10, 20.5, 20.5, 30, 30, 30, 30}},
	{"function returns in loop", "local function f(n) for i = 0, 9 do if i * i >= n then return i end end return -1 end out[GroupIndex] = f(GroupIndex)", []float32{0, 1, 2, 2, 2, 3, 3, 3}},
	{"several results", "local function f(x) return x, x * 2 end local a, b = f(3.0) out[0] = a out[1] = b", []float32{3, 6}},
	{"results as arguments", "local function f(x) return x, x * 2 end local function g(a, b) return a + b end out[0] = g(f(3.0))", []float32{9}},
	{"several results of branches", "local function f(x) if x < 4 then return 1, 2.5 end return 3, 4 end local a, b = f(GroupIndex) out[GroupIndex] = a * b", []float32{2.5, 2.5, 2.5, 2.5, 12, 12, 12, 12}},
	{"arguments by value", "local function f(x) x = x + 1 return x end local a = 1.0 a = a + f(a) out[0] = a", []float32{3}},
	{"function sees what was declared before it", "local a = 1 local function f() return a end local a = 2 out[0] = f() out[1] = a", []float32{1, 2}},
	{"local without value begins as zero", "local x out[0] = x + 1 x = 5.0 out[1] = x", []float32{1, 5}},
	{"operands are read in order", "local n = 1 local function inc() n = n + 1 return n end out[0] = n * 10 + inc() local function f(a, b) return a * 10 + b end out[1] = f(n, inc()) out[2] = float2(n, inc()).x", []float32{12, 23, 3}},
	{"closure changes a local", "local n = 0 local function inc() n = n + 1 end inc() for i = 0, 3 do inc() end out[0] = n", []float32{5}},
	{"and or", "out[GroupIndex] = GroupIndex < 2 and 1 or 2.5", []float32{1, 1, 2.5, 2.5}},
	{"and or of vectors", "local v = GroupIndex < 1 and float2(1, 2) or 5 out[GroupIndex] = v.y", []float32{2, 5}},
	{"and or with false", "local b = YES and false or GroupIndex == 0 out[GroupIndex] = b and 1 or 0", []float32{1, 0}},
	{"and or varying bool", "local b = GroupIndex < 2 and GroupIndex < 1 or GroupIndex == 3 out[GroupIndex] = b and 1 or 0", []float32{1, 0, 0, 1}},
	{"short circuit", "local function bump() InterlockedAdd(counts[0], 1) return true end if GroupIndex > 5 and bump() then out[0] = 1 end GroupMemoryBarrierWithGroupSync() out[1] = counts[0]", []float32{1, 2}},
	{"vector comparison", "local c = float3(1, 5, 3) > 2 out[0] = all(c) and 1 or 0 out[1] = any(c) and 1 or 0 out[2] = select(c, 10, 20).x out[3] = (c and 1.5 or 2.5).y", []float32{0, 1, 20, 1.5}},
	{"powers", "local x = -3.0 x = x * 1.0 out[0] = x ^ 2 out[1] = x ^ 3 out[2] = float(4) ^ 0.5", []float32{9, -27, 2}},
	{"negation and not", "local b = not (W == 256) out[0] = b and 1 or 2 out[1] = -(-float2(1, 2)).y", []float32{2, 2}},
	{"length", "local a = Array(\"float\", 8) out[0] = #a out[1] = #float3(1, 2, 3) out[2] = #data", []float32{8, 3, 8}},
	{"array", "local a = Array(\"float2\", 4) for i = 0, 3 do a[i] = float2(i, i * i) end a[2].y = 7 local s = 0 for i = 0, 3 do s = s + a[i].y end out[0] = s", []float32{17}},
	{"array in a loop is new", "local s = 0 for i = 0, 2 do local a = Array(\"int\", 2) a[0] = a[0] + 1 s = s + a[0] end out[0] = s", []float32{3}},
	{"array by reference", "local function fill(a) for i = 0, 3 do a[i] = i end end local a = Array(\"float\", 4) fill(a) out[0] = a[3]", []float32{3}},
	{"struct", "local p = particles[1] p.pos.y = 4 p.mass = 2 p.w[2] = 3 particles[0] = p out[0] = particles[0].pos.y + particles[0].mass * 10 + particles[0].w[2] * 100 out[1] = particles[1].mass", []float32{324, 0}},
	{"struct field in memory", "particles[0].m[1] = float3(1, 2, 3) particles[0].alive = true particles[0].pos.zx = float2(8, 9) local r = particles[0].m[1] out[0] = r.z out[1] = particles[0].alive and 1 or 0 out[2] = particles[0].pos[0] out[3] = particles[0].m[GroupIndex * 0 + 1][GroupIndex * 0 + 1]", []float32{3, 1, 9, 2}},
	{"dead branch is not compiled", "if not YES then out[0] = nothing.at.all end out[1] = 1", []float32{0, 1}},
	{"bit casts", "out[0] = asfloat(0x3f800000) out[1] = asuint(1.0) == 0x3f800000 and 1 or 0 out[2] = f16tof32(f32tof16(0.333))", []float32{1, 1, 0.33276367}},
	{"bits", "out[0] = countbits(255) out[1] = firstbithigh(uint(8)) out[2] = firstbitlow(8) out[3] = reversebits(uint(1)) == 0x80000000 and 1 or 0", []float32{8, 3, 3, 1}},
	{"bit operations", "out[0] = or_bits(and_bits(0xff, 0x0f), 0x100) out[1] = shift_left(1, 4) out[2] = shift_right(int(-16), 2) out[3] = xor_bits(5, 1)", []float32{271, 16, -4, 4}},
	{"atomics", "local before = InterlockedAdd(counts[0], 2) InterlockedMax(counts[1], int(GroupIndex)) GroupMemoryBarrierWithGroupSync() out[GroupIndex] = before out[7] = counts[0] + counts[1]", []float32{0, 2, 4, 6, 8, 10, 12, 23}},
	{"groupshared word lets all go on", "InterlockedAdd(bins[0], 1) GroupMemoryBarrierWithGroupSync() if bins[0] ~= 8 then return end out[GroupIndex] = GroupIndex GroupMemoryBarrierWithGroupSync() local other = out[7 - GroupIndex] GroupMemoryBarrierWithGroupSync() out[GroupIndex] = other", []float32{7, 6, 5, 4, 3, 2, 1, 0}},
	{"groupshared word ends all", "InterlockedAdd(bins[0], 1) GroupMemoryBarrierWithGroupSync() if bins[0] == 8 then return end out[GroupIndex] = 1 GroupMemoryBarrierWithGroupSync() out[GroupIndex] = 2", []float32{0, 0, 0, 0, 0, 0, 0, 0}},
	{"groupshared word counts turns", "if GroupIndex == 0 then bins[0] = 3 end GroupMemoryBarrierWithGroupSync() local n = 0 while bins[0] > 0 do n = n + 1 GroupMemoryBarrierWithGroupSync() if GroupIndex == 7 then bins[0] = bins[0] - 1 end GroupMemoryBarrierWithGroupSync() end out[GroupIndex] = n", []float32{3, 3, 3, 3, 3, 3, 3, 3}},
	{"groupshared", "shared[GroupIndex] = data[GroupIndex] InterlockedAdd(bins[GroupIndex / 4], 1) GroupMemoryBarrierWithGroupSync() out[GroupIndex] = shared[7 - GroupIndex] + bins[0]", []float32{12, 11, 10, 9, 8, 7, 6, 5}},
	{"waves", "local sum = WaveActiveSum(1.0) local p = WavePrefixSum(1.0) out[GroupIndex] = p + sum * 10 + WaveGetLaneCount() * 100", []float32{440, 441, 442, 443, 440}},
	{"out of range reads 0", "out[0] = 1 out[0] = data[100] out[100] = 1", []float32{0}},
	{"vector intrinsics", "out[0] = dot(float2(1, 2), float2(3, 4)) out[1] = cross(float3(1, 0, 0), float3(0, 1, 0)).z out[2] = length(float2(3, 4)) out[3] = normalize(float3(0, 2, 0)).y out[4] = distance(1, 3) out[5] = reflect(float2(1, -1), float2(0, 1)).y out[6] = determinant(float2x2(1, 2, 3, 4)) out[7] = transpose(float2x2(1, 2, 3, 4))[0].y", []float32{11, 1, 5, 1, 2, 1, -2, 3}},
	{"rounding and the like", "out[0] = abs(-2.5) out[1] = ceil(1.25) out[2] = round(2.5) out[3] = trunc(-1.75) out[4] = isnan(asfloat(0x7fc00000)) and 1 or 0 out[5] = isnan(1.0) and 1 or 0 out[6] = not_bits(int(5)) out[7] = round(3.5)", []float32{2.5, 2, 2, -1, 1, 0, -6, 4}},
	{"refraction", "out[0] = refract(float2(0, -1), float2(0, 1), 0.5).y local total = refract(float2(1, 0), float2(0, 1), 2.0) out[1] = total.x out[2] = total.y", []float32{-1, 0, 0}},
	{"all barriers", "shared[GroupIndex] = GroupIndex AllMemoryBarrier() AllMemoryBarrierWithGroupSync() local a = shared[7 - GroupIndex] DeviceMemoryBarrier() DeviceMemoryBarrierWithGroupSync() shared[GroupIndex] = a + 1 GroupMemoryBarrier() GroupMemoryBarrierWithGroupSync() out[GroupIndex] = shared[7 - GroupIndex]", []float32{1, 2, 3, 4, 5, 6, 7, 8}},
	{"scalar intrinsics", "out[0] = clamp(5, 0, 3) out[1] = lerp(1, 3, 0.5) out[2] = smoothstep(0, 1, 0.5) out[3] = step(1, 0.5) out[4] = frac(-0.25) out[5] = fmod(-7.5, 2) out[6] = sign(-3.0) out[7] = saturate(2)", []float32{3, 2, 0.5, 0, 0.75, -1.5, -1, 1}},
	{"classic intrinsics", "local d = dst(float4(9, 4, 16, 9), float4(9, 0.25, 9, 0.5)) out[0] = d.x out[1] = d.y out[2] = d.z out[3] = d.w local n = faceforward(float3(1, 2, 3), float3(0, 0, 1), float3(0, 0, -1)) out[4] = n.z " +
		"n = faceforward(float3(1, 2, 3), float3(0, 0, 1), float3(0, 0, 2)) out[5] = n.y out[6] = faceforward(float2(1, 2), float2(1, 0), float2(0, 1)).x", []float32{1, 1, 16, 0.5, 3, -2, -1}},
	{"lit", "local l = lit(0.5, 0.25, 2) out[0] = l.x out[1] = l.y out[2] = l.z out[3] = l.w l = lit(-1, 0.5, 2) out[4] = l.y out[5] = l.z out[6] = lit(0.5, -0.5, 2).z out[7] = lit(0, 0.5, 1).z", []float32{1, 0.5, 0.0625, 1, 0, 0, 0, 0.5}},
	{"msad4", "local s = msad4(0xA100B2C3, uint2(0xD7B0C372, 0x4F57C2A3), uint4(1, 2, 3, 4)) out[0] = s.x out[1] = s.y out[2] = s.z out[3] = s.w", []float32{153, 6, 92, 113}},
	{"packed bytes", "local p = unpack_u8u32(pack_u8(uint4(1, 2, 0x1FF, 4))) out[0] = p.z out[1] = p.w local s = unpack_s8s32(pack_s8(int4(-1, 1, 256, -129))) out[2] = s.x out[3] = s.w " +
		"out[4] = pack_u8(uint4(1, 2, 0, 0)) out[5] = unpack_u8u32(0x80FF0102).w out[6] = unpack_s8s32(0x80FF0102).w out[7] = unpack_s8s32(0x80FF0102).z", []float32{255, 4, -1, 127, 513, 128, -128, -1}},
	{"clamped bytes", "local s = unpack_s8s32(pack_clamp_s8(int4(-200, 200, -1, 5))) out[0] = s.x out[1] = s.y out[2] = s.z out[3] = s.w " +
		"local u = unpack_u8u32(pack_clamp_u8(int4(-3, 300, 7, 255))) out[4] = u.x out[5] = u.y out[6] = u.z out[7] = u.w", []float32{-128, 127, -1, 5, 0, 255, 7, 255}},
	{"products of bytes", "out[0] = dot4add_u8packed(0x01020304, 0x05060708, 10) out[1] = dot4add_i8packed(0xFF02FE80, 0x01FF0302, int(-5)) out[2] = dot4add_u8packed(0xFF000000, 0xFF000000, 0) " +
		"out[3] = dot4add_i8packed(0xFF000000, 0xFF000000, 0) out[4] = dot2add(float2(1.5, 2), float2(4, 0.5), 10)", []float32{80, -270, 65025, 1, 17}},
	{"WaveMatch", "out[GroupIndex] = WaveMatch(GroupIndex % 2).x", []float32{5, 10, 5, 10, 5, 10, 5, 10}},
	{"WaveMatch of active lanes", "if GroupIndex ~= 2 then out[GroupIndex] = WaveMatch(GroupIndex % 2).x end", []float32{1, 10, 0, 10, 5, 10, 5, 10}},
	{"WaveMatch of vectors", "out[GroupIndex] = WaveMatch(float2(GroupIndex / 2, 1)).x + WaveMatch(GroupIndex).y", []float32{3, 3, 12, 12, 3, 3, 12, 12}},
	{"WaveMatch of what is no number", "local zero = data[0] out[GroupIndex] = WaveMatch(zero / zero).x", []float32{15, 15, 15, 15, 15, 15, 15, 15}},
	{"sums of lanes that match", "out[GroupIndex] = WaveMultiPrefixSum(GroupIndex + 1, WaveMatch(GroupIndex % 2))", []float32{0, 0, 1, 2, 0, 0, 5, 6}},
	{"sums of floats", "out[GroupIndex] = WaveMultiPrefixSum(0.5 * (GroupIndex + 1), uint4(13, 0, 0, 0))", []float32{0, 0.5, 0.5, 2, 0, 2.5, 2.5, 6}},
	{"sums of active lanes", "if GroupIndex ~= 0 then out[GroupIndex] = WaveMultiPrefixSum(1, uint4(15, 0, 0, 0)) end", []float32{0, 0, 1, 2, 0, 1, 2, 3}},
	{"products of lanes that match", "out[GroupIndex] = WaveMultiPrefixProduct(float(GroupIndex + 1), WaveMatch(GroupIndex % 2))", []float32{1, 1, 1, 2, 1, 1, 5, 6}},
	{"counts of lanes that match", "out[GroupIndex] = WaveMultiPrefixCountBits(GroupIndex ~= 0, WaveMatch(GroupIndex / 4))", []float32{0, 0, 1, 2, 0, 1, 2, 3}},
	{"bits of lanes that match", "local m = WaveMatch(GroupIndex % 2) out[GroupIndex] = WaveMultiPrefixBitAnd(int(GroupIndex) + 4, m) + 100 * int(WaveMultiPrefixBitOr(shift_left(1, GroupIndex), m)) + 10000 * int(WaveMultiPrefixBitXor(uint(7), m))",
		[]float32{-1, -1, 70104, 70205, -1, -1, 71608, 73209}},
	{"floats exchanged by their bits", "if GroupIndex == 0 then out[1] = InterlockedCompareExchangeFloatBitwise(out[0], 0.0, 2.5) out[2] = InterlockedCompareExchangeFloatBitwise(out[0], 1.0, 9.0) " +
		"InterlockedCompareStoreFloatBitwise(out[3], asfloat(0x80000000), 4.0) InterlockedCompareStoreFloatBitwise(out[4], 0.0, 4.0) end", []float32{2.5, 0, 2.5, 0, 4}},
	{"no helpers in compute shaders", "out[0] = IsHelperLane() and 1 or 2", []float32{2}},
	{"colours of Direct3D 9", "local c = D3DCOLORtoUBYTE4(float4(1, 0.5, 0, 254 / 255)) out[0] = c.x out[1] = c.y out[2] = c.z out[3] = c.w", []float32{0, 127, 255, 254}},
	{"array of arrays", "local a = Array(\"float\", 2, 3) for y = 0, 1 do for x = 0, 2 do a[y][x] = 10 * y + x end end local row = a[1] row[0] = 7 out[0] = a[1][GroupIndex * 0 + 2] out[1] = a[1][0] out[2] = a[0][2] out[3] = #a * 10 + #row out[4] = a[int(data[1])][0] + 1", []float32{12, 7, 2, 23, 1}},
	{"a constant in front of vectors and scalars", "local v = float3(1, 2, 3) local s = data[0] out[0] = lerp(0, v, s).y out[1] = clamp(0, v, s).z out[2] = mad(2, v, s).y out[3] = lerp(1.0, v, s).z " +
		"out[4] = clamp(0, 0.5, int(3)) out[5] = max(int(1), 2.5)", []float32{2, 1, 5, 3, 0.5, 2.5}},
	{"literals above the largest int are uint", "local i = int(7) local m = int(-1) out[0] = i / 3000000000 out[1] = i % 3000000000 out[2] = min(i, 3000000000) out[3] = m / 0x80000000 " +
		"out[4] = m == 0xffffffff and 1 or 0 out[5] = uint(m) > 3000000000 and 1 or 0 out[6] = max(m, 0x80000000) - 0xfffffffe out[7] = shift_right(or_bits(i, 0x80000000), 28)", []float32{0, 7, 7, 1, 1, 1, 1, 8}},
	{"loops up to the last ints", "local n = 0 for i = 2147483640, 2147483646 do n = n + 1 end out[0] = n n = 0 for i = -2147483640, -2147483647, -1 do n = n + 1 end out[1] = n n = 0 for i = 0.0, 3e9, 1e9 do n = n + 1 end out[2] = n", []float32{7, 8, 4}},
	{"divisions by 0", "local z = int(data[0]) - 1 local f = data[0] - 1 out[0] = int(5) / z out[1] = int(-5) % z out[2] = uint(5) / uint(z) == 0xffffffff and 1 or 0 out[3] = 1 / f out[4] = -1 / f out[5] = int(1 / f) == 2147483647 and 1 or 0 out[6] = int(f / f) " +
		"out[7] = (int(-2147483647) - 1) / (z - 1) == int(-2147483647) - 1 and 1 or 0", []float32{-1, -1, 1, float32(math.Inf(1)), float32(math.Inf(-1)), 1, 0, 1}},
	{"NaN loses in min, max and clamp", "local z = data[0] - 1 local n = z / z out[0] = min(n, 3) out[1] = min(3, n) out[2] = max(n, 3) out[3] = max(3, n) out[4] = clamp(n, 1, 2) out[5] = saturate(n) out[6] = sign(n) out[7] = (n < 1 or n >= 1 or n == n) and 1 or 0",
		[]float32{3, 3, 3, 3, 1, 0, 0, 0}},
	{"floats to integers saturate", "out[0] = int(data[0] * 3e9) out[1] = int(data[0] * -3e9) out[2] = uint(data[0] * 5e9) out[3] = uint(-data[0]) out[4] = int(-data[0] * 1.75) out[5] = uint(data[0] * 2147483648.0)",
		[]float32{2147483647, -2147483648, 4294967295, 0, -1, 2147483648}},
	{"halves round toward 0", "out[0] = f16tof32(f32tof16(data[0] * 65519)) out[1] = f16tof32(f32tof16(data[0] * 65520)) out[2] = f32tof16(data[0] * 2.9802322e-8) out[3] = f32tof16(data[0] * 2.9802326e-8) out[4] = f16tof32(f32tof16(data[0] * 2049)) out[5] = f16tof32(0x13c00)",
		[]float32{65504, 65504, 0, 0, 2048, 1}},
	{"results by both loops", "local function f(x) for i = 0, 3 do for j = 0, 3 do if i * 4 + j == x then return i, j end end end return -1, -1 end local a, b = f(GroupIndex) out[GroupIndex] = a * 10 + b", []float32{0, 1, 2, 3, 10, 11, 12, 13}},
	{"waves in branches", "local w = 0 if GroupIndex % 2 == 0 then w = WaveActiveSum(GroupIndex + 1) else w = WaveActiveMax(GroupIndex) end out[GroupIndex] = w", []float32{4, 3, 4, 3, 12, 7, 12, 7}},
	{"lanes that are not there", "if GroupIndex % 4 ~= 0 then out[GroupIndex] = WaveReadLaneFirst(GroupIndex) * 100 + WaveReadLaneAt(GroupIndex + 1, 0) * 10 + (WaveIsFirstLane() and 1 or 0) end", []float32{0, 101, 100, 100, 0, 501, 500, 500}},
	{"products of integers", "out[0] = dot(int3(1, -2, 3), int3(4, 5, 6)) out[1] = dot(int2(2, 3), 2) out[2] = dot(uint(3), int(4)) out[3] = mul(int2(1, 2), int2x2(3, 4, 5, 6)).y", []float32{12, 10, 12, 16}},
	{"outside of vectors and matrices", "local v = float4(5, 6, 7, 8) local far = int(data[7]) v[far] = 9 v[-far] = 9 out[0] = v[far] out[1] = v[-1 - int(data[0])] out[2] = v.x + v.y + v.z + v.w " +
		"local m = float2x2(1, 2, 3, 4) m[far] = 9 m[1][far] = 9 out[3] = m[far].y out[4] = m[1][far] out[5] = m[0][0] + m[0][1] + m[1][0] + m[1][1]", []float32{0, 0, 26, 0, 0, 10}},
	{"matrices in parts", "local m = float3x3(1, 2, 3, 4, 5, 6, 7, 8, 9) m[1][2] = 60 m[0].zx = float2(30, 10) m._m00_m11 = float2(100, 500) local i = int(data[1]) m[i][i] = 99 " +
		"out[0] = m._m12 out[1] = m[0].z out[2] = m._11 out[3] = m[1][1] out[4] = m[i].z out[5] = float2x2(m)[1][1] out[6] = transpose(m)[0][1] out[7] = m[2][2]", []float32{60, 30, 100, 500, 99, 500, 4, 99}},
	{"min of uint with constant", "out[GroupIndex] = min(GroupIndex, 2) out[7] = max(int(-1), 0)", []float32{0, 1, 2, 2, 2, 2, 2, 0}},
}

// TestValues evaluates the kernels of valueTests.
func TestValues(t *testing.T) {
	for _, tt := range valueTests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, evalFloats(t, tt.body, max(8, len(tt.want)))[:len(tt.want)])
		})
	}
}

// TestEveryIntrinsicIsCalled: each intrinsic is called by a test of this package, of package kernel, or by a script of the tests. Those with an error
// bound are measured in package intrinsic.
func TestEveryIntrinsicIsCalled(t *testing.T) {
	var all []byte
	for _, pattern := range []string{"*_test.go", "../../*_test.go", "../../../../tests/*/*.lua", "../../../../tests/*/*/*.lua"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			all = append(all, text...)
		}
	}
	for _, in := range Intrinsics() {
		require.True(t, in.ULP > 0 || regexp.MustCompile(`\b`+in.Name+`\(`).Match(all), "no test calls %s: write a row of valueTests", in.Name)
	}
}
