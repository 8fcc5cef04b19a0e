-- exit: 1
-- Two contexts wait for each other's signals, which come behind the waits: the second wait is refused.
local engine = require "gpu.engine"
local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
local drawn, copied = device:CreateFence { Name = "drawn" }, device:CreateFence { Name = "copied" }
main:EnqueueSignal(drawn, 1)
copies:EnqueueSignal(copied, 1)
main:DeviceWaitForFence(copied, 1)
copies:DeviceWaitForFence(drawn, 1)
main:Flush()
copies:Flush()
