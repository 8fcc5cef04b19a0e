-- Names, values and forms that a programmer of Direct3D 12, Vulkan or Metal writes from memory. Each is a small script of its own; the edit that the message proposes must repair it.
local t = require "prelude"
local gpu, case = t.gpu, t.case

-- A list of a DIRECT queue, open.
local function open()
  return t.device:CreateCommandList { Type = "DIRECT", Name = "list", Allocator = t.device:CreateCommandAllocator("DIRECT") }
end

local function pipeline(more)
  local d = { Name = "plain", RootSignature = t.device:CreateRootSignature { Name = "root" }, PrimitiveTopologyType = "TRIANGLE", RTVFormats = { "R8G8B8A8_UNORM" },
    VS = gpu.VertexShader { Name = "vs", Main = function(VertexID) return { Position = float4(float(VertexID), 0.0, 0.5, 1.0) } end },
    PS = gpu.PixelShader { Name = "ps", Main = function(v) return float4(1.0, 0.5, 0.25, 1.0) end } }
  for k, v in pairs(more) do d[k] = v end
  return t.device:CreateGraphicsPipelineState(d)
end

-- Barriers.
case("all subresources are called ALL", "GS0133 Subresource", function()
  open():ResourceBarrier { { Type = "TRANSITION", Resource = t.tex "x", Before = "COMMON", After = "COPY_SOURCE", Subresource = "ALL" } } --!
end)
case("all subresources are -1, as the constant of C is", "GS0135 Subresource", function()
  open():ResourceBarrier { { Type = "TRANSITION", Resource = t.tex "x", Before = "COMMON", After = "COPY_SOURCE", Subresource = -1 } } --!
end)
case("all subresources by their name", "silent", function()
  open():ResourceBarrier { { Type = "TRANSITION", Resource = t.tex "x", Before = "COMMON", After = "COPY_SOURCE", Subresource = "ALL_SUBRESOURCES" } }
end)
case("states with a comma between them", "GS0136 After", function()
  open():ResourceBarrier { { Type = "TRANSITION", Resource = t.tex "x", Before = "COMMON", After = "PIXEL_SHADER_RESOURCE, COPY_SOURCE" } } --!
end)
case("states that are added", "GS0106 string value", function()
  open():ResourceBarrier { { Type = "TRANSITION", Resource = t.tex "x", Before = "COMMON", After = "PIXEL_SHADER_RESOURCE" + "COPY_SOURCE" } } --!
end)
case("states in one text", "silent", function()
  open():ResourceBarrier { { Type = "TRANSITION", Resource = t.tex "x", Before = "COMMON", After = "PIXEL_SHADER_RESOURCE|COPY_SOURCE" } }
end)
case("an aliasing barrier names its resources as a transition its states", "GS0133 Before", function()
  open():ResourceBarrier { { Type = "ALIASING", Before = t.buf "a", After = t.buf "b" } } --!
end)
case("a transition to the state that it is taken from when nothing says", "GS0377 COMMON to the same state", function()
  open():ResourceBarrier { { Type = "TRANSITION", Resource = t.tex "x", After = "PRESENT" } } --!
end)
case("a barrier as three arguments", "GS0125 ResourceBarrier takes exactly 1 argument, got 3", function()
  open():ResourceBarrier(t.tex "x", "COMMON", "COPY_SOURCE") --!
end)

-- Calls.
case("a colour as four numbers", "GS0125 ClearRenderTargetView takes at most 3 arguments, got 5", function()
  local x = t.target "x"
  local rtv = t.rtv(x)
  open():ClearRenderTargetView(rtv, 0, 0, 0, 1) --!
end)
case("root constants as numbers", "GS0125 SetComputeRoot32BitConstants takes at most 3 arguments, got 5", function()
  local l = open()
  l:SetComputeRootSignature(t.device:CreateRootSignature { Name = "four", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 } } })
  l:SetComputeRoot32BitConstants(0, 1, 2, 3, 4) --!
end)
case("a factor as four numbers", "GS0125 OMSetBlendFactor takes exactly 1 argument, got 4", function()
  open():OMSetBlendFactor(1, 1, 1, 1) --!
end)
case("an event before its value", "GS0133 value must be a whole number, got Event", function()
  local q, F, done = t.queue("DIRECT", "q"), t.fence "F", gpu.CreateEvent { Name = "done" }
  q:Signal(F, 1)
  F:SetEventOnCompletion(done, 1) --!
  gpu.WaitForSingleObject(done)
end)
case("a heap of render targets is bound", "GS0360 \"rtvs\" is not", function()
  local l, rtvs = open(), t.device:CreateDescriptorHeap { Name = "rtvs", Type = "RTV", NumDescriptors = 2 }
  l:SetDescriptorHeaps { rtvs } --!
end)
case("one heap is bound twice", "GS0361 binds descriptor heap \"heap\" twice", function()
  local l, heap = open(), t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  l:SetDescriptorHeaps { heap, heap } --!
end)

-- Resources and heaps.
case("a texture is called TEX2D", "GS0136 Dimension", function()
  t.tex("x", "COMMON", "NONE", { Dimension = "TEX2D" }) --!
end)
case("a texture has Mips", "GS0131 unknown key Mips", function()
  t.device:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 64, Mips = 3, Format = "R8G8B8A8_UNORM" } --!
end)
case("a texture has an ArraySize", "GS0131 unknown key ArraySize", function()
  t.device:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 64, ArraySize = 3, Format = "R8G8B8A8_UNORM" } --!
end)
case("a format without its kind of number", "GS0136 \"R8G8B8A8\"", function()
  t.device:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "R8G8B8A8" } --!
end)
case("a format of depth and stencil without their kinds of number", "GS0136 \"D24S8\"", function()
  t.device:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 64, Height = 64, Format = "D24S8", Flags = "ALLOW_DEPTH_STENCIL" } --!
end)
case("a flag for UAVs by the short name", "GS0136 \"ALLOW_UAV\"", function()
  t.device:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 64, Flags = "ALLOW_UAV" } --!
end)
case("a heap of the GPU", "GS0136 HeapType has no value \"GPU\"", function()
  t.device:CreateCommittedResource { Name = "x", HeapType = "GPU", Dimension = "BUFFER", Width = 64 } --!
end)
case("a heap has a Count of descriptors", "GS0131 unknown key Count", function()
  t.device:CreateDescriptorHeap { Name = "heap", Type = "RTV", Count = 8 } --!
end)
case("a queue for graphics", "GS0136 \"GRAPHICS\"", function()
  t.device:CreateCommandQueue { Type = "GRAPHICS" } --!
end)
case("values that the module is asked for", "GS0122 has no function or value RENDER_TARGET", function()
  t.tex("x", gpu.RENDER_TARGET, "ALLOW_RENDER_TARGET") --!
end)

-- Views.
case("a constant buffer view of the buffer itself", "GS0133 desc must be a table", function()
  local heap = t.device:CreateDescriptorHeap { Name = "heap", Type = "CBV_SRV_UAV", NumDescriptors = 2, Flags = "SHADER_VISIBLE" }
  t.device:CreateConstantBufferView(t.upload "up", heap:GetCPUDescriptorHandle(0)) --!
end)
case("a view with the dimension of Direct3D 11's short names", "GS0136 \"TEX2D\"", function()
  t.rtv(t.target "x", { ViewDimension = "TEX2D" }) --!
end)

-- Root signatures.
case("a register with its letter", "GS0133 ShaderRegister must be a whole number, got string \"b1\"", function()
  t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "CBV", ShaderRegister = "b1" } } } --!
end)
case("a register by a shorter name", "GS0131 Register", function()
  t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "CBV", Register = 1 } } } --!
end)
case("a sampler that is LINEAR and repeats", "GS0136 \"LINEAR\"", function()
  t.device:CreateRootSignature { Name = "root", StaticSamplers = { { Filter = "LINEAR", AddressU = "WRAP" } } } --!
end)
case("a sampler that repeats", "GS0136 \"REPEAT\"", function()
  t.device:CreateRootSignature { Name = "root", StaticSamplers = { { Filter = "MIN_MAG_MIP_LINEAR", AddressU = "REPEAT" } } } --!
end)
case("a parameter for compute shaders only", "GS0136 \"COMPUTE\"", function()
  t.device:CreateRootSignature { Name = "root", Parameters = { { Type = "CBV", ShaderRegister = 0, ShaderVisibility = "COMPUTE" } } } --!
end)

-- Pipelines and shaders.
case("one minus the alpha of the source", "GS0136 \"ONE_MINUS_SRC_ALPHA\"", function()
  pipeline { BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "ONE_MINUS_SRC_ALPHA" } } } } --!
end)
case("the inverse alpha of the source", "silent", function()
  pipeline { BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA" } } } }
end)
case("less or equal, as OpenGL says it", "GS0136 \"LEQUAL\"", function()
  pipeline { DSVFormat = "D32_FLOAT", DepthStencilState = { DepthEnable = true, DepthFunc = "LEQUAL" } } --!
end)
case("depth is written: true", "GS0133 DepthWriteMask must be a string", function()
  pipeline { DSVFormat = "D32_FLOAT", DepthStencilState = { DepthEnable = true, DepthWriteMask = true } } --!
end)
case("a mode of culling beside the state that has it", "GS0131 unknown key CullMode", function()
  pipeline { CullMode = "NONE" } --!
end)
case("samples as a number", "GS0133 SampleDesc must be a table, got number 4", function()
  pipeline { SampleDesc = 4 } --!
end)
case("a function in the place of a shader", "GS0133 got function", function()
  pipeline { VS = function() end } --!
end)
case("a shader of a function alone", "GS0133 desc must be a table, got function", function()
  gpu.PixelShader(function(v) return float4(1.0, 0.5, 0.25, 1.0) end) --!
end)
case("groupshared memory is declared inside of the kernel", "GS0202 a table (gpu)", function()
  gpu.ComputeShader { Name = "sum", NumThreads = { 64, 1, 1 }, Main = function(GroupIndex) local s = gpu.GroupShared("float", 64) s[GroupIndex] = 1.0 end } --!
end)

-- Fields of a shader's data, with the type first as in HLSL.
case("a constant has its type first", 'GS0251 "color" is not a type of a kernel', function()
  gpu.ConstantBuffer("b0", { { "float4", "color" }, { "float", "time" } }) --!
end)
case("an input of a vertex has its type first", 'GS0251 "POSITION" is not a type of a kernel', function()
  gpu.VertexShader { Name = "vs", Inputs = { { "float3", "POSITION" } }, Main = function(p) return { Position = float4(p, 1) } end } --!
end)
case("a type with two letters swapped", 'GS0251 "flota3" is not a type of a kernel', function()
  gpu.VertexShader { Name = "vs", Inputs = { { "POSITION", "flota3" } }, Main = function(p) return { Position = float4(p, 1) } end } --!
end)
case("an input without a name", 'GS0216 Inputs[1] of shader "vs" has the name ""', function()
  gpu.VertexShader { Name = "vs", Inputs = { { Name = "", Type = "float3" } }, Main = function(p) return { Position = float4(p, 1) } end } --!
end)
case("a field whose table has a field of the same name as the outer one is misspelt", "GS0131 OptimizedClearVale", function()
  t.device:CreateCommittedResource { Name = "x", HeapType = "DEFAULT", Dimension = "TEXTURE2D", Width = 8, Height = 8, Format = "R8G8B8A8_UNORM", Flags = "ALLOW_RENDER_TARGET",
    OptimizedClearVale = { Format = "R8G8B8A8_UNORM", Color = { 0, 0, 0, 1 } } } --!
end)
