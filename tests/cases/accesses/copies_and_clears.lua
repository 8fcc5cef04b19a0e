-- Copies, clears, fills, resolves and results of queries, each before and behind each other, in one list, in lists of one call, and across calls. What needs barriers
-- between any two copies elsewhere needs none here: copies keep their order, and states are what has to change. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end
local function silent(name, body) t.case(name, "silent", body) end

local function direct() return t.queue("DIRECT", "q") end
local function copy(l, to, from) l:CopyBufferRegion(to, 0, from, 0, 256) end
local function abc() return t.buf("a", 256), t.buf("b", 256), t.buf("c", 256) end
local function whole(w, h) return { Right = w, Bottom = h, Back = 1 } end
local function quarter(x, y) return { Left = x, Top = y, Right = x + 32, Bottom = y + 32, Back = 1 } end
-- texels copies between a texture and a buffer of 16384 bytes.
local function into(l, x, sub, px, py, box) l:CopyTextureRegion({ Resource = x, Subresource = sub }, px or 0, py or 0, 0, t.rows(t.upload("texels", 16384)), box) end
local function outOf(l, x, sub, box) l:CopyTextureRegion(t.rows(t.readback("out", 16384)), 0, 0, 0, { Resource = x, Subresource = sub }, box) end
local function pair(name, state, flags, more) return t.tex(name, state or "COMMON", flags or "NONE", more or { DepthOrArraySize = 2 }) end

-- Buffers.
case("a to b, then c to a, then b to c", 'GS0402 buffer "b" in COPY_SOURCE', function(ok)
  local q, a, b, c = direct(), abc()
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, a, "COPY_SOURCE", "COPY_DEST")
    copy(l, a, c)
    copy(l, a, c) -- once more, over the same bytes
    if ok then t.go(l, b, "COPY_DEST", "COPY_SOURCE") end
    t.go(l, c, "COPY_SOURCE", "COPY_DEST")
    copy(l, c, b) --!
  end)
end)
silent("the halves of a buffer, then one over both", function()
  local q, a, b = direct(), t.buf("a", 256), t.buf("b", 256)
  t.run(q, function(l)
    l:CopyBufferRegion(a, 0, b, 0, 128)
    l:CopyBufferRegion(a, 128, b, 128, 128)
    l:CopyBufferRegion(a, 64, b, 0, 128)
    copy(l, a, b)
  end)
end)
case("a barrier for the source, and none for the target", 'GS0402 buffer "b"', function(ok)
  local q, a, b, c = direct(), abc()
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, a, "COPY_SOURCE", "COPY_DEST")
    if ok then t.go(l, b, "COPY_DEST", "COPY_SOURCE") end
    copy(l, a, b) --!
  end)
end)
case("the barrier names the buffer's next but one state", 'GS0402 buffer "b"', function(ok)
  local q, a, b, c = direct(), abc()
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, b, "COPY_DEST", ok and "COPY_SOURCE" or "UNORDERED_ACCESS")
    copy(l, c, b) --!
  end)
end)
case("two barriers for one buffer in one call, in the wrong order", 'GS0903; GS0401 buffer "b"', function(ok)
  local q, a, b, c = direct(), abc()
  t.run(q, function(l)
    copy(l, b, a)
    local first = { Type = "TRANSITION", Resource = b, Before = "COPY_DEST", After = "UNORDERED_ACCESS" }
    local second = { Type = "TRANSITION", Resource = b, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" }
    l:ResourceBarrier(ok and { first } or { second, first })
    if ok then l:ResourceBarrier { second } end
    copy(l, c, b)
  end)
end)
silent("the same barrier there, back and there again", function()
  local q, a, b, c = direct(), abc()
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, b, "COPY_DEST", "COPY_SOURCE")
    t.go(l, b, "COPY_SOURCE", "COPY_DEST")
    t.go(l, b, "COPY_DEST", "COPY_SOURCE")
    copy(l, c, b)
  end)
end)
case("the same barrier twice", 'GS0401 buffer "b"', function(ok)
  local q, a, b, c = direct(), abc()
  t.run(q, function(l)
    copy(l, b, a)
    t.go(l, b, "COPY_DEST", "COPY_SOURCE")
    if not ok then t.go(l, b, "COPY_DEST", "COPY_SOURCE") end
    copy(l, c, b)
  end)
end)
local function filled(l, b)
  local heap, cpu = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" },
    t.device:CreateDescriptorHeap { Name = "views of the CPU", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  for _, h in ipairs { heap, cpu } do t.device:CreateUnorderedAccessView(b, nil, { Format = "R32_UINT", NumElements = 64 }, h:GetCPUDescriptorHandle()) end
  l:SetDescriptorHeaps { heap }
  l:ClearUnorderedAccessViewUint(heap:GetGPUDescriptorHandle(), cpu:GetCPUDescriptorHandle(), b, { 42, 0, 0, 0 })
end
case("filled, then copied from", 'GS0402 buffer "a" in COPY_SOURCE', function(ok)
  local q, a, b = direct(), abc()
  t.run(q, function(l)
    filled(l, a)
    if ok then t.go(l, a, "UNORDERED_ACCESS", "COPY_SOURCE") end
    copy(l, b, a) --!
  end)
end)
case("copied to, then filled", 'GS0402 buffer "a" in UNORDERED_ACCESS', function(ok)
  local q, a, b = direct(), abc()
  t.run(q, function(l)
    copy(l, a, b)
    if ok then t.go(l, a, "COPY_DEST", "UNORDERED_ACCESS") end
    filled(l, a)
  end)
end)
case("filled twice", 'GS0517 buffer "a" @ a[0, 256)', function(ok)
  local q, a = direct(), t.buf("a", 256)
  t.run(q, function(l)
    filled(l, a)
    if ok then t.uav(l, a) end
    filled(l, a)
  end)
end)
silent("filled in two calls", function()
  local q, a = direct(), t.buf("a", 256)
  t.run(q, function(l) filled(l, a) end)
  t.run(q, function(l) filled(l, a) end)
end)
case("updated, then copied from", 'GS0402 buffer "a" in COPY_SOURCE', function(ok)
  local q, a, b = direct(), abc()
  t.run(q, function(l)
    l:WriteBufferImmediate { { Dest = a:GetGPUVirtualAddress(), Value = 10 } }
    if ok then t.go(l, a, "COPY_DEST", "COPY_SOURCE") end
    copy(l, b, a) --!
  end)
end)
silent("copied to, then updated, then a marker over it", function()
  local q, a, b = direct(), abc()
  t.run(q, function(l)
    copy(l, a, b)
    l:WriteBufferImmediate { { Dest = a:GetGPUVirtualAddress(), Value = 10 } }
    l:WriteBufferImmediate({ { Dest = a:GetGPUVirtualAddress(), Value = 11 } }, { "MARKER_OUT" })
  end)
end)
case("copied from, then updated", 'GS0402 buffer "a" in COPY_DEST', function(ok)
  local q, a, b = direct(), abc()
  t.run(q, function(l)
    copy(l, b, a)
    if ok then t.go(l, a, "COPY_SOURCE", "COPY_DEST") end
    l:WriteBufferImmediate { { Dest = a:GetGPUVirtualAddress(), Value = 10 } } --!
  end)
end)
case("three lists of one call, the barrier in the second, or not", 'GS0402 buffer "a"', function(ok)
  local q, a, b, c = direct(), abc()
  q:ExecuteCommandLists { t.list(q, function(l) copy(l, b, a) end, "one"), t.list(q, function(l) if ok then t.go(l, a, "COPY_SOURCE", "COPY_DEST") end end, "two"), --!
    t.list(q, function(l) copy(l, a, c) end, "three") }
end)
silent("one list again and again, each in its call", function()
  local q, a, b, F = direct(), t.buf("a", 256), t.buf("b", 256), t.fence("F")
  local l = t.list(q, function(l) copy(l, b, a) end)
  for n = 1, 8 do
    q:ExecuteCommandLists { l }
    q:Signal(F, n)
    F:WaitCPU(n)
  end
end)
case("one list again, while it may still run", "GS0603", function(ok)
  local q, a, b, F = direct(), t.buf("a", 256), t.buf("b", 256), t.fence("F")
  local l = t.list(q, function(l) copy(l, b, a) end)
  q:ExecuteCommandLists { l }
  q:Signal(F, 1)
  if ok then F:WaitCPU(1) end
  q:ExecuteCommandLists { l } --!
end)

-- Textures of two slices.
case("a texture to another, then a third to it", 'GS0402 texture "x" in COPY_DEST', function(ok)
  local q, x, y, z = direct(), pair("x"), pair("y"), pair("z")
  t.run(q, function(l)
    l:CopyResource(y, x)
    if ok then t.go(l, x, "COPY_SOURCE", "COPY_DEST") end
    l:CopyResource(x, z) --!
  end)
end)
case("a barrier for one slice of two", 'GS0402 texture "x"', function(ok)
  local q, x, y = direct(), pair("x"), pair("y")
  t.run(q, function(l)
    l:CopyResource(y, x)
    t.go(l, x, "COPY_SOURCE", "COPY_DEST", not ok and 0 or nil)
    into(l, x, 0)
    into(l, x, 1) --!
  end)
end)
silent("slices one by one, then both, then a corner", function()
  local q, x, z = direct(), pair("x"), pair("z")
  t.run(q, function(l)
    into(l, x, 0)
    into(l, x, 1)
    into(l, x, 1)
    l:CopyResource(x, z)
    into(l, x, 0, 32, 32, quarter(0, 0))
    into(l, x, 0, 31, 31, quarter(0, 0))
  end)
end)
case("a slice is copied from, and the other to", 'GS0402 texture "x"', function(ok)
  local q, x = direct(), pair("x")
  t.run(q, function(l)
    outOf(l, x, 0)
    into(l, x, ok and 1 or 0) --!
  end)
end)
case("texels there and back", 'GS0402 texture "x" in COPY_SOURCE', function(ok)
  local q, x = direct(), pair("x")
  t.run(q, function(l)
    into(l, x, 0, 0, 0, quarter(0, 0))
    if ok then t.go(l, x, "COPY_DEST", "COPY_SOURCE", 0) end
    outOf(l, x, 0, quarter(32, 32)) -- the state is that of the slice, not of the texels
  end)
end)
case("rows of a buffer are copied from and then to", 'GS0402 buffer "b" in COPY_DEST', function(ok)
  local q, x, b = direct(), pair("x"), t.buf("b", 32768)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x, Subresource = 0 }, 0, 0, 0, t.rows(b))
    if ok then t.go(l, b, "COPY_SOURCE", "COPY_DEST") end
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 0)
    l:CopyTextureRegion(t.rows(b, 64, 16384), 0, 0, 0, { Resource = x, Subresource = 0 }) -- the state is that of the buffer, not of the rows
  end)
end)
local function placedTexture(name, heap, flags)
  return t.device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
    InitialState = "COMMON", Flags = flags or "NONE" }
end
case("two textures of one place are copied to", 'GS0518 texture "two"', function(ok)
  local q, heap = direct(), t.heap(131072, "ALLOW_ONLY_NON_RT_DS_TEXTURES")
  local one, two = placedTexture("one", heap), placedTexture("two", heap)
  t.run(q, function(l)
    into(l, one, 0)
    if ok then t.alias(l, one, two) end
    into(l, two, 0)
  end)
end)
for _, at in ipairs { 31, 32 } do -- one texel of both, or none: where texels lie in the memory is not defined
  case("corners of two textures of one place, of one shape, at " .. at, 'GS0518 texture "two"', function(ok)
    local q, heap = direct(), t.heap(131072, "ALLOW_ONLY_NON_RT_DS_TEXTURES")
    local one, two = placedTexture("one", heap), placedTexture("two", heap)
    t.run(q, function(l)
      into(l, one, 0, 0, 0, quarter(0, 0))
      if ok then t.alias(l, one, two) end
      into(l, two, 0, at, at, quarter(0, 0))
    end)
  end)
end

-- Clears and resolves.
case("copied from, then cleared", 'GS0402 texture "x" in RENDER_TARGET', function(ok)
  local q, x = direct(), t.target("x", "COPY_SOURCE")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    outOf(l, x)
    if ok then t.go(l, x, "COPY_SOURCE", "RENDER_TARGET") end
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }) --!
  end)
end)
case("copied to, then cleared in the other half", 'GS0402 texture "x" in RENDER_TARGET', function(ok)
  local q, x = direct(), t.target("x", "COPY_DEST")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    into(l, x, 0, 0, 0, { Right = 32, Bottom = 64, Back = 1 })
    if ok then t.go(l, x, "COPY_DEST", "RENDER_TARGET") end
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }, { { Left = 32, Right = 64, Bottom = 64 } }) --!
  end)
end)
case("depth is copied from, then cleared", 'GS0402 texture "z" in DEPTH_WRITE', function(ok)
  local q, z, w = direct(), t.depth("z", "COPY_SOURCE"), t.depth("w", "COPY_DEST")
  local dsv = t.dsv(z)
  t.run(q, function(l)
    l:CopyResource(w, z)
    if ok then t.go(l, z, "COPY_SOURCE", "DEPTH_WRITE") end
    l:ClearDepthStencilView(dsv, "DEPTH", 1, 0) --!
  end)
end)
case("stencil is cleared where depth was copied to", 'GS0402 texture "z"', function(ok)
  local q, z = direct(), t.tex("z", "COPY_DEST", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT_S8X24_UINT" })
  local dsv, w = t.dsv(z), t.tex("w", "COPY_SOURCE", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT_S8X24_UINT" })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = z, Subresource = 0 }, 0, 0, 0, { Resource = w, Subresource = 0 })
    if ok then t.go(l, z, "COPY_DEST", "DEPTH_WRITE", 1) end
    l:ClearDepthStencilView(dsv, "STENCIL", 1, 0)
  end)
end)
local function samples(name, state) return t.tex(name, state, "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } }) end
case("samples are copied to, then resolved", 'GS0402 texture "many" in RESOLVE_SOURCE', function(ok)
  local q, many, more, one = direct(), samples("many", "COPY_DEST"), samples("more", "COPY_SOURCE"), t.tex("one", "RESOLVE_DEST")
  t.run(q, function(l)
    l:CopyResource(many, more)
    if ok then t.go(l, many, "COPY_DEST", "RESOLVE_SOURCE") end
    l:ResolveSubresource(one, 0, many, 0, "R8G8B8A8_UNORM") --!
  end)
end)
case("a texture is copied to, then resolved to", 'GS0402 texture "one" in RESOLVE_DEST', function(ok)
  local q, many, one = direct(), samples("many", "RESOLVE_SOURCE"), t.tex("one", "COPY_DEST")
  t.run(q, function(l)
    into(l, one)
    if ok then t.go(l, one, "COPY_DEST", "RESOLVE_DEST") end
    l:ResolveSubresource(one, 0, many, 0, "R8G8B8A8_UNORM") --!
  end)
end)
case("both sides of a resolve are in states of copies", 'GS0402 texture "many"; GS0402 texture "one"', function(ok)
  local q, many, one = direct(), samples("many", ok and "RESOLVE_SOURCE" or "COPY_DEST"), t.tex("one", ok and "RESOLVE_DEST" or "COPY_DEST")
  t.run(q, function(l) l:ResolveSubresource(one, 0, many, 0, "R8G8B8A8_UNORM") end)
end)

-- Results of queries.
local function ticks(l)
  local heap = t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = 2 }
  l:EndQuery(heap, "TIMESTAMP", 0)
  return heap
end
case("copied from, then results are resolved to it", 'GS0402 buffer "a" in COPY_DEST', function(ok)
  local q, a, b = direct(), abc()
  t.run(q, function(l)
    copy(l, b, a)
    if ok then t.go(l, a, "COPY_SOURCE", "COPY_DEST") end
    l:ResolveQueryData(ticks(l), "TIMESTAMP", 0, 1, a, 0) --!
  end)
end)
silent("copied to, then results are resolved over it", function()
  local q, a, b = direct(), abc()
  t.run(q, function(l)
    copy(l, b, a)
    l:ResolveQueryData(ticks(l), "TIMESTAMP", 0, 1, b, 0)
    copy(l, b, a)
  end)
end)
case("one result is 8 bytes, whatever stands beside it", 'GS0512 buffer "b" @ b[0, 8)', function(ok)
  local q, c, b = direct(), t.queue("COPY", "c"), t.buf("b", 256)
  t.run(q, function(l) l:ResolveQueryData(ticks(l), "TIMESTAMP", 0, 1, b, 0) end)
  c:ExecuteCommandLists { t.list(c, function(l) l:CopyBufferRegion(t.readback("r"), 0, b, ok and 8 or 0, 16) end) } --!
end)
