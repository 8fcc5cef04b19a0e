-- The Mandelbrot set, near the valley of the sea horses: four samples a pixel, coloured without steps.
--
--   compute   iterate ─ copy back                       mandelbrot.lua [centre x, centre y, width of the view]
--
-- z = z*z + c leaves the circle of radius 2 after n turns. How far it is out when it is stopped at radius BAILOUT says what
-- fraction of a turn is missing: n + 1 - log2(log |z| / log BAILOUT) has no steps, so the bands of colour have none either.
local gpu = require "gpu"
local bench = require "lib.workbench"

local args = { ... }
local cx, cy, span = tonumber(args[1]) or -0.743643, tonumber(args[2]) or 0.131825, tonumber(args[3]) or 0.0032

local W, H, TURNS, BAILOUT = 640, 400, 600, 64.0

local image = gpu.RWTexture2D("u0", "float4")
local turns = gpu.RWStructuredBuffer("u1", "uint")                    -- all turns of all samples
local view  = gpu.ConstantBuffer("b0", { { "centre", "float2" }, { "span", "float" } })

-- A cyclic palette: three cosines out of phase.
local function palette(t)
  return 0.5 + 0.5 * cos(6.2831853 * (t * float3(1.0, 1.0, 1.0) + float3(0.58, 0.68, 0.80)))
end

local function sample(c)
  local z, n = float2(0, 0), 0
  while n < TURNS and dot(z, z) < BAILOUT * BAILOUT do
    z = float2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c
    n = n + 1
  end
  if n >= TURNS then return float3(0.01, 0.01, 0.02), n end
  local smooth = float(n) + 1.0 - log2(log(dot(z, z)) * 0.5 / log(BAILOUT))
  local colour = palette(sqrt(smooth) * 0.16)
  return colour * colour * (0.35 + 0.65 * saturate(smooth / 60.0)), n
end

local iterate = gpu.ComputeShader {
  Name = "iterate", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local colour, work = float3(0, 0, 0), 0
    for s = 0, 3 do
      local offset = float2(float(s % 2) * 0.5 + 0.125 + float(s / 2) * 0.25, float(s / 2) * 0.5 + 0.375 - float(s % 2) * 0.25)
      local p = (float2(DispatchThreadID.xy) + offset - float2(W, H) * 0.5) / W * view.span
      local c, n = sample(view.centre + float2(p.x, -p.y))
      colour, work = colour + c, work + n
    end
    image[DispatchThreadID.xy] = float4(sqrt(colour * 0.25), 1)
    local sum = WaveActiveSum(work)                                   -- one atomic a wave, not one a lane
    if WaveIsFirstLane() then InterlockedAdd(turns[0], uint(sum)) end
  end,
}

local b = bench.Create("mandelbrot")
local picture, counter, readback = b:Texture("mandelbrot", W, H), b:Buffer("turns", 4), b:Buffer("readback", 4, "READBACK")
local root = b:Root("view", { "u1", Table = { { Type = "UAV", NumDescriptors = 1 } }, Constants = 3 })
local pso, views = b:Pipeline(iterate, root), b:Views({}, { picture })

b:Submit("mandelbrot", function(list)
  list:WriteBufferImmediate { { Dest = counter:GetGPUVirtualAddress(), Value = 0 } }
  bench.Transition(list, counter, "COPY_DEST", "UNORDERED_ACCESS")
  list:SetDescriptorHeaps { views }
  list:SetComputeRootSignature(root)
  list:SetPipelineState(pso)
  list:SetComputeRootUnorderedAccessView(0, counter:GetGPUVirtualAddress())
  list:SetComputeRootDescriptorTable(1, views:GetGPUDescriptorHandle())
  list:SetComputeRoot32BitConstants(2, { cx, cy, span })
  b:Begin(list, "iterate")
  list:Dispatch(W / 8, H / 8, 1)
  b:End(list)
  bench.Transition(list, picture, "UNORDERED_ACCESS", "COPY_SOURCE")
  bench.Transition(list, counter, "UNORDERED_ACCESS", "COPY_SOURCE")
  list:CopyBufferRegion(readback, 0, counter, 0, 4)
end)
b:Wait()

print(("%d x %d pixels around %.6f %+.6fi, %g wide, %d samples each"):format(W, H, cx, cy, span, 4))
print(("%d turns, %.1f a sample"):format(bench.Read(readback, "uint", 1)[1], bench.Read(readback, "uint", 1)[1] / (W * H * 4)))
b:Report()
print("picture " .. gpu.Hash(picture))
gpu.SavePNG("mandelbrot.png", picture)
