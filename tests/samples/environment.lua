-- Environment mapping: the six faces of a cube map with mips are rendered by the GPU, a face and mip each through a view of one slice; a mirror ball
-- reads it by reflection, its roughness choosing the mip. In Lua: which face each pixel of the ball has to show.
local gpu = require "gpu"
local rig = require "lib.rig"

local EDGE, MIPS, SIZE = 32, 6, 64
local r = rig.Create("environment")
local cube, linear, point = gpu.TextureCube("t0", "float4"), gpu.SamplerState("s0"), gpu.SamplerState("s1")
local what = gpu.ConstantBuffer("b0", { { "face", "uint" }, { "mip", "uint" }, { "rough", "float" } })

local facePS = gpu.PixelShader { Name = "face", Main = function(v)     -- faces are told by red, mips by green
  return float4((float(what.face) + 1) * 40 / 255, float(what.mip) * 50 / 255, v.uv.x * 0.5, 1)
end }
local ballPS = gpu.PixelShader { Name = "ball", Main = function(v)
  local p = v.uv - 0.5
  local z2 = 0.2 - dot(p, p)
  if z2 < 0 then discard() end
  local n = normalize(float3(p.x, -p.y, -sqrt(z2)))
  local d = reflect(float3(0, 0, 1), n)
  local hard, soft = cube:SampleLevel(point, d, what.rough), cube:SampleLevel(linear, d, what.rough + 0.5)
  return float4(hard.rg, soft.g, 1)
end }
local root = r.device:CreateRootSignature { Name = "environment", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 3 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR" }, { Filter = "MIN_MAG_MIP_POINT", ShaderRegister = 1 } } }
local facePSO = r:Graphics { Name = "face", RootSignature = root, VS = rig.Cover, PS = facePS, RTVFormats = { "R8G8B8A8_UNORM" } }
local ballPSO = r:Graphics { Name = "ball", RootSignature = root, VS = rig.Cover, PS = ballPS, RTVFormats = { "R8G8B8A8_UNORM" } }

local map = r:Texture("sky", EDGE, EDGE, "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET", { DepthOrArraySize = 6, MipLevels = MIPS })
local view = r:SRV(map, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURECUBE", MipLevels = MIPS })
local rtvHeap = r.device:CreateDescriptorHeap { Name = "faces", Type = "RTV", NumDescriptors = 6 * MIPS }
for face = 0, 5 do for mip = 0, MIPS - 1 do
  r.device:CreateRenderTargetView(map, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2DARRAY", MipSlice = mip, FirstArraySlice = face, ArraySize = 1 },
    rtvHeap:GetCPUDescriptorHandle(face * MIPS + mip))
end end
local picture, rtv = r:Target("ball", SIZE, SIZE, "R8G8B8A8_UNORM")
r:Run("environment", function(list)
  list:SetDescriptorHeaps { r.views }
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(facePSO)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  for face = 0, 5 do for mip = 0, MIPS - 1 do
    rig.Targets(list, EDGE / 2 ^ mip, EDGE / 2 ^ mip, { rtvHeap:GetCPUDescriptorHandle(face * MIPS + mip) })
    list:SetGraphicsRoot32BitConstants(0, { gpu.AsUint(face), gpu.AsUint(mip), 0 })
    list:DrawInstanced(3, 1, 0, 0)
  end end
  rig.Barrier(list, map, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  list:SetPipelineState(ballPSO)
  list:SetGraphicsRootDescriptorTable(1, view)
  list:SetGraphicsRoot32BitConstants(0, { 0, 0, 2 })
  list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
  rig.Targets(list, SIZE, SIZE, { rtv })
  list:DrawInstanced(3, 1, 0, 0)
end)
local rows, wrong, checked, seen = r:Texels(picture, "RENDER_TARGET", "byte", 4), 0, 0, { 0, 0, 0, 0, 0, 0 }
for y = 0, SIZE - 1 do for x = 0, SIZE - 1 do
  local px, py = (x + 0.5) / SIZE - 0.5, (y + 0.5) / SIZE - 0.5
  local z2 = 0.2 - px * px - py * py
  if z2 > 1e-3 then
    local l = math.sqrt(0.2)
    local n = { px / l, -py / l, -math.sqrt(z2) / l }
    local d = { -2 * n[3] * n[1], -2 * n[3] * n[2], 1 - 2 * n[3] * n[3] }
    local axis, second = 1, 0
    for k = 2, 3 do if math.abs(d[k]) > math.abs(d[axis]) then axis = k end end
    for k = 1, 3 do if k ~= axis then second = math.max(second, math.abs(d[k])) end end
    local face = (axis - 1) * 2 + (d[axis] < 0 and 1 or 0)             -- +x -x +y -y +z -z
    if math.abs(d[axis]) - second > 1e-3 then
      checked, seen[face + 1] = checked + 1, seen[face + 1] + 1
      local red, green, soft = rows[y + 1][x * 4 + 1], rows[y + 1][x * 4 + 2], rows[y + 1][x * 4 + 3]
      if red ~= (face + 1) * 40 or green ~= 100 or soft ~= 125 then wrong = wrong + 1 end
    end
  end
end end
print(("%d pixels checked, %d wrong; by face %s"):format(checked, wrong, table.concat(seen, " ")))
gpu.SavePNG("environment.png", picture)
