-- Three and four queues, and threads between them: forks, joins, turns, batons and what is left out of them. Expectations were written before
-- the first run. Each case is a mistake and, with ok, its repair.
local t = require "prelude"
local gpu = t.gpu

local function case(name, expected, body, repaired)
  t.case(name, expected, function() body(false) end)
  t.case(name .. ", repaired", repaired or "silent", function() body(true) end)
end

local function write(b, at, n) return function(l) l:CopyBufferRegion(b, at or 0, t.upload("from"), 0, n or 256) end end
local function read(b, at, n) return function(l) l:CopyBufferRegion(t.readback("to"), 0, b, at or 0, n or 256) end end
-- four has a copy, two compute and a direct queue, each with a fence that it alone signals.
local function four()
  local q = { t.queue("COPY", "copy"), t.queue("COMPUTE", "left"), t.queue("COMPUTE", "right"), t.queue("DIRECT", "gfx") }
  local f = {}
  for i = 1, 4 do f[i] = t.fence("F" .. i) end
  return q, f
end
local function submit(q, F, value, body)
  q:ExecuteCommandLists { t.list(q, body) }
  q:Signal(F, value)
end

-- Forks and joins -----------------------------------------------------------------------------------------------------------------------

case("one uploads, two compute, one draws, and knows of one of the two", 'GS0512 buffer "right"', function(ok)
  local q, F = four()
  local x, left, right = t.buf("x"), t.buf("left"), t.buf("right")
  submit(q[1], F[1], 1, write(x))
  for i, to in ipairs { left, right } do
    q[i + 1]:Wait(F[1], 1)
    submit(q[i + 1], F[i + 1], 1, function(l) t.dispatch(l, "move", to, x) end)
  end
  q[4]:Wait(F[2], 1)
  if ok then q[4]:Wait(F[3], 1) end
  t.run(q[4], function(l)
    read(left)(l)
    read(right)(l)
  end)
end)
case("one uploads, one of two that compute does not wait", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x, left, right = t.buf("x"), t.buf("left"), t.buf("right")
  submit(q[1], F[1], 1, write(x))
  q[2]:Wait(F[1], 1)
  submit(q[2], F[2], 1, function(l) t.dispatch(l, "move", left, x) end)
  if ok then q[3]:Wait(F[1], 1) end
  submit(q[3], F[3], 1, function(l) t.dispatch(l, "move", right, x) end)
end)
case("the upload of the next round waits for one of two readers", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x, left, right = t.buf("x"), t.buf("left"), t.buf("right")
  for round = 1, 2 do
    if round > 1 then
      q[1]:Wait(F[2], round - 1)
      if ok then q[1]:Wait(F[3], round - 1) end
    end
    submit(q[1], F[1], round, write(x))
    for i, to in ipairs { left, right } do
      q[i + 1]:Wait(F[1], round)
      submit(q[i + 1], F[i + 1], round, function(l) t.dispatch(l, "move", to, x) end)
    end
  end
end)
case("the join is a queue that executes nothing, and forgets one", 'GS0512 buffer "right"', function(ok)
  local q, F = four()
  local left, right = t.buf("left"), t.buf("right")
  submit(q[2], F[2], 1, write(left))
  submit(q[3], F[3], 1, write(right))
  q[1]:Wait(F[2], 1)
  if ok then q[1]:Wait(F[3], 1) end
  q[1]:Signal(F[1], 1)
  q[4]:Wait(F[1], 1)
  q[4]:ExecuteCommandLists { t.list(q[4], read(left)), t.list(q[4], read(right)) }
end)
case("two signal one fence for the join, which waits for the larger value", 'GS0906; GS0512 buffer "left"; GS0507 fence "F2"', function(ok)
  local q, F = four()
  local left, right = t.buf("left"), t.buf("right")
  submit(q[2], F[2], 1, write(left))
  submit(q[3], ok and F[3] or F[2], 2, write(right))
  q[4]:Wait(F[2], ok and 1 or 2)
  if ok then q[4]:Wait(F[3], 2) end
  t.run(q[4], function(l)
    read(left)(l)
    read(right)(l)
  end)
end)
case("a chain of four, the third passes on before it waits", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x = t.buf("x")
  submit(q[1], F[1], 1, write(x))
  q[2]:Wait(F[1], 1)
  q[2]:Signal(F[2], 1)
  if not ok then q[3]:Signal(F[3], 1) end
  q[3]:Wait(F[2], 1)
  if ok then q[3]:Signal(F[3], 1) end
  q[4]:Wait(F[3], 1)
  q[4]:ExecuteCommandLists { t.list(q[4], read(x)) } --!
end)
case("two ways around, both of them needed for what is read", 'GS0512 buffer "y"', function(ok)
  local q, F = four()
  local x, y = t.buf("x"), t.buf("y")
  submit(q[1], F[1], 1, write(x))
  q[2]:Wait(F[1], 1)
  submit(q[2], F[2], 1, write(y))
  q[3]:Wait(F[1], 1)
  q[3]:Signal(F[3], 1)
  q[4]:Wait(ok and F[2] or F[3], 1)
  t.run(q[4], function(l)
    read(x)(l)
    read(y)(l)
  end)
end)
case("parts of one buffer in turn, a baton of one fence, the last part without", 'GS0514 buffer "x"', function(ok)
  local q, F = four()
  local x, baton = t.buf("x"), { t.fence("B1"), t.fence("B2"), t.fence("B3") }
  submit(q[1], baton[1], 1, write(x, 0))
  q[2]:Wait(baton[1], 1)
  submit(q[2], baton[2], 1, write(x, 256))
  q[3]:Wait(baton[ok and 2 or 1], 1)
  submit(q[3], baton[3], 1, write(x, 512))
  for i = 1, 3 do q[4]:Wait(baton[i], 1) end
  submit(q[4], F[4], 1, read(x, 0, 768))
end)
case("readers on three queues, and who writes knows the two that were fast", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x = t.buf("x")
  for i = 1, 3 do submit(q[i], F[i], 1, read(x)) end
  for i = 1, ok and 3 or 2 do q[4]:Wait(F[i], 1) end
  q[4]:ExecuteCommandLists { t.list(q[4], write(x)) } --!
end)
case("readers of three parts, who writes one of them waits for the reader of another", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x = t.buf("x")
  for i = 1, 3 do submit(q[i], F[i], 1, read(x, i * 256)) end
  q[4]:Wait(F[ok and 2 or 1], 1)
  q[4]:ExecuteCommandLists { t.list(q[4], write(x, 2 * 256)) } --!
end)
case("a texture is handed back by one of two readers", 'GS05xx texture "x"', function(ok)
  local q, F = four()
  local x, view, to = t.target("x"), nil, t.readback("to", 16384)
  view = t.rtv(x)
  submit(q[4], F[4], 1, function(l)
    l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
    t.go(l, x, "RENDER_TARGET", "COPY_SOURCE")
  end)
  for i = 2, 3 do
    q[i]:Wait(F[4], 1)
    submit(q[i], F[i], 1, function(l) l:CopyTextureRegion(t.rows(t.readback("to" .. i, 16384)), 0, 0, 0, { Resource = x }) end)
  end
  q[4]:Wait(F[2], 1)
  if ok then q[4]:Wait(F[3], 1) end
  submit(q[4], F[4], 2, function(l) t.go(l, x, "COPY_SOURCE", "RENDER_TARGET") end)
end)
case("a texture goes to the copy queue and is drawn to by another direct queue", 'GS05xx texture "x"', function(ok)
  local q, F = four()
  local other, x, to = t.queue("DIRECT", "other"), t.target("x", "COMMON"), t.readback("to", 16384)
  local view = t.rtv(x)
  submit(q[1], F[1], 1, function(l) l:CopyTextureRegion(t.rows(to), 0, 0, 0, { Resource = x }) end)
  if ok then other:Wait(F[1], 1) end
  t.run(other, function(l)
    t.go(l, x, "COMMON", "RENDER_TARGET")
    l:ClearRenderTargetView(view, { 0, 0, 0, 0 })
  end)
end)
case("each waits for the one before, the first for nobody in the second round", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x = t.buf("x")
  submit(q[1], F[1], 1, write(x))
  for i = 2, 4 do
    q[i]:Wait(F[i - 1], 1)
    submit(q[i], F[i], 1, i < 4 and read(x) or write(x))
  end
  q[1]:Wait(F[ok and 4 or 3], 1)
  q[1]:ExecuteCommandLists { t.list(q[1], write(x)) } --!
end)
case("a wait of the second submission of three", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x, y = t.buf("x"), t.buf("y")
  submit(q[2], F[2], 1, write(y))
  submit(q[2], F[2], 2, write(x))
  submit(q[2], F[2], 3, write(y))
  q[4]:Wait(F[2], 1)
  t.run(q[4], read(t.buf("z")))
  if ok then q[4]:Wait(F[2], 2) end
  q[4]:ExecuteCommandLists { t.list(q[4], read(x)) } --!
end)
case("four in a ring, nobody begins", "GS0501", function(ok)
  local q, F = four()
  if ok then F[4]:Signal(1) end
  for i = 1, 4 do
    q[i]:Wait(F[(i + 2) % 4 + 1], 1)
    q[i]:Signal(F[i], ok and i == 4 and 2 or 1)
  end
  F[4]:WaitCPU(ok and 2 or 1)
end)

-- Threads and events --------------------------------------------------------------------------------------------------------------------

case("told by an event that the submission has been made", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x, made = t.buf("x"), gpu.CreateEvent { Name = "made" }
  local writer = gpu.Thread("writer", function()
    submit(q[2], F[2], 1, write(x))
    if ok then F[2]:SetEventOnCompletion(1, made) else made:SetEvent() end
  end)
  gpu.WaitForSingleObject(made)
  q[4]:ExecuteCommandLists { t.list(q[4], read(x)) } --!
  writer:Join()
end)
case("an event armed for the value before, and set by it", 'GS0513 buffer "to"', function(ok)
  local q, F = four()
  local x, to, done = t.buf("x"), t.readback("to"), gpu.CreateEvent { Name = "done" }
  local m = to:Map()
  submit(q[2], F[2], 1, write(x))
  submit(q[2], F[2], 2, function(l) l:CopyBufferRegion(to, 0, x, 0, 256) end)
  F[2]:SetEventOnCompletion(ok and 2 or 1, done)
  gpu.WaitForSingleObject(done)
  m:Read(0, "uint") --!
end)
case("one event for two queues, waited for once", 'GS0513 buffer "to"', function(ok)
  local q, F = four()
  local to, x, done = t.readback("to"), t.buf("x"), gpu.CreateEvent { Name = "done" }
  local m = to:Map()
  submit(q[2], F[2], 1, write(x))
  submit(q[3], F[3], 1, function(l) l:CopyBufferRegion(to, 0, t.buf("y"), 0, 256) end)
  F[2]:SetEventOnCompletion(1, done)
  if ok then gpu.WaitForSingleObject(done) end
  F[3]:SetEventOnCompletion(1, done)
  gpu.WaitForSingleObject(done)
  m:Read(0, "uint") --!
end)
case("any of three queues is done, and the results of all are read", 'GS0513 buffer "to"', function(ok)
  local q, F = four()
  local to, events = t.readback("to"), {}
  local m = to:Map()
  for i = 2, 4 do
    submit(q[i], F[i], 1, function(l) l:CopyBufferRegion(t.buf("y" .. i), 0, t.buf("x" .. i), 0, 256) end)
    events[i - 1] = gpu.CreateEvent { Name = "done " .. i }
    F[i]:SetEventOnCompletion(1, events[i - 1])
  end
  submit(q[4], F[4], 2, function(l) l:CopyBufferRegion(to, 0, t.buf("z"), 0, 256) end)
  gpu.WaitForMultipleObjects(events, true)
  if ok then F[4]:WaitCPU(2) end
  m:Read(0, "uint") --!
end)
case("threads with parts of one upload buffer, one a word too far", 'GS0513 buffer "ring"', function(ok)
  local q, F = four()
  local ring, x = t.upload("ring"), t.buf("x")
  local m = ring:Map()
  local threads = {}
  for i = 2, 3 do
    threads[i] = gpu.Thread("thread " .. i, function()
      m:Write((i - 2) * 256, "uint", i)
      submit(q[i], F[i], 1, function(l) l:CopyBufferRegion(t.buf("x" .. i), 0, ring, (i - 2) * 256, (ok or i == 3) and 256 or 260) end)
    end)
  end
  for i = 2, 3 do threads[i]:Join() end
end)
case("a thread records, another resets the allocator of what it has recorded", "GS0xxx", function(ok)
  local q, F = four()
  local allocator, x = t.device:CreateCommandAllocator("COMPUTE", "allocator"), t.buf("x")
  local list = t.device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = allocator }
  local recorder = gpu.Thread("recorder", function()
    write(x)(list)
    list:Close()
    submit(q[2], F[2], 1, write(t.buf("y")))
    q[2]:ExecuteCommandLists { list }
    q[2]:Signal(F[2], 2)
  end)
  recorder:Join()
  F[2]:WaitCPU(ok and 2 or 1)
  allocator:Reset() --!
end)
case("two threads wait for one fence, the main thread joins who waits for less", 'GS0601 buffer "x"', function(ok)
  local q, F = four()
  local x = t.buf("x")
  submit(q[2], F[2], 1, write(t.buf("y")))
  submit(q[2], F[2], 2, write(x))
  local less = gpu.Thread("less", function() F[2]:WaitCPU(1) end)
  local more = gpu.Thread("more", function() F[2]:WaitCPU(2) end)
  less:Join()
  if ok then more:Join() end
  x:Release() --!
  if not ok then more:Join() end
end)
case("a thread signals for the GPU what it has not seen itself", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x, G = t.buf("x"), t.fence("G")
  submit(q[2], F[2], 1, write(x))
  q[4]:Wait(G, 1)
  q[4]:ExecuteCommandLists { t.list(q[4], read(x)) }
  local thread = gpu.Thread("thread", function()
    if ok then F[2]:WaitCPU(1) end
    G:Signal(1)
  end)
  thread:Join()
end)
case("a manual event of the first frame is still set in the second", 'GS0513 buffer "to"', function(ok)
  local q, F = four()
  local to, x, done = t.readback("to"), t.buf("x"), gpu.CreateEvent { Name = "done", ManualReset = true }
  local m = to:Map()
  for f = 1, 2 do
    submit(q[2], F[2], f, function(l) l:CopyBufferRegion(to, 0, x, 0, 256) end)
    if ok then done:ResetEvent() end
    F[2]:SetEventOnCompletion(f, done)
    gpu.WaitForSingleObject(done)
    m:Read(0, "uint") --!
  end
end)
case("joined is who submitted the reader, and the writer was submitted by nobody's wait", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x = t.buf("x")
  local reader = gpu.Thread("reader", function() submit(q[2], F[2], 1, read(x)) end)
  reader:Join()
  if ok then q[4]:Wait(F[2], 1) end
  q[4]:ExecuteCommandLists { t.list(q[4], write(x)) } --!
end)
case("a poll of one queue's fence, while the buffer is the other's", 'GS0601 buffer "x"', function(ok)
  local q, F = four()
  local x = t.buf("x")
  submit(q[2], F[2], 1, write(t.buf("y")))
  submit(q[3], F[3], 1, write(x))
  while (ok and F[3] or F[2]):GetCompletedValue() < 1 do gpu.Work(10) end
  x:Release() --!
end)

-- One missing wait and a chain behind it, by several threads: what follows from it is not told again -------------------------------------

-- The queues of a chain are given their work by a thread each, or by main, which lets the next one begin when the one before has submitted.
local function chained(by, ok, more)
  local q, F = four()
  local x, y, z = t.buf("x"), t.buf("y"), t.buf("z")
  local steps = {
    function() submit(q[1], F[1], 1, write(x)) end,
    function()
      if ok then q[2]:Wait(F[1], 1) end
      submit(q[2], F[2], 1, function(l) t.dispatch(l, "move", y, x) end)
    end,
    function()
      q[3]:Wait(F[2], 1)
      submit(q[3], F[3], 1, function(l)
        t.dispatch(l, "move", z, x)
        if more then write(more)(l) end
      end)
    end,
    function()
      q[4]:Wait(F[3], 1)
      submit(q[4], F[4], 1, function(l)
        read(x)(l)
        read(z)(l)
      end)
    end,
  }
  for i, step in ipairs(steps) do
    if by:sub(i, i) == "m" then step() else gpu.Thread("thread " .. i, step):Join() end
  end
  if more then t.run(t.queue("COPY", "other"), write(more)) end
end
for _, by in ipairs { "mmmm", "tmmm", "mtmt", "tttt" } do
  case("the first wait of a chain is missing, by " .. by, 'GS0512 buffer "x"', function(ok) chained(by, ok) end)
  case("the first wait of a chain is missing, and something else as well, by " .. by, 'GS0512 buffer "x"; GS0512 buffer "w"',
    function(ok) chained(by, ok, t.buf("w")) end, 'GS0512 buffer "w"')
end
case("the first wait of a chain is missing, and threads that nothing joins submit it", 'GS0512 buffer "x"', function(ok)
  local q, F = four()
  local x, y, z = t.buf("x"), t.buf("y"), t.buf("z")
  gpu.Thread("loader", function() submit(q[1], F[1], 1, write(x)) end)
  gpu.Thread("left", function()
    if ok then q[2]:Wait(F[1], 1) end
    submit(q[2], F[2], 1, function(l) t.dispatch(l, "move", y, x) end)
  end)
  gpu.Thread("right", function()
    q[3]:Wait(F[2], 1)
    submit(q[3], F[3], 1, function(l) t.dispatch(l, "move", z, x) end)
  end)
  q[4]:Wait(F[3], 1)
  submit(q[4], F[4], 1, read(x))
end)
