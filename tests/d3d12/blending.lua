-- The output merger's arithmetic: every factor and operation, two sources, clamps of formats, masks of components, all logic operations, bounds of depth.
-- What is wanted is worked out here from the formulae, in numbers that binary fractions hold exactly.
local gpu = require "gpu"
local t = require "lib.bench"
local root = t.device:CreateRootSignature { Name = "c", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 12 } } }
local args = gpu.ConstantBuffer("b0", { { "one", "float4" }, { "two", "float4" }, { "bits", "uint4" } })
local single = gpu.PixelShader { Name = "single", Main = function() return args.one end }
local double = gpu.PixelShader { Name = "double", Main = function() return { Target0 = args.one, Target1 = args.two } end }
local whole = gpu.PixelShader { Name = "whole", Main = function() return args.bits end }

local function paint(name, format, type, ps, target, before, sources, factor, blend)
  blend = blend or {}
  blend.RenderTarget = { target }
  local x = t.Texture("x", 1, 1, format, "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  local pso = t.Graphics { Name = name, RootSignature = root, PS = ps, RTVFormats = { format }, BlendState = blend }
  t.Run(name, function(list)
    list:ClearRenderTargetView(rtv, before)
    t.Targets(list, 1, 1, { rtv })
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pso)
    list:SetGraphicsRoot32BitConstants(0, sources)
    if factor then list:OMSetBlendFactor(factor) end
    list:IASetPrimitiveTopology "TRIANGLELIST"
    list:DrawInstanced(3, 1)
  end)
  local texels = t.Texels(x, "RENDER_TARGET", type)
  x:Release()
  return texels
end

-- Factors, of colours and of alpha, by what they are made of: S the source, D what is there, T the second source, B the blend factor.
local S, T, D, B = { 0.5, 0.25, 0.75, 0.625 }, { 0.125, 0.5, 1, 0.25 }, { 0.25, 1, 0.5, 0.875 }, { 0.75, 0.125, 0.375, 0.5 }
local FACTORS = {
  ZERO = function() return 0 end, ONE = function() return 1 end, SRC_COLOR = function(i) return S[i] end, SRC_ALPHA = function() return S[4] end,
  DEST_COLOR = function(i) return D[i] end, DEST_ALPHA = function() return D[4] end, BLEND_FACTOR = function(i) return B[i] end,
  SRC1_COLOR = function(i) return T[i] end, SRC1_ALPHA = function() return T[4] end,
  SRC_ALPHA_SAT = function(i) return i == 4 and 1 or math.min(S[4], 1 - D[4]) end,
}
for _, name in ipairs { "SRC_COLOR", "SRC_ALPHA", "DEST_COLOR", "DEST_ALPHA", "BLEND_FACTOR", "SRC1_COLOR", "SRC1_ALPHA" } do
  local f = FACTORS[name]
  FACTORS["INV_" .. name] = function(i) return 1 - f(i) end
end
local OPERATIONS = {
  ADD = function(s, d) return s + d end, SUBTRACT = function(s, d) return s - d end, REV_SUBTRACT = function(s, d) return d - s end,
  MIN = function(_, _, s, d) return math.min(s, d) end, MAX = function(_, _, s, d) return math.max(s, d) end,
}
local function sources() return { S[1], S[2], S[3], S[4], T[1], T[2], T[3], T[4], 0, 0, 0, 0 } end
local function names(of) local list = {} for name in pairs(of) do list[#list + 1] = name end table.sort(list) return list end

local function blend(src, dst, op, alphaSrc, alphaDst, alphaOp)
  local name = table.concat({ src, dst, op, alphaSrc, alphaDst, alphaOp }, " ")
  local two = name:find "SRC1"
  local target = { BlendEnable = true, SrcBlend = src, DestBlend = dst, BlendOp = op, SrcBlendAlpha = alphaSrc, DestBlendAlpha = alphaDst, BlendOpAlpha = alphaOp }
  local want = {}
  for i = 1, 4 do
    local a, b, o = src, dst, op
    if i == 4 then a, b, o = alphaSrc, alphaDst, alphaOp end
    want[i] = OPERATIONS[o](S[i] * FACTORS[a](i), D[i] * FACTORS[b](i), S[i], D[i])
  end
  t.Check(name, paint(name, "R32G32B32A32_FLOAT", "float", two and double or single, target, D, sources(), B), want)
end
for _, factor in ipairs(names(FACTORS)) do
  local alpha = factor:gsub("COLOR", "ALPHA")
  blend(factor, "ONE", "ADD", alpha, "ONE", "ADD")
  blend("ONE", factor, "ADD", "ONE", alpha, "ADD")
end
for _, op in ipairs(names(OPERATIONS)) do
  blend("SRC_ALPHA", "INV_SRC_ALPHA", op, "DEST_ALPHA", "INV_DEST_ALPHA", op)
  blend("ONE", "ONE", "ADD", "SRC1_ALPHA", "BLEND_FACTOR", op)
  blend("SRC1_COLOR", "INV_SRC1_COLOR", op, "ONE", "ZERO", "ADD")
end

-- Alpha that the format has not is 1 as what is there.
t.Check("no alpha in the target", paint("no alpha", "R32G32_FLOAT", "float", single, { BlendEnable = true, SrcBlend = "DEST_ALPHA", DestBlend = "INV_DEST_ALPHA" },
  { 0.25, 1, 0, 0 }, sources()), { 0.5, 0.25 })
local x = paint("no alpha", "B8G8R8X8_UNORM", "byte", single, { BlendEnable = true, SrcBlend = "INV_DEST_ALPHA", DestBlend = "ONE" }, { 0.2, 0.4, 0.6, 0 }, sources())
t.Check("X is no alpha", { x[1], x[2], x[3] }, { 153, 102, 51 })

-- Formats of normalised numbers clamp the sources and the factor before blending, and the result behind it; floats clamp nothing.
local CLAMPED = { 4, -4, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0 }
local add = function() return { BlendEnable = true, SrcBlend = "BLEND_FACTOR", DestBlend = "ONE", SrcBlendAlpha = "ONE", DestBlendAlpha = "ZERO" } end
t.Check("UNORM clamps", paint("clamps", "R16G16B16A16_UNORM", "ushort", single, add(), { 0, 0.5, 0, 0 }, CLAMPED, { 0.5, 0.5, 4, 1 }), { 32768, 32768, 65535, 65535 }, 1)
t.Check("SNORM clamps", paint("clamps", "R16G16B16A16_SNORM", "short", single, add(), { 0, 0.75, -1, 0 }, CLAMPED, { 0.5, 0.5, -4, 1 }), { 16384, 8192, -32767, 32767 }, 1)
t.Check("floats do not", paint("clamps", "R32G32B32A32_FLOAT", "float", single, add(), { 0, 0.5, 0, 0 }, CLAMPED, { 0.5, 0.5, 4, 1 }), { 2, -1.5, 16, 1 })
t.Check("no NaN in UNORM", paint("NaN", "R8G8B8A8_UNORM", "byte", single, {}, { 1, 1, 1, 1 }, { 0 / 0, 1 / 0, -1 / 0, 0 / 0, 0, 0, 0, 0, 0, 0, 0, 0 }), { 0, 255, 0, 0 })

-- Masks: components that are not named stay, in any combination.
for mask = 0, 15 do
  local list, want = {}, {}
  for i, name in ipairs { "RED", "GREEN", "BLUE", "ALPHA" } do
    local on = math.floor(mask / 2 ^ (i - 1)) % 2 == 1
    if on then list[#list + 1] = name end
    want[i] = on and i or 9
  end
  t.Check("mask " .. mask, paint("mask", "R32G32B32A32_FLOAT", "float", single, { RenderTargetWriteMask = mask == 0 and 0 or table.concat(list, "|") }, { 9, 9, 9, 9 },
    { 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0 }), want)
end

-- Logic operations, bit by bit.
local LOGIC = {
  CLEAR = function() return 0 end, SET = function() return 1 end, COPY = function(s) return s end, COPY_INVERTED = function(s) return 1 - s end,
  NOOP = function(_, d) return d end, INVERT = function(_, d) return 1 - d end, AND = function(s, d) return s * d end, NAND = function(s, d) return 1 - s * d end,
  OR = function(s, d) return math.max(s, d) end, NOR = function(s, d) return 1 - math.max(s, d) end, XOR = function(s, d) return s ~= d and 1 or 0 end,
  EQUIV = function(s, d) return s == d and 1 or 0 end, AND_REVERSE = function(s, d) return s * (1 - d) end, AND_INVERTED = function(s, d) return (1 - s) * d end,
  OR_REVERSE = function(s, d) return math.max(s, 1 - d) end, OR_INVERTED = function(s, d) return math.max(1 - s, d) end,
}
for _, op in ipairs(names(LOGIC)) do
  local function byte(s, d)
    local value = 0
    for bit = 0, 7 do value = value + 2 ^ bit * LOGIC[op](math.floor(s / 2 ^ bit) % 2, math.floor(d / 2 ^ bit) % 2) end
    return value
  end
  t.Check("logic " .. op, paint(op, "R8G8B8A8_UINT", "byte", whole, { LogicOpEnable = true, LogicOp = op }, { 0x55, 0xaa, 0x0f, 0xff },
    { 0, 0, 0, 0, 0, 0, 0, 0, gpu.AsUint(0x33), gpu.AsUint(0xcc), gpu.AsUint(0xf1), gpu.AsUint(0) }),
    { byte(0x33, 0x55), byte(0xcc, 0xaa), byte(0xf1, 0x0f), byte(0, 0xff) })
end

-- Integers that a shader gives are cut to what the format holds: to its ends, not to its low bits.
t.Check("UINT of 8 bits", paint("uint", "R8G8B8A8_UINT", "byte", whole, {}, { 0, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0, gpu.AsUint(255), gpu.AsUint(256), gpu.AsUint(0xffffffff), gpu.AsUint(7) }), { 255, 255, 255, 7 })
local signed = gpu.PixelShader { Name = "signed", Main = function() return int4(args.bits) end }
t.Check("SINT of 8 bits", paint("sint", "R8G8B8A8_SINT", "sbyte", signed, {}, { 0, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0, gpu.AsUint(127), gpu.AsUint(128), gpu.AsUint(0x80000000), gpu.AsUint(0xffffff7f) }), { 127, 127, -128, -128 })
t.Check("UINT of 10 and 2 bits", paint("tens", "R10G10B10A2_UINT", "uint", whole, {}, { 0, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0, gpu.AsUint(1023), gpu.AsUint(1024), gpu.AsUint(5), gpu.AsUint(4) }), { 0x3ff + 0x3ff * 2 ^ 10 + 5 * 2 ^ 20 + 3 * 2 ^ 30 })

-- Bounds of depth look at what is stored, ends included, with the depth test or without.
do
  local x, d = t.Texture("x", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), t.Texture("d", 1, 1, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local rtv, dsv = t.RTV(x), t.DSV(d)
  for _, case in ipairs { { true, 0.25, 0.75, 0.5, 1 }, { true, 0.25, 0.5, 0.75, 0 }, { true, 0.5, 0.5, 0.5, 1 }, { true, 0.75, 1, 0.5, 0 }, { true, 0, 0.25, 0.25, 1 }, { false, 0.75, 1, 0.5, 0 },
    { false, 0, 1, 0.5, 1 } } do
    local tests, low, high, stored, want = unpack(case)
    local pso = t.Graphics { Name = "bounds", RootSignature = root, PS = single, RTVFormats = { "R32_FLOAT" }, DSVFormat = "D32_FLOAT",
      DepthStencilState = { DepthEnable = tests, DepthFunc = "ALWAYS", DepthWriteMask = "ZERO", DepthBoundsTestEnable = true } }
    t.Run("bounds", function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      list:ClearDepthStencilView(dsv, "DEPTH", stored, 0)
      t.Targets(list, 1, 1, { rtv }, dsv)
      list:SetGraphicsRootSignature(root)
      list:SetPipelineState(pso)
      list:SetGraphicsRoot32BitConstants(0, { 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0 })
      list:OMSetDepthBounds(low, high)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:DrawInstanced(3, 1)
    end)
    t.Check(("bounds of %g to %g with %g"):format(low, high, stored), t.Texels(x, "RENDER_TARGET", "float"), { want })
  end
end

-- What blending refuses.
local function pso(target, formats, ps, blend)
  blend = blend or {}
  blend.RenderTarget = { target }
  return function() t.Graphics { Name = "refused", RootSignature = root, PS = ps or single, RTVFormats = formats or { "R8G8B8A8_UNORM" }, BlendState = blend } end
end
t.Refused("blending of integers", "GS0804", pso({ BlendEnable = true }, { "R8G8B8A8_UINT" }, whole))
t.Refused("a colour as a factor of alpha", "GS0804", pso { BlendEnable = true, SrcBlendAlpha = "SRC_COLOR" })
t.Refused("blending and logic at once", "GS0804", pso({ BlendEnable = true, LogicOpEnable = true }, { "R8G8B8A8_UINT" }, whole))
t.Refused("logic of floats", "GS0804", pso({ LogicOpEnable = true, LogicOp = "OR" }))
t.Refused("two sources for two targets", "GS0804", pso({ BlendEnable = true, SrcBlend = "SRC1_COLOR" }, { "R8G8B8A8_UNORM", "R8G8B8A8_UNORM" }, double))
t.Done()
