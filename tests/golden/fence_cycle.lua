-- exit: 1
-- Two queues that wait for each other: the message names the cycle.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local async = device:CreateCommandQueue { Type = "COMPUTE", Name = "async" }
local a, b = device:CreateFence(0, "a"), device:CreateFence(0, "b")
main:Wait(b, 1)
main:Signal(a, 1)
async:Wait(a, 1)
async:Signal(b, 1)
a:WaitCPU(1)
