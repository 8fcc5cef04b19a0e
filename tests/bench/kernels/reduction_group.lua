-- The sum of N numbers, few of them: one group adds them up through shared memory. A second dispatch would cost as much as a third of the numbers.
local gpu = require "gpu"
local harness = require "harness"

local N = harness.N
local THREADS = 256

local x      = gpu.StructuredBuffer("t0", "float")
local result = gpu.RWStructuredBuffer("u0", "float")
local shared = gpu.GroupShared("float", THREADS)

local sum = gpu.ComputeShader {
  Name = "sum", NumThreads = { THREADS, 1, 1 },
  Main = function(GroupIndex)
    local own = 0.0
    for k = 0, N / THREADS - 1 do own = own + x[k * THREADS + GroupIndex] end
    shared[GroupIndex] = own
    GroupMemoryBarrierWithGroupSync()
    local width = THREADS / 2
    while width > 0 do
      if GroupIndex < width then shared[GroupIndex] = shared[GroupIndex] + shared[GroupIndex + width] end
      GroupMemoryBarrierWithGroupSync()
      width = width / 2
    end
    if GroupIndex == 0 then result[0] = shared[0] end
  end,
}

harness.Run {
  Inputs = { { "x", N } },
  Outputs = { { "result", 1 } },
  Passes = { { sum, 1, 1 } },
}
