-- Formats whose components share a word, and A8: cleared, drawn to and blended, as bits and as what a shader reads. R9G9B9E5 cannot be drawn to,
-- so its words are copied.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "small formats"

local picture, sampler = gpu.Texture2D("t0", "float4"), gpu.SamplerState("s0")
local show = p:Pipeline { RTVFormats = { "R32G32B32A32_FLOAT" }, PS = gpu.PixelShader { Name = "show", Main = function(v)
  return picture:Sample(sampler, v.Position.xy / 8)
end } }
local out = p:Texture { Name = "out", Format = "R32G32B32A32_FLOAT", Flags = "ALLOW_RENDER_TARGET" }
local outRTV = p:RTV(out)

local function report(format, texture, type)
  p:Run(function(list)
    p.Barrier(list, texture, "RENDER_TARGET", "PIXEL_SHADER_RESOURCE")
    list:OMSetRenderTargets { outRTV }
    list:SetGraphicsRootDescriptorTable(1, p:SRV(texture))
    p:Cover(list, show, { 0 })
    p.Barrier(list, out, "RENDER_TARGET", "COPY_SOURCE")
    p.Barrier(list, texture, "PIXEL_SHADER_RESOURCE", "COPY_SOURCE")
  end)
  local word, seen = p:Read(texture, 0, type, 1), nil
  local words = {}
  for i, x in ipairs { 0, 3, 7 } do words[i] = ("%x"):format(word(x, 4)) end
  seen = p:Read(out, 0, "float", 4)
  print(format, table.concat(words, " "))
  for _, x in ipairs { 0, 3, 7 } do print("", ("%.4f %.4f %.4f %.4f"):format(seen(x, 4, 0, 0), seen(x, 4, 0, 1), seen(x, 4, 0, 2), seen(x, 4, 0, 3))) end
  p:Run(function(list) p.Barrier(list, out, "COPY_SOURCE", "RENDER_TARGET") end)
end

-- Columns 0 and 1 are drawn, 2 to 5 blended, 6 and 7 cleared.
local over = { RenderTarget = { { BlendEnable = true, SrcBlend = "SRC_ALPHA", DestBlend = "INV_SRC_ALPHA" } } }
for _, case in ipairs { { "A8_UNORM", "byte" }, { "B5G6R5_UNORM", "ushort" }, { "B5G5R5A1_UNORM", "ushort" }, { "B4G4R4A4_UNORM", "ushort" },
  { "A4B4G4R4_UNORM", "ushort" }, { "B8G8R8X8_UNORM", "uint" }, { "B8G8R8X8_UNORM_SRGB", "uint" } } do
  local format, type = case[1], case[2]
  local texture = p:Texture { Name = format, Format = format, Flags = "ALLOW_RENDER_TARGET" }
  local rtv = p:RTV(texture)
  p:Run(function(list)
    list:ClearRenderTargetView(rtv, { 0.25, 0.5, 0.75, 0.6 })
    list:OMSetRenderTargets { rtv }
    p:Cover(list, p:Pipeline { RTVFormats = { format } }, { 1, 0.2, 0, 0.4 }, 0, { Right = 2, Bottom = 8 })
    p:Cover(list, p:Pipeline { RTVFormats = { format }, BlendState = over }, { 1, 0, 0, 0.5 }, 0, { Left = 2, Right = 6, Bottom = 8 })
  end)
  report(format, texture, type)
end

local up = p.device:CreateCommittedResource { Name = "up", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 2048, InitialState = "GENERIC_READ" }
local map = up:Map()
local function shared(r, g, b, e) return r + g * 512 + b * 262144 + e * 134217728 end
for y = 0, 7 do
  map:Write(256 * y, "uint", { shared(256, 0, 0, 15), 0, 0, shared(511, 256, 1, 31), 0, 0, 0, shared(1, 2, 3, 0) })
end
local texture = p:Texture { Name = "shared", Format = "R9G9B9E5_SHAREDEXP", InitialState = "COPY_DEST" }
p:Run(function(list)
  list:CopyTextureRegion({ Resource = texture }, 0, 0, 0, { Resource = up, Format = "R9G9B9E5_SHAREDEXP", Width = 8, Height = 8, RowPitch = 256 })
  list:ResourceBarrier { { Resource = texture, Before = "COPY_DEST", After = "PIXEL_SHADER_RESOURCE" } }
  list:OMSetRenderTargets { outRTV }
  list:SetGraphicsRootDescriptorTable(1, p:SRV(texture))
  p:Cover(list, show, { 0 })
  p.Barrier(list, out, "RENDER_TARGET", "COPY_SOURCE")
end)
local seen = p:Read(out, 0, "float", 4)
for _, x in ipairs { 0, 3, 7 } do print("R9G9B9E5_SHAREDEXP", ("%g %g %g %g"):format(seen(x, 4, 0, 0), seen(x, 4, 0, 1), seen(x, 4, 0, 2), seen(x, 4, 0, 3))) end
