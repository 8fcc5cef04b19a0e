-- Shader4ComponentMapping: a view says where each component of what a shader reads comes from, whether it loads, samples or gathers, in which stage, and of
-- which format. Comparisons see the texture's red.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "mapping"
local device = p.device

local FORMAT = "R32G32B32A32_FLOAT"
local color, bytes, two, ints, buffer = gpu.Texture2D("t0", "float4"), gpu.Texture2D("t0", "float4"), gpu.Texture2D("t0", "float3"), gpu.Texture2D("t0", "uint4"), gpu.Buffer("t0", "float4")
local linear, shadow = gpu.SamplerState("s0"), gpu.SamplerComparisonState("s1")
local root = device:CreateRootSignature { Name = "mapped", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 6 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR" }, { ShaderRegister = 1, Filter = "COMPARISON_MIN_MAG_MIP_POINT", ComparisonFunc = "LESS_EQUAL" } } }
local target = p:Texture { Name = "target", Format = FORMAT, Flags = "ALLOW_RENDER_TARGET" }
local rtv = p:RTV(target)

-- A texture of one colour, cleared to it.
local function texture(format, values)
  local t = p:Texture { Name = format, Format = format, Flags = "ALLOW_RENDER_TARGET" }
  p:Run(function(list)
    list:ClearRenderTargetView(p:RTV(t), values)
    p.Barrier(list, t, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  end)
  return t
end
local function read(what, resource, view, main)
  local srv = p:SRV(resource, view)
  local pipeline = device:CreateGraphicsPipelineState { Name = what, RootSignature = root, VS = p.vs, PS = gpu.PixelShader { Name = what, Main = main },
    PrimitiveTopologyType = "TRIANGLE", RTVFormats = { FORMAT }, RasterizerState = { CullMode = "NONE" }, DepthStencilState = { DepthEnable = false } }
  p:Run(function(list)
    list:SetGraphicsRootSignature(root)
    list:SetGraphicsRootDescriptorTable(1, srv)
    list:OMSetRenderTargets { rtv }
    p:Cover(list, pipeline, { 0 })
    p.Barrier(list, target, "RENDER_TARGET", "COPY_SOURCE")
  end)
  local at = p:Read(target, 0, "float", 4)
  print(("%-30s %g %g %g %g"):format(what, at(3, 3, 0, 0), at(3, 3, 0, 1), at(3, 3, 0, 2), at(3, 3, 0, 3)))
  p:Run(function(list) p.Barrier(list, target, "COPY_SOURCE", "RENDER_TARGET") end)
end

local M = "FROM_MEMORY_COMPONENT_"
local encode = gpu.ENCODE_SHADER_4_COMPONENT_MAPPING
local bgra, forced = encode(M .. 2, M .. 1, M .. 0, M .. 3), { M .. 3, "FORCE_VALUE_1", "FORCE_VALUE_0", M .. 0 }
local wide = texture("R32G32B32A32_FLOAT", { 0.1, 0.2, 0.3, 0.4 })
local function load(v) return color:Load(int3(int(v.Position.x), 0, 0)) end
read("default", wide, { Shader4ComponentMapping = gpu.DEFAULT_SHADER_4_COMPONENT_MAPPING }, load)
read("left out", wide, {}, load)
read("bgra", wide, { Shader4ComponentMapping = bgra }, load)
read("loaded", wide, { Shader4ComponentMapping = forced }, load)
read("indexed", wide, { Shader4ComponentMapping = forced }, function(v) return color[int2(0, 0)] end)
read("a component", wide, { Shader4ComponentMapping = forced }, function(v) return float4(color[int2(0, 0)].w, color[int2(0, 0)].yz, 7) end)
read("sampled", wide, { Shader4ComponentMapping = forced }, function(v) return color:Sample(linear, v.Position.xy / 8) end)
read("by gradients", wide, { Shader4ComponentMapping = forced }, function(v) return color:SampleGrad(linear, v.Position.xy / 8, float2(0.1), float2(0.1)) end)
read("at a level", wide, { Shader4ComponentMapping = forced }, function(v) return color:SampleLevel(linear, v.Position.xy / 8, 0) end)
for _, name in ipairs { "Red", "Green", "Blue", "Alpha" } do
  local mains = { Red = function(v) return color:GatherRed(linear, float2(0.5)) end, Green = function(v) return color:GatherGreen(linear, float2(0.5)) end,
    Blue = function(v) return color:GatherBlue(linear, float2(0.5)) end, Alpha = function(v) return color:GatherAlpha(linear, float2(0.5)) end }
  read("gathered, " .. name, wide, { Shader4ComponentMapping = forced }, mains[name])
end
read("compared, 0.1 with red", wide, { Shader4ComponentMapping = forced }, function(v)
  return float4(color:SampleCmpLevelZero(shadow, float2(0.5), 0.1), color:SampleCmpLevelZero(shadow, float2(0.5), 0.15), color:GatherCmp(shadow, float2(0.5), 0.15).xy)
end)
read("bytes", texture("R8G8B8A8_UNORM", { 1, 0.2, 0, 0.4 }), { Shader4ComponentMapping = bgra }, function(v) return bytes:Sample(linear, float2(0.5)) end)
read("sRGB", texture("R8G8B8A8_UNORM_SRGB", { 1, 0.25, 0, 0.4 }), { Shader4ComponentMapping = bgra }, function(v) return bytes:Load(int3(0, 0, 0)) end)
read("two of memory, three wanted", texture("R32G32_FLOAT", { 0.1, 0.2, 0, 0 }), { Shader4ComponentMapping = encode(M .. 3, M .. 2, M .. 1, M .. 0) }, function(v) return float4(two:Load(int3(0, 0, 0)), 9) end)
read("integers", texture("R8G8B8A8_UINT", { 10, 20, 30, 40 }), { Shader4ComponentMapping = forced }, function(v) return float4(ints:Load(int3(0, 0, 0))) end)

local words = device:CreateCommittedResource { Name = "words", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
words:Map():Write(0, "float", { 1, 2, 3, 4 })
words:Unmap()
read("a buffer", words, { Format = "R32G32B32A32_FLOAT", Shader4ComponentMapping = forced }, function(v) return buffer[0] end)

local function refused(what, f) print(what .. ": " .. select(2, pcall(f)).message) end
refused("three", function() p:SRV(wide, { Shader4ComponentMapping = { M .. 0, M .. 1, M .. 2 } }) end)
refused("misspelt", function() p:SRV(wide, { Shader4ComponentMapping = encode(M .. 0, M .. 1, M .. 2, "FORCE_1") }) end)
refused("target", function() p:RTV(target, { Shader4ComponentMapping = bgra }) end)
refused("structured", function() p:SRV(words, { StructureByteStride = 16, Shader4ComponentMapping = bgra }) end)
