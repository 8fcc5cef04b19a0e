gpu = require "gpu"
local image, layers, cube, buf = gpu.Texture2D("t0", "float4"), gpu.Texture2DArray("t1", "float"), gpu.TextureCube("t2", "float4"), gpu.Buffer("t3", "uint")
local list = gpu.StructuredBuffer("t4", { { "position", "float3" }, { "mass", "float" }, { "id", "int2" } })
local raw, many = gpu.ByteAddressBuffer("t5"), gpu.Texture2D("t6", "float4", 4)
local out, paint, words = gpu.RWStructuredBuffer("u0", "float4"), gpu.RWTexture2D("u1", "float2"), gpu.RWBuffer("u2", "uint")
local depthmap = gpu.Texture2D("t10", "float")
local smp, cmp = gpu.SamplerState("s0"), gpu.SamplerComparisonState("s1")
local cb = gpu.ConstantBuffer("b0", { { "world", "float4x4" }, { "lights", { { "pos", "float3" }, { "power", "float" } }, 4 }, { "count", "int" }, { "tint", "half4" } })
local shared, table = gpu.GroupShared("float2", 64), { 0.25, 0.5, 1 }
local function helper(x, y) if x.x > y then return x * y end return x + y end
local function twice(f) return f * 2 end
local function report(f)
  local ok, e = pcall(f)
  print(ok and "made" or type(e) == "table" and e.code or e)
end
report(function() return gpu.ComputeShader { Name = "c", NumThreads = { 8, 8 }, Main = function(DispatchThreadID, GroupIndex, GroupID, GroupThreadID)
--[[begin]]
  local v, n = float4(1, 2, 3, 4), DispatchThreadID.x
  v.xy = v.yx
  v.rgb = v.bgr * 2
  local m = float3x3(1, 0, 0, 0, 1, 0, 0, 0, 1)
  m[1] = float3(1, 2, 3)
  local a = Array("float", 4)
  for i = 0, 3 do a[i] = float(i) * table[i % 3] end
  local sum, k = 0.0, 0
  for i = 0, cb.count - 1 do sum = sum + cb.lights[i].power * length(cb.lights[i].pos) end
  while k < 5 do k = k + 1 if k == 4 then break end end
  repeat k = k - 1 until k < 0
  shared[GroupIndex] = float2(GroupThreadID.xy) + helper(v.xy, sum)
  GroupMemoryBarrierWithGroupSync()
  InterlockedAdd(words[n % 4], uint(list[n].id.x))
  if n == 0 then k = 1 elseif n < 3 and v.x > 1 or not (v.y < 2) then k = 2 else return end
  paint[DispatchThreadID.xy] = shared[63 - GroupIndex] + layers:SampleLevel(smp, float3(0.5, 0.5, 1), 0)
  out[n] = mul(cb.world, v) + float4(mul(m, list[n].position), a[n % 4]) * float(countbits(buf[n])) + asfloat(raw:Load(4 * n)) * WaveActiveSum(sum)
  printf("%d %f", k, sum)
--[[end]]
end } end)
report(function() return gpu.VertexShader { Name = "v", Inputs = { { "POSITION", "float3" }, { "WEIGHTS", "uint4" } }, Main = function(position, weights, VertexID, InstanceID)
--[[begin]]
  local p = mul(cb.world, float4(position + list[InstanceID].position, 1.0))
  if VertexID % 2 == 1 then p.w = twice(p.w) end
  return { Position = p, uv = position.xy, id = weights.x + InstanceID, light = { dir = normalize(position), on = weights.y > 3 } }
--[[end]]
end } end)
report(function() return gpu.PixelShader { Name = "p", Inputs = { { "uv", "float2" }, { "id", "uint" }, { "n", "float3", "noperspective" } }, Main = function(v, IsFrontFace, SampleIndex, Position)
--[[begin]]
  local c = image:Sample(smp, v.uv) * cube:SampleBias(smp, v.n, 0.5) + many[v.id]:SampleGrad(smp, v.uv, ddx(v.uv), ddy(v.uv))
  if not IsFrontFace or c.a < 0.5 then discard() end
  c.rgb = lerp(c.rgb, saturate(v.n), fwidth(v.uv.x))
  return { Target0 = c, Target1 = uint2(v.id, SampleIndex), Depth = Position.z * depthmap:SampleCmpLevelZero(cmp, v.uv, 0.5) }
--[[end]]
end } end)
print "the world is made"
