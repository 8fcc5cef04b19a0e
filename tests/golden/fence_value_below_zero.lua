-- exit: 1
-- A fence value below zero is a slip where it is computed: no other value would be right, so nothing is put in its place. The same holds for a fraction.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local q = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local f = device:CreateFence(0, "frames")
print(select(2, pcall(function() q:Wait(f, -1) end)).help)
print(select(2, pcall(function() f:WaitCPU(-2) end)).help)
print(select(2, pcall(function() q:Signal(f, 3 / 2) end)).help)
q:Signal(f, 1 - 2)
