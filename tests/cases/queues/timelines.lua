-- Two and three queues and their fences, after the tests of another project's validation of timeline semaphores. Each case is a mistake
-- and, with ok, the same situation repaired.
local t = require "prelude"
local gpu = t.gpu

-- case declares a mistake, and behind it the same body with ok = true, which says repaired or nothing.
local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function write(b, at, n) return function(l) l:CopyBufferRegion(b, at or 0, t.upload("from"), 0, n or 256) end end
local function read(b, at, n) return function(l) l:CopyBufferRegion(t.readback("to"), 0, b, at or 0, n or 256) end end
-- The writer a, the reader b, a third queue c, a buffer and a fence.
local function stage() return t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.queue("COMPUTE", "c"), t.buf("x"), t.fence("F") end

case("a wait in the middle of two submissions", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  t.run(a, write(x))
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
  if not ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { t.list(b, read(x)) }
end)
case("the first of two values for work behind the second", 'GS0512 buffer "y"', function(ok)
  local a, b, _, x, F = stage()
  local y = t.buf("y")
  t.run(a, write(x))
  a:Signal(F, 1)
  t.run(a, write(y))
  a:Signal(F, 2)
  b:Wait(F, ok and 2 or 1)
  b:ExecuteCommandLists { t.list(b, read(x)) }
  b:ExecuteCommandLists { t.list(b, read(y)) } --!
end)
case("one submission reads both, one of them too early", 'GS0512 buffer "y"', function(ok)
  local a, b, _, x, F = stage()
  local y = t.buf("y")
  t.run(a, write(x))
  a:Signal(F, 1)
  t.run(a, write(y))
  a:Signal(F, 2)
  b:Wait(F, ok and 2 or 1)
  b:ExecuteCommandLists { t.list(b, read(x)), t.list(b, read(y)) } --!
end)
case("one signal lets two writers go", 'GS0512 buffer "x"', function(ok)
  local _, b, c, x, F = stage()
  local G = t.fence("G")
  b:Wait(F, 1)
  t.run(b, write(x))
  if ok then b:Signal(G, 1) c:Wait(G, 1) end
  c:Wait(F, 1)
  c:ExecuteCommandLists { t.list(c, write(x)) } --!
  F:Signal(1)
end)
case("one signal lets two writers go that wait for different values", 'GS0512 buffer "x"', function(ok)
  local _, b, c, x, F = stage()
  local G = t.fence("G")
  b:Wait(F, 2)
  t.run(b, write(x))
  if ok then b:Signal(G, 1) c:Wait(G, 1) end
  c:Wait(F, 1)
  c:ExecuteCommandLists { t.list(c, write(x)) } --!
  F:Signal(2)
end)
case("a third queue lets two writers go", 'GS0512 buffer "x"', function(ok)
  local a, b, c, x, F = stage()
  local G = t.fence("G")
  b:Wait(F, 1)
  t.run(b, write(x))
  b:Signal(G, 1)
  c:Wait(F, 1)
  if ok then c:Wait(G, 1) end
  c:ExecuteCommandLists { t.list(c, write(x)) } --!
  a:Signal(F, 1)
end)
case("the signal is there before both waits", 'GS0512 buffer "x"', function(ok)
  local _, b, c, x, F = stage()
  F:Signal(1)
  b:Wait(F, 1)
  t.run(b, write(x))
  if ok then b:Signal(F, 2) end
  c:Wait(F, ok and 2 or 1)
  c:ExecuteCommandLists { t.list(c, write(x)) } --!
end)
case("work before a wait is not behind the signal that ends it", 'GS0512 buffer "x"', function(ok)
  local _, b, c, x, F = stage()
  local G = t.fence("G")
  t.run(b, write(x))
  b:Signal(G, 1)
  b:Wait(F, 1)
  c:Signal(F, 1)
  if ok then c:Wait(G, 1) end
  c:ExecuteCommandLists { t.list(c, write(x)) } --!
end)
case("a waiting submission and the next one on the same queue", "GS0905", function(ok)
  local a, _, _, x, F = stage()
  a:Wait(F, ok and 1 or 0)
  t.run(a, write(x))
  t.run(a, write(x))
  t.run(a, read(x))
  F:Signal(1)
end)
case("ping and pong on one fence, a turn left out", 'GS0906; GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  for turn = 1, 7, 2 do
    if turn > 1 and (ok or turn ~= 5) then a:Wait(F, turn - 1) end
    a:ExecuteCommandLists { t.list(a, write(x)) } --!
    a:Signal(F, turn)
    b:Wait(F, turn)
    b:ExecuteCommandLists { t.list(b, read(x)) }
    b:Signal(F, turn + 1)
  end
end)
case("ping and pong on two fences, a turn left out", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  local G = t.fence("G")
  for turn = 1, 4 do
    if turn > 1 and (ok or turn ~= 3) then a:Wait(G, turn - 1) end
    a:ExecuteCommandLists { t.list(a, write(x)) } --!
    a:Signal(F, turn)
    b:Wait(F, turn)
    b:ExecuteCommandLists { t.list(b, read(x)) }
    b:Signal(G, turn)
  end
end)
case("a chain of five queues, submitted from its end, a link missing", 'GS0512 buffer "x"', function(ok)
  local x, q, f = t.buf("x"), {}, {}
  for i = 1, 5 do
    q[i], f[i] = t.queue("COMPUTE", "q" .. i), t.fence("f" .. i)
  end
  q[5]:Wait(f[4], 1)
  q[5]:ExecuteCommandLists { t.list(q[5], read(x)) }
  for i = 4, 2, -1 do
    if ok or i ~= 3 then q[i]:Wait(f[i - 1], 1) end
    q[i]:Signal(f[i], 1)
  end
  q[1]:ExecuteCommandLists { t.list(q[1], write(x)) } --!
  q[1]:Signal(f[1], 1)
end)
case("a hundred links, the last one missing", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  t.run(a, write(x))
  for i = 1, 100, 2 do
    a:Signal(F, i)
    b:Wait(F, i)
    b:Signal(F, i + 1)
    a:Wait(F, i + 1)
  end
  t.run(a, write(x))
  a:Signal(F, 101)
  if ok then b:Wait(F, 101) end
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("a signal of one fence, a wait for the fence that was signalled before the work", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  local G = t.fence("G")
  a:Signal(F, 1)
  t.run(a, write(x))
  a:Signal(G, 1)
  b:Wait(ok and G or F, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("two writers signal the same value", 'GS0906; GS0512 buffer "x"; GS0512 buffer "y"', function(ok)
  local a, b, c, x, F = stage()
  local y = t.buf("y")
  t.run(a, write(x))
  a:Signal(F, 1)
  if ok then c:Wait(F, 1) end
  t.run(c, write(y))
  c:Signal(F, ok and 2 or 1)
  b:Wait(F, ok and 2 or 1)
  t.run(b, read(x))
  t.run(b, read(y))
end)
case("the next writer waits for the larger value of two readers", 'GS0906; GS0512 buffer "x"; GS0507 fence "F"', function(ok)
  local a, b, c, x, F = stage()
  t.run(b, read(x))
  b:Signal(F, 1)
  if ok then c:Wait(F, 1) end
  t.run(c, read(x))
  c:Signal(F, 2)
  a:Wait(F, 2) --!
  a:ExecuteCommandLists { t.list(a, write(x)) }
end)
case("a fence that begins above the value", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x = stage()
  local F = t.fence("F", ok and 0 or 10)
  t.run(a, write(x))
  a:Signal(F, 5)
  b:Wait(F, 5)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("a fence used again for each frame, rewound without a wait", 'GS0906; GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  local G = t.fence("G")
  for frame = 1, 2 do
    t.run(a, write(x))
    a:Signal(F, 1)
    b:Wait(F, 1)
    t.run(b, read(x))
    b:Signal(G, frame)
    if ok then G:WaitCPU(frame) end
    if ok or frame == 1 then F:Signal(0) end
    a:Wait(G, frame)
  end
end)
case("a queue rewinds its own fence, the wait is for the value before", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  a:Signal(F, 4)
  F:WaitCPU(4)
  if ok then
    a:Signal(F, 0)
    F:Signal(0)
  end
  t.run(a, write(x))
  a:Signal(F, 4)
  b:Wait(F, 4)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end, "GS0906")
case("the CPU passes on what it has not waited for", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  local G = t.fence("G")
  t.run(a, write(x))
  a:Signal(F, 1)
  b:Wait(G, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
  if ok then F:WaitCPU(1) end
  G:Signal(1)
end)
case("a thread passes on what it has not waited for", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  local G = t.fence("G")
  t.run(a, write(x))
  a:Signal(F, 1)
  b:Wait(G, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
  gpu.Thread("courier", function()
    if ok then F:WaitCPU(1) end
    G:Signal(1)
  end):Join()
end)
case("the CPU sees a value behind another queue that did not wait", 'GS0512 buffer "x"', function(ok)
  local a, b, c, x, F = stage()
  local G = t.fence("G")
  t.run(a, write(x))
  a:Signal(F, 1)
  if ok then c:Wait(F, 1) end
  c:Signal(G, 1)
  while G:GetCompletedValue() < 1 do gpu.Work(5) end
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("a thread polls and nobody asks it", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  t.run(a, write(x))
  a:Signal(F, 1)
  local poller = gpu.Thread("poller", function()
    while F:GetCompletedValue() < 1 do gpu.Work(5) end
  end)
  if ok then poller:Join() end
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("three queues in a ring", "GS0501", function(ok)
  local a, b, c, _, F = stage()
  local G, H = t.fence("G"), t.fence("H")
  if not ok then a:Wait(H, 1) end
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:Signal(G, 1)
  c:Wait(G, 1)
  c:Signal(H, 1)
  if ok then a:Wait(H, 1) end
  H:WaitCPU(1) --!
end)
case("a wait for one more than is ever signalled", 'GS0504 "b"', function(ok)
  local a, b, _, x, F = stage()
  a:Signal(F, 4)
  b:Wait(F, ok and 4 or 5)
  t.run(b, read(x))
end)
case("a wait for one more than each signal of a loop", 'GS0504 "b"', function(ok)
  local a, b, _, x, F = stage()
  local base = ok and 4 or 5
  for i = 1, 3 do
    a:Signal(F, 4 + i)
    b:Wait(F, base + i)
    t.run(b, read(x))
  end
end)
case("a reader beside the second of two writers of one queue", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  t.run(a, write(x))
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) }
  b:Signal(F, 2)
  if ok then a:Wait(F, 2) end
  a:ExecuteCommandLists { t.list(a, write(x)) } --!
end)
case("a writer waits for one of two readers through a third queue", 'GS0512 buffer "x"', function(ok)
  local a, b, c, x, F = stage()
  local G, H = t.fence("G"), t.fence("H")
  local d = t.queue("DIRECT", "d")
  t.run(b, read(x))
  b:Signal(F, 1)
  t.run(d, read(x))
  d:Signal(G, 1)
  c:Wait(F, 1)
  if ok then c:Wait(G, 1) end
  c:Signal(H, 1)
  a:Wait(H, 1)
  a:ExecuteCommandLists { t.list(a, write(x)) } --!
end)
case("two chains of one length, the wrong one is waited for", 'GS0512 buffer "x"', function(ok)
  local a, b, c, x, F = stage()
  local d, G, H = t.queue("COPY", "d"), t.fence("G"), t.fence("H")
  t.run(a, write(x))
  a:Signal(F, 1)
  c:Wait(F, 1)
  c:Signal(G, 1)
  d:Signal(H, 1)
  b:Wait(ok and G or H, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("wait for all of two fences, one of them of nobody's work", 'GS0512 buffer "x"', function(ok)
  local a, b, c, x, F = stage()
  local G = t.fence("G")
  if not ok then a:Signal(F, 1) end
  t.run(a, write(x))
  if ok then a:Signal(F, 1) end
  c:Signal(G, 1)
  t.device:SetEventOnMultipleFenceCompletion({ F, G }, { 1, 1 }, "ALL")
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("any of two fences, then the other", 'GS0512 buffer "y"', function(ok)
  local a, b, c, x, F = stage()
  local y, G = t.buf("y"), t.fence("G")
  t.run(a, write(x))
  a:Signal(F, 1)
  t.run(c, write(y))
  c:Signal(G, 1)
  t.device:SetEventOnMultipleFenceCompletion({ F, G }, { 1, 1 }, "ANY")
  F:WaitCPU(1)
  if ok then G:WaitCPU(1) end
  t.run(b, read(x))
  b:ExecuteCommandLists { t.list(b, read(y)) } --!
end)
case("an event of a value that comes before the work", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  local event = gpu.CreateEvent { Name = "done" }
  a:Signal(F, 1)
  t.run(a, write(x))
  a:Signal(F, 2)
  F:SetEventOnCompletion(ok and 2 or 1, event)
  gpu.WaitForSingleObject(event)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("an event armed twice, for two values", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  local event = gpu.CreateEvent { Name = "done" }
  a:Signal(F, 1)
  t.run(a, write(x))
  a:Signal(F, 2)
  F:SetEventOnCompletion(1, event)
  if ok then gpu.WaitForSingleObject(event) end
  F:SetEventOnCompletion(2, event)
  gpu.WaitForSingleObject(event)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("disjoint writers of two queues", 'GS0514 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  t.run(a, write(x, 0, 256))
  a:Signal(F, 1)
  if ok then b:Wait(F, 1) end
  b:ExecuteCommandLists { t.list(b, write(x, 256, 256)) } --!
end)
case("a writer, a reader of other bytes, then a writer of those", 'GS0512 buffer "x"', function(ok)
  local a, b, _, x, F = stage()
  t.run(b, read(x, 1024))
  b:Signal(F, 1)
  t.run(a, write(x, 0))
  if ok then a:Wait(F, 1) end
  a:ExecuteCommandLists { t.list(a, write(x, 1279, 1)) } --!
end)
case("many readers, the writer waits for all but one", 'GS0512 buffer "x"', function(ok)
  local a, _, _, x = stage()
  for i = 1, 6 do
    local q, f = t.queue("COMPUTE", "reader" .. i), t.fence("f" .. i)
    t.run(q, read(x))
    q:Signal(f, 1)
    if ok or i ~= 4 then a:Wait(f, 1) end
  end
  a:ExecuteCommandLists { t.list(a, write(x)) } --!
end)

-- Values of frames: a signals 101, 201, 301 and b answers with 1, 2, 3 of G. One wait is for a value that is nobody's, and a larger one that would end it stands
-- behind the answer.
local function frames(awaited)
  local a, b, _, x, F = stage()
  local G = t.fence("G")
  for i, value in ipairs(awaited) do
    if i > 1 then a:Wait(G, i - 1) end
    t.run(a, write(x))
    a:Signal(F, 100 * i + 1)
    b:Wait(F, value)
    t.run(b, read(x))
    b:Signal(G, i)
  end
  G:WaitCPU(#awaited) --!
end
case("a frame waits for one more than is signalled, and the next frame is larger", 'GS0501 direct queue "b" and copy queue "a" wait for each other', function(ok)
  frames(ok and { 101, 201, 301 } or { 101, 202, 301 })
end)
case("a frame waits for less than is signalled, but for more than the frame before", "silent", function() frames { 101, 102, 202 } end)
case("a queue waits for one more than is signalled, which its own next signal passes", 'GS0501 direct queue "b" waits for itself', function(ok)
  local a, b, _, x, F = stage()
  t.run(a, write(x))
  a:Signal(F, 201)
  b:Wait(F, ok and 201 or 202)
  t.run(b, read(x))
  b:Signal(F, 203)
  F:WaitCPU(203) --!
end)

-- A wait for a value that nothing signals: a smaller one does only where it says enough.
case("a wait for one more than is signalled, behind more work", "GS0502", function(ok)
  local q, x, r, F = t.queue("DIRECT", "q"), t.buf("x"), t.readback("r"), t.fence("F")
  t.run(q, function(l) l:CopyBufferRegion(r, 0, x, 0, 256) end)
  q:Signal(F, 1)
  t.run(q, function(l) l:CopyBufferRegion(r, 256, x, 0, 256) end)
  if ok then q:Signal(F, 2) end
  F:WaitCPU(2) --!
  r:Map():Read(256, "uint")
end)
case("a wait for one more than is signalled, behind all work", "GS0502", function(ok)
  local q, x, r, F = t.queue("DIRECT", "q"), t.buf("x"), t.readback("r"), t.fence("F")
  t.run(q, function(l) l:CopyBufferRegion(r, 0, x, 0, 256) end)
  q:Signal(F, 1)
  F:WaitCPU(ok and 1 or 2) --!
  r:Map():Read(0, "uint")
end)

-- One timeline that three queues hand on, each waiting for the one before it.
case("a timeline of three queues, the third waits for the first", 'GS0906 compute queue "b" and by direct queue "c"', function(ok)
  local a, b, c, F = t.queue("COPY", "a"), t.queue("COMPUTE", "b"), t.queue("DIRECT", "c"), t.fence("F")
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:Signal(F, 2)
  c:Wait(F, ok and 2 or 1)
  c:Signal(F, 3)
end)
case("a timeline of three queues, the third waits for the first, and two have signalled one value", 'GS0906 fence "F"', function(ok)
  local a, b, c, F = t.queue("COPY", "a"), t.queue("COMPUTE", "b"), t.queue("DIRECT", "c"), t.fence("F")
  a:Signal(F, 2)
  b:Wait(F, 2)
  b:Signal(F, ok and 3 or 2)
  c:Wait(F, ok and 3 or 1)
  c:Signal(F, 4)
end)
