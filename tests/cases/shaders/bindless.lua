-- Arrays of resources indexed by what differs between the work items of a group, as bindless materials and fonts have them.
local rig = require "rig"
local gpu, case, same, refused, device = rig.gpu, rig.case, rig.same, rig.refused, rig.device
local f, u = rig.f, rig.u
local pages = gpu.Texture2D("t0, space1", "float4", 4)
local lists = gpu.StructuredBuffer("t8, space1", "float", 3)
local sums = gpu.RWStructuredBuffer("u8, space1", "uint", 2)
local linear = gpu.SamplerState "s0"

local heap = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 9, Flags = "SHADER_VISIBLE" }
local root = device:CreateRootSignature { Name = "bindless", StaticSamplers = { { ShaderRegister = 0, Filter = "MIN_MAG_MIP_POINT" } }, Parameters = { { Type = "UAV", ShaderRegister = 0 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 4, RegisterSpace = 1 }, { Type = "SRV", NumDescriptors = 3, BaseShaderRegister = 8, RegisterSpace = 1 },
    { Type = "UAV", NumDescriptors = 2, BaseShaderRegister = 8, RegisterSpace = 1 } } } } }
for k = 0, 3 do
  local page = device:CreateCommittedResource { Name = "page " .. k, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 2, Height = 2, Format = "R32G32B32A32_FLOAT", InitialState = "COPY_DEST" }
  rig.submit(function(list)
    local rows = rig.buffer("rows", 512, "UPLOAD")
    local map = rows:Map()
    for y = 0, 1 do map:Write(y * 256, "float", rig.list(8, function(n) return 100 * k + 10 * y + math.floor((n - 1) / 4) end)) end
    rows:Unmap()
    list:CopyTextureRegion({ Resource = page, Subresource = 0 }, 0, 0, 0, { Resource = rows, Format = "R32G32B32A32_FLOAT", Width = 2, Height = 2, RowPitch = 256 })
    rig.go(list, page, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  end)
  device:CreateShaderResourceView(page, nil, heap:GetCPUDescriptorHandle(k))
end
for k = 0, 2 do
  local list = rig.filled("list " .. k, "float", rig.list(4, function(n) return 10 * k + n end))
  device:CreateShaderResourceView(list, { NumElements = 4, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(4 + k))
end
local counts = {}
for k = 0, 1 do
  counts[k] = rig.buffer("sum " .. k, 16, "DEFAULT")
  rig.submit(function(list) list:CopyBufferRegion(counts[k], 0, rig.filled("zero", "uint", { 0, 0, 0, 0 }), 0, 16) end)
  device:CreateUnorderedAccessView(counts[k], nil, { NumElements = 4, StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(7 + k))
end
local function run(threads, count, Main)
  local out = rig.buffer("f", count * 4, "DEFAULT")
  rig.submit(function(list)
    list:SetDescriptorHeaps { heap }
    list:SetComputeRootSignature(root)
    list:SetPipelineState(device:CreateComputePipelineState { Name = "bindless", RootSignature = root,
      CS = gpu.ComputeShader { Name = "bindless", NumThreads = { threads, 1, 1 }, Main = Main } })
    list:SetComputeRootUnorderedAccessView(0, out:GetGPUVirtualAddress())
    list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
    list:Dispatch(1, 1, 1)
  end)
  return rig.numbers(out, "float", count)
end

case("textures by work item", function()
  same("Load", run(8, 8, function(GroupIndex)
    f[GroupIndex] = pages[NonUniformResourceIndex(3 - GroupIndex % 4)]:Load(int3(GroupIndex / 4, 1, 0)).x
  end), { 310, 210, 110, 10, 311, 211, 111, 11 })
  same("SampleLevel", run(8, 8, function(GroupIndex)
    local page = NonUniformResourceIndex(GroupIndex / 2)
    f[GroupIndex] = pages[page]:SampleLevel(linear, float2(0.25, 0.75), 0).y + pages[page][uint2(1, 0)].x
  end), { 11, 11, 211, 211, 411, 411, 611, 611 })
  same("GetDimensions", run(4, 4, function(GroupIndex)
    local width, height = pages[NonUniformResourceIndex(GroupIndex)]:GetDimensions()
    f[GroupIndex] = width * 10 + height
  end), { 22, 22, 22, 22 })
end)
case("buffers by work item, under a condition and in a loop", function()
  same("elements", run(6, 6, function(GroupIndex)
    local sum = 0.0
    for k = 0, int(GroupIndex) % 3 do
      if GroupIndex ~= 4 then sum = sum + lists[NonUniformResourceIndex((GroupIndex + k) % 3)][k] end
    end
    f[GroupIndex] = sum
  end), { 1, 11 + 22, 21 + 2 + 13, 1, 0, 21 + 2 + 13 })
end)
case("atomics and stores by work item", function()
  run(8, 1, function(GroupIndex)
    local side = GroupIndex % 2
    InterlockedAdd(sums[NonUniformResourceIndex(side)][0], GroupIndex)
    if GroupIndex > 5 then sums[NonUniformResourceIndex(side)][1] = 70 + GroupIndex end
  end)
  same("even", rig.numbers(counts[0], "uint", 3), { 0 + 2 + 4 + 6, 76, 0 })
  same("odd", rig.numbers(counts[1], "uint", 3), { 1 + 3 + 5 + 7, 77, 0 })
end)
case("not said", function()
  refused("textures", "GS0245", "NonUniformResourceIndex(…)", function() run(4, 4, function(GroupIndex) f[GroupIndex] = pages[GroupIndex]:Load(int3(0, 0, 0)).x end) end)
end)
rig.done()
