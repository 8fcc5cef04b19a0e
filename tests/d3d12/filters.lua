-- Filters against a second calculation: textures of all small sizes with their levels, all modes of addresses, all filters of magnification, minification and
-- levels, with biases, clamps and offsets. Each lookup is compared with what the formulae give, written down here in doubles: a linear filter mixes the texels
-- around a place by its distance from their centres, and each of them goes through the address mode.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

local seed = 7
local function random(n)
  seed = (seed * 16807) % 2147483647
  return seed % n
end

local root = device:CreateRootSignature { Name = "filters", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SAMPLER", NumDescriptors = 1 } } }, { Type = "SRV", ShaderRegister = 1 }, { Type = "UAV" } } }
local image, sampler = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0")
local places, result = gpu.StructuredBuffer("t1", "float4"), gpu.RWStructuredBuffer("u0", "float")
local N = 64
local plain = t.Compute(root, "plain", { N, 1, 1 }, function(GroupIndex)
  local p = places[GroupIndex]
  result[GroupIndex] = image:SampleLevel(sampler, p.xy, p.z).r
end)
local moved = t.Compute(root, "moved", { N, 1, 1 }, function(GroupIndex)
  local p = places[GroupIndex]
  result[GroupIndex] = image:SampleLevel(sampler, p.xy, p.z, int2(-2, 3)).r
end)

-- Addresses of one axis: the texel that stands for number i of n, or nil for the border.
local ADDRESS = {
  WRAP = function(i, n) return i % n end,
  MIRROR = function(i, n) i = i % (2 * n) return i < n and i or 2 * n - 1 - i end,
  CLAMP = function(i, n) return math.max(0, math.min(n - 1, i)) end,
  BORDER = function(i, n) if i >= 0 and i < n then return i end end,
  MIRROR_ONCE = function(i, n) if i < 0 then i = -1 - i end return math.min(n - 1, i) end,
}
local MODES = { "WRAP", "MIRROR", "CLAMP", "BORDER", "MIRROR_ONCE" }
local BORDER = 1 -- white

local function texel(level, d, x, y)
  local i, j = ADDRESS[d.AddressU](x, level.w), ADDRESS[d.AddressV](y, level.h)
  if not i or not j then return BORDER end
  return level[j * level.w + i + 1]
end

local function look(level, d, linear, u, v, ox, oy)
  local x, y = u * level.w + ox, v * level.h + oy
  if not linear then return texel(level, d, math.floor(x), math.floor(y)) end
  x, y = x - 0.5, y - 0.5
  local i, j = math.floor(x), math.floor(y)
  local fx, fy = x - i, y - j
  local upper = texel(level, d, i, j) * (1 - fx) + texel(level, d, i + 1, j) * fx
  local lower = texel(level, d, i, j + 1) * (1 - fx) + texel(level, d, i + 1, j + 1) * fx
  return upper * (1 - fy) + lower * fy
end

-- Expect is the value of a lookup. The larger filter is for places where a texel is at least as large as a pixel: a level of 0 or less.
local function expect(levels, d, min, mag, mip, p, ox, oy)
  local lod = math.max(d.MinLOD, math.min(d.MaxLOD, p[3] + d.MipLODBias))
  local linear = lod <= 0 and mag or lod > 0 and min
  lod = math.max(0, math.min(#levels - 1, lod))
  if not mip then return look(levels[math.floor(lod + 0.5) + 1], d, linear, p[1], p[2], ox, oy) end
  local low = math.floor(lod)
  local high = math.min(low + 1, #levels - 1)
  local a, b = look(levels[low + 1], d, linear, p[1], p[2], ox, oy), look(levels[high + 1], d, linear, p[1], p[2], ox, oy)
  return a + (b - a) * (lod - low)
end

local function name(linear) return linear and "LINEAR" or "POINT" end
-- The eight filters have names of their own: neighbours that are the same are named once.
local function filter(min, mag, mip)
  if min == mag and mag == mip then return "MIN_MAG_MIP_" .. name(min) end
  if min == mag then return "MIN_MAG_" .. name(min) .. "_MIP_" .. name(mip) end
  if mag == mip then return "MIN_" .. name(min) .. "_MAG_MIP_" .. name(mag) end
  return "MIN_" .. name(min) .. "_MAG_" .. name(mag) .. "_MIP_" .. name(mip)
end

-- Places in 64ths of a texel of the first level, off the borders between texels and levels, where a rounding decides: a nearest filter takes one or the other.
local function place(w, h, levels)
  local function coordinate(n) return (random(5 * n * 64) - 2 * n * 64 + 0.5) / (n * 64) end
  return { coordinate(w), coordinate(h), (random((levels + 2) * 16) + 0.25) / 16 - 1, 0 }
end

for round = 1, 60 do
  local w, h = 1 + random(9), 1 + random(9)
  local count = 1
  while math.max(w, h) >= 2 ^ count do count = count + 1 end
  local x = t.Texture("x", w, h, "R32_FLOAT", "COPY_DEST", nil, { MipLevels = count })
  local levels = {}
  for k = 1, count do
    local level = { w = math.max(1, math.floor(w / 2 ^ (k - 1))), h = math.max(1, math.floor(h / 2 ^ (k - 1))) }
    for i = 1, level.w * level.h do level[i] = random(1024) / 16 end
    levels[k] = level
    t.Fill(x, "float", { unpack(level) }, k - 1)
  end
  local min, mag, mip = random(2) == 1, random(2) == 1, random(2) == 1
  local d = { Filter = filter(min, mag, mip), AddressU = MODES[1 + random(5)], AddressV = MODES[1 + random(5)], AddressW = "CLAMP", BorderColor = { 1, 1, 1, 1 },
    MipLODBias = (random(9) - 4) / 4, MinLOD = random(2) == 1 and random(8) / 4 or 0, MaxLOD = 0 }
  d.MaxLOD = d.MinLOD + random(16) / 4
  local list = {}
  for i = 1, N do
    local p = place(w, h, count)
    for k = 1, 4 do list[i * 4 - 4 + k] = p[k] end
  end
  local from, to = t.Upload("places", "float", list), t.Buffer("results", N * 4)
  local srv, handle = t.SRV(x), t.Sampler(d)
  t.Run("state", function(l) t.Barrier(l, x, "COPY_DEST", "ALL_SHADER_RESOURCE") end)
  local offset = round % 3 == 0
  t.Run("round " .. round, function(l)
    t.Heaps(l)
    l:SetComputeRootSignature(root)
    l:SetPipelineState(offset and moved or plain)
    l:SetComputeRootDescriptorTable(0, srv)
    l:SetComputeRootDescriptorTable(1, handle)
    l:SetComputeRootShaderResourceView(2, from:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(3, to:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end)
  local got, bad = t.Read(to, "float", N), ""
  for i = 1, N do
    local p = { list[i * 4 - 3], list[i * 4 - 2], list[i * 4 - 1] }
    local want = expect(levels, d, min, mag, mip, p, offset and -2 or 0, offset and 3 or 0)
    if math.abs(got[i] - want) > 0.01 and bad == "" then bad = ("(%g, %g) of level %g: %g, not %g"):format(p[1], p[2], p[3], got[i], want) end
  end
  t.Check(("%d x %d, %s, %s by %s, bias %g, levels %g to %g"):format(w, h, d.Filter, d.AddressU, d.AddressV, d.MipLODBias, d.MinLOD, d.MaxLOD), bad, "")
  for _, r in ipairs { x, from, to } do r:Release() end
end
t.Done()
