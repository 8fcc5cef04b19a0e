-- Deeper queues: a decoder wants all of its work queued at once, a foreground wants every frame at once.
--
--   one queue    d d d d d d d d F d d F …         a frame waits behind all that was queued before it
--   two queues   d d d d d d d d d d d d           as deep as it likes
--                F . . F . . F . . F               never more than one frame deep
local gpu = require "gpu"
local timeline = require "lib.timeline"

local JOBS, DECODE = 8, 50                                            -- microseconds
local FRAMES, RENDER, PERIOD = 4, 20, 100

local function run(title, separate)
  local device = gpu.CreateDevice { Name = title }
  local foreground = device:CreateCommandQueue { Type = "DIRECT", Name = "foreground" }
  local decoder    = separate and device:CreateCommandQueue { Type = "COMPUTE", Name = "decoder" } or foreground
  local queues     = separate and { foreground, decoder } or { foreground }
  local shown, decoded = device:CreateFence(0, "shown"), device:CreateFence(0, "decoded")
  local t, load = timeline.Create(device, queues), timeline.Load(device)
  local image, video = load:State("image"), load:State("video")

  local deep, lists = {}, {}
  for job = 1, JOBS do
    deep[job] = timeline.Record(device, decoder, "decode " .. job, function(list)
      t:Begin(list, decoder, "d")
      load:Work(list, video, DECODE)
      t:End(list, decoder)
    end)
  end
  for frame = 1, FRAMES do
    lists[frame] = timeline.Record(device, foreground, "frame " .. frame, function(list)
      t:Begin(list, foreground, "F")
      load:Work(list, image, RENDER)
      t:End(list, foreground)
    end)
  end

  for job = 1, JOBS do                                                -- all of it at once: the queue is JOBS deep
    decoder:ExecuteCommandLists { deep[job] }
    decoder:Signal(decoded, job)
  end
  local worst, deepest = 0, 0
  for frame = 1, FRAMES do
    local begin = gpu.Now()
    foreground:ExecuteCommandLists { lists[frame] }
    foreground:Signal(shown, frame)
    deepest = math.max(deepest, JOBS - decoded:GetCompletedValue())
    shown:WaitCPU(frame)                                              -- one frame deep: what is shown is always the newest
    local latency = gpu.Now() - begin
    t:Mark("CPU waits", "w", begin, begin + latency)
    worst = math.max(worst, latency)
    gpu.Work(math.max(PERIOD - latency / 1000, 0))
  end
  decoded:WaitCPU(JOBS)
  t:Collect()
  t:Print(title)
  print(("  up to %d decodes deep, slowest frame %s"):format(deepest, gpu.FormatTime(worst)))
  return worst
end

local one, two = run("one queue", false), run("two queues", true)
print(("with a queue of its own a frame comes %.1f times sooner"):format(one / two))
