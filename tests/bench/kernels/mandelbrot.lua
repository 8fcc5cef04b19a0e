-- The Mandelbrot set, N x N pixels, up to 256 iterations: long arithmetic with a divergent end.
local gpu = require "gpu"
local harness = require "harness"

local N = harness.N
local STEP = 3 / N

local out = gpu.RWStructuredBuffer("u0", "float")

local mandelbrot = gpu.ComputeShader {
  Name = "mandelbrot", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID)
    local cx = float(DispatchThreadID.x) * STEP - 2.0
    local cy = float(DispatchThreadID.y) * STEP - 1.5
    local zx, zy, n = 0.0, 0.0, 0
    while n < 256 and zx * zx + zy * zy <= 4.0 do
      zx, zy = zx * zx - zy * zy + cx, 2.0 * zx * zy + cy
      n = n + 1
    end
    out[DispatchThreadID.y * N + DispatchThreadID.x] = float(n)
  end,
}

harness.Run {
  Inputs = {},
  Outputs = { { "out", N * N } },
  Passes = { { mandelbrot, N / 8, N / 8 } },
}
