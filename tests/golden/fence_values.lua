-- Fence values: what the CPU signals is there at once, what a queue signals comes in its order.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local cpu, frame = device:CreateFence(5, "cpu"), device:CreateFence(0, "frame")
print(cpu:GetCompletedValue())
cpu:Signal(7)
print(cpu:GetCompletedValue())
queue:Wait(cpu, 8)
queue:Signal(frame, 12)
print(frame:GetCompletedValue())
cpu:Signal(8)
frame:WaitCPU(12)
print(frame:GetCompletedValue())
