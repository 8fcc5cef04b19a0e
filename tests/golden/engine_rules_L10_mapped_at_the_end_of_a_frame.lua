-- exit: 1
-- A dynamic buffer is mapped over the end of a frame (L10).
local engine = require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local constants = device:CreateBuffer { Name = "constants", Size = 64, Usage = "DYNAMIC", BindFlags = "UNIFORM_BUFFER" }
local data = context:MapBuffer(constants, "WRITE", "DISCARD")
data:Write(0, "float", { 1, 2, 3, 4 })
context:FinishFrame()
