-- an upload class and a frame class with metatables; the copy queue uploads, graphics consumes
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local Uploader = {}
Uploader.__index = Uploader
function Uploader.new(size)
  local self = setmetatable({ size = size, value = 0 }, Uploader)
  self.queue = device:CreateCommandQueue { Type = "COPY", Name = "upload queue" }
  self.fence = device:CreateFence(0, "upload fence")
  self.staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = size }
  self.allocator = device:CreateCommandAllocator("COPY", "upload allocator")
  self.list = device:CreateCommandList { Type = "COPY", Name = "upload list" }
  return self
end
function Uploader:upload(target, values)
  self.fence:WaitCPU(self.value) --~
  local memory = self.staging:Map()
  memory:Write(0, "float", values) --<>
  self.staging:Unmap()
  self.allocator:Reset()
  self.list:Reset(self.allocator)
  self.list:CopyBufferRegion(target, 0, self.staging, 0, self.size) --<>
  self.list:Close() --<>
  self.queue:ExecuteCommandLists { self.list }
  self.value = self.value + 1 --~
  self.queue:Signal(self.fence, self.value)
  return self.value
end
local gfx = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
local gfxFence, gfxValue = device:CreateFence(0, "gfx fence"), 0
local uploader = Uploader.new(64)
local meshes = {}
for i = 1, 2 do meshes[i] = { buffer = device:CreateCommittedResource { Name = "mesh " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64 }, used = 0 } end
local out = device:CreateCommittedResource { Name = "out", HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
local allocators = { device:CreateCommandAllocator("DIRECT", "a1"), device:CreateCommandAllocator("DIRECT", "a2") }
local list = device:CreateCommandList { Type = "DIRECT", Name = "draw list" }
for frame = 1, 6 do
  local mesh = meshes[frame % 2 + 1]
  uploader.queue:Wait(gfxFence, mesh.used)
  local ready = uploader:upload(mesh.buffer, { frame, frame * 2 })
  local allocator = allocators[frame % 2 + 1]
  if frame > 2 then gfxFence:WaitCPU(frame - 2) end
  allocator:Reset()
  list:Reset(allocator)
  list:CopyBufferRegion(out, 0, mesh.buffer, 0, 64)
  list:Close()
  gfx:Wait(uploader.fence, ready)
  gfx:ExecuteCommandLists { list }
  gfxValue = gfxValue + 1
  gfx:Signal(gfxFence, gfxValue)
  mesh.used = gfxValue
end
gfxFence:WaitCPU(gfxValue)
print(out:Map():Read(0, "float", 2)[2])
