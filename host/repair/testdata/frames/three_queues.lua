-- three queues each frame: upload, simulate, draw; values are frame * 10 + k on one fence each, all in one function
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "trio" }
local Q = {}
for _, t in ipairs { "COPY", "COMPUTE", "DIRECT" } do Q[t] = { queue = device:CreateCommandQueue { Type = t, Name = t:lower() }, fence = device:CreateFence(0, t:lower() .. " fence") } end
local staging, input, state, image, out = {}, {}, {}, nil, nil
local function buffer(name, heap, flags, st) return device:CreateCommittedResource { Name = name, HeapType = heap, Dimension = "BUFFER", Width = 1024, Flags = flags or "NONE", InitialState = st } end
for i = 0, 1 do
  staging[i], input[i], state[i] = buffer("staging" .. i, "UPLOAD"), buffer("input" .. i, "DEFAULT"), buffer("state" .. i, "DEFAULT", "ALLOW_UNORDERED_ACCESS")
end
image, out = buffer("image", "DEFAULT"), buffer("out", "READBACK", "NONE", "COPY_DEST")
local src, dst = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local cs = gpu.ComputeShader { Name = "triple", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) dst[DispatchThreadID.x] = src[DispatchThreadID.x] * 3 end }
local root = device:CreateRootSignature { Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = cs }
local function new(t, name) return device:CreateCommandList { Type = t, Name = name, Allocator = device:CreateCommandAllocator(t) } end
local function frame(n)
  local k = n % 2
  if n > 2 then Q.COPY.fence:WaitCPU(n - 2) end --~ Q.COPY.fence:WaitCPU(math.max(0, n - 2))
  staging[k]:Map():Write(0, "uint", { n, n + 1, n + 2 })
  local upload = new("COPY", "upload")
  upload:CopyResource(input[k], staging[k])
  upload:Close()
  if n > 2 then Q.COPY.queue:Wait(Q.COMPUTE.fence, n - 2) end --~ Q.COPY.queue:Wait(Q.COMPUTE.fence, math.max(0, n - 2))
  Q.COPY.queue:ExecuteCommandLists { upload }
  Q.COPY.queue:Signal(Q.COPY.fence, n) --~
  local sim = new("COMPUTE", "simulate")
  sim:SetComputeRootSignature(root)
  sim:SetPipelineState(pso)
  sim:SetComputeRootShaderResourceView(0, input[k]:GetGPUVirtualAddress())
  sim:SetComputeRootUnorderedAccessView(1, state[k]:GetGPUVirtualAddress())
  sim:Dispatch(4, 1, 1)
  sim:Close()
  Q.COMPUTE.queue:Wait(Q.COPY.fence, n)
  if n > 2 then Q.COMPUTE.queue:Wait(Q.DIRECT.fence, n - 2) end --~ Q.COMPUTE.queue:Wait(Q.DIRECT.fence, math.max(0, n - 2))
  Q.COMPUTE.queue:ExecuteCommandLists { sim }
  Q.COMPUTE.queue:Signal(Q.COMPUTE.fence, n) --~
  local draw = new("DIRECT", "draw")
  draw:CopyResource(image, state[k])
  draw:Close()
  Q.DIRECT.queue:Wait(Q.COMPUTE.fence, n)
  Q.DIRECT.queue:ExecuteCommandLists { draw }
  Q.DIRECT.queue:Signal(Q.DIRECT.fence, n) --~
end
for n = 1, 5 do frame(n) end
local last = new("DIRECT", "last")
last:CopyResource(out, image)
last:Close()
Q.DIRECT.queue:ExecuteCommandLists { last }
Q.DIRECT.queue:Signal(Q.DIRECT.fence, 6) --~
Q.DIRECT.fence:WaitCPU(6)
print(out:Map():Read(0, "uint", 3)[3])
