package bench

// workloadHead is what the scripts of workloadScripts share: a list that is recorded anew for each frame.
const workloadHead = `list:Close()
local function buffer(name, size, flags) return device:CreateCommittedResource { Name = name, Dimension = "BUFFER", Width = size, Flags = flags or "NONE", InitialState = "COMMON" } end
local function texture(name, size, mips, flags, state, format)
  return device:CreateCommittedResource { Name = name, Dimension = "TEXTURE2D", Width = size, Height = size, MipLevels = mips, Format = format or "R8G8B8A8_UNORM", Flags = flags, InitialState = state }
end
local done = 0
local function begin() allocator:Reset(); list:Reset(allocator) end
local function run() list:Close(); queue:ExecuteCommandLists { list }; done = done + 1; queue:Signal(fence, done); fence:WaitCPU(done) end
`

// workloadScripts are frames as programs have them, each of one kind of work.
var workloadScripts = map[string]string{
	"draws with a depth buffer": workloadHead + `local C = gpu.ConstantBuffer("b0", { { "place", "float4" } })
local vs = gpu.VertexShader { Name = "vs", Main = function(position, colour) return { Position = float4(position.xy * 0.1 + C.place.xy, C.place.z, 1), color = colour } end, Inputs = { { "POSITION", "float3" }, { "COLOR", "float4" } } }
local ps = gpu.PixelShader { Name = "ps", Main = function(input) return input.color end }
local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 4 } } }
local target, depth = texture("target", 256, 1, "ALLOW_RENDER_TARGET", "RENDER_TARGET"), texture("depth", 256, 1, "ALLOW_DEPTH_STENCIL", "DEPTH_WRITE", "D32_FLOAT")
local rtvs, dsvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }, device:CreateDescriptorHeap { Name = "dsvs", Type = "DSV", NumDescriptors = 1 }
device:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0)); device:CreateDepthStencilView(depth, nil, dsvs:GetCPUDescriptorHandle(0))
local pso = device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, DSVFormat = "D32_FLOAT", PrimitiveTopologyType = "TRIANGLE",
  DepthStencilState = { DepthEnable = true, DepthWriteMask = "ALL", DepthFunc = "LESS" },
  InputLayout = { { SemanticName = "POSITION", Format = "R32G32B32_FLOAT" }, { SemanticName = "COLOR", Format = "R32G32B32A32_FLOAT", AlignedByteOffset = 12 } } }
local mesh = device:CreateCommittedResource { Name = "mesh", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 4096, InitialState = "GENERIC_READ" }
mesh:Map():Write(0, "float", { 0, 1, 0, 1, 0, 0, 1, 1, -1, 0, 0, 1, 0, 1, -1, -1, 0, 0, 0, 1, 1 })
for f = 1, math.max(1, N / 8000) do
  begin(); list:SetPipelineState(pso); list:SetGraphicsRootSignature(root); list:IASetPrimitiveTopology "TRIANGLELIST"
  list:RSSetViewports { { Width = 256, Height = 256 } }; list:RSSetScissorRects { { Right = 256, Bottom = 256 } }
  list:OMSetRenderTargets({ rtvs:GetCPUDescriptorHandle(0) }, false, dsvs:GetCPUDescriptorHandle(0))
  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), { 0, 0, 0, 1 }); list:ClearDepthStencilView(dsvs:GetCPUDescriptorHandle(0), "DEPTH", 1, 0)
  list:IASetVertexBuffers(0, { { BufferLocation = mesh:GetGPUVirtualAddress(), SizeInBytes = 84, StrideInBytes = 28 } })
  for i = 1, 500 do
    list:SetGraphicsRoot32BitConstants(0, { i % 20 / 10 - 1, i % 25 / 12 - 1, i % 7 / 7, 0 }, 0)
    list:DrawInstanced(3, 1, 0, 0)
  end
  run()
end`,
	"bundles": workloadHead + `local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID, InstanceID) return { Position = float4(VertexID % 2 * 0.2 + InstanceID * 0.1 - 1, VertexID / 2 * 0.2, 0, 1) } end }
local ps = gpu.PixelShader { Name = "ps", Main = function() return float4(1, 0, 0, 1) end }
local root = device:CreateRootSignature { Name = "root" }
local target = texture("target", 128, 1, "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(target, nil, rtvs:GetCPUDescriptorHandle(0))
local pso = device:CreateGraphicsPipelineState { Name = "draw", RootSignature = root, VS = vs, PS = ps, RTVFormats = { "R8G8B8A8_UNORM" }, PrimitiveTopologyType = "TRIANGLE" }
local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE", InitialState = pso }
bundle:SetGraphicsRootSignature(root); bundle:IASetPrimitiveTopology "TRIANGLELIST"
for i = 0, 19 do bundle:DrawInstanced(3, 1, 0, i) end
bundle:Close()
for f = 1, math.max(1, N / 1600) do
  begin(); list:SetGraphicsRootSignature(root); list:IASetPrimitiveTopology "TRIANGLELIST"
  list:RSSetViewports { { Width = 128, Height = 128 } }; list:RSSetScissorRects { { Right = 128, Bottom = 128 } }; list:OMSetRenderTargets({ rtvs:GetCPUDescriptorHandle(0) })
  for i = 1, 20 do list:ExecuteBundle(bundle) end
  run()
end`,
	"a ring of upload memory": workloadHead + `local ring = device:CreateCommittedResource { Name = "ring", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 65536, InitialState = "GENERIC_READ" }
local to, memory = buffer("to", 65536), ring:Map()
local lists = {}
for i = 0, 3 do local a = device:CreateCommandAllocator("DIRECT"); lists[i] = { a = a, l = device:CreateCommandList { Type = "DIRECT", Name = "l" .. i, Allocator = a } }; lists[i].l:Close() end
local data = {}
for i = 1, 64 do data[i] = i end
for f = 1, math.max(1, N / 16) do
  local s = lists[f % 4]
  if f > 4 then fence:WaitCPU(f - 4) end
  s.a:Reset(); s.l:Reset(s.a)
  for k = 0, 3 do local at = f % 4 * 16384 + k * 256; memory:Write(at, "uint", data); s.l:CopyBufferRegion(to, at, ring, at, 256) end
  s.l:Close(); queue:ExecuteCommandLists { s.l }; queue:Signal(fence, f)
end
fence:WaitCPU(math.max(1, N / 16))`,
	"fences of two queues": workloadHead + `local other, fences = device:CreateCommandQueue { Type = "COMPUTE", Name = "other" }, {}
for i = 1, 16 do fences[i] = device:CreateFence(0, "f" .. i) end
local a, b = buffer("a", 65536), buffer("b", 65536)
local al = {}
for i = 1, 2 do local t = i == 1 and "DIRECT" or "COMPUTE"; local x = device:CreateCommandAllocator(t); al[i] = device:CreateCommandList { Type = t, Name = "l" .. i, Allocator = x }; al[i]:CopyBufferRegion(i == 1 and a or b, 0, i == 1 and b or a, 0, 256); al[i]:Close() end
for f = 1, math.max(1, N / 16) do
  local x = fences[f % 16 + 1]
  queue:ExecuteCommandLists { al[1] }; queue:Signal(x, 2 * f); other:Wait(x, 2 * f); other:ExecuteCommandLists { al[2] }; other:Signal(x, 2 * f + 1); queue:Wait(x, 2 * f + 1)
  x:WaitCPU(2 * f + 1)
end`,
	"mip levels": workloadHead + `local C = gpu.ConstantBuffer("b0", { { "size", "uint" } })
local src, dst = gpu.Texture2D("t0", "float4"), gpu.RWTexture2D("u0", "float4")
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 }, { Type = "UAV", NumDescriptors = 1 } } }, { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 } } }
local t = texture("t", 256, 9, "ALLOW_UNORDERED_ACCESS", "NON_PIXEL_SHADER_RESOURCE")
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 18, Flags = "SHADER_VISIBLE" }
for m = 0, 7 do
  device:CreateShaderResourceView(t, { ViewDimension = "TEXTURE2D", MostDetailedMip = m, MipLevels = 1 }, heap:GetCPUDescriptorHandle(2 * m))
  device:CreateUnorderedAccessView(t, nil, { ViewDimension = "TEXTURE2D", MipSlice = m + 1 }, heap:GetCPUDescriptorHandle(2 * m + 1))
end
local pso = device:CreateComputePipelineState { Name = "half", RootSignature = root, CS = gpu.ComputeShader { Name = "half", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID) local p = DispatchThreadID.xy; if p.x < C.size and p.y < C.size then dst[p] = (src[p * 2] + src[p * 2 + uint2(1, 0)] + src[p * 2 + uint2(0, 1)] + src[p * 2 + uint2(1, 1)]) * 0.25 end end } }
for f = 1, math.max(1, N / 256) do
  begin(); list:SetDescriptorHeaps { heap }; list:SetPipelineState(pso); list:SetComputeRootSignature(root)
  for m = 0, 7 do
    list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Subresource = m + 1, Before = "NON_PIXEL_SHADER_RESOURCE", After = "UNORDERED_ACCESS" } }
    list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(2 * m)); local n = math.max(1, 2 ^ (7 - m) / 8); list:SetComputeRoot32BitConstant(1, gpu.AsUint(2 ^ (7 - m))); list:Dispatch(n, n, 1)
    list:ResourceBarrier { { Type = "TRANSITION", Resource = t, Subresource = m + 1, Before = "UNORDERED_ACCESS", After = "NON_PIXEL_SHADER_RESOURCE" } }
  end
  run()
end`,
	"a texture for each pixel": workloadHead + `local out, pictures = gpu.RWTexture2D("u0", "float4"), gpu.Texture2D("t0", "float4", 16)
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 }, { Type = "SRV", NumDescriptors = 16 } } } } }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 17, Flags = "SHADER_VISIBLE" }
local target = texture("target", 512, 1, "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS")
device:CreateUnorderedAccessView(target, nil, nil, heap:GetCPUDescriptorHandle(0))
for i = 1, 16 do device:CreateShaderResourceView(texture("p" .. i, 256, 1, "NONE", "NON_PIXEL_SHADER_RESOURCE"), nil, heap:GetCPUDescriptorHandle(i)) end
local pso = device:CreateComputePipelineState { Name = "pick", RootSignature = root, CS = gpu.ComputeShader { Name = "pick", NumThreads = { 8, 8, 1 },
  Main = function(DispatchThreadID) local p = DispatchThreadID.xy; out[p] = pictures[NonUniformResourceIndex((p.x / 32 + p.y / 32 * 3) % 16)][p % 256] end } }
for i = 1, math.max(1, N / 1024) do
  begin(); list:SetDescriptorHeaps { heap }; list:SetPipelineState(pso); list:SetComputeRootSignature(root); list:SetComputeRootDescriptorTable(0, heap:GetGPUDescriptorHandle(0))
  list:Dispatch(64, 64, 1); run()
end`,
	"tables copied in each frame": workloadHead + `local out, ins = gpu.RWStructuredBuffer("u0", "float"), gpu.StructuredBuffer("t0", "float", 255)
local C = gpu.ConstantBuffer("b0", { { "which", "uint" } })
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", ShaderRegister = 0, Num32BitValues = 1 }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 }, { Type = "SRV", NumDescriptors = 255 } } } } }
local cpu = device:CreateDescriptorHeap { Name = "cpu", Type = "CBV_SRV_UAV", NumDescriptors = 256 }
local heap = device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 1024, Flags = "SHADER_VISIBLE" }
device:CreateUnorderedAccessView(buffer("out", 65536, "ALLOW_UNORDERED_ACCESS"), nil, { StructureByteStride = 4 }, cpu:GetCPUDescriptorHandle(0))
for i = 1, 255 do device:CreateShaderResourceView(buffer("in" .. i, 1024), { StructureByteStride = 4 }, cpu:GetCPUDescriptorHandle(i)) end
local pso = device:CreateComputePipelineState { Name = "pick", RootSignature = root, CS = gpu.ComputeShader { Name = "pick", NumThreads = { 64, 1, 1 },
  Main = function(DispatchThreadID) out[DispatchThreadID.x] = ins[C.which][DispatchThreadID.x] end } }
for f = 1, math.max(1, N / 64) do
  local base = f % 4 * 256
  device:CopyDescriptorsSimple(256, heap:GetCPUDescriptorHandle(base), cpu:GetCPUDescriptorHandle(0), "CBV_SRV_UAV")
  begin(); list:SetDescriptorHeaps { heap }; list:SetPipelineState(pso); list:SetComputeRootSignature(root); list:SetComputeRootDescriptorTable(1, heap:GetGPUDescriptorHandle(base))
  for i = 0, 15 do list:SetComputeRoot32BitConstant(0, gpu.AsUint(i * 13)); list:ResourceBarrier { { Type = "UAV" } }; list:Dispatch(4, 1, 1) end
  run()
end`,
	"readbacks": workloadHead + `local from = buffer("from", 65536)
local back = device:CreateCommittedResource { Name = "back", HeapType = "READBACK", Dimension = "BUFFER", Width = 4096, InitialState = "COPY_DEST" }
for f = 1, math.max(1, N / 16) do
  begin(); list:CopyBufferRegion(back, 0, from, f % 16 * 4096, 4096); run()
  local m = back:Map(0, { Begin = 0, End = 64 }); local x = m:Read(0, "uint", 16); back:Unmap(0, { Begin = 0, End = 0 })
end`,
}
