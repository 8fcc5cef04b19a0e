-- exit: 1
-- A buffer for the first context is filled on the copy queue.
local engine = require "gpu.engine"
local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
local mesh = device:CreateBuffer { Name = "mesh", Size = 16, BindFlags = "VERTEX_BUFFER" }
copies:UpdateBuffer(mesh, 0, engine.Pack("float", { 1, 2, 3, 4 }))
