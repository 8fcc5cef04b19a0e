-- The repaired twin of sync_save_race: any state will do, once the CPU has waited.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "done")
local target = device:CreateCommittedResource { Name = "picture", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 32,
  MipLevels = 1, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
local source = device:CreateCommittedResource { Name = "source", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 32,
  MipLevels = 1, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = device:CreateCommandAllocator "DIRECT" }
list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "UNORDERED_ACCESS", After = "COPY_DEST" } }
list:CopyResource(target, source)
list:ResourceBarrier { { Type = "TRANSITION", Resource = target, Before = "COPY_DEST", After = "UNORDERED_ACCESS" } }
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
print(gpu.Hash(target) == gpu.Hash(source))
print(gpu.Hash(target) == gpu.Hash(target))
