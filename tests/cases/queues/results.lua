-- Situations of other projects' tests of fences and queues, translated with the numbers that come out: a list that runs again and again while its constants
-- change, events that are armed many times, values that go up and down, waits that come before their signals. Expectations were derived from the
-- documentation before the first run.
local t = require "results_prelude"
local gpu, case, same, holds = t.gpu, t.case, t.same, t.holds

-- A list that puts the constant of a buffer into memory that the CPU reads: run again and again.
local function stage()
  local s = { q = t.queue("DIRECT", "q"), other = t.queue("DIRECT", "other"), F = t.fence("F"), G = t.fence("G"),
    constant = t.upload("constant", 256), r = t.readback("r", 256), event = gpu.CreateEvent { Name = "done" } }
  local x = t.buf("x", 256)
  s.map = s.constant:Map()
  s.list = t.list(s.q, function(l)
    t.dispatch(l, "constant", x, s.constant)
    t.go(l, x, "UNORDERED_ACCESS", "COPY_SOURCE")
    l:CopyResource(s.r, x)
  end)
  function s.write(v) s.map:Write(0, "uint", v) end
  function s.go() s.q:ExecuteCommandLists { s.list } end
  function s.result(v) holds(s.r, 0, { v, v, v }) end
  function s.armed(F, v)
    F:SetEventOnCompletion(v, s.event)
    same(gpu.WaitForSingleObject(s.event, 0), "WAIT_TIMEOUT")
  end
  return s
end

case("a wait that is met, one that the host meets, one that a queue meets", "silent", function()
  local s = stage()
  s.F:Signal(1)
  s.write(5)
  s.q:Wait(s.F, 1)
  s.go()
  t.idle(s.q)
  s.result(5)
  -- the host signals after the wait
  s.write(6)
  s.q:Wait(s.F, 2)
  s.go()
  s.q:Signal(s.G, 1)
  s.armed(s.G, 1)
  s.result(5)
  same(s.G:GetCompletedValue(), 0)
  s.F:Signal(2)
  same(gpu.WaitForSingleObject(s.event), "WAIT_OBJECT_0")
  same(gpu.WaitForSingleObject(s.event, 0), "WAIT_TIMEOUT")
  s.result(6)
  -- another queue signals after the wait
  s.write(7)
  s.q:Wait(s.F, 3)
  s.go()
  s.q:Signal(s.G, 2)
  s.armed(s.G, 2)
  s.result(6)
  s.other:Signal(s.F, 3)
  same(gpu.WaitForSingleObject(s.event), "WAIT_OBJECT_0")
  s.result(7)
  same(s.G:GetCompletedValue(), 2)
end)
case("the constant changes while a wait holds the list up", "silent", function()
  local s = stage()
  s.q:Wait(s.F, 5)
  s.go()
  s.F:Signal(4)
  s.write(8)
  s.F:Signal(5)
  t.idle(s.q)
  s.result(8)
end)
case("the constant changes when the wait is over", 'GS0513 buffer "constant" @ constant[0, 4)', function()
  local s = stage()
  s.q:Wait(s.F, 5)
  s.go() --1
  s.F:Signal(5)
  s.write(8) --!
  t.idle(s.q)
end)
case("the constant changes when the host has signalled more than the wait needs", 'GS0513 buffer "constant"', function()
  local s = stage()
  s.q:Wait(s.F, 5)
  s.go() --1
  s.F:Signal(6)
  s.write(8) --!
  s.F:Signal(5)
end)
case("the last result is read while the next run waits for another queue", "silent", function()
  local s = stage()
  s.write(1)
  s.go()
  t.idle(s.q)
  s.q:Wait(s.F, 1)
  s.go()
  s.result(1)
  s.other:Signal(s.F, 1)
  t.idle(s.q)
  s.result(1)
end)
case("the last result is read when the next run waits for another queue no more", 'GS0513 buffer "r"', function()
  local s = stage()
  s.write(1)
  s.go()
  t.idle(s.q)
  s.q:Wait(s.F, 1)
  s.go() --1
  s.other:Signal(s.F, 1)
  holds(s.r, 0, { 1 }) --!
end)
case("a list runs again while a wait holds its last run up", "GS0603", function()
  local s = stage()
  s.q:Wait(s.F, 1)
  s.go() --1
  s.go() --!
  s.F:Signal(1)
end)
case("one queue signals and waits for itself, the constant is new", "silent", function()
  local s = stage()
  s.write(3)
  s.q:Signal(s.F, 7)
  s.q:Wait(s.F, 7)
  s.go()
  t.idle(s.q)
  s.result(3)
  same(s.F:GetCompletedValue(), 7)
end)

-- Events.
local function signalled(e) return gpu.WaitForSingleObject(e, 0) == "WAIT_OBJECT_0" end
case("an event that is armed five times for four values", "silent", function()
  local F, e = t.fence("F"), gpu.CreateEvent { Name = "e" }
  for _, v in ipairs { 3, 5, 9, 12, 12 } do F:SetEventOnCompletion(v, e) end
  same(signalled(e), false)
  for i = 1, 13 do
    F:Signal(i)
    same(signalled(e), i == 3 or i == 5 or i == 9 or i == 12)
    same(signalled(e), false)
  end
end)
case("an event that is armed for values that are there", "silent", function()
  local F, e = t.fence("F", 10), gpu.CreateEvent { Name = "e" }
  for v = 0, 10 do
    F:SetEventOnCompletion(v, e)
    same(signalled(e), true)
    same(signalled(e), false)
  end
  F:SetEventOnCompletion(11, e)
  same(signalled(e), false)
  F:Signal(11)
  same(signalled(e), true)
end)
case("an event that a fence has set does not come again with the same value", "silent", function()
  local F, e, far = t.fence("F"), gpu.CreateEvent { Name = "e" }, gpu.CreateEvent { Name = "far" }
  F:SetEventOnCompletion(100, e)
  F:SetEventOnCompletion(9007199254740992, far)
  for _, v in ipairs { 50, 99 } do
    F:Signal(v)
    same(signalled(e), false)
  end
  F:Signal(100)
  same(signalled(e), true)
  F:Signal(0)
  F:Signal(100)
  same(signalled(e), false)
  same(signalled(far), false)
  F:Signal(9007199254740992)
  same(signalled(far), true)
  same(signalled(e), false)
end)
case("two events for one value, and one that is set before it is armed", "silent", function()
  local F, a, b = t.fence("F"), gpu.CreateEvent { Name = "a" }, gpu.CreateEvent { Name = "b" }
  F:SetEventOnCompletion(1, a)
  F:SetEventOnCompletion(1, b)
  F:Signal(3)
  same(signalled(a), true)
  same(signalled(b), true)
  same(signalled(a), false)
  a:SetEvent()
  F:SetEventOnCompletion(30, a)
  same(signalled(a), true)
  same(signalled(a), false)
  F:Signal(30)
  same(signalled(a), true)
end)
case("events of a queue's signals that go down in between", "silent", function()
  local q, F, e = t.queue("DIRECT", "q"), t.fence("F"), gpu.CreateEvent { Name = "e" }
  local function to(v)
    q:Signal(F, v)
    t.idle(q)
    same(F:GetCompletedValue(), v)
  end
  to(10)
  to(0)
  F:SetEventOnCompletion(5, e)
  to(5)
  same(signalled(e), true)
  F:SetEventOnCompletion(6, e)
  to(4)
  same(signalled(e), false)
  to(7)
  same(signalled(e), true)
  to(0)
  same(signalled(e), false)
end)
case("a hundred values, each after the work before it", "silent", function()
  local q, F = t.queue("DIRECT", "q"), t.fence("F", 1000000)
  for i = 1, 100 do
    q:Signal(F, 1000000 + i)
    t.idle(q)
    same(F:GetCompletedValue(), 1000000 + i)
  end
  for i = 1, 100 do
    F:Signal(2000000 + i * 10000)
    same(F:GetCompletedValue(), 2000000 + i * 10000)
  end
end)

-- Threads that wait in different ways.
local function waiting(how, value)
  local q, F, ready = t.queue("DIRECT", "q"), t.fence("F"), gpu.CreateEvent { Name = "ready" }
  local r = t.readback("r", 256)
  local list = t.list(q, function(l) l:CopyBufferRegion(r, 0, t.filled("up", 256, { 42 }), 0, 256) end)
  local thread = gpu.Thread("waits", function()
    ready:SetEvent()
    how(F, value)
    local got = r:Map():Read(0, "uint")
    if value == 2 then same(got, 42) end
  end)
  gpu.WaitForSingleObject(ready)
  q:Signal(F, 1)
  q:ExecuteCommandLists { list }
  q:Signal(F, 2)
  thread:Join()
end
case("a thread waits for an event of the fence", "silent", function()
  waiting(function(F, v)
    local e = gpu.CreateEvent { Name = "e" }
    F:SetEventOnCompletion(v, e)
    gpu.WaitForSingleObject(e)
  end, 2)
end)
case("a thread asks the fence until it has the value", "silent", function()
  waiting(function(F, v) while F:GetCompletedValue() < v do gpu.Work(1) end end, 2)
end)
case("a thread asks the fence until it has the value before", 'GS0513 buffer "r"', function()
  waiting(function(F, v) while F:GetCompletedValue() < v do gpu.Work(1) end end, 1)
end)
case("a thread asks the fence until it differs", 'GS0513 buffer "r"', function()
  waiting(function(F) while F:GetCompletedValue() == 0 do gpu.Work(1) end end, 1)
end)
case("a thread asks the fence until it is exactly the value", "silent", function()
  waiting(function(F, v) while F:GetCompletedValue() ~= v do gpu.Work(1) end end, 2)
end)

-- Fences that are given up.
case("a fence and its waiters: the queue goes on when the fence is given up", "silent", function()
  local q, c, S, W, D = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.fence("S"), t.fence("W"), t.fence("D")
  local x, r, e = t.buf("x", 256), t.readback("r", 256), gpu.CreateEvent { Name = "e" }
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.filled("up", 256, { 9 }), 0, 256) end)
  q:Signal(S, 1)
  c:Wait(S, 9007199254740992)
  c:Signal(W, 1)
  same(W:GetCompletedValue(), 0)
  c:Wait(W, 1)
  S:SetEventOnCompletion(9007199254740992, e)
  S:Release()
  W:Release()
  t.run(c, function(l) l:CopyBufferRegion(r, 0, t.filled("other", 256, { 4 }), 0, 256) end)
  c:Signal(D, 1)
  gpu.WaitForSingleObject(e)
  D:WaitCPU(1)
  same(D:GetCompletedValue(), 1)
  holds(r, 0, { 4 })
end)
case("a fence that is given up orders nothing of what it would have signalled", 'GS0512 buffer "x"', function()
  local q, c, S, D = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.fence("S"), t.fence("D")
  local x = t.buf("x", 256)
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.filled("up", 256, { 9 }), 0, 256) end) --1
  q:Signal(S, 1)
  c:Wait(S, 2)
  S:Release()
  t.run(c, function(l) l:CopyBufferRegion(t.readback("r", 256), 0, x, 0, 256) end) --!
  c:Signal(D, 1)
  D:WaitCPU(1)
end)

-- Waits before signals.
local function counting(step)
  local a, b, A, B = t.queue("DIRECT", "a"), t.queue("COMPUTE", "b"), t.fence("A"), t.fence("B")
  local x, r = t.buf("x", 256), t.readback("r", 256)
  local function grow(q) t.run(q, function(l) t.dispatch(l, "grow", x) end) end
  for i = 1, 20 do step(i, a, b, A, B, grow) end
  a:Wait(B, 20)
  t.run(a, function(l) l:CopyResource(r, x) end)
  t.idle(a)
  holds(r, 0, { 40, 40 })
  holds(r, 252, { 40 })
end
case("two queues count in turn, each waits before the other signals", "silent", function()
  counting(function(i, a, b, A, B, grow)
    b:Wait(A, i)
    grow(b)
    b:Signal(B, i)
    if i > 1 then a:Wait(B, i - 1) end
    grow(a)
    a:Signal(A, i)
  end)
end)
case("two queues count in turn, one does not wait for the other's last round", 'GS0512 buffer "x" @ x[0, 256)', function()
  counting(function(i, a, b, A, B, grow)
    b:Wait(A, i)
    grow(b)
    b:Signal(B, i)
    if i > 2 then a:Wait(B, i - 2) end
    grow(a)
    a:Signal(A, i)
  end)
end)
case("two queues count in turn, one waits for the round that it holds up", "GS0501", function()
  counting(function(i, a, b, A, B, grow)
    b:Wait(A, i)
    grow(b)
    b:Signal(B, i)
    a:Wait(B, i)
    grow(a)
    a:Signal(A, i)
  end)
end)

-- A value that the host sets back while a queue's signal is still to come.
case("the host sets back what a held up queue will signal, and the next wait is for that", "silent", function()
  local q, c, H, F = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.fence("H"), t.fence("F", 9)
  local x, r = t.buf("x", 256), t.readback("r", 256)
  q:Wait(H, 1)
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.filled("up", 256, { 77 }), 0, 256) end)
  q:Signal(F, 10)
  F:Signal(0)
  c:Wait(F, 9)
  t.run(c, function(l) l:CopyResource(r, x) end)
  H:Signal(1)
  t.idle(c)
  holds(r, 0, { 77 })
  same(F:GetCompletedValue(), 10)
end)
case("the host does not set back, and the wait is met by the old value", 'GS0512 buffer "x"', function()
  local q, c, H, F = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.fence("H"), t.fence("F")
  local x = t.buf("x", 256)
  F:Signal(9)
  q:Wait(H, 1)
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.filled("up", 256, { 77 }), 0, 256) end)
  q:Signal(F, 10)
  c:Wait(F, 9)
  t.run(c, function(l) l:CopyResource(t.readback("r", 256), x) end)
  H:Signal(1)
  t.idle(c)
end)
case("the host sets back after the wait, which was met by the old value", 'GS0512 buffer "x"', function()
  local q, c, H, F = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.fence("H"), t.fence("F")
  local x = t.buf("x", 256)
  F:Signal(9)
  q:Wait(H, 1)
  t.run(q, function(l) l:CopyBufferRegion(x, 0, t.filled("up", 256, { 77 }), 0, 256) end) --1
  q:Signal(F, 10)
  c:Wait(F, 9)
  t.run(c, function(l) l:CopyResource(t.readback("r", 256), x) end) --!
  F:Signal(0)
  H:Signal(1)
  t.idle(c)
end)

-- Kernels and draws on two queues that exchange one number.
local cas = gpu.RWByteAddressBuffer("u0")
local expected = gpu.ConstantBuffer("b0", { { "value", "uint" }, { "more", "uint" } })
local function exchange(leave)
  local q, c, F, G = t.queue("DIRECT", "q"), t.queue("COMPUTE", "c"), t.fence("F"), t.fence("G")
  local x, r, target = t.buf("x", 1024), t.readback("r", 256), t.target("target")
  local params = { { Type = "32BIT_CONSTANTS", Num32BitValues = 2 }, { Type = "UAV" } }
  local root = t.device:CreateRootSignature { Name = "root", Parameters = params }
  local compute = t.device:CreateComputePipelineState { Name = "compares", RootSignature = root, CS = gpu.ComputeShader { Name = "compares",
    NumThreads = { 64, 1, 1 }, Main = function() cas:InterlockedCompareStore(0, expected.value, expected.value + expected.more) end } }
  local draw = t.drawing("plain", { root = root, ps = { Name = "compares", Main = function()
    cas:InterlockedCompareStore(0, expected.value, expected.value + expected.more)
    return float4(0, 1, 0, 1)
  end } })
  local rtv, value = t.rtv(target), 0
  local function kernel()
    local v = value
    value = value + 10
    return t.list(c, function(l)
      l:SetComputeRootSignature(root)
      l:SetPipelineState(compute)
      l:SetComputeRoot32BitConstants(0, { gpu.AsUint(v), gpu.AsUint(10) })
      l:SetComputeRootUnorderedAccessView(1, x:GetGPUVirtualAddress())
      l:Dispatch(1, 1, 1)
    end)
  end
  local function drawn()
    local v = value
    value = value + 2
    return t.list(q, function(l)
      t.drawState(l, draw, rtv, nil, root)
      l:SetGraphicsRoot32BitConstants(0, { gpu.AsUint(v), gpu.AsUint(2) })
      l:SetGraphicsRootUnorderedAccessView(1, x:GetGPUVirtualAddress())
      l:DrawInstanced(3, 1)
    end)
  end
  local lists = { kernel(), drawn(), kernel(), drawn() }
  local waits = { function() end, function() q:Wait(F, 1) end, function() c:Wait(G, 1) end, function() q:Wait(F, 2) end }
  if leave then waits[leave] = function() end end
  for i, l in ipairs(lists) do
    waits[i]()
    local on, fence = i % 2 == 1 and c or q, i % 2 == 1 and F or G
    on:ExecuteCommandLists { l }
    on:Signal(fence, math.ceil(i / 2))
  end
  q:Wait(F, 2)
  t.run(q, function(l) l:CopyBufferRegion(r, 0, x, 0, 4) end)
  t.idle(q)
  if not leave then holds(r, 0, { 24 }) end
end
case("a kernel and a draw change one number four times in turn", "silent", function() exchange() end)
for i, name in ipairs { "", "the first draw", "the second kernel", "the second draw" } do
  if i > 1 then
    case("a kernel and a draw change one number in turn, " .. name .. " does not wait", 'GS0512 buffer "x" @ x[0, 4)', function() exchange(i) end)
  end
end
