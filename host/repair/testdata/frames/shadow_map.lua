-- shadow pass and main pass in one list per frame; depth texture goes back and forth
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "shadows" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "done")
local N = 32
local map = gpu.Texture2D("t0", "float")
local vs = gpu.VertexShader { Name = "tri", Main = function(VertexID)
  return { Position = float4(VertexID == 1 and 3.0 or -1.0, VertexID == 2 and 3.0 or -1.0, 0.25, 1.0) }
end }
local ps = gpu.PixelShader { Name = "lit", Main = function(v)
  return float4(map:Load(int3(int(v.Position.x), int(v.Position.y), 0)), 0.0, 0.0, 1.0)
end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 } }, ShaderVisibility = "PIXEL" } } }
local depthOnly = device:CreateGraphicsPipelineState { Name = "depth only", RootSignature = root, VS = vs, PrimitiveTopologyType = "TRIANGLE", DSVFormat = "D32_FLOAT",
  DepthStencilState = { DepthEnable = true } }
local lit = device:CreateGraphicsPipelineState { Name = "lit", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
local shadowMap = device:CreateCommittedResource { Name = "shadow map", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = N, Height = N, Format = "R32_TYPELESS",
  Flags = "ALLOW_DEPTH_STENCIL", InitialState = "PIXEL_SHADER_RESOURCE" }
local color = device:CreateCommittedResource { Name = "color", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = N, Height = N, Format = "R8G8B8A8_UNORM",
  Flags = "ALLOW_RENDER_TARGET", InitialState = "COPY_SOURCE" }
local dsvs = device:CreateDescriptorHeap { Type = "DSV", NumDescriptors = 1 }
local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
local views = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
local dsv, rtv = dsvs:GetCPUDescriptorHandle(0), rtvs:GetCPUDescriptorHandle(0)
device:CreateDepthStencilView(shadowMap, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D" }, dsv)
device:CreateRenderTargetView(color, nil, rtv)
device:CreateShaderResourceView(shadowMap, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D" }, views:GetCPUDescriptorHandle(0))
local allocs = { device:CreateCommandAllocator("DIRECT"), device:CreateCommandAllocator("DIRECT") }
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = allocs[1] }
list:Close()
local function shadowPass()
  list:ResourceBarrier { { Type = "TRANSITION", Resource = shadowMap, Before = "PIXEL_SHADER_RESOURCE", After = "DEPTH_WRITE" } } --~
  list:SetPipelineState(depthOnly)
  list:OMSetRenderTargets({}, false, dsv)
  list:ClearDepthStencilView(dsv, "DEPTH", 1.0, 0)
  list:DrawInstanced(3, 1, 0, 0)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = shadowMap, Before = "DEPTH_WRITE", After = "PIXEL_SHADER_RESOURCE" } } --~
end
local function mainPass()
  list:ResourceBarrier { { Type = "TRANSITION", Resource = color, Before = "COPY_SOURCE", After = "RENDER_TARGET" } }
  list:SetPipelineState(lit)
  list:OMSetRenderTargets { rtv }
  list:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
  list:DrawInstanced(3, 1, 0, 0)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = color, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
end
for i = 1, 4 do
  local alloc = allocs[i % 2 + 1]
  if i > 2 then fence:WaitCPU(i - 2) end
  alloc:Reset()
  list:Reset(alloc, depthOnly) --~ list:Reset(alloc)
  list:SetGraphicsRootSignature(root)
  list:SetDescriptorHeaps { views }
  list:SetGraphicsRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
  list:RSSetViewports { { Width = N, Height = N } }
  list:RSSetScissorRects { { Right = N, Bottom = N } }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  shadowPass()
  mainPass()
  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, i)
end
fence:WaitCPU(4)
print(gpu.Hash(color))
