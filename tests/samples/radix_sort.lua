-- Least-significant-digit radix sort of 8,192 pairs: four passes of 8 bits, each a histogram a block, a prefix sum over digits and blocks,
-- and a stable scatter.
--
--   count     [digit][block] counts         groupshared atomics
--   scan      exclusive prefix sums         one group, digit after digit
--   scatter   key to its place              rank within the block: how many equal digits stand before
local gpu = require "gpu"
local rig = require "lib.rig"

local COUNT, BLOCK, DIGITS = 8192, 256, 256
local BLOCKS = COUNT / BLOCK
local r = rig.Create("radix sort", "COMPUTE")

local Pair = { { "key", "uint" }, { "value", "uint" } }
local from, to = gpu.StructuredBuffer("t0", Pair), gpu.RWStructuredBuffer("u0", Pair)
local counts = gpu.RWStructuredBuffer("u1", "uint")
local pass = gpu.ConstantBuffer("b0", { { "shift", "uint" } })
local bins, digits, sums = gpu.GroupShared("uint", DIGITS), gpu.GroupShared("uint", BLOCK), gpu.GroupShared("uint", DIGITS)

local function digitOf(key) return and_bits(shift_right(key, pass.shift), DIGITS - 1) end

local root = r.device:CreateRootSignature { Name = "radix", Parameters = { { Type = "SRV" }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 },
  { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }

local count = r:Compute(root, "count", { BLOCK, 1, 1 }, function(DispatchThreadID, GroupIndex, GroupID)
  bins[GroupIndex] = 0
  GroupMemoryBarrierWithGroupSync()
  InterlockedAdd(bins[digitOf(from[DispatchThreadID.x].key)], 1)
  GroupMemoryBarrierWithGroupSync()
  counts[GroupIndex * BLOCKS + GroupID.x] = bins[GroupIndex]
end)

local scan = r:Compute(root, "scan", { DIGITS, 1, 1 }, function(GroupIndex)
  local total = uint(0)
  for b = 0, BLOCKS - 1 do total = total + counts[GroupIndex * BLOCKS + b] end
  sums[GroupIndex] = total
  GroupMemoryBarrierWithGroupSync()
  local distance = uint(1)
  while distance < DIGITS do
    local add = uint(0)
    if GroupIndex >= distance then add = sums[GroupIndex - distance] end
    GroupMemoryBarrierWithGroupSync()
    sums[GroupIndex] = sums[GroupIndex] + add
    GroupMemoryBarrierWithGroupSync()
    distance = distance * 2
  end
  local before = sums[GroupIndex] - total
  for b = 0, BLOCKS - 1 do
    local at = GroupIndex * BLOCKS + b
    local n = counts[at]
    counts[at] = before
    before = before + n
  end
end)

local scatter = r:Compute(root, "scatter", { BLOCK, 1, 1 }, function(DispatchThreadID, GroupIndex, GroupID)
  local pair = from[DispatchThreadID.x]
  local digit = digitOf(pair.key)
  digits[GroupIndex] = digit
  GroupMemoryBarrierWithGroupSync()
  local rank = uint(0)
  for i = 0, GroupIndex - 1 do
    if digits[i] == digit then rank = rank + 1 end
  end
  to[counts[digit * BLOCKS + GroupID.x] + rank] = pair
end)

local random, words, pairsOf = rig.Random(11), {}, {}
for i = 1, COUNT do
  local key = random(2 ^ 16) * 65536 + random(200)                    -- low halves repeat, so that stability is seen
  pairsOf[i] = { key, i }
  words[2 * i - 1], words[2 * i] = key, i
end
local a, b = r:Filled("pairs", "uint", words), r:Buffer("sorted", COUNT * 8)
local counted = r:Buffer("counts", DIGITS * BLOCKS * 4)

r:Run("radix sort", function(list)
  list:SetComputeRootSignature(root)
  list:SetComputeRootUnorderedAccessView(2, counted:GetGPUVirtualAddress())
  local source, target = a, b
  for p = 0, 3 do
    if p > 0 then
      rig.Barrier(list, source, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
      rig.Barrier(list, target, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS")
      rig.Sync(list, counted)
    end
    list:SetComputeRootShaderResourceView(0, source:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(1, target:GetGPUVirtualAddress())
    list:SetComputeRoot32BitConstants(3, { gpu.AsUint(p * 8) })
    list:SetPipelineState(count)
    list:Dispatch(BLOCKS, 1, 1)
    rig.Sync(list, counted)
    list:SetPipelineState(scan)
    list:Dispatch(1, 1, 1)
    rig.Sync(list, counted)
    list:SetPipelineState(scatter)
    list:Dispatch(BLOCKS, 1, 1)
    source, target = target, source
  end
end)

local got, wrong = r:Read(a, "uint", COUNT * 2), 0
table.sort(pairsOf, function(x, y) if x[1] ~= y[1] then return x[1] < y[1] end return x[2] < y[2] end)
for i = 1, COUNT do
  if got[2 * i - 1] ~= pairsOf[i][1] or got[2 * i] ~= pairsOf[i][2] then wrong = wrong + 1 end
end
print(("%d pairs, %d passes of %d digits in %d blocks: %d wrong"):format(COUNT, 4, DIGITS, BLOCKS, wrong))
assert(wrong == 0)
