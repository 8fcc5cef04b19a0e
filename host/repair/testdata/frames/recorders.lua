-- two threads record lists of a frame; the main thread submits them and waits with an event
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
local fence, event = device:CreateFence(0, "frames"), gpu.CreateEvent { Name = "frame done" }
local parts = {}
for i = 1, 2 do
  parts[i] = device:CreateCommittedResource { Name = "part " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024 }
end
local upload = device:CreateCommittedResource { Name = "upload", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024 }
local function pool(i)
  local allocator = device:CreateCommandAllocator("DIRECT", "pool " .. i)
  return { allocator = allocator, list = device:CreateCommandList { Type = "DIRECT", Name = "worker " .. i } }
end
local pools = { pool(1), pool(2) }
local frame = 0
while frame < 4 do
  frame = frame + 1
  local threads, lists = {}, {}
  for i = 1, 2 do
    threads[i] = gpu.Thread("worker " .. i, function()
      local p = pools[i]
      p.allocator:Reset()
      p.list:Reset(p.allocator)
      p.list:CopyBufferRegion(parts[i], 0, upload, 0, 1024)
      p.list:Close()
      lists[i] = p.list
    end)
  end
  for _, t in ipairs(threads) do t:Join() end
  queue:ExecuteCommandLists(lists)
  queue:Signal(fence, frame)
  fence:SetEventOnCompletion(frame, event)
  gpu.WaitForSingleObject(event)
end
print(gpu.Hash(parts[1]))
