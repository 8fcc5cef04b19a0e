-- exit: 1
-- An object of the wrong kind is refused with both kinds.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local buffer = device:CreateCommittedResource { Name = "verts", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64, InitialState = "COMMON" }
queue:Signal(buffer, 1)
