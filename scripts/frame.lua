-- A compute frame, end to end: a picture is read and uploaded on a copy queue, three kernels ray-trace, blur and tone-map
-- on a compute queue, and the result is read back by the CPU.
--
--   copy     upload tiles and spheres ─ signal 1
--   compute            wait 1 ─ trace ─ bright ─ develop ─ copy to readback ─ signal 2
--   CPU                                                             wait 2 ─ look at the pixels, save frame.png
local gpu = require "gpu"

local W, H = 640, 360

-- Shaders are Lua functions: they are compiled from their source and never run by the Lua machine. Resources are captured.
local Sphere  = { { "center", "float3" }, { "radius", "float" }, { "colour", "float3" }, { "mirror", "float" } }
local spheres = gpu.StructuredBuffer("t0", Sphere)
local tiles   = gpu.Texture2D("t1", "float4")
local scene   = gpu.Texture2D("t2", "float4")
local glow    = gpu.Texture2D("t3", "float4")
local linear  = gpu.SamplerState("s0")
local hdr     = gpu.RWTexture2D("u0", "float4")
local bright  = gpu.RWTexture2D("u1", "float4")
local ldr     = gpu.RWTexture2D("u2", "float4")
local camera  = gpu.ConstantBuffer("b0", { { "eye", "float3" }, { "count", "uint" }, { "sun", "float3" }, { "zoom", "float" }, { "pitch", "float2" } })

local FOG = 0.035
local function haze(dir, sun)                                         -- what is seen far away at the horizon
  local toSun = saturate(dot(dir, sun))
  return lerp(float3(0.20, 0.17, 0.30), float3(1.50, 0.62, 0.24), pow(toSun, 3.0))
end

local function sky(dir, sun)
  local up = saturate(dir.y)
  local toSun = saturate(dot(dir, sun))
  local colour = lerp(haze(dir, sun), float3(0.05, 0.11, 0.30), 1.0 - exp(-up * 5.0))
  return colour + float3(2.4, 1.1, 0.4) * pow(toSun, 40.0) + float3(22.0, 14.0, 7.0) * pow(toSun, 1800.0)
end

-- The nearest sphere along a ray: its distance and number, or a large distance and -1.
local function nearest(origin, dir)
  local best, id = 1.0e6, -1
  for i = 0, int(camera.count) - 1 do
    local s = spheres[i]
    local oc = origin - s.center
    local b = dot(oc, dir)
    local h = b * b - dot(oc, oc) + s.radius * s.radius
    if h > 0.0 then
      local t = -b - sqrt(h)
      if t > 0.001 and t < best then best, id = t, i end
    end
  end
  return best, id
end

local function shade(albedo, point, normal)
  local _, blocker = nearest(point + normal * 0.002, camera.sun)
  local lit = saturate(dot(normal, camera.sun))
  if blocker >= 0 then lit = 0.0 end
  local ambient = lerp(float3(0.10, 0.09, 0.12), float3(0.16, 0.20, 0.38), normal.y * 0.5 + 0.5)
  return albedo * (ambient + float3(2.60, 1.42, 0.62) * lit)
end

local trace = gpu.ComputeShader {
  Name = "trace", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local colour = float3(0.0, 0.0, 0.0)
    for sample = 0, 3 do                                             -- four rays a pixel
      local offset = float2(float(sample % 2), float(sample / 2)) * 0.5 + 0.25
      local uv = (float2(DispatchThreadID.xy) + offset - float2(W, H) * 0.5) / H
      local forward, up = camera.zoom, -uv.y
      local dir = normalize(float3(uv.x, up * camera.pitch.x - forward * camera.pitch.y, forward * camera.pitch.x + up * camera.pitch.y))
      local origin = camera.eye
      local weight = 1.0
      for bounce = 0, 3 do
        local t, id = nearest(origin, dir)
        local floorT = -origin.y / dir.y                             -- the plane y = 0
        if floorT > 0.001 and floorT < t and floorT < 60.0 then
          local p = origin + dir * floorT
          local texel = tiles:SampleLevel(linear, p.xz * 0.5, 0.0).rgb
          local fog = 1.0 - exp(-FOG * floorT)
          local lit = shade(texel, p, float3(0.0, 1.0, 0.0))
          local polish = 0.06 + 0.74 * pow(1.0 - saturate(-dir.y), 4.0)          -- the floor is polished: it mirrors at flat angles
          colour = colour + lerp(lit * (1.0 - polish), haze(dir, camera.sun), fog) * weight
          weight = weight * polish * (1.0 - fog)
          origin = p
          dir = float3(dir.x, -dir.y, dir.z)
        elseif id >= 0 then
          local s = spheres[id]
          local p = origin + dir * t
          local n = (p - s.center) / s.radius
          colour = colour + shade(s.colour, p, n) * weight * (1.0 - s.mirror)
          weight = weight * s.mirror
          origin = p + n * 0.002
          dir = reflect(dir, n)
        else
          colour = colour + sky(dir, camera.sun) * weight
          weight = 0.0
        end
        if weight < 0.01 then break end
      end
    end
    hdr[DispatchThreadID.xy] = float4(colour * 0.25, 1.0)
  end,
}

local RADIUS = 10
local brightPass = gpu.ComputeShader {
  Name = "bright", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local at = int2(DispatchThreadID.xy)
    local sum = float3(0.0, 0.0, 0.0)
    for i = -RADIUS, RADIUS do                                       -- a Gaussian along the row, of what is brighter than white
      local x = clamp(at.x + i, 0, W - 1)
      local c = scene:Load(int3(x, at.y, 0)).rgb
      sum = sum + max(c - 1.0, 0.0) * exp(-float(i * i) / 32.0)
    end
    bright[DispatchThreadID.xy] = float4(sum * 0.1, 1.0)
  end,
}

local develop = gpu.ComputeShader {
  Name = "develop", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local at = int2(DispatchThreadID.xy)
    local sum = float3(0.0, 0.0, 0.0)
    for i = -RADIUS, RADIUS do
      local y = clamp(at.y + i, 0, H - 1)
      sum = sum + glow:Load(int3(at.x, y, 0)).rgb * exp(-float(i * i) / 32.0)
    end
    local c = scene:Load(int3(at, 0)).rgb + sum * 0.1
    c = c * 1.15
    c = c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14)       -- a filmic curve
    local centred = float2(at) / float2(W, H) - 0.5
    c = saturate(c) * (1.0 - 0.6 * dot(centred, centred))
    ldr[DispatchThreadID.xy] = float4(pow(c, 1.0 / 2.2), 1.0)
  end,
}

-- The device, its queues and the fence that orders them.
local device  = gpu.CreateDevice { Name = "frame" }
local copy    = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local fence   = device:CreateFence(0, "frame")

-- Staging memory, filled by the CPU.
local picture = gpu.LoadImage("assets/tiles.png")
local balls = {
  { 0.0, 1.00, 4.2, 1.00,  0.95, 0.95, 0.95, 0.85 },  { -1.9, 0.70, 3.4, 0.70,  0.85, 0.20, 0.12, 0.12 },
  { 1.8, 0.60, 3.0, 0.60,  0.15, 0.45, 0.80, 0.25 },  { 0.75, 0.30, 2.3, 0.30, 0.95, 0.70, 0.15, 0.10 },
  { -0.8, 0.25, 2.2, 0.25, 0.20, 0.65, 0.30, 0.10 },  { 3.4, 1.30, 6.4, 1.30, 0.70, 0.55, 0.85, 0.45 },
  { -3.6, 1.10, 6.0, 1.10, 0.90, 0.85, 0.60, 0.60 },
}
local pitch   = picture.Width * 4
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096 + pitch * picture.Height,
  InitialState = "GENERIC_READ" }
local map = staging:Map()
for i, ball in ipairs(balls) do map:Write((i - 1) * 32, "float", ball) end
map:WriteImage(4096, picture, pitch)
staging:Unmap()

-- The camera looks a little down and the sun stands low, behind the spheres to the left.
local PITCH = 0.20
local sun = { -0.78, 0.29, 0.56 }
local length = math.sqrt(sun[1] ^ 2 + sun[2] ^ 2 + sun[3] ^ 2)
for i = 1, 3 do sun[i] = sun[i] / length end

-- GPU memory.
local function texture(name, width, height, format, state, flags)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = width, Height = height, Format = format,
    InitialState = state, Flags = flags }
end
local sphereBuffer = device:CreateCommittedResource { Name = "spheres", HeapType = "DEFAULT", Dimension = "BUFFER", Width = #balls * 32, InitialState = "COMMON" }
local tileTexture  = texture("tiles", picture.Width, picture.Height, "R8G8B8A8_UNORM_SRGB", "COMMON")
local hdrTexture   = texture("hdr", W, H, "R16G16B16A16_FLOAT", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS")
local glowTexture  = texture("glow", W, H, "R16G16B16A16_FLOAT", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS")
local frameTexture = texture("frame", W, H, "R8G8B8A8_UNORM", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS")
local readback     = device:CreateCommittedResource { Name = "readback", HeapType = "READBACK", Dimension = "BUFFER", Width = W * 4 * H, InitialState = "COPY_DEST" }

-- Descriptors: t0 to t3, then u0 to u2.
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 7, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(sphereBuffer, { NumElements = #balls, StructureByteStride = 32 }, views:GetCPUDescriptorHandle(0))
for i, t in ipairs { tileTexture, hdrTexture, glowTexture } do device:CreateShaderResourceView(t, nil, views:GetCPUDescriptorHandle(i)) end
for i, t in ipairs { hdrTexture, glowTexture, frameTexture } do device:CreateUnorderedAccessView(t, nil, nil, views:GetCPUDescriptorHandle(3 + i)) end

local root = device:CreateRootSignature { Name = "root",
  Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = {
      { Type = "SRV", NumDescriptors = 4, BaseShaderRegister = 0, Flags = "DATA_VOLATILE" },
      { Type = "UAV", NumDescriptors = 3, BaseShaderRegister = 0 } } },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 10 },
  },
  StaticSamplers = { { ShaderRegister = 0, Filter = "MIN_MAG_MIP_LINEAR", AddressU = "WRAP", AddressV = "WRAP" } },
}
local pipelines = {}
for _, cs in ipairs { trace, brightPass, develop } do
  pipelines[#pipelines + 1] = device:CreateComputePipelineState { Name = cs:GetName(), RootSignature = root, CS = cs }
end

local function record(type, name, body)
  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
  body(list)
  list:Close()
  return list
end

-- The frame.
copy:ExecuteCommandLists { record("COPY", "upload", function(list)
  list:CopyBufferRegion(sphereBuffer, 0, staging, 0, #balls * 32)
  list:CopyTextureRegion({ Resource = tileTexture }, 0, 0, 0,
    { Resource = staging, Offset = 4096, Format = "R8G8B8A8_UNORM_SRGB", Width = picture.Width, Height = picture.Height, RowPitch = pitch })
end) }
copy:Signal(fence, 1)

local function barrier(list, resource, before, after)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
end
compute:Wait(fence, 1)                                               -- tiles and spheres are there
compute:ExecuteCommandLists { record("COMPUTE", "render", function(list)
  list:SetComputeRootSignature(root)
  list:SetDescriptorHeaps { views }
  list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
  list:SetComputeRoot32BitConstants(1, { 0.0, 2.05, -3.1, gpu.AsUint(#balls), sun[1], sun[2], sun[3], 1.25, math.cos(PITCH), math.sin(PITCH) })
  list:SetPipelineState(pipelines[1])
  list:Dispatch(W / 8, H / 8, 1)
  barrier(list, hdrTexture, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
  list:SetPipelineState(pipelines[2])
  list:Dispatch(W / 64, H, 1)
  barrier(list, glowTexture, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
  list:SetPipelineState(pipelines[3])
  list:Dispatch(W / 64, H, 1)
  barrier(list, frameTexture, "UNORDERED_ACCESS", "COPY_SOURCE")
  list:CopyTextureRegion({ Resource = readback, Format = "R8G8B8A8_UNORM", Width = W, Height = H, RowPitch = W * 4 }, 0, 0, 0, { Resource = frameTexture })
end) }
compute:Signal(fence, 2)

-- The CPU looks at the pixels only after the fence says that they are there.
local submitted = gpu.Now()
fence:WaitCPU(2)
local pixels = readback:Map()
local histogram, total = {}, 0
for i = 0, W * H - 1, 97 do
  local r, g, b = gpu.UnpackRGBA8(pixels:Read(i * 4, "uint"))
  local bin = math.min(math.floor((0.2126 * r + 0.7152 * g + 0.0722 * b) * 10), 9)
  histogram[bin], total = (histogram[bin] or 0) + 1, total + 1
end
readback:Unmap(0, { Begin = 0, End = 0 })

gpu.SavePNG("frame.png", frameTexture)
print(("traced %d x %d pixels with %d spheres"):format(W, H, #balls))
print(("submitted at %s, finished at %s of virtual time"):format(gpu.FormatTime(submitted), gpu.FormatTime(gpu.Now())))
print("fence " .. fence:GetCompletedValue() .. ", picture " .. gpu.Hash(frameTexture))
print("brightness")
for bin = 0, 9 do
  print(("  %.1f %s"):format(bin / 10, ("#"):rep(math.floor((histogram[bin] or 0) / total * 100 + 0.5))))
end
