-- pictures: graphics_state.png
-- What draws can do, side by side in one picture of 4 x 2 cells: instances and indices, a strip with a cut, lines, points, depth, blending, stencil, samples.
local gpu = require "gpu"

local CELL = 64
local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0)

local function texture(name, format, flags, state, samples, size)
  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = size or 4 * CELL, Height = size or 2 * CELL, Format = format, Flags = flags,
    InitialState = state, SampleDesc = { Count = samples or 1 } }
end
local target = texture("target", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local depth = texture("depth", "D24_UNORM_S8_UINT", "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE")
local many = texture("many", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET", 4, CELL)
local one = texture("one", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RESOLVE_DEST", 1, CELL)
local rtvs = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
local dsvs = device:CreateDescriptorHeap { Type = "DSV", NumDescriptors = 1 }
local rtv, manyRTV, dsv = rtvs:GetCPUDescriptorHandle(0), rtvs:GetCPUDescriptorHandle(1), dsvs:GetCPUDescriptorHandle(0)
device:CreateRenderTargetView(target, nil, rtv)
device:CreateRenderTargetView(many, nil, manyRTV)
device:CreateDepthStencilView(depth, nil, dsv)

local tint = gpu.ConstantBuffer("b0", { { "color", "float4" } })
local vs = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float3" }, { "OFFSET", "float2" } },
  Main = function(p, offset) return { Position = float4(p.xy + offset, p.z, 1) } end }
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return tint.color end }
local root = device:CreateRootSignature { Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 } } }

local function pipeline(name, extra)
  local desc = { Name = name, RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" },
    RasterizerState = { CullMode = "NONE" }, DepthStencilState = { DepthEnable = false },
    InputLayout = { { "POSITION", "R32G32B32_FLOAT" },
      { SemanticName = "OFFSET", Format = "R16G16_SNORM", InputSlot = 1, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 1 } } }
  for k, v in pairs(extra or {}) do desc[k] = v end
  return device:CreateGraphicsPipelineState(desc)
end

local data = device:CreateCommittedResource { Name = "data", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 1024, InitialState = "GENERIC_READ" }
local map = data:Map()
map:Write(0, "float", { -0.8,-0.8,0.5,  -0.8,0,0.5,  0,-0.8,0.5,  0,0,0.5,  -0.6,0.6,0.2,  0.6,0.6,0.2,  0,-0.6,0.8 })
map:Write(512, "ushort", { 0, 1, 2, 3, 0xffff, 4, 5, 6 })
map:Write(544, "short", { 0, 0, 26213, 26213 })       -- 0.8 of 32767
data:Unmap()

local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
local function cell(i)
  local x, y = i % 4 * CELL, math.floor(i / 4) * CELL
  list:RSSetViewports { { TopLeftX = x, TopLeftY = y, Width = CELL, Height = CELL } }
  list:RSSetScissorRects { { Left = x + 1, Top = y + 1, Right = x + CELL - 1, Bottom = y + CELL - 1 } }
end
local function use(p, topology, r, g, b, a)
  list:SetPipelineState(p)
  list:IASetPrimitiveTopology(topology)
  list:SetGraphicsRoot32BitConstants(0, { r, g, b, a or 1 })
end

list:SetGraphicsRootSignature(root)
list:IASetVertexBuffers(0, { { BufferLocation = data:GetGPUVirtualAddress(), SizeInBytes = 84, StrideInBytes = 12 },
  { BufferLocation = data:GetGPUVirtualAddress() + 544, SizeInBytes = 8, StrideInBytes = 4 } })
list:IASetIndexBuffer { BufferLocation = data:GetGPUVirtualAddress() + 512, SizeInBytes = 16, Format = "R16_UINT" }
list:OMSetRenderTargets({ rtv }, dsv)
list:ClearRenderTargetView(rtv, { 0.2, 0.2, 0.2, 1 })
list:ClearRenderTargetView(rtv, { 0.3, 0.2, 0.2, 1 }, { { Left = 2, Top = 2, Right = CELL - 2, Bottom = CELL - 2 } })
list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0)

local plain = pipeline("plain")
cell(0) use(plain, "TRIANGLELIST", 1, 0.5, 0) list:DrawInstanced(3, 2, 0, 0)                       -- two instances
cell(1) use(pipeline("cut", { IBStripCutValue = "0xFFFF" }), "TRIANGLESTRIP", 0, 1, 0.5) list:DrawIndexedInstanced(8, 1)
cell(2) use(pipeline("lines", { PrimitiveTopologyType = "LINE" }), "LINESTRIP", 1, 1, 0) list:DrawInstanced(4, 2)
cell(3) use(pipeline("points", { PrimitiveTopologyType = "POINT" }), "POINTLIST", 1, 1, 1) list:DrawInstanced(7, 1)
local tested = { DSVFormat = "D24_UNORM_S8_UINT", DepthStencilState = { DepthFunc = "LESS" } }
cell(4) use(pipeline("near", tested), "TRIANGLELIST", 0, 0.6, 1) list:DrawInstanced(3, 1, 0) use(pipeline("behind", tested), "TRIANGLELIST", 1, 0, 0) list:DrawInstanced(3, 1, 4)
local over = { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA", SrcBlendAlpha = "ONE", DestBlendAlpha = "ZERO" }
cell(5) use(pipeline("blend", { BlendState = { RenderTarget = { over } } }), "TRIANGLELIST", 1, 1, 1, 0.5) list:DrawInstanced(3, 1, 4) list:DrawInstanced(3, 1, 0)
local marks = { StencilFunc = "ALWAYS", StencilPassOp = "REPLACE" }
local marked = { StencilFunc = "EQUAL" }
cell(6)
list:OMSetStencilRef(3)
use(pipeline("mark", { DSVFormat = "D24_UNORM_S8_UINT", BlendState = { RenderTarget = { { RenderTargetWriteMask = "NONE" } } },
  DepthStencilState = { DepthEnable = false, StencilEnable = true, FrontFace = marks, BackFace = marks } }), "TRIANGLELIST", 0, 0, 0)
list:DrawInstanced(3, 1, 4)
use(pipeline("inside", { DSVFormat = "D24_UNORM_S8_UINT", DepthStencilState = { DepthEnable = false, StencilEnable = true, FrontFace = marked, BackFace = marked } }),
  "TRIANGLESTRIP", 1, 0, 1)
list:DrawInstanced(4, 2)
-- Four samples a pixel, resolved and copied into the last cell.
list:OMSetRenderTargets { manyRTV }
list:ClearRenderTargetView(manyRTV, { 0, 0, 0, 1 })
list:RSSetViewports { { Width = CELL, Height = CELL } }
list:RSSetScissorRects { { Right = CELL, Bottom = CELL } }
use(pipeline("samples", { SampleDesc = { Count = 4 } }), "TRIANGLELIST", 1, 1, 1)
list:DrawInstanced(3, 1, 4)
list:ResourceBarrier { { Resource = many, Before = "RENDER_TARGET", After = "RESOLVE_SOURCE" } }
list:ResolveSubresource(one, 0, many, 0)
list:ResourceBarrier { { Resource = one, Before = "RESOLVE_DEST", After = "COPY_SOURCE" }, { Resource = target, Before = "RENDER_TARGET", After = "COPY_DEST" } }
list:CopyTextureRegion({ Resource = target }, 3 * CELL, CELL, 0, { Resource = one })
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
gpu.SavePNG("graphics_state.png", target)
