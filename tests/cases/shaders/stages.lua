-- Vertex and pixel shaders and what stands between and behind them, as Direct3D 12 defines it.
local rig = require "rig"
local gpu, case, same, refused, draw = rig.gpu, rig.case, rig.same, rig.refused, rig.draw
local a, u = rig.a, rig.u
local function seq(count, g) local r = {} for k = 0, count - 1 do r[k + 1] = g and g(k) or k end return r end
-- red is the first number of each texel of four.
local function red(list, at) local r = {} for k = at or 1, #list, 4 do r[#r + 1] = list[k] end return r end

case("a whole target", function()
  local d = draw { Width = 3, Height = 2, PS = { Name = "ps", Main = function(v) return float4(v.Position.x, v.Position.y, v.Position.z, v.Position.w) end } }
  same("Position", d[1], { 0.5, 0.5, 0.5, 1, 1.5, 0.5, 0.5, 1, 2.5, 0.5, 0.5, 1, 0.5, 1.5, 0.5, 1, 1.5, 1.5, 0.5, 1, 2.5, 1.5, 0.5, 1 })
end)
case("vertices and instances as D3D12 numbers them", function()
  -- points: each is a pixel of an 8 x 1 target
  local vs = { Name = "vs", Inputs = { { "SLOT", "float" }, { "ROW", "float" } }, Main = function(slot, row, VertexID, InstanceID)
    return { Position = float4((slot + row + 0.5) / 4.0 - 1.0, 0.0, 0.5, 1.0), what = float4(float(VertexID), float(InstanceID), slot, row) }
  end }
  local ps = { Name = "ps", Main = function(v) return v.what end }
  local layout = { { "SLOT", "R32_FLOAT" }, { "ROW", "R32_FLOAT", InputSlot = 1, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 1 } }
  local vertices = { { 9, 0, 1, 2, 3, stride = 4 }, { 7, 0, 4, stride = 4 } }
  local o = { VS = vs, PS = ps, Layout = layout, Vertices = vertices, Type = "POINT", Topology = "POINTLIST", Width = 8, Height = 1 }
  o.Draw = function(list) list:DrawInstanced(2, 2, 1, 1) end
  -- SV_VertexID and SV_InstanceID count from 0 in each draw, whatever the starts are
  same("DrawInstanced", draw(o)[1], { 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 4, 1, 1, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0 })
  o.Indices = { 9, 2, 0, 1 }
  o.Draw = function(list) list:DrawIndexedInstanced(2, 2, 2, 1, 1) end
  -- indices 0, 1 with base 1: SV_VertexID is the index without the base
  same("DrawIndexedInstanced", draw(o)[1], { 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 4, 1, 1, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0 })
  o.Indices = { 9, 2, 3, 1 }
  o.Draw = function(list) list:DrawIndexedInstanced(2, 1, 2, -1, 1) end
  -- 3 - 1 = vertex 2 is slot 1; 1 - 1 = vertex 0 is slot 9: outside
  same("a negative base", draw(o)[1], { 0, 0, 0, 0, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 })
end)
case("step rates", function()
  local vs = { Name = "vs", Inputs = { { "ROW", "float" } }, Main = function(row, InstanceID)
    return { Position = float4((float(InstanceID) + 0.5) / 4.0 - 1.0, 0.0, 0.5, 1.0), what = row }
  end }
  local o = { VS = vs, PS = { Name = "ps", Main = function(v) return float4(v.what, 0.0, 0.0, 1.0) end }, Type = "POINT", Topology = "POINTLIST", Width = 8, Height = 1,
    Vertices = { { 10, 20, 30, 40, 50, stride = 4 } }, Draw = function(list) list:DrawInstanced(1, 6, 0, 1) end }
  local function layout(rate) return { { "ROW", "R32_FLOAT", InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = rate } } end
  -- element start + instance / rate; rate 0 is one element for all
  o.Layout = layout(2)
  same("2", { unpack(red(draw(o)[1]), 1, 6) }, { 20, 20, 30, 30, 40, 40 })
  o.Layout = layout(0)
  same("0", { unpack(red(draw(o)[1]), 1, 6) }, { 20, 20, 20, 20, 20, 20 })
end)
case("input formats", function()
  local function fetch(type, format, word, want, within)
    local conv = { float4 = function(v) return v.what end, uint4 = function(v) return float4(v.what) end, int4 = function(v) return float4(v.what) end }
    local d = draw { VS = { Name = "vs", Inputs = { { "POSITION", "float2" }, { "DATA", type } }, Main = function(p, data) return { Position = float4(p, 0.5, 1.0), what = data } end },
      PS = { Name = "ps", Main = conv[type] }, Layout = { { "POSITION", "R32G32_FLOAT" }, { "DATA", format, InputSlot = 1 } }, Width = 1, Height = 1,
      Vertices = { { -1, -1, 3, -1, -1, 3, stride = 8 }, { type = "uint", word, word, word, stride = 4 } } }
    same(format, d[1], want, within)
  end
  fetch("float4", "R8G8B8A8_UNORM", 0x80ff0001, { 1 / 255, 0, 1, 128 / 255 }, 1e-7)
  fetch("float4", "B8G8R8A8_UNORM", 0x80ff0001, { 1, 0, 1 / 255, 128 / 255 }, 1e-7)
  fetch("float4", "R8G8B8A8_SNORM", 0x80817f40, { 64 / 127, 1, -1, -1 }, 1e-7)
  fetch("uint4", "R8G8B8A8_UINT", 0x80ff0102, { 2, 1, 255, 128 })
  fetch("int4", "R8G8B8A8_SINT", 0x80ff0102, { 2, 1, -1, -128 })
  fetch("float4", "R16G16_FLOAT", 0xc0003c00, { 1, -2, 0, 1 })
  fetch("float4", "R16G16_UNORM", 0x0001ffff, { 1, 1 / 65535, 0, 1 }, 1e-7)
  fetch("uint4", "R16G16_UINT", 0x0001ffff, { 65535, 1, 0, 1 })
  fetch("float4", "R10G10B10A2_UNORM", 0xc00003ff, { 1, 0, 0, 1 })
  fetch("float4", "R32_FLOAT", 0x40000000, { 2, 0, 0, 1 })
  fetch("uint4", "R32_UINT", 7, { 7, 0, 0, 1 })
end)
case("more system values", function()
  local d = draw { Width = 2, Height = 1, PS = { Name = "ps", Main = function(v, IsFrontFace, PrimitiveID, SampleIndex)
    return float4(IsFrontFace and 1.0 or 0.0, float(PrimitiveID), float(SampleIndex), 1.0)
  end } }
  -- the triangle (-1,-1) (3,-1) (-1,3) goes counter-clockwise on the screen with y down: back
  same("front face of counter-clockwise", { d[1][1], d[1][2], d[1][3] }, { 0, 0, 0 })
  d = draw { Width = 2, Height = 1, Rasterizer = { FrontCounterClockwise = true }, PS = { Name = "ps", Main = function(v, IsFrontFace) return float4(IsFrontFace and 1.0 or 0.0) end } }
  same("the other way", red(d[1]), { 1, 1 })
  d = draw { Width = 2, Height = 1, Rasterizer = { CullMode = "BACK" }, PS = { Name = "ps", Main = function(v) return float4(1.0) end } }
  same("culled", red(d[1]), { 0, 0 })
  d = draw { Width = 2, Height = 1, Rasterizer = { CullMode = "FRONT" }, PS = { Name = "ps", Main = function(v) return float4(1.0) end } }
  same("not culled", red(d[1]), { 1, 1 })
end)
case("interpolation", function()
  local vs = { Name = "vs", Inputs = { { "POSITION", "float4" }, { "VALUE", "float" } }, Main = function(p, x)
    return { Position = p, smooth = x, straight = x, flat = x }
  end }
  local ps = { Name = "ps", Inputs = { { "smooth", "float" }, { "straight", "float", "noperspective" }, { "flat", "float", "nointerpolation" } },
    Main = function(v) return float4(v.smooth, v.straight, v.flat, v.Position.w) end }
  -- w 1 on the left, 3 on the right: a quad of two triangles over 4 x 1
  local v = { -1, -1, 0.5, 1, 0, 3, -3, 1.5, 3, 8, -1, 1, 0.5, 1, 0, 3, 3, 1.5, 3, 8, stride = 20 }
  local d = draw { VS = vs, PS = ps, Layout = { { "POSITION", "R32G32B32A32_FLOAT" }, { "VALUE", "R32_FLOAT" } }, Vertices = { v }, Width = 4, Height = 1, Topology = "TRIANGLESTRIP", Count = 4 }
  local want = {}
  for x = 0, 3 do
    local s = (x + 0.5) / 4
    local oneOverW = (1 - s) / 1 + s / 3
    want[#want + 1] = (s * 8 / 3) / oneOverW
    want[#want + 1] = s * 8
    want[#want + 1] = d[1][x * 4 + 3] -- below
    want[#want + 1] = 1 / oneOverW -- w of the clip space: SV_Position.w
  end
  same("perspective, straight, w", d[1], want, 1e-5)
end)
case("the first vertex gives what is flat", function()
  local vs = { Name = "vs", Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0), id = VertexID + 5 } end }
  same("a list", red(draw { VS = vs, Width = 1, Height = 1, PS = { Name = "ps", Main = function(v) return float4(float(v.id)) end } }[1]), { 5 })
end)
case("derivatives", function()
  local d = draw { Width = 4, Height = 2, PS = { Name = "ps", Main = function(v)
    local p = v.Position.xy
    local x = p.x * p.x + 10.0 * p.y
    return float4(ddx(x), ddy(x), ddx_fine(p.x * p.x * p.y), fwidth(p.x * 3.0))
  end } }
  -- coarse: of the first row and column of the quad; x = 0.5 and 1.5: 2.25 - 0.25; 2.5 and 3.5: 12.25 - 6.25
  local want = {}
  for y = 0, 1 do for x = 0, 3 do
    local q = x - x % 2
    local dx = (q + 1.5) ^ 2 - (q + 0.5) ^ 2
    for _, k in ipairs { dx, 10, dx * (y + 0.5), 3 } do want[#want + 1] = k end
  end end
  same("all", d[1], want)
end)
case("discard", function()
  local d = draw { Width = 4, Height = 1, PS = { Name = "ps", Main = function(v)
    if int(v.Position.x) % 2 == 1 then discard() end
    InterlockedAdd(u[0], 1)
    clip(2.0 - v.Position.x)
    InterlockedAdd(u[1], 1)
    return float4(1.0, 0.0, 0.0, 1.0)
  end } }
  same("colour", red(d[1]), { 1, 0, 0, 0 })
  same("counts", { d.u[1], d.u[2] }, { 2, 1 })
end)
case("several targets and masks", function()
  local d = draw { Width = 1, Height = 1, Formats = { "R32G32B32A32_FLOAT", "R32_UINT", "R32_SINT", "R8G8B8A8_UNORM" }, Clear = { { 9, 9, 9, 9 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, { 0, 0, 0, 0 } },
    Blend = { IndependentBlendEnable = true, RenderTarget = { { RenderTargetWriteMask = "RED|BLUE" }, {}, {}, {} } },
    PS = { Name = "ps", Main = function(v) return { Target0 = float4(1.0, 2.0, 3.0, 4.0), Target1 = uint(7), Target2 = int(-5), Target3 = float4(0.5, 2.0, -1.0, 1.0) } end } }
  same("masked", d[1], { 1, 9, 3, 9 })
  same("uint", d[2], { 7 })
  same("int", d[3], { -5 })
  same("unorm", d[4], { 0xff00ff80 })
  d = draw { Width = 1, Height = 1, Formats = { "R32G32B32A32_FLOAT", "R32G32B32A32_FLOAT" }, Clear = { { 9, 9, 9, 9 }, { 8, 8, 8, 8 } },
    PS = { Name = "ps", Main = function(v) return { Target0 = float2(1.0, 2.0) } end } }
  same("missing components are 0, alpha 1", d[1], { 1, 2, 0, 1 })
end)
case("depth: what is written, ranges, comparison", function()
  local d = draw { Width = 2, Height = 1, Depth = { DepthEnable = true, DepthWriteMask = "ALL", DepthFunc = "LESS" }, Viewport = { Width = 2, Height = 1, MinDepth = 0.25, MaxDepth = 0.75 },
    PS = { Name = "ps", Main = function(v) return float4(v.Position.z) end } }
  same("a depth range", d.depth, { 0.5, 0.5 })
  d = draw { Width = 2, Height = 1, Depth = { DepthEnable = true, DepthWriteMask = "ALL", DepthFunc = "LESS" }, Viewport = { Width = 2, Height = 1, MinDepth = 0.5, MaxDepth = 1 },
    PS = { Name = "ps", Main = function(v) return float4(v.Position.z) end } }
  same("another", { d.depth[1], d[1][1] }, { 0.75, 0.75 })
  d = draw { Width = 2, Height = 1, Depth = { DepthEnable = true, DepthWriteMask = "ALL", DepthFunc = "LESS" },
    PS = { Name = "ps", Main = function(v) return { Target0 = float4(1.0), Depth = v.Position.x / 2.0 + 0.25 } end } }
  -- 0.5 and 1.0; 1.0 < 1.0 is false; depth is clamped to the viewport's range
  same("written by the shader", d.depth, { 0.5, 1 })
  same("and compared", red(d[1]), { 1, 0 })
  for _, row in ipairs { { "NEVER", 0, 0, 0 }, { "LESS", 0, 0, 1 }, { "EQUAL", 0, 1, 0 }, { "LESS_EQUAL", 0, 1, 1 }, { "GREATER", 1, 0, 0 }, { "NOT_EQUAL", 1, 0, 1 }, { "GREATER_EQUAL", 1, 1, 0 }, { "ALWAYS", 1, 1, 1 } } do
    local got = {}
    for k, clear in ipairs { 0.25, 0.5, 0.75 } do
      got[k] = draw { Width = 1, Height = 1, ClearDepth = clear, Depth = { DepthEnable = true, DepthWriteMask = "ZERO", DepthFunc = row[1] }, PS = { Name = "ps", Main = function(v) return float4(1.0) end } }[1][1]
    end
    same(row[1], got, { row[2], row[3], row[4] })
  end
end)
case("late depth", function()
  local ps = { Name = "ps", Main = function(v) InterlockedAdd(u[0], 1) return float4(1.0) end }
  local depth = { DepthEnable = true, DepthWriteMask = "ALL", DepthFunc = "LESS" }
  -- a shader that writes to memory runs before the depth test
  same("late", draw { Width = 2, Height = 2, ClearDepth = 0.25, Depth = depth, PS = ps }.u[1], 4)
end)
case("blend equations", function()
  local src, dst, factor = { 0.5, 0.25, 1.0, 0.75 }, { 0.25, 0.5, 0.125, 0.5 }, { 0.125, 0.25, 0.5, 1.0 }
  local function mul(x, y) return { x[1] * y[1], x[2] * y[2], x[3] * y[3] } end
  local function all(x) return { x, x, x } end
  local s = math.min(src[4], 1 - dst[4])
  local factors = { ZERO = all(0), ONE = all(1), SRC_COLOR = src, INV_SRC_COLOR = { 0.5, 0.75, 0 }, SRC_ALPHA = all(0.75), INV_SRC_ALPHA = all(0.25), DEST_ALPHA = all(0.5), INV_DEST_ALPHA = all(0.5),
    DEST_COLOR = dst, INV_DEST_COLOR = { 0.75, 0.5, 0.875 }, SRC_ALPHA_SAT = all(s), BLEND_FACTOR = factor, INV_BLEND_FACTOR = { 0.875, 0.75, 0.5 } }
  local ps = { Name = "ps", Main = function(v) return float4(0.5, 0.25, 1.0, 0.75) end }
  for name, by in pairs(factors) do
    local t = { BlendEnable = true, SrcBlend = name, DestBlend = "ONE", BlendOp = "ADD", SrcBlendAlpha = "ONE", DestBlendAlpha = "ZERO", BlendOpAlpha = "ADD" }
    local bind = function(list) list:OMSetBlendFactor(factor) end
    local m = mul(src, by)
    same("source " .. name, draw { Width = 1, Height = 1, Clear = { dst }, PS = ps, Blend = { RenderTarget = { t } }, Bind = bind }[1], { m[1] + dst[1], m[2] + dst[2], m[3] + dst[3], 0.75 })
    t.SrcBlend, t.DestBlend = "ONE", name
    m = mul(dst, by)
    if name ~= "SRC_ALPHA_SAT" then
      same("destination " .. name, draw { Width = 1, Height = 1, Clear = { dst }, PS = ps, Blend = { RenderTarget = { t } }, Bind = bind }[1], { m[1] + src[1], m[2] + src[2], m[3] + src[3], 0.75 })
    end
  end
  local ops = { ADD = function(x, y) return x + y end, SUBTRACT = function(x, y) return x - y end, REV_SUBTRACT = function(x, y) return y - x end, MIN = math.min, MAX = math.max }
  for name, op in pairs(ops) do
    local t = { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE", BlendOp = name, SrcBlendAlpha = "ONE", DestBlendAlpha = "ONE", BlendOpAlpha = name }
    local want = {}
    for k = 1, 4 do want[k] = op(src[k], dst[k]) end
    same("BlendOp " .. name, draw { Width = 1, Height = 1, Clear = { dst }, PS = ps, Blend = { RenderTarget = { t } } }[1], want)
  end
end)
case("viewports and scissors", function()
  local white = { Name = "ps", Main = function(v) return float4(1.0) end }
  same("scissor", red(draw { Width = 4, Height = 2, PS = white, Scissor = { Left = 1, Top = 0, Right = 3, Bottom = 1 } }[1]), { 0, 1, 1, 0, 0, 0, 0, 0 })
  same("viewport", red(draw { Width = 4, Height = 2, PS = white, Viewport = { TopLeftX = 2, TopLeftY = 1, Width = 2, Height = 1 } }[1]), { 0, 0, 0, 0, 0, 0, 1, 1 })
  -- a viewport from 0.6 begins behind the centre of the first pixel, and ends before pixel 2, which is only in part in it
  same("between pixels", red(draw { Width = 4, Height = 1, PS = white, Viewport = { TopLeftX = 0.6, Width = 2, Height = 1 } }[1]), { 0, 1, 0, 0 })
  same("an empty scissor", red(draw { Width = 2, Height = 1, PS = white, Scissor = { Left = 1, Right = 1, Bottom = 1 } }[1]), { 0, 0 })
end)
case("the rule of the top left edge", function()
  local vs = { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p.x / 2.0 - 1.0, 1.0 - p.y / 2.0, 0.5, 1.0) } end }
  local add = { RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE", BlendOp = "ADD", SrcBlendAlpha = "ONE", DestBlendAlpha = "ONE", BlendOpAlpha = "ADD" } } }
  local function cover(v, count, more)
    v.stride = 8
    local o = { VS = vs, PS = { Name = "ps", Main = function(x) return float4(1.0) end }, Layout = { { "POSITION", "R32G32_FLOAT" } }, Vertices = { v }, Blend = add, Count = count }
    for k, x in pairs(more or {}) do o[k] = x end
    return red(draw(o)[1])
  end
  -- a square [0.5, 2.5) of two triangles: centres on its left and top edge are in, on right and bottom out, on the diagonal once
  same("a square", cover({ 0.5, 0.5, 2.5, 0.5, 0.5, 2.5, 2.5, 0.5, 2.5, 2.5, 0.5, 2.5 }, 6), { 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 })
  same("a point", cover({ 1.5, 2.5 }, 1, { Type = "POINT", Topology = "POINTLIST" }), { 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0 })
  -- lines: the diamond rule leaves out the last pixel
  same("a line", cover({ 0.5, 1.5, 3.5, 1.5 }, 2, { Type = "LINE", Topology = "LINELIST" }), { 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 })
  same("a strip of lines", cover({ 0.5, 0.5, 3.5, 0.5, 3.5, 3.5 }, 3, { Type = "LINE", Topology = "LINESTRIP" }), { 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0 })
  same("a diagonal", cover({ 0.5, 0.5, 3.5, 3.5 }, 2, { Type = "LINE", Topology = "LINELIST" }), { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0 })
  same("a strip that is cut", cover({ 0, 0, 2, 0, 0, 2, 2, 2, 4, 4, 2, 4, 4, 2 }, 0, { Topology = "TRIANGLESTRIP", Cut = "0xFFFFFFFF", Indices = { 0, 1, 2, 3, 4294967295, 3, 6, 5, 4 },
    Draw = function(list) list:DrawIndexedInstanced(9, 1) end }), { 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1 })
end)
case("clipping", function()
  local vs = { Name = "vs", Inputs = { { "POSITION", "float4" } }, Main = function(p) return { Position = p } end }
  local function z(near, far, more)
    -- depth goes from near at the left edge to far at the right one
    local v = { -1, -1, near, 1, 1, -1, far, 1, -1, 1, near, 1, 1, 1, far, 1, stride = 16 }
    local o = { VS = vs, PS = { Name = "ps", Main = function(x) return float4(1.0) end }, Layout = { { "POSITION", "R32G32B32A32_FLOAT" } }, Vertices = { v }, Topology = "TRIANGLESTRIP",
      Count = 4, Width = 4, Height = 1 }
    for k, x in pairs(more or {}) do o[k] = x end
    return red(draw(o)[1])
  end
  same("before the near plane", z(-1, 1), { 0, 0, 1, 1 })
  same("behind the far plane", z(0, 2), { 1, 1, 0, 0 })
  same("without DepthClip", z(-1, 2, { Rasterizer = { DepthClipEnable = false } }), { 1, 1, 1, 1 })
end)
case("samples", function()
  -- 4 samples at (6, 2), (14, 6), (2, 10), (10, 14) sixteenths: a left half covers the first and third of them, or x < 8
  local vs = { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end }
  local half = { -1, -1, 0, -1, -1, 1, 0, -1, 0, 1, -1, 1, stride = 8 }
  local function resolved(ps)
    local d = draw { VS = vs, Layout = { { "POSITION", "R32G32_FLOAT" } }, Vertices = { half }, Count = 6, Width = 1, Height = 1, Samples = 4, PS = ps }
    local one = rig.device:CreateCommittedResource { Name = "one", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 1, Height = 1, Format = "R32G32B32A32_FLOAT", InitialState = "RESOLVE_DEST" }
    rig.submit(function(list)
      rig.go(list, d.targets[1], "RENDER_TARGET", "RESOLVE_SOURCE")
      list:ResolveSubresource(one, 0, d.targets[1], 0, "R32G32B32A32_FLOAT")
    end)
    return rig.texels(one, "RESOLVE_DEST", "float"), d.u
  end
  local c = resolved { Name = "ps", Main = function(v) return float4(1.0, v.Position.x, 0.0, 1.0) end }
  same("coverage", c, { 0.5, 0.25, 0, 0.5 })
  local function each(v, SampleIndex)
    InterlockedAdd(u[0], 1)
    return float4(float(SampleIndex), v.Position.x, 0.0, 1.0)
  end
  local c2, n = resolved { Name = "ps", Main = each }
  same("a shader a sample", c2, { (0 + 2) / 4, 2 * 0.5 / 4, 0, 0.5 })   -- the place is that of the pixel
  local c3 = resolved { Name = "ps", Interpolation = { Position = "sample" }, Main = each }
  same("the place of the sample", c3, { (0 + 2) / 4, (6 + 2) / 16 / 4, 0, 0.5 })
  same("runs", n[1], 2)
  local _, m = resolved { Name = "ps", Main = function(v, Coverage)
    InterlockedAdd(u[0], Coverage)
    return float4(1.0)
  end }
  same("Coverage in", m[1], 1 + 4)
  local c4 = resolved { Name = "ps", Main = function(v) return { Target0 = float4(1.0), Coverage = uint(14) } end }
  same("Coverage out", c4, { 0.25, 0.25, 0.25, 0.25 })
end)
case("sRGB targets", function()
  local function encoded(x) return x <= 0.0031308 and 12.92 * x or 1.055 * x ^ (1 / 2.4) - 0.055 end
  local d = draw { Width = 1, Height = 1, Formats = { "R8G8B8A8_UNORM_SRGB" }, PS = { Name = "ps", Main = function(v) return float4(0.5, 0.002, 1.0, 0.5) end } }
  local function byte(x) return math.floor(x * 255 + 0.5) end
  same("encoded, but alpha", d[1], { byte(encoded(0.5)) + byte(encoded(0.002)) * 256 + 255 * 65536 + 128 * 16777216 })
end)
case("narrow targets", function()
  local ps = { Name = "ps", Main = function(v) return float4(0.5, 1.5, -1.0, 0.34) end }
  same("R10G10B10A2", draw { Width = 1, Height = 1, Formats = { "R10G10B10A2_UNORM" }, PS = ps }[1], { 512 + 1023 * 1024 + 0 + 1 * 2 ^ 30 })
  same("R16G16_FLOAT", draw { Width = 1, Height = 1, Formats = { "R16G16_FLOAT" }, PS = ps }[1], { 0x3800 + 0x3e00 * 65536 })
  same("R16G16_UNORM", draw { Width = 1, Height = 1, Formats = { "R16G16_UNORM" }, PS = ps }[1], { 32768 + 65535 * 65536 })
  same("R11G11B10_FLOAT", draw { Width = 1, Height = 1, Formats = { "R11G11B10_FLOAT" }, PS = ps }[1], { 0x380 + 0x3e0 * 2048 })
end)
rig.done()
