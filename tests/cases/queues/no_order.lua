-- Signals in no order with each other, of which everybody knows one, or both, when somebody waits: which came last is still up to the run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function stage()
  return t.queue("COPY", "a"), t.queue("DIRECT", "b"), t.fence("F"), t.fence("G"), t.fence("H")
end

-- flush lets the CPU know what a queue has done.
local function flush(queue, fence, value)
  queue:Signal(fence, value)
  fence:WaitCPU(value)
end

case("the CPU signals beside a queue, and waits when both are known", 'GS0906 fence "F"; GS0507 fence "F"', function()
  local a, _, F, _, H = stage()
  a:Signal(F, 2)
  F:Signal(1)
  flush(a, H, 1)
  F:WaitCPU(2) --!
end)
case("the CPU signals after it knows of the queue's signal, and waits for that", "silent", function()
  local a, _, F = stage()
  a:Signal(F, 2)
  F:WaitCPU(2)
  F:Signal(3)
  F:WaitCPU(2)
end)
case("a queue waits for one of two signals, when the lower one is known", 'GS0906 fence "F"; GS0507 fence "F"', function()
  local a, b, F, _, H = stage()
  a:Signal(F, 1)
  b:Signal(F, 0)
  flush(b, H, 1)
  b:Wait(F, 1) --!
  b:Signal(H, 2)
end)
case("a queue waits for the larger of two signals, which comes after the other one", "silent", function()
  local a, b, F, _, H = stage()
  b:Signal(F, 0)
  flush(b, H, 1)
  a:Signal(F, 1)
  b:Wait(F, 1)
  b:Signal(H, 2)
end)
case("the CPU waits for what nobody signals, beside a queue that stands in some runs", 'GS0906 fence "F"; GS0502 fence "G"', function()
  local a, b, F, G, H = stage()
  a:Signal(F, 0)
  b:Signal(F, 1)
  b:Wait(F, 1)
  flush(a, H, 1)
  b:Signal(F, 1)
  t.device:SetEventOnMultipleFenceCompletion({ F, G }, { 1, 1 }, "ALL") --!
end)
case("the CPU waits for what the queue signals that stands in no run", "silent", function()
  local a, b, F, G, H = stage()
  flush(a, H, 1)
  b:Signal(F, 1)
  b:Wait(F, 1)
  b:Signal(G, 1)
  t.device:SetEventOnMultipleFenceCompletion({ F, G }, { 1, 1 }, "ALL")
end)
case("threads give a signal, a wait and the signal behind it to one queue", 'GS0501 queue "a"', function()
  local a, F = t.queue("COPY", "a"), t.fence("F")
  local function gives(give) gpu.Thread("gives", give):Join() end
  gives(function() a:Signal(F, 1) end)
  gives(function() a:Signal(F, 0) end)
  gives(function() a:Wait(F, 2) end)
  gives(function() a:Signal(F, 2) end)
  F:WaitCPU(2) --!
end)
case("threads give the signal before the wait", "silent", function()
  local a, F = t.queue("COPY", "a"), t.fence("F")
  local function gives(give) gpu.Thread("gives", give):Join() end
  gives(function() a:Signal(F, 1) end)
  gives(function() a:Signal(F, 0) end)
  gives(function() a:Signal(F, 2) end)
  gives(function() a:Wait(F, 2) end)
  F:WaitCPU(2)
end)
