-- A model of a file on a turntable: gpuscript model.lua [file.obj]. Without a file it is a small boat on still water.
--
--   LoadModel ─▶ vertices, indices ─▶ mirrored below the water ─▶ water, half transparent ─▶ upright ─▶ 4 samples ─▶ resolved to the back buffer
--
-- gpuscript --apng out/model.png model.lua shows it turning.
local gpu = require "gpu"
local matrix = require "lib.matrix"
local shapes = require "lib.shapes"
local studio = require "lib.studio"

local W, H, FRAMES, BUFFERS, SAMPLES = 400, 300, 12, 3, 4
local file = arg and arg[1] or "assets/boat.obj"
local boat = not (arg and arg[1])
local SKY, SUN = { 0.45, 0.62, 0.80 }, matrix.Normalize { -0.45, 0.75, -0.5 }

local model = gpu.LoadModel(file)
print(("%s: %d vertices, %d triangles"):format(file, model.VertexCount, model.IndexCount / 3))

local object = gpu.ConstantBuffer("b0", { { "toClip", "float4x4" }, { "toWorld", "float4x4" } })
local scene = gpu.ConstantBuffer("b1", { { "eye", "float4" }, { "sun", "float4" }, { "sky", "float4" } })

local modelVS = gpu.VertexShader {
  Name = "model_vs", Inputs = { { "POSITION", "float3" }, { "NORMAL", "float3" }, { "COLOR", "float3" } },
  Main = function(position, normal, color)
    local p = float4(position.x, position.y, -position.z, 1)         -- a right-handed model in a left-handed world
    local n = float4(normal.x, normal.y, -normal.z, 0)
    return { Position = mul(object.toClip, p), world = mul(object.toWorld, p).xyz, normal = mul(object.toWorld, n).xyz, color = color }
  end,
}
local function shade(world, normal, color)
  local n, toEye = normalize(normal), normalize(scene.eye.xyz - world)
  local direct = saturate(dot(n, scene.sun.xyz))
  local gloss = pow(saturate(dot(n, normalize(toEye + scene.sun.xyz))), 40) * 0.35 * direct
  local ambient = lerp(float3(0.13, 0.17, 0.20), scene.sky.xyz * 0.45, n.y * 0.5 + 0.5)
  local rim = pow(1 - saturate(dot(n, toEye)), 3) * 0.08
  local c = color * (ambient + direct * float3(1.15, 1.05, 0.88)) + gloss + rim * scene.sky.xyz
  return float4(c / (1 + 0.25 * c), 1)
end
local uprightPS = gpu.PixelShader { Name = "upright_ps", Main = function(v) return shade(v.world, v.normal, v.color) end }
local mirroredPS = gpu.PixelShader {
  Name = "mirrored_ps",
  Main = function(v)
    if v.world.y > 0 then discard() end                              -- what is below the water has no mirror image above it
    return shade(v.world, v.normal, v.color)
  end,
}
local waterVS = gpu.VertexShader {
  Name = "water_vs", Inputs = { { "POSITION", "float3" } },
  Main = function(position)
    return { Position = mul(object.toClip, float4(position, 1)), world = mul(object.toWorld, float4(position, 1)).xyz }
  end,
}
local waterPS = gpu.PixelShader {
  Name = "water_ps",
  Main = function(v)
    local p = v.world.xz
    local slope = float2(cos(p.x * 3.1 + p.y * 1.7) + 0.5 * cos(p.x * 7.3 - p.y * 5.1), cos(p.y * 2.7 - p.x * 1.3) + 0.5 * cos(p.y * 8.1 + p.x * 4.7)) * 0.035
    local n = normalize(float3(slope.x, 1, slope.y))
    local toEye = normalize(scene.eye.xyz - v.world)
    local fresnel = 0.04 + 0.96 * pow(1 - saturate(dot(n, toEye)), 5)
    local glint = pow(saturate(dot(n, normalize(toEye + scene.sun.xyz))), 220) * 0.8
    local away = saturate(length(p) / 22)
    local c = lerp(float3(0.05, 0.22, 0.30), scene.sky.xyz, max(fresnel, away * away)) + glint
    return float4(c, lerp(0.80, 1.0, away))
  end,
}

local s = studio.Create "model"
local root = s.device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 32 }, { Type = "CBV", ShaderRegister = 1 } } }
local modelLayout = { { "POSITION", "R32G32B32_FLOAT" }, { "NORMAL", "R32G32B32_FLOAT" }, { "COLOR", "R32G32B32_FLOAT" } }
local function pipeline(desc)
  desc.RootSignature, desc.RTVFormats, desc.DSVFormat, desc.SampleDesc = root, { "R8G8B8A8_UNORM_SRGB" }, "D32_FLOAT", { Count = SAMPLES }
  return s:Pipeline(desc)
end
local upright = pipeline { Name = "upright", VS = modelVS, PS = uprightPS, InputLayout = modelLayout, RasterizerState = { CullMode = "NONE" } }
local mirrored = pipeline { Name = "mirrored", VS = modelVS, PS = mirroredPS, InputLayout = modelLayout, RasterizerState = { CullMode = "NONE" } }
local water = pipeline { Name = "water", VS = waterVS, PS = waterPS, RasterizerState = { CullMode = "NONE" },
  BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA" } } } }

local vertices, indices = s:Upload("vertices", "float", model.Vertices), s:Upload("indices", "uint", model.Indices)
local mesh = {
  vertices = { BufferLocation = vertices:GetGPUVirtualAddress(), SizeInBytes = model.VertexCount * model.StrideInBytes, StrideInBytes = model.StrideInBytes },
  indices  = { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = model.IndexCount * 4, Format = "R32_UINT" },
  count    = model.IndexCount,
}
local sea = s:Mesh("sea", shapes.Plane(120, 1))

-- The model fills a sphere of radius 1.5 around the middle; the boat floats, anything else stands on the water.
local least, most = model.Min, model.Max
local size = math.max(most[1] - least[1], most[2] - least[2], most[3] - least[3], 1e-6)
local fit = matrix.Mul(matrix.Scaling(2.6 / size), matrix.Translation(-(least[1] + most[1]) / 2, boat and -0.1 or -least[2], (least[3] + most[3]) / 2))

local eye = { 0, 1.75, -4.4 }
local view = matrix.Mul(matrix.Perspective(0.75, W / H, 0.1, 120), matrix.LookAt(eye, { 0, 0.92, 0 }))
local light = s:Upload("light", "float", { eye[1], eye[2], eye[3], 1, SUN[1], SUN[2], SUN[3], 0, SKY[1], SKY[2], SKY[3], 1 })

local picture = s:Target("picture", W, H, "R8G8B8A8_UNORM_SRGB", { Samples = SAMPLES, Clear = { SKY[1], SKY[2], SKY[3], 1 } })
local depth = s:Depth("depth", W, H, "D32_FLOAT", { Samples = SAMPLES })
local chain = s.queue:CreateSwapChain { Name = "window", Width = W, Height = H, Format = "R8G8B8A8_UNORM", BufferCount = BUFFERS }

local function place(list, toWorld)
  local toClip, constants = matrix.Mul(view, toWorld), {}
  for i = 1, 16 do constants[i], constants[16 + i] = toClip[i], toWorld[i] end
  list:SetGraphicsRoot32BitConstants(0, constants)
end

local done = {}                                                        -- fence value of the last frame in each back buffer
for frame = 1, FRAMES do
  local index = chain:GetCurrentBackBufferIndex()
  local back = chain:GetBuffer(index)
  if done[index] then s:Wait(done[index]) end
  local toWorld = matrix.Mul(matrix.RotationY(frame / FRAMES * 2 * math.pi + 0.9), fit)
  done[index] = s:Submit(("frame %d"):format(frame), function(list)
    list:ClearRenderTargetView(picture.rtv, { SKY[1], SKY[2], SKY[3], 1 })
    list:ClearDepthStencilView(depth.dsv, "DEPTH", 1, 0)
    list:SetGraphicsRootSignature(root)
    list:SetGraphicsRootConstantBufferView(1, light:GetGPUVirtualAddress())
    studio.Fill(list, picture)
    list:OMSetRenderTargets({ picture.rtv }, depth.dsv)
    list:SetPipelineState(mirrored)
    place(list, matrix.Mul(matrix.Reflection(0), toWorld))
    studio.Draw(list, mesh)
    list:SetPipelineState(water)
    place(list, matrix.Identity())
    studio.Draw(list, sea)
    list:SetPipelineState(upright)
    place(list, toWorld)
    studio.Draw(list, mesh)
    studio.Transition(list, picture.resource, "RENDER_TARGET", "RESOLVE_SOURCE")
    studio.Transition(list, back, "PRESENT", "RESOLVE_DEST")
    list:ResolveSubresource(back, 0, picture.resource, 0, "R8G8B8A8_UNORM_SRGB")
    studio.Transition(list, back, "RESOLVE_DEST", "PRESENT")
    studio.Transition(list, picture.resource, "RESOLVE_SOURCE", "RENDER_TARGET")
  end)
  chain:Present(1)
end
s:Save("model.png", { resource = chain:GetBuffer((chain:GetCurrentBackBufferIndex() + BUFFERS - 1) % BUFFERS), width = W, height = H })
