-- Conway's Game of Life on a torus: two buffers take turns, one generation a dispatch, with the trail of what has lived.
--
--   list    A→B ─ barriers ─ B→A ─ barriers ─ A→B ─ … ─ paint
--           each barrier pair: the one just written may be read, the one just read may be written
--
-- A cell is a uint: bit 31 says that it lives, the rest counts generations since it last did.
local gpu = require "gpu"
local bench = require "lib.workbench"

local W, H, GENERATIONS, ZOOM = 320, 200, 192, 2
local ALIVE = 2 ^ 31

local before = gpu.StructuredBuffer("t0", "uint")
local after  = gpu.RWStructuredBuffer("u0", "uint")
local image  = gpu.RWTexture2D("u1", "float4")

local function lives(x, y)
  local cell = before[((y + H) % H) * W + (x + W) % W]
  return shift_right(cell, 31)
end

local step = gpu.ComputeShader {
  Name = "step", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local x, y = int(DispatchThreadID.x), int(DispatchThreadID.y)
    local n = lives(x - 1, y - 1) + lives(x, y - 1) + lives(x + 1, y - 1) + lives(x - 1, y) + lives(x + 1, y)
            + lives(x - 1, y + 1) + lives(x, y + 1) + lives(x + 1, y + 1)
    local cell = before[y * W + x]
    local next = min(and_bits(cell, uint(ALIVE - 1)) + 1, 4095)       -- one generation longer dead
    if n == 3 or n == 2 and cell >= uint(ALIVE) then next = uint(ALIVE) end
    after[y * W + x] = next
  end,
}

local paint = gpu.ComputeShader {
  Name = "paint", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local at = int2(DispatchThreadID.xy)
    local cell = before[at.y / ZOOM * W + at.x / ZOOM]
    local trail = exp2(-float(and_bits(cell, uint(ALIVE - 1))) / 14.0)
    local colour = lerp(float3(0.03, 0.04, 0.09), float3(0.10, 0.38, 0.60), trail)
    colour = colour + float3(0.55, 0.12, 0.30) * trail ^ 6
    if cell >= uint(ALIVE) then
      local inside = float2(at % ZOOM) / float(ZOOM)
      colour = float3(1.0, 0.93, 0.66) * (1.0 - 0.18 * inside.y)
    end
    image[at] = float4(colour, 1)
  end,
}

-- The first generation: an R-pentomino, a line, glider guns, and gliders on their way. "O" lives.
local cells, population = {}, 0
for i = 1, W * H do cells[i] = 4095 end
local function put(x, y, rows)
  for dy, row in ipairs(rows) do
    for dx = 1, #row do
      if row:sub(dx, dx) == "O" then cells[((y + dy) % H) * W + (x + dx) % W + 1], population = ALIVE, population + 1 end
    end
  end
end
local GUN = {
  "........................O...........", "......................O.O...........", "............OO......OO............OO",
  "...........O...O....OO............OO", "OO........O.....O...OO..............", "OO........O...O.OO....O.O...........",
  "..........O.....O.......O...........", "...........O...O....................", "............OO......................" }
put(8, 8, GUN)
put(180, 20, GUN)
put(90, 100, { ".OO", "OO.", ".O." })
put(230, 120, { "......O.", "OO......", ".O...OOO" })                 -- Diehard
put(40, 150, { ".O.....", "...O...", "OO..OOO" })                     -- Acorn
put(150, 70, { ("O"):rep(80) })
for i = 0, 5 do put(280 - 22 * i, 165 + 3 * i, { ".O.", "..O", "OOO" }) end

local b = bench.Create("game of life")
local generations = { b:Buffer("even generations", W * H * 4), b:Buffer("odd generations", W * H * 4) }
local staging, readback = b:Staging("first generation", "uint", cells), b:Buffer("readback", W * H * 4, "READBACK")
local picture = b:Texture("life", W * ZOOM, H * ZOOM)
local root  = b:Root("life", { "t0", "u0", Table = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 1 } } })
local stepPSO, paintPSO, views = b:Pipeline(step, root), b:Pipeline(paint, root), b:Views({}, { picture })

b:Submit("life", function(list)
  list:CopyBufferRegion(generations[1], 0, staging, 0, W * H * 4)
  bench.Transition(list, generations[1], "COPY_DEST", "NON_PIXEL_SHADER_RESOURCE")
  list:SetDescriptorHeaps { views }
  list:SetComputeRootSignature(root)
  list:SetComputeRootDescriptorTable(2, views:GetGPUDescriptorHandle())

  b:Begin(list, "step")
  list:SetPipelineState(stepPSO)
  for generation = 0, GENERATIONS - 1 do
    local now, next = generations[generation % 2 + 1], generations[(generation + 1) % 2 + 1]
    list:SetComputeRootShaderResourceView(0, now:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(1, next:GetGPUVirtualAddress())
    list:Dispatch(W / 8, H / 8, 1)
    list:ResourceBarrier {
      { Type = "TRANSITION", Resource = next, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" },
      { Type = "TRANSITION", Resource = now, Before = "NON_PIXEL_SHADER_RESOURCE", After = "UNORDERED_ACCESS" },
    }
  end
  local now = generations[GENERATIONS % 2 + 1]
  b:End(list)

  b:Begin(list, "paint")
  list:SetPipelineState(paintPSO)
  list:SetComputeRootShaderResourceView(0, now:GetGPUVirtualAddress())
  list:Dispatch(W * ZOOM / 8, H * ZOOM / 8, 1)
  b:End(list)
  bench.Transition(list, picture, "UNORDERED_ACCESS", "COPY_SOURCE")
  bench.Transition(list, now, "NON_PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
  list:CopyBufferRegion(readback, 0, now, 0, W * H * 4)
end)
b:Wait()

local survivors = 0
for _, cell in ipairs(bench.Read(readback, "uint", W * H)) do
  if cell >= ALIVE then survivors = survivors + 1 end
end
print(("%d x %d cells, %d generations: %d cells lived, %d live now"):format(W, H, GENERATIONS, population, survivors))
b:Report()
print("picture " .. gpu.Hash(picture))
gpu.SavePNG("game_of_life.png", picture)
