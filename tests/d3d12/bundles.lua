-- Bundles and what stays bound: a bundle begins with all that its list has set but the pipeline and the topology, and what it sets stays set behind it.
-- ExecuteIndirect sets to nothing what its signature has set; ClearState and Reset unset all.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

local root = device:CreateRootSignature { Name = "root", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 },
  { Type = "CBV", ShaderRegister = 1 }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1, Flags = "DESCRIPTORS_VOLATILE" } } } } }
local args, box, image = gpu.ConstantBuffer("b0", { { "colour", "float4" } }), gpu.ConstantBuffer("b1", { { "colour", "float4" } }), gpu.Texture2D("t0", "float4")
local layout = { { "V", 0, "R32_FLOAT", 0 } }
local vs = gpu.VertexShader { Name = "vs", Inputs = { { "V0", "float" } }, Interpolation = { value = "nointerpolation" }, Main = function(value, VertexID)
  return { Position = float4(float(VertexID % 2) * 4.0 - 1.0, 1.0 - float(VertexID / 2) * 4.0, 0.5, 1.0), value = value }
end }
-- The colour is the sum of a vertex, the constants, a constant buffer and a texel, each in its own decimal place.
local ps = gpu.PixelShader { Name = "ps", Main = function(v) return float4(v.value, 0, 0, 0) + args.colour + box.colour + image:Load(int3(0, 0, 0)) end }
local F = "R32G32B32A32_FLOAT"
local sum = t.Graphics { Name = "sum", RootSignature = root, VS = vs, PS = ps, InputLayout = layout, RTVFormats = { F } }
local blended = t.Graphics { Name = "blended", RootSignature = root, VS = vs, PS = ps, InputLayout = layout, RTVFormats = { F },
  BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "BLEND_FACTOR", DestBlend = "ZERO" } } } }

local texel = t.Texture("texel", 1, 1, F, "COPY_DEST")
t.Fill(texel, "float", { 1000, 0, 0, 0 })
t.Run("state", function(list) t.Barrier(list, texel, "COPY_DEST", "PIXEL_SHADER_RESOURCE") end)
local view = t.SRV(texel)
local vertices, others = t.Upload("vertices", "float", { 1, 1, 1 }), t.Upload("others", "float", { 2, 2, 2 })
local constants = t.Upload("constants", "float", { 100, 0, 0, 0 }, 256)
local x = t.Texture("x", 2, 2, F, "RENDER_TARGET", "ALLOW_RENDER_TARGET")
local rtv = t.RTV(x)
local function stream(buffer) return { { BufferLocation = buffer:GetGPUVirtualAddress(), SizeInBytes = 12, StrideInBytes = 4 } } end

local function bundle(record)
  local b = device:CreateCommandList { Type = "BUNDLE", Name = "bundle", Allocator = device:CreateCommandAllocator "BUNDLE" }
  record(b)
  b:Close()
  return b
end
local function arguments(list)
  t.Heaps(list)
  list:SetGraphicsRootSignature(root)
  list:SetGraphicsRoot32BitConstants(0, { 10, 0, 0, 0 })
  list:SetGraphicsRootConstantBufferView(1, constants:GetGPUVirtualAddress())
  list:SetGraphicsRootDescriptorTable(2, view)
  list:IASetVertexBuffers(0, stream(vertices))
end
local function pipeline(list, pso)
  list:SetPipelineState(pso or sum)
  list:IASetPrimitiveTopology "TRIANGLELIST"
end
local function reds()
  local texels, list = t.Texels(x, "RENDER_TARGET", "float"), {}
  for i = 0, 3 do list[i + 1] = texels[i * 4 + 1] end
  return list
end
local function draw(name, want, record)
  t.Run(name, function(list)
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    t.Targets(list, 2, 2, { rtv })
    record(list)
  end)
  t.Check(name, reds(), want)
end
local function four(n) return { n, n, n, n } end

-- Into a bundle: root signature and arguments, heaps, vertices, targets, viewports, scissor rectangles, the blend factor.
local plain = bundle(function(b)
  pipeline(b)
  b:DrawInstanced(3, 1)
end)
draw("arguments of the list", four(1111), function(list)
  arguments(list)
  list:ExecuteBundle(plain)
end)
draw("the scissor rectangle of the list", { 1111, 0, 0, 0 }, function(list)
  arguments(list)
  list:RSSetScissorRects { { Right = 1, Bottom = 1 } }
  list:ExecuteBundle(plain)
end)
draw("the viewport of the list", { 0, 0, 0, 1111 }, function(list)
  arguments(list)
  list:RSSetViewports { { TopLeftX = 1, TopLeftY = 1, Width = 1, Height = 1 } }
  list:ExecuteBundle(plain)
end)
draw("the blend factor of the list", four(555.5), function(list)
  arguments(list)
  list:OMSetBlendFactor { 0.5, 0, 0, 0 }
  list:ExecuteBundle(bundle(function(b)
    pipeline(b, blended)
    b:DrawInstanced(3, 1)
  end))
end)
draw("the same bundle twice with other arguments", four(1121), function(list)
  arguments(list)
  list:ExecuteBundle(plain)
  list:SetGraphicsRoot32BitConstants(0, { 20, 0, 0, 0 })
  list:ExecuteBundle(plain)
end)

-- Out of a bundle: everything that it sets, also the pipeline, the topology and the blend factor.
draw("the pipeline of a bundle", four(1111), function(list)
  arguments(list)
  list:ExecuteBundle(bundle(function(b) pipeline(b) end))
  list:DrawInstanced(3, 1)
end)
draw("everything of a bundle", four(1111), function(list)
  t.Heaps(list)
  list:ExecuteBundle(bundle(function(b)
    arguments(b)
    pipeline(b)
  end))
  list:DrawInstanced(3, 1)
end)
draw("constants of a bundle", four(1131), function(list)
  arguments(list)
  pipeline(list)
  list:ExecuteBundle(bundle(function(b)
    b:SetGraphicsRootSignature(root)
    b:SetGraphicsRoot32BitConstant(0, 30, 0)
  end))
  list:DrawInstanced(3, 1)
end)
draw("vertices of a bundle", four(1112), function(list)
  arguments(list)
  pipeline(list)
  list:ExecuteBundle(bundle(function(b) b:IASetVertexBuffers(0, stream(others)) end))
  list:DrawInstanced(3, 1)
end)
draw("the blend factor of a bundle", four(277.75), function(list)
  arguments(list)
  pipeline(list, blended)
  list:OMSetBlendFactor { 1, 0, 0, 0 }
  list:ExecuteBundle(bundle(function(b) b:OMSetBlendFactor { 0.25, 0, 0, 0 } end))
  list:DrawInstanced(3, 1)
end)
draw("from bundle to bundle", four(1112), function(list)
  arguments(list)
  list:ExecuteBundle(bundle(function(b) b:IASetVertexBuffers(0, stream(others)) end))
  list:ExecuteBundle(plain)
end)

-- What is not inherited: the pipeline and the topology.
local function refused(name, code, record)
  t.Refused(name, code, function() draw(name, {}, record) end)
end
refused("a bundle draws with the pipeline of its list", "GS0352", function(list)
  arguments(list)
  pipeline(list)
  list:ExecuteBundle(bundle(function(b) b:DrawInstanced(3, 1) end))
end)
refused("a bundle draws with the topology of its list", "GS0822", function(list)
  arguments(list)
  pipeline(list)
  list:ExecuteBundle(bundle(function(b)
    b:SetPipelineState(sum)
    b:DrawInstanced(3, 1)
  end))
end)

-- Behind ExecuteIndirect: constants are 0, root views and buffers null, as far as the signature sets them; the rest stays.
local function words(...) return t.Upload("words", "uint", { ... }) end
local function bits(x) return x == 0 and 0 or (math.floor(math.log(x) / math.log(2) + 1e-9) + 127) * 2 ^ 23 + (x / 2 ^ math.floor(math.log(x) / math.log(2) + 1e-9) - 1) * 2 ^ 23 end
local function signature(...) return device:CreateCommandSignature { Name = "signature", ByteStride = 64, RootSignature = root, ArgumentDescs = { ... } } end
do
  local constant = signature({ Type = "CONSTANT", RootParameterIndex = 0, DestOffsetIn32BitValues = 0, Num32BitValuesToSet = 1 }, { Type = "DRAW" })
  draw("a constant of arguments", four(1141), function(list)
    arguments(list)
    pipeline(list)
    list:ExecuteIndirect(constant, 1, words(bits(40), 3, 1, 0, 0), 0)
  end)
  refused("a constant is not set behind arguments", "GS0355", function(list)                       -- a driver has put 0 there
    arguments(list)
    pipeline(list)
    list:ExecuteIndirect(constant, 1, words(bits(40), 3, 1, 0, 0), 0)
    list:DrawInstanced(3, 1)
  end)
  draw("a constant is set anew behind arguments", four(1171), function(list)
    arguments(list)
    pipeline(list)
    list:ExecuteIndirect(constant, 1, words(bits(40), 3, 1, 0, 0), 0)
    list:SetGraphicsRoot32BitConstants(0, { 70, 0, 0, 0 })
    list:DrawInstanced(3, 1)
  end)
  local buffer = { Name = "buffer", ByteStride = 32, ArgumentDescs = { { Type = "VERTEX_BUFFER_VIEW", Slot = 0 }, { Type = "DRAW" } } }
  local streamed = device:CreateCommandSignature(buffer)
  local at = others:GetGPUVirtualAddress()
  draw("vertices of arguments", four(1112), function(list)
    arguments(list)
    pipeline(list)
    list:ExecuteIndirect(streamed, 1, words(at % 2 ^ 32, math.floor(at / 2 ^ 32), 12, 4, 3, 1, 0, 0), 0)
  end)
  gpu.PushMessageFilter { Deny = { "NullVertices" } }
  draw("no vertices behind arguments", four(1110), function(list)
    arguments(list)
    pipeline(list)
    list:ExecuteIndirect(streamed, 1, words(at % 2 ^ 32, math.floor(at / 2 ^ 32), 12, 4, 3, 1, 0, 0), 0)
    list:DrawInstanced(3, 1)
  end)
  gpu.PopMessageFilter()
  local only = device:CreateCommandSignature { Name = "only", ByteStride = 16, ArgumentDescs = { { Type = "DRAW" } } }
  draw("arguments of a draw alone leave all as it is", four(1111), function(list)
    arguments(list)
    pipeline(list)
    list:ExecuteIndirect(only, 1, words(3, 1, 0, 0), 0)
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    list:DrawInstanced(3, 1)
  end)
  -- Two commands: what the first sets holds until the second sets it.
  draw("commands one behind the other", { 1151, 1151, 1151, 1161 }, function(list)
    arguments(list)
    pipeline(list)
    list:ExecuteIndirect(constant, 1, words(bits(50), 3, 1, 0, 0), 0)
    list:RSSetScissorRects { { Left = 1, Top = 1, Right = 2, Bottom = 2 } }
    local two = words(bits(16), 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, bits(60), 3, 1, 0, 0)
    list:ExecuteIndirect(constant, 2, two, 0)
  end)
end

-- Reset and ClearState: nothing is bound, the blend factor is 1, the stencil reference 0.
for name, forget in pairs { ClearState = function(list) list:ClearState() end, ["ClearState with a pipeline"] = function(list) list:ClearState(blended) end } do
  draw(name, four(1111), function(list)
    arguments(list)
    pipeline(list, blended)
    list:OMSetBlendFactor { 0.5, 0, 0, 0 }
    forget(list)
    t.Targets(list, 2, 2, { rtv })
    arguments(list)
    pipeline(list, blended)
    list:DrawInstanced(3, 1)
  end)
end
refused("no topology behind ClearState", "GS0822", function(list)
  arguments(list)
  pipeline(list)
  list:ClearState(sum)
  t.Targets(list, 2, 2, { rtv })
  arguments(list)
  list:DrawInstanced(3, 1)
end)
refused("no root signature behind ClearState", "GS0354", function(list)
  arguments(list)
  list:ClearState(sum)
  list:SetGraphicsRoot32BitConstant(0, 1, 0)
end)
-- Another root signature unsets the arguments, the same one keeps them; graphics and compute have arguments of their own.
draw("the same root signature again", four(1111), function(list)
  arguments(list)
  pipeline(list)
  list:SetGraphicsRootSignature(root)
  list:SetComputeRootSignature(root)
  list:SetComputeRoot32BitConstants(0, { 90, 0, 0, 0 })
  list:DrawInstanced(3, 1)
end)
local second = device:CreateRootSignature { Name = "second", Flags = "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 } } }
refused("another root signature between", "GS0355", function(list)
  arguments(list)
  pipeline(list)
  list:SetGraphicsRootSignature(second)
  list:SetGraphicsRootSignature(root)
  list:DrawInstanced(3, 1)
end)
t.Done()
