local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local function buffer(name, heap, state)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 4096, InitialState = state }
end
local from, to = buffer("from", "UPLOAD", "GENERIC_READ"), buffer("to", "DEFAULT", "COMMON")
local list = device:CreateCommandList { Type = "COPY", Name = "work", Allocator = device:CreateCommandAllocator "COPY" }
list:CopyBufferRegion(to, 0, from, 0, 4096)
list:Close()
queue:ExecuteCommandLists { list }
for _ = 1, 3 do queue:ExecuteCommandLists {} end
to:Release()
queue:Signl(nil, 1)
