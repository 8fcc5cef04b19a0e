-- frames in flight with a constant ring, table of frame contexts, while loop
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "ring" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "frame fence")
local AHEAD = 2
local cb = gpu.ConstantBuffer("b0", { { "value", "uint" } })
local dst = gpu.RWStructuredBuffer("u0", "uint")
local cs = gpu.ComputeShader { Name = "accumulate", NumThreads = { 1, 1, 1 }, Main = function() dst[0] = dst[0] + cb.value end }
local root = device:CreateRootSignature { Parameters = { { Type = "CBV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = cs }
local sums = device:CreateCommittedResource { Name = "sums", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" }
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
local frames = {}
for i = 0, AHEAD - 1 do
  local f = { allocator = device:CreateCommandAllocator("DIRECT", "allocator " .. i), value = 0 }
  f.constants = device:CreateCommittedResource { Name = "constants " .. i, HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 }
  f.mapped = f.constants:Map()
  frames[i] = f
end
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = frames[0].allocator }
list:Close() --~
local n = 0
while n < 6 do
  local f = frames[n % AHEAD]
  if f.value > 0 then fence:WaitCPU(f.value) end --~ fence:WaitCPU(math.max(0, n - 1))
  f.allocator:Reset()
  list:Reset(f.allocator, pso) --~ list:Reset(f.allocator) | list:SetPipelineState(pso)
  f.mapped:Write(0, "uint", { n + 1 })
  list:SetComputeRootSignature(root)
  list:SetComputeRootConstantBufferView(0, f.constants:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(1, sums:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
  list:Close()
  queue:ExecuteCommandLists { list }
  n = n + 1
  queue:Signal(fence, n) --~ queue:Signal(fence, n + 1)
  f.value = n
end
fence:WaitCPU(n)
frames[0].allocator:Reset()
list:Reset(frames[0].allocator)
list:ResourceBarrier { { Type = "TRANSITION", Resource = sums, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
list:CopyBufferRegion(back, 0, sums, 0, 256)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, n + 1)
fence:WaitCPU(n + 1) --~
print(back:Map():Read(0, "uint", 1)[1])
