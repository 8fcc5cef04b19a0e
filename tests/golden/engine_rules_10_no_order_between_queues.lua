-- exit: 1
-- A dispatch reads what the copy queue is writing; no fence orders the two.
local engine = require "gpu.engine"
local pipelines = require "lib.pipelines"
local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
local pipeline = pipelines.Double(device, 3)
local srb = pipeline:CreateShaderResourceBinding("binding")
local a, b = pipelines.Floats(device, "a", 3), pipelines.Floats(device, "b", 3)
srb:GetVariableByName("COMPUTE", "source"):Set(a)
srb:GetVariableByName("COMPUTE", "result"):Set(b)

copies:UpdateBuffer(a, 0, engine.Pack("float", { 5, 6, 7, 8 }))
copies:Flush()
main:SetPipelineState(pipeline)
main:CommitShaderResources(srb)
main:DispatchCompute { ThreadGroupCountX = 1 }
main:WaitForIdle()
