-- The descriptor heaps of the article "Managing Descriptor Heaps": views take descriptors of CPU heaps, which grow by whole heaps; the shader-visible heap has two parts, one for
-- static and mutable variables, from which each binding object takes its range once, and one for dynamic variables, from which
-- contexts take chunks that go back when the GPU has passed the frame.
--
-- Run it with --heapmap heaps.svg to see the heaps over time: live, stale and free ranges, as in docs/descriptor_heaps.svg.
--
--   CPU heaps   [view view view …]  [view …]                      one descriptor a view
--   GPU heap    [ srb 1 │ srb 2 │ …      free      ][ chunk │ chunk │ free ]
--                 static and mutable                  dynamic, per frame
local gpu, engine = require "gpu", require "gpu.engine"

local device, context = engine.CreateDeviceAndContexts { Name = "heaps",
  CPUDescriptorHeapSize = { 16, 16, 16, 16 },             -- CBV_SRV_UAV, SAMPLER, RTV, DSV
  GPUDescriptorHeapSize = { 64, 16 }, GPUDynamicDescriptors = { 64, 16 }, DynamicDescriptorChunkSize = { 16, 8 } }

local g_input, g_output = gpu.Buffer("t0", "float"), gpu.RWStructuredBuffer("u0", "float")
local pipeline = device:CreateComputePipelineState { Name = "copy",
  CS = gpu.ComputeShader { Name = "copy", NumThreads = { 4, 1, 1 },
    Main = function(DispatchThreadID) g_output[DispatchThreadID.x] = g_input[DispatchThreadID.x] end },
  ResourceLayout = { DefaultVariableType = "MUTABLE", Variables = { { "g_input", "DYNAMIC" } } } }
local output = device:CreateBuffer { Name = "output", Size = 16, BindFlags = "UNORDERED_ACCESS", Mode = "STRUCTURED", ElementByteStride = 4 }

local function report(what)
  local cpu, heap = device:GetDescriptorHeapStats("CBV_SRV_UAV", "CPU"), device:GetDescriptorHeapStats("CBV_SRV_UAV", "GPU")
  print(("%-36s CPU %2d of %2d in %d heaps   static %2d live %2d stale   dynamic %2d live %2d stale, peak %2d"):format(what, cpu.Live, cpu.Capacity, #cpu.Managers,
    heap.Static.Live, heap.Static.Stale, heap.Dynamic.Live, heap.Dynamic.Stale, heap.DynamicPeak))
end

report "at first"
local inputs, views = {}, {}
for i = 1, 20 do                                          -- more views than one heap holds
  inputs[i] = device:CreateBuffer { Name = "input " .. i, Size = 16, BindFlags = "SHADER_RESOURCE", Mode = "FORMATTED", ElementByteStride = 4,
    Data = engine.Pack("float", { i, i, i, i }) }
  views[i] = inputs[i]:CreateView { Name = "input " .. i, Type = "SHADER_RESOURCE", Format = "R32_FLOAT" }
end
report "20 views"

local srbs = {}
for i = 1, 8 do
  srbs[i] = pipeline:CreateShaderResourceBinding("srb " .. i)
  srbs[i]:GetVariableByName("COMPUTE", "g_output"):Set(output)
end
report "8 binding objects"

context:SetPipelineState(pipeline)
for i = 1, 20 do                                          -- each commit takes dynamic descriptors: 20 of two chunks
  local srb = srbs[(i - 1) % 8 + 1]
  srb:GetVariableByName("COMPUTE", "g_input"):Set(views[i])
  context:CommitShaderResources(srb)
  context:DispatchCompute {}
end
report "20 dispatches"

context:Flush()
for i = 1, 4 do srbs[i]:Release() end                     -- legal: the dispatches were submitted
report "submitted, 4 binding objects released"
context:FinishFrame()
report "frame finished"
device:IdleGPU()
report "the GPU is idle"

for i = 1, 20 do
  views[i]:Release()
  inputs[i]:Release()
end
context:FinishFrame()
device:IdleGPU()
report "views released"
