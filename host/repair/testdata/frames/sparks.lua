-- a particle system: the GPU counts who lives, and writes the arguments of the next dispatch itself
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "sparks" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "particles" }
local fence = device:CreateFence(0, "steps")
local MAX, GROUP, STEPS = 512, 64, 6
local Spark = { { "height", "float" }, { "speed", "float" } }
local old, new = gpu.StructuredBuffer("t0", Spark), gpu.RWStructuredBuffer("u0", Spark)
local count, args = gpu.RWByteAddressBuffer("u1"), gpu.RWByteAddressBuffer("u2")
local emit = gpu.ComputeShader { Name = "emit", NumThreads = { GROUP, 1, 1 }, Main = function(DispatchThreadID)
  local i = DispatchThreadID.x
  new[i] = { height = 1.0, speed = float(i % 16) }
  if i == 0 then count:Store2(0, uint2(MAX, 0)) end
end }
local prepare = gpu.ComputeShader { Name = "prepare", NumThreads = { 1, 1, 1 }, Main = function()
  args:Store3(0, uint3((count:Load(0) + GROUP - 1) / GROUP, 1, 1))
  count:Store(4, 0)
end }
local step = gpu.ComputeShader { Name = "step", NumThreads = { GROUP, 1, 1 }, Main = function(DispatchThreadID)
  if DispatchThreadID.x >= count:Load(0) then return end
  local p = old[DispatchThreadID.x]
  local height = p.height + p.speed * 0.1
  if height > 0.0 then
    local at = count:InterlockedAdd(4, 1)
    new[at] = { height = height, speed = p.speed - 1.0 }
  end
end }
local finish = gpu.ComputeShader { Name = "finish", NumThreads = { 1, 1, 1 }, Main = function() count:Store(0, count:Load(4)) end }
local root = device:CreateRootSignature { Name = "sparks", Parameters = { { Type = "SRV" }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 2 } } }
local function pipeline(cs) return device:CreateComputePipelineState { RootSignature = root, CS = cs } end
local emitPSO, preparePSO, stepPSO, finishPSO = pipeline(emit), pipeline(prepare), pipeline(step), pipeline(finish)
local function buffer(name, size)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = size, Flags = "ALLOW_UNORDERED_ACCESS" }
end
local pools = { buffer("sparks A", MAX * 8), buffer("sparks B", MAX * 8) }
local counter, arguments = buffer("counter", 8), buffer("arguments", 12)
local readback = device:CreateCommittedResource { Name = "readback", HeapType = "READBACK", Dimension = "BUFFER", Width = 8 }
local signature = device:CreateCommandSignature { Name = "dispatch", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
local allocator = device:CreateCommandAllocator "COMPUTE"
local list = device:CreateCommandList { Type = "COMPUTE", Name = "steps", Allocator = allocator }
list:SetComputeRootSignature(root)
list:SetComputeRootUnorderedAccessView(2, counter:GetGPUVirtualAddress())
list:SetComputeRootUnorderedAccessView(3, arguments:GetGPUVirtualAddress())
list:SetComputeRootUnorderedAccessView(1, pools[1]:GetGPUVirtualAddress())
list:SetPipelineState(emitPSO)
list:Dispatch(MAX / GROUP, 1, 1)
for i = 1, STEPS do
  local from, to = pools[(i - 1) % 2 + 1], pools[i % 2 + 1]
  list:ResourceBarrier { { Type = "UAV", Resource = counter } } --~
  list:SetPipelineState(preparePSO)
  list:Dispatch(1, 1, 1)
  list:ResourceBarrier {
    { Type = "UAV", Resource = counter }, --~ list:ResourceBarrier { { Type = "UAV", Resource = counter } }
    { Type = "TRANSITION", Resource = arguments, Before = "UNORDERED_ACCESS", After = "INDIRECT_ARGUMENT" }, --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = arguments, Before = "UNORDERED_ACCESS", After = "INDIRECT_ARGUMENT" } }
    { Type = "TRANSITION", Resource = from, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" },
  }
  list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
  list:SetPipelineState(stepPSO)
  list:ExecuteIndirect(signature, 1, arguments, 0)
  list:ResourceBarrier { { Type = "UAV", Resource = counter } } --~
  list:SetPipelineState(finishPSO)
  list:Dispatch(1, 1, 1)
  list:ResourceBarrier {
    { Type = "TRANSITION", Resource = arguments, Before = "INDIRECT_ARGUMENT", After = "UNORDERED_ACCESS" }, --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = arguments, Before = "INDIRECT_ARGUMENT", After = "UNORDERED_ACCESS" } }
    { Type = "TRANSITION", Resource = from, Before = "NON_PIXEL_SHADER_RESOURCE", After = "UNORDERED_ACCESS" },
  }
end
list:ResourceBarrier { { Type = "TRANSITION", Resource = counter, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
list:CopyBufferRegion(readback, 0, counter, 0, 8)
list:Close() --~
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1) --~
fence:WaitCPU(1)
local memory = readback:Map()
print(memory:Read(0, "uint", 1)[1] .. " live")
readback:Unmap()
