-- Memory that several resources share, and memory that the CPU and the GPU share: what each of them occupies, who hands it on, and when.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function texture(name, heap, offset, options)
  local d = { Name = name, Heap = heap, HeapOffset = offset, Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
  for k, v in pairs(options or {}) do d[k] = v end
  return t.device:CreatePlacedResource(d)
end

-- both declares a mistake and its twin, which gets true.
local function both(name, expected, body)
  case(name, expected, function() body(false) end)
  case(name .. ", in order", "silent", function() body(true) end)
end

-- link lets a queue wait for all that another one was given so far.
local function link(from, to)
  local f = t.fence "link"
  from:Signal(f, 1)
  to:Wait(f, 1)
end

both("one queue makes a texture readable while another copies to the texture in its place", 'GS05xx', function(ok)
  local q, c, heap = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap()
  local x, y, b = texture("x", heap, 0), texture("y", heap, 0), t.buf("b", 65536)
  t.run(q, function(l) t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end)
  if ok then link(q, c) end
  t.run(c, function(l) l:CopyTextureRegion({ Resource = y }, 0, 0, 0, t.rows(b, 16, 0, 16)) end)
end)
both("one queue copies to a texture, and another one makes the texture in its place readable", 'GS05xx', function(ok)
  local q, c, heap = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap()
  local x, y, b = texture("x", heap, 0), texture("y", heap, 0), t.buf("b", 65536)
  t.run(c, function(l) l:CopyTextureRegion({ Resource = y }, 0, 0, 0, t.rows(b, 16, 0, 16)) end)
  if ok then link(c, q) end
  t.run(q, function(l) t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end)
end)
both("two queues make two textures of one place readable", 'GS05xx', function(ok)
  local q, c, heap = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap()
  local x, y = texture("x", heap, 0), texture("y", heap, 0)
  t.run(q, function(l) t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end)
  if ok then link(q, c) end
  t.run(c, function(l) t.go(l, y, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end)
end)
both("one queue makes a texture readable while a kernel of another writes to a buffer in its place", 'GS05xx', function(ok)
  local q, c, heap = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap()
  local x, b = texture("x", heap, 0), t.placed("b", heap, 0)
  t.run(q, function(l) t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end)
  if ok then link(q, c) end
  t.run(c, function(l) t.fill(l, b) end)
end)
case("one queue makes a texture readable while another copies to one beside it", "silent", function()
  local q, c, heap = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap(262144)
  local x, y, b = texture("x", heap, 0), texture("y", heap, 65536), t.buf("b", 65536)
  t.run(q, function(l) t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end)
  t.run(c, function(l) l:CopyTextureRegion({ Resource = y }, 0, 0, 0, t.rows(b, 16, 0, 16)) end)
end)

-- What a placed resource occupies is its allocation, and not only its layout.
both("a texture, and a buffer in its first bytes, in one list", 'GS0518', function(ok)
  local q, heap = t.queue "DIRECT", t.heap()
  local x, b, from = texture("x", heap, 0), t.placed("b", heap, 65536 * (ok and 1 or 0)), t.buf("from", 65536)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from, 16, 0, 16))
    t.fill(l, b, 512)
  end)
end)
both("two buffers in one page, at bytes that are apart, one queue each", 'silent', function(ok)
  local q, c, heap = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap()
  local a, b = t.placed("a", heap, 0), t.placed("b", heap, 0)
  t.run(q, function(l) t.fill(l, a, 0) end)
  if ok then link(q, c) end
  t.run(c, function(l) t.fill(l, b, 512) end)
end)
for _, row in ipairs { { "the last byte of its layout", 4092, "GS0518" }, { "a byte after its layout, in its 64 KiB", 8192, "GS0518" }, { "the last byte of its 64 KiB", 65532, "GS0518" },
  { "the first byte after its 64 KiB", 65536, "silent" } } do
  case("a texture, and a buffer at " .. row[1], row[3], function()
    local q, heap = t.queue "DIRECT", t.heap(262144)
    local x, b, from = texture("x", heap, 0), t.placed("b", heap, 0, 131072), t.buf("from", 65536)
    t.run(q, function(l)
      l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from, 16, 0, 16))
      l:CopyBufferRegion(b, row[2], from, 0, 4)
    end)
  end)
  case("a texture of one queue, and a buffer of another at " .. row[1], row[3] == "GS0518" and "GS0512" or "silent", function()
    local q, c, heap = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap(262144)
    local x, b, from = texture("x", heap, 0), t.placed("b", heap, 0, 131072), t.buf("from", 65536)
    t.run(q, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from, 16, 0, 16)) end)
    t.run(c, function(l) l:CopyBufferRegion(b, row[2], from, 0, 4) end)
  end)
end
case("a small texture takes 4 KiB where it asks for that", "silent", function()
  local q, heap = t.queue "DIRECT", t.heap(262144)
  local x, b, from = texture("x", heap, 0, { Alignment = 4096 }), t.placed("b", heap, 0, 131072), t.buf("from", 65536)
  t.run(q, function(l)
    l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(from, 16, 0, 16))
    l:CopyBufferRegion(b, 4096, from, 0, 4)
  end)
end)
for _, at in ipairs { 65536, 4194300, 4194304 } do
  case("a target of four samples takes 4 MiB, and a buffer at " .. at, at < 4194304 and "GS0518" or "silent", function()
    local q, heap = t.queue "DIRECT", t.heap(8388608, "ALLOW_ALL_BUFFERS_AND_TEXTURES", 4194304)
    local x = texture("x", heap, 0, { SampleDesc = { Count = 4 }, Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" })
    local b, from, rtv = t.placed("b", heap, 0, 8388608), t.buf("from", 65536), t.rtv(x)
    t.run(q, function(l)
      l:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      l:CopyBufferRegion(b, at, from, 0, 4)
    end)
  end)
end
