-- Rules of Direct3D 12, one by one, each with its twin: planes, discards, resolves, counters, predicates, numbers that lists write, root signatures, mapped memory,
-- events, indirect arguments, presents, queries, bundles, threads, removal, shared memory.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local function link(from, to) local f = t.fence "link" from:Signal(f, 1) to:Wait(f, 1) end
local function both(name, expected, body)
  case(name, expected, function() body(false) end)
  case(name .. ", right", "silent", function() body(true) end)
end
local function dss(name, state) return t.tex(name, state or "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "D24_UNORM_S8_UINT" }) end
-- planes
both("clear only stencil after stencil alone went to a reading state", "GS0402", function(ok)
  local q, x = t.queue "DIRECT", dss "x" local d = t.dsv(x)
  t.run(q, function(l)
    t.go(l, x, "DEPTH_WRITE", "DEPTH_READ", ok and 0 or 1)
    l:ClearDepthStencilView(d, "STENCIL", 1, 0)
  end)
end)
both("copy of the stencil plane while the depth plane is drawn by another queue", "GS0402", function(ok)
  local q, x, b = t.queue "DIRECT", dss "x", t.buf("b", 65536)
  t.run(q, function(l)
    t.go(l, x, "DEPTH_WRITE", "COPY_SOURCE", ok and 1 or 0)
    l:CopyTextureRegion({ Resource = b, Offset = 0, Format = "R8_TYPELESS", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = x, SubresourceIndex = 1 })
  end)
end)
both("two queues clear the two planes of one texture in no order", "GS05xx", function(ok)
  local q, c, x = t.queue("DIRECT", "q"), t.queue("DIRECT", "c"), dss "x" local d = t.dsv(x)
  t.run(q, function(l) l:ClearDepthStencilView(d, "DEPTH", 1, 0) end)
  if ok then link(q, c) end
  t.run(c, function(l) l:ClearDepthStencilView(d, "STENCIL", 1, 0) end)
end)
-- DISCARD
both("discard of a target in a reading state", "GS0402", function(ok)
  local q, x = t.queue "DIRECT", t.target("x", ok and "RENDER_TARGET" or "PIXEL_SHADER_RESOURCE")
  t.run(q, function(l) l:DiscardResource(x) end)
end)
both("discard on a compute list of what is no UAV", "GS0372", function(ok)
  local q, x = t.queue "COMPUTE", t.tex("x", ok and "UNORDERED_ACCESS" or "COMMON", ok and "ALLOW_UNORDERED_ACCESS" or "NONE")
  t.run(q, function(l) l:DiscardResource(x) end)
end)
-- resolve
for _, r in ipairs { { "in another format", function(l, a, b, m) l:ResolveSubresource(a, 0, m, 0, "R8G8B8A8_UINT") end },
  { "without RESOLVE_SOURCE", function(l, a, b, m) t.go(l, m, "RESOLVE_SOURCE", "RENDER_TARGET") l:ResolveSubresource(a, 0, m, 0, "R8G8B8A8_UNORM") end },
  { "without RESOLVE_DEST", function(l, a, b, m) l:ResolveSubresource(b, 0, m, 0, "R8G8B8A8_UNORM") end },
  { "subresource 1 of one", function(l, a, b, m) l:ResolveSubresource(a, 1, m, 0, "R8G8B8A8_UNORM") end },
  { "source subresource 1 of one", function(l, a, b, m) l:ResolveSubresource(a, 0, m, 1, "R8G8B8A8_UNORM") end },
  { "region beyond the end", function(l, a, b, m) l:ResolveSubresourceRegion(a, 0, 32, 0, m, 0, { Left = 0, Top = 0, Right = 64, Bottom = 64 }, "R8G8B8A8_UNORM", "AVERAGE") end },
  { "source rect beyond the end", function(l, a, b, m) l:ResolveSubresourceRegion(a, 0, 0, 0, m, 0, { Left = 0, Top = 0, Right = 65, Bottom = 64 }, "R8G8B8A8_UNORM", "AVERAGE") end },
  { "buffer", function(l, a, b, m) l:ResolveSubresource(t.buf "z", 0, m, 0, "R8G8B8A8_UNORM") end },
  { "right", function(l, a, b, m) l:ResolveSubresource(a, 0, m, 0, "R8G8B8A8_UNORM") end } } do
  case("resolve: " .. r[1], r[1] == "right" and "silent" or "GS0xxx", function()
    local q, m = t.queue "DIRECT", t.tex("m", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
    local a, b = t.tex("a", "RESOLVE_DEST"), t.tex("b", "COPY_DEST")
    t.run(q, function(l) l:ClearRenderTargetView(t.rtv(m), { 0, 0, 0, 0 }) t.go(l, m, "RENDER_TARGET", "RESOLVE_SOURCE") r[2](l, a, b, m) end)
  end)
end
-- counters
local kept = gpu.AppendStructuredBuffer("u0", "uint")
local function appender(name, items, counter, offset)
  local heap = t.device:CreateDescriptorHeap { Name = name, Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  H = heap
  t.device:CreateUnorderedAccessView(items, counter, { StructureByteStride = 4, NumElements = 64, CounterOffsetInBytes = offset }, heap:GetCPUDescriptorHandle(0))
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
  local pso = t.device:CreateComputePipelineState { Name = "p", RootSignature = root, CS = gpu.ComputeShader { Name = "append", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) kept:Append(GroupIndex) end } }
  return function(l) l:SetDescriptorHeaps { heap } l:SetComputeRootSignature(root) l:SetPipelineState(pso) l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0)) l:Dispatch(1, 1, 1) end
end
both("counter at a multiple of 4 only", "GS0xxx", function(ok) appender("h", t.buf "items", t.buf("counter", 8192), ok and 4096 or 4) end)
both("counter at the end of its buffer", "GS0xxx", function(ok) appender("h", t.buf "items", t.buf("counter", 8192), ok and 4096 or 8192) end)
both("counter without ALLOW_UNORDERED_ACCESS", "GS0xxx", function(ok) appender("h", t.buf "items", t.buf("counter", 8192, { flags = ok and "ALLOW_UNORDERED_ACCESS" or "NONE" }), 0) end)
both("counter reset by WriteBufferImmediate in the list", "GS0402", function(ok)
  local q, counter = t.queue "DIRECT", t.buf("counter", 8192) local app = appender("h", t.buf "items", counter, 0)
  t.run(q, function(l) l:WriteBufferImmediate { { Dest = counter:GetGPUVirtualAddress(), Value = 0 } } if ok then t.go(l, counter, "COPY_DEST", "UNORDERED_ACCESS") end app(l) end)
end)
both("counter that goes on from frame to frame, until what is appended leaves the buffer", "GS0621 writes kept[64]", function(ok)
  local q, counter = t.queue "DIRECT", t.buf("counter", 8192) local app = appender("h", t.buf "items", counter, 0)
  for _ = 1, 17 do
    t.run(q, function(l)
      if ok then l:WriteBufferImmediate { { Dest = counter:GetGPUVirtualAddress(), Value = 0 } } t.go(l, counter, "COPY_DEST", "UNORDERED_ACCESS") end
      app(l)
    end)
  end
end)
both("counter released before submission", "GS0622", function(ok)
  local q, counter = t.queue "DIRECT", t.buf("counter", 8192) local app = appender("h", t.buf "items", counter, 0)
  local l = t.list(q, app)
  if not ok then counter:Release() end
  q:ExecuteCommandLists { l }
  t.idle(q)
end)
both("two appends through two views with one counter, different items, no barrier", "silent", function(ok)
  local q, counter = t.queue "DIRECT", t.buf("counter", 8192) local a, b = appender("h", t.buf "items", counter, 0), appender("h2", t.buf "items2", counter, 0)
  t.run(q, function(l) a(l) if ok then t.uav(l, counter) end b(l) end)
end)
both("a dispatch reads the counter as data with no barrier after an append", "GS0517", function(ok)
  local q, counter, to = t.queue "DIRECT", t.buf("counter", 8192), t.buf "to" local a = appender("h", t.buf "items", counter, 0)
  t.run(q, function(l) a(l) if ok then t.uav(l, counter) end t.dispatch(l, "grow", counter) end)
end)
both("append in a bundle, counter in wrong state", "GS0402", function(ok)
  local q, counter = t.queue "DIRECT", t.buf("counter", 8192) local app = appender("h", t.buf "items", counter, 0)
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  app(bundle) bundle:Close()
  t.run(q, function(l) t.go(l, counter, "COMMON", ok and "UNORDERED_ACCESS" or "COPY_SOURCE") l:SetDescriptorHeaps { H } l:ExecuteBundle(bundle) end)
end)
-- predication
both("predication buffer in upload memory, changed after submit", "GS0513", function(ok)
  local q, p, b = t.queue "DIRECT", t.upload "p", t.buf "b" local m = p:Map()
  m:Write(0, "uint", { 1, 0 })
  t.run(q, function(l) l:SetPredication(p, 0, "EQUAL_ZERO") t.fill(l, b) l:SetPredication(nil, 0, "EQUAL_ZERO") end)
  if ok then t.idle(q) end
  m:Write(0, "uint", { 0, 0 })
end)
both("predicate buffer destroyed before submit", "GS0604", function(ok)
  local q, p, b = t.queue "DIRECT", t.buf "p", t.buf "b"
  local l = t.list(q, function(l) l:SetPredication(p, 0, "EQUAL_ZERO") t.fill(l, b) end)
  if not ok then p:Release() end
  q:ExecuteCommandLists { l } t.idle(q)
end)
both("predication of a copy queue", "GS0xxx", function(ok)
  local q, p = t.queue(ok and "COMPUTE" or "COPY"), t.buf "p"
  t.run(q, function(l) l:SetPredication(p, 0, "EQUAL_ZERO") end)
end)
-- WriteBufferImmediate
both("WBI MARKER_IN and a later write by a copy on another queue", "GS0512", function(ok)
  local q, c, b, s = t.queue("DIRECT", "q"), t.queue("COPY", "c"), t.buf "b", t.buf "s"
  t.run(q, function(l) l:WriteBufferImmediate({ { Dest = b:GetGPUVirtualAddress() + 16, Value = 1 } }, { "MARKER_IN" }) end)
  if ok then link(q, c) end
  t.run(c, function(l) l:CopyBufferRegion(b, 16, s, 0, 4) end)
end)
both("WBI in UAV state", "GS0402", function(ok)
  local q, b = t.queue "DIRECT", t.buf "b"
  t.run(q, function(l) t.fill(l, b) if ok then t.go(l, b, "UNORDERED_ACCESS", "COPY_DEST") end l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1 } } end)
end)
both("WBI to an upload buffer", "GS0xxx", function(ok)
  local q, b = t.queue "DIRECT", ok and t.readback "b" or t.upload "b"
  t.run(q, function(l) l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1 } } end)
end)
both("WBI past the end", "GS0xxx", function(ok)
  local q, b = t.queue "DIRECT", t.buf("b", 64)
  t.run(q, function(l) l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress() + (ok and 60 or 64), Value = 1 } } end)
end)
both("WBI in a bundle twice, beside a kernel of another queue", "GS0512", function(ok)
  local q, c, b = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.buf "b"
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  bundle:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1 } } bundle:Close()
  t.run(q, function(l) l:ExecuteBundle(bundle) end)
  if ok then link(q, c) end
  t.run(c, function(l) t.fill(l, b) end)
end)
-- ClearState and SetPipelineState
both("pipeline set again after the root signature changed", "GS0xxx", function(ok)
  local q, b = t.queue "DIRECT", t.buf "b"
  local other = t.device:CreateRootSignature { Name = "other", Parameters = { { Type = "UAV" } } }
  t.run(q, function(l) t.use(l, "fill", b) if not ok then l:SetComputeRootSignature(other) end l:Dispatch(1, 1, 1) end)
end)
local ones = gpu.RWStructuredBuffer("u0", "uint")
both("ClearState with a pipeline, then a dispatch", "GS0xxx", function(ok)
  local q, b = t.queue "DIRECT", t.buf "b"
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV" } } }
  local pso = t.device:CreateComputePipelineState { Name = "ones", RootSignature = root,
    CS = gpu.ComputeShader { Name = "ones", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) ones[GroupIndex] = 1 end } }
  local function arguments(l)
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(0, b:GetGPUVirtualAddress())
  end
  t.run(q, function(l)
    arguments(l)
    l:ClearState(pso)
    if ok then arguments(l) end
    l:Dispatch(1, 1, 1)
  end)
end)
both("graphics pipeline on Dispatch", "GS0xxx", function(ok)
  local q, b = t.queue "DIRECT", t.buf "b"
  t.run(q, function(l) t.use(l, "fill", b) if not ok then l:SetPipelineState(t.drawing "plain") end l:Dispatch(1, 1, 1) end)
end)
-- maps
both("Map/Write/Unmap for a later frame of the same bytes", "GS0513", function(ok)
  local q, u, b = t.queue "DIRECT", t.upload "u", t.buf "b"
  local m = u:Map() m:Write(0, "uint", { 1, 2, 3, 4 }) u:Unmap()
  t.run(q, function(l) l:CopyBufferRegion(b, 0, u, 0, 16) end)
  m = u:Map() m:Write(ok and 16 or 12, "uint", { 9 }) u:Unmap()
end)
both("bytes of a struct written while the GPU reads the last of them", "GS0513", function(ok)
  local q, u, b = t.queue "DIRECT", t.upload "u", t.buf "b"
  local m = u:Map()
  t.run(q, function(l) l:CopyBufferRegion(b, 0, u, 256, 1) end)
  m:Write(ok and 260 or 256, "uint", { 9 })
end)
both("read back after a wait for the fence before", "GS0513", function(ok)
  local q, r, b, F = t.queue "DIRECT", t.readback "r", t.buf "b", t.fence "F"
  q:Signal(F, 1)
  t.run(q, function(l) l:CopyBufferRegion(r, 0, b, 0, 16) end)
  q:Signal(F, 2)
  F:WaitCPU(ok and 2 or 1)
  r:Map():Read(0, "uint", 1)
end)
both("read back through an event that was set for another value", "GS0513", function(ok)
  local q, r, b, F = t.queue "DIRECT", t.readback "r", t.buf "b", t.fence "F"
  local e = gpu.CreateEvent { Name = "e" }
  q:Signal(F, 1)
  t.run(q, function(l) l:CopyBufferRegion(r, 0, b, 0, 16) end)
  q:Signal(F, 2)
  F:SetEventOnCompletion(ok and 2 or 1, e)
  gpu.WaitForSingleObject(e)
  r:Map():Read(0, "uint", 1)
end)
both("a manual event that stays set from the frame before", "GS0513", function(ok)
  local q, r, b, F = t.queue "DIRECT", t.readback "r", t.buf "b", t.fence "F"
  local e = gpu.CreateEvent { Name = "e", ManualReset = true }
  q:Signal(F, 1)
  F:SetEventOnCompletion(1, e)
  gpu.WaitForSingleObject(e)
  t.run(q, function(l) l:CopyBufferRegion(r, 0, b, 0, 16) end)
  q:Signal(F, 2)
  if ok then e:ResetEvent() end
  F:SetEventOnCompletion(2, e)
  gpu.WaitForSingleObject(e)
  r:Map():Read(0, "uint", 1)
end)
-- indirect
both("arguments written by the copy queue without a fence", "GS0512", function(ok)
  local q, c, args, u, b = t.queue("DIRECT", "q"), t.queue("COPY", "c"), t.buf "args", t.upload "u", t.buf "b"
  u:Map():Write(0, "uint", { 1, 1, 1 })
  local sig = t.device:CreateCommandSignature { Name = "sig", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(c, function(l) l:CopyBufferRegion(args, 0, u, 0, 12) end)
  if ok then link(c, q) end
  t.run(q, function(l) t.use(l, "fill", b) l:ExecuteIndirect(sig, 1, args, 0) end)
end)
both("count and arguments in UAV state", "GS0402", function(ok)
  local q, args, b = t.queue "DIRECT", t.buf "args", t.buf "b"
  local sig = t.device:CreateCommandSignature { Name = "sig", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(q, function(l) t.fill(l, args, 0, 1) if ok then t.go(l, args, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT") end t.use(l, "fill", b) l:ExecuteIndirect(sig, 1, args, 0, args, 64) end)
end)
both("max count runs past the end of the arguments", "GS0xxx", function(ok)
  local q, args, b = t.queue "DIRECT", t.buf("args", 24), t.buf "b"
  local sig = t.device:CreateCommandSignature { Name = "sig", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(q, function(l) t.use(l, "fill", b) l:ExecuteIndirect(sig, ok and 2 or 3, args, 0) end)
end)
-- presents
local function chain(q, n) return q:CreateSwapChain { Name = "chain", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", BufferCount = n or 2 } end
both("back buffer cleared by a compute queue's kernel in flight at the present", "GS05xx", function(ok)
  local q, c = t.queue("DIRECT", "q"), t.queue("DIRECT", "c") local s = chain(q)
  local x = s:GetBuffer(0) local r = t.rtv(x)
  t.run(c, function(l) t.go(l, x, "PRESENT", "RENDER_TARGET") l:ClearRenderTargetView(r, { 0, 0, 0, 0 }) t.go(l, x, "RENDER_TARGET", "PRESENT") end)
  if ok then link(c, q) end
  s:Present(1)
end)
both("copy from the presented back buffer on another queue afterwards", "GS05xx", function(ok)
  local q, c, b = t.queue("DIRECT", "q"), t.queue("DIRECT", "c"), t.buf("b", 65536) local s = chain(q)
  local x = s:GetBuffer(0) local r = t.rtv(x)
  t.run(q, function(l) t.go(l, x, "PRESENT", "RENDER_TARGET") l:ClearRenderTargetView(r, { 0, 0, 0, 0 }) t.go(l, x, "RENDER_TARGET", "PRESENT") end)
  s:Present(1)
  t.run(q, function() end)
  if ok then link(q, c) end
  local y = s:GetBuffer(s:GetCurrentBackBufferIndex()) local ry = t.rtv(y)
  t.run(c, function(l) t.go(l, y, "PRESENT", "RENDER_TARGET") l:ClearRenderTargetView(ry, { 0, 0, 0, 0 }) t.go(l, y, "RENDER_TARGET", "PRESENT") end)
  link(c, q)
  s:Present(1)
  t.run(q, function() end)
  if ok then link(q, c) end
  t.run(c, function(l) t.go(l, x, "PRESENT", "RENDER_TARGET") l:ClearRenderTargetView(r, { 0, 0, 0, 0 }) t.go(l, x, "RENDER_TARGET", "PRESENT") end)
end)
both("a list recorded for the next buffer and run one frame early", "GS0612", function(ok)
  local q = t.queue("DIRECT", "q") local s = chain(q)
  local x = s:GetBuffer(1) local r = t.rtv(x)
  local l = t.list(q, function(l) t.go(l, x, "PRESENT", "RENDER_TARGET") l:ClearRenderTargetView(r, { 0, 0, 0, 0 }) t.go(l, x, "RENDER_TARGET", "PRESENT") end)
  if ok then s:Present(1) end
  q:ExecuteCommandLists { l }
end)
-- queries
both("a query that two lists of one call end, and a third resolves before", "GS0609", function(ok)
  local q, b, h = t.queue "DIRECT", t.buf("b", 64), t.device:CreateQueryHeap { Name = "h", Type = "TIMESTAMP", Count = 2 }
  local a = t.list(q, function(l) l:EndQuery(h, "TIMESTAMP", 0) end, "a")
  local c = t.list(q, function(l) l:ResolveQueryData(h, "TIMESTAMP", 0, 1, b, 0) end, "c")
  q:ExecuteCommandLists(ok and { a, c } or { c, a })
end)
both("resolve of results that a kernel reads without a barrier", "GS0402", function(ok)
  local q, b, h = t.queue "DIRECT", t.buf("b", 4096), t.device:CreateQueryHeap { Name = "h", Type = "TIMESTAMP", Count = 2 }
  t.run(q, function(l) l:EndQuery(h, "TIMESTAMP", 0) l:ResolveQueryData(h, "TIMESTAMP", 0, 1, b, 0) if ok then t.go(l, b, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end
    t.dispatch(l, "move", t.buf "to", b) end)
end)
both("resolve to bytes that another queue copies", "GS0512", function(ok)
  local q, c, b, z, h = t.queue("DIRECT", "q"), t.queue("COPY", "c"), t.buf("b", 4096), t.buf "z", t.device:CreateQueryHeap { Name = "h", Type = "TIMESTAMP", Count = 2 }
  t.run(q, function(l) l:EndQuery(h, "TIMESTAMP", 0) l:ResolveQueryData(h, "TIMESTAMP", 0, 1, b, 8) end)
  t.run(c, function(l) l:CopyBufferRegion(z, 0, b, ok and 0 or 8, 8) end)
end)
-- bundles
both("a bundle draws with a target of another format", "GS0xxx", function(ok)
  local q, x = t.queue "DIRECT", t.target "x" local r = t.rtv(x)
  local pso = t.drawing("plain", { format = ok and "R8G8B8A8_UNORM" or "R16G16B16A16_FLOAT" })
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  local root = t.device:CreateRootSignature { Name = "empty", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
  bundle:SetPipelineState(pso) bundle:IASetPrimitiveTopology "TRIANGLELIST" bundle:DrawInstanced(3, 1, 0, 0) bundle:Close()
  t.run(q, function(l) t.drawState(l, pso, r) l:ExecuteBundle(bundle) end)
end)
both("a bundle expects the topology of its caller", "GS0xxx", function(ok)
  local q, x = t.queue "DIRECT", t.target "x" local r = t.rtv(x)
  local pso = t.drawing("plain")
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  bundle:SetPipelineState(pso) if ok then bundle:IASetPrimitiveTopology "TRIANGLELIST" end bundle:DrawInstanced(3, 1, 0, 0) bundle:Close()
  t.run(q, function(l) t.drawState(l, pso, r) l:ExecuteBundle(bundle) end)
end)
both("root constants of the caller in a bundle that sets the root signature anew", "GS0xxx", function(ok)
  local q, b = t.queue "DIRECT", t.buf "b"
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  local other = t.device:CreateRootSignature { Name = "other", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 2 }, { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 1 } } }
  bundle:SetPipelineState(t.pso "fill") bundle:SetComputeRootSignature(ok and t.root() or other) bundle:Dispatch(1, 1, 1) bundle:Close()
  t.run(q, function(l) t.use(l, "fill", b) l:ExecuteBundle(bundle) end)
end)
both("after a bundle its pipeline is the list's", "GS0xxx", function(ok)
  local q, b = t.queue "DIRECT", t.buf "b"
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  bundle:SetPipelineState(t.pso "fill") bundle:Close()
  t.run(q, function(l)
    l:SetComputeRootSignature(t.root())
    l:SetComputeRoot32BitConstants(0, { 0, gpu.AsUint(7) })
    l:SetComputeRootUnorderedAccessView(2, b:GetGPUVirtualAddress())
    if ok then l:ExecuteBundle(bundle) end
    l:Dispatch(1, 1, 1)
  end)
end)
-- events, threads
both("a thread reads back after the event of another's wait", "GS0513", function(ok)
  local q, r, b, F = t.queue "DIRECT", t.readback "r", t.buf "b", t.fence "F"
  local e = gpu.CreateEvent { Name = "e" }
  local th = gpu.Thread("reader", function()
    gpu.WaitForSingleObject(e)
    r:Map():Read(0, "uint", 1)
  end)
  t.run(q, function(l) l:CopyBufferRegion(r, 0, b, 0, 16) end)
  q:Signal(F, 1)
  if ok then F:WaitCPU(1) end
  e:SetEvent()
  th:Join()
end)
both("upload written by a thread and submitted by the main thread", "GS0513", function(ok)
  local q, u, b = t.queue "DIRECT", t.upload "u", t.buf "b"
  local e = gpu.CreateEvent { Name = "e" }
  local th = gpu.Thread("writer", function()
    u:Map():Write(0, "uint", { 1 })
    e:SetEvent()
  end)
  if ok then gpu.WaitForSingleObject(e) end
  t.run(q, function(l) l:CopyBufferRegion(b, 0, u, 0, 16) end)
  th:Join()
end)
both("in a loop of frames, the ring of upload memory is one too short", "GS0513", function(ok)
  local q, u, b, F = t.queue "DIRECT", t.upload "u", t.buf "b", t.fence "F"
  local m = u:Map()
  for frame = 1, 8 do
    if frame > 2 then F:WaitCPU(frame - 2) end
    local at = (frame % (ok and 2 or 1)) * 256
    m:Write(at, "uint", { frame })
    t.run(q, function(l) l:CopyBufferRegion(b, 0, u, at, 4) end)
    q:Signal(F, frame)
  end
end)
-- removal
both("a list is made on a removed device", "GS0521", function(ok)
  local d = gpu.CreateDevice { Name = "gone" }
  if not ok then d:RemoveDevice() end
  d:CreateFence(0, "f")
end)
case("a wait on a removed device ends, and its memory is read", "silent", function()
  local d = gpu.CreateDevice { Name = "gone" }
  local f = d:CreateFence(0, "f")
  d:RemoveDevice()
  f:WaitCPU(5)
  assert(f:GetCompletedValue() > 2^53)
  assert(d:GetDeviceRemovedReason() ~= "S_OK")
end)
-- aliased: clear of a UAV, indirect, draws
both("two placed buffers overlap, written by dispatches of one ExecuteIndirect pair without a barrier", "GS0518", function(ok)
  local q, heap = t.queue "DIRECT", t.heap(262144)
  local a, b, args = t.placed("a", heap, 0), t.placed("b", heap, 0), t.upload "args"
  args:Map():Write(0, "uint", { 1, 1, 1 })
  local sig = t.device:CreateCommandSignature { Name = "sig", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  t.run(q, function(l) t.use(l, "fill", a) l:ExecuteIndirect(sig, 1, args, 0) if ok then t.alias(l, a, b) end t.use(l, "fill", b) l:ExecuteIndirect(sig, 1, args, 0) end)
end)
both("aliased in a bundle", "GS0518", function(ok)
  local q, heap = t.queue "DIRECT", t.heap(262144)
  local a, b = t.placed("a", heap, 0), t.placed("b", heap, 0)
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  t.fill(bundle, b) bundle:Close()
  t.run(q, function(l) t.fill(l, a) if ok then t.alias(l, a, b) end l:ExecuteBundle(bundle) end)
end)
both("aliased in the second list", "GS0518", function(ok)
  local q, heap = t.queue "DIRECT", t.heap(262144)
  local a, b = t.placed("a", heap, 0), t.placed("b", heap, 0)
  q:ExecuteCommandLists { t.list(q, function(l) t.fill(l, a) if ok then t.alias(l, a, b) end end), t.list(q, function(l) t.fill(l, b) end) }
end)
case("aliased in the second call", "silent", function()
  local q, heap = t.queue "DIRECT", t.heap(262144)
  local a, b = t.placed("a", heap, 0), t.placed("b", heap, 0)
  t.run(q, function(l) t.fill(l, a) end) t.run(q, function(l) t.fill(l, b) end)
end)
both("predicated write and an aliased one", "GS0518", function(ok)
  local q, heap, p = t.queue "DIRECT", t.heap(262144), t.buf "p"
  local a, b = t.placed("a", heap, 0), t.placed("b", heap, 0)
  t.run(q, function(l) t.fill(l, a) l:SetPredication(p, 0, ok and "EQUAL_ZERO" or "NOT_EQUAL_ZERO") t.fill(l, b) end)
end)
both("clears of aliased views of one list", "GS0518", function(ok)
  local q, heap = t.queue "DIRECT", t.heap(8388608, "ALLOW_ALL_BUFFERS_AND_TEXTURES")
  local function target(n) return t.device:CreatePlacedResource { Name = n, Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", InitialState = "RENDER_TARGET", Flags = "ALLOW_RENDER_TARGET" } end
  local x, y = target "x", target "y" local rx, ry = t.rtv(x), t.rtv(y)
  t.run(q, function(l) l:ClearRenderTargetView(rx, { 0, 0, 0, 0 }) if ok then t.alias(l, x, y) end l:ClearRenderTargetView(ry, { 0, 0, 0, 0 }) end)
end)
