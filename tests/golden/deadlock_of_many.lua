-- exit: 1
-- A ring of eight queues, each of which waits for the one before it, the first one for the last. The error shows some of them, and counts the others.
local gpu = require "gpu"

local device = gpu.CreateDevice { Name = "demo" }
local queues, fences = {}, {}
for i = 1, 8 do
  queues[i] = device:CreateCommandQueue { Type = "COMPUTE", Name = "step " .. i }
  fences[i] = device:CreateFence(0, "done " .. i)
end
for i = 1, 8 do
  queues[i]:Wait(fences[i > 1 and i - 1 or 8], 1)
  queues[i]:Signal(fences[i], 1)
end
fences[8]:WaitCPU(1)
