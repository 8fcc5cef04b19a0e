-- Three queues at work on four frames: COPY uploads the numbers of the next frame, COMPUTE sums them into a curve, DIRECT draws the curve. Two versions
-- of every buffer; five kinds of waits. The result of each frame is compared with Lua's.
--
--   COPY     upload 1    upload 2    upload 3 …          waits for computed >= f - 2
--   COMPUTE              sum 1       sum 2               waits for uploaded >= f and drawn >= f - 2
--   DIRECT                           draw 1              waits for computed >= f
local gpu = require "gpu"
local rig = require "lib.rig"

local W, H, FRAMES = 64, 32, 4
local r = rig.Create("three queues")
local device = r.device
local copyQueue, computeQueue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }, device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local uploaded, computed, drawn = device:CreateFence(0, "uploaded"), device:CreateFence(0, "computed"), device:CreateFence(0, "drawn")

local input, curve, shown = gpu.StructuredBuffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float"), gpu.StructuredBuffer("t0", "float")
local root = device:CreateRootSignature { Name = "sum", Parameters = { { Type = "SRV" }, { Type = "UAV" } } }
local sum = r:Compute(root, "sum", { W, 1, 1 }, function(GroupIndex)
  local total = 0.0
  for i = 0, GroupIndex do total = total + input[i] end
  curve[GroupIndex] = total
end)
local drawRoot = device:CreateRootSignature { Name = "curve", Parameters = { { Type = "SRV" } } }
local ps = gpu.PixelShader { Name = "curve", Main = function(v)
  local bar = shown[uint(v.Position.x)] * H
  return H - v.Position.y < bar and float4(0, 1, 0, 1) or float4(0, 0, 0.25, 1)
end }
local draw = r:Graphics { Name = "curve", RootSignature = drawRoot, VS = rig.Cover, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" } }

local function list(type, name, record)
  local l = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type, name) }
  record(l)
  l:Close()
  return l
end
local staging, numbers, curves, pictures, rtvs, values = {}, {}, {}, {}, {}, {}
for v = 0, 1 do
  staging[v], numbers[v], curves[v] = r:Buffer("staging " .. v, W * 4, "UPLOAD"), r:Buffer("numbers " .. v, W * 4), r:Buffer("curve " .. v, W * 4)
end
local random = rig.Random(71)
for f = 1, FRAMES do
  local v = f % 2
  uploaded:WaitCPU(math.max(f - 2, 0))                                 -- the staging memory of frame f - 2 was read
  values[f] = {}
  for i = 1, W do values[f][i] = random(1000) / 1000 / W end
  staging[v]:Map():Write(0, "float", values[f])
  staging[v]:Unmap()
  if f > 2 then copyQueue:Wait(computed, f - 2) end
  copyQueue:ExecuteCommandLists { list("COPY", "upload " .. f, function(l) l:CopyBufferRegion(numbers[v], 0, staging[v], 0, W * 4) end) }
  copyQueue:Signal(uploaded, f)

  computeQueue:Wait(uploaded, f)
  if f > 2 then computeQueue:Wait(drawn, f - 2) end
  computeQueue:ExecuteCommandLists { list("COMPUTE", "sum " .. f, function(l)
    l:SetComputeRootSignature(root)
    l:SetPipelineState(sum)
    l:SetComputeRootShaderResourceView(0, numbers[v]:GetGPUVirtualAddress())
    l:SetComputeRootUnorderedAccessView(1, curves[v]:GetGPUVirtualAddress())
    l:Dispatch(1, 1, 1)
  end) }
  computeQueue:Signal(computed, f)

  pictures[f], rtvs[f] = r:Target("frame " .. f, W, H, "R8G8B8A8_UNORM")
  r.queue:Wait(computed, f)
  r.queue:ExecuteCommandLists { list("DIRECT", "draw " .. f, function(l)
    l:SetGraphicsRootSignature(drawRoot)
    l:SetPipelineState(draw)
    l:SetGraphicsRootShaderResourceView(0, curves[v]:GetGPUVirtualAddress())
    rig.Targets(l, W, H, { rtvs[f] })
    l:IASetPrimitiveTopology "TRIANGLELIST"
    l:DrawInstanced(3, 1, 0, 0)
  end) }
  r.queue:Signal(drawn, f)
end
drawn:WaitCPU(FRAMES)
for f = 1, FRAMES do
  local rows, wrong, total = r:Texels(pictures[f], "RENDER_TARGET", "byte", 4), 0, 0
  for x = 0, W - 1 do
    total = total + values[f][x + 1]
    for y = 0, H - 1 do
      local above = H - (y + 0.5) - total * H
      if math.abs(above) > 1e-3 and (rows[y + 1][x * 4 + 2] == 255) ~= (above < 0) then wrong = wrong + 1 end
    end
  end
  print(("frame %d: the curve ends at %.3f, %d pixels wrong"):format(f, total, wrong))
end
