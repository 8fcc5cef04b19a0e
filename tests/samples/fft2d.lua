-- A 2D FFT of 64 x 64 complex numbers: rows, then columns, each a Stockham FFT of one group in groupshared memory; a low-pass filter in the
-- frequency domain, and back. Checked against a plain DFT of some frequencies, and by the round trip.
local gpu = require "gpu"
local rig = require "lib.rig"

local N = 64
local r = rig.Create("fft", "COMPUTE")
local data = gpu.RWStructuredBuffer("u0", "float2")
local how = gpu.ConstantBuffer("b0", { { "elementStride", "uint" }, { "lineStride", "uint" }, { "direction", "float" } })
local line = gpu.GroupShared("float2", 2 * N)

local root = r.device:CreateRootSignature { Name = "fft", Parameters = { { Type = "UAV" }, { Type = "32BIT_CONSTANTS", Num32BitValues = 3 } } }
local function cmul(a, b) return float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x) end

local fft = r:Compute(root, "fft", { N / 2, 1, 1 }, function(GroupIndex, GroupID)
  local base = GroupID.x * how.lineStride
  line[GroupIndex] = data[base + GroupIndex * how.elementStride]
  line[GroupIndex + N / 2] = data[base + (GroupIndex + N / 2) * how.elementStride]
  GroupMemoryBarrierWithGroupSync()
  local from, to, half = uint(0), uint(N), uint(1)
  while half < N do
    local k = GroupIndex % half
    local s, c = sincos(how.direction * 3.14159265 * float(k) / float(half))
    local a, b = line[from + GroupIndex], cmul(float2(c, s), line[from + GroupIndex + N / 2])
    local at = to + (GroupIndex - k) * 2 + k
    line[at] = a + b
    line[at + half] = a - b
    GroupMemoryBarrierWithGroupSync()
    from, to, half = to, from, half * 2
  end
  local scale = how.direction > 0 and 1.0 / N or 1.0
  data[base + GroupIndex * how.elementStride] = line[from + GroupIndex] * scale
  data[base + (GroupIndex + N / 2) * how.elementStride] = line[from + GroupIndex + N / 2] * scale
end)
local lowpass = r:Compute(root, "low pass", { 8, 8, 1 }, function(DispatchThreadID)
  local f = int2(DispatchThreadID.xy)
  f = min(f, N - f)
  if dot(float2(f), float2(f)) > 100 then data[DispatchThreadID.y * N + DispatchThreadID.x] = float2(0, 0) end
end)

local random, words = rig.Random(5), {}
for i = 1, N * N do words[2 * i - 1], words[2 * i] = random(1000) / 1000, 0 end
local buffer = r:Filled("field", "float", words)

local function pass(list, pipeline, elementStride, lineStride, direction, groups)
  list:SetPipelineState(pipeline)
  list:SetComputeRoot32BitConstants(1, { gpu.AsUint(elementStride), gpu.AsUint(lineStride), direction })
  list:Dispatch(groups, pipeline == lowpass and groups or 1, 1)
  rig.Sync(list, buffer)
end
local function transform(filter, direction)
  r:Run("fft", function(list)
    list:SetComputeRootSignature(root)
    list:SetComputeRootUnorderedAccessView(0, buffer:GetGPUVirtualAddress())
    if filter then pass(list, lowpass, 0, 0, 1, N / 8) end
    pass(list, fft, 1, N, direction, N)
    pass(list, fft, N, 1, direction, N)
  end)
  return r:Read(buffer, "float", 2 * N * N)
end

local spectrum, worst = transform(false, -1), 0
for _, f in ipairs { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 5, 17 }, { 32, 63 } } do
  local re, im = 0, 0
  for y = 0, N - 1 do for x = 0, N - 1 do
    local a, v = -2 * math.pi * (f[1] * x + f[2] * y) / N, words[2 * (y * N + x) + 1]
    re, im = re + v * math.cos(a), im + v * math.sin(a)
  end end
  local at = 2 * (f[2] * N + f[1])
  worst = math.max(worst, math.abs(spectrum[at + 1] - re), math.abs(spectrum[at + 2] - im))
  print(("frequency %2d, %2d: %10.4f %+10.4fi"):format(f[1], f[2], spectrum[at + 1], spectrum[at + 2]))
end
local back, off = transform(false, 1), 0
for i = 1, 2 * N * N do off = math.max(off, math.abs(back[i] - words[i])) end
transform(false, -1)
local smooth, imaginary, mean = transform(true, 1), 0, 0
for i = 1, N * N do mean, imaginary = mean + smooth[2 * i - 1] / (N * N), math.max(imaginary, math.abs(smooth[2 * i])) end
print(("DFT agrees: %s; round trip: %s; filtered field is real: %s; mean %.4f, spectrum says %.4f"):format(
  tostring(worst < 0.01), tostring(off < 1e-5), tostring(imaginary < 1e-4), mean, spectrum[1] / (N * N)))
