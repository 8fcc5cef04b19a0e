-- GPU culling: a kernel writes the draws of what is in view and counts them; the frame draws as many as there are
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "culling" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "fence")
local COUNT, N = 64, 32
local upload = device:CreateCommittedResource { Name = "upload", HeapType = "UPLOAD", Dimension = "BUFFER", Width = COUNT * 8 }
local up = upload:Map()
for i = 0, COUNT - 1 do up:Write(i * 8, "float", { (i % 8) / 2 - 2, math.floor(i / 8) / 2 - 2 }) end
upload:Unmap()
local function buffer(name, size, flags)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "BUFFER", Width = size, Flags = flags }
end
local objects = buffer("objects", COUNT * 8)
local draws = buffer("draws", COUNT * 20, "ALLOW_UNORDERED_ACCESS")
local counter = buffer("counter", 4, "ALLOW_UNORDERED_ACCESS")
local zero = device:CreateCommittedResource { Name = "zero", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4 }
local target = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = N, Height = N, Format = "R8G8B8A8_UNORM",
  Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET" }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0)) --~
local positions = gpu.StructuredBuffer("t0", "float2")
local args, number = gpu.RWByteAddressBuffer("u0"), gpu.RWByteAddressBuffer("u1")
local object = gpu.ConstantBuffer("b0", { { "index", "uint" } })
local cull = gpu.ComputeShader { Name = "cull", NumThreads = { 64, 1, 1 }, Main = function(DispatchThreadID)
  local i = DispatchThreadID.x
  local p = positions[i]
  if abs(p.x) < 1.0 and abs(p.y) < 1.0 then
    local at = number:InterlockedAdd(0, 1) * 20
    args:Store(at, i)
    args:Store4(at + 4, uint4(3, 1, 0, 0))
  end
end }
local vs = gpu.VertexShader { Name = "object", Main = function(VertexID)
  local corner = float2(VertexID == 1 and 0.2 or 0.0, VertexID == 2 and 0.2 or 0.0)
  return { Position = float4(positions[object.index] + corner, 0.5, 1.0) }
end }
local ps = gpu.PixelShader { Name = "white", Main = function(v) return float4(1.0, 1.0, 1.0, 1.0) end }
local cullRoot = device:CreateRootSignature { Name = "cull", Parameters = { { Type = "SRV" }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 } } }
local drawRoot = device:CreateRootSignature { Name = "draw", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 1 }, { Type = "SRV" } } }
local cullPSO = device:CreateComputePipelineState { RootSignature = cullRoot, CS = cull }
local drawPSO = device:CreateGraphicsPipelineState { RootSignature = drawRoot, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" },
  RasterizerState = { CullMode = "NONE" } }
local signature = device:CreateCommandSignature({ Name = "draws", ByteStride = 20,
  ArgumentDescs = { { Type = "CONSTANT", RootParameterIndex = 0, Num32BitValuesToSet = 1 }, { Type = "DRAW" } } }, drawRoot)
local allocator = device:CreateCommandAllocator "DIRECT"
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = allocator }
list:CopyResource(objects, upload)
list:CopyBufferRegion(counter, 0, zero, 0, 4)
list:ResourceBarrier {
  { Type = "TRANSITION", Resource = objects, Before = "COPY_DEST", After = "NON_PIXEL_SHADER_RESOURCE" }, --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = objects, Before = "COPY_DEST", After = "NON_PIXEL_SHADER_RESOURCE" } }
  { Type = "TRANSITION", Resource = counter, Before = "COPY_DEST", After = "UNORDERED_ACCESS" },
}
list:SetComputeRootSignature(cullRoot)
list:SetPipelineState(cullPSO) --~
list:SetComputeRootShaderResourceView(0, objects:GetGPUVirtualAddress()) --~
list:SetComputeRootUnorderedAccessView(1, draws:GetGPUVirtualAddress()) --~
list:SetComputeRootUnorderedAccessView(2, counter:GetGPUVirtualAddress()) --~
list:Dispatch(COUNT / 64, 1, 1)
list:ResourceBarrier {
  { Type = "TRANSITION", Resource = draws, Before = "UNORDERED_ACCESS", After = "INDIRECT_ARGUMENT" },
  { Type = "TRANSITION", Resource = counter, Before = "UNORDERED_ACCESS", After = "INDIRECT_ARGUMENT" }, --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = counter, Before = "UNORDERED_ACCESS", After = "INDIRECT_ARGUMENT" } }
}
list:SetGraphicsRootSignature(drawRoot)
list:SetPipelineState(drawPSO) --~
list:SetGraphicsRootShaderResourceView(1, objects:GetGPUVirtualAddress()) --~
list:IASetPrimitiveTopology "TRIANGLELIST"
list:RSSetViewports { { Width = N, Height = N } }
list:RSSetScissorRects { { Right = N, Bottom = N } }
list:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(0) } --~
list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 })
list:ExecuteIndirect(signature, COUNT, draws, 0, counter, 0)
list:Close() --~
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1) --~
fence:WaitCPU(1) --~
print(gpu.Hash(target))
