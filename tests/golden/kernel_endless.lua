-- exit: 1
-- A kernel without end is a hung device, not a hung process.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local fence = device:CreateFence(0, "done")
local numbers = gpu.RWStructuredBuffer("u0", "uint")
local shader = gpu.ComputeShader {
  Name = "endless", NumThreads = { 4, 1, 1 },
  Main = function(DispatchThreadID)
    local n = uint(1)
    while n > 0 do
      n = n + 2
    end
    numbers[DispatchThreadID.x] = n
  end,
}
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
local pipeline = device:CreateComputePipelineState { Name = "pipeline", RootSignature = root, CS = shader }
local vram = device:CreateCommittedResource { Name = "numbers", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
local list = device:CreateCommandList { Type = "COMPUTE", Name = "compute", Allocator = device:CreateCommandAllocator "COMPUTE" }
list:SetComputeRootSignature(root)
list:SetPipelineState(pipeline)
list:SetComputeRootUnorderedAccessView(0, vram:GetGPUVirtualAddress())
list:Dispatch(1, 1, 1)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
