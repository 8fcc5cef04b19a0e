-- The language of kernels: vectors, matrices, structs, arrays, constant buffers, control flow, functions, groupshared memory, atomics, waves.
local rig = require "rig"
local gpu, case, same, run, refused = rig.gpu, rig.case, rig.same, rig.run, rig.refused
local a, n, w, f, i, u = rig.a, rig.n, rig.w, rig.f, rig.i, rig.u
local function seq(count, g) local r = {} for k = 0, count - 1 do r[k + 1] = g and g(k) or k end return r end

case("swizzles", function()
  same("all", run { f = 18, Main = function()
    local v = float4(1.0, 2.0, 3.0, 4.0)
    local s = v.wzyx
    f[0], f[1], f[2], f[3] = s.x, s.y, s.b, s.a
    v.xz = float2(10.0, 30.0)
    f[4], f[5], f[6], f[7] = v[0], v[1], v[2], v[3]
    v.yx = v.xy
    f[8], f[9] = v.r, v.g
    v.w = v.w + 1.0
    f[10] = v.w
    v.rgb = v.bbb
    f[11], f[12], f[13] = v.x, v.y, v.z
    local x = 7.0
    local splat = x.xxx
    f[14] = splat.z
    v[2] = 5.0
    f[15] = v.z
    v.xyz = v.xyz * 2.0 + 1.0
    f[16], f[17] = v.x, v.z
  end }.f, { 4, 3, 2, 1, 10, 2, 30, 4, 2, 10, 5, 30, 30, 30, 7, 5, 61, 11 })
  refused("mixed sets", "GS0231", "write .xy", function() run { f = 1, Main = function() local v = float4(1.0) f[0] = v.xg.x end } end)
  refused("a component twice", "GS0233", "twice", function() run { f = 1, Main = function() local v = float4(1.0) v.xx = float2(1.0, 2.0) f[0] = v.x end } end)
  refused("a component that is not there", "GS0231", "float2", function() run { f = 1, Main = function() local v = float2(1.0, 2.0) f[0] = v.z end } end)
end)
case("elements of vectors by a variable", function()
  same("all", run { f = 6, n = { 0, 2, 3, -1 }, Main = function()
    local v = float3(1.0, 2.0, 3.0)
    for k = 0, 3 do f[k] = v[n[k]] end
    v[n[1]] = 9.0
    f[4] = v.z
    v[n[2]] = 100.0
    f[5] = v.x + v.y + v.z
  end }.f, { 1, 3, 0, 0, 9, 12 })
end)
case("matrices", function()
  local values = {}
  for k = 1, 12 do values[k] = k end
  same("rows and columns", run { f = 20, Main = function()
    local m = float3x4(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0)
    f[0], f[1], f[2], f[3] = m[1][2], m._m12, m._23, m[2].w
    local c = mul(m, float4(1.0, 0.0, 0.0, 2.0)) -- M v: rows by v
    f[4], f[5], f[6] = c.x, c.y, c.z
    local r = mul(float3(1.0, 0.0, 2.0), m) -- v M: v by columns
    f[7], f[8], f[9], f[10] = r.x, r.y, r.z, r.w
    local t = transpose(m)
    f[11], f[12] = t[3][0], t[0][2]
    local p = mul(float2x2(1.0, 2.0, 3.0, 4.0), float2x2(5.0, 6.0, 7.0, 8.0))
    f[13], f[14], f[15], f[16] = p[0][0], p[0][1], p[1][0], p[1][1]
    f[17] = determinant(float3x3(2.0, 0.0, 1.0, 0.0, 3.0, 0.0, 1.0, 0.0, 4.0))
    local h = float2x2(1.0, 2.0, 3.0, 4.0) * float2x2(5.0, 6.0, 7.0, 8.0)
    f[18] = h[1][0]
    m[1] = float4(0.0, 0.0, 0.0, 5.0)
    f[19] = m[1][3]
  end }.f, { 7, 7, 7, 12, 9, 21, 33, 19, 22, 25, 28, 4, 9, 19, 22, 43, 50, 21, 21, 5 })
  same("of float3x3(float4x4) and identity", run { f = 3, Main = function()
    local m = float4x4(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0)
    local s = float3x3(m)
    f[0], f[1] = s[2][2], s[1][0]
    local rows = float2x2(float2(1.0, 2.0), float2(3.0, 4.0))
    f[2] = rows[1][0]
  end }.f, { 11, 5, 3 })
  refused("shapes that do not fit", "GS0221", "3 columns meet 4 rows", function() run { f = 1, Main = function()
    local v = mul(float3x3(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0), float4(1.0))
    f[0] = v.x
  end } end)
end)

-- Constant buffers pack as HLSL's do: no vector crosses 16 bytes, array elements and structs begin at 16, matrices are column major.
local packed = gpu.ConstantBuffer("b0", {
  { "s", "float" }, { "v3", "float3" },                 --   0, 4
  { "v2", "float2" }, { "w3", "float3" },               --  16, 32
  { "t", "float" },                                     --  44
  { "list", "float", 3 },                               --  48, 64, 80
  { "after", "float" },                                 --  84
  { "m", "float3x3" },                                  --  96, 112, 128: columns
  { "last", "float" },                                  -- 140
  { "lights", { { "place", "float3" }, { "power", "float" }, { "kind", "float2" } }, 2 }, -- 144, 176
  { "tail", "float2" },                                 -- 200
  { "r", "float2x4" },                                  -- 208: 4 columns of 2: 208, 224, 240, 256
  { "end_", "float" },                                  -- 264
})
case("packing of constant buffers", function()
  local numbers = seq(68)
  same("offsets / 4", run { f = 27, b = { "float", numbers }, Main = function()
    f[0], f[1], f[2] = packed.s, packed.v3.x, packed.v3.z
    f[3], f[4], f[5] = packed.v2.x, packed.w3.x, packed.t
    f[6], f[7], f[8], f[9] = packed.list[0], packed.list[1], packed.list[2], packed.after
    f[10], f[11], f[12], f[13] = packed.m[0][0], packed.m[0][1], packed.m[1][0], packed.m[2][2]
    f[14] = packed.last
    f[15], f[16], f[17] = packed.lights[0].place.x, packed.lights[0].power, packed.lights[0].kind.y
    f[18], f[19], f[20] = packed.lights[1].place.x, packed.lights[1].power, packed.lights[1].kind.x
    f[21] = packed.tail.x
    f[22], f[23], f[24], f[25] = packed.r[0][0], packed.r[1][0], packed.r[0][1], packed.r[1][3]
    f[26] = packed.end_
  end }.f, { 0, 1, 3, 4, 8, 11, 12, 16, 20, 21, 24, 28, 25, 34, 35, 36, 39, 41, 44, 47, 48, 50, 52, 53, 56, 65, 66 })
  same("arrays of structs by a variable", run { f = 3, n = { 1, 0, 2 }, b = { "float", numbers }, Main = function()
    f[0], f[1], f[2] = packed.lights[n[0]].power, packed.list[n[2]], packed.lights[n[1]].kind.x
  end }.f, { 47, 20, 40 })
end)

-- Structured buffers pack tightly, as C does.
local part = { { "place", "float3" }, { "mass", "float" }, { "tag", "uint" }, { "m", "float2x2" }, { "tails", "float2", 2 } }
local parts = gpu.RWStructuredBuffer("u0", part)
case("structs", function()
  -- 3 + 1 + 1 + 4 + 4 = 13 numbers each; matrices are column major
  local got = run { f = 26, Main = function()
    local p = parts[1]
    p.place = float3(1.0, 2.0, 3.0)
    p.mass = 4.0
    p.tag = asuint(5.0)
    p.m = float2x2(6.0, 7.0, 8.0, 9.0)
    p.tails[0] = float2(10.0, 11.0)
    p.tails[1].y = 13.0
    parts[1] = p
    parts[0].place.y = 22.0
    parts[0].m[0][1] = 33.0
  end }
  same("second", { unpack(got.f, 14, 26) }, { 1, 2, 3, 4, 5, 6, 8, 7, 9, 10, 11, 0, 13 })
  same("first", { unpack(got.f, 1, 13) }, { 0, 22, 0, 0, 0, 0, 0, 33, 0, 0, 0, 0, 0 })
  same("a table", { unpack(run { f = 13, Main = function()
    parts[0] = { place = float3(1.0, 2.0, 3.0), mass = 4.0, tag = asuint(5.0), m = float2x2(6.0, 7.0, 8.0, 9.0), tails = { float2(10.0, 11.0), float2(12.0, 13.0) } }
  end }.f, 6, 9) }, { 6, 8, 7, 9 })
end)
case("local arrays", function()
  same("all", run { f = 6, n = { 3, 4, -1 }, Outside = true, Main = function()
    local t = Array("float", 4)
    for k = 0, 3 do t[k] = float(k * k) end
    f[0], f[1], f[2] = t[n[0]], t[n[1]], t[n[2]]
    t[n[1]] = 100.0 -- outside: dropped
    local s = 0.0
    for k = 0, 3 do s = s + t[k] end
    f[3] = s
    local v = Array("float3", 2)
    v[1].y = 5.0
    f[4], f[5] = v[1].y, v[0].y
  end }.f, { 9, 0, 0, 14, 5, 0 })
end)

local near, far = gpu.GroupShared("uint", 4), gpu.GroupShared("float2", 4)
local fixed = { 10, 20, 30 }
case("arrays side by side keep apart", function()
  -- 4 and -1 are elements of the neighbour in memory, and of nothing in the language
  same("local", run { f = 5, n = { 4, -1 }, Outside = true, Main = function()
    local x, y, z = Array("float", 4), Array("float", 4), Array("float", 4)
    for k = 0, 3 do x[k], y[k], z[k] = 1.0, 2.0, 3.0 end
    y[n[0]], y[n[1]] = 50.0, 60.0
    f[0], f[1], f[2], f[3], f[4] = x[3], z[0], y[n[0]], y[n[1]], y[3]
  end }.f, { 1, 3, 0, 0, 2 })
  same("groupshared", run { u = 4, n = { 4, -1 }, Outside = true, Main = function()
    near[3], far[0] = 7, float2(8.0, 9.0)
    near[n[0]] = 100
    far[n[1]] = float2(100.0, 100.0)
    u[0], u[1], u[2] = near[3], uint(far[0].x), near[n[0]]
    u[3] = InterlockedAdd(near[n[0]], 5)
  end }.u, { 7, 8, 0, 0 })
  same("a table of the script", run { f = 4, n = { 0, 1, 3, 4 }, Outside = true, Main = function()
    for k = 0, 3 do f[k] = fixed[n[k]] end
  end }.f, { 0, 10, 30, 0 })
  local function said(what, words, index, Main) refused(what, "GS0621", words, function() run { f = 1, n = { index }, Main = Main } end) end
  said("reported by name and number", "reads y[4], and it has 4 elements", 4, function()
    local x, y, z = Array("float3", 4), Array("float3", 4), Array("float", 4)
    f[0] = x[0].x + y[n[0]].z + z[0]
  end)
  said("groupshared too", "writes far[4], and it has 4 elements", 4, function() near[0], far[n[0]] = 1, float2(1.0) end)
  said("tables from 1", "reads fixed[4], and it has 3 elements", 4, function() f[0] = fixed[n[0]] end)
end)

-- Control flow that differs between the work items of a wave.
case("loops with break in divergent flow", function()
  -- collatz steps, with a limit
  local function steps(x, limit)
    local c = 0
    while true do
      if x == 1 or c == limit then break end
      x = x % 2 == 0 and x / 2 or 3 * x + 1
      c = c + 1
    end
    return c
  end
  local list = seq(64, function(k) return k + 1 end)
  same("collatz", run { w = list, u = 64, Threads = { 64, 1, 1 }, Main = function(GroupIndex)
    local x, c = w[GroupIndex], 0
    while true do
      if x == 1 or c == 100 then break end
      if x % 2 == 0 then x = x / 2 else x = 3 * x + 1 end
      c = c + 1
    end
    u[GroupIndex] = c
  end }.u, seq(64, function(k) return steps(k + 1, 100) end))
  same("nested", run { i = 16, Threads = { 16, 1, 1 }, Main = function(GroupIndex)
    local id, s = int(GroupIndex), 0
    for x = 0, 9 do
      if x == id then break end
      for y = 10, 0, -3 do
        if (x + y) % 4 == id % 4 then break end
        s = s + x * 10 + y
      end
    end
    i[GroupIndex] = s
  end }.i, seq(16, function(id)
    local s = 0
    for x = 0, 9 do
      if x == id then break end
      for y = 10, 0, -3 do
        if (x + y) % 4 == id % 4 then break end
        s = s + x * 10 + y
      end
    end
    return s
  end))
  same("repeat", run { i = 8, Threads = { 8, 1, 1 }, Main = function(GroupIndex)
    local c, x = 0, int(GroupIndex)
    repeat
      local done = x >= 5
      x = x + 2
      c = c + 1
    until done
    i[GroupIndex] = c * 100 + x
  end }.i, seq(8, function(x)
    local c = 0
    repeat
      local done = x >= 5
      x = x + 2
      c = c + 1
    until done
    return c * 100 + x
  end))
end)
case("functions with several results and early return", function()
  local function classify(x)
    if x < 3 then return 1, x end
    for k = 0, 9 do
      if k * k > x then return 2, k end
    end
    return 3, -1
  end
  local scale = 10
  local function both(x) -- inlined, with a capture
    local c, v = classify(x)
    return c * scale + v
  end
  local list = { 0, 2, 3, 4, 30, 80, 81, 1000 }
  same("all", run { n = list, i = 8, Threads = { 8, 1, 1 }, Main = function(GroupIndex)
    i[GroupIndex] = both(n[GroupIndex])
  end }.i, (function() local r = {} for k, x in ipairs(list) do r[k] = both(x) end return r end)())
  same("return of the kernel", run { i = 8, Threads = { 8, 1, 1 }, Main = function(GroupIndex)
    if GroupIndex % 3 == 1 then return end
    i[GroupIndex] = 7
    if GroupIndex > 4 then return end
    i[GroupIndex] = 9
  end }.i, { 9, 0, 9, 9, 0, 7, 7, 0 })
  same("short circuit", run { n = { 0, 5 }, i = 4, Main = function()
    local c = 0
    local function touch(x) InterlockedAdd(i[3], 1) return x end
    if n[0] ~= 0 and touch(n[1]) > 2 then c = 1 end
    if n[1] ~= 0 and touch(n[1]) > 2 then c = c + 10 end
    if n[1] ~= 0 or touch(n[1]) > 2 then c = c + 100 end
    i[0] = c
  end }.i, { 110, 0, 0, 1 })
end)
case("types of numbers", function()
  same("all", run { f = 9, n = { 7, 2 }, Main = function()
    f[0] = n[0] / n[1] -- int / int
    f[1] = n[0] / 2.0
    f[2] = 1 / 2
    local s = 0
    for k = 1, 3 do s = s + 0.5 end
    f[3] = s
    f[4] = 7 % 3
    f[5] = n[0] ^ 2
    f[6] = float(n[0]) / n[1]
    f[7] = -n[0] % 4 -- as HLSL: the sign of the dividend
    f[8] = 2.0 ^ 0.5
  end }.f, { 3, 3.5, 0.5, 1.5, 1, 49, 3.5, -3, rig.round32(math.sqrt(2)) }, 1e-6)
end)

-- Groups.
local shared = gpu.GroupShared("uint", 64)
case("groupshared and barriers in loops", function()
  same("reversed sums", run { u = 128, Threads = { 64, 1, 1 }, Groups = { 2, 1, 1 }, Main = function(GroupIndex, GroupID)
    shared[GroupIndex] = GroupIndex + GroupID.x
    GroupMemoryBarrierWithGroupSync()
    local stride = uint(32)
    while stride > 0 do
      local x = uint(0)
      if GroupIndex < stride then x = shared[GroupIndex + stride] end
      GroupMemoryBarrierWithGroupSync()
      if GroupIndex < stride then shared[GroupIndex] = shared[GroupIndex] + x end
      GroupMemoryBarrierWithGroupSync()
      stride = stride / 2
    end
    u[GroupID.x * 64 + GroupIndex] = shared[0]
  end }.u, seq(128, function(k) return k < 64 and 2016 or 2016 + 64 end))
  refused("in divergent flow", "GS0246", "", function() run { u = 1, Threads = { 64, 1, 1 }, Main = function(GroupIndex)
    if GroupIndex < 3 then GroupMemoryBarrierWithGroupSync() end
    u[0] = 1
  end } end)
end)
case("system values", function()
  local got = run { u = 24 * 4, Threads = { 3, 2, 2 }, Groups = { 2, 1, 1 }, Main = function(GroupThreadID, GroupID, GroupIndex, DispatchThreadID)
    local at = (GroupID.x * 12 + GroupIndex) * 4
    u[at] = GroupThreadID.x + GroupThreadID.y * 10 + GroupThreadID.z * 100
    u[at + 1] = DispatchThreadID.x
    u[at + 2] = GroupID.x
    u[at + 3] = GroupIndex
  end }.u
  same("all", got, (function()
    local r = {}
    for g = 0, 1 do for z = 0, 1 do for y = 0, 1 do for x = 0, 2 do
      for _, v in ipairs { x + y * 10 + z * 100, g * 3 + x, g, z * 6 + y * 3 + x } do r[#r + 1] = v end
    end end end end
    return r
  end)())
end)
case("atomics with what they return", function()
  local got = run { u = 80, Threads = { 64, 1, 1 }, Main = function(GroupIndex)
    local at = InterlockedAdd(u[0], 1)
    u[16 + at] = 1
    InterlockedMax(u[1], GroupIndex)
    InterlockedOr(u[3], shift_left(uint(1), GroupIndex % 32))
    if GroupIndex == 5 then
      local old = InterlockedExchange(u[4], 77)
      u[5] = old
      old = InterlockedCompareExchange(u[4], 77, 78)
      u[6] = old
      old = InterlockedCompareExchange(u[4], 77, 79)
      u[7] = old
      u[8] = InterlockedMin(u[4], 3)
      u[9] = InterlockedXor(u[4], 1)
      u[10] = InterlockedAnd(u[4], 2)
      InterlockedCompareStore(u[11], 0, 9)
      InterlockedAdd(u[12], -1)
    end
  end }.u
  same("all", { unpack(got, 1, 16) }, { 64, 63, 0, 4294967295, 2, 0, 77, 78, 78, 3, 2, 9, 4294967295, 0, 0, 0 })
  same("every place once", { unpack(got, 17, 80) }, seq(64, function() return 1 end))
  same("signed", run { i = 2, Threads = { 4, 1, 1 }, Main = function(GroupIndex)
    InterlockedMin(i[0], int(GroupIndex) - 2)
    InterlockedMax(i[1], int(GroupIndex) - 2)
  end }.i, { -2, 1 })
end)
case("waves in divergent flow", function()
  local got = run { u = 64, Threads = { 8, 1, 1 }, Main = function(GroupIndex)
    local lane = WaveGetLaneIndex()
    if lane ~= 1 then -- lanes 0, 2, 3
      u[GroupIndex] = WaveActiveSum(GroupIndex)
      u[8 + GroupIndex] = WavePrefixSum(GroupIndex + 1)
      u[16 + GroupIndex] = WaveActiveBallot(GroupIndex % 2 == 0).x
      u[24 + GroupIndex] = WaveReadLaneFirst(GroupIndex)
      u[32 + GroupIndex] = WaveActiveCountBits(true)
      u[40 + GroupIndex] = WaveIsFirstLane() and 1 or 0
      u[48 + GroupIndex] = WavePrefixCountBits(true)
      u[56 + GroupIndex] = WaveActiveMax(GroupIndex)
    end
  end }.u
  local rows = { { 5, 0, 5, 5, 17, 0, 17, 17 }, { 0, 0, 1, 4, 0, 0, 5, 12 }, { 5, 0, 5, 5, 5, 0, 5, 5 }, { 0, 0, 0, 0, 4, 0, 4, 4 },
    { 3, 0, 3, 3, 3, 0, 3, 3 }, { 1, 0, 0, 0, 1, 0, 0, 0 }, { 0, 0, 1, 2, 0, 0, 1, 2 }, { 3, 0, 3, 3, 7, 0, 7, 7 } }
  for k, row in ipairs(rows) do same("row " .. k, { unpack(got, k * 8 - 7, k * 8) }, row) end
  same("loops that lanes leave", run { u = 4, Threads = { 4, 1, 1 }, Main = function(GroupIndex)
    local s = uint(0)
    for k = 0, 3 do
      if uint(k) > GroupIndex then break end
      s = s * 10 + WaveActiveCountBits(true)
    end
    u[GroupIndex] = s
  end }.u, { 4, 43, 432, 4321 })
end)

local raw = gpu.RWByteAddressBuffer "u0"
case("raw buffers", function()
  local got = run { f = 16, Outside = true, Main = function()
    raw:Store3(4, uint3(1, 2, 3))
    local v = raw:Load2(8)
    raw:Store(20, v.x * 10 + v.y)
    raw:InterlockedAdd(24, 5)
    raw:Store(28, raw:InterlockedAdd(24, 6))
    raw:Store(1000000, 1) -- outside: dropped
    raw:Store(32, raw:Load(1000000) + 1)
    raw:Store(36, raw:Load4(4).z)
  end }
  local bits = {}
  for k, x in ipairs(got.f) do bits[k] = x end
  same("as floats", { got.f[2], got.f[6], got.f[7], got.f[8], got.f[9], got.f[10] },
    { 2 ^ -149, 23 * 2 ^ -149, 11 * 2 ^ -149, 5 * 2 ^ -149, 2 ^ -149, 3 * 2 ^ -149 })
end)
case("outside of buffers", function()
  same("all", run { f = 4, Outside = true, n = { 3, 1000000, -1 }, a = { 1, 2, 3, 4 }, Main = function()
    f[0], f[1], f[2] = a[n[0]], a[n[1]], a[n[2]]
    f[n[1]] = 5.0
    f[n[2]] = 5.0
    f[3] = 1.0
  end }.f, { 4, 0, 0, 1 })
end)
rig.done()
