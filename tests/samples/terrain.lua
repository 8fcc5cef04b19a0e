-- Terrain: an indexed grid whose vertices read their heights from a texture in the vertex shader; 16-bit indices, strips cut by 0xffff, two index
-- buffers in one draw sequence with base vertices, and a check of each vertex by the picture of a depth buffer.
local gpu = require "gpu"
local rig = require "lib.rig"

local GRID, SIZE = 16, 64
local r = rig.Create("terrain")
local heights, linear = gpu.Texture2D("t0", "float"), gpu.SamplerState("s0")
local vs = gpu.VertexShader { Name = "terrain", Inputs = { { "POSITION", "float2" } }, Main = function(at)
  local h = heights:SampleLevel(linear, (at * GRID + 0.5) / (GRID + 1.0), 0)
  return { Position = float4(at.x * 2 - 1, 1 - at.y * 2, 1 - h, 1), height = h }
end }
local ps = gpu.PixelShader { Name = "relief", Main = function(v)
  local slope = normalize(float3(-ddx(v.height), -ddy(v.height), 0.05))
  return float4(lerp(float3(0.15, 0.35, 0.1), float3(0.9, 0.9, 0.95), smoothstep(0.4, 0.8, v.height)) * saturate(dot(slope, normalize(float3(-1, -1, 1)))), 1)
end }
local root = r.device:CreateRootSignature { Name = "terrain", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT|DENY_PIXEL_SHADER_ROOT_ACCESS",
  Parameters = { { Type = "DESCRIPTOR_TABLE", ShaderVisibility = "VERTEX", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR", AddressU = "CLAMP", AddressV = "CLAMP", ShaderVisibility = "VERTEX" } } }
local pso = r:Graphics { Name = "terrain", RootSignature = root, VS = vs, PS = ps, InputLayout = { { "POSITION", "R16G16_UNORM" } }, IBStripCutValue = "0xFFFF",
  RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT", RasterizerState = { CullMode = "NONE" } }

local E = GRID + 1
local texels, vertices, indices = {}, {}, {}
local function height(x, y) return 0.5 + 0.2 * math.sin(x * 0.9) * math.cos(y * 0.6) + 0.15 * math.sin(y * 0.35 + x * 0.2) end
for y = 0, E - 1 do for x = 0, E - 1 do
  texels[#texels + 1] = height(x, y)
  vertices[#vertices + 1] = math.floor(x / GRID * 65535 + 0.5)
  vertices[#vertices + 1] = math.floor(y / GRID * 65535 + 0.5)
end end
for row = 0, GRID / 2 - 1 do                                           -- the upper half; the lower one by BaseVertexLocation
  for x = 0, E - 1 do
    indices[#indices + 1] = row * E + x
    indices[#indices + 1] = (row + 1) * E + x
  end
  indices[#indices + 1] = 0xffff
end
local vb, ib = r:Buffer("vertices", #vertices * 2, "UPLOAD"), r:Buffer("indices", #indices * 2, "UPLOAD")
vb:Map():Write(0, "ushort", vertices)
ib:Map():Write(0, "ushort", indices)
local map = r:Texture("heights", E, E, "R32_FLOAT", nil, "COPY_DEST")
local staging = r:Buffer("height staging", 256 * E, "UPLOAD")
local mapped = staging:Map()
for y = 0, E - 1 do
  local row = {}
  for x = 1, E do row[x] = texels[y * E + x] end
  mapped:Write(y * 256, "float", row)
end
local view = r:SRV(map)
local picture, rtv = r:Target("terrain", SIZE, SIZE, "R8G8B8A8_UNORM")
local depth, dsv = r:Depth("depth", SIZE, SIZE, "D32_FLOAT")
r:Run("terrain", function(list)
  list:CopyTextureRegion({ Resource = map }, 0, 0, 0, { Resource = staging, Format = "R32_FLOAT", Width = E, Height = E, RowPitch = 256 })
  rig.Barrier(list, map, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  list:SetDescriptorHeaps { r.views }
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso)
  list:SetGraphicsRootDescriptorTable(0, view)
  list:ClearRenderTargetView(rtv, { 1, 0, 1, 1 })
  list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
  rig.Targets(list, SIZE, SIZE, { rtv }, dsv)
  list:IASetPrimitiveTopology "TRIANGLESTRIP"
  list:IASetVertexBuffers(0, { { BufferLocation = vb:GetGPUVirtualAddress(), SizeInBytes = #vertices * 2, StrideInBytes = 4 } })
  list:IASetIndexBuffer { BufferLocation = ib:GetGPUVirtualAddress(), SizeInBytes = #indices * 2, Format = "R16_UINT" }
  list:DrawIndexedInstanced(#indices, 1, 0, 0, 0)
  list:DrawIndexedInstanced(#indices, 1, 0, GRID / 2 * E, 0)
end)
-- A cell is 4 pixels wide; the pixel left above of a vertex is 0.125 cells away from it. Inside of a triangle depth is linear.
local rows, wrong, holes = r:Texels(depth, "DEPTH_WRITE", "float", 1), 0, 0
local function at(x, y) return texels[y * E + x + 1] end
for py = 0, SIZE - 1 do for px = 0, SIZE - 1 do
  local fx, fy = (px + 0.5) / SIZE * GRID, (py + 0.5) / SIZE * GRID
  local x, y = math.floor(fx), math.floor(fy)
  local u, v, h = fx - x, fy - y, nil
  if u + v <= 1 then h = at(x, y) + u * (at(x + 1, y) - at(x, y)) + v * (at(x, y + 1) - at(x, y))
  else h = at(x + 1, y + 1) + (1 - u) * (at(x, y + 1) - at(x + 1, y + 1)) + (1 - v) * (at(x + 1, y) - at(x + 1, y + 1)) end
  local got = rows[py + 1][px + 1]
  if got == 1 then holes = holes + 1 elseif math.abs(got - (1 - h)) > 1e-4 then wrong = wrong + 1 end
end end
print(("%d vertices, %d indices drawn twice: %d holes, %d depths wrong"):format(E * E, #indices, holes, wrong))
gpu.SavePNG("terrain.png", picture)
