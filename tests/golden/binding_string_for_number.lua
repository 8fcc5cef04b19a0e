-- exit: 1
-- Texts are never converted to numbers.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = "16" }
