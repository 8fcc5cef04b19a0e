-- What scripts/pipelined_compute.lua pipelines: a compute queue simulates a row of springs, a direct queue paints each
-- state into one band of a picture. The state passes through Versions buffers, so that compute may run ahead.
--
--   compute  1 2 3 4 5 …        writes version frame % Versions
--   graphics     1 2 3 …        reads  version frame % Versions, two frames later
local gpu = require "gpu"

local WIDTH, BAND = 256, 16          -- texels: the picture is WIDTH wide, each frame paints BAND rows
local SLOTS = 8                      -- command allocators of a queue; more than the CPU can be ahead

local state   = gpu.RWStructuredBuffer("u0", "float")
local shown   = gpu.StructuredBuffer("t0", "float")
local picture = gpu.RWTexture2D("u1", "float4")
local frame   = gpu.ConstantBuffer("b0", { { "number", "uint" } })

local simulate = gpu.ComputeShader {
  Name = "simulate", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local x = float(DispatchThreadID.x) / WIDTH
    local y, v = 0.0, 0.0
    for step = 1, 64 * int(frame.number) do              -- a driven, damped spring for every column
      v = v + (sin(x * 20.0 + float(step) * 0.05) - y * 4.0 - v * 0.5) * 0.02
      y = y + v * 0.02
    end
    state[DispatchThreadID.x] = y
  end,
}

local paint = gpu.ComputeShader {
  Name = "paint", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local y = shown[DispatchThreadID.x]
    local heat = saturate(y * 4.0 + 0.5)
    local colour = float4(lerp(float3(0.05, 0.10, 0.35), float3(1.0, 0.75, 0.20), heat), 1.0)
    for row = 0, BAND - 1 do
      local glow = 1.0 - abs(float(row) - heat * BAND) / BAND
      picture[uint2(DispatchThreadID.x, (frame.number - 1) * BAND + uint(row))] = float4(colour.rgb * (0.25 + 0.75 * glow), 1.0)
    end
  end,
}

local M = {}

-- Create { Versions = n, Frames = 12 }: two queues, two fences, and functions that record the list of a frame.
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
    versions[i] = device:CreateCommittedResource { Name = "state " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = WIDTH * 4,
      Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
  end
  local target = device:CreateCommittedResource { Name = "picture", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = WIDTH,
    Height = BAND * (options.Frames or 12), Format = "R8G8B8A8_UNORM", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
  p.picture = target

  local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  device:CreateUnorderedAccessView(target, nil, nil, views:GetCPUDescriptorHandle(0))

  local simulateRoot = device:CreateRootSignature { Name = "simulate", Parameters = {
    { Type = "UAV", ShaderRegister = 0 },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 },
  } }
  local paintRoot = device:CreateRootSignature { Name = "paint", Parameters = {
    { Type = "SRV", ShaderRegister = 0 },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 1 } } },
  } }
  local simulatePSO = device:CreateComputePipelineState { Name = "simulate", RootSignature = simulateRoot, CS = simulate }
  local paintPSO    = device:CreateComputePipelineState { Name = "paint", RootSignature = paintRoot, CS = paint }

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
  local recordCompute  = recorder("COMPUTE", "simulate", p.computeFence)
  local recordGraphics = recorder("DIRECT", "paint", p.graphicsFence)
  local function version(number) return versions[(number - 1) % options.Versions + 1] end

  function p.ComputeList(number)
    return recordCompute(number, function(list)
      list:SetComputeRootSignature(simulateRoot)
      list:SetPipelineState(simulatePSO)
      list:SetComputeRootUnorderedAccessView(0, version(number):GetGPUVirtualAddress())
      list:SetComputeRoot32BitConstant(1, gpu.AsUint(number))
      list:Dispatch(WIDTH / 64, 1, 1)
    end)
  end

  function p.GraphicsList(number)
    return recordGraphics(number, function(list)
      list:SetComputeRootSignature(paintRoot)
      list:SetPipelineState(paintPSO)
      list:SetDescriptorHeaps { views }
      list:SetComputeRootShaderResourceView(0, version(number):GetGPUVirtualAddress())
      list:SetComputeRoot32BitConstant(1, gpu.AsUint(number))
      list:SetComputeRootDescriptorTable(2, views:GetGPUDescriptorHandle(0))
      list:Dispatch(WIDTH / 64, 1, 1)
    end)
  end
  return p
end

return M
