-- timestamps around each frame, resolved to a ring and read three frames later; closures over a slot
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "profiler" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "profiled" }
local fence = device:CreateFence(0, "profiled frames")
local DEPTH = 3
local heap = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 * DEPTH }
local times = device:CreateCommittedResource { Name = "resolved", HeapType = "READBACK", Dimension = "BUFFER", Width = 16 * DEPTH, InitialState = "COPY_DEST" }
local target = device:CreateCommittedResource { Name = "work", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 65536 }
local source = device:CreateCommittedResource { Name = "input", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 65536 }
local function slot(i)
  local allocator, used = device:CreateCommandAllocator "DIRECT", 0
  local list = device:CreateCommandList { Type = "DIRECT", Name = "profiled " .. i, Allocator = allocator }
  list:Close() --~
  return function(frame, report)
    if used > 0 then
      fence:WaitCPU(used) --~ fence:WaitCPU(math.max(0, frame - 3))
      report(times:Map():Read(16 * i, "uint64", 2))
      times:Unmap()
    end
    allocator:Reset()
    list:Reset(allocator)
    list:EndQuery(heap, "TIMESTAMP", 2 * i)
    list:CopyBufferRegion(target, 0, source, 0, 65536)
    list:EndQuery(heap, "TIMESTAMP", 2 * i + 1) --~
    list:ResolveQueryData(heap, "TIMESTAMP", 2 * i, 2, times, 16 * i)
    list:Close()
    queue:ExecuteCommandLists { list }
    queue:Signal(fence, frame) --~
    used = frame
  end
end
local slots, reports = {}, 0
for i = 0, DEPTH - 1 do slots[i] = slot(i) end
for frame = 1, 8 do
  slots[frame % DEPTH](frame, function() reports = reports + 1 end)
end
fence:WaitCPU(8)
print(reports)
