-- C = A B, N x N: one item an element, straight from memory.
local gpu = require "gpu"
local harness = require "harness"

local N = harness.N

local a = gpu.StructuredBuffer("t0", "float")
local b = gpu.StructuredBuffer("t1", "float")
local c = gpu.RWStructuredBuffer("u0", "float")

local gemm = gpu.ComputeShader {
  Name = "gemm", NumThreads = { 16, 16, 1 },
  Main = function(DispatchThreadID)
    local row, column = DispatchThreadID.y, DispatchThreadID.x
    local sum = 0.0
    for k = 0, N - 1 do
      sum = sum + a[row * N + k] * b[k * N + column]
    end
    c[row * N + column] = sum
  end,
}

harness.Run {
  Inputs = { { "a", N * N }, { "b", N * N } },
  Outputs = { { "c", N * N } },
  Passes = { { gemm, N / 16, N / 16 } },
}
