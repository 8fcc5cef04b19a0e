-- streaming: a COPY queue brings tiles through a ring of staging memory, and the frame that needs a tile waits for it
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "tiles" }
local graphics = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
local copies = device:CreateCommandQueue { Type = "COPY", Name = "copies" }
local frames, uploads = device:CreateFence(0, "frames"), device:CreateFence(0, "uploads")
local SIZE, SLOTS, TILES = 16, 2, 6
local ROW = 256
local BYTES = ROW * SIZE
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = BYTES * SLOTS, InitialState = "GENERIC_READ" }
local memory = staging:Map()
local readback = device:CreateCommittedResource { Name = "readback", HeapType = "READBACK", Dimension = "BUFFER", Width = BYTES * TILES, InitialState = "COPY_DEST" }
local Streamer = {}
Streamer.__index = Streamer
function Streamer.new()
  local s = setmetatable({ value = 0, slots = {} }, Streamer)
  for i = 1, SLOTS do
    local allocator = device:CreateCommandAllocator "COPY"
    s.slots[i] = { allocator = allocator, list = device:CreateCommandList { Type = "COPY", Name = "upload " .. i, Allocator = allocator }, value = 0 }
    s.slots[i].list:Close() --~
  end
  return s
end
function Streamer:upload(texture, colour)
  local index = self.value % SLOTS
  local slot = self.slots[index + 1]
  uploads:WaitCPU(slot.value)
  for y = 0, SIZE - 1 do
    local row = {}
    for x = 1, SIZE do row[x] = colour end
    memory:Write(index * BYTES + y * ROW, "uint", row)
  end
  slot.allocator:Reset()
  slot.list:Reset(slot.allocator) --~
  slot.list:CopyTextureRegion({ Resource = texture, Subresource = 0 }, 0, 0, 0,
    { Resource = staging, Offset = index * BYTES, Format = "R8G8B8A8_UNORM", Width = SIZE, Height = SIZE, RowPitch = ROW })
  slot.list:Close() --~
  copies:ExecuteCommandLists { slot.list }
  self.value = self.value + 1
  copies:Signal(uploads, self.value)
  slot.value = self.value
  return self.value
end
local streamer = Streamer.new()
local tiles, ready = {}, {}
for i = 1, TILES do
  tiles[i] = device:CreateCommittedResource { Name = "tile " .. i, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = SIZE, Height = SIZE, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
  ready[i] = streamer:upload(tiles[i], 0xff000000 + i)
end
local pool = { device:CreateCommandAllocator "DIRECT", device:CreateCommandAllocator "DIRECT" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = pool[1] }
list:Close() --~
for frame = 1, TILES do
  local allocator = pool[frame % 2 + 1]
  if frame > 2 then frames:WaitCPU(frame - 2) end --~ frames:WaitCPU(math.max(0, frame - 2))
  allocator:Reset()
  list:Reset(allocator) --~
  list:CopyTextureRegion({ Resource = readback, Offset = (frame - 1) * BYTES, Format = "R8G8B8A8_UNORM", Width = SIZE, Height = SIZE, RowPitch = ROW }, 0, 0, 0,
    { Resource = tiles[frame], Subresource = 0 })
  list:Close() --~
  graphics:Wait(uploads, ready[frame]) --~ graphics:Wait(uploads, 6)
  graphics:ExecuteCommandLists { list }
  graphics:Signal(frames, frame) --~
end
frames:WaitCPU(TILES) --~
local data = readback:Map()
for i = 1, TILES do print(data:Read((i - 1) * BYTES, "uint", 1)[1]) end
readback:Unmap()
