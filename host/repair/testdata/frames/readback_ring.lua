-- results are read back N frames later, without stalls; one readback buffer per slot
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local fence = device:CreateFence(0, "done")
local LATENCY = 3
local counter = gpu.RWStructuredBuffer("u0", "uint")
local kernel = gpu.ComputeShader { Name = "count", NumThreads = { 32, 1, 1 }, Main = function(DispatchThreadID)
  InterlockedAdd(counter[0], DispatchThreadID.x)
end }
local root = device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = kernel }
local result = device:CreateCommittedResource { Name = "result", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 4, Flags = "ALLOW_UNORDERED_ACCESS" }
local slots = {}
for i = 0, LATENCY - 1 do
  slots[i] = {
    readback = device:CreateCommittedResource { Name = "readback " .. i, HeapType = "READBACK", Dimension = "BUFFER", Width = 4, InitialState = "COPY_DEST" },
    allocator = device:CreateCommandAllocator("COMPUTE", "allocator " .. i),
    list = device:CreateCommandList { Type = "COMPUTE", Name = "list " .. i },
  }
end
local total = 0
for frame = 0, 9 do
  local slot = slots[frame % LATENCY]
  if frame >= LATENCY then
    fence:WaitCPU(frame - LATENCY + 1) --~ fence:WaitCPU(frame - 2)
    local words = slot.readback:Map()
    total = total + words:Read(0, "uint")
    slot.readback:Unmap(0, { Begin = 0, End = 0 })
  end
  slot.allocator:Reset()
  slot.list:Reset(slot.allocator) --<>
  slot.list:SetComputeRootSignature(root)
  slot.list:SetPipelineState(pso)
  slot.list:SetComputeRootUnorderedAccessView(0, result:GetGPUVirtualAddress())
  slot.list:Dispatch(1, 1, 1)
  slot.list:ResourceBarrier { { Type = "TRANSITION", Resource = result, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
  slot.list:CopyBufferRegion(slot.readback, 0, result, 0, 4)
  slot.list:Close()
  queue:ExecuteCommandLists { slot.list } --<>
  queue:Signal(fence, frame + 1)
end
fence:WaitCPU(10)
print(total)
