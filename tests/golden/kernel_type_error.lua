-- exit: 1
-- Types of a kernel are checked when the shader is made, with the expression and both types.
local gpu = require "gpu"
local colours = gpu.RWStructuredBuffer("u0", "float4")
gpu.ComputeShader {
  Name = "tint", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID)
    local old = colours[DispatchThreadID.x]
    colours[DispatchThreadID.x] = old.rgb * float2(0.5, 1.0)
  end,
}
