-- Fields that stand at another place than in C++, and what a script is told of them.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local root = device:CreateRootSignature {}
local vs = gpu.VertexShader { Main = function(VertexID) return { Position = float4(0, 0, 0, 1) } end }
local function try(desc)
  desc.RootSignature, desc.VS, desc.PrimitiveTopologyType = root, vs, "TRIANGLE"
  local ok, e = pcall(device.CreateGraphicsPipelineState, device, desc)
  print(ok and "made" or e.message .. ": " .. e.help)
end
try { BlendState = { BlendEnable = true } }
try { BlendState = { RenderTarget = { { BlendEnable = true } } } }
try { BlendState = { SrcBlend = "ONE" } }
try { NumRenderTargets = 2, RTVFormats = { "R8G8B8A8_UNORM" } }
try { RTVFormats = { "R8G8B8A8_UNORM" } }
print(select(2, pcall(device.CreateDescriptorHeap, device, { Type = "RTV", NumDescriptors = -1 })).help)
