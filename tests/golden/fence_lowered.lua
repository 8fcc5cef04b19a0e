-- exit: 1
-- The copy queue gives the fence 2 and takes it back to 0 before the queue that waits for 2 is let go on to its wait. The error names both signals.
local gpu = require "gpu"

local device = gpu.CreateDevice { Name = "demo" }
local copies = device:CreateCommandQueue { Type = "COPY", Name = "copies" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local copied = device:CreateFence(0, "copied")
local start = device:CreateFence(0, "start")

queue:Wait(start, 1)
queue:Wait(copied, 2)
queue:Signal(start, 2)

copies:Signal(copied, 2)
copies:Signal(copied, 0)
copies:Signal(start, 1)
start:WaitCPU(2)
