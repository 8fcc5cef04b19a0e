-- Lookups in textures of every dimension: volumes, lines and their arrays, arrays of cubes, gathers of each component, offsets at edges, sizes that are no
-- powers of two, coordinates that are not numbers, and the level that a lookup would take.
local gpu = require "gpu"
local t = require "lib.bench"

local places, out = gpu.StructuredBuffer("t0, space1", "float4"), gpu.RWByteAddressBuffer("u0, space1")
local root = t.device:CreateRootSignature { Name = "look", Parameters = { { Type = "SRV", RegisterSpace = 1 }, { Type = "UAV", RegisterSpace = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SAMPLER", NumDescriptors = 1 } } } } }
local function ask(name, view, sampler, f, list)
  local flat = {}
  for i = 1, 64 do for k = 1, 4 do flat[#flat + 1] = list[i] and list[i][k] or 0 end end
  local from, to = t.Upload("places", "float", flat), t.Buffer("results", 1024)
  local pipeline, desc = t.Compute(root, name, { 64, 1, 1 }, function(GroupIndex) out:Store4(GroupIndex * 16, asuint(f(places[GroupIndex]))) end), t.Sampler(sampler)
  t.Run(name, function(commands)
    t.Heaps(commands)
    commands:SetComputeRootSignature(root)
    commands:SetPipelineState(pipeline)
    commands:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
    commands:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    commands:SetComputeRootDescriptorTable(2, view)
    commands:SetComputeRootDescriptorTable(3, desc)
    commands:Dispatch(1, 1, 1)
  end)
  local words, results = t.Read(to, "float", #list * 4), {}
  for i = 0, #list - 1 do results[i + 1] = { unpack(words, i * 4 + 1, i * 4 + 4) } end
  return results
end
local function firsts(results) local list = {} for i, r in ipairs(results) do list[i] = r[1] end return list end
local function texture(name, w, h, format, type, texels, fields)
  local x = t.Texture(name, w, h, format, "COPY_DEST", nil, fields)
  for sub, values in pairs(texels) do t.Fill(x, type, values, sub) end
  t.Run("state", function(list) t.Barrier(list, x, "COPY_DEST", "ALL_SHADER_RESOURCE") end)
  return x
end
local linear, compare = gpu.SamplerState("s0"), gpu.SamplerComparisonState("s0")
local POINT, LINEAR = { Filter = "MIN_MAG_MIP_POINT" }, { Filter = "MIN_MAG_MIP_LINEAR" }

-- A volume of 2 x 2 x 4 texels: x + 10 y + 100 z. Between slices the linear filter mixes as it does between columns.
do
  local texels = {}
  for z = 0, 3 do for y = 0, 1 do for x = 0, 1 do texels[#texels + 1] = x + 10 * y + 100 * z end end end
  local view = t.SRV(texture("volume", 2, 2, "R32_FLOAT", "float", { [0] = texels }, { Dimension = "TEXTURE3D", DepthOrArraySize = 4 }))
  local volume = gpu.Texture3D("t0", "float")
  local function look(p) return float4(volume:SampleLevel(linear, p.xyz, 0), 0, 0, 0) end
  local c = { { 0.25, 0.25, 0.125 }, { 0.75, 0.25, 0.125 }, { 0.25, 0.75, 0.125 }, { 0.25, 0.25, 0.375 }, { 0.25, 0.25, 0.25 }, { 0.5, 0.5, 0.5 }, { 0.25, 0.25, 0.875 }, { 0.25, 0.25, 5 }, { 0.25, 0.25, -5 } }
  t.Check("volume, nearest", firsts(ask("volume", view, POINT, look, { c[1], c[2], c[3], c[4], c[7], c[8], c[9] })), { 0, 1, 10, 100, 300, 300, 0 })
  t.Check("volume, linear", firsts(ask("volume", view, LINEAR, look, c)), { 0, 1, 10, 100, 50, 155.5, 300, 300, 0 }, 0.5)
  local wrapped = { Filter = "MIN_MAG_MIP_LINEAR", AddressU = "WRAP", AddressV = "WRAP", AddressW = "WRAP" }
  t.Check("volume, wrapped", firsts(ask("volume", view, wrapped, look, { { 0.25, 0.25, 0 }, { 0.25, 0.25, 1.125 } })), { 150, 0 }, 0.5)
  local border = { Filter = "MIN_MAG_MIP_POINT", AddressU = "BORDER", AddressV = "BORDER", AddressW = "BORDER", BorderColor = { 7, 0, 0, 0 } }
  t.Check("volume, border", firsts(ask("volume", view, border, look, { { 0.25, 0.25, -0.1 }, { 0.25, 0.25, 1.1 }, { -0.1, 0.25, 0.2 }, { 0.25, 0.25, 0.9 } })), { 7, 7, 7, 300 })
  t.Check("volume, sizes and loads", ask("volume", view, POINT, function(p)
    local w, h, d = volume:GetDimensions()
    return float4(w * 100 + h * 10 + d, volume:Load(int4(1, 1, 3, 0)), volume:Load(int4(1, 1, 2, 0), int3(-1, -1, 1)), 0)
  end, { {} }), { { 224, 311, 300, 0 } })
end

-- Lines and arrays of lines: the second coordinate is the slice, the nearest one that there is.
do
  local x = texture("lines", 4, 1, "R32_FLOAT", "float", { [0] = { 0, 1, 2, 3 }, [1] = { 10, 11, 12, 13 }, [2] = { 20, 21, 22, 23 } }, { Dimension = "TEXTURE1D", DepthOrArraySize = 3 })
  local line, lines = gpu.Texture1D("t0", "float"), gpu.Texture1DArray("t0", "float")
  t.Check("line", firsts(ask("line", t.SRV(x, { ViewDimension = "TEXTURE1D" }), LINEAR, function(p) return float4(line:SampleLevel(linear, p.x, 0), 0, 0, 0) end,
    { { 0.125 }, { 0.25 }, { 0.5 }, { 1 } })), { 0, 0.5, 1.5, 3 }, 0.01)
  t.Check("lines", firsts(ask("lines", t.SRV(x, { ViewDimension = "TEXTURE1DARRAY" }), LINEAR, function(p) return float4(lines:SampleLevel(linear, p.xy, 0), 0, 0, 0) end,
    { { 0.25, 0 }, { 0.25, 1 }, { 0.25, 1.4 }, { 0.25, 1.6 }, { 0.25, 9 }, { 0.25, -9 } })), { 0.5, 10.5, 10.5, 20.5, 20.5, 0.5 }, 0.01)
end

-- Arrays of cubes: the fourth coordinate chooses the cube; faces are +X, -X, +Y, -Y, +Z, -Z.
do
  local texels = {}
  for face = 0, 11 do texels[face] = t.Filled(4, face) end
  local x = texture("cubes", 2, 2, "R32_FLOAT", "float", texels, { DepthOrArraySize = 12 })
  local cubes = gpu.TextureCubeArray("t0", "float")
  local view = t.SRV(x, { ViewDimension = "TEXTURECUBEARRAY" })
  t.Check("cubes", firsts(ask("cubes", view, POINT, function(p) return float4(cubes:SampleLevel(linear, p, 0), 0, 0, 0) end,
    { { 1, 0, 0, 0 }, { 0, -1, 0, 0 }, { 0, 0, -1, 0 }, { 1, 0, 0, 1 }, { 0, 1, 0, 1 }, { 0, 0, -1, 1 }, { 0, 0, 1, 0.4 }, { 0, 0, 1, 0.6 }, { 0, 0, 1, 7 } })), { 0, 3, 5, 6, 8, 11, 4, 10, 10 })
  local second = t.SRV(x, { ViewDimension = "TEXTURECUBEARRAY", FirstArraySlice = 6, ArraySize = 6 })
  t.Check("the second cube", firsts(ask("cubes", second, POINT, function(p) return float4(cubes:SampleLevel(linear, p, 0), 0, 0, 0) end, { { 1, 0, 0, 0 }, { 0, 0, -1, 5 } })), { 6, 11 })
  -- On a face: u to the right and v down as seen from within; +X looks along x with z to the left and y up.
  local faces = {}
  for face = 0, 5 do faces[face] = { face * 10, face * 10 + 1, face * 10 + 2, face * 10 + 3 } end
  local cube, y = gpu.TextureCube("t0", "float"), texture("cube", 2, 2, "R32_FLOAT", "float", faces, { DepthOrArraySize = 6 })
  local d, e = 0.5, -0.5
  t.Check("texels of faces", firsts(ask("faces", t.SRV(y, { ViewDimension = "TEXTURECUBE" }), POINT, function(p) return float4(cube:SampleLevel(linear, p.xyz, 0), 0, 0, 0) end,
    { { 1, d, d }, { 1, d, e }, { 1, e, d }, { -1, d, e }, { -1, d, d }, { d, 1, e }, { e, 1, e }, { e, 1, d }, { e, -1, d }, { e, -1, e }, { e, d, 1 }, { d, d, 1 }, { e, e, 1 }, { d, d, -1 }, { e, d, -1 }, { d, e, -1 } })),
    { 0, 1, 2, 10, 11, 21, 20, 22, 30, 32, 40, 41, 42, 50, 51, 52 })
  -- Linear filters go over edges, where they mix the two faces, and around corners, where they mix three: from each of the faces the same.
  local whole = {}
  for face = 0, 5 do whole[face] = t.Filled(16, ({ 1, 2, 4, 8, 16, 32 })[face + 1]) end
  local view = t.SRV(texture("whole", 4, 4, "R32_FLOAT", "float", whole, { DepthOrArraySize = 6 }), { ViewDimension = "TEXTURECUBE" })
  local n = 0.999
  t.Check("edges and corners", firsts(ask("corners", view, LINEAR, function(p) return float4(cube:SampleLevel(linear, p.xyz, 0), 0, 0, 0) end,
    { { 1, 0, 0 }, { 1, 0, 1 }, { 1, 0, n }, { n, 0, 1 }, { -1, 1, 0 }, { 0, -1, -1 }, { 1, 1, 1 }, { 1, n, n }, { n, 1, n }, { n, n, 1 }, { 1, 1, n }, { 1, n, 1 }, { n, 1, 1 }, { -1, -1, -1 }, { -n, -n, -1 }, { -1, -n, -n } })),
    { 1, 8.5, 8.5, 8.5, 3, 20, 7, 7, 7, 7, 7, 7, 7, 14, 14, 14 }, 0.05)
end

-- Gathers: each component of the four, from the lower left against the sun; offsets reach over edges as the address mode says.
do
  local bytes = {}
  for y = 0, 3 do for x = 0, 3 do for _, c in ipairs { 0, 50, 100, 150 } do bytes[#bytes + 1] = x + 4 * y + c end end end
  local view = t.SRV(texture("quads", 4, 4, "R8G8B8A8_UNORM", "byte", { [0] = bytes }))
  local quads = gpu.Texture2D("t0", "float4")
  local function four(a, b, c, d, base) local list = {} for i, v in ipairs { a, b, c, d } do list[i] = (v + base) / 255 end return list end
  local middle = { { 0.5, 0.5 } }
  t.Check("red", ask("red", view, POINT, function(p) return quads:GatherRed(linear, p.xy) end, middle)[1], four(9, 10, 6, 5, 0), 1e-6)
  t.Check("green", ask("green", view, POINT, function(p) return quads:GatherGreen(linear, p.xy) end, middle)[1], four(9, 10, 6, 5, 50), 1e-6)
  t.Check("blue", ask("blue", view, POINT, function(p) return quads:GatherBlue(linear, p.xy) end, middle)[1], four(9, 10, 6, 5, 100), 1e-6)
  t.Check("alpha", ask("alpha", view, POINT, function(p) return quads:GatherAlpha(linear, p.xy) end, middle)[1], four(9, 10, 6, 5, 150), 1e-6)
  local wrap = { Filter = "MIN_MAG_MIP_POINT", AddressU = "WRAP", AddressV = "MIRROR" }
  t.Check("over the edges", ask("edges", view, wrap, function(p) return quads:GatherRed(linear, p.xy, int2(2, 2)) end, middle)[1], four(15, 12, 12, 15, 0), 1e-6)
  local border = { Filter = "MIN_MAG_MIP_POINT", AddressU = "BORDER", AddressV = "CLAMP", BorderColor = { 1, 0, 0, 0 } }
  t.Check("over the border", ask("border", view, border, function(p) return quads:GatherRed(linear, p.xy, int2(-2, 0)) end, middle)[1], { 1, 8 / 255, 4 / 255, 1 }, 1e-6)
  -- Components of a view are chosen before they are gathered.
  local turned = t.SRV(texture("turned", 4, 4, "R8G8B8A8_UNORM", "byte", { [0] = bytes }), { ViewDimension = "TEXTURE2D",
    Shader4ComponentMapping = gpu.ENCODE_SHADER_4_COMPONENT_MAPPING("FROM_MEMORY_COMPONENT_3", "FORCE_VALUE_1", "FROM_MEMORY_COMPONENT_0", "FORCE_VALUE_0") })
  t.Check("red that is alpha", ask("turned", turned, POINT, function(p) return quads:GatherRed(linear, p.xy) end, middle)[1], four(9, 10, 6, 5, 150), 1e-6)
  t.Check("green that is 1", ask("turned", turned, POINT, function(p) return quads:GatherGreen(linear, p.xy) end, middle)[1], { 1, 1, 1, 1 })
  t.Check("a sample of it", ask("turned", turned, POINT, function(p) return quads:SampleLevel(linear, p.xy, 0) end, { { 0.625, 0.625 } })[1], { 160 / 255, 1, 10 / 255, 0 }, 1e-6)
end

-- Sizes that are no powers of two: levels are rounded down, texels have the same size all over.
do
  local x = texture("odd", 5, 3, "R32_FLOAT", "float", { [0] = { 0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24 }, [1] = { 100, 101 }, [2] = { 200 } }, { MipLevels = 3 })
  local odd = gpu.Texture2D("t0", "float")
  local view = t.SRV(x)
  t.Check("texels of odd sizes", firsts(ask("odd", view, POINT, function(p) return float4(odd:SampleLevel(linear, p.xy, p.z), 0, 0, 0) end,
    { { 0.1, 0.17, 0 }, { 0.19, 0.17, 0 }, { 0.21, 0.17, 0 }, { 0.99, 0.99, 0 }, { 0.5, 0.5, 0 }, { 0.49, 0.9, 1 }, { 0.51, 0.1, 1 }, { 0.9, 0.9, 2 } })), { 0, 0, 1, 24, 12, 100, 101, 200 })
  t.Check("linear, of odd sizes", firsts(ask("odd", view, LINEAR, function(p) return float4(odd:SampleLevel(linear, p.xy, 0), 0, 0, 0) end, { { 0.2, 0.5 }, { 0.4, 0.5 }, { 0.3, 1 / 3 } })), { 10.5, 11.5, 6 }, 0.05)
  t.Check("sizes of levels", ask("odd", view, POINT, function(p)
    local w, h, n = odd:GetDimensions(1)
    local w2, h2 = odd:GetDimensions(2)
    return float4(w * 10 + h, w2 * 10 + h2, n, 0)
  end, { {} })[1], { 21, 11, 3, 0 })
end

-- Depth compared in an array, a cube and with an offset; the reference of a normalised format is cut to 0 and 1, that of a float is not.
do
  local CMP = { Filter = "COMPARISON_MIN_MAG_MIP_POINT", ComparisonFunc = "LESS_EQUAL" }
  local x = texture("shadows", 2, 2, "R32_FLOAT", "float", { [0] = { 0.25, 0.5, 0.75, 1 }, [1] = { 0, 0, 0, 0 } }, { DepthOrArraySize = 2 })
  local slices, flat = gpu.Texture2DArray("t0", "float"), gpu.Texture2D("t0", "float")
  t.Check("slices compared", firsts(ask("slices", t.SRV(x, { ViewDimension = "TEXTURE2DARRAY" }), CMP, function(p) return float4(slices:SampleCmpLevelZero(compare, p.xyz, p.w), 0, 0, 0) end,
    { { 0.25, 0.25, 0, 0.25 }, { 0.25, 0.25, 0, 0.26 }, { 0.75, 0.25, 0, 0.5 }, { 0.25, 0.25, 1, 0.1 }, { 0.25, 0.25, 1, 0 } })), { 1, 0, 1, 0, 1 })
  t.Check("an offset compared", firsts(ask("offset", t.SRV(x, { ViewDimension = "TEXTURE2D" }), CMP, function(p) return float4(flat:SampleCmpLevelZero(compare, p.xy, p.w, int2(1, 1)), 0, 0, 0) end,
    { { 0.25, 0.25, 0, 1 }, { 0.25, 0.25, 0, 1.01 } })), { 1, 0 })
  local u = texture("unorm", 1, 1, "R16_UNORM", "ushort", { [0] = { 65535 } })
  t.Check("a reference beyond 1", firsts(ask("unorm", t.SRV(u), CMP, function(p) return float4(flat:SampleCmpLevelZero(compare, p.xy, p.w), 0, 0, 0) end, { { 0.5, 0.5, 0, 1 }, { 0.5, 0.5, 0, 2 }, { 0.5, 0.5, 0, -1 } })), { 1, 1, 1 })
  -- A depth of any format is equal to itself: the reference is brought to the same step as the depth was when it was written, and no other reference is.
  local EQUAL = { Filter = "COMPARISON_MIN_MAG_MIP_POINT", ComparisonFunc = "EQUAL" }
  for _, f in ipairs { { "D16_UNORM", "R16_UNORM", "R16_TYPELESS", 65535 }, { "D24_UNORM_S8_UINT", "R24_UNORM_X8_TYPELESS", "R24G8_TYPELESS", 2 ^ 24 - 1 }, { "D32_FLOAT", "R32_FLOAT", "R32_TYPELESS" } } do
    for _, z in ipairs { 0.37, 0.3, 0.7, 1 / 3, 0.0001, 0.9999, 1, 0 } do
      local d = t.Texture("d", 1, 1, f[3], "DEPTH_WRITE", "ALLOW_DEPTH_STENCIL")
      t.Run("clear", function(list)
        list:ClearDepthStencilView(t.DSV(d, { Format = f[1], ViewDimension = "TEXTURE2D" }), "DEPTH", z, 0)
        t.Barrier(list, d, "DEPTH_WRITE", "ALL_SHADER_RESOURCE")
      end)
      local step = f[4] and 1.75 / f[4] or 0.01
      t.Check(("%s of %g equals itself"):format(f[1], z), firsts(ask("itself", t.SRV(d, { Format = f[2], ViewDimension = "TEXTURE2D" }), EQUAL,
        function(p) return float4(flat:SampleCmpLevelZero(compare, p.xy, p.w), 0, 0, 0) end, { { 0.5, 0.5, 0, z }, { 0.5, 0.5, 0, z > 0.5 and z - step or z + step } })), { 1, 0 })
    end
  end
end
t.Done()
