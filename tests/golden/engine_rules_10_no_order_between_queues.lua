-- exit: 1
-- A dispatch reads what the copy queue is writing; no fence orders the two.
local gpu, engine = require "gpu", require "gpu.engine"
local device, main, copies = engine.CreateDeviceAndContexts { Name = "demo", ImmediateContexts = { { Name = "main" }, { Name = "copies", Type = "COPY" } } }
local source, result = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local function floats(name, mask)
  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "SHADER_RESOURCE|UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4, ImmediateContextMask = mask }
end
local pipeline = device:CreateComputePipelineState { Name = "double", ResourceLayout = { DefaultVariableType = "MUTABLE" }, ImmediateContextMask = 3,
  CS = gpu.ComputeShader { Name = "double", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = source[GroupIndex] * 2.0 end } }
local srb = pipeline:CreateShaderResourceBinding("binding")
local a, b = floats("a", 3), floats("b", 3)
srb:GetVariableByName("COMPUTE", "source"):Set(a)
srb:GetVariableByName("COMPUTE", "result"):Set(b)

copies:UpdateBuffer(a, 0, engine.Pack("float", { 5, 6, 7, 8 }))
copies:Flush()
main:SetPipelineState(pipeline)
main:CommitShaderResources(srb)
main:DispatchCompute { ThreadGroupCountX = 1 }
main:WaitForIdle()
