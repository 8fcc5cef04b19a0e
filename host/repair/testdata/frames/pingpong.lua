-- ping-pong compute with swap, UAV barriers and transitions, one list, repeat-until
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "pingpong" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "solver" }
local fence = device:CreateFence(0, "solved")
local a, b = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local relax = gpu.ComputeShader { Name = "relax", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  local i = int(DispatchThreadID.x)
  b[i] = 0.5 * (a[max(i - 1, 0)] + a[min(i + 1, 63)]) + 1.0
end }
local scale = gpu.ComputeShader { Name = "scale", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  b[DispatchThreadID.x] = b[DispatchThreadID.x] * 0.5
end }
local root = device:CreateRootSignature { Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
local relaxPSO = device:CreateComputePipelineState { RootSignature = root, CS = relax }
local scalePSO = device:CreateComputePipelineState { RootSignature = root, CS = scale }
local function make(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" } end
local front, back = make "front", make "back"
local allocator = device:CreateCommandAllocator "COMPUTE"
local list = device:CreateCommandList { Type = "COMPUTE", Name = "relax", Allocator = allocator }
list:SetComputeRootSignature(root)
local i = 0
repeat
  list:SetPipelineState(relaxPSO) --~
  list:SetComputeRootShaderResourceView(0, front:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(1, back:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
  list:ResourceBarrier { { Type = "UAV", Resource = back } }
  list:SetPipelineState(scalePSO)
  list:Dispatch(1, 1, 1)
  list:ResourceBarrier {
    { Type = "TRANSITION", Resource = back, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }
  if i > 0 then
    list:ResourceBarrier { { Type = "TRANSITION", Resource = front, Before = "NON_PIXEL_SHADER_RESOURCE", After = "UNORDERED_ACCESS" } }
  end
  front, back = back, front
  i = i + 1
  if i == 1 then
    list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "NON_PIXEL_SHADER_RESOURCE", After = "UNORDERED_ACCESS" } }
  end
until i == 6
list:ResourceBarrier { { Type = "TRANSITION", Resource = front, Before = "NON_PIXEL_SHADER_RESOURCE", After = "COPY_SOURCE" } } --~
local out = device:CreateCommittedResource { Name = "out", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
list:CopyResource(out, front)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
local p = out:Map()
print(p:Read(0, "float", 3)[2])
out:Unmap()
