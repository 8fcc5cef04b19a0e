-- Two textures of one place, on two queues. In which bytes of its memory a texel lies is not defined, so whoever touches one texture may touch any byte of the place.
local t = require "prelude"
local case = t.case

-- A heap of two places of 64 KiB, each for a texture of 64 by 64 texels or for a buffer.
local function home() return t.heap(131072, "ALLOW_ALL_BUFFERS_AND_TEXTURES") end
local function picture(name, heap, more)
  local d = { Name = name, Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
  for k, v in pairs(more or {}) do d[k] = v end
  return t.device:CreatePlacedResource(d)
end
-- Rows of texels are copied from the row on, 8 rows of them: to the texture, or from it.
local function box(row) return { Left = 0, Right = 64, Top = row, Bottom = row + 8, Back = 1 } end
local function load(l, x, row, sub) l:CopyTextureRegion({ Resource = x, Subresource = sub }, 0, row, 0, t.rows(t.upload("in", 16384), 8), { Right = 64, Bottom = 8, Back = 1 }) end
local function save(l, x, row, sub) l:CopyTextureRegion(t.rows(t.readback("out", 16384), 8), 0, 0, 0, { Resource = x, Subresource = sub }, box(row)) end
local function put(l, b, first) l:CopyBufferRegion(b, first, t.upload("bytes"), 0, 256) end
local function get(l, b, first) l:CopyBufferRegion(t.readback "back", 0, b, first, 256) end

-- Both queues use the place: with ok the second one waits for the first.
local function both(one, two)
  return function(ok)
    local a, b, F, heap = t.queue("COPY", "a"), t.queue("COPY", "b"), t.fence("F"), home()
    one.make(heap, "one")
    two.make(heap, "two")
    t.run(a, one.use)
    a:Signal(F, 1)
    if ok then b:Wait(F, 1) end
    t.run(b, two.use)
  end
end
local function pair(name, expected, one, two)
  case(name, expected, function() both(one, two)(false) end)
  case(name .. ", in order", "silent", function() both(one, two)(true) end)
end

-- What a queue does with the place.
local function as(use, at, more)
  local x
  return { make = function(heap, name) x = picture(name, heap, more) end, use = function(l) use(l, x, at) end }
end
local function bytes(use, first, offset, size)
  local x
  return { make = function(heap, name) x = t.placed(name, heap, offset, size or 65536, "NONE") end, use = function(l) use(l, x, first) end }
end
local function mip(sub)
  local x
  return { make = function(heap, name) x = picture(name, heap, { MipLevels = 3 }) end,
    use = function(l) l:CopyTextureRegion({ Resource = x, Subresource = sub }, 0, 0, 0, t.rows(t.upload("in", 16384), 8, 0, 16), { Right = 16, Bottom = 8, Back = 1 }) end }
end
local simultaneous = { Flags = "ALLOW_SIMULTANEOUS_ACCESS" }

pair("two pictures of a place, other rows of each are written", 'GS0512 writes texture "two"', as(load, 0), as(load, 32))
pair("two pictures of a place, other rows are read and written", 'GS0512 copy queue "b" writes texture "two" while copy queue "a" reads texture "one"', as(save, 0), as(load, 32))
pair("two pictures of a place, other rows are written and read", 'GS0512 copy queue "a" writes texture "one" while copy queue "b" reads texture "two"', as(load, 0), as(save, 32))
pair("two pictures of a place, both are read", "silent", as(save, 0), as(save, 32))
pair("two pictures of a place with simultaneous access", "GS0512", as(load, 0, simultaneous), as(load, 32, simultaneous))
pair("two pictures of a place, another mip of one", "GS0512", mip(1), as(load, 0))
pair("a picture, and a buffer at its end", "GS0512", as(load, 0), bytes(put, 16384 - 256))
pair("a buffer at the end of a picture, and that", "GS0512", bytes(put, 16384 - 256), as(load, 0))
pair("a picture, and a buffer in the rest of its allocation", "GS0512", as(load, 0), bytes(put, 16384))
pair("a picture, and a buffer after it", "silent", as(load, 0), bytes(put, 65536, 0, 131072))
pair("a buffer after a picture, and that", "silent", bytes(put, 65536, 0, 131072), as(load, 0))
pair("a picture is read, and a buffer of its place as well", "silent", as(save, 0), bytes(get, 4096))
pair("a picture is read, and bytes of its place are written", "GS0512", as(save, 0), bytes(put, 8192))
pair("bytes are read, and a picture of their place is written", "GS0512", bytes(get, 8192), as(load, 0))
pair("two buffers of a place, other bytes of each", "silent", bytes(put, 0), bytes(put, 4096))
pair("pictures of two places", "silent", as(load, 0), as(load, 0, { HeapOffset = 65536 }))

-- Of the resources of a place the one is in use to which the last aliasing barrier of the call gave it, whoever touches it. The next call begins anew.
local function save8(l, x) save(l, x, 0) end
local function given(name, expected, body)
  case(name, expected, function() body(false) end)
  case(name .. ", given back", "silent", function() body(true) end)
end
given("a picture is read when its memory was given to another one", 'GS0518 reads texture "one" in memory that ResourceBarrier #0 activates as texture "two"', function(ok)
  local q, heap = t.queue "COPY", home()
  local one, two = picture("one", heap), picture("two", heap)
  t.run(q, function(l) load(l, one, 0) end)
  q:ExecuteCommandLists {
    t.list(q, function(l) t.alias(l, one, two) end),
    t.list(q, function(l) if ok then t.alias(l, two, one) end; save8(l, one) end) }
end)
given("the memory of a buffer was given to another one that nobody uses", 'GS0518 buffer "one"', function(ok)
  local q, heap = t.queue "DIRECT", t.heap()
  local one, two = t.placed("one", heap), t.placed("two", heap)
  t.run(q, function(l)
    t.fill(l, one)
    t.alias(l, one, two)
    if ok then t.alias(l, two, one) else t.uav(l, one) end
    t.fill(l, one)
  end)
end)
given("a bundle uses what was given away", 'GS0518 buffer "one"', function(ok)
  local q, heap = t.queue "DIRECT", t.heap()
  local one, two = t.placed("one", heap), t.placed("two", heap)
  local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  t.fill(b, one)
  b:Close()
  t.run(q, function(l)
    t.alias(l, nil, two)
    if ok then t.alias(l, two, one) end
    l:ExecuteBundle(b)
  end)
end)
given("the barrier comes before the last use, and then its resource is used", 'GS0518 buffer "one"', function(ok)
  local q, heap = t.queue "COPY", t.heap()
  local one, two = t.placed("one", heap), t.placed("two", heap)
  t.run(q, function(l)
    put(l, one, 0)
    t.alias(l, one, two)
    if ok then t.alias(l, two, one) end
    put(l, one, 128)
    if ok then t.alias(l, one, two) end
    put(l, two, 0)
  end)
end)
case("given away in one call, used in the next", "silent", function()
  local q, heap = t.queue "COPY", home()
  local one, two = picture("one", heap), picture("two", heap)
  t.run(q, function(l) t.alias(l, one, two) end)
  t.run(q, function(l) save8(l, one) end)
end)
case("given away with all others", "silent", function()
  local q, heap = t.queue "COPY", home()
  local one, two = picture("one", heap), picture("two", heap)
  t.run(q, function(l) t.alias(l, one, two); t.alias(l, nil, nil); save8(l, one) end)
end)
case("a barrier gives the memory beside it away", "silent", function()
  local q, heap = t.queue "COPY", home()
  local one, two = picture("one", heap), picture("two", heap, { HeapOffset = 65536 })
  t.run(q, function(l) t.alias(l, nil, two); save8(l, one) end)
end)
case("a barrier is begun before the use and ended after it", "silent", function()
  local q, heap = t.queue "COPY", home()
  local one, two = picture("one", heap), picture("two", heap)
  local function half(l, flags) l:ResourceBarrier { { Type = "ALIASING", ResourceBefore = one, ResourceAfter = two, Flags = flags } } end
  t.run(q, function(l) half(l, "BEGIN_ONLY"); save8(l, one); half(l, "END_ONLY"); save8(l, two) end)
end)
