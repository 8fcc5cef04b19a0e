-- exit: 1
-- A binding object, and with it its range of the descriptor heap, is given back twice.
local engine = require "gpu.engine"
local pipelines = require "lib.pipelines"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local pipeline = pipelines.Double(device, 1)
local srb = pipeline:CreateShaderResourceBinding("binding")
srb:Release()
context:FinishFrame()
srb:Release()
