-- exit: 1
-- Twelve threads wait for a fence that is never signalled, and the script for the end of the first one. The error shows some of them, and counts the others.
local gpu = require "gpu"

local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local ready = device:CreateFence(0, "ready")
local workers = {}
for i = 1, 12 do
  workers[i] = gpu.Thread("worker " .. i, function() ready:WaitCPU(1) end)
end
for i = 1, 12 do
  workers[i]:Join()
end
