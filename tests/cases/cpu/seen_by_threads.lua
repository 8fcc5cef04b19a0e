-- The CPU among the queues: what a thread has seen and what it has not, when memory is mapped, written, read and handed on; frames, rings and results. Situations of
-- another project's tests of host synchronization, whose expectations were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "q") end
local function X(name) return t.queue("COPY", name or "c") end
local function copy(dst, at, src, from, n) return function(l) l:CopyBufferRegion(dst, at, src, from, n) end end

-- Results that come back.
case("four results of one queue, each read behind its own value", "silent", function()
  local q, F, down, x = X(), t.fence("F"), t.readback("down"), t.buf("x")
  local m = down:Map()
  for i = 1, 4 do
    t.run(q, copy(down, i * 64, x, 0, 64))
    q:Signal(F, i)
  end
  for i = 1, 4 do
    F:WaitCPU(i)
    m:ReadString(i * 64, 64)
  end
end)
case("four results of one queue, the third is read behind the value of the second", 'GS0513 buffer "down" @ down[192, 256)', function()
  local q, F, down, x = X(), t.fence("F"), t.readback("down"), t.buf("x")
  local m = down:Map()
  for i = 1, 4 do
    t.run(q, copy(down, i * 64, x, 0, 64))
    q:Signal(F, i)
  end
  F:WaitCPU(2)
  m:ReadString(64, 64)
  m:ReadString(192, 64) --!
end)
case("the results of two and a bit are read behind the value of the second", 'GS0513 buffer "down" @ down[192, 193)', function()
  local q, F, down, x = X(), t.fence("F"), t.readback("down"), t.buf("x")
  local m = down:Map()
  for i = 1, 4 do
    t.run(q, copy(down, i * 64, x, 0, 64))
    q:Signal(F, i)
  end
  F:WaitCPU(2)
  m:ReadString(64, 129) --!
end)
case("a result is written again while the CPU, which has waited for the first time, reads it", 'GS0513 buffer "down" @ down[0, 4)', function()
  local q, F, down, x = X(), t.fence("F"), t.readback("down"), t.buf("x")
  t.run(q, copy(down, 0, x, 0, 64))
  q:Signal(F, 1)
  F:WaitCPU(1)
  q:ExecuteCommandLists { t.list(q, copy(down, 0, x, 0, 64)) } --1
  down:Map():Read(0, "uint") --!
end)
case("a result is read, then written again by a submission behind the read", "silent", function()
  local q, F, down, x = X(), t.fence("F"), t.readback("down"), t.buf("x")
  t.run(q, copy(down, 0, x, 0, 64))
  q:Signal(F, 1)
  F:WaitCPU(1)
  down:Map():Read(0, "uint")
  t.run(q, copy(down, 0, x, 0, 64))
end)
case("a result of one queue, and the wait is for another that waits for it on the GPU", "silent", function()
  local a, b, F, G, down, x = X("a"), D("b"), t.fence("F"), t.fence("G"), t.readback("down"), t.buf("x")
  t.run(a, copy(down, 0, x, 0, 64))
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:Signal(G, 1)
  G:WaitCPU(1)
  down:Map():Read(0, "uint")
end)
case("a result of one queue, and the wait is for another that waited before the work", 'GS0513 buffer "down" @ down[0, 4)', function()
  local a, b, F, G, down, x = X("a"), D("b"), t.fence("F"), t.fence("G"), t.readback("down"), t.buf("x")
  a:Signal(F, 1)
  a:ExecuteCommandLists { t.list(a, copy(down, 0, x, 0, 64)) } --1
  b:Wait(F, 1)
  b:Signal(G, 1)
  G:WaitCPU(1)
  down:Map():Read(0, "uint") --!
end)

-- Memory that goes out.
case("written, submitted, written beside, submitted", "silent", function()
  local q, up, x = X(), t.upload("up"), t.buf("x")
  local m = up:Map()
  for i = 0, 3 do
    m:Write(i * 64, "uint", { 1, 2, 3, 4 })
    t.run(q, copy(x, i * 64, up, i * 64, 64))
  end
end)
case("written, submitted, written one byte too far back, submitted", 'GS0513 buffer "up" @ up[63, 64)', function()
  local q, up, x = X(), t.upload("up"), t.buf("x")
  local m = up:Map()
  m:Write(0, "uint", { 1, 2, 3, 4 })
  q:ExecuteCommandLists { t.list(q, copy(x, 0, up, 0, 64)) } --1
  m:WriteString(63, "ab") --!
  t.run(q, copy(x, 64, up, 64, 64))
end)
case("two queues read one place, the CPU has waited for one of them", 'GS0513 buffer "up" @ up[0, 4)', function()
  local a, b, F, up, x, y = X("a"), D("b"), t.fence("F"), t.upload("up"), t.buf("x"), t.buf("y")
  local m = up:Map()
  t.run(a, copy(x, 0, up, 0, 64))
  a:Signal(F, 1)
  b:ExecuteCommandLists { t.list(b, copy(y, 0, up, 0, 64)) } --1
  F:WaitCPU(1)
  m:Write(0, "uint", 1) --!
end)
case("two queues read two places, the CPU has waited for one of them and writes there", "silent", function()
  local a, b, F, up, x, y = X("a"), D("b"), t.fence("F"), t.upload("up"), t.buf("x"), t.buf("y")
  local m = up:Map()
  t.run(a, copy(x, 0, up, 0, 64))
  a:Signal(F, 1)
  t.run(b, copy(y, 0, up, 64, 64))
  F:WaitCPU(1)
  m:Write(0, "uint", 1)
end)
case("a submission that waits for the CPU's signal reads what the CPU writes before the signal", "silent", function()
  local q, F, up, x = X(), t.fence("F"), t.upload("up"), t.buf("x")
  local m = up:Map()
  q:Wait(F, 1)
  t.run(q, copy(x, 0, up, 0, 64))
  m:Write(0, "uint", 1)
  F:Signal(1)
end)
case("a submission that waits for the CPU's signal reads what the CPU writes behind the signal", 'GS0513 buffer "up" @ up[0, 4)', function()
  local q, F, up, x = X(), t.fence("F"), t.upload("up"), t.buf("x")
  local m = up:Map()
  q:Wait(F, 1)
  q:ExecuteCommandLists { t.list(q, copy(x, 0, up, 0, 64)) } --1
  F:Signal(1)
  m:Write(0, "uint", 1) --!
end)
case("the CPU counts a fence up, and each submission waits for its own number", "silent", function()
  local q, F, up, x = X(), t.fence("F"), t.upload("up"), t.buf("x")
  local m = up:Map()
  for i = 1, 4 do
    q:Wait(F, i)
    t.run(q, copy(x, i * 64, up, i * 64, 64))
  end
  for i = 1, 4 do
    m:Write(i * 64, "uint", i)
    F:Signal(i)
  end
end)
case("the CPU counts a fence up, and one submission waits for the number before", 'GS0513 buffer "up" @ up[192, 196)', function()
  local q, F, up, x = X(), t.fence("F"), t.upload("up"), t.buf("x")
  local m = up:Map()
  for i = 1, 4 do
    q:Wait(F, i == 3 and 2 or i)
    t.run(q, copy(x, i * 64, up, i * 64, 64))
  end
  for i = 1, 4 do
    m:Write(i * 64, "uint", i)
    F:Signal(i)
  end
end)

-- Threads that see and tell.
case("a thread waits, and tells another one by an event, which reads", "silent", function()
  local q, F, down, x, seen = X(), t.fence("F"), t.readback("down"), t.buf("x"), gpu.CreateEvent { Name = "seen" }
  t.run(q, copy(down, 0, x, 0, 64))
  q:Signal(F, 1)
  local waiter = gpu.Thread("waiter", function()
    F:WaitCPU(1)
    seen:SetEvent()
  end)
  gpu.WaitForSingleObject(seen)
  down:Map():Read(0, "uint")
  waiter:Join()
end)
case("a thread tells another one by an event, and then waits", 'GS0513 buffer "down" @ down[0, 4)', function()
  local q, F, down, x, seen = X(), t.fence("F"), t.readback("down"), t.buf("x"), gpu.CreateEvent { Name = "seen" }
  q:ExecuteCommandLists { t.list(q, copy(down, 0, x, 0, 64)) } --1
  q:Signal(F, 1)
  local waiter = gpu.Thread("waiter", function()
    seen:SetEvent()
    F:WaitCPU(1)
  end)
  gpu.WaitForSingleObject(seen)
  down:Map():Read(0, "uint") --!
  waiter:Join()
end)
case("a thread waits, and tells another one by a fence of the CPU, which reads", "silent", function()
  local q, F, G, down, x = X(), t.fence("F"), t.fence("G"), t.readback("down"), t.buf("x")
  t.run(q, copy(down, 0, x, 0, 64))
  q:Signal(F, 1)
  local waiter = gpu.Thread("waiter", function()
    F:WaitCPU(1)
    G:Signal(1)
  end)
  G:WaitCPU(1)
  down:Map():Read(0, "uint")
  waiter:Join()
end)
case("a thread writes, signals for the GPU, and the main thread has submitted before", "silent", function()
  local q, F, up, x = X(), t.fence("F"), t.upload("up"), t.buf("x")
  q:Wait(F, 1)
  t.run(q, copy(x, 0, up, 0, 64))
  gpu.Thread("writer", function()
    up:Map():Write(0, "uint", 1)
    F:Signal(1)
  end):Join()
end)
case("a thread writes while the main thread submits, and nothing stands between", 'GS0513 buffer "up" @ up[0, 4)', function()
  local q, up, x = X(), t.upload("up"), t.buf("x")
  local writer = gpu.Thread("writer", function() up:Map():Write(0, "uint", 1) end)
  t.run(q, copy(x, 0, up, 0, 64))
  writer:Join()
end)
case("two threads write one word, joined one after the other", "silent", function()
  local up = t.upload("up")
  local m = up:Map()
  for i = 1, 2 do gpu.Thread("writer " .. i, function() m:Write(0, "uint", i) end):Join() end
end)
case("two threads write one word, joined when both have begun", 'GS0513 buffer "up" @ up[0, 4)', function()
  local up = t.upload("up")
  local m = up:Map()
  local one = gpu.Thread("one", function() m:Write(0, "uint", 1) end) --1
  local two = gpu.Thread("two", function() m:Write(0, "uint", 2) end) --!
  one:Join()
  two:Join()
end)
case("two threads write two words, joined when both have begun", "silent", function()
  local up, threads = t.upload("up"), {}
  local m = up:Map()
  for i = 1, 2 do threads[i] = gpu.Thread("writer " .. i, function() m:Write(i * 4, "uint", i) end) end
  for i = 1, 2 do threads[i]:Join() end
end)
case("a thread reads what another one writes, and a join of the wrong one", 'GS0513 buffer "up" @ up[0, 4)', function()
  local up = t.upload("up")
  local m = up:Map()
  local one = gpu.Thread("one", function() m:Write(0, "uint", 1) end) --!
  local two = gpu.Thread("two", function() m:Write(64, "uint", 1) end)
  two:Join()
  m:Write(0, "uint", 2) --1
  one:Join()
end)

-- What a fence's value proves to who looks.
case("the value is read and compared, and less than it is not proof", 'GS0513 buffer "down" @ down[0, 4)', function()
  local q, F, down, x = X(), t.fence("F"), t.readback("down"), t.buf("x")
  q:Signal(F, 1)
  q:ExecuteCommandLists { t.list(q, copy(down, 0, x, 0, 64)) } --1
  q:Signal(F, 2)
  while F:GetCompletedValue() < 1 do gpu.Work(1) end
  down:Map():Read(0, "uint") --!
end)
case("the value is read and compared, and it is what was signalled behind the work", "silent", function()
  local q, F, down, x = X(), t.fence("F"), t.readback("down"), t.buf("x")
  q:Signal(F, 1)
  t.run(q, copy(down, 0, x, 0, 64))
  q:Signal(F, 2)
  while F:GetCompletedValue() < 2 do gpu.Work(1) end
  down:Map():Read(0, "uint")
end)
case("all of two queues by two fences in one call, then both results", "silent", function()
  local a, b, F, G, one, two, x = X("a"), D("b"), t.fence("F"), t.fence("G"), t.readback("one"), t.readback("two"), t.buf("x")
  t.run(a, copy(one, 0, x, 0, 64)) a:Signal(F, 3)
  t.run(b, copy(two, 0, x, 0, 64)) b:Signal(G, 4)
  t.device:SetEventOnMultipleFenceCompletion({ F, G }, { 3, 4 }, "ALL")
  one:Map():Read(0, "uint")
  two:Map():Read(0, "uint")
end)
case("all of two queues by two fences in one call, one value too low", 'GS0513 buffer "two" @ two[0, 4)', function()
  local a, b, F, G, one, two, x = X("a"), D("b"), t.fence("F"), t.fence("G"), t.readback("one"), t.readback("two"), t.buf("x")
  t.run(a, copy(one, 0, x, 0, 64)) a:Signal(F, 3)
  b:Signal(G, 3)
  b:ExecuteCommandLists { t.list(b, copy(two, 0, x, 0, 64)) } --1
  b:Signal(G, 4)
  t.device:SetEventOnMultipleFenceCompletion({ F, G }, { 3, 3 }, "ALL")
  one:Map():Read(0, "uint")
  two:Map():Read(0, "uint") --!
end)

-- A wait that the CPU ends later stands behind the work: a signal behind it would come too late for who waits for it.
case("read, then a wait for the CPU, which writes before it signals", 'GS0513 buffer "up" @ up[0, 4)', function()
  local q, F, up, x = X(), t.fence("F"), t.upload("up"), t.buf("x")
  local m = up:Map()
  q:ExecuteCommandLists { t.list(q, copy(x, 0, up, 0, 64)) } --1
  q:Wait(F, 1)
  m:Write(0, "uint", 1) --!
  F:Signal(1)
end)
case("read, then a wait for the CPU and a signal, and the CPU writes before it signals", 'GS0513 buffer "up" @ up[0, 4)', function()
  local q, F, G, up, x = X(), t.fence("F"), t.fence("G"), t.upload("up"), t.buf("x")
  local m = up:Map()
  q:ExecuteCommandLists { t.list(q, copy(x, 0, up, 0, 64)) } --1
  q:Wait(F, 1)
  q:Signal(G, 1)
  m:Write(0, "uint", 1) --!
  F:Signal(1)
end)

-- What a thread records: the states of its list, which only its own commands decide.
local function recordedByAThread(between)
  local q, x, y = D(), t.buf("x"), t.buf("y")
  gpu.Thread("recorder", function()
    t.run(q, function(list)
      list:CopyBufferRegion(y, 0, x, 0, 64)
      between(list, x, y)
      list:CopyBufferRegion(x, 0, y, 64, 64) --!
    end)
  end):Join()
end
case("a thread records two uses of a buffer, with a transition between them", "silent", function()
  recordedByAThread(function(list, x, y) t.go(list, x, "COPY_SOURCE", "COPY_DEST") t.go(list, y, "COPY_DEST", "COPY_SOURCE") end)
end)
case("a thread records two uses of a buffer, without a transition between them", 'GS0402 buffer "x" in COPY_DEST', function()
  recordedByAThread(function(list, _, y) t.go(list, y, "COPY_DEST", "COPY_SOURCE") end)
end)
