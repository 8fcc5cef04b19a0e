-- One triangle covers the target: the pixel shader sees the centre of each pixel, and texture coordinates run from 0 to 1.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT" }
local fence = device:CreateFence(0)
local W = 8
local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = W, Height = W, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local rtv = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }:GetCPUDescriptorHandleForHeapStart()
device:CreateRenderTargetView(target, nil, rtv)
local back = device:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 256 * W, InitialState = "COPY_DEST" }
local vs = gpu.VertexShader { Main = function(VertexID)
  local uv = float2(float((VertexID * 2) % 4), float(VertexID / 2 * 2))
  return { Position = float4(uv * float2(2, -2) + float2(-1, 1), 0, 1), uv = uv }
end }
local ps = gpu.PixelShader { Main = function(v, Position)
  return float4(Position.xy * 2.0 / 255.0, v.uv.x, 1.0)
end }
local root = device:CreateRootSignature {}
local pso = device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, RasterizerState = { CullMode = "NONE" }, DepthStencilState = { DepthEnable = false } }
local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator("DIRECT"), InitialState = pso }
list:SetGraphicsRootSignature(root)
list:OMSetRenderTargets({ rtv }, nil)
list:RSSetViewports { { Width = W, Height = W } }
list:RSSetScissorRects { { Right = W, Bottom = W } }
list:IASetPrimitiveTopology("TRIANGLELIST")
list:DrawInstanced(3, 1, 0, 0)
list:ResourceBarrier { { Resource = target, Before = "RENDER_TARGET", After = "COPY_SOURCE" } }
list:CopyTextureRegion({ Resource = back, Format = "R8G8B8A8_UNORM", Width = W, Height = W, RowPitch = 256 }, 0, 0, 0, { Resource = target })
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
local m = back:Map()
for y = 0, 2 do for x = 0, 3 do local p = m:Read(y * 256 + x * 4, "byte", 4) io.write(("%3d %3d %3d   "):format(unpack(p))) end print() end
