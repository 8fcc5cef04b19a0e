-- a loader thread fills staging memory and submits copies; the main thread draws and waits through fences only
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "loader" }
local copies = device:CreateCommandQueue { Type = "COPY", Name = "copies" }
local main = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local loaded, consumed = device:CreateFence(0, "loaded"), device:CreateFence(0, "consumed")
local CHUNKS, SIZE = 4, 256
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = SIZE }
local chunk = device:CreateCommittedResource { Name = "chunk", HeapType = "DEFAULT", Dimension = "BUFFER", Width = SIZE }
local results = device:CreateCommittedResource { Name = "results", HeapType = "READBACK", Dimension = "BUFFER", Width = SIZE * CHUNKS, InitialState = "COPY_DEST" }
local loader = gpu.Thread(function()
  local memory = staging:Map()
  for n = 1, CHUNKS do
    loaded:WaitCPU(n - 1) --~ loaded:WaitCPU(math.max(0, n - 1))
    memory:Write(0, "uint", { n * 11 })
    local list = device:CreateCommandList { Type = "COPY", Name = "load " .. n, Allocator = device:CreateCommandAllocator "COPY" }
    list:CopyBufferRegion(chunk, 0, staging, 0, SIZE)
    list:Close()
    copies:Wait(consumed, n - 1)
    copies:ExecuteCommandLists { list }
    copies:Signal(loaded, n)
  end
end, "loader")
for n = 1, CHUNKS do
  local list = device:CreateCommandList { Type = "DIRECT", Name = "use " .. n, Allocator = device:CreateCommandAllocator "DIRECT" }
  list:CopyBufferRegion(results, (n - 1) * SIZE, chunk, 0, SIZE)
  list:Close()
  main:Wait(loaded, n)
  main:ExecuteCommandLists { list }
  main:Signal(consumed, n) --~
end
loader:Join()
consumed:WaitCPU(CHUNKS)
print(results:Map():Read(SIZE * 3, "uint", 1)[1])
