-- Two frames in flight with one list and two allocators: Reset makes another recording of the list while the last one may still run.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local swapChain = queue:CreateSwapChain { Width = 64, Height = 64, BufferCount = 2 }
local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
local fence, event = device:CreateFence(0), gpu.CreateEvent()
local allocators, values, n = {}, { [0] = 1, [1] = 0 }, 0
for i = 0, 1 do
  device:CreateRenderTargetView(swapChain:GetBuffer(i), nil, rtvs:GetCPUDescriptorHandle(i))
  allocators[i] = device:CreateCommandAllocator("DIRECT")
end
local list = device:CreateCommandList { Type = "DIRECT", Allocator = allocators[0] }
list:Close()
local index = swapChain:GetCurrentBackBufferIndex()
for frame = 1, 4 do
  allocators[index]:Reset()
  list:Reset(allocators[index], nil)
  list:ResourceBarrier { { Resource = swapChain:GetBuffer(index), Before = "PRESENT", After = "RENDER_TARGET" } }
  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(index), { 0, 0.2, 0.4, 1 })
  list:ResourceBarrier { { Resource = swapChain:GetBuffer(index), Before = "RENDER_TARGET", After = "PRESENT" } }
  list:Close()
  queue:ExecuteCommandLists { list }
  swapChain:Present(1, 0)
  local current = values[index]
  queue:Signal(fence, current)
  index = swapChain:GetCurrentBackBufferIndex()
  if fence:GetCompletedValue() < values[index] then
    fence:SetEventOnCompletion(values[index], event)
    gpu.WaitForSingleObject(event)
  end
  values[index] = current + 1
end
print(fence:GetCompletedValue())
print("again without Reset:", select(2, pcall(queue.ExecuteCommandLists, queue, { list })).message)
