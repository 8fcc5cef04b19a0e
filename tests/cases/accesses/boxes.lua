-- Which texels a command touches, counted by hand: clears, discards, copies and draws through views of mips, slices and depths, of rectangles, viewports and scissors;
-- another queue copies texels at their edges. The pictures allow simultaneous access, so that what lies beside is silent. Situations of another project's tests,
-- whose expectations were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "b") end
local function X(name) return t.queue("COPY", name or "a") end
local SIM = "ALLOW_SIMULTANEOUS_ACCESS|ALLOW_RENDER_TARGET|ALLOW_UNORDERED_ACCESS"
local function cut(x, sub, left, top, width, height, z)
  return function(l)
    l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x, Subresource = sub },
      { Left = left, Top = top, Front = z or 0, Right = left + width, Bottom = top + height, Back = (z or 0) + 1 })
  end
end
-- around declares a case for each box { subresource, left, top, width, height, z, what both touch }: use returns what a direct queue does to x.
local function around(name, more, use, boxes)
  for _, b in ipairs(boxes) do
    local sub, left, top, width, height, z, both = b[1], b[2], b[3], b[4], b[5], b[6], b[7]
    case(("%s: subresource %d from %d, %d, %d, %d by %d texels"):format(name, sub, left, top, z, width, height), both and 'GS0512 texture "x" @ x[' .. both .. "]" or "silent", function()
      local q, a, x = D(), X(), t.tex("x", "COMMON", SIM, more)
      t.run(q, use(x))
      t.run(a, cut(x, sub, left, top, width, height, z))
    end)
  end
end
local function rect(left, top, right, bottom) return { Left = left, Top = top, Right = right, Bottom = bottom } end
local function clearing(view, rects)
  return function(x)
    local rtv = t.rtv(x, view)
    return function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }, rects) end
  end
end

-- Clears of views.
local three = { DepthOrArraySize = 3 }
around("a clear of slice 1", three, clearing { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 1 }, {
  { 0, 0, 0, 64, 64, 0 }, { 1, 0, 0, 1, 1, 0, "subresource 1, x 0..1, y 0..1" }, { 1, 63, 63, 1, 1, 0, "subresource 1, x 63..64, y 63..64" }, { 2, 0, 0, 64, 64, 0 } })
around("a clear of slices 1 and 2", three, clearing { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 2 }, {
  { 0, 0, 0, 64, 64, 0 }, { 1, 8, 8, 8, 8, 0, "subresource 1, x 8..16, y 8..16" }, { 2, 8, 8, 8, 8, 0, "subresource 2, x 8..16, y 8..16" } })
local mips = { MipLevels = 2, DepthOrArraySize = 2 }
around("a clear of mip 1 of slice 1", mips, clearing { ViewDimension = "TEXTURE2DARRAY", MipSlice = 1, FirstArraySlice = 1, ArraySize = 1 }, {
  { 0, 0, 0, 64, 64, 0 }, { 1, 0, 0, 32, 32, 0 }, { 2, 0, 0, 64, 64, 0 }, { 3, 31, 31, 1, 1, 0, "subresource 3, x 31..32, y 31..32" } })
around("a clear of two rectangles", nil, clearing(nil, { rect(0, 0, 8, 8), rect(16, 16, 24, 24) }), {
  { 0, 8, 0, 56, 8, 0 }, { 0, 8, 8, 8, 8, 0 }, { 0, 7, 7, 2, 2, 0, "x 7..8, y 7..8" }, { 0, 16, 0, 8, 16, 0 }, { 0, 20, 12, 8, 8, 0, "x 20..24, y 16..20" }, { 0, 24, 16, 8, 8, 0 } })
local volume = { Dimension = "TEXTURE3D", Width = 16, Height = 16, DepthOrArraySize = 8 }
around("a clear of depths 2 to 5", volume, clearing { ViewDimension = "TEXTURE3D", FirstWSlice = 2, WSize = 3 }, {
  { 0, 0, 0, 16, 16, 1 }, { 0, 0, 0, 16, 16, 2, "x 0..16, y 0..16, z 2..3" }, { 0, 4, 4, 1, 1, 4, "x 4..5, y 4..5, z 4..5" }, { 0, 0, 0, 16, 16, 5 } })
around("a clear of a rectangle of depth 3", volume, clearing({ ViewDimension = "TEXTURE3D", FirstWSlice = 3, WSize = 1 }, { rect(4, 4, 8, 8) }), {
  { 0, 0, 0, 16, 4, 3 }, { 0, 8, 4, 8, 4, 3 }, { 0, 0, 0, 16, 16, 3, "x 4..8, y 4..8, z 3..4" }, { 0, 4, 4, 4, 4, 2 } })

-- Clears of unordered views.
local function wiping(view, rects)
  return function(x)
    local seen = t.device:CreateDescriptorHeap { Name = "seen", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
    local own = t.device:CreateDescriptorHeap { Name = "own", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
    for _, h in ipairs { seen, own } do t.device:CreateUnorderedAccessView(x, nil, view, h:GetCPUDescriptorHandle(0)) end
    return function(l)
      l:SetDescriptorHeaps { seen }
      l:ClearUnorderedAccessViewFloat(seen:GetGPUDescriptorHandle(0), own:GetCPUDescriptorHandle(0), x, { 1, 0, 0, 0 }, rects)
    end
  end
end
around("an unordered clear of a rectangle", nil, wiping(nil, { rect(8, 8, 16, 12) }), {
  { 0, 0, 8, 8, 4, 0 }, { 0, 8, 8, 1, 1, 0, "x 8..9, y 8..9" }, { 0, 15, 11, 2, 2, 0, "x 15..16, y 11..12" }, { 0, 8, 12, 8, 4, 0 } })
around("an unordered clear of mip 1", { MipLevels = 2 }, wiping { ViewDimension = "TEXTURE2D", Format = "R8G8B8A8_UNORM", MipSlice = 1 }, {
  { 0, 0, 0, 64, 64, 0 }, { 1, 5, 6, 1, 1, 0, "subresource 1, x 5..6, y 6..7" } })
around("an unordered clear of slices 1 and 2", three, wiping { ViewDimension = "TEXTURE2DARRAY", Format = "R8G8B8A8_UNORM", FirstArraySlice = 1, ArraySize = 2 }, {
  { 0, 0, 0, 64, 64, 0 }, { 2, 5, 6, 1, 1, 0, "subresource 2, x 5..6, y 6..7" } })

-- Draws: viewports, scissors, several targets, small triangles, points.
local function drawing(options)
  local root = t.device:CreateRootSignature { Name = "empty" }
  local pso = t.device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, RasterizerState = { CullMode = "NONE" },
    VS = gpu.VertexShader { Name = "vs", Main = options.vs or function(VertexID)
      return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
    end },
    PS = gpu.PixelShader { Name = "ps", Main = options.ps or function(v) return float4(1.0, 0.5, 0.25, 1.0) end },
    PrimitiveTopologyType = options.kind or "TRIANGLE", RTVFormats = options.formats or { "R8G8B8A8_UNORM" }, DepthStencilState = { DepthEnable = false } }
  return function(x)
    local rtv, other = t.rtv(x, options.view), options.formats and t.rtv(t.target("other", "RENDER_TARGET"))
    return function(l)
      l:SetPipelineState(pso)
      l:SetGraphicsRootSignature(root)
      l:RSSetViewports { options.viewport or { Width = 64, Height = 64 } }
      l:RSSetScissorRects { options.scissor or rect(0, 0, 64, 64) }
      if other then l:OMSetRenderTargets { other, rtv } else l:OMSetRenderTargets { rtv } end
      l:IASetPrimitiveTopology(options.topology or "TRIANGLELIST")
      l:DrawInstanced(options.count or 3, 1)
    end
  end
end
local function drawn(name, more, options, boxes) around(name, more, function(x) return drawing(options)(x) end, boxes) end
drawn("a draw into a viewport", nil, { viewport = { TopLeftX = 16, TopLeftY = 8, Width = 16, Height = 8 } }, {
  { 0, 15, 8, 1, 8, 0 }, { 0, 16, 8, 1, 1, 0, "x 16..17, y 8..9" }, { 0, 31, 15, 4, 4, 0, "x 31..32, y 15..16" }, { 0, 16, 7, 16, 1, 0 }, { 0, 16, 16, 16, 1, 0 } })
drawn("a draw within scissors", nil, { scissor = rect(20, 20, 30, 30) }, { { 0, 0, 0, 20, 64, 0 }, { 0, 20, 20, 1, 1, 0, "x 20..21, y 20..21" }, { 0, 30, 20, 8, 10, 0 } })
drawn("a draw to two targets, of which this is the second", nil, { formats = { "R8G8B8A8_UNORM", "R8G8B8A8_UNORM" }, scissor = rect(20, 20, 30, 30),
  ps = function(v) return { Target0 = float4(1.0, 0.0, 0.0, 1.0), Target1 = float4(0.0, 1.0, 0.0, 1.0) } end }, { { 0, 0, 0, 20, 64, 0 }, { 0, 25, 25, 1, 1, 0, "x 25..26, y 25..26" } })
drawn("a draw to slice 2", three, { view = { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 2, ArraySize = 1 } }, {
  { 1, 0, 0, 64, 64, 0 }, { 2, 40, 41, 1, 1, 0, "subresource 2, x 40..41, y 41..42" } })
drawn("a triangle over the left lower half", nil, { vs = function(VertexID) -- (0, 64), (0, 0), (64, 64)
  return { Position = float4(VertexID == 2 and 1.0 or -1.0, VertexID == 1 and 1.0 or -1.0, 0.5, 1.0) }
end }, { { 0, 32, 0, 32, 32, 0 }, { 0, 0, 40, 1, 1, 0, "x 0..1, y 40..41" }, { 0, 63, 0, 1, 1, 0 }, { 0, 32, 33, 1, 1, 0, "x 32..33, y 33..34" }, { 0, 33, 33, 1, 1, 0 } })
drawn("a point", nil, { kind = "POINT", topology = "POINTLIST", count = 1, vs = function(VertexID) return { Position = float4(8.5 / 32.0 - 1.0, 1.0 - 4.5 / 32.0, 0.5, 1.0) } end }, {
  { 0, 8, 4, 1, 1, 0, "x 8..9, y 4..5" }, { 0, 7, 4, 1, 1, 0 }, { 0, 9, 4, 1, 1, 0 }, { 0, 8, 3, 1, 1, 0 }, { 0, 8, 5, 1, 1, 0 } })
drawn("a draw that discards all but one column", nil, { ps = function(v)
  if uint(v.Position.x) ~= 5 then discard() end
  return float4(1.0, 1.0, 1.0, 1.0)
end }, { { 0, 4, 0, 1, 64, 0 }, { 0, 5, 10, 1, 1, 0, "x 5..6, y 10..11" }, { 0, 6, 0, 1, 64, 0 } })

-- Copies.
local function copied(name, more, body, boxes)
  around(name, more, function(x)
    local y = t.tex("y", "COMMON", "NONE", more)
    return function(l) body(l, x, y) end
  end, boxes)
end
copied("a box is copied from another picture", nil, function(l, x, y)
  l:CopyTextureRegion({ Resource = x }, 10, 20, 0, { Resource = y }, { Left = 3, Top = 4, Right = 9, Bottom = 8, Back = 1 })
end, { { 0, 9, 20, 1, 4, 0 }, { 0, 10, 20, 1, 1, 0, "x 10..11, y 20..21" }, { 0, 15, 23, 2, 2, 0, "x 15..16, y 23..24" }, { 0, 16, 20, 1, 4, 0 }, { 0, 10, 24, 6, 1, 0 } })
copied("all of a picture of three mips is copied", { MipLevels = 3 }, function(l, x, y) l:CopyResource(x, y) end, {
  { 0, 0, 0, 1, 1, 0, "subresource 0, x 0..1, y 0..1" }, { 2, 15, 15, 1, 1, 0, "subresource 2, x 15..16, y 15..16" } })
copied("one depth of a volume is copied", volume, function(l, x, y)
  l:CopyTextureRegion({ Resource = x }, 0, 0, 5, { Resource = y }, { Front = 1, Back = 2, Right = 16, Bottom = 16 })
end, { { 0, 0, 0, 16, 16, 4 }, { 0, 3, 3, 1, 1, 5, "x 3..4, y 3..4, z 5..6" }, { 0, 0, 0, 16, 16, 6 } })
copied("a box of two depths is copied", volume, function(l, x, y)
  l:CopyTextureRegion({ Resource = x }, 4, 4, 5, { Resource = y }, { Front = 1, Back = 3, Right = 4, Bottom = 4 })
end, { { 0, 0, 0, 16, 4, 5 }, { 0, 8, 4, 8, 4, 6 }, { 0, 4, 4, 1, 1, 6, "x 4..5, y 4..5, z 6..7" }, { 0, 7, 7, 4, 4, 5, "x 7..8, y 7..8, z 5..6" }, { 0, 4, 4, 4, 4, 7 } })
-- What is read: another queue writes.
local function paste(x, sub, left, top, width, height)
  return function(l) l:CopyTextureRegion({ Resource = x, Subresource = sub }, left, top, 0, t.rows(t.upload("up", 16384)), { Right = width, Bottom = height, Back = 1 }) end
end
for _, b in ipairs { { 2, 4, 1, 4 }, { 3, 4, 1, 1, "x 3..4, y 4..5" }, { 8, 7, 4, 4, "x 8..9, y 7..8" }, { 9, 4, 1, 4 }, { 3, 8, 6, 1 } } do
  case(("a box is copied to another picture, and %d by %d texels are written at %d, %d"):format(b[3], b[4], b[1], b[2]), b[5] and 'GS0512 texture "x" @ x[' .. b[5] .. "]" or "silent", function()
    local q, a, x, y = D(), X(), t.tex("x", "COMMON", SIM), t.tex("y")
    t.run(q, function(l) l:CopyTextureRegion({ Resource = y }, 20, 20, 0, { Resource = x }, { Left = 3, Top = 4, Right = 9, Bottom = 8, Back = 1 }) end)
    t.run(a, paste(x, 0, b[1], b[2], b[3], b[4]))
  end)
end
-- Rows of a footprint that are written: gaps between them stay.
for _, b in ipairs { { 512, 24, 'GS0512 buffer "y" @ y[512, 536)' }, { 536, 232, "silent" }, { 768, 1, 'GS0512 buffer "y" @ y[768, 769)' }, { 1280 + 23, 2, 'GS0512 buffer "y" @ y[1303, 1304)' }, { 1304, 100, "silent" } } do
  case(("a box of 6 by 4 texels goes to a footprint at 512, and %d bytes are read from %d"):format(b[2], b[1]), b[3], function()
    local q, a, x, y = D(), X(), t.tex("x"), t.buf("y")
    t.run(q, function(l)
      l:CopyTextureRegion({ Resource = y, Offset = 512, Format = "R8G8B8A8_UNORM", Width = 16, Height = 8, RowPitch = 256 }, 0, 0, 0, { Resource = x }, { Left = 3, Top = 4, Right = 9, Bottom = 8, Back = 1 })
    end)
    t.run(a, function(l) l:CopyBufferRegion(t.readback("down"), 0, y, b[1], b[2]) end)
  end)
end

-- Indirect draws: arguments of 16 bytes.
local function draws(stride, n, count)
  return function(args)
    local rtv, pso = t.rtv(t.target("picture")), t.drawing("plain")
    local signature = t.device:CreateCommandSignature { Name = "draws", ByteStride = stride, ArgumentDescs = { { Type = "DRAW" } } }
    return function(l)
      t.drawState(l, pso, rtv)
      l:ExecuteIndirect(signature, n, args, 64, count)
    end
  end
end
for _, b in ipairs { { 63, 1, "silent" }, { 64, 1, 'GS0512 buffer "args" @ args[64, 65)' }, { 79, 1, 'GS0512 buffer "args" @ args[79, 80)' }, { 80, 16, "silent" }, { 96, 1, 'GS0512 buffer "args" @ args[96, 97)' },
  { 112, 64, "silent" } } do
  case(("two indirect draws of 16 bytes, 32 apart, and %d bytes are written at %d"):format(b[2], b[1]), b[3], function()
    local q, a, args = D(), X(), t.buf("args")
    t.run(q, draws(32, 2)(args))
    t.run(a, function(l) l:CopyBufferRegion(args, b[1], t.upload("up"), 0, b[2]) end)
  end)
end
for _, b in ipairs { { 64, 16, 'GS0512 buffer "args" @ args[64, 80)' }, { 80, 16, "silent" }, { 96, 32, "silent" } } do
  case(("two indirect draws, the count is one, and %d bytes are written at %d"):format(b[2], b[1]), b[3], function()
    local q, a, args, count = D(), X(), t.buf("args"), t.upload("count", 256)
    count:Map():Write(0, "uint", 1)
    t.run(q, draws(32, 2, count)(args))
    t.run(a, function(l) l:CopyBufferRegion(args, b[1], t.upload("up"), 0, b[2]) end)
  end)
end
