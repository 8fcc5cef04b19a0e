-- Bloom: bright pass, a pyramid of half-size levels made by compute shaders on the mips of one texture, and the way back up with a tent filter.
-- Each mip has its own UAV, and its own state while its neighbour is read.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, LEVELS = 64, 5
local r = rig.Create("bloom", "COMPUTE")
local source, linear = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0")
local target = gpu.RWTexture2D("u0", "float4")
local level = gpu.ConstantBuffer("b0", { { "size", "uint" } })

local root = r.device:CreateRootSignature { Name = "bloom", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR", AddressU = "CLAMP", AddressV = "CLAMP" } } }

local bright = r:Compute(root, "bright pass", { 8, 8, 1 }, function(DispatchThreadID)
  local p = (float2(DispatchThreadID.xy) + 0.5) / SIZE
  local lamps = smoothstep(0.06, 0.02, distance(p, float2(0.3, 0.35))) * float3(6, 3, 1) + smoothstep(0.04, 0.01, distance(p, float2(0.7, 0.6))) * float3(1, 3, 8)
  target[DispatchThreadID.xy] = float4(max(lamps - 0.5, 0), 1)
end)
local down = r:Compute(root, "down", { 8, 8, 1 }, function(DispatchThreadID)
  if any(DispatchThreadID.xy >= level.size) then return end
  local uv = (float2(DispatchThreadID.xy) + 0.5) / float(level.size)
  target[DispatchThreadID.xy] = source:SampleLevel(linear, uv, 0)   -- between four texels: their mean
end)
local up = r:Compute(root, "up", { 8, 8, 1 }, function(DispatchThreadID)
  if any(DispatchThreadID.xy >= level.size) then return end
  local uv, t = (float2(DispatchThreadID.xy) + 0.5) / float(level.size), 1.0 / float(level.size)
  local sum = source:SampleLevel(linear, uv, 0) * 4
  for i = 0, 3 do
    local d = float2(i % 2 * 2 - 1, i / 2 * 2 - 1) * t
    sum = sum + source:SampleLevel(linear, uv + d, 0) * 2 + source:SampleLevel(linear, uv + float2(d.x, 0) * float(i % 2) + float2(0, d.y) * float(1 - i % 2), 0)
  end
  target[DispatchThreadID.xy] = target[DispatchThreadID.xy] + sum / 16.0
end)

local pyramid = r:Texture("pyramid", SIZE, SIZE, "R16G16B16A16_FLOAT", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS", { MipLevels = LEVELS })
local reads, mips = {}, {}                                             -- a view for reading shows one mip: its neighbour is being written
for m = 0, LEVELS - 1 do
  reads[m] = r:SRV(pyramid, { Format = "R16G16B16A16_FLOAT", ViewDimension = "TEXTURE2D", MostDetailedMip = m, MipLevels = 1 })
  mips[m] = r:UAV(pyramid, { Format = "R16G16B16A16_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = m })
end

local function sum(m)                                                  -- red light of a level, from the CPU's view
  local rows = r:Texels(pyramid, "UNORDERED_ACCESS", "half", 4, m)
  local total = 0
  for _, row in ipairs(rows) do for x = 1, #row, 4 do total = total + row[x] end end
  return total
end
local function start(list)
  list:SetDescriptorHeaps { r.views }
  list:SetComputeRootSignature(root)
end
local function pass(list, pipeline, from, to)
  local size = SIZE / 2 ^ to
  rig.Barrier(list, pyramid, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE", from)
  list:SetPipelineState(pipeline)
  list:SetComputeRootDescriptorTable(0, reads[from])
  list:SetComputeRootDescriptorTable(1, mips[to])
  list:SetComputeRoot32BitConstants(2, { gpu.AsUint(size) })
  list:Dispatch(math.ceil(size / 8), math.ceil(size / 8), 1)
  rig.Barrier(list, pyramid, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS", from)
end
r:Run("down", function(list)
  start(list)
  list:SetPipelineState(bright)
  list:SetComputeRootDescriptorTable(1, mips[0])
  list:Dispatch(SIZE / 8, SIZE / 8, 1)
  for m = 1, LEVELS - 1 do pass(list, down, m - 1, m) end
end)
local before = {}
for m = 0, LEVELS - 1 do before[m] = sum(m) * 4 ^ m end
print(("red light a level, times its texels: %.1f %.1f %.1f %.1f %.1f"):format(before[0], before[1], before[2], before[3], before[4]))
r:Run("up", function(list)
  start(list)
  for m = LEVELS - 2, 0, -1 do pass(list, up, m + 1, m) end
end)
print(("the picture holds %.2f times its light"):format(sum(0) / before[0]))
gpu.SavePNG("bloom.png", pyramid)
