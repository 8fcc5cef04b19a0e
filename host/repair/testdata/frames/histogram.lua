-- results come back through a ring of readback memory, two frames late, without ever stopping the GPU
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "histogram" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "frames")
local BINS, RING, FRAMES = 16, 3, 8
local bins = gpu.RWStructuredBuffer("u0", "uint")
local frameNumber = gpu.ConstantBuffer("b0", { { "seed", "uint" } })
local count = gpu.ComputeShader { Name = "count", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  InterlockedAdd(bins[(DispatchThreadID.x * 7 + frameNumber.seed) % BINS], 1)
end }
local root = device:CreateRootSignature { Parameters = { { Type = "UAV" }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = count }
local histogram = device:CreateCommittedResource { Name = "histogram", HeapType = "DEFAULT", Dimension = "BUFFER", Width = BINS * 4, Flags = "ALLOW_UNORDERED_ACCESS" }
local zeros = device:CreateCommittedResource { Name = "zeros", HeapType = "UPLOAD", Dimension = "BUFFER", Width = BINS * 4 }
local ring = {}
for i = 0, RING - 1 do
  ring[i] = {
    buffer = device:CreateCommittedResource { Name = "results " .. i, HeapType = "READBACK", Dimension = "BUFFER", Width = BINS * 4 },
    allocator = device:CreateCommandAllocator "DIRECT",
    value = 0,
  }
end
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame" }
local function collect(slot)
  if slot.value == 0 then return end
  fence:WaitCPU(slot.value)
  local values = slot.buffer:Map():Read(0, "uint", BINS)
  slot.buffer:Unmap()
  local sum = 0
  for _, v in ipairs(values) do sum = sum + v end
  print(("frame %d counted %d"):format(slot.value, sum))
end
for frame = 1, FRAMES do
  local slot = ring[frame % RING]
  collect(slot) --~ fence:WaitCPU(math.max(0, frame - 3))
  slot.allocator:Reset()
  list:Reset(slot.allocator) --~
  list:CopyBufferRegion(histogram, 0, zeros, 0, BINS * 4)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = histogram, Before = "COPY_DEST", After = "UNORDERED_ACCESS" } } --~
  list:SetComputeRootSignature(root)
  list:SetPipelineState(pso) --~
  list:SetComputeRootUnorderedAccessView(0, histogram:GetGPUVirtualAddress()) --~
  list:SetComputeRoot32BitConstants(1, { gpu.AsUint(frame) })
  list:Dispatch(4, 1, 1)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = histogram, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
  list:CopyBufferRegion(slot.buffer, 0, histogram, 0, BINS * 4)
  list:Close() --~
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, frame) --~
  slot.value = frame
end
for i = 1, RING do collect(ring[(FRAMES + i) % RING]) end
