-- a renderer "class": begin/end frame, own fence counter in self, present; resources created in init
local gpu = require "gpu"
local Renderer = {}
Renderer.__index = Renderer
function Renderer.new(w, h, count)
  local self = setmetatable({ frame = 0, count = count, frames = {} }, Renderer)
  self.device = gpu.CreateDevice { Name = "renderer" }
  self.queue = self.device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
  self.chain = self.queue:CreateSwapChain { Name = "chain", Width = w, Height = h, BufferCount = count }
  self.fence, self.next = self.device:CreateFence(0, "gfx fence"), 1
  self.rtvs = self.device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = count }
  for i = 0, count - 1 do
    self.device:CreateRenderTargetView(self.chain:GetBuffer(i), nil, self.rtvs:GetCPUDescriptorHandle(i))
    self.frames[i] = { alloc = self.device:CreateCommandAllocator("DIRECT", "alloc " .. i), fenceValue = 0 }
  end
  self.list = self.device:CreateCommandList { Type = "DIRECT", Name = "main list" }
  return self
end
function Renderer:begin()
  local i = self.chain:GetCurrentBackBufferIndex()
  local f = self.frames[i]
  self.fence:WaitCPU(f.fenceValue) --~ self.fence:WaitCPU(math.max(0, self.next - 2))
  f.alloc:Reset()
  self.list:Reset(f.alloc) --~
  self.back = self.chain:GetBuffer(i)
  self.list:ResourceBarrier { { Type = "TRANSITION", Resource = self.back, Before = "PRESENT", After = "RENDER_TARGET" } }
  self.current = f
  return self.rtvs:GetCPUDescriptorHandle(i)
end
function Renderer:finish()
  self.list:ResourceBarrier { { Type = "TRANSITION", Resource = self.back, Before = "RENDER_TARGET", After = "PRESENT" } } --~ self.list:ResourceBarrier { { Type = "TRANSITION", Resource = self.back, Before = "RENDER_TARGET", After = "PRESENT" } }
  self.list:Close() --~
  self.queue:ExecuteCommandLists { self.list }
  self.chain:Present(1)
  self.queue:Signal(self.fence, self.next) --~
  self.current.fenceValue = self.next
  self.next = self.next + 1
end
function Renderer:flush()
  self.queue:Signal(self.fence, self.next) --~
  self.fence:WaitCPU(self.next)
  self.next = self.next + 1
end
local r = Renderer.new(32, 32, 2)
for t = 1, 5 do
  local rtv = r:begin()
  r.list:ClearRenderTargetView(rtv, { t / 5, 0, 0, 1 })
  r:finish()
end
r:flush()
print("frames", r.next)
