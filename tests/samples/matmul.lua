-- 128 x 128 matrices multiplied by tiles in groupshared memory, double-buffered: while a tile is multiplied the next one is on its way.
-- Each work item calculates 2 x 2 elements. Whole numbers, so that the check is exact.
local gpu = require "gpu"
local rig = require "lib.rig"

local N, TILE = 128, 16
local r = rig.Create("matmul", "COMPUTE")
local A, B = gpu.StructuredBuffer("t0", "float"), gpu.StructuredBuffer("t1", "float")
local C = gpu.RWStructuredBuffer("u0", "float")
local tileA, tileB = gpu.GroupShared("float", 2 * TILE * TILE), gpu.GroupShared("float", 2 * TILE * TILE)

local root = r.device:CreateRootSignature { Name = "matmul", Parameters = { { Type = "SRV" }, { Type = "SRV", ShaderRegister = 1 }, { Type = "UAV" } } }
local multiply = r:Compute(root, "multiply", { TILE / 2, TILE / 2, 1 }, function(GroupID, GroupThreadID, GroupIndex)
  local at = GroupID.xy * TILE
  local function fetch(half, k)
    for i = 0, 3 do
      local e = GroupIndex * 4 + i
      local x, y = e % TILE, e / TILE
      tileA[half * TILE * TILE + e] = A[(at.y + y) * N + k * TILE + x]
      tileB[half * TILE * TILE + e] = B[(k * TILE + y) * N + at.x + x]
    end
  end
  local c00, c01, c10, c11 = 0.0, 0.0, 0.0, 0.0
  fetch(0, 0)
  for k = 0, N / TILE - 1 do
    GroupMemoryBarrierWithGroupSync()
    if k + 1 < N / TILE then fetch((k + 1) % 2, k + 1) end
    local base = (k % 2) * TILE * TILE
    local row, column = base + GroupThreadID.y * 2 * TILE, base + GroupThreadID.x * 2
    for i = 0, TILE - 1 do
      local a0, a1 = tileA[row + i], tileA[row + TILE + i]
      local b0, b1 = tileB[column + i * TILE], tileB[column + i * TILE + 1]
      c00 = c00 + a0 * b0
      c01 = c01 + a0 * b1
      c10 = c10 + a1 * b0
      c11 = c11 + a1 * b1
    end
  end
  local to = (at.y + GroupThreadID.y * 2) * N + at.x + GroupThreadID.x * 2
  C[to] = c00
  C[to + 1] = c01
  C[to + N] = c10
  C[to + N + 1] = c11
end)

local random, a, b = rig.Random(31), {}, {}
for i = 1, N * N do a[i], b[i] = random(19) - 9, random(19) - 9 end
local bufferA, bufferB, bufferC = r:Upload("A", "float", a), r:Upload("B", "float", b), r:Buffer("C", N * N * 4)
r:Run("multiply", function(list)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(multiply)
  list:SetComputeRootShaderResourceView(0, bufferA:GetGPUVirtualAddress())
  list:SetComputeRootShaderResourceView(1, bufferB:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(2, bufferC:GetGPUVirtualAddress())
  list:Dispatch(N / TILE, N / TILE, 1)
end)
local c, wrong, checked = r:Read(bufferC, "float", N * N), 0, 0
for y = 0, N - 1, 3 do
  for x = y % 5, N - 1, 5 do
    local sum = 0
    for k = 0, N - 1 do sum = sum + a[y * N + k + 1] * b[k * N + x + 1] end
    checked = checked + 1
    if sum ~= c[y * N + x + 1] then wrong = wrong + 1 end
  end
end
print(("%d x %d: %d elements checked, %d wrong, trace corner %g %g"):format(N, N, checked, wrong, c[1], c[N * N]))
