-- exit: 1
-- A context waits for a signal that another one has enqueued and never flushed: who waits for the queue waits for ever.
local engine = require "gpu.engine"
local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
local copied = device:CreateFence { Name = "copied" }
copies:EnqueueSignal(copied, 1)
main:DeviceWaitForFence(copied, 1)
main:WaitForIdle()
