-- exit: 1
-- A dynamic buffer is drawn from in a frame in which it was not mapped (L10).
local engine = require "gpu.engine"
local pipelines = require "lib.pipelines"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local vertices = device:CreateBuffer { Name = "vertices", Size = 96, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
local target = device:CreateTexture { Name = "target", Width = 32, Height = 32, Format = "R8G8B8A8_UNORM", BindFlags = "RENDER_TARGET" }
local pipeline = pipelines.Flat(device)

local function draw(first)
  context:SetPipelineState(pipeline)
  context:SetRenderTargets { target:GetDefaultView("RENDER_TARGET") }
  context:SetVertexBuffers(0, { vertices })
  context:Draw { NumVertices = 3, StartVertexLocation = first }
end

context:MapBuffer(vertices, "WRITE", "DISCARD"):Write(0, "float", { -1, -1, 3, -1, -1, 3 })
context:UnmapBuffer(vertices)
for _ = 1, 2 do
  draw(0)
  context:Flush()
  context:FinishFrame()
end
