-- exit: 1
-- A list that was begun for one context is executed by another one of the same type.
local engine = require "gpu.engine"
local device, main, second = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1, ImmediateContexts = { { Name = "main" }, { Name = "second" } } }
local deferred = device:GetDeferredContext(1)
local mesh = device:CreateBuffer { Name = "mesh", Size = 16, ImmediateContextMask = 3 }

deferred:Begin(main)
deferred:UpdateBuffer(mesh, 0, engine.Pack("float", { 1, 2, 3, 4 }))
second:ExecuteCommandLists { deferred:FinishCommandList() }
