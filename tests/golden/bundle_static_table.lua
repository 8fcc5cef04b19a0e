-- exit: 1
-- A bundle that takes over the root signature of the list cannot take over its static tables.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue, fence = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }, device:CreateFence(0, "fence")
local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator("DIRECT") }
local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator("BUNDLE") }
local out = gpu.RWStructuredBuffer("u0", "float")
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  out[DispatchThreadID.x] = 1
end }
local buffer = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER",
  Width = 256, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }
local root = device:CreateRootSignature { Name = "root", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
local pipeline = device:CreateComputePipelineState { Name = "fill", RootSignature = root, CS = fill }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateUnorderedAccessView(buffer, nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(0))
bundle:SetDescriptorHeaps { heap }
bundle:SetPipelineState(pipeline)
bundle:Dispatch(1, 1, 1)
bundle:Close()
list:SetDescriptorHeaps { heap }
list:SetComputeRootSignature(root)
list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
list:ExecuteBundle(bundle)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
