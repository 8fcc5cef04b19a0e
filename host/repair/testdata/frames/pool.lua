-- a pool of command lists: a closure hands out one whose last work is done, or makes a new one
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "pool" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "work" }
local fence, signalled = device:CreateFence(0, "work done"), 0
local out = gpu.RWStructuredBuffer("u0", "uint")
local add = gpu.ComputeShader { Name = "add", NumThreads = { 32, 1, 1 }, Main = function(DispatchThreadID)
  out[DispatchThreadID.x] = out[DispatchThreadID.x] + 1
end }
local root = device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = add }
local counts = device:CreateCommittedResource { Name = "counts", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 128, Flags = "ALLOW_UNORDERED_ACCESS" }
local function pool()
  local free = {}
  local function acquire()
    local oldest = free[1]
    if oldest and #free >= 3 then
      table.remove(free, 1)
      fence:WaitCPU(oldest.value) --~ fence:WaitCPU(math.max(0, signalled - 2))
      oldest.allocator:Reset()
      oldest.list:Reset(oldest.allocator) --~
      return oldest
    end
    local fresh = { allocator = device:CreateCommandAllocator "COMPUTE" }
    fresh.list = device:CreateCommandList { Type = "COMPUTE", Name = "pooled", Allocator = fresh.allocator }
    return fresh
  end
  local function submit(entry)
    entry.list:Close()
    queue:ExecuteCommandLists { entry.list }
    signalled = signalled + 1 --~
    queue:Signal(fence, signalled)
    entry.value = signalled
    free[#free + 1] = entry
  end
  return acquire, submit
end
local acquire, submit = pool()
for i = 1, 8 do
  local entry = acquire()
  local list = entry.list
  list:SetComputeRootSignature(root)
  list:SetPipelineState(pso)
  list:SetComputeRootUnorderedAccessView(0, counts:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
  submit(entry)
end
fence:WaitCPU(signalled) --~
print(gpu.Hash(counts))
