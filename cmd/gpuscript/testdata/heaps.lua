-- Maps of video memory, a heap with aliased resources, and a descriptor heap.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local fence = device:CreateFence(0, "done")
local heap = device:CreateHeap { Name = "pool", SizeInBytes = 4 * 65536, HeapType = "DEFAULT" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 8 }
local function placed(name, offset)
  return device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = offset, Dimension = "BUFFER", Width = 65536, InitialState = "COMMON" }
end
local a, b, c = placed("a", 0), placed("b", 65536), placed("c", 65536)
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 65536, InitialState = "GENERIC_READ" }
for i = 0, 3 do
  device:CreateShaderResourceView(i < 2 and a or b, { ViewDimension = "BUFFER", Format = "R32_FLOAT", NumElements = 64 }, views:GetCPUDescriptorHandleForHeapStart():Offset(i + (i > 2 and 1 or 0)))
end
local frame = 0
local function submit(to)
  frame = frame + 1
  local l = device:CreateCommandList { Type = "COPY", Allocator = device:CreateCommandAllocator "COPY" }
  l:CopyBufferRegion(to, 0, staging, 0, 65536)
  l:Close()
  queue:ExecuteCommandLists { l }
  queue:Signal(fence, frame)
  fence:WaitCPU(frame)
end
submit(a)
b:Release()
submit(a)
a:Release()
submit(c)
