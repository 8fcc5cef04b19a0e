-- C = A B, N x N: groups of 16 x 16 stage tiles of both matrices in shared memory.
local gpu = require "gpu"
local harness = require "harness"

local N = harness.N
local TILE = 16

local a = gpu.StructuredBuffer("t0", "float")
local b = gpu.StructuredBuffer("t1", "float")
local c = gpu.RWStructuredBuffer("u0", "float")
local tileA = gpu.GroupShared("float", TILE * TILE)
local tileB = gpu.GroupShared("float", TILE * TILE)

local gemm = gpu.ComputeShader {
  Name = "gemm tiled", NumThreads = { TILE, TILE, 1 },
  Main = function(DispatchThreadID, GroupThreadID, GroupIndex)
    local row, column = DispatchThreadID.y, DispatchThreadID.x
    local ty, tx = GroupThreadID.y, GroupThreadID.x
    local sum = 0.0
    for tile = 0, N / TILE - 1 do
      tileA[GroupIndex] = a[row * N + tile * TILE + tx]
      tileB[GroupIndex] = b[(tile * TILE + ty) * N + column]
      GroupMemoryBarrierWithGroupSync()
      for k = 0, TILE - 1 do
        sum = sum + tileA[ty * TILE + k] * tileB[k * TILE + tx]
      end
      GroupMemoryBarrierWithGroupSync()
    end
    c[row * N + column] = sum
  end,
}

harness.Run {
  Inputs = { { "a", N * N }, { "b", N * N } },
  Outputs = { { "c", N * N } },
  Passes = { { gemm, N / TILE, N / TILE } },
}
