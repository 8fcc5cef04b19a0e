-- y = a x + y: streaming, three accesses of four bytes an element.
local gpu = require "gpu"
local harness = require "harness"

local N = harness.N
local A = 0.5

local x = gpu.StructuredBuffer("t0", "float")
local y = gpu.RWStructuredBuffer("u0", "float")

local saxpy = gpu.ComputeShader {
  Name = "saxpy", NumThreads = { 512, 1, 1 },
  Main = function(DispatchThreadID)
    local i = DispatchThreadID.x
    y[i] = A * x[i] + y[i]
  end,
}

harness.Run {
  Inputs = { { "x", N } },
  Outputs = { { "y", N } },
  Passes = { { saxpy, N / 512, 1 } },
}
