-- What a vertex shader says to the rasterizer beside the position: clip and cull distances, the slice of the targets, the viewport.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "system outputs"
local device = p.device
local target = p:Texture { Name = "target", Format = "R32_FLOAT", Flags = "ALLOW_RENDER_TARGET" }
local rtv = p:RTV(target)
local color = p.color

-- A corner of a triangle that covers the target, with a w of its own: what is cut off must not depend on it.
local function corner(id)
  local at = float2(float(id % 2) * 4 - 1, 1 - float(id / 2) * 4)
  local w = 1.0 + float(id)
  return float4(at * w, 0.5 * w, w)
end
local function show(what, vs, expected, state)
  state = state or {}
  local pipeline = p:Pipeline { Name = what, VS = vs, PS = state.PS, RTVFormats = { "R32_FLOAT" }, PrimitiveTopologyType = state.Type, RasterizerState = state.Raster }
  p:Run(function(list)
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    list:OMSetRenderTargets { rtv }
    list:SetPipelineState(pipeline)
    list:SetGraphicsRoot32BitConstants(0, { 5, 0, 0, 1, 0.5, 0 })
    list:RSSetViewports(state.Viewports or { { Width = 8, Height = 8 } })
    local whole = { Right = 8, Bottom = 8 }
    list:RSSetScissorRects { whole, whole, whole, whole }
    list:IASetPrimitiveTopology(state.Topology or "TRIANGLELIST")
    list:DrawInstanced(state.Count or 3, state.Instances or 1)
    p.Barrier(list, target, "RENDER_TARGET", "COPY_SOURCE")
  end)
  p:All(what, target, 0, "float", 1, function(x, y) return { expected(x, y) } end, 1e-5)
  p:Run(function(list) p.Barrier(list, target, "COPY_SOURCE", "RENDER_TARGET") end)
end
local function vertex(name, main) return gpu.VertexShader { Name = name, Main = main } end

-- Clip distances are 0 in the middle: of columns at x = 4, of rows at y = 4.
show("one plane", vertex("one", function(VertexID) local at = corner(VertexID) return { Position = at, ClipDistance0 = at.x } end),
  function(x) return x >= 4 and 5 or 0 end)
show("two planes", vertex("two", function(VertexID) local at = corner(VertexID) return { Position = at, ClipDistance = at.xy } end),
  function(x, y) return x >= 4 and y < 4 and 5 or 0 end)
show("eight planes", vertex("eight", function(VertexID)
    local at = corner(VertexID)
    local w = at.w
    return { Position = at, ClipDistance3 = at.x + 0.75 * w, ClipDistance1 = 0.75 * w - at.x, CullDistance = float2(1.0, -1.0),
      ClipDistance2 = float4(at.y + 0.5 * w, 0.5 * w - at.y, w, 2 * w) }
  end), function() return 0 end)
show("six planes", vertex("six", function(VertexID)
    local at = corner(VertexID)
    local w = at.w
    return { Position = at, ClipDistance3 = at.x + 0.75 * w, ClipDistance1 = 0.75 * w - at.x, ClipDistance2 = float4(at.y + 0.5 * w, 0.5 * w - at.y, w, 2 * w) }
  end), function(x, y) return x >= 1 and x < 7 and y >= 2 and y < 6 and 5 or 0 end)
show("all outside", vertex("outside", function(VertexID) return { Position = corner(VertexID), ClipDistance0 = -1.0 } end), function() return 0 end)
show("all on the plane", vertex("on", function(VertexID) return { Position = corner(VertexID), ClipDistance0 = 0.0, CullDistance0 = 0.0 } end), function() return 5 end)
show("not a number", vertex("nan", function(VertexID)
    return { Position = corner(VertexID), ClipDistance0 = VertexID == 1 and (color.value.y / color.value.y) or 1.0 } end), function() return 0 end)
show("infinite", vertex("infinite", function(VertexID)
    return { Position = corner(VertexID), ClipDistance0 = 1.0 / color.value.y } end), function() return 5 end)

-- Culling needs a distance that is negative at all three vertices.
show("cull distances of two vertices", vertex("cull2", function(VertexID) return { Position = corner(VertexID), CullDistance = VertexID < 2 and -1.0 or 1.0 } end), function() return 5 end)
show("cull distances of three vertices", vertex("cull3", function(VertexID) return { Position = corner(VertexID), CullDistance = -1.0 } end), function() return 0 end)
show("different cull distances", vertex("cull12", function(VertexID)
    return { Position = corner(VertexID), CullDistance0 = VertexID < 2 and -1.0 or 1.0, CullDistance1 = VertexID < 2 and 1.0 or -1.0 } end), function() return 5 end)

-- What is left is interpolated as before, and the pixel shader may read the distance.
show("read back", vertex("read", function(VertexID) local at = corner(VertexID) return { Position = at, ClipDistance0 = at.x, w = at.w } end),
  function(x) return x >= 4 and (x + 0.5) / 4 - 1 or 0 end, { PS = gpu.PixelShader { Name = "distance", Main = function(v) return v.ClipDistance0 / v.w end } })

-- Squares of two triangles of a few pixels, lines, edges and points.
local function place(at) return float4(at.x / 4 - 1, 1 - at.y / 4, 0.5, 1) end
show("small triangles", vertex("small", function(VertexID)
    local k, n = VertexID % 6, VertexID / 6
    local right, down = k == 1 or k == 3 or k == 4, k == 2 or k == 4 or k == 5
    local at = float2(n % 4, n / 4) * 2 + float2(right and 2.0 or 0.0, down and 2.0 or 0.0)
    return { Position = place(at), ClipDistance0 = at.x - 3.0 }
  end), function(x) return x >= 3 and 5 or 0 end, { Count = 96 })
show("a line", vertex("line", function(VertexID)
    local at = float2(float(VertexID) * 8, 2.5)
    return { Position = place(at), ClipDistance0 = 5.0 - at.x }
  end), function(x, y) return y == 2 and x < 5 and 5 or 0 end, { Count = 2, Type = "LINE", Topology = "LINELIST" })
show("points", vertex("points", function(VertexID)
    return { Position = place(float2(float(VertexID) + 0.5, 1.5)), ClipDistance0 = float(VertexID) - 2.0, CullDistance0 = 5.0 - float(VertexID) }
  end), function(x, y) return y == 1 and x >= 2 and x <= 5 and 5 or 0 end, { Count = 8, Type = "POINT", Topology = "POINTLIST" })
show("wireframe", vertex("wires", function(VertexID)
    local at = VertexID == 0 and float2(1.5, 1.5) or VertexID == 1 and float2(6.5, 1.5) or float2(1.5, 6.5)
    return { Position = place(at), ClipDistance0 = 3.0 - at.y }
  end), function(x, y)
    local top, side = y == 1 and x >= 1 and x <= 6, x == 1 and y >= 1 and y < 3
    return (top or side or x == 5 and y == 2) and 5 or 0
  end, { Raster = { FillMode = "WIREFRAME", CullMode = "NONE" } })

-- Four viewports; the last primitive asks for one that is not there, which is the first.
local quarter = {}
for i = 0, 3 do quarter[i + 1] = { TopLeftX = i % 2 * 4, TopLeftY = math.floor(i / 2) * 4, Width = 4, Height = 4 } end
local order = { 3, 1, 2, 9 }
show("viewports", vertex("viewports", function(VertexID, InstanceID)
    return { Position = corner(VertexID), ViewportArrayIndex = uint(order[InstanceID + 1]), value = float(InstanceID) + 1.0 }
  end), function(x, y) return x >= 4 and (y >= 4 and 1 or 2) or (y >= 4 and 3 or 4) end,
  { Viewports = quarter, Instances = 4, PS = gpu.PixelShader { Name = "value", Main = function(v) return v.value end } })

-- Slices: of an array, of a part of it, of a volume, with a depth of their own.
local array = p:Texture { Name = "array", Format = "R32_FLOAT", Flags = "ALLOW_RENDER_TARGET", DepthOrArraySize = 4 }
local volume = p:Texture { Name = "volume", Dimension = "TEXTURE3D", Format = "R32_FLOAT", Flags = "ALLOW_RENDER_TARGET", DepthOrArraySize = 4 }
local depths = p:Texture { Name = "depths", Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL", DepthOrArraySize = 4, OptimizedClearValue = { Format = "D32_FLOAT" } }
local statistics = device:CreateQueryHeap { Name = "statistics", Type = "PIPELINE_STATISTICS", Count = 1 }
local occlusion = device:CreateQueryHeap { Name = "occlusion", Type = "OCCLUSION", Count = 1 }
local said = device:CreateCommittedResource { Name = "said", HeapType = "READBACK", Dimension = "BUFFER", Width = 96, InitialState = "COPY_DEST" }
local value = gpu.PixelShader { Name = "value", Main = function(v) return { Target0 = v.value + 10.0 * float(v.RenderTargetArrayIndex) } end }
local layer_vs = vertex("layers", function(VertexID, InstanceID)          -- instance i: slice 6 - i, of which 4 and more are not there
  local at = corner(VertexID)
  return { Position = float4(at.xy, float(InstanceID) * 0.1 * at.w, at.w), RenderTargetArrayIndex = 6 - InstanceID, value = float(InstanceID) }
end)

local function layers(what, resource, view, dview, expected)
  local handle, dsv = p:RTV(resource, view), dview and p:DSV(depths, dview)
  local whole, wholeDepth = p:RTV(resource), p:DSV(depths)
  local pipeline = p:Pipeline { Name = what, VS = layer_vs, PS = value, RTVFormats = { "R32_FLOAT" }, DSVFormat = dview and "D32_FLOAT" or nil, DepthStencilState = { DepthEnable = dview ~= nil, DepthFunc = "LESS" } }
  p:Run(function(list)
    list:ClearRenderTargetView(whole, { -1, 0, 0, 0 })
    list:ClearDepthStencilView(wholeDepth, "DEPTH", 0.55, 0)
    list:OMSetRenderTargets({ handle }, dsv)
    list:SetPipelineState(pipeline)
    list:RSSetViewports { { Width = 8, Height = 8 } }
    list:RSSetScissorRects { { Right = 8, Bottom = 8 } }
    list:BeginQuery(statistics, "PIPELINE_STATISTICS", 0)
    list:BeginQuery(occlusion, "OCCLUSION", 0)
    list:DrawInstanced(3, 7)
    list:EndQuery(occlusion, "OCCLUSION", 0)
    list:EndQuery(statistics, "PIPELINE_STATISTICS", 0)
    list:ResolveQueryData(statistics, "PIPELINE_STATISTICS", 0, 1, said, 0)
    list:ResolveQueryData(occlusion, "OCCLUSION", 0, 1, said, 88)
    p.Barrier(list, resource, "RENDER_TARGET", "COPY_SOURCE")
  end)
  if resource == volume then
    p:All(what, resource, 0, "float", 1, function(_, _, z) return { expected[z + 1] } end, 1e-5)
  else
    for slice = 0, 3 do p:All(what .. ", slice " .. slice, resource, slice, "float", 1, function() return { expected[slice + 1] } end, 1e-5) end
  end
  p:Run(function(list) p.Barrier(list, resource, "COPY_SOURCE", "RENDER_TARGET") end)
  local map = said:Map()
  print(("%s: %d primitives, %d vertices, %d pixels, %d samples"):format(what, map:Read(8, "uint64"), map:Read(16, "uint64"), map:Read(56, "uint64"), map:Read(88, "uint64")))
  said:Unmap()
end
layers("array", array, nil, nil, { 6, 15, 24, 33 })
layers("slices 1 and 2", array, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 2 }, nil, { -1, 6, 15, -1 })
layers("volume", volume, nil, nil, { 6, 15, 24, 33 })
layers("with depth", array, nil, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2DARRAY", ArraySize = 4 }, { -1, 15, 24, 33 })
layers("depth of three slices", array, nil, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2DARRAY", ArraySize = 3 }, { -1, 15, 24, -1 })

-- More vertices than go through at once: each point adds 1 to a pixel of a slice.
local many = p:Pipeline { Name = "many", PrimitiveTopologyType = "POINT", RTVFormats = { "R32_FLOAT" },
  VS = vertex("many", function(VertexID) return { Position = place(float2(VertexID % 8, VertexID / 8 % 8) + 0.5), RenderTargetArrayIndex = VertexID / 64 % 4 } end),
  PS = gpu.PixelShader { Name = "one", Main = function(v) return 1.0 end },
  BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE" } } } }
local all = p:RTV(array)
p:Run(function(list)
  list:ClearRenderTargetView(all, { 0, 0, 0, 0 })
  list:OMSetRenderTargets { all }
  list:SetPipelineState(many)
  list:IASetPrimitiveTopology "POINTLIST"
  list:RSSetViewports { { Width = 8, Height = 8 } }
  list:RSSetScissorRects { { Right = 8, Bottom = 8 } }
  list:DrawInstanced(60000, 1)
  p.Barrier(list, array, "RENDER_TARGET", "COPY_SOURCE")
end)
for slice = 0, 3 do
  p:All("many points, slice " .. slice, array, slice, "float", 1, function(x, y) return { 64 * slice + 8 * y + x < 60000 % 256 and 235 or 234 } end)
end

-- What is refused.
for _, give in ipairs {
  function() return { Position = float4(0.0), RenderTargetArrayIndex = 1.5 } end,
  function() return { Position = float4(0.0), ClipDistance8 = 1.0 } end,
  function() return { Position = float4(0.0), ClipDistance0 = float4(1.0), CullDistance1 = float4(1.0), ClipDistance1 = 1.0 } end,
  function() return { Position = float4(0.0), SV_ClipDistance0 = 1.0 } end,
  function() return { Position = float4(0.0), ShadingRate = 1 } end,
} do
  print(select(2, pcall(gpu.VertexShader, { Name = "refused", Main = give })).message)
end
