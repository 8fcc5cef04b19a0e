-- Textures in memory that they share: in which bytes of it a texel lies is not defined, so an aliasing barrier has to hand the memory on whichever texels are touched.
-- Each case is a mistake and, with ok, its repair.
local t = require "prelude"

local function case(name, expected, body)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", "silent", function() body(true) end)
end

local function picture(name, heap, offset, more)
  local d = { Name = name, Heap = heap, HeapOffset = offset or 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
  for k, v in pairs(more or {}) do d[k] = v end
  return t.device:CreatePlacedResource(d)
end
local TOP, BOTTOM = { Right = 64, Bottom = 32, Back = 1 }, { Right = 64, Top = 32, Bottom = 64, Back = 1 }
local function put(l, r, box, sub) l:CopyTextureRegion({ Resource = r, Subresource = sub }, box.Left or 0, box.Top or 0, 0, t.rows(t.buf("rows", 65536)), box) end
local function get(l, r, box) l:CopyTextureRegion(t.rows(t.buf("rows", 65536)), 0, 0, 0, { Resource = r }, box) end
local function put4(l, b, offset) l:CopyBufferRegion(b, offset, t.buf("from"), 0, 4) end

case("the top of one texture, the bottom of another one", 'GS0518 CopyTextureRegion #1 writes texture "two" in memory that CopyTextureRegion #0 writes as texture "one"', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap()
  local one, two = picture("one", heap), picture("two", heap)
  t.run(q, function(l)
    put(l, one, TOP)
    if ok then t.alias(l, one, two) end
    put(l, two, BOTTOM)
  end)
end)
case("the top of one texture and the bottom of another one in two lists of a call", 'GS0518 texture "two"', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap()
  local one, two = picture("one", heap), picture("two", heap)
  local first, second = t.list(q, function(l) put(l, one, TOP) end), t.list(q, function(l) put(l, two, BOTTOM) end)
  if ok then
    q:ExecuteCommandLists { first }
    q:ExecuteCommandLists { second }
  else
    q:ExecuteCommandLists { first, second }
  end
end)
case("the bottom of one texture is read, the top of another one written", 'GS0518 texture "two"', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap()
  local one, two = picture("one", heap, 0, { InitialState = "COPY_SOURCE" }), picture("two", heap)
  t.run(q, function(l)
    get(l, one, BOTTOM)
    if ok then t.alias(l, one, two) end
    put(l, two, TOP)
  end)
end)
case("one texture written, and another one or itself read elsewhere", 'GS0518 texture "two"', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap()
  local one, two = picture("one", heap), picture("two", heap, 0, { InitialState = "COPY_SOURCE" })
  t.run(q, function(l)
    put(l, one, TOP)
    if ok then t.go(l, one, "COPY_DEST", "COPY_SOURCE") end
    get(l, ok and one or two, BOTTOM)
  end)
end)
case("the top of a texture, and bytes of a buffer in its range or behind it", 'GS0518 buffer "two"', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap()
  local one, two = picture("one", heap), t.placed("two", heap, 0, 131072)
  t.run(q, function(l)
    put(l, one, TOP)
    put4(l, two, ok and 65536 or 65532) -- the allocation of a texture is a multiple of 64 KiB
  end)
end)
case("bytes of a buffer, and the bottom of a texture over them or before them", 'GS0518 texture "two"', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap(262144)
  local one, two = t.placed("one", heap, 0, 131072), picture("two", heap, 65536)
  t.run(q, function(l)
    put4(l, one, 65532)
    put4(l, one, ok and 65528 or 65536)
    put(l, two, BOTTOM)
  end)
end)
case("two textures in turn, whose other mips are touched", 'GS0518 texture "two"; GS0518 texture "one"', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap(262144)
  local one, two = picture("one", heap, 0, { MipLevels = 2 }), picture("two", heap, 0, { MipLevels = 2 })
  local quarter = { Right = 32, Bottom = 32, Back = 1 }
  t.run(q, function(l)
    put(l, one, TOP, 0)
    if ok then t.alias(l, nil, two) end
    put(l, two, quarter, 1)
    if ok then t.alias(l, two, one) end
    put(l, one, BOTTOM, 0)
  end)
end)
case("the barrier comes before the last use of the first texture", 'GS0518 texture "two"', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap()
  local one, two = picture("one", heap), picture("two", heap)
  t.run(q, function(l)
    put(l, one, TOP)
    if not ok then t.alias(l, one, two) end
    put(l, one, { Right = 64, Bottom = 16, Back = 1 })
    if ok then t.alias(l, one, two) end
    put(l, two, BOTTOM)
  end)
end)
case("textures next to each other, and one over both", 'GS0518 texture "both" in memory that CopyTextureRegion #1; GS0518 texture "both" in memory that CopyTextureRegion #0', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap(131072)
  local one, two = picture("one", heap), picture("two", heap, 65536)
  local both = picture("both", heap, 0, { Width = 128, Height = 256, InitialState = "COPY_DEST" })
  t.run(q, function(l)
    put(l, one, TOP)
    put(l, two, TOP)
    if ok then t.alias(l, nil, both) end
    put(l, both, BOTTOM)
  end)
end)
t.case("two textures are read where neither is written", "silent", function()
  local q, heap = t.queue("DIRECT", "q"), t.heap()
  local one, two = picture("one", heap, 0, { InitialState = "COPY_SOURCE" }), picture("two", heap, 0, { InitialState = "COPY_SOURCE" })
  t.run(q, function(l)
    get(l, one, TOP)
    get(l, two, BOTTOM)
  end)
end)
t.case("the halves of one texture in shared memory", "silent", function()
  local q, heap = t.queue("DIRECT", "q"), t.heap()
  local one = picture("one", heap)
  picture("two", heap)
  t.run(q, function(l)
    put(l, one, TOP)
    put(l, one, BOTTOM)
  end)
end)
t.case("two textures of one place, two calls", "silent", function()
  local q, heap = t.queue("DIRECT", "q"), t.heap()
  local one, two = picture("one", heap), picture("two", heap)
  t.run(q, function(l) put(l, one, TOP) end)
  t.run(q, function(l) put(l, two, BOTTOM) end)
end)
