-- constants of three frames in flight: one mapped buffer, cut into parts of 256 bytes, each with a view in the heap
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "triple" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
local swapChain = queue:CreateSwapChain { Name = "window", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", BufferCount = 3 }
local fence = device:CreateFence(0, "frame fence")
local FRAMES, ALIGN = 3, 256
local camera = gpu.ConstantBuffer("b0", { { "tint", "float4" }, { "offset", "float2" } })
local vs = gpu.VertexShader { Name = "triangle", Main = function(VertexID)
  return { Position = float4(float2(VertexID == 1 and 3.0 or -1.0, VertexID == 2 and 3.0 or -1.0) + camera.offset, 0.5, 1.0) }
end }
local ps = gpu.PixelShader { Name = "tint", Main = function(v) return camera.tint end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "CBV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } } } }
local pso = device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
local constants = device:CreateCommittedResource { Name = "constants", HeapType = "UPLOAD", Dimension = "BUFFER", Width = FRAMES * ALIGN }
local mapped = constants:Map()
local heap = device:CreateDescriptorHeap { Name = "cbvs", Type = "CBV_SRV_UAV", NumDescriptors = FRAMES, Flags = "SHADER_VISIBLE" }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = FRAMES }
local frames = {}
for i = 0, FRAMES - 1 do
  local buffer = swapChain:GetBuffer(i)
  device:CreateRenderTargetView(buffer, nil, rtvs:GetCPUDescriptorHandle(i))
  device:CreateConstantBufferView({ BufferLocation = constants:GetGPUVirtualAddress() + i * ALIGN, SizeInBytes = ALIGN }, heap:GetCPUDescriptorHandle(i))
  frames[i] = { buffer = buffer, allocator = device:CreateCommandAllocator "DIRECT", fenceValue = 0 }
end
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame list", Allocator = frames[0].allocator }
list:Close() --~
local fenceValue = 0
local function waitForGPU()
  fenceValue = fenceValue + 1
  queue:Signal(fence, fenceValue) --~
  fence:WaitCPU(fenceValue)
end
for n = 1, 7 do
  local index = swapChain:GetCurrentBackBufferIndex()
  local frame = frames[index]
  fence:WaitCPU(frame.fenceValue)
  mapped:Write(index * ALIGN, "float", { n / 7, 0.5, 1 - n / 7, 1, 0, 0 })
  frame.allocator:Reset()
  list:Reset(frame.allocator, pso) --~ list:Reset(frame.allocator) | list:SetPipelineState(pso)
  list:SetGraphicsRootSignature(root)
  list:SetDescriptorHeaps { heap }
  list:SetGraphicsRootDescriptorTable(0, heap:GetGPUDescriptorHandle(index))
  list:RSSetViewports { { Width = 16, Height = 16 } }
  list:RSSetScissorRects { { Right = 16, Bottom = 16 } }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:ResourceBarrier { { Type = "TRANSITION", Resource = frame.buffer, Before = "PRESENT", After = "RENDER_TARGET" } } --~
  local rtv = rtvs:GetCPUDescriptorHandle(index)
  list:OMSetRenderTargets { rtv }
  list:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
  list:DrawInstanced(3, 1, 0, 0)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = frame.buffer, Before = "RENDER_TARGET", After = "PRESENT" } }
  list:Close() --~
  queue:ExecuteCommandLists { list }
  swapChain:Present(1)
  fenceValue = fenceValue + 1
  queue:Signal(fence, fenceValue)
  frame.fenceValue = fenceValue
end
waitForGPU()
print("shown")
