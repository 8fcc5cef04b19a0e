-- What the documentation of Direct3D 12 says of queues, lists, allocators, bundles, submissions, fences, heaps and mappings, a sentence at a time, in the order of its
-- pages: each as the smallest script that breaks it, or does what it allows.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local dev = function() return t.device end

-- open gives an open list of a type and its allocator.
local function open(type, name)
  local a = t.device:CreateCommandAllocator(type)
  return t.device:CreateCommandList { Type = type, Allocator = a, Name = name or "list" }, a
end
local function bundle(body)
  local b = open("BUNDLE", "bundle")
  body(b)
  b:Close()
  return b
end

-- Queues: types and priorities.
case("queue: of bundles", "GS0302", function() dev():CreateCommandQueue { Type = "BUNDLE" } end)
case("queue: of the highest priority", "GS0303", function() dev():CreateCommandQueue { Type = "DIRECT", Priority = "GLOBAL_REALTIME" } end)
case("queue: of a priority between", "GS0xxx", function() dev():CreateCommandQueue { Type = "DIRECT", Priority = 50 } end)
case("queue: of high priority", "silent", function() dev():CreateCommandQueue { Type = "COMPUTE", Priority = "HIGH" } end)
case("queue: of a copy engine with high priority", "silent", function() dev():CreateCommandQueue { Type = "COPY", Priority = "HIGH" } end)
case("queue: without the timeout", "silent", function() dev():CreateCommandQueue { Type = "DIRECT", Flags = "DISABLE_GPU_TIMEOUT" } end)
case("queue: of a second node", "GS0xxx", function() dev():CreateCommandQueue { Type = "DIRECT", NodeMask = 2 } end)
case("queue: the list of a compute engine on a copy engine", "GS0341", function()
  local l = open("COMPUTE")
  l:Close()
  t.queue("COPY"):ExecuteCommandLists { l }
end)

-- Which list may record what.
for _, row in ipairs {
  { "COPY", "sets a pipeline", function(l) l:SetPipelineState(t.pso "fill") end },
  { "COPY", "sets heaps", function(l) l:SetDescriptorHeaps {} end }, { "COPY", "clears its state", function(l) l:ClearState() end },
  { "COPY", "sets a compute root signature", function(l) l:SetComputeRootSignature(t.root()) end },
  { "COMPUTE", "sets viewports", function(l) l:RSSetViewports {} end },
  { "COMPUTE", "sets rectangles", function(l) l:RSSetScissorRects {} end }, { "COMPUTE", "sets targets", function(l) l:OMSetRenderTargets({}) end },
  { "COMPUTE", "sets a blend factor", function(l) l:OMSetBlendFactor { 1, 1, 1, 1 } end }, { "COMPUTE", "sets a stencil reference", function(l) l:OMSetStencilRef(1) end },
  { "COMPUTE", "sets bounds of depth", function(l) l:OMSetDepthBounds(0, 1) end }, { "COMPUTE", "sets a topology", function(l) l:IASetPrimitiveTopology "TRIANGLELIST" end },
  { "COMPUTE", "sets a graphics root signature", function(l) l:SetGraphicsRootSignature(t.root()) end },
  { "COMPUTE", "runs a bundle", function(l) l:ExecuteBundle(bundle(function() end)) end }, { "COMPUTE", "clears a target", function(l) l:ClearRenderTargetView(t.rtv(t.target "x"), { 0, 0, 0, 0 }) end },
  { "COMPUTE", "clears a depth buffer", function(l) l:ClearDepthStencilView(t.dsv(t.depth "z"), "DEPTH", 1, 0) end },
  { "COMPUTE", "begins a pass", function(l) l:BeginRenderPass {} end },
  { "COMPUTE", "begins a query", function(l) l:BeginQuery(t.device:CreateQueryHeap { Type = "OCCLUSION", Count = 1 }, "OCCLUSION", 0) end },
  { "BUNDLE", "clears its state", function(l) l:ClearState() end }, { "BUNDLE", "discards", function(l) l:DiscardResource(t.buf "b") end },
  { "BUNDLE", "resolves", function(l) l:ResolveSubresource(t.target "a", 0, t.target "b", 0, "R8G8B8A8_UNORM") end },
  { "BUNDLE", "has a predicate", function(l) l:SetPredication(t.buf "b", 0, "EQUAL_ZERO") end },
  { "BUNDLE", "ends a query", function(l) l:EndQuery(t.device:CreateQueryHeap { Type = "TIMESTAMP", Count = 1 }, "TIMESTAMP", 0) end },
  { "BUNDLE", "resolves queries", function(l) l:ResolveQueryData(t.device:CreateQueryHeap { Type = "TIMESTAMP", Count = 1 }, "TIMESTAMP", 0, 1, t.buf "b", 0) end },
  { "BUNDLE", "sets targets", function(l) l:OMSetRenderTargets({}) end }, { "BUNDLE", "sets viewports", function(l) l:RSSetViewports {} end },
  { "BUNDLE", "sets rectangles", function(l) l:RSSetScissorRects {} end }, { "BUNDLE", "clears a target", function(l) l:ClearRenderTargetView(t.rtv(t.target "x"), { 0, 0, 0, 0 }) end },
  { "BUNDLE", "begins a pass", function(l) l:BeginRenderPass({}) end }, { "BUNDLE", "copies a texture", function(l) l:CopyResource(t.tex "a", t.tex "b") end } } do
  case("list: of type " .. row[1] .. " " .. row[2], "GS0337", function() row[3](open(row[1])) end)
end
case("list: of type COPY writes numbers and has labels", "silent", function()
  local b = t.buf "b"
  t.run(t.queue "COPY", function(l)
    l:BeginEvent "labels"
    l:SetMarker "here"
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1 } }
    l:EndEvent()
  end)
end)
case("list: of type BUNDLE writes numbers and has labels", "silent", function()
  local b = t.buf("b", 4096, { state = "COMMON" })
  local inner = bundle(function(l)
    l:BeginEvent "labels"
    l:SetMarker "here"
    l:EndEvent()
    l:WriteBufferImmediate { { Dest = b:GetGPUVirtualAddress(), Value = 1 } }
  end)
  t.run(t.queue "DIRECT", function(l) l:ExecuteBundle(inner) end)
end)
case("list: dispatches nothing", "GS0901", function()
  local b = t.buf "b"
  t.run(t.queue "COMPUTE", function(l)
    t.use(l, "fill", b)
    l:Dispatch(0, 1, 1)
  end)
end)
case("list: dispatches one group too many", "GS0351", function()
  local l, b = open "COMPUTE", t.buf "b"
  t.use(l, "fill", b)
  l:Dispatch(1, 65536, 1)
end)
-- States by type of list.
for _, row in ipairs { { "COMPUTE", "PIXEL_SHADER_RESOURCE" }, { "COMPUTE", "RENDER_TARGET" }, { "COMPUTE", "INDEX_BUFFER" }, { "COPY", "UNORDERED_ACCESS" },
  { "COPY", "NON_PIXEL_SHADER_RESOURCE" }, { "COPY", "GENERIC_READ" }, { "COPY", "RESOLVE_DEST" }, { "COMPUTE", "PIXEL_SHADER_RESOURCE|NON_PIXEL_SHADER_RESOURCE" } } do
  for _, way in ipairs { "to", "from" } do
    case("state: " .. row[1] .. " " .. way .. " " .. row[2], "GS0381", function()
      local x = t.tex("x", "COMMON", "ALLOW_RENDER_TARGET|ALLOW_UNORDERED_ACCESS")
      if row[2] == "INDEX_BUFFER" then x = t.buf "x" end
      local l = open(row[1])
      if way == "to" then t.go(l, x, "COMMON", row[2]) else t.go(l, x, row[2], "COMMON") end
    end)
  end
end
-- Lists and allocators.
case("allocator: two lists record on it", "GS0332", function()
  local _, a = open "DIRECT"
  t.device:CreateCommandList { Type = "DIRECT", Allocator = a }
end)
case("allocator: of another type", "GS0331", function() t.device:CreateCommandList { Type = "COPY", Allocator = t.device:CreateCommandAllocator "DIRECT" } end)
case("allocator: of another type at Reset", "GS0331", function()
  local l = open "COPY"
  l:Close()
  l:Reset(t.device:CreateCommandAllocator "DIRECT")
end)
case("allocator: reset while a list records", "GS0335", function()
  local _, a = open "DIRECT"
  a:Reset()
end)
case("allocator: reset in flight", "GS0602", function()
  local l, a = open "DIRECT"
  t.fill(l, t.buf "b")
  l:Close()
  t.queue("DIRECT"):ExecuteCommandLists { l }
  a:Reset()
end)
case("allocator: reset between Close and submission", "GS0344", function()
  local l, a = open "DIRECT"
  l:Close()
  a:Reset()
  t.queue("DIRECT"):ExecuteCommandLists { l }
end)
case("list: reset while it records", "GS0334", function()
  local l = open "DIRECT"
  l:Reset(t.device:CreateCommandAllocator "DIRECT")
end)
case("list: reset in flight on another allocator", "silent", function()
  local l, q = open "DIRECT", t.queue "DIRECT"
  t.fill(l, t.buf "b")
  l:Close()
  q:ExecuteCommandLists { l }
  l:Reset(t.device:CreateCommandAllocator "DIRECT")
  l:Close()
end)
case("list: reset in flight on the same allocator", "silent", function()
  local l, a = open "DIRECT"
  t.fill(l, t.buf "b")
  l:Close()
  t.queue("DIRECT"):ExecuteCommandLists { l }
  l:Reset(a)
  l:Close()
end)
case("list: records when closed", "GS0333", function()
  local l = open "DIRECT"
  l:Close()
  l:SetMarker "late"
end)
case("list: closed twice", "GS0333", function()
  local l = open "DIRECT"
  l:Close()
  l:Close()
end)
case("list: made without an allocator is closed", "GS0333", function() t.device:CreateCommandList({ Type = "DIRECT" }):SetMarker "early" end)
case("list: made without an allocator is submitted", "GS0343", function() t.queue("DIRECT"):ExecuteCommandLists { t.device:CreateCommandList { Type = "DIRECT" } } end)
case("list: an error while recording is told, and Close fails", "GS0336", function()
  local l, b = open "COMPUTE", t.buf "b"
  t.use(l, "fill", b)
  pcall(l.Dispatch, l, 1, 65536, 1)
  l:Close()
end)
case("list: whose Close failed is submitted", "GS0336", function()
  local l, b = open "COMPUTE", t.buf "b"
  t.use(l, "fill", b)
  pcall(l.Dispatch, l, 1, 65536, 1)
  pcall(l.Close, l)
  t.queue("COMPUTE"):ExecuteCommandLists { l }
end)
case("list: submitted again in flight", "GS0603", function()
  local l, q = open "DIRECT", t.queue "DIRECT"
  t.fill(l, t.buf "b")
  l:Close()
  q:ExecuteCommandLists { l }
  q:ExecuteCommandLists { l }
end)
case("list: twice in one submission", "GS0603", function()
  local l = open "DIRECT"
  l:Close()
  t.queue("DIRECT"):ExecuteCommandLists { l, l }
end)
case("list: given up in flight", "silent", function()
  local l, q = open "DIRECT", t.queue "DIRECT"
  t.fill(l, t.buf "b")
  l:Close()
  q:ExecuteCommandLists { l }
  l:Release()
end)

-- Submissions.
case("submission: of an open list", "GS0342", function() t.queue("DIRECT"):ExecuteCommandLists { (open "DIRECT") } end)
case("submission: of a bundle", "GS0341", function() t.queue("DIRECT"):ExecuteCommandLists { bundle(function() end) } end)
case("submission: one list that is open, and all are dropped", "silent", function()
  local b, back = t.buf "b", t.readback "back"
  local q = t.queue "DIRECT"
  local good = t.list(q, function(l) l:CopyBufferRegion(back, 0, b, 0, 64) end)
  assert(not pcall(q.ExecuteCommandLists, q, { good, (open "DIRECT") }))
  back:Map() -- nothing is in flight, nor was it
end)
case("submission: of nothing", "GS0908", function() t.queue("DIRECT"):ExecuteCommandLists {} end)
case("submission: of an empty list", "silent", function() t.run(t.queue "DIRECT", function() end) end)
case("submission: of two lists that write one buffer by kernels", "GS0517", function()
  local q, b = t.queue "DIRECT", t.buf "b"
  q:ExecuteCommandLists { t.list(q, function(l) t.fill(l, b) end, "one"), t.list(q, function(l) t.fill(l, b) end, "two") }
end)
case("submission: two calls need no barrier", "silent", function()
  local q, b = t.queue "DIRECT", t.buf "b"
  t.run(q, function(l) t.fill(l, b) end)
  t.run(q, function(l) t.fill(l, b) end)
end)
case("submission: copies of one list are in order", "silent", function()
  local q, b, u = t.queue "COPY", t.buf "b", t.upload "u"
  t.run(q, function(l)
    l:CopyBufferRegion(b, 0, u, 0, 256)
    l:CopyBufferRegion(b, 128, u, 0, 256)
  end)
end)

-- Fences.
case("fence: begins high", "silent", function() t.fence("F", 2 ^ 53) end)
case("fence: of unknown flags", "GS0xxx", function() t.device:CreateFence { InitialValue = 0, Flags = 64 } end)
case("fence: not monitored", "GS0304", function() t.device:CreateFence { InitialValue = 0, Flags = "NON_MONITORED" } end)
case("fence: across adapters", "GS0304", function() t.device:CreateFence { InitialValue = 0, Flags = "SHARED|SHARED_CROSS_ADAPTER" } end)
case("fence: lowered by the CPU when all is done", "silent", function()
  local f = t.fence()
  f:Signal(5)
  f:Signal(1)
end)
case("fence: waited for by its only signaller first", "GS0501", function()
  local f, q = t.fence(), t.queue "DIRECT"
  q:Wait(f, 1)
  q:Signal(f, 1)
  f:WaitCPU(1)
end)
case("fence: a queue waits before anybody signals", "silent", function()
  local f, q, p = t.fence(), t.queue "DIRECT", t.queue "COPY"
  q:Wait(f, 1)
  p:Signal(f, 1)
  t.idle(q)
end)
case("fence: a signal and a wait of one queue", "silent", function()
  local f, q = t.fence(), t.queue "DIRECT"
  q:Signal(f, 1)
  q:Wait(f, 1)
  t.idle(q)
end)
case("fence: a wait for what it begins with", "GS0905", function() t.queue("DIRECT"):Wait(t.fence(), 0) end)
case("fence: several of none", "GS0325", function() t.device:SetEventOnMultipleFenceCompletion({}, {}) end)
case("fence: several with unknown flags", "GS0xxx", function() t.device:SetEventOnMultipleFenceCompletion({ t.fence() }, { 0 }, 2) end)
case("fence: fewer values than fences", "GS0325 2 fences and 1 value", function() t.device:SetEventOnMultipleFenceCompletion({ t.fence(), t.fence "G" }, { 0 }) end)
case("fence: any of two, and the work of both is taken as done", "GS0513", function()
  local q, p, f, g = t.queue "DIRECT", t.queue "COPY", t.fence(), t.fence "G"
  local a, b, x = t.readback "a", t.readback "b", t.buf "x"
  t.run(q, function(l) l:CopyBufferRegion(a, 0, x, 0, 64) end)
  q:Signal(f, 1)
  t.run(p, function(l) l:CopyBufferRegion(b, 0, x, 0, 64) end)
  p:Signal(g, 1)
  t.device:SetEventOnMultipleFenceCompletion({ f, g }, { 1, 1 }, "ANY")
  b:Map():Read(0, "uint")
end)
case("fence: released when a queue waits for it", "silent", function()
  local f, q = t.fence(), t.queue "DIRECT"
  q:Wait(f, 1)
  f:Release()
  t.idle(q)
end)
