-- shadow pass, main pass and a compute post process in one list per frame, helper for transitions, while loop
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "post" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "direct" }
local swap = queue:CreateSwapChain { Name = "screen", Width = 16, Height = 16, BufferCount = 3 }
local fence = device:CreateFence(0, "present fence")
local hdr = device:CreateCommittedResource { Name = "hdr", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 16, Height = 16, Format = "R8G8B8A8_UNORM",
  Flags = { "ALLOW_RENDER_TARGET", "ALLOW_UNORDERED_ACCESS" }, InitialState = "RENDER_TARGET" }
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(hdr, nil, rtvs:GetCPUDescriptorHandle(0))
local uavs = device:CreateDescriptorHeap { Name = "uavs", Type = "CBV_SRV_UAV", NumDescriptors = 1, Flags = "SHADER_VISIBLE" }
device:CreateUnorderedAccessView(hdr, nil, nil, uavs:GetCPUDescriptorHandle(0))
local image = gpu.RWTexture2D("u0", "float4")
local tonemap = gpu.ComputeShader { Name = "tonemap", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  image[DispatchThreadID.xy] = float4(0.25, 0.5, 0.75, 1.0)
end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = tonemap }
local function barrier(list, resource, before, after)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
end
local contexts = {}
for i = 1, swap:GetDesc().BufferCount do
  contexts[i - 1] = { allocator = device:CreateCommandAllocator "DIRECT", value = 0 }
end
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame list" }
local running, frame = true, 0
while running do
  local index = swap:GetCurrentBackBufferIndex()
  local ctx = contexts[index]
  fence:WaitCPU(ctx.value)
  ctx.allocator:Reset()
  list:Reset(ctx.allocator)
  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), { frame / 8, 0, 0, 1 })
  barrier(list, hdr, "RENDER_TARGET", "UNORDERED_ACCESS")
  list:SetComputeRootSignature(root)
  list:SetPipelineState(pso)
  list:SetDescriptorHeaps { uavs }
  list:SetComputeRootDescriptorTable(0, uavs:GetGPUDescriptorHandle(0))
  list:Dispatch(2, 2, 1)
  barrier(list, hdr, "UNORDERED_ACCESS", "COPY_SOURCE")
  local back = swap:GetBuffer(index)
  barrier(list, back, "PRESENT", "COPY_DEST")
  list:CopyResource(back, hdr)
  barrier(list, back, "COPY_DEST", "PRESENT") --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = back, Before = "COPY_DEST", After = "PRESENT" } }
  barrier(list, hdr, "COPY_SOURCE", "RENDER_TARGET") --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = hdr, Before = "COPY_SOURCE", After = "RENDER_TARGET" } }
  list:Close()
  queue:ExecuteCommandLists { list }
  swap:Present(1)
  frame = frame + 1
  queue:Signal(fence, frame)
  ctx.value = frame
  running = frame < 7
end
fence:WaitCPU(frame)
print(frame)
