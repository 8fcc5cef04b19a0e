-- Cascaded shadow maps: four slices of one depth array, each with its own depth view, filled by four passes; the scene picks a slice by distance.
-- The check casts the shadow of each tower on the plane in Lua.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, MAP, CASCADES, TOWERS = 96, 256, 4, 5
local splits = { 5, 10, 20, 40 }
local r = rig.Create("cascades")
local maps, compare = gpu.Texture2DArray("t0", "float"), gpu.SamplerComparisonState("s0")
local towers = gpu.StructuredBuffer("t1", "float4")                    -- x, z, half width, height
local view = gpu.ConstantBuffer("b0", { { "slice", "uint" } })
local LEAN = 0.6                                                       -- the sun: down and to the right; a height h throws a shadow h * LEAN long

-- The light looks straight along its direction at the plane: a slanted coordinate on the plane, and depth from the height.
local function toLight(p, slice)
  local reach = splits[slice + 1]
  local ground = float2(p.x + p.y * LEAN, p.z)
  return float3(ground.x / reach, (ground.y - reach * 0.5) / reach, 1 - (p.y + 0.5) / 8)
end
local function cubeCorner(VertexID)                                    -- 36 corners of a unit cube without a buffer
  local face, k = VertexID / 6, VertexID % 6
  local quad = k < 3 and k or (k == 3 and 2 or (k == 4 and 1 or 3))
  local u, v, side = float(quad % 2), float(quad / 2), float(face % 2)
  local axis = face / 2
  if axis == 0 then return float3(side, u, v) end
  if axis == 1 then return float3(u, side, v) end
  return float3(u, v, side)
end
local function towerAt(corner, t) return float3(t.x + (corner.x * 2 - 1) * t.z, corner.y * t.w, t.y + (corner.z * 2 - 1) * t.z) end

local depthVS = gpu.VertexShader { Name = "caster", Main = function(VertexID, InstanceID)
  return { Position = float4(toLight(towerAt(cubeCorner(VertexID), towers[InstanceID]), view.slice), 1) }
end }
local groundPS = gpu.PixelShader { Name = "ground", Main = function(v)
  local p = float3((v.uv.x - 0.5) * 40, 0, (1 - v.uv.y) * 40)          -- the plane from above: x from -20, z up
  local slice = uint(3)
  for i = 3, 1, -1 do
    if p.z < splits[i] and abs(p.x) < splits[i] * 0.9 then slice = uint(i - 1) end
  end
  local l = toLight(p, slice)
  local lit = maps:SampleCmpLevelZero(compare, float3(l.x * 0.5 + 0.5, 0.5 - l.y * 0.5, slice), l.z - 0.01)
  return float4(lit, float(slice) / 4.0, 0, 1)
end }

local root = r.device:CreateRootSignature { Name = "cascades", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 }, { Type = "SRV", ShaderRegister = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } }, ShaderVisibility = "PIXEL" } },
  StaticSamplers = { { Filter = "COMPARISON_MIN_MAG_MIP_POINT", ComparisonFunc = "LESS_EQUAL", AddressU = "BORDER", AddressV = "BORDER", BorderColor = "OPAQUE_WHITE" } } }
local depthPSO = r:Graphics { Name = "depth", RootSignature = root, VS = depthVS, DSVFormat = "D16_UNORM", RasterizerState = { CullMode = "NONE" } }
local groundPSO = r:Graphics { Name = "ground", RootSignature = root, VS = rig.Cover, PS = groundPS, RTVFormats = { "R8G8B8A8_UNORM" } }

local map = r:Texture("shadow maps", MAP, MAP, "R16_TYPELESS", "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE", { DepthOrArraySize = CASCADES, OptimizedClearValue = { Format = "D16_UNORM", Depth = 1 } })
local slices = {}
for i = 0, CASCADES - 1 do
  slices[i] = r:DSV(map, { Format = "D16_UNORM", ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = i, ArraySize = 1 })
end
local mapView = r:SRV(map, { Format = "R16_UNORM", ViewDimension = "TEXTURE2DARRAY", MipLevels = 1, ArraySize = CASCADES })
local picture, rtv = r:Target("ground", SIZE, SIZE, "R8G8B8A8_UNORM")

local list_, words = { { -3, 3, 0.5, 3 }, { 2, 7, 0.8, 4 }, { -6, 14, 1.2, 5 }, { 8, 18, 1.5, 6 }, { -12, 30, 2, 7 } }, {}
for _, t in ipairs(list_) do for _, x in ipairs(t) do words[#words + 1] = x end end
local source = r:Upload("towers", "float", words)
r:Run("cascades", function(list)
  list:SetDescriptorHeaps { r.views }
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootShaderResourceView(1, source:GetGPUVirtualAddress())
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:SetPipelineState(depthPSO)
  for i = 0, CASCADES - 1 do
    list:BeginEvent("cascade " .. i)
    list:ClearDepthStencilView(slices[i], "DEPTH", 1, 0)
    rig.Targets(list, MAP, MAP, {}, slices[i])
    list:SetGraphicsRoot32BitConstant(0, gpu.AsUint(i), 0)
    list:DrawInstanced(36, TOWERS, 0, 0)
    list:EndEvent()
  end
  rig.Barrier(list, map, "DEPTH_WRITE", "PIXEL_SHADER_RESOURCE")
  list:SetGraphicsRootDescriptorTable(2, mapView)
  list:SetPipelineState(groundPSO)
  rig.Targets(list, SIZE, SIZE, { rtv })
  list:DrawInstanced(3, 1, 0, 0)
end)

local rows, wrong, near, shadowed = r:Texels(picture, "RENDER_TARGET", "byte", 4), 0, 0, 0
local bySlice = { 0, 0, 0, 0 }
for y = 0, SIZE - 1 do
  for x = 0, SIZE - 1 do
    local px, pz = ((x + 0.5) / SIZE - 0.5) * 40, (1 - (y + 0.5) / SIZE) * 40
    local inside, border = false, false
    for _, t in ipairs(list_) do                                       -- the shadow: the tower's square swept to the right
      local dx, dz = math.max(t[1] - t[3] - px, px - (t[1] + t[3] + t[4] * LEAN)), math.abs(pz - t[2]) - t[3]
      local d = math.max(dx, dz)
      if d < 0 then inside = true end
      if math.abs(d) < 0.4 then border = true end                      -- a texel of the widest map is 0.31 wide
    end
    local lit, slice = rows[y + 1][x * 4 + 1], math.floor(rows[y + 1][x * 4 + 2] / 64 + 0.5)
    if lit == 0 then shadowed, bySlice[slice + 1] = shadowed + 1, bySlice[slice + 1] + 1 end
    if border then near = near + 1 elseif (lit == 0) ~= inside then wrong = wrong + 1 end
  end
end
print(("%d pixels in shadow, by cascade %s; %d beside an edge, %d of the others wrong"):format(shadowed, table.concat(bySlice, " "), near, wrong))
gpu.SavePNG("cascades.png", picture)
