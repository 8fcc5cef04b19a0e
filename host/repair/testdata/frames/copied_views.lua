-- a ring of descriptors: each frame copies views from a CPU heap; textures are chosen by computed names
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local fence = device:CreateFence(0, "frames")
local COUNT, PER = 2, 2
local src, dst = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local copy = gpu.ComputeShader { Name = "copy", NumThreads = { 16, 1, 1 }, Main = function(DispatchThreadID)
  dst[DispatchThreadID.x] = src[DispatchThreadID.x] + 1
end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
  { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 }, { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = copy }
local function buffer(name) return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64, Flags = "ALLOW_UNORDERED_ACCESS" } end
local buffers = { input_1 = buffer "input 1", input_2 = buffer "input 2", output_1 = buffer "output 1", output_2 = buffer "output 2" }
local cpu = device:CreateDescriptorHeap { Name = "cpu views", Type = "CBV_SRV_UAV", NumDescriptors = 4 }
for i = 1, 2 do
  device:CreateShaderResourceView(buffers["input_" .. i], { Format = "UNKNOWN", ViewDimension = "BUFFER", NumElements = 16, StructureByteStride = 4 }, cpu:GetCPUDescriptorHandle(2 * i - 2))
  device:CreateUnorderedAccessView(buffers["output_" .. i], nil, { Format = "UNKNOWN", ViewDimension = "BUFFER", NumElements = 16, StructureByteStride = 4 }, cpu:GetCPUDescriptorHandle(2 * i - 1))
end
local ring = device:CreateDescriptorHeap { Name = "ring", Type = "CBV_SRV_UAV", NumDescriptors = COUNT * PER, Flags = "SHADER_VISIBLE" }
local slots = {}
for i = 1, COUNT do slots[i] = { alloc = device:CreateCommandAllocator("COMPUTE"), list = device:CreateCommandList { Type = "COMPUTE", Name = "list " .. i } } end
for frame = 1, 6 do
  local n = (frame - 1) % COUNT
  local slot = slots[n + 1]
  if frame > COUNT then fence:WaitCPU(frame - COUNT) end
  local which = frame % 2 + 1
  device:CopyDescriptorsSimple(PER, ring:GetCPUDescriptorHandle(n * PER), cpu:GetCPUDescriptorHandle(2 * which - 2), "CBV_SRV_UAV")
  slot.alloc:Reset()
  slot.list:Reset(slot.alloc) --<>
  slot.list:SetDescriptorHeaps { ring }
  slot.list:SetComputeRootSignature(root)
  slot.list:SetPipelineState(pso)
  slot.list:SetComputeRootDescriptorTable(0, ring:GetGPUDescriptorHandle(n * PER))
  slot.list:Dispatch(1, 1, 1)
  slot.list:Close()
  queue:ExecuteCommandLists { slot.list } --<>
  queue:Signal(fence, frame)
end
fence:WaitCPU(6)
print(gpu.Hash(buffers.output_1), gpu.Hash(buffers.output_2))
