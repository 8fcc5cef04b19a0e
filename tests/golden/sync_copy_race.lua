-- exit: 1
-- A copy queue fills a buffer while the direct queue reads it: the wait is for a value that comes before the copy.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "F")
local function buffer(name, heap, state)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 4096, InitialState = state }
end
local staging = buffer("staging", "UPLOAD", "GENERIC_READ")
local verts, other = buffer("verts", "DEFAULT", "COMMON"), buffer("other", "DEFAULT", "COMMON")
local function record(type, name, to, from, size)
  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
  list:CopyBufferRegion(to, 0, from, 0, size)
  list:Close()
  return list
end
upload:Signal(fence, 1)
upload:ExecuteCommandLists { record("COPY", "copy", verts, staging, 4096) }
upload:Signal(fence, 2)
main:Wait(fence, 1)
main:ExecuteCommandLists { record("DIRECT", "use", other, verts, 1024) }
