-- exit: 1
-- A list is executed in the frame behind the one in which it was begun (L9).
local engine = require "gpu.engine"
local device, immediate = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
local deferred = device:GetDeferredContext(1)
local particles = device:CreateBuffer { Name = "particles", Size = 16 }

deferred:Begin(immediate)
deferred:UpdateBuffer(particles, 0, engine.Pack("float", { 1, 2, 3, 4 }))
local list = deferred:FinishCommandList()
immediate:FinishFrame()
immediate:ExecuteCommandLists { list }
