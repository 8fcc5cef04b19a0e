-- Targets: clears, discards, resolves, passes and draws of parts on two queues; colours that are not written, depth that is only tested; counters of views;
-- queries of one heap. Situations of another project's tests of render passes and queries, whose expectations were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "q") end
local RT, DS = "ALLOW_RENDER_TARGET", "ALLOW_DEPTH_STENCIL"
local function rect(left, top, right, bottom) return { { Left = left, Top = top, Right = right, Bottom = bottom } } end
local function slices(name, state, flags) return t.tex(name, state or "RENDER_TARGET", flags or RT, { DepthOrArraySize = 2 }) end
local function slice(x, i) return t.rtv(x, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = i, ArraySize = 1 }) end
local function clear(rtv, rects) return function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }, rects) end end

-- Clears and discards.
case("two queues clear two slices", 'GS0514 texture "x"', function()
  local a, b, x = D("a"), D("b"), slices("x")
  local one, two = slice(x, 0), slice(x, 1)
  a:ExecuteCommandLists { t.list(a, clear(one)) } --1
  b:ExecuteCommandLists { t.list(b, clear(two)) } --!
end)
case("two queues clear two slices, one behind the other", "silent", function()
  local a, b, x, F = D("a"), D("b"), slices("x"), t.fence("F")
  local one, two = slice(x, 0), slice(x, 1)
  t.run(a, clear(one))
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, clear(two))
end)
case("a discard of one slice, and another queue clears it", 'GS0512 texture "x" @ x[subresource 1, x 0..64, y 0..64]', function()
  local a, b, x = D("a"), D("b"), slices("x")
  local two = slice(x, 1)
  a:ExecuteCommandLists { t.list(a, function(l) l:DiscardResource(x, { FirstSubresource = 1, NumSubresources = 1 }) end) } --1
  b:ExecuteCommandLists { t.list(b, clear(two)) } --!
end)
case("a discard of one slice, and another queue clears the one beside", 'GS0514 texture "x"', function()
  local a, b, x = D("a"), D("b"), slices("x")
  local one = slice(x, 0)
  a:ExecuteCommandLists { t.list(a, function(l) l:DiscardResource(x, { FirstSubresource = 1, NumSubresources = 1 }) end) } --1
  b:ExecuteCommandLists { t.list(b, clear(one)) } --!
end)
case("a discard of a rectangle, and another queue clears one that meets it", 'GS0512 texture "x" @ x[x 24..32, y 0..16]', function()
  local a, b, x = D("a"), D("b"), t.target("x")
  local rtv = t.rtv(x)
  a:ExecuteCommandLists { t.list(a, function(l) l:DiscardResource(x, { Rects = rect(0, 0, 32, 16), NumSubresources = 1 }) end) } --1
  b:ExecuteCommandLists { t.list(b, clear(rtv, rect(24, 0, 64, 64))) } --!
end)
case("a discard of all that a queue then clears and reads", "silent", function()
  local q, x = D(), t.target("x")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    l:DiscardResource(x)
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x })
  end)
end)
case("a clear outside of what another queue copies, one subresource", "GS05xx", function()
  local a, b, x = D("a"), D("b"), t.target("x")
  local rtv = t.rtv(x)
  a:ExecuteCommandLists { t.list(a, clear(rtv, rect(0, 0, 16, 16))) } --1
  b:ExecuteCommandLists { t.list(b, function(l) --!
    t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x }, { Left = 32, Top = 32, Right = 64, Bottom = 64, Back = 1 })
  end) }
end)
case("two clears on one queue over each other", "silent", function()
  local q, x = D(), t.target("x")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    clear(rtv, rect(0, 0, 32, 32))(l)
    clear(rtv, rect(16, 16, 64, 64))(l)
    clear(rtv)(l)
  end)
end)
case("a clear of an empty rectangle is refused", "GS0824", function()
  local q, x = D(), t.target("x")
  local rtv = t.rtv(x)
  t.run(q, clear(rtv, rect(16, 16, 16, 32)))
end)

-- Draws that write no colour, and draws of a part.
local function drawn(options, dsv)
  options = options or {}
  local root = t.device:CreateRootSignature { Name = "empty" }
  local pso = t.device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, RasterizerState = { CullMode = "NONE" },
    VS = gpu.VertexShader { Name = "vs", Main = function(VertexID)
      return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
    end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1.0, 0.5, 0.25, 1.0) end },
    PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = dsv and "D32_FLOAT" or nil,
    BlendState = { RenderTarget = { { RenderTargetWriteMask = options.mask or "ALL" } } },
    DepthStencilState = dsv and { DepthEnable = true, DepthWriteMask = options.write or "ALL", DepthFunc = options.compare or "ALWAYS" } or { DepthEnable = false } }
  return function(l, rtv, scissor)
    t.drawState(l, pso, rtv, dsv, root)
    l:RSSetScissorRects(scissor or rect(0, 0, 64, 64))
    l:DrawInstanced(3, 1)
  end
end
case("a draw that writes red alone, and another queue clears", 'GS0512 texture "x"', function()
  local a, b, x = D("a"), D("b"), t.target("x")
  local rtv, draw = t.rtv(x), drawn { mask = "RED" }
  a:ExecuteCommandLists { t.list(a, function(l) draw(l, rtv) end) } --1
  b:ExecuteCommandLists { t.list(b, clear(rtv)) } --!
end)
case("two draws side by side in one list", "silent", function()
  local q, x = D(), t.target("x")
  local rtv, draw = t.rtv(x), drawn()
  t.run(q, function(l)
    draw(l, rtv, rect(0, 0, 32, 64))
    draw(l, rtv, rect(16, 0, 64, 64))
  end)
end)
case("two queues draw parts that meet", 'GS0512 texture "x" @ x[x 16..32, y 0..64]', function()
  local a, b, x = D("a"), D("b"), t.target("x")
  local rtv, draw = t.rtv(x), drawn()
  a:ExecuteCommandLists { t.list(a, function(l) draw(l, rtv, rect(0, 0, 32, 64)) end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) draw(l, rtv, rect(16, 0, 64, 64)) end) } --!
end)
case("two queues draw parts side by side", 'GS0515 texture "x"', function()
  local a, b, x = D("a"), D("b"), t.target("x")
  local rtv, draw = t.rtv(x), drawn()
  a:ExecuteCommandLists { t.list(a, function(l) draw(l, rtv, rect(0, 0, 32, 64)) end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) draw(l, rtv, rect(32, 0, 64, 64)) end) } --!
end)
case("two queues test one depth buffer that is in a state for reading", "silent", function()
  local a, b, z = D("a"), D("b"), t.depth("z")
  local dsv, read = t.dsv(z), t.dsv(z, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D", Flags = "READ_ONLY_DEPTH" })
  local draw, F = drawn({ write = "ZERO", compare = "LESS" }, read), t.fence("F")
  t.run(a, function(l)
    l:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
    t.go(l, z, "DEPTH_WRITE", "DEPTH_READ")
  end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  for _, q in ipairs { a, b } do
    local rtv = t.rtv(t.target("x"))
    t.run(q, function(l) draw(l, rtv) end)
  end
end)
case("one queue tests depth, another one clears it behind a wait for the clear before", 'GS0512 texture "z" @ z[x 0..64, y 0..64]', function()
  local a, b, z, F = D("a"), D("b"), t.depth("z"), t.fence("F")
  local dsv = t.dsv(z)
  local draw, rtv = drawn({ write = "ZERO", compare = "LESS" }, dsv), t.rtv(t.target("x"))
  t.run(a, function(l) l:ClearDepthStencilView(dsv, "DEPTH", 1, 0) end)
  a:Signal(F, 1)
  a:ExecuteCommandLists { t.list(a, function(l) draw(l, rtv) end) } --1
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, function(l) l:ClearDepthStencilView(dsv, "DEPTH", 1, 0) end) } --!
end)
case("depth is drawn, made readable, and drawn again without a way back", 'GS0402 texture "z"', function()
  local q, z = D(), t.depth("z")
  local dsv = t.dsv(z)
  local draw, rtv = drawn({}, dsv), t.rtv(t.target("x"))
  t.run(q, function(l)
    draw(l, rtv)
    t.go(l, z, "DEPTH_WRITE", "DEPTH_READ|PIXEL_SHADER_RESOURCE")
    draw(l, rtv)
  end)
end)

-- Passes: what they load, clear, store and resolve.
local CLEAR, DISCARD, PRESERVE, NONE = { Type = "CLEAR", ClearValue = { Color = { 0, 0, 0, 1 } } }, { Type = "DISCARD" }, { Type = "PRESERVE" }, { Type = "NO_ACCESS" }
local function pass(l, rtv, beginning, ending, body)
  l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = beginning, EndingAccess = ending } }
  if body then body() end
  l:EndRenderPass()
end
for _, begins in ipairs { { "CLEAR", CLEAR }, { "DISCARD", DISCARD } } do
  case("a pass that begins with " .. begins[1] .. ", beside a queue that reads the slice next to it", "silent", function()
    local a, b, x, F = D("a"), D("b"), slices("x"), t.fence("F")
    local one, two = slice(x, 0), slice(x, 1)
    t.run(a, function(l)
      clear(one)(l)
      t.go(l, x, "RENDER_TARGET", "COPY_SOURCE", 0)
    end)
    a:Signal(F, 1)
    b:Wait(F, 1)
    t.run(b, function(l) l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x, Subresource = 0 }) end)
    t.run(a, function(l) pass(l, two, begins[2], PRESERVE) end)
  end)
  case("a pass that begins with " .. begins[1] .. ", beside a queue that clears the same slice", 'GS0512 texture "x" @ x[subresource 1, x 0..64, y 0..64]', function()
    local a, b, x = D("a"), D("b"), slices("x")
    local two = slice(x, 1)
    a:ExecuteCommandLists { t.list(a, function(l) pass(l, two, begins[2], PRESERVE) end) }
    b:ExecuteCommandLists { t.list(b, clear(two)) }
  end)
end
case("a pass draws, and the picture is read behind a barrier in the same list", "silent", function()
  local q, x = D(), t.target("x")
  local rtv, draw = t.rtv(x), drawn()
  t.run(q, function(l)
    l:OMSetRenderTargets { rtv }
    pass(l, rtv, CLEAR, PRESERVE)
    draw(l, rtv)
    t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x })
  end)
end)
case("a pass clears, and the picture is read without a barrier in the next list of the call", 'GS0402 texture "x"', function()
  local q, x = D(), t.target("x")
  local rtv = t.rtv(x)
  q:ExecuteCommandLists { t.list(q, function(l) pass(l, rtv, CLEAR, PRESERVE) end, "one"),
    t.list(q, function(l) l:CopyTextureRegion(t.rows(t.readback("down", 16384)), 0, 0, 0, { Resource = x }) end, "two") }
end)

-- Resolves.
local function many(name, n) return t.tex(name, "RESOLVE_SOURCE", RT, { SampleDesc = { Count = 4 }, DepthOrArraySize = n or 1 }) end
case("two queues resolve one picture to two", "silent", function()
  local a, b, x = D("a"), D("b"), many("x")
  for i, q in ipairs { a, b } do
    local to = t.tex("to" .. i, "RESOLVE_DEST", RT)
    t.run(q, function(l) l:ResolveSubresource(to, 0, x, 0, "R8G8B8A8_UNORM") end)
  end
end)
case("two queues resolve two pictures to one", 'GS0512 texture "to" @ to[x 0..64, y 0..64]', function()
  local a, b, x, y, to = D("a"), D("b"), many("x"), many("y"), t.tex("to", "RESOLVE_DEST", RT)
  a:ExecuteCommandLists { t.list(a, function(l) l:ResolveSubresource(to, 0, x, 0, "R8G8B8A8_UNORM") end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) l:ResolveSubresource(to, 0, y, 0, "R8G8B8A8_UNORM") end) } --!
end)
case("two queues resolve two pictures to two slices of one", 'GS0514 texture "to"', function()
  local a, b, x, y, to = D("a"), D("b"), many("x"), many("y"), slices("to", "RESOLVE_DEST")
  a:ExecuteCommandLists { t.list(a, function(l) l:ResolveSubresource(to, 0, x, 0, "R8G8B8A8_UNORM") end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) l:ResolveSubresource(to, 1, y, 0, "R8G8B8A8_UNORM") end) } --!
end)
case("two resolves to one picture in one list", "silent", function()
  local q, x, y, to = D(), many("x"), many("y"), t.tex("to", "RESOLVE_DEST", RT)
  t.run(q, function(l)
    l:ResolveSubresource(to, 0, x, 0, "R8G8B8A8_UNORM")
    l:ResolveSubresource(to, 0, y, 0, "R8G8B8A8_UNORM")
  end)
end)
case("two rectangles are resolved by two queues, and share texels", 'GS0512 texture "to" @ to[x 24..32, y 24..32]', function()
  local a, b, x, y, to = D("a"), D("b"), many("x"), many("y"), t.tex("to", "RESOLVE_DEST", RT)
  a:ExecuteCommandLists { t.list(a, function(l) l:ResolveSubresourceRegion(to, 0, 0, 0, x, 0, { Right = 32, Bottom = 32 }, "R8G8B8A8_UNORM", "AVERAGE") end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) l:ResolveSubresourceRegion(to, 0, 24, 24, y, 0, { Right = 32, Bottom = 32 }, "R8G8B8A8_UNORM", "AVERAGE") end) } --!
end)
case("resolved, and resolved from again in the state before", 'GS0402 texture "x"', function()
  local q, x, to = D(), t.tex("x", "RENDER_TARGET", RT, { SampleDesc = { Count = 4 } }), t.tex("to", "RESOLVE_DEST", RT)
  local rtv = t.rtv(x)
  t.run(q, function(l)
    clear(rtv)(l)
    t.go(l, x, "RENDER_TARGET", "RESOLVE_SOURCE") --1
    l:ResolveSubresource(to, 0, x, 0, "R8G8B8A8_UNORM")
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }) --!
  end)
end)

-- Counters of unordered views: 4 bytes at CounterOffsetInBytes.
local list_ = gpu.RWStructuredBuffer("u0", "uint")
local function counting(x, counter, offset)
  local root = t.device:CreateRootSignature { Name = "counting", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
  local pso = t.device:CreateComputePipelineState { Name = "counting", RootSignature = root, CS = gpu.ComputeShader { Name = "counting", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex)
      local at = list_:IncrementCounter()
      list_[at] = 7
    end } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateUnorderedAccessView(x, counter, { NumElements = 64, StructureByteStride = 4, CounterOffsetInBytes = offset or 0 }, heap:GetCPUDescriptorHandle(0))
  return function(l)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:Dispatch(1, 1, 1)
  end
end
for _, at in ipairs { 4095, 4096, 4099, 4100 } do
  local meets = at == 4096 or at == 4099
  case("a counter at 4096, and another queue reads the byte " .. at, meets and ('GS0512 buffer "counter" @ counter[%d, %d)'):format(at, at + 1) or "silent", function()
    local q, a, x, counter = D(), t.queue("COPY", "a"), t.buf("x"), t.buf("counter", 8192)
    local count = counting(x, counter, 4096)
    t.run(q, count)
    t.run(a, function(l) l:CopyBufferRegion(t.readback("down"), 0, counter, at, 1) end)
  end)
end
case("two kernels append to one buffer through one counter", "silent", function()
  local q, x, counter = D(), t.buf("x"), t.buf("counter")
  local count = counting(x, counter)
  t.run(q, function(l)
    count(l)
    count(l)
  end)
end)
case("a kernel appends, the counter is reset by a copy without a barrier", 'GS0402 buffer "counter"', function()
  local q, x, counter = D(), t.buf("x"), t.buf("counter")
  local count = counting(x, counter)
  t.run(q, function(l)
    count(l)
    l:CopyBufferRegion(counter, 0, t.upload("zero"), 0, 4) --!
  end)
end)

-- Queries: slots of a heap.
local function heap(type, n) return t.device:CreateQueryHeap { Name = "queries", Type = type, Count = n } end
case("two queues end times in two slots", "silent", function()
  local a, b, h = D("a"), D("b"), heap("TIMESTAMP", 2)
  for i, q in ipairs { a, b } do t.run(q, function(l) l:EndQuery(h, "TIMESTAMP", i - 1) end) end
end)
case("two queues end times in one slot", 'GS0512 query heap "queries"', function()
  local a, b, h = D("a"), D("b"), heap("TIMESTAMP", 2)
  a:ExecuteCommandLists { t.list(a, function(l) l:EndQuery(h, "TIMESTAMP", 1) end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) l:EndQuery(h, "TIMESTAMP", 1) end) } --!
end)
for _, n in ipairs { 1, 2 } do
  case(("a queue resolves %d slots while another one ends the second"):format(n), n == 2 and 'GS0512 query heap "queries"' or "silent", function()
    local a, b, h, x, F = D("a"), D("b"), heap("TIMESTAMP", 2), t.readback("x"), t.fence("F")
    t.run(a, function(l)
      l:EndQuery(h, "TIMESTAMP", 0)
      l:EndQuery(h, "TIMESTAMP", 1)
    end)
    a:Signal(F, 1)
    b:Wait(F, 1)
    t.run(b, function(l) l:ResolveQueryData(h, "TIMESTAMP", 0, n, x, 0) end)
    t.run(a, function(l) l:EndQuery(h, "TIMESTAMP", 1) end)
  end)
end
case("queries are ended and resolved in turn by one queue, into one buffer", "silent", function()
  local q, h, x = D(), heap("OCCLUSION", 1), t.buf("x")
  for _ = 1, 3 do
    t.run(q, function(l)
      l:BeginQuery(h, "OCCLUSION", 0)
      l:EndQuery(h, "OCCLUSION", 0)
      l:ResolveQueryData(h, "OCCLUSION", 0, 1, x, 0)
    end)
  end
end)
case("a query is begun in one list and ended in the next", "GS0827", function()
  local q, h = D(), heap("OCCLUSION", 1)
  local one = t.list(q, function(l) l:BeginQuery(h, "OCCLUSION", 0) end, "one")
  q:ExecuteCommandLists { one }
end)
case("one slot is resolved that was ended, and one that was not", "GS0609", function()
  local q, h, x = D(), heap("TIMESTAMP", 2), t.buf("x")
  t.run(q, function(l)
    l:EndQuery(h, "TIMESTAMP", 0)
    l:ResolveQueryData(h, "TIMESTAMP", 0, 2, x, 0)
  end)
end)
case("a copy of results over results that another queue resolves beside", 'GS0514 buffer "x"', function()
  local a, b, h, g, x = D("a"), D("b"), heap("TIMESTAMP", 2), heap("TIMESTAMP", 2), t.buf("x")
  a:ExecuteCommandLists { t.list(a, function(l) --1
    l:EndQuery(h, "TIMESTAMP", 0)
    l:ResolveQueryData(h, "TIMESTAMP", 0, 1, x, 0)
  end) }
  b:ExecuteCommandLists { t.list(b, function(l) --!
    l:EndQuery(g, "TIMESTAMP", 0)
    l:ResolveQueryData(g, "TIMESTAMP", 0, 1, x, 8)
  end) }
end)
