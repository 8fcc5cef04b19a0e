-- Bit tricks: the eight-to-ten-queens problem by masks, one subtree a work item; and 64-bit arithmetic on two uint: addition, multiplication,
-- shifts, and the xorshift64 generator, checked against Lua's own limbs of 16 bits.
local gpu = require "gpu"
local rig = require "lib.rig"
local r = rig.Create("queens", "COMPUTE")

local out, words = gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint2")
local size = gpu.ConstantBuffer("b0", { { "n", "uint" } })
local root = r.device:CreateRootSignature { Name = "queens", Parameters = { { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }

local queens = r:Compute(root, "queens", { 64, 1, 1 }, function(DispatchThreadID)
  local n = size.n
  local first, second = DispatchThreadID.x % 16, DispatchThreadID.x / 16   -- columns of the first two queens
  if first >= n or second >= n then return end
  local full = shift_left(1, n) - 1
  local a, b = shift_left(1, first), shift_left(1, second)
  local left, right = shift_left(a, 1), shift_right(a, 1)
  if and_bits(b, or_bits(a, or_bits(left, right))) ~= 0 then return end
  local cols, lefts, rights, free = Array("uint", 16), Array("uint", 16), Array("uint", 16), Array("uint", 16)
  local depth, count = 2, uint(0)
  cols[2] = or_bits(a, b)
  lefts[2] = shift_left(or_bits(left, b), 1)
  rights[2] = shift_right(or_bits(right, b), 1)
  free[2] = and_bits(full, not_bits(or_bits(cols[2], or_bits(lefts[2], rights[2]))))
  while depth >= 2 do
    if free[depth] == 0 then
      depth = depth - 1
    else
      local bit = and_bits(free[depth], not_bits(free[depth]) + 1)      -- the lowest 1
      free[depth] = xor_bits(free[depth], bit)
      if depth + 1 == int(n) then
        count = count + 1
      else
        local c, l, q = or_bits(cols[depth], bit), shift_left(or_bits(lefts[depth], bit), 1), shift_right(or_bits(rights[depth], bit), 1)
        depth = depth + 1
        cols[depth] = c
        lefts[depth] = l
        rights[depth] = q
        free[depth] = and_bits(full, not_bits(or_bits(c, or_bits(l, q))))
      end
    end
  end
  InterlockedAdd(out[n], count)
end)

-- 64 bits as uint2(low, high)
local function add64(a, b)
  local low = a.x + b.x
  return uint2(low, a.y + b.y + (low < a.x and uint(1) or uint(0)))
end
local function mulHigh(a, b)                                           -- the high 32 bits of a product
  local al, ah, bl, bh = and_bits(a, 0xffff), shift_right(a, 16), and_bits(b, 0xffff), shift_right(b, 16)
  local mid = ah * bl + shift_right(al * bl, 16)
  local mid2 = al * bh + and_bits(mid, 0xffff)
  return ah * bh + shift_right(mid, 16) + shift_right(mid2, 16)
end
local function mul64(a, b) return uint2(a.x * b.x, mulHigh(a.x, b.x) + a.x * b.y + a.y * b.x) end
local function shl64(a, n)                                             -- n from 1 to 31
  return uint2(shift_left(a.x, n), or_bits(shift_left(a.y, n), shift_right(a.x, 32 - n)))
end
local function shr64(a, n) return uint2(or_bits(shift_right(a.x, n), shift_left(a.y, 32 - n)), shift_right(a.y, n)) end

local wide = r:Compute(root, "64 bits", { 1, 1, 1 }, function()
  local x, sum = uint2(0x9e3779b9, 0x12345678), uint2(0, 0)
  for i = 0, 7 do
    x = xor_bits(x, shl64(x, 13))
    x = xor_bits(x, shr64(x, 7))
    x = xor_bits(x, shl64(x, 17))
    sum = add64(mul64(sum, uint2(0x4c957f2d, 0x5851f42d)), x)
    words[2 * i] = x
    words[2 * i + 1] = sum
  end
end)

local counts, wideBuffer = r:Filled("counts", "uint", { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }), r:Buffer("words", 128)
r:Run("queens", function(list)
  list:SetComputeRootSignature(root)
  list:SetComputeRootUnorderedAccessView(0, counts:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(1, wideBuffer:GetGPUVirtualAddress())
  list:SetPipelineState(queens)
  for n = 4, 10 do
    list:SetComputeRoot32BitConstant(2, gpu.AsUint(n), 0)
    list:Dispatch(4, 1, 1)                                             -- they add to different elements: no barrier
  end
  list:SetPipelineState(wide)
  list:Dispatch(1, 1, 1)
end)
print("queens 4 to 10: " .. table.concat(r:Read(counts, "uint", 7, 16), " "))

-- The same in Lua, on four limbs of 16 bits.
local function xor16(a, b)
  local out_, bit = 0, 1
  for _ = 1, 16 do
    if a % 2 ~= b % 2 then out_ = out_ + bit end
    a, b, bit = math.floor(a / 2), math.floor(b / 2), bit * 2
  end
  return out_
end
local function xor(a, b) local c = {} for i = 1, 4 do c[i] = xor16(a[i], b[i]) end return c end
local function shift(a, n)                                             -- left by n, or right by -n, bit after bit
  for _ = 1, math.abs(n) do
    local c = {}
    for i = 1, 4 do
      if n > 0 then c[i] = a[i] * 2 % 65536 + (i > 1 and math.floor(a[i - 1] / 32768) or 0)
      else c[i] = math.floor(a[i] / 2) + (i < 4 and a[i + 1] % 2 * 32768 or 0) end
    end
    a = c
  end
  return a
end
local function carry(a)
  local c = 0
  for i = 1, 4 do a[i], c = (a[i] + c) % 65536, math.floor((a[i] + c) / 65536) end
  return a
end
local function mul(a, b)
  local c = { 0, 0, 0, 0 }
  for i = 1, 4 do for j = 1, 5 - i do c[i + j - 1] = c[i + j - 1] + a[i] * b[j] end end
  return carry(c)
end
local x, sum, wrong = { 0x79b9, 0x9e37, 0x5678, 0x1234 }, { 0, 0, 0, 0 }, 0
local got = r:Read(wideBuffer, "uint", 32)
for i = 0, 7 do
  x = xor(x, shift(x, 13))
  x = xor(x, shift(x, -7))
  x = xor(x, shift(x, 17))
  local m = mul(sum, { 0x7f2d, 0x4c95, 0xf42d, 0x5851 })
  for k = 1, 4 do m[k] = m[k] + x[k] end
  sum = carry(m)
  for k, want in ipairs { x, sum } do
    local at = i * 4 + (k - 1) * 2
    if got[at + 1] ~= want[1] + want[2] * 65536 or got[at + 2] ~= want[3] + want[4] * 65536 then wrong = wrong + 1 end
  end
end
print(("64-bit words: %d of 16 wrong; the last is %08x%08x"):format(wrong, got[32], got[31]))
