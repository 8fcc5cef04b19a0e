-- A null descriptor is legal to use: loads give 0 and stores are dropped, without a word.
local gpu = require "gpu"
local source, out = gpu.StructuredBuffer("t0", "uint"), gpu.RWStructuredBuffer("u0", "uint")
local copy = gpu.ComputeShader { Name = "copy", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
  out[GroupIndex] = source[GroupIndex] + 7
  printf("%u", source[GroupIndex])
end }
local device = gpu.CreateDevice { Name = "device" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(nil, { ViewDimension = "BUFFER", NumElements = 4, StructureByteStride = 4 }, views:GetCPUDescriptorHandle(0))
device:CreateUnorderedAccessView(nil, nil, { ViewDimension = "BUFFER", NumElements = 4, StructureByteStride = 4 }, views:GetCPUDescriptorHandle(1))
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE",
  Ranges = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1 } } } } }
local queue = device:CreateCommandQueue { Type = "COMPUTE", Name = "queue" }
local list = device:CreateCommandList { Type = "COMPUTE", Name = "list", Allocator = device:CreateCommandAllocator "COMPUTE",
  InitialState = device:CreateComputePipelineState { Name = "copy", RootSignature = root, CS = copy } }
list:SetComputeRootSignature(root)
list:SetDescriptorHeaps { views }
list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
list:Dispatch(1, 1, 1)
list:Close()
queue:ExecuteCommandLists { list }
