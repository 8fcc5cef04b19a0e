-- Stencil shadow volumes, z-fail, both faces in one draw by a two-sided stencil. A slab over a floor, the light straight above: the shadow is the
-- projection of the slab, which Lua knows. The near plane stands inside of the volume, where z-pass would fail.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE = 64
local r = rig.Create("shadow volume")
local box = gpu.ConstantBuffer("b0", { { "low", "float3" }, { "shade", "float" }, { "high", "float3" }, { "pad", "float" } })

local order = { 0, 1, 2, 2, 1, 3 }
local function cubeCorner(VertexID)                                    -- clockwise from outside
  local face, k = VertexID / 6, int(order[VertexID % 6 + 1])
  local u, v = float(k % 2), float(k / 2)
  local axis, side = face / 2, face % 2
  if side == 1 then
    local w = u
    u = v
    v = w
  end
  if axis == 0 then return float3(float(side), v, u) end
  if axis == 1 then return float3(u, float(side), v) end
  return float3(v, u, float(side))
end
-- The camera looks down z at an angle of its own: an oblique projection, so that every edge of the check stays a straight line.
local function toClip(p) return float4(p.x + p.y * 0.25, p.z * 1.0 + p.y * 0.5, 0.5 - p.y * 0.45, 1) end
local vs = gpu.VertexShader { Name = "box", Main = function(VertexID)
  local p = lerp(box.low, box.high, cubeCorner(VertexID))
  return { Position = toClip(p), y = p.y }
end }
local flat = gpu.PixelShader { Name = "flat", Main = function(v) return float4(box.shade, box.shade, box.shade, 1) end }
local root = r.device:CreateRootSignature { Name = "volume", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 8 } } }
local function pso(name, raster, depth, mask)
  return r:Graphics { Name = name, RootSignature = root, VS = vs, PS = flat, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D24_UNORM_S8_UINT",
    RasterizerState = raster, DepthStencilState = depth, BlendState = { RenderTarget = { { RenderTargetWriteMask = mask or "ALL" } } } }
end
local solid = pso("solid", { CullMode = "NONE" }, { DepthFunc = "LESS" })
local volume = pso("volume", { CullMode = "NONE", DepthClipEnable = false }, { DepthWriteMask = "ZERO", DepthFunc = "LESS", StencilEnable = true,
  FrontFace = { StencilFunc = "ALWAYS", StencilDepthFailOp = "DECR" }, BackFace = { StencilFunc = "ALWAYS", StencilDepthFailOp = "INCR" } }, "NONE")
local darken = pso("darken", { CullMode = "NONE" }, { DepthEnable = false, StencilEnable = true, FrontFace = { StencilFunc = "NOT_EQUAL" }, BackFace = { StencilFunc = "NOT_EQUAL" } })
local picture, rtv = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")
local depth, dsv = r:Depth("depth", SIZE, SIZE, "D24_UNORM_S8_UINT")

local slab = { -0.45, 0.5, -0.4, 0.35, 0.6, 0.2 }
r:Run("volumes", function(list)
  list:SetGraphicsRootSignature(root)
  list:ClearRenderTargetView(rtv, { 0, 0, 1, 1 })
  list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  rig.Targets(list, SIZE, SIZE, { rtv }, dsv)
  local function draw(pipeline, b, shade)
    list:SetPipelineState(pipeline)
    list:SetGraphicsRoot32BitConstants(0, { b[1], b[2], b[3], shade, b[4], b[5], b[6], 0 })
    list:DrawInstanced(36, 1, 0, 0)
  end
  draw(solid, { -0.9, -0.1, -0.9, 0.9, 0, 0.9 }, 0.75)                 -- the floor
  draw(solid, slab, 0.5)
  list:OMSetStencilRef(0)
  draw(volume, { slab[1], -3, slab[3], slab[4], slab[2], slab[6] }, 0)  -- from the slab's lower side far below the floor
  draw(darken, { -4, 0, -4, 4, 0, 4 }, 0.25)
end)
local rows, stencil, wrong, near, shadow = r:Texels(picture, "RENDER_TARGET", "byte", 4), r:Texels(depth, "DEPTH_WRITE", "byte", 1, 1), 0, 0, 0
for py = 0, SIZE - 1 do for px = 0, SIZE - 1 do
  local x, z = (px + 0.5) / SIZE * 2 - 1, 1 - (py + 0.5) / SIZE * 2    -- a point of the floor, y = 0
  local floor = math.max(math.abs(x), math.abs(z)) - 0.9
  local under = math.max(slab[1] - x, x - slab[4], slab[3] - z, z - slab[6])
  local top = math.max(slab[1] - (x - 0.15), x - 0.15 - slab[4], slab[3] - (z - 0.3), z - 0.3 - slab[6])
  local bottom = math.max(slab[1] - (x - 0.125), x - 0.125 - slab[4], slab[3] - (z - 0.25), z - 0.25 - slab[6])
  if math.min(math.abs(floor), math.abs(under), math.abs(top), math.abs(bottom)) < 0.06 then
    near = near + 1
  elseif floor < 0 and math.min(top, bottom) > 0 then
    local want = under < 0 and 64 or 191
    if rows[py + 1][px * 4 + 1] ~= want then wrong = wrong + 1 end
    if (stencil[py + 1][px + 1] == 1) ~= (under < 0) then wrong = wrong + 1 end
    if under < 0 then shadow = shadow + 1 end
  end
end end
print(("%d pixels in shadow, %d beside an edge, %d wrong"):format(shadow, near, wrong))
gpu.SavePNG("shadow_volume.png", picture)
