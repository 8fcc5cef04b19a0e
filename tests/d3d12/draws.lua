-- Draws: where vertices, instances and indices come from, what system values count, which primitives a topology makes, and what viewports and scissor
-- rectangles let through.
local gpu = require "gpu"
local t = require "lib.bench"

-- Points: vertex k of instance i is drawn to pixel (k, i) of a target of W x H texels, with what the shader read as its colour.
local W, H = 8, 4
local empty = t.device:CreateRootSignature { Name = "empty", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
local paint = gpu.PixelShader { Name = "paint", Main = function(v) return v.value end }
local function place(x, y)
  return float4((float(x) + 0.5) / W * 2.0 - 1.0, 1.0 - (float(y) + 0.5) / H * 2.0, 0.5, 1.0)
end
local function pipeline(name, fields)
  local desc = { Name = name, RootSignature = empty, PS = paint, PrimitiveTopologyType = "POINT", RTVFormats = { "R32G32B32A32_FLOAT" } }
  for k, v in pairs(fields) do desc[k] = v end
  return t.Graphics(desc)
end
local target = t.Texture("target", W, H, "R32G32B32A32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
local rtv = t.RTV(target)
local function draw(pso, topology, record)
  t.Run("draw", function(list)
    list:ClearRenderTargetView(rtv, { -1, -1, -1, -1 })
    t.Targets(list, W, H, { rtv })
    list:SetGraphicsRootSignature(empty)
    list:SetPipelineState(pso)
    list:IASetPrimitiveTopology(topology)
    record(list)
  end)
  local texels = t.Texels(target, "RENDER_TARGET", "float")
  return function(x, y, n) local i = (y * W + x) * 4 return { unpack(texels, i + 1, i + (n or 4)) } end, texels
end
local function vertices(buffer, size, stride, offset) return { BufferLocation = buffer:GetGPUVirtualAddress() + (offset or 0), SizeInBytes = size, StrideInBytes = stride } end

-- SV_VertexID and SV_InstanceID count from 0, whatever the first vertex and instance are; with indices SV_VertexID is the index without the base vertex.
do
  local pso = pipeline("ids", { InputLayout = { { "V", 0, "R32_FLOAT", 0 }, { "I", 0, "R32_FLOAT", 1, 0, "PER_INSTANCE_DATA", 1 } },
    VS = gpu.VertexShader { Name = "ids", Inputs = { { "V0", "float" }, { "I0", "float" } }, Interpolation = { value = "nointerpolation" },
      Main = function(v, i, VertexID, InstanceID)
        return { Position = place(VertexID % 8, InstanceID), value = float4(v, i, VertexID, InstanceID) }
      end } })
  local data = {}
  for k = 1, 64 do data[k] = 100 + k - 1 end
  local b = t.Upload("data", "float", data)
  local indices = t.Upload("indices", "ushort", { 9, 9, 2, 5, 3, 0 })
  local at = draw(pso, "POINTLIST", function(list)
    list:IASetVertexBuffers(0, { vertices(b, 256, 4), vertices(b, 256, 4) })
    list:DrawInstanced(3, 2, 10, 20)
  end)
  t.Check("first vertex and instance", at(2, 1), { 112, 121, 2, 1 })
  t.Check("first vertex and instance", at(0, 0), { 110, 120, 0, 0 })
  at = draw(pso, "POINTLIST", function(list)
    list:IASetVertexBuffers(0, { vertices(b, 256, 4), vertices(b, 256, 4) })
    list:IASetIndexBuffer { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = 12, Format = "R16_UINT" }
    list:DrawIndexedInstanced(4, 2, 2, 10, 5)
  end)
  t.Check("base vertex", { at(2, 0), at(5, 0), at(3, 1), at(0, 1) }, { { 112, 105, 2, 0 }, { 115, 105, 5, 0 }, { 113, 106, 3, 1 }, { 110, 106, 0, 1 } })
  at = draw(pso, "POINTLIST", function(list)
    list:IASetVertexBuffers(0, { vertices(b, 128, 4, 128), vertices(b, 256, 4) })
    list:IASetIndexBuffer { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = 12, Format = "R16_UINT" }
    list:DrawIndexedInstanced(2, 1, 2, -1, 0)
  end)
  t.Check("negative base vertex", { at(2, 0), at(5, 0) }, { { 133, 100, 2, 0 }, { 136, 100, 5, 0 } })
end

-- Step rates: 0 keeps the element of the first instance, n goes on after n instances.
do
  local pso = pipeline("rates", { InputLayout = { { "A", 0, "R32_FLOAT", 0, 0, "PER_INSTANCE_DATA", 0 }, { "A", 1, "R32_FLOAT", 1, 0, "PER_INSTANCE_DATA", 1 },
    { "A", 2, "R32_FLOAT", 2, 0, "PER_INSTANCE_DATA", 3 } },
    VS = gpu.VertexShader { Name = "rates", Inputs = { { "A0", "float" }, { "A1", "float" }, { "A2", "float" } }, Interpolation = { value = "nointerpolation" },
      Main = function(a, b, c, InstanceID) return { Position = place(InstanceID, 0), value = float4(a, b, c, InstanceID) } end } })
  local b = t.Upload("data", "float", { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 })
  local at = draw(pso, "POINTLIST", function(list)
    list:IASetVertexBuffers(0, { vertices(b, 40, 4), vertices(b, 40, 4), vertices(b, 40, 4) })
    list:DrawInstanced(1, 7, 0, 2)
  end)
  for i = 0, 6 do t.Check("step rates of instance " .. i, at(i, 0), { 2, 2 + i, 2 + math.floor(i / 3), i }) end
end

-- Elements: a stride of 0 gives all vertices the same, elements behind each other are aligned, formats are extended by 0 and 1, null views read 0.
do
  local pso = pipeline("elements", { InputLayout = { { "B", 0, "R8_UNORM", 0 }, { "B", 1, "R16_UINT", 0 }, { "B", 2, "R32_FLOAT", 0 }, { "N", 0, "R32G32_FLOAT", 1, 0 } },
    VS = gpu.VertexShader { Name = "elements", Inputs = { { "B0", "float4" }, { "B1", "uint4" }, { "B2", "float4" }, { "N0", "float4" } }, Interpolation = { value = "nointerpolation" },
      Main = function(a, b, c, n, VertexID)
        local value = float4(a.x, b.x, c.x, n.x + n.y)
        if VertexID == 3 then value = a end
        if VertexID == 4 then value = float4(b.y, b.z, b.w, c.w) end
        return { Position = place(VertexID, 0), value = value }
      end } })
  local b = t.Buffer("data", 256, "UPLOAD")
  local m = b:Map()
  for k = 0, 7 do
    m:Write(k * 8, "byte", { k * 17 })
    m:Write(k * 8 + 2, "ushort", { 1000 + k })
    m:Write(k * 8 + 4, "float", { k + 0.5 })
  end
  b:Unmap()
  gpu.PushMessageFilter { Deny = { "NullVertices" } }
  local at = draw(pso, "POINTLIST", function(list)
    list:IASetVertexBuffers(0, { vertices(b, 64, 8), { BufferLocation = 0 } })
    list:DrawInstanced(5, 1)
  end)
  gpu.PopMessageFilter()
  t.Check("aligned elements", at(1, 0), { 17 / 255, 1001, 1.5, 0 }, 1e-7)
  t.Check("missing components", at(3, 0), { 51 / 255, 0, 0, 1 }, 1e-7)
  t.Check("missing components of uint", at(4, 0), { 0, 0, 1, 1 })
  at = draw(pso, "POINTLIST", function(list)
    list:IASetVertexBuffers(0, { vertices(b, 64, 0), vertices(b, 64, 8, 4) })
    list:DrawInstanced(3, 1)
  end)
  t.Check("stride of 0", { at(0, 0, 3), at(1, 0, 3), at(2, 0, 3) }, { { 0, 1000, 0.5 }, { 0, 1000, 0.5 }, { 0, 1000, 0.5 } })
end

-- Indices: 16 and 32 bits; behind the view they are 0. Vertices behind the view are 0.
do
  local pso = pipeline("fetch", { InputLayout = { { "V", 0, "R32G32_FLOAT", 0 } },
    VS = gpu.VertexShader { Name = "fetch", Inputs = { { "V0", "float2" } }, Interpolation = { value = "nointerpolation" },
      Main = function(v, VertexID) return { Position = place(VertexID % 8, VertexID / 8), value = float4(v, VertexID, 1) } end } })
  local b, indices = t.Upload("data", "float", { 10, 11, 20, 21, 30, 31, 40, 41 }), t.Upload("indices", "uint", { 3, 2, 1, 1 })
  gpu.PushMessageFilter { Deny = { "FetchOutOfBuffer" } }
  local at = draw(pso, "POINTLIST", function(list)
    list:IASetVertexBuffers(0, { vertices(b, 24, 8) })
    list:IASetIndexBuffer { BufferLocation = indices:GetGPUVirtualAddress(), SizeInBytes = 12, Format = "R32_UINT" }
    list:DrawIndexedInstanced(5, 1)
  end)
  gpu.PopMessageFilter()
  t.Check("indices and vertices behind their views", { at(3, 0), at(2, 0), at(1, 0), at(0, 0) }, { { 0, 0, 3, 1 }, { 30, 31, 2, 1 }, { 20, 21, 1, 1 }, { 10, 11, 0, 1 } })
end

-- Topologies: how many primitives n vertices make, and which vertex gives what is not interpolated. Each primitive adds one to the pixel of its first
-- vertex; triangles and lines are large enough to cover only one pixel centre each by drawing with a viewport of one texel.
do
  local counts = t.Buffer("counts", 256)
  local root = t.device:CreateRootSignature { Name = "count", Parameters = { { Type = "UAV" } } }
  local tally = gpu.RWByteAddressBuffer("u0")
  local function topology(name, type, topo, n, indices, cut, want)
    local lines, points = type == "LINE", type == "POINT"
    local vs = gpu.VertexShader { Name = name, Interpolation = { first = "nointerpolation" }, Main = function(VertexID)
      local corner = VertexID % 3
      local at = float2(corner == 1 and 3.0 or -1.0, corner == 2 and -3.0 or 1.0)
      if points then at = float2(0.0, 0.0) end
      if lines then at = float2(VertexID % 2 == 1 and 2.0 or -2.0, 0.0) end
      return { Position = float4(at, 0.5, 1.0), first = VertexID }
    end }
    local ps = gpu.PixelShader { Name = name, Main = function(v, PrimitiveID)
      tally:InterlockedAdd(0, 1)
      tally:Store(4 + PrimitiveID * 4, uint(v.first) + 1)
      return float4(1, 1, 1, 1)
    end }
    local pso = t.Graphics { Name = name, RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = type, RTVFormats = { "R8G8B8A8_UNORM" }, IBStripCutValue = cut }
    local x = t.Texture("x", 1, 1, "R8G8B8A8_UNORM", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
    local zeros = t.Upload("zeros", "uint", t.Filled(64, 0))
    local list32 = indices and t.Upload("indices", "uint", indices)
    t.Run(name, function(list)
      list:CopyBufferRegion(counts, 0, zeros, 0, 256)
      t.Barrier(list, counts, "COPY_DEST", "UNORDERED_ACCESS")
      t.Targets(list, 1, 1, { t.RTV(x) })
      list:SetGraphicsRootSignature(root)
      list:SetPipelineState(pso)
      list:SetGraphicsRootUnorderedAccessView(0, counts:GetGPUVirtualAddress())
      list:IASetPrimitiveTopology(topo)
      if indices then
        list:IASetIndexBuffer { BufferLocation = list32:GetGPUVirtualAddress(), SizeInBytes = #indices * 4, Format = "R32_UINT" }
        list:DrawIndexedInstanced(#indices, 1)
      else
        list:DrawInstanced(n, 1)
      end
    end)
    local got = t.Read(counts, "uint", 16)
    local firsts = {}
    for i = 1, #want do firsts[i] = got[i + 1] - 1 end
    t.Check(name .. ": primitives", got[1], #want)
    t.Check(name .. ": first vertices", firsts, want)
  end
  topology("list of points", "POINT", "POINTLIST", 1, nil, nil, { 0 })
  topology("list of lines", "LINE", "LINELIST", 5, nil, nil, { 0, 2 })
  topology("strip of lines", "LINE", "LINESTRIP", 4, nil, nil, { 0, 1, 2 })
  topology("list of triangles", "TRIANGLE", "TRIANGLELIST", 8, nil, nil, { 0, 3 })
  topology("strip of triangles", "TRIANGLE", "TRIANGLESTRIP", 6, nil, nil, { 0, 1, 2, 3 })
  topology("too few", "TRIANGLE", "TRIANGLESTRIP", 2, nil, nil, {})
  topology("cut strip", "TRIANGLE", "TRIANGLESTRIP", 0, { 0, 1, 2, 3, 0xffffffff, 4, 5, 6 }, "0xFFFFFFFF", { 0, 1, 4 })
  topology("cut strip of lines", "LINE", "LINESTRIP", 0, { 0, 1, 0xffffffff, 0xffffffff, 2, 3, 4 }, "0xFFFFFFFF", { 0, 2, 3 })
  topology("strip cut at its ends", "TRIANGLE", "TRIANGLESTRIP", 0, { 0xffffffff, 0, 1, 2, 0xffffffff }, "0xFFFFFFFF", { 0 })
end

-- Faces: clockwise triangles show their front unless FrontCounterClockwise says otherwise; culling leaves one side out; strips alternate.
do
  local vs = gpu.VertexShader { Name = "quad", Main = function(VertexID)
    return { Position = float4(float(VertexID / 2) * 2.0 - 1.0, float(VertexID % 2) * 2.0 - 1.0, 0.5, 1.0) }
  end }
  local ps = gpu.PixelShader { Name = "faces", Main = function(v, IsFrontFace) return float4(IsFrontFace and 1.0 or 2.0, 0, 0, 0) end }
  for _, case in ipairs {
    { "NONE", false, 1 }, { "BACK", false, 1 }, { "FRONT", false, -1 }, { "NONE", true, 2 }, { "BACK", true, -1 }, { "FRONT", true, 2 },
  } do
    local pso = pipeline("faces", { VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RasterizerState = { CullMode = case[1], FrontCounterClockwise = case[2] } })
    local at = draw(pso, "TRIANGLESTRIP", function(list) list:DrawInstanced(4, 1) end)
    t.Check(("faces, %s, %s"):format(case[1], tostring(case[2])), { at(0, 0, 1), at(7, 3, 1) }, { { case[3] }, { case[3] } })
  end
end

-- Viewports: parts of pixels, places outside of the target, no area, the largest there are; pixel positions are centres all the same. Scissor rectangles
-- without area let nothing through.
do
  local ps = gpu.PixelShader { Name = "where", Main = function(v) return float4(v.Position.xy, v.Position.z, 1) end }
  local pso = pipeline("where", { VS = t.Cover, PS = ps, PrimitiveTopologyType = "TRIANGLE" })
  local function covered(name, viewport, scissor, inside)
    gpu.PushMessageFilter { Deny = { "NothingDrawn" } }
    local at = draw(pso, "TRIANGLELIST", function(list)
      list:RSSetViewports { viewport }
      list:RSSetScissorRects { scissor }
      list:DrawInstanced(3, 1)
    end)
    gpu.PopMessageFilter()
    local got, want = {}, {}
    for y = 0, H - 1 do
      for x = 0, W - 1 do
        got[#got + 1] = at(x, y, 2)
        want[#want + 1] = inside(x + 0.5, y + 0.5) and { x + 0.5, y + 0.5 } or { -1, -1 }
      end
    end
    t.Check(name, got, want)
  end
  local all = { Right = W, Bottom = H }
  local function box(l, u, r, b) return function(x, y) return x >= l and x < r and y >= u and y < b end end
  covered("whole", { Width = W, Height = H }, all, box(0, 0, W, H))
  -- The triangle begins where the viewport begins, and goes on behind it: there it is cut at the whole pixels, as hardware does.
  covered("parts of pixels", { TopLeftX = 1.25, TopLeftY = 0.75, Width = 3, Height = 2 }, all, box(1.25, 0.75, 4, 2))
  covered("left of the target", { TopLeftX = -4, TopLeftY = -2, Width = 6, Height = 3 }, all, box(-4, -2, 2, 1))
  covered("beyond the target", { TopLeftX = 6, TopLeftY = 2, Width = 100, Height = 100 }, all, box(6, 2, 106, 102))
  covered("no width", { Width = 0, Height = H }, all, function() return false end)
  covered("the largest", { TopLeftX = -32768, TopLeftY = -32768, Width = 65535, Height = 65535 }, all, function() return true end)
  covered("scissor", { Width = W, Height = H }, { Left = 2, Top = 1, Right = 5, Bottom = 3 }, box(2, 1, 5, 3))
  covered("empty scissor", { Width = W, Height = H }, { Left = 3, Top = 1, Right = 3, Bottom = 3 }, function() return false end)
  covered("scissor beyond the target", { Width = W, Height = H }, { Left = -5, Top = -5, Right = 2 ^ 31 - 1, Bottom = 2 ^ 31 - 1 }, function() return true end)
  covered("scissor outside", { Width = W, Height = H }, { Left = 100, Top = 100, Right = 200, Bottom = 200 }, function() return false end)
end

-- Nothing to draw: no vertices, no instances.
do
  local pso = pipeline("nothing", { VS = t.Cover, PS = gpu.PixelShader { Name = "one", Main = function(v) return float4(1, 1, 1, 1) end }, PrimitiveTopologyType = "TRIANGLE" })
  gpu.PushMessageFilter { Deny = { "NothingDrawn" } }
  local _, texels = draw(pso, "TRIANGLELIST", function(list)
    list:DrawInstanced(0, 1)
    list:DrawInstanced(3, 0)
    list:DrawInstanced(2, 1)
  end)
  gpu.PopMessageFilter()
  t.Check("nothing", texels, t.Filled(W * H * 4, -1))
end
t.Done()
