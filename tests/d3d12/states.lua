-- States of the fixed parts: blending of several targets, logic operations, masks and faces of stencil, biases of depth, encodings of vertices.
local gpu = require "gpu"
local t = require "lib.bench"
local root = t.device:CreateRootSignature { Name = "c", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 8 } } }
local args = gpu.ConstantBuffer("b0", { { "z", "float4" }, { "colour", "float4" } })
local flat = gpu.VertexShader { Name = "flat", Main = function(VertexID)
  local at = float2(float(VertexID % 2) * 4.0 - 1.0, 1.0 - float(VertexID / 2) * 4.0)
  return { Position = float4(at, args.z.x + args.z.y * at.x, 1) }
end }
local back = gpu.VertexShader { Name = "back", Main = function(VertexID)
  local at = float2(float(VertexID / 2) * 4.0 - 1.0, 1.0 - float(VertexID % 2) * 4.0)
  return { Position = float4(at, args.z.x, 1) }
end }
local ps = gpu.PixelShader { Name = "colour", Main = function() return { Target0 = args.colour, Target1 = args.colour } end }
local one = gpu.PixelShader { Name = "one", Main = function() return args.colour end }
local function begin(list, pso, rtvs, dsv, z, colour, slope)
  t.Targets(list, 1, 1, rtvs, dsv)
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso)
  list:SetGraphicsRoot32BitConstants(0, { z, slope or 0, 0, 0, unpack(colour or { 0, 0, 0, 0 }) })
  list:IASetPrimitiveTopology "TRIANGLELIST"
end

-- Without IndependentBlendEnable the first target's state is that of all.
for _, case in ipairs { { false, 0.75, 0.75 }, { true, 0.75, 0.5 } } do
  local x, y = t.Texture("x", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), t.Texture("y", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtvs = { t.RTV(x), t.RTV(y) }
  local pso = t.Graphics { Name = "blend", RootSignature = root, VS = flat, PS = ps, RTVFormats = { "R32_FLOAT", "R32_FLOAT" },
    BlendState = { IndependentBlendEnable = case[1], RenderTarget = { { BlendEnable = true, SrcBlend = "ONE", DestBlend = "ONE", BlendOp = "ADD" }, {} } } }
  t.Run("blend", function(list)
    for i = 1, 2 do list:ClearRenderTargetView(rtvs[i], { 0.25, 0, 0, 0 }) end
    begin(list, pso, rtvs, nil, 0.5, { 0.5, 0, 0, 1 })
    list:DrawInstanced(3, 1)
  end)
  t.Check("independent blending " .. tostring(case[1]), { t.Texels(x, "RENDER_TARGET", "float")[1], t.Texels(y, "RENDER_TARGET", "float")[1] }, { case[2], case[3] })
end

-- Blending is done in linear space, and its result is clamped to what the format holds; factors and operations.
local function blend(name, format, type, before, colour, state, factor, want, tolerance)
  local x = t.Texture("x", 1, 1, format, "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  state.BlendEnable = state.LogicOpEnable == nil
  local pso = t.Graphics { Name = name, RootSignature = root, VS = flat, PS = one, RTVFormats = { format }, BlendState = { RenderTarget = { state } } }
  t.Run(name, function(list)
    list:ClearRenderTargetView(rtv, before)
    begin(list, pso, { rtv }, nil, 0.5, colour)
    if factor then list:OMSetBlendFactor(factor) end
    list:DrawInstanced(3, 1)
  end)
  t.Check("blending, " .. name, t.Texels(x, "RENDER_TARGET", type), want, tolerance)
end
local ADD = { SrcBlend = "ONE", DestBlend = "ONE", SrcBlendAlpha = "ONE", DestBlendAlpha = "ONE" }
local function copy(t) local c = {} for k, v in pairs(t) do c[k] = v end return c end
blend("sRGB", "R8G8B8A8_UNORM_SRGB", "byte", { 0.25, 0, 0, 0.25 }, { 0.25, 0.5, 0, 0.25 }, copy(ADD), nil, { 188, 188, 0, 128 }, 1)
blend("more than 1", "R8_UNORM", "byte", { 0.8, 0, 0, 0 }, { 0.8, 0, 0, 1 }, copy(ADD), nil, { 255 })
blend("floats beyond 1", "R32_FLOAT", "float", { 0.8, 0, 0, 0 }, { 2, 0, 0, 1 }, copy(ADD), nil, { 2.8 }, 1e-6)
blend("factor", "R32_FLOAT", "float", { 8, 0, 0, 0 }, { 2, 0, 0, 1 }, { SrcBlend = "BLEND_FACTOR", DestBlend = "INV_BLEND_FACTOR" }, { 0.75, 0, 0, 0 }, { 3.5 })
blend("factor at first", "R32_FLOAT", "float", { 8, 0, 0, 0 }, { 2, 0, 0, 1 }, { SrcBlend = "BLEND_FACTOR", DestBlend = "INV_BLEND_FACTOR" }, nil, { 2 })
blend("least", "R32_FLOAT", "float", { 8, 0, 0, 0 }, { 2, 0, 0, 1 }, { SrcBlend = "ZERO", DestBlend = "ZERO", BlendOp = "MIN" }, nil, { 2 })
blend("reversed difference", "R32_FLOAT", "float", { 8, 0, 0, 0 }, { 2, 0, 0, 1 }, { SrcBlend = "ONE", DestBlend = "ONE", BlendOp = "REV_SUBTRACT" }, nil, { 6 })
blend("alpha that the target has not", "R8_UNORM", "byte", { 0.2, 0, 0, 0 }, { 1, 0, 0, 1 }, { SrcBlend = "DEST_ALPHA", DestBlend = "ZERO" }, nil, { 255 })
blend("saturated alpha", "R32G32B32A32_FLOAT", "float", { 0, 0, 0, 0.75 }, { 1, 1, 1, 0.5 }, { SrcBlend = "SRC_ALPHA_SAT", DestBlend = "ZERO", SrcBlendAlpha = "SRC_ALPHA_SAT", DestBlendAlpha = "ZERO" },
  nil, { 0.25, 0.25, 0.25, 0.5 })

-- Stencil: masks of reading and writing, operations of both faces, the reference value; wrapping and clamping.
do
  local x = t.Texture("x", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local d = t.Texture("d", 1, 1, "D24_UNORM_S8_UINT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local rtv, dsv = t.RTV(x), t.DSV(d)
  local function stencil(name, state, ref, start, want, z, vs)
    local desc = { StencilEnable = true, DepthFunc = "LESS", StencilReadMask = state.read, StencilWriteMask = state.write }
    local keep = { StencilFunc = "ALWAYS" }
    desc.FrontFace, desc.BackFace = state.front or keep, state.back or keep
    local pso = t.Graphics { Name = name, RootSignature = root, VS = vs or flat, PS = one, RTVFormats = { "R32_FLOAT" }, DSVFormat = "D24_UNORM_S8_UINT", DepthStencilState = desc }
    t.Run(name, function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.5, start)
      begin(list, pso, { rtv }, dsv, z or 0.25, { 1, 0, 0, 0 })
      list:OMSetStencilRef(ref)
      list:DrawInstanced(3, 1)
    end)
    t.Check("stencil, " .. name, { t.Texels(x, "RENDER_TARGET", "float")[1], t.Texels(d, "DEPTH_WRITE", "byte", 1)[1] }, want)
  end
  local function op(pass, func, fail, depthFail) return { StencilFunc = func or "ALWAYS", StencilPassOp = pass, StencilFailOp = fail or "KEEP", StencilDepthFailOp = depthFail or "KEEP" } end
  stencil("replace", { front = op "REPLACE" }, 0xab, 1, { 1, 0xab })
  stencil("write mask", { front = op "REPLACE", write = 0x0f }, 0xab, 0x51, { 1, 0x5b })
  stencil("read mask", { front = op("KEEP", "EQUAL"), read = 0x0f }, 0x1a, 0x5a, { 1, 0x5a })
  stencil("not equal", { front = op("KEEP", "EQUAL", "INVERT") }, 0x1a, 0x5a, { 0, 0xa5 })
  stencil("the reference is on the left", { front = op("KEEP", "LESS") }, 1, 2, { 1, 2 })
  stencil("depth fails", { front = op("REPLACE", "ALWAYS", "ZERO", "INCR") }, 7, 3, { 0, 4 }, 0.75)
  stencil("wrap up", { front = op "INCR" }, 0, 255, { 1, 0 })
  stencil("wrap down", { front = op "DECR" }, 0, 0, { 1, 255 })
  stencil("clamp up", { front = op "INCR_SAT" }, 0, 255, { 1, 255 })
  stencil("clamp down", { front = op "DECR_SAT" }, 0, 0, { 1, 0 })
  stencil("back face", { front = op "ZERO", back = op "REPLACE" }, 9, 3, { 1, 9 }, nil, back)
  stencil("front face", { front = op "ZERO", back = op "REPLACE" }, 9, 3, { 1, 0 })
end

-- Biases of depth: steps of the format, for floats at the exponent of the greatest depth; the slope; a clamp on either side; all clamped to the viewport.
do
  local function depth(name, format, plane, rasterizer, z, want, tolerance, slope)
    local d = t.Texture("d", 1, 1, format, "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
    local dsv = t.DSV(d)
    rasterizer.CullMode = "NONE"
    local pso = t.Graphics { Name = name, RootSignature = root, VS = flat, RTVFormats = {}, DSVFormat = format, DepthStencilState = { DepthFunc = "ALWAYS" }, RasterizerState = rasterizer }
    t.Run(name, function(list)
      begin(list, pso, nil, dsv, z, nil, slope)
      list:DrawInstanced(3, 1)
    end)
    t.Check("bias, " .. name, t.Texels(d, "DEPTH_WRITE", plane, 0), { want }, tolerance)
  end
  depth("steps of 24 bits", "D24_UNORM_S8_UINT", "uint", { DepthBias = 5 }, 0.5, 0x800000 + 5, 1)
  depth("steps of 16 bits", "D16_UNORM", "ushort", { DepthBias = -3 }, 0.5, 32768 - 3, 1)
  depth("steps of floats below 1", "D32_FLOAT", "float", { DepthBias = 1024 }, 0.5, 0.5 + 1024 * 2 ^ -24)
  depth("steps of small floats", "D32_FLOAT", "float", { DepthBias = 1024 }, 0.0625, 0.0625 + 1024 * 2 ^ -27)
  depth("clamp", "D32_FLOAT", "float", { DepthBias = 2 ^ 22, DepthBiasClamp = 0.125 }, 0.5, 0.625)
  depth("negative clamp", "D32_FLOAT", "float", { DepthBias = -2 ^ 22, DepthBiasClamp = -0.125 }, 0.5, 0.375)
  depth("slope", "D32_FLOAT", "float", { SlopeScaledDepthBias = 2 }, 0.5, 0.5 + 2 * 0.25, 1e-6, 0.125)   -- the slope is 0.25 a pixel
  depth("beyond the viewport", "D32_FLOAT", "float", { DepthBias = 2 ^ 24 }, 0.5, 1)
end

-- Encodings of vertices, as they come into a shader.
do
  local x = t.Texture("x", 1, 1, "R32G32B32A32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  local function vertex(format, bytes, want, kind)
    local vs = gpu.VertexShader { Name = format, Inputs = { { "V0", kind or "float4" } }, Interpolation = { v = "nointerpolation" }, Main = function(v) return { Position = float4(0, 0, 0, 1), v = float4(v) } end }
    local pso = t.Graphics { Name = format, RootSignature = root, VS = vs, PS = gpu.PixelShader { Name = "v", Main = function(v) return v.v end }, PrimitiveTopologyType = "POINT",
      InputLayout = { { "V", 0, format, 0 } }, RTVFormats = { "R32G32B32A32_FLOAT" } }
    local b = t.Upload("v", "byte", bytes)
    t.Run(format, function(list)
      begin(list, pso, { rtv }, nil, 0)
      list:IASetPrimitiveTopology "POINTLIST"
      list:IASetVertexBuffers(0, { { BufferLocation = b:GetGPUVirtualAddress(), SizeInBytes = #bytes, StrideInBytes = #bytes } })
      list:DrawInstanced(1, 1)
    end)
    t.Check("vertices of " .. format, t.Texels(x, "RENDER_TARGET", "float"), want, 1e-6)
  end
  vertex("R8G8B8A8_SNORM", { 0x80, 0x81, 0x7f, 0 }, { -1, -1, 1, 0 })
  vertex("R8G8B8A8_UNORM", { 0, 51, 255, 102 }, { 0, 0.2, 1, 0.4 })
  vertex("B8G8R8A8_UNORM", { 0, 51, 255, 102 }, { 1, 0.2, 0, 0.4 })
  vertex("R8G8B8A8_SINT", { 0x80, 0xff, 0x7f, 0 }, { -128, -1, 127, 0 }, "int4")
  vertex("R16G16_SNORM", { 0x00, 0x80, 0xff, 0x7f }, { -1, 1, 0, 1 })
  vertex("R16G16_FLOAT", { 0x00, 0x3c, 0x00, 0xc0 }, { 1, -2, 0, 1 })
  vertex("R10G10B10A2_UNORM", { 0xff, 0x03, 0xf0, 0x7f }, { 1, 0, 1, 1 / 3 })
  vertex("R11G11B10_FLOAT", { 0x80, 0x03, 0x1e, 0x80 }, { 0.5, 1, 2, 1 })
  vertex("R16G16B16A16_UINT", { 1, 0, 0, 1, 0xff, 0xff, 4, 0 }, { 1, 256, 65535, 4 }, "uint4")
end
t.Done()
