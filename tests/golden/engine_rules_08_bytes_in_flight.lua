-- exit: 1
-- NO_OVERWRITE writes a triangle over one that the GPU still draws: byte for byte, in spite of the promise.
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
draw(0)
context:Flush()
local data = context:MapBuffer(vertices, "WRITE", "NO_OVERWRITE")
data:Write(24, "float", { -1, -1, 1, -1, -1, 1 })            -- behind it: the promise is kept
data:Write(16, "float", { 0, 0 })                            -- the last corner of the first triangle
context:UnmapBuffer(vertices)
draw(3)
context:WaitForIdle()
