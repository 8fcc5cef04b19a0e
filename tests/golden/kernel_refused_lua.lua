-- exit: 1
-- What the subset of shaders refuses is refused with the place and the reason: a text and a table have no place on a GPU.
local gpu = require "gpu"
local out = gpu.RWStructuredBuffer("u0", "uint")
gpu.ComputeShader {
  Name = "tables", NumThreads = { 1, 1, 1 },
  Main = function(DispatchThreadID)
    local list = { 1, 2, 3 }
    out[0] = uint(list[2])
  end,
}
