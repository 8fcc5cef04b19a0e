-- exit: 1
-- ALLOW_OVERWRITE changes a descriptor that the GPU may be reading (H12).
local gpu, engine = require "gpu", require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local source, result = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local function floats(name, mask)
  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "SHADER_RESOURCE|UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4, ImmediateContextMask = mask }
end
local pipeline = device:CreateComputePipelineState { Name = "double", ResourceLayout = { DefaultVariableType = "MUTABLE" }, ImmediateContextMask = 1,
  CS = gpu.ComputeShader { Name = "double", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = source[GroupIndex] * 2.0 end } }
local srb = pipeline:CreateShaderResourceBinding("binding")
local a, b, c = floats("a"), floats("b"), floats("c")
srb:GetVariableByName("COMPUTE", "source"):Set(a)
srb:GetVariableByName("COMPUTE", "result"):Set(b)

context:SetPipelineState(pipeline)
context:CommitShaderResources(srb)
context:DispatchCompute { ThreadGroupCountX = 1 }
context:Flush()
srb:GetVariableByName("COMPUTE", "result"):Set(c, "ALLOW_OVERWRITE")
