-- Deferred shading: what the camera sees is stored first and lit afterwards, so that each of many lights costs only the pixels that
-- it reaches.
--
--   pass 1   geometry ─▶ albedo, normal, depth           three surfaces in one draw: the G-buffer
--   pass 2   one sphere a light ─▶ light, added up       blending ONE + ONE; reads the G-buffer
--   pass 3   one triangle over all ─▶ picture            tone curve
--
-- Pass 2 draws back faces only, without depth test: a light counts also when the camera stands inside of its sphere.
local gpu = require "gpu"
local studio, shapes, matrix = require "lib.studio", require "lib.shapes", require "lib.matrix"

local W, H, LIGHTS = 640, 400, 60
local s = studio.Create "deferred shading"

local object = gpu.ConstantBuffer("b0", { { "toWorld", "float4x4" }, { "colour", "float4" } })
local camera = gpu.ConstantBuffer("b1", { { "toClip", "float4x4" }, { "eye", "float4" }, { "right", "float4" }, { "up", "float4" }, { "ahead", "float4" } })
local lights = gpu.StructuredBuffer("t3", { { "position", "float3" }, { "radius", "float" }, { "colour", "float3" }, { "pad", "float" } })
local albedoMap, normalMap, depthMap = gpu.Texture2D("t0", "float4"), gpu.Texture2D("t1", "float4"), gpu.Texture2D("t2", "float")
local lightMap = gpu.Texture2D("t4", "float4")

local geometryVS = gpu.VertexShader {
  Name = "geometry_vs", Inputs = shapes.Inputs,
  Main = function(position, normal, texcoord)
    local world = mul(object.toWorld, float4(position, 1.0))
    return { Position = mul(camera.toClip, world), world = world.xyz, normal = mul(object.toWorld, float4(normal, 0.0)).xyz }
  end,
}
local geometryPS = gpu.PixelShader {
  Name = "geometry_ps",
  Main = function(v)
    local base = object.colour.rgb
    if object.colour.a > 0.5 then
      local square = floor(v.world.xz)
      base = base * (0.55 + 0.45 * abs(fmod(square.x + square.y, 2.0)))
    end
    return { Target0 = float4(base, 1.0), Target1 = float4(normalize(v.normal), 0.0), Target2 = float4(length(v.world - camera.eye.xyz), 0.0, 0.0, 0.0) }
  end,
}
local lightVS = gpu.VertexShader {
  Name = "light_vs", Inputs = { { "POSITION", "float3" } }, Interpolation = { id = "nointerpolation" },
  Main = function(position, InstanceID)
    local l = lights[InstanceID]
    return { Position = mul(camera.toClip, float4(l.position + position * l.radius * 1.05, 1.0)), id = InstanceID }
  end,
}
-- where a pixel of the G-buffer is in the world: along the ray of the pixel, as far as was stored
local function worldAt(pixel, distance)
  local at = (pixel + 0.5) / float2(W, H) * 2.0 - 1.0
  local ray = normalize(camera.ahead.xyz + camera.right.xyz * at.x - camera.up.xyz * at.y)
  return camera.eye.xyz + ray * distance
end
local lightPS = gpu.PixelShader {
  Name = "light_ps",
  Main = function(v)
    local at = int3(int2(v.Position.xy), 0)
    local l = lights[v.id]
    local world = worldAt(float2(at.xy), depthMap:Load(at))
    local to = l.position - world
    local distance = length(to)
    local fade = saturate(1.0 - distance / l.radius)
    local n, direction = normalMap:Load(at).xyz, to / max(distance, 1e-4)
    local half = normalize(direction + normalize(camera.eye.xyz - world))
    local diffuse = saturate(dot(n, direction))
    local shine = pow(saturate(dot(n, half)), 40.0) * 0.7
    local bulb = smoothstep(0.09, 0.03, distance)
    return float4(l.colour * (fade * fade * (diffuse + shine) + bulb * 6.0) * (bulb + albedoMap:Load(at).rgb), 0.0)
  end,
}
local coverVS = gpu.VertexShader {
  Name = "cover_vs",
  Main = function(VertexID)                                            -- one triangle that covers the target: no vertex buffer
    local uv = float2(float(VertexID % 2) * 2.0, float(VertexID / 2) * 2.0)
    return { Position = float4(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0) }
  end,
}
local tonePS = gpu.PixelShader {
  Name = "tone_ps",
  Main = function(v)
    local at = int3(int2(v.Position.xy), 0)
    local light = lightMap:Load(at).rgb + albedoMap:Load(at).rgb * float3(0.020, 0.026, 0.045)
    return float4(sqrt(1.0 - exp(-light * 1.6)), 1.0)
  end,
}

local root = s.device:CreateRootSignature { Name = "deferred", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = {
  { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 20 },
  { Type = "CBV", ShaderRegister = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 3, BaseShaderRegister = 0, Flags = "DATA_VOLATILE" } } },
  { Type = "SRV", ShaderRegister = 3 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 4, Flags = "DATA_VOLATILE" } } } } }
local noDepth = { DepthEnable = false }
local geometry = s:Pipeline { Name = "geometry", RootSignature = root, VS = geometryVS, PS = geometryPS,
  RTVFormats = { "R8G8B8A8_UNORM", "R16G16B16A16_FLOAT", "R32_FLOAT" }, DSVFormat = "D32_FLOAT" }
local lighting = s:Pipeline { Name = "lighting", RootSignature = root, VS = lightVS, PS = lightPS, RTVFormats = { "R16G16B16A16_FLOAT" },
  DepthStencilState = noDepth, RasterizerState = { CullMode = "FRONT", DepthClipEnable = false },
  BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE", SrcBlendAlpha = "ONE", DestBlendAlpha = "ONE" } } } }
local tone = s:Pipeline { Name = "tone", RootSignature = root, VS = coverVS, PS = tonePS, InputLayout = {}, RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilState = noDepth }

local albedo  = s:Target("albedo", W, H, "R8G8B8A8_UNORM")
local normal  = s:Target("normal", W, H, "R16G16B16A16_FLOAT")
local range   = s:Target("range", W, H, "R32_FLOAT")
local light   = s:Target("light", W, H, "R16G16B16A16_FLOAT")
local picture = s:Target("picture", W, H, "R8G8B8A8_UNORM")
local depth   = s:Depth("depth", W, H, "D32_FLOAT")
local gbuffer = s:View(albedo.resource)
s:View(normal.resource)
s:View(range.resource)
local lightView = s:View(light.resource)

local objects = { { mesh = s:Mesh("floor", shapes.Plane(40, 1)), at = matrix.Identity(), colour = { 0.75, 0.72, 0.68, 1 } } }
local sphere, torus = s:Mesh("sphere", shapes.Sphere(1, 40, 20)), s:Mesh("torus", shapes.Torus(1, 0.34, 48, 24))
for i = -3, 3 do
  for j = -1, 3 do
    local odd = (i + j) % 2 == 0
    local at = odd and matrix.Mul(matrix.Translation(i * 2.1, 0.8, j * 2.2), matrix.Scaling(0.8))
      or matrix.Mul(matrix.Translation(i * 2.1, 0.95, j * 2.2), matrix.RotationY(i * 0.7 + j), matrix.RotationX(1.3), matrix.Scaling(0.7))
    objects[#objects + 1] = { mesh = odd and sphere or torus, at = at, colour = { 0.85, 0.83, 0.80, 0 } }
  end
end

local bulbs = {}
for i = 1, LIGHTS do
  local a, r = i * 2.39996, 0.95 * math.sqrt(i)
  local hue = i * 0.2764 % 1 * 6
  local function channel(shift) return math.max(0, math.min(1, math.abs((hue + shift) % 6 - 3) - 1)) * 1.5 end
  for _, x in ipairs { math.cos(a) * r, 0.35 + 1.5 * (i * 0.7548 % 1), math.sin(a) * r + 2.2, 2.6, 0.2 + channel(0), 0.2 + channel(4), 0.2 + channel(2), 0 } do bulbs[#bulbs + 1] = x end
end
local bulbBuffer = s:Upload("lights", "float", bulbs)

local eye, target = { 1.5, 4.2, -8.2 }, { 0, 0.4, 1.2 }
local fov = 0.8
local look = matrix.LookAt(eye, target)
local toClip = matrix.Mul(matrix.Perspective(fov, W / H, 0.1, 60), look)
local t = math.tan(fov / 2)
local numbers = {}
for _, list in ipairs { toClip, { eye[1], eye[2], eye[3], 1 }, { look[1] * t * W / H, look[5] * t * W / H, look[9] * t * W / H, 0 },
  { look[2] * t, look[6] * t, look[10] * t, 0 }, { look[3], look[7], look[11], 0 } } do
  for _, x in ipairs(list) do numbers[#numbers + 1] = x end
end
local constants = s:Upload("camera", "float", numbers)

s:Submit("deferred", function(list)
  list:SetDescriptorHeaps { s.views }
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootConstantBufferView(1, constants:GetGPUVirtualAddress())
  list:SetGraphicsRootShaderResourceView(3, bulbBuffer:GetGPUVirtualAddress())
  studio.Fill(list, picture)
  -- pass 1
  for _, target in ipairs { albedo, normal, range, light } do list:ClearRenderTargetView(target.rtv, { 0, 0, 0, 0 }) end
  list:ClearDepthStencilView(depth.dsv, "DEPTH", 1, 0)
  list:SetPipelineState(geometry)
  list:OMSetRenderTargets({ albedo.rtv, normal.rtv, range.rtv }, depth.dsv)
  for _, o in ipairs(objects) do
    local words = {}
    for i = 1, 16 do words[i] = o.at[i] end
    for i = 1, 4 do words[16 + i] = o.colour[i] end
    list:SetGraphicsRoot32BitConstants(0, words)
    studio.Draw(list, o.mesh)
  end
  for _, target in ipairs { albedo, normal, range } do studio.Transition(list, target.resource, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE") end
  -- pass 2
  list:SetPipelineState(lighting)
  list:SetGraphicsRootDescriptorTable(2, gbuffer)
  list:OMSetRenderTargets { light.rtv }
  studio.Draw(list, sphere, LIGHTS)
  studio.Transition(list, light.resource, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  -- pass 3
  list:SetPipelineState(tone)
  list:SetGraphicsRootDescriptorTable(4, lightView)
  list:OMSetRenderTargets { picture.rtv }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:DrawInstanced(3, 1, 0, 0)
end)
print(("%d objects, %d lights"):format(#objects, LIGHTS))
s:Save("deferred_shading.png", picture)
