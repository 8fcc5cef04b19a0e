-- CheckFeatureSupport says what is true: each format is tried as what it is said to be.
local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "device" }
local root = device:CreateRootSignature {}
local vs = gpu.VertexShader { Name = "vs", Main = function() return { Position = float4(0, 0, 0, 1) } end }
local rtvs, views = device:CreateDescriptorHeap { Type = "RTV", NumDescriptors = 1 }, device:CreateDescriptorHeap { Type = "CBV_SRV_UAV", NumDescriptors = 1 }
local dsvs = device:CreateDescriptorHeap { Type = "DSV", NumDescriptors = 1 }

local function texture(format, flags, dimension, samples)
  local state = ({ ALLOW_RENDER_TARGET = "RENDER_TARGET", ALLOW_DEPTH_STENCIL = "DEPTH_WRITE" })[flags] or "COMMON"
  return device:CreateCommittedResource { Dimension = dimension or "TEXTURE2D", Width = 8, Height = dimension == "TEXTURE1D" and 1 or 8, Format = format, Flags = flags, InitialState = state,
    SampleDesc = { Count = samples or 1 } }
end
local function pipeline(format, blend)
  device:CreateGraphicsPipelineState { RootSignature = root, VS = vs, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { format }, BlendState = { RenderTarget = { blend } },
    DepthStencilState = { DepthEnable = false } }
end
local tries = {
  TEXTURE1D = function(f) texture(f, nil, "TEXTURE1D") end,
  TEXTURE2D = function(f) texture(f) end,
  SHADER_LOAD = function(f) device:CreateShaderResourceView(texture(f), nil, views:GetCPUDescriptorHandle(0)) end,
  UAV_TYPED_STORE = function(f) device:CreateUnorderedAccessView(texture(f, "ALLOW_UNORDERED_ACCESS"), nil, nil, views:GetCPUDescriptorHandle(0)) end,
  RENDER_TARGET = function(f) device:CreateRenderTargetView(texture(f, "ALLOW_RENDER_TARGET"), nil, rtvs:GetCPUDescriptorHandle(0)) pipeline(f, {}) end,
  BLENDABLE = function(f) pipeline(f, { BlendEnable = true }) end,
  OUTPUT_MERGER_LOGIC_OP = function(f) pipeline(f, { LogicOpEnable = true }) end,
  DEPTH_STENCIL = function(f) device:CreateDepthStencilView(texture(f, "ALLOW_DEPTH_STENCIL"), nil, dsvs:GetCPUDescriptorHandle(0)) end,
  MULTISAMPLE_RENDERTARGET = function(f)
    local depth = f:sub(1, 1) == "D"
    local t = texture(f, depth and "ALLOW_DEPTH_STENCIL" or "ALLOW_RENDER_TARGET", nil, 8)
    if depth then device:CreateDepthStencilView(t, nil, dsvs:GetCPUDescriptorHandle(0)) else device:CreateRenderTargetView(t, nil, rtvs:GetCPUDescriptorHandle(0)) end
  end,
}
local names = {}
for name in pairs(tries) do names[#names + 1] = name end
table.sort(names)
local right = 0
for _, format in ipairs { "R8G8B8A8_UNORM", "R8G8B8A8_TYPELESS", "B8G8R8A8_UNORM", "R32G32B32_FLOAT", "R32G32B32A32_UINT", "R16_SNORM", "R8_UINT", "R8_SINT",
  "R10G10B10A2_UNORM", "R10G10B10A2_UINT", "R11G11B10_FLOAT", "D16_UNORM", "D24_UNORM_S8_UINT", "D32_FLOAT", "D32_FLOAT_S8X24_UINT", "R24G8_TYPELESS", "BC1_UNORM", "BC5_SNORM", "BC7_UNORM_SRGB" } do
  local says = device:CheckFeatureSupport("FORMAT_SUPPORT", format)
  for _, name in ipairs(names) do
    local ok, e = pcall(tries[name], format)
    if ok == says[name] then right = right + 1 else print(format, name, "said", says[name], "found", ok or e.message) end
  end
end
print(right .. " answers are right")
print(device:CheckFeatureSupport("MULTISAMPLE_QUALITY_LEVELS", "R8G8B8A8_UNORM").SampleCounts, device:CheckFeatureSupport("MULTISAMPLE_QUALITY_LEVELS", "BC1_UNORM").SampleCounts)
