-- two threads record draws on deferred contexts, with constants of their own for each
local gpu, engine = require "gpu", require "gpu.engine"
local device, immediate = engine.CreateDeviceAndContexts { Name = "engine", DeferredContexts = 2 }
local contexts = { device:GetDeferredContext(1), device:GetDeferredContext(2) }
local constants = device:CreateBuffer { Name = "constants", Size = 256, Usage = "DYNAMIC", BindFlags = "UNIFORM_BUFFER" }
local target = device:CreateTexture { Name = "target", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", BindFlags = "RENDER_TARGET" }
local vertices = device:CreateBuffer { Name = "vertices", Size = 24, BindFlags = "VERTEX_BUFFER" }
local pipeline = device:CreateGraphicsPipelineState { Name = "flat",
  VS = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end },
  GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilDesc = { DepthEnable = false },
    InputLayout = { { SemanticName = "POSITION", Format = "R32G32_FLOAT" } } } }
for frame = 1, 3 do
  local lists, threads = {}, {}
  for i, context in ipairs(contexts) do
    threads[i] = gpu.Thread("recorder " .. i, function()
      context:Begin(immediate) --~ context:Begin(device:GetImmediateContext(1))
      for object = 1, 4 do
        local map = context:MapBuffer(constants, "WRITE", "DISCARD")
        map:Write(0, "float", { frame, i, object })
        context:UnmapBuffer(constants) --~
      end
      lists[i] = context:FinishCommandList()
    end)
  end
  for _, thread in ipairs(threads) do thread:Join() end --~ for _, thread in ipairs(threads) do thread:Join() end
  immediate:ExecuteCommandLists(lists)
  immediate:SetPipelineState(pipeline) --~
  immediate:SetRenderTargets { target:GetDefaultView "RENDER_TARGET" }
  immediate:SetVertexBuffers(0, { vertices }) --<>
  immediate:Draw { NumVertices = 3 }
  immediate:Flush() --~
  for _, context in ipairs(contexts) do context:FinishFrame() end
  immediate:FinishFrame()
end
