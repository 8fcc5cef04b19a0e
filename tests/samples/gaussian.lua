-- A separable Gaussian with a groupshared apron: a group of 64 loads 64 + 2 * RADIUS texels of a row once. Edges are clamped.
local gpu = require "gpu"
local rig = require "lib.rig"

local W, H, RADIUS, GROUP = 128, 48, 6, 64
local r = rig.Create("gaussian", "COMPUTE")
local weights, total = {}, 0
for i = -RADIUS, RADIUS do weights[i + RADIUS + 1] = math.exp(-i * i / 12) total = total + math.exp(-i * i / 12) end
for i in ipairs(weights) do weights[i] = weights[i] / total end

local input, output = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
local how = gpu.ConstantBuffer("b0", { { "direction", "int2" }, { "size", "int2" } })
local apron = gpu.GroupShared("float", GROUP + 2 * RADIUS)

local root = r.device:CreateRootSignature { Name = "gaussian", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" }, { Type = "UAV", NumDescriptors = 1 } } },
  { Type = "32BIT_CONSTANTS", Num32BitValues = 4 } } }
local blur = r:Compute(root, "blur", { GROUP, 1, 1 }, function(GroupIndex, GroupID)
  local along, across = how.direction, how.direction.yx
  local line = across * int(GroupID.y)
  local first = int(GroupID.x) * GROUP
  local i = int(GroupIndex)
  while i < GROUP + 2 * RADIUS do
    local at = clamp(line + along * (first + i - RADIUS), 0, how.size - 1)
    apron[i] = input:Load(int3(at, 0))
    i = i + GROUP
  end
  GroupMemoryBarrierWithGroupSync()
  local at = line + along * (first + int(GroupIndex))
  if any(at >= how.size) then return end
  local sum = 0.0
  for k = 0, 2 * RADIUS do sum = sum + apron[GroupIndex + k] * weights[k + 1] end
  output[at] = sum
end)

local random, pixels = rig.Random(41), {}
for i = 1, W * H do pixels[i] = random(1000) / 1000 end
local a = r:Texture("a", W, H, "R32_FLOAT", "ALLOW_UNORDERED_ACCESS", "COPY_DEST")
local b = r:Texture("b", W, H, "R32_FLOAT", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS")
local staging = r:Upload("staging", "float", pixels)                   -- rows of 512 bytes: aligned as they are
local toB = r:SRV(a)
r:UAV(b)
local toA = r:SRV(b)
r:UAV(a)
r:Run("blur", function(list)
  list:CopyTextureRegion({ Resource = a }, 0, 0, 0, { Resource = staging, Format = "R32_FLOAT", Width = W, Height = H, RowPitch = W * 4 })
  rig.Barrier(list, a, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  list:SetDescriptorHeaps { r.views }
  list:SetComputeRootSignature(root)
  list:SetPipelineState(blur)
  list:SetComputeRootDescriptorTable(0, toB)
  list:SetComputeRoot32BitConstants(1, { gpu.AsInt(1), gpu.AsInt(0), gpu.AsInt(W), gpu.AsInt(H) })
  list:Dispatch(math.ceil(W / GROUP), H, 1)
  list:ResourceBarrier { { Resource = a, Before = "NON_PIXEL_SHADER_RESOURCE", After = "UNORDERED_ACCESS" }, { Resource = b, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }
  list:SetComputeRootDescriptorTable(0, toA)
  list:SetComputeRoot32BitConstants(1, { gpu.AsInt(0), gpu.AsInt(1), gpu.AsInt(W), gpu.AsInt(H) })
  list:Dispatch(math.ceil(H / GROUP), W, 1)
end)
local worst, rows = 0, r:Texels(a, "UNORDERED_ACCESS", "float", 1)
local function clamped(x, y) return pixels[math.max(0, math.min(H - 1, y)) * W + math.max(0, math.min(W - 1, x)) + 1] end
for y = 0, H - 1, 5 do
  for x = 0, W - 1, 3 do
    local sum = 0
    for j = -RADIUS, RADIUS do for i = -RADIUS, RADIUS do sum = sum + clamped(x + i, y + j) * weights[i + RADIUS + 1] * weights[j + RADIUS + 1] end end
    worst = math.max(worst, math.abs(sum - rows[y + 1][x + 1]))
  end
end
print(("%d x %d, radius %d: the 2D sum in Lua agrees: %s; texel 0, 0 is %.5f"):format(W, H, RADIUS, tostring(worst < 1e-5), rows[1][1]))
