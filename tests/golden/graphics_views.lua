-- Render target and depth views of mips, array slices and depth slices: each draw reaches the part that its view shows, and no other.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "views"

local plain = p:Pipeline { RTVFormats = { "R8G8B8A8_UNORM" } }
local RTV = "ALLOW_RENDER_TARGET"

-- Array slices and mips: each subresource is cleared to 9 and its number is drawn through a view of its own.
local array = p:Texture { Name = "array", DepthOrArraySize = 3, MipLevels = 3, Format = "R8G8B8A8_UNORM", Flags = RTV }
p:Run(function(list)
  for slice = 0, 2 do
    for mip = 0, 2 do
      local view = p:RTV(array, { ViewDimension = "TEXTURE2DARRAY", MipSlice = mip, FirstArraySlice = slice, ArraySize = 1 })
      list:ClearRenderTargetView(view, { 9 / 255, 0, 0, 0 })
      list:OMSetRenderTargets { view }
      p:Cover(list, plain, { (10 * slice + mip) / 255, 0, 0, 1 }, 0, { Right = 1, Bottom = 8 })
    end
  end
  -- A view of slices 1 and 2: draws go to the first one of it, clears to both.
  local both = p:RTV(array, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 2 })
  list:ClearRenderTargetView(both, { 0, 200 / 255, 0, 0 }, { { Left = 4, Top = 4, Right = 5, Bottom = 5 } })
  list:OMSetRenderTargets { both }
  p:Cover(list, plain, { 0, 0, 1, 1 }, 0, { Left = 7, Top = 7, Right = 8, Bottom = 8 })
  p.Barrier(list, array, "RENDER_TARGET", "COPY_SOURCE")
end)
for slice = 0, 2 do
  for mip = 0, 2 do
    p:All(("slice %d, mip %d"):format(slice, mip), array, slice * 3 + mip, "byte", 4, function(x, y)
      if mip == 0 and slice > 0 and x == 4 and y == 4 then return { 0, 200, 0, 0 } end
      if mip == 0 and slice == 1 and x == 7 and y == 7 then return { 0, 0, 255, 255 } end
      if x == 0 then return { 10 * slice + mip, 0, 0, 255 } end
      return { 9, 0, 0, 0 }
    end)
  end
end

-- Depth slices of a volume: mip 1 has half of them.
local volume = p:Texture { Name = "volume", Dimension = "TEXTURE3D", DepthOrArraySize = 4, MipLevels = 2, Format = "R8G8B8A8_UNORM", Flags = RTV }
p:Run(function(list)
  list:ClearRenderTargetView(p:RTV(volume), { 1, 0, 0, 1 })
  list:ClearRenderTargetView(p:RTV(volume, { ViewDimension = "TEXTURE3D", MipSlice = 1 }), { 0, 0, 0, 0 })
  local third = p:RTV(volume, { ViewDimension = "TEXTURE3D", FirstWSlice = 2, WSize = 1 })
  local second = p:RTV(volume, { ViewDimension = "TEXTURE3D", MipSlice = 1, FirstWSlice = 1, WSize = 1 })
  list:OMSetRenderTargets { third }
  p:Cover(list, plain, { 0, 1, 0, 1 }, 0, { Left = 2, Top = 3, Right = 8, Bottom = 8 })
  list:OMSetRenderTargets { second }
  p:Cover(list, plain, { 0, 0, 1, 1 })
  p.Barrier(list, volume, "RENDER_TARGET", "COPY_SOURCE")
end)
p:All("depth slices of mip 0", volume, 0, "byte", 4, function(x, y, z) return z == 2 and x >= 2 and y >= 3 and { 0, 255, 0, 255 } or { 255, 0, 0, 255 } end)
p:All("depth slices of mip 1", volume, 1, "byte", 4, function(x, y, z) return z == 1 and { 0, 0, 255, 255 } or { 0, 0, 0, 0 } end)

-- Depth views of array slices and mips.
local depths = p:Texture { Name = "depths", DepthOrArraySize = 2, MipLevels = 2, Format = "D32_FLOAT", Flags = "ALLOW_DEPTH_STENCIL" }
local deep = p:Pipeline { PS = false, DSVFormat = "D32_FLOAT", DepthStencilState = { DepthFunc = "LESS" } }
p:Run(function(list)
  for slice = 0, 1 do
    for mip = 0, 1 do
      local view = p:DSV(depths, { ViewDimension = "TEXTURE2DARRAY", MipSlice = mip, FirstArraySlice = slice, ArraySize = 1 })
      list:ClearDepthStencilView(view, "DEPTH", 0.75, 0)
      list:OMSetRenderTargets({}, view)
      p:Cover(list, deep, { 0 }, 0.125 * (2 * slice + mip), { Right = 2, Bottom = 8 })
      p:Cover(list, deep, { 0 }, 0.875, { Right = 8, Bottom = 8 })       -- behind what is there
    end
  end
  p.Barrier(list, depths, "DEPTH_WRITE", "COPY_SOURCE")
end)
for sub = 0, 3 do
  p:All("depth, subresource " .. sub, depths, sub, "float", 1, function(x) return { x < 2 and 0.125 * sub or 0.75 } end)
end

-- Eight targets of one draw, each with a blend state and a write mask of its own.
local eight, views = {}, {}
local texture = p.color
local spread = gpu.PixelShader { Name = "spread", Main = function(v)
  local c = texture.value
  return { Target0 = c, Target1 = c * 0.5, Target2 = c, Target3 = c, Target4 = c, Target5 = c, Target6 = c, Target7 = c }
end }
local blends = {
  {}, { RenderTargetWriteMask = "RED|ALPHA" }, { BlendEnable = true, DestBlend = "ONE" }, { BlendEnable = true, BlendOp = "MAX" },
  { BlendEnable = true, BlendOp = "REV_SUBTRACT", DestBlend = "ONE" }, { RenderTargetWriteMask = "NONE" },
  { BlendEnable = true, SrcBlend = "DEST_COLOR", SrcBlendAlpha = "ZERO", DestBlendAlpha = "ONE" }, { BlendEnable = true, SrcBlend = "BLEND_FACTOR", DestBlend = "INV_BLEND_FACTOR" } }
local formats = {}
for i = 1, 8 do
  formats[i] = "R32G32B32A32_FLOAT"
  eight[i] = p:Texture { Name = "target " .. i, Format = formats[i], Flags = RTV }
  views[i] = p:RTV(eight[i])
end
local all = p:Pipeline { PS = spread, RTVFormats = formats, BlendState = { IndependentBlendEnable = true, RenderTarget = blends } }
p:Run(function(list)
  for i = 1, 8 do list:ClearRenderTargetView(views[i], { 0.25, 0.5, 1, 0.75 }) end
  list:OMSetRenderTargets(views)
  list:OMSetBlendFactor { 0.25, 0.25, 0.5, 1 }
  p:Cover(list, all, { 0.5, 0.25, 0.125, 1 })
  for i = 1, 8 do p.Barrier(list, eight[i], "RENDER_TARGET", "COPY_SOURCE") end
end)
local wanted = { { 0.5, 0.25, 0.125, 1 }, { 0.25, 0.5, 1, 0.5 }, { 0.75, 0.75, 1.125, 1 }, { 0.5, 0.5, 1, 1 }, { -0.25, 0.25, 0.875, 1 },
  { 0.25, 0.5, 1, 0.75 }, { 0.125, 0.125, 0.125, 0.75 }, { 0.5 * 0.25 + 0.25 * 0.75, 0.25 * 0.25 + 0.5 * 0.75, 0.125 * 0.5 + 1 * 0.5, 1 } }
for i = 1, 8 do p:All("target " .. i, eight[i], 0, "float", 4, function() return wanted[i] end) end

-- Several viewports: without a stage that chooses one, draws use the first, and its scissor rectangle.
local wide = p:Texture { Name = "wide", Width = 16, Format = "R8G8B8A8_UNORM", Flags = RTV }
p:Run(function(list)
  local view = p:RTV(wide)
  list:ClearRenderTargetView(view, { 0, 0, 0, 0 })
  list:OMSetRenderTargets { view }
  list:SetPipelineState(plain)
  list:SetGraphicsRoot32BitConstants(0, { 1, 1, 1, 1, 0, 0 })
  list:RSSetViewports { { TopLeftX = 8, Width = 8, Height = 4 }, { Width = 16, Height = 8 } }
  list:RSSetScissorRects { { Right = 12, Bottom = 8 }, { Right = 16, Bottom = 8 } }
  list:DrawInstanced(3, 1)
  p.Barrier(list, wide, "RENDER_TARGET", "COPY_SOURCE")
end)
p:All("the first viewport", wide, 0, "byte", 4, function(x, y) return x >= 8 and x < 12 and y < 4 and { 255, 255, 255, 255 } or { 0, 0, 0, 0 } end)

-- A view of the same texels with _SRGB encodes, and blends in linear light; one without does not.
local srgb = p:Texture { Name = "srgb", Format = "R8G8B8A8_TYPELESS", Flags = RTV, OptimizedClearValue = { Format = "R8G8B8A8_UNORM", Color = { 0.5, 0.5, 0.5, 0.5 } } }
local encode = p:Pipeline { RTVFormats = { "R8G8B8A8_UNORM_SRGB" } }
local mix = p:Pipeline { RTVFormats = { "R8G8B8A8_UNORM_SRGB" }, BlendState = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA" } } } }
p:Run(function(list)
  local raw, encoding = p:RTV(srgb, { Format = "R8G8B8A8_UNORM" }), p:RTV(srgb, { Format = "R8G8B8A8_UNORM_SRGB" })
  list:ClearRenderTargetView(raw, { 0.5, 0.5, 0.5, 0.5 })
  list:OMSetRenderTargets { encoding }
  p:Cover(list, encode, { 0.5, 0.0, 1.0, 0.5 }, 0, { Right = 4, Bottom = 8 })
  p:Cover(list, mix, { 1, 1, 1, 0.5 }, 0, { Right = 4, Bottom = 4 })
  p.Barrier(list, srgb, "RENDER_TARGET", "COPY_SOURCE")
end)
local function encoded(l) return (l <= 0.0031308 and 12.92 * l or 1.055 * l ^ (1 / 2.4) - 0.055) * 255 end
p:All("sRGB", srgb, 0, "byte", 4, function(x, y)
  if x >= 4 then return { 128, 128, 128, 128 } end
  if y >= 4 then return { encoded(0.5), 0, 255, 128 } end
  return { encoded(0.75), encoded(0.5), 255, 0.5 * 255 }
end, 1)
