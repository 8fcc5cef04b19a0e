-- a frame loop with a bundle, timestamps and an occlusion query
local gpu = require "gpu"
local FRAMES, SIZE = 3, 32
local device = gpu.CreateDevice { Name = "gpu" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence = device:CreateFence(0, "frame fence")
local target = device:CreateCommittedResource { Name = "target", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = SIZE, Height = SIZE, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET", InitialState = "RENDER_TARGET",
  OptimizedClearValue = { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 1 } } }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
local rtv = rtvs:GetCPUDescriptorHandleForHeapStart()
device:CreateRenderTargetView(target, nil, rtv)
local vs = gpu.VertexShader { Name = "vs", Main = function(VertexID)
  return { Position = float4(VertexID == 2 and 3.0 or -1.0, VertexID == 1 and 3.0 or -1.0, 0.5, 1.0) }
end }
local color = gpu.ConstantBuffer("b0", { { "color", "float4" } })
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return { Target0 = color.color } end }
local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "CBV", ShaderRegister = 0 } } }
local pso = device:CreateGraphicsPipelineState { Name = "pso", RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" }, NumRenderTargets = 1 }
local constants = device:CreateCommittedResource { Name = "constants", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 256 * FRAMES, InitialState = "GENERIC_READ" }
local mapped = constants:Map()
local bundleAllocator = device:CreateCommandAllocator "BUNDLE"
local bundle = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = bundleAllocator, InitialState = pso }
bundle:SetGraphicsRootSignature(root)
bundle:IASetPrimitiveTopology "TRIANGLELIST"
bundle:DrawInstanced(3, 1, 0, 0)
bundle:Close() --~
local times = device:CreateQueryHeap { Name = "times", Type = "TIMESTAMP", Count = 2 * FRAMES }
local samples = device:CreateQueryHeap { Name = "samples", Type = "OCCLUSION", Count = FRAMES }
local results = device:CreateCommittedResource { Name = "results", HeapType = "READBACK", Dimension = "BUFFER", Width = 24 * FRAMES, InitialState = "COPY_DEST" }
local allocators = {}
for i = 1, FRAMES do allocators[i] = device:CreateCommandAllocator "DIRECT" end
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame", Allocator = allocators[1] }
list:Close()
for frame = 0, 7 do
  local slot = frame % FRAMES
  if frame >= FRAMES then fence:WaitCPU(frame - FRAMES + 1) end --~ fence:WaitCPU(math.max(0, frame - 2))
  allocators[slot + 1]:Reset()
  list:Reset(allocators[slot + 1], pso)
  mapped:Write(256 * slot, "float", { frame / 8, 0, 1, 1 })
  list:EndQuery(times, "TIMESTAMP", 2 * slot)
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootConstantBufferView(0, constants:GetGPUVirtualAddress() + 256 * slot)
  list:RSSetViewports { { TopLeftX = 0, TopLeftY = 0, Width = SIZE, Height = SIZE, MinDepth = 0, MaxDepth = 1 } }
  list:RSSetScissorRects { { left = 0, top = 0, right = SIZE, bottom = SIZE } }
  list:OMSetRenderTargets({ rtv })
  list:ClearRenderTargetView(rtv, { 0, 0, 0, 1 })
  list:BeginQuery(samples, "OCCLUSION", slot) --~
  list:ExecuteBundle(bundle)
  list:EndQuery(samples, "OCCLUSION", slot) --~
  list:EndQuery(times, "TIMESTAMP", 2 * slot + 1)
  list:ResolveQueryData(times, "TIMESTAMP", 2 * slot, 2, results, 24 * slot)
  list:ResolveQueryData(samples, "OCCLUSION", slot, 1, results, 24 * slot + 16)
  list:Close() --~
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, frame + 1)
end
fence:WaitCPU(8)
local r = results:Map():Read(0, "uint64", 3)
print(r[2] > r[1], r[3])
