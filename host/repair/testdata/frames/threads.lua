-- two recording threads, one submitter
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "threads" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "frame")
local parts = {}
for i = 1, 2 do
  parts[i] = { target = device:CreateCommittedResource { Name = "part " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 },
    source = device:CreateCommittedResource { Name = "source " .. i, HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 } }
end
local result = device:CreateCommittedResource { Name = "result", HeapType = "READBACK", Dimension = "BUFFER", Width = 512, InitialState = "COPY_DEST" }
local function record(part, frame)
  part.source:Map():Write(0, "uint", { frame })
  local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
  list:CopyResource(part.target, part.source)
  list:Close()
  return list
end
for frame = 1, 3 do
  if frame > 1 then fence:WaitCPU(frame - 1) end --~ fence:WaitCPU(math.max(0, frame - 1))
  local lists, threads = {}, {}
  for i, part in ipairs(parts) do
    threads[i] = gpu.Thread(function() lists[i] = record(part, frame) end, "recorder " .. i)
  end
  for _, t in ipairs(threads) do t:Join() end
  queue:ExecuteCommandLists(lists)
  queue:Signal(fence, frame)
end
local list = device:CreateCommandList { Type = "DIRECT", Name = "read", Allocator = device:CreateCommandAllocator("DIRECT") }
for i, part in ipairs(parts) do list:CopyBufferRegion(result, (i - 1) * 256, part.target, 0, 256) end
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 4)
fence:WaitCPU(4)
print(result:Map():Read(256, "uint", 1)[1])
