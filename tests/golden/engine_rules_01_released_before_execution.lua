-- exit: 1
-- A deferred list needs a texture that was released after FinishCommandList: the basic requirement of the seed (L7).
local engine = require "gpu.engine"
local device, immediate = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 1 }
local deferred = device:GetDeferredContext(1)
local target = device:CreateTexture { Name = "shadow map", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", BindFlags = "RENDER_TARGET" }

deferred:Begin(immediate)
deferred:SetRenderTargets { target:GetDefaultView("RENDER_TARGET") }
deferred:ClearRenderTarget(target:GetDefaultView("RENDER_TARGET"), { 0, 0, 0, 1 })
local list = deferred:FinishCommandList()
target:Release()
immediate:ExecuteCommandLists { list }
