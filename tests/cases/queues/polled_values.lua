-- Ways in which programs ask a fence whether it has come, each with the value behind the work and with the one before it: what is asked for is known, and not
-- what the fence happened to have.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- asks declares two cases: ask(F, n) goes on when F has n.
local function asks(name, ask)
  for n = 1, 2 do
    case(name .. (n == 2 and ", the value behind the work" or ", the value before the work"), n == 2 and "silent" or 'GS0513 buffer "down"', function()
      local q, F, down = t.queue("COPY", "q"), t.fence("F"), t.readback("down")
      q:Signal(F, 1)
      t.run(q, function(l) l:CopyBufferRegion(down, 0, t.buf("x"), 0, 256) end)
      q:Signal(F, 2)
      ask(F, n)
      down:Map():Read(0, "uint", 4)
    end)
  end
end

asks("if it is less, an event and a wait", function(F, n)
  if F:GetCompletedValue() < n then
    local e = gpu.CreateEvent()
    F:SetEventOnCompletion(n, e)
    gpu.WaitForSingleObject(e, gpu.INFINITE)
  end
end)
asks("a wait between two polls that the second one makes needless", function(F, n)
  if F:GetCompletedValue() < n then F:WaitCPU(n) end
  assert(F:GetCompletedValue() >= n)
end)
asks("not less", function(F, n)
  repeat until not (F:GetCompletedValue() < n)
end)
asks("the value on the right", function(F, n)
  while n > F:GetCompletedValue() do gpu.Work(1) end
end)
asks("a function says yes or no", function(F, n)
  local function done() return F:GetCompletedValue() >= n end
  while not done() do gpu.Work(1) end
end)
asks("a method of an object says yes or no", function(F, n)
  local fence = { F = F }
  function fence:reached(value) return self.F:GetCompletedValue() >= value end
  repeat gpu.Work(1) until fence:reached(n)
end)
asks("yes or no in a variable", function(F, n)
  local done = false
  while not done do
    done = F:GetCompletedValue() >= n
    gpu.Work(1)
  end
end)
asks("yes or no in a table", function(F, n)
  local frame = {}
  while not frame.done do frame.done = F:GetCompletedValue() >= n end
end)
asks("and, or", function(F, n)
  local state
  repeat state = F:GetCompletedValue() >= n and "done" or "pending" until state == "done"
end)
asks("a loop that is left in its middle", function(F, n)
  while true do
    if F:GetCompletedValue() >= n then break end
    gpu.Work(5)
  end
end)
asks("a loop that counts its turns", function(F, n)
  for turn = 1, 1000000 do
    if F:GetCompletedValue() >= n then return turn end
  end
  error("never")
end)
asks("asked again for what is known", function(F, n)
  while F:GetCompletedValue() < n do gpu.Work(1) end
  while F:GetCompletedValue() < 1 do gpu.Work(1) end
end)
asks("asked for less first", function(F, n)
  while F:GetCompletedValue() < 1 do gpu.Work(1) end
  while F:GetCompletedValue() < n do gpu.Work(1) end
end)
asks("a comparison behind another one of the same value", function(F, n)
  while true do
    local value = F:GetCompletedValue()
    if value >= 1 then
      if value >= n then break end
    end
  end
end)
asks("the branch that is not taken", function(F, n)
  while true do
    local value = F:GetCompletedValue()
    if value < n then gpu.Work(1) else break end
  end
end)
asks("one more is less", function(F, n)
  while F:GetCompletedValue() < n do
    if F:GetCompletedValue() > n then error("passed") end
  end
end)
asks("another thread asks and is joined", function(F, n)
  gpu.Thread("asks", function()
    while F:GetCompletedValue() < n do gpu.Work(1) end
  end):Join()
end)
asks("another thread asks and sets an event", function(F, n)
  local e = gpu.CreateEvent()
  gpu.Thread("asks", function()
    while F:GetCompletedValue() < n do gpu.Work(1) end
    e:SetEvent()
  end)
  gpu.WaitForSingleObject(e, gpu.INFINITE)
end)
asks("another thread asks and signals a second fence", function(F, n)
  local G = t.fence("G")
  gpu.Thread("asks", function()
    while F:GetCompletedValue() < n do gpu.Work(1) end
    G:Signal(1)
  end)
  while G:GetCompletedValue() < 1 do gpu.Work(1) end
end)
asks("a coroutine asks", function(F, n)
  local step = coroutine.wrap(function()
    while F:GetCompletedValue() < n do coroutine.yield(false) end
    coroutine.yield(true)
  end)
  while not step() do gpu.Work(1) end
end)
asks("with pcall", function(F, n)
  local ok, done
  repeat ok, done = pcall(function() return F:GetCompletedValue() >= n end) until ok and done
end)
asks("an error until it has come", function(F, n)
  while not pcall(function() assert(F:GetCompletedValue() >= n, "not yet") end) do gpu.Work(1) end
end)
asks("asked, and then an event for what is known", function(F, n)
  while F:GetCompletedValue() < n do gpu.Work(1) end
  local e = gpu.CreateEvent()
  F:SetEventOnCompletion(n, e)
  gpu.WaitForSingleObject(e, gpu.INFINITE)
end)
asks("an event is looked at until it is set", function(F, n)
  local e = gpu.CreateEvent()
  F:SetEventOnCompletion(n, e)
  while gpu.WaitForSingleObject(e, 0) ~= "WAIT_OBJECT_0" do gpu.Work(1) end
end)
asks("an event with a time, again and again", function(F, n)
  local e = gpu.CreateEvent()
  F:SetEventOnCompletion(n, e)
  repeat local said = gpu.WaitForSingleObject(e, 1) until said == "WAIT_OBJECT_0"
end)

-- What is declared behind the question, and functions take along: it stands where the value stood.
local function before(down) down:Map():Read(0, "uint", 4) end
for n = 1, 2 do
  local behind = n == 2 and ", the value behind the work" or ", the value before the work"
  local said = n == 2 and "silent" or 'GS0513 buffer "down"'
  local function stage()
    local q, F, down = t.queue("COPY", "q"), t.fence("F"), t.readback("down")
    q:Signal(F, 1)
    t.run(q, function(l) l:CopyBufferRegion(down, 0, t.buf("x"), 0, 256) end)
    q:Signal(F, 2)
    gpu.Work(10000) -- so that the fence has 2 in the end
    return q, F, down
  end
  case("a list's function takes a buffer that is made behind the question" .. behind, said, function()
    local q, F, down = stage()
    while F:GetCompletedValue() < n do gpu.Work(1) end
    local y = t.buf("y")
    t.run(q, function(l) l:CopyBufferRegion(y, 0, t.upload("up"), 0, 256) end)
    before(down)
  end)
  case("frames whose lists' functions take buffers of their own" .. behind, said, function()
    local q, F, down = stage()
    for frame = 1, 2 do
      if F:GetCompletedValue() < n then F:WaitCPU(n) end
      local y = t.buf("y")
      t.run(q, function(l) l:CopyBufferRegion(y, 0, t.upload("up"), 0, 256) end)
      if frame == 2 then before(down) end
    end
  end)
  case("a function that calls itself is made behind the question" .. behind, said, function()
    local _, F, down = stage()
    repeat until F:GetCompletedValue() >= n
    local function count(k) return k > 0 and count(k - 1) or 0 end
    count(3)
    before(down)
  end)
  case("a block before the question has a variable that a function takes" .. behind, said, function()
    local _, F, down = stage()
    do
      local turns = 0
      local function turn() turns = turns + 1 end
      turn()
    end
    while F:GetCompletedValue() < n do gpu.Work(1) end
    before(down)
  end)
end
