-- a linear allocator of constants in an upload heap, one page per frame; objects drawn in a loop
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "constants" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
local W = 8
local color = device:CreateCommittedResource { Name = "color", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = W, Height = W, Format = "R8G8B8A8_UNORM",
  Flags = "ALLOW_RENDER_TARGET", InitialState = "PIXEL_SHADER_RESOURCE" }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(color, nil, rtvs:GetCPUDescriptorHandle(0))
local object = gpu.ConstantBuffer("b0", { { "tint", "float4" } })
local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID)
  return { Position = float4(VertexID == 1 and 3.0 or -1.0, VertexID == 2 and 3.0 or -1.0, 0.5, 1.0) }
end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return object.tint end }
local root = device:CreateRootSignature { Parameters = { { Type = "CBV", ShaderRegister = 0 } } }
local pso = device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
local Frame = {}
Frame.__index = Frame
local frames = {}
for i = 1, 2 do
  local upload = device:CreateCommittedResource { Name = "page " .. i, HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024 }
  frames[i] = setmetatable({ upload = upload, memory = upload:Map(), offset = 0, allocator = device:CreateCommandAllocator "DIRECT",
    fence = device:CreateFence(0, "page fence " .. i), uses = 0 }, Frame)
end
function Frame:allocate(values)
  local at = self.offset
  self.memory:Write(at, "float", values)
  self.offset = at + 256
  return self.upload:GetGPUVirtualAddress() + at
end
function Frame:begin(list)
  self.fence:WaitCPU(self.uses) --~
  self.offset = 0
  self.allocator:Reset()
  list:Reset(self.allocator, pso) --~ list:Reset(self.allocator) | list:SetPipelineState(pso)
end
function Frame:submit(list)
  list:Close()
  queue:ExecuteCommandLists { list }
  self.uses = self.uses + 1
  queue:Signal(self.fence, self.uses) --~ queue:Signal(self.fence, self.uses + 1)
end
local list = device:CreateCommandList { Type = "DIRECT", Name = "draws" }
for n = 1, 6 do
  local frame = frames[n % 2 + 1]
  frame:begin(list)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = color, Before = "PIXEL_SHADER_RESOURCE", After = "RENDER_TARGET" } }
  list:SetGraphicsRootSignature(root)
  list:RSSetViewports { { Width = W, Height = W } }
  list:RSSetScissorRects { { Right = W, Bottom = W } }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(0) }
  for i = 1, 3 do
    list:SetGraphicsRootConstantBufferView(0, frame:allocate { i / 3, n / 6, 0, 1 })
    list:DrawInstanced(3, 1, 0, 0)
  end
  list:ResourceBarrier { { Type = "TRANSITION", Resource = color, Before = "RENDER_TARGET", After = "PIXEL_SHADER_RESOURCE" } } --~
  frame:submit(list)
end
for _, f in ipairs(frames) do f.fence:WaitCPU(f.uses) end
print(gpu.Hash(color))
