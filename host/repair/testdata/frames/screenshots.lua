-- readback each frame with latency, present
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "readback" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local swap = queue:CreateSwapChain { Name = "window", Width = 16, Height = 16, BufferCount = 2 }
local fence = device:CreateFence(0, "frame")
local rtv = device:CreateDescriptorHeap { Name = "rtv", Type = "RTV", NumDescriptors = 2 }
local shots, ready = {}, {}
for i = 0, 1 do
  device:CreateRenderTargetView(swap:GetBuffer(i), nil, rtv:GetCPUDescriptorHandle(i))
  shots[i] = device:CreateCommittedResource { Name = "shot " .. i, HeapType = "READBACK", Dimension = "BUFFER", Width = 256 * 16, InitialState = "COPY_DEST" }
  ready[i] = 0
end
local alloc = { [0] = device:CreateCommandAllocator("DIRECT", "even"), device:CreateCommandAllocator("DIRECT", "odd") }
local cmd = device:CreateCommandList { Type = "DIRECT", Name = "cmd" }
local sum = 0
local function present(i, frame)
  queue:ExecuteCommandLists { cmd }
  swap:Present(1)
  queue:Signal(fence, frame) --~
  ready[i] = frame
end
for frame = 1, 6 do
  local i = swap:GetCurrentBackBufferIndex()
  local back = swap:GetBuffer(i)
  if ready[i] > 0 then
    fence:WaitCPU(ready[i]) --~ fence:WaitCPU(math.max(0, frame - 2))
    sum = sum + shots[i]:Map():Read(0, "byte", 1)[1]
    shots[i]:Unmap()
  end
  alloc[i]:Reset()
  cmd:Reset(alloc[i])
  cmd:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "PRESENT", After = "RENDER_TARGET" } }
  cmd:ClearRenderTargetView(rtv:GetCPUDescriptorHandle(i), { frame / 6, 0, 0, 1 })
  cmd:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
  cmd:CopyTextureRegion({ Resource = shots[i], Format = "R8G8B8A8_UNORM", Width = 16, Height = 16, RowPitch = 256 }, 0, 0, 0, { Resource = back, Subresource = 0 })
  cmd:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "COPY_SOURCE", After = "PRESENT" } }
  cmd:Close()
  present(i, frame)
end
fence:WaitCPU(6)
print(sum)
