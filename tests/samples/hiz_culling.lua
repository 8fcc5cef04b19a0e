-- Two-phase occlusion culling with a pyramid of depths, all on the GPU: nobody but the GPU knows how many boxes a frame draws.
--
--   1  cull     boxes that were visible a frame ago and are in view ─▶ ExecuteIndirect: most of the picture, and its depths
--   2  pyramid  each level keeps the farthest of 2 x 2 depths of the level above it
--   3  cull     all boxes in view against the pyramid: what is visible, for the next frame; those that are new ─▶ ExecuteIndirect
--
-- The camera flies through a city for some frames. Each picture of box numbers must be that of all boxes, drawn without any culling.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, COUNT, FRAMES, LEVELS = 128, 600, 6, 7
local r = rig.Create("hiz")
local device = r.device
local Box = { { "centre", "float3" }, { "kind", "uint" }, { "half", "float3" }, { "pad", "float" } }
local camera  = gpu.ConstantBuffer("b0", { { "toClip", "float4x4" } })
local pass    = gpu.ConstantBuffer("b1", { { "base", "uint" }, { "second", "uint" } })
local boxes   = gpu.StructuredBuffer("t0", Box)
local order   = gpu.RWStructuredBuffer("u0", "uint")                   -- the boxes of phase 1, then those of phase 2
local args    = gpu.RWByteAddressBuffer("u1")                          -- base; vertices, instances, first vertex, first instance: once a phase
local visible = gpu.RWStructuredBuffer("u2", "uint")
local orderIn = gpu.StructuredBuffer("t1", "uint")
local depths, pyramid = gpu.Texture2D("t2", "float"), gpu.Texture2D("t3", "float")
local upper, lower = gpu.RWTexture2D("u3", "float"), gpu.RWTexture2D("u4", "float")
local STRIDE = 20

-- A box on the screen: the corners of its rectangle in texture coordinates, and its nearest depth. A box that reaches behind the eye covers all.
local function rectangle(i)
  local low, high, nearest, outside = float2(1, 1), float2(0, 0), 1.0, uint(63)
  local behind = false
  for k = 0, 7 do
    local corner = float3(float(k % 2), float(k / 2 % 2), float(k / 4)) * 2.0 - 1.0
    local p = mul(camera.toClip, float4(boxes[i].centre + corner * boxes[i].half, 1))
    if p.w < 0.05 then behind = true end
    local sides = or_bits(or_bits(p.x < -p.w and 1 or 0, p.x > p.w and 2 or 0), or_bits(p.y < -p.w and 4 or 0, p.y > p.w and 8 or 0))
    sides = or_bits(sides, or_bits(p.z < 0 and 16 or 0, p.z > p.w and 32 or 0))
    outside = and_bits(outside, uint(sides))
    local q = p.xyz / max(p.w, 0.05)
    local uv = q.xy * float2(0.5, -0.5) + 0.5
    low, high, nearest = min(low, uv), max(high, uv), min(nearest, q.z)
  end
  if behind then low, high, nearest = float2(0, 0), float2(1, 1), 0.0 end
  return saturate(low), saturate(high), nearest, outside == 0
end
local function add(i)
  local at = args:InterlockedAdd(pass.second * STRIDE + 8, 1)
  order[pass.base + at] = i
end
local T = { 64, 1, 1 }
local SRV = function(n) return { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = n } } } end
local root = device:CreateRootSignature { Name = "hiz", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 16 },
  { Type = "32BIT_CONSTANTS", ShaderRegister = 1, Num32BitValues = 2 }, { Type = "SRV" }, { Type = "SRV", ShaderRegister = 1 },
  { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 2 }, SRV(2), SRV(3),
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 2, BaseShaderRegister = 3 } } } } }
local known = r:Compute(root, "cull known boxes", T, function(DispatchThreadID)
  local i = DispatchThreadID.x
  if i >= COUNT or visible[i] == 0 then return end
  local low, high, nearest, inView = rectangle(i)
  if inView then add(i) end
end)
local rest = r:Compute(root, "cull the rest", T, function(DispatchThreadID)
  local i = DispatchThreadID.x
  if i >= COUNT then return end
  local low, high, nearest, inView = rectangle(i)
  local seen, was = inView, visible[i]
  if inView then
    local extent = (high - low) * SIZE
    local level = clamp(int(ceil(log2(max(max(extent.x, extent.y), 1.0)))), 0, LEVELS - 1)
    local edge = shift_right(SIZE, level)
    local a, b = clamp(int2(low * float(edge)), 0, edge - 1), clamp(int2(high * float(edge)), 0, edge - 1)
    local farthest = 0.0
    for y = a.y, b.y do
      for x = a.x, b.x do farthest = max(farthest, pyramid:Load(int3(x, y, level))) end
    end
    seen = nearest <= farthest
  end
  visible[i] = seen and 1 or 0
  if seen and was == 0 then add(i) end
end)
local first = r:Compute(root, "pyramid 0", { 8, 8, 1 }, function(DispatchThreadID) upper[DispatchThreadID.xy] = depths[DispatchThreadID.xy] end)
local smaller = r:Compute(root, "pyramid", { 8, 8, 1 }, function(DispatchThreadID)
  local edge = lower:GetDimensions()
  if any(DispatchThreadID.xy >= edge) then return end
  local at = DispatchThreadID.xy * 2
  lower[DispatchThreadID.xy] = max(max(upper[at], upper[at + uint2(1, 0)]), max(upper[at + uint2(0, 1)], upper[at + uint2(1, 1)]))
end)

-- A box is 36 vertices without a buffer: two triangles a side, turned outside.
local CORNERS = { 0, 2, 1, 1, 2, 3 }
local vs = gpu.VertexShader { Name = "box", Interpolation = { id = "nointerpolation" }, Main = function(VertexID, InstanceID)
  local i = orderIn[pass.base + InstanceID]
  local side, k = VertexID / 6, int(CORNERS[VertexID % 6 + 1])
  local uv, sign = float2(float(k % 2), float(k / 2)) * 2.0 - 1.0, side % 2 == 0 and 1.0 or -1.0
  local p = float3(sign, uv.x * sign, uv.y)
  if side / 2 == 1 then p = p.zxy end
  if side / 2 == 2 then p = p.yzx end
  return { Position = mul(camera.toClip, float4(boxes[i].centre + p * boxes[i].half, 1)), id = i + 1 }
end }
local ps = gpu.PixelShader { Name = "number", Main = function(v) return v.id end }
local draw = r:Graphics { Name = "boxes", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R32_UINT" }, DSVFormat = "D32_FLOAT", RasterizerState = { CullMode = "NONE" } }
local showPS = gpu.PixelShader { Name = "show", Main = function(v)
  local d = depths:Load(int3(int2(v.Position.xy), 0))
  return float4(float3(1, 0.9, 0.7) * pow(saturate((1.0 - d) * 25.0), 0.6), 1)
end }
local show = r:Graphics { Name = "show", RootSignature = root, VS = rig.Cover, PS = showPS, RTVFormats = { "R8G8B8A8_UNORM" } }

-- The city: blocks along a grid of streets, some of them high, and a ground.
local random, words = rig.Random(20), {}
local function box(x, y, z, hx, hy, hz) for _, w in ipairs { x, y, z, 0, hx, hy, hz, 0 } do words[#words + 1] = w end end
box(0, -0.1, 0, 60, 0.1, 60)
for i = 2, COUNT do
  local height = random(10) == 0 and 3 + random(30) / 10 or 0.4 + random(12) / 10
  box((i % 25 - 12) * 3 + random(100) / 100, height, (math.floor(i / 25) - 12) * 3 + random(100) / 100, 0.6 + random(60) / 100, height, 0.6 + random(60) / 100)
end
local source = r:Upload("boxes", "float", words)
local zeros = {}
for i = 1, COUNT do zeros[i] = 0 end
local seen, list1 = r:Filled("visible", "uint", zeros), r:Buffer("order", 2 * COUNT * 4)
local empty = r:Upload("no arguments", "uint", { 0, 36, 0, 0, 0, COUNT, 36, 0, 0, 0 })
local arguments = r:Buffer("arguments", 2 * STRIDE)
for i = 1, COUNT do zeros[i] = i - 1 end
local all = r:Upload("all", "uint", zeros)
local ids, idsRTV = r:Target("numbers", SIZE, SIZE, "R32_UINT")
local picture, pictureRTV = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")
local depth = r:Texture("depth", SIZE, SIZE, "R32_TYPELESS", "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE")
local dsv, readDepth = r:DSV(depth, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D" }), r:SRV(depth, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D" })
local levels = r:Texture("pyramid", SIZE, SIZE, "R32_FLOAT", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS", { MipLevels = LEVELS })
local readLevels, write = r:SRV(levels), {}
for level = 0, LEVELS - 1 do write[level] = r:UAV(levels, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = level }) end
local signature = device:CreateCommandSignature { Name = "boxes", ByteStride = STRIDE, RootSignature = root,
  ArgumentDescs = { { Type = "CONSTANT", RootParameterIndex = 1, DestOffsetIn32BitValues = 0, Num32BitValuesToSet = 1 }, { Type = "DRAW" } } }

local READ = "NON_PIXEL_SHADER_RESOURCE"
local function bind(list, kind, toClip)
  list["Set" .. kind .. "RootSignature"](list, root)
  list["Set" .. kind .. "Root32BitConstants"](list, 0, toClip)
  list["Set" .. kind .. "RootShaderResourceView"](list, 2, source:GetGPUVirtualAddress())
end
local function cull(list, pipeline, base, second)
  list:SetComputeRoot32BitConstants(1, { gpu.AsUint(base), gpu.AsUint(second) })
  list:SetPipelineState(pipeline)
  list:Dispatch(math.ceil(COUNT / 64), 1, 1)
end
local function drawPhase(list, second)
  rig.Barrier(list, arguments, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT")
  rig.Barrier(list, list1, "UNORDERED_ACCESS", READ)
  list:SetPipelineState(draw)
  list:SetGraphicsRootShaderResourceView(3, list1:GetGPUVirtualAddress())
  list:ExecuteIndirect(signature, 1, arguments, second * STRIDE)
  rig.Barrier(list, arguments, "INDIRECT_ARGUMENT", "UNORDERED_ACCESS")
  rig.Barrier(list, list1, READ, "UNORDERED_ACCESS")
end
local function begin(list, toClip)
  list:SetDescriptorHeaps { r.views }
  bind(list, "Graphics", toClip)
  rig.Targets(list, SIZE, SIZE, { idsRTV }, dsv)
  list:ClearRenderTargetView(idsRTV, { 0, 0, 0, 0 })
  list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
  list:IASetPrimitiveTopology "TRIANGLELIST"
end
local function render(list, toClip)
  list:CopyBufferRegion(arguments, 0, empty, 0, 2 * STRIDE)
  rig.Barrier(list, arguments, "COPY_DEST", "UNORDERED_ACCESS")
  begin(list, toClip)
  bind(list, "Compute", toClip)
  list:SetComputeRootUnorderedAccessView(4, list1:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(5, arguments:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(6, seen:GetGPUVirtualAddress())
  cull(list, known, 0, 0)
  drawPhase(list, 0)
  rig.Barrier(list, depth, "DEPTH_WRITE", READ)
  list:SetComputeRootDescriptorTable(7, readDepth)
  list:SetComputeRootDescriptorTable(9, write[0])
  list:SetPipelineState(first)
  list:Dispatch(SIZE / 8, SIZE / 8, 1)
  list:SetPipelineState(smaller)
  for level = 1, LEVELS - 1 do
    rig.Sync(list, levels)
    list:SetComputeRootDescriptorTable(9, write[level - 1])
    list:Dispatch(math.ceil(SIZE / 2 ^ level / 8), math.ceil(SIZE / 2 ^ level / 8), 1)
  end
  rig.Barrier(list, depth, READ, "DEPTH_WRITE")
  rig.Barrier(list, levels, "UNORDERED_ACCESS", READ)
  list:SetComputeRootDescriptorTable(8, readLevels)
  rig.Sync(list, seen)
  cull(list, rest, COUNT, 1)
  drawPhase(list, 1)
  rig.Barrier(list, levels, READ, "UNORDERED_ACCESS")
end

-- The eye looks along z, turned by an angle, and flies forward through a street.
local function cameraOf(frame)
  local a, n, f, h = 0.35 * math.sin(frame * 0.9), 0.1, 90, 1.3
  local ex, ey, ez = 2.2 - frame * 0.1, 3.5, -40 + frame * 2.5
  local q, s, c = f / (f - n), math.sin(a), math.cos(a)
  local x, y, z = { c, 0, -s }, { 0, 1, 0 }, { s, 0, c }
  local function row(v, scale) return scale * v[1], scale * v[2], scale * v[3], -scale * (v[1] * ex + v[2] * ey + v[3] * ez) end
  local x1, x2, x3, x4 = row(x, h) local y1, y2, y3, y4 = row(y, h)
  local z1, z2, z3, z4 = row(z, q) local w1, w2, w3, w4 = row(z, 1)
  return { x1, y1, z1, w1, x2, y2, z2, w2, x3, y3, z3, w3, x4, y4, z4 - n * q, w4 }
end
local function numbers()
  local list, found, count = {}, {}, 0
  for y, row in ipairs(r:Texels(ids, "RENDER_TARGET", "uint", 1)) do
    list[y] = table.concat(row, " ")
    for _, id in ipairs(row) do if not found[id] then found[id], count = true, count + 1 end end
  end
  return table.concat(list, "\n"), count - (found[0] and 1 or 0)
end
for frame = 1, FRAMES do
  local toClip = cameraOf(frame)
  r:Run("frame " .. frame, function(list) render(list, toClip) end)
  local culled = numbers()
  local a = r:Read(arguments, "uint", 10)
  r:Run("everything", function(list)
    begin(list, toClip)
    list:SetPipelineState(draw)
    list:SetGraphicsRoot32BitConstants(1, { 0, 0 })
    list:SetGraphicsRootShaderResourceView(3, all:GetGPUVirtualAddress())
    list:DrawInstanced(36, COUNT, 0, 0)
  end)
  local plain, visible_ = numbers()
  print(("frame %d: %3d of %d boxes drawn, %3d known and %2d new; %3d can be seen; the picture is %s"):format(frame, a[3] + a[8], COUNT, a[3], a[8], visible_,
    culled == plain and "the same" or "another"))
end
r:Run("show", function(list)
  rig.Barrier(list, depth, "DEPTH_WRITE", "PIXEL_SHADER_RESOURCE")
  list:SetDescriptorHeaps { r.views }
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootDescriptorTable(7, readDepth)
  rig.Targets(list, SIZE, SIZE, { pictureRTV })
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:SetPipelineState(show)
  list:DrawInstanced(3, 1, 0, 0)
end)
gpu.SavePNG("hiz_culling.png", picture)
