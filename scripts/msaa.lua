-- The same wheel with one sample a pixel, with eight, and with eight and alpha to coverage, side by side and enlarged.
--
--   draw into N samples a pixel ─ ResolveSubresource: their mean ─ one part of the picture, each pixel 4 x 4
--
-- A pixel shader still runs once a pixel; only coverage and depth are known for each sample, at the standard positions.
local gpu = require "gpu"
local studio, matrix = require "lib.studio", require "lib.matrix"

local SIZE, ZOOM = 72, 4
local s = studio.Create "msaa"

local source = gpu.Texture2D("t0", "float4")
local place  = gpu.ConstantBuffer("b0", { { "left", "uint" } })

local spokesVS = gpu.VertexShader {
  Name = "wheel_vs", Inputs = { { "POSITION", "float2" }, { "COLOR", "float4" } },
  Main = function(position, colour) return { Position = float4(position, 0.5, 1.0), colour = colour } end,
}
local spokesPS = gpu.PixelShader { Name = "wheel_ps", Main = function(v) return v.colour end }
local zoomVS = gpu.VertexShader {
  Name = "zoom_vs",
  Main = function(VertexID)
    local uv = float2(float(VertexID % 2) * 2.0, float(VertexID / 2) * 2.0)
    return { Position = float4(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0) }
  end,
}
local zoomPS = gpu.PixelShader {
  Name = "zoom_ps",
  Main = function(v)
    local at = int2(v.Position.xy)
    return source:Load(int3((at.x - int(place.left)) / ZOOM, at.y / ZOOM, 0))
  end,
}

local root = s.device:CreateRootSignature { Name = "wheel", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } },
  { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }

-- The wheel: thin spokes that no pixel row follows, and one wide blade that fades out by its alpha.
local numbers = {}
local function corner(r, a, c) for _, x in ipairs { r * math.cos(a), r * math.sin(a), c[1], c[2], c[3], c[4] } do numbers[#numbers + 1] = x end end
for i = 0, 15 do
  local a, hue = i / 16 * 2 * math.pi + 0.05, i / 16
  local c = { 0.5 + 0.45 * math.cos(6.28 * hue), 0.5 + 0.45 * math.cos(6.28 * (hue - 0.33)), 0.5 + 0.45 * math.cos(6.28 * (hue - 0.67)), 1 }
  corner(0.10, a + 0.3, c)
  corner(0.95, a - 0.035, c)
  corner(0.95, a + 0.035, c)
end
local spokes = #numbers / 6
for _, blade in ipairs { 0.9, 0.9 + math.pi } do
  corner(0.0, 0, { 0.95, 0.92, 0.85, 1 })
  corner(0.8, blade + 0.35, { 0.95, 0.92, 0.85, 0 })
  corner(0.8, blade - 0.35, { 0.95, 0.92, 0.85, 0 })
end
local wheel = s:Upload("wheel", "float", numbers)
local vertices = { BufferLocation = wheel:GetGPUVirtualAddress(), SizeInBytes = #numbers * 4, StrideInBytes = 24 }

local picture = s:Target("picture", SIZE * ZOOM * 3, SIZE * ZOOM, "R8G8B8A8_UNORM")
local zoom = s:Pipeline { Name = "zoom", RootSignature = root, VS = zoomVS, PS = zoomPS, InputLayout = {}, RTVFormats = { "R8G8B8A8_UNORM" } }

local variants = { { samples = 1 }, { samples = 8 }, { samples = 8, alpha = true } }
for column, v in ipairs(variants) do
  local label = ("%d samples%s"):format(v.samples, v.alpha and ", alpha to coverage" or "")
  local pipeline = s:Pipeline { Name = label, RootSignature = root, VS = spokesVS, PS = spokesPS,
    InputLayout = { { "POSITION", "R32G32_FLOAT" }, { "COLOR", "R32G32B32A32_FLOAT" } }, RTVFormats = { "R8G8B8A8_UNORM" },
    SampleDesc = { Count = v.samples }, BlendState = { AlphaToCoverageEnable = v.alpha or false }, RasterizerState = { CullMode = "NONE" } }
  local many = s:Target(label, SIZE, SIZE, "R8G8B8A8_UNORM", { Samples = v.samples, Clear = { 0.05, 0.06, 0.09, 1 } })
  local one = v.samples > 1 and s.device:CreateCommittedResource { Name = label .. ", resolved", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = SIZE, Height = SIZE,
    Format = "R8G8B8A8_UNORM", InitialState = "RESOLVE_DEST" } or many.resource
  local view = s:View(one)
  s:Submit(label, function(list)
    list:SetDescriptorHeaps { s.views }
    list:SetGraphicsRootSignature(root)
    list:ClearRenderTargetView(many.rtv, { 0.05, 0.06, 0.09, 1 })
    list:SetPipelineState(pipeline)
    studio.Fill(list, many)
    list:OMSetRenderTargets { many.rtv }
    list:IASetPrimitiveTopology "TRIANGLELIST"
    list:IASetVertexBuffers(0, { vertices })
    list:DrawInstanced(#numbers / 6, 1, 0, 0)
    if v.samples > 1 then
      studio.Transition(list, many.resource, "RENDER_TARGET", "RESOLVE_SOURCE")
      list:ResolveSubresource(one, 0, many.resource, 0, "R8G8B8A8_UNORM")
      studio.Transition(list, one, "RESOLVE_DEST", "PIXEL_SHADER_RESOURCE")
    else
      studio.Transition(list, one, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
    end
    list:SetPipelineState(zoom)
    list:SetGraphicsRootDescriptorTable(0, view)
    list:SetGraphicsRoot32BitConstants(1, { gpu.AsUint((column - 1) * SIZE * ZOOM) })
    list:RSSetViewports { { Width = picture.width, Height = picture.height } }
    list:RSSetScissorRects { { Left = (column - 1) * SIZE * ZOOM, Right = column * SIZE * ZOOM, Bottom = SIZE * ZOOM } }
    list:OMSetRenderTargets { picture.rtv }
    list:DrawInstanced(3, 1, 0, 0)
  end)
end
s:Save("msaa.png", picture)
