-- Clustered forward shading: the view is cut into 12 x 8 x 16 clusters, a kernel lists the lights that reach each, and a pixel looks only at its own list.
--
--   bounds   cluster (x, y, slice) ─▶ its box in view space; slices grow with distance: z = near (far / near)^(slice / 16)
--   assign   a group a cluster: 64 items test 256 lights, survivors are packed into one long list by one atomic a cluster
--   draw     the pixel finds its cluster by place and depth
--
-- Lua assigns the lights of some clusters again, and the picture must be that of a shader which goes through all lights.
local gpu = require "gpu"
local rig = require "lib.rig"

local W, H, LIGHTS, NX, NY, NZ = 192, 128, 256, 12, 8, 16
local NEAR, FAR, TALL = 0.5, 60.0, 0.5                                -- TALL: half of the height of the view at distance 1
local WIDE, CLUSTERS, MOST = TALL * W / H, NX * NY * NZ, 64
local r = rig.Create("clustered")
local device = r.device
local Light = { { "at", "float3" }, { "radius", "float" }, { "colour", "float3" }, { "pad", "float" } }
local lights   = gpu.StructuredBuffer("t0", Light)                    -- in view space
local ranges   = gpu.RWStructuredBuffer("u0", "uint2")                -- first entry and count of each cluster
local entries  = gpu.RWStructuredBuffer("u1", "uint")
local total    = gpu.RWStructuredBuffer("u2", "uint")
local rangesIn, entriesIn = gpu.StructuredBuffer("t1", "uint2"), gpu.StructuredBuffer("t2", "uint")
local found, count, first = gpu.GroupShared("uint", MOST), gpu.GroupShared("uint", 1), gpu.GroupShared("uint", 1)

local function depthOf(slice) return NEAR * pow(FAR / NEAR, float(slice) / NZ) end
local root = device:CreateRootSignature { Name = "clustered", Parameters = { { Type = "SRV" }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 },
  { Type = "UAV", ShaderRegister = 2 }, { Type = "SRV", ShaderRegister = 1 }, { Type = "SRV", ShaderRegister = 2 } } }
local assign = r:Compute(root, "assign", { 64, 1, 1 }, function(GroupID, GroupIndex)
  local near, far = depthOf(GroupID.z), depthOf(GroupID.z + 1)
  local low = (float2(GroupID.xy) / float2(NX, NY) * 2.0 - 1.0) * float2(WIDE, TALL)
  local high = (float2(GroupID.xy + 1) / float2(NX, NY) * 2.0 - 1.0) * float2(WIDE, TALL)
  local boxLow = float3(min(low * near, low * far), near)
  local boxHigh = float3(max(high * near, high * far), far)
  if GroupIndex == 0 then count[0] = 0 end
  GroupMemoryBarrierWithGroupSync()
  for i = 0, LIGHTS / 64 - 1 do
    local n = uint(i) * 64 + GroupIndex
    local d = lights[n].at - clamp(lights[n].at, boxLow, boxHigh)
    if dot(d, d) < lights[n].radius * lights[n].radius then
      local at = InterlockedAdd(count[0], 1)
      if at < MOST then found[at] = n end
    end
  end
  GroupMemoryBarrierWithGroupSync()
  local n = min(count[0], MOST)
  if GroupIndex == 0 then                                             -- sorted, so that sums do not depend on who came first
    for i = uint(1), int(n) - 1 do
      local x, j = found[i], i
      while j > 0 and found[j - 1] > x do
        found[j] = found[j - 1]
        j = j - 1
      end
      found[j] = x
    end
    first[0] = InterlockedAdd(total[0], n)
    ranges[(GroupID.z * NY + GroupID.y) * NX + GroupID.x] = uint2(first[0], n)
  end
  GroupMemoryBarrierWithGroupSync()
  if GroupIndex < n then entries[first[0] + GroupIndex] = found[GroupIndex] end
end)

-- A hall: the ray of each pixel meets the floor, the ceiling, a wall or a row of columns; what a rasterizer would interpolate is calculated here.
local function meet(d)
  local t, n = 1e6, float3(0, 0, -1)
  if d.y < 0 then t, n = -1.6 / d.y, float3(0, 1, 0) end
  if d.y > 0 and 2.6 / d.y < t then t, n = 2.6 / d.y, float3(0, -1, 0) end
  local side = d.x > 0 and 5.0 or -5.0
  if abs(d.x) > 1e-6 and side / d.x < t then t, n = side / d.x, float3(d.x > 0 and -1.0 or 1.0, 0, 0) end
  for k = 0, 15 do
    local c = float2(k % 2 == 0 and -2.6 or 2.6, 4.0 + float(k / 2) * 4.5)
    local a, b = dot(d.xz, d.xz), dot(d.xz, c)
    local q = b * b - a * (dot(c, c) - 0.3)
    if q > 0 then
      local s = (b - sqrt(q)) / a
      if s > NEAR and s < t then
        t = s
        local m = normalize(d.xz * s - c)
        n = float3(m.x, 0, m.y)
      end
    end
  end
  return t, n
end
local function shine(n, p, normal)
  local to = lights[n].at - p
  local q = dot(to, to)
  local fade = saturate(1.0 - q / (lights[n].radius * lights[n].radius))
  return lights[n].colour * (saturate(dot(to, normal) * rsqrt(q)) * fade * fade / (0.3 + q))
end
local function surface(uv)
  local d = float3((uv * float2(2, -2) + float2(-1, 1)) * float2(WIDE, TALL), 1)
  local t, n = meet(d)
  return d * t, n
end
local function stone(p) return 0.6 + 0.4 * (frac(p.x * 0.5) < 0.5 and 1.0 or 0.0) * (frac(p.z * 0.5) < 0.5 and 1.0 or 0.0) end
local byCluster = gpu.PixelShader { Name = "by cluster", Main = function(v)
  local p, n = surface(v.uv)
  local slice = clamp(int(floor(log(p.z / NEAR) / log(FAR / NEAR) * NZ)), 0, NZ - 1)
  local cell = clamp(int2((float2(v.uv.x, 1.0 - v.uv.y)) * float2(NX, NY)), 0, int2(NX - 1, NY - 1))
  local range = rangesIn[(slice * NY + cell.y) * NX + cell.x]
  local sum = float3(0.01, 0.012, 0.02)
  for i = 0, int(range.y) - 1 do sum = sum + shine(entriesIn[range.x + i], p, n) end
  return float4(p.z < FAR and sum * stone(p) or float3(0, 0, 0), 1)
end }
local byAll = gpu.PixelShader { Name = "by all lights", Main = function(v)
  local p, n = surface(v.uv)
  local sum = float3(0.01, 0.012, 0.02)
  for i = 0, LIGHTS - 1 do sum = sum + shine(uint(i), p, n) end
  return float4(p.z < FAR and sum * stone(p) or float3(0, 0, 0), 1)
end }

local random, words, list_ = rig.Random(77), {}, {}
for i = 1, LIGHTS do
  local l = { x = random(960) / 100 - 4.8, y = random(390) / 100 - 1.4, z = 1 + random(4200) / 100, r = 1.0 + random(140) / 100, hue = random(1000) / 1000 }
  list_[i] = l
  for _, w in ipairs { l.x, l.y, l.z, l.r } do words[#words + 1] = w end
  for k = 0, 2 do words[#words + 1] = 0.9 + 0.9 * math.cos(2 * math.pi * (l.hue + k / 3)) end
  words[#words + 1] = 0
end
local source = r:Upload("lights", "float", words)
local range, entry, counter = r:Buffer("ranges", CLUSTERS * 8), r:Buffer("entries", CLUSTERS * MOST * 4), r:Filled("total", "uint", { 0 })
local HDR = "R32G32B32A32_FLOAT"
local picture, rtv = r:Target("picture", W, H, HDR)
local reference, referenceRTV = r:Target("reference", W, H, HDR)
local fast = r:Graphics { Name = "by cluster", RootSignature = root, VS = rig.Cover, PS = byCluster, RTVFormats = { HDR } }
local slow = r:Graphics { Name = "by all lights", RootSignature = root, VS = rig.Cover, PS = byAll, RTVFormats = { HDR } }

r:Run("frame", function(list)
  list:SetComputeRootSignature(root)
  list:SetComputeRootShaderResourceView(0, source:GetGPUVirtualAddress())
  for i, b in ipairs { range, entry, counter } do list:SetComputeRootUnorderedAccessView(i, b:GetGPUVirtualAddress()) end
  list:SetPipelineState(assign)
  list:Dispatch(NX, NY, NZ)
  rig.Barrier(list, range, "UNORDERED_ACCESS", "PIXEL_SHADER_RESOURCE")
  rig.Barrier(list, entry, "UNORDERED_ACCESS", "PIXEL_SHADER_RESOURCE")
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootShaderResourceView(0, source:GetGPUVirtualAddress())
  list:SetGraphicsRootShaderResourceView(4, range:GetGPUVirtualAddress())
  list:SetGraphicsRootShaderResourceView(5, entry:GetGPUVirtualAddress())
  list:IASetPrimitiveTopology "TRIANGLELIST"
  for _, d in ipairs { { fast, rtv }, { slow, referenceRTV } } do
    rig.Targets(list, W, H, { d[2] })
    list:SetPipelineState(d[1])
    list:DrawInstanced(3, 1, 0, 0)
  end
end)

-- The same lists for every seventh cluster; a light that touches a box only just may fall on either side.
local got, all = r:Read(range, "uint", CLUSTERS * 2), r:Read(entry, "uint", CLUSTERS * MOST)
local wrong, checked, fullest = 0, 0, 0
local function span(a, b, near, far) return math.min(a * near, a * far), math.max(b * near, b * far) end
for c = 0, CLUSTERS - 1 do
  fullest = math.max(fullest, got[2 * c + 2])
  if c % 7 == 0 then
    local x, y, z = c % NX, math.floor(c / NX) % NY, math.floor(c / NX / NY)
    local near, far = NEAR * (FAR / NEAR) ^ (z / NZ), NEAR * (FAR / NEAR) ^ ((z + 1) / NZ)
    local lowX, highX = span((x / NX * 2 - 1) * WIDE, ((x + 1) / NX * 2 - 1) * WIDE, near, far)
    local lowY, highY = span((y / NY * 2 - 1) * TALL, ((y + 1) / NY * 2 - 1) * TALL, near, far)
    local has = {}
    for i = 1, got[2 * c + 2] do has[all[got[2 * c + 1] + i]] = true end
    for i, l in ipairs(list_) do
      local function out(p, low, high) return math.max(low - p, 0, p - high) end
      local d = math.sqrt(out(l.x, lowX, highX) ^ 2 + out(l.y, lowY, highY) ^ 2 + out(l.z, near, far) ^ 2)
      if math.abs(d - l.r) > 1e-4 and (d < l.r) ~= (has[i - 1] or false) then wrong = wrong + 1 end
    end
    checked = checked + 1
  end
end
local a, b, worst = r:Texels(picture, "RENDER_TARGET", "float", 4), r:Texels(reference, "RENDER_TARGET", "float", 4), 0
for y = 1, H do
  for x = 1, 4 * W do worst = math.max(worst, math.abs(a[y][x] - b[y][x])) end
end
local sum = r:Read(counter, "uint", 1)[1]
print(("%d lights in %d clusters: %d entries, %.1f a cluster, at most %d; %d clusters checked, %d entries wrong"):format(LIGHTS, CLUSTERS, sum, sum / CLUSTERS, fullest, checked, wrong))
print("the picture is that of all lights: " .. (worst == 0 and "to the bit" or worst < 1e-5 and "within 0.00001" or tostring(worst)))
gpu.SavePNG("clustered.png", picture)
