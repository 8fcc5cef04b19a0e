-- A post-processing chain on a swap chain: an HDR picture, exposure from its mean luminance (measured by a reduction over mips), ACES-like tone mapping
-- into sRGB, and an edge filter in the manner of FXAA. The exposure adapts over frames.
local gpu = require "gpu"
local rig = require "lib.rig"

local W, H, FRAMES = 64, 64, 6
local r = rig.Create("post")
local source, history, linear = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u1", "float"), gpu.SamplerState("s0")
local scene = gpu.ConstantBuffer("b0", { { "frame", "float" } })

local scenePS = gpu.PixelShader { Name = "hdr scene", Main = function(v)
  local p = v.uv * 2 - 1
  local c, s = cos(0.4), sin(0.4)
  p = float2(p.x * c - p.y * s, p.x * s + p.y * c)
  local inside = abs(p.x) < 0.5 and abs(p.y) < 0.5
  return inside and float4(8, 4, 1, 1) or float4(0.05, 0.08, 0.2, 1)
end }
local lumaPS = gpu.PixelShader { Name = "luminance", Main = function(v)
  return float4(log(dot(source:SampleLevel(linear, v.uv, 0).rgb, float3(0.2126, 0.7152, 0.0722)) + 1e-4), 0, 0, 1)
end }
local halvePS = gpu.PixelShader { Name = "halve", Main = function(v) return source:SampleLevel(linear, v.uv, 0) end }
local adapt = gpu.ComputeShader { Name = "adapt", NumThreads = { 1, 1, 1 }, Main = function()
  local measured = exp(source:Load(int3(0, 0, 0)).x)
  history[0] = scene.frame == 0 and measured or lerp(history[0], measured, 0.5)
  history[uint(scene.frame) + 1] = history[0]
end }
local exposureOf = gpu.StructuredBuffer("t1", "float")
local function curve(x) return saturate(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)) end
local tonePS = gpu.PixelShader { Name = "tone", Main = function(v)
  return float4(curve(source:Load(int3(int2(v.Position.xy), 0)).rgb * 0.18 / exposureOf[0]), 1)
end }
local edgePS = gpu.PixelShader { Name = "edges", Main = function(v)
  local t = float2(1.0 / W, 1.0 / H)
  local weights = float3(0.299, 0.587, 0.114)
  local m = source:SampleLevel(linear, v.uv, 0)
  local nw, ne = dot(source:SampleLevel(linear, v.uv, 0, int2(-1, -1)).rgb, weights), dot(source:SampleLevel(linear, v.uv, 0, int2(1, -1)).rgb, weights)
  local sw, se = dot(source:SampleLevel(linear, v.uv, 0, int2(-1, 1)).rgb, weights), dot(source:SampleLevel(linear, v.uv, 0, int2(1, 1)).rgb, weights)
  local centre = dot(m.rgb, weights)
  local low, high = min(centre, min(min(nw, ne), min(sw, se))), max(centre, max(max(nw, ne), max(sw, se)))
  if high - low < 0.1 then return m end
  local d = float2(-(nw + ne) + (sw + se), (nw + sw) - (ne + se))
  d = clamp(d / (min(abs(d.x), abs(d.y)) + 0.05), -4, 4) * t
  local a = (source:SampleLevel(linear, v.uv - d / 6, 0) + source:SampleLevel(linear, v.uv + d / 6, 0)) * 0.5
  local b = a * 0.5 + (source:SampleLevel(linear, v.uv - d / 2, 0) + source:SampleLevel(linear, v.uv + d / 2, 0)) * 0.25
  local luma = dot(b.rgb, weights)
  return (luma < low or luma > high) and a or b
end }

local root = r.device:CreateRootSignature { Name = "post", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 },
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } }, { Type = "UAV", ShaderRegister = 1 }, { Type = "SRV", ShaderRegister = 1 } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR", AddressU = "CLAMP", AddressV = "CLAMP" } } }
local function pipeline(ps, format) return r:Graphics { Name = ps:GetName(), RootSignature = root, VS = rig.Cover, PS = ps, RTVFormats = { format } } end
local HDR, LDR, SRGB = "R11G11B10_FLOAT", "R8G8B8A8_UNORM", "R8G8B8A8_UNORM_SRGB"
local scenePSO, lumaPSO, halvePSO, tonePSO, edgePSO = pipeline(scenePS, HDR), pipeline(lumaPS, "R32_FLOAT"), pipeline(halvePS, "R32_FLOAT"), pipeline(tonePS, SRGB), pipeline(edgePS, SRGB)
local adaptPSO = r.device:CreateComputePipelineState { Name = "adapt", RootSignature = root, CS = adapt }

local hdr, hdrRTV = r:Target("hdr", W, H, HDR)
local hdrView = r:SRV(hdr)
local luma, lumas = r:Texture("luminance", W / 2, H / 2, "R32_FLOAT", "ALLOW_RENDER_TARGET", "RENDER_TARGET", { MipLevels = 6 }), {}
for m = 0, 5 do
  lumas[m] = { rtv = r:RTV(luma, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = m }),
    view = r:SRV(luma, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MostDetailedMip = m, MipLevels = 1 }) }
end
local ldr = r:Texture("ldr", W, H, "R8G8B8A8_TYPELESS", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local ldrRTV, ldrView = r:RTV(ldr, { Format = SRGB, ViewDimension = "TEXTURE2D" }), r:SRV(ldr, { Format = SRGB, ViewDimension = "TEXTURE2D", MipLevels = 1 })
local exposure = r:Buffer("exposure", (FRAMES + 1) * 4)
local chain = r.queue:CreateSwapChain { Name = "window", Width = W, Height = H, Format = LDR, BufferCount = 2, SwapEffect = "FLIP_DISCARD" }
local backs = {}
for i = 0, 1 do backs[i] = r:RTV(chain:GetBuffer(i), { Format = SRGB, ViewDimension = "TEXTURE2D" }) end

for frame = 0, FRAMES - 1 do
  local back = chain:GetCurrentBackBufferIndex()
  r:Run("frame " .. frame, function(list)
    list:SetDescriptorHeaps { r.views }
    list:SetGraphicsRootSignature(root)
    list:SetComputeRootSignature(root)
    list:IASetPrimitiveTopology "TRIANGLELIST"
    local function pass(pso, target, width, height, view)
      list:SetPipelineState(pso)
      if view then list:SetGraphicsRootDescriptorTable(1, view) end
      rig.Targets(list, width, height, { target })
      list:DrawInstanced(3, 1, 0, 0)
    end
    pass(scenePSO, hdrRTV, W, H)
    rig.Barrier(list, hdr, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
    pass(lumaPSO, lumas[0].rtv, W / 2, H / 2, hdrView)
    for m = 1, 5 do
      rig.Barrier(list, luma, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE", m - 1)
      pass(halvePSO, lumas[m].rtv, W / 2 ^ (m + 1), H / 2 ^ (m + 1), lumas[m - 1].view)
    end
    rig.Barrier(list, luma, "RENDER_TARGET", "NON_PIXEL_SHADER_RESOURCE", 5)
    list:SetPipelineState(adaptPSO)
    list:SetComputeRoot32BitConstant(0, frame, 0)
    list:SetComputeRootDescriptorTable(1, lumas[5].view)
    list:SetComputeRootUnorderedAccessView(2, exposure:GetGPUVirtualAddress())
    list:Dispatch(1, 1, 1)
    rig.Barrier(list, exposure, "UNORDERED_ACCESS", "PIXEL_SHADER_RESOURCE")
    list:SetGraphicsRootShaderResourceView(3, exposure:GetGPUVirtualAddress())
    pass(tonePSO, ldrRTV, W, H, hdrView)
    rig.Barrier(list, ldr, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
    rig.Barrier(list, chain:GetBuffer(back), "PRESENT", "RENDER_TARGET")
    pass(edgePSO, backs[back], W, H, ldrView)
    rig.Barrier(list, chain:GetBuffer(back), "RENDER_TARGET", "PRESENT")
    rig.Barrier(list, hdr, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET")
    rig.Barrier(list, ldr, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET")
    for m = 0, 5 do rig.Barrier(list, luma, m == 5 and "NON_PIXEL_SHADER_RESOURCE" or "PIXEL_SHADER_RESOURCE", "RENDER_TARGET", m) end
  end)
  chain:Present(1, 0)
end
local e = r:Read(exposure, "float", FRAMES + 1)
local rows = r:Texels(ldr, "RENDER_TARGET", "byte", 4)
local middle, corner_ = rows[H / 2], rows[1]
print(("exposure %.4f"):format(e[1]))
local function aces(x, exposureNow)                                    -- what the centre has to show
  x = x * 0.18 / exposureNow
  x = math.min(1, x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14))
  return math.floor((x <= 0.0031308 and x * 12.92 or 1.055 * x ^ (1 / 2.4) - 0.055) * 255 + 0.5)
end
local good = true
for k, c in ipairs { 8, 4, 1 } do if math.abs(middle[W / 2 * 4 + k] - aces(c, e[1])) > 1 then good = false end end
for k, c in ipairs { 0.05, 0.08, 0.2 } do if math.abs(corner_[k] - aces(c, e[1])) > 1 then good = false end end
print(("centre %d %d %d, corner %d %d %d: %s"):format(middle[W / 2 * 4 + 1], middle[W / 2 * 4 + 2], middle[W / 2 * 4 + 3], corner_[1], corner_[2], corner_[3],
  good and "as Lua says" or "not as Lua says"))
gpu.SavePNG("post_chain.png", chain:GetBuffer(chain:GetCurrentBackBufferIndex()))
