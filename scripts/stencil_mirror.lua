-- A mirror on the floor, by stencil: the scene is drawn once more, upside down, but only where the mirror is visible.
--
--   1  floor around the mirror      stencil untouched
--   2  mirror                       stencil := 1 where the depth test passes; no colour
--   3  mirrored scene               only where stencil = 1; the winding of its faces is reversed
--   4  mirror again, half clear     blended over what it shows
--   5  scene
local gpu = require "gpu"
local studio, shapes, matrix = require "lib.studio", require "lib.shapes", require "lib.matrix"

local W, H = 640, 400
local s = studio.Create "stencil mirror"

local object = gpu.ConstantBuffer("b0", { { "toWorld", "float4x4" }, { "colour", "float4" } })
local scene  = gpu.ConstantBuffer("b1", { { "toClip", "float4x4" }, { "light", "float4" }, { "eye", "float4" } })

local vs = gpu.VertexShader {
  Name = "lit_vs", Inputs = shapes.Inputs,
  Main = function(position, normal, texcoord)
    local world = mul(object.toWorld, float4(position, 1.0))
    return { Position = mul(scene.toClip, world), world = world.xyz, normal = mul(object.toWorld, float4(normal, 0.0)).xyz, uv = texcoord }
  end,
}
local litPS = gpu.PixelShader {
  Name = "lit_ps",
  Main = function(v)
    local n = normalize(v.normal)
    local toEye = normalize(scene.eye.xyz - v.world)
    local light = normalize(scene.light.xyz)
    local shine = pow(saturate(dot(n, normalize(light + toEye))), 50.0)
    local colour = object.colour.rgb * (0.22 + 0.18 * n.y + 0.8 * saturate(dot(n, light))) + shine * 0.45
    return float4(sqrt(saturate(colour)), 1.0)
  end,
}
local floorPS = gpu.PixelShader {
  Name = "floor_ps",
  Main = function(v)
    if max(abs(v.world.x), abs(v.world.z)) < 3.0 then discard() end    -- the hole where the mirror lies
    local plank = floor(v.world.x * 2.5)
    local grain = frac(sin(plank * 12.9898) * 43758.5453) * 0.25 + 0.05 * sin(v.world.z * 9.0 + plank * 4.0)
    return float4(float3(0.50, 0.34, 0.22) * (0.75 + grain), 1.0)
  end,
}
local glassPS = gpu.PixelShader { Name = "glass_ps", Main = function(v) return object.colour end }

local root = s.device:CreateRootSignature { Name = "scene", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
  { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 20 }, { Type = "CBV", ShaderRegister = 1 } } }
local function pipeline(name, ps, state)
  return s:Pipeline { Name = name, RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D24_UNORM_S8_UINT",
    DepthStencilState = state.depth, RasterizerState = state.raster, BlendState = state.blend }
end
local replace = { StencilFunc = "ALWAYS", StencilPassOp = "REPLACE" }
local equal   = { StencilFunc = "EQUAL" }
local solid = pipeline("solid", litPS, {})
local floor = pipeline("floor", floorPS, {})
local mark  = pipeline("mark", glassPS, { depth = { DepthWriteMask = "ZERO", StencilEnable = true, FrontFace = replace, BackFace = replace },
  blend = { RenderTarget = { { RenderTargetWriteMask = "NONE" } } } })
local mirrored = pipeline("mirrored", litPS, { depth = { StencilEnable = true, FrontFace = equal, BackFace = equal }, raster = { FrontCounterClockwise = true } })
local glass = pipeline("glass", glassPS, { depth = { DepthWriteMask = "ZERO", StencilEnable = true, FrontFace = equal, BackFace = equal },
  blend = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA" } } } })

local picture, depth = s:Target("picture", W, H, "R8G8B8A8_UNORM"), s:Depth("depth and stencil", W, H, "D24_UNORM_S8_UINT")
local plane, pane = s:Mesh("floor", shapes.Plane(40, 1)), s:Mesh("mirror", shapes.Plane(6, 1))
local torus, sphere, cube = s:Mesh("torus", shapes.Torus(1, 0.34, 64, 32)), s:Mesh("sphere", shapes.Sphere(1, 48, 24)), s:Mesh("cube", shapes.Cube(1))
local things = {
  { torus, matrix.Mul(matrix.Translation(-0.7, 1.75, 0.3), matrix.RotationY(0.5), matrix.RotationX(1.2), matrix.Scaling(1.1)), { 0.80, 0.28, 0.20, 1 } },
  { sphere, matrix.Mul(matrix.Translation(1.5, 0.95, 0.6), matrix.Scaling(0.7)), { 0.20, 0.45, 0.75, 1 } },
  { cube, matrix.Mul(matrix.Translation(0.6, 0.55, -1.2), matrix.RotationY(0.6), matrix.Scaling(0.8)), { 0.85, 0.68, 0.25, 1 } },
}

local eye = { 2.2, 3.1, -6.6 }
local toClip = matrix.Mul(matrix.Perspective(0.72, W / H, 0.1, 80), matrix.LookAt(eye, { 0.1, 0.5, 0 }))
local numbers = {}
for _, list in ipairs { toClip, { -0.5, 0.8, -0.4, 0 }, { eye[1], eye[2], eye[3], 1 } } do
  for _, x in ipairs(list) do numbers[#numbers + 1] = x end
end
local constants = s:Upload("scene constants", "float", numbers)

local function draw(list, mesh, at, colour)
  local words = {}
  for i = 1, 16 do words[i] = at[i] end
  for i = 1, 4 do words[16 + i] = colour[i] end
  list:SetGraphicsRoot32BitConstants(0, words)
  studio.Draw(list, mesh)
end

s:Submit("mirror", function(list)
  list:ClearRenderTargetView(picture.rtv, { 0.80, 0.84, 0.88, 1 })
  list:ClearDepthStencilView(depth.dsv, "DEPTH|STENCIL", 1, 0)
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootConstantBufferView(1, constants:GetGPUVirtualAddress())
  studio.Fill(list, picture)
  list:OMSetRenderTargets({ picture.rtv }, depth.dsv)
  list:OMSetStencilRef(1)
  list:SetPipelineState(floor)
  draw(list, plane, matrix.Identity(), { 1, 1, 1, 1 })
  list:SetPipelineState(mark)
  draw(list, pane, matrix.Identity(), { 1, 1, 1, 1 })
  list:SetPipelineState(mirrored)
  for _, t in ipairs(things) do draw(list, t[1], matrix.Mul(matrix.Reflection(0), t[2]), t[3]) end
  list:SetPipelineState(glass)
  draw(list, pane, matrix.Identity(), { 0.72, 0.80, 0.86, 0.45 })
  list:SetPipelineState(solid)
  for _, t in ipairs(things) do draw(list, t[1], t[2], t[3]) end
end)
s:Save("stencil_mirror.png", picture)
