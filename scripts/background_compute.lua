-- Background compute: frames come at a steady pace and leave the engine idle between them; work of low priority fills the gaps.
--
--   frames       ████......████......████......        priority HIGH, one every PERIOD
--   background   ....bbbbbb....bbbbbb....bbbbbb        priority NORMAL, cut into small pieces
--
-- Both queues are of type COMPUTE and share an engine. The background looks after itself: the CPU asks once a frame how far it
-- has come, without waiting for it.
local gpu = require "gpu"
local timeline = require "lib.timeline"

local FRAMES, PERIOD, RENDER = 5, 120, 45                             -- microseconds
local PIECES, PIECE = 14, 12

-- The times of the frames from their begin on the CPU to their end on the GPU, with or without background work.
local function run(title, background, priority)
  local device = gpu.CreateDevice { Name = title }
  local frames = device:CreateCommandQueue { Type = "COMPUTE", Name = "frames", Priority = priority }
  local spare  = device:CreateCommandQueue { Type = "COMPUTE", Name = "background", Priority = "NORMAL" }
  local shown, done = device:CreateFence(0, "shown"), device:CreateFence(0, "done")
  local t, load = timeline.Create(device, { frames, spare }, true), timeline.Load(device)
  local image, tree = load:State("image"), load:State("acceleration structure")

  local lists = {}
  for frame = 1, FRAMES do
    lists[frame] = timeline.Record(device, frames, "frame " .. frame, function(list)
      t:Begin(list, frames, tostring(frame))
      load:Work(list, image, RENDER)
      t:End(list, frames)
    end)
  end
  if background then
    local update = timeline.Record(device, spare, "update", function(list)
      for _ = 1, PIECES do                                            -- short commands: the engine changes hands between them
        t:Begin(list, spare, "b")
        load:Work(list, tree, PIECE)
        t:End(list, spare)
      end
    end)
    spare:ExecuteCommandLists { update }
    spare:Signal(done, 1)
  end

  local begin, begins, progress = gpu.Now(), {}, {}
  for frame = 1, FRAMES do
    begins[frame] = gpu.Now()
    frames:ExecuteCommandLists { lists[frame] }
    frames:Signal(shown, frame)
    gpu.Work(math.max(begin + frame * PERIOD * 1000 - gpu.Now(), 0) / 1000)       -- the next frame begins on time
    progress[frame] = done:GetCompletedValue()
  end
  shown:WaitCPU(FRAMES)
  t:Collect()
  t:Print(title)

  local worst, finished = 0, "never"
  for frame, span in ipairs(t:Spans(frames)) do worst = math.max(worst, span.to - begins[frame]) end
  for frame = FRAMES, 1, -1 do if progress[frame] == 1 then finished = "in frame " .. frame end end
  print(("  slowest frame %s, engine busy for %.0f %% of the time%s"):format(
    gpu.FormatTime(worst), 100 * t:Busy() / t:Length(), background and ", background seen to be done " .. finished or ""))
  return worst
end

local alone  = run("frames alone", false, "HIGH")
local filled = run("background below the frames", true, "HIGH")
local equal  = run("background beside the frames", true, "NORMAL")
print(("the background delays a frame by %s when it has a lower priority, by %s when it has the same"):format(
  gpu.FormatTime(filled - alone), gpu.FormatTime(equal - alone)))
