-- exit: 1
-- A list must be closed before a queue executes it.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
local allocator = device:CreateCommandAllocator "COPY"
local list = device:CreateCommandList { Type = "COPY", Name = "copy", Allocator = allocator }
queue:ExecuteCommandLists { list }
