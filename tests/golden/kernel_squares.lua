-- A shader is a Lua function: it fills a buffer, and the CPU reads it.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local fence = device:CreateFence(0, "done")
local numbers = gpu.RWStructuredBuffer("u0", "float")
local shader = gpu.ComputeShader {
  Name = "squares", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local x = float(DispatchThreadID.x)
    numbers[DispatchThreadID.x] = x * x
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
list:ResourceBarrier { { Type = "TRANSITION", Resource = vram, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
list:CopyResource(back, vram)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
local map = back:Map()
print(map:Read(0, "float"), map:Read(4 * 9, "float"), map:Read(4 * 63, "float"))
back:Unmap()
