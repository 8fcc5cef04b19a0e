-- exit: 1
-- The script fails before anybody knows whether the queue passes its wait: the advice against the lower signal is given then.
local gpu = require "gpu"

local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local copied, start = device:CreateFence(0, "copied"), device:CreateFence(0, "start")

queue:Wait(start, 1)
queue:Wait(copied, 2)
copied:Signal(2)
copied:Signal(0)
error "no frame to draw"
