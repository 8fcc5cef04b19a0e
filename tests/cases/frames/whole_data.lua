-- Whole scripts as somebody writes them who knows Direct3D 12 and has read docs/api.md: nothing of the prelude but case. These move data: mips, streaming,
-- arguments made on the GPU, shared memory, pools, rings.
local case = require "prelude".case

case("smaller mips by compute, a transition for each", "silent", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "COMPUTE" }
  local tex = device:CreateCommittedResource { Name = "tex", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 4, Format = "R32_FLOAT",
    Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
  local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  for mip = 0, 3 do
    device:CreateShaderResourceView(tex, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MostDetailedMip = mip, MipLevels = 1 }, heap:GetCPUDescriptorHandle(mip))
    device:CreateUnorderedAccessView(tex, nil, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = mip }, heap:GetCPUDescriptorHandle(4 + mip))
  end
  local src, dst = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
  local root = device:CreateRootSignature { Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
  local fill = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "fill", NumThreads = { 8, 8, 1 },
    Main = function(DispatchThreadID) dst[DispatchThreadID.xy] = 1.0 end } }
  local down = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "down", NumThreads = { 8, 8, 1 },
    Main = function(DispatchThreadID)
      local p = DispatchThreadID.xy * 2
      dst[DispatchThreadID.xy] = (src[p] + src[p + uint2(1, 0)] + src[p + uint2(0, 1)] + src[p + uint2(1, 1)]) * 0.25
    end } }
  local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
  list:SetDescriptorHeaps { heap }
  list:SetComputeRootSignature(root)
  list:SetPipelineState(fill)
  list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(4))
  list:Dispatch(8, 8, 1)
  list:SetPipelineState(down)
  for mip = 1, 3 do
    list:ResourceBarrier { { Type = "TRANSITION", Resource = tex, Subresource = mip - 1, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(mip - 1))
    list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(4 + mip))
    list:Dispatch(64 / 2 ^ mip / 8, 64 / 2 ^ mip / 8, 1)
  end
  list:Close()
  queue:ExecuteCommandLists { list }
end)
case("smaller mips by compute, no transition", 'GS0402 texture "tex"', function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "COMPUTE" }
  local tex = device:CreateCommittedResource { Name = "tex", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 4, Format = "R32_FLOAT",
    Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
  local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  for mip = 0, 3 do
    device:CreateShaderResourceView(tex, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MostDetailedMip = mip, MipLevels = 1 }, heap:GetCPUDescriptorHandle(mip))
    device:CreateUnorderedAccessView(tex, nil, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = mip }, heap:GetCPUDescriptorHandle(4 + mip))
  end
  local src, dst = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
  local root = device:CreateRootSignature { Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
  local fill = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "fill", NumThreads = { 8, 8, 1 },
    Main = function(DispatchThreadID) dst[DispatchThreadID.xy] = 1.0 end } }
  local down = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "down", NumThreads = { 8, 8, 1 },
    Main = function(DispatchThreadID)
      local p = DispatchThreadID.xy * 2
      dst[DispatchThreadID.xy] = (src[p] + src[p + uint2(1, 0)] + src[p + uint2(0, 1)] + src[p + uint2(1, 1)]) * 0.25
    end } }
  local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
  list:SetDescriptorHeaps { heap }
  list:SetComputeRootSignature(root)
  list:SetPipelineState(fill)
  list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(4))
  list:Dispatch(8, 8, 1)
  list:SetPipelineState(down)
  for mip = 1, 3 do
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(mip - 1))
    list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(4 + mip))
    list:Dispatch(64 / 2 ^ mip / 8, 64 / 2 ^ mip / 8, 1)
  end
  list:Close()
  queue:ExecuteCommandLists { list }
end)
case("smaller mips by compute, UAV barriers for transitions", 'GS0402 texture "tex"', function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "COMPUTE" }
  local tex = device:CreateCommittedResource { Name = "tex", Dimension = "TEXTURE2D", Width = 64, Height = 64, MipLevels = 4, Format = "R32_FLOAT",
    Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "UNORDERED_ACCESS" }
  local heap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 8, Flags = "SHADER_VISIBLE" }
  for mip = 0, 3 do
    device:CreateShaderResourceView(tex, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MostDetailedMip = mip, MipLevels = 1 }, heap:GetCPUDescriptorHandle(mip))
    device:CreateUnorderedAccessView(tex, nil, { Format = "R32_FLOAT", ViewDimension = "TEXTURE2D", MipSlice = mip }, heap:GetCPUDescriptorHandle(4 + mip))
  end
  local src, dst = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
  local root = device:CreateRootSignature { Parameters = {
    { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } } } }
  local fill = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "fill", NumThreads = { 8, 8, 1 },
    Main = function(DispatchThreadID) dst[DispatchThreadID.xy] = 1.0 end } }
  local down = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "down", NumThreads = { 8, 8, 1 },
    Main = function(DispatchThreadID)
      local p = DispatchThreadID.xy * 2
      dst[DispatchThreadID.xy] = (src[p] + src[p + uint2(1, 0)] + src[p + uint2(0, 1)] + src[p + uint2(1, 1)]) * 0.25
    end } }
  local list = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
  list:SetDescriptorHeaps { heap }
  list:SetComputeRootSignature(root)
  list:SetPipelineState(fill)
  list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(4))
  list:Dispatch(8, 8, 1)
  list:SetPipelineState(down)
  for mip = 1, 3 do
    list:ResourceBarrier { { Type = "UAV", Resource = tex } }
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(mip - 1))
    list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(4 + mip))
    list:Dispatch(64 / 2 ^ mip / 8, 64 / 2 ^ mip / 8, 1)
  end
  list:Close()
  queue:ExecuteCommandLists { list }
end)
case("textures streamed through a list of what is to be released", "silent", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local copyQueue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
  local mainQueue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
  local copied, used = device:CreateFence(0, "copied"), device:CreateFence(0, "used")
  local retire = {}
  local function collect()
    local done = used:GetCompletedValue()
    while retire[1] and retire[1].value <= done do
      for _, o in ipairs(table.remove(retire, 1)) do o:Release() end
    end
  end
  local readback = device:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 65536, InitialState = "COPY_DEST" }
  for n = 1, 8 do
    collect()
    local upload = device:CreateCommittedResource { Name = "upload" .. n, HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64 * 256, InitialState = "GENERIC_READ" }
    local texture = device:CreateCommittedResource { Name = "texture" .. n, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
    local map = upload:Map()
    for y = 0, 63 do map:Write(y * 256, "uint", n * 1000 + y) end
    upload:Unmap()
    local ca = device:CreateCommandAllocator "COPY"
    local cl = device:CreateCommandList { Type = "COPY", Allocator = ca }
    cl:CopyTextureRegion({ Resource = texture, Subresource = 0 }, 0, 0, 0, { Resource = upload, Offset = 0, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 })
    cl:Close()
    copyQueue:ExecuteCommandLists { cl }
    copyQueue:Signal(copied, n)
    mainQueue:Wait(copied, n)
    local da = device:CreateCommandAllocator "DIRECT"
    local dl = device:CreateCommandList { Type = "DIRECT", Allocator = da }
    dl:CopyTextureRegion({ Resource = readback, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = texture })
    dl:Close()
    mainQueue:ExecuteCommandLists { dl }
    mainQueue:Signal(used, n)
    retire[#retire + 1] = { value = n, upload, texture, ca, da, cl, dl }
  end
  used:WaitCPU(8)
  collect()
  assert(#retire == 0)
  print(readback:Map():Read(256, "uint"))
end)
case("textures streamed through a list of what is to be released, one value too early", 'GS0601 buffer "upload1"', function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local copyQueue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }
  local mainQueue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
  local copied, used = device:CreateFence(0, "copied"), device:CreateFence(0, "used")
  local retire = {}
  local function collect()
    local done = used:GetCompletedValue()
    while retire[1] and retire[1].value <= done + 1 do
      for _, o in ipairs(table.remove(retire, 1)) do o:Release() end
    end
  end
  local readback = device:CreateCommittedResource { HeapType = "READBACK", Dimension = "BUFFER", Width = 65536, InitialState = "COPY_DEST" }
  for n = 1, 8 do
    collect()
    local upload = device:CreateCommittedResource { Name = "upload" .. n, HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64 * 256, InitialState = "GENERIC_READ" }
    local texture = device:CreateCommittedResource { Name = "texture" .. n, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", InitialState = "COMMON" }
    local map = upload:Map()
    for y = 0, 63 do map:Write(y * 256, "uint", n * 1000 + y) end
    upload:Unmap()
    local ca = device:CreateCommandAllocator "COPY"
    local cl = device:CreateCommandList { Type = "COPY", Allocator = ca }
    cl:CopyTextureRegion({ Resource = texture, Subresource = 0 }, 0, 0, 0, { Resource = upload, Offset = 0, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 })
    cl:Close()
    copyQueue:ExecuteCommandLists { cl }
    copyQueue:Signal(copied, n)
    mainQueue:Wait(copied, n)
    local da = device:CreateCommandAllocator "DIRECT"
    local dl = device:CreateCommandList { Type = "DIRECT", Allocator = da }
    dl:CopyTextureRegion({ Resource = readback, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = texture })
    dl:Close()
    mainQueue:ExecuteCommandLists { dl }
    mainQueue:Signal(used, n)
    retire[#retire + 1] = { value = n, upload, texture, ca, da, cl, dl }
  end
  used:WaitCPU(8)
  collect()
  assert(#retire == 0)
  print(readback:Map():Read(256, "uint"))
end)
case("arguments made by compute, and made again while they are read", 'GS0512 buffer "args"', function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local cq, dq = device:CreateCommandQueue { Type = "COMPUTE", Name = "cull" }, device:CreateCommandQueue { Type = "DIRECT", Name = "draw" }
  local args = device:CreateCommittedResource { Name = "args", Dimension = "BUFFER", Width = 4096, Flags = "ALLOW_UNORDERED_ACCESS" }
  local count = device:CreateCommittedResource { Name = "count", Dimension = "BUFFER", Width = 4, Flags = "ALLOW_UNORDERED_ACCESS" }
  local out = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 4096, Flags = "ALLOW_UNORDERED_ACCESS" }
  local a, c, o = gpu.RWByteAddressBuffer "u0", gpu.RWByteAddressBuffer "u1", gpu.RWStructuredBuffer("u0", "uint")
  local root = device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
  local cull = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "cull", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
    a:Store3(GroupIndex * 12, uint3(1, 1, 1))
    if GroupIndex == 0 then c:Store(0, 4) end
  end } }
  local work = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "work", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) InterlockedAdd(o[GroupIndex], 1) end } }
  local signature = device:CreateCommandSignature { ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  local culled, drawn = device:CreateFence(0, "culled"), device:CreateFence(0, "drawn")
  for f = 1, 3 do
    local l = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
    l:SetPipelineState(cull)
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(0, args:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, count:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
    l:Close()
    cq:ExecuteCommandLists { l }
    cq:Signal(culled, f)
    local d = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
    d:SetPipelineState(work)
    d:SetComputeRootSignature(root)
    d:SetComputeRootUnorderedAccessView(0, out:GetGPUVirtualAddress())
    d:ExecuteIndirect(signature, 16, args, 0, count, 0)
    d:Close()
    dq:Wait(culled, f)
    dq:ExecuteCommandLists { d }
    dq:Signal(drawn, f)
  end
end)
case("arguments made by compute, and made again when they were read", "silent", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local cq, dq = device:CreateCommandQueue { Type = "COMPUTE", Name = "cull" }, device:CreateCommandQueue { Type = "DIRECT", Name = "draw" }
  local args = device:CreateCommittedResource { Name = "args", Dimension = "BUFFER", Width = 4096, Flags = "ALLOW_UNORDERED_ACCESS" }
  local count = device:CreateCommittedResource { Name = "count", Dimension = "BUFFER", Width = 4, Flags = "ALLOW_UNORDERED_ACCESS" }
  local out = device:CreateCommittedResource { Name = "out", Dimension = "BUFFER", Width = 4096, Flags = "ALLOW_UNORDERED_ACCESS" }
  local a, c, o = gpu.RWByteAddressBuffer "u0", gpu.RWByteAddressBuffer "u1", gpu.RWStructuredBuffer("u0", "uint")
  local root = device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "UAV", ShaderRegister = 1 } } }
  local cull = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "cull", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex)
    a:Store3(GroupIndex * 12, uint3(1, 1, 1))
    if GroupIndex == 0 then c:Store(0, 4) end
  end } }
  local work = device:CreateComputePipelineState { RootSignature = root, CS = gpu.ComputeShader { Name = "work", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) InterlockedAdd(o[GroupIndex], 1) end } }
  local signature = device:CreateCommandSignature { ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
  local culled, drawn = device:CreateFence(0, "culled"), device:CreateFence(0, "drawn")
  for f = 1, 3 do
    local l = device:CreateCommandList { Type = "COMPUTE", Allocator = device:CreateCommandAllocator "COMPUTE" }
    l:SetPipelineState(cull)
    l:SetComputeRootSignature(root)
    l:SetComputeRootUnorderedAccessView(0, args:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, count:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
    l:Close()
    if f > 1 then cq:Wait(drawn, f - 1) end
    cq:ExecuteCommandLists { l }
    cq:Signal(culled, f)
    local d = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
    d:SetPipelineState(work)
    d:SetComputeRootSignature(root)
    d:SetComputeRootUnorderedAccessView(0, out:GetGPUVirtualAddress())
    d:ExecuteIndirect(signature, 16, args, 0, count, 0)
    d:Close()
    dq:Wait(culled, f)
    dq:ExecuteCommandLists { d }
    dq:Signal(drawn, f)
  end
end)
case("two targets of a frame in one place of a heap", "silent", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "DIRECT" }
  local info = device:GetResourceAllocationInfo { Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET" }
  local heap = device:CreateHeap { SizeInBytes = info.SizeInBytes, Flags = "ALLOW_ONLY_RT_DS_TEXTURES" }
  local function place(name)
    return device:CreatePlacedResource { Name = name, Heap = heap, HeapOffset = 0, Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8_UNORM",
      Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
  end
  local gbuffer, bloom = place "gbuffer", place "bloom"
  local result = device:CreateCommittedResource { Name = "result", HeapType = "READBACK", Dimension = "BUFFER", Width = 16384, InitialState = "COPY_DEST" }
  local heapOfViews = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 2 }
  local function view(i, resource)
    local handle = heapOfViews:GetCPUDescriptorHandle(i)
    device:CreateRenderTargetView(resource, nil, handle)
    return handle
  end
  local one, two = view(0, gbuffer), view(1, bloom)
  local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
  local function transition(resource, before, after)
    list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
  end
  local function read(resource)
    transition(resource, "RENDER_TARGET", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = result, Format = "R8G8B8A8_UNORM", Width = 64, Height = 64, RowPitch = 256 }, 0, 0, 0, { Resource = resource })
    transition(resource, "COPY_SOURCE", "RENDER_TARGET")
  end
  list:ResourceBarrier { { Type = "ALIASING", ResourceAfter = gbuffer } }
  list:ClearRenderTargetView(one, { 1, 0, 0, 1 })
  read(gbuffer)
  list:ResourceBarrier { { Type = "ALIASING", ResourceBefore = gbuffer, ResourceAfter = bloom } }
  list:ClearRenderTargetView(two, { 0, 1, 0, 1 })
  read(bloom)
  list:Close()
  queue:ExecuteCommandLists { list }
  local fence = device:CreateFence(0)
  queue:Signal(fence, 1)
  fence:SetEventOnCompletion(1)
  assert(result:Map():Read(0, "uint") == 0xFF00FF00)
end)
case("threads record a frame on allocators of a pool", "silent", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
  local fence, submitted = device:CreateFence(0, "frames"), 0
  local pool = {}
  local function take()
    if pool[1] and pool[1].value <= fence:GetCompletedValue() then
      local a = table.remove(pool, 1).allocator
      a:Reset()
      return a
    end
    return device:CreateCommandAllocator "DIRECT"
  end
  local source = device:CreateCommittedResource { Name = "source", Dimension = "BUFFER", Width = 4096 }
  local sinks = {}
  for i = 1, 3 do sinks[i] = device:CreateCommittedResource { Name = "sink" .. i, Dimension = "BUFFER", Width = 4096 } end
  for frame = 1, 4 do
    local lists, allocators, threads = {}, {}, {}
    for i = 1, 3 do allocators[i] = take() end
    for i = 1, 3 do
      threads[i] = gpu.Thread("recorder " .. i, function()
        local l = device:CreateCommandList { Type = "DIRECT", Name = "part " .. i, Allocator = allocators[i] }
        l:CopyResource(sinks[i], source)
        l:Close()
        lists[i] = l
      end)
    end
    for i = 1, 3 do threads[i]:Join() end
    queue:ExecuteCommandLists(lists)
    submitted = submitted + 1
    queue:Signal(fence, submitted)
    for i = 1, 3 do pool[#pool + 1] = { value = submitted, allocator = allocators[i] } end
    gpu.Work(500)
  end
  fence:WaitCPU(submitted)
end)
case("threads record a frame on allocators of a pool that come back too early", "GS0602", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "queue" }
  local fence, submitted = device:CreateFence(0, "frames"), 0
  local pool = {}
  local function take()
    if pool[1] and pool[1].value <= fence:GetCompletedValue() then
      local a = table.remove(pool, 1).allocator
      a:Reset()
      return a
    end
    return device:CreateCommandAllocator "DIRECT"
  end
  local source = device:CreateCommittedResource { Name = "source", Dimension = "BUFFER", Width = 4096 }
  local sinks = {}
  for i = 1, 3 do sinks[i] = device:CreateCommittedResource { Name = "sink" .. i, Dimension = "BUFFER", Width = 4096 } end
  for frame = 1, 4 do
    local lists, allocators, threads = {}, {}, {}
    for i = 1, 3 do allocators[i] = take() end
    for i = 1, 3 do
      threads[i] = gpu.Thread("recorder " .. i, function()
        local l = device:CreateCommandList { Type = "DIRECT", Name = "part " .. i, Allocator = allocators[i] }
        l:CopyResource(sinks[i], source)
        l:Close()
        lists[i] = l
      end)
    end
    for i = 1, 3 do threads[i]:Join() end
    queue:ExecuteCommandLists(lists)
    submitted = submitted + 1
    queue:Signal(fence, submitted)
    for i = 1, 3 do pool[#pool + 1] = { value = submitted - 1, allocator = allocators[i] } end
    gpu.Work(500)
  end
  fence:WaitCPU(submitted)
end)
case("results two frames late from a ring of three", "silent", function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "DIRECT" }
  local fence = device:CreateFence(0)
  local RING = 3
  local ring = device:CreateCommittedResource { Name = "ring", HeapType = "READBACK", Dimension = "BUFFER", Width = RING * 256, InitialState = "COPY_DEST" }
  local data = device:CreateCommittedResource { Name = "data", Dimension = "BUFFER", Width = 256 }
  local cpu = ring:Map()
  for frame = 0, 9 do
    local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
    list:WriteBufferImmediate { { Dest = data:GetGPUVirtualAddress(), Value = frame } }
    list:ResourceBarrier { { Type = "TRANSITION", Resource = data, Before = "COPY_DEST", After = "COPY_SOURCE" } }
    list:CopyBufferRegion(ring, frame % RING * 256, data, 0, 256)
    list:Close()
    queue:ExecuteCommandLists { list }
    queue:Signal(fence, frame + 1)
    if frame >= 2 then
      fence:WaitCPU(frame - 1)
      assert(cpu:Read((frame - 2) % RING * 256, "uint") == frame - 2)
    end
  end
end)
case("results two frames late from a ring of three, one wait too low", 'GS0513 buffer "ring"', function()
  local gpu = require "gpu"
  local device = gpu.CreateDevice()
  local queue = device:CreateCommandQueue { Type = "DIRECT" }
  local fence = device:CreateFence(0)
  local RING = 3
  local ring = device:CreateCommittedResource { Name = "ring", HeapType = "READBACK", Dimension = "BUFFER", Width = RING * 256, InitialState = "COPY_DEST" }
  local data = device:CreateCommittedResource { Name = "data", Dimension = "BUFFER", Width = 256 }
  local cpu = ring:Map()
  for frame = 0, 9 do
    local list = device:CreateCommandList { Type = "DIRECT", Allocator = device:CreateCommandAllocator "DIRECT" }
    list:WriteBufferImmediate { { Dest = data:GetGPUVirtualAddress(), Value = frame } }
    list:ResourceBarrier { { Type = "TRANSITION", Resource = data, Before = "COPY_DEST", After = "COPY_SOURCE" } }
    list:CopyBufferRegion(ring, frame % RING * 256, data, 0, 256)
    list:Close()
    queue:ExecuteCommandLists { list }
    queue:Signal(fence, frame + 1)
    if frame >= 2 then
      fence:WaitCPU(frame - 2)
      assert(cpu:Read((frame - 2) % RING * 256, "uint") == frame - 2)
    end
  end
end)
