-- What is left of another project's tests: memory of a frame graph, depth and colour used twice, clears, discards and resolves of parts,
-- several resources at a time, submissions of several lists. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function direct(name) return t.queue("DIRECT", name or "q") end
local function write(b, at, n) return function(l) l:CopyBufferRegion(b, at or 0, t.upload("from"), 0, n or 256) end end
local function read(b, at, n) return function(l) l:CopyBufferRegion(t.readback("to"), 0, b, at or 0, n or 256) end end

-- Memory that one frame uses for several things.
local function shared(n, size)
  local heap, r = t.heap(131072), {}
  for i = 1, n do r[i] = t.placed("r" .. i, heap, 0, size or 65536) end
  return heap, r[1], r[2], r[3]
end
case("back to the first resource", 'GS0518 buffer "r1"', function(ok)
  local q, _, one, two = direct(), shared(2)
  t.run(q, function(l)
    write(one)(l)
    t.alias(l, one, two)
    write(two)(l)
    if ok then t.alias(l, two, one) end
    write(one)(l)
  end)
end)
case("the aliasing barrier is in the list before", 'GS0518 buffer "r2"', function(ok)
  local q, _, one, two = direct(), shared(2)
  local first = t.list(q, function(l)
    if not ok then t.alias(l, one, two) end
    write(one)(l)
    if ok then t.alias(l, one, two) end
  end, "first")
  q:ExecuteCommandLists { first, t.list(q, write(two), "second") }
end)
case("three of one memory, the second barrier missing", 'GS0518 buffer "r3"', function(ok)
  local q, _, one, two, three = direct(), shared(3)
  t.run(q, function(l)
    write(one)(l)
    t.alias(l, one, two)
    write(two)(l)
    if ok then t.alias(l, two, three) end
    write(three)(l)
  end)
end)
case("three of one memory, the barriers in the wrong order", 'GS0518 buffer "r3"', function(ok)
  local q, _, one, two, three = direct(), shared(3)
  t.run(q, function(l)
    write(one)(l)
    t.alias(l, ok and one or two, ok and two or three)
    t.alias(l, ok and two or one, ok and three or two)
    write(three)(l)
  end)
end)
case("two small ones, then a large one over both", 'GS0518 buffer "large"', function(ok)
  local q, heap = direct(), t.heap(131072)
  local one, two, large = t.placed("one", heap, 0, 65536), t.placed("two", heap, 65536, 65536), t.placed("large", heap, 0, 131072)
  t.run(q, function(l)
    write(one)(l)
    write(two)(l)
    t.alias(l, one, large)
    if ok then t.alias(l, two, large) end
    l:CopyBufferRegion(large, 0, t.upload("from"), 0, 256)
    l:CopyBufferRegion(large, 65536, t.upload("from"), 0, 256) --!
  end)
end)
case("a UAV barrier is no aliasing barrier", 'GS0518 buffer "r2"', function(ok)
  local c, _, one, two = t.queue("COMPUTE", "c"), shared(2)
  t.run(c, function(l)
    t.fill(l, one)
    if ok then t.alias(l, one, two) else t.uav(l, nil) end
    t.fill(l, two)
  end)
end)
case("a transition is no aliasing barrier", 'GS0518 buffer "r2"', function(ok)
  local q, _, one, two = direct(), shared(2)
  t.run(q, function(l)
    write(one)(l)
    t.go(l, one, "COPY_DEST", "COPY_SOURCE")
    if ok then t.alias(l, nil, two) end
    write(two)(l)
  end)
end)
case("two queues, two resources of one memory, the fence of the third", 'GS0512 buffer "r2"', function(ok)
  local a, b, F, G = t.queue("COPY", "a"), direct("b"), t.fence("F"), t.fence("G")
  local _, one, two = shared(2)
  a:Signal(G, 1)
  a:ExecuteCommandLists { t.list(a, write(one)) }
  a:Signal(F, 1)
  b:Wait(ok and F or G, 1)
  b:ExecuteCommandLists { t.list(b, write(two)) } --!
end)
case("a target in shared memory that nothing has filled", 'GS0614', function(ok)
  local q, heap = direct(), t.heap(131072, "ALLOW_ONLY_RT_DS_TEXTURES")
  local function placed(name)
    return t.device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
      InitialState = "RENDER_TARGET", Flags = "ALLOW_RENDER_TARGET" }
  end
  local one, two = placed("one"), placed("two")
  local first, second, pso = t.rtv(one), t.rtv(two), t.drawing("plain")
  t.run(q, function(l)
    l:ClearRenderTargetView(first, { 0, 0, 0, 1 })
    t.alias(l, one, two)
    if ok then l:DiscardResource(two) end
    t.drawState(l, pso, second)
    l:DrawInstanced(3, 1)
  end)
end)

-- Depth and colour used twice.
local depths = gpu.Texture2D("t0", "float")
local function tested(z, dsv)
  local root = t.device:CreateRootSignature { Name = "tested", Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0, Flags = "DATA_VOLATILE" } } } } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  t.device:CreateShaderResourceView(z, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D" }, heap:GetCPUDescriptorHandle())
  local pso = t.drawing("plain", { root = root, depth = "ZERO", ps = { Name = "soft", Main = function(v)
    return float4(depths:Load(int3(int2(v.Position.xy), 0)), 0.0, 0.0, 1.0)
  end } })
  local rtv = t.rtv(t.target("picture"))
  return function(l)
    l:SetDescriptorHeaps { heap }
    t.drawState(l, pso, rtv, dsv, root)
    l:SetGraphicsRootDescriptorTable(0, heap:GetGPUDescriptorHandle())
    l:DrawInstanced(3, 1)
  end
end
local READ = { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D", Flags = "READ_ONLY_DEPTH" }
local function typeless(name, state) return t.tex(name, state, "ALLOW_DEPTH_STENCIL", { Format = "R32_TYPELESS" }) end
case("depth is tested and read by the shader", 'GS04xx texture "z"', function(ok)
  local q, z = direct(), typeless("z", "DEPTH_WRITE")
  local use = tested(z, t.dsv(z, READ))
  t.run(q, function(l)
    t.go(l, z, "DEPTH_WRITE", ok and "DEPTH_READ|PIXEL_SHADER_RESOURCE" or "DEPTH_READ")
    use(l)
  end)
end)
case("three queues clear depth in turn, the last waits for the first", 'GS0512 texture "z"', function(ok)
  local a, b, c, z = direct("a"), direct("b"), direct("c"), typeless("z", "DEPTH_WRITE")
  local F, G, dsv = t.fence("F"), t.fence("G"), t.dsv(z, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D" })
  local function clear(q) return t.list(q, function(l) l:ClearDepthStencilView(dsv, "DEPTH", 1, 0) end) end
  a:ExecuteCommandLists { clear(a) }
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:ExecuteCommandLists { clear(b) }
  b:Signal(G, 1)
  c:Wait(ok and G or F, 1)
  c:ExecuteCommandLists { clear(c) } --!
end)
case("a resolve of one slice beside a clear of the other", 'GS05xx texture "many"', function(ok)
  local a, b, F = direct("a"), direct("b"), t.fence("F")
  local many = t.tex("many", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 }, DepthOrArraySize = 2 })
  local shown = t.tex("shown", "RESOLVE_DEST")
  local rtv = t.rtv(many, { ViewDimension = "TEXTURE2DMSARRAY", FirstArraySlice = 1, ArraySize = 1 })
  a:ExecuteCommandLists { t.list(a, function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }) end) }
  a:Signal(F, 1)
  b:ExecuteCommandLists { t.list(b, function(l) --!
    local slice = ok and 0 or 1
    t.go(l, many, "RENDER_TARGET", "RESOLVE_SOURCE", slice)
    l:ResolveSubresource(shown, 0, many, slice)
  end) }
end)

-- Parts.
local function cleared(x, view)
  local shown = t.device:CreateDescriptorHeap { Name = "shown", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  local kept = t.device:CreateDescriptorHeap { Name = "kept", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  for _, h in ipairs { shown, kept } do t.device:CreateUnorderedAccessView(x, nil, view, h:GetCPUDescriptorHandle()) end
  return function(l, rects)
    l:SetDescriptorHeaps { shown }
    l:ClearUnorderedAccessViewUint(shown:GetGPUDescriptorHandle(), kept:GetCPUDescriptorHandle(), x, { 0, 0, 0, 0 }, rects)
  end
end
case("a clear of a part of a buffer, and a kernel beside it", 'GS0517 buffer "x"', function(ok)
  local c, x = t.queue("COMPUTE", "c"), t.buf("x")
  local clear = cleared(x, { Format = "R32_UINT", FirstElement = 64, NumElements = 64 })
  t.run(c, function(l)
    clear(l)
    t.fill(l, x, ok and 0 or 1)
  end)
end)
case("two clears of one texture, rectangles that meet", 'GS0517 texture "x"', function(ok)
  local c, x = t.queue("COMPUTE", "c"), t.tex("x", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS", { Format = "R32_UINT" })
  local clear = cleared(x)
  t.run(c, function(l)
    clear(l, { { Left = 0, Top = 0, Right = 8, Bottom = 8 } })
    clear(l, { { Left = ok and 8 or 7, Top = 0, Right = 16, Bottom = 8 } })
  end)
end)
case("a clear of a part, copied by another queue", 'GS0512 buffer "x"', function(ok)
  local c, a, x = t.queue("COMPUTE", "c"), t.queue("COPY", "a"), t.buf("x")
  local clear = cleared(x, { Format = "R32_UINT", FirstElement = 64, NumElements = 64 })
  c:ExecuteCommandLists { t.list(c, function(l) clear(l) end) }
  a:ExecuteCommandLists { t.list(a, read(x, ok and 512 or 508, 256)) } --!
end)

-- Several resources and several lists.
case("three buffers, a barrier for two", 'GS0402 buffer "z"', function(ok)
  local q, x, y, z = direct(), t.buf("x"), t.buf("y"), t.buf("z")
  t.run(q, function(l)
    for _, b in ipairs { x, y, z } do write(b)(l) end
    for _, b in ipairs { x, y, ok and z or nil } do t.go(l, b, "COPY_DEST", "COPY_SOURCE") end
    for _, b in ipairs { x, y, z } do read(b)(l) end --!
  end)
end)
case("the second of three lists races", 'GS0512 buffer "y"', function(ok)
  local a, b, x, y, z, F = t.queue("COPY", "a"), direct("b"), t.buf("x"), t.buf("y"), t.buf("z"), t.fence("F")
  a:ExecuteCommandLists { t.list(a, write(x)), t.list(a, write(z)) }
  a:Signal(F, 1)
  a:ExecuteCommandLists { t.list(a, write(y)) }
  a:Signal(F, 2)
  b:Wait(F, ok and 2 or 1)
  b:ExecuteCommandLists { t.list(b, read(x), "one"), t.list(b, read(y), "two"), t.list(b, read(z), "three") } --!
end)
case("a buffer that a list reads and writes, beside a reader", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = t.queue("COPY", "a"), direct("b"), t.buf("x"), t.fence("F")
  a:ExecuteCommandLists { t.list(a, function(l)
    read(x, 0)(l)
    t.go(l, x, "COPY_SOURCE", "COPY_DEST")
    write(x, 2048)(l)
  end) }
  a:Signal(F, 1)
  b:ExecuteCommandLists { t.list(b, read(x, ok and 0 or 2300, 256)) } --!
end)
case("two writers in a chain, a reader of the first part", 'GS0512 buffer "x"', function(ok)
  local a, b, c, x = t.queue("COPY", "a"), direct("b"), t.queue("COMPUTE", "c"), t.buf("x")
  local F, G = t.fence("F"), t.fence("G")
  t.run(a, write(x, 0, 256))
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, write(x, 1024, 256))
  b:Signal(G, 1)
  c:Wait(F, 1)
  if ok then c:Wait(G, 1) end
  c:ExecuteCommandLists { t.list(c, read(x, 0, 2048)) } --!
end)
case("a reader of the part that is finished, beside a writer of the rest", 'GS0512 buffer "x"', function(ok)
  local a, c, x, F = t.queue("COPY", "a"), t.queue("COMPUTE", "c"), t.buf("x"), t.fence("F")
  t.run(a, write(x, 0, 1024))
  a:Signal(F, 1)
  t.run(a, write(x, 1024, 1024))
  a:Signal(F, 2)
  c:Wait(F, 1)
  c:ExecuteCommandLists { t.list(c, read(x, 0, ok and 1024 or 1025)) } --!
end)
case("predicated writes of two queues", 'GS0512 buffer "x"', function(ok)
  local a, b, x, p = direct("a"), direct("b"), t.buf("x"), t.buf("p")
  t.run(a, function(l)
    l:SetPredication(p, 0, ok and "EQUAL_ZERO" or "NOT_EQUAL_ZERO")
    write(x)(l)
    l:SetPredication(nil)
  end)
  b:ExecuteCommandLists { t.list(b, write(x)) } --!
end)
case("a submission without lists between", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = t.queue("COPY", "a"), direct("b"), t.buf("x"), t.fence("F")
  t.run(a, write(x))
  a:ExecuteCommandLists { t.list(a, function() end, "empty") }
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { t.list(b, function() end, "empty") }
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)

-- What is set, and what is used.
case("a target leaves its state between setting and draw", 'GS0402 texture "x"', function(ok)
  local q, x, pso = direct(), t.target("x"), t.drawing("plain")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    if not ok then t.go(l, x, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE") end
    l:DrawInstanced(3, 1)
  end)
end)
case("depth leaves its state between setting and draw", 'GS0402 texture "z"', function(ok)
  local q, z, pso = direct(), t.depth("z"), t.drawing("plain", { depth = "ALL" })
  local rtv, dsv = t.rtv(t.target("x")), t.dsv(z)
  t.run(q, function(l)
    t.drawState(l, pso, rtv, dsv)
    if not ok then t.go(l, z, "DEPTH_WRITE", "DEPTH_READ") end
    l:DrawInstanced(3, 1)
  end)
end)
case("a view in the table comes to its state between setting and dispatch", 'GS0402 buffer "x"', function(ok)
  local c, x, y = t.queue("COMPUTE", "c"), t.buf("x"), t.buf("y")
  t.run(c, function(l)
    t.go(l, x, "COMMON", "COPY_DEST")
    t.use(l, "move", y, x)
    if ok then t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end
    l:Dispatch(1, 1, 1)
  end)
end)
case("the predicate is overwritten between setting and draw", 'GS0402 buffer "p"', function(ok)
  local q, p, x = direct(), t.buf("p"), t.buf("x")
  t.run(q, function(l)
    t.go(l, p, "COMMON", ok and "PREDICATION" or "COPY_DEST")
    l:SetPredication(p, 0, "EQUAL_ZERO")
    t.go(l, p, ok and "PREDICATION" or "COPY_DEST", ok and "COPY_DEST" or "PREDICATION")
    l:CopyBufferRegion(x, 0, t.upload("from"), 0, 256)
    l:SetPredication(nil)
  end)
end)
