-- async compute: a particle step on a compute queue, double buffered, drawn by the direct queue; helper functions
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "async" }
local gfx = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
local comp = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local gfxFence, compFence = device:CreateFence(0, "gfxFence"), device:CreateFence(0, "compFence")
local src, dst = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local step = gpu.ComputeShader { Name = "step", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  local i = DispatchThreadID.x
  dst[i] = src[i] * 0.5 + float(i)
end }
local root = device:CreateRootSignature { Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = step }
local function buffer(name, heap, flags, state)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 256, Flags = flags or "NONE", InitialState = state }
end
local particles = { buffer("particles A", "DEFAULT", "ALLOW_UNORDERED_ACCESS"), buffer("particles B", "DEFAULT", "ALLOW_UNORDERED_ACCESS") }
local shown = buffer("shown", "DEFAULT", "ALLOW_UNORDERED_ACCESS")
local out = buffer("out", "READBACK", "NONE", "COPY_DEST")

local function simulate(frame)
  local list = device:CreateCommandList { Type = "COMPUTE", Name = "simulate " .. frame, Allocator = device:CreateCommandAllocator("COMPUTE") }
  list:SetComputeRootSignature(root)
  list:SetPipelineState(pso)
  list:SetComputeRootShaderResourceView(0, particles[(frame + 1) % 2 + 1]:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(1, particles[frame % 2 + 1]:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
  list:Close()
  comp:ExecuteCommandLists { list }
end

local function draw(frame)
  local list = device:CreateCommandList { Type = "DIRECT", Name = "draw " .. frame, Allocator = device:CreateCommandAllocator("DIRECT") }
  list:SetComputeRootSignature(root)
  list:SetPipelineState(pso)
  list:SetComputeRootShaderResourceView(0, particles[frame % 2 + 1]:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(1, shown:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
  list:Close()
  gfx:ExecuteCommandLists { list }
end

for frame = 1, 5 do
  comp:Wait(gfxFence, math.max(0, frame - 2)) --~
  simulate(frame)
  comp:Signal(compFence, frame) --~
  gfx:Wait(compFence, frame) --~
  draw(frame)
  gfx:Signal(gfxFence, frame) --~
end

local list = device:CreateCommandList { Type = "DIRECT", Name = "read", Allocator = device:CreateCommandAllocator("DIRECT") }
list:CopyResource(out, shown)
list:Close()
gfx:ExecuteCommandLists { list }
gfx:Signal(gfxFence, 6)
gfxFence:WaitCPU(6)
print(out:Map():Read(0, "float", 4)[4])
