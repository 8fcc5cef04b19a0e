-- exit: 1
-- A misspelt method is refused with the nearest name.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateComandQueue { Type = "DIRECT", Name = "main" }
print(queue)
