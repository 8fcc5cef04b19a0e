-- Textures that share memory with others: who gives contents to a target and who takes them away, by what they occupy of their heap, and aliasing barriers beside other queues.
local t = require "prelude"
local case = t.case
local function both(name, expected, body)
  case(name, expected, function() body(false) end)
  case(name .. ", right", "silent", function() body(true) end)
end
local function link(from, to) local f = t.fence "link" from:Signal(f, 1) to:Wait(f, 1) end
local ALL, BLACK = "ALLOW_ALL_BUFFERS_AND_TEXTURES", { 0, 0, 0, 0 }
local function texture(name, heap, options)
  local d = { Name = name, Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
  for k, v in pairs(options or {}) do d[k] = v end
  return t.device:CreatePlacedResource(d)
end
local function target(name, heap, options)
  local x = texture(name, heap, { Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" })
  return x, t.rtv(x, options)
end
local function fill(l, x, from, rows) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from, rows or 16, 0, 16)) end

-- Contents.
both("a buffer is written in what a target occupies, behind its texels", 'GS0614 texture "x"', function(ok)
  local q, h, from = t.queue "DIRECT", t.heap(262144, ALL), t.buf("from", 65536)
  local x, view = target("x", h)
  local b = t.placed("b", h, 0, 131072)
  t.run(q, function(l) l:ClearRenderTargetView(view, BLACK) end)
  t.run(q, function(l) l:CopyBufferRegion(b, ok and 65536 or 65532, from, 0, 4) end)
  t.run(q, function(l) l:ClearRenderTargetView(view, BLACK, { { Right = 8, Bottom = 8 } }) end)
end)
both("another texture is activated in a target's place, and nobody uses it", 'GS0614 texture "x"', function(ok)
  local q, h = t.queue "DIRECT", t.heap(262144, ALL)
  local x, view = target("x", h)
  local y = texture("y", h, { HeapOffset = ok and 65536 or 0 })
  t.run(q, function(l)
    l:ClearRenderTargetView(view, BLACK)
    t.alias(l, nil, y)
  end)
  t.run(q, function(l) l:ClearRenderTargetView(view, BLACK, { { Right = 8, Bottom = 8 } }) end)
end)
both("a target is copied to in part", "GS0614 CopyTextureRegion #0 initialises only a part", function(ok)
  local q, h, from = t.queue "DIRECT", t.heap(262144, ALL), t.buf("from", 65536)
  local x = texture("x", h, { Flags = "ALLOW_RENDER_TARGET" })
  t.run(q, function(l) fill(l, x, from, ok and 16 or 15) end)
end)
case("a target is cleared by two rectangles that are all of it", "silent", function()
  local x, view = target("x", t.heap(262144, ALL))
  t.run(t.queue "DIRECT", function(l) l:ClearRenderTargetView(view, BLACK, { { Right = 7, Bottom = 16 }, { Left = 7, Right = 16, Bottom = 16 } }) end)
end)
both("a volume is cleared, two slices of four", "GS0614 initialises only a part", function(ok)
  local x = texture("x", t.heap(262144, ALL), { Dimension = "TEXTURE3D", DepthOrArraySize = 4, Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" })
  local view = t.rtv(x, { ViewDimension = "TEXTURE3D", FirstWSlice = 0, WSize = ok and 4 or 2 })
  t.run(t.queue "DIRECT", function(l) l:ClearRenderTargetView(view, BLACK) end)
end)

-- Barriers.
local function beside(name, expected, barrier, use)
  both(name, expected, function(ok)
    local q, c, h, from = t.queue("DIRECT", "q"), t.queue("DIRECT", "c"), t.heap(262144, ALL), t.buf("from", 65536)
    local r = { x = texture("x", h), y = texture("y", h), z = texture("z", h, { HeapOffset = 65536 }), b = t.placed("b", h), from = from }
    t.run(c, function(l) use(l, r) end)
    if ok then link(c, q) end
    t.run(q, function(l) t.alias(l, r[barrier[1]], r[barrier[2]]) end)
  end)
end
local function writes(l, r) fill(l, r.x, r.from) end
beside("the texture that gives its memory to another is written elsewhere", 'GS0519 direct queue "q" activates texture "y" while direct queue "c" writes texture "x" in the same memory', { "x", "y" }, writes)
beside("the texture that is activated is written elsewhere", 'GS0519 direct queue "q" activates texture "x" while direct queue "c" writes it', { "y", "x" }, writes)
beside("a buffer is activated where another queue writes a texture", 'GS0519 activates buffer "b"', { "", "b" }, writes)
beside("a texture gives its memory to anybody while another queue writes it", 'GS0519 gives up texture "x"', { "x" }, writes)
beside("a texture is activated where another queue writes a buffer", 'GS0519 activates texture "x"', { "", "x" }, function(l, r) l:CopyBufferRegion(r.b, 0, r.from, 0, 4) end)
case("aliasing barriers beside what they do not concern", "silent", function()
  local q, c, h, from = t.queue("DIRECT", "q"), t.queue("DIRECT", "c"), t.heap(262144, ALL), t.buf("from", 65536)
  local x, z = texture("x", h), texture("z", h, { HeapOffset = 65536 })
  local a, b = t.placed("a", h, 131072), t.placed("b", h, 131072)
  t.run(c, function(l)
    fill(l, x, from)
    l:CopyBufferRegion(a, 0, from, 0, 4)
  end)
  t.run(q, function(l)
    t.alias(l, nil, z)
    t.alias(l, a, b) -- the bytes of buffers stay as they are
    t.alias(l)
  end)
end)
