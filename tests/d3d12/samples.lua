-- Several samples a pixel: where they stand, what covers them, shaders that run once for each, loads of one, resolves of all kinds.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device
local F = "R32_FLOAT"

-- Places of the standard patterns, in sixteenths of a pixel from its centre.
local PATTERN = {
  [1] = { { 0, 0 } }, [2] = { { 4, 4 }, { -4, -4 } }, [4] = { { -2, -6 }, { 6, -2 }, { -6, 2 }, { 2, 6 } },
  [8] = { { 1, -3 }, { -1, 3 }, { 5, 1 }, { -3, -5 }, { -5, 5 }, { -7, -1 }, { 3, 7 }, { 7, -7 } },
}

local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "32BIT_CONSTANTS", Num32BitValues = 4 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "UAV", ShaderRegister = 4 } } }
local args = gpu.ConstantBuffer("b0", { { "a", "float4" } })
-- Slab covers what lies at or right of args.a.x pixels, or at or below args.a.y, of a target of one pixel.
local slab = gpu.VertexShader { Name = "slab", Interpolation = { at = "sample", centre = "linear", centroid = "centroid" }, Main = function(VertexID)
  local corner = float2(float(VertexID % 2) * 16.0, float(VertexID / 2) * 16.0)
  local at = corner + args.a.xy
  return { Position = float4(at * 2.0 - 1.0, 0.5, 1.0) * float4(1, -1, 1, 1), at = at, centre = at, centroid = at }
end }
local function target(samples)
  local x = t.Texture("x", 1, 1, F, "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = samples } })
  return x, t.RTV(x)
end
local function pipeline(name, samples, ps, fields)
  local desc = { Name = name, RootSignature = root, VS = slab, PS = ps, RTVFormats = { F }, SampleDesc = { Count = samples },
    RasterizerState = { CullMode = "NONE", MultisampleEnable = true } }
  for k, v in pairs(fields or {}) do desc[k] = v end
  return t.Graphics(desc)
end

-- Values reads every sample of a target of one pixel with a kernel.
local many, one, out = gpu.Texture2DMS("t0", "float"), gpu.Texture2D("t0", "float"), gpu.RWByteAddressBuffer("u4")
local readers = {}
local function values(x, samples, state)
  readers[samples] = readers[samples] or t.Compute(root, "read", { samples, 1, 1 }, samples == 1 and function(GroupIndex) out:Store(0, asuint(one:Load(int3(0, 0, 0)))) end
    or function(GroupIndex) out:Store(GroupIndex * 4, asuint(many:Load(int2(0, 0), int(GroupIndex)))) end)
  local result = t.Buffer("result", 256)
  local view = t.SRV(x)
  t.Run("read", function(list)
    t.Barrier(list, x, state or "RENDER_TARGET", "ALL_SHADER_RESOURCE")
    t.Heaps(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(readers[samples])
    list:SetComputeRootDescriptorTable(1, view)
    list:SetComputeRootUnorderedAccessView(2, result:GetGPUVirtualAddress())
    list:Dispatch(1, 1, 1)
    t.Barrier(list, x, "ALL_SHADER_RESOURCE", state or "RENDER_TARGET")
  end)
  return t.Read(result, "float", samples)
end
local function draw(list, pso, x, y)
  list:SetGraphicsRootSignature(root)
  list:SetPipelineState(pso)
  list:SetGraphicsRoot32BitConstants(0, { x, y, 0, 0 })
  list:IASetPrimitiveTopology "TRIANGLELIST"
  list:DrawInstanced(3, 1)
end

local white = gpu.PixelShader { Name = "white", Main = function() return 1.0 end }
local which = gpu.PixelShader { Name = "which", Main = function(v, SampleIndex) return float(SampleIndex) + 1.0 end }
local where = gpu.PixelShader { Name = "where", Main = function(v) return v.at.x * 16.0 + v.at.y * 1024.0 end }
local cover = gpu.PixelShader { Name = "cover", Main = function(v, Coverage) return float(Coverage) end }
for _, samples in ipairs { 2, 4, 8 } do
  local x, rtv = target(samples)
  local function try(name, ps, left, top, want, fields, tolerance)
    local pso = pipeline(name, samples, ps, fields)
    t.Run(name, function(list)
      list:ClearRenderTargetView(rtv, { -1, 0, 0, 0 })
      t.Targets(list, 1, 1, { rtv })
      draw(list, pso, left, top)
    end)
    t.Check(("%s, %d samples"):format(name, samples), values(x, samples), want, tolerance)
  end
  -- Edges go between the places of samples, an odd number of 32nds from the centre; a sample is covered if it lies right of or below them.
  for edge = -7, 7, 2 do
    local right, below, bits = {}, {}, 0
    for i, at in ipairs(PATTERN[samples]) do
      right[i] = at[1] * 2 >= edge * 2 + 1 and 1 or -1
      below[i] = at[2] * 2 >= edge * 2 + 1 and 1 or -1
      if right[i] == 1 then bits = bits + 2 ^ (i - 1) end
    end
    local place = 0.5 + (edge * 2 + 1) / 32
    try("right of " .. edge, white, place, 0, right)
    try("below " .. edge, white, 0, place, below)
    local seen = {}
    for i = 1, samples do seen[i] = right[i] == 1 and bits or -1 end
    try("coverage right of " .. edge, cover, place, 0, seen)
  end
  local numbers, places, half = {}, {}, {}
  for i, at in ipairs(PATTERN[samples]) do
    numbers[i] = i
    places[i] = 8 + at[1] + (8 + at[2]) * 64
    half[i] = i % 2 == 0 and 1 or -1
  end
  try("a shader for each sample", which, 0, 0, numbers)
  try("places of samples", where, 0, 0, places, nil, 0.01)
  try("mask of every second sample", white, 0, 0, half, { SampleMask = 0xaaaaaaaa })
  -- Alpha decides how many samples are written; Discard leaves one out where the shader runs for each.
  for _, alpha in ipairs { 0, 0.5, 1, -1, 2 } do
    local ps = gpu.PixelShader { Name = "alpha", Main = function() return float4(1, 1, 1, alpha) end }
    local pso = pipeline("alpha", samples, ps, { BlendState = { AlphaToCoverageEnable = true } })
    t.Run("alpha", function(list)
      list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
      t.Targets(list, 1, 1, { rtv })
      draw(list, pso, 0, 0)
    end)
    local sum = 0
    for _, v in ipairs(values(x, samples)) do sum = sum + v end
    t.Check(("alpha of %g, %d samples"):format(alpha, samples), sum, math.max(0, math.min(1, alpha)) * samples)
  end
  local some = gpu.PixelShader { Name = "some", Main = function(v, SampleIndex)
    if SampleIndex % 2 == 0 then discard() end
    return 1.0
  end }
  try("samples that are discarded", some, 0, 0, half)
end

-- The centre is where what is interpolated without a word is taken, covered or not; centroid stays inside of what is covered.
do
  local x, rtv = target(4)
  local centre = gpu.PixelShader { Name = "centre", Main = function(v) return v.centre.x end }
  local centroid = gpu.PixelShader { Name = "centroid", Main = function(v) return v.centroid.x end }
  for _, ps in ipairs { centre, centroid } do
    local pso = pipeline(ps == centre and "centre" or "centroid", 4, ps)
    t.Run("edge", function(list)
      list:ClearRenderTargetView(rtv, { -1, 0, 0, 0 })
      t.Targets(list, 1, 1, { rtv })
      draw(list, pso, 0.5 + 5 / 16, 0)                                   -- only the second sample is covered
    end)
    local got = values(x, 4)
    if ps == centre then t.Check("centre", got, { -1, 0.5, -1, -1 }) else t.Check("centroid inside", { got[1], got[2] >= 0.5 + 5 / 16 and got[2] <= 1, got[3], got[4] }, { -1, true, -1, -1 }) end
  end
end

-- Depth is tested sample by sample, at the place of each.
do
  local x, rtv = target(4)
  local d = t.Texture("d", 1, 1, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { SampleDesc = { Count = 4 } })
  local dsv = t.DSV(d)
  local sloped = gpu.VertexShader { Name = "sloped", Main = function(VertexID)
    local at = float2(float(VertexID % 2) * 2.0, float(VertexID / 2) * 2.0)
    return { Position = float4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, at.x * 0.5, 1.0) }       -- the depth is half of x in the pixel
  end }
  local pso = pipeline("sloped", 4, white, { VS = sloped, DSVFormat = "D32_FLOAT", DepthStencilState = { DepthFunc = "LESS" } })
  t.Run("sloped", function(list)
    list:ClearRenderTargetView(rtv, { -1, 0, 0, 0 })
    list:ClearDepthStencilView(dsv, "DEPTH", 0.25, 0)
    t.Targets(list, 1, 1, { rtv }, dsv)
    draw(list, pso, 0, 0)
  end)
  local want, depths = {}, {}
  for i, at in ipairs(PATTERN[4]) do
    local z = (8 + at[1]) / 32
    want[i], depths[i] = z < 0.25 and 1 or -1, math.min(z, 0.25)
  end
  t.Check("samples in front", values(x, 4), want)
  local y = t.Texture("y", 1, 1, "R32_TYPELESS", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { SampleDesc = { Count = 4 } })
  t.Run("copy", function(list)
    t.Barrier(list, d, "DEPTH_WRITE", "COPY_SOURCE")
    t.Barrier(list, y, "DEPTH_WRITE", "COPY_DEST")
    list:CopyResource(y, d)
    t.Barrier(list, y, "COPY_DEST", "DEPTH_WRITE")
  end)
  local view = { Format = F, ViewDimension = "TEXTURE2DMS" }
  local result, srv = t.Buffer("result", 256), t.SRV(y, view)
  t.Run("read", function(list)
    t.Barrier(list, y, "DEPTH_WRITE", "ALL_SHADER_RESOURCE")
    t.Heaps(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(readers[4])
    list:SetComputeRootDescriptorTable(1, srv)
    list:SetComputeRootUnorderedAccessView(2, result:GetGPUVirtualAddress())
    list:Dispatch(1, 1, 1)
  end)
  t.Check("depths of samples", t.Read(result, "float", 4), depths)
end

-- Resolves: the mean, the smallest and the largest, of the whole and of a rectangle to another place; of normalised numbers, of sRGB in linear space.
do
  local W = 4
  local function resolve(name, format, type, colours, how, want, tolerance)
    local x = t.Texture("x", W, W, format, "RENDER_TARGET", "ALLOW_RENDER_TARGET", { SampleDesc = { Count = 4 } })
    local y = t.Texture("y", W, W, format, "RENDER_TARGET", "ALLOW_RENDER_TARGET")
    local rtv, plain = t.RTV(x), t.RTV(y)
    local psos = {}
    for i = 1, 4 do
      local colour = colours[i]
      psos[i] = t.Graphics { Name = "sample " .. i, RootSignature = root, RTVFormats = { format }, SampleDesc = { Count = 4 }, SampleMask = 2 ^ (i - 1),
        PS = gpu.PixelShader { Name = "sample", Main = function() return float4(colour, colour, colour, colour) end } }
    end
    t.Run(name, function(list)
      list:ClearRenderTargetView(plain, { 0, 0, 0, 0 })
      t.Targets(list, W, W, { rtv })
      list:SetGraphicsRootSignature(root)
      list:IASetPrimitiveTopology "TRIANGLELIST"
      for i = 1, 4 do
        list:SetPipelineState(psos[i])
        list:DrawInstanced(3, 1)
      end
      t.Barrier(list, x, "RENDER_TARGET", "RESOLVE_SOURCE")
      t.Barrier(list, y, "RENDER_TARGET", "RESOLVE_DEST")
      how(list, y, x)
    end)
    t.Check(name, t.Texels(y, "RESOLVE_DEST", type), want, tolerance)
  end
  local function all(mode) return function(list, y, x) list:ResolveSubresourceRegion(y, 0, 0, 0, x, 0, nil, nil, mode) end end
  local function mean(list, y, x) list:ResolveSubresource(y, 0, x, 0) end
  local colours = { 0.25, 1, 0.5, 0.75 }
  resolve("mean", F, "float", colours, mean, t.Filled(16, 0.625))
  resolve("average", F, "float", colours, all "AVERAGE", t.Filled(16, 0.625))
  resolve("smallest", F, "float", colours, all "MIN", t.Filled(16, 0.25))
  resolve("largest", F, "float", colours, all "MAX", t.Filled(16, 1))
  resolve("mean of bytes", "R8_UNORM", "byte", { 0, 0.2, 0.4, 0.6 }, mean, t.Filled(16, 77), 1)          -- 0, 51, 102, 153: 76.5
  -- The means of 0, 0, 1 and 1 in linear space is a half, which is 188 in sRGB.
  resolve("mean of sRGB", "R8G8B8A8_UNORM_SRGB", "byte", { 0, 0, 1, 1 }, mean, (function()
    local list = {}
    for i = 1, 64 do list[i] = i % 4 == 0 and 128 or 188 end
    return list
  end)(), 1)
  resolve("rectangle", F, "float", { 1, 1, 1, 1 }, function(list, y, x)
    list:ResolveSubresourceRegion(y, 0, 2, 1, x, 0, { Left = 0, Top = 0, Right = 2, Bottom = 1 }, F, "AVERAGE")
  end, { 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0 })
end

-- Loads of a sample that is not there give 0, and GetDimensions counts samples.
do
  local x, rtv = target(4)
  local result, view = t.Buffer("result", 256), t.SRV(x)
  gpu.SetMessageFilter { Deny = { "ShaderOutOfBounds" } }
  local pso = t.Compute(root, "outside", { 1, 1, 1 }, function(GroupIndex)
    local w, h, count = many:GetDimensions()
    out:Store4(0, uint4(w, h, count, asuint(many:Load(int2(0, 0), 3))))
    out:Store2(16, uint2(asuint(many:Load(int2(0, 0), 4)), asuint(many:Load(int2(1, 0), 0))))
  end)
  t.Run("outside", function(list)
    list:ClearRenderTargetView(rtv, { 1, 0, 0, 0 })
    t.Barrier(list, x, "RENDER_TARGET", "ALL_SHADER_RESOURCE")
    t.Heaps(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(pso)
    list:SetComputeRootDescriptorTable(1, view)
    list:SetComputeRootUnorderedAccessView(2, result:GetGPUVirtualAddress())
    list:Dispatch(1, 1, 1)
  end)
  t.Check("outside", t.Read(result, "uint", 6), { 1, 1, 4, 0x3f800000, 0, 0 })
end
t.Done()
