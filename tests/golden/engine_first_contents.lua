-- exit: 1
-- The main queue uploads the first contents of a table, and only the compute queue reads it: nothing makes one wait for the other.
local engine = require "gpu.engine"
local device, main, compute = engine.CreateDeviceAndContexts { Name = "demo",
  ImmediateContexts = { { Name = "main" }, { Name = "compute", Type = "COMPUTE" } } }
local both = 3 -- ImmediateContextMask: a bit for each context
local weights = device:CreateBuffer { Name = "weights", Size = 16, ImmediateContextMask = both, Data = engine.Pack("float", { 1, 2, 3, 4 }) }
local copy = device:CreateBuffer { Name = "copy", Size = 16, ImmediateContextMask = both }
compute:CopyBuffer(weights, 0, copy, 0, 16)
compute:WaitForIdle()
