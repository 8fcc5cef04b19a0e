-- a texture is uploaded in rows of one buffer and sampled in the same frame; two lists in one submission
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "dev" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "gfx" }
local fence = device:CreateFence(0, "fence")
local tex = device:CreateCommittedResource { Name = "tex", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = "R32_FLOAT", InitialState = "COPY_DEST" }
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 2 * 2048 }
local out = device:CreateCommittedResource { Name = "out", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" }
local source, result = gpu.Texture2D("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local cs = gpu.ComputeShader { Name = "sum", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID, GroupIndex)
  result[GroupIndex] = source[DispatchThreadID.xy]
end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 } } }, { Type = "UAV", ShaderRegister = 0 } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = cs }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(tex, nil, views:GetCPUDescriptorHandle(0))
local frames = {}
for i = 0, 1 do
  frames[i] = {}
  for _, name in ipairs { "upload", "use" } do
    frames[i][name .. "Allocator"] = device:CreateCommandAllocator("DIRECT", name .. " allocator " .. i)
    frames[i][name .. "List"] = device:CreateCommandList { Type = "DIRECT", Name = name .. " " .. i }
  end
end
local memory = staging:Map()
for frame = 0, 5 do
  local f = frames[frame % 2]
  if frame >= 2 then fence:WaitCPU(frame - 1) end
  local offset = frame % 2 * 2048
  for y = 0, 7 do memory:Write(offset + y * 256, "float", { frame + y, 1, 2, 3, 4, 5, 6, 7 }) end
  f.uploadAllocator:Reset()
  f.uploadList:Reset(f.uploadAllocator)
  f.uploadList:CopyTextureRegion({ Resource = tex, Subresource = 0 }, 0, 0, 0, { Resource = staging, Offset = offset, Format = "R32_FLOAT", Width = 8, Height = 8, RowPitch = 256 })
  f.uploadList:ResourceBarrier { { Type = "TRANSITION", Resource = tex, Before = "COPY_DEST", After = "NON_PIXEL_SHADER_RESOURCE" } }
  f.uploadList:Close()
  f.useAllocator:Reset()
  f.useList:Reset(f.useAllocator)
  f.useList:SetComputeRootSignature(root)
  f.useList:SetPipelineState(pso)
  f.useList:SetDescriptorHeaps { views }
  f.useList:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
  f.useList:SetComputeRootUnorderedAccessView(1, out:GetGPUVirtualAddress())
  f.useList:Dispatch(1, 1, 1)
  f.useList:ResourceBarrier { { Type = "TRANSITION", Resource = tex, Before = "NON_PIXEL_SHADER_RESOURCE", After = "COPY_DEST" } }
  f.useList:Close()
  queue:ExecuteCommandLists { f.uploadList, f.useList } --<>
  queue:Signal(fence, frame + 1)
end
fence:WaitCPU(6)
print(gpu.Hash(out))
