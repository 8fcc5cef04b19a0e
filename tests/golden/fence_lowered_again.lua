-- exit: 1
-- The value has served for one wait, and the fence is lowered before the next one: the signal that lowers it is also the last one.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local copies = device:CreateCommandQueue { Type = "COPY", Name = "copies" }
local copied = device:CreateFence(0, "copied")

copied:Signal(2)
copied:WaitCPU(2)
copied:Signal(1)
copied:WaitCPU(2)
