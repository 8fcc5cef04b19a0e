-- Each address mode reads a row of four texels, 5 6 7 8, at the texel centres from -5 to 8: the whole way from the
-- descriptor through the executor to the kernel.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local queue, fence = device:CreateCommandQueue { Type = "COMPUTE", Name = "queue" }, device:CreateFence(0, "fence")

local source, sampler, out = gpu.Texture2D("t0", "float"), gpu.SamplerState("s0"), gpu.RWStructuredBuffer("u0", "float")
local read = gpu.ComputeShader { Name = "read", NumThreads = { 14, 1, 1 }, Main = function(GroupIndex)
  out[GroupIndex] = source:SampleLevel(sampler, float2((float(GroupIndex) - 4.5) / 4.0, 0.5), 0.0)
end }

local up = device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
local map = up:Map()
map:Write(0, "float", { 5, 6, 7, 8 })
up:Unmap()
local texture = device:CreateCommittedResource { Name = "row", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 4, Height = 1, Format = "R32_FLOAT" }
local result = device:CreateCommittedResource { Name = "result", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64, Flags = "ALLOW_UNORDERED_ACCESS" }
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 64, InitialState = "COPY_DEST" }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(texture, nil, views:GetCPUDescriptorHandle(0))

for value, mode in ipairs { "WRAP", "MIRROR", "CLAMP", "BORDER", "MIRROR_ONCE" } do
  local root = device:CreateRootSignature { Name = mode,
    Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "UAV" } },
    StaticSamplers = { { Filter = "MIN_MAG_MIP_POINT", AddressU = mode, AddressV = "CLAMP", BorderColor = "OPAQUE_WHITE" } } }
  local list = device:CreateCommandList { Type = "COMPUTE", Name = mode, Allocator = device:CreateCommandAllocator("COMPUTE", mode) }
  if value == 1 then
    list:CopyTextureRegion({ Resource = texture }, 0, 0, 0, { Resource = up, Format = "R32_FLOAT", Width = 4, RowPitch = 256 })
    list:ResourceBarrier { { Resource = texture, Before = "COPY_DEST", After = "NON_PIXEL_SHADER_RESOURCE" } }
  end
  list:SetComputeRootSignature(root)
  list:SetPipelineState(device:CreateComputePipelineState { Name = mode, RootSignature = root, CS = read })
  list:SetDescriptorHeaps { views }
  list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
  list:SetComputeRootUnorderedAccessView(1, result:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
  list:ResourceBarrier { { Resource = result, Before = "UNORDERED_ACCESS", After = "COPY_SOURCE" } }
  list:CopyBufferRegion(back, 0, result, 0, 56)
  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, value)
  fence:WaitCPU(value)
  print(("%-12s %s"):format(mode, table.concat(back:Map():Read(0, "float", 14), " ")))
  back:Unmap(0, { Begin = 0, End = 0 })
end
