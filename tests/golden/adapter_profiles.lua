-- flags: --adapter=slow-copy
-- The profile of the adapter decides what it is and how fast.
local gpu = require "gpu"
local desc = gpu.GetAdapterDesc()
print(desc.Profile, desc.Engines3D, desc.EnginesCompute, desc.EnginesCopy)
