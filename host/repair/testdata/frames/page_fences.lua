-- a fence of its own for each frame in flight, counted in the frame
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "per frame fences" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local frames = {}
for i = 1, 2 do
  frames[i] = {
    fence = device:CreateFence(0, "frame fence " .. i),
    value = 0,
    allocator = device:CreateCommandAllocator("DIRECT", "frame allocator " .. i),
    upload = device:CreateCommittedResource { Name = "frame upload " .. i, HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 },
  }
end
local target = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 }
local list = device:CreateCommandList { Type = "DIRECT", Name = "list" }
for n = 1, 6 do
  local frame = frames[(n - 1) % 2 + 1]
  frame.fence:WaitCPU(frame.value) --~
  frame.allocator:Reset()
  list:Reset(frame.allocator)
  frame.upload:Map():Write(0, "float", { n })
  frame.upload:Unmap()
  list:CopyResource(target, frame.upload)
  list:Close()
  queue:ExecuteCommandLists { list }
  frame.value = frame.value + 1
  queue:Signal(frame.fence, frame.value) --~ queue:Signal(frame.fence, frame.value + 1)
end
for _, frame in ipairs(frames) do
  frame.fence:WaitCPU(frame.value)
end
print(gpu.Hash(target))
