-- pictures: graphics_blocks.png
-- A block-compressed texture is uploaded block by block and sampled; a bundle and ExecuteIndirect draw it, a query counts its pixels, and a predicate leaves a draw out.
local gpu = require "gpu"

local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0)
local target = device:CreateCommittedResource { Name = "target", Dimension = "TEXTURE2D", Width = 64, Height = 32, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET",
  InitialState = "RENDER_TARGET" }
local texture = device:CreateCommittedResource { Name = "blocks", Dimension = "TEXTURE2D", Width = 8, Height = 4, Format = "BC1_UNORM", InitialState = "COPY_DEST" }
local upload = device:CreateCommittedResource { Name = "upload", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
local results = device:CreateCommittedResource { Name = "results", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, InitialState = "COMMON" }
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }

local map = upload:Map()
-- Two blocks: ends 0xF800 (red) and 0x001F (blue), rows of texels 0, 1, 2, 3; then 0x07E0 (green) and 0x0000, all texels the first.
map:Write(0, "ushort", { 0xF800, 0x001F, 0x5500, 0xFFAA, 0x07E0, 0x0000, 0, 0 })
map:Write(512, "uint", { 4, 1, 0, 0,   4, 1, 0, 0 })               -- two indirect draws
upload:Unmap()

local blocks, smp = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0")
local place = gpu.ConstantBuffer("b0", { { "offset", "float" } })
local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID)
  local uv = float2(float(VertexID % 2), float(VertexID / 2))
  return { Position = float4(uv.x * 0.5 - 1.0 + place.offset, 1.0 - 2.0 * uv.y, 0, 1), uv = uv }
end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return blocks:Sample(smp, v.uv) end }
local root = device:CreateRootSignature { Name = "root", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } }, ShaderVisibility = "PIXEL" },
  { Type = "32BIT_CONSTANTS", Num32BitValues = 1, ShaderVisibility = "VERTEX" } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_POINT" } } }
local pipeline = device:CreateGraphicsPipelineState { Name = "quad", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE",
  RTVFormats = { "R8G8B8A8_UNORM" }, RasterizerState = { CullMode = "NONE" } }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(texture, nil, views:GetCPUDescriptorHandle(0))
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
local rtv = rtvs:GetCPUDescriptorHandle(0)
device:CreateRenderTargetView(target, nil, rtv)
local signature = device:CreateCommandSignature { Name = "draws", ByteStride = 16, ArgumentDescs = { { Type = "DRAW" } } }
local occlusion = device:CreateQueryHeap { Name = "occlusion", Type = "OCCLUSION", Count = 2 }
local statistics = device:CreateQueryHeap { Name = "statistics", Type = "PIPELINE_STATISTICS", Count = 1 }

-- The bundle takes the root signature, the table and the constant over.
local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE", InitialState = pipeline }
bundle:IASetPrimitiveTopology "TRIANGLESTRIP"
bundle:DrawInstanced(4, 1)
bundle:Close()

local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
list:CopyTextureRegion({ Resource = texture }, 0, 0, 0, { Resource = upload, Format = "BC1_UNORM", Width = 8, Height = 4, RowPitch = 256 })
list:ResourceBarrier { { Resource = texture, Before = "COPY_DEST", After = "PIXEL_SHADER_RESOURCE" } }
list:SetDescriptorHeaps { views }
list:SetGraphicsRootSignature(root)
list:SetGraphicsRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
list:RSSetViewports { { Width = 64, Height = 32 } }
list:RSSetScissorRects { { Right = 64, Bottom = 32 } }
list:OMSetRenderTargets { rtv }
list:ClearRenderTargetView(rtv, { 0.5, 0.5, 0.5, 1 })
list:SetGraphicsRoot32BitConstant(1, 0.0)
list:BeginQuery(statistics, "PIPELINE_STATISTICS", 0)
list:BeginQuery(occlusion, "OCCLUSION", 0)
list:ExecuteBundle(bundle)
list:EndQuery(occlusion, "OCCLUSION", 0)
list:EndQuery(statistics, "PIPELINE_STATISTICS", 0)
list:BeginQuery(occlusion, "BINARY_OCCLUSION", 1)
list:EndQuery(occlusion, "BINARY_OCCLUSION", 1)
list:SetGraphicsRoot32BitConstant(1, 0.75)
list:ExecuteIndirect(signature, 2, upload, 512)                    -- the bundle's pipeline and topology stay
list:ResolveQueryData(occlusion, "OCCLUSION", 0, 2, results, 0)
list:ResolveQueryData(statistics, "PIPELINE_STATISTICS", 0, 1, results, 16)
list:ResourceBarrier { { Resource = results, Before = "COPY_DEST", After = "PREDICATION" } }
list:SetPredication(results, 8, "EQUAL_ZERO")                      -- query 1 saw nothing: what follows is left out
list:SetGraphicsRoot32BitConstant(1, 1.5)
list:DrawInstanced(4, 1)
list:SetPredication(nil)
list:ResourceBarrier { { Resource = results, Before = "PREDICATION", After = "COPY_SOURCE" } }
list:CopyBufferRegion(back, 0, results, 0, 104)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
local got = back:Map():Read(0, "uint", 26)
print("samples passed", got[1], "and", got[3])
print("statistics", "vertices " .. got[5], "primitives " .. got[7], "VS " .. got[9], "clipper " .. got[15] .. " " .. got[17], "PS " .. got[19])
gpu.SavePNG("graphics_blocks.png", target)
