-- Numbers in texels: what each format makes of a value that is stored to it, and what it gives when it is loaded, bit by bit. Bits are worked out here from the
-- rules of conversion: ends and halves, what is too large, what is not a number, signs, and the formats that have no storage of their own.
local gpu = require "gpu"
local t = require "lib.bench"
local device = t.device

local root = device:CreateRootSignature { Name = "root", Parameters = { { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "UAV", NumDescriptors = 1 } } },
  { Type = "UAV", ShaderRegister = 4 }, { Type = "SRV", RegisterSpace = 1 }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } } } }
local out, given = gpu.RWByteAddressBuffer("u4"), gpu.ByteAddressBuffer("t0, space1")
local NAN, INF, NINF = 0x7fc00000, 0x7f800000, 0xff800000
local function bits(x)
  if x == 0 then return 0 end
  local sign = x < 0 and 0x80000000 or 0
  local m, e = math.frexp(math.abs(x))
  if e < -125 then return sign + math.floor(math.ldexp(m, e + 149) + 0.5) end
  return sign + (e + 126) * 2 ^ 23 + math.floor((m * 2 - 1) * 2 ^ 23 + 0.5)
end
local function run(name, pipeline, record)
  t.Run(name, function(list)
    t.Heaps(list)
    list:SetComputeRootSignature(root)
    list:SetPipelineState(pipeline)
    record(list)
    list:Dispatch(1, 1, 1)
  end)
end

-- Stores of four words each, as floats or as integers, to texels in a row; what stands there then is read back as whole words of the texel.
local kinds = {}
for kind, texel in pairs { float = "float4", uint = "uint4", int = "int4" } do
  local image = gpu.RWTexture2D("u0", texel)
  kinds[kind] = t.Compute(root, "store " .. kind, { 16, 1, 1 }, kind == "float" and function(GroupIndex)
    image[uint2(GroupIndex, 0)] = asfloat(given:Load4(GroupIndex * 16))
  end or kind == "uint" and function(GroupIndex)
    image[uint2(GroupIndex, 0)] = given:Load4(GroupIndex * 16)
  end or function(GroupIndex)
    image[uint2(GroupIndex, 0)] = asint(given:Load4(GroupIndex * 16))
  end)
end
local function store(format, kind, type, perTexel, rows)
  local words = {}
  for i = 1, 16 do for k = 1, 4 do words[#words + 1] = rows[i] and rows[i][1][k] or 0 end end
  local x, from = t.Texture(format, 16, 1, format, "UNORDERED_ACCESS", "ALLOW_UNORDERED_ACCESS"), t.Upload("from", "uint", words)
  local view = t.UAV(x)
  run(format, kinds[kind], function(list)
    list:SetComputeRootDescriptorTable(0, view)
    list:SetComputeRootShaderResourceView(2, from:GetGPUVirtualAddress())
  end)
  local texels = t.Texels(x, "UNORDERED_ACCESS", type)
  for i, row in ipairs(rows) do
    t.Check(("%s stores %d"):format(format, i), { unpack(texels, (i - 1) * perTexel + 1, i * perTexel) }, row[2], row[3])
  end
  x:Release()
end
local function four(x) local b = bits(x) return { b, b, b, b } end
local function each(n) return { n, n, n, n } end

-- UNORM: 0 to 1 over all steps, rounded to the nearest; NaN is 0, what is outside is cut.
store("R8G8B8A8_UNORM", "float", "byte", 4, { { four(0), each(0) }, { four(1), each(255) }, { four(2), each(255) }, { four(-1), each(0) }, { each(NAN), each(0) },
  { each(INF), each(255) }, { each(NINF), each(0) }, { four(1 / 255), each(1) }, { four(0.499 / 255), each(0) }, { four(0.501 / 255), each(1) }, { four(254.501 / 255), each(255) },
  { { bits(0.2), bits(0.4), bits(0.6), bits(0.8) }, { 51, 102, 153, 204 } } })
store("R16_UNORM", "float", "ushort", 1, { { four(1), { 65535 } }, { four(0.5), { 32768 }, 1 }, { four(1 / 65535), { 1 } }, { four(-0.25), { 0 } }, { each(NAN), { 0 } } })
-- SNORM: -1 to 1 over all steps but the lowest, which stands for -1 too when it is read.
store("R8G8B8A8_SNORM", "float", "sbyte", 4, { { four(0), each(0) }, { four(1), each(127) }, { four(-1), each(-127) }, { four(-2), each(-127) }, { each(NAN), each(0) },
  { each(NINF), each(-127) }, { four(-0.499 / 127), each(0) }, { four(-0.501 / 127), each(-1) }, { four(63.6 / 127), each(64) } })
store("R16G16_SNORM", "float", "short", 2, { { four(-1), { -32767, -32767 } }, { four(3), { 32767, 32767 } }, { four(0.5), { 16384, 16384 }, 1 } })
-- 10, 10, 10 and 2 bits.
store("R10G10B10A2_UNORM", "float", "uint", 1, { { four(1), { 0xffffffff } }, { four(-1), { 0 } }, { { bits(1), 0, 0, 0 }, { 0x3ff } }, { { 0, bits(1), 0, bits(1 / 3) }, { 0x3ff * 2 ^ 10 + 2 ^ 30 } },
  { { 0, 0, bits(512 / 1023), bits(0.6) }, { 512 * 2 ^ 20 + 2 * 2 ^ 30 } } })
store("R10G10B10A2_UINT", "uint", "uint", 1, { { { 1, 2, 3, 1 }, { 1 + 2 * 2 ^ 10 + 3 * 2 ^ 20 + 2 ^ 30 } }, { each(0xffffffff), { 0xffffffff } }, { { 1024, 0, 0, 4 }, { 0x3ff + 3 * 2 ^ 30 } } })
-- Integers: cut to the ends of what there is room for.
store("R8G8B8A8_UINT", "uint", "byte", 4, { { { 0, 255, 256, 0xffffffff }, { 0, 255, 255, 255 } } })
store("R8G8B8A8_SINT", "int", "sbyte", 4, { { { 127, 128, 0x7fffffff, 0x80000000 }, { 127, 127, 127, -128 } }, { { 0xffffff80, 0xffffff7f, 0xffffffff, 5 }, { -128, -128, -1, 5 } } })
store("R16G16_UINT", "uint", "ushort", 2, { { { 65535, 65536, 0, 0 }, { 65535, 65535 } } })
store("R16G16_SINT", "int", "short", 2, { { { 0xffff8000, 0xffff7fff, 0, 0 }, { -32768, -32768 } }, { { 32767, 32768, 0, 0 }, { 32767, 32767 } } })
store("R32_UINT", "uint", "uint", 1, { { { 0xdeadbeef, 1, 2, 3 }, { 0xdeadbeef } } })
-- Floats of 16 bits: exact ones, subnormal ones, infinities; of 11 and 10 bits, which have no sign.
store("R16_FLOAT", "float", "ushort", 1, { { four(1), { 0x3c00 } }, { four(-2), { 0xc000 } }, { four(65504), { 0x7bff } }, { four(2 ^ -24), { 1 } }, { four(2 ^ -14), { 0x400 } },
  { each(INF), { 0x7c00 } }, { each(NINF), { 0xfc00 } }, { four(0.333251953125), { 0x3555 } } })
store("R11G11B10_FLOAT", "float", "uint", 1, { { four(1), { 0x3c0 + 0x3c0 * 2 ^ 11 + 0x1e0 * 2 ^ 22 } }, { four(-1), { 0 } }, { each(INF), { 0x7c0 + 0x7c0 * 2 ^ 11 + 0x3e0 * 2 ^ 22 } },
  { each(NINF), { 0 } }, { { bits(65024), bits(65024), bits(64512), 0 }, { 0x7bf + 0x7bf * 2 ^ 11 + 0x3df * 2 ^ 22 } }, { four(0.5), { 0x380 + 0x380 * 2 ^ 11 + 0x1c0 * 2 ^ 22 } } })

-- Loads through a shader resource view of texels whose bits are given.
local floats, uints, ints = gpu.Texture2D("t0", "float4"), gpu.Texture2D("t0", "uint4"), gpu.Texture2D("t0", "int4")
local loads = {
  float = t.Compute(root, "load floats", { 16, 1, 1 }, function(GroupIndex) out:Store4(GroupIndex * 16, asuint(floats:Load(int3(GroupIndex, 0, 0)))) end),
  uint = t.Compute(root, "load uints", { 16, 1, 1 }, function(GroupIndex) out:Store4(GroupIndex * 16, uints:Load(int3(GroupIndex, 0, 0))) end),
  int = t.Compute(root, "load ints", { 16, 1, 1 }, function(GroupIndex) out:Store4(GroupIndex * 16, asuint(ints:Load(int3(GroupIndex, 0, 0)))) end),
}
local function load(format, kind, type, perTexel, rows, tolerance, fields)
  local values = {}
  for i = 1, 16 do for k = 1, perTexel do values[#values + 1] = rows[i] and rows[i][1][k] or 0 end end
  local x, result = t.Texture(format, 16, 1, format, "COPY_DEST", nil, fields), t.Buffer("result", 256)
  t.Fill(x, type, values)
  local view = t.SRV(x)
  t.Run("state", function(list) t.Barrier(list, x, "COPY_DEST", "ALL_SHADER_RESOURCE") end)
  run(format, loads[kind], function(list)
    list:SetComputeRootUnorderedAccessView(1, result:GetGPUVirtualAddress())
    list:SetComputeRootDescriptorTable(3, view)
  end)
  local got = t.Read(result, kind, 64)
  for i, row in ipairs(rows) do t.Check(("%s loads %d"):format(format, i), { unpack(got, i * 4 - 3, i * 4) }, row[2], row[3] or tolerance) end
end
local nan, inf = 0 / 0, 1 / 0
load("R8G8B8A8_UNORM", "float", "byte", 4, { { { 0, 255, 51, 102 }, { 0, 1, 0.2, 0.4 } } }, 1e-7)
load("R8G8B8A8_SNORM", "float", "sbyte", 4, { { { -128, -127, 127, 0 }, { -1, -1, 1, 0 } } })
load("R16G16_SNORM", "float", "short", 2, { { { -32768, -32767 }, { -1, -1, 0, 1 } } })
load("R8_UNORM", "float", "byte", 1, { { { 255 }, { 1, 0, 0, 1 } } })
load("A8_UNORM", "float", "byte", 1, { { { 255 }, { 0, 0, 0, 1 } }, { { 51 }, { 0, 0, 0, 0.2 }, 1e-7 } })
load("R8G8_UINT", "uint", "byte", 2, { { { 255, 7 }, { 255, 7, 0, 1 } } })
load("R16_SINT", "int", "short", 1, { { { -5 }, { -5, 0, 0, 1 } } })
load("R32G32_UINT", "uint", "uint", 2, { { { 4294967295, 3 }, { 4294967295, 3, 0, 1 } } })
load("B8G8R8A8_UNORM", "float", "byte", 4, { { { 255, 51, 0, 102 }, { 0, 0.2, 1, 0.4 } } }, 1e-7)
load("B8G8R8X8_UNORM", "float", "byte", 4, { { { 255, 51, 0, 102 }, { 0, 0.2, 1, 1 } } }, 1e-7)
load("R10G10B10A2_UNORM", "float", "uint", 1, { { { 0xffffffff }, { 1, 1, 1, 1 } }, { { 0x3ff + 2 ^ 30 }, { 1, 0, 0, 1 / 3 } }, { { 512 * 2 ^ 10 }, { 0, 512 / 1023, 0, 0 } } }, 1e-7)
load("R10G10B10A2_UINT", "uint", "uint", 1, { { { 0xffffffff }, { 1023, 1023, 1023, 3 } }, { { 5 + 6 * 2 ^ 10 + 7 * 2 ^ 20 + 2 ^ 31 }, { 5, 6, 7, 2 } } })
load("R16_FLOAT", "float", "ushort", 1, { { { 0x3c00 }, { 1, 0, 0, 1 } }, { { 0xc000 }, { -2, 0, 0, 1 } }, { { 0x7c00 }, { inf, 0, 0, 1 } }, { { 0xfc00 }, { -inf, 0, 0, 1 } }, { { 0x7e00 }, { nan, 0, 0, 1 } },
  { { 1 }, { 2 ^ -24, 0, 0, 1 } }, { { 0x3ff }, { 1023 * 2 ^ -24, 0, 0, 1 } }, { { 0x7bff }, { 65504, 0, 0, 1 } } })
load("R11G11B10_FLOAT", "float", "uint", 1, { { { 0x3c0 + 0x400 * 2 ^ 11 + 0x1c0 * 2 ^ 22 }, { 1, 2, 0.5, 1 } }, { { 0x7c0 + 0x7c1 * 2 ^ 11 }, { inf, nan, 0, 1 } },
  { { 1 + 2 ^ 11 + 2 ^ 22 }, { 2 ^ -20, 2 ^ -20, 2 ^ -19, 1 } }, { { 0x7bf + 0x3df * 2 ^ 22 }, { 65024, 0, 64512, 1 } } })
-- One exponent for all: m * 2 ^ (e - 24).
load("R9G9B9E5_SHAREDEXP", "float", "uint", 1, { { { 256 + 16 * 2 ^ 27 }, { 1, 0, 0, 1 } }, { { 511 + 511 * 2 ^ 9 + 511 * 2 ^ 18 + 31 * 2 ^ 27 }, { 65408, 65408, 65408, 1 } },
  { { 1 + 2 * 2 ^ 9 + 3 * 2 ^ 18 }, { 2 ^ -24, 2 ^ -23, 3 * 2 ^ -24, 1 } }, { { 128 + 64 * 2 ^ 9 + 32 * 2 ^ 18 + 18 * 2 ^ 27 }, { 2, 1, 0.5, 1 } } })
load("B5G6R5_UNORM", "float", "ushort", 1, { { { 0xf800 }, { 1, 0, 0, 1 } }, { { 0x07e0 }, { 0, 1, 0, 1 } }, { { 0x001f }, { 0, 0, 1, 1 } }, { { 0x8410 }, { 16 / 31, 32 / 63, 16 / 31, 1 } } }, 1e-7)
load("B5G5R5A1_UNORM", "float", "ushort", 1, { { { 0x8000 }, { 0, 0, 0, 1 } }, { { 0x7c00 }, { 1, 0, 0, 0 } }, { { 0x0210 }, { 0, 16 / 31, 16 / 31, 0 } } }, 1e-7)
load("A4B4G4R4_UNORM", "float", "ushort", 1, { { { 0xf000 }, { 1, 0, 0, 0 } }, { { 0x000f }, { 0, 0, 0, 1 } }, { { 0x8421 }, { 8 / 15, 4 / 15, 2 / 15, 1 / 15 } } }, 1e-7)
load("B4G4R4A4_UNORM", "float", "ushort", 1, { { { 0xf000 }, { 0, 0, 0, 1 } }, { { 0x0f00 }, { 1, 0, 0, 0 } }, { { 0x1234 }, { 2 / 15, 3 / 15, 4 / 15, 1 / 15 } } }, 1e-7)
-- sRGB: a straight line at first, then a power; alpha is linear.
do
  local rows = {}
  for i, byte in ipairs { 0, 1, 10, 11, 51, 128, 188, 254, 255 } do
    local c = byte / 255
    local linear = c <= 0.04045 and c / 12.92 or ((c + 0.055) / 1.055) ^ 2.4
    rows[i] = { { byte, byte, byte, byte }, { linear, linear, linear, c } }
  end
  load("R8G8B8A8_UNORM_SRGB", "float", "byte", 4, rows, 1e-4)
  load("B8G8R8A8_UNORM_SRGB", "float", "byte", 4, rows, 1e-4)
end

-- Depth and stencil through the views of their planes: depth is red, stencil is green.
do
  local function planes(name, format, depthFormat, stencilFormat, typeless)
    local x = t.Texture(name, 2, 1, typeless, "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
    local dsv, result = t.DSV(x, { Format = format }), t.Buffer("result", 256)
    t.Run("clear", function(list)
      list:ClearDepthStencilView(dsv, "DEPTH|STENCIL", 0.5, 77)
      t.Barrier(list, x, "DEPTH_WRITE", "ALL_SHADER_RESOURCE")
    end)
    local depth, stencil = t.SRV(x, { Format = depthFormat, ViewDimension = "TEXTURE2D" }), t.SRV(x, { Format = stencilFormat, ViewDimension = "TEXTURE2D", PlaneSlice = 1 })
    for _, case in ipairs { { depth, "float", { 0.5, 0, 0, 1 } }, { stencil, "uint", { 0, 77, 0, 1 } } } do
      gpu.PushMessageFilter { Deny = { "ShaderOutOfBounds" } }
      run(name, loads[case[2]], function(list)
        list:SetComputeRootUnorderedAccessView(1, result:GetGPUVirtualAddress())
        list:SetComputeRootDescriptorTable(3, case[1])
      end)
      gpu.PopMessageFilter()
      t.Check(name .. " as " .. case[2], t.Read(result, case[2], 4), case[3], 1e-6)
    end
  end
  planes("24 and 8 bits", "D24_UNORM_S8_UINT", "R24_UNORM_X8_TYPELESS", "X24_TYPELESS_G8_UINT", "R24G8_TYPELESS")
  planes("32 and 8 bits", "D32_FLOAT_S8X24_UINT", "R32_FLOAT_X8X24_TYPELESS", "X32_TYPELESS_G8X24_UINT", "R32G8X24_TYPELESS")
end
-- Depth is rounded to the steps of its format, and cut to 0 and 1.
for _, case in ipairs { { "D16_UNORM", "ushort", 0.25, 16384, 1 }, { "D16_UNORM", "ushort", 1, 65535, 0 }, { "D16_UNORM", "ushort", 1 / 65535, 1, 0 },
  { "D24_UNORM_S8_UINT", "uint", 1, 0xffffff, 0 }, { "D24_UNORM_S8_UINT", "uint", 2 ^ -24, 1, 0 }, { "D24_UNORM_S8_UINT", "uint", 0.25, 0x400000, 1 }, { "D32_FLOAT", "uint", 0.3, bits(0.3), 0 } } do
  local x = t.Texture("x", 1, 1, case[1], "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
  t.Run("clear", function(list) list:ClearDepthStencilView(t.DSV(x), "DEPTH", case[3], 0) end)
  t.Check(("%s of %g"):format(case[1], case[3]), t.Texels(x, "DEPTH_WRITE", case[2], 0), { case[4] }, case[5])
end

-- Blocks of four by four texels: colours that are ends of their palettes.
load("BC4_UNORM", "float", "byte", 8, { { { 255, 0, 0, 0, 0, 0, 0, 0 }, { 1, 0, 0, 1 } } }, 1e-6, { Width = 64, Height = 4 })
load("BC4_SNORM", "float", "byte", 8, { { { 0x81, 0x7f, 0, 0, 0, 0, 0, 0 }, { -1, 0, 0, 1 } } }, 1e-6, { Width = 64, Height = 4 })
load("BC5_UNORM", "float", "byte", 16, { { { 255, 0, 0, 0, 0, 0, 0, 0, 51, 0, 0, 0, 0, 0, 0, 0 }, { 1, 0.2, 0, 1 } } }, 1e-6, { Width = 64, Height = 4 })
load("BC1_UNORM", "float", "byte", 8, { { { 0x00, 0xf8, 0x00, 0x00, 0, 0, 0, 0 }, { 1, 0, 0, 1 } } }, 1e-6, { Width = 64, Height = 4 })
load("BC3_UNORM", "float", "byte", 16, { { { 255, 0, 0, 0, 0, 0, 0, 0, 0xe0, 0x07, 0, 0, 0, 0, 0, 0 }, { 0, 1, 0, 1 } } }, 1e-6, { Width = 64, Height = 4 })
load("BC2_UNORM", "float", "byte", 16, { { { 0x0f, 0, 0, 0, 0, 0, 0, 0, 0x1f, 0x00, 0, 0, 0, 0, 0, 0 }, { 0, 0, 1, 1 } } }, 1e-6, { Width = 64, Height = 4 })
t.Done()
