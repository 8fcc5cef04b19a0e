-- mips of a texture by a compute kernel: each level is read from the level above it, as a function that any texture can be given to
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "pyramid" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "done")
local SIZE, MIPS = 64, 4
local upper, lower = gpu.Texture2D("t0", "float4"), gpu.RWTexture2D("u0", "float4")
local reduce = gpu.ComputeShader { Name = "reduce", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local p = int2(DispatchThreadID.xy) * 2
  lower[DispatchThreadID.xy] = (upper:Load(int3(p, 0)) + upper:Load(int3(p + int2(1, 0), 0)) + upper:Load(int3(p + int2(0, 1), 0)) + upper:Load(int3(p + 1, 0))) / 4.0
end }
local root = device:CreateRootSignature { Name = "reduce", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1 } } } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = reduce }
local staging = device:CreateCommittedResource { Name = "staging", HeapType = "UPLOAD", Dimension = "BUFFER", Width = SIZE * 1024, InitialState = "GENERIC_READ" }
local memory = staging:Map()
for y = 0, SIZE - 1 do
  local row = {}
  for x = 1, SIZE * 4 do row[x] = (x + y) % 7 end
  memory:Write(y * 1024, "float", row)
end
staging:Unmap()
local function texture(name)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = SIZE, Height = SIZE, MipLevels = MIPS,
    Format = "R32G32B32A32_FLOAT", Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COPY_DEST" }
end
local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2 * (MIPS - 1) * 2, Flags = "SHADER_VISIBLE" }
local used = 0
local function generate(list, tex)
  list:SetComputeRootSignature(root) --~
  list:SetPipelineState(pso) --~
  list:SetDescriptorHeaps { heap } --~
  list:ResourceBarrier { { Type = "TRANSITION", Resource = tex, Before = "COPY_DEST", After = "UNORDERED_ACCESS" } }
  for mip = 1, MIPS - 1 do
    device:CreateShaderResourceView(tex, { ViewDimension = "TEXTURE2D", MostDetailedMip = mip - 1, MipLevels = 1 }, heap:GetCPUDescriptorHandle(used))
    device:CreateUnorderedAccessView(tex, nil, { ViewDimension = "TEXTURE2D", MipSlice = mip }, heap:GetCPUDescriptorHandle(used + 1))
    list:ResourceBarrier { { Type = "TRANSITION", Resource = tex, Subresource = mip - 1, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(used))
    local groups = math.max(1, SIZE / 2 ^ mip / 8)
    list:Dispatch(groups, groups, 1)
    used = used + 2
  end
  list:ResourceBarrier { { Type = "TRANSITION", Resource = tex, Subresource = MIPS - 1, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }
end
local textures = { texture "stone", texture "moss" }
local allocator = device:CreateCommandAllocator "DIRECT"
local list = device:CreateCommandList { Type = "DIRECT", Name = "load", Allocator = allocator }
for i, tex in ipairs(textures) do
  list:CopyTextureRegion({ Resource = tex, Subresource = 0 }, 0, 0, 0,
    { Resource = staging, Offset = 0, Format = "R32G32B32A32_FLOAT", Width = SIZE, Height = SIZE, RowPitch = 1024 })
  generate(list, tex)
end
list:Close() --~
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1) --~
fence:WaitCPU(1) --~
for i, tex in ipairs(textures) do print(tex:GetName(), gpu.Hash(tex)) end
