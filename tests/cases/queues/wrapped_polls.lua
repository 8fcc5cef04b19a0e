-- What a poll proves where the script wraps it: the value that it asked for, and not the one that was there. In each case the GPU is so far that all is done, and would be so
-- on no slower one: work, signal 1, more work that the CPU reads the result of, signal 2.
local t = require "prelude"
local gpu, case = t.gpu, t.case

local function polls(name, poll)
  for _, ok in ipairs { false, true } do
    case(name .. (ok and ", for the value of its work" or ""), ok and "silent" or 'GS0513 the CPU reads buffer "back" while direct queue "q" writes it', function()
      local q, F, b, back = t.queue("DIRECT", "q"), t.fence "F", t.buf "b", t.readback "back"
      t.run(q, function(l) t.fill(l, b) end)
      q:Signal(F, 1)
      t.run(q, function(l) l:CopyBufferRegion(back, 0, b, 0, 256) end)
      q:Signal(F, 2)
      gpu.Work(100000)
      poll(F, ok and 2 or 1)
      back:Map():ReadString(0, 4)
    end)
  end
end

polls("a poll in a function that returns the value", function(F, v)
  local function completed() return F:GetCompletedValue() end
  while completed() < v do end
end)
polls("a poll in a method", function(F, v)
  local timeline = { fence = F, frame = v }
  function timeline:completed() return self.fence:GetCompletedValue() end
  while timeline:completed() < timeline.frame do gpu.Work(1) end
end)
polls("a poll two functions away", function(F, v)
  local function read() return F:GetCompletedValue() end
  local function completed()
    local value = read()
    return value
  end
  repeat local done = completed() >= v until done
end)
polls("a poll in a function that compares", function(F, v)
  local function done(value) return F:GetCompletedValue() >= value end
  repeat until done(v)
end)
polls("a poll in a method that says in words what it found", function(F, v)
  local timeline = { fence = F, target = v }
  function timeline:state()
    if self.fence:GetCompletedValue() < self.target then return "busy" end
    return "done"
  end
  while timeline:state() == "busy" do end
end)
polls("a poll that gives up", function(F, v)
  local function completed() return F:GetCompletedValue() end
  local turns = 0
  while completed() < v and turns < 1000 do turns = turns + 1 end
  assert(turns < 1000)
end)
polls("a poll that gives up with an error", function(F, v)
  for _ = 1, 1000 do
    if F:GetCompletedValue() >= v then return end
  end
  error "the GPU does not answer"
end)
polls("a poll that is kept in a local of the function that waits", function(F, v)
  local function wait(fence, value)
    local now = fence:GetCompletedValue()
    while now < value do
      gpu.Work(1)
      now = fence:GetCompletedValue()
    end
  end
  wait(F, v)
end)

-- What a function returns whose result nobody takes is not looked at.
case("a function returns what a wait with a limit gave, and nobody looks at it", 'GS0513 buffer "back"', function()
  local q, F, e, back = t.queue("DIRECT", "q"), t.fence "F", gpu.CreateEvent { Name = "e" }, t.readback "back"
  local function wait() return gpu.WaitForSingleObject(e, 1000) end
  t.run(q, function(l) l:CopyBufferRegion(back, 0, t.upload "up", 0, 256) end)
  q:Signal(F, 1)
  F:SetEventOnCompletion(1, e)
  wait()
  back:Map():ReadString(0, 4)
end)
case("a function returns what a wait with a limit gave, and it is looked at", "silent", function()
  local q, F, e, back = t.queue("DIRECT", "q"), t.fence "F", gpu.CreateEvent { Name = "e" }, t.readback "back"
  local function wait() return gpu.WaitForSingleObject(e, 1000) end
  t.run(q, function(l) l:CopyBufferRegion(back, 0, t.upload "up", 0, 256) end)
  q:Signal(F, 1)
  F:SetEventOnCompletion(1, e)
  assert(wait() == "WAIT_OBJECT_0")
  back:Map():ReadString(0, 4)
end)
