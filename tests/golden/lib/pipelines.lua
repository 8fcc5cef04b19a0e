-- What the scripts about the rules of the engine level draw and compute with.
local gpu = require "gpu"

local pipelines = {}

-- Flat draws triangles of corners of two floats in one colour, without a depth buffer.
function pipelines.Flat(device)
  return device:CreateGraphicsPipelineState { Name = "flat",
    VS = gpu.VertexShader { Name = "flat vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end },
    PS = gpu.PixelShader { Name = "flat ps", Main = function(v) return float4(1.0, 0.5, 0.25, 1.0) end },
    GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilDesc = { DepthEnable = false },
      InputLayout = { { SemanticName = "POSITION", Format = "R32G32_FLOAT" } } } }
end

local source, result = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")

-- Double writes the doubles of the four floats of the variable "source" into the variable "result", both MUTABLE. mask is of the contexts.
function pipelines.Double(device, mask)
  return device:CreateComputePipelineState { Name = "double", ResourceLayout = { DefaultVariableType = "MUTABLE" }, ImmediateContextMask = mask,
    CS = gpu.ComputeShader { Name = "double", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = source[GroupIndex] * 2.0 end } }
end

-- Floats is a buffer of four floats that Double reads or writes.
function pipelines.Floats(device, name, mask)
  return device:CreateBuffer { Name = name, Size = 16, BindFlags = "SHADER_RESOURCE|UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4, ImmediateContextMask = mask }
end

return pipelines
