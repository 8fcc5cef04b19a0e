-- BC6H: blocks of halves, seen without and with a sign, through views of a typeless texture; and a block of a reserved mode.
local gpu = require "gpu"
local pixels = require "lib.pixels"
local p = pixels.Create "hdr_blocks"

-- A block of the mode that has one region and ten bits a component: mode 00011, then w and x in red, green and blue, then indices of three and four bits.
local function block(mode, w, x, index)
  local bits = {}
  local function put(v, n) for _ = 1, n do bits[#bits + 1] = v % 2 v = math.floor(v / 2) end end
  put(mode, 5)
  for _, ends in ipairs { w, x } do for c = 1, 3 do put(ends[c], 10) end end
  for texel = 0, 15 do put(index(texel), texel == 0 and 3 or 4) end
  local words = {}
  for i = 0, 3 do
    words[i + 1] = 0
    for k = 31, 0, -1 do words[i + 1] = words[i + 1] * 2 + bits[32 * i + k + 1] end
  end
  return words
end

local upload = p.device:CreateCommittedResource { Name = "upload", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 512, InitialState = "GENERIC_READ" }
local map = upload:Map()
local function place(at, words) for i, v in ipairs(words) do map:Write(at + 4 * (i - 1), "uint", v) end end
-- Without a sign 1023 is 65504, the largest half, and 0 is 0; with one 511 is 65504, 512 and 513 are -65504.
place(0, block(3, { 0, 1023, 511 }, { 1023, 0, 513 }, function(texel) return texel % 4 * 5 end))
place(16, block(0x13, { 1, 2, 3 }, { 4, 5, 6 }, function() return 0 end))
upload:Unmap()

local texture = p:Texture { Name = "light", Format = "BC6H_TYPELESS", Height = 4, InitialState = "COPY_DEST" }
local out = p:Texture { Name = "out", Format = "R32G32B32A32_FLOAT", Flags = "ALLOW_RENDER_TARGET" }
local rtv, light = p:RTV(out), gpu.Texture2D("t0", "float4")
local show = p:Pipeline { RTVFormats = { "R32G32B32A32_FLOAT" }, PS = gpu.PixelShader { Name = "show", Main = function(v)
  return light:Load(int3(int(v.Position.x), int(v.Position.y) % 4, 0))
end } }
p:Run(function(list)
  list:CopyTextureRegion({ Resource = texture }, 0, 0, 0, { Resource = upload, Format = "BC6H_TYPELESS", Width = 8, Height = 4, RowPitch = 256 })
  p.Barrier(list, texture, "COPY_DEST", "PIXEL_SHADER_RESOURCE")
end)
for _, format in ipairs { "BC6H_UF16", "BC6H_SF16" } do
  local srv = p:SRV(texture, { Format = format })
  p:Run(function(list)
    list:SetGraphicsRootDescriptorTable(1, srv)
    list:OMSetRenderTargets { rtv }
    p:Cover(list, show, { 0 })
    p.Barrier(list, out, "RENDER_TARGET", "COPY_SOURCE")
  end)
  local at = p:Read(out, 0, "float", 4)
  for _, x in ipairs { 0, 1, 2, 3, 4 } do print(format, x, at(x, 0, 0, 0), at(x, 0, 0, 1), at(x, 0, 0, 2), at(x, 0, 0, 3)) end
  p:Run(function(list) p.Barrier(list, out, "COPY_SOURCE", "RENDER_TARGET") end)
end
for _, v in ipairs { p.device:CheckFeatureSupport("FORMAT_SUPPORT", "BC6H_UF16") } do print(v.TEXTURE2D, v.SHADER_SAMPLE, v.RENDER_TARGET, v.TYPED_UNORDERED_ACCESS_VIEW) end
