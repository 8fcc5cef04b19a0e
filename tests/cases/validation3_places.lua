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
local function bytes(use, first, offset)
  local x
  return { make = function(heap, name) x = t.placed(name, heap, offset, 65536, "NONE") end, use = function(l) use(l, x, first) end }
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
pair("a picture, and a buffer behind it", "silent", as(load, 0), bytes(put, 16384))
pair("a buffer behind a picture, and that", "silent", bytes(put, 16384), as(load, 0))
pair("a picture is read, and a buffer of its place as well", "silent", as(save, 0), bytes(get, 4096))
pair("a picture is read, and bytes of its place are written", "GS0512", as(save, 0), bytes(put, 8192))
pair("bytes are read, and a picture of their place is written", "GS0512", bytes(get, 8192), as(load, 0))
pair("two buffers of a place, other bytes of each", "silent", bytes(put, 0), bytes(put, 4096))
pair("pictures of two places", "silent", as(load, 0), as(load, 0, { HeapOffset = 65536 }))
