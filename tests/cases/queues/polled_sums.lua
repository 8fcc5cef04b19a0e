-- Polls whose value goes into a sum before it is compared: they prove what the comparison asks for, and not what was there. In each case the GPU is so far that all is
-- done, and would be so on no slower one: work, signal 1, more work that the CPU reads the result of, signal 2.
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

polls("how far the GPU is behind", function(F, v)
  local behind = v - F:GetCompletedValue()
  while behind > 0 do behind = v - F:GetCompletedValue() end
end)
polls("how far the GPU is behind, in a loop", function(F, v)
  while v - F:GetCompletedValue() >= 1 do gpu.Work(1) end
end)
polls("how far the GPU is behind, of a function", function(F, v)
  local function behind(value) return value - F:GetCompletedValue() end
  repeat until behind(v) <= 0
end)
polls("one more than the completed value", function(F, v)
  while F:GetCompletedValue() + 1 <= v do end
end)
polls("frames in flight", function(F, v)
  local frame, latency = v + 2, 2
  while frame - F:GetCompletedValue() > latency do gpu.Work(1) end
end)
polls("two less than the completed value, in a method", function(F, v)
  local timeline = { fence = F, latency = 2 }
  function timeline:free() return self.fence:GetCompletedValue() + self.latency end
  while timeline:free() < v + timeline.latency do end
end)
