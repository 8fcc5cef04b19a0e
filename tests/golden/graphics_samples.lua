-- Several samples a pixel: each is drawn, read, resolved and left out by itself.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "samples"

local many = gpu.Texture2DMS("t0", "float4")
local color = p.color
-- A picture of 8 x 8 texels becomes one of 8 * samples x 8, sample by sample.
local function shower(samples)
  return gpu.PixelShader { Name = "show", Main = function(v)
    local x = int(v.Position.x)
    return many:Load(int2(x / samples, int(v.Position.y)), x % samples)
  end }
end
local perSample = gpu.PixelShader { Name = "per_sample", Interpolation = { Position = "sample" }, Main = function(v, SampleIndex) return float4(float(SampleIndex) + color.value.x, v.Position.x, v.Position.y, 1) end }
local covers = gpu.PixelShader { Name = "covers", Main = function(v) return { Target0 = color.value, Coverage = uint(color.x) } end }
-- The positions of samples in sixteenths of a pixel from its middle (D3D11.3 functional specification, 19.2.4.1).
local positions = { [1] = { { 0, 0 } }, [2] = { { 4, 4 }, { -4, -4 } }, [4] = { { -2, -6 }, { 6, -2 }, { -6, 2 }, { 2, 6 } },
  [8] = { { 1, -3 }, { -1, 3 }, { 5, 1 }, { -3, -5 }, { -5, 5 }, { -7, -1 }, { 3, 7 }, { 7, -7 } } }

local FORMAT = "R32G32B32A32_FLOAT"
for _, samples in ipairs { 2, 4, 8 } do
  local target = p:Texture { Name = "target", Format = FORMAT, Flags = "ALLOW_RENDER_TARGET", SampleDesc = { Count = samples } }
  local rtv, srv = p:RTV(target), p:SRV(target)
  local shown = p:Texture { Name = "shown", Width = 8 * samples, Format = FORMAT, Flags = "ALLOW_RENDER_TARGET" }
  local shownRTV = p:RTV(shown)
  local show = p:Pipeline { PS = shower(samples), RTVFormats = { FORMAT } }
  local function pipeline(ps, extra)
    local desc = { PS = ps, RTVFormats = { FORMAT }, SampleDesc = { Count = samples } }
    for k, v in pairs(extra or {}) do desc[k] = v end
    return p:Pipeline(desc)
  end
  local plain, each, some, mask = pipeline(), pipeline(perSample), pipeline(covers), pipeline(nil, { SampleMask = 0x55 })
  local alpha = pipeline(nil, { BlendState = { AlphaToCoverageEnable = true } })
  local function look(what, expected)
    p:Run(function(list)
      p.Barrier(list, target, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
      list:SetGraphicsRootDescriptorTable(1, srv)
      list:OMSetRenderTargets { shownRTV }
      list:SetPipelineState(show)
      list:SetGraphicsRoot32BitConstants(0, { 0, 0, 0, 0, 0, 0 })
      list:RSSetViewports { { Width = 8 * samples, Height = 8 } }
      list:RSSetScissorRects { { Right = 8 * samples, Bottom = 8 } }
      list:DrawInstanced(3, 1)
      p.Barrier(list, target, "PIXEL_SHADER_RESOURCE", "RENDER_TARGET")
      p.Barrier(list, shown, "RENDER_TARGET", "COPY_SOURCE")
    end)
    p:All(samples .. " samples, " .. what, shown, 0, "float", 4, function(x, y) return expected(math.floor(x / samples), y, x % samples) end)
    p:Run(function(list) p.Barrier(list, shown, "COPY_SOURCE", "RENDER_TARGET") end)
  end
  local function start(list)
    list:ClearRenderTargetView(rtv, { 0, 0, 0, 0 })
    list:OMSetRenderTargets { rtv }
  end

  -- The pixel shader runs for each sample, and stands at it.
  p:Run(function(list) start(list) p:Cover(list, each, { 10 }) end)
  look("shaded one by one", function(x, y, s)
    local at = positions[samples][s + 1]
    return { 10 + s, x + 0.5 + at[1] / 16, y + 0.5 + at[2] / 16, 1 }
  end)
  -- Resolved: the mean, the least, the most, and a rectangle alone.
  local mean = p:Texture { Name = "mean", Format = FORMAT, InitialState = "RESOLVE_DEST" }
  p:Run(function(list)
    p.Barrier(list, target, "RENDER_TARGET", "RESOLVE_SOURCE")
    list:ResolveSubresource(mean, 0, target, 0)
    list:ResolveSubresourceRegion(mean, 0, 0, 0, target, 0, { Left = 4, Top = 4, Right = 8, Bottom = 6 }, nil, "MIN")
    list:ResolveSubresourceRegion(mean, 0, 4, 6, target, 0, { Right = 2, Bottom = 2 }, nil, "MAX")
    p.Barrier(list, target, "RESOLVE_SOURCE", "RENDER_TARGET")
    p.Barrier(list, mean, "RESOLVE_DEST", "COPY_SOURCE")
  end)
  p:All(samples .. " samples, resolved", mean, 0, "float", 4, function(x, y)
    local function over(x, y, take)
      local out = {}
      for s, at in ipairs(positions[samples]) do
        for i, v in ipairs { 9 + s, x + 0.5 + at[1] / 16, y + 0.5 + at[2] / 16, 1 } do out[i] = out[i] and take(out[i], v) or v end
      end
      return out
    end
    if x < 4 and y < 2 then return over(x + 4, y + 4, math.min) end
    if x >= 4 and x < 6 and y >= 6 then return over(x - 4, y - 6, math.max) end
    local sum = over(x, y, function(a, b) return a + b end)
    for i = 1, 4 do sum[i] = sum[i] / samples end
    return sum
  end, 1e-5)
  -- The pipeline's mask, and the shader's.
  p:Run(function(list) start(list) p:Cover(list, mask, { 1, 1, 1, 1 }) end)
  look("masked", function(_, _, s) return s % 2 == 0 and { 1, 1, 1, 1 } or { 0, 0, 0, 0 } end)
  p:Run(function(list)
    start(list)
    list:SetPipelineState(some)
    list:SetGraphicsRoot32BitConstants(0, { 1, 0, 0, 1, 0, 2 })           -- Coverage = 2: the second sample
    list:RSSetViewports { { Width = 8, Height = 8 } }
    list:RSSetScissorRects { { Right = 8, Bottom = 8 } }
    list:DrawInstanced(3, 1)
  end)
  look("covered by the shader", function(_, _, s) return s == 1 and { 1, 0, 0, 1 } or { 0, 0, 0, 0 } end)
  -- Alpha to coverage: as many samples as alpha says, all of them for 1, none for 0.
  p:Run(function(list)
    start(list)
    for i = 0, 4 do p:Cover(list, alpha, { 1, 0, 0, i / 4 }, 0, { Left = i, Right = i + 1, Bottom = 8 }) end
  end)
  p:Run(function(list)
    p.Barrier(list, target, "RENDER_TARGET", "RESOLVE_SOURCE")
    p.Barrier(list, mean, "COPY_SOURCE", "RESOLVE_DEST")
    list:ResolveSubresource(mean, 0, target, 0)
    p.Barrier(list, target, "RESOLVE_SOURCE", "RENDER_TARGET")
    p.Barrier(list, mean, "RESOLVE_DEST", "COPY_SOURCE")
  end)
  local at = p:Read(mean, 0, "float", 4)
  local line = {}
  for i = 0, 4 do                                                       -- the mean of a whole number of samples, over 2 x 2 pixels as near as alpha
    line[#line + 1] = ("%g of %g"):format((at(i, 0, 0, 0) + at(i, 1, 0, 0)) * samples / 2, i / 4 * samples)
  end
  print(samples .. " samples, alpha to coverage: " .. table.concat(line, ", "))
end

-- Depth of several samples: the least and the most of each pixel.
local depth = p:Texture { Name = "depth", Format = "R32_TYPELESS", Flags = "ALLOW_DEPTH_STENCIL", SampleDesc = { Count = 4 }, OptimizedClearValue = { Format = "D32_FLOAT" } }
local dsv = p:DSV(depth, { Format = "D32_FLOAT" })
local near = p:Pipeline { PS = false, DSVFormat = "D32_FLOAT", SampleDesc = { Count = 4 }, SampleMask = 0x2, DepthStencilState = { DepthFunc = "LESS" } }
local least, most = p:Texture { Name = "least", Format = "R32_FLOAT", InitialState = "RESOLVE_DEST" }, p:Texture { Name = "most", Format = "R32_FLOAT", InitialState = "RESOLVE_DEST" }
p:Run(function(list)
  list:ClearDepthStencilView(dsv, "DEPTH", 0.75, 0)
  list:OMSetRenderTargets({}, dsv)
  p:Cover(list, near, { 0 }, 0.25, { Left = 3, Right = 5, Bottom = 8 })
  p.Barrier(list, depth, "DEPTH_WRITE", "RESOLVE_SOURCE")
  list:ResolveSubresourceRegion(least, 0, 0, 0, depth, 0, nil, "R32_FLOAT", "MIN")
  list:ResolveSubresourceRegion(most, 0, 0, 0, depth, 0, nil, "R32_FLOAT", "MAX")
  p.Barrier(list, least, "RESOLVE_DEST", "COPY_SOURCE")
  p.Barrier(list, most, "RESOLVE_DEST", "COPY_SOURCE")
end)
p:All("depth, least", least, 0, "float", 1, function(x) return { (x == 3 or x == 4) and 0.25 or 0.75 } end)
p:All("depth, most", most, 0, "float", 1, function() return { 0.75 } end)
