-- Bytes of a buffer that copies of textures touch, row by row, counted by hand: of one queue a footprint, of another one a piece of bytes or a second footprint.
-- What stands between two rows, between two depths and behind the last row is nobody's.
local t = require "prelude"
local case = t.case

local SIM = "ALLOW_SIMULTANEOUS_ACCESS"

-- A footprint: format, width, height and depth of its texels, the bytes of a texel or of a block of cell texels, the pitch, the place; from: the texels that it
-- moves, of which the first is its own first one.
local function rows(name, f)
  local cell, list = f.cell or 1, {}
  local w, h, d = f.w / cell, f.h / cell, f.d or 1
  local left, top, width, height = (f.left or 0) / cell, (f.top or 0) / cell, (f.width or f.w) / cell, (f.height or f.h) / cell
  for z = 0, (f.depth or d) - 1 do
    for y = top, top + height - 1 do
      local at = f.at + (z * h + y) * f.pitch + left * f.bytes
      list[#list + 1] = { at, at + width * f.bytes }
    end
  end
  return { name = name, list = list, f = f, last = f.at + ((d - 1) * h + h - 1) * f.pitch + w * f.bytes }
end

local function place(r, f) return { Resource = r, Offset = f.at, Format = f.format, Width = f.w, Height = f.h, Depth = f.d or 1, RowPitch = f.pitch } end
local function texture(f, flags)
  return t.tex("p", "COMMON", flags or SIM, { Dimension = f.d and "TEXTURE3D" or "TEXTURE2D", Width = f.w, Height = f.h, DepthOrArraySize = f.d or 1,
    Format = f.texture or f.format })
end
-- Texels go to the footprint: it is written. Or they come from it.
local function write(l, x, f)
  local b = f.width and { f.left or 0, f.top or 0, 0, (f.left or 0) + f.width, (f.top or 0) + f.height, f.depth or f.d or 1 } or nil
  l:CopyTextureRegion(place(x, f), f.left or 0, f.top or 0, 0, { Resource = texture(f, f.flags), Subresource = f.sub }, b)
end
local function read(l, x, f)
  local b = f.width and { f.left or 0, f.top or 0, 0, (f.left or 0) + f.width, (f.top or 0) + f.height, f.depth or f.d or 1 } or nil
  l:CopyTextureRegion({ Resource = texture(f, f.flags), Subresource = f.sub }, 0, 0, 0, place(x, f), b)
end

local function shared(a, b)
  for _, p in ipairs(a) do
    for _, q in ipairs(b) do
      if p[1] < q[2] and q[1] < p[2] then return true end
    end
  end
  return false
end

local function two(name, said, a, b)
  case(name, said, function()
    local one, other, x = t.queue("COPY", "one"), t.queue("COPY", "other"), t.buf("x", 65536)
    local first, second = t.list(one, function(l) a(l, x) end, "first"), t.list(other, function(l) b(l, x) end, "second")
    one:ExecuteCommandLists { first }
    other:ExecuteCommandLists { second }
  end)
end

-- bytes declares cases of a footprint beside a copy of [from, to), in both directions.
local function bytes(r, from, to)
  local meets = shared(r.list, { { from, to } }) and 'GS0512 buffer "x"' or "silent"
  two(("%s is written beside [%d, %d)"):format(r.name, from, to), meets, function(l, x) write(l, x, r.f) end, function(l, x)
    l:CopyBufferRegion(t.readback("down", 65536), 0, x, from, to - from)
  end)
  if not r.f.sub then
    two(("%s is read beside [%d, %d)"):format(r.name, from, to), meets, function(l, x) read(l, x, r.f) end, function(l, x)
      l:CopyBufferRegion(x, from, t.upload("up", 65536), 0, to - from)
    end)
  end
end

local narrow = rows("three bytes a row", { format = "R8_UNORM", w = 3, h = 4, bytes = 1, pitch = 256, at = 512 })
bytes(narrow, 515, 768)      -- between two rows
bytes(narrow, 514, 515)      -- the last byte of the first row
bytes(narrow, 1283, 1536)    -- behind the last row
bytes(narrow, 0, 512)        -- before the first
bytes(narrow, 1282, 1283)    -- the last byte

local block = rows("two blocks a row", { format = "BC1_UNORM", w = 8, h = 12, cell = 4, bytes = 8, pitch = 512, at = 1024 })
bytes(block, 1040, 1536)     -- behind the first row of blocks
bytes(block, 2063, 2064)     -- the last byte of the third
bytes(block, 2064, 2560)     -- behind it

local deep = rows("three depths", { format = "R16_UINT", w = 4, h = 2, d = 3, bytes = 2, pitch = 256, at = 512 })
bytes(deep, 520, 768)        -- behind the first row
bytes(deep, 1024, 1032)      -- the first row of the second depth
bytes(deep, 1800, 2048)      -- behind the last row of the third

-- A box of what the footprint has room for: the pitches are those of the footprint.
local part = rows("a box in a footprint", { format = "R32_FLOAT", w = 64, h = 8, bytes = 4, pitch = 256, at = 0, left = 8, top = 2, width = 4, height = 3 })
two("a box is written into a footprint beside the rows above", "silent", function(l, x) write(l, x, part.f) end, function(l, x)
  l:CopyBufferRegion(t.readback("down"), 0, x, 0, 544)
end)
two("a box is written into a footprint beside its first byte", 'GS0512 buffer "x" @ x[544, 545)', function(l, x) write(l, x, part.f) end, function(l, x)
  l:CopyBufferRegion(t.readback("down"), 0, x, 544, 1)
end)
two("a box is written into a footprint beside what is between its rows", "silent", function(l, x) write(l, x, part.f) end, function(l, x)
  l:CopyBufferRegion(t.readback("down"), 0, x, 560, 240)
end)
two("a box is read from a footprint beside its last row", 'GS0512 buffer "x" @ x[1056, 1072)', function(l, x) read(l, x, part.f) end, function(l, x)
  l:CopyBufferRegion(x, 1056, t.upload("up"), 0, 240)
end)
two("a box is read from a footprint beside what is behind its last row", "silent", function(l, x) read(l, x, part.f) end, function(l, x)
  l:CopyBufferRegion(x, 1072, t.upload("up"), 0, 240)
end)

-- Two footprints.
local function pair(name, a, b, writes)
  local meets = shared(a.list, b.list)
  two(name .. ", one is read", meets and 'GS0512 buffer "x"' or "silent", function(l, x) write(l, x, a.f) end, function(l, x) read(l, x, b.f) end)
  two(name .. ", both are written", meets and 'GS0512 buffer "x"' or 'GS0514 buffer "x"', function(l, x) write(l, x, a.f) end,
    function(l, x) write(l, x, b.f) end)
end
local even = rows("even", { format = "R8G8B8A8_UNORM", w = 32, h = 4, bytes = 4, pitch = 1024, at = 0 })
local odd = rows("odd", { format = "R8G8B8A8_UNORM", w = 32, h = 4, bytes = 4, pitch = 1024, at = 512 })
local wide = rows("wide", { format = "R8G8B8A8_UNORM", w = 129, h = 2, bytes = 4, pitch = 1024, at = 0 })
local slow = rows("slow", { format = "R8G8B8A8_UNORM", w = 32, h = 2, bytes = 4, pitch = 1536, at = 1024 })
pair("rows of two footprints in turn", even, odd)
pair("rows of two footprints, one texel too wide", wide, odd)
pair("rows of two pitches that come together at the second row", even, slow)

-- Planes: depth has four bytes a texel, stencil one.
for _, plane in ipairs { { "depth", 0, "R32_TYPELESS", 4 }, { "stencil", 1, "R8_TYPELESS", 1 } } do
  local name, sub, format, size = (unpack or table.unpack)(plane)
  for _, at in ipairs { 16 * size - 1, 16 * size } do
    case(("the %s of 16 texels a row is copied beside byte %d"):format(name, at), at < 16 * size and 'GS0512 buffer "x"' or "silent", function()
      local one, other, x = t.queue("DIRECT", "one"), t.queue("COPY", "other"), t.buf("x", 65536)
      local z = t.tex("z", "COPY_SOURCE", "ALLOW_DEPTH_STENCIL", { Width = 16, Height = 16, Format = "D32_FLOAT_S8X24_UINT" })
      local first = t.list(one, function(l)
        l:CopyTextureRegion({ Resource = x, Format = format, Width = 16, Height = 16, RowPitch = 256 }, 0, 0, 0, { Resource = z, Subresource = sub })
      end)
      local second = t.list(other, function(l) l:CopyBufferRegion(t.readback("down"), 0, x, at, 1) end)
      one:ExecuteCommandLists { first }
      other:ExecuteCommandLists { second }
    end)
  end
end
