-- the class of Direct3D's samples: fence values by back buffer, a flush, frames as methods
local gpu = require "gpu"
local App = { frameIndex = 0, fenceValues = { [0] = 0, [1] = 0 } }
function App:LoadPipeline()
  self.device = gpu.CreateDevice { Name = "app" }
  self.queue = self.device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
  self.swapChain = self.queue:CreateSwapChain { Width = 32, Height = 32, BufferCount = 2 }
  self.rtvHeap = self.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
  self.renderTargets, self.allocators = {}, {}
  for n = 0, 1 do
    self.renderTargets[n] = self.swapChain:GetBuffer(n)
    self.device:CreateRenderTargetView(self.renderTargets[n], nil, self.rtvHeap:GetCPUDescriptorHandle(n))
    self.allocators[n] = self.device:CreateCommandAllocator("DIRECT")
  end
  self.frameIndex = self.swapChain:GetCurrentBackBufferIndex()
end
function App:LoadAssets()
  self.list = self.device:CreateCommandList { Type = "DIRECT", Allocator = self.allocators[self.frameIndex] }
  self.list:Close()
  self.fence = self.device:CreateFence(0)
  self.fenceValues[self.frameIndex] = 1
end
function App:Populate()
  self.allocators[self.frameIndex]:Reset()
  self.list:Reset(self.allocators[self.frameIndex])
  local back = self.renderTargets[self.frameIndex]
  self.list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "PRESENT", After = "RENDER_TARGET" } }
  self.list:ClearRenderTargetView(self.rtvHeap:GetCPUDescriptorHandle(self.frameIndex), { 0, 0.2, 0.4, 1 })
  self.list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "RENDER_TARGET", After = "PRESENT" } }
  self.list:Close()
end
function App:MoveToNextFrame()
  local current = self.fenceValues[self.frameIndex]
  self.queue:Signal(self.fence, current) --~ App.queue:Signal(App.fence, App.fenceValues[App.frameIndex])
  self.frameIndex = self.swapChain:GetCurrentBackBufferIndex()
  if self.fence:GetCompletedValue() < self.fenceValues[self.frameIndex] then
    self.fence:WaitCPU(self.fenceValues[self.frameIndex]) --~ self.fence:WaitCPU(math.max(0, self.fenceValues[self.frameIndex] - 2))
  end
  self.fenceValues[self.frameIndex] = current + 1
end
function App:WaitForGpu()
  self.queue:Signal(self.fence, self.fenceValues[self.frameIndex]) --~
  self.fence:WaitCPU(self.fenceValues[self.frameIndex])
  self.fenceValues[self.frameIndex] = self.fenceValues[self.frameIndex] + 1
end
App:LoadPipeline()
App:LoadAssets()
App:WaitForGpu()
for _ = 1, 5 do
  App:Populate()
  App.queue:ExecuteCommandLists { App.list }
  App.swapChain:Present(1, 0)
  App:MoveToNextFrame()
end
App:WaitForGpu()
