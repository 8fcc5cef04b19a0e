-- The engine level, call by call: mistakes of a single call and their repaired twins, from the table of checks of Diligent Engine and from the
-- rules of the seeds. What calls do to each other over frames and queues is in rules.lua.
local t = require "prelude"
local case, gpu = t.case, t.gpu
local engine = require "gpu.engine"
local e = require "engine_prelude"
local start, queues, buffer, dynamic, staging, texture = e.start, e.queues, e.buffer, e.dynamic, e.staging, e.texture
local put, mover, run, list, frames = e.put, e.mover, e.run, e.list, e.frames
local ALL, WORDS, source, result = e.ALL, e.WORDS, e.source, e.result

-- Descriptions ---------------------------------------------------------------------------------------------------------------------

case("a dynamic buffer with first contents", "GS0657 first contents", function()
  dynamic(start(), "d", { Data = WORDS }) --!
end)

case("a dynamic buffer without first contents", "silent", function()
  dynamic(start(), "d")
end)

case("a dynamic buffer that the CPU reads", "GS0657 the CPU access WRITE", function()
  dynamic(start(), "d", { CPUAccessFlags = "READ" }) --!
end)

case("a default buffer with CPU access", "GS0657 no CPU access", function()
  buffer(start(), "a", { CPUAccessFlags = "WRITE" }) --!
end)

case("a staging buffer that is bound", "GS0657 bound nowhere", function()
  staging(start(), "s", "READ", { BindFlags = "SHADER_RESOURCE" }) --!
end)

case("a staging buffer for both directions", "GS0657 one CPU access", function()
  staging(start(), "s", "READ|WRITE") --!
end)

case("a binding object that initialises static resources, as in C++", "GS0133 name must be a string, got boolean true", function()
  local w = start()
  local pipeline = w.device:CreateComputePipelineState { CS = gpu.ComputeShader { NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = 1 end } }
  pipeline:GetStaticVariableByName("COMPUTE", "result"):Set(buffer(w, "a"):GetDefaultView "UNORDERED_ACCESS")
  pipeline:CreateShaderResourceBinding(true) --!
end)

case("a staging buffer that the CPU reads is copied from", 'GS0660 Buffer "s" in state COPY_SOURCE', function()
  local w = start()
  w.main:CopyBuffer(staging(w, "s", "READ"), 0, buffer(w, "a"), 0, 16) --!
end)

case("a staging buffer that the CPU writes is copied to", 'GS0660 Buffer "s" in state COPY_DEST', function()
  local w = start()
  w.main:CopyBuffer(buffer(w, "a"), 0, staging(w, "s", "WRITE"), 0, 16) --!
end)

case("staging buffers of each direction", "silent", function()
  local w = start()
  staging(w, "down", "READ")
  staging(w, "up", "WRITE")
end)

case("a dynamic buffer that shaders write, of two contexts", "GS0657 belongs to one context", function()
  dynamic(queues(), "d", { BindFlags = "UNORDERED_ACCESS", ImmediateContextMask = 3 }) --!
end)

case("a dynamic buffer that shaders read, of two contexts", "silent", function()
  dynamic(queues(), "d", { ImmediateContextMask = 3 })
end)

case("a staging texture of more slices than any texture has", "GS0657 ArraySize is 2147483648", function()
  texture(start(), "x", { Type = "TEX_2D_ARRAY", ArraySize = 2 ^ 31, Usage = "STAGING", CPUAccessFlags = "READ", BindFlags = "NONE" }) --!
end)

case("an immutable buffer that shaders write", "GS0657 UNORDERED_ACCESS", function()
  buffer(start(), "a", { Usage = "IMMUTABLE", Data = WORDS }) --!
end)

case("an immutable buffer that shaders read", "silent", function()
  local w = start()
  local srb = mover(w, buffer(w, "a", { Usage = "IMMUTABLE", Data = WORDS, BindFlags = "SHADER_RESOURCE" }), buffer(w, "b"))
  run(w, w.main, srb)
  w.main:WaitForIdle()
end)

case("first contents uploaded by a deferred context", "GS0657 deferred context", function()
  local w = start()
  buffer(w, "a", { Data = WORDS, DataContext = w.first }) --!
end)

case("first contents uploaded by a context that the mask does not have", "GS0657 ImmediateContextMask", function()
  local w = queues()
  buffer(w, "a", { Data = WORDS, DataContext = w.third }) --!
end)

case("first contents longer than the buffer", "GS0657 longer", function()
  buffer(start(), "a", { Data = WORDS .. "x" }) --!
end)

case("a render target that the CPU maps", "GS0657 SHADER_RESOURCE only", function()
  texture(start(), "color", { Usage = "DYNAMIC" }) --!
end)

case("a dynamic texture that shaders read", "silent", function()
  local w = start()
  local color = texture(w, "color", { Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE" })
  w.main:MapTextureSubresource(color, 0, 0, "WRITE", "DISCARD"):WriteString(0, ("x"):rep(32))
  w.main:UnmapTextureSubresource(color, 0, 0)
  frames(w)
end)

case("a vertex buffer without the bind flag", "GS0657 VERTEX_BUFFER", function()
  local w = start()
  w.main:SetVertexBuffers(0, { buffer(w, "a") }) --!
end)

case("a view of a type that the bind flags do not have", "GS0657 UNORDERED_ACCESS", function()
  texture(start(), "color"):CreateView { Type = "UNORDERED_ACCESS" } --!
end)

case("a view of a type that the bind flags have", "silent", function()
  texture(start(), "color"):CreateView { Type = "RENDER_TARGET" }
end)

-- Mapping and updating -------------------------------------------------------------------------------------------------------------

case("a dynamic buffer mapped for READ", "GS0656 WRITE only", function()
  local w = start()
  w.main:MapBuffer(dynamic(w, "d"), "READ", "DISCARD") --!
end)

case("a dynamic buffer mapped without a flag", "GS0656 neither DISCARD nor NO_OVERWRITE", function()
  local w = start()
  w.main:MapBuffer(dynamic(w, "d"), "WRITE") --!
end)

case("a staging buffer mapped against its access", "GS0656 CPUAccessFlags WRITE", function()
  local w = start()
  w.main:MapBuffer(staging(w, "s", "WRITE"), "READ") --!
end)

case("a staging buffer for READ mapped with DISCARD", "GS0656 DISCARD", function()
  local w = start()
  w.main:MapBuffer(staging(w, "s"), "READ", "DISCARD") --!
end)

case("a staging buffer filled by the CPU and copied", "silent", function()
  local w = start()
  local s, b = staging(w, "s", "WRITE"), buffer(w, "b")
  w.main:MapBuffer(s, "WRITE"):Write(0, "uint", { 5, 6, 7, 8 })
  w.main:UnmapBuffer(s)
  w.main:CopyBuffer(s, 0, b, 0, 16)
  frames(w)
end)

case("a staging buffer filled again while it may be copied", "GS0513 \"s\"", function()
  local w = start()
  local s, b = staging(w, "s", "WRITE"), buffer(w, "b")
  for i = 1, 2 do
    w.main:MapBuffer(s, "WRITE"):Write(0, "uint", { i, 6, 7, 8 })
    w.main:UnmapBuffer(s)
    w.main:CopyBuffer(s, 0, b, 0, 16)
    w.main:Flush()
  end
  w.main:WaitForIdle()
end)

case("a staging buffer filled again when it was copied", "silent", function()
  local w = start()
  local s, b = staging(w, "s", "WRITE"), buffer(w, "b")
  for i = 1, 2 do
    w.main:MapBuffer(s, "WRITE"):Write(0, "uint", { i, 6, 7, 8 })
    w.main:UnmapBuffer(s)
    w.main:CopyBuffer(s, 0, b, 0, 16)
    w.main:WaitForIdle()
  end
end)

case("a staging buffer mapped over frames", "silent", function()
  local w = start()
  local s, b = staging(w, "s", "WRITE"), buffer(w, "b")
  local m = w.main:MapBuffer(s, "WRITE")
  for i = 1, 3 do
    m:Write(0, "uint", { i, 6, 7, 8 })
    w.main:CopyBuffer(s, 0, b, 0, 16)
    w.main:WaitForIdle()
    w.main:FinishFrame()
  end
  w.main:UnmapBuffer(s)
end)

case("a staging buffer mapped over frames, unmapped, then written", "GS0655 it was unmapped", function()
  local w = start()
  local s = staging(w, "s", "WRITE")
  local m = w.main:MapBuffer(s, "WRITE")
  w.main:FinishFrame()
  m:Write(0, "uint", 1)
  w.main:UnmapBuffer(s)
  m:Write(0, "uint", 2) --!
end)

case("written through a mapping for READ", "GS0656 mapped for READ", function()
  local w = start()
  w.main:MapBuffer(staging(w, "s"), "READ"):Write(0, "uint", 1) --!
end)

case("NO_OVERWRITE of a buffer that UnmapBuffer writes as a whole", "GS0656 as a whole", function()
  local w = start()
  local d = dynamic(w, "d", { BindFlags = "UNORDERED_ACCESS" })
  put(w.main, d)
  w.main:MapBuffer(d, "WRITE", "NO_OVERWRITE") --!
end)

case("DISCARD of a buffer that UnmapBuffer writes as a whole", "silent", function()
  local w = start()
  local d = dynamic(w, "d", { BindFlags = "UNORDERED_ACCESS" })
  put(w.main, d)
  put(w.main, d)
  frames(w)
end)

case("bound and never mapped", "GS0654 was not mapped", function()
  local w = start()
  local srb = mover(w, dynamic(w, "d"), buffer(w, "b"))
  run(w, w.main, srb) --!
end)

case("bound, then mapped, then used", "silent", function()
  local w = start()
  local d = dynamic(w, "d")
  local srb = mover(w, d, buffer(w, "b"))
  put(w.main, d)
  run(w, w.main, srb)
  frames(w)
end)

case("unmapped in another context than mapped", "GS0656 not mapped in this context", function()
  local w = start()
  local d = dynamic(w, "d")
  w.first:Begin(w.main)
  w.first:MapBuffer(d, "WRITE", "DISCARD"):Write(0, "uint", 1)
  w.main:UnmapBuffer(d) --!
end)

case("an immutable buffer updated", "GS0656 IMMUTABLE", function()
  local w = start()
  local a = buffer(w, "a", { Usage = "IMMUTABLE", Data = WORDS, BindFlags = "SHADER_RESOURCE" })
  w.main:UpdateBuffer(a, 0, WORDS) --!
end)

case("one byte behind the end updated", "GS0658 [1, 17)", function()
  local w = start()
  w.main:UpdateBuffer(buffer(w, "a"), 1, WORDS) --!
end)

case("the last byte updated", "silent", function()
  local w = start()
  w.main:UpdateBuffer(buffer(w, "a"), 15, "x")
  frames(w)
end)

case("nothing updated", "GS0658 [0, 0)", function()
  local w = start()
  w.main:UpdateBuffer(buffer(w, "a"), 0, "") --!
end)

case("a copy from behind the end", "GS0658 [12, 28)", function()
  local w = start()
  w.main:CopyBuffer(buffer(w, "a"), 12, buffer(w, "b"), 0, 16) --!
end)

case("a copy of the last word", "silent", function()
  local w = start()
  w.main:CopyBuffer(buffer(w, "a"), 12, buffer(w, "b"), 12, 4)
  frames(w)
end)

case("written behind the end of a mapping", "GS0658 [60, 68)", function()
  local w = start()
  w.main:MapBuffer(dynamic(w, "d"), "WRITE", "DISCARD"):Write(60, "uint", { 1, 2 }) --!
end)

case("a subresource that a texture does not have", "GS0658 it has 1 mip level and 1 slice", function()
  local w = start()
  local color = texture(w, "color", { Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE" })
  w.main:MapTextureSubresource(color, 1, 0, "WRITE", "DISCARD") --!
end)

case("two subresources mapped at once", "silent", function()
  local w = start()
  local color = texture(w, "color", { Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", MipLevels = 2 })
  for mip = 0, 1 do w.main:MapTextureSubresource(color, mip, 0, "WRITE", "DISCARD"):WriteString(0, "text") end
  for mip = 0, 1 do w.main:UnmapTextureSubresource(color, mip, 0) end
  frames(w)
end)

case("one subresource mapped twice", "GS0656 mapped already", function()
  local w = start()
  local color = texture(w, "color", { Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE" })
  w.main:MapTextureSubresource(color, 0, 0, "WRITE", "DISCARD")
  w.main:MapTextureSubresource(color, 0, 0, "WRITE", "DISCARD") --!
end)

case("another subresource unmapped than mapped", "GS0656 not mapped", function()
  local w = start()
  local color = texture(w, "color", { Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", MipLevels = 2 })
  w.main:MapTextureSubresource(color, 0, 0, "WRITE", "DISCARD")
  w.main:UnmapTextureSubresource(color, 1, 0) --!
end)

case("a frame ended while texels are mapped", "GS0651 Texture \"color\"", function()
  local w = start()
  local color = texture(w, "color", { Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE" })
  w.main:MapTextureSubresource(color, 0, 0, "WRITE", "DISCARD")
  w.main:Flush()
  w.main:FinishFrame() --!
end)

case("texels read behind Flush", "GS0659 Texture \"down\"", function()
  local w = start()
  local color, down = texture(w, "color"), texture(w, "down", { Usage = "STAGING", CPUAccessFlags = "READ", BindFlags = "NONE" })
  w.main:ClearRenderTarget(color:GetDefaultView "RENDER_TARGET", { 1, 0, 0, 1 })
  w.main:CopyTexture { SrcTexture = color, DstTexture = down }
  w.main:Flush()
  w.main:MapTextureSubresource(down, 0, 0, "READ") --!
end)

case("texels read behind WaitForIdle", "silent", function()
  local w = start()
  local color, down = texture(w, "color"), texture(w, "down", { Usage = "STAGING", CPUAccessFlags = "READ", BindFlags = "NONE" })
  w.main:ClearRenderTarget(color:GetDefaultView "RENDER_TARGET", { 1, 0, 0, 1 })
  w.main:CopyTexture { SrcTexture = color, DstTexture = down }
  w.main:WaitForIdle()
  assert(w.main:MapTextureSubresource(down, 0, 0, "READ"):Read(0, "byte") == 255)
end)

-- Contexts and lists ---------------------------------------------------------------------------------------------------------------

for method, arguments in pairs { WaitForIdle = {}, ExecuteCommandLists = { {} } } do
  case(method .. " on a deferred context", "GS0645 " .. method, function()
    local w = start()
    w.first[method](w.first, unpack(arguments))
  end)
end

for _, method in ipairs { "EnqueueSignal", "DeviceWaitForFence" } do
  case(method .. " on a deferred context", "GS0645 " .. method, function()
    local w = start()
    local f = w.device:CreateFence { Name = "f" }
    if method == "DeviceWaitForFence" then
      w.main:EnqueueSignal(f, 1)
      w.main:Flush()
    end
    w.first:Begin(w.main)
    w.first[method](w.first, f, 1)
  end)
end

case("Begin on an immediate context", "GS0645 it is an immediate context", function()
  local w = start()
  w.main:Begin(w.main) --!
end)

case("Begin for a deferred context", "GS0645 not an immediate context", function()
  local w = start()
  w.first:Begin(w.other) --!
end)

case("Begin for a context of another device", "GS0645 not an immediate context of the device", function()
  local w, other = start(), start { Name = "other" }
  w.first:Begin(other.main) --!
end)

case("FinishCommandList on an immediate context", "GS0645 it is an immediate context", function()
  local w = start()
  w.main:FinishCommandList() --!
end)

case("FinishCommandList without Begin", "GS0645 Begin was not called", function()
  local w = start()
  w.first:FinishCommandList() --!
end)

case("Begin and FinishCommandList with nothing between", "silent", function()
  local w = start()
  w.first:Begin(w.main)
  w.main:ExecuteCommandLists { w.first:FinishCommandList() }
  frames(w)
end)

case("no lists executed", "silent", function()
  local w = start()
  w.main:ExecuteCommandLists {}
  frames(w)
end)

case("one list twice in one call", "GS0646", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local l = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  w.main:ExecuteCommandLists { l, l } --!
end)

case("two lists of one deferred context in one call", "silent", function()
  local w = start()
  local a, b = buffer(w, "a"), buffer(w, "b")
  local first = list(w.first, w.main, function(c) c:CopyBuffer(a, 0, b, 0, 16) end)
  local second = list(w.first, w.main, function(c) c:CopyBuffer(b, 0, a, 0, 16) end)
  w.main:ExecuteCommandLists { second, first }
  frames(w)
end)

case("a list of another device", "GS0647", function()
  local w, other = start(), start { Name = "other" }
  local a = buffer(w, "a")
  other.main:ExecuteCommandLists { list(w.first, w.main, function(c) c:UpdateBuffer(a, 0, WORDS) end) } --!
end)

case("a buffer of another device", "GS0673 created by RenderDevice \"other\"", function()
  local w, other = start(), start { Name = "other" }
  w.main:UpdateBuffer(buffer(other, "a"), 0, WORDS) --!
end)

case("a pipeline of another device", "GS0673 created by RenderDevice \"other\"", function()
  local w, other = start(), start { Name = "other" }
  local srb = mover(other, buffer(other, "a"), buffer(other, "b"))
  run(other, w.main, srb)
end)

case("a dispatch on a context of a COPY queue", "GS0645 its queue of type COPY runs no compute pipelines", function()
  local w = queues()
  local srb = mover(w, buffer(w, "a", { ImmediateContextMask = ALL }), buffer(w, "b", { ImmediateContextMask = ALL }), "DYNAMIC", ALL)
  run(w, w.third, srb)
end)

case("a clear on a context of a COMPUTE queue", "GS0660 on a context of a COMPUTE queue", function()
  local w = queues()
  local color = texture(w, "color", { ImmediateContextMask = ALL })
  w.second:ClearRenderTarget(color:GetDefaultView "RENDER_TARGET", { 0, 0, 0, 1 }) --!
end)

case("a dispatch behind InvalidateState", "GS0663 without a compute pipeline", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  run(w, w.main, srb)
  w.main:InvalidateState()
  w.main:DispatchCompute { ThreadGroupCountX = 1 } --!
end)

case("everything bound anew behind InvalidateState", "silent", function()
  local w = start()
  local srb = mover(w, buffer(w, "a"), buffer(w, "b"))
  run(w, w.main, srb)
  w.main:InvalidateState()
  run(w, w.main, srb)
  frames(w)
end)

case("a view of a list released before the execution", "GS0642 TextureView \"part\"", function()
  local w = start()
  local view = texture(w, "color"):CreateView { Name = "part", Type = "RENDER_TARGET" }
  local l = list(w.first, w.main, function(c) c:ClearRenderTarget(view, { 0, 0, 0, 1 }) end)
  view:Release()
  w.main:ExecuteCommandLists { l } --!
end)

case("a view of a list released behind the execution", "silent", function()
  local w = start()
  local view = texture(w, "color"):CreateView { Name = "part", Type = "RENDER_TARGET" }
  w.main:ExecuteCommandLists { list(w.first, w.main, function(c) c:ClearRenderTarget(view, { 0, 0, 0, 1 }) end) }
  view:Release()
  frames(w)
end)

case("a query of a list released before the execution", "GS0642 Query \"q\"", function()
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "TIMESTAMP" }
  local l = list(w.first, w.main, function(c) c:EndQuery(q) end)
  q:Release()
  w.main:ExecuteCommandLists { l } --!
end)

-- Binding objects ------------------------------------------------------------------------------------------------------------------

case("a variable that the shader does not declare", "GS0657 \"sauce\"", function()
  local w = start()
  mover(w):GetVariableByName("COMPUTE", "sauce") --!
end)

case("a buffer without UNORDERED_ACCESS for a shader that writes it", "GS0665 has BindFlags SHADER_RESOURCE, not UNORDERED_ACCESS", function()
  local w = start()
  mover(w, nil, buffer(w, "b", { BindFlags = "SHADER_RESOURCE" }))
end)

case("a texture for a buffer", "GS0665 is a texture", function()
  local w = start()
  mover(w, texture(w, "color"))
end)

case("a static variable without a resource", "GS0663 STATIC", function()
  local w = start()
  local p = w.device:CreateComputePipelineState { Name = "p", CS = gpu.ComputeShader { Name = "cs", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = source[GroupIndex] end },
    ResourceLayout = { DefaultVariableType = "STATIC" } }
  p:GetStaticVariableByName("COMPUTE", "result"):Set(buffer(w, "b"))
  w.pipeline = p
  run(w, w.main, p:CreateShaderResourceBinding())
end)

case("static variables set before the binding object is made", "silent", function()
  local w = start()
  local p = w.device:CreateComputePipelineState { Name = "p", CS = gpu.ComputeShader { Name = "cs", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = source[GroupIndex] end },
    ResourceLayout = { DefaultVariableType = "STATIC" } }
  p:GetStaticVariableByName("COMPUTE", "source"):Set(buffer(w, "a"))
  p:GetStaticVariableByName("COMPUTE", "result"):Set(buffer(w, "b"))
  w.pipeline = p
  run(w, w.main, p:CreateShaderResourceBinding())
  w.main:WaitForIdle()
end)

case("a binding object of another pipeline", "GS0663 does not fit", function()
  local w = start()
  mover(w)
  local function Fill(GroupIndex) result[GroupIndex] = 1 end
  local other = w.device:CreateComputePipelineState { Name = "fill", ResourceLayout = { DefaultVariableType = "DYNAMIC" },
    CS = gpu.ComputeShader { Name = "fill", NumThreads = { 4, 1, 1 }, Main = Fill } }
  local srb = other:CreateShaderResourceBinding()
  srb:GetVariableByName("COMPUTE", "result"):Set(buffer(w, "b"))
  w.main:SetPipelineState(w.pipeline)
  w.main:CommitShaderResources(srb)
  w.main:DispatchCompute { ThreadGroupCountX = 1 } --!
end)

case("static descriptors run out", "GS0670 static", function()
  local w = start { GPUDescriptorHeapSize = { 64, 64 } }
  local texels = gpu.Texture2D("t0", "float4")
  local p = w.device:CreateComputePipelineState { Name = "p", ResourceLayout = { DefaultVariableType = "MUTABLE" },
    CS = gpu.ComputeShader { Name = "cs", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = uint(texels:Load(int3(0, 0, 0)).x) end } }
  for _ = 1, 100 do p:CreateShaderResourceBinding() end
end)

case("static descriptors come back", "silent", function()
  local w = start { GPUDescriptorHeapSize = { 64, 64 } }
  local texels = gpu.Texture2D("t0", "float4")
  local p = w.device:CreateComputePipelineState { Name = "p", ResourceLayout = { DefaultVariableType = "MUTABLE" },
    CS = gpu.ComputeShader { Name = "cs", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) result[GroupIndex] = uint(texels:Load(int3(0, 0, 0)).x) end } }
  for _ = 1, 100 do
    p:CreateShaderResourceBinding():Release()
    w.device:IdleGPU()
  end
end)

case("views of a small heap make it grow", "silent", function()
  local w = start { CPUDescriptorHeapSize = { 16, 16, 16, 16 } }
  local color = texture(w, "color")
  for _ = 1, 50 do color:CreateView { Type = "RENDER_TARGET" } end
end)

-- Queries and fences ---------------------------------------------------------------------------------------------------------------

case("a query ended that does not measure", "GS0671 does not measure", function()
  local w = start()
  w.main:EndQuery(w.device:CreateQuery { Name = "q", Type = "DURATION" }) --!
end)

case("a query begun twice", "GS0671 measures already", function()
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "DURATION" }
  w.main:BeginQuery(q)
  w.main:BeginQuery(q) --!
end)

case("a query ended on another context", "GS0671 begun on DeviceContext \"immediate\"", function()
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "DURATION" }
  w.main:BeginQuery(q)
  w.first:Begin(w.main)
  w.first:EndQuery(q) --!
end)

case("a timestamp begun", "GS0671 no beginning", function()
  local w = start()
  w.main:BeginQuery(w.device:CreateQuery { Name = "q", Type = "TIMESTAMP" }) --!
end)

case("a query read that was never ended", "GS0671 never ended", function()
  local w = start()
  w.device:CreateQuery({ Name = "q", Type = "DURATION" }):GetData() --!
end)

case("a query read in a loop that nobody submits", "GS0671 never submitted", function()
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "TIMESTAMP" }
  w.main:EndQuery(q)
  while not q:GetData() do end --!
end)

case("a query read in a loop that another thread submits", "silent", function()
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "TIMESTAMP" }
  w.main:EndQuery(q)
  local thread = gpu.Thread(function()
    gpu.Work(100)
    w.main:Flush()
  end)
  while not q:GetData() do end
  thread:Join()
end)

case("a query read in a loop whose end waits for a signal that was not flushed", "GS0502 fence \"F\" >= 1", function()
  local w = queues()
  local q, F = w.device:CreateQuery { Name = "q", Type = "TIMESTAMP" }, w.device:CreateFence { Name = "F" }
  w.main:EnqueueSignal(F, 1)
  w.second:DeviceWaitForFence(F, 1)
  w.second:EndQuery(q)
  w.second:Flush()
  while not q:GetData() do end --!
end)

case("a frame ended while a query measures", "GS0649", function()
  local w = start()
  w.main:BeginQuery(w.device:CreateQuery { Name = "q", Type = "DURATION" })
  w.main:FinishFrame() --!
end)

case("a query measured, read and measured again", "silent", function()
  local w = start()
  local q, a = w.device:CreateQuery { Name = "q", Type = "DURATION" }, buffer(w, "a")
  for _ = 1, 2 do
    w.main:BeginQuery(q)
    w.main:UpdateBuffer(a, 0, WORDS)
    w.main:EndQuery(q)
    w.main:Flush()
    while not q:GetData() do gpu.Work(10) end
  end
end)

case("the CPU waits for a value that nothing signals", "GS050x", function()
  local w = start()
  w.device:CreateFence({ Name = "f" }):Wait(1) --!
end)

case("the CPU waits for a value that was not flushed", "GS050x", function()
  local w = start()
  local f = w.device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 1)
  f:Wait(1) --!
end)

case("the CPU waits for a value that was flushed", "silent", function()
  local w = start()
  local f = w.device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 1)
  w.main:Flush()
  f:Wait(1)
  assert(f:GetCompletedValue() == 1)
end)

case("two queues write one buffer", "GS0512 buffer \"a\"", function()
  local w = queues()
  local a = buffer(w, "a", { ImmediateContextMask = ALL })
  w.main:UpdateBuffer(a, 0, WORDS)
  w.third:UpdateBuffer(a, 0, WORDS)
  w.main:Flush()
  w.third:Flush()
  w.device:IdleGPU()
end)

case("two queues read one buffer", "silent", function()
  local w = queues()
  local a = buffer(w, "a", { ImmediateContextMask = ALL, Data = WORDS })
  local b, c = buffer(w, "b", { ImmediateContextMask = ALL }), buffer(w, "c", { ImmediateContextMask = ALL })
  w.device:IdleGPU()
  w.main:CopyBuffer(a, 0, b, 0, 16)
  w.third:CopyBuffer(a, 0, c, 0, 16)
  w.main:Flush()
  w.third:Flush()
  w.device:IdleGPU()
end)

case("two queues write one buffer, the CPU waits between", "silent", function()
  local w = queues()
  local a = buffer(w, "a", { ImmediateContextMask = ALL })
  w.main:UpdateBuffer(a, 0, WORDS)
  w.main:WaitForIdle()
  w.third:UpdateBuffer(a, 0, WORDS)
  w.device:IdleGPU()
  w.third:WaitForIdle()
end)

-- Objects of another device ----------------------------------------------------------------------------------------------------------

local function elsewhere() return start { Name = "elsewhere" } end

case("a dynamic buffer of another device mapped", "GS0673 Buffer \"d\" was created by RenderDevice \"elsewhere\"", function()
  local w, d = start(), dynamic(elsewhere(), "d")
  w.main:MapBuffer(d, "WRITE", "DISCARD") --!
end)

case("texels of another device mapped", "GS0673 Texture \"t\"", function()
  local w, t = start(), texture(elsewhere(), "t", { Usage = "STAGING", CPUAccessFlags = "READ", BindFlags = "NONE" })
  w.main:MapTextureSubresource(t, 0, 0, "READ") --!
end)

case("a vertex buffer of another device", "GS0673 Buffer \"v\"", function()
  local w, v = start(), buffer(elsewhere(), "v", { BindFlags = "VERTEX_BUFFER", Mode = "UNDEFINED" })
  w.main:SetVertexBuffers(0, { v }) --!
end)

case("a render target of another device", "GS0673 TextureView \"t\"", function()
  local w, t = start(), texture(elsewhere(), "t")
  w.main:SetRenderTargets({ t:GetDefaultView("RENDER_TARGET") }) --!
end)

case("a resource of another device in a variable", "GS0673 Buffer \"a\"", function()
  local w, a = start(), buffer(elsewhere(), "a")
  mover(w):GetVariableByName("COMPUTE", "source"):Set(a) --!
end)

case("a binding object of another device", "GS0673 ShaderResourceBinding \"srb\"", function()
  local w, srb = start(), mover(elsewhere())
  w.main:CommitShaderResources(srb) --!
end)

case("a fence of another device enqueued", "GS0673 Fence \"f\"", function()
  local w, f = start(), elsewhere().device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 1) --!
end)

case("a query of another device", "GS0673 Query \"q\"", function()
  local w, q = start(), elsewhere().device:CreateQuery { Name = "q", Type = "DURATION" }
  w.main:BeginQuery(q) --!
end)

case("first contents uploaded by a context of another device", "GS0657 DataContext is a context of another device", function()
  local w = start()
  buffer(w, "a", { Data = WORDS, DataContext = elsewhere().main }) --!
end)

-- Swap chains ------------------------------------------------------------------------------------------------------------------------

local function chain(w, context) return w.device:CreateSwapChain({ Name = "chain", Width = 8, Height = 8 }, context or w.main) end

case("a swap chain of a context of another device", "GS0657 SwapChain \"chain\"", function()
  chain(start(), elsewhere().main) --!
end)

case("a swap chain presented and released", "silent", function()
  local w = start()
  local c = chain(w)
  w.main:ClearRenderTarget(c:GetCurrentBackBufferRTV(), { 0, 0, 0, 1 })
  c:Present()
  c:Release()
  w.device:Release()
end)

case("a swap chain presented behind its release", "GS0641 Present uses SwapChain \"chain\"", function()
  local c = chain(start())
  c:Release()
  assert(not c:GetCurrentBackBufferRTV())
  c:Present() --!
end)

case("a swap chain resized behind its release", "GS0641 Resize uses SwapChain \"chain\"", function()
  local c = chain(start())
  c:Release()
  c:Resize(16, 16) --!
end)

case("a swap chain released twice", "GS0643 SwapChain \"chain\"", function()
  local c = chain(start())
  c:Release()
  c:Release() --!
end)

case("a device released with a swap chain that is not", "GS0664 1 object that was not", function()
  local w = start()
  chain(w)
  w.device:Release() --!
end)

case("a view of a back buffer used behind Resize", "GS0641 Texture \"chain[0]\"", function()
  local w = start()
  local c = chain(w)
  local view = c:GetCurrentBackBufferRTV()
  c:Resize(16, 16)
  w.main:ClearRenderTarget(view, { 0, 0, 0, 1 }) --!
end)

-- The end of a device ----------------------------------------------------------------------------------------------------------------

case("a context of a released device forgets what is bound", "GS0641 InvalidateState uses RenderDevice", function()
  local w = start()
  w.device:Release()
  w.main:InvalidateState() --!
end)

case("a device released with a signal that was not submitted", "GS0653 a signal of Fence \"f\" with 1", function()
  local w = start()
  local f = w.device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 1)
  f:Release()
  w.device:Release() --!
end)

case("a device released with a signal that was submitted", "silent", function()
  local w = start()
  local f = w.device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 1)
  w.main:Flush()
  f:Release()
  w.device:Release()
end)

-- What a queue cannot do ---------------------------------------------------------------------------------------------------------------

case("a draw on a context of a COPY queue", "GS0645 its queue of type COPY runs no graphics pipelines", function()
  queues().third:Draw { NumVertices = 3 } --!
end)

case("a draw on a context of a COMPUTE queue", "GS0645 its queue of type COMPUTE runs no graphics pipelines", function()
  queues().second:Draw { NumVertices = 3 } --!
end)

case("mip levels of a texture with depth", "GS0657 this is TEX_3D", function()
  texture(start(), "t", { Type = "TEX_3D", Depth = 8, MipLevels = 4, MiscFlags = "GENERATE_MIPS" }) --!
end)

case("mip levels on a context of a COPY queue", "GS0645 it draws", function()
  local w = queues()
  local t = texture(w, "t", { MipLevels = 4, MiscFlags = "GENERATE_MIPS", ImmediateContextMask = ALL })
  w.third:GenerateMips(t:GetDefaultView("SHADER_RESOURCE")) --!
end)

case("a state that was promised and is another", "GS0660 CopyTexture needs Texture \"x\"", function()
  local w = start()
  w.main:CopyTexture { SrcTexture = texture(w, "x"), DstTexture = texture(w, "y"), SrcTextureTransitionMode = "VERIFY" }
  w.main:Flush()
end)

case("a static variable set behind a binding object", "GS0666 STATIC variable \"source\"", function()
  local w = start()
  w.pipeline = w.device:CreateComputePipelineState { Name = "mover", CS = gpu.ComputeShader { Name = "mover", NumThreads = { 4, 1, 1 },
    Main = function(GroupIndex) result[GroupIndex] = source[GroupIndex] end }, ResourceLayout = { DefaultVariableType = "STATIC" } }
  local function set(name, to) w.pipeline:GetStaticVariableByName("COMPUTE", name):Set(to) end
  set("source", buffer(w, "a"))
  set("result", buffer(w, "b"))
  w.pipeline:CreateShaderResourceBinding("srb")
  set("source", buffer(w, "c"))
end)
