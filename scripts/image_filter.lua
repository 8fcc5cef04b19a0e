-- Filters of a picture: a Gaussian blur, separable and so done in two passes, and Sobel's edges drawn over it.
--
--   image_filter.lua [in.png [out.png]]         a picture of any size; default: assets/harbour.png to filtered.png
--
--   copy to texture ─ blur rows ─ blur columns ─ edges ─ copy back
--                  SRV        UAV→SRV        UAV→SRV   UAV→COPY_SOURCE
--
-- A group is 64 texels of one row or column. It loads its texels and RADIUS more at both ends into groupshared memory once,
-- so each texel is read 1.4 times instead of 25 times.
local gpu = require "gpu"
local bench = require "lib.workbench"

local input, output = ...
input, output = input or "assets/harbour.png", output or "filtered.png"

local GROUP, RADIUS, SIGMA = 64, 12, 4.0
local SPAN = GROUP + 2 * RADIUS

local picture = gpu.Texture2D("t0", "float4")
local rows    = gpu.Texture2D("t1", "float4")
local blurred = gpu.Texture2D("t2", "float4")
local afterRows    = gpu.RWTexture2D("u0", "float4")
local afterColumns = gpu.RWTexture2D("u1", "float4")
local result       = gpu.RWTexture2D("u2", "float4")
local size  = gpu.ConstantBuffer("b0", { { "width", "int" }, { "height", "int" } })
local cache = gpu.GroupShared("float3", SPAN)

-- The weighted sum of the texels around one that is RADIUS + index in the cache.
local function gather(index)
  local sum, weights = float3(0, 0, 0), 0.0
  for i = -RADIUS, RADIUS do
    local weight = exp(-float(i * i) / (2 * SIGMA * SIGMA))
    sum = sum + cache[int(index) + RADIUS + i] * weight
    weights = weights + weight
  end
  return float4(sum / weights, 1)
end

local blurRows = gpu.ComputeShader {
  Name = "blur rows", NumThreads = { GROUP, 1, 1 },
  Main = function(DispatchThreadID, GroupID, GroupIndex)
    local first = int(GroupID.x) * GROUP - RADIUS
    for slot = int(GroupIndex), SPAN - 1, GROUP do
      local x = clamp(first + slot, 0, size.width - 1)
      cache[slot] = picture:Load(int3(x, DispatchThreadID.y, 0)).rgb
    end
    GroupMemoryBarrierWithGroupSync()
    if int(DispatchThreadID.x) < size.width then afterRows[DispatchThreadID.xy] = gather(GroupIndex) end
  end,
}

local blurColumns = gpu.ComputeShader {
  Name = "blur columns", NumThreads = { 1, GROUP, 1 },
  Main = function(DispatchThreadID, GroupID, GroupIndex)
    local first = int(GroupID.y) * GROUP - RADIUS
    for slot = int(GroupIndex), SPAN - 1, GROUP do
      local y = clamp(first + slot, 0, size.height - 1)
      cache[slot] = rows:Load(int3(DispatchThreadID.x, y, 0)).rgb
    end
    GroupMemoryBarrierWithGroupSync()
    if int(DispatchThreadID.y) < size.height then afterColumns[DispatchThreadID.xy] = gather(GroupIndex) end
  end,
}

local function luminance(x, y)
  local at = int2(clamp(x, 0, size.width - 1), clamp(y, 0, size.height - 1))
  return dot(picture:Load(int3(at, 0)).rgb, float3(0.2126, 0.7152, 0.0722))
end

local edges = gpu.ComputeShader {
  Name = "edges", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local x, y = int(DispatchThreadID.x), int(DispatchThreadID.y)
    if x >= size.width or y >= size.height then return end
    local gx, gy = 0.0, 0.0
    for i = -1, 1 do
      local weight = 2.0 - abs(float(i))                              -- 1 2 1
      gx = gx + weight * (luminance(x + 1, y + i) - luminance(x - 1, y + i))
      gy = gy + weight * (luminance(x + i, y + 1) - luminance(x + i, y - 1))
    end
    local edge = saturate(length(float2(gx, gy)) * 1.5)
    local soft = blurred:Load(int3(x, y, 0)).rgb
    local ink = float3(1.0, 0.86, 0.62)                               -- edges glow where the picture has them
    result[int2(x, y)] = float4(lerp(soft, ink, edge), 1)
  end,
}

local b = bench.Create("image filter")
local image = gpu.LoadImage(input)
local W, H = image.Width, image.Height
local root = b:Root("filters", { Table = { { Type = "SRV", NumDescriptors = 3 }, { Type = "UAV", NumDescriptors = 3 } }, Constants = 2 })
local rowsPSO, columnsPSO, edgesPSO = b:Pipeline(blurRows, root), b:Pipeline(blurColumns, root), b:Pipeline(edges, root)
local rowsTexture    = b:Texture("rows", W, H, "R16G16B16A16_FLOAT")
local blurredTexture = b:Texture("blurred", W, H, "R16G16B16A16_FLOAT")
local resultTexture  = b:Texture("result", W, H)
local function groups(n, of) return math.ceil(n / of) end

b:Submit("filter", function(list)
  local texture = b:Picture(list, image)
  local views = b:Views({ texture, rowsTexture, blurredTexture }, { rowsTexture, blurredTexture, resultTexture })
  list:SetDescriptorHeaps { views }
  list:SetComputeRootSignature(root)
  list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle())
  list:SetComputeRoot32BitConstants(1, { gpu.AsInt(W), gpu.AsInt(H) })

  b:Begin(list, "blur rows")
  list:SetPipelineState(rowsPSO)
  list:Dispatch(groups(W, GROUP), H, 1)
  bench.Transition(list, rowsTexture, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
  b:End(list)

  b:Begin(list, "blur columns")
  list:SetPipelineState(columnsPSO)
  list:Dispatch(W, groups(H, GROUP), 1)
  bench.Transition(list, blurredTexture, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
  b:End(list)

  b:Begin(list, "edges")
  list:SetPipelineState(edgesPSO)
  list:Dispatch(groups(W, 8), groups(H, 8), 1)
  bench.Transition(list, resultTexture, "UNORDERED_ACCESS", "COPY_SOURCE")
  b:End(list)
end)
b:Wait()

print(("%s: %d x %d texels, blurred over %d, edges drawn"):format(input, W, H, 2 * RADIUS + 1))
b:Report()
print("picture " .. gpu.Hash(resultTexture))
gpu.SavePNG(output, resultTexture)
