-- one frame at a time: a function takes a number, signals it and waits for it with an event
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "events" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local fence = device:CreateFence(0, "fence")
local event = gpu.CreateEvent { Name = "frame event" }
local upload = device:CreateCommittedResource { Name = "upload", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 512 }
local buffer = device:CreateCommittedResource { Name = "buffer", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 512 }
local allocator = device:CreateCommandAllocator "DIRECT"
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
list:Close()
local fenceValue = 1
local function waitForPreviousFrame()
  local value = fenceValue
  queue:Signal(fence, value) --~
  fenceValue = fenceValue + 1
  if fence:GetCompletedValue() < value then
    fence:SetEventOnCompletion(value, event) --~
    gpu.WaitForSingleObject(event, gpu.INFINITE) --~ gpu.WaitForSingleObject(event)
  end
end
for frame = 1, 4 do
  allocator:Reset()
  list:Reset(allocator)
  upload:Map():Write(0, "float", { frame })
  upload:Unmap()
  list:CopyResource(buffer, upload)
  list:Close()
  queue:ExecuteCommandLists { list }
  waitForPreviousFrame()
end
print(gpu.Hash(buffer))
