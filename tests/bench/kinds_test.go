package bench

import (
	"maps"
	"strings"
)

// threeQueues makes queues of the three types, each with a fence, a list and buffers of its own.
const threeQueues = `list:Close()
local lanes = {}
for k, type in ipairs { "COPY", "COMPUTE", "DIRECT" } do
  lanes[k] = { queue = device:CreateCommandQueue { Type = type, Name = "lane " .. k }, fence = device:CreateFence(0, "lane " .. k), from = buffer("from " .. k), to = buffer("to " .. k),
    allocator = device:CreateCommandAllocator(type) }
  lanes[k].list = device:CreateCommandList { Type = type, Name = "list " .. k, Allocator = lanes[k].allocator }
  lanes[k].list:Close()
end
local function give(lane, i)
  lane.allocator:Reset(); lane.list:Reset(lane.allocator)
  for k = 0, 15 do lane.list:CopyBufferRegion(lane.to, 256 * k, lane.from, 256 * k, 256) end
  lane.list:Close(); lane.queue:ExecuteCommandLists { lane.list }; lane.queue:Signal(lane.fence, i)
end
`

// eachChooses is a dispatch whose 64 work items read 16 buffers and write 16 others, each of them four; WHICH says which one a work item takes.
const eachChooses = `local outs, ins = gpu.RWStructuredBuffer("u0", "uint", 16), gpu.StructuredBuffer("t0", "uint", 16)
local volatile = "DESCRIPTORS_VOLATILE|DATA_VOLATILE"
local root = device:CreateRootSignature { Name = "root", Parameters = {
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 16, Flags = volatile }, { Type = "SRV", NumDescriptors = 16, Flags = volatile } } } } }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 32, Flags = "SHADER_VISIBLE" }
local order = device:CreateCommittedResource { Name = "order", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256, InitialState = "GENERIC_READ" }
local numbers = {}
for i = 0, 63 do numbers[i + 1] = math.floor(i / 4) end
order:Map():Write(0, "uint", numbers)
for i = 0, 15 do
  device:CreateUnorderedAccessView(device:CreateCommittedResource { Name = "out " .. i, Dimension = "BUFFER", Width = 4096, Flags = "ALLOW_UNORDERED_ACCESS", InitialState = "COMMON" }, nil,
    { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(i))
  device:CreateShaderResourceView(i == 15 and order or device:CreateCommittedResource { Name = "in " .. i, Dimension = "BUFFER", Width = 4096, InitialState = "COMMON" },
    { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(16 + i))
end
list:SetDescriptorHeaps { heap }
list:SetPipelineState(device:CreateComputePipelineState { Name = "pick", RootSignature = root, CS = gpu.ComputeShader { Name = "pick", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  local which = WHICH
  outs[which][DispatchThreadID.x] = ins[which][DispatchThreadID.x]
end } })
list:SetComputeRootSignature(root)
list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
`

// fromItem and fromData are the two ways in which they choose, and eachRuns N / 4 of these dispatches.
var (
	fromItem = strings.Replace(eachChooses, "WHICH", "NonUniformResourceIndex(DispatchThreadID.x / 4)", 1)
	fromData = strings.Replace(eachChooses, "WHICH", "NonUniformResourceIndex(ins[15][DispatchThreadID.x])", 1)
	eachRuns = `for i = 1, N / 4 do list:Dispatch(1, 1, 1); list:ResourceBarrier { { Type = "UAV" } } end
run()`
)

// kindScripts are kinds of work beside those of validationScripts, which do less of each than there are commands where one of it is more.
var kindScripts = map[string]string{
	"arrays of descriptors": `local outs, ins = gpu.RWStructuredBuffer("u0", "float", 16), gpu.StructuredBuffer("t0", "float", 16)
local C = gpu.ConstantBuffer("b0", { { "which", "uint" } })
local volatile = "DESCRIPTORS_VOLATILE|DATA_VOLATILE"
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 16, Flags = volatile }, { Type = "SRV", NumDescriptors = 16, Flags = volatile } } } } }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 32, Flags = "SHADER_VISIBLE" }
for i = 0, 15 do
  device:CreateUnorderedAccessView(buffer("out " .. i, "ALLOW_UNORDERED_ACCESS"), nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(i))
  device:CreateShaderResourceView(buffer("in " .. i), { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(16 + i))
end
list:SetDescriptorHeaps { heap }
list:SetPipelineState(device:CreateComputePipelineState { Name = "pick", RootSignature = root,
  CS = gpu.ComputeShader { Name = "pick", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) outs[C.which % 16][C.which / 16 * 64 + DispatchThreadID.x] = ins[C.which % 16][DispatchThreadID.x] end } })
list:SetComputeRootSignature(root)
list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
for i = 0, N / 4 - 1 do list:SetComputeRoot32BitConstant(0, gpu.AsUint(i)); list:Dispatch(1, 1, 1) end
run()`,
	"arrays of which data chooses": `local outs, ins, picks = gpu.RWStructuredBuffer("u0", "float", 16), gpu.StructuredBuffer("t0", "float", 16), gpu.StructuredBuffer("t16", "uint")
local C = gpu.ConstantBuffer("b0", { { "which", "uint" } })
local volatile = "DESCRIPTORS_VOLATILE|DATA_VOLATILE"
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 16, Flags = volatile }, { Type = "SRV", NumDescriptors = 16, Flags = volatile } } },
  { Type = "SRV", ShaderRegister = 16 } } }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 32, Flags = "SHADER_VISIBLE" }
for i = 0, 15 do
  device:CreateUnorderedAccessView(buffer("out " .. i, "ALLOW_UNORDERED_ACCESS"), nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(i))
  device:CreateShaderResourceView(buffer("in " .. i), { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(16 + i))
end
local order = device:CreateCommittedResource { Name = "order", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 64, InitialState = "GENERIC_READ" }
order:Map():Write(0, "uint", { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 })
list:SetDescriptorHeaps { heap }
list:SetPipelineState(device:CreateComputePipelineState { Name = "pick", RootSignature = root, CS = gpu.ComputeShader { Name = "pick", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID) outs[picks[C.which % 16]][C.which / 16 * 64 + DispatchThreadID.x] = ins[picks[C.which % 16]][DispatchThreadID.x] end } })
list:SetComputeRootSignature(root)
list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
list:SetComputeRootShaderResourceView(2, order:GetGPUVirtualAddress())
for i = 0, N / 4 - 1 do list:SetComputeRoot32BitConstant(0, gpu.AsUint(i)); list:Dispatch(1, 1, 1) end
run()`,
	"a buffer for each work item":            fromItem + eachRuns,
	"a buffer for each work item, from data": fromData + eachRuns,
	"frames with a buffer for each work item": fromItem + `list:Dispatch(1, 1, 1); list:Close()
for i = 1, N / 16 do queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:WaitCPU(i) end`,
	"four tables in turn": `local outs, ins = gpu.RWStructuredBuffer("u0", "uint", 16), gpu.StructuredBuffer("t0", "uint", 16)
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 16 }, { Type = "SRV", NumDescriptors = 16 } } } } }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 128, Flags = "SHADER_VISIBLE" }
local function small(name, flags) return device:CreateCommittedResource { Name = name, Dimension = "BUFFER", Width = 4096, Flags = flags, InitialState = "COMMON" } end
for i = 0, 127 do
  if i % 32 < 16 then device:CreateUnorderedAccessView(small("out " .. i, "ALLOW_UNORDERED_ACCESS"), nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(i))
  else device:CreateShaderResourceView(small("in " .. i, "NONE"), { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(i)) end
end
list:SetDescriptorHeaps { heap }
list:SetPipelineState(device:CreateComputePipelineState { Name = "pick", RootSignature = root, CS = gpu.ComputeShader { Name = "pick", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  local which = NonUniformResourceIndex(DispatchThreadID.x / 4)
  outs[which][DispatchThreadID.x] = ins[which][DispatchThreadID.x]
end } })
list:SetComputeRootSignature(root)
for i = 1, N / 4 do
  list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(32 * (i % 4))); list:Dispatch(1, 1, 1); list:ResourceBarrier { { Type = "UAV" } }
end
run()`,
	"lists with arrays of descriptors": `local outs = gpu.RWStructuredBuffer("u0", "float", 16)
local C = gpu.ConstantBuffer("b0", { { "which", "uint" } })
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 16, Flags = "DESCRIPTORS_VOLATILE|DATA_VOLATILE" } } } } }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 16, Flags = "SHADER_VISIBLE" }
for i = 0, 15 do device:CreateUnorderedAccessView(buffer("out " .. i, "ALLOW_UNORDERED_ACCESS"), nil, { StructureByteStride = 4 }, heap:GetCPUDescriptorHandle(i)) end
local pso = device:CreateComputePipelineState { Name = "pick", RootSignature = root,
  CS = gpu.ComputeShader { Name = "pick", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) outs[C.which % 16][C.which / 16 * 64 + DispatchThreadID.x] = 1 end } }
list:Close()
local lists = {}
for i = 0, N / 64 - 1 do
  local l = device:CreateCommandList { Type = "DIRECT", Name = "list " .. i, Allocator = device:CreateCommandAllocator "DIRECT" }
  l:SetDescriptorHeaps { heap }; l:SetPipelineState(pso); l:SetComputeRootSignature(root); l:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(0))
  for k = 0, 3 do l:SetComputeRoot32BitConstant(0, gpu.AsUint(4 * i + k)); l:Dispatch(1, 1, 1) end
  l:Close()
  lists[i + 1] = l
end
queue:ExecuteCommandLists(lists); queue:Signal(fence, 1); fence:WaitCPU(1)`,
	"submits": `local from, to = buffer "from", buffer "to"
list:Close()
for i = 1, N / 16 do
  allocator:Reset(); list:Reset(allocator); list:CopyBufferRegion(to, 0, from, 0, 256); list:Close()
  queue:ExecuteCommandLists { list }; queue:Signal(fence, i); fence:WaitCPU(i)
end`,
	"barriers": `local all = {}
for i = 0, 63 do all[i] = buffer("b" .. i) end
for i = 0, N / 2 - 1 do
  list:ResourceBarrier { { Type = "TRANSITION", Resource = all[i % 64], Before = "COMMON", After = "COPY_DEST" } }
  list:ResourceBarrier { { Type = "TRANSITION", Resource = all[i % 64], Before = "COPY_DEST", After = "COMMON" } }
end
run()`,
	"subresources": `local from = device:CreateCommittedResource { Name = "from", Dimension = "BUFFER", Width = 65536, InitialState = "COMMON" }
local array = device:CreateCommittedResource { Name = "array", Dimension = "TEXTURE2D", Width = 8, Height = 8, DepthOrArraySize = 512, MipLevels = 4, Format = "R8G8B8A8_UNORM", InitialState = "PIXEL_SHADER_RESOURCE" }
local place = { PlacedFootprint = { Offset = 0, Footprint = { Format = "R8G8B8A8_UNORM", Width = 1, Height = 1, Depth = 1, RowPitch = 256 } } }
for i = 0, N / 4 - 1 do
  local sub = i * 37 % 2048
  list:ResourceBarrier { { Type = "TRANSITION", Resource = array, Subresource = sub, Before = "PIXEL_SHADER_RESOURCE", After = "COPY_DEST" } }
  list:CopyTextureRegion({ Resource = array, SubresourceIndex = sub }, 0, 0, 0, { Resource = from, PlacedFootprint = place.PlacedFootprint })
  list:ResourceBarrier { { Type = "TRANSITION", Resource = array, Subresource = sub, Before = "COPY_DEST", After = "PIXEL_SHADER_RESOURCE" } }
end
run()`,
	"queues with fences": threeQueues + `for i = 1, N / 64 do
  for k = 1, 3 do
    if k > 1 then lanes[k].queue:Wait(lanes[k - 1].fence, i) end
    if i > 2 then lanes[k].fence:WaitCPU(i - 1) elseif i > 1 then lanes[k].fence:WaitCPU(1) end
    give(lanes[k], i)
  end
end
for k = 1, 3 do lanes[k].fence:WaitCPU(N / 64) end`,
	"threads": threeQueues + `local threads, go = {}, device:CreateFence(0, "go")
for k = 1, 3 do
  threads[k] = gpu.Thread("thread " .. k, function()
    for i = 1, N / 64 do go:WaitCPU(i); give(lanes[k], i) end
  end)
end
for i = 1, N / 64 do
  go:Signal(i)
  for k = 1, 3 do lanes[k].fence:WaitCPU(i) end
end
for k = 1, 3 do threads[k]:Join() end`,
	"threads that hear nobody": threeQueues + `local threads = {}
for k = 1, 3 do
  threads[k] = gpu.Thread("thread " .. k, function()
    for i = 1, N / 64 do give(lanes[k], i); lanes[k].fence:WaitCPU(i) end
  end)
end
for k = 1, 3 do threads[k]:Join() end`,
	"operators": `local dml = require "gpu.dml"
local ml = dml.CreateDevice(device, { Name = "dml" })
local A = dml.BufferTensor { DataType = "FLOAT32", Sizes = { 1, 1, 4, 4 } }
local compiled = ml:CompileOperator(ml:CreateOperator { Type = "ELEMENT_WISE_ADD", ATensor = A, BTensor = A, OutputTensor = A }, { Flags = "NONE", Name = "add" })
local init = ml:CreateOperatorInitializer { compiled }
local count = math.max(1, init:GetBindingProperties().RequiredDescriptorCount, compiled:GetBindingProperties().RequiredDescriptorCount)
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 17 * count, Flags = "SHADER_VISIBLE" }
local recorder = ml:CreateCommandRecorder()
local function table_of(what, k)
  return ml:CreateBindingTable { Dispatchable = what, SizeInDescriptors = count, CPUDescriptorHandle = heap:GetCPUDescriptorHandle(k * count), GPUDescriptorHandle = heap:GetGPUDescriptorHandle(k * count) }
end
list:SetDescriptorHeaps { heap }
recorder:RecordDispatch(list, init, table_of(init, 0))
run()
local a, tables = dml.UploadTensor(queue, A, { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 }), {}
for k = 1, 16 do
  tables[k] = table_of(compiled, k)
  tables[k]:BindInputs { { Buffer = a }, { Buffer = a } }; tables[k]:BindOutputs { { Buffer = dml.AllocateTensor(device, A) } }
end
allocator:Reset(); list:Reset(allocator); list:SetDescriptorHeaps { heap }
for i = 0, N / 16 - 1 do
  recorder:RecordDispatch(list, compiled, tables[i % 16 + 1])
  if i % 16 == 15 then list:ResourceBarrier { { Type = "UAV" } } end
end
list:Close(); queue:ExecuteCommandLists { list }; queue:Signal(fence, 2); fence:WaitCPU(2)`,
	"engine frames": `list:Close()
local engine = require "gpu.engine"
local render, context = engine.CreateDeviceAndContexts { Name = "engine" }
local g_constants, g_picture = gpu.StructuredBuffer("t0", "float4"), gpu.Texture2D("t1", "float4")
local pipeline = render:CreateGraphicsPipelineState { Name = "scene",
  VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(g_constants[0].xy + float(VertexID % 3), 0.5, 1.0) } end },
  PS = gpu.PixelShader { Name = "ps", Main = function() return g_picture[int2(0, 0)] end },
  GraphicsPipeline = { PrimitiveTopology = "TRIANGLELIST", RTVFormats = {}, DepthStencilDesc = { DepthEnable = false } },
  ResourceLayout = { DefaultVariableType = "MUTABLE", Variables = { { "g_picture", "DYNAMIC" } } } }
local constants = render:CreateBuffer { Name = "constants", Size = 16, Usage = "DYNAMIC", BindFlags = "SHADER_RESOURCE", Mode = "STRUCTURED", ElementByteStride = 16 }
local pictures, binding = {}, pipeline:CreateShaderResourceBinding "binding"
for i = 1, 3 do
  pictures[i] = render:CreateTexture { Name = "picture " .. i, Width = 1, Format = "R8G8B8A8_UNORM", Usage = "IMMUTABLE", BindFlags = "SHADER_RESOURCE", Data = { { Data = engine.Pack("byte", { 1, 2, 3, 4 }) } } }
end
binding:GetVariableByName("VERTEX", "g_constants"):Set(constants)
local moved = binding:GetVariableByName("PIXEL", "g_picture")
for frame = 1, N / 256 do
  context:SetPipelineState(pipeline)
  for i = 1, 16 do
    local m = context:MapBuffer(constants, "WRITE", "DISCARD")
    m:Write(0, "float", { i, frame, 0, 1 })
    context:UnmapBuffer(constants)
    moved:Set(pictures[i % 3 + 1])
    context:CommitShaderResources(binding)
    context:Draw { NumVertices = 3 }
  end
  context:Flush()
  context:FinishFrame()
end
context:WaitForIdle()`,
	"indirect": `local out, C = gpu.RWStructuredBuffer("u0", "float"), gpu.ConstantBuffer("b0", { { "first", "uint" } })
local to = buffer("to", "ALLOW_UNORDERED_ACCESS")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "UAV", ShaderRegister = 0 }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
local signature = device:CreateCommandSignature { Name = "s", RootSignature = root, ByteStride = 16, ArgumentDescs = { { Type = "CONSTANT", RootParameterIndex = 1, Num32BitValuesToSet = 1 }, { Type = "DISPATCH" } } }
local args = device:CreateCommittedResource { Name = "args", HeapType = "UPLOAD", Dimension = "BUFFER", Width = N * 16, InitialState = "GENERIC_READ" }
local words = {}
for i = 0, N - 1 do words[4 * i + 1], words[4 * i + 2], words[4 * i + 3], words[4 * i + 4] = 64 * i, 1, 1, 1 end
args:Map():Write(0, "uint", words)
list:SetPipelineState(device:CreateComputePipelineState { Name = "fill", RootSignature = root,
  CS = gpu.ComputeShader { Name = "fill", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID) out[DispatchThreadID.x + C.first] = 1 end } })
list:SetComputeRootSignature(root)
list:SetComputeRootUnorderedAccessView(0, to:GetGPUVirtualAddress())
for i = 0, N / 64 - 1 do list:ExecuteIndirect(signature, 64, args, 1024 * i) end
run()`,
}

// costScripts are the scripts of which the cost of validation is measured, by name.
func costScripts() map[string]string {
	all := maps.Clone(validationScripts)
	maps.Copy(all, kindScripts)
	maps.Copy(all, workloadScripts)
	return all
}
