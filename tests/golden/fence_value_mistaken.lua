-- The reader waits for 202 where the writer signals 201 in its second frame. The 301 of the third frame would end the wait, but it stands behind the reader's answer.
-- exit: 1
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local writer = device:CreateCommandQueue { Type = "COPY", Name = "writer" }
local reader = device:CreateCommandQueue { Type = "DIRECT", Name = "reader" }
local written, read = device:CreateFence(0, "written"), device:CreateFence(0, "read")
writer:Signal(written, 101)
reader:Wait(written, 101)
reader:Signal(read, 1)
writer:Wait(read, 1)
writer:Signal(written, 201)
reader:Wait(written, 202)
reader:Signal(read, 2)
writer:Wait(read, 2)
writer:Signal(written, 301)
reader:Wait(written, 301)
reader:Signal(read, 3)
read:WaitCPU(3)
print "done"
