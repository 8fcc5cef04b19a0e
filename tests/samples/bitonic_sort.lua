-- Bitonic sort of 16,384 keys: large strides with one dispatch a step, small strides of a whole block in groupshared memory.
local gpu = require "gpu"
local rig = require "lib.rig"

local COUNT, BLOCK = 16384, 1024
local r = rig.Create("bitonic sort", "COMPUTE")

local keys = gpu.RWStructuredBuffer("u0", "uint")
local step = gpu.ConstantBuffer("b0", { { "size", "uint" }, { "stride", "uint" } })
local block = gpu.GroupShared("uint", BLOCK)

local root = r.device:CreateRootSignature { Name = "sort", Parameters = {
  { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 2 } } }

local global = r:Compute(root, "global step", { 256, 1, 1 }, function(DispatchThreadID)
  local t = DispatchThreadID.x
  local low = 2 * step.stride * (t / step.stride) + t % step.stride
  local high = low + step.stride
  local ascending = and_bits(low, step.size) == 0
  local a, b = keys[low], keys[high]
  if (a > b) == ascending then
    keys[low] = b
    keys[high] = a
  end
end)

-- Two keys a work item; all strides from step.stride down to 1.
local shared = r:Compute(root, "shared steps", { BLOCK / 2, 1, 1 }, function(GroupIndex, GroupID)
  local first = GroupID.x * BLOCK
  block[GroupIndex] = keys[first + GroupIndex]
  block[GroupIndex + BLOCK / 2] = keys[first + GroupIndex + BLOCK / 2]
  GroupMemoryBarrierWithGroupSync()
  local stride = step.stride
  while stride > 0 do
    local low = 2 * stride * (GroupIndex / stride) + GroupIndex % stride
    local a, b = block[low], block[low + stride]
    if (a > b) == (and_bits(first + low, step.size) == 0) then
      block[low] = b
      block[low + stride] = a
    end
    GroupMemoryBarrierWithGroupSync()
    stride = stride / 2
  end
  keys[first + GroupIndex] = block[GroupIndex]
  keys[first + GroupIndex + BLOCK / 2] = block[GroupIndex + BLOCK / 2]
end)

local random, values = rig.Random(7), {}
for i = 1, COUNT do values[i] = random(2 ^ 31) end
local buffer = r:Filled("keys", "uint", values)

local dispatches = 0
r:Run("sort", function(list)
  list:SetComputeRootSignature(root)
  list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
  local function run(pipeline, size, stride)
    if dispatches > 0 then rig.Sync(list, buffer) end
    list:SetPipelineState(pipeline)
    list:SetComputeRoot32BitConstants(1, { gpu.AsUint(size), gpu.AsUint(stride) })
    list:Dispatch(pipeline == shared and COUNT / BLOCK or COUNT / 512, 1, 1)
    dispatches = dispatches + 1
  end
  local size = 2
  while size <= COUNT do
    local stride = size / 2
    while stride >= BLOCK do
      run(global, size, stride)
      stride = stride / 2
    end
    run(shared, size, stride)
    size = size * 2
  end
end)

local got = r:Read(buffer, "uint", COUNT)
table.sort(values)
local wrong = 0
for i = 1, COUNT do if got[i] ~= values[i] then wrong = wrong + 1 end end
print(("%d keys in %d dispatches, %d wrong; from %d to %d"):format(COUNT, dispatches, wrong, got[1], got[COUNT]))
assert(wrong == 0)
