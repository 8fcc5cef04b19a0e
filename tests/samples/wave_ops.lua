-- Reduction, scan, ballot compaction and a vote with wave operations, for any wave size that the adapter says: nothing but
-- WaveGetLaneCount in the kernels knows it.
local gpu = require "gpu"
local rig = require "lib.rig"

local COUNT, GROUP = 2048, 128
local r = rig.Create("waves", "COMPUTE")
local input = gpu.StructuredBuffer("t0", "int")
local out = gpu.RWStructuredBuffer("u0", "int")
local sums = gpu.RWStructuredBuffer("u1", "int")
local odd = gpu.RWStructuredBuffer("u2", "int")
local perWave = gpu.GroupShared("int", GROUP)

local root = r.device:CreateRootSignature { Name = "waves", Parameters = { { Type = "SRV" }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 2 } } }
local scan = r:Compute(root, "scan and reduce", { GROUP, 1, 1 }, function(DispatchThreadID, GroupIndex, GroupID)
  local x = input[DispatchThreadID.x]
  local lanes = WaveGetLaneCount()
  local wave = GroupIndex / lanes
  local before = WavePrefixSum(x)
  if WaveGetLaneIndex() == lanes - 1 then perWave[wave] = before + x end
  GroupMemoryBarrierWithGroupSync()
  if GroupIndex == 0 then
    local sum = 0
    for i = 0, GROUP / lanes - 1 do
      local n = perWave[i]
      perWave[i] = sum
      sum = sum + n
    end
  end
  GroupMemoryBarrierWithGroupSync()
  out[DispatchThreadID.x] = perWave[wave] + before                     -- exclusive within the group

  local total, least, most = WaveActiveSum(x), WaveActiveMin(x), WaveActiveMax(x)
  if WaveIsFirstLane() then
    InterlockedAdd(sums[0], total)
    InterlockedMin(sums[1], least)
    InterlockedMax(sums[2], most)
    if WaveActiveAllTrue(x > 0) then InterlockedAdd(sums[3], 1) end    -- one active lane: it asks about itself
  end
  -- compaction: one atomic a wave
  local keep = x % 2 ~= 0
  local count, place = WaveActiveCountBits(keep), WavePrefixCountBits(keep)
  local base = 0
  if WaveIsFirstLane() then base = InterlockedAdd(sums[4], int(count)) end
  base = WaveReadLaneFirst(base)
  if keep then odd[base + int(place)] = x end
  local ballot = WaveActiveBallot(keep)
  if WaveIsFirstLane() then InterlockedAdd(sums[5], int(countbits(ballot.x) + countbits(ballot.y) + countbits(ballot.z) + countbits(ballot.w))) end
  if keep then InterlockedAdd(sums[6], int(WaveActiveSum(1))) end      -- only the lanes inside of the branch count
end)

local random, values = rig.Random(29), {}
for i = 1, COUNT do values[i] = random(2001) - 1000 end
local source, result = r:Upload("input", "int", values), r:Buffer("sums of groups", COUNT * 4)
local totals, kept = r:Filled("totals", "int", { 0, 2147483647, -2147483648, 0, 0, 0, 0 }), r:Buffer("odd", COUNT * 4)
r:Run("waves", function(list)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(scan)
  list:SetComputeRootShaderResourceView(0, source:GetGPUVirtualAddress())
  for i, b in ipairs { result, totals, kept } do list:SetComputeRootUnorderedAccessView(i, b:GetGPUVirtualAddress()) end
  list:Dispatch(COUNT / GROUP, 1, 1)
end)

local got, t, o = r:Read(result, "int", COUNT), r:Read(totals, "int", 7), r:Read(kept, "int", COUNT)
local lanes = gpu.GetAdapterDesc().WaveSize
local wrong, sum, all, least, most, odds, firsts, squares, inWave = 0, 0, 0, 1e9, -1e9, {}, 0, 0, 0
for i, x in ipairs(values) do
  if (i - 1) % GROUP == 0 then sum = 0 end
  if got[i] ~= sum then wrong = wrong + 1 end
  sum, all, least, most = sum + x, all + x, math.min(least, x), math.max(most, x)
  if x % 2 ~= 0 then odds[#odds + 1], inWave = x, inWave + 1 end
  if (i - 1) % lanes == 0 and x > 0 then firsts = firsts + 1 end
  if i % lanes == 0 then squares, inWave = squares + inWave * inWave, 0 end
end
local keptList = {}
for i = 1, t[5] do keptList[i] = o[i] end
table.sort(keptList)
table.sort(odds)
for i = 1, #odds do if odds[i] ~= keptList[i] then wrong = wrong + 1 end end
print(("sum %d %d, min %d %d, max %d %d"):format(t[1], all, t[2], least, t[3], most))
print(("first lanes above 0: %d %d; odd %d %d, by ballots %d; pairs of odd lanes in a wave: %d %d"):format(t[4], firsts, t[5], #odds, t[6], t[7], squares))
print(wrong .. " wrong")
assert(wrong == 0 and t[1] == all and t[4] == firsts and t[7] == squares)
