-- What was discarded is undefined until something is written there: who reads nothing but that is told. Each mistake with its twin.
local t = require "prelude"
local gpu, case = t.gpu, t.case
local function both(name, expected, body)
  case(name, expected, function() body(false) end)
  case(name .. ", right", "silent", function() body(true) end)
end
local function link(from, to) local f = t.fence "link" from:Signal(f, 1) to:Wait(f, 1) end
local function out(l, x, before, sub) t.go(l, x, before or "RENDER_TARGET", "COPY_SOURCE", sub) end
local function read(l, x, to, sub, box) l:CopyTextureRegion(t.rows(to), 0, 0, 0, { Resource = x, SubresourceIndex = sub }, box) end
local BLACK = { 0, 0, 0, 0 }

both("a target is discarded and copied", 'GS0926 CopyTextureRegion #4 reads texture "x", which was discarded and not written since', function(ok)
  local q, x, b = t.queue "DIRECT", t.target "x", t.buf("b", 65536) local v = t.rtv(x)
  t.run(q, function(l)
    if not ok then l:DiscardResource(x) end
    l:ClearRenderTargetView(v, BLACK)
    if not ok then l:DiscardResource(x) end
    out(l, x)
    read(l, x, b)
  end)
end)
both("discarded on one queue, copied on another", 'GS0926 texture "x"', function(ok)
  local q, c, x, b = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.target "x", t.buf("b", 65536) local v = t.rtv(x)
  t.run(q, function(l)
    l:DiscardResource(x)
    if ok then l:ClearRenderTargetView(v, BLACK) end
    out(l, x)
  end)
  link(q, c)
  t.run(c, function(l) read(l, x, b) end)
end)
both("a part is cleared, and another part is copied", 'GS0926 texture "x"', function(ok)
  local q, x, b = t.queue "DIRECT", t.target "x", t.buf("b", 65536) local v = t.rtv(x)
  t.run(q, function(l)
    l:DiscardResource(x)
    l:ClearRenderTargetView(v, BLACK, { { Right = 8, Bottom = 8 } })
    out(l, x)
    read(l, x, b, 0, { Left = ok and 4 or 8, Right = 16, Bottom = 16 }) -- what is drawn in part may be read as a whole
  end)
end)
both("a draw blends with what was discarded", 'GS0926 DrawInstanced #7 blends with texture "x"', function(ok)
  local q, x = t.queue "DIRECT", t.target "x" local v = t.rtv(x)
  local root = t.device:CreateRootSignature { Name = "none" }
  local pso = t.device:CreateGraphicsPipelineState { Name = "blending", RootSignature = root, PrimitiveTopologyType = "TRIANGLE",
    VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) } end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1.0, 0.5, 0.25, 0.5) end }, RTVFormats = { "R8G8B8A8_UNORM" }, RasterizerState = { CullMode = "NONE" },
    DepthStencilState = { DepthEnable = false },
    BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = ok and "ZERO" or "INV_SRC_ALPHA", SrcBlendAlpha = "ONE", DestBlendAlpha = "ZERO" } } } }
  t.run(q, function(l)
    l:DiscardResource(x)
    t.drawState(l, pso, v, nil, root)
    l:DrawInstanced(3, 1)
  end)
end)
both("a render pass discards, draws nothing, and what it leaves is copied", 'GS0926 texture "x"', function(ok)
  local q, x, b = t.queue "DIRECT", t.target "x", t.buf("b", 65536) local v = t.rtv(x)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = v, BeginningAccess = ok and { Type = "CLEAR", ClearValue = { Color = BLACK } } or { Type = "DISCARD" }, EndingAccess = { Type = "PRESERVE" } } }
    l:EndRenderPass()
    out(l, x)
    read(l, x, b)
  end)
end)
both("a render pass ends with a discard, and the target is copied", 'GS0926 texture "x"', function(ok)
  local q, x, b = t.queue "DIRECT", t.target "x", t.buf("b", 65536) local v = t.rtv(x)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = v, BeginningAccess = { Type = "CLEAR", ClearValue = { Color = BLACK } }, EndingAccess = { Type = ok and "PRESERVE" or "DISCARD" } } }
    l:EndRenderPass()
    out(l, x)
    read(l, x, b)
  end)
end)
both("a render pass discards all samples, and they are resolved", 'GS0926 ResolveSubresource', function(ok)
  local q, x, y = t.queue "DIRECT", t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } }), t.tex("y", "RESOLVE_DEST") local v = t.rtv(x)
  t.run(q, function(l)
    l:BeginRenderPass { { CPUDescriptor = v, BeginningAccess = ok and { Type = "CLEAR", ClearValue = { Color = BLACK } } or { Type = "DISCARD" }, EndingAccess = { Type = "PRESERVE" } } }
    l:EndRenderPass()
    t.go(l, x, "RENDER_TARGET", "RESOLVE_SOURCE")
    l:ResolveSubresource(y, 0, x, 0, "R8G8B8A8_UNORM")
  end)
end)
both("one slice is discarded, and copied", 'GS0926 texture "x"', function(ok)
  local q, x, b = t.queue "DIRECT", t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { DepthOrArraySize = 2 }), t.buf("b", 65536)
  t.run(q, function(l)
    l:DiscardResource(x, { FirstSubresource = 1, NumSubresources = 1 })
    out(l, x)
    read(l, x, b, ok and 0 or 1)
  end)
end)
both("depth is discarded, and read by a copy", 'GS0926 texture "z"', function(ok)
  local q, z, to = t.queue "DIRECT", t.depth "z", t.buf("b", 65536) local v = t.dsv(z)
  t.run(q, function(l)
    l:DiscardResource(z)
    if ok then l:ClearDepthStencilView(v, "DEPTH", 1, 0) end
    out(l, z, "DEPTH_WRITE")
    l:CopyTextureRegion({ Resource = to, Offset = 0, Format = "R32_TYPELESS", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = z })
  end)
end)
both("a buffer is discarded on a compute list, and a kernel adds to it", 'GS0926 buffer "b"', function(ok)
  local q, b = t.queue "COMPUTE", t.buf "b"
  t.run(q, function(l)
    t.go(l, b, "COMMON", "UNORDERED_ACCESS")
    l:DiscardResource(b)
    t.uav(l, b)
    if ok then
      t.fill(l, b)
      t.uav(l, b)
    end
    t.dispatch(l, "count", b)
  end)
end)
case("a discard beside a write that nothing orders is told as a race, and nothing else", "GS0512", function()
  local q, c, b, to, up = t.queue("COMPUTE", "q"), t.queue("COPY", "c"), t.buf "b", t.buf "to", t.upload "up"
  t.run(c, function(l) l:CopyBufferRegion(b, 0, up, 0, 256) end)
  t.run(q, function(l)
    t.go(l, b, "COMMON", "UNORDERED_ACCESS")
    l:DiscardResource(b)
    t.go(l, b, "UNORDERED_ACCESS", "COPY_SOURCE")
    l:CopyBufferRegion(to, 0, b, 0, 256)
  end)
end)
case("a placed buffer is discarded, and written as another one in its memory", "silent", function()
  local q, h, to, up = t.queue "COMPUTE", t.heap(), t.buf "to", t.upload "up"
  local a, b = t.placed("a", h), t.placed("b", h)
  t.run(q, function(l)
    t.go(l, a, "COMMON", "UNORDERED_ACCESS")
    l:DiscardResource(a)
  end)
  t.run(q, function(l) l:CopyBufferRegion(b, 0, up, 0, 256) end)
  t.run(q, function(l) l:CopyBufferRegion(to, 0, a, 0, 256) end)
end)
case("a target is discarded in each frame, drawn to, and read", "silent", function()
  local q, x, b = t.queue "DIRECT", t.target "x", t.buf("b", 65536) local v, pso = t.rtv(x), t.drawing "plain"
  for _ = 1, 3 do
    t.run(q, function(l)
      l:DiscardResource(x)
      t.drawState(l, pso, v)
      l:DrawInstanced(3, 1)
      out(l, x)
      read(l, x, b)
      t.go(l, x, "COPY_SOURCE", "RENDER_TARGET")
    end)
  end
end)
-- A discard of rectangles leaves what is beside them.
local function rect(left, right) return { Left = left, Top = 0, Right = right, Bottom = 16 } end
both("a rectangle is discarded, and a part of it is copied", 'GS0926 texture "x"', function(ok)
  local q, x, b = t.queue "DIRECT", t.target "x", t.buf("b", 65536)
  t.run(q, function(l)
    l:DiscardResource(x, { Rects = { rect(0, 16) } })
    out(l, x)
    read(l, x, b, 0, { Left = ok and 12 or 8, Right = ok and 20 or 16, Bottom = 8 }) -- what is in the rectangle in part may be read as a whole
  end)
end)
both("two rectangles that meet are discarded in a slice, and a copy reads of both", 'GS0926 texture "x"', function(ok)
  local q, x, b = t.queue "DIRECT", t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { DepthOrArraySize = 2 }), t.buf("b", 65536)
  t.run(q, function(l)
    l:DiscardResource(x, { FirstSubresource = 1, NumSubresources = 1, Rects = { rect(0, 16), rect(16, 32) } })
    out(l, x)
    read(l, x, b, ok and 0 or 1, { Left = 8, Right = 24, Bottom = 8 })
  end)
end)
both("two rectangles are discarded one after the other, and one is cleared", 'GS0926 texture "x"', function(ok)
  local q, x, b = t.queue "DIRECT", t.target "x", t.buf("b", 65536) local v = t.rtv(x)
  t.run(q, function(l)
    l:DiscardResource(x, { Rects = { rect(0, 16) } })
    l:DiscardResource(x, { Rects = { rect(16, 32) } })
    l:ClearRenderTargetView(v, BLACK, { rect(0, 16) })
    out(l, x)
    read(l, x, b, 0, { Left = ok and 0 or 16, Right = ok and 16 or 32, Bottom = 16 })
  end)
end)
-- A test inside of discarded rectangles compares with nothing, although the plane holds something elsewhere.
for _, plane in ipairs { "DEPTH", "STENCIL" } do
  both("a rectangle of a depth buffer is discarded, and a draw tests " .. plane .. " there", 'GS0926 DrawInstanced #9 tests texture "z"', function(ok)
    local q, x, z = t.queue "DIRECT", t.target "x", t.tex("z", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { Format = "D24_UNORM_S8_UINT" })
    local rtv, dsv, root = t.rtv(x), t.dsv(z), t.device:CreateRootSignature { Name = "none" }
    local stencil = { StencilFunc = "EQUAL" }
    local pso = t.device:CreateGraphicsPipelineState { Name = "tests", RootSignature = root,
      VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) } end },
      PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1.0, 1.0, 1.0, 1.0) end }, RasterizerState = { CullMode = "NONE" }, PrimitiveTopologyType = "TRIANGLE",
      RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D24_UNORM_S8_UINT",
      DepthStencilState = { DepthEnable = plane == "DEPTH", DepthFunc = "LESS", DepthWriteMask = "ZERO", StencilEnable = plane == "STENCIL", FrontFace = stencil, BackFace = stencil } }
    t.run(q, function(l)
      l:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0)
      l:DiscardResource(z, { Rects = { rect(0, 16) } })
      t.drawState(l, pso, rtv, dsv, root)
      l:RSSetScissorRects { rect(ok and 8 or 0, ok and 24 or 16) }
      l:DrawInstanced(3, 1, 0, 0)
    end)
  end)
end
case("a rectangle of a depth buffer that holds nothing is discarded, and a draw tests there: only that is told", 'GS0923', function()
  local q, x, z = t.queue "DIRECT", t.target "x", t.depth "z"
  local rtv, dsv = t.rtv(x), t.dsv(z)
  t.run(q, function(l)
    l:DiscardResource(z, { Rects = { rect(0, 64) } })
    t.drawState(l, t.drawing("plain", { depth = "ZERO", compare = "LESS" }), rtv, dsv)
    l:RSSetScissorRects { rect(0, 16) }
    l:DrawInstanced(3, 1, 0, 0)
  end)
end)
-- What allows unordered access alone is discarded by DIRECT lists as by COMPUTE lists, and a discard has come to its end when the next command begins.
for _, on in ipairs { "DIRECT", "COMPUTE" } do
  both("what allows unordered access is discarded on a " .. on .. " list, and then written", 'GS0402 buffer "x"', function(ok)
    local q, x, y = t.queue(on, "q"), t.buf("x", 256), t.buf("y", 256)
    t.run(q, function(l)
      t.go(l, x, "COMMON", ok and "UNORDERED_ACCESS" or "COPY_DEST")
      l:DiscardResource(x)
      l:DiscardResource(y)
      if ok then t.fill(l, x) end
      t.fill(l, y)
    end)
  end)
  both("a discard is no barrier for what came before it, on a " .. on .. " list", 'GS0517 buffer "x"', function(ok)
    local q, x, y = t.queue(on, "q"), t.buf("x", 256), t.buf("y", 256)
    t.run(q, function(l)
      t.fill(l, x, 0, 1)
      l:DiscardResource(y)
      if ok then t.uav(l, x) end
      t.fill(l, x, 0, 2)
    end)
  end)
end
-- The subresources of a discard.
for _, c in ipairs { { "more subresources than are left", 1, 3, "subresources [1, 4)" }, { "the subresource behind the last one", 3, nil, "subresource 3" } } do
  case("a discard names " .. c[1], "GS0371 " .. c[4] .. ' of texture "x", which has 3', function()
    local q, x = t.queue "DIRECT", t.tex("x", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { MipLevels = 3 })
    t.run(q, function(l) l:DiscardResource(x, { FirstSubresource = c[2], NumSubresources = c[3] }) end)
  end)
end
