-- Occlusion culling over two frames: bounding boxes are tested with occlusion queries without any writes, the results of a frame decide by predication
-- what the next one draws; timestamps around it, calibrated to the CPU's clock, and a report as a profiler would print it.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, COUNT = 64, 24
local r = rig.Create("occlusion")
local box = gpu.ConstantBuffer("b0", { { "rect", "float4" }, { "depth", "float" }, { "hue", "float" } })
local vs = gpu.VertexShader { Name = "box", Main = function(VertexID)
  local at = box.rect.xy + box.rect.zw * float2(VertexID % 2, VertexID / 2)
  return { Position = float4(at / SIZE * float2(2, -2) + float2(-1, 1), box.depth, 1) }
end }
local ps = gpu.PixelShader { Name = "hue", Main = function(v) return float4(box.hue, 1 - box.hue, 0.5, 1) end }
local root = r.device:CreateRootSignature { Name = "boxes", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 6 } } }
local function pso(name, pixel, depth, formats) return r:Graphics { Name = name, RootSignature = root, VS = vs, PS = pixel, RTVFormats = formats, DSVFormat = "D32_FLOAT", DepthStencilState = depth, RasterizerState = { CullMode = "NONE" } } end
local solid, probe = pso("solid", ps, {}, { "R8G8B8A8_UNORM" }), pso("probe", nil, { DepthWriteMask = "ZERO", DepthFunc = "LESS_EQUAL" }, {})
local picture, rtv = r:Target("picture", SIZE, SIZE, "R8G8B8A8_UNORM")
local _, dsv = r:Depth("depth", SIZE, SIZE, "D32_FLOAT")
local queries = r.device:CreateQueryHeap { Name = "boxes", Type = "OCCLUSION", Count = COUNT }
local clock = r.device:CreateQueryHeap { Name = "clock", Type = "TIMESTAMP", Count = 6 }
local visible, ticks, counts = r:Buffer("visible", COUNT * 8), r:Buffer("ticks", 48), r:Buffer("counts", COUNT * 8)

local random, boxes = rig.Random(73), {}
for i = 1, COUNT do boxes[i] = { random(48), random(48), 2 + random(14), 2 + random(14), (random(90) + 5) / 100, i / COUNT } end
boxes[1], boxes[2] = { 0, 0, 40, 64, 0.2, 0 }, { 8, 8, 20, 20, 0.5, 1 }     -- a wall, and what stands behind it
local passes = { "draw", "probe", "resolve" }
local function frame(number)
  r:Run("frame " .. number, function(list)
    list:SetGraphicsRootSignature(root)
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
    list:ClearDepthStencilView(dsv, "DEPTH", 1, 0)
    rig.Targets(list, SIZE, SIZE, { rtv }, dsv)
    list:IASetPrimitiveTopology "TRIANGLESTRIP"
    list:EndQuery(clock, "TIMESTAMP", 0)
    list:SetPipelineState(solid)
    if number > 1 then rig.Barrier(list, visible, "COMMON", "PREDICATION") end
    for i, b in ipairs(boxes) do
      if number > 1 then list:SetPredication(visible, (i - 1) * 8, "EQUAL_ZERO") end
      list:SetGraphicsRoot32BitConstants(0, b)
      list:DrawInstanced(4, 1, 0, 0)
    end
    list:SetPredication(nil, 0, "EQUAL_ZERO")
    list:EndQuery(clock, "TIMESTAMP", 1)
    list:EndQuery(clock, "TIMESTAMP", 2)
    list:SetPipelineState(probe)
    rig.Targets(list, SIZE, SIZE, {}, dsv)
    for i, b in ipairs(boxes) do
      list:BeginQuery(queries, "OCCLUSION", i - 1)
      list:SetGraphicsRoot32BitConstants(0, b)
      list:DrawInstanced(4, 1, 0, 0)
      list:EndQuery(queries, "OCCLUSION", i - 1)
    end
    list:EndQuery(clock, "TIMESTAMP", 3)
    list:EndQuery(clock, "TIMESTAMP", 4)
    if number > 1 then rig.Barrier(list, visible, "PREDICATION", "COPY_DEST") end
    list:ResolveQueryData(queries, "OCCLUSION", 0, COUNT, visible, 0)
    list:EndQuery(clock, "TIMESTAMP", 5)
    list:ResolveQueryData(clock, "TIMESTAMP", 0, 6, ticks, 0)
  end)
  return gpu.Hash(picture), r:Read(visible, "uint", COUNT * 2)
end
local first, samples = frame(1)
local second, again = frame(2)
local seen, wrong = 0, 0
for i, b in ipairs(boxes) do
  local count = 0                                                      -- pixels of the box that nothing nearer covers
  for y = b[2], math.min(b[2] + b[4], SIZE) - 1 do for x = b[1], math.min(b[1] + b[3], SIZE) - 1 do
    local free = true
    for _, o in ipairs(boxes) do
      if o[5] < b[5] and x >= o[1] and x < o[1] + o[3] and y >= o[2] and y < o[2] + o[4] then free = false end
    end
    if free then count = count + 1 end
  end end
  if samples[i * 2 - 1] ~= count or again[i * 2 - 1] ~= count then wrong = wrong + 1 end
  if count > 0 then seen = seen + 1 end
end
print(("%d of %d boxes are seen, %d sample counts wrong; culled and full picture are the same: %s"):format(seen, COUNT, wrong, tostring(first == second)))
local t, frequency = r:Read(ticks, "uint", 12), r.queue:GetTimestampFrequency()
for p, name in ipairs(passes) do
  local from, to = t[p * 4 - 3] + t[p * 4 - 2] * 2 ^ 32, t[p * 4 - 1] + t[p * 4] * 2 ^ 32
  print(("  %-8s %s"):format(name, gpu.FormatTime((to - from) * 1e9 / frequency)))
end
local calibration = { r.queue:GetClockCalibration() }
print(("clocks: %d values, the GPU's is behind the last timestamp: %s"):format(#calibration, tostring(calibration[1] >= t[11] + t[12] * 2 ^ 32)))
gpu.SavePNG("occlusion.png", picture)
