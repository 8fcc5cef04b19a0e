-- GPU timing with timestamp queries and a readback ring
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "timing" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "frames")
local RING = 3
local heap = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 * RING }
local readback = device:CreateCommittedResource { Name = "times read back", HeapType = "READBACK", Dimension = "BUFFER", Width = 2 * 8 * RING, InitialState = "COPY_DEST" }
local a = device:CreateCommittedResource { Name = "a", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 65536 }
local b = device:CreateCommittedResource { Name = "b", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 65536 }
local contexts = {}
for i = 1, RING do
  local allocator = device:CreateCommandAllocator "DIRECT"
  contexts[i] = { allocator = allocator, list = device:CreateCommandList { Type = "DIRECT", Name = "context " .. i, Allocator = allocator } }
  contexts[i].list:Close() --~
end
local total, map = 0, readback:Map()
for frame = 0, 8 do
  local k = frame % RING
  local c = contexts[k + 1]
  if frame >= RING then
    fence:WaitCPU(frame - RING + 1)
    local t = map:Read(k * 16, "uint", 4)
    total = total + (t[3] - t[1])
  end
  c.allocator:Reset()
  c.list:Reset(c.allocator)
  c.list:EndQuery(heap, "TIMESTAMP", 2 * k)
  c.list:CopyResource(b, a)
  c.list:EndQuery(heap, "TIMESTAMP", 2 * k + 1) --~
  c.list:ResolveQueryData(heap, "TIMESTAMP", 2 * k, 2, readback, k * 16)
  c.list:Close()
  queue:ExecuteCommandLists { c.list }
  queue:Signal(fence, frame + 1)
end
fence:WaitCPU(9)
local t = map:Read(0, "uint", 12)
print(total > 0, t[1] > 0)
