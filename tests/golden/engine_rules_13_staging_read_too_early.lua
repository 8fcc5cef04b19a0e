-- exit: 1
-- A staging buffer is read before the copy into it has been executed.
local engine = require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local results = device:CreateBuffer { Name = "results", Size = 16, Data = engine.Pack("float", { 1, 2, 3, 4 }) }
local readback = device:CreateBuffer { Name = "readback", Size = 16, Usage = "STAGING", CPUAccessFlags = "READ" }
context:CopyBuffer(results, 0, readback, 0, 16)
context:Flush()
print(context:MapBuffer(readback, "READ"):Read(0, "float"))
