-- post processing: a scene is drawn, its bright parts are taken, blurred in two directions, and added; two frames in flight
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "bloom" }
local queue = device:CreateCommandQueue { Type = "DIRECT", Name = "graphics" }
local fence = device:CreateFence(0, "frames")
local N, FRAMES = 32, 2
local FORMAT = "R16G16B16A16_FLOAT"
local function texture(name, flags, state)
  return device:CreateCommittedResource { Name = name, HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = N, Height = N, Format = FORMAT, Flags = flags, InitialState = state }
end
local scene = texture("scene", "ALLOW_RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
local bright = texture("bright", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local blurred = texture("blurred", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local final = texture("final", "ALLOW_RENDER_TARGET", "RENDER_TARGET")
local rtvs = device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 4 }
local srvs = device:CreateDescriptorHeap { Name = "srvs", Type = "CBV_SRV_UAV", NumDescriptors = 3, Flags = "SHADER_VISIBLE" }
for i, t in ipairs { scene, bright, blurred, final } do device:CreateRenderTargetView(t, nil, rtvs:GetCPUDescriptorHandle(i - 1)) end
for i, t in ipairs { scene, bright, blurred } do device:CreateShaderResourceView(t, nil, srvs:GetCPUDescriptorHandle(i - 1)) end
local input, extra = gpu.Texture2D("t0", "float4"), gpu.Texture2D("t1", "float4")
local constants = gpu.ConstantBuffer("b0", { { "dx", "int" }, { "dy", "int" } })
local vs = gpu.VertexShader { Name = "triangle", Main = function(VertexID)
  return { Position = float4(VertexID == 1 and 3.0 or -1.0, VertexID == 2 and 3.0 or -1.0, 0.5, 1.0) }
end }
local ps = {
  scene = gpu.PixelShader { Name = "scene", Main = function(v) return float4(v.Position.x / 8.0, v.Position.y / 16.0, 0.5, 1.0) end },
  bright = gpu.PixelShader { Name = "bright", Main = function(v) return max(input:Load(int3(int(v.Position.x), int(v.Position.y), 0)) - 1.0, 0.0) end },
  blur = gpu.PixelShader { Name = "blur", Main = function(v)
    local p, d = int2(int(v.Position.x), int(v.Position.y)), int2(constants.dx, constants.dy)
    return (input:Load(int3(max(p - d, 0), 0)) + input:Load(int3(p, 0)) + input:Load(int3(min(p + d, 31), 0))) / 3.0
  end },
  add = gpu.PixelShader { Name = "add", Main = function(v)
    local p = int3(int(v.Position.x), int(v.Position.y), 0)
    return input:Load(p) + extra:Load(p)
  end },
}
local function tableOf(register) return { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, BaseShaderRegister = register } } } end
local root = device:CreateRootSignature { Parameters = { tableOf(0), tableOf(1), { Type = "32BIT_CONSTANTS", Num32BitValues = 2 } } }
local pso = {}
for name, shader in pairs(ps) do
  pso[name] = device:CreateGraphicsPipelineState { Name = name, RootSignature = root, VS = vs, PS = shader, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { FORMAT } }
end
local function transition(list, resource, before, after)
  list:ResourceBarrier { { Type = "TRANSITION", Resource = resource, Before = before, After = after } }
end
local function pass(list, name, target, source)
  list:SetPipelineState(pso[name])
  list:OMSetRenderTargets { rtvs:GetCPUDescriptorHandle(target) }
  if source then list:SetGraphicsRootDescriptorTable(0, srvs:GetGPUDescriptorHandle(source)) end
  list:DrawInstanced(3, 1, 0, 0)
end
local allocators, values = {}, {}
for i = 1, FRAMES do allocators[i], values[i] = device:CreateCommandAllocator "DIRECT", 0 end
local list = device:CreateCommandList { Type = "DIRECT", Name = "frame" }
local next = 1
for frame = 1, 5 do
  local slot = frame % FRAMES + 1
  fence:WaitCPU(values[slot]) --~ fence:WaitCPU(math.max(0, next - 2))
  allocators[slot]:Reset()
  list:Reset(allocators[slot]) --~
  list:SetDescriptorHeaps { srvs }
  list:SetGraphicsRootSignature(root) --~
  list:RSSetViewports { { Width = N, Height = N } }
  list:RSSetScissorRects { { Right = N, Bottom = N } }
  list:IASetPrimitiveTopology "TRIANGLELIST" --~ list:IASetPrimitiveTopology("TRIANGLELIST")
  transition(list, scene, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET") --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = scene, Before = "PIXEL_SHADER_RESOURCE", After = "RENDER_TARGET" } }
  pass(list, "scene", 0)
  transition(list, scene, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE") --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = scene, Before = "RENDER_TARGET", After = "PIXEL_SHADER_RESOURCE" } }
  pass(list, "bright", 1, 0)
  transition(list, bright, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  list:SetGraphicsRoot32BitConstants(2, { gpu.AsInt(1), 0 })
  pass(list, "blur", 2, 1)
  transition(list, bright, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET") --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = bright, Before = "PIXEL_SHADER_RESOURCE", After = "RENDER_TARGET" } }
  transition(list, blurred, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  list:SetGraphicsRoot32BitConstants(2, { 0, gpu.AsInt(1) })
  pass(list, "blur", 1, 2)
  transition(list, bright, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  transition(list, blurred, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET") --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = blurred, Before = "PIXEL_SHADER_RESOURCE", After = "RENDER_TARGET" } }
  list:SetGraphicsRootDescriptorTable(1, srvs:GetGPUDescriptorHandle(1))
  pass(list, "add", 3, 0)
  transition(list, bright, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET") --~ list:ResourceBarrier { { Type = "TRANSITION", Resource = bright, Before = "PIXEL_SHADER_RESOURCE", After = "RENDER_TARGET" } }
  list:Close() --~
  queue:ExecuteCommandLists { list }
  queue:Signal(fence, next) --~
  values[slot] = next
  next = next + 1
end
fence:WaitCPU(next - 1)
print(gpu.Hash(final))
