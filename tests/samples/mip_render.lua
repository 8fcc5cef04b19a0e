-- A mip chain by rendering: each level is a render target while the level above it is read, state by state; then a trilinear and an anisotropic
-- sampler read the chain on a plane seen at a low angle. Lua knows each texel of the chain, since a checker with a gradient is averaged exactly.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, LEVELS, VIEW = 64, 7, 64
local r = rig.Create("mips")
local source, trilinear, anisotropic = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0"), gpu.SamplerState("s1")

local topPS = gpu.PixelShader { Name = "top", Main = function(v)
  local at = uint2(v.Position.xy)
  return float4(float((at.x / 4 + at.y / 4) % 2), float(at.x) / SIZE, 0, 1)
end }
local halvePS = gpu.PixelShader { Name = "halve", Main = function(v)
  local at = int2(v.Position.xy) * 2
  return (source:Load(int3(at, 0)) + source:Load(int3(at, 0), int2(1, 0)) + source:Load(int3(at, 0), int2(0, 1)) + source:Load(int3(at, 0), int2(1, 1))) * 0.25
end }
local planeVS = gpu.VertexShader { Name = "plane", Main = function(VertexID)
  local at = float2(VertexID % 2, VertexID / 2)
  local z = 1 + at.y * 15
  return { Position = float4((at.x * 2 - 1) * 4, -2 + 0 * at.y, z * 0.5, z), uv = float2(at.x, at.y * 4) * 2 }
end }
local planePS = gpu.PixelShader { Name = "plane", Main = function(v)
  local a, b = source:Sample(trilinear, v.uv), source:Sample(anisotropic, v.uv)
  return float4(a.r, b.r, source:CalculateLevelOfDetail(trilinear, v.uv) / 8, 1)
end }
local root = r.device:CreateRootSignature { Name = "mips", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR" }, { Filter = "ANISOTROPIC", MaxAnisotropy = 8, ShaderRegister = 1 } } }
local FORMAT = "R16G16B16A16_FLOAT"
local top, halve = r:Graphics { Name = "top", RootSignature = root, VS = rig.Cover, PS = topPS, RTVFormats = { FORMAT } }, r:Graphics { Name = "halve", RootSignature = root, VS = rig.Cover, PS = halvePS, RTVFormats = { FORMAT } }
local plane = r:Graphics { Name = "plane", RootSignature = root, VS = planeVS, PS = planePS, RTVFormats = { "R8G8B8A8_UNORM" }, RasterizerState = { CullMode = "NONE" } }
local chain = r:Texture("chain", SIZE, SIZE, FORMAT, "ALLOW_RENDER_TARGET", "RENDER_TARGET", { MipLevels = LEVELS })
local whole, levels = r:SRV(chain), {}
for m = 0, LEVELS - 1 do
  levels[m] = { rtv = r:RTV(chain, { Format = FORMAT, ViewDimension = "TEXTURE2D", MipSlice = m }),
    view = r:SRV(chain, { Format = FORMAT, ViewDimension = "TEXTURE2D", MostDetailedMip = m, MipLevels = 1 }) }
end
local picture, rtv = r:Target("plane", VIEW, VIEW, "R8G8B8A8_UNORM")
r:Run("mips", function(list)
  list:SetDescriptorHeaps { r.views }
  list:SetGraphicsRootSignature(root)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  for m = 0, LEVELS - 1 do
    list:SetPipelineState(m == 0 and top or halve)
    if m > 0 then list:SetGraphicsRootDescriptorTable(0, levels[m - 1].view) end
    rig.Targets(list, SIZE / 2 ^ m, SIZE / 2 ^ m, { levels[m].rtv })
    list:DrawInstanced(3, 1, 0, 0)
    rig.Barrier(list, chain, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE", m)
  end
  list:SetPipelineState(plane)
  list:SetGraphicsRootDescriptorTable(0, whole)
  list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
  rig.Targets(list, VIEW, VIEW, { rtv })
  list:IASetPrimitiveTopology "TRIANGLESTRIP"
  list:DrawInstanced(4, 1, 0, 0)
end)
local wrong = 0
for m = 0, LEVELS - 1 do
  local rows, n = r:Texels(chain, "PIXEL_SHADER_RESOURCE", "half", 4, m), 2 ^ m
  for y = 0, SIZE / n - 1 do for x = 0, SIZE / n - 1 do
    local red = n >= 8 and 0.5 or (math.floor(x * n / 4) + math.floor(y * n / 4)) % 2
    local green = (x * n + (n - 1) / 2) / SIZE
    if math.abs(rows[y + 1][x * 4 + 1] - red) > 0 or math.abs(rows[y + 1][x * 4 + 2] - green) > 5e-4 then wrong = wrong + 1 end
  end end
end
print(("%d levels, %d texels wrong"):format(LEVELS, wrong))
-- Contrast down the picture: trilinear loses it where anisotropic still has it; the level rises towards the horizon.
local rows = r:Texels(picture, "RENDER_TARGET", "byte", 4)
for y = VIEW / 2 + 8, VIEW, 8 do
  local function contrast(k)                                           -- of eight rows: one alone may run between two squares
    local low, high = 255, 0
    for row = y - 7, y do
      for x = 0, VIEW - 1 do low, high = math.min(low, rows[row][x * 4 + k]), math.max(high, rows[row][x * 4 + k]) end
    end
    return high - low
  end
  print(("rows to %d: contrast trilinear %3d, anisotropic %3d, level %.2f"):format(y, contrast(1), contrast(2), rows[y][VIEW / 2 * 4 + 3] / 255 * 8))
end
gpu.SavePNG("mip_render.png", picture)
