-- exit: 1
-- A texture is released in front of the draw that needs it (L6).
local engine = require "gpu.engine"
local pipelines = require "lib.pipelines"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local vertices = device:CreateBuffer { Name = "vertices", Size = 96, BindFlags = "VERTEX_BUFFER" }
local target = device:CreateTexture { Name = "target", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM", BindFlags = "RENDER_TARGET" }
local pipeline = pipelines.Flat(device)

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
