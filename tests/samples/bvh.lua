-- A linear BVH after Karras over 256 triangles: Morton codes, a sort, the hierarchy built by one work item an inner node, boxes fitted from the
-- leaves up with a counter a node; then 64 x 64 rays, each against the tree and, in Lua for some, against all triangles.
local gpu = require "gpu"
local rig = require "lib.rig"

local COUNT, SIZE = 256, 64
local r = rig.Create("bvh", "COMPUTE")
local Triangle = { { "a", "float3" }, { "b", "float3" }, { "c", "float3" } }
local Node = { { "low", "float3" }, { "left", "int" }, { "high", "float3" }, { "right", "int" }, { "parent", "int" } }
local triangles = gpu.StructuredBuffer("t0", Triangle)
local codes = gpu.RWStructuredBuffer("u0", "uint2")                    -- Morton code, triangle
local nodes = gpu.RWStructuredBuffer("u1", Node)                       -- inner nodes 0 to COUNT - 2, then the leaves
local visits = gpu.RWStructuredBuffer("u2", "uint")
local hits = gpu.RWStructuredBuffer("u3", "float2")                    -- distance, triangle
local keys = gpu.GroupShared("uint2", COUNT)

local function spread(v)
  v = and_bits(v * 0x00010001, 0xFF0000FF)
  v = and_bits(v * 0x00000101, 0x0F00F00F)
  v = and_bits(v * 0x00000011, 0xC30C30C3)
  return and_bits(v * 0x00000005, 0x49249249)
end

local root = r.device:CreateRootSignature { Name = "bvh", Parameters = { { Type = "SRV" }, { Type = "UAV" }, { Type = "UAV", ShaderRegister = 1 },
  { Type = "UAV", ShaderRegister = 2 }, { Type = "UAV", ShaderRegister = 3 } } }

local sort = r:Compute(root, "codes and sort", { COUNT, 1, 1 }, function(GroupIndex)
  local t = triangles[GroupIndex]
  local q = uint3(saturate((t.a + t.b + t.c) / 3.0) * 1023.0)
  local code = spread(q.x) * 4 + spread(q.y) * 2 + spread(q.z)
  keys[GroupIndex] = uint2(code, GroupIndex)
  GroupMemoryBarrierWithGroupSync()
  local place = uint(0)                                                -- a sort by counting who stands before
  for i = 0, COUNT - 1 do
    local k = keys[i]
    if k.x < code or (k.x == code and k.y < GroupIndex) then place = place + 1 end
  end
  codes[place] = uint2(code, GroupIndex)
  visits[GroupIndex] = 0
end)

local function common(i, j)                                            -- length of the common prefix, or -1 outside
  if j < 0 or j >= COUNT then return -1 end
  local a, b = codes[i].x, codes[j].x
  if a == b then return 32 + 31 - int(firstbithigh(xor_bits(uint(i), uint(j)))) end
  return 31 - int(firstbithigh(xor_bits(a, b)))
end

local build = r:Compute(root, "hierarchy", { 64, 1, 1 }, function(DispatchThreadID)
  local i = int(DispatchThreadID.x)
  if i == 0 then nodes[0].parent = -1 end
  if i >= COUNT - 1 then return end
  local d = common(i, i + 1) > common(i, i - 1) and 1 or -1
  local least = common(i, i - d)
  local bound = int(2)
  while common(i, i + bound * d) > least do bound = bound * 2 end
  local l, t = 0, bound / 2
  while t > 0 do
    if common(i, i + (l + t) * d) > least then l = l + t end
    t = t / 2
  end
  local j = i + l * d
  local node = common(i, j)
  local s, step = 0, l
  repeat
    step = (step + 1) / 2
    if common(i, i + (s + step) * d) > node then s = s + step end
  until step <= 1
  local split = i + s * d + min(d, 0)
  local left  = min(i, j) == split and split + COUNT - 1 or split
  local right = max(i, j) == split + 1 and split + COUNT or split + 1
  nodes[i].left = left
  nodes[i].right = right
  nodes[left].parent = i
  nodes[right].parent = i
end)

local fit = r:Compute(root, "boxes", { 64, 1, 1 }, function(DispatchThreadID)
  local leaf = int(DispatchThreadID.x) + COUNT - 1
  local triangle = codes[DispatchThreadID.x].y
  local t = triangles[triangle]
  nodes[leaf].low = min(t.a, min(t.b, t.c))
  nodes[leaf].high = max(t.a, max(t.b, t.c))
  nodes[leaf].left = -1
  nodes[leaf].right = int(triangle)
  local at = nodes[leaf].parent
  while at >= 0 do
    DeviceMemoryBarrier()
    if InterlockedAdd(visits[at], 1) == 0 then break end               -- the second child goes on
    local a, b = nodes[at].left, nodes[at].right
    nodes[at].low = min(nodes[a].low, nodes[b].low)
    nodes[at].high = max(nodes[a].high, nodes[b].high)
    at = nodes[at].parent
  end
end)

local function intersect(t, origin, direction)
  local ab, ac = t.b - t.a, t.c - t.a
  local p = cross(direction, ac)
  local det = dot(ab, p)
  if abs(det) < 1e-8 then return 1e9 end
  local s = origin - t.a
  local u = dot(s, p) / det
  local q = cross(s, ab)
  local v = dot(direction, q) / det
  local distance = dot(ac, q) / det
  return (u >= 0 and v >= 0 and u + v <= 1 and distance > 0) and distance or 1e9
end

local trace = r:Compute(root, "trace", { 8, 8, 1 }, function(DispatchThreadID)
  local origin = float3((float2(DispatchThreadID.xy) + 0.5) / SIZE, -1.0)
  local direction = normalize(float3(0.03, -0.02, 1.0))
  local stack, top = Array("int", 32), 1
  stack[0] = 0
  local best, which = 1e9, -1.0
  while top > 0 do
    top = top - 1
    local n = nodes[stack[top]]
    local t0, t1 = (n.low - origin) / direction, (n.high - origin) / direction
    local near, far = min(t0, t1), max(t0, t1)
    local enter, leave = max(max(near.x, near.y), near.z), min(min(far.x, far.y), far.z)
    if enter <= leave + 1e-5 and leave > 0 and enter < best then
      if n.left < 0 then
        local d = intersect(triangles[n.right], origin, direction)
        if d < best then
          best = d
          which = float(n.right)
        end
      else
        stack[top] = n.left
        stack[top + 1] = n.right
        top = top + 2
      end
    end
  end
  hits[DispatchThreadID.y * SIZE + DispatchThreadID.x] = float2(best, which)
end)

local random, words, list_ = rig.Random(23), {}, {}
for i = 1, COUNT do
  local x, y, z = random(900) / 1000, random(900) / 1000, random(900) / 1000
  local t = {}
  for k = 1, 9 do
    t[k] = ({ x, y, z })[(k - 1) % 3 + 1] + random(100) / 1000
    words[#words + 1] = t[k]
  end
  list_[i] = t
end
local source = r:Upload("triangles", "float", words)
local buffers = { r:Buffer("codes", COUNT * 8), r:Buffer("nodes", (2 * COUNT - 1) * 36), r:Buffer("visits", COUNT * 4), r:Buffer("hits", SIZE * SIZE * 8) }
r:Run("bvh", function(list)
  list:SetComputeRootSignature(root)
  list:SetComputeRootShaderResourceView(0, source:GetGPUVirtualAddress())
  for i, b in ipairs(buffers) do list:SetComputeRootUnorderedAccessView(i, b:GetGPUVirtualAddress()) end
  for i, pass in ipairs { { sort, 1, 1 }, { build, COUNT / 64, 1 }, { fit, COUNT / 64, 1 }, { trace, SIZE / 8, SIZE / 8 } } do
    if i > 1 then rig.Sync(list, unpack(buffers)) end
    list:SetPipelineState(pass[1])
    list:Dispatch(pass[2], pass[3], 1)
  end
end)

local got, hitCount, wrong, checked = r:Read(buffers[4], "float", SIZE * SIZE * 2), 0, 0, 0
local l = math.sqrt(0.03 ^ 2 + 0.02 ^ 2 + 1)
local dx, dy, dz = 0.03 / l, -0.02 / l, 1 / l
for i = 0, SIZE * SIZE - 1 do
  if got[2 * i + 2] >= 0 then hitCount = hitCount + 1 end
  if i % 8 == 3 then                                                   -- every ray would take Lua too long
    local ox, oy, oz = (i % SIZE + 0.5) / SIZE, (math.floor(i / SIZE) + 0.5) / SIZE, -1
    local best, which = 1e9, -1
    for k, t in ipairs(list_) do
      local e1x, e1y, e1z, e2x, e2y, e2z = t[4] - t[1], t[5] - t[2], t[6] - t[3], t[7] - t[1], t[8] - t[2], t[9] - t[3]
      local px, py, pz = dy * e2z - dz * e2y, dz * e2x - dx * e2z, dx * e2y - dy * e2x
      local det = e1x * px + e1y * py + e1z * pz
      local sx, sy, sz = ox - t[1], oy - t[2], oz - t[3]
      local u = (sx * px + sy * py + sz * pz) / det
      local qx, qy, qz = sy * e1z - sz * e1y, sz * e1x - sx * e1z, sx * e1y - sy * e1x
      local v, d = (dx * qx + dy * qy + dz * qz) / det, (e2x * qx + e2y * qy + e2z * qz) / det
      if u >= 0 and v >= 0 and u + v <= 1 and d > 0 and d < best then best, which = d, k - 1 end
    end
    checked = checked + 1
    if which ~= got[2 * i + 2] or (which >= 0 and math.abs(best - got[2 * i + 1]) > 1e-3) then wrong = wrong + 1 end
  end
end
print(("%d triangles, %d rays, %d hit; %d checked by Lua, %d wrong"):format(COUNT, SIZE * SIZE, hitCount, checked, wrong))
