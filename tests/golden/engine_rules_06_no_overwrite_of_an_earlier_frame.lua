-- exit: 1
-- The first map of a frame says NO_OVERWRITE: the bytes of the frame before are gone (L10).
local engine = require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local ring = device:CreateBuffer { Name = "ring", Size = 64, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
for frame = 1, 2 do
  local data = context:MapBuffer(ring, "WRITE", frame == 1 and "DISCARD" or "NO_OVERWRITE")
  data:Write(16 * (frame - 1), "float", { frame, 0, 0, 1 })
  context:UnmapBuffer(ring)
  context:Flush()
  context:FinishFrame()
end
