-- Clears: what ClearRenderTargetView, ClearDepthStencilView and the clears of unordered access views leave in memory, in every kind of format, with
-- values that a format cannot hold, in slices, levels and rectangles, and through null descriptors.
local gpu = require "gpu"
local t = require "lib.bench"

local HALF, ONE, TWO, MINUS = 0x3f000000, 0x3f800000, 0x40000000, 0xbf800000   -- bits of floats
local NAN, INF = 0 / 0, 1 / 0

-- Render targets: floats become what the format holds. Integers are truncated and clamped, NaN is 0.
local FEW, MANY = { 0, 1, 0, 1 }, { 1, -1, -0.5, -2 }
for _, case in ipairs {
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_UNORM", { 0.2, 0.6, 1, 0 }, "byte", { 51, 153, 255, 0 } },
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_UNORM", { -1, 2, NAN, INF }, "byte", { 0, 255, 0, 255 } },
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_UNORM_SRGB", { 0.1, 0.5, 0.3, 0.75 }, "byte", { 0x59, 0xbc, 0x95, 0xbf } },
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_UINT", { 0.1, 0.5, 0.3, 0.75 }, "byte", { 0, 0, 0, 0 } },
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_UINT", FEW, "byte", FEW },
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_UINT", MANY, "byte", { 1, 0, 0, 0 } },
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_UINT", { 255, 256, 300.7, INF }, "byte", { 255, 255, 255, 255 } },
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_SINT", MANY, "sbyte", { 1, -1, 0, -2 } },
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_SINT", { 128, -129, -1.9, NAN }, "sbyte", { 127, -128, -1, 0 } },
  { "R8G8B8A8_TYPELESS", "R8G8B8A8_SNORM", { -1, -2, 1, 0 }, "sbyte", { -127, -127, 127, 0 } },
  { "R16G16B16A16_TYPELESS", "R16G16B16A16_UNORM", { 0, 1, 2, -1 }, "ushort", { 0, 65535, 65535, 0 } },
  { "R16G16B16A16_TYPELESS", "R16G16B16A16_UINT", MANY, "ushort", { 1, 0, 0, 0 } },
  { "R16G16B16A16_TYPELESS", "R16G16B16A16_UINT", { 65535, 65536, 1e9, 3.99 }, "ushort", { 65535, 65535, 65535, 3 } },
  { "R16G16B16A16_TYPELESS", "R16G16B16A16_SINT", MANY, "short", { 1, -1, 0, -2 } },
  { "R16G16B16A16_TYPELESS", "R16G16B16A16_SINT", { 40000, -40000, 32767, -32768 }, "short", { 32767, -32768, 32767, -32768 } },
  { "R16G16B16A16_TYPELESS", "R16G16B16A16_FLOAT", { 0.5, 1, 65504, -2 }, "ushort", { 0x3800, 0x3c00, 0x7bff, 0xc000 } },
  { "R32G32B32A32_TYPELESS", "R32G32B32A32_UINT", { 4294967296, -1, 16777216, 0.999 }, "uint", { 4294967295, 0, 16777216, 0 } },
  { "R32G32B32A32_TYPELESS", "R32G32B32A32_SINT", { 1e10, -1e10, -7.5, 7.5 }, "int", { 2147483647, -2147483648, -7, 7 } },
  { "R10G10B10A2_TYPELESS", "R10G10B10A2_UNORM", { 1, 0, 1, 1 }, "uint", { 0xfff003ff } },
  { "R10G10B10A2_TYPELESS", "R10G10B10A2_UINT", { 1023, 2000, 5, 9 }, "uint", { 3 * 2 ^ 30 + 5 * 2 ^ 20 + 1023 * 2 ^ 10 + 1023 } },
  { "R11G11B10_FLOAT", "R11G11B10_FLOAT", { 0.5, 1, 2, 0 }, "uint", { 0x801e0380 } },
  { "R11G11B10_FLOAT", "R11G11B10_FLOAT", { -1, 1e30, INF, 0 }, "uint", { 0x7bf * 2 ^ 11 + 0x3e0 * 2 ^ 22 } },
  { "R16G16B16A16_TYPELESS", "R16G16B16A16_FLOAT", { INF, -INF, 1e6, 1e-8 }, "ushort", { 0x7c00, 0xfc00, 0x7c00, 0 } },
  { "R32_FLOAT", "R32_FLOAT", { INF, 0, 0, 0 }, "uint", { 0x7f800000 } },
  { "B8G8R8A8_UNORM", "B8G8R8A8_UNORM", { 1, 0.4, 0, 1 }, "byte", { 0, 102, 255, 255 } },
  { "B5G6R5_UNORM", "B5G6R5_UNORM", { 1, 0, 1, 0 }, "ushort", { 0xf81f } },
  { "B5G5R5A1_UNORM", "B5G5R5A1_UNORM", { 0, 1, 0, 1 }, "ushort", { 0x83e0 } },
  { "A8_UNORM", "A8_UNORM", { 1, 1, 1, 0.4 }, "byte", { 102 } },
} do
  local format, view, colour, type, want = unpack(case)
  local x = t.Texture(view, 1, 1, format, "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x, { Format = view })
  t.Run("clear", function(list) list:ClearRenderTargetView(rtv, colour) end)
  t.Check(view .. " of " .. table.concat(colour, " "), t.Texels(x, "RENDER_TARGET", type), want)
  x:Release()
end

-- Slices of an array, of a volume, and levels are cleared alone.
do
  local x = t.Texture("array", 4, 4, "R8_UINT", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { DepthOrArraySize = 3, MipLevels = 2 })
  t.Run("slices", function(list)
    list:ClearRenderTargetView(t.RTV(x), { 1, 0, 0, 0 })
    list:ClearRenderTargetView(t.RTV(x, { ViewDimension = "TEXTURE2DARRAY", MipSlice = 1 }), { 2, 0, 0, 0 })
    list:ClearRenderTargetView(t.RTV(x, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 1 }), { 3, 0, 0, 0 })
  end)
  for slice, want in ipairs { 1, 3, 1 } do
    t.Check("slice " .. slice, t.Texels(x, "RENDER_TARGET", "byte", (slice - 1) * 2), t.Filled(16, want))
    t.Check("level 1 of slice " .. slice, t.Texels(x, "RENDER_TARGET", "byte", (slice - 1) * 2 + 1), t.Filled(4, 2))
  end
  local v = t.Texture("volume", 2, 2, "R8_UINT", "RENDER_TARGET", "ALLOW_RENDER_TARGET", { Dimension = "TEXTURE3D", DepthOrArraySize = 6 })
  t.Run("volume", function(list)
    list:ClearRenderTargetView(t.RTV(v), { 9, 0, 0, 0 })
    list:ClearRenderTargetView(t.RTV(v, { ViewDimension = "TEXTURE3D", FirstWSlice = 2, WSize = 2 }), { 5, 0, 0, 0 })
  end)
  t.Check("volume", t.Texels(v, "RENDER_TARGET", "byte"), { 9, 9, 9, 9, 9, 9, 9, 9, 5, 5, 5, 5, 5, 5, 5, 5, 9, 9, 9, 9, 9, 9, 9, 9 })
end

-- Rectangles are cut to the view; those without area clear nothing.
do
  local x = t.Texture("rects", 4, 2, "R8_UINT", "RENDER_TARGET", "ALLOW_RENDER_TARGET")
  local rtv = t.RTV(x)
  t.Run("rects", function(list)
    list:ClearRenderTargetView(rtv, { 1, 0, 0, 0 })
    list:ClearRenderTargetView(rtv, { 2, 0, 0, 0 }, { { Left = 1, Top = 0, Right = 2, Bottom = 1 }, { Left = 3, Top = 1, Right = 4, Bottom = 2 } })
  end)
  t.Check("rects", t.Texels(x, "RENDER_TARGET", "byte"), { 1, 2, 1, 1, 1, 1, 1, 2 })
end

-- Depth and stencil are cleared apart; slices too.
do
  local x = t.Texture("depth", 2, 2, "D32_FLOAT_S8X24_UINT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  local dsv = t.DSV(x)
  t.Run("planes", function(list)
    list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.5, 3)
    list:ClearDepthStencilView(dsv, "DEPTH", 0.75, 7)
    list:ClearDepthStencilView(dsv, "STENCIL", 0.25, 9)
  end)
  t.Check("depth", t.Texels(x, "DEPTH_WRITE", "float", 0), t.Filled(4, 0.75))
  t.Check("stencil", t.Texels(x, "DEPTH_WRITE", "byte", 1), t.Filled(4, 9))
  local y = t.Texture("depths", 2, 2, "D32_FLOAT", "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL", { DepthOrArraySize = 6 })
  t.Run("slices", function(list)
    list:ClearDepthStencilView(t.DSV(y), "DEPTH", 0.5, 0)
    list:ClearDepthStencilView(t.DSV(y, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 1, ArraySize = 2 }), "DEPTH", 0.25, 0)
    list:ClearDepthStencilView(t.DSV(y, { ViewDimension = "TEXTURE2DARRAY", FirstArraySlice = 4, ArraySize = 1 }), "DEPTH", 1, 0)
  end)
  for slice, want in ipairs { 0.5, 0.25, 0.25, 0.5, 1, 0.5 } do
    t.Check("depth of slice " .. slice, t.Texels(y, "DEPTH_WRITE", "float", slice - 1), t.Filled(4, want))
  end
  for format, case in pairs { D16_UNORM = { "ushort", 32768 }, D24_UNORM_S8_UINT = { "uint", 0x800000 } } do
    local z = t.Texture(format, 1, 1, format, "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
    t.Run("half", function(list) list:ClearDepthStencilView(t.DSV(z), "DEPTH", 0.5, 0) end)
    t.Check(format, t.Texels(z, "DEPTH_WRITE", case[1], 0), { case[2] }, 1)
  end
end

-- Unordered access views of buffers: Uint clears take the low bits of each value as the component's bits, whatever the format means; Float ones convert.
local function clearBuffer(view, values, float, want)
  local b = t.Buffer("buffer", 1024)
  local all, allCPU = t.UAV(b, { Format = "R32_UINT" })
  local part, partCPU = t.UAV(not view.null and b or nil, view.desc)
  t.Run("clear buffer", function(list)
    t.Heaps(list)
    list:ClearUnorderedAccessViewUint(all, allCPU, b, { 0x55555555, 0, 0, 0 })
    t.Sync(list, b)
    local clear = float and list.ClearUnorderedAccessViewFloat or list.ClearUnorderedAccessViewUint
    clear(list, part, partCPU, b, values)
  end)
  local expected, first, count = t.Filled(256, 0x55555555), view.desc.FirstElement or 0, view.null and 0 or view.desc.NumElements or 256
  for i = first + 1, first + count do expected[i] = want end
  t.Check(("buffer %s of %s"):format(view.desc.Format, table.concat(values, " ")), t.Read(b, "uint", 256), expected)
  b:Release()
end
local function whole(format) return { desc = { Format = format } } end
clearBuffer(whole "R32_UINT", { 7, 0, 0, 0 }, false, 7)
clearBuffer({ desc = { Format = "R32_UINT", FirstElement = 64, NumElements = 192 } }, { 2, 9, 9, 9 }, false, 2)
clearBuffer({ desc = { Format = "R32_UINT", FirstElement = 0, NumElements = 246 } }, { 5, 0, 0, 0 }, false, 5)
clearBuffer({ desc = { Format = "R32_TYPELESS", FirstElement = 64, NumElements = 192, Flags = "RAW" } }, { 0xffffffff, 1, 1, 1 }, false, 0xffffffff)
clearBuffer({ desc = { Format = "R32_TYPELESS", NumElements = 247, Flags = "RAW" } }, { 11, 0, 0, 0 }, false, 11)
clearBuffer(whole "R32_FLOAT", { 1, 0, 0, 0 }, false, 1)
clearBuffer(whole "R32_FLOAT", { 1, 0, 0, 0 }, true, ONE)
clearBuffer(whole "R16G16_UINT", { 0x1234, 0xabcd, 0, 0 }, false, 0xabcd1234)
clearBuffer(whole "R16G16_UINT", { 0x10000, 0, 0, 0 }, false, 0)
clearBuffer(whole "R16G16_UNORM", { 0x1234, 0xabcd, 0, 0 }, false, 0xabcd1234)
clearBuffer(whole "R16G16_UNORM", { 32768 / 65535, 1, 0, 0 }, true, 0xffff8000)
clearBuffer(whole "R16G16_UNORM", { 2, 0, 0, 0 }, true, 0x0000ffff)
clearBuffer(whole "R16G16_UNORM", { -1, 0, 0.5, 0.5 }, true, 0)
clearBuffer(whole "R16G16_FLOAT", { 0x1234, 0xabcd, 0, 0 }, false, 0xabcd1234)
clearBuffer(whole "R16G16_FLOAT", { 0.5, 1, 0, 0 }, true, 0x3c003800)
clearBuffer(whole "R8G8B8A8_UINT", { 0x11, 0x22, 0x33, 0x44 }, false, 0x44332211)
clearBuffer(whole "R8G8B8A8_UINT", { 0x100, 0, 0, 0 }, false, 0)
clearBuffer(whole "R11G11B10_FLOAT", { 0x7ff, 0x7ff, 0x3ff, 0 }, false, 0xffffffff)
clearBuffer(whole "R11G11B10_FLOAT", { 0x7ff, 0, 0x3ff, 0 }, false, 0xffc007ff)
clearBuffer(whole "R11G11B10_FLOAT", { 0.5, 1, 2, 0 }, true, 0x801e0380)
clearBuffer(whole "R11G11B10_FLOAT", { 0.5, 0, -1, 0.5 }, true, 0x380)
clearBuffer(whole "R10G10B10A2_UINT", { 0x1010, 0x1020, 0x1030, 0x41 }, false, 0x30 * 2 ^ 20 + 0x20 * 2 ^ 10 + 0x10 + 2 ^ 30)
clearBuffer(whole "R10G10B10A2_UNORM", { 0x1010, 0x1020, 0x1030, 0x41 }, false, 0x30 * 2 ^ 20 + 0x20 * 2 ^ 10 + 0x10 + 2 ^ 30)
clearBuffer(whole "R10G10B10A2_UNORM", { 512 / 1023, 1, 0, 1 }, true, 0x3ff * 2 ^ 10 + 0x200 + 3 * 2 ^ 30)
clearBuffer({ null = true, desc = { Format = "R32_UINT", ViewDimension = "BUFFER", NumElements = 256 } }, { 1, 0, 0, 0 }, false, 0)

-- The same of textures, with levels, slices and rectangles.
local SIZE = 8
local function clearTexture(case)
  local kind = case.dimension or "TEXTURE2D"
  local x = t.Texture("image", SIZE, SIZE, case.format, "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS",
    { Dimension = kind, DepthOrArraySize = case.slices or 1, MipLevels = case.level and 2 or 1 })
  local level = case.level or 0
  local desc = { MipSlice = case.level }
  if kind == "TEXTURE3D" then desc.ViewDimension, desc.FirstWSlice, desc.WSize = "TEXTURE3D", case.first, case.count
  elseif case.slices then desc.ViewDimension, desc.FirstArraySlice, desc.ArraySize = "TEXTURE2DARRAY", case.first, case.count end
  local view, viewCPU = t.UAV(x, desc)
  t.Run("clear image", function(list)
    t.Heaps(list)
    local before, beforeCPU = t.UAV(x, { MipSlice = case.level })
    list:ClearUnorderedAccessViewUint(before, beforeCPU, x, { 0, 0, 0, 0 })
    t.Sync(list, x)
    local clear = case.float and list.ClearUnorderedAccessViewFloat or list.ClearUnorderedAccessViewUint
    clear(list, view, viewCPU, x, case.values, case.rects)
  end)
  local size, planes, per = SIZE / 2 ^ level, kind == "TEXTURE3D" and 1 or case.slices or 1, kind == "TEXTURE3D" and case.slices or 1
  local got, want = {}, {}
  for plane = 0, planes - 1 do
    for _, v in ipairs(t.Texels(x, "UNORDERED_ACCESS", "uint", plane * (case.level and 2 or 1) + level)) do got[#got + 1] = v end
  end
  for slice = 0, planes * per - 1 do
    for y = 0, size - 1 do
      for px = 0, size - 1 do
        local inside = not case.rects
        for _, r in ipairs(case.rects or {}) do inside = inside or (px >= r.Left and px < r.Right and y >= r.Top and y < r.Bottom) end
        inside = inside and (not case.first or (slice >= case.first and slice < case.first + case.count))
        want[#want + 1] = inside and case.want or 0
      end
    end
  end
  t.Check(("image %s of %s"):format(case.format, table.concat(case.values, " ")), got, want)
  x:Release()
end
for _, float in ipairs { false, true } do
  local values, want = float and { 0.5, 0, 0, 0 } or { 1, 0, 0, 0 }, float and HALF or 1
  for level = 0, 1 do clearTexture { format = "R32_FLOAT", values = values, want = want, float = float, level = level } end
  clearTexture { format = "R32_FLOAT", values = values, want = want, float = float, slices = 6, first = 3, count = 2 }
  clearTexture { format = "R32_FLOAT", values = values, want = want, float = float, slices = 6, first = 3, count = 2, dimension = "TEXTURE3D" }
  clearTexture { format = "R32_FLOAT", values = values, want = want, float = float, rects = { { Left = 1, Top = 2, Right = 4, Bottom = 6 } } }
  clearTexture { format = "R32_FLOAT", values = values, want = want, float = float,
    rects = { { Left = 1, Top = 2, Right = 3, Bottom = 4 }, { Left = 5, Top = 6, Right = 7, Bottom = 8 } } }
end
for _, case in ipairs {
  { "R16G16_UINT", { 1, 2, 3, 4 }, 0x00020001 }, { "R16G16_UINT", { 0x12345, 0, 0, 0 }, 0x2345 }, { "R16G16_UNORM", { 1, 2, 3, 4 }, 0x00020001 },
  { "R16G16_FLOAT", { 1, 2, 3, 4 }, 0x00020001 }, { "R8G8B8A8_UINT", { 1, 2, 3, 4 }, 0x04030201 }, { "R8G8B8A8_UINT", { 0x123, 0, 0, 0 }, 0x23 },
  { "R8G8B8A8_UNORM", { 1, 2, 3, 4 }, 0x04030201 }, { "R8G8B8A8_SNORM", { 0x81, 2, 3, 0xff }, 0xff030281 }, { "R11G11B10_FLOAT", { 1, 2, 3, 4 }, 0x00c01001 },
  { "B8G8R8A8_UNORM", { 1, 2, 3, 4 }, 0x04010203 },
  { "R16G16_UNORM", { 32768 / 65535, 1, 0, 0 }, 0xffff8000, true }, { "R16G16_FLOAT", { 0.5, 1, 0, 0 }, 0x3c003800, true },
  { "R8G8B8A8_UNORM", { 0, 0, 128 / 255, 1 }, 0xff800000, true }, { "B8G8R8A8_UNORM", { 0, 0, 128 / 255, 1 }, 0xff000080, true },
  { "R11G11B10_FLOAT", { 0.5, 0, -1, 0.5 }, 0x380, true }, { "R8G8B8A8_SNORM", { -1, 1, 0, -2 }, 0x81007f81, true },
} do
  clearTexture { format = case[1], values = case[2], want = case[3], float = case[4] }
end
t.Done()
