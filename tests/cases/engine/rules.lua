-- The engine level: lifetimes, deferred contexts, several queues, dynamic memory, binding objects, release queues, the end of a device.
-- Expectations follow the seeds and what the documentation of Diligent Engine says, not what the program says.
local t = require "prelude"
local case, gpu = t.case, t.gpu
local engine = require "gpu.engine"

local e = require "engine_prelude"
local start, queues, buffer, dynamic, staging, texture = e.start, e.queues, e.buffer, e.dynamic, e.staging, e.texture
local put, mover, run, list, frames = e.put, e.mover, e.run, e.list, e.frames
local ALL, WORDS, result = e.ALL, e.WORDS, e.result

-- Lifetimes ------------------------------------------------------------------------------------------------------------------------

case("a buffer released behind its last command", "silent", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  w.main:UpdateBuffer(a, 0, WORDS)
  w.main:CopyBuffer(a, 0, b, 0, 16)
  a:Release()
  b:Release()
  w.main:WaitForIdle()
  w.main:FinishFrame()
  w.device:Release()
end)

case("a buffer released in front of its last command", "GS0641 Buffer \"a\"", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  a:Release()
  w.main:CopyBuffer(a, 0, b, 0, 16) --!
end)

case("a bound buffer released in front of the dispatch", "GS0641 Buffer \"a\"", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local srb = mover(w, a, b)
  w.main:SetPipelineState(w.pipeline)
  w.main:CommitShaderResources(srb)
  a:Release()
  w.main:DispatchCompute { ThreadGroupCountX = 1 } --!
end)

case("a binding object released while it is committed", "GS0641 ShaderResourceBinding \"srb\"", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  w.main:SetPipelineState(w.pipeline)
  w.main:CommitShaderResources(srb)
  srb:Release()
  w.main:DispatchCompute { ThreadGroupCountX = 1 } --!
end)

case("a pipeline released while it is set", "GS0641 PipelineState \"mover\"", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  w.main:SetPipelineState(w.pipeline)
  w.main:CommitShaderResources(srb)
  w.pipeline:Release()
  w.main:DispatchCompute { ThreadGroupCountX = 1 } --!
end)

case("everything of a dispatch released behind it", "silent", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local srb = mover(w, a, b)
  run(w, w.main, srb)
  for _, o in ipairs { a, b, srb, w.pipeline } do o:Release() end
  w.main:WaitForIdle()
  w.main:FinishFrame()
  w.device:Release()
end)

case("a view of a released texture", "GS0641 Texture \"color\"", function()
  local w = start()
  local color = texture(w, "color")
  local view = color:GetDefaultView("RENDER_TARGET")
  color:Release()
  w.main:ClearRenderTarget(view, { 0, 0, 0, 1 }) --!
end)

case("a released view of a texture that lives", "GS0641 TextureView \"part\"", function()
  local w = start()
  local color = texture(w, "color")
  local view = color:CreateView { Name = "part", Type = "RENDER_TARGET" }
  view:Release()
  w.main:ClearRenderTarget(view, { 0, 0, 0, 1 }) --!
end)

case("released twice", "GS0643 Buffer \"a\"", function()
  local w = start()
  local a = buffer(w, "a")
  a:Release()
  a:Release() --!
end)

case("a released buffer set into a variable", "GS0641 Buffer \"a\"", function()
  local w = start()
  local a = buffer(w, "a")
  local srb = mover(w, nil, buffer(w, "b"))
  a:Release()
  srb:GetVariableByName("COMPUTE", "source"):Set(a) --!
end)

case("a mapped buffer released, then written", "GS0641 Buffer \"d\"", function()
  local w = start()
  local d = dynamic(w, "d")
  local m = w.main:MapBuffer(d, "WRITE", "DISCARD")
  d:Release()
  m:Write(0, "uint", 1) --!
end)

case("a query released while it measures", "GS0641 Query \"q\"", function()
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "DURATION" }
  w.main:BeginQuery(q)
  q:Release()
  w.main:EndQuery(q) --!
end)

case("a fence released between signal and wait", "GS0641 Fence \"f\"", function()
  local w = queues()
  local f = w.device:CreateFence { Name = "f" }
  w.third:EnqueueSignal(f, 1)
  w.third:Flush()
  f:Release()
  w.main:DeviceWaitForFence(f, 1) --!
end)

-- Deferred contexts ----------------------------------------------------------------------------------------------------------------

case("a list recorded, executed, its objects released behind it", "silent", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  w.main:ExecuteCommandLists { l }
  a:Release()
  frames(w)
end)

case("an object released between FinishCommandList and the execution", "GS0642 Buffer \"a\"", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  a:Release()
  w.main:ExecuteCommandLists { l } --!
end)

case("a binding object of a list released before the execution", "GS0642 ShaderResourceBinding \"srb\"", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  local l = list(w.first, w.main, function(c) run(w, c, srb) end)
  srb:Release()
  w.main:ExecuteCommandLists { l } --!
end)

case("a dynamic buffer of a list released before the execution", "GS0642 Buffer \"d\"", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) put(c, d) c:CopyBuffer(d, 0, b, 0, 16) end)
  d:Release()
  w.main:ExecuteCommandLists { l } --!
end)

case("a list executed twice", "GS0646", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  w.main:ExecuteCommandLists { l }
  w.main:ExecuteCommandLists { l } --!
end)

case("a list of one context executed by another of the same type", "GS0647", function()
  local w = start { ImmediateContexts = { { Name = "main" }, { Name = "twin" } } }
  local a, b = buffer(w, "a", { ImmediateContextMask = 3 }), buffer(w, "b", { ImmediateContextMask = 3 })
  local l = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  w.second:ExecuteCommandLists { l } --!
end)

case("a list executed in the next frame of its target", "GS0648", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  w.main:FinishFrame()
  w.main:ExecuteCommandLists { l } --!
end)

case("a deferred frame ended before its list was executed", "GS0650", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  w.first:FinishFrame() --!
end)

case("a frame ended while a deferred context records", "GS0649", function()
  local w = start()
  w.first:Begin(w.main)
  w.first:FinishFrame() --!
end)

case("a frame ended with commands that were not flushed", "GS0649", function()
  local w = start()
  w.main:UpdateBuffer(buffer(w, "a"), 0, WORDS)
  w.main:FinishFrame() --!
end)

case("a list released without execution", "GS0653", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  l:Release()
  frames(w)
end)

case("a list that was released is executed", "GS0653; GS0641 CommandList", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  l:Release()
  w.main:ExecuteCommandLists { l } --!
end)

case("commands on a deferred context that does not record", "GS0645 Begin was not called", function()
  local w = start()
  w.first:UpdateBuffer(buffer(w, "a"), 0, WORDS) --!
end)

case("Flush on a deferred context", "GS0645 Flush", function()
  local w = start()
  w.first:Begin(w.main)
  w.first:Flush() --!
end)

case("Begin twice", "GS0645 Begin", function()
  local w = start()
  w.first:Begin(w.main)
  w.first:Begin(w.main) --!
end)

case("two deferred contexts on threads, executed in the other order", "silent", function()
  local w = start()
  local b, lists = { buffer(w, "b1"), buffer(w, "b2") }, {}
  local source = buffer(w, "a", { Data = WORDS })
  local threads = {}
  for i, c in ipairs { w.first, w.other } do
    threads[i] = gpu.Thread("recorder " .. i, function()
      lists[3 - i] = list(c, w.main, function() c:CopyBuffer(source, 0, b[i], 0, 16) end)
    end)
  end
  for _, thread in ipairs(threads) do thread:Join() end
  w.main:ExecuteCommandLists(lists)
  frames(w)
end)

-- recorders starts a thread for each deferred context, which records a copy on it for lists.
local function recorders(w, lists)
  local source, threads = buffer(w, "a", { Data = WORDS }), {}
  for i, c in ipairs { w.first, w.other } do
    local b = buffer(w, "b" .. i)
    threads[i] = gpu.Thread("recorder " .. i, function()
      c:Begin(w.main)
      for _ = 1, 50 do c:CopyBuffer(source, 0, b, 0, 16) end
      lists[i] = c:FinishCommandList()
    end)
  end
  return threads
end

case("a frame ends behind the threads that recorded", "silent", function()
  local w, lists = start(), {}
  for _, thread in ipairs(recorders(w, lists)) do thread:Join() end
  w.main:ExecuteCommandLists(lists)
  frames(w)
end)

case("a frame ends behind a thread that waited for the execution to be called", 'GS0650 before CommandList "CommandList 1 of recorder" was executed', function()
  local w, lists, called = start(), {}, gpu.CreateEvent { Name = "called" }
  local b = buffer(w, "b")
  local recorder = gpu.Thread("recorder", function()
    w.first:Begin(w.main)
    w.first:UpdateBuffer(b, 0, WORDS)
    gpu.WaitForSingleObject(called)
    lists[1] = w.first:FinishCommandList()
  end)
  w.main:ExecuteCommandLists(lists)
  called:SetEvent()
  recorder:Join()
  w.first:FinishFrame() --!
end)

case("a frame ends behind the execution that came behind such a thread", "silent", function()
  local w, lists, called = start(), {}, gpu.CreateEvent { Name = "called" }
  local b = buffer(w, "b")
  local recorder = gpu.Thread("recorder", function()
    w.first:Begin(w.main)
    w.first:UpdateBuffer(b, 0, WORDS)
    gpu.WaitForSingleObject(called)
    lists[1] = w.first:FinishCommandList()
  end)
  called:SetEvent()
  recorder:Join()
  w.main:ExecuteCommandLists(lists)
  w.first:FinishFrame()
  frames(w)
end)

case("a thread that has ended left its list open", 'GS0649 on DeviceContext "deferred 1" while it records', function()
  local w = start()
  gpu.Thread("recorder", function() w.first:Begin(w.main) end):Join()
  w.first:FinishFrame() --!
end)

case("a buffer is released beside a recording that uses it", 'GS0530 Buffer "b"', function()
  local w = start()
  local a, b = buffer(w, "a", { Data = WORDS }), buffer(w, "b")
  local thread = gpu.Thread("recorder", function()
    gpu.Work(3)
    list(w.first, w.main, function() w.first:CopyBuffer(a, 0, b, 0, 16) end) --!
  end)
  gpu.Work(5)
  b:Release() --1
  thread:Join()
end)

case("a buffer is released behind a recording that used it on a thread", "silent", function()
  local w, made = start(), nil
  local a, b = buffer(w, "a", { Data = WORDS }), buffer(w, "b")
  gpu.Thread("recorder", function() made = list(w.first, w.main, function() w.first:CopyBuffer(a, 0, b, 0, 16) end) end):Join()
  w.main:ExecuteCommandLists { made }
  b:Release()
  frames(w)
end)

-- signed makes a pipeline of a signature that another thread releases: after that where the script says so.
local function signed(ordered)
  local w = start()
  local out = gpu.RWStructuredBuffer("u0", "uint")
  local s = w.device:CreatePipelineResourceSignature { Name = "s", Resources = { { Name = "out", ShaderStages = "COMPUTE", ResourceType = "BUFFER_UAV" } } }
  local made = gpu.CreateEvent { Name = "made" }
  local thread = gpu.Thread("other", function()
    gpu.Work(3)
    if ordered then gpu.WaitForSingleObject(made) end
    s:Release()
  end)
  gpu.Work(3)
  local cs = gpu.ComputeShader { Name = "cs", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) out[GroupIndex] = 1 end }
  w.device:CreateComputePipelineState { Name = "p", ResourceSignatures = { s }, CS = cs }
  made:SetEvent()
  thread:Join()
end
case("a signature is released beside a pipeline that is made of it", 'GS0530 PipelineResourceSignature "s"', function()
  signed(false)
end)
case("a signature is released behind a pipeline that is made of it", "silent", function()
  signed(true)
end)

case("a buffer is released by two threads", 'GS0530 Buffer "b"', function()
  local w = start()
  local b = buffer(w, "b")
  local thread = gpu.Thread("other", function()
    gpu.Work(3)
    b:Release() --!
  end)
  gpu.Work(3)
  b:Release() --1
  thread:Join()
end)

case("a buffer is mapped on a context that another thread has begun, or not", 'GS0530 DeviceContext "deferred 1"', function()
  local w = start()
  local d = dynamic(w, "d")
  local thread = gpu.Thread("recorder", function()
    gpu.Work(3)
    e.put(w.first, d) --!
  end)
  gpu.Work(3)
  w.first:Begin(w.main) --1
  thread:Join()
end)

case("a buffer is mapped on a context that another thread has begun before", "silent", function()
  local w = start()
  local d = dynamic(w, "d")
  w.first:Begin(w.main)
  gpu.Thread("recorder", function() e.put(w.first, d) end):Join()
  w.main:ExecuteCommandLists { w.first:FinishCommandList() }
  frames(w)
end)

case("two threads make buffers, and nobody waits for their uploads", "silent", function()
  local w = start()
  local thread = gpu.Thread("loader", function()
    for i = 1, 2 do buffer(w, "l" .. i, { Data = WORDS }) end
  end)
  for i = 1, 2 do buffer(w, "m" .. i, { Data = WORDS }) end
  thread:Join()
end)

case("a list that writes and one that reads, in either order of recording", "silent", function()
  local w = start()
  local a, b, c = buffer(w, "a"), buffer(w, "b"), staging(w, "c")
  local reads = list(w.other, w.main, function(x) x:CopyBuffer(b, 0, c, 0, 16) end)
  local writes = list(w.first, w.main, function(x) x:UpdateBuffer(a, 0, WORDS) x:CopyBuffer(a, 0, b, 0, 16) end)
  w.main:ExecuteCommandLists { writes, reads }
  w.main:WaitForIdle()
  assert(w.main:MapBuffer(c, "READ"):Read(12, "uint") == 4)
end)

case("a binding object changed between two recordings of threads", "GS0669", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  w.first:Begin(w.main)
  run(w, w.first, srb)
  srb:GetVariableByName("COMPUTE", "source"):Set(buffer(w, "c"))
  w.other:Begin(w.main)
  run(w, w.other, srb) --!
end)

case("an immediate context records on while lists are made", "silent", function()
  local w = start()
  local a, b = buffer(w, "a"), staging(w, "b")
  w.first:Begin(w.main)
  w.main:UpdateBuffer(a, 0, engine.Pack("uint", { 7 }))
  w.first:CopyBuffer(a, 0, b, 0, 4)
  w.main:ExecuteCommandLists { w.first:FinishCommandList() } -- own commands come first
  w.main:WaitForIdle()
  assert(w.main:MapBuffer(b, "READ"):Read(0, "uint") == 7)
end)

-- Dynamic memory -------------------------------------------------------------------------------------------------------------------

case("a dynamic buffer mapped and used in each frame", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  for _ = 1, 3 do
    put(w.main, d)
    w.main:CopyBuffer(d, 0, b, 0, 16)
    frames(w)
  end
end)

case("contents of the last frame", "GS0654", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  put(w.main, d)
  frames(w)
  w.main:CopyBuffer(d, 0, b, 0, 16) --!
end)

case("contents of another context", "GS0654", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  put(w.main, d)
  w.first:Begin(w.main)
  w.first:CopyBuffer(d, 0, b, 0, 16) --!
end)

case("contents outlive Flush", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  put(w.main, d)
  w.main:Flush()
  w.main:CopyBuffer(d, 0, b, 0, 16)
  frames(w)
end)

case("the first map of a frame with NO_OVERWRITE", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  put(w.main, d, "NO_OVERWRITE")
  w.main:CopyBuffer(d, 0, b, 0, 16)
  frames(w)
end)

case("NO_OVERWRITE of what the frame before mapped", "GS0654", function()
  local w = start()
  local d = dynamic(w, "d")
  put(w.main, d)
  frames(w)
  put(w.main, d, "NO_OVERWRITE") --!
end)

case("NO_OVERWRITE of other bytes", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  put(w.main, d)
  w.main:CopyBuffer(d, 0, b, 0, 16)
  w.main:Flush()
  put(w.main, d, "NO_OVERWRITE", 16)
  w.main:CopyBuffer(d, 16, b, 0, 16)
  frames(w)
end)

case("NO_OVERWRITE of bytes in flight", "GS0672 [12, 16) of Buffer \"d\"", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  put(w.main, d)
  w.main:CopyBuffer(d, 0, b, 0, 16)
  w.main:Flush()
  local m = w.main:MapBuffer(d, "WRITE", "NO_OVERWRITE")
  m:Write(12, "uint", { 1, 2, 3, 4 }) --!
  w.main:UnmapBuffer(d)
  frames(w)
end)

case("NO_OVERWRITE of bytes that a recorded copy reads", "GS0672 [12, 16) of Buffer \"d\", which a recorded CopyBuffer reads", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  put(w.main, d)
  w.main:CopyBuffer(d, 0, b, 0, 16)
  put(w.main, d, "NO_OVERWRITE", 12) --!
end)

case("NO_OVERWRITE of bytes behind those that a recorded copy reads", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  put(w.main, d)
  w.main:CopyBuffer(d, 0, b, 0, 16)
  put(w.main, d, "NO_OVERWRITE", 16)
  w.main:CopyBuffer(d, 16, b, 0, 16)
  frames(w)
end)

case("NO_OVERWRITE of bytes of a list that waits to be executed", "GS0672 [0, 16) of Buffer \"d\"", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) put(c, d) c:CopyBuffer(d, 0, b, 0, 16) end)
  w.first:Begin(w.main)
  put(w.first, d, "NO_OVERWRITE") --!
end)

case("NO_OVERWRITE of bytes of a list that was executed", "GS0672 [0, 16) of Buffer \"d\", which a CopyBuffer in flight reads", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  w.main:ExecuteCommandLists { list(w.first, w.main, function(c) put(c, d) c:CopyBuffer(d, 0, b, 0, 16) end) }
  w.first:Begin(w.main)
  put(w.first, d, "NO_OVERWRITE")
  w.main:WaitForIdle()
end)

case("constants written over between two dispatches", "GS0672 of Buffer \"constants\", which a recorded DispatchCompute reads", function()
  local w = start()
  local constants, values = gpu.ConstantBuffer("b0", { { "x", "uint" } }), dynamic(w, "constants", { BindFlags = "UNIFORM_BUFFER", Mode = "UNDEFINED", ElementByteStride = 0 })
  w.pipeline = w.device:CreateComputePipelineState { Name = "fill", ResourceLayout = { DefaultVariableType = "MUTABLE" },
    CS = gpu.ComputeShader { Name = "fill", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = constants.x end } }
  local srb = w.pipeline:CreateShaderResourceBinding("srb")
  srb:GetVariableByName("COMPUTE", "constants"):Set(values)
  srb:GetVariableByName("COMPUTE", "result"):Set(buffer(w, "b"))
  put(w.main, values, "DISCARD", 0, { 1 })
  run(w, w.main, srb)
  put(w.main, values, "DISCARD", 0, { 2 }) -- new memory
  run(w, w.main, srb)
  put(w.main, values, "NO_OVERWRITE", 0, { 3 }) --!
end)

case("a second triangle behind the first one, and one over it", "GS0672 [16, 24) of Buffer \"vertices\", which a recorded Draw reads", function()
  local w = start()
  local vertices, color = dynamic(w, "vertices", { BindFlags = "VERTEX_BUFFER", Mode = "UNDEFINED", ElementByteStride = 0 }), texture(w, "color")
  local pipeline = w.device:CreateGraphicsPipelineState { Name = "flat",
    VS = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end },
    GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RTVFormats = { "R8G8B8A8_UNORM" }, DepthStencilDesc = { DepthEnable = false },
      InputLayout = { { SemanticName = "POSITION", Format = "R32G32_FLOAT" } } } }
  local function draw(first)
    w.main:SetPipelineState(pipeline)
    w.main:SetRenderTargets { color:GetDefaultView("RENDER_TARGET") }
    w.main:SetVertexBuffers(0, { vertices })
    w.main:Draw { NumVertices = 3, StartVertexLocation = first }
  end
  w.main:MapBuffer(vertices, "WRITE", "DISCARD"):Write(0, "float", { -1, -1, 3, -1, -1, 3 })
  w.main:UnmapBuffer(vertices)
  draw(0)
  local m = w.main:MapBuffer(vertices, "WRITE", "NO_OVERWRITE")
  m:Write(24, "float", { -1, -1, 3, -1, -1, 3 })
  w.main:UnmapBuffer(vertices)
  draw(3)
  m = w.main:MapBuffer(vertices, "WRITE", "NO_OVERWRITE")
  m:Write(16, "float", { 0, 0 }) --!
end)

case("NO_OVERWRITE between the recording and the submission of a shader that reads the bytes", "GS0672 [12, 16) of Buffer \"d\" between the recording and the submission of a DispatchCompute", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local srb = mover(w, d, b)
  put(w.main, d)
  run(w, w.main, srb)
  put(w.main, d, "NO_OVERWRITE", 12, { 9, 9 }) -- the shader reads [0, 16)
  w.main:WaitForIdle()
  w.main:FinishFrame()
end)

case("NO_OVERWRITE between recording and submission, in an idle loop of frames", "GS0672 between the recording and the submission", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local srb = mover(w, d, b)
  put(w.main, d)
  run(w, w.main, srb)
  put(w.main, d, "NO_OVERWRITE", 0, { 9 })
  w.main:Flush() -- and nobody ever waits
end)

case("NO_OVERWRITE of bytes that the shader does not read, before the submission", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local srb = mover(w, d, b)
  put(w.main, d)
  run(w, w.main, srb)
  put(w.main, d, "NO_OVERWRITE", 16)
  w.main:WaitForIdle()
  w.main:FinishFrame()
end)

case("NO_OVERWRITE between two dispatches of which the second one reads the bytes", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local srb = mover(w, d:CreateView { Type = "SHADER_RESOURCE", NumElements = 4 }, b)
  put(w.main, d)
  run(w, w.main, srb)
  put(w.main, d, "NO_OVERWRITE", 16)
  srb:GetVariableByName("COMPUTE", "source"):SetBufferOffset(16)
  run(w, w.main, srb)
  w.main:WaitForIdle()
  w.main:FinishFrame()
end)

case("NO_OVERWRITE behind the submission and the wait for a shader that read the bytes", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local srb = mover(w, d, b)
  put(w.main, d)
  run(w, w.main, srb)
  w.main:WaitForIdle()
  put(w.main, d, "NO_OVERWRITE")
  w.main:WaitForIdle()
end)

case("NO_OVERWRITE between FinishCommandList and the execution of a shader that reads the bytes", "GS0672 [4, 8) of Buffer \"d\" between", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local srb = mover(w, d, b)
  local l = list(w.first, w.main, function(c) put(c, d) run(w, c, srb) end)
  w.first:Begin(w.main)
  put(w.first, d, "NO_OVERWRITE", 4, { 9 })
  w.main:ExecuteCommandLists { l, w.first:FinishCommandList() }
  frames(w)
  w.main:WaitForIdle()
end)

case("DISCARD between the recording and the submission of a shader", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local srb = mover(w, d, b)
  put(w.main, d)
  run(w, w.main, srb)
  put(w.main, d, "DISCARD")
  w.main:WaitForIdle()
  w.main:FinishFrame()
end)

case("NO_OVERWRITE of bytes that the GPU is done with", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  put(w.main, d)
  w.main:CopyBuffer(d, 0, b, 0, 16)
  w.main:WaitForIdle()
  put(w.main, d, "NO_OVERWRITE", 12)
  frames(w)
end)

case("DISCARD while bytes are in flight", "silent", function()
  local w = start()
  local d, b = dynamic(w, "d"), buffer(w, "b")
  for _ = 1, 4 do
    put(w.main, d)
    w.main:CopyBuffer(d, 0, b, 0, 16)
    w.main:Flush()
  end
  w.main:FinishFrame()
end)

case("a frame ended while a buffer is mapped", "GS0651", function()
  local w = start()
  w.main:MapBuffer(dynamic(w, "d"), "WRITE", "DISCARD")
  w.main:FinishFrame() --!
end)

case("a write through a mapping of the last frame", "GS0655", function()
  local w = start()
  local d = dynamic(w, "d")
  local m = w.main:MapBuffer(d, "WRITE", "DISCARD")
  w.main:UnmapBuffer(d)
  frames(w)
  m:Write(0, "uint", 1) --!
end)

case("mapped twice in one context", "GS0656 it is mapped already", function()
  local w = start()
  local d = dynamic(w, "d")
  w.main:MapBuffer(d, "WRITE", "DISCARD")
  w.main:MapBuffer(d, "WRITE", "DISCARD") --!
end)

case("mapped in two contexts at once", "silent", function()
  local w = start()
  local d = dynamic(w, "d")
  w.first:Begin(w.main)
  w.main:MapBuffer(d, "WRITE", "DISCARD"):Write(0, "uint", 1)
  w.first:MapBuffer(d, "WRITE", "DISCARD"):Write(0, "uint", 2)
  w.main:UnmapBuffer(d)
  w.first:UnmapBuffer(d)
  w.main:ExecuteCommandLists { w.first:FinishCommandList() }
  frames(w)
end)

case("unmapped without a map", "GS0656", function()
  local w = start()
  w.main:UnmapBuffer(dynamic(w, "d")) --!
end)

case("DISCARD together with NO_OVERWRITE", "GS0656", function()
  local w = start()
  w.main:MapBuffer(dynamic(w, "d"), "WRITE", "DISCARD|NO_OVERWRITE") --!
end)

case("a default buffer is mapped", "GS0656 DEFAULT", function()
  local w = start()
  w.main:MapBuffer(buffer(w, "a"), "WRITE", "DISCARD") --!
end)

case("a copy to a dynamic buffer", "GS0656 DYNAMIC", function()
  local w = start()
  w.main:CopyBuffer(buffer(w, "a"), 0, dynamic(w, "d"), 0, 16) --!
end)

case("a frame that never ends", "GS0652", function()
  local w = start { DynamicHeapPageSize = 1024 }
  local d = dynamic(w, "d", { Size = 1024 })
  for _ = 1, 70 do put(w.main, d) end
end)

-- Staging and queries --------------------------------------------------------------------------------------------------------------

case("a staging buffer read behind WaitForIdle", "silent", function()
  local w = start()
  local a, s = buffer(w, "a", { Data = WORDS }), staging(w, "s")
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:WaitForIdle()
  assert(w.main:MapBuffer(s, "READ"):Read(4, "uint") == 2)
end)

case("a staging buffer read behind Flush", "GS0659 before the GPU is known", function()
  local w = start()
  local a, s = buffer(w, "a", { Data = WORDS }), staging(w, "s")
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:Flush()
  w.main:MapBuffer(s, "READ") --!
end)

case("a staging buffer mapped behind Flush, and read", "GS0659 before the GPU is known", function()
  local w = start()
  local a, s = buffer(w, "a", { Data = WORDS }), staging(w, "s")
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:Flush()
  local mapped = w.main:MapBuffer(s, "READ") --!
  print(mapped:Read(0, "uint"))
  print(mapped:Read(4, "uint"))
end)

case("staging buffers in turn mapped behind Flush, and read", "GS0659 before the GPU is known", function()
  local w = start()
  local a, all = buffer(w, "a", { Data = WORDS }), { staging(w, "even"), staging(w, "odd") }
  for i = 1, 4 do
    local s = all[i % 2 + 1]
    w.main:CopyBuffer(a, 0, s, 0, 16)
    w.main:Flush()
    local mapped = w.main:MapBuffer(s, "READ") --!
    print(mapped:Read(0, "uint"))
    w.main:UnmapBuffer(s)
    w.main:FinishFrame()
  end
end)

case("a staging buffer mapped behind Flush, and one that stays mapped read before that", "GS0659 Buffer \"s\"", function()
  local w = start()
  local a, s, kept = buffer(w, "a", { Data = WORDS }), staging(w, "s"), staging(w, "kept")
  local open = w.main:MapBuffer(kept, "READ")
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:CopyBuffer(a, 0, kept, 0, 16)
  w.main:Flush()
  print(open:Read(0, "uint"))
  local mapped = w.main:MapBuffer(s, "READ")
  print(mapped:Read(0, "uint"))
end)

case("a staging buffer read before the command was submitted", "GS0659 before the command", function()
  local w = start()
  local a, s = buffer(w, "a", { Data = WORDS }), staging(w, "s")
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:MapBuffer(s, "READ") --!
end)

case("a staging buffer read before the command was submitted, which nobody submits in the frame", "GS0659 before the command", function()
  local w = start()
  local a, s = buffer(w, "a", { Data = WORDS }), staging(w, "s")
  w.main:CopyBuffer(a, 0, s, 0, 16)
  print(w.main:MapBuffer(s, "READ"):Read(0, "uint")) --!
  w.main:UnmapBuffer(s)
  w.main:FinishFrame()
end)

case("a staging buffer read when the frame has nothing left to submit", "silent", function()
  local w = start()
  local a, s = buffer(w, "a", { Data = WORDS }), staging(w, "s")
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:WaitForIdle()
  print(w.main:MapBuffer(s, "READ"):Read(0, "uint"))
  w.main:UnmapBuffer(s)
  w.main:FinishFrame()
end)

case("a staging buffer read before the command was submitted, and another command behind that", "GS0659 before the command", function()
  local w = start()
  local a, s, b = buffer(w, "a", { Data = WORDS }), staging(w, "s"), buffer(w, "b")
  w.main:CopyBuffer(a, 0, s, 0, 16)
  print(w.main:MapBuffer(s, "READ"):Read(0, "uint"))
  w.main:UnmapBuffer(s)
  w.main:CopyBuffer(a, 0, b, 0, 16)
  w.main:FinishFrame()
end)

case("a staging buffer read behind a fence that covers the copy", "silent", function()
  local w = start()
  local a, s, f = buffer(w, "a", { Data = WORDS }), staging(w, "s"), w.device:CreateFence { Name = "f" }
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:EnqueueSignal(f, 1)
  w.main:Flush()
  f:Wait(1)
  w.main:MapBuffer(s, "READ")
end)

case("a staging buffer read behind a fence that was signalled before the copy", "GS0659", function()
  local w = start()
  local a, s, f = buffer(w, "a", { Data = WORDS }), staging(w, "s"), w.device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 1)
  w.main:Flush()
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:Flush()
  f:Wait(1)
  w.main:MapBuffer(s, "READ") --!
end)

case("a query in two lists", "GS0671", function()
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "DURATION" }
  w.main:BeginQuery(q)
  w.main:Flush() --!
end)

case("a query used again while its result is pending", "GS0671", function()
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "DURATION" }
  w.main:BeginQuery(q)
  w.main:EndQuery(q)
  w.main:Flush()
  w.main:BeginQuery(q) --!
end)

case("a query whose list waits to be executed has no result", "silent", function()
  local w = start()
  local q, a, b = w.device:CreateQuery { Name = "q", Type = "TIMESTAMP" }, buffer(w, "a"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) c:EndQuery(q) end)
  w.main:WaitForIdle() -- other submissions use the value that the list would have had
  assert(q:GetData() == nil)
  w.main:ExecuteCommandLists { l }
  w.main:WaitForIdle()
  assert(q:GetData() ~= nil)
end)

-- Several queues -------------------------------------------------------------------------------------------------------------------

case("an upload on the copy queue, a dispatch behind a fence", "silent", function()
  local w = queues()
  local a, b = buffer(w, "a", { ImmediateContextMask = ALL }), buffer(w, "b", { ImmediateContextMask = ALL })
  local srb, f = mover(w, a, b, "DYNAMIC", ALL), w.device:CreateFence { Name = "f" }
  w.third:UpdateBuffer(a, 0, WORDS)
  w.third:EnqueueSignal(f, 1)
  w.third:Flush()
  w.second:DeviceWaitForFence(f, 1)
  run(w, w.second, srb)
  w.second:WaitForIdle()
end)

case("an upload on the copy queue, a dispatch without a fence", "GS0512 buffer \"a\"", function()
  local w = queues()
  local a, b = buffer(w, "a", { ImmediateContextMask = ALL }), buffer(w, "b", { ImmediateContextMask = ALL })
  local srb = mover(w, a, b, "DYNAMIC", ALL)
  w.third:UpdateBuffer(a, 0, WORDS)
  w.third:Flush()
  run(w, w.second, srb)
  w.second:WaitForIdle()
end)

case("the engine has seen the upload done, and the application has not asked", "GS0512 buffer \"a\"", function()
  local w = queues()
  local a, b = buffer(w, "a", { ImmediateContextMask = ALL }), buffer(w, "b", { ImmediateContextMask = ALL })
  w.third:UpdateBuffer(a, 0, WORDS)
  w.third:Flush()
  gpu.Work(1e6)
  w.third:FinishFrame()
  w.device:ReleaseStaleResources()
  w.third:Flush()
  w.main:CopyBuffer(a, 0, b, 0, 16)
  w.main:Flush()
end)

case("the application has asked whether the upload is done", "silent", function()
  local w = queues()
  local a, b = buffer(w, "a", { ImmediateContextMask = ALL }), buffer(w, "b", { ImmediateContextMask = ALL })
  w.third:UpdateBuffer(a, 0, WORDS)
  w.third:Flush()
  repeat gpu.Work(10) until w.third:GetCompletedCommandListCount() == w.third:GetNextCommandListNumber()
  w.main:CopyBuffer(a, 0, b, 0, 16)
  w.main:Flush()
end)

case("the engine has seen a staging buffer copied, and the application has not asked", "GS0513 buffer \"s\"", function()
  local w = start()
  local s, b = staging(w, "s", "WRITE"), buffer(w, "b")
  local m = w.main:MapBuffer(s, "WRITE")
  m:Write(0, "uint", { 1, 2, 3, 4 })
  w.main:CopyBuffer(s, 0, b, 0, 16)
  w.main:Flush()
  gpu.Work(1e6)
  w.device:ReleaseStaleResources()
  m:Write(0, "uint", { 1 }) --!
  w.main:WaitForIdle()
end)

case("the engine has seen a shader read bytes, but the application has not asked", "GS0672 [8, 12) of Buffer \"d\"", function()
  local w = start()
  local d, a = dynamic(w, "d"), buffer(w, "a")
  put(w.main, d)
  run(w, w.main, mover(w, d, a))
  w.main:Flush()
  gpu.Work(1e6)
  w.device:ReleaseStaleResources()
  put(w.main, d, "NO_OVERWRITE", 8, { 9 })
  w.main:WaitForIdle()
end)

case("dynamic memory is given out again by what the engine has seen alone", "silent", function()
  local w = queues { DynamicHeapPageSize = 4096 }
  local d, a = dynamic(w, "d", { ImmediateContextMask = ALL }), buffer(w, "a", { ImmediateContextMask = ALL })
  for i = 1, 40 do
    put(w.main, d)
    w.main:CopyBuffer(d, 0, a, 0, 16)
    w.main:UpdateBuffer(a, 0, WORDS)
    w.main:Flush()
    w.main:FinishFrame()
    gpu.Work(100)
  end
  assert(w.device:GetDynamicHeapStats().Pages < 10)
end)

case("first contents uploaded by another queue than the one that reads them", "GS0512 buffer \"a\"", function()
  local w = queues()
  local a, b = buffer(w, "a", { ImmediateContextMask = ALL, Data = WORDS }), buffer(w, "b", { ImmediateContextMask = ALL })
  w.third:CopyBuffer(a, 0, b, 0, 16)
  w.third:WaitForIdle()
end)

case("first contents uploaded by the queue that reads them", "silent", function()
  local w = queues()
  local a = buffer(w, "a", { ImmediateContextMask = ALL, Data = WORDS, DataContext = w.third })
  local b = buffer(w, "b", { ImmediateContextMask = ALL })
  w.third:CopyBuffer(a, 0, b, 0, 16)
  w.third:WaitForIdle()
end)

case("first contents uploaded by another queue, behind IdleGPU", "silent", function()
  local w = queues()
  local a, b = buffer(w, "a", { ImmediateContextMask = ALL, Data = WORDS }), buffer(w, "b", { ImmediateContextMask = ALL })
  w.device:IdleGPU()
  w.third:CopyBuffer(a, 0, b, 0, 16)
  w.third:WaitForIdle()
end)

case("an object used on a queue that its mask does not have", "GS0644 Buffer \"a\"", function()
  local w = queues()
  local a = buffer(w, "a")
  w.third:UpdateBuffer(a, 0, WORDS) --!
end)

case("objects of a loop used on a queue that their mask does not have", "GS0644 Buffer \"a1\"", function()
  local w = queues()
  for i = 1, 3 do
    local a = buffer(w, "a" .. i)
    w.third:UpdateBuffer(a, 0, WORDS) --!
  end
end)

case("objects of a loop used on a queue of their mask", "silent", function()
  local w = queues()
  for i = 1, 3 do
    local a = buffer(w, "a" .. i, { ImmediateContextMask = ALL })
    w.third:UpdateBuffer(a, 0, WORDS)
  end
end)

case("a mask of no context of the device", "GS0657", function()
  local w = start()
  buffer(w, "a", { ImmediateContextMask = 8 }) --!
end)

case("a signal that does not rise", "GS0661", function()
  local w = queues()
  local f = w.device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 2)
  w.third:EnqueueSignal(f, 2) --!
end)

case("a wait for a value that was not enqueued", "GS0661", function()
  local w = queues()
  local f = w.device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 2)
  w.third:DeviceWaitForFence(f, 3) --!
end)

case("two queues that would wait for each other", "GS0662", function()
  local w = queues()
  local f, g = w.device:CreateFence { Name = "f" }, w.device:CreateFence { Name = "g" }
  w.third:EnqueueSignal(g, 1)
  w.main:EnqueueSignal(f, 1)
  w.main:DeviceWaitForFence(g, 1) --!
end)

case("IdleGPU while a queue waits for one with commands that were not flushed", "GS050x", function()
  local w = queues()
  local f = w.device:CreateFence { Name = "f" }
  w.third:EnqueueSignal(f, 1) -- never flushed
  w.main:DeviceWaitForFence(f, 1)
  w.main:Flush()
  w.device:IdleGPU() --!
end)

case("an object of two queues outlives the one that is faster", "silent", function()
  local w = queues()
  local a, b = buffer(w, "a", { ImmediateContextMask = 5, Data = WORDS }), buffer(w, "b", { ImmediateContextMask = 5 })
  local c, count = buffer(w, "c", { ImmediateContextMask = 5 }), 0
  w.main:CopyBuffer(a, 0, b, 0, 16)
  a:Release()
  count = w.device:GetLiveObjectCount()
  w.main:WaitForIdle()
  w.device:PurgeReleaseQueues()
  assert(w.device:GetLiveObjectCount() == count) -- the copy queue has not submitted anything
  w.third:FinishFrame()
  w.third:WaitForIdle()
  w.device:PurgeReleaseQueues()
  assert(w.device:GetLiveObjectCount() == count - 1)
end)

case("idle queues do not hold objects back from ReleaseStaleResources", "silent", function()
  local w = queues()
  local a = buffer(w, "a", { ImmediateContextMask = ALL, Data = WORDS })
  local count = w.device:GetLiveObjectCount()
  a:Release()
  w.device:IdleGPU()
  assert(w.device:GetLiveObjectCount() == count - 1)
end)

-- Binding objects ------------------------------------------------------------------------------------------------------------------

case("a dispatch without CommitShaderResources", "GS0663", function()
  local w = start()
  mover(w, buffer(w, "a"), buffer(w, "b"))
  w.main:SetPipelineState(w.pipeline)
  w.main:DispatchCompute { ThreadGroupCountX = 1 } --!
end)

case("a variable without a resource", "GS0663 \"source\"", function()
  local w = start()
  local srb = mover(w, nil, buffer(w, "b"))
  run(w, w.main, srb) --!
end)

case("a mutable variable set twice", "GS0666", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"), "MUTABLE")
  srb:GetVariableByName("COMPUTE", "source"):Set(buffer(w, "c")) --!
end)

case("ALLOW_OVERWRITE while the GPU may read", "GS0667", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"), "MUTABLE")
  run(w, w.main, srb)
  w.main:Flush()
  srb:GetVariableByName("COMPUTE", "result"):Set(buffer(w, "c"), "ALLOW_OVERWRITE") --!
end)

case("ALLOW_OVERWRITE when the GPU is done", "silent", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"), "MUTABLE")
  run(w, w.main, srb)
  w.main:WaitForIdle()
  srb:GetVariableByName("COMPUTE", "result"):Set(buffer(w, "c"), "ALLOW_OVERWRITE")
  run(w, w.main, srb)
  w.main:WaitForIdle()
end)

case("a dynamic variable set behind CommitShaderResources", "GS0668", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  w.main:SetPipelineState(w.pipeline)
  w.main:CommitShaderResources(srb)
  srb:GetVariableByName("COMPUTE", "source"):Set(buffer(w, "c"))
  w.main:DispatchCompute { ThreadGroupCountX = 1 } --!
end)

case("what was bound is forgotten by Flush", "GS0663", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  run(w, w.main, srb)
  w.main:Flush()
  w.main:DispatchCompute { ThreadGroupCountX = 1 } --!
end)

case("dynamic descriptors run out within a frame", "GS0670", function()
  local w = start { GPUDynamicDescriptors = { 64, 64 }, DynamicDescriptorChunkSize = { 16, 16 } }
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  for _ = 1, 100 do run(w, w.main, srb) end
end)

case("dynamic descriptors come back with each frame", "silent", function()
  local w = start { GPUDynamicDescriptors = { 64, 64 }, DynamicDescriptorChunkSize = { 16, 16 } }
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  for _ = 1, 100 do
    run(w, w.main, srb)
    w.main:WaitForIdle()
    w.main:FinishFrame()
  end
end)

-- The end --------------------------------------------------------------------------------------------------------------------------

case("a device released with everything released", "silent", function()
  local w = queues()
  local a = buffer(w, "a", { Data = WORDS })
  a:Release()
  w.device:Release()
end)

case("a device released with a buffer that is not", "GS0664 1 object that was not", function()
  local w = start()
  buffer(w, "a")
  w.device:Release() --!
end)

case("a device released with commands that were not flushed", "GS0653 DeviceContext \"main\"", function()
  local w = start { ImmediateContexts = { { Name = "main" } } }
  local a = buffer(w, "a")
  w.main:UpdateBuffer(a, 0, WORDS)
  a:Release()
  w.device:Release()
end)

case("a device released while a deferred context records", "GS0653 DeviceContext \"deferred 1\"", function()
  local w = start()
  local a = buffer(w, "a")
  w.first:Begin(w.main)
  w.first:UpdateBuffer(a, 0, WORDS)
  a:Release()
  w.device:Release()
end)

case("a device released with a list that was not executed", "GS0653 CommandList", function()
  local w = start()
  local a = buffer(w, "a")
  list(w.first, w.main, function(c) c:UpdateBuffer(a, 0, WORDS) end)
  a:Release()
  w.device:Release()
end)

case("a device released while a buffer is mapped", "GS0651 Buffer \"d\"", function()
  local w = start()
  local d = dynamic(w, "d")
  w.main:MapBuffer(d, "WRITE", "DISCARD")
  d:Release()
  w.device:Release()
end)

case("a device released while a query measures", "GS0653 DeviceContext \"immediate\"", function() -- the measurement is dropped with its commands
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "DURATION" }
  w.main:BeginQuery(q)
  q:Release()
  w.device:Release()
end)

case("a device released while the GPU works", "silent", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  for _ = 1, 20 do w.main:CopyBuffer(a, 0, b, 0, 16) w.main:Flush() end
  a:Release()
  b:Release()
  w.device:Release()
end)

case("a released device makes a buffer", "GS0641 RenderDevice \"dev\"", function()
  local w = start()
  w.device:Release()
  buffer(w, "a") --!
end)

case("a context of a released device", "GS0641 RenderDevice \"dev\"", function()
  local w = start()
  w.device:Release()
  w.main:Flush() --!
end)

case("a deferred context of a released device", "GS0641 RenderDevice \"dev\"", function()
  local w = start()
  w.device:Release()
  w.first:Begin(w.main) --!
end)

case("a device released twice", "GS0643 RenderDevice \"dev\"", function()
  local w = start()
  w.device:Release()
  w.device:Release() --!
end)

case("an object released behind its device", "GS0643 Buffer \"a\"", function()
  local w = start()
  local a = buffer(w, "a")
  pcall(w.device.Release, w.device)
  a:Release() --!
end)

-- Two threads record lists, one after the other; they are executed behind the end of their frames, or before.
for _, late in ipairs { true, false } do
  case("frames of two deferred contexts end " .. (late and "before" or "behind") .. " the execution of their lists", late and 'GS0650 "deferred 1"' or "silent", function()
    local w, lists = start(), {}
    for i, context in ipairs { w.first, w.other } do
      local b = dynamic(w, "b" .. i)
      local thread = gpu.Thread(function()
        context:Begin(w.main)
        put(context, b)
        lists[i] = context:FinishCommandList()
      end)
      thread:Join()
    end
    if not late then w.main:ExecuteCommandLists(lists) end
    for _, context in ipairs { w.first, w.other } do context:FinishFrame() end
    if late then w.main:ExecuteCommandLists(lists) end
  end)
end
