-- flags: --deny=GS06xx --severity=WrongBefore=warning
-- A denied hazard leaves the run defined: the copy reads what stood in the memory of the released buffer, or poison, never chance.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local fence = device:CreateFence(0, "done")
local function buffer(name, heap, state)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 64, InitialState = state }
end
local from, to = buffer("from", "UPLOAD", "GENERIC_READ"), buffer("to", "READBACK", "COPY_DEST")
local allocator = device:CreateCommandAllocator "COPY"
local list = device:CreateCommandList { Type = "COPY", Name = "copy", Allocator = allocator }
list:CopyBufferRegion(to, 0, from, 0, 64)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
allocator:Reset() -- GS0602: the list may be in flight
fence:WaitCPU(1)
print("removed", device:GetDeviceRemovedReason())
