-- exit: 1
-- ALLOW_OVERWRITE changes a descriptor that the GPU may be reading (H12).
local engine = require "gpu.engine"
local pipelines = require "lib.pipelines"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local pipeline = pipelines.Double(device, 1)
local srb = pipeline:CreateShaderResourceBinding("binding")
local a, b, c = pipelines.Floats(device, "a"), pipelines.Floats(device, "b"), pipelines.Floats(device, "c")
srb:GetVariableByName("COMPUTE", "source"):Set(a)
srb:GetVariableByName("COMPUTE", "result"):Set(b)

context:SetPipelineState(pipeline)
context:CommitShaderResources(srb)
context:DispatchCompute { ThreadGroupCountX = 1 }
context:Flush()
srb:GetVariableByName("COMPUTE", "result"):Set(c, "ALLOW_OVERWRITE")
