-- A BC1 encoder: one group of 16 work items a block finds the main axis of its colours, two end points and sixteen indices. The blocks are copied into a
-- BC1 texture, which the texture unit decodes; Lua decodes the same blocks by the format's definition and compares every texel.
--
--   fit      mean ─ covariance ─ power iteration ─ extremes along the axis ─ 5:6:5 ─ nearest of four colours
--   refine   least squares for the end points that suit these indices, kept where the error is smaller (twice)
--
-- The errors are compared with an encoder that knows nothing but the box of the colours.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE = 128
local BLOCKS = SIZE / 4
local r = rig.Create("bc1")
local device = r.device
local picture = gpu.Texture2D("t0", "float4")
local packed  = gpu.Texture2D("t1", "float4")
local blocks  = gpu.RWStructuredBuffer("u0", "uint2")
local texels  = gpu.RWStructuredBuffer("u1", "float4")
local image   = gpu.RWTexture2D("u2", "float4")
local how     = gpu.ConstantBuffer("b0", { { "axis", "uint" } })

local colours = gpu.GroupShared("float3", 16)
local ends    = gpu.GroupShared("uint", 2)
local indices = gpu.GroupShared("uint", 16)
local errors  = gpu.GroupShared("float", 16)
local best    = gpu.GroupShared("uint", 4)                             -- two ends, indices, the bits of the error

local function quantize(c)
  local q = uint3(saturate(c) * float3(31, 63, 31) + 0.5)
  return or_bits(or_bits(shift_left(q.x, 11), shift_left(q.y, 5)), q.z)
end
local function expand(e)                                               -- 5:6:5 to what a decoder makes of it
  local r5, g6, b5 = shift_right(e, 11), and_bits(shift_right(e, 5), 63), and_bits(e, 31)
  return float3(or_bits(shift_left(r5, 3), shift_right(r5, 2)), or_bits(shift_left(g6, 2), shift_right(g6, 4)), or_bits(shift_left(b5, 3), shift_right(b5, 2))) / 255.0
end
local function palette(i, a, b)
  if i == 0 then return a end
  if i == 1 then return b end
  return i == 2 and lerp(a, b, 1.0 / 3.0) or lerp(a, b, 2.0 / 3.0)
end

-- All items: the nearest of four colours for each texel; item 0 keeps the block if it is the best so far.
local function weigh(item)
  if item == 0 and ends[0] < ends[1] then                              -- the first end is the larger one, or the block would have three colours
    local e = ends[0]
    ends[0] = ends[1]
    ends[1] = e
  end
  GroupMemoryBarrierWithGroupSync()
  local a, b, nearest, least = expand(ends[0]), expand(ends[1]), 0, 1e9
  for i = 0, 3 do
    local d = palette(i, a, b) - colours[item]
    local e = dot(d, d)
    if e < least and (ends[0] ~= ends[1] or i == 0) then nearest, least = i, e end
  end
  indices[item] = uint(nearest)
  errors[item] = least
  GroupMemoryBarrierWithGroupSync()
  if item == 0 then
    local sum, bits = 0.0, uint(0)
    for i = 0, 15 do
      sum = sum + errors[i]
      bits = or_bits(bits, shift_left(indices[i], 2 * i))
    end
    if sum < asfloat(best[3]) then
      best[0] = ends[0]
      best[1] = ends[1]
      best[2] = bits
      best[3] = asuint(sum)
    end
  end
  GroupMemoryBarrierWithGroupSync()
end

-- Item 0: end points by the box of the colours, or by the extremes along their main axis.
local function guess()
  local low, high, mean = colours[0], colours[0], float3(0, 0, 0)
  for i = 0, 15 do
    low, high, mean = min(low, colours[i]), max(high, colours[i]), mean + colours[i] / 16.0
  end
  local a, b = high, low
  if how.axis == 1 then
    local diagonal, across = float3(0, 0, 0), float3(0, 0, 0)          -- xx yy zz, xy yz zx
    for i = 0, 15 do
      local d = colours[i] - mean
      diagonal, across = diagonal + d * d, across + d * d.yzx
    end
    local way = high - low + 1e-4
    for i = 1, 8 do
      way = float3(diagonal.x * way.x + across.x * way.y + across.z * way.z, across.x * way.x + diagonal.y * way.y + across.y * way.z,
        across.z * way.x + across.y * way.y + diagonal.z * way.z)
      way = way / max(max(abs(way.x), max(abs(way.y), abs(way.z))), 1e-12)
    end
    way = normalize(way + float3(1e-9, 0, 0))
    local least, most = 1e9, -1e9
    for i = 0, 15 do
      local t = dot(colours[i] - mean, way)
      least, most = min(least, t), max(most, t)
    end
    a, b = mean + way * most, mean + way * least
  end
  ends[0] = quantize(a)
  ends[1] = quantize(b)
end

-- Item 0: the end points that fit the best indices, by the normal equations of least squares.
local function solve()
  local aa, ab, bb, ax, bx = 0.0, 0.0, 0.0, float3(0, 0, 0), float3(0, 0, 0)
  for i = 0, 15 do
    local k = and_bits(shift_right(best[2], 2 * i), 3)
    local w = k == 0 and 1.0 or k == 1 and 0.0 or k == 2 and 2.0 / 3.0 or 1.0 / 3.0
    aa, ab, bb = aa + w * w, ab + w * (1.0 - w), bb + (1.0 - w) * (1.0 - w)
    ax, bx = ax + colours[i] * w, bx + colours[i] * (1.0 - w)
  end
  local det = aa * bb - ab * ab
  if abs(det) > 1e-4 then
    ends[0] = quantize((ax * bb - bx * ab) / det)
    ends[1] = quantize((bx * aa - ax * ab) / det)
  end
end

local parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 1 } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 2 } } } }
local root = device:CreateRootSignature { Name = "bc1", Parameters = parameters }
local paint = r:Compute(root, "paint", { 8, 8, 1 }, function(DispatchThreadID)
  local p = (float2(DispatchThreadID.xy) + 0.5) / SIZE * 2.0 - 1.0
  local colour, inside = lerp(float3(0.95, 0.75, 0.5), float3(0.2, 0.4, 0.8), saturate(p.y * 0.5 + 0.5)), dot(p, p)
  colour = colour + 0.06 * sin(40.0 * p.x * p.y) + 0.05 * sin(90.0 * p.x)
  if inside < 0.5 then
    local n = float3(p / sqrt(0.5), sqrt(1.0 - inside / 0.5))
    local light = saturate(dot(n, normalize(float3(-0.5, -0.6, 0.7))))
    local spots = step(0.0, sin(12.0 * n.x) * sin(12.0 * n.y))
    colour = lerp(float3(0.8, 0.15, 0.1), float3(0.95, 0.9, 0.8), spots) * (0.15 + 0.85 * light) + pow(light, 30.0)
  end
  image[DispatchThreadID.xy] = float4(saturate(colour), 1)
end)
local encode = r:Compute(root, "encode", { 16, 1, 1 }, function(GroupID, GroupIndex)
  local at = GroupID.xy * 4 + uint2(GroupIndex % 4, GroupIndex / 4)
  colours[GroupIndex] = picture[at].rgb
  if GroupIndex == 0 then best[3] = asuint(1e9) end
  GroupMemoryBarrierWithGroupSync()
  if GroupIndex == 0 then guess() end
  GroupMemoryBarrierWithGroupSync()
  weigh(GroupIndex)
  if how.axis == 1 then
    for i = 1, 2 do
      if GroupIndex == 0 then solve() end
      GroupMemoryBarrierWithGroupSync()
      weigh(GroupIndex)
    end
  end
  if GroupIndex == 0 then blocks[GroupID.y * BLOCKS + GroupID.x] = uint2(or_bits(best[0], shift_left(best[1], 16)), best[2]) end
end)
local decode = r:Compute(root, "decode", { 8, 8, 1 }, function(DispatchThreadID)
  texels[DispatchThreadID.y * SIZE + DispatchThreadID.x] = packed[DispatchThreadID.xy]
end)

local source = r:Texture("picture", SIZE, SIZE, "R8G8B8A8_UNORM", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS")
local compressed = r:Texture("compressed", SIZE, SIZE, "BC1_UNORM", "NONE", "COPY_DEST")
local encoded, decoded = r:Buffer("blocks", BLOCKS * BLOCKS * 8), r:Buffer("texels", SIZE * SIZE * 16)
local write, read, readPacked = r:UAV(source), r:SRV(source), r:SRV(compressed)
local function bind(list)
  list:SetDescriptorHeaps { r.views }
  list:SetComputeRootSignature(root)
  list:SetComputeRootUnorderedAccessView(1, encoded:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(2, decoded:GetGPUVirtualAddress())
end
r:Run("paint", function(list)
  bind(list)
  list:SetComputeRootDescriptorTable(5, write)
  list:SetPipelineState(paint)
  list:Dispatch(SIZE / 8, SIZE / 8, 1)
  rig.Barrier(list, source, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
end)
local original = r:Texels(source, "NON_PIXEL_SHADER_RESOURCE", "byte", 4)

-- A block by the definition of the format; rounding is free by 1/255 of what the definition gives.
local function decodeBlock(low, bits)
  local function channels(e)
    local r5, g6, b5 = math.floor(e / 2048), math.floor(e / 32) % 64, e % 32
    return { r5 * 255 / 31, g6 * 255 / 63, b5 * 255 / 31 }
  end
  local e0, e1 = low % 65536, math.floor(low / 65536)
  local c0, c1, block = channels(e0), channels(e1), {}
  for i = 0, 15 do
    local k, texel = math.floor(bits / 4 ^ i) % 4, {}
    for j = 1, 3 do
      if k == 0 then texel[j] = c0[j] elseif k == 1 then texel[j] = c1[j]
      elseif e0 > e1 then texel[j] = k == 2 and (2 * c0[j] + c1[j]) / 3 or (c0[j] + 2 * c1[j]) / 3
      else texel[j] = k == 2 and (c0[j] + c1[j]) / 2 or 0 end
    end
    block[i] = texel
  end
  return block
end

local function compress(axis)
  r:Run("encode", function(list)
    bind(list)
    list:SetComputeRoot32BitConstant(0, gpu.AsUint(axis))
    list:SetComputeRootDescriptorTable(3, read)
    list:SetPipelineState(encode)
    list:Dispatch(BLOCKS, BLOCKS, 1)
    rig.Barrier(list, encoded, "UNORDERED_ACCESS", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = compressed }, 0, 0, 0,
      { Resource = encoded, Format = "BC1_UNORM", Width = SIZE, Height = SIZE, RowPitch = BLOCKS * 8 })
    rig.Barrier(list, compressed, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
    list:SetComputeRootDescriptorTable(4, readPacked)
    list:SetPipelineState(decode)
    list:Dispatch(SIZE / 8, SIZE / 8, 1)
    rig.Barrier(list, compressed, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST")
  end)
  local words, colours_, squares, worst = r:Read(encoded, "uint", BLOCKS * BLOCKS * 2), r:Read(decoded, "float", SIZE * SIZE * 4), 0, 0
  for by = 0, BLOCKS - 1 do
    for bx = 0, BLOCKS - 1 do
      local i = 2 * (by * BLOCKS + bx)
      local block = decodeBlock(words[i + 1], words[i + 2])
      for k = 0, 15 do
        local x, y = bx * 4 + k % 4, by * 4 + math.floor(k / 4)
        for j = 1, 3 do
          local got = colours_[4 * (y * SIZE + x) + j] * 255
          worst = math.max(worst, math.abs(got - block[k][j]))
          squares = squares + (got - original[y + 1][4 * x + j]) ^ 2
        end
      end
    end
  end
  return 10 * math.log(255 ^ 2 * SIZE * SIZE * 3 / squares) / math.log(10), worst
end
local plain = compress(0)
local fine, worst = compress(1)
print(("%d blocks; the texture unit decodes as Lua does, %s"):format(BLOCKS * BLOCKS, worst <= 1 and "within 1/255" or worst))
print(("by the box of the colours %.2f dB, by the main axis and least squares %.2f dB"):format(plain, fine))
gpu.SavePNG("bc1.png", compressed)
