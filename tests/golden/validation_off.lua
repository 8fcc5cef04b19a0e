-- flags: --validation=off
-- Without validation no rule is checked; the run stays defined.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local a, b = device:CreateCommandQueue { Type = "COPY", Name = "a" }, device:CreateCommandQueue { Type = "COPY", Name = "b" }
local fence = device:CreateFence(0, "done")
local buffer = device:CreateCommittedResource { Name = "buffer", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64, InitialState = "COMMON" }
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
for i, queue in ipairs { a, b } do
  local list = device:CreateCommandList { Type = "COPY", Name = "copy " .. i, Allocator = device:CreateCommandAllocator "COPY" }
  list:CopyResource(buffer, staging)
  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, i)
end
fence:WaitCPU(2)
print "two queues wrote the same bytes"
