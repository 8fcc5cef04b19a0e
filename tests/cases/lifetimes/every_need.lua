-- Every way in which a list can need a resource, as another project's tests of destroyed objects go through them: released in flight, released between
-- recording and submission, released behind the wait. Expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- needs declares three cases for a role. make returns the resource "it", and what records its use. Descriptors are looked at when the command runs: early is what
-- is said there of a resource that is released before.
local function needs(role, kind, make, early)
  local it = kind .. ' "it"'
  case(role .. ", released in flight", "GS0601 " .. it, function()
    local q = t.queue("DIRECT", "q")
    local x, use = make(q)
    t.run(q, use)
    x:Release()
  end)
  case(role .. ", released before the submission", (early or "GS0604") .. " " .. it, function()
    local q = t.queue("DIRECT", "q")
    local x, use = make(q)
    local l = t.list(q, use)
    x:Release()
    q:ExecuteCommandLists { l }
  end)
  case(role .. ", released behind the wait", "silent", function()
    local q = t.queue("DIRECT", "q")
    local x, use = make(q)
    t.run(q, use)
    t.idle(q)
    x:Release()
  end)
end
local function buffer(role, record) needs(role, "buffer", function()
  local it = t.buf("it")
  return it, function(l) record(l, it) end
end) end
local function texture(role, record) needs(role, "texture", function()
  local it = t.tex("it")
  return it, function(l) record(l, it) end
end) end

-- Copies and writes.
buffer("the destination of CopyBufferRegion", function(l, it) l:CopyBufferRegion(it, 0, t.upload("up"), 0, 64) end)
buffer("the source of CopyResource", function(l, it) l:CopyResource(t.buf("x"), it) end)
buffer("the destination of CopyResource", function(l, it) l:CopyResource(it, t.buf("x")) end)
texture("the destination of CopyTextureRegion", function(l, it) l:CopyTextureRegion({ Resource = it }, 0, 0, 0, t.rows(t.upload("up", 16384))) end)
needs("the footprint that CopyTextureRegion reads", "buffer", function()
  local it = t.upload("it", 16384)
  return it, function(l) l:CopyTextureRegion({ Resource = t.tex("x") }, 0, 0, 0, t.rows(it)) end
end)
needs("the footprint that CopyTextureRegion writes", "buffer", function()
  local it = t.readback("it", 16384)
  return it, function(l) l:CopyTextureRegion(t.rows(it), 0, 0, 0, { Resource = t.tex("x") }) end
end)
buffer("the destination of WriteBufferImmediate", function(l, it) l:WriteBufferImmediate { { Dest = it:GetGPUVirtualAddress() + 16, Value = 1 } } end)
buffer("the destination of ResolveQueryData", function(l, it)
  local ticks = t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = 1 }
  l:EndQuery(ticks, "TIMESTAMP", 0)
  l:ResolveQueryData(ticks, "TIMESTAMP", 0, 1, it, 0)
end)
buffer("a predicate", function(l, it)
  l:SetPredication(it, 0, "EQUAL_ZERO")
  l:SetPredication(nil)
end)

-- Arguments of dispatches and draws.
local function dispatches() return t.device:CreateCommandSignature { Name = "dispatches", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } } end
buffer("arguments of ExecuteIndirect", function(l, it)
  t.use(l, "fill", t.buf("x"))
  l:ExecuteIndirect(dispatches(), 1, it, 0)
end)
buffer("the count of ExecuteIndirect", function(l, it)
  t.use(l, "fill", t.buf("x"))
  l:ExecuteIndirect(dispatches(), 1, t.buf("args"), 0, it, 0)
end)
buffer("a root UAV", function(l, it) t.dispatch(l, "fill", it) end)
buffer("a root SRV", function(l, it) t.dispatch(l, "move", t.buf("x"), it) end)
buffer("a root CBV", function(l, it) t.dispatch(l, "constant", t.buf("x"), it) end)
buffer("vertices", function(l, it)
  local pso = t.drawing("vertices")
  t.drawState(l, pso, t.rtv(t.target("picture")))
  t.vertices(l, it)
  l:DrawInstanced(3, 1)
end)
buffer("indices", function(l, it)
  local pso = t.drawing("plain")
  t.drawState(l, pso, t.rtv(t.target("picture")))
  t.indices(l, it)
  l:DrawIndexedInstanced(3, 1)
end)

-- Targets.
local function target(role, record) needs(role, "texture", function()
  local it = t.target("it")
  local rtv, pso = t.rtv(it), t.drawing("plain")
  return it, function(l) record(l, rtv, pso, it) end
end) end
target("a target that is cleared", function(l, rtv) l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }) end)
target("a target that is drawn to", function(l, rtv, pso)
  t.drawState(l, pso, rtv)
  l:DrawInstanced(3, 1)
end)
target("a target that is discarded", function(l, _, _, it) l:DiscardResource(it) end)
target("the target of a render pass", function(l, rtv)
  l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = { Type = "CLEAR", ClearValue = { Color = { 0, 0, 0, 1 } } }, EndingAccess = { Type = "PRESERVE" } } }
  l:EndRenderPass()
end)
needs("depth that is cleared", "texture", function()
  local it = t.depth("it")
  local dsv = t.dsv(it)
  return it, function(l) l:ClearDepthStencilView(dsv, "DEPTH", 1, 0) end
end)
needs("depth that is tested", "texture", function()
  local it = t.depth("it")
  local dsv, rtv, pso = t.dsv(it), t.rtv(t.target("picture")), t.drawing("plain", { depth = "ALL" })
  return it, function(l)
    t.drawState(l, pso, rtv, dsv)
    l:DrawInstanced(3, 1)
  end
end)
local function samples(name, state) return t.tex(name, state, "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } }) end
needs("the source of ResolveSubresource", "texture", function()
  local it = samples("it", "RESOLVE_SOURCE")
  return it, function(l) l:ResolveSubresource(t.tex("x", "RESOLVE_DEST"), 0, it, 0) end
end)
needs("the destination of ResolveSubresource", "texture", function()
  local it = t.tex("it", "RESOLVE_DEST")
  return it, function(l) l:ResolveSubresource(it, 0, samples("x", "RESOLVE_SOURCE"), 0) end
end)
needs("the destination of ResolveSubresourceRegion", "texture", function()
  local it = t.tex("it", "RESOLVE_DEST")
  return it, function(l) l:ResolveSubresourceRegion(it, 0, 0, 0, samples("x", "RESOLVE_SOURCE"), 0, { Right = 8, Bottom = 8 }) end
end)
needs("what a render pass resolves to", "texture", function()
  local it, rtv = t.tex("it", "RESOLVE_DEST"), t.rtv(samples("x", "RENDER_TARGET"))
  return it, function(l)
    l:BeginRenderPass { { CPUDescriptor = rtv, BeginningAccess = { Type = "CLEAR", ClearValue = { Color = { 0, 0, 0, 1 } } },
      EndingAccess = { Type = "RESOLVE", Resolve = { DstResource = it } } } }
    l:EndRenderPass()
  end
end)

-- Descriptors.
local from, to = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local function tables(view)
  local root = t.device:CreateRootSignature { Name = "tables", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
    { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" }, { Type = "UAV", NumDescriptors = 1 } } } } }
  local pso = t.device:CreateComputePipelineState { Name = "copy", RootSignature = root,
    CS = gpu.ComputeShader { Name = "copy", NumThreads = { 1, 1, 1 }, Main = function() to[0] = from[0] end } }
  local heap = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  local it, other = t.buf("it"), t.buf("other")
  t.device:CreateShaderResourceView(view == "SRV" and it or other, { ViewDimension = "BUFFER", NumElements = 16, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
  t.device:CreateUnorderedAccessView(view == "UAV" and it or other, nil, { ViewDimension = "BUFFER", NumElements = 16, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(1))
  return it, function(l)
    l:SetDescriptorHeaps { heap }
    l:SetPipelineState(pso)
    l:SetComputeRootSignature(root)
    l:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
    l:Dispatch(1, 1, 1)
  end
end
needs("an SRV of a table", "buffer", function() return tables "SRV" end, "GS0622")
needs("a UAV of a table", "buffer", function() return tables "UAV" end, "GS0622")
needs("a view that is cleared", "buffer", function()
  local it = t.buf("it")
  local visible = t.device:CreateDescriptorHeap { Name = "visible", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
  local hidden = t.device:CreateDescriptorHeap { Name = "hidden", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
  for _, heap in ipairs { visible, hidden } do
    t.device:CreateUnorderedAccessView(it, nil, { Format = "R32_UINT", ViewDimension = "BUFFER", NumElements = 16 }, heap:GetCPUDescriptorHandle(0))
  end
  return it, function(l)
    l:SetDescriptorHeaps { visible }
    l:ClearUnorderedAccessViewUint(visible:GetGPUDescriptorHandle(0), hidden:GetCPUDescriptorHandle(0), it, { 1, 1, 1, 1 })
  end
end)

-- Bundles.
needs("vertices of a bundle", "buffer", function()
  local it, rtv, pso = t.buf("it"), t.rtv(t.target("picture")), t.drawing("vertices")
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  bundle:SetPipelineState(pso)
  bundle:IASetPrimitiveTopology "TRIANGLELIST"
  t.vertices(bundle, it)
  bundle:DrawInstanced(3, 1)
  bundle:Close()
  return it, function(l)
    t.drawState(l, pso, rtv)
    l:ExecuteBundle(bundle)
  end
end)
