-- The engine level: situations of an engine's own tests, translated with the numbers that come out: nested measurements, queues that hand a picture on, memory
-- that is updated between commands, contexts of threads, pictures that shrink, objects of the level below. Expectations were derived from the documentation
-- before the first run.
local t = require "results_prelude"
local case, gpu, same = t.case, t.gpu, t.same
local engine = require "gpu.engine"
local e = require "engine_prelude"
local start, queues, buffer, dynamic, staging, texture = e.start, e.queues, e.buffer, e.dynamic, e.staging, e.texture
local put, mover, run, list, frames = e.put, e.mover, e.run, e.list, e.frames
local ALL, WORDS = e.ALL, e.WORDS
local pack = engine.Pack

-- check copies a buffer to the CPU and compares it.
local function check(w, b, want, context)
  local c = context or w.main
  local s = staging(w, "check", "READ", { Size = #want * 4 })
  c:CopyBuffer(b, 0, s, 0, #want * 4)
  c:WaitForIdle()
  same(c:MapBuffer(s, "READ"):Read(0, "uint", #want), want)
  c:UnmapBuffer(s)
end
local function picture(w, source, want, attributes)
  local down = texture(w, "down", { Usage = "STAGING", CPUAccessFlags = "READ", BindFlags = "NONE" })
  local a = attributes or {}
  a.SrcTexture, a.DstTexture = source, down
  w.main:CopyTexture(a)
  w.main:WaitForIdle()
  same(w.main:MapTextureSubresource(down, 0, 0, "READ"):Read(0, "uint", #want), want)
  w.main:UnmapTextureSubresource(down, 0, 0)
end

-- A quad over a quarter of the target, as the corner of a triangle: 8 x 8 pixels, all of them.
local function drawer(w, name, ps, format, more)
  local d = { Name = name, VS = gpu.VertexShader { Name = "vs", Main = function(VertexID)
      return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, float(VertexID / 2) * 4.0 - 1.0, 0.5, 1.0) }
    end }, PS = gpu.PixelShader { Name = "ps", Main = ps or function() return float4(1.0, 0.0, 0.0, 1.0) end },
    GraphicsPipeline = { RTVFormats = { format or "R8G8B8A8_UNORM" }, RasterizerDesc = { CullMode = "NONE" }, PrimitiveTopology = "TRIANGLELIST",
      DepthStencilDesc = { DepthEnable = false } } }
  for k, v in pairs(more or {}) do d[k] = v end
  return w.device:CreateGraphicsPipelineState(d)
end

-- Measurements.
local function nested(w, type)
  local queries, target, p = {}, texture(w, "target"), drawer(w, "draws")
  for i = 1, 3 do queries[i] = w.device:CreateQuery { Name = "q" .. i, Type = type } end
  w.main:SetRenderTargets { target:GetDefaultView "RENDER_TARGET" }
  w.main:SetPipelineState(p)
  for i = 3, 1, -1 do
    w.main:BeginQuery(queries[i])
    for _ = 1, i do w.main:Draw { NumVertices = 3 } end
  end
  for i = 1, 3 do w.main:EndQuery(queries[i]) end
  w.main:WaitForIdle()
  return queries
end
case("three measurements in each other count what they hold", "silent", function()
  local w = start()
  for i, q in ipairs(nested(w, "OCCLUSION")) do same(q:GetData().Counter, ({ 64, 192, 384 })[i]) end
  for _, q in ipairs(nested(w, "BINARY_OCCLUSION")) do same(q:GetData().Counter, 1) end
end)
case("three measurements in each other, of which the outer ones end first", "silent", function()
  local w = start()
  local a, b = w.device:CreateQuery { Name = "a", Type = "OCCLUSION" }, w.device:CreateQuery { Name = "b", Type = "OCCLUSION" }
  w.main:SetRenderTargets { texture(w, "target"):GetDefaultView "RENDER_TARGET" }
  w.main:SetPipelineState(drawer(w, "draws"))
  w.main:BeginQuery(a)
  w.main:Draw { NumVertices = 3 }
  w.main:BeginQuery(b)
  w.main:Draw { NumVertices = 3 }
  w.main:EndQuery(a)
  w.main:Draw { NumVertices = 3 }
  w.main:EndQuery(b)
  w.main:WaitForIdle()
  same(a:GetData().Counter, 128)
  same(b:GetData().Counter, 128)
end)
case("two timestamps around a frame that ends", "silent", function()
  local w = start()
  local from, to = w.device:CreateQuery { Name = "from", Type = "TIMESTAMP" }, w.device:CreateQuery { Name = "to", Type = "TIMESTAMP" }
  w.main:EndQuery(from)
  w.main:SetRenderTargets { texture(w, "target"):GetDefaultView "RENDER_TARGET" }
  w.main:SetPipelineState(drawer(w, "draws"))
  w.main:Draw { NumVertices = 3 }
  w.main:EndQuery(to)
  w.main:Flush()
  w.main:FinishFrame()
  w.main:WaitForIdle()
  assert(to:GetData().Counter > from:GetData().Counter)
end)
case("a result that has come says that the copy before it has, too", "silent", function()
  local w = start()
  local a, s, q = buffer(w, "a", { Data = WORDS }), staging(w, "s"), w.device:CreateQuery { Name = "q", Type = "TIMESTAMP" }
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:EndQuery(q)
  w.main:Flush()
  while not q:GetData() do gpu.Work(10) end
  same(w.main:MapBuffer(s, "READ"):Read(0, "uint", 4), { 1, 2, 3, 4 })
end)
case("a result that has come says nothing about a later copy", "GS0659 before the GPU", function()
  local w = start()
  local a, s, q = buffer(w, "a", { Data = WORDS }), staging(w, "s"), w.device:CreateQuery { Name = "q", Type = "TIMESTAMP" }
  w.main:EndQuery(q)
  w.main:Flush()
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:Flush()
  while not q:GetData() do gpu.Work(1) end
  w.main:MapBuffer(s, "READ") --!
end)

-- Memory.
case("a buffer is updated between dispatches that read it", "silent", function()
  local w = start()
  local a, b, c = buffer(w, "a"), buffer(w, "b"), buffer(w, "c")
  local first, second = mover(w, a, b), mover(w, a, c)
  w.main:UpdateBuffer(a, 0, WORDS)
  run(w, w.main, first)
  w.main:UpdateBuffer(a, 4, pack("uint", { 20, 30 }))
  run(w, w.main, second)
  w.main:UpdateBuffer(a, 0, pack("uint", { 9 }))
  check(w, a, { 9, 20, 30, 4 })
  check(w, b, { 2, 3, 4, 5 })
  check(w, c, { 2, 21, 31, 5 })
end)
case("a dynamic buffer is mapped between dispatches that read it", "silent", function()
  local w = start()
  local d, b, c = dynamic(w, "d"), buffer(w, "b"), buffer(w, "c")
  local first, second = mover(w, d, b), mover(w, d, c)
  put(w.main, d, "DISCARD", 0, { 1, 1, 1, 1 })
  run(w, w.main, first)
  put(w.main, d, "DISCARD", 0, { 5, 6, 7, 8 })
  run(w, w.main, second)
  check(w, b, { 2, 2, 2, 2 })
  check(w, c, { 6, 7, 8, 9 })
end)
case("a staging buffer goes up, a buffer goes round, a staging buffer comes down", "silent", function()
  local w = start()
  local up, a, b = staging(w, "up", "WRITE"), buffer(w, "a"), buffer(w, "b")
  w.main:MapBuffer(up, "WRITE"):Write(0, "uint", { 11, 12, 13, 14 })
  w.main:UnmapBuffer(up)
  w.main:CopyBuffer(up, 0, a, 4, 12)
  w.main:CopyBuffer(a, 4, b, 0, 8)
  w.main:CopyBuffer(b, 0, a, 8, 4)
  check(w, a, { 0, 11, 11, 13 })
  check(w, b, { 11, 12 })
end)
case("a dynamic buffer is the source of a copy", "silent", function()
  local w = start()
  local d, a = dynamic(w, "d"), buffer(w, "a")
  put(w.main, d, "DISCARD", 0, { 3, 4, 5, 6, 7 })
  w.main:CopyBuffer(d, 4, a, 0, 16)
  put(w.main, d, "DISCARD", 0, { 0, 0, 0, 0, 0 })
  check(w, a, { 4, 5, 6, 7 })
end)
case("a buffer that grows: the old one is given up when its contents are copied", "silent", function()
  local w = start()
  local b, size = buffer(w, "b", { Data = WORDS }), 16
  for _ = 1, 4 do
    local larger = buffer(w, "b", { Size = size * 2 })
    w.main:CopyBuffer(b, 0, larger, 0, size)
    b:Release()
    b, size = larger, size * 2
  end
  check(w, b, { 1, 2, 3, 4 })
  w.main:FinishFrame()
end)
case("a buffer that grows: the old one is given up too early", 'GS0641 Buffer "b"', function()
  local w = start()
  local b = buffer(w, "b", { Data = WORDS })
  local larger = buffer(w, "larger", { Size = 32 })
  b:Release()
  w.main:CopyBuffer(b, 0, larger, 0, 16) --!
end)

-- Pictures.
local function filled(w, name, more)
  local texels = {}
  for i = 1, 64 do texels[i] = i end
  more = more or {}
  more.Data = { { Data = pack("uint", texels), Stride = 32 } }
  return texture(w, name, more)
end
case("boxes of a picture go elsewhere in it and to another", "silent", function()
  local w = start()
  local x, y = filled(w, "x"), filled(w, "y")
  w.main:CopyTexture { SrcTexture = x, DstTexture = y, SrcBox = { Left = 4, Top = 1, Right = 8, Bottom = 2 }, DstX = 2 }
  w.main:UpdateTexture(x, 0, 0, { Left = 0, Right = 2, Bottom = 1 }, { Data = pack("uint", { 100, 200 }), Stride = 8 })
  picture(w, y, { 1, 2, 13, 14, 15, 16, 7, 8 })
  picture(w, x, { 100, 200, 3 })
end)
case("levels of a picture are means of four texels", "silent", function()
  local w = start()
  local texels = {}
  for i = 0, 63 do texels[i + 1] = i % 8 < 4 and 0x04040404 or 0x08080808 end
  local x = w.device:CreateTexture { Name = "x", Width = 8, Height = 8, MipLevels = 4, Format = "R8G8B8A8_UNORM", BindFlags = "SHADER_RESOURCE|RENDER_TARGET",
    MiscFlags = "GENERATE_MIPS" }
  w.main:UpdateTexture(x, 0, 0, nil, { Data = pack("uint", texels), Stride = 32 })
  w.main:GenerateMips(x:GetDefaultView "SHADER_RESOURCE")
  picture(w, x, { 0x04040404, 0x04040404, 0x08080808, 0x08080808 }, { SrcMipLevel = 1 })
  picture(w, x, { 0x04040404, 0x08080808 }, { SrcMipLevel = 2 })
  picture(w, x, { 0x06060606 }, { SrcMipLevel = 3 })
end)
case("a target is cleared, drawn to and read by a kernel in turn", "silent", function()
  local w = start()
  local color, words = gpu.Texture2D("t0", "float4"), gpu.RWStructuredBuffer("u0", "uint")
  local x, b = texture(w, "x"), buffer(w, "b")
  local p = w.device:CreateComputePipelineState { Name = "reads", CS = gpu.ComputeShader { Name = "reads", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
    words[GroupIndex] = words[GroupIndex] + uint(color:Load(int3(int(GroupIndex), 0, 0)).x * 255.0)
  end }, ResourceLayout = { DefaultVariableType = "DYNAMIC" } }
  local srb = p:CreateShaderResourceBinding "srb"
  srb:GetVariableByName("COMPUTE", "color"):Set(x:GetDefaultView "SHADER_RESOURCE")
  srb:GetVariableByName("COMPUTE", "words"):Set(b)
  local draws = drawer(w, "draws")
  for turn = 1, 3 do
    w.main:SetRenderTargets { x:GetDefaultView "RENDER_TARGET" }
    w.main:ClearRenderTarget(x:GetDefaultView "RENDER_TARGET", { turn / 255, 0, 0, 0 })
    if turn == 2 then
      w.main:SetPipelineState(draws)
      w.main:Draw { NumVertices = 3 }
    end
    w.main:SetPipelineState(p)
    w.main:CommitShaderResources(srb)
    w.main:DispatchCompute { ThreadGroupCountX = 1 }
  end
  check(w, b, { 1 + 255 + 3, 1 + 255 + 3 })
end)

-- Two queues and a screen.
local function hand(drop)
  local w = queues()
  local color, out = gpu.Texture2D("t0", "float4"), gpu.RWTexture2D("u0", "float4")
  local mask = 3
  local target = texture(w, "target", { ImmediateContextMask = mask })
  local shaded = texture(w, "shaded", { BindFlags = "SHADER_RESOURCE|UNORDERED_ACCESS", ImmediateContextMask = mask })
  local draws = drawer(w, "draws", nil, nil, { ImmediateContextMask = mask })
  local shades = w.device:CreateComputePipelineState { Name = "shades", CS = gpu.ComputeShader { Name = "shades", NumThreads = { 8, 8, 1 },
    Main = function(DispatchThreadID) out[DispatchThreadID.xy] = color[DispatchThreadID.xy].yxzw end }, ImmediateContextMask = mask,
    ResourceLayout = { DefaultVariableType = "MUTABLE" } }
  local srb = shades:CreateShaderResourceBinding "shades"
  srb:GetVariableByName("COMPUTE", "color"):Set(target:GetDefaultView "SHADER_RESOURCE")
  srb:GetVariableByName("COMPUTE", "out"):Set(shaded:GetDefaultView "UNORDERED_ACCESS")
  local chain = w.device:CreateSwapChain({ Name = "chain", Width = 8, Height = 8 }, w.main)
  local shows = drawer(w, "shows", function(v) return color:Load(int3(0, 0, 0)) end, nil, { ResourceLayout = { DefaultVariableType = "MUTABLE" } })
  local shown = shows:CreateShaderResourceBinding "shows"
  shown:GetVariableByName("PIXEL", "color"):Set(shaded:GetDefaultView "SHADER_RESOURCE")
  local G, C = w.device:CreateFence { Name = "G" }, w.device:CreateFence { Name = "C" }
  w.main:TransitionResourceStates { { Resource = target, NewState = "RENDER_TARGET" } }
  w.main:SetRenderTargets({ target:GetDefaultView "RENDER_TARGET" }, nil, "NONE")
  w.main:ClearRenderTarget(target:GetDefaultView "RENDER_TARGET", { 0, 1, 0, 0 }, "NONE")
  w.main:SetPipelineState(draws)
  w.main:Draw { NumVertices = 3 }
  w.main:SetRenderTargets {}
  w.main:TransitionResourceStates { { Resource = target, NewState = "NON_PIXEL_SHADER_RESOURCE" } }
  w.main:EnqueueSignal(G, 11)
  w.main:Flush()
  if drop ~= "first" then w.second:DeviceWaitForFence(G, 11) end
  w.second:TransitionResourceStates { { Resource = shaded, NewState = "UNORDERED_ACCESS" } }
  w.second:SetPipelineState(shades)
  w.second:CommitShaderResources(srb, "NONE")
  w.second:DispatchCompute { ThreadGroupCountX = 1 }
  w.second:Flush()
  w.second:EnqueueSignal(C, 22)
  w.second:Flush()
  if drop ~= "second" then w.main:DeviceWaitForFence(C, 22) end
  w.main:SetRenderTargets { chain:GetCurrentBackBufferRTV() }
  w.main:TransitionResourceStates { { Resource = shaded, NewState = "PIXEL_SHADER_RESOURCE" } }
  w.main:SetPipelineState(shows)
  w.main:CommitShaderResources(shown, "NONE")
  w.main:Draw { NumVertices = 3 }
  w.main:Flush()
  local result = chain:GetCurrentBackBufferRTV():GetTexture()
  if not drop then picture(w, result, { 0xff00ff00 }) end
  chain:Present()
  w.second:FinishFrame()
  G:Wait(11)
  C:Wait(22)
end
case("a picture goes from the graphics queue to the compute queue and back to the screen", "silent", function() hand() end)
case("a picture goes to the compute queue, which does not wait", 'GS05xx texture "target"', function() hand "first" end)
case("a picture goes back to the graphics queue, which does not wait", 'GS05xx texture "shaded"', function() hand "second" end)

-- Contexts on threads.
case("eight contexts record at a time, their lists run in the order of the call", "silent", function()
  local w = start { DeferredContexts = 8 }
  local b, lists, threads = buffer(w, "b", { Size = 32 }), {}, {}
  for i = 1, 8 do
    threads[i] = gpu.Thread("records " .. i, function()
      local c = w.device:GetDeferredContext(i)
      lists[i] = list(c, w.main, function()
        c:UpdateBuffer(b, (i - 1) * 4, pack("uint", { i, 100 * i }):sub(1, i < 8 and 8 or 4))
      end)
    end)
  end
  for _, thread in ipairs(threads) do thread:Join() end
  w.main:ExecuteCommandLists { lists[8], lists[7], lists[6], lists[5], lists[4], lists[3], lists[2], lists[1] }
  for i = 1, 8 do w.device:GetDeferredContext(i):FinishFrame() end
  check(w, b, { 1, 100, 200, 300, 400, 500, 600, 700 })
end)
case("a list that was recorded first reads what one that runs before it writes", "silent", function()
  local w = start()
  local a, b, c = buffer(w, "a", { Data = WORDS }), buffer(w, "b"), buffer(w, "c")
  local reads = mover(w, b, c)
  local writes = mover(w, a, b)
  local later = list(w.first, w.main, function(x) run(w, x, reads) end)
  local sooner = list(w.other, w.main, function(x) run(w, x, writes) end)
  w.main:ExecuteCommandLists { sooner, later }
  frames(w)
  check(w, c, { 3, 4, 5, 6 })
end)

-- Indirect.
case("a kernel says how much is drawn and dispatched", "silent", function()
  local w = start()
  local args = w.device:CreateBuffer { Name = "args", Size = 64, BindFlags = "UNORDERED_ACCESS|INDIRECT_DRAW_ARGS", Mode = "STRUCTURED", ElementByteStride = 4 }
  local words = gpu.RWStructuredBuffer("u0", "uint")
  local writes = w.device:CreateComputePipelineState { Name = "writes", CS = gpu.ComputeShader { Name = "writes", NumThreads = { 1, 1, 1 }, Main = function()
    words[0] = 3
    words[1] = 1
    words[4] = 0
    words[5] = 1
    words[8] = 1
    words[9] = 1
    words[10] = 1
  end }, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
  local srb = writes:CreateShaderResourceBinding "writes"
  srb:GetVariableByName("COMPUTE", "words"):Set(args)
  local a, b, q = buffer(w, "a", { Data = WORDS }), buffer(w, "b"), w.device:CreateQuery { Name = "q", Type = "OCCLUSION" }
  w.main:SetPipelineState(writes)
  w.main:CommitShaderResources(srb)
  w.main:DispatchCompute { ThreadGroupCountX = 1 }
  w.main:SetRenderTargets { texture(w, "target"):GetDefaultView "RENDER_TARGET" }
  w.main:SetPipelineState(drawer(w, "draws"))
  w.main:BeginQuery(q)
  w.main:DrawIndirect { AttribsBuffer = args, DrawCount = 2 }
  w.main:EndQuery(q)
  local moves = mover(w, a, b)
  w.main:SetPipelineState(w.pipeline)
  w.main:CommitShaderResources(moves)
  w.main:DispatchComputeIndirect { AttribsBuffer = args, DispatchArgsByteOffset = 32 }
  check(w, b, { 2, 3, 4, 5 })
  same(q:GetData().Counter, 64)
end)

-- What the level below sees.
case("a queue of the level below reads what the engine has written, in no order", 'GS0512 buffer "a"', function()
  local w = start()
  local a = buffer(w, "a", { Data = WORDS })
  local native = w.device:GetNativeDevice()
  local q = native:CreateCommandQueue { Type = "COPY", Name = "below" }
  local r = native:CreateCommittedResource { Name = "r", HeapType = "READBACK", Dimension = "BUFFER", Width = 16 }
  w.main:UpdateBuffer(a, 0, WORDS)
  w.main:Flush()
  local l = native:CreateCommandList { Type = "COPY", Allocator = native:CreateCommandAllocator "COPY" }
  l:CopyBufferRegion(r, 0, a:GetNativeResource(), 0, 16)
  l:Close()
  q:ExecuteCommandLists { l }
end)
case("a queue of the level below reads what the engine has written, and the CPU has waited", "silent", function()
  local w = start()
  local a = buffer(w, "a", { Data = WORDS })
  local native = w.device:GetNativeDevice()
  local q = native:CreateCommandQueue { Type = "COPY", Name = "below" }
  local r = native:CreateCommittedResource { Name = "r", HeapType = "READBACK", Dimension = "BUFFER", Width = 16 }
  w.main:UpdateBuffer(a, 0, WORDS)
  w.main:WaitForIdle()
  local l = native:CreateCommandList { Type = "COPY", Allocator = native:CreateCommandAllocator "COPY" }
  l:CopyBufferRegion(r, 0, a:GetNativeResource(), 0, 16)
  l:Close()
  q:ExecuteCommandLists { l }
  local F = native:CreateFence(0, "F")
  q:Signal(F, 1)
  F:WaitCPU(1)
  same(r:Map():Read(0, "uint", 4), { 1, 2, 3, 4 })
end)
case("a queue of the level below still reads what the engine destroys", 'GS0601 buffer "a"', function()
  local w = start()
  local a = buffer(w, "a", { Data = WORDS })
  local native = w.device:GetNativeDevice()
  local q = native:CreateCommandQueue { Type = "COPY", Name = "below" }
  local r = native:CreateCommittedResource { Name = "r", HeapType = "READBACK", Dimension = "BUFFER", Width = 16 }
  w.main:WaitForIdle()
  local l = native:CreateCommandList { Type = "COPY", Allocator = native:CreateCommandAllocator "COPY" }
  l:CopyBufferRegion(r, 0, a:GetNativeResource(), 0, 16)
  l:Close()
  q:ExecuteCommandLists { l } --1
  a:Release()
  w.main:FinishFrame()
  w.device:IdleGPU()
  w.device:PurgeReleaseQueues()
end)

-- Frames.
case("a hundred frames need as much as three", "silent", function()
  local w = start { DeferredContexts = 1 }
  local d, b = dynamic(w, "d"), buffer(w, "b")
  local srb = mover(w, d, b)
  local chain = w.device:CreateSwapChain({ Name = "chain", Width = 8, Height = 8 }, w.main)
  local made
  for frame = 1, 100 do
    put(w.main, d, "DISCARD", 0, { frame, frame, frame, frame })
    run(w, w.main, srb)
    w.main:ClearRenderTarget(chain:GetCurrentBackBufferRTV(), { 0, 0, 0, 1 })
    w.main:Flush()
    chain:Present()
    if frame == 10 then made = w.device:GetCommandAllocatorStats("DIRECT").Created end
  end
  same(w.device:GetCommandAllocatorStats("DIRECT").Created, made)
  check(w, b, { 101, 101, 101, 101 })
end)
case("inline constants and parts of a buffer change between dispatches", "silent", function()
  local w = start()
  local words, values = gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "x", "uint" } })
  local b = buffer(w, "b", { Size = 64 })
  local constants = w.device:CreateBuffer { Name = "constants", Size = 1024, BindFlags = "UNIFORM_BUFFER" }
  w.main:UpdateBuffer(constants, 0, pack("uint", { 7 }))
  w.main:UpdateBuffer(constants, 256, pack("uint", { 8 }))
  w.main:UpdateBuffer(constants, 512, pack("uint", { 9 }))
  local p = w.device:CreateComputePipelineState { Name = "puts", CS = gpu.ComputeShader { Name = "puts", NumThreads = { 1, 1, 1 },
    Main = function(GroupID) words[values.x - 7] = values.x end }, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
  local srb = p:CreateShaderResourceBinding "srb"
  srb:GetVariableByName("COMPUTE", "words"):Set(b)
  srb:GetVariableByName("COMPUTE", "values"):SetBufferRange(constants, 0, 256)
  w.main:SetPipelineState(p)
  for i = 0, 2 do
    srb:GetVariableByName("COMPUTE", "values"):SetBufferOffset(i * 256)
    w.main:CommitShaderResources(srb)
    w.main:DispatchCompute { ThreadGroupCountX = 1 }
  end
  check(w, b, { 7, 8, 9 })
end)

-- A fence that is given up when the waits for it are submitted: the engine destroys it when it sees that the queues have passed it, and the program never asks.
local function released(waits)
  local w = queues()
  local a, b, c = buffer(w, "a", { ImmediateContextMask = 3 }), buffer(w, "b", { ImmediateContextMask = 3 }), buffer(w, "c")
  local writes = mover(w, b, a, "DYNAMIC", 3)
  local reads = mover(w, a, c)
  local chain = w.device:CreateSwapChain({ Name = "chain", Width = 8, Height = 8 }, w.main)
  w.device:IdleGPU()
  run(w, w.second, writes)
  local done = w.device:CreateFence { Name = "done" }
  w.second:EnqueueSignal(done, 1)
  w.second:Flush()
  if waits then w.main:DeviceWaitForFence(done, 1) end
  done:Release()
  run(w, w.main, reads)
  w.main:Flush()
  chain:Present()
end
case("a fence is given up after the wait for it, and destroyed when the queues have passed it", "silent", function() released(true) end)
case("a fence is given up, and nothing waits for it", 'GS0512 buffer "a"', function() released(false) end)
