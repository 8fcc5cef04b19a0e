-- three back buffers, two frames in flight, a constant buffer ring in one upload buffer
local gpu = require "gpu"
local FRAMES = 2
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
local swap = queue:CreateSwapChain { Name = "swap", Width = 16, Height = 16, BufferCount = 3 }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 3 }
for i = 0, 2 do device:CreateRenderTargetView(swap:GetBuffer(i), nil, rtvs:GetCPUDescriptorHandle(i)) end
local consts = gpu.ConstantBuffer("b0", { { "shift", "float4" } })
local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID)
  return { Position = float4(VertexID == 2 and 3.0 or -1.0, VertexID == 1 and 3.0 or -1.0, 0.5, 1.0) }
end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return { Target0 = consts.shift } end }
local root = device:CreateRootSignature { Parameters = { { Type = "CBV", ShaderRegister = 0 } } }
local pso = device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
local cb = device:CreateCommittedResource { Name = "constants", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 * FRAMES }
local mapped = cb:Map()
local allocators = {}
for i = 0, FRAMES - 1 do allocators[i] = device:CreateCommandAllocator("DIRECT", "allocator " .. i) end
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame" }
local fence = device:CreateFence(0, "frames")
local sum = 0
for frame = 1, 7 do
  local slot = (frame - 1) % FRAMES
  if frame > FRAMES then
    fence:WaitCPU(frame - FRAMES) --~ fence:WaitCPU(math.max(0, frame - 2))
  end
  mapped:Write(256 * slot, "float", { frame / 8, 0, 0, 1 })
  local allocator = allocators[slot]
  allocator:Reset()
  list:Reset(allocator)
  local index = swap:GetCurrentBackBufferIndex()
  local back = swap:GetBuffer(index)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "PRESENT", After = "RENDER_TARGET" } }
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso)
  list:SetGraphicsRootConstantBufferView(0, cb:GetGPUVirtualAddress() + 256 * slot)
  list:RSSetViewports { { Width = 16, Height = 16 } }
  list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(index) } --<>
  list:DrawInstanced(3, 1, 0, 0)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "RENDER_TARGET", After = "PRESENT" } }
  list:Close()
  queue:ExecuteCommandLists { list } --<>
  swap:Present(1, 0)
  queue:Signal(fence, frame)
  sum = sum + index
end
fence:WaitCPU(7)
cb:Unmap()
print("done", sum)
