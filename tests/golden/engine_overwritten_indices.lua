-- exit: 1
-- NO_OVERWRITE writes over indices of a draw that was recorded and not submitted: the draw would read the new ones. It is found at the write.
local gpu, engine = require "gpu", require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo" }
local indices = device:CreateBuffer { Name = "indices", Size = 64, Usage = "DYNAMIC", BindFlags = "INDEX_BUFFER" }
local pipeline = device:CreateGraphicsPipelineState { Name = "points",
  VS = gpu.VertexShader { Main = function(VertexID) return { Position = float4(float(VertexID), 0, 0, 1) } end },
  GraphicsPipeline = { PrimitiveTopology = "POINTLIST" } }

context:MapBuffer(indices, "WRITE", "DISCARD"):Write(0, "uint", { 0, 1, 2, 3 })
context:UnmapBuffer(indices)
context:SetPipelineState(pipeline)
context:SetIndexBuffer(indices)
context:DrawIndexed { NumIndices = 3, FirstIndexLocation = 1, IndexType = "R32_UINT" }
local data = context:MapBuffer(indices, "WRITE", "NO_OVERWRITE")
data:Write(0, "uint", 7)                          -- in front of what the draw reads
data:Write(16, "uint", { 4, 5, 6 })               -- behind it
data:Write(12, "uint", 9)                         -- its last index
