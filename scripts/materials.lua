-- A sheet of materials in the light of a photographer's studio: silver, gold and lacquer, from polished to rough.
--
--   studio   a cube map of lamps, made by a kernel, and its mips
--   mirrors  what a surface of each roughness sees in each direction: a level of a second cube map for each, sampled as GGX reflects
--   soft     what a matt surface sees: the irradiance
--   share    how much of it a surface gives back, by angle and roughness: the table of the split sum
--   picture  spheres on a floor that mirrors them, lit by nothing but the three of them
--
-- Light that leaves a rough surface only after several bounces between its facets is put back, so a white metal stays white.
-- Lua integrates some of the same numbers in another way, and compares.
local gpu = require "gpu"
local studio, shapes, matrix = require "lib.studio", require "lib.shapes", require "lib.matrix"

local W, H = 640, 360
local EDGE, LEVELS, SOFT, TABLE = 128, 6, 16, 64                       -- texels of a face and its levels, of a face of soft, of the table
local PI = 3.14159265
local s = studio.Create "materials"
local device = s.device

local how      = gpu.ConstantBuffer("b0", { { "edge", "uint" }, { "rough", "float" } })
local source   = gpu.TextureCube("t0", "float4")
local finer    = gpu.Texture2DArray("t0, space1", "float4")
local faces    = gpu.RWTexture2DArray("u0", "float4")
local lutOut   = gpu.RWTexture2D("u1", "float2")
local linear   = gpu.SamplerState("s0")

-- The direction that a texel of a cube map shows.
local function directionOf(at)
  local p = (float2(at.xy) + 0.5) / float(how.edge) * 2.0 - 1.0
  local f = at.z
  local d = float3(1, -p.y, -p.x)
  if f == 1 then d = float3(-1, -p.y, p.x) end
  if f == 2 then d = float3(p.x, 1, p.y) end
  if f == 3 then d = float3(p.x, -1, -p.y) end
  if f == 4 then d = float3(p.x, -p.y, 1) end
  if f == 5 then d = float3(-p.x, -p.y, -1) end
  return normalize(d)
end

-- A lamp: a rectangle in a direction, with soft edges. right and up lie in it.
local function lamp(d, towards, right, up, width, height)
  local n = dot(d, towards)
  local p = abs(float2(dot(d, right), dot(d, up)) / max(n, 0.001))
  local inside = smoothstep(width * 1.12, width, p.x) * smoothstep(height * 1.12, height, p.y)
  return n > 0 and inside or 0.0
end
local function wall(d)
  local colour = lerp(float3(0.020, 0.022, 0.030), float3(0.11, 0.14, 0.21), saturate(d.y * 0.7 + 0.25))
  colour = colour + float3(0.30, 0.20, 0.14) * pow(saturate(1.0 - abs(d.y - 0.02) * 3.0), 3.0)
  local key = lamp(d, normalize(float3(-0.75, 0.60, -0.45)), normalize(float3(-0.45, 0, 0.75)), normalize(float3(0.42, 0.79, 0.30)), 0.55, 0.34)
  local rim = lamp(d, normalize(float3(0.85, 0.35, 0.35)), normalize(float3(0.35, 0, -0.85)), float3(0, 1, 0), 0.12, 0.75)
  local top = lamp(d, float3(0, 1, 0), float3(1, 0, 0), float3(0, 0, 1), 1.30, 0.10) + lamp(d, float3(0, 1, 0), float3(1, 0, 0), float3(0, 0, 1), 0.10, 0.60)
  return colour + key * float3(9.0, 7.6, 6.0) + rim * float3(3.2, 4.6, 7.0) + top * float3(3.4, 3.4, 3.6)
end
local paint = gpu.ComputeShader { Name = "studio", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  faces[DispatchThreadID] = float4(wall(directionOf(DispatchThreadID)), 1)
end }
local shrink = gpu.ComputeShader { Name = "shrink", NumThreads = { 4, 4, 1 }, Main = function(DispatchThreadID)
  if any(DispatchThreadID.xy >= how.edge) then return end
  local at = uint3(DispatchThreadID.xy * 2, DispatchThreadID.z)
  faces[DispatchThreadID] = (finer[at] + finer[at + uint3(1, 0, 0)] + finer[at + uint3(0, 1, 0)] + finer[at + uint3(1, 1, 0)]) * 0.25
end }

-- Points that fill a square evenly, and a direction around a normal from one of its own z axis.
local function hammersley(i, count) return float2(float(i) / float(count), float(reversebits(i)) * 2.3283064e-10) end
local function around(n, d)
  local side = normalize(cross(abs(n.y) < 0.99 and float3(0, 1, 0) or float3(1, 0, 0), n))
  return side * d.x + cross(n, side) * d.y + n * d.z
end
local function facet(p, alpha)                                         -- the normal of a facet, by the distribution of GGX
  local c = sqrt((1.0 - p.x) / (1.0 + (alpha * alpha - 1.0) * p.x))
  local sine, cosine = sincos(2.0 * PI * p.y)
  local radius = sqrt(max(1.0 - c * c, 0.0))
  return float3(radius * cosine, radius * sine, c)
end
local function ggx(nh, alpha)
  local q = nh * nh * (alpha * alpha - 1.0) + 1.0
  return alpha * alpha / (PI * q * q)
end

local SAMPLES = 96
local reflectAll = gpu.ComputeShader { Name = "mirrors", NumThreads = { 4, 4, 1 }, Main = function(DispatchThreadID)
  local n, alpha = directionOf(DispatchThreadID), how.rough * how.rough
  local sum, weight = float3(0, 0, 0), 0.0
  for i = 0, SAMPLES - 1 do
    local h = facet(hammersley(i, SAMPLES), max(alpha, 0.0001))
    local l = float3(2.0 * h.z * h.xy, 2.0 * h.z * h.z - 1.0)           -- the eye is where the normal is
    if l.z > 0 then
      local texels = 6.0 * EDGE * EDGE / (PI * float(SAMPLES) * max(ggx(h.z, alpha), 0.0001))
      sum = sum + source:SampleLevel(linear, around(n, l), clamp(0.5 * log2(texels) + 1.0, 0.0, 6.0)).rgb * l.z
      weight = weight + l.z
    end
  end
  faces[DispatchThreadID] = float4(how.rough > 0 and sum / weight or source:SampleLevel(linear, n, 0).rgb, 1)
end }
local gather = gpu.ComputeShader { Name = "soft", NumThreads = { 4, 4, 1 }, Main = function(DispatchThreadID)
  local n, sum = directionOf(DispatchThreadID), float3(0, 0, 0)
  for i = 0, 255 do
    local p = hammersley(i, 256)
    local sine, cosine = sincos(2.0 * PI * p.y)
    sum = sum + source:SampleLevel(linear, around(n, float3(sqrt(p.x) * cosine, sqrt(p.x) * sine, sqrt(1.0 - p.x))), 3).rgb
  end
  faces[DispatchThreadID] = float4(sum / 256.0, 1)
end }
local function visible(nl, nv, alpha)                                  -- Smith's shadows of facets, over 4 nl nv
  local a = alpha * alpha
  return 0.5 / (nl * sqrt(nv * nv * (1.0 - a) + a) + nv * sqrt(nl * nl * (1.0 - a) + a))
end
local splitSum = gpu.ComputeShader { Name = "share", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local p = (float2(DispatchThreadID.xy) + 0.5) / TABLE
  local nv, alpha, sum = p.x, p.y * p.y, float2(0, 0)
  local v = float3(sqrt(1.0 - nv * nv), 0, nv)
  for i = 0, 511 do
    local h = facet(hammersley(i, 512), alpha)
    local vh = saturate(dot(v, h))
    local nl = 2.0 * vh * h.z - v.z
    if nl > 0 then
      local part, fresnel = visible(nl, nv, alpha) * 4.0 * nl * vh / h.z, pow(1.0 - vh, 5.0)
      sum = sum + part * float2(1.0 - fresnel, fresnel)
    end
  end
  lutOut[DispatchThreadID.xy] = sum / 512.0
end }

-- The picture. Sphere i stands in row i / COLUMNS; its roughness grows from left to right.
local COLUMNS, ROWS, RADIUS, GAP = 7, 3, 0.5, 1.22
local view    = gpu.ConstantBuffer("b0", { { "toClip", "float4x4" }, { "eye", "float4" }, { "right", "float4" }, { "up", "float4" }, { "ahead", "float4" } })
local mirrors, soft, share = gpu.TextureCube("t0", "float4"), gpu.TextureCube("t1", "float4"), gpu.Texture2D("t2", "float2")
local hdr     = gpu.Texture2D("t0, space1", "float4")

local function centreOf(i) return float3((float(i % COLUMNS) - (COLUMNS - 1) / 2) * GAP, RADIUS, (1.0 - float(i / COLUMNS)) * GAP * 1.3) end
local function lit(albedo, metal, rough, n, v, open)
  local f0, nv = lerp(float3(0.04, 0.04, 0.04), albedo, metal), saturate(dot(n, v))
  local ab = share:SampleLevel(linear, float2(nv, rough), 0)
  local once, all_ = f0 * ab.x + ab.y, ab.x + ab.y
  local mean = f0 + (1.0 - f0) / 21.0
  local often = once * mean / (1.0 - mean * (1.0 - all_)) * (1.0 - all_)            -- what comes out after more bounces
  local matt = albedo * (1.0 - metal) * (1.0 - once - often)
  local seen = mirrors:SampleLevel(linear, reflect(-v, n), rough * (LEVELS - 1)).rgb
  return seen * once * lerp(1.0, open, 0.8) + soft:SampleLevel(linear, n, 0).rgb * (often + matt) * open
end
local function sphere(i, n, v, at)
  local row, rough = i / COLUMNS, float(i % COLUMNS) / (COLUMNS - 1)
  local albedo = row == 0 and float3(0.96, 0.95, 0.92) or row == 1 and float3(1.00, 0.72, 0.30) or float3(0.62, 0.03, 0.05)
  local open = saturate(0.55 + 0.45 * n.y + 0.35 * at.y)                -- the floor is dark, and near below
  return lit(albedo, row == 2 and 0.0 or 1.0, lerp(0.02, 1.0, rough), n, v, open)
end

local sphereVS = gpu.VertexShader { Name = "sphere_vs", Inputs = shapes.Inputs, Interpolation = { index = "nointerpolation" }, Main = function(position, normal, texcoord, InstanceID)
  local world = position * RADIUS + centreOf(int(InstanceID))
  return { Position = mul(view.toClip, float4(world, 1)), world = world, normal = normal, index = InstanceID }
end }
local spherePS = gpu.PixelShader { Name = "sphere_ps", Main = function(v)
  return float4(sphere(int(v.index), normalize(v.normal), normalize(view.eye.xyz - v.world), v.world), 1)
end }
local coverVS = gpu.VertexShader { Name = "cover_vs", Main = function(VertexID)
  local p = float2(float(VertexID % 2) * 4.0 - 1.0, 1.0 - float(VertexID / 2) * 4.0)
  return { Position = float4(p, 1, 1), ray = view.ahead.xyz + view.right.xyz * p.x + view.up.xyz * p.y }
end }

-- Floor and wall behind the spheres. The floor follows its mirror image with one ray and is darker where spheres stand over it.
local roomPS = gpu.PixelShader { Name = "room_ps", Main = function(v)
  local d = normalize(v.ray)
  local behind = mirrors:SampleLevel(linear, d, 2.6).rgb * 0.55
  if d.y > -0.001 then return float4(behind, 1) end
  local at, seen = view.eye.xyz - d * (view.eye.y / d.y), float3(d.x, -d.y, d.z)
  local open, nearest, hit = 1.0, 1e6, -1
  for i = 0, COLUMNS * ROWS - 1 do
    local c = centreOf(i) - at
    local q = dot(c, c)
    open = open * (1.0 - 0.9 * RADIUS * RADIUS * RADIUS / (q * sqrt(q)) * min(q, 1.0))
    local b = dot(c, seen)
    local h = b * b - q + RADIUS * RADIUS
    if h > 0 and b - sqrt(h) > 0 and b - sqrt(h) < nearest then nearest, hit = b - sqrt(h), i end
  end
  local n = float3(0, 1, 0)
  local image = mirrors:SampleLevel(linear, seen, 1.0).rgb
  if hit >= 0 then
    local p = at + seen * nearest
    image = sphere(hit, normalize(p - centreOf(hit)), -seen, p)
  end
  local fresnel = 0.05 + 0.95 * pow(1.0 - saturate(-d.y), 5.0)
  local colour = lerp(soft:SampleLevel(linear, n, 0).rgb * float3(0.045, 0.047, 0.055) * saturate(open), image, fresnel * 0.9)
  return float4(lerp(behind, colour, exp(-0.012 * dot(at.xz, at.xz))), 1)
end }
local function film(c) return saturate((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14)) end
local developPS = gpu.PixelShader { Name = "develop_ps", Main = function(v)
  local at, sum = int2(v.Position.xy) * 2, float3(0, 0, 0)
  for i = 0, 3 do sum = sum + film(hdr:Load(int3(at + int2(i % 2, i / 2), 0)).rgb * 0.8) end
  return float4(pow(sum * 0.25, 1.0 / 2.2), 1)
end }

-- Objects.
local HALF4 = "R16G16B16A16_FLOAT"
local function cube(name, edge, levels)
  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = edge, Height = edge, DepthOrArraySize = 6, MipLevels = levels, Format = HALF4,
    Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
end
local room, mirror, matt = cube("studio", EDGE, 7), cube("mirrors", EDGE, LEVELS), cube("soft", SOFT, 1)
local table_ = device:CreateCommittedResource { Name = "share", Dimension = "TEXTURE2D", Width = TABLE, Height = TABLE, Format = "R32G32_FLOAT", Flags = "ALLOW_UNORDERED_ACCESS",
  InitialState = "UNORDERED_ACCESS" }
local hdrTarget, depth, picture = s:Target("hdr", 2 * W, 2 * H, HALF4), s:Depth("depth", 2 * W, 2 * H, "D32_FLOAT"), s:Target("picture", W, H, "R8G8B8A8_UNORM")
local function uav(resource, level, format)
  local i = s.viewCount
  s.viewCount = i + 1
  device:CreateUnorderedAccessView(resource, nil, { Format = format or HALF4, ViewDimension = format and "TEXTURE2D" or "TEXTURE2DARRAY", MipSlice = level,
    ArraySize = not format and 6 or nil }, s.views:GetCPUDescriptorHandle(i))
  return s.views:GetGPUDescriptorHandle(i)
end
local asCube = { Format = HALF4, ViewDimension = "TEXTURECUBE" }
local seeMirror = s:View(mirror, asCube)
s:View(matt, asCube)
s:View(table_)
local seeHDR, seeRoom = s:View(hdrTarget.resource), s:View(room, asCube)

local range = function(kind, register, count, space) return { Type = "DESCRIPTOR_TABLE",
  Ranges = { { Type = kind, NumDescriptors = count, BaseShaderRegister = register, RegisterSpace = space, Flags = kind == "SRV" and "DATA_VOLATILE" or nil } } } end
local clampEdge = { { Filter = "MIN_MAG_MIP_LINEAR" } }
local making = device:CreateRootSignature { Name = "making", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 }, range("SRV", 0, 1), range("SRV", 0, 1, 1),
  range("UAV", 0, 1), range("UAV", 1, 1) }, StaticSamplers = clampEdge }
local drawing = device:CreateRootSignature { Name = "drawing", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 32 },
  range("SRV", 0, 3), range("SRV", 0, 1, 1) }, StaticSamplers = clampEdge }
local function kernel(shader) return device:CreateComputePipelineState { Name = shader:GetName(), RootSignature = making, CS = shader } end
local paintPSO, shrinkPSO, mirrorsPSO, softPSO, sharePSO = kernel(paint), kernel(shrink), kernel(reflectAll), kernel(gather), kernel(splitSum)
local spherePSO = s:Pipeline { Name = "spheres", RootSignature = drawing, VS = sphereVS, PS = spherePS, RTVFormats = { HALF4 }, DSVFormat = "D32_FLOAT" }
local roomPSO = s:Pipeline { Name = "room", RootSignature = drawing, VS = coverVS, PS = roomPS, RTVFormats = { HALF4 }, DSVFormat = "D32_FLOAT",
  DepthStencilState = { DepthFunc = "LESS_EQUAL", DepthWriteMask = "ZERO" } }
local developPSO = s:Pipeline { Name = "develop", RootSignature = drawing, VS = coverVS, PS = developPS, RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilState = { DepthEnable = false } }

-- A pass over all texels of a level of a cube map.
local function make(list, pipeline, resource, edge, level, rough, threads)
  list:SetPipelineState(pipeline)
  list:SetComputeRoot32BitConstants(0, { gpu.AsUint(edge), rough })
  list:SetComputeRootDescriptorTable(3, uav(resource, level))
  list:Dispatch(math.ceil(edge / threads), math.ceil(edge / threads), 6)
end
local READ = "ALL_SHADER_RESOURCE"
s:Submit("studio", function(list)
  list:SetDescriptorHeaps { s.views }
  list:SetComputeRootSignature(making)
  make(list, paintPSO, room, EDGE, 0, 0, 8)
  for level = 1, 6 do
    local above = {}
    for face = 0, 5 do above[face + 1] = { Type = "TRANSITION", Resource = room, Subresource = face * 7 + level - 1, Before = "UNORDERED_ACCESS", After = READ } end
    list:ResourceBarrier(above)
    list:SetComputeRootDescriptorTable(2, s:View(room, { Format = HALF4, ViewDimension = "TEXTURE2DARRAY", MostDetailedMip = level - 1, MipLevels = 1, ArraySize = 6 }))
    make(list, shrinkPSO, room, EDGE / 2 ^ level, level, 0, 4)
  end
  local last = {}
  for face = 0, 5 do last[face + 1] = { Type = "TRANSITION", Resource = room, Subresource = face * 7 + 6, Before = "UNORDERED_ACCESS", After = READ } end
  list:ResourceBarrier(last)
  list:SetComputeRootDescriptorTable(1, seeRoom)
  for level = 0, LEVELS - 1 do make(list, mirrorsPSO, mirror, EDGE / 2 ^ level, level, level / (LEVELS - 1), 4) end
  make(list, softPSO, matt, SOFT, 0, 0, 4)
  list:SetPipelineState(sharePSO)
  list:SetComputeRootDescriptorTable(4, uav(table_, 0, "R32G32_FLOAT"))
  list:Dispatch(TABLE / 8, TABLE / 8, 1)
  for _, resource in ipairs { mirror, matt, table_ } do studio.Transition(list, resource, "UNORDERED_ACCESS", READ) end
end)

local EYE, FIELD = { 0.9, 4.6, -9.4 }, 0.52
local look = matrix.LookAt(EYE, { 0, 0.18, -0.15 })
local camera, tall = matrix.Mul(matrix.Perspective(FIELD, W / H, 0.1, 100), look), math.tan(FIELD / 2)
for _, row in ipairs { { EYE[1], EYE[2], EYE[3], 1 }, { look[1] * tall * W / H, look[5] * tall * W / H, look[9] * tall * W / H, 0 },
  { look[2] * tall, look[6] * tall, look[10] * tall, 0 }, { look[3], look[7], look[11], 0 } } do
  for _, x in ipairs(row) do camera[#camera + 1] = x end
end
local ball = s:Mesh("ball", shapes.Sphere(1, 96, 48))
s:Submit("picture", function(list)
  list:SetDescriptorHeaps { s.views }
  list:SetGraphicsRootSignature(drawing)
  list:SetGraphicsRoot32BitConstants(0, camera)
  list:SetGraphicsRootDescriptorTable(1, seeMirror)
  list:ClearDepthStencilView(depth.dsv, "DEPTH", 1, 0)
  list:OMSetRenderTargets({ hdrTarget.rtv }, depth.dsv)
  studio.Fill(list, hdrTarget)
  list:SetPipelineState(spherePSO)
  studio.Draw(list, ball, COLUMNS * ROWS)
  list:SetPipelineState(roomPSO)
  list:DrawInstanced(3, 1)
  studio.Transition(list, hdrTarget.resource, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  list:SetGraphicsRootDescriptorTable(2, seeHDR)
  list:OMSetRenderTargets({ picture.rtv })
  studio.Fill(list, picture)
  list:SetPipelineState(developPSO)
  list:DrawInstanced(3, 1)
end)
s:Save("materials.png", picture)

-- The table again, as an integral over directions of light, and what a matt surface sees, as a sum over the texels of the studio.
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 6 * EDGE * EDGE * 8 + TABLE * TABLE * 8 + 16384,
  InitialState = "COPY_DEST" }
local LUT_AT, SOFT_AT = 6 * EDGE * EDGE * 8, 6 * EDGE * EDGE * 8 + TABLE * TABLE * 8
s:Submit("read back", function(list)
  studio.Transition(list, table_, READ, "COPY_SOURCE")
  studio.Transition(list, room, READ, "COPY_SOURCE")
  studio.Transition(list, matt, READ, "COPY_SOURCE")
  for face = 0, 5 do
    list:CopyTextureRegion({ Resource = back, Offset = face * EDGE * EDGE * 8, Format = HALF4, Width = EDGE, Height = EDGE, RowPitch = EDGE * 8 }, 0, 0, 0,
      { Resource = room, Subresource = face * 7 })
  end
  list:CopyTextureRegion({ Resource = back, Offset = LUT_AT, Format = "R32G32_FLOAT", Width = TABLE, Height = TABLE, RowPitch = TABLE * 8 }, 0, 0, 0, { Resource = table_ })
  list:CopyTextureRegion({ Resource = back, Offset = SOFT_AT, Format = HALF4, Width = SOFT, Height = SOFT, RowPitch = 256 }, 0, 0, 0, { Resource = matt, Subresource = 2 })
end)
s:Wait()
local map, worst = back:Map(), 0
for _, at in ipairs { { 50, 40 }, { 20, 31 }, { 60, 63 } } do            -- x: the angle of the eye, y: roughness
  local nv, alpha = (at[1] + 0.5) / TABLE, ((at[2] + 0.5) / TABLE) ^ 2
  local sv, a, b, STEPS = math.sqrt(1 - nv * nv), 0, 0, 160
  for i = 0, STEPS - 1 do
    local nl = (i + 0.5) / STEPS                                         -- even steps of the cosine are even in area
    for j = 0, STEPS - 1 do
      local phi, sl = (j + 0.5) / STEPS * 2 * math.pi, math.sqrt(1 - nl * nl)
      local x, y, z = sl * math.cos(phi) + sv, sl * math.sin(phi), nl + nv
      local length = math.sqrt(x * x + y * y + z * z)
      local nh, vh = z / length, (x * sv + z * nv) / length
      local q = nh * nh * (alpha * alpha - 1) + 1
      local d = alpha * alpha / (math.pi * q * q)
      local g = 0.5 / (nl * math.sqrt(nv * nv * (1 - alpha * alpha) + alpha * alpha) + nv * math.sqrt(nl * nl * (1 - alpha * alpha) + alpha * alpha))
      local part, fresnel = d * g * nl * 2 * math.pi / (STEPS * STEPS), (1 - vh) ^ 5
      a, b = a + part * (1 - fresnel), b + part * fresnel
    end
  end
  local got = map:Read(LUT_AT + (at[2] * TABLE + at[1]) * 8, "float", 2)
  worst = math.max(worst, math.abs(got[1] - a), math.abs(got[2] - b))
end
local FACES = { function(p, q) return 1, -q, -p end, function(p, q) return -1, -q, p end, function(p, q) return p, 1, q end,
  function(p, q) return p, -1, -q end, function(p, q) return p, -q, 1 end, function(p, q) return -p, -q, -1 end }
local sum, weight, tilt = 0, 0, 1 / SOFT                                 -- the texel beside the middle of the upper face
for face = 0, 5 do
  for v = 0, EDGE - 1 do
    local texels = map:Read((face * EDGE + v) * EDGE * 8, "half", EDGE * 4)
    for u = 0, EDGE - 1 do
      local x, y, z = FACES[face + 1]((u + 0.5) / EDGE * 2 - 1, (v + 0.5) / EDGE * 2 - 1)
      local facing = x * tilt + y + z * tilt
      if facing > 0 then
        local share = facing / (x * x + y * y + z * z) ^ 2
        sum, weight = sum + texels[4 * u + 2] * share, weight + share
      end
    end
  end
end
local level = map:Read(SOFT_AT + (SOFT / 2) * 256 + SOFT / 2 * 8, "half", 4)[2]
back:Unmap(0, { Begin = 0, End = 0 })
print(("the table of the split sum is within %.3f of an integral over directions"):format(worst))
print(("light from above: %.2f by %d samples, %.2f by all texels of the studio"):format(level, 256, sum / weight))
