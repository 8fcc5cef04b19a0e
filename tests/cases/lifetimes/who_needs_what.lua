-- Who may still need what: objects given up by threads, by the wrong value, through another queue, behind one of two executions; lists, allocators and heaps that
-- begin anew; back buffers. Situations of another project's tests of lifetimes and threads, whose expectations were derived before the first run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function D(name) return t.queue("DIRECT", name or "q") end
local function copy(dst, src) return function(l) l:CopyBufferRegion(dst, 0, src, 0, 64) end end
local function read(x) return copy(t.readback("to"), x) end

-- Which value proves what.
for _, at in ipairs { { 1, 'GS0601 buffer "x"' }, { 2, "silent" }, { 3, "silent" } } do
  case("three submissions, the second needs the buffer, the CPU waits for value " .. at[1], at[2], function()
    local q, x, y, F = D(), t.buf("x"), t.buf("y"), t.fence("F")
    for i = 1, 3 do
      t.run(q, read(i == 2 and x or y))
      q:Signal(F, i)
    end
    F:WaitCPU(at[1])
    x:Release()
  end)
end
case("needed by two executions of one list, released behind the first", 'GS0601 buffer "x"', function()
  local q, x, F = D(), t.buf("x"), t.fence("F")
  local l = t.list(q, read(x))
  for i = 1, 2 do
    q:ExecuteCommandLists { l }
    q:Signal(F, i)
    if i == 1 then F:WaitCPU(1) end
  end
  x:Release() --!
end)
case("needed by a list that will be executed again, released between", 'GS0604 buffer "x"', function()
  local q, x, F = D(), t.buf("x"), t.fence("F")
  local l = t.list(q, read(x))
  q:ExecuteCommandLists { l }
  q:Signal(F, 1)
  F:WaitCPU(1)
  x:Release() --1
  q:ExecuteCommandLists { l } --!
end)
case("released by a thread that has waited for the other queue", 'GS0601 buffer "x"', function()
  local a, b, x, F, G = t.queue("COPY", "a"), D("b"), t.buf("x"), t.fence("F"), t.fence("G")
  t.run(a, read(x)) a:Signal(F, 1)
  t.run(b, read(t.buf("y"))) b:Signal(G, 1)
  gpu.Thread("cleaner", function()
    G:WaitCPU(1)
    x:Release()
  end):Join()
end)
case("released by a thread when the main thread has waited and says so", "silent", function()
  local a, x, F, done = t.queue("COPY", "a"), t.buf("x"), t.fence("F"), gpu.CreateEvent { Name = "done" }
  t.run(a, read(x)) a:Signal(F, 1)
  local cleaner = gpu.Thread("cleaner", function()
    gpu.WaitForSingleObject(done)
    x:Release()
  end)
  F:WaitCPU(1)
  done:SetEvent()
  cleaner:Join()
end)
case("released by a thread when the main thread says so and then waits", 'GS0601 buffer "x"', function()
  local a, x, F, done = t.queue("COPY", "a"), t.buf("x"), t.fence("F"), gpu.CreateEvent { Name = "done" }
  t.run(a, read(x)) a:Signal(F, 1)
  local cleaner = gpu.Thread("cleaner", function()
    gpu.WaitForSingleObject(done)
    x:Release()
  end)
  done:SetEvent()
  cleaner:Join()
  F:WaitCPU(1)
end)
case("a queue of things to release, one value for each frame", "silent", function()
  local q, F, old = D(), t.fence("F"), {}
  for i = 1, 6 do
    local x = t.buf("x" .. i)
    t.run(q, read(x))
    q:Signal(F, i)
    old[#old + 1] = { i, x }
    while old[1] and old[1][1] <= F:GetCompletedValue() do table.remove(old, 1)[2]:Release() end
  end
  F:WaitCPU(6)
  for _, o in ipairs(old) do o[2]:Release() end
end)
case("a queue of things to release, the value before each frame", 'GS0601 buffer "x1"', function()
  local q, F, old = D(), t.fence("F"), {}
  for i = 1, 3 do
    local x = t.buf("x" .. i)
    t.run(q, read(x))
    old[#old + 1] = { i - 1, x }
    while old[1] and old[1][1] <= F:GetCompletedValue() do table.remove(old, 1)[2]:Release() end
    q:Signal(F, i)
    F:WaitCPU(i)
  end
end)

-- Allocators and lists.
case("three allocators in turn, each reset behind the wait for its own frame", "silent", function()
  local q, F, A = D(), t.fence("F"), {}
  for i = 0, 2 do A[i] = t.device:CreateCommandAllocator("DIRECT", "A" .. i) end
  local l
  for i = 1, 9 do
    local a = A[i % 3]
    if i > 3 then
      F:WaitCPU(i - 3)
      a:Reset()
    end
    if l then l:Reset(a) else l = t.device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = a } end
    l:SetMarker("frame")
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(F, i)
  end
end)
case("three allocators in turn, each reset one frame too early", 'GS0602', function()
  local q, F, A = D(), t.fence("F"), {}
  for i = 0, 2 do A[i] = t.device:CreateCommandAllocator("DIRECT", "A" .. i) end
  local l
  for i = 1, 4 do
    local a = A[i % 3]
    if i > 3 then a:Reset() end --!
    if l then l:Reset(a) else l = t.device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = a } end
    l:SetMarker("frame")
    l:Close()
    q:ExecuteCommandLists { l }
    q:Signal(F, i)
  end
end)
case("an allocator of lists for two queues, reset when the first queue is done", "GS0602", function()
  local a, b, A = D("a"), D("b"), t.device:CreateCommandAllocator("DIRECT", "A")
  local function list()
    local l = t.device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = A }
    l:SetMarker("work")
    l:Close()
    return l
  end
  local one, two = list(), list()
  a:ExecuteCommandLists { one }
  b:ExecuteCommandLists { two }
  t.idle(a)
  A:Reset() --!
end)
case("a list is recorded anew while it runs, and submitted on another queue", "silent", function()
  local a, b, x, y = D("a"), D("b"), t.buf("x"), t.buf("y")
  local l = t.list(a, read(x))
  a:ExecuteCommandLists { l }
  l:Reset(t.device:CreateCommandAllocator "DIRECT")
  read(y)(l)
  l:Close()
  b:ExecuteCommandLists { l }
end)
case("a list that runs is released, and its allocator lives", "silent", function()
  local q, x, A = D(), t.buf("x"), t.device:CreateCommandAllocator "DIRECT"
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = A }
  read(x)(l)
  l:Close()
  q:ExecuteCommandLists { l }
  l:Release()
  t.idle(q)
  A:Reset()
end)
case("a list and its allocator, the allocator is released while it runs", "GS0601", function()
  local q, x, A = D(), t.buf("x"), t.device:CreateCommandAllocator("DIRECT", "A")
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = A }
  read(x)(l)
  l:Close()
  q:ExecuteCommandLists { l }
  A:Release() --!
end)
case("one list of a call is still in flight from the call before", "GS0603", function()
  local q, x = D(), t.buf("x")
  local one, two, three = t.list(q, read(x), "one"), t.list(q, read(x), "two"), t.list(q, read(x), "three")
  q:ExecuteCommandLists { one, two }
  q:ExecuteCommandLists { three, two } --!
end)
case("the lists of a call again, when the CPU has waited for the first of two signals", "GS0603", function()
  local q, x, F = D(), t.buf("x"), t.fence("F")
  local one, two = t.list(q, read(x), "one"), t.list(q, read(x), "two")
  q:ExecuteCommandLists { one }
  q:Signal(F, 1)
  q:ExecuteCommandLists { two }
  q:Signal(F, 2)
  F:WaitCPU(1)
  q:ExecuteCommandLists { one }
  q:ExecuteCommandLists { two } --!
end)

-- Heaps and what stands in them.
case("a heap is released behind all that stood in it, which was done", "silent", function()
  local q, h = D(), t.heap()
  local x = t.placed("x", h)
  t.run(q, read(x))
  t.idle(q)
  x:Release()
  h:Release()
end)
case("a resource in a heap is done, the other one is not, and the heap is released", 'GS0601 heap "heap"', function()
  local q, h, F = D(), t.heap(), t.fence("F")
  local x, y = t.placed("x", h), t.placed("y", h, 65536)
  t.run(q, read(x))
  q:Signal(F, 1)
  t.run(q, read(y))
  F:WaitCPU(1)
  h:Release() --!
end)
case("a resource is placed where one is still read, and written by the CPU's order behind it", "silent", function()
  local q, h, F = D(), t.heap(), t.fence("F")
  local x = t.placed("x", h)
  t.run(q, read(x))
  q:Signal(F, 1)
  F:WaitCPU(1)
  x:Release()
  local y = t.placed("y", h)
  t.run(q, copy(y, t.upload("up")))
end)
case("a resource is placed where one is still read, and another queue writes it", 'GS0512 writes buffer "y"', function()
  local a, b, h = t.queue("COPY", "a"), t.queue("COPY", "b"), t.heap()
  local x, y = t.placed("x", h), t.placed("y", h)
  a:ExecuteCommandLists { t.list(a, read(x)) } --1
  b:ExecuteCommandLists { t.list(b, copy(y, t.upload("up"))) } --!
end)
case("a resource is placed where one is still read, and another queue writes it behind a wait", "silent", function()
  local a, b, h, F = t.queue("COPY", "a"), t.queue("COPY", "b"), t.heap(), t.fence("F")
  local x, y = t.placed("x", h), t.placed("y", h)
  t.run(a, read(x))
  a:Signal(F, 1)
  b:Wait(F, 1)
  t.run(b, copy(y, t.upload("up")))
end)

-- Threads.
case("two threads record two lists on two allocators", "silent", function()
  local q, lists, threads = D(), {}, {}
  for i = 1, 2 do
    threads[i] = gpu.Thread("recorder " .. i, function() lists[i] = t.list(q, read(t.buf("x")), "list " .. i) end)
  end
  for i = 1, 2 do threads[i]:Join() end
  q:ExecuteCommandLists { lists[1], lists[2] }
end)
case("two threads record two lists on one allocator, one behind the other", "silent", function()
  local q, A, lists = D(), t.device:CreateCommandAllocator "DIRECT", {}
  for i = 1, 2 do
    gpu.Thread("recorder " .. i, function()
      lists[i] = t.device:CreateCommandList { Type = "DIRECT", Name = "list " .. i, Allocator = A }
      lists[i]:Close()
    end):Join()
  end
  q:ExecuteCommandLists { lists[1], lists[2] }
end)
case("two threads use one list, and nothing says who comes first", "GS0530", function()
  local l = t.device:CreateCommandList { Type = "DIRECT", Name = "l", Allocator = t.device:CreateCommandAllocator "DIRECT" }
  local other = gpu.Thread("other", function() l:SetMarker("theirs") end)
  l:SetMarker("mine")
  other:Join()
end)
case("two threads write two slots of one heap of descriptors", "silent", function()
  local h = t.device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2 }
  local x, y = t.tex("x"), t.tex("y")
  local other = gpu.Thread("other", function() t.device:CreateShaderResourceView(x, nil, h:GetCPUDescriptorHandle(0)) end)
  t.device:CreateShaderResourceView(y, nil, h:GetCPUDescriptorHandle(1))
  other:Join()
end)
case("two threads map one buffer and write two halves, a third submits behind both", "silent", function()
  local q, up, threads = D(), t.upload("up"), {}
  for i = 0, 1 do
    threads[i] = gpu.Thread("writer " .. i, function()
      up:Map():Write(i * 32, "uint", { 1, 2, 3, 4, 5, 6, 7, 8 })
      up:Unmap()
    end)
  end
  for i = 0, 1 do threads[i]:Join() end
  t.run(q, copy(t.buf("x"), up))
end)
case("two threads map one buffer and write two halves, a third submits behind one", 'GS0513 buffer "up"', function()
  local q, up, threads = D(), t.upload("up"), {}
  for i = 0, 1 do
    threads[i] = gpu.Thread("writer " .. i, function()
      local m = up:Map()
      m:Write(i * 32, "uint", { 1, 2, 3, 4, 5, 6, 7, 8 })
    end)
  end
  threads[0]:Join()
  t.run(q, copy(t.buf("x"), up))
  threads[1]:Join()
end)
case("a thread resets a fence's event and the main thread waits for it", "silent", function()
  local q, F, done = D(), t.fence("F"), gpu.CreateEvent { Name = "done", ManualReset = true }
  F:SetEventOnCompletion(1, done)
  t.run(q, function() end)
  q:Signal(F, 1)
  gpu.Thread("other", function()
    gpu.WaitForSingleObject(done)
    done:ResetEvent()
  end):Join()
  F:SetEventOnCompletion(1, done)
  gpu.WaitForSingleObject(done)
end)

-- Back buffers.
local function chain(q, n) return q:CreateSwapChain { Name = "screen", Width = 64, Height = 64, BufferCount = n or 2 } end
local function draw(back)
  local rtv = t.rtv(back)
  return function(l)
    t.go(l, back, "PRESENT", "RENDER_TARGET")
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    t.go(l, back, "RENDER_TARGET", "PRESENT")
  end
end
for n = 2, 3 do
  case(("%d back buffers, drawn and shown in turn by one queue"):format(n), "silent", function()
    local q = D()
    local s, draws = chain(q, n), {}
    for i = 0, n - 1 do draws[i] = draw(s:GetBuffer(i)) end
    for _ = 1, 2 * n do
      t.run(q, draws[s:GetCurrentBackBufferIndex()])
      s:Present(1)
    end
  end)
  case(("%d back buffers, drawn by another queue and shown behind its signal, and drawn again behind the present's"):format(n), "silent", function()
    local q, other, F, G = D(), D("other"), t.fence("F"), t.fence("G")
    local s, draws = chain(q, n), {}
    for i = 0, n - 1 do draws[i] = draw(s:GetBuffer(i)) end
    for f = 1, 2 * n do
      if f > n then other:Wait(G, f - n) end
      t.run(other, draws[s:GetCurrentBackBufferIndex()])
      other:Signal(F, f)
      q:Wait(F, f)
      s:Present(1)
      q:Signal(G, f)
    end
  end)
  case(("%d back buffers, drawn again by another queue one present too early"):format(n), 'GS0512 texture "screen[0]"', function()
    local q, other, F, G = D(), D("other"), t.fence("F"), t.fence("G")
    local s, draws = chain(q, n), {}
    for i = 0, n - 1 do draws[i] = draw(s:GetBuffer(i)) end
    for f = 1, n + 1 do
      if f > n + 1 then other:Wait(G, f - n - 1) end
      t.run(other, draws[s:GetCurrentBackBufferIndex()])
      other:Signal(F, f)
      q:Wait(F, f)
      s:Present(1)
      q:Signal(G, f)
    end
  end)
end
case("shown before the other queue has finished drawing", 'GS0512 texture "screen[0]" @ screen[0][x 0..64, y 0..64]', function()
  local q, other, F = D(), D("other"), t.fence("F")
  local s = chain(q)
  local body = draw(s:GetBuffer(0))
  other:Signal(F, 1)
  other:ExecuteCommandLists { t.list(other, body) } --1
  q:Wait(F, 1)
  s:Present(1) --!
end)
case("a transition to be shown on another queue, and the present does not wait for it", "GS0519 texture \"screen[0]\"", function()
  local q, other, F = D(), D("other"), t.fence("F")
  local s = chain(q)
  local back = s:GetBuffer(0)
  local rtv = t.rtv(back)
  t.run(q, function(l)
    t.go(l, back, "PRESENT", "RENDER_TARGET")
    l:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
  end)
  q:Signal(F, 1)
  other:Wait(F, 1)
  t.run(other, function(l) t.go(l, back, "RENDER_TARGET", "PRESENT") end)
  s:Present(1)
end)
case("a part of what is shown is copied over by another queue", 'GS0512 texture "screen[0]" @ screen[0][x 8..16, y 8..16]', function()
  local q, other = D(), t.queue("COPY", "other")
  local s = chain(q)
  local back = s:GetBuffer(0)
  other:ExecuteCommandLists { t.list(other, function(l) --1
    l:CopyTextureRegion({ Resource = back }, 8, 8, 0, t.rows(t.upload("up", 16384)), { Right = 8, Bottom = 8, Back = 1 })
  end) }
  s:Present(1) --!
end)
