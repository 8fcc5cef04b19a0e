-- C = A * B, the tiled way: a group of 16 x 16 work items makes a tile of 64 x 64 elements of C, 4 x 4 of them each.
--
--        B  . | . .          for each tile along K:
--           . | . .            load 64 x 16 of A and 16 x 64 of B into groupshared memory      barrier
--        ---+=+----            16 times: 4 values of A, 4 of B, 16 multiplications             barrier
--   A  - - -|C|
--                            Every element of A and B is read from memory once a tile and not 64 times.
local gpu = require "gpu"
local bench = require "lib.workbench"

local M, N, K = 200, 264, 144                                         -- not multiples of the tile
local TILE, DEPTH, PER = 64, 16, 4
local SIDE = TILE / PER

local a = gpu.StructuredBuffer("t0", "float")
local b = gpu.StructuredBuffer("t1", "float")
local c = gpu.RWStructuredBuffer("u0", "float")
local tileA = gpu.GroupShared("float", TILE * DEPTH)
local tileB = gpu.GroupShared("float", TILE * DEPTH)

local tiled = gpu.ComputeShader {
  Name = "tiled", NumThreads = { SIDE, SIDE, 1 },
  Main = function(GroupID, GroupThreadID, GroupIndex)
    local row, column = int(GroupID.y) * TILE, int(GroupID.x) * TILE
    local y, x = int(GroupThreadID.y) * PER, int(GroupThreadID.x) * PER
    local r0, r1, r2, r3 = float4(0, 0, 0, 0), float4(0, 0, 0, 0), float4(0, 0, 0, 0), float4(0, 0, 0, 0)
    for k = 0, K - 1, DEPTH do
      for i = int(GroupIndex), TILE * DEPTH - 1, SIDE * SIDE do
        local ay, ak = row + i / DEPTH, k + i % DEPTH                 -- a row of the tile is DEPTH elements of A
        local v = 0.0
        if ay < M and ak < K then v = a[ay * K + ak] end
        tileA[i] = v
        local bk, bx = k + i / TILE, column + i % TILE
        local w = 0.0
        if bk < K and bx < N then w = b[bk * N + bx] end
        tileB[i] = w
      end
      GroupMemoryBarrierWithGroupSync()
      for d = 0, DEPTH - 1 do
        local at = d * TILE + x
        local v = float4(tileB[at], tileB[at + 1], tileB[at + 2], tileB[at + 3])
        r0 = r0 + tileA[(y + 0) * DEPTH + d] * v
        r1 = r1 + tileA[(y + 1) * DEPTH + d] * v
        r2 = r2 + tileA[(y + 2) * DEPTH + d] * v
        r3 = r3 + tileA[(y + 3) * DEPTH + d] * v
      end
      GroupMemoryBarrierWithGroupSync()
    end
    local function store(i, sums)
      for j = 0, PER - 1 do
        if row + y + i < M and column + x + j < N then c[(row + y + i) * N + column + x + j] = sums[j] end
      end
    end
    store(0, r0) store(1, r1) store(2, r2) store(3, r3)
  end,
}

-- The same, straight from the definition.
local naive = gpu.ComputeShader {
  Name = "naive", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local x, y = int(DispatchThreadID.x), int(DispatchThreadID.y)
    if x >= N or y >= M then return end
    local sum = 0.0
    for k = 0, K - 1 do sum = sum + a[y * K + k] * b[k * N + x] end
    c[y * N + x] = sum
  end,
}

local function matrix(rows, columns, f)
  local m = {}
  for i = 0, rows - 1 do for j = 0, columns - 1 do m[i * columns + j + 1] = f(i, j) end end
  return m
end
local left  = matrix(M, K, function(i, j) return (i * 7 + j * 3) % 17 - 8 end)        -- whole numbers: sums are exact
local right = matrix(K, N, function(i, j) return (i * 5 + j * 11) % 13 - 6 end)

local wb = bench.Create("gemm")
local stagedA, stagedB = wb:Staging("upload A", "float", left), wb:Staging("upload B", "float", right)
local A, B, C = wb:Buffer("A", M * K * 4), wb:Buffer("B", K * N * 4), wb:Buffer("C", M * N * 4)
local readback = wb:Buffer("readback", M * N * 4, "READBACK")
local root = wb:Root("gemm", { "t0", "t1", "u0" })
local tiledPSO, naivePSO = wb:Pipeline(tiled, root), wb:Pipeline(naive, root)

local function multiply(label, pso, x, y)
  wb:Submit(label, function(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(pso)
    list:SetComputeRootShaderResourceView(0, A:GetGPUVirtualAddress())
    list:SetComputeRootShaderResourceView(1, B:GetGPUVirtualAddress())
    list:SetComputeRootUnorderedAccessView(2, C:GetGPUVirtualAddress())
    wb:Begin(list, label)
    list:Dispatch(x, y, 1)
    wb:End(list)
    bench.Transition(list, C, "UNORDERED_ACCESS", "COPY_SOURCE")
    list:CopyBufferRegion(readback, 0, C, 0, M * N * 4)
  end)
  wb:Wait()                                                           -- buffers are in COMMON again
  return bench.Read(readback, "float", M * N)
end

wb:Submit("upload", function(list)
  list:CopyBufferRegion(A, 0, stagedA, 0, M * K * 4)
  list:CopyBufferRegion(B, 0, stagedB, 0, K * N * 4)
end)
local products = {
  naive = multiply("naive", naivePSO, math.ceil(N / 8), math.ceil(M / 8)),
  tiled = multiply("tiled", tiledPSO, math.ceil(N / TILE), math.ceil(M / TILE)),
}

local wrong = { naive = 0, tiled = 0 }
for i = 0, M - 1 do
  for j = 0, N - 1, 11 do                                             -- every eleventh column, in Lua
    local sum = 0
    for k = 0, K - 1 do sum = sum + left[i * K + k + 1] * right[k * N + j + 1] end
    for name, product in pairs(products) do
      if product[i * N + j + 1] ~= sum then wrong[name] = wrong[name] + 1 end
    end
  end
end
print(("C[%d x %d] = A[%d x %d] * B[%d x %d]"):format(M, N, M, K, K, N))
print(("naive: %d elements differ from Lua's, tiled: %d"):format(wrong.naive, wrong.tiled))
wb:Report()
print("C " .. gpu.Hash(C))
