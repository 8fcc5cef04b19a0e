-- upload ring with offsets, wrap-around and a queue of pending frames
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "upload" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local fence, last = device:CreateFence(0, "copied"), 0
local RING = 1024
local ring = device:CreateCommittedResource { Name = "ring", HeapType = "UPLOAD", Dimension = "BUFFER", Width = RING }
local bytes = ring:Map()
local head, pending = 0, {}
local function reclaim(need)
  while head + need > RING do
    local oldest = table.remove(pending, 1)
    fence:WaitCPU(oldest.value) --~ fence:WaitCPU(math.max(0, last - 1))
    if #pending == 0 then head = 0 end
  end
end
local target = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 4096 }
local out = device:CreateCommittedResource { Name = "out", HeapType = "READBACK", Dimension = "BUFFER", Width = 4096, InitialState = "COPY_DEST" }
local pool = {}
for job = 1, 8 do
  local size = 256 * (job % 2 + 1)
  reclaim(size)
  bytes:Write(head, "uint", { job })
  local alloc = device:CreateCommandAllocator("COPY")
  local list = device:CreateCommandList { Type = "COPY", Name = "job " .. job, Allocator = alloc }
  list:CopyBufferRegion(target, (job - 1) * 512, ring, head, size)
  list:Close()
  queue:ExecuteCommandLists { list }
  last = last + 1
  queue:Signal(fence, last) --~ queue:Signal(fence, last + 1)
  pending[#pending + 1] = { value = last, size = size }
  head = head + size
end
local list = device:CreateCommandList { Type = "COPY", Name = "read", Allocator = device:CreateCommandAllocator("COPY") }
list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "COPY_DEST", After = "COPY_SOURCE" } }
list:CopyResource(out, target)
list:Close()
queue:ExecuteCommandLists { list }
last = last + 1
queue:Signal(fence, last)
fence:WaitCPU(last)
print(out:Map():Read(7 * 512, "uint", 1)[1])
