-- a thread records the list of each frame when it is told to
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "recorder" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local ready, done = device:CreateFence(0, "ready"), device:CreateFence(0, "done")
local target = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 4096 }
local source = device:CreateCommittedResource { Name = "source", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096 }
local lists = {}
local recorder = gpu.Thread("recorder", function()
  for frame = 1, 4 do
    ready:WaitCPU(frame)
    local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
    list:CopyResource(target, source)
    list:Close()
    lists[frame] = list
    done:Signal(frame)
  end
end)
local fence = device:CreateFence(0, "frames")
for frame = 1, 4 do
  ready:Signal(frame) --~
  done:WaitCPU(frame)
  queue:ExecuteCommandLists { lists[frame] }
  queue:Signal(fence, frame)
end
recorder:Join()
fence:WaitCPU(4)
