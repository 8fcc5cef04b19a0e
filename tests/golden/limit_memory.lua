-- exit: 1
-- flags: --limit-vram=1M
-- Video memory is limited: the message says how much was wanted and how much is free.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
for i = 1, 8 do
  device:CreateHeap { Name = "block " .. i, SizeInBytes = 256 * 1024, HeapType = "DEFAULT", Flags = "ALLOW_ONLY_BUFFERS" }
  print("block " .. i)
end
