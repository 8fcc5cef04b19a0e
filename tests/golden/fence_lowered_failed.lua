-- exit: 1
-- The script fails before anybody knows whether a queue comes to its wait before its fence is lowered: the advice against the lower signal is given then.
local gpu = require "gpu"

local device = gpu.CreateDevice { Name = "demo" }
local queue, copies = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateCommandQueue { Type = "COPY", Name = "copies" }
local copied, start = device:CreateFence(0, "copied"), device:CreateFence(0, "start")

queue:Wait(start, 1)
queue:Wait(copied, 2)
copies:Signal(copied, 2)
copies:Signal(copied, 0)
start:Signal(1)
error "no frame to draw"
