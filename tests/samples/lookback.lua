-- A prefix sum in one dispatch, by decoupled look-back: each group publishes the sum of its block, then walks back over the groups before it until it
-- meets one that knows its whole prefix. Groups take their blocks in the order in which they begin, from a counter. A second kernel counts with a spin
-- lock, which works only where the lanes of a wave may diverge.
local gpu = require "gpu"
local rig = require "lib.rig"

local COUNT, GROUP = 8192, 64
local BLOCKS = COUNT / GROUP
local PARTIAL, WHOLE = 1, 2                                            -- states of a block; 0 is nothing yet
local r = rig.Create("look-back", "COMPUTE")
local input, output = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local status = gpu.RWStructuredBuffer("u1", "uint")                    -- state in the high two bits, sum below; the ticket behind the last block
local lock = gpu.RWStructuredBuffer("u2", "uint")
local shared, ticket = gpu.GroupShared("uint", GROUP), gpu.GroupShared("uint", 2)

local root = r.device:CreateRootSignature { Name = "look-back", Parameters = { { Type = "SRV" }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 2 } } }
local scan = r:Compute(root, "look-back", { GROUP, 1, 1 }, function(GroupIndex)
  if GroupIndex == 0 then ticket[0] = InterlockedAdd(status[BLOCKS], 1) end
  GroupMemoryBarrierWithGroupSync()
  local block = ticket[0]
  local x = input[block * GROUP + GroupIndex]
  shared[GroupIndex] = x
  GroupMemoryBarrierWithGroupSync()
  local distance = uint(1)
  while distance < GROUP do
    local add = uint(0)
    if GroupIndex >= distance then add = shared[GroupIndex - distance] end
    GroupMemoryBarrierWithGroupSync()
    shared[GroupIndex] = shared[GroupIndex] + add
    GroupMemoryBarrierWithGroupSync()
    distance = distance * 2
  end
  if GroupIndex == 0 then
    local sum, before = shared[GROUP - 1], uint(0)
    if block > 0 then
      InterlockedExchange(status[block], or_bits(shift_left(PARTIAL, 30), sum))
      local at = int(block) - 1
      while at >= 0 do
        local word = InterlockedOr(status[at], 0)                      -- an atomic read
        local state = shift_right(word, 30)
        if state > 0 then
          before = before + and_bits(word, 0x3fffffff)
          at = state == WHOLE and -1 or at - 1
        end
      end
    end
    InterlockedExchange(status[block], or_bits(shift_left(WHOLE, 30), before + sum))
    ticket[1] = before
  end
  GroupMemoryBarrierWithGroupSync()
  output[block * GROUP + GroupIndex] = ticket[1] + shared[GroupIndex] - x
end)
local count = r:Compute(root, "spin lock", { GROUP, 1, 1 }, function(DispatchThreadID)
  local done = false
  while not done do
    if InterlockedCompareExchange(lock[0], 0, 1) == 0 then
      lock[1] = lock[1] + 1
      lock[2] = xor_bits(lock[2], DispatchThreadID.x)
      DeviceMemoryBarrier()
      InterlockedExchange(lock[0], 0)
      done = true
    end
  end
end)

local random, values = rig.Random(79), {}
for i = 1, COUNT do values[i] = random(1000) end
local source, sums = r:Upload("input", "uint", values), r:Buffer("sums", COUNT * 4)
local zeros = {}
for i = 1, BLOCKS + 1 do zeros[i] = 0 end
local states, locks = r:Filled("status", "uint", zeros), r:Filled("lock", "uint", { 0, 0, 0 })
r:Run("look-back", function(list)
  list:SetComputeRootSignature(root)
  list:SetComputeRootShaderResourceView(0, source:GetGPUVirtualAddress())
  for i, b in ipairs { sums, states, locks } do list:SetComputeRootUnorderedAccessView(i, b:GetGPUVirtualAddress()) end
  list:SetPipelineState(scan)
  list:Dispatch(BLOCKS, 1, 1)
  list:SetPipelineState(count)
  list:Dispatch(8, 1, 1)
end)
local got, wrong, sum = r:Read(sums, "uint", COUNT), 0, 0
for i = 1, COUNT do
  if got[i] ~= sum then wrong = wrong + 1 end
  sum = sum + values[i]
end
local last, held = r:Read(states, "uint", BLOCKS + 1), r:Read(locks, "uint", 3)
print(("%d numbers in %d blocks, total %d, Lua says %d; %d wrong"):format(COUNT, last[BLOCKS + 1], last[BLOCKS] % 2 ^ 30, sum, wrong))
print(("the lock was held %d times of %d, and is %s"):format(held[2], 8 * GROUP, held[1] == 0 and "free" or "held"))
assert(wrong == 0 and held[3] == 0)
