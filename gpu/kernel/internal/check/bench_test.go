package check

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// fifty is a kernel of 50 lines as people write them: a function, a loop, branches, a sample, groupshared memory, waves and atomics.
const fifty = `
local function hash(x)
  local h = uint(x) * 747796405 + 2891336453
  h = xor_bits(shift_right(h, shift_right(h, 28) + 4), h) * 277803737
  return xor_bits(shift_right(h, 22), h)
end
local function noise(p)
  local i = floor(p)
  local f = p - i
  local u = f * f * (3 - 2 * f)
  local function corner(o)
    local c = uint2(int2(i + o))
    return float(hash(c.x + hash(c.y))) / 4294967295.0
  end
  local a = lerp(corner(float2(0, 0)), corner(float2(1, 0)), u.x)
  local b = lerp(corner(float2(0, 1)), corner(float2(1, 1)), u.x)
  return lerp(a, b, u.y)
end
local i = DispatchThreadID.x
if sun.width == 0 then
  return
end
local p = float2(i % 64, i / 64) * 0.125
local sum, scale = 0, 0.5
for octave = 1, 5 do
  sum = sum + scale * noise(p)
  p = p * 2.03 + float2(1.7, 9.2)
  scale = scale * 0.5
end
local n = normalize(float3(sum, 1 - sum, 0.5))
local light = saturate(dot(n, -sun.direction))
local color = tex:SampleLevel(smp, frac(p), 0)
if light > 0.5 and color.w > 0 then
  color.xyz = color.xyz * light
elseif light > 0.25 then
  color.xyz = pow(max(color.xyz, 0), 2.2)
else
  color = float4(0, 0, 0, 1)
end
local view = mul(sun.m, n)
local fresnel = (1 - saturate(view.z)) ^ 5
color.xyz = lerp(color.xyz, float3(1, 1, 1), fresnel)
shared[GroupIndex] = dot(color.xyz, float3(0.299, 0.587, 0.114))
GroupMemoryBarrierWithGroupSync()
local luma = shared[7 - GroupIndex]
local total = WaveActiveSum(luma)
if WaveIsFirstLane() then
  InterlockedAdd(bins[min(uint(total), 7)], 1)
end
out[i] = luma + weights[GroupIndex % 3 + 1]
img[uint2(i % 64, i / 64)] = color`

// BenchmarkLower is the front end alone, from the syntax tree to verified IR.
func BenchmarkLower(b *testing.B) {
	require.Equal(b, 50, strings.Count(fifty, "\n"))
	s, err := readScript(kernel(fifty))
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		_, diags := Lower(*s.input, nil)
		require.Empty(b, texts(diags))
	}
}
