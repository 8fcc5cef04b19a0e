-- Shadows by a depth buffer seen from the light.
--
--   pass 1   light's eye ─ depth only ─▶ shadow map     DEPTH_WRITE → PIXEL_SHADER_RESOURCE
--   pass 2   camera ─ each pixel asks: is something nearer to the light than I am?   SampleCmp: the answers of 4 texels, filtered
--
-- The shadow map is a typeless texture with two views: D32_FLOAT to draw into, R32_FLOAT to read from. A depth bias that grows with
-- the slope keeps surfaces from shadowing themselves: the filter reaches 2.5 texels away along both axes, so it is the slope of 5.
local gpu = require "gpu"
local studio, shapes, matrix = require "lib.studio", require "lib.shapes", require "lib.matrix"

local W, H, MAP = 640, 400, 1024
local s = studio.Create "shadow map"

local shadows = gpu.Texture2D("t0", "float")
local compare = gpu.SamplerComparisonState("s0")
local object  = gpu.ConstantBuffer("b0", { { "toWorld", "float4x4" }, { "colour", "float4" } })
local scene   = gpu.ConstantBuffer("b1", { { "toClip", "float4x4" }, { "toLight", "float4x4" }, { "light", "float4" }, { "eye", "float4" } })

local depthVS = gpu.VertexShader {
  Name = "depth_vs", Inputs = { { "POSITION", "float3" } },
  Main = function(position)
    return { Position = mul(scene.toLight, mul(object.toWorld, float4(position, 1.0))) }
  end,
}
local vs = gpu.VertexShader {
  Name = "lit_vs", Inputs = shapes.Inputs,
  Main = function(position, normal, texcoord)
    local world = mul(object.toWorld, float4(position, 1.0))
    return { Position = mul(scene.toClip, world), world = world.xyz, normal = mul(object.toWorld, float4(normal, 0.0)).xyz,
      shadow = mul(scene.toLight, world).xyz }
  end,
}
local ps = gpu.PixelShader {
  Name = "lit_ps",
  Main = function(v)
    local n, l = normalize(v.normal), scene.light.xyz
    local at = float2(v.shadow.x * 0.5 + 0.5, 0.5 - v.shadow.y * 0.5)
    local lit = 0.0
    for y = -1, 1 do                                                   -- 3 x 3 filtered samples: a soft edge
      for x = -1, 1 do
        lit = lit + shadows:SampleCmpLevelZero(compare, at + float2(x, y) * (1.5 / MAP), v.shadow.z)
      end
    end
    lit = lit / 9.0 * saturate(dot(n, l))
    local toEye = normalize(scene.eye.xyz - v.world)
    local shine = pow(saturate(dot(n, normalize(l + toEye))), 60.0) * lit
    local sky = 0.5 + 0.5 * n.y
    local base = object.colour.rgb
    if object.colour.a > 0.5 then                                      -- the floor has squares
      local square = floor(v.world.xz * 0.5)
      base = base * (0.80 + 0.20 * abs(fmod(square.x + square.y, 2.0)))
    end
    local colour = base * (lerp(float3(0.10, 0.09, 0.08), float3(0.24, 0.30, 0.40), sky) + float3(1.15, 1.05, 0.90) * lit) + shine * 0.5
    return float4(sqrt(saturate(colour)), 1.0)
  end,
}

local root = s.device:CreateRootSignature { Name = "scene", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 20 },
    { Type = "CBV", ShaderRegister = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } }, ShaderVisibility = "PIXEL" } },
  StaticSamplers = { { ShaderRegister = 0, Filter = "COMPARISON_MIN_MAG_LINEAR_MIP_POINT", ComparisonFunc = "LESS_EQUAL",
    AddressU = "BORDER", AddressV = "BORDER", BorderColor = "OPAQUE_WHITE" } } }
local depthOnly = s:Pipeline { Name = "depth only", RootSignature = root, VS = depthVS, DSVFormat = "D32_FLOAT",
  RasterizerState = { DepthBias = 1000, SlopeScaledDepthBias = 5.0 } }
local lit = s:Pipeline { Name = "lit", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT" }

local map     = s:Depth("shadow map", MAP, MAP, "R32_TYPELESS", { View = "D32_FLOAT" })
local depth   = s:Depth("depth", W, H, "D32_FLOAT")
local picture = s:Target("picture", W, H, "R8G8B8A8_UNORM")
local mapView = s:View(map.resource, { Format = "R32_FLOAT" })

local objects = { { mesh = s:Mesh("floor", shapes.Plane(60, 1)), at = matrix.Identity(), colour = { 0.72, 0.70, 0.66, 1 } } }
local sphere, cube, torus = s:Mesh("sphere", shapes.Sphere(1, 48, 24)), s:Mesh("cube", shapes.Cube(1)), s:Mesh("torus", shapes.Torus(1, 0.36, 64, 32))
local function add(mesh, at, r, g, b) objects[#objects + 1] = { mesh = mesh, at = at, colour = { r, g, b, 0 } } end
add(torus, matrix.Mul(matrix.Translation(-0.2, 2.1, 0.6), matrix.RotationX(1.25), matrix.RotationY(0.4), matrix.Scaling(1.5)), 0.80, 0.26, 0.18)
add(sphere, matrix.Mul(matrix.Translation(2.4, 0.8, -0.9), matrix.Scaling(0.8)), 0.16, 0.42, 0.72)
add(sphere, matrix.Mul(matrix.Translation(-0.2, 2.1, 0.6), matrix.Scaling(0.45)), 0.92, 0.72, 0.20)
for i = 0, 6 do
  local a = i / 7 * 2 * math.pi + 0.3
  local height = 1.0 + 0.5 * (i % 3)
  add(cube, matrix.Mul(matrix.Translation(math.cos(a) * 4.2, height / 2, math.sin(a) * 4.2 + 0.6), matrix.RotationY(-a), matrix.Scaling(0.7, height, 0.7)), 0.45, 0.55, 0.36)
end

local light, eye = matrix.Normalize { -0.55, 0.75, -0.45 }, { 1.8, 3.4, -7.6 }
local toLight = matrix.Mul(matrix.Orthographic(16, 16, 0.1, 40), matrix.LookAt({ light[1] * 20, light[2] * 20, light[3] * 20 }, { 0, 0, 0 }))
local toClip  = matrix.Mul(matrix.Perspective(0.75, W / H, 0.1, 80), matrix.LookAt(eye, { 0, 1.3, 0.4 }))
local numbers = {}
for _, list in ipairs { toClip, toLight, { light[1], light[2], light[3], 0 }, { eye[1], eye[2], eye[3], 1 } } do
  for _, x in ipairs(list) do numbers[#numbers + 1] = x end
end
local constants = s:Upload("scene constants", "float", numbers)

local function drawAll(list)
  for _, o in ipairs(objects) do
    local words = {}
    for i = 1, 16 do words[i] = o.at[i] end
    for i = 1, 4 do words[16 + i] = o.colour[i] end
    list:SetGraphicsRoot32BitConstants(0, words)
    studio.Draw(list, o.mesh)
  end
end

s:Submit("shadows and light", function(list)
  list:SetDescriptorHeaps { s.views }
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootConstantBufferView(1, constants:GetGPUVirtualAddress())
  -- pass 1: what the light sees
  list:ClearDepthStencilView(map.dsv, "DEPTH", 1, 0)
  list:SetPipelineState(depthOnly)
  studio.Fill(list, map)
  list:OMSetRenderTargets({}, map.dsv)
  drawAll(list)
  studio.Transition(list, map.resource, "DEPTH_WRITE", "PIXEL_SHADER_RESOURCE")
  -- pass 2: what the camera sees
  list:ClearRenderTargetView(picture.rtv, { 0.62, 0.70, 0.80, 1 })
  list:ClearDepthStencilView(depth.dsv, "DEPTH", 1, 0)
  list:SetPipelineState(lit)
  list:SetGraphicsRootDescriptorTable(2, mapView)
  studio.Fill(list, picture)
  list:OMSetRenderTargets({ picture.rtv }, depth.dsv)
  drawAll(list)
end)
s:Save("shadow_map.png", picture)
