-- exit: 1
-- A queue executes lists of its own type only.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "draw", Allocator = device:CreateCommandAllocator "DIRECT" }
list:Close()
queue:ExecuteCommandLists { list }
