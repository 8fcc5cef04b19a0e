-- exit: 1
-- A query measures again before its last result is known to be there.
local engine = require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local time = device:CreateQuery { Name = "frame time", Type = "DURATION" }
local work = device:CreateBuffer { Name = "work", Size = 16 }
for frame = 1, 2 do
  context:BeginQuery(time)
  context:UpdateBuffer(work, 0, engine.Pack("float", { frame, 0, 0, 0 }))
  context:EndQuery(time)
  context:Flush()
  context:FinishFrame()
end
