-- Temporal anti-aliasing: one sample a pixel, moved by a part of a pixel from frame to frame, and a history that follows the motion of what it shows.
--
--   scene    colour and motion vectors, the projection jittered by a Halton sequence
--   resolve  history fetched where the pixel was a frame ago, clamped to the colours around it, blended with the new sample ─▶ next history
--
-- Measured against the mean of 256 jittered pictures of the last frame: the picture of one sample, TAA without motion vectors, and TAA. And with
-- nothing moving, no clamp and equal weights TAA must be that mean itself.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, FRAMES, REFERENCE, BLADES = 96, 24, 256, 11
local r = rig.Create("taa")
local device = r.device
local view = gpu.ConstantBuffer("b0", { { "jitter", "float2" }, { "angle", "float" }, { "before", "float" } })
local mode = gpu.ConstantBuffer("b1", { { "weight", "float" }, { "follow", "float" }, { "clamped", "float" } })
local fresh, motion, history = gpu.Texture2D("t0", "float4"), gpu.Texture2D("t1", "float2"), gpu.Texture2D("t2", "float4")
local linear = gpu.SamplerState("s0")

-- Two wheels of thin blades, one turning each way, before a wall of stripes; instance 2 is the wall.
local function turned(p, a)
  local s, c = sincos(a)
  return float2(c * p.x - s * p.y, s * p.x + c * p.y)
end
local function place(blade, k, wheel, angle)
  local centre = wheel == 0 and float2(-0.38, 0.30) or float2(0.36, -0.28)
  local a = (wheel == 0 and angle or -0.7 * angle) + float(blade) * 6.2831853 / BLADES
  local corner = k == 0 and float2(0, 0) or k == 1 and float2(0.58, -0.045) or float2(0.58, 0.045)
  return centre + turned(corner, a)
end
local vs = gpu.VertexShader { Name = "wheels", Interpolation = { hue = "nointerpolation" }, Main = function(VertexID, InstanceID)
  local blade, k = VertexID / 3, VertexID % 3
  local now, old, depth = float2(0, 0), float2(0, 0), 0.5
  if InstanceID == 2 then
    now = float2(k == 1 and 3.0 or -1.0, k == 2 and 3.0 or -1.0) * (blade == 0 and 1.0 or 0.0)
    old = now
    depth = 0.9
  else
    now, old = place(blade, k, InstanceID, view.angle), place(blade, k, InstanceID, view.before)
  end
  return { Position = float4(now + view.jitter, depth, 1), moved = now - old, at = now, hue = uint2(InstanceID, blade) }
end }
local ps = gpu.PixelShader { Name = "paint", Main = function(v)
  local colour = 0.5 + 0.5 * cos(float(v.hue.y) * 2.0 + float3(0, 2, 4) + float(v.hue.x))
  if v.hue.x == 2 then colour = float3(0.08, 0.10, 0.14) + (frac((v.at.x + v.at.y * 0.37) * 9.0) < 0.5 and 0.18 or 0.0) end
  return { Target0 = float4(colour, 1), Target1 = float4(v.moved * float2(0.5, -0.5), 0, 0) }
end }
-- The history between its texels: Catmull and Rom's cubic in nine filtered reads, because a linear filter would blur a little more in each frame.
local function cubic(uv)
  local at = uv * SIZE
  local middle = floor(at - 0.5) + 0.5
  local f = at - middle
  local w0, w1 = f * (-0.5 + f * (1.0 - 0.5 * f)), 1.0 + f * f * (-2.5 + 1.5 * f)
  local w2, w3 = f * (0.5 + f * (2.0 - 1.5 * f)), f * f * (-0.5 + 0.5 * f)
  local w12, sum = w1 + w2, float3(0, 0, 0)
  for y = 0, 2 do
    for x = 0, 2 do
      local p = float2(x == 0 and middle.x - 1.0 or x == 1 and middle.x + w2.x / w12.x or middle.x + 2.0, y == 0 and middle.y - 1.0 or y == 1 and middle.y + w2.y / w12.y or middle.y + 2.0)
      local share = (x == 0 and w0.x or x == 1 and w12.x or w3.x) * (y == 0 and w0.y or y == 1 and w12.y or w3.y)
      sum = sum + history:SampleLevel(linear, p / SIZE, 0).rgb * share
    end
  end
  return sum
end
local resolve = gpu.PixelShader { Name = "resolve", Main = function(v)
  local at = int2(v.Position.xy)
  local now = fresh:Load(int3(at, 0)).rgb
  local low, high, way = now, now, motion:Load(int3(at, 0))              -- way: of what moves most nearby, so that edges move as a whole
  for y = -1, 1 do
    for x = -1, 1 do
      local c = fresh:Load(int3(clamp(at + int2(x, y), 0, SIZE - 1), 0)).rgb
      low, high = min(low, c), max(high, c)
      local m = motion:Load(int3(clamp(at + int2(x, y), 0, SIZE - 1), 0))
      if dot(m, m) > dot(way, way) then way = m end
    end
  end
  local old = cubic(v.uv - way * mode.follow)
  if mode.clamped > 0 then old = clamp(old, low, high) end
  return float4(lerp(old, now, mode.weight), 1)
end }

local root = device:CreateRootSignature { Name = "taa", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 },
  { Type = "32BIT_CONSTANTS", ShaderRegister = 1, Num32BitValues = 3 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2 } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 2 } } } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR" } } }
local HDR = "R32G32B32A32_FLOAT"
local scenePSO = r:Graphics { Name = "scene", RootSignature = root, VS = vs, PS = ps, RTVFormats = { HDR, "R32G32_FLOAT" }, DSVFormat = "D32_FLOAT", RasterizerState = { CullMode = "NONE" } }
local resolvePSO = r:Graphics { Name = "resolve", RootSignature = root, VS = rig.Cover, PS = resolve, RTVFormats = { HDR } }
local colour, colourRTV = r:Target("colour", SIZE, SIZE, HDR)
local moved, movedRTV = r:Target("motion", SIZE, SIZE, "R32G32_FLOAT")
local _, dsv = r:Depth("depth", SIZE, SIZE, "D32_FLOAT")
local inputs = r:SRV(colour)
r:SRV(moved)
local histories = {}
for i = 0, 1 do
  local texture, rtv = r:Target("history " .. i, SIZE, SIZE, HDR)
  histories[i] = { texture = texture, rtv = rtv, srv = r:SRV(texture) }
end

local function halton(i, base)
  local f, x = 1, 0
  while i > 0 do f = f / base x = x + f * (i % base) i = math.floor(i / base) end
  return x
end
local function jitterOf(i) return (2 * halton(i, 2) - 1) / SIZE, (2 * halton(i, 3) - 1) / SIZE end
local function angleOf(frame) return frame * 0.021 end

-- One frame: draws with a jitter at an angle, and blends into the history that was not read.
local newest = 0
local function frame(list, jx, jy, angle, before, weight, follow, clamped)
  local from, to = histories[newest], histories[1 - newest]
  list:SetDescriptorHeaps { r.views }
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRoot32BitConstants(0, { jx, jy, angle, before })
  list:SetGraphicsRoot32BitConstants(1, { weight, follow and 1 or 0, clamped and 1 or 0 })
  rig.Targets(list, SIZE, SIZE, { colourRTV, movedRTV }, dsv)
  list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:SetPipelineState(scenePSO)
  list:DrawInstanced(3 * BLADES, 3, 0, 0)
  rig.Barrier(list, colour, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  rig.Barrier(list, moved, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  rig.Barrier(list, from.texture, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  list:SetGraphicsRootDescriptorTable(2, inputs)
  list:SetGraphicsRootDescriptorTable(3, from.srv)
  rig.Targets(list, SIZE, SIZE, { to.rtv })
  list:SetPipelineState(resolvePSO)
  list:DrawInstanced(3, 1, 0, 0)
  rig.Barrier(list, colour, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET")
  rig.Barrier(list, moved, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET")
  rig.Barrier(list, from.texture, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET")
  newest = 1 - newest
end
local function numbers(texture)
  local all = {}
  for _, row in ipairs(r:Texels(texture, "RENDER_TARGET", "float", 4)) do
    for x = 0, SIZE - 1 do
      for k = 1, 3 do all[#all + 1] = row[4 * x + k] end
    end
  end
  return all
end
local function psnr(a, b)
  local sum = 0
  for i = 1, #a do sum = sum + (a[i] - b[i]) ^ 2 end
  return 10 * math.log(#a / sum) / math.log(10)
end

-- A film of frames that turns on by angleOf; weight 0.12 is the usual share of the new sample.
local function film(follow, clamped)
  r:Run("film", function(list)
    for i = 1, FRAMES do
      local jx, jy = jitterOf((i - 1) % 8 + 1)
      frame(list, jx, jy, angleOf(i), angleOf(i - 1), i == 1 and 1 or 0.12, follow, clamped)
    end
  end)
  return numbers(histories[newest].texture)
end

-- The reference: the mean of many pictures of the last moment, by weights 1/n; Lua adds up the first four of them as well.
local sums, still = {}, {}
local function samples(first, last)
  r:Run("samples", function(list)
    for i = first, last do
      local jx, jy = jitterOf(i)
      frame(list, jx, jy, angleOf(FRAMES), angleOf(FRAMES), 1 / i, true, false)
    end
  end)
end
for i = 1, 4 do
  samples(i, i)
  for k, x in ipairs(numbers(colour)) do sums[k] = (sums[k] or 0) + x / 4 end
end
still = numbers(histories[newest].texture)
local worst = 0
for k, x in ipairs(still) do worst = math.max(worst, math.abs(x - sums[k])) end
samples(5, REFERENCE)
local reference = numbers(histories[newest].texture)

r:Run("one sample", function(list) frame(list, 0, 0, angleOf(FRAMES), angleOf(FRAMES), 1, true, true) end)
local single = psnr(numbers(histories[newest].texture), reference)
local smeared = psnr(film(false, false), reference)
local blind = psnr(film(false, true), reference)
local good = psnr(film(true, true), reference)
gpu.SavePNG("taa.png", histories[newest].texture)
print(("nothing moves: the mean of 4 samples is that of Lua, %s"):format(worst < 1e-5 and "within 0.00001" or worst))
print(("one sample %.2f dB, a history that stands still %.2f dB, clamped %.2f dB, TAA %.2f dB"):format(single, smeared, blind, good))
