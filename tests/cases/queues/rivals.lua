-- An auto-reset event lets one thread go on each time it is set. Where several wait for it, and it is set too few times, it is up to the run which one
-- waits for ever: all of them are told of, in every run.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- waits starts a thread that waits for the event so many times.
local function waits(e, name, times)
  return gpu.Thread(name, function()
    for _ = 1, times or 1 do
      gpu.WaitForSingleObject(e) --!
    end
  end)
end

for _, c in ipairs { { "auto-reset", 'GS0502 "a" or "b" waits for event "e"', false }, { "manual-reset", "silent", true } } do
  case("two threads wait for an event that is set once, " .. c[1], c[2], function()
    local q, F = t.queue("COPY", "q"), t.fence("F")
    local e = gpu.CreateEvent { Name = "e", ManualReset = c[3] }
    F:SetEventOnCompletion(1, e)
    local a, b = waits(e, "a"), waits(e, "b")
    q:Signal(F, 1)
    b:Join()
    a:Join()
  end)
end
for _, c in ipairs { { "once too few", 'GS0502 "a" or "b" or "c" waits', 2 }, { "each is set", "silent", 3 } } do
  case("three threads wait for an event that the host sets, " .. c[1], c[2], function()
    local e = gpu.CreateEvent { Name = "e" }
    local F = t.fence("F")
    local threads = { waits(e, "a"), waits(e, "b"), waits(e, "c") }
    for i = 1, c[3] do
      e:SetEvent()
      gpu.Work(1000)
    end
    for i = 1, 3 do threads[i]:Join() end
  end)
end
case("an event is set twice before two threads wait for it", 'GS0502 "a" or "b" waits for event "e"', function()
  local e = gpu.CreateEvent { Name = "e" }
  e:SetEvent()
  e:SetEvent()
  local a, b = waits(e, "a"), waits(e, "b")
  a:Join()
  b:Join()
end)
case("what a thread brings is waited for, which waits for an event beside another one", 'GS0502 "loader" or "worker" waits for event "e"', function()
  local q, F, G = t.queue("COPY", "q"), t.fence("F"), t.fence("G")
  local e = gpu.CreateEvent { Name = "e" }
  local loader = gpu.Thread("loader", function()
    gpu.WaitForSingleObject(e) --!
    F:Signal(1)
  end)
  local worker = gpu.Thread("worker", function()
    gpu.WaitForSingleObject(e)
    G:Signal(1)
  end)
  e:SetEvent()
  F:WaitCPU(1)
  G:WaitCPU(1)
  loader:Join()
  worker:Join()
end)
case("what a thread brings is waited for, and it has an event of its own", "silent", function()
  local F, G = t.fence("F"), t.fence("G")
  local e, f = gpu.CreateEvent { Name = "e" }, gpu.CreateEvent { Name = "f" }
  local loader = gpu.Thread("loader", function()
    gpu.WaitForSingleObject(e)
    F:Signal(1)
  end)
  local worker = gpu.Thread("worker", function()
    gpu.WaitForSingleObject(f)
    G:Signal(1)
  end)
  e:SetEvent()
  f:SetEvent()
  F:WaitCPU(1)
  G:WaitCPU(1)
  loader:Join()
  worker:Join()
end)
case("the main thread waits for an event beside a thread", 'GS0502 "a" or "main" waits for event "e"', function()
  local e = gpu.CreateEvent { Name = "e" }
  local a = waits(e, "a")
  e:SetEvent()
  gpu.WaitForSingleObject(e)
  a:Join()
end)
case("the main thread waits for an event after a thread has, which it has joined", 'GS0502 "main" waits for event "e"', function()
  local e = gpu.CreateEvent { Name = "e" }
  local a = gpu.Thread("a", function() gpu.WaitForSingleObject(e) end)
  e:SetEvent()
  a:Join()
  gpu.WaitForSingleObject(e) --!
end)
case("one of the values that set the event never comes", 'GS0502 "a" or "b" waits for event "e", which fence "F" >= 2 sets', function()
  local q, F = t.queue("COPY", "q"), t.fence("F")
  local e = gpu.CreateEvent { Name = "e" }
  F:SetEventOnCompletion(1, e)
  F:SetEventOnCompletion(2, e)
  local a, b = waits(e, "a"), waits(e, "b")
  q:Signal(F, 1)
  a:Join()
  b:Join()
end)
-- workers take jobs until none is left.
local function workers(ends)
  local e, F, jobs = gpu.CreateEvent { Name = "e" }, t.fence("F"), {}
  local q = t.queue("COPY", "q")
  local function work(name)
    return gpu.Thread(name, function()
      while true do
        gpu.WaitForSingleObject(e) --!
        local job = table.remove(jobs)
        if not job then return end
        q:Signal(F, job)
      end
    end)
  end
  local a, b = work "a", work "b"
  for i = 1, 4 do
    jobs[1] = i
    e:SetEvent()
    F:WaitCPU(i)
  end
  for _ = 1, ends do
    e:SetEvent()
    gpu.Work(1000)
  end
  a:Join()
  b:Join()
end
case("one of two workers is told that no job is left", 'GS0502 "a" or "b" waits for event "e"', function() workers(1) end)
case("both workers are told that no job is left", "silent", function() workers(2) end)
-- a worker that has nothing to do is not why the other one does not go on.
for _, c in ipairs { { "that nobody gives", 'GS0502 "a" or "b" waits for fence "G" >= 2', 2 }, { "that is there", "silent", 1 } } do
  case("one of two workers waits within its job for a value " .. c[1], c[2], function()
    local e, F, G, jobs = gpu.CreateEvent { Name = "e" }, t.fence("F"), t.fence("G"), {}
    local function work(name)
      return gpu.Thread(name, function()
        while true do
          gpu.WaitForSingleObject(e)
          local job = table.remove(jobs)
          if not job then return end
          G:WaitCPU(job) --!
          F:Signal(1)
        end
      end)
    end
    local a, b = work "a", work "b"
    G:Signal(1)
    jobs[1] = c[3]
    e:SetEvent()
    F:WaitCPU(1)
    for _ = 1, 2 do
      e:SetEvent()
      gpu.Work(1000)
    end
    a:Join()
    b:Join()
  end)
end
