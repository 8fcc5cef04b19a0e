-- exit: 1
-- flags: --errors=report
-- With --errors=report a script goes on after a broken rule, and all are shown.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local copy = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
local allocator = device:CreateCommandAllocator "COPY"
local list = device:CreateCommandList { Type = "COPY", Name = "work", Allocator = allocator }
copy:ExecuteCommandLists { list }
list:Close()
list:Close()
print "reached the end"
