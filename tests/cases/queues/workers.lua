-- A thread stands still before it comes to the signal that another one waits for: the help is the signal that lets it go on, and not the one that it would have given itself.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function work(q)
  local a, b = t.buf("a"), t.buf("b")
  t.run(q, function(l) l:CopyBufferRegion(b, 0, a, 0, 256) end)
end
case("a worker is never told to begin", 'GS0502 thread "main" waits for fence "done"', function()
  local q, ready, done = t.queue("DIRECT", "main"), t.fence("ready"), t.fence("done")
  local worker = gpu.Thread("worker", function()
    ready:WaitCPU(1)
    done:Signal(1)
  end)
  work(q)
  done:WaitCPU(1) --!
  worker:Join()
end)
case("a worker is told to begin", "silent", function()
  local q, ready, done = t.queue("DIRECT", "main"), t.fence("ready"), t.fence("done")
  local worker = gpu.Thread("worker", function()
    ready:WaitCPU(1)
    done:Signal(1)
  end)
  work(q)
  q:Signal(ready, 1)
  done:WaitCPU(1)
  worker:Join()
end)
case("a worker that gives the queue its signal is never told to begin", 'GS0502 thread "main" waits for fence "done"', function()
  local q, ready, done = t.queue("DIRECT", "main"), t.fence("ready"), t.fence("done")
  local worker = gpu.Thread("worker", function()
    ready:WaitCPU(1)
    work(q)
    q:Signal(done, 1)
  end)
  done:WaitCPU(1) --!
  worker:Join()
end)
case("threads alone: the worker is never told to begin", 'GS0502 thread "main" waits for fence "done"', function()
  local ready, done = t.fence("ready"), t.fence("done")
  local worker = gpu.Thread("worker", function()
    ready:WaitCPU(1)
    done:Signal(1)
  end)
  done:WaitCPU(1) --!
  worker:Join()
end)
case("threads alone: the worker is told to begin", "silent", function()
  local ready, done = t.fence("ready"), t.fence("done")
  local worker = gpu.Thread("worker", function()
    ready:WaitCPU(1)
    done:Signal(1)
  end)
  ready:Signal(1)
  done:WaitCPU(1)
  worker:Join()
end)
case("a worker that would not signal what is waited for", 'GS0502 thread "main" waits for fence "done"', function()
  local q, ready, done = t.queue("DIRECT", "main"), t.fence("ready"), t.fence("done")
  local worker = gpu.Thread("worker", function()
    ready:WaitCPU(1)
    ready:Signal(2)
  end)
  work(q)
  done:WaitCPU(1) --!
  ready:Signal(1)
  worker:Join()
end)
for _, signals in ipairs { false, true } do
  case("a loader waits for the passes of another loop, which " .. (signals and "signals" or "does not signal"), signals and "silent" or 'GS0502 copy queue "copies" waits for fence "consumed" >= 1', function()
    local copies, main, x = t.queue("COPY", "copies"), t.queue("DIRECT", "main"), t.buf("x")
    local loaded, consumed = t.fence("loaded"), t.fence("consumed")
    local loader = gpu.Thread("loader", function()
      for n = 1, 3 do
        copies:Wait(consumed, n - 1)
        copies:ExecuteCommandLists { t.list(copies, function(l) l:CopyBufferRegion(x, 0, t.upload("from"), 0, 256) end) }
        copies:Signal(loaded, n)
      end
    end)
    for n = 1, 3 do
      main:Wait(loaded, n)
      main:ExecuteCommandLists { t.list(main, function(l) l:CopyBufferRegion(t.readback("to"), 0, x, 0, 256) end) }
      if signals then main:Signal(consumed, n) end
    end
    loader:Join()
    loaded:WaitCPU(3)
  end)
end

-- Workers that record each frame anew: they wait for the word of the main thread, so none of them ends while it waits for their end.
for _, wrong in ipairs { "none", "waits for one of them", "waits for none" } do
  local expected = wrong == "none" and "silent" or 'GS0530 use direct list "part 1"'
  case("a pool of workers records parts of a frame, and the main thread " .. (wrong == "none" and "waits for all" or wrong), expected, function()
    local q, F, x = t.queue("DIRECT", "main"), t.fence("F"), t.buf("x")
    local workers, threads = {}, {}
    for w = 1, 2 do
      local k = { start = gpu.CreateEvent { Name = "start " .. w }, done = gpu.CreateEvent { Name = "done " .. w }, allocators = {} }
      for f = 0, 1 do k.allocators[f] = t.device:CreateCommandAllocator("DIRECT") end
      k.list = t.device:CreateCommandList1 { Type = "DIRECT", Name = "part " .. w }
      workers[w] = k
      threads[w] = gpu.Thread("worker " .. w, function()
        for frame = 1, 4 do
          gpu.WaitForSingleObject(k.start)
          k.allocators[frame % 2]:Reset()
          k.list:Reset(k.allocators[frame % 2])
          k.list:CopyBufferRegion(x, 256 * w, t.upload("from"), 0, 256)
          k.list:Close()
          k.done:SetEvent()
        end
      end)
    end
    for frame = 1, 4 do
      if frame > 2 then F:WaitCPU(frame - 2) end
      local events, lists = {}, {}
      for w = 1, 2 do
        workers[w].start:SetEvent()
        events[w], lists[w] = workers[w].done, workers[w].list
      end
      if wrong ~= "waits for none" then gpu.WaitForMultipleObjects(events, wrong == "none") end
      q:ExecuteCommandLists(lists)
      q:Signal(F, frame)
    end
    for _, thread in ipairs(threads) do thread:Join() end
    F:WaitCPU(4)
  end)
end
