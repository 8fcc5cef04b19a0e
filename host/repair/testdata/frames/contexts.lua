-- the engine level: a dynamic buffer, a deferred context, a fence that the frame waits for
local gpu, engine = require "gpu", require "gpu.engine"
local device, immediate = engine.CreateDeviceAndContexts { Name = "engine", DeferredContexts = 1 }
local deferred = device:GetDeferredContext(1)
local values = gpu.StructuredBuffer("t0", "float")
local sums = gpu.RWStructuredBuffer("u0", "float")
local cs = gpu.ComputeShader { Name = "accumulate", NumThreads = { 4, 1, 1 }, Main = function(DispatchThreadID)
  sums[DispatchThreadID.x] = sums[DispatchThreadID.x] + values[DispatchThreadID.x]
end }
local pso = device:CreateComputePipelineState { Name = "accumulate", CS = cs, ResourceLayout = { DefaultVariableType = "MUTABLE" } }
local input = device:CreateBuffer { Name = "input", Size = 16, Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 4 }
local output = device:CreateBuffer { Name = "output", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }
local srb = pso:CreateShaderResourceBinding("binding")
srb:GetVariableByName("COMPUTE", "values"):Set(input)
srb:GetVariableByName("COMPUTE", "sums"):Set(output)
local fence = device:CreateFence { Name = "frames" }
for frame = 1, 5 do
  if frame > 2 then fence:Wait(frame - 2) end
  deferred:Begin(immediate)
  local m = deferred:MapBuffer(input, "WRITE", "DISCARD")
  m:Write(0, "float", { frame, frame, frame, frame })
  deferred:UnmapBuffer(input) --~ deferred:UnmapBuffer(input)
  deferred:SetPipelineState(pso)
  deferred:CommitShaderResources(srb)
  deferred:DispatchCompute { ThreadGroupCountX = 1 }
  local list = deferred:FinishCommandList()
  immediate:ExecuteCommandLists { list }
  immediate:EnqueueSignal(fence, frame)
  immediate:Flush() --~ immediate:Flush()
  deferred:FinishFrame()
  immediate:FinishFrame()
end
fence:Wait(5)
print(gpu.Hash and "ok")
