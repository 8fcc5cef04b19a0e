-- The engine level: one line of what a user writes is left out, or stands after the next one.
local t = require "prelude"
local case, gpu = t.case, t.gpu
local e = require "engine_prelude"
local start, buffer, dynamic, texture, frames, result = e.start, e.buffer, e.dynamic, e.texture, e.frames, e.result

-- Contexts of threads --------------------------------------------------------------------------------------------------------------

case("a thread begins before its loop", "silent", function()
  local w = start()
  local a, b, lists, threads = buffer(w, "a"), buffer(w, "b"), {}, {}
  for i, context in ipairs { w.first } do
    threads[i] = gpu.Thread("recorder " .. i, function()
      context:Begin(w.main)
      for part = 0, 1 do
        context:CopyBuffer(a, 0, b, 4 * part, 4)
      end
      lists[i] = context:FinishCommandList()
    end)
  end
  for _, thread in ipairs(threads) do thread:Join() end
  w.main:ExecuteCommandLists(lists)
  frames(w)
end)

case("a thread does not begin before its loop", "GS0645 CopyBuffer", function()
  local w = start()
  local a, b, lists, threads = buffer(w, "a"), buffer(w, "b"), {}, {}
  for i, context in ipairs { w.first } do
    threads[i] = gpu.Thread("recorder " .. i, function()
      for part = 0, 1 do
        context:CopyBuffer(a, 0, b, 4 * part, 4) --!
      end
      lists[i] = context:FinishCommandList()
    end)
  end
  for _, thread in ipairs(threads) do thread:Join() end
  w.main:ExecuteCommandLists(lists)
  frames(w)
end)

-- Mappings -------------------------------------------------------------------------------------------------------------------------

case("a buffer is mapped and unmapped for each draw", "silent", function()
  local w = start()
  local constants = dynamic(w, "constants")
  for object = 1, 3 do
    local mapping = w.main:MapBuffer(constants, "WRITE", "DISCARD")
    mapping:Write(0, "uint", { object })
    w.main:UnmapBuffer(constants)
  end
  frames(w)
end)

case("a buffer is mapped for each draw and never unmapped", "GS0656 mapped already", function()
  local w = start()
  local constants = dynamic(w, "constants")
  for object = 1, 3 do
    local mapping = w.main:MapBuffer(constants, "WRITE", "DISCARD") --!
    mapping:Write(0, "uint", { object })
  end
  frames(w)
end)

-- What draws and dispatches need ---------------------------------------------------------------------------------------------------

-- flat is a pipeline that draws from a vertex buffer, with such a buffer.
local function flat(w)
  local pipeline = w.device:CreateGraphicsPipelineState { Name = "flat",
    VS = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end },
    GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilDesc = { DepthEnable = false },
      InputLayout = { { SemanticName = "POSITION", Format = "R32G32_FLOAT" } } } }
  return pipeline, w.device:CreateBuffer { Name = "vertices", Size = 24, BindFlags = "VERTEX_BUFFER" }
end

case("pipeline and vertex buffers are set before the draw", "silent", function()
  local w = start()
  local pipeline, vertices = flat(w)
  w.main:SetPipelineState(pipeline)
  w.main:SetRenderTargets { texture(w, "color"):GetDefaultView "RENDER_TARGET" }
  w.main:SetVertexBuffers(0, { vertices })
  w.main:Draw { NumVertices = 3 }
  frames(w)
end)

case("vertex buffers are set after the draw", "GS0913 Draw reads POSITION", function()
  local w = start()
  local pipeline, vertices = flat(w)
  w.main:SetPipelineState(pipeline)
  w.main:SetRenderTargets { texture(w, "color"):GetDefaultView "RENDER_TARGET" }
  w.main:Draw { NumVertices = 3 } --!
  w.main:SetVertexBuffers(0, { vertices })
  frames(w)
end)

case("a pipeline without variables is not set", "GS0663 Draw on DeviceContext", function()
  local w = start()
  local pipeline, vertices = flat(w)
  w.main:SetRenderTargets { texture(w, "color"):GetDefaultView "RENDER_TARGET" }
  w.main:SetVertexBuffers(0, { vertices })
  w.main:Draw { NumVertices = 3 } --!
  w.main:SetPipelineState(pipeline)
  frames(w)
end)

-- Signatures -----------------------------------------------------------------------------------------------------------------------

case("a variable of a signature has its buffer", "silent", function()
  local w = start()
  local bytes = w.device:CreatePipelineResourceSignature { Name = "bytes", Resources = {
    { Name = "result", ShaderStages = "COMPUTE", ResourceType = "BUFFER_UAV" } } }
  w.device:CreateComputePipelineState { Name = "fill", ResourceSignatures = { bytes }, CS = gpu.ComputeShader { Name = "fill", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) result[GroupIndex] = 1 end } }
  local bindings = bytes:CreateShaderResourceBinding("bindings")
  bindings:GetVariableByName("COMPUTE", "result"):Set(buffer(w, "a"))
  frames(w)
end)

case("a static variable of a signature has no buffer", "GS0663 STATIC variable \"result\"", function()
  local w = start()
  local bytes = w.device:CreatePipelineResourceSignature { Name = "bytes", Resources = { --1
    { Name = "result", ShaderStages = "COMPUTE", ResourceType = "BUFFER_UAV", VarType = "STATIC" } } }
  w.device:CreateComputePipelineState { Name = "fill", ResourceSignatures = { bytes }, CS = gpu.ComputeShader { Name = "fill", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) result[GroupIndex] = 1 end } }
  bytes:CreateShaderResourceBinding("bindings") --!
  frames(w)
end)
