-- Intrinsics at the edges of what they take: zeros with their signs, infinities, NaN, numbers that are too large or too small, and places where a formula
-- of HLSL's reference decides. Operands come from memory, so nothing is folded.
local gpu = require "gpu"
local t = require "lib.bench"

local root = t.device:CreateRootSignature { Name = "intrinsics", Parameters = { { Type = "SRV" }, { Type = "UAV" } } }
local source, result = gpu.ByteAddressBuffer("t0"), gpu.RWByteAddressBuffer("u0")
local NAN, INF = 0 / 0, 1 / 0
local NEG0 = t.Read(t.Contents("the zero with a sign", "uint", { 0x80000000 }), "float", 1)[1]
local PI = math.pi

-- Close compares within a relative error, zeros with their signs: 0 and -0 are two results.
local function close(what, got, want, tolerance)
  if want == 0 then
    t.Check(what, { got, 1 / got }, { want, 1 / want })
  else
    t.Check(what, got, want, (tolerance or 1e-6) * math.max(1e-38, math.abs(want)))
  end
end

-- Run gives what f makes of each row of up to four operands: a word each, as kind says.
local function run(name, f, rows, inputs, kind)
  local operands = {}
  for k, row in ipairs(rows) do
    for i = 1, 4 do operands[k * 4 - 4 + i] = row[i] or 0 end
  end
  local from, to = t.Upload("operands", inputs, operands), t.Buffer("results", math.max(256, #rows * 4))
  local count = #rows
  local pipeline = t.Compute(root, name, { 64, 1, 1 }, function(GroupIndex)
    if GroupIndex < count then result:Store(GroupIndex * 4, f(source:Load4(GroupIndex * 16))) end
  end)
  t.Run(name, function(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(pipeline)
    list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    list:Dispatch(1, 1, 1)
  end)
  return t.Read(to, kind, count)
end

local function shown(row, n)
  local parts = {}
  for i = 1, n do parts[i] = tostring(row[i]) end
  return table.concat(parts, ", ")
end

-- Floats: rows of operands, then what is wanted, then a tolerance.
local function floats(name, count, f, rows)
  local got = run(name, f, rows, "float", "float")
  for k, row in ipairs(rows) do close(("%s(%s)"):format(name, shown(row, count)), got[k], row[count + 1], row[count + 2]) end
end

local function words(name, count, f, rows, kind)
  local got = run(name, f, rows, "uint", kind or "uint")
  for k, row in ipairs(rows) do t.Check(("%s(%s)"):format(name, shown(row, count)), got[k], row[count + 1]) end
end

-- One operand.
local function one(name, f, rows) floats(name, 1, f, rows) end
one("sin", function(v) return asuint(sin(asfloat(v.x))) end, { { NEG0, NEG0 }, { 0, 0 }, { 314.16, 0.0007346401, 1e-2 }, { -314.16, -0.0007346401, 1e-2 }, { PI / 2, 1 } })
one("cos", function(v) return asuint(cos(asfloat(v.x))) end, { { NEG0, 1 }, { PI, -1 }, { 314.16, 0.99999973 } })
one("tan", function(v) return asuint(tan(asfloat(v.x))) end, { { NAN, NAN }, { INF, NAN }, { -INF, NAN }, { NEG0, NEG0 }, { 0, 0 }, { 1, math.tan(1) }, { -1, -math.tan(1) } })
one("asin", function(v) return asuint(asin(asfloat(v.x))) end, { { NAN, NAN }, { INF, NAN }, { -INF, NAN }, { NEG0, NEG0 }, { 0, 0 }, { 1, PI / 2 }, { -1, -PI / 2 }, { 1.5, NAN }, { -1.5, NAN }, { 0.5, PI / 6 } })
one("acos", function(v) return asuint(acos(asfloat(v.x))) end, { { NAN, NAN }, { INF, NAN }, { -INF, NAN }, { NEG0, PI / 2 }, { 1, 0 }, { -1, PI }, { 1.5, NAN }, { -1.5, NAN }, { 0.5, PI / 3 } })
one("atan", function(v) return asuint(atan(asfloat(v.x))) end, { { NAN, NAN }, { INF, PI / 2 }, { -INF, -PI / 2 }, { NEG0, NEG0 }, { 0, 0 }, { 1, PI / 4 }, { -1, -PI / 4 }, { 1e30, PI / 2 } })
one("sinh", function(v) return asuint(sinh(asfloat(v.x))) end, { { NAN, NAN }, { INF, INF }, { -INF, -INF }, { NEG0, NEG0 }, { 0, 0 }, { 1, 1.17520119 }, { -1, -1.17520119 }, { 1e-5, 1e-5 }, { 89, 2.2448062e38 }, { 100, INF } })
one("cosh", function(v) return asuint(cosh(asfloat(v.x))) end, { { NAN, NAN }, { INF, INF }, { -INF, INF }, { NEG0, 1 }, { 1, 1.54308063 }, { -1, 1.54308063 }, { -100, INF } })
one("tanh", function(v) return asuint(tanh(asfloat(v.x))) end, { { NAN, NAN }, { INF, 1 }, { -INF, -1 }, { NEG0, NEG0 }, { 0, 0 }, { 1, 0.761594156 }, { 50, 1 }, { -50, -1 }, { 1e-5, 1e-5 } })
one("exp", function(v) return asuint(exp(asfloat(v.x))) end, { { NAN, NAN }, { INF, INF }, { -INF, 0 }, { NEG0, 1 }, { 1, math.exp(1) }, { 89, INF }, { -110, 0 }, { 10, 22026.46579 }, { -1, 0.367879441 } })
one("log", function(v) return asuint(log(asfloat(v.x))) end, { { NAN, NAN }, { INF, INF }, { -INF, NAN }, { NEG0, -INF }, { 0, -INF }, { 1, 0 }, { -1, NAN }, { 100, 4.6051701 }, { 2.718281828, 1 } })
one("log10", function(v) return asuint(log10(asfloat(v.x))) end, { { NAN, NAN }, { INF, INF }, { NEG0, -INF }, { 1, 0 }, { -1, NAN }, { 1000, 3 }, { 0.01, -2 } })
one("log2", function(v) return asuint(log2(asfloat(v.x))) end, { { NAN, NAN }, { -INF, NAN }, { 1, 0 }, { 1024, 10 }, { 0.125, -3 } })
one("frac", function(v) return asuint(frac(asfloat(v.x))) end, { { NAN, NAN }, { INF, NAN }, { -INF, NAN }, { NEG0, 0 }, { -1, 0 }, { 2.75, 0.75 }, { -7.25, 0.75 } })
one("round", function(v) return asuint(round(asfloat(v.x))) end, { { NAN, NAN }, { -INF, -INF }, { NEG0, NEG0 }, { 10.5, 10 }, { 11.5, 12 }, { -10.5, -10 }, { -10.6, -11 }, { -0.25, NEG0 } })
one("floor", function(v) return asuint(floor(asfloat(v.x))) end, { { NAN, NAN }, { INF, INF }, { NEG0, NEG0 }, { -10.5, -11 }, { 10.6, 10 } })
one("ceil", function(v) return asuint(ceil(asfloat(v.x))) end, { { NAN, NAN }, { -INF, -INF }, { NEG0, NEG0 }, { -0.5, NEG0 }, { 10.4, 11 }, { -10.4, -10 } })
one("trunc", function(v) return asuint(trunc(asfloat(v.x))) end, { { NAN, NAN }, { INF, INF }, { NEG0, NEG0 }, { -0.5, NEG0 }, { 10.6, 10 }, { -10.6, -10 } })
one("degrees", function(v) return asuint(degrees(asfloat(v.x))) end, { { PI, 180 }, { INF, INF }, { NAN, NAN }, { NEG0, NEG0 } })
one("radians", function(v) return asuint(radians(asfloat(v.x))) end, { { 180, PI }, { -INF, -INF }, { NEG0, NEG0 } })
one("sqrt", function(v) return asuint(sqrt(asfloat(v.x))) end, { { NAN, NAN }, { -INF, NAN }, { INF, INF }, { NEG0, NEG0 }, { 2, math.sqrt(2) } })
one("rsqrt", function(v) return asuint(rsqrt(asfloat(v.x))) end, { { NAN, NAN }, { -INF, NAN }, { INF, 0 }, { NEG0, -INF }, { 16, 0.25 } })
one("the whole part of modf", function(v) local f, w = modf(asfloat(v.x)) return asuint(w) end, { { -1.25, -1 }, { 1.25, 1 }, { 0.5, 0 }, { INF, INF }, { -INF, -INF }, { NAN, NAN } })
one("the fraction of modf", function(v) local f, w = modf(asfloat(v.x)) return asuint(f) end, { { -1.25, -0.25 }, { 1.25, 0.25 }, { 3, 0 }, { NAN, NAN } })
one("the mantissa of frexp", function(v) local m, e = frexp(asfloat(v.x)) return asuint(m) end, { { 8, 0.5 }, { -3, -0.75 }, { 0, 0 }, { 1, 0.5 } })
one("the exponent of frexp", function(v) local m, e = frexp(asfloat(v.x)) return asuint(e) end, { { 8, 4 }, { -3, 2 }, { 0, 0 }, { 1, 1 }, { 0.25, -1 } })

-- Two operands. pow is exp2(y * log2(x)) in HLSL: x to the 0 is 1, 0 to a positive number 0, 0 to a negative one infinity, and negative x has none.
floats("pow", 2, function(v) return asuint(pow(asfloat(v.x), asfloat(v.y))) end,
  { { 2, 10, 1024 }, { 2, -1, 0.5 }, { 0, 2, 0 }, { 0, -2, INF }, { 5, 0, 1 }, { 1, 1000, 1 }, { 10, 100, INF }, { 0.5, 200, 0 }, { INF, 2, INF }, { INF, -2, 0 }, { 2, INF, INF }, { 2, -INF, 0 }, { -2, 0.5, NAN },
    { NAN, 2, NAN }, { 2, NAN, NAN }, { 9, 0.5, 3 } })
floats("atan2", 2, function(v) return asuint(atan2(asfloat(v.x), asfloat(v.y))) end,
  { { 0, 1, 0 }, { NEG0, 1, NEG0 }, { 0, -1, PI, 1e-6 }, { 1, 0, PI / 2 }, { -1, 0, -PI / 2 }, { 1, 1, PI / 4 }, { 1, -1, 3 * PI / 4 }, { -1, -1, -3 * PI / 4 }, { -1, 1, -PI / 4 }, { 5, INF, 0 }, { 5, -INF, PI },
    { INF, 5, PI / 2 }, { -INF, 5, -PI / 2 }, { NAN, 1, NAN }, { 1, NAN, NAN }, { 1e-30, 1e30, 0 }, { 1e30, 1e-30, PI / 2 } })
floats("fmod", 2, function(v) return asuint(fmod(asfloat(v.x), asfloat(v.y))) end, { { 5.5, 2, 1.5 }, { -5.5, -2, -1.5 }, { 1, 0, NAN }, { INF, 2, NAN }, { NAN, 1, NAN }, { 3, 5, 3 }, { -4, 3, -1 } })
floats("ldexp", 2, function(v) return asuint(ldexp(asfloat(v.x), asfloat(v.y))) end, { { 1.5, 3, 12 }, { -1, -1, -0.5 }, { 0, 10, 0 }, { INF, -5, INF }, { NAN, 1, NAN }, { 1, 128, INF } })
floats("step", 2, function(v) return asuint(step(asfloat(v.x), asfloat(v.y))) end, { { 1, 2, 1 }, { 2, 1, 0 }, { 0, NEG0, 1 }, { -INF, -INF, 1 }, { 1, NAN, 0 }, { NAN, 1, 0 } })
floats("max", 2, function(v) return asuint(max(asfloat(v.x), asfloat(v.y))) end, { { -INF, INF, INF }, { INF, -INF, INF }, { NAN, -INF, -INF }, { -1, -2, -1 } })
floats("min", 2, function(v) return asuint(min(asfloat(v.x), asfloat(v.y))) end, { { -INF, INF, -INF }, { INF, NAN, INF }, { -1, -2, -2 } })

-- Three. clamp is min(max(x, low), high): NaN becomes low, and high wins where the ends are exchanged.
floats("clamp", 3, function(v) return asuint(clamp(asfloat(v.x), asfloat(v.y), asfloat(v.z))) end, { { NAN, 1, 2, 1 }, { 5, 3, 1, 1 }, { 0, 3, 1, 1 }, { INF, 0, 7, 7 }, { -INF, 0, 7, 0 } })
floats("lerp", 3, function(v) return asuint(lerp(asfloat(v.x), asfloat(v.y), asfloat(v.z))) end, { { 1, 3, 0, 1 }, { 1, 3, 1, 3 }, { 1, 3, 2, 5 }, { 1, 3, -1, -1 }, { 0, INF, 0, NAN } })
floats("mad", 3, function(v) return asuint(mad(asfloat(v.x), asfloat(v.y), asfloat(v.z))) end, { { 2, 3, 4, 10 }, { INF, 0, 1, NAN }, { 1, INF, -INF, NAN }, { 1, -INF, -INF, -INF }, { NEG0, 1, NEG0, NEG0 } })
-- The parameter of smoothstep is saturated, so equal ends make a step, and at the step itself, where it would be 0 / 0, 0.
floats("smoothstep", 3, function(v) return asuint(smoothstep(asfloat(v.x), asfloat(v.y), asfloat(v.z))) end,
  { { 0, 2, 1, 0.5 }, { 0, 1, -1, 0 }, { 0, 1, 2, 1 }, { 1, 1, 2, 1 }, { 1, 1, 0, 0 }, { 1, 1, 1, 0 }, { 2, 0, 1, 0.5 }, { 2, 0, 0, 1 }, { 0, 1, NAN, 0 }, { 0, 1, 0.25, 0.15625 } })

-- Vectors: lengths of what is too long, directions of what has none, and the two sides of a surface.
floats("length", 3, function(v) return asuint(length(asfloat(v.xyz))) end, { { 3, 4, 0, 5 }, { 0, 0, 0, 0 }, { INF, 0, 0, INF }, { NAN, 0, 0, NAN }, { 1e30, 0, 0, INF } })
floats("normalize", 3, function(v) return asuint(normalize(asfloat(v.xyz)).x) end, { { 3, 4, 0, 0.6 }, { 0, 0, 0, NAN }, { -2, 0, 0, -1 } })
floats("faceforward", 1, function(v) return asuint(faceforward(float2(1, 2), float2(asfloat(v.x), 0), float2(1, 0)).x) end, { { -1, 1 }, { 1, -1 }, { 0, -1 } })
floats("reflect", 2, function(v) return asuint(reflect(asfloat(v.xy), float2(0, 1)).y) end, { { 1, -1, 1 }, { 1, 2, -2 } })
floats("refract", 3, function(v) return asuint(refract(asfloat(v.xy), float2(0, 1), asfloat(v.z)).y) end, { { 0, -1, 1.5, -1 }, { 1, 0, 1.5, 0 }, { 0.6, -0.8, 1, -0.8 } })
floats("lit", 3, function(v) return asuint(lit(asfloat(v.x), asfloat(v.y), asfloat(v.z)).z) end, { { 1, 0.5, 2, 0.25 }, { -1, 0.5, 2, 0 }, { 1, -0.5, 2, 0 } })
floats("dst", 2, function(v) return asuint(dst(float4(1, asfloat(v.x), 3, 4), float4(5, asfloat(v.y), 7, 8)).y) end, { { 2, 6, 12 } })

-- Words. All of it wraps, as the arithmetic of integers does.
local M = 0xffffffff
words("mad of uint", 3, function(v) return mad(v.x, v.y, v.z) end, { { 3, 4, 5, 17 }, { M, M, 0, 1 }, { 0x10000, 0x10000, 7, 7 } })
words("mad of int", 3, function(v) return asuint(mad(asint(v.x), asint(v.y), asint(v.z))) end, { { M, 5, 7, 2 }, { 0x80000000, 2, 1, 1 } })
words("uint product", 2, function(v) return v.x * v.y end, { { M, 2, M - 1 }, { 0x10001, 0x10001, 0x20001 } })
words("clamp of int", 3, function(v) return asuint(clamp(asint(v.x), asint(v.y), asint(v.z))) end, { { M - 9, M - 4, 5, M - 4 }, { 9, M - 4, 5, 5 }, { 0, 5, 1, 1 } })
words("msad4", 4, function(v) return msad4(v.x, v.yz, uint4(v.w)).x end, { { 0x01020304, 0x01020304, 0, 0, 0 }, { 0xff000001, 0x00000002, 0, 5, 5 + 255 + 1 }, { 0, 0x12345678, 0, 9, 9 }, { 0x10000000, 0x20000000, 0, M, 15 } })
words("msad4, a byte on", 4, function(v) return msad4(v.x, v.yz, uint4(v.w)).y end, { { 0x04030201, 0x03020100, 0x00000004, 0, 0 }, { 0x04030201, 0, 0, 0, 10 } })
words("dot4add_u8packed", 3, function(v) return dot4add_u8packed(v.x, v.y, v.z) end, { { M, M, 0, 4 * 255 * 255 }, { 0x01020304, 0x01010101, 5, 15 }, { 0x000000ff, 0x000000ff, M, 65024 } })
words("dot4add_i8packed", 3, function(v) return asuint(dot4add_i8packed(v.x, v.y, asint(v.z))) end, { { M, M, 0, 4 }, { 0x80808080, 0x80808080, 1, 65537 }, { 0x80808080, 0x7f7f7f7f, 0, 0x100000000 - 65024 } })
words("pack_s8", 4, function(v) return pack_s8(asint(v)) end, { { 1, M, 0x7f, 0x80, 0x807fff01 }, { 0x1234, 0x100, 0x1ff, 0, 0x00ff0034 } })
words("pack_clamp_s8", 4, function(v) return pack_clamp_s8(asint(v)) end, { { 1, M, 128, 0x80000000, 0x807fff01 }, { 1000, M - 127, M - 128, 127, 0x7f80807f } })
words("pack_clamp_u8", 4, function(v) return pack_clamp_u8(asint(v)) end, { { 1, M, 256, 0x7fffffff, 0xffff0001 }, { 255, 254, 0x80000000, 0, 0xfeff } })
words("unpack_s8s32", 1, function(v) return asuint(unpack_s8s32(v.x).z) end, { { 0x00800000, 0xffffff80 }, { 0x007f0000, 127 } })
words("unpack_u8u32", 1, function(v) return unpack_u8u32(v.x).w end, { { 0x80000000, 128 }, { 0xff000000, 255 } })
words("D3DCOLORtoUBYTE4", 0, function(v) return asuint(D3DCOLORtoUBYTE4(float4(1, 0.5, 0, 1)).z) end, { { 255 } })
words("any", 2, function(v) return any(v.xy) and 1 or 0 end, { { 0, 0, 0 }, { 0, 1, 1 }, { 0x80000000, 0, 1 } })
words("all", 2, function(v) return all(v.xy) and 1 or 0 end, { { 0, 1, 0 }, { 5, 1, 1 } })
words("any of floats", 2, function(v) return any(asfloat(v.xy)) and 1 or 0 end, { { 0x80000000, 0, 0 }, { 0x7fc00000, 0, 1 }, { 1, 0, 1 } })

-- Floats become floats of fewer bits toward 0, so that finite ones stay finite; subnormal halves too.
words("f32tof16", 1, function(v) return f32tof16(asfloat(v.x)) end,
  { { 0x3f801000, 0x3c00 }, { 0x3f803000, 0x3c01 }, { 0x3f801fff, 0x3c00 }, { 0xbf801fff, 0xbc00 }, { 0x477fefff, 0x7bff }, { 0x477ff000, 0x7bff }, { 0xc7800000, 0xfbff }, { 0x7f7fffff, 0x7bff }, { 0x7f800000, 0x7c00 },
    { 0x33000000, 0 }, { 0x337fffff, 0 }, { 0x33800000, 1 }, { 0xb3ffffff, 0x8001 }, { 0x387fffff, 0x3ff }, { 0x7fc00000, 0x7e00 }, { 0x80000000, 0x8000 } })
t.Done()
