-- queues as classes; the graphics queue waits for the compute queue's last submission of each frame, and the other way round
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "classes" }
local Queue = {}
Queue.__index = Queue
local function newQueue(type)
  local q = setmetatable({ type = type, last = 0 }, Queue)
  q.native = device:CreateCommandQueue { Type = type, Name = type:lower() }
  q.fence = device:CreateFence(0, type:lower() .. " fence")
  q.allocators = {}
  for i = 1, 3 do q.allocators[i] = { native = device:CreateCommandAllocator(type), value = 0 } end
  q.list = device:CreateCommandList { Type = type, Name = type:lower() .. " list" }
  return q
end
function Queue:Begin()
  local a = self.allocators[self.last % 3 + 1]
  self.fence:WaitCPU(a.value)
  a.native:Reset()
  self.list:Reset(a.native) --~
  self.allocator = a
  return self.list
end
function Queue:End()
  self.list:Close()
  self.native:ExecuteCommandLists { self.list }
  self.last = self.last + 1 --~
  self.native:Signal(self.fence, self.last) --~ self.native:Signal(self.fence, self.last + 1)
  self.allocator.value = self.last
end
function Queue:Sync(other)
  self.native:Wait(other.fence, other.last) --~ compute.native:Wait(graphics.fence, graphics.last) | graphics.native:Wait(compute.fence, compute.last)
end
local graphics, compute = newQueue "DIRECT", newQueue "COMPUTE"
local src, dst = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local kernel = gpu.ComputeShader { Name = "kernel", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  dst[DispatchThreadID.x] = src[DispatchThreadID.x] + 1.0
end }
local root = device:CreateRootSignature { Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = kernel }
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" } end
local state, view = buffer "state", buffer "view"
local function run(list, from, to)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(pso)
  list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
end
for frame = 1, 6 do
  compute:Sync(graphics)
  run(compute:Begin(), view, state)
  compute:End()
  graphics:Sync(compute)
  run(graphics:Begin(), state, view)
  graphics:End()
end
graphics.fence:WaitCPU(graphics.last) --~
print(gpu.Hash(view))
