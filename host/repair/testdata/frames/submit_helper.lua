-- one submit function for three queues; each knows the last number that it has signalled
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "graph" }
local Q = {}
for _, kind in ipairs { "COPY", "COMPUTE", "DIRECT" } do
  Q[kind] = { queue = device:CreateCommandQueue { Type = kind, Name = kind:lower() }, fence = device:CreateFence(0, kind:lower() .. " fence"), value = 0 }
end
local function submit(q, list)
  list:Close()
  q.queue:ExecuteCommandLists { list }
  q.value = q.value + 1
  q.queue:Signal(q.fence, q.value) --~ q.queue:Signal(q.fence, q.value + 1)
end
local function waitFor(q, other)
  q.queue:Wait(other.fence, other.value) --~ Q.COPY.queue:Wait(Q.COMPUTE.fence, Q.COMPUTE.value) | Q.COMPUTE.queue:Wait(Q.COPY.fence, Q.COPY.value) | Q.COMPUTE.queue:Wait(Q.DIRECT.fence, Q.DIRECT.value) | Q.DIRECT.queue:Wait(Q.COMPUTE.fence, Q.COMPUTE.value)
end
local function open(kind) return device:CreateCommandList { Type = kind, Allocator = device:CreateCommandAllocator(kind) } end
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 }
local instances = device:CreateCommittedResource { Name = "instances", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 }
local visible = device:CreateCommittedResource { Name = "visible", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 }
local screen = device:CreateCommittedResource { Name = "screen", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256 }
for frame = 1, 4 do
  Q.COPY.fence:WaitCPU(Q.COPY.value)
  staging:Map():Write(0, "float", { frame })
  staging:Unmap()
  waitFor(Q.COPY, Q.COMPUTE)
  local upload = open "COPY"
  upload:CopyResource(instances, staging)
  submit(Q.COPY, upload)
  waitFor(Q.COMPUTE, Q.COPY)
  waitFor(Q.COMPUTE, Q.DIRECT)
  local cull = open "COMPUTE"
  cull:CopyResource(visible, instances)
  submit(Q.COMPUTE, cull)
  waitFor(Q.DIRECT, Q.COMPUTE)
  local draw = open "DIRECT"
  draw:CopyResource(screen, visible)
  submit(Q.DIRECT, draw)
end
Q.DIRECT.fence:WaitCPU(Q.DIRECT.value) --~
print(gpu.Hash(screen))
