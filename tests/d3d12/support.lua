-- What CheckFeatureSupport says of formats, held against the table of the documentation for feature level 12: which formats every device of that level
-- must support for what, and which ones none does. (Source: hardware support for Direct3D 12.0 formats; typed UAV loads.)
local t = require "lib.bench"
local device = t.device
local Check = t.Check

local USES = { "BUFFER", "TEXTURE1D", "TEXTURE2D", "TEXTURE3D", "SHADER_LOAD", "SHADER_SAMPLE", "TYPED_UNORDERED_ACCESS_VIEW", "UAV_TYPED_STORE", "UAV_TYPED_LOAD",
  "RENDER_TARGET", "BLENDABLE", "OUTPUT_MERGER_LOGIC_OP", "DEPTH_STENCIL", "MULTISAMPLE_RENDERTARGET", "MULTISAMPLE_RESOLVE" }

-- has are the uses of a kind of format; the other ones are not there.
local function supports(format, has)
  local says = device:CheckFeatureSupport("FORMAT_SUPPORT", format)
  local wanted = {}
  for use in has:gmatch("%S+") do wanted[use] = true end
  for _, use in ipairs(USES) do
    if wanted[use] ~= nil or says[use] ~= nil then Check(format .. " " .. use, says[use] or false, wanted[use] or false) end
  end
end

local TEXTURES = "TEXTURE1D TEXTURE2D TEXTURE3D "
local UAV = "TYPED_UNORDERED_ACCESS_VIEW UAV_TYPED_STORE UAV_TYPED_LOAD "
local TARGET = "RENDER_TARGET MULTISAMPLE_RENDERTARGET "
local COLOR = TEXTURES .. "SHADER_LOAD SHADER_SAMPLE BLENDABLE MULTISAMPLE_RESOLVE " .. TARGET
local NUMBERS = TEXTURES .. "BUFFER SHADER_LOAD OUTPUT_MERGER_LOGIC_OP " .. UAV .. TARGET

-- Floats and normalized numbers of one to four components, of 32 bits a component at most.
for _, format in ipairs { "R32G32B32A32_FLOAT", "R16G16B16A16_FLOAT", "R16G16B16A16_UNORM", "R16G16B16A16_SNORM", "R32G32_FLOAT", "R8G8B8A8_UNORM", "R8G8B8A8_SNORM",
  "R16G16_FLOAT", "R16G16_UNORM", "R16G16_SNORM", "R32_FLOAT", "R8G8_UNORM", "R8G8_SNORM", "R16_FLOAT", "R16_UNORM", "R16_SNORM", "R8_UNORM", "R8_SNORM",
  "R10G10B10A2_UNORM", "R11G11B10_FLOAT" } do
  supports(format, COLOR .. "BUFFER " .. UAV)
end

-- Whole numbers are neither filtered, blended nor resolved by averages, and targets of unsigned ones take logic operations.
for _, format in ipairs { "R32G32B32A32_UINT", "R16G16B16A16_UINT", "R32G32_UINT", "R8G8B8A8_UINT", "R16G16_UINT", "R32_UINT", "R8G8_UINT", "R16_UINT", "R8_UINT", "R10G10B10A2_UINT" } do
  supports(format, NUMBERS)
end
for _, format in ipairs { "R32G32B32A32_SINT", "R16G16B16A16_SINT", "R32G32_SINT", "R8G8B8A8_SINT", "R16G16_SINT", "R32_SINT", "R8G8_SINT", "R16_SINT", "R8_SINT" } do
  supports(format, (NUMBERS:gsub("OUTPUT_MERGER_LOGIC_OP ", "")))
end

-- Gamma is for textures: sampled, drawn to, not written by shaders.
supports("R8G8B8A8_UNORM_SRGB", COLOR)
supports("B8G8R8A8_UNORM_SRGB", COLOR)

-- Depth: targets of their own.
for _, format in ipairs { "D32_FLOAT", "D16_UNORM", "D24_UNORM_S8_UINT", "D32_FLOAT_S8X24_UINT" } do
  local says = device:CheckFeatureSupport("FORMAT_SUPPORT", format)
  Check(format, { says.DEPTH_STENCIL, says.MULTISAMPLE_RENDERTARGET, says.TEXTURE2D, says.RENDER_TARGET, says.BLENDABLE, says.TEXTURE3D, says.BUFFER, says.TYPED_UNORDERED_ACCESS_VIEW,
    says.MULTISAMPLE_RESOLVE }, { true, true, true, false, false, false, false, false, false })
end

-- Blocks: pictures and volumes that are sampled, and nothing else.
for _, format in ipairs { "BC1_UNORM", "BC1_UNORM_SRGB", "BC2_UNORM", "BC3_UNORM", "BC4_UNORM", "BC4_SNORM", "BC5_UNORM", "BC5_SNORM", "BC6H_UF16", "BC6H_SF16", "BC7_UNORM", "BC7_UNORM_SRGB" } do
  supports(format, "TEXTURE2D TEXTURE3D SHADER_LOAD SHADER_SAMPLE")
end

-- What says nothing of its bits is the memory of a texture; three components of 32 bits feed vertices.
for _, format in ipairs { "R8G8B8A8_TYPELESS", "R32_TYPELESS", "R16G16B16A16_TYPELESS", "R24G8_TYPELESS" } do
  local says = device:CheckFeatureSupport("FORMAT_SUPPORT", format)
  Check(format, { says.TEXTURE2D, says.SHADER_LOAD, says.SHADER_SAMPLE, says.RENDER_TARGET, says.DEPTH_STENCIL, says.TYPED_UNORDERED_ACCESS_VIEW }, { true, false, false, false, false, false })
end
local three = device:CheckFeatureSupport("FORMAT_SUPPORT", "R32G32B32_FLOAT")
Check("R32G32B32_FLOAT", { three.BUFFER, three.RENDER_TARGET, three.TYPED_UNORDERED_ACCESS_VIEW, three.DEPTH_STENCIL }, { true, false, false, false })

-- What it says is what creation takes: a target and a view for each format that says so, a refusal for each other.
local function made(create)
  local ok = pcall(create)
  return ok
end
for _, format in ipairs { "R8G8B8A8_UNORM", "R32_UINT", "R11G11B10_FLOAT", "R9G9B9E5_SHAREDEXP", "BC1_UNORM", "D32_FLOAT", "B5G6R5_UNORM", "R8G8B8A8_UNORM_SRGB" } do
  local says = device:CheckFeatureSupport("FORMAT_SUPPORT", format)
  local function texture(flags) return function() device:CreateCommittedResource { Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = format, Flags = flags } end end
  Check(format .. " as a target", made(texture "ALLOW_RENDER_TARGET"), says.RENDER_TARGET)
  Check(format .. " as a depth buffer", made(texture "ALLOW_DEPTH_STENCIL"), says.DEPTH_STENCIL)
  Check(format .. " for shaders that write", made(texture "ALLOW_UNORDERED_ACCESS"), says.TYPED_UNORDERED_ACCESS_VIEW)
end

-- Planes: depth with stencil has two. Indices are of 16 or 32 bits; atomic operations are done on words.
for format, planes in pairs { R8G8B8A8_UNORM = 1, D32_FLOAT = 1, D24_UNORM_S8_UINT = 2, R24G8_TYPELESS = 2, D32_FLOAT_S8X24_UINT = 2, BC7_UNORM = 1 } do
  Check(format .. ": planes", device:CheckFeatureSupport("FORMAT_INFO", format).PlaneCount, planes)
  Check(format .. ": planes, as in C", device:CheckFeatureSupport("FORMAT_INFO", { Format = format }).PlaneCount, planes)
end
for format, wanted in pairs { R16_UINT = { true, false, false, false }, R32_UINT = { true, true, true, false }, R32_SINT = { false, true, true, true }, R32_FLOAT = { false, false, true, false } } do
  local says = device:CheckFeatureSupport("FORMAT_SUPPORT", format)
  Check(format .. ": vertices", says.IA_VERTEX_BUFFER, true)
  Check(format .. ": indices and atomics", { says.IA_INDEX_BUFFER, says.UAV_ATOMIC_ADD, says.UAV_ATOMIC_EXCHANGE, says.UAV_ATOMIC_SIGNED_MIN_OR_MAX }, wanted)
end

for _, format in ipairs { "R8G8B8A8_UNORM_SRGB", "R32_TYPELESS", "D32_FLOAT", "BC1_UNORM", "B5G6R5_UNORM" } do
  Check(format .. ": vertices", device:CheckFeatureSupport("FORMAT_SUPPORT", format).IA_VERTEX_BUFFER, false)
end
Check("three floats: vertices", device:CheckFeatureSupport("FORMAT_SUPPORT", "R32G32B32_FLOAT").IA_VERTEX_BUFFER, true)

-- What later versions of Direct3D 12 ask about is answered too: it is not there, but for copies between dimensions and depths that a viewport turns around.
for feature, names in pairs { D3D12_OPTIONS4 = "Native16BitShaderOpsSupported", D3D12_OPTIONS8 = "UnalignedBlockTexturesSupported", D3D12_OPTIONS12 = "EnhancedBarriersSupported",
  D3D12_OPTIONS14 = "WriteableMSAATexturesSupported", D3D12_OPTIONS15 = "TriangleFanSupported", D3D12_OPTIONS16 = "GPUUploadHeapSupported",
  D3D12_OPTIONS10 = "VariableRateShadingSumCombinerSupported", D3D12_OPTIONS13 = "InvertedViewportHeightFlipsYSupported", D3D12_OPTIONS17 = "NonNormalizedCoordinateSamplersSupported" } do
  Check(feature, device:CheckFeatureSupport(feature)[names], false)
end
local later = device:CheckFeatureSupport "D3D12_OPTIONS13"
Check("copies between dimensions, depths turned around", { later.TextureCopyBetweenDimensionsSupported, later.InvertedViewportDepthFlipsZSupported }, { true, true })
Check("tiers", { device:CheckFeatureSupport("D3D12_OPTIONS5").RaytracingTier, device:CheckFeatureSupport("D3D12_OPTIONS7").MeshShaderTier }, { "NOT_SUPPORTED", "NOT_SUPPORTED" })
Check("architecture", device:CheckFeatureSupport("ARCHITECTURE1", { NodeIndex = 0 }).UMA, device:CheckFeatureSupport("ARCHITECTURE").UMA)

-- Samples: 1, 2, 4 and 8 of one quality for what can be a target, one for what cannot.
for _, row in ipairs { { "R8G8B8A8_UNORM", "1|2|4|8" }, { "R32_UINT", "1|2|4|8" }, { "D32_FLOAT", "1|2|4|8" }, { "BC1_UNORM", "1" }, { "R9G9B9E5_SHAREDEXP", "1" } } do
  Check(row[1] .. " samples", device:CheckFeatureSupport("MULTISAMPLE_QUALITY_LEVELS", row[1]).SampleCounts, row[2])
end

t.Done()
