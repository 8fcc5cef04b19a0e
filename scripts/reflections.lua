-- Two reflections that the vertex shader's outputs make cheap.
--
--   1  ball     a cube map of what is around it, in ONE pass: each instance of a draw chooses a face by RenderTargetArrayIndex
--   2  water    the scene upside down, cut off at the surface by ClipDistance0: what stands under water has no mirror image
--   3  picture  scene, ball and water, which read both
local gpu = require "gpu"
local studio, shapes, matrix = require "lib.studio", require "lib.shapes", require "lib.matrix"

local W, H, EDGE = 640, 400, 256
local s = studio.Create "reflections"

local object = gpu.ConstantBuffer("b0", { { "toWorld", "float4x4" }, { "colour", "float4" } })
local scene  = gpu.ConstantBuffer("b1", { { "toClip", "float4x4" }, { "mirrored", "float4x4" }, { "light", "float4" }, { "eye", "float4" }, { "faces", "float4x4", 6 } })
local around, mirror, linear = gpu.TextureCube("t0", "float4"), gpu.Texture2D("t1", "float4"), gpu.SamplerState("s0")

local function lit(position, normal)                                    -- what all vertex shaders pass on
  local world = mul(object.toWorld, float4(position, 1.0))
  return world, mul(object.toWorld, float4(normal, 0.0)).xyz
end
local plainVS = gpu.VertexShader { Name = "plain_vs", Inputs = shapes.Inputs, Main = function(position, normal, texcoord)
  local world, n = lit(position, normal)
  return { Position = mul(scene.toClip, world), world = world.xyz, normal = n }
end }
local faceVS = gpu.VertexShader { Name = "face_vs", Inputs = shapes.Inputs, Main = function(position, normal, texcoord, InstanceID)
  local world, n = lit(position, normal)
  return { Position = mul(scene.faces[InstanceID], world), RenderTargetArrayIndex = InstanceID, world = world.xyz, normal = n }
end }
local mirrorVS = gpu.VertexShader { Name = "mirror_vs", Inputs = shapes.Inputs, Main = function(position, normal, texcoord)
  local world, n = lit(position, normal)
  return { Position = mul(scene.mirrored, world), ClipDistance0 = world.y, world = world.xyz, normal = n }
end }

local function sky(direction) return lerp(float3(0.93, 0.80, 0.62), float3(0.25, 0.45, 0.75), saturate(direction.y * 1.6 + 0.15)) end
local litPS = gpu.PixelShader { Name = "lit_ps", Main = function(v)
  local n = normalize(v.normal)
  local shine = pow(saturate(dot(n, normalize(scene.light.xyz + normalize(scene.eye.xyz - v.world)))), 40.0)
  local colour = object.colour.rgb * (0.30 + 0.15 * n.y + 0.75 * saturate(dot(n, scene.light.xyz))) + shine * 0.35
  return float4(sqrt(saturate(colour)), 1.0)
end }
local ballPS = gpu.PixelShader { Name = "ball_ps", Main = function(v)
  local toEye = normalize(scene.eye.xyz - v.world)
  local seen = reflect(-toEye, normalize(v.normal))
  local image = around:SampleLevel(linear, seen, 0)
  return float4(lerp(sqrt(sky(seen)), image.rgb, image.a) * float3(0.95, 0.97, 1.0), 1.0)
end }
local waterPS = gpu.PixelShader { Name = "water_ps", Main = function(v)
  local toEye = normalize(scene.eye.xyz - v.world)
  local wave = 0.006 * sin(v.world.xz * float2(5.0, 9.0) + v.world.zx * 3.0)
  local image = mirror:SampleLevel(linear, v.Position.xy / float2(W, H) + wave, 0)
  local seen = lerp(sqrt(sky(reflect(-toEye, float3(0, 1, 0)))), image.rgb, image.a)
  local share = 0.25 + 0.75 * pow(1.0 - saturate(toEye.y), 3.0)
  return float4(lerp(float3(0.05, 0.25, 0.28), seen, share), 0.88)
end }

local root = s.device:CreateRootSignature { Name = "scene", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
  { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 20 }, { Type = "CBV", ShaderRegister = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2 } } } }, StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR" } } }
local function pipeline(name, vs, ps, raster, blend)
  return s:Pipeline { Name = name, RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT", RasterizerState = raster, BlendState = blend }
end
local blended = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA", SrcBlendAlpha = "ONE", DestBlendAlpha = "ZERO" } } }
local plain, faces = pipeline("plain", plainVS, litPS), pipeline("faces", faceVS, litPS)
local upsideDown = pipeline("upside down", mirrorVS, litPS, { FrontCounterClockwise = true })
local ballPSO, waterPSO = pipeline("ball", plainVS, ballPS), pipeline("water", plainVS, waterPS, nil, blended)

-- Six faces and their depths are arrays, and one view shows all slices of each.
local function cube(name, format, flags, state)
  return s.device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = EDGE, Height = EDGE, DepthOrArraySize = 6, Format = format, Flags = flags, InitialState = state,
    OptimizedClearValue = { Format = format, Color = { 0, 0, 0, 0 }, Depth = 1 } }
end
local colours, depths = cube("around", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET"), cube("around depths", "D32_FLOAT", "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE")
local views = s.device:CreateDescriptorHeap { Name = "faces", Type = "RTV", NumDescriptors = 1 }
local depthViews = s.device:CreateDescriptorHeap { Name = "face depths", Type = "DSV", NumDescriptors = 1 }
local facesRTV, facesDSV = views:GetCPUDescriptorHandle(0), depthViews:GetCPUDescriptorHandle(0)
s.device:CreateRenderTargetView(colours, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2DARRAY", ArraySize = 6 }, facesRTV)
s.device:CreateDepthStencilView(depths, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2DARRAY", ArraySize = 6 }, facesDSV)
local picture, image, depth = s:Target("picture", W, H, "R8G8B8A8_UNORM"), s:Target("mirror image", W, H, "R8G8B8A8_UNORM"), s:Depth("depth", W, H, "D32_FLOAT")
local table = s:View(colours, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURECUBE", MipLevels = 1 })
s:View(image.resource)

local torus, cubeMesh, sphere, plane = s:Mesh("torus", shapes.Torus(1, 0.32, 64, 32)), s:Mesh("cube", shapes.Cube(1)), s:Mesh("sphere", shapes.Sphere(1, 96, 48)), s:Mesh("plane", shapes.Plane(60, 1))
local at = matrix.Translation
local things = { { torus, matrix.Mul(at(-2.6, 0.35, 0.6), matrix.RotationY(0.6), matrix.RotationX(1.45), matrix.Scaling(1.15)), { 0.85, 0.30, 0.20, 1 } } }
for i = 0, 6 do                                                         -- posts around the ball, each half under water
  local a = i / 7 * 2 * math.pi - 0.22
  local colour = ({ { 0.85, 0.68, 0.25, 1 }, { 0.25, 0.55, 0.35, 1 }, { 0.30, 0.40, 0.75, 1 } })[i % 3 + 1]
  things[#things + 1] = { cubeMesh, matrix.Mul(at(3.1 * math.cos(a), 0.25, 1.2 + 3.1 * math.sin(a)), matrix.RotationY(-a), matrix.RotationZ(0.25), matrix.Scaling(0.55, 2.4, 0.55)), colour }
end
local centre = { 0, 1.3, 1.2 }
local ball = { sphere, matrix.Mul(at(centre[1], centre[2], centre[3]), matrix.Scaling(1.05)), { 1, 1, 1, 1 } }
local water = { plane, matrix.Identity(), { 1, 1, 1, 1 } }

local eye = { 1.2, 2.6, -6.8 }
local toClip = matrix.Mul(matrix.Perspective(0.72, W / H, 0.1, 80), matrix.LookAt(eye, { 0, 0.7, 0.6 }))
local numbers = {}
local function put(list) for _, x in ipairs(list) do numbers[#numbers + 1] = x end end
put(toClip) put(matrix.Mul(toClip, matrix.Reflection(0))) put { 0.49, 0.78, -0.39, 0 } put { eye[1], eye[2], eye[3], 1 }
for _, face in ipairs { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } } do   -- in the order of a cube map
  local up = face[2] == 0 and { 0, 1, 0 } or { 0, 0, -face[2] }
  put(matrix.Mul(matrix.Perspective(math.pi / 2, 1, 0.1, 80), matrix.LookAt(centre, { centre[1] + face[1], centre[2] + face[2], centre[3] + face[3] }, up)))
end
local constants = s:Upload("scene constants", "float", numbers)

local function draw(list, thing, instances)
  local words = {}
  for i = 1, 16 do words[i] = thing[2][i] end
  for i = 1, 4 do words[16 + i] = thing[3][i] end
  list:SetGraphicsRoot32BitConstants(0, words)
  studio.Draw(list, thing[1], instances)
end
local function begin(list, pso, rtv, dsv, clear)
  list:ClearRenderTargetView(rtv, clear)
  list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
  list:OMSetRenderTargets({ rtv }, dsv)
  list:SetPipelineState(pso)
end

s:Submit("reflections", function(list)
  list:SetDescriptorHeaps { s.views }
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootConstantBufferView(1, constants:GetGPUVirtualAddress())
  begin(list, faces, facesRTV, facesDSV, { 0, 0, 0, 0 })
  studio.Fill(list, { width = EDGE, height = EDGE })
  for _, t in ipairs(things) do draw(list, t, 6) end
  studio.Fill(list, picture)
  begin(list, upsideDown, image.rtv, depth.dsv, { 0, 0, 0, 0 })
  for _, t in ipairs(things) do draw(list, t) end
  studio.Transition(list, colours, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  studio.Transition(list, image.resource, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  list:SetGraphicsRootDescriptorTable(2, table)
  begin(list, plain, picture.rtv, depth.dsv, { 0.86, 0.80, 0.70, 1 })
  for _, t in ipairs(things) do draw(list, t) end
  list:SetPipelineState(ballPSO)
  draw(list, ball)
  list:SetPipelineState(waterPSO)
  draw(list, water)
end)
s:Save("reflections.png", picture)
