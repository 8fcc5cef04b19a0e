-- Targets and the output merger: what becomes of colours without a target, of tests without a depth buffer, of depths outside of the viewport's range,
-- of samples that masks leave out, and of formats with special encodings.
local gpu = require "gpu"
local t = require "lib.bench"
local root = t.device:CreateRootSignature { Name = "empty" }
local constants = t.device:CreateRootSignature { Name = "constants", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 } } }
local args = gpu.ConstantBuffer("b0", { { "z", "float" }, { "w", "float" }, { "a", "float" }, { "b", "float" } })

-- Flat covers the target at depth args.z; with args.w it is divided first.
local flat = gpu.VertexShader { Name = "flat", Main = function(VertexID)
  local at = float2(float(VertexID % 2) * 4.0 - 1.0, 1.0 - float(VertexID / 2) * 4.0)
  return { Position = float4(at * args.w, args.z * args.w, args.w) }
end }
local function constantsOf(list, ...)
  local values = { ... }
  while #values < 4 do values[#values + 1] = 0 end
  list:SetGraphicsRoot32BitConstants(0, values)
end

-- Colours go to the targets that are there: one that the pipeline has and the list has not, one behind a null view, one of UNKNOWN.
do
  local ps = gpu.PixelShader { Name = "three", Main = function() return { Target0 = float4(1, 1, 1, 1), Target1 = float4(0.5, 0.5, 0.5, 0.5), Target2 = float4(0.25, 0.25, 0.25, 0.25) } end }
  local function targets()
    local x, r = {}, {}
    for i = 1, 3 do
      x[i] = t.Texture("x" .. i, 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
      r[i] = t.RTV(x[i])
    end
    return x, r
  end
  local function try(name, formats, bind, want)
    local x, r = targets()
    local ok, e = pcall(function()
      local pso = t.Graphics { Name = name, RootSignature = root, PS = ps, RTVFormats = formats }
      t.Run(name, function(list)
        for i = 1, 3 do list:ClearRenderTargetView(r[i], { 9, 0, 0, 0 }) end
        t.Targets(list, 1, 1, bind(r))
        list:SetGraphicsRootSignature(root)
        list:SetPipelineState(pso)
        list:IASetPrimitiveTopology "TRIANGLELIST"
        list:DrawInstanced(3, 1)
      end)
    end)
    if not ok then t.Check(name, e.code .. ": " .. e.message, want) return end
    local got = {}
    for i = 1, 3 do got[i] = t.Texels(x[i], "RENDER_TARGET", "float")[1] end
    t.Check(name, got, want)
  end
  local F = "R32_FLOAT"
  local null = t.RTV(nil, { Format = F, ViewDimension = "TEXTURE2D" })
  gpu.PushMessageFilter { Deny = { "PixelOutputMismatch" } }
  try("three targets", { F, F, F }, function(r) return r end, { 1, 0.5, 0.25 })
  try("a null view between", { F, F, F }, function(r) return { r[1], null, r[3] } end, { 1, 9, 0.25 })
  try("a format left out", { F, "UNKNOWN", F }, function(r) return { r[1], null, r[3] } end, { 1, 9, 0.25 })
  try("fewer formats than outputs", { F, F }, function(r) return { r[1], r[2] } end, { 1, 0.5, 9 })
  gpu.PopMessageFilter()
end

-- Without a depth buffer both tests pass.
do
  local pso = t.Graphics { Name = "no depth", RootSignature = root, PS = gpu.PixelShader { Name = "one", Main = function() return float4(1, 1, 1, 1) end },
    RTVFormats = { "R32_FLOAT" }, DSVFormat = "D32_FLOAT", DepthStencilState = { DepthEnable = true, DepthFunc = "NEVER" } }
  local x = t.Texture("x", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  local null = t.DSV(nil, { Format = "D32_FLOAT", ViewDimension = "TEXTURE2D" })
  for name, dsv in pairs { ["null view"] = null } do
    t.Run(name, function(list)
      list:ClearRenderTargetView(rtv, { 9, 0, 0, 0 })
      t.Targets(list, 1, 1, { rtv }, dsv)
      list:SetGraphicsRootSignature(root)
      list:SetPipelineState(pso)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:DrawInstanced(3, 1)
    end)
    t.Check("a test of depths, " .. name, t.Texels(x, "RENDER_TARGET", "float"), { 1 })
  end
end

-- A pipeline that tests depths must say the format of what is bound: hardware would test all the same.
do
  local x, d = t.Texture("x", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET"), t.Texture("d", 1, 1, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local one = gpu.PixelShader { Name = "one", Main = function() return float4(1, 1, 1, 1) end }
  local function draw(depth)
    local pso = t.device:CreateGraphicsPipelineState { Name = "p", RootSignature = root, VS = t.Cover, PS = one, PrimitiveTopologyType = "TRIANGLE",
      RTVFormats = { "R32_FLOAT" }, DepthStencilState = depth, RasterizerState = { CullMode = "NONE" } }
    t.Run("draw", function(list)
      t.Targets(list, 1, 1, { t.RTV(x) }, t.DSV(d))
      list:SetGraphicsRootSignature(root)
      list:SetPipelineState(pso)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:DrawInstanced(3, 1)
    end)
  end
  t.Refused("a test without DSVFormat", "GS0823", function() draw { DepthFunc = "EQUAL", DepthWriteMask = "ZERO" } end)
  draw { DepthEnable = false }
  t.Check("no test", t.Texels(x, "RENDER_TARGET", "float"), { 1 })
end

-- Depths: clipped at the near and far plane or, without clipping, clamped to the viewport's range; what a shader writes is clamped to it too.
do
  local plain = gpu.PixelShader { Name = "plain", Main = function() return float4(1, 1, 1, 1) end }
  local writes = gpu.PixelShader { Name = "writes", Main = function() return { Target0 = float4(1, 1, 1, 1), Depth = args.a } end }
  local x = t.Texture("x", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local d = t.Texture("d", 1, 1, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local rtv, dsv = t.RTV(x), t.DSV(d)
  local function depth(name, clip, ps, near, far, z, a, want)
    local pso = t.Graphics { Name = name, RootSignature = constants, VS = flat, PS = ps, RTVFormats = { "R32_FLOAT" }, DSVFormat = "D32_FLOAT",
      RasterizerState = { CullMode = "NONE", DepthClipEnable = clip }, DepthStencilState = { DepthFunc = "ALWAYS" } }
    t.Run(name, function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      list:ClearDepthStencilView(dsv, "DEPTH", 0.125, 0)
      t.Targets(list, 1, 1, { rtv }, dsv)
      list:RSSetViewports { { Width = 1, Height = 1, MinDepth = near, MaxDepth = far } }
      list:SetGraphicsRootSignature(constants)
      list:SetPipelineState(pso)
      constantsOf(list, z, 1, a)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:DrawInstanced(3, 1)
    end)
    t.Check(("%s, z = %g, a = %g"):format(name, z, a), { t.Texels(x, "RENDER_TARGET", "float")[1], t.Texels(d, "DEPTH_WRITE", "float")[1] }, want)
  end
  depth("clipped", true, plain, 0, 1, 0.5, 0, { 1, 0.5 })
  depth("clipped", true, plain, 0, 1, -0.25, 0, { 0, 0.125 })
  depth("clipped", true, plain, 0, 1, 1.25, 0, { 0, 0.125 })
  depth("clipped", true, plain, 0, 1, 1, 0, { 1, 1 })
  depth("clipped", true, plain, 0.25, 0.75, 0.5, 0, { 1, 0.5 })
  depth("clipped", true, plain, 0.25, 0.75, 1, 0, { 1, 0.75 })
  depth("not clipped", false, plain, 0, 1, -0.25, 0, { 1, 0 })
  depth("not clipped", false, plain, 0, 1, 1.25, 0, { 1, 1 })
  depth("not clipped", false, plain, 0.25, 0.75, 2, 0, { 1, 0.75 })
  depth("not clipped", false, plain, 0.25, 0.75, -2, 0, { 1, 0.25 })
  depth("written", true, writes, 0, 1, 0.5, 0.625, { 1, 0.625 })
  depth("written", true, writes, 0, 1, 0.5, 2, { 1, 1 })
  depth("written", true, writes, 0, 1, 0.5, -2, { 1, 0 })
  depth("written", true, writes, 0.25, 0.75, 0.5, 2, { 1, 0.75 })
  depth("written", true, writes, 0.25, 0.75, 0.5, 0, { 1, 0.25 })
end

-- SV_Position: z as in the depth buffer, w as the vertex gave it.
do
  local ps = gpu.PixelShader { Name = "position", Main = function(v) return v.Position end }
  local pso = t.Graphics { Name = "position", RootSignature = constants, VS = flat, PS = ps, RTVFormats = { "R32G32B32A32_FLOAT" } }
  local x = t.Texture("x", 2, 1, "R32G32B32A32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  for _, case in ipairs { { 0, 1 }, { 0.25, 1 }, { 1, 1 }, { 0.5, 2 }, { 0.5, 0.25 } } do
    t.Run("position", function(list)
      t.Targets(list, 2, 1, { t.RTV(x) })
      list:SetGraphicsRootSignature(constants)
      list:SetPipelineState(pso)
      constantsOf(list, case[1], case[2])
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:DrawInstanced(3, 1)
    end)
    t.Check("position", t.Texels(x, "RENDER_TARGET", "float"), { 0.5, 0.5, case[1], case[2], 1.5, 0.5, case[1], case[2] }, 1e-6)
  end
end

-- Samples: the pipeline's mask, the shader's coverage, alpha to coverage, and all of them together; queries of occlusion count samples.
do
  local queries = t.device:CreateQueryHeap { Name = "q", Type = "OCCLUSION", Count = 1 }
  local result = t.Buffer("result", 8)
  local function samples(name, ps, mask, alpha, a, want, count)
    local pso = t.Graphics { Name = name, RootSignature = constants, VS = flat, PS = ps, RTVFormats = { "R32_FLOAT" }, SampleDesc = { Count = 4 }, SampleMask = mask,
      BlendState = { AlphaToCoverageEnable = alpha }, RasterizerState = { CullMode = "NONE", MultisampleEnable = true } }
    local x = t.Texture("x", 1, 1, "R32_FLOAT", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
    local y = t.Texture("y", 1, 1, "R32_FLOAT", "RESOLVE_DEST")
    local rtv = t.RTV(x)
    t.Run(name, function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      t.Targets(list, 1, 1, { rtv })
      list:SetGraphicsRootSignature(constants)
      list:SetPipelineState(pso)
      constantsOf(list, 0.5, 1, a)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:BeginQuery(queries, "OCCLUSION", 0)
      list:DrawInstanced(3, 1)
      list:EndQuery(queries, "OCCLUSION", 0)
      list:ResolveQueryData(queries, "OCCLUSION", 0, 1, result, 0)
      t.Barrier(list, x, "RENDER_TARGET", "RESOLVE_SOURCE")
      list:ResolveSubresource(y, 0, x, 0)
    end)
    t.Check(name, { t.Texels(y, "RESOLVE_DEST", "float")[1], t.Read(result, "uint", 1)[1] }, { want, count })
  end
  local one = gpu.PixelShader { Name = "one", Main = function() return float4(1, 1, 1, args.a) end }
  local some = gpu.PixelShader { Name = "some", Main = function(v, Coverage) return { Target0 = float4(1, 1, 1, args.a), Coverage = and_bits(Coverage, 0x6) } end }
  local seen = gpu.PixelShader { Name = "seen", Main = function(v, Coverage) return float4(Coverage, 0, 0, 1) end }
  samples("all samples", one, 0xffffffff, false, 1, 1, 4)
  samples("mask of two", one, 0x5, false, 1, 0.5, 2)
  samples("mask of none", one, 0, false, 1, 0, 0)
  samples("mask beyond the samples", one, 0xf0, false, 1, 0, 0)
  samples("coverage of two", some, 0xffffffff, false, 1, 0.5, 2)
  samples("coverage and mask", some, 0x3, false, 1, 0.25, 1)
  samples("alpha of 0", one, 0xffffffff, true, 0, 0, 0)
  samples("alpha of a half", one, 0xffffffff, true, 0.5, 0.5, 2)
  samples("alpha of 1", one, 0xffffffff, true, 1, 1, 4)
  samples("coverage of the shader's input", seen, 0xffffffff, false, 1, 15, 4)
end

-- Formats with an encoding of their own, written by a shader.
do
  local function write(format, colour, type, want)
    local x = t.Texture("x", 1, 1, format, "RENDER_TARGET", "ALLOW_RENDER_TARGET")
    local pso = t.Graphics { Name = format, RootSignature = constants, VS = t.Cover, RTVFormats = { format },
      PS = gpu.PixelShader { Name = format, Main = function() return float4(args.z, args.w, args.a, args.b) end } }
    t.Run(format, function(list)
      t.Targets(list, 1, 1, { t.RTV(x) })
      list:SetGraphicsRootSignature(constants)
      list:SetPipelineState(pso)
      constantsOf(list, unpack(colour))
      list:IASetPrimitiveTopology "TRIANGLELIST"
      list:DrawInstanced(3, 1)
    end)
    t.Check(format .. " of " .. table.concat(colour, " "), t.Texels(x, "RENDER_TARGET", type), want)
  end
  write("A8_UNORM", { 0, 0, 0, 0.2 }, "byte", { 51 })
  write("R8_UNORM", { 0.2, 1, 1, 1 }, "byte", { 51 })
  write("R8G8B8A8_UNORM_SRGB", { 0.5, 0, 1, 0.5 }, "byte", { 188, 0, 255, 128 })
  write("B5G6R5_UNORM", { 1, 0, 0, 1 }, "ushort", { 0xf800 })
  write("B5G5R5A1_UNORM", { 0, 0, 1, 1 }, "ushort", { 0x801f })
  write("A4B4G4R4_UNORM", { 1, 0, 0.2, 1 }, "ushort", { 0xf03f })
  write("B4G4R4A4_UNORM", { 1, 0, 0, 1 }, "ushort", { 0xff00 })
  write("R10G10B10A2_UNORM", { 1, 0, 0, 1 }, "uint", { 0xc00003ff })
  write("R11G11B10_FLOAT", { 1, 2, 0.5, 0 }, "uint", { 0x3c0 + 0x400 * 2 ^ 11 + 0x1c0 * 2 ^ 22 })
  write("R16_SNORM", { -1, 0, 0, 0 }, "short", { -32767 })
  write("R8_SNORM", { -2, 0, 0, 0 }, "sbyte", { -127 })
end
t.Done()
