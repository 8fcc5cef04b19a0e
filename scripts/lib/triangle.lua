-- A triangle for the engine level: its vertices, and a pipeline that draws them in their colours. The pipeline has no variables, so nothing
-- has to be bound for it.
local gpu, engine = require "gpu", require "gpu.engine"

local Triangle = {}

-- Vertices are three times position (3) and colour (3): 24 bytes each.
function Triangle.Vertices()
  return engine.Pack("float", {
    0.0, 0.8, 0, 1, 0, 0,
    0.8, -0.8, 0, 0, 1, 0,
    -0.8, -0.8, 0, 0, 0, 1,
  })
end

-- Pipeline draws to nothing, or to render targets of the given formats.
function Triangle.Pipeline(device, formats)
  return device:CreateGraphicsPipelineState { Name = "triangle",
    VS = gpu.VertexShader {
      Name = "triangle_vs",
      Inputs = { { "POSITION", "float3" }, { "COLOR", "float3" } },
      Main = function(position, color) return { Position = float4(position, 1.0), color = color } end,
    },
    PS = formats and gpu.PixelShader {
      Name = "triangle_ps",
      Main = function(v) return float4(v.color, 1.0) end,
    } or nil,
    GraphicsPipeline = {
      InputLayout = { { "POSITION", "R32G32B32_FLOAT" }, { "COLOR", "R32G32B32_FLOAT" } },
      PrimitiveTopology = "TRIANGLELIST", RTVFormats = formats or {}, DepthStencilDesc = { DepthEnable = false },
    } }
end

return Triangle
