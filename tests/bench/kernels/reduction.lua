-- The sum of N numbers: every group adds up a slice of 16 Ki through shared memory, a last group adds the sums of the groups.
local gpu = require "gpu"
local harness = require "harness"

local N = harness.N
local THREADS, SLICE = 256, math.min(N / 4, 16384)
local GROUPS = N / SLICE
local ROUNDS = math.ceil(GROUPS / THREADS)                  -- of the last group

local x      = gpu.StructuredBuffer("t0", "float")
local sums   = gpu.RWStructuredBuffer("u0", "float")
local result = gpu.RWStructuredBuffer("u1", "float")
local shared = gpu.GroupShared("float", THREADS)

local function tree(thread)
  GroupMemoryBarrierWithGroupSync()
  local width = THREADS / 2
  while width > 0 do
    if thread < width then shared[thread] = shared[thread] + shared[thread + width] end
    GroupMemoryBarrierWithGroupSync()
    width = width / 2
  end
end

local slices = gpu.ComputeShader {
  Name = "sum of slices", NumThreads = { THREADS, 1, 1 },
  Main = function(GroupID, GroupIndex)
    local sum = 0.0
    for k = 0, SLICE / THREADS - 1 do
      sum = sum + x[GroupID.x * SLICE + k * THREADS + GroupIndex]
    end
    shared[GroupIndex] = sum
    tree(GroupIndex)
    if GroupIndex == 0 then sums[GroupID.x] = shared[0] end
  end,
}

local last = gpu.ComputeShader {
  Name = "sum of sums", NumThreads = { THREADS, 1, 1 },
  Main = function(GroupIndex)
    local sum = 0.0
    for k = 0, ROUNDS - 1 do
      local i = k * THREADS + GroupIndex
      if i < GROUPS then sum = sum + sums[i] end
    end
    shared[GroupIndex] = sum
    tree(GroupIndex)
    if GroupIndex == 0 then result[0] = shared[0] end
  end,
}

harness.Run {
  Inputs = { { "x", N } },
  Outputs = { { "sums", GROUPS }, { "result", 1 } },
  Passes = { { slices, GROUPS, 1 }, { last, 1, 1 } },
}
