-- Algorithms of compute shaders as HLSL has them: sorting, scans, hashes, searches, trees. Each is compared with what it means, written in Lua.
local rig = require "rig"
local gpu, case, same, run, list = rig.gpu, rig.case, rig.same, rig.run, rig.list
local a, n, w, f, i, u = rig.a, rig.n, rig.w, rig.f, rig.i, rig.u
local random = rig.random(12345)

-- Numbers of 32 bits in Lua.
local function mul32(x, y)
  local low, high = x % 65536, math.floor(x / 65536)
  return (low * y + (high * y % 65536) * 65536) % 4294967296
end
local function xor32(x, y)
  local r, bit = 0, 1
  for _ = 1, 32 do
    if x % 2 ~= y % 2 then r = r + bit end
    x, y, bit = math.floor(x / 2), math.floor(y / 2), bit * 2
  end
  return r
end
local function shr(x, k) return math.floor(x / 2 ^ k) end
local function rotl(x, k) return (x * 2 ^ k) % 4294967296 + math.floor(x / 2 ^ (32 - k)) end

-- bitonic sort of one group
local keys = gpu.GroupShared("uint", 64)
case("bitonic sort", function()
  local values = list(64, function() return math.floor(random() * 1000) end)
  local got = run { Threads = { 64, 1, 1 }, w = values, u = 64, Main = function(GroupIndex)
    keys[GroupIndex] = w[GroupIndex]
    GroupMemoryBarrierWithGroupSync()
    local k = uint(2)
    while k <= 64 do
      local j = k / 2
      while j > 0 do
        local partner = xor_bits(GroupIndex, j)
        if partner > GroupIndex then
          local x, y = keys[GroupIndex], keys[partner]
          local ascending = and_bits(GroupIndex, k) == 0
          if (x > y) == ascending then
            keys[GroupIndex] = y
            keys[partner] = x
          end
        end
        GroupMemoryBarrierWithGroupSync()
        j = shift_right(j, 1)
      end
      k = shift_left(k, 1)
    end
    u[GroupIndex] = keys[GroupIndex]
  end }.u
  table.sort(values)
  same("sorted", got, values)
end)

-- one pass of a radix sort: 4 bits a pass, 128 keys of a group
local counts = gpu.GroupShared("uint", 16)
local starts = gpu.GroupShared("uint", 16)
local tile = gpu.GroupShared("uint", 128)
case("radix sort", function()
  local values = list(128, function() return math.floor(random() * 2 ^ 32) end)
  local got = run { Threads = { 128, 1, 1 }, w = values, u = 128, Main = function(GroupIndex)
    tile[GroupIndex] = w[GroupIndex]
    GroupMemoryBarrierWithGroupSync()
    for pass = 0, 7 do
      local shift = pass * 4
      if GroupIndex < 16 then counts[GroupIndex] = 0 end
      GroupMemoryBarrierWithGroupSync()
      local key = tile[GroupIndex]
      local digit = and_bits(shift_right(key, shift), 15)
      InterlockedAdd(counts[digit], 1)
      GroupMemoryBarrierWithGroupSync()
      if GroupIndex == 0 then
        local sum = uint(0)
        for d = 0, 15 do
          starts[d] = sum
          sum = sum + counts[d]
        end
      end
      GroupMemoryBarrierWithGroupSync()
      -- stable rank
      local rank = uint(0)
      for t = 0, GroupIndex - 1 do
        if and_bits(shift_right(tile[t], shift), 15) == digit then rank = rank + 1 end
      end
      GroupMemoryBarrierWithGroupSync()
      tile[starts[digit] + rank] = key
      GroupMemoryBarrierWithGroupSync()
    end
    u[GroupIndex] = tile[GroupIndex]
  end }.u
  table.sort(values)
  same("sorted", got, values)
end)

-- prefix scan by waves
local sums = gpu.GroupShared("uint", 32)
case("scan by waves", function()
  local values = list(128, function() return math.floor(random() * 10) end)
  local got = run { Threads = { 128, 1, 1 }, w = values, u = 129, Main = function(GroupIndex)
    local lane, wave = WaveGetLaneIndex(), GroupIndex / WaveGetLaneCount()
    local v = w[GroupIndex]
    local before = WavePrefixSum(v)
    if lane == WaveGetLaneCount() - 1 then sums[wave] = before + v end
    GroupMemoryBarrierWithGroupSync()
    -- Hillis and Steele over the sums of the waves
    local step = 1
    while step < 32 do
      local other = uint(0)
      if GroupIndex < 32 and GroupIndex >= step then other = sums[GroupIndex - step] end
      GroupMemoryBarrierWithGroupSync()
      if GroupIndex < 32 then sums[GroupIndex] = sums[GroupIndex] + other end
      GroupMemoryBarrierWithGroupSync()
      step = step * 2
    end
    u[GroupIndex] = before + (wave > 0 and sums[wave - 1] or 0)
    if GroupIndex == 127 then u[128] = sums[31] end
  end }.u
  local want, sum = {}, 0
  for k, v in ipairs(values) do want[k] = sum; sum = sum + v end
  want[129] = sum
  same("exclusive sums", got, want)
end)

-- histogram equalization
local bins = gpu.GroupShared("uint", 256)
case("histogram equalization", function()
  local image = list(1024, function() return math.floor(random() ^ 2 * 256) end)
  local got = run { Threads = { 256, 1, 1 }, w = image, u = 1024, Main = function(GroupIndex)
    bins[GroupIndex] = 0
    GroupMemoryBarrierWithGroupSync()
    for k = 0, 3 do InterlockedAdd(bins[w[k * 256 + GroupIndex]], 1) end
    GroupMemoryBarrierWithGroupSync()
    local offset = 1
    while offset < 256 do
      local before = GroupIndex >= offset and bins[GroupIndex - offset] or 0
      GroupMemoryBarrierWithGroupSync()
      bins[GroupIndex] = bins[GroupIndex] + before
      GroupMemoryBarrierWithGroupSync()
      offset = shift_left(offset, 1)
    end
    -- cdf minimum: the first bin that is not 0
    local low = 0
    for k = 0, 255 do
      if bins[k] > 0 then low = bins[k] break end
    end
    for k = 0, 3 do
      local at = k * 256 + GroupIndex
      u[at] = ((bins[w[at]] - low) * 510 + (1024 - low)) / (2 * (1024 - low)) -- rounded, half up
    end
  end }.u
  local cdf, h = {}, {}
  for _, v in ipairs(image) do h[v] = (h[v] or 0) + 1 end
  local sum, low = 0, nil
  for v = 0, 255 do sum = sum + (h[v] or 0); cdf[v] = sum; if not low and sum > 0 then low = sum end end
  same("levels", got, list(1024, function(k) return math.floor((cdf[image[k]] - low) / (1024 - low) * 255 + 0.5) end))
end)

case("pcg and xxhash", function()
  local inputs = { 0, 1, 42, 123456789, 4294967295, 2147483648 }
  local function pcg(v)
    local state = (mul32(v, 747796405) + 2891336453) % 4294967296
    local word = mul32(xor32(shr(state, shr(state, 28) + 4), state), 277803737)
    return xor32(shr(word, 22), word)
  end
  local function xxhash(v)
    local h = (v + 374761393) % 4294967296
    h = mul32(668265263, rotl(h, 17))
    h = mul32(2246822519, xor32(h, shr(h, 15)))
    h = mul32(3266489917, xor32(h, shr(h, 13)))
    return xor32(h, shr(h, 16))
  end
  local got = run { Threads = { 6, 1, 1 }, w = inputs, u = 12, f = 6, Main = function(DispatchThreadID)
    local function pcg_hash(input)
      local state = input * 747796405 + 2891336453
      local word = xor_bits(shift_right(state, shift_right(state, 28) + 4), state) * 277803737
      return xor_bits(shift_right(word, 22), word)
    end
    local function rotate(x, k) return or_bits(shift_left(x, k), shift_right(x, 32 - k)) end
    local function xx(p)
      local h = p + 374761393
      h = 668265263 * rotate(h, 17)
      h = 2246822519 * xor_bits(h, shift_right(h, 15))
      h = 3266489917 * xor_bits(h, shift_right(h, 13))
      return xor_bits(h, shift_right(h, 16))
    end
    local id = DispatchThreadID.x
    u[id] = pcg_hash(w[id])
    u[id + 6] = xx(w[id])
    f[id] = float(shift_right(u[id], 8)) * (1.0 / 16777216.0)
  end }
  local want, floats = {}, {}
  for k, v in ipairs(inputs) do want[k], want[k + 6], floats[k] = pcg(v), xxhash(v), shr(pcg(v), 8) / 2 ^ 24 end
  same("hashes", got.u, want)
  same("floats", got.f, floats)
end)

case("half packing", function()
  -- exactly representable: 1.5 = 0x3e00, -2 = 0xc000, 65504 = 0x7bff, 2^-24 = 1, 0.333251953125 = 0x3555. The rest is rounded toward 0, 65536 to 65504.
  local got = run { u = 4, f = 6, a = { 1.5, -2, 65504, 2 ^ -24, 1 / 3, 65536 }, Main = function()
    local function pack(v) return or_bits(f32tof16(v.x), shift_left(f32tof16(v.y), 16)) end
    local function unpack2(p) return float2(f16tof32(p), f16tof32(shift_right(p, 16))) end
    u[0] = pack(float2(a[0], a[1]))
    u[1] = pack(float2(a[2], a[3]))
    u[2] = pack(float2(a[4], a[5]))
    local both = f32tof16(float2(a[0], a[1]))
    u[3] = or_bits(both.x, shift_left(both.y, 16))
    for k = 0, 2 do
      local v = unpack2(u[k])
      f[2 * k], f[2 * k + 1] = v.x, v.y
    end
  end }
  same("bits", got.u, { 0xc0003e00, 0x00017bff, 0x7bff3555, 0xc0003e00 })
  same("values", got.f, { 1.5, -2, 65504, 2 ^ -24, 0.333251953125, 65504 })
end)

case("n-queens", function()
  -- each item places the first queen; a stack of bit sets
  local got = run { Threads = { 8, 1, 1 }, i = 8, Main = function(GroupIndex)
    local N = 8
    local all = shift_left(1, N) - 1
    local cols, left, right, free = Array("uint", 9), Array("uint", 9), Array("uint", 9), Array("uint", 9)
    local row, found = 1, 0
    local bit = shift_left(1, GroupIndex)
    cols[1] = bit
    left[1] = shift_left(bit, 1)
    right[1] = shift_right(bit, 1)
    free[1] = and_bits(all, not_bits(or_bits(or_bits(cols[1], left[1]), right[1])))
    while row > 0 do
      if free[row] == 0 then
        row = row - 1
      else
        local low = and_bits(free[row], -free[row])
        free[row] = xor_bits(free[row], low)
        if row == N - 1 then
          found = found + 1
        else
          cols[row + 1] = or_bits(cols[row], low)
          left[row + 1] = shift_left(or_bits(left[row], low), 1)
          right[row + 1] = shift_right(or_bits(right[row], low), 1)
          row = row + 1
          free[row] = and_bits(all, not_bits(or_bits(or_bits(cols[row], left[row]), right[row])))
        end
      end
    end
    i[GroupIndex] = found
  end }.i
  local function count(rows, first)
    if #rows == 8 then return 1 end
    local s = 0
    for c = first or 0, first or 7 do
      local free = true
      for r, other in ipairs(rows) do if other == c or math.abs(other - c) == #rows + 1 - r then free = false end end
      if free then rows[#rows + 1] = c; s = s + count(rows); rows[#rows] = nil end
    end
    return s
  end
  same("solutions by the first queen", got, list(8, function(k) return count({}, k - 1) end))
end)

-- BVH with a stack of structs on the work item
local Box = { { "low", "float3" }, { "left", "int" }, { "high", "float3" }, { "right", "int" } }
local nodes = gpu.StructuredBuffer("t0", Box)
local Entry = { { "node", "int" }, { "near", "float" } }
case("bvh", function()
  -- leaves are spheres, whose nodes have the negative number of one on the left
  local spheres = {}
  for k = 1, 16 do spheres[k] = { random() * 8 - 4, random() * 8 - 4, 3 + random() * 8, 0.3 + random() * 0.7 } end
  local flat = {}
  local function add(from, to)
    local at = #flat + 1
    local node = { low = { 1e9, 1e9, 1e9 }, high = { -1e9, -1e9, -1e9 } }
    flat[at] = node
    for k = from, to do
      local s = spheres[k]
      for c = 1, 3 do
        node.low[c] = math.min(node.low[c], s[c] - s[4]); node.high[c] = math.max(node.high[c], s[c] + s[4])
      end
    end
    node.left, node.right = -from, 0
    if from < to then
      local mid = math.floor((from + to) / 2)
      node.left = add(from, mid)
      node.right = add(mid + 1, to)
    end
    return at - 1
  end
  table.sort(spheres, function(p, q) return p[1] < q[1] end)
  add(1, 16)
  local data, ns = {}, {}
  for _, nd in ipairs(flat) do
    for _, v in ipairs { nd.low[1], nd.low[2], nd.low[3], 0, nd.high[1], nd.high[2], nd.high[3], 0 } do data[#data + 1] = v end
    ns[#ns + 1], ns[#ns + 2] = nd.left, nd.right
  end
  local got = run { Threads = { 8, 8, 1 }, a = data, n = ns, f = 64, i = 64, Main = function(DispatchThreadID)
    local id = DispatchThreadID.xy
    local origin = float3(0)
    local dir = normalize(float3((id - 3.5) / 6.0, 1))
    local inv = 1 / dir
    local function slab(k)
      local t0, t1 = (nodes[k].low - origin) * inv, (nodes[k].high - origin) * inv
      local near, far = min(t0, t1), max(t0, t1)
      local enter = max(max(near.x, near.y), near.z)
      local leave = min(min(far.x, far.y), far.z)
      return enter, leave >= max(enter, 0)
    end
    local stack = Array(Entry, 16)
    local top, best, hit = 1, 1e30, -1
    stack[0] = { node = 0, near = 0 }
    while top > 0 do
      top = top - 1
      local e = stack[top]
      if e.near < best then
        local l, r = n[2 * e.node], n[2 * e.node + 1]
        if l < 0 then
          local box = nodes[e.node]
          local c, radius = (box.low + box.high) * 0.5, (box.high.x - box.low.x) * 0.5
          local oc = origin - c
          local b = dot(oc, dir)
          local disc = b * b - (dot(oc, oc) - radius * radius)
          if disc >= 0 then
            local t = -b - sqrt(disc)
            if t > 0 and t < best then best, hit = t, -l end
          end
        else
          local dl, hl = slab(l)
          local dr, hr = slab(r)
          if hl and hr and dl < dr then
            stack[top] = { node = r, near = dr }
            stack[top + 1] = { node = l, near = dl }
            top = top + 2
          else
            if hl then stack[top] = { node = l, near = dl } top = top + 1 end
            if hr then stack[top] = { node = r, near = dr } top = top + 1 end
          end
        end
      end
    end
    local index = id.y * 8 + id.x
    f[index], i[index] = best, hit
  end }
  local dist, hit = {}, {}
  for y = 0, 7 do for x = 0, 7 do
    local d = { (x - 3.5) / 6, (y - 3.5) / 6, 1 }
    local l = math.sqrt(d[1] ^ 2 + d[2] ^ 2 + 1)
    for c = 1, 3 do d[c] = d[c] / l end
    local best, which = 1e30, -1
    for k, s in ipairs(spheres) do
      local b = -(s[1] * d[1] + s[2] * d[2] + s[3] * d[3])
      local disc = b * b - (s[1] ^ 2 + s[2] ^ 2 + s[3] ^ 2 - s[4] ^ 2)
      if disc >= 0 then local t = -b - math.sqrt(disc) if t > 0 and t < best then best, which = t, k end end
    end
    dist[#dist + 1], hit[#hit + 1] = which > 0 and best or rig.round32(1e30), which
  end end
  same("hit", got.i, hit)
  same("distance", got.f, dist, 1e-3)
end)
rig.done()
