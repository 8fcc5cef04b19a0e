-- exit: 1
-- A copy beyond the end of its source is refused with both ranges.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local function buffer(name, heap, bytes, state)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = bytes, InitialState = state }
end
local from = buffer("staging", "UPLOAD", 1024, "GENERIC_READ")
local to = buffer("verts", "DEFAULT", 4096, "COMMON")
local allocator = device:CreateCommandAllocator "COPY"
local list = device:CreateCommandList { Type = "COPY", Name = "copy", Allocator = allocator }
list:CopyBufferRegion(to, 0, from, 512, 1024)
list:Close()
