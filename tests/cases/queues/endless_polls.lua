-- Loops that ask for what cannot come any more: each is told as the wait that it stands for, soon, with its value and the signal that is missing.
local t = require "prelude"
local gpu = t.gpu
local case = t.case

case("a fence is polled for a value that nobody signals", 'GS0502 fence "F" >= 2, which is at 1', function()
  local q, F = t.queue "DIRECT", t.fence "F"
  q:Signal(F, 1)
  while F:GetCompletedValue() < 2 do end --!
end)
case("a fence is polled for the value that is signalled", "silent", function()
  local q, F = t.queue "DIRECT", t.fence "F"
  t.run(q, function(l) t.fill(l, t.buf "b") end)
  q:Signal(F, 1)
  while F:GetCompletedValue() < 1 do end
end)
case("a fence is compared for equality with a value that is never signalled", 'GS0502 fence "F" >= 3, which is at 1', function()
  local q, F = t.queue "DIRECT", t.fence "F"
  q:Signal(F, 1)
  local frame = { value = 3 }
  repeat gpu.Work(2) until F:GetCompletedValue() == frame.value --!
end)
case("a function returns the value of a fence, and its caller polls", 'GS0502 fence "F" >= 5, which is at 1', function()
  local q, F = t.queue "DIRECT", t.fence "F"
  q:Signal(F, 1)
  local function completed() return F:GetCompletedValue() end --!
  while completed() < 5 do end
end)
case("the signal that is polled for stands behind a wait for it", "GS0501", function()
  local q, c, F, G = t.queue("DIRECT", "a"), t.queue("COMPUTE", "b"), t.fence "F", t.fence "G"
  q:Wait(G, 1)
  q:Signal(F, 1)
  c:Wait(F, 1)
  c:Signal(G, 1)
  while F:GetCompletedValue() < 1 do end --!
end)
case("an event is looked at again and again, and nothing sets it", 'GS0502 event "event 1", which fence "F" >= 2 sets', function()
  local q, F, e = t.queue "DIRECT", t.fence "F", gpu.CreateEvent()
  F:SetEventOnCompletion(2, e)
  q:Signal(F, 1)
  while gpu.WaitForSingleObject(e, 1) == "WAIT_TIMEOUT" do end --!
end)
case("another thread signals in the end what one polls for", "silent", function()
  local F = t.fence "F"
  local thread = gpu.Thread(function()
    for _ = 1, 5 do gpu.Work(300) end
    F:Signal(2)
  end)
  while F:GetCompletedValue() < 2 do end
  thread:Join()
end)
case("a fence is read more often than anybody polls, and the value is dropped", "silent", function()
  local q, F = t.queue "DIRECT", t.fence "F"
  q:Signal(F, 1)
  for _ = 1, 150000 do F:GetCompletedValue() end
  F:WaitCPU(1)
end)
case("the clock is read until a millisecond is over", "silent", function()
  local before = gpu.Now()
  while gpu.Now() - before < 1e6 do end
  assert(gpu.Now() - before < 1.1e6)
end)
case("the clock is read a few times, which takes no time", "silent", function()
  local before = gpu.Now()
  for _ = 1, 10 do assert(gpu.Now() == before) end
  gpu.Work(1)
  for _ = 1, 10 do assert(gpu.Now() == before + 1000) end
end)
case("a thread waits for a variable of another one, and reads the clock", "silent", function()
  local ready = false
  local thread = gpu.Thread(function()
    gpu.Work(5)
    ready = true
  end)
  while not ready do gpu.Now() end
  thread:Join()
end)
