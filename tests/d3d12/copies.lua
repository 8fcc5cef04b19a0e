-- Copies: boxes of CopyTextureRegion between textures and placed footprints, empty boxes, volumes and levels, blocks, planes of depth and stencil,
-- formats of one family, and overlap of ranges inside of a buffer.
local gpu = require "gpu"
local t = require "lib.bench"

local function ramp(n, first) local list = {} for i = 1, n do list[i] = (first or 0) + i - 1 end return list end
local function print2d(buffer, format, width, height, pitch, offset)
  return { Resource = buffer, Offset = offset or 0, Format = format, Width = width, Height = height, RowPitch = pitch }
end

-- A box of one texture lands at a place of another; the rest stays.
do
  local src = t.Texture("src", 4, 4, "R8G8B8A8_UNORM", "COPY_DEST")
  local dst = t.Texture("dst", 4, 4, "R8G8B8A8_UNORM", "COPY_DEST")
  t.Fill(src, "uint", ramp(16, 100))
  t.Fill(dst, "uint", t.Filled(16, 7))
  t.Run("box", function(list)
    t.Barrier(list, src, "COPY_DEST", "GENERIC_READ")
    list:CopyTextureRegion({ Resource = dst }, 1, 1, 0, { Resource = src }, { Left = 0, Top = 0, Front = 0, Right = 2, Bottom = 2, Back = 1 })
  end)
  t.Check("box", t.Texels(dst, "COPY_DEST", "uint"), { 7, 7, 7, 7, 7, 100, 101, 7, 7, 104, 105, 7, 7, 7, 7, 7 })
  t.Run("inside one resource", function(list)
    t.Barrier(list, src, "GENERIC_READ", "COPY_SOURCE")
    list:CopyResource(dst, src)
  end)
  t.Check("whole", t.Texels(dst, "COPY_DEST", "uint"), ramp(16, 100))
end

-- A texture into a footprint, row by row in reverse, column by column in reverse, and a box twice. Empty boxes copy nothing.
do
  local x = t.Texture("x", 64, 4, "R32_UINT", "COPY_DEST")
  t.Fill(x, "uint", ramp(256))
  local rows, columns, halves = t.Buffer("rows", 1024), t.Buffer("columns", 1024), t.Buffer("halves", 1024)
  t.Run("boxes", function(list)
    t.Barrier(list, x, "COPY_DEST", "COPY_SOURCE")
    for y = 0, 3 do
      list:CopyTextureRegion(print2d(rows, "R32_UINT", 64, 4, 256), 0, 3 - y, 0, { Resource = x }, { Top = y, Right = 64, Bottom = y + 1, Back = 1 })
    end
    for c = 0, 63 do
      list:CopyTextureRegion(print2d(columns, "R32_UINT", 64, 4, 256), 63 - c, 0, 0, { Resource = x }, { Left = c, Right = c + 1, Bottom = 4, Back = 1 })
    end
    for _, left in ipairs { 0, 32 } do
      list:CopyTextureRegion(print2d(halves, "R32_UINT", 64, 4, 256), left, 0, 0, { Resource = x }, { Right = 32, Bottom = 4, Back = 1 })
    end
  end)
  local up, mirrored, twice = {}, {}, {}
  for y = 0, 3 do
    for c = 0, 63 do up[#up + 1], mirrored[#mirrored + 1], twice[#twice + 1] = 64 * (3 - y) + c, 64 * y + 63 - c, 64 * y + c % 32 end
  end
  t.Check("rows", t.Read(rows, "uint", 256), up)
  t.Check("columns", t.Read(columns, "uint", 256), mirrored)
  t.Check("halves", t.Read(halves, "uint", 256), twice)
  gpu.PushMessageFilter { Deny = { "EmptyCopy" } }
  local ok, e = pcall(t.Run, "empty", function(list)
    list:CopyTextureRegion(print2d(halves, "R32_UINT", 64, 4, 256), 0, 0, 0, { Resource = x }, { Left = 5, Top = 1, Front = 0, Right = 5, Bottom = 1, Back = 0 })
    list:CopyTextureRegion(print2d(halves, "R32_UINT", 64, 4, 256), 0, 0, 0, { Resource = x }, { Left = 0, Top = 0, Front = 0, Right = 64, Bottom = 0, Back = 1 })
  end)
  gpu.PopMessageFilter()
  t.Check("empty boxes", ok and "accepted" or e.message, "accepted")
  t.Check("after empty boxes", t.Read(halves, "uint", 256), twice)
end

-- Volumes: a part of a footprint into a part of a volume, and into its second level.
do
  local W, H, D = 64, 6, 8
  local words = {}
  for z = 0, D - 1 do for y = 0, H - 1 do for x = 0, W - 1 do words[#words + 1] = z * 65536 + y * 256 + x + 1 end end end
  local from = t.Upload("volume", "uint", words)
  local x = t.Texture("x", W, H, "R32_UINT", "COPY_DEST", nil, { Dimension = "TEXTURE3D", DepthOrArraySize = D, MipLevels = 2 })
  t.Fill(x, "uint", t.Filled(W * H * D, 0))
  local source = { Resource = from, Format = "R32_UINT", Width = W, Height = H, Depth = D, RowPitch = W * 4 }
  t.Run("parts", function(list)
    list:CopyTextureRegion({ Resource = x }, 32, 1, 2, source, { Left = 32, Top = 1, Front = 2, Right = 64, Bottom = 6, Back = 8 })
    list:CopyTextureRegion({ Resource = x }, 1, 1, 1, source, { Left = 0, Top = 0, Front = 0, Right = 3, Bottom = 3, Back = 3 })
    list:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, source, { Right = 32, Bottom = 3, Back = 4 })
  end)
  local want, level = {}, {}
  for z = 0, D - 1 do
    for y = 0, H - 1 do
      for c = 0, W - 1 do
        local v = 0
        if c >= 32 and y >= 1 and z >= 2 then v = z * 65536 + y * 256 + c + 1 end
        if c >= 1 and c < 4 and y >= 1 and y < 4 and z >= 1 and z < 4 then v = (z - 1) * 65536 + (y - 1) * 256 + c end
        want[#want + 1] = v
      end
    end
  end
  for z = 0, 3 do for y = 0, 2 do for c = 0, 31 do level[#level + 1] = z * 65536 + y * 256 + c + 1 end end end
  t.Check("volume", t.Texels(x, "COPY_DEST", "uint", 0), want)
  t.Check("level 1 of a volume", t.Texels(x, "COPY_DEST", "uint", 1), level)
end

-- Blocks: boxes in texels that are whole blocks; levels smaller than a block take a whole one.
do
  local words = {}
  for block = 0, 63 do for k = 0, 3 do words[#words + 1] = block * 256 + k end end
  local rows = {}
  for y = 0, 7 do for x = 0, 7 do for k = 1, 4 do rows[y * 64 + x * 4 + k] = words[(y * 8 + x) * 4 + k] end end for k = 33, 64 do rows[y * 64 + k] = 0 end end
  local from = t.Upload("blocks", "uint", rows)
  local x = t.Texture("x", 8, 8, "BC2_UNORM", "COPY_DEST", nil, { MipLevels = 4 })
  local source = print2d(from, "BC2_UNORM", 32, 32, 256)
  local function box(left, top) return { Left = left, Top = top, Right = left + 4, Bottom = top + 4, Back = 1 } end
  t.Run("blocks", function(list)
    list:CopyTextureRegion({ Resource = x }, 0, 0, 0, source, box(4, 4))
    list:CopyTextureRegion({ Resource = x }, 4, 0, 0, source, box(28, 0))
    list:CopyTextureRegion({ Resource = x }, 0, 4, 0, source, box(0, 24))
    list:CopyTextureRegion({ Resource = x }, 4, 4, 0, source, box(16, 16))
    list:CopyTextureRegion({ Resource = x, Subresource = 2 }, 0, 0, 0, source, box(4, 0))
    list:CopyTextureRegion({ Resource = x, Subresource = 3 }, 0, 0, 0, source, box(8, 0))
  end)
  local function block(n) return { n * 256, n * 256 + 1, n * 256 + 2, n * 256 + 3 } end
  local function blocks(...) local list = {} for _, n in ipairs { ... } do for _, v in ipairs(block(n)) do list[#list + 1] = v end end return list end
  t.Check("blocks", t.Texels(x, "COPY_DEST", "uint", 0), blocks(9, 7, 48, 36))
  t.Check("level of 2 texels", t.Texels(x, "COPY_DEST", "uint", 2), block(1))
  t.Check("level of 1 texel", t.Texels(x, "COPY_DEST", "uint", 3), block(2))
  -- A block of BC2 is a texel of R32G32B32A32_UINT, either way.
  local y = t.Texture("y", 2, 2, "R32G32B32A32_UINT", "COPY_DEST")
  local z = t.Texture("z", 8, 8, "BC2_UNORM", "COPY_DEST")
  t.Run("blocks as texels", function(list)
    t.Barrier(list, x, "COPY_DEST", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = y }, 0, 0, 0, { Resource = x }, { Right = 8, Bottom = 8, Back = 1 })
    t.Barrier(list, y, "COPY_DEST", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = z }, 4, 4, 0, { Resource = y }, { Right = 1, Bottom = 1, Back = 1 })
    t.Barrier(list, y, "COPY_SOURCE", "COPY_DEST")
  end)
  t.Check("blocks as texels", t.Texels(y, "COPY_DEST", "uint"), blocks(9, 7, 48, 36))
  local got = t.Texels(z, "COPY_DEST", "uint")
  t.Check("a texel as a block", { got[13], got[14], got[15], got[16] }, block(9))
end

-- Depth and stencil are planes that are copied apart, to and from colours of their bits.
for _, case in ipairs { { "D32_FLOAT", "D32_FLOAT" }, { "R32_TYPELESS", "D32_FLOAT" }, { "D32_FLOAT_S8X24_UINT", "D32_FLOAT_S8X24_UINT", true },
  { "R32G8X24_TYPELESS", "D32_FLOAT_S8X24_UINT", true } } do
  local format, view, stencil = unpack(case)
  local x = t.Texture(format, 4, 4, format, "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local dsv = t.DSV(x, { Format = view })
  local colour, bytes = t.Texture("depths", 4, 4, "R32_FLOAT", "COPY_DEST"), t.Texture("stencils", 4, 4, "R8_UINT", "COPY_DEST")
  t.Run("planes out", function(list)
    list:ClearDepthStencilView(dsv, stencil and "DEPTH|STENCIL" or "DEPTH", 0.375, stencil and 44 or 0)
    t.Barrier(list, x, "DEPTH_WRITE", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = colour }, 0, 0, 0, { Resource = x })
    if stencil then list:CopyTextureRegion({ Resource = bytes }, 0, 0, 0, { Resource = x, Subresource = 1 }) end
  end)
  t.Check(format .. " depth", t.Texels(colour, "COPY_DEST", "float"), t.Filled(16, 0.375))
  if stencil then t.Check(format .. " stencil", t.Texels(bytes, "COPY_DEST", "byte"), t.Filled(16, 44)) end
  t.Fill(colour, "float", t.Filled(16, 0.625))
  if stencil then t.Fill(bytes, "byte", ramp(16)) end
  t.Run("planes in", function(list)
    t.Barrier(list, x, "COPY_SOURCE", "COPY_DEST")
    t.Barrier(list, colour, "COPY_DEST", "COPY_SOURCE")
    t.Barrier(list, bytes, "COPY_DEST", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = x }, 0, 0, 0, { Resource = colour })
    if stencil then list:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = bytes }) end
  end)
  t.Check(format .. " depth again", t.Texels(x, "COPY_DEST", "float", 0), t.Filled(16, 0.625))
  if stencil then t.Check(format .. " stencil again", t.Texels(x, "COPY_DEST", "byte", 1), ramp(16)) end
end

-- Planes from buffers: a footprint of the depth plane has 32 bits a texel, that of stencil 8, typeless or typed.
for _, case in ipairs { { "D24_UNORM_S8_UINT", 0xffffff, true }, { "R24G8_TYPELESS", 0x123456, true }, { "D32_FLOAT", 0x3f800000 },
  { "R32G8X24_TYPELESS", 0x3f000000, true } } do
  local format, word, stencil = unpack(case)
  local x = t.Texture(format, 2, 2, format, "COPY_DEST", "ALLOW_DEPTH_STENCIL")
  local depths = t.Buffer("depths", 512, "UPLOAD")
  local m = depths:Map()
  for y = 0, 1 do m:Write(y * 256, "uint", { word, word }) end
  depths:Unmap()
  local stencils = t.Buffer("stencils", 512, "UPLOAD")
  m = stencils:Map()
  for y = 0, 1 do m:Write(y * 256, "byte", { 0xaa + y * 2, 0xab + y * 2 }) end
  stencils:Unmap()
  t.Run("planes", function(list)
    list:CopyTextureRegion({ Resource = x }, 0, 0, 0, print2d(depths, "R32_TYPELESS", 2, 2, 256))
    if stencil then list:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, print2d(stencils, "R8_TYPELESS", 2, 2, 256)) end
  end)
  t.Check(format .. " from a buffer", t.Texels(x, "COPY_DEST", "uint", 0), t.Filled(4, word))
  if stencil then t.Check(format .. " stencil from a buffer", t.Texels(x, "COPY_DEST", "byte", 1), { 0xaa, 0xab, 0xac, 0xad }) end
end

-- Formats of one family are copied as bits.
do
  local x = t.Texture("x", 2, 1, "R32_FLOAT", "COPY_DEST")
  local y, z = t.Texture("y", 2, 1, "R32_UINT", "COPY_DEST"), t.Texture("z", 2, 1, "R32_TYPELESS", "COPY_DEST")
  t.Fill(x, "float", { 1, -2 })
  t.Run("family", function(list)
    t.Barrier(list, x, "COPY_DEST", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = y }, 0, 0, 0, { Resource = x })
    list:CopyResource(z, x)
  end)
  t.Check("float as uint", t.Texels(y, "COPY_DEST", "uint"), { 0x3f800000, 0xc0000000 })
  t.Check("float as typeless", t.Texels(z, "COPY_DEST", "uint"), { 0x3f800000, 0xc0000000 })
end

-- Samples are copied with CopyResource and with whole subresources.
do
  local ms = { SampleDesc = { Count = 4 } }
  local x = t.Texture("x", 2, 2, "R8_UNORM", "RENDER_TARGET", "ALLOW_RENDER_TARGET", ms)
  local y = t.Texture("y", 2, 2, "R8_UNORM", "COPY_DEST", "ALLOW_RENDER_TARGET", ms)
  local z = t.Texture("z", 2, 2, "R8_UNORM", "RESOLVE_DEST")
  t.Run("samples", function(list)
    list:ClearRenderTargetView(t.RTV(x), { 0.2, 0, 0, 0 })
    t.Barrier(list, x, "RENDER_TARGET", "COPY_SOURCE")
    list:CopyTextureRegion({ Resource = y }, 0, 0, 0, { Resource = x })
    t.Barrier(list, y, "COPY_DEST", "RESOLVE_SOURCE")
    list:ResolveSubresource(z, 0, y, 0)
  end)
  t.Check("samples", t.Texels(z, "RESOLVE_DEST", "byte"), t.Filled(4, 51))
end

-- A subresource is not copied to itself: it cannot be read and written in one state. Two levels of one texture can.
do
  local b = t.Contents("b", "uint", ramp(64))
  t.Refused("inside of a buffer", "GS0365", function() t.Run("inside", function(list) list:CopyBufferRegion(b, 128, b, 0, 128) end) end)
  local x = t.Texture("x", 4, 4, "R8_UINT", "COPY_DEST", nil, { MipLevels = 2 })
  t.Fill(x, "byte", ramp(16))
  t.Run("levels", function(list)
    t.Barrier(list, x, "COPY_DEST", "COPY_SOURCE", 0)
    list:CopyTextureRegion({ Resource = x, Subresource = 1 }, 0, 0, 0, { Resource = x }, { Left = 1, Top = 1, Right = 3, Bottom = 3, Back = 1 })
    t.Barrier(list, x, "COPY_SOURCE", "COPY_DEST", 0)
  end)
  t.Check("from level to level", t.Texels(x, "COPY_DEST", "byte", 1), { 5, 6, 9, 10 })
end

-- Levels and slices count first, then planes: mip + slice * levels + plane * levels * slices.
do
  local x = t.Texture("x", 4, 4, "R32G8X24_TYPELESS", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { DepthOrArraySize = 2, MipLevels = 2 })
  t.Run("subresources", function(list)
    for slice = 0, 1 do
      for level = 0, 1 do
        list:ClearDepthStencilView(t.DSV(x, { Format = "D32_FLOAT_S8X24_UINT", ViewDimension = "TEXTURE2DARRAY", MipSlice = level, FirstArraySlice = slice, ArraySize = 1 }),
          "DEPTH|STENCIL", (level + slice * 2 + 1) / 8, level + slice * 2 + 1)
      end
    end
  end)
  for n = 0, 3 do
    local texels = n % 2 == 0 and 16 or 4
    t.Check("plane 0 of subresource " .. n, t.Texels(x, "DEPTH_WRITE", "float", n), t.Filled(texels, (n + 1) / 8))
    t.Check("plane 1 of subresource " .. n, t.Texels(x, "DEPTH_WRITE", "byte", 4 + n), t.Filled(texels, n + 1))
  end
end
t.Done()
