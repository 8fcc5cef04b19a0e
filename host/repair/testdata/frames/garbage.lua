-- objects that are given up go to a list, and are released when the fence has passed their frame
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copies" }
local fence = device:CreateFence(0, "done")
local target = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 }
local frame, garbage = 0, {}
local function later(object)
  garbage[#garbage + 1] = { object = object, value = frame }
end
local function collect()
  local done = fence:GetCompletedValue()
  while garbage[1] and garbage[1].value <= done do
    garbage[1].object:Release()
    table.remove(garbage, 1)
  end
end
for n = 1, 8 do
  frame = n
  local staging = device:CreateCommittedResource { Name = "staging " .. n, HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 }
  local data = staging:Map()
  data:Write(0, "uint", { n, n * 2, n * 3 })
  staging:Unmap()
  local allocator = device:CreateCommandAllocator("COPY", "allocator " .. n)
  local list = device:CreateCommandList { Type = "COPY", Name = "copy " .. n, Allocator = allocator }
  list:CopyBufferRegion(target, 0, staging, 0, 256)
  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, n)
  later(staging)
  later(list)
  later(allocator)
  collect()
end
fence:WaitCPU(frame)
collect()
print(#garbage, gpu.Hash(target))
