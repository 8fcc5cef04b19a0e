-- async compute: the shadow map is drawn while a compute queue blurs the last one; the main pass reads both
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "shadows" }
local graphics = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
local compute = device:CreateCommandQueue { Type = "COMPUTE", Name = "compute" }
local shadowed, blurred, shown = device:CreateFence(0, "shadowed"), device:CreateFence(0, "blurred"), device:CreateFence(0, "shown")
local N, FRAMES = 16, 4
local function texture(name, format, flags, state)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = N, Height = N, Format = format, Flags = flags, InitialState = state }
end
local shadow = texture("shadow", "R32_FLOAT", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local soft = texture("soft", "R32_FLOAT", "ALLOW_UNORDERED_ACCESS", "UNORDERED_ACCESS")
local screen = texture("screen", "R8G8B8A8_UNORM", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 2 }
device:CreateRenderTargetView(shadow, nil, rtvs:GetCPUDescriptorHandle(0)) --~
device:CreateRenderTargetView(screen, nil, rtvs:GetCPUDescriptorHandle(1)) --~
local views = device:CreateDescriptorHeap { Name = "views", Type = "CBV_SRV_UAV", NumDescriptors = 3, Flags = "SHADER_VISIBLE" }
device:CreateShaderResourceView(shadow, nil, views:GetCPUDescriptorHandle(0))
device:CreateUnorderedAccessView(soft, nil, nil, views:GetCPUDescriptorHandle(1)) --~
device:CreateShaderResourceView(soft, nil, views:GetCPUDescriptorHandle(2)) --~
local source, target = gpu.Texture2D("t0", "float"), gpu.RWTexture2D("u0", "float")
local vs = gpu.VertexShader { Name = "full", Main = function(VertexID)
  return { Position = float4(VertexID == 1 and 3.0 or -1.0, VertexID == 2 and 3.0 or -1.0, 0.5, 1.0) }
end }
local depthPS = gpu.PixelShader { Name = "depth", Main = function(v) return v.Position.x / 16.0 end }
local mainPS = gpu.PixelShader { Name = "main", Main = function(v)
  local s = source:Load(int3(int(v.Position.x), int(v.Position.y), 0))
  return float4(s, s, s, 1.0)
end }
local blur = gpu.ComputeShader { Name = "blur", NumThreads = { 8, 8, 1 }, Main = function(DispatchThreadID)
  local p = int2(DispatchThreadID.xy)
  target[DispatchThreadID.xy] = (source:Load(int3(p, 0)) + source:Load(int3(max(p - 1, 0), 0))) * 0.5
end }
local srv = { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DATA_VOLATILE" } } }
local uav = { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } }
local root = device:CreateRootSignature { Name = "root", Parameters = { srv, uav } }
local depthPSO = device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PS = depthPS, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R32_FLOAT" } }
local mainPSO = device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PS = mainPS, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" } }
local blurPSO = device:CreateComputePipelineState { RootSignature = root, CS = blur }
local function record(type, name, body)
  local list = device:CreateCommandList { Type = type, Name = name, Allocator = device:CreateCommandAllocator(type) }
  list:SetDescriptorHeaps { views }
  body(list)
  list:Close() --~
  return list
end
local function draw(list, pso, rtv)
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso) --~ list:SetPipelineState(depthPSO) | list:SetPipelineState(mainPSO)
  list:RSSetViewports { { Width = N, Height = N } }
  list:RSSetScissorRects { { Right = N, Bottom = N } }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(rtv) }
end
local function transition(list, resource, before, after) list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } } end
for frame = 1, FRAMES do
  graphics:ExecuteCommandLists { record("DIRECT", "shadow", function(list)
    draw(list, depthPSO, 0)
    list:DrawInstanced(3, 1, 0, 0)
    transition(list, shadow, "RENDER_TARGET", "NON_PIXEL_SHADER_RESOURCE")
  end) }
  graphics:Signal(shadowed, frame)
  compute:Wait(shadowed, frame) --~
  compute:ExecuteCommandLists { record("COMPUTE", "blur", function(list)
    list:SetComputeRootSignature(root) --~
    list:SetPipelineState(blurPSO)
    list:SetComputeRootDescriptorTable(0, views:GetGPUDescriptorHandle(0))
    list:SetComputeRootDescriptorTable(1, views:GetGPUDescriptorHandle(1))
    list:Dispatch(N / 8, N / 8, 1)
  end) }
  compute:Signal(blurred, frame) --~
  graphics:Wait(blurred, frame) --~
  graphics:ExecuteCommandLists { record("DIRECT", "main", function(list)
    transition(list, soft, "UNORDERED_ACCESS", "PIXEL_SHADER_RESOURCE") --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = soft, Before = "UNORDERED_ACCESS", After = "PIXEL_SHADER_RESOURCE" } }
    draw(list, mainPSO, 1)
    list:SetGraphicsRootDescriptorTable(0, views:GetGPUDescriptorHandle(2))
    list:DrawInstanced(3, 1, 0, 0)
    transition(list, soft, "PIXEL_SHADER_RESOURCE", "UNORDERED_ACCESS")
    transition(list, shadow, "NON_PIXEL_SHADER_RESOURCE", "RENDER_TARGET")
  end) }
  graphics:Signal(shown, frame) --~ graphics:Signal(shown, FRAMES)
end
shown:WaitCPU(FRAMES)
print(gpu.Hash(screen))
