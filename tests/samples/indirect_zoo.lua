-- ExecuteIndirect with everything a command may carry: vertex and index buffer views, a constant buffer, a structured buffer and constants a draw, all of it
-- addresses that the CPU or the GPU wrote. Four meshes with different strides, index formats and data; the count comes from a buffer.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE = 32
local r = rig.Create("indirect zoo")
local place = gpu.ConstantBuffer("b0", { { "offset", "float2" }, { "scale", "float2" } })
local tint = gpu.ConstantBuffer("b1", { { "which", "uint" } })
local palette = gpu.StructuredBuffer("t0", "float4")
local vs = gpu.VertexShader { Name = "quad", Inputs = { { "POSITION", "float2" } }, Main = function(position)
  return { Position = float4((position * place.scale + place.offset) * float2(2, -2) + float2(-1, 1), 0, 1) }
end }
local ps = gpu.PixelShader { Name = "palette", Main = function(v) return palette[tint.which] end }
local root = r.device:CreateRootSignature { Name = "zoo", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
  Parameters = { { Type = "CBV" }, { Type = "32BIT_CONSTANTS", ShaderRegister = 1, Num32BitValues = 1 }, { Type = "SRV" } } }
local pso = r:Graphics { Name = "zoo", RootSignature = root, VS = vs, PS = ps, InputLayout = { { "POSITION", "R32G32_FLOAT" } }, RTVFormats = { "R8G8B8A8_UNORM" }, RasterizerState = { CullMode = "NONE" } }

-- vertex view 16, index view 16, CBV 8, SRV 8, constant 4, DRAW_INDEXED 20: 72 bytes
local STRIDE = 72
local signature = r.device:CreateCommandSignature { Name = "zoo", ByteStride = STRIDE, RootSignature = root, ArgumentDescs = {
  { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "INDEX_BUFFER_VIEW" }, { Type = "CONSTANT_BUFFER_VIEW", RootParameterIndex = 0 },
  { Type = "SHADER_RESOURCE_VIEW", RootParameterIndex = 2 }, { Type = "CONSTANT", RootParameterIndex = 1, DestOffsetIn32BitValues = 0, Num32BitValuesToSet = 1 }, { Type = "DRAW_INDEXED" } } }
local vertices = r:Buffer("vertices", 1024, "UPLOAD")                  -- quads from 0 to 1: tightly, and with a stride of 12
local v = vertices:Map()
for i = 0, 3 do
  v:Write(i * 8, "float", { i % 2, math.floor(i / 2) })
  v:Write(256 + i * 12, "float", { i % 2, math.floor(i / 2), 99 })
end
local indices = r:Buffer("indices", 512, "UPLOAD")
local m = indices:Map()
m:Write(0, "ushort", { 0, 1, 2, 2, 1, 3 })
m:Write(256, "uint", { 7, 7, 10, 11, 12, 12, 11, 13 })                -- from index 2 on, base vertex -10
local constants = r:Buffer("constants", 1024, "UPLOAD")
local c = constants:Map()
for i = 0, 3 do c:Write(i * 256, "float", { i % 2 * 0.5, math.floor(i / 2) * 0.5, 0.25 + i * 0.05, 0.375 }) end
local colours = r:Upload("palettes", "float", { 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1 })

local args, count = r:Buffer("arguments", 4 * STRIDE, "UPLOAD"), r:Upload("count", "uint", { 4 })
local a = args:Map()
local function words(address) return { address % 2 ^ 32, math.floor(address / 2 ^ 32) } end
for i = 0, 3 do
  local at, wide = i * STRIDE, i >= 2
  a:Write(at, "uint", words(vertices:GetGPUVirtualAddress() + (i % 2) * 256))
  a:Write(at + 8, "uint", { i % 2 == 1 and 48 or 32, i % 2 == 1 and 12 or 8 })
  a:Write(at + 16, "uint", words(indices:GetGPUVirtualAddress() + (wide and 256 or 0)))
  a:Write(at + 24, "uint", { wide and 32 or 12, wide and 42 or 57 })   -- DXGI_FORMAT_R32_UINT or R16_UINT
  a:Write(at + 32, "uint", words(constants:GetGPUVirtualAddress() + i * 256))
  a:Write(at + 40, "uint", words(colours:GetGPUVirtualAddress() + (i >= 2 and 16 or 0)))
  a:Write(at + 48, "uint", { i })
  a:Write(at + 52, "uint", { 6, 1, wide and 2 or 0 })
  a:Write(at + 64, "int", { wide and -10 or 0 })
  a:Write(at + 68, "uint", { 0 })
end
local picture, rtv = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")
r:Run("zoo", function(list)
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso)
  list:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
  rig.Targets(list, SIZE, SIZE, { rtv })
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:ExecuteIndirect(signature, 4, args, 0, count, 0)
end)
local palettes, wrong = { [0] = { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 0 } }, 0
palettes[4] = { 0, 0, 0 }                                              -- commands 2 and 3 start at the second colour; behind the fourth stand zeros
for y, row in ipairs(r:Texels(picture, "RENDER_TARGET", "byte", 4)) do
  for x = 0, SIZE - 1 do
    local want = { 0, 0, 0 }
    for i = 0, 3 do
      local px, py = (x + 0.5) / SIZE - i % 2 * 0.5, (y - 0.5) / SIZE - math.floor(i / 2) * 0.5
      if px > 0 and px < 0.25 + i * 0.05 and py > 0 and py < 0.375 then want = palettes[i + (i >= 2 and 1 or 0)] end
    end
    for k = 1, 3 do if row[x * 4 + k] ~= want[k] * 255 then wrong = wrong + 1 end end
  end
end
print(("4 commands of %d bytes: %d components wrong"):format(STRIDE, wrong))
gpu.SavePNG("indirect_zoo.png", picture)
