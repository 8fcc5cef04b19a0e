-- Draws that other APIs' tests try: vertices and indices at the ends of their views, views that the draw does not take, viewports and rectangles at their
-- limits, targets that do and do not go with the pipeline.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local RT, DS = "ALLOW_RENDER_TARGET", "ALLOW_DEPTH_STENCIL"

-- World is a queue, a target and a pipeline of two streams: float2 a vertex from slot 0 and float2 an instance from slot 1.
local function streams(fields)
  local d = { Name = "streams", RootSignature = t.device:CreateRootSignature { Name = "r", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" },
    VS = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" }, { "SHIFT", "float2" } }, Main = function(p, s) return { Position = float4(p + s, 0.5, 1.0) } end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1, 1, 1, 1) end }, RasterizerState = { CullMode = "NONE" }, PrimitiveTopologyType = "TRIANGLE",
    DepthStencilState = { DepthEnable = false }, RTVFormats = { "R8G8B8A8_UNORM" },
    InputLayout = { { "POSITION", 0, "R32G32_FLOAT", 0 }, { "SHIFT", 0, "R32G32_FLOAT", 1, 0, "PER_INSTANCE_DATA", 1 } } }
  for k, v in pairs(fields or {}) do d[k] = v end
  return t.device:CreateGraphicsPipelineState(d), d.RootSignature
end
local function view(b, bytes, stride, offset) return { BufferLocation = b:GetGPUVirtualAddress() + (offset or 0), SizeInBytes = bytes, StrideInBytes = stride or 8 } end
local function draw(record, fields)
  local q, x = t.queue("DIRECT", "q"), t.target("x")
  local pso, root = streams(fields)
  local rtv, vb = t.rtv(x), t.upload("vb", 4096)
  t.run(q, function(l)
    t.drawState(l, pso, rtv, nil, root)
    record(l, vb, x)
  end)
end

-- Vertices: n from the first of them, in a view of so many bytes. The last byte that is needed is 8 * (first + n).
for _, c in ipairs {
  { "as many as the view has", 24, 8, 3, 0, "silent" }, { "one byte short", 23, 8, 3, 0, "GS0920" }, { "one vertex too many", 24, 8, 4, 0, "GS0920" }, { "a view of nothing", 0, 8, 3, 0, "GS0920" },
  { "from the second, as many as there are", 32, 8, 3, 1, "silent" }, { "from the second, one too many", 24, 8, 3, 1, "GS0920" }, { "a larger stride, the last without its gap", 40, 16, 3, 0, "silent" },
  { "a larger stride, a byte short", 39, 16, 3, 0, "GS0920" }, { "a stride of 0", 8, 0, 30, 5, "silent" }, { "a stride of 0, a byte short", 7, 0, 3, 0, "GS0920" },
} do
  local name, bytes, stride, n, first, want = unpack(c)
  case("vertices: " .. name, want, function()
    draw(function(l, vb)
      l:IASetVertexBuffers(0, { view(vb, bytes, stride), view(vb, 8) })
      l:DrawInstanced(n, 1, first, 0)
    end)
  end)
end
case("vertices: one that the view holds in part is not read, and another queue writes it", "GS0920", function()
  local q, other, x, vb = t.queue("DIRECT", "q"), t.queue("COPY", "other"), t.target("x"), t.buf("vb", 256)
  local pso, root = streams()
  local rtv, up, still = t.rtv(x), t.upload("up", 256), t.upload("still", 256)
  t.run(q, function(l)
    t.drawState(l, pso, rtv, nil, root)
    l:IASetVertexBuffers(0, { view(vb, 23), view(still, 8) })
    l:DrawInstanced(3, 1)
  end)
  t.run(other, function(l) l:CopyBufferRegion(vb, 16, up, 0, 8) end)
end)
for _, c in ipairs { { "as many as the view has", 16, 2, 0, "silent" }, { "one too many", 16, 3, 0, "GS0920" }, { "from the second", 24, 2, 1, "silent" }, { "from the second, one too many", 24, 2, 2, "GS0920" },
  { "a million instances of one, none of them drawn", 8, 0, 1000000, "GS0912" } } do
  local name, bytes, n, first, want = unpack(c)
  case("instances: " .. name, want, function()
    draw(function(l, vb)
      l:IASetVertexBuffers(0, { view(vb, 24), view(vb, bytes) })
      l:DrawInstanced(3, n, 0, first)
    end)
  end)
end

-- Indices: n from the first of them, in a view of so many bytes; with a base vertex.
local function indexed(name, want, format, bytes, n, first, base, values, vertexBytes)
  case("indices: " .. name, want, function()
    draw(function(l, vb)
      local ib = t.upload("ib", 256)
      ib:Map():Write(0, format == "R16_UINT" and "ushort" or "uint", values or { 0, 1, 2, 0, 1, 2 })
      ib:Unmap()
      l:IASetVertexBuffers(0, { view(vb, vertexBytes or 24), view(vb, 8) })
      l:IASetIndexBuffer { BufferLocation = ib:GetGPUVirtualAddress(), SizeInBytes = bytes, Format = format }
      l:DrawIndexedInstanced(n, 1, first, base, 0)
    end)
  end)
end
indexed("as many as the view has", "silent", "R16_UINT", 12, 6, 0, 0)
indexed("one too many", "GS0920", "R16_UINT", 12, 7, 0, 0)
indexed("half an index at the end", "silent", "R16_UINT", 13, 6, 0, 0)
indexed("half an index at the end, which is read", "GS0920", "R32_UINT", 22, 6, 0, 0)
indexed("of 32 bits", "silent", "R32_UINT", 24, 6, 0, 0)
indexed("from the fourth", "silent", "R32_UINT", 24, 3, 3, 0)
indexed("from the fourth, one too many", "GS0920", "R32_UINT", 24, 4, 3, 0)
indexed("a vertex behind the view", "GS0920", "R16_UINT", 12, 3, 0, 0, { 0, 1, 3 })
indexed("a base that leads behind the view", "GS0920", "R16_UINT", 12, 3, 0, 1)
indexed("a base that leads back into the view", "silent", "R16_UINT", 12, 3, 0, -5, { 5, 6, 7 })
indexed("a base that leads before the view", "GS0920", "R16_UINT", 12, 3, 0, -1)
indexed("a large index that is not drawn", "silent", "R16_UINT", 12, 3, 0, 0, { 0, 1, 2, 999 })
-- The same of draws in a bundle that takes over the views of the list.
local function bundled(name, want, bytes, n)
  case("a bundle: " .. name, want, function()
    local q, x = t.queue("DIRECT", "q"), t.target("x")
    local pso, root = streams()
    local rtv, vb, ib = t.rtv(x), t.upload("vb", 4096), t.upload("ib", 256)
    local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator("BUNDLE"), InitialState = pso }
    bundle:SetGraphicsRootSignature(root)
    bundle:IASetPrimitiveTopology "TRIANGLELIST"
    bundle:DrawIndexedInstanced(n, 2, 0, 0, 0)
    bundle:Close()
    t.run(q, function(l)
      t.drawState(l, pso, rtv, nil, root)
      l:IASetVertexBuffers(0, { view(vb, 24), view(vb, bytes) })
      l:IASetIndexBuffer { BufferLocation = ib:GetGPUVirtualAddress(), SizeInBytes = 12, Format = "R32_UINT" }
      l:ExecuteBundle(bundle)
    end)
  end)
end
bundled("as many as the views have", "silent", 16, 3)
bundled("one instance too many", "GS0920 DrawIndexedInstanced of bundle \"bundle\" reads instances [0, 2) of vertex buffer 1, but its view holds 1", 15, 3)
bundled("one index too many", "GS0920 DrawIndexedInstanced of bundle \"bundle\" reads indices [0, 4), but the view of the index buffer holds 3", 16, 4)

-- The same of arguments that a buffer holds: draws are { vertices, instances, first vertex, first instance }, with indices { indices, instances, first index, base, first instance }.
local function indirect(name, want, views, ...)
  local draws = { ... }
  case("arguments: " .. name, want, function()
    local indexed = #draws[1] == 5
    draw(function(l, vb)
      local ib, args = t.upload("ib", 256), t.upload("args", 256)
      ib:Map():Write(0, "ushort", { 0, 1, 2, 0, 1, 2 })
      for i, d in ipairs(draws) do args:Map():Write((i - 1) * #d * 4, "uint", d) end
      l:IASetVertexBuffers(0, { view(vb, views.vertices or 24, views.stride), view(vb, views.instances or 8) })
      l:IASetIndexBuffer { BufferLocation = ib:GetGPUVirtualAddress(), SizeInBytes = 12, Format = "R16_UINT" }
      l:ExecuteIndirect(t.device:CreateCommandSignature { Name = "draws", ByteStride = #draws[1] * 4, ArgumentDescs = { { Type = indexed and "DRAW_INDEXED" or "DRAW" } } }, #draws, args)
    end)
  end)
end
indirect("as many vertices as the view has", "silent", {}, { 3, 1, 0, 0 })
indirect("of two commands the second asks for too many vertices", "GS0920 command 1 of ExecuteIndirect reads vertices [1, 4) of vertex buffer 0, but its view holds 3", {}, { 3, 1, 0, 0 }, { 3, 1, 1, 0 })
indirect("no instances of too many vertices", "silent", {}, { 30, 0, 0, 0 })
indirect("a stride of 0", "silent", { vertices = 8, stride = 0 }, { 30, 1, 5, 0 })
indirect("a stride of 0, a byte short", "GS0920 vertices [0, 3)", { vertices = 7, stride = 0 }, { 3, 1, 0, 0 })
indirect("as many instances as the view has", "silent", { instances = 16 }, { 3, 1, 0, 1 })
indirect("one instance too many", "GS0920 command 0 of ExecuteIndirect reads instances [1, 3) of vertex buffer 1, but its view holds 2", { instances = 16 }, { 3, 2, 0, 1 })
indirect("as many indices as the view has", "silent", {}, { 3, 1, 3, 0, 0 })
indirect("one index too many", "GS0920 command 0 of ExecuteIndirect reads indices [3, 7) of the index buffer, but its view holds 6", {}, { 4, 1, 3, 0, 0 })
-- Strides below what the layout reads of a vertex, of views that the list sets and of those that arguments set: buffer 0 by the list, 1 by arguments, { vertices, stride }.
local function strided(name, want, byList, byArguments, vertices)
  case("strides: " .. name, want, function()
    draw(function(l, vb)
      local args = t.upload("args", 256)
      args:Map():Write(0, "uint64", { vb:GetGPUVirtualAddress() })
      args:Map():Write(8, "uint", { 256, byArguments, vertices or 3, 1, 0, 0 })
      l:IASetVertexBuffers(0, { view(vb, 256, byList) })
      l:ExecuteIndirect(t.device:CreateCommandSignature { Name = "draws", ByteStride = 32, ArgumentDescs = { { Type = "VERTEX_BUFFER_VIEW", Slot = 1 }, { Type = "DRAW" } } }, 1, args)
    end)
  end)
end
strided("both are large enough", "silent", 8, 8)
strided("one that arguments set is too small", "GS0919 command 0 of ExecuteIndirect sets vertex buffer 1 with a stride of 4 bytes, but the input layout reads 8 bytes of a vertex", 8, 4)
strided("one that the list sets is too small", "GS0919 vertex buffer 0 has a stride of 4 bytes, but the input layout reads 8 bytes of a vertex", 4, 8)
strided("arguments set one of 0, the same for all", "silent", 8, 0)
strided("arguments set one that is too small, and draw nothing", "silent", 8, 4, 0)
case("strides: told at a draw, and not again at the ExecuteIndirect after it", "GS0919", function()
  draw(function(l, vb)
    local args = t.upload("args", 256)
    args:Map():Write(0, "uint", { 3, 1, 0, 0 })
    l:IASetVertexBuffers(0, { view(vb, 256, 4), view(vb, 256) })
    l:DrawInstanced(3, 1) --!
    l:ExecuteIndirect(t.device:CreateCommandSignature { Name = "draws", ByteStride = 16, ArgumentDescs = { { Type = "DRAW" } } }, 1, args)
  end)
end)
case("indices: none are set", "GS0xxx", function()
  draw(function(l, vb)
    l:IASetVertexBuffers(0, { view(vb, 24), view(vb, 8) })
    l:DrawIndexedInstanced(3, 1) --!
  end)
end)
case("indices: set, and then unset", "GS0xxx", function()
  draw(function(l, vb)
    l:IASetVertexBuffers(0, { view(vb, 24), view(vb, 8) })
    t.indices(l, vb)
    l:IASetIndexBuffer(nil)
    l:DrawIndexedInstanced(3, 1) --!
  end)
end)
for _, c in ipairs { { "a format that is none of indices", "R8_UINT", 0, "GS0816" }, { "signed", "R16_SINT", 0, "GS0816" }, { "of 16 bits at an odd address", "R16_UINT", 1, "GS0816" },
  { "of 32 bits at half of one", "R32_UINT", 2, "GS0816" }, { "of 16 bits at a multiple of 2", "R16_UINT", 2, "silent" } } do
  local name, format, offset, want = unpack(c)
  case("indices: " .. name, want, function()
    draw(function(l, vb)
      l:IASetVertexBuffers(0, { view(vb, 2048), view(vb, 8) })
      l:IASetIndexBuffer { BufferLocation = vb:GetGPUVirtualAddress() + offset, SizeInBytes = 12, Format = format }
      l:DrawIndexedInstanced(3, 1)
    end)
  end)
end

-- Buffers that the pipeline does not take may be as small as they like, at whatever slot.
case("a buffer of nothing at a slot without elements", "silent", function()
  draw(function(l, vb)
    l:IASetVertexBuffers(0, { view(vb, 24), view(vb, 8), view(vb, 0), view(vb, 1, 4) })
    l:DrawInstanced(3, 1)
  end)
end)
case("the last slot, and one behind it", "GS0813", function()
  draw(function(l, vb)
    l:IASetVertexBuffers(0, { view(vb, 24), view(vb, 8) })
    l:IASetVertexBuffers(31, { view(vb, 24) })
    l:IASetVertexBuffers(31, { view(vb, 24), view(vb, 24) }) --!
  end)
end)
case("a stride of 2048", "silent", function()
  draw(function(l, vb)
    l:IASetVertexBuffers(0, { view(vb, 4096, 2048), view(vb, 8) })
    l:DrawInstanced(2, 1)
  end)
end)
case("a stride of 2052", "GS0135", function()
  draw(function(l, vb)
    l:IASetVertexBuffers(0, { view(vb, 4096, 2052), view(vb, 8) }) --!
  end)
end)
case("a view of more bytes than the buffer has", "GS0xxx", function()
  draw(function(l, vb)
    l:IASetVertexBuffers(0, { view(vb, 4097), view(vb, 8) }) --!
    l:DrawInstanced(3, 1)
  end)
end)
case("an element wider than its stride", "GS0919", function()
  draw(function(l, vb)
    l:IASetVertexBuffers(0, { view(vb, 64, 4), view(vb, 8) })
    l:DrawInstanced(3, 1) --!
  end)
end)

-- Viewports and rectangles.
local function port(name, want, record)
  case("ports: " .. name, want, function()
    draw(function(l, vb)
      l:IASetVertexBuffers(0, { view(vb, 24), view(vb, 8) })
      record(l)
      l:DrawInstanced(3, 1)
    end)
  end)
end
port("a part of a pixel", "silent", function(l) l:RSSetViewports { { TopLeftX = 0.25, TopLeftY = 0.5, Width = 0.5, Height = 0.5 } } end)
port("a negative width", "GS0814", function(l) l:RSSetViewports { { Width = -1, Height = 64 } } end)
port("beyond the largest place", "GS0814", function(l) l:RSSetViewports { { TopLeftX = 32767, Width = 2, Height = 64 } } end)
port("before the smallest place", "GS0814", function(l) l:RSSetViewports { { TopLeftX = -32769, Width = 2, Height = 64 } } end)
port("a depth above 1", "GS0814", function(l) l:RSSetViewports { { Width = 64, Height = 64, MaxDepth = 1.5 } } end)
port("a depth below 0", "GS0814", function(l) l:RSSetViewports { { Width = 64, Height = 64, MinDepth = -0.5 } } end)
port("depths the other way round", "silent", function(l) l:RSSetViewports { { Width = 64, Height = 64, MinDepth = 1, MaxDepth = 0 } } end)
port("a place that is not a number", "GS0xxx", function(l) l:RSSetViewports { { TopLeftX = 0 / 0, Width = 64, Height = 64 } } end)
port("sixteen", "silent", function(l) local v = {} for i = 1, 16 do v[i] = { Width = 64, Height = 64 } end l:RSSetViewports(v) end)
port("seventeen", "GS0813", function(l) local v = {} for i = 1, 17 do v[i] = { Width = 64, Height = 64 } end l:RSSetViewports(v) end)
port("none", "GS0912", function(l) l:RSSetViewports {} end)
port("a rectangle beside the target", "silent", function(l) l:RSSetScissorRects { { Left = 64, Top = 0, Right = 128, Bottom = 64 } } end)
port("a rectangle turned over", "GS0814", function(l) l:RSSetScissorRects { { Left = 64, Top = 0, Right = 32, Bottom = 64 } } end)
port("a rectangle of nothing that is set", "silent", function(l) l:RSSetScissorRects { { Left = 32, Top = 0, Right = 32, Bottom = 64 } } end)
port("a reference of 255", "silent", function(l) l:OMSetStencilRef(255) end)
port("a reference of 256", "GS0135", function(l) l:OMSetStencilRef(256) end)
port("a factor beyond 1", "silent", function(l) l:OMSetBlendFactor { 100, -3, 0, 0 } end)
port("three factors", "GS0xxx", function(l) l:OMSetBlendFactor { 1, 1, 1 } end)

-- Targets and pipelines: formats, samples, depth, numbers of targets.
local function target(format, samples) return t.tex(format, "RENDER_TARGET", RT, { Format = format, SampleDesc = { Count = samples or 1 } }) end
local function match(name, want, fields, bind)
  case("targets: " .. name, want, function()
    local q, vb = t.queue("DIRECT", "q"), t.upload("vb", 4096)
    local pso, root = streams(fields())
    local rtvs, dsv = bind()
    t.run(q, function(l)
      t.drawState(l, pso, rtvs[1], dsv, root)
      l:OMSetRenderTargets(rtvs, dsv)
      l:IASetVertexBuffers(0, { view(vb, 24), view(vb, 8) })
      l:DrawInstanced(3, 1)
    end)
  end)
end
local two = function() return gpu.PixelShader { Name = "two", Main = function(v) return { Target0 = float4(1, 1, 1, 1), Target1 = float4(1, 1, 1, 1) } end } end
local function one(format) return function() return { t.rtv(target(format)) } end end
match("of the format", "silent", function() return {} end, one "R8G8B8A8_UNORM")
match("of the family", "GS0823", function() return {} end, one "R8G8B8A8_UNORM_SRGB")
match("of two formats", "silent", function() return { PS = two(), RTVFormats = { "R8G8B8A8_UNORM", "R16G16_FLOAT" } } end, function() return { t.rtv(target "R8G8B8A8_UNORM"), t.rtv(target "R16G16_FLOAT") } end)
match("of two formats, exchanged", "GS0823", function() return { PS = two(), RTVFormats = { "R8G8B8A8_UNORM", "R16G16_FLOAT" } } end, function() return { t.rtv(target "R16G16_FLOAT"), t.rtv(target "R8G8B8A8_UNORM") } end)
match("one too few", "GS0835", function() return { PS = two(), RTVFormats = { "R8G8B8A8_UNORM", "R16G16_FLOAT" } } end, one "R8G8B8A8_UNORM")
match("one too many", "silent", function() return {} end, function() return { t.rtv(target "R8G8B8A8_UNORM"), t.rtv(target "R16G16_FLOAT") } end)
match("of four samples", "silent", function() return { SampleDesc = { Count = 4 } } end, function() return { t.rtv(target("R8G8B8A8_UNORM", 4)) } end)
match("of four samples for one", "GS0823", function() return {} end, function() return { t.rtv(target("R8G8B8A8_UNORM", 4)) } end)
match("of one sample for four", "GS0823", function() return { SampleDesc = { Count = 4 } } end, one "R8G8B8A8_UNORM")
match("of two and of four samples", "GS0823", function() return { PS = two(), RTVFormats = { "R8G8B8A8_UNORM", "R16G16_FLOAT" }, SampleDesc = { Count = 4 } } end,
  function() return { t.rtv(target("R8G8B8A8_UNORM", 4)), t.rtv(target("R16G16_FLOAT", 2)) } end)
local function deep(format, write) return function() return { DSVFormat = format, DepthStencilState = { DepthEnable = true, DepthFunc = "ALWAYS", DepthWriteMask = write or "ALL" } } end end
local function zed(format, flags, samples) return function()
  local z = t.tex("z", "DEPTH_WRITE", DS, { Format = format, SampleDesc = { Count = samples or 1 } })
  return { t.rtv(target "R8G8B8A8_UNORM") }, t.dsv(z, flags and { Format = format, ViewDimension = "TEXTURE2D", Flags = flags } or nil)
end end
match("with the depth of the pipeline", "silent", deep "D32_FLOAT", zed "D32_FLOAT")
match("with another depth", "GS0823", deep "D32_FLOAT", zed "D16_UNORM")
match("without the depth that is written", "GS0835", deep "D32_FLOAT", one "R8G8B8A8_UNORM")
match("with a depth that the pipeline has not, and does not test", "silent", function() return {} end, zed "D32_FLOAT")
match("with a depth of four samples", "GS0823", deep "D32_FLOAT", zed("D32_FLOAT", nil, 4))
match("with targets of other heights", "GS0922", function() return { PS = two(), RTVFormats = { "R8G8B8A8_UNORM", "R8G8B8A8_UNORM" } } end,
  function() return { t.rtv(target "R8G8B8A8_UNORM"), t.rtv(t.tex("low", "RENDER_TARGET", RT, { Height = 32 })) } end)

-- Blends: factors and operations that a format or another target does not go with, and second sources.
local function blend(name, want, target, fields)
  fields = fields or {}
  case("blends: " .. name, want, function()
    fields.PS = fields.PS and fields.PS() or nil
    fields.BlendState = { RenderTarget = { target }, IndependentBlendEnable = fields.IndependentBlendEnable, AlphaToCoverageEnable = fields.AlphaToCoverageEnable }
    fields.IndependentBlendEnable, fields.AlphaToCoverageEnable = nil, nil
    draw(function(l, vb)
      l:IASetVertexBuffers(0, { view(vb, 24), view(vb, 8) })
      if not fields.RTVFormats then l:DrawInstanced(3, 1) end
    end, fields)
  end)
end
local whole = function() return gpu.PixelShader { Name = "whole", Main = function(v) return uint4(1, 1, 1, 1) end } end
local SECOND = { BlendEnable = true, SrcBlend = "ONE", DestBlend = "INV_SRC1_ALPHA", SrcBlendAlpha = "ONE", DestBlendAlpha = "SRC1_ALPHA" }
blend("over what is there", "silent", { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA" })
blend("two sources", "silent", SECOND, { PS = two })
blend("a second source that the shader does not give", "GS0917", SECOND)
blend("a second source that is not asked for", "GS0917", { BlendEnable = true, SrcBlend = "ONE", DestBlend = "INV_SRC_ALPHA" }, { PS = two })
blend("a second source where nothing blends", "silent", { BlendEnable = false, DestBlend = "SRC1_COLOR" })
blend("two sources and two targets", "GS0804", SECOND, { PS = two, RTVFormats = { "R8G8B8A8_UNORM", "R8G8B8A8_UNORM" } })
blend("a colour as a factor of alpha", "GS0804", { BlendEnable = true, SrcBlendAlpha = "SRC_COLOR", DestBlendAlpha = "ZERO" })
blend("integers", "GS0804", { BlendEnable = true }, { PS = whole, RTVFormats = { "R8G8B8A8_UINT" } })
blend("a logic operation of integers", "silent", { LogicOpEnable = true, LogicOp = "XOR" }, { PS = whole, RTVFormats = { "R8G8B8A8_UINT" } })
blend("a logic operation of colours", "GS0804", { LogicOpEnable = true, LogicOp = "XOR" })
blend("a logic operation and blending", "GS0804", { LogicOpEnable = true, LogicOp = "XOR", BlendEnable = true })
blend("a logic operation of each target", "GS0804", { LogicOpEnable = true, LogicOp = "XOR" }, { PS = whole, RTVFormats = { "R8G8B8A8_UINT" }, IndependentBlendEnable = true })
blend("alpha that decides about one sample", "silent", {}, { AlphaToCoverageEnable = true })
