-- two back buffers, values by frame in a table, an event for the wait
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
local swap = queue:CreateSwapChain { Name = "swap", Width = 8, Height = 8, BufferCount = 2 }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 2 }
local fence, event = device:CreateFence(0, "frame fence"), gpu.CreateEvent { Name = "frame event" }
local F = {}
for i = 0, 1 do
  device:CreateRenderTargetView(swap:GetBuffer(i), nil, rtvs:GetCPUDescriptorHandle(i))
  F[i] = { allocator = device:CreateCommandAllocator("DIRECT", "allocator " .. i), value = 0 }
end
local list = device:CreateCommandList { Type = "DIRECT", Name = "list" }
local last = 0
local function wait(value)
  if fence:GetCompletedValue() < value then
    fence:SetEventOnCompletion(value, event)
    gpu.WaitForSingleObject(event)
  end
end
for n = 1, 5 do
  local i = swap:GetCurrentBackBufferIndex()
  local f = F[i]
  wait(f.value)
  f.allocator:Reset()
  list:Reset(f.allocator)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = swap:GetBuffer(i), Before = "PRESENT", After = "RENDER_TARGET" } }
  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(i), { n / 5, 0, 0, 1 })
  list:ResourceBarrier { { Type = "TRANSITION", Resource = swap:GetBuffer(i), Before = "RENDER_TARGET", After = "PRESENT" } }
  list:Close() --<>
  queue:ExecuteCommandLists { list }
  swap:Present(1, 0)
  last = last + 1
  queue:Signal(fence, last)
  f.value = last
end
wait(last)
print(last)
