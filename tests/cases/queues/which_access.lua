-- Which of several accesses is the one that nothing orders: readers on three queues, writers in a chain, values that come early, late and lower, waits before
-- signals, orders that go through other queues and the CPU. Situations of another project's tests, whose expectations were derived before the first run: the report
-- names the access that is not ordered (--1), and nothing else is said.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- Four queues, a buffer and three fences.
local function stage()
  return t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.queue("COMPUTE", "c"), t.queue("COPY", "d"), t.buf("x"), t.fence("F"), t.fence("G"), t.fence("H")
end
local function write(x, at, n) return function(l) l:CopyBufferRegion(x, at or 0, t.upload("from"), 0, n or 256) end end
local function read(x, at, n) return function(l) l:CopyBufferRegion(t.readback("to"), 0, x, at or 0, n or 256) end end

-- Several readers, then a writer.
case("three readers, the writer waits for the first and the last", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, c, d, x, F, G, H = stage()
  t.run(a, read(x)) a:Signal(F, 1)
  c:ExecuteCommandLists { t.list(c, read(x)) } --1
  c:Signal(G, 1)
  t.run(d, read(x)) d:Signal(H, 1)
  b:Wait(F, 1)
  b:Wait(H, 1)
  b:ExecuteCommandLists { t.list(b, write(x)) } --!
end)
case("three readers, the writer waits for all of them", "silent", function()
  local a, b, c, d, x, F, G, H = stage()
  t.run(a, read(x)) a:Signal(F, 1)
  t.run(c, read(x)) c:Signal(G, 1)
  t.run(d, read(x)) d:Signal(H, 1)
  b:Wait(F, 1)
  b:Wait(H, 1)
  b:Wait(G, 1)
  t.run(b, write(x))
end)
case("three readers pass a baton, the writer waits for the last", "silent", function()
  local a, b, c, d, x, F = stage()
  t.run(a, read(x)) a:Signal(F, 1)
  c:Wait(F, 1) t.run(c, read(x)) c:Signal(F, 2)
  d:Wait(F, 2) t.run(d, read(x)) d:Signal(F, 3)
  b:Wait(F, 3)
  t.run(b, write(x))
end)
case("three readers pass a baton, the writer waits for the one before the last", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, c, d, x, F = stage()
  t.run(a, read(x)) a:Signal(F, 1)
  c:Wait(F, 1) t.run(c, read(x)) c:Signal(F, 2)
  d:Wait(F, 2)
  d:ExecuteCommandLists { t.list(d, read(x)) } --1
  d:Signal(F, 3)
  b:Wait(F, 2)
  b:ExecuteCommandLists { t.list(b, write(x)) } --!
end)
case("readers of three parts, the writer of the second waits for the others", 'GS0512 buffer "x" @ x[256, 512)', function()
  local a, b, c, d, x, F, G, H = stage()
  t.run(a, read(x, 0)) a:Signal(F, 1)
  c:ExecuteCommandLists { t.list(c, read(x, 256)) } --1
  c:Signal(G, 1)
  t.run(d, read(x, 512)) d:Signal(H, 1)
  b:Wait(F, 1)
  b:Wait(H, 1)
  b:ExecuteCommandLists { t.list(b, write(x, 256)) } --!
end)
case("readers of three parts, the writer of the second waits for that one", "silent", function()
  local a, b, c, d, x, _, G = stage()
  t.run(a, read(x, 0))
  t.run(c, read(x, 256)) c:Signal(G, 1)
  t.run(d, read(x, 512))
  b:Wait(G, 1)
  t.run(b, write(x, 256))
end)
case("readers of two parts, the writer of a bit of both waits for the first", 'GS0512 buffer "x" @ x[256, 300)', function()
  local a, b, c, _, x, F = stage()
  t.run(a, read(x, 0)) a:Signal(F, 1)
  c:ExecuteCommandLists { t.list(c, read(x, 256)) } --1
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, write(x, 200, 100)) } --!
end)
case("one queue reads twice, the writer waits for the first time", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F = stage()
  t.run(a, read(x)) a:Signal(F, 1)
  a:ExecuteCommandLists { t.list(a, read(x)) } --1
  a:Signal(F, 2)
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, write(x)) } --!
end)
case("one queue reads two parts, the writer of the first waits for the first time", "silent", function()
  local a, b, _, _, x, F = stage()
  t.run(a, read(x, 0)) a:Signal(F, 1)
  t.run(a, read(x, 256)) a:Signal(F, 2)
  b:Wait(F, 1)
  t.run(b, write(x, 0))
end)
case("two readers wait for the writer, the next writer waits for none of them", 'GS0512 buffer "x"; GS0512 buffer "x"', function()
  local a, b, c, d, x, F = stage()
  t.run(a, write(x)) a:Signal(F, 1)
  b:Wait(F, 1) t.run(b, read(x))
  c:Wait(F, 1) t.run(c, read(x))
  d:Wait(F, 1)
  t.run(d, write(x)) -- against each of the readers
end)

-- Several writers, then a reader.
case("written twice, the reader waits for the first time", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F = stage()
  t.run(a, write(x)) a:Signal(F, 1)
  a:ExecuteCommandLists { t.list(a, write(x)) } --1
  a:Signal(F, 2)
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("written in two parts, the reader of the first waits for the first time", "silent", function()
  local a, b, _, _, x, F = stage()
  t.run(a, write(x, 0)) a:Signal(F, 1)
  t.run(a, write(x, 256)) a:Signal(F, 2)
  b:Wait(F, 1)
  t.run(b, read(x, 0))
end)
case("written in two parts, the reader of both waits for the first time", 'GS0512 buffer "x" @ x[256, 512)', function()
  local a, b, _, _, x, F = stage()
  t.run(a, write(x, 0)) a:Signal(F, 1)
  a:ExecuteCommandLists { t.list(a, write(x, 256)) } --1
  a:Signal(F, 2)
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, read(x, 0, 512)) } --!
end)
case("a second queue writes the front again, the reader of the back waits for the first", "silent", function()
  local a, b, c, _, x, F = stage()
  t.run(a, write(x)) a:Signal(F, 1)
  c:Wait(F, 1) t.run(c, write(x, 0, 128))
  b:Wait(F, 1) t.run(b, read(x, 128, 128))
end)
case("a second queue writes the front again, and the reader of the back takes a byte of it", 'GS0512 buffer "x" @ x[127, 128)', function()
  local a, b, c, _, x, F = stage()
  t.run(a, write(x)) a:Signal(F, 1)
  c:Wait(F, 1)
  c:ExecuteCommandLists { t.list(c, write(x, 0, 128)) } --1
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, read(x, 127, 129)) } --!
end)
case("two writers in a chain, the reader waits for the second", "silent", function()
  local a, b, c, _, x, F, G = stage()
  t.run(a, write(x)) a:Signal(F, 1)
  c:Wait(F, 1) t.run(c, write(x)) c:Signal(G, 1)
  b:Wait(G, 1) t.run(b, read(x))
end)
case("two writers that do not know of each other, the reader waits for both", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, c, _, x, F, G = stage()
  a:ExecuteCommandLists { t.list(a, write(x)) } --1
  a:Signal(F, 1)
  c:ExecuteCommandLists { t.list(c, write(x)) } --!
  c:Signal(G, 1)
  b:Wait(F, 1) b:Wait(G, 1)
  t.run(b, read(x))
end)

-- Diamonds and longer ways.
case("one writes, two read behind it, the next writer waits for both", "silent", function()
  local a, b, c, d, x, F, G, H = stage()
  t.run(a, write(x)) a:Signal(F, 1)
  c:Wait(F, 1) t.run(c, read(x)) c:Signal(G, 1)
  d:Wait(F, 1) t.run(d, read(x)) d:Signal(H, 1)
  b:Wait(G, 1) b:Wait(H, 1)
  t.run(b, write(x))
end)
case("one writes, two read behind it, the next writer waits for one of them", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, c, d, x, F, G, H = stage()
  t.run(a, write(x)) a:Signal(F, 1)
  c:Wait(F, 1) t.run(c, read(x)) c:Signal(G, 1)
  d:Wait(F, 1)
  d:ExecuteCommandLists { t.list(d, read(x)) } --1
  d:Signal(H, 1)
  b:Wait(G, 1)
  b:ExecuteCommandLists { t.list(b, write(x)) } --!
end)
case("a third queue waits, and has signalled before", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, c, _, x, F, G = stage()
  a:ExecuteCommandLists { t.list(a, write(x)) } --1
  a:Signal(F, 1)
  c:Signal(G, 1)
  c:Wait(F, 1)
  b:Wait(G, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("three queues in a chain that is submitted from its end", "silent", function()
  local a, b, c, d, x, F, G, H = stage()
  b:Wait(H, 1) t.run(b, write(x))
  d:Wait(G, 1) t.run(d, read(x)) d:Signal(H, 1)
  c:Wait(F, 1) t.run(c, read(x)) c:Signal(G, 1)
  t.run(a, write(x)) a:Signal(F, 1)
end)
case("three queues in a chain that is submitted from its end, the first signals too early", 'GS0512 buffer "x"', function()
  local a, b, c, d, x, F, G, H = stage()
  b:Wait(H, 1) t.run(b, write(x))
  d:Wait(G, 1) t.run(d, read(x)) d:Signal(H, 1)
  c:Wait(F, 1) t.run(c, read(x)) c:Signal(G, 1)
  a:Signal(F, 1) t.run(a, write(x))
end)
case("the order goes through the CPU, which waits and signals another fence", "silent", function()
  local a, b, _, _, x, F, G = stage()
  b:Wait(G, 1) t.run(b, read(x))
  t.run(a, write(x)) a:Signal(F, 1)
  F:WaitCPU(1)
  G:Signal(1)
end)
case("the order goes through the CPU, which signals another fence at once", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F, G = stage()
  b:Wait(G, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) }
  a:ExecuteCommandLists { t.list(a, write(x)) }
  a:Signal(F, 1)
  G:Signal(1)
end)
case("the order goes through a queue that waits for the CPU, which waits for another", "silent", function()
  local a, b, c, _, x, F, G, H = stage()
  c:Wait(G, 1) c:Signal(H, 1)
  b:Wait(H, 1) t.run(b, write(x))
  t.run(a, read(x)) a:Signal(F, 1)
  F:WaitCPU(1)
  G:Signal(1)
end)
case("read on two queues, the CPU waits for one, the other is waited for by the GPU", "silent", function()
  local a, b, c, _, x, F, G = stage()
  t.run(a, read(x)) a:Signal(F, 1)
  t.run(c, read(x)) c:Signal(G, 1)
  F:WaitCPU(1)
  b:Wait(G, 1)
  t.run(b, write(x))
end)
case("read on two queues, the CPU waits for one, and nobody for the other", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, c, _, x, F = stage()
  t.run(a, read(x)) a:Signal(F, 1)
  c:ExecuteCommandLists { t.list(c, read(x)) } --1
  F:WaitCPU(1)
  b:ExecuteCommandLists { t.list(b, write(x)) } --!
end)

-- Values.
case("the wait is for less than the signal behind the work, and nothing comes before", "silent", function()
  local a, b, _, _, x, F = stage()
  t.run(a, write(x))
  a:Signal(F, 10)
  b:Wait(F, 3)
  t.run(b, read(x))
end)
case("the wait is for less than the signal behind the work, and a signal before it is enough", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F = stage()
  a:Signal(F, 3)
  a:ExecuteCommandLists { t.list(a, write(x)) } --1
  a:Signal(F, 10)
  b:Wait(F, 3)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("the wait is for one more than the signal before the work", "silent", function()
  local a, b, _, _, x, F = stage()
  a:Signal(F, 3)
  t.run(a, write(x))
  a:Signal(F, 10)
  b:Wait(F, 4)
  t.run(b, read(x))
end)
case("two fences are signalled behind the work, and the second is waited for", "silent", function()
  local a, b, _, _, x, F, G = stage()
  t.run(a, write(x))
  a:Signal(F, 1)
  a:Signal(G, 5)
  b:Wait(G, 5)
  t.run(b, read(x))
end)
case("two fences are signalled, one before the work and one behind it, and the first is waited for", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F, G = stage()
  a:Signal(F, 1)
  a:ExecuteCommandLists { t.list(a, write(x)) } --1
  a:Signal(G, 1)
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("a value that two signals give, and the wait before the first is for the second fence", "silent", function()
  local a, b, _, _, x, F, G = stage()
  b:Wait(G, 2) t.run(b, read(x))
  t.run(a, write(x))
  a:Signal(G, 1)
  a:Signal(F, 1)
  a:Signal(G, 2)
end)
case("a wait for the fence's first value, between two queues that write", 'GS0905; GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x = stage()
  local F = t.fence("F", 7)
  a:ExecuteCommandLists { t.list(a, write(x)) } --1
  a:Signal(F, 8)
  b:Wait(F, 7)
  b:ExecuteCommandLists { t.list(b, write(x)) } --!
end)
case("a wait for one more than the fence's first value", "silent", function()
  local a, b, _, _, x = stage()
  local F = t.fence("F", 7)
  t.run(a, write(x))
  a:Signal(F, 8)
  b:Wait(F, 8)
  t.run(b, write(x))
end)
case("one signal lets two waits for different values go, and both queues write", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, c, _, x, F = stage()
  a:Wait(F, 2)
  a:ExecuteCommandLists { t.list(a, write(x)) }
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, write(x)) }
  c:Signal(F, 2)
end)
case("one signal lets two waits go, and one of the queues waits for the other as well", "silent", function()
  local a, b, c, _, x, F, G = stage()
  a:Wait(F, 1) t.run(a, write(x)) a:Signal(G, 1)
  b:Wait(F, 1) b:Wait(G, 1) t.run(b, write(x))
  c:Signal(F, 1)
end)
case("a queue waits, works, and the next call of the same queue works again", "silent", function()
  local a, b, _, _, x, F = stage()
  b:Wait(F, 1) t.run(b, write(x))
  a:Signal(F, 1)
  t.run(b, write(x))
end)
case("a hundred rounds on one fence with the wait behind each submission", "silent", function()
  local a, _, _, _, x, F = stage()
  for i = 1, 100 do
    t.run(a, write(x))
    a:Signal(F, i)
    F:WaitCPU(i)
  end
end)
case("work, a hundred signals that nobody waits for, and a wait for the last", "silent", function()
  local a, b, _, _, x, F = stage()
  t.run(a, write(x))
  for i = 1, 100 do a:Signal(F, i) end
  b:Wait(F, 100) t.run(b, read(x))
end)
case("a hundred signals, work, one more signal, and a wait for the hundredth", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F = stage()
  for i = 1, 100 do a:Signal(F, i) end
  a:ExecuteCommandLists { t.list(a, write(x)) } --1
  a:Signal(F, 101)
  b:Wait(F, 100)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)

-- Values that go down.
case("set back by the CPU between two rounds that were waited for", "silent", function()
  local a, b, _, _, x, F, G = stage()
  for i = 1, 3 do
    t.run(a, write(x)) a:Signal(F, 1)
    b:Wait(F, 1) t.run(b, read(x)) b:Signal(G, i)
    G:WaitCPU(i)
    F:Signal(0)
  end
end)
case("not set back between two rounds", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F, G = stage()
  t.run(a, write(x)) a:Signal(F, 1)
  b:Wait(F, 1) t.run(b, read(x)) b:Signal(G, 1)
  G:WaitCPU(1)
  a:ExecuteCommandLists { t.list(a, write(x)) } --1
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("the queue sets its own fence back before the work, and what was before has been seen", "silent", function()
  local a, b, _, _, x, F = stage()
  a:Signal(F, 5)
  F:WaitCPU(5)
  a:Signal(F, 0)
  t.idle(a)
  t.run(a, write(x))
  a:Signal(F, 5)
  b:Wait(F, 5)
  t.run(b, read(x))
end)
case("a lower value comes behind the work, and the higher one before it is still enough", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F = stage()
  a:Signal(F, 9)
  a:ExecuteCommandLists { t.list(a, write(x)) } --1
  a:Signal(F, 2)
  b:Wait(F, 2)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)

-- One recording, several executions.
case("a list is executed twice, the reader waits for the first time", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F = stage()
  local list = t.list(a, write(x))
  a:ExecuteCommandLists { list }
  a:Signal(F, 1)
  F:WaitCPU(1)
  a:ExecuteCommandLists { list } --1
  a:Signal(F, 2)
  b:Wait(F, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) } --!
end)
case("a list is executed twice, the reader waits for the second time", "silent", function()
  local a, b, _, _, x, F = stage()
  local list = t.list(a, write(x))
  for i = 1, 2 do
    a:ExecuteCommandLists { list }
    a:Signal(F, i)
    F:WaitCPU(i)
  end
  b:Wait(F, 2)
  t.run(b, read(x))
end)
case("one list on two queues in turn, the CPU between", "silent", function()
  local a, _, _, d, x, F = stage()
  local list = t.list(a, write(x))
  for i = 1, 4 do
    local q = i % 2 == 0 and a or d
    q:ExecuteCommandLists { list }
    q:Signal(F, i)
    F:WaitCPU(i)
  end
end)
case("one list on two queues in turn, the GPU between", "GS0603", function()
  local a, _, _, d, x, F = stage()
  local list = t.list(a, write(x))
  a:ExecuteCommandLists { list }
  a:Signal(F, 1)
  d:Wait(F, 1)
  d:ExecuteCommandLists { list } --!
end)

-- Submissions without work.
case("an empty call between the work and the signal", "silent", function()
  local a, b, _, _, x, F = stage()
  t.run(a, write(x))
  t.run(a, function() end)
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, function() end)
  t.run(b, read(x))
end)
case("the wait stands before an empty call only, and the work came before", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F = stage()
  a:ExecuteCommandLists { t.list(a, write(x)) }
  a:Signal(F, 1)
  b:ExecuteCommandLists { t.list(b, read(x)) }
  b:Wait(F, 1)
  t.run(b, function() end)
end)
case("several waits of one queue for one fence, the last is the one that counts", "silent", function()
  local a, b, _, _, x, F = stage()
  for i = 1, 4 do
    t.run(a, write(x, i * 256))
    a:Signal(F, i)
  end
  for i = 1, 4 do b:Wait(F, i) end
  for i = 1, 4 do t.run(b, read(x, i * 256)) end
end)
case("each part is read behind the wait for its own value", "silent", function()
  local a, b, _, _, x, F = stage()
  for i = 1, 4 do
    t.run(a, write(x, i * 256))
    a:Signal(F, i)
  end
  for i = 1, 4 do
    b:Wait(F, i)
    t.run(b, read(x, i * 256))
  end
end)
case("each part is read behind the wait for its own value, the third one before it", 'GS0512 buffer "x" @ x[768, 1024)', function()
  local a, b, _, _, x, F = stage()
  for i = 1, 4 do
    t.run(a, write(x, i * 256))
    a:Signal(F, i)
  end
  b:Wait(F, 1) t.run(b, read(x, 256))
  b:Wait(F, 2) t.run(b, read(x, 512))
  b:ExecuteCommandLists { t.list(b, read(x, 768)) } --!
  b:Wait(F, 4) t.run(b, read(x, 1024))
end)

-- The CPU stands between, sees, and tells.
case("a thread signals every value, the main thread waits for each", "silent", function()
  local F = t.fence("F")
  local teller = gpu.Thread("teller", function()
    for i = 1, 30 do F:Signal(i) end
  end)
  for i = 1, 30 do F:WaitCPU(i) end
  teller:Join()
end)
case("four threads poll one fence, another one signals", "silent", function()
  local F, threads = t.fence("F"), {}
  for i = 1, 4 do
    threads[i] = gpu.Thread("poller " .. i, function()
      while F:GetCompletedValue() < 10 do gpu.Work(1) end
    end)
  end
  for i = 1, 10 do
    F:Signal(i)
    gpu.Work(3)
  end
  for i = 1, 4 do threads[i]:Join() end
end)
case("a thread submits and waits in turns beside the main thread, on one queue", "silent", function()
  local a, _, _, _, x, F, G = stage()
  local other = gpu.Thread("other", function()
    for i = 1, 10 do
      t.run(a, function() end)
      a:Signal(G, i)
      G:WaitCPU(i)
    end
  end)
  for i = 1, 10 do
    t.run(a, write(x))
    a:Signal(F, i)
    F:WaitCPU(i)
  end
  other:Join()
end)
case("the host waits for an empty submission behind the work", "silent", function()
  local a, b, _, _, x, F = stage()
  t.run(a, write(x))
  t.run(a, function() end)
  a:Signal(F, 1)
  F:WaitCPU(1)
  t.run(b, write(x))
end)
case("one waits for the device, another thread writes there", 'GS0512 buffer "x" @ x[0, 256)', function()
  local a, b, _, _, x, F = stage()
  local other = gpu.Thread("other", function()
    a:ExecuteCommandLists { t.list(a, write(x)) }
    a:Signal(F, 1)
    F:WaitCPU(1)
  end)
  b:ExecuteCommandLists { t.list(b, write(x)) }
  other:Join()
end)

-- A conflict that is not as grave, with the later one of two submissions, hides no race with the earlier one.
local function X(name) return t.queue("COPY", name) end
local function copy(dst, at, src, from, n) return function(l) l:CopyBufferRegion(dst, at, src, from, n) end end
case("writes beside the later submission of a queue, then the bytes of the earlier one", 'GS0512 buffer "y"', function()
  local p, q, x, y, from = X("p"), X("q"), t.buf("x"), t.buf("y"), t.buf("from")
  p:ExecuteCommandLists { t.list(p, copy(y, 0, from, 0, 64)) } --1
  p:ExecuteCommandLists { t.list(p, copy(x, 0, from, 0, 64)) }
  q:ExecuteCommandLists { t.list(q, function(l) --!
    l:CopyBufferRegion(x, 64, from, 0, 64)
    l:CopyBufferRegion(y, 0, from, 0, 64)
  end) }
end)
case("writes beside the later submission of a queue, and waits for the earlier one", 'GS0514 buffer "x"', function()
  local p, q, F, x, y, from = X("p"), X("q"), t.fence("F"), t.buf("x"), t.buf("y"), t.buf("from")
  t.run(p, copy(y, 0, from, 0, 64))
  p:Signal(F, 1)
  p:ExecuteCommandLists { t.list(p, copy(x, 0, from, 0, 64)) } --1
  q:Wait(F, 1)
  q:ExecuteCommandLists { t.list(q, function(l) --!
    l:CopyBufferRegion(x, 64, from, 0, 64)
    l:CopyBufferRegion(y, 0, from, 0, 64)
  end) }
end)
case("writes beside the later submission of a queue, and waits for both", 'silent', function()
  local p, q, F, x, y, from = X("p"), X("q"), t.fence("F"), t.buf("x"), t.buf("y"), t.buf("from")
  t.run(p, copy(y, 0, from, 0, 64))
  t.run(p, copy(x, 0, from, 0, 64))
  p:Signal(F, 1)
  q:Wait(F, 1)
  t.run(q, function(l)
    l:CopyBufferRegion(x, 64, from, 0, 64)
    l:CopyBufferRegion(y, 0, from, 0, 64)
  end)
end)

-- The queue that was first waits for the other one: a wait for what it signals behind that would never end.
case("a queue writes, and waits for the other, which writes as well", 'GS0512 buffer "x"', function()
  local p, q, F, G, x, from = X("p"), X("q"), t.fence("F"), t.fence("G"), t.buf("x"), t.buf("from")
  p:ExecuteCommandLists { t.list(p, copy(x, 0, from, 0, 64)) } --1
  p:Wait(G, 1)
  p:Signal(F, 1) --2
  q:ExecuteCommandLists { t.list(q, copy(x, 0, from, 0, 64)) } --!
  q:Signal(G, 1)
end)
case("a queue writes, and waits for the other, which writes as well; nothing else is signalled", 'GS0512 buffer "x"', function()
  local p, q, G, x, y, from = X("p"), X("q"), t.fence("G"), t.buf("x"), t.buf("y"), t.buf("from")
  p:ExecuteCommandLists { t.list(p, copy(x, 0, from, 0, 64)) } --1
  p:Wait(G, 1)
  p:ExecuteCommandLists { t.list(p, copy(y, 0, from, 0, 64)) }
  q:ExecuteCommandLists { t.list(q, copy(x, 0, from, 0, 64)) } --!
  q:Signal(G, 1)
end)
case("a queue writes behind a wait for the other, waits again, and the other writes", 'GS0512 buffer "x"', function()
  local p, q, F, G, x, y, from = X("p"), X("q"), t.fence("F"), t.fence("G"), t.buf("x"), t.buf("y"), t.buf("from")
  p:Wait(G, 1)
  p:ExecuteCommandLists { t.list(p, copy(x, 0, from, 0, 64)) } --1
  p:Wait(G, 2)
  p:Signal(F, 1) --2
  q:ExecuteCommandLists { t.list(q, copy(y, 0, from, 0, 64)) }
  q:Signal(G, 1)
  q:ExecuteCommandLists { t.list(q, copy(x, 0, from, 0, 64)) } --!
  q:Signal(G, 2)
end)
case("a queue writes, and waits for the other, which writes behind a wait", 'silent', function()
  local p, q, F, G, x, from = X("p"), X("q"), t.fence("F"), t.fence("G"), t.buf("x"), t.buf("from")
  t.run(p, copy(x, 0, from, 0, 64))
  p:Signal(F, 1)
  p:Wait(G, 1)
  q:Wait(F, 1)
  t.run(q, copy(x, 0, from, 0, 64))
  q:Signal(G, 1)
end)
