-- Intrinsics at the edges of their domains: what HLSL and the arithmetic rules of Direct3D 11 say of NaN, infinities, -0 and extremes.
local rig = require "rig"
local case, same, run, nan, inf, minus = rig.case, rig.same, rig.run, rig.nan, rig.inf, rig.minus
local a, n, w, f, i, u = rig.a, rig.n, rig.w, rig.f, rig.i, rig.u

-- each runs a kernel on every number, one a work item.
local function each(what, main, list, want, within)
  local got = run { Main = main, a = list, f = #list, Threads = { #list, 1, 1 } }
  same(what, got.f, want, within)
end

case("rounding", function()
  local x = { 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999997, 8388609, minus, inf, -inf, nan, 1e-42 }
  each("round", function(GroupIndex) f[GroupIndex] = round(a[GroupIndex]) end, x, { 0, 2, 2, minus, -2, -2, 0, 8388609, minus, inf, -inf, nan, 0 })
  each("trunc", function(GroupIndex) f[GroupIndex] = trunc(a[GroupIndex]) end, x, { 0, 1, 2, minus, -1, -2, 0, 8388609, minus, inf, -inf, nan, 0 })
  each("floor", function(GroupIndex) f[GroupIndex] = floor(a[GroupIndex]) end, x, { 0, 1, 2, -1, -2, -3, 0, 8388609, minus, inf, -inf, nan, 0 })
  each("ceil", function(GroupIndex) f[GroupIndex] = ceil(a[GroupIndex]) end, x, { 1, 2, 3, minus, -1, -2, 1, 8388609, minus, inf, -inf, nan, 1 })
  each("frac", function(GroupIndex) f[GroupIndex] = frac(a[GroupIndex]) end, { 1.25, -1.25, 3, inf, nan }, { 0.25, 0.75, 0, nan, nan })
  each("sign", function(GroupIndex) f[GroupIndex] = float(sign(a[GroupIndex])) end, { 3, -3, 0, minus, nan, inf, -inf, 1e-42 }, { 1, -1, 0, 0, 0, 1, -1, 1 })
end)
case("min, max, clamp, saturate of NaN", function()
  each("saturate", function(GroupIndex) f[GroupIndex] = saturate(a[GroupIndex]) end, { nan, inf, -inf, 0.5, -3, 3 }, { 0, 1, 0, 0.5, 0, 1 })
  each("max", function(GroupIndex) f[GroupIndex] = max(a[GroupIndex], 2.0) end, { nan, 1, 3, -inf }, { 2, 2, 3, 2 })
  each("max of", function(GroupIndex) f[GroupIndex] = max(2.0, a[GroupIndex]) end, { nan, 1, 3, -inf }, { 2, 2, 3, 2 })
  each("min", function(GroupIndex) f[GroupIndex] = min(a[GroupIndex], 2.0) end, { nan, 1, 3, inf }, { 2, 1, 2, 2 })
  each("clamp", function(GroupIndex) f[GroupIndex] = clamp(a[GroupIndex], -1.0, 2.0) end, { nan, 1, 3, -inf }, { -1, 1, 2, -1 })
end)
case("powers and roots", function()
  local p = function(GroupIndex) f[GroupIndex] = pow(a[GroupIndex * 2], a[GroupIndex * 2 + 1]) end
  local got = run { Main = p, Threads = { 10, 1, 1 }, f = 10, a = { 0, 0, 2, 10, -2, 2, 0, 2, 0, -1, 4, 0.5, 1, nan, inf, 0, 2, -1, 5, 0 } }
  -- exp2(y * log2(x)) would have NaN for pow(0, 0); HLSL leaves it open, IEEE 754 and Lua say 1
  same("pow", got.f, { 1, 1024, nan, 0, inf, 2, 1, 1, 0.5, 1 }, 1e-4)
  each("sqrt", function(GroupIndex) f[GroupIndex] = sqrt(a[GroupIndex]) end, { 0, minus, -1, inf, nan, 4 }, { 0, minus, nan, inf, nan, 2 })
  each("rsqrt", function(GroupIndex) f[GroupIndex] = rsqrt(a[GroupIndex]) end, { 0, minus, -1, inf, 4 }, { inf, -inf, nan, 0, 0.5 })
  each("rcp", function(GroupIndex) f[GroupIndex] = rcp(a[GroupIndex]) end, { 0, minus, inf, 4 }, { inf, -inf, 0, 0.25 })
  each("log2", function(GroupIndex) f[GroupIndex] = log2(a[GroupIndex]) end, { 0, minus, -1, inf, 8, 1 }, { -inf, -inf, nan, inf, 3, 0 })
  each("log", function(GroupIndex) f[GroupIndex] = log(a[GroupIndex]) end, { 0, -1, inf, 1 }, { -inf, nan, inf, 0 })
  each("exp2", function(GroupIndex) f[GroupIndex] = exp2(a[GroupIndex]) end, { 0, -inf, inf, 10, 128, -200 }, { 1, 0, inf, 1024, inf, 0 })
  each("exp", function(GroupIndex) f[GroupIndex] = exp(a[GroupIndex]) end, { 0, -inf, inf, 1, nan }, { 1, 0, inf, math.exp(1), nan }, 1e-6)
end)
case("trigonometry", function()
  local x = { 0, 1, -1, 3, 100, -1000, 12345 }
  local function map(g) local r = {} for k, v in ipairs(x) do r[k] = g(v) end return r end
  each("sin", function(GroupIndex) f[GroupIndex] = sin(a[GroupIndex]) end, x, map(math.sin), 1e-6)
  each("cos", function(GroupIndex) f[GroupIndex] = cos(a[GroupIndex]) end, x, map(math.cos), 1e-6)
  each("sin of what is not finite", function(GroupIndex) f[GroupIndex] = sin(a[GroupIndex]) end, { inf, -inf, nan }, { nan, nan, nan })
  each("asin", function(GroupIndex) f[GroupIndex] = asin(a[GroupIndex]) end, { 0, 1, -1, 0.5, 1.5 }, { 0, math.pi / 2, -math.pi / 2, math.pi / 6, nan }, 1e-6)
  each("acos", function(GroupIndex) f[GroupIndex] = acos(a[GroupIndex]) end, { 0, 1, -1, 0.5, -1.5 }, { math.pi / 2, 0, math.pi, math.pi / 3, nan }, 1e-6)
  each("atan", function(GroupIndex) f[GroupIndex] = atan(a[GroupIndex]) end, { 0, 1, -inf, inf }, { 0, math.pi / 4, -math.pi / 2, math.pi / 2 }, 1e-6)
  local got = run { Main = function(GroupIndex) f[GroupIndex] = atan2(a[GroupIndex * 2], a[GroupIndex * 2 + 1]) end, Threads = { 7, 1, 1 }, f = 7,
    a = { 1, 1, 1, -1, -1, -1, 0, 1, 0, -1, 1, 0, -1, 0 } }
  same("atan2", got.f, { math.pi / 4, math.pi * 3 / 4, -math.pi * 3 / 4, 0, math.pi, math.pi / 2, -math.pi / 2 }, 1e-6)
  each("tanh", function(GroupIndex) f[GroupIndex] = tanh(a[GroupIndex]) end, { 0, 1, -100, 100, inf }, { 0, 0.76159416, -1, 1, 1 }, 1e-6)
end)
case("parts of floats", function()
  each("fmod", function(GroupIndex) f[GroupIndex] = fmod(a[GroupIndex], 2.0) end, { 5.5, -5.5, 4, inf }, { 1.5, -1.5, 0, nan })
  each("fmod of a negative divisor", function(GroupIndex) f[GroupIndex] = fmod(a[GroupIndex], -2.0) end, { 5.5, -5.5 }, { 1.5, -1.5 })
  each("%", function(GroupIndex) f[GroupIndex] = a[GroupIndex] % 2.0 end, { 5.5, -5.5 }, { 1.5, -1.5 })
  each("fmod by 0", function(GroupIndex) f[GroupIndex] = fmod(a[GroupIndex], 0.0) end, { 5.5 }, { nan })
  each("modf", function(GroupIndex) local fr, wh = modf(a[GroupIndex]) f[GroupIndex] = fr * 100.0 + wh end, { 2.5, -2.5, 3 }, { 52, -52, 3 })
  each("frexp", function(GroupIndex) local m, e = frexp(a[GroupIndex]) f[GroupIndex] = m * 1000.0 + e end, { 8, -3, 0, 0.1 }, { 504, -748, 0, 797 }, 0.001)
  each("ldexp", function(GroupIndex) f[GroupIndex] = ldexp(a[GroupIndex], 3.0) end, { 1.5, -2, 0, inf, 3e38 }, { 12, -16, 0, inf, inf })
  each("tests", function(GroupIndex)
    local x = a[GroupIndex]
    f[GroupIndex] = (isnan(x) and 1.0 or 0.0) + (isinf(x) and 10.0 or 0.0) + (isfinite(x) and 100.0 or 0.0)
  end, { nan, inf, -inf, 0, 1e-42 }, { 1, 10, 10, 100, 100 })
end)
case("comparisons with NaN", function()
  each("all", function(GroupIndex)
    local x, s = a[GroupIndex], 0.0
    if x < 1.0 then s = s + 1.0 end
    if x <= 1.0 then s = s + 2.0 end
    if x > 1.0 then s = s + 4.0 end
    if x >= 1.0 then s = s + 8.0 end
    if x == x then s = s + 16.0 end
    if x ~= x then s = s + 32.0 end
    if not (x < 1.0) then s = s + 64.0 end
    f[GroupIndex] = s
  end, { nan, 1, 0 }, { 96, 2 + 8 + 16 + 64, 1 + 2 + 16 })
  each("-0 == 0", function(GroupIndex) f[GroupIndex] = a[GroupIndex] == 0.0 and 1.0 or 0.0 end, { 0, minus }, { 1, 1 })
  each("step", function(GroupIndex) f[GroupIndex] = step(1.0, a[GroupIndex]) end, { 0.5, 1, 2, nan }, { 0, 1, 1, 0 })
end)
case("vectors of length 0 and edges", function()
  local got = run { f = 12, a = { 0 }, Main = function()
    local v = normalize(float3(a[0], 0.0, 0.0))
    f[0], f[1], f[2] = v.x, v.y, v.z
    local r = refract(normalize(float3(1.0, -0.1, 0.0)), float3(0.0, 1.0, 0.0), 1.5)
    f[3], f[4], f[5] = r.x, r.y, r.z
    local s = refract(float3(0.0, -1.0, 0.0), float3(0.0, 1.0, 0.0), 0.5)
    f[6], f[7], f[8] = s.x, s.y, s.z
    f[9] = length(float2(3.0, 4.0))
    f[10] = distance(float2(1.0, 1.0), float2(4.0, 5.0))
    f[11] = dot(float4(1.0, 2.0, 3.0, 4.0), float4(5.0, 6.0, 7.0, 8.0))
  end }
  same("all", got.f, { nan, nan, nan, 0, 0, 0, 0, -1, 0, 5, 5, 70 })
  each("smoothstep", function(GroupIndex) f[GroupIndex] = smoothstep(1.0, 3.0, a[GroupIndex]) end, { 0, 1, 1.5, 2, 3, 4, nan }, { 0, 0, 0.15625, 0.5, 1, 1, 0 })
  each("smoothstep downwards", function(GroupIndex) f[GroupIndex] = smoothstep(3.0, 1.0, a[GroupIndex]) end, { 0, 1.5, 4 }, { 1, 1 - 0.15625, 0 })
  each("smoothstep of no width", function(GroupIndex) f[GroupIndex] = smoothstep(2.0, 2.0, a[GroupIndex]) end, { 1, 3, 2 }, { 0, 1, 0 })
  each("lerp", function(GroupIndex) f[GroupIndex] = lerp(2.0, 4.0, a[GroupIndex]) end, { 0, 1, 0.5, -1, 2 }, { 2, 4, 3, 0, 6 })
end)

case("zeros that are written", function()
  same("all", run { f = 4, a = { 0 }, Main = function()
    f[0], f[1], f[2], f[3] = -0.0, -a[0], 0.0 * -1.0, a[0] * -1.0
  end }.f, { minus, minus, minus, minus })
end)

-- Integers.
local MIN, MAX = -2147483648, 2147483647
local function ints(what, main, list, want)
  same(what, run { Main = main, n = list, i = #want, Threads = { #want, 1, 1 } }.i, want)
end
local function uints(what, main, list, want)
  same(what, run { Main = main, w = list, u = #want, Threads = { #want, 1, 1 } }.u, want)
end
local U = 4294967295
case("integer division", function()
  local pairs_ = { 7, 2, -7, 2, 7, -2, -7, -2, MIN, -1, MIN, 1 }
  ints("/", function(GroupIndex) i[GroupIndex] = n[GroupIndex * 2] / n[GroupIndex * 2 + 1] end, pairs_, { 3, -3, -3, 3, MIN, MIN })
  ints("%", function(GroupIndex) i[GroupIndex] = n[GroupIndex * 2] % n[GroupIndex * 2 + 1] end, pairs_, { 1, -1, 1, -1, 0, 0 })
  -- D3D11: udiv by 0 gives all ones for both
  uints("/ of uint", function(GroupIndex) u[GroupIndex] = w[GroupIndex * 2] / w[GroupIndex * 2 + 1] end, { 7, 2, U, 2, 7, 0, 0, 0 }, { 3, 2147483647, U, U })
  uints("% of uint", function(GroupIndex) u[GroupIndex] = w[GroupIndex * 2] % w[GroupIndex * 2 + 1] end, { 7, 2, U, 10, 7, 0, 0, 0 }, { 1, 5, U, U })
end)
case("integer extremes", function()
  ints("abs", function(GroupIndex) i[GroupIndex] = abs(n[GroupIndex]) end, { 5, -5, MIN }, { 5, 5, MIN })
  ints("negation", function(GroupIndex) i[GroupIndex] = -n[GroupIndex] end, { 5, MIN }, { -5, MIN })
  ints("overflow", function(GroupIndex) i[GroupIndex] = n[GroupIndex] + 1 end, { MAX, -1 }, { MIN, 0 })
  ints("product", function(GroupIndex) i[GroupIndex] = n[GroupIndex] * n[GroupIndex] end, { 65536, 46341, -3 }, { 0, -2147479015, 9 })
  uints("below 0", function(GroupIndex) u[GroupIndex] = w[GroupIndex] - 1 end, { 0, 1 }, { U, 0 })
  ints("sign", function(GroupIndex) i[GroupIndex] = sign(n[GroupIndex]) end, { 5, 0, MIN }, { 1, 0, -1 })
  uints("min as unsigned", function(GroupIndex) u[GroupIndex] = min(w[GroupIndex], 5) end, { U, 3 }, { 5, 3 })
  uints("comparison as unsigned", function(GroupIndex) u[GroupIndex] = w[GroupIndex] > 5 and 1 or 0 end, { U, 3 }, { 1, 0 })
  uints("comparison of uint and int is unsigned", function(GroupIndex) u[GroupIndex] = w[GroupIndex] > uint(int(-1)) and 1 or 0 end, { 3 }, { 0 })
end)
case("bits", function()
  uints("shift_left", function(GroupIndex) u[GroupIndex] = shift_left(w[0], w[GroupIndex]) end, { 5, 31, 32, 33, 63 }, { 160, 2147483648, 5, 10, 2147483648 })
  uints("shift_right", function(GroupIndex) u[GroupIndex] = shift_right(w[0], w[GroupIndex]) end, { 2147483680, 31, 32, 36 }, { 2147483680, 1, 2147483680, 134217730 })
  ints("shift_right of int", function(GroupIndex) i[GroupIndex] = shift_right(n[GroupIndex], 1) end, { -3, 3, MIN }, { -2, 1, -1073741824 })
  uints("firstbithigh", function(GroupIndex) u[GroupIndex] = uint(firstbithigh(w[GroupIndex])) end, { 0, 1, 6, U }, { U, 0, 2, 31 })
  ints("firstbithigh of int", function(GroupIndex) i[GroupIndex] = firstbithigh(n[GroupIndex]) end, { 0, -1, 1, -2, MIN }, { -1, -1, 0, 0, 30 })
  uints("firstbitlow", function(GroupIndex) u[GroupIndex] = uint(firstbitlow(w[GroupIndex])) end, { 0, 1, 6, 2147483648 }, { U, 0, 1, 31 })
  uints("countbits", function(GroupIndex) u[GroupIndex] = countbits(w[GroupIndex]) end, { 0, 255, U }, { 0, 8, 32 })
  uints("reversebits", function(GroupIndex) u[GroupIndex] = reversebits(w[GroupIndex]) end, { 1, 2147483648, 3 }, { 2147483648, 1, 3221225472 })
  uints("and, or, xor, not", function(GroupIndex)
    local x = w[GroupIndex]
    u[GroupIndex] = xor_bits(or_bits(and_bits(x, 0xf0), 0x0f), not_bits(x))
  end, { 0xff }, { 0xffffffff })
end)
case("conversions", function()
  local got = run { a = { 1.9, -1.9, 3e9, -3e9, nan, inf, -inf, 5e9 }, Threads = { 8, 1, 1 }, i = 8, u = 8, Main = function(GroupIndex)
    i[GroupIndex] = int(a[GroupIndex])
    u[GroupIndex] = uint(a[GroupIndex])
  end }
  same("int", got.i, { 1, -1, MAX, MIN, 0, MAX, MIN, MAX })
  same("uint", got.u, { 1, 0, 3000000000, 0, 0, U, 0, U })
  same("float of int", run { n = { MAX, MIN, 16777217 }, f = 3, Threads = { 3, 1, 1 }, Main = function(GroupIndex) f[GroupIndex] = n[GroupIndex] end }.f, { 2147483648, MIN, 16777216 })
  same("float of uint", run { w = { U, 16777219 }, f = 2, Threads = { 2, 1, 1 }, Main = function(GroupIndex) f[GroupIndex] = w[GroupIndex] end }.f, { 4294967296, 16777220 })
  same("bool", run { a = { 0, minus, nan, 2 }, u = 4, Threads = { 4, 1, 1 }, Main = function(GroupIndex) u[GroupIndex] = uint(bool(a[GroupIndex])) end }.u, { 0, 0, 1, 1 })
  -- halves: 1, largest, smallest denormal, below half of that, infinity, NaN's quiet bit, -0
  same("f32tof16", run { a = { 1, 65504, 2 ^ -24, 2 ^ -26, inf, minus, 1 + 2 ^ -10, -2 }, u = 8, Threads = { 8, 1, 1 },
    Main = function(GroupIndex) u[GroupIndex] = f32tof16(a[GroupIndex]) end }.u, { 0x3c00, 0x7bff, 1, 0, 0x7c00, 0x8000, 0x3c01, 0xc000 })
  same("f16tof32", run { w = { 0x3c00, 0x7bff, 1, 0x7c00, 0x8000, 0xc000, 0x7e00, 0xffff3c00, 0x03ff }, f = 9, Threads = { 9, 1, 1 },
    Main = function(GroupIndex) f[GroupIndex] = f16tof32(w[GroupIndex]) end }.f, { 1, 65504, 2 ^ -24, inf, minus, -2, nan, 1, 1023 * 2 ^ -24 })
  same("asuint", run { a = { 1, minus, inf, 1e-45 }, u = 4, Threads = { 4, 1, 1 }, Main = function(GroupIndex) u[GroupIndex] = asuint(a[GroupIndex]) end }.u,
    { 0x3f800000, 0x80000000, 0x7f800000, 1 })
  same("asfloat", run { w = { 0x3f800000, 0x80000000, 0x7fc00000 }, f = 3, Threads = { 3, 1, 1 }, Main = function(GroupIndex) f[GroupIndex] = asfloat(w[GroupIndex]) end }.f,
    { 1, minus, nan })
end)
rig.done()
