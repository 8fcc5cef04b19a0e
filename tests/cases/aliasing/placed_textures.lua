-- What placed textures occupy of their heap: whether they fit, and what a change of their state means for others in their place.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local function texture(name, heap, offset, options)
  local d = { Name = name, Heap = heap, HeapOffset = offset, Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "COPY_DEST" }
  for k, v in pairs(options or {}) do d[k] = v end
  return t.device:CreatePlacedResource(d)
end
local function link(from, to) local f = t.fence "link" from:Signal(f, 1) to:Wait(f, 1) end
local function both(name, expected, body)
  case(name, expected, function() body(false) end)
  case(name .. ", right", "silent", function() body(true) end)
end
case("a texture in the last page of a heap, which its size ends in", "silent", function() texture("x", t.heap(65536 + 4096), 65536) end)
case("a texture behind the last page of a heap", "GS0316", function() texture("x", t.heap(65536), 65536) end)
both("a target of four samples in a heap that is aligned to 64 KiB", "GS0316 which is aligned to 65536 bytes: it needs 4194304", function(ok)
  texture("x", t.heap(4194304, "ALLOW_ALL_BUFFERS_AND_TEXTURES", ok and 4194304 or 65536), 0, { SampleDesc = { Count = 4 }, Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }) end)
both("a buffer of one page and a byte in a heap of one page", "GS0316", function(ok) t.placed("b", t.heap(65536), 0, ok and 65536 or 65537) end)
both("halves of a transition beside the texture in its place", "GS0519", function(ok)
  local q, c, heap, b = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap(), t.buf("b", 65536)
  local x, y = texture("x", heap, 0), texture("y", heap, 0)
  t.run(q, function(l) t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY") t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE", nil, "END_ONLY") end)
  if ok then link(q, c) end
  t.run(c, function(l) l:CopyTextureRegion({ Resource = y }, 0, 0, 0, t.rows(b, 16, 0, 16)) end)
end)
both("a read of a texture beside a transition of the one in its place", "GS0519", function(ok)
  local q, c, heap, b = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap(), t.buf("b", 65536)
  local x, y = texture("x", heap, 0), texture("y", heap, 0, { InitialState = "COPY_SOURCE" })
  t.run(q, function(l) t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end)
  if ok then link(q, c) end
  t.run(c, function(l) l:CopyTextureRegion(t.rows(b, 16, 0, 16), 0, 0, 0, { Resource = y }) end)
end)
both("a transition of a depth plane beside the target in its place", "GS0519", function(ok)
  local q, c, heap = t.queue("DIRECT", "q"), t.queue("DIRECT", "c"), t.heap(8388608, "ALLOW_ALL_BUFFERS_AND_TEXTURES")
  local x = texture("x", heap, 0, { Format = "D24_UNORM_S8_UINT", Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE" })
  local y = texture("y", heap, 0, { Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }) local r = t.rtv(y)
  t.run(q, function(l) t.go(l, x, "DEPTH_WRITE", "DEPTH_READ", 1) end)
  if ok then link(q, c) end
  t.run(c, function(l) l:ClearRenderTargetView(r, { 0, 0, 0, 0 }) end)
end)
case("two subresources of one placed texture, a transition here and a copy there", "silent", function()
  local q, c, heap, b = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap(), t.buf("b", 65536)
  local x = texture("x", heap, 0, { MipLevels = 2 })
  t.run(q, function(l) t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE", 0) end)
  t.run(c, function(l) l:CopyTextureRegion({ Resource = x, SubresourceIndex = 1 }, 0, 0, 0, t.rows(b, 8, 0, 8)) end)
end)
case("textures of one place in turn on two queues, a fence between each", "silent", function()
  local q, c, heap, b, F = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap(), t.buf("b", 65536), t.fence "F"
  local x, y = texture("x", heap, 0), texture("y", heap, 0)
  for i = 1, 4 do
    local queue, from = i % 2 == 0 and q or c, i % 2 == 0 and x or y
    if i > 1 then queue:Wait(F, i - 1) end
    t.run(queue, function(l)
      t.alias(l, nil, from)
      l:CopyTextureRegion({ Resource = from }, 0, 0, 0, t.rows(b, 16, 0, 16))
      t.go(l, from, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
      t.go(l, from, "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST")
    end)
    queue:Signal(F, i)
  end
end)
both("the sampled texture of one frame and the transition of the next frame's in its place", "GS0519", function(ok)
  local q, c, heap, b, F = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap(), t.buf("b", 65536), t.fence "F"
  local x, y = texture("x", heap, 0, { InitialState = "COPY_SOURCE" }), texture("y", heap, 0)
  local list = t.list(c, function(l) l:CopyTextureRegion(t.rows(b, 16, 0, 16), 0, 0, 0, { Resource = x }) end)
  c:ExecuteCommandLists { list }
  c:Signal(F, 1)
  if ok then q:Wait(F, 1) end
  q:ExecuteCommandLists { t.list(q, function() end), t.list(q, function(l) t.go(l, y, "COPY_DEST", "COPY_SOURCE") end) }
end)
both("the same, by a thread", "GS0519", function(ok)
  local q, c, heap, b = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.heap(), t.buf("b", 65536)
  local x, y = texture("x", heap, 0, { InitialState = "COPY_SOURCE" }), texture("y", heap, 0)
  t.run(c, function(l) l:CopyTextureRegion(t.rows(b, 16, 0, 16), 0, 0, 0, { Resource = x }) end)
  if ok then t.idle(c) end
  gpu.Thread("other", function() t.run(q, function(l) t.go(l, y, "COPY_DEST", "COPY_SOURCE") end) end):Join()
end)
