-- A crate turns on an endless floor: depth buffer, mip levels, a swap chain, an animation.
--
--   each frame   back buffer: PRESENT → RENDER_TARGET ─ clear ─ floor ─ crate ─ → PRESENT ─ Present
--
-- Far tiles of the floor cover less than a pixel. The sampler takes them from a smaller level of the texture, chosen for each quad
-- of 2 x 2 pixels by how fast the texture coordinates change; without that the horizon would flicker.
--
--   gpuscript --apng crate.png textured_cube.lua      the frames as an animation
local gpu = require "gpu"
local studio, shapes, matrix = require "lib.studio", require "lib.shapes", require "lib.matrix"

local W, H, FRAMES, BUFFERS = 480, 300, 24, 2
local s = studio.Create "textured cube"

local image   = gpu.Texture2D("t0", "float4")
local trilinear = gpu.SamplerState("s0")
local object  = gpu.ConstantBuffer("b0", { { "toClip", "float4x4" }, { "toWorld", "float4x4" } })

local vs = gpu.VertexShader {
  Name = "object_vs", Inputs = shapes.Inputs,
  Main = function(position, normal, texcoord)
    return { Position = mul(object.toClip, float4(position, 1.0)), world = mul(object.toWorld, float4(position, 1.0)).xyz,
      normal = mul(object.toWorld, float4(normal, 0.0)).xyz, uv = texcoord }
  end,
}
local FOG = { 0.62, 0.70, 0.80 }
local ps = gpu.PixelShader {
  Name = "object_ps",
  Main = function(v)
    local sun = normalize(float3(0.5, 0.9, -0.4))
    local light = 0.35 + 0.75 * saturate(dot(normalize(v.normal), sun))
    local colour = image:Sample(trilinear, v.uv).rgb * light
    local distance = length(v.world - float3(0.0, 1.3, -3.4))
    return float4(lerp(colour, float3(0.62, 0.70, 0.80), 1.0 - exp(-distance * 0.035)), 1.0)
  end,
}

local root = s.device:CreateRootSignature { Name = "object", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
  Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } }, ShaderVisibility = "PIXEL" },
    { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 32, ShaderVisibility = "VERTEX" } },
  StaticSamplers = { { ShaderRegister = 0, Filter = "ANISOTROPIC", MaxAnisotropy = 8, AddressU = "WRAP", AddressV = "WRAP" } } }
local pipeline = s:Pipeline { Name = "object", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT" }

local function noise(x, y) return (math.sin(x * 12.9898 + y * 78.233) * 43758.5453) % 1 end
local tiles = s:View(s:Texture("tiles", 64, function(x, y)
  local seam = x % 32 < 2 or y % 32 < 2
  local dark = (math.floor(x / 32) + math.floor(y / 32)) % 2 == 0
  local shade = (seam and 0.25 or dark and 0.42 or 0.78) + 0.06 * noise(x, y)
  return shade, shade * 0.97, shade * 0.90
end))
local wood = s:View(s:Texture("wood", 64, function(x, y)
  local frame = x < 7 or y < 7 or x > 56 or y > 56 or math.abs(x - y) < 4
  local grain = 0.10 * noise(math.floor(x / 8), 3) + 0.05 * math.sin(y * 0.7 + 2 * noise(math.floor(x / 8), 1)) + 0.05 * noise(x, y)
  local gap = not frame and x % 10 == 0
  local v = (gap and 0.20 or frame and 0.70 or 0.52) + grain
  return v, v * 0.72, v * 0.42
end))

local floor, crate = s:Mesh("floor", shapes.Plane(400, 200)), s:Mesh("crate", shapes.Cube(1.3))
local depth = s:Depth("depth", W, H, "D32_FLOAT")
local chain = s.queue:CreateSwapChain { Name = "window", Width = W, Height = H, Format = "R8G8B8A8_UNORM", BufferCount = BUFFERS }
local buffers = {}
for i = 0, BUFFERS - 1 do
  local buffer = chain:GetBuffer(i)
  local rtv = s.rtvs:GetCPUDescriptorHandle(i)
  s.device:CreateRenderTargetView(buffer, nil, rtv)
  buffers[i] = { resource = buffer, rtv = rtv, width = W, height = H }
end

local view = matrix.Mul(matrix.Perspective(0.9, W / H, 0.1, 200), matrix.LookAt({ 0, 1.3, -3.4 }, { 0, 0.55, 0 }))
local function place(list, toWorld)
  local toClip, constants = matrix.Mul(view, toWorld), {}
  for i = 1, 16 do constants[i], constants[16 + i] = toClip[i], toWorld[i] end
  list:SetGraphicsRoot32BitConstants(1, constants)
end

local done = {}                                                        -- fence value of the last frame in each back buffer
for frame = 1, FRAMES do
  local target = buffers[chain:GetCurrentBackBufferIndex()]
  if done[target] then s:Wait(done[target]) end
  done[target] = s:Submit(("frame %d"):format(frame), function(list)
    studio.Transition(list, target.resource, "PRESENT", "RENDER_TARGET")
    list:ClearRenderTargetView(target.rtv, { FOG[1], FOG[2], FOG[3], 1 })
    list:ClearDepthStencilView(depth.dsv, "DEPTH", 1, 0)
    list:SetDescriptorHeaps { s.views }
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pipeline)
    studio.Fill(list, target)
    list:OMSetRenderTargets({ target.rtv }, depth.dsv)
    list:SetGraphicsRootDescriptorTable(0, tiles)
    place(list, matrix.Identity())
    studio.Draw(list, floor)
    list:SetGraphicsRootDescriptorTable(0, wood)
    place(list, matrix.Mul(matrix.Translation(0, 0.66, 0), matrix.RotationY(frame / FRAMES * math.pi / 2 + 0.4)))
    studio.Draw(list, crate)
    studio.Transition(list, target.resource, "RENDER_TARGET", "PRESENT")
  end)
  chain:Present(1)
end
local last = buffers[(chain:GetCurrentBackBufferIndex() + BUFFERS - 1) % BUFFERS]
s:Save("crate.png", last)
