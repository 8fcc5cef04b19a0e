-- exit: 1
-- Waiting for a value that nobody signals is a deadlock, and is said at once.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "frame done")
queue:Signal(fence, 1)
fence:WaitCPU(2)
