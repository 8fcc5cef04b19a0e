-- Numbers go to video memory and come back: upload, copy, read back.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local fence = device:CreateFence(0, "done")
local function buffer(name, heap, state)
  return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 16, InitialState = state }
end
local upload, vram, back = buffer("upload", "UPLOAD", "GENERIC_READ"), buffer("vram", "DEFAULT", "COMMON"), buffer("back", "READBACK", "COPY_DEST")
local map = upload:Map()
map:Write(0, "float", { 1.5, -2, 0.25, 1e6 })
upload:Unmap()
local list = device:CreateCommandList { Type = "COPY", Name = "round trip", Allocator = device:CreateCommandAllocator "COPY" }
list:CopyBufferRegion(vram, 0, upload, 0, 16)
list:ResourceBarrier { { Type = "TRANSITION", Resource = vram, Before = "COPY_DEST", After = "COPY_SOURCE" } }
list:CopyBufferRegion(back, 0, vram, 0, 16)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
local result = back:Map()
for i = 0, 3 do
  print(result:Read(i * 4, "float"))
end
back:Unmap()
