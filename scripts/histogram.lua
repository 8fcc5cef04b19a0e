-- The histogram of a picture's luminance, counted with atomics and drawn as a chart beside the picture.
--
--   histogram.lua [in.png]
--
--   clear ─ count ───────────────── peak ────────── draw ─ copy back
--           groupshared bins first,  the highest bin, the picture and the chart;
--           one atomic a bin and     by InterlockedMax  a column of pixels is a bin
--           group on the buffer
local gpu = require "gpu"
local bench = require "lib.workbench"

local input = ... or "assets/harbour.png"
local BINS, GROUP = 128, 256
local CHART_W, CHART_H, MARGIN = BINS * 3, 240, 20

local picture = gpu.Texture2D("t0", "float4")
local bins    = gpu.RWStructuredBuffer("u0", "uint")                  -- BINS of them and the peak
local counted = gpu.StructuredBuffer("t1", "uint")
local image   = gpu.RWTexture2D("u1", "float4")
local size    = gpu.ConstantBuffer("b0", { { "picture", "int2" }, { "image", "int2" } })
local localBins = gpu.GroupShared("uint", BINS)

local function luminance(colour) return dot(colour.rgb, float3(0.2126, 0.7152, 0.0722)) end
local function binOf(colour) return min(uint(luminance(colour) * BINS), BINS - 1) end

local count = gpu.ComputeShader {
  Name = "count", NumThreads = { 16, 16, 1 },
  Main = function(DispatchThreadID, GroupIndex)
    if GroupIndex < BINS then localBins[GroupIndex] = 0 end
    GroupMemoryBarrierWithGroupSync()
    local at = int2(DispatchThreadID.xy)
    if all(at < size.picture) then
      InterlockedAdd(localBins[binOf(picture:Load(int3(at, 0)))], 1)
    end
    GroupMemoryBarrierWithGroupSync()
    if GroupIndex < BINS and localBins[GroupIndex] > 0 then
      InterlockedAdd(bins[GroupIndex], localBins[GroupIndex])
    end
  end,
}

local peak = gpu.ComputeShader {
  Name = "peak", NumThreads = { BINS, 1, 1 },
  Main = function(GroupIndex)
    local highest = WaveActiveMax(bins[GroupIndex])
    if WaveIsFirstLane() then InterlockedMax(bins[BINS], highest) end
  end,
}

local draw = gpu.ComputeShader {
  Name = "draw", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local at = int2(DispatchThreadID.xy)
    if any(at >= size.image) then return end
    local colour = float3(0.055, 0.06, 0.075)
    local inside = at - MARGIN
    if all(inside >= 0) and all(inside < size.picture) then
      colour = picture:Load(int3(inside, 0)).rgb
    end
    local x, y = at.x - (size.picture.x + 2 * MARGIN), size.image.y - MARGIN - 1 - at.y
    if x >= 0 and x < CHART_W and y >= 0 and y < CHART_H then
      local bin = x / 3
      local height = sqrt(float(counted[bin]) / float(counted[BINS])) * CHART_H       -- a root: small bins are seen too
      local value = (float(bin) + 0.5) / BINS
      local grid = (y % (CHART_H / 4) == 0 or x % (CHART_W / 4) == 0) and 0.12 or 0.08
      colour = float3(grid, grid, grid * 1.25)
      if float(y) < height then
        local tone = lerp(float3(0.16, 0.30, 0.62), float3(1.0, 0.78, 0.45), value)
        colour = tone * (0.55 + 0.45 * float(y) / CHART_H) * (x % 3 == 2 and 0.75 or 1.0)
      end
    end
    image[at] = float4(colour, 1)
  end,
}

local b = bench.Create("histogram")
local source = gpu.LoadImage(input)
local W, H = source.Width + CHART_W + 3 * MARGIN, math.max(source.Height, CHART_H) + 2 * MARGIN
local buffer, readback = b:Buffer("bins", (BINS + 1) * 4), b:Buffer("readback", (BINS + 1) * 4, "READBACK")
local zeros = {}
for i = 1, BINS + 1 do zeros[i] = 0 end
local zero  = b:Staging("zero", "uint", zeros)
local chart = b:Texture("chart", W, H)
local root  = b:Root("histogram", { "t1", "u0", Constants = 4, Table = {
  { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 1 } } })
local countPSO, peakPSO, drawPSO = b:Pipeline(count, root), b:Pipeline(peak, root), b:Pipeline(draw, root)
local address = buffer:GetGPUVirtualAddress()

b:Submit("histogram", function(list)
  local texture = b:Picture(list, source)
  local views = b:Views({ texture }, { chart })
  list:CopyBufferRegion(buffer, 0, zero, 0, (BINS + 1) * 4)
  bench.Transition(list, buffer, "COPY_DEST", "UNORDERED_ACCESS")
  list:SetDescriptorHeaps { views }
  list:SetComputeRootSignature(root)
  list:SetComputeRootUnorderedAccessView(1, address)
  list:SetComputeRootDescriptorTable(2, views:GetGPUDescriptorHandle())
  list:SetComputeRoot32BitConstants(3, { gpu.AsInt(source.Width), gpu.AsInt(source.Height), gpu.AsInt(W), gpu.AsInt(H) })

  b:Begin(list, "count")
  list:SetPipelineState(countPSO)
  list:Dispatch(math.ceil(source.Width / 16), math.ceil(source.Height / 16), 1)
  bench.UAV(list, buffer)
  b:End(list)

  b:Begin(list, "peak")
  list:SetPipelineState(peakPSO)
  list:Dispatch(1, 1, 1)
  bench.Transition(list, buffer, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
  b:End(list)

  b:Begin(list, "draw")
  list:SetPipelineState(drawPSO)
  list:SetComputeRootShaderResourceView(0, address)
  list:Dispatch(math.ceil(W / 8), math.ceil(H / 8), 1)
  b:End(list)
  bench.Transition(list, chart, "UNORDERED_ACCESS", "COPY_SOURCE")
  bench.Transition(list, buffer, "NON_PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
  list:CopyBufferRegion(readback, 0, buffer, 0, (BINS + 1) * 4)
end)
b:Wait()

local counts, total, median = bench.Read(readback, "uint", BINS + 1), 0, nil
for bin = 1, BINS do
  total = total + counts[bin]
  if not median and total * 2 >= source.Width * source.Height then median = (bin - 0.5) / BINS end
end
print(("%s: %d of %d texels counted in %d bins, median luminance %.3f, fullest bin %d"):format(
  input, total, source.Width * source.Height, BINS, median, counts[BINS + 1]))
for row = 0, BINS - 1, BINS / 16 do
  local n = 0
  for bin = row + 1, row + BINS / 16 do n = n + counts[bin] end
  print(("  %.3f %6d %s"):format(row / BINS, n, ("#"):rep(math.ceil(n / total * 120))))
end
b:Report()
print("picture " .. gpu.Hash(chart))
gpu.SavePNG("histogram.png", chart)
