-- flags: --errors=report
-- exit: 1
-- Regions of a list and of the bundle that it executes: both sides of a missing barrier name theirs, and so does an access outside of a buffer.
local gpu = require "gpu"
local device = gpu.CreateDevice()
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local sums = device:CreateCommittedResource { Name = "sums", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 256, Flags = "ALLOW_UNORDERED_ACCESS" }
local out, params = gpu.RWStructuredBuffer("u0", "uint"), gpu.ConstantBuffer("b0", { { "first", "uint" } })
local root = device:CreateRootSignature { Name = "root", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } }, { Type = "32BIT_CONSTANTS", Num32BitValues = 1 } } }
local fill = device:CreateComputePipelineState { Name = "fill", RootSignature = root,
  CS = gpu.ComputeShader { Name = "fill", NumThreads = { 4, 1, 1 }, Main = function(GroupIndex) out[params.first + GroupIndex] = 1 end } }
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateUnorderedAccessView(sums, nil, { ViewDimension = "BUFFER", NumElements = 64, StructureByteStride = 4 }, views:GetCPUDescriptorHandle(0))

local function pass(list, name, first)
  list:BeginEvent(name)
  list:SetComputeRoot32BitConstant(1, gpu.AsUint(first))
  list:Dispatch(1, 1, 1)
  list:EndEvent()
end
local function ready(list)
  list:SetDescriptorHeaps { views }
  list:SetPipelineState(fill)
  list:SetComputeRootSignature(root)
  list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
end

local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE" }
ready(bundle)
pass(bundle, "scan", 2)
bundle:Close()

local list = device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = device:CreateCommandAllocator "DIRECT" }
ready(list)
list:BeginEvent "frame"
pass(list, "count", 0)
list:ExecuteBundle(bundle)
pass(list, "tail", 62)
list:EndEvent()
list:Close()
queue:ExecuteCommandLists { list }
