-- a small render graph: passes say what they read and write, and the graph records the barriers between them
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "graph" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
local fence = device:CreateFence(0, "frames")
local N = 16
local input, output = gpu.Texture2D("t0", "float4"), gpu.RWTexture2D("u0", "float4")
local blur = gpu.ComputeShader { Name = "blur", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  output[DispatchThreadID.xy] = input[DispatchThreadID.xy] * 0.5
end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = {
  { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = 0 }, { Type = "UAV", NumDescriptors = 1, BaseShaderRegister = 0 } } } } }
local pso = device:CreateComputePipelineState { RootSignature = root, CS = blur }
local function target(name, state)
  return { state = state, resource = device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = N, Height = N,
    Format = "R32G32B32A32_FLOAT", Flags = { "ALLOW_RENDER_TARGET", "ALLOW_UNORDERED_ACCESS" }, InitialState = state } }
end
local scene, blurred = target("scene", "RENDER_TARGET"), target("blurred", "UNORDERED_ACCESS")
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 1 }
device:CreateRenderTargetView(scene.resource, nil, rtvs:GetCPUDescriptorHandle(0))
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(scene.resource, nil, views:GetCPUDescriptorHandle(0))
device:CreateUnorderedAccessView(blurred.resource, nil, nil, views:GetCPUDescriptorHandle(1))
local readback = device:CreateCommittedResource { Name = "readback", HeapType = "READBACK", Dimension = "BUFFER", Width = 256 * N, InitialState = "COPY_DEST" }
local passes = {}
local function pass(name, uses, record) passes[#passes + 1] = { name = name, uses = uses, record = record } end
local function use(list, t, state)
  if t.state ~= state then
    list:ResourceBarrier { { Type = "TRANSITION", Resource = t.resource, Before = t.state, After = state } }
    t.state = state
  end
end
pass("clear", { { scene, "RENDER_TARGET" } }, function(list)
  list:ClearRenderTargetView(rtvs:GetCPUDescriptorHandle(0), { 1, 0.5, 0.25, 1 })
end)
pass("blur", { { scene, "NON_PIXEL_SHADER_RESOURCE" }, { blurred, "UNORDERED_ACCESS" } }, function(list)
  list:SetComputeRootSignature(root)
  list:SetPipelineState(pso) --~
  list:SetDescriptorHeaps { views } --~
  list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0)) --~
  list:Dispatch(N / 8, N / 8, 1)
end)
pass("read", { { blurred, "COPY_SOURCE" } }, function(list)
  list:CopyTextureRegion({ Resource = readback, Format = "R32G32B32A32_FLOAT", Width = N, Height = N, RowPitch = 256 }, 0, 0, 0, { Resource = blurred.resource, Subresource = 0 })
end)
local allocators = { device:CreateCommandAllocator "DIRECT", device:CreateCommandAllocator "DIRECT" }
local list = device:CreateCommandList { Type = "DIRECT", Name = "graph" }
for frame = 1, 5 do
  local allocator = allocators[frame % 2 + 1]
  if frame > 2 then fence:WaitCPU(frame - 2) end
  allocator:Reset()
  list:Reset(allocator) --~
  for _, p in ipairs(passes) do
    for _, u in ipairs(p.uses) do use(list, u[1], u[2]) end
    p.record(list)
  end
  list:Close() --~
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, frame)
end
fence:WaitCPU(5)
print(readback:Map():Read(0, "float", 2)[1])
