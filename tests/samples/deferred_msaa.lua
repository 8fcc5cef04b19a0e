-- Deferred shading with four samples a pixel: a multisampled G-buffer, lighting once a pixel where its samples agree and once a sample where they do not
-- (an edge), and the resolve. Lua counts edge pixels from the samples that the shader reads out.
local gpu = require "gpu"
local rig = require "lib.rig"

local SIZE, SAMPLES = 48, 4
local r = rig.Create("deferred msaa")
local albedo, normals = gpu.Texture2DMS("t0", "float4"), gpu.Texture2DMS("t1", "float4")
local edges = gpu.RWStructuredBuffer("u0", "uint")

local vs = gpu.VertexShader { Name = "rings", Interpolation = { id = "nointerpolation" }, Main = function(VertexID, InstanceID)
  local a = (float(InstanceID) * 1.1 + float(VertexID % 3) * 2.0943951) + 0.3
  local size = 0.9 - float(InstanceID) * 0.2
  return { Position = float4(cos(a) * size, sin(a) * size, 0.9 - float(InstanceID) * 0.2, 1), id = InstanceID }
end }
local gbuffer = gpu.PixelShader { Name = "g-buffer", Main = function(v)
  return { Target0 = float4(0.25 * float(v.id) + 0.25, 0.5, 1 - 0.25 * float(v.id), 1), Target1 = float4(0, 0, float(v.id % 2) * 2 - 1, 0) }
end }
local light = gpu.PixelShader { Name = "light", Main = function(v)
  local at = int2(v.Position.xy)
  local first, same = albedo:Load(at, 0), true
  for s = 1, SAMPLES - 1 do
    if any(albedo:Load(at, s) ~= first) then same = false end
  end
  local n = same and 1 or SAMPLES
  local sum = float3(0, 0, 0)
  for s = 0, n - 1 do sum = sum + albedo:Load(at, s).rgb * (normals:Load(at, s).z * 0.25 + 0.75) end
  if not same then InterlockedAdd(edges[0], 1) end
  return float4(sum / float(n), same and 1 or 0)
end }
local sampleLight = gpu.PixelShader { Name = "light each sample", Main = function(v, SampleIndex)
  local at = int2(v.Position.xy)
  return float4(albedo:Load(at, int(SampleIndex)).rgb * (normals:Load(at, int(SampleIndex)).z * 0.25 + 0.75), 1)
end }
local root = r.device:CreateRootSignature { Name = "deferred", Parameters = { { Type = "UAV" }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 2 } } } } }
local many = { Count = SAMPLES }
local gPSO = r:Graphics { Name = "g-buffer", RootSignature = root, VS = vs, PS = gbuffer, RTVFormats = { "R8G8B8A8_UNORM", "R8G8B8A8_SNORM" }, DSVFormat = "D24_UNORM_S8_UINT", SampleDesc = many, RasterizerState = { CullMode = "NONE", MultisampleEnable = true } }
local lightPSO = r:Graphics { Name = "light", RootSignature = root, VS = rig.Cover, PS = light, RTVFormats = { "R32G32B32A32_FLOAT" } }
local samplePSO = r:Graphics { Name = "light each sample", RootSignature = root, VS = rig.Cover, PS = sampleLight, RTVFormats = { "R32G32B32A32_FLOAT" }, SampleDesc = many }

local a, aRTV = r:Target("albedo", SIZE, SIZE, "R8G8B8A8_UNORM", { SampleDesc = many })
local n, nRTV = r:Target("normals", SIZE, SIZE, "R8G8B8A8_SNORM", { SampleDesc = many })
local _, dsv = r:Depth("depth", SIZE, SIZE, "D24_UNORM_S8_UINT", { SampleDesc = many })
local lit, litRTV = r:Target("lit", SIZE, SIZE, "R32G32B32A32_FLOAT")
local full, fullRTV = r:Target("lit, each sample", SIZE, SIZE, "R32G32B32A32_FLOAT", { SampleDesc = many })
local resolved = r:Texture("resolved", SIZE, SIZE, "R32G32B32A32_FLOAT", nil, "RESOLVE_DEST")
local view, counter = r:SRV(a), r:Filled("edges", "uint", { 0 })
r:SRV(n)
r:Run("deferred", function(list)
  list:SetDescriptorHeaps { r.views }
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRootUnorderedAccessView(0, counter:GetGPUVirtualAddress())
  list:ClearRenderTargetView(aRTV, { 0, 0, 0, 0 })
  list:ClearRenderTargetView(nRTV, { 0, 0, 0, 0 })
  list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 1, 0)
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:SetPipelineState(gPSO)
  rig.Targets(list, SIZE, SIZE, { aRTV, nRTV }, dsv)
  list:DrawInstanced(3, 4, 0, 0)
  rig.Barrier(list, a, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  rig.Barrier(list, n, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
  list:SetGraphicsRootDescriptorTable(1, view)
  list:SetPipelineState(lightPSO)
  rig.Targets(list, SIZE, SIZE, { litRTV })
  list:DrawInstanced(3, 1, 0, 0)
  list:SetPipelineState(samplePSO)
  rig.Targets(list, SIZE, SIZE, { fullRTV })
  list:DrawInstanced(3, 1, 0, 0)
  rig.Barrier(list, full, "RENDER_TARGET", "RESOLVE_SOURCE")
  list:ResolveSubresource(resolved, 0, full, 0, "R32G32B32A32_FLOAT")
  rig.Barrier(list, resolved, "RESOLVE_DEST", "COPY_SOURCE")
end)
local x, y, worst, edgeCount, quarters = r:Texels(lit, "RENDER_TARGET", "float", 4), r:Texels(resolved, "COPY_SOURCE", "float", 4), 0, 0, 0
for row = 1, SIZE do for i = 1, SIZE * 4, 4 do
  for k = 0, 2 do worst = math.max(worst, math.abs(x[row][i + k] - y[row][i + k])) end
  if x[row][i + 3] == 0 then edgeCount = edgeCount + 1 end
end end
print(("%d edge pixels of %d, the shader counted %d; both ways give the same light: %s"):format(edgeCount, SIZE * SIZE, r:Read(counter, "uint", 1)[1], tostring(worst < 1e-6)))
gpu.SavePNG("deferred_msaa.png", lit)
