-- Copies that other APIs' tests try: sizes of nothing, offsets at ends and beyond numbers, boxes of every kind of texture, layouts in buffers, and copies of
-- what has levels, slices, samples, planes or blocks.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local RT, DS = "ALLOW_RENDER_TARGET", "ALLOW_DEPTH_STENCIL"
local function direct() return t.queue("DIRECT", "q") end

-- Bytes of buffers of 64 and 256.
for _, c in ipairs {
  { "all of the source", 0, 0, 64, "silent" }, { "one byte at the ends of both", 255, 63, 1, "silent" }, { "three bytes at an odd place", 1, 7, 3, "silent" },
  { "one byte behind the source", 0, 64, 1, "GS0366" }, { "one byte too many", 0, 0, 65, "GS0366" }, { "one byte behind the destination", 256, 0, 1, "GS0366" },
  { "the last byte is behind the destination", 193, 0, 64, "GS0366" }, { "an offset as large as numbers are", 2 ^ 53, 0, 64, "GS0366" },
  { "a count as large as numbers are", 0, 0, 2 ^ 53, "GS0366" }, { "offset and count come around", 0, 2 ^ 53, 2 ^ 53, "GS0366" },
} do
  local name, dst, src, n, want = unpack(c)
  case("bytes: " .. name, want, function()
    local q, from, to = direct(), t.upload("from", 64), t.buf("to", 256)
    t.run(q, function(l) l:CopyBufferRegion(to, dst, from, src, n) end)
  end)
end
case("bytes: none", "GS0925", function()
  local q, from, to = direct(), t.upload("from", 64), t.buf("to", 256)
  t.run(q, function(l)
    l:CopyBufferRegion(to, 0, from, 0, 0) --!
  end)
end)
case("bytes: a texture for a buffer", "GS0364", function()
  local q, x, to = direct(), t.tex("x", "COPY_SOURCE"), t.buf("to", 256)
  t.run(q, function(l)
    l:CopyBufferRegion(to, 0, x, 0, 4) --!
  end)
end)

-- Boxes of a texture of 16 x 12 texels, three levels and three slices, into another one of the same shape.
local SHAPE = { Width = 16, Height = 12, MipLevels = 3, DepthOrArraySize = 3 }
local function box(l, u, r, b, f, k) return { Left = l, Top = u, Right = r, Bottom = b, Front = f or 0, Back = k or 1 } end
for _, c in ipairs {
  { "a whole level", 0, 0, 0, 0, nil, "silent" }, { "the last texel to the last", 15, 11, 0, 0, box(15, 11, 16, 12), "silent" },
  { "a column too far", 0, 0, 0, 0, box(0, 0, 17, 12), "GS0366" }, { "a row too far", 0, 0, 0, 0, box(0, 0, 16, 13), "GS0366" },
  { "beyond the right edge", 1, 0, 0, 0, nil, "GS0366" }, { "beyond the lower edge", 0, 1, 0, 0, nil, "GS0366" }, { "a depth of two", 0, 0, 0, 0, box(0, 0, 4, 4, 0, 2), "GS0366" },
  { "a slice by its depth", 0, 0, 0, 0, box(0, 0, 4, 4, 1, 2), "GS0366" }, { "a level into a larger one", 0, 0, 0, 1, nil, "silent" }, { "a level into a smaller one", 0, 0, 1, 0, nil, "GS0366" },
  { "a part of a level into a smaller one", 0, 0, 1, 0, box(8, 4, 16, 10), "silent" }, { "another slice", 0, 0, 3, 6, nil, "silent" }, { "a level that is not there", 0, 0, 0, 9, nil, "GS0371" },
  { "a slice that is not there", 0, 0, 9, 0, nil, "GS0371" }, { "an edge beyond its end", 0, 0, 0, 0, box(8, 0, 4, 4), "GS0925" }, { "no width", 0, 0, 0, 0, box(4, 0, 4, 4), "GS0925" },
  { "no depth", 0, 0, 0, 0, { Left = 0, Top = 0, Right = 4, Bottom = 4, Front = 1, Back = 1 }, "GS0925" },
} do
  local name, x, y, dstSub, srcSub, b, want = unpack(c, 1, 7)
  case("texels: " .. name, want, function()
    local q, from, to = direct(), t.tex("from", "COPY_SOURCE", "NONE", SHAPE), t.tex("to", "COPY_DEST", "NONE", SHAPE)
    t.run(q, function(l) l:CopyTextureRegion({ Resource = to, Subresource = dstSub }, x, y, 0, { Resource = from, Subresource = srcSub }, b) end)
  end)
end

-- What goes into what: formats, samples, kinds of texture.
local function as(format, more)
  local d = { Format = format, Width = 8, Height = 8 }
  for k, v in pairs(more or {}) do d[k] = v end
  return d
end
local function plain(d) local flags = d.flags d.flags = nil return d, flags end
local function textures(name, want, from, to, b, x, y)
  local f, fromFlags = plain(from)
  local g, toFlags = plain(to)
  case("textures: " .. name, want, function()
    local q = direct()
    local a, c = t.tex("from", "COPY_SOURCE", fromFlags, f), t.tex("to", "COPY_DEST", toFlags, g)
    t.run(q, function(l) l:CopyTextureRegion({ Resource = c }, x or 0, y or 0, 0, { Resource = a }, b) end)
  end)
end
textures("one family", "silent", as "R8G8B8A8_UNORM", as "R8G8B8A8_UINT")
textures("sRGB and plain", "silent", as "R8G8B8A8_UNORM_SRGB", as "R8G8B8A8_UNORM")
textures("the same bytes in another order", "GS0368", as "R8G8B8A8_UNORM", as "B8G8R8A8_UNORM")
textures("as many bits", "GS0368", as "R16G16_UINT", as "R8G8B8A8_UINT")
textures("fewer bits", "GS0368", as "R32G32_UINT", as "R32_UINT")
textures("a depth as a float", "silent", as("D32_FLOAT", { flags = DS }), as "R32_FLOAT")
textures("a depth as a float, a part", "GS0339", as("D32_FLOAT", { flags = DS }), as "R32_FLOAT", box(0, 0, 4, 4))
textures("a depth as an integer", "silent", as("D32_FLOAT", { flags = DS }), as "R32_UINT")
textures("another kind of depth", "GS0368", as("D32_FLOAT", { flags = DS }), as("D16_UNORM", { flags = DS }))
textures("four samples into four", "silent", as("R8G8B8A8_UNORM", { flags = RT, SampleDesc = { Count = 4 } }), as("R8G8B8A8_UNORM", { flags = RT, SampleDesc = { Count = 4 } }))
textures("four samples into one", "GS0367", as("R8G8B8A8_UNORM", { flags = RT, SampleDesc = { Count = 4 } }), as "R8G8B8A8_UNORM")
textures("four samples into two", "GS0367", as("R8G8B8A8_UNORM", { flags = RT, SampleDesc = { Count = 4 } }), as("R8G8B8A8_UNORM", { flags = RT, SampleDesc = { Count = 2 } }))
textures("a part of four samples", "GS0339", as("R8G8B8A8_UNORM", { flags = RT, SampleDesc = { Count = 4 } }), as("R8G8B8A8_UNORM", { flags = RT, SampleDesc = { Count = 4 } }), box(0, 0, 4, 4))
textures("a slice of a volume", "silent", as("R8G8B8A8_UNORM", { Dimension = "TEXTURE3D", DepthOrArraySize = 4 }), as "R8G8B8A8_UNORM", box(0, 0, 8, 8, 3, 4))
textures("two slices of a volume", "GS0366", as("R8G8B8A8_UNORM", { Dimension = "TEXTURE3D", DepthOrArraySize = 4 }), as "R8G8B8A8_UNORM", box(0, 0, 8, 8, 2, 4))
textures("a row of a picture into a line", "silent", as "R8G8B8A8_UNORM", as("R8G8B8A8_UNORM", { Dimension = "TEXTURE1D", Height = 1 }), box(0, 3, 8, 4))
textures("two rows of a picture into a line", "GS0366", as "R8G8B8A8_UNORM", as("R8G8B8A8_UNORM", { Dimension = "TEXTURE1D", Height = 1 }), box(0, 3, 8, 5))
textures("blocks", "silent", as "BC1_UNORM", as "BC1_UNORM_SRGB", box(4, 0, 8, 4), 0, 4)
textures("blocks, begun in the middle", "GS0829", as "BC1_UNORM", as "BC1_UNORM", box(2, 0, 6, 4))
textures("blocks, put to the middle", "GS0829", as "BC1_UNORM", as "BC1_UNORM", box(0, 0, 4, 4), 2, 0)
textures("blocks, a part of one", "GS0829", as "BC1_UNORM", as "BC1_UNORM", box(0, 0, 3, 4))
textures("blocks of another size", "GS0368", as "BC1_UNORM", as "BC3_UNORM")
textures("blocks as texels of 64 bits", "silent", as "BC1_UNORM", as("R32G32_UINT", { Width = 2, Height = 2 }))
textures("blocks as texels, more than there are", "GS0366", as "BC1_UNORM", as("R32G32_UINT", { Width = 1, Height = 2 }))

-- Whole resources.
local function whole(name, want, first, second)
  case("whole: " .. name, want, function()
    local q, a, b = direct(), first(), second()
    t.run(q, function(l) l:CopyResource(b, a) end)
  end)
end
local function texture(name, state, more) return function() return t.tex(name, state, "NONE", more) end end
local A, B = texture("from", "COPY_SOURCE", SHAPE), texture("to", "COPY_DEST", SHAPE)
local function shape(change) local d = {} for k, v in pairs(SHAPE) do d[k] = v end for k, v in pairs(change) do d[k] = v end return texture("to", "COPY_DEST", d) end
whole("one shape", "silent", A, B)
whole("another width", "GS0367", A, shape { Width = 17 })
whole("other levels", "GS0367", A, shape { MipLevels = 2 })
whole("other slices", "GS0367", A, shape { DepthOrArraySize = 2 })
whole("a volume for slices", "GS0367", A, shape { Dimension = "TEXTURE3D" })
whole("a format of the family", "silent", A, shape { Format = "R8G8B8A8_UINT" })
whole("a format of another family", "GS0368", A, shape { Format = "R16G16_FLOAT" })
whole("a buffer for a texture", "GS0367", function() return t.upload("from", 16384) end, B)
whole("buffers of one size", "silent", function() return t.upload("from", 256) end, function() return t.buf("to", 256) end)
whole("buffers of two sizes", "GS0367", function() return t.upload("from", 256) end, function() return t.buf("to", 512) end)

-- Layouts in buffers: 16 x 12 texels of four bytes, rows 256 bytes apart.
for _, c in ipairs {
  { "a whole picture", {}, nil, "silent" }, { "rows of 128 bytes", { RowPitch = 128 }, nil, "GS0370" }, { "rows of 300 bytes", { RowPitch = 300 }, nil, "GS0370" },
  { "rows of 512 bytes", { RowPitch = 512 }, nil, "silent" },
  { "an offset of 256", { Offset = 256 }, nil, "GS0370" }, { "an offset of 512", { Offset = 512 }, nil, "silent" }, { "an offset at the end", { Offset = 16384 }, nil, "GS0370" },
  { "an offset as large as numbers are", { Offset = 2 ^ 52 }, nil, "GS0370" }, { "more rows than the buffer has", { Height = 100 }, nil, "GS0370" },
  { "the format of another family", { Format = "R16G16_UINT" }, nil, "GS0368" }, { "no width", { Width = 0 }, nil, "GS0370" }, { "two slices for one", { Depth = 2 }, nil, "GS0366" },
  { "a box of the buffer", {}, box(4, 4, 8, 8), "silent" }, { "a box beyond the layout", {}, box(4, 4, 20, 8), "GS0366" }, { "a layout larger than the texture", { Width = 32, Height = 24 }, nil, "GS0366" },
  { "a layout larger than the texture, a box of it", { Width = 32, Height = 24 }, box(16, 12, 32, 24), "silent" }, { "a layout smaller than the texture", { Width = 3, Height = 5 }, nil, "silent" },
} do
  local name, change, b, want = unpack(c, 1, 4)
  case("layouts: " .. name, want, function()
    local q, up, x = direct(), t.upload("up", 16384), t.tex("x", "COPY_DEST", "NONE", { Width = 16, Height = 12 })
    local rows = t.rows(up, 12, 0, 16)
    for k, v in pairs(change) do rows[k] = v end
    t.run(q, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, rows, b) end)
  end)
end
case("layouts: rows shorter than the texels", "GS0370", function()
  local q, up, x = direct(), t.upload("up", 16384), t.tex("x", "COPY_DEST", "NONE", { Width = 128, Height = 12 })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(up, 12, 0, 128)) --!
  end)
end)
case("layouts: two buffers", "GS0369", function()
  local q, up, down = direct(), t.upload("up", 16384), t.readback("down", 16384)
  t.run(q, function(l)
    l:CopyTextureRegion(t.rows(down, 12, 0, 16), 0, 0, 0, t.rows(up, 12, 0, 16)) --!
  end)
end)
case("layouts: blocks", "silent", function()
  local q, up, x = direct(), t.upload("up", 16384), t.tex("x", "COPY_DEST", "NONE", { Format = "BC1_UNORM", Width = 16, Height = 12 })
  t.run(q, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = up, Format = "BC1_UNORM", Width = 16, Height = 12, RowPitch = 256 }) end)
end)
case("layouts: a width that cuts blocks", "GS0370", function()
  local q, up, x = direct(), t.upload("up", 16384), t.tex("x", "COPY_DEST", "NONE", { Format = "BC1_UNORM", Width = 16, Height = 12 })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = up, Format = "BC1_UNORM", Width = 14, Height = 12, RowPitch = 256 }) --!
  end)
end)
case("layouts: a picture of several samples", "GS0xxx", function()
  local q, up, x = direct(), t.upload("up", 16384), t.tex("x", "COPY_DEST", RT, { Width = 16, Height = 12, SampleDesc = { Count = 4 } })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(up, 12, 0, 16)) --!
  end)
end)

-- Resolves.
local function resolve(name, want, from, to, sub, format)
  case("resolves: " .. name, want, function()
    local q = direct()
    local a, b = t.tex("from", "RESOLVE_SOURCE", RT, from), t.tex("to", "RESOLVE_DEST", RT, to)
    t.run(q, function(l) l:ResolveSubresource(b, sub or 0, a, 0, format or "R8G8B8A8_UNORM") end)
  end)
end
local MS = { SampleDesc = { Count = 4 } }
resolve("four samples", "silent", MS, {})
resolve("one sample", "GS0825", {}, {})
resolve("into four samples", "GS0825", MS, MS)
resolve("another size", "GS0825", MS, { Width = 32 })
resolve("into a level of the size", "silent", MS, { Width = 128, Height = 128, MipLevels = 2 }, 1)
resolve("into a level of another size", "GS0825", MS, { Width = 128, Height = 128, MipLevels = 2 }, 0)
resolve("integers", "GS0825", { SampleDesc = { Count = 4 }, Format = "R8G8B8A8_UINT" }, { Format = "R8G8B8A8_UINT" }, 0, "R8G8B8A8_UINT")
resolve("typeless, as sRGB", "silent", { SampleDesc = { Count = 4 }, Format = "R8G8B8A8_TYPELESS" }, { Format = "R8G8B8A8_TYPELESS" }, 0, "R8G8B8A8_UNORM_SRGB")
resolve("a format of another family", "GS0825", MS, { Format = "R16G16_FLOAT" })
resolve("a subresource that is not there", "GS0825", MS, {}, 1)
case("resolves: a rectangle that begins left of the texture", "GS0825 the rectangle [-8, 8) x [0, 8) leaves the source", function()
  local q, a, b = direct(), t.tex("from", "RESOLVE_SOURCE", RT, MS), t.tex("to", "RESOLVE_DEST", RT)
  t.run(q, function(l) l:ResolveSubresourceRegion(b, 0, 0, 0, a, 0, { Left = -8, Top = 0, Right = 8, Bottom = 8 }) end)
end)
case("layouts: a texture has the footprint of the buffer, too", 'GS0370 Offset = 512, Width = 64, RowPitch = 256 are not fields of a copy of texture', function()
  local x, b = t.tex "x", t.upload("texels", 32768)
  t.run(t.queue "DIRECT", function(l)
    l:CopyTextureRegion({ Resource = x, Offset = 512, Format = "R8G8B8A8_UNORM", Width = 64, RowPitch = 256 }, 0, 0, 0, t.rows(b)) --!
  end)
end)
case("layouts: a buffer has a subresource", "GS0370 Subresource = 1 is not a field of a copy of buffer", function()
  local x, b = t.tex "x", t.upload("texels", 32768)
  t.run(t.queue "DIRECT", function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = b, Subresource = 1, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 }) --!
  end)
end)
case("layouts: what means nothing of the other kind of side", "silent", function()
  local x, b = t.tex "x", t.upload("texels", 32768)
  t.run(t.queue "DIRECT", function(l)
    l:CopyTextureRegion({ Resource = x, Offset = 0, Height = 1, RowPitch = 0 }, 0, 0, 0, { Resource = b, Subresource = 0, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 })
  end)
end)
