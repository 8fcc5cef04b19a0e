-- steps of a simulation on a compute queue, in two buffers, each of which another queue copies
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "sim" }
local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local graphics = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
local COUNT, STEPS = 64, 6
local src = gpu.StructuredBuffer("t0", "float")
local dst = gpu.RWStructuredBuffer("u0", "float")
local params = gpu.ConstantBuffer("b0", { { "dt", "float" }, { "count", "uint" } })
local step = gpu.ComputeShader { Name = "step", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  local i = DispatchThreadID.x
  if i < params.count then dst[i] = src[i] + params.dt end
end }
local root = device:CreateRootSignature { Name = "step root", Parameters = {
  { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 2 } } }
local pso = device:CreateComputePipelineState { Name = "step pso", RootSignature = root, CS = step }
local states = {}
for i = 0, 1 do
  states[i] = device:CreateCommittedResource { Name = "state " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = COUNT * 4, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
end
local shown = device:CreateCommittedResource { Name = "shown", HeapType = "READBACK", Dimension = "BUFFER", Width = COUNT * 4 * STEPS, InitialState = "COPY_DEST" }
local stepped, drawn = device:CreateFence(0, "stepped"), device:CreateFence(0, "drawn")
local function record(type, name, body)
  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
  body(list)
  list:Close()
  return list
end
for n = 1, STEPS do
  local from, to = states[(n - 1) % 2], states[n % 2]
  local simulate = record("COMPUTE", "step " .. n, function(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(pso)
    list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    list:SetComputeRoot32BitConstants(2, { 0.25, gpu.AsUint(COUNT) })
    list:Dispatch(COUNT / 64, 1, 1)
  end)
  local draw = record("DIRECT", "draw " .. n, function(list)
    list:CopyBufferRegion(shown, (n - 1) * COUNT * 4, to, 0, COUNT * 4)
  end)
  if n > 2 then compute:Wait(drawn, n - 2) end
  compute:ExecuteCommandLists { simulate } --<>
  compute:Signal(stepped, n) --~
  graphics:Wait(stepped, n)
  graphics:ExecuteCommandLists { draw } --<>
  graphics:Signal(drawn, n) --~
end
drawn:WaitCPU(STEPS)
local values = shown:Map():Read(0, "float", COUNT * STEPS)
shown:Unmap(0, { Begin = 0, End = 0 })
print(values[1], values[COUNT * STEPS])
