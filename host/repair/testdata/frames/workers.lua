-- worker threads record the lists of a frame, each with an allocator of its own
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "multithreaded" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "render" }
local fence = device:CreateFence(0, "render fence")
local WORKERS, FRAMES = 2, 4
local parts, copies = {}, {}
for i = 1, WORKERS do
  parts[i] = device:CreateCommittedResource { Name = "part " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024 }
  copies[i] = device:CreateCommittedResource { Name = "copy " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024 }
end
local pools = {}
for i = 1, WORKERS do
  local allocator = device:CreateCommandAllocator("DIRECT", "worker " .. i)
  local list = device:CreateCommandList { Type = "DIRECT", Name = "worker list " .. i, Allocator = allocator }
  list:Close() --~
  pools[i] = { allocator = allocator, list = list }
end
for frame = 1, FRAMES do
  local threads = {}
  for i = 1, WORKERS do
    threads[i] = gpu.Thread("worker " .. i, function()
      local pool = pools[i]
      pool.allocator:Reset()
      pool.list:Reset(pool.allocator)
      pool.list:CopyResource(copies[i], parts[i])
      pool.list:Close()
    end)
  end
  for i = 1, WORKERS do threads[i]:Join() end
  queue:ExecuteCommandLists { pools[1].list, pools[2].list }
  queue:Signal(fence, frame)
  fence:WaitCPU(frame) --~ fence:WaitCPU(math.max(0, frame - 1))
end
