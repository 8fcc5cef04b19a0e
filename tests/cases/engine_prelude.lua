-- What the cases of the engine level stand on, beside the prelude: a render device, ways to make its objects, and commands of a few lines. Every
-- function composes public calls of the API and nothing else.
local gpu, engine = require "gpu", require "gpu.engine"

local e = {}

-- start makes a render device and returns it with its contexts: two deferred ones as d.first and d.second.
function e.start(options)
  options = options or {}
  options.Name, options.DeferredContexts = options.Name or "dev", options.DeferredContexts or 2
  local device, main, second, third = engine.CreateDeviceAndContexts(options)
  return { device = device, main = main, second = second, third = third, first = device:GetDeferredContext(1), other = device:GetDeferredContext(2) }
end

-- queues has a DIRECT queue main, a COMPUTE queue second and a COPY queue third.
function e.queues(options)
  options = options or {}
  options.ImmediateContexts = { { Name = "main" }, { Name = "compute", Type = "COMPUTE" }, { Name = "copy", Type = "COPY" } }
  return e.start(options)
end

e.ALL = 7 -- the mask of three contexts
e.WORDS = engine.Pack("uint", { 1, 2, 3, 4 })

function e.buffer(w, name, more)
  local d = { Name = name, Size = 16, BindFlags = "UNORDERED_ACCESS|SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 4 }
  for k, v in pairs(more or {}) do d[k] = v end
  return w.device:CreateBuffer(d)
end
function e.dynamic(w, name, more)
  local d = { Name = name, Size = 64, Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 4 }
  for k, v in pairs(more or {}) do d[k] = v end
  return w.device:CreateBuffer(d)
end
function e.staging(w, name, access, more)
  local d = { Name = name, Size = 16, Usage = "STAGING", CPUAccessFlags = access or "READ" }
  for k, v in pairs(more or {}) do d[k] = v end
  return w.device:CreateBuffer(d)
end
function e.texture(w, name, more)
  local d = { Name = name, Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", BindFlags = "SHADER_RESOURCE|RENDER_TARGET" }
  for k, v in pairs(more or {}) do d[k] = v end
  return w.device:CreateTexture(d)
end

-- put fills a dynamic buffer; more writes on without new memory.
function e.put(context, b, flags, offset, values)
  context:MapBuffer(b, "WRITE", flags or "DISCARD"):Write(offset or 0, "uint", values or { 1, 2, 3, 4 })
  context:UnmapBuffer(b)
end

local source, result = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
e.source, e.result = source, result
local function move(GroupIndex) result[GroupIndex] = source[GroupIndex] + 1 end

-- mover is a pipeline that writes result := source + 1, for 4 elements, with a binding object.
function e.mover(w, from, to, type, mask)
  w.pipeline = w.pipeline or w.device:CreateComputePipelineState { Name = "mover", CS = gpu.ComputeShader { Name = "mover", NumThreads = { 4, 1, 1 }, Main = move },
    ResourceLayout = { DefaultVariableType = type or "DYNAMIC" }, ImmediateContextMask = mask }
  local srb = w.pipeline:CreateShaderResourceBinding("srb")
  if from then srb:GetVariableByName("COMPUTE", "source"):Set(from) end
  if to then srb:GetVariableByName("COMPUTE", "result"):Set(to) end
  return srb
end
function e.run(w, context, srb)
  context:SetPipelineState(w.pipeline)
  context:CommitShaderResources(srb)
  context:DispatchCompute { ThreadGroupCountX = 1 }
end

-- list records what body does in a deferred context.
function e.list(context, target, body)
  context:Begin(target)
  body(context)
  return context:FinishCommandList()
end

-- frames ends the frame of all contexts.
function e.frames(w)
  w.main:Flush()
  w.main:FinishFrame()
  w.first:FinishFrame()
  w.other:FinishFrame()
end

return e
