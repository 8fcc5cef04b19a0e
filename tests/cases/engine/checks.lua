-- The engine level: the checks of Diligent Engine that neither rules.lua nor calls.lua tries. Which case answers which check stands in
-- engine_checks_test.go.
local t = require "prelude"
local case, gpu = t.case, t.gpu
local engine = require "gpu.engine"
local e = require "engine_prelude"
local start, queues, buffer, dynamic, staging, texture = e.start, e.queues, e.buffer, e.dynamic, e.staging, e.texture
local mover, run, list, frames = e.mover, e.run, e.list, e.frames
local ALL, WORDS = e.ALL, e.WORDS

-- Mapping and updating -------------------------------------------------------------------------------------------------------------

case("a default buffer mapped for READ", "GS0656 DEFAULT", function()
  local w = start()
  w.main:MapBuffer(buffer(w, "a"), "READ") --!
end)

case("a staging buffer for READ mapped for WRITE", "GS0656 CPUAccessFlags READ", function()
  local w = start()
  w.main:MapBuffer(staging(w, "s"), "WRITE") --!
end)

case("a staging buffer mapped for READ_WRITE", "GS0656 READ_WRITE", function()
  local w = start()
  w.main:MapBuffer(staging(w, "s"), "READ_WRITE") --!
end)

case("a staging buffer mapped with NO_OVERWRITE", "GS0656 NO_OVERWRITE", function()
  local w = start()
  w.main:MapBuffer(staging(w, "s", "WRITE"), "WRITE", "NO_OVERWRITE") --!
end)

case("a staging buffer read with DO_NOT_WAIT behind Flush", "GS0659 before the GPU is known", function()
  local w = start()
  local a, s = buffer(w, "a", { Data = WORDS }), staging(w, "s")
  w.main:CopyBuffer(a, 0, s, 0, 16)
  w.main:Flush()
  w.main:MapBuffer(s, "READ", "DO_NOT_WAIT") --!
end)

case("a staging buffer without CPU access", "GS0657 CPU access", function()
  staging(start(), "s", "NONE") --!
end)

case("a dynamic buffer updated", "GS0656 DYNAMIC", function()
  local w = start()
  w.main:UpdateBuffer(dynamic(w, "d"), 0, WORDS) --!
end)

case("a staging buffer updated", "GS0656 STAGING", function()
  local w = start()
  w.main:UpdateBuffer(staging(w, "s"), 0, WORDS) --!
end)

case("a copy to behind the end", "GS0658 [12, 28) is outside of Buffer \"b\"", function()
  local w = start()
  w.main:CopyBuffer(buffer(w, "a"), 0, buffer(w, "b"), 12, 16) --!
end)

case("a dynamic texture mapped for READ", "GS0656 WRITE", function()
  local w = start()
  w.main:MapTextureSubresource(texture(w, "color", { Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE" }), 0, 0, "READ") --!
end)

-- Contexts and lists ---------------------------------------------------------------------------------------------------------------

case("a list finished while a query measures", "GS0671 FinishCommandList", function()
  local w = start()
  w.first:Begin(w.main)
  w.first:BeginQuery(w.device:CreateQuery { Name = "q", Type = "DURATION" })
  w.first:FinishCommandList() --!
end)

case("a list finished behind its measurement", "silent", function()
  local w = start()
  local q = w.device:CreateQuery { Name = "q", Type = "DURATION" }
  w.main:ExecuteCommandLists { list(w.first, w.main, function(c) c:BeginQuery(q) c:EndQuery(q) end) }
  frames(w)
end)

case("a deferred frame ended while a query measures", "GS0649 DeviceContext \"deferred 1\"", function()
  local w = start()
  w.first:Begin(w.main)
  w.first:BeginQuery(w.device:CreateQuery { Name = "q", Type = "DURATION" })
  w.first:FinishFrame() --!
end)

case("two queries that measure at the end of a frame", "GS0649", function()
  local w = start()
  w.main:BeginQuery(w.device:CreateQuery { Name = "q", Type = "DURATION" })
  w.main:BeginQuery(w.device:CreateQuery { Name = "r", Type = "DURATION" })
  w.main:FinishFrame() --!
end)

case("a device released while a query measures that lives", "GS0653 DeviceContext \"immediate\"; GS0664 1 object that was not", function()
  local w = start()
  w.main:BeginQuery(w.device:CreateQuery { Name = "q", Type = "DURATION" })
  w.device:Release()
end)

case("a pipeline on a context that its mask does not have", "GS0644 PipelineState \"mover\"", function()
  local w = queues()
  mover(w)
  w.second:SetPipelineState(w.pipeline) --!
end)

case("a device that ends before its swap chain", "GS0664 1 object that was not", function()
  local w = start()
  w.device:CreateSwapChain({ Name = "chain", Width = 8, Height = 8 }, w.main)
  w.device:Release() --!
end)

case("a released device records a dispatch", "GS0641 Dispatch", function()
  local w = start()
  w.device:Release()
  w.main:DispatchCompute { ThreadGroupCountX = 1 } --!
end)

-- Binding --------------------------------------------------------------------------------------------------------------------------

case("nothing set into a variable", "GS0125", function()
  local w = start()
  mover(w):GetVariableByName("COMPUTE", "source"):Set() --!
end)

-- constants is a variable for a constant buffer.
local function constants(w)
  local c, out = gpu.ConstantBuffer("b0", { { "x", "uint" } }), gpu.RWStructuredBuffer("u0", "uint")
  local pipeline = w.device:CreateComputePipelineState { Name = "p", ResourceLayout = { DefaultVariableType = "DYNAMIC" },
    CS = gpu.ComputeShader { Name = "p", NumThreads = { 1, 1, 1 }, Main = function(GroupIndex) out[GroupIndex] = c.x end } }
  return pipeline:CreateShaderResourceBinding("srb"):GetVariableByName("COMPUTE", "c")
end

case("a buffer moved behind its end", "GS0658 SetBufferOffset", function()
  local w = start()
  local b = w.device:CreateBuffer { Name = "numbers", Size = 512, BindFlags = "UNIFORM_BUFFER", Data = ("x"):rep(512) }
  local v = constants(w)
  v:SetBufferRange(b, 0, 256)
  v:SetBufferOffset(256)
  v:SetBufferOffset(512) --!
end)

case("a buffer moved to the middle of 256 bytes", "GS0658 multiples of 256 bytes", function()
  local w = start()
  local b = w.device:CreateBuffer { Name = "numbers", Size = 512, BindFlags = "UNIFORM_BUFFER", Data = ("x"):rep(512) }
  local v = constants(w)
  v:SetBufferRange(b, 0, 256)
  v:SetBufferOffset(128) --!
end)

case("a dynamic buffer in a variable that takes none", "GS0665 NO_DYNAMIC_BUFFERS", function()
  local w = start()
  local signature = w.device:CreatePipelineResourceSignature { Name = "signature", Resources = {
    { Name = "source", ShaderStages = "COMPUTE", ResourceType = "BUFFER_SRV", VarType = "DYNAMIC", Flags = "NO_DYNAMIC_BUFFERS" } } }
  signature:CreateShaderResourceBinding("srb"):GetVariableByName("COMPUTE", "source"):Set(dynamic(w, "d")) --!
end)

-- Heaps ----------------------------------------------------------------------------------------------------------------------------

case("a GPU heap with one sampler more than Direct3D 12 has", "GS0657 has 2049 descriptors, 1985 of GPUDescriptorHeapSize and 64 of GPUDynamicDescriptors, and at most 2048", function()
  start { GPUDescriptorHeapSize = { 64, 1985 }, GPUDynamicDescriptors = { 256, 64 } }
end)

case("a GPU heap with all samplers that Direct3D 12 has", "silent", function()
  start { GPUDescriptorHeapSize = { 64, 1984 }, GPUDynamicDescriptors = { 256, 64 } }
end)

case("a chunk larger than the dynamic descriptors", "GS0657 a chunk of 65 dynamic descriptors of type CBV_SRV_UAV", function()
  start { GPUDynamicDescriptors = { 64, 64 }, DynamicDescriptorChunkSize = { 65, 16 } }
end)

case("a chunk of all dynamic descriptors", "silent", function()
  start { GPUDynamicDescriptors = { 64, 64 }, DynamicDescriptorChunkSize = { 64, 16 } }
end)

case("a ring that is no power of two", "GS0657 UploadRingSize is 1000 bytes", function()
  start { Numbering = "SEED", UploadRingSize = 1000 }
end)

case("a page that is no power of two", "GS0657 DynamicHeapPageSize is 3000 bytes", function()
  start { DynamicHeapPageSize = 3000 }
end)

-- contexts are n of them.
local function contexts(n)
  local list = {}
  for i = 1, n do list[i] = { Name = "c" .. i } end
  return list
end

case("a device of more contexts than a mask has bits", "GS0135 at most 63", function()
  start { ImmediateContexts = contexts(64) }
end)

case("a device of as many contexts as a mask has bits", "silent", function()
  start { ImmediateContexts = contexts(63) }
end)

-- Queues and fences ----------------------------------------------------------------------------------------------------------------

case("a barrier for a buffer that its mask keeps from the context", "GS0644 Buffer \"a\"", function()
  local w = queues()
  w.second:TransitionResourceStates { { Resource = buffer(w, "a"), NewState = "UNORDERED_ACCESS" } } --!
end)

case("a barrier for a mip that a texture does not have", 'GS0658 Texture "x" does not have', function()
  local w = start()
  w.main:TransitionResourceStates { { Resource = texture(w, "x"), NewState = "COPY_SOURCE", FirstMipLevel = 1 } } --!
end)

case("a barrier for all mips that follow, as C counts them", "silent", function()
  local w = start()
  local x = texture(w, "x", { MipLevels = 3, Width = 8, Height = 8 })
  w.main:TransitionResourceStates { { Resource = x, NewState = "COPY_SOURCE", FirstMipLevel = 1, MipLevelsCount = 2 ^ 32 - 1, ArraySliceCount = 2 ^ 32 - 1 } }
  w.main:TransitionResourceStates { { Resource = x, NewState = "COPY_SOURCE", MipLevelsCount = 1 } }
  w.main:CopyTexture { SrcTexture = x, SrcMipLevel = 1, SrcTextureTransitionMode = "VERIFY", DstTexture = texture(w, "y", { MipLevels = 3, Width = 8, Height = 8 }), DstMipLevel = 1 }
  w.main:Flush()
end)

case("a signature of more views than any heap has", "GS0657 take 2147483648 views", function()
  start().device:CreatePipelineResourceSignature { Name = "s", Resources = { { Name = "x", ShaderStages = "COMPUTE", ResourceType = "BUFFER_SRV", ArraySize = 2 ^ 31 } } } --!
end)

case("first contents of a texture uploaded by another queue than the one that reads them", "GS0512 texture \"x\"", function()
  local w = queues()
  local x = texture(w, "x", { ImmediateContextMask = ALL, BindFlags = "SHADER_RESOURCE", Data = { { Data = ("x"):rep(256), Stride = 32 } } })
  local y = texture(w, "y", { ImmediateContextMask = ALL, BindFlags = "SHADER_RESOURCE" })
  w.third:CopyTexture { SrcTexture = x, DstTexture = y }
  w.third:WaitForIdle()
end)

case("a fence of the application with the name of the engine's own", "GS0512 buffer \"a\"", function()
  local w = queues()
  local a, b = buffer(w, "a", { ImmediateContextMask = ALL }), buffer(w, "b", { ImmediateContextMask = ALL })
  local f = w.device:CreateFence { Name = "copy progress" }
  w.third:UpdateBuffer(a, 0, WORDS)
  w.third:EnqueueSignal(f, 1)
  w.third:Flush()
  run(w, w.second, mover(w, a, b, "DYNAMIC", ALL))
  w.second:WaitForIdle()
end)

case("the CPU waits for more than the fence will have", "GS050x fence \"f\" >= 3", function()
  local w = start()
  local f = w.device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 1)
  w.main:Flush()
  f:Wait(1)
  f:Wait(3) --!
end)

case("the CPU waits for more than was enqueued and not flushed", "GS050x fence \"f\" >= 3", function()
  local w = start()
  local f = w.device:CreateFence { Name = "f" }
  w.main:EnqueueSignal(f, 1)
  f:Wait(3) --!
end)

case("the CPU signals a fence of the engine", "GS0121", function()
  start().device:CreateFence({ Name = "f" }):Signal(1) --!
end)

-- Fields of which one says nothing without the other --------------------------------------------------------------------------------

for _, bind in ipairs { "SHADER_RESOURCE", "UNORDERED_ACCESS" } do
  case("a buffer bound with " .. bind .. " without a Mode", "GS0657 Mode is UNDEFINED", function()
    local w = start()
    w.device:CreateBuffer { Name = "b", Size = 16, BindFlags = bind } --!
  end)
  case("a buffer bound with " .. bind .. " with Mode RAW", "silent", function()
    local w = start()
    w.device:CreateBuffer { Name = "b", Size = 16, BindFlags = bind, Mode = "RAW" }
  end)
end
case("a buffer that shaders do not see as an array, without a Mode", "silent", function()
  local w = start()
  w.device:CreateBuffer { Name = "b", Size = 16, BindFlags = "VERTEX_BUFFER|UNIFORM_BUFFER" }
end)

-- fetching is a pipeline whose vertices come from slot 1.
local function fetching(strides)
  local w = start()
  w.device:CreateGraphicsPipelineState { Name = "p", VS = gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "float2" } }, Main = function(p) return { Position = float4(p, 0.5, 1.0) } end },
    GraphicsPipeline = { InputLayout = { { SemanticName = "POSITION", Format = "R32G32_FLOAT", InputSlot = 1 } }, VertexStrides = strides, PrimitiveTopology = "TRIANGLELIST" } }
end
case("the stride of a slot without elements in the place of another one's", "GS0657 of slot 0, in which no element of the InputLayout is, and none of slot 1", function() fetching { 16 } end)
case("the stride of the slot after the one with elements", "GS0657 of slot 2, in which no element of the InputLayout is, and none of slot 1", function() fetching { 0, 0, 16 } end)
case("the stride of the slot with elements", "silent", function() fetching { 0, 16 } end)
case("strides of more slots than have elements", "silent", function() fetching { 8, 16, 4 } end)
case("no strides", "silent", function() fetching(nil) end)

-- sampling is a pipeline with an immutable sampler. Its shader samples only where on is true.
local function sampling(name, on)
  local w = start()
  local picture, smooth, result = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0"), gpu.RWStructuredBuffer("u0", "float4")
  local function main(GroupIndex)
    local c = float4(1.0, 1.0, 1.0, 1.0)
    if on then c = picture:SampleLevel(smooth, float2(0.5, 0.5), 0.0) end
    result[GroupIndex] = c
  end
  local function plain(GroupIndex) result[GroupIndex] = picture:SampleLevel(smooth, float2(0.5, 0.5), 0.0) end
  w.device:CreateComputePipelineState { Name = "p", CS = gpu.ComputeShader { Name = "cs", NumThreads = { 4, 1, 1 }, Main = on == nil and plain or main },
    ResourceLayout = { DefaultVariableType = "DYNAMIC", Variables = { { Name = "picture", Type = "MUTABLE" } }, ImmutableSamplers = { { Name = name, Desc = {} } } } }
end
case("an immutable sampler that no shader has", 'GS0657 immutable sampler "smoth" is declared by no shader', function() sampling "smoth" end)
case("an immutable sampler that the shader has", "silent", function() sampling "smooth" end)
case("an immutable sampler and a texture of a branch that a constant rules out", "silent", function() sampling("smooth", false) end)
case("an immutable sampler and a texture of a branch that a constant takes", "silent", function() sampling("smooth", true) end)

for _, c in ipairs { { "of one level", 1, 8, 'GS0657 Texture "t" has one mip level' }, { "of all levels", 0, 8, "silent" }, { "of one texel", 0, 1, "silent" } } do
  case("GenerateMips of a texture " .. c[1], c[4], function()
    local w = start()
    local x = texture(w, "t", { Width = c[3], Height = c[3], MipLevels = c[2], MiscFlags = "GENERATE_MIPS" })
    w.main:GenerateMips(x:GetDefaultView "SHADER_RESOURCE") --!
    w.main:Flush()
  end)
end
