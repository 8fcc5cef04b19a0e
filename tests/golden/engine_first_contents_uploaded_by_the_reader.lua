-- The table of engine_first_contents.lua with the help applied: the queue that reads the first contents uploads them.
local engine = require "gpu.engine"
local device, main, compute = engine.CreateDeviceAndContexts { Name = "demo",
  ImmediateContexts = { { Name = "main" }, { Name = "compute", Type = "COMPUTE" } } }
local both = 3 -- ImmediateContextMask: a bit for each context
local weights = device:CreateBuffer { Name = "weights", Size = 16, ImmediateContextMask = both, Data = engine.Pack("float", { 1, 2, 3, 4 }), DataContext = device:GetImmediateContext(2) }
local copy = device:CreateBuffer { Name = "copy", Size = 16, ImmediateContextMask = both }
compute:CopyBuffer(weights, 0, copy, 0, 16)
local back = device:CreateBuffer { Name = "back", Size = 16, Usage = "STAGING", CPUAccessFlags = "READ", ImmediateContextMask = both }
compute:CopyBuffer(copy, 0, back, 0, 16)
compute:WaitForIdle()
print(table.concat(compute:MapBuffer(back, "READ"):Read(0, "float", 4), " "))
