-- High priority compute: a small job interrupts rendering, so that the CPU has its result early.
--
--   frame    1 2 3 4 5 6 7 8 9 …           a long list of dispatches on a DIRECT queue of priority NORMAL
--   urgent           !                     submitted in the middle of it; the CPU waits for it
--
-- Compute queues of this adapter have an engine of their own. So the urgent job comes on a second DIRECT queue, which shares
-- the 3D engine: with the same priority it waits for its turn, with priority HIGH it goes between two commands of the frame.
local gpu = require "gpu"
local timeline = require "lib.timeline"

local PASSES, PASS, JOB = 12, 40, 15                                  -- microseconds

local function run(priority)
  local device = gpu.CreateDevice { Name = "urgent work, priority " .. priority }
  local frame  = device:CreateCommandQueue { Type = "DIRECT", Name = "frame", Priority = "NORMAL" }
  local urgent = device:CreateCommandQueue { Type = "DIRECT", Name = "urgent", Priority = priority }
  local fence  = device:CreateFence(0, "urgent")
  local t, load = timeline.Create(device, { urgent, frame }, true), timeline.Load(device)
  local image, probe = load:State("image"), load:State("probe")

  local rendering = timeline.Record(device, frame, "rendering", function(list)
    for pass = 1, PASSES do
      t:Begin(list, frame, ("%x"):format(pass % 16))
      load:Work(list, image, PASS)
      t:End(list, frame)
    end
  end)
  local picking = timeline.Record(device, urgent, "picking", function(list)
    t:Begin(list, urgent, "!")
    load:Work(list, probe, JOB)
    t:End(list, urgent)
  end)

  frame:ExecuteCommandLists { rendering }
  gpu.Work(120)                                                       -- the user clicks 120 microseconds later
  local clicked = gpu.Now()
  urgent:ExecuteCommandLists { picking }
  urgent:Signal(fence, 1)
  fence:WaitCPU(1)
  local waited = gpu.Now() - clicked
  t:Mark("CPU waits", "w", clicked, clicked + waited)
  t:Collect()
  t:Print("priority " .. priority)
  return waited, t:Length()
end

local normal, normalLength = run("NORMAL")
local high, highLength = run("HIGH")
print(("the answer came after %s with NORMAL and after %s with HIGH"):format(gpu.FormatTime(normal), gpu.FormatTime(high)))
print(("the frame took %s and %s: being interrupted costs %s"):format(
  gpu.FormatTime(normalLength), gpu.FormatTime(highLength), gpu.FormatTime(math.max(highLength - normalLength, 0))))
