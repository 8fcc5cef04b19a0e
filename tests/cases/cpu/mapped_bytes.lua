-- Situations of another project's tests in which the CPU takes part: mapped memory beside the GPU, byte by byte; threads that record, submit, wait and
-- release; what a poll proves; queries and results. Expectations were derived from the documentation before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "q") end
local function copy(dst, at, src, from, n) return function(l) l:CopyBufferRegion(dst, at, src, from, n) end end

-- Bytes that the GPU reads and the CPU writes.
for _, at in ipairs { { 60, "silent" }, { 63, 'GS0513 buffer "up"' }, { 64, 'GS0513 buffer "up"' }, { 127, 'GS0513 buffer "up"' }, { 128, "silent" } } do
  local byte, expected = at[1], at[2]
  case("the GPU reads [64, 128), the CPU writes " .. (byte == 63 and "two bytes from 63" or "the byte " .. byte), expected, function()
    local q, up = D(), t.upload("up")
    local m = up:Map()
    t.run(q, copy(t.buf("x"), 0, up, 64, 64))
    m:WriteString(byte, byte == 63 and "ab" or "a")
  end)
end
for _, at in ipairs { { 60, "silent" }, { 64, 'GS0513 buffer "down"' }, { 127, 'GS0513 buffer "down"' }, { 128, "silent" } } do
  local byte, expected = at[1], at[2]
  case("the GPU writes [64, 128), the CPU reads the byte " .. byte, expected, function()
    local q, down = D(), t.readback("down")
    local m = down:Map()
    t.run(q, copy(down, 64, t.buf("x"), 0, 64))
    m:ReadString(byte, 1)
  end)
end
case("a word that begins before what the GPU writes and ends in it", 'GS0513 buffer "down"', function()
  local q, down = D(), t.readback("down")
  local m = down:Map()
  t.run(q, copy(down, 64, t.buf("x"), 0, 64))
  m:Read(62, "uint") --!
end)
case("unmapped and mapped again in flight", 'GS0513 buffer "up"', function()
  local q, up = D(), t.upload("up")
  up:Map():Write(0, "uint", 1)
  up:Unmap()
  t.run(q, copy(t.buf("x"), 0, up, 0, 64))
  up:Map():Write(0, "uint", 2) --!
end)
case("mapped in flight to say that nothing is read, and nothing is", "silent", function()
  local q, down = D(), t.readback("down")
  t.run(q, copy(down, 0, t.buf("x"), 0, 64))
  down:Map(0, { Begin = 0, End = 0 })
  down:Unmap(0, { Begin = 0, End = 0 })
end)
case("written for the frame behind the wait for the one before the last", "silent", function()
  local q, F, up = D(), t.fence("F"), t.upload("up", 768)
  local m = up:Map()
  for i = 1, 6 do
    if i > 3 then F:WaitCPU(i - 3) end
    m:Write(i % 3 * 256, "uint", i)
    t.run(q, copy(t.buf("x"), 0, up, i % 3 * 256, 256))
    q:Signal(F, i)
  end
end)
case("written for the frame behind the wait for the one before that", 'GS0513 buffer "up"', function()
  local q, F, up = D(), t.fence("F"), t.upload("up", 768)
  local m = up:Map()
  for i = 1, 6 do
    if i > 4 then F:WaitCPU(i - 4) end
    m:Write(i % 3 * 256, "uint", i) --!
    t.run(q, copy(t.buf("x"), 0, up, i % 3 * 256, 256))
    q:Signal(F, i)
  end
end)
case("written while the queue waits for another queue that waits for the CPU", "silent", function()
  local a, b, F, G, up = t.queue("COPY", "a"), D("b"), t.fence("F"), t.fence("G"), t.upload("up")
  local m = up:Map()
  a:Wait(F, 1)
  a:Signal(G, 1)
  b:Wait(G, 1)
  t.run(b, copy(t.buf("x"), 0, up, 0, 64))
  m:Write(0, "uint", 1)
  F:Signal(1)
end)
case("written while the queue waits, and the one that it waits for has been let go", 'GS0513 buffer "up"', function()
  local a, b, F, G, up = t.queue("COPY", "a"), D("b"), t.fence("F"), t.fence("G"), t.upload("up")
  local m = up:Map()
  a:Wait(F, 1)
  a:Signal(G, 1)
  b:Wait(G, 1)
  t.run(b, copy(t.buf("x"), 0, up, 0, 64))
  F:Signal(1)
  m:Write(0, "uint", 1) --!
end)
case("vertices of an upload buffer changed behind the draw", 'GS0513 buffer "up"', function()
  local q, up = D(), t.upload("up", 256)
  local rtv, pso = t.rtv(t.target("picture")), t.drawing("vertices")
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, up, 24)
    l:DrawInstanced(3, 1)
  end)
  up:Map():Write(20, "float", 1) --!
end)
case("vertices of an upload buffer changed behind those that are drawn", "silent", function()
  local q, up = D(), t.upload("up", 256)
  local rtv, pso = t.rtv(t.target("picture")), t.drawing("vertices")
  t.run(q, function(l)
    t.drawState(l, pso, rtv)
    t.vertices(l, up, 48)
    l:DrawInstanced(3, 1)
  end)
  up:Map():Write(24, "float", 1)
end)

-- What proves that work is finished.
case("a poll that gives up, and a wait behind it", "silent", function()
  local q, F, down = D(), t.fence("F"), t.readback("down")
  t.run(q, copy(down, 0, t.buf("x"), 0, 64))
  q:Signal(F, 1)
  for _ = 1, 3 do
    if F:GetCompletedValue() >= 1 then break end
    gpu.Work(1)
  end
  F:WaitCPU(1)
  down:Map():Read(0, "uint")
end)
case("a poll that is looked at before the read", "silent", function()
  local q, F, down = D(), t.fence("F"), t.readback("down")
  t.run(q, copy(down, 0, t.buf("x"), 0, 64))
  q:Signal(F, 1)
  while true do
    if F:GetCompletedValue() >= 1 then
      down:Map():Read(0, "uint")
      break
    end
    gpu.Work(1)
  end
end)
case("a wait for one fence, a poll of another, and both results", "silent", function()
  local a, b, F, G = t.queue("COPY", "a"), D("b"), t.fence("F"), t.fence("G")
  local one, two = t.readback("one"), t.readback("two")
  t.run(a, copy(one, 0, t.buf("x"), 0, 64))
  a:Signal(F, 1)
  t.run(b, copy(two, 0, t.buf("y"), 0, 64))
  b:Signal(G, 1)
  F:WaitCPU(1)
  repeat gpu.Work(1) until G:GetCompletedValue() == 1
  one:Map():Read(0, "uint")
  two:Map():Read(0, "uint")
end)
case("an event with a timeout that came", "silent", function()
  local q, F, down, done = D(), t.fence("F"), t.readback("down"), gpu.CreateEvent { Name = "done" }
  t.run(q, copy(down, 0, t.buf("x"), 0, 64))
  q:Signal(F, 1)
  F:SetEventOnCompletion(1, done)
  while gpu.WaitForSingleObject(done, 1) == "WAIT_TIMEOUT" do end
  down:Map():Read(0, "uint")
end)
case("an event with a timeout that is not looked at", 'GS0513 buffer "down"', function()
  local q, F, down, done = D(), t.fence("F"), t.readback("down"), gpu.CreateEvent { Name = "done" }
  t.run(q, copy(down, 0, t.buf("x"), 0, 64))
  q:Signal(F, 1)
  F:SetEventOnCompletion(1, done)
  gpu.WaitForSingleObject(done, 0)
  down:Map():Read(0, "uint") --!
end)
case("events of two queues, any of them, and the result of the one that came", "silent", function()
  local a, b, F, G = t.queue("COPY", "a"), D("b"), t.fence("F"), t.fence("G")
  local results, events = { t.readback("one"), t.readback("two") }, { gpu.CreateEvent { Name = "one" }, gpu.CreateEvent { Name = "two" } }
  t.run(a, copy(results[1], 0, t.buf("x"), 0, 64))
  a:Signal(F, 1)
  t.run(b, copy(results[2], 0, t.buf("y"), 0, 64))
  b:Signal(G, 1)
  F:SetEventOnCompletion(1, events[1])
  G:SetEventOnCompletion(1, events[2])
  local _, which = gpu.WaitForMultipleObjects(events, false)
  results[which]:Map():Read(0, "uint")
end)
for _, first in ipairs { true, false } do -- whichever it is that comes first
  case("events of two queues, any of them, and the result of the " .. (first and "first" or "second"), ('GS0513 buffer "%s"'):format(first and "one" or "two"), function()
    local a, b, F, G = t.queue("COPY", "a"), D("b"), t.fence("F"), t.fence("G")
    local results, events = { t.readback("one"), t.readback("two") }, { gpu.CreateEvent { Name = "one" }, gpu.CreateEvent { Name = "two" } }
    t.run(a, copy(results[1], 0, t.buf("x"), 0, 64))
    a:Signal(F, 1)
    t.run(b, copy(results[2], 0, t.buf("y"), 0, 64))
    b:Signal(G, 1)
    F:SetEventOnCompletion(1, events[1])
    G:SetEventOnCompletion(1, events[2])
    gpu.WaitForMultipleObjects(events, false)
    results[first and 1 or 2]:Map():Read(0, "uint") --!
  end)
end
case("events of two queues, all of them, and both results", "silent", function()
  local a, b, F, G = t.queue("COPY", "a"), D("b"), t.fence("F"), t.fence("G")
  local results, events = { t.readback("one"), t.readback("two") }, { gpu.CreateEvent { Name = "one" }, gpu.CreateEvent { Name = "two" } }
  t.run(a, copy(results[1], 0, t.buf("x"), 0, 64))
  a:Signal(F, 1)
  t.run(b, copy(results[2], 0, t.buf("y"), 0, 64))
  b:Signal(G, 1)
  F:SetEventOnCompletion(1, events[1])
  G:SetEventOnCompletion(1, events[2])
  gpu.WaitForMultipleObjects(events, true)
  results[1]:Map():Read(0, "uint")
  results[2]:Map():Read(0, "uint")
end)

-- Threads.
case("each thread has lists, allocators and a queue of its own", "silent", function()
  local threads = {}
  for i = 1, 4 do
    threads[i] = gpu.Thread("worker " .. i, function()
      local q = t.queue("COPY", "q" .. i)
      for _ = 1, 3 do t.run(q, copy(t.buf("x"), 0, t.upload("up"), 0, 64)) end
      t.idle(q)
    end)
  end
  for i = 1, 4 do threads[i]:Join() end
end)
case("threads record parts of a frame, one submits them together", "silent", function()
  local q, lists, threads = D(), {}, {}
  for i = 1, 4 do
    threads[i] = gpu.Thread("recorder " .. i, function() lists[i] = t.list(q, copy(t.buf("part"), 0, t.upload("up"), 0, 64)) end)
  end
  for i = 1, 4 do threads[i]:Join() end
  q:ExecuteCommandLists(lists)
end)
case("a list is submitted while its recorder has not been joined", "GS0530", function()
  local q = D()
  local list, closed = nil, gpu.CreateEvent { Name = "closed" }
  local recorder = gpu.Thread("recorder", function()
    list = t.list(q, copy(t.buf("x"), 0, t.upload("up"), 0, 64))
    gpu.Work(5)
    list:Reset(t.device:CreateCommandAllocator "DIRECT")
    list:Close()
  end)
  while not list do gpu.Work(1) end
  q:ExecuteCommandLists { list }
  recorder:Join()
  closed:Release()
end)
case("a recorder hands its list over by an event", "silent", function()
  local q, closed = D(), gpu.CreateEvent { Name = "closed" }
  local list
  local recorder = gpu.Thread("recorder", function()
    list = t.list(q, copy(t.buf("x"), 0, t.upload("up"), 0, 64))
    closed:SetEvent()
  end)
  gpu.WaitForSingleObject(closed)
  q:ExecuteCommandLists { list }
  recorder:Join()
end)
case("two threads reset one allocator in turn, told by events", "silent", function()
  local q, A, F = D(), t.device:CreateCommandAllocator "DIRECT", t.fence("F")
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = A }
  l:Close()
  local ping, pong = gpu.CreateEvent { Name = "ping" }, gpu.CreateEvent { Name = "pong" }
  local function turn(i)
    A:Reset()
    l:Reset(A)
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(F, i)
    F:WaitCPU(i)
  end
  local other = gpu.Thread("other", function()
    for i = 2, 4, 2 do
      gpu.WaitForSingleObject(ping)
      turn(i)
      pong:SetEvent()
    end
  end)
  for i = 1, 3, 2 do
    turn(i)
    ping:SetEvent()
    gpu.WaitForSingleObject(pong)
  end
  other:Join()
end)
case("two threads write one buffer that is mapped", "GS0513", function()
  local q, up = D(), t.upload("up")
  local m = up:Map()
  local other = gpu.Thread("other", function() m:Write(0, "uint", 1) end)
  t.run(q, copy(t.buf("x"), 0, up, 0, 64))
  other:Join()
end)
case("two threads write parts of one buffer that is mapped, and it is read behind both", "silent", function()
  local q, up = D(), t.upload("up")
  local m = up:Map()
  local other = gpu.Thread("other", function() m:Write(0, "uint", 1) end)
  m:Write(4, "uint", 2)
  other:Join()
  t.run(q, copy(t.buf("x"), 0, up, 0, 64))
end)
case("a thread releases what the main thread still uses", 'GS0601 buffer "x"', function()
  local q, x = D(), t.buf("x")
  t.run(q, copy(t.readback("to"), 0, x, 0, 64))
  gpu.Thread("cleaner", function() x:Release() end):Join()
end)
case("a thread waits for the fence and releases what the main thread used", "silent", function()
  local q, F, x = D(), t.fence("F"), t.buf("x")
  t.run(q, copy(t.readback("to"), 0, x, 0, 64))
  q:Signal(F, 1)
  gpu.Thread("cleaner", function()
    F:WaitCPU(1)
    x:Release()
  end):Join()
end)
case("a counter of frames is polled by a thread and set by the main thread", "silent", function()
  local F, seen = t.fence("F"), 0
  local watcher = gpu.Thread("watcher", function()
    while seen < 20 do
      seen = F:GetCompletedValue()
      gpu.Work(1)
    end
  end)
  for i = 1, 20 do F:Signal(i) end
  watcher:Join()
end)

-- Results of queries.
case("times of a frame are read behind the wait for the frame", "silent", function()
  local q, F, down = D(), t.fence("F"), t.readback("down")
  local ticks = t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = 2 }
  t.run(q, function(l)
    l:EndQuery(ticks, "TIMESTAMP", 0)
    l:EndQuery(ticks, "TIMESTAMP", 1)
    l:ResolveQueryData(ticks, "TIMESTAMP", 0, 2, down, 0)
  end)
  q:Signal(F, 1)
  F:WaitCPU(1)
  local m = down:Map()
  assert(m:Read(8, "uint64") >= m:Read(0, "uint64"))
end)
case("times of a frame are read while the next frame writes them", 'GS0513 buffer "down"', function()
  local q, F, down = D(), t.fence("F"), t.readback("down")
  local ticks = t.device:CreateQueryHeap { Name = "ticks", Type = "TIMESTAMP", Count = 2 }
  local function frame(i)
    t.run(q, function(l)
      l:EndQuery(ticks, "TIMESTAMP", 0)
      l:EndQuery(ticks, "TIMESTAMP", 1)
      l:ResolveQueryData(ticks, "TIMESTAMP", 0, 2, down, 0)
    end)
    q:Signal(F, i)
  end
  frame(1)
  frame(2)
  F:WaitCPU(1)
  down:Map():Read(0, "uint64") --!
end)
case("a wait for a value that is lower than the one that is there", "silent", function()
  local q, F, down = D(), t.fence("F"), t.readback("down")
  t.run(q, copy(down, 0, t.buf("x"), 0, 64))
  q:Signal(F, 10)
  F:WaitCPU(3)
  down:Map():Read(0, "uint")
end)

-- A poll from which the wait was taken out, when the GPU happens to be done.
local function polled()
  local q, F, down = D(), t.fence("F"), t.readback("down")
  t.run(q, copy(down, 0, t.buf("x"), 0, 64))
  q:Signal(F, 1)
  gpu.Work(10000)
  return F, down
end
case("a poll, and nothing in its if", 'GS0513 buffer "down"', function()
  local F, down = polled()
  if F:GetCompletedValue() < 1 then end
  down:Map():Read(0, "uint") --!
end)
case("a poll, and its if only sets the event", 'GS0513 buffer "down"', function()
  local F, down = polled()
  local done = gpu.CreateEvent { Name = "done" }
  local reached = F:GetCompletedValue()
  if reached < 1 then F:SetEventOnCompletion(1, done) end
  down:Map():Read(0, "uint") --!
end)
case("a poll, and its if only says so", 'GS0513 buffer "down"', function()
  local F, down = polled()
  if F:GetCompletedValue() < 1 then print "the GPU is behind" end
  down:Map():Read(0, "uint") --!
end)
case("a poll whose value nobody takes", 'GS0513 buffer "down"', function()
  local F, down = polled()
  F:GetCompletedValue()
  down:Map():Read(0, "uint") --!
end)
case("a poll, and its if waits for the event", "silent", function()
  local F, down = polled()
  local done = gpu.CreateEvent { Name = "done" }
  if F:GetCompletedValue() < 1 then
    F:SetEventOnCompletion(1, done)
    gpu.WaitForSingleObject(done, gpu.INFINITE)
  end
  down:Map():Read(0, "uint")
end)
case("a poll, and its if only looks at an event", 'GS0513 buffer "down"', function()
  local F, down = polled()
  local quit = gpu.CreateEvent { Name = "quit" }
  if F:GetCompletedValue() < 1 then gpu.WaitForSingleObject(quit, 0) end
  down:Map():Read(0, "uint") --!
end)
case("a poll, and its if leaves", "silent", function()
  local F, down = polled()
  if F:GetCompletedValue() < 1 then return end
  down:Map():Read(0, "uint")
end)
case("a poll, and its if notes that it is done", "silent", function()
  local F, down = polled()
  local ready = false
  if F:GetCompletedValue() >= 1 then ready = true end
  if ready then down:Map():Read(0, "uint") end
end)

-- Any of two events, waited for and not told apart, as often as they are set: each wait unsets one of them, so both have been set.
local function counted(name, expected, times, more)
  case("any of the events of two queues, " .. name, expected, function()
    local queues, fences, events, results = { t.queue("COPY", "a"), D("b") }, { t.fence("F"), t.fence("G") }, {}, { t.readback("one"), t.readback("two") }
    for i = 1, 2 do events[i] = gpu.CreateEvent { Name = "event " .. i, ManualReset = more == "manual" } end
    for frame = 1, 3 do
      for i = 1, 2 do
        t.run(queues[i], copy(results[i], 0, t.buf("x"), 0, 64))
        queues[i]:Signal(fences[i], frame)
        fences[i]:SetEventOnCompletion(frame, events[i])
      end
      if more == "hand" then events[1]:SetEvent() end
      for _ = 1, times do gpu.WaitForMultipleObjects(events, false) end
      for i = 1, more and 1 or 2 do results[i]:Map():Read(0, "uint") end --!
    end
  end)
end
counted("twice", "silent", 2)
counted("once", 'GS0513 buffer "one"', 1)
counted("twice, and one of them is set by hand", 'GS0513 buffer "one"', 2, "hand")
counted("twice, and no wait unsets them", 'GS0513 buffer "one"', 2, "manual")
