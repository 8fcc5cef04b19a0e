-- copy queue streaming: textures are uploaded by a copy queue, drawn by a direct queue, a class of objects with metatables
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "stream" }
local Queue = {}
Queue.__index = Queue
function Queue.new(type, name)
  local self = setmetatable({}, Queue)
  self.type, self.name = type, name
  self.queue = device:CreateCommandQueue { Type = type, Name = name }
  self.fence = device:CreateFence(0, name .. " fence")
  self.value = 0
  return self
end
function Queue:submit(record)
  local list = device:CreateCommandList { Type = self.type, Name = self.name .. " " .. self.value + 1, Allocator = device:CreateCommandAllocator(self.type) }
  record(list)
  list:Close()
  self.queue:ExecuteCommandLists { list }
  self.value = self.value + 1
  self.queue:Signal(self.fence, self.value) --~ self.queue:Signal(self.fence, self.value + 1)
  return self.value
end
function Queue:waitFor(other, value) self.queue:Wait(other.fence, value) end
function Queue:flush() self.fence:WaitCPU(self.value) end

local copy, main = Queue.new("COPY", "copy"), Queue.new("DIRECT", "main")
local SIZE = 65536
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 2 * SIZE }
local tiles = {}
for i = 1, 2 do tiles[i] = device:CreateCommittedResource { Name = "tile " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = SIZE } end
local result = device:CreateCommittedResource { Name = "result", HeapType = "READBACK", Dimension = "BUFFER", Width = 6 * 256, InitialState = "COPY_DEST" }
local memory = staging:Map()
local uploaded, used = {}, { 0, 0 }
for frame = 1, 6 do
  local slot = (frame - 1) % 2 + 1
  if frame > 2 then copy.fence:WaitCPU(uploaded[slot]) end --~ copy.fence:WaitCPU(math.max(0, copy.value - 1))
  memory:Write((slot - 1) * SIZE, "uint", { frame, frame * 10 })
  copy:waitFor(main, used[slot])
  uploaded[slot] = copy:submit(function(list) list:CopyBufferRegion(tiles[slot], 0, staging, (slot - 1) * SIZE, SIZE) end)
  main:waitFor(copy, uploaded[slot])
  used[slot] = main:submit(function(list) list:CopyBufferRegion(result, (frame - 1) * 256, tiles[slot], 0, 256) end)
end
main:flush()
print(result:Map():Read(5 * 256, "uint", 2)[2])
