-- Threads that wait for the waitable object of a swap chain until they may begin another frame: where that frame comes after what a queue waits for,
-- and that comes from such a thread, it is told in every schedule (see TestCasesUnderSchedules).
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- screen is a queue with a swap chain, and its waitable object.
local function screen(latency)
  local q = t.queue("DIRECT", "q")
  local chain = q:CreateSwapChain { Name = "chain", Width = 8, Height = 8, BufferCount = 2, Flags = "FRAME_LATENCY_WAITABLE_OBJECT" }
  chain:SetMaximumFrameLatency(latency)
  return q, chain, chain:GetFrameLatencyWaitableObject()
end

-- frames renders some, as the samples do: each begins with a wait.
local function frames(chain, ready, n)
  for i = 1, n do
    gpu.WaitForSingleObject(ready) --1
    chain:Present(1)
  end
end

for _, row in ipairs { { 1, 2, false }, { 1, 2, true }, { 2, 2, false }, { 2, 3, false }, { 3, 3, false }, { 3, 4, false }, { 3, 4, true } } do
  local latency, n, early = unpack(row)
  local stands = n > latency and not early
  local name = ("%d frames of which %d may wait, and a signal %s"):format(n, latency, early and "before" or "after that")
  case(name, stands and "GS0505 frame that comes after the Wait" or "silent", function()
    local q, chain, ready = screen(latency)
    local F = t.fence("F")
    local renderer = gpu.Thread("renderer", function()
      if early then F:Signal(1) end
      frames(chain, ready, n)
      if not early then F:Signal(1) end
    end)
    gpu.Work(3)
    q:Wait(F, 1) --!
    renderer:Join()
    t.idle(q)
  end)
end

for _, waits in ipairs { false, true } do
  case("the CPU waits " .. (waits and "before it lets the queue wait" or "not, and the queue does"), waits and "silent" or "GS0505 frame that comes after the Wait", function()
    local q, chain, ready = screen(1)
    local F = t.fence("F")
    local renderer = gpu.Thread("renderer", function()
      frames(chain, ready, 2)
      F:Signal(1)
    end)
    if waits then F:WaitCPU(1) end
    q:Wait(F, 1) --!
    renderer:Join()
    t.idle(q)
  end)
end

for _, ordered in ipairs { false, true } do
  case("one thread begins the frames, another one presents: " .. (ordered and "before the queue waits" or "beside that"), ordered and "silent" or "GS0505 frame that comes after the Wait", function()
    local q, chain, ready = screen(1)
    local F, go = t.fence("F"), t.fence("go")
    local simulation = gpu.Thread("simulation", function()
      for i = 1, 2 do gpu.WaitForSingleObject(ready) end --1
      F:Signal(1)
    end)
    local loader = gpu.Thread("loader", function()
      gpu.Work(3)
      if ordered then go:WaitCPU(1) end
      q:Wait(F, 1) --!
    end)
    chain:Present(1)
    go:Signal(1)
    simulation:Join()
    loader:Join()
    t.idle(q)
  end)
end

-- Two screens: the frame of the one does not wait for what the queue of the other one waits for.
for _, same in ipairs { false, true } do
  case("two screens, and a wait on the queue of " .. (same and "the one that is begun" or "the other one"), same and "GS0505 frame that comes after the Wait" or "silent", function()
    local q, chain, ready = screen(1)
    local p, other = screen(1)
    local F = t.fence("F")
    local renderer = gpu.Thread("renderer", function()
      other:Present(1)
      frames(chain, ready, 2)
      F:Signal(1)
    end)
    gpu.Work(3)
    local on = same and q or p
    on:Wait(F, 1) --!
    renderer:Join()
    t.idle(q)
    t.idle(p)
  end)
end

-- With a time limit a thread does not stand for ever.
case("a wait that may time out", "silent", function()
  local q, chain, ready = screen(1)
  local F = t.fence("F")
  local renderer = gpu.Thread("renderer", function()
    for i = 1, 2 do
      gpu.WaitForSingleObject(ready, 100)
      chain:Present(1)
    end
    F:Signal(1)
  end)
  gpu.Work(3)
  q:Wait(F, 1)
  renderer:Join()
  t.idle(q)
end)

-- A loop of many frames, of which the last one may come too early.
for _, early in ipairs { false, true } do
  case("a hundred frames, of which the last one " .. (early and "has" or "lacks") .. " what its queue waits for", early and "silent" or "GS0505 Present", function()
    local q = t.queue("DIRECT", "q")
    local chain, F = q:CreateSwapChain { Name = "chain", Width = 8, Height = 8, BufferCount = 2 }, t.fence("F")
    chain:SetMaximumFrameLatency(1)
    local renderer = gpu.Thread("renderer", function()
      for i = 1, 100 do
        local last = i == 100 and not early
        if not last then F:Signal(i) end
        chain:Present(1) --1
        if last then F:Signal(i) end
      end
    end)
    for i = 1, 100 do
      if early or i < 100 then F:WaitCPU(i) end
      q:Wait(F, i) --!
    end
    renderer:Join()
    t.idle(q)
  end)
end

-- It ends as many waits as frames may be begun.
case("frames that nobody waited for are not lost", "silent", function()
  local q, chain, ready = screen(1)
  for i = 1, 3 do chain:Present(0) end
  t.idle(q)
  gpu.Work(100000)
  for i = 1, 4 do gpu.WaitForSingleObject(ready) end
end)
case("more frames are begun than are presented", "GS0502 waitable", function()
  local q, chain, ready = screen(1)
  for i = 1, 3 do chain:Present(0) end
  for i = 1, 5 do gpu.WaitForSingleObject(ready) end --!
end)

-- Two threads that wait for one waitable object: where there are too few frames for both, one of them waits for ever in some runs.
for _, both in ipairs { false, true } do
  case("two threads wait for one frame, and " .. (both and "each presents it" or "one presents"), both and "silent" or "GS0505 for ever if the main thread waits for one first", function()
    local q, chain, ready = screen(1)
    local renderer = gpu.Thread("renderer", function()
      gpu.Work(3)
      gpu.WaitForSingleObject(ready) --!
      chain:Present(0)
    end)
    gpu.Work(3)
    gpu.WaitForSingleObject(ready)
    if both then chain:Present(0) end
    renderer:Join()
    t.idle(q)
  end)
end
for _, shown in ipairs { false, true } do
  case("two threads wait for a frame that " .. (shown and "is shown" or "a queue holds up until one of them goes on"), shown and "silent" or "GS0505 for ever if", function()
    local q, chain, ready = screen(1)
    local F = t.fence("F")
    if not shown then q:Wait(F, 1) end
    chain:Present(0)
    local one = gpu.Thread("one", function()
      gpu.Work(3)
      gpu.WaitForSingleObject(ready) --1
    end)
    gpu.Work(3)
    gpu.WaitForSingleObject(ready) --!
    F:Signal(1)
    one:Join()
    t.idle(q)
  end)
end
case("a thread begins a frame after another one has, and none is presented", "GS0502 waitable", function()
  local _, _, ready = screen(1)
  local F = t.fence("F")
  local second = gpu.Thread("second", function()
    F:WaitCPU(1)
    gpu.WaitForSingleObject(ready) --!
  end)
  gpu.WaitForSingleObject(ready)
  F:Signal(1)
  second:Join()
end)
