-- Filters beyond the linear one: what anisotropy must do whatever its weights are, levels from gradients, filters that differ for larger and smaller,
-- and loads of a view with a least level. Levels have one colour each, so that a value says which levels it was made of.
local gpu = require "gpu"
local t = require "lib.bench"

local places, out = gpu.StructuredBuffer("t0, space1", { { "at", "float2" }, { "dx", "float2" }, { "dy", "float2" } }), gpu.RWByteAddressBuffer("u0, space1")
local root = t.device:CreateRootSignature { Name = "sample", Parameters = { { Type = "SRV", RegisterSpace = 1 }, { Type = "UAV", RegisterSpace = 1 },
  { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SRV", NumDescriptors = 1 } } }, { Type = "DESCRIPTOR_TABLE", Ranges = { { Type = "SAMPLER", NumDescriptors = 1 } } } } }
local texture, state = gpu.Texture2D("t0", "float"), gpu.SamplerState("s0")
local pipeline = t.Compute(root, "gradients", { 64, 1, 1 }, function(GroupIndex)
  local p = places[GroupIndex]
  out:Store(GroupIndex * 4, asuint(texture:SampleGrad(state, p.at, p.dx, p.dy)))
end)
local function ask(name, view, sampler, list, main)
  local flat = {}
  for i = 1, 64 do for k = 1, 6 do flat[#flat + 1] = list[i] and list[i][k] or 0 end end
  local from, to = t.Upload("places", "float", flat), t.Buffer("results", 256)
  local desc, pso = t.Sampler(sampler), main and t.Compute(root, name, { 64, 1, 1 }, main) or pipeline
  t.Run(name, function(commands)
    t.Heaps(commands)
    commands:SetComputeRootSignature(root)
    commands:SetPipelineState(pso)
    commands:SetComputeRootShaderResourceView(0, from:GetGPUVirtualAddress())
    commands:SetComputeRootUnorderedAccessView(1, to:GetGPUVirtualAddress())
    commands:SetComputeRootDescriptorTable(2, view)
    commands:SetComputeRootDescriptorTable(3, desc)
    commands:Dispatch(1, 1, 1)
  end)
  return { unpack(t.Read(to, "float", 64), 1, #list) }
end

-- A texture of 64 x 64 texels whose levels hold 0, 100, 200 …
local SIZE, LEVELS = 64, 7
local function made(name, colour)
  local x = t.Texture(name, SIZE, SIZE, "R32_FLOAT", "COPY_DEST", nil, { MipLevels = LEVELS })
  for level = 0, LEVELS - 1 do
    local size, texels = SIZE / 2 ^ level, {}
    for y = 0, size - 1 do for px = 0, size - 1 do texels[#texels + 1] = colour(px, y, level) end end
    t.Fill(x, "float", texels, level)
  end
  t.Run("state", function(list) t.Barrier(list, x, "COPY_DEST", "ALL_SHADER_RESOURCE") end)
  return t.SRV(x), t.SRV(x, { ViewDimension = "TEXTURE2D", MipLevels = 1 })
end
local steps = made("steps", function(_, _, level) return 100 * level end)
local function texels(x, y) return x / SIZE, y / SIZE end
local function gradient(ax, ay, bx, by) local c, d = texels(ax, ay) local e, f = texels(bx, by) return { 0.5, 0.5, c, d, e, f } end

-- The level is that of the shorter axis of the footprint, while the longer one is at most MaxAnisotropy times as long; then it is that of the longer one over
-- MaxAnisotropy. With 1 it is that of the linear filter: of the longer axis.
local function log2(x) return math.log(x) / math.log(2) end
local function level(major, minor, most) return 100 * math.max(0, math.min(LEVELS - 1, log2(math.max(minor, major / most)))) end
for _, most in ipairs { 1, 2, 4, 8, 16 } do
  local list, want = {}, {}
  for _, sides in ipairs { { 1, 1 }, { 2, 2 }, { 2, 1 }, { 4, 1 }, { 8, 1 }, { 16, 1 }, { 32, 1 }, { 16, 2 }, { 8, 4 }, { 16, 4 }, { 32, 32 }, { 64, 2 } } do
    local major, minor = sides[1], sides[2]
    for _, g in ipairs { gradient(major, 0, 0, minor), gradient(0, minor, major, 0), gradient(0, major, minor, 0), gradient(minor, 0, 0, -major) } do
      list[#list + 1], want[#want + 1] = g, level(major, minor, most)
    end
  end
  t.Check("levels with " .. most, ask("levels", steps, { Filter = "ANISOTROPIC", MaxAnisotropy = most, AddressU = "WRAP", AddressV = "WRAP" }, list), want, 3)
end
-- The linear filter takes the longer axis, and MaxAnisotropy is nothing to it.
do
  local list, want = {}, {}
  for _, sides in ipairs { { 1, 1 }, { 2, 1 }, { 4, 1 }, { 8, 2 }, { 64, 1 }, { 0.5, 0.25 }, { 0, 0 } } do
    list[#list + 1], want[#want + 1] = gradient(sides[1], 0, 0, sides[2]), level(sides[1], 0, 1)
  end
  for i = 1, #want do if want[i] ~= want[i] or want[i] == -math.huge then want[i] = 0 end end
  t.Check("levels of the linear filter", ask("linear", steps, { Filter = "MIN_MAG_MIP_LINEAR", MaxAnisotropy = 16 }, list), want, 3)
end
-- Both axes count in both directions: a square that is turned is as large as before.
t.Check("a turned square", ask("turned", steps, { Filter = "ANISOTROPIC", MaxAnisotropy = 16 }, { gradient(4, 4, -4, 4), gradient(3, 4, -4, 3), gradient(6, 8, -8, 6) }),
  { 100 * log2(math.sqrt(32)), 100 * log2(5), 100 * log2(10) }, 4)
-- What the sampler says of levels holds for anisotropic filters too.
t.Check("bias", ask("bias", steps, { Filter = "ANISOTROPIC", MaxAnisotropy = 4, MipLODBias = 1 }, { gradient(4, 0, 0, 1), gradient(8, 0, 0, 8) }), { 100, 400 }, 3)
t.Check("least level", ask("least", steps, { Filter = "ANISOTROPIC", MaxAnisotropy = 4, MinLOD = 2 }, { gradient(4, 0, 0, 1) }), { 200 }, 3)
t.Check("greatest level", ask("greatest", steps, { Filter = "ANISOTROPIC", MaxAnisotropy = 4, MaxLOD = 1.5 }, { gradient(64, 0, 0, 64) }), { 150 }, 3)

-- Stripes: along the stripes the footprint changes nothing, across them it takes the mean, also where only the long axis crosses them.
local columns, first = made("columns", function(x, _, l) return l == 0 and (x % 2 == 0 and 0 or 100) or 50 end)
local rows = made("rows", function(_, y, l) return l == 0 and (y % 2 == 0 and 0 or 100) or 50 end)
local function at(x, y, ...) local g = gradient(...) g[1], g[2] = (x + 0.5) / SIZE, (y + 0.5) / SIZE return g end
local sharp = { Filter = "ANISOTROPIC", MaxAnisotropy = 16, AddressU = "WRAP", AddressV = "WRAP" }
t.Check("along the stripes", ask("along", rows, sharp, { at(10, 20, 8, 0, 0, 1), at(10, 21, 8, 0, 0, 1), at(10, 21, 16, 0, 0, 1) }), { 0, 100, 100 }, 1)
t.Check("across the stripes", ask("across", columns, sharp, { at(10, 20, 8, 0, 0, 1), at(11, 20, 8, 0, 0, 1), at(11, 20, 16, 0, 0, 1) }), { 50, 50, 50 }, 7)
t.Check("along the other stripes", ask("along", columns, sharp, { at(20, 10, 0, 8, 1, 0), at(21, 10, 1, 0, 0, 8) }), { 0, 100 }, 1)
-- The linear filter would have given what the smaller levels hold.
t.Check("along the stripes, linear", ask("along", rows, { Filter = "MIN_MAG_MIP_LINEAR" }, { at(10, 20, 8, 0, 0, 1) }), { 50 }, 1)
-- A footprint of one texel is what the linear filter gives, and a field of one colour stays what it is.
local ramp = made("ramp", function(x, y, l) return (x + y * SIZE) * 2 ^ -l end)
local near = { at(5, 6, 1, 0, 0, 1), at(5.25, 6.5, 1, 0, 0, 1), at(30, 30.5, 0.5, 0, 0, 0.5) }
t.Check("no anisotropy to see", ask("isotropic", ramp, sharp, near), ask("linear", ramp, { Filter = "MIN_MAG_MIP_LINEAR" }, near), 0.5)
local flat = made("flat", function() return 42 end)
t.Check("one colour", ask("flat", flat, sharp, { at(1, 1, 30, 7, 2, 9), at(60, 3, 0, 50, 1, 2), at(0, 0, 3, 3, 3, 3) }), { 42, 42, 42 }, 0.001)

-- One filter where texels are larger than pixels, another where they are smaller, in a view of one level.
local function halves(filter, want)
  t.Check(filter, ask(filter, first, { Filter = filter, AddressU = "WRAP", AddressV = "WRAP" }, { at(10.5, 20, 0.5, 0, 0, 0.5), at(10.5, 20, 4, 0, 0, 4) }), want, 1)
end
halves("MIN_MAG_MIP_POINT", { 100, 100 })
halves("MIN_MAG_LINEAR_MIP_POINT", { 50, 50 })
halves("MIN_POINT_MAG_LINEAR_MIP_POINT", { 50, 100 })
halves("MIN_LINEAR_MAG_MIP_POINT", { 100, 50 })

-- Filters that keep an end instead of the mean need tiled resources of tier 2: they are refused by name.
for _, filter in ipairs { "MINIMUM_MIN_MAG_MIP_LINEAR", "MAXIMUM_ANISOTROPIC" } do
  t.Refused(filter, "GS0136", function() t.Sampler { Filter = filter } end)
end

-- Loads below the least level of a view are outside: they give 0; GetDimensions counts the view's levels all the same.
do
  local x = t.Texture("x", 4, 4, "R32_FLOAT", "COPY_DEST", nil, { MipLevels = 3 })
  for l = 0, 2 do t.Fill(x, "float", t.Filled(16 / 4 ^ l, l + 1), l) end
  t.Run("state", function(list) t.Barrier(list, x, "COPY_DEST", "ALL_SHADER_RESOURCE") end)
  gpu.SetMessageFilter { Deny = { "ShaderOutOfBounds" } }
  for _, case in ipairs { { 0, { 1, 2, 3, 0, 3 } }, { 1, { 0, 2, 3, 0, 3 } }, { 1.5, { 0, 2, 3, 0, 3 } }, { 2, { 0, 0, 3, 0, 3 } } } do
    local view = t.SRV(x, { ViewDimension = "TEXTURE2D", ResourceMinLODClamp = case[1] })
    t.Check("loads with a least level of " .. case[1], ask("loads", view, {}, { {}, {}, {}, {}, {} }, function(GroupIndex)
      local w, h, count = texture:GetDimensions(0)
      local value = texture:Load(int3(0, 0, int(GroupIndex)))
      if GroupIndex == 4 then value = float(count) end
      out:Store(GroupIndex * 4, asuint(value))
    end), case[2])
  end
end
t.Done()
