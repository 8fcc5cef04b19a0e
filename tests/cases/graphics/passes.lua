-- Draws, render passes, indirect arguments and queries, after the tests of another project's validation: what a pass touches when it
-- begins and ends, which bytes a draw fetches, what an indirect command reads. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function direct(name) return t.queue("DIRECT", name or "q") end
local function write(b, at, n) return function(l) l:CopyBufferRegion(b, at or 0, t.upload("from"), 0, n or 256) end end
local function list(q, body) return t.list(q, body) end

-- pass records a render pass over one target, with a draw in it if body says so.
local function pass(l, rtv, beginning, ending, body, depth, flags)
  l:BeginRenderPass(rtv and { { CPUDescriptor = rtv, BeginningAccess = beginning, EndingAccess = ending } }, depth, flags)
  if body then body(l) end
  l:EndRenderPass()
end
local CLEAR, DISCARD, PRESERVE, NONE = { Type = "CLEAR", ClearValue = { Color = { 0, 0, 0, 1 } } }, { Type = "DISCARD" }, { Type = "PRESERVE" }, { Type = "NO_ACCESS" }
-- drawing returns what draws a triangle inside of a pass.
local function drawing(options)
  local pso = t.drawing("plain", options)
  return function(l)
    l:SetPipelineState(pso)
    l:RSSetViewports { { Width = 64, Height = 64 } }
    l:RSSetScissorRects { { Right = 64, Bottom = 64 } }
    l:IASetPrimitiveTopology "TRIANGLELIST"
    l:DrawInstanced(3, 1)
  end
end
local function plain()
  local root = t.device:CreateRootSignature { Name = "empty" }
  local draw = drawing { root = root }
  return function(l)
    l:SetGraphicsRootSignature(root)
    draw(l)
  end
end

case("a pass clears what another queue draws to", 'GS0512 texture "x"', function(ok)
  local a, b, x, F = direct("a"), direct("b"), t.target("x"), t.fence("F")
  local rtv, draw = t.rtv(x), plain()
  a:ExecuteCommandLists { list(a, function(l) pass(l, rtv, PRESERVE, PRESERVE, draw) end) }
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { list(b, function(l) pass(l, rtv, CLEAR, PRESERVE) end) } --!
end)
case("a pass discards what another queue clears", 'GS0512 texture "x"', function(ok)
  local a, b, x, F = direct("a"), direct("b"), t.target("x"), t.fence("F")
  local rtv = t.rtv(x)
  a:ExecuteCommandLists { list(a, function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }) end) }
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { list(b, function(l) pass(l, rtv, DISCARD, PRESERVE) end) } --!
end)
case("a pass discards at its end what another queue clears", 'GS0512 texture "x"', function(ok)
  local a, b, x, F = direct("a"), direct("b"), t.target("x"), t.fence("F")
  local rtv = t.rtv(x)
  a:ExecuteCommandLists { list(a, function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }) end) }
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { list(b, function(l) pass(l, rtv, PRESERVE, DISCARD) end) } --!
end)
case("a pass that draws, against one that touches nothing", 'GS0512 texture "x"', function(ok)
  local a, b, x = direct("a"), direct("b"), t.target("x")
  local rtv, draw = t.rtv(x), plain()
  a:ExecuteCommandLists { list(a, function(l) l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 }) end) }
  b:ExecuteCommandLists { list(b, function(l) pass(l, rtv, NONE, NONE, not ok and draw) end) } --!
end)
local function many(name) return t.tex(name, "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } }) end
local function resolveTo(x) return { Type = "RESOLVE", Resolve = { DstResource = x } } end
case("two passes resolve to one texture", 'GS0512 texture "shown"', function(ok)
  local a, b, F = direct("a"), direct("b"), t.fence("F")
  local one, two, shown = t.rtv(many("one")), t.rtv(many("two")), t.tex("shown", "RESOLVE_DEST")
  a:ExecuteCommandLists { list(a, function(l) pass(l, one, CLEAR, resolveTo(shown)) end) }
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { list(b, function(l) pass(l, two, CLEAR, resolveTo(shown)) end) } --!
end)
case("a pass resolves to what is in another state", 'GS0402 texture "shown"', function(ok)
  local q, x, shown = direct(), many("x"), t.tex("shown", "COPY_DEST")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    if ok then t.go(l, shown, "COPY_DEST", "RESOLVE_DEST") end
    pass(l, rtv, CLEAR, resolveTo(shown))
  end)
end)
case("a pass resolves, and the result is read as it is", 'GS0402 texture "shown"', function(ok)
  local q, x, shown = direct(), many("x"), t.tex("shown", "RESOLVE_DEST")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    pass(l, rtv, CLEAR, resolveTo(shown))
    if ok then t.go(l, shown, "RESOLVE_DEST", "COPY_SOURCE") end
    l:CopyTextureRegion(t.rows(t.readback("out", 16384)), 0, 0, 0, { Resource = shown })
  end)
end)
case("a pass over a target in another state", 'GS0402 texture "x"', function(ok)
  local q, x = direct(), t.target("x", "PIXEL_SHADER_RESOURCE")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    if ok then t.go(l, x, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET") end
    pass(l, rtv, CLEAR, PRESERVE)
  end)
end)
case("the depth of a pass is in DEPTH_READ", 'GS0402 texture "z"', function(ok)
  local q, z = direct(), t.depth("z", "DEPTH_READ")
  local dsv = t.dsv(z)
  t.run(q, function(l)
    if ok then t.go(l, z, "DEPTH_READ", "DEPTH_WRITE") end
    pass(l, nil, nil, nil, nil, { CPUDescriptor = dsv, DepthBeginningAccess = { Type = "CLEAR", ClearValue = { Depth = 1 } }, DepthEndingAccess = PRESERVE })
  end)
end)
case("passes of two queues clear the same plane", 'GS0512 texture "z"', function(ok)
  local a, b, F = direct("a"), direct("b"), t.fence("F")
  local z = t.tex("z", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT_S8X24_UINT" })
  local dsv = t.dsv(z)
  local function stencil(l)
    pass(l, nil, nil, nil, nil, { CPUDescriptor = dsv, StencilBeginningAccess = { Type = "CLEAR", ClearValue = { Stencil = 1 } }, StencilEndingAccess = PRESERVE })
  end
  a:ExecuteCommandLists { list(a, stencil) }
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { list(b, stencil) } --!
end)
case("a pass twice, sampled between", 'GS0402 texture "x"', function(ok)
  local q, x = direct(), t.target("x")
  local rtv, draw = t.rtv(x), plain()
  t.run(q, function(l)
    pass(l, rtv, CLEAR, PRESERVE, draw)
    t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(t.readback("out", 16384)), 0, 0, 0, { Resource = x })
    if ok then t.go(l, x, "COPY_SOURCE", "RENDER_TARGET") end
    pass(l, rtv, PRESERVE, PRESERVE, draw) --!
  end)
end)
case("a pass goes on in another submission", "GS0834", function(ok)
  local q, x = direct(), t.target("x")
  local rtv = t.rtv(x)
  local one = list(q, function(l) pass(l, rtv, CLEAR, PRESERVE, nil, nil, "SUSPENDING_PASS") end)
  local two = list(q, function(l) pass(l, rtv, PRESERVE, PRESERVE, nil, nil, "RESUMING_PASS") end)
  if ok then
    q:ExecuteCommandLists { one, two }
  else
    q:ExecuteCommandLists { one }
    q:ExecuteCommandLists { two }
  end
end)
-- A pixel shader that writes to a buffer: one element a pixel of 8 by 8, behind an offset.
local out, at = gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "offset", "uint" } })
local function painting()
  local root = t.device:CreateRootSignature { Name = "painting", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
  local pso = t.drawing("plain", { root = root, ps = { Name = "paint", Main = function(v)
    local x, y = uint(v.Position.x), uint(v.Position.y)
    out[at.offset + y * 8 + x] = x
    return float4(1.0, 1.0, 1.0, 1.0)
  end } })
  local rtv = t.rtv(t.tex("picture", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { Width = 8, Height = 8 }))
  return function(l, x, offset, before, bundled)
    l:SetPipelineState(pso)
    l:SetGraphicsRootSignature(root)
    l:SetGraphicsRootUnorderedAccessView(0, x:GetGPUVirtualAddress())
    l:SetGraphicsRoot32BitConstants(1, { gpu.AsUint(offset or 0) })
    if not bundled then
      l:RSSetViewports { { Width = 8, Height = 8 } }
      l:RSSetScissorRects { { Right = 8, Bottom = 8 } }
    end
    l:IASetPrimitiveTopology "TRIANGLELIST"
    if before then l:OMSetRenderTargets { rtv } end
    l:DrawInstanced(3, 1)
  end, rtv
end
case("two draws write one buffer", 'GS0517 buffer "x"', function(ok)
  local q, x, paint = direct(), t.buf("x"), painting()
  t.run(q, function(l)
    paint(l, x, 0, true)
    if ok then t.uav(l, x) end
    paint(l, x, 63, true)
  end)
end)
case("two draws write one buffer side by side, or not", 'GS0517 buffer "x"', function(ok)
  local q, x, paint = direct(), t.buf("x"), painting()
  t.run(q, function(l)
    paint(l, x, 0, true)
    paint(l, x, ok and 64 or 63, true)
  end)
end)
case("two draws in a pass write one buffer", 'GS0517 buffer "x"', function(ok)
  local q, x = direct(), t.buf("x")
  local paint, rtv = painting()
  t.run(q, function(l)
    pass(l, rtv, CLEAR, PRESERVE, function()
      paint(l, x)
      if not ok then paint(l, x) end
    end, nil, "ALLOW_UAV_WRITES")
    if ok then
      t.uav(l, x)
      pass(l, rtv, PRESERVE, PRESERVE, function() paint(l, x) end, nil, "ALLOW_UAV_WRITES")
    end
  end)
end)
case("draws in two passes write one buffer", 'GS0517 buffer "x"', function(ok)
  local q, x = direct(), t.buf("x")
  local paint, rtv = painting()
  t.run(q, function(l)
    pass(l, rtv, CLEAR, PRESERVE, function() paint(l, x) end, nil, "ALLOW_UAV_WRITES")
    if ok then t.uav(l, x) end
    pass(l, rtv, PRESERVE, PRESERVE, function()
      paint(l, x, 64)
      paint(l, x)
    end, nil, "ALLOW_UAV_WRITES")
  end)
end)
case("a draw of a pass, and one of a bundle in it, write one buffer", 'GS0517 buffer "x"', function(ok)
  local q, x = direct(), t.buf("x")
  local paint, rtv = painting()
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  paint(bundle, x, 0, false, true)
  bundle:Close()
  t.run(q, function(l)
    pass(l, rtv, CLEAR, PRESERVE, function()
      paint(l, x, ok and 64 or 0)
      l:ExecuteBundle(bundle)
    end, nil, "ALLOW_UAV_WRITES")
  end)
end)
case("a draw and a kernel write one buffer", 'GS0517 buffer "x"', function(ok)
  local q, x, paint = direct(), t.buf("x"), painting()
  t.run(q, function(l)
    paint(l, x, 0, true)
    if ok then t.uav(l, nil) end
    t.fill(l, x)
  end)
end)
case("a draw writes what another queue copies", 'GS0512 buffer "x"', function(ok)
  local q, a, x, paint = direct(), t.queue("COPY", "a"), t.buf("x"), painting()
  q:ExecuteCommandLists { list(q, function(l) paint(l, x, 0, true) end) }
  a:ExecuteCommandLists { list(a, function(l) l:CopyBufferRegion(t.readback("to"), 0, x, ok and 256 or 252, 256) end) } --!
end)
-- Which bytes a draw fetches.
local function fetch(body, layout)
  local root = t.device:CreateRootSignature { Name = "input", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT" }
  local rtv = t.rtv(t.target("picture"))
  local pso = t.device:CreateGraphicsPipelineState { Name = "fetch", RootSignature = root, RasterizerState = { CullMode = "NONE" },
    VS = gpu.VertexShader { Name = "fetch", Inputs = { { "POSITION", "float2" }, { "PLACE", "float" } },
      Main = function(p, place) return { Position = float4(p + place, 0.5, 1.0) } end },
    PS = gpu.PixelShader { Name = "white", Main = function(v) return float4(1.0, 1.0, 1.0, 1.0) end },
    PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilState = { DepthEnable = false },
    InputLayout = { { "POSITION", "R32G32_FLOAT" },
      { SemanticName = "PLACE", Format = "R32_FLOAT", InputSlot = 1, InputSlotClass = "PER_INSTANCE_DATA", InstanceDataStepRate = 1 } } }
  return function(l)
    t.drawState(l, pso, rtv, nil, root)
    body(l)
  end
end
local function views(l, vb, inst, ib, format)
  l:IASetVertexBuffers(0, { { BufferLocation = vb:GetGPUVirtualAddress(), SizeInBytes = 4096, StrideInBytes = 8 },
    { BufferLocation = inst:GetGPUVirtualAddress(), SizeInBytes = 4096, StrideInBytes = 4 } })
  if ib then l:IASetIndexBuffer { BufferLocation = ib:GetGPUVirtualAddress(), SizeInBytes = 4096, Format = format } end
end
case("the first byte of the indices behind StartIndexLocation", 'GS0513 buffer "ib"', function(ok)
  local q, vb, inst, ib = direct(), t.buf("vb"), t.buf("inst"), t.upload("ib")
  local m = ib:Map()
  t.run(q, fetch(function(l)
    views(l, vb, inst, ib, "R16_UINT")
    l:DrawIndexedInstanced(3, 1, 3)
  end))
  m:Write(ok and 5 or 6, "byte", 1) --!
end)
case("the last byte of the indices behind StartIndexLocation", 'GS0513 buffer "ib"', function(ok)
  local q, vb, inst, ib = direct(), t.buf("vb"), t.buf("inst"), t.upload("ib")
  local m = ib:Map()
  t.run(q, fetch(function(l)
    views(l, vb, inst, ib, "R16_UINT")
    l:DrawIndexedInstanced(3, 1, 3)
  end))
  m:Write(ok and 12 or 11, "byte", 1) --!
end)
case("the vertices before BaseVertexLocation", 'GS0512 buffer "vb"', function(ok)
  local q, a, vb, inst, ib = direct(), t.queue("COPY", "a"), t.buf("vb"), t.buf("inst"), t.upload("ib")
  ib:Map():Write(0, "uint", { 2, 1, 0 })
  t.run(a, write(vb, 0, ok and 16 or 17))
  q:ExecuteCommandLists { list(q, fetch(function(l) --!
    views(l, vb, inst, ib, "R32_UINT")
    l:DrawIndexedInstanced(3, 1, 0, 2)
  end)) }
end)
case("a BaseVertexLocation below zero", 'GS0512 buffer "vb"', function(ok)
  local q, a, vb, inst, ib = direct(), t.queue("COPY", "a"), t.buf("vb"), t.buf("inst"), t.upload("ib")
  ib:Map():Write(0, "uint", { 7, 6, 5 })
  t.run(a, write(vb, ok and 40 or 39, 256))
  q:ExecuteCommandLists { list(q, fetch(function(l) --!
    views(l, vb, inst, ib, "R32_UINT")
    l:DrawIndexedInstanced(3, 1, 0, -3)
  end)) }
end)
case("the instance before the first", 'GS0512 buffer "inst"', function(ok)
  local q, a, vb, inst = direct(), t.queue("COPY", "a"), t.buf("vb"), t.buf("inst")
  t.run(a, write(inst, 0, ok and 8 or 9))
  q:ExecuteCommandLists { list(q, fetch(function(l) --!
    views(l, vb, inst)
    l:DrawInstanced(3, 2, 0, 2)
  end)) }
end)
case("the instance behind the last", 'GS0512 buffer "inst"', function(ok)
  local q, a, vb, inst = direct(), t.queue("COPY", "a"), t.buf("vb"), t.buf("inst")
  t.run(a, write(inst, ok and 16 or 15, 4))
  q:ExecuteCommandLists { list(q, fetch(function(l) --!
    views(l, vb, inst)
    l:DrawInstanced(3, 2, 0, 2)
  end)) }
end)
case("vertices and indices in one buffer", 'GS0512 buffer "both"', function(ok)
  local q, a, both, inst, F = direct(), t.queue("COPY", "a"), t.buf("both", 8192), t.buf("inst"), t.fence("F")
  a:ExecuteCommandLists { list(a, write(both, 4096, 12)) }
  a:Signal(F, 1)
  if ok then q:Wait(F, 1) end
  q:ExecuteCommandLists { list(q, fetch(function(l) --!
    views(l, both, inst)
    l:IASetIndexBuffer { BufferLocation = both:GetGPUVirtualAddress() + 4096, SizeInBytes = 12, Format = "R32_UINT" }
    l:DrawIndexedInstanced(3, 1)
  end)) }
end)

-- Indirect commands.
local function indirect(stride, kinds)
  return t.device:CreateCommandSignature { Name = "indirect", ByteStride = stride, ArgumentDescs = kinds or { { Type = "DRAW" } } }
end
local function drawIndirect(signature, max, args, count)
  local draw = plain()
  local rtv = t.rtv(t.target("picture"))
  return function(l)
    l:OMSetRenderTargets { rtv }
    draw(l)
    l:ExecuteIndirect(signature, max, args, 0, count)
  end
end
case("the gap between two indirect commands", 'GS0512 buffer "args"', function(ok)
  local q, a, args = direct(), t.queue("COPY", "a"), t.buf("args")
  t.run(a, write(args, 16, ok and 16 or 17))
  q:ExecuteCommandLists { list(q, drawIndirect(indirect(32), 2, args)) } --!
end)
case("the command behind the count", 'GS0512 buffer "args"', function(ok)
  local q, a, args, n = direct(), t.queue("COPY", "a"), t.buf("args"), t.upload("n")
  n:Map():Write(0, "uint", ok and 1 or 2)
  t.run(a, write(args, 16, 16))
  q:ExecuteCommandLists { list(q, drawIndirect(indirect(16), 4, args, n)) } --!
end)
case("the command behind the largest count", 'GS0512 buffer "args"', function(ok)
  local q, a, args, n = direct(), t.queue("COPY", "a"), t.buf("args"), t.upload("n")
  n:Map():Write(0, "uint", 9)
  t.run(a, write(args, ok and 64 or 60, 64))
  q:ExecuteCommandLists { list(q, drawIndirect(indirect(16), 4, args, n)) } --!
end)
case("the count is copied beside", 'GS0512 buffer "n"', function(ok)
  local q, a, args, n = direct(), t.queue("COPY", "a"), t.buf("args"), t.buf("n")
  t.run(a, write(n, ok and 4 or 3, 64))
  q:ExecuteCommandLists { list(q, drawIndirect(indirect(16), 1, args, n)) } --!
end)
case("an indirect dispatch in a bundle reads what another queue writes", 'GS0512 buffer "args"', function(ok)
  local q, a, args, x, F = direct(), t.queue("COPY", "a"), t.buf("args"), t.buf("x"), t.fence("F")
  local signature = indirect(12, { { Type = "DISPATCH" } })
  local bundle = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator("BUNDLE", "bundles") }
  t.use(bundle, "fill", x)
  bundle:ExecuteIndirect(signature, 1, args, 0)
  bundle:Close()
  a:ExecuteCommandLists { list(a, write(args)) }
  a:Signal(F, 1)
  if ok then q:Wait(F, 1) end
  q:ExecuteCommandLists { list(q, function(l) l:ExecuteBundle(bundle) end) } --!
end)
case("arguments in the state of vertices", 'GS0402 buffer "args"', function(ok)
  local q, args = direct(), t.buf("args")
  local draw = drawIndirect(indirect(16), 1, args)
  t.run(q, function(l)
    t.go(l, args, "COMMON", ok and "VERTEX_AND_CONSTANT_BUFFER|INDIRECT_ARGUMENT" or "VERTEX_AND_CONSTANT_BUFFER")
    draw(l)
  end)
end)

-- Queries.
local function queries(kind, count) return t.device:CreateQueryHeap { Name = "queries", Type = kind or "TIMESTAMP", Count = count or 8 } end
case("a query ended again while another queue resolves it", 'GS0512 query heap "queries"', function(ok)
  local a, b, x, heap = direct("a"), direct("b"), t.buf("x"), queries()
  t.run(a, function(l) for i = 0, 3 do l:EndQuery(heap, "TIMESTAMP", i) end end)
  t.idle(a)
  t.run(b, function(l) l:ResolveQueryData(heap, "TIMESTAMP", 0, 3, x, 0) end)
  a:ExecuteCommandLists { list(a, function(l) l:EndQuery(heap, "TIMESTAMP", ok and 3 or 2) end) } --!
end)
case("two queues end queries of one heap", 'GS0512 query heap "queries"', function(ok)
  local a, b, heap = direct("a"), t.queue("COMPUTE", "b"), queries()
  t.run(a, function(l) l:EndQuery(heap, "TIMESTAMP", 0) end)
  b:ExecuteCommandLists { list(b, function(l) l:EndQuery(heap, "TIMESTAMP", ok and 1 or 0) end) } --!
end)
case("results resolved beside what another queue reads", 'GS0512 buffer "x"', function(ok)
  local a, b, x, heap = direct("a"), t.queue("COPY", "b"), t.buf("x"), queries()
  t.run(a, function(l)
    for i = 0, 3 do l:EndQuery(heap, "TIMESTAMP", i) end
    l:ResolveQueryData(heap, "TIMESTAMP", 1, 2, x, 8)
  end)
  b:ExecuteCommandLists { list(b, function(l) l:CopyBufferRegion(t.readback("to"), 0, x, ok and 24 or 23, 64) end) } --!
end)
case("a predicate of results that were just resolved", 'GS0402 buffer "x"', function(ok)
  local q, x, heap, draw = direct(), t.buf("x"), queries("OCCLUSION"), plain()
  local rtv = t.rtv(t.target("picture"))
  t.run(q, function(l)
    l:OMSetRenderTargets { rtv }
    l:BeginQuery(heap, "BINARY_OCCLUSION", 0)
    draw(l)
    l:EndQuery(heap, "BINARY_OCCLUSION", 0)
    l:ResolveQueryData(heap, "BINARY_OCCLUSION", 0, 1, x, 0)
    if ok then t.go(l, x, "COPY_DEST", "PREDICATION") end
    l:SetPredication(x, 0, "EQUAL_ZERO") --!
    draw(l)
  end)
end)
case("results in readback memory, read before the wait", 'GS0513 buffer "r"', function(ok)
  local q, r, heap, F = direct(), t.readback("r"), queries(), t.fence("F")
  local m = r:Map()
  t.run(q, function(l)
    for i = 0, 1 do l:EndQuery(heap, "TIMESTAMP", i) end
    l:ResolveQueryData(heap, "TIMESTAMP", 0, 2, r, 16)
  end)
  q:Signal(F, 1)
  if ok then F:WaitCPU(1) end
  m:Read(24, "uint64") --!
end)

-- PRESERVE loads what is there (D3D12_RENDER_PASS_BEGINNING_ACCESS_TYPE), whether the pass draws or not.
local BLACK = { 0, 0, 0, 1 }
case("a pass loads what another queue clears, and draws nothing", 'GS0512 texture "x"', function(ok)
  local a, b, x, F = direct("a"), direct("b"), t.target("x"), t.fence("F")
  local rtv = t.rtv(x)
  a:ExecuteCommandLists { list(a, function(l) l:ClearRenderTargetView(rtv, BLACK) end) }
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { list(b, function(l) pass(l, rtv, PRESERVE, PRESERVE) end) } --!
end)
case("a pass that loads a slice beside what another queue clears", 'GS0512 texture "x"', function(ok)
  local a, b, x = direct("a"), direct("b"), t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { DepthOrArraySize = 2 })
  local function slice(i) return t.rtv(x, { Format = "R8G8B8A8_UNORM", ViewDimension = "TEXTURE2DARRAY", Texture2DArray = { FirstArraySlice = i, ArraySize = 1 } }) end
  local one, other = slice(0), slice(ok and 1 or 0)
  a:ExecuteCommandLists { list(a, function(l) l:ClearRenderTargetView(one, BLACK) end) }
  b:ExecuteCommandLists { list(b, function(l) pass(l, other, PRESERVE, NONE) end) } --!
end)
case("a pass loads depth that another queue clears", 'GS0512 texture "d"', function(ok)
  local a, b, d = direct("a"), direct("b"), t.depth("d")
  local dsv = t.dsv(d)
  local beginning = ok and NONE or PRESERVE
  a:ExecuteCommandLists { list(a, function(l) l:ClearDepthStencilView(dsv, "DEPTH", 1, 0) end) }
  b:ExecuteCommandLists { list(b, function(l) pass(l, nil, nil, nil, nil, { CPUDescriptor = dsv, DepthBeginningAccess = beginning, DepthEndingAccess = NONE }) end) } --!
end)
case("two passes of two queues load one target, and draw nothing", "silent", function()
  local a, b, x = direct("a"), direct("b"), t.target("x")
  local rtv = t.rtv(x)
  a:ExecuteCommandLists { list(a, function(l) pass(l, rtv, PRESERVE, NONE) end) }
  b:ExecuteCommandLists { list(b, function(l) pass(l, rtv, PRESERVE, NONE) end) }
end)
case("a pass loads a target that is released before its list is submitted", 'GS0604 texture "x"', function(ok)
  local q, x = direct("q"), t.target("x")
  local rtv = t.rtv(x)
  local l = list(q, function(l) pass(l, rtv, PRESERVE, PRESERVE) end)
  if not ok then x:Release() end
  q:ExecuteCommandLists { l } --!
  t.idle(q)
end)
case("a pass loads a placed target that nothing has filled", 'GS0614 BeginRenderPass', function(ok)
  local q = direct("q")
  local x = t.device:CreatePlacedResource { Name = "x", Heap = t.heap(1048576), Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
    InitialState = "RENDER_TARGET", Flags = "ALLOW_RENDER_TARGET" }
  local rtv = t.rtv(x)
  q:ExecuteCommandLists { list(q, function(l)
    pass(l, rtv, ok and CLEAR or PRESERVE, PRESERVE)
  end) }
end)
