-- The states of what is bound for draws: a resource is in the state that its use needs when the GPU uses it, which is at the draw, and not
-- where it is bound. Render passes and halves of barriers with them. (Source: D3D12, using resource barriers; the debug layer names Draw and
-- DrawIndexed, COMMAND_LIST 538.)
local t = require "prelude"
local gpu = t.gpu
local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end
local function direct() return t.queue("DIRECT", "q") end

case("vertices leave their state between setting and draw", 'GS0402 buffer "vb"', function(ok)
  local q, vb, pso, rtv = direct(), t.buf("vb"), t.drawing("vertices"), t.rtv(t.target("picture"))
  t.run(q, function(l)
    t.go(l, vb, "COMMON", "VERTEX_AND_CONSTANT_BUFFER")
    t.drawState(l, pso, rtv)
    t.vertices(l, vb)
    if not ok then t.go(l, vb, "VERTEX_AND_CONSTANT_BUFFER", "COPY_DEST") end
    l:DrawInstanced(3, 1)
  end)
end)

case("vertices come to their state between setting and draw", 'GS0402 buffer "vb"', function(ok)
  local q, vb, pso, rtv = direct(), t.buf("vb"), t.drawing("vertices"), t.rtv(t.target("picture"))
  t.run(q, function(l)
    t.go(l, vb, "COMMON", "COPY_DEST")
    t.drawState(l, pso, rtv)
    t.vertices(l, vb)
    if ok then t.go(l, vb, "COPY_DEST", "VERTEX_AND_CONSTANT_BUFFER") end
    l:DrawInstanced(3, 1)
  end)
end)

case("indices leave their state between setting and draw", 'GS0402 buffer "ib"', function(ok)
  local q, ib, pso, rtv = direct(), t.buf("ib"), t.drawing("plain"), t.rtv(t.target("picture"))
  t.run(q, function(l)
    t.go(l, ib, "COMMON", "INDEX_BUFFER")
    t.drawState(l, pso, rtv)
    t.indices(l, ib)
    if not ok then t.go(l, ib, "INDEX_BUFFER", "COPY_DEST") end
    l:DrawIndexedInstanced(3, 1)
  end)
end)

case("a target leaves its state between setting and draw", 'GS0402 texture "x"', function(ok)
  local q, x, pso = direct(), t.target("x"), t.drawing("plain")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    if not ok then t.go(l, x, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE") end
    l:DrawInstanced(3, 1)
  end)
end)

case("a target comes to its state between setting and draw", 'GS0402 texture "x"', function(ok)
  local q, x, pso = direct(), t.target("x", "PIXEL_SHADER_RESOURCE"), t.drawing("plain")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    if ok then t.go(l, x, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET") end
    l:DrawInstanced(3, 1)
  end)
end)

case("depth leaves its state between setting and draw", 'GS0402 texture "z"', function(ok)
  local q, z, pso = direct(), t.depth("z"), t.drawing("plain", { depth = "ALL" })
  local rtv, dsv = t.rtv(t.target("x")), t.dsv(z)
  t.run(q, function(l)
    t.drawState(l, pso, rtv, dsv)
    if not ok then t.go(l, z, "DEPTH_WRITE", "DEPTH_READ") end
    l:DrawInstanced(3, 1)
  end)
end)

case("a copy between setting and draw", 'GS0402 buffer "vb"', function(ok)
  local q, vb, pso, rtv = direct(), t.buf("vb"), t.drawing("vertices"), t.rtv(t.target("picture"))
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, vb)
    l:DrawInstanced(3, 1)
    t.go(l, vb, "VERTEX_AND_CONSTANT_BUFFER", "COPY_DEST")
    l:CopyBufferRegion(vb, 0, t.upload("from"), 0, 24)
    if ok then t.go(l, vb, "COPY_DEST", "VERTEX_AND_CONSTANT_BUFFER") end
    l:DrawInstanced(3, 1)
  end)
end)

case("a view in the table comes to its state between setting and dispatch", 'GS0402 buffer "x"', function(ok)
  local c, x, y = t.queue("COMPUTE", "c"), t.buf("x"), t.buf("y")
  t.run(c, function(l)
    t.go(l, x, "COMMON", "COPY_DEST")
    t.use(l, "move", y, x)
    if ok then t.go(l, x, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE") end
    l:Dispatch(1, 1, 1)
  end)
end)

case("the predicate is overwritten between setting and draw", 'GS0402 buffer "p"', function(ok)
  local q, p, x = direct(), t.buf("p"), t.buf("x")
  t.run(q, function(l)
    t.go(l, p, "COMMON", ok and "PREDICATION" or "COPY_DEST")
    l:SetPredication(p, 0, "EQUAL_ZERO")
    t.go(l, p, ok and "PREDICATION" or "COPY_DEST", ok and "COPY_DEST" or "PREDICATION")
    l:CopyBufferRegion(x, 0, t.upload("from"), 0, 256)
    l:SetPredication(nil)
  end)
end)

case("one buffer is written and is the indices of one draw", 'GS0407 buffer "x"', function(ok)
  local q, x, y = direct(), t.buf("x"), t.buf("y")
  local out = gpu.RWStructuredBuffer("u0", "uint")
  local root = t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 } } }
  local pso = t.drawing("plain", { root = root, ps = { Name = "ps", Main = function(v)
    out[64 + uint(v.Position.x)] = 1
    return float4(1.0, 1.0, 1.0, 1.0)
  end } })
  local rtv = t.rtv(t.target("picture"))
  t.run(q, function(l)
    t.drawState(l, pso, rtv, nil, root)
    l:SetGraphicsRootUnorderedAccessView(0, ok and y:GetGPUVirtualAddress() or x:GetGPUVirtualAddress())
    t.indices(l, x)
    l:DrawIndexedInstanced(3, 1)
  end)
end)

case("vertices that the pipeline reads, and others that it does not", 'GS0402 buffer "vb"', function(ok)
  local q, vb, rtv = direct(), t.buf("vb"), t.rtv(t.target("picture"))
  local pso = t.drawing(ok and "plain" or "vertices")
  t.run(q, function(l)
    t.go(l, vb, "COMMON", "COPY_DEST")
    t.drawState(l, pso, rtv)
    t.vertices(l, vb)
    l:DrawInstanced(3, 1)
  end)
end)

case("indices that a draw without indices does not read", 'GS0402 buffer "ib"', function(ok)
  local q, ib, pso, rtv = direct(), t.buf("ib"), t.drawing("plain"), t.rtv(t.target("picture"))
  t.run(q, function(l)
    t.go(l, ib, "COMMON", "COPY_DEST")
    t.drawState(l, pso, rtv)
    t.indices(l, ib)
    if ok then l:DrawInstanced(3, 1) else l:DrawIndexedInstanced(3, 1) end
  end)
end)

case("another pipeline begins to read the vertices", 'GS0402 buffer "vb"', function(ok)
  local q, vb, rtv = direct(), t.buf("vb"), t.rtv(t.target("picture"))
  local plain, reads = t.drawing("plain"), t.drawing("vertices")
  t.run(q, function(l)
    t.go(l, vb, "COMMON", ok and "VERTEX_AND_CONSTANT_BUFFER" or "COPY_DEST")
    t.drawState(l, plain, rtv)
    t.vertices(l, vb)
    l:DrawInstanced(3, 1)
    l:SetPipelineState(reads)
    l:DrawInstanced(3, 1)
  end)
end)

-- A bundle records body, with the graphics pipeline and topology that it cannot take over.
local function bundle(pso, body)
  local b = t.device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = t.device:CreateCommandAllocator "BUNDLE" }
  b:SetPipelineState(pso)
  b:IASetPrimitiveTopology "TRIANGLELIST"
  body(b)
  b:Close()
  return b
end

case("a bundle draws the vertices of its list", 'GS0402 buffer "vb"', function(ok)
  local q, vb, pso, rtv = direct(), t.buf("vb"), t.drawing("vertices"), t.rtv(t.target("picture"))
  local b = bundle(pso, function(b) b:DrawInstanced(3, 1) end)
  t.run(q, function(l)
    t.go(l, vb, "COMMON", "VERTEX_AND_CONSTANT_BUFFER")
    t.drawState(l, pso, rtv)
    t.vertices(l, vb)
    if not ok then t.go(l, vb, "VERTEX_AND_CONSTANT_BUFFER", "COPY_DEST") end
    l:ExecuteBundle(b)
  end)
end)

case("a bundle draws vertices of its own", 'GS0402 buffer "vb"', function(ok)
  local q, vb, pso, rtv = direct(), t.buf("vb"), t.drawing("vertices"), t.rtv(t.target("picture"))
  local b = bundle(pso, function(b)
    t.vertices(b, vb)
    b:DrawInstanced(3, 1)
  end)
  t.run(q, function(l)
    t.go(l, vb, "COMMON", ok and "VERTEX_AND_CONSTANT_BUFFER" or "COPY_DEST")
    t.drawState(l, pso, rtv)
    l:ExecuteBundle(b)
  end)
end)

case("a bundle leaves its vertices to the list, which draws them in another state", 'GS0402 buffer "vb"', function(ok)
  local q, vb, pso, rtv = direct(), t.buf("vb"), t.drawing("vertices"), t.rtv(t.target("picture"))
  local b = bundle(pso, function(b) t.vertices(b, vb) end)
  t.run(q, function(l)
    t.go(l, vb, "COMMON", ok and "VERTEX_AND_CONSTANT_BUFFER" or "COPY_DEST")
    t.drawState(l, pso, rtv)
    l:ExecuteBundle(b)
    l:DrawInstanced(3, 1)
  end)
end)

case("a bundle draws to the target of its list", 'GS0402 texture "x"', function(ok)
  local q, x, pso = direct(), t.target("x"), t.drawing("plain")
  local rtv = t.rtv(x)
  local b = bundle(pso, function(b) b:DrawInstanced(3, 1) end)
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    if not ok then t.go(l, x, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE") end
    l:ExecuteBundle(b)
  end)
end)

case("a bundle draws with indices of its list", 'GS0402 buffer "ib"', function(ok)
  local q, ib, pso, rtv = direct(), t.buf("ib"), t.drawing("plain"), t.rtv(t.target("picture"))
  local b = bundle(pso, function(b) b:DrawIndexedInstanced(3, 1) end)
  t.run(q, function(l)
    t.go(l, ib, "COMMON", ok and "INDEX_BUFFER" or "COPY_DEST")
    t.drawState(l, pso, rtv)
    t.indices(l, ib)
    l:ExecuteBundle(b)
  end)
end)

case("targets that are bound and not drawn to need no state", 'GS0402 texture "x"', function(ok)
  local q, x, pso = direct(), t.target("x", "PIXEL_SHADER_RESOURCE"), t.drawing("plain")
  local rtv = t.rtv(x)
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    if not ok then l:DrawInstanced(3, 1) end
  end)
end)

-- A pass over depth and stencil: only the stencil plane comes to DEPTH_WRITE.
case("a pass preserves a plane in another state, or does not access it", 'GS0402 texture "z"', function(ok)
  local q, none = direct(), { Type = "NO_ACCESS" }
  local z = t.tex("z", "DEPTH_READ", "ALLOW_DEPTH_STENCIL", { Format = "D32_FLOAT_S8X24_UINT" })
  local dsv = t.dsv(z)
  t.run(q, function(l)
    t.go(l, z, "DEPTH_READ", "DEPTH_WRITE", 1)
    l:BeginRenderPass(nil, { CPUDescriptor = dsv, DepthBeginningAccess = ok and none or { Type = "PRESERVE" }, DepthEndingAccess = none,
      StencilBeginningAccess = { Type = "CLEAR", ClearValue = { Stencil = 1 } }, StencilEndingAccess = { Type = "PRESERVE" } })
    l:EndRenderPass()
  end)
end)

case("a pass resolves a target that left its state inside of it", 'GS0833 texture "x"', function(ok)
  local q, shown = direct(), t.tex("shown", "RESOLVE_DEST")
  local x = t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
  local rtv = t.rtv(x)
  t.run(q, function(l)
    l:BeginRenderPass({ { CPUDescriptor = rtv, BeginningAccess = { Type = "PRESERVE" },
      EndingAccess = { Type = "RESOLVE", Resolve = { DstResource = shown, Format = "R8G8B8A8_UNORM" } } } })
    if not ok then t.go(l, x, "RENDER_TARGET", "RESOLVE_SOURCE") end
    l:EndRenderPass()
  end)
end)

case("a second end half behind the one that brought the state", 'GS0405 texture "x"', function(ok)
  local q, x = direct(), t.tex("x", "COPY_SOURCE")
  t.run(q, function(l)
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "BEGIN_ONLY")
    t.go(l, x, "COPY_SOURCE", "PIXEL_SHADER_RESOURCE", nil, "END_ONLY")
    if not ok then
      l:ResourceBarrier { { Type = "TRANSITION", Resource = x, Before = "COPY_SOURCE", After = "PIXEL_SHADER_RESOURCE", Flags = "END_ONLY" } }
    end
  end)
end)
