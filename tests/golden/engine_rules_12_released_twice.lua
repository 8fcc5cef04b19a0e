-- exit: 1
-- A binding object, and with it its range of the descriptor heap, is given back twice.
local gpu, engine = require "gpu", require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local source, result = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local function floats(name, mask)
  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "SHADER_RESOURCE|UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4, ImmediateContextMask = mask }
end
local pipeline = device:CreateComputePipelineState { Name = "double", ResourceLayout = { DefaultVariableType = "MUTABLE" }, ImmediateContextMask = 1,
  CS = gpu.ComputeShader { Name = "double", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = source[GroupIndex] * 2.0 end } }
local srb = pipeline:CreateShaderResourceBinding("binding")
srb:Release()
context:FinishFrame()
srb:Release()
