-- exit: 1
-- A picture is saved while the queue that paints it may still be painting.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "done")
local picture = gpu.RWTexture2D("u0", "float4")
local paint = gpu.ComputeShader { Name = "paint", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  picture[DispatchThreadID.xy] = float4(1, 0.5, 0.25, 1)
end }
local target = device:CreateCommittedResource { Name = "picture", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 32,
  MipLevels = 1, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateUnorderedAccessView(target, nil, nil, views:GetCPUDescriptorHandle(0))
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = device:CreateCommandAllocator "DIRECT" }
list:SetPipelineState(device:CreateComputePipelineState { Name = "paint", RootSignature = root, CS = paint })
list:SetComputeRootSignature(root)
list:SetDescriptorHeaps { views }
list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
list:Dispatch(4, 4, 1)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
print(gpu.Hash(target) ~= nil)
