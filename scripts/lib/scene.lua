-- A scene for deferred contexts: a cube of 36 vertices, a dynamic buffer of constants, three textures, and a binding object for each
-- of two threads.
local gpu, engine = require "gpu", require "gpu.engine"
local shapes = require "lib.shapes"

local Scene = {}

local g_constants = gpu.StructuredBuffer("t0", "float4")
local g_texture = gpu.Texture2D("t1", "float4")

local vs = gpu.VertexShader {
  Name = "scene_vs",
  Main = function(VertexID)
    local corner = float(VertexID % 3)
    return { Position = float4(g_constants[0].xy + float2(corner, corner * corner), 0.5, 1.0) }
  end,
}

local ps = gpu.PixelShader {
  Name = "scene_ps",
  Main = function() return g_texture[int2(0, 0)] end,
}

-- Transform is the place of an object in a frame: four numbers.
local function Transform(frame, object)
  local angle = 0.1 * frame + 0.0628 * object
  return { math.cos(angle), math.sin(angle), 0, 1 }
end

function Scene.Create(device)
  local pipeline = device:CreateGraphicsPipelineState { Name = "scene", VS = vs, PS = ps,
    GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RTVFormats = {}, DepthStencilDesc = { DepthEnable = false } },
    ResourceLayout = { DefaultVariableType = "MUTABLE", Variables = { { "g_texture", "DYNAMIC" } } } }
  local constants = device:CreateBuffer { Name = "constants", Size = 16, Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 16 }
  local textures, srbs = {}, {}
  for i = 1, 3 do
    textures[i] = device:CreateTexture { Name = "texture " .. i, Width = 1, Format = "R8G8B8A8_UNORM", Usage = "IMMUTABLE", BindFlags = "SHADER_RESOURCE",
      Data = { { Data = engine.Pack("byte", { 80 * i, 0, 255 - 80 * i, 255 }) } } }
  end
  for i = 1, 2 do
    srbs[i] = pipeline:CreateShaderResourceBinding("thread " .. i)
    srbs[i]:GetVariableByName("VERTEX", "g_constants"):Set(constants)
  end
  return { pipeline = pipeline, constants = constants, textures = textures, srbs = srbs, Transform = Transform }
end

return Scene
