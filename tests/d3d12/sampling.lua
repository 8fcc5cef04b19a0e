-- Sampling: addresses, borders, levels and what clamps them, slices, gathers, comparisons and cubes. Textures are so small that results are worked out
-- by hand: texel (x, y) of slice s of the first level holds x + 10 y + 100 s, the levels behind it 1000 and 2000 more.
local gpu = require "gpu"
local t = require "lib.bench"

-- Ask samples at a list of places: f gets the coordinates and a fourth number, and gives four floats.
local places, out = gpu.StructuredBuffer("t0, space1", "float4"), gpu.RWByteAddressBuffer("u0, space1")
local root = t.device:CreateRootSignature { Name = "sample", Parameters = { { Type = "SRV", RegisterSpace = 1 }, { Type = "UAV", RegisterSpace = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SAMPLER", NumDescriptors = 1 } } } } }
local function ask(name, view, sampler, f, list)
  local flat, count = {}, #list
  for _, p in ipairs(list) do for i = 1, 4 do flat[#flat + 1] = p[i] or 0 end end
  local from, to = t.Upload("places", "float", flat), t.Buffer("results", math.max(256, count * 16))
  local pipeline = t.Compute(root, name, { 64, 1, 1 }, function(GroupIndex)
    if GroupIndex < count then out:Store4(GroupIndex * 16, asuint(f(places[GroupIndex]))) end
  end)
  t.Run(name, function(commands)
    t.Heaps(commands)
    commands:SetComputeRootSignature(root)
    commands:SetPipelineState(pipeline)
    commands:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
    commands:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    commands:SetComputeRootDescriptorTable(2, view)
    commands:SetComputeRootDescriptorTable(3, sampler)
    commands:Dispatch(1, 1, 1)
  end)
  local words, results = t.Read(to, "float", count * 4), {}
  for i = 0, count - 1 do results[i + 1] = { unpack(words, i * 4 + 1, i * 4 + 4) } end
  return results
end
local function firsts(results) local list = {} for i, r in ipairs(results) do list[i] = r[1] end return list end

local image = t.Texture("image", 4, 4, "R32_FLOAT", "COPY_DEST", nil, { MipLevels = 3, DepthOrArraySize = 3 })
for slice = 0, 2 do
  for level = 0, 2 do
    local size, texels = 4 / 2 ^ level, {}
    for y = 0, size - 1 do for x = 0, size - 1 do texels[#texels + 1] = x + 10 * y + 100 * slice + 1000 * level end end
    t.Fill(image, "float", texels, slice * 3 + level)
  end
end
local cube = t.Texture("cube", 1, 1, "R32_FLOAT", "COPY_DEST", nil, { DepthOrArraySize = 6 })
for face = 0, 5 do t.Fill(cube, "float", { face + 1 }, face) end
t.Run("states", function(list) for _, r in ipairs { image, cube } do t.Barrier(list, r, "COPY_DEST", "ALL_SHADER_RESOURCE") end end)

local texture, array, faces = gpu.Texture2D("t0", "float"), gpu.Texture2DArray("t0", "float"), gpu.TextureCube("t0", "float")
local state, compare = gpu.SamplerState("s0"), gpu.SamplerComparisonState("s0")
local flat = t.SRV(image, { ViewDimension = "TEXTURE2D" })
local function level(p) return float4(texture:SampleLevel(state, p.xy, p.z), 0, 0, 0) end

-- Addresses, nearest texel: the first row at texel numbers, as u = (n + 0.5) / 4.
local function row(...) local list = {} for i, n in ipairs { ... } do list[i] = { (n + 0.5) / 4, 0.125 } end return list end
for mode, want in pairs {
  WRAP = { 2, 3, 0, 1, 3, 0, 3, 0 }, CLAMP = { 0, 0, 0, 1, 3, 3, 3, 3 }, BORDER = { 7, 7, 0, 1, 3, 7, 7, 7 }, MIRROR = { 1, 0, 0, 1, 3, 3, 0, 0 }, MIRROR_ONCE = { 1, 0, 0, 1, 3, 3, 3, 3 },
} do
  local sampler = t.Sampler { Filter = "MIN_MAG_MIP_POINT", AddressU = mode, AddressV = mode, BorderColor = { 7, 7, 7, 7 } }
  t.Check("addresses, " .. mode, firsts(ask(mode, flat, sampler, level, row(-2, -1, 0, 1, 3, 4, 7, 8))), want)
end

-- Linear filters: at centres the texel, between them the mean, at edges what the mode puts there.
for mode, want in pairs { CLAMP = { 1, 1.5, 0, 3 }, WRAP = { 1, 1.5, 1.5, 1.5 }, BORDER = { 1, 1.5, 3.5, 5 } } do
  local sampler = t.Sampler { Filter = "MIN_MAG_MIP_LINEAR", AddressU = mode, AddressV = "CLAMP", BorderColor = { 7, 7, 7, 7 } }
  t.Check("linear, " .. mode, firsts(ask(mode, flat, sampler, level, { { 0.375, 0.125 }, { 0.5, 0.125 }, { 0, 0.125 }, { 1, 0.125 } })), want, 0.02)
end

-- Levels: the nearest one or a mixture; the sampler's bias, least and greatest level, and the view's.
local function levels(name, desc, view, lods, want)
  desc.Filter = desc.Filter or "MIN_MAG_MIP_POINT"
  local list = {}
  for i, lod in ipairs(lods) do list[i] = { 0.125, 0.125, lod } end
  t.Check("levels, " .. name, firsts(ask(name, view, t.Sampler(desc), level, list)), want, 4)
end
levels("nearest", {}, flat, { -1, 0, 0.4, 0.6, 1, 1.6, 2, 5 }, { 0, 0, 0, 1000, 1000, 2000, 2000, 2000 })
levels("mixture", { Filter = "MIN_MAG_POINT_MIP_LINEAR" }, flat, { 0, 0.25, 0.5, 1, 1.75, 3 }, { 0, 250, 500, 1000, 1750, 2000 })
levels("bias", { MipLODBias = 1 }, flat, { 0, 1, 2 }, { 1000, 2000, 2000 })
levels("negative bias", { MipLODBias = -1 }, flat, { 0, 1, 2 }, { 0, 0, 1000 })
levels("least", { MinLOD = 1 }, flat, { 0, 1, 2 }, { 1000, 1000, 2000 })
levels("greatest", { MaxLOD = 1 }, flat, { 0, 1, 2 }, { 0, 1000, 1000 })
levels("greatest of 0", { MaxLOD = 0 }, flat, { 0, 1, 2 }, { 0, 0, 0 })
levels("between levels", { Filter = "MIN_MAG_POINT_MIP_LINEAR", MinLOD = 0.5, MaxLOD = 1.5 }, flat, { 0, 1, 2 }, { 500, 1000, 1500 })
levels("no anisotropy", { MaxAnisotropy = 0 }, flat, { 1 }, { 1000 })
levels("of a view", {}, t.SRV(image, { ViewDimension = "TEXTURE2D", MostDetailedMip = 1, MipLevels = 1 }), { 0, 1, 2 }, { 1000, 1000, 1000 })

-- Slices: the nearest one that there is.
t.Check("slices", firsts(ask("slices", t.SRV(image, { ViewDimension = "TEXTURE2DARRAY" }), t.Sampler {}, function(p)
  return float4(array:SampleLevel(state, p.xyz, 0), 0, 0, 0)
end, { { 0.125, 0.125, -3 }, { 0.125, 0.125, 0.4 }, { 0.125, 0.125, 0.6 }, { 0.125, 0.125, 1.9 }, { 0.125, 0.125, 9 } })), { 0, 0, 100, 200, 200 })

-- Gathers: lower left, lower right, upper right, upper left of what a linear filter reads; offsets move them.
t.Check("gather", ask("gather", flat, t.Sampler {}, function(p) return texture:Gather(state, p.xy) end, { { 0.5, 0.5 }, { 0.25, 0.25 }, { 0, 0 }, { 1, 1 } }),
  { { 21, 22, 12, 11 }, { 10, 11, 1, 0 }, { 0, 0, 0, 0 }, { 33, 33, 33, 33 } })
t.Check("gather with an offset", ask("gather offset", flat, t.Sampler {}, function(p) return texture:Gather(state, p.xy, int2(1, -1)) end, { { 0.5, 0.5 } }), { { 12, 13, 3, 2 } })
t.Check("offsets", firsts(ask("offsets", flat, t.Sampler {}, function(p) return float4(texture:SampleLevel(state, p.xy, 0, int2(2, 1)), 0, 0, 0) end, { { 0.125, 0.125 }, { 0.875, 0.125 } })), { 12, 13 })

-- Comparisons: the reference is on the left; a linear filter gives the share of the four that pass.
for func, want in pairs { LESS = { 0, 1, 0 }, LESS_EQUAL = { 1, 1, 0 }, GREATER = { 0, 0, 1 }, EQUAL = { 1, 0, 0 }, NOT_EQUAL = { 0, 1, 1 }, ALWAYS = { 1, 1, 1 }, NEVER = { 0, 0, 0 } } do
  local sampler = t.Sampler { Filter = "COMPARISON_MIN_MAG_MIP_POINT", ComparisonFunc = func }
  t.Check("comparison, " .. func, firsts(ask(func, flat, sampler, function(p) return float4(texture:SampleCmpLevelZero(compare, p.xy, p.z), 0, 0, 0) end,
    { { 0.375, 0.125, 1 }, { 0.375, 0.125, 0.5 }, { 0.375, 0.125, 1.5 } })), want)
end
t.Check("comparison of four", firsts(ask("four", flat, t.Sampler { Filter = "COMPARISON_MIN_MAG_LINEAR_MIP_POINT", ComparisonFunc = "LESS" },
  function(p) return float4(texture:SampleCmpLevelZero(compare, p.xy, p.z), 0, 0, 0) end, { { 0.5, 0.5, 0 }, { 0.5, 0.5, 11.5 }, { 0.5, 0.5, 15 }, { 0.5, 0.5, 21.5 }, { 0.5, 0.5, 30 } })),
  { 1, 0.75, 0.5, 0.25, 0 })
t.Check("gathered comparison", ask("gather compare", flat, t.Sampler { Filter = "COMPARISON_MIN_MAG_LINEAR_MIP_POINT", ComparisonFunc = "LESS" },
  function(p) return texture:GatherCmp(compare, p.xy, p.z) end, { { 0.5, 0.5, 11.5 } }), { { 1, 1, 1, 0 } })

-- Gradients: the longer one in texels gives the level.
t.Check("gradients", firsts(ask("gradients", flat, t.Sampler { Filter = "MIN_MAG_POINT_MIP_LINEAR" }, function(p)
  return float4(texture:SampleGrad(state, float2(0.125, 0.125), float2(p.x, 0), float2(0, p.y)), 0, 0, 0)
end, { { 0.25, 0.25 }, { 0.5, 0.25 }, { 0.25, 0.5 }, { 1, 0 }, { 0, 0 }, { 8, 8 } })), { 0, 1000, 1000, 2000, 0, 2000 }, 4)

-- Cubes: +X, -X, +Y, -Y, +Z, -Z, whatever the length of the direction is.
t.Check("cube", firsts(ask("cube", t.SRV(cube, { ViewDimension = "TEXTURECUBE" }), t.Sampler {}, function(p) return float4(faces:SampleLevel(state, p.xyz, 0), 0, 0, 0) end,
  { { 1, 0, 0 }, { -2, 0, 0 }, { 0, 0.1, 0 }, { 0, -9, 0 }, { 0, 0, 1 }, { 0, 0, -1 }, { 3, 1, -2 }, { 0.2, -0.5, 0.4 } })), { 1, 2, 3, 4, 5, 6, 1, 4 })
t.Done()
