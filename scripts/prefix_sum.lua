-- An exclusive prefix sum of 100,000 numbers in three dispatches, checked against Lua.
--
--   values    [ block 0 ][ block 1 ][ block 2 ] …
--   scan        sums within each block, block totals           groupshared + waves
--   totals      sums of the totals                             one group, the same kernel
--   add         each block adds the sum of those before it
--
-- Within a block: a wave sums its lanes with WavePrefixSum, the waves leave their totals in groupshared memory, and
-- log2(waves) rounds between two halves of it turn them into sums, with a barrier a round.
local gpu = require "gpu"
local bench = require "lib.workbench"

local COUNT, BLOCK = 100000, 512
local LANES = 4                                                       -- lanes of a wave: gpu.GetAdapterDesc().WaveSize
local WAVES = BLOCK / LANES
assert(gpu.GetAdapterDesc().WaveSize == LANES)

local values = gpu.StructuredBuffer("t0", "uint")
local sums   = gpu.RWStructuredBuffer("u0", "uint")
local totals = gpu.RWStructuredBuffer("u1", "uint")
local size   = gpu.ConstantBuffer("b0", { { "count", "uint" } })
local shared = gpu.GroupShared("uint", 2 * WAVES)

local scan = gpu.ComputeShader {
  Name = "scan", NumThreads = { BLOCK, 1, 1 },
  Main = function(DispatchThreadID, GroupID, GroupIndex)
    local index = DispatchThreadID.x
    local value = 0
    if index < size.count then value = values[index] end
    local before = WavePrefixSum(value)
    local wave = GroupIndex / LANES
    if GroupIndex % LANES == LANES - 1 then shared[wave] = before + value end
    GroupMemoryBarrierWithGroupSync()

    local from, to, distance = uint(0), uint(WAVES), uint(1)           -- Hillis and Steele, from one half to the other
    while distance < WAVES do
      if GroupIndex < WAVES then
        local sum = shared[from + GroupIndex]
        if GroupIndex >= distance then sum = sum + shared[from + GroupIndex - distance] end
        shared[to + GroupIndex] = sum
      end
      GroupMemoryBarrierWithGroupSync()
      from, to, distance = to, from, distance * 2
    end

    if wave > 0 then before = before + shared[from + wave - 1] end
    if index < size.count then sums[index] = before end
    if GroupIndex == BLOCK - 1 then totals[GroupID.x] = before + value end
  end,
}

local offsets = gpu.StructuredBuffer("t0", "uint")
local add = gpu.ComputeShader {
  Name = "add", NumThreads = { BLOCK, 1, 1 },
  Main = function(DispatchThreadID, GroupID)
    if DispatchThreadID.x < size.count then sums[DispatchThreadID.x] = sums[DispatchThreadID.x] + offsets[GroupID.x] end
  end,
}

local numbers, seed = {}, 1
for i = 1, COUNT do
  seed = seed * 16807 % 2147483647                                    -- Park and Miller
  numbers[i] = seed % 1000
end

local b = bench.Create("prefix sum")
local blocks   = math.ceil(COUNT / BLOCK)
local staging  = b:Staging("numbers", "uint", numbers)
local result   = b:Buffer("sums", COUNT * 4)
local blockSum = b:Buffer("block totals", blocks * 4)
local blockPre = b:Buffer("sums of totals", blocks * 4)
local grand    = b:Buffer("grand total", 4)
local readback = b:Buffer("readback", COUNT * 4 + 4, "READBACK")
local root     = b:Root("scan", { "t0", "u0", "u1", Constants = 1 })
local scanPSO, addPSO = b:Pipeline(scan, root), b:Pipeline(add, root)
assert(blocks <= BLOCK)                                               -- one group sums the totals

b:Submit("prefix sum", function(list)
  list:SetComputeRootSignature(root)
  local function pass(label, pso, from, to, totals, count)
    b:Begin(list, label)
    list:SetPipelineState(pso)
    list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(2, totals:GetGPUVirtualAddress())
    list:SetComputeRoot32BitConstants(3, { gpu.AsUint(count) })
    list:Dispatch(math.ceil(count / BLOCK), 1, 1)
    b:End(list)
  end
  pass("scan blocks", scanPSO, staging, result, blockSum, COUNT)      -- an UPLOAD buffer is always readable
  bench.Transition(list, blockSum, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
  pass("scan totals", scanPSO, blockSum, blockPre, grand, blocks)
  bench.Transition(list, blockPre, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
  bench.UAV(list, result)                                             -- written by the first pass, read and written by the last
  pass("add offsets", addPSO, blockPre, result, grand, COUNT)
  bench.Transition(list, result, "UNORDERED_ACCESS", "COPY_SOURCE")
  bench.Transition(list, grand, "UNORDERED_ACCESS", "COPY_SOURCE")
  list:CopyBufferRegion(readback, 0, result, 0, COUNT * 4)
  list:CopyBufferRegion(readback, COUNT * 4, grand, 0, 4)
end)
b:Wait()

local got, sum, wrong = bench.Read(readback, "uint", COUNT + 1), 0, 0
for i = 1, COUNT do
  if got[i] ~= sum then wrong = wrong + 1 end
  sum = sum + numbers[i]
end
if got[COUNT + 1] ~= sum then wrong = wrong + 1 end
print(("%d numbers in %d blocks of %d: total %d, Lua says %d, %d sums differ"):format(COUNT, blocks, BLOCK, got[COUNT + 1], sum, wrong))
b:Report()
print("sums " .. gpu.Hash(result))
