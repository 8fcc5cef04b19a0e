-- exit: 1
-- A texture is released in front of the draw that needs it (L6).
local gpu, engine = require "gpu", require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local vertices = device:CreateBuffer { Name = "vertices", Size = 96, BindFlags = "VERTEX_BUFFER" }
local target = device:CreateTexture { Name = "target", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM", BindFlags = "RENDER_TARGET" }
local pipeline = device:CreateGraphicsPipelineState { Name = "flat",
  VS = gpu.VertexShader { Name = "flat vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end },
  PS = gpu.PixelShader { Name = "flat ps", Main = function(v) return float4(1.0, 0.5, 0.25, 1.0) end },
  GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilDesc = { DepthEnable = false },
    InputLayout = { { SemanticName = "POSITION", Format = "R32G32_FLOAT" } } } }

local function draw(first)
  context:SetPipelineState(pipeline)
  context:SetRenderTargets { target:GetDefaultView("RENDER_TARGET") }
  context:SetVertexBuffers(0, { vertices })
  context:Draw { NumVertices = 3, StartVertexLocation = first }
end

draw(0)
context:Flush()
vertices:Release()
draw(0)
