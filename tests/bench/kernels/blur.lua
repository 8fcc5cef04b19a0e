-- A 3 x 3 binomial blur of N x N pixels; the picture has a frame of one pixel.
local gpu = require "gpu"
local harness = require "harness"

local N = harness.N
local PITCH = N + 2

local picture = gpu.StructuredBuffer("t0", "float")
local out     = gpu.RWStructuredBuffer("u0", "float")

local blur = gpu.ComputeShader {
  Name = "blur", NumThreads = { 16, 16, 1 },
  Main = function(DispatchThreadID)
    local x, y = DispatchThreadID.x, DispatchThreadID.y
    local sum = 0.0
    for dy = 0, 2 do
      for dx = 0, 2 do
        local weight = (dx == 1 and 2.0 or 1.0) * (dy == 1 and 2.0 or 1.0)
        sum = sum + picture[(y + dy) * PITCH + x + dx] * weight
      end
    end
    out[y * N + x] = sum * 0.0625
  end,
}

harness.Run {
  Inputs = { { "picture", PITCH * PITCH } },
  Outputs = { { "out", N * N } },
  Passes = { { blur, N / 16, N / 16 } },
}
