-- transient targets of one heap: a blur uses the memory after the depth pass of the frame
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
local fence = device:CreateFence(0, "frames")
local heap = device:CreateHeap { Name = "transient", SizeInBytes = 65536, Properties = { Type = "DEFAULT" }, Flags = "ALLOW_ONLY_RT_DS_TEXTURES" }
local function target(name)
  return device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM",
    Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
end
local first, second = target "first", target "second"
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 2 }
device:CreateRenderTargetView(first, nil, rtvs:GetCPUDescriptorHandle(0))
device:CreateRenderTargetView(second, nil, rtvs:GetCPUDescriptorHandle(1))
local out = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
local allocators = { device:CreateCommandAllocator "DIRECT", device:CreateCommandAllocator "DIRECT" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame" }
for frame = 1, 4 do
  local allocator = allocators[frame % 2 + 1]
  fence:WaitCPU(math.max(0, frame - 2))
  allocator:Reset()
  list:Reset(allocator)
  list:ResourceBarrier { { Type = "ALIASING", ResourceBefore = second, ResourceAfter = first } }
  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), { frame / 4, 0, 0, 1 })
  list:ResourceBarrier { { Type = "TRANSITION", Resource = first, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
  list:CopyResource(out, first)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = first, Before = "COPY_SOURCE", After = "RENDER_TARGET" } }
  list:ResourceBarrier { { Type = "ALIASING", ResourceBefore = first, ResourceAfter = second } } --<>
  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(1), { 0, frame / 4, 0, 1 })
  list:Close()
  queue:ExecuteCommandLists { list } --<>
  queue:Signal(fence, frame)
end
fence:WaitCPU(4)
print(gpu.Hash(out))
