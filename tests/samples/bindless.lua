-- A bindless table: 32 textures and a material buffer, the texture chosen in the pixel shader by an index that differs from triangle to triangle
-- (NonUniformResourceIndex in HLSL), and samplers in a heap of their own. Instanced quads, each in its cell.
local gpu = require "gpu"
local rig = require "lib.rig"

local COUNT, CELL, GRID = 32, 8, 8
local SIZE = CELL * GRID
local r = rig.Create("bindless")
local Material = { { "texture", "uint" }, { "sampler", "uint" }, { "tint", "float" }, { "pad", "uint" } }
local materials = gpu.StructuredBuffer("t0", Material)
local textures = gpu.Texture2D("t0, space1", "float4", COUNT)
local samplers = gpu.SamplerState("s0", 2)

local vs = gpu.VertexShader { Name = "cell", Main = function(VertexID, InstanceID)
  local uv = float2(VertexID % 2, VertexID / 2)
  local cell = float2(InstanceID % GRID, InstanceID / GRID)
  return { Position = float4(((cell + uv) / GRID * 2 - 1) * float2(1, -1), 0, 1), uv = uv, material = InstanceID }
end }
local ps = gpu.PixelShader { Name = "material", Main = function(v)
  local m = materials[v.material]
  return textures[m.texture]:Sample(samplers[m.sampler], v.uv * 2) * m.tint
end }
local root = r.device:CreateRootSignature { Name = "bindless", Parameters = { { Type = "SRV" },
  { Type = "DESCRIPTOR_TABLE", ShaderVisibility = "PIXEL", Ranges = { { Type = "SRV", NumDescriptors = COUNT, RegisterSpace = 1, Flags = "DESCRIPTORS_VOLATILE" } } },
  { Type = "DESCRIPTOR_TABLE", ShaderVisibility = "PIXEL", Ranges = { { Type = "SAMPLER", NumDescriptors = 2 } } } } }
local pso = r:Graphics { Name = "bindless", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, RasterizerState = { CullMode = "NONE" } }

local samplerHeap = r.device:CreateDescriptorHeap { Name = "samplers", Type = "SAMPLER", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
r.device:CreateSampler({ Filter = "MIN_MAG_MIP_POINT", AddressU = "WRAP", AddressV = "WRAP" }, samplerHeap:GetCPUDescriptorHandle(0))
r.device:CreateSampler({ Filter = "MIN_MAG_MIP_POINT", AddressU = "CLAMP", AddressV = "CLAMP" }, samplerHeap:GetCPUDescriptorHandle(1))

local staging, first = r:Buffer("texels", COUNT * 1024, "UPLOAD"), nil
local map, made = staging:Map(), {}
for i = 0, COUNT - 1 do
  made[i] = r:Texture("texture " .. i, 2, 2, "R8G8B8A8_UNORM", nil, "COPY_DEST")
  map:Write(i * 1024, "byte", { i, 0, 1, 255, i, 50, 2, 255 })
  map:Write(i * 1024 + 256, "byte", { i, 100, 3, 255, i, 150, 4, 255 })
  local handle = r:SRV(made[i])
  first = first or handle
end
staging:Unmap()
local random, words, list_ = rig.Random(59), {}, {}
for i = 1, GRID * GRID do
  list_[i] = { random(COUNT), random(2), random(2) == 0 and 1 or 0.5 }
  words[#words + 1], words[#words + 2] = list_[i][1], list_[i][2]
  words[#words + 1], words[#words + 2] = list_[i][3], 0
end
local materialBuffer = r:Buffer("materials", GRID * GRID * 16, "UPLOAD")
local m = materialBuffer:Map()
for i, x in ipairs(list_) do
  m:Write((i - 1) * 16, "uint", { x[1], x[2] })
  m:Write((i - 1) * 16 + 8, "float", { x[3], 0 })
end
materialBuffer:Unmap()
local picture, rtv = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")
r:Run("bindless", function(list)
  local barriers = {}
  for i = 0, COUNT - 1 do
    list:CopyTextureRegion({ Resource = made[i] }, 0, 0, 0, { Resource = staging, Offset = i * 1024, Format = "R8G8B8A8_UNORM", Width = 2, Height = 2, RowPitch = 256 })
    barriers[i + 1] = { Resource = made[i], Before = "COPY_DEST", After = "PIXEL_SHADER_RESOURCE" }
  end
  list:ResourceBarrier(barriers)
  list:SetDescriptorHeaps { r.views, samplerHeap }
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso)
  list:SetGraphicsRootShaderResourceView(0, materialBuffer:GetGPUVirtualAddress())
  list:SetGraphicsRootDescriptorTable(1, first)
  list:SetGraphicsRootDescriptorTable(2, samplerHeap:GetGPUDescriptorHandle(0))
  rig.Targets(list, SIZE, SIZE, { rtv })
  list:IASetPrimitiveTopology "TRIANGLESTRIP"
  list:DrawInstanced(4, GRID * GRID, 0, 0)
end)
local rows, wrong = r:Texels(picture, "RENDER_TARGET", "byte", 4), 0
for y = 0, SIZE - 1 do for x = 0, SIZE - 1 do
  local q = list_[math.floor(y / CELL) * GRID + math.floor(x / CELL) + 1]
  local function texel(at)                                             -- uv from 0 to 2 over 8 pixels, 2 texels an edge: a texel is 2 pixels
    local t = math.floor(at % CELL / 2)
    return q[2] == 0 and t % 2 or math.min(t, 1)
  end
  local tx, ty = texel(x), texel(y)
  local want = { q[1], ty * 100 + tx * 50, ty * 2 + tx + 1, 255 }
  for k = 1, 4 do if math.abs(rows[y + 1][x * 4 + k] - want[k] * q[3]) > 0.51 then wrong = wrong + 1 end end
end end
print(("%d textures, %d quads, %d components wrong"):format(COUNT, GRID * GRID, wrong))
gpu.SavePNG("bindless.png", picture)
