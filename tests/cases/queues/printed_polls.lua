-- Polls whose value is only shown: what is printed proves nothing, because the script goes on in the same way whatever it reads. In each case the GPU
-- is so far that all is done, and would be so on no slower one. Each has a twin that waits, or that looks at what it reads.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- shows is what a script does with the fence between the work and a look at its result, and its twin.
local function shows(name, show, asks)
  for _, ok in ipairs { false, true } do
    case(name .. (ok and (asks and ", and looked at" or ", behind a wait") or ""), ok and "silent" or 'GS0513 the CPU reads buffer "back" while copy queue "q" writes it', function()
      local q, F, b, back = t.queue("COPY", "q"), t.fence "F", t.buf "b", t.readback "back"
      t.run(q, function(l) l:CopyBufferRegion(back, 0, b, 0, 256) end)
      q:Signal(F, 1)
      gpu.Work(100000)
      if ok and not asks then F:WaitCPU(1) end
      (ok and asks or show)(F)
      back:Map():ReadString(0, 4)
    end)
  end
end

shows("printed", function(F) print(F:GetCompletedValue()) end)
shows("printed behind a text", function(F) print("done", F:GetCompletedValue()) end)
shows("printed in a text", function(F) print("frame " .. F:GetCompletedValue() .. " is done") end)
shows("printed behind a variable", function(F)
  local text = "frame "
  print(text .. F:GetCompletedValue() .. " of " .. text)
end)
shows("printed with a format", function(F) print(("frame %d, %s"):format(F:GetCompletedValue(), gpu.FormatTime(gpu.Now()))) end)
shows("printed with string.format", function(F) print(string.format("%3d of %d", F:GetCompletedValue(), 1)) end)
shows("printed from a variable", function(F)
  local done = F:GetCompletedValue()
  local behind = 1 - done
  print("done " .. done, "behind " .. tostring(behind))
end, function(F)
  local done = F:GetCompletedValue()
  print("done " .. done)
  while done < 1 do done = F:GetCompletedValue() end
end)
shows("printed whether it is there", function(F) print("done", F:GetCompletedValue() >= 1) end)
shows("printed whether it is there, and looked at", function(F)
  local done = F:GetCompletedValue() >= 1
  print("done: " .. tostring(done))
end, function(F)
  local done = F:GetCompletedValue() >= 1
  print("done: " .. tostring(done))
  if not done then F:WaitCPU(1) end
end)
shows("written", function(F) io.write("done ", F:GetCompletedValue(), "\n") end)
shows("a line that a function makes, printed", function(F)
  local function line() return "done " .. F:GetCompletedValue() end
  print(line())
end)
shows("printed, if it is not there yet", function(F)
  if F:GetCompletedValue() < 1 then print("behind") end
end, function(F)
  local done = F:GetCompletedValue()
  if done < 1 then
    print("behind", done)
    F:WaitCPU(1)
  end
end)

-- The same through functions of the script.
local function log(format, ...) print(string.format(format, ...)) end
local logger = {}
function logger:log(text, value) print(text .. ": " .. tostring(value)) end
local function reached(value, wanted) return value >= wanted end
shows("logged by a function", function(F) log("frame %d is done", F:GetCompletedValue()) end)
shows("logged by a method", function(F) logger:log("done", F:GetCompletedValue() >= 1) end, function(F)
  local done = F:GetCompletedValue()
  logger:log("done", done)
  while not reached(done, 1) do done = F:GetCompletedValue() end
end)
