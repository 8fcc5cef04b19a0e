-- FinishFrame is forgotten: dynamic memory grows, and Flush does not help. A warning, since nothing is wrong yet.
local engine = require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo", DynamicHeapPageSize = 4096 }
local constants = device:CreateBuffer { Name = "constants", Size = 1024, Usage = "DYNAMIC", BindFlags = "UNIFORM_BUFFER" }
for frame = 1, 300 do
  context:MapBuffer(constants, "WRITE", "DISCARD"):Write(0, "float", frame)
  context:UnmapBuffer(constants)
  context:Flush()
end
print("pages", device:GetDynamicHeapStats().Pages)
