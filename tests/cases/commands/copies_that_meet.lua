-- Situations of other projects' tests of copies, translated: nothing to copy, a resource onto itself, boxes that touch or share an edge, planes, mips, slices,
-- footprints whose rows interleave. Expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function direct() return t.queue("DIRECT", "q") end
local function queues() return t.queue("COPY", "a"), t.queue("DIRECT", "b") end
local function put(l, x, sub, up, at, dx, dy, w, h) -- rows of an upload buffer to a place of a texture
  l:CopyTextureRegion({ Resource = x, Subresource = sub or 0 }, dx or 0, dy or 0, 0, t.rows(up, h or 64, at or 0, w or 64))
end
local function get(l, r, x, sub, at, box)
  l:CopyTextureRegion(t.rows(r, box and box.Bottom - box.Top or 64, at or 0, box and box.Right - box.Left or 64), 0, 0, 0, { Resource = x, Subresource = sub or 0 }, box)
end
local function box(x0, y0, x1, y1) return { Left = x0, Top = y0, Right = x1, Bottom = y1, Front = 0, Back = 1 } end

-- Nothing to copy.
case("no bytes between two queues", "GS0925 copies nothing", function()
  local a, b = queues()
  local x = t.buf("x")
  t.run(a, function(l) l:CopyBufferRegion(x, 0, t.upload("up"), 0, 4096) end)
  t.run(b, function(l) l:CopyBufferRegion(t.readback("r"), 0, x, 0, 0) end)
end)
case("no bytes at the end of a buffer", "GS0925 copies nothing", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l) l:CopyBufferRegion(x, 4096, t.upload("up"), 4096, 0) end)
end)
case("no bytes behind the end of a buffer", "GS0366", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l)
    l:CopyBufferRegion(x, 4097, t.upload("up"), 0, 0) --!
  end)
end)
case("a box of no texels between two queues", "GS0925 copies nothing", function()
  local a, b = queues()
  local x = t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS")
  t.run(a, function(l) put(l, x, 0, t.upload("up", 16384)) end)
  t.run(b, function(l)
    l:CopyTextureRegion(t.rows(t.readback("r", 16384)), 0, 0, 0, { Resource = x }, box(8, 8, 8, 16))
  end)
end)
case("a list that copies nothing", "GS0925 copies nothing", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.upload("up"), 0, 0) end)
end)

-- Onto itself.
case("a buffer onto itself, elsewhere", "GS0365", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l)
    l:CopyBufferRegion(x, 1024, x, 0, 256) --!
  end)
end)
case("a buffer onto itself, over itself", "GS0365", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l)
    l:CopyBufferRegion(x, 128, x, 0, 256) --!
  end)
end)
case("a whole resource onto itself", "GS0365", function()
  local q, x = direct(), t.buf("x")
  t.run(q, function(l)
    l:CopyResource(x, x) --!
  end)
end)
case("a level of a texture onto itself, elsewhere", "GS0365", function()
  local q, x = direct(), t.tex("x")
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 32, 0, 0, { Resource = x }, box(0, 0, 16, 16)) --!
  end)
end)
case("from level to level, each promoted", "silent", function()
  local q, x = direct(), t.tex("x", "COMMON", "NONE", { MipLevels = 2 })
  t.run(q, function(l) l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 }, box(0, 0, 32, 32)) end)
end)
case("from level to level, and back in the same list", 'GS0402 texture "x"', function()
  local q, x = direct(), t.tex("x", "COMMON", "NONE", { MipLevels = 2 })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 }, box(0, 0, 32, 32)) --1
    l:CopyTextureRegion({ Resource = x, Subresource = 0 }, 0, 0, 0, { Resource = x, Subresource = 1 }) --!
  end)
end)
case("from level to level, and back with two transitions", "silent", function()
  local q, x = direct(), t.tex("x", "COMMON", "NONE", { MipLevels = 2 })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 }, box(0, 0, 32, 32))
    t.go(l, x, "COPY_SOURCE", "COPY_DEST", 0)
    t.go(l, x, "COPY_DEST", "COPY_SOURCE", 1)
    l:CopyTextureRegion({ Resource = x, Subresource = 0 }, 0, 0, 0, { Resource = x, Subresource = 1 })
  end)
end)
case("from level to level, and back with one transition of all levels", 'GS0401 texture "x"', function()
  local q, x = direct(), t.tex("x", "COMMON", "NONE", { MipLevels = 2 })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 }, box(0, 0, 32, 32))
    t.go(l, x, "COPY_SOURCE", "COPY_DEST") --!
    l:CopyTextureRegion({ Resource = x, Subresource = 0 }, 0, 0, 0, { Resource = x, Subresource = 1 })
  end)
end)
case("from slice to slice while another queue reads a third slice", "silent", function()
  local a, b = queues()
  local x = t.tex("x", "COMMON", "NONE", { DepthOrArraySize = 3 })
  t.run(a, function(l) l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 }) end)
  t.run(b, function(l) get(l, t.readback("r", 16384), x, 2) end)
end)
case("from slice to slice while another queue reads the first of them", "silent", function()
  local a, b = queues()
  local x = t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS", { DepthOrArraySize = 2 })
  t.run(a, function(l) l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 }) end)
  t.run(b, function(l) get(l, t.readback("r", 16384), x, 0) end)
end)
case("from slice to slice while another queue reads the second of them", 'GS0512 texture "x" @ x[subresource 1, x 0..64, y 0..64]', function()
  local a, b = queues()
  local x = t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS", { DepthOrArraySize = 2 })
  a:ExecuteCommandLists { t.list(a, function(l) l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 }) end) } --1
  b:ExecuteCommandLists { t.list(b, function(l) get(l, t.readback("r", 16384), x, 1) end) } --!
end)

-- Boxes.
for _, edge in ipairs { { "beside", 32, "silent" }, { "one column into", 31, 'GS0512 texture "x" @ x[x 31..32, y 0..64]' } } do
  case("two boxes of a texture for both, the reader's " .. edge[1] .. " the writer's", edge[3], function()
    local a, b = queues()
    local x = t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS")
    t.run(a, function(l) put(l, x, 0, t.upload("up", 16384), 0, 0, 0, 32, 64) end)
    t.run(b, function(l) get(l, t.readback("r", 16384), x, 0, 0, box(edge[2], 0, edge[2] + 32, 64)) end)
  end)
end
for _, edge in ipairs { { "below", 32, "silent" }, { "one row into", 31, 'GS0512 texture "x" @ x[x 0..64, y 31..32]' } } do
  case("two boxes of a texture for both, the reader's " .. edge[1] .. " the writer's", edge[3], function()
    local a, b = queues()
    local x = t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS")
    t.run(a, function(l) put(l, x, 0, t.upload("up", 16384), 0, 0, 0, 64, 32) end)
    t.run(b, function(l) get(l, t.readback("r", 16384), x, 0, 0, box(0, edge[2], 64, edge[2] + 32)) end)
  end)
end
case("two boxes of a plain texture, side by side", 'GS0515 texture "x"', function()
  local a, b = queues()
  local x = t.tex("x")
  t.run(a, function(l) put(l, x, 0, t.upload("up", 16384), 0, 0, 0, 32, 64) end)
  b:ExecuteCommandLists { t.list(b, function(l) get(l, t.readback("r", 16384), x, 0, 0, box(32, 0, 64, 64)) end) } --!
end)
case("two boxes of a volume, slice by slice", "silent", function()
  local a, b = queues()
  local x = t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS", { Dimension = "TEXTURE3D", DepthOrArraySize = 4 })
  local up, r = t.upload("up", 65536), t.readback("r", 65536)
  local function block(buffer) return { Resource = buffer, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, Depth = 2, RowPitch = 256 } end
  t.run(a, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, block(up)) end)
  t.run(b, function(l) l:CopyTextureRegion(block(r), 0, 0, 0, { Resource = x }, { Left = 0, Top = 0, Front = 2, Right = 64, Bottom = 64, Back = 4 }) end)
end)
case("two boxes of a volume, one slice in both", 'GS0512 texture "x" @ x[x 0..64, y 0..64, z 1..2]', function()
  local a, b = queues()
  local x = t.tex("x", "COMMON", "ALLOW_SIMULTANEOUS_ACCESS", { Dimension = "TEXTURE3D", DepthOrArraySize = 4 })
  local up, r = t.upload("up", 65536), t.readback("r", 65536)
  local function block(buffer) return { Resource = buffer, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, Depth = 2, RowPitch = 256 } end
  t.run(a, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, block(up)) end)
  t.run(b, function(l) l:CopyTextureRegion(block(r), 0, 0, 0, { Resource = x }, { Left = 0, Top = 0, Front = 1, Right = 64, Bottom = 64, Back = 3 }) end)
end)

-- Footprints.
case("rows of two footprints in the columns of one another", "silent", function()
  local a, b = queues()
  local x, y, r = t.tex("x"), t.tex("y"), t.buf("r", 32768)
  -- 64 rows of 128 bytes every 1024: the one from byte 0, the other from byte 512
  local function half(at) return { Resource = r, Offset = at, Format = "R8G8B8A8_UNORM", Width = 32, Height = 16, RowPitch = 1024 } end
  t.run(a, function(l) l:CopyTextureRegion(half(0), 0, 0, 0, { Resource = x }, box(0, 0, 32, 16)) end)
  t.run(b, function(l) l:CopyTextureRegion({ Resource = y }, 0, 0, 0, half(512)) end)
end)
case("rows of two footprints, one row too wide", 'GS0512 buffer "r"', function()
  local a, b = queues()
  local x, y, r = t.tex("x"), t.tex("y"), t.buf("r", 32768)
  t.run(a, function(l)
    l:CopyTextureRegion({ Resource = r, Offset = 0, Format = "R8G8B8A8_UNORM", Width = 64, Height = 16, RowPitch = 512 }, 0, 0, 0, { Resource = x }, box(0, 0, 64, 16))
  end)
  b:ExecuteCommandLists { t.list(b, function(l) --!
    l:CopyTextureRegion({ Resource = y }, 0, 0, 0, { Resource = r, Offset = 0, Format = "R8G8B8A8_UNORM", Width = 32, Height = 16, RowPitch = 1024 })
  end) }
end)
case("the padding behind the rows of a picture belongs to nobody", "silent", function()
  local a, b = queues()
  local x, r = t.tex("x"), t.buf("r", 32768)
  t.run(a, function(l)
    l:CopyTextureRegion({ Resource = r, Format = "R8G8B8A8_UNORM", Width = 32, Height = 16, RowPitch = 256 }, 0, 0, 0, { Resource = x }, box(0, 0, 32, 16))
  end)
  t.run(b, function(l)
    for row = 0, 15 do l:CopyBufferRegion(t.readback("down"), 0, r, row * 256 + 128, 128) end
  end)
end)
case("the last byte before the padding belongs to the picture", 'GS0512 buffer "r" @ r[127, 128)', function()
  local a, b = queues()
  local x, r = t.tex("x"), t.buf("r", 32768)
  t.run(a, function(l)
    l:CopyTextureRegion({ Resource = r, Format = "R8G8B8A8_UNORM", Width = 32, Height = 16, RowPitch = 256 }, 0, 0, 0, { Resource = x }, box(0, 0, 32, 16))
  end)
  t.run(b, function(l) l:CopyBufferRegion(t.readback("down"), 0, r, 127, 129) end)
end)
case("two footprints of one buffer: from the one to the other", "GS0369", function()
  local q, r = direct(), t.buf("r", 65536)
  t.run(q, function(l)
    l:CopyTextureRegion(t.rows(r, 16, 0), 0, 0, 0, t.rows(r, 16, 32768)) --!
  end)
end)

-- Shared memory.
case("a whole resource onto another in the same memory", 'GS0518', function()
  local q, heap = direct(), t.heap()
  local one, two = t.placed("one", heap), t.placed("two", heap)
  q:ExecuteCommandLists { t.list(q, function(l)
    l:CopyResource(two, one) --!
  end) }
end)
case("a buffer onto a texture in the same memory", 'GS0518', function()
  local q = direct()
  local heap = t.device:CreateHeap { Name = "heap", SizeInBytes = 131072 }
  local one = t.placed("one", heap, 0, 65536)
  local two = t.device:CreatePlacedResource { Name = "two", Heap = heap, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM" }
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = two }, 0, 0, 0, t.rows(one)) --!
  end)
end)

-- Multisampled and compressed textures.
case("a part of a multisampled texture", "GS0339", function()
  local q = direct()
  local x = t.tex("x", "COPY_SOURCE", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
  local y = t.tex("y", "COPY_DEST", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = y }, 0, 0, 0, { Resource = x }, box(0, 0, 32, 32)) --!
  end)
end)
for _, x in ipairs { 1, 0 } do
  local want = x > 0 and 'GS0339 copies to (1, 0, 0) of texture "y", but texture "x" has ALLOW_DEPTH_STENCIL and is only copied as a whole, to (0, 0, 0)' or "silent"
  case("all of a depth buffer, to column " .. x .. " of a larger texture", want, function()
    local q = direct()
    local from, to = t.tex("x", "COPY_SOURCE", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT" }), t.tex("y", "COPY_DEST", nil, { Format = "R32_FLOAT", Width = 128 })
    t.run(q, function(l)
      if x > 0 then
        l:CopyTextureRegion({ Resource = to }, 1, 0, 0, { Resource = from }) --!
      else
        l:CopyTextureRegion({ Resource = to }, 0, 0, 0, { Resource = from })
      end
    end)
  end)
end
case("all of a multisampled texture", "silent", function()
  local q = direct()
  local x = t.tex("x", "COPY_SOURCE", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
  local y = t.tex("y", "COPY_DEST", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
  t.run(q, function(l) l:CopyTextureRegion({ Resource = y }, 0, 0, 0, { Resource = x }) end)
end)
case("a block of a compressed texture cut in two", "GS0829", function()
  local q, x = direct(), t.tex("x", "COMMON", "NONE", { Format = "BC1_UNORM" })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 2, 0, 0, { Resource = t.upload("up", 4096), Format = "BC1_UNORM", Width = 16, Height = 16, RowPitch = 256 }) --!
  end)
end)
