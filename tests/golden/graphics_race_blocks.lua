-- exit: 1
-- A draw samples a texture in blocks while a copy queue writes one of them.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local upload = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "F")
local FORMAT, MIP = "BC1_UNORM", 0
local texture = device:CreateCommittedResource { Name = "bricks", Dimension = "TEXTURE2D", Width = 16, Height = 16, MipLevels = 2, Format = FORMAT, InitialState = "COMMON" }
local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET",
  InitialState = "RENDER_TARGET" }
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096, InitialState = "GENERIC_READ" }
local tex, smp = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0")
local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID)
  local uv = float2(float(VertexID % 2), float(VertexID / 2))
  return { Position = float4(uv.x * 2 - 1, 1 - 2 * uv.y, 0, 1), uv = uv }
end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return tex:SampleLevel(smp, v.uv, 0) end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } }, ShaderVisibility = "PIXEL" } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_POINT" } } }
local pso = device:CreateGraphicsPipelineState { Name = "pso", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } , RasterizerState = { CullMode = "NONE" }}
local views = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(texture, nil, views:GetCPUDescriptorHandle(0))
local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))
local copy = device:CreateCommandList { Type = "COPY", Name = "copy", Allocator = device:CreateCommandAllocator "COPY" }
copy:CopyTextureRegion({ Resource = texture, Subresource = MIP }, 4, 4, 0, { Resource = staging, Format = FORMAT, Width = 4, Height = 4, Depth = 1, RowPitch = 256 })
copy:Close()
local draw = device:CreateCommandList { Type = "DIRECT", Name = "draw", Allocator = device:CreateCommandAllocator "DIRECT", InitialState = pso }
draw:SetGraphicsRootSignature(root)
draw:SetDescriptorHeaps { views }
draw:SetGraphicsRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
draw:RSSetViewports { { Width = 16, Height = 16 } }
draw:RSSetScissorRects { { Right = 16, Bottom = 16 } }
draw:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(0) }
draw:IASetPrimitiveTopology "TRIANGLESTRIP"
draw:DrawInstanced(4, 1)
draw:Close()
upload:ExecuteCommandLists { copy }
upload:Signal(fence, 1)
main:ExecuteCommandLists { draw }
