-- Stream compaction with an AppendStructuredBuffer, and a worker that consumes the survivors: how many dispatches' worth of groups it needs
-- is computed on the GPU from the hidden counter.
local gpu = require "gpu"
local rig = require "lib.rig"

local COUNT, GROUP = 4000, 64
local r = rig.Create("compaction", "COMPUTE")

local Item = { { "index", "uint" }, { "weight", "float" } }
local input = gpu.StructuredBuffer("t0", "float")
local kept  = gpu.AppendStructuredBuffer("u0", Item)
local work  = gpu.ConsumeStructuredBuffer("u0", Item)
local out   = gpu.RWStructuredBuffer("u1", "float")
local args  = gpu.RWByteAddressBuffer("u2")
local counter = gpu.ByteAddressBuffer("t1")

local root = r.device:CreateRootSignature { Name = "compaction", Parameters = { { Type = "SRV" },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } },
  { Type = "UAV", ShaderRegister = 1 }, { Type = "UAV", ShaderRegister = 2 }, { Type = "SRV", ShaderRegister = 1 } } }

local compact = r:Compute(root, "compact", { GROUP, 1, 1 }, function(DispatchThreadID)
  local i = DispatchThreadID.x
  if i < COUNT and input[i] > 0.5 then kept:Append({ index = i, weight = input[i] }) end
end)
local prepare = r:Compute(root, "prepare", { 1, 1, 1 }, function()
  local n = counter:Load(0)
  args:Store3(0, uint3((n + GROUP - 1) / GROUP, 1, 1))
  out[COUNT] = asfloat(n)                                              -- the counter itself changes while items are consumed
end)
local process = r:Compute(root, "process", { GROUP, 1, 1 }, function(DispatchThreadID)
  if DispatchThreadID.x < asuint(out[COUNT]) then
    local item = work:Consume()
    out[item.index] = item.weight * 2
  end
end)

local random, values = rig.Random(3), {}
for i = 1, COUNT do values[i] = random(256) / 256 end
local source, items = r:Upload("input", "float", values), r:Buffer("items", COUNT * 8)
local hidden, results, indirect = r:Buffer("counter", 4), r:Buffer("results", COUNT * 4 + 4), r:Buffer("arguments", 16)
local itemsView = r:UAV(items, { Format = "UNKNOWN", ViewDimension = "BUFFER", NumElements = COUNT, StructureByteStride = 8 }, hidden)
local signature = r.device:CreateCommandSignature { Name = "dispatch", ByteStride = 12, ArgumentDescs = { { Type = "DISPATCH" } } }
local survivors
r:Run("compaction", function(list)
  list:SetDescriptorHeaps { r.views }
  list:SetComputeRootSignature(root)
  list:SetComputeRootShaderResourceView(0, source:GetGPUVirtualAddress())
  list:SetComputeRootDescriptorTable(1, itemsView)
  list:SetComputeRootUnorderedAccessView(2, results:GetGPUVirtualAddress())
  list:SetComputeRootUnorderedAccessView(3, indirect:GetGPUVirtualAddress())
  list:SetPipelineState(compact)
  list:Dispatch(math.ceil(COUNT / GROUP), 1, 1)
  rig.Barrier(list, hidden, "UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
  list:SetComputeRootShaderResourceView(4, hidden:GetGPUVirtualAddress())
  list:SetPipelineState(prepare)
  list:Dispatch(1, 1, 1)
  rig.Barrier(list, hidden, "NON_PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS")
  rig.Barrier(list, indirect, "UNORDERED_ACCESS", "INDIRECT_ARGUMENT")
  rig.Sync(list, items, results)
  list:SetPipelineState(process)
  list:ExecuteIndirect(signature, 1, indirect, 0)
end)

local got, kept_, wrong = r:Read(results, "float", COUNT), 0, 0
for i = 1, COUNT do
  if values[i] > 0.5 then
    kept_ = kept_ + 1
    if got[i] ~= values[i] * 2 then wrong = wrong + 1 end
  end
end
local words = r:Read(indirect, "uint", 3)
print(("%d of %d kept, Lua says %d; %d groups; %d wrong; %d left in the buffer"):format(r:Read(results, "uint", 1, COUNT * 4)[1], COUNT, kept_, words[1], wrong, r:Read(hidden, "uint", 1)[1]))
