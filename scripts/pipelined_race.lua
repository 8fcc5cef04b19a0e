-- exit: 1
-- What PipelinedComputeGraphics comes to with a version of the data too few (pipelined_compute.lua, rule S20).
--
--   3 versions   compute writes 4 while graphics reads 2: versions 1 and 2
--   2 versions   compute writes 4 while graphics reads 2: version 2 and version 2
--
-- The second run ends in a report of the race: which lists, on which queues, which bytes, and which wait is missing. With
-- --validation=off it goes through, and the seas of its picture belong to other frames than the skies above them.
local gpu = require "gpu"
local pipelined = require "lib.pipelined"

local FRAMES, CPU_LATENCY, LATENCY = 12, 3, 2

local function run(versions)
  local p = pipelined.Create { Versions = versions }
  for frame = 1, FRAMES do
    if frame - 1 > LATENCY then p.computeQueue:Wait(p.graphicsFence, frame - 1 - LATENCY) end
    if frame - 1 > CPU_LATENCY then p.computeFence:WaitCPU(frame - 1 - CPU_LATENCY) end
    p.computeQueue:ExecuteCommandLists { p.ComputeList(frame) }
    p.computeQueue:Signal(p.computeFence, frame)
    if frame > LATENCY then
      p.graphicsQueue:Wait(p.computeFence, frame - LATENCY)
      p.graphicsQueue:ExecuteCommandLists { p.GraphicsList(frame - LATENCY) }
      p.graphicsQueue:Signal(p.graphicsFence, frame - LATENCY)
    end
  end
  p.graphicsFence:WaitCPU(FRAMES - LATENCY)
  print(("%d versions: picture %s"):format(versions, gpu.Hash(p.picture)))
  gpu.SavePNG(("pipelined_race_%d.png"):format(versions), p.picture)
end

run(LATENCY + 1)
run(LATENCY)
