-- What scripts/pipelined_compute.lua pipelines: a compute queue makes the surface of a sea for each frame, a direct queue paints
-- each frame as one strip of a picture, from night to day. The surface passes through Versions buffers, so that compute may run
-- ahead of graphics.
--
--   compute    1 2 3 . 4 . 5 …          swell: writes version frame % Versions
--   graphics       1 1 2 2 3 3 …        sky, then sea: reads version frame % Versions
--
-- The sky of a frame takes longer than its swell, so the direct queue falls behind, the compute queue waits for it, and the CPU
-- waits for the compute queue. With a version too few compute writes, while graphics still paints the sky, what the sea reads.
local gpu = require "gpu"

local WIDTH, STRIP = 640, 48         -- texels of the picture; each frame is a strip
local FRAMES = 10                    -- strips
local SLOTS = 8                      -- command allocators of a queue; more than the CPU can be ahead
local WAVES = 2000                   -- of which a sea is the sum
local SLICES = 14                    -- of the air with its clouds

local surface = gpu.RWStructuredBuffer("u0", "float")
local shown   = gpu.StructuredBuffer("t0", "float")
local picture = gpu.RWTexture2D("u1", "float4")
local frame   = gpu.ConstantBuffer("b0", { { "number", "uint" } })

-- Waves of all lengths: a long one is high and fast, a short one low and slow.
local swell = gpu.ComputeShader {
  Name = "swell", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local x, time = float(DispatchThreadID.x) / 20.0, float(frame.number) * 0.9
    local height = 0.0
    for wave = 1, WAVES do
      local k = 0.5 + 0.01 * float(wave)
      local phase = frac(sin(float(wave) * 12.9898) * 43758.547) * 6.2831853
      height = height + sin(k * x - sqrt(9.81 * k) * time + phase) / (k * k + 2.0)
    end
    surface[DispatchThreadID.x] = height * 0.022
  end,
}

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

local function dawn(height, day)       -- the colour of a clear sky: height 0 is the horizon, day goes from 0 to 1
  local zenith = lerp(float3(0.02, 0.03, 0.10), float3(0.22, 0.45, 0.80), day)
  local glow = lerp(float3(0.10, 0.07, 0.16), float3(1.0, 0.72, 0.42), smoothstep(0.1, 0.9, day))
  local red = float3(0.55, 0.12, 0.02) * (4.0 * day * (1.0 - day))
  return lerp(glow + red, zenith, saturate(height))
end

local sky = gpu.ComputeShader {
  Name = "sky", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local day = (float(frame.number) - 1.0) / (FRAMES - 1)
    local height = 1.0 - float(DispatchThreadID.y) / (STRIP * 0.75)
    local at = float2(float(DispatchThreadID.x) / 48.0, height * 1.1)
    local sun = float2(9.2, day * 1.05 - 0.30)
    local colour = dawn(height, day)
    local away = length((at - sun) * float2(1.0, 0.8))
    local shine = smoothstep(0.0, 0.4, day)
    colour = colour + float3(1.5, 0.9, 0.4) * (exp(-away * away * 140.0) + 0.20 * exp(-away * 2.0)) * shine
    local lit = lerp(dawn(0.0, day), float3(1.0, 0.96, 0.92), day) * (0.30 + 0.70 * day)
    local through = 1.0                                               -- light that comes through the clouds so far
    for slice = 0, SLICES - 1 do                                      -- from the front to the back: most of the time of a frame
      local p = at * float2(1.1, 2.3) * (1.0 + 0.05 * float(slice)) + float2(float(frame.number) * 0.30 + 0.11 * float(slice), 4.0)
      local cloud, weight = 0.0, 0.5
      for octave = 1, 5 do
        cloud = cloud + noise(p) * weight
        p, weight = float2(p.x * 1.6 - p.y * 1.2, p.x * 1.2 + p.y * 1.6) + 3.7, weight * 0.5
      end
      local dense = saturate((cloud - 0.52) * 2.2) * smoothstep(0.02, 0.25, height)
      local edge = 1.0 + 1.2 * (1.0 - saturate(dense * 3.0)) * exp(-away) * shine        -- thin clouds glow before the sun
      colour = lerp(colour, lit * edge * (1.15 - 0.85 * cloud), dense * through)
      through = through * (1.0 - dense)
    end
    picture[uint2(DispatchThreadID.x, (frame.number - 1) * STRIP + DispatchThreadID.y)] = float4(sqrt(saturate(colour)), 1)
  end,
}

local sea = gpu.ComputeShader {
  Name = "sea", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local x, y = int(DispatchThreadID.x), int(DispatchThreadID.y)
    local day = (float(frame.number) - 1.0) / (FRAMES - 1)
    local depth = float(y) / STRIP - 0.70 + shown[x]                  -- 0 at the surface
    if depth < 0.0 then return end
    local slope = shown[min(x + 1, WIDTH - 1)] - shown[max(x - 1, 0)]
    local deep = lerp(float3(0.006, 0.012, 0.035), float3(0.01, 0.13, 0.22), day)
    local crest = lerp(deep * 2.0, dawn(0.2, day), 0.55)              -- steep water mirrors the sky, flat water shows the deep
    local colour = lerp(deep, crest, saturate(0.30 + 5.0 * slope) * exp(-depth * 4.0))
    colour = lerp(colour, dawn(0.0, day), 0.55 * exp(-depth * 60.0))
    picture[uint2(DispatchThreadID.x, (frame.number - 1) * STRIP + DispatchThreadID.y)] = float4(sqrt(saturate(colour)), 1)
  end,
}

local M = {}

-- Create { Versions = n }: two queues, two fences, and functions that record the list of a frame.
function M.Create(options)
  local device = gpu.CreateDevice { Name = "pipelined" }
  local p = {
    device        = device,
    computeQueue  = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" },
    graphicsQueue = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" },
    computeFence  = device:CreateFence(0, "computeFence"),
    graphicsFence = device:CreateFence(0, "graphicsFence"),
  }
  local versions = {}
  for i = 1, options.Versions do
    versions[i] = device:CreateCommittedResource { Name = "surface " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = WIDTH * 4,
      Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
  end
  p.picture = device:CreateCommittedResource { Name = "picture", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = WIDTH,
    Height = STRIP * FRAMES, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }

  local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  device:CreateUnorderedAccessView(p.picture, nil, nil, views:GetCPUDescriptorHandle(0))

  local swellRoot = device:CreateRootSignature { Name = "swell", Parameters = {
    { Type = "UAV", ShaderRegister = 0 },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 },
  } }
  local paintRoot = device:CreateRootSignature { Name = "paint", Parameters = {
    { Type = "SRV", ShaderRegister = 0 },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 1 } } },
  } }
  local function pipeline(root, shader) return device:CreateComputePipelineState { Name = shader:GetName(), RootSignature = root, CS = shader } end
  local swellPSO, skyPSO, seaPSO = pipeline(swellRoot, swell), pipeline(paintRoot, sky), pipeline(paintRoot, sea)

  -- A recorder keeps SLOTS allocators and waits, where it must, until the GPU has finished the list that used one before.
  local function recorder(type, name, fence)
    local allocators, lists = {}, {}
    for i = 1, SLOTS do
      allocators[i] = device:CreateCommandAllocator(type, name .. " allocator " .. i)
      lists[i] = device:CreateCommandList { Type = type, Name = name .. " " .. i }
    end
    return function(number, body)
      local slot = (number - 1) % SLOTS + 1
      if number > SLOTS then fence:WaitCPU(number - SLOTS) end
      allocators[slot]:Reset()
      local list = lists[slot]
      list:Reset(allocators[slot])
      body(list)
      list:Close()
      return list
    end
  end
  local recordCompute  = recorder("COMPUTE", "swell", p.computeFence)
  local recordGraphics = recorder("DIRECT", "paint", p.graphicsFence)
  local function version(number) return versions[(number - 1) % options.Versions + 1] end

  function p.ComputeList(number)
    return recordCompute(number, function(list)
      list:SetComputeRootSignature(swellRoot)
      list:SetPipelineState(swellPSO)
      list:SetComputeRootUnorderedAccessView(0, version(number):GetGPUVirtualAddress())
      list:SetComputeRoot32BitConstant(1, gpu.AsUint(number))
      list:Dispatch(WIDTH / 64, 1, 1)
    end)
  end

  -- Between frames the picture is in COMMON, where anybody may copy it.
  function p.GraphicsList(number)
    return recordGraphics(number, function(list)
      list:ResourceBarrier { { Type = "TRANSITION", Resource = p.picture, Before = "COMMON", After = "UNORDERED_ACCESS" } }
      list:SetComputeRootSignature(paintRoot)
      list:SetDescriptorHeaps { views }
      list:SetComputeRoot32BitConstant(1, gpu.AsUint(number))
      list:SetComputeRootDescriptorTable(2, views:GetGPUDescriptorHandle(0))
      list:SetPipelineState(skyPSO)
      list:Dispatch(WIDTH / 64, STRIP, 1)
      list:ResourceBarrier { { Type = "UAV", Resource = p.picture } }
      list:SetPipelineState(seaPSO)
      list:SetComputeRootShaderResourceView(0, version(number):GetGPUVirtualAddress())
      list:Dispatch(WIDTH / 64, STRIP, 1)
      list:ResourceBarrier { { Type = "TRANSITION", Resource = p.picture, Before = "UNORDERED_ACCESS", After = "COMMON" } }
    end)
  end
  return p
end

return M
