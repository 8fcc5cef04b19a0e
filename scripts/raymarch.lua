-- A rotunda on the water after sunset, as distance fields: one kernel, no triangle.
--
--   for each pixel and bounce      march ─ what is hit?  stone    sunset, sky and lamp: soft shadow, ambient occlusion
--                                                        water    Fresnel: goes on as its reflection
--                                                        lamp     shines
--                                                        nothing  sky
--   list   raymarch ─ develop ─ copy back            hdr: UNORDERED_ACCESS → NON_PIXEL_SHADER_RESOURCE
--
-- A distance field says for each point how far the nearest surface is at least. So a ray may step that far without missing
-- one, a shadow is soft where a ray to the light nearly touches something, and a corner is dark where surfaces are nearer
-- than the height above one.
local gpu = require "gpu"
local bench = require "lib.workbench"

local W, H = 640, 360
local COLUMNS, FAR = 12, 40.0

local hdr   = gpu.RWTexture2D("u0", "float4")
local scene = gpu.Texture2D("t0", "float4")
local image = gpu.RWTexture2D("u1", "float4")

-- Shapes.
local function cylinder(p, radius, half)
  local d = float2(length(p.xz) - radius, abs(p.y) - half)
  return min(max(d.x, d.y), 0.0) + length(max(d, 0.0))
end

local function box(p, half)
  local d = abs(p) - half
  return min(max(d.x, max(d.y, d.z)), 0.0) + length(max(d, 0.0))
end

local STONE, LAMP = 1, 2
local LAMP_AT = 1.42

-- The distance to the rotunda and the material of what is nearest.
local function map(p)
  local d = cylinder(p - float3(0, 0.02, 0), 3.10, 0.14)              -- three steps
  d = min(d, cylinder(p - float3(0, 0.20, 0), 2.80, 0.09))
  d = min(d, cylinder(p - float3(0, 0.36, 0), 2.52, 0.09)) - 0.015

  local sector = 6.2831853 / COLUMNS
  local angle = atan2(p.z, p.x)
  local index = floor(angle / sector + 0.5)
  local a = angle - index * sector
  local r = length(p.xz)
  local q = float3(r * cos(a) - 2.20, p.y, r * sin(a))                -- one column stands for all of them
  local broken = index == -2 or index == -5                           -- two have fallen
  local top = broken and (index == -2 and 1.15 or 0.80) or 2.50
  local flute = 0.010 * cos(atan2(q.z, q.x) * 14.0)
  local shaft = cylinder(q - float3(0, (0.45 + top) * 0.5, 0), 0.175 - 0.018 * (q.y - 0.45) - flute, (top - 0.45) * 0.5)
  d = min(d, shaft * 0.9)
  d = min(d, box(q - float3(0, 0.50, 0), float3(0.23, 0.05, 0.23)) - 0.01)
  if not broken then d = min(d, box(q - float3(0, 2.50, 0), float3(0.22, 0.05, 0.22)) - 0.01) end

  local ring = box(float3(r - 2.20, p.y - 2.72, 0), float3(0.20, 0.17, 0.0)) - 0.01
  ring = min(ring, box(float3(r - 2.20, p.y - 2.92, 0), float3(0.29, 0.035, 0.0)) - 0.01)
  local gap = abs(angle + sector * 2.05) - sector * 0.88              -- the ring has broken off above a fallen column
  d = min(d, max(ring, -gap * r * 0.7 + 0.06 * sin(p.y * 23.0 + r * 9.0)))

  d = min(d, cylinder(p - float3(0, 0.65, 0), 0.17 + 0.06 * abs(p.y - 0.65), 0.30) - 0.01)
  local lamp = length(p - float3(0, LAMP_AT, 0)) - 0.34
  if lamp < d then return lamp, LAMP end
  return d, STONE
end

local function hash(p)
  local q = frac(p * float2(0.1031, 0.1030))
  q = q + dot(q, q.yx + 33.33)
  return frac((q.x + q.y) * q.x)
end

local function noise(p)
  local i, f = floor(p), frac(p)
  local u = f * f * (3.0 - 2.0 * f)
  return lerp(lerp(hash(i), hash(i + float2(1, 0)), u.x), lerp(hash(i + float2(0, 1)), hash(i + float2(1, 1)), u.x), u.y)
end

local function clouds(p)
  local sum, weight = 0.0, 0.5
  for octave = 1, 5 do
    sum = sum + noise(p) * weight
    p, weight = float2(p.x * 1.6 - p.y * 1.2, p.x * 1.2 + p.y * 1.6) + 3.1, weight * 0.5
  end
  return sum
end

local function sky(dir, sun)
  local up = max(dir.y, 0.0)
  local toSun = saturate(dot(dir, sun))
  local colour = lerp(float3(0.30, 0.20, 0.30), float3(0.035, 0.07, 0.20), 1.0 - exp(-up * 5.0))
  local glow = exp(-up * 7.0)
  colour = colour + float3(1.15, 0.42, 0.14) * glow * (0.12 + 0.88 * pow(toSun, 4.0))
  colour = colour + float3(1.6, 0.85, 0.35) * pow(toSun, 90.0) * glow
  if dir.y > 0.015 then
    local p = dir.xz / (dir.y + 0.12)
    local cover = smoothstep(0.46, 0.80, clouds(float2(p.x * 1.3, p.y * 2.2) + 7.0))
    local lit = lerp(float3(0.10, 0.09, 0.17), float3(1.25, 0.48, 0.28), pow(toSun, 3.0) * exp(-up * 2.0) + 0.10)
    colour = lerp(colour, lit, cover * smoothstep(0.015, 0.18, dir.y) * 0.85)
    local cell = floor(dir.xy / (0.4 + dir.z) * 240.0)
    local star = hash(cell)
    if star > 0.9965 then colour = colour + float3(0.5, 0.55, 0.7) * (star - 0.9965) * 260.0 * smoothstep(0.25, 0.6, up) * (1.0 - cover) end
  end
  local hills = 0.030 + 0.030 * noise(float2(dir.x * 7.0, 1.0)) + 0.012 * noise(float2(dir.x * 23.0, 5.0))
  if dir.y < hills then colour = lerp(float3(0.055, 0.045, 0.095), float3(0.36, 0.15, 0.13), pow(toSun, 5.0) * 0.8) end
  return colour
end

local function normalAt(p)
  local n = float3(0, 0, 0)
  for i = 0, 3 do                                                     -- four corners of a tetrahedron
    local corner = float3(i == 0 and 1 or (i == 3 and 1 or -1), i == 1 and 1 or (i == 3 and 1 or -1), i == 2 and 1 or (i == 3 and 1 or -1))
    local d, _ = map(p + corner * 0.0012)
    n = n + corner * d
  end
  return normalize(n)
end

-- The water's normal: ripples, which are seen less and less from afar.
local function waves(at, far)
  local s, calm = at * 3.1, 1.0 / (1.0 + far * far * 0.006)
  local x = sin(s.x * 1.7 + s.y * 2.9) + 0.6 * sin(s.x * 4.3 - s.y * 3.7 + 1.0) + 0.8 * (noise(s * 2.3) - 0.5)
  local y = sin(s.y * 3.3 - s.x * 1.1) + 0.6 * sin(s.y * 6.1 + s.x * 2.3 + 2.0) + 0.8 * (noise(s * 2.3 + 9.0) - 0.5)
  return normalize(float3(x * 0.011 * calm, 1.0, y * 0.020 * calm))
end

local function softShadow(from, dir, far, hardness)
  local light, t = 1.0, 0.03
  for i = 1, 28 do
    local d, what = map(from + dir * t)
    if what == LAMP then d = 1.0 end
    light = min(light, hardness * d / t)
    t = t + clamp(d, 0.03, 0.35)
    if light < 0.01 or t > far then break end
  end
  return saturate(light)
end

local function occlusion(p, n)
  local dark, weight = 0.0, 1.0
  for i = 1, 5 do
    local h = 0.02 + 0.085 * float(i)
    local d, _ = map(p + n * h)
    dark, weight = dark + (h - d) * weight, weight * 0.78
  end
  return saturate(1.0 - 1.25 * dark)
end

local function stone(p, n, sun)
  local grain = noise(p.xz * 9.0 + p.y * 5.0) * 0.5 + noise(float2(p.x + p.z, p.y * 3.0) * 22.0) * 0.5
  local albedo = float3(0.62, 0.55, 0.48) * (0.72 + 0.42 * grain)
  local open = occlusion(p, n)
  local light = float3(0.13, 0.16, 0.32) * (0.55 + 0.45 * n.y) * open                    -- the sky
  light = light + float3(0.30, 0.12, 0.07) * saturate(dot(n, float3(sun.x, 0, sun.z)) * 0.6 + 0.4) * open     -- the horizon
  light = light + float3(2.3, 0.86, 0.36) * saturate(dot(n, sun)) * softShadow(p + n * 0.01, sun, 6.0, 9.0)
  local toLamp = float3(0, LAMP_AT, 0) - p
  local far = length(toLamp)
  local facing = saturate(dot(n, toLamp / far))
  if facing > 0.0 then
    light = light + float3(3.6, 1.75, 0.62) * facing * softShadow(p + n * 0.01, toLamp / far, far - 0.34, 7.0) / (0.35 + far * far)
  end
  return albedo * light
end

-- The light that comes along a ray.
local function trace(origin, dir, sun)
  local colour, weight = float3(0, 0, 0), 1.0
  for bounce = 0, 1 do
    local water = dir.y < 0.0 and -origin.y / dir.y or FAR * 100.0
    local t, what = 0.02, 0
    -- Nothing stands outside of a cylinder around the rotunda: the ray enters it at once.
    local a, half = dot(dir.xz, dir.xz), dot(origin.xz, dir.xz)
    local root = half * half - a * (dot(origin.xz, origin.xz) - 3.3 * 3.3)
    if root > 0.0 then
      t = max(t, (-half - sqrt(root)) / a)
      local limit = min(min(water, FAR), (-half + sqrt(root)) / a)
      for i = 1, 88 do
        if t >= limit then break end
        local d, m = map(origin + dir * t)
        if d < 0.0007 * t + 0.0004 then what = m break end
        t = t + d * 0.92
      end
    end
    local nearest = clamp(dot(float3(0, LAMP_AT, 0) - origin, dir), 0.0, what == 0 and water or t)
    local mist = length(origin + dir * nearest - float3(0, LAMP_AT, 0)) - 0.34           -- glows around the lamp
    colour = colour + float3(1.0, 0.50, 0.18) * (0.34 * exp(-max(mist, 0.0) * 3.6) * weight)
    if what == STONE then
      local p = origin + dir * t
      return colour + stone(p, normalAt(p), sun) * weight
    elseif what == LAMP then
      return colour + float3(3.4, 2.15, 1.05) * weight
    elseif dir.y >= 0.0 then
      return colour + sky(dir, sun) * weight
    end
    local p = origin + dir * water
    local n = waves(p.xz, water)
    local fresnel = 0.03 + 0.97 * pow(saturate(1.0 + dot(dir, n)), 4.0)
    colour = colour + float3(0.006, 0.016, 0.030) * weight * (1.0 - fresnel)
    weight = weight * fresnel
    origin = p + n * 0.004
    dir = reflect(dir, n)
    dir.y = abs(dir.y)
  end
  return colour + sky(dir, sun) * weight
end

local SAMPLES = 2
local raymarch = gpu.ComputeShader {
  Name = "raymarch", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local sun = normalize(float3(-0.62, 0.055, 0.78))                 -- low, behind the rotunda, to the left
    local eye = float3(0.9, 1.05, -8.2)
    local forward = normalize(float3(-0.15, 1.22, 0) - eye)
    local right = normalize(cross(float3(0, 1, 0), forward))
    local up = cross(forward, right)
    local colour = float3(0, 0, 0)
    for sample = 0, SAMPLES - 1 do
      local offset = (float(sample) + 0.5) / SAMPLES
      local uv = (float2(DispatchThreadID.xy) + offset - float2(W, H) * 0.5) / H
      local light = trace(eye, normalize(forward * 1.42 + right * uv.x - up * uv.y), sun)
      colour = colour + light / (1.0 + max(light.r, max(light.g, light.b)))      -- so that one bright sample leaves an edge smooth
    end
    colour = colour / SAMPLES
    hdr[DispatchThreadID.xy] = float4(colour / (1.0 - min(max(colour.r, max(colour.g, colour.b)), 0.98)), 1)
  end,
}

-- Light spreads in the lens, film bends, corners darken.
local develop = gpu.ComputeShader {
  Name = "develop", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local at = int2(DispatchThreadID.xy)
    local centre = scene:Load(int3(at, 0)).rgb
    local spread, weights = float3(0, 0, 0), 0.0
    for y = -4, 4 do
      for x = -4, 4 do
        local p = clamp(at + int2(x, y) * 3, int2(0, 0), int2(W - 1, H - 1))
        local weight = exp(-float(x * x + y * y) / 9.0)
        spread = spread + max(scene:Load(int3(p, 0)).rgb - 0.7, 0.0) * weight
        weights = weights + weight
      end
    end
    local c = (centre + spread / weights * 0.55) * 1.25
    c = c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14)
    local corner = float2(at) / float2(W, H) - 0.5
    c = saturate(c) * (1.0 - 0.75 * dot(corner, corner))
    image[at] = float4(pow(c, 1.0 / 2.2), 1)
  end,
}

local b = bench.Create("raymarch")
local hdrTexture, picture = b:Texture("hdr", W, H, "R16G16B16A16_FLOAT"), b:Texture("raymarch", W, H)
local root  = b:Root("raymarch", { Table = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 2 } } })
local views = b:Views({ hdrTexture }, { hdrTexture, picture })
local raymarchPSO, developPSO = b:Pipeline(raymarch, root), b:Pipeline(develop, root)

b:Submit("raymarch", function(list)
  list:SetDescriptorHeaps { views }
  list:SetComputeRootSignature(root)
  list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle())
  b:Begin(list, "raymarch")
  list:SetPipelineState(raymarchPSO)
  list:Dispatch(W / 8, H / 8, 1)
  b:End(list)
  bench.Transition(list, hdrTexture, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
  b:Begin(list, "develop")
  list:SetPipelineState(developPSO)
  list:Dispatch(W / 8, H / 8, 1)
  b:End(list)
  bench.Transition(list, picture, "UNORDERED_ACCESS", "COPY_SOURCE")
end)
b:Wait()

print(("%d x %d pixels, %d samples, two bounces, %d columns"):format(W, H, SAMPLES, COLUMNS))
b:Report()
print("picture " .. gpu.Hash(picture))
gpu.SavePNG("raymarch.png", picture)
