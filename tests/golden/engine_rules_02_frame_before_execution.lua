-- exit: 1
-- A deferred context ends its frame although nobody has executed what it recorded (L9).
local engine = require "gpu.engine"
local device, immediate = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
local deferred = device:GetDeferredContext(1)
local particles = device:CreateBuffer { Name = "particles", Size = 16 }

deferred:Begin(immediate)
deferred:UpdateBuffer(particles, 0, engine.Pack("float", { 1, 2, 3, 4 }))
local list = deferred:FinishCommandList()
deferred:FinishFrame()
immediate:ExecuteCommandLists { list }
