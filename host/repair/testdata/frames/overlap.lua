-- geometry is simulated on compute for frame n + 1 while graphics draws frame n: versions by parity, fences both ways
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "overlap" }
local queues = { sim = device:CreateCommandQueue { Type = "COMPUTE", Name = "sim" }, gfx = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" } }
local done = { sim = device:CreateFence(0, "sim done"), gfx = device:CreateFence(0, "gfx done") }
local src, dst = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local advance = gpu.ComputeShader { Name = "advance", NumThreads = { 32, 1, 1 }, Main = function(DispatchThreadID)
  dst[DispatchThreadID.x] = src[DispatchThreadID.x] * 0.9 + 1.0
end }
local root = device:CreateRootSignature { Parameters = { { Type = "SRV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 0 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = advance }
local function version(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 128, Flags = "ALLOW_UNORDERED_ACCESS" } end
local positions = { [0] = version "positions even", version "positions odd" }
local drawn = version "drawn"
local recorders = {}
for name, queue in pairs { sim = "COMPUTE", gfx = "DIRECT" } do
  recorders[name] = { list = device:CreateCommandList { Type = queue, Name = name .. " list" }, allocators = {} }
  for i = 0, 1 do recorders[name].allocators[i] = device:CreateCommandAllocator(queue) end
end
local function submit(name, n, from, to)
  local r = recorders[name]
  done[name]:WaitCPU(math.max(0, n - 2))
  r.allocators[n % 2]:Reset()
  r.list:Reset(r.allocators[n % 2], pso) --~ r.list:Reset(r.allocators[n % 2]) | r.list:SetPipelineState(pso)
  r.list:SetComputeRootSignature(root)
  r.list:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
  r.list:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
  r.list:Dispatch(1, 1, 1)
  r.list:Close()
  queues[name]:ExecuteCommandLists { r.list }
  queues[name]:Signal(done[name], n) --~
end
for n = 1, 6 do
  queues.sim:Wait(done.gfx, math.max(0, n - 2)) --~
  submit("sim", n, positions[(n + 1) % 2], positions[n % 2])
  queues.gfx:Wait(done.sim, n) --~
  submit("gfx", n, positions[n % 2], drawn)
end
done.gfx:WaitCPU(6)
print(gpu.Hash(drawn))
