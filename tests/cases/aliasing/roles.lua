-- Memory that several resources share, roles of one resource in one command, planes of depth and stencil beside draws, and queues that hand all of it over.
-- Situations of another project's tests of aliasing, resource usages and attachments, whose expectations were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "q") end
local function into(x, at, n) return function(l) l:CopyBufferRegion(x, at or 0, t.upload("up"), 0, n or 256) end end
local function from(x, at, n) return function(l) l:CopyBufferRegion(t.readback("down"), 0, x, at or 0, n or 256) end end
local K = 65536

-- shared makes placed buffers: pairs of place and size in units of 64 KiB.
local function shared(...)
  local heap, list = t.heap(8 * K), {}
  for i, at in ipairs { ... } do list[i] = t.placed("r" .. i, heap, at[1] * K, at[2] * K) end
  return (unpack or table.unpack)(list)
end

-- Aliasing barriers.
for _, how in ipairs { "both named", "before left out", "after left out", "neither named" } do
  case("one resource, then the other one in its memory, a barrier with " .. how, "silent", function()
    local q, one, two = D(), shared({ 0, 1 }, { 0, 1 })
    t.run(q, function(l)
      into(one)(l)
      t.alias(l, (how == "both named" or how == "after left out") and one or nil, (how == "both named" or how == "before left out") and two or nil)
      into(two)(l)
    end)
  end)
end
case("one resource, then the other one in its memory, without a barrier", 'GS0518 buffer "r2" @ r2[0, 256)', function()
  local q, one, two = D(), shared({ 0, 1 }, { 0, 1 })
  t.run(q, function(l)
    l:CopyBufferRegion(one, 0, t.upload("up"), 0, 256) --1
    l:CopyBufferRegion(two, 0, t.upload("up"), 0, 512) --!
  end)
end)
case("one resource, then the other one beside what was touched", "silent", function()
  local q, one, two = D(), shared({ 0, 1 }, { 0, 1 })
  t.run(q, function(l)
    into(one, 0, 256)(l)
    into(two, 256, 256)(l)
  end)
end)
case("two resources over the front and the back of a third, each behind a barrier of its own", "silent", function()
  local q, whole, front, back = D(), shared({ 0, 2 }, { 0, 1 }, { 1, 1 })
  t.run(q, function(l)
    into(whole, 0, 256)(l)
    into(whole, K, 256)(l)
    t.alias(l, whole, front)
    t.alias(l, whole, back)
    into(front)(l)
    into(back)(l)
  end)
end)
case("two resources over the front and the back of a third, one barrier", 'GS0518 buffer "r3" @ r3[0, 256)', function()
  local q, whole, front, back = D(), shared({ 0, 2 }, { 0, 1 }, { 1, 1 })
  t.run(q, function(l)
    into(whole, 0, 256)(l)
    l:CopyBufferRegion(whole, K, t.upload("up"), 0, 256) --1
    t.alias(l, whole, front)
    into(front)(l)
    l:CopyBufferRegion(back, 0, t.upload("up"), 0, 256) --!
  end)
end)
case("a barrier for two resources of other memory stands between", 'GS0518 buffer "r2"', function()
  local q, one, two, three, four = D(), shared({ 0, 1 }, { 0, 1 }, { 2, 1 }, { 2, 1 })
  t.run(q, function(l)
    into(one)(l)
    t.alias(l, three, four)
    into(two)(l)
  end)
end)
case("the barrier is in a list between the two of one call", "silent", function()
  local q, one, two = D(), shared({ 0, 1 }, { 0, 1 })
  q:ExecuteCommandLists { t.list(q, into(one)), t.list(q, function(l) t.alias(l, one, two) end), t.list(q, into(two)) }
end)
case("two calls of one queue need no barrier", "silent", function()
  local q, one, two = D(), shared({ 0, 1 }, { 0, 1 })
  t.run(q, into(one))
  t.run(q, into(two))
  t.run(q, into(one))
end)
case("two queues need a fence and no barrier", "silent", function()
  local a, b, F, one, two = D("a"), D("b"), t.fence("F"), shared({ 0, 1 }, { 0, 1 })
  t.run(a, into(one))
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, into(two))
end)
case("two queues, a barrier and no fence", 'GS0512 writes buffer "r2" while direct queue "a" writes buffer "r1" in the same memory', function()
  local a, b, one, two = D("a"), D("b"), shared({ 0, 1 }, { 0, 1 })
  a:ExecuteCommandLists { t.list(a, into(one)) } --1
  b:ExecuteCommandLists { t.list(b, function(l) --!
    t.alias(l, one, two)
    into(two)(l)
  end) }
end)
case("two queues read two resources of one memory", "silent", function()
  local a, b, one, two = D("a"), D("b"), shared({ 0, 1 }, { 0, 1 })
  t.run(a, from(one))
  t.run(b, from(two))
end)
case("a ring of three resources of one memory, a barrier each", "silent", function()
  local q, one, two, three = D(), shared({ 0, 1 }, { 0, 1 }, { 0, 1 })
  local ring = { one, two, three }
  t.run(q, function(l)
    for i = 1, 6 do
      into(ring[(i - 1) % 3 + 1])(l)
      t.alias(l, ring[(i - 1) % 3 + 1], ring[i % 3 + 1])
    end
  end)
end)
case("a ring of three resources of one memory, the second round forgets one", 'GS0518 buffer "r2" @ r2[0, 256)', function()
  local q, one, two, three = D(), shared({ 0, 1 }, { 0, 1 }, { 0, 1 })
  local ring = { one, two, three }
  t.run(q, function(l)
    for i = 1, 6 do
      into(ring[(i - 1) % 3 + 1])(l)
      if i ~= 4 then t.alias(l, ring[(i - 1) % 3 + 1], ring[i % 3 + 1]) end
    end
  end)
end)
case("a target in the memory of a buffer is cleared behind the barrier and read", "silent", function()
  local q, heap = D(), t.heap(8 * K)
  local one = t.placed("one", heap, 0, K)
  local two = t.device:CreatePlacedResource { Name = "two", Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
    InitialState = "RENDER_TARGET", Flags = "ALLOW_RENDER_TARGET" }
  local rtv = t.rtv(two)
  t.run(q, function(l)
    into(one)(l)
    t.alias(l, one, two)
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    t.go(l, two, "RENDER_TARGET", "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = two })
  end)
end)
case("a target in the memory of a buffer is read before it was cleared", "GS0614", function()
  local q, heap = D(), t.heap(8 * K)
  local one = t.placed("one", heap, 0, K)
  local two = t.device:CreatePlacedResource { Name = "two", Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
    InitialState = "COPY_SOURCE", Flags = "ALLOW_RENDER_TARGET" }
  t.run(q, function(l)
    into(one)(l)
    t.alias(l, one, two)
    l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = two })
  end)
end)

-- One resource in several roles of one command.
local src, dst, other = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint"), gpu.RWStructuredBuffer("u1", "uint")
local function roles(main, ...)
  local root = t.device:CreateRootSignature { Name = "roles", Parameters = { { Type = "SRV", ShaderRegister = 0, Flags = "DATA_VOLATILE" }, { Type = "UAV", ShaderRegister = 0 },
    { Type = "UAV", ShaderRegister = 1 } } }
  local pso = t.device:CreateComputePipelineState { Name = "roles", RootSignature = root, CS = gpu.ComputeShader { Name = "roles", NumThreads = { 4, 1, 1 }, Main = main } }
  return function(l, a, b, c)
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootShaderResourceView(0, a)
    l:SetComputeRootUnorderedAccessView(1, b)
    l:SetComputeRootUnorderedAccessView(2, c)
    l:Dispatch(1, 1, 1)
  end
end
case("a buffer is read and written by one kernel in two roles", "GS04xx", function()
  local q, x, y = D(), t.buf("x"), t.buf("y")
  local use = roles(function(GroupIndex)
    dst[GroupIndex] = src[GroupIndex + 64]
    other[GroupIndex] = 1
  end)
  local a, b = x:GetGPUVirtualAddress(), y:GetGPUVirtualAddress()
  t.run(q, function(l) use(l, a, a, b) end)
end)
case("a buffer is written by one kernel through two views, side by side", "silent", function()
  local q, x, y = D(), t.buf("x"), t.buf("y")
  local use = roles(function(GroupIndex)
    dst[GroupIndex] = src[GroupIndex]
    other[GroupIndex] = 1
  end)
  local a, b = x:GetGPUVirtualAddress(), y:GetGPUVirtualAddress()
  t.run(q, function(l) use(l, b, a, a + 16) end)
end)
case("a buffer is bound by its address to be read by a kernel that does not come to it, and written", 'GS0407 Dispatch uses buffer "x"', function()
  local q, x, y = D(), t.buf("x"), t.buf("y")
  local use = roles(function(GroupIndex)
    if GroupIndex > 100 then dst[0] = src[0] end
    other[GroupIndex] = 1
  end)
  local a, b = x:GetGPUVirtualAddress(), y:GetGPUVirtualAddress()
  t.run(q, function(l) use(l, a, b, a) end)
end)
case("a buffer has the vertices, the indices and the arguments of one draw", "silent", function()
  local q, x, u = D(), t.buf("x"), t.upload("u")
  local rtv, pso = t.rtv(t.target("picture")), t.drawing("vertices")
  local signature = t.device:CreateCommandSignature { Name = "draws", ByteStride = 20, ArgumentDescs = { { Type = "DRAW_INDEXED" } } }
  local m = u:Map()
  m:Write(0, "uint", { 3, 1, 0, 0, 0 })
  m:Write(256, "uint", { 0, 1, 2 })
  t.run(q, function(l) l:CopyBufferRegion(x, 0, u, 0, 1024) end)
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    l:IASetVertexBuffers(0, { { BufferLocation = x:GetGPUVirtualAddress() + 512, SizeInBytes = 256, StrideInBytes = 8 } })
    l:IASetIndexBuffer { BufferLocation = x:GetGPUVirtualAddress() + 256, SizeInBytes = 12, Format = "R32_UINT" }
    l:ExecuteIndirect(signature, 1, x, 0)
  end)
end)
case("a buffer is filled by one kernel and then has its own arguments", 'GS0402 buffer "x"', function()
  local q, x, y = D(), t.buf("x"), t.buf("y")
  local signature = t.device:CreateCommandSignature { Name = "dispatches", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(q, function(l)
    t.fill(l, x, 0, 1)
    t.use(l, "fill", y)
    l:ExecuteIndirect(signature, 1, x, 0) --!
  end)
end)

-- Depth and stencil beside draws.
local both = { Format = "D24_UNORM_S8_UINT", ViewDimension = "TEXTURE2D" }
local function depthStencil() return t.tex("z", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "R24G8_TYPELESS" }) end
-- lit draws with a pixel shader that looks at a texel of depth; options say what the pipeline tests and writes.
local depthIn = gpu.Texture2D("t0", "float")
local function lit(z, dsv, options)
  local root = t.device:CreateRootSignature { Name = "lit", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } } } }
  local pso = t.device:CreateGraphicsPipelineState { Name = "lit", RootSignature = root, RasterizerState = { CullMode = "NONE" },
    VS = gpu.VertexShader { Name = "vs", Main = function(VertexID)
      return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
    end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(depthIn[uint2(0, 0)], 0.0, 0.0, 1.0) end },
    PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D24_UNORM_S8_UINT",
    DepthStencilState = { DepthEnable = true, DepthWriteMask = options.depth or "ZERO", DepthFunc = "LESS_EQUAL", StencilEnable = options.stencil ~= nil,
      FrontFace = { StencilPassOp = options.stencil or "KEEP", StencilFunc = "ALWAYS" }, BackFace = { StencilPassOp = options.stencil or "KEEP", StencilFunc = "ALWAYS" } } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(z, { Format = "R24_UNORM_X8_TYPELESS", ViewDimension = "TEXTURE2D", MipLevels = 1 }, heap:GetCPUDescriptorHandle(0))
  local rtv = t.rtv(t.target("picture"))
  return function(l)
    l:SetDescriptorHeaps { heap }
    t.drawState(l, pso, rtv, dsv, root)
    l:SetGraphicsRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:DrawInstanced(3, 1)
  end
end
local function cleared(l, z, dsv) l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0) end
case("depth is tested and looked at, stencil is written", "silent", function()
  local q, z = D(), depthStencil()
  local dsv, read = t.dsv(z, both), t.dsv(z, { Format = "D24_UNORM_S8_UINT", ViewDimension = "TEXTURE2D", Flags = "READ_ONLY_DEPTH" })
  local draw = lit(z, read, { stencil = "INCR" })
  t.run(q, function(l)
    cleared(l, z, dsv)
    t.go(l, z, "DEPTH_WRITE", "DEPTH_READ|PIXEL_SHADER_RESOURCE", 0)
    draw(l)
  end)
end)
case("depth is tested and looked at, stencil is written in a state for reading", 'GS0402 texture "z"', function()
  local q, z = D(), depthStencil()
  local dsv, read = t.dsv(z, both), t.dsv(z, { Format = "D24_UNORM_S8_UINT", ViewDimension = "TEXTURE2D", Flags = "READ_ONLY_DEPTH" })
  local draw = lit(z, read, { stencil = "INCR" })
  t.run(q, function(l)
    cleared(l, z, dsv)
    t.go(l, z, "DEPTH_WRITE", "DEPTH_READ|PIXEL_SHADER_RESOURCE") --1
    draw(l)
  end)
end)
case("depth is tested and looked at, and the state for looking is missing", 'GS0402 texture "z"', function()
  local q, z = D(), depthStencil()
  local dsv, read = t.dsv(z, both), t.dsv(z, { Format = "D24_UNORM_S8_UINT", ViewDimension = "TEXTURE2D", Flags = "READ_ONLY_DEPTH" })
  local draw = lit(z, read, {})
  t.run(q, function(l)
    cleared(l, z, dsv)
    t.go(l, z, "DEPTH_WRITE", "DEPTH_READ", 0) --1
    draw(l)
  end)
end)
case("depth is written and looked at", 'GS04xx texture "z"', function()
  local q, z = D(), depthStencil()
  local dsv = t.dsv(z, both)
  local draw = lit(z, dsv, { depth = "ALL" })
  t.run(q, function(l)
    cleared(l, z, dsv)
    draw(l)
  end)
end)
case("depth is looked at by one queue while another one writes stencil", "silent", function()
  local a, b, z, F = D("a"), D("b"), depthStencil(), t.fence("F")
  local dsv, read = t.dsv(z, both), t.dsv(z, { Format = "D24_UNORM_S8_UINT", ViewDimension = "TEXTURE2D", Flags = "READ_ONLY_DEPTH|READ_ONLY_STENCIL" })
  local draw = lit(z, read, {})
  t.run(a, function(l)
    cleared(l, z, dsv)
    t.go(l, z, "DEPTH_WRITE", "DEPTH_READ|PIXEL_SHADER_RESOURCE", 0)
  end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, draw)
  t.run(a, function(l) l:ClearDepthStencilView(dsv, "STENCIL", 1, 3) end)
end)
case("depth is looked at by one queue while another one writes both", 'GS05xx texture "z"', function()
  local a, b, z, F = D("a"), D("b"), depthStencil(), t.fence("F")
  local dsv, read = t.dsv(z, both), t.dsv(z, { Format = "D24_UNORM_S8_UINT", ViewDimension = "TEXTURE2D", Flags = "READ_ONLY_DEPTH|READ_ONLY_STENCIL" })
  local draw = lit(z, read, {})
  t.run(a, function(l)
    cleared(l, z, dsv)
    t.go(l, z, "DEPTH_WRITE", "DEPTH_READ|PIXEL_SHADER_RESOURCE", 0)
  end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, draw)
  t.run(a, function(l)
    t.go(l, z, "DEPTH_READ|PIXEL_SHADER_RESOURCE", "DEPTH_WRITE", 0)
    l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 3)
  end)
end)

-- States that come and go by themselves when work is handed from queue to queue.
local function upload(x) return function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("up", 16384))) end end
local function download(x) return function(l) l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x }) end end
local function handed(name, expected, first, second, body1, body2, flags)
  case("a picture handed from a " .. first .. " to a " .. second .. " queue: " .. name, expected, function()
    local a, b, x, F = t.queue(first, "a"), t.queue(second, "b"), t.tex("x", "COMMON", flags), t.fence("F")
    t.run(a, function(l) body1(l, x) end)
    a:Signal(F, 1)
    b:Wait(F, 1)
    t.run(b, function(l) body2(l, x) end)
  end)
end
local function up(l, x) upload(x)(l) end
local function down(l, x) download(x)(l) end
handed("written by promotion, read by promotion", "silent", "COPY", "DIRECT", up, down)
handed("written by promotion, read by promotion", "silent", "COPY", "COMPUTE", up, down)
handed("written by promotion, read by promotion", 'GS0402 texture "x"', "DIRECT", "DIRECT", up, down)
handed("written by promotion, read by promotion", 'GS0402 texture "x"', "COMPUTE", "DIRECT", up, down)
handed("written by promotion, read by promotion, with simultaneous access", "silent", "DIRECT", "DIRECT", up, down, "ALLOW_SIMULTANEOUS_ACCESS")
handed("written by promotion, read by promotion", "GS04xx", "DIRECT", "COPY", up, down)
handed("read by promotion, written by promotion", "silent", "DIRECT", "COPY", down, up)
handed("read by promotion, written by promotion", "silent", "COMPUTE", "DIRECT", down, up)
handed("written and moved back, written by promotion", "silent", "DIRECT", "COPY", function(l, x)
  up(l, x)
  t.go(l, x, "COPY_DEST", "COMMON")
end, up)
handed("written and moved to be read, read there", "silent", "DIRECT", "COMPUTE", function(l, x)
  up(l, x)
  t.go(l, x, "COPY_DEST", "COPY_SOURCE")
end, down)
handed("written and moved to be read, read there", "GS0406", "DIRECT", "COPY", function(l, x)
  up(l, x)
  t.go(l, x, "COPY_DEST", "COPY_SOURCE")
end, down)
handed("moved to be copied to, and back, on the copy queue", "silent", "COPY", "DIRECT", function(l, x)
  t.go(l, x, "COMMON", "COPY_DEST")
  up(l, x)
  t.go(l, x, "COPY_DEST", "COMMON")
end, down)
handed("moved to be copied to, and left so, on the copy queue", "silent", "COPY", "DIRECT", function(l, x)
  t.go(l, x, "COMMON", "COPY_DEST")
  up(l, x)
end, down)
