-- Numbers in compute shaders as HLSL has them: transforms, fluids, matrices, quaternions, waves, images, contours. Each is compared with its definition in Lua.
local rig = require "rig"
local gpu, case, same, run, list = rig.gpu, rig.case, rig.same, rig.run, rig.list
local a, n, f, i, u = rig.a, rig.n, rig.f, rig.i, rig.u
local random, round32, PI = rig.random(777), rig.round32, math.pi


-- FFT, Stockham, radix 2, 32 points
local PI = math.pi
local ping = gpu.GroupShared("float2", 64)
case("fft", function()
  local N = 32
  local values = list(2 * N, function() return round32(random() * 2 - 1) end)
  local got = run { Threads = { 16, 1, 1 }, a = values, f = 64, Main = function(GroupThreadID)
    local t = GroupThreadID.x
    ping[t] = float2(a[2 * t], a[2 * t + 1])
    ping[t + 16] = float2(a[2 * (t + 16)], a[2 * (t + 16) + 1])
    GroupMemoryBarrierWithGroupSync()
    local src, dst, ns = 0, 32, 1
    while ns < 32 do
      local k = t % ns
      local angle = -2 * PI * k / (ns * 2)
      local s, c = sincos(angle)
      local v0, v1 = ping[src + t], ping[src + t + 16]
      v1 = float2(v1.x * c - v1.y * s, v1.x * s + v1.y * c)
      local at = (t / ns) * ns * 2 + k
      ping[dst + at] = v0 + v1
      ping[dst + at + ns] = v0 - v1
      GroupMemoryBarrierWithGroupSync()
      src, dst = dst, src
      ns = ns * 2
    end
    for p = 0, 1 do
      local at = t + 16 * p
      f[2 * at], f[2 * at + 1] = ping[src + at].x, ping[src + at].y
    end
  end }.f
  local want = {}
  for k = 0, N - 1 do
    local re, im = 0, 0
    for j = 0, N - 1 do
      local c, s = math.cos(-2 * PI * j * k / N), math.sin(-2 * PI * j * k / N)
      re = re + values[2 * j + 1] * c - values[2 * j + 2] * s
      im = im + values[2 * j + 1] * s + values[2 * j + 2] * c
    end
    want[2 * k + 1], want[2 * k + 2] = re, im
  end
  same("spectrum", got, want, 1e-5)
end)

-- DCT of 8 x 8 in groupshared, rows then columns
local block = gpu.GroupShared("float", 64)
case("dct", function()
  local pixels = list(64, function() return math.floor(random() * 256) end)
  local got = run { Threads = { 8, 8, 1 }, a = pixels, f = 64, Main = function(GroupThreadID, GroupIndex)
    local function basis(k, x) return (k == 0 and sqrt(1.0 / 8) or 0.5) * cos((2 * x + 1) * k * PI / 16) end
    local x, y = GroupThreadID.x, GroupThreadID.y
    local sum = 0.0
    for t = 0, 7 do sum = sum + (a[y * 8 + t] - 128) * basis(x, t) end
    block[GroupIndex] = sum
    GroupMemoryBarrierWithGroupSync()
    sum = 0
    for t = 0, 7 do sum = sum + block[t * 8 + x] * basis(y, t) end
    f[GroupIndex] = sum
  end }.f
  local function basis(k, x) return (k == 0 and math.sqrt(1 / 8) or 0.5) * math.cos((2 * x + 1) * k * math.pi / 16) end
  local want = {}
  for v = 0, 7 do for h = 0, 7 do
    local s = 0
    for y = 0, 7 do for x = 0, 7 do s = s + (pixels[y * 8 + x + 1] - 128) * basis(h, x) * basis(v, y) end end
    want[#want + 1] = s
  end end
  same("coefficients", got, want, 1e-3)
end)

-- one step of LBM, D2Q9, periodic
local cx, cy = { 0, 1, 0, -1, 0, 1, -1, -1, 1 }, { 0, 0, 1, 0, -1, 1, 1, -1, -1 }
local weight = { 4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36 }
case("lattice boltzmann", function()
  local W, H, tau = 8, 8, 0.6
  local state = list(9 * W * H, function(k) return round32(weight[(k - 1) % 9 + 1] * (1 + 0.1 * (random() - 0.5))) end)
  local got = run { Threads = { 8, 8, 1 }, a = state, f = 9 * W * H, Main = function(DispatchThreadID)
    local p = int2(DispatchThreadID.xy)
    local d = Array("float", 9)
    local rho, velocity = 0.0, float2(0, 0)
    for k = 0, 8 do
      local from = (p - int2(cx[k + 1], cy[k + 1]) + int2(W, H)) % int2(W, H)
      d[k] = a[(from.y * W + from.x) * 9 + k]
      rho = rho + d[k]
      velocity = velocity + d[k] * float2(cx[k + 1], cy[k + 1])
    end
    velocity = velocity / rho
    local uu = dot(velocity, velocity)
    for k = 0, 8 do
      local cu = dot(float2(cx[k + 1], cy[k + 1]), velocity)
      local eq = weight[k + 1] * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * uu)
      f[(p.y * W + p.x) * 9 + k] = d[k] + (eq - d[k]) / tau
    end
  end }.f
  local want = {}
  for y = 0, H - 1 do for x = 0, W - 1 do
    local d, rho, ux, uy = {}, 0, 0, 0
    for k = 1, 9 do
      local sx, sy = (x - cx[k]) % W, (y - cy[k]) % H
      d[k] = state[(sy * W + sx) * 9 + k]
      rho, ux, uy = rho + d[k], ux + d[k] * cx[k], uy + d[k] * cy[k]
    end
    ux, uy = ux / rho, uy / rho
    for k = 1, 9 do
      local cu = cx[k] * ux + cy[k] * uy
      local eq = weight[k] * rho * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * (ux * ux + uy * uy))
      want[#want + 1] = d[k] + (eq - d[k]) / tau
    end
  end end
  same("distributions", got, want, 1e-6)
end)

case("matrix inverse by elimination", function()
  local m = { 0, 2, 1, 3, 4, -1, 2, 0, 1, 5, -3, 2, 2, 2, 7, 1 }
  local got = run { a = m, f = 32, Main = function()
    local rows = Array("float4x4", 2)
    for r = 0, 3 do
      rows[0][r] = float4(a[4 * r], a[4 * r + 1], a[4 * r + 2], a[4 * r + 3])
      rows[1][r] = float4(r == 0, r == 1, r == 2, r == 3)
    end
    for c = 0, 3 do
      local best = c
      for r = c + 1, 3 do
        if abs(rows[0][r][c]) > abs(rows[0][best][c]) then best = r end
      end
      if best ~= c then
        for h = 0, 1 do
          local swap = rows[h][c]
          rows[h][c] = rows[h][best]
          rows[h][best] = swap
        end
      end
      local p = rcp(rows[0][c][c])
      rows[0][c] = rows[0][c] * p
      rows[1][c] = rows[1][c] * p
      for r = 0, 3 do
        if r ~= c then
          local k = rows[0][r][c]
          rows[0][r] = rows[0][r] - k * rows[0][c]
          rows[1][r] = rows[1][r] - k * rows[1][c]
        end
      end
    end
    local source = float4x4(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15])
    local product = mul(source, rows[1])
    for r = 0, 3 do for c = 0, 3 do
      f[4 * r + c] = product[r][c]
      f[16 + 4 * r + c] = rows[1][r][c] - inverse(source)[r][c]
    end end
  end }.f
  same("M M^-1", got, list(32, function(k) return k <= 16 and (k - 1) % 5 == 0 and 1 or 0 end), 2e-6)
end)

local Bone = { { "rotation", "float4" }, { "place", "float3" }, { "scale", "float" } }
local bones = gpu.StructuredBuffer("t0", Bone)
case("quaternion skinning", function()
  local function norm(q) local l = math.sqrt(q[1] ^ 2 + q[2] ^ 2 + q[3] ^ 2 + q[4] ^ 2) return { q[1] / l, q[2] / l, q[3] / l, q[4] / l } end
  local data, set = {}, {}
  for b = 1, 3 do
    local q = norm { random() - 0.5, random() - 0.5, random() - 0.5, random() }
    local row = { q[1], q[2], q[3], q[4], random(), random(), random(), 0.5 + random() }
    set[b] = row
    for _, v in ipairs(row) do data[#data + 1] = v end
  end
  local got = run { Threads = { 4, 1, 1 }, a = data, f = 12, Main = function(DispatchThreadID)
    local function rotate(q, v) return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v) end
    local id = DispatchThreadID.x
    local p = float3(id, 1, 2) * 0.25
    local weights = float3(0.5, 0.25, 0.25)
    local sum = float3(0)
    for b = 0, 2 do
      local bone = bones[b]
      sum = sum + weights[b] * (rotate(bone.rotation, p * bone.scale) + bone.place)
    end
    f[3 * id], f[3 * id + 1], f[3 * id + 2] = sum.x, sum.y, sum.z
  end }.f
  local want = {}
  for id = 0, 3 do
    local p = { id * 0.25, 0.25, 0.5 }
    local out = { 0, 0, 0 }
    for b = 1, 3 do
      local x, y, z, ww = set[b][1], set[b][2], set[b][3], set[b][4]
      local m = { { 1 - 2 * (y * y + z * z), 2 * (x * y - ww * z), 2 * (x * z + ww * y) },
        { 2 * (x * y + ww * z), 1 - 2 * (x * x + z * z), 2 * (y * z - ww * x) },
        { 2 * (x * z - ww * y), 2 * (y * z + ww * x), 1 - 2 * (x * x + y * y) } }
      for r = 1, 3 do
        local v = 0
        for c = 1, 3 do v = v + m[r][c] * p[c] * set[b][8] end
        out[r] = out[r] + (b == 1 and 0.5 or 0.25) * (v + set[b][4 + r])
      end
    end
    for r = 1, 3 do want[#want + 1] = out[r] end
  end
  same("positions", got, want, 1e-6)
end)

case("gerstner waves", function()
  local waves = { 1, 0, 0.5, 10, 0.7, 0.7, 0.25, 6, -0.3, 0.8, 0.2, 3 }
  local got = run { Threads = { 4, 4, 1 }, a = waves, f = 16 * 6, Main = function(DispatchThreadID)
    local p0 = float3(DispatchThreadID.x, 0, DispatchThreadID.y) * 0.7
    local time, tangent, binormal, p = 1.25, float3(1, 0, 0), float3(0, 0, 1), p0
    for k = 0, 2 do
      local d = normalize(float2(a[4 * k], a[4 * k + 1]))
      local steep, len = a[4 * k + 2], a[4 * k + 3]
      local kk = 2 * PI / len
      local c = sqrt(9.8 / kk)
      local phase = kk * (dot(d, p0.xz) - c * time)
      local amp = steep / kk
      local s, co = sincos(phase)
      tangent = tangent + float3(-d.x * d.x * (steep * s), d.x * (steep * co), -d.x * d.y * (steep * s))
      binormal = binormal + float3(-d.x * d.y * (steep * s), d.y * (steep * co), -d.y * d.y * (steep * s))
      p = p + float3(d.x * (amp * co), amp * s, d.y * (amp * co))
    end
    local normal = normalize(cross(binormal, tangent))
    local o = 6 * (DispatchThreadID.y * 4 + DispatchThreadID.x)
    f[o], f[o + 1], f[o + 2] = p.x, p.y, p.z
    f[o + 3], f[o + 4], f[o + 5] = normal.x, normal.y, normal.z
  end }.f
  local function surface(x0, z0)
    local px, py, pz = x0, 0, z0
    for k = 0, 2 do
      local dx, dz, steep, len = waves[4 * k + 1], waves[4 * k + 2], waves[4 * k + 3], waves[4 * k + 4]
      local l = math.sqrt(dx * dx + dz * dz); dx, dz = dx / l, dz / l
      local kk = 2 * math.pi / len
      local phase = kk * (dx * x0 + dz * z0 - math.sqrt(9.8 / kk) * 1.25)
      local amp = steep / kk
      px, py, pz = px + dx * amp * math.cos(phase), py + amp * math.sin(phase), pz + dz * amp * math.cos(phase)
    end
    return px, py, pz
  end
  local want, e = {}, 1e-5
  for y = 0, 3 do for x = 0, 3 do
    local x0, z0 = x * 0.7, y * 0.7
    local px, py, pz = surface(x0, z0)
    -- the normal by differences
    local ax, ay, az = surface(x0 + e, z0)
    local bx, by, bz = surface(x0 - e, z0)
    local cx, cy, cz = surface(x0, z0 + e)
    local dx, dy, dz = surface(x0, z0 - e)
    local tx, ty, tz, ux, uy, uz = ax - bx, ay - by, az - bz, cx - dx, cy - dy, cz - dz
    local nx, ny, nz = uy * tz - uz * ty, uz * tx - ux * tz, ux * ty - uy * tx
    local l = math.sqrt(nx * nx + ny * ny + nz * nz)
    for _, v in ipairs { px, py, pz, nx / l, ny / l, nz / l } do want[#want + 1] = v end
  end end
  same("points and normals", got, want, 1e-5)
end)

case("median of 3 x 3", function()
  local W, H = 8, 6
  local image = list(W * H, function() return round32(random()) end)
  local got = run { Threads = { 8, 6, 1 }, a = image, f = W * H, Main = function(DispatchThreadID)
    local v = Array("float", 9)
    local p = int2(DispatchThreadID.xy)
    for dy = -1, 1 do
      for dx = -1, 1 do
        local q = clamp(p + int2(dx, dy), 0, int2(W - 1, H - 1))
        v[(dy + 1) * 3 + dx + 1] = a[q.y * W + q.x]
      end
    end
    local function order(s, x, y)
      local low, high = min(s[x], s[y]), max(s[x], s[y])
      s[x], s[y] = low, high
    end
    order(v, 1, 2) order(v, 4, 5) order(v, 7, 8) order(v, 0, 1) order(v, 3, 4) order(v, 6, 7)
    order(v, 1, 2) order(v, 4, 5) order(v, 7, 8) order(v, 0, 3) order(v, 5, 8) order(v, 4, 7)
    order(v, 3, 6) order(v, 1, 4) order(v, 2, 5) order(v, 4, 7) order(v, 4, 2) order(v, 6, 4)
    order(v, 4, 2)
    f[p.y * W + p.x] = v[4]
  end }.f
  local want = {}
  for y = 0, H - 1 do for x = 0, W - 1 do
    local s = {}
    for dy = -1, 1 do for dx = -1, 1 do
      s[#s + 1] = image[math.max(0, math.min(H - 1, y + dy)) * W + math.max(0, math.min(W - 1, x + dx)) + 1]
    end end
    table.sort(s)
    want[#want + 1] = s[5]
  end end
  same("medians", got, want)
end)

-- marching squares: each cell appends its segments
case("marching squares", function()
  local N = 8
  local field = {}
  for y = 0, N do for x = 0, N do field[#field + 1] = round32(9.3 - (x - 3.7) ^ 2 - (y - 4.2) ^ 2) end end
  -- segments as pairs of edges: 0 bottom, 1 right, 2 top, 3 left; -1 none
  local cases = { -1, -1, 3, 0, 0, 1, 3, 1, 1, 2, 3, 2, 0, 2, 3, 2, 2, 3, 2, 0, 1, 3, 2, 1, 1, 3, 1, 0, 0, 3, -1, -1 }
  local got = run { Threads = { 8, 8, 1 }, a = field, u = 1, f = 256, Main = function(DispatchThreadID)
    local c = DispatchThreadID.xy
    local stride = N + 1
    local function at(x, y) return a[y * stride + x] end
    local v = float4(at(c.x, c.y), at(c.x + 1, c.y), at(c.x + 1, c.y + 1), at(c.x, c.y + 1))
    local inside = v > 0
    local index = dot(inside and int4(1, 2, 4, 8) or 0, int4(1, 1, 1, 1))
    local e0, e1 = int(cases[2 * index + 1]), int(cases[2 * index + 2])
    if e0 < 0 then return end
    local function point(e)
      local p = float2(c)
      if e == 0 then return p + float2(v.x / (v.x - v.y), 0)
      elseif e == 1 then return p + float2(1, v.y / (v.y - v.z))
      elseif e == 2 then return p + float2(v.w / (v.w - v.z), 1)
      else return p + float2(0, v.x / (v.x - v.w)) end
    end
    local slot = InterlockedAdd(u[0], 1)
    local p, q = point(e0), point(e1)
    f[4 * slot], f[4 * slot + 1], f[4 * slot + 2], f[4 * slot + 3] = p.x, p.y, q.x, q.y
  end }
  -- Crossing cells have exactly one segment whose ends interpolate the field to 0
  local cells = 0
  for y = 0, N - 1 do for x = 0, N - 1 do
    local s = 0
    for _, k in ipairs { y * 9 + x, y * 9 + x + 1, y * 9 + x + 9, y * 9 + x + 10 } do if field[k + 1] > 0 then s = s + 1 end end
    if s > 0 and s < 4 then cells = cells + 1 end
  end end
  same("segments", got.u[1], cells)
  local ends, worst = {}, 0
  for s = 0, got.u[1] - 1 do
    for e = 0, 1 do
      local x, y = got.f[4 * s + 2 * e + 1], got.f[4 * s + 2 * e + 2]
      local x0, y0 = math.min(math.floor(x), N - 1), math.min(math.floor(y), N - 1)
      local fx, fy = x - x0, y - y0
      local function g(px, py) return field[py * 9 + px + 1] end
      worst = math.max(worst, math.abs((g(x0, y0) * (1 - fx) + g(x0 + 1, y0) * fx) * (1 - fy) + (g(x0, y0 + 1) * (1 - fx) + g(x0 + 1, y0 + 1) * fx) * fy))
      local key = ("%.4f %.4f"):format(x, y)
      ends[key] = (ends[key] or 0) + 1
    end
  end
  local closed = true
  for _, count in pairs(ends) do closed = closed and count == 2 end
  same("closed", closed and 1 or 0, 1)
  same("on the contour", worst < 1e-4 and 1 or 0, 1)
end)

-- arrays of structs with nested structs and matrices, at indices of the work item
local Part = { { "m", "float2x3" }, { "inner", { { "flag", "bool" }, { "v", "int3" }, { "deep", { { "h", "half" }, { "u", "uint2" } } } } }, { "t", "float4x4" } }
case("arrays of nested structs", function()
  local got = run { Threads = { 8, 1, 1 }, n = { 3, 0, 1, 2, 2, 3, 0, 1 }, f = 8 * 6, i = 8 * 4, Main = function(GroupIndex)
    local p = Array(Part, 4)
    for k = 0, 3 do
      p[k].m = float2x3(k, k + 1, k + 2, 10 * k, 20 * k, 30 * k)
      p[k].inner.flag = k % 2 == 1
      p[k].inner.v = int3(k, -k, 100 + k)
      p[k].inner.deep.u = uint2(k, 2 * k)
      p[k].inner.deep.h = 0.5 * k
      for r = 0, 3 do p[k].t[r] = float4(1, 2, 3, 4) * (r + 4 * k) end
    end
    local at, col = n[GroupIndex], GroupIndex % 3
    p[at].m[1][col] = p[at].m[1][col] + 1000
    p[at].inner.v[col] = 7
    p[at].t[GroupIndex % 4][at] = -1
    local q = p[at]
    q.inner.v.x = 55 -- a copy
    f[6 * GroupIndex] = p[at].m[0][col]
    f[6 * GroupIndex + 1] = p[at].m[1][col]
    f[6 * GroupIndex + 2] = p[at].m._m12
    f[6 * GroupIndex + 3] = p[at].inner.deep.h
    f[6 * GroupIndex + 4] = p[at].t[GroupIndex % 4][at]
    f[6 * GroupIndex + 5] = mul(p[at].t, float4(1, 0, 0, 0))[3]
    i[4 * GroupIndex] = p[at].inner.v[col]
    i[4 * GroupIndex + 1] = p[at].inner.flag and 1 or 0
    i[4 * GroupIndex + 2] = int(p[at].inner.deep.u.y)
    i[4 * GroupIndex + 3] = p[at].inner.v.x
  end }
  local index, ff, ii = { 3, 0, 1, 2, 2, 3, 0, 1 }, {}, {}
  for g = 0, 7 do
    local k, col = index[g + 1], g % 3
    local m1 = { 10 * k, 20 * k, 30 * k }
    m1[col + 1] = m1[col + 1] + 1000
    ff[#ff + 1] = k + col
    ff[#ff + 1] = m1[col + 1]
    ff[#ff + 1] = m1[3]
    ff[#ff + 1] = 0.5 * k
    ff[#ff + 1] = -1
    ff[#ff + 1] = (g % 4 == 3 and k == 0) and -1 or 3 + 4 * k
    ii[#ii + 1] = 7
    ii[#ii + 1] = k % 2
    ii[#ii + 1] = 2 * k
    ii[#ii + 1] = col == 0 and 7 or k
  end
  same("floats", got.f, ff)
  same("ints", got.i, ii)
end)

-- A struct that is a local, and an array of arrays.
local Hit = { { "distance", "float" }, { "place", "float3" }, { "cells", "int", 2, 2 } }
case("structs and arrays of arrays on the work item", function()
  local got = run { Outside = true, Threads = { 4, 1, 1 }, n = { 2, 0, 1, 5 }, f = 8, i = 12, Main = function(GroupIndex)
    local nearest = Array(Hit, 1)[0]
    nearest.distance = 1e9
    for k = 0, 3 do
      local hit = nearest
      hit.distance = abs(1.5 * k - 1.4 * GroupIndex)
      hit.place = float3(k, 2 * k, 3 * k)
      if hit.distance < nearest.distance then nearest = hit end
    end
    f[2 * GroupIndex], f[2 * GroupIndex + 1] = nearest.distance, nearest.place.z
    local grid = Array("int", 3, 4)
    for y = 0, 2 do
      for x = 0, 3 do grid[y][x] = 10 * y + x end
    end
    local row = grid[1]
    row[GroupIndex] = 7 -- by reference
    i[3 * GroupIndex] = grid[1][GroupIndex]
    i[3 * GroupIndex + 1] = grid[n[GroupIndex]][3] -- outside of the whole: 0
    i[3 * GroupIndex + 2] = #grid * 10 + #row
  end }
  local want = {}
  for g = 0, 3 do
    local best, at = math.huge, 0
    for k = 0, 3 do
      if math.abs(1.5 * k - 1.4 * g) < best then best, at = math.abs(1.5 * k - 1.4 * g), k end
    end
    want[2 * g + 1], want[2 * g + 2] = best, 3 * at
  end
  same("nearest", got.f, want, 1e-6)
  same("grid", got.i, { 7, 23, 34, 7, 3, 34, 7, 13, 34, 7, 0, 34 })
end)
case("structs through functions", function()
  local got = run { Threads = { 4, 1, 1 }, f = 12, Main = function(GroupIndex)
    local function make(distance)
      local hit = Array(Hit, 1)[0]
      if distance < 2 then return hit end
      hit.distance, hit.place = distance, float3(1, 2, 3) * distance
      return hit
    end
    local function farther(hit, by)
      hit.distance = hit.distance + by
      return hit
    end
    local hit = make(GroupIndex)
    local other = farther(hit, 0.5)
    f[3 * GroupIndex], f[3 * GroupIndex + 1], f[3 * GroupIndex + 2] = hit.distance, other.distance, other.place.y
  end }.f
  same("copies", got, { 0, 0.5, 0, 0, 0.5, 0, 2, 2.5, 4, 3, 3.5, 6 })
end)
rig.done()
