-- A chain of mip levels made in compute: each level reads the one above it, whose state alone changes.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local queue = device:CreateCommandQueue { Type = "DIRECT" }
local fence = device:CreateFence(0)
local tex = device:CreateCommittedResource { Name = "tex", Dimension = "TEXTURE2D", Width = 8, Height = 8, MipLevels = 0, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 16, Flags = "SHADER_VISIBLE" }
local Src, Dst = gpu.Texture2D("t0", "float4"), gpu.RWTexture2D("u0", "float4")
local linear = gpu.SamplerState("s0")
local fill = gpu.ComputeShader { Name = "fill", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  Dst[DispatchThreadID.xy] = float4(float2(DispatchThreadID.xy) / 7.0, 0.0, 1.0)
end }
local gen = gpu.ComputeShader { Name = "mip", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local w, h = Dst:GetDimensions()
  if DispatchThreadID.x >= w or DispatchThreadID.y >= h then return end
  local uv = (float2(DispatchThreadID.xy) + 0.5) / float2(w, h)
  Dst[DispatchThreadID.xy] = Src:SampleLevel(linear, uv, 0)
end }
local root = device:CreateRootSignature { Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } },
  StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR" } } }
local p1 = device:CreateComputePipelineState { RootSignature = root, CS = fill }
local p2 = device:CreateComputePipelineState { RootSignature = root, CS = gen }
local mips = tex:GetDesc().MipLevels
for i = 0, mips - 1 do
  device:CreateUnorderedAccessView(tex, nil, { ViewDimension = "TEXTURE2D", MipSlice = i }, heap:GetCPUDescriptorHandle(i))
  device:CreateShaderResourceView(tex, { ViewDimension = "TEXTURE2D", MostDetailedMip = i, MipLevels = 1 }, heap:GetCPUDescriptorHandle(8 + i))
end
local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator("DIRECT"), InitialState = p1 }
list:SetDescriptorHeaps { heap }
list:SetComputeRootSignature(root)
list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
list:Dispatch(1, 1, 1)
list:SetPipelineState(p2)
for i = 1, mips - 1 do
  list:ResourceBarrier { { Resource = tex, Subresource = i - 1, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }
  list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(8 + i - 1))
  list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(i))
  list:Dispatch(1, 1, 1)
end
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)

local back = device:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 256, InitialState = "COPY_DEST" }
local l2 = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator("DIRECT") }
l2:ResourceBarrier { { Resource = tex, Subresource = mips - 1, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
l2:CopyTextureRegion({ Resource = back, Format = "R8G8B8A8_UNORM", Width = 1, Height = 1, RowPitch = 256 }, 0, 0, 0, { Resource = tex, Subresource = mips - 1 })
l2:Close() queue:ExecuteCommandLists { l2 } queue:Signal(fence, 2) fence:WaitCPU(2)
print(mips, table.concat(back:Map():Read(0, "byte", 4), ","))
