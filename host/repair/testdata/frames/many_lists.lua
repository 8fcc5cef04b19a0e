-- several lists per frame, recorded one after the other and submitted together in an array
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "many lists" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence, frame = device:CreateFence(0, "frame"), 0
local LISTS, LATENCY = 3, 2
local source = device:CreateCommittedResource { Name = "source", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024 }
local tiles = {}
for i = 1, LISTS do tiles[i] = device:CreateCommittedResource { Name = "tile " .. i, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 } end
source:Map():Write(0, "uint", { 1, 2, 3, 4 })
source:Unmap()
local sets = {}
for s = 1, LATENCY do
  sets[s] = { fenceValue = 0 }
  for i = 1, LISTS do
    local allocator = device:CreateCommandAllocator "DIRECT"
    sets[s][i] = { allocator = allocator, list = device:CreateCommandList { Type = "DIRECT", Name = ("list %d.%d"):format(s, i), Allocator = allocator } }
    sets[s][i].list:Close()
  end
end
local function record(list, i)
  list:CopyBufferRegion(tiles[i], 0, source, (i - 1) * 256, 256)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = tiles[i], Before = "COPY_DEST", After = "COMMON" } }
end
repeat
  frame = frame + 1
  local set = sets[(frame - 1) % LATENCY + 1]
  fence:WaitCPU(set.fenceValue)
  local batch = {}
  for i, recorder in ipairs(set) do
    recorder.allocator:Reset()
    recorder.list:Reset(recorder.allocator) --~
    record(recorder.list, i)
    recorder.list:Close() --~ list:Close()
    batch[#batch + 1] = recorder.list
  end
  queue:ExecuteCommandLists(batch)
  queue:Signal(fence, frame)
  set.fenceValue = frame
until frame == 6
fence:WaitCPU(frame)
print(gpu.Hash(tiles[1]), gpu.Hash(tiles[3]))
