-- Histogram equalisation: count, cumulate, remap; compared with the same steps in Lua, pixel for pixel.
local gpu = require "gpu"
local rig = require "lib.rig"

local W, H, BINS = 96, 64, 256
local r = rig.Create("equalise", "COMPUTE")
local input = gpu.Texture2D("t0", "uint")
local output = gpu.RWTexture2D("u0", "uint")
local bins = gpu.RWBuffer("u1", "uint")
local shared = gpu.GroupShared("uint", BINS)

local root = r.device:CreateRootSignature { Name = "equalise", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 2 } } } } }
local count = r:Compute(root, "count", { 16, 16, 1 }, function(DispatchThreadID, GroupIndex)
  shared[GroupIndex] = 0
  GroupMemoryBarrierWithGroupSync()
  InterlockedAdd(shared[input[DispatchThreadID.xy]], 1)
  GroupMemoryBarrierWithGroupSync()
  if shared[GroupIndex] > 0 then InterlockedAdd(bins[GroupIndex], shared[GroupIndex]) end
end)
local cumulate = r:Compute(root, "cumulate", { BINS, 1, 1 }, function(GroupIndex)
  shared[GroupIndex] = bins[GroupIndex]
  GroupMemoryBarrierWithGroupSync()
  local step = uint(1)
  while step < BINS do
    local other = 0
    if GroupIndex >= step then other = shared[GroupIndex - step] end
    GroupMemoryBarrierWithGroupSync()
    shared[GroupIndex] = shared[GroupIndex] + other
    GroupMemoryBarrierWithGroupSync()
    step = step * 2
  end
  bins[GroupIndex] = shared[GroupIndex]
end)
local remap = r:Compute(root, "remap", { 16, 16, 1 }, function(DispatchThreadID)
  output[DispatchThreadID.xy] = bins[input[DispatchThreadID.xy]] * 255 / (W * H)
end)

local pixels, random = {}, rig.Random(37)
for y = 0, H - 1 do for x = 0, W - 1 do
  pixels[y * W + x + 1] = math.floor(80 + 30 * math.sin(x / 9) * math.cos(y / 7) + random(12))
end end
local source = r:Texture("dull", W, H, "R8_UINT", nil, "COPY_DEST")
local result = r:Texture("equalised", W, H, "R8_UINT", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS")
local binBuffer = r:Buffer("bins", BINS * 4)
local views = r:SRV(source)
r:UAV(result)
r:UAV(binBuffer, { Format = "R32_UINT", ViewDimension = "BUFFER", NumElements = BINS })
local cpuHeap = r.device:CreateDescriptorHeap { Name = "clears", Type = "CBV_SRV_UAV", NumDescriptors = 1 }
r.device:CreateUnorderedAccessView(binBuffer, nil, { Format = "R32_UINT", ViewDimension = "BUFFER", NumElements = BINS }, cpuHeap:GetCPUDescriptorHandle(0))

local staging = r:Buffer("staging", 256 * H, "UPLOAD")
local map = staging:Map()
for y = 0, H - 1 do
  local row = {}
  for x = 1, W do row[x] = pixels[y * W + x] end
  map:Write(y * 256, "byte", row)
end
staging:Unmap()
r:Run("equalise", function(list)
  list:CopyTextureRegion({ Resource = source }, 0, 0, 0, { Resource = staging, Format = "R8_UINT", Width = W, Height = H, RowPitch = 256 })
  rig.Barrier(list, source, "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  list:SetDescriptorHeaps { r.views }
  list:ClearUnorderedAccessViewUint(r.views:GetGPUDescriptorHandle(2), cpuHeap:GetCPUDescriptorHandle(0), binBuffer, { 0, 0, 0, 0 })
  list:SetComputeRootSignature(root)
  list:SetComputeRootDescriptorTable(0, views)
  for i, pass in ipairs { { count, W / 16, H / 16 }, { cumulate, 1, 1 }, { remap, W / 16, H / 16 } } do
    list:ResourceBarrier { { Type = "UAV", Resource = binBuffer } }
    list:SetPipelineState(pass[1])
    list:Dispatch(pass[2], pass[3], 1)
  end
end)

local histogram, low, high, wrong, least, most = {}, 255, 0, 0, 255, 0
for i = 0, 255 do histogram[i] = 0 end
for _, p in ipairs(pixels) do histogram[p], low, high = histogram[p] + 1, math.min(low, p), math.max(high, p) end
for i = 1, 255 do histogram[i] = histogram[i] + histogram[i - 1] end
for y, row in ipairs(r:Texels(result, "UNORDERED_ACCESS", "byte", 1)) do
  for x, got in ipairs(row) do
    least, most = math.min(least, got), math.max(most, got)
    if got ~= math.floor(histogram[pixels[(y - 1) * W + x]] * 255 / (W * H)) then wrong = wrong + 1 end
  end
end
print(("%d x %d: levels %d to %d become %d to %d, %d pixels wrong"):format(W, H, low, high, least, most, wrong))
