-- Connected components by label propagation with pointer jumping: union by InterlockedMin on roots until a dispatch changes nothing.
-- The CPU reads the flag after each round, as a loop with readback does.
local gpu = require "gpu"
local rig = require "lib.rig"

local W, H = 64, 48
local r = rig.Create("components", "COMPUTE")
local mask = gpu.StructuredBuffer("t0", "uint")
local labels = gpu.RWStructuredBuffer("u0", "uint")
local changed = gpu.RWStructuredBuffer("u1", "uint")
local root = r.device:CreateRootSignature { Name = "components", Parameters = { { Type = "SRV" }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 } } }

local init = r:Compute(root, "init", { 8, 8, 1 }, function(DispatchThreadID)
  local i = DispatchThreadID.y * W + DispatchThreadID.x
  labels[i] = i
  if i == 0 then changed[0] = 0 end
end)
local function find(i)
  local at = i
  while labels[at] ~= at do at = labels[at] end
  return at
end
local function unite(a, b)
  local p, q = find(a), find(b)
  while p ~= q do
    if p < q then
      p, q = q, p
    end
    local before = InterlockedMin(labels[p], q)
    if before == p then
      InterlockedAdd(changed[0], 1)
      return
    end
    p = find(before)
    q = find(q)
  end
end
local merge = r:Compute(root, "merge", { 8, 8, 1 }, function(DispatchThreadID)
  local p = DispatchThreadID.xy
  local i = p.y * W + p.x
  if mask[i] == 0 then return end
  if p.x + 1 < W and mask[i + 1] ~= 0 then unite(i, i + 1) end
  if p.y + 1 < H and mask[i + W] ~= 0 then unite(i, i + W) end
end)
local flatten = r:Compute(root, "flatten", { 8, 8, 1 }, function(DispatchThreadID)
  local i = DispatchThreadID.y * W + DispatchThreadID.x
  labels[i] = find(i)
end)

local random, pixels = rig.Random(43), {}
for i = 1, W * H do pixels[i] = random(100) < 60 and 1 or 0 end
local source, labelBuffer, flag = r:Upload("mask", "uint", pixels), r:Buffer("labels", W * H * 4), r:Buffer("changed", 4)
local rounds, merges = 0, {}
repeat
  rounds = rounds + 1
  r:Run("round", function(list)
    list:SetComputeRootSignature(root)
    list:SetComputeRootShaderResourceView(0, source:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(1, labelBuffer:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(2, flag:GetGPUVirtualAddress())
    for _, pipeline in ipairs(rounds == 1 and { init, merge, flatten } or { merge, flatten }) do
      list:SetPipelineState(pipeline)
      list:Dispatch(W / 8, H / 8, 1)
      rig.Sync(list, labelBuffer, flag)
    end
  end)
  merges[rounds] = r:Read(flag, "uint", 1)[1]
until rounds > 1 and merges[rounds] == merges[rounds - 1]

local got, want, wrong, count, biggest = r:Read(labelBuffer, "uint", W * H), {}, 0, 0, 0
for i = 0, W * H - 1 do
  if pixels[i + 1] == 1 and not want[i] then                           -- the first texel of a component has its least index
    count = count + 1
    local stack, size = { i }, 0
    want[i] = i
    while #stack > 0 do
      local at = table.remove(stack)
      size = size + 1
      local x = at % W
      for _, n in ipairs { x > 0 and at - 1 or -1, x < W - 1 and at + 1 or -1, at - W, at + W } do
        if n >= 0 and n < W * H and pixels[n + 1] == 1 and not want[n] then
          want[n] = i
          stack[#stack + 1] = n
        end
      end
    end
    biggest = math.max(biggest, size)
  end
end
for i = 0, W * H - 1 do if pixels[i + 1] == 1 and got[i + 1] ~= want[i] then wrong = wrong + 1 end end
print(("%d components, the largest has %d texels; %d rounds with %d merges; %d labels wrong"):format(count, biggest, rounds, merges[rounds], wrong))
