-- A wireframe overlay: a solid surface, and its edges drawn over it with a negative depth bias; without the bias LESS lets hardly any edge through, with it all that
-- face the viewer. Then the bias itself: DepthBias, SlopeScaledDepthBias and DepthBiasClamp against the formula.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, N = 64, 6
local r = rig.Create("wireframe")
local tint = gpu.ConstantBuffer("b0", { { "colour", "float4" }, { "slope", "float" }, { "base", "float" } })
local vs = gpu.VertexShader { Name = "hills", Main = function(VertexID)
  local cell, k = VertexID / 6, VertexID % 6
  local corner = k < 3 and k or 6 - k                                  -- 0 1 2, 3 2 1
  local at = (float2(cell % N, cell / N) + float2(corner % 2, corner / 2)) / N * 1.8 - 0.9
  return { Position = float4(at, tint.base + 0.1 * sin(at.x * 5) * cos(at.y * 4), 1) }
end }
local slopeVS = gpu.VertexShader { Name = "slope", Main = function(VertexID)
  local at = float2(VertexID % 2, VertexID / 2) * 2 - 1
  return { Position = float4(at, tint.base + tint.slope * at.x, 1) }
end }
local ps = gpu.PixelShader { Name = "tint", Main = function(v) return tint.colour end }
local root = r.device:CreateRootSignature { Name = "tint", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 6 } } }
local function pso(name, vertex, raster, depth)
  raster.CullMode = "NONE"
  return r:Graphics { Name = name, RootSignature = root, VS = vertex, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT", RasterizerState = raster, DepthStencilState = depth }
end
local solid, plain = pso("solid", vs, {}), pso("edges", vs, { FillMode = "WIREFRAME" })
local biased = pso("edges in front", vs, { FillMode = "WIREFRAME", DepthBias = -1000, SlopeScaledDepthBias = -1 }, { DepthWriteMask = "ZERO" })
local all = pso("all edges", vs, { FillMode = "WIREFRAME" }, { DepthFunc = "ALWAYS" })
local picture, rtv = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")
local depth, dsv = r:Depth("depth", SIZE, SIZE, "D32_FLOAT")

local function frame(edges)
  r:Run("frame", function(list)
    list:SetGraphicsRootSignature(root)
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
    rig.Targets(list, SIZE, SIZE, { rtv }, dsv)
    list:IASetPrimitiveTopology "TRIANGLELIST"
    for i, pipeline in ipairs { solid, edges } do
      list:SetPipelineState(pipeline)
      list:SetGraphicsRoot32BitConstants(0, { i - 1, 0.25, 0.5, 1, 0, 0.5 })
      list:DrawInstanced(N * N * 6, 1, 0, 0)
    end
  end)
  local count = 0
  for _, row in ipairs(r:Texels(picture, "RENDER_TARGET", "byte", 4)) do for x = 1, SIZE * 4, 4 do if row[x] == 255 then count = count + 1 end end end
  return count
end
local without, every, with = frame(plain), frame(all), frame(biased)
gpu.SavePNG("wireframe.png", picture)
print(("edge pixels: %d without a bias, %d with it, %d without depth test"):format(without, with, every))

-- bias for floats = DepthBias * 2^(exponent of the greatest depth of the triangle - 23) + SlopeScaledDepthBias * greatest slope, clamped
local wrong = 0
local function ulp(z) local _, e = math.frexp(z) return 2 ^ (e - 1 - 23) end
for _, c in ipairs { { 0, 0, 0 }, { 4000, 0, 0 }, { -4000, 0, 0 }, { 0, 2, 0 }, { 1000, 1.5, 0 }, { 1000, 1.5, 0.001 }, { -1000, -3, -0.002 } } do
  for _, slope in ipairs { 0, 0.125, -0.25 } do
    local pipeline = pso("bias", slopeVS, { DepthBias = c[1], SlopeScaledDepthBias = c[2], DepthBiasClamp = c[3] })
    r:Run("bias", function(list)
      list:SetGraphicsRootSignature(root)
      list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
      rig.Targets(list, SIZE, SIZE, { rtv }, dsv)
      list:IASetPrimitiveTopology "TRIANGLESTRIP"
      list:SetPipelineState(pipeline)
      list:SetGraphicsRoot32BitConstants(0, { 1, 1, 1, 1, slope, 0.3 })
      list:DrawInstanced(4, 1, 0, 0)
    end)
    local bias = c[1] * ulp(0.3 + math.abs(slope)) + c[2] * math.abs(slope) * 2 / SIZE
    if c[3] > 0 then bias = math.min(bias, c[3]) elseif c[3] < 0 then bias = math.max(bias, c[3]) end
    local rows = r:Texels(depth, "DEPTH_WRITE", "float", 1)
    for x = 0, SIZE - 1, 7 do
      local z = 0.3 + slope * ((x + 0.5) / SIZE * 2 - 1) + bias
      if math.abs(rows[20][x + 1] - z) > 2e-6 then
        wrong = wrong + 1
        if wrong < 5 then print(("bias %g %g %g, slope %g, x %d: %.7f, expected %.7f"):format(c[1], c[2], c[3], slope, x, rows[20][x + 1], z)) end
      end
    end
  end
end
print(("bias: %d of %d depths wrong"):format(wrong, 7 * 3 * 10))
