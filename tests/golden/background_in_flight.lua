-- Work that has not finished counts for nothing: a queue stands before a fence, and a commit finds nothing to optimise.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local out = gpu.RWStructuredBuffer("u0", "uint")
local b = gpu.ConstantBuffer("b0", { { "mode", "uint" } })
local shader = gpu.ComputeShader { Name = "modes", NumThreads = { 32, 1, 1 }, Main = function(DispatchThreadID)
  local i, x = DispatchThreadID.x, uint(0)
  if b.mode == 1 then
    for turn = 1, 20 do x = x * uint(7) + i end
  else
    for turn = 1, 30 do x = x * uint(5) + i * i end
  end
  out[i] = x
end }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "queue" }
local gate, fence, done = device:CreateFence(0, "gate"), device:CreateFence(0, "fence"), gpu.CreateEvent { Name = "done" }
local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 128, InitialState = "COMMON", Flags = "ALLOW_UNORDERED_ACCESS" }
local root = device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
local pipeline = device:CreateComputePipelineState { Name = "modes", RootSignature = root, CS = shader }
local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE", InitialState = pipeline }
list:SetComputeRootSignature(root)
list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
list:SetComputeRoot32BitConstants(1, { gpu.AsUint(1) })
for _ = 1, 4 do
  list:Dispatch(1, 1, 1)
  list:ResourceBarrier { { Type = "UAV", Resource = buffer } }
end
list:Close()

local function commit()
  local more = device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", "COMMIT_RESULTS", done)
  gpu.WaitForSingleObject(done)
  local s = device:GetBackgroundProcessingStats()
  print("samples", s.Samples, "variants", s.VariantsInstalled, "more", more)
end
device:SetBackgroundProcessingMode("ALLOW_INTRUSIVE_MEASUREMENTS", "KEEP_ALL")
queue:Wait(gate, 1)
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
commit()
gate:Signal(1)
fence:WaitCPU(1)
commit()
commit()
