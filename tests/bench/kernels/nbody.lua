-- The gravity of N bodies on each other: every pair, exact division and square root.
local gpu = require "gpu"
local harness = require "harness"

local N = harness.N

local bodies = gpu.StructuredBuffer("t0", "float4")        -- position, mass
local pull   = gpu.RWStructuredBuffer("u0", "float4")

local nbody = gpu.ComputeShader {
  Name = "nbody", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local me = bodies[DispatchThreadID.x].xyz
    local sum = float3(0.0, 0.0, 0.0)
    for j = 0, N - 1 do
      local other = bodies[j]
      local d = other.xyz - me
      local inv = 1.0 / sqrt(dot(d, d) + 0.01)
      sum = sum + d * (other.w * (inv * inv * inv))
    end
    pull[DispatchThreadID.x] = float4(sum, 0.0)
  end,
}

harness.Run {
  Inputs = { { "bodies", 4 * N } },
  Outputs = { { "pull", 4 * N } },
  Passes = { { nbody, N / 64, 1 } },
}
