-- Copies in one list, in several and on several queues, memory that resources share, states on copy queues, split barriers: after the
-- tests of another project's validation. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function write(b, at, n) return function(l) l:CopyBufferRegion(b, at or 0, t.upload("from"), 0, n or 256) end end
local function read(b, at, n) return function(l) l:CopyBufferRegion(t.readback("to"), 0, b, at or 0, n or 256) end end
local function whole(w, h, d) return { Right = w, Bottom = h, Back = d or 1 } end
local function texels(l, x, sub, px, py, pz, box) l:CopyTextureRegion({ Resource = x, Subresource = sub }, px, py, pz, t.rows(t.upload("texels", 65536)), box) end
local function untexels(l, x, sub, box) l:CopyTextureRegion(t.rows(t.readback("out", 65536)), 0, 0, 0, { Resource = x, Subresource = sub }, box) end
local SIM = "ALLOW_SIMULTANEOUS_ACCESS"

-- One list.
case("a to b, b to c in one list", 'GS0402 buffer "b"', function(ok)
  local q, a, b, c = t.queue("COPY", "q"), t.buf("a"), t.buf("b"), t.buf("c")
  t.run(q, function(l)
    l:CopyBufferRegion(b, 0, a, 0, 256)
    if ok then t.go(l, b, "COPY_DEST", "COPY_SOURCE") end
    l:CopyBufferRegion(c, 0, b, 0, 256) --!
  end)
end)
case("a to b, c to a in one list", 'GS0402 buffer "a"', function(ok)
  local q, a, b, c = t.queue("DIRECT", "q"), t.buf("a"), t.buf("b"), t.buf("c")
  t.run(q, function(l)
    l:CopyBufferRegion(b, 0, a, 0, 256)
    if ok then t.go(l, a, "COPY_SOURCE", "COPY_DEST") end
    l:CopyBufferRegion(a, 0, c, 0, 256) --!
  end)
end)
case("a to b, c to a in two lists of one submission", 'GS0402 buffer "a"', function(ok)
  local q, a, b, c = t.queue("DIRECT", "q"), t.buf("a"), t.buf("b"), t.buf("c")
  local one = t.list(q, function(l) l:CopyBufferRegion(b, 0, a, 0, 256) end, "one")
  local two = t.list(q, function(l) l:CopyBufferRegion(a, 0, c, 0, 256) end, "two")
  if ok then
    q:ExecuteCommandLists { one }
    q:ExecuteCommandLists { two }
  else
    q:ExecuteCommandLists { one, two }
  end
end)
case("a transition in the first list, the second is of the old mind", 'GS0401 buffer "a"', function(ok)
  local q, a = t.queue("DIRECT", "q"), t.buf("a")
  local one = t.list(q, function(l) t.go(l, a, "COMMON", "COPY_SOURCE") end, "one")
  local two = t.list(q, function(l) t.go(l, a, "UNORDERED_ACCESS", "COPY_DEST") end, "two")
  local other = t.list(q, function(l) t.go(l, a, "COPY_SOURCE", "COPY_DEST") end, "other")
  q:ExecuteCommandLists { one, ok and other or two }
end)
case("slices of one texture, from one to the other", 'GS0365', function(ok)
  local q, x = t.queue("COPY", "q"), t.tex("x", "COMMON", "NONE", { DepthOrArraySize = 2 })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x, Subresource = ok and 1 or 0 }, 0, 0, 0, { Resource = x, Subresource = 0 }, whole(8, 8))
  end)
end)
case("slices of one texture back and forth", 'GS0402 texture "x"', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COMMON", "NONE", { DepthOrArraySize = 2 })
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x, Subresource = 0 })
    if ok then
      t.go(l, x, "COPY_DEST", "COPY_SOURCE", 1)
      t.go(l, x, "COPY_SOURCE", "COPY_DEST", 0)
    end
    l:CopyTextureRegion({ Resource = x, Subresource = 0 }, 0, 0, 0, { Resource = x, Subresource = 1 })
  end)
end)

-- Which bytes and texels.
case("a whole copy against one byte of the source", 'GS0512 buffer "x"', function(ok)
  local a, b, x, y = t.queue("COPY", "a"), t.queue("COPY", "b"), t.buf("x"), t.buf("y", 4100)
  t.run(a, function(l) if ok then l:CopyBufferRegion(t.buf("z"), 0, x, 0, 4095) else l:CopyResource(t.buf("z"), x) end end)
  b:ExecuteCommandLists { t.list(b, function(l) l:CopyBufferRegion(x, 4095, y, 0, 1) end) } --!
end)
case("one texel in the corner", 'GS0512 texture "x"', function(ok)
  local a, b, x = t.queue("COPY", "a"), t.queue("COPY", "b"), t.tex("x", "COMMON", SIM)
  t.run(a, function(l) texels(l, x, 0, 0, 0, 0, whole(8, 8)) end)
  b:ExecuteCommandLists { t.list(b, function(l) untexels(l, x, 0, { Left = ok and 8 or 7, Top = 7, Right = 16, Bottom = 16, Back = 1 }) end) } --!
end)
case("a row below", 'GS0512 texture "x"', function(ok)
  local a, b, x = t.queue("COPY", "a"), t.queue("COPY", "b"), t.tex("x", "COMMON", SIM)
  t.run(a, function(l) texels(l, x, 0, 16, 16, 0, whole(16, 16)) end)
  b:ExecuteCommandLists { t.list(b, function(l) untexels(l, x, 0, { Left = 0, Top = ok and 32 or 31, Right = 64, Bottom = 64, Back = 1 }) end) } --!
end)
case("blocks of a compressed texture", 'GS0512 texture "x"', function(ok)
  local a, b = t.queue("COPY", "a"), t.queue("COPY", "b")
  local x = t.tex("x", "COMMON", SIM, { Format = "BC1_UNORM", Width = 16, Height = 16 })
  local function blocks(buffer) return { Resource = buffer, Format = "BC1_UNORM", Width = 16, Height = 16, RowPitch = 256 } end
  t.run(a, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, blocks(t.upload("blocks")), whole(8, 8)) end)
  b:ExecuteCommandLists { t.list(b, function(l) --!
    l:CopyTextureRegion(blocks(t.readback("out")), 0, 0, 0, { Resource = x }, { Left = ok and 8 or 4, Top = 0, Right = 16, Bottom = 8, Back = 1 })
  end) }
end)
case("slices of a volume", 'GS0512 texture "x"', function(ok)
  local a, b = t.queue("COPY", "a"), t.queue("COPY", "b")
  local x = t.tex("x", "COMMON", SIM, { Dimension = "TEXTURE3D", Width = 8, Height = 8, DepthOrArraySize = 8 })
  local function box(buffer) return { Resource = buffer, Format = "R8G8B8A8_UNORM", Width = 8, Height = 8, Depth = 8, RowPitch = 256 } end
  t.run(a, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 2, box(t.upload("texels", 65536)), whole(8, 8, 2)) end)
  b:ExecuteCommandLists { t.list(b, function(l) --!
    l:CopyTextureRegion(box(t.readback("out", 65536)), 0, 0, 0, { Resource = x }, { Right = 8, Bottom = 8, Front = ok and 4 or 3, Back = 8 })
  end) }
end)
case("rows of two footprints in turn", 'GS0512 buffer "shared"', function(ok)
  local a, b, x, y, shared = t.queue("COPY", "a"), t.queue("COPY", "b"), t.tex("x"), t.tex("y"), t.buf("shared", 65536)
  local function rows(offset, width) return { Resource = shared, Offset = offset, Format = "R8G8B8A8_UNORM", Width = width, Height = 8, RowPitch = 1024 } end
  t.run(a, function(l) l:CopyTextureRegion(rows(0, ok and 64 or 192), 0, 0, 0, { Resource = x }, whole(64, 8)) end)
  b:ExecuteCommandLists { t.list(b, function(l) l:CopyTextureRegion({ Resource = y }, 0, 0, 0, rows(ok and 512 or 0, 64), whole(64, 8)) end) } --!
end)
case("the last row of a footprint is shorter", 'GS0512 buffer "shared"', function(ok)
  local a, b, x, shared = t.queue("COPY", "a"), t.queue("COPY", "b"), t.tex("x"), t.buf("shared", 65536)
  t.run(a, function(l)
    l:CopyTextureRegion({ Resource = shared, Format = "R8G8B8A8_UNORM", Width = 32, Height = 4, RowPitch = 256 }, 0, 0, 0, { Resource = x }, whole(32, 4))
  end)
  b:ExecuteCommandLists { t.list(b, read(shared, ok and 896 or 895, 64)) } --!
end)
case("a mip tail beside a whole copy of the mip above", 'GS0512 texture "x"', function(ok)
  local a, b = t.queue("COPY", "a"), t.queue("COPY", "b")
  local x = t.tex("x", "COMMON", "NONE", { MipLevels = 3, DepthOrArraySize = 2 })
  t.run(a, function(l) texels(l, x, 1, 0, 0, 0, whole(32, 32)) end)
  b:ExecuteCommandLists { t.list(b, function(l) untexels(l, x, ok and 4 or 1, whole(32, 32)) end) } --!
end)
case("immediate writes of two queues", 'GS0512 buffer "x"', function(ok)
  local a, b, x = t.queue("DIRECT", "a"), t.queue("COMPUTE", "b"), t.buf("x")
  t.run(a, function(l) l:WriteBufferImmediate { { Dest = x:GetGPUVirtualAddress() + 16, Value = 1 } } end)
  b:ExecuteCommandLists { t.list(b, read(x, ok and 20 or 19, 4)) } --!
end)

-- Memory that two resources share.
local function three()
  local heap = t.heap()
  return t.placed("one", heap), t.placed("two", heap), t.placed("three", heap)
end
case("an aliasing barrier to another of three", 'GS0518 buffer "three"', function(ok)
  local q, one, two, three = t.queue("DIRECT", "q"), three()
  t.run(q, function(l)
    l:CopyBufferRegion(one, 0, t.upload("u"), 0, 256)
    t.alias(l, one, ok and three or two)
    l:CopyBufferRegion(three, 0, t.upload("u"), 0, 256)
  end)
end)
case("an aliasing barrier before the first use", 'GS0518 buffer "two"', function(ok)
  local q, one, two = t.queue("DIRECT", "q"), three()
  t.run(q, function(l)
    if not ok then t.alias(l, one, two) end
    l:CopyBufferRegion(one, 0, t.upload("u"), 0, 256)
    if ok then t.alias(l, nil, two) end
    l:CopyBufferRegion(two, 0, t.upload("u"), 0, 256) --!
  end)
end)
case("resources that share a part of their memory", 'GS0518 buffer "two"', function(ok)
  local q, heap = t.queue("DIRECT", "q"), t.heap(262144)
  local one, two = t.placed("one", heap, 0, 131072), t.placed("two", heap, 65536, 65536)
  t.run(q, function(l)
    l:CopyBufferRegion(one, ok and 65280 or 65281, t.upload("u"), 0, 256)
    l:CopyBufferRegion(two, 0, t.upload("u"), 0, 256) --!
  end)
end)
case("shared memory on two queues, ordered too late", 'GS0512', function(ok)
  local a, b, F, one, two = t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.fence("F"), three()
  a:ExecuteCommandLists { t.list(a, write(one)) }
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { t.list(b, write(two)) } --!
end)
case("shared upload memory, written through the other mapping", 'GS0513', function(ok)
  local q, heap = t.queue("COPY", "q"), t.device:CreateHeap { Name = "uploads", SizeInBytes = 65536, HeapType = "UPLOAD" }
  local function placed(name)
    return t.device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = 0, Dimension = "BUFFER", Width = 4096, InitialState = "GENERIC_READ" }
  end
  local one, two = placed("one"), placed("two")
  local m = two:Map()
  q:ExecuteCommandLists { t.list(q, function(l) l:CopyBufferRegion(t.buf("x"), 0, one, 0, 256) end) }
  m:Write(ok and 256 or 255, "byte", 1) --!
end)

-- Copy queues.
case("a copy queue takes a texture from unordered access", 'GS04xx texture "x"', function(ok)
  local c, a, x, F = t.queue("COMPUTE", "c"), t.queue("COPY", "a"), t.tex("x", "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS"), t.fence("F")
  t.run(c, function(l) if ok then t.go(l, x, "UNORDERED_ACCESS", "COMMON") else t.uav(l, x) end end)
  c:Signal(F, 1)
  a:Wait(F, 1)
  t.run(a, function(l) untexels(l, x, 0) end)
end)
case("a direct queue takes a texture that a copy queue left to itself", 'GS0401 texture "x"', function(ok)
  local q, a, x, F = t.queue("DIRECT", "q"), t.queue("COPY", "a"), t.tex("x"), t.fence("F")
  t.run(a, function(l) texels(l, x, 0, 0, 0, 0, whole(64, 64)) end)
  a:Signal(F, 1)
  q:Wait(F, 1)
  t.run(q, function(l) t.go(l, x, ok and "COMMON" or "RESOLVE_DEST", "PIXEL_SHADER_RESOURCE") end)
end)
case("a direct queue keeps the state that a copy queue does not", 'GS0406 texture "x"', function(ok)
  local a, b, F = t.queue(ok and "COPY" or "DIRECT", "a"), t.queue("COPY", "b"), t.fence("F")
  local x = t.tex("x")
  t.run(a, function(l)
    t.go(l, x, "COMMON", "COPY_DEST")
    texels(l, x, 0, 0, 0, 0, whole(64, 64))
  end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, function(l) untexels(l, x, 0) end)
end)
case("round trip of a texture: COMMON, fence, copy, fence, sample state", 'GS05xx texture "x"', function(ok)
  local q, a, x, F = t.queue("DIRECT", "q"), t.queue("COPY", "a"), t.tex("x", "PIXEL_SHADER_RESOURCE"), t.fence("F")
  t.run(q, function(l) t.go(l, x, "PIXEL_SHADER_RESOURCE", "COMMON") end)
  q:Signal(F, 1)
  a:Wait(F, 1)
  a:ExecuteCommandLists { t.list(a, function(l) texels(l, x, 0, 0, 0, 0, whole(64, 64)) end) }
  a:Signal(F, 2)
  if ok then q:Wait(F, 2) end
  q:ExecuteCommandLists { t.list(q, function(l) t.go(l, x, "COMMON", "PIXEL_SHADER_RESOURCE") end) } --!
end)
case("two queues change different mips", 'GS0519 texture "x"', function(ok)
  local a, b, x = t.queue("DIRECT", "a"), t.queue("COMPUTE", "b"), t.tex("x", "COMMON", "NONE", { MipLevels = 2 })
  t.run(a, function(l) t.go(l, x, "COMMON", "COPY_SOURCE", 0) end)
  b:ExecuteCommandLists { t.list(b, function(l) t.go(l, x, "COMMON", "NON_PIXEL_SHADER_RESOURCE", ok and 1 or 0) end) } --!
end)

-- Split barriers.
case("a mip is used between the halves of another, or of its own", 'GS0404 texture "x"', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COPY_SOURCE", "NONE", { MipLevels = 2 })
  t.run(q, function(l)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", 1, "BEGIN_ONLY")
    untexels(l, x, ok and 0 or 1, whole(32, 32))
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", 1, "END_ONLY")
  end)
end)
case("two split barriers crossed, one ends twice", 'GS0405 texture "x"', function(ok)
  local q, x, y = t.queue("DIRECT", "q"), t.tex("x", "COPY_SOURCE"), t.tex("y", "COPY_SOURCE")
  t.run(q, function(l)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY")
    t.go(l, y, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY")
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "END_ONLY")
    t.go(l, ok and y or x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "END_ONLY")
  end)
end)
case("halves with other states", 'GS0405 texture "x"', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COPY_SOURCE")
  t.run(q, function(l)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY")
    t.go(l, x, "COPY_SOURCE", ok and "PIXEL_SHADER_RESOURCE" or "NON_PIXEL_SHADER_RESOURCE", nil, "END_ONLY")
  end)
end)
case("a whole transition between the halves", 'GS04xx texture "x"', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.tex("x", "COPY_SOURCE")
  t.run(q, function(l)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY")
    if not ok then t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE") end
    if ok then t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "END_ONLY") end
  end)
end)
case("halves on two queues, the fence behind the begin", 'GS0519 texture "x"', function(ok)
  local a, b, x, F = t.queue("DIRECT", "a"), t.queue("DIRECT", "b"), t.tex("x", "COPY_SOURCE"), t.fence("F")
  if not ok then a:Signal(F, 1) end
  t.run(a, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY") end)
  if ok then a:Signal(F, 1) end
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, function(l) t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "END_ONLY") end) } --!
end)
