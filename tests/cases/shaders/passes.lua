-- Passes of a frame as HLSL has them: tone mapping, bloom, temporal resolve, text, occlusion, feedback, environment maps, particle lists. Each is compared with Lua.
local rig = require "rig"
local gpu, case, same, run, list = rig.gpu, rig.case, rig.same, rig.run, rig.list
local a, f, u, device = rig.a, rig.f, rig.u, rig.device
local random, round32, PI = rig.random(99), rig.round32, math.pi

-- A fullscreen pass, as post processing has it.
local fullscreen = { Name = "fullscreen", Main = function(VertexID)
  local uv = float2(and_bits(shift_left(VertexID, 1), 2), and_bits(VertexID, 2))
  return { Position = float4(uv * float2(2, -2) + float2(-1, 1), 0, 1), uv = uv }
end }

local function image(width, height, pixels, levels)
  local t = device:CreateCommittedResource { Name = "image", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = width, Height = height, MipLevels = levels or 1, Format = "R32G32B32A32_FLOAT", InitialState = "COPY_DEST" }
  local pitch = math.max(256, width * 16)
  rig.submit(function(l)
    local rows = rig.buffer("rows", pitch * height, "UPLOAD")
    local m = rows:Map()
    for y = 0, height - 1 do m:Write(y * pitch, "float", { unpack(pixels, y * width * 4 + 1, (y + 1) * width * 4) }) end
    rows:Unmap()
    l:CopyTextureRegion({ Resource = t, Subresource = 0 }, 0, 0, 0, { Resource = rows, Format = "R32G32B32A32_FLOAT", Width = width, Height = height, RowPitch = pitch })
    rig.go(l, t, "COPY_DEST", "ALL_SHADER_RESOURCE")
  end)
  return t
end
local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 4, Flags = "SHADER_VISIBLE" }
local source, other = gpu.Texture2D("t3", "float4"), gpu.Texture2D("t4", "float4")
local linear = gpu.SamplerState "s0"
local root = device:CreateRootSignature { Name = "post", Parameters = { { Type = "UAV", ShaderRegister = 2 }, { Type = "SRV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 0 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2, BaseShaderRegister = 3 } } } },
  StaticSamplers = { { ShaderRegister = 0, Filter = "MIN_MAG_MIP_LINEAR", AddressU = "CLAMP", AddressV = "CLAMP" } } }
local function post(o)
  for k = 1, 2 do device:CreateShaderResourceView(o.Images[k] or o.Images[1], nil, heap:GetCPUDescriptorHandle(k - 1)) end
  return rig.draw { Width = o.Width, Height = o.Height, VS = fullscreen, PS = o.PS, Root = root, a = o.a, b = o.b, Bind = function(l)
    l:SetDescriptorHeaps { heap }
    l:SetGraphicsRootDescriptorTable(3, heap:GetGPUDescriptorHandle(0))
  end }
end

case("tonemap", function()
  local pixels = list(8 * 8 * 4, function(k) return k % 4 == 0 and 1 or round32(random() ^ 3 * 12) end)
  local exposure = 1.25
  local got = post { Width = 8, Height = 8, Images = { image(8, 8, pixels) }, PS = { Name = "tonemap", Main = function(v)
    local function aces(x)
      local A, B, C, D, E = 2.51, 0.03, 2.43, 0.59, 0.14
      return saturate((x * (A * x + B)) / (x * (C * x + D) + E))
    end
    local function toSRGB(c)
      return c <= 0.0031308 and c * 12.92 or 1.055 * pow(c, 1 / 2.4) - 0.055
    end
    local hdr = source:Load(int3(v.Position.xy, 0)).rgb * exposure
    local luma = dot(hdr, float3(0.2126, 0.7152, 0.0722))
    return float4(toSRGB(aces(hdr)), luma)
  end } }[1]
  local want = {}
  for p = 0, 63 do
    local luma = 0
    for c = 1, 3 do
      local x = pixels[4 * p + c] * exposure
      luma = luma + x * ({ 0.2126, 0.7152, 0.0722 })[c]
      local y = math.max(0, math.min(1, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)))
      want[#want + 1] = y <= 0.0031308 and y * 12.92 or 1.055 * y ^ (1 / 2.4) - 0.055
    end
    want[#want + 1] = luma
  end
  same("colours", got, want, 2e-6)
end)

case("bloom", function()
  local W = 16
  local pixels = list(W * W * 4, function(k) return k % 4 == 0 and 1 or round32(random() ^ 4 * 4) end)
  -- threshold with a soft knee and a horizontal Gaussian, five taps as three samples between texels
  local got = post { Width = W, Height = W, Images = { image(W, W, pixels) }, b = { 1, 0.5, 1 / W, 1 / W }, PS = { Name = "bloom", Main = (function()
    local settings = gpu.ConstantBuffer("b0", { { "threshold", "float" }, { "knee", "float" }, { "texel", "float2" } })
    local offsets, weights = { 0.0, 1.3846153846 }, { 0.2270270270, 0.3162162162 }
    return function(v)
      local function tap(uv)
        return source:SampleLevel(linear, uv, 0).rgb
      end
      local colour = tap(v.uv) * weights[1]
      for k = 2, 2 do
        local d = float2(offsets[k] * settings.texel.x, 0)
        colour = colour + (tap(v.uv + d) + tap(v.uv - d)) * weights[k]
      end
      local bright = max(colour.r, max(colour.g, colour.b))
      local soft = clamp(bright - settings.threshold + settings.knee, 0, 2 * settings.knee)
      soft = soft * soft / (4 * settings.knee + 1e-5)
      local contribution = max(soft, bright - settings.threshold) / max(bright, 1e-5)
      return float4(colour * contribution, bright)
    end
  end)() } }[1]
  local want = {}
  local function texel(x, y, c) return pixels[(y * W + math.max(0, math.min(W - 1, x))) * 4 + c] end
  for y = 0, W - 1 do for x = 0, W - 1 do
    local col, part = {}, 0.3846153846
    for c = 1, 3 do
      -- a sample 1.3846 away mixes the texels 1 and 2 away
      col[c] = texel(x, y, c) * 0.2270270270 + 0.3162162162 * ((texel(x + 1, y, c) + texel(x - 1, y, c)) * (1 - part) + (texel(x + 2, y, c) + texel(x - 2, y, c)) * part)
    end
    local bright = math.max(unpack(col))
    local soft = math.max(0, math.min(1, bright - 1 + 0.5))
    soft = soft * soft / (2 + 1e-5)
    local k = math.max(soft, bright - 1) / math.max(bright, 1e-5)
    for c = 1, 3 do want[#want + 1] = col[c] * k end
    want[#want + 1] = bright
  end end
  same("blurred", got, want, 0.01) -- filters have 8 bits of weight
end)

case("taa resolve", function()
  local W = 8
  local now = list(W * W * 4, function(k) return k % 4 == 0 and 1 or round32(random()) end)
  local before = list(W * W * 4, function(k) return k % 4 == 0 and 1 or round32(random() * 2 - 0.5) end)
  local got = post { Width = W, Height = W, Images = { image(W, W, now), image(W, W, before) }, PS = { Name = "taa", Main = function(v)
    local function toYCoCg(c) return float3(dot(c, float3(0.25, 0.5, 0.25)), dot(c, float3(0.5, 0, -0.5)), dot(c, float3(-0.25, 0.5, -0.25))) end
    local function fromYCoCg(c) return float3(c.x + c.y - c.z, c.x + c.z, c.x - c.y - c.z) end
    local width, height = source:GetDimensions()
    local size = int2(width, height)
    local p = int2(v.Position.xy)
    local m1, m2, current = float3(0), float3(0), float3(0)
    for y = -1, 1 do
      for x = -1, 1 do
        local c = toYCoCg(source[clamp(p + int2(x, y), 0, size - 1)].rgb)
        if x == 0 and y == 0 then current = c end
        m1 = m1 + c
        m2 = m2 + c * c
      end
    end
    local mean = m1 / 9
    local sigma = sqrt(abs(m2 / 9 - mean * mean))
    local low, high = mean - 1.25 * sigma, mean + 1.25 * sigma
    local history = clamp(toYCoCg(other[p].rgb), low, high)
    local result = lerp(current, history, 0.9)
    return float4(fromYCoCg(result), 1)
  end } }[1]
  local function ycocg(t, x, y)
    local o = (math.max(0, math.min(W - 1, y)) * W + math.max(0, math.min(W - 1, x))) * 4
    local r, g, b = t[o + 1], t[o + 2], t[o + 3]
    return { r / 4 + g / 2 + b / 4, r / 2 - b / 2, -r / 4 + g / 2 - b / 4 }
  end
  local want = {}
  for y = 0, W - 1 do for x = 0, W - 1 do
    local r = {}
    for c = 1, 3 do
      local m1, m2 = 0, 0
      for dy = -1, 1 do for dx = -1, 1 do local v = ycocg(now, x + dx, y + dy)[c]; m1 = m1 + v; m2 = m2 + v * v end end
      local mean = m1 / 9
      local sigma = math.sqrt(math.abs(m2 / 9 - mean * mean))
      local h = math.max(mean - 1.25 * sigma, math.min(mean + 1.25 * sigma, ycocg(before, x, y)[c]))
      r[c] = 0.1 * ycocg(now, x, y)[c] + 0.9 * h
    end
    for _, v in ipairs { r[1] + r[2] - r[3], r[1] + r[3], r[1] - r[2] - r[3], 1 } do want[#want + 1] = v end
  end end
  same("resolved", got, want, 1e-5)
end)

case("sdf text", function()
  -- the distance to a disc, in texels of a texture of 16, drawn 32 x 32
  local W = 16
  local pixels = {}
  for y = 0, W - 1 do for x = 0, W - 1 do
    local d = 5 - math.sqrt((x + 0.5 - 8) ^ 2 + (y + 0.5 - 8) ^ 2)
    for c = 1, 4 do pixels[#pixels + 1] = round32(math.max(0, math.min(1, 0.5 + d / 8))) end
  end end
  local got = post { Width = 32, Height = 32, Images = { image(W, W, pixels) }, PS = { Name = "sdf", Main = function(v)
    local distance_ = source:Sample(linear, v.uv).r
    local width = fwidth(distance_)
    local alpha = smoothstep(0.5 - width, 0.5 + width, distance_)
    local outline = step(0.35, distance_) - alpha
    return float4(alpha, outline, width, ddx(v.uv).x)
  end } }[1]
  local worst, inside = 0, 0
  for y = 0, 31 do for x = 0, 31 do
    local o = (y * 32 + x) * 4
    local d = 10 - math.sqrt((x + 0.5 - 16) ^ 2 + (y + 0.5 - 16) ^ 2) -- in pixels
    if d > 2 then worst = math.max(worst, math.abs(got[o + 1] - 1)) end
    if d < -2 then worst = math.max(worst, math.abs(got[o + 1])) end
    inside = inside + got[o + 1]
    worst = math.max(worst, math.abs(got[o + 4] - 1 / 32))
  end end
  same("inside and outside", worst, 0, 1e-6)
  same("area", inside, math.pi * 100, 6)
end)

case("ssao", function()
  -- depth in linear units: a step edge; occlusion only near the lower side
  local W = 16
  local pixels = {}
  for y = 0, W - 1 do for x = 0, W - 1 do for c = 1, 4 do pixels[#pixels + 1] = x < 8 and 1 or 2 end end end
  local kernel = {}
  for k = 1, 8 do kernel[k] = { math.cos(k * PI / 4) * 2.5, math.sin(k * PI / 4) * 2.5 } end
  local got = post { Width = W, Height = W, Images = { image(W, W, pixels) }, PS = { Name = "ssao", Main = function(v)
    local here = source[uint2(v.Position.xy)].r
    local occlusion = 0
    for k = 1, 8 do
      local at = (v.Position.xy + kernel[k]) / 16
      local there = source:SampleLevel(linear, at, 0).r
      local range = smoothstep(0, 1, 4 / abs(here - there))
      occlusion = occlusion + (there <= here - 0.025 and 1 or 0) * range
    end
    return 1 - occlusion / 8
  end } }[1]
  local want = {}
  for y = 0, W - 1 do for x = 0, W - 1 do
    local here, hidden = x < 8 and 1 or 2, 0
    for k = 1, 8 do
      local sx = x + 0.5 + kernel[k][1] - 0.5
      local x0 = math.floor(sx)
      local part = math.floor((sx - x0) * 256 + 0.5) / 256
      local function at(q) return math.max(0, math.min(15, q)) < 8 and 1 or 2 end
      local there = at(x0) * (1 - part) + at(x0 + 1) * part
      if there <= here - 0.025 then hidden = hidden + 1 end
    end
    for c = 1, 4 do want[#want + 1] = 1 - hidden / 8 end
  end end
  local ao, wao = {}, {}
  for k = 1, #got, 4 do ao[#ao + 1], wao[#wao + 1] = got[k], want[k] end
  same("occlusion", ao, wao)
end)

case("virtual texture feedback", function()
  -- pages of 16 texels of a texture of 128; the first request of a page wins a slot
  local got = post { Width = 32, Height = 32, Images = { image(4, 4, list(64, function() return 0 end)) }, PS = { Name = "feedback", EarlyDepthStencil = true, Main = function(v)
    local texels = v.uv * 128
    local dx, dy = ddx(texels), ddy(texels)
    local level = max(0, 0.5 * log2(max(dot(dx, dx), dot(dy, dy))))
    local mip = uint(level)
    local page = uint2(texels) / shift_left(16, mip)
    local per = uint(8) / shift_left(uint(1), mip)
    local id = page.y * per + page.x
    InterlockedOr(u[1 + id / 32], shift_left(1, id % 32))
    InterlockedMax(u[0], mip)
    return float4(page, mip, id)
  end } }
  -- 128 texels over 32 pixels: level 2, pages of 64 texels, 2 x 2 of them
  same("level and pages", { got.u[1], got.u[2] }, { 2, 15 })
  local want = {}
  for y = 0, 31 do for x = 0, 31 do
    local px, py = math.floor(x / 16), math.floor(y / 16)
    for _, v in ipairs { px, py, 2, py * 2 + px } do want[#want + 1] = v end
  end end
  same("requests", got[1], want)
end)

case("cube map prefilter", function()
  -- a cube whose faces hold a number each: a mirror along an axis sees that of its face
  local t = device:CreateCommittedResource { Name = "cube", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, DepthOrArraySize = 6, Format = "R32G32B32A32_FLOAT", InitialState = "COPY_DEST" }
  rig.submit(function(l)
    for face = 0, 5 do
      local rows = rig.buffer("rows", 1024, "UPLOAD")
      local m = rows:Map()
      for y = 0, 3 do m:Write(y * 256, "float", list(16, function() return face + 1 end)) end
      rows:Unmap()
      l:CopyTextureRegion({ Resource = t, Subresource = face }, 0, 0, 0, { Resource = rows, Format = "R32G32B32A32_FLOAT", Width = 4, Height = 4, RowPitch = 256 })
    end
    rig.go(l, t, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  end)
  local env = gpu.TextureCube("t3", "float4")
  device:CreateShaderResourceView(t, { Format = "R32G32B32A32_FLOAT", ViewDimension = "TEXTURECUBE", MipLevels = 1 }, heap:GetCPUDescriptorHandle(0))
  local croot = device:CreateRootSignature { Name = "prefilter", StaticSamplers = { { ShaderRegister = 0, Filter = "MIN_MAG_MIP_POINT" } }, Parameters = { { Type = "UAV", ShaderRegister = 0 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 3 } } } } }
  local out = rig.buffer("f", 256, "DEFAULT")
  local SAMPLES = 256
  local cs = gpu.ComputeShader { Name = "prefilter", NumThreads = { 6, 1, 1 }, Main = function(DispatchThreadID)
    local function radicalInverse(bits)
      bits = or_bits(shift_left(bits, 16), shift_right(bits, 16))
      bits = or_bits(shift_left(and_bits(bits, 0x55555555), 1), shift_right(and_bits(bits, 0xAAAAAAAA), 1))
      bits = or_bits(shift_left(and_bits(bits, 0x33333333), 2), shift_right(and_bits(bits, 0xCCCCCCCC), 2))
      bits = or_bits(shift_left(and_bits(bits, 0x0F0F0F0F), 4), shift_right(and_bits(bits, 0xF0F0F0F0), 4))
      bits = or_bits(shift_left(and_bits(bits, 0x00FF00FF), 8), shift_right(and_bits(bits, 0xFF00FF00), 8))
      return float(bits) * 2.3283064365386963e-10
    end
    local function ggx(xi, rough, N)
      local al = rough * rough
      local phi = 2 * PI * xi.x
      local cosT = sqrt((1 - xi.y) / (1 + (al * al - 1) * xi.y))
      local sinT = sqrt(1 - cosT * cosT)
      local H = float3(cos(phi) * sinT, sin(phi) * sinT, cosT)
      local up = abs(N.z) < 0.999 and float3(0, 0, 1) or float3(1, 0, 0)
      local T = normalize(cross(up, N))
      local B = cross(N, T)
      return normalize(T * H.x + B * H.y + N * H.z)
    end
    local axis = float3(0)
    axis[DispatchThreadID.x / 2] = DispatchThreadID.x % 2 == 0 and 1 or -1
    for r = 0, 1 do
      local sum, weight = 0, 0
      for s = 0, SAMPLES - 1 do
        local h = ggx(float2(float(s) / SAMPLES, radicalInverse(uint(s))), r == 0 and 0.001 or 0.9, axis)
        local l = reflect(-axis, h)
        local nl = saturate(dot(axis, l))
        if nl > 0 then
          sum = sum + env:SampleLevel(linear, l, 0).r * nl
          weight = weight + nl
        end
      end
      f[r * 6 + DispatchThreadID.x] = sum / weight
    end
    f[12 + DispatchThreadID.x] = radicalInverse(DispatchThreadID.x) - float(reversebits(DispatchThreadID.x)) / 4294967296.0
  end }
  rig.submit(function(l)
    l:SetDescriptorHeaps { heap }
    l:SetComputeRootSignature(croot)
    l:SetPipelineState(device:CreateComputePipelineState { Name = "prefilter", RootSignature = croot, CS = cs })
    l:SetComputeRootUnorderedAccessView(0, out:GetGPUVirtualAddress())
    l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    l:Dispatch(1, 1, 1)
  end)
  local got = rig.numbers(out, "float", 18)
  -- the same integral in doubles, of the face that a direction points to
  local function face(x, y, z)
    local ax, ay, az = math.abs(x), math.abs(y), math.abs(z)
    if ax >= ay and ax >= az then return x > 0 and 1 or 2 end
    if ay >= az then return y > 0 and 3 or 4 end
    return z > 0 and 5 or 6
  end
  local function reversed(k)
    local r = 0
    for bit = 1, 8 do r, k = r + k % 2 / 2 ^ bit, math.floor(k / 2) end
    return r
  end
  local want = {}
  for d = 0, 5 do
    want[d + 1] = d + 1
    local sum, weight, sign = 0, 0, d % 2 == 0 and 1 or -1
    for s = 0, SAMPLES - 1 do
      local y = reversed(s)
      local cosT = math.sqrt((1 - y) / (1 + (0.9 ^ 4 - 1) * y))
      local sinT, phi = math.sqrt(1 - cosT * cosT), 2 * PI * s / SAMPLES
      local t, b = math.cos(phi) * sinT, math.sin(phi) * sinT
      -- up x axis is the tangent: z x (+-x) = +-y, z x (+-y) = -+x, x x (+-z) = -+y; the bitangent is axis x tangent
      local h = d < 2 and { sign * cosT, sign * t, b } or d < 4 and { -sign * t, sign * cosT, b } or { b, -sign * t, sign * cosT }
      local n = sign * h[math.floor(d / 2) + 1]
      local l = { 2 * n * h[1], 2 * n * h[2], 2 * n * h[3] }
      l[math.floor(d / 2) + 1] = l[math.floor(d / 2) + 1] - sign
      local shade = sign * l[math.floor(d / 2) + 1]
      if shade > 0 then sum, weight = sum + face(unpack(l)) * shade, weight + shade end
    end
    want[7 + d] = sum / weight
  end
  same("mirror and rough", { unpack(got, 1, 12) }, want, 1e-3)
  same("reversed bits", { unpack(got, 13, 18) }, { 0, 0, 0, 0, 0, 0 })
end)

local Particle = { { "place", "float2" }, { "speed", "float2" }, { "life", "float" }, { "kind", "uint" } }
local alive, survivors = gpu.ConsumeStructuredBuffer("u0", Particle), gpu.AppendStructuredBuffer("u1", Particle)
local counter, arguments = gpu.ByteAddressBuffer "t0", gpu.RWByteAddressBuffer "u2"
local kept, shown = gpu.StructuredBuffer("t1", Particle), gpu.RWStructuredBuffer("u3", "float")
case("particle lists and indirect arguments", function()
  local COUNT, STRIDE = 20, 24
  local start, model = {}, {}
  for k = 0, COUNT - 1 do
    local p = { k * 0.5, 0.25 * k, 1 - k * 0.125, 2, 0.125 * k, k }
    for _, v in ipairs(p) do start[#start + 1] = v end
    p[5] = p[5] - 0.25
    p[4] = p[4] - 9.5 * 0.25
    p[1], p[2] = p[1] + p[3] * 0.25, p[2] + p[4] * 0.25
    if p[5] > 0 then model[k] = p end
    if p[5] > 2 then model[k + 100] = { p[1], p[2], -p[3], -p[4], 1, k + 100 } end
  end
  local heap = device:CreateDescriptorHeap { Name = "lists", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  local lists, counts = {}, {}
  for k = 1, 2 do
    lists[k], counts[k] = rig.buffer("list", 64 * STRIDE, "DEFAULT"), rig.buffer("counter", 4, "DEFAULT")
    device:CreateUnorderedAccessView(lists[k], counts[k], { NumElements = 64, StructureByteStride = STRIDE }, heap:GetCPUDescriptorHandle(k - 1))
  end
  local begin = rig.buffer("begin", #start * 4, "UPLOAD")
  local m = begin:Map()
  for k = 0, COUNT - 1 do
    m:Write(k * STRIDE, "float", { unpack(start, 6 * k + 1, 6 * k + 5) })
    m:Write(k * STRIDE + 20, "uint", { k })
  end
  begin:Unmap()
  local indirect, out = rig.buffer("arguments", 12, "DEFAULT"), rig.buffer("shown", 64 * 24, "DEFAULT")
  local root = device:CreateRootSignature { Name = "particles", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 2 } } },
    { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 2 }, { Type = "SRV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 3 } } }
  local function pipeline(name, threads, Main)
    return device:CreateComputePipelineState { Name = name, RootSignature = root, CS = gpu.ComputeShader { Name = name, NumThreads = { threads, 1, 1 }, Main = Main } }
  end
  local simulate = pipeline("simulate", COUNT, function()
    local p = alive:Consume()
    p.life = p.life - 0.25
    p.speed.y = p.speed.y - 9.5 * 0.25
    p.place = p.place + p.speed * 0.25
    if p.life > 0 then survivors:Append(p) end
    if p.life > 2 then survivors:Append { place = p.place, speed = -p.speed, life = 1, kind = p.kind + 100 } end
  end)
  local prepare = pipeline("prepare", 1, function()
    arguments:Store3(0, uint3((counter:Load(0) + 7) / 8, 1, 1))
  end)
  local show = pipeline("show", 8, function(DispatchThreadID)
    local id = DispatchThreadID.x
    if id >= counter:Load(0) then return end
    local p = kept[id]
    shown[6 * id], shown[6 * id + 1], shown[6 * id + 2], shown[6 * id + 3] = p.place.x, p.place.y, p.speed.x, p.speed.y
    shown[6 * id + 4], shown[6 * id + 5] = p.life, p.kind
  end)
  local zero, twenty = rig.filled("zero", "uint", { 0 }), rig.filled("count", "uint", { COUNT })
  rig.submit(function(list)
    list:CopyBufferRegion(lists[1], 0, begin, 0, #start * 4)
    list:CopyBufferRegion(counts[1], 0, twenty, 0, 4)
    list:CopyBufferRegion(counts[2], 0, zero, 0, 4)
  end)
  local function pass(pso, record)
    rig.submit(function(list)
      list:SetDescriptorHeaps { heap }
      list:SetComputeRootSignature(root)
      list:SetPipelineState(pso)
      record(list)
    end)
  end
  pass(simulate, function(list)
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    list:Dispatch(1, 1, 1)
  end)
  pass(prepare, function(list)
    list:SetComputeRootShaderResourceView(1, counts[2]:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(2, indirect:GetGPUVirtualAddress())
    list:Dispatch(1, 1, 1)
  end)
  local signature = device:CreateCommandSignature { ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  pass(show, function(list)
    list:SetComputeRootShaderResourceView(1, counts[2]:GetGPUVirtualAddress())
    list:SetComputeRootShaderResourceView(3, lists[2]:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(4, out:GetGPUVirtualAddress())
    list:ExecuteIndirect(signature, 1, indirect, 0)
  end)
  local expected = 0
  for _ in pairs(model) do expected = expected + 1 end
  same("counters", { rig.numbers(counts[1], "uint", 1)[1], rig.numbers(counts[2], "uint", 1)[1] }, { 0, expected })
  same("arguments", rig.numbers(indirect, "uint", 3), { math.ceil(expected / 8), 1, 1 })
  local numbers = rig.numbers(out, "float", 6 * expected)
  for k = 0, expected - 1 do
    local got = { unpack(numbers, 6 * k + 1, 6 * k + 6) }
    same("a particle", got, model[got[6]] or {})
    model[got[6]] = nil
  end
end)
rig.done()
