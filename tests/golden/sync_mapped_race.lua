-- exit: 1
-- The CPU reads what a copy brings without having waited for it.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local function buffer(name, heap, state)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 256, InitialState = state }
end
local vram, back = buffer("vram", "DEFAULT", "COMMON"), buffer("back", "READBACK", "COPY_DEST")
local list = device:CreateCommandList { Type = "COPY", Name = "fetch", Allocator = device:CreateCommandAllocator "COPY" }
list:CopyBufferRegion(back, 0, vram, 0, 256)
list:Close()
queue:ExecuteCommandLists { list }
local map = back:Map()
local first = map:Read(0, "float")
back:Unmap()
