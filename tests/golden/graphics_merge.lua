-- The output merger against its formulas: every factor and operation of blending, a second source, logic operations, bias by slope, wireframes, DiscardResource.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "merge"
local color = p.color
local FLOAT = "R32G32B32A32_FLOAT"

local two = gpu.PixelShader { Name = "two", Main = function(v) return { Target0 = color.value, Target1 = float4(0.25, 0.5, 0.75, 0.125) } end }
gpu.SetMessageFilter { Deny = { "GS0917" } } -- "two" draws without a second source, too
local src, src1, dst, factor = { 0.5, 0.25, 1, 0.75 }, { 0.25, 0.5, 0.75, 0.125 }, { 0.125, 1, 0.25, 0.5 }, { 0.25, 0.5, 0.125, 1 }
local function inverse(v) return function(i) return 1 - v(i) end end
local function of(list) return function(i) return list[i] end end
local function alphaOf(list) return function() return list[4] end end
local factors = {
  { "ZERO", function() return 0 end }, { "ONE", function() return 1 end }, { "SRC_COLOR", of(src), "SRC_ALPHA" }, { "INV_SRC_COLOR", inverse(of(src)), "INV_SRC_ALPHA" },
  { "SRC_ALPHA", alphaOf(src) }, { "INV_SRC_ALPHA", inverse(alphaOf(src)) }, { "DEST_ALPHA", alphaOf(dst) }, { "INV_DEST_ALPHA", inverse(alphaOf(dst)) },
  { "DEST_COLOR", of(dst), "DEST_ALPHA" }, { "INV_DEST_COLOR", inverse(of(dst)), "INV_DEST_ALPHA" },
  { "SRC_ALPHA_SAT", function(i) return i == 4 and 1 or math.min(src[4], 1 - dst[4]) end }, { "BLEND_FACTOR", of(factor) }, { "INV_BLEND_FACTOR", inverse(of(factor)) },
  { "SRC1_COLOR", of(src1), "SRC1_ALPHA" }, { "INV_SRC1_COLOR", inverse(of(src1)), "INV_SRC1_ALPHA" }, { "SRC1_ALPHA", alphaOf(src1) }, { "INV_SRC1_ALPHA", inverse(alphaOf(src1)) } }
local ops = { ADD = function(a, b) return a + b end, SUBTRACT = function(a, b) return a - b end, REV_SUBTRACT = function(a, b) return b - a end }

-- Reads one texel and starts anew.
local target = p:Texture { Name = "target", Format = FLOAT, Flags = "ALLOW_RENDER_TARGET", Width = 1, Height = 1 }
local rtv = p:RTV(target)
local function once(pipeline, value)
  p:Run(function(list)
    list:ClearRenderTargetView(rtv, dst)
    list:OMSetRenderTargets { rtv }
    list:OMSetBlendFactor(factor)
    p:Cover(list, pipeline, value)
    p.Barrier(list, target, "RENDER_TARGET", "COPY_SOURCE")
  end)
  local at = p:Read(target, 0, "float", 4)
  p:Run(function(list) p.Barrier(list, target, "COPY_SOURCE", "RENDER_TARGET") end)
  return { at(0, 0, 0, 0), at(0, 0, 0, 1), at(0, 0, 0, 2), at(0, 0, 0, 3) }
end
local wrong, tried = 0, 0
for i, s in ipairs(factors) do
  for _, step in ipairs { 0, 5, 11 } do
    local d = factors[(i + step) % #factors + 1]
    for _, op in ipairs { "ADD", "SUBTRACT", "REV_SUBTRACT" } do
      local got = once(p:Pipeline { PS = two, RTVFormats = { FLOAT }, BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = s[1], DestBlend = d[1], BlendOp = op,
        SrcBlendAlpha = s[3] or s[1], DestBlendAlpha = d[3] or d[1], BlendOpAlpha = op } } } }, src)
      tried = tried + 1
      for k = 1, 4 do
        local want = ops[op](src[k] * s[2](k), dst[k] * d[2](k))
        if math.abs(got[k] - want) > 1e-6 then
          wrong = wrong + 1
          print(("%s * source %s %s * target: component %d is %s, not %s"):format(s[1], op, d[1], k, got[k], want))
        end
      end
    end
  end
end
print(("%d blends, %d wrong"):format(tried, wrong))

-- Logic operations on 8 bits a component.
local bits = p:Texture { Name = "bits", Format = "R8G8B8A8_UINT", Flags = "ALLOW_RENDER_TARGET" }
local bitsRTV = p:RTV(bits)
local whole = gpu.PixelShader { Name = "whole", Main = function(v) return uint4(uint(color.x), 0, 255, 170) end }
local S, D = { 0xcc, 0, 255, 170 }, { 0xaa, 0xf0, 0x0f, 0xff }
-- Each operation as what it gives for the bits (source, target) = 00, 01, 10, 11.
local logic = { CLEAR = { 0, 0, 0, 0 }, SET = { 1, 1, 1, 1 }, COPY = { 0, 0, 1, 1 }, COPY_INVERTED = { 1, 1, 0, 0 }, NOOP = { 0, 1, 0, 1 }, INVERT = { 1, 0, 1, 0 }, AND = { 0, 0, 0, 1 },
  NAND = { 1, 1, 1, 0 }, OR = { 0, 1, 1, 1 }, NOR = { 1, 0, 0, 0 }, XOR = { 0, 1, 1, 0 }, EQUIV = { 1, 0, 0, 1 }, AND_REVERSE = { 0, 0, 1, 0 }, AND_INVERTED = { 0, 1, 0, 0 },
  OR_REVERSE = { 1, 0, 1, 1 }, OR_INVERTED = { 1, 1, 0, 1 } }
local names = {}
for name in pairs(logic) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local pipeline = p:Pipeline { PS = whole, RTVFormats = { "R8G8B8A8_UINT" }, BlendState = { RenderTarget = { { LogicOpEnable = true, LogicOp = name } } } }
  p:Run(function(list)
    list:ClearRenderTargetView(bitsRTV, D)
    list:OMSetRenderTargets { bitsRTV }
    list:SetPipelineState(pipeline)
    list:SetGraphicsRoot32BitConstants(0, { 0, 0, 0, 0, 0, 0xcc })
    list:RSSetViewports { { Width = 8, Height = 8 } }
    list:RSSetScissorRects { { Right = 8, Bottom = 8 } }
    list:DrawInstanced(3, 1)
    p.Barrier(list, bits, "RENDER_TARGET", "COPY_SOURCE")
  end)
  p:All("logic " .. name, bits, 0, "byte", 4, function()
    local out = {}
    for k = 1, 4 do
      local v = 0
      for bit = 7, 0, -1 do
        local s, d = math.floor(S[k] / 2 ^ bit) % 2, math.floor(D[k] / 2 ^ bit) % 2
        v = 2 * v + logic[name][2 * s + d + 1]
      end
      out[k] = v
    end
    return out
  end)
  p:Run(function(list) p.Barrier(list, bits, "COPY_SOURCE", "RENDER_TARGET") end)
end

-- A sloped plane: its bias is SlopeScaledDepthBias times the steepest change of depth from pixel to pixel.
local sloped = gpu.VertexShader { Name = "sloped", Main = function(VertexID)
  local x, y = float(VertexID % 2) * 4 - 1, 1 - float(VertexID / 2) * 4
  return { Position = float4(x, y, 0.5 + 0.125 * x + 0.0625 * y, 1) }
end }
local depth = p:Texture { Name = "depth", Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL" }
local dsv = p:DSV(depth)
local slope = p:Pipeline { VS = sloped, PS = false, DSVFormat = "D32_FLOAT", DepthStencilState = { DepthFunc = "ALWAYS" }, RasterizerState = { CullMode = "NONE", SlopeScaledDepthBias = 2 } }
local wire = p:Pipeline { RTVFormats = { FLOAT }, RasterizerState = { CullMode = "NONE", FillMode = "WIREFRAME" } }
local lines = p:Texture { Name = "lines", Format = FLOAT, Flags = "ALLOW_RENDER_TARGET" }
local linesRTV = p:RTV(lines)
p:Run(function(list)
  list:DiscardResource(depth)
  list:OMSetRenderTargets({}, dsv)
  p:Cover(list, slope, { 0 })
  list:DiscardResource(lines)
  list:ClearRenderTargetView(linesRTV, { 0, 0, 0, 0 })
  list:OMSetRenderTargets { linesRTV }
  p:Cover(list, wire, { 1, 1, 1, 1 })
  p.Barrier(list, depth, "DEPTH_WRITE", "COPY_SOURCE")
  p.Barrier(list, lines, "RENDER_TARGET", "COPY_SOURCE")
end)
p:All("slope", depth, 0, "float", 1, function(x, y)
  local u, v = (x + 0.5) / 4 - 1, 1 - (y + 0.5) / 4
  return { 0.5 + 0.125 * u + 0.0625 * v + 2 * math.max(0.125 / 4, 0.0625 / 4) }
end, 1e-6)
-- The triangle has its corners at pixels (0, 0), (16, 0) and (0, 16). Of its edges the left one runs along the edge of the picture; the diagonal passes outside of it.
local at, inside = p:Read(lines, 0, "float", 4), 0
for y = 1, 7 do for x = 1, 7 do inside = inside + at(x, y, 0, 0) end end
print("wireframe: pixels inside of the triangle: " .. inside)

-- Discarded contents are not what they were: the poison of fresh memory shows whoever counts on them.
p:Run(function(list)
  p.Barrier(list, lines, "COPY_SOURCE", "RENDER_TARGET")
  list:ClearRenderTargetView(linesRTV, { 0.5, 0.5, 0.5, 0.5 })
  list:DiscardResource(lines)
  p.Barrier(list, lines, "RENDER_TARGET", "COPY_SOURCE")
end)
at = p:Read(lines, 0, "float", 4)
p.Check("discarded", at(0, 0, 0, 0) ~= 0.5)
