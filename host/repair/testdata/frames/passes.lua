-- lists recorded by several passes (tables of passes), executed together; G-buffer to lighting
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "passes" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "main" }
local fence, value = device:CreateFence(0, "fence"), 0
local N = 16
local function texture(name, state)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = N, Height = N, Format = "R8G8B8A8_UNORM",
    Flags = "ALLOW_RENDER_TARGET", InitialState = state }
end
local targets = { albedo = texture("albedo", "RENDER_TARGET"), normal = texture("normal", "RENDER_TARGET"), light = texture("light", "RENDER_TARGET") }
local order = { "albedo", "normal", "light" }
local rtvHeap = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 3 }
local srvHeap = device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 3, Flags = "SHADER_VISIBLE" }
local rtv = {}
for i, name in ipairs(order) do
  rtv[name] = rtvHeap:GetCPUDescriptorHandle(i - 1)
  device:CreateRenderTargetView(targets[name], nil, rtv[name])
  device:CreateShaderResourceView(targets[name], nil, srvHeap:GetCPUDescriptorHandle(i - 1))
end
local albedo, normal = gpu.Texture2D("t0", "float4"), gpu.Texture2D("t1", "float4")
local vs = gpu.VertexShader { Name = "full", Main = function(VertexID)
  return { Position = float4(VertexID == 1 and 3.0 or -1.0, VertexID == 2 and 3.0 or -1.0, 0.5, 1.0) }
end }
local gbufferPS = gpu.PixelShader { Name = "gbuffer", Main = function(v) return { Target0 = float4(1.0, 0.5, 0.25, 1.0), Target1 = float4(0.5, 0.5, 1.0, 1.0) } end }
local lightPS = gpu.PixelShader { Name = "light", Main = function(v)
  local p = int3(int(v.Position.x), int(v.Position.y), 0)
  return albedo:Load(p) * normal:Load(p).z
end }
local root = device:CreateRootSignature { Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2, BaseShaderRegister = 0 } } } } }
local function pipeline(ps, ...)
  return device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PS = ps, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { ... } }
end
local gbuffer, lighting = pipeline(gbufferPS, "R8G8B8A8_UNORM", "R8G8B8A8_UNORM"), pipeline(lightPS, "R8G8B8A8_UNORM")
local function begin(list, pso, ...)
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso)
  list:RSSetViewports { { Width = N, Height = N } }
  list:RSSetScissorRects { { Right = N, Bottom = N } }
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:OMSetRenderTargets { ... }
end
local function transition(list, before, after, ...)
  local barriers = {}
  for _, name in ipairs { ... } do barriers[#barriers + 1] = { Type = "TRANSITION", Resource = targets[name], Before = before, After = after } end
  list:ResourceBarrier(barriers)
end
local passes = {
  { name = "g-buffer", record = function(list)
    begin(list, gbuffer, rtv.albedo, rtv.normal)
    list:DrawInstanced(3, 1, 0, 0)
    transition(list, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE", "albedo", "normal") --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = targets.albedo, Before = "RENDER_TARGET", After = "PIXEL_SHADER_RESOURCE" } } | list:ResourceBarrier { { Type = "TRANSITION", Resource = targets.normal, Before = "RENDER_TARGET", After = "PIXEL_SHADER_RESOURCE" } }
  end },
  { name = "lighting", record = function(list)
    begin(list, lighting, rtv.light)
    list:SetDescriptorHeaps { srvHeap }
    list:SetGraphicsRootDescriptorTable(0, srvHeap:GetGPUDescriptorHandle(0))
    list:DrawInstanced(3, 1, 0, 0)
    transition(list, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET", "albedo", "normal")
  end },
}
local slots = { {}, {} }
for frame = 1, 4 do
  local slot, lists = slots[frame % 2 + 1], {}
  if slot.value then fence:WaitCPU(slot.value) end
  for i, pass in ipairs(passes) do
    local s = slot[i]
    if s then
      s.allocator:Reset()
      s.list:Reset(s.allocator) --~
    else
      s = { allocator = device:CreateCommandAllocator "DIRECT" }
      s.list = device:CreateCommandList { Type = "DIRECT", Name = pass.name, Allocator = s.allocator }
      slot[i] = s
    end
    pass.record(s.list)
    s.list:Close() --~
    lists[i] = s.list
  end
  queue:ExecuteCommandLists(lists)
  value = value + 1 --~
  queue:Signal(fence, value) --~ queue:Signal(fence, value + 1)
  slot.value = value
end
fence:WaitCPU(value)
print(gpu.Hash(targets.light))
