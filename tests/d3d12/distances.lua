-- What a vertex shader says of its primitives beside their positions: distances to clip and to cull by, the slice and the viewport, and what reaches the pixel
-- shader of all that. Places are chosen so that edges go between the centres of pixels.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

local W, H = 8, 8
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 12 } } }
local args = gpu.ConstantBuffer("b0", { { "a", "float4" }, { "b", "float4" }, { "c", "float4" } })
local white = gpu.PixelShader { Name = "white", Main = function() return 1.0 end }
local x = t.Texture("x", W, H, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
local rtv = t.RTV(x)

-- Covered draws a triangle over the target and gives its texels; at of its vertices are places in pixels.
local function corner(id) return float2(float(id % 2) * 2.0, float(id / 2) * 2.0) end
local function picture(name, vs, ps, constants, topology, count)
  local pso = t.Graphics { Name = name, RootSignature = root, VS = vs, PS = ps or white, RTVFormats = { "R32_FLOAT" }, PrimitiveTopologyType = topology or "TRIANGLE" }
  t.Run(name, function(list)
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    t.Targets(list, W, H, { rtv })
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pso)
    local values = {}
    for i = 1, 12 do values[i] = constants[i] or 0 end
    list:SetGraphicsRoot32BitConstants(0, values)
    list:IASetPrimitiveTopology((topology or "TRIANGLE") .. "LIST")
    list:DrawInstanced(count or 3, 1)
  end)
  return t.Texels(x, "RENDER_TARGET", "float")
end
local function pattern(inside)
  local list = {}
  for y = 0, H - 1 do for px = 0, W - 1 do list[#list + 1] = inside(px + 0.5, y + 0.5) end end
  return list
end
local function where(f) return pattern(function(px, y) return f(px, y) and 1 or 0 end) end

-- A distance that is negative cuts away what lies behind the line where it is 0. Here it is a.x + a.y * x + a.z * y, in pixels.
local one = gpu.VertexShader { Name = "one", Main = function(VertexID)
  local at = corner(VertexID)
  return { Position = float4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.5, 1.0), ClipDistance = args.a.x + args.a.y * at.x * W + args.a.z * at.y * H }
end }
for _, d in ipairs { { 1, 0, 0 }, { -1, 0, 0 }, { -3, 1, 0 }, { 3, -1, 0 }, { -5, 0, 1 }, { 5, 0, -1 }, { -9, 1, 1 }, { 1, -1, 1.25 } } do
  t.Check(("clipped by %g + %g x + %g y"):format(unpack(d)), picture("one", one, nil, d), where(function(px, y) return d[1] + d[2] * px + d[3] * y >= 0 end))
end
-- Several distances cut one after the other: only what is in front of all stays. Eight components are there, in one field or in two.
local four = gpu.VertexShader { Name = "four", Main = function(VertexID)
  local at = corner(VertexID)
  local px, y = at.x * W, at.y * H
  return { Position = float4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.5, 1.0), ClipDistance0 = float4(px - args.a.x, args.a.y - px, y - args.a.z, args.a.w - y),
    ClipDistance1 = float2(args.b.x - px - y, 1.0) }
end }
for _, box in ipairs { { 2, 6, 1, 5, 100 }, { 0, 8, 0, 8, 100 }, { 3, 3, 0, 8, 100 }, { 0, 8, 0, 8, 7.5 }, { 1, 7, 2, 8, 9.5 } } do
  t.Check(("a box of %g to %g, %g to %g, below %g"):format(unpack(box)), picture("four", four, nil, box),
    where(function(px, y) return px >= box[1] and px <= box[2] and y >= box[3] and y <= box[4] and px + y <= box[5] end))
end
-- The line is straight on the screen also where depth divides: distances are divided as positions are.
local deep = gpu.VertexShader { Name = "deep", Main = function(VertexID)
  local at = corner(VertexID)
  local w = 1.0 + at.x * 3.0
  return { Position = float4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.5, 1.0) * w, ClipDistance = (at.x * W - args.a.x) * w }
end }
t.Check("clipped in perspective", picture("deep", deep, nil, { 3 }), where(function(px) return px >= 3 end))
-- Points and lines are clipped too; a point as a whole, by its own distance.
local points = gpu.VertexShader { Name = "points", Main = function(VertexID)
  local px = float(VertexID) + 0.5
  return { Position = float4(px / W * 2.0 - 1.0, 1.0 - 1.0 / H, 0.5, 1.0), ClipDistance = px - args.a.x }
end }
t.Check("clipped points", picture("points", points, nil, { 3 }, "POINT", 8), where(function(px, y) return y < 1 and px >= 3 end))
local lines = gpu.VertexShader { Name = "lines", Main = function(VertexID)
  local px = float(VertexID) * W
  return { Position = float4(px / W * 2.0 - 1.0, 1.0 - 1.0 / H, 0.5, 1.0), ClipDistance = px - args.a.x }
end }
t.Check("a clipped line", picture("lines", lines, nil, { 3 }, "LINE", 2), where(function(px, y) return y < 1 and px >= 3 end))

-- A cull distance throws a primitive away if it is negative at all of its vertices, and leaves it whole otherwise.
local culled = gpu.VertexShader { Name = "culled", Main = function(VertexID)
  local at = corner(VertexID)
  local d = VertexID == 0 and args.a or VertexID == 1 and args.b or args.c
  return { Position = float4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.5, 1.0), CullDistance = d.xy }
end }
local all, none = where(function() return true end), where(function() return false end)
for _, case in ipairs { { "in front", 1, 1, 1, true }, { "one vertex behind", -1, 1, 1, true }, { "two vertices behind", -1, -1, 1, true }, { "all behind", -1, -2, -3, false },
  { "all on the line", 0, 0, 0, true }, { "one on the line", -1, 0, -1, true } } do
  t.Check("culled, " .. case[1], picture("culled", culled, nil, { case[2], 1, 0, 0, case[3], 1, 0, 0, case[4], 1 }), case[5] and all or none)
  t.Check("culled by the second, " .. case[1], picture("culled", culled, nil, { 1, case[2], 0, 0, 1, case[3], 0, 0, 1, case[4] }), case[5] and all or none)
end
t.Check("behind one each", picture("culled", culled, nil, { -1, 1, 0, 0, 1, -1, 0, 0, -1, -1 }), all)

-- A pixel shader reads them as other inputs, and what is clipped is not drawn though it reads them.
local seen = gpu.PixelShader { Name = "seen", Main = function(v) return v.ClipDistance + 1.0 end }
t.Check("distances in the pixel shader", picture("one", one, seen, { -3, 1, 0 }), pattern(function(px) return px >= 3 and px - 3 + 1 or 0 end), 1e-4)

-- Slices and viewports: those that the first vertex of a primitive names. A slice that the view does not show is not drawn to.
do
  local layered = t.Texture("layers", 2, 2, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { DepthOrArraySize = 4 })
  local view = t.RTV(layered, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 2 })
  local whole = t.RTV(layered)
  local vs = gpu.VertexShader { Name = "layers", Interpolation = { value = "nointerpolation" }, Main = function(VertexID, InstanceID)
    local at = corner(VertexID)
    return { Position = float4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.5, 1.0), value = float(InstanceID) + 1.0, RenderTargetArrayIndex = VertexID == 0 and InstanceID or 7 }
  end }
  local ps = gpu.PixelShader { Name = "value", Main = function(v) return v.value end }
  local pso = t.Graphics { Name = "layers", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R32_FLOAT" } }
  gpu.PushMessageFilter { Deny = { "TargetSizesDiffer" } }
  for instances, want in pairs { [1] = { 0, 1, 0, 0 }, [2] = { 0, 1, 2, 0 }, [4] = { 0, 1, 2, 0 } } do
    t.Run("layers", function(list)
      list:ClearRenderTargetView(whole, { 0, 0, 0, 0 })
      t.Targets(list, 2, 2, { view })
      list:SetGraphicsRootSignature(root)
      list:SetPipelineState(pso)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:DrawInstanced(3, instances)
    end)
    local got = {}
    for slice = 0, 3 do got[slice + 1] = t.Texels(layered, "RENDER_TARGET", "float", slice)[4] end
    t.Check(instances .. " slices", got, want)
  end
  gpu.PopMessageFilter()
  -- The slices of a volume are slices of its view.
  local volume = t.Texture("volume", 2, 2, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { Dimension = "TEXTURE3D", DepthOrArraySize = 8, MipLevels = 2 })
  for level, first in ipairs { 3, 1 } do
    local part = t.RTV(volume, { ViewDimension = "TEXTURE3D", MipSlice = level - 1, FirstWSlice = first, WSize = 2 })
    local all3 = t.RTV(volume, { ViewDimension = "TEXTURE3D", MipSlice = level - 1 })
    t.Run("volume", function(list)
      list:ClearRenderTargetView(all3, { 9, 0, 0, 0 })
      t.Targets(list, 2 / level, 2 / level, { part })
      list:SetGraphicsRootSignature(root)
      list:SetPipelineState(pso)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:DrawInstanced(3, 2)
    end)
    local texels, per, got, want = t.Texels(volume, "RENDER_TARGET", "float", level - 1), level == 1 and 4 or 1, {}, {}
    for z = 0, 8 / level - 1 do
      got[z + 1] = texels[z * per + 1]
      want[z + 1] = z == first and 1 or z == first + 1 and 2 or 9
    end
    t.Check("slices of level " .. level - 1 .. " of a volume", got, want)
  end
end
do
  local vs = gpu.VertexShader { Name = "ports", Main = function(VertexID, InstanceID)
    local at = corner(VertexID)
    return { Position = float4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.5, 1.0), ViewportArrayIndex = InstanceID }
  end }
  local number = gpu.PixelShader { Name = "number", Main = function(v, PrimitiveID) return 1.0 end }
  local pso = t.Graphics { Name = "ports", RootSignature = root, VS = vs, PS = number, RTVFormats = { "R32_FLOAT" } }
  local function ports(name, instances, rectangles, want)
    t.Run(name, function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      t.Targets(list, W, H, { rtv })
      list:SetGraphicsRootSignature(root)
      list:SetPipelineState(pso)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:RSSetViewports { { Width = 2, Height = 2 }, { TopLeftX = 4, Width = 2, Height = 8 }, { TopLeftX = 6, TopLeftY = 6, Width = 2, Height = 2 } }
      list:RSSetScissorRects(rectangles)
      list:DrawInstanced(3, instances)
    end)
    t.Check(name, t.Texels(x, "RENDER_TARGET", "float"), where(want))
  end
  local full = { Right = W, Bottom = H }
  local function first(px, y) return px < 2 and y < 2 end
  local function second(px) return px >= 4 and px < 6 end
  local function third(px, y) return px >= 6 and y >= 6 end
  ports("one viewport", 1, { full, full, full }, first)
  ports("two viewports", 2, { full, full, full }, function(px, y) return first(px, y) or second(px) end)
  ports("three viewports", 3, { full, full, full }, function(px, y) return first(px, y) or second(px) or third(px, y) end)
  -- Behind the last viewport the first one is taken. Each viewport has the scissor rectangle of its number, and where there is none nothing is drawn.
  ports("a viewport too many", 4, { full, full, full }, function(px, y) return first(px, y) or second(px) or third(px, y) end)
  ports("rectangles of their own", 3, { full, { Right = W, Bottom = 3 }, { Left = 7, Right = 8, Bottom = 8 } },
    function(px, y) return first(px, y) or (second(px) and y < 3) or (third(px, y) and px >= 7) end)
end
-- Sixteen viewports are as many as there are: one for each instance, with ranges of depth and rectangles of their own. Every second rectangle leaves a column out.
do
  local vs = gpu.VertexShader { Name = "sixteen", Interpolation = { at = "nointerpolation" }, Main = function(VertexID, InstanceID)
    local at = corner(VertexID)
    return { Position = float4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 1.0, 1.0), ViewportArrayIndex = InstanceID, at = float(InstanceID) }
  end }
  local which = gpu.PixelShader { Name = "which", Main = function(v, Position) return v.at + Position.z end }
  local pso = t.Graphics { Name = "sixteen", RootSignature = root, VS = vs, PS = which, RTVFormats = { "R32_FLOAT" } }
  local views, rectangles, want = {}, {}, t.Filled(W * H, -1)
  for i = 0, 15 do
    local left, top = i % 4 * W / 4, math.floor(i / 4) * H / 4
    views[i + 1] = { TopLeftX = left, TopLeftY = top, Width = W / 4, Height = H / 4, MaxDepth = i / 32 }
    rectangles[i + 1] = { Left = left + i % 2, Top = top, Right = left + W / 4, Bottom = top + H / 4 }
    for y = top, top + H / 4 - 1 do
      for px = left + i % 2, left + W / 4 - 1 do want[y * W + px + 1] = i + i / 32 end
    end
  end
  t.Run("sixteen", function(list)
    list:ClearRenderTargetView(rtv, { -1, 0, 0, 0 })
    t.Targets(list, W, H, { rtv })
    list:SetGraphicsRootSignature(root)
    list:SetPipelineState(pso)
    list:IASetPrimitiveTopology "TRIANGLELIST"
    list:RSSetViewports(views)
    list:RSSetScissorRects(rectangles)
    list:DrawInstanced(3, 16)
  end)
  t.Check("sixteen viewports", t.Texels(x, "RENDER_TARGET", "float"), want)
end
t.Done()
