-- exit: 1
-- flags: --errors=report
-- Accesses outside of what is addressed by bytes, raw and constant buffers, and of what is addressed by elements.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue, fence = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }, device:CreateFence(0, "fence")
local root = device:CreateRootSignature { Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "CBV", ShaderRegister = 0 } } }
local memory = device:CreateCommittedResource { Name = "memory", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 1024, InitialState = "COMMON",
  Flags = "ALLOW_UNORDERED_ACCESS" }
local settings = device:CreateCommittedResource { Name = "settings", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
local raw, out = gpu.RWByteAddressBuffer("u0"), gpu.RWStructuredBuffer("u0", "float")
local scene = gpu.ConstantBuffer("b0", { { "lights", "float4", 4 } })

local function run(name, main)
  local cs = gpu.ComputeShader { Name = name, NumThreads = { 1 }, Main = main }
  local list = device:CreateCommandList { Type = "COMPUTE", Name = name, Allocator = device:CreateCommandAllocator("COMPUTE"),
    InitialState = device:CreateComputePipelineState { RootSignature = root, CS = cs } }
  list:SetComputeRootSignature(root)
  list:SetComputeRootUnorderedAccessView(0, memory:GetGPUVirtualAddress())
  list:SetComputeRootConstantBufferView(1, settings:GetGPUVirtualAddress())
  list:Dispatch(1, 1, 1)
  list:Close()
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, fence:GetCompletedValue() + 1)
  fence:WaitCPU(fence:GetCompletedValue() + 1)
end

run("words", function(GroupIndex) raw:Store(GroupIndex * 4 + 1024, raw:Load(GroupIndex * 4 + 4096)) end)
run("constants", function(GroupIndex) raw:Store(0, asuint(scene.lights[GroupIndex + 20].x)) end)
run("elements", function(GroupIndex) out[GroupIndex + 256] = 1 end)
