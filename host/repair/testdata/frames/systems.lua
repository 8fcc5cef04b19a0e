-- each system is a coroutine that records its part of a frame and yields
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "systems" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "frame done")
local FRAMES, IN_FLIGHT = 6, 2
local swap = queue:CreateSwapChain { Name = "window", Width = 16, Height = 16, BufferCount = IN_FLIGHT }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = IN_FLIGHT }
for i = 0, IN_FLIGHT - 1 do device:CreateRenderTargetView(swap:GetBuffer(i), nil, rtvs:GetCPUDescriptorHandle(i)) end
local constants = device:CreateCommittedResource { Name = "constants", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 * IN_FLIGHT }
local particles = device:CreateCommittedResource { Name = "particles", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 }
local memory = constants:Map()
local context = {}
local upload = coroutine.wrap(function()
  while true do
    memory:Write(context.slot * 256, "uint", { context.frame, 7 })
    context.list:CopyBufferRegion(particles, 0, constants, context.slot * 256, 256)
    coroutine.yield()
  end
end)
local draw = coroutine.wrap(function()
  while true do
    local back = swap:GetBuffer(context.slot)
    context.list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "PRESENT", After = "RENDER_TARGET" } } --~
    context.list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(context.slot), { 0, context.frame / FRAMES, 0, 1 })
    context.list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "RENDER_TARGET", After = "PRESENT" } }
    coroutine.yield()
  end
end)
local allocators = {}
for i = 0, IN_FLIGHT - 1 do allocators[i] = device:CreateCommandAllocator("DIRECT", "allocator " .. i) end
context.list = device:CreateCommandList { Type = "DIRECT", Name = "frame" }
for frame = 1, FRAMES do
  context.frame, context.slot = frame, swap:GetCurrentBackBufferIndex()
  fence:WaitCPU(math.max(0, frame - IN_FLIGHT))
  allocators[context.slot]:Reset()
  context.list:Reset(allocators[context.slot]) --~
  upload()
  draw()
  context.list:Close()
  queue:ExecuteCommandLists { context.list }
  swap:Present(1)
  queue:Signal(fence, frame)
end
fence:WaitCPU(FRAMES)
print(gpu.Hash(particles))
