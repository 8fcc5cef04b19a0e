package examples

import "github.com/gpuscript/gpuscript/gpu/diag"

// world begins a script of the engine level.
const world = `local gpu, engine = require "gpu", require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo", DeferredContexts = 2 }
local deferred = device:GetDeferredContext(1)
local a = device:CreateBuffer { Name = "a", Size = 16 }
`

// furtherOfEngine are further mistakes of the engine level.
var furtherOfEngine = []mistake{
	{"threads of a list are not waited for", recorders + `for i, c in ipairs(contexts) do threads[i] = gpu.Thread("recorder " .. i, function() record(c, i) end) end
gpu.Work(10)
main:ExecuteCommandLists(lists)
for _, c in ipairs(contexts) do c:FinishFrame() end`, diag.TwoThreads, 1},
	{"threads that are appended to a list are not waited for", recorders + `for i, c in ipairs(contexts) do threads[#threads + 1] = gpu.Thread("recorder " .. i, function() record(c, i) end) end
gpu.Work(10)
main:ExecuteCommandLists(lists)
for _, c in ipairs(contexts) do c:FinishFrame() end`, diag.TwoThreads, 1},
	{"threads that are inserted into a list are not waited for", recorders + `for i, c in ipairs(contexts) do table.insert(threads, gpu.Thread("recorder " .. i, function() record(c, i) end)) end
gpu.Work(10)
main:ExecuteCommandLists(lists)
for _, c in ipairs(contexts) do c:FinishFrame() end`, diag.TwoThreads, 1},
	{"a thread is not waited for", recorders + `local recorder = gpu.Thread("recorder", function() record(contexts[1], 1) end)
gpu.Work(10)
main:ExecuteCommandLists(lists)
contexts[1]:FinishFrame()`, diag.TwoThreads, 1},
	{"a thread is waited for behind the execution", recorders + `local recorder = gpu.Thread("recorder", function() record(contexts[1], 1) end)
main:ExecuteCommandLists(lists)
recorder:Join()
contexts[1]:FinishFrame()`, diag.EngineFrameBeforeExecution, 1},
	{"threads of a list are waited for behind the execution", recorders + `for i, c in ipairs(contexts) do threads[i] = gpu.Thread("recorder " .. i, function() record(c, i) end) end
main:ExecuteCommandLists(lists)
for _, t in ipairs(threads) do t:Join() end
for _, c in ipairs(contexts) do c:FinishFrame() end`, diag.EngineFrameBeforeExecution, 1},
	{"a thread that waits for what comes after the execution is waited for behind it", recorders + `local event = gpu.CreateEvent { Name = "executed" }
local recorder = gpu.Thread("recorder", function() gpu.WaitForSingleObject(event) record(contexts[1], 1) end)
main:ExecuteCommandLists(lists)
event:SetEvent()
recorder:Join()
contexts[1]:FinishFrame()`, diag.EngineFrameBeforeExecution, 0},
	{"one of the threads of a list waits for what comes after the execution", recorders + `local event = gpu.CreateEvent { Name = "executed" }
for i, c in ipairs(contexts) do threads[i] = gpu.Thread("recorder " .. i, function()
  record(c, i)
  if i == 2 then gpu.WaitForSingleObject(event) end
end) end
main:ExecuteCommandLists(lists)
event:SetEvent()
for _, t in ipairs(threads) do t:Join() end
for _, c in ipairs(contexts) do c:FinishFrame() end`, diag.EngineFrameBeforeExecution, 0},
	{"a thread looks at a fence after it has finished a list", recorders + `local fence = gpu.CreateDevice { Name = "other" }:CreateFence(0, "executed")
local recorder = gpu.Thread("recorder", function()
  record(contexts[1], 1)
  repeat gpu.Work(1) until fence:GetCompletedValue() >= 1
end)
main:ExecuteCommandLists(lists)
fence:Signal(1)
recorder:Join()
contexts[1]:FinishFrame()`, diag.EngineFrameBeforeExecution, 0},
	{"a list of a thread is not executed", recorders + `local recorder = gpu.Thread("recorder", function() record(contexts[1], 1) end)
recorder:Join()
main:ExecuteCommandLists {}
contexts[1]:FinishFrame()`, diag.EngineFrameBeforeExecution, 1},
	{"a thread with an immediate context is not waited for", recorders + `local recorder = gpu.Thread("recorder", function()
  main:CopyBuffer(a, 0, b[1], 0, 16)
  gpu.Work(100)
  main:Flush()
end)
gpu.Work(10)
main:FinishFrame()`, diag.TwoThreads, 1},
	{"another subresource is unmapped", world + `local t = device:CreateTexture { Name = "t", Width = 4, Height = 4, Format = "R8_UNORM", Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", MipLevels = 2 }
context:MapTextureSubresource(t, 1, 0, "WRITE", "DISCARD"):WriteString(0, "x")
context:UnmapTextureSubresource(t, 0, 0)
context:Flush()
context:FinishFrame()`, diag.EngineMap, 1},
	{"another thread begins too early", recorders + `local recorder = gpu.Thread("recorder", function()
  record(contexts[1], 1)
  main:ExecuteCommandLists(lists)
end)
gpu.Work(10)
contexts[1]:Begin(main)
main:ExecuteCommandLists { contexts[1]:FinishCommandList() }`, diag.TwoThreads, 1},
	{"a frame ends while a deferred context records", world + `deferred:Begin(context)
deferred:UpdateBuffer(a, 0, "four")
deferred:FinishFrame()`, diag.EngineFrameOpen, 1},
	{"texels are mapped at the end of a frame", world + `local t = device:CreateTexture { Name = "t", Width = 4, Height = 4, Format = "R8_UNORM", Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", MipLevels = 2 }
context:MapTextureSubresource(t, 1, 0, "WRITE", "DISCARD"):WriteString(0, "x")
context:FinishFrame()`, diag.EngineFrameMapped, 1},
	{"a device is released with commands", world + `context:UpdateBuffer(a, 0, "four")
a:Release()
device:Release()`, diag.EngineListDropped, 1},
	{"a device is released while a deferred context records", world + `deferred:Begin(context)
deferred:UpdateBuffer(a, 0, "four")
a:Release()
device:Release()`, diag.EngineListDropped, 0},
	{"a device is released with a list", world + `deferred:Begin(context)
local list = deferred:FinishCommandList()
a:Release()
device:Release()`, diag.EngineListDropped, 1},
	{"a device is released while a buffer is mapped", world + `local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC" }
context:MapBuffer(d, "WRITE", "DISCARD"):WriteString(0, "four")
a:Release()
d:Release()
device:Release()`, diag.EngineFrameMapped, 1},
	{"a buffer is mapped twice", world + `local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC" }
context:MapBuffer(d, "WRITE", "DISCARD")
context:MapBuffer(d, "WRITE", "DISCARD")
context:UnmapBuffer(d)`, diag.EngineMap, 1},
	{"nothing is unmapped", world + `local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC" }
context:UnmapBuffer(d)`, diag.EngineMap, 1},
	{"a dynamic buffer for READ", world + `local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC" }
context:MapBuffer(d, "READ")
context:UnmapBuffer(d)`, diag.EngineMap, 1},
	{"a default buffer for READ", world + `context:MapBuffer(a, "READ")`, diag.EngineMap, 1},
	{"a staging buffer for the other access", world + `local s = device:CreateBuffer { Name = "s", Size = 16, Usage = "STAGING", CPUAccessFlags = "WRITE" }
context:MapBuffer(s, "READ")`, diag.EngineMap, 1},
	{"an immutable buffer is updated", world + `local i = device:CreateBuffer { Name = "i", Size = 4, Usage = "IMMUTABLE", Data = "four" }
context:UpdateBuffer(i, 0, "more")`, diag.EngineMap, 1},
	{"too many bytes are copied", world + `local b = device:CreateBuffer { Name = "b", Size = 8 }
context:CopyBuffer(a, 0, b, 4, 8)`, diag.EngineRange, 1},
	{"written behind the end of a mapping", world + `local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC" }
local mapped = context:MapBuffer(d, "WRITE", "DISCARD")
mapped:Write(12, "float", { 1, 2 })
context:UnmapBuffer(d)`, diag.EngineRange, 1},
	{"Begin twice", world + `deferred:Begin(context)
deferred:Begin(context)`, diag.EngineContextUse, 1},
	{"Begin of an immediate context", world + `context:Begin(context)`, diag.EngineContextUse, 1},
	{"a command without Begin", world + `deferred:UpdateBuffer(a, 0, "four")`, diag.EngineContextUse, 1},
	{"a signal on a deferred context", world + `local fence = device:CreateFence { Name = "fence" }
deferred:EnqueueSignal(fence, 1)`, diag.EngineContextUse, 1},
	{"a query begun twice", world + `local q = device:CreateQuery { Name = "q", Type = "DURATION" }
context:BeginQuery(q)
context:BeginQuery(q)
context:EndQuery(q)`, diag.EngineQuery, 1},
	{"a query open at Flush", world + `local q = device:CreateQuery { Name = "q", Type = "DURATION" }
context:BeginQuery(q)
context:Flush()`, diag.EngineQuery, 1},
	{"a query ended elsewhere", world + `local q = device:CreateQuery { Name = "q", Type = "DURATION" }
context:BeginQuery(q)
deferred:Begin(context)
deferred:EndQuery(q)`, diag.EngineQuery, 1},
	{"a query measures again before Flush", world + `local q = device:CreateQuery { Name = "q", Type = "TIMESTAMP" }
context:EndQuery(q)
context:EndQuery(q)`, diag.EngineQuery, 1},
	{"a query measures again behind Flush", world + `local q = device:CreateQuery { Name = "q", Type = "TIMESTAMP" }
context:EndQuery(q)
context:Flush()
context:EndQuery(q)`, diag.EngineQuery, 1},
	{"a staging buffer is read before Flush", world + `local s = device:CreateBuffer { Name = "s", Size = 16, Usage = "STAGING", CPUAccessFlags = "READ" }
context:CopyBuffer(a, 0, s, 0, 16)
context:MapBuffer(s, "READ")`, diag.EngineStagingRead, 1},
	{"a wait for a value that is too high", world + `local fence = device:CreateFence { Name = "fence" }
context:EnqueueSignal(fence, 1)
context:Flush()
context:DeviceWaitForFence(fence, 2)
context:Flush()`, diag.EngineFenceValue, 1},
	{"a vertex buffer without its flag", world + `context:SetVertexBuffers(0, { a })`, diag.EngineDescription, 1},
	{"a view without its flag", world + `local t = device:CreateTexture { Name = "t", Width = 4, Height = 4, Format = "R8_UNORM", BindFlags = "SHADER_RESOURCE" }
t:CreateView { Name = "view", Type = "RENDER_TARGET" }`, diag.EngineDescription, 1},
	{"a default view is released", world + `local t = device:CreateTexture { Name = "t", Width = 4, Height = 4, Format = "R8_UNORM", BindFlags = "SHADER_RESOURCE" }
t:GetDefaultView("SHADER_RESOURCE"):Release()`, diag.EngineReleasedTwice, 1},
	{"an array that is none", world + `device:CreateTexture { Name = "t", Width = 4, Height = 4, Format = "R8_UNORM", BindFlags = "SHADER_RESOURCE", ArraySize = 2 }`, diag.EngineDescription, 1},
	{"a staging buffer with a flag", world + `device:CreateBuffer { Name = "s", Size = 16, Usage = "STAGING", CPUAccessFlags = "READ", BindFlags = "VERTEX_BUFFER" }`, diag.EngineDescription, 1},
	{"no pipeline", world + `local output = gpu.RWStructuredBuffer("u0", "uint")
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) output[GroupIndex] = 1 end }
local pipeline = device:CreateComputePipelineState { Name = "fill", CS = fill, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
local target = device:CreateBuffer { Name = "target", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
local srb = pipeline:CreateShaderResourceBinding("srb")
srb:GetVariableByName("COMPUTE", "output"):Set(target)
context:DispatchCompute {}`, diag.EngineBindingMissing, 1},
	{"bytes that a recorded shader reads are written over", world + `local input, output = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local move = gpu.ComputeShader { Name = "move", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) output[GroupIndex] = input[GroupIndex] end }
local pipeline = device:CreateComputePipelineState { Name = "move", CS = move, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
local ring = device:CreateBuffer { Name = "ring", Size = 64, Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 4 }
local target = device:CreateBuffer { Name = "target", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
local srb = pipeline:CreateShaderResourceBinding("srb")
srb:GetVariableByName("COMPUTE", "input"):Set(ring)
srb:GetVariableByName("COMPUTE", "output"):Set(target)
context:MapBuffer(ring, "WRITE", "DISCARD"):WriteString(0, "sixteen bytes...")
context:UnmapBuffer(ring)
context:SetPipelineState(pipeline)
context:CommitShaderResources(srb)
context:DispatchCompute {}
local more = context:MapBuffer(ring, "WRITE", "NO_OVERWRITE")
more:WriteString(12, "four")
context:UnmapBuffer(ring)
context:Flush()`, diag.EngineOverwrite, 1},
	{"a copy queue without a fence", two + `copies:UpdateBuffer(a, 0, "four")
copies:Flush()
context:CopyBuffer(a, 0, b, 0, 16)
context:Flush()
a:Release()
b:Release()
device:IdleGPU()
device:Release()`, diag.DataRace, 2},
	{"a copy queue without a fence, in each frame", two + `for _ = 1, 3 do
  copies:UpdateBuffer(a, 0, "four")
  copies:Flush()
  copies:FinishFrame()
  context:CopyBuffer(a, 0, b, 0, 16)
  context:WaitForIdle()
  context:FinishFrame()
end
a:Release()
b:Release()
device:Release()`, diag.DataRace, 2},
	{"contents of the frame before, in a loop", world + `local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
context:MapBuffer(d, "WRITE", "DISCARD"):WriteString(0, "sixteen bytes...")
context:UnmapBuffer(d)
for _ = 1, 3 do
  context:CopyBuffer(d, 0, a, 0, 16)
  context:Flush()
  context:FinishFrame()
end`, diag.EngineStaleContents, 0},
	{"contents of two frames before", world + `local d = device:CreateBuffer { Name = "d", Size = 16, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
context:MapBuffer(d, "WRITE", "DISCARD"):WriteString(0, "sixteen bytes...")
context:UnmapBuffer(d)
context:FinishFrame()
context:FinishFrame()
context:CopyBuffer(d, 0, a, 0, 16)`, diag.EngineStaleContents, 0},
	{"a frame without end that waits", small + `for _ = 1, 100 do
  context:UpdateBuffer(big, 0, string.rep("x", 256))
  context:WaitForIdle()
end`, diag.EngineFrameGrows, 1},
	{"a frame without end that uses its contents on", small + `local d = device:CreateBuffer { Name = "d", Size = 256, Usage = "DYNAMIC", BindFlags = "VERTEX_BUFFER" }
context:MapBuffer(d, "WRITE", "DISCARD")
context:UnmapBuffer(d)
for _ = 1, 100 do
  context:UpdateBuffer(big, 0, string.rep("x", 256))
  context:CopyBuffer(d, 0, big, 0, 256)
  context:Flush()
end`, diag.EngineFrameGrows, 0},
}

// two begins a script with a DIRECT and a COPY queue.
// recorders has two deferred contexts, and record, which records for one of them.
const recorders = `local gpu, engine = require "gpu", require "gpu.engine"
local device, main = engine.CreateDeviceAndContexts { Name = "dev", DeferredContexts = 2 }
local contexts, lists, threads = { device:GetDeferredContext(1), device:GetDeferredContext(2) }, {}, {}
local a, b = device:CreateBuffer { Name = "a", Size = 16 }, { device:CreateBuffer { Name = "b1", Size = 16 }, device:CreateBuffer { Name = "b2", Size = 16 } }
local function record(c, i)
  c:Begin(main)
  c:CopyBuffer(a, 0, b[i], 0, 16)
  gpu.Work(100)
  lists[i] = c:FinishCommandList()
end
`

const two = `local engine = require "gpu.engine"
local device, context, copies = engine.CreateDeviceAndContexts { Name = "demo", ImmediateContexts = { {}, { Type = "COPY" } } }
local a = device:CreateBuffer { Name = "a", Size = 16, ImmediateContextMask = 3 }
local b = device:CreateBuffer { Name = "b", Size = 16 }
`

// small begins a script with pages that one update fills.
const small = `local engine = require "gpu.engine"
local device, context = engine.CreateDeviceAndContexts { Name = "demo", DynamicHeapPageSize = 256 }
local big = device:CreateBuffer { Name = "big", Size = 256 }
`
