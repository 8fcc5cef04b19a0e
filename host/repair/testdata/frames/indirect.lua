-- a compute queue writes the arguments of an indirect dispatch of another queue
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "gpu" }
local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local direct = device:CreateCommandQueue { Type = "DIRECT", Name = "direct" }
local args = gpu.RWStructuredBuffer("u0", "uint")
local data = gpu.RWStructuredBuffer("u1", "float")
local cull = gpu.ComputeShader { Name = "cull", NumThreads = { 1, 1, 1 }, Main = function(DispatchThreadID)
  args[0] = 4
  args[1] = 1
  args[2] = 1
end }
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 16, 1, 1 }, Main = function(DispatchThreadID)
  data[DispatchThreadID.x] = DispatchThreadID.x * 2
end }
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
local cullPSO = device:CreateComputePipelineState { Name = "cull pso", RootSignature = root, CS = cull }
local fillPSO = device:CreateComputePipelineState { Name = "fill pso", RootSignature = root, CS = fill }
local argBuffer = device:CreateCommittedResource { Name = "args", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
local outBuffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
local readback = device:CreateCommittedResource { Name = "readback", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
local signature = device:CreateCommandSignature({ Name = "dispatch", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }, nil)
local a1, a2 = device:CreateCommandAllocator "COMPUTE", device:CreateCommandAllocator "DIRECT" --~ local a1 = device:CreateCommandAllocator("COMPUTE") | local a2 = device:CreateCommandAllocator("DIRECT")
local l1 = device:CreateCommandList { Type = "COMPUTE", Name = "cull list", Allocator = a1 }
local l2 = device:CreateCommandList { Type = "DIRECT", Name = "fill list", Allocator = a2 }
local fence, done = device:CreateFence(0, "culled"), device:CreateFence(0, "done")
l1:SetComputeRootSignature(root)
l1:SetPipelineState(cullPSO) --~
l1:SetComputeRootUnorderedAccessView(0, argBuffer:GetGPUVirtualAddress())
l1:Dispatch(1, 1, 1)
l1:Close()
l2:SetComputeRootSignature(root)
l2:SetPipelineState(fillPSO) --~
l2:SetComputeRootUnorderedAccessView(1, outBuffer:GetGPUVirtualAddress())
l2:ExecuteIndirect(signature, 1, argBuffer, 0)
l2:ResourceBarrier { { Type = "TRANSITION", Resource = outBuffer, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
l2:CopyBufferRegion(readback, 0, outBuffer, 0, 256)
l2:Close()
compute:ExecuteCommandLists { l1 }
compute:Signal(fence, 1)
direct:Wait(fence, 1) --~
direct:ExecuteCommandLists { l2 }
direct:Signal(done, 1)
local event = gpu.CreateEvent { Name = "done event" }
done:SetEventOnCompletion(1, event) --~
gpu.WaitForSingleObject(event)
local values = readback:Map():Read(0, "float", 64)
print(values[1], values[2], values[64])
