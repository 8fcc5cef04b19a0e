-- The CPU beside queues: mapped memory in both directions, events and polls, threads that hand work over, presents. Each case is a
-- mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function write(b, at, n) return function(l) l:CopyBufferRegion(b, at or 0, t.upload("from"), 0, n or 256) end end
local function read(b, at, n) return function(l) l:CopyBufferRegion(t.readback("to"), 0, b, at or 0, n or 256) end end
local function stage() return t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.buf("x"), t.fence("F") end

-- Mapped memory.
case("results of a queue that waited for another, and the CPU for neither", 'GS0513 buffer "r"', function(ok)
  local a, b, x, F = stage()
  local r, G = t.readback("r"), t.fence("G")
  local m = r:Map()
  t.run(a, write(x))
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, function(l) l:CopyBufferRegion(r, 0, x, 0, 256) end)
  b:Signal(G, 1)
  if ok then G:WaitCPU(1) else F:WaitCPU(1) end
  m:Read(0, "uint") --!
end)
case("one buffer of results of two queues, the CPU waits for one", 'GS0513 buffer "r"', function(ok)
  local a, b, x, F = stage()
  local r, G = t.readback("r"), t.fence("G")
  local m = r:Map()
  t.run(a, function(l) l:CopyBufferRegion(r, 0, x, 0, 256) end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, function(l) l:CopyBufferRegion(r, 256, x, 0, 256) end)
  b:Signal(G, 1)
  F:WaitCPU(1)
  m:Read(0, "uint", 64)
  m:Read(ok and 252 or 256, "uint") --!
end)
case("immediate writes to readback memory", 'GS0513 buffer "r"', function(ok)
  local b, r, F = t.queue("DIRECT", "b"), t.readback("r"), t.fence("F")
  local m = r:Map()
  t.run(b, function(l) l:WriteBufferImmediate { { Dest = r:GetGPUVirtualAddress() + 12, Value = 5 } } end)
  b:Signal(F, 1)
  m:Read(8, "byte", ok and 4 or 5) --!
end)
case("the padding between rows of results", 'GS0513 buffer "r"', function(ok)
  local a, r, x = t.queue("COPY", "a"), t.readback("r", 16384), t.tex("x")
  local m = r:Map()
  t.run(a, function(l) l:CopyTextureRegion(t.rows(r, 8, 0, 16), 0, 0, 0, { Resource = x }, { Right = 16, Bottom = 8, Back = 1 }) end)
  m:Read(ok and 64 or 63, "byte") --!
end)
case("a string read over the end of what is finished", 'GS0513 buffer "r"', function(ok)
  local a, _, x, F = stage()
  local r = t.readback("r")
  t.run(a, function(l) l:CopyBufferRegion(r, 0, x, 0, 64) end)
  a:Signal(F, 1)
  t.run(a, function(l) l:CopyBufferRegion(r, 64, x, 0, 64) end)
  F:WaitCPU(1)
  r:Map():ReadString(0, ok and 64 or 65) --!
end)
case("constants of a field that the kernel does not read", 'GS0513 buffer "u"', function(ok)
  local c, u, x = t.queue("COMPUTE", "c"), t.upload("u"), t.buf("x")
  local m = u:Map()
  t.run(c, function(l) t.dispatch(l, "constant", x, u) end)
  m:Write(ok and 4 or 0, "uint", 1) --!
end)
case("elements that a kernel will read", 'GS0513 buffer "u"', function(ok)
  local c, u, x = t.queue("COMPUTE", "c"), t.upload("u"), t.buf("x")
  local m = u:Map()
  t.run(c, function(l) t.dispatch(l, "move", x, u, 64) end)
  m:Write(ok and 512 or 508, "uint", 1) --!
end)
case("a ring of four parts with three waits", 'GS0513 buffer "ring"', function(ok)
  local a, _, x, F = stage()
  local ring = t.upload("ring", 1024)
  local m = ring:Map()
  for frame = 1, 8 do
    local at = (frame - 1) % 4 * 256
    local seen = frame - (ok and 4 or 5)
    if seen > 0 then F:WaitCPU(seen) end
    m:Write(at, "uint", frame) --!
    a:ExecuteCommandLists { t.list(a, function(l) l:CopyBufferRegion(x, 0, ring, at, 256) end) }
    a:Signal(F, frame)
  end
end)
case("written while the queue still waits for the CPU", 'GS0513 buffer "u"', function(ok)
  local a, _, x, F = stage()
  local u = t.upload("u")
  local m = u:Map()
  a:Wait(F, 1)
  t.run(a, function(l) l:CopyBufferRegion(x, 0, u, 0, 256) end)
  if not ok then F:Signal(1) end
  m:Write(0, "uint", 1) --!
  F:Signal(1)
end)
case("written by a thread that the wait does not cover", 'GS0513 buffer "u"', function(ok)
  local a, _, x, F = stage()
  local u = t.upload("u")
  local m = u:Map()
  a:Wait(F, 1)
  t.run(a, function(l) l:CopyBufferRegion(x, 0, u, 0, 256) end)
  local writer = gpu.Thread("writer", function() m:Write(0, "uint", 1) end)
  if ok then writer:Join() end
  F:Signal(1)
  if not ok then writer:Join() end
end)
case("two queues read one upload buffer, the CPU waits for the other's value", 'GS0513 buffer "u"', function(ok)
  local a, b, x, F = stage()
  local u, G = t.upload("u"), t.fence("G")
  local m = u:Map()
  t.run(a, function(l) l:CopyBufferRegion(x, 0, u, 0, 256) end)
  a:Signal(F, 1)
  t.run(b, function(l) l:CopyBufferRegion(t.buf("y"), 0, u, 128, 256) end)
  b:Signal(G, 1)
  F:WaitCPU(1)
  if not ok then m:Write(0, "uint", { 1, 2 }) end
  m:Write(ok and 124 or 128, "uint", 1) --!
end)

-- Events and polls.
case("an event of another fence", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = stage()
  local G, event = t.fence("G"), gpu.CreateEvent { Name = "event" }
  t.run(a, write(x))
  a:Signal(F, 1)
  b:Signal(G, 1)
  local of = ok and F or G
  of:SetEventOnCompletion(1, event)
  gpu.WaitForSingleObject(event)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("all events, one of them set by the CPU", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = stage()
  local one, two = gpu.CreateEvent { Name = "one" }, gpu.CreateEvent { Name = "two" }
  t.run(a, write(x))
  a:Signal(F, 1)
  F:SetEventOnCompletion(1, one)
  if not ok then one:SetEvent() end
  two:SetEvent()
  gpu.WaitForMultipleObjects({ one, two }, true)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("any event: the index says which", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = stage()
  local one, two = gpu.CreateEvent { Name = "one" }, gpu.CreateEvent { Name = "two" }
  t.run(a, write(x))
  a:Signal(F, 1)
  if not ok then two:SetEvent() end
  F:SetEventOnCompletion(1, one)
  gpu.WaitForMultipleObjects({ two, one }, false)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("a wait for an event with a time", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = stage()
  local event = gpu.CreateEvent { Name = "event" }
  t.run(a, write(x))
  a:Signal(F, 1)
  F:SetEventOnCompletion(1, event)
  if ok then
    while gpu.WaitForSingleObject(event, 1) == "WAIT_TIMEOUT" do end
  else
    gpu.WaitForSingleObject(event, 0)
  end
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("an event passed from thread to thread", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = stage()
  local event = gpu.CreateEvent { Name = "event" }
  t.run(a, write(x))
  a:Signal(F, 1)
  local courier = gpu.Thread("courier", function()
    if ok then F:WaitCPU(1) end
    event:SetEvent()
  end)
  gpu.WaitForSingleObject(event)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
  courier:Join()
end)
case("a poll of the fence itself, once too low", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = stage()
  t.run(a, write(t.buf("y")))
  a:Signal(F, 1)
  t.run(a, write(x))
  a:Signal(F, 2)
  local want = ok and 2 or 1
  while F:GetCompletedValue() < want do gpu.Work(5) end
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("a poll of a value that another queue may overtake", 'GS0906; GS0513 buffer "up"', function(ok)
  local a, b, x, F = stage()
  local up = t.upload("up")
  t.run(a, function(l) l:CopyBufferRegion(x, 0, up, 0, 256) end)
  a:Signal(F, 2)
  a:Signal(F, 3)
  if ok then b:Wait(F, 3) end
  b:Signal(F, 4)
  b:Signal(F, 5)
  while F:GetCompletedValue() < 3 do gpu.Work(3) end
  up:Map():Write(0, "uint", 1)
end)
case("a poll that decides what to do", 'GS0601 buffer "x"', function(ok)
  local a, _, x, F = stage()
  t.run(a, write(x))
  a:Signal(F, 1)
  local done = F:GetCompletedValue() >= 1
  if ok and not done then F:WaitCPU(1) end
  x:Release() --!
end)
case("the number of frames between poll and use", 'GS0513 buffer "r"', function(ok)
  local a, _, x, F = stage()
  local r, results = t.readback("r", 1024), 0
  local m = r:Map()
  for frame = 1, 6 do
    local at = (frame - 1) % 4 * 256
    if frame > 4 then F:WaitCPU(frame - 4) end
    a:ExecuteCommandLists { t.list(a, function(l) l:CopyBufferRegion(r, at, x, 0, 256) end) }
    a:Signal(F, frame)
    local done = F:GetCompletedValue() + (ok and 0 or 1)
    while results < done and results < frame do
      m:Read(results % 4 * 256, "uint") --!
      results = results + 1
    end
  end
end)

-- Threads.
case("a list handed over by a flag", "GS0530", function(ok)
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "shared", Allocator = t.device:CreateCommandAllocator("DIRECT") }
  local ready, event = false, gpu.CreateEvent { Name = "ready" }
  local one = gpu.Thread("one", function()
    l:SetMarker("first")
    ready = true
    event:SetEvent()
  end)
  local two = gpu.Thread("two", function()
    if ok then gpu.WaitForSingleObject(event) end
    while not ready do gpu.Work(1) end
    l:SetMarker("second")
  end)
  one:Join()
  two:Join()
  l:Close()
end)
case("a list handed over by a fence of the CPU", "GS0530", function(ok)
  local F = t.fence("F")
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "shared", Allocator = t.device:CreateCommandAllocator("DIRECT") }
  local one = gpu.Thread("one", function()
    if not ok then F:Signal(1) end
    l:SetMarker("first")
    if ok then F:Signal(1) end
  end)
  local two = gpu.Thread("two", function()
    F:WaitCPU(1)
    l:SetMarker("second")
  end)
  one:Join()
  two:Join()
  l:Close()
end)
case("a list handed over through the GPU", "GS0530", function(ok)
  local F, q = t.fence("F"), t.queue("DIRECT", "q")
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "shared", Allocator = t.device:CreateCommandAllocator("DIRECT") }
  local one = gpu.Thread("one", function()
    if not ok then q:Signal(F, 1) end
    l:SetMarker("first")
    if ok then q:Signal(F, 1) end
  end)
  local two = gpu.Thread("two", function()
    F:WaitCPU(1)
    l:SetMarker("second")
  end)
  one:Join()
  two:Join()
  l:Close()
end)
case("an allocator reset by a thread that has not waited", "GS0602", function(ok)
  local q, F = t.queue("DIRECT", "q"), t.fence("F")
  local allocator = t.device:CreateCommandAllocator("DIRECT", "frame")
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = allocator }
  write(t.buf("x"))(l)
  l:Close()
  q:ExecuteCommandLists { l }
  q:Signal(F, 1)
  local waiter = gpu.Thread("waiter", function() F:WaitCPU(1) end)
  if ok then waiter:Join() end
  allocator:Reset() --!
  waiter:Join()
end)
case("two threads submit a writer and a reader of two queues, one has been told", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = stage()
  local one = gpu.Thread("one", function()
    t.run(a, write(x))
    a:Signal(F, 1)
  end)
  local two = gpu.Thread("two", function()
    if ok then b:Wait(F, 1) end
    t.run(b, read(x))
  end)
  one:Join()
  two:Join()
end)
case("who joins the submitter has not joined the work", 'GS0513 buffer "r"', function(ok)
  local a, _, x, F = stage()
  local r = t.readback("r")
  gpu.Thread("submitter", function()
    t.run(a, function(l) l:CopyBufferRegion(r, 0, x, 0, 256) end)
    a:Signal(F, 1)
    if ok then F:WaitCPU(1) end
  end):Join()
  r:Map():Read(0, "uint") --!
end)
case("one thread submits, another one signals the same queue", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = stage()
  local given = gpu.CreateEvent { Name = "given" }
  local one = gpu.Thread("one", function()
    t.run(a, write(x))
    given:SetEvent()
  end)
  local two = gpu.Thread("two", function()
    if ok then gpu.WaitForSingleObject(given) end
    a:Signal(F, 1)
  end)
  one:Join()
  two:Join()
  b:Wait(F, 1)
  t.run(b, read(x))
end)
case("one thread waits for a queue, another one gives work to it", 'GS0512 buffer "x"', function(ok)
  local a, b, x, F = stage()
  local waits = gpu.CreateEvent { Name = "waits" }
  t.run(a, write(x))
  a:Signal(F, 1)
  local one = gpu.Thread("one", function()
    b:Wait(F, 1)
    waits:SetEvent()
  end)
  local two = gpu.Thread("two", function()
    if ok then gpu.WaitForSingleObject(waits) end
    t.run(b, read(x))
  end)
  one:Join()
  two:Join()
end)
case("two threads leave one texture in different states for one queue", 'GS0401 texture "x"', function(ok)
  local q, x = t.queue("DIRECT", "q"), t.tex("x")
  local function start(name, state)
    local l = t.list(q, function(l)
      t.go(l, x, "COMMON", state)
      if ok then t.go(l, x, state, "COMMON") end
    end)
    return gpu.Thread(name, function() q:ExecuteCommandLists { l } end)
  end
  local one, two = start("one", "COPY_DEST"), start("two", "COPY_SOURCE")
  one:Join()
  two:Join()
end)
t.case("two threads use one scratch buffer in a submission each", "silent", function()
  local q, x = t.queue("DIRECT", "q"), t.buf("x")
  local function start(name)
    local from, to = t.upload("from"), t.readback("to")
    local l = t.list(q, function(l)
      l:CopyBufferRegion(x, 0, from, 0, 256)
      t.go(l, x, "COPY_DEST", "COPY_SOURCE")
      l:CopyBufferRegion(to, 0, x, 0, 256)
    end)
    return gpu.Thread(name, function() q:ExecuteCommandLists { l } end)
  end
  local one, two = start("one"), start("two")
  one:Join()
  two:Join()
end)
case("release by one thread while another one submits", 'GS0xxx', function(ok)
  local a, x, F = t.queue("COPY", "a"), t.buf("x"), t.fence("F")
  local submitter = gpu.Thread("submitter", function()
    t.run(a, write(x))
    a:Signal(F, 1)
  end)
  if ok then
    submitter:Join()
    F:WaitCPU(1)
    x:Release()
  else
    submitter:Join()
    x:Release() --!
  end
end)

-- Presents.
local function chain(q, name, count) return q:CreateSwapChain { Name = name or "screen", Width = 64, Height = 64, BufferCount = count or 2 } end
local function clear(s, q)
  local back = s:GetBuffer(s:GetCurrentBackBufferIndex())
  local rtv = t.rtv(back)
  return t.list(q, function(l)
    t.go(l, back, "PRESENT", "RENDER_TARGET")
    l:ClearRenderTargetView(rtv, { 0, 0, 1, 1 })
    t.go(l, back, "RENDER_TARGET", "PRESENT")
  end)
end
case("a copy queue fills what is presented", 'GS05xx texture "screen[0]"', function(ok)
  local q, a, F = t.queue("DIRECT", "q"), t.queue("COPY", "a"), t.fence("F")
  local s = chain(q)
  t.run(a, function(l) l:CopyTextureRegion({ Resource = s:GetBuffer(0) }, 0, 0, 0, t.rows(t.upload("picture", 16384))) end)
  a:Signal(F, 1)
  if ok then q:Wait(F, 1) end
  s:Present(1) --!
end)
case("a picture drawn behind the wait of the present", 'GS0512 texture "screen[0]"', function(ok)
  local q, c, F = t.queue("DIRECT", "q"), t.queue("DIRECT", "c"), t.fence("F")
  local s = chain(q)
  if not ok then c:Signal(F, 1) end
  c:ExecuteCommandLists { clear(s, c) }
  if ok then c:Signal(F, 1) end
  q:Wait(F, 1)
  s:Present(1) --!
end)
case("two chains, the picture of one drawn by the queue of the other", 'GS0512 texture "left[0]"', function(ok)
  local q, c, F = t.queue("DIRECT", "q"), t.queue("DIRECT", "c"), t.fence("F")
  local left, right = chain(q, "left"), chain(c, "right")
  c:ExecuteCommandLists { clear(left, c), clear(right, c) }
  c:Signal(F, 1)
  right:Present(1)
  if ok then q:Wait(F, 1) end
  left:Present(1) --!
end)
case("the presented buffer is copied from behind the present", "GS0612", function(ok)
  local q = t.queue("DIRECT", "q")
  local s = chain(q)
  local back = s:GetBuffer(0)
  q:ExecuteCommandLists { clear(s, q) }
  local copy = t.list(q, function(l) l:CopyTextureRegion(t.rows(t.readback("out", 16384)), 0, 0, 0, { Resource = back }) end)
  if ok then q:ExecuteCommandLists { copy } end
  s:Present(1)
  if not ok then q:ExecuteCommandLists { copy } end
end)
case("another queue keeps drawing to the buffer of two frames ago", 'GS0512 texture "screen[0]"', function(ok)
  local q, c, F, G = t.queue("DIRECT", "q"), t.queue("DIRECT", "c"), t.fence("F"), t.fence("G")
  local s = chain(q)
  for frame = 1, 3 do
    if ok and frame > 2 then c:Wait(G, frame - 2) end
    c:ExecuteCommandLists { clear(s, c) } --!
    c:Signal(F, frame)
    q:Wait(F, frame)
    s:Present(1)
    q:Signal(G, frame)
  end
end)
case("a picture read back after the CPU has waited for the wrong value", 'GS0513 buffer "r"', function(ok)
  local q, F, r = t.queue("DIRECT", "q"), t.fence("F"), t.readback("r", 16384)
  local s = chain(q)
  local m = r:Map()
  for frame = 1, 2 do
    local back = s:GetBuffer(s:GetCurrentBackBufferIndex())
    q:ExecuteCommandLists { clear(s, q), t.list(q, function(l) l:CopyTextureRegion(t.rows(r), 0, 0, 0, { Resource = back }) end) }
    q:Signal(F, frame)
    s:Present(1)
  end
  F:WaitCPU(ok and 2 or 1)
  m:Read(0, "uint") --!
end)

-- An event that starts set and goes back to unset is a lock: who has waited for it is alone until it is set again. Who comes first is up to the run.
local function locked(ok)
  local q, F, G = t.queue("COPY", "q"), t.fence("F"), t.fence("G")
  local lock, x, up = gpu.CreateEvent { Name = "lock", InitialState = true }, t.buf("x"), t.upload("up")
  local allocator = t.device:CreateCommandAllocator("COPY")
  local l, m = t.device:CreateCommandList { Type = "COPY", Name = "list", Allocator = allocator }, up:Map()
  l:Close()
  local function turn(takes, fence, n)
    if takes then gpu.WaitForSingleObject(lock) end
    m:Write(0, "uint", n)
    allocator:Reset()
    l:Reset(allocator)
    l:CopyBufferRegion(x, 0, up, 0, 64)
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(fence, n)
    fence:WaitCPU(n)
    if takes then lock:SetEvent() end
  end
  local other = gpu.Thread("other", function() for n = 1, 3 do turn(ok, F, n) end end)
  for n = 1, 3 do turn(true, G, n) end
  other:Join()
end
case("an event is a lock that one of two threads does not take", 'GS0530 allocator "allocator 1"', locked)
t.case("the numbers of a fence are given under a lock, to one queue, and what they stand for is given up outside of it", "silent", function()
  local q, F, n, up = t.queue("COPY", "q"), t.fence("F"), 0, t.upload("up")
  local lock = gpu.CreateEvent { Name = "lock", InitialState = true }
  local function worker()
    for _ = 1, 3 do
      gpu.WaitForSingleObject(lock)
      n = n + 1
      local mine, x = n, t.buf("x")
      q:ExecuteCommandLists { t.list(q, function(l) l:CopyBufferRegion(x, 0, up, 0, 64) end) }
      q:Signal(F, mine)
      lock:SetEvent()
      F:WaitCPU(mine)
      x:Release()
    end
  end
  local other = gpu.Thread("other", worker)
  worker()
  other:Join()
end)
