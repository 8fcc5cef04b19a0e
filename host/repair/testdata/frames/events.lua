-- SetEventOnCompletion style, C++ idiom with fenceValues[frameIndex]
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "events" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
local FRAME_COUNT = 2
local swapChain = queue:CreateSwapChain { Name = "swap chain", Width = 16, Height = 16, BufferCount = FRAME_COUNT }
local fence, event = device:CreateFence(0, "fence"), gpu.CreateEvent and gpu.CreateEvent() 
local fenceValues, frameIndex = { [0] = 1, 0 }, 0
local rtv = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = FRAME_COUNT }
local allocators = {}
for n = 0, FRAME_COUNT - 1 do
  device:CreateRenderTargetView(swapChain:GetBuffer(n), nil, rtv:GetCPUDescriptorHandle(n))
  allocators[n] = device:CreateCommandAllocator("DIRECT")
end
local commandList = device:CreateCommandList { Type = "DIRECT", Name = "command list", Allocator = allocators[0] }
commandList:Close()
local function PopulateCommandList()
  allocators[frameIndex]:Reset()
  commandList:Reset(allocators[frameIndex]) --~
  commandList:ResourceBarrier { { Type = "TRANSITION", Resource = swapChain:GetBuffer(frameIndex), Before = "PRESENT", After = "RENDER_TARGET" } } --~
  commandList:ClearRenderTargetView(rtv:GetCPUDescriptorHandle(frameIndex), { 0, 0.2, 0.4, 1 })
  commandList:ResourceBarrier { { Type = "TRANSITION", Resource = swapChain:GetBuffer(frameIndex), Before = "RENDER_TARGET", After = "PRESENT" } } --~
  commandList:Close()
end
local function MoveToNextFrame()
  local current = fenceValues[frameIndex]
  queue:Signal(fence, current) --~ queue:Signal(fence, fenceValues[frameIndex])
  frameIndex = swapChain:GetCurrentBackBufferIndex()
  if fence:GetCompletedValue() < fenceValues[frameIndex] then
    fence:WaitCPU(fenceValues[frameIndex]) --~ fence:WaitCPU(math.max(0, fenceValues[frameIndex] - 2))
  end
  fenceValues[frameIndex] = current + 1
end
local function OnRender()
  PopulateCommandList()
  queue:ExecuteCommandLists { commandList }
  swapChain:Present(1)
  MoveToNextFrame()
end
for _ = 1, 5 do OnRender() end
queue:Signal(fence, fenceValues[frameIndex])
fence:WaitCPU(fenceValues[frameIndex])
print("done", fence:GetCompletedValue())
