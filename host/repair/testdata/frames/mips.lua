-- mip chain by compute, one dispatch per level, per frame
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "mips" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "fence")
local MIPS, N = 4, 64
local source, target = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
local down = gpu.ComputeShader { Name = "downsample", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local p = DispatchThreadID.xy
  target[p] = 0.25 * (source[p * 2] + source[p * 2 + uint2(1, 0)] + source[p * 2 + uint2(0, 1)] + source[p * 2 + uint2(1, 1)])
end }
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  target[DispatchThreadID.xy] = float(DispatchThreadID.x + DispatchThreadID.y)
end }
local root = device:CreateRootSignature { Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
local downPSO = device:CreateComputePipelineState { RootSignature = root, CS = down }
local fillPSO = device:CreateComputePipelineState { RootSignature = root, CS = fill }
local tex = device:CreateCommittedResource { Name = "pyramid", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = N, Height = N, MipLevels = MIPS, Format = "R32_FLOAT",
  Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2 * MIPS, Flags = "SHADER_VISIBLE" }
for m = 0, MIPS - 1 do
  device:CreateShaderResourceView(tex, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MostDetailedMip = m, MipLevels = 1 }, heap:GetCPUDescriptorHandle(2 * m))
  device:CreateUnorderedAccessView(tex, nil, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = m }, heap:GetCPUDescriptorHandle(2 * m + 1))
end
local value = 0
for frame = 1, 3 do
  local allocator = device:CreateCommandAllocator "DIRECT"
  local list = device:CreateCommandList { Type = "DIRECT", Name = "mips", Allocator = allocator }
  list:SetComputeRootSignature(root)
  list:SetDescriptorHeaps { heap }
  list:SetPipelineState(fillPSO) --~
  list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(1))
  list:Dispatch(N / 8, N / 8, 1)
  list:SetPipelineState(downPSO)
  for m = 1, MIPS - 1 do
    list:ResourceBarrier { { Type = "TRANSITION", Resource = tex, Subresource = m - 1, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(2 * (m - 1)))
    list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(2 * m + 1))
    list:Dispatch(math.max(1, N / 2 ^ m / 8), math.max(1, N / 2 ^ m / 8), 1)
  end
  for m = 0, MIPS - 2 do
    list:ResourceBarrier { { Type = "TRANSITION", Resource = tex, Subresource = m, Before = "NON_PIXEL_SHADER_RESOURCE", After = "UNORDERED_ACCESS" } }
  end
  list:Close()
  queue:ExecuteCommandLists { list }
  value = value + 1
  queue:Signal(fence, value)
end
fence:WaitCPU(value) --~
print(gpu.Hash(tex))
