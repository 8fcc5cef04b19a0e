-- threads record parts of a frame into lists of their own, the main thread submits them in order
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "crowd" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "frames")
local WORKERS, PART, FRAMES, BUFFERED = 3, 64, 5, 2
local values = gpu.RWStructuredBuffer("u0", "float")
local part = gpu.ConstantBuffer("b0", { { "first", "uint" }, { "time", "float" } })
local animate = gpu.ComputeShader { Name = "animate", NumThreads = { PART, 1, 1 }, Main = function(DispatchThreadID)
  local i = part.first + DispatchThreadID.x
  values[i] = values[i] * 0.5 + sin(float(i) + part.time)
end }
local root = device:CreateRootSignature { Parameters = { { Type = "UAV" }, { Type = "32BIT_CONSTANTS", Num32BitValues = 2 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = animate }
local crowd = device:CreateCommittedResource { Name = "crowd", HeapType = "DEFAULT", Dimension = "BUFFER", Width = WORKERS * PART * 4, Flags = "ALLOW_UNORDERED_ACCESS" }
local workers = {}
for w = 1, WORKERS do
  local allocators = {}
  for i = 1, BUFFERED do allocators[i] = device:CreateCommandAllocator "DIRECT" end
  local list = device:CreateCommandList { Type = "DIRECT", Name = "part " .. w, Allocator = allocators[1] }
  list:Close() --~
  workers[w] = { allocators = allocators, list = list }
end
local function record(worker, index, frame)
  local allocator = worker.allocators[frame % BUFFERED + 1]
  allocator:Reset()
  worker.list:Reset(allocator, pso)
  worker.list:SetComputeRootSignature(root)
  worker.list:SetComputeRootUnorderedAccessView(0, crowd:GetGPUVirtualAddress()) --~
  worker.list:SetComputeRoot32BitConstants(1, { gpu.AsUint((index - 1) * PART), frame / 10 })
  worker.list:Dispatch(1, 1, 1)
  worker.list:Close() --~
end
local last = device:CreateCommandList { Type = "DIRECT", Name = "barrier", Allocator = device:CreateCommandAllocator "DIRECT" }
last:ResourceBarrier { { Type = "UAV", Resource = crowd } }
last:Close() --~
for frame = 1, FRAMES do
  if frame > BUFFERED then fence:WaitCPU(frame - BUFFERED) end
  local threads, lists = {}, {}
  for w, worker in ipairs(workers) do
    threads[w] = gpu.Thread("worker " .. w, function() record(worker, w, frame) end)
    lists[w] = worker.list
  end
  for _, thread in ipairs(threads) do thread:Join() end --~ for _, thread2 in ipairs(threads) do thread2:Join() end
  lists[#lists + 1] = last
  fence:WaitCPU(frame - 1) --~ fence:WaitCPU(math.max(0, frame - 1))
  queue:ExecuteCommandLists(lists)
  queue:Signal(fence, frame) --~
end
fence:WaitCPU(FRAMES) --~
print(gpu.Hash(crowd))
