-- exit: 1
-- An unknown value of an enum is refused with the nearest one.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COMPUT", Name = "async" }
print(queue)
