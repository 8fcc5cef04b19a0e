-- exit: 1
-- A pointer that MapBuffer gave is kept and written in the next frame (L10).
local engine = require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local constants = device:CreateBuffer { Name = "constants", Size = 64, Usage = "DYNAMIC", BindFlags = "UNIFORM_BUFFER" }
local data = context:MapBuffer(constants, "WRITE", "DISCARD")
data:Write(0, "float", { 1, 2, 3, 4 })
context:UnmapBuffer(constants)
context:FinishFrame()
data:Write(0, "float", { 5, 6, 7, 8 })
