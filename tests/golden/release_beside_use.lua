-- exit: 1
-- A Release that shares its line with the use after it is taken out of the line.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local q = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local f = device:CreateFence(0, "frames")
f:Release(); q:Signal(f, 1)
