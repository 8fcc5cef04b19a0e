-- exit: 1
-- flags: --errors=report
-- One of 300 resources is not in the state that its barrier names: one report names that resource, and the frames after are right.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "frame")
local textures = {}
for i = 1, 300 do
  textures[i] = device:CreateCommittedResource {
    Name = "tile " .. i, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8G8B8A8_UNORM",
    InitialState = i == 217 and "COPY_DEST" or "COPY_SOURCE",
  }
end
local allocator = device:CreateCommandAllocator "DIRECT"
local list = device:CreateCommandList { Type = "DIRECT", Name = "tiles", Allocator = allocator }
for frame = 1, 3 do
  if frame > 1 then
    allocator:Reset()
    list:Reset(allocator)
  end
  for _, texture in ipairs(textures) do
    list:ResourceBarrier { { Type = "TRANSITION", Resource = texture, Before = "COPY_SOURCE", After = "COPY_DEST" } }
    list:ResourceBarrier { { Type = "TRANSITION", Resource = texture, Before = "COPY_DEST", After = "COPY_SOURCE" } }
  end
  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, frame)
  fence:WaitCPU(frame)
end
print "three frames"
