-- A position-based fluid in two dimensions: 512 particles fall into a box. A uniform grid finds neighbours; a cell is a linked
-- list whose head is exchanged atomically.
--
--   predict ─ grid ─ (density and lambda ─ correction) x 3 ─ velocity
local gpu = require "gpu"
local rig = require "lib.rig"

local SIDE, H, CELLS, STEPS, ITERATIONS = 512, 0.1, 24, 60, 3
local r = rig.Create("fluid", "COMPUTE")
local position  = gpu.RWStructuredBuffer("u0", "float2")
local velocity  = gpu.RWStructuredBuffer("u1", "float2")
local predicted = gpu.RWStructuredBuffer("u2", "float2")
local lambda    = gpu.RWStructuredBuffer("u3", "float")
local shift     = gpu.RWStructuredBuffer("u4", "float2")
local heads     = gpu.RWStructuredBuffer("u5", "int")
local nextOf    = gpu.RWStructuredBuffer("u6", "int")
local DT, REST, WIDTH = 0.008, 640.0, 2.0

local function kernelOf(d2)                                            -- poly6 in two dimensions
  local x = max(H * H - d2, 0.0)
  return 4.0 / (3.14159265 * H ^ 8) * x * x * x
end
local function gradient(d)                                             -- spiky in two dimensions
  local l = length(d)
  if l < 1e-6 or l > H then return float2(0, 0) end
  return d / l * (-30.0 / (3.14159265 * H ^ 5) * (H - l) * (H - l))
end
local function cellOf(p) return clamp(int2(p / H), 0, CELLS - 1) end

local parameters = {}
for i = 0, 6 do parameters[i + 1] = { Type = "UAV", ShaderRegister = i } end
local root = r.device:CreateRootSignature { Name = "fluid", Parameters = parameters }
local T = { 64, 1, 1 }
local predict = r:Compute(root, "predict", T, function(DispatchThreadID)
  local i = DispatchThreadID.x
  local v = velocity[i] + float2(0, -9.81) * DT
  velocity[i] = v
  predicted[i] = clamp(position[i] + v * DT, 0.01, float2(WIDTH - 0.01, 4))
end)
local empty = r:Compute(root, "empty grid", T, function(DispatchThreadID) heads[DispatchThreadID.x] = -1 end)
local build = r:Compute(root, "build grid", T, function(DispatchThreadID)
  local cell = cellOf(predicted[DispatchThreadID.x])
  nextOf[DispatchThreadID.x] = InterlockedExchange(heads[cell.y * CELLS + cell.x], int(DispatchThreadID.x))
end)
local density = r:Compute(root, "density", T, function(DispatchThreadID)
  local i = DispatchThreadID.x
  local p, rho, sum, squares = predicted[i], 0.0, float2(0, 0), 0.0
  local cell = cellOf(p)
  for y = max(cell.y - 1, 0), min(cell.y + 1, CELLS - 1) do
    for x = max(cell.x - 1, 0), min(cell.x + 1, CELLS - 1) do
      local j = heads[y * CELLS + x]
      while j >= 0 do
        local d = p - predicted[j]
        rho = rho + kernelOf(dot(d, d))
        local g = gradient(d) / REST
        sum = sum + g
        squares = squares + dot(g, g)
        j = nextOf[j]
      end
    end
  end
  lambda[i] = -max(rho / REST - 1.0, 0.0) / (squares + dot(sum, sum) + 50.0)
end)
local correct = r:Compute(root, "correction", T, function(DispatchThreadID)
  local i = DispatchThreadID.x
  local p, l, sum = predicted[i], lambda[i], float2(0, 0)
  local cell = cellOf(p)
  for y = max(cell.y - 1, 0), min(cell.y + 1, CELLS - 1) do
    for x = max(cell.x - 1, 0), min(cell.x + 1, CELLS - 1) do
      local j = heads[y * CELLS + x]
      while j >= 0 do
        sum = sum + gradient(p - predicted[j]) * (l + lambda[j])
        j = nextOf[j]
      end
    end
  end
  shift[i] = sum / REST
end)
local apply = r:Compute(root, "apply", T, function(DispatchThreadID)
  local i = DispatchThreadID.x
  predicted[i] = clamp(predicted[i] + shift[i], 0.01, float2(WIDTH - 0.01, 4))
end)
local finish = r:Compute(root, "finish", T, function(DispatchThreadID)
  local i = DispatchThreadID.x
  velocity[i] = (predicted[i] - position[i]) / DT * 0.999
  position[i] = predicted[i]
end)

local start, rest = {}, {}
for i = 0, SIDE - 1 do
  start[2 * i + 1], start[2 * i + 2] = 0.05 + (i % 16) * 0.04, 0.05 + math.floor(i / 16) * 0.04
  rest[2 * i + 1], rest[2 * i + 2] = 0, 0
end
local buffers = { r:Filled("position", "float", start), r:Filled("velocity", "float", rest) }
for i, name in ipairs { "predicted", "lambda", "shift" } do buffers[2 + i] = r:Buffer(name, SIDE * 8) end
buffers[6], buffers[7] = r:Buffer("heads", CELLS * CELLS * 4), r:Buffer("next", SIDE * 4)

for frame = 1, STEPS do
  r:Submit("step", function(list)
    list:SetComputeRootSignature(root)
    for i, b in ipairs(buffers) do list:SetComputeRootUnorderedAccessView(i - 1, b:GetGPUVirtualAddress()) end
    local function pass(pipeline, groups)
      list:SetPipelineState(pipeline)
      list:Dispatch(groups or SIDE / 64, 1, 1)
      list:ResourceBarrier { { Type = "UAV" } }
    end
    pass(predict)
    pass(empty, CELLS * CELLS / 64)
    pass(build)
    for _ = 1, ITERATIONS do
      pass(density)
      pass(correct)
      pass(apply)
    end
    pass(finish)
  end)
end
local p, v = r:Read(buffers[1], "float", SIDE * 2), r:Read(buffers[2], "float", SIDE * 2)
local outside, low, fastest, reach = 0, 0, 0, 0
for i = 1, SIDE do
  local x, y = p[2 * i - 1], p[2 * i]
  if not (x >= 0 and x <= WIDTH and y >= 0) then outside = outside + 1 end
  if y < 0.6 then low = low + 1 end
  reach, fastest = math.max(reach, x), math.max(fastest, v[2 * i - 1] ^ 2 + v[2 * i] ^ 2)
end
print(("%d particles, %d steps: %d outside of the box, %d below 0.6, the front is at %.2f, fastest %.2f"):format(SIDE, STEPS, outside, low, reach, math.sqrt(fastest)))
