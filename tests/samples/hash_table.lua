-- An open-addressing hash table filled by 6,000 work items at once: InterlockedCompareExchange claims a slot, InterlockedAdd counts the key.
-- Keys repeat, so many items race for one slot. Lookups of present and absent keys follow in a second dispatch.
local gpu = require "gpu"
local rig = require "lib.rig"

local COUNT, SLOTS, EMPTY = 6000, 4096, 0xffffffff
local r = rig.Create("hash table", "COMPUTE")
local input  = gpu.StructuredBuffer("t0", "uint")
local slots  = gpu.RWByteAddressBuffer("u0")                          -- key and count a slot
local answer = gpu.RWStructuredBuffer("u1", "uint")
local probes = gpu.RWStructuredBuffer("u2", "uint")

local function hash(k)                                                -- Murmur's finalizer
  k = xor_bits(k, shift_right(k, 16)) * 0x85ebca6b
  k = xor_bits(k, shift_right(k, 13)) * 0xc2b2ae35
  return and_bits(xor_bits(k, shift_right(k, 16)), SLOTS - 1)
end

local root = r.device:CreateRootSignature { Name = "hash", Parameters = { { Type = "SRV" }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 2 } } }
local clear = r:Compute(root, "clear", { 64, 1, 1 }, function(DispatchThreadID)
  slots:Store2(DispatchThreadID.x * 8, uint2(EMPTY, 0))
  if DispatchThreadID.x == 0 then probes[0] = 0 end
end)
local insert = r:Compute(root, "insert", { 64, 1, 1 }, function(DispatchThreadID)
  if DispatchThreadID.x >= COUNT then return end
  local key = input[DispatchThreadID.x]
  local slot, tries = hash(key), uint(1)
  while true do
    local before = slots:InterlockedCompareExchange(slot * 8, EMPTY, key)
    if before == EMPTY or before == key then break end
    slot = (slot + 1) % SLOTS
    tries = tries + 1
  end
  slots:InterlockedAdd(slot * 8 + 4, 1)
  InterlockedMax(probes[0], tries)
end)
local lookup = r:Compute(root, "lookup", { 64, 1, 1 }, function(DispatchThreadID)
  local key = DispatchThreadID.x
  local slot, found = hash(key), uint(0)
  repeat
    local entry = slots:Load2(slot * 8)
    if entry.x == key then found = entry.y end
    slot = (slot + 1) % SLOTS
  until entry.x == EMPTY or entry.x == key
  answer[key] = found
end)

local random, keys, counts, distinct = rig.Random(17), {}, {}, 0
for i = 1, COUNT do
  local k = random(3200)
  keys[i] = k
  if not counts[k] then distinct = distinct + 1 end
  counts[k] = (counts[k] or 0) + 1
end
local source, tableBuffer = r:Upload("keys", "uint", keys), r:Buffer("table", SLOTS * 8)
local answers, longest = r:Buffer("answers", SLOTS * 4), r:Buffer("probes", 4)
r:Run("hash table", function(list)
  list:SetComputeRootSignature(root)
  list:SetComputeRootShaderResourceView(0, source:GetGPUVirtualAddress())
  for i, b in ipairs { tableBuffer, answers, longest } do list:SetComputeRootUnorderedAccessView(i, b:GetGPUVirtualAddress()) end
  for i, pipeline in ipairs { clear, insert, lookup } do
    if i > 1 then rig.Sync(list, tableBuffer, longest) end
    list:SetPipelineState(pipeline)
    list:Dispatch(({ SLOTS / 64, math.ceil(COUNT / 64), SLOTS / 64 })[i], 1, 1)
  end
end)
local got, wrong = r:Read(answers, "uint", SLOTS), 0
for k = 0, SLOTS - 1 do if got[k + 1] ~= (counts[k] or 0) then wrong = wrong + 1 end end
print(("%d keys, %d distinct in %d slots, longest probe %d, %d wrong counts"):format(COUNT, distinct, SLOTS, r:Read(longest, "uint", 1)[1], wrong))
assert(wrong == 0)
