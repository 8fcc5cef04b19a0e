-- What the documentation of Direct3D 12 says of bundles, descriptions of memory, mappings, resource states and barriers, a sentence at a time, in the order of its
-- pages: each as the smallest script that breaks it, or does what it allows.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function open(type, name)
  local a = t.device:CreateCommandAllocator(type)
  return t.device:CreateCommandList { Type = type, Allocator = a, Name = name or "list" }, a
end
local function bundle(body)
  local b, a = open("BUNDLE", "bundle")
  body(b)
  b:Close()
  return b, a
end
local function made(d)
  local desc = { Name = "x", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
  for k, v in pairs(d) do desc[k] = v end
  return t.device:CreateCommittedResource(desc)
end
local function buffer(d)
  d.Dimension, d.Height, d.Format, d.Width = "BUFFER", d.Height or 1, d.Format or "UNKNOWN", d.Width or 4096
  return made(d)
end

-- Bundles.
case("bundle: does not take the pipeline over", "GS0352", function()
  local b = t.buf "b"
  local inner = open "BUNDLE"
  inner:SetComputeRootSignature(t.root())
  inner:SetComputeRootUnorderedAccessView(2, b:GetGPUVirtualAddress())
  inner:Dispatch(1, 1, 1)
end)
case("bundle: leaves its pipeline and its arguments to the list", "silent", function()
  local b = t.buf "b"
  local inner = bundle(function(l) t.use(l, "fill", b) end)
  t.run(t.queue "DIRECT", function(l)
    l:ExecuteBundle(inner)
    l:Dispatch(1, 1, 1)
  end)
end)
case("bundle: has other heaps than the list", "GS0832", function()
  local one = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE", Name = "one" }
  local two = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE", Name = "two" }
  local inner = bundle(function(l) l:SetDescriptorHeaps { one } end)
  local l = open "DIRECT"
  l:SetDescriptorHeaps { two }
  l:ExecuteBundle(inner)
end)
case("bundle: has the heaps of the list", "silent", function()
  local one = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE", Name = "one" }
  local inner = bundle(function(l) l:SetDescriptorHeaps { one } end)
  local l = open "DIRECT"
  l:SetDescriptorHeaps { one }
  l:ExecuteBundle(inner)
  l:Close()
end)
case("bundle: sets heaps twice, and other ones", "GS0832", function()
  local one = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE", Name = "one" }
  local two = t.device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE", Name = "two" }
  local inner = open "BUNDLE"
  inner:SetDescriptorHeaps { one }
  inner:SetDescriptorHeaps { two }
end)
case("bundle: is open", "GS0831", function() (open "DIRECT"):ExecuteBundle((open("BUNDLE", "bundle"))) end)
case("bundle: is no bundle", "GS0831", function()
  local l = open("DIRECT", "other")
  l:Close();
  (open "DIRECT"):ExecuteBundle(l)
end)
case("bundle: whose allocator was reset before ExecuteBundle", "GS0831", function()
  local inner, a = bundle(function() end)
  a:Reset();
  (open "DIRECT"):ExecuteBundle(inner)
end)
case("bundle: whose allocator is reset before the submission", "GS0344", function()
  local inner, a = bundle(function() end)
  local l = open "DIRECT"
  l:ExecuteBundle(inner)
  l:Close()
  a:Reset()
  t.queue("DIRECT"):ExecuteCommandLists { l }
end)
case("bundle: is reset before the submission of who runs it", "GS0611", function()
  local inner = bundle(function() end)
  local l = open "DIRECT"
  l:ExecuteBundle(inner)
  l:Close()
  inner:Reset(t.device:CreateCommandAllocator "BUNDLE")
end)
case("bundle: draws for other targets than those of the list", "GS0823", function()
  local other = t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { Format = "R16G16B16A16_FLOAT" })
  local pso = t.drawing "plain"
  local inner = bundle(function(l)
    l:SetPipelineState(pso)
    l:IASetPrimitiveTopology "TRIANGLELIST"
    l:DrawInstanced(3, 1)
  end)
  local l = open "DIRECT"
  t.drawState(l, pso, t.rtv(other))
  l:ExecuteBundle(inner)
end)

-- Heaps and first states.
case("heap: a buffer that begins in a state", "GS0904", function() buffer { InitialState = "COPY_DEST" } end)
case("heap: UPLOAD that begins in COMMON", "GS0314", function() buffer { HeapType = "UPLOAD", InitialState = "COMMON" } end)
case("heap: READBACK that begins in GENERIC_READ", "GS0314", function() buffer { HeapType = "READBACK", InitialState = "GENERIC_READ" } end)
case("heap: UPLOAD for kernels to write", "GS0313", function() buffer { HeapType = "UPLOAD", InitialState = "GENERIC_READ", Flags = "ALLOW_UNORDERED_ACCESS" } end)
case("heap: a texture in UPLOAD", "GS0313", function() made { HeapType = "UPLOAD", InitialState = "GENERIC_READ" } end)
case("heap: a transition of UPLOAD", "GS0380", function() t.go(open "DIRECT", t.upload "u", "GENERIC_READ", "COPY_SOURCE") end)
case("heap: a transition of READBACK", "GS0380", function() t.go(open "DIRECT", t.readback "r", "COPY_DEST", "COMMON") end)
case("heap: the GPU writes UPLOAD", "GS0403", function()
  t.run(t.queue "DIRECT", function(l) l:CopyBufferRegion(t.upload "u", 0, t.buf "b", 0, 64) end)
end)
case("heap: the GPU reads READBACK", "GS0403", function()
  t.run(t.queue "DIRECT", function(l) l:CopyBufferRegion(t.buf "b", 0, t.readback "r", 0, 64) end)
end)
case("heap: a texture begins as a target without the flag", "GS0314", function() made { InitialState = "RENDER_TARGET" } end)

-- Flags and descriptions.
case("flags: target and depth", "GS0312", function() made { Format = "R32_TYPELESS", Flags = "ALLOW_RENDER_TARGET|ALLOW_DEPTH_STENCIL" } end)
case("flags: depth and kernels", "GS0312", function() made { Format = "R32_TYPELESS", Flags = "ALLOW_DEPTH_STENCIL|ALLOW_UNORDERED_ACCESS" } end)
case("flags: depth at once", "GS0312", function() made { Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL|ALLOW_SIMULTANEOUS_ACCESS" } end)
case("flags: samples at once", "GS0311", function() made { Flags = "ALLOW_RENDER_TARGET|ALLOW_SIMULTANEOUS_ACCESS", SampleDesc = { Count = 4 } } end)
case("flags: a buffer at once", "GS0312", function() buffer { Flags = "ALLOW_SIMULTANEOUS_ACCESS" } end)
case("flags: a buffer as a target", "GS0312", function() buffer { Flags = "ALLOW_RENDER_TARGET" } end)
case("flags: a clear value of a buffer", "GS0315", function() buffer { OptimizedClearValue = { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 0 } } } end)
case("flags: a clear value of no target", "GS0315", function() made { OptimizedClearValue = { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 0 } } } end)
case("flags: a clear to another value", "GS0916", function()
  local x = made { Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET", OptimizedClearValue = { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 0 } } }
  t.run(t.queue "DIRECT", function(l) l:ClearRenderTargetView(t.rtv(x), { 1, 0, 0, 0 }) end)
end)
case("flags: a depth cleared to another value", "GS0916", function()
  local x = made { Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL", InitialState = "DEPTH_WRITE", OptimizedClearValue = { Format = "D32_FLOAT", DepthStencil = { Depth = 1 } } }
  t.run(t.queue "DIRECT", function(l) l:ClearDepthStencilView(t.dsv(x), "DEPTH", 0, 0) end)
end)
for _, row in ipairs { { "of two rows", { Height = 2 } }, { "of two mips", { MipLevels = 2 } }, { "of two slices", { DepthOrArraySize = 2 } }, { "with a format", { Format = "R32_UINT" } },
  { "of four samples", { SampleDesc = { Count = 4 } } } } do
  case("buffer: " .. row[1], "GS0307", function() buffer(row[2]) end)
end
case("placed: at a multiple of 4096", "GS0316", function() t.placed("x", t.heap(131072), 4096) end)
case("placed: behind the end", "GS0316", function() t.placed("x", t.heap(65536), 65536) end)
case("placed: beyond the end", "GS0316", function() t.placed("x", t.heap(65536), 0, 65536 + 256) end)
case("placed: a buffer in a heap for textures", "GS0316", function() t.placed("x", t.heap(65536, "ALLOW_ONLY_NON_RT_DS_TEXTURES"), 0) end)
case("placed: a target in a heap for other textures", "GS0316", function()
  t.device:CreatePlacedResource { Name = "x", Heap = t.heap(4 * 65536, "ALLOW_ONLY_NON_RT_DS_TEXTURES"), HeapOffset = 0, Dimension = "TEXTURE2D", Width = 16, Height = 16,
    Format = "R8G8B8A8_UNORM", InitialState = "RENDER_TARGET", Flags = "ALLOW_RENDER_TARGET" }
end)
case("placed: more subresources than there may be", "GS0310", function()
  made { Width = 16384, Height = 1, DepthOrArraySize = 2048, MipLevels = 15, Format = "D24_UNORM_S8_UINT", Flags = "ALLOW_DEPTH_STENCIL" }
end)

-- Map.
case("map: DEFAULT memory", "GS0384", function() t.buf("b"):Map() end)
case("map: nested", "silent", function()
  local u = t.upload "u"
  u:Map()
  u:Map()
  u:Unmap()
  u:Unmap()
end)
case("map: Unmap without Map", "GS0385", function() t.upload("u"):Unmap() end)
case("map: of subresource 1", "GS0371", function() t.upload("u"):Map(1) end)
case("map: a range behind the end", "GS0386", function() t.upload("u"):Map(0, { Begin = 0, End = 8192 }) end)
case("map: a range that is turned over is empty", "silent", function()
  local r = t.readback("r")
  r:Map(0, { Begin = 8, End = 4 })
  r:Unmap(0, { Begin = 1, End = 0 })
end)
case("map: a range that is turned over, and read all the same", 'GS0924 buffer "r"', function() t.readback("r"):Map(0, { Begin = 8, End = 4 }):Read(4, "uint") end)
case("map: a written range of READBACK", "GS0387", function()
  local r = t.readback "r"
  r:Map()
  r:Unmap(0, { Begin = 0, End = 4 })
end)
case("map: reads UPLOAD", "GS0907", function() t.upload("u"):Map():Read(0, "uint") end)
case("map: reads what it said it will not read", "GS0924", function() t.readback("r"):Map(0, { Begin = 0, End = 0 }):Read(0, "uint") end)
case("map: writes what the GPU reads", "GS0513", function()
  local u = t.upload "u"
  t.run(t.queue "DIRECT", function(l) l:CopyBufferRegion(t.buf "b", 0, u, 0, 64) end)
  u:Map():Write(0, "uint", 1)
end)
case("map: writes beside what the GPU reads", "silent", function()
  local u = t.upload "u"
  t.run(t.queue "DIRECT", function(l) l:CopyBufferRegion(t.buf "b", 0, u, 0, 64) end)
  u:Map():Write(64, "uint", 1)
end)
case("map: reads what the GPU writes", "GS0513", function()
  local r = t.readback "r"
  t.run(t.queue "DIRECT", function(l) l:CopyBufferRegion(r, 0, t.buf "b", 0, 64) end)
  r:Map():Read(0, "uint")
end)

-- Combinations of states, and what each use needs.
for _, s in ipairs { "RENDER_TARGET|COPY_SOURCE", "UNORDERED_ACCESS|NON_PIXEL_SHADER_RESOURCE", "DEPTH_WRITE|DEPTH_READ", "COPY_DEST|COPY_SOURCE", "RESOLVE_DEST|PIXEL_SHADER_RESOURCE", "COPY_DEST|UNORDERED_ACCESS" } do
  case("state: " .. s, "GS0378", function()
    local depth = s:find "DEPTH"
    local x = depth and made { Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL" } or made { Flags = "ALLOW_RENDER_TARGET|ALLOW_UNORDERED_ACCESS" }
    t.go(open "DIRECT", x, "COMMON", s)
  end)
end
for _, s in ipairs { "PIXEL_SHADER_RESOURCE|NON_PIXEL_SHADER_RESOURCE|COPY_SOURCE", "DEPTH_READ|PIXEL_SHADER_RESOURCE" } do
  case("state: " .. s, "silent", function()
    t.run(t.queue "DIRECT", function(l) t.go(l, made { Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL" }, "COMMON", s) end)
  end)
end
for _, row in ipairs { { "RENDER_TARGET", "NONE" }, { "UNORDERED_ACCESS", "NONE" }, { "RENDER_TARGET", "ALLOW_UNORDERED_ACCESS" } } do
  case("state: " .. row[1] .. " without its flag, " .. row[2], "GS0379", function() t.go(open "DIRECT", made { Flags = row[2] }, "COMMON", row[1]) end)
end
case("state: DEPTH_WRITE without its flag", "GS0379", function() t.go(open "DIRECT", made { Format = "D32_FLOAT" }, "COMMON", "DEPTH_WRITE") end)
case("state: shaders read what denies it", "GS0379", function()
  t.go(open "DIRECT", made { Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL|DENY_SHADER_RESOURCE" }, "COMMON", "PIXEL_SHADER_RESOURCE")
end)
case("state: RESOLVE_SOURCE of one sample", "GS0xxx", function() t.go(open "DIRECT", made { Flags = "ALLOW_RENDER_TARGET" }, "COMMON", "RESOLVE_SOURCE") end)
case("state: RESOLVE_DEST of four samples", "GS0345", function()
  t.go(open "DIRECT", made { Flags = "ALLOW_RENDER_TARGET", SampleDesc = { Count = 4 } }, "COMMON", "RESOLVE_DEST")
end)
case("use: a texture as a target is not promoted", "GS0402", function()
  t.run(t.queue "DIRECT", function(l) l:ClearRenderTargetView(t.rtv(t.target("x", "COMMON")), { 0, 0, 0, 0 }) end)
end)
case("use: a depth buffer is not promoted", "GS0402", function()
  t.run(t.queue "DIRECT", function(l) l:ClearDepthStencilView(t.dsv(t.depth("z", "COMMON")), "DEPTH", 1, 0) end)
end)
case("use: a target at once is promoted", "silent", function()
  t.run(t.queue "DIRECT", function(l) l:ClearRenderTargetView(t.rtv(t.tex("x", "COMMON", "ALLOW_RENDER_TARGET|ALLOW_SIMULTANEOUS_ACCESS")), { 0, 0, 0, 0 }) end)
end)
case("use: a resolve of a target", "GS0402", function()
  local a = made { Name = "a", Flags = "ALLOW_RENDER_TARGET", SampleDesc = { Count = 4 }, InitialState = "RENDER_TARGET" }
  t.run(t.queue "DIRECT", function(l) l:ResolveSubresource(made { Name = "b", InitialState = "RESOLVE_DEST" }, 0, a, 0, "R8G8B8A8_UNORM") end)
end)
case("use: a target is discarded on a compute queue", "GS0372", function() (open "COMPUTE"):DiscardResource(t.target "x") end)
case("use: a constant buffer in the state of other reads", "GS0402", function()
  local c, b = t.buf "c", t.buf "b"
  t.run(t.queue "COMPUTE", function(l)
    t.go(l, c, "COMMON", "NON_PIXEL_SHADER_RESOURCE")
    t.dispatch(l, "constant", b, c)
  end)
end)
case("use: promoted to be read, then written", "GS0402", function()
  local x, u, r = t.tex "x", t.upload("u", 65536), t.readback("r", 65536)
  t.run(t.queue "DIRECT", function(l)
    l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = x, SubresourceIndex = 0 })
    l:CopyTextureRegion({ Resource = x, SubresourceIndex = 0 }, 0, 0, 0, t.rows(u))
  end)
end)
case("use: promoted to be written on a 3D queue does not decay", "GS0402", function()
  local x, u, r, q = t.tex "x", t.upload("u", 65536), t.readback("r", 65536), t.queue "DIRECT"
  t.run(q, function(l) l:CopyTextureRegion({ Resource = x, SubresourceIndex = 0 }, 0, 0, 0, t.rows(u)) end)
  t.run(q, function(l) l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = x, SubresourceIndex = 0 }) end)
end)
case("use: promoted to be written on a copy queue decays", "silent", function()
  local x, u, r, q = t.tex "x", t.upload("u", 65536), t.readback("r", 65536), t.queue "COPY"
  t.run(q, function(l) l:CopyTextureRegion({ Resource = x, SubresourceIndex = 0 }, 0, 0, 0, t.rows(u)) end)
  t.run(q, function(l) l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = x, SubresourceIndex = 0 }) end)
end)
case("use: nothing decays between the lists of a call", "GS0402", function()
  local x, u, r, q = t.tex "x", t.upload("u", 65536), t.readback("r", 65536), t.queue "COPY"
  q:ExecuteCommandLists {
    t.list(q, function(l) l:CopyTextureRegion({ Resource = x, SubresourceIndex = 0 }, 0, 0, 0, t.rows(u)) end, "one"),
    t.list(q, function(l) l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = x, SubresourceIndex = 0 }) end, "two") }
end)

-- Barriers.
case("barrier: of nothing", "GS0376", function() (open "DIRECT"):ResourceBarrier { { Type = "TRANSITION", Before = "COMMON", After = "COPY_DEST" } } end)
case("barrier: of a subresource that is not there", "GS0371", function() t.go(open "DIRECT", t.tex "x", "COMMON", "COPY_DEST", 1) end)
case("barrier: to the same state", "GS0377", function() t.go(open "DIRECT", t.tex "x", "COPY_DEST", "COPY_DEST") end)
case("barrier: no barriers", "GS0902", function() (open "DIRECT"):ResourceBarrier {} end)
case("barrier: one subresource twice in a call", "GS0903", function()
  local x = t.tex "x"
  t.run(t.queue "DIRECT", function(l)
    l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COMMON", After = "COPY_DEST" }, { Type = "TRANSITION", Resource = x, Before = "COPY_DEST", After = "COPY_SOURCE" } }
  end)
end)
case("barrier: from a state of this list that it is not in", "GS0401", function()
  local x, l = t.tex "x", open "DIRECT"
  t.go(l, x, "COMMON", "COPY_DEST")
  t.go(l, x, "COPY_SOURCE", "COPY_DEST")
end)
case("barrier: from a state that it is not in when it executes", "GS0401", function()
  local x = t.tex("x", "COPY_SOURCE")
  t.run(t.queue "DIRECT", function(l) t.go(l, x, "COPY_DEST", "COPY_SOURCE") end)
end)
case("barrier: both halves at once", "GS0382", function() t.go(open "DIRECT", t.tex "x", "COMMON", "COPY_DEST", nil, "BEGIN_ONLY|END_ONLY") end)
case("barrier: an end without a beginning", "GS0405", function()
  t.run(t.queue "DIRECT", function(l) t.go(l, t.tex "x", "COMMON", "COPY_DEST", nil, "END_ONLY") end)
end)
case("barrier: a beginning without an end, and another transition", "GS0405", function()
  local x, l = t.tex "x", open "DIRECT"
  t.go(l, x, "COMMON", "COPY_DEST", nil, "BEGIN_ONLY")
  t.go(l, x, "COMMON", "COPY_SOURCE")
end)
case("barrier: used between the halves", "GS0404", function()
  local x, l = t.tex "x", open "DIRECT"
  t.go(l, x, "COMMON", "COPY_SOURCE", nil, "BEGIN_ONLY")
  l:CopyTextureRegion(t.rows(t.readback("r", 65536)), 0, 0, 0, { Resource = x, SubresourceIndex = 0 })
end)
case("barrier: halves of a buffer in two calls", "GS0910", function()
  local b, q = t.buf "b", t.queue "DIRECT"
  t.run(q, function(l) t.go(l, b, "COMMON", "COPY_DEST", nil, "BEGIN_ONLY") end)
end)
case("barrier: halves of a texture in two calls", "silent", function()
  local x, q = t.tex "x", t.queue "DIRECT"
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, "BEGIN_ONLY") end)
  t.run(q, function(l) t.go(l, x, "COMMON", "COPY_DEST", nil, "END_ONLY") end)
end)
case("barrier: for unordered access of what has none", "GS0363", function() t.uav(open "DIRECT", t.tex "x") end)
case("barrier: for all unordered access", "silent", function()
  local b = t.buf "b"
  t.run(t.queue "COMPUTE", function(l)
    t.fill(l, b)
    l:ResourceBarrier { { Type = "UAV" } }
    t.fill(l, b)
  end)
end)
case("barrier: for atomics none is needed", "silent", function()
  local b = t.buf "b"
  t.run(t.queue "COMPUTE", function(l)
    t.dispatch(l, "count", b)
    t.dispatch(l, "count", b)
  end)
end)
case("barrier: of aliasing between committed resources", "GS0383 \"a\"; GS0383 \"b\"", function() t.alias(open "DIRECT", t.buf "a", t.buf "b") end)
case("barrier: of aliasing is missing", "GS0518", function()
  local h, u = t.heap(), t.upload "u"
  local a, b = t.placed("a", h), t.placed("b", h)
  t.run(t.queue "DIRECT", function(l)
    l:CopyBufferRegion(a, 0, u, 0, 64)
    l:CopyBufferRegion(b, 0, u, 0, 64)
  end)
end)
case("barrier: two calls take the place of one of aliasing", "silent", function()
  local h, u, q = t.heap(), t.upload "u", t.queue "DIRECT"
  local a, b = t.placed("a", h), t.placed("b", h)
  t.run(q, function(l) l:CopyBufferRegion(a, 0, u, 0, 64) end)
  t.run(q, function(l) l:CopyBufferRegion(b, 0, u, 0, 64) end)
end)
case("barrier: a target that shares memory is drawn to before it is cleared", "GS0614", function()
  local h = t.heap(1048576)
  local x = t.device:CreatePlacedResource { Name = "x", Heap = h, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
    InitialState = "RENDER_TARGET", Flags = "ALLOW_RENDER_TARGET" }
  local y = t.placed("y", h)
  t.run(t.queue "DIRECT", function(l)
    t.alias(l, y, x)
    t.drawState(l, t.drawing "plain", t.rtv(x))
    l:DrawInstanced(3, 1)
  end)
end)
