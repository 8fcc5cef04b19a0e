-- exit: 1
-- A dynamic buffer is mapped with DISCARD or NO_OVERWRITE: without either the message writes the call as it is meant.
local engine = require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local ring = device:CreateBuffer { Name = "ring", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
context:MapBuffer(ring, "WRITE"):Write(0, "float", 1)
