-- exit: 1
-- Each material has a binding object, and each binding object a sampler: a shader-visible heap has 2048 of them at most, this one four (H10). A sampler
-- that stays the same is an immutable one, a static sampler of the root signature, and takes none.
local gpu, engine = require "gpu", require "gpu.engine"
local device = engine.CreateDeviceAndContexts { Name = "demo", GPUDescriptorHeapSize = { 64, 4 } }
local picture, smooth, result = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0"), gpu.RWStructuredBuffer("u0", "float4")
local shader = gpu.ComputeShader { Name = "sample", NumThreads = { 1, 1, 1 }, Main = function() result[0] = picture:SampleLevel(smooth, float2(0.5, 0.5), 0.0) end }

local function materials(name, samplers)
  local pipeline = device:CreateComputePipelineState { Name = name, CS = shader,
    ResourceLayout = { DefaultVariableType = "MUTABLE", ImmutableSamplers = samplers } }
  for i = 1, 5 do
    pipeline:CreateShaderResourceBinding(("%s %d"):format(name, i))
    print(name, i, device:GetDescriptorHeapStats("SAMPLER", "GPU").Static.Live)
  end
end

materials("immutable", { { Name = "smooth", Desc = { Filter = "MIN_MAG_MIP_LINEAR" } } })
materials("mutable")
