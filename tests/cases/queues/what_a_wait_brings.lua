-- Queues and fences: which work a wait brings along, and which it does not; transitions of one texture by two queues; waits that are submitted before what ends them;
-- the CPU between two queues. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end
local function silent(name, body) t.case(name, "silent", body) end

local function queues(n)
  local q, types = {}, { "DIRECT", "COMPUTE", "COPY", "COMPUTE" }
  for i = 1, n do q[i] = t.queue(types[i], "q" .. i) end
  return (unpack or table.unpack)(q)
end
local function copy(to, from) return function(l) l:CopyBufferRegion(to, 0, from, 0, 256) end end
local function nothing() end

-- A wait of the CPU for one queue is one for all that this queue has waited for.
case("the CPU waits for a queue that has waited for another", 'GS0512 buffer "b" @ b[0, 256)', function(ok)
  local q1, q2, q3 = queues(3)
  local a, b, F, G = t.buf("a"), t.buf("b"), t.fence("F"), t.fence("G")
  t.run(q1, copy(b, a))
  q1:Signal(F, 1)
  if ok then q2:Wait(F, 1) end
  t.run(q2, nothing)
  q2:Signal(G, 1)
  G:WaitCPU(1)
  q3:ExecuteCommandLists { t.list(q3, copy(b, a)) } --!
end)
case("the CPU waits for the third of a chain", 'GS0512 buffer "b" @ b[0, 256)', function(ok)
  local q1, q2, q3, q4 = queues(4)
  local a, b, F, G, H = t.buf("a"), t.buf("b"), t.fence("F"), t.fence("G"), t.fence("H")
  t.run(q1, copy(b, a))
  q1:Signal(F, 1)
  q2:Wait(F, 1)
  if ok then q2:Signal(G, 1) q3:Wait(G, 1) else q3:Wait(G, 1) G:Signal(1) end
  q3:Signal(H, 1)
  H:WaitCPU(1)
  q4:ExecuteCommandLists { t.list(q4, copy(b, a)) } --!
end)
case("the CPU waits for a queue that has waited for the first of two", 'GS0512 buffer "d" @ d[0, 256)', function(ok)
  local q1, q2, q3 = queues(3)
  local a, b, c, d, F, G = t.buf("a"), t.buf("b"), t.buf("c"), t.buf("d"), t.fence("F"), t.fence("G")
  t.run(q1, copy(b, a))
  q1:Signal(F, 1)
  t.run(q1, copy(d, c))
  q1:Signal(F, 2)
  q2:Wait(F, ok and 2 or 1)
  q2:Signal(G, 1)
  G:WaitCPU(1)
  t.run(q3, copy(b, a))
  q3:ExecuteCommandLists { t.list(q3, copy(d, c)) } --!
end)
case("the CPU waits for a value behind which the queue waits again", 'GS0512 buffer "d" @ d[0, 256)', function(ok)
  local q1, q2, q3 = queues(3)
  local a, b, c, d, F, G, H = t.buf("a"), t.buf("b"), t.buf("c"), t.buf("d"), t.fence("F"), t.fence("G"), t.fence("H")
  t.run(q1, copy(b, a))
  q1:Signal(F, 1)
  t.run(q1, copy(d, c))
  q1:Signal(G, 1)
  q2:Wait(F, 1)
  q2:Signal(H, 1)
  q2:Wait(G, 1)
  q2:Signal(H, 2)
  H:WaitCPU(ok and 2 or 1)
  q3:ExecuteCommandLists { t.list(q3, copy(d, c)) } --!
end)
case("one of two readers of a queue is waited for, and the other reads on", 'GS0512 buffer "x" @ x[0, 256)', function(ok)
  local q1, q2, q3 = queues(3)
  local x, F, G = t.buf("x"), t.fence("F"), t.fence("G")
  t.run(q1, copy(t.buf("one"), x))
  if not ok then q1:Signal(F, 1) end
  t.run(q1, copy(t.buf("two"), x))
  if ok then q1:Signal(F, 1) end
  t.run(q2, copy(t.buf("three"), t.buf("four"))) -- which is nobody's concern
  q2:Signal(G, 1)
  q3:Wait(F, 1)
  q3:Wait(G, 1)
  q3:ExecuteCommandLists { t.list(q3, copy(x, t.buf("from"))) } --!
end)

-- Waits for the first value, and for less than what is signalled.
case("a wait for the value that the fence begins with", 'GS0905; GS0512 buffer "b"', function(ok)
  local q1, q2 = queues(2)
  local a, b, F = t.buf("a"), t.buf("b"), t.fence("F")
  t.run(q1, copy(b, a))
  q1:Signal(F, 1)
  q2:Wait(F, ok and 1 or 0)
  t.run(q2, copy(b, a))
end)
t.case("on one queue a wait for the value that the fence begins with is needless", "GS0905", function()
  local q1 = queues(1)
  local a, b, F = t.buf("a"), t.buf("b"), t.fence("F")
  t.run(q1, copy(b, a))
  q1:Signal(F, 1)
  q1:Wait(F, 0)
  t.run(q1, copy(b, a))
end)
silent("2 is signalled, 1 is waited for, before or behind", function()
  for _, first in ipairs { true, false } do
    local q1, q2 = queues(2)
    local a, b, F = t.buf("a"), t.buf("b"), t.fence("F")
    if not first then
      q2:Wait(F, 1)
      t.run(q2, copy(b, a))
    end
    t.run(q1, copy(b, a))
    q1:Signal(F, 2)
    if first then
      q2:Wait(F, 1)
      t.run(q2, copy(b, a))
    end
  end
end)
case("the work stands behind the larger of two values", 'GS0512 buffer "b"', function(ok)
  local q1, q2 = queues(2)
  local a, b, F = t.buf("a"), t.buf("b"), t.fence("F")
  q1:Signal(F, 1)
  t.run(q1, copy(b, a))
  q1:Signal(F, 2)
  q2:Wait(F, ok and 2 or 1)
  q2:ExecuteCommandLists { t.list(q2, copy(b, a)) } --!
end)

-- The wait is submitted before its signal.
case("the signal that ends a wait comes before the work of its queue", 'GS0512 buffer "b"', function(ok)
  local q1, q2 = queues(2)
  local a, b, F = t.buf("a"), t.buf("b"), t.fence("F")
  q1:Wait(F, 1)
  t.run(q1, copy(b, a))
  if not ok then q2:Signal(F, 1) end
  q2:ExecuteCommandLists { t.list(q2, copy(b, a)) }
  if ok then q2:Signal(F, 1) end
end)
silent("the queue that waits goes on in order", function()
  local q1, q2 = queues(2)
  local a, b, F = t.buf("a"), t.buf("b"), t.fence("F")
  q1:Wait(F, 1)
  t.run(q1, copy(b, a))
  q2:Signal(F, 1)
  t.run(q1, copy(b, a))
end)
case("what a queue did before its wait is not waited for by the queue that ends it", 'GS0512 buffer "b"', function(ok)
  local q1, q2 = queues(2)
  local a, b, F, G = t.buf("a"), t.buf("b"), t.fence("F"), t.fence("G")
  t.run(q1, copy(b, a))
  if ok then q1:Signal(G, 1) q2:Wait(G, 1) end
  q1:Wait(F, 1)
  q2:Signal(F, 1)
  q2:Wait(F, 1)
  q2:ExecuteCommandLists { t.list(q2, copy(b, a)) } --!
end)
case("the CPU ends the wait, and the other queue does not wait", 'GS0512 buffer "b"', function(ok)
  local q1, q2 = queues(2)
  local a, b, F, G = t.buf("a"), t.buf("b"), t.fence("F"), t.fence("G")
  q1:Wait(F, 1)
  t.run(q1, copy(b, a))
  q1:Signal(G, 1)
  F:Signal(1)
  if ok then q2:Wait(G, 1) end
  q2:ExecuteCommandLists { t.list(q2, copy(b, a)) } --!
end)
local function two(first, second, signal)
  return function(ok)
    local q1, q2, q3 = queues(3)
    local a, b, F, G = t.buf("a"), t.buf("b"), t.fence("F"), t.fence("G")
    q1:Wait(F, first)
    t.run(q1, copy(b, a))
    if ok then q1:Signal(G, 1) q2:Wait(G, 1) end
    q2:Wait(F, second)
    t.run(q2, copy(b, a))
    signal(F, q3)
  end
end
case("one signal of the CPU ends two waits", 'GS0512 buffer "b"', two(1, 1, function(F) F:Signal(1) end))
case("one signal of the CPU ends waits for two values", 'GS0512 buffer "b"', two(2, 1, function(F) F:Signal(2) end))
case("one signal of a third queue ends two waits", 'GS0512 buffer "b"', two(1, 1, function(F, q3) q3:Signal(F, 1) end))
silent("two queues end each other's waits", function()
  local q1, q2 = queues(2)
  local F, G = t.fence("F"), t.fence("G")
  q2:Wait(G, 1)
  q2:Signal(F, 1)
  q1:Signal(G, 1)
  q1:Wait(F, 1)
end)
silent("a thousand waits, each before its signal", function()
  local q1, q2, F = t.queue("DIRECT", "q1"), t.queue("COPY", "q2"), t.fence("F")
  for n = 1, 1000 do
    q1:Wait(F, n)
    q2:Signal(F, n)
  end
end)

-- The CPU in the middle: a result goes down, is changed, and goes up again. Without a wait it is changed while it comes.
local function inTurn(ok, F, G, H)
  local q1, q2 = queues(2)
  local a, down, up = t.buf("a"), t.readback("down"), t.upload("up")
  local from, to = down:Map(), up:Map()
  t.run(q1, copy(down, a))
  q1:Signal(F, 5)
  q2:Wait(G, 7)
  t.run(q2, copy(t.buf("b"), up))
  q2:Signal(H, 8)
  if ok then F:WaitCPU(4) end
  to:Write(0, "uint", from:Read(0, "uint", 64)) --!
  G:Signal(7)
  H:WaitCPU(8)
end
case("a queue, the CPU and another queue in turn", 'GS0513 buffer "down" @ down[0, 256)', function(ok) inTurn(ok, t.fence("F"), t.fence("G"), t.fence("H")) end)
silent("a queue, the CPU and another queue in turn on one fence", function()
  local F = t.fence("F")
  inTurn(true, F, F, F)
end)

-- Two queues change the state of one texture.
local function go(x, before, after) return function(l) t.go(l, x, before, after) end end
case("two queues change a state in turn, and the first does so again", 'GS0519 texture "x"', function(ok)
  local q1, q2 = t.queue("DIRECT", "q1"), t.queue("DIRECT", "q2")
  local x, F, G = t.tex("x", "COPY_DEST"), t.fence("F"), t.fence("G")
  t.run(q1, go(x, "COPY_DEST", "COMMON"))
  q1:Signal(F, 1)
  q2:Wait(F, 1)
  t.run(q2, go(x, "COMMON", "COPY_DEST"))
  q2:Signal(G, 1)
  if ok then q1:Wait(G, 1) end
  q1:ExecuteCommandLists { t.list(q1, go(x, "COPY_DEST", "COMMON")) } --!
end)
case("a queue changes a state, another one copies to the texture", "GS05xx", function(ok)
  local q1, q3 = t.queue("DIRECT", "q1"), t.queue("COPY", "q3")
  local x, F = t.tex("x", "PIXEL_SHADER_RESOURCE"), t.fence("F")
  t.run(q1, go(x, "PIXEL_SHADER_RESOURCE", "COMMON"))
  q1:Signal(F, 1)
  if ok then q3:Wait(F, 1) end
  q3:ExecuteCommandLists { t.list(q3, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("texels", 16384))) end) } --!
end)
case("the wait is for what came before the change", "GS05xx", function(ok)
  local q1, q3 = t.queue("DIRECT", "q1"), t.queue("COPY", "q3")
  local x, F = t.tex("x", "PIXEL_SHADER_RESOURCE"), t.fence("F")
  q1:Signal(F, 1)
  t.run(q1, go(x, "PIXEL_SHADER_RESOURCE", "COMMON"))
  q1:Signal(F, 2)
  q3:Wait(F, ok and 2 or 1)
  q3:ExecuteCommandLists { t.list(q3, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("texels", 16384))) end) } --!
end)
case("read by a kernel on one queue, changed on another that waits, or does not", 'GS0519 texture "x1"', function(ok)
  local q1, q2 = t.queue("COMPUTE", "q1"), t.queue("DIRECT", "q2")
  local w, F = t.varying(), t.fence("F")
  w.run(q1, 0)
  q1:Signal(F, 1)
  if ok then q2:Wait(F, 1) end
  q2:ExecuteCommandLists { t.list(q2, go(w.textures[1], "NON_PIXEL_SHADER_RESOURCE", "COPY_DEST")) }
end)
silent("uploaded on a copy queue, read on another, a fence between", function()
  local q3, q1 = t.queue("COPY", "q3"), t.queue("DIRECT", "q1")
  local x, F = t.tex("x"), t.fence("F")
  t.run(q3, function(l) l:CopyTextureRegion({ Resource = x }, 0, 0, 0, t.rows(t.upload("texels", 16384))) end)
  q3:Signal(F, 1)
  q1:Wait(F, 1)
  t.run(q1, function(l)
    t.go(l, x, "COMMON", "PIXEL_SHADER_RESOURCE")
    t.go(l, x, "PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
    l:CopyTextureRegion(t.rows(t.readback("out", 16384)), 0, 0, 0, { Resource = x })
  end)
end)

-- Frames.
case("a hundred frames of one list, the CPU polls, or does not", "GS0603", function(ok)
  local q1, F = queues(1), t.fence("F")
  local l = t.list(q1, copy(t.buf("b"), t.buf("a")))
  for n = 1, 100 do
    q1:ExecuteCommandLists { l }
    q1:Signal(F, n)
    while ok and F:GetCompletedValue() < n do gpu.Work(1) end
  end
end)
silent("two threads submit to a queue, and each waits for its own fence", function()
  local q1 = queues(1)
  local function frames(name)
    return gpu.Thread(function()
      local a, b, F = t.buf("a of " .. name), t.buf("b of " .. name), t.fence("F of " .. name)
      for n = 1, 10 do
        t.run(q1, copy(b, a))
        q1:Signal(F, n)
        F:WaitCPU(n)
      end
    end, name)
  end
  local one, other = frames("one"), frames("other")
  one:Join()
  other:Join()
end)
