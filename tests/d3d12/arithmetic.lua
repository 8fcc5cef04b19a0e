-- Arithmetic of shaders at its edges, as the instructions of Direct3D define it: divisions by zero, conversions out of range, NaN and infinities,
-- shifts, bit scans, rounding, halves. Operands come from memory, so nothing is folded; the same text with constants is folded, and must agree.
local gpu = require "gpu"
local t = require "lib.bench"

local root = t.device:CreateRootSignature { Name = "arithmetic", Parameters = { { Type = "SRV" }, { Type = "UAV" } } }
local source, result = gpu.ByteAddressBuffer("t0"), gpu.RWByteAddressBuffer("u0")

-- Bits of a float, exactly; NAN stands for any NaN.
local NAN, INF, NINF, NEG = "NaN", 0x7f800000, 0xff800000, 0x80000000
local function bits(x)
  if x == 0 then return 1 / x < 0 and NEG or 0 end
  local sign = x < 0 and NEG or 0
  local m, e = math.frexp(math.abs(x))
  if e > 128 then return sign + INF end
  if e < -125 then return sign + math.floor(math.ldexp(m, e + 149) + 0.5) end
  return sign + (e + 126) * 2 ^ 23 + math.floor((m * 2 - 1) * 2 ^ 23 + 0.5)
end
local function i(x) return x < 0 and x + 2 ^ 32 or x end

-- Try runs f on each row: operands a, b as bits, and what it gives as bits.
local function try(name, f, rows)
  local operands = {}
  for k, row in ipairs(rows) do
    operands[2 * k - 1] = row[1] == NAN and 0x7fc00000 or row[1]
    operands[2 * k] = #row == 3 and (row[2] == NAN and 0x7fc00000 or row[2]) or 0
  end
  local from, to = t.Upload("operands", "uint", operands), t.Buffer("results", math.max(256, #rows * 4))
  local count = #rows
  local pipeline = t.Compute(root, name, { 64, 1, 1 }, function(GroupIndex)
    if GroupIndex < count then
      result:Store(GroupIndex * 4, f(source:Load(GroupIndex * 8), source:Load(GroupIndex * 8 + 4)))
    end
  end)
  t.Run(name, function(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(pipeline)
    list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    list:Dispatch(1, 1, 1)
  end)
  local got = t.Read(to, "uint", count)
  for k, row in ipairs(rows) do
    local want, value = row[#row], got[k]
    if value % 2 ^ 31 > INF and want == NAN then value = NAN end
    t.Check(("%s(%s%s)"):format(name, tostring(row[1]), #row == 3 and ", " .. tostring(row[2]) or ""), value, want)
  end
end

local function one(name, f, rows) try(name, function(a, b) return f(a) end, rows) end

-- Integers.
try("uint division", function(a, b) return a / b end, { { 7, 2, 3 }, { 0xffffffff, 0x10, 0x0fffffff }, { 7, 0, 0xffffffff }, { 0, 0, 0xffffffff } })
try("uint remainder", function(a, b) return a % b end, { { 7, 2, 1 }, { 0xffffffff, 0x10, 0xf }, { 7, 0, 0xffffffff }, { 0, 0, 0xffffffff } })
try("int division", function(a, b) return asuint(asint(a) / asint(b)) end,
  { { i(-7), 2, i(-3) }, { 7, i(-2), i(-3) }, { i(-7), i(-2), 3 }, { NEG, i(-1), NEG }, { NEG, 1, NEG }, { NEG, 2, 0xc0000000 } })
try("int remainder", function(a, b) return asuint(asint(a) % asint(b)) end, { { i(-7), 2, i(-1) }, { 7, i(-2), 1 }, { NEG, i(-1), 0 }, { i(-8), 4, 0 } })
try("shift left", function(a, b) return shift_left(a, b) end, { { 1, 31, NEG }, { 1, 32, 1 }, { 1, 33, 2 }, { 0xffffffff, 0xffffffff, NEG } })
try("shift right", function(a, b) return shift_right(a, b) end, { { NEG, 31, 1 }, { NEG, 32, NEG }, { NEG, 63, 1 } })
try("shift right of an int", function(a, b) return asuint(shift_right(asint(a), asint(b))) end,
  { { NEG, 31, 0xffffffff }, { NEG, 32, NEG }, { i(-8), 1, i(-4) }, { i(-1), i(-1), i(-1) } })
try("int min", function(a, b) return asuint(min(asint(a), asint(b))) end, { { i(-1), 1, i(-1) }, { NEG, 0x7fffffff, NEG } })
try("uint min", function(a, b) return min(a, b) end, { { i(-1), 1, 1 }, { NEG, 0x7fffffff, 0x7fffffff } })
one("int abs", function(a) return asuint(abs(asint(a))) end, { { i(-5), 5 }, { NEG, NEG } })
one("int sign", function(a) return asuint(sign(asint(a))) end, { { i(-5), i(-1) }, { 0, 0 }, { 9, 1 } })
one("int negation", function(a) return asuint(-asint(a)) end, { { NEG, NEG }, { 1, 0xffffffff } })
one("firstbithigh of a uint", function(a) return asuint(firstbithigh(a)) end, { { 0, 0xffffffff }, { 1, 0 }, { NEG, 31 }, { 0x00ffffff, 23 }, { 0xffffffff, 31 } })
one("firstbithigh of an int", function(a) return asuint(firstbithigh(asint(a))) end,
  { { 0, 0xffffffff }, { i(-1), 0xffffffff }, { i(-2), 0 }, { 1, 0 }, { 0x7fffffff, 30 }, { NEG, 30 }, { 0xfffffff0, 3 } })
one("firstbitlow", function(a) return asuint(firstbitlow(a)) end, { { 0, 0xffffffff }, { 1, 0 }, { NEG, 31 }, { 0x00ff0000, 16 }, { 6, 1 } })
one("countbits", function(a) return countbits(a) end, { { 0, 0 }, { 0xffffffff, 32 }, { 0x12345678, 13 } })
one("reversebits", function(a) return reversebits(a) end, { { 1, NEG }, { 0x12345678, 0x1e6a2c48 }, { 0, 0 } })

-- Conversions: a float out of range becomes the nearest integer that there is, NaN becomes 0.
one("float to int", function(a) return asuint(int(asfloat(a))) end,
  { { bits(2.99), 2 }, { bits(-2.99), i(-2) }, { bits(-0.9), 0 }, { bits(2 ^ 31), 0x7fffffff }, { bits(-2 ^ 31), NEG }, { bits(-3e9), NEG }, { INF, 0x7fffffff }, { NINF, NEG },
    { NAN, 0 }, { 1, 0 }, { bits(2147483520), 2147483520 } })
one("float to uint", function(a) return uint(asfloat(a)) end,
  { { bits(2.99), 2 }, { bits(-1), 0 }, { bits(-0.5), 0 }, { bits(3e9), 3000000000 }, { bits(2 ^ 32), 0xffffffff }, { INF, 0xffffffff }, { NINF, 0 }, { NAN, 0 } })
one("int to float", function(a) return asuint(float(asint(a))) end, { { 0x7fffffff, bits(2 ^ 31) }, { NEG, bits(-2 ^ 31) }, { 16777217, bits(16777216) }, { 16777219, bits(16777220) } })
one("uint to float", function(a) return asuint(float(a)) end, { { 0xffffffff, bits(2 ^ 32) }, { NEG, bits(2 ^ 31) }, { 0x80000080, bits(2 ^ 31) }, { 0x80000081, bits(2 ^ 31 + 256) } })
one("f32tof16", function(a) return f32tof16(asfloat(a)) end,
  { { bits(1), 0x3c00 }, { bits(-2), 0xc000 }, { bits(65504), 0x7bff }, { INF, 0x7c00 }, { NINF, 0xfc00 }, { bits(2 ^ -24), 1 }, { bits(2 ^ -14), 0x400 }, { NEG, 0x8000 } })
one("f16tof32", function(a) return asuint(f16tof32(a)) end,
  { { 0x3c00, bits(1) }, { 0x7bff, bits(65504) }, { 0x7c00, INF }, { 0xfc00, NINF }, { 1, bits(2 ^ -24) }, { 0x3ff, bits(1023 * 2 ^ -24) }, { 0x7e00, NAN }, { 0x12343c00, bits(1) },
    { 0x8000, NEG } })

-- Floats.
try("division", function(a, b) return asuint(asfloat(a) / asfloat(b)) end,
  { { bits(1), 0, INF }, { bits(-1), 0, NINF }, { bits(1), NEG, NINF }, { 0, 0, NAN }, { INF, INF, NAN }, { bits(1), INF, 0 }, { bits(-1), INF, NEG }, { bits(3), bits(2), bits(1.5) } })
try("multiplication", function(a, b) return asuint(asfloat(a) * asfloat(b)) end, { { 0, INF, NAN }, { INF, bits(-2), NINF }, { bits(1e30), bits(1e30), INF }, { NEG, bits(3), NEG } })
try("addition", function(a, b) return asuint(asfloat(a) + asfloat(b)) end, { { INF, NINF, NAN }, { INF, bits(1), INF }, { NEG, NEG, NEG }, { NEG, 0, 0 } })
try("min", function(a, b) return asuint(min(asfloat(a), asfloat(b))) end,
  { { NAN, bits(2), bits(2) }, { bits(2), NAN, bits(2) }, { NAN, NAN, NAN }, { NINF, NAN, NINF }, { INF, bits(5), bits(5) }, { NINF, bits(5), NINF }, { bits(-1), bits(1), bits(-1) } })
try("max", function(a, b) return asuint(max(asfloat(a), asfloat(b))) end,
  { { NAN, bits(2), bits(2) }, { bits(2), NAN, bits(2) }, { NAN, NAN, NAN }, { INF, NAN, INF }, { INF, bits(5), INF }, { NINF, bits(5), bits(5) }, { bits(-1), bits(1), bits(1) } })
one("saturate", function(a) return asuint(saturate(asfloat(a))) end,
  { { NAN, 0 }, { INF, bits(1) }, { NINF, 0 }, { bits(-1), 0 }, { bits(0.25), bits(0.25) }, { bits(1.5), bits(1) } })
try("less", function(a, b) return asfloat(a) < asfloat(b) and 1 or 0 end, { { NAN, bits(1), 0 }, { bits(1), NAN, 0 }, { NINF, INF, 1 }, { NEG, 0, 0 } })
try("greater or equal", function(a, b) return asfloat(a) >= asfloat(b) and 1 or 0 end, { { NAN, bits(1), 0 }, { bits(1), NAN, 0 }, { INF, INF, 1 }, { NEG, 0, 1 } })
try("equal", function(a, b) return asfloat(a) == asfloat(b) and 1 or 0 end, { { NAN, NAN, 0 }, { NEG, 0, 1 }, { INF, INF, 1 } })
try("not equal", function(a, b) return asfloat(a) ~= asfloat(b) and 1 or 0 end, { { NAN, NAN, 1 }, { NEG, 0, 0 }, { bits(1), NAN, 1 } })
try("not less", function(a, b) return not (asfloat(a) < asfloat(b)) and 1 or 0 end, { { NAN, bits(1), 1 }, { bits(1), bits(2), 0 } })
one("isnan", function(a) return isnan(asfloat(a)) and 1 or 0 end, { { NAN, 1 }, { INF, 0 }, { 0xffc00000, 1 }, { 0x7f800001, 1 }, { 0, 0 } })
one("isinf", function(a) return isinf(asfloat(a)) and 1 or 0 end, { { NAN, 0 }, { INF, 1 }, { NINF, 1 }, { bits(3e38), 0 } })
one("isfinite", function(a) return isfinite(asfloat(a)) and 1 or 0 end, { { NAN, 0 }, { INF, 0 }, { NINF, 0 }, { bits(3e38), 1 } })
one("round", function(a) return asuint(round(asfloat(a))) end,
  { { bits(0.5), 0 }, { bits(1.5), bits(2) }, { bits(2.5), bits(2) }, { bits(-1.5), bits(-2) }, { bits(-0.5), NEG }, { bits(0.49999997), 0 }, { bits(8388609), bits(8388609) }, { INF, INF } })
one("floor", function(a) return asuint(floor(asfloat(a))) end, { { bits(-0.1), bits(-1) }, { bits(1.9), bits(1) }, { NEG, NEG }, { NINF, NINF } })
one("ceil", function(a) return asuint(ceil(asfloat(a))) end, { { bits(-0.1), NEG }, { bits(1.1), bits(2) }, { INF, INF } })
one("trunc", function(a) return asuint(trunc(asfloat(a))) end, { { bits(-1.9), bits(-1) }, { bits(1.9), bits(1) }, { bits(3e9), bits(3e9) } })
one("frac", function(a) return asuint(frac(asfloat(a))) end, { { bits(-1.25), bits(0.75) }, { bits(1.25), bits(0.25) }, { bits(3), 0 } })
try("fmod", function(a, b) return asuint(fmod(asfloat(a), asfloat(b))) end, { { bits(5.5), bits(2), bits(1.5) }, { bits(-5.5), bits(2), bits(-1.5) }, { bits(5.5), bits(-2), bits(1.5) } })
one("sqrt", function(a) return asuint(sqrt(asfloat(a))) end, { { bits(4), bits(2) }, { NEG, NEG }, { bits(-1), NAN }, { INF, INF } })
one("rsqrt", function(a) return asuint(rsqrt(asfloat(a))) end, { { bits(4), bits(0.5) }, { 0, INF }, { NEG, NINF }, { bits(-1), NAN }, { INF, 0 } })
one("rcp", function(a) return asuint(rcp(asfloat(a))) end, { { bits(4), bits(0.25) }, { 0, INF }, { NEG, NINF }, { INF, 0 }, { NINF, NEG } })
one("log2", function(a) return asuint(log2(asfloat(a))) end, { { bits(8), bits(3) }, { bits(0.25), bits(-2) }, { 0, NINF }, { NEG, NINF }, { bits(-1), NAN }, { INF, INF } })
one("exp2", function(a) return asuint(exp2(asfloat(a))) end, { { bits(3), bits(8) }, { bits(-1), bits(0.5) }, { bits(128), INF }, { NINF, 0 }, { INF, INF }, { 0, bits(1) } })
one("sin", function(a) return asuint(sin(asfloat(a))) end, { { 0, 0 }, { INF, NAN }, { NINF, NAN }, { NAN, NAN } })
one("cos", function(a) return asuint(cos(asfloat(a))) end, { { 0, bits(1) }, { INF, NAN }, { NAN, NAN } })
one("sign", function(a) return asuint(int(sign(asfloat(a)))) end, { { bits(-2), i(-1) }, { 0, 0 }, { NEG, 0 }, { INF, 1 }, { NINF, i(-1) }, { NAN, 0 } })
one("abs", function(a) return asuint(abs(asfloat(a))) end, { { bits(-2), bits(2) }, { NINF, INF }, { NEG, 0 } })
one("negation", function(a) return asuint(-asfloat(a)) end, { { 0, NEG }, { INF, NINF } })
try("step", function(a, b) return asuint(step(asfloat(a), asfloat(b))) end, { { bits(1), bits(1), bits(1) }, { bits(1), bits(0.5), 0 }, { NAN, bits(1), 0 } })
try("ldexp", function(a, b) return asuint(ldexp(asfloat(a), asfloat(b))) end, { { bits(1.5), bits(3), bits(12) } })

-- What the compiler works out beforehand is the same.
one("folded divisions", function(a)
  local zero = a * 0
  return and_bits(uint(7) / zero, 0xffff)
end, { { 5, 0xffff } })
one("folded conversions", function(a) return uint(-1.5) + a * 0 end, { { 0, 0 } })
one("folded shifts", function(a) return shift_left(uint(1), 33) + a * 0 end, { { 3, 2 } })
one("folded min of NaN", function(a) return asuint(min(0.0 / 0.0, asfloat(a))) end, { { bits(2), bits(2) } })
t.Done()
