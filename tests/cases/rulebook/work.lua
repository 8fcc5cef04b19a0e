-- What the documentation of Direct3D 12 says of queries, predication, copies, presents, lifetimes and removal, a sentence at a time, in the order of its pages: each as the
-- smallest script that breaks it, or does what it allows.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function open(type, name)
  local a = t.device:CreateCommandAllocator(type)
  return t.device:CreateCommandList { Type = type, Allocator = a, Name = name or "list" }, a
end
local function queries(type, n) return t.device:CreateQueryHeap { Type = type, Count = n or 2, Name = "queries" } end

-- Queries.
case("query: a time of a copy queue in an ordinary heap", "GS0374", function() (open "COPY"):EndQuery(queries "TIMESTAMP", "TIMESTAMP", 0) end)
case("query: a time of a copy queue", "silent", function() t.run(t.queue "COPY", function(l) l:EndQuery(queries "COPY_QUEUE_TIMESTAMP", "TIMESTAMP", 0) end) end)
case("query: a time of a direct queue in a heap for copy queues", "GS0374", function() (open "DIRECT"):EndQuery(queries "COPY_QUEUE_TIMESTAMP", "TIMESTAMP", 0) end)
case("query: a time begins", "GS0827", function() (open "DIRECT"):BeginQuery(queries "TIMESTAMP", "TIMESTAMP", 0) end)
case("query: begun twice", "GS0827", function()
  local l, h = open "DIRECT", queries "OCCLUSION"
  l:BeginQuery(h, "OCCLUSION", 0)
  l:BeginQuery(h, "OCCLUSION", 0)
end)
case("query: two at once in two places", "silent", function()
  local h = queries "OCCLUSION"
  t.run(t.queue "DIRECT", function(l)
    l:BeginQuery(h, "OCCLUSION", 0)
    l:BeginQuery(h, "BINARY_OCCLUSION", 1)
    l:EndQuery(h, "OCCLUSION", 0)
    l:EndQuery(h, "BINARY_OCCLUSION", 1)
  end)
end)
case("query: of another type than the heap", "GS0374", function() (open "DIRECT"):BeginQuery(queries "OCCLUSION", "PIPELINE_STATISTICS", 0) end)
case("query: the third of two", "GS0374", function() (open "DIRECT"):BeginQuery(queries "OCCLUSION", "OCCLUSION", 2) end)
case("query: resolved to a multiple of 4", "GS0375", function() (open "DIRECT"):ResolveQueryData(queries "TIMESTAMP", "TIMESTAMP", 0, 1, t.buf "b", 4) end)
case("query: resolved beyond the end", "GS0375", function() (open "DIRECT"):ResolveQueryData(queries "TIMESTAMP", "TIMESTAMP", 0, 2, t.buf("b", 8), 0) end)
case("query: resolved and never ended", "GS0609", function()
  t.run(t.queue "DIRECT", function(l) l:ResolveQueryData(queries "TIMESTAMP", "TIMESTAMP", 0, 1, t.buf "b", 0) end)
end)
case("query: resolved to where kernels write", "GS0402", function()
  local h, b = queries "TIMESTAMP", t.buf "b"
  t.run(t.queue "DIRECT", function(l)
    t.go(l, b, "COMMON", "UNORDERED_ACCESS")
    l:EndQuery(h, "TIMESTAMP", 0)
    l:ResolveQueryData(h, "TIMESTAMP", 0, 1, b, 0)
  end)
end)

-- Predication, indirect commands, numbers.
case("predicate: at a multiple of 4", "GS0826", function() (open "DIRECT"):SetPredication(t.buf "b", 4, "EQUAL_ZERO") end)
case("predicate: at the end", "GS0826", function() (open "DIRECT"):SetPredication(t.buf("b", 64), 64, "EQUAL_ZERO") end)
case("predicate: in the state of a copy", "GS0402", function()
  local b = t.buf "b"
  t.run(t.queue "DIRECT", function(l)
    l:CopyBufferRegion(b, 0, t.upload "u", 0, 8)
    l:SetPredication(b, 0, "EQUAL_ZERO")
  end)
end)
case("predicate: is sampled when it is set", "silent", function()
  local b, u = t.buf "b", t.upload "u"
  t.run(t.queue "DIRECT", function(l)
    l:SetPredication(b, 0, "NOT_EQUAL_ZERO")
    l:SetPredication(nil)
    t.go(l, b, "PREDICATION", "COPY_DEST")
    l:CopyBufferRegion(b, 0, u, 0, 8)
  end)
end)
local function signature(d, stride, root) return t.device:CreateCommandSignature { ByteStride = stride or 12, ArgumentDescs = d, RootSignature = root } end
case("indirect: arguments of a root signature that is not named", "GS0326", function()
  signature({ { Type = "CONSTANT", RootParameterIndex = 0, Num32BitValuesToSet = 1 }, { Type = "DISPATCH" } }, 16)
end)
case("indirect: a stride that is too small", "GS0326", function() signature({ { Type = "DISPATCH" } }, 8) end)
case("indirect: nothing is done, and the stride holds nothing more", "GS0326 no DISPATCH", function()
  local root = t.device:CreateRootSignature { Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
  signature({ { Type = "CONSTANT", RootParameterIndex = 0, Num32BitValuesToSet = 1 } }, 4, root)
end)
case("indirect: arguments at a multiple of 2", "GS0399", function()
  local l, s, b = open "COMPUTE", signature { { Type = "DISPATCH" } }, t.buf "b"
  t.use(l, "fill", t.buf "x")
  l:ExecuteIndirect(s, 1, b, 2)
end)
case("indirect: no commands", "GS0911", function()
  local s, b = signature { { Type = "DISPATCH" } }, t.buf "b"
  t.run(t.queue "COMPUTE", function(l)
    t.use(l, "fill", t.buf "x")
    l:ExecuteIndirect(s, 0, b, 0)
  end)
end)
case("numbers: written at a multiple of 2", "GS0362", function() (open "DIRECT"):WriteBufferImmediate { { Dest = t.buf("b"):GetGPUVirtualAddress() + 2, Value = 1 } } end)

-- Copies.
case("copy: of a texture as bytes", "GS0364", function() (open "DIRECT"):CopyBufferRegion(t.buf "b", 0, t.tex "x", 0, 64) end)
case("copy: beyond the end of the source", "GS0366", function() (open "DIRECT"):CopyBufferRegion(t.buf "b", 0, t.buf("c", 64), 0, 65) end)
case("copy: beyond the end of the destination", "GS0366", function() (open "DIRECT"):CopyBufferRegion(t.buf("b", 64), 32, t.buf "c", 0, 64) end)
case("copy: a buffer onto itself", "GS0365", function()
  local b = t.buf "b"; (open "DIRECT"):CopyBufferRegion(b, 0, b, 64, 64)
end)
case("copy: a resource onto itself", "GS0365", function()
  local x = t.tex "x"; (open "DIRECT"):CopyResource(x, x)
end)
case("copy: resources of two sizes", "GS0367", function() (open "DIRECT"):CopyResource(t.buf "a", t.buf("b", 64)) end)
case("copy: resources of two formats", "GS0368", function() (open "DIRECT"):CopyResource(t.tex "a", t.tex("b", "COMMON", "NONE", { Format = "R16G16B16A16_FLOAT" })) end)
case("copy: rows of 300 bytes", "GS0370", function()
  local rows = t.rows(t.buf("b", 65536))
  rows.RowPitch = 300; (open "DIRECT"):CopyTextureRegion(rows, 0, 0, 0, { Resource = t.tex "x", SubresourceIndex = 0 })
end)
case("copy: rows from byte 256", "GS0370", function() (open "DIRECT"):CopyTextureRegion(t.rows(t.buf("b", 65536), 64, 256), 0, 0, 0, { Resource = t.tex "x", SubresourceIndex = 0 }) end)
case("copy: a part of a depth buffer", "GS0339", function()
  local a, b = t.depth("a", "COMMON"), t.depth("b", "COMMON");
  (open "DIRECT"):CopyTextureRegion({ Resource = a, SubresourceIndex = 0 }, 0, 0, 0, { Resource = b, SubresourceIndex = 0 }, { Right = 8, Bottom = 8, Back = 1 })
end)
case("copy: a whole depth buffer to (1, 0), where it does not fit either", "GS0339 copies to (1, 0, 0)", function()
  local a, b = t.depth("a", "COMMON"), t.depth("b", "COMMON");
  (open "DIRECT"):CopyTextureRegion({ Resource = a, SubresourceIndex = 0 }, 1, 0, 0, { Resource = b, SubresourceIndex = 0 })
end)
case("copy: blocks that are cut", "GS0829", function()
  local a, b = t.tex("a", "COMMON", "NONE", { Format = "BC1_UNORM" }), t.tex("b", "COMMON", "NONE", { Format = "BC1_UNORM" });
  (open "DIRECT"):CopyTextureRegion({ Resource = a, SubresourceIndex = 0 }, 0, 0, 0, { Resource = b, SubresourceIndex = 0 }, { Right = 6, Bottom = 8, Back = 1 })
end)

-- Presents.
local function chain(d)
  local q = t.queue(d.queue or "DIRECT")
  d.queue, d.Width, d.Height, d.Name = nil, 16, 16, "chain"
  return q:CreateSwapChain(d), q
end
case("present: of a compute queue", "GS0841", function() chain { queue = "COMPUTE" } end)
case("present: one buffer", "GS0841", function() chain { BufferCount = 1 } end)
case("present: buffers of four samples", "GS0841", function() chain { SampleDesc = { Count = 4 } } end)
case("present: a target", "GS0842", function()
  local c, q = chain {}
  t.run(q, function(l) t.go(l, c:GetBuffer(0), "PRESENT", "RENDER_TARGET") end)
  c:Present()
end)
case("present: another buffer than the current one is used", "GS0612", function()
  local c, q = chain {}
  t.run(q, function(l) t.go(l, c:GetBuffer(1), "PRESENT", "RENDER_TARGET") end)
end)
case("present: two buffers in one list", "GS0612", function()
  local c, q = chain {}
  t.run(q, function(l)
    for i = 0, 1 do
      t.go(l, c:GetBuffer(i), "PRESENT", "RENDER_TARGET")
      t.go(l, c:GetBuffer(i), "RENDER_TARGET", "PRESENT")
    end
  end)
end)
case("present: resized with a buffer that is held", "GS0844", function()
  local c = chain {}
  local held = c:GetBuffer(0)
  c:ResizeBuffers(0, 32, 32)
  held:GetName()
end)
case("present: drawn on another queue without a fence", "GS0519", function()
  local c = chain {}
  t.run(t.queue("DIRECT", "other"), function(l)
    t.go(l, c:GetBuffer(0), "PRESENT", "RENDER_TARGET")
    t.go(l, c:GetBuffer(0), "RENDER_TARGET", "PRESENT")
  end)
  c:Present()
end)

-- Lives, and the removal of a device.
for _, row in ipairs { { "a resource", function() return t.buf "x" end, function(l, o) t.fill(l, o) end },
  { "a pipeline", function() return t.pso "fill" end, function(l) t.fill(l, t.buf "x") end },
  { "a root signature", function() return t.root() end, function(l) t.fill(l, t.buf "x") end },
  { "a query heap", function() return queries "TIMESTAMP" end, function(l, o) l:EndQuery(o, "TIMESTAMP", 0) end } } do
  case("life: " .. row[1] .. " in flight", "GS0601", function()
    local o = row[2]()
    t.run(t.queue "DIRECT", function(l) row[3](l, o) end)
    o:Release()
  end)
  case("life: " .. row[1] .. " before the submission", "GS0604", function()
    local o, q = row[2](), t.queue "DIRECT"
    local l = t.list(q, function(l) row[3](l, o) end)
    o:Release()
    q:ExecuteCommandLists { l }
  end)
end
case("life: a heap whose resource is in use", "GS0601", function()
  local h = t.heap()
  local x = t.placed("x", h)
  t.run(t.queue "DIRECT", function(l) t.fill(l, x) end)
  h:Release()
end)
case("life: a bound heap of descriptors", "GS0601", function()
  local h = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE", Name = "heap" }
  t.run(t.queue "DIRECT", function(l)
    l:SetDescriptorHeaps { h }
    t.fill(l, t.buf "x")
  end)
  h:Release()
end)
case("life: an allocator in flight", "GS0601", function()
  local l, a = open "DIRECT"
  t.fill(l, t.buf "x")
  l:Close()
  t.queue("DIRECT"):ExecuteCommandLists { l }
  a:Release()
end)
case("removed: its fences read the largest value, and waits end", "silent", function()
  local f, q = t.fence(), t.queue "DIRECT"
  q:Wait(f, 1)
  t.device:RemoveDevice()
  assert(f:GetCompletedValue() == 2 ^ 64 - 1 or f:GetCompletedValue() >= 2 ^ 53)
  assert(t.device:GetDeviceRemovedReason() == "DEVICE_REMOVED")
  f:WaitCPU(1)
end)
case("removed: nothing can be made", "GS0521", function()
  t.device:RemoveDevice()
  t.buf "x"
end)
case("removed: by a list whose allocator was reset", "GS0521", function()
  local q = t.queue "DIRECT"
  local l, a = open "DIRECT"
  l:Close()
  a:Reset()
  pcall(q.ExecuteCommandLists, q, { l })
  t.buf "x"
end)
