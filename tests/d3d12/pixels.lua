-- Pixel shaders: what runs beside the pixels of a primitive, what waves and quads see of it, what is left of a discarded pixel, and which samples a run stands
-- for. Draws are of a few pixels, so that each lane can be listed.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

local F = "R32G32B32A32_FLOAT"
local root = device:CreateRootSignature { Name = "pixels", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 8 }, { Type = "UAV", RegisterSpace = 1 } } }
local args = gpu.ConstantBuffer("b0", { { "a", "float4" }, { "b", "float4" } })
local notes = gpu.RWByteAddressBuffer("u0, space1")
-- Whole draws cover a rectangle of a.x by a.y pixels with one triangle; others end where a.x and a.y say, in the middle of a pixel too.
local slab = gpu.VertexShader { Name = "slab", Main = function(VertexID)
  local x, y = VertexID % 2 == 1 and args.a.x or 0.0, VertexID / 2 == 1 and args.a.y or 0.0
  return { Position = float4(x / 2.0 - 1.0, 1.0 - y / 2.0, 0.5, 1.0) }
end }

local function draw(name, ps, constants, fields)
  fields = fields or {}
  local samples = fields.Samples or 1
  local x = t.Texture(name, 4, 4, F, "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = samples } })
  local rtv = t.RTV(x)
  local shader = gpu.PixelShader { Name = name, Main = ps, Interpolation = fields.Interpolation }
  local pso = t.Graphics { Name = name, RootSignature = root, VS = fields.Whole == false and slab or t.Cover, PS = shader, RTVFormats = { F }, SampleDesc = { Count = samples }, SampleMask = fields.SampleMask,
    BlendState = { AlphaToCoverageEnable = fields.Alpha }, RasterizerState = { CullMode = "NONE", MultisampleEnable = samples > 1 } }
  local back = t.Buffer("notes", 1024)
  t.Run(name, function(list)
    list:ClearRenderTargetView(rtv, { -1, -1, -1, -1 })
    t.Targets(list, 4, 4, { rtv })
    list:RSSetScissorRects { { Right = math.ceil(constants[1]), Bottom = math.ceil(constants[2]) } }
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pso)
    list:IASetPrimitiveTopology "TRIANGLESTRIP"
    list:SetGraphicsRoot32BitConstants(0, constants, 0)
    list:SetGraphicsRootUnorderedAccessView(1, back:GetGPUVirtualAddress())
    list:DrawInstanced(4, 1, 0, 0)
  end)
  local texels
  if samples == 1 then
    texels = t.Texels(x, "RENDER_TARGET", "float")
  else
    local y = t.Texture("resolved", 4, 4, F, "RESOLVE_DEST", "ALLOW_RENDER_TARGET")
    t.Run("resolve", function(list)
      t.Barrier(list, x, "RENDER_TARGET", "RESOLVE_SOURCE")
      list:ResolveSubresource(y, 0, x, 0, F)
    end)
    texels = t.Texels(y, "RESOLVE_DEST", "float")
  end
  return function(px, py) return { unpack(texels, (py * 4 + px) * 4 + 1, (py * 4 + px) * 4 + 4) } end, back
end
local NOT = { -1, -1, -1, -1 }

-- A column of pixels: each quad has two that are drawn and two helpers. Waves see the pixels, quads and derivatives all four.
do
  local column = { 1, 4, 0, 0 }
  local at = draw("helpers", function(v)
    return float4(WaveActiveCountBits(true), WaveActiveSum(1.0), WavePrefixCountBits(true), IsHelperLane() and 1.0 or 0.0)
  end, column)
  t.Check("waves", { at(0, 0), at(0, 1), at(1, 0) }, { { 2, 2, 0, 0 }, { 2, 2, 1, 0 }, NOT })
  at = draw("quads", function(v)
    return float4(QuadReadAcrossX(v.Position.x), QuadReadAcrossY(v.Position.y), QuadReadAcrossDiagonal(v.Position.x * 10.0 + v.Position.y), ddx(v.Position.x * v.Position.x))
  end, column)
  t.Check("quads", { at(0, 0), at(0, 1) }, { { 1.5, 1.5, 16.5, 2 }, { 1.5, 0.5, 15.5, 2 } })
  at = draw("votes", function(v)
    local right = v.Position.x > 1.0
    return float4(QuadAny(right) and 1.0 or 0.0, QuadAll(right) and 1.0 or 0.0, WaveActiveAnyTrue(right) and 1.0 or 0.0, WaveActiveAllTrue(not right) and 1.0 or 0.0)
  end, column)
  t.Check("votes", { at(0, 0), at(0, 3) }, { { 1, 0, 0, 1 }, { 1, 0, 0, 1 } })
  local _, back = draw("writes", function(v)
    notes:InterlockedAdd(0, 1)
    if IsHelperLane() then notes:InterlockedAdd(4, 1) end
    return float4(1, 1, 1, 1)
  end, column)
  t.Check("writes of helpers", t.Read(back, "uint", 2), { 4, 0 })
end

-- A discarded pixel becomes a helper: waves do not see it afterwards, derivatives do; nothing that it writes arrives.
do
  local at, back = draw("discarded", function(v)
    notes:InterlockedAdd(0, 1)
    if v.Position.x < 1.0 then discard() end
    notes:InterlockedAdd(4, 1)
    return float4(WaveActiveCountBits(true), ddx(v.Position.x * v.Position.x), IsHelperLane() and 1.0 or 0.0, WaveIsFirstLane() and 1.0 or 0.0)
  end, { 4, 4, 0, 0 })
  t.Check("discarded", { at(0, 0), at(1, 0), at(1, 1), at(2, 0) }, { NOT, { 2, 2, 0, 1 }, { 2, 2, 0, 0 }, { 4, 6, 0, 1 } })
  t.Check("writes of discarded pixels", t.Read(back, "uint", 2), { 16, 12 })
end

-- Divergence: a wave operation in a branch sees those that took it, and what it gives is uniform among them.
do
  local at = draw("branches", function(v)
    local n = 0.0
    if v.Position.y < 1.0 then n = WaveActiveSum(v.Position.x) else n = WaveActiveMax(v.Position.x) * 10.0 end
    return float4(n, WaveReadLaneFirst(v.Position.x), WaveActiveMin(v.Position.y), WaveActiveProduct(2.0))
  end, { 4, 2, 0, 0 })
  t.Check("branches", { at(0, 0), at(1, 0), at(0, 1), at(3, 1) }, { { 2, 0.5, 0.5, 16 }, { 2, 0.5, 0.5, 16 }, { 15, 0.5, 0.5, 16 }, { 35, 2.5, 0.5, 16 } })
end

-- Runs for each sample are told what the primitive covers of the pixel, as is the one run for a pixel, and never what the mask of samples leaves out. (Source:
-- D3D11.3 functional specification, pixel shader input coverage.)
do
  local function each(v, SampleIndex, Coverage)
    local place = notes:InterlockedAdd(0, 1)
    notes:Store(4 + place * 8, SampleIndex)
    notes:Store(8 + place * 8, Coverage)
    return float4(SampleIndex, 0, 0, 0)
  end
  local function runs(name, constants, fields)
    local at, back = draw(name, each, constants, fields)
    local got, seen = t.Read(back, "uint", 17), {}
    for k = 1, got[1] do seen[#seen + 1] = { got[2 * k], got[2 * k + 1] } end
    table.sort(seen, function(a, b) return a[1] < b[1] end)
    return seen, at(0, 0)[1]
  end
  local seen, mean = runs("each sample", { 1, 1, 0, 0 }, { Samples = 4 })
  t.Check("runs for samples", { seen, mean }, { { { 0, 15 }, { 1, 15 }, { 2, 15 }, { 3, 15 } }, 1.5 })
  -- The left half of the pixel: samples 0 and 2 of the standard pattern are 2 and 6 sixteenths left of the centre.
  seen, mean = runs("half of the samples", { 0.5, 1, 0, 0 }, { Samples = 4, Whole = false })
  t.Check("runs for half of the samples", { seen, mean }, { { { 0, 5 }, { 2, 5 } }, 0 })
  seen, mean = runs("masked samples", { 1, 1, 0, 0 }, { Samples = 4, SampleMask = 0x6 })
  t.Check("runs for samples of a mask", { seen, mean }, { { { 1, 6 }, { 2, 6 } }, 0.25 })
  local function once(v, Coverage)
    notes:InterlockedAdd(0, 1)
    notes:InterlockedOr(4, Coverage)
    return float4(1, 1, 1, 1)
  end
  local _, back = draw("half of a pixel", once, { 0.5, 1, 0, 0 }, { Samples = 4, Whole = false })
  t.Check("a run for half of a pixel", t.Read(back, "uint", 2), { 1, 5 })
  _, back = draw("masked pixel", once, { 1, 1, 0, 0 }, { Samples = 4, SampleMask = 0x3 })
  t.Check("a run for a masked pixel", t.Read(back, "uint", 2), { 1, 3 })
end

-- Coverage that a shader gives: it takes the place of what alpha would cover, and decides about pixels of one sample too.
do
  local function some(v) return { Target0 = float4(7, 0, 0, args.b.x), Coverage = 0x7 } end
  local function alphas(v) return float4(7, 0, 0, args.b.x) end
  for _, alpha in ipairs { 0, 0.5, 1 } do
    local at = draw("coverage and alpha", some, { 1, 1, 0, 0, alpha }, { Samples = 4, Alpha = true })
    t.Check("coverage with an alpha of " .. alpha, at(0, 0)[1], (3 * 7 - 1) / 4)
    at = draw("alpha", alphas, { 1, 1, 0, 0, alpha }, { Samples = 4, Alpha = true })
    t.Check("an alpha of " .. alpha, at(0, 0)[1], 7 * alpha - (1 - alpha))
  end
  local at = draw("bit 0", function(v) return { Target0 = float4(1, 2, 3, 4), Coverage = uint(v.Position.x) } end, { 4, 4, 0, 0 })
  t.Check("coverage of one sample", { at(0, 0), at(1, 0), at(2, 0), at(3, 3) }, { NOT, { 1, 2, 3, 4 }, NOT, { 1, 2, 3, 4 } })
end

-- Colours: alpha that a shader does not give, components of a short vector.
do
  local at = draw("short", function(v) return { Target0 = float2(3, 4) } end, { 1, 1, 0, 0 })
  t.Check("two components", at(0, 0), { 3, 4, 0, 1 })
end
t.Done()
