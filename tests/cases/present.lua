-- Swap chains: states of back buffers, whose queue draws them, frames in flight, resizing.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function chain(q, options)
  local d = { Name = "screen", Width = 64, Height = 64, BufferCount = 2 }
  for k, v in pairs(options or {}) do d[k] = v end
  return q:CreateSwapChain(d)
end
-- frame records a clear of the current back buffer on a queue, between the states given.
local function frame(s, q, before, after)
  local back = s:GetBuffer(s:GetCurrentBackBufferIndex())
  local rtv = t.rtv(back)
  t.run(q, function(l)
    if before then t.go(l, back, before, "RENDER_TARGET") end
    l:ClearRenderTargetView(rtv, { 0, 0, 1, 1 })
    if after then t.go(l, back, "RENDER_TARGET", after) end
  end)
  back:Release()
end

case("a frame", "silent", function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  for _ = 1, 4 do
    frame(s, q, "PRESENT", "PRESENT")
    s:Present(1)
  end
end)
case("presented as a render target", 'GS0842', function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  frame(s, q, "PRESENT")
  s:Present(1) --!
end)
case("presented in COPY_SOURCE", 'GS0842', function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  frame(s, q, "PRESENT", "COPY_SOURCE")
  s:Present(1) --!
end)
case("cleared in PRESENT", "GS0402", function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  frame(s, q)
  s:Present(1)
end)
case("presented between the halves of a barrier", "GS0404", function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  local back = s:GetBuffer(0)
  t.run(q, function(l) t.go(l, back, "PRESENT", "RENDER_TARGET", nil, "BEGIN_ONLY") end)
  s:Present(1) --!
end)
case("the buffer that is not current", "GS0612", function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  local back = s:GetBuffer(1)
  local rtv = t.rtv(back)
  t.run(q, function(l)
    t.go(l, back, "PRESENT", "RENDER_TARGET")
    l:ClearRenderTargetView(rtv, { 0, 0, 1, 1 })
    t.go(l, back, "RENDER_TARGET", "PRESENT")
  end)
  s:Present(1)
end)
case("drawn by another queue", 'GS0512 texture "screen[0]"', function()
  local q, other = t.queue("DIRECT", "q"), t.queue("DIRECT", "other")
  local s = chain(q)
  frame(s, other, "PRESENT", "PRESENT")
  s:Present(1)
end)
case("drawn by another queue in order", "silent", function()
  local q, other, F = t.queue("DIRECT", "q"), t.queue("DIRECT", "other"), t.fence("F")
  local s = chain(q)
  frame(s, other, "PRESENT", "PRESENT")
  other:Signal(F, 1)
  q:Wait(F, 1)
  s:Present(1)
end)
case("drawn by another queue, waited for by the CPU", "silent", function()
  local q, other = t.queue("DIRECT", "q"), t.queue("DIRECT", "other")
  local s = chain(q)
  frame(s, other, "PRESENT", "PRESENT")
  t.idle(other)
  s:Present(1)
end)
case("the next frame overtakes the present", 'GS0512 texture "screen[0]"', function()
  local q, other, F = t.queue("DIRECT", "q"), t.queue("DIRECT", "other"), t.fence("F")
  local s = chain(q)
  for i = 1, 3 do
    frame(s, other, "PRESENT", "PRESENT")
    other:Signal(F, i)
    q:Wait(F, i)
    s:Present(1)
  end
end)
case("the next frame waits for the present", "silent", function()
  local q, other, F, G = t.queue("DIRECT", "q"), t.queue("DIRECT", "other"), t.fence("F"), t.fence("G")
  local s = chain(q)
  for i = 1, 3 do
    frame(s, other, "PRESENT", "PRESENT")
    other:Signal(F, i)
    q:Wait(F, i)
    s:Present(1)
    q:Signal(G, i)
    other:Wait(G, i)
  end
end)
case("a compute queue presents", "GS0841", function()
  chain(t.queue("COMPUTE", "c")) --!
end)
case("one buffer", "GS0841", function()
  chain(t.queue("DIRECT", "q"), { BufferCount = 1 }) --!
end)
case("sixteen buffers", "silent", function() chain(t.queue("DIRECT", "q"), { BufferCount = 16 }) end)
case("seventeen buffers", "GS0841", function()
  chain(t.queue("DIRECT", "q"), { BufferCount = 17 }) --!
end)
case("a format that no screen has", "GS0841", function()
  chain(t.queue("DIRECT", "q"), { Format = "R32_FLOAT" }) --!
end)
case("a buffer number too high", "GS0135", function()
  chain(t.queue("DIRECT", "q")):GetBuffer(2) --!
end)
case("a sync interval too long", "GS0135", function()
  chain(t.queue("DIRECT", "q")):Present(5) --!
end)
case("resized in flight", "GS0613", function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  frame(s, q, "PRESENT", "PRESENT")
  s:ResizeBuffers(0, 128, 128) --!
end)
case("resized with all buffers in flight", 'GS0613 screen[2]', function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q, { BufferCount = 3 })
  for _ = 1, 3 do
    frame(s, q, "PRESENT", "PRESENT")
    s:Present(1)
  end
  s:ResizeBuffers(0, 128, 128) --!
end)
case("resized with a signal behind each frame, and no wait", 'GS0613', function()
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local s = chain(q)
  for i = 1, 2 do
    frame(s, q, "PRESENT", "PRESENT")
    s:Present(1)
    q:Signal(F, i)
  end
  s:ResizeBuffers(0, 128, 128) --!
end)
case("resized behind a wait for the first of two frames", 'GS0613', function()
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local s = chain(q)
  for i = 1, 2 do
    frame(s, q, "PRESENT", "PRESENT")
    s:Present(1)
    q:Signal(F, i)
  end
  F:WaitCPU(1)
  s:ResizeBuffers(0, 128, 128) --!
end)
case("resized behind a wait for the last frame", 'silent', function()
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local s = chain(q)
  for i = 1, 2 do
    frame(s, q, "PRESENT", "PRESENT")
    s:Present(1)
    q:Signal(F, i)
  end
  F:WaitCPU(2)
  s:ResizeBuffers(0, 128, 128)
end)
case("released with all buffers in flight", 'GS0601', function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  for _ = 1, 2 do
    frame(s, q, "PRESENT", "PRESENT")
    s:Present(1)
  end
  s:Release() --!
end)
case("a back buffer used after ResizeBuffers", 'GS0330 ResizeBuffers has given up', function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  local back = s:GetBuffer(0)
  t.idle(q)
  back:Release()
  s:ResizeBuffers(0, 128, 128)
  t.run(q, function(l) t.go(l, back, "PRESENT", "RENDER_TARGET") end)
end)
case("a back buffer used after its chain was released", 'GS0330 after its Release', function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  local back = s:GetBuffer(0)
  s:Release()
  t.run(q, function(l) t.go(l, back, "PRESENT", "RENDER_TARGET") end)
end)
case("a back buffer cleared in PRESENT", 'GS0402 COMMON (PRESENT)', function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  local rtv = t.rtv(s:GetBuffer(0))
  t.run(q, function(l) l:ClearRenderTargetView(rtv, { 0, 0, 1, 1 }) end)
end)
case("the buffers of a chain that another one follows", "silent", function()
  local q = t.queue("DIRECT", "q")
  local one, two = chain(q), chain(q)
  for _, s in ipairs { two, one, one } do
    frame(s, q, "PRESENT", "PRESENT")
    s:Present(1)
  end
end)
case("resized when idle", "silent", function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  frame(s, q, "PRESENT", "PRESENT")
  s:Present(1)
  t.idle(q)
  s:ResizeBuffers(0, 128, 128)
  frame(s, q, "PRESENT", "PRESENT")
  s:Present(1)
end)
case("an old buffer after resizing", "GS0330", function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  local back = s:GetBuffer(0)
  back:Release()
  s:ResizeBuffers(0, 128, 128)
  t.run(q, function(l)
    t.go(l, back, "PRESENT", "RENDER_TARGET") --!
  end)
end)
case("released in flight", "GS0601", function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  frame(s, q, "PRESENT", "PRESENT")
  s:Present(1)
  s:Release() --!
end)
case("released when idle", "silent", function()
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  frame(s, q, "PRESENT", "PRESENT")
  s:Present(1)
  t.idle(q)
  s:Release()
end)
case("presented after its release", "GS0330", function()
  local s = chain(t.queue("DIRECT", "q"))
  s:Release()
  s:Present(1) --!
end)
case("a reference to a back buffer released", "silent", function()
  local s = chain(t.queue("DIRECT", "q"))
  s:GetBuffer(0):Release()
end)
case("a wait that stands before the present", "GS0504", function()
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local s = chain(q)
  q:Wait(F, 1)
  s:Present(1)
end)
case("an allocator of a frame reset too early", "GS0602", function()
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local s = chain(q)
  local A, l = {}, {}
  for i = 1, 2 do
    A[i] = t.device:CreateCommandAllocator("DIRECT", "A" .. i)
    l[i] = t.device:CreateCommandList { Type = "DIRECT", Name = "frame" }
  end
  for i = 1, 4 do
    local slot = i % 2 + 1
    if i > 3 then F:WaitCPU(i - 3) end
    A[slot]:Reset()
    l[slot]:Reset(A[slot])
    l[slot]:Close()
    q:ExecuteCommandLists { l[slot] }
    s:Present(1)
    q:Signal(F, i)
  end
end)
